//! Completion of keys and values that the game's JSON Schemas know.

use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Range, TextEdit};
use serde_json::{Map, Value};

use super::names::is_id_char;
use super::packages::OpenPackage;
use super::places::{TomlPart, TomlPosition};
use crate::package::FileRole;
use crate::place::FileId;
use crate::schema::FileShape;

/// The bytes that a key or value replaces: those of the key around the cursor, or of the unquoted value
/// before it.
pub fn replaced(text: &str, offset: usize, part: &TomlPart) -> std::ops::Range<usize> {
    let is_word = |c: char| is_id_char(c) || c == '-';
    let length = |chars: &mut dyn Iterator<Item = char>| {
        chars.take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>()
    };
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    match part {
        // A value in quotes is replaced up to the closing quote, whatever its contents.
        TomlPart::Value { string: Some(start) } => {
            let quote = text.get(..*start).and_then(|before| before.chars().next_back()).unwrap_or('"');
            let end = after.find([quote, '\n']).unwrap_or(after.len());
            *start..before.len() + after[..end].trim_end_matches('\r').len()
        }
        _ => before.len() - length(&mut before.chars().rev())..before.len() + length(&mut after.chars()),
    }
}

/// Returns the keys and values that a schema knows at a place, each with the edit that writes it in a range.
///
/// `is_assigned` says that `=` follows the range already.
pub fn completion(
    package: &OpenPackage,
    id: FileId,
    place: &TomlPosition,
    range: Range,
    is_assigned: bool,
) -> Vec<CompletionItem> {
    let Some(root) = package.role(id).and_then(|role| schema_of(package, role)) else { return Vec::new() };
    let mut at = flattened(&root, &root);
    for key in &place.path {
        at = at.into_iter().flat_map(|schema| value_schemas(schema, key, &root)).collect();
    }
    let item = |label: &str, text: String, kind: CompletionItemKind, schema: &Value| CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: type_of(schema),
        // Before all snippets.
        sort_text: Some(format!("5{label}")),
        documentation: schema
            .get("description")
            .and_then(Value::as_str)
            .map(|text| Documentation::String(text.to_owned())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
        ..CompletionItem::default()
    };
    let mut items: Vec<CompletionItem> = Vec::new();
    for schema in at {
        match &place.part {
            TomlPart::Key | TomlPart::Header => {
                // An array of tables takes the keys of its elements.
                for (key, of) in elements(schema, &root).into_iter().flat_map(properties) {
                    let is_table = flattened(of, &root).into_iter().any(|of| is_table(of, &root));
                    match place.part {
                        TomlPart::Header if !is_table => {}
                        TomlPart::Header => {
                            items.push(item(key, key.clone(), CompletionItemKind::MODULE, of))
                        }
                        _ => {
                            let text = if is_assigned { key.clone() } else { format!("{key} = ") };
                            items.push(item(key, text, CompletionItemKind::PROPERTY, of));
                        }
                    }
                }
            }
            TomlPart::Value { string } => {
                for of in elements(schema, &root) {
                    let all =
                        of.get("enum").and_then(Value::as_array).into_iter().flatten().chain(of.get("const"));
                    for value in all.filter_map(Value::as_str) {
                        let text = if string.is_some() { value.to_owned() } else { format!("\"{value}\"") };
                        items.push(item(value, text, CompletionItemKind::ENUM_MEMBER, of));
                    }
                    if string.is_none() && has_type(of, "boolean") {
                        items.extend(
                            ["true", "false"]
                                .map(|value| item(value, value.to_owned(), CompletionItemKind::VALUE, of)),
                        );
                    }
                }
            }
        }
    }
    items.sort_by(|a, b| a.label.cmp(&b.label));
    items.dedup_by(|a, b| a.label == b.label);
    items
}

/// Returns the schema of a file: cards, decks, scenarios and translations know the game.
fn schema_of(package: &OpenPackage, role: FileRole) -> Option<Value> {
    let shape = match role {
        FileRole::Game => FileShape::Game,
        FileRole::Rules => FileShape::Rules,
        FileRole::Cards => FileShape::Cards,
        FileRole::Deck => FileShape::Deck,
        FileRole::Scenario => FileShape::Scenario,
        FileRole::Print => FileShape::Print,
        FileRole::Texts => FileShape::Texts,
        FileRole::Stamps => FileShape::Stamps,
        FileRole::CardsCsv | FileRole::Workbook | FileRole::Face | FileRole::Art => return None,
    };
    Some(package.schema(shape))
}

/// Returns the alternatives of a schema, references followed.
fn flattened<'s>(schema: &'s Value, root: &'s Value) -> Vec<&'s Value> {
    let mut found = Vec::new();
    let mut waiting = vec![schema];
    // A schema may refer to itself, normally only below a key. The bound stops those that refer to themselves
    // directly.
    for _ in 0..256 {
        let Some(next) = waiting.pop() else { break };
        let referred =
            next.get("$ref").and_then(Value::as_str).and_then(|to| root.pointer(to.strip_prefix('#')?));
        waiting.extend(referred);
        for key in ["anyOf", "oneOf", "allOf"] {
            waiting.extend(next.get(key).and_then(Value::as_array).into_iter().flatten());
        }
        found.push(next);
    }
    found
}

/// Returns the schemas of an array's elements, and the schema itself.
fn elements<'s>(schema: &'s Value, root: &'s Value) -> Vec<&'s Value> {
    let items = schema.get("items").map(|items| flattened(items, root)).unwrap_or_default();
    items.into_iter().chain([schema]).collect()
}

fn value_schemas<'s>(schema: &'s Value, key: &str, root: &'s Value) -> Vec<&'s Value> {
    let mut found = Vec::new();
    for schema in elements(schema, root) {
        let named = properties(schema).find(|(name, _)| *name == key).map(|(_, of)| of);
        // The patterns are those of ids, which any key may become.
        let by_pattern =
            || schema.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(Map::values);
        let others = || schema.get("additionalProperties").filter(|of| of.is_object());
        match named {
            Some(of) => found.extend(flattened(of, root)),
            None => by_pattern().chain(others()).for_each(|of| found.extend(flattened(of, root))),
        }
    }
    found
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

fn has_type(schema: &Value, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::Array(all)) => all.iter().any(|one| one == name),
        one => one.is_some_and(|one| one == name),
    }
}

/// Returns whether a value may be a table with a header: a table, or an array of tables.
fn is_table(schema: &Value, root: &Value) -> bool {
    let of_items = || elements(schema, root).into_iter().any(|of| has_type(of, "object"));
    has_type(schema, "object") || has_type(schema, "array") && of_items()
}

/// Returns the types of a schema's values, for people.
fn type_of(schema: &Value) -> Option<String> {
    match schema.get("type")? {
        Value::String(one) => Some(one.clone()),
        Value::Array(all) => Some(all.iter().filter_map(Value::as_str).collect::<Vec<&str>>().join(" or ")),
        _ => None,
    }
}

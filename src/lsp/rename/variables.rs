//! Renaming variables: those that statements declare, and parameters.

use super::super::editor_client::EditorClient;
use super::super::names::{NameAtCursor, names_in};
use super::super::packages::{Analysis, OpenPackage};
use super::checks::{Renaming, is_id, is_the_same};
use super::edits::{Edits, add_edits};
use crate::check::symbols::editor_info::EditorInfo;
use crate::diagnostics::with_article;
use crate::ir::Ir;
use crate::place::Span;
use crate::place::TextRange;
use crate::source::{TomlTable, TomlValue, parse_toml};
use crate::syntax::is_reserved;

/// Returns whether a word is a variable or parameter, or declares one.
pub(super) fn is_variable(package: &OpenPackage, analysis: &Analysis, word: &NameAtCursor) -> bool {
    let Some(info) = &analysis.checked.editor_info else { return false };
    let is_parameter = || parameter(package, word).is_some_and(|(key, _)| key == word.span);
    info.variables.contains(&word.span) || declaration_of(info, word.span).is_some() || is_parameter()
}

/// Returns the declaration of a variable by the span of a use, or of itself.
fn declaration_of(info: &EditorInfo, at: Span) -> Option<Span> {
    let of_use = info.local_uses.iter().find(|(span, _)| *span == at).map(|(_, declared)| *declared);
    of_use.or_else(|| info.declared.iter().map(|(span, _)| *span).find(|span| *span == at))
}

/// Returns the places of a variable: its declaration and all uses.
///
/// # Errors
/// It has no declaration that could be renamed: a sentence for the author.
pub(super) fn occurrences(
    package: &OpenPackage,
    analysis: &Analysis,
    word: &NameAtCursor,
) -> Result<Vec<Span>, String> {
    let name = &word.text;
    let info = analysis.checked.editor_info.as_ref().ok_or("the package cannot be checked")?;
    if ["it", "you", "self"].contains(&name.as_str()) {
        return Err(format!("`{name}` is a word of the language"));
    }
    let mut all: Vec<Span> = if let Some(declared) = declaration_of(info, word.span) {
        let uses = info.local_uses.iter().filter(|(_, of)| *of == declared).map(|(span, _)| *span);
        uses.chain([declared]).collect()
    } else if let Some((key, declaration)) = parameter(package, word) {
        let is_other = |span: &Span| declaration_of(info, *span).is_some();
        let is_use = |span: &Span| {
            // In texts, only the holes between `{{` and `}}` are found.
            let is_in_code = info
                .parsed
                .iter()
                .any(|code| code.file == span.file && code.start <= span.start && span.end <= code.end);
            *span == key
                || info.variables.contains(span) && !is_other(span)
                || !is_in_code && is_in_hole(package, *span)
        };
        names_in(package, word.span.file, &declaration, name).into_iter().filter(is_use).collect()
    } else {
        return Err(format!("`{name}` is an element of a set inside this formula, and has no declaration"));
    };
    all.sort_by_key(|span| (span.file, span.start));
    all.dedup();
    Ok(all)
}

/// Adds the edits that give a variable another name.
pub(super) fn rename(
    package: &OpenPackage,
    analysis: &Analysis,
    word: &NameAtCursor,
    new: &str,
    client: EditorClient,
    edits: &mut Edits,
) -> Result<(), String> {
    let places = occurrences(package, analysis, word)?;
    is_id(new)?;
    if is_reserved(new) || crate::vocabulary::find(new).is_some() {
        return Err(format!("`{new}` is a word of the language"));
    }
    if let Some(other) = analysis.declarations.declarations_named(new).next() {
        return Err(format!("there is {} `{new}` already", with_article(other.kind.name())));
    }
    let info = analysis.checked.editor_info.iter();
    let declared = info
        .flat_map(|info| info.declared.iter().map(|(span, _)| *span).chain(info.variables.iter().copied()));
    let around = declaration_at(package, word.span).map(|(start, end)| start..end);
    let is_near = |span: &Span| {
        span.file == word.span.file && around.as_ref().is_none_or(|around| around.contains(&span.start))
    };
    if declared.filter(is_near).any(|span| package.sources().text(span) == new) {
        return Err(format!("there is a variable `{new}` here already"));
    }
    let mut text = package.sources().file(word.span.file).text.clone();
    for span in places.iter().rev() {
        text.replace_range((span.first_byte())..span.end_byte(), new);
    }
    // The names in a line of the record are looked up in the order of the alphabet.
    let is_shown = places.iter().any(|span| is_in_hole(package, *span));
    let is_same = |old: &Ir, new: &Ir| old.code == new.code || is_shown && old.code.len() == new.code.len();
    let (before, after) = (package.opened_with(&[]), package.opened_with(&[(word.span.file, text)]));
    is_the_same(&before, &after, Renaming { places: &places, new }, is_same)?;
    add_edits(package, &places, new, client, edits)
}

/// Returns the key of the parameter that a word may mean, and the declaration that has it.
fn parameter(package: &OpenPackage, word: &NameAtCursor) -> Option<(Span, TomlTable)> {
    let (root, _) = parse_toml(package.sources(), word.span.file);
    let around = declarations(&root).into_iter().filter(|table| {
        spans(table).is_some_and(|(start, end)| start <= word.span.start && word.span.end <= end)
    });
    let mut with_parameter = around.filter_map(|table| {
        let params = table.get("params")?.as_table()?;
        Some((params.entry(&word.text)?.key_span, table.clone()))
    });
    with_parameter.next()
}

/// Returns the first and last byte of the declaration around a place.
fn declaration_at(package: &OpenPackage, at: Span) -> Option<(u32, u32)> {
    let (root, _) = parse_toml(package.sources(), at.file);
    declarations(&root)
        .into_iter()
        .filter_map(spans)
        .find(|(start, end)| *start <= at.start && at.end <= *end)
}

/// Returns the tables that may be declarations: those below a key, and below two, the inner ones first.
fn declarations(root: &TomlTable) -> Vec<&TomlTable> {
    fn add<'t>(table: &'t TomlTable, depth: u32, found: &mut Vec<&'t TomlTable>) {
        for entry in &table.entries {
            let inner: Vec<&TomlTable> = match &entry.value.value {
                TomlValue::Table(table) => vec![table],
                TomlValue::Array(items) => items.iter().filter_map(|item| item.as_table()).collect(),
                _ => continue,
            };
            for table in inner {
                if depth < 4 {
                    add(table, depth + 1, found);
                }
                found.push(table);
            }
        }
    }
    let mut found = Vec::new();
    add(root, 0, &mut found);
    found
}

/// Returns the first byte of a table's keys and the end of its values.
fn spans(table: &TomlTable) -> Option<(u32, u32)> {
    let start = table.entries.iter().map(|entry| entry.key_span.start).min()?;
    let end = |entry: &crate::source::TomlEntry| {
        let inner = entry.value.as_table().and_then(spans).map_or(0, |(_, end)| end);
        entry.value.span.end.max(inner)
    };
    Some((start, table.entries.iter().map(end).max()?))
}

/// Returns whether a place of a text lies between `{{` and `}}`.
fn is_in_hole(package: &OpenPackage, at: Span) -> bool {
    let before = package.sources().file(at.file).text.get(..at.first_byte()).unwrap_or_default();
    before.rfind("{{") > before.rfind("}}")
}

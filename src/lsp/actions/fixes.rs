//! Quick fixes: the suggestions of diagnostics.

use crate::ir::ToIndex;
use crate::place::TextRange;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, Position, Range, TextEdit, WorkspaceEdit,
};
use serde_json::Value;

use super::super::diagnostics::{RANGE, REPLACEMENT, TITLE, UNCHECKED};
use super::super::editor_client::EditorClient;
use super::super::packages::OpenPackage;
use super::super::places::place_at;
use super::edits::{EditorSelection, TextReplacement, edit_of};
use crate::place::{FileId, SourceFile};
use crate::source::{self, TomlEntry, TomlTable, parse_toml};

/// Returns the quick fixes of diagnostics that the editor shows.
pub fn quick_fixes(
    package: &OpenPackage,
    at: EditorSelection,
    shown: Vec<Diagnostic>,
    client: EditorClient,
) -> Vec<CodeActionOrCommand> {
    let mut found = Vec::new();
    for diagnostic in shown {
        let fixes = diagnostic.data.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        // If there are several fixes, the author chooses.
        let is_alone = fixes.len() == 1;
        for fix in fixes {
            let Some((edit, is_replacement)) = edit_for(&fix, package, at, diagnostic.range.start, client)
            else {
                continue;
            };
            found.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.get(TITLE).and_then(Value::as_str).unwrap_or("Fix it").to_owned(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![diagnostic.clone()]),
                edit: Some(edit),
                is_preferred: Some(is_replacement && is_alone),
                ..CodeAction::default()
            }));
        }
    }
    found
}

/// Returns the edit of a fix, and whether it replaces the erroneous text.
fn edit_for(
    fix: &Value,
    package: &OpenPackage,
    at: EditorSelection,
    place: Position,
    client: EditorClient,
) -> Option<(WorkspaceEdit, bool)> {
    if let Some(text) = fix.get(REPLACEMENT).and_then(Value::as_str) {
        let range: Range = serde_json::from_value(fix.get(RANGE)?.clone()).ok()?;
        let edits = vec![TextEdit::new(range, text.to_owned())];
        return Some((WorkspaceEdit::new([(at.uri.clone(), edits)].into_iter().collect()), true));
    }
    let words = fix.get(UNCHECKED)?.as_array()?;
    let words: Vec<String> = words.iter().filter_map(Value::as_str).map(super::edits::toml_string).collect();
    Some((accepted(package, at.file, place, &words.join(", "), client)?, false))
}

/// Adds words to the key `unchecked` beside a text.
fn accepted(
    package: &OpenPackage,
    id: FileId,
    at: Position,
    words: &str,
    client: EditorClient,
) -> Option<WorkspaceEdit> {
    let file = package.sources().file(id);
    let offset = client.encoding.offset(file, at);
    let place = place_at(&file.text, offset)?;
    let (root, _) = parse_toml(package.sources(), id);
    // `cards.badger.text`, or a place in the rule beside it.
    let owner = table_at(&root, place.path.get(..2)?)?;
    let text = owner.entry("text")?;
    let change = match owner.entry("unchecked").map(|entry| &entry.value) {
        Some(list) => {
            let source::TomlValue::Array(items) = &list.value else { return None };
            let end = items.last().map_or(list.span.first_byte() + 1, |last| last.span.end_byte());
            (id, end..end, format!("{}{words}", if items.is_empty() { "" } else { ", " }))
        }
        None => insert_key_after(file, text, &format!("unchecked = [{words}]"), id),
    };
    edit_of(package, vec![change], client)
}

/// Writes a key after another one: on a line of its own, or in the same inline table.
fn insert_key_after(file: &SourceFile, entry: &TomlEntry, written: &str, id: FileId) -> TextReplacement {
    let start = entry.key_span.start.index();
    let line = file.line_range(file.line_of(start)).start;
    let end = entry.value.span.end_byte();
    if file.text[line..start].trim().is_empty() {
        let end = file.line_range(file.line_of(end)).end;
        (id, end..end, format!("\n{written}"))
    } else {
        (id, end..end, format!(", {written}"))
    }
}

fn table_at<'t>(root: &'t TomlTable, path: &[String]) -> Option<&'t TomlTable> {
    path.iter().try_fold(root, |table, key| match &table.entry(key)?.value.value {
        source::TomlValue::Table(table) => Some(table),
        _ => None,
    })
}

//! Replacements of text, and the edits of the protocol that are made of them.

use std::collections::BTreeMap;
use std::ops::Range;

use lsp_types::{TextEdit, Uri, WorkspaceEdit};

use super::super::editor_client::EditorClient;
use super::super::packages::OpenPackage;
use super::super::rename;
use crate::diagnostics::Severity;
use crate::place::FileId;

/// A selection in a file of a package.
#[derive(Clone, Copy)]
pub struct EditorSelection<'u> {
    pub file: FileId,
    /// The URI of the file, in the form that the editor uses.
    pub uri: &'u Uri,
    /// Its first byte, and the byte after its last.
    pub bytes: (usize, usize),
}

/// A replacement of bytes of a file.
pub(super) type TextReplacement = (FileId, Range<usize>, String);

/// Formats a string as a TOML value: with newlines, as a multi-line string.
pub(super) fn toml_string(text: &str) -> String {
    if text.contains('\n') && !text.contains("'''") {
        return format!("'''\n{text}\n'''");
    }
    toml_edit::Value::from(text).to_string()
}

/// Returns changes if the package has no errors after them.
pub(super) fn checked(package: &OpenPackage, changes: Vec<TextReplacement>) -> Option<Vec<TextReplacement>> {
    let mut texts: BTreeMap<FileId, String> = BTreeMap::new();
    let mut backwards: Vec<&TextReplacement> = changes.iter().collect();
    backwards.sort_by_key(|(_, bytes, _)| std::cmp::Reverse(bytes.start));
    for (file, bytes, written) in backwards {
        let text = texts.entry(*file).or_insert_with(|| package.sources().file(*file).text.clone());
        text.replace_range(bytes.clone(), written);
    }
    let texts: Vec<(FileId, String)> = texts.into_iter().collect();
    let after = package.compiled_with(&texts);
    let is_right = after.game.is_some() && after.diagnostics.iter().all(|d| d.severity != Severity::Error);
    is_right.then_some(changes)
}

/// Returns changes as the protocol has them.
pub(super) fn edit_of(
    package: &OpenPackage,
    changes: Vec<TextReplacement>,
    client: EditorClient,
) -> Option<WorkspaceEdit> {
    let mut edits: rename::Edits = BTreeMap::new();
    for (id, bytes, written) in changes {
        let file = package.sources().file(id);
        let uri = client.uri(package, id)?;
        let range = client.encoding.range(file, bytes.start, bytes.end);
        let (_, of_file) = edits.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, Vec::new()));
        let written = if file.text.contains("\r\n") { written.replace('\n', "\r\n") } else { written };
        of_file.push(TextEdit::new(range, written));
    }
    Some(rename::workspace_edit(edits))
}

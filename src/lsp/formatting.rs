//! Formatting, as the edits that lead to what `cardwright fmt` writes.

use lsp_types::TextEdit;

use super::editor_client::EditorClient;
use super::packages::OpenPackage;
use crate::place::FileId;

/// Returns the edits that format a TOML file; `None` if it cannot be formatted.
pub fn format(package: &mut OpenPackage, id: FileId, client: EditorClient) -> Option<Vec<TextEdit>> {
    let file = package.sources().file(id);
    if !file.name.ends_with(".toml") {
        return None;
    }
    let after = package.formatted(id)?;
    let (old, new): (Vec<&str>, Vec<&str>) =
        (file.text.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let first = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[first..], &new[first..]);
    let last = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old_rest[..old_rest.len() - last], &new_rest[..new_rest.len() - last]);
    let mut at = old[..first].iter().map(|line| line.len()).sum::<usize>();
    let edit = |start: usize, end: usize, text: &str| {
        TextEdit::new(client.encoding.range(file, start, end), text.to_owned())
    };
    if old_rest.len() != new_rest.len() {
        let end = at + old_rest.iter().map(|line| line.len()).sum::<usize>();
        return Some(vec![edit(at, end, &new_rest.concat())]);
    }
    // Line by line, so that the cursor and marks of other lines stay where they are.
    let mut edits = Vec::new();
    for (old, new) in old_rest.iter().zip(new_rest) {
        if old != new {
            edits.push(edit(at, at + old.len(), new));
        }
        at += old.len();
    }
    Some(edits)
}

//! The edits of a renaming.

use std::collections::BTreeMap;

use lsp_types::{TextEdit, Uri, WorkspaceEdit};

use super::super::editor_client::EditorClient;
use super::super::packages::OpenPackage;
use crate::place::Span;

/// The edits of a renaming, by file.
pub type Edits = BTreeMap<String, (Uri, Vec<TextEdit>)>;

/// Adds the edits that write a name in these places.
pub(super) fn add_edits(
    package: &OpenPackage,
    places: &[Span],
    new: &str,
    client: EditorClient,
    edits: &mut Edits,
) -> Result<(), String> {
    for span in places.iter().copied() {
        let file = package.sources().file(span.file);
        let uri =
            client.uri(package, span.file).ok_or_else(|| format!("`{}` cannot be written", file.name))?;
        let (_, of_file) = edits.entry(uri.as_str().to_owned()).or_insert_with(|| (uri, Vec::new()));
        let edit = TextEdit::new(client.range(package, span), new.to_owned());
        // A file may belong to several packages.
        if !of_file.contains(&edit) {
            of_file.push(edit);
        }
    }
    Ok(())
}

/// Returns the edits as the protocol has them.
pub fn workspace_edit(edits: Edits) -> WorkspaceEdit {
    WorkspaceEdit::new(edits.into_values().collect())
}

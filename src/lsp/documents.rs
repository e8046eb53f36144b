//! The documents that are open in the editor, with their present text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lsp_types::{TextDocumentContentChangeEvent, Uri};

use super::positions::{Encoding, uri_of};
use crate::place::Sources;

/// The open documents, by path.
#[derive(Debug, Default)]
pub struct Documents {
    open: BTreeMap<PathBuf, OpenDocument>,
}

#[derive(Clone, Debug)]
pub struct OpenDocument {
    /// The text as the editor shows it, with changes that are not saved yet.
    pub text: String,
    /// The version number that the editor gave the text.
    pub version: i32,
    /// The URIs by which the editor has it open: several, if links lead to it.
    pub uris: Vec<Uri>,
}

impl Documents {
    pub fn open(&mut self, path: PathBuf, uri: Uri, text: String, version: i32) {
        let document =
            self.open.entry(path).or_insert(OpenDocument { text: String::new(), version, uris: Vec::new() });
        (document.text, document.version) = (text, version);
        if !document.uris.contains(&uri) {
            document.uris.push(uri);
        }
    }

    /// Closes a document. If it is open by no other name, the file on the disk counts again.
    pub fn close(&mut self, path: &Path, uri: &Uri) {
        let Some(document) = self.open.get_mut(path) else { return };
        document.uris.retain(|open| open != uri);
        if document.uris.is_empty() {
            self.open.remove(path);
        }
    }

    /// Returns the URIs of a file: those by which the editor has it open, else that of its path.
    pub fn uris(&self, path: &Path) -> Vec<Uri> {
        match self.open.get(path) {
            Some(document) => document.uris.clone(),
            None => uri_of(path).into_iter().collect(),
        }
    }

    pub fn get(&self, path: &Path) -> Option<&OpenDocument> {
        self.open.get(path)
    }

    /// Returns the open documents in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&PathBuf, &OpenDocument)> {
        self.open.iter()
    }

    /// Applies changes in order. Returns the text after them, `None` if the document is not open.
    pub fn change(
        &mut self,
        path: &Path,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<&str> {
        let document = self.open.get_mut(path)?;
        document.version = version;
        for change in changes {
            let Some(range) = change.range else {
                document.text = change.text;
                continue;
            };
            let mut sources = Sources::default();
            let id = sources.add("", std::mem::take(&mut document.text));
            let file = sources.file(id);
            let (start, end) = (encoding.offset(file, range.start), encoding.offset(file, range.end));
            let mut text = file.text.clone();
            text.replace_range(start.min(end)..start.max(end), &change.text);
            document.text = text;
        }
        Some(&document.text)
    }
}

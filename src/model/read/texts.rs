//! Reader of `texts/*.toml`.

use super::fields::{self, Fields};
use super::reader::ModelReader;
use crate::model::ident::Ident;
use crate::model::texts::TextsDecl;
use crate::source::{FileId, TomlEntry, TomlTable, TomlValue};

impl ModelReader {
    /// Reads every string by its path; an empty one is not translated yet.
    pub(super) fn texts(&mut self, root: TomlTable, start: crate::source::Span, file: FileId) {
        let language = super::ids::stem(&self.package.sources.file(file).name).to_owned();
        let mut decl = TextsDecl { language, file, entries: Vec::new(), empty: Vec::new(), of: Vec::new() };
        let mut root = Fields::of_table(root, start);
        for entry in root.entries("of") {
            let id = Ident { text: entry.key, span: entry.key_span };
            decl.of.extend(fields::text(entry.value).map(|hash| (id, hash.value)));
        }
        for table in ["game", "words", "options", "keywords", "cards", "decks", "faces", "phrases"] {
            for entry in root.entries(table) {
                collect(&mut decl, table, entry);
            }
        }
        self.package.texts.push(decl);
    }
}

fn collect(decl: &mut TextsDecl, above: &str, TomlEntry { key, key_span, value }: TomlEntry) {
    let path = format!("{above}.{key}");
    let id = Ident { text: key, span: key_span };
    match value.value {
        TomlValue::Table(table) => table.entries.into_iter().for_each(|entry| collect(decl, &path, entry)),
        TomlValue::Text(text) if text.value.is_empty() => decl.empty.push(path),
        TomlValue::Text(text) => decl.entries.push((path, id, text)),
        _ => {}
    }
}

//! Reader of `stamps.toml`.

use std::collections::BTreeMap;

use super::fields::Fields;
use super::reader::ModelReader;
use crate::model::stamps::{StampDecl, StampTable, StampsDecl};
use crate::source::{FileId, Span, TomlTable};

impl ModelReader {
    /// Reads the stamps of all tables.
    pub(super) fn stamps(&mut self, root: TomlTable, start: Span, file: FileId) {
        let mut root = Fields::of_table(root, start);
        let mut stamps = BTreeMap::new();
        for table in StampTable::ALL {
            for entry in root.entries(table.key()) {
                let Some(mut fields) = Fields::of(entry.value) else { continue };
                let rule = fields.codes("rule").into_iter().map(|code| code.value).collect();
                stamps.insert((table, entry.key), StampDecl { rule, text: fields.string("text") });
            }
        }
        self.package.stamps = Some(StampsDecl { file, stamps });
    }
}

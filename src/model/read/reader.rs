//! The state of the reader, and what reading each sort of declaration shares.

use super::fields::Fields;
use super::ids::is_id;
use super::stray_area::StrayArea;
use crate::diagnostics::Diagnostic;
use crate::model::ident::Ident;
use crate::model::package::Package;
use crate::model::read::messages;
use crate::source::{Span, TomlEntry, TomlNode, TomlTable, TomlValue};

/// The state of the reader.
pub(super) struct ModelReader {
    pub(super) package: Package,
    pub(super) found: Vec<Diagnostic>,
    /// Areas that boards name and do not have; reported when all boards are read.
    pub(super) strays: Vec<StrayArea>,
    /// Declarations allowed once per game, with the span of the first.
    pub(super) given: Vec<(&'static str, Span)>,
}

impl ModelReader {
    /// Reads each declaration under a key; one that cannot be read is refused.
    pub(super) fn declarations(
        &mut self,
        root: &mut Fields,
        of: &str,
        read: fn(&mut ModelReader, Ident, Fields) -> Option<()>,
    ) {
        for TomlEntry { key, key_span, value } in root.entries(of) {
            let id = Ident { text: key, span: key_span };
            if !is_id(&id.text) {
                continue;
            }
            let refused = id.clone();
            // A refused enum takes its values with it, a refused kind its members: these names are refused,
            // too.
            let whole = matches!(of, "enums" | "kinds" | "options").then(|| value.clone());
            let done = Fields::of_declaration(value).and_then(|fields| read(self, id, fields));
            if done.is_none() {
                self.package.refused.push(refused);
                whole.iter().for_each(|node| self.refuse_names(node));
            }
        }
    }

    /// Records a declaration allowed once per game; reports an error, and returns false, if there is an
    /// earlier one.
    pub(super) fn only(&mut self, what: &'static str, span: Span) -> bool {
        let Some((_, first)) = self.given.iter().find(|(given, _)| *given == what) else {
            self.given.push((what, span));
            return true;
        };
        self.found.push(messages::given_twice(span, what, *first));
        false
    }

    /// Marks all names below unknown keys as refused, since they were probably meant as declarations.
    pub(super) fn refuse_below(&mut self, table: &TomlTable, unknown: &[Span]) {
        for entry in &table.entries {
            if unknown.contains(&entry.key_span) {
                self.package.refused.push(Ident { text: entry.key.clone(), span: entry.key_span });
                self.refuse_names(&entry.value);
            } else if let TomlValue::Table(below) = &entry.value.value {
                self.refuse_below(below, unknown);
            }
        }
    }

    /// Marks every name in a value as refused.
    pub(super) fn refuse_names(&mut self, node: &TomlNode) {
        match &node.value {
            TomlValue::Table(table) => {
                for entry in &table.entries {
                    self.package.refused.push(Ident { text: entry.key.clone(), span: entry.key_span });
                    self.refuse_names(&entry.value);
                }
            }
            TomlValue::Array(items) => items.iter().for_each(|item| self.refuse_names(item)),
            TomlValue::Text(text) => {
                // A card can be named by its printed name, too.
                self.package.refused.push(Ident { text: text.value.clone(), span: node.span });
                let words =
                    text.value.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| is_id(w));
                self.package.refused.extend(words.map(|w| Ident { text: w.to_owned(), span: node.span }));
            }
            _ => {}
        }
    }
}

//! Key-by-key access to a table.

use crate::model::fields::ParamDecl;
use crate::model::ident::{CodeText, Ident};
use crate::source::{Span, Text, TomlEntry, TomlNode, TomlTable, TomlValue};

/// The entries of a table that have not been taken yet. A value of the wrong type reads as none: the schema
/// has reported it.
pub struct Fields {
    entries: Vec<TomlEntry>,
    /// Span of the table's header.
    pub span: Span,
}

impl Fields {
    pub fn of_table(table: TomlTable, span: Span) -> Self {
        Fields { entries: table.entries, span }
    }

    /// Takes the fields of a value; `None` if the value is not a table.
    pub fn of(node: TomlNode) -> Option<Self> {
        match node.value {
            TomlValue::Table(table) => Some(Fields::of_table(table, node.span)),
            _ => None,
        }
    }

    /// Creates it from a declaration, which may have a short form: a string or list, stored under the key
    /// `""`.
    pub fn of_declaration(node: TomlNode) -> Option<Self> {
        let span = node.span;
        match node.value {
            TomlValue::Table(table) => Some(Fields::of_table(table, span)),
            TomlValue::Text(_) | TomlValue::Array(_) => {
                let entry = TomlEntry { key: String::new(), key_span: span, value: node };
                Some(Fields { entries: vec![entry], span })
            }
            _ => None,
        }
    }

    pub fn take(&mut self, key: &str) -> Option<TomlEntry> {
        let at = self.entries.iter().position(|e| e.key == key)?;
        Some(self.entries.remove(at))
    }

    /// Takes the value of a key.
    pub fn node(&mut self, key: &str) -> Option<TomlNode> {
        self.take(key).map(|e| e.value)
    }

    /// Returns the span of a key; `None` if the table does not have it.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|e| e.key == key).map(|e| e.key_span)
    }

    /// Takes a string that is code, a type or a template.
    pub fn code(&mut self, key: &str) -> Option<CodeText> {
        self.node(key).and_then(text)
    }

    /// Takes a string.
    pub fn string(&mut self, key: &str) -> Option<String> {
        self.code(key).map(|text| text.value)
    }

    /// Takes a string that is a name.
    pub fn ident(&mut self, key: &str) -> Option<Ident> {
        self.code(key).map(ident)
    }

    /// Takes a bool, false by default.
    pub fn flag(&mut self, key: &str) -> bool {
        matches!(self.node(key), Some(TomlNode { value: TomlValue::Bool(true), .. }))
    }

    /// Takes a whole number within the range of `T`.
    pub fn number<T: TryFrom<i64>>(&mut self, key: &str) -> Option<T> {
        self.node(key).and_then(|node| number(&node))
    }

    /// Takes the items of a list.
    pub fn list(&mut self, key: &str) -> Vec<TomlNode> {
        match self.node(key) {
            Some(TomlNode { value: TomlValue::Array(items), .. }) => items,
            _ => Vec::new(),
        }
    }

    /// Takes the strings of a list.
    pub fn codes(&mut self, key: &str) -> Vec<CodeText> {
        self.list(key).into_iter().filter_map(text).collect()
    }

    /// Takes the names of a list.
    pub fn idents(&mut self, key: &str) -> Vec<Ident> {
        self.codes(key).into_iter().map(ident).collect()
    }

    /// Takes a name, or the names of a list.
    pub fn one_or_more(&mut self, key: &str) -> Vec<Ident> {
        match self.node(key) {
            Some(TomlNode { value: TomlValue::Array(items), .. }) => {
                items.into_iter().filter_map(text).map(ident).collect()
            }
            Some(node) => text(node).map(ident).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// Takes a list of two numbers, with its span.
    pub fn pair<T: TryFrom<i64>>(&mut self, key: &str) -> Option<((T, T), Span)> {
        let node = self.node(key)?;
        Some((pair_of(&node)?, node.span))
    }

    /// Takes the entries of the table under a key; empty if the value is not a table.
    pub fn entries(&mut self, key: &str) -> Vec<TomlEntry> {
        self.node(key).and_then(Fields::of).map_or_else(Vec::new, |fields| fields.entries)
    }

    /// Takes the parameters under `params`; none if one of them is invalid.
    pub fn params(&mut self) -> Option<Vec<ParamDecl>> {
        let Some(node) = self.node("params") else { return Some(Vec::new()) };
        let of = |entry: TomlEntry| {
            Some(ParamDecl { id: Ident { text: entry.key, span: entry.key_span }, ty: text(entry.value)? })
        };
        Fields::of(node)?.rest().into_iter().map(of).collect()
    }

    /// Returns whether only these keys are left. Any other key may be a misspelt one, which the schema has
    /// reported.
    pub fn only(&self, keys: &[&str]) -> bool {
        self.entries.iter().all(|e| keys.contains(&e.key.as_str()))
    }

    /// Returns the entries that have not been taken.
    pub fn rest(self) -> Vec<TomlEntry> {
        self.entries
    }
}

/// Returns a value as a string.
pub fn text(node: TomlNode) -> Option<Text> {
    if let TomlValue::Text(text) = node.value { Some(text) } else { None }
}

/// Converts a string to a name; its span is that between the quotes.
pub fn ident(text: Text) -> Ident {
    Ident { span: text.span_of(0, text.value.len()), text: text.value }
}

/// Returns a value as a whole number within the range of `T`.
pub fn number<T: TryFrom<i64>>(node: &TomlNode) -> Option<T> {
    if let TomlValue::Int(i) = node.value { T::try_from(i).ok() } else { None }
}

/// Returns a value as a list of two numbers.
pub fn pair_of<T: TryFrom<i64>>(node: &TomlNode) -> Option<(T, T)> {
    match node.as_array()? {
        [first, second] => Some((number(first)?, number(second)?)),
        _ => None,
    }
}

//! Values with their spans: the tree that TOML and CSV become.

use super::text::Text;
use crate::place::Span;

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct TomlNode {
    /// Span of the value; for a table with a header, that of the header (`[cards.badger]`).
    pub span: Span,
    /// The value at the span.
    pub value: TomlValue,
}

/// The value of a [`TomlNode`].
#[derive(Clone, Debug, PartialEq)]
pub enum TomlValue {
    /// A string of any form, decoded, with a map to the bytes of the file.
    Text(Text),
    /// An integer.
    Int(i64),
    /// A number with a decimal point, `inf` or `nan`.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A date or time, as written.
    Datetime(String),
    /// `[ … ]` or repeated `[[ … ]]`.
    Array(Vec<TomlNode>),
    /// A table of any form.
    Table(TomlTable),
}

/// Keys and values, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TomlTable {
    /// The entries; keys are unique.
    pub entries: Vec<TomlEntry>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct TomlEntry {
    /// The key, decoded.
    pub key: String,
    /// Span of the key (the last part of a dotted key).
    pub key_span: Span,
    /// The value, with its span.
    pub value: TomlNode,
}

impl TomlTable {
    /// Returns the key, its span and its value; `None` if the table does not have it.
    pub fn entry(&self, key: &str) -> Option<&TomlEntry> {
        self.entries.iter().find(|e| e.key == key)
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&TomlNode> {
        self.entry(key).map(|e| &e.value)
    }
}

impl TomlNode {
    /// Returns the value, if it is a string.
    pub fn as_text(&self) -> Option<&Text> {
        if let TomlValue::Text(t) = &self.value { Some(t) } else { None }
    }

    /// Returns the value, if it is a table.
    pub fn as_table(&self) -> Option<&TomlTable> {
        if let TomlValue::Table(t) = &self.value { Some(t) } else { None }
    }

    /// Returns the value, if it is an array.
    pub fn as_array(&self) -> Option<&[TomlNode]> {
        if let TomlValue::Array(a) = &self.value { Some(a) } else { None }
    }

    /// Returns the type in an author's words: "a string", "a whole number" …
    pub fn describe(&self) -> &'static str {
        match &self.value {
            TomlValue::Text(_) => "a string",
            TomlValue::Int(_) => "a whole number",
            TomlValue::Float(f) if f.is_nan() => "`nan`",
            TomlValue::Float(f) if f.is_infinite() => "infinite",
            TomlValue::Float(_) => "a number with a decimal point",
            TomlValue::Bool(_) => "true or false",
            TomlValue::Datetime(_) => "a date",
            TomlValue::Array(_) => "a list",
            TomlValue::Table(_) => "a table",
        }
    }
}

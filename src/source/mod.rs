//! Text to a tree in which every key and value knows its bytes.
//!
//! TOML and CSV both become [`Node`]s, so that nothing later has to know which of the two a card came from.

mod csv;
mod text;
mod toml;

pub use self::csv::parse_csv;
pub use self::text::Text;
pub use self::toml::parse_toml;
pub use crate::place::{FileId, SourceFile, Sources, Span};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value's bytes; for a table under a header, the header (`[cards.badger]`).
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// What a [`Node`] holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(Text),
    /// A whole number.
    Int(i64),
    /// A number with a point, `inf` or `nan`.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// A date or time, as written.
    Datetime(String),
    /// `[ … ]` or repeated `[[ … ]]`.
    Array(Vec<Node>),
    /// A table of any form.
    Table(Table),
}

/// Keys and values in the order they stand in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The entries; keys are unique.
    pub entries: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key, decoded.
    pub key: String,
    /// Where it stands (the last part of a dotted key).
    pub key_span: Span,
    /// Its value.
    pub value: Node,
}

impl Table {
    /// The entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.key == key)
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.value)
    }
}

impl Node {
    /// The string, if it is one.
    pub fn as_text(&self) -> Option<&Text> {
        if let Value::Text(t) = &self.value { Some(t) } else { None }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(t) = &self.value { Some(t) } else { None }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Value::Array(a) = &self.value { Some(a) } else { None }
    }

    /// What it is, as an author would call it: "a string", "a whole number" …
    pub fn describe(&self) -> &'static str {
        match &self.value {
            Value::Text(_) => "a string",
            Value::Int(_) => "a whole number",
            Value::Float(_) => "a number with a point",
            Value::Bool(_) => "true or false",
            Value::Datetime(_) => "a date",
            Value::Array(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

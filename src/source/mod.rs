//! Parsers of TOML and CSV, into a tree in which every key and value has its span.
//!
//! TOML and CSV both become [`Node`]s, so that no later step depends on the format of a card. The sheets of workbooks become CSV first.

mod csv;
mod salvage;
mod text;
mod toml;
#[cfg(feature = "sheets")]
mod workbook;

pub use self::csv::parse_csv;
pub use self::salvage::{LostPart, Salvaged, salvage_csv, salvage_toml};
pub use self::text::Text;
pub use self::toml::parse_toml;
#[cfg(feature = "sheets")]
pub use self::workbook::{SheetText, WorkbookError, sheets_of};
pub use crate::place::{FileId, SourceFile, Sources, Span};

/// A value with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Span of the value; for a table with a header, that of the header (`[cards.badger]`).
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// The value of a [`Node`].
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
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
    Array(Vec<Node>),
    /// A table of any form.
    Table(Table),
}

/// Keys and values, in the order of the file.
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
    /// Span of the key (the last part of a dotted key).
    pub key_span: Span,
    /// Its value.
    pub value: Node,
}

impl Table {
    /// Returns the entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|e| e.key == key)
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|e| &e.value)
    }
}

impl Node {
    /// Returns the string, if it is one.
    pub fn as_text(&self) -> Option<&Text> {
        if let Value::Text(t) = &self.value { Some(t) } else { None }
    }

    /// Returns the table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(t) = &self.value { Some(t) } else { None }
    }

    /// Returns the array, if it is one.
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Value::Array(a) = &self.value { Some(a) } else { None }
    }

    /// Returns the type in an author's words: "a string", "a whole number" …
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

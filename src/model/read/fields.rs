//! A table that is taken apart key by key.

use crate::model::{Code, Ident, Param};
use crate::source::{Entry, Node, Span, Table, Text, Value};

/// The entries of a table that have not been taken yet. A value of the wrong sort comes out as none: the schema has
/// spoken of it.
pub struct Fields {
    entries: Vec<Entry>,
    /// Where the table stands: its header.
    pub span: Span,
}

impl Fields {
    /// Of a table.
    pub fn of_table(table: Table, span: Span) -> Self {
        Fields { entries: table.entries, span }
    }

    /// Of a value that should be a table.
    pub fn of(node: Node) -> Option<Self> {
        match node.value {
            Value::Table(table) => Some(Fields::of_table(table, node.span)),
            _ => None,
        }
    }

    /// Of a declaration, which may be shorter than a table: it is then all that stands under the key `""`.
    pub fn of_declaration(node: Node) -> Option<Self> {
        let span = node.span;
        match node.value {
            Value::Table(table) => Some(Fields::of_table(table, span)),
            Value::Text(_) | Value::Array(_) => {
                let entry = Entry { key: String::new(), key_span: span, value: node };
                Some(Fields { entries: vec![entry], span })
            }
            _ => None,
        }
    }

    /// The entry of a key.
    pub fn take(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|e| e.key == key)?;
        Some(self.entries.remove(at))
    }

    /// The value of a key.
    pub fn node(&mut self, key: &str) -> Option<Node> {
        self.take(key).map(|e| e.value)
    }

    /// Where a key stands, if it is there.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entries.iter().find(|e| e.key == key).map(|e| e.key_span)
    }

    /// A string that is code, a type or a template.
    pub fn code(&mut self, key: &str) -> Option<Code> {
        self.node(key).and_then(text)
    }

    /// A string.
    pub fn string(&mut self, key: &str) -> Option<String> {
        self.code(key).map(|text| text.value)
    }

    /// A string that names something.
    pub fn ident(&mut self, key: &str) -> Option<Ident> {
        self.code(key).map(ident)
    }

    /// `true` or `false`; false where nothing is said.
    pub fn flag(&mut self, key: &str) -> bool {
        matches!(self.node(key), Some(Node { value: Value::Bool(true), .. }))
    }

    /// A whole number that `T` can hold.
    pub fn number<T: TryFrom<i64>>(&mut self, key: &str) -> Option<T> {
        self.node(key).and_then(|node| number(&node))
    }

    /// The items of a list.
    pub fn list(&mut self, key: &str) -> Vec<Node> {
        match self.node(key) {
            Some(Node { value: Value::Array(items), .. }) => items,
            _ => Vec::new(),
        }
    }

    /// The strings of a list.
    pub fn codes(&mut self, key: &str) -> Vec<Code> {
        self.list(key).into_iter().filter_map(text).collect()
    }

    /// The names of a list.
    pub fn idents(&mut self, key: &str) -> Vec<Ident> {
        self.codes(key).into_iter().map(ident).collect()
    }

    /// A name, or the names of a list.
    pub fn one_or_more(&mut self, key: &str) -> Vec<Ident> {
        match self.node(key) {
            Some(Node { value: Value::Array(items), .. }) => items.into_iter().filter_map(text).map(ident).collect(),
            Some(node) => text(node).map(ident).into_iter().collect(),
            None => Vec::new(),
        }
    }

    /// A list of two numbers, and where it stands.
    pub fn pair<T: TryFrom<i64>>(&mut self, key: &str) -> Option<((T, T), Span)> {
        let node = self.node(key)?;
        Some((pair_of(&node)?, node.span))
    }

    /// The entries of the table under a key; none where it is no table.
    pub fn entries(&mut self, key: &str) -> Vec<Entry> {
        self.node(key).and_then(Fields::of).map_or_else(Vec::new, |fields| fields.entries)
    }

    /// The parameters under `params`. None: one of them is not as it should be.
    pub fn params(&mut self) -> Option<Vec<Param>> {
        let Some(node) = self.node("params") else { return Some(Vec::new()) };
        let of =
            |entry: Entry| Some(Param { id: Ident { text: entry.key, span: entry.key_span }, ty: text(entry.value)? });
        Fields::of(node)?.rest().into_iter().map(of).collect()
    }

    /// Whether nothing stands here but these keys. Otherwise one of them may have been meant: the schema has said so.
    pub fn only(&self, keys: &[&str]) -> bool {
        self.entries.iter().all(|e| keys.contains(&e.key.as_str()))
    }

    /// What has not been taken.
    pub fn rest(self) -> Vec<Entry> {
        self.entries
    }
}

/// A value as a string.
pub fn text(node: Node) -> Option<Text> {
    if let Value::Text(text) = node.value { Some(text) } else { None }
}

/// A string as a name: it stands between the quotes.
pub fn ident(text: Text) -> Ident {
    Ident { span: text.span_of(0, text.value.len()), text: text.value }
}

/// A value as a whole number that `T` can hold.
pub fn number<T: TryFrom<i64>>(node: &Node) -> Option<T> {
    if let Value::Int(i) = node.value { T::try_from(i).ok() } else { None }
}

/// A list of two numbers.
pub fn pair_of<T: TryFrom<i64>>(node: &Node) -> Option<(T, T)> {
    match node.as_array()? {
        [first, second] => Some((number(first)?, number(second)?)),
        _ => None,
    }
}

//! Our own trees as the validator reads them, in place: no JSON is made of a file that is in order.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node as JsonNode, NodeIdentity, Object};
use serde_json::{Map, Number, Value as JsonValue};

use crate::source::{Entry, Node, Table, Value};

/// The trees of [`crate::source`], as a representation of JSON.
pub enum Tree {}

/// A part of a tree: the whole file, a value, or a key.
#[derive(Clone, Copy)]
pub enum Part<'a> {
    /// The file.
    Root(&'a Table),
    /// A value in it.
    Node(&'a Node),
    /// A key, where the schema speaks of keys.
    Key(&'a str),
}

impl Json for Tree {
    type Node<'a> = Part<'a>;
    type PreparedKey = String;
    type StringBuffer = ();

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Part<'_>) -> T) -> T {
        f(Part::Key(string))
    }
}

impl<'a> JsonNode<'a, Tree> for Part<'a> {
    type Object = &'a [Entry];
    type Array = &'a [Node];
    type Number = Num;

    fn as_object(&self) -> Option<&'a [Entry]> {
        match self {
            Part::Root(table) => Some(&table.entries),
            Part::Node(Node { value: Value::Table(table), .. }) => Some(&table.entries),
            _ => None,
        }
    }

    fn as_array(&self) -> Option<&'a [Node]> {
        if let Part::Node(Node { value: Value::Array(items), .. }) = self { Some(items) } else { None }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self {
            Part::Key(key) => Some(Cow::Borrowed(key)),
            Part::Node(Node { value: Value::Text(text), .. }) => Some(Cow::Borrowed(&text.value)),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<Num> {
        match self {
            Part::Node(Node { value: Value::Int(i), .. }) => Some(Num::Int(*i)),
            Part::Node(Node { value: Value::Float(f), .. }) if f.is_finite() => Some(Num::Float(*f)),
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        if let Part::Node(Node { value: Value::Bool(b), .. }) = self { Some(*b) } else { None }
    }

    fn is_null(&self) -> bool {
        self.json_type() == JsonType::Null
    }

    fn json_type(&self) -> JsonType {
        match self {
            Part::Root(_) => JsonType::Object,
            Part::Key(_) => JsonType::String,
            Part::Node(node) => match &node.value {
                Value::Text(_) => JsonType::String,
                Value::Int(_) => JsonType::Number,
                Value::Float(f) if f.is_finite() => JsonType::Number,
                Value::Bool(_) => JsonType::Boolean,
                Value::Array(_) => JsonType::Array,
                Value::Table(_) => JsonType::Object,
                // JSON has neither dates nor infinity; no schema of ours asks for null, so all of them refuse these.
                Value::Float(_) | Value::Datetime(_) => JsonType::Null,
            },
        }
    }

    fn equals_value(&self, expected: &JsonValue) -> bool {
        match (self.as_string(), expected) {
            (Some(own), JsonValue::String(expected)) => own == expected.as_str(),
            (None, JsonValue::String(_)) => false,
            _ => *self.to_value() == *expected,
        }
    }

    fn to_value(&self) -> Cow<'a, JsonValue> {
        Cow::Owned(match self {
            Part::Root(_) => JsonValue::Object(Map::new()),
            Part::Key(key) => JsonValue::from(*key),
            Part::Node(node) => node_value(node),
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let address = match self {
            Part::Root(table) => std::ptr::from_ref::<Table>(table) as usize,
            Part::Node(node) => std::ptr::from_ref::<Node>(node) as usize,
            Part::Key(_) => return None,
        };
        Some(NodeIdentity::new(address))
    }
}

/// A value as JSON, for comparing. Tables come out empty: nothing of ours is compared with a table, and an error holds
/// on to the value it is about, which may be the whole file.
fn node_value(node: &Node) -> JsonValue {
    match &node.value {
        Value::Text(text) => JsonValue::from(text.value.as_str()),
        Value::Int(i) => JsonValue::from(*i),
        Value::Float(f) => Number::from_f64(*f).map_or(JsonValue::Null, JsonValue::Number),
        Value::Bool(b) => JsonValue::from(*b),
        Value::Datetime(_) => JsonValue::Null,
        Value::Array(items) if items.iter().all(|i| i.as_array().is_none()) => {
            JsonValue::Array(items.iter().map(node_value).collect())
        }
        Value::Array(_) => JsonValue::Array(Vec::new()),
        Value::Table(_) => JsonValue::Object(Map::new()),
    }
}

impl<'a> Object<'a, Tree> for &'a [Entry] {
    type Node = Part<'a>;
    type MemberName = &'a str;
    type MembersIter = Members<'a>;

    fn len(&self) -> usize {
        <[Entry]>::len(self)
    }

    fn get(&self, key: &String) -> Option<Part<'a>> {
        self.iter().find(|e| e.key == *key).map(|e| Part::Node(&e.value))
    }

    fn members(&self) -> Members<'a> {
        Members(self.iter())
    }
}

/// The entries of a table.
pub struct Members<'a>(std::slice::Iter<'a, Entry>);

impl<'a> Iterator for Members<'a> {
    type Item = (&'a str, Part<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|e| (e.key.as_str(), Part::Node(&e.value)))
    }
}

impl<'a> Array<'a, Tree> for &'a [Node] {
    type Node = Part<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        <[Node]>::len(self)
    }

    fn elements(&self) -> Elements<'a> {
        Elements(self.iter())
    }
}

/// The items of a list.
pub struct Elements<'a>(std::slice::Iter<'a, Node>);

impl<'a> Iterator for Elements<'a> {
    type Item = Part<'a>;

    fn next(&mut self) -> Option<Part<'a>> {
        self.0.next().map(Part::Node)
    }
}

/// A number of a tree.
#[derive(Clone, Copy)]
pub enum Num {
    /// Whole.
    Int(i64),
    /// With a point; finite.
    Float(f64),
}

impl JsonNumber for Num {
    fn as_u64(&self) -> Option<u64> {
        self.as_i64().and_then(|i| u64::try_from(i).ok())
    }

    fn as_i64(&self) -> Option<i64> {
        if let Num::Int(i) = self { Some(*i) } else { None }
    }

    fn as_f64(&self) -> Option<f64> {
        Some(match self {
            Num::Int(i) => *i as f64,
            Num::Float(f) => *f,
        })
    }

    fn as_str(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_number().to_string())
    }

    fn to_number(&self) -> Cow<'_, Number> {
        Cow::Owned(match self {
            Num::Int(i) => Number::from(*i),
            Num::Float(f) => Number::from_f64(*f).unwrap_or_else(|| Number::from(0)),
        })
    }

    /// To an author `3.0` is no whole number, whatever JSON Schema says.
    fn is_integer(&self) -> bool {
        matches!(self, Num::Int(_))
    }
}

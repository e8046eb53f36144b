//! Our own trees as the validator reads them, in place: no JSON is made of a file that is in order.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node as JsonNode, NodeIdentity, Object};
use serde_json::{Map, Number, Value as JsonValue};

use crate::source::{TomlEntry, TomlNode, TomlTable, TomlValue};

/// The trees of [`crate::source`], as a representation of JSON.
pub enum SchemaTree {}

/// A part of a tree: the whole file, a value, or a key.
#[derive(Clone, Copy)]
pub enum TreePart<'a> {
    /// The whole file.
    Root(&'a TomlTable),
    /// A value in it.
    Node(&'a TomlNode),
    /// A key, where the schema speaks of keys.
    Key(&'a str),
}

impl Json for SchemaTree {
    type Node<'a> = TreePart<'a>;
    type PreparedKey = String;
    type StringBuffer = ();

    fn prepare_key(key: &str) -> String {
        key.to_owned()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(TreePart<'_>) -> T) -> T {
        f(TreePart::Key(string))
    }
}

impl<'a> JsonNode<'a, SchemaTree> for TreePart<'a> {
    type Object = &'a [TomlEntry];
    type Array = &'a [TomlNode];
    type Number = Num;

    fn as_object(&self) -> Option<&'a [TomlEntry]> {
        match self {
            TreePart::Root(table) => Some(&table.entries),
            TreePart::Node(TomlNode { value: TomlValue::Table(table), .. }) => Some(&table.entries),
            _ => None,
        }
    }

    fn as_array(&self) -> Option<&'a [TomlNode]> {
        if let TreePart::Node(TomlNode { value: TomlValue::Array(items), .. }) = self {
            Some(items)
        } else {
            None
        }
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        match self {
            TreePart::Key(key) => Some(Cow::Borrowed(key)),
            TreePart::Node(TomlNode { value: TomlValue::Text(text), .. }) => Some(Cow::Borrowed(&text.value)),
            _ => None,
        }
    }

    fn as_number(&self) -> Option<Num> {
        match self {
            TreePart::Node(TomlNode { value: TomlValue::Int(i), .. }) => Some(Num::Int(*i)),
            TreePart::Node(TomlNode { value: TomlValue::Float(f), .. }) if f.is_finite() => {
                Some(Num::Float(*f))
            }
            _ => None,
        }
    }

    fn as_boolean(&self) -> Option<bool> {
        if let TreePart::Node(TomlNode { value: TomlValue::Bool(b), .. }) = self { Some(*b) } else { None }
    }

    fn is_null(&self) -> bool {
        self.json_type() == JsonType::Null
    }

    fn json_type(&self) -> JsonType {
        match self {
            TreePart::Root(_) => JsonType::Object,
            TreePart::Key(_) => JsonType::String,
            TreePart::Node(node) => match &node.value {
                TomlValue::Text(_) => JsonType::String,
                TomlValue::Int(_) => JsonType::Number,
                TomlValue::Float(f) if f.is_finite() => JsonType::Number,
                TomlValue::Bool(_) => JsonType::Boolean,
                TomlValue::Array(_) => JsonType::Array,
                TomlValue::Table(_) => JsonType::Object,
                // JSON has neither dates nor infinity. As no schema of Cardwright accepts null, all of them
                // refuse these.
                TomlValue::Float(_) | TomlValue::Datetime(_) => JsonType::Null,
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
            TreePart::Root(_) => JsonValue::Object(Map::new()),
            TreePart::Key(key) => JsonValue::from(*key),
            TreePart::Node(node) => node_value(node),
        })
    }

    fn identity(&self) -> Option<NodeIdentity> {
        let address = match self {
            TreePart::Root(table) => std::ptr::from_ref::<TomlTable>(table) as usize,
            TreePart::Node(node) => std::ptr::from_ref::<TomlNode>(node) as usize,
            TreePart::Key(_) => return None,
        };
        Some(NodeIdentity::new(address))
    }
}

/// A value as JSON, for comparing. Tables become empty: no schema compares anything with a table, and an
/// error owns the value it is about, which may be the whole file.
fn node_value(node: &TomlNode) -> JsonValue {
    match &node.value {
        TomlValue::Text(text) => JsonValue::from(text.value.as_str()),
        TomlValue::Int(i) => JsonValue::from(*i),
        TomlValue::Float(f) => Number::from_f64(*f).map_or(JsonValue::Null, JsonValue::Number),
        TomlValue::Bool(b) => JsonValue::from(*b),
        TomlValue::Datetime(_) => JsonValue::Null,
        TomlValue::Array(items) if items.iter().all(|i| i.as_array().is_none()) => {
            JsonValue::Array(items.iter().map(node_value).collect())
        }
        TomlValue::Array(_) => JsonValue::Array(Vec::new()),
        TomlValue::Table(_) => JsonValue::Object(Map::new()),
    }
}

impl<'a> Object<'a, SchemaTree> for &'a [TomlEntry] {
    type Node = TreePart<'a>;
    type MemberName = &'a str;
    type MembersIter = TableMembers<'a>;

    fn len(&self) -> usize {
        <[TomlEntry]>::len(self)
    }

    fn get(&self, key: &String) -> Option<TreePart<'a>> {
        self.iter().find(|e| e.key == *key).map(|e| TreePart::Node(&e.value))
    }

    fn members(&self) -> TableMembers<'a> {
        TableMembers(self.iter())
    }
}

pub struct TableMembers<'a>(std::slice::Iter<'a, TomlEntry>);

impl<'a> Iterator for TableMembers<'a> {
    type Item = (&'a str, TreePart<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|e| (e.key.as_str(), TreePart::Node(&e.value)))
    }
}

impl<'a> Array<'a, SchemaTree> for &'a [TomlNode] {
    type Node = TreePart<'a>;
    type ElementsIter = Elements<'a>;

    fn len(&self) -> usize {
        <[TomlNode]>::len(self)
    }

    fn elements(&self) -> Elements<'a> {
        Elements(self.iter())
    }
}

/// The items of a list.
pub struct Elements<'a>(std::slice::Iter<'a, TomlNode>);

impl<'a> Iterator for Elements<'a> {
    type Item = TreePart<'a>;

    fn next(&mut self) -> Option<TreePart<'a>> {
        self.0.next().map(TreePart::Node)
    }
}

/// A number of a tree.
#[derive(Clone, Copy)]
pub enum Num {
    /// A whole number.
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

    /// To an author `3.0` is not an integer, although JSON Schema accepts it as one.
    fn is_integer(&self) -> bool {
        matches!(self, Num::Int(_))
    }
}

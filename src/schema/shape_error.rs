//! Errors in the shape of a file, the same for both validators.

use serde_json::Value as JsonValue;

/// A type of values in a schema, in the order in which messages list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SchemaType {
    /// `null`: no schema of ours asks for it. Dates and infinity, for which JSON has no words, count as it,
    /// so all schemas refuse them.
    Null,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `string`
    String,
    /// `array`
    Array,
    /// `object`
    Object,
}

/// A step of a path into a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathStep {
    /// The value of a key.
    Key(String),
    /// An item of a list, from 0. A key that consists of digits may look like one.
    Index(usize),
}

/// An error of a validator.
pub struct ShapeError {
    /// The path to the value.
    pub path: Vec<PathStep>,
    /// The schema that contains the failed keyword.
    pub schema: &'static JsonValue,
    /// The failed keyword.
    pub kind: ShapeErrorKind,
}

/// A failed keyword of JSON Schema.
pub enum ShapeErrorKind {
    /// `additionalProperties`: the keys that are not allowed, in the order of the file.
    UnknownKeys(Vec<String>),
    /// `required` or `dependencies`: a key that is not there.
    MissingKey(String),
    /// `type`: the types that are allowed, in order.
    WrongType(Vec<SchemaType>),
    /// `enum`: the values that are allowed.
    NotAChoice(JsonValue),
    /// `pattern`: the regular expression.
    Pattern(String),
    /// `minimum`: the limit.
    TooSmall(JsonValue),
    /// `maximum`: the limit.
    TooGreat(JsonValue),
    /// `minItems` or `maxItems`.
    WrongCount,
    /// `uniqueItems`.
    Repeated,
    /// `minLength`.
    TooShort,
    /// Another keyword.
    Other,
}

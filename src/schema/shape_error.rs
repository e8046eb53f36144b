//! Errors in the shape of a file, the same for both validators.

use serde_json::Value as JsonValue;

/// A type of values in a schema, in the order in which messages list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SchemaType {
    /// `null`, which no schema of Cardwright accepts. Dates and infinity, which JSON cannot express, have
    /// this type, so all schemas refuse them.
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

/// Writes a path with dots: `cards.badger.costs.0`.
fn shown(path: &[PathStep]) -> String {
    let steps = path.iter().map(|step| match step {
        PathStep::Key(key) => key.clone(),
        PathStep::Index(index) => index.to_string(),
    });
    steps.collect::<Vec<String>>().join(".")
}

/// An error of a validator.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the value at `{}` {kind}", shown(.path))]
pub struct ShapeError {
    /// The path to the value.
    pub path: Vec<PathStep>,
    /// The schema that contains the failed keyword.
    pub schema: &'static JsonValue,
    /// The keyword of JSON Schema that rejects the value.
    pub kind: ShapeErrorKind,
}

/// A failed keyword of JSON Schema.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeErrorKind {
    /// `additionalProperties`: the keys that are not allowed, in the order of the file.
    #[error("has keys that are not allowed: {}", .0.join(", "))]
    UnknownKeys(Vec<String>),
    /// `required` or `dependencies`: a key that is not there.
    #[error("has no key `{0}`")]
    MissingKey(String),
    /// `type`: the types that are allowed, in order.
    #[error("has another type than allowed")]
    WrongType(Vec<SchemaType>),
    /// `enum`: the values that are allowed.
    #[error("is not one of {0}")]
    NotAChoice(JsonValue),
    /// `pattern`: the regular expression.
    #[error("does not match {0}")]
    Pattern(String),
    /// `minimum`: the limit.
    #[error("is less than {0}")]
    TooSmall(JsonValue),
    /// `maximum`: the limit.
    #[error("is greater than {0}")]
    TooGreat(JsonValue),
    /// `minItems` or `maxItems`.
    #[error("has too many items, or too few")]
    WrongCount,
    /// `uniqueItems`.
    #[error("has an item twice")]
    Repeated,
    /// `minLength`.
    #[error("is too short")]
    TooShort,
    /// `maxLength`: the number of characters.
    #[error("is longer than {0} characters")]
    TooLong(u64),
    /// A keyword without a form of its own here. No schema of ours has one, so a build without the crate
    /// `jsonschema` does not know of it.
    #[cfg(feature = "jsonschema")]
    #[error("is not allowed by the schema")]
    Other,
}

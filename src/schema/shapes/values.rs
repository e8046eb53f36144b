//! Shapes of values that several types of files share.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value, json};

use super::inline::inline_schema;
use super::patterns::{HOLDER_PATTERN, ID_PATTERN};

/// An id: the key of a declaration, or a new name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct IdShape;

inline_schema!(IdShape, "Id", |_| json_schema!({ "type": "string", "pattern": ID_PATTERN }));

/// Declarations by their ids.
pub(super) type DeclarationMap<T> = BTreeMap<IdShape, T>;

/// Values of an enum.
pub(super) struct EnumValues;

inline_schema!(EnumValues, "EnumValues", |generator| {
    json_schema!({ "type": "array", "items": IdShape::json_schema(generator), "minItems": 1, "uniqueItems": true })
});

/// Values of an enum: a list, or a table with `values` and `ordered`.
pub(super) struct EnumDeclaration;

inline_schema!(EnumDeclaration, "EnumDeclaration", |generator| {
    json_schema!({
        "type": ["array", "object"],
        "items": IdShape::json_schema(generator), "minItems": 1, "uniqueItems": true,
        "properties": {
            "values": EnumValues::json_schema(generator),
            "ordered": { "description": "True if rules may compare the values: `size < large`. The first listed is the least.", "type": "boolean" },
        },
        "required": ["values"],
        "additionalProperties": false,
    })
});

/// Faces of a die: words or whole numbers, a face perhaps several times.
pub(super) struct Faces;

inline_schema!(Faces, "Faces", |_| {
    json_schema!({ "type": "array", "items": { "type": ["string", "integer"] }, "minItems": 1, "maxItems": 1000 })
});

/// Limits on the copies of each card in a list: `[fewest, most]`, or an expression for the most.
pub(super) struct CardCopies;

inline_schema!(CardCopies, "CardCopies", |_| {
    let number = json!({ "type": "integer", "minimum": 0, "maximum": 100_000 });
    json_schema!({ "type": ["array", "string"], "items": number, "minItems": 2, "maxItems": 2 })
});

/// Text printed for a value.
pub(super) struct LabelShape;

inline_schema!(LabelShape, "Printed", |_| json_schema!({ "type": "string", "minLength": 1 }));

/// Cells of a board.
pub(super) struct Cells;

inline_schema!(Cells, "Cells", |generator| {
    json_schema!({ "type": "array", "items": IdShape::json_schema(generator), "uniqueItems": true })
});

/// A key of a scenario's `[state]`: `round`, `coins[1]` of the first player, `wet[oar#2]` of a component, or
/// `rank[a1 h1]` of some cells.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Holder;

inline_schema!(Holder, "Holder", |_| json_schema!({ "type": "string", "pattern": HOLDER_PATTERN }));

/// A key of a scenario's `[zones]` and `[chance]`: `hand`, `hand[1]` of the first player, or `lines[1][red]`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ZoneLocation;

inline_schema!(ZoneLocation, "Place", |_| {
    json_schema!({ "type": "string", "pattern": r"^[a-z][a-z0-9_]*(\[[^\[\]]+\])*$" })
});

/// One plain value: a string, a whole number, true or false.
pub(super) struct Scalar;

inline_schema!(Scalar, "Scalar", |_| json_schema!({ "type": ["string", "integer", "boolean"] }));

/// A plain value; a list, for a set or for an amount over a range of numbers; or a table, for an amount.
pub(super) struct FieldValue;

inline_schema!(FieldValue, "FieldValue", |_| {
    let amount = json!({ "type": "integer" });
    json_schema!({
        "type": ["string", "integer", "boolean", "array", "object"],
        "items": { "type": ["string", "integer", "object"], "additionalProperties": amount },
        "additionalProperties": { "type": ["integer", "array", "object"] },
    })
});

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Require {
    /// Condition that must hold.
    #[schemars(example = &"variant == duel or player_count >= 3")]
    that: String,
    /// Message shown when the condition does not hold.
    #[schemars(example = &"The base game needs at least three players.")]
    text: String,
}

/// Allows a string in place of a table. JSON Schema's keywords for objects ignore strings.
pub(super) fn or_string(schema: &mut Schema) {
    schema.insert("type".to_owned(), json!(["string", "object"]));
}

/// Requires further keys beside a key: `(key, its companions)`.
pub(super) fn needs(schema: &mut Schema, needs: &[(&str, &[&str])]) {
    let map: Map<String, Value> =
        needs.iter().map(|(key, others)| ((*key).to_owned(), json!(others))).collect();
    schema.insert("dependencies".to_owned(), Value::Object(map));
}

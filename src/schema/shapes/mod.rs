//! The shapes as types. They are never made: `schemars` reads them, and their comments are what an editor
//! shows.

#![expect(dead_code, reason = "only the derived schemas of these types are used")]

mod actions;
mod cards;
mod deck;
mod game;
mod members;
mod print;
mod rules;
mod scenario;
mod stamps;
mod texts;
mod tournament;

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

pub use self::cards::CARD_KEYS;
use super::FileShape;

/// What an id looks like, as a regular expression.
pub const ID_PATTERN: &str = "^[a-z][a-z0-9_]*$";

/// What the id of a game looks like.
pub const GAME_ID_PATTERN: &str = "^[a-z][a-z0-9-]*$";

/// What the tag of a language looks like: `en`, `pt-BR`.
pub const LANGUAGE_PATTERN: &str = "^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$";

/// The pattern of a colour.
pub const COLOUR_PATTERN: &str = "^#[0-9a-fA-F]{6}$";

/// What a key of a scenario's `[state]` looks like: a name, or a name with a seat, a
/// component (by its id or printed name) or cells, and with values of an amount.
pub const HOLDER_PATTERN: &str = r"^[a-z][a-z0-9_]*(\[[^\[\]]+\]){0,3}$";

/// Most columns or rows of a board: columns are letters.
pub const MOST_COLUMNS: u16 = 26;

/// Most seats a table can have.
const MOST_PLAYERS: u8 = 32;

/// The schema of a sort of file.
pub fn schema_of(shape: FileShape) -> Value {
    match shape {
        FileShape::Game => {
            let mut schema = generate::<game::GameFile>();
            let rules = generate::<rules::RulesFile>();
            // `game.toml` holds whatever a rules file may hold, after `[game]`.
            if let (Some(Value::Object(to)), Some(Value::Object(from))) =
                (schema.get_mut("properties"), rules.get("properties"))
            {
                to.extend(from.iter().map(|(key, value)| (key.clone(), value.clone())));
            }
            schema
        }
        FileShape::Rules => generate::<rules::RulesFile>(),
        FileShape::Cards => generate::<cards::CardsFile>(),
        FileShape::Deck => generate::<deck::DeckFile>(),
        FileShape::Scenario => generate::<scenario::ScenarioFile>(),
        FileShape::Print => generate::<print::PrintTomlFile>(),
        FileShape::Texts => generate::<texts::TextsFile>(),
        FileShape::Stamps => generate::<stamps::StampsFile>(),
        FileShape::Tournament => generate::<tournament::TournamentFile>(),
    }
}

fn generate<T: JsonSchema>() -> Value {
    // Nothing here is recursive, so everything is written out where it stands: editors differ in what they
    // make of a description beside a `$ref`, and the place of an error in the schema is a plain pointer.
    let mut settings = SchemaSettings::draft07().with_transform(tidy);
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // What it is comes first, for whoever opens the file.
    let mut sorted = Map::new();
    for key in ["$schema", "title", "description"] {
        sorted.extend(schema.remove(key).map(|value| (key.to_owned(), value)));
    }
    sorted.extend(schema.as_object_mut().map(std::mem::take).unwrap_or_default());
    Value::Object(sorted)
}

/// Takes out what means nothing in TOML: `null`, the widths of Rust's integers, line breaks of comments.
fn tidy(schema: &mut Schema) {
    transform_subschemas(&mut tidy, schema);
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(Value::Array(any)) = object.get_mut("anyOf") {
        any.retain(|option| option.get("type").is_none_or(|t| t != "null"));
        if any.len() == 1
            && let Some(Value::Object(only)) = any.pop()
        {
            object.remove("anyOf");
            for (key, value) in only {
                object.entry(key).or_insert(value);
            }
        }
    }
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|t| t != "null");
        if types.len() == 1 {
            object["type"] = types.remove(0);
        }
    }
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        values.retain(|v| !v.is_null());
    }
    // Named values, each with its comment: one `enum`, whose comments Taplo shows.
    if let Some(Value::Array(variants)) = object.get("oneOf") {
        let names: Vec<Value> = variants.iter().filter_map(|v| v.get("const").cloned()).collect();
        let comments: Vec<Value> =
            variants.iter().map(|v| v.get("description").cloned().unwrap_or_default()).collect();
        if names.len() == variants.len() {
            object.remove("oneOf");
            object.insert("type".to_owned(), json!("string"));
            object.insert("enum".to_owned(), Value::Array(names));
            object.insert("x-taplo".to_owned(), json!({ "docs": { "enumValues": comments } }));
        }
    }
    object.remove("format");
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text =
            text.split("\n\n").map(|paragraph| paragraph.replace('\n', " ")).collect::<Vec<_>>().join("\n\n");
    }
}

/// An id: a key of a table of declarations, or something new that is named.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct IdShape;

impl JsonSchema for IdShape {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Id".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": ID_PATTERN })
    }
}

/// Declarations by their ids.
type DeclarationMap<T> = BTreeMap<IdShape, T>;

/// The values of an enum.
struct EnumValues;

impl JsonSchema for EnumValues {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EnumValues".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": IdShape::json_schema(generator), "minItems": 1, "uniqueItems": true })
    }
}

/// The values of an enum, as a list, or beside `ordered`.
struct EnumDeclaration;

impl JsonSchema for EnumDeclaration {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "EnumDeclaration".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["array", "object"],
            "items": IdShape::json_schema(generator), "minItems": 1, "uniqueItems": true,
            "properties": {
                "values": EnumValues::json_schema(generator),
                "ordered": { "description": "Values compare, the first listed being the least: `size < large`.", "type": "boolean" },
            },
            "required": ["values"],
            "additionalProperties": false,
        })
    }
}

/// The faces of a die.
struct Faces;

impl JsonSchema for Faces {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Faces".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": { "type": ["string", "integer"] }, "minItems": 1, "maxItems": 1000 })
    }
}

/// How many of each card a list may have.
struct CardCopies;

impl JsonSchema for CardCopies {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CardCopies".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let number = json!({ "type": "integer", "minimum": 0, "maximum": 100_000 });
        json_schema!({ "type": ["array", "string"], "items": number, "minItems": 2, "maxItems": 2 })
    }
}

/// What people read for a value.
struct LabelShape;

impl JsonSchema for LabelShape {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Printed".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1 })
    }
}

/// Cells of a board.
struct Cells;

impl JsonSchema for Cells {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Cells".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "array", "items": IdShape::json_schema(generator), "uniqueItems": true })
    }
}

/// `round`, `coins[1]` of the first player, `wet[oar#2]` of a component, or `rank[a1 h1]` of some cells: a
/// key of a scenario's `[state]`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Holder;

impl JsonSchema for Holder {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Holder".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": HOLDER_PATTERN })
    }
}

/// `hand`, or `hand[1]` of the first player, or `lines[1][red]`: a key of a scenario's `[zones]` and
/// `[chance]`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct ZoneLocation;

impl JsonSchema for ZoneLocation {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": r"^[a-z][a-z0-9_]*(\[[^\[\]]+\])*$" })
    }
}

/// One plain value: a string, a whole number, true or false.
struct Scalar;

impl JsonSchema for Scalar {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Scalar".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "integer", "boolean"] })
    }
}

/// A plain value, a list (a set; or an amount for each number of a range), or a table (an amount).
struct FieldValue;

impl JsonSchema for FieldValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "FieldValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let amount = json!({ "type": "integer" });
        json_schema!({
            "type": ["string", "integer", "boolean", "array", "object"],
            "items": { "type": ["string", "integer", "object"], "additionalProperties": amount },
            "additionalProperties": { "type": ["integer", "array", "object"] },
        })
    }
}

/// Lets a table be written as one string instead: the keywords that speak of tables do not look at strings.
fn or_string(schema: &mut Schema) {
    schema.insert("type".to_owned(), json!(["string", "object"]));
}

/// Says that where one key stands, others must: `(key, its companions)`.
fn needs(schema: &mut Schema, needs: &[(&str, &[&str])]) {
    let map: Map<String, Value> =
        needs.iter().map(|(key, others)| ((*key).to_owned(), json!(others))).collect();
    schema.insert("dependencies".to_owned(), Value::Object(map));
}

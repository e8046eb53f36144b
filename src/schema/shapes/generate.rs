//! Generates the JSON Schema of each type of file from its shape.

use std::sync::OnceLock;

use schemars::generate::SchemaSettings;
use schemars::transform::transform_subschemas;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use super::{cards, deck, game, print, rules, scenario, stamps, texts, tournament};
use crate::schema::file_shape::FileShape;

/// Returns the schema of a type of file.
fn schema_of(shape: FileShape) -> Value {
    match shape {
        FileShape::Game => {
            let mut schema = generate::<game::GameFile>();
            let rules = generate::<rules::RulesFile>();
            // `game.toml` may hold all that a rules file may hold, after `[game]`.
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
    // No shape is recursive, so all schemas are inlined: editors differ in how they treat a description
    // beside a `$ref`, and the place of an error in the schema is a plain pointer.
    let mut settings = SchemaSettings::draft07().with_transform(tidy);
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    // The title and the description come first, for people who read the file.
    let mut sorted = Map::new();
    for key in ["$schema", "title", "description"] {
        sorted.extend(schema.remove(key).map(|value| (key.to_owned(), value)));
    }
    sorted.extend(schema.as_object_mut().map(std::mem::take).unwrap_or_default());
    Value::Object(sorted)
}

/// Removes all that has no meaning in TOML: `null`, the widths of Rust's integers, line breaks of comments.
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
    // Named values, each with its comment, become one `enum`, whose comments Taplo shows.
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

impl FileShape {
    /// Returns the JSON Schema of this type of file, which is the same for all games. It is draft 7, which
    /// every TOML editor understands.
    pub fn schema(self) -> &'static Value {
        static SCHEMAS: [OnceLock<Value>; 9] = [const { OnceLock::new() }; 9];
        SCHEMAS[self as usize].get_or_init(|| schema_of(self))
    }
}

/// Formats a schema for a file: indented by two, with a final newline.
pub fn to_text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

//! `decks/*.toml`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

/// A deck list.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "deck")]
pub struct DeckFile {
    /// What it is called; if not said, it is made of the file's name.
    #[schemars(length(min = 1), example = &"The full set")]
    name: Option<String>,
    /// The cards, by id or by printed name, and how many of each.
    #[schemars(transform = how_many)]
    cards: BTreeMap<String, u32>,
}

fn how_many(schema: &mut Schema) {
    schema.insert("additionalProperties".to_owned(), json!({ "type": "integer", "minimum": 1, "maximum": 100_000 }));
}

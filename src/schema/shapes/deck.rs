//! `decks/*.toml`, and `[deck]`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::values::{CardCopies, DeclarationMap, Require};

/// A deck list.
#[derive(JsonSchema)]
#[schemars(title = "deck", transform = parts)]
pub struct DeckFile {
    /// What it is called; if not said, it is made of the file's name.
    #[schemars(length(min = 1), example = &"The full set")]
    name: Option<String>,
    /// The cards, by id or by printed name, and how many of each.
    #[schemars(transform = how_many)]
    cards: BTreeMap<String, u32>,
}

/// Other tables are parts of the list.
fn parts(schema: &mut Schema) {
    let count = json!({ "type": "integer", "minimum": 1, "maximum": 100_000 });
    let part = json!({ "description": "A part of the list: cards, and how many of each.", "type": "object", "additionalProperties": count });
    schema.insert("additionalProperties".to_owned(), part);
}

fn how_many(schema: &mut Schema) {
    schema.insert(
        "additionalProperties".to_owned(),
        json!({ "type": "integer", "minimum": 1, "maximum": 100_000 }),
    );
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Deck {
    /// Fewest and most cards: `[40, 60]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 0, max = 100_000)), example = (40, 60))]
    size: Option<Vec<u32>>,
    /// Fewest and most of each card: `[0, 4]`; or the most, an expression over the card: `"99 if basic else
    /// 4"`.
    copies: Option<CardCopies>,
    /// Exactly every card of the game, in its number.
    complete: Option<bool>,
    /// Which kinds may be in it; all, if not said.
    #[schemars(extend("uniqueItems" = true), example = ("unit", "spell"))]
    kinds: Option<Vec<String>>,
    /// What else must hold; `cards` is the set of all cards in the list.
    require: Option<Vec<Require>>,
    /// Parts of a list besides `[cards]`: a hero, a sideboard.
    parts: Option<DeclarationMap<DeckPart>>,
}

/// What stands in a list under its own heading.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DeckPart {
    /// Fewest and most cards: `[1, 1]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 0, max = 100_000)), example = (1, 1))]
    size: Option<Vec<u32>>,
    /// Fewest and most of each card: `[0, 4]`; or the most, an expression over the card: `"99 if basic else
    /// 4"`.
    copies: Option<CardCopies>,
    /// Which kinds may be in it; all, if not said.
    #[schemars(extend("uniqueItems" = true), example = ("unit",))]
    kinds: Option<Vec<String>>,
    /// What else must hold; `cards` is the set of all cards in the part.
    require: Option<Vec<Require>>,
}

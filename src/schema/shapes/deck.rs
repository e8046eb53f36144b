//! `decks/*.toml`, and `[deck]`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::patterns::MOST_OF_CARD;
use super::values::{CardCopies, DeclarationMap, Require};

/// A deck list.
#[derive(JsonSchema)]
#[schemars(title = "deck", transform = parts)]
pub struct DeckFile {
    /// Name of the list. Default: made from the file's name.
    #[schemars(length(min = 1), example = &"The full set")]
    name: Option<String>,
    /// Cards by id or printed name, each with the number of copies.
    #[schemars(transform = how_many)]
    cards: BTreeMap<String, u32>,
}

/// Allows other tables, which are parts of the list.
fn parts(schema: &mut Schema) {
    let count = json!({ "type": "integer", "minimum": 1, "maximum": MOST_OF_CARD });
    let part = json!({ "description": "Part of the list: cards, each with the number of copies.", "type": "object", "additionalProperties": count });
    schema.insert("additionalProperties".to_owned(), part);
}

fn how_many(schema: &mut Schema) {
    schema.insert(
        "additionalProperties".to_owned(),
        json!({ "type": "integer", "minimum": 1, "maximum": MOST_OF_CARD }),
    );
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(super) struct Deck {
    /// Fewest and most cards: `[40, 60]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 0, max = 100_000)), example = (40, 60))]
    size: Option<Vec<u32>>,
    /// Fewest and most copies of each card: `[0, 4]`. Or only the most, as an expression over the card: `"99
    /// if basic else 4"`.
    copies: Option<CardCopies>,
    /// True if a list must be exactly all cards of the game, in their numbers.
    complete: Option<bool>,
    /// Kinds of cards that a list may contain. Default: all kinds.
    #[schemars(extend("uniqueItems" = true), example = ("unit", "spell"))]
    kinds: Option<Vec<String>>,
    /// Further conditions. `cards` is the set of all cards in the list.
    require: Option<Vec<Require>>,
    /// Parts of a list besides `[cards]`, such as a hero or a sideboard.
    parts: Option<DeclarationMap<DeckPart>>,
}

/// A part of a list, with its own heading in the file.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DeckPart {
    /// Fewest and most cards: `[1, 1]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 0, max = 100_000)), example = (1, 1))]
    size: Option<Vec<u32>>,
    /// Fewest and most copies of each card: `[0, 4]`. Or only the most, as an expression over the card: `"99
    /// if basic else 4"`.
    copies: Option<CardCopies>,
    /// Kinds of cards that this part may contain. Default: all kinds.
    #[schemars(extend("uniqueItems" = true), example = ("unit",))]
    kinds: Option<Vec<String>>,
    /// Further conditions. `cards` is the set of all cards in this part.
    require: Option<Vec<Require>>,
}

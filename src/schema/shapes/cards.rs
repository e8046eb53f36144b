//! `cards/*.toml`.

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::actions::CarriedAction;
use super::rules::{Modifier, Reaction};
use super::values::DeclarationMap;

/// The keys that every card may have. All others are attributes, printed state and slots of its kind.
pub const CARD_KEYS: [&str; 11] = [
    "name",
    "kind",
    "copies",
    "keywords",
    "text",
    "flavour",
    "unchecked",
    "only_if",
    "reactions",
    "modifiers",
    "actions",
];

/// Cards, pieces and tokens.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "cards")]
pub struct CardsFile {
    /// Kind of the cards in this file that give no kind of their own. Default: `card`.
    #[schemars(example = &"card")]
    kind: Option<String>,
    /// The cards, each as a table under its id: `[cards.lantern]`.
    cards: Option<DeclarationMap<Card>>,
}

/// A card: the keys of all cards, and the attributes, printed state and slots of its kind.
#[derive(JsonSchema)]
#[schemars(transform = fields_of_kind)]
struct Card {
    /// Name printed on the card. Default: made from the id.
    #[schemars(length(min = 1), example = &"Lantern")]
    name: Option<String>,
    /// Kind of the card. Default: the kind given at the top of the file.
    #[schemars(example = &"card")]
    kind: Option<String>,
    /// Number of copies in the box. Default: 1, or as the kind says. If it depends on options or on the
    /// number of players: an expression over options and `player_count`.
    #[schemars(transform = copies)]
    copies: Option<u32>,
    /// Keywords of the card, each with its parameters: `"armoured 2"`.
    #[schemars(example = ("flying", "armoured 2"))]
    keywords: Option<Vec<String>>,
    /// Rules text of the card: a MiniJinja template over the card's own data.
    text: Option<String>,
    /// Flavour text, without effect in the game.
    flavour: Option<String>,
    /// Numbers (in digits), values and card names that may differ between the card's text and its rules.
    #[schemars(example = ("2", "Lantern"))]
    unchecked: Option<Vec<String>>,
    /// Condition on options. If it does not hold, the card is not in the game.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
    /// Rules that run before or after a verb or action; `self` is this card.
    reactions: Option<Vec<Reaction>>,
    /// Changes to attributes while a condition holds; `self` is this card.
    modifiers: Option<Vec<Modifier>>,
    /// Actions that this card gives to players; `self` is this card.
    actions: Option<DeclarationMap<CarriedAction>>,
}

/// Allows any further key. The game's own schema lists the keys of each kind, and `check` reports all others.
fn fields_of_kind(schema: &mut Schema) {
    let description = "Attribute, printed state or slot of the card's kind.";
    schema.insert("additionalProperties".to_owned(), json!({ "description": description }));
}

fn copies(schema: &mut Schema) {
    schema.remove("format");
    schema.insert("type".to_owned(), json!(["integer", "string"]));
    schema.insert("minimum".to_owned(), json!(1));
    schema.insert("maximum".to_owned(), json!(999));
}

//! `cards/*.toml`.

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::actions::CarriedAction;
use super::rules::{Modifier, Reaction};
use super::values::DeclarationMap;

/// The keys that every card may have; all others are attributes, printed state and slots of its kind.
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
    /// The kind of every card of this file that does not say another; `card` if not said.
    #[schemars(example = &"card")]
    kind: Option<String>,
    /// The cards by their ids: each a table `[cards.lantern]`.
    cards: Option<DeclarationMap<Card>>,
}

/// A card: what every card may say, and the attributes, printed state and slots of its kind.
#[derive(JsonSchema)]
#[schemars(transform = fields_of_kind)]
struct Card {
    /// What is printed on it; if not said, it is made of the id.
    #[schemars(length(min = 1), example = &"Lantern")]
    name: Option<String>,
    /// Its kind, if not the file's.
    #[schemars(example = &"card")]
    kind: Option<String>,
    /// How many there are; 1 if not said. An expression over `player_count` and options, where these decide.
    #[schemars(transform = copies)]
    copies: Option<u32>,
    /// The keywords it bears, each with its parameters: `"armoured 2"`.
    #[schemars(example = ("flying", "armoured 2"))]
    keywords: Option<Vec<String>>,
    /// Its rules text: a MiniJinja template over its own data.
    text: Option<String>,
    /// Words that have no effect.
    flavour: Option<String>,
    /// Numbers (in digits), values and card names about which its text and its rules need not agree.
    #[schemars(example = ("2", "Lantern"))]
    unchecked: Option<Vec<String>>,
    /// A condition on options; when it does not hold, the card is left in the box.
    #[schemars(example = &"variant == duel")]
    only_if: Option<String>,
    /// What happens before or after a verb; `self` is this card.
    reactions: Option<Vec<Reaction>>,
    /// Attributes that read differently while it applies; `self` is this card.
    modifiers: Option<Vec<Modifier>>,
    /// What it lets players do; `self` is this card.
    actions: Option<DeclarationMap<CarriedAction>>,
}

/// Which values they take is for the game to say: only its own schema knows, and `check` does.
fn fields_of_kind(schema: &mut Schema) {
    let description = "An attribute, a printed state or a slot of its kind.";
    schema.insert("additionalProperties".to_owned(), json!({ "description": description }));
}

fn copies(schema: &mut Schema) {
    schema.remove("format");
    schema.insert("type".to_owned(), json!(["integer", "string"]));
    schema.insert("minimum".to_owned(), json!(1));
    schema.insert("maximum".to_owned(), json!(999));
}

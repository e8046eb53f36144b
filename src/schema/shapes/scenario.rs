//! `scenarios/*.toml`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::patterns::MOST_PLAYERS;
use super::values::{DeclarationMap, FieldValue, Holder, Scalar, ZoneLocation, needs};

/// A table laid out, what is played, and what must hold.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "scenario")]
pub struct ScenarioFile {
    /// What it shows; if not said, it is made of the file's name.
    #[schemars(length(min = 1), example = &"The first player must draw from the deck")]
    name: Option<String>,
    /// Where it comes from.
    #[schemars(example = &"rulebook, Turns")]
    source: Option<String>,
    /// Options as one of the game's `[setups]` has them; `options` go before it.
    #[schemars(example = &"epic")]
    setup: Option<String>,
    /// The options that are not as their defaults are.
    options: Option<DeclarationMap<Scalar>>,
    /// How many play; the game's fewest if not said.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    players: Option<u8>,
    /// The lists that are played, each by the seat that brings it, or by `table`: `1 = "swift"`.
    decks: Option<BTreeMap<String, String>>,
    /// The seed of all chance that is not fixed below; 0 if not said.
    #[schemars(range(min = 0))]
    seed: Option<u64>,
    /// Where it starts. `"setup"`: run setup, then play. `"play"`: lay the zones out, then play. `"nothing"`
    /// (if not said): only what the steps say.
    #[schemars(extend("default" = "nothing"))]
    begin: Option<Begin>,
    /// The answers already given after the beginning, each behind the seat that gave it: so the scenario
    /// begins in the middle of a match.
    choices: Option<Vec<GivenChoice>>,
    /// What lies where. The rest stays where it would begin; in a zone named here lies just this.
    zones: Option<BTreeMap<ZoneLocation, Vec<String>>>,
    /// Counters: `"coins[1]" = 4`, `round = 2`; and what cells hold: `"height[a1 h1]" = 2`.
    state: Option<BTreeMap<Holder, FieldValue>>,
    /// Answers to choices, by the name of the card that asks (or of the variable, where no card asks).
    answers: Option<BTreeMap<String, Answer>>,
    /// What chance brings: by zone, the top of its next shuffle, or a list for each of its shuffles, the next
    /// first; `roll`: the next dice; `random`: the next picks.
    chance: Option<BTreeMap<ZoneLocation, Vec<ChanceResultShape>>>,
    /// What is done and what must hold, in order.
    steps: Option<Vec<Step>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Begin {
    /// Run setup, then play.
    Setup,
    /// Lay the zones out, then play.
    Play,
    /// Only what the steps say.
    Nothing,
}

#[derive(JsonSchema)]
#[schemars(transform = given_choice)]
struct GivenChoice;

fn given_choice(schema: &mut Schema) {
    *schema = schemars::json_schema!({
        "description": "A seat and the name of the option that it chose.",
        "type": "array", "items": { "type": ["integer", "string"] }, "minItems": 2, "maxItems": 2,
    });
}

#[derive(JsonSchema)]
#[schemars(transform = answer)]
struct Answer;

fn answer(schema: &mut Schema) {
    *schema = schemars::json_schema!({
        "description": "The answer; or its parts by name, where it asks for more than one: `{ card = \"Lantern\", colour = \"red\" }`.",
        "type": ["string", "integer", "boolean", "array", "object"],
        "items": { "type": ["string", "integer"] },
        "additionalProperties": { "type": ["string", "integer", "boolean", "array"], "items": { "type": ["string", "integer"] } },
    });
}

#[derive(JsonSchema)]
#[schemars(rename = "Outcome", transform = outcome)]
struct ChanceResultShape;

fn outcome(schema: &mut Schema) {
    *schema =
        schemars::json_schema!({ "type": ["string", "integer", "array"], "items": { "type": "string" } });
}

/// One of: `do`, `options`, `choose`, `play`, `expect`, `value`, `fault`, `hidden`, `visible`, `winners`,
/// `ending`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = step)]
struct Step {
    /// Statements.
    #[schemars(example = &"score(players[1])")]
    r#do: Option<String>,
    /// The options of the choice point are just these.
    #[schemars(example = ("draw_card",))]
    options: Option<Vec<String>>,
    /// The answer to the choice point.
    #[schemars(example = &"draw_card")]
    choose: Option<String>,
    /// Whose choice it must be: a seat. It stands beside `choose` or `options`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    by: Option<u8>,
    /// A bot answers, to the end or for so many `plies`.
    #[schemars(example = &"random")]
    play: Option<String>,
    /// To the end of the game. It stands beside `play`.
    until: Option<UntilShape>,
    /// How many answers. It stands beside `play`.
    #[schemars(range(min = 1, max = 1_000_000))]
    plies: Option<u32>,
    /// A condition that must hold.
    #[schemars(example = &"count(players[1].hand) == 8")]
    expect: Option<String>,
    /// A call or an expression; it must come out as `equals` says.
    #[schemars(example = &"score(players[1])")]
    value: Option<String>,
    /// What `value` must come out as.
    equals: Option<Scalar>,
    /// The tallies that `value` made, by card; `"blank"` for one that counted nothing.
    #[schemars(transform = tallies)]
    detail: Option<BTreeMap<String, i64>>,
    /// What comes next must end in this fault.
    #[schemars(regex(pattern = "^CW[0-9]{4}$"), example = &"CW0702")]
    fault: Option<String>,
    /// What the player `from` does not know: a zone, a place in an ordered one, or a component.
    #[schemars(example = &"hand[2]", example = &"deck 1", example = &"copper#2")]
    hidden: Option<String>,
    /// The seat that cannot see it. It stands beside `hidden`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    from: Option<u8>,
    /// What the player `to` knows: a zone with all its faces, a place in an ordered one, or a component.
    #[schemars(example = &"hand[1]", example = &"deck 1", example = &"copper#2")]
    visible: Option<String>,
    /// The seat that sees it. It stands beside `visible`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    to: Option<u8>,
    /// The game is over and these seats won.
    #[schemars(inner(range(min = 1, max = MOST_PLAYERS)), extend("uniqueItems" = true), example = (1,))]
    winners: Option<Vec<u8>>,
    /// The game is over and its ending has this name, as `win`, `lose` or `end` says it.
    #[schemars(example = &"the bridge is built")]
    ending: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Until", rename_all = "lowercase")]
enum UntilShape {
    /// The end of the game.
    End,
}

fn step(schema: &mut Schema) {
    needs(
        schema,
        &[
            ("until", &["play"]),
            ("plies", &["play"]),
            ("value", &["equals"]),
            ("equals", &["value"]),
            ("detail", &["value"]),
            ("hidden", &["from"]),
            ("from", &["hidden"]),
            ("visible", &["to"]),
            ("to", &["visible"]),
        ],
    );
}

fn tallies(schema: &mut Schema) {
    schema.insert("additionalProperties".to_owned(), json!({ "description": "What it counted, or `\"blank\"`.", "type": ["integer", "string"], "pattern": "^blank$" }));
}

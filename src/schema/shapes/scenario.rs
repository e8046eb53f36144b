//! `scenarios/*.toml`.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

use super::patterns::MOST_PLAYERS;
use super::values::{DeclarationMap, FieldValue, Holder, Scalar, ZoneLocation, needs};

/// A test of the rules: a position, moves, and expectations.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "scenario")]
pub struct ScenarioFile {
    /// Name of the scenario. Default: made from the file's name.
    #[schemars(length(min = 1), example = &"The first player must draw from the deck")]
    name: Option<String>,
    /// Source of the scenario, such as a page of the rulebook.
    #[schemars(example = &"rulebook, Turns")]
    source: Option<String>,
    /// One of the game's `[setups]`. The keys of `options` override it.
    #[schemars(example = &"epic")]
    setup: Option<String>,
    /// Options with another value than their default.
    options: Option<DeclarationMap<Scalar>>,
    /// Number of players. Default: the fewest that the game is for.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    players: Option<u8>,
    /// Deck lists in play, each by the seat that brings it, or by `table`: `1 = "swift"`.
    decks: Option<BTreeMap<String, String>>,
    /// Random seed for all chance that the scenario does not fix. Default: 0.
    #[schemars(range(min = 0))]
    seed: Option<u64>,
    /// Start of the scenario. `"setup"`: run setup, then play. `"play"`: lay out the zones, then play.
    /// `"nothing"`: run only the steps. Default: `"nothing"`.
    #[schemars(extend("default" = "nothing"))]
    begin: Option<Begin>,
    /// Answers given already, each with its seat, so that the scenario begins in the middle of a match.
    choices: Option<Vec<GivenChoice>>,
    /// Components in each zone, the top first. Zones listed here contain only these; all other components
    /// begin where the game puts them.
    zones: Option<BTreeMap<ZoneLocation, Vec<String>>>,
    /// Values of state: `round = 2`, `"coins[1]" = 4` of the player at seat 1, `"height[a1 h1]" = 2` of two
    /// cells.
    state: Option<BTreeMap<Holder, FieldValue>>,
    /// Answers to choices, by the name of the card that asks. If no card asks, by the variable of the choice.
    answers: Option<BTreeMap<String, Answer>>,
    /// Fixed results of chance. A zone: the top cards after its next shuffle, or a list of them for each
    /// shuffle. `roll`: the next dice. `random`: the next random picks.
    chance: Option<BTreeMap<ZoneLocation, Vec<ChanceResultShape>>>,
    /// Steps, in order: moves to make, and expectations that must hold.
    steps: Option<Vec<Step>>,
}

#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
enum Begin {
    /// Run setup, then play.
    Setup,
    /// Lay out the zones, then play.
    Play,
    /// Run only the steps.
    Nothing,
}

#[derive(JsonSchema)]
#[schemars(transform = given_choice)]
struct GivenChoice;

fn given_choice(schema: &mut Schema) {
    *schema = schemars::json_schema!({
        "description": "Seat, and name of the option that it chose.",
        "type": "array", "items": { "type": ["integer", "string"] }, "minItems": 2, "maxItems": 2,
    });
}

#[derive(JsonSchema)]
#[schemars(transform = answer)]
struct Answer;

fn answer(schema: &mut Schema) {
    *schema = schemars::json_schema!({
        "description": "The answer. If the card asks for several things, each of them by its name: `{ card = \"Lantern\", colour = \"red\" }`.",
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

/// A step: one of `do`, `options`, `choose`, `play`, `expect`, `value`, `fault`, `hidden`, `visible`,
/// `winners`, `ending`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, transform = step)]
struct Step {
    /// Statements to run.
    #[schemars(example = &"score(players[1])")]
    r#do: Option<String>,
    /// The exact options of the current choice, in any order.
    #[schemars(example = ("draw_card",))]
    options: Option<Vec<String>>,
    /// The option to choose.
    #[schemars(example = &"draw_card")]
    choose: Option<String>,
    /// Seat that must be the one to choose. Goes with `choose` or `options`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    by: Option<u8>,
    /// Bot that plays on, until the `end` or for a number of `plies`.
    #[schemars(example = &"random")]
    play: Option<String>,
    /// Plays until the end of the game. Goes with `play`.
    until: Option<UntilShape>,
    /// Number of choices to play. Goes with `play`.
    #[schemars(range(min = 1, max = 1_000_000))]
    plies: Option<u32>,
    /// Condition that must hold.
    #[schemars(example = &"count(players[1].hand) == 8")]
    expect: Option<String>,
    /// Call or expression, whose value must be that of `equals`.
    #[schemars(example = &"score(players[1])")]
    value: Option<String>,
    /// Expected result of `value`.
    equals: Option<Scalar>,
    /// Tallies that `value` must have made, by card: a number, or `"blank"` for a card that was not counted.
    #[schemars(transform = tallies)]
    detail: Option<BTreeMap<String, i64>>,
    /// Code of the fault that must come next: in the `do` of this step, or else in the next step.
    #[schemars(regex(pattern = "^CW[0-9]{4}$"), example = &"CW0702")]
    fault: Option<String>,
    /// Zone, place in an ordered zone, or component that the player `from` must not know.
    #[schemars(example = &"hand[2]", example = &"deck 1", example = &"copper#2")]
    hidden: Option<String>,
    /// Seat of the player who must not know it. Goes with `hidden`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    from: Option<u8>,
    /// Zone, place in an ordered zone, or component that the player `to` must know. A zone: every face in it.
    #[schemars(example = &"hand[1]", example = &"deck 1", example = &"copper#2")]
    visible: Option<String>,
    /// Seat of the player who must know it. Goes with `visible`.
    #[schemars(range(min = 1, max = MOST_PLAYERS))]
    to: Option<u8>,
    /// Seats that must have won the game, which must be over.
    #[schemars(inner(range(min = 1, max = MOST_PLAYERS)), extend("uniqueItems" = true), example = (1,))]
    winners: Option<Vec<u8>>,
    /// Name of the game's ending, as given after `win`, `lose` or `end`. The game must be over.
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
    schema.insert("additionalProperties".to_owned(), json!({ "description": "Number that was counted, or `\"blank\"`.", "type": ["integer", "string"], "pattern": "^blank$" }));
}

//! Files of tournaments, which are in no package.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

/// A tournament: who takes part, how they meet, and what has been played.
#[derive(JsonSchema)]
#[schemars(title = "tournament", deny_unknown_fields)]
pub struct TournamentFile {
    /// What it is called; if not said, it is made of the file's name.
    #[schemars(length(min = 1, max = 200), example = &"Sunday Cup")]
    name: Option<String>,
    /// The game: its folder, seen from this file, or the id of a shipped game.
    #[schemars(length(min = 1), example = &"my-game")]
    game: String,
    /// How entries meet.
    form: TournamentForm,
    /// How many games decide a match: the majority of so many.
    #[schemars(range(min = 1, max = 99))]
    best_of: Option<u32>,
    /// `round_robin`: how often each meets each other. `ladder`: how many rounds of challenges, as many as
    /// there are entries if not said.
    #[schemars(range(min = 1, max = 1000))]
    rounds: Option<u32>,
    /// Points for a match that is won, level, lost.
    #[schemars(length(min = 3, max = 3), inner(range(min = 0, max = 1000)), example = (3, 1, 0))]
    points: Option<Vec<u32>>,
    /// What decides who is seeded first.
    seeding: Option<Seeding>,
    /// The random seed, for the seeding and for the games of bots.
    #[schemars(range(min = 0, max = 9_223_372_036_854_775_807u64))]
    seed: Option<u64>,
    /// How many sit at a table; if not said, the fewest with whom a match can be played.
    #[schemars(range(min = 2, max = super::patterns::MOST_PLAYERS))]
    players: Option<u8>,
    /// A setup of the game.
    setup: Option<String>,
    /// Options of the game.
    #[schemars(transform = option_values)]
    options: Option<BTreeMap<String, String>>,
    /// Who takes part, the best first.
    #[schemars(length(min = 2, max = 128))]
    entries: Vec<TournamentEntry>,
    /// What has been played; Cardwright adds to it.
    results: Option<Vec<TournamentResult>>,
}

fn option_values(schema: &mut Schema) {
    schema.insert("additionalProperties".to_owned(), json!({ "type": ["string", "integer", "boolean"] }));
}

/// How entries meet.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum TournamentForm {
    /// Who loses is out.
    Knockout,
    /// Who loses twice is out.
    DoubleElimination,
    /// Each meets each other.
    RoundRobin,
    /// Each challenges whoever is next above, and takes the place if they win.
    Ladder,
}

/// What decides who is seeded first.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Seeding {
    /// The order of the entries.
    Listed,
    /// The random seed.
    Drawn,
}

/// Who takes part.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentEntry {
    /// What it is called.
    #[schemars(length(min = 1, max = 60), example = &"Ann")]
    name: String,
    /// The list that it brings: the name of one of the game's lists, or a file seen from this one.
    #[schemars(length(min = 1), example = &"swift")]
    list: Option<String>,
    /// The bot that plays it; if none is said, people play by hand and the results are asked for.
    #[schemars(length(min = 1), example = &"mcts:200")]
    bot: Option<String>,
}

/// What came of a match.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentResult {
    /// Which match, as the schedule calls it.
    #[serde(rename = "match")]
    #[schemars(length(min = 1), example = &"1.2")]
    id: String,
    /// Who met.
    #[schemars(length(min = 2, max = 32))]
    between: Vec<String>,
    /// Who won each game, or `draw`.
    #[schemars(length(max = 200))]
    won: Vec<String>,
}

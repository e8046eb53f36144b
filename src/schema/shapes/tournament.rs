//! Shape of tournament files, which belong to no package.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema};
use serde_json::json;

/// A tournament: its entries, its format, and the results so far.
#[derive(JsonSchema)]
#[schemars(title = "tournament", deny_unknown_fields)]
pub struct TournamentFile {
    /// Name of the tournament. Default: made from the file's name.
    #[schemars(length(min = 1, max = 200), example = &"Sunday Cup")]
    name: Option<String>,
    /// The game: its folder, relative to this file, or the id of a shipped game.
    #[schemars(length(min = 1), example = &"my-game")]
    game: String,
    /// Format of the tournament.
    form: TournamentForm,
    /// Number of games in a match, which the majority decides. Default: 1.
    #[schemars(range(min = 1, max = 99))]
    best_of: Option<u32>,
    /// For `round_robin`: how often each entry meets each other; default: 1. For `ladder`: number of rounds
    /// of challenges; default: the number of entries.
    #[schemars(range(min = 1, max = 1000))]
    rounds: Option<u32>,
    /// Points for a match won, drawn, lost. Default: `[3, 1, 0]`.
    #[schemars(length(min = 3, max = 3), inner(range(min = 0, max = 1000)), example = (3, 1, 0))]
    points: Option<Vec<u32>>,
    /// Seeding of the entries. Default: `listed`.
    seeding: Option<Seeding>,
    /// Random seed, for the seeding and for the games of bots. Default: 1.
    #[schemars(range(min = 0, max = 9_223_372_036_854_775_807u64))]
    seed: Option<u64>,
    /// Number of players at a table. Default: the fewest with whom a match can be played.
    #[schemars(range(min = 2, max = super::patterns::MOST_PLAYERS))]
    players: Option<u8>,
    /// One of the game's setups.
    setup: Option<String>,
    /// Options of the game. They override the setup.
    #[schemars(transform = option_values)]
    options: Option<BTreeMap<String, String>>,
    /// The entries, the best seed first.
    #[schemars(length(min = 2, max = 128))]
    entries: Vec<TournamentEntry>,
    /// Results so far. Cardwright adds to them.
    results: Option<Vec<TournamentResult>>,
}

fn option_values(schema: &mut Schema) {
    schema.insert("additionalProperties".to_owned(), json!({ "type": ["string", "integer", "boolean"] }));
}

/// Format of a tournament.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum TournamentForm {
    /// An entry that loses a match is out.
    Knockout,
    /// An entry that loses two matches is out.
    DoubleElimination,
    /// Each entry meets each other entry.
    RoundRobin,
    /// Each entry challenges the one above it, and takes its place if it wins.
    Ladder,
}

/// Seeding of the entries.
#[derive(JsonSchema)]
#[schemars(rename_all = "snake_case")]
enum Seeding {
    /// In the order of `entries`.
    Listed,
    /// Drawn by the random seed.
    Drawn,
}

/// An entry: a player or a bot, perhaps with a list.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentEntry {
    /// Name of the entry.
    #[schemars(length(min = 1, max = 60), example = &"Ann")]
    name: String,
    /// Deck list of the entry: the name of one of the game's lists, or a file, relative to this one.
    #[schemars(length(min = 1), example = &"swift")]
    list: Option<String>,
    /// Bot that plays for the entry. Default: people play by hand, and Cardwright asks for the results.
    #[schemars(length(min = 1), example = &"mcts:200")]
    bot: Option<String>,
}

/// Result of a match.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct TournamentResult {
    /// Id of the match, as the schedule shows it.
    #[serde(rename = "match")]
    #[schemars(length(min = 1), example = &"1.2")]
    id: String,
    /// Names of the entries that met.
    #[schemars(length(min = 2, max = 32))]
    between: Vec<String>,
    /// Winner of each game, or `draw`.
    #[schemars(length(max = 200))]
    won: Vec<String>,
}

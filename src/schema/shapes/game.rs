//! `[game]`, the one table that only `game.toml` has.

use schemars::JsonSchema;

use super::patterns::{GAME_ID_PATTERN, LANGUAGE_PATTERN, MOST_PLAYERS};

/// The game itself: its components, its rules, the order of play, options, scoring.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "game.toml")]
pub struct GameFile {
    /// The game's name, version and number of players.
    game: GameShape,
}

#[derive(JsonSchema)]
#[schemars(rename = "Game", deny_unknown_fields)]
struct GameShape {
    /// The game's id, the same as its folder's name: `my-game`.
    #[schemars(regex(pattern = GAME_ID_PATTERN), example = &"my-game")]
    id: String,
    /// Name of the game, as printed on the box.
    #[schemars(length(min = 1), example = &"My Game")]
    name: String,
    /// Version of this package: three numbers.
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$"), example = &"0.1.0")]
    version: Option<String>,
    /// Fewest and most players: `[2, 4]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_PLAYERS)), example = (2, 4))]
    players: Vec<u8>,
    /// A description of the game in one sentence.
    #[schemars(example = &"Draw, discard, and be worth the most.")]
    summary: Option<String>,
    /// Language of the game's texts, as a tag such as `en` or `pt-BR`. Default: `en`.
    #[schemars(regex(pattern = LANGUAGE_PATTERN), example = &"en")]
    language: Option<String>,
    /// Packages whose declarations this game uses too: names of folders beside its own, not paths.
    #[schemars(example = ("rules-of-the-house",))]
    include: Option<Vec<String>>,
}

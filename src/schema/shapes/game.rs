//! `game.toml`: what only it holds.

use schemars::JsonSchema;

use super::patterns::{GAME_ID_PATTERN, LANGUAGE_PATTERN, MOST_PLAYERS};

/// `game.toml`: what exists, what may happen, the flow, options, scoring.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "game.toml")]
pub struct GameFile {
    /// What the game is called and how many play it.
    game: GameShape,
}

#[derive(JsonSchema)]
#[schemars(rename = "Game", deny_unknown_fields)]
struct GameShape {
    /// The game's id, as its folder is called: `my-game`.
    #[schemars(regex(pattern = GAME_ID_PATTERN), example = &"my-game")]
    id: String,
    /// What it is called on the box.
    #[schemars(length(min = 1), example = &"My Game")]
    name: String,
    /// The version of this package: three numbers.
    #[schemars(regex(pattern = r"^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$"), example = &"0.1.0")]
    version: Option<String>,
    /// Fewest and most players: `[2, 4]`.
    #[schemars(length(min = 2, max = 2), inner(range(min = 1, max = MOST_PLAYERS)), example = (2, 4))]
    players: Vec<u8>,
    /// The game in a sentence.
    #[schemars(example = &"Draw, discard, and be worth the most.")]
    summary: Option<String>,
    /// The language of its texts, as a tag: `en` if not said.
    #[schemars(regex(pattern = LANGUAGE_PATTERN), example = &"en")]
    language: Option<String>,
    /// Packages whose declarations this one takes in: the names of folders beside its own, never paths.
    #[schemars(example = ("rules-of-the-house",))]
    include: Option<Vec<String>>,
}

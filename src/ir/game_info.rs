//! A game as a whole: its name and players, its options and its requirements on them.

use super::ids::FunctionId;
use super::value_type::ValueType;
use serde::{Deserialize, Serialize};

/// The contents of `[game]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameInfo {
    /// The name of the game in commands and files.
    pub id: String,
    /// The name of the game for people.
    pub name: String,
    /// The version that `game.toml` gives.
    pub version: String,
    /// A sentence that describes the game.
    pub summary: String,
    /// The language of its texts, as a tag: `en`.
    pub language: String,
    /// The least and greatest number of players.
    pub players: (u8, u8),
}

/// An option on whose value the players agree before the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionInfo {
    /// The name by which rules and `--option` refer to it.
    pub id: String,
    /// The question shown to the players.
    pub text: String,
    /// `Int`, `Bool` or an enum.
    pub ty: ValueType,
    /// The range of an int.
    pub range: (i64, i64),
    /// Its value unless the players agree on another.
    pub default: i64,
}

/// A condition of `[[require]]`, which must hold before play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RequireInfo {
    /// A function that returns a bool.
    pub function: FunctionId,
    /// The message to the player if the condition is false.
    pub text: String,
}

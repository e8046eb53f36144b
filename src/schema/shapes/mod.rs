//! The shapes as types, which are never constructed: `schemars` reads them. Their doc comments are the hover
//! texts that a game's designer sees in an editor, so they are written for designers.

#![expect(dead_code, reason = "only the derived schemas of these types are used")]

mod actions;
mod cards;
mod deck;
mod game;
mod generate;
mod inline;
mod members;
mod patterns;
mod print;
mod rules;
mod scenario;
mod stamps;
mod texts;
mod tournament;
mod values;

pub use self::cards::CARD_KEYS;
pub use self::generate::to_text;
pub use self::patterns::{
    COLOUR_PATTERN, GAME_ID_PATTERN, HOLDER_PATTERN, ICON_PATTERN, ID_PATTERN, MOST_CELLS, MOST_COLUMNS,
    MOST_OF_CARD,
};

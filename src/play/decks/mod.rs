//! Deck lists: as they are written, and against what the game asks of them.

mod figures;
mod legal;
mod list;

pub use figures::{Changed, Curve, chance_of_first, curves, differences};
pub use legal::{check_deck, check_decks};
pub use list::{DeckList, ListEntry, ListPart, brought, read_deck};

//! Deck lists: reading them, and checking them against the game's `[deck]` rules.

mod conditions;
mod figures;
mod legal;
mod line_purpose;
mod list;
mod messages;
mod named_lists;
mod paying;
mod plain_text;

pub use figures::{AttributeCurve, CardCountChange, chance_of_first, curves, differences};
pub use legal::{check_deck, check_decks, in_no_list};
pub use list::{DeckList, ListEntry, ListPart, read_deck, to_played_list};
pub use named_lists::{
    ListError, LoadedLists, NamedList, PregameSettings, laid_for, list_text, lists_in_turn, options_with,
    read_list, read_lists, refuse_named,
};
pub use paying::{Cost, Economy, PaymentOdds, ResourceSource};

//! Deck lists: the rules of the game for them, the lists of the package, and the lists of a table.

use super::game_info::RequireInfo;
use super::ids::{FunctionId, KindId, NameId};
use crate::ids::PlayerId;
use serde::{Deserialize, Serialize};

pub use crate::vocabulary::{
    Bringer, ComponentOrigin, ListedCard, MAIN_PART, PlayedList, PlayedLists, ScenarioCard, is_list_file,
};

/// The rules of `[deck]` that a deck list must follow.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckRulesInfo {
    /// True if a list must contain every card of the game exactly.
    pub complete: bool,
    /// The rules of each part of a list; the first is [`MAIN_PART`].
    pub parts: Vec<DeckPartInfo>,
}

/// The rules of one part: `[deck]` for `[cards]`, or one of `[deck.parts]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckPartInfo {
    /// The key of its table in lists; [`MAIN_PART`] for `[cards]`.
    pub id: String,
    /// The least and greatest number of cards.
    pub size: Option<(u32, u32)>,
    /// The limits on copies of a card.
    pub copies: Option<CopiesInfo>,
    /// Kinds allowed; empty: all.
    pub kinds: Vec<KindId>,
    /// Functions from a set of components (every card of the part) to a bool, and the message if it is false.
    pub requires: Vec<RequireInfo>,
}

/// Limits on copies of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CopiesInfo {
    /// The least and greatest number.
    Range(u32, u32),
    /// The greatest number, as a function from a component to an int.
    Most(FunctionId),
}

/// A deck list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckInfo {
    /// The name of its file in `decks/`.
    pub id: String,
    /// The name of the list for people.
    pub name: String,
    /// The entries, in the order of the file.
    pub cards: Vec<ListedInfo>,
}

/// An entry of a deck list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedInfo {
    /// The part of the list that contains it.
    pub part: String,
    /// Index into `Ir::names`.
    pub name: NameId,
    /// The number of copies.
    pub count: u32,
}

/// The deck lists that a game requires.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListsInfo {
    /// True if the table brings a list.
    pub by_table: bool,
    /// True if each seat brings one.
    pub by_seat: bool,
    /// The lists that the game was compiled for; `None`: the whole box.
    pub played: Option<PlayedLists>,
}

impl ListsInfo {
    /// Returns whether players bring lists.
    pub fn are_brought(&self) -> bool {
        self.by_table || self.by_seat
    }

    /// Returns everybody who brings a list at a table of `players`: the table, then the seats.
    pub fn bringers(&self, players: u8) -> impl Iterator<Item = Bringer> + use<> {
        let seats = if self.by_seat { players } else { 0 };
        self.by_table.then_some(Bringer::Table).into_iter().chain(PlayerId::all(seats).map(Bringer::Seat))
    }
}

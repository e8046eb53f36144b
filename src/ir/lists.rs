//! Deck lists: what the game asks of them, those of the package, and those that the table is laid for.

use super::info::RequireInfo;
use serde::{Deserialize, Serialize};

pub use crate::vocabulary::{Bringer, LaidCard, ListedCard, MAIN_PART, Origin, PlayedList, PlayedLists, is_list_file};

/// One of `Ir::names`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NameId(pub u16);

impl NameId {
    /// Its place in `Ir::names`.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One of `Ir::functions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FunctionId(pub u16);

/// One of `Ir::kinds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KindId(pub u16);

/// `[deck]`
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckRulesInfo {
    /// Exactly every card of the game.
    pub complete: bool,
    /// What holds of each part of a list; the first is [`MAIN_PART`].
    pub parts: Vec<DeckPartInfo>,
}

/// `[deck]` for `[cards]`, or one of `[deck.parts]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckPartInfo {
    /// Its id.
    pub id: String,
    /// Fewest and most cards.
    pub size: Option<(u32, u32)>,
    /// How many of each.
    pub copies: Option<CopiesInfo>,
    /// Kinds allowed; empty: all.
    pub kinds: Vec<KindId>,
    /// Functions from a set of components (every card of the part) to a bool, and what is said when it is false.
    pub requires: Vec<RequireInfo>,
}

/// How many of each card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CopiesInfo {
    /// Fewest and most.
    Range(u32, u32),
    /// The most of a card: a function from a component to an int.
    Most(FunctionId),
}

/// A deck list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeckInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its cards.
    pub cards: Vec<ListedInfo>,
}

/// Some copies of a card in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedInfo {
    /// The part of the list that it stands in.
    pub part: String,
    /// The card.
    pub name: NameId,
    /// How many.
    pub count: u32,
}

/// What a game asks its players to bring.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ListsInfo {
    /// Whether the table brings a list.
    pub by_table: bool,
    /// Whether each seat brings one.
    pub by_seat: bool,
    /// The lists that this was compiled for; none: for the whole box.
    pub played: Option<PlayedLists>,
}

impl ListsInfo {
    /// Whether players bring lists.
    pub fn are_brought(&self) -> bool {
        self.by_table || self.by_seat
    }

    /// Returns everybody who brings a list at a table of so many: the table, then the seats.
    pub fn bringers(&self, players: u8) -> impl Iterator<Item = Bringer> + use<> {
        let seats = if self.by_seat { players } else { 0 };
        self.by_table.then_some(Bringer::Table).into_iter().chain((0..seats).map(Bringer::Seat))
    }
}

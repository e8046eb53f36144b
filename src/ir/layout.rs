//! Where everything is in the state: one flat buffer of 64-bit words.
//!
//! ```text
//! 0..4   the generator          Layout::RNG
//! 4..16  the header             Layout::STATUS …
//! 16..   options                Layout::OPTIONS
//!        table state, then a column for each player state, then one for each component state
//!        which zone each component is in
//!        zones: the set of each, and the order of the ordered ones (its length, then components from bottom to top)
//!        histories: how many positions are kept, where the next goes, and the numbers of each
//!        indices: for each value of an indexed field, the set of its owners
//! stack  the frames of the suspended flow, to Layout::TOP
//! ```
//! A copy of the words up to the top of the stack is a copy of the game.

use serde::{Deserialize, Serialize};

/// Where everything is in the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// Most players that can sit down; every per-player column has this many places.
    pub max_players: u16,
    /// State fields: of the table, players and components.
    pub fields: Vec<FieldInfo>,
    /// Where component 0's zone stands; one word a component, a zone index or NONE.
    pub place: u32,
    /// Where component 0's rank stands, from 0 at the bottom, in an ordered zone that keeps no list; 0 where no zone needs it.
    pub rank: u32,
    /// Every zone there is: a player's zone takes `max_players` consecutive entries.
    pub zones: Vec<ZonePlace>,
    /// What is remembered of earlier positions.
    pub histories: Vec<HistoryInfo>,
    /// The first word of the stack: the size of everything before it.
    pub stack: u32,
}

impl Layout {
    /// The generator's four words.
    pub const RNG: usize = 0;
    /// 0 running, 1 waiting at a choice, 2 over, 3 faulted, 4 waiting for chance, 5 nothing to run.
    pub const STATUS: usize = 4;
    /// The instruction to go on at.
    pub const PC: usize = 5;
    /// The current frame's first word.
    pub const BASE: usize = 6;
    /// One past the last live word.
    pub const TOP: usize = 7;
    /// How many players sit at the table.
    pub const PLAYERS: usize = 8;
    /// The set of players who have won.
    pub const WINNERS: usize = 9;
    /// The set of players who have lost.
    pub const LOSERS: usize = 10;
    /// How it ended: 0 not, 1 by `end` (scoring decides), 2 in a draw, 3 by `win` or `lose`; above the lowest eight bits the place of
    /// the ending's name in `Ir::endings`, from 1.
    pub const ENDING: usize = 11;
    /// Choices answered so far.
    pub const PLIES: usize = 12;
    /// The function to go on with once the current one has returned to nobody: 0 none, else its id + 1 (setup, then play).
    pub const THEN: usize = 13;
    /// Who must choose, while it waits at a choice.
    pub const CHOOSER: usize = 14;
    /// The set of players who are out.
    pub const OUT: usize = 15;
    /// The first option.
    pub const OPTIONS: usize = 16;
    /// The field in which a game keeps, for each player, the components that they did not see go out of play: see `lower`.
    pub const BOXED: &str = "put away unseen";
    /// Id of the field that holds the components that are in the game, where `copies` or `only_if` leaves some out.
    pub const IN_GAME: &str = "components in the game";
    /// The fields in which a game keeps, for each player and component, what they know of it where they do not look, a bit each: see
    /// `table::knowledge`. They stand one after the other.
    pub const KNOWN: &str = "known unseen";
    /// The most of these fields: what may be known in `1 << GROUP_BITS` ways.
    pub const GROUP_BITS: usize = 4;
    /// From so many of them on, what begins in several zones that somebody does not see is kept apart from the start.
    pub const GROUP_BITS_AT_START: usize = 3;
    /// The fields in which a game keeps, for each player and each value of an attribute that rules give hints of, the components of
    /// which the player was told whether they print it: see [`super::HintInfo`].
    pub const HINTED: &str = "told of unseen";
    /// Words that the stack may grow to.
    pub const STACK_WORDS: usize = 16 * 1024;
    /// The most words of one frame.
    pub const FRAME_WORDS: usize = 4096;
    /// Words that the index of a field may take; fields of more values are looked through one by one.
    pub const INDEX_WORDS: usize = 4096;
    /// The most words before the stack.
    pub const FIXED_WORDS: usize = 1 << 24;
}

/// A stored field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldInfo {
    /// Its id, for messages.
    pub id: String,
    /// Whose it is.
    pub owner: Owner,
    /// The kind of which a component is that has it.
    pub kind: super::KindId,
    /// What it holds.
    pub ty: super::ValueType,
    /// Where owner 0's value stands.
    pub base: u32,
    /// Words a value.
    pub words: u16,
    /// How many owners: 1, `max_players` or the number of components.
    pub owners: u32,
    /// Least and greatest value of an int.
    pub range: Option<(i64, i64)>,
    /// The sets of owners by value, where rules ask for them.
    pub index: Option<Index>,
    /// Where it is kept, if it begins anew elsewhere.
    pub anew: Option<Anew>,
}

impl Anew {
    /// Whether its places are there, and the pool has `words` words for what it starts as.
    pub fn fits(&self, ir: &super::Ir, words: usize) -> bool {
        let zones = ir.layout.zones.len();
        (self.base as usize).saturating_add(words) <= ir.pool.len()
            && self.places.iter().all(|p| usize::from(*p) < zones)
    }
}

/// Where the state of a component is kept: once that leaves, it begins anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Anew {
    /// The places of zones in which it is kept.
    pub places: Vec<u16>,
    /// Where the pool has, for each component, what it starts as.
    pub base: u32,
}

impl FieldInfo {
    /// Whether an author declared it. What the compiler keeps for itself has an id that no author can write.
    pub fn is_declared(&self) -> bool {
        !self.id.contains(' ')
    }

    /// Whether it holds, for each player, what they know or do not know of components that lie unseen.
    pub fn is_of_knowledge(&self) -> bool {
        [Layout::BOXED, Layout::KNOWN, Layout::HINTED].contains(&self.id.as_str())
    }

    /// Whether it is an amount of so many numbers.
    pub(super) fn holds_lanes(&self, n: u8) -> bool {
        self.words == u16::from(n) && self.index.is_none() && matches!(self.ty, super::ValueType::Amount(_))
    }

    /// Whether it is a component's, or can name components: then who does not see these does not see all of it.
    pub fn tells_of_components(&self) -> bool {
        use super::ValueType::{Component, Optional, Set};
        let names = match &self.ty {
            Component => true,
            Optional(of) | Set(of) => **of == Component,
            _ => false,
        };
        names || self.owner == Owner::Component
    }
}

/// Whose a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// The table's.
    Table,
    /// Each player's.
    Player,
    /// Each component's.
    Component,
    /// Each cell's.
    Cell,
}

/// For each value `0..values` of a field, the set of its owners: value `v` at `base + v * words`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// Where value 0's set stands.
    pub base: u32,
    /// How many values; one beyond is in no set.
    pub values: u32,
    /// Words a set.
    pub words: u16,
    /// Behind the values' sets there is one of the owners that have none.
    pub none: bool,
}

/// A zone in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonePlace {
    /// Which of `Ir::zones`.
    pub zone: u16,
    /// The player who owns it.
    pub owner: Option<u8>,
    /// Where the set of its components stands; 0 where it keeps none, because its declaration has more than
    /// [`ZonePlace::MOST_WITH_SETS`] places. Such a zone is read off [`Layout::place`], and its order off [`Layout::rank`].
    pub set: u32,
    /// Where its order stands, if it keeps one as a list: the length, then components from bottom to top, with room for all that it
    /// holds.
    pub order: Option<u32>,
}

impl ZonePlace {
    /// The most places of a declaration of which each keeps a set, unless there is one for each player.
    pub const MOST_WITH_SETS: u32 = 8;
}

/// A history in the state: how many positions it keeps at present, where the next one goes, and the positions' numbers. Those that
/// are kept stand in the first places; once all are taken, the oldest stands where the next one goes.
///
/// A position is one number, or, where somebody does not see all of it, several: of what all see, of what is hidden from
/// somebody whoever looks, and of what lies in the zones that player 0 alone sees, then player 1 …
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryInfo {
    /// Its id.
    pub id: String,
    /// Where it stands.
    pub base: u32,
    /// How many positions it can keep, at least one.
    pub keep: u16,
    /// The fields (of `Layout::fields`) that make a position.
    pub fields: Vec<u16>,
    /// The zones (of `Ir::zones`) that do.
    pub zones: Vec<u16>,
    /// How many numbers a position takes, from one to [`HistoryInfo::MOST_PARTS`].
    pub parts: u16,
}

impl HistoryInfo {
    /// Words before the first position.
    pub const HEAD: usize = 2;
    /// The part of a position that is hidden from somebody, but not told apart by players. Those of the players follow.
    pub const HIDDEN: usize = 1;
    /// The most numbers of a position: of what all see, of what is hidden, and of what each player alone sees.
    pub const MOST_PARTS: usize = 2 + 64;

    /// The words that it takes.
    pub fn words(&self) -> usize {
        Self::HEAD + self.keep as usize * self.parts as usize
    }
}

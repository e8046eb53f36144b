//! The layout of the state: one flat buffer of 64-bit words.
//!
//! ```text
//! 0..4   the generator          Layout::RNG
//! 4..16  the header             Layout::STATUS …
//! 16..   options                Layout::OPTIONS
//!        table state, then a column for each player state, then one for each component state
//!        which zone each component is in
//!        zones: the set of each, and the order of the ordered ones
//!               (its length, then components from bottom to top)
//!        histories: how many positions are kept, where the next goes, and the numbers of each
//!        indices: for each value of an indexed field, the set of its owners
//! stack  the frames of the suspended flow, to Layout::TOP
//! ```
//! Copying the words up to the top of the stack copies the game.

use super::declared_name::DeclaredName;
use super::ids::{FieldId, HistoryId, IdVec, KindId, ZoneId, ZonePlaceId};
use super::ranges::outside_range;
use super::value_type::ValueType;
use crate::ids::PlayerId;
use serde::{Deserialize, Serialize};

/// The layout of the state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The maximum number of players; the length of every per-player column.
    pub max_players: u16,
    /// State fields: of the table, players, components and cells.
    pub fields: IdVec<FieldId, FieldInfo>,
    /// Address of component 0's zone; one word per component, a zone index or NONE.
    pub place: u32,
    /// Address of component 0's rank, from 0 at the bottom, in an ordered zone without a list; 0 if no zone
    /// needs ranks.
    pub rank: u32,
    /// Every place of every zone: a per-player zone has `max_players` consecutive entries.
    pub zones: IdVec<ZonePlaceId, ZonePlace>,
    /// Histories of earlier positions.
    pub histories: IdVec<HistoryId, HistoryInfo>,
    /// The address of the stack: the number of words before it.
    pub stack: u32,
}

impl Layout {
    /// The random generator's four words.
    pub const RNG: usize = 0;
    /// Status: 0 running, 1 waiting at a choice, 2 over, 3 faulted, 4 waiting for chance, 5 nothing to run.
    pub const STATUS: usize = 4;
    /// The instruction at which execution resumes.
    pub const PC: usize = 5;
    /// The address of the current frame.
    pub const BASE: usize = 6;
    /// The address one past the last live word.
    pub const TOP: usize = 7;
    /// The number of players at the table.
    pub const PLAYERS: usize = 8;
    /// The set of players who have won.
    pub const WINNERS: usize = 9;
    /// The set of players who have lost.
    pub const LOSERS: usize = 10;
    /// The kind of ending: 0 none yet, 1 by `end` (scoring decides), 2 a draw, 3 by `win` or `lose`. The bits
    /// above the lowest eight hold the index of the ending's name in `Ir::endings`, from 1.
    pub const ENDING: usize = 11;
    /// The number of choices answered.
    pub const PLIES: usize = 12;
    /// The function that runs after the outermost frame returns: 0 none, else its id + 1 (setup, then play).
    pub const THEN: usize = 13;
    /// The player who must choose, while the state waits at a choice.
    pub const CHOOSER: usize = 14;
    /// The set of players who are out.
    pub const OUT: usize = 15;
    /// The address of the first option.
    pub const OPTIONS: usize = 16;
    /// Id of the field that holds, for each player, the components that they did not see go out of play: see
    /// `lower`.
    pub const BOXED: &str = "put away unseen";
    /// Id of the field that holds the components in the game, if `copies` or `only_if` leaves some out.
    pub const IN_GAME: &str = "components in the game";
    /// Id of the consecutive fields that hold, for each player and component, the player's knowledge of a
    /// component they do not see, one bit per field: see `table::knowledge`.
    pub const KNOWN: &str = "known unseen";
    /// The maximum number of these fields, for `1 << GROUP_BITS` distinct states of knowledge.
    pub const GROUP_BITS: usize = 4;
    /// The number of these fields from which on the starting contents of several unseen zones are
    /// distinguished from the start.
    pub const GROUP_BITS_AT_START: usize = 3;
    /// Id of the fields that hold hints: for each player and each value of a hinted attribute, the set of
    /// components that the player has got a hint about for this value. See [`super::HintInfo`].
    pub const HINTED: &str = "told of unseen";
    /// The maximum number of words of the stack.
    pub const STACK_WORDS: usize = 16 * 1024;
    /// The maximum number of words of one frame.
    pub const FRAME_WORDS: usize = 4096;
    /// The maximum number of words of the index of a field; a field with more values is scanned linearly.
    pub const INDEX_WORDS: usize = 4096;
    /// The maximum number of words before the stack.
    pub const FIXED_WORDS: usize = 1 << 24;
}

/// A stored field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldInfo {
    /// Its name, in rules if the game declares it, and in listings.
    pub id: DeclaredName,
    /// The owners, each of which has one value.
    pub owner: Owner,
    /// For state of components: the kind of the components that have it.
    pub kind: KindId,
    /// The type of one owner's value.
    pub ty: ValueType,
    /// The address of owner 0's value.
    pub base: u32,
    /// Words per value.
    pub words: u16,
    /// The number of owners: 1, `max_players`, or the number of components or cells.
    pub owners: u32,
    /// The least and greatest value of an int, or of each number of an amount or of a set of ints.
    pub range: Option<(i64, i64)>,
    /// The sets of owners by value, if rules query them.
    pub index: Option<Index>,
    /// The zones that preserve the value, for state that is reset elsewhere; `None` if nothing resets it.
    pub anew: Option<RetainingZones>,
}

/// The zones in which the state of a component is preserved. Leaving them resets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetainingZones {
    /// The places of `Layout::zones` in which the value stays.
    pub places: Vec<ZonePlaceId>,
    /// Pool index of the initial value of each component.
    pub base: u32,
}

impl FieldInfo {
    /// Returns whether the game declares the field; the compiler adds fields of its own.
    pub fn is_declared(&self) -> bool {
        self.id.is_declared()
    }

    /// Returns whether the field holds, for each player, knowledge of unseen components.
    pub fn is_of_knowledge(&self) -> bool {
        [Layout::BOXED, Layout::KNOWN, Layout::HINTED].contains(&self.id.as_str())
    }

    /// Returns the first number in a word of its value that is outside its range; none of an int that may be
    /// none is in any range.
    pub fn outside_range(&self, word: u64) -> Option<i64> {
        outside_range(&self.ty, self.range?, word)
    }

    /// Returns whether the field is an amount of exactly `n` words without an index.
    pub(super) fn holds_lanes(&self, n: u8) -> bool {
        self.words == u16::from(n) && self.index.is_none() && matches!(self.ty, ValueType::Amount(_))
    }

    /// Returns whether it belongs to components, or can name components. A player who does not see these does
    /// not see all of the field.
    pub fn tells_of_components(&self) -> bool {
        use super::value_type::ValueType::{Component, Optional, Set};
        let names = match &self.ty {
            Component => true,
            Optional(of) | Set(of) => **of == Component,
            _ => false,
        };
        names || self.owner == Owner::Component
    }
}

/// The owners of a field, with a value for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// The table: a single value.
    Table,
    /// Each player.
    Player,
    /// Each component.
    Component,
    /// Each cell.
    Cell,
}

/// An index: for each value `0..values` of a field, the set of its owners, at `base + v * words` for value
/// `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Index {
    /// The address of value 0's set.
    pub base: u32,
    /// The number of values; owners of a value out of this range are in no set.
    pub values: u32,
    /// Words per set.
    pub words: u16,
    /// True if the set of owners whose value is none follows the values' sets.
    pub none: bool,
}

/// A place of a zone in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonePlace {
    /// Index into `Ir::zones`.
    pub zone: ZoneId,
    /// The player who owns it; `None` for places of the table, cells and components.
    pub owner: Option<PlayerId>,
    /// Address of the set of its components; 0 if it keeps none, because its declaration has more than
    /// [`ZonePlace::MOST_WITH_SETS`] places. The contents of such a zone are read from [`Layout::place`], and
    /// its order from [`Layout::rank`].
    pub set: u32,
    /// Address of its order, if it keeps one as a list: the length, then components from bottom to top, with
    /// capacity for all components that it can hold.
    pub order: Option<u32>,
}

impl ZonePlace {
    /// The maximum number of places of a declaration whose places keep sets; per-player zones always keep
    /// them.
    pub const MOST_WITH_SETS: u32 = 8;
}

/// A history in the state: the number of positions kept, the index of the next one, and the numbers of each
/// position. It is a ring buffer: once it is full, the next position overwrites the oldest.
///
/// A position is one number, or several if a player does not see all of it: the public part, the part hidden
/// from at least one player, and the parts of the zones that only player 0 sees, only player 1 sees, and so
/// on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryInfo {
    /// The key of its table `[histories.x]`.
    pub id: String,
    /// The address of its first word.
    pub base: u32,
    /// Its capacity in positions, at least one.
    pub keep: u16,
    /// The fields (indices into `Layout::fields`) that are part of a position.
    pub fields: Vec<FieldId>,
    /// The zones (indices into `Ir::zones`) that are part of a position.
    pub zones: Vec<ZoneId>,
    /// The number of words of a position, from one to [`HistoryInfo::MOST_PARTS`].
    pub parts: u16,
}

impl HistoryInfo {
    /// The number of words before the first position.
    pub const HEAD: usize = 2;
    /// The index of the hidden part that is not attributed to a player. The parts of the players follow it.
    pub const HIDDEN: usize = 1;
    /// The maximum number of words of a position: the public part, the hidden part, and one for each player.
    pub const MOST_PARTS: usize = 2 + 64;

    /// Returns the number of words of the whole ring buffer.
    pub fn words(&self) -> usize {
        Self::HEAD + usize::from(self.keep) * usize::from(self.parts)
    }
}

//! Facts about rules that a text can claim: what they do, and of what they speak.

use crate::ir::ZoneId;

/// A set of facts about rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FactSet {
    facts: u32,
    /// The zones of which they speak: a bit each; all beyond 63 share the last bit.
    zones: u64,
}

impl FactSet {
    /// Moves of components, such as `move` and `deal`.
    pub const MOVES: FactSet = FactSet::of(1);
    /// `shuffle`
    pub const SHUFFLES: FactSet = FactSet::of(2);
    /// Rolls of dice, and random elements.
    pub const CHANCE: FactSet = FactSet::of(4);
    /// Changes of state.
    pub const CHANGES: FactSet = FactSet::of(8);
    /// Players other than the one whom the rule calls `you`.
    pub const PLAYERS: FactSet = FactSet::of(16);
    /// Anything that words such as "no", "not", "unless" or "otherwise" can stand for.
    pub const DENIAL: FactSet = FactSet::of(32);
    /// `none(S)`, `not any(S)` or `count(S) == 0`, for which a text needs such a word.
    pub const ABSENCE: FactSet = FactSet::of(64);
    /// A choice.
    pub const CHOICE: FactSet = FactSet::of(128);
    /// A choice that can be declined.
    pub const OPTION: FactSet = FactSet::of(256);
    /// The players at the table, or their order.
    pub const SEATS: FactSet = FactSet::of(512);
    /// A set of players without some of them.
    pub const OTHERS: FactSet = FactSet::of(1 << 10);
    /// A loop over players.
    pub const EACH_PLAYER: FactSet = FactSet::of(1 << 11);
    /// A choice of players.
    pub const CHOSEN_PLAYER: FactSet = FactSet::of(1 << 12);
    /// Anything that "for each" can stand for.
    pub const COUNT: FactSet = FactSet::of(1 << 13);
    /// A product with a count, for which a text needs such words.
    pub const MULTIPLE: FactSet = FactSet::of(1 << 14);
    /// Anything that "the highest" can stand for.
    pub const HIGHEST: FactSet = FactSet::of(1 << 15);
    /// Anything that "the lowest" can stand for.
    pub const LOWEST: FactSet = FactSet::of(1 << 16);
    /// Any product or quotient.
    pub const PRODUCT: FactSet = FactSet::of(1 << 17);
    /// `may choose`, for which a text needs a word such as "may".
    pub const DECLINED: FactSet = FactSet::of(1 << 18);
    /// A choice between options, for which a text needs a word such as "or".
    pub const ARMS: FactSet = FactSet::of(1 << 19);
    /// The sum of a value over a set.
    pub const SUM: FactSet = FactSet::of(1 << 20);
    /// The end of the game, or of it for a player.
    pub const ENDS: FactSet = FactSet::of(1 << 21);
    /// The highest or lowest value of a set, for which a text needs such a word.
    pub const EXTREME: FactSet = FactSet::of(1 << 22);
    /// A set of components without the card itself, of some value.
    pub const OTHER_CARDS: FactSet = FactSet::of(1 << 23);
    /// A condition or count that asks for something to be there.
    pub const PRESENCE: FactSet = FactSet::of(1 << 24);
    /// The game is won by the player whose rule it is.
    pub const YOU_WIN: FactSet = FactSet::of(1 << 25);
    /// The game is lost by the player whose rule it is.
    pub const YOU_LOSE: FactSet = FactSet::of(1 << 26);
    /// A random element, for which a text needs such a word.
    pub const RANDOM: FactSet = FactSet::of(1 << 27);
    /// Zones that are known only when the game is played.
    pub const ANY_ZONE: FactSet = FactSet { facts: 0, zones: u64::MAX };

    const fn of(facts: u32) -> FactSet {
        FactSet { facts, zones: 0 }
    }

    /// Returns the fact that rules speak of a zone.
    pub fn zone(zone: ZoneId) -> FactSet {
        FactSet { facts: 0, zones: 1 << zone.index().min(63) }
    }

    pub const fn or(self, other: FactSet) -> FactSet {
        FactSet { facts: self.facts | other.facts, zones: self.zones | other.zones }
    }

    pub fn has_any(self, other: FactSet) -> bool {
        self.facts & other.facts != 0 || self.zones & other.zones != 0
    }

    pub fn is_empty(self) -> bool {
        self == FactSet::default()
    }
}

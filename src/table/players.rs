//! Sets of players.

use crate::ir::PlayerId;
use std::ops::BitOr;

/// A set of players: player `p`, from 0 and below 64, is bit `p`. As a set of readers, the empty set means an
/// outside observer, from whom nothing is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Players(u64);

impl Players {
    /// The empty set.
    pub const NONE: Players = Players(0);

    /// Returns the set of one player.
    pub fn one(player: PlayerId) -> Players {
        Players(1 << (player.0 & 63))
    }

    /// Returns whether a player is in the set.
    pub fn has(self, player: PlayerId) -> bool {
        self.0 >> (player.0 & 63) & 1 == 1
    }

    /// Returns whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether this set is a subset of `those`.
    pub fn are_within(self, those: Players) -> bool {
        self.0 & !those.0 == 0
    }

    /// Returns whether the two sets have a player in common.
    pub fn meet(self, those: Players) -> bool {
        self.0 & those.0 != 0
    }

    /// Returns the player with the lowest seat.
    pub fn first(self) -> Option<PlayerId> {
        (self.0 != 0).then(|| PlayerId(self.0.trailing_zeros() as u8))
    }

    /// Returns the players, in the order of their seats.
    pub fn iter(self) -> impl Iterator<Item = PlayerId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let player = (left != 0).then(|| PlayerId(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(player)
        })
    }

    /// Converts a word in which rules store a set of players.
    pub fn of_word(word: u64) -> Players {
        Players(word)
    }

    /// Returns the number of players.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl FromIterator<PlayerId> for Players {
    fn from_iter<I: IntoIterator<Item = PlayerId>>(players: I) -> Players {
        players.into_iter().fold(Players::NONE, |all, player| all | Players::one(player))
    }
}

impl BitOr for Players {
    type Output = Players;

    fn bitor(self, those: Players) -> Players {
        Players(self.0 | those.0)
    }
}

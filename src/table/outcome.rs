//! The outcome of a game: sides, ranks, scores and tie-breaks.

use super::state::State;
use crate::ir::{Layout, PlayerId, ToIndex};

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The game is still in progress.
    Open,
    /// By `end`: scores decide, if the game has scoring.
    Scored,
    /// By `end in draw`.
    Draw,
    /// By `win` or `lose`.
    Settled,
}

/// One player's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerResult {
    /// 1 for the best side. Equal sides share a rank, and the next rank is skipped.
    pub rank: u8,
    /// True if they have won: by `win`, or with the first rank by score. In a draw, and if all players have
    /// lost, nobody has won.
    pub won: bool,
    /// True if they have lost by `lose`.
    pub lost: bool,
    /// Their side, from 0, in the order of each side's first player.
    pub side: u8,
    /// Their score, if the game has scoring.
    pub score: Option<i64>,
    /// The tie-break values, in the order declared; higher is better.
    pub ties: Vec<i64>,
}

/// The outcome of a game, for each player in the order of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableOutcome {
    /// The statement that ended the game: `end`, `end in draw`, or `win` and `lose`.
    pub ending: Ending,
    /// The name that the rules give the ending, an index into `Ir::endings`; `None` if they name none.
    pub named: Option<u16>,
    /// The results of the players, by seat.
    pub standings: Vec<PlayerResult>,
    /// For each side, the value that its players share, if `together` is a function.
    pub sides: Vec<u64>,
}

impl PlayerResult {
    /// Creates the standing of a player in an unfinished game.
    pub(super) fn open() -> PlayerResult {
        PlayerResult { rank: 1, won: false, lost: false, side: 0, score: None, ties: Vec::new() }
    }

    /// Returns the sort key of a player.
    fn key(&self, won: bool) -> (bool, bool, Option<i64>, &[i64]) {
        (won, !self.lost, self.score, &self.ties)
    }
}

impl TableOutcome {
    /// Creates the outcome of an unfinished game.
    pub fn open() -> TableOutcome {
        TableOutcome { ending: Ending::Open, named: None, standings: Vec::new(), sides: Vec::new() }
    }

    /// Ranks the sides, and gives each player the rank of their side. Sides are compared by having won, not
    /// having lost, and the best score and tie-breaks among their players.
    pub(super) fn rank(&mut self, state: &State) {
        let (winners, losers) = (state.winners(), state.losers());
        for (player, standing) in self.standings.iter_mut().enumerate() {
            standing.lost = losers >> player & 1 == 1;
            standing.rank = 1;
        }
        // In a draw all ranks are equal, regardless of the scores.
        if self.ending == Ending::Draw {
            return;
        }
        let key = |player: PlayerId| self.standings[player.index()].key(winners >> player.0 & 1 == 1);
        let mut best = [PlayerId(0); 64];
        let mut sides = 0;
        for (player, standing) in PlayerId::all(64).zip(&self.standings) {
            let best = &mut best[standing.side.index() & 63];
            if standing.side.index() == sides {
                (sides, *best) = (sides + 1, player);
            } else if key(player) > key(*best) {
                *best = player;
            }
        }
        let mut ranks = [1u8; 64];
        for (rank, mine) in ranks.iter_mut().zip(&best[..sides]) {
            *rank += best[..sides].iter().filter(|other| key(**other) > key(*mine)).count() as u8;
        }
        for standing in &mut self.standings {
            standing.rank = ranks[standing.side.index() & 63];
        }
    }

    /// Returns the number of sides.
    pub fn side_count(&self) -> u8 {
        self.standings.iter().map(|s| s.side + 1).max().unwrap_or(0)
    }

    /// Returns the players of a side in the order of seats. Sides count from 0.
    pub fn players_of(&self, side: u8) -> impl Iterator<Item = PlayerId> + '_ {
        (0..).map(PlayerId).zip(&self.standings).filter(move |(_, s)| s.side == side).map(|(p, _)| p)
    }

    /// Returns the number of sides that have won.
    pub fn winning_sides(&self) -> usize {
        let won = self.standings.iter().filter(|s| s.won);
        won.fold(0u64, |sides, s| sides | 1 << (s.side & 63)).count_ones().index()
    }

    /// Returns whether every player has lost.
    pub fn all_lost(&self) -> bool {
        !self.standings.is_empty() && self.standings.iter().all(|s| s.lost)
    }

    /// Returns the players who have won, from 0.
    pub fn winners(&self) -> impl Iterator<Item = PlayerId> + '_ {
        (0..).map(PlayerId).zip(&self.standings).filter(|(_, s)| s.won).map(|(p, _)| p)
    }
}

impl State {
    /// Returns how the game ended; [`Ending::Open`] if it has not.
    pub fn ending(&self) -> Ending {
        match self.words[Layout::ENDING] & 0xff {
            1 => Ending::Scored,
            2 => Ending::Draw,
            3 => Ending::Settled,
            _ => Ending::Open,
        }
    }

    /// Returns the name of the ending in the rules: an index into `Ir::endings`.
    pub fn named_ending(&self) -> Option<u16> {
        (self.words[Layout::ENDING] >> 8).checked_sub(1).map(|named| named as u16)
    }
}

//! The outcome of a game: sides, ranks, scores and tie-breaks.

use super::fault::Fault;
use super::machine::Machine;
use super::state::State;
use crate::ir::{FigureInfo, FunctionId, Layout, SidesInfo, ToIndex};

/// The kind of ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has not ended yet.
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
    /// Whether they have won. All players with the first rank by score have won; in a draw, and if all have
    /// lost, nobody has.
    pub won: bool,
    /// Whether they have lost by `lose`.
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
    /// The kind of ending.
    pub ending: Ending,
    /// The name of the ending in the rules: an index into `Ir::endings`.
    pub named: Option<u16>,
    /// The results of the players, by seat.
    pub standings: Vec<PlayerResult>,
    /// For each side, the value that its players share, if `together` is a function.
    pub sides: Vec<u64>,
}

impl PlayerResult {
    /// Creates the standing of a player in an unfinished game.
    fn open() -> PlayerResult {
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
    fn rank(&mut self, state: &State) {
        let (winners, losers) = (state.winners(), state.losers());
        for (player, standing) in self.standings.iter_mut().enumerate() {
            standing.lost = losers >> player & 1 == 1;
            standing.rank = 1;
        }
        // In a draw all ranks are equal, whatever the scores.
        if self.ending == Ending::Draw {
            return;
        }
        let key = |player: u8| self.standings[player.index()].key(winners >> player & 1 == 1);
        let mut best = [0u8; 64];
        let mut sides = 0;
        for (player, standing) in (0..64u8).zip(&self.standings) {
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

    /// Returns the players of a side, from 0.
    pub fn players_of(&self, side: u8) -> impl Iterator<Item = usize> + '_ {
        self.standings.iter().enumerate().filter(move |(_, s)| s.side == side).map(|(p, _)| p)
    }

    /// Returns the number of sides that have won.
    pub fn winning_sides(&self) -> usize {
        let won = self.standings.iter().filter(|s| s.won);
        won.fold(0u64, |sides, s| sides | 1 << (s.side & 63)).count_ones().index()
    }

    /// Whether every player has lost.
    pub fn all_lost(&self) -> bool {
        !self.standings.is_empty() && self.standings.iter().all(|s| s.lost)
    }

    /// Returns the players who have won, from 0.
    pub fn winners(&self) -> impl Iterator<Item = u8> + '_ {
        self.standings.iter().enumerate().filter(|(_, s)| s.won).map(|(i, _)| i as u8)
    }
}

/// Returns the set of all players at a table of `players`.
pub(super) fn seats(players: u64) -> u64 {
    if players >= 64 { u64::MAX } else { (1 << players) - 1 }
}

/// Returns the player `by` seats after `player` (before them if negative), among players who are not out, or
/// among all if everybody is out. `None` if `player` is not at the table.
pub(super) fn seats_on(fixed: &[u64], player: u64, by: i64) -> Option<u64> {
    let players = fixed[Layout::PLAYERS];
    if player >= players || by == 0 {
        return (player < players).then_some(player);
    }
    let playing = match seats(players) & !fixed[Layout::OUT] {
        0 => seats(players),
        some => some,
    };
    let steps = (by.unsigned_abs() - 1) % u64::from(playing.count_ones());
    let seat = |step: u64| (player + if by > 0 { step } else { players - step }) % players;
    (1..=players).map(seat).filter(|seat| playing >> seat & 1 == 1).nth(steps.index())
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

impl Machine<'_> {
    /// Writes for each player the value by which `together` divides sides: players with equal values are on
    /// one side.
    ///
    /// # Errors
    /// Fails if the rule raises a fault.
    pub fn side_values(&mut self, state: &mut State, values: &mut Vec<u64>) -> Result<(), Box<Fault>> {
        values.clear();
        match self.table().ir().sides {
            SidesInfo::Each => values.extend(0..u64::from(state.players())),
            SidesInfo::Table => values.resize(state.players().index(), 0),
            SidesInfo::By(function) => {
                for player in 0..u64::from(state.players()) {
                    let value = self.evaluate(state, function, &[player])?;
                    values.push(value.first().copied().unwrap_or(0));
                }
            }
        }
        Ok(())
    }

    /// Computes a figure of the game: one value for the table, or one for each player.
    ///
    /// # Errors
    /// Fails if the rule raises a fault.
    pub fn figure(&mut self, state: &State, figure: &FigureInfo) -> Result<Vec<Vec<u64>>, Box<Fault>> {
        let players = if figure.per_player { 0..u64::from(state.players()) } else { 0..1 };
        self.on_copy(state, |machine, copy| {
            let asked = |player| {
                let of: &[u64] = if figure.per_player { &[player] } else { &[] };
                machine.evaluate(copy, figure.function, of).map(<[u64]>::to_vec)
            };
            players.map(asked).collect()
        })
    }

    /// Returns the outcome of a game. Scores are computed for every ending, and can raise a fault. Having
    /// won, and not having lost, ranks before scores.
    pub fn outcome(&mut self, state: &State) -> Result<TableOutcome, Box<Fault>> {
        let mut outcome = TableOutcome::open();
        self.outcome_into(state, &mut outcome)?;
        Ok(outcome)
    }

    /// Writes the outcome of a game into an existing value, so that successive games need no allocation.
    ///
    /// # Errors
    /// Fails like [`Machine::outcome`]; `outcome` is then invalid.
    pub fn outcome_into(&mut self, state: &State, outcome: &mut TableOutcome) -> Result<(), Box<Fault>> {
        let ir = self.table().ir();
        let players = state.players();
        outcome.ending = state.ending();
        outcome.named = state.named_ending();
        outcome.sides.clear();
        outcome.standings.resize_with(players.index(), PlayerResult::open);
        for (player, standing) in outcome.standings.iter_mut().enumerate() {
            standing.side = if ir.sides == SidesInfo::Each { player as u8 } else { 0 };
            standing.score = None;
            standing.ties.clear();
        }
        let scores = ir.score.filter(|_| outcome.ending != Ending::Open);
        if scores.is_some() || matches!(ir.sides, SidesInfo::By(_)) {
            self.on_copy(state, |machine, copy| {
                machine.tell_sides(copy, outcome)?;
                scores.map_or(Ok(()), |score| machine.score(copy, score.0, &mut outcome.standings))
            })?;
        }
        outcome.rank(state);
        let decided = ir.score.is_some();
        let winners = state.winners();
        for (player, standing) in outcome.standings.iter_mut().enumerate() {
            standing.won = match outcome.ending {
                Ending::Scored => decided && standing.rank == 1 && !standing.lost,
                Ending::Settled => winners >> player & 1 == 1,
                Ending::Draw | Ending::Open => false,
            };
        }
        Ok(())
    }

    /// Writes each player's side, if a rule divides the sides.
    fn tell_sides(&mut self, state: &mut State, outcome: &mut TableOutcome) -> Result<(), Box<Fault>> {
        if !matches!(self.table().ir().sides, SidesInfo::By(_)) {
            return Ok(());
        }
        let mut values = Vec::new();
        self.side_values(state, &mut values)?;
        for (standing, value) in outcome.standings.iter_mut().zip(values) {
            let known = outcome.sides.iter().position(|side| *side == value);
            standing.side = known.unwrap_or(outcome.sides.len()) as u8;
            if known.is_none() {
                outcome.sides.push(value);
            }
        }
        Ok(())
    }

    /// Writes each player's score and tie-break values.
    fn score(
        &mut self,
        state: &mut State,
        score: u16,
        standings: &mut [PlayerResult],
    ) -> Result<(), Box<Fault>> {
        let ties = &self.table().ir().ties;
        for (player, standing) in standings.iter_mut().enumerate() {
            let mut value = |function| {
                self.evaluate(state, function, &[player as u64]).map(|r| r.first().map_or(0, |w| *w as i64))
            };
            standing.score = Some(value(FunctionId(score))?);
            for function in ties {
                standing.ties.push(value(*function)?);
            }
        }
        Ok(())
    }
}

//! How a game ended: sides, ranks, scores and tie-breaks.

use super::fault::Fault;
use super::machine::Machine;
use super::state::State;
use crate::ir::{FigureInfo, Layout, SidesInfo};

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has not ended yet.
    Open,
    /// By `end`: scores decide, where the game has scoring.
    Scored,
    /// By `end in draw`.
    Draw,
    /// By `win` or `lose`.
    Settled,
}

/// One player's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// 1 for the best side; who is equal shares a rank, and the next rank is left out.
    pub rank: u8,
    /// Whether they have won. Who shares the first rank by score has won; in a draw, and where all have lost, nobody has.
    pub won: bool,
    /// Whether they have lost by `lose`.
    pub lost: bool,
    /// Their side, from 0, in the order of each side's first player.
    pub side: u8,
    /// Their score, where the game has scoring.
    pub score: Option<i64>,
    /// What breaks ties, in the order declared; higher is better.
    pub ties: Vec<i64>,
}

/// How a game ended, for each player in the order of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How.
    pub ending: Ending,
    /// What the rules call this ending: a place in `Ir::endings`.
    pub named: Option<u16>,
    /// A player each.
    pub standings: Vec<Standing>,
    /// For each side the value that its players share, where `together` tells sides apart.
    pub sides: Vec<u64>,
}

impl Outcome {
    /// How many sides there are.
    pub fn side_count(&self) -> u8 {
        self.standings.iter().map(|s| s.side + 1).max().unwrap_or(0)
    }

    /// The players of a side, from 0.
    pub fn players_of(&self, side: u8) -> impl Iterator<Item = usize> + '_ {
        self.standings.iter().enumerate().filter(move |(_, s)| s.side == side).map(|(p, _)| p)
    }

    /// How many sides have won.
    pub fn winning_sides(&self) -> usize {
        (0..self.side_count()).filter(|side| self.players_of(*side).any(|p| self.standings[p].won)).count()
    }

    /// Whether every player has lost.
    pub fn all_lost(&self) -> bool {
        !self.standings.is_empty() && self.standings.iter().all(|s| s.lost)
    }

    /// The players who have won, from 0.
    pub fn winners(&self) -> impl Iterator<Item = u8> + '_ {
        self.standings.iter().enumerate().filter(|(_, s)| s.won).map(|(i, _)| i as u8)
    }
}

/// The set of so many players.
pub(super) fn seats(players: u64) -> u64 {
    if players >= 64 { u64::MAX } else { (1 << players) - 1 }
}

impl State {
    /// How the game ended, if it has.
    pub fn ending(&self) -> Ending {
        match self.words[Layout::ENDING] & 0xff {
            1 => Ending::Scored,
            2 => Ending::Draw,
            3 => Ending::Settled,
            _ => Ending::Open,
        }
    }

    /// What the rules call the ending: a place in `Ir::endings`.
    pub fn named_ending(&self) -> Option<u16> {
        (self.words[Layout::ENDING] >> 8).checked_sub(1).map(|named| named as u16)
    }
}

impl Machine<'_> {
    /// Writes for each player the value by which `together` tells sides apart: players with the same are on one side.
    ///
    /// # Errors
    /// The rule fails, as any rule can.
    pub fn side_values(&mut self, state: &mut State, values: &mut Vec<u64>) -> Result<(), Box<Fault>> {
        values.clear();
        match self.table().ir().sides {
            SidesInfo::Each => values.extend(0..u64::from(state.players())),
            SidesInfo::Table => values.resize(state.players() as usize, 0),
            SidesInfo::By(function) => {
                for player in 0..u64::from(state.players()) {
                    let value = self.evaluate(state, function, &[player])?;
                    values.push(value.first().copied().unwrap_or(0));
                }
            }
        }
        Ok(())
    }

    /// What a figure of the game comes to: one answer of the table, or one of each player.
    ///
    /// # Errors
    /// The rule fails, as any rule can.
    pub fn figure(&mut self, state: &State, figure: &FigureInfo) -> Result<Vec<Vec<u64>>, Box<Fault>> {
        let players = if figure.per_player { 0..u64::from(state.players()) } else { 0..1 };
        self.on_copy(state, |machine, copy| {
            let asked = |player| {
                let of: &[u64] = if figure.per_player { &[player] } else { &[] };
                machine.evaluate(copy, figure.function.0, of).map(<[u64]>::to_vec)
            };
            players.map(asked).collect()
        })
    }

    /// How a game ended. Scores are worked out however it did, which can fail as any rule can. Having won, and not having lost, ranks
    /// before scores.
    pub fn outcome(&mut self, state: &State) -> Result<Outcome, Box<Fault>> {
        let players = state.players();
        let ending = state.ending();
        let ir = self.table().ir();
        let (winners, losers) = (state.winners(), state.losers());
        let first = Standing { rank: 1, won: false, lost: false, side: 0, score: None, ties: Vec::new() };
        let mut standings = vec![first; players as usize];
        let mut values = Vec::new();
        self.on_copy(state, |machine, copy| {
            machine.side_values(copy, &mut values)?;
            if let (true, Some(score)) = (ending != Ending::Open, ir.score) {
                for (player, standing) in standings.iter_mut().enumerate() {
                    let mut value = |function| {
                        machine.evaluate(copy, function, &[player as u64]).map(|r| r.first().map_or(0, |w| *w as i64))
                    };
                    standing.score = Some(value(score)?);
                    standing.ties = ir.ties.iter().map(|f| value(*f)).collect::<Result<_, _>>()?;
                }
            }
            Ok::<(), Box<Fault>>(())
        })?;
        let mut sides: Vec<u64> = Vec::new();
        for (standing, value) in standings.iter_mut().zip(&values) {
            let known = sides.iter().position(|side| side == value);
            standing.side = known.unwrap_or(sides.len()) as u8;
            if known.is_none() {
                sides.push(*value);
            }
        }
        // What a side is compared by: having won, not having lost, and the best score and tie-breaks among its players.
        let key = |side: u8| {
            let of = standings.iter().enumerate().filter(|(_, s)| s.side == side);
            of.map(|(player, s)| (winners >> player & 1, 1 - (losers >> player & 1), s.score, s.ties.as_slice())).max()
        };
        let keys: Vec<_> = (0..sides.len() as u8).map(key).collect();
        let rank = |side: u8| match ending {
            // Nobody is ahead of anybody, whatever the scores.
            Ending::Draw => 1,
            _ => 1 + keys.iter().filter(|other| **other > keys[side as usize]).count() as u8,
        };
        let ranks: Vec<u8> = (0..sides.len() as u8).map(rank).collect();
        for (player, standing) in standings.iter_mut().enumerate() {
            standing.rank = ranks[standing.side as usize];
            standing.lost = losers >> player & 1 == 1;
            standing.won = match ending {
                Ending::Scored => ir.score.is_some() && standing.rank == 1 && !standing.lost,
                Ending::Settled => winners >> player & 1 == 1,
                Ending::Draw | Ending::Open => false,
            };
        }
        if !matches!(ir.sides, SidesInfo::By(_)) {
            sides.clear();
        }
        Ok(Outcome { ending, named: state.named_ending(), standings, sides })
    }
}

//! How a game ended: ranks, scores and tie-breaks.

use super::fault::Fault;
use super::machine::Machine;
use super::state::State;
use crate::ir::Layout;

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
    /// 1 for the best; who is equal shares a rank, and the next rank is left out.
    pub rank: u8,
    /// Whether they have won. Who shares the first rank by score has won; in a draw, and where all have lost, nobody has.
    pub won: bool,
    /// Their score, where scores decided.
    pub score: Option<i64>,
    /// What broke ties, in the order declared; higher is better.
    pub ties: Vec<i64>,
}

/// How a game ended, for each player in the order of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How.
    pub ending: Ending,
    /// A player each.
    pub standings: Vec<Standing>,
}

impl Outcome {
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
        match self.words[Layout::ENDING] {
            1 => Ending::Scored,
            2 => Ending::Draw,
            3 => Ending::Settled,
            _ => Ending::Open,
        }
    }
}

impl Machine<'_> {
    /// How a game ended. By `end`, scores are worked out, which can fail as any rule can; who has lost by then ranks below all others.
    pub fn outcome(&mut self, state: &State) -> Result<Outcome, Box<Fault>> {
        let players = state.players();
        let ending = state.ending();
        let ir = self.table().ir();
        let mut standings = vec![Standing { rank: 1, won: false, score: None, ties: Vec::new() }; players as usize];
        if let (Ending::Scored, Some(score)) = (ending, ir.score) {
            self.on_copy(state, |machine, copy| {
                for (player, standing) in standings.iter_mut().enumerate() {
                    let mut value = |function| {
                        machine.evaluate(copy, function, &[player as u64]).map(|r| r.first().map_or(0, |w| *w as i64))
                    };
                    standing.score = Some(value(score)?);
                    standing.ties = ir.ties.iter().map(|f| value(*f)).collect::<Result<_, _>>()?;
                }
                Ok::<(), Box<Fault>>(())
            })?;
        }
        let (winners, losers) = (state.winners(), state.losers());
        // What a player is compared by: having won, not having lost, score, ties.
        let key = |player: usize| {
            let Standing { score, ties, .. } = &standings[player];
            (winners >> player & 1, 1 - (losers >> player & 1), *score, ties.as_slice())
        };
        let mut ranks = [1; 64];
        for (player, rank) in ranks.iter_mut().enumerate().take(standings.len()) {
            *rank += (0..standings.len()).filter(|other| key(*other) > key(player)).count() as u8;
        }
        let decided = standings.iter().any(|s| s.score.is_some());
        for (player, standing) in standings.iter_mut().enumerate() {
            standing.rank = ranks.get(player).copied().unwrap_or(1);
            standing.won = match ending {
                Ending::Scored => decided && standing.rank == 1 && losers >> player & 1 == 0,
                Ending::Settled => winners >> player & 1 == 1,
                Ending::Draw | Ending::Open => false,
            };
        }
        Ok(Outcome { ending, standings })
    }
}

//! Who won, how high, and how long it took.

use crate::lab::{Histogram, Moments};
use crate::table::Outcome;
use serde::{Deserialize, Serialize};

/// What a seat did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStats {
    /// Games in which it was among the winners.
    pub wins: u64,
    /// Of those, games that it did not win alone.
    pub shared: u64,
    /// Its scores, in games that scores decided.
    pub scores: Moments,
}

/// How long a game took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Choices.
    pub plies: u64,
    /// Turns: what one player chooses without another in between.
    pub turns: u64,
    /// The most turns that any one player had.
    pub rounds: u64,
}

/// What is counted over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Games that came to an end.
    pub finished: u64,
    /// Games given up because they went on too long.
    pub unfinished: u64,
    /// Games that ended in a fault.
    pub faults: u64,
    /// Finished games with more than one winner.
    pub shared: u64,
    /// Finished games without a winner.
    pub drawn: u64,
    /// Each seat, in order.
    pub seats: Vec<SeatStats>,
    /// Choices made in all games, unfinished and faulted ones included.
    pub plies: u64,
    /// How many choices a finished game had.
    pub lengths: Histogram,
    /// How many turns a finished game had.
    pub turns: Histogram,
    /// How many rounds a finished game had.
    pub rounds: Histogram,
}

impl Stats {
    /// Nothing counted yet, for so many players.
    pub fn new(players: u8) -> Self {
        Stats { seats: vec![SeatStats::default(); players as usize], ..Stats::default() }
    }

    /// Whether so many games can have come to this.
    pub fn is_sound(&self, games: u64) -> bool {
        let ended = self.finished.checked_add(self.unfinished).and_then(|sum| sum.checked_add(self.faults));
        let seat = |seat: &SeatStats| {
            seat.shared <= seat.wins && seat.wins <= self.finished && seat.scores.count <= self.finished
        };
        let each = [&self.lengths, &self.turns, &self.rounds];
        ended == Some(games)
            && self.shared.checked_add(self.drawn).is_some_and(|sum| sum <= self.finished)
            && self.plies < super::MOST
            && self.seats.iter().all(seat)
            && each.iter().all(|seen| seen.is_sound(self.finished))
    }

    /// Adds a finished game, in which everybody sat so many seats behind their own.
    pub fn finish(&mut self, outcome: &Outcome, length: Length, shift: usize) {
        self.finished += 1;
        let winners = outcome.winners().count();
        self.shared += u64::from(winners > 1);
        self.drawn += u64::from(winners == 0);
        for (seat, standing) in self.seats.iter_mut().zip(outcome.standings.iter().cycle().skip(shift)) {
            seat.wins += u64::from(standing.won);
            seat.shared += u64::from(standing.won && winners > 1);
            if let Some(score) = standing.score {
                seat.scores.add(score);
            }
        }
        self.lengths.add(length.plies);
        self.turns.add(length.turns);
        self.rounds.add(length.rounds);
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Stats) {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.shared += other.shared;
        self.drawn += other.drawn;
        self.plies += other.plies;
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.wins += other.wins;
            seat.shared += other.shared;
            seat.scores.merge(&other.scores);
        }
        self.lengths.merge(&other.lengths);
        self.turns.merge(&other.turns);
        self.rounds.merge(&other.rounds);
    }
}

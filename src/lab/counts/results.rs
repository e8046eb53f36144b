//! Counts results, scores and lengths of games.

use super::limit::MOST;
use crate::ir::{ChoiceId, Ir, SidesInfo};
use crate::lab::histogram::Histogram;
use crate::lab::statistics::Moments;
use crate::table::TableOutcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The results of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatStats {
    /// Games in which it was among the winners.
    pub wins: u64,
    /// Games that it won together with others.
    pub shared: u64,
    /// Its scores, in games that scores decided.
    pub scores: Moments,
}

impl SeatStats {
    fn add(&mut self, won: bool, shared: bool, score: Option<i64>) {
        self.wins += u64::from(won);
        self.shared += u64::from(won && shared);
        if let Some(score) = score {
            self.scores.add(score);
        }
    }

    fn merge(&mut self, other: &SeatStats) {
        self.wins += other.wins;
        self.shared += other.shared;
        self.scores.merge(&other.scores);
    }
}

/// The results of a side, in the games in which it took part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideStats {
    /// Finished games with a player on it.
    pub games: u64,
    /// The set of bots that sat on it, by their numbers.
    pub bots: u64,
    /// Its wins and scores. Its score is the best of its players.
    pub did: SeatStats,
}

/// The length of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// Number of choices.
    pub plies: u64,
    /// Number of turns: a turn is a run of choices by one player.
    pub turns: u64,
    /// The greatest number of turns of any player.
    pub rounds: u64,
}

/// Results, scores and lengths of many games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Games that came to an end.
    pub finished: u64,
    /// Games stopped at the limit of choices.
    pub unfinished: u64,
    /// Games that ended in a fault.
    pub faults: u64,
    /// Evaluations of bots that ended in a fault.
    pub misjudged: u64,
    /// Finished games with more than one winner.
    pub shared: u64,
    /// Finished games without a winner, except those that everybody has lost.
    pub drawn: u64,
    /// Finished games that everybody has lost.
    pub lost: u64,
    /// Finished games by the name of their ending, in the order of `Ir::endings`.
    pub endings: Vec<u64>,
    /// The results of each side, if the game has sides, by the value that identifies the side, or, where
    /// seats rotate, by its first bot.
    pub sides: Option<BTreeMap<u64, SideStats>>,
    /// The results of each seat, in order.
    pub seats: Vec<SeatStats>,
    /// The number of times that each choice point was asked at the end of the games stopped at the limit of
    /// choices: in the last choice, and in some that bots made after it.
    pub asked_last: BTreeMap<ChoiceId, u64>,
    /// Choices made in all games, unfinished and faulted ones included.
    pub plies: u64,
    /// Number of choices in a finished game.
    pub lengths: Histogram,
    /// Number of turns in a finished game.
    pub turns: Histogram,
    /// Number of rounds in a finished game; empty for one player.
    pub rounds: Histogram,
}

impl Stats {
    /// Creates empty results for `players` players.
    pub fn new(players: u8) -> Self {
        Stats { seats: vec![SeatStats::default(); usize::from(players)], ..Stats::default() }
    }

    /// Creates empty results for a game, with its sides and endings.
    pub fn of(ir: &Ir, players: u8) -> Self {
        let sides = (ir.sides != SidesInfo::Each).then(BTreeMap::new);
        Stats { endings: vec![0; ir.endings.len()], sides, ..Stats::new(players) }
    }

    /// Returns whether the results are possible for `games` games.
    pub fn is_sound(&self, games: u64) -> bool {
        let ended = self.finished.checked_add(self.unfinished).and_then(|sum| sum.checked_add(self.faults));
        let seat = |seat: &SeatStats| {
            seat.shared <= seat.wins && seat.wins <= self.finished && seat.scores.count <= self.finished
        };
        let each = [&self.lengths, &self.turns, &self.rounds];
        ended == Some(games)
            && [self.shared, self.drawn, self.lost].iter().all(|games| *games <= self.finished)
            && self.shared.saturating_add(self.drawn).saturating_add(self.lost) <= self.finished
            && self.endings.iter().all(|games| *games <= self.finished)
            && self
                .sides
                .iter()
                .flat_map(BTreeMap::values)
                .all(|side| side.games <= self.finished && seat(&side.did))
            && self.plies.max(self.misjudged) < MOST
            && self.asked_last.values().all(|times| *times < MOST)
            && self.seats.iter().all(seat)
            && each.iter().all(|seen| seen.is_sound(self.finished))
    }

    /// Adds a finished game. `seat_of` is the seat of each bot; if `rotates`, sides are identified by their
    /// bots.
    pub fn finish(&mut self, outcome: &TableOutcome, length: Length, seat_of: &[usize], rotates: bool) {
        self.finished += 1;
        let winners = outcome.winning_sides();
        self.shared += u64::from(winners > 1);
        let lost = winners == 0 && outcome.all_lost();
        self.lost += u64::from(lost);
        self.drawn += u64::from(winners == 0 && !lost);
        if let Some(games) = outcome.named.and_then(|named| self.endings.get_mut(usize::from(named))) {
            *games += 1;
        }
        let standings = &outcome.standings;
        for (seat, at) in self.seats.iter_mut().zip(seat_of) {
            let Some(standing) = standings.get(*at) else { continue };
            seat.add(standing.won, winners > 1, standing.score);
        }
        if let Some(sides) = &mut self.sides {
            for side in 0..outcome.side_count() {
                let score = outcome.players_of(side).filter_map(|p| standings[p.index()].score).max();
                let won = outcome.players_of(side).any(|p| standings[p.index()].won);
                let by_bot =
                    || seat_of.iter().position(|seat| standings.get(*seat).is_some_and(|s| s.side == side));
                let key = match outcome.sides.get(usize::from(side)) {
                    Some(value) if !rotates => *value,
                    _ => by_bot().unwrap_or(0) as u64,
                };
                let counted = sides.entry(key).or_default();
                counted.games += 1;
                let sits = |seat: &usize| standings.get(*seat).is_some_and(|s| s.side == side);
                counted.bots |=
                    (0..64).zip(seat_of).filter(|(_, s)| sits(s)).fold(0, |set, (bot, _)| set | 1u64 << bot);
                counted.did.add(won, winners > 1, score);
            }
        }
        self.lengths.add(length.plies);
        // A single player has one turn from beginning to end, so it is not counted.
        if self.seats.len() > 1 {
            self.turns.add(length.turns);
            self.rounds.add(length.rounds);
        }
    }

    /// Returns the choice point that was asked most at the end of the games stopped at the limit of choices,
    /// and its share of all that were asked there.
    pub fn asked_most_last(&self) -> Option<(ChoiceId, f64)> {
        let all: u64 = self.asked_last.values().sum();
        // Among equals, the first in the files.
        let (choice, times) = self.asked_last.iter().rev().max_by_key(|(_, times)| **times)?;
        Some((*choice, *times as f64 / all as f64))
    }

    /// Adds the other's results.
    pub fn merge(&mut self, other: &Stats) {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.misjudged += other.misjudged;
        self.shared += other.shared;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.endings.iter_mut().zip(&other.endings).for_each(|(mine, theirs)| *mine += theirs);
        for (key, other) in other.sides.iter().flatten() {
            let side = self.sides.get_or_insert_default().entry(*key).or_default();
            side.games += other.games;
            side.bots |= other.bots;
            side.did.merge(&other.did);
        }
        self.plies += other.plies;
        for (choice, times) in &other.asked_last {
            *self.asked_last.entry(*choice).or_default() += times;
        }
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.merge(other);
        }
        self.lengths.merge(&other.lengths);
        self.turns.merge(&other.turns);
        self.rounds.merge(&other.rounds);
    }
}

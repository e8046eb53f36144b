//! Schedule of a tournament: a side of a match is a seed, or the winner or loser of an earlier match.

use super::messages;
use super::read::{EntryId, Tournament, TournamentFormat};
use crate::diagnostics::Diagnostic;
use crate::ir::{PlayerId, ToIndex};
use crate::play::{bot_seed, game_seed};

/// Maximum number of matches of a tournament.
const MOST: usize = 10_000;

/// Index into [`Schedule::matches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub u16);

impl MatchId {
    /// Returns the index into [`Schedule::matches`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side of a match in the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleSlot {
    /// An entry, known before play.
    Entry(EntryId),
    /// Nobody: a bye for the opponent.
    Bye,
    /// Winner of an earlier match.
    Winner(MatchId),
    /// Loser of an earlier match.
    Loser(MatchId),
    /// Entry at this place of the ladder, from 0, before the round.
    Rank(u16),
}

/// The part of a tournament to which a match belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStage {
    /// Whole tournament, in a form with a single part.
    Main,
    /// Upper bracket: entries without a loss.
    Upper,
    /// Lower bracket: entries with one loss.
    Lower,
    /// Final between the winners of both brackets.
    Final,
}

/// A match, planned before it is known who plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledMatch {
    /// Id: `1.2`, `L3.1`.
    pub id: String,
    /// Part of the tournament.
    pub stage: MatchStage,
    /// Round in that part, from 1.
    pub round: u16,
    /// Sides of the match.
    pub slots: Vec<ScheduleSlot>,
    /// First final, if this is the second: it is played only if the second side won the first.
    pub only_after: Option<MatchId>,
}

/// All matches of a tournament; each comes after the matches that determine its sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Matches, in order.
    pub matches: Vec<ScheduledMatch>,
    /// Entries in seed order, the best first.
    pub seeds: Vec<EntryId>,
    /// Number of sides in a match.
    pub sides: usize,
}

impl Schedule {
    /// Creates the schedule, for matches of `sides` sides.
    ///
    /// # Errors
    /// The form does not allow this number of sides or entries.
    pub fn of(tournament: &Tournament, sides: usize) -> Result<Schedule, Diagnostic> {
        let mut seeds: Vec<EntryId> = tournament.ids().collect();
        if tournament.drawn {
            shuffle(&mut seeds, tournament.seed);
        }
        let form = tournament.form;
        if sides != 2 && form != TournamentFormat::RoundRobin {
            return Err(messages::not_between_two(tournament.form_span, form.name(), sides));
        }
        if seeds.len() < sides {
            return Err(messages::too_few_entries(tournament.players_span, sides, seeds.len()));
        }
        let mut schedule = Schedule { matches: Vec::new(), seeds, sides };
        match form {
            TournamentFormat::Knockout => {
                schedule.bracket(MatchStage::Main);
            }
            TournamentFormat::DoubleElimination => schedule.double(),
            TournamentFormat::RoundRobin => schedule.round_robin(tournament.rounds.unwrap_or(1)),
            TournamentFormat::Ladder => {
                let rounds = tournament.rounds.unwrap_or(schedule.seeds.len() as u32);
                schedule.ladder(rounds);
            }
        }
        if schedule.matches.len() > MOST {
            return Err(messages::too_many_matches(tournament.form_span, MOST));
        }
        Ok(schedule)
    }

    /// Iterates over all matches, with their ids.
    pub fn ids(&self) -> impl Iterator<Item = (MatchId, &ScheduledMatch)> {
        (0..).map(MatchId).zip(&self.matches)
    }

    fn add(&mut self, stage: MatchStage, round: u16, slots: Vec<ScheduleSlot>) -> MatchId {
        let before = self.matches.iter().filter(|m| m.stage == stage && m.round == round).count();
        let letter = match stage {
            MatchStage::Main => "",
            MatchStage::Upper => "U",
            MatchStage::Lower => "L",
            MatchStage::Final => "F",
        };
        let number = before + 1;
        let id = if stage == MatchStage::Final {
            format!("F{round}")
        } else {
            format!("{letter}{round}.{number}")
        };
        self.matches.push(ScheduledMatch { id, stage, round, slots, only_after: None });
        MatchId(u16::try_from(self.matches.len() - 1).unwrap_or(u16::MAX))
    }

    /// Adds a single-elimination bracket. Returns the matches of each round. The best seeds meet last, and
    /// get the byes.
    fn bracket(&mut self, stage: MatchStage) -> Vec<Vec<MatchId>> {
        let seeds = self.seeds.clone();
        let mut places = vec![0usize];
        while places.len() < seeds.len().max(2) {
            let size = places.len() * 2;
            places = places.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
        }
        let slot =
            |seed: &usize| seeds.get(*seed).map_or(ScheduleSlot::Bye, |entry| ScheduleSlot::Entry(*entry));
        let mut next: Vec<ScheduleSlot> = places.iter().map(slot).collect();
        let mut rounds = Vec::new();
        while next.len() > 1 {
            let round = rounds.len() as u16 + 1;
            let matches: Vec<MatchId> =
                next.chunks(2).map(|two| self.add(stage, round, two.to_vec())).collect();
            next = matches.iter().map(|m| ScheduleSlot::Winner(*m)).collect();
            rounds.push(matches);
        }
        rounds
    }

    /// Adds two brackets: the losers of the upper one continue in the lower one, and the winners of both
    /// meet.
    fn double(&mut self) {
        let upper = self.bracket(MatchStage::Upper);
        let losers =
            |round: &[MatchId]| round.iter().map(|m| ScheduleSlot::Loser(*m)).collect::<Vec<ScheduleSlot>>();
        let mut left = upper.first().map(|round| losers(round)).unwrap_or_default();
        let mut round = 0;
        for (number, matches) in upper.iter().enumerate().skip(1) {
            round += 1;
            left = left
                .chunks(2)
                .map(|two| ScheduleSlot::Winner(self.add(MatchStage::Lower, round, two.to_vec())))
                .collect();
            round += 1;
            let mut fallen = losers(matches);
            // Reversed in every other round, so that entries that have met meet again as late as possible.
            if number % 2 == 1 {
                fallen.reverse();
            }
            let met: Vec<MatchId> = fallen
                .into_iter()
                .zip(left)
                .map(|(fell, stayed)| self.add(MatchStage::Lower, round, vec![fell, stayed]))
                .collect();
            left = met.into_iter().map(ScheduleSlot::Winner).collect();
        }
        let best = upper
            .last()
            .and_then(|round| round.first())
            .map_or(ScheduleSlot::Bye, |m| ScheduleSlot::Winner(*m));
        let second = left.first().copied().unwrap_or(ScheduleSlot::Bye);
        let first = self.add(MatchStage::Final, 1, vec![best, second]);
        self.add(MatchStage::Final, 2, vec![best, second]);
        if let Some(again) = self.matches.last_mut() {
            again.only_after = Some(first);
        }
    }

    /// Adds a round robin, `times` times.
    fn round_robin(&mut self, times: u32) {
        let mut round = 0;
        for _ in 0..times {
            for tables in rounds_of(self.seeds.len(), self.sides) {
                round += 1;
                for table in tables {
                    let slots = table
                        .iter()
                        .filter_map(|at| self.seeds.get(*at))
                        .map(|e| ScheduleSlot::Entry(*e))
                        .collect();
                    self.add(MatchStage::Main, round, slots);
                }
                if self.matches.len() > MOST {
                    return;
                }
            }
        }
    }

    /// Adds ladder matches between neighbours, from the top in odd rounds and from the second place in even
    /// ones.
    fn ladder(&mut self, rounds: u32) {
        let entries = self.seeds.len() as u16;
        for round in 1..=u16::try_from(rounds).unwrap_or(u16::MAX) {
            let first = if entries > 2 { (round + 1) % 2 } else { 0 };
            for upper in (first..entries.saturating_sub(1)).step_by(2) {
                self.add(
                    MatchStage::Main,
                    round,
                    vec![ScheduleSlot::Rank(upper), ScheduleSlot::Rank(upper + 1)],
                );
            }
            if self.matches.len() > MOST {
                return;
            }
        }
    }
}

/// Returns the rounds of a round robin with `sides` entries at a table: for each round its tables, for each
/// table its entries.
fn rounds_of(entries: usize, sides: usize) -> Vec<Vec<Vec<usize>>> {
    if sides == 2 {
        // The circle method: one entry is fixed, the others rotate. With an odd number, the entry without an
        // opponent rests.
        let even = entries.next_multiple_of(2);
        let at =
            |round: usize, place: usize| if place == 0 { 0 } else { (place - 1 + round) % (even - 1) + 1 };
        let pair = |round: usize, k: usize| {
            let (a, b) = (at(round, k), at(round, even - 1 - k));
            (a < entries && b < entries).then(|| vec![a.min(b), a.max(b)])
        };
        return (0..even - 1).map(|round| (0..even / 2).filter_map(|k| pair(round, k)).collect()).collect();
    }
    let mut rounds: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut table: Vec<usize> = (0..sides).collect();
    let mut tables = 0;
    loop {
        let is_free =
            |round: &&mut Vec<Vec<usize>>| round.iter().flatten().all(|entry| !table.contains(entry));
        match rounds.iter_mut().find(is_free) {
            Some(round) => round.push(table.clone()),
            None => rounds.push(vec![table.clone()]),
        }
        tables += 1;
        // The next combination in lexicographic order.
        let Some(at) = (0..sides).rev().find(|at| table[*at] < entries - sides + at) else { return rounds };
        table[at] += 1;
        for later in at + 1..sides {
            table[later] = table[later - 1] + 1;
        }
        if tables > MOST {
            return rounds;
        }
    }
}

/// Shuffles entries (Fisher–Yates).
fn shuffle(entries: &mut [EntryId], seed: u64) {
    for last in (1..entries.len()).rev() {
        // Its bias is below the length / 2⁵³.
        let at = (game_seed(seed, last as u64) % (last as u64 + 1)).index();
        entries.swap(at, last);
    }
}

/// Returns the rotation of the seats in a match's first game.
pub(super) fn first_seat(seed: u64, id: MatchId, sides: usize) -> usize {
    (bot_seed(game_seed(seed, u64::from(id.0)), PlayerId(0)) % sides.max(1) as u64).index()
}

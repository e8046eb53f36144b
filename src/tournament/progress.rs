//! State of a tournament: pairings, results, standings.

use crate::ir::ToIndex;
use std::collections::HashMap;

use super::messages;
use super::read::{DRAW, EntryId, SavedResult, Tournament, TournamentFormat};
use super::schedule::{MatchId, MatchStage, Schedule, ScheduleSlot, ScheduledMatch};
use crate::diagnostics::Diagnostic;
use crate::source::Span;

/// Depth of an entry that is still in: above those of all that are out.
const IN: u32 = u32::MAX - 1;

/// The result of a game in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A single entry won.
    Won(EntryId),
    /// Nobody won, or several entries together.
    Drawn,
}

/// A side of a match, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchSide {
    /// The entry that plays on this side.
    Entry(EntryId),
    /// Nobody: the side stays empty.
    Bye,
    /// Still unknown: an earlier match decides it.
    Awaited,
}

impl MatchSide {
    /// Returns the entry; `None` for a bye, and while an earlier match decides the side.
    pub fn entry(self) -> Option<EntryId> {
        if let MatchSide::Entry(entry) = self { Some(entry) } else { None }
    }
}

/// The status or result of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its sides depend on earlier matches.
    Waiting,
    /// Its sides are known, and it is not decided yet.
    Open,
    /// The entry that won the match.
    Won(EntryId),
    /// A final tie, in a form that allows ties.
    Level,
    /// A walkover: there was no opponent.
    Walkover(Option<EntryId>),
    /// It is not played, because the tournament is decided without it.
    Unneeded,
}

impl Verdict {
    /// Returns whether the match is finished.
    pub fn is_final(self) -> bool {
        !matches!(self, Verdict::Waiting | Verdict::Open)
    }
}

/// A match so far: its sides, its games and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Sides of the match, in the order of the schedule.
    pub sides: Vec<MatchSide>,
    /// Games played.
    pub games: Vec<GameResult>,
    /// Status or result.
    pub verdict: Verdict,
}

impl MatchState {
    /// Returns the entries of all sides, if all are known.
    pub fn entries(&self) -> Option<Vec<EntryId>> {
        self.sides.iter().map(|side| side.entry()).collect()
    }

    /// Returns the number of games that an entry has won.
    pub fn wins(&self, entry: EntryId) -> usize {
        self.games.iter().filter(|game| **game == GameResult::Won(entry)).count()
    }

    /// Returns the number of drawn games.
    pub fn draws(&self) -> usize {
        self.games.iter().filter(|game| **game == GameResult::Drawn).count()
    }
}

/// The rule that decides a match.
pub(super) struct Rule {
    /// Number of games in a match, which the majority decides.
    best_of: usize,
    /// Entry that wins a tied match; `None` if ties are allowed.
    decisive: Option<EntryId>,
}

impl Rule {
    /// Returns the result of these games.
    pub(super) fn verdict(&self, sides: &[EntryId], games: &[GameResult]) -> Verdict {
        let wins = |entry: EntryId| games.iter().filter(|game| **game == GameResult::Won(entry)).count();
        let mut best: Vec<(usize, EntryId)> = sides.iter().map(|entry| (wins(*entry), *entry)).collect();
        best.sort_by_key(|(wins, _)| std::cmp::Reverse(*wins));
        let [(most, first), (second, _), ..] = best[..] else { return Verdict::Waiting };
        let left = self.best_of.saturating_sub(games.len());
        match self.decisive {
            _ if most > second + left => Verdict::Won(first),
            _ if left > 0 => Verdict::Open,
            None => Verdict::Level,
            // A tied match is extended by up to `best_of` single games; after that, the better seed wins.
            Some(better) if games.len() >= 2 * self.best_of => Verdict::Won(better),
            Some(_) => Verdict::Open,
        }
    }
}

/// An entry's row in the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingsRow {
    /// Place, from 1, if it is known; tied entries share one.
    pub place: Option<usize>,
    /// The entry that the row is about.
    pub entry: EntryId,
    /// Numbers of matches won, tied and lost.
    pub matches: [usize; 3],
    /// Numbers of games won, drawn and lost.
    pub games: [usize; 3],
    /// Points of its matches.
    pub points: u64,
}

/// The state of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentProgress {
    /// States of the schedule's matches.
    pub states: Vec<MatchState>,
    /// Ladder, from the top; in other forms, the seeds.
    pub order: Vec<EntryId>,
}

impl TournamentProgress {
    /// Computes the state of a tournament from its saved results. Returns diagnostics for invalid ones.
    pub fn of(tournament: &Tournament, schedule: &Schedule) -> (TournamentProgress, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let kept = by_match(tournament, schedule, &mut found);
        let mut progress = TournamentProgress { states: Vec::new(), order: schedule.seeds.clone() };
        let mut standing = true;
        for (id, of) in schedule.ids() {
            let round_begins = id.0 > 0 && schedule.matches[id.index() - 1].round != of.round;
            if tournament.form == TournamentFormat::Ladder && round_begins && standing {
                standing = progress.climb(schedule, of.round - 1);
            }
            let sides: Vec<MatchSide> = of.slots.iter().map(|slot| progress.side(*slot, standing)).collect();
            let mut state = MatchState { sides, games: Vec::new(), verdict: Verdict::Waiting };
            let kept = kept.get(&id).copied();
            let entries = state.entries();
            let unneeded = of.only_after.is_some_and(|first| progress.is_unneeded(first));
            match &entries {
                _ if unneeded => state.verdict = Verdict::Unneeded,
                Some(entries) if of.only_after.is_none_or(|first| progress.is_final(first)) => {
                    let rule = rule(tournament, schedule, entries);
                    if let Some(kept) = kept {
                        state.games = games(tournament, of, kept, entries, &rule, &mut found);
                    }
                    state.verdict = rule.verdict(entries, &state.games);
                }
                Some(_) => {}
                None if state.sides.contains(&MatchSide::Bye)
                    && !state.sides.contains(&MatchSide::Awaited) =>
                {
                    state.verdict = Verdict::Walkover(state.sides.iter().find_map(|side| side.entry()));
                }
                None => {}
            }
            if let (Some(kept), Verdict::Waiting | Verdict::Walkover(_) | Verdict::Unneeded) =
                (kept, state.verdict)
            {
                let why = match state.verdict {
                    Verdict::Waiting => "Matches before it decide who meets, and they have no result yet.",
                    Verdict::Unneeded => {
                        "It is played only if the winner of the lower bracket wins the first final."
                    }
                    _ => "There is nobody to meet in it.",
                };
                found.push(messages::not_played(kept.id.span, &of.id, why));
            }
            progress.states.push(state);
        }
        if tournament.form == TournamentFormat::Ladder && standing {
            let last = schedule.matches.last().map_or(0, |last| last.round);
            progress.climb(schedule, last);
        }
        (progress, found)
    }

    /// Returns the state of a match of the schedule; `None` for an id outside it.
    pub fn state(&self, id: MatchId) -> Option<&MatchState> {
        self.states.get(id.index())
    }

    /// Returns the matches that can be played now.
    pub fn open<'a>(
        &'a self,
        schedule: &'a Schedule,
    ) -> impl Iterator<Item = (MatchId, &'a ScheduledMatch, &'a MatchState)> {
        let states = schedule.ids().zip(&self.states).map(|((id, of), state)| (id, of, state));
        states.filter(|(_, _, state)| state.verdict == Verdict::Open)
    }

    /// Returns whether all matches are finished.
    pub fn is_over(&self) -> bool {
        self.states.iter().all(|state| state.verdict.is_final())
    }

    fn is_final(&self, id: MatchId) -> bool {
        self.state(id).is_some_and(|state| state.verdict.is_final())
    }

    /// Returns whether the second final is not needed, because the first side has won the first one.
    fn is_unneeded(&self, first: MatchId) -> bool {
        let Some(state) = self.state(first) else { return false };
        match state.verdict {
            Verdict::Won(winner) => state.sides.first() == Some(&MatchSide::Entry(winner)),
            Verdict::Walkover(_) => true,
            _ => false,
        }
    }

    fn side(&self, slot: ScheduleSlot, standing: bool) -> MatchSide {
        let of = |id: MatchId| self.state(id).map(|state| (state, state.verdict));
        match slot {
            ScheduleSlot::Entry(entry) => MatchSide::Entry(entry),
            ScheduleSlot::Bye => MatchSide::Bye,
            ScheduleSlot::Rank(place) => match self.order.get(usize::from(place)) {
                Some(entry) if standing => MatchSide::Entry(*entry),
                _ => MatchSide::Awaited,
            },
            ScheduleSlot::Winner(id) => match of(id) {
                Some((_, Verdict::Won(entry) | Verdict::Walkover(Some(entry)))) => MatchSide::Entry(entry),
                Some((_, Verdict::Walkover(None))) => MatchSide::Bye,
                _ => MatchSide::Awaited,
            },
            ScheduleSlot::Loser(id) => match of(id) {
                Some((state, Verdict::Won(winner))) => {
                    let loser =
                        state.sides.iter().find_map(|side| side.entry().filter(|entry| *entry != winner));
                    loser.map_or(MatchSide::Bye, MatchSide::Entry)
                }
                Some((_, Verdict::Walkover(_))) => MatchSide::Bye,
                _ => MatchSide::Awaited,
            },
        }
    }

    /// Swaps entries of the ladder after a round; returns false if one of its matches is still open.
    fn climb(&mut self, schedule: &Schedule, round: u16) -> bool {
        let of_round: Vec<MatchId> =
            schedule.ids().filter(|(_, m)| m.round == round).map(|(id, _)| id).collect();
        if !of_round.iter().all(|id| self.is_final(*id)) {
            return false;
        }
        for id in of_round {
            let Some(MatchState { sides, verdict: Verdict::Won(winner), .. }) = self.states.get(id.index())
            else {
                continue;
            };
            if let [MatchSide::Entry(upper), MatchSide::Entry(lower)] = sides[..]
                && *winner == lower
            {
                let at = |of: EntryId| self.order.iter().position(|entry| *entry == of);
                if let (Some(a), Some(b)) = (at(upper), at(lower)) {
                    self.order.swap(a, b);
                }
            }
        }
        true
    }

    /// Returns the standings, best first.
    pub fn table(&self, tournament: &Tournament, schedule: &Schedule) -> Vec<StandingsRow> {
        let mut rows: Vec<StandingsRow> =
            self.order.iter().map(|entry| self.row(tournament, *entry)).collect();
        match tournament.form {
            TournamentFormat::Ladder => (1..).zip(&mut rows).for_each(|(place, row)| row.place = Some(place)),
            TournamentFormat::RoundRobin => self.rank_by_points(&mut rows),
            TournamentFormat::Knockout | TournamentFormat::DoubleElimination => {
                let depth: HashMap<EntryId, Option<u32>> =
                    rows.iter().map(|row| (row.entry, self.depth(schedule, row.entry))).collect();
                // Entries still in are ranked above all that are out.
                let key = |row: &StandingsRow| depth.get(&row.entry).copied().flatten().unwrap_or(IN);
                // Those still in have no place yet: whoever has won most so far comes first.
                let won = |row: &StandingsRow| match key(row) {
                    IN => (row.matches[0], row.games[0] as i64 - row.games[2] as i64),
                    _ => (0, 0),
                };
                rows.sort_by_key(|row| std::cmp::Reverse((key(row), won(row))));
                let keys: Vec<u32> = rows.iter().map(key).collect();
                for (row, mine) in rows.iter_mut().zip(&keys) {
                    let before = keys.iter().filter(|other| *other > mine).count();
                    row.place = depth.get(&row.entry).copied().flatten().map(|_| before + 1);
                }
            }
        }
        rows
    }

    fn row(&self, tournament: &Tournament, entry: EntryId) -> StandingsRow {
        let mut row = StandingsRow { place: None, entry, matches: [0; 3], games: [0; 3], points: 0 };
        for state in self.states.iter().filter(|state| state.sides.contains(&MatchSide::Entry(entry))) {
            let (wins, draws) = (state.wins(entry), state.draws());
            row.games[0] += wins;
            row.games[1] += draws;
            row.games[2] += state.games.len() - wins - draws;
            let came = match state.verdict {
                Verdict::Won(winner) if winner == entry => 0,
                Verdict::Level => 1,
                Verdict::Won(_) => 2,
                _ => continue,
            };
            row.matches[came] += 1;
            row.points += u64::from(tournament.points[came]);
        }
        row
    }

    /// Ranks by points, then by matches won against entries with equal points, then by games. Ties share a
    /// place, in the order of seeds.
    fn rank_by_points(&self, rows: &mut [StandingsRow]) {
        let among = |row: &StandingsRow, rows: &[StandingsRow]| {
            let level: Vec<EntryId> =
                rows.iter().filter(|r| r.points == row.points).map(|r| r.entry).collect();
            let won = |state: &&MatchState| {
                state.verdict == Verdict::Won(row.entry)
                    && state.sides.iter().all(|side| side.entry().is_some_and(|entry| level.contains(&entry)))
            };
            self.states.iter().filter(won).count()
        };
        let key = |row: &StandingsRow, rows: &[StandingsRow]| {
            (row.points, among(row, rows), row.games[0] as i64 - row.games[2] as i64, row.games[0])
        };
        let mut keys: Vec<_> = rows.iter().map(|row| (key(row, rows), row.clone())).collect();
        keys.sort_by(|(a, _), (b, _)| b.cmp(a));
        let order: Vec<_> = keys.iter().map(|(key, _)| *key).collect();
        for ((place, (mine, row)), to) in keys.into_iter().enumerate().zip(rows) {
            let first = order.iter().position(|key| *key == mine).unwrap_or(place);
            *to = StandingsRow { place: Some(first + 1), ..row };
        }
    }

    /// Returns the depth that an entry reached before it was eliminated; more is better. `None` while it is
    /// still in.
    fn depth(&self, schedule: &Schedule, entry: EntryId) -> Option<u32> {
        let rounds =
            |stage: MatchStage| schedule.matches.iter().filter(|m| m.stage == stage).map(|m| m.round).max();
        let last = rounds(MatchStage::Main).or(rounds(MatchStage::Lower)).unwrap_or(0);
        if self.champion() == Some(entry) {
            return Some(u32::from(last) + 2);
        }
        let mut lost = None;
        for (of, state) in
            schedule.matches.iter().zip(&self.states).filter(|(_, state)| state.verdict.is_final())
        {
            let Verdict::Won(winner) = state.verdict else { continue };
            if winner != entry
                && of.stage != MatchStage::Upper
                && state.sides.contains(&MatchSide::Entry(entry))
            {
                let beyond = u32::from(of.stage == MatchStage::Final);
                lost = Some(u32::from(if beyond > 0 { last } else { of.round }) + beyond);
            }
        }
        // The loser of the first final may win the second.
        lost.filter(|_| self.is_over() || !self.is_awaited(schedule, entry))
    }

    /// Returns the winner of a knock-out's last match, once all are played.
    fn champion(&self) -> Option<EntryId> {
        let last = self.states.iter().rev().find(|state| state.verdict != Verdict::Unneeded)?;
        match last.verdict {
            Verdict::Won(winner) | Verdict::Walkover(Some(winner)) if self.is_over() => Some(winner),
            _ => None,
        }
    }

    /// Returns whether an entry still has a match to play.
    fn is_awaited(&self, schedule: &Schedule, entry: EntryId) -> bool {
        let open = |(_, state): &(&ScheduledMatch, &MatchState)| !state.verdict.is_final();
        schedule
            .matches
            .iter()
            .zip(&self.states)
            .filter(open)
            .any(|(_, s)| s.sides.contains(&MatchSide::Entry(entry)))
    }
}

/// Returns the saved results, by match.
fn by_match<'t>(
    tournament: &'t Tournament,
    schedule: &Schedule,
    found: &mut Vec<Diagnostic>,
) -> HashMap<MatchId, &'t SavedResult> {
    let mut kept: HashMap<MatchId, &SavedResult> = HashMap::new();
    for result in &tournament.results {
        let Some((id, _)) = schedule.ids().find(|(_, m)| m.id == result.id.value) else {
            let known = schedule.matches.iter().map(|m| m.id.as_str());
            found.push(messages::unknown_match(result.id.span, &result.id.value, known));
            continue;
        };
        if let Some(first) = kept.insert(id, result) {
            found.push(messages::result_twice(result.id.span, first.id.span, &result.id.value));
        }
    }
    kept
}

/// Returns the rule that decides a match of a tournament.
pub(super) fn rule(tournament: &Tournament, schedule: &Schedule, sides: &[EntryId]) -> Rule {
    let decisive =
        matches!(tournament.form, TournamentFormat::Knockout | TournamentFormat::DoubleElimination);
    let better = schedule.seeds.iter().find(|seed| sides.contains(seed)).copied();
    Rule { best_of: tournament.best_of.index(), decisive: better.filter(|_| decisive) }
}

/// Returns the games of a saved result.
fn games(
    tournament: &Tournament,
    of: &ScheduledMatch,
    kept: &SavedResult,
    entries: &[EntryId],
    rule: &Rule,
    found: &mut Vec<Diagnostic>,
) -> Vec<GameResult> {
    let names: Vec<&str> = entries.iter().map(|entry| tournament.name_of(*entry)).collect();
    let between: Vec<&str> = kept.between.iter().map(|name| name.value.as_str()).collect();
    if between.len() != names.len() || names.iter().any(|name| !between.contains(name)) {
        let span = kept.between.first().zip(kept.between.last());
        let span = span.map_or(kept.id.span, |(first, last)| Span { end: last.span.end, ..first.span });
        found.push(messages::result_of_others(span, &of.id, &names));
        return Vec::new();
    }
    let mut games = Vec::new();
    for won in &kept.won {
        if rule.verdict(entries, &games) != Verdict::Open {
            found.push(messages::game_after_end(won.span, &of.id, games.len()));
            break;
        }
        match entries.iter().find(|entry| tournament.name_of(**entry) == won.value) {
            Some(entry) => games.push(GameResult::Won(*entry)),
            None if won.value == DRAW => games.push(GameResult::Drawn),
            None => {
                let known = names.iter().copied().chain([DRAW]);
                found.push(messages::winner_of_no_game(won.span, &won.value, &of.id, known));
            }
        }
    }
    games
}

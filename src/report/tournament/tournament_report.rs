//! A tournament with its results: its facts, its matches and its table, in words.

use crate::diagnostics::count_noun;
use crate::ir::Ir;
use crate::report::grid::ColumnAlign;
use crate::tournament::{
    MatchSide, MatchState, Schedule, ScheduleSlot, ScheduledMatch, StandingsRow, Tournament,
    TournamentFormat, TournamentProgress, Verdict,
};

/// A tournament with its results.
#[derive(Clone, Copy)]
pub struct TournamentReport<'a> {
    /// The tournament as declared.
    pub tournament: &'a Tournament,
    /// Its game.
    pub ir: &'a Ir,
    /// The matches.
    pub schedule: &'a Schedule,
    /// The results so far.
    pub progress: &'a TournamentProgress,
}

/// The name of the fact that says which game is played.
pub(super) const GAME: &str = "Game";

/// A fact about a tournament.
pub(super) struct Fact {
    pub(super) name: &'static str,
    /// Its value beside the name.
    pub(super) value: String,
    /// Its text without the name.
    pub(super) said: String,
}

impl TournamentReport<'_> {
    pub(super) fn matches(&self) -> impl Iterator<Item = (&ScheduledMatch, &MatchState)> {
        self.schedule.matches.iter().zip(&self.progress.states)
    }

    /// Returns the name of a side: an entry, or the match that will determine it.
    pub(super) fn side(&self, slot: ScheduleSlot, side: MatchSide) -> String {
        let of = |id: crate::tournament::MatchId| {
            self.schedule.matches.get(id.index()).map_or("?", |m| m.id.as_str())
        };
        match (side, slot) {
            (MatchSide::Entry(entry), _) => self.tournament.name_of(entry).to_owned(),
            (MatchSide::Bye, _) => "bye".to_owned(),
            (MatchSide::Awaited, ScheduleSlot::Winner(id)) => format!("winner of {}", of(id)),
            (MatchSide::Awaited, ScheduleSlot::Loser(id)) => format!("loser of {}", of(id)),
            (MatchSide::Awaited, ScheduleSlot::Rank(place)) => format!("place {}", place + 1),
            (MatchSide::Awaited, ScheduleSlot::Entry(_) | ScheduleSlot::Bye) => "?".to_owned(),
        }
    }

    pub(super) fn sides(&self, of: &ScheduledMatch, state: &MatchState) -> Vec<String> {
        of.slots.iter().zip(&state.sides).map(|(slot, side)| self.side(*slot, *side)).collect()
    }

    /// Returns the games won by each side, if any were played: `2 : 1`, with drawn games `1 : 0 (1 drawn)`.
    pub(super) fn score(&self, state: &MatchState) -> String {
        if state.games.is_empty() {
            return String::new();
        }
        let wins: Vec<String> = state
            .sides
            .iter()
            .filter_map(|side| side.entry())
            .map(|entry| state.wins(entry).to_string())
            .collect();
        match state.draws() {
            0 => wins.join(" : "),
            drawn => format!("{} ({drawn} drawn)", wins.join(" : ")),
        }
    }

    /// Describes the result of a match in a few words.
    pub(super) fn verdict(&self, state: &MatchState) -> String {
        match state.verdict {
            Verdict::Waiting => String::new(),
            Verdict::Open if state.games.is_empty() => "to be played".into(),
            Verdict::Open => "to be played on".into(),
            Verdict::Won(entry) => format!("{} wins", self.tournament.name_of(entry)),
            Verdict::Level => "level".into(),
            Verdict::Walkover(Some(entry)) => format!("{} goes on", self.tournament.name_of(entry)),
            Verdict::Walkover(None) | Verdict::Unneeded => "not played".into(),
        }
    }

    /// Returns the facts: the game, the form, how a match is decided.
    pub(super) fn facts(&self) -> [Fact; 5] {
        let Tournament { form, best_of, seed, entries, .. } = self.tournament;
        let best = if *best_of == 1 { "one game a match".to_owned() } else { format!("best of {best_of}") };
        let alone = |name, value: String| Fact { name, said: value.clone(), value };
        let entries = entries.len();
        [
            alone(GAME, self.ir.game.name.clone()),
            alone("Form", form.name().to_owned()),
            Fact { name: "Entries", value: entries.to_string(), said: format!("{entries} entries") },
            alone("Match", best),
            Fact { name: "Seed", value: seed.to_string(), said: format!("seed {seed}") },
        ]
    }

    /// Returns every match that is needed: its id, its sides, games won, and its result.
    pub(super) fn match_rows(&self) -> impl Iterator<Item = [String; 4]> {
        let needed = self.matches().filter(|(_, state)| state.verdict != Verdict::Unneeded);
        needed.map(|(of, state)| {
            let sides = self.sides(of, state).join(" – ");
            [of.id.clone(), sides, self.score(state), self.verdict(state)]
        })
    }

    pub(super) fn rows(&self) -> Vec<StandingsRow> {
        self.progress.table(self.tournament, self.schedule)
    }

    /// Returns whether entries bring lists.
    pub(super) fn has_lists(&self) -> bool {
        self.tournament.entries.iter().any(|entry| entry.list.is_some())
    }

    /// Describes a match to be played, for people.
    pub fn describe_match(&self, of: &ScheduledMatch, state: &MatchState) -> String {
        format!("{}, {}", of.id, self.sides(of, state).join(" – "))
    }

    /// Returns the headings and cells of the table of entries, the same for people, on the page and on paper.
    pub(super) fn table(&self) -> (Vec<(&'static str, ColumnAlign)>, Vec<Vec<String>>) {
        let points = self.tournament.form == TournamentFormat::RoundRobin;
        let mut heads = vec![("", ColumnAlign::Right), ("Entry", ColumnAlign::Left)];
        heads.extend(self.has_lists().then_some(("List", ColumnAlign::Left)));
        heads.push(("Played by", ColumnAlign::Left));
        heads.extend([
            ("Won", ColumnAlign::Right),
            ("Level", ColumnAlign::Right),
            ("Lost", ColumnAlign::Right),
            ("Games", ColumnAlign::Right),
        ]);
        heads.extend(points.then_some(("Points", ColumnAlign::Right)));
        let row = |row: &StandingsRow| {
            let entry = self.tournament.entries.get(row.entry.index());
            let mut cells = vec![row.place.map_or_else(|| "–".to_owned(), |place| place.to_string())];
            cells.push(self.tournament.name_of(row.entry).to_owned());
            if self.has_lists() {
                cells.push(entry.and_then(|entry| entry.list.clone()).unwrap_or_default());
            }
            cells.push(entry.and_then(|entry| entry.bot.clone()).unwrap_or_else(|| "hand".into()));
            cells.extend(row.matches.map(|count| count.to_string()));
            cells.push(format!("{} : {}", row.games[0], row.games[2]));
            if points {
                cells.push(row.points.to_string());
            }
            cells
        };
        (heads, self.rows().iter().map(row).collect())
    }

    /// Describes the state of the tournament in a sentence.
    pub fn standing(&self) -> String {
        let left = self.progress.states.iter().filter(|state| !state.verdict.is_final()).count();
        match left {
            0 => {
                let first: Vec<String> = self
                    .rows()
                    .iter()
                    .filter(|row| row.place == Some(1))
                    .map(|row| self.tournament.name_of(row.entry).to_owned())
                    .collect();
                format!("{} won it.", first.join(" and "))
            }
            left => format!("{} left.", count_noun(left as u64, "match")),
        }
    }
}

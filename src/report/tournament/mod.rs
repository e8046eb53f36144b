//! The report of a tournament, for people and for programs: matches, results and standings.

mod bracket;
mod page;
mod paper;

use serde_json::{Value, json};

use self::bracket::{Bracket, brackets};
use super::grid::{ColumnAlign, TextTable};
use super::simulation::join_parts;
use crate::diagnostics::count_noun;
use crate::ir::Ir;
use crate::tournament::{
    GameResult, MatchSide, MatchState, Schedule, ScheduleSlot, ScheduledMatch, StandingsRow, Tournament,
    TournamentFormat, TournamentProgress, Verdict,
};

pub use paper::sample_pages;

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

/// A fact about a tournament.
struct Fact {
    /// Its name.
    name: &'static str,
    /// Its value beside the name.
    value: String,
    /// Its text without the name.
    said: String,
}

impl TournamentReport<'_> {
    fn matches(&self) -> impl Iterator<Item = (&ScheduledMatch, &MatchState)> {
        self.schedule.matches.iter().zip(&self.progress.states)
    }

    /// Returns the name of a side: an entry, or what decides who it will be.
    fn side(&self, slot: ScheduleSlot, side: MatchSide) -> String {
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

    fn sides(&self, of: &ScheduledMatch, state: &MatchState) -> Vec<String> {
        of.slots.iter().zip(&state.sides).map(|(slot, side)| self.side(*slot, *side)).collect()
    }

    /// Returns the games won by each side, if any were played: `2 : 1`, with drawn games `1 : 0 (1 drawn)`.
    fn score(&self, state: &MatchState) -> String {
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
    fn verdict(&self, state: &MatchState) -> String {
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
    fn facts(&self) -> [Fact; 5] {
        let Tournament { form, best_of, seed, entries, .. } = self.tournament;
        let best = if *best_of == 1 { "one game a match".to_owned() } else { format!("best of {best_of}") };
        let alone = |name, value: String| Fact { name, said: value.clone(), value };
        let entries = entries.len();
        [
            alone("Game", self.ir.game.name.clone()),
            alone("Form", form.name().to_owned()),
            Fact { name: "Entries", value: entries.to_string(), said: format!("{entries} entries") },
            alone("Match", best),
            Fact { name: "Seed", value: seed.to_string(), said: format!("seed {seed}") },
        ]
    }

    /// Returns every match that is needed: its id, its sides, games won, and its result.
    fn match_rows(&self) -> impl Iterator<Item = [String; 4]> {
        let needed = self.matches().filter(|(_, state)| state.verdict != Verdict::Unneeded);
        needed.map(|(of, state)| {
            let sides = self.sides(of, state).join(" – ");
            [of.id.clone(), sides, self.score(state), self.verdict(state)]
        })
    }

    fn rows(&self) -> Vec<StandingsRow> {
        self.progress.table(self.tournament, self.schedule)
    }

    /// Returns the brackets of a knock-out; none for other forms.
    fn brackets(&self) -> Vec<Bracket> {
        match self.tournament.form {
            TournamentFormat::Knockout | TournamentFormat::DoubleElimination => brackets(self),
            TournamentFormat::RoundRobin | TournamentFormat::Ladder => Vec::new(),
        }
    }

    /// Whether entries bring lists.
    fn has_lists(&self) -> bool {
        self.tournament.entries.iter().any(|entry| entry.list.is_some())
    }

    /// Returns the report for people.
    pub fn text(&self, width: usize) -> String {
        let facts = self.facts().map(|fact| fact.said);
        let head: Vec<String> = [self.tournament.name.clone()].into_iter().chain(facts).collect();
        let mut text = format!("{}\n", join_parts(&head, width));
        let brackets = self.brackets();
        let drawn = !brackets.is_empty() && brackets.iter().all(|bracket| bracket.width() <= width);
        for bracket in brackets.iter().filter(|_| drawn) {
            text.push_str(&format!("\n{}", bracket.text()));
        }
        if !drawn {
            text.push_str(&format!("\n{}", self.list_of_matches(width)));
        }
        text.push_str(&format!("\n{}", self.table_text(width)));
        let open: Vec<String> = self
            .matches()
            .filter(|(_, s)| s.verdict == Verdict::Open)
            .map(|(of, s)| self.describe_match(of, s))
            .collect();
        if !open.is_empty() {
            text.push_str(&format!("\nTo be played: {}.\n", open.join("; ")));
        }
        text
    }

    /// Describes a match to be played, for people.
    pub fn describe_match(&self, of: &ScheduledMatch, state: &MatchState) -> String {
        format!("{}, {}", of.id, self.sides(of, state).join(" – "))
    }

    fn list_of_matches(&self, width: usize) -> String {
        let columns = [
            ("Match", ColumnAlign::Left),
            ("", ColumnAlign::Left),
            ("Games", ColumnAlign::Left),
            ("", ColumnAlign::Left),
        ];
        let mut grid = TextTable::new(&columns, width);
        self.match_rows().for_each(|row| grid.row(row));
        grid.text()
    }

    /// Returns the headings and cells of the table of entries, the same for people, on the page and on paper.
    fn table(&self) -> (Vec<(&'static str, ColumnAlign)>, Vec<Vec<String>>) {
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

    fn table_text(&self, width: usize) -> String {
        let (heads, rows) = self.table();
        let mut grid = TextTable::new(&heads, width);
        rows.into_iter().for_each(|row| grid.row(row));
        grid.text()
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

    /// Returns the report for programs.
    pub fn json(&self) -> Value {
        let Tournament { name, form, best_of, seed, .. } = self.tournament;
        let named = |entry: crate::tournament::EntryId| self.tournament.name_of(entry);
        let entries = self.schedule.seeds.iter().filter_map(|seed| {
            let entry = self.tournament.entries.get(seed.index())?;
            Some(json!({ "name": entry.name, "list": entry.list, "bot": entry.bot }))
        });
        let matches = self.matches().map(|(of, state)| {
            let sides = state.sides.iter().map(|side| side.entry().map(named));
            let games = state.games.iter().map(|game| match game {
                GameResult::Won(entry) => named(*entry),
                GameResult::Drawn => "draw",
            });
            let (verdict, winner) = match state.verdict {
                Verdict::Waiting => ("waiting", None),
                Verdict::Open => ("open", None),
                Verdict::Won(entry) => ("won", Some(entry)),
                Verdict::Level => ("level", None),
                Verdict::Walkover(entry) => ("walkover", entry),
                Verdict::Unneeded => ("unneeded", None),
            };
            json!({
                "match": of.id, "round": of.round, "between": sides.collect::<Vec<Option<&str>>>(), "verdict": verdict,
                "winner": winner.map(named), "won": games.collect::<Vec<&str>>(),
            })
        });
        let counted = |[won, level, lost]: [usize; 3]| json!({ "won": won, "level": level, "lost": lost });
        let table = self.rows().into_iter().map(|row| {
            json!({
                "place": row.place, "entry": named(row.entry), "matches": counted(row.matches), "games": counted(row.games),
                "points": row.points,
            })
        });
        json!({
            "tournament": name, "game": self.ir.game.id, "version": self.ir.game.version, "form": form.id(),
            "best_of": best_of, "seed": seed, "over": self.progress.is_over(), "entries": entries.collect::<Vec<Value>>(),
            "matches": matches.collect::<Vec<Value>>(), "table": table.collect::<Vec<Value>>(),
        })
    }
}

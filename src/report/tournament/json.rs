//! The report of a tournament for programs.

use serde_json::{Value, json};

use super::tournament_report::TournamentReport;
use crate::tournament::{GameResult, Tournament, Verdict};

impl TournamentReport<'_> {
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

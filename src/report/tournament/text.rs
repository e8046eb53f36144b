//! The report of a tournament for people.

use super::tournament_report::TournamentReport;
use crate::report::grid::{ColumnAlign, TextTable};
use crate::report::simulation::join_parts;
use crate::tournament::Verdict;

impl TournamentReport<'_> {
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

    fn table_text(&self, width: usize) -> String {
        let (heads, rows) = self.table();
        let mut grid = TextTable::new(&heads, width);
        rows.into_iter().for_each(|row| grid.row(row));
        grid.text()
    }
}

//! A tournament on paper: the data for its faces.

use serde_json::{Value, json};

use super::tournament_report::TournamentReport;
use crate::ir::Ir;
use crate::report::grid::ColumnAlign;
use crate::report::paper::{PaperPage, tables};
use crate::tournament::sample;

/// Minimum number of rows of a bracket on its page.
const LEAST_ROWS: usize = 12;

impl TournamentReport<'_> {
    /// Returns its pages: the brackets, the table, and the matches.
    pub fn paper(&self) -> Vec<PaperPage> {
        let facts: Vec<String> = self.facts().map(|fact| fact.said).into();
        let facts = facts.join(" · ");
        let name = &self.tournament.name;
        let mut pages = Vec::new();
        for bracket in self.brackets() {
            let cells = bracket.cells.iter().map(|c| {
                json!({ "column": c.column, "row": c.row, "name": c.name, "score": c.score, "won": c.won, "known": c.known })
            });
            let joints = bracket
                .joints
                .iter()
                .map(|j| json!({ "column": j.column, "upper": j.upper, "lower": j.lower, "out": j.out }));
            let data = json!({
                "title": name, "under": facts, "part": bracket.title, "heads": bracket.heads, "columns": bracket.heads.len(),
                "slots": bracket.rows.max(LEAST_ROWS),
                "cells": cells.collect::<Vec<Value>>(), "joints": joints.collect::<Vec<Value>>(),
            });
            pages.push(PaperPage { face: "bracket", across: bracket.rows < 40, data });
        }
        let (heads, rows) = self.table();
        pages.extend(tables(name, &facts, &self.standing(), &heads, &rows));
        let matches: Vec<Vec<String>> = self.match_rows().map(Vec::from).collect();
        let heads = [
            ("Match", ColumnAlign::Left),
            ("Between", ColumnAlign::Left),
            ("Games", ColumnAlign::Left),
            ("", ColumnAlign::Left),
        ];
        pages.extend(tables(name, &facts, "Matches", &heads, &matches));
        pages
    }
}

/// Returns the pages of a small sample tournament, for which its faces are tested.
pub fn sample_pages(ir: &Ir) -> Vec<PaperPage> {
    let Some((tournament, schedule, progress)) = sample() else { return Vec::new() };
    TournamentReport { tournament: &tournament, ir, schedule: &schedule, progress: &progress }.paper()
}

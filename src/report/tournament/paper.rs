//! A tournament on paper: what faces are filled in with.

use serde_json::{Value, json};

use super::TournamentReport;
use crate::report::grid::Align;
use crate::tournament::Verdict;

/// A bracket of fewer rows does not fill its page.
const LEAST_ROWS: usize = 12;
/// Rows of a table that a page holds.
const ROWS: usize = 40;

/// A page to be printed: the name of its face, and what that is told.
pub struct PaperPage {
    /// The face.
    pub face: &'static str,
    /// It lies across.
    pub across: bool,
    /// What its face may ask for.
    pub data: Value,
}

impl TournamentReport<'_> {
    /// Its pages: the brackets, the table, and the matches.
    pub fn paper(&self) -> Vec<PaperPage> {
        let facts = self.facts().join(" · ");
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
        let matches: Vec<Vec<String>> = self
            .matches()
            .filter(|(_, state)| state.verdict != Verdict::Unneeded)
            .map(|(of, state)| {
                vec![of.id.clone(), self.sides(of, state).join(" – "), self.score(state), self.verdict(state)]
            })
            .collect();
        let heads = [("Match", Align::Left), ("Between", Align::Left), ("Games", Align::Left), ("", Align::Left)];
        pages.extend(tables(name, &facts, "Matches", &heads, &matches));
        pages
    }
}

/// A table over as many pages as it needs; columns are as wide as their texts ask for.
pub(crate) fn tables(
    title: &str,
    under: &str,
    part: &str,
    heads: &[(&str, Align)],
    rows: &[Vec<String>],
) -> Vec<PaperPage> {
    let length = |text: &str| text.chars().count().clamp(2, 60);
    let widths: Vec<usize> = (0..heads.len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell));
            cells.chain([length(heads[column].0)]).max().unwrap_or(2) + 3
        })
        .collect();
    let all: usize = widths.iter().sum::<usize>().max(1);
    let mut columns = Vec::new();
    let mut at = 0;
    for ((head, align), width) in heads.iter().zip(&widths) {
        let (x, w) = (at as f64 / all as f64, *width as f64 / all as f64);
        columns.push(
            json!({ "head": head, "x": x, "w": w, "align": if *align == Align::Right { "right" } else { "left" } }),
        );
        at += width;
    }
    let page = |rows: &[Vec<String>]| PaperPage {
        face: "table",
        across: false,
        data: json!({ "title": title, "under": under, "part": part, "columns": columns, "rows": lined(rows) }),
    };
    rows.chunks(ROWS).map(page).collect()
}

/// Rows with the height at which each stands, in millimetres.
fn lined(rows: &[Vec<String>]) -> Vec<Value> {
    (0..).zip(rows).map(|(line, cells)| json!({ "y": 28 + 6 * line, "cells": cells })).collect()
}

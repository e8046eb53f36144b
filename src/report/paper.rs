//! Pages for paper: the id of a face and its template data. The layer `print` prints them.

use serde_json::{Value, json};

use super::grid::ColumnAlign;

/// Rows of a table on a page.
const ROWS: usize = 40;

/// A page to be printed: its face and the data of its template.
pub struct PaperPage {
    /// The name of the built-in face.
    pub face: &'static str,
    /// True if the page is landscape.
    pub across: bool,
    /// The data of the template.
    pub data: Value,
}

/// Lays a table out over as many pages as it needs. The widths of columns depend on their texts.
pub(super) fn tables(
    title: &str,
    under: &str,
    part: &str,
    heads: &[(&str, ColumnAlign)],
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
            json!({ "head": head, "x": x, "w": w, "align": if *align == ColumnAlign::Right { "right" } else { "left" } }),
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

/// Returns rows, each with its vertical position in millimetres.
fn lined(rows: &[Vec<String>]) -> Vec<Value> {
    (0..).zip(rows).map(|(line, cells)| json!({ "y": 28 + 6 * line, "cells": cells })).collect()
}

//! A tournament on a page: brackets as drawings, the table, and every match.

use minijinja::{Value, context};

use super::bracket::{Bracket, Cell};
use super::tournament_report::{GAME, TournamentReport};
use crate::diagnostics::escape_xml;
use crate::report::grid::ColumnAlign;
use crate::report::page::{self, PageError};

/// Width of a column (`COLUMN`) and height of a row (`ROW`), in pixels.
const COLUMN: usize = 170;
const ROW: usize = 17;
/// Height of the headings of columns, in pixels.
const HEAD: usize = 26;

impl TournamentReport<'_> {
    /// Returns the page: one file of HTML without scripts.
    ///
    /// # Errors
    /// The template cannot be rendered.
    pub fn page(&self) -> Result<String, PageError> {
        let (heads, rows) = self.table();
        let facts = self.facts().map(|fact| match fact.name {
            GAME => (fact.name, format!("{} {}", fact.value, self.ir.game.version)),
            _ => (fact.name, fact.value),
        });
        let brackets = self.brackets();
        let bracket = |b: &Bracket| context! { title => b.title.as_str(), svg => svg(b) };
        let column_head =
            |(head, align): &(_, _)| context! { name => *head, text => *align == ColumnAlign::Left };
        let told = context! {
            facts, standing => self.standing(), partial => None::<String>,
            brackets => brackets.iter().map(bracket).collect::<Vec<Value>>(),
            heads => heads.iter().map(column_head).collect::<Vec<Value>>(),
            rows,
            matches => self.match_rows().collect::<Vec<[String; 4]>>(),
        };
        page::tournament(&self.tournament.name, &told)
    }
}

/// Draws a bracket as SVG.
fn svg(bracket: &Bracket) -> String {
    let (width, height) = (bracket.heads.len() * COLUMN, bracket.rows.max(1) * ROW + HEAD + 8);
    let y = |row: usize| row * ROW + HEAD + ROW / 2;
    let mut text = format!(
        r#"<svg class="bracket" role="img" aria-label="{}" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#,
        escape_xml(&describe_bracket(bracket))
    );
    for (column, head) in bracket.heads.iter().enumerate() {
        text.push_str(&format!(
            r#"<text class="head" x="{}" y="14">{}</text>"#,
            column * COLUMN + 4,
            escape_xml(head)
        ));
    }
    for joint in &bracket.joints {
        let right = (joint.column + 1) * COLUMN;
        let (from, to, bend) = (right - 22, right - 2, right - 12);
        let (upper, lower, out) = (y(joint.upper), y(joint.lower), y(joint.out));
        text.push_str(&format!(
            r#"<path fill="none" stroke="currentColor" d="M{from} {upper}H{bend}V{lower}H{from}M{bend} {out}H{to}"/>"#
        ));
    }
    for Cell { column, row, name, score, won, known } in &bracket.cells {
        let class = match (won, known) {
            (true, _) => "won",
            (_, true) => "in",
            _ => "open",
        };
        let (x, at) = (column * COLUMN + 4, y(*row) + 4);
        text.push_str(&format!(
            r#"<text class="{class}" x="{x}" y="{at}">{}</text>"#,
            escape_xml(&short(name))
        ));
        if !score.is_empty() {
            let right = (column + 1) * COLUMN - 26;
            text.push_str(&format!(r#"<text class="{class} score" x="{right}" y="{at}">{score}</text>"#));
        }
    }
    text + "</svg>"
}

/// Shortens a name to the width of a column.
fn short(name: &str) -> String {
    /// Characters that fit a column.
    const MOST: usize = 19;
    if name.chars().count() <= MOST {
        name.to_owned()
    } else {
        name.chars().take(MOST - 1).chain(['…']).collect()
    }
}

/// Describes the bracket for screen readers.
fn describe_bracket(bracket: &Bracket) -> String {
    let last = bracket.cells.iter().filter(|cell| cell.won).max_by_key(|cell| cell.column);
    let title = if bracket.title.is_empty() { "Bracket" } else { &bracket.title };
    match last {
        Some(cell) => format!("{title}: {} has come furthest; every match is listed below", cell.name),
        None => format!("{title}: every match is listed below"),
    }
}

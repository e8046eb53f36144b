//! Answers to the game's own figures, for people and for programs.

use super::grid::{ColumnAlign, TextTable};
use super::study_simulation::StudySimulation;
use crate::diagnostics::grouped;
use crate::ir::{FigureInfo, SidesInfo};
use crate::lab::{FigureCounts, Interval, Moments, seat_names, share_of_answers};
use serde_json::{Value, json};

/// Maximum number of values of a figure in the report for people.
const MOST_VALUES: usize = 40;
/// Maximum number of endings that have columns in the report for people.
const MOST_ENDINGS: usize = 4;

fn number(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".into() } else { format!("{:.1} %", part as f64 / whole as f64 * 100.0) }
}

/// Returns whether the figure can be related to winning: always for a figure of players, for one of the table
/// only if the table wins or loses as one.
fn tells_wins(shown: &StudySimulation, figure: &FigureInfo) -> bool {
    figure.per_player || shown.ir.sides == SidesInfo::Table
}

fn figures_with_counts<'a>(
    shown: &StudySimulation<'a>,
) -> impl Iterator<Item = (&'a FigureInfo, &'a FigureCounts)> {
    let (ir, counts) = (shown.ir, &shown.results.counts);
    ir.figures.iter().zip(&counts.asked.figures).filter(|(_, answers)| answers.asked > 0)
}

/// Returns the tables for people; empty if there are no figures.
pub(super) fn asked_text(shown: &StudySimulation, width: usize) -> String {
    [numbers_text(shown, width), values_text(shown, width)]
        .into_iter()
        .flatten()
        .map(|table| format!("\n{table}"))
        .collect()
}

fn numbers_text(shown: &StudySimulation, width: usize) -> Option<String> {
    let numbers: Vec<_> = figures_with_counts(shown).filter(|(figure, _)| figure.is_number()).collect();
    if numbers.is_empty() {
        return None;
    }
    let wins = numbers.iter().any(|(figure, _)| tells_wins(shown, figure));
    let mut columns = vec![("Figure", ColumnAlign::Left), ("Of", ColumnAlign::Left)];
    columns.extend(["Mean", "SD", "Min", "Max"].map(|name| (name, ColumnAlign::Right)));
    if wins {
        columns.extend([("Won", ColumnAlign::Right), ("Not won", ColumnAlign::Right)]);
    }
    let mut grid = TextTable::new(&columns, width);
    let mut row = |figure: &FigureInfo, of: &str, m: &Moments, split: Option<&[Moments; 2]>| {
        let (min, max) = m.range().unwrap_or_default();
        let mut row = vec![figure.id.clone(), of.to_owned(), number(m.mean()), number(m.deviation())];
        row.extend([min, max].map(|n| n.to_string().replace('-', "−")));
        if wins {
            let mean = |m: &Moments| if m.count == 0 { "–".into() } else { number(m.mean()) };
            row.extend(
                split.map_or([String::new(), String::new()], |split| [mean(&split[0]), mean(&split[1])]),
            );
        }
        grid.row(row);
    };
    for (figure, answers) in numbers {
        let split = tells_wins(shown, figure).then_some(&answers.winners);
        row(figure, if figure.per_player { "all players" } else { "the table" }, &answers.all(), split);
        if figure.per_player {
            for (name, m) in seat_names(shown.ir, shown.simulation).iter().zip(&answers.numbers) {
                row(figure, name, m, None);
            }
        }
        for (name, m) in shown.ir.endings.iter().zip(&answers.endings).filter(|(_, m)| m.count > 0) {
            row(figure, name, m, None);
        }
    }
    Some(grid.text())
}

fn values_text(shown: &StudySimulation, width: usize) -> Option<String> {
    let figures: Vec<_> = figures_with_counts(shown).filter(|(figure, _)| !figure.is_number()).collect();
    if figures.is_empty() {
        return None;
    }
    let ir = shown.ir;
    let wins = figures.iter().any(|(figure, _)| tells_wins(shown, figure));
    let endings = if ir.endings.len() <= MOST_ENDINGS { ir.endings.as_slice() } else { &[] };
    let mut columns = vec![
        ("Figure", ColumnAlign::Left),
        ("Value", ColumnAlign::Left),
        ("Times", ColumnAlign::Right),
        ("Share", ColumnAlign::Right),
    ];
    columns.push(("95 %", ColumnAlign::Left));
    if wins {
        columns.push(("Won", ColumnAlign::Right));
    }
    columns.extend(endings.iter().map(|ending| (ending.as_str(), ColumnAlign::Right)));
    let mut grid = TextTable::new(&columns, width);
    let mut cut = false;
    for (figure, answers) in figures {
        let mut values: Vec<_> = answers.values.iter().collect();
        if values.len() > MOST_VALUES {
            cut = true;
            values.sort_by_key(|(value, seen)| (std::cmp::Reverse(seen.times), **value));
            values.truncate(MOST_VALUES);
        }
        for (value, seen) in values {
            let Interval { low, high } =
                share_of_answers(figure, shown.simulation, seen.times, answers.asked);
            let mut row = vec![figure.id.clone(), figure.value_name(ir, *value), grouped(seen.times)];
            row.extend([
                percent(seen.times, answers.asked),
                format!("{:.1}–{:.1}", low * 100.0, high * 100.0),
            ]);
            if wins {
                row.push(if tells_wins(shown, figure) {
                    percent(seen.wins, seen.times)
                } else {
                    String::new()
                });
            }
            row.extend(endings.iter().zip(&seen.endings).map(|(_, times)| percent(*times, seen.times)));
            grid.row(row);
        }
    }
    let more = if cut {
        format!("Of each figure the {MOST_VALUES} most frequent values are shown.\n")
    } else {
        String::new()
    };
    Some(grid.text() + &more)
}

fn moments(m: &Moments) -> Option<Value> {
    let (min, max) = m.range()?;
    Some(json!({ "mean": m.mean(), "sd": m.deviation(), "min": min, "max": max, "count": m.count }))
}

/// Returns the figures for programs.
pub(super) fn asked_json(shown: &StudySimulation) -> Value {
    let ir = shown.ir;
    let figure = |(figure, answers): (&FigureInfo, &FigureCounts)| {
        let named = |names: &[String], of: &[Moments]| -> Vec<Value> {
            let one = |(name, m): (&String, &Moments)| Some(json!({ "of": name, "value": moments(m)? }));
            names.iter().zip(of).filter_map(one).collect()
        };
        let seats = if figure.per_player { seat_names(ir, shown.simulation) } else { Vec::new() };
        let values = answers.values.iter().map(|(value, seen)| {
            let interval = share_of_answers(figure, shown.simulation, seen.times, answers.asked);
            let Interval { low, high } = interval;
            let endings: Vec<Value> =
                ir.endings.iter().zip(&seen.endings).map(|(name, times)| json!({ "name": name, "times": times })).collect();
            json!({
                "value": figure.value_name(ir, *value), "times": seen.times, "wins": seen.wins, "low": low, "high": high,
                "share": seen.times as f64 / answers.asked.max(1) as f64, "endings": endings,
            })
        });
        json!({
            "figure": figure.id, "per": if figure.per_player { "player" } else { "table" }, "asked": answers.asked,
            "won": answers.won, "number": moments(&answers.all()), "of_winners": moments(&answers.winners[0]),
            "of_others": moments(&answers.winners[1]), "seats": named(&seats, &answers.numbers),
            "endings": named(&ir.endings, &answers.endings), "values": values.collect::<Vec<Value>>(),
        })
    };
    figures_with_counts(shown).map(figure).collect::<Vec<Value>>().into()
}

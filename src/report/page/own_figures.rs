//! The game's own figures on a page.

use super::chart::{LinearScale, Ticks, interval};
use super::distributions::moments;
use super::figures::FigureData;
use super::number_formats::{format_interval, part, percent};
use super::rows::{ChartRow, Rows};
use crate::diagnostics::count_noun;

/// Maximum number of rows shown unfolded.
const MOST: usize = 24;

/// Returns the rows of the figures: one table for each figure that is a number, and the values of each other
/// figure.
pub fn figure_rows(all: &[FigureData]) -> Vec<Rows> {
    all.iter().filter_map(|figure| numbers(figure).or_else(|| values(figure))).collect()
}

fn numbers(figure: &FigureData) -> Option<Rows> {
    let whole = figure.number.as_ref()?;
    let scale = LinearScale::over([whole.min as f64, whole.max as f64]);
    let won = [("won", &figure.of_winners), ("not won", &figure.of_others)];
    let won = won.into_iter().filter_map(|(name, m)| Some((name.to_owned(), m.as_ref()?)));
    let named = figure.seats.iter().chain(&figure.endings).map(|named| (named.of.clone(), &named.value));
    let per = if figure.per == "player" { "all players" } else { "all games" };
    let rows =
        [(per.to_owned(), whole)].into_iter().chain(named).chain(won.filter(|_| figure.per == "player"));
    let rows = rows.map(|(label, m)| moments(label, &scale, m)).collect();
    Some(Rows::new(&figure.figure, scale.axis(Ticks::Plain), "Mean", rows).fold_rest(MOST))
}

fn values(figure: &FigureData) -> Option<Rows> {
    if figure.values.is_empty() {
        return None;
    }
    let scale = LinearScale::over(figure.values.iter().flat_map(|v| [v.low, v.high]));
    let rows = figure.values.iter().map(|value| {
        let within = format_interval(value.low, value.high);
        let mut of: Vec<String> = vec![count_noun(value.times, "time")];
        if figure.per == "player" {
            of.push(format!("{} won", part(value.wins, value.times)));
        }
        let endings = value.endings.iter().filter(|ending| ending.times > 0);
        of.extend(endings.map(|ending| format!("{} {}", part(ending.times, value.times), ending.name)));
        ChartRow {
            label: value.value.clone(),
            of: of.join(", "),
            svg: interval(
                &scale,
                (value.low, value.share, value.high),
                None,
                &format!("{}, with 95 % confidence {within}", percent(value.share)),
            ),
            value: percent(value.share),
            about: within,
            strong: false,
        }
    });
    Some(Rows::new(&figure.figure, scale.axis(Ticks::Percent), "Share, 95 %", rows.collect()).fold_rest(MOST))
}

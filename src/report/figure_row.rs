//! A figure as a row, and rows as CSV.

use crate::diagnostics::plain_cell;

/// A figure of a simulation, as a row.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureRow {
    /// The label of the simulation, if there are several.
    pub entry: String,
    /// The sort of the figure.
    pub figure: String,
    /// Its subject; empty for the whole game.
    pub of: String,
    /// The value; shares are between 0 and 1.
    pub value: f64,
    /// Lower bound of the 95 % confidence interval; `None` for a figure without one.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
    /// Size of the sample.
    pub count: u64,
}

/// Returns the rows as CSV with a header.
pub fn rows_csv(rows: &[FigureRow]) -> Vec<u8> {
    let mut out = csv::Writer::from_writer(Vec::new());
    let number = |value: Option<f64>| value.map_or_else(String::new, |v| v.to_string());
    // Writing to memory cannot fail.
    let _ = out.write_record(["entry", "figure", "of", "value", "low", "high", "count"]);
    for row in rows {
        let FigureRow { entry, figure, of, value, low, high, count } = row;
        let numbers = [number(Some(*value)), number(*low), number(*high), count.to_string()];
        let words = [entry, figure, of].map(|word| plain_cell(word).into_owned());
        let _ = out.write_record(words.iter().chain(&numbers));
    }
    out.into_inner().unwrap_or_default()
}

//! A table with a chart in each row.

use minijinja::{Value, context};

/// A row: its label, its chart, and its value.
#[derive(Clone, Debug)]
pub struct ChartRow {
    pub label: String,
    /// Small print below the label.
    pub of: String,
    pub svg: String,
    pub value: String,
    /// Small print below the value.
    pub about: String,
    /// True if the row is highlighted.
    pub strong: bool,
}

/// Rows that share an axis.
#[derive(Clone, Debug)]
pub struct Rows {
    /// The heading of the labels.
    pub what: String,
    pub axis: String,
    /// The heading of the values.
    pub says: String,
    pub rows: Vec<ChartRow>,
    /// The folded rows, if there are many (`folded`), and the rows after them (`last`).
    pub folded: Vec<ChartRow>,
    pub last: Vec<ChartRow>,
}

impl Rows {
    /// Creates a table with no folded rows.
    pub fn new(what: &str, axis: String, says: &str, rows: Vec<ChartRow>) -> Rows {
        Rows { what: what.into(), axis, says: says.into(), rows, folded: Vec::new(), last: Vec::new() }
    }

    /// Folds the rows in the middle if there are more than `most`.
    pub fn fold_middle(mut self, most: usize) -> Rows {
        if self.rows.len() > most {
            self.folded = self.rows.split_off(most / 2);
            self.last = self.folded.split_off(self.folded.len() - most / 2);
        }
        self
    }

    /// Folds the rows after the first `most`.
    pub fn fold_rest(mut self, most: usize) -> Rows {
        if self.rows.len() > most {
            self.folded = self.rows.split_off(most);
        }
        self
    }
}

impl From<ChartRow> for Value {
    fn from(row: ChartRow) -> Value {
        let ChartRow { label, of, svg, value, about, strong } = row;
        context! { label, of, svg, value, about, strong }
    }
}

impl From<Rows> for Value {
    fn from(table: Rows) -> Value {
        let Rows { what, axis, says, rows, folded, last } = table;
        context! { what, axis, says, rows, folded, last }
    }
}

//! A table with a drawing in each row.

use minijinja::{Value, context};

/// A row: what it is of, its drawing, and what it says.
#[derive(Clone, Debug)]
pub struct Row {
    pub label: String,
    /// Said smaller below the label.
    pub of: String,
    pub svg: String,
    pub value: String,
    /// Said smaller below the value.
    pub about: String,
    /// It stands out.
    pub strong: bool,
}

/// Rows below one axis.
#[derive(Clone, Debug)]
pub struct Rows {
    /// What each row is of.
    pub what: String,
    /// The axis.
    pub axis: String,
    /// What each row says.
    pub says: String,
    pub rows: Vec<Row>,
    /// Rows that fold out, if there are many, and those after them.
    pub folded: Vec<Row>,
    pub last: Vec<Row>,
}

impl Rows {
    /// All of them in sight.
    pub fn new(what: &str, axis: String, says: &str, rows: Vec<Row>) -> Rows {
        Rows { what: what.into(), axis, says: says.into(), rows, folded: Vec::new(), last: Vec::new() }
    }

    /// Where there are more than `most`, those in the middle fold out.
    pub fn fold_middle(mut self, most: usize) -> Rows {
        if self.rows.len() > most {
            self.folded = self.rows.split_off(most / 2);
            self.last = self.folded.split_off(self.folded.len() - most / 2);
        }
        self
    }

    /// Where there are more than `most`, those after so many fold out.
    pub fn fold_rest(mut self, most: usize) -> Rows {
        if self.rows.len() > most {
            self.folded = self.rows.split_off(most);
        }
        self
    }
}

impl From<Row> for Value {
    fn from(row: Row) -> Value {
        let Row { label, of, svg, value, about, strong } = row;
        context! { label, of, svg, value, about, strong }
    }
}

impl From<Rows> for Value {
    fn from(table: Rows) -> Value {
        let Rows { what, axis, says, rows, folded, last } = table;
        context! { what, axis, says, rows, folded, last }
    }
}

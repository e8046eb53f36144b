//! Lines between the cells of a grid. Columns count from the left, rows from the top, both from 0.

pub struct GridLines {
    columns: usize,
    rows: usize,
    /// True for each cell with a line to its right, row by row.
    right: Vec<bool>,
    /// True for each cell with a line below it, row by row.
    below: Vec<bool>,
    /// True if lines touch the cells beside them.
    is_tight: bool,
}

/// Characters before a row: its number, and blanks.
const ROW_NUMBER: usize = 6;

/// Box-drawing characters by a bitmask of their arms: up 1, down 2, left 4, right 8.
const MEETINGS: [char; 16] = [' ', '╵', '╷', '│', '╴', '┘', '┐', '┤', '╶', '└', '┌', '├', '─', '┴', '┬', '┼'];

impl GridLines {
    /// Creates the lines of a grid from two functions of column and row: whether there is a line to the right
    /// of the cell, or below it.
    pub fn new(
        columns: usize,
        rows: usize,
        right: impl Fn(usize, usize) -> bool,
        below: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let cells = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        GridLines {
            columns,
            rows,
            right: cells().map(|(column, row)| column + 1 < columns && right(column, row)).collect(),
            below: cells().map(|(column, row)| row + 1 < rows && below(column, row)).collect(),
            is_tight: false,
        }
    }

    /// Returns the same lines without blanks beside them, for boards that are too wide with them.
    pub fn tight(self) -> Self {
        GridLines { is_tight: true, ..self }
    }

    /// Returns the width of the drawing, with row numbers, for cells `width` characters wide.
    pub fn total_width(&self, width: usize) -> usize {
        let between = |column| if self.parts(column) { self.gap() } else { 1 };
        let gaps: usize = (0..self.columns.saturating_sub(1)).map(between).sum();
        ROW_NUMBER + self.columns * width + gaps
    }

    /// Returns a line between two cells, with blanks beside it if there is room for them.
    pub fn with_gap(&self, line: &str) -> String {
        if self.is_tight { line.to_owned() } else { format!(" {line} ") }
    }

    /// Returns the number of characters between two cells with a line between them.
    fn gap(&self) -> usize {
        if self.is_tight { 1 } else { 3 }
    }

    fn at(&self, lines: &[bool], column: usize, row: usize) -> bool {
        lines.get(row * self.columns + column) == Some(&true)
    }

    /// Returns whether the column has a line to its right in any row, so that every row needs room for it.
    fn parts(&self, column: usize) -> bool {
        (0..self.rows).any(|row| self.at(&self.right, column, row))
    }

    /// Returns the character to the right of a cell: a line or a blank; `None` if its column has no lines
    /// there.
    pub fn right_of(&self, column: usize, row: usize) -> Option<char> {
        self.parts(column).then(|| if self.at(&self.right, column, row) { '│' } else { ' ' })
    }

    /// Returns the line below a row of cells `width` characters wide; `None` if there is none.
    pub fn line_below(&self, row: usize, width: usize) -> Option<String> {
        if !(0..self.columns).any(|column| self.at(&self.below, column, row)) {
            return None;
        }
        let mut text = String::new();
        for column in 0..self.columns {
            let (left, right) = (self.at(&self.below, column, row), self.at(&self.below, column + 1, row));
            let right = right && column + 1 < self.columns;
            let stroke = |there: bool| if there { '─' } else { ' ' };
            text.extend(std::iter::repeat_n(stroke(left), width));
            if self.parts(column) {
                let (up, down) = (self.at(&self.right, column, row), self.at(&self.right, column, row + 1));
                let arms =
                    [up, down, left, right].iter().rev().fold(0, |arms, arm| 2 * arms + usize::from(*arm));
                match self.is_tight {
                    true => text.push(MEETINGS[arms]),
                    false => text.extend([stroke(left), MEETINGS[arms], stroke(right)]),
                }
            } else if column + 1 < self.columns {
                text.push(stroke(left && right));
            }
        }
        Some(text.trim_end().to_owned())
    }

    /// Returns the column letters, for columns `width` characters wide.
    pub fn letters(&self, width: usize) -> String {
        let mut text = String::new();
        for column in 0..self.columns {
            let room = width + if self.parts(column) { self.gap() } else { 1 };
            text.push_str(&format!("{:<room$}", char::from(b'a' + column.min(25) as u8)));
        }
        text.trim_end().to_owned()
    }
}

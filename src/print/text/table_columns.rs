//! Widths of the columns of a table, from their content.

/// The widths that the content of a column asks for, in millimetres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColumnContent {
    /// The width of its longest word.
    pub word: f64,
    /// The width of its longest cell in one line.
    pub line: f64,
}

/// Returns column widths whose sum is at most `room`. If the longest cells of all columns fit on one line,
/// they determine the widths. Otherwise each column gets the width of its longest word, and a share of the
/// remaining room. If not even the words fit, those of narrow columns do, and the others share the rest.
pub fn widths(columns: &[ColumnContent], room: f64) -> Vec<f64> {
    let lines: f64 = columns.iter().map(|column| column.line).sum();
    let words: f64 = columns.iter().map(|column| column.word).sum();
    if lines <= room {
        return columns.iter().map(|column| column.line).collect();
    }
    if words <= room {
        return with_shares(columns, room - words);
    }
    let mut narrowest: Vec<f64> = columns.iter().map(|column| column.word).collect();
    narrowest.sort_by(f64::total_cmp);
    let mut left = room;
    let mut most = 0.0;
    for (i, word) in narrowest.iter().enumerate() {
        most = left / (narrowest.len() - i) as f64;
        if *word > most {
            break;
        }
        left -= word;
    }
    columns.iter().map(|column| column.word.min(most)).collect()
}

/// Returns the widths of the longest words, plus a share of the remaining room in proportion to the square
/// root of what a column needs beyond them, and at most that. So short cells stay on one line, and long ones
/// have about equally many lines.
fn with_shares(columns: &[ColumnContent], mut left: f64) -> Vec<f64> {
    let needed = |column: &ColumnContent| (column.line - column.word).max(0.0);
    let mut roots: Vec<f64> = columns.iter().map(|column| needed(column).sqrt()).collect();
    roots.sort_by(f64::total_cmp);
    let mut all: f64 = roots.iter().sum();
    let mut share = 0.0;
    for root in roots {
        share = if all > 0.0 { left / all } else { 0.0 };
        // This column and all after it need more than their shares.
        if root > share {
            break;
        }
        (left, all) = (left - root * root, all - root);
    }
    let given = |column: &ColumnContent| needed(column).min(needed(column).sqrt() * share);
    columns.iter().map(|column| column.word + given(column)).collect()
}

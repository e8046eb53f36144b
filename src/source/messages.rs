//! The messages about tables of cards, in order of their codes. Those about TOML are in `toml::messages`.

use crate::diagnostics::codes::source as codes;
use crate::diagnostics::{Diagnostic, count_noun};
use crate::place::Span;

/// CW0130: a table without a row.
pub(super) fn empty_table(at: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_NO_COLUMNS, "this table is empty")
        .at(at, "")
        .help("the first row names the keys: id,name,…")
}

/// CW0130: no column `id`, but one that is nearly called so.
pub(super) fn misspelt_id(at: Span, column: &str) -> Diagnostic {
    Diagnostic::error(codes::CSV_NO_COLUMNS, "no column is called `id`")
        .at(at, "")
        .help(format!("rename `{column}` to `id`"))
}

/// CW0130: no column `id`; `first` is the first column.
pub(super) fn no_id_column(first: Option<Span>, is_sheet: bool) -> Diagnostic {
    let found = Diagnostic::error(codes::CSV_NO_COLUMNS, "no column is called `id`");
    let Some(first) = first else { return found };
    found.at(first, "the first row names the keys").help(match is_sheet {
        false => "begin the first row with `id`, and each row below with the id of its card",
        true => {
            "begin the first row with `id`, and each row below with the id of its card; if the sheet holds no \
             cards, begin its name with `_`"
        }
    })
}

/// CW0131: two columns of one name.
pub(super) fn column_twice(name: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_COLUMN, format!("two columns are called `{name}`"))
        .at(second, "the second")
        .at(first, "the first")
        .help("rename one, or remove it")
}

/// CW0131: a column of cells without a name.
pub(super) fn column_without_name(name: Span, cell: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_COLUMN, "this column has no name")
        .at(name, "a name belongs here")
        .at(cell, "what is this?")
        .help("name the key in the first row, or empty the column")
}

/// CW0132: names of columns with another separator than all rows below.
pub(super) fn two_separators(header: Span, of_names: char, of_rows: char) -> Diagnostic {
    let shown =
        |separator: char| if separator == '\t' { "tabs".to_owned() } else { format!("`{separator}`") };
    let message =
        format!("the rows are separated by {}, the first row by {}", shown(of_rows), shown(of_names));
    Diagnostic::error(codes::CSV_ROW, message)
        .at(header, "names of the columns")
        .help("write the same separator in all rows, the first one too")
}

/// CW0132: more cells than columns.
pub(super) fn row_too_long(excess: Span, cells: usize, columns: usize) -> Diagnostic {
    Diagnostic::error(codes::CSV_ROW, row_length(cells, columns))
        .at(excess, "too much")
        .because("the separator inside a cell begins a new cell")
        .help("put a cell that holds the separator in quotes: \"…\"")
}

/// CW0132: fewer cells than columns.
pub(super) fn row_too_short(last: Span, cells: usize, columns: usize, missing: &[&str]) -> Diagnostic {
    let label = match missing {
        [one] => format!("`{one}` is missing after this"),
        [first, ..] => format!("`{first}` and what follows are missing after this"),
        [] => String::new(),
    };
    Diagnostic::error(codes::CSV_ROW, row_length(cells, columns))
        .at(last, label)
        .help("write a separator for each cell, also where it is empty")
}

fn row_length(cells: usize, columns: usize) -> String {
    format!("this row has {}, the first row names {columns}", count_noun(cells as u64, "cell"))
}

/// CW0133: a row without an id.
pub(super) fn row_without_id(at: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_NO_ID, "this row has no id")
        .at(at, "")
        .help("write the id of the card, or empty the row")
}

/// CW0134: two rows of one id.
pub(super) fn id_twice(id: &str, second: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_ID_TWICE, format!("two rows have the id `{id}`"))
        .at(second, "the second")
        .at(first, "the first")
        .help("rename one; for several copies of a card there is the column `copies`")
}

/// CW0135: a blank before the opening quote of a cell.
pub(super) fn blank_before_quote(at: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_QUOTE, "there is a blank between the separator and the quote")
        .at(at, "")
        .because("a cell in quotes begins with the quote")
        .help("remove the blank")
}

/// CW0135: a cell without its closing quote.
pub(super) fn unclosed_quote(open: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_QUOTE, "this quote is never closed")
        .at(open, "the cell begins here")
        .because("the rest of the file was read as part of this cell")
        .help("close it with `\"`; a quote inside a cell is written twice: `\"\"`")
}

/// CW0135: text after the closing quote of a cell.
pub(super) fn text_after_quote(at: Span) -> Diagnostic {
    Diagnostic::error(codes::CSV_QUOTE, "something stands after the closing quote of a cell")
        .at(at, "")
        .help("a quote inside a cell is written twice: `\"\"`")
}

/// CW0136: a cell that shows the error of its formula.
pub(super) fn failed_formula(at: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::SHEET_FORMULA, format!("this cell holds the error `{shown}`"))
        .at(at, "")
        .because("its formula has failed, so its value is unknown")
        .help("mend the formula in the spreadsheet, or write the value itself")
}

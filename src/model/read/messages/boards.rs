//! Messages about boards.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::model as codes;
use crate::place::Span;
use crate::schema::MOST_COLUMNS;

/// CW0311: an area beside one that there is not, and whose name nearly is that of another.
pub(in crate::model::read) fn misspelt_area(span: Span, area: &str, other: &str, meant: &str) -> Diagnostic {
    no_such_area(area, other).at(span, format!("did you mean `{meant}`?")).replace(span, other, meant)
}

/// CW0311: an area beside one that there is not; `header` is the board, if its areas have headers.
pub(in crate::model::read) fn unknown_area(
    span: Span,
    area: &str,
    other: &str,
    header: Option<&str>,
) -> Diagnostic {
    no_such_area(area, other).at(span, "not an area of this board").help(match header {
        Some(board) => format!("give it a header of its own: `[boards.{board}.areas.{other}]`"),
        None => format!("declare it beside `{area}`: `{other} = []`"),
    })
}

/// CW0311: a board with areas that adjoin those of another of nearly the same id, `meant`.
pub(in crate::model::read) fn misspelt_board(span: Span, board: &str, meant: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_CELL, format!("the areas of `{board}` adjoin those of `{meant}`"))
        .at(span, "another board")
        .did_you_mean(board, meant)
}

/// CW0311: an area beside one that there is not; the caller adds the label.
fn no_such_area(area: &str, other: &str) -> Diagnostic {
    let message = format!("area `{area}` adjoins `{other}`, and there is no such area");
    Diagnostic::error(codes::NO_SUCH_CELL, message)
}

/// CW0311: a line with a cell that the board does not have; the caller adds the label.
pub(in crate::model::read) fn unknown_cell(board: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_CELL, format!("board `{board}` has no cell `{id}`"))
}

/// CW0312: an area that adjoins itself.
pub(in crate::model::read) fn beside_itself(span: Span, area: &str) -> Diagnostic {
    Diagnostic::error(codes::BESIDE_ITSELF, format!("area `{area}` adjoins itself"))
        .at(span, "itself")
        .help("an area adjoins others only: leave it out here")
}

/// CW0313: a board with too many cells, or none.
pub(in crate::model::read) fn wrong_size(
    span: Span,
    board: &str,
    what: &str,
    label: &str,
    most: usize,
) -> Diagnostic {
    Diagnostic::error(codes::BOARD_SIZE, format!("board `{board}` has {what}")).at(span, label).help(format!(
        "a board has at least one cell, and at most {most}; a grid has at most {MOST_COLUMNS} columns and \
             {MOST_COLUMNS} rows"
    ))
}

/// CW0315: dots by an attribute that is not true or false.
pub(in crate::model::read) fn not_yes_or_no(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_ATTRIBUTE, format!("the attribute `{id}` is not a yes or no"))
        .at(span, "which cells are dotted?")
        .help("name an attribute of the type `bool`")
}

/// CW0315: an attribute that the cells of a board do not have.
pub(in crate::model::read) fn unknown_attribute(
    span: Span,
    board: &str,
    id: &str,
    meant: Option<&str>,
) -> Diagnostic {
    let message = format!("board `{board}` has no attribute `{id}`");
    let d = Diagnostic::error(codes::NO_SUCH_ATTRIBUTE, message);
    match meant {
        Some(meant) => d.at(span, format!("did you mean `{meant}`?")).replace(span, id, meant),
        None => d.at(span, "not declared").help(format!("declare it: `[boards.{board}.attributes]`")),
    }
}

/// CW0316: a sort of boards with a base.
pub(in crate::model::read) fn base_of_sort(span: Span, board: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_SORT, format!("`{board}` is a sort of board, and has no `base`"))
        .at(span, "of which sort is a sort?")
        .help("a board has one base, and that has none: declare all of it in one place")
}

/// CW0316: a base that has cells of its own.
pub(in crate::model::read) fn base_with_cells(span: Span, base: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_SORT, format!("`{base}` has cells of its own"))
        .at(span, "a board, and no sort of board")
        .help("declare what both have as a board without cells: `[boards.map.attributes]`, and `base = \"map\"` in both")
}

/// CW0316: a base that is not declared.
pub(in crate::model::read) fn unknown_sort(span: Span, base: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_SUCH_SORT, format!("there is no sort of board `{base}`"))
        .at(span, "not declared")
}

/// CW0319: areas without a place beside some that have one.
pub(in crate::model::read) fn area_without_place(
    span: Span,
    (area, board): (&str, &str),
    more: usize,
    placed: Span,
) -> Diagnostic {
    let more = if more == 0 { String::new() } else { format!(", nor do {more} more") };
    let message = format!("`{area}` does not say where it lies on `{board}`{more}");
    Diagnostic::error(codes::AREA_WITHOUT_PLACE, message)
        .at(span, "no `at`")
        .at(placed, "this one says it")
        .help("give `at = [x, y]` to all areas of a board, or to none")
}

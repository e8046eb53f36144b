//! Messages about `print.toml`.

use crate::diagnostics::codes::print;
use crate::diagnostics::{Diagnostic, list};
use crate::place::Span;

/// CW0900: a sheet whose keys do not fit what it shows.
pub(in crate::check::rules) fn sheet_without_subject(
    span: Span,
    sheet: &str,
    problem: &str,
    help: &str,
) -> Diagnostic {
    Diagnostic::error(print::SHEET_SUBJECT, format!("sheet `{sheet}` {problem}")).at(span, "").help(help)
}

/// CW0901: a board that is not declared.
pub(in crate::check::rules) fn unknown_board(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(print::UNKNOWN_BOARD, format!("there is no board `{id}`")).at(span, "not declared")
}

/// CW0902: an attribute that components of a kind do not print.
pub(in crate::check::rules) fn not_printed(span: Span, kind: &str, id: &str) -> Diagnostic {
    Diagnostic::error(print::NOT_PRINTED, format!("`{kind}` prints no `{id}`"))
        .at(span, "no attribute and no printed state of it")
}

/// CW0903: a size or a paper, as `what` says, that is not known; `example` is one in millimetres.
pub(in crate::check) fn unknown_size(
    span: Span,
    name: &str,
    what: &str,
    known: &[&str],
    example: &str,
) -> Diagnostic {
    Diagnostic::error(print::UNKNOWN_SIZE, format!("there is no {what} `{name}`"))
        .at(span, format!("not the name of a {what}"))
        .because(format!("the names are {}", list(known)))
        .help(format!("take one of them, or write width and height in millimetres: `{example}`"))
}

/// CW0922: a sheet that is called like another file.
pub(in crate::check::rules) fn sheet_name_taken(span: Span, sheet: &str) -> Diagnostic {
    Diagnostic::error(print::SHEET_NAME, format!("the file `{sheet}.pdf` is made without this sheet"))
        .at(span, "a second of this name")
        .help("call the sheet otherwise")
}

/// CW0923: a colour that nothing printed has.
pub(in crate::check::rules) fn colour_of_nothing(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(print::UNKNOWN_COLOUR, format!("nothing printed has the colour of `{id}`"))
        .at(span, "no value of an enum, kind, card, board, cell, sheet or piece")
}

/// CW0923: a colour of the other side of a piece that has none.
pub(in crate::check::rules) fn colour_of_no_back(span: Span, id: &str, piece: &str) -> Diagnostic {
    Diagnostic::warning(print::UNKNOWN_COLOUR, format!("nothing printed has the colour of `{id}`"))
        .at(span, format!("the piece `{piece}` has no `back`"))
}

/// CW0923: an icon that nothing printed has.
pub(in crate::check::rules) fn icon_of_nothing(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(print::UNKNOWN_COLOUR, format!("nothing printed has the icon of `{id}`"))
        .at(span, "no value of an enum, and no word of a text or a face")
}

/// CW0927: two spot colours of one name, ink or colour.
pub(in crate::check::rules) fn spots_alike(
    span: Span,
    second: &str,
    (first, first_span): (&str, Span),
    what: &str,
) -> Diagnostic {
    let message = format!("the spot colours `{first}` and `{second}` have the same {what}");
    let cause = match what {
        "name" => "each ink is a separation of its own, which printers know by its name",
        "ink" => "a name that means something else in a PDF, such as `Black`, gets `spot` behind it",
        _ => "what is drawn in exactly the colour of a spot is printed with its ink",
    };
    let key = if what == "colour" { what } else { "name" };
    Diagnostic::error(print::SAME_SPOT, message)
        .at(span, format!("the second of this {what}"))
        .at(first_span, "the first")
        .because(cause)
        .help(format!("give one of them another `{key}`"))
}

/// CW0943: a list of `count` signs of a piece for fewer than all `players`; `None` for a piece of the table.
pub(in crate::check::rules) fn signs_of_players(
    span: Span,
    key: &str,
    count: usize,
    players: Option<usize>,
) -> Diagnostic {
    let message = match players {
        Some(players) => format!("`{key}` has {count} signs for {players} players"),
        None => format!("`{key}` has a sign for each player, and the piece is the table's"),
    };
    let help = match players {
        Some(_) => format!("write one for each player, or a single `{key}` for all"),
        None => format!("write a single `{key}`, or `per = \"player\"`"),
    };
    Diagnostic::error(print::PIECE_SIGNS, message).at(span, "the first of them").help(help)
}

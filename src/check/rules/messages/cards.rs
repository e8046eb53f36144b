//! Messages about cards and cells: their fields and keywords.

use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, count_noun, list, with_article};
use crate::place::Span;

/// CW0510: a keyword that is not declared.
pub(in crate::check::rules) fn unknown_keyword(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_KEYWORD, format!("there is no keyword `{id}`")).at(span, "not known")
}

/// CW0512: a slot with something else than a rule; `rule` is one that it could have.
pub(in crate::check::rules) fn not_a_rule(span: Span, id: &str, found: &str, rule: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` holds a rule, and this is {found}"))
        .at(span, "write it as a string")
        .help(format!("rules stand in quotes: `{id} = \"{rule}\"`"))
}

/// CW0515: a card without values that its kind asks for.
pub(in crate::check::rules) fn missing_fields(
    span: Span,
    card: &str,
    missing: &[String],
    is_row: bool,
) -> Diagnostic {
    let d = Diagnostic::error(codes::MISSING_FIELD, format!("`{card}` does not say its {}", list(missing)))
        .at(span, if is_row { "this row" } else { "this card" });
    match is_row {
        true => d.help("fill in the cell, or give the attribute a `default` where the kind declares it"),
        false => d.help(format!(
            "add {}; or give the attribute a `default` where the kind declares it",
            missing.iter().map(|m| format!("`{m} = …`")).collect::<Vec<_>>().join(" and ")
        )),
    }
}

/// CW0515: cells without a value that all must have.
pub(in crate::check::rules) fn missing_on_cells(
    span: Span,
    id: &str,
    cells: &str,
    count: usize,
    (declared, ty, default): (Span, &str, &str),
) -> Diagnostic {
    let verb = if count == 1 { "does" } else { "do" };
    Diagnostic::error(codes::MISSING_FIELD, format!("{cells} {verb} not say `{id}`"))
        .at(span, format!("which `{id}`?"))
        .at(declared, "declared here")
        .help(format!("give each its own, or a `default`: `{id} = {{ type = \"{ty}\", default = {default} }}`; or one to a whole board: `each = {{ {id} = … }}`"))
}

/// CW0515: a board whose cells have no value that all must have.
pub(in crate::check::rules) fn missing_on_board(
    span: Span,
    id: &str,
    shown: &str,
    (board, board_span): (&str, Span),
) -> Diagnostic {
    let shown_one = with_article(shown);
    Diagnostic::error(codes::MISSING_FIELD, format!("the cells of `{board}` have no `{id}`"))
        .at(span, format!("every cell of the game has one, and {shown_one} cannot be nothing"))
        .at(board_span, "these, too")
        .help(format!("write `{shown}?`, which may be none, or give it a `default`; or say it for the board: `each = {{ {id} = … }}`"))
}

/// CW0516: keys that are unknown like others of the file.
pub(in crate::check::rules) fn more_unknown_keys(span: Span, more: usize) -> Diagnostic {
    let keys = count_noun(more as u64, "more key");
    let are = if more == 1 { "is" } else { "are" };
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("{keys} of this file {are} unknown"))
        .at(span, "the first of them")
        .help("mend those above first: they may have one cause")
}

/// CW0516: a card that gives a zone.
pub(in crate::check::rules) fn zone_printed(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("`{id}` is a zone, and nothing that a card prints"))
        .at(span, "what lies there is said where the table is laid")
}

/// CW0516: a card that gives state which is not printed.
pub(in crate::check::rules) fn state_printed(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("`{id}` is state, and is not printed"))
        .at(span, "changes in play")
        .help("if cards say what it starts as, declare it with `printed = true`")
}

/// CW0516: a key that cards of a kind do not have.
pub(in crate::check::rules) fn unknown_field(
    span: Span,
    kind: &str,
    id: &str,
    card: Option<&str>,
) -> Diagnostic {
    let label = card.map_or_else(|| "no such key".to_owned(), |card| format!("not known of `{card}`"));
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("{} has no `{id}`", with_article(kind))).at(span, label)
}

/// CW0516: a value for an attribute of cells that is worked out.
pub(in crate::check::rules) fn given_and_worked_out(span: Span, id: &str, computed: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("`{id}` is worked out for every cell"))
        .at(span, "and given here")
        .at(computed, "worked out here")
        .help("leave it out here; or declare it without `is`, and give it everywhere")
}

/// CW0516: a board that gives state of its cells.
pub(in crate::check::rules) fn state_of_cells(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("`{id}` is state of cells, and is not printed"))
        .at(span, "changes in play")
        .help("say where it starts: `start = \"…\"`, an expression over `self`, the cell")
}

/// CW0516: a board that gives what every cell has.
pub(in crate::check::rules) fn own_of_cells(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("`{id}` is every cell's own"))
        .at(span, "cannot be given")
        .help("leave it out here")
}

/// CW0516: an attribute that cells do not have.
pub(in crate::check::rules) fn unknown_of_cells(span: Span, id: &str, of: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("cells have no `{id}`"))
        .at(span, format!("not known of `{of}`"))
}

/// CW0516: a slot that what bears a keyword does not have.
pub(in crate::check::rules) fn unknown_slot(span: Span, kind: &str, id: &str, borne: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("{} has no slot `{id}`", with_article(kind)))
        .at(span, "not a slot of what bears the keyword")
        .at(borne, "borne here")
}

/// CW0516: a modifier of an attribute that no kind has.
pub(in crate::check::rules) fn unknown_attribute(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FIELD, format!("no kind has an attribute `{id}`")).at(span, "not known")
}

/// CW0530: a card that bears a keyword twice.
pub(in crate::check::rules) fn keyword_twice(span: Span, card: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::KEYWORD_TWICE, format!("`{card}` bears `{id}` twice"))
        .at(span, "again")
        .help("a keyword counts once; if levels should add up, give it the sum")
}

/// CW0530: two keywords that fill one slot.
pub(in crate::check::rules) fn slot_filled_twice(
    (span, first_span): (Span, Span),
    first: &str,
    second: &str,
    slot: &str,
) -> Diagnostic {
    Diagnostic::error(codes::KEYWORD_TWICE, format!("`{first}` and `{second}` both fill the slot `{slot}`"))
        .at(span, "the second")
        .at(first_span, "the first")
        .help(format!("write `{slot}` on the card itself; that goes before its keywords"))
}

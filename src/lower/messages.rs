//! The messages of lowering, in order of their codes.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::source::Span;

/// CW0507: an attribute of cells that depends on the state of play.
pub(super) fn attribute_not_known(board: Span, attribute: &str, cell: &str) -> Diagnostic {
    let message = format!("the {attribute} cannot be worked out beforehand");
    Diagnostic::error(codes::EFFECT_IN_CALCULATION, message)
        .at(board, format!("for the cell {cell}"))
        .because(
            "An attribute of cells is worked out once, so it may depend on nothing that changes in play.",
        )
}

/// CW0507: a state kept in a zone whose `start` depends on the state of play.
pub(super) fn start_not_known(at: Span, field: &str) -> Diagnostic {
    let message = format!("what `{field}` begins anew as is not known before play");
    Diagnostic::error(codes::EFFECT_IN_CALCULATION, message)
        .at(at, "kept `in` a zone, with a `start` that depends on play")
        .help("let it start as what the component prints, or as a constant")
}

/// CW0513: an attribute that is outside its range for a cell.
pub(super) fn attribute_out_of_range(
    (formula, ty): (Span, Span),
    attribute: &str,
    cell: &str,
    value: i64,
    (low, high): (i64, i64),
) -> Diagnostic {
    let message = format!("`{attribute}` must be from {low} to {high}, and is {value} for `{cell}`");
    Diagnostic::error(codes::OUT_OF_RANGE, message)
        .at(formula, "outside its range")
        .at(ty, "declared here")
        .help("change the formula, or the range")
}

/// CW0538: a rule of too many instructions.
pub(super) fn rule_too_long(at: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY, "this rule is too long")
        .at(at, "more than the machine can jump over")
        .help("put parts of it into verbs of their own")
}

/// CW0538: a state of too many words.
pub(super) fn state_too_large() -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY, "the state of this game is too large")
        .because("Every counter, zone and set of every player and component has its place in it.")
        .help("lower some `copies`, or give sets to fewer kinds")
}

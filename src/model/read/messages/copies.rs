//! Messages about `copies` and `stands_for`.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{model as codes, schema};
use crate::place::Span;

/// CW0202: a number of copies in a cell that is no number.
pub(in crate::model::read) fn copies_not_whole(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(schema::WRONG_TYPE, format!("`copies` must be a whole number, not `{written}`"))
        .at(span, "no whole number")
}

/// CW0204: a number of copies in a cell that is too large, or 0.
pub(in crate::model::read) fn copies_out_of_range(span: Span, written: &str) -> Diagnostic {
    Diagnostic::error(schema::OUT_OF_RANGE, format!("`copies` must be from 1 to 999, not {written}"))
        .at(span, "out of range")
}

/// CW0317: a card that is called like a stand-in.
pub(in crate::model::read) fn stand_in_declared(
    span: Span,
    id: &str,
    card: &str,
    declared: Span,
) -> Diagnostic {
    Diagnostic::error(
        codes::STANDS_FOR,
        format!("`{id}` is declared, and what stands for `{card}` is called so"),
    )
    .at(span, "makes it, too")
    .at(declared, "declared here")
    .help("give the card another id")
}

/// CW0317: a kind that stands for one that is not declared.
pub(in crate::model::read) fn stands_for_unknown(span: Span, id: &str, of: &str) -> Diagnostic {
    Diagnostic::error(codes::STANDS_FOR, format!("there is no kind `{of}` for `{id}` to stand for"))
        .at(span, "not declared")
}

/// CW0317: a kind that stands for one above or below it.
pub(in crate::model::read) fn stands_for_related(span: Span, id: &str, of: &str) -> Diagnostic {
    Diagnostic::error(codes::STANDS_FOR, format!("`{id}` cannot stand for `{of}`: one is below the other"))
        .at(span, "the same sort of thing")
        .help(format!("give `{id}` a base of its own, such as `base = \"token\"`"))
}

/// CW0317: a kind that stands for a stand-in.
pub(in crate::model::read) fn stands_for_stand_in(span: Span, of: &str, further: &str) -> Diagnostic {
    Diagnostic::error(codes::STANDS_FOR, format!("`{of}` stands for `{further}` itself"))
        .at(span, "made, not written")
        .help(format!("write `stands_for = \"{further}\"` here, too"))
}

/// CW0318: a number of copies that is too large, negative, or always 0.
pub(in crate::model::read) fn copies_from_to(span: Span, (low, high): (i64, i64), most: i64) -> Diagnostic {
    Diagnostic::error(codes::COPIES, format!("there can be {low} to {high} copies by this"))
        .at(span, "how many there are")
        .help(format!("from 0 to {most}, and not always 0: `max(…, 0)` keeps it there"))
}

/// CW0318: a number of copies of cards that asks what it may not.
pub(in crate::model::read) fn copies_of_cards_ask(span: Span) -> Diagnostic {
    Diagnostic::error(codes::COPIES, "`copies` cannot ask this")
        .at(span, "here")
        .help("it may use numbers, `player_count`, options that are numbers, `+`, `-`, `*`, `min`, `max` and `… if … else …`")
}

/// CW0318: a number of copies for a card that is too large, or negative.
pub(in crate::model::read) fn copies_for_card(
    span: Span,
    n: i64,
    (card, card_span): (&str, Span),
    most: i64,
) -> Diagnostic {
    Diagnostic::error(codes::COPIES, format!("there cannot be {n} for `{card}`"))
        .at(span, "comes to this")
        .at(card_span, "for this card")
        .help(format!("from 0 to {most}: `max(…, 0)` keeps it there"))
}

/// CW0318: a number of copies that is no number.
pub(in crate::model::read) fn copies_without_number(span: Span) -> Diagnostic {
    Diagnostic::error(codes::COPIES, "`copies` must be a whole number")
        .at(span, "not a number")
        .help("for example `copies + 1`")
}

/// CW0318: a number of stand-ins that asks what it may not.
pub(in crate::model::read) fn copies_of_stand_ins_ask(span: Span, what: &str) -> Diagnostic {
    Diagnostic::error(codes::COPIES, format!("`copies` cannot ask {what}"))
        .at(span, "here")
        .help("it may use numbers, `copies` and the attributes of the card, `has keyword`, `self is kind`, comparisons, `and`, `or`, `not` and `… if … else …`")
}

/// CW0318: a part of `copies` that is no number.
pub(in crate::model::read) fn number_expected(span: Span) -> Diagnostic {
    Diagnostic::error(codes::COPIES, "this must be a number").at(span, "not a number")
}

/// CW0318: a part of `copies` that is no condition.
pub(in crate::model::read) fn condition_expected(span: Span) -> Diagnostic {
    Diagnostic::error(codes::COPIES, "this must be true or false").at(span, "neither")
}

/// CW0318: a keyword or kind in `copies` that is not declared.
pub(in crate::model::read) fn unknown_in_copies(span: Span, noun: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::COPIES, format!("there is no {noun} `{id}`")).at(span, "not known")
}

/// CW0318: a name in `copies` that the card does not have.
pub(in crate::model::read) fn name_not_in_copies(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::COPIES, format!("`{name}` is not known here")).at(span, "not known")
}

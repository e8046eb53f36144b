//! The messages about names, types and values that are declared. Each function makes one; its comment names
//! the code. Later rooms use some of them, too.

use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list_some, with_article};
use crate::place::Span;

/// Maximum number of types that a message names.
const MOST_TYPES: usize = 12;

/// CW0501: a set of what no set holds.
pub(in crate::check) fn no_set_of(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no `set of {shown}`"))
        .at(span, "a set cannot hold these")
        .help("sets hold values of an enum, names, players, components, zones or ints from 0 to 63")
}

/// CW0501: an optional of what is never none.
pub(in crate::check) fn no_optional_of(span: Span, found: &str, is_amount: bool) -> Diagnostic {
    let help = match is_amount {
        true => "an amount of nothing is `{}`",
        false => "a set that holds nothing is empty",
    };
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("{found} is never none"))
        .at(span, "`?` adds nothing here")
        .help(help)
}

/// CW0501: an amount per range that is too wide, or empty.
pub(in crate::check) fn no_amount_per_range(span: Span, first: i64, last: i64) -> Diagnostic {
    let message = format!("there cannot be a number for each of {first}..{last}");
    Diagnostic::error(codes::UNKNOWN_TYPE, message).at(span, "too wide, or empty")
}

/// CW0501: an amount with more than two `per`.
pub(in crate::check) fn third_per(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_TYPE, "an amount has two `per` at most").at(span, "one too many")
}

/// CW0501: an amount of something else than numbers.
pub(in crate::check) fn no_amount_of(span: Span, shown: &str, per: &str, is_set: bool) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no `{shown} per {per}`"))
        .at(span, "`per` is for numbers");
    match is_set {
        true => d.help(format!("for which of them it holds is a `set of {per}`")),
        false => d.help(format!("write `int 0..9 per {per}`, or declare a zone `per` it")),
    }
}

/// CW0501: an amount per something else than an enum, name or range.
pub(in crate::check) fn no_amount_per(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no amount per `{name}`"))
        .at(span, "an enum, `name` or a range is meant")
}

/// CW0501: a type that is not declared.
pub(in crate::check) fn unknown_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no type `{name}`")).at(span, "not known")
}

/// Lists the types that there are; `names` are those of one word.
pub(in crate::check) fn types_there(names: &[&str]) -> String {
    format!("a type is `int 0..9`, `set of …`, or one of {}", list_some(names, MOST_TYPES))
}

/// CW0509: a kind that is not declared.
pub(in crate::check) fn unknown_kind(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_KIND, format!("there is no kind `{id}`")).at(span, "not known")
}

/// CW0511: a card that is not declared.
pub(in crate::check) fn unknown_card(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CARD, format!("there is no card `{id}`")).at(span, "not known")
}

/// CW0512: a value that is not an amount; `example` is one behind its key.
pub(in crate::check) fn not_an_amount(span: Span, name: &str, found: &str, example: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("{name} is an amount, not {found}"))
        .at(span, format!("this is {found}"))
        .help(format!("write for example `{example}`"))
}

/// CW0512: an amount of nothing in quotes; `written` is it without them, behind its key.
pub(in crate::check) fn amount_in_quotes(span: Span, name: &str, written: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("{name} is an amount, not a string"))
        .at(span, "this is a string")
        .help(format!("write it without the quotes: `{written}`"))
}

/// CW0512: a cell of a table that writes no amount.
pub(in crate::check) fn not_part_of_amount(span: Span, part: &str, example: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{part}` is not a part of an amount"))
        .at(span, "what, and how much?")
        .help(format!("a cell writes an amount so: `{example}`"))
}

/// CW0512: a cell of a table that writes the number of one thing twice.
pub(in crate::check) fn twice_in_amount(span: Span, key: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{key}` is written twice in this amount"))
        .at(span, "which of the two?")
        .help("write each once")
}

/// CW0512: a part of a set of numbers in a cell of a table.
pub(in crate::check) fn not_a_set_of_numbers(span: Span, id: &str, part: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` must be whole numbers, not `{part}`"))
        .at(span, "no set of numbers")
        .help("write `;` between the numbers: `1; 2`; an empty cell is an empty set")
}

/// CW0512: a value of another type than declared; `name` is its name, in backticks.
pub(in crate::check) fn wrong_value(span: Span, name: &str, expected: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("{name} must be {expected}, not {found}"))
        .at(span, format!("this is {found}"))
}

/// CW0512: a number of more than 64 bits in a cell of a table.
pub(in crate::check) fn number_too_large(span: Span, id: &str, number: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` is too large: {number}"))
        .at(span, "more than 64 bits")
        .help(format!("whole numbers go up to {}", i64::MAX))
}

/// CW0512: a text in place of a number.
pub(in crate::check) fn not_a_number(span: Span, id: &str, text: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` must be a whole number, not `{text}`"))
        .at(span, "not a number")
        .help("write it in digits alone, such as `3`")
}

/// CW0512: a text in place of true or false.
pub(in crate::check) fn not_true_or_false(span: Span, id: &str, text: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` must be true or false, not `{text}`"))
        .at(span, "neither")
        .help("a cell says `true`, `yes`, `1` or `x`, or `false`, `no` or `0`")
}

/// CW0512: a card of another kind than declared.
pub(in crate::check) fn card_of_another_kind(
    span: Span,
    id: &str,
    wanted: &str,
    (text, kind): (&str, &str),
    example: Option<&str>,
) -> Diagnostic {
    let found = Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` must be {wanted}"))
        .at(span, format!("`{text}` is {}", with_article(kind)));
    match example {
        Some(example) => found.help(format!("name {wanted}, such as `{example}`")),
        None => found.help(format!("the game has none: declare {wanted} first")),
    }
}

/// CW0512: a value that cannot be written out.
pub(in crate::check) fn not_written(span: Span, id: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{id}` cannot be written out: it is {found}"))
        .at(span, "written here")
        .help("leave it out, and let a rule set it, such as `[flow] setup`")
}

/// CW0513: a range whose end is before its start.
pub(in crate::check) fn empty_range(span: Span, low: i64, high: i64) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("the range {low}..{high} is empty"))
        .at(span, "from less to more, please")
}

/// CW0513: a number that no set holds.
pub(in crate::check) fn too_large_for_sets(span: Span) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, "a set holds ints from 0 to 63").at(span, "too large")
}

/// CW0513: an amount with more values than its range has numbers.
pub(in crate::check) fn too_many_lane_values(span: Span, id: &str, first: i16, last: i16) -> Diagnostic {
    let message = format!("`{id}` has a value for each of {first}..{last}, and no more");
    Diagnostic::error(codes::OUT_OF_RANGE, message).at(span, "one too many")
}

/// CW0513: a value outside the range of its place.
pub(in crate::check) fn out_of_range(
    span: Span,
    id: &str,
    n: i64,
    (low, high): (i64, i64),
    declared: Option<Span>,
) -> Diagnostic {
    let message = format!("`{id}` must be from {low} to {high}, not {n}");
    let d = Diagnostic::error(codes::OUT_OF_RANGE, message)
        .at(span, if n < low { "too small" } else { "too large" });
    match declared {
        Some(declared) => d.at(declared, "declared here").help("change the number, or the range"),
        None => d.help("change the number, or the range where it is declared"),
    }
}

/// CW0514: a value that an enum does not have.
pub(in crate::check) fn unknown_value(span: Span, noun: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_VALUE, format!("there is no {noun} `{id}`")).at(span, "not known")
}

/// CW0521: a text that cannot be filled in.
pub(in crate::check) fn invalid_template(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, message).at(span, "here")
}

/// CW0521: a name in single braces, which is not filled in.
pub(in crate::check) fn unfilled_braces(span: Span, word: &str) -> Diagnostic {
    let written = format!("{{{{ {word} }}}}");
    Diagnostic::warning(codes::TEMPLATE, format!("`{word}` in single braces is not filled in"))
        .at(span, "shown as it stands")
        .help(format!("write `{written}`"))
}

/// CW0529: a zone that is not declared.
pub(in crate::check) fn unknown_zone(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no zone `{id}`")).at(span, "not known")
}

/// CW0538: more declarations of a sort than a game can have.
pub(in crate::check) fn too_many(span: Option<Span>, most: usize, what: &str) -> Diagnostic {
    let d = Diagnostic::error(codes::TOO_MANY, format!("a game can have {most} {what} at most"));
    match span {
        Some(span) => d.at(span, "one too many"),
        None => d,
    }
}

/// CW0538: an amount with too many numbers.
pub(in crate::check) fn too_many_lanes(span: Span, lanes: usize, most: usize) -> Diagnostic {
    Diagnostic::error(codes::TOO_MANY, format!("this is {lanes} numbers in one value"))
        .at(span, format!("at most {most}"))
        .help("keep the numbers with what they are about: as state of a kind, of cells or of players")
}

/// CW0542: a cell that is not declared.
pub(in crate::check) fn unknown_cell(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CELL, format!("there is no cell `{id}`")).at(span, "not known")
}

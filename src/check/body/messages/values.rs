//! Messages about values: their range, order, target and comparison.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{check as codes, lint, play};
use crate::place::Span;

/// CW0513: an index outside the range of an amount.
pub(in crate::check::body) fn outside_lanes(
    span: Span,
    what: &str,
    number: i64,
    first: i64,
    last: i64,
) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("there is no `{what}[{number}]`"))
        .at(span, "outside the range")
        .help(format!("there is a number for each of {first}..{last}"))
}

/// CW0513: an argument outside the range of its parameter.
pub(in crate::check::body) fn argument_out_of_range(
    span: Span,
    param: &str,
    function: &str,
    n: i64,
    (low, high): (i64, i64),
) -> Diagnostic {
    let message = format!("`{param}` of `{function}` must be from {low} to {high}, not {n}");
    Diagnostic::error(codes::OUT_OF_RANGE, message)
        .at(span, side_of(n, low))
        .help("change the number, or the range where it is declared")
}

/// CW0513: a result outside the range that is declared for it.
pub(in crate::check::body) fn result_out_of_range(
    span: Span,
    function: &str,
    n: i64,
    (low, high): (i64, i64),
) -> Diagnostic {
    let message = format!("`{function}` must return {low} to {high}, not {n}");
    Diagnostic::error(codes::OUT_OF_RANGE, message)
        .at(span, side_of(n, low))
        .help("change the number, or the range in `returns`")
}

/// CW0513: a negative count.
pub(in crate::check::body) fn negative_count(span: Span, what: &str, n: i64) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("{what} cannot take {n}"))
        .at(span, side_of(n, 0))
        .help("a count is 0 or more")
}

/// CW0513: a change by more than the whole range.
pub(in crate::check::body) fn change_out_of_range(
    span: Span,
    id: &str,
    n: i64,
    (low, high): (i64, i64),
    declared: Option<Span>,
) -> Diagnostic {
    let message = format!("`{id}` goes from {low} to {high}, and cannot change by {n}");
    let d = Diagnostic::error(codes::OUT_OF_RANGE, message).at(span, "more than the whole range");
    declared_at(d, declared).help("change the number, or the range")
}

/// CW0513: a number that no set holds.
pub(in crate::check::body) fn number_not_in_sets(span: Span, n: i64) -> Diagnostic {
    let help = "a set of numbers holds 0 to 63; `for each n in a..b` and `x in a..b` take any; a player chooses a greater number in two steps, tens and units";
    Diagnostic::error(codes::OUT_OF_RANGE, format!("a set cannot hold {n}"))
        .at(span, side_of(n, 0))
        .help(help)
}

/// CW0513: a seat that nobody sits at.
pub(in crate::check::body) fn no_seat(span: Span, n: i64, most: i64) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("there is no seat {n}"))
        .at(span, side_of(n, 1))
        .help(format!("seats go from 1 to {most}, as at most {most} play"))
}

/// CW0513: an index outside the range of a zone.
pub(in crate::check::body) fn outside_zones(
    span: Span,
    zone: &str,
    number: i64,
    (first, last): (i64, i64),
    declared: Span,
) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, format!("there is no `{zone}[{number}]`"))
        .at(span, "outside the range")
        .at(declared, format!("one for each of {first}..{last}"))
}

/// CW0517: `none` for something that is no variable or state.
pub(in crate::check::body) fn not_emptied(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, "this cannot be emptied").at(span, "not a variable or state")
}

/// CW0517: a value for something that stays what it is.
pub(in crate::check::body) fn not_assignable(span: Span, shown: &str, label: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ASSIGNABLE, format!("`{shown}` cannot be given a value")).at(span, label)
}

/// CW0535: a zone that keeps no order, where one is needed; `so` is what follows from that.
fn keeps_no_order((span, label): (Span, &str), zone: &str, declared: Span, so: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ORDERED, format!("`{zone}` keeps no order, so {so}"))
        .at(span, label)
        .at(declared, "declared here")
}

/// CW0535: the top or bottom of a zone that keeps no order.
pub(in crate::check::body) fn zone_without_order(
    span: Span,
    zone: &str,
    word: &str,
    declared: Span,
) -> Diagnostic {
    keeps_no_order((span, "a heap"), zone, declared, &format!("it has no {word}"))
        .help("declare it with `ordered = true`, or take `random(…)` or `first(…)` of it")
}

/// CW0535: a hint of components in a zone that keeps no order.
pub(in crate::check::body) fn hint_forgotten(span: Span, zone: &str, declared: Span) -> Diagnostic {
    let label = "nobody can tell which of them is which";
    keeps_no_order((span, label), zone, declared, "a hint is forgotten at once")
        .help("declare it with `ordered = true`")
}

/// CW0535: a deal from a zone that keeps no order.
pub(in crate::check::body) fn deal_without_order(span: Span, zone: &str, declared: Span) -> Diagnostic {
    keeps_no_order((span, "a heap"), zone, declared, "nothing is on top of it")
        .help("declare it with `ordered = true`")
}

/// CW0535: a shuffle of a zone that keeps no order.
pub(in crate::check::body) fn shuffle_without_order(span: Span, zone: &str, declared: Span) -> Diagnostic {
    keeps_no_order((span, "a heap"), zone, declared, "there is nothing to shuffle").help(
        "leave it out, or declare the zone with `ordered = true`; `random(…)` takes one of it by chance",
    )
}

/// CW0535: a place in a zone that keeps no order.
pub(in crate::check::body) fn move_without_order(
    span: Span,
    zone: &str,
    word: &str,
    declared: Span,
) -> Diagnostic {
    keeps_no_order((span, "no such place in it"), zone, declared, &format!("it has no {word}"))
        .help(format!("leave out `, {word}`, or declare the zone with `ordered = true`"))
}

/// CW0536: a division by 0.
pub(in crate::check::body) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::error(codes::DIVISION_BY_ZERO, "this divides by zero")
        .at(span, "always 0")
        .help("divide by something that can be another number")
}

/// CW0545: something that changes in play, in a condition that is settled before it.
pub(in crate::check::body) fn not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_CONSTANT, "this is not known before play")
        .at(span, "changes in play")
        .because("This condition is settled when the table is laid out.")
        .help("ask options and `player_count` only; for what changes in play there are `when` and `where`")
}

/// CW0612: a value compared with itself.
pub(in crate::check::body) fn same_sides(span: Span) -> Diagnostic {
    Diagnostic::warning(lint::SAME_SIDES, "both sides of this comparison are the same")
        .at(span, "a value, compared with itself")
}

/// CW0612: a value compared with itself, since an element hides a variable.
pub(in crate::check::body) fn hidden_by_element(span: Span, name: &str, hidden: Span) -> Diagnostic {
    same_sides(span)
        .at(hidden, "not the variable: the element is nearer, and has this name too")
        .help(format!("give the variable `{name}` another name"))
}

/// CW0615: components of kinds that have none in common.
pub(in crate::check::body) fn never_same(
    span: Span,
    left: &str,
    right: &str,
    other: Span,
    help: &str,
) -> Diagnostic {
    Diagnostic::warning(lint::NEVER_SAME, format!("{left} is never {right}"))
        .at(span, left)
        .at(other, right)
        .help(help)
}

/// A comparison with a number that every value of a declared range answers alike.
pub(in crate::check::body) struct DecidedComparison {
    pub span: Span,
    /// The side that has the range, as written.
    pub value: String,
    /// True if it always holds, false if it never does.
    pub holds: bool,
    pub range: (i64, i64),
    /// The place where the range is declared.
    pub declared: Option<Span>,
}

/// CW0619: a comparison that a declared range decides.
pub(in crate::check::body) fn decided_comparison(found: DecidedComparison) -> Diagnostic {
    let DecidedComparison { span, value, holds, range: (low, high), declared } = found;
    let (answer, out) = match holds {
        true => ("always", "leave the comparison out, or compare"),
        false => ("never", "compare"),
    };
    let message = format!("this {answer} holds: `{value}` is from {low} to {high}");
    let d = Diagnostic::warning(lint::DECIDED, message).at(span, format!("{answer} true"));
    declared_at(d, declared).help(format!(
        "{out} with a number of this range; if `{value}` may have other values, declare a wider range"
    ))
}

/// CW0619: a comparison that no count, or every count, meets; `value` is the count as written.
pub(in crate::check::body) fn decided_count(span: Span, value: &str, holds: bool) -> Diagnostic {
    let (answer, out) = match holds {
        true => ("always", format!("leave the comparison out; that there is one is `{value} > 0`")),
        false => ("never", format!("that there is none is `{value} == 0`")),
    };
    Diagnostic::warning(lint::DECIDED, format!("this {answer} holds: `{value}` is never negative"))
        .at(span, format!("{answer} true"))
        .help(out)
}

/// CW0839: an owner in a game without lists.
pub(in crate::check::body) fn no_owner(span: Span) -> Diagnostic {
    Diagnostic::error(play::NO_LISTS, "nobody brings a list in this game")
        .at(span, "no component has an owner")
        .because("`owner` is whose list a component came from.")
        .help("`holder(c)` is the player whose zone c is in")
}

/// Returns the label of a number that is not in a range: it is less than the lowest, or else too large.
fn side_of(n: i64, low: i64) -> &'static str {
    if n < low { "too small" } else { "too large" }
}

/// Adds the place where something is declared; what the language declares has none.
fn declared_at(d: Diagnostic, declared: Option<Span>) -> Diagnostic {
    match declared {
        Some(declared) => d.at(declared, "declared here"),
        None => d,
    }
}

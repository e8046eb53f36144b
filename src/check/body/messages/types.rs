//! Messages about types that do not fit.

use crate::diagnostics::codes::check as codes;
use crate::diagnostics::{Diagnostic, list};
use crate::place::Span;

/// CW0502: `+=` or `-=` of something else than numbers and sets.
pub(in crate::check::body) fn not_added_to(span: Span, op: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{op}` is for ints and sets, and this is {found}"))
        .at(span, "neither a number nor a set")
        .help("a new value is given with `=`")
}

/// CW0502: an `if` with values of different types.
pub(in crate::check::body) fn branches_differ(
    span: Span,
    other: &str,
    then: Span,
    found: &str,
) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "the branches of this `if` have different types")
        .at(span, format!("otherwise it is {other}"))
        .at(then, format!("if it holds, it is {found}"))
        .help("both have to be of one type")
}

/// CW0502: an `if` without `else` whose type has no natural nothing.
pub(in crate::check::body) fn else_missing(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("{found} needs an `else`"))
        .at(span, "and otherwise?")
        .help("write `… if … else …`; only numbers, conditions, sets and what may be none have a natural nothing")
}

/// CW0502: a word that changes something, in place of a value.
pub(in crate::check::body) fn change_as_value(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{word}` returns no value"))
        .at(span, "a value is expected here")
        .help("put it on a line of its own")
}

/// CW0502: something else than a zone whose order is asked for.
pub(in crate::check::body) fn ordered_zone_expected(span: Span, word: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{word}` asks a zone, and this is {found}"))
        .at(span, "not a zone")
}

/// CW0502: values that no set holds.
pub(in crate::check::body) fn not_held_in_set(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("a set cannot hold {found}"))
        .at(span, "values of an enum, numbers, names, players or components are meant")
        .help("name one value of each element, such as an attribute: `values(hand, suit)`")
}

/// CW0502: a sum of what a die shows, if it shows no numbers.
pub(in crate::check::body) fn die_not_added(span: Span, name: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("what `{name}` shows cannot be added up"))
        .at(span, format!("shows {found}"))
        .help(format!("roll it one by one: `repeat 2 {{ let x = roll({name}) … }}`"))
}

/// CW0502: arguments in another order than that of the parameters; `call` has them in order.
pub(in crate::check::body) fn swapped_arguments(
    span: Span,
    id: &str,
    params: &str,
    call: &str,
) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("the arguments of `{id}` stand in another order"))
        .at(span, format!("it takes {params}"))
        .help(format!("write `{call}`"))
}

/// CW0502: a ray whose direction is missing before the cells that stop it.
pub(in crate::check::body) fn ray_without_direction(span: Span, from: &str, stop: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "this `ray` has no direction")
        .at(span, "these are cells")
        .because("A ray goes from a cell in a direction: `ray(c, D)`, or `ray(c, D, stop)` up to cells that stop it.")
        .help(format!("in every direction it is `ray({from}, directions, {stop})`"))
}

/// CW0502: a roll of something that is not a die.
pub(in crate::check::body) fn not_a_die(span: Span, known: &[&str]) -> Diagnostic {
    let d = Diagnostic::error(codes::TYPE_MISMATCH, "this is not a die").at(span, "which die?");
    match known {
        [] => d.help("a die is written `d` and its sides: `roll(d6)`, `roll(2, d20)`"),
        known => d.help(format!("a die is one of {}, or `d` and its sides: `roll(d6)`", list(known))),
    }
}

/// CW0502: a variable with a range.
pub(in crate::check::body) fn range_of_variable(span: Span, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "a variable keeps to no range")
        .at(span, "only what is stored does")
        .help(format!("write `{shown}`; state and attributes have ranges"))
}

/// CW0502: `return none` where nothing is returned.
pub(in crate::check::body) fn none_from_nothing(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "nothing is returned here")
        .at(span, "not even none")
        .help("`return` alone leaves the rule")
}

/// CW0502: brackets after something that has no index.
pub(in crate::check::body) fn not_indexed(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(
        codes::TYPE_MISMATCH,
        "only `players`, and what there is `per` value of, can be indexed",
    )
    .at(span, format!("this is {found}"))
    .help("`players[1]` is who sits at seat 1; of a zone, ask `top(z)`, `first(S)` or `best(S, e)`")
}

/// CW0502: `as` after something else than a slot.
pub(in crate::check::body) fn not_a_slot(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "only a slot's rule can be run `as` another component")
        .at(span, "not a slot")
        .help("write `c.slot as other`, with a slot that the kind declares")
}

/// CW0502: a card of the lists, taken for one component; `place` is a zone in which it may be looked for.
pub(in crate::check::body) fn card_of_lists(span: Span, id: &str, place: &str) -> Diagnostic {
    Diagnostic::error(
        codes::TYPE_MISMATCH,
        format!("`{id}` comes by lists, so that a rule cannot take it for one component"),
    )
    .at(span, "there may be none of it at the table, or several")
    .help(format!("ask for its name: `c.name == {id}`, `{place} where name == {id}`"))
}

/// CW0502: a card with copies, taken for one component; `place` is a zone in which it may be looked for.
pub(in crate::check::body) fn which_copy(span: Span, copies: u32, id: &str, place: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("there are {copies} copies of `{id}`"))
        .at(span, "which of them?")
        .help(format!(
            "take one of them, `first({place} where name == {id})`, or ask for the name, `c.name == {id}`"
        ))
}

/// CW0502: a set of things of several types.
pub(in crate::check::body) fn mixed_set(span: Span, found: &str, other: Span, first: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "a set holds things of one sort")
        .at(span, format!("this is {found}"))
        .at(other, format!("this is {first}"))
        .help("leave it out, or make a set of its own of each sort")
}

/// CW0502: a set of sets, zones, amounts or conditions.
pub(in crate::check::body) fn set_of_sets(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("a set cannot hold {found}"))
        .at(span, "a set of single things is meant")
        .help("sets are joined with `+`, not put into braces")
}

/// CW0502: `a == x or y`, with values in place of conditions.
pub(in crate::check::body) fn values_joined(span: Span, word: &str, found: &str, meant: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{word}` joins two conditions, and this is {found}"))
        .at(span, "not a condition")
        .help(format!("write {meant}"))
}

/// CW0502: a value of another type than expected.
pub(in crate::check::body) fn type_mismatch(span: Span, wanted: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("expected {wanted}, found {found}"))
        .at(span, format!("this is {found}"))
}

/// CW0502: a comparison of values that are never equal.
pub(in crate::check::body) fn never_equal(
    left_span: Span,
    left: &str,
    right_span: Span,
    right: &str,
) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("{left} is never equal to {right}"))
        .at(right_span, format!("this is {right}"))
        .at(left_span, format!("this is {left}"))
}

/// CW0502: a text in place of a value.
pub(in crate::check::body) fn text_as_value(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "a text is not a value").at(span, "a text")
}

/// CW0502: a third argument of `show` that is not a hint.
pub(in crate::check::body) fn not_a_hint(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "this is not a hint")
        .at(span, "expected `attribute == e`")
        .because("Who is told something of a card learns whether what it prints is one value.")
}

/// CW0502: a hint of an attribute with several values.
pub(in crate::check::body) fn no_hint_of(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "there are no hints of this")
        .at(span, found)
        .because(
            "Hints are of attributes that have one value: a number, yes or no, a value of an enum, a name.",
        )
        .help("name such an attribute, or show the cards themselves: `show(S, p)`")
}

/// CW0502: `all`, `everybody` or `others` in place of players.
pub(in crate::check::body) fn not_a_viewer(span: Span, everybody: bool) -> Diagnostic {
    let help = if everybody { "all of them are `players`" } else { "all but one player are `players - p`" };
    Diagnostic::error(codes::TYPE_MISMATCH, "who sees it?").at(span, "no player").help(help)
}

/// CW0502: `win a if c`, an ending with a condition behind it.
pub(in crate::check::body) fn ending_with_if(span: Span, word: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("and otherwise, who is it that `{word}` names?"))
        .at(span, "a statement has no `if` behind it")
        .help(help)
}

/// CW0502: a variable for a call that returns nothing.
pub(in crate::check::body) fn nothing_to_keep(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "this returns no value")
        .at(span, "nothing to keep")
        .help("put it on a line of its own, without a variable")
}

/// CW0502: a variable for `{}` without a type.
pub(in crate::check::body) fn set_of_nothing(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "a set of what?")
        .at(span, "nothing says what it will hold")
        .help("write its type: `let found: set of card = {}`")
}

/// CW0502: a value returned where none is.
pub(in crate::check::body) fn value_returned(span: Span, found: &str, shown: Option<&str>) -> Diagnostic {
    let d = Diagnostic::error(codes::TYPE_MISMATCH, "nothing is returned from here").at(span, found);
    match shown {
        None => d.help("leave it out, or put it on a line of its own before the `return`"),
        Some(shown) => d.help(format!("leave it out, or declare the verb with `returns = \"{shown}\"`")),
    }
}

/// CW0502: `cancel` of a verb whose type has no natural nothing.
pub(in crate::check::body) fn not_cancelled(span: Span, returned: &str, shown: &str) -> Diagnostic {
    let message = format!("this verb cannot be cancelled, because it returns {returned}");
    Diagnostic::error(codes::TYPE_MISMATCH, message)
        .at(span, format!("and returns which {shown} then?"))
        .help(format!("let the verb return `{shown}?`: cancelled, it returns none"))
}

/// CW0502: a third argument of `move` that is no place.
pub(in crate::check::body) fn neither_top_nor_bottom(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "where in the zone?")
        .at(span, "neither `top` nor `bottom`")
        .help("`move(c, z)` puts it on top, `move(c, z, bottom)` under the rest")
}

/// CW0502: components that a zone never holds.
pub(in crate::check::body) fn never_in_zone(
    span: Span,
    kind: &str,
    id: &str,
    zone: Span,
    holds: &str,
) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("{kind} can never lie in `{id}`"))
        .at(span, format!("this is {kind}"))
        .at(zone, format!("holds `{holds}` only"))
}

/// CW0502: a zone of several, without an index.
pub(in crate::check::body) fn which_zone(span: Span, id: &str, each: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("there is one `{id}` for each {each}"))
        .at(span, "which of them?")
        .at(declared, "declared here")
}

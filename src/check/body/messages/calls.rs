//! Messages about calls, side effects, texts with holes, and windows for actions.

use crate::diagnostics::codes::{actions, check as codes};
use crate::diagnostics::{Diagnostic, count_noun, plural};
use crate::place::Span;

/// CW0504: a word of the language with a wrong number of arguments.
pub(in crate::check::body) fn wrong_form(span: Span, word: &str, given: usize, forms: &str) -> Diagnostic {
    let given = count_of(given, "argument");
    Diagnostic::error(codes::WRONG_ARGUMENTS, format!("`{word}` does not work with {given}"))
        .at(span, format!("written {forms}"))
}

/// CW0504: `count(c in S)` without an expression for each element.
pub(in crate::check::body) fn lone_binder(span: Span, word: &str, name: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, format!("`{word}` is not told what to ask of each `{name}`"))
        .at(span, format!("written `{word}(S)` or `{word}(x in S, e)`"))
        .help(help)
}

/// CW0504: a rule of a slot with a wrong number of arguments.
pub(in crate::check::body) fn wrong_slot_arguments(
    span: Span,
    takes: &str,
    form: &str,
    declared: Span,
) -> Diagnostic {
    wrong_arguments(span, takes, form).at(declared, "declared here")
}

/// CW0504: a call with a wrong number of arguments.
pub(in crate::check::body) fn wrong_arguments(span: Span, takes: &str, form: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, takes).at(span, format!("written `{form}`"))
}

/// Formats the help of [`wrong_arguments`]: the missing arguments with their types, and the first parameter,
/// if it is passed implicitly.
pub(in crate::check::body) fn missing_arguments<'p>(
    missing: impl Iterator<Item = (&'p str, String)>,
    implicit: Option<&str>,
) -> String {
    let missing: Vec<String> = missing.map(|(id, ty)| format!("`{id}`, {ty},")).collect();
    let are = if missing.len() == 1 { "is" } else { "are" };
    let missing = missing.join(" and ");
    match implicit {
        Some(first) => format!("{missing} {are} missing; `{first}` is passed on by itself"),
        None => format!("{missing} {are} missing"),
    }
}

/// CW0504: a function that needs a `self` or `you`, where there is none.
pub(in crate::check::body) fn nothing_to_pass_on(span: Span, function: &str, param: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, format!("`{function}` needs to know its `{param}`"))
        .at(span, format!("there is no `{param}` here to pass on"))
}

/// CW0504: `show` with its arguments in the wrong order.
pub(in crate::check::body) fn viewer_first(span: Span, first: &str, second: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, "`show` takes what is shown, then who sees it")
        .at(span, "written `show(c, p)`")
        .help(format!("write `show({second}, {first})`"))
}

/// CW0504: `show` without who sees it; `player` is one who is in scope.
pub(in crate::check::body) fn shown_to_nobody(span: Span, shown: &str, player: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, "`show` does not work with 1 argument")
        .at(span, "to whom?")
        .help(format!("write `show({shown}, {player})`, or `show({shown}, players)` to show it to all"))
}

/// CW0504: `deal` with its arguments in the wrong order.
pub(in crate::check::body) fn number_not_last(span: Span, from: &str, to: &str, n: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, "`deal` takes the number last")
        .at(span, "written `deal(from, to, n)`")
        .help(format!("write `deal({from}, {to}, {n})`"))
}

/// CW0507: a side effect in a calculation.
pub(in crate::check::body) fn effect_in_calculation(
    span: Span,
    what: &str,
    place: &str,
    label: &str,
    help: &str,
) -> Diagnostic {
    Diagnostic::error(codes::EFFECT_IN_CALCULATION, format!("{what} cannot stand in {place}"))
        .at(span, label)
        .because("A calculation may be asked any number of times, so nothing can happen in it.")
        .help(help)
}

/// CW0521: a calculation in a text.
pub(in crate::check::body) fn calculation_in_text(span: Span, of: &str, call: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("{of} shows variables, and calculates nothing"))
        .at(span, "a calculation")
        .help(format!("keep it in a variable, `let x = {call}`, and write `{{{{ x }}}}`"))
}

/// CW0521: a member of a variable in a text.
pub(in crate::check::body) fn member_in_text(span: Span, of: &str, variable: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("{of} cannot look into `{variable}`"))
        .at(span, "more than a variable")
        .help(help)
}

/// CW0521: a set in a text.
pub(in crate::check::body) fn set_in_text(span: Span, name: &str, of: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("`{name}` is a set; {of} shows single things"))
        .at(span, "a set")
        .help("keep its count in a variable, `let n = count(…)`, and write `{{ n }}`")
}

/// CW0580: a window of several players with a block.
pub(in crate::check::body) fn block_of_several(span: Span) -> Diagnostic {
    Diagnostic::error(actions::WINDOW, "a window of several players has no block")
        .at(span, "whose action would this follow?")
        .because("They act in turn until all have passed; the statement after it is reached then.")
        .help("put what follows each action into the actions, or a verb that they call")
}

/// CW0580: `act` for several players; `each` is a name for one of them, and `from` the actions as written.
pub(in crate::check::body) fn several_act(span: Span, several: &str, each: &str, from: &str) -> Diagnostic {
    let help = format!(
        "write `may act {several}{from}`, where each acts or passes until all have passed; or \
         `for each {each} in {several} {{ act {each}{from} }}`, where each acts once"
    );
    Diagnostic::error(actions::WINDOW, "`act` is for one player").at(span, "several players").help(help)
}

/// CW0580: `pass` among the actions of `may act`.
pub(in crate::check::body) fn second_pass(span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(actions::WINDOW, "`may act` offers to pass by itself")
        .at(span, "a second `pass`")
        .at(declared, "declared here")
        .help("leave it out; what passing does stands behind `else`")
}

/// Formats a count of arguments: "no arguments", "1 argument", "3 arguments".
pub(in crate::check) fn count_of(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {}", plural(what)),
        _ => count_noun(n as u64, what),
    }
}

/// Formats "`draw` takes 2 arguments, and 1 is given".
pub(in crate::check) fn takes(id: &str, takes: usize, given: usize, what: &str) -> String {
    let given = match given {
        0 => "none is".to_string(),
        1 => "1 is".to_string(),
        n => format!("{n} are"),
    };
    format!("`{id}` takes {}, and {given} given", count_of(takes, what))
}

//! Messages about sets that are not sets, and values that may or may not be none.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::place::Span;

/// CW0505: an order taken for a set.
pub(in crate::check::body) fn turn_order_as_set(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_SET, "`turn_order` is an order to go through, not a set")
        .at(span, "only after `for each p in` and `may act`")
        .help("where the order does not matter, `players` is the set of them")
}

/// CW0505: `&` between things that are not sets.
pub(in crate::check::body) fn intersection_of_values(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_SET, format!("`&` is for sets, and this is {found}"))
        .at(span, "not a set")
        .help("two conditions are joined with `and`, two numbers with `+`")
}

/// CW0505: something else than a set.
pub(in crate::check::body) fn not_a_set(span: Span, why: &str, found: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_SET, format!("{why}, and this is {found}")).at(span, "not a set")
}

/// CW0506: an optional value that was not opened.
pub(in crate::check::body) fn not_opened(span: Span, noun: &str, found: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_OPENED, format!("there may be no such {noun}"))
        .at(span, format!("{found}: one, or none"))
        .because("What may be none has to be opened before it is used.")
        .help(help)
}

/// CW0520: `return none` where something is returned.
pub(in crate::check::body) fn none_returned(
    span: Span,
    wanted: &str,
    shown: &str,
    has_empty: bool,
) -> Diagnostic {
    let message = format!("{wanted} has to be returned here");
    let d = Diagnostic::error(codes::NEVER_NONE, message).at(span, "never none");
    match has_empty {
        true => d.help("of nothing it is `{}`"),
        false => d.help(format!("what may be none returns `{shown}?`")),
    }
}

/// CW0520: none, asked for or given, of a value that is always there.
pub(in crate::check::body) fn never_none(span: Span, found: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::NEVER_NONE, "this is never none").at(span, found).help(help)
}

/// CW0520: `??` after what is never none.
pub(in crate::check::body) fn needless_default(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::NEVER_NONE, "this is never none, so `??` has nothing to do")
        .at(span, format!("always {found}"))
        .help("leave out `??` and what follows it")
}

/// CW0520: `if let` of what is never none. `plain` is the way out for what stays so, and `optional` the type
/// by which it would be declared if it could be none.
pub(in crate::check::body) fn nothing_to_open(
    span: Span,
    found: &str,
    plain: &str,
    optional: Option<&str>,
) -> Diagnostic {
    let d = Diagnostic::error(codes::NEVER_NONE, "this is never none, so there is nothing to open");
    d.at(span, found).help(match optional {
        Some(ty) => {
            format!("if there need not be one, declare it as `{ty}`; if there always is one, {plain}")
        }
        None => plain.to_owned(),
    })
}

/// Advises to write a plain `let` in place of an `if let`.
pub(in crate::check::body) fn plain_let(name: &str, value: &str, has_else: bool) -> String {
    let block = if has_else { "`if`, the braces and the `else`" } else { "`if` and the braces" };
    format!("leave out {block}, and write `let {name} = {value}` on a line of its own")
}

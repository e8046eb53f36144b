//! Messages about amounts that do not fit.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::place::Span;

/// CW0502: an amount with two numbers for one value.
pub(in crate::check::body) fn two_numbers(span: Span, shown: &str, first: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{shown}` has two numbers here"))
        .at(span, "the second")
        .at(first, "the first")
        .help("leave one of them out")
}

/// CW0502: an amount of nothing known.
pub(in crate::check::body) fn unclear_amount(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "it is not clear what this is an amount of")
        .at(span, found)
        .help("an amount has a number for each value of an enum: `{fire = 1}`; one for the numbers of a range stands where its type is known")
}

/// CW0502: arithmetic that amounts do not have.
pub(in crate::check::body) fn unscalable_amount(
    span: Span,
    problem: &str,
    found: &str,
    shown: &str,
    key: &str,
    all: Option<&str>,
) -> Diagnostic {
    let d = Diagnostic::error(codes::TYPE_MISMATCH, problem).at(span, found);
    d.help(match all {
        Some(all) => {
            format!("work with one value at a time: `{shown}[{key}]`, or `for each x in {all} {{ … }}`")
        }
        None => format!("work with one value at a time: `{shown}[{key}]`"),
    })
}

/// CW0502: amounts compared with `<` or `>`.
pub(in crate::check::body) fn ordered_amounts(
    span: Span,
    found: &str,
    left: &str,
    sign: &str,
    right: &str,
) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "amounts are compared with `<=`, `>=`, `==` and `!=`")
        .at(span, found)
        .because("Amounts have no order: of two, neither may cover the other.")
        .help(format!(
            "whether every value is at most that of the other is `{left} {sign}= {right}`; all together are \
             compared with `sum({left}) {sign} sum({right})`"
        ))
}

/// CW0502: an order comparison of values that have none.
pub(in crate::check::body) fn unordered_enum(span: Span, id: &str, found: &str, values: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("the values of `{id}` have no order"))
        .at(span, found)
        .help(format!("declare it as `{id} = {{ values = [{values} …], ordered = true }}`, the least first"))
}

//! The warnings about code that is legal but probably not intended. Each function makes one; its comment
//! names the code.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::lint;
use crate::place::Span;

/// CW0600: a declaration that nothing uses.
pub(super) fn unused(span: Span, what: &str, id: &str, help: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("nothing uses the {what} `{id}`"))
        .at(span, "declared here")
        .help(help)
}

/// CW0600: a state that rules read and nothing sets.
pub(super) fn never_set(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("nothing sets the state `{id}`"))
        .at(span, "keeps the value that it starts with")
        .because("Rules read it, but none gives it another value.")
        .help("let a rule set it; what never changes is a function without parameters, or an option")
}

/// CW0600: a zone that rules read and into which nothing comes.
pub(super) fn never_filled(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("nothing comes into the zone `{id}`"))
        .at(span, "always empty")
        .because("Rules read it, but nothing begins in it, and none moves anything there.")
        .help("let something begin there with `start`, or let a rule move something there")
}

/// CW0600: an action that no `act` offers.
pub(super) fn action_not_offered(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("no `act` offers the action `{id}`"))
        .at(span, "declared here")
        .help(format!("offer it: `act p from {{{id}, …}}`"))
}

/// CW0600: a keyword that no card bears.
pub(super) fn keyword_not_borne(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("no card bears the keyword `{id}`"))
        .at(span, "declared here")
        .help("leave it out, or list it among the `keywords` of a card")
}

/// CW0614: public state of a card that nobody sees.
pub(super) fn hidden_name(span: Span, state: &str, zone: &str) -> Diagnostic {
    Diagnostic::warning(lint::NAMES_HIDDEN, format!("`{state}` names a card that nobody sees"))
        .at(span, format!("out of `{zone}`, into which nobody looks"))
        .because(
            "State is hidden with what it names: the table shows it to nobody, and bots put another there.",
        )
        .help("move it to where all see it, or `show(c, players)`; a secret lies in a zone of its own, and needs no state")
}

/// CW0617: the rule of a keyword that a card replaces by one of its own, `slot`. The keyword's rule is at
/// `replaced`.
pub(super) fn keyword_replaced(
    span: Span,
    replaced: Span,
    keyword: &str,
    (card, slot): (&str, &str),
) -> Diagnostic {
    let message =
        format!("the rule of the keyword `{keyword}` does not hold for `{card}`, which has its own `{slot}`");
    Diagnostic::warning(lint::KEYWORD_REPLACED, message)
        .at(span, "replaces that of the keyword")
        .at(replaced, "this rule")
        .because("the text of the keyword is printed on the card all the same, and the card's own does not name it")
        .help("name the keyword in the text of the card, and say what holds instead; or write the rule into another slot, or leave the keyword out")
}

/// CW0618: cards that nothing printed tells apart; `more` is the number of further ones.
pub(super) fn same_on_paper(
    (first, at_first): (&str, Span),
    (second, at_second): (&str, Span),
    more: usize,
) -> Diagnostic {
    let others = match more {
        0 => String::new(),
        1 => ", and so does another card".to_owned(),
        n => format!(", and so do {n} other cards"),
    };
    let message = format!("on paper, `{second}` looks as `{first}` does{others}");
    Diagnostic::warning(lint::SAME_ON_PAPER, message)
        .at(at_second, "the second")
        .at(at_first, "the first")
        .because("they have one name, and nothing else that is printed tells them apart")
        .help("give one of them another `name` or `text`; if they are one card, write it once, with `copies`")
}

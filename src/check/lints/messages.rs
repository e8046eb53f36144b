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

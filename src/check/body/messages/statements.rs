//! Messages about statements, choices and variables.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{check as codes, lint};
use crate::place::Span;

/// CW0518: code that may end without its value.
pub(in crate::check::body) fn may_not_return(span: Span, label: &str, result: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_RETURN, format!("this can end without returning {result}"))
        .at(span, label)
        .help("end it with `return …`")
}

/// CW0518: `return` without the value that is expected.
pub(in crate::check::body) fn return_without_value(span: Span, wanted: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_RETURN, format!("{wanted} has to be returned here"))
        .at(span, "returns nothing")
        .help("write `return …`, with the value")
}

/// CW0519: a value that is not used.
pub(in crate::check::body) fn no_effect(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_EFFECT, "this does nothing")
        .at(span, "a value that nobody asks for")
        .help("keep it with `let x = …`, or leave it out")
}

/// CW0522: `break` or `continue` outside a loop.
pub(in crate::check::body) fn outside_loop(span: Span, word: &str) -> Diagnostic {
    Diagnostic::error(codes::OUTSIDE_LOOP, format!("`{word}` stands in no loop"))
        .at(span, "no loop around it")
        .help("loops are `for each`, `repeat` and `while`; `return` leaves a whole verb")
}

/// CW0525: a choice without a player.
pub(in crate::check::body) fn nobody_chooses(span: Span, player: &str) -> Diagnostic {
    Diagnostic::error(codes::WHO_CHOOSES, "who chooses?").at(span, "there is no `you` here").help(format!(
        "say who, before the question: `choose c from S by {player} \"…\"`, `may by {player} \"…\"`"
    ))
}

/// CW0526: `cancel` outside a `before` reaction.
pub(in crate::check::body) fn cancel_outside(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANCEL_OUTSIDE, "only a `before` reaction can cancel")
        .at(span, "nothing to cancel here")
        .help("`return` leaves a verb; what keeps a verb from happening is `[[reactions]]` with `before`")
}

/// CW0533: a choice from an empty set.
pub(in crate::check::body) fn nothing_to_choose(span: Span) -> Diagnostic {
    Diagnostic::error(codes::EMPTY_CHOICE, "there is nothing to choose from")
        .at(span, "always empty")
        .help("choose from a zone, or from a set with something in it")
}

/// CW0533: `may choose` without a block.
pub(in crate::check::body) fn may_choose_alone(span: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::EMPTY_CHOICE, "`may choose` needs a block for what is done with it")
        .at(span, "and if nothing is chosen?")
        .help(format!("write `may choose {name} from … {{ … }}`"))
}

/// CW0533: an `act` that offers no action.
pub(in crate::check::body) fn no_actions(span: Span) -> Diagnostic {
    Diagnostic::error(codes::EMPTY_CHOICE, "there is no action to choose from")
        .at(span, "offers nothing")
        .help("write the actions between the braces; without `from {}`, all actions of the game are offered")
}

/// CW0533: two options with one label.
pub(in crate::check::body) fn option_twice(span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(codes::EMPTY_CHOICE, format!("two options are called \"{label}\""))
        .at(span, "the second")
        .help("an option is known by its label: give each its own")
}

/// CW0539: a statement that is never reached.
pub(in crate::check::body) fn unreachable(span: Span, end: Span) -> Diagnostic {
    Diagnostic::warning(codes::UNREACHABLE, "this is never reached")
        .at(span, "nothing gets here")
        .at(end, "because of this")
}

/// CW0540: a loop that never ends.
pub(in crate::check::body) fn endless_loop(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::ENDLESS_LOOP, "this loop never ends")
        .at(span, "always true, and nothing in it leaves")
        .help("leave it with `break`, `return` or `end`, or let the condition become false")
}

/// CW0600: a variable that nothing reads.
pub(in crate::check::body) fn variable_not_read(span: Span, id: &str, help: &str) -> Diagnostic {
    Diagnostic::warning(lint::UNUSED, format!("nothing reads the variable `{id}`"))
        .at(span, "given a value, and never read")
        .help(help)
}

/// CW0609: a variable that hides another.
pub(in crate::check::body) fn variable_hides(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::SHADOWED, format!("this `{id}` hides another variable `{id}`"))
        .at(span, "a new variable")
}

//! Messages about actions.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{actions, lint};
use crate::place::Span;

/// CW0581: a card's action with a parameter of its kind's.
pub(in crate::check::rules) fn second_parameter(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("`{id}` is a parameter already"))
        .at(span, "a second one")
        .help("the kind's action has it, and a card's parameters follow its kind's: give it another name")
}

/// CW0581: an action that does itself.
pub(in crate::check::rules) fn does_itself(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("this is what `self.{id}` does"))
        .at(span, "does itself again")
        .help("only a kind's action asks for what its cards add")
}

/// CW0581: a kind with two actions of one name.
pub(in crate::check::rules) fn two_actions(span: Span, of: &str, id: &str, first: Span) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("{of} has two actions `{id}`"))
        .at(span, "the second")
        .at(first, "the first")
        .because("A kind has what the kinds above it have; of its own it says what all of its actions have in common.")
        .help("modes are a card's: write them in `[[cards.….actions.…]]`")
}

/// CW0581: an action that is called like another member.
pub(in crate::check::rules) fn action_like_member(span: Span, of: &str, id: &str) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("{of} has a `{id}` already, which is not an action"))
        .at(span, "an action of the same name")
        .help("call one of them otherwise: `self.…` would not say which is meant")
}

/// CW0581: an action of components that is called like one of the game.
pub(in crate::check::rules) fn action_of_game(span: Span, id: &str, game: Span) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("the game has an action `{id}` of its own"))
        .at(game, "the game's")
        .at(span, "an action of components")
        .help("give one of them another id: `act p from {…}` names both in the same way")
}

/// CW0581: several actions of a card that nothing tells apart.
pub(in crate::check::rules) fn actions_alike(span: Span, card: &str, id: &str, twin: bool) -> Diagnostic {
    Diagnostic::error(actions::BORNE_ACTION, format!("`{card}` has several actions `{id}`"))
        .at(span, if twin { "called like another" } else { "which of them?" })
        .help("give each its own `mode = \"…\"`, an id that stands in the option's name")
}

/// CW0582: an action with too many parameters.
pub(in crate::check::rules) fn too_many_parameters(span: Span, most: usize, has_bearer: bool) -> Diagnostic {
    let self_too = if has_bearer { ", the bearer counted" } else { "" };
    let message = format!("an action has at most {most} parameters{self_too}");
    Diagnostic::error(actions::TOO_MANY_PARAMETERS, message)
        .at(span, "one too many")
        .help("ask for the others in its statements, with `choose`")
}

/// CW0619: an action whose `when` is `false` as written.
pub(in crate::check::rules) fn never_offered(span: Span) -> Diagnostic {
    Diagnostic::warning(lint::DECIDED, "this action is never offered")
        .at(span, "never true")
        .help("write when it is offered, or leave the action out; for some options alone, there is `only_if`")
}

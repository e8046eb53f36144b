//! Messages about functions, verbs, bots, setups, and the other rules.

use crate::diagnostics::codes::{check as codes, lint, schema};
use crate::diagnostics::{Diagnostic, grouped};
use crate::place::Span;

/// CW0205: a word that names no viewers.
pub(in crate::check::rules) fn not_viewers(span: Span, key: &str, word: &str) -> Diagnostic {
    Diagnostic::error(schema::NOT_A_CHOICE, format!("`{key}` cannot be `{word}`")).at(span, "no such value")
}

/// CW0500: `you` in an `until`.
pub(in crate::check::rules) fn until_of_you(span: Span, of_component: bool) -> Diagnostic {
    let help = if of_component {
        "`holder` is who holds it, `self` the component"
    } else {
        "`self` is whose state it is"
    };
    Diagnostic::error(codes::UNKNOWN_NAME, "there is no `you` in `until`").at(span, "who?").help(help)
}

/// CW0502: a choice to prefer that stands for different things.
pub(in crate::check::rules) fn several_choices(span: Span, id: &str, one: &str, other: &str) -> Diagnostic {
    let message = format!("`choose {id}` stands for {one}, and elsewhere for {other}");
    Diagnostic::error(codes::TYPE_MISMATCH, message)
        .at(span, "which of the choices?")
        .help("call one of the variables otherwise")
}

/// CW0502: a figure that is no number and no values.
pub(in crate::check::rules) fn not_a_figure(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("a figure cannot be {found}"))
        .at(span, "neither a number nor values to be told apart")
        .help("count it, `count(S)`, or give values of an enum, names, players or true and false")
}

/// CW0502: an addition to something else than numbers and sets.
pub(in crate::check::rules) fn not_added(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("{found} is not added to"))
        .at(span, "neither a number nor a set")
        .help("write `set = …`: it reads as that, then")
}

/// CW0502: an `until` that asks for several values.
pub(in crate::check::rules) fn until_of_several(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`until` does not ask for {found}"))
        .at(span, "of several values")
        .help("use a reaction instead: `after = …` with a `where` over its parameters")
}

/// CW0502: the holder of a player.
pub(in crate::check::rules) fn player_held(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, "a player is held by nobody")
        .at(span, "this is who holds a component")
        .help("`self` is the player whose state it is")
}

/// CW0502: a `together` of a type that cannot name a side.
pub(in crate::check::rules) fn not_a_side(span: Span, found: &str) -> Diagnostic {
    let message = format!("`together` tells sides apart by one value, and this is {found}");
    Diagnostic::error(codes::TYPE_MISMATCH, message).at(span, "expected a value that partners share").help(
        "give the side of `p`, such as `p.team` with `team = \"colour\"` in `[state.player]`; `\"true\"` puts all \
         players on one side",
    )
}

/// CW0502: a condition in place of the players who see.
pub(in crate::check::rules) fn condition_of_viewers(span: Span, key: &str, written: &str) -> Diagnostic {
    Diagnostic::error(codes::TYPE_MISMATCH, format!("`{key}` gives the players who see, and this is a bool"))
        .at(span, "true or false")
        .help(format!("write `players where {written}`"))
}

/// CW0504: a keyword with a wrong number of parameters.
pub(in crate::check::rules) fn wrong_levels(
    span: Span,
    takes: &str,
    label: &str,
    declared: Span,
) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, takes).at(span, label).at(declared, "declared here")
}

/// CW0504: an `until` with more than its verb takes.
pub(in crate::check::rules) fn until_with_more(span: Span, takes: &str) -> Diagnostic {
    Diagnostic::error(codes::WRONG_ARGUMENTS, takes).at(span, "more than it has")
}

/// CW0507: state that begins anew as something not known before play.
pub(in crate::check::rules) fn unsettled_start(span: Span, id: &str, ending: Span) -> Diagnostic {
    let message = format!("what `{id}` begins anew as is not known before play");
    Diagnostic::error(codes::EFFECT_IN_CALCULATION, message)
        .at(span, "a `start` that depends on play")
        .at(ending, "begins anew here")
        .help("let it start as a constant, or as what the component prints; and set it in the verb itself")
}

/// CW0508: a function that calls itself.
pub(in crate::check::rules) fn calls_itself(span: Span, id: &str, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::CYCLIC_FUNCTION, format!("the function `{id}` calls itself"))
        .at(span, "comes back here")
        .at(declared, "declared here")
        .help("a calculation has to come to an end: loop with `for each` or `while`, or make it a verb")
}

/// CW0508: the functions of a cycle, the first of them at its end again. Those in the middle of a long one
/// are left out.
pub(in crate::check::rules) fn way_of_cycle(ids: &[String]) -> String {
    match ids {
        [first @ .., a, b, c] if first.len() > 20 => {
            let left_out = first.len() - 17;
            let last = [a, b, c].map(String::as_str).join(" → ");
            format!("It goes {} → … ({} more) → {last}.", first[..17].join(" → "), grouped(left_out as u64))
        }
        _ => format!("It goes {}.", ids.join(" → ")),
    }
}

/// CW0508: a modifier that needs the attribute which it modifies.
pub(in crate::check::rules) fn reads_itself(span: Span, attribute: &str) -> Diagnostic {
    let message = format!("to read `{attribute}`, its modifiers need `{attribute}` itself");
    Diagnostic::error(codes::CYCLIC_FUNCTION, message).at(span, "asks for it again").help(
        "a modifier of a later stage reads by `it` what the stages before have made; of other components \
         it may ask what is printed: `c.printed.…`",
    )
}

/// CW0521: an action's text with something that a component does not print.
pub(in crate::check::rules) fn not_printed_in_text(span: Span, owner: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("{owner} prints no `{id}`"))
        .at(span, "not known")
        .because("The text of an action may use what its components print: attributes, not state.")
}

/// CW0521: an action's text with a name that is no parameter.
pub(in crate::check::rules) fn not_a_parameter(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("this text asks for `{id}`, which is not a parameter"))
        .at(span, "not known")
        .because("The text of an action may use its parameters, as they are shown.")
}

/// CW0521: a text with something that its card does not have.
pub(in crate::check::rules) fn not_in_text(span: Span, id: &str, card: &str) -> Diagnostic {
    Diagnostic::error(codes::TEMPLATE, format!("this text asks for `{id}`, which `{card}` does not have"))
        .at(span, "not known")
}

/// CW0527: a set in place of a move to prefer.
pub(in crate::check::rules) fn set_of_moves(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ACTION, format!("`{id}` is a set, which is taken element by element"))
        .at(span, "no single move")
        .help("say in `evaluate` what is good about the table after it")
}

/// CW0527: a move to prefer that there is not.
pub(in crate::check::rules) fn unknown_move(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ACTION, format!("there is no action and no choice `{id}`"))
        .at(span, "not known")
}

/// CW0528: a reaction to nothing that is declared.
pub(in crate::check::rules) fn unknown_verb(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_VERB, format!("there is no verb or action `{id}`"))
        .at(span, "nothing to react to")
}

/// CW0528: an `until` that names nothing.
pub(in crate::check::rules) fn until_without_name(span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_VERB, "`until` names a verb or an action")
        .at(span, "not a name")
        .help("write `end_turn`, or `begin_turn(holder)` for those whose holder's turn begins")
}

/// CW0537: a setup that is not declared.
pub(in crate::check::rules) fn unknown_setup(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_OPTION, format!("there is no setup `{id}`")).at(span, "not known")
}

/// CW0537: an option that is not declared.
pub(in crate::check::rules) fn unknown_option(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_OPTION, format!("there is no option `{id}`")).at(span, "not known")
}

/// CW0574: a start of zones that two things have.
pub(in crate::check::rules) fn start_without_self(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::error(codes::START_OF_MANY, format!("`start` of `{zone}` has no `self`"))
        .at(span, "one for each of two things")
        .help("put the components there in `[flow] setup`, with `move` or `deal`")
}

/// CW0576: viewers that would change in play.
pub(in crate::check::rules) fn sight_changes(
    span: Span,
    label: &str,
    (zone, key): (&str, &str),
    asked: Option<Span>,
) -> Diagnostic {
    let message = format!("who sees `{zone}` would change in play");
    let d = Diagnostic::error(codes::SIGHT_CHANGES, message).at(span, label);
    let d = match asked {
        Some(asked) => d.at(asked, "asked for here"),
        None => d,
    };
    d.because(format!("`{key}` is settled once, when a table is laid.")).help(
        "say who sees it for good, and show the rest where it happens: `show(S, p)`; what a player saw \
         stays known to them",
    )
}

/// CW0613: state that never begins anew.
pub(in crate::check::rules) fn never_anew(span: Span, id: &str) -> Diagnostic {
    Diagnostic::warning(lint::END_WITHOUT_HOLDER, format!("`{id}` never begins anew"))
        .at(span, "nobody is the `holder` of a component there")
        .because("the zones in which this state is kept belong to no player")
        .help("name a player whom the component's state names, or the verb alone, after which all begin anew")
}

//! The messages about scenarios, in order of their codes.

use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Code, Diagnostic, Label, count_noun};
use crate::ir::SeatNumber;
use crate::source::Span;

/// The way out if a player knows a component or not.
const WHO_SEES: &str = "`seen_by` of the zone says who sees it, `show(c, p)` shows what lies there";

/// The way out if a player sees a zone.
const ZONE_SEEN_BY: &str = "`seen_by` of the zone says who sees it";

/// CW0810: a number that no scenario has.
pub(super) fn no_such_scenario(number: usize) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, format!("there is no scenario {number}"))
}

/// CW0810: players or options with which no table can be laid out.
pub(super) fn cannot_be_laid(at: Span, scenario: &str, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why).at(at, format!("“{scenario}”"))
}

/// CW0810: players or options that do not meet a requirement of the game, whose text is `why`.
pub(super) fn requirement_unmet(at: Span, scenario: &str, why: String, required: Span) -> Diagnostic {
    cannot_be_laid(at, scenario, why)
        .at(required, "required here")
        .help("give the scenario other options or another number of `players`, or change the requirement")
}

/// CW0810: an answer for a choice that the game does not have.
pub(super) fn nobody_asks(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why).at(at, "nobody asks")
}

/// CW0810: a zone of a seat that is not taken.
pub(super) fn zone_without_seat(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why)
        .at(at, "no such seat")
        .help("name a seat that is taken, or raise `players`")
}

/// CW0810: a component of another kind than the zone's.
pub(super) fn zone_of_others(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why).at(at, "holds other things")
}

/// CW0810: a component that is not in the game.
pub(super) fn out_of_game(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why)
        .at(at, "laid out here")
        .because("Its `copies` or its `only_if`, or that of its kind, leaves it out.")
        .help("leave it out here, too, or say other `[options]` or `players`")
}

/// CW0810: a value of the state that has no place.
pub(super) fn value_not_laid(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_LAID, why).at(at, "in this scenario")
}

/// CW0810: a scenario without an open choice, where one is needed.
pub(super) fn asks_nobody(at: Span, scenario: &str, is_played: bool) -> Diagnostic {
    let found = Diagnostic::error(codes::SCENARIO_LAID, format!("“{scenario}” asks nobody anything"))
        .at(at, "no choice");
    match is_played {
        true => found.because("the game goes to its end, or all that it asks is answered"),
        false => {
            found.help("say where it starts: `begin = \"play\"` lays the table out and plays from there")
        }
    }
}

/// CW0811: an expectation that does not hold; `sides` are the values of the comparison that fails.
pub(super) fn does_not_hold(at: Span, scenario: &str, sides: Option<(String, String)>) -> Diagnostic {
    let message = format!("“{scenario}”: an expectation does not hold");
    Diagnostic::error(codes::SCENARIO_EXPECTATION, message).at(
        at,
        match sides {
            Some((left, right)) => format!("left is {left}, right is {right}"),
            None => "does not hold".to_owned(),
        },
    )
}

/// CW0812: another value than expected.
pub(super) fn other_value(at: Span, is: &str, wanted: &str, differ: &[String]) -> Diagnostic {
    let message = format!("the value is {is}, and {wanted} was expected");
    let label = if differ.is_empty() { format!("is {is}") } else { differ.join("; ") };
    Diagnostic::error(codes::SCENARIO_VALUE, message).at(at, label)
}

/// CW0812: the value that was expected, with other components counted for it.
pub(super) fn other_detail(at: Span, is: &str, differ: &[String]) -> Diagnostic {
    let message = format!("the value is {is}, as expected, but not its detail");
    Diagnostic::error(codes::SCENARIO_VALUE, message).at(at, differ.join("; "))
}

/// CW0813: other options than expected: those that are not offered, and those that are besides.
pub(super) fn other_options(
    at: Span,
    asks: &str,
    missing: &[String],
    more: &[String],
    options: String,
) -> Diagnostic {
    let mut differ = Vec::new();
    if !missing.is_empty() {
        differ.push(format!("not among them: {}", missing.join(", ")));
    }
    if !more.is_empty() {
        differ.push(format!("not expected: {}", more.join(", ")));
    }
    let message = format!("the options of {asks} are not as expected");
    Diagnostic::error(codes::SCENARIO_OPTIONS, message).at(at, differ.join("; ")).because(options)
}

/// CW0814: a prepared answer that is not an option.
pub(super) fn wrong_answer(given: Span, at: Span, why: String, options: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_ANSWER, why)
        .at(given, "this answer")
        .at(at, "asked in this step")
        .because(options)
}

/// CW0814: a choice without a prepared answer.
pub(super) fn no_answer(at: Span, why: String, options: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_ANSWER, why)
        .at(at, "asked in this step")
        .help(
            "answer it in the next step, with `choose = \"…\"`; or under `[answers]`, by the name of the card, or of the \
             variable, that asks",
        )
        .because(options)
}

/// CW0814: an option to be chosen that is not offered.
pub(super) fn not_an_option(
    at: Span,
    name: &str,
    asks: &str,
    options: String,
    near: Option<String>,
) -> Diagnostic {
    let found = Diagnostic::error(codes::SCENARIO_ANSWER, format!("`{name}` is not an option of {asks}"))
        .at(at, "cannot be chosen here")
        .because(options);
    match near {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found,
    }
}

/// CW0815: a fixed result of chance that does not fit; `asked` is the step that asks for it.
pub(super) fn chance_does_not_fit(fixed: Span, asked: Option<Span>, why: String) -> Diagnostic {
    let found = Diagnostic::error(codes::SCENARIO_STEP, why).at(fixed, "fixed here");
    match asked {
        Some(step) => found.at(step, "asked in this step"),
        None => found,
    }
}

/// CW0815: an answer where nothing is asked.
pub(super) fn nobody_is_asked(at: Option<Span>) -> Diagnostic {
    let found = Diagnostic::error(codes::SCENARIO_STEP, "nobody is asked anything here");
    match at {
        Some(at) => found.at(at, ""),
        None => found,
    }
}

/// CW0815: a step that needs a choice, at a table that waits at none; `is_idle` if no rule is running.
pub(super) fn no_choice(at: Span, why: &str, is_idle: bool) -> Diagnostic {
    let message = format!("nobody is asked anything here: {why}");
    let found = Diagnostic::error(codes::SCENARIO_STEP, message).at(at, "");
    match is_idle {
        true => found.help("`begin = \"setup\"` or `begin = \"play\"` starts the game; a `do` may ask too"),
        false => found,
    }
}

/// CW0815: another player than the one who is asked.
pub(super) fn other_chooser(at: Span, chooser: SeatNumber, by: SeatNumber, asks: String) -> Diagnostic {
    let message = format!("it is player {chooser} who is asked here, not player {by}");
    Diagnostic::error(codes::SCENARIO_STEP, message)
        .at(at, asks)
        .help("leave `by` out, or give that player's answer first")
}

/// CW0815: a call while another one waits.
pub(super) fn still_waits(at: Span) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_STEP, "the step before still waits for an answer")
        .at(at, "")
        .help("answer it with `choose = \"…\"` first")
}

/// CW0815: a bot that the game does not have.
pub(super) fn unknown_bot(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_STEP, why).at(at, "")
}

/// CW0815: a game that bots do not bring to its end.
pub(super) fn does_not_end(at: Span, choices: u32) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_STEP, format!("the game has not ended after {choices} choices"))
        .at(at, "")
}

/// CW0815: a game that ends while a value is calculated.
pub(super) fn ended_before_value(at: Span) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_STEP, "the game ended before there was a value").at(at, "")
}

/// CW0815: an outcome that is expected of a game that goes on.
pub(super) fn not_over(at: Span) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_STEP, "the game is not over")
        .at(at, "")
        .help("a step `play = \"random\"` with `until = \"end\"` plays on to the end")
}

/// CW0816: a step that was to end in a fault.
pub(super) fn no_fault(at: Span, expected: Code) -> Diagnostic {
    let message = format!("this was to end in {expected}, and ended well");
    Diagnostic::error(codes::SCENARIO_FAULT, message).at(at, "no fault came")
}

/// CW0816: another fault than expected.
pub(super) fn other_fault(at: Span, expected: Code, other: Diagnostic) -> Diagnostic {
    let message = format!("this was to end in {expected}, and ended in {}: {}", other.code, other.message);
    let found = Diagnostic::error(codes::SCENARIO_FAULT, message).at(at, "expected here");
    other.labels.into_iter().fold(found, |found, Label { span, text }| found.at(span, text))
}

/// CW0817: a component that a player knows; `origin` is the zone from which it came, if the player sees that.
pub(super) fn component_known(
    at: Span,
    player: SeatNumber,
    component: &str,
    origin: Option<&str>,
) -> Diagnostic {
    let found = Diagnostic::error(codes::SCENARIO_HIDDEN, format!("player {player} knows {component}"))
        .at(at, "not hidden");
    match origin {
        Some(origin) => came_in_sight(found, player, origin),
        None => found.help(WHO_SEES),
    }
}

/// CW0817: a component that a player does not know; `lies` says where it is.
pub(super) fn component_unknown(at: Span, player: SeatNumber, component: &str, lies: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_HIDDEN, format!("player {player} does not know {component}"))
        .at(at, lies)
        .help(WHO_SEES)
}

/// CW0817: a place in a zone that holds fewer components.
pub(super) fn nothing_lies_there(at: Span, zone: &str, count: usize, number: u32) -> Diagnostic {
    let holds = count_noun(count as u64, "component");
    let message = format!("`{zone}` holds {holds}, so there is no number {number}");
    Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, "nothing lies there")
}

/// CW0817: a zone of which a player knows a component, both by their names; `origin` is the zone from which
/// it came, if the player sees that.
pub(super) fn zone_partly_known(
    at: Span,
    player: SeatNumber,
    (component, zone): (&str, &str),
    origin: Option<&str>,
) -> Diagnostic {
    let found = zone_not_hidden(at, format!("player {player} knows of {component} in `{zone}`"));
    match origin {
        Some(origin) => came_in_sight(found, player, origin),
        None => found.help(ZONE_SEEN_BY),
    }
}

/// CW0817: a zone that a player sees.
pub(super) fn zone_seen(at: Span, player: SeatNumber, zone: &str) -> Diagnostic {
    zone_not_hidden(at, format!("player {player} sees what is in `{zone}`")).help(ZONE_SEEN_BY)
}

fn zone_not_hidden(at: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, "not hidden")
}

/// Adds that a component came from a zone that a player sees.
fn came_in_sight(found: Diagnostic, player: SeatNumber, origin: &str) -> Diagnostic {
    found
        .because(format!("it came from `{origin}`, which player {player} sees"))
        .help(format!("let `seen_by` hide `{origin}` too: who sees a card leave knows it where it goes"))
}

/// CW0817: a zone of which a player does not know some components.
pub(super) fn zone_unseen(at: Span, player: SeatNumber, zone: &str, unseen: &[String]) -> Diagnostic {
    Diagnostic::error(codes::SCENARIO_HIDDEN, format!("player {player} does not see all of `{zone}`"))
        .at(at, format!("not {}", unseen.join(", ")))
        .help(WHO_SEES)
}

/// CW0818: another ending than expected; `known` are those of the game.
pub(super) fn other_ending(
    at: Span,
    named: Option<&str>,
    wanted: &str,
    known: &[String],
    standings: String,
) -> Diagnostic {
    let message = match named {
        Some(named) => format!("the game ended with \"{named}\", not \"{wanted}\""),
        None => format!("the game ended without a name, not with \"{wanted}\""),
    };
    let found = Diagnostic::error(codes::SCENARIO_WINNERS, message).at(at, "").because(standings);
    match known.iter().any(|known| known == wanted) {
        true => found,
        false => found.suggest(wanted, known.iter().map(String::as_str)),
    }
}

/// CW0818: other winners than expected; `won` names `count` of them.
pub(super) fn other_winners(
    at: Span,
    (won, count): (&str, usize),
    wanted: &str,
    standings: String,
) -> Diagnostic {
    let have = if count > 1 { "have" } else { "has" };
    Diagnostic::error(codes::SCENARIO_WINNERS, format!("{won} {have} won, not {wanted}"))
        .at(at, "")
        .because(standings)
}

/// CW0819: an answer that nobody asked for.
pub(super) fn unused_answer(at: Span, asker: &str) -> Diagnostic {
    let message = format!("nobody has asked for the answer of `{asker}`");
    Diagnostic::warning(codes::SCENARIO_UNUSED, message).at(at, "not used")
}

/// CW0819: a fixed result of chance that was not asked for.
pub(super) fn unused_chance(at: Span, what: &str) -> Diagnostic {
    Diagnostic::warning(codes::SCENARIO_UNUSED, format!("{what} did not come")).at(at, "not used")
}

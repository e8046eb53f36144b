//! The messages about scenarios. Each function makes one; its comment names the code.

pub(super) use crate::check::symbols::messages::{unknown_card, unknown_cell, unknown_zone};

use crate::diagnostics::codes::{check as codes, play};
use crate::diagnostics::{Diagnostic, count_noun};
use crate::ir::SeatNumber;
use crate::place::Span;

/// CW0500: state that is not declared.
pub(super) fn unknown_state(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no state `{id}`")).at(span, "not known")
}

/// CW0500: a number that an amount does not have.
pub(super) fn unknown_lane(span: Span, text: &str, help: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no `{text}`")).at(span, "not known").help(help)
}

/// CW0500: state of a seat that nobody sits at.
pub(super) fn state_of_no_seat(span: Span, seat: &str, id: &str, seats: u16) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no seat `{seat}`"))
        .at(span, "no such seat")
        .help(format!("seats go from `{id}[1]` to `{id}[{seats}]`"))
}

/// CW0500: an owner of state that is a component and a cell.
pub(super) fn component_and_cell(span: Span, whose: &str, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("`{whose}` is a component and a cell"))
        .at(span, format!("whose `{id}`?"))
}

/// CW0500: state that a component does not have.
pub(super) fn state_of_others(span: Span, whose: &str, id: &str, kind: &str, forms: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("`{whose}` has no `{id}`"))
        .at(span, format!("is a `{kind}`"))
        .help(format!("write {forms}"))
}

/// CW0500: state that several things have, without its owner.
pub(super) fn unclear_owner(span: Span, id: &str, forms: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("whose `{id}`?"))
        .at(span, "not clear")
        .help(format!("write {forms}"))
}

/// CW0511: more copies of a card than the game has, or the lists if it comes `by_list`.
pub(super) fn no_further_copy(
    span: Span,
    id: &str,
    (copies, by_list): (&str, bool),
    before: Option<Span>,
) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_CARD, format!("there is no further `{id}`"));
    let d = match by_list {
        true => d
            .at(span, format!("this table has {copies}"))
            .help("leave it out, lay a further one under `[zones]`, or add it to a list"),
        false => d.at(span, format!("the game has {copies}")).help("leave it out, or raise its `copies`"),
    };
    match before {
        Some(before) => d.at(before, "it lies here already"),
        None => d,
    }
}

/// CW0511: a copy that is named by its number twice.
pub(super) fn copy_twice(text: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CARD, format!("there is only one `{text}`"))
        .at(again, "again")
        .at(first, "it lies here already")
        .help("leave one of them out, or name another copy")
}

/// CW0511: a card with copies, without the number of one.
pub(super) fn which_copy(span: Span, text: &str, copies: u32, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CARD, format!("there are {copies} copies of `{text}`"))
        .at(span, "which of them?")
        .help(format!("name one, `{id}#2`, or where it lies"))
}

/// CW0511: a number that no copy of a card has.
pub(super) fn no_such_copy(span: Span, text: &str, card: &str, copies: u32) -> Diagnostic {
    let d = Diagnostic::error(codes::UNKNOWN_CARD, format!("there is no `{text}`"))
        .at(span, format!("there {} of it", are_copies(copies)));
    match copies {
        0 => d.help("lay one under `[zones]`, or add it to a list"),
        1 => d.help(format!("write `{card}`")),
        _ => d.help(format!("copies are numbered from `{card}#1` to `{card}#{copies}`")),
    }
}

/// CW0512: a card in a zone that never holds it.
pub(super) fn never_in_zone(
    span: Span,
    card: &str,
    kind: &str,
    (zone, declared): (&str, Span),
    holds: &str,
) -> Diagnostic {
    Diagnostic::error(codes::WRONG_VALUE, format!("`{card}` can never lie in `{zone}`"))
        .at(span, format!("this is {kind}"))
        .at(declared, format!("holds `{holds}` only"))
        .help("lay it elsewhere, or change `holds` where the zone is declared")
}

/// CW0513: a place that is counted from 0.
pub(super) fn no_place_0(span: Span) -> Diagnostic {
    Diagnostic::error(codes::OUT_OF_RANGE, "places are counted from 1, the top")
        .at(span, "there is no place 0")
}

/// CW0529: a zone of a seat that nobody sits at.
pub(super) fn no_such_seat(span: Span, zone: &str, id: &str, seats: u16) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no seat for `{zone}`"))
        .at(span, "no such seat")
        .help(format!("seats go from `{id}[1]` to `{id}[{seats}]`"))
}

/// CW0529: a zone of a player, without the seat.
pub(super) fn zone_of_each_player(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("`{id}` is each player's own"))
        .at(span, "whose?")
        .help(format!("write `\"{id}[1]\"` for who sits at seat 1"))
}

/// CW0529: a zone of the table, with a seat.
pub(super) fn zone_of_table(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("`{id}` is the table's: it has no seats"))
        .at(span, "not a player's")
        .help(format!("write `{id}`"))
}

/// CW0529: a zone of several, with an index that there is not.
pub(super) fn not_one_of_zones(span: Span, text: &str, declared: Span, example: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("there is no zone `{text}`"))
        .at(span, "not one of them")
        .at(declared, "declared here")
        .help(format!("there are several of these: write for example `\"{example}\"`"))
}

/// CW0529: a die where a zone is shuffled.
pub(super) fn die_as_zone(span: Span, die: &str, shown: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_ZONE, format!("`{die}` is a die, and not a zone that is shuffled"))
        .at(span, "a die")
        .help(format!("what dice show, in the order of the rolls, is `roll = [\"{shown}\", …]`"))
}

/// CW0535: a place in a zone that keeps no order.
pub(super) fn no_numbered_places(span: Span, zone: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ORDERED, format!("`{zone}` keeps no order, so nothing in it has a number"))
        .at(span, "a heap")
        .help("name the card: `hidden = \"wine#2\"`")
}

/// CW0800: a number of players that the game is not for.
pub(super) fn wrong_player_count(span: Span, n: u8, least: u8, most: u8) -> Diagnostic {
    let players = count_noun(u64::from(most), "player");
    let players = if least == most { players } else { format!("{least} to {players}") };
    Diagnostic::error(play::PLAYER_COUNT, format!("this game is for {players}"))
        .at(span, format!("{n} is {}", if n < least { "too few" } else { "too many" }))
        .help(format!("write `players = {}`, or change `players` under `[game]`", n.clamp(least, most)))
}

/// CW0800: a seat that nobody takes.
pub(super) fn empty_seat(span: Span, seat: SeatNumber, players: u8) -> Diagnostic {
    let are = if players == 1 { "is" } else { "are" };
    let count = count_noun(u64::from(players), "player");
    Diagnostic::error(play::PLAYER_COUNT, format!("nobody sits at seat {seat}"))
        .at(span, format!("there {are} {count}"))
}

/// CW0801: a roll that no die shows; `examples` are a face of each of the game's own dice, as it is written.
pub(super) fn not_shown_by_dice(span: Span, word: &str, near: Option<&str>, examples: &[&str]) -> Diagnostic {
    let (label, example) = match examples {
        [] => ("not a number from 1", "6, 1".to_owned()),
        _ => ("no face of a die", examples[..examples.len().min(2)].join(", ")),
    };
    Diagnostic::error(play::BAD_ANSWER, format!("`{word}` is nothing that a die shows"))
        .at(span, label)
        .near_or(near, format!("for example `roll = [{example}]`"))
}

/// CW0801: a card beside lists of cards.
pub(super) fn card_beside_lists(span: Span) -> Diagnostic {
    Diagnostic::error(play::BAD_ANSWER, "a card stands beside lists of cards")
        .at(span, "of which shuffle?")
        .help("write a list for each shuffle: `deck = [[\"First\"], [\"Second\"]]`")
}

/// CW0801: an answer that is no name and no number.
pub(super) fn not_an_answer(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(play::BAD_ANSWER, format!("an answer is a name or a number, and this is {found}"))
        .at(span, "cannot be chosen")
}

/// CW0801: a detail that is no number.
pub(super) fn not_a_detail(span: Span, found: &str) -> Diagnostic {
    Diagnostic::error(play::BAD_ANSWER, "a detail is a number, or \"blank\"")
        .at(span, format!("this is {found}"))
}

/// CW0801: `choices` where no flow begins.
pub(super) fn nobody_asked(span: Span) -> Diagnostic {
    Diagnostic::error(play::BAD_ANSWER, "`choices` answers what the flow asks, and no flow begins")
        .at(span, "nobody is asked")
        .help("add `begin = \"setup\"`, or make each a step of its own: `choose = \"…\"`")
}

/// CW0802: a code that play never ends in.
pub(super) fn unknown_fault(span: Span, code: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_FAULT, format!("`{code}` is not a fault"))
        .at(span, "not a code that play can end in")
        .help("`cardwright explain` lists the codes; those of faults are CW0700 to CW0799")
}

/// CW0803: a bot that there is not.
pub(super) fn unknown_bot(span: Span, problem: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_BOT, problem).at(span, "nobody who plays")
}

/// Counts the copies that there are: `is 1 copy`.
fn are_copies(copies: u32) -> String {
    let are = if copies == 1 { "is" } else { "are" };
    format!("{are} {}", count_noun(copies.into(), "copy"))
}

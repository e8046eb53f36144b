//! Messages about lists of cards, and their parts.

use crate::diagnostics::codes::{check as codes, play};
use crate::diagnostics::{Diagnostic, count_noun};
use crate::ir::SeatNumber;
use crate::place::Span;

/// CW0574: a list for one of several zones.
pub(in crate::check::rules) fn list_for_nobody(span: Span, zone: &str, several: &str) -> Diagnostic {
    Diagnostic::error(codes::START_OF_MANY, format!("nobody brings a list for `{zone}`")).at(span, several).help(
        "let it begin in a zone of the player's, and put it where it belongs in `[flow] setup`, with `move`",
    )
}

/// CW0830: a card of a deck list that the game does not have.
pub(in crate::check::rules) fn unknown_deck_card(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_DECK_CARD, format!("there is no card `{id}`")).at(span, "not known")
}

/// CW0837: a part that the lists of the game do not have.
pub(in crate::check::rules) fn unknown_part(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_DECK_PART, format!("the lists of this game have no part `{id}`"))
        .at(span, "not declared")
}

/// CW0838: a list of somebody who brings none.
pub(in crate::check::rules) fn wrong_bringer(span: Span, problem: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_LIST, problem).at(span, "who is this?")
}

/// CW0838: a list for a seat that the scenario's `players` do not take; the game is for `most` at most.
pub(in crate::check::rules) fn list_of_no_seat(
    span: Span,
    seat: SeatNumber,
    players: u8,
    most: u8,
) -> Diagnostic {
    let count = count_noun(players.into(), "player");
    let d = wrong_bringer(span, &format!("there is no seat {seat}"));
    match seat.0 <= most {
        true => d.help(format!("this scenario is for {count}: say `players = {seat}`")),
        false => {
            d.help(format!("this scenario is for {count}, and the game for {most} at most: leave it out"))
        }
    }
}

/// CW0838: a list that is not in `decks/`.
pub(in crate::check::rules) fn unknown_list(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(play::UNKNOWN_LIST, format!("there is no list `{id}`")).at(span, "not in `decks/`")
}

/// CW0845: a list that has an error of its own.
pub(in crate::check::rules) fn list_with_error(span: Span, id: &str) -> Diagnostic {
    Diagnostic::error(play::STALE_LIST, format!("the list `{id}` cannot be used"))
        .at(span, "has an error of its own")
        .help(format!("mend `decks/{id}.toml` first"))
}

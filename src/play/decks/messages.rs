//! The messages about deck lists, in order of their codes.

use super::line_purpose::LinePurpose;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::{Diagnostic, count_noun, grouped, list, nearest, shell_word};
use crate::ir::{Bringer, MAIN_PART, SeatNumber};
use crate::source::Span;

/// Maximum number of errors of one code reported for a list; the rest are counted.
pub(super) const MOST_ERRORS: usize = 100;

/// CW0004: a list whose file is not a text.
pub(super) fn not_a_text(found: Diagnostic) -> Diagnostic {
    found.help("export the list as plain text in UTF-8, such as `4 Spark` a line, with the ending `.txt`")
}

/// CW0105: an error of TOML in a list whose file has another ending.
pub(super) fn not_named_as_text(found: Diagnostic, stem: &str) -> Diagnostic {
    found.help(format!("a list as plain text has the ending `.txt`: name the file `{stem}.txt`"))
}

/// CW0830: a printed name that several cards have.
pub(super) fn card_of_several(at: Span, card: &str, ids: &[&str]) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_DECK_CARD, format!("{} cards are printed `{card}`", ids.len()))
        .at(at, "which of them?")
        .help(format!("write an id instead: they are {}", list(ids)))
}

/// CW0830: a card that the game does not have.
pub(super) fn unknown_card(at: Span, card: &str, near: Option<String>) -> Diagnostic {
    let found =
        Diagnostic::error(codes::UNKNOWN_DECK_CARD, format!("there is no card `{card}`")).at(at, "not known");
    found.near_or(near.as_deref(), "name cards by their ids, or as they are printed")
}

/// CW0831: a card in two lines of a part.
pub(super) fn card_twice(card: &str, again: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::DECK_CARD_TWICE, format!("{card} is in this list twice"))
        .at(again, "again")
        .at(first, "first")
        .help("write it once, with the sum")
}

/// CW0832: a part with too few or too many cards; `is_written` is true if its heading is in the list.
pub(super) fn wrong_size(
    at: Span,
    part: &str,
    is_written: bool,
    (least, most): (u32, u32),
    total: u64,
) -> Diagnostic {
    let most_cards = count_noun(u64::from(most), "card");
    let range = if least == most { most_cards } else { format!("{} to {most_cards}", grouped(least.into())) };
    let message = format!("{} {range}, and this one has {}", part_has(part), grouped(total));
    let found = Diagnostic::error(codes::DECK_SIZE, message).at(at, count_noun(total, "card"));
    let or_more = if least == most { "" } else { " or more" };
    if !is_written && least > 0 {
        found.help(format!("write `[{part}]`, and the cards below it"))
    } else if total < u64::from(least) {
        found.help(format!("add {}{or_more}", u64::from(least) - total))
    } else {
        found.help(format!("take out {}{or_more}", total - u64::from(most)))
    }
}

/// CW0833: too few or too many copies of a card; `of` is `each card` or `this card`.
pub(super) fn wrong_copies(
    at: Span,
    part: &str,
    (card, count): (&str, u32),
    (least, most): (u32, u32),
    of: &str,
) -> Diagnostic {
    let range = match least {
        0 => format!("at most {most}"),
        _ if least == most => format!("{least}"),
        _ => format!("{least} to {most}"),
    };
    let message = format!("{} {range} of {of}, and this one has {count} of {card}", part_has(part));
    Diagnostic::error(codes::DECK_COPIES, message).at(at, "").help(match (count > most, most) {
        (true, 0) => "leave it out".to_owned(),
        (true, _) => format!("write {most} or fewer"),
        (false, _) => format!("write {least} or more"),
    })
}

/// CW0833: more copies of a card than the box holds.
pub(super) fn more_than_the_box(at: Span, card: &str, count: u32, held: u32) -> Diagnostic {
    let message = format!("the box holds {held} of {card}, and this deck has {count}");
    Diagnostic::error(codes::DECK_COPIES, message)
        .at(at, "")
        .help(format!("write {held} or fewer, or raise `copies` of the card"))
}

/// CW0834: a card with other copies than the game's, in a deck of the whole game.
pub(super) fn other_number(at: Span, card: &str, count: u32, copies: u32) -> Diagnostic {
    let message = format!("the game has {copies} of {card}, and this deck has {count}");
    Diagnostic::error(codes::DECK_INCOMPLETE, message)
        .at(at, "")
        .help(format!("write {copies}: a deck of this game has every copy of every card"))
}

/// CW0834: cards that a deck must have and has not; `listed` names some of them.
pub(super) fn missing_cards(at: Span, first: &str, more: usize, listed: &[String]) -> Diagnostic {
    let (message, help) = match more {
        0 => (
            format!("{first} is missing from this deck"),
            "a deck of this game has every copy of every card".to_owned(),
        ),
        _ => (
            format!("{first} and {} are missing from this deck", count_noun(more as u64, "more card")),
            format!("add {}", listed.join(", ")),
        ),
    };
    Diagnostic::error(codes::DECK_INCOMPLETE, message).at(at, "").help(help)
}

/// CW0835: a card of a kind that the part does not hold; `kinds` are those that it holds, if it says so, and
/// `stands_for` is the card that comes with it.
pub(super) fn wrong_kind(
    at: Span,
    part: &str,
    (card, kind): (&str, &str),
    kinds: &[&str],
    stands_for: Option<&str>,
) -> Diagnostic {
    let is_main = part == MAIN_PART;
    let place = if is_main { "a deck".to_owned() } else { format!("`[{part}]`") };
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
    let kinds = if kinds.is_empty() { "`card`".to_owned() } else { kinds.join(", ") };
    Diagnostic::error(codes::DECK_KIND, format!("{card} cannot be in {place}"))
        .at(at, format!("is a `{kind}`"))
        .help(match stands_for {
            Some(card) => format!("it stands for a card: name `{card}`"),
            None if is_main => format!("decks hold {kinds} only"),
            None => format!("it holds {kinds} only"),
        })
}

/// CW0836: options or players with which no table can be laid out.
pub(super) fn no_table(why: &str) -> Diagnostic {
    Diagnostic::error(codes::DECK_REQUIRE, format!("no table can be laid: {why}"))
}

/// CW0836: a requirement of the game that a list does not meet; `text` is the game's.
pub(super) fn not_legal(at: Span, text: &str, rule: Option<Span>) -> Diagnostic {
    let text = if text.is_empty() { "this is not a legal deck" } else { text };
    let found =
        Diagnostic::error(codes::DECK_REQUIRE, text.trim_end_matches('.')).at(at, "not so in this list");
    match rule {
        Some(rule) => found.at(rule, "asked for here"),
        None => found,
    }
}

/// CW0837: a part that no list of the game has.
pub(super) fn unknown_part(at: Span, part: &str, known: Vec<&str>) -> Diagnostic {
    let message = format!("the lists of this game have no part `{part}`");
    Diagnostic::error(codes::UNKNOWN_DECK_PART, message).at(at, "not declared").suggest(part, known)
}

/// CW0838: a list that the package does not have; `known` are those that it has.
pub(super) fn unknown_list(game: &str, name: &str, known: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(codes::UNKNOWN_LIST, format!("{game} has no list `{name}`"));
    match (nearest(name, known.iter().copied()), known) {
        (Some(near), _) => found.help(format!("did you mean `{near}`?")),
        (None, []) => found.help(format!("a file is named with its ending: `./{name}.toml`")),
        (None, known) => {
            found.help(format!("it has {}; a file is named with its ending: `./{name}.toml`", list(known)))
        }
    }
}

/// CW0838: a list for the table, in a game whose seats bring lists.
pub(super) fn only_seats_bring(game: &str) -> Diagnostic {
    let message = format!("the table brings no list in {game}: every seat brings its own");
    Diagnostic::error(codes::UNKNOWN_LIST, message)
}

/// CW0838: a list for a seat, in a game whose table brings the list.
pub(super) fn only_the_table_brings(game: &str, list: &str) -> Diagnostic {
    let argument = format!("table={list}");
    let message = format!("the table brings the list in {game}: write `--deck {}`", shell_word(&argument));
    Diagnostic::error(codes::UNKNOWN_LIST, message)
}

/// CW0838: a list for a seat that is not taken.
pub(super) fn no_seat_to_bring(seat: SeatNumber, list: &str, players: u8) -> Diagnostic {
    let message = format!("there is no seat {seat} to bring `{list}`: {players} sit down");
    Diagnostic::error(codes::UNKNOWN_LIST, message)
}

/// CW0838: two lists for one seat, or for the table.
pub(super) fn two_lists(bringer: Bringer) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_LIST, format!("`--deck` names two lists for {bringer}"))
}

/// CW0838: a game with lists, and none to play with.
pub(super) fn no_list_to_play(game: &str, bringer: Bringer) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_LIST, format!("{game} is played with lists, and there is none"))
        .because("The package has no list in `decks/` that could be used.")
        .help(format!("name one: `--deck {bringer}=./mine.toml`"))
}

/// CW0839: a list for a game without lists.
pub(super) fn nobody_brings(game: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_LISTS, format!("nobody brings a list in {game}"))
        .help("leave `--deck` out, or let a zone of the game begin with `start = \"list\"`")
}

/// CW0844: a line that does not begin with a number.
pub(super) fn no_number_first(at: Span, purpose: &LinePurpose) -> Diagnostic {
    let found = Diagnostic::error(codes::DECK_LINE, "this line does not begin with a number")
        .at(at, "how many of which card?")
        .because("in a list as plain text, each line is a number and a card");
    match purpose {
        LinePurpose::Card(meant) => found.help(format!("write it so: `{meant}`")),
        LinePurpose::Heading(part, None) => found.help(format!("write a heading so: `[{part}]`")),
        LinePurpose::Heading(part, Some(rest)) => {
            found.help(format!("write `[{part}]` on a line of its own, and `{rest}` below it"))
        }
        LinePurpose::Comment => found.help("a comment begins with `#`"),
        LinePurpose::Markup => found.help(
            "this is a file of another program: export the list as plain text, such as `4 Spark` a line",
        ),
        LinePurpose::Unknown => found
            .help("write a card so: `4 Spark`, a heading so: `[side]`, a comment so: `# …`; or leave it out"),
    }
}

/// CW0844: a line with a number alone.
pub(super) fn no_card(at: Span) -> Diagnostic {
    Diagnostic::error(codes::DECK_LINE, "this line names no card")
        .at(at, "a number alone")
        .help("write the card behind the number, such as `4 Spark`")
}

/// CW0844: a number that is not whole or out of range; `meant` is how the line is written, if that is clear.
pub(super) fn bad_number(
    (at, number): (Span, &str),
    card: &str,
    most: u32,
    meant: Option<&str>,
) -> Diagnostic {
    let most = grouped(most.into());
    let found = Diagnostic::error(codes::DECK_LINE, format!("a list cannot have {number} of `{card}`"))
        .at(at, format!("not a whole number from 1 to {most}"));
    match meant {
        Some(meant) => found.help(format!("write it so: `{meant}`")),
        None => found.help(format!("write a number from 1 to {most}, or leave the line out")),
    }
}

/// Begins a message about a part of a list: `a deck has`.
fn part_has(part: &str) -> String {
    match part == MAIN_PART {
        true => "a deck has".to_owned(),
        false => format!("`[{part}]` of a list has"),
    }
}

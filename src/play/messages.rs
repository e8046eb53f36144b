//! The messages about setups and saved games, in order of their codes.

use crate::diagnostics::codes::{lint, replay as codes};
use crate::diagnostics::{Diagnostic, list};
use crate::ir::{Bringer, SeatNumber};
use crate::source::Span;

/// CW0611: a setup that the game refuses for every number of players; `why` is in the game's words.
pub(super) fn setup_refused(at: Option<Span>, setup: &str, why: &str) -> Diagnostic {
    let message = format!("the setup `{setup}` can never be played");
    let found = Diagnostic::warning(lint::SETUP_REFUSED, message)
        .because(format!("The game requires: {why}"))
        .help("add the missing options to the setup, or change the `[[require]]`");
    match at {
        Some(at) => found.at(at, "no number of players goes with these options"),
        None => found,
    }
}

/// CW0850: something in a file that is not as in a saved game.
fn not_a_saved_game(at: Span, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_A_SAVED_GAME, message)
        .at(at, label)
        .help("`cardwright explain CW0850` shows what a saved game looks like")
}

/// CW0850: a key that is missing.
pub(super) fn no_key(whole: Span, key: &str) -> Diagnostic {
    not_a_saved_game(whole, format!("this is not a saved game: it has no `{key}`"), "")
}

/// CW0850: a key with another sort of value than `what`.
pub(super) fn wrong_value(at: Span, key: &str, what: &str) -> Diagnostic {
    not_a_saved_game(at, format!("`{key}` must be {what}"), "")
}

/// CW0850: a format of another version of Cardwright.
pub(super) fn other_format(at: Span, format: i64, newest: i64) -> Diagnostic {
    let message =
        format!("this game was saved in format {format}; this Cardwright reads formats 1 to {newest}");
    not_a_saved_game(at, message, "another format")
}

/// CW0850: a list without its keys.
pub(super) fn bad_list(at: Span) -> Diagnostic {
    not_a_saved_game(at, "a list has a `list`, a `name` and its cards under `parts`", "")
}

/// CW0850: a value that no option has.
pub(super) fn bad_option(at: Span) -> Diagnostic {
    not_a_saved_game(at, "an option is a string, a number, `true` or `false`", "")
}

/// CW0850: a file without answers.
pub(super) fn no_choices(whole: Span) -> Diagnostic {
    not_a_saved_game(whole, "this is not a saved game: it has no list `choices` under `[play]`", "")
}

/// CW0850: an answer that is not a pair.
pub(super) fn bad_answer(at: Span) -> Diagnostic {
    not_a_saved_game(at, "an answer is a seat and the name of an option", "`[1, \"name\"]`")
}

/// CW0850: a pick that is not a name.
pub(super) fn bad_pick(at: Span) -> Diagnostic {
    not_a_saved_game(at, "a pick is the name of what is picked", "`\"name\"`")
}

/// CW0850: picks that are not a list.
pub(super) fn bad_picks(at: Span) -> Diagnostic {
    not_a_saved_game(at, "`picks` must be a list of names", "`[\"name\"]`")
}

/// CW0851: players or options with which no table can be laid out.
pub(super) fn cannot_be_laid(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, why).at(at, "")
}

/// CW0851: a player of a saved seat that this game does not know; `why` is a sentence.
pub(super) fn nobody_of_this_name(at: Span, seat: SeatNumber, why: String) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("nobody can take seat {seat} of this saved game"))
        .at(at, "")
        .because(why)
        .help("name the players with `--seats`, such as `--seats human,random`")
}

/// CW0851: a game saved without lists that is now played with them.
pub(super) fn saved_without_lists(at: Span, game: &str) -> Diagnostic {
    let message = format!("{game} is played with lists, and this game was saved without");
    Diagnostic::error(codes::CANNOT_BE_LAID, message)
        .at(at, "no `[lists]`")
        .help("the rules have changed since: play it anew")
}

/// CW0851: a game saved with lists that is now played without.
pub(super) fn saved_with_lists(at: Span, game: &str) -> Diagnostic {
    let message = format!("{game} is played without lists, and this game was saved with some");
    Diagnostic::error(codes::CANNOT_BE_LAID, message)
        .at(at, "a list")
        .help("the rules have changed since: play it anew")
}

/// CW0851: two lists of one seat, or of the table.
pub(super) fn list_twice(second: Span, bringer: Bringer) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("two lists are brought by `{bringer}`"))
        .at(second, "the second")
        .help("remove one")
}

/// CW0851: a list of somebody who brings none.
pub(super) fn nobody_brings(at: Span, bringer: Bringer, those: &[String]) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("nobody brings a list as `{bringer}`"))
        .at(at, "in this game")
        .help(format!("lists are brought by {}", list(those)))
}

/// CW0851: a part of a list that the game no longer has.
pub(super) fn part_lost<'a>(
    at: Span,
    game: &str,
    part: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("lists of {game} have no part `{part}`"))
        .at(at, "in this list")
        .suggest(part, known)
}

/// CW0851: a card of a list that the game no longer has.
pub(super) fn card_lost(at: Span, game: &str, card: &str) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("{game} has no card `{card}` any more"))
        .at(at, "in this list")
        .help("the game can only be played again with the cards it had")
}

/// CW0851: somebody without a list.
pub(super) fn list_missing(at: Span, bringer: Bringer) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_BE_LAID, format!("`{bringer}` brings no list"))
        .at(at, "the lists that there are begin here")
        .help(format!("the file needs `[lists.{bringer}]`"))
}

/// CW0852: picks where nothing is selected.
pub(super) fn no_selection(at: Span) -> Diagnostic {
    let message = "no selection is under way where this game was saved";
    Diagnostic::error(codes::NO_LONGER_FITS, message).at(at, "picked here").help("Remove `picks`.")
}

/// CW0852: a pick that is not offered; `offered` lists those that are.
pub(super) fn pick_not_offered(at: Span, pick: &str, offered: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_LONGER_FITS, format!("`{pick}` cannot be picked any more"))
        .at(at, "picked here")
        .because(format!("These can be picked: {offered}"))
        .help("Remove it from `picks`.")
}

/// CW0852: a pick that was made before.
pub(super) fn pick_twice(at: Span, pick: &str) -> Diagnostic {
    Diagnostic::error(codes::NO_LONGER_FITS, format!("`{pick}` is picked twice"))
        .at(at, "picked here")
        .help("Remove it from `picks`.")
}

/// CW0852: picks that complete a selection.
pub(super) fn selection_complete(at: Span, count: usize, most: usize) -> Diagnostic {
    let message = format!("{count} are picked, of at most {most}: this selection would be complete");
    Diagnostic::error(codes::NO_LONGER_FITS, message).at(at, "picked here").help("Remove one of `picks`.")
}

/// CW0852: an option that was found and is refused nevertheless.
pub(super) fn answer_refused() -> Diagnostic {
    Diagnostic::error(codes::NO_LONGER_FITS, "an answer was refused")
}

/// CW0852: an answer after the end of the game.
pub(super) fn over_before(at: Span, number: usize) -> Diagnostic {
    Diagnostic::error(codes::NO_LONGER_FITS, format!("the game is over before answer {number}"))
        .at(at, "nobody is asked any more")
        .help("Remove this line and those below it.")
}

/// CW0852: an answer of another player than the one who has to choose, who is `asked` this.
pub(super) fn other_chooser(
    at: Span,
    number: usize,
    player: SeatNumber,
    (chooser, asked): (SeatNumber, &str),
    options: &str,
) -> Diagnostic {
    let message = format!("answer {number} is player {player}'s, but player {chooser} has to choose");
    Diagnostic::error(codes::NO_LONGER_FITS, message)
        .at(at, format!("now it is player {chooser}'s turn"))
        .because(format!("Player {chooser} {asked}\nThe options are: {options}"))
        .help("Remove this line and those below it, and go on from there with `play --load`.")
}

/// CW0852: an answer that is not among the options of a player, who is `asked` this.
pub(super) fn not_an_option(
    at: Span,
    (number, answer): (usize, &str),
    (player, asked): (SeatNumber, &str),
    options: &str,
    near: Option<String>,
) -> Diagnostic {
    let message = format!("answer {number} no longer fits: `{answer}` is not an option");
    Diagnostic::error(codes::NO_LONGER_FITS, message)
        .at(at, "no option here")
        .because(format!("Player {player} {asked}\nThe options are: {options}"))
        .help(match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None => "Remove this line and those below it, and go on from there with `play --load`.".into(),
        })
}

/// CW0853: rules that are not those of the saved game.
pub(super) fn rules_have_changed(at: Span, now: u64) -> Diagnostic {
    Diagnostic::warning(codes::RULES_HAVE_CHANGED, "the rules have changed since this game was saved")
        .at(at, format!("they are {now:016x} now"))
        .because("All answers are still possible, but they may have led elsewhere than they did.")
}

/// CW0854: a saved game of another game than the one that it is replayed with.
pub(super) fn other_game(at: Span, saved: &str, game: &str) -> Diagnostic {
    Diagnostic::error(codes::OTHER_GAME, format!("this game was saved from `{saved}`, not from `{game}`"))
        .at(at, "another game")
        .help("replay it with the game it was saved from")
}

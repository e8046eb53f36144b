//! The messages about tournaments, in order of their codes.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::tournament as codes;
use crate::source::Span;

/// CW0870: a list of an entry, in a game whose players bring none.
pub(super) fn list_not_brought(at: Span, game: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ENTRY, format!("the players of {game} bring no lists"))
        .at(at, "")
        .help("leave `list` out")
}

/// CW0870: an entry without a list, in a game whose players bring one; `known` are the lists of the package.
pub(super) fn no_list(at: Span, entry: &str, game: &str, known: &[&str]) -> Diagnostic {
    let known = if known.is_empty() { "./mine.toml".to_owned() } else { known.join("`, `") };
    Diagnostic::error(codes::BAD_ENTRY, format!("`{entry}` brings no list, and {game} is played with lists"))
        .at(at, "")
        .help(format!("write `list`: `{known}`, or a file"))
}

/// CW0870: a list that may differ when it is read again, or may never end.
pub(super) fn list_not_a_file(at: Span, list: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ENTRY, format!("`{list}` is not a regular file"))
        .at(at, "")
        .help("name a file with a list")
}

/// CW0870: a bot that the game does not have.
pub(super) fn unknown_bot(at: Span, why: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_ENTRY, why).at(at, "").help("leave `bot` out if people play")
}

/// CW0870: an entry with a name that means something else in results.
pub(super) fn reserved_name(at: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ENTRY, format!("an entry cannot be called `{}`", name.trim()))
        .at(at, "")
        .because("results say `draw` or `d` of a game that nobody won, and may name an entry by its number in the match")
        .help("give it another name")
}

/// CW0870: two entries of one name.
pub(super) fn name_twice(again: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ENTRY, format!("two entries are called `{name}`"))
        .at(again, "again")
        .at(first, "first")
        .help("give each a name of its own: results and brackets go by it")
}

/// CW0871: a result of a match that is not in the schedule.
pub(super) fn unknown_match<'a>(
    at: Span,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("there is no match `{name}`"))
        .at(at, "not in the schedule")
        .suggest(name, known)
}

/// CW0871: two results of one match.
pub(super) fn result_twice(again: Span, first: Span, name: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("match {name} has two results"))
        .at(again, "again")
        .at(first, "first")
        .help("write one, with all its games under `won`")
}

/// CW0871: a result of a match that cannot have been played yet, or at all.
pub(super) fn not_played(at: Span, name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("match {name} cannot have been played"))
        .at(at, "this result is kept of it")
        .because(why)
        .help("remove the result, or put those before it right")
}

/// CW0871: a result of others than those who meet.
pub(super) fn result_of_others(at: Span, name: &str, entries: &[&str]) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("match {name} is between {}", entries.join(" and ")))
        .at(at, "this result is of others")
        .help("remove the result, or put right who met, or those of the matches before it")
}

/// CW0871: a game after a match was decided.
pub(super) fn game_after_end(at: Span, name: &str, games: usize) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("match {name} was decided after game {games}"))
        .at(at, "this game came after that")
        .help("remove what follows, or raise `best_of`")
}

/// CW0871: a winner who does not play in the match.
pub(super) fn winner_of_no_game<'a>(
    at: Span,
    winner: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::error(codes::BAD_RESULT, format!("`{winner}` does not play in match {name}"))
        .at(at, "nobody of this name")
        .suggest(winner, known)
}

/// CW0872: a game without `play`.
pub(super) fn nothing_to_play(at: Span, game: &str) -> Diagnostic {
    no_opponents(at, format!("{game} has no `play` in its `[flow]`: there is nothing to play"))
}

/// CW0872: a game of players on one side.
pub(super) fn one_side(at: Span, game: &str) -> Diagnostic {
    no_opponents(at, format!("in {game} all players are one side: nobody plays against anybody"))
}

fn no_opponents(at: Span, message: String) -> Diagnostic {
    Diagnostic::error(codes::NO_MATCHES, message)
        .at(at, "")
        .help("name a game in which players, or sides, meet each other")
}

/// CW0872: a form of matches between two, in a game of more sides.
pub(super) fn not_between_two(at: Span, form: &str, sides: usize) -> Diagnostic {
    let message = format!("a {form} is of matches between two, and {sides} sit against each other here");
    Diagnostic::error(codes::NO_MATCHES, message)
        .at(at, "")
        .help("write `form = \"round_robin\"`, which takes larger tables, or `players` for a table of two")
}

/// CW0872: fewer entries than sides.
pub(super) fn too_few_entries(at: Span, sides: usize, entries: usize) -> Diagnostic {
    let message = format!("a match is between {sides}, and there are {entries} entries");
    Diagnostic::error(codes::NO_MATCHES, message)
        .at(at, "")
        .help(format!("name {sides} entries or more, or say fewer `players`"))
}

/// CW0872: too many matches.
pub(super) fn too_many_matches(at: Span, most: usize) -> Diagnostic {
    Diagnostic::error(codes::NO_MATCHES, format!("these would be more than {most} matches"))
        .at(at, "")
        .help("let fewer take part, or say fewer `rounds`")
}

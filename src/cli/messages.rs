//! The messages of the commands, in order of their codes.

use std::io;
use std::path::Path;

use crate::diagnostics::codes::{package, play, print, printer, replay, solve, tournament};
use crate::diagnostics::{Diagnostic, count_noun, grouped, nearest, shell_word};
use crate::source::Span;

/// CW0001: a shipped game where a folder is needed.
pub(super) fn no_folder_of_shipped(id: &str) -> Diagnostic {
    Diagnostic::error(package::NO_SUCH_GAME, format!("there is no folder `{id}`"))
        .because("the game of this id is part of the program")
        .help(format!("`cardwright new my-game --from {id}` makes a copy of it in a folder"))
}

/// CW0001: the id of a scenario of the current package where a game or a file is needed.
pub(super) fn scenario_by_id(id: &str, file: &str) -> Diagnostic {
    Diagnostic::error(package::NO_SUCH_GAME, format!("there is no game `{id}`"))
        .because("it is a scenario of this package, and scenarios are named by their files")
        .help(format!("name the file: `{file}`"))
}

/// CW0001: a saved game whose package is not found; `from` is the folder from which a relative path was
/// looked for, `again` the command with another path, and `near` says that this path was found. `game` is its
/// id, if no shipped game has it.
pub(super) fn no_package_of_saved(
    at: Span,
    (package, game): (&str, Option<&str>),
    from: Option<&Path>,
    (again, near): (&str, bool),
) -> Diagnostic {
    let looked = match from {
        Some(folder) => format!("the path was looked for from `{}`", folder.display()),
        None => "there is no folder of that path with a `game.toml`".to_owned(),
    };
    Diagnostic::error(package::NO_SUCH_GAME, format!("there is no package `{package}`"))
        .at(at, "its path when this game was saved")
        .because(match game {
            Some(game) => format!("{looked}, and no game that comes with Cardwright has the id `{game}`"),
            None => looked,
        })
        .help(match (near, from) {
            (true, _) => format!("did you mean `{again}`?"),
            (false, Some(_)) => {
                format!("go to the folder in which the game was saved, or name the package: `{again}`")
            }
            (false, None) => format!("name the package: `{again}`"),
        })
}

/// CW0003: something that can be read, but is not a file.
pub(super) fn not_a_file(name: &str) -> Diagnostic {
    Diagnostic::error(package::UNREADABLE, format!("`{name}` is not a file"))
}

/// CW0003: a file that is not a compiled game, or a damaged one.
pub(super) fn not_a_compiled_game(path: &str, why: String) -> Diagnostic {
    Diagnostic::error(package::UNREADABLE, format!("`{path}` cannot be read"))
        .because(why)
        .help("`cardwright build GAME` writes `game.cwir`")
}

/// CW0003: a file that is no longer there.
pub(super) fn file_unreadable(file: &Path) -> Diagnostic {
    Diagnostic::error(package::UNREADABLE, format!("`{}` cannot be read", file.display()))
}

/// CW0011: a file to be formatted that is read-only.
pub(super) fn read_only(name: &str) -> Diagnostic {
    Diagnostic::error(package::CANNOT_WRITE, format!("`{name}` cannot be written"))
        .because("the file is read-only")
        .help("make it writable, or leave it out")
}

/// CW0011: a workbook that cannot be made; `name` is `the workbook`, or its file in backticks.
#[cfg(feature = "sheets")]
pub(super) fn workbook_not_written(name: &str, why: String) -> Diagnostic {
    Diagnostic::error(package::CANNOT_WRITE, format!("{name} cannot be written")).because(why)
}

/// CW0012: a workbook that is there already.
#[cfg(feature = "sheets")]
pub(super) fn workbook_exists(file: &Path) -> Diagnostic {
    Diagnostic::error(package::NOT_EMPTY, format!("`{}` is there already", file.display()))
        .because("a workbook is never replaced")
        .help("name another file with `--out`")
}

/// CW0013: a file that `fmt` would change.
pub(super) fn not_formatted(first_line: Span) -> Diagnostic {
    Diagnostic::error(package::NOT_FORMATTED, "this file is not formatted")
        .at(first_line, "the first line that would change")
        .help("`cardwright fmt` formats it")
}

/// CW0840: a game that goes on for more than `limit` choices, or that stops without one; `seen` says which
/// one.
pub(super) fn endless(game: &str, limit: Option<u64>, seen: String) -> Diagnostic {
    match limit {
        Some(limit) => {
            let message = format!("a game of {game} did not end within {}", count_noun(limit, "choice"));
            Diagnostic::error(play::ENDLESS, message).because(seen).help(format!(
                "if it goes on forever, give it a rule that ends it; if it is long, allow it more choices: `--max-plies {}`",
                limit.saturating_mul(10)
            ))
        }
        None => Diagnostic::error(play::ENDLESS, format!("a game of {game} stops without an end"))
            .because(seen)
            .help("nobody is asked, and the game is not over: let the last line of its `play` be `end`, `win` or `lose`"),
    }
}

/// CW0841: values of a sweep with which the game has mistakes.
pub(super) fn not_swept(values: &[String]) -> Diagnostic {
    Diagnostic::error(play::NOT_SWEPT, format!("the game has mistakes with {}", values.join(", ")))
        .because("what follows is wrong with that value in its place, not with the files")
}

/// CW0842: a game with no playable combination: nothing was tested, which is not a success.
pub(super) fn nothing_played(
    game: &str,
    combinations: &str,
    laid: u64,
    is_all: bool,
    why: &str,
) -> Diagnostic {
    let all = if is_all { "none" } else { "not one that was looked at" };
    let laid = grouped(laid);
    Diagnostic::error(play::NOTHING_PLAYED, format!("no game of {game} was played"))
        .because(format!(
            "Of {combinations} of options and players, {laid} were laid out, and {all} can be played. The first \
             is ruled out with: {why}"
        ))
        .help("give the options defaults for which every `[[require]]` holds: these are tried first")
}

/// CW0843: an invariant that did not hold in a game; `by_rules` if the game's own rules broke it.
pub(super) fn broken_promise(game: &str, what: &str, why: String, by_rules: bool) -> Diagnostic {
    Diagnostic::error(play::BROKEN_PROMISE, format!("{game} broke a promise: {what}"))
        .because(why)
        .help(match by_rules {
            true => {
                "your rules tell what is hidden by what they offer: let the options be the same whatever lies \
                 there, as `values(cards, rank)` for `values(next(p).hand, rank)`, or `show` it first to whoever \
                 chooses"
            }
            false => "this is a bug in Cardwright, not in your game: please report it with the package",
        })
}

/// CW0854: a saved game of another game than the one at its package's path; `again` is the command with the
/// package that was found around the file.
pub(super) fn other_game_at_path(at: Span, (saved, game): (&str, &str), again: &str) -> Diagnostic {
    Diagnostic::error(replay::OTHER_GAME, format!("this game was saved from `{saved}`, not from `{game}`"))
        .at(at, "another game lies at this path")
        .help(format!("did you mean `{again}`?"))
}

/// CW0855: a part of a simulation that cannot be read.
pub(super) fn part_unreadable(file: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(replay::NO_PART, format!("`{}` cannot be read", file.display()))
        .because(error.to_string())
}

/// CW0855: a part of another simulation, or a file that is not a part.
pub(super) fn part_refused(file: &str, why: String) -> Diagnostic {
    Diagnostic::error(replay::NO_PART, format!("`{file}` cannot be joined")).because(why)
}

/// CW0860: a game for more or fewer than two players.
pub(super) fn not_for_two(game: &str, players: u8) -> Diagnostic {
    let (players, play) =
        (count_noun(u64::from(players), "player"), if players == 1 { "plays" } else { "play" });
    Diagnostic::error(solve::NOT_SOLVABLE, format!("{game} cannot be solved: {players} {play} it"))
        .because("Who wins if nobody errs is settled in games for two alone.")
}

/// CW0860: a game of players on one side.
pub(super) fn played_together(game: &str) -> Diagnostic {
    let message = format!("{game} cannot be solved: its players win and lose together");
    Diagnostic::error(solve::NOT_SOLVABLE, message)
        .because("Who wins if nobody errs is settled between two who play against each other.")
        .help("`cardwright sim --bots mcts:1000` plays it, and says how often the table wins")
}

/// CW0860: a game with a zone that somebody does not see.
pub(super) fn has_hidden_zones(game: &str, zone: &str) -> Diagnostic {
    Diagnostic::error(solve::NOT_SOLVABLE, format!("{game} cannot be solved: it has hidden zones")).because(
        format!("`{zone}` is not `seen_by = \"all\"`, so a player may not know which position it is."),
    )
}

/// CW0860: a game with chance; `rule` is the one that draws on it.
pub(super) fn has_chance(game: &str, rule: Option<Span>) -> Diagnostic {
    let found = Diagnostic::error(solve::NOT_SOLVABLE, format!("{game} cannot be solved: chance plays too"));
    match rule {
        Some(rule) => found.at(rule, "draws on chance"),
        None => found,
    }
}

/// CW0861: a position without a choice.
pub(super) fn nobody_chooses(game: &str) -> Diagnostic {
    Diagnostic::error(solve::NOT_SOLVED, format!("{game} was not solved: nobody has a choice"))
}

/// CW0861: a position that comes up again after some choices.
pub(super) fn position_again(game: &str, choices: &str) -> Diagnostic {
    Diagnostic::error(solve::NOT_SOLVED, format!("{game} was not solved: positions come up again"))
        .because(format!("After {choices} the game stands where it stood before."))
        .help("lines without an end cannot be searched to their end")
}

/// CW0861: too many choices one after the other.
pub(super) fn line_too_long(game: &str) -> Diagnostic {
    Diagnostic::error(solve::NOT_SOLVED, format!("{game} was not solved: a line of it is too long"))
        .because("More than 1,000 choices came one after the other.")
}

/// CW0861: more positions than allowed.
pub(super) fn too_many_positions(game: &str, limit: u64) -> Diagnostic {
    let message = format!("{game} was not solved within {}", count_noun(limit, "position"));
    Diagnostic::error(solve::NOT_SOLVED, message)
        .help(format!("a smaller board, a later position or more than --limit {} may help", grouped(limit)))
}

/// CW0873: a result that cannot be entered in a tournament's file.
pub(super) fn result_not_kept(file: &Path, name: &str, won: &[&str], why: String) -> Diagnostic {
    let message = format!("`{}` cannot keep the result of match {name}", file.display());
    Diagnostic::error(tournament::NOT_KEPT, message)
        .because(why)
        .help(format!("enter it by hand: match = \"{name}\", won = {won:?}"))
}

/// CW0924: a colour profile that cannot be used.
pub(super) fn bad_profile(file: &Path, why: String) -> Diagnostic {
    let message = format!("colours cannot be converted by `{}`", file.display());
    Diagnostic::error(print::PROFILE, message)
        .because(why)
        .help("give the CMYK profile (`.icc`) that your print shop names")
}

/// CW0950: settings that cannot be read.
pub(super) fn settings_unreadable(file: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(printer::SETTINGS, format!("`{}` cannot be read", file.display()))
        .because(error.to_string())
}

/// CW0950: a printer without an offset.
pub(super) fn no_offset(at: Span, name: &str) -> Diagnostic {
    let message = format!("printer `{name}` does not say how far its backs are moved");
    Diagnostic::error(printer::SETTINGS, message)
        .at(at, "")
        .help("write `back = [0.5, -0.3]`: millimetres to the right and down, at most 20")
}

/// CW0950: a key that settings do not have.
pub(super) fn unknown_setting(at: Span, key: &str) -> Diagnostic {
    Diagnostic::error(printer::SETTINGS, format!("settings have no `{key}`"))
        .at(at, "")
        .help("they have `[printers.NAME]`, each with `back = [0.5, -0.3]`")
}

/// CW0951: a printer of which nothing is saved.
pub(super) fn unknown_printer<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    let found =
        Diagnostic::error(printer::UNKNOWN_PRINTER, format!("nothing is saved of a printer `{name}`"));
    let way_out = format!(
        "print `cardwright print calibration`, and save what it shows with `--printer {} --offset 0.5,-0.3`",
        shell_word(name)
    );
    found.near_or(nearest(name, known), way_out)
}

/// CW0952: another state of the package that has mistakes.
pub(super) fn revision_has_mistakes(revision: &str) -> Diagnostic {
    let message = format!("`{revision}` has mistakes, so nothing can be compared with it");
    Diagnostic::error(printer::REVISION, message)
        .because("what follows is wrong with that state, not with the one that is printed")
}

/// CW0952: a state of another game.
pub(super) fn revision_of_other_game(revision: &str, other: &str, game: &str) -> Diagnostic {
    let message = format!("`{revision}` is a state of another game: `{other}`, not `{game}`");
    Diagnostic::error(printer::REVISION, message)
        .because("what is compared must be two states of one game, with the same id")
}

/// CW0952: another state of the package that cannot be read.
pub(super) fn revision_unreadable(revision: &str, why: String) -> Diagnostic {
    let message = format!("`{revision}` cannot be read as a revision of the package");
    Diagnostic::error(printer::REVISION, message).because(why).help(
        "name the folder of another state of the package, or a revision of the repository that it is in: \
         `HEAD`, a tag",
    )
}

//! The messages about packages and files, in order of their codes.

use std::io;
use std::path::Path;

use super::package_files::FOLDERS;
use crate::diagnostics::codes::package as codes;
#[cfg(feature = "sheets")]
use crate::diagnostics::codes::source::SHEET_DATE;
use crate::diagnostics::{Diagnostic, nearest, shell_path, shell_word};
use crate::source::Span;

/// CW0001: a folder to be copied as if it were a shipped game.
pub(super) fn not_shipped(folder: &str, shipped: &[&str]) -> Diagnostic {
    let ids: Vec<String> = shipped.iter().map(|id| format!("`{id}`")).collect();
    Diagnostic::error(codes::NO_SUCH_GAME, format!("`{folder}` is not a game that comes with Cardwright"))
        .because("it is a folder of its own, and only games that are part of the program can be copied so")
        .help(format!("copy the folder itself, or name one of those that are shipped: {}", ids.join(", ")))
}

/// CW0001: a name of neither a folder nor a shipped game; `folders` are those with games beside it.
pub(super) fn no_such_game(name: &str, folders: &[String], shipped: &[&str]) -> Diagnostic {
    if shipped.contains(&name) {
        return Diagnostic::error(codes::NO_SUCH_GAME, format!("there is no folder `{name}`"))
            .because(
                "the game of that name is part of the program, and what this command writes needs a folder",
            )
            .help(format!("copy it first: `cardwright new {name} --from {name}`"));
    }
    let found = Diagnostic::error(codes::NO_SUCH_GAME, format!("there is no game `{name}`"));
    let found = found.because(match shipped {
        [_, ..] => "there is no folder of that name, and no game that comes with Cardwright",
        [] => "there is no folder of that name",
    });
    let known = folders.iter().map(String::as_str).chain(shipped.iter().copied());
    match nearest(name, known) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None if shipped.is_empty() => found.help("name a folder with a `game.toml`"),
        None => {
            let ids: Vec<String> = shipped.iter().map(|id| format!("`{id}`")).collect();
            found.help(format!(
                "name a folder with a `game.toml`, or one of the games that are shipped: {}",
                ids.join(", ")
            ))
        }
    }
}

/// CW0002: a folder without `game.toml`; `near` is a file that may be meant, `below` a game in the folder.
pub(super) fn no_game_file(folder: &str, near: Option<&str>, below: Option<&str>) -> Diagnostic {
    let folder = if folder.is_empty() { "this folder".to_owned() } else { format!("`{folder}`") };
    let found = Diagnostic::error(codes::NO_GAME_FILE, format!("there is no `game.toml` in {folder}"));
    match (near, below) {
        (Some(near), _) => found.help(format!("rename `{near}` to `game.toml`")),
        (None, Some(below)) => found.help(format!("did you mean `{below}`?")),
        (None, None) => found.help("`cardwright new my-game` makes a package to begin with"),
    }
}

/// CW0002: a folder in which a run was killed before it had put `game.toml` into place.
pub(super) fn no_game_file_yet(folder: &str) -> Diagnostic {
    no_game_file(folder, None, None)
        .because("an earlier run was interrupted here")
        .help("run the same command again, such as `cardwright new`: it finishes its work, or begins anew")
}

/// CW0003: a file that cannot be read.
pub(super) fn unreadable(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, format!("`{name}` cannot be read")).because(why)
}

/// CW0003: a file named by the user that cannot be read.
pub fn cannot_be_read(path: &Path, error: &io::Error) -> Diagnostic {
    unreadable(&path.display().to_string(), &error.to_string())
}

/// CW0003: a folder named by the user that cannot be read.
pub(super) fn unreadable_folder(folder: &Path, error: &io::Error) -> Diagnostic {
    let message = format!("the folder `{}` cannot be read", folder.display());
    Diagnostic::error(codes::UNREADABLE, message).because(error.to_string())
}

/// CW0003: a file whose name is not UTF-8.
pub(super) fn name_not_utf8(name: &str) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, format!("the name of `{name}` is not UTF-8"))
        .because("a file of a package is known by its name, which must be text")
        .help("rename it")
}

/// CW0004: a file whose contents are not UTF-8, from a byte on.
pub(super) fn not_utf8(name: &str, at: Span, offset: usize, bytes: &[u8]) -> Diagnostic {
    let byte = bytes.get(offset).unwrap_or(&0);
    Diagnostic::error(codes::NOT_UTF8, format!("`{name}` is not UTF-8"))
        .at(at, format!("byte {offset} is {byte:#04x}"))
        .help(save_as_utf8(bytes))
}

/// CW0004: a file named by the user whose contents are not UTF-8, from a byte on.
pub(super) fn named_not_utf8(path: &Path, offset: usize, bytes: &[u8]) -> Diagnostic {
    let (read, rest) = bytes.split_at(offset.min(bytes.len()));
    let line = 1 + read.iter().filter(|byte| **byte == b'\n').count();
    let byte = rest.first().unwrap_or(&0);
    Diagnostic::error(codes::NOT_UTF8, format!("`{}` is not UTF-8", path.display()))
        .because(format!("byte {offset}, on line {line}, is {byte:#04x}"))
        .help(save_as_utf8(bytes))
}

fn save_as_utf8(bytes: &[u8]) -> &'static str {
    match bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        true => "it is UTF-16: save it as UTF-8",
        false => "save it as UTF-8; in a spreadsheet, export it as \"CSV UTF-8\"",
    }
}

/// CW0005: a package of too many bytes; `path` is the first file that was not read.
pub(super) fn package_too_large(most_bytes: u64, path: &str) -> Diagnostic {
    unread_rest(format!("this package holds more than {} MiB", most_bytes >> 20), path)
}

/// CW0005: a package of too many files; `path` is the first file that was not read.
pub(super) fn too_many_files(most: usize, path: &str) -> Diagnostic {
    unread_rest(format!("this package has more than {most} files"), path)
}

fn unread_rest(message: String, path: &str) -> Diagnostic {
    Diagnostic::error(codes::TOO_LARGE, message).because(format!("nothing was read from `{path}` on"))
}

/// CW0005: a file of too many bytes.
pub(super) fn file_too_large(name: &str, most_bytes: u64) -> Diagnostic {
    Diagnostic::error(codes::TOO_LARGE, format!("`{name}` has more than {} MiB", most_bytes >> 20))
}

/// CW0005: a workbook of too many sheets, cells or bytes.
#[cfg(feature = "sheets")]
pub(super) fn workbook_too_large(name: &str) -> Diagnostic {
    Diagnostic::error(codes::TOO_LARGE, format!("`{name}` holds more than a workbook may"))
        .because(
            "a workbook may hold 256 sheets, 2,000,000 cells, 16 MiB of text, and 64 MiB of files once unpacked",
        )
        .help("delete empty rows that have a format, and pictures; or put some sheets into another workbook")
}

/// CW0006: a symbolic link to a file of another folder.
pub(super) fn leaves_package(name: &str) -> Diagnostic {
    Diagnostic::error(codes::LEAVES_PACKAGE, format!("`{name}` is a link that leads out of the package"))
        .help("put the file itself there")
}

/// CW0007: a saved game among the files of a package.
pub(super) fn saved_game_inside(name: &str, package: &str) -> Diagnostic {
    let package = shell_word(if package.is_empty() { "." } else { package });
    Diagnostic::warning(codes::MISPLACED, format!("`{name}` is a saved game, not a part of the package"))
        .help(format!(
            "move it out of the package's folder; `cardwright play {package} --load FILE` resumes it from there"
        ))
}

/// CW0007: a file in a place where none is read; `path` is relative to the package.
pub(super) fn misplaced(name: &str, path: &str) -> Diagnostic {
    let found = Diagnostic::warning(codes::MISPLACED, format!("`{name}` is not read"));
    let Some((folder, rest)) = path.split_once('/') else {
        let near = nearest(path, ["game.toml", "print.toml"]);
        return found.near_or(near, "put it into `rules/`, `cards/`, `decks/` or `scenarios/`");
    };
    let name = rest.rsplit('/').next().unwrap_or(rest);
    if FOLDERS.contains(&folder) && rest.contains('/') {
        return found
            .because(format!("folders inside `{folder}/` are not looked into"))
            .help(format!("did you mean `{folder}/{name}`?"));
    }
    if folder == "cards" {
        return found
            .because(
                "cards are read from files that end in `.toml`, `.csv`, `.xlsx` or `.ods`, in lowercase letters",
            )
            .help("save it in one of these formats");
    }
    match nearest(folder, FOLDERS) {
        Some(near) => found.help(format!("did you mean `{near}/{name}`?")),
        None => {
            let folders: Vec<String> = FOLDERS.iter().map(|folder| format!("`{folder}/`")).collect();
            found.help(format!("Cardwright reads {}", folders.join(", ")))
        }
    }
}

/// CW0008: a path in `include`; `last` is the last name in it.
pub(super) fn include_of_path(at: Span, path: &str, last: Option<&str>) -> Diagnostic {
    let message = format!("`{path}` is not the name of a package's folder");
    Diagnostic::error(codes::INCLUDE_NAME, message)
        .at(at, "")
        .because("only packages beside this one can be included, by their folders' names")
        .help(match last {
            Some(last) => format!("write \"{last}\", and put that package beside this one"),
            None => "write the name of a folder beside this package's".to_owned(),
        })
}

/// CW0009: an included package that is not there; `beside` are those that are, `shipped` those that come with
/// the program and can be copied.
pub(super) fn include_missing(at: Span, wanted: &str, beside: &[String], shipped: &[&str]) -> Diagnostic {
    let message = format!("there is no package `{wanted}` beside this one");
    let found = Diagnostic::error(codes::INCLUDE_MISSING, message).at(at, "");
    match nearest(wanted, beside.iter().map(String::as_str)) {
        Some(near) => found.help(format!("did you mean \"{near}\"?")).replace(at, wanted, near),
        None if shipped.contains(&wanted) => found.help(format!(
            "`{wanted}` comes with Cardwright: copy it beside this package's folder, `cardwright new {wanted} --from {wanted}`"
        )),
        None => match nearest(wanted, shipped.iter().copied()) {
            Some(near) => found.help(format!(
                "did you mean \"{near}\"? Copy it beside this package's folder, `cardwright new {near} --from {near}`"
            )),
            None => found.help("put its folder beside this package's folder"),
        },
    }
}

/// CW0010: a package that includes itself, by way of others.
pub(super) fn include_cycle(at: Span, name: &str, others: &[String]) -> Diagnostic {
    let found = Diagnostic::error(codes::INCLUDE_CYCLE, format!("`{name}` includes itself"))
        .at(at, "")
        .help("what several packages need goes into a package of its own");
    match others {
        [] => found,
        _ => found.because(format!("by way of {}", others.join(", "))),
    }
}

/// CW0011: a file or folder that cannot be written.
pub(super) fn cannot_be_written(path: &Path, error: &io::Error) -> Diagnostic {
    let d = Diagnostic::error(codes::CANNOT_WRITE, format!("`{}` cannot be written", path.display()));
    // A file may be written anew, but not be a folder.
    let is_in_the_way = error.kind() == io::ErrorKind::AlreadyExists && error.raw_os_error().is_some();
    if let Some(file) = path.ancestors().skip(usize::from(!is_in_the_way)).find(|above| is_no_folder(above)) {
        let why = format!("`{}` is a file, and not a folder", file.display());
        return d.because(why).help("name a folder, or one that can be created");
    }
    let d = d.because(error.to_string());
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            d.help("choose a place where you may write, or ask for the right to write there")
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            d.help("free some room on the disk, or choose a place on another one")
        }
        io::ErrorKind::NotFound => d.help("choose a place where folders can be created"),
        io::ErrorKind::IsADirectory => d.help("a folder has this name: remove it, or choose another name"),
        _ => d,
    }
}

/// Returns whether something is there that is not a folder.
fn is_no_folder(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_dir())
}

/// CW0012: a folder for a new package that holds something.
pub(super) fn not_empty(folder: &Path) -> Diagnostic {
    Diagnostic::error(codes::NOT_EMPTY, format!("`{}` is there already, and not empty", folder.display()))
        .help("name a folder that does not exist yet")
}

/// CW0012: a folder for a new package, in which the work of a killed run has just been finished.
pub(super) fn finished_now(folder: &Path) -> Diagnostic {
    let word = shell_path(folder);
    Diagnostic::error(codes::NOT_EMPTY, format!("`{}` is there already, and not empty", folder.display()))
        .because("an earlier run was interrupted here; its files have now been put into place")
        .help(format!("the game is whole: go on with it; `cardwright schema {word}` writes its schemas"))
}

/// CW0014: a workbook that needs a password, or of a format that is not read.
#[cfg(feature = "sheets")]
pub(super) fn encrypted_workbook(name: &str) -> Diagnostic {
    Diagnostic::error(codes::WORKBOOK, format!("`{name}` is encrypted, or in an old format"))
        .because("only its owner, or the program that wrote it, can read it")
        .help("save it without a password, as `.xlsx` or `.ods`")
}

/// CW0014: a workbook that ends too early, or is none.
#[cfg(feature = "sheets")]
pub(super) fn broken_workbook(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::WORKBOOK, format!("`{name}` is not a whole workbook"))
        .because(why)
        .help("if a program is just saving it, check again; else open it in the spreadsheet and save it anew")
}

/// CW0014: a build that reads no workbooks.
#[cfg(not(feature = "sheets"))]
pub(super) fn no_workbooks(name: &str) -> Diagnostic {
    Diagnostic::error(codes::WORKBOOK, format!("`{name}` cannot be read by this build of Cardwright"))
        .because("it was built without the feature `sheets`")
        .help("build it with that feature, or export the sheets as CSV")
}

/// CW0137: a date in a sheet.
#[cfg(feature = "sheets")]
pub(super) fn date_in_sheet(cell: Span) -> Diagnostic {
    Diagnostic::warning(SHEET_DATE, "this cell holds a date or a time")
        .at(cell, "")
        .because("spreadsheets turn `2/3` and `3-4` into dates while they are typed")
        .help("give the cell the format \"Text\", and type its value again")
}

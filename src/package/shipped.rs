//! The games and the starter package that are part of the program.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::stage::{Placed, Stage};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

static GAMES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cards");
static STARTER_PACKAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/starter");

/// The name of the package that a new game begins as, for [`embedded`] and [`copy_out`].
const STARTER: &str = "starter";

/// The ids of the games that are part of the program, sorted. A folder that has no `game.toml` is only included by others.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    packages().filter(|id| GAMES.contains(Path::new(id).join("game.toml")))
}

/// The names of all packages that are part of the program, those that are only included among them, sorted.
pub(super) fn packages() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> = GAMES.dirs().filter_map(|d| d.path().to_str()).collect();
    names.sort_unstable();
    names.into_iter()
}

/// The text of `cards/demo.toml`, which says what is demonstrated; empty if there is none.
pub fn demo() -> &'static str {
    GAMES.get_file("demo.toml").and_then(include_dir::File::contents_utf8).unwrap_or_default()
}

/// The files of a shipped game, or of the package a new game begins as (`starter`): paths inside the package and
/// contents, sorted by path. None if there is no such game.
pub fn embedded(name: &str) -> Option<Vec<(&'static str, &'static [u8])>> {
    let dir = GAMES.dirs().find(|d| d.path() == Path::new(name));
    let dir = dir.or((name == STARTER).then_some(&STARTER_PACKAGE))?;
    let mut files = Vec::new();
    collect(dir, dir.path(), &mut files);
    files.sort_unstable();
    Some(files)
}

fn collect(dir: &Dir<'static>, root: &Path, files: &mut Vec<(&'static str, &'static [u8])>) {
    for file in dir.files() {
        let path = file.path().strip_prefix(root).unwrap_or(file.path());
        files.extend(path.to_str().map(|path| (path, file.contents())));
    }
    for dir in dir.dirs() {
        collect(dir, root, files);
    }
}

/// Copies a shipped game, or the starter package (`starter`), into a folder that is empty or does not exist yet; each file, of its
/// path and contents, becomes what `edit` makes of it. The packages that the game includes are put beside it as they are, where no
/// folders of their names are there. Gives the files written.
///
/// # Errors
/// There is no such game, the folder is not empty, or a file cannot be written: then none is.
pub fn copy_out(name: &str, to: &Path, edit: impl Fn(&str, &[u8]) -> Vec<u8>) -> Result<Vec<PathBuf>, Diagnostic> {
    Ok(place_copy(name, to, edit)?.into_iter().flat_map(Placed::keep).collect())
}

/// The same, but not for good yet: what comes of each package, the game itself first.
///
/// # Errors
/// As [`copy_out`].
pub fn place_copy(name: &str, to: &Path, edit: impl Fn(&str, &[u8]) -> Vec<u8>) -> Result<Vec<Placed>, Diagnostic> {
    let files = embedded(name).ok_or_else(|| super::load::no_such_game(name))?;
    let occupied = || {
        Diagnostic::error(codes::NOT_EMPTY, format!("`{}` is there already, and not empty", to.display()))
            .help("name a folder that does not exist yet")
    };
    if to.is_file() || holds_anything(to) {
        return Err(occupied());
    }
    let mut own = Stage::new(to, "")?;
    // What a killed run had begun here may be finished by now.
    if holds_anything(to) {
        return Err(occupied());
    }
    for (path, bytes) in files {
        own.file(path, &edit(path, bytes))?;
    }
    let mut placed = Vec::new();
    for package in included(name) {
        // A name may end in `..` or have no parent that is written out.
        let beside = to.join("..").join(package);
        if beside.exists() {
            continue;
        }
        let mut stage = Stage::new(&beside, "")?;
        for (path, bytes) in embedded(package).unwrap_or_default() {
            stage.file(path, bytes)?;
        }
        placed.push(stage.place()?);
    }
    // Last: where it is, all that it includes is.
    placed.insert(0, own.place()?);
    Ok(placed)
}

/// Whether there is anything in a folder but what a run of ours has hidden there.
fn holds_anything(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| !entry.file_name().to_str().is_some_and(super::hidden::is_ours))
}

/// The packages that a shipped game includes, directly or by way of others.
fn included(name: &str) -> Vec<&'static str> {
    let Some(id) = packages().find(|id| *id == name) else { return Vec::new() };
    let (files, _) = super::load::load_shipped(id);
    let of = |package: &&'static str| {
        let inside = |file: &super::PackageFile| Path::new(&files.sources.file(file.file).name).starts_with(package);
        files.files.iter().any(|file| file.included && inside(file))
    };
    packages().filter(of).collect()
}

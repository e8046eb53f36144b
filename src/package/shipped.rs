//! Games and starter package embedded in the program.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use super::stage::{PlacedFiles, StagedFiles};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

static GAMES: Dir<'static> = include_dir!("$OUT_DIR/cards");
static STARTER_PACKAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/starter");

/// Name of the starter package, from which new games are created, for [`embedded`] and [`copy_out`].
const STARTER: &str = "starter";

/// Returns the ids of the shipped games, sorted. A folder without `game.toml` is not a game; others include
/// it.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    packages().filter(|id| GAMES.contains(Path::new(id).join("game.toml")))
}

/// Returns the names of all embedded packages, sorted, including those that are only included by others.
pub(super) fn packages() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> = GAMES.dirs().filter_map(|d| d.path().to_str()).collect();
    names.sort_unstable();
    names.into_iter()
}

/// Returns the text of `cards/demo.toml`, the script of the demonstration; empty if there is none.
pub fn demo() -> &'static str {
    GAMES.get_file("demo.toml").and_then(include_dir::File::contents_utf8).unwrap_or_default()
}

/// Returns the files of a shipped game, or of the starter package (`starter`): paths inside the package with
/// contents, sorted by path, without the schemas that `cardwright schema` makes. `None` if there is no such
/// game.
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

/// Copies a shipped game, or the starter package (`starter`), into an empty or new folder; `edit` maps the
/// path and contents of each file to its new contents. The packages that the game includes are copied beside
/// it unchanged, unless folders of their names exist. Returns the files written.
///
/// # Errors
/// There is no such game, the folder is not empty, or a file cannot be written. Then none is written.
pub fn copy_out(
    name: &str,
    to: &Path,
    edit: impl Fn(&str, &[u8]) -> Vec<u8>,
) -> Result<Vec<PathBuf>, Diagnostic> {
    Ok(place_copy(name, to, edit)?.into_iter().flat_map(PlacedFiles::keep).collect())
}

/// Like [`copy_out`], but not committed yet. Returns the files placed for each package, the game itself
/// first.
///
/// # Errors
/// Like [`copy_out`].
pub fn place_copy(
    name: &str,
    to: &Path,
    edit: impl Fn(&str, &[u8]) -> Vec<u8>,
) -> Result<Vec<PlacedFiles>, Diagnostic> {
    let files = embedded(name).ok_or_else(|| super::load::no_such_game(name))?;
    let occupied = || {
        Diagnostic::error(codes::NOT_EMPTY, format!("`{}` is there already, and not empty", to.display()))
            .help("name a folder that does not exist yet")
    };
    if to.is_file() || holds_anything(to) {
        return Err(occupied());
    }
    let mut own = StagedFiles::new(to, "")?;
    // `StagedFiles::new` may have finished the work of a killed run here.
    if holds_anything(to) {
        return Err(occupied());
    }
    for (path, bytes) in files {
        own.file(path, &edit(path, bytes))?;
    }
    let mut placed = Vec::new();
    for package in included(name) {
        // The path may end in `..` or have no explicit parent.
        let beside = to.join("..").join(package);
        if beside.exists() {
            continue;
        }
        let mut stage = StagedFiles::new(&beside, "")?;
        for (path, bytes) in embedded(package).unwrap_or_default() {
            stage.file(path, bytes)?;
        }
        placed.push(stage.place()?);
    }
    // The game comes last: if it exists, so do the packages that it includes.
    placed.insert(0, own.place()?);
    Ok(placed)
}

/// Whether a folder contains anything except our staging folders.
fn holds_anything(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| !entry.file_name().to_str().is_some_and(super::hidden::is_ours))
}

/// Returns the packages that a shipped game includes, directly or indirectly.
fn included(name: &str) -> Vec<&'static str> {
    let Some(id) = packages().find(|id| *id == name) else { return Vec::new() };
    let (files, _) = super::load::load_shipped(id);
    let of = |package: &&'static str| {
        let inside =
            |file: &super::PackageFile| Path::new(&files.sources.file(file.file).name).starts_with(package);
        files.files.iter().any(|file| file.included && inside(file))
    };
    packages().filter(of).collect()
}

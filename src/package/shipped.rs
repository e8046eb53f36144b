//! Games and starter package embedded in the program.

use std::path::Path;

use include_dir::{Dir, include_dir};

static GAMES: Dir<'static> = include_dir!("$OUT_DIR/cards");
static STARTER_PACKAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates/starter");

/// Name of the starter package, from which new games are created, for [`embedded`] and
/// [`copy_out`](super::copy_out).
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

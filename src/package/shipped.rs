//! The games and the starter package that a program brings along, besides those in folders.

use std::sync::OnceLock;

/// A file that a program brings along: its path, and its contents.
pub type ShippedFile = (&'static str, &'static [u8]);

/// The shipped files, sorted by path.
static SHIPPED: OnceLock<Vec<ShippedFile>> = OnceLock::new();

/// Name of the starter package, from which new games are created, for [`embedded`] and
/// [`copy_out`](super::copy_out).
const STARTER: &str = "starter";
/// The folder of the shipped packages.
const CARDS: &str = "cards";
/// The folder of the starter package.
const TEMPLATES: &str = "templates";
/// The folder of the schemas that `cardwright schema` makes; they are not shipped.
const SCHEMA: &str = "schema/";

/// Ships games: from now on they are found by their ids. Only the first call has an effect; the program
/// `cardwright` makes it when it starts, with its own games, and a library that makes none finds games by
/// their folders alone.
///
/// The paths are those of this repository: `cards/<package>/…`, with `cards/demo.toml`, the script of the
/// demonstration, and `templates/starter/…`, the package from which new games are created. Generated schemas
/// (`cards/<package>/schema/…`) are left out.
pub fn ship(files: impl IntoIterator<Item = ShippedFile>) {
    SHIPPED.get_or_init(|| {
        let mut files: Vec<ShippedFile> = files.into_iter().collect();
        files.sort_unstable();
        files
    });
}

/// Returns the ids of the shipped games, sorted. A folder without `game.toml` is not a game; others include
/// it.
pub fn shipped() -> impl Iterator<Item = &'static str> {
    packages().filter(|id| files_of(CARDS, id).any(|(path, _)| path == "game.toml"))
}

/// Returns the names of all shipped packages, sorted, including those that are only included by others.
pub(super) fn packages() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> =
        files_in(CARDS).filter_map(|(path, _)| Some(path.split_once('/')?.0)).collect();
    names.dedup();
    names.into_iter()
}

/// Returns the text of `cards/demo.toml`, the script of the demonstration; empty if there is none.
pub fn demo() -> &'static str {
    let script = files_in(CARDS).find(|(path, _)| *path == "demo.toml");
    script.and_then(|(_, bytes)| std::str::from_utf8(bytes).ok()).unwrap_or_default()
}

/// Returns the files of a shipped game, or of the starter package (`starter`): paths inside the package with
/// contents, sorted by path, without the schemas that `cardwright schema` makes. `None` if there is no such
/// game.
pub fn embedded(name: &str) -> Option<Vec<ShippedFile>> {
    let mut files: Vec<ShippedFile> = files_of(CARDS, name).collect();
    if files.is_empty() && name == STARTER {
        files = files_of(TEMPLATES, STARTER).collect();
    }
    (!files.is_empty()).then_some(files)
}

/// Returns the files of a folder of the repository, with their paths in it.
fn files_in(folder: &'static str) -> impl Iterator<Item = ShippedFile> {
    let all = SHIPPED.get().map_or(&[][..], Vec::as_slice);
    all.iter().filter_map(move |(path, bytes)| Some((path.strip_prefix(folder)?.strip_prefix('/')?, *bytes)))
}

/// Returns the files of a package, with their paths in it.
fn files_of(folder: &'static str, name: &str) -> impl Iterator<Item = ShippedFile> {
    files_in(folder)
        .filter_map(move |(path, bytes)| Some((path.strip_prefix(name)?.strip_prefix('/')?, bytes)))
        .filter(|(path, _)| !path.starts_with(SCHEMA))
}

//! Copies of shipped games, and of the starter package, as new packages.

use std::path::{Path, PathBuf};

use super::hidden::{holds_leftover, is_ours};
use super::load::{load_shipped, no_such_game};
use super::messages;
use super::package_files::PackageFile;
use super::shipped::{embedded, packages, shipped};
use super::stage::{PlacedFiles, StagedFiles};
use crate::diagnostics::Diagnostic;

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
    let files = embedded(name).ok_or_else(|| match Path::new(name).join("game.toml").is_file() {
        true => messages::not_shipped(name, &shipped().collect::<Vec<_>>()),
        false => no_such_game(name),
    })?;
    if to.is_file() || holds_files(to) && !holds_leftover(to) {
        return Err(messages::not_empty(to));
    }
    let mut own = StagedFiles::new(to, "")?;
    // `StagedFiles::new` may have finished the work of a killed run here.
    if holds_files(to) {
        return Err(match own.finished_earlier() {
            true => messages::finished_now(to),
            false => messages::not_empty(to),
        });
    }
    for (path, bytes) in files {
        own.file(path, &edit(path, bytes))?;
    }
    let mut placed = Vec::new();
    for package in included(name) {
        // The path may end in `..` or have no explicit parent.
        let beside = to.join("..").join(package);
        if beside.is_file() || holds_files(&beside) && !holds_leftover(&beside) {
            continue;
        }
        let mut stage = StagedFiles::new(&beside, "")?;
        if holds_files(&beside) {
            continue;
        }
        for (path, bytes) in embedded(package).unwrap_or_default() {
            stage.file(path, bytes)?;
        }
        placed.push(stage.place()?);
    }
    // The game comes last: if it exists, so do the packages that it includes.
    placed.insert(0, own.place()?);
    Ok(placed)
}

/// Returns whether a folder contains anything except our staging folders, and folders without files, which a
/// run that was killed early leaves.
fn holds_files(folder: &Path) -> bool {
    std::fs::read_dir(folder).into_iter().flatten().flatten().any(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let ours = entry.file_name().to_str().is_some_and(is_ours);
        !ours && (!is_folder || holds_files(&entry.path()))
    })
}

/// Returns the packages that a shipped game includes, directly or indirectly.
fn included(name: &str) -> Vec<&'static str> {
    let Some(id) = packages().find(|id| *id == name) else { return Vec::new() };
    let (files, _) = load_shipped(id);
    let of = |package: &&'static str| {
        let inside = |file: &PackageFile| Path::new(&files.sources.file(file.file).name).starts_with(package);
        files.files.iter().any(|file| file.included && inside(file))
    };
    packages().filter(of).collect()
}

//! Writes the files of a command.

use std::path::{Path, PathBuf};

use super::command_result::CommandError;
use crate::package::{is_of_package, write_files};

/// Writes all files or none: all contents are computed before the first file is written.
pub(super) fn write_all(
    files: &[PathBuf],
    bytes_of: impl Fn(&Path) -> Result<Vec<u8>, CommandError>,
) -> Result<(), CommandError> {
    let made: Vec<Vec<u8>> = files.iter().map(|file| bytes_of(file)).collect::<Result<_, CommandError>>()?;
    let all: Vec<(&Path, &[u8])> =
        files.iter().map(PathBuf::as_path).zip(made.iter().map(Vec::as_slice)).collect();
    Ok(write_files(&all)?)
}

/// Refuses files that a game reads as its own: its cards, rules, decks, scenarios and texts.
pub(super) fn refuse_of_package(files: &[PathBuf]) -> Result<(), CommandError> {
    match files.iter().find(|file| is_of_package(file)) {
        Some(file) => Err(CommandError::Usage(format!(
            "`{}` cannot be saved: a game reads the file of this name as its own; name another file",
            file.display()
        ))),
        None => Ok(()),
    }
}

/// Refuses files that would overwrite each other.
pub(super) fn refuse_repeated(files: &[PathBuf]) -> Result<(), CommandError> {
    let places: Vec<PathBuf> = files.iter().map(|file| place_of(file)).collect();
    match files.iter().enumerate().find(|(at, _)| places[..*at].contains(&places[*at])) {
        Some((_, file)) => Err(CommandError::Usage(format!("`{}` is named twice", file.display()))),
        None => Ok(()),
    }
}

/// Returns the place of a file, the same for each way to name it. The file may not exist yet.
pub(super) fn place_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let there = folder.canonicalize().map(|folder| folder.join(file.file_name().unwrap_or_default()));
    file.canonicalize().or(there).unwrap_or_else(|_| file.to_owned())
}

/// Returns a file's extension without the dot; empty if it has none.
pub(super) fn ending(file: &Path) -> &str {
    file.extension().and_then(|e| e.to_str()).unwrap_or_default()
}

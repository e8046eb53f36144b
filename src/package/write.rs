//! Atomic writes of single files, and files of temporary folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file_ops as ops;
use super::messages::cannot_be_written;
use super::read::text_of;
use super::stage::{StagedFiles, or_here};
use crate::diagnostics::Diagnostic;

/// Writes `bytes` to a file that the user named. Returns its path. Folders are created as needed.
///
/// The file is written beside its target and then renamed, so that it is never partial. If the path is a
/// link, its target is replaced and the link stays; a device or a pipe is written into.
///
/// # Errors
/// The file cannot be written, the path has no file name, or it is a folder or a dangling link.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    write_files(&[(path, bytes)]).map(|()| path.to_owned())
}

/// Like [`write_file`], for several files: all of them are written, or none is changed.
///
/// # Errors
/// Like [`write_file`], for any of them.
pub fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Diagnostic> {
    let mut folders: Vec<(PathBuf, Vec<OutputFile>)> = Vec::new();
    let mut devices = Vec::new();
    for (path, bytes) in files {
        match place_of(path).map_err(|error| cannot_be_written(path, &error))? {
            Some((folder, name)) => match folders.iter_mut().find(|(other, _)| *other == folder) {
                Some((_, named)) => named.push(OutputFile { path, name, bytes }),
                None => folders.push((folder, vec![OutputFile { path, name, bytes }])),
            },
            None => devices.push((path, bytes)),
        }
    }
    let mut placed = Vec::new();
    for (folder, named) in &folders {
        let Some(OutputFile { path: first, .. }) = named.first() else { continue };
        // The error names the path as the user did.
        let found = |path: &Path, d: Diagnostic| {
            cannot_be_written(path, &io::Error::other(d.cause.unwrap_or(d.message)))
        };
        let mut stage = StagedFiles::open(folder, "", named.len() > 1)
            .map_err(|error| cannot_be_written(first, &error))?;
        named.iter().try_for_each(|n| stage.file(&n.name, n.bytes).map_err(|d| found(n.path, d)))?;
        placed.push(stage.place().map_err(|d| if named.len() == 1 { found(first, d) } else { d })?);
    }
    for (path, bytes) in devices {
        ops::write_into(path, bytes).map_err(|error| cannot_be_written(path, &error))?;
    }
    placed.into_iter().for_each(|files| drop(files.keep()));
    Ok(())
}

/// Writes a file of a temporary folder: neither atomic nor synced, since nothing of it outlasts the program.
///
/// # Errors
/// The file cannot be written.
pub fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<()> {
    ops::write_temporary(path, bytes)
}

/// A file to write: its path as the user named it, and its name in its folder.
struct OutputFile<'a> {
    path: &'a Path,
    name: String,
    bytes: &'a [u8],
}

/// Returns the folder and name of a file that the user named; `None` for a device or a pipe.
fn place_of(path: &Path) -> io::Result<Option<(PathBuf, String)>> {
    let mut path = path.to_owned();
    match fs::metadata(&path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if there.is_file() => {
            if fs::symlink_metadata(&path)?.is_symlink() {
                path = fs::canonicalize(&path)?;
            }
        }
        Ok(_) => return Ok(None),
        Err(_) if fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) => {
            return Err(io::Error::new(io::ErrorKind::NotFound, "it is a link that leads nowhere"));
        }
        Err(_) => {}
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|n| n.to_str());
    let name =
        name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it cannot be the name of a file"))?;
    Ok(Some((folder.to_owned(), name.to_owned())))
}

/// Replaces the text of a file that the user named; `change` maps the current text to the new one. Concurrent
/// changes by this function wait for each other, so that no update is lost.
///
/// # Errors
/// The file cannot be read or written, or `change` fails.
pub fn change_file<E: From<Diagnostic>>(
    path: &Path,
    change: impl FnOnce(String) -> Result<String, E>,
) -> Result<(), E> {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // Locks the folder, because the rename replaces the file itself. Held to the end of the function; without
    // support for locks, nobody waits.
    let lock = whole.parent().and_then(|folder| fs::File::open(or_here(folder)).ok());
    let _held = lock.filter(|folder| folder.lock().is_ok());
    let text = change(text_of(path)?)?;
    write_file(path, text.as_bytes())?;
    Ok(())
}

/// Writes `bytes` to the file `relative` inside `folder`. Returns its path. Folders are created as needed.
///
/// The file is written beside its target and then renamed, so that it is never partial. A `relative` that is
/// absolute, contains `..`, or leads out of `folder` by a link is refused. So is a target that is a link or a
/// device.
///
/// # Errors
/// The file cannot be written there.
pub fn write_atomically(folder: &Path, relative: &str, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    let path = folder.join(relative);
    // It is replaced by a new file, which the system allows for a read-only one, too.
    if fs::metadata(&path).is_ok_and(|about| about.permissions().readonly()) {
        return Err(cannot_be_written(&path, &io::Error::other("it is read-only")));
    }
    in_stage(folder, relative, bytes).map(|()| path.clone()).map_err(|error| cannot_be_written(&path, &error))
}

fn in_stage(folder: &Path, relative: &str, bytes: &[u8]) -> io::Result<()> {
    let mut stage = StagedFiles::open(folder, "", false)?;
    let found = |d: Diagnostic| io::Error::other(d.cause.unwrap_or(d.message));
    stage.file(relative, bytes).map_err(found)?;
    stage.finish().map_err(found)?;
    Ok(())
}

//! Single files, written whole, and only where they may be.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file_ops as ops;
use super::read::text_of;
use super::stage::{Stage, or_here};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

/// Writes `bytes` to a file that the user has named; gives its path. Folders are made as needed.
///
/// The file is written beside its place and then put into it, so that nobody ever sees half of it. Where the path is a link, the
/// file that it leads to is written, and the link stays; a device or a pipe is written into.
///
/// # Errors
/// It cannot be written, the path ends in no name, or it is a folder or a link that leads nowhere.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    write_files(&[(path, bytes)]).map(|()| path.to_owned())
}

/// The same for several files: all are written, or all are as they were.
///
/// # Errors
/// As [`write_file`], of any of them.
pub fn write_files(files: &[(&Path, &[u8])]) -> Result<(), Diagnostic> {
    let mut folders: Vec<(PathBuf, Vec<Named>)> = Vec::new();
    let mut devices = Vec::new();
    for (path, bytes) in files {
        match place_of(path).map_err(|error| cannot(path, &error))? {
            Some((folder, name)) => match folders.iter_mut().find(|(other, _)| *other == folder) {
                Some((_, named)) => named.push(Named { path, name, bytes }),
                None => folders.push((folder, vec![Named { path, name, bytes }])),
            },
            None => devices.push((path, bytes)),
        }
    }
    let mut placed = Vec::new();
    for (folder, named) in &folders {
        let Some(Named { path: first, .. }) = named.first() else { continue };
        // As the user has named it, not as the stage does.
        let found = |path: &Path, d: Diagnostic| cannot(path, &io::Error::other(d.cause.unwrap_or(d.message)));
        let mut stage = Stage::open(folder, "", named.len() > 1).map_err(|error| cannot(first, &error))?;
        named.iter().try_for_each(|n| stage.file(&n.name, n.bytes).map_err(|d| found(n.path, d)))?;
        placed.push(stage.place().map_err(|d| if named.len() == 1 { found(first, d) } else { d })?);
    }
    for (path, bytes) in devices {
        ops::write_into(path, bytes).map_err(|error| cannot(path, &error))?;
    }
    placed.into_iter().for_each(|files| drop(files.keep()));
    Ok(())
}

/// A file that is to be written: as the user has named it, and its name in its folder.
struct Named<'a> {
    path: &'a Path,
    name: String,
    bytes: &'a [u8],
}

/// The folder and the name of a file that the user has named; none where it is a device or a pipe.
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
    let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it cannot be the name of a file"))?;
    Ok(Some((folder.to_owned(), name.to_owned())))
}

/// Gives a file that the user has named another text, which `change` makes of the one that it has by then: whoever else changes
/// it so waits, so that nothing that was written is lost.
///
/// # Errors
/// It cannot be read or written, or cannot be changed so.
pub fn change_file<E: From<Diagnostic>>(
    path: &Path,
    change: impl FnOnce(String) -> Result<String, E>,
) -> Result<(), E> {
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // The folder, since the file itself is another one afterwards. Held until the end; where folders cannot be locked, nobody waits.
    let lock = whole.parent().and_then(|folder| fs::File::open(or_here(folder)).ok());
    let _held = lock.filter(|folder| folder.lock().is_ok());
    let text = change(text_of(path)?)?;
    write_file(path, text.as_bytes())?;
    Ok(())
}

/// Writes `bytes` to the file `relative` inside `folder`; gives its path. Folders are made as needed.
///
/// The file is written beside its place and then put into it, so that nobody ever sees half of it. A `relative` that is
/// absolute, holds `..`, or leads out of `folder` by a link is refused, and so is one whose place a link or a device has.
///
/// # Errors
/// It cannot be written there.
pub fn write_atomically(folder: &Path, relative: &str, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    let path = folder.join(relative);
    in_stage(folder, relative, bytes).map(|()| path.clone()).map_err(|error| cannot(&path, &error))
}

fn in_stage(folder: &Path, relative: &str, bytes: &[u8]) -> io::Result<()> {
    let mut stage = Stage::open(folder, "", false)?;
    let found = |d: Diagnostic| io::Error::other(d.cause.unwrap_or(d.message));
    stage.file(relative, bytes).map_err(found)?;
    stage.finish().map_err(found)?;
    Ok(())
}

pub(super) fn cannot(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_WRITE, format!("`{}` cannot be written", path.display())).because(error.to_string())
}

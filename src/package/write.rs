//! Single files, written whole, and only where they may be.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file_ops as ops;
use super::stage::Stage;
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
    write(path, bytes).map(|()| path.to_owned()).map_err(|error| cannot(path, &error))
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut path = path.to_owned();
    match fs::metadata(&path) {
        Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if there.is_file() => {
            if fs::symlink_metadata(&path)?.is_symlink() {
                path = fs::canonicalize(&path)?;
            }
        }
        Ok(_) => return ops::write_into(&path, bytes),
        Err(_) if fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) => {
            return Err(io::Error::new(io::ErrorKind::NotFound, "it is a link that leads nowhere"));
        }
        Err(_) => {}
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|n| n.to_str());
    let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it cannot be the name of a file"))?;
    in_stage(folder, name, bytes)
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

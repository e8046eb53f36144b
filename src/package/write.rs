//! Files written whole, and only where they may be.

use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::package as codes;

/// Writes `bytes` to a file that the user has named, as [`write_atomically`] does into its folder.
///
/// # Errors
/// It cannot be written, or the path ends in no name.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
        let message = format!("`{}` cannot be written", path.display());
        return Err(Diagnostic::error(codes::CANNOT_WRITE, message).because("it cannot be the name of a file"));
    };
    write_atomically(folder, name, bytes)
}

/// Writes `bytes` to the file `relative` inside `folder`; gives its path. Folders are made as needed.
///
/// The file is written beside its place and then put into it, so that nobody ever sees half of it. A `relative` that is
/// absolute, holds `..`, or leads out of `folder` by a link is refused.
pub fn write_atomically(folder: &Path, relative: &str, bytes: &[u8]) -> Result<PathBuf, Diagnostic> {
    let path = folder.join(relative);
    write(folder, Path::new(relative), bytes).map(|()| path.clone()).map_err(|error| {
        Diagnostic::error(codes::CANNOT_WRITE, format!("`{}` cannot be written", path.display()))
            .because(error.to_string())
    })
}

fn write(folder: &Path, relative: &Path, bytes: &[u8]) -> io::Result<()> {
    let inside = relative.components().all(|c| matches!(c, Component::Normal(_)));
    if !inside || relative.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not inside the folder for output"));
    }
    fs::create_dir_all(folder)?;
    let root = fs::canonicalize(folder)?;
    // Folder by folder, so that nothing is made beyond a link that leads out.
    let mut parent = root.clone();
    for part in relative.parent().into_iter().flat_map(Path::components) {
        let next = parent.join(part);
        match fs::create_dir(&next) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        parent = fs::canonicalize(next)?;
        if !parent.starts_with(&root) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a link leads out of the folder for output"));
        }
    }
    let target = parent.join(relative.file_name().unwrap_or_default());
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".cardwright-");
    let mode = permissions(&target);
    if let Some(mode) = mode.clone() {
        builder.permissions(mode);
    }
    let mut file = builder.tempfile_in(&parent)?;
    file.write_all(bytes)?;
    file.as_file().sync_data()?;
    file.persist(&target).map_err(|e| e.error)?;
    Ok(())
}

/// The permissions of the file that is replaced, or those of any new file; a temporary one's own are its owner's only.
#[cfg(unix)]
fn permissions(target: &Path) -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(
        fs::symlink_metadata(target)
            .ok()
            .filter(fs::Metadata::is_file)
            .map_or_else(|| fs::Permissions::from_mode(0o666), |m| m.permissions()),
    )
}

#[cfg(not(unix))]
fn permissions(_target: &Path) -> Option<fs::Permissions> {
    None
}

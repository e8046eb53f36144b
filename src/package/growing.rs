//! Append-only files of lines: each line is on the disk before the call returns.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::file_ops;

/// A file that only grows.
#[derive(Debug)]
pub struct GrowingFile {
    file: File,
    path: PathBuf,
    /// Length of its whole lines, in bytes.
    length: u64,
    /// True if the file ends in an incomplete line that could not be removed.
    damaged: bool,
}

impl GrowingFile {
    /// Creates a file with its first line. Only its owner may read it.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn begin(path: &Path, line: &str) -> io::Result<GrowingFile> {
        let file = file_ops::create_private_file(path)?;
        let mut growing = GrowingFile { file, path: path.to_owned(), length: 0, damaged: false };
        // The name of a new file is on the disk only when its folder is.
        let begun = growing.add(line).and_then(|()| path.parent().map_or(Ok(()), file_ops::sync_folder));
        if let Err(error) = begun {
            // An empty or a refused file would be found at every later start.
            let _ = file_ops::remove_file(path);
            return Err(error);
        }
        Ok(growing)
    }

    /// Opens a file, and returns its lines. If the last line has no end, because the program ended while it
    /// was written, it is cut off.
    ///
    /// # Errors
    /// It cannot be read or written; or it is no such file, or is larger than `most` bytes, which is an
    /// [`io::ErrorKind::InvalidData`].
    pub fn open(path: &Path, most: u64) -> io::Result<(GrowingFile, Vec<Vec<u8>>)> {
        // A pipe would never end, and a link may lead anywhere.
        if !path.symlink_metadata()?.is_file() {
            return Err(damaged("it is not a regular file"));
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let whole = file.metadata()?.len();
        if whole > most {
            return Err(damaged(format!("it is larger than {most} bytes")));
        }
        let (mut lines, mut length) = (Vec::new(), 0);
        let mut reader = BufReader::new(&file);
        loop {
            let mut line = Vec::new();
            let count = reader.read_until(b'\n', &mut line)?;
            if line.pop() != Some(b'\n') {
                break;
            }
            length += count as u64;
            lines.push(line);
        }
        if lines.is_empty() {
            return Err(damaged("it has no whole line"));
        }
        if length < whole {
            file_ops::truncate(&file, path, length)?;
        }
        file.seek(SeekFrom::Start(length))?;
        Ok((GrowingFile { file, path: path.to_owned(), length, damaged: false }, lines))
    }

    /// Adds a line, which must not contain a line break; returns once it is on the disk.
    ///
    /// # Errors
    /// It cannot be written; then the file is as before, unless even that failed.
    pub fn add(&mut self, line: &str) -> io::Result<()> {
        if self.damaged {
            return Err(io::Error::other(
                "an earlier line is damaged; after another start it can be cut off",
            ));
        }
        let line = format!("{line}\n");
        let written = file_ops::write(&self.file, &self.path, line.as_bytes())
            .and_then(|()| file_ops::sync_contents(&self.file, &self.path));
        match written {
            Ok(()) => self.length += line.len() as u64,
            Err(_) => {
                // Half a line must not precede the next.
                let cut = file_ops::truncate(&self.file, &self.path, self.length);
                self.damaged = cut.is_err() || self.file.seek(SeekFrom::Start(self.length)).is_err();
            }
        }
        written
    }
}

/// Returns the error of a file that no later reading would find in order.
pub(crate) fn damaged(words: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words.into())
}

/// Locks a folder for this program, until the file that is returned is closed. The lock ends with the
/// program, however it ends.
///
/// # Errors
/// Another program has locked it, or the lock file cannot be written; a message.
pub fn lock_folder(folder: &Path) -> io::Result<File> {
    let path = folder.join("lock");
    let file = match file_ops::create_private_file(&path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            OpenOptions::new().read(true).write(true).open(&path)?
        }
        created => created?,
    };
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::other(format!(
            "another program keeps its matches in `{}`: end it, or name another folder",
            folder.display()
        ))),
        // Some file systems, of networks for example, know no locks.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Creates a folder and those above it that are missing.
///
/// # Errors
/// It cannot be created.
pub fn create_folders(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent().filter(|above| !above.as_os_str().is_empty()) {
        create_folders(above)?;
    }
    match file_ops::create_folder(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        created => created,
    }
}

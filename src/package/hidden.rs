//! The hidden staging folder in which files are prepared, and recovery of what a killed run leaves in it.
//!
//! Its name is `.cardwright-PROCESS-NUMBER`. It contains `lock`, which the run that created it keeps locked;
//! `new/`, the new files; `old/`, the files that they replace; and, while the files are being moved, `ready`,
//! the list of changes. If nobody holds the lock, the folder belongs to a killed run. If `ready` exists, the
//! files still in `new/` are moved into place, and stale files are removed; otherwise nothing has been moved.
//! So the files outside are either all old or all new. A file that somebody has written since the run was
//! killed stays.
//!
//! A package from somebody else may contain a forged folder of this kind. Therefore `lock` contains a seal
//! that identifies this file on this disk, including its creation time in nanoseconds, which cannot be
//! foreseen for a copy. A folder whose seal does not match its own lock is ignored: it is not read, finished
//! or removed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::file_hash::has_hash;
use super::file_ops as ops;

const PREFIX: &str = ".cardwright-";
/// First and last line of a complete list. A folder of another version is left to that version.
const BEGIN: &str = "cardwright 2";
const END: &str = "end";
/// Maximum length of a list, in bytes.
const LONGEST_LIST: u64 = 64 << 20;

/// The change of a file when a run puts its files into place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileChange {
    /// The file is written.
    Put(String),
    /// The file is removed if its contents still have this hash.
    Remove { path: String, hash: String },
}

impl FileChange {
    pub(super) fn path(&self) -> &str {
        let (FileChange::Put(path) | FileChange::Remove { path, .. }) = self;
        path
    }
}

/// A staging folder of this run. Drop removes it with its contents.
pub(super) struct StagingFolder {
    path: PathBuf,
    /// The lock file, locked as long as it is open: it marks the folder as in use by a live process.
    _lock: File,
}

impl StagingFolder {
    /// Creates one inside a folder.
    pub(super) fn make(folder: &Path) -> io::Result<StagingFolder> {
        let mut number = 0;
        loop {
            let path = folder.join(format!("{PREFIX}{}-{number}", std::process::id()));
            number += 1;
            match ops::create_folder(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => continue,
                made => made?,
            }
            match lock(&path) {
                Ok(Some(lock)) => {
                    let hidden = StagingFolder { path, _lock: lock };
                    ops::create_folder(&hidden.path.join("new"))?;
                    ops::create_folder(&hidden.path.join("old"))?;
                    return Ok(hidden);
                }
                // Another run took it for a dead run's before it was locked, and removed it.
                Ok(None) if number < 1000 => {}
                Ok(None) => return Err(io::ErrorKind::WouldBlock.into()),
                Err(error) => {
                    let _ = ops::remove_folder(&path);
                    return Err(error);
                }
            }
        }
    }

    pub(super) fn new_file(&self, path: &str) -> PathBuf {
        self.path.join("new").join(path)
    }

    pub(super) fn old_file(&self, path: &str) -> PathBuf {
        self.path.join("old").join(path)
    }

    /// Marks the staged files as complete: from here on, the next run finishes the work of a killed one.
    pub(super) fn set_ready(&self, changes: &[FileChange]) -> io::Result<()> {
        let mut text = format!("{BEGIN}\n");
        for change in changes {
            match change {
                FileChange::Put(path) => text.push_str(&format!("put {path}\n")),
                FileChange::Remove { path, hash } => text.push_str(&format!("remove {hash} {path}\n")),
            }
        }
        text.push_str(END);
        // Renamed only once it is complete, so that `ready` is never partial.
        let unnamed = self.path.join("new/.ready");
        ops::write_new(&unnamed, text.as_bytes())?;
        ops::rename(&unnamed, &self.path.join("ready"))?;
        ops::sync_folder(&self.path)
    }

    /// Marks that nothing is left to finish.
    pub(super) fn set_done(&self) {
        let ready = self.path.join("ready");
        if ready.exists() {
            let _ = ops::remove_file(&ready);
        }
    }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        self.set_done();
        // The next run removes what remains.
        let _ = remove(&self.path);
    }
}

/// Locks a folder that was just created; `None` if it was removed or another run has it.
fn lock(path: &Path) -> io::Result<Option<File>> {
    let name = path.join("lock");
    let file = match ops::create_file(&name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        made => made?,
    };
    match file.try_lock() {
        Ok(()) if !name.exists() => return Ok(None),
        Err(fs::TryLockError::WouldBlock) => return Ok(None),
        // The file system has no locks, so no run can lock the folder and take it for a dead run's.
        Ok(()) | Err(fs::TryLockError::Error(_)) => {}
    }
    if let Some(seal) = seal(&file.metadata()?) {
        ops::write(&file, &name, seal.as_bytes()).inspect_err(|_| drop(ops::remove_file(&name)))?;
    }
    Ok(Some(file))
}

/// Returns text that identifies a file among all files on all machines; `None` if the system does not record
/// creation times.
fn seal(file: &fs::Metadata) -> Option<String> {
    #[cfg(unix)]
    let place = {
        use std::os::unix::fs::MetadataExt;
        (file.dev(), file.ino())
    };
    #[cfg(not(unix))]
    let place = (0u64, 0u64);
    let born = file.created().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(format!("{BEGIN}\n{} {} {}\n", place.0, place.1, born.as_nanos()))
}

/// Returns the text of a regular file of at most `longest` bytes.
fn read_plain(path: &Path, longest: u64) -> Option<String> {
    let there = fs::symlink_metadata(path).ok()?;
    (there.is_file() && there.len() <= longest).then_some(())?;
    let mut text = String::new();
    File::open(path).ok()?.take(longest).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Returns whether a path is a folder itself, not a link to one.
fn is_plain_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_dir())
}

/// Finishes or removes the staging folders of killed runs. Returns whether anything was finished: files were
/// moved into place now that had not been. `own` belongs to this run; folders of other users are ignored.
pub(super) fn clear(folder: &Path, own: &StagingFolder, finish: bool) -> bool {
    let mut finished = false;
    let Ok(entries) = fs::read_dir(folder) else { return false };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let ours = path.file_name().and_then(|n| n.to_str()).is_some_and(is_ours);
        if !ours || path == own.path || !same_owner(&path, &own.path) {
            continue;
        }
        finished |= clear_one(folder, &path, finish).unwrap_or_default();
    }
    finished
}

/// Returns whether this is a name that [`StagingFolder::make`] generates.
pub(super) fn is_ours(name: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    name.strip_prefix(PREFIX)
        .and_then(|rest| rest.split_once('-'))
        .is_some_and(|(a, b)| digits(a) && digits(b))
}

/// Returns whether a folder contains a staging folder, as a killed run leaves it.
pub(super) fn holds_leftover(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_str().is_some_and(is_ours))
}

#[cfg(unix)]
fn same_owner(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let of = |path: &Path| fs::symlink_metadata(path).ok().filter(fs::Metadata::is_dir).map(|m| m.uid());
    of(a).is_some_and(|owner| Some(owner) == of(b))
}

#[cfg(not(unix))]
fn same_owner(a: &Path, _b: &Path) -> bool {
    fs::symlink_metadata(a).is_ok_and(|m| m.is_dir())
}

fn clear_one(folder: &Path, path: &Path, finish: bool) -> io::Result<bool> {
    let name = path.join("lock");
    let there = match fs::symlink_metadata(&name) {
        // A run that was killed before it had a lock, or is about to create one. `remove_folder` removes only
        // an empty folder.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return ops::remove_folder(path).map(|()| false);
        }
        there => there?,
    };
    if !there.is_file() {
        return Ok(false);
    }
    let lock = OpenOptions::new().write(true).open(&name)?;
    if lock.try_lock().is_err() {
        return Ok(false);
    }
    if there.len() == 0 && fs::read_dir(path)?.count() == 1 {
        // Killed before the seal was written, so the folder is empty.
        ops::remove_file(&name)?;
        return ops::remove_folder(path).map(|()| false);
    }
    if seal(&there).is_none_or(|seal| read_plain(&name, 1024).as_ref() != Some(&seal)) {
        return Ok(false);
    }
    let parts = ["lock", "new", "old", "ready"];
    for entry in fs::read_dir(path)? {
        if !parts.iter().any(|part| entry.as_ref().is_ok_and(|e| e.file_name() == *part)) {
            return Ok(false);
        }
    }
    let mut finished = false;
    if fs::symlink_metadata(path.join("ready")).is_ok() {
        let Some(text) = read_plain(&path.join("ready"), LONGEST_LIST).filter(|_| finish) else {
            return Ok(false);
        };
        for change in read_ready(&text).into_iter().flatten() {
            finished |= finish_one(folder, path, &change)?;
        }
        ops::sync_folder(folder)?;
        ops::remove_file(&path.join("ready"))?;
    }
    remove(path)?;
    Ok(finished)
}

/// Removes a staging folder, its lock last: if a run is killed meanwhile, the next one still recognises it as
/// a dead run's.
fn remove(path: &Path) -> io::Result<()> {
    for part in ["new", "old"].map(|part| path.join(part)) {
        if is_plain_folder(&part) {
            ops::remove_tree(&part)?;
        }
    }
    ops::remove_file(&path.join("lock"))?;
    ops::remove_folder(path)
}

/// Parses the changes of a list; `None` if the list is invalid.
fn read_ready(text: &str) -> Option<Vec<FileChange>> {
    let lines = text.strip_prefix(BEGIN)?.strip_prefix('\n')?.strip_suffix(END)?;
    let change = |line: &str| {
        let change = match line.split_once(' ')? {
            ("put", path) => FileChange::Put(path.to_owned()),
            ("remove", rest) => {
                let (hash, path) = rest.split_once(' ')?;
                FileChange::Remove { path: path.to_owned(), hash: hash.to_owned() }
            }
            _ => return None,
        };
        is_inside(change.path()).then_some(change)
    };
    lines.lines().map(change).collect()
}

/// Returns whether a relative path, by its components, leads to a file inside a folder.
pub(super) fn is_inside(path: &str) -> bool {
    let path = Path::new(path);
    path.components().all(|c| matches!(c, Component::Normal(_))) && path.file_name().is_some()
}

fn finish_one(folder: &Path, hidden: &Path, change: &FileChange) -> io::Result<bool> {
    let target = folder.join(change.path());
    let lies_in = |file: &Path, folder: &Path| {
        let real = |path: Option<&Path>| path.and_then(|path| fs::canonicalize(path).ok());
        real(file.parent()).zip(real(Some(folder))).is_some_and(|(parent, folder)| parent.starts_with(folder))
    };
    let inside = lies_in(&target, folder);
    let regular = |path: &Path| fs::symlink_metadata(path).map(|m| m.is_file());
    match change {
        FileChange::Put(path) => {
            let made = hidden.join("new").join(path);
            let free = regular(&target).unwrap_or(true);
            // The file has been written since, so the staged one is stale.
            let written = |path: &Path| fs::metadata(path).and_then(|m| m.modified()).ok();
            let is_outdated = written(&target) > written(&made);
            if is_outdated {
                return Ok(false);
            }
            if inside && lies_in(&made, &hidden.join("new")) && free && regular(&made).unwrap_or_default() {
                ops::rename(&made, &target)?;
                return Ok(true);
            }
        }
        FileChange::Remove { path, hash } => {
            // If the killed run has moved the file away, one that is there now was made since.
            let is_removed = fs::symlink_metadata(hidden.join("old").join(path)).is_ok();
            if inside && !is_removed && has_hash(&target, hash) {
                ops::remove_file(&target)?;
                return Ok(true);
            }
        }
    }
    Ok(false)
}

//! Transactional writes: many files are put into place together, or none is.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file_ops as ops;
use super::hidden::{self, FileChange, StagingFolder};
use super::manifest::Manifest;
use super::messages::cannot_be_written;
use crate::diagnostics::Diagnostic;

const OUTSIDE: &str = "it is not inside the folder for output";
const LEADS_OUT: &str = "a link leads out of the folder for output";

/// Files prepared in a staging folder and moved into place once all are complete. Drop before that removes
/// everything.
pub struct StagedFiles {
    /// Output folder that the user named; links must not lead out of it.
    root: PathBuf,
    /// Folder of the files, inside `root`.
    home: PathBuf,
    /// `None` only after drop. It must be dropped before `folders`.
    hidden: Option<StagingFolder>,
    folders: Folders,
    changes: Vec<FileChange>,
    /// Manifest of the files, if they are recorded.
    manifest: Option<Manifest>,
    finished_earlier: bool,
}

/// Returns the path, or `.` for an empty one.
pub(super) fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// Folders created on the way, outermost first.
#[derive(Default)]
struct Folders {
    made: Vec<PathBuf>,
    /// True if drop keeps them.
    kept: bool,
}

impl Folders {
    /// Creates a folder and its parents.
    fn make(&mut self, path: &Path) -> io::Result<()> {
        if path.as_os_str().is_empty() || path.is_dir() {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            self.make(parent)?;
        }
        match ops::create_folder(path) {
            Ok(()) => self.made.push(path.to_owned()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Creates a folder inside `root` level by level, so that nothing is created beyond a link that leads
    /// out.
    fn make_inside(&mut self, root: &Path, relative: &Path) -> io::Result<PathBuf> {
        let whole = fs::canonicalize(or_here(root))?;
        let mut folder = root.to_owned();
        for part in relative.components() {
            folder.push(part);
            self.make(&folder)?;
            if !fs::canonicalize(&folder)?.starts_with(&whole) {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, LEADS_OUT));
            }
        }
        Ok(folder)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for folder in self.made.iter().rev().filter(|_| !self.kept) {
            // A folder that is not empty contains files from elsewhere.
            let _ = ops::remove_folder(folder);
        }
    }
}

impl StagedFiles {
    /// Opens the folder `inside` of the output folder `root`; both are created if needed. The work of killed
    /// runs there is finished or removed.
    ///
    /// # Errors
    /// The folder cannot be written to, or a link leads out of `root`.
    pub fn new(root: &Path, inside: &str) -> Result<StagedFiles, Diagnostic> {
        StagedFiles::open(root, inside, true).map_err(|e| cannot_be_written(&root.join(inside), &e))
    }

    /// Like `new`. `finish` is true if the interrupted moves of killed runs are completed first.
    pub(super) fn open(root: &Path, inside: &str, finish: bool) -> io::Result<StagedFiles> {
        if !inside.is_empty() && !hidden::is_inside(inside) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, OUTSIDE));
        }
        let mut folders = Folders::default();
        folders.make(root)?;
        let home = folders.make_inside(root, Path::new(inside))?;
        let hidden = StagingFolder::make(or_here(&home))?;
        let finished_earlier = hidden::clear(or_here(&home), &hidden, finish);
        Ok(StagedFiles {
            root: root.to_owned(),
            home,
            folders,
            hidden: Some(hidden),
            changes: Vec::new(),
            manifest: None,
            finished_earlier,
        })
    }

    /// Returns whether an earlier run was killed while it moved its files into place. If so, this call has
    /// finished the move.
    pub fn finished_earlier(&self) -> bool {
        self.finished_earlier
    }

    /// Returns the path of a new file in the staging folder.
    fn new_file(&self, relative: &str) -> PathBuf {
        self.hidden.as_ref().map_or_else(PathBuf::new, |hidden| hidden.new_file(relative))
    }

    /// Writes a file; its path is relative to the folder, with `/`.
    ///
    /// # Errors
    /// The file cannot be written, or its path leads out of the folder.
    pub fn file(&mut self, relative: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.add(relative, bytes).map_err(|e| cannot_be_written(&self.home.join(relative), &e))
    }

    fn add(&mut self, relative: &str, bytes: &[u8]) -> io::Result<()> {
        if !hidden::is_inside(relative) || relative.contains('\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, OUTSIDE));
        }
        let to = self.new_file(relative);
        let change = FileChange::Put(relative.to_owned());
        if self.changes.contains(&change) {
            // The last of several files with the same name counts.
            ops::remove_file(&to)?;
            self.changes.retain(|other| *other != change);
        }
        // The staging folder was just created, so it contains no links.
        let mut parents: Vec<&Path> = to.ancestors().skip(1).take_while(|p| !p.is_dir()).collect();
        parents.reverse();
        parents.into_iter().try_for_each(ops::create_folder)?;
        ops::write_new(&to, bytes)?;
        self.changes.push(change);
        Ok(())
    }

    /// Like [`StagedFiles::file`], for a file of a group such as `print`. It is recorded in the manifest, so
    /// that the next run recognises it.
    ///
    /// # Errors
    /// Like [`StagedFiles::file`].
    pub fn file_of(&mut self, group: &str, relative: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.file(relative, bytes)?;
        let home = &self.home;
        self.manifest.get_or_insert_with(|| Manifest::read(home)).wrote(group, relative, bytes);
        Ok(())
    }

    /// Marks a group as complete: files that an earlier run wrote for it and this one did not are removed,
    /// unless they were modified.
    pub fn complete(&mut self, group: &str) {
        let home = &self.home;
        self.manifest.get_or_insert_with(|| Manifest::read(home)).complete(group);
    }

    /// Moves all files into place. Returns their paths, in the order in which they were written.
    ///
    /// # Errors
    /// A file cannot be moved; then none is.
    pub fn finish(self) -> Result<Vec<PathBuf>, Diagnostic> {
        self.place().map(PlacedFiles::keep)
    }

    /// Like [`StagedFiles::finish`], but not committed yet.
    ///
    /// # Errors
    /// A file cannot be moved; then none is.
    pub fn place(mut self) -> Result<PlacedFiles, Diagnostic> {
        if let Some(manifest) = self.manifest.take() {
            let (text, stale) = manifest.finish(&self.home);
            let stale = stale.into_iter().map(|(path, hash)| FileChange::Remove { path, hash });
            self.add(Manifest::NAME, text.as_bytes())
                .map_err(|e| cannot_be_written(&self.home.join(Manifest::NAME), &e))?;
            self.changes.extend(stale);
        }
        let mut parents = BTreeSet::new();
        for change in &self.changes {
            let target = self.home.join(change.path());
            parents.extend(self.prepare(change.path()).map_err(|e| cannot_be_written(&target, &e))?);
        }
        // Drop of `PlacedFiles` rolls back the moves and removes the created folders. If the run is killed,
        // the folders stay for the files.
        let mut placed = PlacedFiles { stage: self, done: Vec::new(), kept: false };
        placed.run(&parents).map(|()| placed)
    }
}

impl StagedFiles {
    /// Checks the target of a file before anything is moved, and copies its permissions. Returns the folder
    /// to create.
    fn prepare(&self, relative: &str) -> io::Result<Option<PathBuf>> {
        let path = Path::new(relative);
        let target = self.home.join(path);
        let Some(parent) = path.parent() else { return Ok(None) };
        let root = fs::canonicalize(or_here(&self.root))?;
        let parent = self.home.join(parent);
        if let Some(there) = parent.ancestors().find(|p| p.as_os_str().is_empty() || p.exists()) {
            let there = or_here(there);
            if !there.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            if !fs::canonicalize(there)?.starts_with(&root) {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, LEADS_OUT));
            }
        }
        match fs::symlink_metadata(&target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
            Ok(there) if there.is_file() => {
                let new = self.new_file(relative);
                if new.is_file() {
                    ops::copy_permissions(&there, &new)?;
                }
            }
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) => {
                let what = if there.is_symlink() { "a link" } else { "no regular file" };
                let why = format!("{what} is in its place, and is not replaced: remove it first");
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
            }
        }
        Ok(Some(parent))
    }
}

/// Files that were put into place. Drop before [`PlacedFiles::keep`] rolls them back.
pub struct PlacedFiles {
    stage: StagedFiles,
    /// Changes in order, each with whether the target existed before.
    done: Vec<(FileChange, bool)>,
    kept: bool,
}

impl PlacedFiles {
    fn run(&mut self, parents: &BTreeSet<PathBuf>) -> Result<(), Diagnostic> {
        let home = self.stage.home.clone();
        for parent in parents {
            self.stage.folders.make(parent).map_err(|e| cannot_be_written(parent, &e))?;
        }
        let changes = std::mem::take(&mut self.stage.changes);
        let Some(hidden) = &self.stage.hidden else { return Ok(()) };
        // A single rename is atomic, so one file needs no list.
        if changes.len() > 1 {
            hidden.set_ready(&changes).map_err(|e| cannot_be_written(&home, &e))?;
        }
        for change in changes {
            let target = home.join(change.path());
            let was_there = target.exists();
            let moved = move_one(hidden, &change, &target, was_there);
            // Recorded before the error is checked, so that a half-done move is rolled back, too.
            self.done.push((change, was_there));
            moved.map_err(|e| cannot_be_written(&target, &e))?;
        }
        for parent in parents {
            ops::sync_folder(or_here(parent)).map_err(|e| cannot_be_written(parent, &e))?;
        }
        Ok(())
    }

    /// Removes the folders of a removed file that have become empty.
    fn remove_empty_folders(&self, path: &str) {
        let inside = Path::new(path).ancestors().skip(1).take_while(|folder| !folder.as_os_str().is_empty());
        for folder in inside {
            // A folder that is not empty is kept.
            if ops::remove_folder(&self.stage.home.join(folder)).is_err() {
                return;
            }
        }
    }

    /// Commits the files. Returns the paths of those that were written.
    pub fn keep(mut self) -> Vec<PathBuf> {
        self.kept = true;
        self.stage.folders.kept = true;
        for (change, was_there) in &self.done {
            if let (FileChange::Remove { path, .. }, true) = (change, *was_there) {
                self.remove_empty_folders(path);
            }
        }
        let written = self.done.iter().filter(|(change, _)| matches!(change, FileChange::Put(_)));
        let named = written.filter(|(change, _)| change.path() != Manifest::NAME);
        named.map(|(change, _)| self.stage.home.join(change.path())).collect()
    }
}

/// Backs up the existing file, and applies the change.
fn move_one(hidden: &StagingFolder, change: &FileChange, target: &Path, was_there: bool) -> io::Result<()> {
    let old = hidden.old_file(change.path());
    if was_there {
        let mut parents: Vec<&Path> = old.ancestors().skip(1).take_while(|p| !p.is_dir()).collect();
        parents.reverse();
        parents.into_iter().try_for_each(ops::create_folder)?;
    }
    match change {
        FileChange::Put(path) => {
            // With hard links, the target exists at all times.
            if was_there && ops::link(target, &old).is_err() {
                ops::rename(target, &old)?;
            }
            ops::rename(&hidden.new_file(path), target)
        }
        FileChange::Remove { .. } if was_there => ops::rename(target, &old),
        FileChange::Remove { .. } => Ok(()),
    }
}

impl Drop for PlacedFiles {
    fn drop(&mut self) {
        let Some(hidden) = self.stage.hidden.take() else { return };
        if !self.kept {
            for (change, was_there) in self.done.iter().rev() {
                let target = self.stage.home.join(change.path());
                let old = hidden.old_file(change.path());
                // The new file is moved back into the staging folder, so that if this run is killed now, the
                // next one can finish all changes.
                if let FileChange::Put(path) = change
                    && !hidden.new_file(path).exists()
                {
                    let _ = ops::rename(&target, &hidden.new_file(path));
                }
                if *was_there && old.exists() {
                    let _ = ops::rename(&old, &target);
                }
            }
        }
        // Dropped before the created folders around it.
        drop(hidden);
    }
}

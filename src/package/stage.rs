//! Many files that come to their places together, or not at all.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file_ops as ops;
use super::hidden::{self, Change, Hidden};
use super::manifest::Manifest;
use super::write::cannot;
use crate::diagnostics::Diagnostic;

const OUTSIDE: &str = "it is not inside the folder for output";
const LEADS_OUT: &str = "a link leads out of the folder for output";

/// Files that are made in a hidden folder, and put into their places when all of them are done. Dropped before, it leaves nothing.
pub struct Stage {
    /// The folder that was named for output; no link leads out of it.
    root: PathBuf,
    /// The folder that the files are for, inside of that.
    home: PathBuf,
    /// None only after it was dropped. It goes before the folders around it.
    hidden: Option<Hidden>,
    folders: Folders,
    changes: Vec<Change>,
    /// What is noted of the files, if anything.
    manifest: Option<Manifest>,
    finished_earlier: bool,
}

/// The path of a folder; nothing means the one that the program runs in.
pub(super) fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// Folders that were made on the way, outermost first.
#[derive(Default)]
struct Folders {
    made: Vec<PathBuf>,
    /// They are there to stay.
    kept: bool,
}

impl Folders {
    /// Makes a folder, and those that it is in.
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

    /// Makes a folder inside `root`, step by step, so that nothing is made beyond a link that leads out.
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
            // One that is not empty has something of somebody else's.
            let _ = ops::remove_folder(folder);
        }
    }
}

impl Stage {
    /// For files in the folder `inside` below the folder `root` that was named for output; both are made if they are not there.
    /// What killed runs have left there is finished or removed.
    ///
    /// # Errors
    /// It cannot be written to, or a link leads out of `root`.
    pub fn new(root: &Path, inside: &str) -> Result<Stage, Diagnostic> {
        Stage::open(root, inside, true).map_err(|e| cannot(&root.join(inside), &e))
    }

    /// `finish`: runs that were killed while they put many files into place are finished.
    pub(super) fn open(root: &Path, inside: &str, finish: bool) -> io::Result<Stage> {
        if !inside.is_empty() && !hidden::is_inside(inside) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, OUTSIDE));
        }
        let mut folders = Folders::default();
        folders.make(root)?;
        let home = folders.make_inside(root, Path::new(inside))?;
        let hidden = Hidden::make(or_here(&home))?;
        let finished_earlier = hidden::clear(or_here(&home), &hidden, finish);
        Ok(Stage {
            root: root.to_owned(),
            home,
            folders,
            hidden: Some(hidden),
            changes: Vec::new(),
            manifest: None,
            finished_earlier,
        })
    }

    /// Whether an earlier run was killed while it put its files into place, which has been finished now.
    pub fn finished_earlier(&self) -> bool {
        self.finished_earlier
    }

    /// The path of the hidden folder's file.
    fn new_file(&self, relative: &str) -> PathBuf {
        self.hidden.as_ref().map_or_else(PathBuf::new, |hidden| hidden.new_file(relative))
    }

    /// Writes a file: its path below the folder, with `/`.
    ///
    /// # Errors
    /// It cannot be written, or would not lie below the folder.
    pub fn file(&mut self, relative: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.add(relative, bytes).map_err(|e| cannot(&self.home.join(relative), &e))
    }

    fn add(&mut self, relative: &str, bytes: &[u8]) -> io::Result<()> {
        if !hidden::is_inside(relative) || relative.contains('\n') {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, OUTSIDE));
        }
        let to = self.new_file(relative);
        let change = Change::Put(relative.to_owned());
        if self.changes.contains(&change) {
            // The last of two files of one name is the one that is meant.
            ops::remove_file(&to)?;
            self.changes.retain(|other| *other != change);
        }
        // Nobody else's links lie in a folder that was made just now.
        let mut parents: Vec<&Path> = to.ancestors().skip(1).take_while(|p| !p.is_dir()).collect();
        parents.reverse();
        parents.into_iter().try_for_each(ops::create_folder)?;
        ops::write_new(&to, bytes)?;
        self.changes.push(change);
        Ok(())
    }

    /// The same for a file of a group, such as `print`, that is noted: so that the next run knows which files are its own.
    ///
    /// # Errors
    /// As [`Stage::file`].
    pub fn file_of(&mut self, group: &str, relative: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.file(relative, bytes)?;
        let home = &self.home;
        self.manifest.get_or_insert_with(|| Manifest::read(home)).wrote(group, relative, bytes);
        Ok(())
    }

    /// All files of a group have been written: those that an earlier run wrote for it and this one has not are removed, unless
    /// somebody has changed them since.
    pub fn complete(&mut self, group: &str) {
        let home = &self.home;
        self.manifest.get_or_insert_with(|| Manifest::read(home)).complete(group);
    }

    /// Puts all files into their places; gives their paths, in the order in which they were written.
    ///
    /// # Errors
    /// One of them cannot be; then none is.
    pub fn finish(self) -> Result<Vec<PathBuf>, Diagnostic> {
        self.place().map(Placed::keep)
    }

    /// The same, but not for good yet.
    ///
    /// # Errors
    /// One of them cannot be; then none is.
    pub fn place(mut self) -> Result<Placed, Diagnostic> {
        if let Some(manifest) = self.manifest.take() {
            let (text, stale) = manifest.finish(&self.home);
            let stale: Vec<Change> = stale.into_iter().map(Change::Remove).collect();
            self.add(Manifest::NAME, text.as_bytes()).map_err(|e| cannot(&self.home.join(Manifest::NAME), &e))?;
            self.changes.extend(stale);
        }
        let mut parents = BTreeSet::new();
        for change in &self.changes {
            let target = self.home.join(change.path());
            parents.extend(self.prepare(change.path()).map_err(|e| cannot(&target, &e))?);
        }
        // The folders that were made are there for the files, also if a run is killed from here on.
        let mut placed = Placed { stage: self, done: Vec::new(), kept: false };
        placed.run(&parents).map(|()| placed)
    }
}

impl Stage {
    /// Makes the folder of a file, and looks at what is in the file's place, before anything is moved. Gives the folder.
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

/// Files that were put into their places. Dropped before [`Placed::keep`], they are taken back.
pub struct Placed {
    stage: Stage,
    /// What was done, in order: whether something was in its place before.
    done: Vec<(Change, bool)>,
    kept: bool,
}

impl Placed {
    fn run(&mut self, parents: &BTreeSet<PathBuf>) -> Result<(), Diagnostic> {
        let home = self.stage.home.clone();
        for parent in parents {
            self.stage.folders.make(parent).map_err(|e| cannot(parent, &e))?;
        }
        let changes = std::mem::take(&mut self.stage.changes);
        let Some(hidden) = &self.stage.hidden else { return Ok(()) };
        // One file alone is in its place, or not.
        if changes.len() > 1 {
            hidden.set_ready(&changes).map_err(|e| cannot(&home, &e))?;
        }
        for change in changes {
            let target = home.join(change.path());
            let was_there = target.exists();
            let moved = move_one(hidden, &change, &target, was_there);
            // Noted first: half a move is taken back, too.
            self.done.push((change, was_there));
            moved.map_err(|e| cannot(&target, &e))?;
        }
        for parent in parents {
            ops::sync_folder(or_here(parent)).map_err(|e| cannot(parent, &e))?;
        }
        Ok(())
    }

    /// They are there to stay. Gives the paths of those that were written.
    pub fn keep(mut self) -> Vec<PathBuf> {
        self.kept = true;
        self.stage.folders.kept = true;
        let written = self.done.iter().filter(|(change, _)| matches!(change, Change::Put(_)));
        let named = written.filter(|(change, _)| change.path() != Manifest::NAME);
        named.map(|(change, _)| self.stage.home.join(change.path())).collect()
    }
}

/// Keeps what is in a file's place, and puts the new one there.
fn move_one(hidden: &Hidden, change: &Change, target: &Path, was_there: bool) -> io::Result<()> {
    let old = hidden.old_file(change.path());
    if was_there {
        let mut parents: Vec<&Path> = old.ancestors().skip(1).take_while(|p| !p.is_dir()).collect();
        parents.reverse();
        parents.into_iter().try_for_each(ops::create_folder)?;
    }
    match change {
        Change::Put(path) => {
            // Where a file can have two names, its place is empty at no time.
            if was_there && ops::link(target, &old).is_err() {
                ops::rename(target, &old)?;
            }
            ops::rename(&hidden.new_file(path), target)
        }
        Change::Remove(_) if was_there => ops::rename(target, &old),
        Change::Remove(_) => Ok(()),
    }
}

impl Drop for Placed {
    fn drop(&mut self) {
        let Some(hidden) = self.stage.hidden.take() else { return };
        if !self.kept {
            for (change, was_there) in self.done.iter().rev() {
                let target = self.stage.home.join(change.path());
                let old = hidden.old_file(change.path());
                // Back to where it was made, so that whoever finds this folder, if we are killed now, can finish all of it.
                if let Change::Put(path) = change
                    && !hidden.new_file(path).exists()
                {
                    let _ = ops::rename(&target, &hidden.new_file(path));
                }
                if *was_there && old.exists() {
                    let _ = ops::rename(&old, &target);
                }
            }
        }
        // The hidden folder goes first, then the folders around it that this run has made.
        drop(hidden);
    }
}

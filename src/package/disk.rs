//! Folder of a package on disk: lists its files, and refuses those that must not be read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::package_files::{FOLDERS, FileRole};
use crate::place::is_workbook;

/// Maximum size of a file, in bytes.
pub(super) const MAX_FILE: u64 = 16 << 20;
/// Maximum number of files and folders examined in search of misplaced ones.
const MAX_LOOKED_AT: usize = 10_000;
/// Folders not searched for misplaced cards.
const NOT_SEARCHED: [&str; 8] =
    ["art", "faces", "fonts", "icons", "node_modules", "output", "schema", "target"];

/// A folder that is read as a package.
pub(super) struct Folder {
    /// Canonical path; nothing outside is read.
    pub(super) root: PathBuf,
    /// The path that the user gave, for messages.
    pub(super) shown: PathBuf,
}

/// The contents of a folder.
#[derive(Default)]
pub(super) struct FolderListing {
    /// Paths of the package's files, relative to the package.
    pub(super) files: Vec<String>,
    /// Paths of files that look like misplaced parts of the package.
    pub(super) misplaced: Vec<String>,
    /// Paths that could not be examined.
    pub(super) problems: Vec<(String, Problem)>,
}

/// The reason why a file is not read.
pub(super) enum Problem {
    /// An I/O error.
    Io(io::Error),
    /// A symbolic link out of the package.
    Leaves,
    /// A file larger than [`MAX_FILE`].
    TooLarge,
    /// A file that is not regular: a pipe, a device.
    NoFile,
    /// A name that is not valid UTF-8.
    Name,
}

impl Folder {
    /// Opens an existing folder.
    pub(super) fn open(shown: &Path) -> io::Result<Folder> {
        let root = fs::canonicalize(if shown.as_os_str().is_empty() { Path::new(".") } else { shown })?;
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Folder { root, shown: shown.to_owned() })
    }

    /// Returns the sibling folder of that name; `None` if a link of that name leads elsewhere.
    pub(super) fn sibling(&self, name: &str) -> Option<Folder> {
        let shelf = self.root.parent()?;
        let root = fs::canonicalize(shelf.join(name)).ok()?;
        if root.parent() != Some(shelf) || !root.is_dir() {
            return None;
        }
        let shown = match self.shown.components().next_back() {
            Some(Component::Normal(_)) => self.shown.with_file_name(name),
            _ => self.shown.join("..").join(name),
        };
        Some(Folder { root, shown })
    }

    /// Returns the names of the sibling folders.
    pub(super) fn siblings(&self) -> Vec<String> {
        let entries = self.root.parent().and_then(|shelf| fs::read_dir(shelf).ok());
        let folders =
            entries.into_iter().flatten().flatten().filter(|e| e.path().is_dir() && e.path() != self.root);
        let mut names: Vec<String> = folders.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// Lists the package's files, misplaced files and problems.
    pub(super) fn list(&self) -> FolderListing {
        let mut listing = FolderListing::default();
        let mut left = MAX_LOOKED_AT;
        for (name, path) in self.entries("", &mut listing) {
            match self.kind(&path) {
                Ok(DiskEntryKind::Folder) if FOLDERS.contains(&name.as_str()) => {
                    for (name, path) in self.entries(&format!("{name}/"), &mut listing) {
                        self.note(name, &path, &mut listing, &mut left);
                    }
                }
                _ => self.note(name, &path, &mut listing, &mut left),
            }
        }
        listing
    }

    /// Adds a path to the listing, as a file of the package or as a misplaced one; searches other folders for
    /// misplaced files.
    fn note(&self, name: String, path: &Path, listing: &mut FolderListing, left: &mut usize) {
        let role = FileRole::of(&name);
        match self.kind(path) {
            Ok(DiskEntryKind::File) if role.is_some() => listing.files.push(name),
            Ok(DiskEntryKind::File) if looks_like_a_part(&name) => listing.misplaced.push(name),
            Ok(DiskEntryKind::File | DiskEntryKind::Other) if role.is_none() => {}
            Ok(DiskEntryKind::File | DiskEntryKind::Other) => listing.problems.push((name, Problem::NoFile)),
            Ok(DiskEntryKind::Folder) => self.search(&name, path, listing, left, 2),
            Err(problem) if role.is_some() || FOLDERS.contains(&name.as_str()) => {
                listing.problems.push((name, problem))
            }
            Err(_) => {}
        }
    }

    /// Searches a folder that is not part of the package for misplaced files. Follows no links.
    fn search(
        &self,
        prefix: &str,
        folder: &Path,
        listing: &mut FolderListing,
        left: &mut usize,
        depth: usize,
    ) {
        let name = prefix.rsplit('/').next().unwrap_or(prefix);
        let no_cards = prefix.split('/').any(|part| NOT_SEARCHED.contains(&part));
        let link = fs::symlink_metadata(folder).map_or(true, |m| m.is_symlink());
        // A nested package is a package of its own.
        let other = folder.join("game.toml").is_file();
        if depth == 0 || link || other || name.starts_with('.') || no_cards {
            return;
        }
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut found: Vec<_> = entries.flatten().take(*left).collect();
        *left -= found.len();
        found.sort_by_key(fs::DirEntry::file_name);
        for entry in found {
            let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.search(&name, &entry.path(), listing, left, depth - 1),
                Ok(kind) if kind.is_file() && looks_like_a_part(&name) => listing.misplaced.push(name),
                _ => {}
            }
        }
    }

    /// Returns the entries of a folder sorted by name, with their paths inside the package.
    fn entries(&self, prefix: &str, listing: &mut FolderListing) -> Vec<(String, PathBuf)> {
        let folder = self.root.join(prefix);
        match fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(mut entries) => {
                entries.retain(|e| {
                    let name = format!("{prefix}{}", e.file_name().to_string_lossy());
                    let readable = e.file_name().to_str().is_some();
                    // Only files that would be read are reported.
                    if !readable && FileRole::of(&name).is_some() {
                        listing.problems.push((name, Problem::Name));
                    }
                    readable
                });
                let mut named: Vec<_> = entries
                    .into_iter()
                    .map(|e| (format!("{prefix}{}", e.file_name().to_string_lossy()), e.path()))
                    .collect();
                named.sort();
                named
            }
            Err(error) => {
                let name = if prefix.is_empty() { "." } else { prefix.trim_end_matches('/') };
                listing.problems.push((name.to_owned(), Problem::Io(error)));
                Vec::new()
            }
        }
    }

    /// Returns the type of a path inside the package. Links are followed if they stay inside.
    fn kind(&self, path: &Path) -> Result<DiskEntryKind, Problem> {
        let own = fs::symlink_metadata(path).map_err(Problem::Io)?;
        if own.is_symlink() && !fs::canonicalize(path).map_err(Problem::Io)?.starts_with(&self.root) {
            return Err(Problem::Leaves);
        }
        let kind = fs::metadata(path).map_err(Problem::Io)?;
        Ok(match () {
            () if kind.is_dir() => DiskEntryKind::Folder,
            () if kind.is_file() => DiskEntryKind::File,
            () => DiskEntryKind::Other,
        })
    }

    /// Returns the bytes of a file of [`FolderListing::files`].
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Problem> {
        let file = File::open(self.root.join(path)).map_err(Problem::Io)?;
        let mut bytes = Vec::new();
        // The file may grow while it is read, so its reported size is not used.
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(Problem::Io)?;
        if bytes.len() as u64 > MAX_FILE { Err(Problem::TooLarge) } else { Ok(bytes) }
    }
}

enum DiskEntryKind {
    File,
    Folder,
    Other,
}

/// Returns whether a file that is not read looks like a misplaced part of the package. Hidden files, such as
/// an editor's settings, never do.
fn looks_like_a_part(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let first = folder.split('/').next().unwrap_or("");
    let near_cards = || first == "cards" || crate::diagnostics::nearest(first, ["cards"]).is_some();
    // Not read for their ending alone: in capitals, or a format that is not read.
    let name = name.to_lowercase();
    let is_table = || {
        [".csv", ".xls", ".xlsm", ".xlsb", ".fods"].iter().any(|e| name.ends_with(e)) || is_workbook(&name)
    };
    !name.starts_with(['.', '~']) && (name.ends_with(".toml") || is_table() && near_cards())
}

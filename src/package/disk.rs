//! A package's folder on disk: what is in it, and what must not be read from it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use super::{FOLDERS, Role};

/// The largest file that is read, in bytes.
pub(super) const MAX_FILE: u64 = 16 << 20;
/// How many files and folders are looked at, at most, in search of misplaced ones.
const MAX_LOOKED_AT: usize = 10_000;
/// Folders in which nobody looks for cards.
const NOT_SEARCHED: [&str; 8] = ["art", "faces", "fonts", "icons", "node_modules", "output", "schema", "target"];

/// A folder that is read as a package.
pub(super) struct Folder {
    /// With all links followed: nothing outside is read.
    pub(super) root: PathBuf,
    /// As the user named it.
    pub(super) shown: PathBuf,
}

/// What is in a folder.
#[derive(Default)]
pub(super) struct Listing {
    /// Paths inside the package that it consists of.
    pub(super) files: Vec<String>,
    /// Paths that look as if they were meant to be.
    pub(super) misplaced: Vec<String>,
    /// Paths that could not be looked at.
    pub(super) problems: Vec<(String, Problem)>,
}

/// Why something is not read.
pub(super) enum Problem {
    /// The system said no.
    Io(io::Error),
    /// A link that leads out of the package.
    Leaves,
    /// More than [`MAX_FILE`].
    TooLarge,
    /// A pipe, a device or the like.
    NoFile,
    /// The bytes of its name are no UTF-8.
    Name,
}

impl Folder {
    /// A folder that exists.
    pub(super) fn open(shown: &Path) -> io::Result<Folder> {
        let root = fs::canonicalize(if shown.as_os_str().is_empty() { Path::new(".") } else { shown })?;
        if !fs::metadata(&root)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Folder { root, shown: shown.to_owned() })
    }

    /// The folder of that name beside this one; not where a link by that name leads elsewhere.
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

    /// The names of the folders beside this one.
    pub(super) fn siblings(&self) -> Vec<String> {
        let entries = self.root.parent().and_then(|shelf| fs::read_dir(shelf).ok());
        let folders = entries.into_iter().flatten().flatten().filter(|e| e.path().is_dir() && e.path() != self.root);
        let mut names: Vec<String> = folders.filter_map(|e| e.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// All that concerns Cardwright in the folder.
    pub(super) fn list(&self) -> Listing {
        let mut listing = Listing::default();
        let mut left = MAX_LOOKED_AT;
        for (name, path) in self.entries("", &mut listing) {
            match self.kind(&path) {
                Ok(Kind::Folder) if FOLDERS.contains(&name.as_str()) => {
                    for (name, path) in self.entries(&format!("{name}/"), &mut listing) {
                        self.note(name, &path, &mut listing, &mut left);
                    }
                }
                _ => self.note(name, &path, &mut listing, &mut left),
            }
        }
        listing
    }

    /// Files that are part of a package go to `files`, what looks like one to `misplaced`.
    fn note(&self, name: String, path: &Path, listing: &mut Listing, left: &mut usize) {
        let role = Role::of(&name);
        match self.kind(path) {
            Ok(Kind::File) if role.is_some() => listing.files.push(name),
            Ok(Kind::File) if looks_like_a_part(&name) => listing.misplaced.push(name),
            Ok(Kind::File | Kind::Other) if role.is_none() => {}
            Ok(Kind::File | Kind::Other) => listing.problems.push((name, Problem::NoFile)),
            Ok(Kind::Folder) => self.search(&name, path, listing, left, 2),
            Err(problem) if role.is_some() || FOLDERS.contains(&name.as_str()) => {
                listing.problems.push((name, problem))
            }
            Err(_) => {}
        }
    }

    /// Looks for misplaced files in a folder that holds no part of the package. Follows no links.
    fn search(&self, prefix: &str, folder: &Path, listing: &mut Listing, left: &mut usize, depth: usize) {
        let name = prefix.rsplit('/').next().unwrap_or(prefix);
        let no_cards = prefix.split('/').any(|part| NOT_SEARCHED.contains(&part));
        let link = fs::symlink_metadata(folder).map_or(true, |m| m.is_symlink());
        // A package within a package is one of its own.
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

    /// The entries of a folder in the order of their names, with their paths inside the package.
    fn entries(&self, prefix: &str, listing: &mut Listing) -> Vec<(String, PathBuf)> {
        let folder = self.root.join(prefix);
        match fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Ok(mut entries) => {
                entries.retain(|e| {
                    let name = format!("{prefix}{}", e.file_name().to_string_lossy());
                    let readable = e.file_name().to_str().is_some();
                    // Only what would be read is missed.
                    if !readable && Role::of(&name).is_some() {
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

    /// What a path inside the package is, links followed as far as they stay inside.
    fn kind(&self, path: &Path) -> Result<Kind, Problem> {
        let own = fs::symlink_metadata(path).map_err(Problem::Io)?;
        if own.is_symlink() && !fs::canonicalize(path).map_err(Problem::Io)?.starts_with(&self.root) {
            return Err(Problem::Leaves);
        }
        let kind = fs::metadata(path).map_err(Problem::Io)?;
        Ok(match () {
            () if kind.is_dir() => Kind::Folder,
            () if kind.is_file() => Kind::File,
            () => Kind::Other,
        })
    }

    /// The bytes of a file of [`Listing::files`].
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Problem> {
        let file = File::open(self.root.join(path)).map_err(Problem::Io)?;
        let mut bytes = Vec::new();
        // The file may grow while it is read, so its size is not asked for.
        file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(Problem::Io)?;
        if bytes.len() as u64 > MAX_FILE { Err(Problem::TooLarge) } else { Ok(bytes) }
    }
}

enum Kind {
    File,
    Folder,
    Other,
}

/// Whether a file that is not read looks as if it should be. Hidden files, such as an editor's settings, do not.
fn looks_like_a_part(path: &str) -> bool {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let near_cards = || crate::diagnostics::nearest(folder.split('/').next().unwrap_or(""), ["cards"]).is_some();
    !name.starts_with('.') && (name.ends_with(".toml") || (name.ends_with(".csv") && near_cards()))
}

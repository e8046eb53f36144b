//! The files of a package, and the role of each.

use std::path::PathBuf;
use std::sync::Arc;

use crate::place::is_workbook;
use crate::source::{FileId, Sources};

/// The files of a package in reading order: those of included packages first, then `game.toml`, `rules/`,
/// `cards/`, `decks/`, `scenarios/`, `print.toml`, `texts/`, and the assets of faces. Within a folder, files
/// are sorted by name.
#[derive(Clone, Debug, Default)]
pub struct PackageFiles {
    /// Texts of the files.
    pub sources: Sources,
    /// Role of each file, in reading order.
    pub files: Vec<PackageFile>,
    /// Files that could not be read, with their roles; what the sources have of them is only for diagnostics.
    pub unread: Vec<(FileId, FileRole)>,
    /// Assets of faces, in reading order: paths inside the package (`art/badger.svg`) with contents.
    pub assets: Vec<(String, Asset)>,
    /// The folder or shipped game that the files come from.
    pub origin: PackageOrigin,
}

/// The place that a package was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PackageOrigin {
    /// Memory only.
    #[default]
    Memory,
    /// A folder, by the path that the user gave.
    Folder(PathBuf),
    /// Shipped game, by its id.
    Shipped(&'static str),
}

/// Contents of a file in `faces/`, `icons/`, `art/` or `fonts/`.
#[derive(Clone, Debug)]
pub enum Asset {
    /// A text of [`PackageFiles::sources`].
    Text(FileId),
    /// Any other file.
    Bytes(Arc<[u8]>),
}

/// A text file of a package, with its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackageFile {
    /// Text, in [`PackageFiles::sources`].
    pub file: FileId,
    /// Its role, by its path.
    pub role: FileRole,
    /// True if it comes from an included package; the `[game]` of an included `game.toml` is ignored.
    pub included: bool,
}

/// The role of a file, which its path in the package decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileRole {
    /// `game.toml`
    Game,
    /// `rules/*.toml`
    Rules,
    /// `cards/*.toml`
    Cards,
    /// `cards/*.csv`, and each sheet of `cards/*.xlsx` and `cards/*.ods`
    CardsCsv,
    /// `cards/*.xlsx`, `cards/*.ods`: known by their sheets once they are read
    Workbook,
    /// `decks/*.toml`
    Deck,
    /// `scenarios/*.toml`
    Scenario,
    /// `print.toml`
    Print,
    /// `texts/*.toml`
    Texts,
    /// `stamps.toml`
    Stamps,
    /// `faces/*.svg.j2`, `faces/*.svg`, `icons/*.svg`, `rules.md`, `rules.de.md`, `README.md`: text assets of
    /// faces.
    Face,
    /// `art/`, `fonts/`: pictures and fonts.
    Art,
}

/// Folders of a package that Cardwright reads.
pub(super) const FOLDERS: [&str; 9] =
    ["rules", "cards", "decks", "scenarios", "texts", "faces", "icons", "art", "fonts"];

impl FileRole {
    /// Returns whether the game can be played without the file: a scenario, a deck list, a translation,
    /// stamps of texts, or `print.toml`.
    pub fn is_optional(self) -> bool {
        use FileRole::{Deck, Print, Scenario, Stamps, Texts};
        matches!(self, Scenario | Deck | Texts | Stamps | Print)
    }

    /// Returns the role of a path inside a package, such as `cards/woods.toml`; `None` if Cardwright does not
    /// read it.
    pub fn of(path: &str) -> Option<FileRole> {
        match path.split_once('/') {
            None if path == "game.toml" => Some(FileRole::Game),
            None if path == "print.toml" => Some(FileRole::Print),
            None if path == "stamps.toml" => Some(FileRole::Stamps),
            None if path == "README.md" || path.starts_with("rules.") && path.ends_with(".md") => {
                Some(FileRole::Face)
            }
            None => None,
            Some((_, name)) if name.contains('/') || name.starts_with('.') => None,
            Some(("cards", name)) if name.ends_with(".csv") => Some(FileRole::CardsCsv),
            // `~$more.xlsx` is the lock file of an open `more.xlsx`.
            Some(("cards", name)) if is_workbook(name) && !name.starts_with("~$") => Some(FileRole::Workbook),
            Some(("rules", name)) if name.ends_with(".toml") => Some(FileRole::Rules),
            Some(("cards", name)) if name.ends_with(".toml") => Some(FileRole::Cards),
            Some(("decks", name)) if name.ends_with(".toml") => Some(FileRole::Deck),
            Some(("scenarios", name)) if name.ends_with(".toml") => Some(FileRole::Scenario),
            Some(("texts", name)) if name.ends_with(".toml") => Some(FileRole::Texts),
            Some(("faces", name)) if name.ends_with(".svg.j2") || name.ends_with(".svg") => {
                Some(FileRole::Face)
            }
            Some(("icons", name)) if name.ends_with(".svg") => Some(FileRole::Face),
            Some(("art", name)) if [".svg", ".png", ".jpg", ".jpeg"].iter().any(|e| name.ends_with(e)) => {
                Some(FileRole::Art)
            }
            Some(("fonts", name)) if name.ends_with(".ttf") || name.ends_with(".otf") => Some(FileRole::Art),
            Some(_) => None,
        }
    }

    /// Returns the position in the reading order; TOML and CSV cards have the same.
    pub(super) fn rank(self) -> u8 {
        match self {
            FileRole::Game => 0,
            FileRole::Rules => 1,
            FileRole::Cards | FileRole::CardsCsv | FileRole::Workbook => 2,
            FileRole::Deck => 3,
            FileRole::Scenario => 4,
            FileRole::Print => 5,
            FileRole::Texts => 6,
            FileRole::Stamps => 7,
            FileRole::Face => 8,
            FileRole::Art => 9,
        }
    }
}

impl PackageFiles {
    /// Returns whether two readings of a package found the same files, with the same contents.
    pub fn is_same(&self, other: &PackageFiles) -> bool {
        fn texts(files: &PackageFiles) -> impl Iterator<Item = (&str, &str)> {
            files.sources.files().map(|(_, file)| (file.name.as_str(), file.text.as_str()))
        }
        fn assets(files: &PackageFiles) -> impl Iterator<Item = (&str, Option<&[u8]>)> {
            files.assets.iter().map(|(path, asset)| match asset {
                Asset::Bytes(bytes) => (path.as_str(), Some(&**bytes)),
                // Its text is among those of the sources.
                Asset::Text(_) => (path.as_str(), None),
            })
        }
        self.origin == other.origin && texts(self).eq(texts(other)) && assets(self).eq(assets(other))
    }

    /// Adds a new file, for example an empty one to be filled later.
    pub fn add(&mut self, path: &str, text: &str) {
        if let Some(role) = FileRole::of(path).filter(|role| *role != FileRole::Workbook) {
            let file = self.sources.add(path, text);
            self.files.push(PackageFile { file, role, included: false });
        }
    }

    /// Creates a package in memory from paths inside it (`cards/woods.toml`) and texts, in any order. Paths
    /// that are not part of a package are ignored.
    pub fn from_texts<P: Into<String>, T: Into<String>>(
        texts: impl IntoIterator<Item = (P, T)>,
    ) -> PackageFiles {
        let mut all: Vec<(FileRole, String, String)> = texts
            .into_iter()
            .map(|(path, text)| (path.into(), text.into()))
            .filter_map(|(path, text): (String, String)| Some((FileRole::of(&path)?, path, text)))
            .collect();
        all.sort_by(|a, b| (a.0.rank(), &a.1).cmp(&(b.0.rank(), &b.1)));
        let mut package = PackageFiles::default();
        for (role, path, text) in all {
            // No text is a workbook.
            if role == FileRole::Workbook {
                continue;
            }
            if role == FileRole::Art {
                package.assets.push((path, Asset::Bytes(text.into_bytes().into())));
                continue;
            }
            let file = package.sources.add(path.clone(), text);
            if role == FileRole::Face {
                package.assets.push((path, Asset::Text(file)));
            } else {
                package.files.push(PackageFile { file, role, included: false });
            }
        }
        package
    }
}

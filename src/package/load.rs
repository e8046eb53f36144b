//! Reads a package with its includes.

use std::path::{Component, Path, PathBuf};

use super::disk::{Folder, FolderListing, MAX_FILE, Problem};
use super::hidden::holds_leftover;
use super::messages;
use super::package_files::{Asset, FileRole, PackageFile, PackageFiles, PackageOrigin};
use super::shipped::{embedded, packages, shipped};
use super::workbook;
use crate::diagnostics::{Diagnostic, nearest};
use crate::place::shown_path;
use crate::source::{FileId, Sources, Span, Text, parse_toml};

/// Maximum number of files in a package, including those of included packages.
const MAX_FILES: usize = 10_000;
/// Maximum size of a package in bytes, including included packages.
const MAX_TOTAL: u64 = 256 << 20;

/// The keys by which a saved game is told from a part of a package.
const SAVED_GAME_KEYS: [&str; 5] = ["format", "game", "rules", "players", "seed"];

/// Reads the package in a folder. If there is no such folder, or it has no `game.toml`, reads the shipped
/// game with that id: `export` and `print` write to folders named like the game.
///
/// A path to a file means the package that contains it. The diagnostics are about the files themselves, not
/// their contents; their spans refer to the sources of the package returned.
pub fn open(name_or_path: &str) -> (PackageFiles, Vec<Diagnostic>) {
    let path = Path::new(name_or_path);
    let of_that_id = shipped().find(|id| *id == name_or_path);
    if path.is_dir() && (of_that_id.is_none() || path.join("game.toml").exists()) {
        return load(path);
    }
    if path.is_file()
        && let Some(package) = package_of(path)
    {
        return load(&package);
    }
    match of_that_id {
        Some(id) => load_shipped(id),
        None => (PackageFiles::default(), vec![no_such_game(name_or_path)]),
    }
}

/// Reads a shipped game.
pub(super) fn load_shipped(id: &'static str) -> (PackageFiles, Vec<Diagnostic>) {
    Loader::default().run(PackageLocation::shipped(id), PackageOrigin::Shipped(id))
}

/// Returns the folder of the package that contains a file: the nearest ancestor with a `game.toml`. The
/// folder of a relative path is relative: `..` for `a.toml` in `scenarios/`.
pub fn package_of(file: &Path) -> Option<PathBuf> {
    let first = if file.is_dir() { file } else { file.parent()? };
    let first = if first.as_os_str().is_empty() { Path::new(".") } else { first };
    let mut folders = std::iter::successors(Some(first.to_owned()), |folder| folder_above(folder));
    folders.find(|folder| folder.join("game.toml").is_file())
}

/// Returns the folder that contains a folder; `None` for a root.
fn folder_above(folder: &Path) -> Option<PathBuf> {
    match folder.components().next_back() {
        Some(Component::Normal(_)) => {
            folder.parent().map(|above| if above.as_os_str().is_empty() { ".".into() } else { above.into() })
        }
        Some(Component::CurDir) => has_above(folder).then(|| "..".into()),
        Some(Component::ParentDir) => has_above(folder).then(|| folder.join("..")),
        Some(Component::RootDir | Component::Prefix(_)) | None => None,
    }
}

/// Returns whether there is a folder above the one to which a path of dots leads.
fn has_above(folder: &Path) -> bool {
    std::fs::canonicalize(folder).is_ok_and(|folder| folder.parent().is_some())
}

/// Returns the folders of the packages that a file belongs to: the one around it; or, in a folder to be
/// included, those beside it.
pub fn packages_of(path: &Path) -> Vec<PathBuf> {
    if let Some(root) = package_of(path) {
        return vec![root];
    }
    // `house/cards/a.toml`: the games beside `house`.
    let folders = path.ancestors().skip(1).take(3).filter_map(|folder| Some((folder, folder.parent()?)));
    for (folder, beside) in folders {
        let entries = std::fs::read_dir(beside).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut games: Vec<PathBuf> =
            entries.filter(|at| at != folder && at.join("game.toml").is_file()).collect();
        games.sort();
        games.retain(|game| {
            let (files, _) = load(game);
            files
                .sources
                .files()
                .any(|(_, file)| std::fs::canonicalize(&file.name).is_ok_and(|found| found == path))
        });
        if !games.is_empty() {
            return games;
        }
    }
    Vec::new()
}

/// Returns whether a file belongs to a package by its path, existing or not.
pub fn is_of_package(file: &Path) -> bool {
    let named = || {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = std::fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(file.file_name()?))
    };
    // A link is not replaced itself, but the file to which it leads.
    let real = std::fs::canonicalize(file).ok().or_else(named).unwrap_or_else(|| file.to_owned());
    let inside = |folder: &Path| {
        let path = real.strip_prefix(folder).ok()?;
        path.to_str()?;
        FileRole::of(&shown_path(path))
    };
    match package_of(&real) {
        Some(package) => inside(&package).is_some(),
        // The packages that a game includes need no `game.toml`.
        None => {
            let shape = real.ancestors().nth(2).and_then(inside);
            shape.is_some() && !packages_of(&real).is_empty()
        }
    }
}

/// Reads the package in a folder. The result contains as much as could be read.
pub fn load(folder: &Path) -> (PackageFiles, Vec<Diagnostic>) {
    match Folder::open(folder) {
        Ok(found) => {
            Loader::default().run(PackageLocation::Disk(found), PackageOrigin::Folder(folder.to_owned()))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            (PackageFiles::default(), vec![no_such_game(&display_path(folder, ""))])
        }
        Err(error) => (PackageFiles::default(), vec![messages::unreadable_folder(folder, &error)]),
    }
}

/// Returns the error for a name that is neither a folder nor a shipped game.
pub(super) fn no_such_game(name: &str) -> Diagnostic {
    let path = Path::new(name);
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    let beside = std::fs::read_dir(parent.unwrap_or(Path::new("."))).into_iter().flatten().flatten();
    let mut folders: Vec<String> = beside
        .filter(|e| e.path().join("game.toml").is_file())
        .filter_map(|e| e.file_name().into_string().ok())
        .map(|n| parent.map_or(n.clone(), |p| display_path(p, &n)))
        .collect();
    folders.sort();
    let shipped: Vec<&str> = shipped().collect();
    messages::no_such_game(name, &folders, &shipped)
}

/// Formats a path for people: with `/`, and without a leading `./`.
fn display_path(folder: &Path, path: &str) -> String {
    let parts: Vec<String> = folder
        .components()
        .filter(|c| !matches!(c, Component::CurDir))
        .map(|c| match c {
            Component::RootDir => String::new(),
            c => c.as_os_str().to_string_lossy().into_owned(),
        })
        .collect();
    let folder = parts.join("/").replace("//", "/");
    match (folder.is_empty(), path.is_empty()) {
        (true, _) => path.to_owned(),
        (false, true) => folder,
        (false, false) => format!("{folder}/{path}"),
    }
}

enum PackageLocation {
    Disk(Folder),
    Shipped(&'static str, Vec<(&'static str, &'static [u8])>),
}

impl PackageLocation {
    fn shipped(id: &'static str) -> PackageLocation {
        PackageLocation::Shipped(id, embedded(id).unwrap_or_default())
    }

    /// Returns a key that identifies the package.
    fn key(&self) -> PathBuf {
        match self {
            PackageLocation::Disk(folder) => folder.root.clone(),
            PackageLocation::Shipped(id, _) => PathBuf::from(id),
        }
    }

    /// Returns the name of one of its files, for diagnostics.
    fn show(&self, path: &str) -> String {
        match self {
            PackageLocation::Disk(folder) => display_path(&folder.shown, path),
            PackageLocation::Shipped(id, _) => display_path(Path::new(id), path),
        }
    }

    fn list(&self) -> FolderListing {
        match self {
            PackageLocation::Disk(folder) => folder.list(),
            PackageLocation::Shipped(_, files) => {
                let files = files.iter().map(|(path, _)| (*path).to_owned());
                FolderListing {
                    files: files.filter(|p| FileRole::of(p).is_some()).collect(),
                    ..FolderListing::default()
                }
            }
        }
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Problem> {
        match self {
            PackageLocation::Disk(folder) => folder.read(path),
            PackageLocation::Shipped(_, files) => {
                let file = files.iter().find(|(p, _)| *p == path);
                file.map(|(_, bytes)| bytes.to_vec()).ok_or(Problem::NoFile)
            }
        }
    }

    /// Returns whether a file is a saved game, by its keys.
    fn holds_saved_game(&self, path: &str) -> bool {
        if !path.ends_with(".toml") {
            return false;
        }
        let Some(text) = self.read(path).ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
            return false;
        };
        let mut sources = Sources::default();
        let file = sources.add(path.to_owned(), text);
        let (table, _) = parse_toml(&sources, file);
        let choices = table.get("play").and_then(|play| play.as_table()).and_then(|play| play.get("choices"));
        choices.is_some() && SAVED_GAME_KEYS.iter().all(|key| table.get(key).is_some())
    }

    fn sibling(&self, name: &str) -> Option<PackageLocation> {
        match self {
            PackageLocation::Disk(folder) => folder.sibling(name).map(PackageLocation::Disk),
            PackageLocation::Shipped(..) => packages().find(|id| *id == name).map(PackageLocation::shipped),
        }
    }

    fn siblings(&self) -> Vec<String> {
        match self {
            PackageLocation::Disk(folder) => folder.siblings(),
            PackageLocation::Shipped(..) => packages().map(str::to_owned).collect(),
        }
    }
}

#[derive(Default)]
struct Loader {
    package: PackageFiles,
    diagnostics: Vec<Diagnostic>,
    /// Include stack: packages being read, each included by the one before.
    open: Vec<PathBuf>,
    done: Vec<PathBuf>,
    bytes: u64,
    /// True if the size limit was exceeded; that has been reported.
    full: bool,
}

impl Loader {
    fn run(mut self, place: PackageLocation, origin: PackageOrigin) -> (PackageFiles, Vec<Diagnostic>) {
        self.package.origin = origin;
        self.read_package(&place, false);
        crate::diagnostics::sort(&mut self.diagnostics);
        (self.package, self.diagnostics)
    }

    fn read_package(&mut self, place: &PackageLocation, included: bool) {
        self.open.push(place.key());
        let mut listing = place.list();
        for (path, problem) in std::mem::take(&mut listing.problems) {
            self.problem(place, &path, &problem);
        }
        for path in &listing.misplaced {
            self.diagnostics.push(match place.holds_saved_game(path) {
                true => messages::saved_game_inside(&place.show(path), &place.show("")),
                false => messages::misplaced(&place.show(path), path),
            });
        }
        let mut files: Vec<(FileRole, &str)> =
            listing.files.iter().filter_map(|path| Some((FileRole::of(path)?, path.as_str()))).collect();
        files.retain(|(role, _)| {
            !(included && matches!(role, FileRole::Deck | FileRole::Scenario | FileRole::Stamps))
        });
        files.sort_by_key(|(role, path)| (role.rank(), *path));
        if !included && !files.iter().any(|(role, _)| *role == FileRole::Game) {
            self.diagnostics.push(no_game_file(place, &listing));
        }
        let mut own = Vec::with_capacity(files.len());
        let mut assets = Vec::new();
        for (role, path) in files {
            if role == FileRole::Art {
                if let Some(bytes) = self.read_bytes(place, path) {
                    assets.push((path.to_owned(), Asset::Bytes(bytes.into())));
                }
            } else if role == FileRole::Workbook {
                let sheets = self.read_workbook(place, path);
                own.extend(sheets.into_iter().map(|file| PackageFile {
                    file,
                    role: FileRole::CardsCsv,
                    included,
                }));
            } else if let Some(file) = self.read_file(place, path) {
                match role {
                    FileRole::Face => assets.push((path.to_owned(), Asset::Text(file))),
                    _ => own.push(PackageFile { file, role, included }),
                }
            }
        }
        if let Some(game) = own.iter().find(|f| f.role == FileRole::Game) {
            for name in self.includes(game.file) {
                self.include(place, &name);
            }
        }
        self.package.files.append(&mut own);
        self.package.assets.append(&mut assets);
        self.done.extend(self.open.pop());
    }

    fn read_file(&mut self, place: &PackageLocation, path: &str) -> Option<FileId> {
        let bytes = self.read_bytes(place, path)?;
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.package.sources.add_of_package(
                place.show(path),
                self.package_path(place, path),
                text,
            )),
            Err(error) => {
                self.not_utf8(place.show(path), FileRole::of(path), &error);
                None
            }
        }
    }

    /// Adds the sheets of a workbook as files of their own.
    fn read_workbook(&mut self, place: &PackageLocation, path: &str) -> Vec<FileId> {
        let Some(bytes) = self.read_bytes(place, path) else { return Vec::new() };
        let (name, package_path) = (place.show(path), self.package_path(place, path));
        match workbook::add_sheets(&name, &package_path, &bytes, &mut self.package.sources) {
            Ok((sheets, mut found)) => {
                self.bytes +=
                    sheets.iter().map(|file| self.package.sources.file(*file).text.len() as u64).sum::<u64>();
                self.diagnostics.append(&mut found);
                sheets
            }
            Err(found) => {
                self.diagnostics.push(found);
                Vec::new()
            }
        }
    }

    /// Returns a file's path relative to the game's folder: it does not depend on the location or name of
    /// that folder.
    fn package_path(&self, place: &PackageLocation, path: &str) -> String {
        match place.key().file_name() {
            Some(folder) if self.open.len() > 1 => format!("../{}/{path}", folder.to_string_lossy()),
            _ => path.to_owned(),
        }
    }

    fn read_bytes(&mut self, place: &PackageLocation, path: &str) -> Option<Vec<u8>> {
        if self.full {
            return None;
        }
        let bytes = match place.read(path) {
            Ok(bytes) => bytes,
            Err(problem) => {
                self.problem(place, path, &problem);
                return None;
            }
        };
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_TOTAL
            || self.package.sources.files().count() + self.package.assets.len() >= MAX_FILES
        {
            self.full = true;
            let shown = place.show(path);
            self.diagnostics.push(match self.bytes > MAX_TOTAL {
                true => messages::package_too_large(MAX_TOTAL, &shown),
                false => messages::too_many_files(MAX_FILES, &shown),
            });
            return None;
        }
        Some(bytes)
    }

    fn not_utf8(&mut self, name: String, role: Option<FileRole>, error: &std::string::FromUtf8Error) {
        let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
        // The text up to there is unchanged, so the offset is correct; the replacement character has three
        // bytes.
        let file = self.package.sources.add(name.clone(), String::from_utf8_lossy(bytes));
        self.package.unread.extend(role.map(|role| (file, role)));
        self.diagnostics.push(messages::not_utf8(&name, Span::new(file, at, at + 3), at, bytes));
    }

    fn problem(&mut self, place: &PackageLocation, path: &str, problem: &Problem) {
        let name = place.show(path);
        let found = match problem {
            Problem::Io(error) => messages::unreadable(&name, &error.to_string()),
            Problem::NoFile => messages::unreadable(&name, "it is not a file"),
            Problem::Name => messages::name_not_utf8(&name),
            Problem::Leaves => messages::leaves_package(&name),
            Problem::TooLarge => messages::file_too_large(&name, MAX_FILE),
        };
        self.diagnostics.push(match FileRole::of(path).filter(|role| role.is_optional()) {
            // A place in the file tells that the error is about it alone.
            Some(role) => {
                let file = self.package.sources.add(name, "");
                self.package.unread.push((file, role));
                found.at(Span::new(file, 0, 0), "")
            }
            None => found,
        });
    }

    /// Returns the names in `include` that are strings; the schema validation reports the others.
    fn includes(&self, game: FileId) -> Vec<Text> {
        // Most games include nothing, so the file need not be parsed twice.
        if !self.package.sources.file(game).text.contains("include") {
            return Vec::new();
        }
        let (table, _) = parse_toml(&self.package.sources, game);
        let include = table.get("game").and_then(|g| g.as_table()).and_then(|g| g.get("include"));
        let names = include.and_then(|i| i.as_array()).unwrap_or_default();
        names.iter().filter_map(|n| n.as_text().cloned()).collect()
    }

    fn include(&mut self, place: &PackageLocation, name: &Text) {
        let wanted = name.value.as_str();
        let path = wanted.is_empty() || wanted.starts_with('.') || wanted.contains(['/', '\\', ':', '\0']);
        if path {
            let last = wanted.rsplit(['/', '\\']).find(|p| !p.is_empty() && !p.starts_with('.'));
            self.diagnostics.push(messages::include_of_path(name.span, wanted, last));
            return;
        }
        let Some(sibling) = place.sibling(wanted) else {
            let shipped: Vec<&str> = packages().collect();
            self.diagnostics.push(messages::include_missing(name.span, wanted, &place.siblings(), &shipped));
            return;
        };
        let key = sibling.key();
        if self.done.contains(&key) {
            return;
        }
        if let Some(from) = self.open.iter().position(|k| *k == key) {
            let way = self.open[from..].iter().skip(1).filter_map(|k| k.file_name());
            let way: Vec<String> = way.map(|n| format!("`{}`", n.to_string_lossy())).collect();
            self.diagnostics.push(messages::include_cycle(name.span, wanted, &way));
            return;
        }
        self.read_package(&sibling, true);
    }
}

fn no_game_file(place: &PackageLocation, listing: &FolderListing) -> Diagnostic {
    if let PackageLocation::Disk(folder) = place
        && holds_leftover(&folder.root)
    {
        return messages::no_game_file_yet(&place.show(""));
    }
    let near = nearest("game.toml", listing.misplaced.iter().map(String::as_str));
    let below = match place {
        PackageLocation::Disk(f) => {
            let entries = std::fs::read_dir(&f.root).into_iter().flatten().flatten();
            let games = entries.filter(|e| e.path().join("game.toml").is_file());
            let mut names: Vec<String> =
                games.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names.first().map(|n| place.show(n))
        }
        PackageLocation::Shipped(..) => None,
    };
    messages::no_game_file(&place.show(""), near, below.as_deref())
}

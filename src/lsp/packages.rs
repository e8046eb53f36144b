//! The packages of the open documents: their files as they stand in the editor, and what is known of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lsp_types::Uri;

use super::declarations::Declarations;
use super::documents::{Document, Documents};
use super::places::uri_of;
use crate::check::{Checked, check_listening};
use crate::compile::Game;
use crate::diagnostics::Diagnostic;
use crate::inspect::inspect;
use crate::model;
use crate::package::{self, PackageFile, PackageFiles, Role};
use crate::place::{FileId, Sources};

/// The packages by the folders of their `game.toml`.
#[derive(Debug, Default)]
pub struct Packages {
    loaded: BTreeMap<PathBuf, Loaded>,
}

/// A package in memory.
#[derive(Debug)]
pub struct Loaded {
    files: PackageFiles,
    /// What reading the files said.
    said: Vec<Diagnostic>,
    /// The files by absolute path.
    paths: BTreeMap<PathBuf, FileId>,
    /// The names by which the editor has files open.
    uris: BTreeMap<PathBuf, Uri>,
    /// Whether its diagnostics have not been found since it changed.
    stale: bool,
    meaning: Option<Meaning>,
    /// What was found wrong with it, by file, as the editor is told.
    pub found: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>,
}

/// What is known of a package: its declarations, and what checking it found.
#[derive(Debug)]
pub struct Meaning {
    /// Its types.
    pub checked: Checked,
    /// Its declarations by name.
    pub declarations: Declarations,
}

impl Packages {
    /// Loads the packages that a file belongs to, unless they are.
    pub fn open(&mut self, path: &Path, documents: &Documents) {
        for root in roots_of(path) {
            // A file that is not saved yet, or no longer there, is one of the package, too.
            if self.loaded.get(&root).is_none_or(|loaded| !loaded.paths.contains_key(path)) {
                self.load(root, documents);
            }
        }
        for loaded in self.loaded.values_mut() {
            loaded.name(documents);
        }
    }

    /// Reads packages again whose files changed on the disk.
    pub fn reload(&mut self, changed: &Path, documents: &Documents) {
        let roots: Vec<PathBuf> = self.loaded.keys().cloned().collect();
        for root in roots {
            let known = self.loaded.get(&root).is_some_and(|loaded| loaded.paths.contains_key(changed));
            if known || changed.starts_with(&root) {
                self.load(root, documents);
            }
        }
    }

    fn load(&mut self, root: PathBuf, documents: &Documents) {
        let (files, said) = package::load(&root);
        let absolute = |name: &str| fs::canonicalize(name).ok();
        let paths = files.sources.files().filter_map(|(id, file)| Some((absolute(&file.name)?, id))).collect();
        let (uris, found) = (BTreeMap::new(), BTreeMap::new());
        let mut loaded = Loaded { files, said, paths, uris, stale: true, meaning: None, found };
        for (path, document) in documents.iter() {
            loaded.add(&root, path);
            loaded.replace(path, &document.text);
        }
        loaded.name(documents);
        // What the editor was told before has to be taken back where it is mended.
        if let Some(before) = self.loaded.remove(&root) {
            loaded.found = before.found;
        }
        self.loaded.insert(root, loaded);
    }

    /// Puts a text in the place of a file's.
    pub fn replace(&mut self, path: &Path, text: &str) {
        self.loaded.values_mut().for_each(|loaded| loaded.replace(path, text));
    }

    /// Returns the packages that a file belongs to.
    pub fn of(&mut self, path: &Path) -> impl Iterator<Item = &mut Loaded> {
        self.loaded.values_mut().filter(move |loaded| loaded.paths.contains_key(path))
    }

    /// Returns all packages.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Loaded> {
        self.loaded.values_mut()
    }

    /// Returns the packages that changed since this was last asked.
    pub fn stale(&mut self) -> impl Iterator<Item = &mut Loaded> {
        self.loaded.values_mut().filter_map(|loaded| std::mem::take(&mut loaded.stale).then_some(loaded))
    }
}

impl Loaded {
    fn replace(&mut self, path: &Path, text: &str) {
        let Some(id) = self.paths.get(path) else { return };
        if self.files.sources.file(*id).text == text {
            return;
        }
        self.files.sources.replace(*id, text);
        // What was said of the file as it is on the disk, such as what it includes, is said again when it is saved.
        self.said.retain(|diagnostic| diagnostic.labels.iter().all(|label| label.span.file != *id));
        (self.stale, self.meaning) = (true, None);
    }

    /// Adds a file of the package that is not on the disk.
    fn add(&mut self, root: &Path, path: &Path) {
        let inside = path.strip_prefix(root).ok().and_then(Path::to_str).map(|inside| inside.replace('\\', "/"));
        let Some(inside) = inside.filter(|_| !self.paths.contains_key(path)) else { return };
        let Some(role) = Role::of(&inside).filter(|role| !matches!(role, Role::Face | Role::Art)) else { return };
        let file = self.files.sources.add_of_package(path.display().to_string(), inside, "");
        self.files.files.push(PackageFile { file, role, included: false });
        self.paths.insert(path.to_owned(), file);
    }

    /// Learns the names by which the editor has files open.
    fn name(&mut self, documents: &Documents) {
        let first = |(path, document): (&PathBuf, &Document)| Some((path.clone(), document.uris.first()?.clone()));
        self.uris = documents.iter().filter_map(first).collect();
    }

    /// Returns the name of a file for the editor.
    pub fn uri(&self, file: FileId) -> Option<Uri> {
        let path = self.path(file)?;
        self.uris.get(path).cloned().or_else(|| uri_of(path))
    }

    /// Returns the texts of its files.
    pub fn sources(&self) -> &Sources {
        &self.files.sources
    }

    /// Returns the file at a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.paths.get(path).copied()
    }

    /// Returns the path of a file.
    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.iter().find(|(_, id)| **id == file).map(|(path, _)| path.as_path())
    }

    /// Returns everything that is wrong with it.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics_with(&[])
    }

    /// Returns everything that would be wrong with it if files had other texts.
    pub fn diagnostics_with(&self, texts: &[(FileId, String)]) -> Vec<Diagnostic> {
        let mut files = self.files.clone();
        texts.iter().for_each(|(file, text)| files.sources.replace(*file, text.as_str()));
        let mut opened = Game::from_files(files, self.said.clone());
        if let Err(why) = inspect(&mut opened, None) {
            // It is said without a place, so it goes to nobody: the rest still stands.
            debug_assert!(false, "{why}");
        }
        opened.diagnostics
    }

    /// Returns it with its declarations and types, which are found again if it changed.
    pub fn with_meaning(&mut self) -> (&Loaded, &Meaning) {
        let meaning = self.meaning.take().unwrap_or_else(|| Meaning::of(&self.files));
        self.meaning = Some(meaning);
        let loaded = &*self;
        (loaded, loaded.meaning.as_ref().expect("it was just found"))
    }

    /// Returns what it means with another text in the place of a file's.
    pub fn meaning_with(&self, file: FileId, text: &str) -> Meaning {
        let mut files = self.files.clone();
        files.sources.replace(file, text);
        Meaning::of(&files)
    }
}

impl Meaning {
    fn of(files: &PackageFiles) -> Meaning {
        let (package, _) = model::read_package(files);
        let checked = check_listening(&package);
        let declarations = Declarations::of(&package);
        Meaning { checked, declarations }
    }
}

/// Returns the folders of the packages that a file belongs to: the one around it; or, in a folder to be included, those beside it.
fn roots_of(path: &Path) -> Vec<PathBuf> {
    if let Some(root) = package::package_of(path) {
        return vec![root];
    }
    // `house/cards/a.toml`: the games beside `house`.
    let folders = path.ancestors().skip(1).take(3).filter_map(|folder| Some((folder, folder.parent()?)));
    for (folder, beside) in folders {
        let entries = fs::read_dir(beside).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut games: Vec<PathBuf> = entries.filter(|at| at != folder && at.join("game.toml").is_file()).collect();
        games.sort();
        games.retain(|game| {
            let (files, _) = package::load(game);
            files.sources.files().any(|(_, file)| fs::canonicalize(&file.name).is_ok_and(|found| found == path))
        });
        if !games.is_empty() {
            return games;
        }
    }
    Vec::new()
}

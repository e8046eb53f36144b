//! The packages of the open documents: their files as they are in the editor, with their types and
//! declarations.

use crate::place::TextRange;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::declarations::Declarations;
use super::documents::Documents;
use super::messages;
use crate::check::CheckedGame;
use crate::compile::{CompiledGame, OpenResult};
use crate::diagnostics::Diagnostic;
use crate::editor;
use crate::format::format_file;
use crate::inspect::inspect;
use crate::model::{self, CodeStrings, Package};
use crate::package::{self, Asset, FileRole, PackageFile, PackageFiles};
use crate::place::{FileId, SourceFile, Sources, Span, shown_path};
use crate::schema::FileShape;
use crate::wording::check_for_editor;

/// Results of lenses by command and id, until the package changes.
pub type LensResults = BTreeMap<(String, String), String>;

/// The packages by the folders of their `game.toml`.
#[derive(Debug, Default)]
pub struct Packages {
    loaded: BTreeMap<PathBuf, OpenPackage>,
}

/// A package in memory.
#[derive(Debug)]
pub struct OpenPackage {
    files: PackageFiles,
    loading: Vec<Diagnostic>,
    /// The files by absolute path.
    paths: BTreeMap<PathBuf, FileId>,
    /// The diagnostics that are up to date since the last change.
    pub freshness: Freshness,
    /// The result of compilation; kept until the package is inspected.
    compiled: Option<OpenResult>,
    /// The time that the last inspection took.
    pub inspection: Option<Duration>,
    /// Its declarations as the author wrote them; computed on first use.
    model: OnceCell<Package>,
    analysis: OnceCell<Analysis>,
    /// Its diagnostics by file, as published.
    pub found: BTreeMap<PathBuf, Vec<lsp_types::Diagnostic>>,
    /// The results of lenses since it changed.
    pub results: LensResults,
    /// The number of its changes.
    pub version: u64,
}

/// The diagnostics of a package that are up to date since the last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// No diagnostics.
    Stale,
    /// The diagnostics of the compiler.
    Compiled,
    /// All diagnostics, those of inspection included.
    Inspected,
}

/// The types and declarations of a package.
#[derive(Debug)]
pub struct Analysis {
    /// The result of name resolution and type checking.
    pub checked: CheckedGame,
    /// Its declarations by name.
    pub declarations: Declarations,
}

impl Packages {
    /// Loads the packages that a file belongs to, unless they are.
    pub fn open(&mut self, path: &Path, documents: &Documents) {
        for root in package::packages_of(path) {
            // A file that is not saved yet, or no longer there, is one of the package, too.
            let is_missing =
                |package: &OpenPackage| !package.paths.contains_key(path) && may_hold(&root, path);
            if self.loaded.get(&root).is_none_or(is_missing) {
                self.load(root, documents);
            }
        }
    }

    /// Reads packages again whose files changed on the disk, each once.
    pub fn reload(&mut self, changed: &[PathBuf], documents: &Documents) {
        let is_changed = |root: &Path, package: &OpenPackage| {
            let folders = package.paths.keys().filter_map(|path| path.parent());
            let folders: BTreeSet<&Path> = folders.chain([root]).collect();
            changed
                .iter()
                .any(|path| path.starts_with(root) || path.parent().is_some_and(|at| folders.contains(at)))
        };
        let roots = self.loaded.iter().filter(|(root, package)| is_changed(root, package));
        let roots: Vec<PathBuf> = roots.map(|(root, _)| root.clone()).collect();
        for root in roots {
            self.load(root, documents);
        }
        // A new file may be the `game.toml` of open documents.
        for (path, _) in documents.iter() {
            self.open(path, documents);
        }
    }

    fn load(&mut self, root: PathBuf, documents: &Documents) {
        let (files, loading) = package::load(&root);
        let absolute = |name: &str| fs::canonicalize(name).ok();
        let paths =
            files.sources.files().filter_map(|(id, file)| Some((absolute(&file.name)?, id))).collect();
        let mut package = OpenPackage {
            files,
            loading,
            paths,
            freshness: Freshness::Stale,
            compiled: None,
            inspection: None,
            model: OnceCell::new(),
            analysis: OnceCell::new(),
            found: BTreeMap::new(),
            results: LensResults::new(),
            version: 0,
        };
        for (path, document) in documents.iter() {
            package.add(&root, path);
            package.replace(path, &document.text);
        }
        // Published diagnostics have to be taken back where they are mended.
        if let Some(before) = self.loaded.remove(&root) {
            package.inspection = before.inspection;
            // A file that is saved is often the same as in the editor.
            let is_same = package.files.is_same(&before.files);
            package.version = before.version + u64::from(!is_same);
            if is_same {
                package.results = before.results;
            }
            package.found = before.found;
        }
        self.loaded.insert(root, package);
    }

    /// Replaces the text of a file.
    pub fn replace(&mut self, path: &Path, text: &str) {
        self.loaded.values_mut().for_each(|package| package.replace(path, text));
    }

    /// Returns the packages that a file belongs to.
    pub fn of(&mut self, path: &Path) -> impl Iterator<Item = &mut OpenPackage> {
        self.loaded.values_mut().filter(move |package| package.paths.contains_key(path))
    }

    /// Returns the package around a file, else the first that includes it.
    pub fn nearest(&mut self, path: &Path) -> Option<&mut OpenPackage> {
        let holding =
            self.loaded.iter().filter(|(_, package)| package.paths.contains_key(path)).map(|(root, _)| root);
        // The last of nested folders is the innermost; without one, the first in the alphabet is taken.
        let root = holding.clone().rfind(|root| path.starts_with(root)).or(holding.clone().next())?.clone();
        self.loaded.get_mut(&root)
    }

    pub fn all(&mut self) -> impl Iterator<Item = &mut OpenPackage> {
        self.loaded.values_mut()
    }
}

/// Returns the path of a file inside a package, with its role; `None` if it is not part of it.
fn role_in(root: &Path, path: &Path) -> Option<(String, FileRole)> {
    let inside = path.strip_prefix(root).ok()?;
    inside.to_str()?;
    let inside = shown_path(inside);
    let role = FileRole::of(&inside)?;
    Some((inside, role))
}

/// Returns whether a package could have a file that it does not have, if it were read again. Files outside of
/// its folder are those of included packages.
fn may_hold(root: &Path, path: &Path) -> bool {
    match role_in(root, path) {
        Some((_, FileRole::Workbook | FileRole::Art)) => false,
        Some((_, FileRole::Face)) => path.is_file(),
        Some(_) => true,
        None => !path.starts_with(root),
    }
}

impl OpenPackage {
    fn replace(&mut self, path: &Path, text: &str) {
        let Some(id) = self.paths.get(path) else { return };
        if self.files.sources.file(*id).text == text {
            return;
        }
        let before = self.files.sources.file(*id).text.clone();
        self.files.sources.replace(*id, text);
        let after = text;
        // Diagnostics from loading are about the file on the disk. They hold until it is saved, unless their
        // place is gone.
        let text = |span: Span| before.get((span.first_byte())..span.end_byte()).unwrap_or_default();
        self.loading.retain_mut(|diagnostic| {
            diagnostic.labels.iter_mut().filter(|label| label.span.file == *id).all(|label| {
                let written = text(label.span);
                let at = (!written.is_empty()).then(|| after.find(written)).flatten();
                at.is_some_and(|at| {
                    label.span = Span::new(*id, at, at + written.len());
                    true
                })
            })
        });
        (self.freshness, self.compiled) = (Freshness::Stale, None);
        (self.model, self.analysis) = (OnceCell::new(), OnceCell::new());
        self.version += 1;
        self.results.clear();
    }

    /// Adds a file of the package that is not on the disk.
    fn add(&mut self, root: &Path, path: &Path) {
        let Some((inside, role)) = role_in(root, path).filter(|_| !self.paths.contains_key(path)) else {
            return;
        };
        if matches!(role, FileRole::Workbook | FileRole::Face | FileRole::Art) {
            return;
        }
        let file = self.files.sources.add_of_package(path.display().to_string(), inside, "");
        self.files.files.push(PackageFile { file, role, included: false });
        self.paths.insert(path.to_owned(), file);
    }

    /// Returns the texts of its files.
    pub fn sources(&self) -> &Sources {
        &self.files.sources
    }

    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.paths.get(path).copied()
    }

    pub fn role(&self, file: FileId) -> Option<FileRole> {
        self.files.files.iter().find(|one| one.file == file).map(|one| one.role)
    }

    /// Returns the schema of a shape of file; those of cards, decks, scenarios and translations know the
    /// game.
    pub fn schema(&self, shape: FileShape) -> serde_json::Value {
        match shape {
            FileShape::Game
            | FileShape::Rules
            | FileShape::Print
            | FileShape::Stamps
            | FileShape::Tournament => shape.schema().clone(),
            FileShape::Cards | FileShape::Deck | FileShape::Scenario | FileShape::Texts => {
                editor::schema(self.model(), shape)
            }
        }
    }

    /// Returns whether a file comes from an included package.
    pub fn is_included(&self, file: FileId) -> bool {
        self.files.files.iter().any(|one| one.file == file && one.included)
    }

    /// Returns the code strings of a TOML file, types among them.
    pub fn code_strings(&self, file: FileId) -> CodeStrings {
        model::code_strings(self.model(), file)
    }

    /// Compiles the package with other texts for some files.
    pub fn compiled_with(&self, texts: &[(FileId, String)]) -> OpenResult {
        let mut files = self.files.clone();
        texts.iter().for_each(|(file, text)| files.sources.replace(*file, text.as_str()));
        CompiledGame::from_files(files, self.loading.clone())
    }

    /// Returns its `game.toml`.
    pub fn game_file(&self) -> Option<FileId> {
        self.sources().files().find(|(_, file)| file.package_path == "game.toml").map(|(id, _)| id)
    }

    pub fn folder(&self) -> Option<&Path> {
        self.path(self.files.files.iter().find(|one| one.role == FileRole::Game && !one.included)?.file)?
            .parent()
    }

    /// Returns its files as they are in the editor.
    pub fn files(&self) -> &PackageFiles {
        &self.files
    }

    /// Returns a file as `cardwright fmt` would write it; `None` if that is not possible.
    pub fn formatted(&self, file: FileId) -> Option<String> {
        format_file(self.model(), file).ok()
    }

    pub fn path(&self, file: FileId) -> Option<&Path> {
        self.paths.iter().find(|(_, id)| **id == file).map(|(path, _)| path.as_path())
    }

    /// Compiles the package. Returns the diagnostics of the compiler.
    pub fn compile(&mut self) -> Vec<Diagnostic> {
        let opened = CompiledGame::from_files(self.files.clone(), self.loading.clone());
        let found = opened.diagnostics.clone();
        (self.freshness, self.compiled) = (Freshness::Compiled, Some(opened));
        found
    }

    /// Compiles and inspects the package. Returns all diagnostics; `None` if `stop` was set.
    pub fn inspect(&mut self, stop: Option<&'static AtomicBool>) -> Option<Vec<Diagnostic>> {
        if self.compiled.is_none() {
            self.compile();
        }
        let mut opened = self.compiled.take()?;
        let of_compiler = opened.diagnostics.clone();
        let began = Instant::now();
        if let Err(why) = inspect(&mut opened, stop) {
            opened.diagnostics.push(messages::not_inspected(why));
        }
        if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            // The rest is found when nothing more is typed.
            opened.diagnostics = of_compiler;
            self.compiled = Some(opened);
            return None;
        }
        (self.freshness, self.inspection) = (Freshness::Inspected, Some(began.elapsed()));
        Some(opened.diagnostics)
    }

    /// Compiles and inspects the package with other texts for some files.
    pub fn opened_with(&self, texts: &[(FileId, String)]) -> OpenResult {
        let mut files = self.files.clone();
        texts.iter().for_each(|(file, text)| files.sources.replace(*file, text.as_str()));
        let mut opened = CompiledGame::from_files(files, self.loading.clone());
        if let Err(why) = inspect(&mut opened, None) {
            opened.diagnostics.push(messages::not_inspected(why));
        }
        opened
    }

    /// Returns its faces and icons.
    pub fn faces(&self) -> impl Iterator<Item = &SourceFile> {
        let ids = self.files.assets.iter().filter_map(|(_, asset)| match asset {
            Asset::Text(file) => Some(*file),
            Asset::Bytes(_) => None,
        });
        ids.map(|id| self.files.sources.file(id)).filter(|file| !file.name.ends_with(".md"))
    }

    /// Returns its declarations as the author wrote them.
    fn model(&self) -> &Package {
        self.model.get_or_init(|| model::read_package(&self.files).0)
    }

    /// Returns the package and its analysis, which is computed on first use after a change.
    pub fn analysed(&self) -> (&OpenPackage, &Analysis) {
        (self, self.analysis.get_or_init(|| Analysis::of(self.model())))
    }

    /// Checks the package with another text for one file.
    pub fn checked_with(&self, file: FileId, text: &str) -> CheckedGame {
        let mut files = self.files.clone();
        files.sources.replace(file, text);
        check_for_editor(&model::read_package(&files).0)
    }
}

impl Analysis {
    fn of(package: &Package) -> Analysis {
        let checked = check_for_editor(package);
        let declarations = Declarations::of(package);
        Analysis { checked, declarations }
    }
}

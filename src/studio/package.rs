//! One package on the workbench, recompiled whenever its files change.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};

use super::card_figures::CardFigures;
use super::problems;
use crate::compile::{CompiledGame, RuleWords};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::inspect::{drop_consequences, inspect_game};
use crate::ir::rules_hash;
use crate::model::read_package;
use crate::package::{self, PackageFiles, PackageOrigin};
use crate::print::export::{LiveFace, LiveFaces, draw_faces};
use crate::source::Sources;
use crate::threads::lock;

/// A package that is open.
#[derive(Debug)]
pub struct Workbench {
    /// The game's id, or the name of the folder if it cannot be read.
    pub id: String,
    /// The package as the user named it.
    pub named: String,
    state: Mutex<PackageState>,
}

/// A package, as of the last reading.
#[derive(Debug, Default)]
pub struct PackageState {
    /// Number of changes since the package was opened.
    pub version: u64,
    pub files: PackageFiles,
    /// The game; after an error the last one that could be played.
    pub game: Option<Arc<CompiledGame>>,
    /// True if the game is of the current files.
    pub is_current: bool,
    pub faces: LiveFaces,
    /// The faces to compare with: those at the start, or those that were accepted.
    pub before: LiveFaces,
    /// Diagnostics of reading the files.
    pub loading: Vec<Diagnostic>,
    /// Everything that is wrong.
    pub found: Vec<Diagnostic>,
    /// The files with errors.
    pub sources: Sources,
    /// The rule of each card in words, by id.
    pub rules: BTreeMap<String, RuleWords>,
    /// Figures of cards from the last simulation, by id.
    pub lab: CardFigures,
}

/// Differences after a package was read again.
#[derive(Debug, Default)]
pub struct PackageChange {
    /// The paths of faces that look different.
    pub faces: Vec<String>,
    /// The game, if it can be played.
    pub game: Option<Arc<CompiledGame>>,
}

impl Workbench {
    /// Opens a package by its folder, or a shipped game by its id.
    pub fn open(named: &str) -> Workbench {
        let (files, _) = package::open(named);
        let (package, _) = read_package(&files);
        let folder = || PathBuf::from(named).canonicalize().ok()?.file_name()?.to_str().map(str::to_owned);
        let id = Some(package.game.id).filter(|id| !id.is_empty()).or_else(folder);
        let id = id.unwrap_or_else(|| "game".to_owned());
        Workbench { id, named: named.to_owned(), state: Mutex::default() }
    }

    /// Returns the package, as of the last reading.
    pub fn state(&self) -> MutexGuard<'_, PackageState> {
        lock(&self.state)
    }

    /// Reads the files; `None` if they are as before.
    pub fn read(&self) -> Option<(PackageFiles, Vec<Diagnostic>)> {
        let (files, found) = package::open(&self.named);
        let state = self.state();
        let same = state.version > 0 && files.is_same(&state.files) && found == state.loading;
        (!same).then_some((files, found))
    }

    /// Compiles the files, and draws the faces that have changed. `tell` is called as soon as these can be
    /// shown, and again when all that is wrong is known.
    pub fn update(&self, files: PackageFiles, loading: Vec<Diagnostic>, tell: &dyn Fn(&PackageChange)) {
        let mut opened = CompiledGame::from_files(files.clone(), loading.clone());
        let read = files.clone();
        let before = self.state().faces.clone();
        let printable = !opened.broken.iter().any(|(_, role)| *role == package::FileRole::Print);
        let game = opened.game.take().map(Arc::new);
        let faces = game.as_ref().filter(|_| printable).map(|game| draw_faces(&game.ir, &before));
        let mut change = PackageChange { faces: Vec::new(), game: game.clone() };
        {
            let mut state = self.state();
            state.version += 1;
            state.files = files;
            state.loading = loading;
            state.found = opened.diagnostics.clone();
            state.sources = opened.sources.clone();
            state.is_current = faces.is_some();
            // Faces name cards of the game that they were drawn from, so both change together.
            if let (Some(faces), Some(game)) = (faces, &game) {
                change.faces = changed(&before, &faces);
                if state.before.faces.is_empty() {
                    state.before = faces.clone();
                    change.faces.clear();
                }
                state.faces = faces;
                state.game = Some(Arc::clone(game));
            }
        }
        // The faces are shown before the slower checks.
        tell(&change);
        let Some(game) = game else { return };
        let rules = CompiledGame::rules_in_words(&read);
        let Ok((mut found, _)) = inspect_game(&game, &opened.sources, None) else { return };
        {
            let mut state = self.state();
            drop_consequences(&mut found, &state.found);
            state.rules = rules;
            // The places of problems in their list are known by the version.
            state.version += 1;
            let drawn = std::mem::take(&mut state.faces.found);
            state.found.extend(found);
            for d in drawn {
                if !state.found.iter().any(|known| known.code == d.code && known.message == d.message) {
                    state.found.push(d);
                }
            }
            diagnostics::sort(&mut state.found);
        }
        tell(&PackageChange::default());
    }

    /// Makes the current faces the ones to compare with.
    pub fn accept(&self) {
        let mut state = self.state();
        state.before = state.faces.clone();
    }

    /// Formats the package for the list of packages.
    pub fn json(&self) -> Value {
        let state = self.state();
        let name = state.game.as_ref().map_or_else(|| self.id.clone(), |game| game.ir.game.name.clone());
        json!({
            "id": self.id,
            "name": name,
            "folder": self.named,
            "version": state.version,
            "table": state.table_hash(),
            "errors": state.count(Severity::Error),
            "warnings": state.count(Severity::Warning),
            "playable": state.game.is_some(),
            "current": state.is_current,
        })
    }
}

impl PackageState {
    /// Returns the number of diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|d| d.severity == severity).count()
    }

    /// Returns a hash of the rules and the faces: a table that has begun is out of date when they change, not
    /// when a scenario is added.
    fn table_hash(&self) -> Option<String> {
        let rules = rules_hash(&self.game.as_ref()?.ir);
        let hash =
            self.faces.faces.iter().fold(rules, |hash, (_, face)| hash.rotate_left(5) ^ face.made_from);
        Some(format!("{hash:016x}"))
    }

    /// Formats everything that is wrong.
    pub fn problems(&self) -> Vec<Value> {
        problems::json(&self.found, &self.sources)
    }

    /// Returns the game of the current files.
    ///
    /// # Errors
    /// They have an error; a message.
    pub fn current(&self) -> Result<Arc<CompiledGame>, String> {
        let game = self.game.clone().filter(|_| self.is_current);
        game.ok_or_else(|| "the files have errors: mend them first (see Problems)".to_owned())
    }

    /// Returns the folder of the package; `None` for a shipped game.
    pub fn folder(&self) -> Option<&std::path::Path> {
        match &self.files.origin {
            PackageOrigin::Folder(folder) => Some(folder),
            PackageOrigin::Memory | PackageOrigin::Shipped(_) => None,
        }
    }
}

/// Returns the paths of faces that look different, or are new.
fn changed(before: &LiveFaces, now: &LiveFaces) -> Vec<String> {
    let differs = |(path, face): &&(String, LiveFace)| {
        before.get(path).is_none_or(|old| old.made_from != face.made_from)
    };
    now.faces.iter().filter(differs).map(|(path, _)| path.clone()).collect()
}

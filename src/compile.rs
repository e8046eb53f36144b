//! A package, opened and compiled: every step from files to IR in one call.

use crate::check::{self, Global, Languages, World};
use crate::diagnostics::codes::{check as codes, lint};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::ir::Ir;
use crate::model::Code;
use crate::source::{Sources, Span, Text};
use crate::{lower, model, package};

/// A compiled game.
#[derive(Debug)]
pub struct Game {
    /// The artefact.
    pub ir: Ir,
    /// What can be translated, and into what it is; nothing where the package has no `texts/`.
    pub languages: Languages,
    /// What exists, for expressions that are asked of the game later.
    world: World,
    sources: Sources,
}

/// What opening a package gave: the game, if nothing was wrong with it, and all there is to say.
#[derive(Debug)]
pub struct Opened {
    /// The game; none if there is an error among the diagnostics.
    pub game: Option<Game>,
    /// Every file, to show the diagnostics in.
    pub sources: Sources,
    /// Everything that is wrong, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
}

impl Game {
    /// Opens a package by its folder, or a shipped game by its id.
    pub fn open(name_or_path: &str) -> Opened {
        let (files, diagnostics) = package::open(name_or_path);
        Self::from_files(files, diagnostics)
    }

    /// The same with other values in places of its files, to be played and not printed: that a card's text says another number than
    /// its rule then does is no error. Each change is a path and a value (see [`PackageFiles::change`](package::PackageFiles::change)).
    ///
    /// # Errors
    /// A place that is not there.
    pub fn open_changed(name_or_path: &str, changes: &[(String, String)]) -> Result<Opened, package::Unchanged> {
        let (mut files, mut diagnostics) = package::open(name_or_path);
        // What cannot be read says more than that a place is missing in it.
        if !has_errors(&diagnostics) {
            changes.iter().try_for_each(|(path, value)| files.change(path, value))?;
        }
        diagnostics.retain(|d| d.severity == Severity::Error);
        Ok(Self::compiled(files, diagnostics, changes.is_empty()))
    }

    /// Compiles a package whose files were read; `diagnostics` is what reading them said.
    pub fn from_files(files: package::PackageFiles, diagnostics: Vec<Diagnostic>) -> Opened {
        Self::compiled(files, diagnostics, true)
    }

    fn compiled(files: package::PackageFiles, mut diagnostics: Vec<Diagnostic>, said: bool) -> Opened {
        let (package, more) = model::read_package(&files);
        // What could not be read may have declared a name that is missed elsewhere, or used one that nothing else uses.
        let unread = has_errors(&diagnostics) || package.incomplete;
        let uses_unread = unread || has_errors(&more);
        diagnostics.extend(more);
        let checked = check::check(&package);
        let a_consequence = |d: &Diagnostic| match d.code {
            code if codes::NAMES.contains(&code) => {
                unread || d.labels.first().is_some_and(|l| may_exist(&package, l.span))
            }
            lint::UNUSED => uses_unread,
            lint::TEXT_NUMBER => !said,
            _ => false,
        };
        diagnostics.extend(checked.diagnostics.iter().filter(|d| !a_consequence(d)).cloned());
        let mut game = None;
        if !has_errors(&diagnostics) {
            match lower::lower(&package, &checked) {
                Ok(ir) => {
                    let (languages, mut world) = (checked.languages, checked.world);
                    // In questions that are asked later; what the game itself calls so stays that.
                    if let Some(score) = checked.score {
                        world.globals.entry("score".into()).or_insert(Global::Function(score));
                    }
                    game = Some(Game { ir, languages, world, sources: package.sources.clone() });
                }
                Err(d) => diagnostics.push(d),
            }
        }
        diagnostics::sort(&mut diagnostics);
        Opened { game, sources: package.sources, diagnostics }
    }

    /// Says everything that people read in another language of the package; its name is a tag, `de`.
    ///
    /// # Errors
    /// There are no texts in that language.
    pub fn speak(&mut self, language: &str) -> Result<(), Diagnostic> {
        if language == self.ir.game.language {
            return Ok(());
        }
        let Some(spoken) = self.languages.spoken.iter().find(|s| s.language == language) else {
            let name = &self.ir.game.name;
            let d = Diagnostic::error(lint::NO_SUCH_LANGUAGE, format!("{name} does not speak `{language}`"));
            let known = self.languages.spoken.iter().map(|s| s.language.as_str());
            let known: Vec<&str> = known.chain([self.ir.game.language.as_str()]).collect();
            let known = diagnostics::list(&known);
            return Err(d
                .because(format!("It speaks {known}."))
                .help(format!("`cardwright texts FOLDER --lang {language}` begins a translation")));
        };
        self.ir.translate(language, &spoken.filled);
        Ok(())
    }

    /// Every file of the game, and every expression that was asked of it.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Compiles an expression, which may call verbs, into a function without parameters. Tables laid before are of no use after.
    /// `score(p)` in it is what the game scores, unless the game calls something of its own so.
    ///
    /// # Errors
    /// What is wrong with the expression; to be shown with [`Game::sources`].
    pub fn snippet(&mut self, code: &str) -> Result<u16, Vec<Diagnostic>> {
        let file = self.sources.add("expression", code);
        let span = Span::new(file, 0, code.len());
        let code: Code = Text { value: code.to_string(), map: vec![(0, 0)], span };
        let snippet = check::check_snippet(&mut self.world, &code)?;
        lower::lower_more(&self.world, &self.sources, &mut self.ir, snippet.function).map_err(|d| {
            // It keeps its number, but nothing is made of it again.
            self.world.functions[snippet.function as usize].body = None;
            vec![d]
        })
    }
}

/// Whether what is named at a place was declared, but in a way that could not be read.
fn may_exist(package: &model::Package, at: Span) -> bool {
    let name = package.sources.text(at).trim_matches(['"', '\'', ' ']);
    let name = name.split(['[', ' ', '#']).next().unwrap_or(name);
    // `colours` is there if `colour` is.
    package.may_exist(name) || name.strip_suffix('s').is_some_and(|one| package.may_exist(one))
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

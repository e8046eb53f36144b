//! Opens and compiles a package: every step from files to IR in one call.

mod consequences;
mod messages;

use crate::check::{self, Global, Notation, SymbolTable};
use crate::diagnostics::codes::lint;
use crate::diagnostics::{self, Diagnostic, Severity, with_bounded_suggestions};
use crate::ir::{InitialValue, Ir, PlayedList};
use crate::model::{CodeText, Ident, PlayedLists, ReadPurpose};
use crate::package::{FileRole, PackageFiles};
use crate::source::{FileId, Sources, Span, Text, TomlNode};
use crate::wording::{self, Languages};
use crate::{lower, model, package, threads};
use consequences::Consequences;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A game that was compiled from its files, with their texts for diagnostics.
#[derive(Debug)]
pub struct CompiledGame {
    /// The compiled rules, texts and print settings.
    pub ir: Ir,
    /// The texts that can be translated, and the translations; empty for a package without `texts/`.
    pub languages: Languages,
    /// The checked declarations, for snippets that are compiled later.
    symbols: SymbolTable,
    /// The errors of each broken translation and scenario, with its file's name; at least one each.
    broken: Vec<(String, Vec<Diagnostic>)>,
    /// The origin of its files.
    pub origin: package::PackageOrigin,
    sources: Sources,
    /// For games with deck lists: the package, which is compiled again for the lists in play.
    files: Option<Arc<PackageFiles>>,
}

/// The rule of a card in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleWords {
    /// The sentences that are generated from the rule.
    pub text: String,
    /// True if the sentences cover the whole rule: a part may have no words.
    pub is_whole: bool,
}

/// The result of opening a package: the game, if it can be played, and all diagnostics.
#[derive(Debug)]
pub struct OpenResult {
    /// The game; `None` if there is an error outside of scenarios, deck lists, translations and `print.toml`,
    /// without which it can be played.
    pub game: Option<CompiledGame>,
    /// The scenarios, deck lists, translations and `print.toml` that have an error, in the order of files.
    /// The game's IR does not have these scenarios and lists, and must not be printed if `print.toml` is
    /// here.
    pub broken: Vec<(FileId, FileRole)>,
    /// All files, for showing diagnostics.
    pub sources: Sources,
    /// All diagnostics, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
}

impl CompiledGame {
    /// Opens a package by its folder, or a shipped game by its id.
    pub fn open(name_or_path: &str) -> OpenResult {
        let (files, diagnostics) = package::open(name_or_path);
        Self::from_files(files, diagnostics)
    }

    /// Like [`CompiledGame::open`]; the compiled rules are also looked at, beside what is still checked.
    /// Returns the result of the look, if there is a game.
    pub fn open_with_look<T>(name_or_path: &str, look: impl FnOnce(&Ir) -> T) -> (OpenResult, Option<T>) {
        let (files, diagnostics) = package::open(name_or_path);
        let files = Arc::new(files);
        with_bounded_suggestions(|| {
            Self::compiled_with_look(&files, ReadPurpose::Whole, diagnostics, true, look)
        })
    }

    /// Like [`CompiledGame::open`], with values of its files replaced. The game is for play, not for print: a
    /// card whose text differs from its changed rule is not an error. Each change is a path and a value (see
    /// [`PackageFiles::change`](package::PackageFiles::change)).
    ///
    /// # Errors
    /// A path leads nowhere.
    pub fn open_changed(
        name_or_path: &str,
        changes: &[(String, String)],
    ) -> Result<OpenResult, package::ChangeError> {
        let (mut files, mut diagnostics) = package::open(name_or_path);
        // The errors of an unreadable file say more than that a path is missing in it.
        if !has_errors(&diagnostics) {
            changes.iter().try_for_each(|(path, value)| files.change(path, value))?;
        }
        diagnostics.retain(|d| d.severity == Severity::Error);
        Ok(Self::compiled(files, diagnostics, changes.is_empty()))
    }

    /// Returns the integers of a package whose paths match a pattern (see
    /// [`PackageFiles::numbers`](package::PackageFiles::numbers)).
    pub fn numbers(name_or_path: &str, pattern: &str) -> Vec<(String, i64)> {
        package::open(name_or_path).0.numbers(pattern)
    }

    /// Compiles a package whose files were read; `diagnostics` are those of reading them.
    pub fn from_files(files: PackageFiles, diagnostics: Vec<Diagnostic>) -> OpenResult {
        Self::compiled(files, diagnostics, true)
    }

    fn compiled(files: PackageFiles, diagnostics: Vec<Diagnostic>, said: bool) -> OpenResult {
        let files = Arc::new(files);
        with_bounded_suggestions(|| Self::compiled_for(&files, ReadPurpose::Whole, diagnostics, said))
    }

    /// Compiles the game for the deck lists in play.
    ///
    /// # Errors
    /// There are more components, or a larger state, than a table holds. Errors of the package itself were
    /// reported when it was opened.
    pub fn laid_for(&self, lists: &PlayedLists) -> Result<CompiledGame, Vec<Diagnostic>> {
        let Some(files) = &self.files else { return Err(Vec::new()) };
        let opened = with_bounded_suggestions(|| {
            Self::compiled_for(files, ReadPurpose::Lists(lists), Vec::new(), false)
        });
        let errors = opened.diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
        let mut laid = opened.game.ok_or_else(|| errors.collect::<Vec<_>>())?;
        // The copy has the language of this game.
        laid.speak(&self.ir.game.language).map_err(|d| vec![d])?;
        Ok(laid)
    }

    /// Compiles the game again with all of its cards: for a table of deck lists, cards that are in no list
    /// have no components, so neither attributes nor texts made of them. `None` for a game without lists.
    pub fn with_all_cards(&self) -> Option<CompiledGame> {
        let files = self.files.as_ref()?;
        let opened =
            with_bounded_suggestions(|| Self::compiled_for(files, ReadPurpose::Whole, Vec::new(), false));
        let mut whole = opened.game?;
        whole.speak(&self.ir.game.language).ok()?;
        Some(whole)
    }

    /// Returns the lists for a table of `players`: a seat without a named list gets one of the package's, in
    /// turn. `None` for a game without lists.
    pub fn lists(&self, players: u8, named: &[PlayedList]) -> Option<PlayedLists> {
        let (package, _) = model::read_package(self.files.as_deref()?);
        Some(model::default_lists(&package, players, named))
    }

    /// Compiles the game for each combination of lists that scenarios play with, each with the diagnostics of
    /// its scenarios; the first also has those of scenarios that cannot be read. In games without lists, the
    /// scenarios are in the game itself.
    pub fn scenario_tables(&self) -> Vec<OpenResult> {
        self.scenario_tables_until(&|| false)
    }

    /// Returns the number of scenarios that can be run, those at tables with lists included. These tables are
    /// compiled for it.
    pub fn scenario_count(&self) -> usize {
        let tables = if self.ir.lists.are_brought() { self.scenario_tables() } else { Vec::new() };
        let of_tables = tables.iter().filter_map(|t| t.game.as_ref()).map(|game| game.ir.scenarios.len());
        self.ir.scenarios.len() + of_tables.sum::<usize>()
    }

    /// Like [`CompiledGame::scenario_tables`], but leaves out the rest as soon as `stopped` returns true.
    pub fn scenario_tables_until(&self, stopped: &dyn Fn() -> bool) -> Vec<OpenResult> {
        let Some(files) = &self.files else { return Vec::new() };
        let (package, _) = model::read_package(files);
        let tables = model::tables_of_scenarios(&package);
        // A scenario that cannot be read has its errors at every table.
        let (mut reported, mut broken) = (Vec::new(), HashSet::new());
        let table = |lists: &PlayedLists| {
            let mut opened = with_bounded_suggestions(|| {
                Self::compiled_for(files, ReadPurpose::Scenarios(lists), Vec::new(), false)
            });
            // Other diagnostics were reported for the game itself.
            let of_scenario =
                |file: FileId| files.files.iter().any(|f| f.file == file && f.role == FileRole::Scenario);
            let playable = opened.game.is_some();
            opened.broken.retain(|(file, role)| *role == FileRole::Scenario && broken.insert(*file));
            opened.diagnostics.retain(|d| {
                d.severity == Severity::Error && !playable
                    || d.labels.first().is_some_and(|l| of_scenario(l.span.file)) && !reported.contains(d)
            });
            reported.extend(opened.diagnostics.iter().cloned());
            opened
        };
        tables.iter().take_while(|_| !stopped()).map(table).collect()
    }

    fn compiled_for(
        files: &Arc<PackageFiles>,
        purpose: ReadPurpose,
        diagnostics: Vec<Diagnostic>,
        said: bool,
    ) -> OpenResult {
        Self::compiled_with_look(files, purpose, diagnostics, said, |_| ()).0
    }

    fn compiled_with_look<T>(
        files: &Arc<PackageFiles>,
        purpose: ReadPurpose,
        mut diagnostics: Vec<Diagnostic>,
        said: bool,
        look: impl FnOnce(&Ir) -> T,
    ) -> (OpenResult, Option<T>) {
        let (package, more) = model::read_package_for(files, purpose);
        let aside = OptionalFiles::of(files);
        // The unreadable parts may declare a name that is missing elsewhere, or use one that nothing else
        // uses.
        let unread = aside.stops(&diagnostics) || package.incomplete;
        let uses_unread = unread || has_errors(&more);
        diagnostics.extend(more);
        let (checked, languages, pending) = wording::check(&package);
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let errors = errors.filter_map(|d| Some(d.labels.first()?.span)).collect();
        let unclear = &checked.symbols.unclear;
        let consequences = Consequences::new(&package, files, unclear, unread, uses_unread, errors);
        let is_cause = |d: &&Diagnostic| !(d.code == lint::TEXT_NUMBER && !said || consequences.has(d));
        diagnostics.extend(checked.diagnostics.iter().filter(is_cause).cloned());
        let compare =
            || pending.as_ref().map_or_else(Vec::new, |pending| pending.differences(&checked.symbols));
        let lint = || pending.as_ref().map_or_else(Vec::new, |pending| pending.lints(&checked));
        let (differences, (lowered, lints)) = if aside.stops(&diagnostics) {
            (compare(), (None, lint()))
        } else {
            threads::both(compare, || {
                let lowered = lower::lower(&package, &checked);
                let looked = lowered.as_ref().ok().map(look);
                (Some((lowered, looked)), lint())
            })
        };
        if !has_errors(&checked.diagnostics) && !has_errors(&differences) {
            diagnostics.extend(checked.lints.iter().chain(&lints).filter(is_cause).cloned());
        }
        diagnostics.extend(differences.into_iter().filter(|d| is_cause(&d)));
        let broken = aside.broken(&diagnostics);
        let (mut game, mut look_result) = (None, None);
        if let Some((lowered, looked)) = lowered.filter(|_| !aside.stops(&diagnostics)) {
            match lowered {
                Ok(ir) => {
                    look_result = looked;
                    let mut symbols = checked.symbols;
                    // For snippets compiled later; a name declared by the game takes precedence.
                    if let Some(score) = checked.flow.score {
                        symbols.globals.entry("score".into()).or_insert(Global::Function(score));
                    }
                    let with_errors = broken
                        .iter()
                        .filter(|(_, role)| matches!(role, FileRole::Texts | FileRole::Scenario));
                    let with_errors = with_errors.map(|(file, role)| {
                        let errors = diagnostics.iter().filter(|d| is_error_of(d, (*file, *role)));
                        (package.sources.file(*file).name.clone(), errors.cloned().collect())
                    });
                    let with_errors = with_errors.collect();
                    let origin = files.origin.clone();
                    let files = package.asks_for_lists().then(|| Arc::clone(files));
                    let sources = package.sources.clone();
                    game = Some(CompiledGame {
                        ir,
                        languages,
                        symbols,
                        origin,
                        sources,
                        broken: with_errors,
                        files,
                    });
                }
                Err(d) => diagnostics.push(d),
            }
        }
        diagnostics::sort(&mut diagnostics);
        (OpenResult { game, broken, sources: package.sources, diagnostics }, look_result)
    }

    /// Returns the scenarios that are not in the game because of errors: the id of each, and its errors, of
    /// which there is at least one.
    pub fn scenario_errors(&self) -> impl Iterator<Item = (&str, &[Diagnostic])> {
        self.broken.iter().filter_map(|(name, errors)| {
            let (_, file) = name.rsplit_once("scenarios/")?;
            Some((file.strip_suffix(".toml")?, errors.as_slice()))
        })
    }

    /// Returns the errors because of which a scenario is not in the game; none if it is there, or if there is
    /// no such file.
    pub fn errors_of_scenario(&self, id: &str) -> &[Diagnostic] {
        self.scenario_errors().find(|(broken, _)| *broken == id).map_or(&[], |(_, errors)| errors)
    }

    /// Returns a line with the first error because of which a scenario is not in the game, for programs.
    /// `None` if it is there, or if there is no such file.
    pub fn broken_scenario(&self, id: &str) -> Option<String> {
        let first = self.errors_of_scenario(id).first()?;
        let place = first.labels.first().map(|label| label.span);
        let place =
            place.map(|at| format!("{}:{}", self.sources.file(at.file).name, self.sources.line_column(at).0));
        Some(messages::broken_scenario(id, first, &place.unwrap_or_default()))
    }

    /// Replaces all texts for people by a translation of the package; `language` is its tag, such as `de`.
    ///
    /// # Errors
    /// There is no translation into that language, or it has errors.
    pub fn speak(&mut self, language: &str) -> Result<(), Diagnostic> {
        if language == self.ir.game.language {
            return Ok(());
        }
        let file = format!("texts/{language}.toml");
        let of_file = |name: &str| name == file || name.ends_with(&format!("/{file}"));
        let broken = self.broken.iter().find(|(name, _)| of_file(name));
        if let Some(first) = broken.and_then(|(_, errors)| errors.first()) {
            return Err(first.clone());
        }
        let Some(spoken) = self.languages.spoken.iter().find(|s| s.language == language) else {
            let name = &self.ir.game.name;
            let known = self.languages.spoken.iter().map(|s| s.language.as_str());
            let known: Vec<&str> = known.chain([self.ir.game.language.as_str()]).collect();
            return Err(messages::no_such_language(name, language, &known));
        };
        self.ir.translate(language, &spoken.filled);
        Ok(())
    }

    /// Returns each card's rule in words, by the card's id: the text that is made for a card without one,
    /// whether it has one or not. Cards whose rules nothing gives words to are left out, and so are all where
    /// the package has an error or is not in English.
    pub fn rules_in_words(files: &PackageFiles) -> BTreeMap<String, RuleWords> {
        let (mut package, found) = model::read_package(files);
        if has_errors(&found) {
            return BTreeMap::new();
        }
        package.cards.iter_mut().for_each(|card| card.text = None);
        // The template of a kind counts as a text, too.
        package.kinds.iter_mut().for_each(|kind| kind.text = None);
        let (checked, ..) = wording::check(&package);
        let wordless = |d: &Diagnostic| {
            let spans = d.labels.iter().map(|label| label.span);
            (d.code == lint::NO_WORDS).then_some(spans).into_iter().flatten().collect::<Vec<Span>>()
        };
        let wordless: HashSet<Span> = checked.diagnostics.iter().flat_map(wordless).collect();
        let incomplete = package.cards.iter().filter(|card| wordless.contains(&card.id.span));
        let incomplete: HashSet<&str> = incomplete.map(|card| card.id.text.as_str()).collect();
        let names = checked.symbols.names.iter().filter(|name| !name.text.is_empty());
        let words = names.map(|name| {
            let is_whole = !incomplete.contains(name.id.as_str());
            (name.id.clone(), RuleWords { text: name.text.clone(), is_whole })
        });
        words.collect()
    }

    /// Returns all files of the game, and all snippets compiled into it.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Compiles an expression, which may call verbs, into a function without parameters. Tables made before
    /// are invalid afterwards. `score(p)` in it is the game's scoring, unless the game declares that name
    /// itself.
    ///
    /// # Errors
    /// The diagnostics of the expression; show them with [`CompiledGame::sources`].
    pub fn snippet(&mut self, code: &str) -> Result<u16, Vec<Diagnostic>> {
        let file = self.sources.add("expression", code);
        let span = Span::new(file, 0, code.len());
        let code: CodeText = Text { value: code.to_string(), map: vec![(0, 0)], span };
        let snippet = check::check_snippet(&mut self.symbols, &code)?;
        lower::lower_more(&self.symbols, &self.sources, &mut self.ir, snippet.function).map_err(|d| {
            // The function keeps its id, but is not compiled again.
            self.symbols.functions[snippet.function].body = None;
            vec![d]
        })
    }

    /// Parses a line of `[state]`, as scenarios write it. The error is a message for people.
    pub fn laid_values(&self, key: &str, value: &serde_json::Value) -> Result<Vec<InitialValue>, String> {
        let Some(node) = node(value) else {
            return Err(format!("`{key}` is null: write \"none\" where there is none"));
        };
        let key = Ident { text: key.to_owned(), span: node.span };
        let laid = self.symbols.laid_values(&key, &node, Notation::Json, self.symbols.max_players);
        laid.map_err(|wrong| match wrong.help {
            Some(help) => format!("`state`: {} ({help})", wrong.message),
            None => format!("`state`: {}", wrong.message),
        })
    }
}

/// Converts a JSON value to one of a file, with an empty span.
fn node(value: &serde_json::Value) -> Option<TomlNode> {
    use crate::source::{TomlEntry, TomlTable, TomlValue};
    let span = Span::new(FileId(0), 0, 0);
    let value = match value {
        serde_json::Value::Null => return None,
        serde_json::Value::Bool(value) => TomlValue::Bool(*value),
        serde_json::Value::Number(number) => match number.as_i64() {
            Some(number) => TomlValue::Int(number),
            None => TomlValue::Float(number.as_f64()?),
        },
        serde_json::Value::String(text) => {
            TomlValue::Text(Text { value: text.clone(), map: vec![(0, 0)], span })
        }
        serde_json::Value::Array(values) => TomlValue::Array(values.iter().map(node).collect::<Option<_>>()?),
        serde_json::Value::Object(fields) => {
            let entry = |(key, value): (&String, &serde_json::Value)| {
                Some(TomlEntry { key: key.clone(), key_span: span, value: node(value)? })
            };
            TomlValue::Table(TomlTable { entries: fields.iter().map(entry).collect::<Option<_>>()? })
        }
    };
    Some(TomlNode { span, value })
}

/// The files that a game can be played without: its scenarios, deck lists, translations, stamps of texts and
/// `print.toml`.
struct OptionalFiles {
    files: Vec<(FileId, FileRole)>,
}

impl OptionalFiles {
    fn of(files: &PackageFiles) -> Self {
        let read = files.files.iter().map(|f| (f.file, f.role));
        let all = read.chain(files.unread.iter().copied());
        OptionalFiles { files: all.filter(|(_, role)| role.is_optional()).collect() }
    }

    /// Returns whether there is an error outside of them.
    fn stops(&self, diagnostics: &[Diagnostic]) -> bool {
        let aside = |d: &Diagnostic| self.files.iter().any(|file| is_error_of(d, *file));
        diagnostics.iter().any(|d| d.severity == Severity::Error && !aside(d))
    }

    fn broken(&self, diagnostics: &[Diagnostic]) -> Vec<(FileId, FileRole)> {
        self.files.iter().filter(|file| diagnostics.iter().any(|d| is_error_of(d, **file))).copied().collect()
    }
}

/// Returns whether this is an error of an optional file. A translation that differs from a rule is an error
/// of the translation, though its place is the rule.
fn is_error_of(d: &Diagnostic, (file, role): (FileId, FileRole)) -> bool {
    let is_beside = || role == FileRole::Texts && d.labels.iter().any(|label| label.span.file == file);
    is_error_in(d, file) || d.severity == Severity::Error && is_beside()
}

/// Returns whether this is an error whose place is in a file.
pub fn is_error_in(d: &Diagnostic, file: FileId) -> bool {
    d.severity == Severity::Error && d.labels.first().is_some_and(|l| l.span.file == file)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}

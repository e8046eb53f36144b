//! Reader: from spanned trees to declarations.
//!
//! A file is parsed, checked against the schema of its shape, and read. Values that the schema rejected are
//! left out and, if a declaration makes no sense without one, the whole declaration ([`Package::refused`]),
//! so that no error is reported a second time.

mod boards;
mod bots;
mod callables;
mod cards;
mod components;
mod copies;
mod decks;
mod fields;
mod game;
mod lists;
mod names;
mod print;
mod scenarios;
mod sorts;
mod stamps;
mod texts;
mod tokens;

use self::fields::Fields;
pub use lists::{default_lists, tables_of_scenarios};

use super::{Ident, Package, PlayedLists};
use crate::diagnostics::codes::{model as codes, schema as schema_codes};
use crate::diagnostics::{Diagnostic, Severity};
use crate::package::{FileRole, PackageFile, PackageFiles, PackageOrigin};
use crate::schema::{self, FileShape};
use crate::source::{
    SalvageResult, Span, TomlEntry, TomlNode, TomlTable, TomlValue, parse_csv, parse_toml, salvage_csv,
    salvage_toml,
};

/// Reads every file of a package. Returns the package with everything that could be read, and the diagnostics
/// by file and place.
pub fn read_package(files: &PackageFiles) -> (Package, Vec<Diagnostic>) {
    read_package_for(files, ReadPurpose::Whole)
}

/// The purpose for which a package is read.
#[derive(Clone, Copy, Debug)]
pub enum ReadPurpose<'a> {
    /// The whole box: each card in its `copies`. The scenarios of a game with lists are left out.
    Whole,
    /// A table at which these lists are played, without scenarios.
    Lists(&'a PlayedLists),
    /// A table at which these lists are played, with its scenarios.
    Scenarios(&'a PlayedLists),
}

/// Reads a package for a purpose.
pub fn read_package_for(files: &PackageFiles, purpose: ReadPurpose) -> (Package, Vec<Diagnostic>) {
    let included = files.files.iter().filter(|f| f.included).map(|f| f.file).collect();
    let played = match purpose {
        ReadPurpose::Whole => None,
        ReadPurpose::Lists(lists) | ReadPurpose::Scenarios(lists) => Some(lists.clone()),
    };
    let package = Package { sources: files.sources.clone(), included, played, ..Package::default() };
    let mut reader = ModelReader { package, found: Vec::new(), given: Vec::new() };
    for file in &files.files {
        reader.file(files, *file);
    }
    reader.package.print.assets = files.assets.clone();
    // For a folder, or a missing one, the package's loader reports this.
    let in_memory = files.origin == PackageOrigin::Memory && !files.files.is_empty();
    if in_memory && !files.files.iter().any(|f| f.role == FileRole::Game && !f.included) {
        let nothing_there = Diagnostic::error(codes::NO_GAME, "this package has no `game.toml`");
        reader.found.push(
            nothing_there
                .help("write one with a `[game]` table: its `id`, its `name` and how many `players`"),
        );
    }
    names::settle(&mut reader.package, &mut reader.found);
    if reader.package.asks_for_lists() {
        let mut scenarios = std::mem::take(&mut reader.package.scenarios);
        match purpose {
            // A game with lists has scenarios per table: see `tables_of_scenarios`.
            ReadPurpose::Whole => {}
            ReadPurpose::Lists(_) => scenarios.clear(),
            ReadPurpose::Scenarios(table) => {
                reader.package.scenarios = scenarios;
                let mut played = lists::are_played_at(&reader.package, table).into_iter();
                scenarios = std::mem::take(&mut reader.package.scenarios);
                scenarios.retain(|_| played.next() == Some(true));
            }
        }
        reader.package.scenarios = scenarios;
    }
    // `Sources` numbers files in reading order.
    reader.found.sort_by_key(|d| d.labels.first().map(|l| (l.span.file, l.span.start)));
    (reader.package, reader.found)
}

/// The state of the reader.
struct ModelReader {
    package: Package,
    found: Vec<Diagnostic>,
    /// Declarations allowed once per game, with the span of the first.
    given: Vec<(&'static str, Span)>,
}

impl ModelReader {
    fn file(&mut self, files: &PackageFiles, file: PackageFile) {
        let (mut root, mut found) = match file.role {
            FileRole::CardsCsv => parse_csv(&files.sources, file.file),
            _ => parse_toml(&files.sources, file.file),
        };
        let is_broken = found.iter().any(|d| d.severity == Severity::Error);
        if is_broken {
            // The game is played without files of these roles, so nothing depends on a part of one.
            if matches!(
                file.role,
                FileRole::Deck | FileRole::Scenario | FileRole::Print | FileRole::Texts | FileRole::Stamps
            ) {
                self.found.append(&mut found);
                return;
            }
            root = self.salvage(files, file, &found);
        }
        self.found.append(&mut found);
        let shape = match file.role {
            FileRole::Game => Some(FileShape::Game),
            FileRole::Rules => Some(FileShape::Rules),
            FileRole::Cards => Some(FileShape::Cards),
            // Every cell is a string, whatever its meaning.
            FileRole::CardsCsv => None,
            FileRole::Deck => Some(FileShape::Deck),
            FileRole::Scenario => Some(FileShape::Scenario),
            FileRole::Print => Some(FileShape::Print),
            FileRole::Texts => Some(FileShape::Texts),
            FileRole::Stamps => Some(FileShape::Stamps),
            FileRole::Workbook | FileRole::Face | FileRole::Art => None,
        };
        if let Some(shape) = shape {
            let mut found = schema::validate(shape, file.file, &root);
            // The missing key may be in an unreadable part.
            found.retain(|d| !is_broken || d.code != schema_codes::MISSING_KEY);
            let unknown = found.iter().filter(|d| d.code == schema_codes::UNKNOWN_KEY);
            let unknown: Vec<Span> = unknown.filter_map(|d| d.labels.first().map(|l| l.span)).collect();
            if !unknown.is_empty() && shape != FileShape::Scenario {
                self.refuse_below(&root, &unknown);
            }
            self.found.append(&mut found);
        }
        let start = Span::new(file.file, 0, 0);
        match file.role {
            FileRole::Game => {
                let mut root = Fields::of_table(root, start);
                self.game(&mut root, file.included);
                self.rules(root);
            }
            FileRole::Rules => self.rules(Fields::of_table(root, start)),
            FileRole::Cards => self.cards(root, start),
            FileRole::CardsCsv => self.csv_cards(root, start),
            FileRole::Deck => self.deck_list(root, start),
            FileRole::Scenario => self.scenario(root, start),
            FileRole::Print => self.print(root, start),
            FileRole::Texts => self.texts(root, start, file.file),
            FileRole::Stamps => self.stamps(root, start, file.file),
            // These are not files of declarations.
            FileRole::Workbook | FileRole::Face | FileRole::Art => {}
        }
    }

    /// Returns the declarations of a broken file that have no syntax errors, and remembers what the others
    /// may declare.
    fn salvage(&mut self, files: &PackageFiles, file: PackageFile, errors: &[Diagnostic]) -> TomlTable {
        let salvage = if file.role == FileRole::CardsCsv { salvage_csv } else { salvage_toml };
        let SalvageResult { root, lost } = salvage(&files.sources, file.file, errors);
        let declared = self.package.lost.add(&files.sources, file.role, &lost);
        self.package.refused.extend(declared);
        // Without a board, its cells and their members are missing, under unknown names.
        self.package.incomplete |= self.package.lost.has_table("boards");
        root
    }

    /// Marks everything below unknown keys as refused: it was probably meant as declarations.
    fn refuse_below(&mut self, table: &TomlTable, unknown: &[Span]) {
        for entry in &table.entries {
            if unknown.contains(&entry.key_span) {
                self.package.refused.push(Ident { text: entry.key.clone(), span: entry.key_span });
                self.refuse_names(&entry.value);
            } else if let TomlValue::Table(below) = &entry.value.value {
                self.refuse_below(below, unknown);
            }
        }
    }

    /// Marks every name in a value as refused.
    fn refuse_names(&mut self, node: &TomlNode) {
        match &node.value {
            TomlValue::Table(table) => {
                for entry in &table.entries {
                    self.package.refused.push(Ident { text: entry.key.clone(), span: entry.key_span });
                    self.refuse_names(&entry.value);
                }
            }
            TomlValue::Array(items) => items.iter().for_each(|item| self.refuse_names(item)),
            TomlValue::Text(text) => {
                // A card can be named by its printed name, too.
                self.package.refused.push(Ident { text: text.value.clone(), span: node.span });
                let words =
                    text.value.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|w| is_id(w));
                self.package.refused.extend(words.map(|w| Ident { text: w.to_owned(), span: node.span }));
            }
            _ => {}
        }
    }

    /// Reads the declarations of a rules file.
    fn rules(&mut self, mut root: Fields) {
        self.declarations(&mut root, "options", ModelReader::option);
        self.setups(&mut root);
        self.requires(&mut root);
        self.declarations(&mut root, "enums", ModelReader::enumeration);
        self.words(&mut root);
        self.declarations(&mut root, "dice", ModelReader::die);
        self.declarations(&mut root, "kinds", ModelReader::kind);
        self.state(&mut root);
        self.declarations(&mut root, "zones", ModelReader::zone);
        self.declarations(&mut root, "boards", ModelReader::board);
        self.declarations(&mut root, "histories", ModelReader::history);
        self.declarations(&mut root, "functions", ModelReader::function);
        self.declarations(&mut root, "verbs", ModelReader::verb);
        self.declarations(&mut root, "actions", ModelReader::action);
        let reactions = root.list("reactions");
        let reactions = self.reactions(reactions);
        self.package.reactions.extend(reactions);
        let modifiers = root.list("modifiers");
        let modifiers = self.modifiers(modifiers);
        self.package.modifiers.extend(modifiers);
        self.declarations(&mut root, "keywords", ModelReader::keyword);
        self.flow(&mut root);
        self.scoring(&mut root);
        self.declarations(&mut root, "bots", ModelReader::bot);
        self.declarations(&mut root, "figures", ModelReader::figure);
        self.deck_rules(&mut root);
    }

    /// Reads each declaration under a key; one that cannot be read is refused.
    fn declarations(
        &mut self,
        root: &mut Fields,
        of: &str,
        read: fn(&mut ModelReader, Ident, Fields) -> Option<()>,
    ) {
        for TomlEntry { key, key_span, value } in root.entries(of) {
            let id = Ident { text: key, span: key_span };
            if !is_id(&id.text) {
                continue;
            }
            let refused = id.clone();
            // A refused enum takes its values with it, a refused kind its members: these names are refused,
            // too.
            let whole = matches!(of, "enums" | "kinds" | "options").then(|| value.clone());
            let done = Fields::of_declaration(value).and_then(|fields| read(self, id, fields));
            if done.is_none() {
                self.package.refused.push(refused);
                whole.iter().for_each(|node| self.refuse_names(node));
            }
        }
    }

    /// Records a declaration allowed once per game; reports an error, and returns false, if there is an
    /// earlier one.
    fn only(&mut self, what: &'static str, span: Span) -> bool {
        let Some((_, first)) = self.given.iter().find(|(given, _)| *given == what) else {
            self.given.push((what, span));
            return true;
        };
        let twice = Diagnostic::error(codes::GIVEN_TWICE, format!("{what} is given twice"))
            .at(span, "here again")
            .at(*first, "first here")
            .help("a game has one; leave the other out, or make one of both");
        self.found.push(twice);
        false
    }
}

/// Whether a key is a valid id; if not, the schema has reported it.
fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Makes a name from an id: `old_lantern` → `Old Lantern`.
fn name_of_id(id: &str) -> String {
    let words = id.split(['_', '-', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the name of a file without its folder and extension.
fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

//! Findings that may be consequences of unreadable files. They are left out, so that a broken file causes no
//! false error elsewhere.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::diagnostics::codes::{check as codes, lint, play};
use crate::diagnostics::{self, Code, Diagnostic};
use crate::model::Package;
use crate::package::{FileRole, PackageFiles};
use crate::place::TextRange;
use crate::source::{FileId, Span, TomlNode, TomlTable, TomlValue, parse_toml};

/// Codes of findings about the package as a whole, or about declarations that other places add to.
const OF_THE_WHOLE: [Code; 11] = [
    codes::TOO_MANY,
    codes::NO_OWNER,
    codes::START_OF_MANY,
    codes::NO_START,
    lint::NOT_TRANSLATED,
    lint::UNKNOWN_TRANSLATION,
    lint::STALE_TRANSLATION,
    lint::CLAIMED_TWICE,
    lint::SETUP_REFUSED,
    lint::END_WITHOUT_HOLDER,
    lint::NAMES_HIDDEN,
];

/// Decides which findings of the checker may be consequences of errors in other places.
pub(super) struct Consequences<'p> {
    package: &'p Package,
    files: &'p PackageFiles,
    /// Names whose declarations could not be read.
    unclear: &'p [String],
    /// True if a whole file is missing, so that any name may be.
    unread: bool,
    /// True if the place that uses a declaration may be missing.
    uses_unread: bool,
    /// The places of errors of reading the files.
    errors: Vec<Span>,
    /// The parsed files that contain findings.
    trees: RefCell<HashMap<FileId, TomlTable>>,
}

impl<'p> Consequences<'p> {
    pub fn new(
        package: &'p Package,
        files: &'p PackageFiles,
        unclear: &'p [String],
        unread: bool,
        uses_unread: bool,
        errors: Vec<Span>,
    ) -> Self {
        Consequences { package, files, unclear, unread, uses_unread, errors, trees: RefCell::default() }
    }

    /// Returns whether a finding may be a consequence.
    pub fn has(&self, d: &Diagnostic) -> bool {
        let may_be_declared = match d.code {
            code if code == play::UNKNOWN_DECK_CARD || codes::NAMES.contains(&code) => {
                self.unread || d.labels.first().is_some_and(|label| self.may_exist(label.span))
            }
            // A name in a text may be declared in an unreadable part, or its declaration may be refused.
            codes::TEMPLATE => self.unread || d.labels.first().is_some_and(|l| self.is_refused(l.span)),
            // The key that gives a zone its order may be misspelt, or have an invalid value.
            codes::NOT_ORDERED => d.labels.get(1).is_some_and(|label| self.has_error_in_table(label.span)),
            lint::UNUSED => self.uses_unread,
            // A misspelt key of a translation is one that the translation does not have.
            lint::NOT_TRANSLATED => self.has_error(d, |error, at| error.file == at.file),
            lint::UNKNOWN_TRANSLATION => self.has_error(d, |error, at| error == at),
            _ => false,
        };
        may_be_declared || !self.package.lost.is_empty() && self.depends_on_lost(d)
    }

    /// Returns whether the last name at a place has a declaration that is refused.
    fn is_refused(&self, at: Span) -> bool {
        let name = self.package.sources.text(at).rsplit('.').next().unwrap_or_default();
        self.package.refused.iter().any(|id| id.text == name)
    }

    /// Returns whether there is an error of reading in the table whose header has a name at a place.
    fn has_error_in_table(&self, header: Span) -> bool {
        let text = &self.package.sources.file(header.file).text;
        let between = |error: &Span| text.get(header.end_byte()..error.first_byte());
        let mut errors = self.errors.iter().filter(|error| error.file == header.file);
        errors.any(|error| between(error).is_some_and(|lines| !lines.contains("\n[")))
    }

    /// Returns whether there is an error related to the place of a finding.
    fn has_error(&self, d: &Diagnostic, is_related: impl Fn(Span, Span) -> bool) -> bool {
        d.labels.first().is_some_and(|label| self.errors.iter().any(|error| is_related(*error, label.span)))
    }

    /// Returns whether the name at a place has a declaration that could not be read.
    fn may_exist(&self, at: Span) -> bool {
        let package = self.package;
        let name = package.sources.text(at).trim_matches(['"', '\'', ' ']);
        let last = name.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).find(|word| !word.is_empty());
        let name = name.split(['[', ' ', '#']).next().unwrap_or(name);
        let unclear = self.unclear.iter().any(|id| id == name || name.ends_with(&format!(".{id}")));
        // A card without a name is known by its id.
        let id = name.to_lowercase().replace(' ', "_");
        // `colours` are there if `colour` is.
        unclear
            || package.may_exist(&id)
            || package.may_exist(name)
            || last.is_some_and(|last| package.lost.mentions(last))
            || package.refused.iter().any(|id| diagnostics::plural(&id.text) == name)
    }

    /// Returns whether a finding may depend on the parts of broken files that could not be read.
    fn depends_on_lost(&self, d: &Diagnostic) -> bool {
        let lost = &self.package.lost;
        let Some(first) = d.labels.first() else { return true };
        // Without a rule, the table still has all its zones, cards and seats.
        let lacks_things = !lost.is_of_rules();
        if lacks_things && OF_THE_WHOLE.contains(&d.code)
            || d.code == codes::OUT_OF_RANGE && lost.has_table("game")
        {
            return true;
        }
        let role = self.files.files.iter().find(|one| one.file == first.span.file).map(|one| one.role);
        let is_lost = match role {
            Some(FileRole::Cards | FileRole::CardsCsv) => lost.has_table("kinds"),
            // They depend on the whole table: its zones, cards and seats.
            Some(
                FileRole::Scenario | FileRole::Deck | FileRole::Print | FileRole::Texts | FileRole::Stamps,
            ) => lacks_things,
            _ => false,
        };
        // Cards take their kind from the words of the file; all other declarations name what they use.
        is_lost
            || d.message.split('`').skip(1).step_by(2).any(|name| lost.concerns(name))
            || self.concerns_lost(first.span)
            || d.labels.iter().any(|label| lost.concerns(self.package.sources.text(label.span)))
    }

    /// Returns whether the declaration around a place has a word that is probably declared in a lost part.
    fn concerns_lost(&self, at: Span) -> bool {
        let (sources, lost) = (&self.package.sources, &self.package.lost);
        if !sources.file(at.file).name.ends_with(".toml") {
            return false;
        }
        let mut trees = self.trees.borrow_mut();
        let tree = trees.entry(at.file).or_insert_with(|| parse_toml(sources, at.file).0);
        declaration_around(tree, at).is_some_and(|node| has_text(node, &|text| lost.concerns(text)))
    }
}

/// Returns the value under two keys that contains a place, or the element of a list under one.
fn declaration_around(root: &TomlTable, at: Span) -> Option<&TomlNode> {
    let around = |table: &'_ TomlTable| table.entries.iter().position(|entry| has_place(&entry.value, at));
    let first = &root.entries[around(root)?].value;
    match &first.value {
        TomlValue::Table(table) => table.entries.get(around(table)?).map(|entry| &entry.value),
        TomlValue::Array(items) => items.iter().find(|item| has_place(item, at)),
        _ => Some(first),
    }
}

/// Returns whether a place lies in a value. The span of a table with a header is that of the header.
fn has_place(node: &TomlNode, at: Span) -> bool {
    let is_around = |span: Span| span.start <= at.start && at.end <= span.end;
    is_around(node.span)
        || match &node.value {
            TomlValue::Table(table) => {
                table.entries.iter().any(|entry| is_around(entry.key_span) || has_place(&entry.value, at))
            }
            TomlValue::Array(items) => items.iter().any(|item| has_place(item, at)),
            _ => false,
        }
}

/// Returns whether a string of a value has a property.
fn has_text(node: &TomlNode, has: &dyn Fn(&str) -> bool) -> bool {
    match &node.value {
        TomlValue::Text(text) => has(&text.value),
        TomlValue::Table(table) => table.entries.iter().any(|entry| has_text(&entry.value, has)),
        TomlValue::Array(items) => items.iter().any(|item| has_text(item, has)),
        _ => false,
    }
}

//! The parts of broken files that could not be read, and the names that they may declare.

use std::collections::HashSet;

use super::ident::Ident;
use crate::diagnostics::plural;
use crate::package::FileRole;
use crate::place::Sources;
use crate::source::LostPart;
use crate::vocabulary;

/// Headers below which keys are settings, not declarations.
const SETTINGS: [&str; 3] = ["game", "flow", "scoring"];

/// Tables that declare rules alone: no component, zone, seat or text of another language depends on them,
/// unless it names them.
const RULES: [&str; 7] = ["functions", "verbs", "actions", "reactions", "modifiers", "bots", "figures"];

/// The parts of files of declarations that were left out because of syntax errors.
#[derive(Clone, Debug, Default)]
pub struct LostDeclarations {
    /// The first keys of their headers: `functions`, `kinds` …
    tables: HashSet<String>,
    /// Names that they probably declare, with the plurals of kinds and enums.
    declared: HashSet<String>,
    /// True if some of them declare more than rules.
    has_more_than_rules: bool,
    /// Every word in them, joined by `_`: a name that does not occur in them is not declared there.
    words: String,
}

impl LostDeclarations {
    /// Adds the parts of a file. Returns the names that they probably declare.
    pub(super) fn add(&mut self, sources: &Sources, role: FileRole, parts: &[LostPart]) -> Vec<Ident> {
        let has_rules = matches!(role, FileRole::Game | FileRole::Rules);
        let mut declared: Vec<Ident> = Vec::new();
        for part in parts {
            let text = sources.text(part.span);
            self.words.push('_');
            self.words.push_str(&snake_case(text));
            let first = part.path.first().map_or("", String::as_str);
            self.tables.insert(first.to_owned());
            self.has_more_than_rules |= !has_rules || !RULES.contains(&first);
            if SETTINGS.contains(&first) {
                declared.push(Ident { text: first.to_owned(), span: part.span });
                continue;
            }
            // The keys of a card are names of other declarations, and so are its values but for its name.
            let inside = match first == "cards" {
                true => text
                    .lines()
                    .filter(|line| line.trim_start().starts_with("name"))
                    .flat_map(items)
                    .collect(),
                false => declared_in(text),
            };
            let names = part.path.iter().skip(1).map(String::as_str).chain(inside);
            let names = names
                .filter(|name| !is_built_in(name))
                .map(|name| Ident { text: name.to_owned(), span: part.span });
            declared.extend(names);
        }
        self.words.push('_');
        for name in &declared {
            self.declared.insert(plural(&name.text));
            self.declared.insert(name.text.clone());
        }
        declared
    }

    /// Returns whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns whether rules alone were lost.
    pub fn is_of_rules(&self) -> bool {
        !self.has_more_than_rules
    }

    /// Returns whether syntax errors hide a table of this name, or a part of it.
    pub fn has_table(&self, name: &str) -> bool {
        self.tables.contains(name)
    }

    /// Returns whether a name may be declared in a lost part: it occurs there, as it is or as the printed
    /// name of an id, or it is derived from a name declared there, such as the plural of a kind or the
    /// stand-ins of a card.
    pub fn mentions(&self, name: &str) -> bool {
        let name = snake_case(name);
        let stands_there = |word: &str| self.words.contains(&format!("_{word}_"));
        let singular = ["s", "es"].iter().filter_map(|ending| name.strip_suffix(ending));
        !self.is_empty()
            && (name.is_empty()
                || stands_there(&name)
                || self.declared.contains(&name)
                || singular.into_iter().any(stands_there)
                || name.strip_suffix("ies").is_some_and(|stem| stands_there(&format!("{stem}y")))
                || name.match_indices('_').any(|(at, _)| stands_there(&name[..at])))
    }

    /// Returns whether a text of code or prose has a word that is probably declared in a lost part.
    pub fn concerns(&self, text: &str) -> bool {
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        !self.is_empty() && words.into_iter().any(|word| self.declared.contains(word))
    }
}

/// Returns the words of a text in lowercase, joined by `_`.
fn snake_case(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_")
}

/// Returns the words at places of a TOML file where names are declared: keys, and items of lists.
fn declared_in(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_inside_string = false;
    for line in text.lines() {
        let quotes = line.matches("'''").count() + line.matches("\"\"\"").count();
        // Parameters are known inside their function only, and lines of code declare nothing.
        if !is_inside_string && !line.trim_start().starts_with("params") {
            found.extend(keys(line));
            found.extend(items(line));
        }
        is_inside_string ^= quotes % 2 == 1;
    }
    found
}

/// Returns the words before each `=` of a line, outside of strings.
fn keys(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut quote = None;
    let mut start = 0;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') => break,
            (None, '=') => {
                let key = line[start..at].trim().trim_matches(['"', '\'']);
                found.extend((!key.is_empty()).then_some(key));
                start = at + 1;
            }
            (None, '{' | ',' | '.' | '[' | ']') => start = at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    found
}

/// Returns the strings of a line that are items of a list, and names of cards.
fn items(line: &str) -> Vec<&str> {
    let is_list = line.contains('[') || !line.contains('=') || line.trim_start().starts_with("name");
    let strings = line.split(['"', '\'']).skip(1).step_by(2);
    strings.filter(|item| is_list && !item.is_empty()).collect()
}

/// Returns whether a word means something without being declared.
fn is_built_in(word: &str) -> bool {
    vocabulary::find(word).is_some()
        || ["name", "players", "cards", "score", "text", "copies"].contains(&word)
}

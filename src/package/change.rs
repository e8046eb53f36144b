//! Changes a single value in a package's files, to try it out.

use super::package_files::{FileRole, PackageFile, PackageFiles};
use crate::diagnostics::nearest;
use crate::place::TextRange;
use crate::source::{
    Span, TomlEntry, TomlNode, TomlTable, TomlValue, parse_csv, parse_toml, toml_key, toml_string,
};
use std::collections::HashSet;

/// The reason why a value cannot be changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// No such path is declared.
    #[error("nothing in this package is called `{path}`{}", .near.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default())]
    NotThere {
        /// The requested path.
        path: String,
        /// The nearest existing path, if there is one.
        near: Option<String>,
    },
    /// The path is not a single value.
    #[error("`{path}` is {what}: a single value can be changed")]
    NoValue {
        /// The requested path.
        path: String,
        /// Its type: "a table", "a list".
        what: &'static str,
    },
}

/// An edit: a span and its new text.
struct SpanEdit {
    at: Span,
    text: String,
}

impl PackageFiles {
    /// Replaces a value, or adds a missing key: `cards.badger.cost` is the key `cost` of `[cards.badger]`, in
    /// any file. A string is replaced by a string, with or without quotes around `value`; otherwise `value`
    /// is inserted literally.
    ///
    /// # Errors
    /// There is no such path, or it is a table or a list.
    pub fn change(&mut self, path: &str, value: &str) -> Result<(), ChangeError> {
        let keys: Vec<&str> = path.split('.').map(str::trim).collect();
        let mut near: Option<(usize, String)> = None;
        // A table may be spread over several files: an existing value in any of them takes precedence over a
        // missing key.
        for missing in [false, true] {
            let changing = [FileRole::Game, FileRole::Rules, FileRole::Cards, FileRole::CardsCsv];
            for PackageFile { file, role, .. } in
                self.files.iter().copied().filter(|f| changing.contains(&f.role))
            {
                let csv = role == FileRole::CardsCsv;
                // Compiling the package reports errors in the file.
                let (tree, _) =
                    if csv { parse_csv(&self.sources, file) } else { parse_toml(&self.sources, file) };
                let found = match find(&tree, &keys) {
                    KeyLookup::Value(node) if !missing => Some(self.in_place(node, path, value, csv)?),
                    KeyLookup::Missing(table) if missing && !csv => {
                        self.insert_missing_key(table, &keys, value)
                    }
                    KeyLookup::Value(_) | KeyLookup::Missing(_) => None,
                    // The best suggestion is the path with the longest existing prefix.
                    KeyLookup::Nothing(known) => {
                        near = [near.take(), known].into_iter().flatten().max_by_key(|(depth, _)| *depth);
                        None
                    }
                };
                if let Some(SpanEdit { at, text }) = found {
                    let mut whole = self.sources.file(file).text.clone();
                    whole.replace_range((at.first_byte())..at.end_byte(), &text);
                    self.sources.replace(file, whole);
                    return Ok(());
                }
            }
        }
        Err(ChangeError::NotThere { path: path.into(), near: near.map(|(_, path)| path) })
    }

    /// Returns the integers of this package whose paths match a pattern, with their values. `*` matches any
    /// part of a key: `cards.*.cost`.
    pub fn numbers(&self, pattern: &str) -> Vec<(String, i64)> {
        let keys: Vec<&str> = pattern.split('.').map(str::trim).collect();
        let mut found = FoundNumbers::default();
        let read = [FileRole::Game, FileRole::Rules, FileRole::Cards, FileRole::CardsCsv];
        for PackageFile { file, role, .. } in self.files.iter().copied().filter(|f| read.contains(&f.role)) {
            let csv = role == FileRole::CardsCsv;
            let (tree, _) =
                if csv { parse_csv(&self.sources, file) } else { parse_toml(&self.sources, file) };
            found.add(&tree, &keys, "");
        }
        found.numbers
    }

    fn in_place(&self, node: &TomlNode, path: &str, value: &str, csv: bool) -> Result<SpanEdit, ChangeError> {
        let text = match &node.value {
            TomlValue::Text(_) if csv => format!("\"{}\"", unquoted(value).replace('"', "\"\"")),
            TomlValue::Text(_) => toml_string(unquoted(value)),
            TomlValue::Table(_) | TomlValue::Array(_) => {
                if let Some(option) = path.strip_prefix("options.").filter(|id| !id.contains('.')) {
                    let near = Some(format!("option.{option}"));
                    return Err(ChangeError::NotThere { path: path.into(), near });
                }
                return Err(ChangeError::NoValue { path: path.into(), what: node.describe() });
            }
            _ => value.into(),
        };
        // The span of a CSV cell may exclude its quotes.
        let (mut at, all) = (node.span, self.sources.file(node.span.file).text.as_bytes());
        let quote = |i: usize| all.get(i) == Some(&b'"');
        if csv && at.start > 0 && quote(at.first_byte() - 1) && quote(at.end_byte()) {
            (at.start, at.end) = (at.start - 1, at.end + 1);
        }
        Ok(SpanEdit { at, text })
    }

    /// Adds a missing key, below the header of its table or inside its braces.
    fn insert_missing_key(&self, table: &TomlNode, keys: &[&str], value: &str) -> Option<SpanEdit> {
        let key = toml_key(keys.last()?);
        // TOML has no leading zeros.
        let value = match (value.parse::<i64>(), value) {
            (Ok(number), _) => number.to_string(),
            (Err(_), "true" | "false") => value.into(),
            (Err(_), text) => toml_string(unquoted(text)),
        };
        let Span { file, start, end } = table.span;
        match self.sources.text(table.span).as_bytes() {
            [b'[', .., b']'] => {
                Some(SpanEdit { at: Span { file, start: end, end }, text: format!("\n{key} = {value}") })
            }
            [b'{', .., b'}'] => {
                let comma = if table.as_table().is_some_and(|t| !t.entries.is_empty()) { "," } else { "" };
                let at = Span { file, start: start + 1, end: start + 1 };
                Some(SpanEdit { at, text: format!(" {key} = {value}{comma}") })
            }
            _ => None,
        }
    }
}

fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

/// The integers whose paths match a pattern.
#[derive(Default)]
struct FoundNumbers {
    numbers: Vec<(String, i64)>,
    paths: HashSet<String>,
}

impl FoundNumbers {
    /// Adds the integers of a table whose paths match; a duplicate path keeps the value of the first file.
    fn add(&mut self, table: &TomlTable, keys: &[&str], before: &str) {
        let Some((key, rest)) = keys.split_first() else { return };
        for TomlEntry { key: name, value, .. } in table.entries.iter().filter(|entry| fits(key, &entry.key)) {
            let path = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
            let number = match &value.value {
                TomlValue::Int(number) => Some(*number),
                TomlValue::Text(text) => text.value.trim().parse().ok(),
                _ => None,
            };
            match (value.as_table(), number) {
                (Some(inner), _) if !rest.is_empty() => self.add(inner, rest, &path),
                (None, Some(number)) if rest.is_empty() && self.paths.insert(path.clone()) => {
                    self.numbers.push((path, number));
                }
                _ => {}
            }
        }
    }
}

/// Returns whether a name matches a pattern, in which `*` stands for any number of characters.
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, parts)) = pattern.split_once('*') else { return pattern == name };
    let (parts, last) = parts.rsplit_once('*').unwrap_or(("", parts));
    let Some(mut rest) = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    // Each part is taken at its first occurrence, which leaves the most for those after it.
    for part in parts.split('*') {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

enum KeyLookup<'t> {
    Value(&'t TomlNode),
    /// The table exists, but not its key.
    Missing(&'t TomlNode),
    /// The table does not exist either. Holds the nearest path, and how many of its keys exist.
    Nothing(Option<(usize, String)>),
}

/// Returns the path of a declaration whose first key was left out: `cards.badger.cost` for `badger.cost`, and
/// `option.variant`, which simulations know, for `variant`.
fn prefixed(tree: &TomlTable, keys: &[&str]) -> Option<String> {
    let has = |e: &&TomlEntry| e.value.as_table().is_some_and(|inner| inner.entry(keys[0]).is_some());
    let holder = tree.entries.iter().find(has)?.key.as_str();
    match (holder, keys) {
        ("options", [option]) => Some(format!("option.{option}")),
        (_, [_]) => None,
        _ => Some([&[holder], keys].concat().join(".")),
    }
}

fn find<'t>(tree: &'t TomlTable, keys: &[&str]) -> KeyLookup<'t> {
    let (mut table, mut holder) = (tree, None);
    for (depth, key) in keys.iter().enumerate() {
        let Some(TomlEntry { value, .. }) = table.entry(key) else {
            return match holder {
                // Only keys of declared things can be added: `cards.badger`, `state.table`.
                Some(node) if depth + 1 == keys.len() && depth >= 2 => KeyLookup::Missing(node),
                _ if depth == 0
                    && let Some(whole) = prefixed(tree, keys) =>
                {
                    KeyLookup::Nothing(Some((1, whole)))
                }
                _ => {
                    let known = table.entries.iter().map(|e| e.key.as_str());
                    let near = nearest(key, known).map(|n| [&keys[..depth], &[n]].concat().join("."));
                    KeyLookup::Nothing(
                        near.map(|n| (depth, [&[n.as_str()], &keys[depth + 1..]].concat().join("."))),
                    )
                }
            };
        };
        match value.as_table() {
            Some(inner) if depth + 1 < keys.len() => (table, holder) = (inner, Some(value)),
            _ if depth + 1 == keys.len() => return KeyLookup::Value(value),
            _ => return KeyLookup::Nothing(None),
        }
    }
    KeyLookup::Nothing(None)
}

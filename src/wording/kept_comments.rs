//! Comments that people wrote in a file of translations or stamps, carried over when the file is regenerated.

use std::collections::BTreeMap;
use std::fmt::Write;
use toml_edit::{Decor, DocumentMut, Item, RawString, Table};

/// Comment above a table whose originals have changed since they were translated.
pub(super) const CHANGED: &str = "has changed since it was translated";
/// Comment above a single text that has changed since it was translated.
pub(super) const CHANGED_BELOW: &str = "the text below has changed since it was translated";
/// Comment above the translations of texts that are no longer in the game.
pub(super) const LOST: &str = "# no longer in the game:";
/// Begins the line above the comments of a stamp that is gone or has another form.
const NO_STAMP: &str = "# of an old stamp:";
/// First line of `stamps.toml`.
pub(super) const STAMPS: &str =
    "# Texts, each with the rule beside which it was last read. Kept by `cardwright texts --accept`.";

/// Comments by path, such as `cards.badger.text`; those above a table's header by `[cards.badger]`.
#[derive(Debug, Default)]
pub(super) struct KeptComments {
    /// The comment above a key or header, and the comment after its value.
    by_path: BTreeMap<String, (String, String)>,
    /// The comment at the end of the file.
    trailing: String,
    has_lost: bool,
    /// True if its lines end as on Windows.
    has_crlf: bool,
    /// The file itself.
    document: DocumentMut,
}

impl KeptComments {
    /// Reads the comments of a file; none if it is not valid TOML.
    pub(super) fn of(file: &str) -> KeptComments {
        let unix = file.replace("\r\n", "\n");
        let Ok(document) = unix.parse::<DocumentMut>() else { return KeptComments::default() };
        let mut kept = KeptComments {
            trailing: text(Some(document.trailing())),
            has_lost: file.lines().any(|line| line == LOST),
            has_crlf: unix.len() < file.len(),
            ..KeptComments::default()
        };
        kept.gather(document.as_table(), "");
        kept.document = document;
        kept
    }

    /// Moves the comments of a key to another one in the same table.
    pub(super) fn rename(&mut self, table: &str, from: &str, to: &str) {
        if let Some(comments) = self.by_path.remove(&join_path(table, from)) {
            self.by_path.insert(join_path(table, to), comments);
        }
    }

    fn gather(&mut self, table: &Table, path: &str) {
        for (key, item) in table {
            let path = join_path(path, key);
            if let Some(inner) = item.as_table() {
                self.by_path.insert(format!("[{path}]"), of_decor(inner.decor()));
                self.gather(inner, &path);
            } else if let Some(key) = table.key(key) {
                let above = text(key.leaf_decor().prefix());
                let behind = item.as_value().map(|value| text(value.decor().suffix())).unwrap_or_default();
                self.by_path.insert(path, (above, behind));
            }
        }
    }

    /// Returns whether the file already has the list of translations that are no longer in the game.
    pub(super) fn has_lost(&self) -> bool {
        self.has_lost
    }

    /// Returns the comment lines above a key that is no longer in the game.
    pub(super) fn comments_above(&self, path: &str) -> Vec<&str> {
        let above = self.by_path.get(path).map_or("", |(above, _)| above);
        above.lines().filter(|line| line.starts_with('#')).collect()
    }

    /// Returns the regenerated file with these comments added. `originals` holds, by path, the comments that
    /// `cardwright texts` generates above a key.
    pub(super) fn carry_over(&self, file: String, originals: &BTreeMap<&str, &str>) -> String {
        let Ok(mut document) = file.parse::<DocumentMut>() else { return file };
        self.apply(document.as_table_mut(), "", originals);
        self.write(document, "")
    }

    /// Returns the regenerated file of stamps with these comments added. Stamps for which `is_kept` is true,
    /// by table and key, keep their old form, with the comments inside it. Comments of stamps that are gone
    /// are moved to the end of the file.
    pub(super) fn carry_over_stamps(&self, file: String, is_kept: impl Fn(&str, &str) -> bool) -> String {
        let Ok(mut document) = file.parse::<DocumentMut>() else { return file };
        self.apply(document.as_table_mut(), "", &BTreeMap::new());
        for (name, table) in document.iter_mut() {
            let Some(before) = self.document.get(&name).and_then(Item::as_table) else { continue };
            let Some(table) = table.as_table_mut() else { continue };
            for (mut key, item) in table.iter_mut().filter(|(key, _)| is_kept(&name, key)) {
                match before.get(&key) {
                    // A comment behind the value is with the value.
                    Some(old @ Item::Value(_)) => *item = old.clone(),
                    // A table of its own stays where the keys of its table are.
                    Some(Item::Table(old)) => {
                        let mut old = old.clone();
                        old.set_position(None);
                        // The space before the equals sign of a key would stand in the header.
                        key.leaf_decor_mut().clear();
                        *item = Item::Table(old);
                    }
                    _ => {}
                }
            }
        }
        let gone = self.comments_without_key(&document);
        self.write(document, &gone)
    }

    /// Returns the comments of the keys and tables that a regenerated file does not have, as the lines of a
    /// comment.
    fn comments_without_key(&self, regenerated: &DocumentMut) -> String {
        let mut present = KeptComments::default();
        present.gather(regenerated.as_table(), "");
        let mut lines = String::new();
        for (path, (above, behind)) in &self.by_path {
            if present.by_path.contains_key(path) {
                continue;
            }
            let both = above.lines().chain(behind.lines()).map(str::trim);
            let comments: Vec<&str> = both.filter(|line| line.starts_with('#') && !leads(line)).collect();
            if !comments.is_empty() {
                let _ = writeln!(lines, "{NO_STAMP} {}", path.trim_matches(['[', ']']));
                comments.iter().for_each(|comment| lines.extend([*comment, "\n"]));
            }
        }
        lines
    }

    /// Writes a regenerated file with the comment at its end, and `more` lines below it.
    fn write(&self, mut document: DocumentMut, more: &str) -> String {
        let mut trailing = merge(&self.trailing, &text(Some(document.trailing())), "");
        if !more.is_empty() && !trailing.is_empty() && !trailing.ends_with('\n') {
            trailing.push('\n');
        }
        document.set_trailing(trailing + more);
        let text = document.to_string();
        if self.has_crlf { text.replace('\n', "\r\n") } else { text }
    }

    fn apply(&self, table: &mut Table, path: &str, originals: &BTreeMap<&str, &str>) {
        let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
        for key in keys {
            let path = join_path(path, &key);
            if let Some(inner) = table.get_mut(&key).and_then(Item::as_table_mut) {
                if let Some((above, behind)) = self.by_path.get(&format!("[{path}]")) {
                    let new = of_decor(inner.decor()).0;
                    inner.decor_mut().set_prefix(merge(above, &new, ""));
                    inner.decor_mut().set_suffix(behind.as_str());
                }
                self.apply(inner, &path, originals);
                continue;
            }
            let Some((above, behind)) = self.by_path.get(&path) else { continue };
            if let Some(mut key) = table.key_mut(&key) {
                let new = text(key.leaf_decor().prefix());
                let original = originals.get(path.as_str()).copied().unwrap_or_default();
                key.leaf_decor_mut().set_prefix(merge(above, &new, original));
            }
            if let Some(value) =
                table.get_mut(&key).and_then(Item::as_value_mut).filter(|_| behind.contains('#'))
            {
                value.decor_mut().set_suffix(behind.as_str());
            }
        }
    }
}

fn join_path(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn text(raw: Option<&RawString>) -> String {
    raw.and_then(RawString::as_str).unwrap_or_default().to_owned()
}

fn of_decor(decor: &Decor) -> (String, String) {
    (text(decor.prefix()), text(decor.suffix()))
}

/// Returns whether a line is generated as the first one of a file.
fn leads(line: &str) -> bool {
    line.starts_with("#:schema") || line == STAMPS
}

/// Merges the old comment lines, without the generated ones, with the newly generated lines.
fn merge(old: &str, new: &str, original: &str) -> String {
    let ours = |line: &str| {
        let words = line.strip_prefix("# ").unwrap_or(line);
        leads(line)
            || [CHANGED, CHANGED_BELOW].contains(&words)
            || !original.is_empty() && commented(original).lines().any(|text| text == line)
    };
    let mut kept: Vec<&str> = old.lines().filter(|line| !ours(line)).collect();
    if !kept.iter().any(|line| line.trim_start().starts_with('#')) {
        return new.to_owned();
    }
    let (first_lines, rest): (Vec<&str>, Vec<&str>) = new.lines().partition(|line| leads(line));
    let (blank, generated): (Vec<&str>, Vec<&str>) =
        rest.into_iter().partition(|line| line.trim().is_empty());
    if first_lines.is_empty() {
        let first = kept.iter().position(|line| !line.trim().is_empty()).unwrap_or_default();
        kept.drain(..first);
    }
    let before = if first_lines.is_empty() { blank } else { Vec::new() };
    let lines = [first_lines, before, kept, generated].concat();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns a text as comments of TOML, which have no control characters but tabs: others are written as
/// strings write them.
pub(super) fn commented(text: &str) -> String {
    let mut comment = String::from("# ");
    for c in text.chars() {
        match c {
            '\n' => comment.push_str("\n# "),
            '\t' => comment.push('\t'),
            c if c.is_control() => {
                let _ = write!(comment, "\\u{:04X}", u32::from(c));
            }
            c => comment.push(c),
        }
    }
    comment
}

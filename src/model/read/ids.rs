//! Ids, and the names that are made of them.

use crate::model::ident::Ident;
use crate::source::{TomlEntry, TomlNode};

/// Returns whether a key is a valid id; if not, the schema has reported it.
pub(super) fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// Returns the entries whose keys are valid ids, as declarations: each id with its value.
pub(super) fn with_ids(entries: Vec<TomlEntry>) -> impl Iterator<Item = (Ident, TomlNode)> {
    let valid = entries.into_iter().filter(|entry| is_id(&entry.key));
    valid.map(|entry| (Ident { text: entry.key, span: entry.key_span }, entry.value))
}

/// Returns the name of a file without its folder and extension.
pub(super) fn stem(name: &str) -> &str {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

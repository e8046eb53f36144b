//! Where in a file an error of the validator is.

use jsonschema::paths::{Location, LocationSegment};

use crate::source::{FileId, Span, TomlEntry, TomlNode, TomlTable, TomlValue};

/// A value of a file, and how one gets there.
pub struct TreePath<'a> {
    file: FileId,
    /// The value; none: the whole file.
    pub node: Option<&'a TomlNode>,
    /// The table it is, if it is one.
    pub table: Option<&'a TomlTable>,
    /// The entry nearest above it, itself included.
    pub entry: Option<&'a TomlEntry>,
    /// The keys on the way, without the places in lists.
    keys: Vec<&'a str>,
    /// Its place in a list, counted from 1, if it is an item.
    pub item: Option<usize>,
}

impl<'a> TreePath<'a> {
    /// Follows a path. Where it leads out of the tree, the last place that is in it.
    pub fn find(file: FileId, root: &'a TomlTable, path: &Location) -> Self {
        let mut place = TreePath { file, node: None, table: Some(root), entry: None, keys: Vec::new(), item: None };
        for segment in path.segments() {
            // A key of digits looks like an index.
            let (name, index) = match &segment {
                LocationSegment::Property(name) => (name.to_string(), None),
                LocationSegment::Index(index) => (index.to_string(), Some(*index)),
            };
            if let Some(table) = place.table {
                let Some(entry) = table.entry(&name) else { break };
                place.keys.push(&entry.key);
                place.entry = Some(entry);
                place.item = None;
                place.set(&entry.value);
            } else if let (Some(TomlValue::Array(items)), Some(index)) = (place.node.map(|n| &n.value), index)
                && let Some(item) = items.get(index)
            {
                place.item = Some(index + 1);
                place.set(item);
            } else {
                break;
            }
        }
        place
    }

    fn set(&mut self, node: &'a TomlNode) {
        self.node = Some(node);
        self.table = node.as_table();
    }

    /// Where it stands; the start of the file for the whole of it.
    pub fn span(&self) -> Span {
        self.node.map_or(Span::new(self.file, 0, 0), |n| n.span)
    }

    /// The table as its author would write it: `[cards.lantern]`, `[[reactions]]`; none for the whole file.
    pub fn table_name(&self) -> Option<String> {
        let path = self.keys.iter().map(|key| quoted(key)).collect::<Vec<_>>().join(".");
        match (path.is_empty(), self.item) {
            (true, _) => None,
            (false, None) => Some(format!("`[{path}]`")),
            (false, Some(_)) => Some(format!("`[[{path}]]`")),
        }
    }

    /// The value as it is spoken of: "`copies`", "item 2 of `players`".
    pub fn value_name(&self) -> String {
        let key = self.keys.last().map_or_else(|| "the file".to_owned(), |key| format!("`{key}`"));
        self.item.map_or_else(|| key.clone(), |item| format!("item {item} of {key}"))
    }

    /// The key it stands under.
    pub fn key(&self) -> Option<&'a str> {
        self.keys.last().copied()
    }
}

/// A key as TOML writes it.
fn quoted(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare { key.to_owned() } else { format!("{key:?}") }
}

//! The place in a file of an error of the validator.

use super::shape_error::PathStep;
use crate::source::{FileId, Span, TomlEntry, TomlNode, TomlTable, TomlValue, toml_key};

/// A value of a file, with the path to it.
pub struct TreePath<'a> {
    file: FileId,
    /// The value; `None` for the whole file.
    pub node: Option<&'a TomlNode>,
    /// The value, if it is a table.
    pub table: Option<&'a TomlTable>,
    /// The innermost entry whose value is this value or contains it; `None` for the whole file.
    pub entry: Option<&'a TomlEntry>,
    /// The table of that entry.
    pub around: Option<&'a TomlTable>,
    /// The keys of its path, without indices.
    keys: Vec<&'a str>,
    /// The index in a list, from 1; `None` if the value is not an item of a list.
    pub item: Option<usize>,
}

impl<'a> TreePath<'a> {
    /// Follows a path. If the path leaves the tree, returns the last place inside it.
    pub fn find(file: FileId, root: &'a TomlTable, path: &[PathStep]) -> Self {
        let mut place = TreePath {
            file,
            node: None,
            table: Some(root),
            entry: None,
            around: None,
            keys: Vec::new(),
            item: None,
        };
        for step in path {
            // A key that consists of digits looks like an index.
            let (name, index) = match step {
                PathStep::Key(name) => (name.clone(), None),
                PathStep::Index(index) => (index.to_string(), Some(*index)),
            };
            if let Some(table) = place.table {
                let Some(entry) = table.entry(&name) else { break };
                place.keys.push(&entry.key);
                place.entry = Some(entry);
                place.around = Some(table);
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

    /// Returns whether it is the value of a key of the file itself.
    pub fn is_at_root(&self) -> bool {
        self.keys.len() == 1 && self.item.is_none()
    }

    /// Returns its span; the start of the file for the whole file.
    pub fn span(&self) -> Span {
        self.node.map_or(Span::new(self.file, 0, 0), |n| n.span)
    }

    /// Returns the table's header as authors write it: `[cards.lantern]`, `[[reactions]]`; `None` for the
    /// whole file.
    pub fn table_name(&self) -> Option<String> {
        let path = self.keys.iter().map(|key| toml_key(key)).collect::<Vec<_>>().join(".");
        match (path.is_empty(), self.item) {
            (true, _) => None,
            (false, None) => Some(format!("`[{path}]`")),
            (false, Some(_)) => Some(format!("`[[{path}]]`")),
        }
    }

    /// Returns the value's name in messages: "`copies`", "item 2 of `players`".
    pub fn value_name(&self) -> String {
        let key = self.keys.last().map_or_else(|| "the file".to_owned(), |key| format!("`{key}`"));
        self.item.map_or_else(|| key.clone(), |item| format!("item {item} of {key}"))
    }

    /// Returns the key of the innermost entry around the value.
    pub fn key(&self) -> Option<&'a str> {
        self.keys.last().copied()
    }
}

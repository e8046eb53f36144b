//! Tables of a document while they are built, in an arena.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::place::Span;
use crate::source::toml_node::{TomlEntry, TomlNode, TomlTable, TomlValue};

/// The way in which a table was created; it determines what may still add to it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum TableSyntax {
    /// Created in the middle of a header path: may still get a header of its own.
    Implied,
    /// Created in the middle of a dotted key: open to dotted keys of the same section.
    Dotted,
    /// Created by its header.
    Header,
    /// `{ … }`: complete.
    Inline,
}

/// Index of a table in the arena.
pub(super) type TableIndex = usize;

/// A table that more may be added to.
pub(super) struct OpenTable<'t> {
    pub(super) how: TableSyntax,
    pub(super) depth: u32,
    pub(super) entries: Vec<OpenEntry<'t>>,
    /// Index from key to entry; used once the table is large enough to pay off.
    index: HashMap<Cow<'t, str>, usize>,
}

/// An entry of such a table.
pub(super) struct OpenEntry<'t> {
    pub(super) key: EntryKey<'t>,
    pub(super) span: Span,
    pub(super) slot: EntrySlot,
}

/// The key of an entry.
pub(super) struct EntryKey<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) span: Span,
    /// True if the key is missing; that has been reported.
    pub(super) missing: bool,
}

/// The value of an entry.
pub(super) enum EntrySlot {
    Scalar(TomlValue),
    Array(Vec<(Span, EntrySlot)>),
    Table(TableIndex),
    /// `[[ … ]]`, with the header of each table.
    Tables(Vec<(Span, TableIndex)>),
}

impl EntrySlot {
    pub(super) fn describe(&self) -> &'static str {
        match self {
            EntrySlot::Scalar(TomlValue::Text(_)) => "a string",
            EntrySlot::Scalar(TomlValue::Int(_)) => "a whole number",
            EntrySlot::Scalar(TomlValue::Float(_)) => "a number",
            EntrySlot::Scalar(TomlValue::Bool(_)) => "true or false",
            EntrySlot::Scalar(_) => "a date",
            EntrySlot::Array(_) | EntrySlot::Tables(_) => "a list",
            EntrySlot::Table(_) => "a table",
        }
    }
}

/// Number of entries from which on a table is searched through its index.
const INDEX_FROM: usize = 12;

impl<'t> OpenTable<'t> {
    /// Creates an empty table.
    pub(super) fn new(how: TableSyntax, depth: u32) -> OpenTable<'t> {
        OpenTable { how, depth, entries: Vec::new(), index: HashMap::new() }
    }

    /// Gives an empty table the entries of another.
    pub(super) fn fill(&mut self, other: OpenTable<'t>) {
        debug_assert!(self.entries.is_empty());
        (self.entries, self.index) = (other.entries, other.index);
    }

    pub(super) fn find(&self, key: &str) -> Option<usize> {
        if self.entries.len() < INDEX_FROM {
            self.entries.iter().position(|e| e.key.name == key)
        } else {
            self.index.get(key).copied()
        }
    }

    pub(super) fn push(&mut self, key: EntryKey<'t>, span: Span, slot: EntrySlot) -> usize {
        let at = self.entries.len();
        if at + 1 == INDEX_FROM {
            self.index = self.entries.iter().enumerate().map(|(i, e)| (e.key.name.clone(), i)).collect();
        }
        if at + 1 >= INDEX_FROM {
            self.index.insert(key.name.clone(), at);
        }
        self.entries.push(OpenEntry { key, span, slot });
        at
    }
}

/// Moves a table and its descendants out of the arena. Each table has one parent, so each is moved once.
pub(super) fn finish(tables: &mut [Option<OpenTable<'_>>], id: TableIndex) -> TomlTable {
    let Some(table) = tables[id].take() else { return TomlTable::default() };
    let entries = table.entries.into_iter().map(|e| TomlEntry {
        key: e.key.name.into_owned(),
        key_span: e.key.span,
        value: TomlNode { span: e.span, value: finish_slot(tables, e.slot) },
    });
    TomlTable { entries: entries.collect() }
}

pub(super) fn finish_slot(tables: &mut [Option<OpenTable<'_>>], slot: EntrySlot) -> TomlValue {
    match slot {
        EntrySlot::Scalar(value) => value,
        EntrySlot::Table(id) => TomlValue::Table(finish(tables, id)),
        EntrySlot::Array(items) => {
            let items = items.into_iter();
            TomlValue::Array(
                items.map(|(span, s)| TomlNode { span, value: finish_slot(tables, s) }).collect(),
            )
        }
        EntrySlot::Tables(all) => {
            let all = all.into_iter();
            TomlValue::Array(
                all.map(|(span, id)| TomlNode { span, value: TomlValue::Table(finish(tables, id)) })
                    .collect(),
            )
        }
    }
}

//! `stamps.toml`: texts, each with the rule beside which it was last read.

use std::collections::BTreeMap;

use crate::place::FileId;

/// The file of stamps.
#[derive(Debug)]
pub struct StampsDecl {
    /// The file's id in the package's sources.
    pub file: FileId,
    /// The stamps, by table and id.
    pub stamps: BTreeMap<(StampTable, String), StampDecl>,
}

/// A text and its rules, as they were when the author last read one beside the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StampDecl {
    /// The rules, each in a line; of a card without any, the printed values that its text says.
    pub rule: Vec<String>,
    /// The text; a function or verb may have none, and a slot has none.
    pub text: Option<String>,
}

/// A table of stamps, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StampTable {
    /// `[cards]`
    Cards,
    /// `[keywords]`
    Keywords,
    /// `[functions]`
    Functions,
    /// `[verbs]`
    Verbs,
    /// `[slots]`
    Slots,
}

impl StampTable {
    /// All tables, in order.
    pub const ALL: [StampTable; 5] = [
        StampTable::Cards,
        StampTable::Keywords,
        StampTable::Functions,
        StampTable::Verbs,
        StampTable::Slots,
    ];

    /// Returns the key of the table in the file.
    pub fn key(self) -> &'static str {
        match self {
            StampTable::Cards => "cards",
            StampTable::Keywords => "keywords",
            StampTable::Functions => "functions",
            StampTable::Verbs => "verbs",
            StampTable::Slots => "slots",
        }
    }
}

//! State shared by all workers at one table.

use super::lookup::Lookup;
use super::settings::Settings;
use super::tables::ExpressionFunctions;
use crate::compile::CompiledGame;
use crate::table::{Names, Table};

/// State shared by all workers at one table.
pub(super) struct Engine<'a> {
    pub(super) game: &'a CompiledGame,
    pub(super) table: &'a Table<'a>,
    pub(super) names: &'a Names<'a>,
    pub(super) lookup: Lookup,
    pub(super) compiled: &'a ExpressionFunctions,
    pub(super) settings: &'a Settings,
}

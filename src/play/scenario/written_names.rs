//! The names that scenarios are written in.

use crate::ir::Ir;
use crate::table::Names;

/// The names that a scenario is written in: those of the game before it was translated.
pub(super) struct WrittenNames<'ir, 'n> {
    untranslated: Option<Names<'ir>>,
    names: &'n Names<'ir>,
}

impl<'ir, 'n> WrittenNames<'ir, 'n> {
    /// Returns the names of a game, given those in the language that it is shown in.
    pub(super) fn of(ir: &'ir Ir, names: &'n Names<'ir>) -> Self {
        WrittenNames { untranslated: ir.untranslated.as_deref().map(Names::new), names }
    }

    pub(super) fn get(&self) -> &Names<'ir> {
        self.untranslated.as_ref().unwrap_or(self.names)
    }
}

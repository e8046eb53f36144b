//! The result of the layer.

use crate::check::rules::bots::BotRules;
use crate::check::rules::decks::DeckLists;
use crate::check::rules::flow::FlowFunctions;
use crate::check::rules::print::CheckedPrint;
use crate::check::rules::setups::Setups;
use crate::check::scenarios::scenario::CheckedScenario;
use crate::check::symbols::editor_info::EditorInfo;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::{FigureInfo, FunctionId};

/// A checked game: its world, with typed bodies, and the diagnostics.
#[derive(Debug, Default)]
pub struct CheckedGame {
    /// All items with their numbers.
    pub world: SymbolTable,
    /// The function that lays the table.
    pub lay: FunctionId,
    /// The functions of `[flow]`, `[scoring]` and `[[require]]`.
    pub flow: FlowFunctions,
    /// `[bots.…]`
    pub bots: Vec<BotRules>,
    /// `[figures]`
    pub figures: Vec<FigureInfo>,
    /// `[setups.…]`, each with the span of its declaration.
    pub setups: Setups,
    /// Whom lists are brought by: first the table, then the seats; true if they do.
    pub lists_brought: (bool, bool),
    /// Scenarios without an error; their places are indices into the spans beside them.
    pub scenarios: Vec<CheckedScenario>,
    /// Deck lists.
    pub decks: DeckLists,
    /// `print.toml`; the places of its sheets and pieces are indices into the spans beside it.
    pub print: CheckedPrint,
    /// All diagnostics, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// Types and candidates, if checked for the language server.
    pub editor_info: Option<EditorInfo>,
}

impl CheckedGame {
    /// Returns whether there is an error among the diagnostics.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

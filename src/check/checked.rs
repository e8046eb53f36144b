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

/// A checked game: its symbol table, with typed bodies, and the diagnostics.
#[derive(Debug, Default)]
pub struct CheckedGame {
    /// All declared items. An item's position in its list is its id in the IR.
    pub symbols: SymbolTable,
    /// The function that puts components into their first zones and sets the start values of state.
    pub lay: FunctionId,
    /// The functions of `[flow]`, `[scoring]` and `[[require]]`.
    pub flow: FlowFunctions,
    /// The bots of `[bots.…]`, with the ids of the functions that evaluate for them.
    pub bots: Vec<BotRules>,
    /// The figures of `[figures]` whose expression has no error.
    pub figures: Vec<FigureInfo>,
    /// `[setups.…]`, each with the span of its declaration.
    pub setups: Setups,
    /// Whom lists are brought by: first the table, then the seats; true if they do.
    pub lists_brought: (bool, bool),
    /// Scenarios without an error; their places are indices into the spans beside them.
    pub scenarios: Vec<CheckedScenario>,
    /// The parts of `[deck]`, and the cards of every list in `decks/`.
    pub decks: DeckLists,
    /// `print.toml`; the places of its sheets and pieces are indices into the spans beside it.
    pub print: CheckedPrint,
    /// The other diagnostics, in the order of places.
    pub diagnostics: Vec<Diagnostic>,
    /// Warnings that only count in a package without errors, such as those of unused declarations: an
    /// erroneous part may be a use.
    pub lints: Vec<Diagnostic>,
    /// Types and candidates, if checked for the language server.
    pub editor_info: Option<EditorInfo>,
}

impl CheckedGame {
    /// Returns whether there is an error among the diagnostics.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

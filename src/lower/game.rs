//! Lowers a whole game, or one more function into it.

use super::inline::Inliner;
use super::lowering::Lowering;
use super::messages;
use crate::check::CheckedGame;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::diagnostics::Diagnostic;
use crate::ir::{FunctionId, Ir, Layout, PlaceId, SetupInfo, ToIndex};
use crate::model::Package;
use crate::source::Sources;

/// Lowers a game that was checked without errors.
///
/// # Errors
/// A rule that is too long for the machine, or a state that is too large for it.
pub fn lower(package: &Package, checked: &CheckedGame) -> Result<Ir, Diagnostic> {
    let symbols = &checked.symbols;
    let mut l = Lowering::new(symbols, Ir::default(), Layout::OPTIONS as u32);
    l.boards()?;
    l.declarations(package, checked);
    l.lay_out();
    l.fill_reset_values()?;
    let mut inliner = Inliner::new(symbols, l.tabulated.keys().copied().collect());
    l.offers(&mut inliner);
    l.functions(&symbols.functions.ids().collect::<Vec<_>>());
    for (scenario, span, places) in &checked.scenarios {
        let mut scenario = scenario.clone();
        scenario.place = PlaceId(l.place(*span).0);
        let choices = scenario.choices.iter_mut().map(|choice| &mut choice.place);
        let steps = scenario.steps.iter_mut().map(|step| &mut step.place);
        for (place, span) in choices.chain(steps).zip(places) {
            *place = PlaceId(l.place(*span).0);
        }
        l.ir.scenarios.push(scenario);
    }
    for (setup, span) in &checked.setups {
        let place = l.place(*span);
        l.ir.setups.push(SetupInfo { place, ..setup.clone() });
    }
    l.print(checked);
    l.finish()?;
    Ok(l.ir)
}

/// Lowers one more function of a symbol table into an IR made from it, and returns its number in the IR. The
/// layout may grow: tables laid out before must not be used afterwards.
///
/// # Errors
/// As [`lower`].
pub fn lower_more(
    symbols: &SymbolTable,
    sources: &Sources,
    ir: &mut Ir,
    function: FunctionId,
) -> Result<u16, Diagnostic> {
    let free = ir.layout.stack;
    let mut l = Lowering::new(symbols, std::mem::take(ir), free);
    let (code, functions) = (l.ir.code.len(), l.ir.functions.len());
    l.files(sources);
    let finished = l.attributes_of_cells().and_then(|()| {
        // Functions are called by number, so the numbers in the IR must match those in the symbol table.
        let all = (l.ir.functions.len()..=function.index()).map(FunctionId::from_index);
        l.functions(&all.collect::<Vec<_>>());
        l.finish()
    });
    if finished.is_err() {
        // Restores the IR; a layout that has grown does no harm.
        l.ir.code.truncate(code);
        l.ir.origins.truncate(code);
        l.ir.functions.truncate(functions);
    }
    *ir = l.ir;
    finished.map(|()| function.0)
}

impl Lowering<'_> {
    fn finish(&mut self) -> Result<(), Diagnostic> {
        self.lay_out_box();
        self.lay_out_known();
        self.lay_out_hints();
        self.ir.layout.stack = self.free;
        if let Some(span) = self.too_long {
            return Err(messages::rule_too_long(span));
        }
        if let Some(crossed) = self.too_many {
            return Err(crossed.diagnostic(None));
        }
        if self.free.index() > Layout::FIXED_WORDS {
            return Err(messages::state_too_large());
        }
        self.find_suspending();
        Ok(())
    }
}

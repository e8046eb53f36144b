//! Warnings about code that is legal but probably not intended.

use crate::check::body::scope::Uses;
use crate::check::rules::layout::TableLayout;
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::NameId;
use crate::model::Package;

pub(in crate::check) mod cards_on_paper;
pub(in crate::check) mod hidden_names;
pub(in crate::check) mod messages;
pub(in crate::check) mod unused_declarations;
pub(in crate::check) mod unused_rules;

/// Checked rules, as far as lints look at them.
pub(in crate::check) struct LintedRules<'r, 'p> {
    pub package: &'p Package,
    pub symbols: &'r SymbolTable,
    /// For each card of the package, the number of its name.
    pub names: &'r [Option<NameId>],
    pub uses: &'r Uses,
    pub layout: TableLayout,
}

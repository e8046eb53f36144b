//! Expressions that outside programs evaluate in a checked game.

use crate::check::body::scope::{Cx, Mode, Uses};
use crate::check::hir::tree::HStmt;
use crate::check::hir::types::Ty;
use crate::check::symbols::symbol_table::{SymbolTable, new_function};
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::{FunctionId, FunctionName};
use crate::model::CodeText;

/// An expression evaluated by an outside program, which may call verbs.
#[derive(Debug)]
pub struct Snippet {
    /// The id of the function that the snippet was checked as.
    pub function: FunctionId,
    /// The type of the result; `Unit` if only its side effects count.
    pub ty: Ty,
}

/// Checks one expression against a checked game and adds it as a function without parameters. Fails with the
/// diagnostics.
pub fn check_snippet(symbols: &mut SymbolTable, code: &CodeText) -> Result<Snippet, Vec<Diagnostic>> {
    let function = new_function(symbols, FunctionName::question(), Vec::new(), Ty::Error, true, None);
    if let Some(crossed) = symbols.crossed.take() {
        return Err(vec![crossed.diagnostic(None)]);
    }
    let mut diagnostics = Vec::new();
    let mut uses = Uses::default();
    let parsed = crate::syntax::parse_expr(&code.value);
    diagnostics.extend(parsed.errors.iter().map(|e| e.diagnostic(code)));
    let mut cx = Cx::new(symbols, &mut diagnostics, &mut uses, function, code, Mode::Happening);
    cx.trial = true;
    cx.what = "a question";
    let value = cx.expr(&parsed.tree, None);
    let value = match value.ty {
        Ty::Zone(kind) => {
            let want = Ty::Component(kind).set();
            cx.coerce(value, &want)
        }
        _ => value,
    };
    let ty = value.ty.clone();
    let body = cx.finish(vec![HStmt::Return(Some(value))]);
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(diagnostics);
    }
    let f = &mut symbols.functions[function];
    (f.result, f.body) = (ty.clone(), Some(body));
    Ok(Snippet { function, ty })
}

//! Checks a whole IR.

use super::boards::boards;
use super::error::VerifyResult;
use super::functions::functions;
use super::layout::layout;
use super::print::print;
use super::references::references;
use super::tables::tables;
use crate::ir::root::Ir;

/// Checks a whole IR.
pub fn verify(ir: &Ir) -> VerifyResult {
    tables(ir)?;
    boards(ir)?;
    print(ir)?;
    layout(ir)?;
    references(ir)?;
    functions(ir)
}

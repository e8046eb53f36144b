//! Checks the functions: their frames, and their instructions.

use super::checker::{Checker, FunctionExtent};
use super::error::{VerifyError, VerifyResult, check};
use super::types::value_type;
use crate::ir::code::Op;
use crate::ir::functions::ComponentRegisters;
use crate::ir::ids::{CodeAddress, FunctionId, IdRange, Reg};
use crate::ir::layout::Layout;
use crate::ir::root::Ir;

pub(super) fn functions(ir: &Ir) -> VerifyResult {
    let mut stretches: Vec<FunctionExtent> = Vec::with_capacity(ir.functions.len());
    let mut order: Vec<usize> = (0..ir.functions.len()).collect();
    order.sort_by_key(|i| ir.functions[FunctionId::from_index(*i)].entry);
    for f in order.iter().map(|i| &ir.functions[FunctionId::from_index(*i)]) {
        let fits = f.entry.index() < ir.code.len()
            && usize::from(f.frame_words) <= Layout::FRAME_WORDS
            && f.frame_words > f.param_words
            && f.frame_words >= f.result_words;
        let words = |held: &ComponentRegisters| if held.set { ir.component_words() } else { 1 };
        let fits = fits
            && f.held.iter().all(|h| h.at > Reg(0) && h.at.index() + words(h) <= usize::from(f.frame_words));
        check(fits && f.result.as_ref().is_none_or(|ty| value_type(ir, ty)), || {
            format!("function `{}`", f.name)
        })?;
        match stretches.last_mut() {
            Some(last) if last.start == f.entry => {
                return check(false, || format!("function `{}` begins where another does", f.name));
            }
            Some(last) => last.end = f.entry,
            None => check(f.entry == CodeAddress(0), || "code before the first function".into())?,
        }
        stretches.push(FunctionExtent {
            start: f.entry,
            end: CodeAddress::from_index(ir.code.len()),
            frame: f.frame_words,
        });
    }
    stretches.iter().try_for_each(|stretch| body(ir, stretch))
}

fn body(ir: &Ir, stretch: &FunctionExtent) -> VerifyResult {
    let mut checker = Checker { ir, stretch, pc: stretch.start, fits: true, choice: None, touched: None };
    for pc in IdRange::between(stretch.start, stretch.end) {
        checker.pc = pc;
        checker.instruction(ir.code[pc.index()]);
        if !checker.fits {
            return Err(VerifyError { what: format!("{:?}", ir.code[pc.index()]), at: Some(pc) });
        }
    }
    let last = stretch.end - 1;
    let ends = matches!(
        ir.code[last.index()],
        Op::Jump { .. }
            | Op::Ret { .. }
            | Op::Done
            | Op::Fail { .. }
            | Op::Outside { .. }
            | Op::End { .. }
            | Op::Win { .. }
    );
    if ends {
        Ok(())
    } else {
        Err(VerifyError { what: "a function runs past its end".into(), at: Some(last) })
    }
}

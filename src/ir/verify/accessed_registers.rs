//! The registers that instructions access: the checks of their operands, recorded.

use super::checker::{AccessedRegisters, Checker, FunctionExtent};
use crate::ir::code::Op;
use crate::ir::ids::{ChoiceId, CodeAddress};
use crate::ir::root::Ir;

/// Returns the registers that an instruction of a verified function reads and writes. A call reads its
/// parameters and writes its result. A register that is changed in place is reported as written only: see
/// `live`.
pub(crate) fn touched(
    ir: &Ir,
    pc: CodeAddress,
    choice: Option<ChoiceId>,
    into: AccessedRegisters,
) -> AccessedRegisters {
    match ir.code.get(pc.index()) {
        Some(op) => touched_by(ir, *op, pc, choice, into),
        None => into,
    }
}

/// Returns the registers that an instruction accesses, which may be another one than that of the game at
/// `pc`: see [`touched`].
pub(crate) fn touched_by(
    ir: &Ir,
    op: Op,
    pc: CodeAddress,
    choice: Option<ChoiceId>,
    into: AccessedRegisters,
) -> AccessedRegisters {
    let stretch = FunctionExtent { start: CodeAddress(0), end: CodeAddress::MAX, frame: u16::MAX };
    let mut checker = Checker { ir, stretch: &stretch, pc, fits: true, choice, touched: Some(into) };
    checker.instruction(op);
    checker.touched.unwrap_or_default()
}

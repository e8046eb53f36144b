//! The registers that are live before each instruction of a function in translation.

use crate::ir::{self, CodeAddress, FunctionId, IdRange, Op, Reg};
use crate::optimise;
use crate::table::pairs::unpaired;
use crate::table::program::Table;

/// The registers that are live before each instruction of a function, in the code that is played.
pub(super) struct Liveness {
    entry: CodeAddress,
    /// The number of words of a set of registers.
    size: usize,
    /// The sets, one for each instruction.
    before: Vec<u64>,
}

impl Liveness {
    /// Computes the liveness of function `f`, whose instructions are `range`.
    ///
    /// At instructions where a frame can be suspended, registers that the code as compiled reads afterwards
    /// are live too: a saved game may be resumed by that code, and the analysis of what a frame reveals is
    /// based on it.
    pub fn of(table: &Table, f: FunctionId, range: IdRange<CodeAddress>) -> Liveness {
        let (entry, range) = (range.start(), range.indices());
        let unpaired =
            |code: &[Op]| -> Vec<Op> { code[range.clone()].iter().map(|op| unpaired(*op)).collect() };
        let (played, compiled) = (unpaired(&table.code), unpaired(&table.compiled));
        let registers = [&played, &compiled].map(|code| ir::registers(table.ir, code, entry));
        let size = registers[0].max(registers[1]).div_ceil(64);
        if !table.functions[f.index()].zeroed {
            return Liveness {
                entry,
                size,
                before: ir::live_before(table.ir, &played, entry, size, |_, _| ()),
            };
        }
        let as_compiled = ir::live_before(table.ir, &compiled, entry, size, |_, _| ());
        let before = |i: usize| &as_compiled[i * size..(i + 1) * size];
        let begin_of_list = |i: usize| played[..i].iter().rposition(|op| matches!(op, Op::OptBegin { .. }));
        let kept = |i: usize, reads: &mut [u64]| {
            if optimise::can_suspend(&played[i]) {
                let mut kept = vec![0; size];
                ir::live_after(&compiled, i, entry, &as_compiled, &mut kept);
                // The list of a choice may be made again.
                let list = begin_of_list(i).filter(|_| matches!(played[i], Op::Choose { .. }));
                for set in [Some(i), list].into_iter().flatten().map(before) {
                    kept.iter_mut().zip(set).for_each(|(kept, read)| *kept |= read);
                }
                reads.iter_mut().zip(kept).for_each(|(read, kept)| *read |= kept);
            }
        };
        Liveness { entry, size, before: ir::live_before(table.ir, &played, entry, size, kept) }
    }

    /// Returns whether a register is read by an instruction or after it, before it is written.
    pub fn is_live(&self, pc: CodeAddress, register: Reg) -> bool {
        let (at, register) = ((pc.index() - self.entry.index()) * self.size, register.index());
        register / 64 < self.size
            && self.before.get(at + register / 64).is_some_and(|word| word >> (register % 64) & 1 == 1)
    }
}

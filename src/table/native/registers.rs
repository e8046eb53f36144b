//! Registers of the frame that machine code holds as values.
//!
//! A register that a block has read or written is held as a value and not read from the frame again; so are
//! the values held by the only block before it. A written register is saved in the frame only where
//! necessary: before a call, before Rust executes an instruction, at the end of a block for its successors,
//! and where machine code is left. A register that is not read afterwards, according to `liveness`, is never
//! saved: so dead registers of a frame differ from those of the dispatch loop.
//!
//! A check that a value has passed is not repeated where the value is held.

use super::cached_registers::{CachedRegisters, Checks};
use super::function::{BYTES, FunctionTranslation};
use crate::ir::{CodeAddress, Layout, Reg};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstructionData, Opcode, Value};

impl FunctionTranslation<'_, '_, '_> {
    /// Saves the registers that this instruction or a later one reads.
    pub fn save(&mut self) {
        self.save_for(self.pc);
    }

    /// Saves the registers that are live before an instruction.
    pub fn save_for(&mut self, pc: CodeAddress) {
        let CachedRegisters { values, unsaved, .. } = &mut self.held;
        let matter = unsaved.extract_if(.., |register| self.live.is_live(pc, *register));
        let matter: Vec<(Reg, Value)> = matter.map(|register| (register, values[&register])).collect();
        matter.into_iter().for_each(|(register, value)| self.save_as(register, value));
    }

    /// Saves a range of registers.
    pub fn save_range(&mut self, first: Reg, words: u8) {
        for register in first.run(usize::from(words)) {
            if self.held.unsaved.remove(&register) {
                let value = self.held.values[&register];
                self.save_as(register, value);
            }
        }
    }

    pub fn save_as(&mut self, register: Reg, value: Value) {
        self.store(value, self.frame, i32::from(register.0) * BYTES);
    }

    pub fn get(&mut self, register: Reg) -> Value {
        if let Some(value) = self.held.values.get(&register) {
            return *value;
        }
        let value = self.load(self.frame, i32::from(register.0) * BYTES);
        self.held.values.insert(register, value);
        if let Some(checks) = self.held.saved.get(&register) {
            self.held.passed.insert(value, *checks);
        }
        value
    }

    /// Writes a register, which is not saved yet.
    pub fn set(&mut self, register: Reg, value: Value) {
        self.held.values.insert(register, value);
        self.held.unsaved.insert(register);
        self.held.saved.remove(&register);
    }

    /// Returns the value of a register if it is held, and known while the rules are compiled.
    pub fn constant(&self, register: Reg) -> Option<i64> {
        let dfg = &self.build.func.dfg;
        let instruction = dfg.value_def(*self.held.values.get(&register)?).inst()?;
        match dfg.insts[instruction] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
            _ => None,
        }
    }

    /// Forgets the values of registers that were written in the frame.
    pub fn forget(&mut self, first: Reg, words: u8) {
        for register in first.run(usize::from(words)) {
            self.held.values.remove(&register);
            self.held.unsaved.remove(&register);
            self.held.saved.remove(&register);
        }
    }

    /// Returns the values held, for [`FunctionTranslation::hold`].
    pub fn held_values(&self) -> CachedRegisters {
        self.held.clone()
    }

    /// Holds values again that were held before.
    pub fn hold(&mut self, held: CachedRegisters) {
        self.held = held;
    }

    /// Forgets the values that are held for registers: the memory may have changed.
    pub fn forget_all(&mut self) {
        self.held = CachedRegisters::default();
    }

    /// Forgets the values that are held, as a call does whose frame begins at a register: those before it are
    /// as they were.
    pub fn forget_from(&mut self, at: Reg) {
        let CachedRegisters { values, passed, mut saved, .. } = std::mem::take(&mut self.held);
        saved.extend(values.iter().filter_map(|(register, value)| Some((*register, *passed.get(value)?))));
        saved.retain(|register, _| *register < at);
        self.held.saved = saved;
    }

    /// Leaves machine code unless an index is below a bound.
    pub fn fail_unless_below(&mut self, index: Value, bound: i64) {
        let checks = self.held.passed.get(&index).copied().unwrap_or_default();
        if checks.below.is_some_and(|known| known <= bound) {
            return;
        }
        let most = self.word(bound);
        let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, index, most);
        self.fail_if(beyond);
        self.held.passed.insert(index, Checks { below: Some(bound), ..checks });
    }

    /// Returns a register that is a player at the table; leaves machine code if it is not.
    pub fn player(&mut self, register: Reg) -> Value {
        let player = self.get(register);
        let checks = self.held.passed.get(&player).copied().unwrap_or_default();
        if !checks.plays {
            let players = self.load(self.words, Layout::PLAYERS as i32 * BYTES);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, player, players);
            self.fail_if(beyond);
            self.held.passed.insert(player, Checks { plays: true, ..checks });
        }
        player
    }
}

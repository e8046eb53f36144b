//! The values that are held for the registers of a frame while a block is written.

use crate::ir::Reg;
use cranelift_codegen::ir::Value;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The registers that are held as values, and what is known of values where they are held.
#[derive(Clone, Default)]
pub(super) struct CachedRegisters {
    pub values: FxHashMap<Reg, Value>,
    /// Those whose value is not in the frame.
    pub unsaved: BTreeSet<Reg>,
    /// The checks that values have passed.
    pub passed: FxHashMap<Value, Checks>,
    /// The same of registers whose value is in the frame and may not be held.
    pub saved: FxHashMap<Reg, Checks>,
}

/// The checks that a value has passed, so that they need not be repeated.
#[derive(Clone, Copy, Default)]
pub(super) struct Checks {
    /// It is below this number, if any, unsigned.
    pub below: Option<i64>,
    /// It is a player at the table.
    pub plays: bool,
}

//! The machine code of a game, in the memory that holds it.
#![allow(unsafe_code)]

use cranelift_jit::JITModule;

/// The entry of a function for calls through a table.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::table) struct FunctionPointer {
    /// The address of its machine code; 0: the function is interpreted.
    pub at: usize,
    /// The fuel of a call.
    pub cost: u64,
}

/// A place at which machine code can be entered.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::table) struct EntryPoint {
    /// The address of the machine code of the function; 0 if it cannot be entered here.
    pub code: usize,
    /// The number of the place in its function.
    pub number: u32,
}

/// The machine code of a game.
pub(in crate::table) struct Native {
    /// Owns the memory of the code, which is freed on drop.
    module: Option<JITModule>,
    /// For each instruction, the entry there.
    pub entries: Vec<EntryPoint>,
    /// The function table. Machine code reads it: it must neither move nor be dropped before the code.
    _codes: Box<[FunctionPointer]>,
}

// SAFETY: after it is made, neither the module nor the code is written, and all addresses are of memory that
// `Native` owns, or its table.
unsafe impl Send for Native {}

// SAFETY: as above.
unsafe impl Sync for Native {}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").finish_non_exhaustive()
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: no machine runs the code any more: machines borrow the table that owns it.
            unsafe { module.free_memory() };
        }
    }
}

impl Native {
    pub(super) fn new(module: JITModule, entries: Vec<EntryPoint>, codes: Box<[FunctionPointer]>) -> Native {
        Native { module: Some(module), entries, _codes: codes }
    }

    /// Returns whether machine code can be entered at an instruction.
    #[inline]
    pub fn is_entry(&self, pc: usize) -> bool {
        self.entries.get(pc).is_some_and(|entry| entry.code != 0)
    }
}

//! Checks an IR, so that the dispatch loop may rely on its invariants: every register lies in its frame,
//! every jump in its function, every index in its table, every address in the state.
//!
//! The compiler's output passes by construction. Damaged bytes do not, and are rejected here instead of
//! failing in play.

mod accessed_registers;
mod areas;
mod boards;
mod bots;
mod bulk;
mod checker;
mod error;
mod functions;
mod game;
mod layout;
mod print;
mod references;
mod soundness;
mod tables;
mod types;
mod viewers;

pub(crate) use accessed_registers::{touched, touched_by};
pub(crate) use checker::AccessedRegisters;
pub use error::VerifyError;
pub use game::verify;
pub use tables::MAX_PARAMS;

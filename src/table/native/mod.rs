//! Machine code of the rules: the functions of a game compiled for the processor that runs them.
//!
//! Machine code and the dispatch loop are two ways to execute the same instructions on the same words:
//! registers are in the same frames, frames have the same headers, and fuel is counted alike. So machine code
//! may stop before any instruction, and the dispatch loop goes on there. It does so before an instruction
//! that would fail, when fuel is spent, and when the stack must grow: none of this is written twice, and a
//! fault is the same at the same place. Long or rare instructions are executed by `step`, in Rust.
//!
//! | file | subject |
//! |---|---|
//! | `machine_code` | the machine code of a game, and the memory that holds it |
//! | `enter` | calls machine code, and is called by it; all other unsafe code of the crate |
//! | `compile`, `declarations` | the module of all functions, and those in Rust that they call |
//! | `step` | instructions that machine code leaves to Rust |
//! | `liveness` | the registers that a function still reads |
//! | `function` | the blocks of a function |
//! | `registers`, `cached_registers` | the values that are held for registers |
//! | `emit` | the instructions |
//! | `sets` | instructions on sets |
//! | `elements` | instructions on one element of a set |
//! | `amounts` | instructions on amounts, and places of zones with a key |
//! | `members` | instructions that look at the members of a set one by one |
//! | `boards` | steps and rows on small boards |
//! | `occupants` | contents of zones that keep no set |
//! | `places` | instructions on fields, zones and places |

mod amounts;
mod boards;
mod cached_registers;
mod compile;
mod declarations;
mod elements;
mod emit;
mod enter;
mod function;
mod liveness;
pub(super) mod machine_code;
mod members;
mod occupants;
mod places;
mod registers;
mod sets;
mod step;

pub(super) use compile::compile;
pub(super) use enter::EntryResult;

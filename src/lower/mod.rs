//! Lowering from the typed HIR to the IR: the layout of the state, and the rules as instructions.
//!
//! Queries over whole sets become set algebra here: see [`filter`](self) for how `S where C` is split.
//! Indices (sets of owners by value) are added to the layout as rules need them.

mod aggregate;
mod amounts;
mod board;
mod bulk;
mod choice;
mod consts;
mod declarations;
mod emit;
mod evaluate;
mod expr;
mod fault_analysis;
mod filter;
mod functions;
mod game;
mod geometry;
mod inline;
mod knowledge;
mod layout;
mod lowering;
mod messages;
mod plain_needs;
mod ranges;
mod reset_values;
mod sides;
mod stmt;
mod windows;
mod zones;

pub use game::{lower, lower_more};

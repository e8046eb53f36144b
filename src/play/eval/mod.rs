//! Evaluation for outside programs: a JSON object a line in, one a line out. `docs/eval.md` is the protocol.
//!
//! Each expression is compiled once, and the table for each set of options, players and lists is laid out
//! once. A line copies that table, fills its zones and calls the function. Threads share the lines; results
//! are written in the order of the input.

mod batch;
mod choice_answers;
mod engine;
mod feed;
mod line;
mod lookup;
mod settings;
mod table_contents;
mod tables;
mod worker;

pub use batch::{LineCounts, batch};
pub use settings::{BatchError, Settings};
pub use table_contents::TableContents;

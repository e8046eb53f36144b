//! Stamps: texts, each with the rule beside which it was last read.

mod messages;
mod readings;
mod report;
mod rule_lines;
mod slot_uses;
mod stamp_file;

pub use readings::{Reading, ReadingState, readings, rules_of_card};
pub(super) use report::stale_readings;
pub use stamp_file::stamps_to_toml;

//! `cardwright sim`: simulates many games, and counts them.

mod args;
mod command;
mod find;
mod merge;
mod plan;
mod report;
mod save;

pub(super) use command::{SimCommand, command};

//! Requests to print, and their results.

pub(in crate::print) mod leaf;
pub(in crate::print) mod scenes;
pub(in crate::print) mod setting;
pub mod changes;
pub(in crate::print) mod print_request;
pub(in crate::print) mod output;

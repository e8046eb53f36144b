//! The typed tree: types, expressions, statements, and traversals of them.

pub(in crate::check) mod control_flow;
pub mod parts;
pub mod tree;
pub mod types;

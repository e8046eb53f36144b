//! The messages about print and export, in order of their codes in each file.

pub(in crate::print) mod export;
pub(in crate::print) mod faces;
pub(in crate::print) mod sheets;

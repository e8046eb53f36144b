//! Print shops: the requirements of each, and whether they are met.

pub(in crate::print) mod shop;
pub(in crate::print) mod line;
pub(in crate::print) mod catalogue;
pub(in crate::print) mod fit;
pub(in crate::print) mod findings;
pub(in crate::print) mod order;
pub(in crate::print) mod pages;
pub(in crate::print) mod booklet;
pub(in crate::print) mod boxes;
pub(in crate::print) mod dice;
pub(in crate::print) mod write;

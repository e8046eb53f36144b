//! Inks: how much of them is used, spot colours, and the amounts of a print shop.

pub mod ink;
pub mod colour_vision;
pub(in crate::print) mod amounts;
pub(in crate::print) mod overprint;
pub(in crate::print) mod spots;
pub mod separation;

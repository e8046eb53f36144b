//! The display list, and what is read into it: pictures and SVG.

pub mod units;
pub(in crate::print) mod profile;
pub(in crate::print) mod colours;
pub mod scene;
pub mod picture;
pub(in crate::print) mod xml;
pub mod svg;

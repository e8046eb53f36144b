//! The display list, and the pictures and SVG that are read into it.

pub mod units;
pub(in crate::print) mod profile;
pub(in crate::print) mod colours;
pub mod scene;
pub mod picture;
pub(in crate::print) mod xml;
pub(in crate::print) mod shapes;
pub mod svg;

//! The messages about declarations. Each function makes one; its comment names the code.

mod boards;
mod copies;
mod keys;
mod names;

pub(in crate::model::read) use boards::*;
pub(in crate::model::read) use copies::*;
pub(in crate::model::read) use keys::*;
pub(in crate::model::read) use names::*;

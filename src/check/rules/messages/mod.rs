//! The messages about the rules of a package. Each function makes one; its comment names the code.

mod actions;
mod cards;
mod lists;
mod print;
mod rules;

pub(in crate::check::rules) use actions::*;
pub(in crate::check::rules) use cards::*;
pub(in crate::check::rules) use lists::*;
pub(in crate::check::rules) use print::*;
pub(in crate::check::rules) use rules::*;

pub(in crate::check::rules) use crate::check::body::messages::takes;
pub(in crate::check::rules) use crate::check::symbols::messages::unknown_zone;

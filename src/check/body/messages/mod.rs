//! The messages of the type checker. Each function makes one; its comment names the code.

mod amounts;
mod calls;
mod names;
mod sets;
mod statements;
mod types;
mod values;

pub(in crate::check::body) use amounts::*;
pub(in crate::check::body) use calls::*;
pub(in crate::check::body) use names::*;
pub(in crate::check::body) use sets::*;
pub(in crate::check::body) use statements::*;
pub(in crate::check::body) use types::*;
pub(in crate::check::body) use values::*;

pub(in crate::check) use calls::{count_of, takes};

pub(in crate::check::body) use crate::check::symbols::messages::{
    out_of_range, unknown_card, unknown_cell, unknown_value, unknown_zone,
};

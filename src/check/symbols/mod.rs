//! The symbol table, and queries about it: declared items, fitting types, meanings of names.

pub(in crate::check) mod board_conditions;
pub(in crate::check) mod directions;
pub mod editor_info;
pub mod items;
pub mod limits;
pub(in crate::check) mod members;
pub(in crate::check) mod messages;
pub(in crate::check) mod owners;
pub(in crate::check) mod public;
pub(in crate::check) mod relations;
pub mod templates;
pub(in crate::check) mod type_names;
pub(in crate::check) mod unknown_types;
pub(in crate::check) mod values;
pub mod symbol_table;
pub(in crate::check) mod zone_places;

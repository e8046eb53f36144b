//! Warnings about code that is legal but probably not intended.

pub(in crate::check) mod cards_on_paper;
pub(in crate::check) mod hidden_names;
pub(in crate::check) mod messages;
pub(in crate::check) mod unused_declarations;
pub(in crate::check) mod unused_rules;

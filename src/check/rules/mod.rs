//! The passes over all code of a package.

pub(in crate::check) mod abilities;
pub(in crate::check) mod actions;
pub(in crate::check) mod bearers;
pub(in crate::check) mod bots;
pub(in crate::check) mod card_texts;
pub(in crate::check) mod cards;
pub(in crate::check) mod cells;
pub(in crate::check) mod checker;
pub(in crate::check) mod component_actions;
pub(in crate::check) mod decks;
pub(in crate::check) mod dice;
pub(in crate::check) mod figures;
pub(in crate::check) mod flow;
pub(in crate::check) mod functions;
pub(in crate::check) mod keywords;
pub(in crate::check) mod layout;
pub(in crate::check) mod messages;
pub(in crate::check) mod modifiers;
pub(in crate::check) mod print;
pub(in crate::check) mod reactions;
pub(in crate::check) mod resets;
pub(in crate::check) mod setups;
pub(in crate::check) mod sides;
pub(in crate::check) mod slot_rules;
pub(in crate::check) mod viewers;

//! Names and types: from declarations and syntax trees to a typed HIR, every error in one pass.
//!
//! `declare` makes the [`World`] (what exists, under which number), `rules` then checks every code string against it.
//! A part that is wrong becomes an `Error` node of type [`Ty::Error`], which fits everywhere, so that no error breeds another.

mod actions;
mod amounts;
mod areas;
mod assign;
mod bearers;
mod boards;
mod branches;
mod builtins;
mod calls;
mod cards;
mod choices;
mod conditions;
mod constants;
mod declare;
mod dice;
mod english;
mod expr;
mod foreign;
pub mod hir;
mod histories;
mod joined;
mod kept_comments;
mod keywords;
mod kinds;
mod known;
mod languages;
pub mod limits;
mod lints;
mod lookup;
mod member;
mod mismatch;
mod modifiers;
pub mod parts;
mod print;
mod public;
mod reactions;
mod rules;
mod scenario_state;
mod scenarios;
mod scope;
pub mod sides;
mod stmt;
mod templates;
mod to_toml;
mod type_names;
pub mod types;
mod unknown;
mod values;
mod variables;
mod windows;
mod words;
mod written_types;
pub mod world;
mod zones;

pub use boards::turned;
pub use languages::{Languages, Original, Spoken};
pub use print::CheckedPrint;
pub use public::decided_in_public;
pub use rules::{Checked, Snippet, check, check_snippet};
pub use to_toml::Counts;
pub use types::Ty;
pub use windows::PASS;
pub use world::{Global, World};

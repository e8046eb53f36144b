//! Name resolution and type checking: from declarations and syntax trees to a typed HIR, with every error in
//! one pass.
//!
//! `declare` makes the [`SymbolTable`] (every item with its number and type), `rules` then checks every code
//! string against it with the type checker of `body`. A part that is wrong becomes an `Error` node of type
//! [`Ty::Error`], which fits everywhere, so that no error breeds another. Each folder imports only those
//! listed before it; `stages` puts the passes in order.

pub mod hir;
pub mod symbols;
mod declare;
mod body;
mod rules;
mod scenarios;
mod lints;
mod checked;
mod checked_rules;
mod snippet;
mod stages;

pub use body::windows::PASS;
pub use checked::CheckedGame;
pub use checked_rules::{CheckedRules, ComparedRules, RemainingParts};
pub use declare::readable_ids::readable_ids;
pub use hir::types::Ty;
pub use rules::abilities::Trigger;
pub use rules::bots::BotRules;
pub use rules::cards::is_empty_rule;
pub use rules::decks::DeckLists;
pub use rules::flow::FlowFunctions;
pub use rules::print::CheckedPrint;
pub use rules::resets::StateReset;
pub use snippet::{Snippet, check_snippet};
pub use stages::check_rules;
pub use symbols::directions::turned;
pub use symbols::editor_info::EditorInfo;
pub use symbols::items::Global;
pub use symbols::public::{decided_in_public, is_public};
pub use symbols::symbol_table::SymbolTable;
pub use symbols::templates::template_name;
pub use symbols::values::Notation;

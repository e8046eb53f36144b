//! `stamps.toml`.

use schemars::JsonSchema;

use super::values::DeclarationMap;

/// Accepted texts, each with its rules at that time. Written by `cardwright texts --accept`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "stamps")]
pub struct StampsFile {
    /// Cards with a text of their own.
    cards: Option<DeclarationMap<Stamp>>,
    /// Keywords with a text.
    keywords: Option<DeclarationMap<Stamp>>,
    /// Functions with a text, and functions that accepted rules call.
    functions: Option<DeclarationMap<Stamp>>,
    /// Verbs with a text, and verbs that accepted rules call.
    verbs: Option<DeclarationMap<Stamp>>,
    /// Slots in which accepted rules stand.
    slots: Option<DeclarationMap<Stamp>>,
}

/// A text and its rules, as they were accepted.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Stamp {
    /// The rules, a line each; of a card without any, the printed values that its text says.
    rule: Vec<String>,
    /// The text.
    text: Option<String>,
}

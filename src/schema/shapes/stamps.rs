//! `stamps.toml`.

use schemars::JsonSchema;

use super::values::DeclarationMap;

/// Texts, each with the rule beside which it was last read; kept by `cardwright texts --accept`.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "stamps")]
pub struct StampsFile {
    /// Cards with a text of their own.
    cards: Option<DeclarationMap<Stamp>>,
    /// Keywords with a text.
    keywords: Option<DeclarationMap<Stamp>>,
    /// Functions with a text, and those that the rules above name.
    functions: Option<DeclarationMap<Stamp>>,
    /// Verbs with a text.
    verbs: Option<DeclarationMap<Stamp>>,
}

/// The text and its rules as they were read.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Stamp {
    /// Its rules, each in a line.
    rule: Vec<String>,
    /// Its text.
    text: Option<String>,
}

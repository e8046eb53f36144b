//! `texts/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::values::DeclarationMap;

/// A game in another language, which the file is called after. What is empty is not translated yet.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "texts")]
pub struct TextsFile {
    /// The game itself.
    game: Option<GameTexts>,
    /// What people read for a value of an enum, a kind, an attribute, a sheet, a piece, a keyword, a board or
    /// an area.
    words: Option<BTreeMap<String, String>>,
    /// What options say to the players.
    options: Option<DeclarationMap<String>>,
    /// What keywords mean: MiniJinja templates over their parameters.
    keywords: Option<DeclarationMap<String>>,
    /// The cards by their ids.
    cards: Option<DeclarationMap<CardTexts>>,
    /// Words of the game's own faces, as they are given to `say`.
    faces: Option<BTreeMap<String, String>>,
    /// The words that Cardwright itself puts on paper.
    phrases: Option<DeclarationMap<String>>,
    /// Which text each is the translation of; kept by `cardwright texts`.
    of: Option<BTreeMap<String, String>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameTexts {
    /// What it is called on the box.
    name: Option<String>,
    /// The game in a sentence.
    summary: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CardTexts {
    /// What is printed on it.
    name: Option<String>,
    /// Its rules text: a MiniJinja template over its own data. It must say the same numbers as the rules.
    text: Option<String>,
    /// Words that have no effect.
    flavour: Option<String>,
}

//! `texts/*.toml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::values::DeclarationMap;

/// Translation of the game into the language that the file is named after. An empty text is not translated
/// yet.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields, title = "texts")]
pub struct TextsFile {
    /// Texts of the game itself.
    game: Option<GameTexts>,
    /// Words that people read for ids: values of enums, kinds, attributes, sheets, pieces, keywords, boards,
    /// areas.
    words: Option<BTreeMap<String, String>>,
    /// Descriptions of the options.
    options: Option<DeclarationMap<String>>,
    /// Reminder texts of keywords: MiniJinja templates over the parameters.
    keywords: Option<DeclarationMap<String>>,
    /// Texts of the cards, by their ids.
    cards: Option<DeclarationMap<CardTexts>>,
    /// Texts of the deck lists in `decks/`, by the names of their files.
    decks: Option<DeclarationMap<DeckTexts>>,
    /// Words of the game's own faces, by the original that the face gives to `say`.
    faces: Option<BTreeMap<String, String>>,
    /// Words that Cardwright itself prints, such as footers.
    phrases: Option<DeclarationMap<String>>,
    /// Marks of the original of each translation, to find translations that are out of date. Written by
    /// `cardwright texts`.
    of: Option<BTreeMap<String, String>>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct GameTexts {
    /// Name of the game, as printed on the box.
    name: Option<String>,
    /// A description of the game in one sentence.
    summary: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct CardTexts {
    /// Name printed on the card.
    name: Option<String>,
    /// Rules text of the card: a MiniJinja template over the card's own data. Its numbers must be those of
    /// the rules.
    text: Option<String>,
    /// Flavour text, without effect in the game.
    flavour: Option<String>,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct DeckTexts {
    /// Name of the deck list.
    name: Option<String>,
}

//! Values that a game declares by id and display name: those of enums, and the names of cards.

use super::ids::{ComponentId, IdRange, KindId, NameId, ToIndex};
use serde::{Deserialize, Serialize};

/// An enum: a type with a fixed list of values. A value is an index into the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnumInfo {
    /// The name of the type.
    pub id: String,
    /// Its values' ids.
    pub values: Vec<String>,
    /// Its values' display names, parallel to `values`; equal to the ids by default.
    pub printed: Vec<String>,
}

impl EnumInfo {
    /// Creates an enum; `printed` gives the display name of each id.
    pub fn new(id: &str, values: Vec<String>, printed: impl Fn(&str) -> String) -> Self {
        let printed = values.iter().map(|value| printed(value)).collect();
        EnumInfo { id: id.into(), values, printed }
    }
}

/// A value of the type `name`: a card as declared, of which there may be several copies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NameInfo {
    /// The name by which rules, decks and scenarios refer to the card.
    pub id: String,
    /// The name printed on its copies, which several ids may share.
    pub printed: String,
    /// The kind of all its components.
    pub kind: KindId,
    /// Its components: `first..first + copies`.
    pub first: ComponentId,
    /// The number of its components.
    pub copies: u32,
    /// Its rules text with all holes filled; empty if it has none.
    pub text: String,
    /// Its flavour text, rendered.
    pub flavour: String,
    /// Its keywords, as written.
    pub keywords: Vec<String>,
    /// The reminder text of each keyword, with this card's parameters; empty if the keyword has none.
    pub reminders: Vec<String>,
    /// Index into `Ir::names` of the card that this name was made from and shares its printed name with.
    pub card: Option<NameId>,
    /// True if the card itself has reactions or actions, beside its rules in declared slots. Those of its
    /// kind and its keywords do not count.
    pub acts: bool,
}

impl NameInfo {
    /// Returns its copies, whose ids are consecutive.
    pub fn components(&self) -> IdRange<ComponentId> {
        IdRange::new(self.first, self.copies.index())
    }
}

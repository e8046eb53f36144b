//! Names of fields, attributes and slots, and who declared them.

use super::read_name::held_as_text;
use serde::{Deserialize, Serialize};

/// The declarer of a field, an attribute or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Declarer {
    /// The author of the game, who can write its name in rules.
    Game,
    /// The compiler: what it adds for its own use, and the attributes that hold the parameters of keywords.
    /// No rule can name them, and nobody is shown their values.
    Compiler,
}

/// The name of a field, an attribute or a slot, with its declarer.
///
/// A compiled game holds the text alone, from which the declarer is read again: an id of an author has
/// neither dots nor spaces, and every name of the compiler has one. Nothing else may rely on that.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct DeclaredName {
    text: String,
    declarer: Declarer,
}

impl DeclaredName {
    /// Creates the name of something that the author declares.
    pub fn of_game(id: impl Into<String>) -> DeclaredName {
        DeclaredName { text: id.into(), declarer: Declarer::Game }
    }

    /// Creates the name of something that the compiler adds. It must have a dot or a space.
    pub fn of_compiler(text: impl Into<String>) -> DeclaredName {
        DeclaredName { text: text.into(), declarer: Declarer::Compiler }
    }

    /// Returns whether the author of the game declared it; if not, the compiler did.
    pub fn is_declared(&self) -> bool {
        self.declarer == Declarer::Game
    }
}

held_as_text!(DeclaredName);

impl From<String> for DeclaredName {
    fn from(text: String) -> DeclaredName {
        let declarer = if text.contains(['.', ' ']) { Declarer::Compiler } else { Declarer::Game };
        DeclaredName { text, declarer }
    }
}

impl PartialEq<String> for DeclaredName {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

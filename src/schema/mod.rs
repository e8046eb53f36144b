//! The shape of each file of a package: which keys stand where and what sort of value each has.
//!
//! Shapes are declared once, as the types of `shapes`; the JSON Schemas that editors read and the validators behind
//! [`validate`] are both made of them. What a value *means* is not known here: `model` and `check` look at that.

mod messages;
mod path;
mod shapes;
mod tree;
mod validate;

use std::sync::OnceLock;

use serde_json::Value;

pub use self::messages::{bad_id, id_of};
pub use self::shapes::{CARD_KEYS, ID_PATTERN, MOST_COLUMNS};
pub use self::validate::validate;

/// The files a package is made of and those of tournaments, by their shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileShape {
    /// `game.toml`
    Game,
    /// `rules/*.toml`
    Rules,
    /// `cards/*.toml`
    Cards,
    /// `decks/*.toml`
    Deck,
    /// `scenarios/*.toml`
    Scenario,
    /// `print.toml`
    Print,
    /// `texts/*.toml`
    Texts,
    /// `stamps.toml`
    Stamps,
    /// A tournament, which is in no package.
    Tournament,
}

impl FileShape {
    /// Those that authors write in a package, in reading order.
    pub const OF_PACKAGES: [FileShape; 7] = [
        FileShape::Game,
        FileShape::Rules,
        FileShape::Cards,
        FileShape::Deck,
        FileShape::Scenario,
        FileShape::Print,
        FileShape::Texts,
    ];

    /// All of them.
    pub const ALL: [FileShape; 9] = [
        FileShape::Game,
        FileShape::Rules,
        FileShape::Cards,
        FileShape::Deck,
        FileShape::Scenario,
        FileShape::Print,
        FileShape::Texts,
        FileShape::Stamps,
        FileShape::Tournament,
    ];

    /// The name its schema goes by: `cards` for `cards.schema.json`.
    pub fn name(self) -> &'static str {
        match self {
            FileShape::Game => "game",
            FileShape::Rules => "rules",
            FileShape::Cards => "cards",
            FileShape::Deck => "deck",
            FileShape::Scenario => "scenario",
            FileShape::Print => "print",
            FileShape::Texts => "texts",
            FileShape::Stamps => "stamps",
            FileShape::Tournament => "tournament",
        }
    }

    /// Which files of a package have it.
    pub fn files(self) -> &'static str {
        match self {
            FileShape::Game => "`game.toml`",
            FileShape::Rules => "`rules/*.toml`",
            FileShape::Cards => "`cards/*.toml`",
            FileShape::Deck => "`decks/*.toml`",
            FileShape::Scenario => "`scenarios/*.toml`",
            FileShape::Print => "`print.toml`",
            FileShape::Texts => "`texts/*.toml`",
            FileShape::Stamps => "`stamps.toml`",
            FileShape::Tournament => "the file of a tournament",
        }
    }

    /// The file its schema is written to: `cards.schema.json`.
    pub fn file_name(self) -> String {
        format!("{}.schema.json", self.name())
    }

    /// Its JSON Schema (draft 7, which every TOML editor understands), the same for all games.
    pub fn schema(self) -> &'static Value {
        static SCHEMAS: [OnceLock<Value>; 9] = [const { OnceLock::new() }; 9];
        SCHEMAS[self as usize].get_or_init(|| shapes::schema_of(self))
    }
}

/// A schema as it is written to a file: indented by two, with a newline.
pub fn to_text(schema: &Value) -> String {
    format!("{schema:#}\n")
}

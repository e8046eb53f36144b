//! Declarations of the game as a whole: its options, enums, dice, words, flow and scoring.

use super::ident::{CodeText, Ident};
use crate::source::{Span, TomlNode};

/// `[game]`: title, version, language and number of players
#[derive(Debug, Default)]
pub struct GameDecl {
    /// `id`: the name of the game in commands
    pub id: String,
    /// `name`: the title, as people read it
    pub name: String,
    /// `version` of the game, as its author numbers it
    pub version: String,
    /// Minimum and maximum number of players.
    pub players: (u8, u8),
    /// `summary`, empty if not given
    pub summary: String,
    /// `language` of its texts; `en` if not given
    pub language: String,
    /// Span of the header, or the start of the file.
    pub span: Option<Span>,
}

impl GameDecl {
    /// Returns whether its texts are English, which is the default.
    pub fn is_english(&self) -> bool {
        self.language.is_empty() || self.language == "en" || self.language.starts_with("en-")
    }
}

/// `[options.x]`
#[derive(Debug)]
pub struct OptionDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// Its possible values.
    pub values: OptionValues,
    /// Its text for players.
    pub text: String,
}

/// The possible values of an option, with its default.
#[derive(Debug)]
pub enum OptionValues {
    /// `values = […]`, and the index of the default
    Enum(Vec<Ident>, usize),
    /// `range = [a, b]`, and the default
    Range(i64, i64, i64),
    /// A bool, with its default
    Bool(bool),
}

/// `[setups.x]`: named sets of options
#[derive(Debug)]
pub struct SetupDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// Values of options, as ints, bools or strings.
    pub options: Vec<(Ident, TomlNode)>,
}

/// `[[require]]`, also of `[deck]`.
#[derive(Debug)]
pub struct RequireDecl {
    /// The condition.
    pub that: CodeText,
    /// The message if it is false.
    pub text: String,
}

/// One of `[enums]`: a type with a fixed list of values.
#[derive(Debug)]
pub struct EnumDecl {
    /// Its key in `[enums]`.
    pub id: Ident,
    /// Its values, in the order of the file.
    pub values: Vec<Ident>,
    /// True if its values are ordered, the first being the least.
    pub ordered: bool,
}

/// One of `[dice]`.
#[derive(Debug)]
pub struct DieDecl {
    /// Its key in `[dice]`.
    pub id: Ident,
    /// Its faces: numbers, or texts.
    pub faces: Vec<TomlNode>,
}

/// One of `[words]`: the printed name of an id.
#[derive(Debug)]
pub struct WordDecl {
    /// The value.
    pub id: Ident,
    /// The name that people read in place of the id.
    pub printed: String,
}

/// `[histories.x]`
#[derive(Debug)]
pub struct HistoryDecl {
    /// The `x` of its header.
    pub id: Ident,
    /// `of`: the state and zones that make up a position; all by default.
    pub of: Option<Vec<Ident>>,
    /// `keep`: the number of positions kept; a further one replaces the oldest
    pub keep: u16,
}

/// `[flow]`: the order of play
#[derive(Debug, Default)]
pub struct FlowDecl {
    /// `setup`: statements that run before play
    pub setup: Option<CodeText>,
    /// `play`: the statements of the game itself
    pub play: Option<CodeText>,
}

/// `[scoring]`: the scores that decide the game at its end
#[derive(Debug, Default)]
pub struct ScoringDecl {
    /// `score`: an expression over `p`
    pub score: Option<CodeText>,
    /// `ties`: expressions over `p`
    pub ties: Vec<CodeText>,
    /// `together`: an expression over `p`; players with equal values are on one side
    pub together: Option<CodeText>,
}

/// `[figures]`
#[derive(Debug)]
pub struct FigureDecl {
    /// Its key in `[figures]`.
    pub id: Ident,
    /// The measured value.
    pub value: CodeText,
    /// `per = "player"`: measured for each player.
    pub per_player: bool,
}

//! Scenarios, as declared.

use super::ident::{CodeText, Ident};
use crate::ids::SeatNumber;
use crate::source::{Span, TomlNode};
use crate::vocabulary::StartPoint;

/// `scenarios/*.toml`
#[derive(Debug)]
pub struct ScenarioDecl {
    /// The file's name without `.toml`
    pub id: Ident,
    /// `name`
    pub name: String,
    /// `source`
    pub source: String,
    /// `setup`: one of the game's setups
    pub setup: Option<Ident>,
    /// `options`: values as ints, bools or strings
    pub options: Vec<(Ident, TomlNode)>,
    /// `players`
    pub players: Option<(u8, Span)>,
    /// `decks`: by seat or `table`, the ids of lists
    pub decks: Vec<(Ident, Ident)>,
    /// `seed`, 0 by default
    pub seed: u64,
    /// `begin`
    pub begin: StartPoint,
    /// `choices`
    pub choices: Vec<GivenChoiceDecl>,
    /// `zones`: `deck` or `hand[1]`, and component names
    pub zones: Vec<(Ident, Vec<Ident>)>,
    /// `state`: `round` or `coins[1]`, and the value
    pub state: Vec<(Ident, TomlNode)>,
    /// `answers`
    pub answers: Vec<(Ident, TomlNode)>,
    /// `chance`: `roll`, `random` or a zone, with the outcomes
    pub chance: Vec<(Ident, Vec<TomlNode>)>,
    /// `steps`
    pub steps: Vec<StepDecl>,
    /// The start of the file.
    pub span: Span,
}

/// `[seat, "option"]` in `choices`
#[derive(Debug)]
pub struct GivenChoiceDecl {
    /// The seat, from 1.
    pub seat: (SeatNumber, Span),
    /// The name of the option.
    pub option: String,
    /// Span of the pair.
    pub span: Span,
}

/// `[[steps]]`
#[derive(Debug)]
pub struct StepDecl {
    /// The action or the expectation of the step.
    pub kind: StepKind,
    /// Span of its header.
    pub span: Span,
}

/// The forms of steps.
#[derive(Debug)]
pub enum StepKind {
    /// `do`
    Do(CodeText),
    /// `options`, `by`
    Options(Vec<Ident>, Option<(SeatNumber, Span)>),
    /// `choose`, `by`
    Choose(Ident, Option<(SeatNumber, Span)>),
    /// `play`, `until` / `plies`
    Play {
        /// The bot.
        bot: Ident,
        /// The number of answers; `None` for playing to the end.
        plies: Option<u32>,
    },
    /// `expect`
    Expect(CodeText),
    /// `value`, `equals`, `detail`
    Value {
        /// The statements that give the value: an expression, or a verb that returns something.
        code: CodeText,
        /// The expected value: an int, a bool or a string.
        equals: TomlNode,
        /// Tallies by component name: an int, or the string `blank`.
        detail: Vec<(Ident, TomlNode)>,
    },
    /// `fault`, `do`
    Fault(Ident, Option<CodeText>),
    /// `hidden`, `from`
    Hidden(Ident, (SeatNumber, Span)),
    /// `visible`, `to`
    Visible(Ident, (SeatNumber, Span)),
    /// `winners`
    Winners(Vec<SeatNumber>, Span),
    /// `ending`
    Ending(Ident),
}

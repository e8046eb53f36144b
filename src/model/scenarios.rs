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
    /// `name`: the title, as reports show it
    pub name: String,
    /// `source`: the citation of the rule, such as a page of the rulebook
    pub source: String,
    /// `setup`: one of the game's setups
    pub setup: Option<Ident>,
    /// `options`: values as ints, bools or strings
    pub options: Vec<(Ident, TomlNode)>,
    /// `players`: the number of players; `None` for the game's minimum
    pub players: Option<(u8, Span)>,
    /// `decks`: by seat or `table`, the ids of lists
    pub decks: Vec<(Ident, Ident)>,
    /// `seed`, 0 by default
    pub seed: u64,
    /// `begin`: with setup, with play, or with the steps alone
    pub begin: StartPoint,
    /// `choices`: answers given before the steps, in order
    pub choices: Vec<GivenChoiceDecl>,
    /// `zones`: `deck` or `hand[1]`, and component names
    pub zones: Vec<(Ident, Vec<Ident>)>,
    /// `state`: `round` or `coins[1]`, and the value
    pub state: Vec<(Ident, TomlNode)>,
    /// `answers`: by the name of the asking card, or of the choice's variable
    pub answers: Vec<(Ident, TomlNode)>,
    /// `chance`: `roll`, `random` or a zone, with the outcomes
    pub chance: Vec<(Ident, Vec<TomlNode>)>,
    /// `steps`, in order: things to do, and expectations
    pub steps: Vec<StepDecl>,
    /// The start of the file.
    pub span: Span,
}

/// `[seat, "option"]` in `choices`
#[derive(Debug)]
pub struct GivenChoiceDecl {
    /// The seat, from 1.
    pub seat: (SeatNumber, Span),
    /// The name of the option that was chosen.
    pub option: String,
    /// Span of the pair.
    pub span: Span,
}

/// `[[steps]]`: one thing to do, or one expectation
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
    /// `do`: statements to run
    Do(CodeText),
    /// `options`, `by`: the exact list of options, and the seat that has them
    Options(Vec<Ident>, Option<(SeatNumber, Span)>),
    /// `choose`, `by`: the option to choose, and the seat that chooses
    Choose(Ident, Option<(SeatNumber, Span)>),
    /// `play`, `until` / `plies`
    Play {
        /// The name of the bot that answers.
        bot: Ident,
        /// The number of answers; `None` for playing to the end.
        plies: Option<u32>,
    },
    /// `expect`: a condition that must hold
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
    /// `hidden`, `from`: a zone or component, and the seat that must not see it
    Hidden(Ident, (SeatNumber, Span)),
    /// `visible`, `to`: a zone or component, and the seat that must see it
    Visible(Ident, (SeatNumber, Span)),
    /// `winners`: exactly the seats that have won the finished game
    Winners(Vec<SeatNumber>, Span),
    /// `ending`: the name of the ending of the finished game
    Ending(Ident),
}

//! Scenarios: positions, the steps played from there, and the expected results.

use super::ids::{ComponentId, FunctionId, OptionId, PlaceId, ZonePlaceId};
use super::initial_values::InitialValue;
use crate::ids::PlayerId;
use crate::vocabulary::StartPoint;
use serde::{Deserialize, Serialize};

/// A scenario without an error, with its names resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioInfo {
    /// The file's name without `.toml`.
    pub id: String,
    /// The name of the scenario for people.
    pub name: String,
    /// The rule's citation.
    pub source: String,
    /// Options that differ from their default, with their values.
    pub options: Vec<(OptionId, i64)>,
    /// The number of players.
    pub players: u8,
    /// The random seed.
    pub seed: u64,
    /// The point of the game at which its steps begin.
    pub begin: StartPoint,
    /// Answers given after the beginning, in order.
    pub choices: Vec<GivenChoiceInfo>,
    /// Contents of zones (indices into `Layout::zones`), top first.
    pub zones: Vec<(ZonePlaceId, Vec<ComponentId>)>,
    /// State to set after the zones are filled.
    pub state: Vec<InitialValue>,
    /// Answers given in advance, by asker.
    pub answers: Vec<AnswerInfo>,
    /// Outcomes of chance given in advance.
    pub chance: ChanceInfo,
    /// Actions and expectations, in order.
    pub steps: Vec<StepInfo>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// An answer that leads to the position of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenChoiceInfo {
    /// The seat that gave it, from 0.
    pub seat: PlayerId,
    /// The name of the chosen option.
    pub option: String,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// An answer given in advance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerInfo {
    /// The name of the asking component, or of the choice if no component asks.
    pub asker: String,
    /// The answers, by the variable that is chosen.
    pub parts: Vec<AnswerPart>,
}

/// The answer to one of the choices of an asker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerPart {
    /// The variable of the choice that it answers; `None`: the first choice with a matching option.
    pub variable: Option<String>,
    /// Names of options.
    pub values: Vec<String>,
    /// True if `values` is a list that is consumed in order; false if its one value answers every time.
    pub listed: bool,
}

/// Outcomes of chance, in the order in which they are drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChanceInfo {
    /// Faces of dice, as written.
    pub rolls: Vec<String>,
    /// Random picks, by name of option.
    pub picks: Vec<String>,
    /// Zones, and the components on top after the next shuffle of each.
    pub shuffles: Vec<(ZonePlaceId, Vec<ComponentId>)>,
}

/// A step of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepInfo {
    /// Its action or expectation.
    pub kind: StepInfoKind,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

/// A part of an expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectPart {
    /// A function that returns a bool.
    pub holds: FunctionId,
    /// Functions that return the left and right operand; `None` if the part is not a comparison.
    pub sides: Option<(FunctionId, FunctionId)>,
    /// Its span in the file of the step, in bytes.
    pub bytes: (u32, u32),
}

/// The subject of a step `hidden` or `visible`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum VisibilitySubject {
    /// A place of `Layout::zones`.
    Zone(ZonePlaceId),
    /// The component at a position of an ordered zone, counted from 1 at the top.
    Lying(ZonePlaceId, u32),
    /// A component, in whichever zone it is.
    Component(ComponentId),
}

/// The content of a scenario's step: a thing to do, or an expectation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StepInfoKind {
    /// A function without parameters or result.
    Do(FunctionId),
    /// An expectation of exactly these options, optionally those of one player.
    Options(Vec<String>, Option<PlayerId>),
    /// An answer, optionally of one player.
    Choose(String, Option<PlayerId>),
    /// Answers by a bot, for this number of choices or to the end of the game.
    Play(String, Option<u32>),
    /// A condition that must hold.
    Expect {
        /// A function that returns a bool: the whole condition.
        holds: FunctionId,
        /// The operands of its `and`, or the condition itself; evaluated to report which part fails.
        parts: Vec<ExpectPart>,
    },
    /// A function, its expected value, and the tallies it must make.
    Value {
        /// The function that returns the value to compare.
        function: FunctionId,
        /// The expected value, as a word.
        equals: i64,
        /// The expected tally of components; `None`: the component counts nothing.
        detail: Vec<(ComponentId, Option<i64>)>,
    },
    /// The fault that the next step, or this function, must end in.
    Fault(u16, Option<FunctionId>),
    /// Must be hidden from a player, counted from 0; of a zone, all of its contents.
    Hidden(VisibilitySubject, PlayerId),
    /// Must be known to a player; of a zone, all of its faces.
    Visible(VisibilitySubject, PlayerId),
    /// The exact winners; the game must be over.
    Winners(Vec<PlayerId>),
    /// The name of the ending; the game must be over.
    Ending(String),
}

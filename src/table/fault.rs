//! Faults in play, and their diagnostics.

use crate::diagnostics::{Code, codes::fault as codes};
use crate::ir::{
    ChoiceId, CodeAddress, ComponentId, FieldId, FunctionId, PlayerId, RangeId, ZoneId, ZonePlaceId,
};

/// A fault: a rule that failed while it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of failure.
    pub kind: FaultKind,
    /// The instruction that raised it.
    pub pc: CodeAddress,
    /// The call stack, innermost function first, with the instruction of each; at most [`Fault::TRACE`].
    pub trace: Vec<Frame>,
}

/// A function on the call stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Frame {
    /// Index into `Ir::functions`.
    pub function: FunctionId,
    /// The instruction that it had reached.
    pub pc: CodeAddress,
}

/// The sort of error that stopped a rule, with the values that its message names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A stored int left its range.
    OutOfRange {
        /// Index into `Layout::fields`.
        field: FieldId,
        /// The owner: a player, a component or a cell; 0 for the table.
        owner: u32,
        /// The index of the word of an amount; 0 for a single number.
        lane: u16,
        /// The value that the rule tried to store.
        value: i64,
    },
    /// An argument or a result left its range.
    OutsideRange {
        /// Index into `Ir::ranges`.
        range: RangeId,
        /// The index of the word of an amount; 0 for a single number.
        lane: u16,
        /// The first number outside the range.
        value: i64,
    },
    /// `choose` from an empty set.
    NothingToChoose {
        /// Index into `Ir::choices`, if it is known.
        choice: Option<ChoiceId>,
        /// The player who was to choose.
        chooser: Option<PlayerId>,
    },
    /// `act` with no legal action.
    NoLegalAction {
        /// The player who was to act.
        chooser: Option<PlayerId>,
    },
    /// A division by zero, or its remainder.
    DivisionByZero,
    /// A number beyond 64 bits.
    Overflow,
    /// `you` of a component that nobody holds.
    NobodyHolds,
    /// A function that ran past its end.
    NoReturn,
    /// A window of `may act` with too many actions, in which the players never all passed.
    OpenWindow,
    /// A component that the zone does not hold.
    WrongKind {
        /// Index into `Ir::components`.
        component: ComponentId,
        /// Index into `Layout::zones`.
        zone: ZonePlaceId,
    },
    /// A component moved into its own zone, or into a zone of a component inside it.
    InsideItself {
        /// Index into `Ir::components`.
        component: ComponentId,
    },
    /// A zone without a place for a cell, component or value.
    NoSuchPlace {
        /// Index into `Ir::zones`.
        zone: ZoneId,
    },
    /// An index in brackets outside the domain of an amount.
    NoSuchLane,
    /// `players[n]` for a seat that does not exist.
    NoSuchSeat(i64),
    /// A die with less than one side.
    NoSuchDie(i64),
    /// An element that a set of its type cannot hold, or an interval that leaves 0..63.
    NotInSet(i64),
    /// An index out of range.
    NoSuchThing(i64),
    /// Calls nested too deep.
    TooDeep,
    /// More work between two choices than the fuel allows.
    FuelSpent,
    /// A choice with more options than can be listed.
    TooManyOptions,
    /// The host interrupted the game: see [`Table::stop_when`](super::Table::stop_when).
    Interrupted,
    /// An invalid state: from a damaged save, or from code that was not compiled from a package.
    Damaged(&'static str),
}

/// Evaluations of positions and moves that ended in a fault: a bot whose evaluations fail plays at random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FailedEvaluations {
    /// Number of failed evaluations.
    pub count: u64,
    /// The fault of the first of them.
    pub first: Option<Box<Fault>>,
}

impl FailedEvaluations {
    /// Adds the counts of other evaluations; the first fault is kept.
    pub fn add(&mut self, others: FailedEvaluations) {
        self.count += others.count;
        if self.first.is_none() {
            self.first = others.first;
        }
    }
}

impl Fault {
    /// The maximum number of functions in a trace.
    pub const TRACE: usize = 32;

    /// Returns the fault of a game that the host has [interrupted](super::Table::stop_when).
    pub(crate) fn interrupted() -> Fault {
        Fault { kind: FaultKind::Interrupted, pc: CodeAddress::MAX, trace: Vec::new() }
    }

    /// Returns its stable code.
    pub fn code(&self) -> Code {
        self.kind.code()
    }
}

impl FaultKind {
    /// Returns its stable code.
    pub fn code(&self) -> Code {
        match self {
            FaultKind::OutOfRange { .. } | FaultKind::OutsideRange { .. } => codes::OUT_OF_RANGE,
            FaultKind::NothingToChoose { .. } => codes::NOTHING_TO_CHOOSE,
            FaultKind::NoLegalAction { .. } => codes::NO_LEGAL_ACTION,
            FaultKind::DivisionByZero => codes::DIVISION_BY_ZERO,
            FaultKind::Overflow => codes::OVERFLOW,
            FaultKind::NobodyHolds => codes::NOBODY_HOLDS,
            FaultKind::NoReturn => codes::NO_RETURN,
            FaultKind::OpenWindow => codes::OPEN_WINDOW,
            FaultKind::WrongKind { .. } => codes::WRONG_KIND,
            FaultKind::InsideItself { .. } => codes::INSIDE_ITSELF,
            FaultKind::NoSuchPlace { .. } => codes::NO_SUCH_PLACE,
            FaultKind::NoSuchLane => codes::NO_SUCH_LANE,
            FaultKind::NoSuchSeat(_) => codes::NO_SUCH_SEAT,
            FaultKind::NoSuchDie(_) => codes::NO_SUCH_DIE,
            FaultKind::NotInSet(_) => codes::NOT_IN_SET,
            FaultKind::NoSuchThing(_) => codes::NO_SUCH_THING,
            FaultKind::TooDeep => codes::TOO_DEEP,
            FaultKind::FuelSpent => codes::FUEL_SPENT,
            FaultKind::TooManyOptions => codes::TOO_MANY_OPTIONS,
            FaultKind::Interrupted => codes::INTERRUPTED,
            FaultKind::Damaged(_) => codes::DAMAGED,
        }
    }
}

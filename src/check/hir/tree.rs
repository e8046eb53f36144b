//! The typed tree: every name is resolved to a number, every implicit step (a zone as its set, an element as
//! a set, `you`) is explicit.

use crate::check::hir::types::Ty;
use crate::ir::code::FailureCode;
use crate::ir::{
    ActionId, ArmId, AttributeId, DieId, FieldId, FunctionId, HistoryId, OptionId, SlotId, ZoneId,
};
use crate::source::Span;

/// A variable of a function, by number; parameters come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(pub u32);

/// A checked function body.
#[derive(Clone, Debug)]
pub struct HFunction {
    /// The types of all variables, parameters first.
    pub locals: Vec<Ty>,
    /// The statements; a value is returned by [`HStmt::Return`].
    pub body: Vec<HStmt>,
    /// The variable that holds `self`, so that choice points can record which component asks.
    pub asker: Option<Local>,
}

/// A checked expression, in which every implicit step is explicit.
#[derive(Clone, Debug)]
pub struct HExpr {
    /// The type of the value; [`Ty::Unit`] for a call of a verb without a value.
    pub ty: Ty,
    /// Span of its source text.
    pub span: Span,
    /// The operation, with its typed operands.
    pub kind: HKind,
}

/// Arithmetic operators. An overflow or a division by zero is a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Min,
    Max,
}

/// The value that keeps to a declared range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangedValue {
    /// The result of a function or verb.
    Result(FunctionId),
    /// The argument of a function or verb for the parameter at this index.
    Argument(FunctionId, u8),
}

/// Comparison operators; types other than int have only the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
}

/// Queries about boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BoardOp {
    Step,
    StepSet,
    /// The cells one step from a set of cells in a set of directions.
    Steps,
    Neighbours,
    Around,
    Spread,
    SpreadAround,
    Ray,
    RayTo,
    /// The rays from a set of cells in a set of directions, up to a set.
    Rays,
    Group,
    Distance,
    InARow,
    Lined,
    Opposite,
    Left,
    Right,
}

/// Operators on sets: `+`, `-` and `&`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SetOp {
    Union,
    Without,
    Both,
}

/// The operation of an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Aggregate {
    Count,
    Any,
    None,
    All,
    Sum,
    Max,
    Min,
    Best,
    Union,
    Values,
    First,
    Only,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum HKind {
    /// A whole number.
    Int(i64),
    /// True or false.
    Bool(bool),
    /// A literal value of an enum, a name or a component, as its number.
    Value(u64),
    /// The value of a variable or parameter.
    Local(Local),
    /// The value of an option, on which the players agreed before the game.
    Option(OptionId),
    /// A state of the table, the author's or the compiler's own.
    TableField(FieldId),
    /// A field of a player or component.
    Field(FieldId, Box<HExpr>),
    /// A component's printed attribute.
    Attribute(AttributeId, Box<HExpr>),
    /// A zone of the table.
    Zone(ZoneId),
    /// A player's zone.
    PlayerZone(ZoneId, Box<HExpr>),
    /// A place of a zone that has several: its owner, and the value of its index.
    ZoneAt(ZoneId, Option<Box<HExpr>>, Option<Box<HExpr>>),
    /// The components that are out of play.
    OutOfPlay,
    /// The cell where a component is.
    CellOf(Box<HExpr>),
    /// The component that owns the zone in which a component is.
    Bearer(Box<HExpr>),
    /// The contents of a zone.
    Contents(Box<HExpr>),
    /// The set of components that bear a rule in a slot.
    Bearers(SlotId),
    /// A set known at compile time, as words.
    ConstSet(Vec<u64>),
    /// All players at the table.
    Players,
    /// The number of players.
    PlayerCount,
    /// The players who are not out.
    Playing,
    /// The players who have not lost.
    NotLost,
    /// A set of elements that are computed, `{a, b}`.
    SetOf(Vec<HExpr>),
    /// The interval of ints between two bounds, both included.
    Range(Box<HExpr>, Box<HExpr>),
    /// The elements of a set for which a condition holds.
    Filter {
        /// The set whose elements are tested.
        set: Box<HExpr>,
        /// The variable of the element.
        element: Local,
        /// The condition, evaluated for each element.
        cond: Box<HExpr>,
    },
    /// An aggregate over a set.
    Aggregate {
        /// The operation that combines the elements' values.
        op: Aggregate,
        /// The set whose elements are aggregated.
        set: Box<HExpr>,
        /// The variable of the element.
        element: Local,
        /// The value taken of each element; none for the element itself.
        of: Option<Box<HExpr>>,
    },
    /// An amount literal: lanes (counted from 0) with their values; every other lane is 0. In an amount with
    /// two indices, the values are amounts.
    Amount(Vec<(HExpr, HExpr)>),
    /// One lane of an amount, counted from 0: a number or an amount.
    Lane(Box<HExpr>, Box<HExpr>),
    /// An amount with the value of one lane, counted from 0, replaced.
    With(Box<HExpr>, Box<HExpr>, Box<HExpr>),
    /// Elementwise arithmetic on two amounts; in a product, the second operand is a number.
    Each(Arith, Box<HExpr>, Box<HExpr>),
    /// Comparison of two amounts: true if every number of the first is at most that of the second.
    EachLe(Box<HExpr>, Box<HExpr>),
    /// The sum of all numbers of an amount.
    SumOf(Box<HExpr>),
    /// Arithmetic on ints.
    Arith(Arith, Box<HExpr>, Box<HExpr>),
    /// −a
    Negate(Box<HExpr>),
    /// |a|
    Abs(Box<HExpr>),
    /// A comparison of two words.
    Compare(CompareOp, Box<HExpr>, Box<HExpr>),
    /// Equality of two sets.
    SetEq(Box<HExpr>, Box<HExpr>),
    /// Logical and, short-circuiting.
    And(Box<HExpr>, Box<HExpr>),
    /// Logical or, short-circuiting.
    Or(Box<HExpr>, Box<HExpr>),
    /// Logical not.
    Not(Box<HExpr>),
    /// A conditional expression: condition, value if true, value if false.
    If(Box<HExpr>, Box<HExpr>, Box<HExpr>),
    /// Membership of an element in a set.
    In(Box<HExpr>, Box<HExpr>),
    /// Set algebra.
    SetOp(SetOp, Box<HExpr>, Box<HExpr>),
    /// A call of a function by number.
    Call(FunctionId, Vec<HExpr>),
    /// A call of the rule that `rule` bears in a slot, run with `who` as `self`.
    Slot {
        /// The slot in which the rule is looked up at run time.
        slot: SlotId,
        /// The component that bears the rule.
        rule: Box<HExpr>,
        /// The component that is `self` in the rule; `None`: `rule` itself.
        who: Option<Box<HExpr>>,
        /// The arguments for the slot's parameters.
        args: Vec<HExpr>,
    },
    /// The value of a `T?`, or a default.
    Default(Box<HExpr>, Box<HExpr>),
    /// The value of a `T?`; if it is none, the game stops with this fault.
    Open(Box<HExpr>, FailureCode),
    /// The value of an argument or a result; if a number of it is outside the declared range, the game stops
    /// with a fault.
    Ranged(Box<HExpr>, RangedValue),
    /// The next seat in turn order.
    Next(Box<HExpr>),
    /// `next(p, n)`: the player n seats further.
    SeatsOn(Box<HExpr>, Box<HExpr>),
    /// A player's seat, from 1.
    SeatOf(Box<HExpr>),
    /// The player at a seat.
    PlayerAt(Box<HExpr>),
    /// The owner of the zone that a component is in.
    Holder(Box<HExpr>),
    /// The zone that a component is in.
    ZoneOf(Box<HExpr>),
    /// Membership of a zone (or none) in the places of a declaration.
    InZones(Box<HExpr>, ZoneId),
    /// True if an optional is not none.
    IsSome(Box<HExpr>),
    /// The top component of a zone.
    Top(Box<HExpr>),
    /// The bottom component of a zone.
    Bottom(Box<HExpr>),
    /// A query about boards.
    Board(BoardOp, Vec<HExpr>),
    /// The sum of a roll of dice: their number, and their number of sides.
    Roll(Box<HExpr>, Box<HExpr>),
    /// A roll of a die of the game, a number of times: its face; for several dice, their sum.
    RollDie(Box<HExpr>, DieId),
    /// A uniformly random element of a set.
    Random(Box<HExpr>),
    /// The number of times that the current position is in a history.
    Times(HistoryId),
}

/// The source of a `for each` loop.
#[derive(Clone, Debug)]
pub enum LoopSource {
    /// A set, in ascending order.
    Set(HExpr),
    /// A zone, in its order.
    Zone(HExpr),
    /// The ints between two bounds, both included.
    Ints(HExpr, HExpr),
    /// All players in turn order, from one on.
    Turns(HExpr),
}

/// An effect on components or on the course of the game.
#[derive(Clone, Debug)]
pub enum HEffect {
    /// Moves a component to a zone; `true`: to the bottom.
    Move(HExpr, HExpr, bool),
    /// Moves a set to a zone; `true`: to the bottom.
    MoveAll(HExpr, HExpr, bool),
    /// Puts a component or a set out of play.
    Box(HExpr),
    /// Moves a number of components from one zone to another.
    Deal(HExpr, HExpr, HExpr),
    /// Exchanges the places of two components.
    Swap(HExpr, HExpr),
    /// Shuffles a zone.
    Shuffle(HExpr),
    /// Shows components to players.
    Show(HExpr, HExpr),
    /// Tells players which of these components print this value of an attribute.
    Hint(HExpr, HExpr, AttributeId, HExpr),
    /// Records the current position in a history.
    Record(HistoryId),
    /// Removes all positions from a history.
    Forget(HistoryId),
    /// Adds a line to a score's breakdown.
    Tally(HExpr, Option<HExpr>),
    /// Lets players and everybody on their sides win; with the name of the ending.
    Win(HExpr, Option<String>),
    /// Lets players and everybody on their sides lose; with the name of the ending.
    Lose(HExpr, Option<String>),
    /// Puts players out; play continues.
    Out(HExpr),
    /// Ends the game, in a draw if `true`; with the name of the ending.
    End(bool, Option<String>),
    /// Writes a log line: the template, and the values it names.
    Log(String, Vec<(String, HExpr)>),
}

/// The number of elements to choose.
#[derive(Clone, Debug)]
pub enum ChoiceCount {
    /// Exactly one element.
    One,
    /// One, unless the player answers `none`.
    OneOrNone,
    /// A set, with a minimum and a maximum size (none: no limit).
    Many(Option<HExpr>, Option<HExpr>),
}

/// A variable named by a text at a choice point: its name in the template, and the variable that holds its
/// value.
pub type TextVariable = (String, Local);

/// A statement.
#[derive(Clone, Debug)]
pub enum HStmt {
    /// Assigns a value to a variable.
    Set(Local, HExpr),
    /// Assigns a value to a field of the table.
    PutTable(FieldId, HExpr),
    /// Assigns a value to a field of a player or component.
    Put(FieldId, HExpr, HExpr),
    /// A conditional: condition, statements if true, statements if false.
    If(HExpr, Vec<HStmt>, Vec<HStmt>),
    /// An `if let`: binds the value of an optional, if it is not none.
    IfLet(Local, HExpr, Vec<HStmt>, Vec<HStmt>),
    /// A loop over a set, zone, interval or the players.
    ForEach(Local, LoopSource, Vec<HStmt>),
    /// A loop that runs a number of times.
    Repeat(HExpr, Vec<HStmt>),
    /// A loop that runs while a condition holds.
    While(HExpr, Vec<HStmt>),
    /// Leaves the innermost loop.
    Break,
    /// Continues with the next iteration of the innermost loop.
    Continue,
    /// A block that [`HStmt::Leave`] can leave.
    Scope(Vec<HStmt>),
    /// Leaves enclosing [`HStmt::Scope`]s, by depth (0: only the innermost).
    Leave(u32),
    /// Returns from the function.
    Return(Option<HExpr>),
    /// Evaluates an expression for its side effects.
    Do(HExpr),
    /// Runs an effect.
    Effect(HEffect, Span),
    /// A choice of elements.
    Choose {
        /// True if it continues the move of the choice before it.
        more: bool,
        /// The number of elements.
        take: ChoiceCount,
        /// The variable that holds the chosen element or set.
        local: Local,
        /// The set to choose from.
        from: HExpr,
        /// The player who chooses.
        by: HExpr,
        /// The question that the player reads; `None` if the author wrote none.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[TextVariable]>,
        /// The variable's name.
        name: String,
        /// The statements after a choice; none if it has no block, so that the following statements come
        /// after it.
        then: Option<Vec<HStmt>>,
        /// The statements if nothing is chosen.
        other: Vec<HStmt>,
        /// Span of the statement.
        span: Span,
    },
    /// A choice of arms.
    ChooseArm {
        /// True if it continues the move of the choice before it.
        more: bool,
        /// The player who chooses.
        by: HExpr,
        /// The question that the player reads; `None` if the author wrote none.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[TextVariable]>,
        /// The label, condition and statements of each arm.
        arms: Vec<(String, Option<HExpr>, Vec<HStmt>)>,
        /// The number of the arm that declines.
        decline: Option<ArmId>,
        /// Span of the statement.
        span: Span,
    },
    /// A choice among the options of actions.
    Act {
        /// True if it continues the move of the choice before it.
        more: bool,
        /// The player who acts.
        who: HExpr,
        /// The actions on offer.
        actions: Vec<ActionId>,
        /// The question that the player reads; `None` if the author wrote none.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[TextVariable]>,
        /// True if `pass` is an option (`may act`).
        may: bool,
        /// The statements after an action.
        then: Vec<HStmt>,
        /// The statements if no action is legal or `pass` was chosen; none: no legal action is a fault.
        other: Option<Vec<HStmt>>,
        /// Span of the statement.
        span: Span,
    },
    /// A window: players in turn act or pass, until all have passed in a row.
    Window {
        /// True if it continues the move of the choice before it.
        more: bool,
        /// [`LoopSource::Turns`] or [`LoopSource::Set`].
        players: LoopSource,
        /// The variable that holds the player whose turn it is.
        player: Local,
        /// The actions on offer.
        actions: Vec<ActionId>,
        /// The question that the player reads; `None` if the author wrote none.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[TextVariable]>,
        /// Span of the statement.
        span: Span,
    },
    /// Adds an action's options: its parameters' variables, their sets, and the condition.
    Offer {
        /// The action whose options are added.
        action: ActionId,
        /// The variable and the set of each parameter.
        params: Vec<(Local, HExpr)>,
        /// The condition under which the action is legal.
        when: Option<HExpr>,
    },
    /// Stops with a fault of the rules.
    Fail(FailureCode, Span),
}

/// Returns a placeholder for an erroneous expression, whose value is never used.
pub(in crate::check) fn error_expr(span: Span) -> HExpr {
    HExpr { ty: Ty::Error, span, kind: HKind::Int(0) }
}

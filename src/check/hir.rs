//! The typed tree: every name is a number, every implicit step (a zone as its set, an element as a set, `you`) is written out.

use super::types::Ty;
use crate::ir::AttributeId;
use crate::ir::code::Failure;
use crate::source::Span;

/// A variable of a function; parameters come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Local(pub u32);

/// A checked body.
#[derive(Clone, Debug)]
pub struct HFunction {
    /// The types of all variables, parameters first.
    pub locals: Vec<Ty>,
    /// The statements; a value is returned by [`HStmt::Return`].
    pub body: Vec<HStmt>,
    /// The variable that is `self`, for choice points to say who asks.
    pub asker: Option<Local>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct HExpr {
    /// Its type.
    pub ty: Ty,
    /// Where it is written.
    pub span: Span,
    /// What it is.
    pub kind: HKind,
}

/// Arithmetic.
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

/// Comparisons; on other types than ints only the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
}

/// Questions about boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BoardOp {
    Step,
    StepSet,
    /// Of all cells of a set in all directions of a set.
    Steps,
    Neighbours,
    Around,
    Spread,
    SpreadAround,
    Ray,
    RayTo,
    /// From all cells of a set in all directions of a set, up to a set.
    Rays,
    Group,
    Distance,
    InARow,
    Lined,
    Opposite,
    Left,
    Right,
}

/// Set algebra.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SetOp {
    Union,
    Without,
    Both,
}

/// What an aggregate makes of its elements.
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
    /// A value of an enum, a name, a component: its number.
    Value(u64),
    /// A variable.
    Local(Local),
    /// An option.
    Option(u16),
    /// A field of the table.
    TableField(u16),
    /// A field of a player or component.
    Field(u16, Box<HExpr>),
    /// What a component prints.
    Attribute(u16, Box<HExpr>),
    /// The table's zone.
    Zone(u16),
    /// A player's zone.
    PlayerZone(u16, Box<HExpr>),
    /// A place of a zone (of `World::zones`) that has several: of which thing, for which value.
    ZoneAt(u16, Option<Box<HExpr>>, Option<Box<HExpr>>),
    /// The components that are out of play.
    OutOfPlay,
    /// The cell where a component is.
    CellOf(Box<HExpr>),
    /// The component in whose zone a component is.
    Bearer(Box<HExpr>),
    /// What is in a zone.
    Contents(Box<HExpr>),
    /// Every component that bears a rule in a slot (a set).
    Bearers(u16),
    /// A set known now.
    ConstSet(Vec<u64>),
    /// All players at the table.
    Players,
    /// How many players.
    PlayerCount,
    /// The players who are not out.
    Playing,
    /// The players who have not lost.
    NotLost,
    /// A set by its elements.
    SetOf(Vec<HExpr>),
    /// All ints from one to another.
    Range(Box<HExpr>, Box<HExpr>),
    /// Elements for which a condition holds.
    Filter {
        /// Of which set.
        set: Box<HExpr>,
        /// The element.
        element: Local,
        /// What must hold.
        cond: Box<HExpr>,
    },
    /// A set made into one value.
    Aggregate {
        /// How.
        op: Aggregate,
        /// Of which set.
        set: Box<HExpr>,
        /// The element.
        element: Local,
        /// What is taken of each element.
        of: Option<Box<HExpr>>,
    },
    /// An amount written out: for which number of it (counted from 0) what; 0 for all others. Of an amount in two steps, the
    /// values are amounts.
    Amount(Vec<(HExpr, HExpr)>),
    /// The number of an amount (or the amount) at a place counted from 0.
    Lane(Box<HExpr>, Box<HExpr>),
    /// An amount in which what stands at a place counted from 0 is another.
    With(Box<HExpr>, Box<HExpr>, Box<HExpr>),
    /// Arithmetic value by value on two amounts; in a product, the second is a number.
    Each(Arith, Box<HExpr>, Box<HExpr>),
    /// Whether no value of an amount is more than that of another.
    EachLe(Box<HExpr>, Box<HExpr>),
    /// All numbers of an amount together.
    SumOf(Box<HExpr>),
    /// Arithmetic on ints.
    Arith(Arith, Box<HExpr>, Box<HExpr>),
    /// −a
    Negate(Box<HExpr>),
    /// |a|
    Abs(Box<HExpr>),
    /// A comparison of two words.
    Compare(Compare, Box<HExpr>, Box<HExpr>),
    /// Whether two sets are equal.
    SetEq(Box<HExpr>, Box<HExpr>),
    /// Both hold.
    And(Box<HExpr>, Box<HExpr>),
    /// One holds.
    Or(Box<HExpr>, Box<HExpr>),
    /// It does not hold.
    Not(Box<HExpr>),
    /// One or the other.
    If(Box<HExpr>, Box<HExpr>, Box<HExpr>),
    /// Whether an element is in a set.
    In(Box<HExpr>, Box<HExpr>),
    /// Set algebra.
    SetOp(SetOp, Box<HExpr>, Box<HExpr>),
    /// A call.
    Call(u16, Vec<HExpr>),
    /// The rule that `rule` bears, run as `who`'s.
    Slot {
        /// Which slot.
        slot: u16,
        /// Whose rule.
        rule: Box<HExpr>,
        /// Who `self` is; none: the same.
        who: Option<Box<HExpr>>,
        /// The slot's parameters.
        args: Vec<HExpr>,
    },
    /// A `T?`'s value, or another.
    Default(Box<HExpr>, Box<HExpr>),
    /// A `T?`'s value; a fault if it has none.
    Open(Box<HExpr>, Failure),
    /// The seat after.
    Next(Box<HExpr>),
    /// `next(p, n)`: the player n seats on.
    SeatsOn(Box<HExpr>, Box<HExpr>),
    /// A player's seat, from 1.
    SeatOf(Box<HExpr>),
    /// The player at a seat.
    PlayerAt(Box<HExpr>),
    /// Who owns the zone that a component is in.
    Holder(Box<HExpr>),
    /// The zone that a component is in.
    ZoneOf(Box<HExpr>),
    /// Whether a zone (or none) is any place of this declaration.
    InZones(Box<HExpr>, u16),
    /// Whether there is one.
    IsSome(Box<HExpr>),
    /// On top of a zone.
    Top(Box<HExpr>),
    /// Under a zone.
    Bottom(Box<HExpr>),
    /// A question about boards.
    Board(BoardOp, Vec<HExpr>),
    /// Dice: how many, how many sides; their sum.
    Roll(Box<HExpr>, Box<HExpr>),
    /// A die of the game's own, so many times: what it shows; of several, their sum.
    RollDie(Box<HExpr>, u16),
    /// Any element.
    Random(Box<HExpr>),
    /// How often the present position is in a history.
    Times(u16),
}

/// What a `for each` goes through.
#[derive(Clone, Debug)]
pub enum Through {
    /// A set, lowest first.
    Set(HExpr),
    /// A zone in its order.
    Zone(HExpr),
    /// All ints from one to another.
    Ints(HExpr, HExpr),
    /// All players from one on.
    Turns(HExpr),
}

/// Something done to components.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A component to a zone; `true`: under the rest.
    Move(HExpr, HExpr, bool),
    /// A set to a zone.
    MoveAll(HExpr, HExpr, bool),
    /// A component or a set out of play.
    Box(HExpr),
    /// From a zone to another, so many.
    Deal(HExpr, HExpr, HExpr),
    /// Two change places.
    Swap(HExpr, HExpr),
    /// A zone into random order.
    Shuffle(HExpr),
    /// These components are shown to these players.
    Show(HExpr, HExpr),
    /// These players are told which of these components print this, of an attribute.
    Hint(HExpr, HExpr, AttributeId, HExpr),
    /// The present position into a history.
    Record(u16),
    /// A history is emptied.
    Forget(u16),
    /// A line of a score's breakdown.
    Tally(HExpr, Option<HExpr>),
    /// These win, and all who are on their sides; how the ending is called.
    Win(HExpr, Option<String>),
    /// These lose, and all who are on their sides; how the ending is called.
    Lose(HExpr, Option<String>),
    /// These are out.
    Out(HExpr),
    /// It is over, in a draw or not; how the ending is called.
    End(bool, Option<String>),
    /// A line for the record: the template, and the values it names.
    Log(String, Vec<(String, HExpr)>),
}

/// How many elements are chosen.
#[derive(Clone, Debug)]
pub enum Take {
    /// One.
    One,
    /// One or none.
    OneOrNone,
    /// A set: at least, at most (none: as many as there are).
    Many(Option<HExpr>, Option<HExpr>),
}

/// A variable that a text shown at a choice point names: how the template calls it, and where its value is.
pub type Hole = (String, Local);

/// A statement.
#[derive(Clone, Debug)]
pub enum HStmt {
    /// A new variable, or a new value for one.
    Set(Local, HExpr),
    /// A field of the table gets a value.
    PutTable(u16, HExpr),
    /// A field of a player or component gets a value.
    Put(u16, HExpr, HExpr),
    /// If … else.
    If(HExpr, Vec<HStmt>, Vec<HStmt>),
    /// If there is one, it is the variable.
    IfLet(Local, HExpr, Vec<HStmt>, Vec<HStmt>),
    /// For each.
    ForEach(Local, Through, Vec<HStmt>),
    /// So many times.
    Repeat(HExpr, Vec<HStmt>),
    /// As long as.
    While(HExpr, Vec<HStmt>),
    /// Leaves the innermost loop.
    Break,
    /// The innermost loop's next round.
    Continue,
    /// Statements that [`HStmt::Leave`] leaves.
    Scope(Vec<HStmt>),
    /// Leaves so many enclosing [`HStmt::Scope`]s (0: the innermost).
    Leave(u32),
    /// Returns from the function.
    Return(Option<HExpr>),
    /// An expression for its effect.
    Do(HExpr),
    /// Something done to components.
    Effect(Effect, Span),
    /// A choice of elements.
    Choose {
        /// It continues a move.
        more: bool,
        /// How many.
        take: Take,
        /// The variable.
        local: Local,
        /// Of which set.
        from: HExpr,
        /// Who chooses.
        by: HExpr,
        /// The question.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[Hole]>,
        /// The variable's name.
        name: String,
        /// With it; none: the statements that follow.
        then: Option<Vec<HStmt>>,
        /// Without.
        other: Vec<HStmt>,
        /// The statement.
        span: Span,
    },
    /// A choice of arms.
    ChooseArm {
        /// It continues a move.
        more: bool,
        /// Who chooses.
        by: HExpr,
        /// The question.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[Hole]>,
        /// Labels, conditions, statements.
        arms: Vec<(String, Option<HExpr>, Vec<HStmt>)>,
        /// The arm that declines.
        decline: Option<u16>,
        /// The statement.
        span: Span,
    },
    /// An action.
    Act {
        /// It continues a move.
        more: bool,
        /// Who acts.
        who: HExpr,
        /// Which actions.
        actions: Vec<u16>,
        /// The question.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[Hole]>,
        /// `may act`: `pass` is an option, too.
        may: bool,
        /// What follows an action.
        then: Vec<HStmt>,
        /// When none is legal, or `pass` was chosen; none: a fault.
        other: Option<Vec<HStmt>>,
        /// The statement.
        span: Span,
    },
    /// Players in turn act or pass, until all in a row have passed.
    Window {
        /// It continues a move.
        more: bool,
        /// [`Through::Turns`] or [`Through::Set`].
        players: Through,
        /// The variable that holds whose turn it is.
        player: Local,
        /// Which actions.
        actions: Vec<u16>,
        /// The question.
        prompt: Option<String>,
        /// The variables that the question and labels name, as templates do.
        holes: Box<[Hole]>,
        /// The statement.
        span: Span,
    },
    /// Adds an action's options: its parameters' variables, their sets, and the condition.
    Offer {
        /// Which action.
        action: u16,
        /// Each parameter.
        params: Vec<(Local, HExpr)>,
        /// When it is legal.
        when: Option<HExpr>,
    },
    /// A fault of the rules.
    Fail(Failure, Span),
}

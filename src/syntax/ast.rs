//! Abstract syntax tree (AST) of a code string. Every node has a span in bytes, relative to the start of the
//! decoded string.

use std::ops::Range;

/// Byte range in the decoded code string.
pub type At = Range<u32>;

/// A name with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name as written.
    pub text: String,
    /// Span of the name.
    pub at: At,
}

/// An expression with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Span of the whole expression.
    pub at: At,
    /// Form, with operands.
    pub kind: ExprKind,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `12`
    Int(i64),
    /// `true`
    Bool(bool),
    /// `"text"`, decoded (`\"`, `\\` and `\n` are its escapes)
    Text(String),
    /// `hand`, also `d6`, `it`, `self`, `you`
    Name(String),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `{a = x, b = y}`: an amount literal
    Amount(Vec<(Expr, Expr)>),
    /// `a..b`
    Range(Box<Expr>, Box<Expr>),
    /// `of.field`
    Field {
        /// Operand before the dot.
        of: Box<Expr>,
        /// Field name after the dot.
        field: Name,
    },
    /// `of[index]`
    Index {
        /// Indexed operand.
        of: Box<Expr>,
        /// Expression in the brackets.
        index: Box<Expr>,
    },
    /// `f(a, b)` or `x.f(a, b)`
    Call {
        /// Operand before the dot, if there is one.
        receiver: Option<Box<Expr>>,
        /// Name of the function, verb or method.
        callee: Name,
        /// Arguments.
        args: Vec<Expr>,
    },
    /// `-a`, `not a`
    Unary {
        /// Operator.
        op: UnaryOp,
        /// Operand.
        of: Box<Expr>,
    },
    /// `a op b`
    Binary {
        /// Operator.
        op: BinaryOp,
        /// Left operand.
        left: Box<Expr>,
        /// Right operand.
        right: Box<Expr>,
    },
    /// `then if cond else other`
    If {
        /// Value if the condition holds.
        then: Box<Expr>,
        /// The condition.
        cond: Box<Expr>,
        /// Value if the condition is false.
        other: Option<Box<Expr>>,
    },
    /// `set where cond`
    Where {
        /// Set to filter.
        set: Box<Expr>,
        /// Condition for each element.
        cond: Box<Expr>,
    },
    /// `of is kind` (`negated`: `of is not kind`)
    Is {
        /// Operand.
        of: Box<Expr>,
        /// Kind to test for.
        kind: Name,
        /// True if it is `is not`.
        negated: bool,
    },
    /// `of is none` (`negated`: `of is not none`)
    IsNone {
        /// Operand.
        of: Box<Expr>,
        /// True if it is `is not`.
        negated: bool,
    },
    /// `of has keyword`; a bare `has keyword` tests `it` or `self` and has no `of`
    Has {
        /// Operand.
        of: Option<Box<Expr>>,
        /// Keyword or slot to test for.
        keyword: Name,
    },
    /// `rule as who`
    As {
        /// Call of a slot.
        rule: Box<Expr>,
        /// New owner for the call.
        who: Box<Expr>,
    },
    /// An expression that could not be parsed; an error says why.
    Error,
}

/// Unary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    Both,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `and`
    And,
    /// `or`
    Or,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `??`
    Default,
}

/// Statements in `{ … }`, or a whole code string.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Statements, in order.
    pub statements: Vec<Stmt>,
    /// Span of the whole block, including braces.
    pub at: At,
}

/// A statement with its span.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Span of the whole statement.
    pub at: At,
    /// Form, with operands.
    pub kind: StmtKind,
}

/// The forms of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `let name = value`, `let name: type = value`
    Let {
        /// Name of the new variable.
        name: Name,
        /// Declared type; `None` if it is inferred.
        ty: Option<TypeExpr>,
        /// Initial value. A variable without one starts as none, so its type must be written.
        value: Option<Expr>,
    },
    /// `target = value`, `target += value`, `target -= value`
    Assign {
        /// A variable, or a state variable.
        target: Expr,
        /// `None` for `=`; `Add` or `Sub` otherwise.
        op: Option<BinaryOp>,
        /// Right side; with an `op`, the amount to add or subtract.
        value: Expr,
    },
    /// `target = none`
    Forget(Expr),
    /// `if cond { } else { }`; `else if` is an `other` with one statement
    If {
        /// The condition.
        cond: Expr,
        /// Block for a condition that holds.
        then: Block,
        /// Block for a condition that does not hold.
        other: Option<Block>,
    },
    /// `if let name = value { } else { }`
    IfLet {
        /// Variable, in scope in `then`.
        name: Name,
        /// Value of type `T?`.
        value: Expr,
        /// Block for a value.
        then: Block,
        /// Block that runs if the value is none.
        other: Option<Block>,
    },
    /// `for each name in set { }`
    ForEach {
        /// Loop variable, in scope in `body`.
        name: Name,
        /// Set to iterate over.
        set: Expr,
        /// Sort key of each element, an int; ascending order.
        by: Option<Expr>,
        /// Loop body.
        body: Block,
    },
    /// `repeat n { }`
    Repeat {
        /// Number of iterations, evaluated once.
        times: Expr,
        /// Loop body.
        body: Block,
    },
    /// `while cond { }`
    While {
        /// The condition.
        cond: Expr,
        /// Loop body.
        body: Block,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`, `return value`
    Return(Option<Expr>),
    /// `return none`
    ReturnNone,
    /// `choose …`, `may choose …`
    Choose(ChooseExpr),
    /// `may by p "Question?" { } else { }`
    May {
        /// Player who answers; `you` by default.
        by: Option<Expr>,
        /// Question, if one is written.
        prompt: Option<Question>,
        /// Block for yes.
        then: Block,
        /// Block for no.
        other: Option<Block>,
    },
    /// `choose by p "Question?" { option "…" when c { } … }`
    ChooseOption {
        /// True if it is `choose more`: the choice continues the move before it.
        more: bool,
        /// Player who answers; `you` by default.
        by: Option<Expr>,
        /// Question, if one is written.
        prompt: Option<Question>,
        /// Options, at least one.
        options: Vec<OptionArm>,
    },
    /// `act p from {a, b} "Which?" else { }`, `may act p from {a, b} { } else { }`
    Act {
        /// True if it is `act more`: the choice continues the move before it.
        more: bool,
        /// True if it is `may act`: one of the actions, or none.
        may: bool,
        /// Player who acts.
        who: Expr,
        /// Allowed actions; `None` for all.
        from: Option<Vec<Name>>,
        /// Question, if one is written.
        prompt: Option<Question>,
        /// Block after an action; only with `may act`.
        then: Option<Block>,
        /// Block for when no action is legal, or `pass` was chosen.
        other: Option<Block>,
    },
    /// A call for its effect: `move(c, z)`, `c.clear`
    Do(Expr),
    /// `cancel`
    Cancel,
    /// `win p`, `win p "ten points"`
    Win {
        /// Winners.
        who: Expr,
        /// Name of the ending; `None` if the statement gives none.
        ending: Option<String>,
    },
    /// `lose p`, `lose p "overrun"`
    Lose {
        /// Losers.
        who: Expr,
        /// Name of the ending; `None` if the statement gives none.
        ending: Option<String>,
    },
    /// `end`, `end in draw`, `end "the deck is empty"`
    End {
        /// True if it is `in draw`.
        draw: bool,
        /// Name of the ending; `None` if the statement gives none.
        ending: Option<String>,
    },
    /// `out p`
    Out(Expr),
    /// `log "…"`
    Log {
        /// A MiniJinja template over the variables in scope.
        text: String,
        /// Span of the string, including quotes.
        text_at: At,
    },
    /// A statement that could not be parsed; an error says why.
    Error,
}

/// A question: a template over the variables in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Text of the template.
    pub text: String,
    /// Span.
    pub at: At,
}

/// `choose …` of elements of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct ChooseExpr {
    /// True if it is `choose more`: the choice continues the move before it.
    pub more: bool,
    /// Number of elements.
    pub how_many: ElementCount,
    /// Variable for the chosen elements.
    pub name: Name,
    /// Set to choose from.
    pub from: Expr,
    /// Player who chooses; `you` by default.
    pub by: Option<Expr>,
    /// Question, if one is written.
    pub prompt: Option<Question>,
    /// Block for the choice; without one, the rest of the enclosing block.
    pub then: Option<Block>,
    /// Block for when there is nothing to choose, or `none` was chosen.
    pub other: Option<Block>,
}

/// Number of elements that a `choose` takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ElementCount {
    /// Exactly one; the variable is an element.
    One,
    /// `may choose`: one or none; the variable is an element inside the block.
    OneOrNone,
    /// `up to n`: the variable is a set.
    UpTo(Expr),
    /// `exactly n`: the variable is a set.
    Exactly(Expr),
    /// `any`: the variable is a set.
    Any,
}

/// `option "label" when cond { }`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionArm {
    /// Label of the option, shown to the chooser.
    pub label: String,
    /// Condition under which the option is offered; `None`: always.
    pub when: Option<Expr>,
    /// Block that the option runs.
    pub body: Block,
    /// Span of the whole arm.
    pub at: At,
}

/// The index type after `per` in a type.
#[derive(Clone, Debug, PartialEq)]
pub enum PerKey {
    /// An enum, or `name`.
    Name(Name),
    /// `a..b`, with its span.
    Range(i64, i64, At),
}

impl TypeKind {
    /// Returns the range of an int, of each number in an amount or a set, or of an int that may be none.
    pub fn range(&self) -> Option<(i64, i64)> {
        match self {
            TypeKind::Int(range) => *range,
            TypeKind::Per(of, _) | TypeKind::Set(of) | TypeKind::Optional(of) => of.kind.range(),
            _ => None,
        }
    }
}

/// A type, as written in declarations.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// Span of the whole type.
    pub at: At,
    /// Form of the type.
    pub kind: TypeKind,
}

/// The forms of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `int`, `int a..b`
    Int(Option<(i64, i64)>),
    /// `bool`, `suit`, `card`, `player` …
    Name(String),
    /// `set of T`
    Set(Box<TypeExpr>),
    /// `T?`
    Optional(Box<TypeExpr>),
    /// `T per E`
    Per(Box<TypeExpr>, PerKey),
    /// A type that could not be parsed.
    Error,
}

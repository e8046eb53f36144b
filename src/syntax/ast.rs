//! The syntax tree of a code string. Every node knows the bytes it came from, counted from the start of the decoded string.

use std::ops::Range;

/// Bytes of the decoded code string.
pub type At = Range<u32>;

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub at: At,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The whole expression.
    pub at: At,
    /// What it is.
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
    /// `{a = x, b = y}`: an amount written out
    Amount(Vec<(Expr, Expr)>),
    /// `a..b`
    Range(Box<Expr>, Box<Expr>),
    /// `of.field`
    Field {
        /// What stands before the point.
        of: Box<Expr>,
        /// What stands behind it.
        field: Name,
    },
    /// `of[index]`
    Index {
        /// What is indexed.
        of: Box<Expr>,
        /// With what.
        index: Box<Expr>,
    },
    /// `f(a, b)` or `x.f(a, b)`
    Call {
        /// What stands before the point, if anything.
        receiver: Option<Box<Expr>>,
        /// What is called.
        callee: Name,
        /// With what.
        args: Vec<Expr>,
    },
    /// `-a`, `not a`
    Unary {
        /// Which.
        op: UnaryOp,
        /// Of what.
        of: Box<Expr>,
    },
    /// `a op b`
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `then if cond else other`
    If {
        /// The value when the condition holds.
        then: Box<Expr>,
        /// The condition.
        cond: Box<Expr>,
        /// The value when it does not.
        other: Option<Box<Expr>>,
    },
    /// `set where cond`
    Where {
        /// Which set.
        set: Box<Expr>,
        /// What must hold.
        cond: Box<Expr>,
    },
    /// `of is kind` (`negated`: `of is not kind`)
    Is {
        /// What is asked.
        of: Box<Expr>,
        /// Of which kind.
        kind: Name,
        /// `is not`
        negated: bool,
    },
    /// `of is none` (`negated`: `of is not none`)
    IsNone {
        /// What is asked.
        of: Box<Expr>,
        /// `is not`
        negated: bool,
    },
    /// `of has keyword`; a bare `has keyword` asks `it` or `self` and has no `of`
    Has {
        /// What is asked.
        of: Option<Box<Expr>>,
        /// For which keyword or slot.
        keyword: Name,
    },
    /// `rule as who`
    As {
        /// A slot's call.
        rule: Box<Expr>,
        /// Whose it is now.
        who: Box<Expr>,
    },
    /// Could not be read; an error says why.
    Error,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// Operators with two operands.
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
    /// In order.
    pub statements: Vec<Stmt>,
    /// The whole block, braces included.
    pub at: At,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// The whole statement.
    pub at: At,
    /// What it is.
    pub kind: StmtKind,
}

/// The forms of statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `let name = value`, `let name: type = value`
    Let {
        /// The new variable.
        name: Name,
        /// Its type, if it is written.
        ty: Option<TypeExpr>,
        /// What it starts as; without one as none, which only a variable with a type can be.
        value: Option<Expr>,
    },
    /// `target = value`, `target += value`, `target -= value`
    Assign {
        /// A variable, or a place in the state.
        target: Expr,
        /// `None` for `=`; `Add` or `Sub`.
        op: Option<BinaryOp>,
        /// The value.
        value: Expr,
    },
    /// `target = none`
    Forget(Expr),
    /// `if cond { } else { }`; `else if` is an `other` with one statement
    If {
        /// The condition.
        cond: Expr,
        /// When it holds.
        then: Block,
        /// When not.
        other: Option<Block>,
    },
    /// `if let name = value { } else { }`
    IfLet {
        /// The variable, inside `then`.
        name: Name,
        /// The `T?`.
        value: Expr,
        /// When there is one.
        then: Block,
        /// When it is none.
        other: Option<Block>,
    },
    /// `for each name in set { }`
    ForEach {
        /// The element.
        name: Name,
        /// Over what.
        set: Expr,
        /// In the order of which number of each, the least first.
        by: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `repeat n { }`
    Repeat {
        /// How often.
        times: Expr,
        /// What is done.
        body: Block,
    },
    /// `while cond { }`
    While {
        /// The condition.
        cond: Expr,
        /// What is done.
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
    Choose(Choose),
    /// `may by p "Question?" { } else { }`
    May {
        /// Who answers; `you` if not said.
        by: Option<Expr>,
        /// The question.
        prompt: Option<Question>,
        /// On yes.
        then: Block,
        /// On no.
        other: Option<Block>,
    },
    /// `choose by p "Question?" { option "…" when c { } … }`
    ChooseOption {
        /// `choose more`: the choice continues the move before it.
        more: bool,
        /// Who answers; `you` if not said.
        by: Option<Expr>,
        /// The question.
        prompt: Option<Question>,
        /// At least one.
        options: Vec<OptionArm>,
    },
    /// `act p from {a, b} "Which?" else { }`, `may act p from {a, b} { } else { }`
    Act {
        /// `act more`: the choice continues the move before it.
        more: bool,
        /// `may act`: one of the actions, or none.
        may: bool,
        /// Who acts.
        who: Expr,
        /// Which actions; `None`: all.
        from: Option<Vec<Name>>,
        /// The question.
        prompt: Option<Question>,
        /// What follows an action; only of `may act`.
        then: Option<Block>,
        /// When none is legal, or `pass` was chosen.
        other: Option<Block>,
    },
    /// A call for its effect: `move(c, z)`, `c.clear`
    Do(Expr),
    /// `cancel`
    Cancel,
    /// `win p`, `win p "ten points"`
    Win {
        /// Whom.
        who: Expr,
        /// How the ending is called.
        ending: Option<String>,
    },
    /// `lose p`, `lose p "overrun"`
    Lose {
        /// Whom.
        who: Expr,
        /// How the ending is called.
        ending: Option<String>,
    },
    /// `end`, `end in draw`, `end "the deck is empty"`
    End {
        /// `in draw`
        draw: bool,
        /// How the ending is called.
        ending: Option<String>,
    },
    /// `out p`
    Out(Expr),
    /// `log "…"`; where the text stands without its quotes
    Log {
        /// A MiniJinja template over the variables in scope.
        text: String,
        /// The string's bytes, quotes included.
        text_at: At,
    },
    /// Could not be read; an error says why.
    Error,
}

/// What is asked: a template over the variables in scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The text.
    pub text: String,
    /// Where it stands.
    pub at: At,
}

/// `choose …` of elements of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Choose {
    /// `choose more`: the choice continues the move before it.
    pub more: bool,
    /// How many.
    pub how_many: HowMany,
    /// The variable.
    pub name: Name,
    /// What is chosen from.
    pub from: Expr,
    /// Who chooses; `you` if not said.
    pub by: Option<Expr>,
    /// The question.
    pub prompt: Option<Question>,
    /// What is done with it; without one, the rest of the enclosing block.
    pub then: Option<Block>,
    /// What is done when there is nothing to choose, or `none` was chosen.
    pub other: Option<Block>,
}

/// How many elements a `choose` takes.
#[derive(Clone, Debug, PartialEq)]
pub enum HowMany {
    /// One: the variable is an element.
    One,
    /// `may choose`: one or none; the variable is an element inside the block.
    OneOrNone,
    /// `up to n`: the variable is a set.
    UpTo(Expr),
    /// `exactly n`: a set.
    Exactly(Expr),
    /// `any`: a set.
    Any,
}

/// `option "label" when cond { }`
#[derive(Clone, Debug, PartialEq)]
pub struct OptionArm {
    /// Its name to whoever chooses.
    pub label: String,
    /// When it can be chosen.
    pub when: Option<Expr>,
    /// What it does.
    pub body: Block,
    /// All of it.
    pub at: At,
}

/// What stands behind `per` in a type.
#[derive(Clone, Debug, PartialEq)]
pub enum PerKey {
    /// An enum, or `name`.
    Name(Name),
    /// `a..b`, and where it stands.
    Range(i64, i64, At),
}

impl TypeKind {
    /// The range of an int, or of each number of an amount.
    pub fn range(&self) -> Option<(i64, i64)> {
        match self {
            TypeKind::Int(range) => *range,
            TypeKind::Per(of, _) => of.kind.range(),
            _ => None,
        }
    }
}

/// A type as declarations write it.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// All of it.
    pub at: At,
    /// What it is.
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
    /// Could not be read.
    Error,
}

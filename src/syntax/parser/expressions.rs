//! Expressions, by operator precedence. Operands are in `operands`.

use super::{Parser, SyntaxError, Tok, Token, codes};
use crate::place::TextRange;
use crate::syntax::ast::{At, BinaryOp, Expr, ExprKind, UnaryOp};

/// Precedence levels of operators. `where` and `if` have lower precedence than all of these.
mod level {
    pub const DEFAULT: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const COMPARE: u8 = 4; // `not` takes what binds at least so
    pub const RANGE: u8 = 5;
    pub const ADD: u8 = 6;
    pub const MULTIPLY: u8 = 7;
    pub const AS: u8 = 8; // the unary `-` takes what binds at least so
    pub const POSTFIX: u8 = 9;
}

/// An infix operator.
#[derive(Clone, Copy)]
enum Infix {
    Binary(BinaryOp),
    Range,
    Is,
    Has,
    As,
}

impl Parser<'_> {
    /// Parses the whole text as one expression.
    pub(super) fn whole_expr(&mut self) -> Expr {
        if self.kind() == Tok::Eof {
            let at = 0..self.end();
            self.fail(SyntaxError::new(
                codes::NO_CODE,
                at,
                "there is no code here",
                "an expression should stand here",
            ));
            return self.broken();
        }
        if self.kind().starts_statement() && self.kind() != Tok::If {
            let message = format!("`{}` starts a statement", self.text_of(self.token()));
            let error =
                SyntaxError::new(codes::UNEXPECTED, self.at(), message, "only a value can stand here");
            self.fail(error.help("statements belong where something is done: in `do`, `setup` and `play`"));
            return self.broken();
        }
        let value = self.expr();
        if self.kind() == Tok::Semi {
            let message = "a `;` separates statements, and only an expression can stand here";
            self.fail(SyntaxError::new(
                codes::UNEXPECTED,
                self.at(),
                message,
                "the expression has ended before this",
            ));
        } else if !self.panicking && self.kind() != Tok::Eof {
            self.unexpected("the expression has ended before this");
        }
        value
    }

    /// Parses `S where C`, and everything of higher precedence.
    pub(super) fn expr(&mut self) -> Expr {
        let mut left = self.conditional();
        while !self.panicking && self.intended_token() == Tok::Where {
            let height = self.height;
            self.bump_meant();
            self.in_where += 1;
            let cond = self.binary(level::DEFAULT);
            self.in_where -= 1;
            left = self.join(
                left.at.start,
                height,
                ExprKind::Where { set: Box::new(left), cond: Box::new(cond) },
            );
            if !self.panicking && self.kind() == Tok::If && !self.line_ended() {
                let message = "it is not clear whether this `if` belongs to the set or to the condition";
                let error = SyntaxError::new(codes::WHERE_IF, self.at(), message, "after a `where`");
                self.fail(error.help("put brackets: `(S where C) if …`, or `S where (… if …)`"));
            }
        }
        left
    }

    /// Parses `X if C else Y`, and everything of higher precedence.
    pub(super) fn conditional(&mut self) -> Expr {
        let then = self.binary(level::DEFAULT);
        if self.panicking || self.kind() != Tok::If || self.line_ended() {
            return then;
        }
        let mut height = self.height;
        self.bump();
        let cond = self.binary(level::DEFAULT);
        height = height.max(self.height);
        let mut other = None;
        if !self.panicking && self.eat(Tok::Else) {
            let value = if self.at_word("none") && self.second().kind != Tok::LParen {
                let error = SyntaxError::new(codes::NO_NULL, self.at(), "there is no `none`", "not a value");
                self.warn(error.help(
                    "leave out `else none`: what may be none, `x if c`, is none where c does not hold",
                ));
                self.bump();
                Expr { at: self.prev_end()..self.prev_end(), kind: ExprKind::Error }
            } else if self.enter() {
                let value = self.conditional();
                self.leave();
                value
            } else {
                self.broken()
            };
            other = Some(Box::new(value));
        }
        self.join(then.at.start, height, ExprKind::If { then: Box::new(then), cond: Box::new(cond), other })
    }

    /// Parses operators of at least this precedence level.
    fn binary(&mut self, min: u8) -> Expr {
        if !self.enter() {
            return self.broken();
        }
        let mut left = self.operand();
        let mut last = 0;
        while !self.panicking {
            let Some((op, level)) = self.infix() else { break };
            if level < min {
                break;
            }
            let chained = level == last && matches!(level, level::COMPARE | level::RANGE);
            last = level;
            let sign = self.token();
            let first = left.at.clone();
            let middle = match &left.kind {
                ExprKind::Binary { right, .. } if chained => Some(right.at.clone()),
                _ => None,
            };
            left = self.infix_rest(left, op, level);
            if chained {
                self.chained(sign, first, middle);
                left.kind = ExprKind::Error; // the intended condition can only be guessed
                self.height = 1;
            }
        }
        self.leave();
        left
    }

    /// Returns the infix operator at the current position, with its level.
    fn infix(&self) -> Option<(Infix, u8)> {
        use BinaryOp::*;
        let binary = |op, level| Some((Infix::Binary(op), level));
        match self.intended_token() {
            Tok::Default => binary(Default, level::DEFAULT),
            Tok::Or => binary(Or, level::OR),
            Tok::And => binary(And, level::AND),
            Tok::Eq => binary(Eq, level::COMPARE),
            Tok::Ne => binary(Ne, level::COMPARE),
            Tok::Lt => binary(Lt, level::COMPARE),
            Tok::Le => binary(Le, level::COMPARE),
            Tok::Gt => binary(Gt, level::COMPARE),
            Tok::Ge => binary(Ge, level::COMPARE),
            Tok::In => binary(In, level::COMPARE),
            Tok::Not if self.second().kind == Tok::In => binary(NotIn, level::COMPARE),
            Tok::Is => Some((Infix::Is, level::COMPARE)),
            Tok::Has if !self.line_ended() || self.second().kind != Tok::LParen => {
                Some((Infix::Has, level::COMPARE))
            }
            Tok::Assign if !self.target => binary(Eq, level::COMPARE),
            Tok::DotDot => Some((Infix::Range, level::RANGE)),
            Tok::Plus => binary(Add, level::ADD),
            Tok::Minus => binary(Sub, level::ADD),
            Tok::Both => binary(Both, level::ADD),
            Tok::Star => binary(Mul, level::MULTIPLY),
            Tok::Slash => binary(Div, level::MULTIPLY),
            Tok::Percent => binary(Rem, level::MULTIPLY),
            Tok::As => Some((Infix::As, level::AS)),
            _ => None,
        }
    }

    /// Parses an infix operator and its right operand.
    fn infix_rest(&mut self, left: Expr, op: Infix, level: u8) -> Expr {
        let start = left.at.start;
        let height = self.height;
        let sign = self.token();
        if self.intended_token() == Tok::Assign {
            let before = self.pos.checked_sub(2).map(|i| self.tokens[i].kind);
            let named =
                matches!(left.kind, ExprKind::Name(_)) && matches!(before, Some(Tok::LParen | Tok::Comma));
            let error =
                SyntaxError::new(codes::EQUALS, self.at(), "a comparison is written `==`", "write `==`");
            let error = if named { error } else { error.instead(self.at(), "==") };
            self.warn(error.help(if named {
                "if an argument was to be named: arguments have no names, and stand in their order"
            } else {
                "`=` changes something; it stands in statements only"
            }));
            self.bump();
        } else {
            self.bump_meant();
        }
        let left = Box::new(left);
        let kind = match op {
            Infix::Binary(op) => {
                if op == BinaryOp::NotIn {
                    self.bump();
                }
                if let (BinaryOp::Eq | BinaryOp::Ne, Some(_)) = (op, self.no_null()) {
                    self.compared_with_none(op, sign);
                    return self.join(start, height, ExprKind::Error);
                }
                // `??` is right-associative: `a ?? b ?? c` is `a ?? (b ?? c)`. All others are
                // left-associative.
                let min = if op == BinaryOp::Default { level } else { level + 1 };
                let right = Box::new(self.binary(min));
                ExprKind::Binary { op, left, right }
            }
            Infix::Range => ExprKind::Range(left, Box::new(self.binary(level + 1))),
            Infix::As => ExprKind::As { rule: left, who: Box::new(self.binary(level::POSTFIX)) },
            Infix::Is => {
                let negated = self.eat(Tok::Not);
                if self.at_word("none") {
                    self.bump();
                    ExprKind::IsNone { of: left, negated }
                } else if let Some(error) = self.no_null() {
                    self.warn(error);
                    self.bump();
                    ExprKind::Error
                } else if matches!(self.kind(), Tok::Int | Tok::True | Tok::False) && !self.line_ended() {
                    self.compared_with_is(sign, negated);
                    let op = if negated { BinaryOp::Ne } else { BinaryOp::Eq };
                    ExprKind::Binary { op, left, right: Box::new(self.binary(level + 1)) }
                } else {
                    match self.name("the kind") {
                        Some(kind) => ExprKind::Is { of: left, kind, negated },
                        None => ExprKind::Error,
                    }
                }
            }
            Infix::Has => match self.name("the keyword") {
                Some(keyword) => ExprKind::Has { of: Some(left), keyword },
                None => ExprKind::Error,
            },
        };
        self.join(start, height, kind)
    }

    /// Reports `n is 3`, at the `is`.
    fn compared_with_is(&mut self, sign: Token, negated: bool) {
        let at = sign.start..self.prev_end();
        let meant = if negated { "!=" } else { "==" };
        let message = format!("a value is compared with `{meant}`");
        let error = SyntaxError::new(codes::EQUALS, at.clone(), message, format!("write `{meant}`"));
        self.warn(error.help("`is` asks of which kind a component is").instead(at, meant));
    }

    /// Reports `x == none`, at the `none`.
    fn compared_with_none(&mut self, op: BinaryOp, sign: Token) {
        let asked = if op == BinaryOp::Eq { "is none" } else { "is not none" };
        let none = self.token();
        let message = format!("none is asked with `{asked}`, not with `{}`", self.text_of(sign));
        let error =
            SyntaxError::new(codes::NO_NULL, sign.start..none.end, message, format!("write `{asked}`"));
        self.warn(error.help("to use what may be missing, open it: `if let x = … { … } else { … }`"));
        self.bump();
    }

    /// Parses prefix operators and their operand.
    fn operand(&mut self) -> Expr {
        let start = self.token().start;
        let (op, min) = match self.intended_token() {
            Tok::Not => (UnaryOp::Not, level::COMPARE),
            Tok::Minus => (UnaryOp::Negate, level::AS),
            Tok::Has if self.second().kind == Tok::Word && !(self.lines && self.second().newline) => {
                self.bump_meant();
                self.height = 0;
                return match self.name("the keyword") {
                    Some(keyword) => self.join(start, 0, ExprKind::Has { of: None, keyword }),
                    None => self.broken(),
                };
            }
            _ => return self.value(),
        };
        self.bump_meant();
        let of = Box::new(self.binary(min));
        self.join(start, 0, ExprKind::Unary { op, of })
    }

    /// Creates a node over its parts: `height` is that of the parts before the last, whose height is in
    /// `self.height`.
    pub(super) fn join(&mut self, start: u32, height: u32, kind: ExprKind) -> Expr {
        self.height = self.height.max(height) + 1;
        let at = start..self.prev_end();
        if self.height > super::NESTING {
            self.too_deep(at.clone());
            self.height = 1;
            return Expr { at, kind: ExprKind::Error };
        }
        Expr { at, kind }
    }

    /// Reports `a < b < c` and `a..b..c` after parsing them: `sign` is the second operator, `first` the span
    /// before it, and `middle` the part of that after the first operator.
    fn chained(&mut self, sign: Token, first: At, middle: Option<At>) {
        let at = sign.start..sign.end;
        if sign.kind == Tok::DotDot {
            return self.warn(SyntaxError::new(codes::CHAINED, at, "a range has two ends", "a second `..`"));
        }
        let text = |at: At| &self.text[(at.first_byte())..at.end_byte()];
        let last = text(sign.end..self.prev_end()).trim();
        let help = match middle.map(text) {
            Some(middle) if middle.contains(" & ") => {
                "`&` is for sets: two conditions are joined with `and`".to_owned()
            }
            Some(_) if self.in_where > 0 && matches!(sign.kind, Tok::Eq | Tok::Ne) => format!(
                "to compare the whole set, put it into brackets: `(… where {}) {} {last}`",
                text(first),
                self.text_of(sign)
            ),
            Some(middle) if is_comparison(sign.kind) && first.len() + last.len() < 60 => {
                format!("write `{} and {middle} {} {last}`", text(first), self.text_of(sign))
            }
            _ => "join two comparisons with `and`, or put brackets around the first".to_owned(),
        };
        let error =
            SyntaxError::new(codes::CHAINED, at, "comparisons cannot be chained", "a second comparison");
        self.warn(error.help(help));
    }
}

fn is_comparison(kind: Tok) -> bool {
    matches!(kind, Tok::Eq | Tok::Ne | Tok::Lt | Tok::Le | Tok::Gt | Tok::Ge)
}

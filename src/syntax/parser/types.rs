//! Types, as written in declarations.

use super::{Parser, SyntaxError, Tok, codes};
use crate::syntax::ast::{Name, PerKey, TypeExpr, TypeKind};

impl Parser<'_> {
    /// Parses the whole text as a type.
    pub(super) fn whole_type(&mut self) -> TypeExpr {
        if self.kind() == Tok::Eof {
            let at = 0..self.end();
            self.fail(SyntaxError::new(
                codes::NO_CODE,
                at.clone(),
                "there is no type here",
                "a type should stand here",
            ));
            return TypeExpr { at, kind: TypeKind::Error };
        }
        let tree = self.type_();
        if let (TypeKind::Name(name), Tok::Int, false) = (&tree.kind, self.kind(), self.panicking) {
            let message = format!("`{name}` has no range");
            let error = SyntaxError::new(codes::BAD_TYPE, tree.at.clone(), message, "not `int`");
            let range = self.text[self.token().start as usize..].trim_end();
            self.fail(error.help(format!("numbers in a range are `int {range}`")));
        } else if !self.panicking && self.kind() != Tok::Eof {
            self.no_type("the type has ended before this");
        }
        tree
    }

    /// Parses `T?`, and everything of higher precedence.
    pub(super) fn type_(&mut self) -> TypeExpr {
        let inner = self.plain_type();
        if self.panicking || !matches!(self.kind(), Tok::Question | Tok::Default) {
            return inner;
        }
        let start = inner.at.start;
        let twice = self.kind() == Tok::Default || self.second().kind == Tok::Question;
        if twice {
            let at = self.token().start..self.second().end.max(self.token().end);
            let error = SyntaxError::new(
                codes::BAD_TYPE,
                at,
                "what may be missing is marked once",
                "one `?` is enough",
            );
            self.fail(error);
            return inner;
        }
        self.bump();
        TypeExpr { at: start..self.prev_end(), kind: TypeKind::Optional(Box::new(inner)) }
    }

    fn plain_type(&mut self) -> TypeExpr {
        let start = self.token().start;
        if self.at_word("list") && self.second_is_word("of") {
            let error = SyntaxError::new(codes::BAD_TYPE, self.at(), "there are no lists", "write `set`");
            self.fail(error.help("write `set of …`; what keeps an order is a zone with `ordered = true`"));
            return TypeExpr { at: self.at(), kind: TypeKind::Error };
        }
        let kind = if self.at_word("set") && self.second_is_word("of") {
            self.bump();
            self.bump();
            self.set_type()
        } else if self.at_word("int") {
            self.bump();
            self.int_type()
        } else if self.kind() == Tok::Word {
            let text = self.text_of(self.token()).to_owned();
            self.bump();
            TypeKind::Name(text)
        } else {
            self.no_type("a type should stand here");
            TypeKind::Error
        };
        let mut ty = TypeExpr { at: start..self.prev_end().max(start), kind };
        while !self.panicking && self.at_word("per") {
            self.bump();
            let Some(key) = self.per_key() else { break };
            ty = TypeExpr { at: start..self.prev_end(), kind: TypeKind::Per(Box::new(ty), key) };
        }
        ty
    }

    /// Parses the index type after `per`.
    fn per_key(&mut self) -> Option<PerKey> {
        if self.kind() == Tok::Word {
            let (text, at) = (self.text_of(self.token()).to_owned(), self.at());
            self.bump();
            return Some(PerKey::Name(Name { text, at }));
        }
        if !matches!(self.intended_token(), Tok::Int | Tok::BadNumber | Tok::Minus) {
            self.no_type("an enum, `name` or a range such as `1..3` should follow `per`");
            return None;
        }
        let start = self.token().start;
        match self.int_type() {
            TypeKind::Int(Some((low, high))) => Some(PerKey::Range(low, high, start..self.prev_end())),
            _ => None,
        }
    }

    fn set_type(&mut self) -> TypeKind {
        if self.at_word("set") && self.second_is_word("of") {
            let error = SyntaxError::new(
                codes::BAD_TYPE,
                self.at(),
                "a set of sets does not exist",
                "a second `set of`",
            );
            self.fail(error);
            return TypeKind::Error;
        }
        TypeKind::Set(Box::new(self.plain_type()))
    }

    /// Parses the rest of `int`.
    fn int_type(&mut self) -> TypeKind {
        let ends_here = matches!(self.kind(), Tok::Eof | Tok::Question | Tok::Default | Tok::Assign)
            || self.at_word("per");
        if ends_here {
            return TypeKind::Int(None);
        }
        let start = self.token().start;
        let Some(low) = self.parse_bound() else { return TypeKind::Error };
        if self.intended_token() != Tok::DotDot {
            let ends = start..self.prev_end();
            // In `0-60`, the number after the `-` is the other bound.
            let other = match self.second().kind {
                Tok::Int => self.text_of(self.second()).replace('_', "").parse::<i64>().ok(),
                _ => None,
            };
            let error = if self.kind() == Tok::Eof {
                SyntaxError::new(codes::BAD_TYPE, ends, "a range has two ends", "only one end")
            } else {
                SyntaxError::new(
                    codes::BAD_TYPE,
                    self.at(),
                    "a range is written with `..`",
                    "`..` should stand here",
                )
            };
            self.fail(error.help(match other {
                Some(high) if high >= low => format!("write `int {low}..{high}`"),
                _ => "write `int 0..9`".to_owned(),
            }));
            return TypeKind::Error;
        }
        self.bump_meant();
        let Some(high) = self.parse_bound() else { return TypeKind::Error };
        if low > high {
            let at = start..self.prev_end();
            let error =
                SyntaxError::new(codes::BAD_TYPE, at, "no number lies in this range", "begins above its end");
            self.warn(error.help(format!("write the lesser end first: `{high}..{low}`")));
            return TypeKind::Error;
        }
        TypeKind::Int(Some((low, high)))
    }

    /// Parses a bound of a range.
    fn parse_bound(&mut self) -> Option<i64> {
        if !matches!(self.intended_token(), Tok::Int | Tok::BadNumber | Tok::Minus) {
            let at = if self.kind() == Tok::Eof { self.last_char(self.prev_end()) } else { self.at() };
            let message = "the ends of a range are whole numbers";
            let error = SyntaxError::new(codes::BAD_TYPE, at, message, "a whole number should stand here");
            self.fail(error.help("write `int 0..9`, or `int` alone in parameters and results"));
            return None;
        }
        self.number()
    }

    fn no_type(&mut self, expected: &str) {
        let at = if self.kind() == Tok::Eof { self.last_char(self.prev_end()) } else { self.at() };
        if self.kind() == Tok::OpenStr {
            self.panicking = true; // reported already
            return;
        }
        let error = SyntaxError::new(codes::BAD_TYPE, at, "this is not a type", expected);
        let help = "types are `int 0..9`, `bool`, `player`, `zone`, an enum, a kind, `set of T`, and `T?` for what may be missing";
        self.fail(error.help(help));
    }
}

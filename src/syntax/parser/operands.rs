//! Operands: numbers, strings, names, calls, sets, parentheses, and the postfix operators `.` and `[ ]`.

use super::hints::is_none_word;
use super::{Parser, SyntaxError, Tok, codes};
use crate::place::TextRange;
use crate::syntax::ast::{At, Expr, ExprKind, Name};

impl Parser<'_> {
    /// Parses an operand with its postfix operators.
    pub(super) fn value(&mut self) -> Expr {
        let value = self.plain();
        match self.kind() {
            Tok::Dot | Tok::LParen | Tok::LBracket => self.hanging(value),
            _ => value,
        }
    }

    /// Parses postfix operators. Separate from [`Parser::value`], so that nested brackets do not each need
    /// its stack frame.
    fn hanging(&mut self, mut value: Expr) -> Expr {
        while !self.panicking {
            let start = value.at.start;
            let height = self.height;
            match self.kind() {
                Tok::Dot => {
                    self.bump();
                    let Some(field) = self.name("what is asked") else { return self.broken() };
                    value = if self.kind() == Tok::LParen && !self.line_ended() {
                        let Some(args) = self.args() else { return self.broken() };
                        let receiver = Some(Box::new(value));
                        self.join(start, height, ExprKind::Call { receiver, callee: field, args })
                    } else {
                        self.join(start, height, ExprKind::Field { of: Box::new(value), field })
                    };
                }
                Tok::LParen if !self.line_ended() => {
                    let ExprKind::Name(text) = value.kind else {
                        let error = SyntaxError::new(
                            codes::UNEXPECTED,
                            value.at,
                            "this cannot be called",
                            "not a name",
                        );
                        self.fail(error.help("a call is `f(x)` or `x.f(y)`"));
                        return self.broken();
                    };
                    let Some(args) = self.args() else { return self.broken() };
                    let callee = Name { text, at: value.at };
                    value = self.join(start, 0, ExprKind::Call { receiver: None, callee, args });
                }
                Tok::LBracket if !self.line_ended() => {
                    let Some(group) = self.open() else { return self.broken() };
                    let index = Box::new(self.expr());
                    self.close(group, "`]` should follow");
                    value = self.join(start, height, ExprKind::Index { of: Box::new(value), index });
                }
                _ => break,
            }
        }
        value
    }

    /// Parses `(a, b)`; sets `self.height` to that of the highest argument.
    fn args(&mut self) -> Option<Vec<Expr>> {
        let group = self.open()?;
        let args = self.exprs(&group);
        self.close(group, "`,` or `)` should follow");
        Some(args)
    }

    fn exprs(&mut self, group: &super::BracketGroup) -> Vec<Expr> {
        let mut height = 0;
        let all = self.list(group, |parser| {
            let value = parser.expr();
            height = height.max(parser.height);
            value
        });
        self.height = height;
        all
    }

    /// Parses an operand without postfix operators.
    fn plain(&mut self) -> Expr {
        let token = self.token();
        let text = self.text_of(token);
        let at = self.at();
        self.height = 1;
        let kind = match token.kind {
            Tok::Word => {
                if let Some(error) = self.no_null() {
                    self.warn(error);
                    ExprKind::Error
                } else {
                    ExprKind::Name(text.to_owned())
                }
            }
            Tok::Int => match text.parse() {
                Ok(number) => ExprKind::Int(number),
                Err(_) => {
                    self.too_large();
                    ExprKind::Error
                }
            },
            Tok::BadNumber => {
                self.bad_number();
                ExprKind::Error
            }
            Tok::Has => ExprKind::Name(text.to_owned()),
            Tok::BadWord => {
                self.bad_word();
                ExprKind::Error
            }
            Tok::True => ExprKind::Bool(true),
            Tok::False => ExprKind::Bool(false),
            Tok::Str | Tok::FancyStr => ExprKind::Text(self.decoded()),
            Tok::LParen => return self.bracketed(),
            Tok::LBrace => return self.set(),
            _ => {
                self.no_value();
                return self.broken();
            }
        };
        self.bump();
        Expr { at, kind }
    }

    fn bracketed(&mut self) -> Expr {
        let start = self.token().start;
        let Some(group) = self.open() else { return self.broken() };
        let inner = self.expr();
        let expected =
            if self.kind() == Tok::Comma { "one value only; a set is `{a, b}`" } else { "`)` should follow" };
        self.close(group, expected);
        Expr { at: start..self.prev_end(), kind: inner.kind }
    }

    fn set(&mut self) -> Expr {
        let token = self.token();
        let second = self.second();
        if second.kind == Tok::LBrace && second.start == token.end && second.mate != super::ALONE {
            let at = token.start..second.end;
            let error =
                SyntaxError::new(codes::TEMPLATE, at, "`{{ }}` belongs in texts", "this is code, not a text");
            self.warn(error.help("in code the name alone is enough; a set of sets does not exist"));
            self.skip_token();
            return self.broken();
        }
        let Some(group) = self.open() else { return self.broken() };
        // Number of each element, if it is given.
        let mut amounts: Vec<Option<Expr>> = Vec::new();
        let elements = self.elements(&group, &mut amounts);
        self.close(group, "`,` or `}` should follow");
        let kind = match amounts.iter().any(Option::is_some) {
            true => self.amount(elements, amounts),
            false => ExprKind::Set(elements),
        };
        self.join(token.start, 0, kind)
    }

    fn elements(&mut self, group: &super::BracketGroup, amounts: &mut Vec<Option<Expr>>) -> Vec<Expr> {
        let mut height = 0;
        let all = self.list(group, |parser| {
            // Here a `=` separates the key of an amount from its number.
            parser.target = true;
            let value = parser.expr();
            parser.target = false;
            height = height.max(parser.height);
            parser.amount_behind(amounts, &mut height);
            value
        });
        self.height = height;
        all
    }

    /// Parses `= n`, if it follows.
    fn amount_behind(&mut self, amounts: &mut Vec<Option<Expr>>, height: &mut u32) {
        if !self.panicking && self.kind() == Tok::Foreign && self.text_of(self.token()) == ":" {
            let message = "in an amount, `=` stands between a value and its number";
            let error = SyntaxError::new(codes::FOREIGN, self.at(), message, "write `=`");
            // One error is enough for all numbers of an amount.
            if self.errors.last().is_none_or(|last| last.message != error.message) {
                self.warn(error.help("write `{red = 1, blue = 2}`").instead(self.at(), "="));
            }
            self.bump();
        } else if self.panicking || self.intended_token() != Tok::Assign {
            return amounts.push(None);
        } else {
            self.bump_meant();
        }
        amounts.push(Some(self.expr()));
        *height = (*height).max(self.height);
    }

    /// Creates the node of `{a = x, b = y}`; each key must have a number.
    fn amount(&mut self, keys: Vec<Expr>, amounts: Vec<Option<Expr>>) -> ExprKind {
        let mut all = Vec::with_capacity(keys.len());
        for (key, amount) in keys.into_iter().zip(amounts) {
            let Some(amount) = amount else {
                let text = &self.text[(key.at.first_byte())..key.at.end_byte()];
                let message = format!("how much of `{text}`?");
                let error =
                    SyntaxError::new(codes::UNEXPECTED, key.at.clone(), message, "no number is given");
                self.warn(error.help(format!("each value of an amount has its number: `{text} = 1`")));
                return ExprKind::Error;
            };
            all.push((key, amount));
        }
        ExprKind::Amount(all)
    }

    /// Returns the error for `none` or `null` as a value.
    pub(super) fn no_null(&self) -> Option<SyntaxError> {
        let text = self.text_of(self.token());
        let call = self.second().kind == Tok::LParen;
        if self.kind() != Tok::Word || !is_none_word(text) || call && text != "null" {
            return None;
        }
        let error =
            SyntaxError::new(codes::NO_NULL, self.at(), format!("there is no `{text}`"), "not a value");
        if self.text.trim() == text {
            return Some(error.help("state that may be none starts as none: it needs no `start`"));
        }
        Some(error.help(
            "ask with `x is none`, open what may be missing with `if let x = … { … } else { … }`, or give another value \
             with `… ?? x`",
        ))
    }

    /// Returns whether the next token can begin a value, or stands for one that can.
    pub(super) fn begins_value(&self) -> bool {
        let kind = self.intended_token();
        !matches!(kind, Tok::Foreign | Tok::Question | Tok::LBracket | Tok::Dot | Tok::DotDot)
            && !(Tok::Default as u8..=Tok::MinusAssign as u8).contains(&(kind as u8))
            || kind == Tok::Minus
    }

    /// Reports that a value is missing.
    pub(super) fn no_value(&mut self) {
        self.missing_value(false);
    }

    /// Reports that a value is missing; `begins` is true where a statement begins, so that nothing is missing
    /// before it.
    pub(super) fn missing_value(&mut self, begins: bool) {
        let kind = self.kind();
        let text = self.text_of(self.token());
        let closer =
            matches!(kind, Tok::RParen | Tok::RBracket | Tok::RBrace) && self.token().mate == super::ALONE;
        let statement = self.token().newline && kind.starts_statement();
        if !begins
            && (self.at_stop() && !closer || kind == Tok::Else || statement)
            && let Some(before) = self.previous_token()
        {
            let message = format!("something is missing after `{}`", self.text_of(before));
            let error = SyntaxError::new(
                codes::MISSING_VALUE,
                before.start..before.end,
                message,
                "a value should follow",
            );
            return self.fail(error);
        }
        let error = |code, message: &str, label: &str| SyntaxError::new(code, self.at(), message, label);
        let found = match kind {
            Tok::LBracket => {
                error(codes::FOREIGN, "`[` cannot begin a value", "a list is not of the language")
                    .help("a set is written `{a, b}`; `[ ]` stands behind what it picks from: `players[1]`")
            }
            Tok::If => error(codes::FOREIGN, "an `if` statement has no value", "a value should stand here")
                .help("write `x if c else y`"),
            Tok::Dot => error(
                codes::MISSING_VALUE,
                "nothing stands before this `.`",
                "a value should stand before it",
            )
            .help("inside a `where`, what the element has is named plainly; otherwise write `it.…`"),
            kind if kind.is_keyword()
                && !matches!(kind, Tok::And | Tok::Or | Tok::In | Tok::Is | Tok::As | Tok::Where) =>
            {
                error(
                    codes::UNEXPECTED,
                    &format!("`{text}` is a word of the language, not a value"),
                    "a value should stand here",
                )
            }
            Tok::Foreign | Tok::Question | Tok::OpenStr => return self.unexpected(""),
            _ if closer => return self.unexpected(""),
            _ => {
                let found = error(
                    codes::MISSING_VALUE,
                    &format!("a value is missing before `{text}`"),
                    "a value should stand before it",
                );
                match kind {
                    Tok::Plus => {
                        found.help("a number above 0 has no sign: leave it out; `+=` adds to a state")
                    }
                    _ => found,
                }
            }
        };
        self.fail(found);
    }

    fn too_large(&mut self) {
        let message = "this number is too large";
        let label = "more than 9223372036854775807";
        self.warn(SyntaxError::new(codes::BAD_NUMBER, self.at(), message, label));
    }

    fn bad_number(&mut self) {
        let text = self.text_of(self.token());
        let found = if text.contains('.') {
            SyntaxError::new(
                codes::BAD_NUMBER,
                self.at(),
                "there are only whole numbers",
                "not a whole number",
            )
            .help("count in smaller units, or multiply before you divide: `n * 3 / 2`")
        } else {
            let error = SyntaxError::new(
                codes::BAD_NUMBER,
                self.at(),
                format!("`{text}` is neither a number nor a name"),
                "begins with a digit",
            );
            let plain: String = text.chars().filter(|c| *c != '_').collect();
            if plain.bytes().all(|b| b.is_ascii_digit()) {
                error.help(format!("numbers are written without `_`: `{plain}`"))
            } else if let Some(roll) = roll_of(text) {
                error.help(format!("dice are rolled with `{roll}`"))
            } else {
                error.help("a name begins with a letter; times is written `*`")
            }
        };
        self.warn(found);
    }

    /// Parses an integer in a type, with its sign.
    pub(super) fn number(&mut self) -> Option<i64> {
        let minus = self.intended_token() == Tok::Minus;
        if minus {
            self.bump_meant();
        }
        let text = self.text_of(self.token());
        match self.kind() {
            Tok::Int => match text.parse::<i64>() {
                Ok(number) => {
                    self.bump();
                    return Some(if minus { -number } else { number });
                }
                Err(_) => self.too_large(),
            },
            Tok::BadNumber => self.bad_number(),
            _ => self.unexpected("a whole number should stand here"),
        }
        self.panicking = true;
        None
    }

    /// Decodes the string at the current position, without consuming it.
    fn decoded(&mut self) -> String {
        let token = self.token();
        if token.kind == Tok::FancyStr {
            let text = self.text_of(token);
            let mut inner = text.chars();
            inner.next();
            inner.next_back();
            let quote = text.chars().next().unwrap_or('\'');
            let message = format!("`{quote}` is not the quote that texts stand in");
            let error = SyntaxError::new(codes::FOREIGN, self.at(), message, "write `\"…\"`");
            self.warn(error.help("texts stand in straight double quotes: `\"text\"`"));
            return inner.as_str().to_owned();
        }
        let inner = &self.text[token.start as usize + 1..token.end as usize - 1];
        if !inner.contains('\\') {
            return inner.to_owned();
        }
        let mut decoded = String::with_capacity(inner.len());
        let mut chars = inner.char_indices();
        while let Some((i, c)) = chars.next() {
            if c != '\\' {
                decoded.push(c);
                continue;
            }
            match chars.next() {
                Some((_, 'n')) => decoded.push('\n'),
                Some((_, c @ ('"' | '\\'))) => decoded.push(c),
                Some((_, c)) => {
                    decoded.push(c);
                    let start = token.start + 1 + i as u32;
                    let at = start..start + 1 + c.len_utf8() as u32;
                    let message = format!("`\\{c}` is not an escape");
                    let error = SyntaxError::new(codes::BAD_ESCAPE, at, message, "means nothing");
                    self.warn(error.help("the escapes are `\\\"`, `\\\\` and `\\n`"));
                }
                None => {} // a backslash before the closing quote would have escaped it
            }
        }
        decoded
    }

    /// Consumes a string, if there is one; returns its decoded text and span.
    pub(super) fn string(&mut self) -> Option<(String, At)> {
        if !matches!(self.kind(), Tok::Str | Tok::FancyStr) || self.line_ended() {
            return None;
        }
        let at = self.at();
        let text = self.decoded();
        self.bump();
        Some((text, at))
    }
}

/// Returns the code that rolls dice written as `2d6`.
fn roll_of(text: &str) -> Option<String> {
    let (count, sides) = text.split_once(['d', 'D'])?;
    let count: u32 = count.parse().ok()?;
    let sides: u32 = sides.parse().ok()?;
    Some(match count {
        1 => format!("roll(d{sides})"),
        _ => format!("roll({count}, d{sides})"),
    })
}

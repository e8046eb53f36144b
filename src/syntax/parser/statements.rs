//! Blocks and statements, except those with a choice: they are in `choices`.

use super::{ALONE, Parser, SyntaxError, Tok, codes};
use crate::syntax::ast::{BinaryOp, Block, Expr, ExprKind, Stmt, StmtKind};
use crate::syntax::brackets;

impl Parser<'_> {
    /// Returns whether the text contains statements, not just one expression.
    pub(super) fn holds_statements(&self) -> bool {
        let first = self.kind();
        first.starts_statement()
            || self.tokens.iter().any(|t| t.kind == Tok::Return)
            || matches!(self.second().kind, Tok::PlusAssign | Tok::MinusAssign)
    }

    /// Parses the whole text as statements.
    pub(super) fn whole_block(&mut self) -> Block {
        self.lines = true;
        let end = self.tokens.len() - 1;
        let statements = self.statements(end);
        Block { statements, at: 0..self.end() }
    }

    /// Parses `{ … }`.
    pub(super) fn block(&mut self) -> Block {
        let start = self.token().start;
        let mut statements = Vec::new();
        self.braces(|parser, end| statements = parser.statements(end));
        Block { statements, at: start..self.prev_end() }
    }

    /// Parses `{ … }` with any content: `read` parses up to the token index that it is given.
    pub(super) fn braces(&mut self, read: impl FnOnce(&mut Self, usize)) {
        let token = self.token();
        let end = if token.mate == ALONE {
            self.unclosed(token, false);
            self.tokens.len() - 1
        } else {
            token.mate as usize
        };
        if self.enter() {
            self.bump();
            read(self, end);
            self.leave();
        }
        self.pos = end;
        self.panicking = false;
        self.bump();
    }

    /// Parses statements up to the token index `end`.
    fn statements(&mut self, end: usize) -> Vec<Stmt> {
        let mut all = Vec::new();
        let mut broken = false; // the statement before could not be read
        while self.pos < end {
            if self.eat(Tok::Semi) {
                continue;
            }
            if let Some(error) = self.header() {
                self.warn(error);
                self.pos = end; // the rest is not code
                break;
            }
            let first = self.pos;
            let start = self.token().start;
            let kind = if self.kind() == Tok::Else { self.lone_else(broken) } else { self.statement() };
            let has_block = matches!(kind, StmtKind::Let { .. })
                && self.pos < end
                && self.kind() == Tok::LBrace
                && !self.token().newline;
            if has_block && !self.panicking {
                self.fail(let_with_block(self.at()));
            } else if !self.panicking {
                self.check_end(end);
            }
            if self.pos == first {
                self.skip_token();
            }
            let at = start..self.prev_end();
            broken = self.panicking;
            if broken {
                self.skip_statement(end);
            }
            all.push(Stmt { at, kind });
        }
        all
    }

    /// Reports anything after a statement on the same line.
    pub(super) fn check_end(&mut self, end: usize) {
        if self.pos >= end || self.token().newline || self.kind() == Tok::Semi {
            return;
        }
        let after_block = self.previous_token().is_some_and(|t| t.kind == Tok::RBrace);
        let after_call = self.previous_token().is_some_and(|t| t.kind == Tok::RParen);
        let begins = self.kind() == Tok::Word || self.kind().starts_statement();
        if begins && (after_block || after_call || self.kind().is_keyword()) && self.guess().is_none() {
            let error = SyntaxError::new(
                codes::SECOND_STATEMENT,
                self.at(),
                "a second statement on the same line",
                "begins here",
            );
            self.warn(error.help("put it on a line of its own, or a `;` before it"));
        } else if self.kind() == Tok::Else {
            self.warn(lone_else(self.at()));
            self.panicking = true;
        } else {
            self.unexpected("the statement has ended before this");
        }
    }

    /// Parses an `else` where a statement should begin.
    fn lone_else(&mut self, expected: bool) -> StmtKind {
        if !expected {
            self.warn(lone_else(self.at()));
        }
        self.bump();
        match self.kind() {
            Tok::If => {
                self.statement();
            }
            Tok::LBrace => {
                self.block();
            }
            _ => self.panicking = true,
        }
        StmtKind::Error
    }

    fn statement(&mut self) -> StmtKind {
        let word = self.kind();
        if !word.starts_statement() {
            return self.simple();
        }
        let text = self.text_of(self.token());
        self.bump();
        match word {
            Tok::Let => self.let_(),
            Tok::If => self.if_(),
            Tok::For => self.for_each(),
            Tok::Repeat => {
                let times = self.head(text);
                self.with_body(text, |body| StmtKind::Repeat { times, body })
            }
            Tok::While => {
                let cond = self.head(text);
                self.with_body(text, |body| StmtKind::While { cond, body })
            }
            Tok::Break => StmtKind::Break,
            Tok::Continue => StmtKind::Continue,
            Tok::Cancel => StmtKind::Cancel,
            Tok::Return if self.at_stop() => StmtKind::Return(None),
            Tok::Return if self.at_none() => {
                self.bump_none();
                StmtKind::ReturnNone
            }
            Tok::Return => StmtKind::Return(Some(self.expr())),
            Tok::Win | Tok::Lose => {
                let who = self.parse_players(text);
                let ending = self.ending();
                match word {
                    Tok::Win => StmtKind::Win { who, ending },
                    _ => StmtKind::Lose { who, ending },
                }
            }
            Tok::End => self.end_(),
            Tok::Log => self.log(),
            Tok::May if self.kind() == Tok::Choose => {
                self.bump();
                self.choose(true)
            }
            Tok::May if self.kind() != Tok::Act => self.may(),
            Tok::Choose => self.choose(false),
            _ => self.act(word == Tok::May),
        }
    }

    /// Parses an expression that must begin on this line.
    pub(super) fn required(&mut self) -> Expr {
        if self.at_stop() {
            self.no_value();
            return self.broken();
        }
        self.expr()
    }

    /// Parses the expression between a statement's keyword and its block.
    pub(super) fn head(&mut self, word: &str) -> Expr {
        if self.kind() == Tok::LBrace && !self.line_ended() {
            let message = format!("nothing stands between `{word}` and its block");
            let at = self.last_char(self.prev_end());
            let error = SyntaxError::new(codes::MISSING_VALUE, at, message, "a value should follow");
            self.warn(match word {
                "repeat" => error.help(
                    "say how many times: `repeat 3 { … }`; until something ends it is `while true { … }`, with `break`",
                ),
                "if" | "while" => error.help(format!("say on which condition: `{word} any(S) {{ … }}`")),
                _ => error,
            });
            return self.broken();
        }
        self.required()
    }

    /// Parses the block of a statement, also if the tokens before it could not be parsed.
    pub(super) fn body(&mut self, word: &str) -> Option<Block> {
        if self.panicking {
            return self.found_block();
        }
        if self.kind() == Tok::Word && self.second().kind == Tok::LBrace && self.guess().is_some() {
            let message = format!("there is no `{}`", self.text_of(self.token()));
            let error = SyntaxError::new(codes::FOREIGN, self.at(), message, "take it away");
            self.warn(error);
            self.bump();
        }
        if self.kind() == Tok::LBrace {
            return Some(self.block());
        }
        let message = format!("what `{word}` does must stand in a block");
        let error = if self.at_stop() {
            SyntaxError::new(
                codes::MISSING_BLOCK,
                self.last_char(self.prev_end()),
                message,
                "a `{` should follow",
            )
        } else {
            SyntaxError::new(codes::MISSING_BLOCK, self.at(), message, "a `{` should stand before this")
        };
        let guess = self.guess();
        if matches!(self.kind(), Tok::Foreign | Tok::Question | Tok::OpenStr) {
            self.unexpected("");
        } else {
            self.fail(match guess {
                Some(guess) => guess.add_to(error),
                None => error.help("put braces around it: `{ … }`"),
            });
        }
        self.found_block()
    }

    /// Finds and parses the block of a statement whose head could not be parsed.
    fn found_block(&mut self) -> Option<Block> {
        if !self.find_block() {
            return None;
        }
        self.panicking = false;
        Some(self.block())
    }

    fn with_body(&mut self, word: &str, make: impl FnOnce(Block) -> StmtKind) -> StmtKind {
        self.body(word).map_or(StmtKind::Error, make)
    }

    /// Skips to the block of a statement whose head could not be parsed, if it begins on the same line.
    pub(super) fn find_block(&mut self) -> bool {
        let mut at = self.pos;
        loop {
            let token = self.tokens[at];
            if token.newline || matches!(token.kind, Tok::Eof | Tok::Semi | Tok::RBrace) {
                return false;
            }
            if token.kind == Tok::LBrace {
                let is_set = brackets::is_set(self.text, &self.tokens, at);
                let next = self.tokens.get((token.mate as usize).saturating_add(1)); // without a mate: none
                if !is_set && !next.is_some_and(|t| t.kind == Tok::LBrace && !t.newline) {
                    self.pos = at;
                    return true;
                }
            }
            let inner = token.mate != ALONE && token.mate as usize > at;
            at = if inner { token.mate as usize } else { at } + 1;
        }
    }

    /// Parses `else { … }` or `else if …`.
    pub(super) fn otherwise(&mut self) -> Option<Block> {
        if self.panicking {
            return None;
        }
        let token = self.token();
        if matches!(self.text_of(token), "elif" | "elseif" | "elsif") && token.kind == Tok::Word {
            let message = format!("`{}` is written `else if`", self.text_of(token));
            self.warn(SyntaxError::new(codes::FOREIGN, self.at(), message, "write `else if`"));
        } else {
            if token.kind != Tok::Else {
                return None;
            }
            self.bump();
            if self.kind() != Tok::If || self.line_ended() {
                return self.body("else");
            }
        }
        let start = self.token().start;
        self.bump();
        if !self.enter() {
            return None;
        }
        let kind = self.if_();
        self.leave();
        let at = start..self.prev_end();
        Some(Block { statements: vec![Stmt { at: at.clone(), kind }], at })
    }

    fn if_(&mut self) -> StmtKind {
        if !self.eat(Tok::Let) {
            let cond = self.head("if");
            let Some(then) = self.body("if") else { return StmtKind::Error };
            return StmtKind::If { cond, then, other: self.otherwise() };
        }
        let name = self.name("the variable");
        if name.is_some() {
            self.equals();
        }
        let value = if self.panicking { self.broken() } else { self.head("=") };
        let then = self.body("if let");
        let other = self.otherwise();
        match (name, then) {
            (Some(name), Some(then)) => StmtKind::IfLet { name, value, then, other },
            _ => StmtKind::Error,
        }
    }

    /// Consumes the `=` after a new variable.
    fn equals(&mut self) {
        if self.intended_token() == Tok::Assign {
            return self.bump_meant();
        }
        let error = if self.at_stop() || self.kind() == Tok::LBrace {
            let at = self.last_char(self.prev_end());
            SyntaxError::new(
                codes::MISSING_VALUE,
                at,
                "a variable starts with a value",
                "`= …` should follow",
            )
        } else if self.kind() == Tok::Eq {
            SyntaxError::new(codes::EQUALS, self.at(), "`==` compares; a value is given by `=`", "write `=`")
                .instead(self.at(), "=")
        } else {
            return self.unexpected("`=` should stand here");
        };
        self.fail(error);
    }

    fn let_(&mut self) -> StmtKind {
        let Some(name) = self.name("the variable") else { return StmtKind::Error };
        let mut ty = None;
        if self.kind() == Tok::Foreign && self.text_of(self.token()) == ":" {
            self.bump();
            ty = Some(self.type_());
        }
        if !self.panicking {
            self.equals();
        }
        if self.panicking {
            return StmtKind::Error;
        }
        if self.at_none() {
            if ty.is_some() {
                self.bump_none();
                return StmtKind::Let { name, ty, value: None };
            }
            let error = SyntaxError::new(
                codes::NO_NULL,
                self.at(),
                "nothing says what this may hold besides",
                "none of what?",
            );
            let form = format!("say what it may hold: `let {}: card? = none`", name.text);
            self.fail(error.help(form + "; often `best(S, e)` or `first(S where C)` is what is looked for"));
            return StmtKind::Error;
        }
        StmtKind::Let { name, ty, value: Some(self.required()) }
    }

    fn for_each(&mut self) -> StmtKind {
        if !self.eat(Tok::Each) {
            let error = SyntaxError::new(
                codes::UNEXPECTED,
                self.at(),
                "`for` is followed by `each`",
                "`each` is missing",
            );
            self.warn(error.help("write `for each x in S { … }`"));
        }
        let name = self.name("the element");
        if name.is_some() && !self.eat(Tok::In) {
            self.unexpected("`in` should stand here");
        }
        let start = self.token().start;
        let set = if self.panicking { self.broken() } else { self.required() };
        if matches!(set.kind, ExprKind::Set(_)) && !self.panicking && self.at_stop() {
            let error = SyntaxError::new(
                codes::MISSING_BLOCK,
                start..start + 1,
                "the set of this loop is missing, or its block",
                "there is only one `{ … }`",
            );
            self.fail(error.help("write `for each x in S { … }`"));
        }
        let by = !self.panicking && self.at_word("by");
        let by = by.then(|| {
            self.bump();
            self.required()
        });
        let body = self.body("for each");
        match (name, body) {
            (Some(name), Some(body)) => StmtKind::ForEach { name, set, by, body },
            _ => StmtKind::Error,
        }
    }

    fn log(&mut self) -> StmtKind {
        if let Some((text, text_at)) = self.string() {
            return StmtKind::Log { text, text_at };
        }
        if self.kind() == Tok::OpenStr {
            self.unexpected("");
            return StmtKind::Error;
        }
        let at = if self.at_stop() { self.last_char(self.prev_end()) } else { self.at() };
        let error =
            SyntaxError::new(codes::UNEXPECTED, at, "`log` is followed by a text", "a text should follow");
        self.fail(error.help("write `log \"{{ p }} passes\"`, without brackets"));
        StmtKind::Error
    }

    /// Parses a call or an assignment.
    fn simple(&mut self) -> StmtKind {
        if matches!(self.kind(), Tok::RParen | Tok::RBracket | Tok::RBrace) || self.kind() == Tok::LBrace {
            self.no_statement();
            return StmtKind::Error;
        }
        // `out` is a contextual keyword at the beginning of a statement: games use it as a name of states and
        // zones.
        let next = self.second();
        if self.at_word("out") && !next.newline && next.kind == Tok::Word {
            self.bump();
            return StmtKind::Out(self.required());
        }
        if !self.begins_value() {
            self.missing_value(true);
            return StmtKind::Error;
        }
        let errors = self.errors.len();
        self.target = true;
        let value = self.expr();
        self.target = false;
        if self.panicking {
            return StmtKind::Error;
        }
        self.compared_instead_of_emptied(errors);
        let op = match self.intended_token() {
            Tok::Assign => None,
            Tok::PlusAssign => Some(BinaryOp::Add),
            Tok::MinusAssign => Some(BinaryOp::Sub),
            _ => return self.call(value),
        };
        if !matches!(
            value.kind,
            ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Index { .. } | ExprKind::Error
        ) {
            let error = SyntaxError::new(
                codes::BAD_TARGET,
                value.at.clone(),
                "this cannot be changed",
                "not a variable",
            );
            self.warn(error.help("what can be changed is a variable, or a state: `x = 1`, `you.coins += 2`"));
        }
        self.bump_meant();
        if op.is_none() && self.at_none() {
            self.bump_none();
            if self.kind() == Tok::If && !self.line_ended() {
                let message = "`none` cannot stand in an `if … else`";
                let error = SyntaxError::new(codes::NO_NULL, self.at(), message, "after `none`");
                self.fail(error.help(
                    "write `if c { x = none } else { x = … }`; or `x = … if not c`, which is none where c holds",
                ));
                return StmtKind::Error;
            }
            return StmtKind::Forget(value);
        }
        StmtKind::Assign { target: value, op, value: self.required() }
    }

    /// Returns the error for a header of the file where a statement should begin: the string before it has
    /// no end where it should.
    fn header(&self) -> Option<SyntaxError> {
        if self.kind() != Tok::LBracket || self.pos > 0 && !self.token().newline {
            return None;
        }
        let start = self.token().start as usize;
        let line = self.text[start..].lines().next().unwrap_or_default();
        let line = line.split_once('#').map_or(line, |(header, _)| header).trim_end();
        let inner = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]"));
        let inner = inner.or_else(|| line.strip_prefix('[')?.strip_suffix(']'))?;
        let is_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        if inner.is_empty() || !inner.chars().all(is_key) {
            return None;
        }
        let at = start as u32..(start + line.len()) as u32;
        let message = format!("the header `{line}` stands inside code");
        let error = SyntaxError::new(codes::UNEXPECTED, at, message, "the code goes on to here");
        Some(error.help("end the code before it with the quotes that it begins with, on a line of their own"))
    }

    /// Turns the error for `x == none` as a whole statement, reported after the first `errors`, into advice
    /// to assign.
    fn compared_instead_of_emptied(&mut self, errors: usize) {
        let [.., error] = &mut self.errors[errors..] else { return };
        let sign = self.pos.checked_sub(2).map(|i| self.tokens[i]);
        let (Some(sign), true) = (sign.filter(|t| t.kind == Tok::Eq), error.code == codes::NO_NULL) else {
            return;
        };
        if error.at.start == sign.start {
            let at = sign.start..sign.end;
            let does_nothing = SyntaxError::new(
                codes::DOES_NOTHING,
                error.at.clone(),
                "this does nothing",
                "only a comparison",
            );
            *error = does_nothing.help("`==` compares; to change something write `= none`").instead(at, "=");
        }
    }

    /// Reports a bracket where a statement should begin.
    fn no_statement(&mut self) {
        if self.kind() != Tok::LBrace {
            return self.unexpected("");
        }
        let error = SyntaxError::new(
            codes::UNEXPECTED,
            self.at(),
            "a block cannot stand alone",
            "belongs to nothing",
        );
        self.fail(error.help("a block follows `if`, `for each`, `choose` … on the same line"));
    }

    /// Parses an expression statement.
    fn call(&mut self, value: Expr) -> StmtKind {
        let help = match &value.kind {
            ExprKind::Call { .. } | ExprKind::Field { .. } | ExprKind::As { .. } => {
                return StmtKind::Do(value);
            }
            ExprKind::Error => return StmtKind::Error,
            _ if !(self.at_stop() || self.token().newline) => {
                self.unexpected("the statement has ended before this");
                return StmtKind::Error;
            }
            ExprKind::Name(name) if name == "draw" => {
                "a game without a winner is ended by `end in draw`".to_owned()
            }
            ExprKind::Name(name) => format!("to make it happen, write `{name}()`"),
            ExprKind::Binary { op: BinaryOp::Eq, .. } => {
                "`==` compares; to change something write `=`".to_owned()
            }
            ExprKind::If { .. } => "what is done only sometimes is written `if c { … }`".to_owned(),
            ExprKind::Text(_) => "a line for the game's record is written `log \"…\"`".to_owned(),
            _ => "call a verb, change something (`x = …`), or give the value back with `return`".to_owned(),
        };
        let error =
            SyntaxError::new(codes::DOES_NOTHING, value.at.clone(), "this does nothing", "only a value");
        self.warn(error.help(help));
        // The name is kept, so that completion can resolve it.
        if let ExprKind::Name(_) = value.kind { StmtKind::Do(value) } else { StmtKind::Error }
    }
}

fn lone_else(at: crate::syntax::ast::At) -> SyntaxError {
    SyntaxError::new(codes::LONE_ELSE, at, "this `else` belongs to nothing", "no block before it")
        .help("an `else` follows the `}` of an `if`, `choose`, `may` or the end of an `act`")
}

fn let_with_block(at: crate::syntax::ast::At) -> SyntaxError {
    SyntaxError::new(codes::UNEXPECTED, at, "`{` does not fit here", "a `let` has no block")
        .help("put what is in the braces on lines of its own, without them; `if let x = e { … }` is for an `e` that may be none")
}

//! Statements with a choice: `choose`, `may`, `act`.

use super::{Parser, SyntaxError, Tok, codes};
use crate::syntax::ast::{Block, ChooseExpr, ElementCount, Expr, Name, OptionArm, Question, StmtKind};

/// The part of an `act` before its blocks.
struct ActHeader {
    more: bool,
    who: Expr,
    from: Option<Vec<Name>>,
    prompt: Option<Question>,
}

impl Parser<'_> {
    /// Parses the rest of `choose`, or of `may choose`.
    pub(super) fn choose(&mut self, may: bool) -> StmtKind {
        let more = self.more();
        let by = self.at_word("by") && !self.second_is_word("from");
        if !may && (by || matches!(self.kind(), Tok::Str | Tok::FancyStr | Tok::OpenStr | Tok::LBrace)) {
            return self.choose_option(more);
        }
        let how_many = self.how_many(may);
        let name = if self.panicking { None } else { self.parse_choice_variable() };
        let from = match name {
            Some(_) => self.from(),
            None => self.broken(),
        };
        let (by, prompt) = self.parse_question();
        let has_block = if self.panicking { self.find_block() } else { self.kind() == Tok::LBrace };
        let then = has_block.then(|| {
            self.panicking = false;
            self.block()
        });
        if then.is_none() && !self.panicking {
            self.no_block(may);
        }
        let other = self.otherwise();
        match name {
            Some(name) => {
                StmtKind::Choose(ChooseExpr { more, how_many, name, from, by, prompt, then, other })
            }
            None => StmtKind::Error,
        }
    }

    /// Consumes the modifier `more`, unless it is itself the name of the variable or player.
    fn more(&mut self) -> bool {
        use Tok::*;
        let second = self.second();
        let is_name = self.second_is_word("from") || self.lines && second.newline;
        let more = self.at_word("more")
            && !is_name
            && matches!(second.kind, Word | BadWord | Int | Has | Str | FancyStr | OpenStr | LBrace);
        if more {
            self.bump();
        }
        more
    }

    /// Reports a `choose` without a block, where it needs one.
    fn no_block(&mut self, may: bool) {
        if may {
            let at = self.last_char(self.prev_end());
            let message = "what is done with the choice must stand in a block";
            let error = SyntaxError::new(codes::BAD_CHOICE, at, message, "a `{` should follow");
            let help = "there may be no choice made, so write `may choose c from S { … }`";
            if self.at_stop() || self.kind() == Tok::Else {
                self.fail(error.help(help));
            } else {
                self.unexpected("a `{` should stand here");
            }
        } else if self.kind() == Tok::Else {
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                self.at(),
                "an `else` needs a block before it",
                "no block yet",
            );
            self.warn(error.help("write `choose c from S { … } else { … }`"));
        }
    }

    fn how_many(&mut self, may: bool) -> ElementCount {
        let start = self.token().start;
        let named = self.second_is_word("from");
        let many = if self.at_word("up") && self.second_is_word("to") {
            self.bump();
            self.bump();
            ElementCount::UpTo(self.number_of())
        } else if self.at_word("exactly") && !named {
            self.bump();
            ElementCount::Exactly(self.number_of())
        } else if self.at_word("any") && !named {
            self.bump();
            ElementCount::Any
        } else if self.at_word("one") && self.second().kind == Tok::Word && !named {
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                self.at(),
                "`choose` takes one by itself",
                "take it away",
            );
            self.warn(error.help("write `choose c from S`"));
            self.bump();
            return if may { ElementCount::OneOrNone } else { ElementCount::One };
        } else if self.kind() == Tok::Int {
            let number = self.text_of(self.token());
            let message = "it must be said whether all of them have to be chosen";
            let error =
                SyntaxError::new(codes::BAD_CHOICE, self.at(), message, "`exactly` or `up to` is missing");
            self.warn(error.help(format!(
                "write `choose exactly {number} cs from S` or `choose up to {number} cs from S`"
            )));
            ElementCount::Exactly(self.conditional())
        } else {
            return if may { ElementCount::OneOrNone } else { ElementCount::One };
        };
        if may {
            let at = start..self.prev_end();
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                at,
                "`may choose` takes one or none",
                "says another number",
            );
            self.warn(error.help("`choose up to 2 cs from S` may take none as it is"));
        }
        many
    }

    /// Parses the number after `up to` and `exactly`.
    fn number_of(&mut self) -> Expr {
        if self.at_word("from") {
            let at = self.last_char(self.prev_end());
            let error =
                SyntaxError::new(codes::MISSING_VALUE, at, "how many is missing", "a number should follow");
            self.fail(error.help("write `choose up to 2 cs from S`"));
            return self.broken();
        }
        self.conditional()
    }

    /// Parses the variable of a `choose`.
    fn parse_choice_variable(&mut self) -> Option<Name> {
        if self.at_word("from") && !self.second_is_word("from") {
            let error = SyntaxError::new(
                codes::MISSING_NAME,
                self.at(),
                "what is chosen has no name here",
                "a name should stand before this",
            );
            self.fail(error.help("write `choose c from S`; below, `c` is what was chosen"));
            return None;
        }
        self.name("what is chosen")
    }

    /// Parses `from S`.
    fn from(&mut self) -> Expr {
        if self.at_word("from") && !self.line_ended() {
            self.bump();
            return self.required();
        }
        if self.kind() == Tok::In {
            let error = SyntaxError::new(
                codes::FOREIGN,
                self.at(),
                "something is chosen `from` a set",
                "write `from`",
            );
            self.warn(error);
            self.bump();
            return self.required();
        }
        if self.at_word("by") {
            let label = "`from` should stand here";
            let error = SyntaxError::new(codes::UNEXPECTED, self.at(), "`by` does not fit here", label);
            self.fail(error.help("who chooses stands behind the set: `choose c from S by p \"Which?\"`"));
            return self.broken();
        }
        self.unexpected("`from` should stand here");
        self.broken()
    }

    /// Parses `by p "Which?"`.
    fn parse_question(&mut self) -> (Option<Expr>, Option<Question>) {
        let mut by = None;
        if self.panicking {
            return (None, None);
        }
        if self.at_word("by") && !self.line_ended() {
            self.bump();
            if self.kind() == Tok::LBrace {
                let at = self.last_char(self.prev_end());
                let error = SyntaxError::new(
                    codes::MISSING_VALUE,
                    at,
                    "it is not said who chooses",
                    "a player should follow",
                );
                self.warn(error.help("write `by p`; without `by` it is `you`"));
                return (None, None);
            }
            by = Some(self.required());
            self.unquoted_question();
        }
        if self.panicking {
            return (by, None);
        }
        let prompt = self.question();
        if prompt.is_some() && by.is_none() && self.at_word("by") && !self.line_ended() {
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                self.at(),
                "who chooses stands before the question",
                "stands behind it",
            );
            self.warn(error.help("write `by p \"Which?\"`"));
            self.bump();
            by = Some(self.required());
        }
        (by, prompt)
    }

    /// Reports a question without quotes, where only a text or a block can follow.
    fn unquoted_question(&mut self) {
        if self.panicking || self.kind() != Tok::Word || self.line_ended() || self.guess().is_some() {
            return;
        }
        let start = self.token().start;
        let rest = &self.text[start as usize..];
        let words = rest.split(['{', '}', ';', '\n']).next().unwrap_or_default().trim_end();
        let at = start..start + words.len() as u32;
        let error = SyntaxError::new(codes::UNEXPECTED, at, "a question stands in quotes", "not in quotes");
        self.fail(match words.contains('"') {
            true => error,
            false => error.help(format!("write `\"{words}\"`")),
        });
    }

    /// Parses `"Which?"`.
    fn question(&mut self) -> Option<Question> {
        self.string().map(|(text, at)| Question { text, at })
    }

    /// Parses the rest of `may`.
    pub(super) fn may(&mut self) -> StmtKind {
        let (by, prompt) = self.parse_question();
        if !self.panicking
            && by.is_none()
            && prompt.is_none()
            && self.kind() == Tok::Word
            && self.guess().is_none()
        {
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                self.at(),
                "who may is written with `by`",
                "`by` is missing",
            );
            self.fail(error.help(format!("write `may by {} \"…?\" {{ … }}`", self.text_of(self.token()))));
        }
        let Some(then) = self.body("may") else { return StmtKind::Error };
        StmtKind::May { by, prompt, then, other: self.otherwise() }
    }

    /// Parses the rest of a `choose` between options.
    fn choose_option(&mut self, more: bool) -> StmtKind {
        let word = self.previous_token();
        let (by, prompt) = self.parse_question();
        if self.panicking {
            if !self.find_block() {
                return StmtKind::Error;
            }
            self.panicking = false;
        }
        if self.kind() != Tok::LBrace {
            self.unexpected("a `{` with the options should stand here");
            return StmtKind::Error;
        }
        let reported = self.errors.len();
        let mut options = Vec::new();
        self.braces(|parser, end| options = parser.arms(end));
        if options.is_empty() && self.errors.len() == reported {
            let at = word.map_or(self.at(), |t| t.start..t.end);
            let error =
                SyntaxError::new(codes::BAD_CHOICE, at, "there is no option to choose", "chooses nothing");
            self.warn(error.help("write `option \"…\" { … }` for each of them"));
        }
        StmtKind::ChooseOption { more, by, prompt, options }
    }

    fn arms(&mut self, end: usize) -> Vec<OptionArm> {
        let mut all = Vec::new();
        while self.pos < end {
            if self.eat(Tok::Semi) {
                continue;
            }
            let first = self.pos;
            all.extend(self.arm());
            if !self.panicking {
                self.check_end(end);
            }
            if self.pos == first {
                self.skip_token();
            }
            if self.panicking {
                self.skip_statement(end);
            }
        }
        all
    }

    /// Parses `option "…" when c { … }`.
    fn arm(&mut self) -> Option<OptionArm> {
        let start = self.token().start;
        if !self.at_word("option") {
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                self.at(),
                "only options can stand here",
                "not an `option`",
            );
            self.fail(error.help(
                "write `option \"…\" { … }`; what is done before the choice stands before the `choose`",
            ));
            return None;
        }
        self.bump();
        let label = self.string().map(|(text, _)| text);
        if label.is_none() && self.kind() != Tok::OpenStr {
            let at = self.last_char(self.prev_end());
            let error = SyntaxError::new(
                codes::BAD_CHOICE,
                at,
                "an option needs a name to be chosen by",
                "a text should follow",
            );
            self.fail(error.help("write `option \"…\" { … }`"));
        }
        let mut when = None;
        if self.at_word("when") && !self.panicking {
            self.bump();
            when = Some(self.head("when"));
        } else if self.kind() == Tok::If && !self.panicking {
            let error = SyntaxError::new(
                codes::FOREIGN,
                self.at(),
                "when an option is open is said with `when`",
                "write `when`",
            );
            self.warn(error);
            self.bump();
            when = Some(self.required());
        }
        let body = self.body("option")?;
        Some(OptionArm { label: label?, when, body, at: start..self.prev_end() })
    }

    /// Parses the rest of `act`, or of `may act`.
    pub(super) fn act(&mut self, may: bool) -> StmtKind {
        let Some(ActHeader { more, who, from, prompt }) = self.actors(may) else { return StmtKind::Error };
        let then = self.acted(may);
        StmtKind::Act { more, may, who, from, prompt, then, other: self.otherwise() }
    }

    /// Parses `more p from {a, b} "Which?"`. A separate function, because blocks nest through `act`: its
    /// errors would enlarge each stack frame.
    fn actors(&mut self, may: bool) -> Option<ActHeader> {
        if may {
            self.bump();
        }
        let more = self.more();
        let nobody = matches!(self.kind(), Tok::LBrace | Tok::Else) || self.at_word("from") || self.at_stop();
        if nobody {
            let at = self.last_char(self.prev_end());
            let error = SyntaxError::new(
                codes::MISSING_VALUE,
                at,
                "it is not said who acts",
                "a player should follow",
            );
            self.fail(error.help(if may {
                "name the player: `may act you` in an action or on a card, elsewhere `may act players[1]`, for example"
            } else {
                "name the player: `act you` in an action or on a card, elsewhere `act players[1]`, for example"
            }));
            return None;
        }
        let who = self.expr();
        let mut from = None;
        if !self.panicking && self.at_word("from") && !self.line_ended() {
            self.bump();
            from = self.actions();
        }
        let prompt = if self.panicking || self.line_ended() { None } else { self.question() };
        Some(ActHeader { more, who, from, prompt })
    }

    /// Parses the block of a `may act`.
    fn acted(&mut self, may: bool) -> Option<Block> {
        let has_block = self.kind() == Tok::LBrace && !self.panicking && !self.line_ended();
        if has_block && !may {
            self.no_block_of_act();
        }
        (has_block && may).then(|| self.block())
    }

    fn no_block_of_act(&mut self) {
        let error = SyntaxError::new(
            codes::BAD_CHOICE,
            self.at(),
            "an `act` has no block of its own",
            "belongs to nothing",
        );
        self.fail(error.help(
            "actions stand behind `from`; what happens when none is legal, behind `else`. What follows only where \
             somebody has acted stands in the block of `may act p from {…} { … }`",
        ));
    }

    /// Parses `{a, b}`.
    fn actions(&mut self) -> Option<Vec<Name>> {
        if self.kind() == Tok::LBrace {
            let group = self.open()?;
            let names = self.list(&group, |parser| parser.name("the action"));
            self.close(group, "`,` or `}` should follow");
            return Some(names.into_iter().flatten().collect());
        }
        if self.kind() == Tok::LBracket {
            self.no_value();
            return None;
        }
        if self.kind() != Tok::Word {
            self.unexpected("a `{` with the actions should stand here");
            return None;
        }
        let name = self.text_of(self.token());
        let error =
            SyntaxError::new(codes::UNEXPECTED, self.at(), "actions stand in braces", "not in braces");
        self.warn(error.help(format!("write `from {{{name}}}`")));
        self.name("the action").map(|name| vec![name])
    }
}

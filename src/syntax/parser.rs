//! Parser: Pratt parsing for expressions, one function for each statement.
//!
//! An error after which the parser has lost its position sets `panicking`: nothing more is reported until it
//! resynchronises at the end of the bracket or statement. This keeps one error from causing others.

mod choices;
mod endings;
mod expressions;
mod hints;
mod operands;
mod statements;
mod types;

use super::ast::{At, Block, Expr, ExprKind, Name, Stmt, StmtKind, TypeExpr};
use super::brackets;
use super::lexer::lex;
use super::token::{ALONE, Tok, Token};
use super::words::is_reserved;
use crate::diagnostics::codes::syntax as codes;
use crate::diagnostics::{Code, Diagnostic};
use crate::place::TextRange;
use crate::source::Text;

/// Maximum nesting depth of brackets, blocks and operators, so that no text can overflow the call stack, in
/// the parser or in any visitor of the tree. It limits the height of an expression as well as the depth of
/// nested blocks.
pub const NESTING: u32 = 200;

/// A syntax tree with all errors of its text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseResult<T> {
    /// The tree, with `Error` nodes for text that could not be parsed.
    pub tree: T,
    /// Errors in the order of the text; none is a consequence of another.
    pub errors: Vec<SyntaxError>,
}

/// An error in a code string.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{code} {message}")]
pub struct SyntaxError {
    /// One of `diagnostics::codes::syntax`.
    pub code: Code,
    /// Error message, one line.
    pub message: String,
    /// Span in the code string.
    pub at: At,
    /// Text of the label at the span.
    pub label: String,
    /// Help text.
    pub help: Option<String>,
    /// A span in the code string, and the text that should stand there.
    pub instead: Option<(At, String)>,
}

impl SyntaxError {
    fn new(code: Code, at: At, message: impl Into<String>, label: impl Into<String>) -> Self {
        SyntaxError { code, message: message.into(), at, label: label.into(), help: None, instead: None }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Converts the error to a diagnostic; `text` is the code string that was parsed.
    pub fn diagnostic(&self, text: &Text) -> Diagnostic {
        let span = text.span_of(self.at.first_byte(), self.at.end_byte());
        let mut found = Diagnostic::error(self.code, &self.message).at(span, &self.label);
        found.help.clone_from(&self.help);
        match &self.instead {
            Some((at, instead)) => {
                let (start, end) = (at.first_byte(), at.end_byte());
                found.replace(
                    text.span_of(start, end),
                    text.value.get(start..end).unwrap_or_default(),
                    instead,
                )
            }
            None => found,
        }
    }

    /// Suggests another text in the place of a part of the code string.
    fn instead(mut self, at: At, text: impl Into<String>) -> Self {
        self.instead = Some((at, text.into()));
        self
    }
}

/// Parses a whole code string as one expression (leading and trailing white space and newlines allowed).
pub fn parse_expr(text: &str) -> ParseResult<Expr> {
    let mut parser = Parser::new(text);
    let tree = parser.whole_expr();
    parser.finish(tree)
}

/// Parses a whole code string as statements. It may be empty.
pub fn parse_block(text: &str) -> ParseResult<Block> {
    let mut parser = Parser::new(text);
    let tree = parser.whole_block();
    parser.finish(tree)
}

/// Parses the code of a function: statements, or one expression, which becomes a `return` statement.
pub fn parse_function(text: &str) -> ParseResult<Block> {
    let mut parser = Parser::new(text);
    let tree = if parser.holds_statements() {
        parser.whole_block()
    } else {
        let value = parser.whole_expr();
        let at = value.at.clone();
        Block { statements: vec![Stmt { at, kind: StmtKind::Return(Some(value)) }], at: 0..parser.end() }
    };
    parser.finish(tree)
}

/// Parses a type, as written in declarations: `set of int 0..40`, `card?`.
pub fn parse_type(text: &str) -> ParseResult<TypeExpr> {
    let mut parser = Parser::new(text);
    let tree = parser.whole_type();
    parser.finish(tree)
}

/// State of the parser: its position and the errors so far.
struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// Index of the next token. Never beyond the last, which is [`Tok::Eof`].
    pos: usize,
    errors: Vec<SyntaxError>,
    /// True if an error was reported and the parser has not resynchronised yet.
    panicking: bool,
    /// True if newlines separate statements: true in blocks, false inside brackets.
    lines: bool,
    /// True if a `=` ends the expression: true in a possible target of an assignment.
    target: bool,
    /// True if a string is not closed; then unpaired brackets are not reported.
    torn: bool,
    /// Index of the `{` whose `}` is probably the missing one; reported in place of a `{` without a partner.
    unclosed_brace: Option<usize>,
    /// Number of enclosing conditions after `where`.
    in_where: u32,
    /// True if nesting that is too deep was reported.
    deep: bool,
    /// Recursion depth of the parser.
    depth: u32,
    /// Height of the expression that was parsed last.
    height: u32,
}

/// State saved while the parser is inside a bracket that has a partner.
struct BracketGroup {
    opener: usize,
    mate: usize,
    lines: bool,
    target: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        // Offsets have 32 bits. Text of 4 GiB or more is reported as empty code.
        let text = if u32::try_from(text.len()).is_ok() { text } else { "" };
        let mut tokens = lex(text);
        let unclosed_brace = brackets::pair(text, &mut tokens);
        let mut parser = Parser {
            text,
            tokens,
            pos: 0,
            errors: Vec::new(),
            panicking: false,
            lines: false,
            target: false,
            torn: false,
            unclosed_brace,
            in_where: 0,
            deep: false,
            depth: 0,
            height: 0,
        };
        for i in 0..parser.tokens.len() {
            if parser.tokens[i].kind == Tok::OpenStr {
                let start = parser.tokens[i].start;
                let error = SyntaxError::new(
                    codes::OPEN_STRING,
                    start..start + 1,
                    "this string never ends",
                    "begins here",
                )
                .help("close it with `\"` on the same line; a newline inside a string is written `\\n`");
                parser.errors.push(error);
                parser.torn = true;
            }
            parser.lower_keyword(i);
        }
        parser
    }

    fn finish<T>(mut self, tree: T) -> ParseResult<T> {
        self.errors.sort_by_key(|e| (e.at.start, e.at.end));
        ParseResult { tree, errors: self.errors }
    }

    // Position.

    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    fn kind(&self) -> Tok {
        self.tokens[self.pos].kind
    }

    /// Returns the token after the next.
    fn second(&self) -> Token {
        self.tokens[(self.pos + 1).min(self.tokens.len() - 1)]
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[(token.start as usize)..token.end as usize]
    }

    /// Returns whether the next token is this contextual keyword.
    fn at_word(&self, word: &str) -> bool {
        self.kind() == Tok::Word && self.text_of(self.token()) == word
    }

    fn second_is_word(&self, word: &str) -> bool {
        self.second().kind == Tok::Word && self.text_of(self.second()) == word
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Tok::Eof {
            self.pos += 1;
        }
        token
    }

    fn eat(&mut self, kind: Tok) -> bool {
        let there = self.kind() == kind;
        if there {
            self.bump();
        }
        there
    }

    fn at(&self) -> At {
        let token = self.token();
        token.start..token.end
    }

    fn previous_token(&self) -> Option<Token> {
        self.pos.checked_sub(1).map(|i| self.tokens[i])
    }

    /// Returns the end of the last consumed token.
    fn prev_end(&self) -> u32 {
        self.previous_token().map_or(0, |t| t.end)
    }

    fn end(&self) -> u32 {
        self.text.len() as u32
    }

    /// Returns whether a newline before the next token ends the current construct.
    fn line_ended(&self) -> bool {
        self.lines && self.token().newline
    }

    /// Returns whether the current construct ends here: at a newline, closing bracket, end of text, `,` or
    /// `;`.
    fn at_stop(&self) -> bool {
        use Tok::*;
        self.line_ended() || matches!(self.kind(), Eof | Semi | Comma | RParen | RBracket | RBrace)
    }

    // Errors.

    /// Reports an error after which parsing continues normally.
    fn warn(&mut self, error: SyntaxError) {
        if !self.panicking {
            self.errors.push(error);
        }
    }

    /// Reports an error and suppresses others until the parser resynchronises.
    fn fail(&mut self, error: SyntaxError) {
        self.warn(error);
        self.panicking = true;
    }

    /// Creates a node for an expression that could not be parsed.
    fn broken(&mut self) -> Expr {
        self.height = 1;
        Expr { at: self.prev_end()..self.prev_end(), kind: ExprKind::Error }
    }

    fn enter(&mut self) -> bool {
        let fits = self.depth < NESTING;
        if fits {
            self.depth += 1;
        } else {
            self.too_deep(self.at());
        }
        fits
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&mut self, at: At) {
        // Reported once, because nested code exceeds the limit in many places.
        if !self.deep {
            self.deep = true;
            let error =
                SyntaxError::new(codes::TOO_DEEP, at, "this is nested too deeply", "too deep from here on");
            self.warn(error.help("give a part of it a name with `let`, or make it a function"));
        }
        self.panicking = true;
    }

    // Brackets.

    /// Consumes an opening bracket; inside, newlines do not separate. Reports an error and returns `None` if
    /// it is never closed.
    fn open(&mut self) -> Option<BracketGroup> {
        let token = self.token();
        if token.mate == ALONE {
            self.unclosed(token, true);
            self.bump();
            return None;
        }
        let opener = self.pos;
        self.bump();
        let group =
            BracketGroup { opener, mate: token.mate as usize, lines: self.lines, target: self.target };
        self.lines = false;
        self.target = false;
        Some(group)
    }

    /// Reports a bracket without a partner.
    fn unclosed(&mut self, token: Token, panic: bool) {
        let probable = self.unclosed_brace.filter(|_| token.kind == Tok::LBrace);
        let token = probable.map_or(token, |i| self.tokens[i]);
        if !self.torn {
            let message = format!("this `{}` is never closed", self.text_of(token));
            let closer = match token.kind {
                Tok::LParen => ')',
                Tok::LBracket => ']',
                _ => '}',
            };
            let error = SyntaxError::new(codes::OPEN_BRACKET, token.start..token.end, message, "opened here");
            self.warn(error.help(format!("put the `{closer}` where it should end")));
        }
        self.panicking |= panic;
    }

    /// Consumes the closing bracket; reports unparsed tokens before it.
    fn close(&mut self, group: BracketGroup, expected: &str) {
        if !self.panicking && self.pos != group.mate {
            self.unexpected(expected);
        }
        self.pos = group.mate;
        self.panicking = false;
        self.lines = group.lines;
        self.target = group.target;
        let (opener, closer) = (self.tokens[group.opener], self.bump());
        let fits = matches!(
            (opener.kind, closer.kind),
            (Tok::LParen, Tok::RParen) | (Tok::LBracket, Tok::RBracket) | (Tok::LBrace, Tok::RBrace)
        );
        if !fits {
            let (opener, at) = (self.text_of(opener), closer.start..closer.end);
            let message = format!("`{opener}` is closed by `{}`", self.text_of(closer));
            let label = if opener == "(" { "should be `)`" } else { "should be `]`" };
            self.warn(SyntaxError::new(codes::STRAY_BRACKET, at, message, label));
        }
    }

    /// Parses items separated by `,`, up to the end of the bracket.
    fn list<T>(&mut self, group: &BracketGroup, mut read: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut all = Vec::new();
        while self.pos < group.mate && !self.panicking {
            all.push(read(self));
            if self.panicking || !self.eat(Tok::Comma) {
                break;
            }
        }
        all
    }

    /// Skips to the end of a statement that could not be parsed, or of a comment `/* … */` in it.
    fn skip_statement(&mut self, end: usize) {
        let text_at = |i: usize| self.text_of(self.tokens[i]);
        let mut here = self.pos.saturating_sub(1)..end.min(self.pos + 1);
        if here.any(|i| text_at(i) == "/*")
            && let Some(closing) = (self.pos..end).find(|i| text_at(*i) == "*/")
        {
            self.pos = closing + 1;
        }
        while self.pos < end {
            let token = self.token();
            if token.newline || token.kind == Tok::Semi {
                break;
            }
            self.skip_token();
        }
        self.pos = self.pos.min(end);
        self.panicking = false;
    }

    /// Skips a token; an opening bracket with its contents.
    fn skip_token(&mut self) {
        let mate = self.token().mate;
        if mate != ALONE && mate as usize > self.pos {
            self.pos = mate as usize;
        }
        self.bump();
    }

    // Names.

    /// Consumes a name. A reserved keyword in its place is reported and used as the name.
    fn name(&mut self, of_what: &str) -> Option<Name> {
        let token = self.token();
        let text = self.text_of(token);
        let at = self.at();
        let is_name = match token.kind {
            _ if self.line_ended() => false,
            Tok::Word | Tok::Has => {
                if is_reserved(text) {
                    self.reserved(text);
                }
                true
            }
            Tok::BadWord => {
                self.bad_word();
                true
            }
            Tok::In => false,
            kind if kind.is_keyword() => {
                self.reserved(text);
                true
            }
            _ => false,
        };
        if is_name {
            self.bump();
            return Some(Name { text: text.to_owned(), at });
        }
        let message = format!("the name of {of_what} is missing");
        let found = if self.at_stop() {
            let end = self.prev_end();
            let found =
                SyntaxError::new(codes::MISSING_NAME, self.last_char(end), message, "a name should follow");
            match self.previous_token() {
                Some(before) if before.kind == Tok::Dot => {
                    found.help("write the name after the dot, or take the dot away")
                }
                _ => found,
            }
        } else {
            SyntaxError::new(codes::MISSING_NAME, at, message, "a name should stand here")
        };
        self.fail(found);
        None
    }

    fn reserved(&mut self, word: &str) {
        let message = format!("`{word}` is a word of the language and cannot be a name");
        let error = SyntaxError::new(codes::RESERVED, self.at(), message, "choose another name");
        self.warn(error);
    }

    fn bad_word(&mut self) {
        let message = format!("`{}` cannot be a name", self.text_of(self.token()));
        let error = SyntaxError::new(codes::BAD_NAME, self.at(), message, "not only a–z, 0–9 and `_`");
        self.warn(
            error.help("names in code are ids, such as `guard_3`; the name that is printed may be anything"),
        );
    }

    /// Returns the span of the last character before `end`, as a place for the label of something missing.
    fn last_char(&self, end: u32) -> At {
        let length = self.text[..end as usize].chars().next_back().map_or(0, |c| c.len_utf8() as u32);
        end - length..end
    }
}

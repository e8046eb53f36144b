//! The statements that end the game for some or all: `win`, `lose`, `end`.

use super::{Parser, SyntaxError, Tok, codes};
use crate::syntax::ast::{Expr, StmtKind};

impl Parser<'_> {
    /// Parses the rest of `end`.
    pub(super) fn end_(&mut self) -> StmtKind {
        if self.line_ended() || self.kind() != Tok::In {
            if self.at_word("draw") && !self.line_ended() {
                let error = SyntaxError::new(
                    codes::UNEXPECTED,
                    self.at(),
                    "`end in draw` is what ends so",
                    "`in` is missing",
                );
                self.warn(error);
                self.bump();
                return StmtKind::End { draw: true, ending: self.ending() };
            }
            return StmtKind::End { draw: false, ending: self.ending() };
        }
        self.bump();
        if !self.at_word("draw") || self.line_ended() {
            self.unexpected("`draw` should follow");
            return StmtKind::Error;
        }
        self.bump();
        StmtKind::End { draw: true, ending: self.ending() }
    }

    /// Parses the players of `win` and `lose`.
    pub(super) fn parse_players(&mut self, word: &str) -> Expr {
        if matches!(self.kind(), Tok::Str | Tok::FancyStr) && !self.line_ended() {
            let message = format!("`{word}` does not say whom it names");
            let error =
                SyntaxError::new(codes::UNEXPECTED, self.at(), message, "a player should stand before this");
            self.fail(
                error.help(format!("write `{word} you \"…\"`, or `{word} players \"…\"` for everybody")),
            );
            return self.broken();
        }
        if self.at_stop() {
            let at = self.previous_token().map_or(self.at(), |before| before.start..before.end);
            let message = format!("something is missing after `{word}`");
            let error = SyntaxError::new(codes::MISSING_VALUE, at, message, "a player should follow");
            self.fail(error.help(format!(
                "write `{word} players` for everybody, or a player after it, such as `{word} players[1]`"
            )));
            return self.broken();
        }
        self.required()
    }

    /// Parses the string after `win p`, `lose p` and `end` that names the ending.
    pub(super) fn ending(&mut self) -> Option<String> {
        if self.line_ended() || self.panicking {
            return None;
        }
        if self.kind() == Tok::Comma && self.second().kind == Tok::Str && !self.second().newline {
            let message = "no comma stands before the name of an ending";
            let error = SyntaxError::new(codes::UNEXPECTED, self.at(), message, "leave this out");
            self.warn(error.help("write `win p \"ten points\"`"));
            self.bump();
        }
        if let Some(words) = self.words_of_line() {
            let message = "the name of an ending stands in quotes";
            let error = SyntaxError::new(codes::UNEXPECTED, self.at(), message, "not in quotes");
            self.fail(error.help(format!("write `\"{words}\"`")));
            return None;
        }
        self.string().map(|(text, _)| text)
    }

    /// Returns the rest of the line, up to the end of the block, if there are only words in it.
    fn words_of_line(&self) -> Option<&str> {
        let start = self.token().start as usize;
        let mut end = start;
        for token in &self.tokens[self.pos..] {
            let is_end = matches!(token.kind, Tok::Eof | Tok::Semi | Tok::RBrace);
            if is_end || token.newline && end > start {
                break;
            }
            if token.kind != Tok::Word && !token.kind.is_keyword() {
                return None;
            }
            end = token.end as usize;
        }
        self.text.get(start..end).filter(|words| self.kind() == Tok::Word && !words.is_empty())
    }
}

//! Suggestions: operators and keywords of other languages, and misspelt keywords.

use super::{Parser, SyntaxError, Tok, codes};
use crate::diagnostics::nearest;
use crate::syntax::ast::At;
use crate::syntax::words::{JOINERS, STARTERS, keyword};

/// Returns the token that a foreign operator corresponds to, if there is one, and how it is written here.
pub(super) fn sign(text: &str) -> (Option<Tok>, &'static str) {
    match text {
        "&&" => (Some(Tok::And), "`and`"),
        "||" | "|" => (Some(Tok::Or), "`or`"),
        "!" => (Some(Tok::Not), "`not`"),
        "===" => (Some(Tok::Eq), "`==`"),
        "!==" | "<>" | "≠" => (Some(Tok::Ne), "`!=`"),
        "=<" | "≤" => (Some(Tok::Le), "`<=`"),
        "≥" => (Some(Tok::Ge), "`>=`"),
        "–" | "—" | "−" => (Some(Tok::Minus), "`-`"),
        "×" | "·" => (Some(Tok::Star), "`*`"),
        "÷" => (Some(Tok::Slash), "`/`"),
        "…" => (Some(Tok::DotDot), "`..`"),
        ":=" => (Some(Tok::Assign), "`=`"),
        "=>" => (None, "at least is `>=`; nothing is written with an arrow"),
        "->" => (None, "nothing is written with an arrow"),
        "?" => (None, "one of two values is chosen by `x if c else y`"),
        ":" => (None, "types and blocks need no `:`; a block stands in `{ }`"),
        "++" => (None, "to count up, write `x += 1`"),
        "*=" | "/=" | "%=" | "&=" | "|=" => (None, "only `=`, `+=` and `-=` change something: `x = x * 2`"),
        "**" | "^" => (None, "there is no sign for that; multiply, or write a function"),
        "//" => (None, "a comment begins with `#`; numbers are divided with a single `/`"),
        "/*" | "*/" => (None, "a comment begins with `#`, in each of its lines"),
        "::" => (None, "what belongs to something is written with a dot: `p.hand`"),
        "'" | "‘" | "’" | "“" | "”" | "„" | "«" | "»" => {
            (None, "texts stand in straight double quotes: `\"text\"`")
        }
        copy if copy.starts_with('#') => (
            None,
            "rules do not tell copies apart: one of them is `first(S where name == …)`; a comment has a space before its `#`",
        ),
        _ => (None, ""),
    }
}

/// Returns whether a word stands for `none`, here or in another language. Games may have other words of
/// these, such as `nil`, as ids.
pub(super) fn is_none_word(text: &str) -> bool {
    matches!(text, "none" | "None" | "NONE" | "null" | "Null" | "NULL" | "Nil" | "NIL")
}

/// Returns help for a keyword of another language.
fn word(text: &str) -> Option<&'static str> {
    Some(match text {
        "then" | "do" | "begin" => "what is done stands in braces: `if c { … }`",
        "elif" | "elseif" | "elsif" => "write `else if c { … }`",
        "var" | "const" | "local" | "mut" => "a variable is made by `let x = 1`",
        "foreach" | "each" => "write `for each x in S { … }`",
        "when" | "whenever" => "what is done only sometimes is written `if c { … }`",
        "have" => "what somebody or something has stands behind a dot: `p.hand`",
        "unless" => "write `if not c { … }`",
        "until" => "write `while not c { … }`",
        "switch" | "match" | "case" => "write `if … { … } else if … { … }`",
        "mod" => "the remainder is written `a % b`",
        "contains" => "write `x in S`",
        "with" => "the elements for which something holds are `S where C`",
        "times" => "write `repeat 3 { … }`",
        "equals" => "a comparison is written `==`",
        "loop" | "forever" => "write `while true { … }`, and leave it with `break`",
        "wins" => "who wins stands behind the word: `win p`",
        "loses" => "who loses stands behind the word: `lose p`",
        _ => return None,
    })
}

/// Returns the keyword that a word misspells. Short words are similar by accident; the first letter must
/// match, because it is rarely mistyped.
fn misspelt(text: &str, known: &'static [&'static str]) -> Option<&'static str> {
    if text.len() < 3 {
        return None;
    }
    nearest(text, known.iter().copied().filter(|known| known.as_bytes()[0] == text.as_bytes()[0]))
}

impl Parser<'_> {
    /// Reports a keyword that is written with capitals, and makes it the keyword. Operators are left to
    /// [`Parser::intended_token`], and the names of variables remain names.
    pub(super) fn lower_keyword(&mut self, i: usize) {
        let token = self.tokens[i];
        let text = self.text_of(token);
        if token.kind != Tok::Word || !text.starts_with(|c: char| c.is_ascii_uppercase()) {
            return;
        }
        let before = i.checked_sub(1).map(|i| self.tokens[i].kind);
        let after = self.tokens.get(i + 1).map_or(Tok::Eof, |t| t.kind);
        let begins =
            token.newline || matches!(before, None | Some(Tok::LBrace | Tok::RBrace | Tok::Semi | Tok::Else));
        let kind = keyword(&text.to_lowercase());
        let is_meant = match kind {
            Tok::True | Tok::False => !matches!(before, Some(Tok::Dot | Tok::Let | Tok::Each)),
            Tok::Else => before == Some(Tok::RBrace),
            Tok::Each => before == Some(Tok::For),
            kind => kind.starts_statement() && begins,
        };
        let is_name = matches!(after, Tok::Assign | Tok::PlusAssign | Tok::MinusAssign | Tok::Dot | Tok::In);
        if !is_meant || is_name {
            return;
        }
        let written = text.to_lowercase();
        let at = token.start..token.end;
        let message = format!("`{text}` is written `{written}`");
        let error = SyntaxError::new(codes::FOREIGN, at.clone(), message, format!("write `{written}`"));
        self.errors.push(error.help("words of the language are in lowercase").instead(at, written));
        self.tokens[i].kind = kind;
    }

    /// Returns whether the next token stands for `none`, in this or another spelling, and not for a call.
    pub(super) fn at_none(&self) -> bool {
        self.kind() == Tok::Word
            && is_none_word(self.text_of(self.token()))
            && self.second().kind != Tok::LParen
    }

    /// Consumes a word for `none`, and reports another spelling.
    pub(super) fn bump_none(&mut self) {
        let text = self.text_of(self.token());
        if text != "none" {
            let (code, message) = match text.eq_ignore_ascii_case("none") {
                true => (codes::FOREIGN, format!("`{text}` is written `none`")),
                false => (codes::NO_NULL, format!("there is no `{text}`")),
            };
            let error = SyntaxError::new(code, self.at(), message, "write `none`");
            self.warn(error.instead(self.at(), "none"));
        }
        self.bump();
    }

    /// Returns the next token as a keyword or operator, also if it is spelled as in another language.
    pub(super) fn intended_token(&self) -> Tok {
        let token = self.token();
        match token.kind {
            Tok::Foreign => sign(self.text_of(token)).0.unwrap_or(Tok::Foreign),
            Tok::Word
                if self.text[(token.start as usize)..].starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                keyword(&self.text_of(token).to_lowercase())
            }
            kind => kind,
        }
    }

    /// Consumes an operator, and reports the correct spelling if it is foreign.
    pub(super) fn bump_meant(&mut self) {
        let text = self.text_of(self.token());
        let found = match self.kind() {
            Tok::Foreign => Some((codes::FOREIGN, sign(text).1.to_owned())),
            Tok::Word => Some((codes::FOREIGN, format!("`{}`", text.to_lowercase()))),
            _ => None,
        };
        if let Some((code, written)) = found {
            let message = format!("`{text}` is written {written}");
            let error = SyntaxError::new(code, self.at(), message, format!("write {written}"));
            let instead = self.apart(written.trim_matches('`'));
            self.warn(error.instead(self.at(), instead));
        }
        self.bump();
    }

    /// Fails at an unexpected token, with the expected ones or a suggestion.
    pub(super) fn unexpected(&mut self, expected: &str) {
        let token = self.token();
        let text = self.text_of(token);
        let error = match token.kind {
            Tok::OpenStr => {
                self.panicking = true; // reported already
                return;
            }
            Tok::Foreign | Tok::Question => self.foreign(),
            Tok::RParen | Tok::RBracket | Tok::RBrace if token.mate == super::ALONE => {
                if self.torn {
                    self.panicking = true;
                    return;
                }
                let message = format!("this `{text}` closes nothing");
                SyntaxError::new(codes::STRAY_BRACKET, self.at(), message, "nothing is open here")
                    .help("take it away, or put the bracket that it should close")
            }
            _ if self.line_ended() || token.kind == Tok::Eof => {
                let at = self.last_char(self.prev_end());
                let after =
                    self.previous_token().map_or(String::new(), |t| format!(" after `{}`", self.text_of(t)));
                SyntaxError::new(codes::UNEXPECTED, at, format!("something is missing{after}"), expected)
            }
            _ => {
                let error = SyntaxError::new(
                    codes::UNEXPECTED,
                    self.at(),
                    format!("`{text}` does not fit here"),
                    expected,
                );
                match (self.guess(), token.kind) {
                    (Some(guess), _) => guess.add_to(error),
                    (None, Tok::PlusAssign | Tok::MinusAssign) => {
                        let sign = &text[..1];
                        error.help(format!(
                            "`{text}` changes something, which a value cannot do; one value from another is `x {sign} 1`"
                        ))
                    }
                    (None, _) => error,
                }
            }
        };
        self.fail(error);
    }

    /// Creates the error for an operator of another language.
    pub(super) fn foreign(&self) -> SyntaxError {
        let text = self.text_of(self.token());
        let (meaning, help) = sign(text);
        let (code, help) = match meaning {
            Some(_) => (codes::FOREIGN, format!("it is written {help}")),
            None if help.is_empty() => (codes::STRANGE_SIGN, String::new()),
            None => (codes::FOREIGN, help.to_owned()),
        };
        let error =
            SyntaxError::new(code, self.at(), format!("`{text}` means nothing here"), "not of the language");
        let error = if help.is_empty() { error } else { error.help(help) };
        match meaning {
            Some(_) => error.instead(self.at(), self.apart(sign(text).1.trim_matches('`'))),
            None => error,
        }
    }

    /// Returns a text for the place of the token, with the blanks that a word needs between others.
    fn apart(&self, text: &str) -> String {
        let (before, after) =
            (&self.text[..self.token().start as usize], &self.text[(self.token().end as usize)..]);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let blank = |needed: bool| if needed { " " } else { "" };
        let is_close = text.starts_with(is_word);
        let (left, right) = (is_close && before.ends_with(is_word), is_close && after.starts_with(is_word));
        format!("{}{text}{}", blank(left), blank(right))
    }

    /// Returns a suggestion for an unexpected word, or for the word before it.
    pub(super) fn guess(&self) -> Option<Guess> {
        let text = self.text_of(self.token());
        let token_before = self.previous_token().filter(|t| t.kind == Tok::Word);
        let before = token_before.map(|t| self.text_of(t));
        let starts_line =
            |at: usize| at == 0 || self.tokens[at].newline || !self.tokens[at - 1].kind.ends_value();
        if let (Some(token), Some(before)) = (token_before, before)
            && starts_line(self.pos - 1)
            && word(before).is_none()
            && let Some(meant) = misspelt(before, STARTERS)
        {
            let help = format!("did you mean `{meant}` instead of `{before}`?");
            return Some(Guess { help, instead: Some((token.start..token.end, meant)) });
        }
        if let Some(help) = word(text).or(before.and_then(word)) {
            return Some(Guess { help: help.to_owned(), instead: None });
        }
        let meant = if self.kind() == Tok::Word { misspelt(text, JOINERS)? } else { return None };
        Some(Guess { help: format!("did you mean `{meant}`?"), instead: Some((self.at(), meant)) })
    }
}

/// A suggestion for a word.
pub(super) struct Guess {
    help: String,
    instead: Option<(At, &'static str)>,
}

impl Guess {
    pub(super) fn add_to(self, error: SyntaxError) -> SyntaxError {
        let error = error.help(self.help);
        match self.instead {
            Some((at, text)) => error.instead(at, text),
            None => error,
        }
    }
}

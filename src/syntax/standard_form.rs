//! Code on a single line, and comparison of two pieces of code up to spaces, comments, texts and names of
//! variables.

use std::collections::BTreeMap;

use super::lexer::lex;
use super::token::{Tok, Token};

/// Built-in words that bind a variable to each element of a set: `sum(c in hand, c.cost)`.
const BINDERS: [&str; 10] = ["all", "any", "best", "count", "max", "min", "none", "sum", "union", "values"];

/// Returns code without comments in a single line. Statements are separated by `;`.
pub fn in_one_line(code: &str) -> String {
    let mut line = String::with_capacity(code.len());
    let mut before: Option<Token> = None;
    for token in lex(code).into_iter().filter(|token| token.kind != Tok::Eof) {
        if let Some(before) = before {
            let gap = before.end < token.start;
            let opens =
                matches!(before.kind, Tok::LBrace | Tok::LParen | Tok::LBracket | Tok::Comma | Tok::Semi);
            let follows =
                matches!(token.kind, Tok::RBrace | Tok::RParen | Tok::RBracket | Tok::Else | Tok::Semi);
            let statement =
                token.newline && before.kind.ends_value() && !opens && !follows && !joins(token.kind);
            line.push_str(if statement {
                "; "
            } else if gap {
                " "
            } else {
                ""
            });
        }
        line.push_str(code.get((token.start as usize)..token.end as usize).unwrap_or_default());
        before = Some(token);
    }
    line
}

/// Returns whether a token at the beginning of a line continues the expression of the line before.
fn joins(kind: Tok) -> bool {
    use Tok::*;
    matches!(
        kind,
        And | Or
            | In
            | Is
            | Where
            | Dot
            | Plus
            | Star
            | Slash
            | Percent
            | Eq
            | Ne
            | Lt
            | Le
            | Gt
            | Ge
            | Default
    )
}

/// Returns a key that two pieces of code share only if they mean the same under the same declarations.
/// Variables are known by the order in which they are declared; comments, spaces, newlines and the texts of
/// questions, labels and log lines are left out.
pub fn meaning_key(code: &str) -> String {
    let tokens: Vec<Token> = lex(code);
    let text = |token: &Token| code.get((token.start as usize)..token.end as usize).unwrap_or_default();
    let mut variables: BTreeMap<&str, usize> = BTreeMap::new();
    let params = params_in(&tokens, &text);
    for i in 0..tokens.len() {
        let param = params.contains(&i).then(|| text(&tokens[i]));
        if let Some(name) = param.or_else(|| bound_at(&tokens, i, &text)) {
            let next = variables.len();
            variables.entry(name).or_insert(next);
        }
    }
    let mut key: Vec<String> = Vec::with_capacity(tokens.len());
    for (i, token) in tokens.iter().enumerate() {
        let closes = |t: Option<&Token>| {
            t.is_some_and(|t| matches!(t.kind, Tok::RBrace | Tok::RParen | Tok::RBracket))
        };
        let member = i.checked_sub(1).is_some_and(|before| tokens[before].kind == Tok::Dot);
        let piece = match token.kind {
            Tok::Eof | Tok::Semi => continue,
            Tok::Comma if closes(tokens.get(i + 1)) => continue,
            Tok::Str | Tok::FancyStr => "\"".to_owned(),
            Tok::Word => match variables.get(text(token)).filter(|_| !member) {
                Some(number) => format!("%{number}"),
                None => text(token).to_owned(),
            },
            Tok::RBrace => {
                sort_values(&mut key);
                "}".to_owned()
            }
            _ => text(token).to_owned(),
        };
        key.push(piece);
        // `none(…)` for `not any(…)`
        if let [.., not, any, open] = key.as_mut_slice()
            && *not == "not"
            && *any == "any"
            && *open == "("
        {
            key.truncate(key.len() - 3);
            key.extend(["none".to_owned(), "(".to_owned()]);
        }
    }
    key.push(String::new());
    key.join(" ")
}

/// Sorts the values of a set, `a, b` after its brace, at the end of a key.
fn sort_values(key: &mut [String]) {
    let Some(open) = key.iter().rposition(|token| token == "{") else { return };
    let is_word = |token: &String| token.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '%');
    let inside = &mut key[open + 1..];
    let is_list = inside.len() >= 3
        && inside.len() % 2 == 1
        && inside.iter().step_by(2).all(is_word)
        && inside.iter().skip(1).step_by(2).all(|token| token == ",");
    if is_list {
        let mut values: Vec<String> = inside.iter().step_by(2).cloned().collect();
        values.sort_unstable();
        for (place, value) in inside.iter_mut().step_by(2).zip(values) {
            *place = value;
        }
    }
}

/// Returns the tokens that name parameters, if the code begins with a list of them, or has one behind a
/// colon: `(n int, to card) …`.
fn params_in<'c>(tokens: &[Token], text: &impl Fn(&Token) -> &'c str) -> Vec<usize> {
    let opens = |i: &usize| {
        tokens[*i].kind == Tok::LParen && i.checked_sub(1).is_none_or(|before| text(&tokens[before]) == ":")
    };
    let Some(start) = (0..tokens.len()).find(opens) else { return Vec::new() };
    let mut depth = 0_usize;
    let mut params = Vec::new();
    for (i, pair) in tokens.windows(2).enumerate().skip(start) {
        match pair[0].kind {
            Tok::LParen | Tok::LBrace | Tok::LBracket => depth += 1,
            Tok::RParen | Tok::RBrace | Tok::RBracket if depth <= 1 => break,
            Tok::RParen | Tok::RBrace | Tok::RBracket => depth -= 1,
            _ => {}
        }
        let begins = matches!(pair[0].kind, Tok::LParen | Tok::Comma) && depth == 1;
        let named = tokens.get(i + 2).is_some_and(|next| next.kind == Tok::Word);
        if begins && pair[1].kind == Tok::Word && named {
            params.push(i + 1);
        }
    }
    params
}

/// Returns the variable that token `i` declares; `None` if the token declares none.
fn bound_at<'c>(tokens: &[Token], i: usize, text: &impl Fn(&Token) -> &'c str) -> Option<&'c str> {
    let token = tokens.get(i).filter(|token| token.kind == Tok::Word)?;
    let before = |n: usize| i.checked_sub(n).map(|at| &tokens[at]);
    let kind = |n: usize| before(n).map(|token| token.kind);
    let next = tokens.get(i + 1);
    let declares = match kind(1) {
        Some(Tok::Let | Tok::Each) => true,
        Some(Tok::LParen) if next.is_some_and(|next| next.kind == Tok::In) => {
            before(2).is_some_and(|of| of.kind == Tok::Word && BINDERS.contains(&text(of)))
        }
        // `act p from {…}` declares nothing; `choose up to 2 cards from hand` does.
        Some(Tok::Act) | None => false,
        Some(Tok::Word)
            if kind(2) == Some(Tok::Act) && before(1).is_some_and(|token| text(token) == "more") =>
        {
            false
        }
        Some(_) => next.is_some_and(|next| text(next) == "from"),
    };
    declares.then(|| text(token))
}

/// Returns the names in code, those of members left out.
pub fn names(code: &str) -> Vec<&str> {
    let tokens = lex(code);
    let words = tokens.iter().enumerate().filter(|(i, token)| {
        let member = i.checked_sub(1).is_some_and(|before| tokens[before].kind == Tok::Dot);
        token.kind == Tok::Word && !member
    });
    words.filter_map(|(_, token)| code.get((token.start as usize)..token.end as usize)).collect()
}

//! Statements that read something by its name, and those that go on with what they read.

use std::collections::BTreeSet;

use super::lexer::lex;
use super::token::{Tok, Token};

/// Returns the statements of a line of code that have one of some names, with the blocks in them, and those
/// that have a variable which these set: `let x = c.bonus` and then `total += x`.
pub fn statements_reading<'c>(line: &'c str, names: &BTreeSet<String>) -> Vec<&'c str> {
    let statements = statements(line);
    let of = |s: &Statement<'c>| match s.words.as_slice() {
        [(_, Tok::Let), (name, _), ..] => Some(*name),
        _ => None,
    };
    let declared: BTreeSet<&str> = statements.iter().filter_map(of).collect();
    let mut known: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    loop {
        let taken = statements.iter().filter(|s| s.words.iter().any(|(word, _)| known.contains(word)));
        let set = taken.flat_map(|s| s.words.windows(2)).filter_map(|two| match (two[0].1, two[1].1) {
            (Tok::Let, _) => Some(two[1].0),
            (_, Tok::Assign | Tok::PlusAssign | Tok::MinusAssign) => Some(two[0].0),
            _ => None,
        });
        let set: Vec<&str> = set.filter(|word| declared.contains(word)).collect();
        let before = known.len();
        known.extend(set);
        if known.len() == before {
            break;
        }
    }
    let is_taken = |s: &&Statement| s.words.iter().any(|(word, _)| known.contains(word));
    statements.iter().filter(is_taken).map(|s| s.code).collect()
}

/// Returns the names of the calls in a line of code whose arguments have one of some names: `gain` for
/// `gain(p, c.bonus)`.
pub fn calls_around(line: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
    let tokens = lex(line);
    let text = |token: &Token| line.get(token.start as usize..token.end as usize).unwrap_or_default();
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut found = BTreeSet::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Tok::LParen => {
                let before = i.checked_sub(1).map(|before| &tokens[before]);
                open.push(before.filter(|before| before.kind == Tok::Word).map(text));
            }
            Tok::RParen => drop(open.pop()),
            Tok::Word if names.contains(text(token)) => {
                found.extend(open.iter().flatten().map(|name| (*name).to_owned()));
            }
            _ => {}
        }
    }
    found
}

/// A statement of the outermost block of a line of code.
struct Statement<'c> {
    code: &'c str,
    /// Its words and signs.
    words: Vec<(&'c str, Tok)>,
}

fn statements(line: &str) -> Vec<Statement<'_>> {
    let tokens = lex(line);
    let slice = |from: u32, to: u32| line.get(from as usize..to as usize).unwrap_or_default();
    let mut all: Vec<Statement> = Vec::new();
    let (mut depth, mut start, mut words) = (0_usize, 0, Vec::new());
    // The actions of `act p from {draw, use}` read nothing.
    let mut is_listed = false;
    for token in &tokens {
        let is_from = words.last().is_some_and(|(word, _)| *word == "from");
        is_listed = token.kind != Tok::RBrace && (is_listed || token.kind == Tok::LBrace && is_from);
        if is_listed {
            depth += usize::from(token.kind == Tok::LBrace);
            continue;
        }
        match token.kind {
            Tok::LBrace | Tok::LParen | Tok::LBracket => depth += 1,
            Tok::RBrace | Tok::RParen | Tok::RBracket => depth = depth.saturating_sub(1),
            _ => {}
        }
        if token.kind == Tok::Eof || token.kind == Tok::Semi && depth == 0 {
            all.push(Statement { code: slice(start, token.start).trim(), words: std::mem::take(&mut words) });
            start = token.end;
        } else {
            words.push((slice(token.start, token.end), token.kind));
        }
    }
    all
}

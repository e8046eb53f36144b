//! Bracket matching, before parsing: so the parser knows at an opening bracket whether it is ever closed, and
//! where to resume after something inside it could not be parsed.

use super::token::{ALONE, Tok, Token};

/// Sets the `mate` of every bracket. Returns the index of the `{` whose `}` is missing by the indentation of
/// the lines, which is not always the one that is left without a partner.
pub(super) fn pair(text: &str, tokens: &mut [Token]) -> Option<usize> {
    let round = pair_once(text, tokens, false);
    if round.open_brace && round.doubtful {
        // A closing brace is missing, and it may be that of a set.
        pair_once(text, tokens, true);
    }
    if round.open_brace { unclosed_by_indentation(text, tokens) } else { None }
}

/// Returns the first `{` in a line that is indented more than the `}` which would close it, if that `}` is
/// indented as the line of an outer `{`.
fn unclosed_by_indentation(text: &str, tokens: &[Token]) -> Option<usize> {
    let indent = |token: Token| {
        let before = &text[..token.start as usize];
        let line = &text[before.rfind('\n').map_or(0, |at| at + 1)..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    };
    let mut open: Vec<usize> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            Tok::LBrace => open.push(i),
            Tok::RBrace => {
                let top = open.pop()?;
                let own = indent(*token);
                let is_outer = |outer: &usize| indent(tokens[*outer]) == own;
                if token.newline && indent(tokens[top]) > own && open.iter().any(is_outer) {
                    return Some(top);
                }
            }
            _ => {}
        }
    }
    None
}

/// Observations of one round of pairing.
struct PairingRound {
    /// True if a `{` was left without a partner.
    open_brace: bool,
    /// True if a line inside a set began with a token that cannot continue the set.
    doubtful: bool,
}

/// Pairs all brackets; with `doubt`, a set ends unclosed before a line that cannot continue it.
fn pair_once(text: &str, tokens: &mut [Token], doubt: bool) -> PairingRound {
    let mut seen = PairingRound { open_brace: false, doubtful: false };
    let mut open: Vec<(usize, bool)> = Vec::new(); // index, whether it is the brace of a set
    let mut count = [0usize; 3];
    for i in 0..tokens.len() {
        let token = tokens[i];
        if token.newline && i > 0 && matches!(open.last(), Some((_, true))) {
            let goes_on = !tokens[i - 1].kind.ends_value() || !begins_value(token.kind);
            if !goes_on {
                seen.doubtful = true;
                if doubt {
                    open.pop();
                    count[2] -= 1;
                }
            }
        }
        let Some(sort) = sort_of(token.kind) else { continue };
        tokens[i].mate = ALONE;
        if matches!(token.kind, Tok::LParen | Tok::LBracket | Tok::LBrace) {
            open.push((i, sort == 2 && is_set(text, tokens, i)));
            count[sort] += 1;
            continue;
        }
        let Some(&(last, _)) = open.last() else { continue };
        let last_sort = sort_of(tokens[last].kind);
        if last_sort != Some(sort) {
            if count[sort] > 0 {
                // The partner is further down the stack: the brackets above it are never closed.
                while let Some(&(top, _)) = open.last() {
                    let top_sort = sort_of(tokens[top].kind).unwrap_or(sort);
                    if top_sort == sort {
                        break;
                    }
                    seen.open_brace |= top_sort == 2;
                    count[top_sort] -= 1;
                    open.pop();
                }
            } else if last_sort == Some(2) {
                continue; // a stray `)` or `]` in a block
            }
            // A mismatch such as `(a]` counts as a pair, and is reported.
        }
        if let Some((top, _)) = open.pop() {
            count[sort_of(tokens[top].kind).unwrap_or(sort)] -= 1;
            tokens[top].mate = i as u32;
            tokens[i].mate = top as u32;
        }
    }
    seen.open_brace |= open.iter().any(|(i, _)| tokens[*i].kind == Tok::LBrace);
    seen
}

fn sort_of(kind: Tok) -> Option<usize> {
    match kind {
        Tok::LParen | Tok::RParen => Some(0),
        Tok::LBracket | Tok::RBracket => Some(1),
        Tok::LBrace | Tok::RBrace => Some(2),
        _ => None,
    }
}

/// Returns whether the `{` at `i` begins a set. After a value or a statement keyword, it begins a block.
pub(super) fn is_set(text: &str, tokens: &[Token], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|b| tokens[b]) else { return false };
    if before.kind == Tok::Word {
        return &text[(before.start as usize)..before.end as usize] == "from";
    }
    let block = before.kind.ends_value()
        || before.kind.starts_statement() && before.kind != Tok::Return
        || matches!(before.kind, Tok::Else | Tok::Semi | Tok::OpenStr);
    !block
}

fn begins_value(kind: Tok) -> bool {
    use Tok::*;
    kind.starts_statement() && kind != If
        || matches!(kind, Word | BadWord | Int | Str | FancyStr | True | False | Has)
}

//! Finds what a template that extends another writes outside of its blocks, and that is never drawn.

use std::ops::Range;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use crate::ir::ToIndex;

/// Returns the first text, hole or `{% include %}` outside of blocks behind an `{% extends %}`; `None` if
/// there is none, or nothing but comments.
pub fn find_outside_blocks(text: &str) -> Option<Range<usize>> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    let bytes = |span: Span| span.start_offset.index()..span.end_offset.index();
    let (mut extends, mut depth) = (false, 0_usize);
    while let Some((token, span)) = tokens.next() {
        let at = bytes(span);
        let is_outside = extends && depth == 0;
        let is_tag = match token {
            Token::TemplateData(_) if is_outside => {
                if let Some(written) = text.get(at.clone()).and_then(first_line) {
                    return Some(at.start + written.start..at.start + written.end);
                }
                false
            }
            Token::VariableStart => is_outside,
            Token::BlockStart => match tokens.next() {
                Some((Token::Ident("extends"), _)) => {
                    extends = true;
                    false
                }
                Some((Token::Ident("block"), _)) => {
                    depth += 1;
                    false
                }
                Some((Token::Ident("endblock"), _)) => {
                    depth = depth.saturating_sub(1);
                    false
                }
                Some((Token::Ident("include"), _)) => is_outside,
                // A loop or a condition writes a text, a hole or an inclusion, which are seen by themselves.
                _ => false,
            },
            _ => false,
        };
        if is_tag {
            let end = tokens.find(|(token, _)| matches!(token, Token::VariableEnd | Token::BlockEnd));
            return Some(at.start..end.map_or(at.end, |(_, span)| bytes(span).end));
        }
    }
    None
}

/// Returns the range of the first line of a text that is neither empty nor a comment of SVG.
fn first_line(text: &str) -> Option<Range<usize>> {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix("<!--") {
        rest = comment.split_once("-->")?.1.trim_start();
    }
    let line = rest.lines().next()?.trim_end();
    let start = text.len() - rest.len();
    Some(start..start + line.len())
}

//! Finds what a template that extends another writes, and that is never drawn: it is outside of blocks, or in
//! a block that the other template does not have.

use std::ops::Range;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use crate::ir::ToIndex;

/// The most faces that extend each other which are looked through for a block.
const MOST_EXTENDED: usize = 16;

/// Markup of a template that is never drawn, since the template extends another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayMarkup<'a> {
    /// The name of the template.
    pub template: &'a str,
    /// Its range, in bytes of the template.
    pub range: Range<usize>,
    pub sort: StraySort<'a>,
    /// The blocks of the other templates, from the nearest to the furthest.
    pub blocks: Vec<&'a str>,
}

/// The reason why markup is never drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StraySort<'a> {
    /// It is in no block.
    Outside,
    /// It is in a block of this name, which no other template has.
    UnknownBlock(&'a str),
}

impl<'a> StrayMarkup<'a> {
    /// Returns the first markup of a template outside of blocks, and all of its blocks that replace nothing.
    /// `text_of` returns the text of a template by its name.
    pub fn all_of(
        template: &'a str,
        text: &'a str,
        text_of: impl Fn(&str) -> Option<&'a str>,
    ) -> Vec<StrayMarkup<'a>> {
        let mut others = Vec::new();
        let mut extended = extended_face(text);
        while let Some(other) = extended.and_then(&text_of).filter(|_| others.len() < MOST_EXTENDED) {
            others.push(other);
            extended = extended_face(other);
        }
        let blocks: Vec<&str> = others.iter().flat_map(|other| blocks_of(other)).collect();
        let outside = find_outside_blocks(text).map(|range| (range, StraySort::Outside));
        // If one of the other templates is not there, its blocks are not known.
        let is_complete = !others.is_empty() && extended.is_none();
        let outer = if is_complete { outer_blocks(text) } else { Vec::new() };
        let unknown = outer.into_iter().filter(|(name, _)| !blocks.contains(name));
        let unknown = unknown.map(|(name, range)| (range, StraySort::UnknownBlock(name)));
        let stray = outside.into_iter().chain(unknown);
        stray.map(|(range, sort)| StrayMarkup { template, range, sort, blocks: blocks.clone() }).collect()
    }
}

/// Returns the first text, hole or `{% include %}` outside of blocks behind an `{% extends %}`; `None` if
/// there is none, or nothing but comments.
fn find_outside_blocks(text: &str) -> Option<Range<usize>> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    let bytes = |span: Span| span.start_offset.index()..span.end_offset.index();
    let (mut extends, mut depth) = (false, 0_usize);
    while let Some((token, span)) = tokens.next() {
        let at = bytes(span);
        let is_outside = extends && depth == 0;
        let statement = match token {
            Token::BlockStart => tokens.next().map_or("", |(token, _)| name_in(&token)),
            _ => "",
        };
        match statement {
            "extends" => extends = true,
            "block" => depth += 1,
            "endblock" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if !is_outside {
            continue;
        }
        // A loop or a condition writes a text, a hole or an inclusion, which are seen by themselves.
        if matches!(token, Token::VariableStart) || statement == "include" {
            let end = tokens.find(|(token, _)| matches!(token, Token::VariableEnd | Token::BlockEnd));
            return Some(at.start..end.map_or(at.end, |(_, span)| bytes(span).end));
        }
        if let (Token::TemplateData(_), Some(line)) = (&token, text.get(at.clone()).and_then(first_line)) {
            return Some(at.start + line.start..at.start + line.end);
        }
    }
    None
}

/// Returns the name of the template that a template extends.
fn extended_face(text: &str) -> Option<&str> {
    words_behind(text, "extends").into_iter().next()
}

/// Returns the names of the blocks of a template that lie in no other block, and their places.
fn outer_blocks(text: &str) -> Vec<(&str, Range<usize>)> {
    let (mut blocks, mut depth) = (Vec::new(), 0_usize);
    for (statement, token, span) in statements(text) {
        match statement {
            "block" => {
                if depth == 0 {
                    blocks.push((name_in(&token), span.start_offset.index()..span.end_offset.index()));
                }
                depth += 1;
            }
            "endblock" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    blocks
}

/// Returns the names of the blocks of a template.
fn blocks_of(text: &str) -> Vec<&str> {
    words_behind(text, "block")
}

/// Returns the name or text behind each statement of a sort: `foot` of `{% block foot %}`.
fn words_behind<'t>(text: &'t str, asked: &str) -> Vec<&'t str> {
    let behind = statements(text).filter(|(statement, ..)| *statement == asked);
    behind.map(|(_, token, _)| name_in(&token)).filter(|name| !name.is_empty()).collect()
}

/// Returns the statements of a template, each with the token behind its keyword, and the place of that.
fn statements(text: &str) -> impl Iterator<Item = (&str, Token<'_>, Span)> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    std::iter::from_fn(move || {
        tokens.find(|(token, _)| matches!(token, Token::BlockStart))?;
        let (keyword, _) = tokens.next()?;
        let (behind, span) = tokens.next()?;
        Some((name_in(&keyword), behind, span))
    })
}

/// Returns the name or the text of a token; empty if it is another one.
fn name_in<'t>(token: &Token<'t>) -> &'t str {
    match token {
        Token::Ident(name) | Token::Str(name) => name,
        _ => "",
    }
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

//! Finds what a template that extends another writes outside of its blocks, and that is never drawn.

use std::ops::Range;

use minijinja::machinery::{Span, Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use crate::ir::ToIndex;

/// The most faces that extend each other which are looked through for a block.
const MOST_EXTENDED: usize = 16;

/// Markup of a template that is never drawn, since the template extends another, and it is in no block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayMarkup<'a> {
    /// The name of the template.
    pub template: &'a str,
    /// Its range, in bytes of the template.
    pub range: Range<usize>,
    /// A block of the other template; none if that has no blocks.
    pub block: Option<&'a str>,
}

impl<'a> StrayMarkup<'a> {
    /// Returns the first such markup of a template. `text_of` returns the text of a template by its name.
    pub fn of(
        template: &'a str,
        text: &'a str,
        text_of: impl Fn(&str) -> Option<&'a str>,
    ) -> Option<StrayMarkup<'a>> {
        let range = find_outside_blocks(text)?;
        let extended = std::iter::successors(Some(text), |text| text_of(extended_face(text)?));
        // The first is the template itself.
        let others = extended.skip(1).take(MOST_EXTENDED);
        let blocks: Vec<&str> = others.flat_map(blocks_of).collect();
        // Most faces have a foot, below which nothing is drawn.
        let block = blocks.iter().find(|block| **block == "foot").or(blocks.last()).copied();
        Some(StrayMarkup { template, range, block })
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

/// Returns the names of the blocks of a template.
fn blocks_of(text: &str) -> Vec<&str> {
    words_behind(text, "block")
}

/// Returns the name or text behind each statement of a sort: `foot` of `{% block foot %}`.
fn words_behind<'t>(text: &'t str, statement: &str) -> Vec<&'t str> {
    let mut tokens = tokenize(text, false, SyntaxConfig::default()).map_while(Result::ok);
    let mut words = Vec::new();
    while let Some((token, _)) = tokens.next() {
        let is_asked = matches!(token, Token::BlockStart)
            && tokens.next().is_some_and(|(token, _)| name_in(&token) == statement);
        if is_asked {
            words.extend(tokens.next().map(|(token, _)| name_in(&token)).filter(|name| !name.is_empty()));
        }
    }
    words
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

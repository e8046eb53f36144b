//! Proof that formatting keeps the meaning of a file.

use crate::place::TextRange;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use super::strings::{CodeString, with_newlines};
use crate::model::CodeStrings;
use crate::source::{Sources, TomlNode, TomlTable, TomlValue, parse_toml};

/// Returns the line of the first difference in meaning between a file and its formatted text, from 1; `None`
/// if there is none.
///
/// Keys and values are compared as parsed, code by its tokens and comments, and the comments of the file one
/// by one.
pub(super) fn first_difference(text: &str, formatted: &str, code: &CodeStrings) -> Option<usize> {
    let mut sources = Sources::default();
    let (old, new) = (sources.add("", text), sources.add("", formatted));
    let ((old_table, _), (new_table, found)) = (parse_toml(&sources, old), parse_toml(&sources, new));
    let line = |at: usize| Some(sources.file(old).line_of(at));
    if found.iter().any(|diagnostic| diagnostic.severity == crate::diagnostics::Severity::Error) {
        return line(0);
    }
    let comparison = Comparison { old: text, new: formatted, code };
    if let Err(at) = comparison.tables(&old_table, &new_table) {
        return line(at);
    }
    let (old_comments, new_comments) = (comments(text), comments(formatted));
    let pairs = old_comments.iter().zip(&new_comments);
    let differing = pairs.filter(|(old, new)| old.1 != new.1).map(|(old, _)| old.0).next();
    differing.or((old_comments.len() != new_comments.len()).then_some(0)).and_then(line)
}

struct Comparison<'t> {
    old: &'t str,
    new: &'t str,
    code: &'t CodeStrings,
}

impl Comparison<'_> {
    /// Compares two tables. The error is the byte of the old text at which they differ.
    fn tables(&self, old: &TomlTable, new: &TomlTable) -> Result<(), usize> {
        if old.entries.len() != new.entries.len() {
            return Err(old.entries.first().map_or(0, |entry| entry.key_span.start as usize));
        }
        old.entries.iter().zip(&new.entries).try_for_each(|(old, new)| {
            if old.key != new.key {
                return Err(old.key_span.start as usize);
            }
            self.nodes(&old.value, &new.value)
        })
    }

    fn nodes(&self, old: &TomlNode, new: &TomlNode) -> Result<(), usize> {
        let is_same = match (&old.value, &new.value) {
            (TomlValue::Table(old), TomlValue::Table(new)) => return self.tables(old, new),
            (TomlValue::Array(olds), TomlValue::Array(news)) if olds.len() == news.len() => {
                return olds.iter().zip(news).try_for_each(|(old, new)| self.nodes(old, new));
            }
            (TomlValue::Text(old_text), TomlValue::Text(new_text)) => {
                old_text.value == new_text.value || self.is_same_code(old, new).unwrap_or(false)
            }
            // As written: two numbers that are not equal to themselves are the same here.
            (TomlValue::Float(_), TomlValue::Float(_)) => raw(self.old, old) == raw(self.new, new),
            (old, new) => old == new,
        };
        if is_same { Ok(()) } else { Err(old.span.first_byte()) }
    }

    /// Returns whether two strings are the same code; `None` if they are not code.
    fn is_same_code(&self, old: &TomlNode, new: &TomlNode) -> Option<bool> {
        let form = self.code.form_at(&((old.span.first_byte())..old.span.end_byte()))?;
        let (old, new) = (CodeString::of(raw(self.old, old)?)?, CodeString::of(raw(self.new, new)?)?);
        Some(old.meaning(form)? == new.meaning(form)?)
    }
}

fn raw<'t>(text: &'t str, node: &TomlNode) -> Option<&'t str> {
    text.get((node.span.first_byte())..node.span.end_byte())
}

/// Returns the comments of a file outside of strings, with their places.
fn comments(text: &str) -> Vec<(usize, String)> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let shift = text.len() - body.len();
    let tokens = Source::new(body).lex().into_vec();
    let comments = tokens.into_iter().filter(|token| token.kind() == TokenKind::Comment);
    let place = |start: usize, end: usize| {
        let comment = body.get(start..end).unwrap_or_default();
        (start + shift, with_newlines(comment).trim_end().to_owned())
    };
    comments.map(|token| place(token.span().start(), token.span().end())).collect()
}

//! Diagnostics for errors of the TOML grammar, in an author's words.

use toml_parser::ParseError;

use super::tentative::{ErrorReach, MessageSource, TentativeDiagnostic, shorten};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::source as codes;
use crate::place::{Span, TextRange};

/// Converts an error of the parser.
pub(super) fn of_error(page: MessageSource<'_>, error: &ParseError) -> TentativeDiagnostic {
    let place = error.unexpected().or(error.context()).unwrap_or(toml_parser::Span::new_unchecked(0, 0));
    let context = error.context().unwrap_or(place);
    let mut start = place.start();
    let mut reach = ErrorReach::Line;
    // If the parser points between two tokens, the label is at the next one.
    let token = token_at(page, place.start(), place.end());
    let diagnostic = match error.description() {
        "unclosed array" | "unclosed inline table" => {
            start = context.start();
            reach = ErrorReach::Rest;
            unclosed(page, context.start())
        }
        "unclosed table" | "unclosed array table" => {
            start = context.start();
            let header = page.span(context.start(), context.end());
            let close = if page.get(header).starts_with("[[") { "]]" } else { "]" };
            Diagnostic::error(
                codes::UNCLOSED_BRACKET,
                format!("the header `{}` has no end", shorten(page.get(header))),
            )
            .at(header, "")
            .help(format!("end it with `{close}`"))
        }
        "missing inline table opening" | "missing array opening" | "missing table open" => {
            let what = shorten(page.get(token));
            Diagnostic::error(codes::STRAY_BRACKET, format!("this `{what}` closes nothing"))
                .at(token, "")
                .help("remove it, or open the bracket before it")
        }
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            Diagnostic::error(codes::COMMA, "a comma is missing here")
                .at(token, "before this")
                .help("put a `,` between the two")
        }
        "extra comma in array" | "extra comma in inline table" => {
            Diagnostic::error(codes::COMMA, "there is nothing before this comma")
                .at(token, "")
                .help("remove it")
        }
        "unexpected `=` in array" => Diagnostic::error(codes::SYNTAX, "a list holds values, not keys")
            .at(token, "")
            .help("put `key = value` in braces: [{ key = value }]; or close the list before this line"),
        "missing assignment between key-value pairs" => {
            Diagnostic::error(codes::NO_VALUE, "a `=` is missing here")
                .at(token, "before this")
                .help("in braces stands `key = value`")
        }
        "extra assignment between key-value pairs" | "extra `=`" => {
            Diagnostic::error(codes::SYNTAX, "there is a `=` too many")
                .at(token, "")
                .help("between a key and its value stands one `=`")
        }
        "missing key for inline table element" | "invalid inline table element" => {
            Diagnostic::error(codes::SYNTAX, "in braces stands `key = value`")
                .at(token, "")
                .help("put a key before this")
        }
        "missing value" => {
            start = place.start();
            no_value(page, place.start())
        }
        "key with no value" | "missing value for key" => key_alone(page, place.start()),
        "unexpected key or value" => more_on_line(page, place.start()),
        "unexpected content between comment and newline" | "carriage return must be followed by newline" => {
            Diagnostic::error(codes::BAD_CHARACTER, "a carriage return stands here without its line feed")
                .at(token, "")
                .help("save the file with ordinary newlines")
        }
        "cannot recurse further; max recursion depth met" => {
            Diagnostic::error(codes::TOO_DEEP, "tables and lists are nested more than 64 deep").at(token, "")
        }
        "invalid comment" => {
            Diagnostic::error(codes::BAD_CHARACTER, "a character that cannot be seen stands in this comment")
                .at(token, "")
                .help("remove it")
        }
        "invalid key-value pair" => {
            let what = shorten(page.rest_of_line(place.start()));
            Diagnostic::error(codes::SYNTAX, format!("a line cannot begin with `{what}`")).at(token, "").help(
                "a line is a header (`[cards.badger]`), a key with its value (`strength = 30`), or a comment (`# …`)",
            )
        }
        other => Diagnostic::error(codes::SYNTAX, format!("this is not TOML: {other}")).at(token, ""),
    };
    TentativeDiagnostic { start, diagnostic, reach }
}

/// Returns the span of a token; for an empty span, that of the word or character that begins there.
fn token_at(page: MessageSource<'_>, start: usize, end: usize) -> Span {
    if end > start {
        return page.span(start, end);
    }
    let rest = page.rest_of_line(start);
    let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    page.span(start, start + word.max(first))
}

/// Returns the diagnostic of an unclosed array or inline table, with the line that was probably not meant to
/// be in it.
fn unclosed(page: MessageSource<'_>, open: usize) -> Diagnostic {
    let (what, close) = if page.text[open..].starts_with('[') { ("list", "]") } else { ("table", "}") };
    let found = Diagnostic::error(codes::UNCLOSED_BRACKET, format!("this {what} has no end"))
        .at(page.span(open, open + 1), "it begins here")
        .help(format!("end it with `{close}`"));
    let mut at = open + page.rest_of_line(open).len();
    for line in page.text.get(at..).unwrap_or("").split_inclusive('\n') {
        let words = line.trim();
        let header = words.starts_with('[') && words.ends_with(']') && !words.contains(['"', ',']);
        let key = words.split_once('=').is_some_and(|(key, _)| {
            let key = key.trim();
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-.\"".contains(c))
        });
        if header || (key && close == "]") {
            let from = at + (line.len() - line.trim_start().len());
            return found.at(
                page.span(from, from + words.len()),
                format!("`{close}` belongs somewhere before this line"),
            );
        }
        at += line.len();
    }
    found
}

/// Returns the diagnostic of `key =` without a value.
pub(super) fn no_value(page: MessageSource<'_>, at: usize) -> Diagnostic {
    let before = page.line_before(at).trim_end();
    let key = before.trim_end_matches('=').trim();
    let key = key.rsplit(['{', ',']).next().unwrap_or(key).trim();
    let message = if key.is_empty() {
        "a value is missing here".to_owned()
    } else {
        format!("`{}` has no value", shorten(key))
    };
    let line_start = at - page.line_before(at).len();
    let label = if before.ends_with('=') {
        page.span(line_start + before.len() - 1, line_start + before.len())
    } else {
        page.span(at, at)
    };
    Diagnostic::error(codes::NO_VALUE, message)
        .at(label, "a value belongs after this")
        .help("write the value in the same line; a key that is not given is left out altogether")
}

/// Returns the diagnostic of a key without `=`.
fn key_alone(page: MessageSource<'_>, at: usize) -> Diagnostic {
    let before = page.line_before(at);
    let line_start = at - before.len();
    let indent = before.len() - before.trim_start().len();
    let key = before.trim();
    let rest = page.rest_of_line(at);
    let span = page.span(line_start + indent, line_start + indent + key.len());
    // `hand[1] = …`, `große = …`: the author meant everything before `=` as the key.
    if let Some((more, _)) = rest.split_once('=')
        && !more.contains(['"', '\'', '#'])
        && (rest.starts_with('[') || !more.trim_end().contains(' '))
        && !more.trim().is_empty()
    {
        let whole = page.span(span.first_byte(), at + more.trim_end().len());
        let written = page.get(whole);
        return Diagnostic::error(
            codes::BAD_KEY,
            format!("the key `{}` must stand in quotes", shorten(written)),
        )
        .at(whole, "")
        .help(format!("write \"{}\" = …", shorten(written)));
    }
    let found = Diagnostic::error(codes::NO_VALUE, format!("`{}` has no value", shorten(key)));
    if rest.trim().is_empty() || rest.trim_start().starts_with('#') {
        found.at(span, "").help(format!("write `{0} = …`, or `[{0}]` if it shall be a table", shorten(key)))
    } else if let Some(value) = rest.trim_start().strip_prefix(':') {
        found.at(span, "").help(format!(
            "TOML wants `=` instead of `:`: {} = {}",
            shorten(key),
            shorten(value)
        ))
    } else {
        found.at(span, "`=` is missing after this").help(format!(
            "write `{} = {}`",
            shorten(key),
            shorten(rest)
        ))
    }
}

/// Returns the diagnostic of text after a value or a header.
fn more_on_line(page: MessageSource<'_>, at: usize) -> Diagnostic {
    let before = page.line_before(at);
    let rest = page.rest_of_line(at);
    let label = page.span(at, at + rest.trim_end().len());
    if before.trim_start().starts_with('[') && !before.contains('=') {
        return Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a header in its line")
            .at(label, "")
            .help("put it in the next line");
    }
    let found =
        Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a value in its line").at(label, "");
    if rest.starts_with("//") || rest.starts_with(';') || rest.starts_with("--") {
        return found.help("a comment begins with `#`");
    }
    if rest.starts_with(',') {
        return found.help("there is no comma at the end of a line");
    }
    if (rest.starts_with(']') || rest.starts_with('}')) && rest.trim_end().len() == 1 {
        return Diagnostic::error(codes::STRAY_BRACKET, format!("this `{}` closes nothing", rest.trim()))
            .at(label, "")
            .help("remove it, or open the bracket before it");
    }
    match before.trim_end().chars().next_back() {
        Some(quote @ ('"' | '\'')) if !rest.contains('=') || before.ends_with(quote) => {
            let other = if quote == '"' {
                "write `\\\"` inside the string, or put it between single quotes: '…'"
            } else {
                "put the string between double quotes: \"…\""
            };
            found
                .because(format!("the string before it ends at the `{quote}`"))
                .help(format!("if the quote belongs to the text, {other}"))
        }
        _ if rest.contains('=') => found.help("put each `key = value` in a line of its own"),
        _ => found.help("put a text in quotes, several values in a list: [1, 2]; a comment begins with `#`"),
    }
}

/// Returns the diagnostic of invalid characters in a key.
pub(super) fn of_key(page: MessageSource<'_>, at: Span, error: &ParseError) -> Diagnostic {
    let written = page.get(at);
    match error.description() {
        "unquoted keys cannot be empty" => {
            let found = Diagnostic::error(codes::BAD_KEY, "a key is missing here");
            let next = page.rest_of_line(at.first_byte());
            let label =
                page.span(at.first_byte(), at.first_byte() + next.chars().next().map_or(0, char::len_utf8));
            match next.chars().next() {
                Some('=') => found.at(label, "before this").help("write the key before the `=`"),
                Some(']') => {
                    found.at(label, "before this").help("a header names its table: `[cards.badger]`")
                }
                _ => found.at(label, "").help("between two points stands a key"),
            }
        }
        "invalid unquoted key" => {
            if let Some(key) = written.strip_suffix(':') {
                let value = shorten(page.rest_of_line(at.end_byte()));
                return Diagnostic::error(codes::NO_VALUE, format!("`{}` has no value", shorten(key)))
                    .at(at, "")
                    .help(format!("TOML wants `=` instead of `:`: {} = {value}", shorten(key)));
            }
            Diagnostic::error(codes::BAD_KEY, format!("the key `{}` must stand in quotes", shorten(written)))
                .at(at, "")
                .because("without quotes a key has only letters A to Z, digits, `_` and `-`")
                .help(format!("write \"{}\"", shorten(written.trim_matches(['"', '\'', '“', '”']))))
        }
        description if description.starts_with("keys cannot be multi-line") => {
            Diagnostic::error(codes::BAD_KEY, "a key goes over one line only")
                .at(at, "")
                .help("put it in single or double quotes")
        }
        _ => {
            let unclosed = error.unexpected().is_some_and(|p| p.is_empty() && p.start() == at.end_byte());
            if unclosed {
                return Diagnostic::error(codes::UNCLOSED_STRING, "this key in quotes has no end")
                    .at(at, "")
                    .help("end it with its quote");
            }
            Diagnostic::error(
                codes::BAD_KEY,
                format!("the key `{}` has an escape that does not exist", shorten(written)),
            )
            .at(at, "")
            .help("put it in single quotes: '…'")
        }
    }
}

//! Diagnostics for errors of the TOML grammar, in an author's words.

use toml_parser::ParseError;

use super::messages;
use super::tentative::{ErrorReach, MessageSource, TentativeDiagnostic};
use crate::diagnostics::Diagnostic;
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
            unclosed_header(page, context.start(), context.end())
        }
        "missing inline table opening" | "missing array opening" | "missing table open" => {
            messages::stray_bracket(token, page.get(token))
        }
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            match code_after_braces(page, token.first_byte()) {
                Some(code) => {
                    start = code.first_byte();
                    messages::unquoted_text(code, page.get(code))
                }
                None => messages::no_comma(token),
            }
        }
        "extra comma in array" | "extra comma in inline table" => messages::comma_after_nothing(token),
        "unexpected `=` in array" => messages::key_in_list(token, "this line"),
        "missing assignment between key-value pairs" => messages::no_equals(token),
        "extra assignment between key-value pairs" | "extra `=`" => messages::second_equals(token),
        "missing key for inline table element" | "invalid inline table element" => {
            messages::no_key_in_braces(token)
        }
        "missing value" => {
            start = place.start();
            no_value(page, place.start())
        }
        "key with no value" | "missing value for key" => key_alone(page, place.start()),
        "unexpected key or value" => more_on_line(page, place.start()),
        "unexpected content between comment and newline" | "carriage return must be followed by newline" => {
            messages::lone_carriage_return(token)
        }
        "cannot recurse further; max recursion depth met" => messages::too_deep(token),
        "invalid comment" => messages::unseen_in_comment(token),
        "invalid key-value pair" => messages::bad_line(token, page.rest_of_line(place.start())),
        other => messages::not_toml(token, other),
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

/// Returns the diagnostic of a header whose bracket does not follow its first words: it is missing, or there
/// are spaces between the words.
fn unclosed_header(page: MessageSource<'_>, start: usize, end: usize) -> Diagnostic {
    let rest = page.rest_of_line(end);
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-' || c == '.';
    if let Some(words) = rest.find(']').map(|close| &rest[..close])
        && words.chars().all(|c| is_bare(c) || c == ' ')
        && !words.trim().is_empty()
    {
        let close = words.len() + rest[words.len()..].chars().take_while(|c| *c == ']').count();
        let header = page.span(start, end + close);
        let inner = page.get(header).trim_matches(['[', ']']).to_lowercase();
        let mut words = inner.split_whitespace();
        let (first, more) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>().join("_"));
        let sign = if first.contains('.') { '_' } else { '.' };
        let brackets = if page.get(header).starts_with("[[") { ("[[", "]]") } else { ("[", "]") };
        let meant = format!("{}{first}{sign}{more}{}", brackets.0, brackets.1);
        return messages::spaces_in_header(header, page.get(header), &meant);
    }
    let header = page.span(start, end);
    messages::unclosed_header(header, page.get(header))
}

/// Returns the diagnostic of an unclosed array or inline table. It points at the line that probably follows
/// the missing bracket.
fn unclosed(page: MessageSource<'_>, open: usize) -> Diagnostic {
    let (what, close) = if page.text[open..].starts_with('[') { ("list", "]") } else { ("table", "}") };
    let place = page.span(open, open + 1);
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
            let next = page.span(from, from + words.len());
            return messages::unclosed_bracket(place, what, close, Some(next));
        }
        at += line.len();
    }
    messages::unclosed_bracket(place, what, close, None)
}

/// Returns the diagnostic of `key =` without a value.
pub(super) fn no_value(page: MessageSource<'_>, at: usize) -> Diagnostic {
    let before = page.line_before(at).trim_end();
    let key = before.trim_end_matches('=').trim();
    let key = key.rsplit(['{', ',']).next().unwrap_or(key).trim();
    let line_start = at - page.line_before(at).len();
    let label = if before.ends_with('=') {
        page.span(line_start + before.len() - 1, line_start + before.len())
    } else {
        page.span(at, at)
    };
    let rest = page.rest_of_line(at).trim();
    let value = Some(meant_value(rest)).filter(|value| !key.is_empty() && rest.len() > 1 && value != UNCLEAR);
    messages::no_value(key, label, value.as_deref())
}

/// Stands for a value that is not clear.
const UNCLEAR: &str = "…";

/// Returns the value that the rest of a line after a key means: without signs in place of `=`, and a text in
/// quotes.
fn meant_value(rest: &str) -> String {
    let mut rest = rest.trim();
    while let Some(more) =
        [",", ";", ":", "=>", "->", "=", "- "].iter().find_map(|sign| rest.strip_prefix(sign))
    {
        rest = more.trim_start();
    }
    let meant = match rest.chars().next() {
        Some(quote @ ('"' | '\'')) => rest[1..].find(quote).map(|end| rest[..end + 2].to_owned()),
        Some('[' | '{') => rest.rfind([']', '}']).map(|end| rest[..=end].to_owned()),
        Some(_) => {
            let (value, behind) = rest.split_at(rest.find([',', '}', ']', '#']).unwrap_or(rest.len()));
            let value = value.trim_end();
            let is_one = !behind.starts_with(',') || behind.contains('}') || behind[1..].trim().is_empty();
            match value {
                "" => None,
                _ if !is_one || value.contains(['"', '\\']) => None,
                "true" | "false" => Some(value.to_owned()),
                _ if value.parse::<f64>().is_ok() => Some(value.to_owned()),
                _ => Some(format!("\"{value}\"")),
            }
        }
        None => None,
    };
    meant.unwrap_or_else(|| UNCLEAR.to_owned())
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
        return messages::bad_key_before_equals(whole, page.get(whole));
    }
    if rest.trim().is_empty() || rest.trim_start().starts_with('#') {
        messages::key_alone(key, span)
    } else if let Some(value) = rest.trim_start().strip_prefix(':') {
        messages::colon(key, span, &meant_value(value))
    } else {
        messages::no_equals_after(key, span, &meant_value(rest))
    }
}

/// Words and signs with which code goes on after a value in braces; none of them begins a comment.
const JOINTS: [&str; 16] =
    ["if", "and", "or", "where", "in", "is", "+", "-", "*", "%", "&", "??", "==", "!=", "<", ">"];

/// Returns the span of code without quotes that begins with a value in braces, `{fire = 1} if …`, and goes on
/// at an offset.
fn code_after_braces(page: MessageSource<'_>, at: usize) -> Option<Span> {
    let (before, rest) = (page.line_before(at), page.rest_of_line(at));
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let goes_on = JOINTS.iter().find_map(|joint| rest.strip_prefix(joint).map(|after| (joint, after)));
    let (joint, after) = goes_on?;
    let is_key = joint.ends_with(is_word) && (after.starts_with(is_word) || after.trim().starts_with('='));
    if is_key || rest.starts_with("--") || !before.trim_end().ends_with('}') {
        return None;
    }
    let mut depth = 0;
    let open = before.char_indices().rev().find_map(|(i, c)| {
        depth += i32::from(c == '}') - i32::from(c == '{');
        (depth == 0 && c == '{').then_some(i)
    })?;
    if !before[..open].trim_end().ends_with('=') {
        return None;
    }
    let mut depth = 0;
    let end = rest.char_indices().find_map(|(i, c)| {
        let is_end = depth == 0 && matches!(c, '}' | ',');
        depth += i32::from(matches!(c, '{' | '(')) - i32::from(matches!(c, '}' | ')'));
        is_end.then_some(i)
    });
    let code = &rest[..end.unwrap_or_else(|| rest.find(" #").unwrap_or(rest.len()))];
    Some(page.span(at - before.len() + open, at + code.trim_end().len()))
}

/// Returns the diagnostic of text after a value or a header.
fn more_on_line(page: MessageSource<'_>, at: usize) -> Diagnostic {
    if let Some(code) = code_after_braces(page, at) {
        return messages::unquoted_text(code, page.get(code));
    }
    let before = page.line_before(at);
    let rest = page.rest_of_line(at);
    let label = page.span(at, at + rest.trim_end().len());
    if before.trim_start().starts_with('[') && !before.contains('=') {
        return messages::more_after_header(label);
    }
    let found = |help| messages::more_after_value(label, help);
    if rest.starts_with("//") || rest.starts_with(';') || rest.starts_with("--") {
        return found("a comment begins with `#`");
    }
    if rest.starts_with(',') {
        return found("there is no comma at the end of a line");
    }
    if (rest.starts_with(']') || rest.starts_with('}')) && rest.trim_end().len() == 1 {
        return messages::stray_bracket(label, rest);
    }
    match before.trim_end().chars().next_back() {
        Some(quote @ ('"' | '\'')) if !rest.contains('=') || before.ends_with(quote) => {
            messages::quote_in_string(label, quote)
        }
        _ if rest.contains('=') => found("put each `key = value` in a line of its own"),
        _ => found("put a text in quotes, several values in a list: [1, 2]; a comment begins with `#`"),
    }
}

/// Returns the diagnostic of invalid characters in a key.
pub(super) fn of_key(page: MessageSource<'_>, at: Span, error: &ParseError) -> Diagnostic {
    let written = page.get(at);
    match error.description() {
        "unquoted keys cannot be empty" => {
            let next = page.rest_of_line(at.first_byte());
            let label =
                page.span(at.first_byte(), at.first_byte() + next.chars().next().map_or(0, char::len_utf8));
            messages::no_key(label, next.chars().next())
        }
        "invalid unquoted key" => {
            if let Some(key) = written.strip_suffix(':') {
                return messages::colon(key, at, &meant_value(page.rest_of_line(at.end_byte())));
            }
            messages::bad_key(at, written, written.trim_matches(['"', '\'', '“', '”']))
        }
        description if description.starts_with("keys cannot be multi-line") => messages::key_of_lines(at),
        _ => {
            let unclosed = error.unexpected().is_some_and(|p| p.is_empty() && p.start() == at.end_byte());
            match unclosed {
                true => messages::unclosed_key(at),
                false => messages::escape_in_key(at, written),
            }
        }
    }
}

//! Diagnostics for a TOML file, in its author's words, without errors that are only consequences of others.

use toml_parser::ParseError;
use toml_parser::decoder::Encoding;

use super::tentative::{ErrorReach, MessageSource, TentativeDiagnostic};
use super::tree_error::TreeError;
use super::{grammar, messages, quotes};
use crate::diagnostics::{Diagnostic, Severity};
use crate::place::{FileId, Span, TextRange};

/// Returns all diagnostics in order of position, without consequences of others.
pub(super) fn diagnose(
    text: &str,
    file: FileId,
    errors: Vec<ParseError>,
    faults: Vec<TreeError>,
) -> Vec<Diagnostic> {
    if errors.is_empty() && faults.is_empty() {
        return Vec::new();
    }
    let page = MessageSource { text, file };
    let mut all: Vec<TentativeDiagnostic> = faults.into_iter().map(|f| of_fault(page, f)).collect();
    all.extend(errors.iter().map(|e| grammar::of_error(page, e)));
    if let Some(short) = quotes::too_few(page, &all) {
        // The text between the quotes is not TOML, and strings and code are swapped after it.
        all.retain(|f| f.start < short.start);
        all.push(short);
    }
    all.sort_by_key(|f| (f.start, f.reach));
    without_consequences(page, all)
}

fn without_consequences(page: MessageSource<'_>, all: Vec<TentativeDiagnostic>) -> Vec<Diagnostic> {
    let mut kept: Vec<Diagnostic> = Vec::new();
    // Errors before the offset `until` are consequences of an earlier one; with `below`, those on the next
    // line, too.
    let mut until = 0;
    let mut below = false;
    let mut line_end_after = {
        let mut seen = (0, 0);
        move |at: usize| {
            if at >= seen.0 && at < seen.1 {
                return seen.1;
            }
            let end = page.text.as_bytes()[at.min(page.text.len())..].iter().position(|b| *b == b'\n');
            seen = (at, end.map_or(page.text.len() + 1, |i| at + i + 1));
            seen.1
        }
    };
    for found in all {
        let line_end = line_end_after(found.start);
        let error = found.diagnostic.severity == Severity::Error;
        if found.start < until {
            if below && error {
                until = until.max(line_end_after(line_end));
            }
            continue;
        }
        if found.start == until && below && found.reach != ErrorReach::Nothing {
            until = line_end_after(line_end);
            continue;
        }
        below = found.reach == ErrorReach::Below;
        match found.reach {
            ErrorReach::Nothing => {}
            ErrorReach::Line => until = line_end,
            ErrorReach::Below => until = line_end_after(line_end),
            ErrorReach::Rest => until = usize::MAX,
        }
        kept.push(found.diagnostic);
    }
    kept
}

fn of_fault(page: MessageSource<'_>, fault: TreeError) -> TentativeDiagnostic {
    let mut start = fault.at().start as usize;
    let mut reach = ErrorReach::Nothing;
    let diagnostic = match fault {
        TreeError::Twice { key, at, before } => messages::key_twice(&key, at, before),
        TreeError::HeaderTwice { header, before, before_is_header: true } => {
            messages::header_twice(page.get(header), header, before)
        }
        TreeError::HeaderTwice { header, before, .. } => {
            messages::table_twice(page.get(header), header, before)
        }
        TreeError::OtherForm { header, before } => messages::other_brackets(header, before),
        TreeError::Closed { key, at, before, what } => messages::closed(&key, at, before, what),
        TreeError::BadNumber { at } => messages::number_too_large(at, page.get(at)),
        TreeError::BadDate { at } => {
            let written = page.get(at);
            match two_numbers(written) {
                Some(numbers) => messages::range(at, written, numbers),
                None => messages::bad_date(at, written),
            }
        }
        TreeError::TooDeep { at } => messages::too_deep(at),
        TreeError::LineInInlineTable { at } => messages::lines_in_braces(at),
        TreeError::CommaInInlineTable { at } => messages::comma_before_brace(at),
        TreeError::NewEscape { at } => messages::new_escape(at, page.get(at)),
        TreeError::Scalar { at, reason } => {
            reach = ErrorReach::Line;
            of_scalar(page, at, &reason)
        }
        TreeError::Text { at, form, error } => {
            let (diagnostic, unclosed) = of_text(page, at, form, &error);
            reach = match (unclosed, form) {
                (true, Encoding::BasicString | Encoding::LiteralString) => ErrorReach::Below,
                (true, _) => ErrorReach::Rest,
                (false, _) => ErrorReach::Line,
            };
            start = diagnostic.labels.first().map_or(start, |l| l.span.first_byte());
            diagnostic
        }
        TreeError::Swallowed { open, key } => {
            reach = ErrorReach::Rest;
            messages::swallowed_key(open, key, quote_of(page.get(open)))
        }
        TreeError::Key { at, error } => {
            reach = ErrorReach::Line;
            grammar::of_key(page, at, &error)
        }
    };
    TentativeDiagnostic { start, diagnostic, reach }
}

fn quote_of(raw: &str) -> &'static str {
    ["\"\"\"", "'''", "\"", "'"].into_iter().find(|q| raw.starts_with(q)).unwrap_or("\"")
}

/// Returns the diagnostic of an invalid unquoted value.
fn of_scalar(page: MessageSource<'_>, at: Span, reason: &str) -> Diagnostic {
    let raw = page.get(at).trim();
    if raw.is_empty() {
        return grammar::no_value(page, at.first_byte());
    }
    if raw.starts_with(TYPOGRAPHIC) {
        let at = in_typographic_quotes(page, at);
        let inner = page.get(at).trim().trim_matches(|c| c == '"' || c == '\'' || TYPOGRAPHIC.contains(&c));
        return messages::curly_quotes(at, inner);
    }
    let inner = raw.trim_matches(['"', '\'']);
    if inner != raw {
        return messages::one_quote(at, raw, inner);
    }
    let number = raw.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c))
        && !raw.contains(|c: char| c.is_alphabetic() && !"eExobXOBTZ".contains(c) && !raw.starts_with("0x"));
    if let Some(numbers) = two_numbers(raw) {
        return messages::range(at, raw, numbers);
    }
    if number && !raw.contains(' ') {
        return messages::bad_number(at, raw, reason);
    }
    if let Some(statement) = statement_in_line(page, at) {
        return messages::unquoted_text(statement, page.get(statement));
    }
    if let Some(found) = several(page, at, raw) {
        return found;
    }
    match raw.to_ascii_lowercase().as_str() {
        word @ ("true" | "false") => messages::not_lowercase(at, raw, word),
        _ => {
            let at = whole_text(page, at);
            let written = page.get(at).trim();
            let is_quote = |c: char| c == '"' || c == '\'' || TYPOGRAPHIC.contains(&c);
            match written.strip_suffix(is_quote) {
                Some(inner) if !inner.contains(is_quote) => messages::one_quote(at, written, inner),
                _ => messages::unquoted_text(at, written),
            }
        }
    }
}

/// Quotes and accents that stand in pasted text in place of the straight quotes.
const TYPOGRAPHIC: [char; 9] = ['“', '”', '„', '«', '»', '‘', '’', '´', '`'];

/// Returns whether the value that begins at an offset is that of a whole line, outside of brackets.
fn is_line_value(page: MessageSource<'_>, start: usize) -> bool {
    let before = page.line_before(start).trim_end();
    before.strip_suffix('=').is_some_and(|key| !key.contains(['{', '[', ',', '=']))
}

/// Returns the rest of a line without its comment.
fn without_comment(rest: &str) -> &str {
    rest.split_once(" #").map_or(rest, |(text, _)| text).trim_end()
}

/// Extends the span of a text in typographic quotes over the commas and signs in it, to the quote that closes
/// it: the last one of a line's value, which may contain apostrophes, else the first.
fn in_typographic_quotes(page: MessageSource<'_>, at: Span) -> Span {
    let start = at.first_byte();
    let line = without_comment(page.rest_of_line(start));
    let is_quote = |c: char| c == '"' || TYPOGRAPHIC.contains(&c);
    let mut quotes = line.char_indices().filter(|(i, c)| *i > 0 && is_quote(*c));
    let closing = if is_line_value(page, start) { quotes.next_back() } else { quotes.next() };
    closing.map_or(at, |(i, c)| page.span(start, start + i + c.len_utf8()))
}

/// Returns the span of a line's value without quotes that contains a `=`, such as `finished = true` or
/// `n >= 3`: code whose quotes are missing. Two words before a single `=` are a value and the next key.
fn statement_in_line(page: MessageSource<'_>, at: Span) -> Option<Span> {
    let start = at.first_byte();
    let line = without_comment(page.rest_of_line(start));
    let (before, after) = line.split_once('=')?;
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let words: Vec<&str> = before.split_whitespace().collect();
    let is_next_key = !after.starts_with('=') && words.len() == 2 && words.iter().all(|word| is_word(word));
    let is_code = before.trim_start().starts_with(|c: char| c.is_alphabetic()) && !is_next_key;
    (is_code && is_line_value(page, start)).then(|| page.span(start, start + line.len()))
}

/// Extends the span of an unquoted text over the commas in it: to the end of its line, or, in brackets, to
/// the parenthesis that closes the first one in it.
fn whole_text(page: MessageSource<'_>, at: Span) -> Span {
    let start = at.first_byte();
    let rest = page.rest_of_line(start);
    let is_line = is_line_value(page, start);
    let mut depth = 0;
    let closed = rest.char_indices().find_map(|(at, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        (depth == 0 && c == ')').then_some(at + 1)
    });
    let line = without_comment(rest);
    let len = match closed {
        _ if is_line && !line.contains('=') => line.len(),
        Some(closed) if closed <= line.len() => closed,
        _ => return at,
    };
    page.span(start, start + len.max(at.end_byte() - start))
}

/// Returns the diagnostic of an unquoted value that consists of several values.
fn several(page: MessageSource<'_>, at: Span, raw: &str) -> Option<Diagnostic> {
    let start = at.first_byte();
    let part = |from: usize, len: usize| page.span(start + from, start + from + len);
    let key_follows = page.rest_of_line(at.end_byte()).trim_start().starts_with('=');
    if let Some(i) = raw.find(" //").or_else(|| raw.find(" --")).or_else(|| raw.find(" ;")) {
        return Some(messages::more_after_value(part(i + 1, raw.len() - i - 1), "a comment begins with `#`"));
    }
    let Some((first, rest)) = raw.split_once(' ') else {
        let before = page.line_before(start);
        let is_in_braces = before.rfind('{') > before.rfind('[');
        return key_follows.then(|| match is_in_braces {
            true => {
                let second = page.rest_of_line(start).find('=').map_or(at.end_byte(), |i| start + i);
                messages::second_equals(page.span(second, second + 1))
            }
            false => messages::key_in_list(at, "this"),
        });
    };
    let complete = |v: &str| matches!(v, "true" | "false") || v.parse::<f64>().is_ok();
    let second = part(raw.len() - rest.trim_start().len(), rest.trim_start().len());
    let in_brackets = page.line_before(start).contains(['{', '[']);
    if complete(first) && in_brackets && (key_follows || complete(rest.trim())) {
        return Some(messages::no_comma(second));
    }
    (complete(first) && key_follows)
        .then(|| messages::more_after_value(second, "put each `key = value` in a line of its own"))
}

/// Returns the diagnostic of an invalid string, and whether its closing quote is missing.
fn of_text(page: MessageSource<'_>, at: Span, form: Encoding, error: &ParseError) -> (Diagnostic, bool) {
    let raw = page.get(at);
    let place =
        error.unexpected().unwrap_or(toml_parser::Span::new_unchecked(at.first_byte(), at.end_byte()));
    let quote = quote_of(raw);
    let description = error.description();
    let escape =
        matches!(description, "missing escaped value" | "too few unicode value digits" | "invalid value");
    if escape {
        // The reported offset is somewhere after the backslash.
        let from = page.text.get(..place.start()).and_then(|t| t.rfind('\\')).unwrap_or(place.start());
        let len: usize = match description {
            "missing escaped value" => page.text[from..].chars().take(2).map(char::len_utf8).sum(),
            _ => (place.end().max(place.start()) - from).max(1),
        };
        let span = page.span(from, (from + len).min(at.end_byte()));
        let found = match description {
            "missing escaped value" => messages::unknown_escape(span, page.get(span)),
            _ => messages::bad_character_number(span),
        };
        return (found, false);
    }
    if place.is_empty() && place.start() == at.end_byte() {
        let found = match form {
            Encoding::BasicString | Encoding::LiteralString => {
                let end = at.first_byte() + raw.trim_end().len();
                let at = page.span(at.first_byte(), end);
                match raw.trim_end().chars().next_back() {
                    Some(last) if TYPOGRAPHIC.contains(&last) => {
                        let last = page.span(end - last.len_utf8(), end);
                        messages::other_closing_quote(last, page.get(last), quote)
                    }
                    _ => messages::unclosed_string(at, quote),
                }
            }
            _ => {
                let open = page.span(at.first_byte(), at.first_byte() + quote.len());
                messages::unclosed_lines(open, quote)
            }
        };
        return (found, true);
    }
    let span = page.span(place.start(), place.end());
    (messages::unseen_in_string(span, page.get(span).chars().next()), false)
}

/// Parses the two numbers of `2-4`, `2..4` or `2 to 4`.
fn two_numbers(raw: &str) -> Option<(u32, u32)> {
    let (low, high) = raw.split_once("..").or_else(|| raw.split_once('-')).or_else(|| raw.split_once('–'))?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

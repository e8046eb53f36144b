//! Diagnostics for a TOML file, in its author's words, without errors that are only consequences of others.

use toml_parser::ParseError;
use toml_parser::decoder::Encoding;

use super::tentative::{ErrorReach, MessageSource, TentativeDiagnostic, shorten};
use super::tree_error::TreeError;
use super::{grammar, quotes};
use crate::diagnostics::codes::source as codes;
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
    // Errors up to this offset are consequences; `below` says whether errors in the next line may be, too.
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
        TreeError::Twice { key, at, before } => Diagnostic::error(codes::TWICE, format!("`{key}` is written twice"))
            .at(at, "the second time")
            .at(before, "the first time")
            .help("keep one of the two"),
        TreeError::HeaderTwice { header, before, before_is_header: true } => {
            Diagnostic::error(codes::TWICE, format!("there are two tables `{}`", shorten(page.get(header))))
                .at(header, "the second")
                .at(before, "the first")
                .help("give the second another name, or put its lines below the first; what may come several times has double brackets: `[[…]]`")
        }
        TreeError::HeaderTwice { header, before, .. } => {
            Diagnostic::error(codes::TWICE, format!("`{}` begins a table that is there already", shorten(page.get(header))))
                .at(header, "a header of its own")
                .at(before, "it was written here")
                .help("put the keys of both in one place")
        }
        TreeError::OtherForm { header, before } => {
            let message = "a table is written once with single brackets, or any number of times with double ones";
            Diagnostic::error(codes::TWICE, message)
                .at(header, "here this way")
                .at(before, "here the other way")
                .help("write all of these headers as `[[…]]`, or keep one `[…]`")
        }
        TreeError::Closed { key, at, before, what } => {
            let found = Diagnostic::error(codes::CLOSED, format!("nothing can be put into `{key}` here")).at(at, "");
            if what == "a table" {
                found
                    .at(before, "it was complete here")
                    .help("put all its keys in one place, in braces or below a header")
            } else {
                found.at(before, format!("it is {what}")).help("keys can be put into tables only")
            }
        }
        TreeError::BadNumber { at } => {
            Diagnostic::error(codes::BAD_NUMBER, format!("the number `{}` is too large", shorten(page.get(at))))
                .at(at, "")
                .help("whole numbers go up to 9223372036854775807")
        }
        TreeError::BadDate { at } if let Some((low, high)) = two_numbers(page.get(at)) => {
            Diagnostic::error(codes::BAD_NUMBER, format!("`{}` is not a value", shorten(page.get(at))))
                .at(at, "two numbers")
                .help(format!("from {low} to {high} is written `[{low}, {high}]`"))
        }
        TreeError::BadDate { at } => {
            Diagnostic::error(codes::BAD_NUMBER, format!("`{}` is not a date", shorten(page.get(at))))
                .at(at, "")
                .help("a date is written 2024-05-27; a text stands in quotes")
        }
        TreeError::TooDeep { at } => {
            Diagnostic::error(codes::TOO_DEEP, "tables and lists are nested more than 64 deep").at(at, "")
        }
        TreeError::LineInInlineTable { at } => {
            Diagnostic::warning(codes::NEWER_TOML, "a table in braces goes over several lines")
                .at(at, "opened here")
                .because("TOML 1.0 wants it in one line, and most editors say so")
                .help("write it in one line, or give it a header of its own")
        }
        TreeError::CommaInInlineTable { at } => {
            Diagnostic::warning(codes::NEWER_TOML, "a comma before `}`")
                .at(at, "")
                .because("TOML 1.0 does not allow it, and most editors say so")
                .help("remove the comma")
        }
        TreeError::NewEscape { at } => {
            Diagnostic::warning(codes::NEWER_TOML, format!("the escape `{}` is new in TOML 1.1", page.get(at)))
                .at(at, "")
                .because("most editors know TOML 1.0")
                .help("write it with `\\u` and four digits")
        }
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
            Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end")
                .at(open, "it begins here")
                .at(key, "and goes on to the quotes of this one")
                .help(format!("end it with `{}` on a line of its own", quote_of(page.get(open))))
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
    let quoted = shorten(raw);
    if raw.starts_with(['“', '”', '„', '«', '‘', '’', '´', '`']) {
        let inner = raw.trim_matches(|c| "“”„«»‘’´`\"'".contains(c));
        return Diagnostic::error(
            codes::BAD_CHARACTER,
            "these quotes are not the straight ones that TOML wants",
        )
        .at(at, "")
        .help(format!("write \"{}\"", shorten(inner)));
    }
    let inner = raw.trim_matches(['"', '\'']);
    if inner != raw {
        return Diagnostic::error(
            codes::UNQUOTED_TEXT,
            format!("the text `{quoted}` has a quote at one end only"),
        )
        .at(at, "")
        .help(format!("write \"{}\"", shorten(inner)));
    }
    let number = raw.starts_with(|c: char| c.is_ascii_digit() || "+-._".contains(c))
        && !raw.contains(|c: char| c.is_alphabetic() && !"eExobXOBTZ".contains(c) && !raw.starts_with("0x"));
    if let Some((low, high)) = two_numbers(raw) {
        return Diagnostic::error(codes::BAD_NUMBER, format!("`{quoted}` is not a value"))
            .at(at, "two numbers")
            .help(format!("from {low} to {high} is written `[{low}, {high}]`"));
    }
    if number && !raw.contains(' ') {
        return Diagnostic::error(
            codes::BAD_NUMBER,
            format!("`{quoted}` is not a number as TOML writes them"),
        )
        .at(at, "")
        .because(reason)
        .help("numbers are written 12, -3 or 2.5; a text stands in quotes");
    }
    if let Some(found) = several(page, at, raw) {
        return found;
    }
    let found = Diagnostic::error(codes::UNQUOTED_TEXT, format!("the text `{quoted}` must stand in quotes"))
        .at(at, "");
    match raw.to_ascii_lowercase().as_str() {
        word @ ("true" | "false") => {
            Diagnostic::error(codes::UNQUOTED_TEXT, format!("`{raw}` is written in lowercase"))
                .at(at, "")
                .help(format!("write {word}"))
        }
        "yes" | "on" => found.help(format!("write \"{raw}\" if it is a text, or true")),
        "no" | "off" => found.help(format!("write \"{raw}\" if it is a text, or false")),
        "null" | "none" | "nil" => found.help("a key that has no value is left out"),
        _ => found.help(format!("write \"{}\"", quoted.replace('\\', "\\\\").replace('"', "\\\""))),
    }
}

/// Returns the diagnostic of an unquoted value that is really several things.
fn several(page: MessageSource<'_>, at: Span, raw: &str) -> Option<Diagnostic> {
    let start = at.first_byte();
    let part = |from: usize, len: usize| page.span(start + from, start + from + len);
    let key_follows = page.rest_of_line(at.end_byte()).trim_start().starts_with('=');
    if let Some(i) = raw.find(" //").or_else(|| raw.find(" --")).or_else(|| raw.find(" ;")) {
        let found = Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a value in its line");
        return Some(found.at(part(i + 1, raw.len() - i - 1), "").help("a comment begins with `#`"));
    }
    let Some((first, rest)) = raw.split_once(' ') else {
        let found = Diagnostic::error(codes::SYNTAX, "a list holds values, not keys").at(at, "");
        return key_follows.then(|| {
            found.help("put `key = value` in braces: [{ key = value }]; or close the list before this")
        });
    };
    let complete = |v: &str| matches!(v, "true" | "false") || v.parse::<f64>().is_ok();
    let second = part(raw.len() - rest.trim_start().len(), rest.trim_start().len());
    let in_brackets = page.line_before(start).contains(['{', '[']);
    if complete(first) && in_brackets && (key_follows || complete(rest.trim())) {
        let found = Diagnostic::error(codes::COMMA, "a comma is missing here");
        return Some(found.at(second, "before this").help("put a `,` between the two"));
    }
    let found = Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a value in its line");
    (complete(first) && key_follows)
        .then(|| found.at(second, "").help("put each `key = value` in a line of its own"))
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
        let written = page.get(span);
        let found = if description == "missing escaped value" {
            Diagnostic::error(codes::BAD_ESCAPE, format!("the escape `{written}` does not exist"))
                .help("a backslash itself is written `\\\\`, or the string stands in single quotes: '…'")
        } else {
            Diagnostic::error(codes::BAD_ESCAPE, "the number of this character is wrong")
                .help("`\\u` is followed by four hexadecimal digits, `\\U` by eight: `\\u00e9`")
        };
        return (found.at(span, ""), false);
    }
    if place.is_empty() && place.start() == at.end_byte() {
        let found = Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end");
        return match form {
            Encoding::BasicString | Encoding::LiteralString => {
                let found = found.at(page.span(at.first_byte(), at.first_byte() + raw.trim_end().len()), "");
                let help = format!(
                    "end it with `{quote}`; a string over several lines stands between `\"\"\"` and `\"\"\"`"
                );
                (found.help(help), true)
            }
            _ => {
                let open = page.span(at.first_byte(), at.first_byte() + quote.len());
                (found.at(open, "it begins here").help(format!("end it with `{quote}`")), true)
            }
        };
    }
    let span = page.span(place.start(), place.end());
    let found =
        Diagnostic::error(codes::BAD_CHARACTER, "a character that cannot be seen stands in this string")
            .at(span, page.get(span).chars().next().map_or(String::new(), |c| format!("U+{:04X}", c as u32)))
            .help("remove it, or write it as an escape: `\\u` and four hexadecimal digits");
    (found, false)
}

/// Parses the two numbers of `2-4`, `2..4` or `2 to 4`.
fn two_numbers(raw: &str) -> Option<(u32, u32)> {
    let (low, high) = raw.split_once("..").or_else(|| raw.split_once('-')).or_else(|| raw.split_once('–'))?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

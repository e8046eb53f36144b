//! The messages about TOML files, in order of their codes.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::source as codes;
use crate::place::Span;

/// CW0100: a key in a list; `before` names the latest place for the bracket that ends it.
pub(super) fn key_in_list(at: Span, before: &str) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX, "a list holds values, not keys")
        .at(at, "")
        .help(format!("put `key = value` in braces: [{{ key = value }}]; or close the list before {before}"))
}

/// CW0100: a second `=`.
pub(super) fn second_equals(at: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX, "there is a `=` too many")
        .at(at, "")
        .help("between a key and its value stands one `=`")
}

/// CW0100: something without a key in braces.
pub(super) fn no_key_in_braces(at: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX, "in braces stands `key = value`")
        .at(at, "")
        .help("put a key before this")
}

/// CW0100: a line that is none of TOML's.
pub(super) fn bad_line(at: Span, line: &str) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX, format!("a line cannot begin with `{}`", shorten(line))).at(at, "").help(
        "a line is a header (`[cards.badger]`), a key with its value (`strength = 30`), or a comment (`# …`)",
    )
}

/// CW0100: any other error, in the parser's words.
pub(super) fn not_toml(at: Span, reason: &str) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX, format!("this is not TOML: {reason}")).at(at, "")
}

/// CW0101: a string in one line without its closing quote.
pub(super) fn unclosed_string(at: Span, quote: &str) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end").at(at, "").help(format!(
        "end it with `{quote}`; a string over several lines stands between `\"\"\"` and `\"\"\"`"
    ))
}

/// CW0101: a string in one line that ends with a typographic quote; `last` is that quote.
pub(super) fn other_closing_quote(last: Span, written: &str, quote: &str) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end")
        .at(last, "not the quote that it begins with")
        .help(format!("write `{quote}` in place of `{written}`"))
}

/// CW0101: a multi-line string without its closing quotes.
pub(super) fn unclosed_lines(open: Span, quote: &str) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end")
        .at(open, "it begins here")
        .help(format!("end it with `{quote}`"))
}

/// CW0101: a multi-line string that ends at the opening quotes of a later one.
pub(super) fn swallowed_key(open: Span, key: Span, quote: &str) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_STRING, "this string has no end")
        .at(open, "it begins here")
        .at(key, "and goes on to the quotes of this one")
        .help(format!("end it with `{quote}` on a line of its own"))
}

/// CW0101: a multi-line string that opens with one or two quotes.
pub(super) fn too_few_quotes(key: &str, open: Span, written: &str, close: Span, meant: &str) -> Diagnostic {
    let count = if written.len() == 1 { "one quote" } else { "two quotes" };
    let message = format!("the string of `{key}` begins with {count}, not three");
    Diagnostic::error(codes::UNCLOSED_STRING, message)
        .at(open, "it begins here")
        .at(close, "and ends here")
        .help(format!("write `{key} = {meant}`"))
}

/// CW0101: a quoted key without its closing quote.
pub(super) fn unclosed_key(at: Span) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_STRING, "this key in quotes has no end")
        .at(at, "")
        .help("end it with its quote")
}

/// CW0102: a header without its closing bracket.
pub(super) fn unclosed_header(at: Span, header: &str) -> Diagnostic {
    let close = if header.starts_with("[[") { "]]" } else { "]" };
    Diagnostic::error(codes::UNCLOSED_BRACKET, format!("the header `{}` has no end", shorten(header)))
        .at(at, "")
        .help(format!("end it with `{close}`"))
}

/// CW0102: a header with spaces between its words; `meant` is the header that they probably mean.
pub(super) fn spaces_in_header(at: Span, header: &str, meant: &str) -> Diagnostic {
    Diagnostic::error(codes::UNCLOSED_BRACKET, format!("the header `{}` has spaces in it", shorten(header)))
        .at(at, "")
        .because("the words of a header are joined by dots, and an id has no spaces")
        .help(format!("write `{meant}`"))
}

/// CW0102: a list or an inline table without its closing bracket. `next` is the line that was probably not
/// meant to be in it.
pub(super) fn unclosed_bracket(open: Span, what: &str, close: &str, next: Option<Span>) -> Diagnostic {
    let found = Diagnostic::error(codes::UNCLOSED_BRACKET, format!("this {what} has no end"))
        .at(open, "it begins here")
        .help(format!("end it with `{close}`"));
    match next {
        Some(line) => found.at(line, format!("`{close}` belongs somewhere before this line")),
        None => found,
    }
}

/// CW0103: a text with a quote at one end only; `inner` is without it.
pub(super) fn one_quote(at: Span, written: &str, inner: &str) -> Diagnostic {
    let message = format!("the text `{}` has a quote at one end only", shorten(written));
    let found = Diagnostic::error(codes::UNQUOTED_TEXT, message).at(at, "");
    match shorten(inner) == inner.trim() && !inner.contains(['"', '\\']) {
        true => found.help(format!("write \"{inner}\"")),
        false => found.help("put the same straight quote at both ends"),
    }
}

/// CW0103: `True`.
pub(super) fn not_lowercase(at: Span, written: &str, word: &str) -> Diagnostic {
    Diagnostic::error(codes::UNQUOTED_TEXT, format!("`{written}` is written in lowercase"))
        .at(at, "")
        .help(format!("write {word}"))
}

/// CW0103: a text without quotes.
pub(super) fn unquoted_text(at: Span, written: &str) -> Diagnostic {
    let quoted = shorten(written);
    let found = Diagnostic::error(codes::UNQUOTED_TEXT, format!("the text `{quoted}` must stand in quotes"))
        .at(at, "");
    match written.to_ascii_lowercase().as_str() {
        "yes" | "on" => found.help(format!("write \"{written}\" if it is a text, or true")),
        "no" | "off" => found.help(format!("write \"{written}\" if it is a text, or false")),
        "null" | "none" | "nil" => found.help("a key that has no value is left out"),
        // A shortened text would lose its end if it were written so.
        _ if quoted != written.trim() => {
            let quote = if written.contains(['"', '\\']) { '\'' } else { '"' };
            found.help(format!("put a `{quote}` before it, and another after it"))
        }
        _ => found.help(format!("write \"{}\"", quoted.replace('\\', "\\\\").replace('"', "\\\""))),
    }
}

/// CW0104: a key written twice in a table.
pub(super) fn key_twice(key: &str, at: Span, before: Span) -> Diagnostic {
    Diagnostic::error(codes::TWICE, format!("`{key}` is written twice"))
        .at(at, "the second time")
        .at(before, "the first time")
        .help("keep one of the two")
}

/// CW0104: two headers of one table.
pub(super) fn header_twice(header: &str, at: Span, before: Span) -> Diagnostic {
    Diagnostic::error(codes::TWICE, format!("there are two tables `{}`", shorten(header)))
        .at(at, "the second")
        .at(before, "the first")
        .help(
            "give the second another name, or put its lines below the first; what may come several times has \
             double brackets: `[[…]]`",
        )
}

/// CW0104: a header of a table that was written in another way.
pub(super) fn table_twice(header: &str, at: Span, before: Span) -> Diagnostic {
    Diagnostic::error(codes::TWICE, format!("`{}` begins a table that is there already", shorten(header)))
        .at(at, "a header of its own")
        .at(before, "it was written here")
        .help("put the keys of both in one place")
}

/// CW0104: a table with single and with double brackets.
pub(super) fn other_brackets(at: Span, before: Span) -> Diagnostic {
    let message = "a table is written once with single brackets, or any number of times with double ones";
    Diagnostic::error(codes::TWICE, message)
        .at(at, "here this way")
        .at(before, "here the other way")
        .help("write all of these headers as `[[…]]`, or keep one `[…]`")
}

/// CW0105: something in braces without `=`.
pub(super) fn no_equals(at: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_VALUE, "a `=` is missing here")
        .at(at, "before this")
        .help("in braces stands `key = value`")
}

/// CW0105: `key =` without a value; the key is empty if there is none, either.
/// `value` is the one that stands behind a sign too many.
pub(super) fn no_value(key: &str, at: Span, value: Option<&str>) -> Diagnostic {
    let message = match key {
        "" => "a value is missing here".to_owned(),
        _ => format!("`{}` has no value", shorten(key)),
    };
    let found = Diagnostic::error(codes::NO_VALUE, message).at(at, "a value belongs after this");
    match value {
        Some(value) => found.help(format!("write `{} = {}`", shorten(key), shorten(value))),
        None => {
            found.help("write the value in the same line; a key that is not given is left out altogether")
        }
    }
}

/// CW0105: a key alone in its line.
pub(super) fn key_alone(key: &str, at: Span) -> Diagnostic {
    let key = shorten(key);
    Diagnostic::error(codes::NO_VALUE, format!("`{key}` has no value"))
        .at(at, "")
        .help(format!("write `{key} = …`, or `[{key}]` if it shall be a table"))
}

/// CW0105: a key with `:` after it.
pub(super) fn colon(key: &str, at: Span, value: &str) -> Diagnostic {
    let key = shorten(key);
    Diagnostic::error(codes::NO_VALUE, format!("`{key}` has no value"))
        .at(at, "")
        .help(format!("TOML wants `=` instead of `:`: `{key} = {}`", shorten(value)))
}

/// CW0105: a key with a value and nothing between them.
pub(super) fn no_equals_after(key: &str, at: Span, value: &str) -> Diagnostic {
    let key = shorten(key);
    Diagnostic::error(codes::NO_VALUE, format!("`{key}` has no value"))
        .at(at, "`=` is missing after this")
        .help(format!("write `{key} = {}`", shorten(value)))
}

/// CW0106: an escape that does not exist.
pub(super) fn unknown_escape(at: Span, written: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_ESCAPE, format!("the escape `{written}` does not exist"))
        .at(at, "")
        .help("a backslash itself is written `\\\\`, or the string stands in single quotes: '…'")
}

/// CW0106: `\u` without a number of a character.
pub(super) fn bad_character_number(at: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_ESCAPE, "the number of this character is wrong")
        .at(at, "")
        .help("`\\u` is followed by four hexadecimal digits, `\\U` by eight: `\\u00e9`")
}

/// CW0107: a carriage return alone.
pub(super) fn lone_carriage_return(at: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CHARACTER, "a carriage return stands here without its line feed")
        .at(at, "")
        .help("save the file with ordinary newlines")
}

/// CW0107: a control character in a comment.
pub(super) fn unseen_in_comment(at: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_CHARACTER, "a character that cannot be seen stands in this comment")
        .at(at, "")
        .help("remove it")
}

/// CW0107: a control character in a string.
pub(super) fn unseen_in_string(at: Span, character: Option<char>) -> Diagnostic {
    Diagnostic::error(codes::BAD_CHARACTER, "a character that cannot be seen stands in this string")
        .at(at, character.map_or(String::new(), |c| format!("U+{:04X}", c as u32)))
        .help("remove it, or write it as an escape: `\\u` and four hexadecimal digits")
}

/// CW0107: typographic quotes; `inner` is the text between them.
pub(super) fn curly_quotes(at: Span, inner: &str) -> Diagnostic {
    let found =
        Diagnostic::error(codes::BAD_CHARACTER, "these quotes are not the straight ones that TOML wants")
            .at(at, "");
    match shorten(inner) == inner.trim() && !inner.contains(['"', '\\']) {
        true => found.help(format!("write \"{inner}\"")),
        false => found.help("put a straight quote in place of each of the two: `'`"),
    }
}

/// CW0108: text after a header.
pub(super) fn more_after_header(at: Span) -> Diagnostic {
    Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a header in its line")
        .at(at, "")
        .help("put it in the next line")
}

/// CW0108: text after a value.
pub(super) fn more_after_value(at: Span, help: &str) -> Diagnostic {
    Diagnostic::error(codes::TWO_ON_A_LINE, "something stands after a value in its line")
        .at(at, "")
        .help(help)
}

/// CW0108: text after a string that ends at a quote within it.
pub(super) fn quote_in_string(at: Span, quote: char) -> Diagnostic {
    let other = if quote == '"' {
        "write `\\\"` inside the string, or put it between single quotes: '…'"
    } else {
        "put the string between double quotes: \"…\""
    };
    more_after_value(at, &format!("if the quote belongs to the text, {other}"))
        .because(format!("the string before it ends at the `{quote}`"))
}

/// CW0109: a whole number of more than 64 bits.
pub(super) fn number_too_large(at: Span, number: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_NUMBER, format!("the number `{}` is too large", shorten(number)))
        .at(at, "")
        .help("whole numbers go up to 9223372036854775807")
}

/// CW0109: a range such as `2-4`.
pub(super) fn range(at: Span, written: &str, (low, high): (u32, u32)) -> Diagnostic {
    Diagnostic::error(codes::BAD_NUMBER, format!("`{}` is not a value", shorten(written)))
        .at(at, "two numbers")
        .help(format!("from {low} to {high} is written `[{low}, {high}]`"))
}

/// CW0109: a date that is not in the calendar.
pub(super) fn bad_date(at: Span, written: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_NUMBER, format!("`{}` is not a date", shorten(written)))
        .at(at, "")
        .help("a date is written 2024-05-27; a text stands in quotes")
}

/// CW0109: a number in another notation than TOML's.
pub(super) fn bad_number(at: Span, written: &str, reason: &str) -> Diagnostic {
    let message = format!("`{}` is not a number as TOML writes them", shorten(written));
    Diagnostic::error(codes::BAD_NUMBER, message)
        .at(at, "")
        .because(reason)
        .help("numbers are written 12, -3 or 2.5; a text stands in quotes")
}

/// CW0110: no key before `=`, in a header or between two dots; `next` is the character that follows.
pub(super) fn no_key(at: Span, next: Option<char>) -> Diagnostic {
    let found = Diagnostic::error(codes::BAD_KEY, "a key is missing here");
    match next {
        Some('=') => found.at(at, "before this").help("write the key before the `=`"),
        Some(']') => found.at(at, "before this").help("a header names its table: `[cards.badger]`"),
        _ => found.at(at, "").help("write a key between the two dots"),
    }
}

/// CW0110: a key of other characters than a bare key's; `inner` is without quotes that are not TOML's.
pub(super) fn bad_key(at: Span, key: &str, inner: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_KEY, format!("the key `{}` must stand in quotes", shorten(key)))
        .at(at, "")
        .because("without quotes a key has only letters A to Z, digits, `_` and `-`")
        .help(format!("write \"{}\"", shorten(inner)))
}

/// CW0110: everything before `=` as a key, where only its beginning is one.
pub(super) fn bad_key_before_equals(at: Span, key: &str) -> Diagnostic {
    let key = shorten(key);
    Diagnostic::error(codes::BAD_KEY, format!("the key `{key}` must stand in quotes"))
        .at(at, "")
        .help(format!("write \"{key}\" = …"))
}

/// CW0110: a key over several lines.
pub(super) fn key_of_lines(at: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_KEY, "a key goes over one line only")
        .at(at, "")
        .help("put it in single or double quotes")
}

/// CW0110: an escape in a key that does not exist.
pub(super) fn escape_in_key(at: Span, key: &str) -> Diagnostic {
    Diagnostic::error(codes::BAD_KEY, format!("the key `{}` has an escape that does not exist", shorten(key)))
        .at(at, "")
        .help("put it in single quotes: '…'")
}

/// CW0111: a key of an inline table or of another value, after its end.
pub(super) fn closed(key: &str, at: Span, before: Span, what: &str) -> Diagnostic {
    let found = Diagnostic::error(codes::CLOSED, format!("nothing can be put into `{key}` here")).at(at, "");
    if what == "a table" {
        found
            .at(before, "it was complete here")
            .help("put all its keys in one place, in braces or below a header")
    } else {
        found.at(before, format!("it is {what}")).help("keys can be put into tables only")
    }
}

/// CW0112: no comma between two items.
pub(super) fn no_comma(at: Span) -> Diagnostic {
    Diagnostic::error(codes::COMMA, "a comma is missing here")
        .at(at, "before this")
        .help("put a `,` between the two")
}

/// CW0112: a comma after nothing.
pub(super) fn comma_after_nothing(at: Span) -> Diagnostic {
    Diagnostic::error(codes::COMMA, "there is nothing before this comma").at(at, "").help("remove it")
}

/// CW0113: too many tables and lists in each other.
pub(super) fn too_deep(at: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, "tables and lists are nested more than 64 deep").at(at, "")
}

/// CW0114: an inline table over several lines.
pub(super) fn lines_in_braces(at: Span) -> Diagnostic {
    Diagnostic::warning(codes::NEWER_TOML, "a table in braces goes over several lines")
        .at(at, "opened here")
        .because("TOML 1.0 wants it in one line, and most editors say so")
        .help("write it in one line, or give it a header of its own")
}

/// CW0114: a comma at the end of an inline table.
pub(super) fn comma_before_brace(at: Span) -> Diagnostic {
    Diagnostic::warning(codes::NEWER_TOML, "a comma before `}`")
        .at(at, "")
        .because("TOML 1.0 does not allow it, and most editors say so")
        .help("remove the comma")
}

/// CW0114: an escape of TOML 1.1.
pub(super) fn new_escape(at: Span, written: &str) -> Diagnostic {
    Diagnostic::warning(codes::NEWER_TOML, format!("the escape `{written}` is new in TOML 1.1"))
        .at(at, "")
        .because("most editors know TOML 1.0")
        .help("write it with `\\u` and four digits")
}

/// CW0115: a closing bracket without its opening one.
pub(super) fn stray_bracket(at: Span, bracket: &str) -> Diagnostic {
    Diagnostic::error(codes::STRAY_BRACKET, format!("this `{}` closes nothing", shorten(bracket)))
        .at(at, "")
        .help("remove it, or open the bracket before it")
}

/// Shortens a piece of the file for a message: to one line of at most 40 characters.
fn shorten(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or("");
    if line.chars().count() <= 40 {
        return line.to_owned();
    }
    let cut: String = line.chars().take(38).collect();
    format!("{} …", cut.trim_end())
}

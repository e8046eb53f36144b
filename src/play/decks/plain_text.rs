//! Deck lists as plain text: `4 Spark`, one a line; `# …` is a comment, `[hero]` or `Hero:` is the heading of
//! a part.

use super::line_purpose::LinePurpose;
use super::messages::{self, MOST_ERRORS};
use crate::diagnostics::Diagnostic;
use crate::ir::{Ir, MAIN_PART};
use crate::schema::{ListFile, ListFileLine, ListFilePart, MOST_OF_CARD};
use crate::source::{FileId, Span};
use crate::table::Names;

/// Maximum number of digits of a wrong number that a message shows.
const MOST_SHOWN: usize = 20;

/// Characters that people write before or behind a number of copies, such as `x3` and `(3)`.
const AROUND_NUMBERS: [char; 5] = ['x', 'X', '×', '(', ')'];
/// Signs of multiplication between a number and a card.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// A line of a list that is neither empty nor a heading.
enum PlainLine<'t> {
    /// A number of copies as written and as a number, and a card.
    Copies(&'t str, u32, &'t str),
    /// A line that begins with something else than a number, and how it is written as a number and a card.
    NoNumber(String),
    /// A number alone.
    NoCard,
    /// A number that is not whole or out of range, with its card, and how the line is written if that is
    /// clear.
    BadNumber(&'t str, &'t str, Option<String>),
}

/// Reads a list. Returns it with the errors of the lines that are left out.
pub(super) fn read_plain_text(ir: &Ir, text: &str, file: FileId) -> (ListFile, Vec<Diagnostic>) {
    let mut list = ListFile::default();
    let mut found = Vec::new();
    let names = Names::new(ir);
    let mut part = None;
    // Some editors begin a file with a byte order mark.
    let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
    for whole in text[start..].split_inclusive('\n') {
        let begin = start;
        start += whole.len();
        let written = whole.split('#').next().unwrap_or_default();
        let line = written.trim();
        let from = begin + (written.len() - written.trim_start().len());
        if line.is_empty() {
            continue;
        }
        let at = Span::new(file, from, from + line.len());
        let heading =
            line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).or_else(|| line.strip_suffix(':'));
        if let Some(heading) = heading {
            part = Some(part_of(&mut list, &heading.trim().to_lowercase().replace(' ', "_"), at));
            continue;
        }
        let start_of = |words: &str| Span::new(file, from, from + words.len());
        // Further errors are only counted.
        let is_card = |card: &str| found.len() < MOST_ERRORS && names.find_name(card).is_ok();
        match PlainLine::parse(line, is_card) {
            PlainLine::NoNumber(meant) => {
                let purpose = || LinePurpose::of(ir, line, &meant, &is_card);
                let purpose = if found.len() < MOST_ERRORS { purpose() } else { LinePurpose::Unknown };
                found.push(messages::no_number_first(at, &purpose));
            }
            PlainLine::NoCard => found.push(messages::no_card(at)),
            PlainLine::BadNumber(number, card, meant) => {
                let shown: String = number.chars().take(MOST_SHOWN).collect();
                let number = (start_of(number), shown.as_str());
                found.push(messages::bad_number(number, card, MOST_OF_CARD, meant.as_deref()));
            }
            PlainLine::Copies(number, count, card) => {
                let count_span = start_of(number);
                let part = *part.get_or_insert_with(|| part_of(&mut list, MAIN_PART, count_span));
                let span = Span::new(file, from + line.len() - card.len(), from + line.len());
                if let Some(part) = list.parts.get_mut(part) {
                    part.lines.push(ListFileLine { card: card.to_owned(), span, count, count_span });
                }
            }
        }
    }
    (list, found)
}

/// Returns the index of a part; adds it if it is new.
fn part_of(list: &mut ListFile, id: &str, span: Span) -> usize {
    if let Some(at) = list.parts.iter().position(|part| part.id == id) {
        return at;
    }
    list.parts.push(ListFilePart { id: id.to_owned(), span, lines: Vec::new() });
    list.parts.len() - 1
}

impl<'t> PlainLine<'t> {
    fn parse(line: &'t str, is_card: impl Fn(&str) -> bool) -> PlainLine<'t> {
        let unsigned = line.strip_prefix(['-', '−']).unwrap_or(line);
        let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            let meant = if is_card(line) { format!("1 {line}") } else { number_first(line) };
            return PlainLine::NoNumber(meant);
        }
        let (mut number, mut rest) = line.split_at(line.len() - unsigned.len() + digits);
        let is_fraction =
            rest.strip_prefix(['.', ',', '\'', '’']).is_some_and(|behind| behind.starts_with(is_digit));
        if is_fraction {
            (number, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
        }
        let behind_sign = rest.trim_start().strip_prefix(TIMES).filter(|r| r.starts_with(' '));
        let card = behind_sign.filter(|_| !is_card(rest.trim())).unwrap_or(rest).trim();
        let is_sign = card.strip_prefix(TIMES) == Some("") && !is_card(card);
        if card.is_empty() || is_sign {
            return PlainLine::NoCard;
        }
        match number.parse() {
            Ok(count @ 1..=MOST_OF_CARD) => PlainLine::Copies(number, count, card),
            _ => {
                PlainLine::BadNumber(number, card, without_separators(number).map(|n| format!("{n} {card}")))
            }
        }
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns the number of copies that a word stands for: `3`, `x3`, `3x`, `(3)`.
fn number_in(word: &str) -> Option<u32> {
    word.trim_matches(AROUND_NUMBERS).parse().ok().filter(|number| (1..=MOST_OF_CARD).contains(number))
}

/// Rewrites a line with its number first: `x3 comet` and `comet (3)` as `3 comet`, `comet` as `1 comet`.
fn number_first(line: &str) -> String {
    let bare = line.trim_start_matches(['-', '−', '*', '•', '+']).trim();
    let behind_x = bare.strip_prefix(TIMES).map(str::trim_start);
    let bare = behind_x.filter(|behind| behind.starts_with(is_digit)).unwrap_or(bare);
    if let Some((first, card)) = bare.split_once(char::is_whitespace)
        && let Some(number) = number_in(first)
    {
        let card = card.trim_start();
        let card = card.strip_prefix(TIMES).filter(|card| card.starts_with(' ')).unwrap_or(card);
        return format!("{number} {}", card.trim_start());
    }
    if let Some((card, last)) = bare.rsplit_once(char::is_whitespace)
        && let Some(number) = number_in(last)
    {
        let card = card.trim_end();
        let card = card.strip_suffix(TIMES).filter(|card| card.ends_with(' ')).unwrap_or(card);
        return format!("{number} {}", card.trim_end().trim_end_matches([':', ',', ';']));
    }
    format!("1 {bare}")
}

/// Returns a number without the separators of its thousands: `1,000` is 1000, and `2.5` is none.
fn without_separators(number: &str) -> Option<u32> {
    let mut groups = number.split([',', '.', '\'', '’']);
    let first = groups.next()?;
    let groups: Vec<&str> = groups.collect();
    let is_grouped = !groups.is_empty() && groups.iter().all(|group| group.len() == 3);
    let number = format!("{first}{}", groups.concat());
    number_in(&number).filter(|_| is_grouped)
}

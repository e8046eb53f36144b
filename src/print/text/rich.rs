//! Rich text: paragraphs, **bold**, *italic*, icons in braces, lists.

use std::ops::Range;

use crate::ir::{Markup, MarkupPart};
use crate::print::draw::scene::Rgb;
use crate::print::text::list_levels::{ListLevels, indentation};
use crate::print::text::rich_marks::{BREAK, QUOTE, STRIKE};

/// Deepest level of a heading; a line of more signs is text.
const HEADINGS: usize = 6;
/// The level from which on headings look alike.
const ALIKE: usize = 4;

/// A paragraph, or an item of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// True if it is an item of a list, which hangs behind a bullet or its number, or belongs to one.
    pub bullet: bool,
    /// True if it is a further paragraph of an item, without a bullet or number of its own.
    pub continues: bool,
    /// Length of the longest number of each list that its list is nested in, from the outermost; 0 for
    /// bullets.
    pub outer: Vec<usize>,
    /// The number of an item of an ordered list, with its dot; else empty.
    pub number: String,
    /// Length of the longest number of its list, for which all its items leave room.
    pub longest_number: usize,
    /// Its heading's level, 1 to 4; 0 for plain text.
    pub heading: u8,
    /// True if it is a quotation, which is indented and in italics.
    pub quoted: bool,
    /// Its text, without icons.
    pub text: String,
    /// Byte ranges that are bold.
    pub bold: Vec<Range<usize>>,
    /// Byte ranges that are italic.
    pub italic: Vec<Range<usize>>,
    /// Byte ranges that are struck through.
    pub struck: Vec<Range<usize>>,
    /// Byte ranges in colours of their own.
    pub colours: Vec<(Range<usize>, Rgb)>,
    /// Byte offsets of icons, with their names.
    pub icons: Vec<(usize, String)>,
    /// Byte offsets of no-break spaces that an icon stands before, with its name: it stays in the line of the
    /// word after it.
    pub glued: Vec<(usize, String)>,
    /// Words in braces that are not icons.
    pub unknown: Vec<String>,
}

/// Parses rich text as authors write it.
///
/// Blank lines separate paragraphs; other newlines are spaces. A line that starts with `- ` is an item of a
/// list, one that starts with `1. ` or `1) ` an item of an ordered list, one that starts with `#` a heading.
/// An item that is indented is nested in the one above it, and a paragraph that is indented belongs to it.
/// `\` escapes the next character.
pub fn parse(text: &str) -> Vec<Paragraph> {
    let mut out: Vec<Paragraph> = Vec::new();
    let mut lists = ListLevels::default();
    // The last paragraph, which the next line may belong to, and its text.
    let mut open: Option<(Paragraph, String)> = None;
    let mut flush = |open: &mut Option<(Paragraph, String)>| {
        if let Some((mut paragraph, text)) = open.take() {
            inline(&bind_signs(&text), &mut paragraph);
            if paragraph.quoted {
                paragraph.italic.push(0..paragraph.text.len());
            }
            out.push(paragraph);
        }
    };
    for line in text.lines() {
        let indent = indentation(line);
        let line = line.trim();
        let level = line.bytes().take_while(|b| *b == b'#').count();
        let digits = number_of(line);
        let bullet = ["- ", "-\t", "• ", "•\t"].iter().find_map(|bullet| line.strip_prefix(bullet));
        if line.is_empty() {
            flush(&mut open);
        } else if let Some(quote) = line.strip_prefix(QUOTE) {
            match &mut open {
                // Lines of one quotation form one paragraph.
                Some((paragraph, text)) if paragraph.quoted => {
                    text.push(' ');
                    text.push_str(quote);
                }
                _ => {
                    flush(&mut open);
                    lists.close();
                    open = Some((Paragraph { quoted: true, ..Paragraph::default() }, quote.to_owned()));
                }
            }
        } else if let Some(item) = bullet.or_else(|| line.get(digits + 1..).filter(|_| digits > 0)) {
            flush(&mut open);
            let typed = line.get(..digits).and_then(|digits| digits.parse().ok());
            let (level, number) = lists.open_item(indent, typed);
            let number = match number {
                Some(number) if Some(number) != typed => format!("{number}{}", &line[digits..=digits]),
                Some(_) => line[..=digits].to_owned(),
                None => String::new(),
            };
            let paragraph = Paragraph { bullet: true, number, outer: vec![0; level], ..Paragraph::default() };
            open = Some((paragraph, item.trim().to_owned()));
        } else if (1..=HEADINGS).contains(&level) && line[level..].starts_with([' ', '\t']) {
            flush(&mut open);
            lists.close();
            // A heading is a line of its own: it is closed immediately.
            let paragraph = Paragraph { heading: level.min(ALIKE) as u8, ..Paragraph::default() };
            open = Some((paragraph, line[level..].trim().to_owned()));
            flush(&mut open);
        } else if let Some((_, text)) = &mut open {
            text.push(' ');
            text.push_str(line);
        } else {
            let item = lists.continue_item(indent);
            let outer = vec![0; item.unwrap_or_default()];
            let is_of_item = item.is_some();
            let paragraph =
                Paragraph { bullet: is_of_item, continues: is_of_item, outer, ..Paragraph::default() };
            open = Some((paragraph, line.to_owned()));
        }
    }
    flush(&mut open);
    out.chunk_by_mut(|a, b| a.bullet && b.bullet).for_each(leave_room_for_numbers);
    out
}

/// Parses a text in one line, which is neither a heading nor an item of a list.
pub fn line(text: &str) -> Paragraph {
    let mut paragraph = Paragraph::default();
    inline(&bind_signs(text.trim()), &mut paragraph);
    paragraph
}

/// Records the longest number of each list, so that its items and nested lists are indented equally. All
/// paragraphs must be items.
fn leave_room_for_numbers(items: &mut [Paragraph]) {
    let deepest = items.iter().map(|item| item.outer.len()).max().unwrap_or_default();
    for level in 0..=deepest {
        let mut from = 0;
        while from < items.len() {
            let is_ordered = !items[from].number.is_empty();
            let is_other = |item: &Paragraph| {
                item.outer.len() < level
                    || item.outer.len() == level && !item.continues && item.number.is_empty() == is_ordered
            };
            let rest = &items[from + 1..];
            let to = from + 1 + rest.iter().position(is_other).unwrap_or(rest.len());
            let list = &mut items[from..to];
            let own = list.iter().filter(|item| item.outer.len() == level);
            let longest = own.map(|item| item.number.len()).max().unwrap_or_default();
            for item in list {
                let own = item.outer.len();
                match item.outer.get_mut(level) {
                    Some(outer) => *outer = longest,
                    None if own == level => item.longest_number = longest,
                    None => {}
                }
            }
            from = to;
        }
    }
}

/// Binds signs that stand alone, such as dashes and `◆`, to the word before them by no-break spaces, so that
/// no line begins with one. The hyphen of a negative number becomes a minus sign.
fn bind_signs(text: &str) -> String {
    let is_sign = |c: char| matches!(c, '\u{2010}'..='\u{2026}' | '\u{25a0}'..='\u{27bf}');
    let mut out = String::with_capacity(text.len());
    for (i, word) in text.split(' ').enumerate() {
        let mut letters = word.chars();
        let alone = letters.next().is_some_and(is_sign) && letters.next().is_none();
        if i > 0 {
            out.push(if alone { '\u{a0}' } else { ' ' });
        }
        let number = word.trim_start_matches(['*', '_', '(']);
        match number.strip_prefix('-').filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit())) {
            Some(digits) => {
                out.push_str(&word[..word.len() - number.len()]);
                out.push('−');
                out.push_str(digits);
            }
            None => out.push_str(word),
        }
    }
    out
}

/// Returns the number of digits if a line is an item of an ordered list (`2. ` or `2) `), else 0.
fn number_of(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')']);
    let is_item = (1..=2).contains(&digits) && rest.is_some_and(|rest| rest.starts_with([' ', '\t']));
    if is_item { digits } else { 0 }
}

/// Replaces icons that do not exist by their names.
pub fn spell_out_unknown(paragraph: &mut Paragraph, is_known: impl Fn(&str) -> bool) {
    while let Some(at) = paragraph.icons.iter().position(|(_, name)| !is_known(name)) {
        spell_out(paragraph, at);
    }
}

/// Replaces an icon that does not exist by its name.
fn spell_out(paragraph: &mut Paragraph, icon: usize) {
    if icon >= paragraph.icons.len() {
        return;
    }
    let (at, name) = paragraph.icons.remove(icon);
    let word = format!("{{{name}}}");
    paragraph.text.insert_str(at, &word);
    for (other, _) in &mut paragraph.icons[icon..] {
        *other += word.len();
    }
    for (other, _) in paragraph.glued.iter_mut().filter(|(other, _)| *other >= at) {
        *other += word.len();
    }
    for range in paragraph.ranges() {
        range.start += if range.start > at { word.len() } else { 0 };
        range.end += if range.end > at { word.len() } else { 0 };
    }
    paragraph.unknown.push(name);
}

impl Paragraph {
    /// Returns all ranges of its text that look other than the rest.
    pub fn ranges(&mut self) -> impl Iterator<Item = &mut Range<usize>> {
        let colours = self.colours.iter_mut().map(|(range, _)| range);
        self.bold.iter_mut().chain(&mut self.italic).chain(&mut self.struck).chain(colours)
    }

    /// Inserts a character at the beginning of a word; ranges that begin with the word then begin with the
    /// character.
    pub fn insert(&mut self, at: usize, c: char) {
        self.text.insert(at, c);
        let length = c.len_utf8();
        for (icon, _) in self.icons.iter_mut().chain(&mut self.glued) {
            *icon += if *icon > at { length } else { 0 };
        }
        for range in self.ranges() {
            range.start += if range.start > at { length } else { 0 };
            range.end += if range.end > at { length } else { 0 };
        }
    }
}

/// Parses the markup within a line.
fn inline(text: &str, out: &mut Paragraph) {
    let (mut bold, mut italic, mut struck) = (None, None, None);
    for part in Markup::of(text) {
        let here = out.text.len();
        match part {
            // The other marks are not ASCII.
            MarkupPart::Text(text) if text.is_ascii() => out.text.push_str(text),
            MarkupPart::Text(text) => {
                for (number, words) in text.split(STRIKE).enumerate() {
                    let here = out.text.len();
                    if number > 0 {
                        match struck.take() {
                            Some(from) => out.struck.push(from..here),
                            None => struck = Some(here),
                        }
                    }
                    match words.contains(BREAK) {
                        true => out.text.push_str(&words.replace(BREAK, "\n")),
                        false => out.text.push_str(words),
                    }
                }
            }
            MarkupPart::Bold => match bold.take() {
                Some(from) => out.bold.push(from..here),
                None => bold = Some(here),
            },
            MarkupPart::Italic => match italic.take() {
                Some(from) => out.italic.push(from..here),
                None => italic = Some(here),
            },
            MarkupPart::Icon(number, icon) => {
                if let Some(number) = number {
                    // The sign of a negative number is a minus.
                    let number = number.replacen('-', "−", usize::from(number.starts_with('-')));
                    out.bold.push(here..here + number.len());
                    out.text.push_str(&number);
                    // A no-break space keeps number and icon together.
                    out.text.push('\u{a0}');
                }
                out.icons.push((out.text.len(), icon.to_owned()));
            }
        }
    }
    let end = out.text.len();
    out.bold.extend(bold.map(|from| from..end));
    out.italic.extend(italic.map(|from| from..end));
    out.struck.extend(struck.map(|from| from..end));
}

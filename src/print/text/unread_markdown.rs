//! Parts of the rules that look like a table or an image, and are read as words.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::print::text::markdown::events;

/// A part of a text that is read as words although it is hardly meant so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadPart {
    /// The second line of a table, with another number of columns than the first.
    TableLine,
    /// An image whose address has a space.
    Image,
}

/// Finds such parts of a text, with their places.
pub fn unread_parts(text: &str) -> Vec<(Range<usize>, UnreadPart)> {
    let mut found = Vec::new();
    // Images and code of the paragraph that is being read.
    let mut read: Vec<Range<usize>> = Vec::new();
    for (event, place) in events(text) {
        match event {
            Event::Start(Tag::Paragraph) => read.clear(),
            Event::Start(Tag::Image { .. }) | Event::Code(_) => read.push(place),
            Event::End(TagEnd::Paragraph) => {
                let lines = lines_of(text, place);
                let table_lines = lines.clone().filter(|(_, line)| is_table_line(line));
                found.extend(table_lines.map(|(at, line)| (at..at + line.len(), UnreadPart::TableLine)));
                let images = lines.filter_map(|(at, line)| image_in(line).map(|(a, b)| at + a..at + b));
                let is_unread = |image: &Range<usize>| !read.iter().any(|known| known.contains(&image.start));
                found.extend(images.filter(is_unread).map(|image| (image, UnreadPart::Image)));
            }
            _ => {}
        }
    }
    found
}

/// Returns the lines of a range, each with its offset.
fn lines_of(text: &str, range: Range<usize>) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut at = range.start;
    text[range].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end())
    })
}

/// Returns whether a line is the one below the header of a table: `|---|:--:|`.
fn is_table_line(line: &str) -> bool {
    let is_mark = |c: char| matches!(c, '|' | '-' | ':' | ' ' | '>' | '\t');
    line.contains('|') && line.contains("--") && line.chars().all(is_mark)
}

/// Returns the range of the first image of a line: `![Caption](address)`.
fn image_in(line: &str) -> Option<(usize, usize)> {
    let start = line.find("![")?;
    let address = start + line[start..].find("](")?;
    let end = address + line[address..].find(')')?;
    Some((start, end + 1))
}

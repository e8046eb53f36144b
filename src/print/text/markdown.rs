//! Markdown of the rules: its parts, and what is read from it.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, OffsetIter, Options, Parser, Tag, TagEnd};

/// The medium of the rules: pages with figures and tables, or plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesMedium {
    /// A figure is a paragraph of its own, and so is a table.
    Paper,
    /// Figures are left out with their captions, and rows of tables are items of lists.
    PlainText,
}

/// An image of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownImage {
    pub subject: String,
    /// The range of its subject, in bytes of the text.
    pub place: Range<usize>,
    /// True if it is on a line of its own, and thus a figure.
    pub is_alone: bool,
}

impl MarkdownImage {
    /// Creates an image of a text from its range.
    pub fn new(text: &str, subject: String, image: Range<usize>) -> MarkdownImage {
        let before = text[..image.start].trim_end_matches([' ', '\t']);
        let after = text[image.end..].trim_start_matches([' ', '\t', '\r']);
        let is_alone =
            (before.is_empty() || before.ends_with('\n')) && (after.is_empty() || after.starts_with('\n'));
        // A subject that is defined elsewhere stands for the whole image.
        let written = &text[image.clone()];
        let begin = written.rfind("](").map_or(0, |mark| mark + "](".len());
        let place = match written[begin..].find(&subject).filter(|_| begin > 0) {
            Some(at) => image.start + begin + at..image.start + begin + at + subject.len(),
            None => image,
        };
        MarkdownImage { subject, place, is_alone }
    }
}

/// Rules that have been read.
#[derive(Debug, Default)]
pub struct MarkdownText {
    /// The rich text, in which figures, tables and quotations are paragraphs with marks.
    pub rich: String,
    /// Its images, except those in code.
    pub images: Vec<MarkdownImage>,
    /// The first line of each table that is printed.
    pub tables: Vec<Range<usize>>,
}

/// Returns the title of a document, as it is written, and what follows: a heading of the first level before
/// which there are only comments.
pub fn split_title(text: &str) -> Option<(&str, &str)> {
    let is_comment = |place: &Range<usize>| text[place.clone()].trim_start().starts_with("<!--");
    let mut events = events(text).filter(|(event, place)| match event {
        Event::Start(Tag::HtmlBlock) => !is_comment(place),
        Event::Html(_) | Event::End(TagEnd::HtmlBlock) => false,
        _ => true,
    });
    match events.next() {
        Some((Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }), place)) => {
            let title = text[place.clone()].lines().next().unwrap_or_default();
            Some((title, &text[place.end..]))
        }
        _ => None,
    }
}

/// Returns a document up to its first heading of the second level.
pub fn introduction(text: &str) -> &str {
    let mut depth = 0_usize;
    for (event, place) in events(text) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) if depth == 0 => {
                return &text[..place.start];
            }
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text
}

/// Returns the parts of a text with their places.
pub fn events(text: &str) -> OffsetIter<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH).into_offset_iter()
}

/// Returns the first line of a block, without the spaces around it.
pub fn first_line(text: &str, block: &Range<usize>) -> Range<usize> {
    let start = block_start(text, block);
    let line = text[start..].lines().next().unwrap_or_default();
    start..start + line.trim_end().len()
}

/// Returns the beginning of a block, behind its indentation.
pub fn block_start(text: &str, block: &Range<usize>) -> usize {
    let inside = &text[block.clone()];
    block.start + inside.len() - inside.trim_start().len()
}

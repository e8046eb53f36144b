//! Reads Markdown of the rules, and writes it as rich text.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use crate::print::text::html_tags::{self, HtmlTag};
use crate::print::text::list_levels::indentation;
use crate::print::text::markdown::{
    MarkdownImage, MarkdownText, RulesMedium, block_start, events, first_line,
};
use crate::print::text::markdown_link::{MarkdownLink, without_scheme};
use crate::print::text::markdown_table::MarkdownTable;
use crate::print::text::rich_marks::{FIGURE, QUOTE, TABLE};
use crate::print::text::rich_writer::{RichWriter, WordStyle, escape};

/// Largest indentation that is told from larger ones, in bytes.
const MOST_INDENTED: usize = 100;

/// Reads Markdown. Removes code, comments and rules between parts, sets text in backticks in italics, and
/// writes the addresses of links behind their texts.
pub fn read(text: &str, medium: RulesMedium) -> MarkdownText {
    MarkdownReader::new(text, medium).read()
}

/// A block of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    Quote,
    Item,
}

/// A block whose text is not read as words of a paragraph.
#[derive(Debug)]
enum RawBlock {
    /// Code between fences.
    Fenced,
    /// Text that is indented, with the offsets of its pieces: in it, and in the source.
    Indented(String, Vec<(usize, usize)>),
    Html(String),
}

/// Reads one text.
#[derive(Debug)]
struct MarkdownReader<'t> {
    source: &'t str,
    medium: RulesMedium,
    /// True if the text is that of a block of another, such as one of HTML.
    is_nested: bool,
    writer: RichWriter,
    containers: Vec<Container>,
    /// The number of quotations among them.
    quotes: usize,
    /// The bullet or number of the item whose first paragraph has not ended yet.
    marker: Option<String>,
    /// Indentation of the paragraph.
    indent: usize,
    /// The level of the heading, or 0.
    heading: usize,
    links: Vec<MarkdownLink>,
    /// For each image that is being read, its subject if it is a figure.
    figures: Vec<Option<String>>,
    table: Option<MarkdownTable>,
    raw: Option<RawBlock>,
    /// The end of the text before in the source.
    read_to: usize,
    images: Vec<MarkdownImage>,
    tables: Vec<Range<usize>>,
}

impl<'t> MarkdownReader<'t> {
    fn new(source: &'t str, medium: RulesMedium) -> MarkdownReader<'t> {
        MarkdownReader {
            source,
            medium,
            is_nested: false,
            writer: RichWriter::default(),
            containers: Vec::new(),
            quotes: 0,
            marker: None,
            indent: 0,
            heading: 0,
            links: Vec::new(),
            figures: Vec::new(),
            table: None,
            raw: None,
            read_to: 0,
            images: Vec::new(),
            tables: Vec::new(),
        }
    }

    fn read(mut self) -> MarkdownText {
        for (event, place) in events(self.source) {
            match event {
                Event::Start(tag) => self.start(tag, place),
                Event::End(tag) => self.end(tag, place),
                Event::Text(text) => self.text(&text, place),
                Event::Code(code) => {
                    self.writer.begin(WordStyle::Italic);
                    self.literal(&code);
                    self.writer.end(WordStyle::Italic);
                }
                Event::Html(html) => {
                    if let Some(RawBlock::Html(block)) = &mut self.raw {
                        block.push_str(&html);
                    }
                }
                Event::InlineHtml(tag) => match HtmlTag::of(&tag) {
                    Some(HtmlTag::Break) => self.writer.break_line(),
                    Some(_) => {}
                    // Words in angle brackets look like a tag.
                    None => self.literal(&tag),
                },
                Event::SoftBreak => self.writer.end_line(),
                Event::HardBreak => self.writer.break_line(),
                Event::Rule => self.end_block(),
                _ => {}
            }
        }
        self.end_block();
        MarkdownText { rich: self.writer.finish(), images: self.images, tables: self.tables }
    }

    fn start(&mut self, tag: Tag<'_>, place: Range<usize>) {
        match tag {
            Tag::Paragraph => self.begin_block(&place),
            Tag::Heading { level, .. } => {
                self.begin_block(&place);
                self.heading = level as usize;
            }
            Tag::BlockQuote(_) => {
                self.end_block();
                self.containers.push(Container::Quote);
                self.quotes += 1;
            }
            Tag::List(_) => self.end_block(),
            Tag::Item => {
                self.marker = None;
                self.begin_block(&place);
                self.containers.push(Container::Item);
                let item = self.source[place].trim_start();
                let digits = item.bytes().take_while(u8::is_ascii_digit).count();
                let number = item.get(..=digits).filter(|_| digits > 0);
                self.marker = Some(number.unwrap_or("-").to_owned());
            }
            Tag::CodeBlock(kind) => {
                self.begin_block(&place);
                self.raw = Some(match kind {
                    CodeBlockKind::Indented => RawBlock::Indented(String::new(), Vec::new()),
                    CodeBlockKind::Fenced(_) => RawBlock::Fenced,
                });
            }
            Tag::HtmlBlock => {
                self.begin_block(&place);
                self.raw = Some(RawBlock::Html(String::new()));
            }
            Tag::Table(columns) => {
                self.end_block();
                self.table = Some(MarkdownTable::new(&columns));
            }
            Tag::Emphasis => self.writer.begin(WordStyle::Italic),
            Tag::Strong => self.writer.begin(WordStyle::Bold),
            Tag::Strikethrough => self.strike(),
            Tag::Link { link_type, dest_url, .. } => {
                self.links.push(MarkdownLink::new(link_type, dest_url.into_string()));
            }
            Tag::Image { dest_url, .. } => self.begin_image(dest_url.into_string(), place),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, place: Range<usize>) {
        match tag {
            TagEnd::Paragraph => self.end_block(),
            TagEnd::Heading(_) => {
                self.end_block();
                self.heading = 0;
            }
            TagEnd::BlockQuote(_) => {
                self.end_block();
                self.containers.pop();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::Item => {
                self.end_block();
                self.containers.pop();
                self.marker = None;
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => match self.raw.take() {
                Some(RawBlock::Indented(text, pieces)) => self.nested(&text, &pieces, &place),
                Some(RawBlock::Html(html)) => self.nested(&html_tags::text_of(&html), &[], &place),
                Some(RawBlock::Fenced) | None => {}
            },
            TagEnd::TableCell => {
                let cell = self.writer.take_line();
                if let Some(table) = &mut self.table {
                    table.add_cell(cell, place.end);
                }
            }
            TagEnd::TableHead => {
                if let Some(table) = &mut self.table {
                    table.end_header();
                }
            }
            TagEnd::TableRow => self.end_row(&place),
            TagEnd::Table => self.end_table(&place),
            TagEnd::Emphasis => self.writer.end(WordStyle::Italic),
            TagEnd::Strong => self.writer.end(WordStyle::Bold),
            TagEnd::Strikethrough if self.medium == RulesMedium::Paper => self.writer.end(WordStyle::Struck),
            TagEnd::Strikethrough => self.strike(),
            TagEnd::Link => self.end_link(),
            TagEnd::Image => self.end_image(),
            _ => {}
        }
    }

    /// Reads words. The first character is as it is behind a backslash, and so is all that is written as an
    /// entity.
    fn text(&mut self, text: &str, place: Range<usize>) {
        match &mut self.raw {
            Some(RawBlock::Indented(block, pieces)) => {
                pieces.push((block.len(), place.start));
                block.push_str(text);
                return;
            }
            Some(_) => return,
            None => {}
        }
        // A backslash between two texts is no part of either.
        let is_escaped = self.source[self.read_to.min(place.start)..place.start].ends_with('\\');
        self.read_to = place.end;
        let is_entity = self.source[place].starts_with('&') && !text.starts_with('&');
        let first = text.chars().next().map_or(0, char::len_utf8);
        if self.links.last().is_some_and(MarkdownLink::is_bare) {
            self.literal(without_scheme(text));
        } else if is_entity {
            self.literal(text);
        } else {
            let (escaped, words) = text.split_at(if is_escaped { first } else { 0 });
            self.literal(escaped);
            self.note_words(words);
            self.writer.words(words);
        }
    }

    /// Writes characters as they are.
    fn literal(&mut self, text: &str) {
        self.note_words(text);
        self.writer.literal(text);
    }

    /// Remembers the text of a link.
    fn note_words(&mut self, words: &str) {
        if let Some(link) = self.links.last_mut() {
            link.add(words);
        }
    }

    /// Begins struck text, or writes its mark where no line can be drawn.
    fn strike(&mut self) {
        match self.medium {
            RulesMedium::Paper => self.writer.begin(WordStyle::Struck),
            RulesMedium::PlainText => self.writer.literal("~~"),
        }
    }

    /// Begins a block, which is indented as it is in the source, unless it is the first of an item.
    fn begin_block(&mut self, place: &Range<usize>) {
        self.end_block();
        if self.marker.is_none() {
            self.indent = self.column(place);
        }
    }

    /// Returns the indentation of a block in its quotation.
    fn column(&self, place: &Range<usize>) -> usize {
        let start = block_start(self.source, place);
        let from = self.source.floor_char_boundary(start.saturating_sub(MOST_INDENTED));
        let before = self.source[from..start].rsplit('\n').next().unwrap_or_default();
        let before = match before.rsplit_once('>').filter(|_| self.quotes > 0) {
            Some((_, inside)) => inside.strip_prefix(' ').unwrap_or(inside),
            None => before,
        };
        // A block may stand behind the bullet or number of its item.
        let blanks: String = before.chars().map(|c| if c == '\t' { c } else { ' ' }).collect();
        indentation(&blanks)
    }

    /// Ends the paragraph, item or heading, if there is one.
    fn end_block(&mut self) {
        let is_heading = self.heading > 0 && self.marker.is_none();
        if is_heading {
            let heading = self.writer.take_line();
            if !heading.is_empty() {
                self.writer.paragraph(&format!("{} {heading}", "#".repeat(self.heading)));
            }
            return;
        }
        let opening = self.opening();
        if self.writer.end_block(self.indent, &opening) {
            self.end_marker(&opening);
        }
    }

    /// Indents what follows in the item, such as the text behind a figure.
    fn end_marker(&mut self, opening: &str) {
        if self.marker.take().is_some() {
            self.indent += opening.len();
        }
    }

    /// Returns what a paragraph begins with: a bullet or number, or the mark of a quotation.
    fn opening(&self) -> String {
        match (&self.marker, self.containers.last()) {
            (Some(marker), _) => format!("{marker} "),
            (None, Some(Container::Quote)) => QUOTE.to_string(),
            (None, _) => String::new(),
        }
    }

    /// Reads the text of a block that is not Markdown as a whole, once.
    fn nested(&mut self, text: &str, pieces: &[(usize, usize)], place: &Range<usize>) {
        if self.is_nested {
            self.writer.literal(text);
            self.end_block();
            return;
        }
        let reader = MarkdownReader { is_nested: true, ..MarkdownReader::new(text, self.medium) };
        let inner = reader.read();
        for paragraph in inner.rich.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
            // Tables, figures and quotations are known by their first character, and an item has one bullet.
            let has_own = paragraph.trim_start().starts_with([TABLE, FIGURE, QUOTE])
                || self.marker.is_some() && paragraph.trim_start().starts_with("- ");
            let opening = if has_own { String::new() } else { self.opening() };
            let indent = " ".repeat(self.indent);
            self.writer.paragraph(&format!("{indent}{opening}{paragraph}"));
            self.end_marker(&opening);
        }
        let outer = |inner: Range<usize>| {
            let piece = pieces.partition_point(|(at, _)| *at <= inner.start).checked_sub(1);
            piece.map_or(place.clone(), |piece| {
                let (at, start) = pieces[piece];
                start + inner.start - at..start + inner.end - at
            })
        };
        let images = inner.images.into_iter();
        self.images.extend(images.map(|image| MarkdownImage { place: outer(image.place), ..image }));
        self.tables.extend(inner.tables.into_iter().map(outer));
    }

    fn begin_image(&mut self, subject: String, place: Range<usize>) {
        let mut image = MarkdownImage::new(self.source, subject, place);
        image.is_alone &= self.table.is_none() && self.figures.is_empty();
        if image.is_alone {
            self.end_block();
        }
        self.figures.push(image.is_alone.then(|| image.subject.clone()));
        self.images.push(image);
    }

    fn end_image(&mut self) {
        let Some(Some(subject)) = self.figures.pop() else { return };
        let caption = self.writer.take_line();
        if self.medium == RulesMedium::Paper {
            let mut figure = format!("{}{FIGURE}", " ".repeat(self.indent));
            escape(&subject, &mut figure);
            self.writer.paragraph(&format!("{figure}{FIGURE}{caption}"));
        }
    }

    /// Writes the address of a link behind its text, unless the text is the address.
    fn end_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        if let Some(address) = link.printed_address() {
            self.writer.words(" (");
            self.writer.literal(address);
            self.writer.words(")");
        }
    }

    fn end_row(&mut self, place: &Range<usize>) {
        let Some(table) = &mut self.table else { return };
        for cell in table.further_cells(self.source, place) {
            self.writer.words(&cell);
            table.add_cell(self.writer.take_line(), place.end);
        }
        table.end_row();
    }

    fn end_table(&mut self, place: &Range<usize>) {
        let Some(table) = self.table.take().filter(|table| !table.is_empty()) else { return };
        match self.medium {
            RulesMedium::Paper => self.writer.paragraph(&table.encode()),
            RulesMedium::PlainText => table.list().iter().for_each(|item| self.writer.paragraph(item)),
        }
        self.tables.push(first_line(self.source, place));
    }
}

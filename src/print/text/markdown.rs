//! Markdown of rules, reduced to rich text.

use std::ops::Range;

use crate::print::text::rich::{QUOTE, parse};

/// Begins a paragraph that is a figure: its subject follows, then its caption behind another of these.
pub const FIGURE: char = '\u{f8e2}';
/// Begins a paragraph that is a table: the alignment of each column follows as a letter, after `h` if there
/// is a header; then each row in a line.
pub const TABLE: char = '\u{f8e3}';
/// Stands between two cells of a row.
pub const CELL: char = '\u{f8e4}';

/// Removes code blocks, comments and rules between parts, sets text in backticks in italics, and writes the
/// addresses of links behind their texts. On paper, tables are paragraphs that begin with [`TABLE`]; else,
/// each row is an item of a list.
pub fn printable(text: &str, medium: RulesMedium) -> String {
    let mut out = String::new();
    let mut fenced = false;
    let text = without_tabs(&without_comments(text));
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        if is_break(line) {
            out.push('\n');
        } else if let Some((caption, shown)) = image(line) {
            out.push('\n');
            if medium == RulesMedium::Paper {
                out.push_str(&format!("{FIGURE}{shown}{FIGURE}"));
                inline(caption, &mut out);
                out.push_str("\n\n");
            }
        } else if let Some(first) = row(line) {
            let mut rows = vec![first];
            rows.extend(std::iter::from_fn(|| lines.next_if(|line| row(line).is_some()).and_then(row)));
            let table = MarkdownTable::of(rows);
            match medium {
                RulesMedium::Paper => table.encode(&mut out),
                RulesMedium::PlainText => table.list(&mut out),
            }
        } else if let Some(quote) = quoted(line).filter(|_| medium == RulesMedium::Paper) {
            // Lists and headings of a quotation are set as others.
            let is_plain = parse(quote).first().is_some_and(|p| !p.bullet && p.heading == 0);
            out.extend(is_plain.then_some(QUOTE));
            bullet(quote, &mut out);
            out.push('\n');
            if lines.peek().is_some_and(|next| quoted(next).is_none()) {
                out.push('\n');
            }
        } else {
            bullet(line, &mut out);
            out.push('\n');
        }
    }
    out
}

/// Returns a text with spaces for its tabs, except those that a line begins with, which nest lists.
fn without_tabs(text: &str) -> String {
    let mut is_indent = true;
    let untabbed = text.chars().map(|c| {
        is_indent = c == '\n' || is_indent && c.is_whitespace();
        if c == '\t' && !is_indent { ' ' } else { c }
    });
    untabbed.collect()
}

/// Returns a text without its comments, `<!-- … -->`, except those in backticks.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<!--") {
        out.push_str(before);
        let line = out.rsplit('\n').next().unwrap_or_default();
        let is_code = line.matches('`').count() % 2 == 1;
        rest = match after.split_once("-->").filter(|_| !is_code) {
            Some((_, after)) => after,
            None => {
                out.push_str("<!--");
                after
            }
        };
    }
    out + rest
}

/// Returns whether a line is a rule between two parts, `---`, `***` or `* * *`, which ends a paragraph.
fn is_break(line: &str) -> bool {
    let marks: String = line.split_whitespace().collect();
    let is_of = |mark: char| marks.chars().all(|c| c == mark);
    marks.len() >= 3 && ['-', '*', '_'].into_iter().any(is_of)
}

/// Returns the text of a line of a quotation.
fn quoted(line: &str) -> Option<&str> {
    let quote = line.trim_start().strip_prefix('>')?;
    Some(quote.trim_start_matches(['>', ' ']))
}

/// Writes a line that is neither a table nor a figure. Markdown allows two more bullets than the texts of
/// cards.
fn bullet(line: &str, out: &mut String) {
    let (indent, text) = line.split_at(line.len() - line.trim_start().len());
    out.push_str(indent);
    match ["* ", "+ ", "*\t", "+\t"].iter().find_map(|bullet| text.strip_prefix(bullet)) {
        Some(item) => {
            out.push_str("- ");
            inline(item, out);
        }
        None => inline(text, out),
    }
}

/// The medium of the rules: pages with figures and tables, or plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesMedium {
    /// A figure is a paragraph of its own, and so is a table.
    Paper,
    /// Figures are left out with their captions, and rows of tables are items of lists.
    PlainText,
}

/// A table of the rules in Markdown.
struct MarkdownTable {
    /// The alignment of each column: `l`, `c` or `r`.
    aligns: String,
    header: Option<Vec<String>>,
    rows: Vec<Vec<String>>,
}

impl MarkdownTable {
    /// Returns the table of these rows. It has a header if its second row says how columns are aligned.
    fn of(mut rows: Vec<Vec<String>>) -> MarkdownTable {
        let align = |rule: &String| match (rule.starts_with(':'), rule.ends_with(':')) {
            (true, true) => 'c',
            (false, true) => 'r',
            _ => 'l',
        };
        let ruled = rows.get(1).is_some_and(|row| is_rule(row));
        let mut aligns: String =
            rows.get(1).filter(|_| ruled).iter().flat_map(|row| row.iter()).map(align).collect();
        rows.retain(|row| !is_rule(row));
        let header = (ruled && !rows.is_empty()).then(|| rows.remove(0));
        let columns = rows.iter().chain(&header).map(Vec::len).max().unwrap_or_default();
        while aligns.chars().count() < columns {
            aligns.push('l');
        }
        MarkdownTable { aligns, header, rows }
    }

    /// Writes a paragraph that [`TABLE`] begins.
    fn encode(&self, out: &mut String) {
        // A header without a word is not printed.
        let header = self.header.as_ref().filter(|header| header.iter().any(|cell| !cell.is_empty()));
        let flag = if header.is_some() { "h" } else { "" };
        out.push_str(&format!("\n\n{TABLE}{flag}{}", self.aligns));
        for row in header.into_iter().chain(&self.rows) {
            out.push('\n');
            for (i, cell) in row.iter().enumerate() {
                if i > 0 {
                    out.push(CELL);
                }
                inline(cell, out);
            }
            // An empty line would end the table.
            if out.ends_with('\n') {
                out.push(CELL);
            }
        }
        out.push_str("\n\n");
    }

    /// Writes each row as an item of a list.
    fn list(&self, out: &mut String) {
        let none = Vec::new();
        let header = self.header.as_ref().unwrap_or(&none);
        out.push('\n');
        for row in &self.rows {
            inline(&item(header, row), out);
        }
    }
}

/// Returns the caption of an image on a line of its own, and its subject.
pub fn image(line: &str) -> Option<(&str, &str)> {
    let image = line.trim().strip_prefix("![")?.strip_suffix(')')?.split_once("](")?;
    // Two images on a line are not on lines of their own.
    (!image.1.contains(')')).then_some(image)
}

/// An image of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkdownImage {
    /// The range of its subject, in bytes of the text.
    pub shown: Range<usize>,
    /// True if it is on a line of its own, and thus a figure.
    pub is_alone: bool,
}

/// Returns the images of a text, except those in code.
pub fn images(text: &str) -> Vec<MarkdownImage> {
    let mut images = Vec::new();
    let (mut start, mut fenced) = (0, false);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let is_alone = image(line).is_some();
            images.extend(
                images_in(line)
                    .map(|shown| MarkdownImage { shown: start + shown.start..start + shown.end, is_alone }),
            );
        }
        start += line.len();
    }
    images
}

/// Returns the ranges of the subjects of a line's images.
fn images_in(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = line.get(at..)?;
            let next = rest.find(['`', '!'])?;
            let mark = at + next;
            at = mark + 1;
            if rest[next..].starts_with('`') {
                at += line[at..].find('`').map_or(0, |end| end + 1);
            } else if let Some(image) = line[mark..].strip_prefix("![")
                && let Some((caption, shown)) = image.split_once("](")
                && let Some(end) = shown.find(')')
            {
                let start = mark + 2 + caption.len() + 2;
                at = start + end + 1;
                return Some(start..start + end);
            }
        }
    })
}

/// Returns the first line of each table of a text that has a row, except in code.
pub fn tables(text: &str) -> Vec<Range<usize>> {
    let mut tables = Vec::new();
    let (mut start, mut fenced) = (0, false);
    // The first line of the table that goes on, until one of its rows is found.
    let mut first: Option<Range<usize>> = None;
    let mut is_table = false;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        let cells = row(line).filter(|_| !fenced);
        match &cells {
            None => (first, is_table) = (None, false),
            Some(_) if !is_table => {
                let indent = line.len() - line.trim_start().len();
                (first, is_table) = (Some(start + indent..start + line.trim_end().len()), true);
            }
            Some(_) => {}
        }
        if cells.is_some_and(|cells| !is_rule(&cells)) {
            tables.extend(first.take());
        }
        start += line.len();
    }
    tables
}

/// Returns whether a row of a table says how its columns are aligned.
fn is_rule(row: &[String]) -> bool {
    row.iter().all(|cell| cell.contains('-') && cell.chars().all(|c| "-: ".contains(c)))
}

/// Returns the cells of a row of a table.
fn row(line: &str) -> Option<Vec<String>> {
    const BAR: &str = "\u{0}";
    let row = line.trim().strip_prefix('|')?.replace("\\|", BAR);
    let row = row.trim_end().strip_suffix('|').unwrap_or(&row);
    Some(row.split('|').map(|cell| cell.trim().replace(BAR, "|")).collect())
}

/// Returns a row as an item of a list: the first cell in bold, then the others. In tables of more than two
/// columns each has its heading.
fn item(header: &[String], cells: &[String]) -> String {
    let named = header.len() > 2;
    let rest = cells.iter().enumerate().skip(1).filter(|(_, cell)| !cell.is_empty());
    let rest: Vec<String> = rest
        .map(|(i, cell)| match header.get(i).filter(|heading| named && !heading.is_empty()) {
            Some(heading) => format!("{heading}: {cell}"),
            None => cell.clone(),
        })
        .collect();
    let first = cells.first().cloned().unwrap_or_default();
    // A first cell that is bold already stays so.
    let is_plain = parse(&first).iter().all(|p| p.bold.is_empty()) && !first.is_empty();
    let first = if is_plain { format!("**{first}**") } else { first };
    let between = if first.is_empty() || rest.is_empty() { "" } else { ": " };
    format!("- {first}{between}{}\n", rest.join("; "))
}

/// Writes the address of each link behind its text, and sets text in backticks in italics, without its own
/// markup.
fn inline(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['`', '[', '<', '_']) {
        out.push_str(&rest[..at]);
        if rest[at..].starts_with('_') {
            rest = emphasis(&rest[at..], out);
            continue;
        }
        let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
        let inside = match mark {
            "`" => after.split_once('`'),
            "[" => after.split_once("]("),
            _ => after.split_once('>').filter(|(address, _)| is_address(address)),
        };
        match inside {
            Some((code, after)) if mark == "`" => {
                out.push('*');
                escape(code, out);
                out.push('*');
                rest = after;
            }
            Some((text, after)) if mark == "[" => {
                let (address, after) = destination(after);
                // An image inside a line is its caption.
                let is_image = out.ends_with('!');
                if is_image {
                    out.pop();
                }
                out.push_str(text);
                if !is_image && is_address(address) && shown(address) != text && address != text {
                    out.push_str(" (");
                    escape(shown(address), out);
                    out.push(')');
                }
                rest = after;
            }
            Some((address, after)) => {
                escape(shown(address), out);
                rest = after;
            }
            None => {
                out.push_str(mark);
                rest = after;
            }
        }
    }
    out.push_str(rest);
}

/// Writes a text in underscores, `_italic_` or `__bold__`, with asterisks, or the underscores that a line
/// begins with as they are. Returns the rest of the line. Underscores inside of a word are part of it.
fn emphasis<'t>(line: &'t str, out: &mut String) -> &'t str {
    let after = line.trim_start_matches('_');
    let (marks, stars) = match line.len() - after.len() {
        1 => ("_", "*"),
        2 => ("__", "**"),
        count => {
            out.push_str(&line[..count]);
            return after;
        }
    };
    let is_end = |(at, _): &(usize, &str)| {
        let next = after[at + marks.len()..].chars().next();
        let last = after[..*at].chars().next_back();
        last.is_some_and(|c| !c.is_whitespace() && c != '_')
            && next.is_none_or(|c| !c.is_alphanumeric() && c != '_')
    };
    let begins = out.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '\\')
        && after.starts_with(|c: char| !c.is_whitespace());
    match after.match_indices(marks).find(is_end).filter(|_| begins) {
        Some((end, _)) => {
            out.push_str(stars);
            inline(&after[..end], out);
            out.push_str(stars);
            &after[end + marks.len()..]
        }
        None => {
            out.push_str(marks);
            after
        }
    }
}

/// Writes a text so that none of its characters is markup.
fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '*' | '\\' | '{' | '\'' | '"') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Splits a text behind `](` into the destination of the link, without its title, and what follows. Brackets
/// in an address come in pairs.
fn destination(text: &str) -> (&str, &str) {
    let mut open = 0_usize;
    let end = text.char_indices().find(|(_, c)| {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return true,
            ')' => open -= 1,
            _ => {}
        }
        false
    });
    let (inside, after) = match end {
        Some((end, _)) => (&text[..end], &text[end + 1..]),
        None => text.split_once(')').unwrap_or((text, "")),
    };
    let address = inside.split_whitespace().next().unwrap_or_default();
    (address.trim_start_matches('<').trim_end_matches('>'), after)
}

/// Returns whether this is an address outside the package, which readers of paper need.
fn is_address(text: &str) -> bool {
    text.contains("://") || text.starts_with("mailto:")
}

/// Returns an address as it is printed.
fn shown(address: &str) -> &str {
    address.strip_prefix("mailto:").unwrap_or(address)
}

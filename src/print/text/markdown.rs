//! Markdown of rules, reduced to rich text.

use std::ops::Range;

use crate::print::text::rich::parse;

/// Begins a paragraph that is a figure: its subject follows, then its caption behind another of these.
pub const FIGURE: char = '\u{f8e2}';

/// Removes code blocks; makes each row of a table an item of a list, sets text in backticks in italics, and
/// replaces links by their text.
pub fn printable(text: &str, figures: FigureHandling) -> String {
    let mut out = String::new();
    let mut fenced = false;
    let mut header: Option<Vec<String>> = None;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        if let Some((caption, shown)) = image(line) {
            out.push('\n');
            match figures {
                FigureHandling::Drawn => out.push_str(&format!("{FIGURE}{shown}{FIGURE}")),
                FigureHandling::LeftOut if caption.is_empty() => continue,
                FigureHandling::LeftOut => {}
            }
            inline(caption, &mut out);
            out.push_str("\n\n");
            continue;
        }
        let Some(row) = line.trim().strip_prefix('|') else {
            header = None;
            inline(line, &mut out);
            out.push('\n');
            continue;
        };
        let cells = cells(row);
        if cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| "-: ".contains(c))) {
            continue;
        }
        match &header {
            None => {
                out.push('\n');
                header = Some(cells);
            }
            Some(header) => inline(&item(header, &cells), &mut out),
        }
    }
    out
}

/// Treatment of images: kept as figures, or only their captions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureHandling {
    /// Each is a paragraph of its own.
    Drawn,
    /// Only their captions are kept.
    LeftOut,
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

/// Splits a row of a table, without its first bar.
fn cells(row: &str) -> Vec<String> {
    const BAR: &str = "\u{0}";
    let row = row.replace("\\|", BAR);
    let row = row.trim_end().strip_suffix('|').unwrap_or(&row);
    row.split('|').map(|cell| cell.trim().replace(BAR, "|")).collect()
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

/// Replaces links by their text, and sets text in backticks in italics, without its own markup.
fn inline(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['`', '[']) {
        out.push_str(&rest[..at]);
        let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
        let end = if mark == "`" { after.find('`') } else { after.find("](") };
        match end {
            Some(end) if mark == "`" => {
                out.push('*');
                for c in after[..end].chars() {
                    if matches!(c, '*' | '\\' | '{' | '\'' | '"') {
                        out.push('\\');
                    }
                    out.push(c);
                }
                out.push('*');
                rest = &after[end + 1..];
            }
            Some(end) => {
                // An image inside a line is its caption.
                if out.ends_with('!') {
                    out.pop();
                }
                out.push_str(&after[..end]);
                rest = after[end..].split_once(')').map_or("", |(_, rest)| rest);
            }
            None => {
                out.push_str(mark);
                rest = after;
            }
        }
    }
    out.push_str(rest);
}

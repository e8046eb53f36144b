//! Finds the line of a template that produced a part of the rendered text.
//!
//! MiniJinja does not record it. So a copy of each template has a mark at the beginning of each line and
//! behind each tag; the marks are in the rendered text, and are removed before it is read as XML.

use std::ops::Range;

/// Begins a mark. The characters are for private use and stand in no template that comes with Cardwright.
const BEGIN: char = '\u{f8e0}';
/// Ends a mark.
const END: char = '\u{f8e1}';

/// Returns a template with a mark at the beginning of each line and behind each tag: the number of the
/// template and the offset in it.
pub fn marked(text: &str, template: usize) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    let mark = |rest: &str| format!("{BEGIN}{template}.{}{END}", text.len() - rest.len());
    while !rest.is_empty() {
        if let Some(length) = tag(rest) {
            out.push_str(&rest[..length]);
            rest = &rest[length..];
            out.push_str(&mark(rest));
            continue;
        }
        let line = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let plain =
            ["{{", "{%", "{#"].into_iter().filter_map(|begin| rest.find(begin)).fold(line, usize::min);
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
        if plain == line {
            out.push_str(&mark(rest));
        }
    }
    out
}

/// Returns the length of the tag at the beginning of a text; `None` if there is none or it does not end.
fn tag(text: &str) -> Option<usize> {
    let end = match text.get(..2)? {
        "{{" => "}}",
        "{%" => "%}",
        "{#" => return text.find("#}").map(|at| at + 2),
        _ => return None,
    };
    let mut quote = None;
    for (i, c) in text.char_indices().skip(2) {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if text[i..].starts_with(end) => return Some(i + 2),
            None => {}
        }
    }
    None
}

/// A mark in a rendered text.
#[derive(Clone, Copy, Debug)]
struct TemplateMark {
    /// Its position in the text without marks.
    at: usize,
    template: usize,
    /// Its position in the template.
    offset: usize,
}

/// A rendered text without its marks, which knows where they were.
#[derive(Debug, Default)]
pub struct RenderedText {
    /// The rendered text.
    pub text: String,
    marks: Vec<TemplateMark>,
}

impl RenderedText {
    /// Takes the marks out of a text.
    pub fn of(text: &str) -> RenderedText {
        let mut out = RenderedText::default();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(BEGIN) {
            out.text.push_str(before);
            let mark = after.split_once(END).and_then(|(mark, after)| {
                let (template, offset) = mark.split_once('.')?;
                Some((
                    TemplateMark {
                        at: out.text.len(),
                        template: template.parse().ok()?,
                        offset: offset.parse().ok()?,
                    },
                    after,
                ))
            });
            rest = after;
            if let Some((mark, after)) = mark {
                out.marks.push(mark);
                rest = after;
            } else {
                out.text.push(BEGIN);
            }
        }
        out.text.push_str(rest);
        out
    }

    /// Returns the template that made the text at a position, and the line in it. `templates` are the texts
    /// of all.
    pub fn line(&self, at: usize, templates: &[(&str, &str)]) -> Option<(String, Range<usize>)> {
        let mark = self.marks.iter().rev().find(|mark| mark.at <= at)?;
        let (name, text) = templates.get(mark.template)?;
        // Behind a mark the template is plain text, up to the next tag or line.
        let near = text.get(mark.offset..)?;
        let tag = near.find("{%").filter(|tag| at - mark.at >= *tag && !near[..*tag].contains('\n'));
        let tag = tag.map(|tag| near[tag + 2..].trim_start_matches('-').trim_start());
        // Behind the end of a block, the other template goes on, which may have no marks.
        if tag.is_some_and(|tag| tag.starts_with("endblock")) {
            return None;
        }
        let plain = near.find('\n').unwrap_or(near.len());
        let offset = mark.offset + (at - mark.at).min(plain);
        let offset = (0..=offset).rev().find(|offset| text.is_char_boundary(*offset))?;
        let begin = text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |length| offset + length);
        let line = text.get(begin..end)?;
        let begin = begin + line.len() - line.trim_start().len();
        Some((name.to_string(), begin..(begin + line.trim().len())))
    }
}

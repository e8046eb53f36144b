//! Cuts a rendered face at the values that differ between cards whose faces are otherwise the same.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// The attributes whose values are cut out: texts, and numbers of outlines.
const ATTRIBUTES: [&str; 6] = [TEXT, "d", "cx", "cy", "r", "stroke-width"];
/// The attribute that holds a text.
const TEXT: &str = "data-text";
/// References to characters in texts, as templates write them.
const REFERENCES: [(&str, &str); 7] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#10;", "\n"),
];

/// A rendered face, cut at values of attributes. Faces of one form are read in the same way: no value ends
/// its attribute, and none has a reference unless it is a text.
pub struct CutFace<'t> {
    /// The text around the values.
    pub form: String,
    /// The values and their places in the text, in order.
    pub values: Vec<(usize, &'t str)>,
}

impl<'t> CutFace<'t> {
    /// Cuts a face; `None` if a value is not plain.
    pub fn of(text: &'t str) -> Option<CutFace<'t>> {
        let mut cut = CutFace { form: String::with_capacity(text.len()), values: Vec::new() };
        let mut from = 0;
        // The byte after the quote that is open.
        let mut open = None;
        for at in memchr::memchr_iter(b'"', text.as_bytes()) {
            let Some(start) = open.take() else {
                open = text.as_bytes()[..at].ends_with(b"=").then_some(at + 1);
                continue;
            };
            if let Some(name) = attribute_before(&text.as_bytes()[..start - 2]) {
                let value = &text[start..at];
                if !is_plain(value, name == TEXT) {
                    return None;
                }
                cut.form.push_str(&text[from..start]);
                cut.values.push((start, value));
                from = at;
            }
        }
        cut.form.push_str(&text[from..]);
        Some(cut)
    }

    /// Returns a hash of the form.
    pub fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.form.hash(&mut hasher);
        hasher.finish()
    }
}

/// Returns the attribute whose name a text ends with, if its value is cut out.
fn attribute_before(text: &[u8]) -> Option<&'static str> {
    /// Length of the longest name, and of the space before it.
    const LONGEST: usize = "stroke-width".len() + 1;
    let end = &text[text.len().saturating_sub(LONGEST)..];
    let name = &end[end.iter().rposition(|b| matches!(b, b' ' | b'\n'))? + 1..];
    ATTRIBUTES.into_iter().find(|attribute| attribute.as_bytes() == name)
}

/// Returns whether a value is read as it is written, or is a text without line breaks.
fn is_plain(value: &str, is_text: bool) -> bool {
    let is_plain = |b: u8| !(b < b' ' || matches!(b, b'<' | b'>') || (b == b'&' && !is_text));
    // All bytes are looked at, since that is faster than to stop at the first. XML has no such characters as
    // the last two.
    value.bytes().fold(true, |all, b| all & is_plain(b))
        && (value.is_ascii() || !value.contains(['\u{fffe}', '\u{ffff}']))
}

/// Returns a text as it is read; `None` if it has other references than those that templates write.
pub fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let Some(first) = value.find('&') else { return Some(Cow::Borrowed(value)) };
    let mut out = String::with_capacity(value.len());
    let (before, mut rest) = value.split_at(first);
    out.push_str(before);
    while !rest.is_empty() {
        let (written, character) = REFERENCES.iter().find(|(written, _)| rest.starts_with(written))?;
        out.push_str(character);
        rest = &rest[written.len()..];
        let next = rest.find('&').unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Some(Cow::Owned(out))
}

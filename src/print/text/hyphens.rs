//! Hyphenation by language.

use hypher::{Lang, hyphenate};

use crate::print::text::rich::Paragraph;

/// The soft hyphen, which marks a possible break in a word.
pub const SOFT: char = '\u{ad}';
/// Minimum length of a word that is hyphenated, in characters.
const LEAST: usize = 5;

/// Returns the language of a tag such as `en` or `de-CH`, if it can be hyphenated.
fn language(tag: &str) -> Option<Lang> {
    let code: [u8; 2] = tag.get(..2)?.as_bytes().try_into().ok()?;
    // A longer tag has a region or a script after the code, or is another language.
    if !(tag.len() == 2 || tag[2..].starts_with(['-', '_'])) {
        return None;
    }
    Lang::from_iso(code.map(|b| b.to_ascii_lowercase()))
}

/// Inserts soft hyphens into a paragraph; `None` if there is nowhere to hyphenate.
pub fn parted(paragraph: &Paragraph, tag: &str) -> Option<Paragraph> {
    let language = language(tag)?;
    let text = paragraph.text.as_str();
    // An author who marks breaks marks all of them.
    if text.contains(SOFT) {
        return None;
    }
    let mut out = Paragraph { text: String::with_capacity(text.len() + 16), ..paragraph.clone() };
    // Positions of soft hyphens, as byte offsets of the text without them.
    let mut places = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let rest = &text[from..];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..length];
        // An all-capitals word is an abbreviation rather than a word.
        if word.chars().count() >= LEAST && word.chars().any(char::is_lowercase) {
            let mut at = from;
            let syllables: Vec<&str> = hyphenate(word, language).collect();
            for syllable in &syllables[..syllables.len().saturating_sub(1)] {
                at += syllable.len();
                places.push(at);
            }
        }
        from += length;
        from += text[from..].chars().next().map_or(0, char::len_utf8);
    }
    if places.is_empty() {
        return None;
    }
    let mut last = 0;
    for place in &places {
        out.text.push_str(&text[last..*place]);
        out.text.push(SOFT);
        last = *place;
    }
    out.text.push_str(&text[last..]);
    let moved = |at: usize| at + SOFT.len_utf8() * places.partition_point(|p| *p < at);
    for range in out.ranges() {
        *range = moved(range.start)..moved(range.end);
    }
    for (at, _) in out.icons.iter_mut().chain(&mut out.glued) {
        *at = moved(*at);
    }
    Some(out)
}

//! Where words may be parted, by language.

use hypher::{Lang, hyphenate};

use super::rich::Paragraph;

/// What stands in a text where a word may be parted.
pub const SOFT: char = '\u{ad}';
/// Shorter words stay whole.
const LEAST: usize = 5;

/// The language of a tag such as `en` or `de-CH`, if words of it can be parted.
fn language(tag: &str) -> Option<Lang> {
    let code: [u8; 2] = tag.get(..2)?.as_bytes().try_into().ok()?;
    // Longer ones have a region or a script behind it, or are other languages.
    if !(tag.len() == 2 || tag[2..].starts_with(['-', '_'])) {
        return None;
    }
    Lang::from_iso(code.map(|b| b.to_ascii_lowercase()))
}

/// A paragraph with a soft hyphen wherever a word of its language may be parted; none if there is no such place.
pub fn parted(paragraph: &Paragraph, tag: &str) -> Option<Paragraph> {
    let language = language(tag)?;
    let text = paragraph.text.as_str();
    let mut out = Paragraph { text: String::with_capacity(text.len() + 16), ..paragraph.clone() };
    // Where soft hyphens come, as bytes of the text without them.
    let mut places = Vec::new();
    let mut from = 0;
    while from < text.len() {
        let rest = &text[from..];
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..length];
        // What is written in capitals alone is a sign rather than a word.
        if word.chars().count() >= LEAST && word.chars().any(char::is_lowercase) && !paragraph.text.contains(SOFT) {
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
    for range in out.bold.iter_mut().chain(&mut out.italic) {
        *range = moved(range.start)..moved(range.end);
    }
    for (at, _) in &mut out.icons {
        *at = moved(*at);
    }
    Some(out)
}

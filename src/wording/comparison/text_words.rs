//! The words and numbers of a text, with their places.

use std::borrow::Cow;
use std::ops::Range;

/// A word of a text. Most are borrowed from it.
pub(in crate::wording) struct TextToken<'t> {
    /// The word in lowercase, without a possessive.
    pub word: Cow<'t, str>,
    /// The word as [`singular`] normalises it.
    pub stem: Cow<'t, str>,
    /// True if it begins with a capital letter.
    pub capital: bool,
    /// Byte range in the text.
    pub range: Range<usize>,
}

impl TextToken<'_> {
    /// Returns its number, if it is one in digits, or an English word for one.
    pub fn number(&self) -> Option<i64> {
        digits(&self.word).flatten().or_else(|| word_number(&self.word).map(|(n, _)| n))
    }

    /// Returns whether it is a number in digits, or an English word for one.
    pub fn is_number(&self) -> bool {
        digits(&self.word).is_some() || word_number(&self.word).is_some()
    }
}

/// Returns the words of the sentences in which a range of a text stands.
pub(super) fn sentence_around<'w, 't>(
    text: &str,
    words: &'w [TextToken<'t>],
    range: &Range<usize>,
) -> &'w [TextToken<'t>] {
    const STOPS: [char; 5] = ['.', ';', '!', '?', '\n'];
    let start = text.get(..range.start).and_then(|before| before.rfind(STOPS)).unwrap_or_default();
    let end =
        text.get(range.end..).and_then(|after| after.find(STOPS)).map_or(text.len(), |at| range.end + at);
    let first = words.partition_point(|word| word.range.start < start);
    let last = words.partition_point(|word| word.range.start < end);
    &words[first..last.max(first)]
}

/// Splits a text into words and numbers: `1,000` is one token, `d6` is two.
pub(in crate::wording) fn tokens(text: &str, offset: usize) -> Vec<TextToken<'_>> {
    // Rarely shorter than a word with the space behind it.
    let mut out: Vec<TextToken> = Vec::with_capacity(text.len() / 4);
    let mut chars = text.char_indices();
    while let Some((start, first)) = chars.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let is_number = first.is_ascii_digit();
        let end = loop {
            let here = chars.clone();
            let Some((at, c)) = chars.next() else { break text.len() };
            let is_within = match is_number {
                true => c.is_ascii_digit() || c == ',' && is_thousands(chars.as_str()),
                false => {
                    c.is_alphabetic()
                        || matches!(c, '\'' | '’') && chars.as_str().starts_with(char::is_alphabetic)
                }
            };
            if !is_within {
                chars = here;
                break at;
            }
        };
        let whole = &text[start..end];
        let word = whole.strip_suffix("'s").or_else(|| whole.strip_suffix("’s")).unwrap_or(whole);
        let range = offset + start..offset + start + word.len();
        let is_lowercase = word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
        let (word, stem) = match is_lowercase {
            true => (Cow::Borrowed(word), singular(word)),
            false => {
                let word = word.to_lowercase().replace('’', "'");
                let stem = singular(&word).into_owned();
                (Cow::Owned(word), Cow::Owned(stem))
            }
        };
        out.push(TextToken { word, stem, capital: first.is_uppercase(), range });
    }
    out
}

/// Returns whether a text begins with exactly three digits.
fn is_thousands(text: &str) -> bool {
    text.bytes().take_while(u8::is_ascii_digit).count() == 3
}

/// Returns the number that is written in digits; `Some(None)` if it is larger than any `i64`.
pub(super) fn digits(word: &str) -> Option<Option<i64>> {
    // Most words are none.
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = match word.contains(',') {
        true => Cow::Owned(word.replace(',', "")),
        false => Cow::Borrowed(word),
    };
    number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok())
}

/// Returns the number that an English word denotes, and whether it asserts that number by itself.
pub(super) fn word_number(word: &str) -> Option<(i64, bool)> {
    const CARDINALS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 8] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred"];
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let place = |list: &[&str]| list.iter().position(|w| *w == word).map(|i| i as i64);
    if let Some(n) = place(&CARDINALS) {
        return Some((n, true));
    }
    if let Some(i) = place(&TENS) {
        return Some((30 + 10 * i, true));
    }
    if let Some(i) = place(&ORDINALS) {
        return Some((i + 1, false));
    }
    Some(match word {
        "once" => (1, true),
        "twice" => (2, true),
        "thrice" => (3, true),
        "dozen" => (12, false),
        "half" | "halve" | "halves" | "halved" | "double" | "doubles" | "doubled" | "both" | "pair"
        | "couple" => (2, false),
        // The remainder of a division by 2
        "even" | "odd" => (2, false),
        "triple" | "triples" | "tripled" => (3, false),
        "quarter" => (4, false),
        _ => return None,
    })
}

/// Returns whether a comparative speaks of the greater of two values, or of the smaller; `None` for another
/// word.
pub(super) fn is_of_greater(word: &str) -> Option<bool> {
    match word {
        "higher" | "greater" | "larger" | "bigger" | "more" => Some(true),
        "lower" | "lesser" | "smaller" | "fewer" | "less" => Some(false),
        _ => None,
    }
}

/// Normalises a word and its plural to a common form: `berry` and `berries`, `wolf` and `wolves`. Applied to
/// both sides of a comparison.
pub(super) fn singular(word: &str) -> Cow<'_, str> {
    if let Some(stem) = word.strip_suffix("men") {
        return format!("{stem}man").into();
    }
    // "Oasis" and "oases"
    if let Some(stem) = word.strip_suffix("sis").filter(|stem| stem.len() > 1) {
        return format!("{stem}s").into();
    }
    let stem = word.strip_suffix('s').filter(|s| s.len() > 1 && !s.ends_with('s')).unwrap_or(word);
    let stem = stem.strip_suffix('e').filter(|s| s.len() > 1).unwrap_or(stem);
    match (stem.strip_suffix('i'), stem.strip_suffix('f')) {
        (Some(stem), _) => format!("{stem}y").into(),
        (_, Some(stem)) => format!("{stem}v").into(),
        _ => stem.into(),
    }
}

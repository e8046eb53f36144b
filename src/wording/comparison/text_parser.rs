//! Parser of card texts: their numbers, the words for values of enums, and the names of cards and areas.

use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{CellId, EnumId};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct TextNumber {
    /// The number without its sign; the largest `i64` if it is larger than that.
    pub value: i64,
    /// True if no rule can have it, since it is larger than any `i64`.
    pub too_large: bool,
    /// `Some(true)` if a minus sign precedes it; `None` without a sign.
    pub minus: Option<bool>,
    /// True if a verb before it takes the number off ("lose 2"), false if it adds it ("gain 2"); `None` if
    /// neither.
    pub is_lost: Option<bool>,
    /// The comparison expressed around it.
    pub bound: Bound,
    /// True if it asserts a number by itself; `both` and `half` do not.
    pub firm: bool,
    /// Byte range in the text.
    pub range: Range<usize>,
}

/// The comparison that a text expresses with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// No comparison.
    Plain,
    /// "at least 4", "4 or more", "no fewer than 4"
    AtLeast,
    /// "at most 4", "4 or fewer", "no more than 4"
    AtMost,
    /// "more than 4", "over 4"
    MoreThan,
    /// "fewer than 4", "under 4"
    LessThan,
    /// "down to 4", "up to 4", "until you have 4": a limit, reached from either side.
    Reach,
}

impl Bound {
    /// Formats a comparison with a number in words and as a rule writes it; `None` if it is no such
    /// comparison.
    pub fn with(self, n: i64) -> Option<(String, String)> {
        let (words, sign) = match self {
            Bound::AtLeast => ("at least", ">="),
            Bound::AtMost => ("at most", "<="),
            Bound::MoreThan => ("more than", ">"),
            Bound::LessThan => ("fewer than", "<"),
            Bound::Plain | Bound::Reach => return None,
        };
        Some((format!("{words} {n}"), format!("`{sign} {n}`")))
    }
}

/// A word or name that refers to an item of the game.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    /// The items that it may refer to.
    pub of: Vec<MentionedItem>,
    /// True if it begins with a capital letter.
    pub capital: bool,
    /// Byte range in the text.
    pub range: Range<usize>,
}

/// An item that a word can refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum MentionedItem {
    Value(EnumId, u64),
    /// A card.
    Name(u64),
    /// An area of a board.
    Area(CellId),
}

/// The numbers and references in a text.
#[derive(Debug, Default)]
pub(super) struct TextContent {
    /// Numbers, in the order of the text.
    pub numbers: Vec<TextNumber>,
    /// References, in the order of the text.
    pub mentions: Vec<Mention>,
}

/// A word of a text. Most are borrowed from it.
struct TextToken<'t> {
    /// The word in lowercase, without a possessive.
    word: Cow<'t, str>,
    /// The word as [`singular`] normalises it.
    stem: Cow<'t, str>,
    capital: bool,
    range: Range<usize>,
}

impl TextToken<'_> {
    /// Returns whether it is a number in digits, or an English word for one.
    fn is_number(&self) -> bool {
        digits(&self.word).is_some() || word_number(&self.word).is_some()
    }
}

/// The words by which a game's values and cards are known.
#[derive(Default)]
pub(super) struct Lexicon {
    /// Entries by all their words, each normalised by [`singular`].
    entries: FxHashMap<String, Vec<LexiconEntry>>,
    /// For each first word, the maximum number of words that follow it.
    longest: FxHashMap<String, usize>,
}

struct LexiconEntry {
    /// True if the printed form begins with a capital letter.
    capital: bool,
    of: MentionedItem,
}

impl Lexicon {
    /// Builds the lexicon of all enums, cards and areas of a game.
    pub fn of(symbols: &SymbolTable) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (e, info) in symbols
            .enums
            .iter()
            .enumerate()
            .filter(|(e, _)| Some(EnumId::from_index(*e)) != symbols.direction)
        {
            for (v, (id, printed)) in info.values.iter().zip(&info.printed).enumerate() {
                for label in [printed, id] {
                    lexicon.add(label, MentionedItem::Value(EnumId::from_index(e), v as u64));
                }
            }
        }
        for (n, name) in symbols.names.iter().enumerate() {
            lexicon.add(&name.printed, MentionedItem::Name(n as u64));
        }
        // Cells of grids have a column, and go by letters and numbers.
        for (cell, area) in symbols.cells.iter_ids().filter(|(_, cell)| cell.column == 0) {
            for label in [&area.printed, &area.id] {
                lexicon.add(label, MentionedItem::Area(cell));
            }
        }
        lexicon
    }

    fn add(&mut self, label: &str, of: MentionedItem) {
        let tokens = tokens(label, 0);
        let Some(first) = tokens.first() else { return };
        // Such as `5` or `three`: in a text these are numbers, since cards and areas go by their capitals.
        let is_capital = label.chars().any(char::is_uppercase);
        if !matches!(of, MentionedItem::Value(..)) && !is_capital && first.is_number() {
            return;
        }
        let longest = self.longest.entry(first.stem.to_string()).or_default();
        *longest = (*longest).max(tokens.len() - 1);
        let known = self.entries.entry(key(&tokens).into_owned()).or_default();
        if !known.iter().any(|k| k.of == of) {
            known.push(LexiconEntry { capital: first.capital, of });
        }
    }

    /// Returns the items that the words at a position refer to, and the number of words: the longest match.
    fn at(&self, tokens: &[TextToken]) -> Option<(usize, Vec<MentionedItem>)> {
        let first = tokens.first()?;
        let longest = self.longest.get(&*first.stem)?;
        (1..=(longest + 1).min(tokens.len())).rev().find_map(|n| {
            let entries = self.entries.get(&*key(&tokens[..n]))?;
            // A name must have its capital letter; a value may be written in lowercase.
            let fits =
                |e: &&LexiconEntry| !matches!(e.of, MentionedItem::Name(_)) || e.capital == first.capital;
            let of: Vec<MentionedItem> = entries.iter().filter(fits).map(|e| e.of).collect();
            (!of.is_empty()).then_some((n, of))
        })
    }
}

/// Joins words into one key, with singular and plural normalised.
fn key<'t>(tokens: &'t [TextToken]) -> Cow<'t, str> {
    match tokens {
        [one] => Cow::Borrowed(&one.stem),
        _ => Cow::Owned(tokens.iter().map(|t| &*t.stem).collect::<Vec<_>>().join(" ")),
    }
}

/// Parses a text. With `english`, number words and names are recognised too, not only digits.
pub(super) fn read(text: &str, lexicon: &Lexicon, english: bool) -> TextContent {
    let tokens = tokens(text, 0);
    let mut said = TextContent::default();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        // A value that is called as a number is: the text may mean either.
        let mut is_value = false;
        if english && let Some((taken, of)) = lexicon.at(&tokens[at..]) {
            let range = token.range.start..tokens[at + taken - 1].range.end;
            said.mentions.push(Mention { of, capital: token.capital, range });
            if taken > 1 || !token.is_number() {
                at += taken;
                continue;
            }
            is_value = true;
        }
        let in_digits = digits(&token.word);
        let too_large = in_digits == Some(None);
        let number = in_digits
            .map(|n| (n.unwrap_or(i64::MAX), true))
            .or_else(|| word_number(&token.word).filter(|_| english));
        if let Some((mut value, firm)) = number {
            let mut range = token.range.clone();
            let first = at;
            // "twenty-one"
            if english
                && matches!(value, 20..=90)
                && in_digits.is_none()
                && let Some(next) = tokens.get(at + 1)
                && let Some((unit @ 1..=9, true)) = word_number(&next.word)
                && text[range.end..next.range.start] == *"-"
            {
                value += unit;
                range.end = next.range.end;
                at += 1;
            }
            let bound = if english { parse_bound(text, &tokens, first, at) } else { Bound::Plain };
            let minus = sign(&text[..range.start]);
            let firm = firm && !is_value;
            let is_lost = if english { verb_of_change(text, &tokens, first) } else { None };
            said.numbers.push(TextNumber { value, too_large, minus, is_lost, bound, firm, range });
        }
        at += 1;
    }
    said
}

/// Returns whether the text ends in a minus sign (else a plus sign); `None` if it ends in neither, or the
/// sign joins two numbers or words ("2–3").
fn sign(before: &str) -> Option<bool> {
    let mut back = before.chars().rev();
    let minus = match back.next()? {
        '−' | '-' | '–' => true,
        '+' => false,
        _ => return None,
    };
    back.next().is_none_or(|c| !c.is_alphanumeric()).then_some(minus)
}

/// Returns whether a word compares with something less: "more", "stronger".
fn is_greater(word: &str) -> bool {
    const ALL: [&str; 22] = [
        "more", "greater", "higher", "larger", "bigger", "stronger", "better", "taller", "longer", "heavier",
        "older", "richer", "faster", "wider", "later", "further", "farther", "deeper", "costlier", "dearer",
        "tougher", "harder",
    ];
    ALL.contains(&word)
}

/// Returns whether a word compares with something greater: "fewer", "weaker".
fn is_lesser(word: &str) -> bool {
    const ALL: [&str; 17] = [
        "less", "fewer", "lesser", "lower", "smaller", "weaker", "cheaper", "shorter", "lighter", "younger",
        "poorer", "slower", "narrower", "earlier", "nearer", "closer", "worse",
    ];
    ALL.contains(&word)
}

/// Returns the comparison expressed around the number in the words `first..=last`.
fn parse_bound(text: &str, tokens: &[TextToken], first: usize, last: usize) -> Bound {
    let before = |n: usize| first.checked_sub(n).map_or("", |i| &*tokens[i].word);
    let after = |n: usize| tokens.get(last + n).map_or("", |t| &*t.word);
    let negated = matches!(before(3), "no" | "not" | "never");
    match (before(2), before(1)) {
        (more, "than") if is_greater(more) && negated => return Bound::AtMost,
        (less, "than") if is_lesser(less) && negated => return Bound::AtLeast,
        (more, "than") if is_greater(more) => return Bound::MoreThan,
        (less, "than") if is_lesser(less) => return Bound::LessThan,
        // "more expensive than 4"
        (_, "than") if before(3) == "more" => return Bound::MoreThan,
        (_, "than") if before(3) == "less" => return Bound::LessThan,
        ("at", "least") => return Bound::AtLeast,
        ("at", "most") => return Bound::AtMost,
        ("excess", "of") => return Bound::MoreThan,
        ("upward" | "upwards", "of") => return Bound::AtLeast,
        ("no" | "not", "over" | "above" | "beyond") => return Bound::AtMost,
        ("no" | "not", "under" | "below") => return Bound::AtLeast,
        (_, "over" | "above" | "exceeds" | "exceeding" | "exceed" | "beyond") => return Bound::MoreThan,
        (_, "under" | "below") => return Bound::LessThan,
        (_, "to" | "until" | "reach" | "reaches" | "reached") => return Bound::Reach,
        ("limit" | "maximum" | "minimum", "of" | "is") => return Bound::Reach,
        _ => {}
    }
    if text[tokens[last].range.end..].starts_with('+') {
        return Bound::AtLeast;
    }
    // "4 or more", "4 cards or fewer"
    for n in 1..=3 {
        match (after(n), after(n + 1)) {
            ("or", "above" | "over") => return Bound::AtLeast,
            ("or", "below" | "under") => return Bound::AtMost,
            ("or", more) if is_greater(more) => return Bound::AtLeast,
            ("or", less) if is_lesser(less) => return Bound::AtMost,
            ("or" | "and", "up" | "upward" | "upwards") if n == 1 => return Bound::AtLeast,
            ("or" | "and", "down" | "downward" | "downwards") if n == 1 => return Bound::AtMost,
            _ => {}
        }
    }
    if before(1) == "from" && matches!(after(1), "up" | "upward" | "upwards") {
        return Bound::AtLeast;
    }
    // "until you have 4"
    if (2..=4).any(|n| before(n) == "until") { Bound::Reach } else { Bound::Plain }
}

/// Returns whether the verb before a number takes it off ("lose 2 coins") or adds it ("gain 2 coins"). In a
/// clause such as "when you would lose 2 coins", nothing does.
fn verb_of_change(text: &str, tokens: &[TextToken], number: usize) -> Option<bool> {
    let verb = number.checked_sub(1)?;
    let is_lost = match &*tokens[verb].word {
        "gain" | "gains" => false,
        "lose" | "loses" => true,
        _ => return None,
    };
    let is_end =
        |i: usize| text[tokens[i].range.end..tokens[i + 1].range.start].contains(['.', ',', ';', ':']);
    let clause = (0..verb).rev().take_while(|i| !is_end(*i));
    let is_other = |i: usize| {
        let word = &*tokens[i].word;
        const OTHER: [&str; 16] = [
            "when", "whenever", "if", "after", "before", "each", "while", "would", "instead", "not", "never",
            "cannot", "don't", "without", "unless", "until",
        ];
        OTHER.contains(&word)
    };
    (!clause.into_iter().any(is_other)).then_some(is_lost)
}

/// Splits a text into words and numbers: `1,000` is one token, `d6` is two.
fn tokens(text: &str, offset: usize) -> Vec<TextToken<'_>> {
    let mut out: Vec<TextToken> = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let mut end = start + first.len_utf8();
        if !first.is_alphanumeric() {
            start = end;
            continue;
        }
        let is_number = first.is_ascii_digit();
        while let Some(c) = text[end..].chars().next() {
            let after = &text[end + c.len_utf8()..];
            let is_within = match is_number {
                true => c.is_ascii_digit() || c == ',' && is_thousands(after),
                false => {
                    c.is_alphabetic() || matches!(c, '\'' | '’') && after.starts_with(char::is_alphabetic)
                }
            };
            if !is_within {
                break;
            }
            end += c.len_utf8();
        }
        let whole = &text[start..end];
        let word = whole.strip_suffix("'s").or_else(|| whole.strip_suffix("’s")).unwrap_or(whole);
        let range = offset + start..offset + start + word.len();
        let is_lowercase = word.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase());
        let (word, stem) = match is_lowercase {
            true => (Cow::Borrowed(word), singular(word)),
            false => {
                let word = word.to_lowercase();
                let stem = singular(&word).into_owned();
                (Cow::Owned(word), Cow::Owned(stem))
            }
        };
        out.push(TextToken { word, stem, capital: first.is_uppercase(), range });
        start = end;
    }
    out
}

/// Returns whether a text begins with exactly three digits.
fn is_thousands(text: &str) -> bool {
    text.bytes().take_while(u8::is_ascii_digit).count() == 3
}

/// Returns the number that is written in digits; `Some(None)` if it is larger than any `i64`.
fn digits(word: &str) -> Option<Option<i64>> {
    // Most words are none.
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let number = word.replace(',', "");
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| number.parse().ok())
}

/// Returns the number that an English word denotes, and whether it asserts that number by itself.
fn word_number(word: &str) -> Option<(i64, bool)> {
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
        "half" | "halves" | "halved" | "double" | "doubles" | "doubled" | "both" | "pair" | "couple" => {
            (2, false)
        }
        "triple" | "triples" | "tripled" => (3, false),
        "quarter" => (4, false),
        _ => return None,
    })
}

/// Normalises a word and its plural to a common form: `berry` and `berries`, `wolf` and `wolves`. Applied to
/// both sides of a comparison.
pub(super) fn singular(word: &str) -> Cow<'_, str> {
    if let Some(stem) = word.strip_suffix("men") {
        return format!("{stem}man").into();
    }
    let stem = word.strip_suffix('s').filter(|s| s.len() > 1 && !s.ends_with('s')).unwrap_or(word);
    let stem = stem.strip_suffix('e').filter(|s| s.len() > 1).unwrap_or(stem);
    match (stem.strip_suffix('i'), stem.strip_suffix('f')) {
        (Some(stem), _) => format!("{stem}y").into(),
        (_, Some(stem)) => format!("{stem}v").into(),
        _ => stem.into(),
    }
}

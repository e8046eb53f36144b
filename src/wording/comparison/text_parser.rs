//! Parser of card texts: their numbers, the words for values of enums, and the names of cards and areas.

use super::bounds::{Bound, is_denied, parse_bound, verb_of_change};
use super::text_claims::{TextClaim, ZoneWords, claim_before, claims_at, keep_firm_claims};
use super::text_deeds::{TextDeed, deed_at};
use super::text_words::{TextToken, digits, is_of_greater, tokens, word_number};
use crate::check::symbols::symbol_table::SymbolTable;
use crate::ir::{CellId, EnumId};
use crate::model::WordDecl;
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
    /// True if it is denied in its clause: "unless you have 4", "without 4".
    pub is_denied: bool,
    /// True if it asserts a number by itself; `both` and `half` do not.
    pub firm: bool,
    /// Byte range in the text.
    pub range: Range<usize>,
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
    /// Deeds that it says to do, in the order of the text.
    pub deeds: Vec<TextDeed>,
    /// Words that claim something of the rules, in the order of the text.
    pub claims: Vec<TextClaim>,
}

/// The words by which a game's values and cards are known.
#[derive(Default)]
pub(super) struct Lexicon {
    /// Entries by all their words, each normalised by [`singular`].
    entries: FxHashMap<String, Vec<LexiconEntry>>,
    /// For each first word, the maximum number of words that follow it.
    longest: FxHashMap<String, usize>,
    /// The words for zones.
    pub zones: ZoneWords,
}

struct LexiconEntry {
    /// True if the printed form begins with a capital letter.
    capital: bool,
    of: MentionedItem,
}

impl Lexicon {
    /// Builds the lexicon of all enums, cards, areas and zones of a game; `words` are its `[words]`.
    pub fn of(symbols: &SymbolTable, words: &[WordDecl]) -> Lexicon {
        let mut lexicon = Lexicon::default();
        for (e, info) in symbols
            .enums
            .iter()
            .enumerate()
            .filter(|(e, _)| Some(EnumId::from_index(*e)) != symbols.direction)
        {
            for (v, (id, printed)) in info.values.iter().zip(&info.printed).enumerate() {
                let value = MentionedItem::Value(EnumId::from_index(e), v as u64);
                lexicon.add(printed, value);
                // A text that still says `moss` where "Lichen" is printed does not name it.
                if shares_word(printed, id) {
                    lexicon.add(id, value);
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
        for (zone, info) in symbols.zones.iter_ids() {
            lexicon.zones.add(&info.id, zone);
            let printed = words.iter().filter(|word| word.id.text == info.id);
            printed.for_each(|word| lexicon.zones.add(&word.printed, zone));
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

/// Returns whether a printed word and the id for it have any word in common, or the printed one has none.
fn shares_word(printed: &str, id: &str) -> bool {
    let printed = tokens(printed, 0);
    printed.is_empty()
        || tokens(id, 0).iter().any(|token| printed.iter().any(|other| other.stem == token.stem))
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
    read_words(text, &tokens(text, 0), lexicon, english)
}

/// Parses a text with these words.
pub(super) fn read_words(text: &str, tokens: &[TextToken], lexicon: &Lexicon, english: bool) -> TextContent {
    let mut said = TextContent::default();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        // A value that is called as a number is: the text may mean either.
        let mut is_value = false;
        if english && let Some((taken, of)) = lexicon.at(&tokens[at..]) {
            let range = token.range.start..tokens[at + taken - 1].range.end;
            said.claims.extend(claim_before(tokens, at));
            said.mentions.push(Mention { of, capital: token.capital, range });
            if taken > 1 || !token.is_number() {
                at += taken;
                continue;
            }
            is_value = true;
        }
        if english {
            said.deeds.extend(deed_at(text, tokens, at));
            said.claims.extend(claims_at(text, tokens, at, &lexicon.zones));
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
            let bound = if english { parse_bound(text, tokens, first, at) } else { Bound::Plain };
            let minus = sign(&text[..range.start]);
            let firm = firm && !is_value && !(english && is_of_both(tokens, first));
            let is_lost = if english { verb_of_change(text, tokens, first) } else { None };
            let is_denied = english && is_denied(text, tokens, first);
            said.numbers.push(TextNumber { value, too_large, minus, is_lost, bound, is_denied, firm, range });
        }
        at += 1;
    }
    if !said.claims.is_empty() {
        let starts: Vec<usize> = said.mentions.iter().map(|mention| mention.range.start).collect();
        keep_firm_claims(text, tokens, &starts, &mut said.claims);
    }
    said
}

/// Returns whether a number word speaks of things named before, of which one is taken: "the lower of the two".
fn is_of_both(tokens: &[TextToken], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).map_or("", |i| &*tokens[i].word);
    let is_choice =
        |word: &str| is_of_greater(word).is_some() || matches!(word, "better" | "worse" | "whichever");
    matches!(before(1), "the" | "these" | "those") && before(2) == "of" && is_choice(before(3))
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

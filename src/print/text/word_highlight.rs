//! Words of the game that stand out in its texts: bold, in their colour, after their icon.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::ir::print::SubjectInfo;
use crate::ir::{Ir, Owner, ValueType};
use crate::print::draw::scene::Rgb;
use crate::print::game::data::{self, SheetAttributes, WordLooks};
use crate::print::game::sheet_list::sheets;
use crate::print::text::quotes::curled;
use crate::print::text::rich::Paragraph;

/// Endings that a word may have in a text, such as those of plurals.
const ENDINGS: [&str; 2] = ["s", "es"];
/// The same in other languages than English.
const OTHER_ENDINGS: [&str; 5] = ["s", "es", "n", "en", "e"];
/// The shortest name of a card that is looked for, in characters.
const SHORTEST: usize = 3;
/// A light ground, against which colours of words are made dark enough.
pub const LIGHT: Rgb = [0xf0, 0xe6, 0xd4];
/// Keeps an icon and its word in one line.
const NO_BREAK: char = '\u{a0}';

/// The look of a word in texts.
#[derive(Clone, Debug, Default, PartialEq)]
struct WordLook {
    colour: Option<Rgb>,
    icon: Option<String>,
    /// True if it is the name of a card. A name of one word may begin a sentence by chance.
    is_name: bool,
}

/// The words of a game that stand out in texts.
#[derive(Debug, Default)]
pub struct Highlights {
    /// The words and their looks by the first of their words; the longest first.
    by_first: BTreeMap<String, Vec<(String, WordLook)>>,
    endings: &'static [&'static str],
    /// True if the game turns it off, for numbers with a sign, too.
    is_off: bool,
}

impl Highlights {
    /// Collects the words; none if the game turns it off.
    pub fn of(ir: &Ir, words: &WordLooks) -> Highlights {
        let endings = if ir.game.language.starts_with("en") { &ENDINGS[..] } else { &OTHER_ENDINGS[..] };
        let mut all = Highlights { endings, is_off: !ir.print.highlight, ..Highlights::default() };
        if all.is_off {
            return all;
        }
        let mut seen = FxHashSet::default();
        for value in values(ir, words) {
            let icon = words.has_own_icon(ir, value).then(|| value.clone());
            let colour = words.colour(value).map(|colour| data::readable(colour, LIGHT));
            all.add(&ir.print.label(value), WordLook { colour, icon, is_name: false }, &mut seen);
        }
        for keyword in ir.names.iter().flat_map(|name| &name.keywords) {
            let printed = ir.print.keyword(keyword);
            // `Blast 2` stands out in rules as `Blast`, too.
            let without_number = printed.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
            all.add(without_number, WordLook::default(), &mut seen);
        }
        let sheets = sheets(ir);
        for sheet in &sheets {
            let SubjectInfo::Components(kind) = sheet.subject else { continue };
            let shown = SheetAttributes::of(ir, sheet);
            for name in ir.names.iter().filter(|n| n.copies > 0 && ir.is_below(n.kind, kind)) {
                let band = shown.band_of(ir, name.first);
                let colour = band.and_then(|b| words.colour(&b)).map(|colour| data::readable(colour, LIGHT));
                if name.printed.chars().count() >= SHORTEST {
                    all.add(&name.printed, WordLook { colour, icon: None, is_name: true }, &mut seen);
                }
            }
        }
        for entries in all.by_first.values_mut() {
            entries.sort_by_key(|(word, look)| (std::cmp::Reverse(word.len()), look.is_name));
        }
        all
    }

    /// Adds a word, unless it is among those `seen`.
    fn add(&mut self, word: &str, look: WordLook, seen: &mut FxHashSet<String>) {
        // A lowercase name of a card may just as well be an ordinary word.
        if word.chars().next().is_some_and(char::is_uppercase) && !seen.contains(word) {
            let printed = curled(word, "en");
            seen.insert(printed.clone());
            self.by_first.entry(first_word(word).to_owned()).or_default().push((printed, look));
        }
    }

    /// Makes the words of a paragraph stand out, and numbers with a sign. They are coloured only if the
    /// `ground` is given, and so that they can be read on it.
    pub fn set(&self, paragraph: &mut Paragraph, ground: Option<Rgb>) {
        if self.is_off {
            return;
        }
        let mut found = self.find_words(&paragraph.text);
        if let Some(heading) = run_in_heading(paragraph) {
            // A name is no card's if it is a part of another name, such as that of a variant.
            found.retain(|(range, look)| !look.is_name || !is_part(range, &heading, &paragraph.text));
        }
        // From the end, so that insertions move none of the remaining places.
        for (range, look) in found.into_iter().rev() {
            let near = |at: usize| at.abs_diff(range.start) <= 2 || at.abs_diff(range.end) <= 2;
            let has_icon = paragraph.icons.iter().any(|(at, _)| near(*at));
            let mut range = range;
            if let Some(icon) = look.icon.clone().filter(|_| !has_icon) {
                paragraph.insert(range.start, NO_BREAK);
                paragraph.glued.push((range.start, icon));
                range.end += NO_BREAK.len_utf8();
            }
            paragraph.bold.push(range.clone());
            let colour = look.colour.zip(ground).map(|(colour, ground)| data::readable(colour, ground));
            paragraph.colours.extend(colour.map(|colour| (range, colour)));
        }
    }

    /// Returns the words that stand out in a text, in order.
    fn find_words(&self, text: &str) -> Vec<(Range<usize>, WordLook)> {
        let mut found = Vec::new();
        let mut at = 0;
        let mut before: Option<char> = None;
        while let Some(c) = text[at..].chars().next() {
            let begins = before.is_none_or(|b| !b.is_alphanumeric());
            let length = match c {
                _ if !begins => None,
                '+' | '-' | '−' => signed(&text[at..]).map(|length| (length, WordLook::default())),
                _ if c.is_uppercase() => self.word_at(text, at),
                _ => None,
            };
            let step = match length {
                Some((length, look)) => {
                    found.push((at..at + length, look));
                    length
                }
                None => c.len_utf8(),
            };
            before = text[..at + step].chars().next_back();
            at += step;
        }
        found
    }

    /// Returns the longest of the words that begins at a place, with its length in the text.
    fn word_at(&self, text: &str, at: usize) -> Option<(usize, WordLook)> {
        let rest = &text[at..];
        let first = first_word(rest);
        let stems = self.endings.iter().filter_map(|ending| first.strip_suffix(ending));
        let singular = first.strip_suffix("ies").map(|stem| format!("{stem}y"));
        let begins_sentence = || {
            let before = text[..at].trim_end().chars().next_back();
            before.is_none_or(|c| ".!?:•".contains(c))
        };
        let mut found = None;
        for stem in std::iter::once(first).chain(stems) {
            for (word, look) in self.by_first.get(stem).into_iter().flatten() {
                let Some(after) = rest.strip_prefix(word.as_str()) else { continue };
                let ending = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
                let ends = ending == 0 || self.endings.contains(&&after[..ending]);
                if ends && !(look.is_name && !word.contains(' ') && begins_sentence()) {
                    let length = word.len() + ending;
                    if found.as_ref().is_none_or(|(longest, _)| length > *longest) {
                        found = Some((length, look.clone()));
                    }
                }
            }
        }
        let plural = || {
            let entries = self.by_first.get(singular.as_deref()?)?;
            let (_, look) = entries
                .iter()
                .find(|(word, look)| Some(word.as_str()) == singular.as_deref() && !look.is_name)?;
            Some((first.len(), look.clone()))
        };
        found.or_else(plural)
    }
}

/// Returns the range of bold words that a paragraph begins with, as the entries of a list of variants do.
fn run_in_heading(paragraph: &Paragraph) -> Option<Range<usize>> {
    paragraph.bold.iter().find(|range| range.start == 0).cloned()
}

/// Returns whether a range of a text lies inside another, in which there are other words.
fn is_part(range: &Range<usize>, whole: &Range<usize>, text: &str) -> bool {
    let is_inside = whole.start <= range.start && range.end <= whole.end;
    let around = [whole.start..range.start, range.end..whole.end];
    is_inside && around.into_iter().any(|part| text[part].contains(char::is_alphabetic))
}

/// Returns the values of enums that have a colour or an icon of the game's own, or are the band of a sheet.
fn values<'a>(ir: &'a Ir, words: &'a WordLooks) -> impl Iterator<Item = &'a String> {
    let sheets = sheets(ir);
    let mut bands: BTreeSet<String> = BTreeSet::new();
    for sheet in &sheets {
        let SubjectInfo::Components(kind) = sheet.subject else { continue };
        let shown = SheetAttributes::of(ir, sheet);
        let on_it = ir.names.iter().filter(|name| ir.is_below(name.kind, kind));
        bands.extend(on_it.filter_map(|name| shown.band_of(ir, name.first)));
    }
    let printed = |number: usize| {
        let of_enum = |ty: &ValueType| matches!(data::inner(ty), ValueType::Enum(e) if e.index() == number);
        ir.attributes.iter().any(|a| a.owner == Owner::Component && of_enum(&a.ty))
    };
    let enums = ir.enums.iter().enumerate().filter(move |(number, _)| printed(*number)).map(|(_, e)| e);
    enums.flat_map(|e| &e.values).filter(move |value| {
        let coloured = ir.print.colours.iter().any(|(of, _)| of == *value);
        coloured || words.has_own_icon(ir, value) || bands.contains(*value)
    })
}

/// Returns the letters and digits with which a text begins.
fn first_word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len())]
}

/// Returns the length of a number with its sign, at the beginning of a text.
fn signed(text: &str) -> Option<usize> {
    let sign = text.chars().next()?.len_utf8();
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(sign + digits)
}

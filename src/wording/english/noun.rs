//! Nouns for the elements of sets, and how they are formatted: "other Herb", "card in your hand", "Root
//! except Oak".

use super::rule_wording::{and, or, with_a};
use crate::diagnostics::plural;

/// A noun for the elements of a set, with alternatives.
#[derive(Clone, Debug)]
pub(super) struct Noun {
    pub(super) parts: Vec<SetPart>,
    /// True if an element may be one of several parts: it is counted once.
    pub(super) is_overlapping: bool,
}

/// One alternative of a noun.
#[derive(Clone, Debug)]
pub(super) struct SetPart {
    /// Words before the noun: "other ".
    pub(super) before: String,
    /// Alternative nouns; empty if the kind is the noun.
    pub(super) heads: Vec<String>,
    pub(super) kind: String,
    /// Adjectives before `kind`, in order.
    pub(super) adjectives: Vec<String>,
    /// Phrases such as "strength 3 or more".
    pub(super) having: Vec<String>,
    /// Things that the elements do not have: "any card on it".
    pub(super) lacking: Vec<String>,
    /// Names of excluded elements.
    pub(super) except: Vec<String>,
    /// Words after the noun: " in your hand".
    pub(super) after: String,
    /// True if the card with the text may be an element.
    pub(super) may_be_self: bool,
    /// True if the nouns are names of cards.
    pub(super) proper: bool,
    /// True if the set is a player's, and the noun does not say so.
    pub(super) yours: bool,
    /// True if the nouns are the words of a set, and not names of its elements.
    pub(super) is_fixed: bool,
    /// True if the kind narrows the set.
    pub(super) is_narrow: bool,
}

impl SetPart {
    pub(super) fn of(kind: String) -> SetPart {
        SetPart {
            before: String::new(),
            heads: Vec::new(),
            kind,
            adjectives: Vec::new(),
            having: Vec::new(),
            lacking: Vec::new(),
            except: Vec::new(),
            after: String::new(),
            may_be_self: true,
            proper: false,
            yours: false,
            is_fixed: false,
            is_narrow: false,
        }
    }

    /// Returns whether the kind alone is the noun, which would mean every component of the game.
    fn needs_owner(&self) -> bool {
        self.yours && self.heads.is_empty() && self.adjectives.is_empty() && self.after.is_empty()
    }

    /// Formats the noun with a determiner: "each Herb", "each of your cards", "a Herb", "another Herb".
    fn determined(&self, determiner: &str) -> String {
        let is_article = determiner == "a";
        match self.needs_owner() && self.before.is_empty() {
            true if is_article => format!("one of {}", self.to_words(true)),
            true => format!("{determiner} of {}", self.to_words(true)),
            false if is_article && self.proper => self.to_words(false),
            false if is_article => with_a(&self.to_words(false)),
            false => format!("{determiner} {}", self.to_words(false)),
        }
    }

    /// Adds the alternative of another part that differs in its noun alone.
    fn joined(&self, other: &SetPart) -> Option<SetPart> {
        let around = |p: &SetPart| {
            let words =
                (p.before.clone(), p.after.clone(), p.having.clone(), p.except.clone(), p.lacking.clone());
            (words, p.proper, p.needs_owner())
        };
        if around(self) != around(other) || self.needs_owner() {
            return None;
        }
        let mut joined = self.clone();
        joined.heads = self.nouns();
        joined.heads.extend(other.nouns());
        joined.adjectives.clear();
        Some(joined)
    }

    /// Returns its alternative nouns, with their adjectives.
    fn nouns(&self) -> Vec<String> {
        let of_kind = std::slice::from_ref(&self.kind);
        let heads = if self.heads.is_empty() { of_kind } else { &self.heads };
        let described =
            |head: &String| self.adjectives.iter().chain([head]).cloned().collect::<Vec<_>>().join(" ");
        heads.iter().map(described).collect()
    }

    fn to_words(&self, many: bool) -> String {
        if self.needs_owner() {
            let owned = match many {
                true => format!("your {}{}", self.before, plural(&self.kind)),
                false => format!("{}{} of yours", self.before, self.kind),
            };
            return owned + &self.phrases("");
        }
        let mut heads = self.nouns();
        if many && !self.proper {
            heads = heads.iter().map(|h| plural_phrase(h)).collect();
        }
        format!("{}{}{}", self.before, or(&heads), self.phrases(&self.after))
    }

    /// Formats the part after the noun: " of yours with strength 3 or more in your hand except Oak".
    fn phrases(&self, after: &str) -> String {
        let (own, after) = match after.strip_prefix(OF_YOURS) {
            Some(after) => (OF_YOURS, after),
            None => ("", after),
        };
        let mut out = own.to_owned();
        if !self.having.is_empty() {
            // "with strength and this card on it"
            let mut having = self.having.clone();
            having.sort_by_key(|words| words.contains(' '));
            out.push_str(&format!(" with {}", and(&having)));
        }
        out.push_str(after);
        if !self.lacking.is_empty() {
            out.push_str(&format!(" without {}", or(&self.lacking)));
        }
        if !self.except.is_empty() {
            out.push_str(&format!(" except {}", and(&self.except)));
        }
        out
    }
}

impl Noun {
    pub(super) fn singular_noun(part: SetPart) -> Noun {
        Noun { parts: vec![part], is_overlapping: false }
    }

    pub(super) fn of_kind(kind: String) -> Noun {
        Noun::singular_noun(SetPart::of(kind))
    }

    /// Returns the parts; neighbours that differ in their nouns alone are one.
    fn joined(&self) -> Vec<SetPart> {
        let mut out: Vec<SetPart> = Vec::new();
        for part in &self.parts {
            match out.last().and_then(|last| last.joined(part)) {
                Some(both) => *out.last_mut().expect("there is a last one") = both,
                None => out.push(part.clone()),
            }
        }
        out
    }

    /// Formats the noun with an article: "a Herb", "another Herb or a Root".
    pub fn a(&self) -> String {
        or(&self.joined().iter().map(|p| p.determined("a")).collect::<Vec<_>>())
    }

    /// Formats the noun with a determiner: "each Herb and each Root except Oak", "any Moth".
    pub fn with(&self, determiner: &str) -> String {
        let parts: Vec<String> = self.joined().iter().map(|p| p.determined(determiner)).collect();
        if determiner == "each" { and(&parts) } else { or(&parts) }
    }

    /// Formats the noun with "each" where its elements are counted: "each Owl or card with strength". "Each
    /// Owl and each card with strength" could count an Owl with strength twice.
    pub fn each_once(&self) -> String {
        match self.joined().split_first() {
            Some((first, rest)) if self.is_overlapping => {
                let others = rest.iter().map(|p| p.to_words(false));
                or(&std::iter::once(first.determined("each")).chain(others).collect::<Vec<_>>())
            }
            _ => self.with("each"),
        }
    }

    /// Formats the noun with "any", which names of cards do not need: "Oak", "any Moth".
    pub fn any(&self) -> String {
        let part = |p: &SetPart| match p.proper && p.before.is_empty() {
            true => p.to_words(false),
            false => p.determined("any"),
        };
        or(&self.joined().iter().map(part).collect::<Vec<_>>())
    }

    /// Returns whether one noun stands for all its elements: "owl or fox card in your hand".
    pub fn is_one(&self) -> bool {
        self.joined().len() == 1
    }

    /// Returns whether "other" is before the noun, in some alternative.
    pub fn excludes_self(&self) -> bool {
        self.parts.iter().any(|p| p.before.contains(OTHER))
    }

    /// Returns whether words after the noun already give the place or owner of its elements.
    pub fn has_place(&self) -> bool {
        self.parts.iter().any(|p| !p.after.is_empty())
    }

    /// Formats the noun alone, without the part after it: "area" for "area of your map".
    pub fn head(&self) -> String {
        let heads: Vec<String> = self.parts.iter().flat_map(SetPart::nouns).collect();
        or(&heads.iter().map(|head| head[..end_of_head(head)].to_owned()).collect::<Vec<_>>())
    }

    /// Formats the noun in the singular, without a determiner.
    pub fn plain(&self) -> String {
        or(&self.joined().iter().map(|p| p.to_words(false)).collect::<Vec<_>>())
    }

    /// Formats the noun in the plural.
    pub fn many(&self) -> String {
        or(&self.joined().iter().map(|p| p.to_words(true)).collect::<Vec<_>>())
    }
}

/// Returns the end of the noun in words that go on behind it: 4 for "unit of yours".
fn end_of_head(words: &str) -> usize {
    let follows = [" of ", " in ", " on ", " whose ", " that ", " with ", " within ", " next to "];
    follows.iter().filter_map(|word| words.find(word)).min().unwrap_or(words.len())
}

/// Returns the plural of a noun that words may follow: "units of yours".
fn plural_phrase(noun: &str) -> String {
    let (head, after) = noun.split_at(end_of_head(noun));
    plural(head) + after
}

/// Splits the words for a set around the noun for its kind: "risen unit of yours" around "unit".
pub(super) fn around_kind<'w>(words: &'w str, kind: &str) -> Option<(&'w str, &'w str)> {
    let (head, after) = words.split_at(end_of_head(words));
    let before = head.strip_suffix(kind)?;
    (before.is_empty() || before.ends_with([' ', '\u{2}'])).then_some((before, after))
}

/// Placeholder for the noun in a text.
pub(super) const HOLE: &str = "\u{1}";
/// Placeholder for "other", which is filled in if needed.
pub(super) const OTHER_HOLE: &str = "\u{2}";
pub(super) const OTHER: &str = "other ";
const OF_YOURS: &str = " of yours";

impl SetPart {
    /// Applies a text with a hole for the noun: "burning {{ what }}", "{{ what }} with a fence"; `not`: the
    /// elements to which it does not apply.
    pub(super) fn described(&mut self, text: &str, not: bool) {
        let (before, after) = text.split_once(HOLE).unwrap_or((text, ""));
        match (not, after.strip_prefix(" with ")) {
            (false, _) => {
                self.adjectives.extend((!before.trim().is_empty()).then(|| before.trim().to_owned()));
                self.after.insert_str(0, after);
            }
            (true, Some(what)) if before.trim().is_empty() => {
                self.lacking.push(what.to_owned());
            }
            (true, _) => self.except.push(format!("{before}ones{after}")),
        }
    }

    /// Puts words behind the noun.
    pub(super) fn followed(&mut self, words: &str) {
        self.after.push_str(words);
    }

    /// Puts words directly behind the noun, before what already follows it.
    pub(super) fn owned(&mut self, words: &str) {
        self.after.insert_str(0, words);
    }

    /// Adds a property that the elements have: "it in hand".
    pub(super) fn with_having(&mut self, words: &str) {
        self.having.push(words.to_owned());
    }

    /// Adds a property that the elements do not have.
    pub(super) fn without(&mut self, words: &str) {
        self.lacking.push(words.to_owned());
    }

    /// Excludes elements by name: "other than …".
    pub(super) fn but_for(&mut self, words: &str) {
        self.except.push(words.to_owned());
    }

    /// Adds an adjective.
    pub(super) fn called(&mut self, adjective: &str) {
        self.adjectives.push(adjective.to_owned());
    }

    /// Excludes the card itself, or another that has been mentioned.
    pub(super) fn other(&mut self) {
        if !self.before.contains(OTHER) {
            self.before.insert_str(0, OTHER);
        }
    }

    /// Replaces the kind by one below it.
    pub(super) fn of_lower_kind(&mut self, kind: &str) {
        self.kind = kind.to_owned();
        self.is_narrow = true;
        // "each Herb" becomes "each Herb potion"; a card's name says its kind.
        if !self.proper && !self.heads.is_empty() {
            let heads = std::mem::take(&mut self.heads);
            self.adjectives.push(or(&heads));
        }
    }

    /// Replaces the nouns: by names of cards if `proper`, or by values of an attribute. Returns whether
    /// nothing of the noun is lost.
    pub(super) fn renamed(&mut self, values: &[String], proper: bool) -> bool {
        if self.is_narrow && !proper {
            self.adjectives.push(or(values));
        } else if self.heads.is_empty() {
            self.heads = values.to_vec();
            self.proper = proper;
        } else {
            return false;
        }
        true
    }

    /// Keeps "other" only if the card itself could be an element.
    pub(super) fn settle(&mut self) {
        if !self.may_be_self {
            self.before = self.before.replace(OTHER, "").replace(OTHER_HOLE, "");
        } else {
            self.before = self.before.replace(OTHER_HOLE, OTHER);
        }
    }
}

pub(super) fn map_parts(mut noun: Noun, change: impl Fn(&mut SetPart)) -> Noun {
    noun.parts.iter_mut().for_each(change);
    noun
}

//! The deeds of which a text speaks with a verb that the language has statements for: "draw a card".

use super::bounds::has_stop;
use super::clause_words::{is_condition, is_denial};
use super::facts::FactSet;
use super::text_words::TextToken;
use std::ops::Range;

/// A deed of which a text speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeedVerb {
    Draw,
    Discard,
    Shuffle,
    Flip,
    Roll,
    /// "Win the game", "lose the game"
    Win,
    /// "Take another turn", "skip your next turn"
    Turn,
}

impl DeedVerb {
    /// Returns the verb of a word in lowercase.
    pub fn of(word: &str) -> Option<DeedVerb> {
        Some(match word {
            "draw" | "draws" => DeedVerb::Draw,
            "discard" | "discards" => DeedVerb::Discard,
            "shuffle" | "shuffles" => DeedVerb::Shuffle,
            "flip" | "flips" => DeedVerb::Flip,
            "roll" | "rolls" => DeedVerb::Roll,
            "win" | "wins" | "lose" | "loses" => DeedVerb::Win,
            "take" | "takes" | "skip" | "skips" | "miss" | "misses" | "turn" => DeedVerb::Turn,
            _ => return None,
        })
    }

    /// Returns what a text says to do with it, after "to".
    pub fn said(self) -> &'static str {
        match self {
            DeedVerb::Win => "win or lose the game",
            DeedVerb::Turn => "add or skip a turn",
            verb => verb.word(),
        }
    }

    /// Returns the word by which it is left unchecked, and by which most rules do it.
    pub fn word(self) -> &'static str {
        match self {
            DeedVerb::Draw => "draw",
            DeedVerb::Discard => "discard",
            DeedVerb::Shuffle => "shuffle",
            DeedVerb::Flip => "flip",
            DeedVerb::Roll => "roll",
            DeedVerb::Win => "win",
            DeedVerb::Turn => "turn",
        }
    }

    /// Returns the facts that a text may call so.
    pub fn facts(self) -> FactSet {
        match self {
            DeedVerb::Draw | DeedVerb::Discard => FactSet::MOVES,
            DeedVerb::Shuffle => FactSet::SHUFFLES.or(FactSet::MOVES).or(FactSet::CHANCE),
            DeedVerb::Flip => FactSet::CHANGES.or(FactSet::MOVES).or(FactSet::CHANCE),
            DeedVerb::Roll => FactSet::CHANCE,
            // A state that the game's flow asks for may have it done.
            DeedVerb::Win => FactSet::ENDS.or(FactSet::CHANGES),
            DeedVerb::Turn => FactSet::ENDS.or(FactSet::CHANGES).or(FactSet::MOVES),
        }
    }
}

/// A main clause of a text that says to do something.
#[derive(Clone, Debug)]
pub(super) struct TextDeed {
    pub verb: DeedVerb,
    /// True if it is done to "it" or "this card".
    pub is_of_card: bool,
    /// Byte range of the verb in the text.
    pub range: Range<usize>,
}

/// Returns the deed that the word at a position says to do, if the clause has no number. Nouns ("the
/// discards") and clauses that only speak of a deed ("when you draw a card") are none.
pub(super) fn deed_at(text: &str, tokens: &[TextToken], at: usize) -> Option<TextDeed> {
    let token = tokens.get(at)?;
    let verb = DeedVerb::of(&token.word)?;
    let has_object = has_object(text, tokens, at, verb);
    let is_of_card =
        matches!(tokens.get(at + 1).map(|next| &*next.word), Some("it" | "them" | "this" | "that" | "these"));
    let range = token.range.clone();
    (has_object && is_main_clause(text, tokens, at)).then_some(TextDeed { verb, is_of_card, range })
}

/// Returns whether a verb has an object without a number: "discards it", "draw a card".
fn has_object(text: &str, tokens: &[TextToken], at: usize, verb: DeedVerb) -> bool {
    const DETERMINERS: [&str; 22] = [
        "a", "an", "the", "this", "that", "these", "those", "your", "his", "her", "their", "its", "it",
        "them", "one", "any", "all", "each", "every", "another", "both", "cards",
    ];
    let object = tokens[at + 1..].iter().take(4);
    let object: Vec<&TextToken> = object.take_while(|word| !has_stop(text, &tokens[at], word)).collect();
    let is_noun = |nouns: &[&str]| object.iter().any(|word| nouns.contains(&&*word.word));
    let is_determined = object.first().is_some_and(|word| DETERMINERS.contains(&&*word.word));
    let is_counted = object.iter().any(|word| word.is_number() && word.word != "one");
    let after = |n: usize| tokens.get(at + n).map_or("", |next| &*next.word);
    let is_fitting = match verb {
        DeedVerb::Draw => is_noun(&["card", "cards"]),
        DeedVerb::Roll => is_noun(&["die", "dice"]),
        // "Discard the pile" is as rare as a pile with a verb before it.
        DeedVerb::Discard | DeedVerb::Shuffle | DeedVerb::Flip => !is_noun(&["pile", "piles"]),
        DeedVerb::Win => return matches!((after(1), after(2)), ("the" | "this", "game")),
        DeedVerb::Turn => {
            let is_more = matches!(after(1), "another" | "extra" | "additional")
                || matches!(after(1), "a" | "an" | "one")
                    && matches!(after(2), "extra" | "additional" | "second" | "further");
            let is_left_out = matches!(&*tokens[at].word, "skip" | "skips" | "miss" | "misses");
            let is_taken = matches!(&*tokens[at].word, "take" | "takes");
            return (is_taken && is_more || is_left_out) && is_noun(&["turn", "turns"]);
        }
    };
    is_determined && is_fitting && !is_counted
}

/// Returns whether the word at a position is the verb of a main clause, in a sentence without any condition
/// before it.
pub(super) fn is_main_clause(text: &str, tokens: &[TextToken], at: usize) -> bool {
    // "Each time you draw a card", "who draws a card", "to draw a card"
    const OTHERS: [&str; 13] =
        ["could", "no", "time", "times", "once", "who", "that", "which", "whom", "as", "to", "for", "nobody"];
    const SUBJECTS: [&str; 19] = [
        "and",
        "then",
        "or",
        "but",
        "also",
        "you",
        "may",
        "must",
        "can",
        "player",
        "players",
        "opponent",
        "opponents",
        "they",
        "it",
        "now",
        "immediately",
        "finally",
        "first",
    ];
    let ends_sentence = |a: &TextToken, b: &TextToken| {
        text[a.range.end..b.range.start].contains(['.', ';', ':', '(', ')', '\n', '!', '?'])
    };
    let Some(before) = at.checked_sub(1).map(|before| &tokens[before]) else { return true };
    if !has_stop(text, before, &tokens[at]) && !SUBJECTS.contains(&&*before.word) {
        return false;
    }
    let sentence = (0..at).rev().take_while(|i| !ends_sentence(&tokens[*i], &tokens[i + 1]));
    let is_other = |word: &str| OTHERS.contains(&word) || is_denial(word) || is_condition(word);
    !sentence.into_iter().any(|i| is_other(&tokens[i].word))
}

/// Returns whether the word `at` opens what is done on a condition: "if you hold an Ash, discard it".
pub(super) fn is_behind_condition(text: &str, tokens: &[TextToken], at: usize) -> bool {
    let between = |i: usize| text.get(tokens[i].range.end..tokens[i + 1].range.start).unwrap_or_default();
    let Some(before) = at.checked_sub(1).filter(|before| between(*before).trim() == ",") else {
        return false;
    };
    let sentence = (0..before).rev().take_while(|i| !between(*i).contains(['.', ';', ':', '(', ')', '\n']));
    sentence.last().is_some_and(|first| matches!(&*tokens[first].word, "if" | "when" | "unless"))
}

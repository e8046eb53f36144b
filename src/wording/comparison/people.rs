//! The players of whom a text speaks: all or only the others, each or one of them.

use super::text_claims::{is_player_word, is_rival};
use super::text_words::TextToken;
use std::ops::Range;

/// The players of whom a text speaks, each with the range of the word.
#[derive(Debug, Default)]
pub(super) struct PeopleWords {
    /// Only the players beside `you`: "each other player", "an opponent".
    pub others: Option<Range<usize>>,
    /// All players: "each player".
    pub all: Option<Range<usize>>,
    /// Each of several: "each opponent", "all players".
    pub each: Option<Range<usize>>,
    /// One player: "an opponent".
    pub one: Option<Range<usize>>,
    /// One of all players: "choose a player".
    pub any: Option<Range<usize>>,
    /// True if somebody may be left out in other words: "all but you", "everybody pays you".
    pub is_excepted: bool,
    /// True if it speaks of `you`, too: "you or another player".
    pub is_of_you: bool,
    /// True if "a player" may be any of those of whom something is true: "a player who has four cards".
    pub is_any: bool,
}

impl PeopleWords {
    /// Finds the players in the words of a text.
    pub fn of(tokens: &[TextToken]) -> PeopleWords {
        let mut people = PeopleWords::default();
        for (at, token) in tokens.iter().enumerate() {
            let note = |to: &mut Option<Range<usize>>, is_so: bool| {
                if is_so && to.is_none() {
                    *to = Some(token.range.clone());
                }
            };
            let word = &*token.word;
            people.is_excepted |= is_exception(word)
                || matches!(
                    word,
                    "else" | "rest" | "others" | "yours" | "pays" | "pay" | "gives" | "give" | "owes"
                );
            // "Each player but you"
            let is_left_out = at
                .checked_sub(1)
                .is_some_and(|before| is_exception(&tokens[before].word) || &*tokens[before].word == "than");
            people.is_of_you |= !(is_left_out && word == "you")
                && matches!(word, "you" | "yours" | "your" | "yourself" | "including" | "also" | "too");
            people.is_any |= matches!(
                word,
                "who"
                    | "whoever"
                    | "whose"
                    | "with"
                    | "if"
                    | "any"
                    | "most"
                    | "fewest"
                    | "case"
                    | "when"
                    | "whenever"
                    | "should"
            );
            let is_noun = matches!(word, "player" | "players") || is_rival(word);
            let before = tokens[..at].iter().rev().map(|token| &*token.word);
            let determiners: Vec<&str> = before.take_while(|word| is_determiner(word)).take(3).collect();
            let has = |words: &[&str]| determiners.iter().any(|word| words.contains(word));
            // "One of your opponents" is one.
            let is_several =
                has(&["each", "every", "all"]) || is_noun && word.ends_with('s') && !has(&["one"]);
            // "Each player but you"
            let is_excepted = tokens.get(at + 1).is_some_and(|next| is_exception(&next.word));
            let is_other = is_excepted || has(&["other", "another", "next", "previous"]);
            match word {
                _ if is_noun => {
                    note(&mut people.others, is_other || is_rival(word));
                    // "The lowest of all players" is lower than the others.
                    let is_compared = has(&["of"]) && has(&["all"]);
                    // Nobody is richer than themselves.
                    let is_above = tokens.windows(2).any(|two| two[0].word == "than" && two[1].word == "you");
                    let is_all = is_several && !is_other && !is_compared && !is_above;
                    note(&mut people.all, is_all && !is_rival(word));
                    note(&mut people.each, is_several);
                    note(&mut people.one, !is_several && !determiners.is_empty());
                    let is_any = !is_several && !is_other && !is_rival(word);
                    note(&mut people.any, is_any && !is_above && has(&["a", "any", "one", "target"]));
                }
                "everyone" | "everybody" => {
                    let is_else = is_excepted || tokens.get(at + 1).is_some_and(|next| next.word == "else");
                    note(&mut people.others, is_else);
                    note(&mut people.all, !is_else);
                    note(&mut people.each, true);
                }
                "others" | "neighbour" | "neighbours" | "neighbor" | "neighbors" | "left" | "right" => {
                    note(&mut people.others, true);
                    note(&mut people.each, word.ends_with('s'));
                    note(&mut people.one, true);
                }
                "choose" | "chooses" | "chosen" => note(&mut people.one, true),
                // "Anyone" may be each or one.
                _ if is_player_word(word) => {
                    note(&mut people.each, true);
                    note(&mut people.one, true);
                }
                _ => {}
            }
        }
        people
    }
}

/// Returns whether a word can stand before "player" and say of which one a text speaks.
fn is_determiner(word: &str) -> bool {
    let is_several = matches!(word, "each" | "every" | "all" | "other" | "another" | "both");
    is_several
        || matches!(word, "of" | "a" | "an" | "one" | "any" | "the" | "target" | "next" | "previous" | "your")
}

/// Returns whether a word behind "each player" takes somebody out: "but you", "other than you".
fn is_exception(word: &str) -> bool {
    matches!(word, "other" | "but" | "except" | "save" | "besides" | "beside" | "bar" | "excluding" | "apart")
}

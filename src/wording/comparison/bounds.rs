//! The comparisons and changes that the words around a number express.

use super::clause_words::{self, is_denial};
use super::text_words::TextToken;

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
    /// "down to 4", "until you have 4": a limit, reached from either side.
    Reach,
    /// "to a minimum of 4": a limit below which nothing falls.
    Minimum,
    /// "up to 4": a limit, or the greatest number of which a condition is true.
    UpTo,
    /// "exactly 4"
    Exactly,
    /// "on a 4": one face of a die, and no other.
    Face,
    /// "d6": the sides of a die, which are no threshold.
    Sides,
}

impl Bound {
    /// Returns whether it is a comparison in words: "4 or more", "fewer than 4".
    pub fn is_comparison(self) -> bool {
        matches!(self, Bound::AtLeast | Bound::AtMost | Bound::MoreThan | Bound::LessThan)
    }

    /// Formats a comparison with a number in words and as a rule writes it; `None` if it is no such
    /// comparison.
    pub fn with(self, n: i64) -> Option<(String, String)> {
        let (words, sign) = match self {
            Bound::AtLeast => ("at least", ">="),
            Bound::AtMost => ("at most", "<="),
            Bound::MoreThan => ("more than", ">"),
            Bound::LessThan => ("fewer than", "<"),
            Bound::UpTo => ("up to", "<="),
            Bound::Exactly | Bound::Face => ("exactly", "=="),
            Bound::Plain | Bound::Reach | Bound::Minimum | Bound::Sides => return None,
        };
        Some((format!("{words} {n}"), format!("`{sign} {n}`")))
    }
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

/// Returns whether a word behind "or" makes a comparison of the number before: "4 or more", "4 or below".
pub(super) fn is_comparative(word: &str) -> bool {
    const PLACES: [&str; 5] = ["above", "below", "over", "under", "beyond"];
    is_greater(word) || is_lesser(word) || PLACES.contains(&word)
}

/// Returns whether a denial at the beginning of some words is part of a comparison: "no more than".
pub(super) fn opens_comparison(words: &[TextToken]) -> bool {
    match words {
        [first, more, than, ..] => {
            matches!(&*first.word, "no" | "not" | "never")
                && (is_greater(&more.word) || is_lesser(&more.word))
                && &*than.word == "than"
        }
        _ => false,
    }
}

/// Returns the comparison expressed around the number in the words `first..=last`.
pub(super) fn parse_bound(text: &str, tokens: &[TextToken], first: usize, last: usize) -> Bound {
    let before = |n: usize| first.checked_sub(n).map_or("", |i| &*tokens[i].word);
    let after = |n: usize| tokens.get(last + n).map_or("", |t| &*t.word);
    let negated = matches!(before(3), "no" | "not" | "never");
    if before(1) == "d" && text[..tokens[first].range.start].ends_with(['d', 'D']) {
        return Bound::Sides;
    }
    // "2 at least, 6 at most"
    let is_split = first.checked_sub(1).is_some_and(|before| has_stop(text, &tokens[before], &tokens[first]));
    let words = if is_split { ("", "") } else { (before(2), before(1)) };
    let is_time = matches!(words.1, "round" | "turn" | "year") && words.0 == "than";
    match words {
        // "No later than round 4"
        _ if is_time && is_greater(before(3)) => {
            let is_denied = matches!(before(4), "no" | "not");
            return if is_denied { Bound::AtMost } else { Bound::MoreThan };
        }
        _ if is_time && is_lesser(before(3)) => {
            let is_denied = matches!(before(4), "no" | "not");
            return if is_denied { Bound::AtLeast } else { Bound::LessThan };
        }
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
        (_, "within") => return Bound::AtMost,
        ("after", "round" | "turn" | "year") => return Bound::MoreThan,
        ("before", "round" | "turn" | "year") => return Bound::LessThan,
        // "Past stone 7", "not before stone 7", "short of stone 7"
        (place @ ("after" | "past" | "passed" | "beyond" | "above" | "before" | "below"), noun)
            if is_counted_noun(noun) =>
        {
            let is_denied = matches!(before(3), "no" | "not" | "never");
            return match (matches!(place, "before" | "below"), is_denied) {
                (false, false) => Bound::MoreThan,
                (false, true) => Bound::AtMost,
                (true, false) => Bound::LessThan,
                (true, true) => Bound::AtLeast,
            };
        }
        ("of", noun) if before(3) == "short" && is_counted_noun(noun) => return Bound::LessThan,
        ("of", noun) if before(3) == "ahead" && is_counted_noun(noun) => return Bound::MoreThan,
        ("than", noun) if is_greater(before(3)) && is_counted_noun(noun) => return Bound::MoreThan,
        ("short", "of") => return Bound::LessThan,
        ("no" | "not", "past") => return Bound::AtMost,
        (_, "past" | "passed") => return Bound::MoreThan,
        ("up", "to") if is_condition(text, &tokens[..first - 2]) => return Bound::AtMost,
        ("up", "to") => return Bound::UpTo,
        (_, "to" | "until" | "reach" | "reaches" | "reached") => return Bound::Reach,
        ("minimum", "of" | "is") => return Bound::Minimum,
        // "A total of 9 or more" is a comparison.
        ("limit" | "maximum" | "total", "of" | "is") if after(1) != "or" && after(2) != "or" => {
            return Bound::Reach;
        }
        // "Discards down to a hand of 4", "all cards but 4", "keeps 4"
        ("hand", "of") | ("card" | "cards", "but") | (_, "keep" | "keeps" | "keeping") => {
            return Bound::Reach;
        }
        // "Discard all but 4", "keep only 4"
        ("all", "but") | ("keep" | "keeps", "only") => return Bound::Reach,
        _ => {}
    }
    if text[tokens[last].range.end..].starts_with('+') {
        return Bound::AtLeast;
    }
    match text[..tokens[first].range.start].trim_end().chars().next_back() {
        Some('≥') => return Bound::AtLeast,
        Some('≤') => return Bound::AtMost,
        _ => {}
    }
    // "4 or more", "4 cards or fewer"
    for n in 1..=3 {
        // "+3 with 5 or more" speaks of the 5.
        if tokens.get(last + n).is_some_and(TextToken::is_number) {
            break;
        }
        match (after(n), after(n + 1)) {
            ("or", "above" | "over") => return Bound::AtLeast,
            ("or", "below" | "under") => return Bound::AtMost,
            ("or", more) if is_greater(more) => return Bound::AtLeast,
            ("and", "more") if n == 1 => return Bound::AtLeast,
            ("or", less) if is_lesser(less) => return Bound::AtMost,
            ("or" | "and", "up" | "upward" | "upwards") if n == 1 => return Bound::AtLeast,
            ("or" | "and", "down" | "downward" | "downwards") if n == 1 => return Bound::AtMost,
            ("at", "least") if is_behind(text, &tokens[last..], n) => return Bound::AtLeast,
            ("at", "most") if is_behind(text, &tokens[last..], n) => return Bound::AtMost,
            _ => {}
        }
    }
    // "From 40 on", "from mile 40 on", "40 and beyond"
    let is_from = before(1) == "from" || before(2) == "from" && is_counted_noun(before(1));
    let is_on = matches!(after(1), "up" | "upward" | "upwards" | "on" | "onward" | "onwards");
    if is_from && is_on || matches!((after(1), after(2)), ("and" | "or", "beyond")) {
        return Bound::AtLeast;
    }
    // "Chooses 4 cards to keep"
    if (1..=2).any(|n| matches!((after(n), after(n + 1)), ("to", "keep"))) {
        return Bound::Reach;
    }
    // "until you have 4"
    if (2..=4).any(|n| before(n) == "until") {
        return Bound::Reach;
    }
    // "Exactly 3 cards", "3 cards exactly"
    let is_behind = |n: usize| after(n) == "exactly" && is_behind(text, &tokens[last..], n);
    if before(1) == "exactly" || (1..=2).any(is_behind) {
        return Bound::Exactly;
    }
    if is_face(text, tokens, first, last) { Bound::Face } else { Bound::Plain }
}

/// Returns whether a word may be the noun of a place that goes by its number: "stone 7", but not "drawing 7".
fn is_counted_noun(word: &str) -> bool {
    let is_other = matches!(
        word,
        "you"
            | "they"
            | "the"
            | "all"
            | "any"
            | "each"
            | "every"
            | "that"
            | "these"
            | "those"
            | "your"
            | "than"
    );
    let is_verb = matches!(word, "gain" | "gains" | "draw" | "draws" | "play" | "pay" | "lose" | "take");
    word.len() > 2 && !is_other && !is_verb && !word.ends_with("ing") && !word.ends_with('s')
}

/// Returns whether "at most" in the words `n` and `n + 1` belongs to the number in word 0: "3 cards at most",
/// but not "3 cards. At most 4 …".
fn is_behind(text: &str, tokens: &[TextToken], n: usize) -> bool {
    let is_of_next = |next: &TextToken| next.is_number() && !has_stop(text, &tokens[n + 1], next);
    !has_stop(text, &tokens[0], &tokens[n]) && !tokens.get(n + 2).is_some_and(is_of_next)
}

/// Returns whether a sentence or clause ends between two words.
pub(super) fn has_stop(text: &str, a: &TextToken, b: &TextToken) -> bool {
    text[a.range.end..b.range.start].contains(['.', ',', ';', ':', '(', ')', '\n'])
}

/// Returns whether these words make "up to" behind them part of a condition ("if you have up to 3 cards",
/// "a unit that costs up to 3"). Otherwise it may be a limit that something grows to: "draw up to 5 cards".
fn is_condition(text: &str, before: &[TextToken]) -> bool {
    let Some((last, rest)) = before.split_last() else { return false };
    let word = |n: usize| rest.len().checked_sub(n).map_or("", |i| &*rest[i].word);
    let mut next = last;
    let clause = rest.iter().rev().take_while(|token| {
        let is_within = !has_stop(text, token, next);
        next = *token;
        is_within
    });
    match &*last.word {
        "cost" | "costs" | "costing" => true,
        "with" => {
            const QUANTIFIERS: [&str; 7] = ["each", "every", "any", "all", "no", "a", "an"];
            let is_first = rest.last().is_none_or(|token| has_stop(text, token, last) || token.is_number());
            is_first || QUANTIFIERS.contains(&word(2))
        }
        "have" | "has" | "hold" | "holds" | "own" | "owns" | "control" | "controls" | "contains" | "is"
        | "are" => {
            let opens = |token: &&TextToken| match &*token.word {
                "if" | "while" | "when" | "whenever" | "unless" | "whose" | "that" | "who" | "which" => {
                    Some(true)
                }
                "may" | "can" | "must" | "until" | "so" | "then" | "draw" | "draws" => Some(false),
                _ => None,
            };
            clause.into_iter().find_map(|token| opens(&token)).unwrap_or(false)
        }
        _ => false,
    }
}

/// Returns whether a word before this one denies it in its clause: "unless you have 4", "without 4".
pub(super) fn is_denied(text: &str, tokens: &[TextToken], first: usize) -> bool {
    // "If you don't have an Ash and have at least 3 coins"
    let is_next = |i: usize| {
        let next = tokens.get(i + 1).map_or("", |next| &*next.word);
        matches!(&*tokens[i].word, "and" | "but")
            && matches!(next, "have" | "has" | "hold" | "holds" | "you" | "are")
    };
    let is_within = |i: &usize| !has_stop(text, &tokens[*i], &tokens[*i + 1]) && !is_next(*i);
    let clause = (0..first).rev().take_while(is_within);
    clause.into_iter().any(|i| is_denial(&tokens[i].word))
}

/// Returns whether the number in the words `first..=last` is one face of a die and not the first or last of
/// several: "on a 5", "when you roll a 5", but not "on a 5 or 6" and not "roll a 5 to hit".
fn is_face(text: &str, tokens: &[TextToken], first: usize, last: usize) -> bool {
    let before = |n: usize| first.checked_sub(n).map_or("", |i| &*tokens[i].word);
    let is_face = match (before(2), before(1)) {
        ("on" | "roll" | "rolls" | "rolled" | "rolling" | "shows", "a" | "an") => true,
        ("roll" | "result", "of") => true,
        // "On 5, draw a card"
        (_, "on") => tokens.get(last + 1).is_none_or(|next| has_stop(text, &tokens[last], next)),
        (_, "a" | "an") => before(3) == "roll" && before(2) == "of",
        _ => false,
    };
    let after = tokens.get(last + 1);
    let is_joined = text[tokens[last].range.end..].starts_with(['-', '–', '−', '/', '+']);
    let goes_on = |next: &TextToken| {
        // "A 5 or a 6", "on a 5 or on a 6"
        let rest = tokens[last + 1..].iter().skip(1);
        let mut rest = rest.skip_while(|token| matches!(&*token.word, "on" | "a" | "an" | "or" | "and"));
        let mut another = || rest.next().is_some_and(TextToken::is_number);
        let several = matches!(&*next.word, "or" | "and" | "through" | "to" | "a" | "an" | "on");
        next.is_number() || &*next.word == "to" || several && another()
    };
    is_face && !is_joined && !after.is_some_and(goes_on)
}

/// Returns whether the verb before a number takes it off ("lose 2 coins") or adds it ("gain 2 coins"). In a
/// clause such as "when you would lose 2 coins" or "each time you lose 2 coins", nothing does.
pub(super) fn verb_of_change(text: &str, tokens: &[TextToken], number: usize) -> Option<bool> {
    let before = |n: usize| number.checked_sub(n).map_or("", |i| &*tokens[i].word);
    // "Gain up to 3 coins"
    let is_bound = match (before(2), before(1)) {
        ("up", "to") | ("at", "least" | "most") => true,
        (more, "than") => is_greater(more) || is_lesser(more),
        _ => false,
    };
    let is_denied = is_bound && matches!(before(3), "no" | "not");
    let verb = number.checked_sub(1 + if is_bound { 2 } else { 0 } + usize::from(is_denied))?;
    let is_lost = match &*tokens[verb].word {
        "gain" | "gains" | "get" | "gets" | "receive" | "receives" | "earn" | "earns" => false,
        "lose" | "loses" | "pay" | "pays" | "spend" | "spends" => true,
        _ => return None,
    };
    let is_end =
        |i: usize| text[tokens[i].range.end..tokens[i + 1].range.start].contains(['.', ',', ';', ':']);
    let clause = (0..verb).rev().take_while(|i| !is_end(*i));
    let is_other = |i: usize| {
        let word = &*tokens[i].word;
        // "Each player gains", "each other player loses": who it is that does.
        const WHO: [&str; 6] = ["player", "other", "opponent", "rival", "partner", "side"];
        if word == "each" && tokens.get(i + 1).is_some_and(|next| WHO.contains(&&*next.word)) {
            return false;
        }
        word == "each" || is_denial(word) || clause_words::is_condition(word)
    };
    (!clause.into_iter().any(is_other)).then_some(is_lost)
}

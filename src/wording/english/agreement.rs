//! Grammatical agreement in texts that were written for any player and any number: "you gains", "1 coins".

use crate::diagnostics::plural;

/// The word for the player whose card it is.
pub(super) const YOU: &str = "you";
/// Placeholder for a number that a rule leaves open.
pub(super) const ANY_NUMBER: &str = "\u{3}";
/// Placeholder for that number at a later mention.
pub(super) const THAT_NUMBER: &str = "\u{4}";

/// Words that end like a verb of the third person or a plural, and are neither.
const OTHERS: [&str; 11] =
    ["always", "perhaps", "thus", "less", "plus", "minus", "yours", "this", "unless", "towards", "its"];
/// Words before "you" that do not make it the subject of the word after it.
const PREPOSITIONS: [&str; 12] =
    ["of", "to", "for", "by", "with", "from", "against", "after", "before", "behind", "beside", "than"];
/// Words that begin an object, and so show that a verb is before them.
const BEGIN_OBJECT: [&str; 8] = ["a", "an", "the", "it", "its", "them", "their", "your"];
/// Words that begin a clause with a subject of its own, unless they are the object of a verb or preposition.
const BEGIN_SUBJECT: [&str; 5] = ["it", "each", "that", "this", "they"];
/// Words that always do so.
const RELATIVE: [&str; 2] = ["which", "who"];

/// Adapts words that were written for any player, such as "you gains" and "you's", to `you`.
pub(super) fn agreeing(words: &str) -> String {
    let all: Vec<&str> = words.split(' ').collect();
    let mut out: Vec<String> = Vec::new();
    // True while `you` is the subject of the clause.
    let mut you_act = false;
    let mut after_verb = false;
    for (i, word) in all.iter().enumerate() {
        let last = out.last().map_or("", String::as_str);
        let after_preposition = i >= 2 && PREPOSITIONS.contains(&all[i - 2]);
        let after_you = (last == "you" || last == "You") && !after_preposition;
        let is_object = after_verb || PREPOSITIONS.contains(&last);
        let is_other_subject =
            RELATIVE.contains(word) || BEGIN_SUBJECT.contains(&split_punctuation(word).0) && !is_object;
        if last.ends_with(['.', ';', ':']) || is_other_subject {
            you_act = false;
        }
        you_act |= after_you;
        let begins_object = all.get(i + 1).is_some_and(|next| {
            let next = split_punctuation(next).0;
            let is_number = !next.is_empty() && next.chars().all(|c| c.is_ascii_digit() || "−+".contains(c));
            is_number || BEGIN_OBJECT.contains(&next) || [ANY_NUMBER, THAT_NUMBER].contains(&next)
        });
        let is_second_verb = you_act && ["and", "or", "then"].contains(&last) && begins_object;
        let whose = word.strip_suffix("'s").or(word.strip_suffix("’s")).filter(|who| *who == YOU);
        after_verb = (after_you || is_second_verb) && !OTHERS.contains(word);
        out.push(match (whose, after_verb) {
            (Some(_), _) => "your".to_owned(),
            (None, true) => plural_verb(word),
            (None, false) => (*word).to_owned(),
        });
    }
    of_you(out)
}

/// Replaces "the turn of you" by "your turn".
fn of_you(words: Vec<String>) -> String {
    let mut out: Vec<String> = Vec::new();
    for word in words {
        if let [.., the, label, of] = out.as_slice()
            && word == YOU
            && (the == "the" || the == "The")
            && of == "of"
        {
            let label = label.clone();
            let your = if the == "The" { "Your" } else { "your" };
            out.truncate(out.len() - 3);
            out.extend([your.to_owned(), label]);
        } else {
            out.push(word);
        }
    }
    out.join(" ")
}

/// Converts a verb of the third person to its form after "you": "gains" to "gain", "has" to "have". Other
/// words stay.
fn plural_verb(word: &str) -> String {
    match word {
        "is" => return "are".to_owned(),
        "has" => return "have".to_owned(),
        "was" => return "were".to_owned(),
        _ => {}
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return format!("{stem}y");
    }
    let hisses = ["ses", "shes", "ches", "xes", "zes", "oes"].iter().any(|end| word.ends_with(end));
    let without =
        word.strip_suffix(if hisses { "es" } else { "s" }).filter(|stem| !stem.ends_with('s') || hisses);
    // "loses" and "chooses" keep their e.
    let keeps =
        ["loses", "chooses", "closes", "uses", "raises", "increases", "decreases", "amazes"].contains(&word);
    if keeps { word[..word.len() - 1].to_owned() } else { without.unwrap_or(word).to_owned() }
}

/// Adapts the plural that a text has directly behind the hole of a number that is 1: "1 coins" to "1 coin".
pub(super) fn with_singular(words: String, text: &str, hole: &str) -> String {
    let holes = [format!("{{{{ {hole} }}}} "), format!("{{{{{hole}}}}} ")];
    let behind = holes.iter().find_map(|hole| Some(text.split_once(hole)?.1));
    let many = behind.and_then(|behind| behind.split(' ').next()).map(|word| split_punctuation(word).0);
    match many.and_then(|many| Some((many, singular_of(many)?))) {
        Some((many, one)) => {
            let mut out = String::new();
            for part in words.split_inclusive(&format!("1 {many}")) {
                // "21 coins" stay.
                let is_whole = |before: &&str| !before.ends_with(|c: char| c.is_ascii_digit());
                match part.strip_suffix(&format!("1 {many}")).filter(is_whole) {
                    Some(before) => out.push_str(&format!("{before}1 {one}")),
                    None => out.push_str(part),
                }
            }
            out
        }
        None => words,
    }
}

/// Returns the singular of a plural, with the punctuation after it; `None` if the word is no plural.
pub(super) fn singular_of(word: &str) -> Option<String> {
    let (plain, end) = split_punctuation(word);
    // "focus", "cosmos", "basis"
    let is_one = ["us", "os", "is"].iter().any(|end| plain.ends_with(end));
    if plain.len() < 4 || is_one || OTHERS.contains(&plain) {
        return None;
    }
    let stems = [("ies", "y"), ("es", ""), ("s", "")];
    let one = stems.iter().find_map(|(many, one)| {
        let stem = format!("{}{one}", plain.strip_suffix(many)?);
        (plural(&stem) == plain).then_some(stem)
    })?;
    Some(format!("{one}{end}"))
}

/// Splits a word from the punctuation after it.
fn split_punctuation(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']).len())
}

/// Replaces the placeholders for a number that a rule leaves open, as the words after them demand: "any
/// number of coins", "any amount of damage", "that many coins", "that number".
pub(super) fn with_open_numbers(words: &str) -> String {
    let all: Vec<&str> = words.split(' ').collect();
    let mut out: Vec<String> = Vec::new();
    for (i, word) in all.iter().enumerate() {
        // With a punctuation mark behind it, nothing is counted.
        let next = all.get(i + 1).filter(|_| [ANY_NUMBER, THAT_NUMBER].contains(word));
        let counted = next.map(|next| split_punctuation(next).0).filter(|next| is_counted(next));
        let is_many = counted.is_some_and(|noun| singular_of(noun).is_some() || noun == "dice");
        let (any, that) = match counted {
            Some(_) if is_many => ("any number of", "that many"),
            Some(_) => ("any amount of", "that much"),
            None => ("any number", "that number"),
        };
        out.push(word.replace(ANY_NUMBER, any).replace(THAT_NUMBER, that));
    }
    out.join(" ")
}

/// Returns whether a noun follows the hole of a number in a text: "draws {{ n }} cards".
pub(super) fn is_before_counted(text: &str, hole: &str) -> bool {
    let holes = [format!("{{{{ {hole} }}}} "), format!("{{{{{hole}}}}} ")];
    let behind = holes.iter().find_map(|hole| Some(text.split_once(hole)?.1));
    behind
        .and_then(|behind| behind.split(' ').next())
        .is_some_and(|word| is_counted(split_punctuation(word).0))
}

/// Returns whether a word after a number is what the number counts.
fn is_counted(word: &str) -> bool {
    const NOT: [&str; 24] = [
        "is", "are", "was", "and", "or", "if", "then", "to", "from", "in", "on", "at", "by", "for", "with",
        "times", "plus", "minus", "more", "less", "of", "unless", "divided", "instead",
    ];
    !NOT.contains(&word) && word.chars().next().is_some_and(char::is_alphabetic)
}

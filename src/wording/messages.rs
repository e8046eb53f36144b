//! The messages about texts made of rules and about translations, in order of their codes.

use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Diagnostic, count_noun, list};
use crate::source::Span;

/// Maximum number of missing texts that a message names.
const FEW: usize = 3;

/// CW0604: a part of a rule that nothing gives words to.
pub(super) fn no_words(part: Span, card: &str, id: Span) -> Diagnostic {
    Diagnostic::warning(codes::NO_WORDS, format!("a part of the rule of `{card}` has no words"))
        .at(part, "so the card does not say it")
        .at(id, "has no `text` of its own")
        .help("write the card's `text`, or give the function, verb or state a `text`")
}

/// CW0604: cards without texts, in another language than English; `first` is one of `count`.
pub(super) fn not_in_english(first: Span, count: usize, language: &str) -> Diagnostic {
    let cards = count_noun(count as u64, "card");
    let (have, first_of) =
        if count == 1 { ("has a rule", "this card") } else { ("have rules", "the first of them") };
    Diagnostic::warning(codes::NO_WORDS, format!("{cards} {have} and no text"))
        .at(first, first_of)
        .because(format!("Texts are made of rules in English only, and this game is in `{language}`."))
        .help("write the `text` of each; `text = \"\"` is for a card that says nothing")
}

/// CW0605: texts that a translation does not have; with `are_empty`, it has all of them, but empty.
pub(super) fn not_translated(file: Span, language: &str, missing: &[&str], are_empty: bool) -> Diagnostic {
    let few = list(&missing[..missing.len().min(FEW)]);
    let more = missing.len().saturating_sub(FEW);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    let texts = if missing.len() == 1 { "text is" } else { "texts are" };
    let message = format!("{} {texts} not translated into `{language}`", missing.len());
    let found = Diagnostic::warning(codes::NOT_TRANSLATED, message).at(file, "in this file");
    match are_empty {
        true => found
            .because(format!("Nothing stands at {few}{more}."))
            .help("write them; what stays empty is shown as it is written in the game"),
        false => found
            .because(format!("There is no {few}{more}."))
            .help(format!("`cardwright texts GAME --lang {language}` adds them to the file, empty")),
    }
}

/// CW0605: a sheet of rules without a translation; `translated` is the file that there is not.
pub(super) fn rules_not_translated(file: Span, language: &str, translated: &str) -> Diagnostic {
    Diagnostic::warning(codes::NOT_TRANSLATED, format!("the rules are not translated into `{language}`"))
        .at(file, "only the texts are")
        .because(format!("There is a `rules.md`, and no `{translated}`."))
        .help(format!("write `{translated}`; without it, `rules.md` is printed as it is"))
}

/// CW0606: a translation of a text that the game does not have.
pub(super) fn unknown_translation(at: Span, path: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::warning(codes::UNKNOWN_TRANSLATION, format!("the game has no `{path}` to translate"))
        .at(at, "nothing is called so")
        .near_or(near, "leave it out")
}

/// CW0606: a hole of a translated phrase that is never filled in; `known` are those of the English phrase.
pub(super) fn unknown_hole(at: Span, hole: &str, phrase: &str, known: &[&str]) -> Diagnostic {
    let message = format!("nothing is filled in for `{{{hole}}}` of the phrase `{phrase}`");
    let d = Diagnostic::warning(codes::UNKNOWN_TRANSLATION, message).at(at, "prints nothing");
    let known: Vec<String> = known.iter().map(|known| format!("{{{known}}}")).collect();
    match &*known {
        [] => d.help("leave it out: this phrase has no holes"),
        known => d.help(format!("write {}", list(known))),
    }
}

/// CW0607: a text that has changed, or is gone, since it was translated.
pub(super) fn stale_translation(at: Span, id: &str, language: &str, exists: bool) -> Diagnostic {
    let message = match exists {
        true => format!("`{id}` has changed since it was translated into `{language}`"),
        false => format!("`{id}` was translated into `{language}`, and is not there any more"),
    };
    Diagnostic::warning(codes::STALE_TRANSLATION, message).at(at, "of another text").help(format!(
        "look it through, and take this line out; `cardwright texts GAME --lang {language}` writes the right one"
    ))
}

/// CW0607: translations that do not note of which text they are; `count` of them, of which `first` is one.
pub(super) fn unnoted_translations(file: Span, language: &str, count: usize, first: &str) -> Diagnostic {
    let texts = count_noun(count as u64, "translation");
    let (note, their) = if count == 1 { ("does", "its") } else { ("do", "their") };
    let message = format!("{texts} into `{language}` {note} not note {their} original");
    Diagnostic::warning(codes::STALE_TRANSLATION, message)
        .at(file, format!("`{first}` is missing under `[of]`"))
        .because("If the text in the game changes, nothing will say that the translation is of the old one.")
        .help(format!(
            "look them through; then `cardwright texts GAME --lang {language}` notes all originals"
        ))
}

/// CW0608: a file of texts that is named after no language.
pub(super) fn not_a_language(file: Span, name: &str) -> Diagnostic {
    Diagnostic::warning(codes::NO_SUCH_LANGUAGE, format!("`{name}` is not the tag of a language"))
        .at(file, "the file is named after its language")
        .because("A tag is two or three lowercase letters, such as `de`, with a country if need be: `pt-BR`.")
        .help("rename the file after the tag: German is `texts/de.toml`")
}

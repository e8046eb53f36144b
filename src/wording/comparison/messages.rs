//! The messages about texts that differ from their rules, in order of their codes.

use crate::diagnostics::codes::lint as codes;
use crate::diagnostics::{Diagnostic, list_some};
use crate::source::Span;

/// The label of a number or a word in a rule.
pub(super) const IN_RULE: &str = "in the rule";
/// The label of a number or a word in a text.
pub(super) const IN_TEXT: &str = "in the text";
/// The way out of a difference that many cards have in a slot.
const SAY_OR_UNCHECK: &str =
    "say it in the texts; if the slot is never part of them, declare it with `unchecked = true`";

/// CW0601: a number of a rule that its text gives as another.
pub(super) fn other_number(
    id: &str,
    (rule, written): (&str, Span),
    (text, said): (&str, Span),
) -> Diagnostic {
    Diagnostic::error(codes::TEXT_NUMBER, says_another(id, rule, text))
        .at(written, format!("{rule} in the rule"))
        .at(said, format!("{text} in the text"))
}

/// CW0601: a number in the text that only the card's printed values explain, while a number of the rule is
/// missing from the text.
pub(super) fn printed_number(
    id: &str,
    (rule, written): (i64, Span),
    (text, said): (i64, Span),
) -> Diagnostic {
    Diagnostic::warning(codes::TEXT_NUMBER, says_another(id, rule, text))
        .at(written, format!("{rule} in the rule"))
        .at(said, format!("{text} in the text"))
        .because(format!("The card prints a {text}, but nothing in its text stands for the {rule}."))
}

/// CW0601: a comparison of a rule that its text gives as another, with the same number or the next one; each
/// in words and in signs.
pub(super) fn other_comparison(
    id: &str,
    ((rule, rule_sign), written): ((String, String), Span),
    ((text, text_sign), said): ((String, String), Span),
) -> Diagnostic {
    Diagnostic::error(codes::TEXT_NUMBER, says_another(id, &rule, &text))
        .at(written, format!("{rule} in the rule: {rule_sign}"))
        .at(said, format!("{text} in the text: {text_sign}"))
}

fn says_another(id: &str, rule: impl std::fmt::Display, text: impl std::fmt::Display) -> String {
    format!("the rule of `{id}` says {rule}, and its text says {text}")
}

/// CW0601: a number of a rule that its text does not say.
pub(super) fn number_not_said(id: &str, rule: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` says {rule}, and its text does not");
    Diagnostic::error(codes::TEXT_NUMBER, message)
        .at(written, IN_RULE)
        .at(text, format!("where is {rule} in the text?"))
}

/// CW0601: a number of a text that its rules do not have.
pub(super) fn number_without_rule(
    id: &str,
    text: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says {text}, and its rule does not");
    let found = Diagnostic::error(codes::TEXT_NUMBER, message).at(said, IN_TEXT);
    rules.into_iter().fold(found, |found, rule| found.at(rule, format!("where is {text} here?")))
}

/// CW0601: two numbers, one of which a text says more often than its rule, and the other more seldom. Each is
/// given with how often it is in the rule, and how often in the text.
pub(super) fn number_repeated(
    id: &str,
    (rule, written): ((i64, usize, usize), Span),
    (text, said): ((i64, usize, usize), Span),
) -> Diagnostic {
    let (often, seldom) = (times(rule.1), times(rule.2));
    let message = format!("the rule of `{id}` says {} {often}, and its text {seldom}", rule.0);
    Diagnostic::warning(codes::TEXT_NUMBER, message).at(written, IN_RULE).at(said, IN_TEXT).because(format!(
        "{} is in the text {}, and in the rule {}.",
        text.0,
        times(text.2),
        times(text.1)
    ))
}

/// CW0601: two numbers that a text gives the other way round, each with its places in the rule and in the
/// text.
pub(super) fn numbers_swapped(id: &str, [a, b]: [(i64, Span, Span); 2]) -> Diagnostic {
    let message = format!("the text of `{id}` says {} and {} the other way round", a.0, b.0);
    Diagnostic::warning(codes::TEXT_NUMBER, message)
        .at(a.1, format!("{} in the rule", a.0))
        .at(b.1, format!("{} in the rule", b.0))
        .at(a.2, format!("{} in the text", a.0))
        .at(b.2, format!("{} in the text", b.0))
        .because("Each of the two is in the text with the words that belong to the other in the rule.")
}

/// CW0601: two amounts of which the text does each where the rule does the other; `condition` is that of the
/// rule.
pub(super) fn branches_exchanged(id: &str, [a, b]: [(i64, Span, Span); 2], condition: Span) -> Diagnostic {
    let message = format!("the text of `{id}` has {} and {} the other way round", a.0, b.0);
    Diagnostic::warning(codes::TEXT_NUMBER, message)
        .at(condition, "the condition")
        .at(a.1, format!("{} with it", a.0))
        .at(b.1, format!("{} without it", b.0))
        .at(a.2, format!("{} in the text", a.0))
        .at(b.2, format!("{} in the text", b.0))
}

/// CW0601: a number with another sign than in the rule; `minus` is the sign in the text.
pub(super) fn other_sign(id: &str, number: i64, minus: bool, written: Span, said: Span) -> Diagnostic {
    let (rule, text) = if minus { ("+", "−") } else { ("−", "+") };
    let message = format!("the rule of `{id}` says {rule}{number}, and its text says {text}{number}");
    Diagnostic::error(codes::TEXT_NUMBER, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0601: a value without a number that a rule adds or takes off, and its text the other way round.
pub(super) fn other_sign_of_value(id: &str, is_negative: bool, written: Span, said: Span) -> Diagnostic {
    let (rule, text) = if is_negative { ("takes off", "+") } else { ("adds", "−") };
    let message = format!("the rule of `{id}` {rule} a value, and its text says “{text}”");
    Diagnostic::error(codes::TEXT_NUMBER, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0601: numbers in one slot of many cards, which the texts of these cards do not say.
pub(super) fn numbers_not_said_in_slot(slot: &str, cards: usize) -> Diagnostic {
    let message =
        format!("the rules of {cards} cards in the slot `{slot}` say numbers that their texts do not");
    Diagnostic::error(codes::TEXT_NUMBER, message).help(SAY_OR_UNCHECK)
}

/// CW0602: things of a rule that its text does not name.
pub(super) fn words_not_said(id: &str, unsaid: &[(String, Span)], text: Span) -> Diagnostic {
    let where_is = match unsaid {
        [(one, _)] => format!("where is {one} in the text?"),
        _ => "where are they in the text?".to_owned(),
    };
    let message = format!("the rule of `{id}` speaks of {}, and its text does not", several(unsaid));
    let mut found = Diagnostic::warning(codes::TEXT_WORD, message);
    for (_, span) in unsaid.iter().take(3) {
        found = found.at(*span, IN_RULE);
    }
    found.at(text, where_is)
}

/// CW0602: things of a text that its rules do not name.
pub(super) fn words_without_rule(
    id: &str,
    extra: &[(String, Span)],
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let where_is = match extra {
        [(one, _)] => format!("where is {one} here?"),
        _ => "where are they here?".to_owned(),
    };
    let message = format!("the text of `{id}` speaks of {}, and its rule does not", several(extra));
    let mut found = Diagnostic::warning(codes::TEXT_WORD, message);
    for (_, span) in extra.iter().take(3) {
        found = found.at(*span, IN_TEXT);
    }
    rules.into_iter().fold(found, |found, rule| found.at(rule, where_is.clone()))
}

/// CW0602: something that a text says to do, and no rule does.
pub(super) fn deed_without_rule(
    id: &str,
    verb: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says to {verb}, and its rule does not");
    claim_without_rule(message, said, rules, "this does nothing of the kind")
}

/// A word of a text that nothing in its rules stands for; `sought` is the question at each rule.
fn claim_without_rule(
    message: String,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
    sought: &str,
) -> Diagnostic {
    let found = Diagnostic::warning(codes::TEXT_WORD, message).at(said, IN_TEXT);
    rules.into_iter().fold(found, |found, rule| found.at(rule, sought))
}

/// CW0602: other players of whom a text speaks, and no rule does.
pub(super) fn players_without_rule(
    id: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` speaks of other players, and its rule does not");
    claim_without_rule(message, said, rules, "where are they here?")
}

/// CW0602: a denial in a text, where no rule denies anything.
pub(super) fn denial_without_rule(
    id: &str,
    word: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says “{word}”, and its rule has no `none`, `not` or the like");
    claim_without_rule(message, said, rules, &format!("where is “{word}” here?"))
}

/// CW0602: a free choice in a text, where no rule leaves one.
pub(super) fn option_without_rule(
    id: &str,
    word: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says “{word}”, and its rule leaves no choice");
    claim_without_rule(message, said, rules, "where is a choice here?")
}

/// CW0602: "for each" in a text, where no rule counts.
pub(super) fn count_without_rule(
    id: &str,
    word: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says “{word}”, and its rule counts nothing");
    claim_without_rule(message, said, rules, "what is counted here?")
}

/// CW0602: "the highest" in a text, where no rule looks for it.
pub(super) fn extreme_without_rule(
    id: &str,
    word: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says “{word}”, and its rule does not");
    claim_without_rule(message, said, rules, &format!("where is the {word} here?"))
}

/// CW0602: players of whom a text speaks otherwise than its rule; each in words.
pub(super) fn other_players(
    id: &str,
    (rule, written): (&str, Span),
    (text, said): (&str, Span),
) -> Diagnostic {
    let message = format!("the rule of `{id}` is about {rule}, and its text about {text}");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: a verb that a rule calls, where its text says another.
pub(super) fn other_verb(id: &str, (rule, written): (&str, Span), (text, said): (&str, Span)) -> Diagnostic {
    let message = format!("the rule of `{id}` says to {rule}, and its text says to {text}");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: two deeds that a text has the other way round.
pub(super) fn other_order(id: &str, (first, second): (&str, &str), written: Span, said: Span) -> Diagnostic {
    let message =
        format!("the rule of `{id}` says to {first} and then to {second}, and its text the other way round");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: two conditions that a text joins otherwise than its rule.
pub(super) fn other_join(id: &str, written: Span, is_or_in_text: bool, said: Span) -> Diagnostic {
    let (rule, text) = if is_or_in_text { ("and", "or") } else { ("or", "and") };
    let message = format!("the rule of `{id}` says `{rule}`, and its text says “{text}”");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: a product with a count, which a text does not say.
pub(super) fn count_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` multiplies by a count, and its text does not");
    Diagnostic::warning(codes::TEXT_WORD, message)
        .at(written, IN_RULE)
        .at(text, "where is “each” in the text?")
}

/// CW0602: other players of whom a rule speaks, and its text does not.
pub(super) fn players_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` speaks of other players, and its text does not");
    Diagnostic::warning(codes::TEXT_WORD, message)
        .at(written, IN_RULE)
        .at(text, "where are they in the text?")
}

/// CW0602: a condition that something is not there, which a text does not say.
pub(super) fn absence_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` asks for something not to be there, and its text does not");
    let sought = "where is “no”, “without” or “unless” in the text?";
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(text, sought)
}

/// CW0602: a choice that can be declined, which a text does not say.
pub(super) fn option_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` can be declined, and its text does not say so");
    Diagnostic::warning(codes::TEXT_WORD, message)
        .at(written, IN_RULE)
        .at(text, "where is “may” in the text?")
}

/// CW0602: a choice between several options, which a text does not say.
pub(super) fn choice_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` lets a player choose, and its text does not say so");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(text, "where is “or” in the text?")
}

/// CW0602: the highest or lowest of several, which a text does not say.
pub(super) fn extreme_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` looks for the highest or lowest, and its text does not say so");
    let sought = "where is “highest”, “weakest” or the like in the text?";
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(text, sought)
}

/// CW0602: chance in a text, where no rule has any.
pub(super) fn chance_without_rule(
    id: &str,
    word: &str,
    said: Span,
    rules: impl IntoIterator<Item = Span>,
) -> Diagnostic {
    let message = format!("the text of `{id}` says “{word}”, and its rule leaves nothing to chance");
    claim_without_rule(message, said, rules, "what is random here?")
}

/// CW0602: a random element, which a text does not say.
pub(super) fn chance_not_said(id: &str, written: Span, text: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` takes a random one, and its text does not say so");
    Diagnostic::warning(codes::TEXT_WORD, message)
        .at(written, IN_RULE)
        .at(text, "where is “random” in the text?")
}

/// CW0602: other cards of a value that the card has, too, where its text does not leave the card out.
pub(super) fn other_not_said(id: &str, written: Span, said: Span) -> Diagnostic {
    let message = format!("the rule of `{id}` leaves the card itself out, and its text does not");
    let sought = "where is “other” in the text? The card is one of these itself";
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, sought)
}

/// CW0602: something that a rule asks for to be there, and its text for it not to be.
pub(super) fn presence_denied(id: &str, word: &str, written: Span, (text, said): (&str, Span)) -> Diagnostic {
    let message = format!("the rule of `{id}` asks for “{word}”, and its text says “{text}”");
    Diagnostic::warning(codes::TEXT_WORD, message).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: a comparison, limit or change of which a text says another side.
pub(super) fn other_side(id: &str, (rule, written): (&str, Span), (text, said): (&str, Span)) -> Diagnostic {
    Diagnostic::warning(codes::TEXT_WORD, says_another(id, rule, text)).at(written, IN_RULE).at(said, IN_TEXT)
}

/// CW0602: things in one slot of many cards, which the texts of these cards do not name.
pub(super) fn words_not_said_in_slot(slot: &str, cards: usize) -> Diagnostic {
    let message =
        format!("the rules of {cards} cards in the slot `{slot}` speak of what their texts do not say");
    Diagnostic::warning(codes::TEXT_WORD, message).help(SAY_OR_UNCHECK)
}

/// CW0603: something under `unchecked` on which text and rule agree, or, if it `means_nothing`, that is
/// neither a number nor a name.
pub(super) fn needless_unchecked(at: Span, word: &str, id: &str, means_nothing: bool) -> Diagnostic {
    let message = format!("`{word}` of `{id}` need not be left unchecked");
    let found = Diagnostic::warning(codes::NEEDLESS_UNCHECKED, message);
    match means_nothing {
        true => found
            .at(at, "neither a number, nor a value of an enum, nor a card or an area")
            .help("write a number in digits, or a word as it is printed"),
        false => found.at(at, "text and rule agree on it").help("leave it out"),
    }
}

/// Lists words: "Copper", "Copper and Silver", "Copper, Silver and 5 more".
fn several(words: &[(String, Span)]) -> String {
    match words {
        [(one, _)] => one.clone(),
        [(one, _), (two, _)] => format!("{one} and {two}"),
        [(one, _), (two, _), (three, _)] => format!("{one}, {two} and {three}"),
        [(one, _), (two, _), rest @ ..] => format!("{one}, {two} and {} more", rest.len()),
        [] => String::new(),
    }
}

/// Names cards, at most `most` of them.
pub(super) fn cards_named(cards: &[&str], most: usize) -> String {
    format!("The cards are {}.", list_some(cards, most))
}

/// Formats a number of occurrences.
fn times(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

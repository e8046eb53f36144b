//! The numbers of a text that express those of a rule.

use super::bounds::Bound;
use super::number_phrases::{ComparisonContext, NumberPhrases};
use super::subject::RuleContent;
use super::text_parser::TextNumber;

/// Returns whether a number is one of several in a row of which the first or last is where a comparison of
/// the rule begins to hold: "4, 5 or 6" for `>= 4`.
pub(super) fn is_of_compared_row(
    said: &TextNumber,
    numbers: &[TextNumber],
    content: &RuleContent,
    text: &str,
) -> bool {
    let Some([first, .., last]) = row_of(said, numbers, text) else { return false };
    let splits = || content.numbers.iter().filter_map(|(ways, _)| ways.split);
    // "4, 5, 6 or 7" for `>= 4` and `<= 6` is another row.
    if splits().any(|split| (first.value..last.value).contains(&split)) {
        return false;
    }
    content.numbers.iter().any(|(ways, _)| {
        // So is one that goes beyond the faces of a die.
        let is_within = ways.faces.is_none_or(|(least, most)| first.value != least || last.value == most);
        let ends = ways.split == Some(last.value);
        let begins = ways.split.is_some() && ways.split == first.value.checked_sub(1);
        (ends || begins) && is_within
    })
}

/// Returns whether a number is in a row, such as "4, 5 or 6", of which the rule has no other number, and at
/// which no comparison of the rule begins or ends.
pub(super) fn is_of_other_row(
    said: &TextNumber,
    numbers: &[TextNumber],
    content: &RuleContent,
    text: &str,
) -> bool {
    let is_known = |n: &TextNumber| content.numbers.iter().any(|(ways, _)| expresses(n, ways, content, true));
    row_of(said, numbers, text).is_some_and(|row| !row.iter().all(is_known))
        && !is_of_compared_row(said, numbers, content, text)
}

/// Returns the row in which a number is: "4, 5 or 6", "4–6"; `None` if it stands alone.
fn row_of<'n>(said: &TextNumber, numbers: &'n [TextNumber], text: &str) -> Option<&'n [TextNumber]> {
    let follows = |a: &TextNumber, b: &TextNumber| {
        let between = text.get(a.range.end..b.range.start).unwrap_or("-").trim();
        // "A 5 or a 6", "on a 5 or on a 6"
        let mut words = between.split(' ').filter(|word| !matches!(*word, "a" | "an" | "on"));
        let is_list = matches!(
            (words.next().unwrap_or_default(), words.next(), words.next()),
            ("," | "or" | "and" | "/", None, None) | (",", Some("or" | "and"), None)
        );
        let is_range = matches!(between, "-" | "–" | "−" | "to" | "through");
        is_list && a.value.checked_add(1) == Some(b.value) || is_range && a.value < b.value
    };
    let mut rows = numbers.chunk_by(follows);
    rows.find(|row| row.len() > 1 && row.iter().any(|n| n.range == said.range))
}

/// Returns whether a number in the text expresses one of the rule. Comparisons are recognised in English
/// only.
pub(super) fn expresses(
    said: &TextNumber,
    ways: &NumberPhrases,
    content: &RuleContent,
    english: bool,
) -> bool {
    if said.too_large {
        return false;
    }
    let n = said.value;
    // "4 or more" is not exactly 4.
    if ways.is_exact && english && (said.bound.is_comparison() || said.bound == Bound::Sides) {
        return false;
    }
    let Some(split) = ways.split.filter(|_| english) else {
        return ways.plain.contains(&n) || !english && ways.all().any(|way| way == n);
    };
    // A text and a rule with the same split mean the same, even if one states the positive case and the other
    // the negative one.
    let says = |n: i64| split == n || split == -n;
    // "On a 5" is another rule than "5 or more", unless a die has no other such face.
    let is_only_face = || ways.faces.is_none_or(|(first, last)| first == last);
    let is_amount = |(other, _): &(&NumberPhrases, _)| other.split.is_none() && other.written == n;
    match said.bound {
        // "Unless you have 4" is "fewer than 4": the number is the one that is not reached.
        Bound::Plain => ways.plain.contains(&n) || said.is_denied && ways.is_upper() && says(n - 1),
        Bound::Sides => false,
        // "Until you have exactly 4" says where a loop ends.
        Bound::Exactly => ways.context == ComparisonContext::Loop && ways.is_limited_by(n, false, false),
        Bound::Face => ways.plain.contains(&n) && is_only_face(),
        Bound::AtMost | Bound::MoreThan => says(n),
        Bound::AtLeast | Bound::LessThan => says(n - 1),
        Bound::Reach | Bound::Minimum => ways.is_limited_by(n, false, false),
        Bound::UpTo => ways.is_limited_by(n, true, content.numbers.iter().any(is_amount)),
    }
}

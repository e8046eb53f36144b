//! Sorts of drift between a text and its rule in which no number and no word is missing: numbers that are
//! swapped, limits and faces of dice that are said as others, clauses that no rule does.
//!
//! Each sort is tried in all its forms; true sentences of the same forms are no errors.

use std::collections::BTreeSet;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, Severity, render};
use cardwright::model;
use cardwright::package::{self, PackageFiles};

/// A game of cards with a rule that is a value, and one that does something.
const GAME: &str = r#"
[game]
id = "lab"
name = "Lab"
players = [2, 2]
[enums]
suit = ["flood", "army", "flame", "land"]
stat = ["agility", "guts"]
[kinds.card.attributes]
suit = "suit"
[kinds.card.slots]
now = { do = true }
bonus = { returns = "int", default = "0" }
[kinds.card.state]
might = "int 0..999"
[state.player]
coins = "int 0..999"
[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
[functions.near]
params = { self = "card", n = "int" }
returns = "set of card"
code = "hand where might < n"
text = "{{ what }} within {{ n }} squares of {{ self }}"
[verbs.boost]
params = { c = "card", s = "stat", n = "int" }
do = "if s == agility { c.might += n } else { c.might -= n }"
text = "{{ c }} has {{ n | signed }} {{ s }}"
[flow]
play = '''
for each p in players { deal(deck, p.hand, 1) }
for each c in cards where holder(it) is not none { c.now }
end
'''
[scoring]
score = "sum(p.hand, bonus) + p.coins"
"#;

/// Opens the game with one card for each rule in a slot, with its text.
fn opened(cards: &[(&str, String, String)]) -> (OpenResult, String) {
    let mut all = String::new();
    for (i, (slot, rule, text)) in cards.iter().enumerate() {
        all.push_str(&format!("[cards.c{i}x]\nsuit = \"land\"\n{slot} = '''{rule}'''\ntext = \"{text}\"\n"));
    }
    let files = [("game.toml", GAME.to_owned()), ("cards/all.toml", all.clone())];
    (compiled(files), all)
}

/// Compiles files. That nothing uses a function is no difference of texts.
fn compiled(files: [(&str, String); 2]) -> OpenResult {
    let mut opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    opened.diagnostics.retain(|d| d.code.to_string() != "CW0600");
    opened
}

/// Returns the indices of the cards with a diagnostic of one of some codes.
fn reported(cards: &[(&str, String, String)], codes: &str) -> BTreeSet<usize> {
    let (opened, all) = opened(cards);
    let starts: Vec<usize> =
        (0..cards.len()).map(|i| all.find(&format!("[cards.c{i}x]")).expect("it is there")).collect();
    let mut found = BTreeSet::new();
    for d in &opened.diagnostics {
        assert!(codes.contains(&d.code.to_string()), "{}", said(&opened));
        for label in &d.labels {
            if opened.sources.file(label.span.file).name.ends_with("all.toml") {
                found.insert(starts.partition_point(|start| *start <= label.span.start as usize) - 1);
            }
        }
    }
    found
}

fn said(opened: &OpenResult) -> String {
    render(&opened.diagnostics, &opened.sources, Format::Human { color: false, width: 110, unicode: true })
}

/// Asserts that exactly the wrong ones among many cards are reported, and prints how many there are.
fn assert_reported(sort: &str, codes: &str, cards: &[((&str, String, String), bool)]) {
    let only: Vec<_> = cards.iter().map(|(card, _)| card.clone()).collect();
    let found = reported(&only, codes);
    let wrong = cards.iter().filter(|(_, is_wrong)| *is_wrong).count();
    let different: Vec<_> =
        cards.iter().enumerate().filter(|(i, (_, is_wrong))| found.contains(i) != *is_wrong).collect();
    println!("{sort}: {wrong} wrong, {} right, {} taken for the other", cards.len() - wrong, different.len());
    assert!(different.is_empty(), "{sort}: {different:#?}");
}

/// The greatest number below a comparison: of `n < 4` and of "up to 3" it is 3.
fn split(word: &str, n: i64) -> i64 {
    match word {
        "<" | ">=" | "fewer than" | "at least" | "or more" | "+" | "no fewer than" | "behind at least" => {
            n - 1
        }
        _ => n,
    }
}

/// Returns whether a comparison holds above its number.
fn is_above(word: &str) -> bool {
    matches!(
        word,
        ">" | ">=" | "at least" | "or more" | "+" | "no fewer than" | "behind at least" | "more than"
    )
}

#[test]
fn limits_are_compared_as_whole_numbers() {
    let phrases = [
        "fewer than",
        "at least",
        "or more",
        "+",
        "no fewer than",
        "behind at least",
        "more than",
        "at most",
        "or fewer",
        "no more than",
        "up to",
        "behind at most",
    ];
    let mut cards = Vec::new();
    for sign in ["<", "<=", ">", ">="] {
        for n in 3..=7_i64 {
            for (phrase, m) in phrases.iter().flat_map(|phrase| (n - 1..=n + 1).map(move |m| (*phrase, m))) {
                let cards_said = match phrase {
                    "or more" | "or fewer" => format!("{m} {phrase} Floods"),
                    "+" => format!("{m}+ Floods"),
                    "behind at least" => format!("{m} Floods at least"),
                    "behind at most" => format!("{m} Floods at most"),
                    _ => format!("{phrase} {m} Floods"),
                };
                let condition = format!("count(you.hand where suit == flood) {sign} {n}");
                let is_wrong = split(sign, n) != split(phrase, m) || is_above(sign) != is_above(phrase);
                let value = ("bonus", format!("40 if {condition}"), format!("+40 with {cards_said}."));
                cards.push((value, is_wrong));
                let value = ("bonus", format!("40 if {condition}"), format!("+40 if you have {cards_said}."));
                cards.push((value, is_wrong));
                let action = format!("if {condition} {{ you.coins += 40 }}");
                let text = format!("If you hold {cards_said}, gain 40 coins.");
                cards.push((("now", action, text), is_wrong));
            }
        }
    }
    assert_reported("limits", "CW0601 CW0602", &cards);
}

#[test]
fn true_limits_are_no_errors() {
    let right = [
        ("now", "while count(you.hand) < 5 { deal(deck, you.hand, 1) }", "Draw up to 5 cards."),
        ("now", "while count(you.hand) < 5 { deal(deck, you.hand, 1) }", "Draw until you have 5 cards."),
        ("now", "while count(you.hand) <= 4 { deal(deck, you.hand, 1) }", "Draw up to 5 cards."),
        (
            "now",
            "while count(you.hand) < 5 { deal(deck, you.hand, 1) }",
            "Draw while you have up to 4 cards.",
        ),
        ("now", "if you.coins < 9 { you.coins += 1 }", "Gain a coin, up to 9."),
        ("now", "if you.coins < 9 { you.coins += 1 }", "Gain a coin; you may have up to 9 coins."),
        (
            "now",
            "while count(you.hand) > 3 { if let c = first(you.hand) { move(c, deck) } }",
            "Discard down to 3.",
        ),
        (
            "now",
            "while count(you.hand) >= 4 { if let c = first(you.hand) { move(c, deck) } }",
            "Discard down to 3.",
        ),
        ("now", "if you.coins >= 7 { you.coins = 0 }", "When your coins reach 7, they are gone."),
        ("now", "if you.coins > 6 { you.coins = 0 }", "When your coins reach 7, they are gone."),
        ("bonus", "you.coins if you.coins < 9 else 9", "+1 for each coin, up to 9."),
    ];
    for (slot, rule, text) in right {
        let (opened, _) = opened(&[(slot, rule.to_owned(), text.to_owned())]);
        assert_eq!(said(&opened), "", "{rule}\n{text}");
    }
}

#[test]
fn faces_of_dice_are_not_limits() {
    let mut cards = Vec::new();
    for sign in ["<=", "<", ">", ">=", "=="] {
        for n in 2..=6_i64 {
            let faces = |sign: &str, n: i64| -> BTreeSet<i64> {
                let is_face = |face: &i64| match sign {
                    "<=" => *face <= n,
                    "<" => *face < n,
                    ">" => *face > n,
                    ">=" => *face >= n,
                    _ => *face == n,
                };
                (1..=6).filter(is_face).collect()
            };
            let of_rule = faces(sign, n);
            let (Some(first), Some(last)) = (of_rule.first(), of_rule.last()) else { continue };
            let mut texts = vec![
                (format!("on a {n}"), faces("==", n)),
                (format!("if you roll a {n}"), faces("==", n)),
                (format!("on a roll of {n}"), faces("==", n)),
                (format!("on a {n} or more"), faces(">=", n)),
                (format!("on {n}+"), faces(">=", n)),
                (format!("on at least {n}"), faces(">=", n)),
                (format!("on a {n} or less"), faces("<=", n)),
                (format!("on at most {n}"), faces("<=", n)),
            ];
            if first < last {
                let list: Vec<String> = of_rule.iter().map(i64::to_string).collect();
                let (end, list) = list.split_last().expect("there are two");
                texts.push((format!("on a {} or {end}", list.join(", ")), of_rule.clone()));
                texts.push((format!("on a {first}–{last}"), of_rule.clone()));
            }
            for (text, of_text) in texts {
                let is_wrong = of_rule != of_text;
                // 1 need not be said.
                let is_small = of_rule.len() == 1 && of_rule.contains(&1) || of_text.is_empty();
                // A comparison with 1 or 2 need not be said, and 6 is all that is left.
                let is_edge =
                    matches!(of_rule.first(), Some(2)) && of_rule.len() == 5 || sign == "==" && n == 6;
                if is_small || is_edge || of_text.len() == 6 || of_rule.len() == 6 {
                    continue;
                }
                let rule = format!("if roll(d6) {sign} {n} {{ you.coins += 40 }}");
                cards.push((("now", rule, format!("Roll a d6: {text}, gain 40 coins.")), is_wrong));
            }
        }
    }
    assert_reported("faces", "CW0601 CW0602", &cards);
}

/// Rules with two numbers, each with its own words, and texts in which `$a` and `$b` stand for them.
const PAIRS: [(&str, &str, &[&str]); 9] = [
    (
        "bonus",
        "$a * count(you.hand where suit == flood) + ($b if any(you.hand where suit == army))",
        &[
            "+$a for each Flood, +$b with any Army.",
            "+$a for each Flood and +$b with any Army.",
            "With any Army +$b. For each Flood +$a.",
            "**$a** points for each Flood; **$b** points with an Army.",
        ],
    ),
    (
        "bonus",
        "$a * count(you.hand where suit in {flood, flame}) - $b * count(you.hand where suit == army)",
        &[
            "+$a for each Flood, Flame, −$b for each Army.",
            "+$a for each Flood and Flame. −$b for each Army.",
        ],
    ),
    (
        "bonus",
        "($a if any(you.hand where suit == flood) else $b) * count(you.hand where suit == army)",
        &[
            "+$b for each Army; +$a for each instead with any Flood.",
            "For each Army +$a with a Flood, otherwise +$b.",
        ],
    ),
    (
        "bonus",
        "$a if any(you.hand where suit == flood) else $b if any(you.hand where suit == army)",
        &["+$a with any Flood, or else +$b with any Army.", "+$a with a Flood; otherwise +$b with an Army."],
    ),
    (
        "bonus",
        "$a if count(you.hand where suit == flood) >= $b",
        &[
            "+$a with $b or more Floods.",
            "With at least $b Floods, +$a.",
            "+$a with $b Floods.",
            "If you hold $b Floods: +$a.",
        ],
    ),
    (
        "now",
        "if any(you.hand where suit == flood) { you.coins += $a } else { you.coins += $b }",
        &["With a Flood, gain $a coins, otherwise $b."],
    ),
    (
        "now",
        "for each c in near(self, $a) { boost(c, agility, $b) }",
        &["Each card within $a squares has +$b Agility.", "+$b Agility to each card within $a squares."],
    ),
    (
        "now",
        "for each c in near(self, $a) { boost(c, agility, -$b) }",
        &["Cards within $a squares of this one: −$b Agility."],
    ),
    (
        "now",
        "for each c in near(self, $a) { boost(c, guts, $b); boost(c, agility, 7) }",
        &["Each card within $a squares has +$b Guts and +7 Agility."],
    ),
];

#[test]
fn two_numbers_that_are_swapped_are_found() {
    let mut cards = Vec::new();
    let mut skipped = 0;
    for (slot, rule, texts) in PAIRS {
        for (a, b) in [(5, 3), (3, 5), (20, 6), (2, 9), (4, 12)] {
            let fill = |template: &str, a: i64, b: i64| {
                template.replace("$a", &a.to_string()).replace("$b", &b.to_string())
            };
            for text in texts {
                let rule = fill(rule, a, b);
                cards.push(((slot, rule.clone(), fill(text, a, b)), false));
                // Only the words of the sentence show which of the two is which.
                match text.contains("otherwise $b.") || text.contains("otherwise +$b.") {
                    true => skipped += 1,
                    false => cards.push(((slot, rule, fill(text, b, a)), true)),
                }
            }
        }
    }
    println!("{skipped} texts do not show which number is which");
    assert_reported("swapped numbers", "CW0601", &cards);
}

#[test]
fn swapped_numbers_are_shown_with_both_places() {
    let card = (
        "bonus",
        "5 * count(you.hand where suit == flood) + (3 if any(you.hand where suit == army))".to_owned(),
        "+3 for each Flood, +5 with any Army.".to_owned(),
    );
    let (opened, _) = opened(&[card]);
    assert!(opened.diagnostics.iter().all(|d| d.severity == Severity::Warning));
    let [d] = opened.diagnostics.as_slice() else { panic!("{}", said(&opened)) };
    assert_eq!(d.message, "the text of `c0x` says 5 and 3 the other way round");
    let labels: Vec<_> = d.labels.iter().map(|l| (opened.sources.text(l.span), l.text.as_str())).collect();
    let places =
        [("5", "5 in the rule"), ("3", "3 in the rule"), ("5", "5 in the text"), ("3", "3 in the text")];
    assert_eq!(labels, places);
}

/// Clauses that say to do something.
const CLAUSES: [&str; 6] = [
    " Draw a card.",
    " Shuffle the deck.",
    " Then discard a card.",
    " You may draw a card.",
    " Roll a die.",
    " Each player discards a card.",
];

#[test]
fn clauses_that_no_rule_does_are_found() {
    let count = "5 * count(you.hand where suit == flood)";
    let mut cards = Vec::new();
    for clause in CLAUSES {
        cards.push((("bonus", count.to_owned(), format!("+5 for each Flood.{clause}")), true));
        let gain = ("now", "you.coins += 40".to_owned(), format!("Gain 40 coins.{clause}"));
        // The rule that runs this slot moves cards, too, but rolls no die and leaves no choice.
        cards.push((gain, clause.contains("Roll") || clause.contains("may")));
    }
    for (slot, rule, text) in [
        ("now", "deal(deck, you.hand, 1)", "Draw a card."),
        ("now", "for each c in you.hand { move(c, deck) }", "Discard your hand."),
        ("now", "shuffle(deck)", "Shuffle the deck."),
        ("now", "move(self, deck)", "Shuffle this card into the deck."),
        ("bonus", "1", "Draw a card more."),
        ("bonus", count, "+5 for each Flood when you draw a card."),
        ("bonus", count, "+5 for each Flood. If you draw a card, shuffle them."),
        ("bonus", count, "+5 for each Flood, not for the cards that you discard."),
        ("bonus", count, "+5 for each Flood in the discards or the discard pile."),
        ("bonus", count, "+5 for each Flood. Discard it at the end of the round."),
    ] {
        cards.push(((slot, rule.to_owned(), text.to_owned()), false));
    }
    assert_reported("clauses", "CW0602", &cards);
}

#[test]
fn a_verb_may_be_left_unchecked() {
    let found = |unchecked: &str| {
        let cards = format!(
            "[cards.x]\nsuit = \"land\"\nbonus = \"5 * count(you.hand where suit == flood)\"\n\
             text = \"+5 for each Flood. Draw a card.\"\n{unchecked}"
        );
        compiled([("game.toml", GAME.to_owned()), ("cards/all.toml", cards)])
    };
    let found_one = found("");
    assert_eq!(found_one.diagnostics[0].message, "the text of `x` says to draw, and its rule does not");
    assert!(said(&found_one).contains("unchecked = [\"draw\"]"), "{}", said(&found_one));
    assert_eq!(said(&found("unchecked = [\"draw\"]\n")), "");
    assert!(said(&found("unchecked = [\"shuffle\"]\n")).contains("CW0603"));
}

/// The shipped games whose cards have texts beside their rules.
const GAMES: [&str; 4] = ["fantasy-realms", "minute-realms", "twelve-realms", "realm-builder"];

/// A number of a text in digits: its range and value.
fn numbers(text: &str) -> Vec<(std::ops::Range<usize>, i64)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(|c: char| c.is_ascii_digit()).map(|i| at + i) {
        let end = text[start..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |i| start + i);
        found.push((start..end, text[start..end].parse().expect("digits")));
        at = end;
    }
    found
}

/// Returns what a number of a text is for, as its words say: the number of squares within which something is, or
/// the first value or card that is named behind it in its clause.
fn purpose<'w>(text: &str, number: &std::ops::Range<usize>, words: &'w [String]) -> Option<&'w str> {
    if text[..number.start].ends_with("within ") {
        return Some("within");
    }
    let clause = text[number.end..].split([',', '.', ';', ':']).next()?;
    let place = |word: &str| {
        let mut found = clause.match_indices(word).filter(|(at, _)| {
            let is_whole = !clause[..*at].ends_with(char::is_alphabetic);
            is_whole && !clause[at + word.len()..].trim_start_matches('s').starts_with(char::is_alphabetic)
        });
        found.next().map(|(at, _)| at)
    };
    let (at, word) = words.iter().filter_map(|word| Some((place(word)?, word))).min()?;
    (!clause[..at].contains(|c: char| c.is_ascii_digit())).then_some(word.as_str())
}

#[test]
fn drift_of_shipped_cards_is_found() {
    let mut swaps = Vec::new();
    for id in GAMES {
        crate::support::ship();
        let (mut files, _) = package::open(id);
        let unread = ["stamps.toml", "scenarios/", "texts/"];
        files.files.retain(|f| !unread.iter().any(|part| files.sources.file(f.file).name.contains(part)));
        let (package, _) = model::read_package(&files);
        let finds = |at: cardwright::source::Span, to: &str| {
            let mut files = files.clone();
            let mut text = files.sources.file(at.file).text.clone();
            text.replace_range(at.start as usize..at.end as usize, to);
            files.sources.replace(at.file, text);
            !CompiledGame::from_files(files, Vec::new()).diagnostics.is_empty()
        };
        let values = package.enums.iter().flat_map(|e| &e.values).map(|value| package.printed(&value.text));
        let names = package.cards.iter().map(|card| card.name.text.clone());
        let words: Vec<String> = values.chain(names).collect();
        for card in package.cards.iter().filter(|card| card.card.is_none()) {
            let Some(text) = &card.text else { continue };
            let said = text.value.as_str();
            let all = numbers(said);
            let times = |text: &str, n: i64| numbers(text).iter().filter(|(_, other)| *other == n).count();
            let fields = card.fields.iter().filter_map(|(_, node)| node.as_text());
            let actions = card.actions.iter().flat_map(|a| a.params.iter().map(|p| &p.ty).chain([&a.code]));
            let added = card.modifiers.iter().flat_map(|m| m.condition.iter().chain(&m.add));
            let reacting = card.reactions.iter().map(|r| &r.code);
            let codes: Vec<_> = fields.chain(actions).chain(added).chain(reacting).collect();
            let in_rule = |n: i64| codes.iter().map(|code| times(&code.value, n)).sum::<usize>();
            let is_single = |n: i64| n > 0 && times(said, n) == 1 && in_rule(n) == 1;
            for (i, (first, a)) in all.iter().enumerate() {
                for (second, b) in &all[i + 1..] {
                    let (of_a, of_b) = (purpose(said, first, &words), purpose(said, second, &words));
                    if of_a.is_none() || of_b.is_none() || of_a == of_b || !is_single(*a) || !is_single(*b) {
                        continue;
                    }
                    let to = format!("{b}{}{a}", &said[first.end..second.start]);
                    let whole = format!("{}{to}{}", &said[..first.start], &said[second.end..]);
                    swaps.push((id, finds(text.span_of(first.start, second.end), &to), whole));
                }
            }
        }
    }
    let missed: Vec<_> = swaps.iter().filter(|(_, found, _)| !found).collect();
    println!("swaps: {} of {} found", swaps.len() - missed.len(), swaps.len());
    let is_found = (swaps.len() - missed.len()) * 100 >= swaps.len() * 99;
    assert!(swaps.len() >= 15 && is_found, "{missed:#?}");
}

#[test]
fn gains_and_losses_are_told_apart_whoever_has_them() {
    let rule = |players: &str, op: &str| format!("for each p in {players} {{ p.coins {op} 2 }}");
    let mut cards = Vec::new();
    for who in ["Each player", "Every player", "Everyone", "Everybody", "All players"] {
        let s = if who == "All players" { "" } else { "s" };
        for (verb, op, other) in [("gain", "+=", "-="), ("lose", "-=", "+="), ("receive", "+=", "-=")] {
            cards.push(("now", rule("players", op), format!("{who} {verb}{s} 2 coins.")));
            cards.push(("now", rule("players", other), format!("{who} {verb}{s} 2 coins.")));
        }
    }
    cards.push(("now", rule("players - you", "+="), "Each other player gets 2 coins.".to_owned()));
    cards.push(("now", rule("players - you", "-="), "Each other player gets 2 coins.".to_owned()));
    let found = reported(&cards, "CW0601");
    let wrong: BTreeSet<usize> = (0..cards.len()).filter(|i| i % 2 == 1).collect();
    assert_eq!(found, wrong);
}

#[test]
fn an_amount_says_nothing_of_a_comparison_with_its_number() {
    let (over, exact) = ("5 if count(you.hand) > 4", "4 if count(you.hand) == 4");
    let cards = [
        (over, "+5 with four or more cards.", true),
        (over, "+5 with five or more cards.", false),
        (over, "+5 with more than four cards.", false),
        (over, "If you hold five cards, +5.", false),
        (exact, "+4 with four or more cards.", true),
        (exact, "+4 with exactly four cards.", false),
    ];
    let cards = cards.map(|(rule, text, is_wrong)| (("bonus", rule.to_owned(), text.to_owned()), is_wrong));
    assert_reported("amounts", "CW0601", &cards);
}

#[test]
fn a_reaction_of_one_card_explains_no_deed_of_another() {
    let game = format!(
        "{GAME}[verbs.toss]\nparams = {{ p = \"player\", card = \"card\" }}\ndo = \"move(card, deck)\"\n"
    );
    let cards = "[cards.x]\nsuit = \"land\"\nbonus = \"5 * count(you.hand where suit == flood)\"\n\
                 text = \"+5 for each Flood. Draw a card.\"\n\
                 [cards.y]\nsuit = \"land\"\n\
                 [[cards.y.reactions]]\nafter = \"toss\"\nwhere = \"card == self\"\ndo = \"p.coins += 1\"\n";
    let opened = compiled([("game.toml", game), ("cards/all.toml", cards.to_owned())]);
    let found = said(&opened);
    assert!(found.contains("the text of `x` says to draw, and its rule does not"), "{found}");
}

#[test]
fn sides_of_the_only_sort_of_die_need_not_be_said() {
    let rule = "if roll(d6) >= 5 { you.coins += 40 }";
    let cards = [
        (rule, "Roll a die. On 5+, gain 40 coins.", false),
        (rule, "Roll a die. On a 5 or more, gain 40 coins.", false),
        (rule, "If you roll at least 5 on a d6, gain 40 coins.", false),
        (rule, "If you roll at least 5 on a d8, gain 40 coins.", true),
        ("you.coins += roll(d6)", "Roll a die and gain that many coins.", false),
        ("if roll(2, d6) >= 9 { you.coins += 40 }", "Roll two dice. On 9 or more, gain 40 coins.", false),
    ];
    let cards = cards.map(|(rule, text, is_wrong)| (("now", rule.to_owned(), text.to_owned()), is_wrong));
    assert_reported("sides", "CW0601", &cards);
}

#[test]
fn the_number_of_a_comparison_is_that_of_no_amount() {
    let (gains, pays) =
        ("if you.coins >= 4 { you.coins += 60 }", "if you.coins >= 4 { you.coins -= 4\nyou.coins += 60 }");
    let cards = [
        (gains, "If you have at least 4 coins, gain 60 coins.", false),
        (gains, "Gain 60 coins unless you have fewer than four.", false),
        (gains, "If you have more than three coins, gain 60 coins.", false),
        (gains, "If you have at least 4 coins, gain 60 coins and pay 3 coins.", true),
        (gains, "If you have at least 4 coins, gain 60 and 5 coins.", true),
        (pays, "If you have 4 coins, pay 4 coins and gain 60 coins.", false),
    ];
    let cards = cards.map(|(rule, text, is_wrong)| (("now", rule.to_owned(), text.to_owned()), is_wrong));
    assert_reported("numbers of comparisons", "CW0601", &cards);
    let signs = [("If you have at least 4 coins, gain 4 coins, then gain 60 coins.", true)];
    let signs = signs.map(|(text, is_wrong)| (("now", pays.to_owned(), text.to_owned()), is_wrong));
    assert_reported("signs beside comparisons", "CW0601", &signs);
}

#[test]
fn exactly_is_not_at_least() {
    let mut cards = Vec::new();
    for (sign, is_wrong) in [(">=", true), (">", true), ("<=", true), ("==", false)] {
        for text in ["+80 with exactly 3 cards.", "+80 with 3 cards exactly."] {
            cards.push((("bonus", format!("80 if count(you.hand) {sign} 3"), text.to_owned()), is_wrong));
        }
    }
    assert_reported("exactly", "CW0601", &cards);
    let until = "while count(you.hand) < 3 { deal(deck, you.hand, 1) }";
    assert_reported(
        "exactly",
        "CW0601",
        &[(("now", until.to_owned(), "Draw until you have exactly 3 cards.".to_owned()), false)],
    );
}

#[test]
fn changes_up_to_a_limit_have_a_sign() {
    let cards = [
        ("you.coins = max(0, you.coins - 2)", "Lose 2 coins.", false),
        ("you.coins = max(0, you.coins - 2)", "Gain 2 coins.", true),
        ("you.coins = min(20, you.coins + 2)", "Gain 2 coins, up to 20.", false),
        ("you.coins = min(20, you.coins + 2)", "Lose 2 coins, up to 20.", true),
    ];
    let cards = cards.map(|(rule, text, is_wrong)| (("now", rule.to_owned(), text.to_owned()), is_wrong));
    assert_reported("limits", "CW0601 CW0602", &cards);
}

/// The score adds `coins` to the amounts of `bonus`, so that these may be called so.
#[test]
fn an_amount_may_be_called_what_the_game_makes_of_it() {
    let rule = || "2 * count(you.hand)".to_owned();
    let cards = [
        (("bonus", rule(), "2 coins for each card.".to_owned()), false),
        (("bonus", rule(), "+2 for each card.".to_owned()), false),
    ];
    assert_reported("states of slots", "CW0602", &cards);
}

/// A penalty of one card, which subtracts a variable of its own, tells nothing of what becomes of its slot.
#[test]
fn signs_of_all_cards_together_are_compared() {
    crate::support::ship();
    let (files, _) = package::open("fantasy-realms");
    let texts: Vec<(String, String)> = files
        .sources
        .files()
        .filter(|(_, file)| !file.name.contains("stamps") && !file.name.contains("texts/"))
        .map(|(_, file)| {
            let name = file.name.strip_prefix("fantasy-realms/").unwrap_or(&file.name);
            (name.to_owned(), file.text.to_string().replace("text = \"+", "text = \"−"))
        })
        .collect();
    let opened = CompiledGame::from_files(PackageFiles::from_texts(texts), Vec::new());
    let signs = opened.diagnostics.iter().filter(|d| d.code.to_string() == "CW0601").count();
    assert!(signs >= 18, "{signs} of 21 texts");
}

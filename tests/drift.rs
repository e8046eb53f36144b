//! Drift between texts and rules: a card's rule, or its text, is changed in one part, and `check` must say
//! so.
//!
//! Every change is made in the bytes of a shipped package's files, chosen with a seeded generator.

use crate::process::Ends;
use std::collections::BTreeMap;
use std::ops::Range;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, render};
use cardwright::model::{self, CardDecl, CodeText, Package};
use cardwright::package::{self, PackageFiles};
use cardwright::source::{FileId, Span};
use cardwright::wording::{ReadingState, readings};

/// The shipped games whose cards have texts beside their rules.
const GAMES: [&str; 4] = ["fantasy-realms", "minute-realms", "twelve-realms", "realm-builder"];

/// A side of a card, and the part of it that is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Sort {
    RuleNumber,
    RuleWord,
    RuleName,
    RuleCondition,
    RuleOperator,
    RuleSet,
    RuleSign,
    TextNumber,
    TextWord,
    TextName,
    TextCondition,
    TextSign,
}

/// One change of one card.
#[derive(Clone, Debug)]
struct Change {
    sort: Sort,
    card: String,
    at: Span,
    to: String,
}

/// Returns every change of a package's cards.
fn changes(package: &Package) -> Vec<Change> {
    let words: Vec<&str> = package.enums.iter().flat_map(|e| &e.values).map(|v| v.text.as_str()).collect();
    let mut all = Vec::new();
    for card in package.cards.iter().filter(|card| card.card.is_none()) {
        let Some(text) = &card.text else { continue };
        let rules = rules_of(package, card);
        if rules.is_empty() {
            continue;
        }
        let mut add = |sort, code: &CodeText, at: Range<usize>, to: &str| {
            let at = code.span_of(at.start, at.end);
            all.push(Change { sort, card: card.id.text.clone(), at, to: to.to_owned() });
        };
        for rule in rules {
            in_rule(package, &words, card, rule, &mut add);
        }
        in_text(package, &words, card, text, &mut add);
    }
    all
}

type Add<'a> = dyn FnMut(Sort, &CodeText, Range<usize>, &str) + 'a;

fn in_rule(package: &Package, words: &[&str], card: &CardDecl, rule: &CodeText, add: &mut Add) {
    let code = rule.value.as_str();
    for (at, word) in pieces(code) {
        let quoted = code[..at.start].matches('"').count() % 2 == 1;
        let member = code[..at.start].ends_with('.') || word == card.id.text;
        if quoted || member {
            continue;
        }
        if let Ok(n) = word.parse::<i64>() {
            add(Sort::RuleNumber, rule, at.clone(), &(n + 1).to_string());
            match code[..at.start].ends_with('-') {
                true => add(Sort::RuleSign, rule, at.start - 1..at.start, ""),
                false if code[..at.start].is_empty() => {
                    add(Sort::RuleSign, rule, at.clone(), &format!("-{n}"))
                }
                false => {}
            }
        }
        if let Some(other) = next_of(words.iter().copied(), word) {
            add(Sort::RuleWord, rule, at.clone(), other);
            // Leaves the value out of its set.
            if code[at.end..].starts_with(", ") {
                add(Sort::RuleSet, rule, at.start..at.end + 2, "");
            }
        }
        let ids = package.cards.iter().filter(|other| other.card.is_none()).map(|card| card.id.text.as_str());
        if !words.contains(&word)
            && let Some(other) = next_of(ids, word)
        {
            add(Sort::RuleName, rule, at.clone(), other);
        }
        let operators = [
            ("any", "none"),
            ("none", "any"),
            ("and", "or"),
            ("or", "and"),
            ("max", "min"),
            ("min", "max"),
            ("may", ""),
            ("others", "active"),
            ("count", "any"),
        ];
        if let Some((_, to)) = operators.iter().find(|(from, _)| *from == word) {
            add(Sort::RuleOperator, rule, at.clone(), to);
        }
        if word == "if" && !code[at.end..].contains(" else ") && !code[at.end..].contains('{') {
            add(Sort::RuleCondition, rule, at.start..code.len(), "");
        }
        if word == "where" && !code[at.start..].contains(')') {
            add(Sort::RuleCondition, rule, at.start..code.len(), "");
        }
    }
    let signs = [("==", "!="), ("!=", "=="), (">=", "<"), ("<=", ">"), (" > ", " <= "), (" < ", " >= ")];
    for (from, to) in signs {
        code.match_indices(from).for_each(|(at, _)| add(Sort::RuleOperator, rule, at..at + from.len(), to));
    }
}

fn in_text(package: &Package, words: &[&str], card: &CardDecl, text: &CodeText, add: &mut Add) {
    let said = text.value.as_str();
    for (at, word) in pieces(said) {
        if said[..at.start].matches("{{").count() > said[..at.start].matches("}}").count() {
            continue;
        }
        if let Ok(n) = word.parse::<i64>() {
            add(Sort::TextNumber, text, at.clone(), &(n + 1).to_string());
            let before = &said[..at.start];
            match before.chars().next_back() {
                Some('−') => add(Sort::TextSign, text, at.start - '−'.len_utf8()..at.start, "+"),
                Some('+') => add(Sort::TextSign, text, at.start - 1..at.start, "−"),
                _ => {}
            }
        }
        let capital = word.starts_with(char::is_uppercase);
        let printed: Vec<String> = words.iter().map(|id| package.printed(id)).collect();
        let same = |p: &&String| p.eq_ignore_ascii_case(word) && capital;
        if let Some(i) = printed.iter().position(|p| same(&p)) {
            let other = next_of(words.iter().copied(), words[i]).expect("an enum has two values");
            let mut other = package.printed(other);
            other[..1].make_ascii_uppercase();
            add(Sort::TextWord, text, at.clone(), &other);
        }
        let without = [
            ("unless", "if"),
            ("no", "any"),
            ("without", "with"),
            ("other", "such"),
            ("with", "without"),
            ("if", "unless"),
            ("may", "must"),
        ];
        if let Some((_, to)) = without.iter().find(|(from, _)| *from == word) {
            add(Sort::TextCondition, text, at.clone(), to);
        }
    }
    let names: Vec<&str> = package
        .cards
        .iter()
        .filter(|other| other.card.is_none())
        .map(|other| other.name.text.as_str())
        .collect();
    for name in names.iter().filter(|name| **name != card.name.text) {
        for (at, _) in said.match_indices(name) {
            let other = next_of(names.iter().copied(), name).expect("there are two cards");
            add(Sort::TextName, text, at..at + name.len(), other);
        }
    }
}

/// Returns the item after one in a list.
fn next_of<'a>(mut all: impl Iterator<Item = &'a str> + Clone, one: &str) -> Option<&'a str> {
    let first = all.clone().find(|other| *other != one);
    all.find(|other| *other == one)?;
    all.find(|other| *other != one).or(first)
}

/// Splits code or text into words and numbers, with their bytes.
fn pieces(code: &str) -> Vec<(Range<usize>, &str)> {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    let mut start = None;
    for (i, c) in code.char_indices().chain([(code.len(), ' ')]) {
        match (part(c), start) {
            (true, None) => start = Some(i),
            (false, Some(from)) => {
                out.push((from..i, &code[from..i]));
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// Returns the code of a card's own rules that its text must agree with.
fn rules_of<'p>(package: &'p Package, card: &'p CardDecl) -> Vec<&'p CodeText> {
    let slots = package.kinds.iter().flat_map(|kind| &kind.slots).filter(|slot| !slot.unchecked);
    let slots: Vec<&str> = slots.map(|slot| slot.id.text.as_str()).collect();
    let fields = card.fields.iter().filter(|(id, _)| slots.contains(&id.text.as_str()));
    let mut rules: Vec<&CodeText> = fields.filter_map(|(_, node)| node.as_text()).collect();
    rules.extend(card.reactions.iter().flat_map(|r| r.condition.iter().chain([&r.code])));
    rules.extend(card.modifiers.iter().flat_map(|m| m.condition.iter().chain(&m.add).chain(&m.set)));
    rules.extend(card.actions.iter().flat_map(|a| a.when.iter().chain([&a.code])));
    rules.retain(|code| !matches!(code.value.trim(), "" | "0" | "{}" | "false"));
    rules
}

/// Makes changes in the files of a package; no two of them may be in the same card.
fn changed(files: &PackageFiles, changes: &[&Change]) -> PackageFiles {
    let mut files = files.clone();
    let mut by_file: BTreeMap<FileId, Vec<&Change>> = BTreeMap::new();
    for change in changes {
        by_file.entry(change.at.file).or_default().push(change);
    }
    for (file, mut changes) in by_file {
        changes.sort_by_key(|change| std::cmp::Reverse(change.at.start));
        let mut text = files.sources.file(file).text.clone();
        for change in changes {
            text.replace_range(change.at.start as usize..change.at.end as usize, &change.to);
        }
        files.sources.replace(file, text);
    }
    files
}

/// A seeded generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Returns a sample of the changes of each sort, at most one for each card.
fn sample(all: Vec<Change>, most: usize) -> BTreeMap<Sort, Vec<Change>> {
    let mut random = Random(7);
    let mut by_card: BTreeMap<(Sort, String), Vec<Change>> = BTreeMap::new();
    for change in all {
        by_card.entry((change.sort, change.card.clone())).or_default().push(change);
    }
    let mut sample: BTreeMap<Sort, Vec<Change>> = BTreeMap::new();
    for ((sort, _), mut of_card) in by_card {
        sample.entry(sort).or_default().push(of_card.swap_remove(random.below(of_card.len())));
    }
    for of_sort in sample.values_mut() {
        while of_sort.len() > most {
            of_sort.swap_remove(random.below(of_sort.len()));
        }
    }
    sample
}

/// Returns the share of changes, in percent, that are not `missed`.
fn percent(all: usize, missed: usize) -> usize {
    (all - missed) * 100 / all.max(1)
}

#[test]
fn stamps_show_every_drift() {
    let mut rates: BTreeMap<Sort, (usize, usize)> = BTreeMap::new();
    for id in GAMES {
        crate::support::ship();
        let (files, found) = package::open(id);
        assert!(found.is_empty());
        let (package, _) = model::read_package(&files);
        assert!(readings(&package).iter().all(|reading| reading.state() == ReadingState::Current), "{id}");
        for (sort, changes) in sample(changes(&package), 100) {
            let (package, _) = model::read_package(&changed(&files, &changes.iter().collect::<Vec<_>>()));
            let now = readings(&package);
            let is_current =
                |card: &str| now.iter().any(|r| r.id == card && r.state() == ReadingState::Current);
            let missed: Vec<&Change> = changes.iter().filter(|change| is_current(&change.card)).collect();
            let (all, not) = rates.entry(sort).or_default();
            (*all, *not) = (*all + changes.len(), *not + missed.len());
            missed.iter().for_each(|change| println!("{id}: {change:?}"));
        }
    }
    println!("{rates:?}");
    assert_eq!(rates.len(), 12, "{rates:?}");
    for (sort, (all, missed)) in rates {
        assert!(all >= 14 && percent(all, missed) >= 99, "{sort:?}: {missed} of {all} missed");
    }
}

/// A shipped game with parts of its files changed: each is written once in the file whose name ends so.
fn realms(changes: &[(&str, &str, &str)]) -> PackageFiles {
    crate::support::ship();
    let (mut files, _) = package::open("fantasy-realms");
    for (path, from, to) in changes {
        let (file, text) =
            files.sources.files().find(|(_, file)| file.name.ends_with(path)).expect("a file of the game");
        assert_eq!(text.text.matches(from).count(), 1, "is it there, once? {from}");
        let text = text.text.replace(from, to);
        files.sources.replace(file, text);
    }
    files
}

fn opened(changes: &[(&str, &str, &str)]) -> OpenResult {
    CompiledGame::from_files(realms(changes), Vec::new())
}

fn said(opened: &OpenResult) -> String {
    render(&opened.diagnostics, &opened.sources, Format::Human { color: false, width: 110, unicode: true })
}

const KNIGHTS: (&str, &str, &str) = ("armies.toml", "-8 if none(active", "-8 if any(active");

#[test]
fn a_changed_rule_is_shown_as_it_was_and_as_it_is() {
    insta::assert_snapshot!("rule_changed", said(&opened(&[KNIGHTS])));
    insta::assert_snapshot!(
        "text_changed",
        said(&opened(&[("armies.toml", "−8 unless you hold a", "−8 if you hold a")]))
    );
    insta::assert_snapshot!(
        "function_changed",
        said(&opened(&[(
            "scoring.toml",
            "any(active where name in names)",
            "none(active where name in names)"
        )]))
    );
    insta::assert_snapshot!("never_read", said(&opened(&[("stamps.toml", "\nknights = ", "\nknaves = ")])));
}

#[test]
fn many_changes_are_few_warnings() {
    let mut files = realms(&[]);
    let (file, text) =
        files.sources.files().find(|(_, f)| f.name.ends_with("stamps.toml")).expect("it has stamps");
    let text = text.text.replace(" = { rule = [\"bonus: ", " = { rule = [\"bonus: 1 + ");
    files.sources.replace(file, text);
    let opened = CompiledGame::from_files(files, Vec::new());
    assert_eq!(opened.diagnostics.len(), 6, "{}", said(&opened));
    let last =
        opened.diagnostics.iter().find(|d| d.message.contains("more text")).expect("the rest is counted");
    assert!(last.message.ends_with("more texts are to be read beside the rule"), "{}", last.message);
}

#[test]
fn what_means_the_same_needs_no_reading() {
    let same = [
        // Other spaces and a comment.
        (
            "armies.toml",
            "-8 if none(active where suit == leader)",
            "-8  if none( active where suit==leader ) # a",
        ),
        // Another name for a variable, another question, statements on lines of their own.
        (
            "artifacts.toml",
            "may choose card from others \"Whose suit changes?\" { choose suit from suits where it != wild \"Into which suit?\"; card.suit = suit }",
            "may choose other from others \"Whose?\" {\n choose to from suits where it != wild \"Which?\"\n other.suit = to\n}",
        ),
    ];
    assert_eq!(said(&opened(&same)), "");
    // Another name for a parameter.
    let renamed = [
        ("scoring.toml", "names = \"set of name\"", "any_of = \"set of name\""),
        ("scoring.toml", "where name in names)", "where name in any_of)"),
        ("scoring.toml", "with {{ names }}", "with {{ any_of }}"),
    ];
    let said = said(&opened(&renamed));
    assert!(said.contains("the text of `with` has changed") && !said.contains("rule of"), "{said}");
}

#[test]
fn a_function_that_lost_its_text_is_not_said_to_have_changed() {
    let dropped = [("scoring.toml", "text    = \"with {{ names }}\"", "")];
    let said = said(&opened(&dropped));
    assert!(said.contains("the function `with` no longer has the text that was read beside it"), "{said}");
    assert!(!said.contains("`with` has changed"), "{said}");
}

#[test]
fn a_package_without_stamps_has_no_such_warnings() {
    let mut files = realms(&[KNIGHTS]);
    files.files.retain(|file| !files.sources.file(file.file).name.ends_with("stamps.toml"));
    let said = said(&CompiledGame::from_files(files, Vec::new()));
    assert!(!said.contains("CW0616") && !said.contains("CW0607"), "{said}");
}

#[test]
fn texts_are_shown_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |path: &str| folder.path().join(path);
    std::fs::create_dir(file("cards")).expect("a folder");
    std::fs::write(file("game.toml"), "[game]\nid = \"mine\"\nname = \"Mine\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
        [kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\", text = \"{{ value }}\" }\n\
        [zones.deck]\nholds = \"card\"\nstart = \"cards\"\n[flow]\nplay = \"end\"\n[scoring]\nscore = \"sum(c in deck, c.bonus)\"\n")
        .expect("written");
    let cards = |owl: i64| {
        let text = format!(
            "[cards.owl]\nbonus = \"{owl} if count(deck) == 2\"\ntext = \"+{owl} if two cards are there.\"\n\
            [cards.fox]\nbonus = \"3\"\ntext = \"+3.\"\n"
        );
        std::fs::write(file("cards/all.toml"), text).expect("written");
    };
    let run = |args: &[&str]| {
        let [command, rest @ ..] = args else { panic!("a command") };
        let out = crate::process::cardwright().arg(command).arg(folder.path()).args(rest).ended();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (out.status.code(), text(out.stdout), text(out.stderr))
    };
    cards(5);
    let stale = || run(&["check"]).2.contains("CW0616");
    assert!(!stale());
    let (code, said, _) = run(&["texts", "--accept"]);
    assert!(code == Some(0) && said.ends_with("stamps.toml: 2 texts stamped\n"), "{said}");
    let stamps = std::fs::read_to_string(file("stamps.toml")).expect("it was written");
    let lines: Vec<&str> = stamps.lines().skip(3).collect();
    assert_eq!(lines[0], "fox = { rule = [\"bonus: 3\"], text = \"+3.\" }");
    assert_eq!(
        lines[1],
        "owl = { rule = [\"bonus: 5 if count(deck) == 2\"], text = \"+5 if two cards are there.\" }"
    );
    assert!(!stale());
    cards(6);
    assert!(stale());
    let (_, said, _) = run(&["check", "--say", "owl"]);
    insta::assert_snapshot!("say", said);
    // One text is accepted, and no other line changes; nor do the author's own comments.
    let stamps = stamps.replace("\nowl", "\n# Read twice.\nowl").replace("+3.\" }", "+3.\" } # by Ann");
    let stamps = format!("{}# The end.\n", stamps.replace("\n[cards]", "\n# Of the first box.\n[cards]"));
    std::fs::write(file("stamps.toml"), &stamps).expect("written");
    let (_, said, _) = run(&["texts", "--accept", "owl"]);
    assert!(said.ends_with("1 text stamped\n"), "{said}");
    assert!(!stale());
    let now = std::fs::read_to_string(file("stamps.toml")).expect("it was written");
    assert_eq!(now, stamps.replace("bonus: 5 if", "bonus: 6 if").replace("+5 if", "+6 if"));
    let (code, _, said) = run(&["texts", "--accept", "owll"]);
    assert!(code == Some(2) && said.contains("did you mean `owl`?"), "{said}");
}

/// The codes of all diagnostics but CW0616.
fn codes(opened: &OpenResult) -> Vec<String> {
    let codes = opened.diagnostics.iter().map(|d| d.code.to_string());
    codes.filter(|code| code != "CW0616").collect()
}

#[test]
fn words_are_compared_although_the_rule_has_none() {
    let dropped = opened(&[("armies.toml", "-8 if none(active where suit == leader)", "-8")]);
    assert_eq!(codes(&dropped), ["CW0602"]);
    let message =
        &dropped.diagnostics.iter().find(|d| d.code.to_string() == "CW0602").expect("it is there").message;
    assert_eq!(message, "the text of `knights` speaks of leader, and its rule does not");
}

#[test]
fn signs_are_compared() {
    let rule = opened(&[("armies.toml", "-8 if none", "8 if none")]);
    assert_eq!(codes(&rule), ["CW0601"]);
    let text = opened(&[("armies.toml", "−8 unless", "+8 unless")]);
    // The translation is of the text before.
    assert_eq!(codes(&text), ["CW0601", "CW0607"]);
}

/// A small game whose cards have these rules in a slot `toll`, which its score subtracts, and these texts.
fn tolls(cards: &[(&str, &str)]) -> OpenResult {
    tolls_scored("-sum(c in deck, c.toll)", cards)
}

/// The same, with another score.
fn tolls_scored(score: &str, cards: &[(&str, &str)]) -> OpenResult {
    let game = "[game]\nid = \"mine\"\nname = \"Mine\"\nversion = \"1.0.0\"\nplayers = [2, 2]\n\
        [kinds.card.slots]\ntoll = { returns = \"int\", default = \"0\" }\n[zones.deck]\nholds = \"card\"\nstart = \"cards\"\n\
        [flow]\nplay = \"end\"\n[scoring]\nscore = \"$score\"\n\
        [functions.whole]\nreturns = \"int\"\ncode = \"sum(deck, toll)\"\n";
    // A function that nothing calls is warned of.
    let (end, _) = game.split_once("[functions.whole]").expect("it is there");
    let game = if score.contains("whole()") { game } else { end }.replace("$score", score);
    let card = |(i, (rule, text)): (usize, &(&str, &str))| {
        format!("[cards.c{i}]\ntoll = \"{rule}\"\ntext = \"{text}\"\n")
    };
    let cards: String = cards.iter().enumerate().map(card).collect();
    CompiledGame::from_files(
        PackageFiles::from_texts([("game.toml", game), ("cards/all.toml", cards)]),
        Vec::new(),
    )
}

#[test]
fn signs_are_compared_however_few_texts_there_are() {
    let wrong = ("3 * count(deck)", "−3 for each card.");
    let right = ("4 * count(deck)", "+4 for each card.");
    for score in ["sum(deck, toll)", "whole()", "sum(deck, toll) - count(deck)"] {
        let found = |cards: &[(&str, &str)]| codes(&tolls_scored(score, cards));
        assert_eq!(found(&[wrong]), ["CW0601"], "{score}");
        assert_eq!(found(&[wrong, right]), ["CW0601"], "{score}");
        assert_eq!(found(&[right]), [""; 0], "{score}");
    }
    // One of two is not most, but both are.
    for score in ["-sum(deck, toll)", "10 - whole()", "-2 * whole()", "0 - max(deck, toll + seat_sum)"] {
        let score = &score.replace("seat_sum", "1");
        let found = |cards: &[(&str, &str)]| codes(&tolls_scored(score, cards));
        assert_eq!(found(&[wrong]), [""; 0], "{score}");
        assert_eq!(found(&[wrong, right]), ["CW0601"], "{score}");
        assert_eq!(found(&[wrong, ("5 * count(deck)", "−5 for each card.")]), [""; 0], "{score}");
    }
}

#[test]
fn signs_of_a_slot_that_is_subtracted_are_not_compared() {
    assert_eq!(codes(&tolls(&[("8", "−8."), ("9 * count(deck)", "−9 for each card.")])), [""; 0]);
}

#[test]
fn numbers_are_counted() {
    let rule = "2 * count(deck) + 2 * seat_sum + 3".replace("seat_sum", "max(count(deck), 0)");
    assert_eq!(codes(&tolls(&[(&rule, "2 for each card, 2 more for each, and 3.")])), [""; 0]);
    assert_eq!(codes(&tolls(&[(&rule, "2 for each card, 3 more for each, and 3.")])), ["CW0601"]);
    // Said once for two, or twice for one: no error.
    assert_eq!(codes(&tolls(&[(&rule, "2 for each card, both ways, and 3.")])), [""; 0]);
    assert_eq!(codes(&tolls(&[(&rule, "3 and, twice, 2 for each card: 3 first, the 2 then.")])), [""; 0]);
}

/// Returns the texts made of the rules of all cards with a rule, and asserts that none lacks words.
fn in_words(id: &str) -> Vec<String> {
    crate::support::ship();
    let (files, _) = package::open(id);
    let (package, _) = model::read_package(&files);
    let words = CompiledGame::rules_in_words(&files);
    let with_rules = package.cards.iter().filter(|card| !rules_of(&package, card).is_empty());
    let text = |card: &CardDecl| {
        let made = words.get(&card.id.text).unwrap_or_else(|| panic!("{} has no words", card.id.text));
        assert!(made.is_whole, "{}: {}", card.id.text, made.text);
        format!("{}: {}", card.id.text, made.text)
    };
    with_rules.map(text).collect()
}

#[test]
fn every_rule_has_words() {
    let in_words: Vec<Vec<String>> = GAMES.iter().map(|id| in_words(id)).collect();
    assert_eq!(in_words.iter().map(Vec::len).collect::<Vec<_>>(), [53, 56, 24, 61]);
    for (id, words) in GAMES.iter().zip(in_words) {
        insta::assert_snapshot!(format!("in_words_{}", id.replace('-', "_")), words.join("\n"));
    }
}

/// Without stamps, `check` compares numbers, words and names. Returns how many changes of each sort it finds,
/// and which it misses.
fn found_by_comparison(id: &str, most: usize) -> BTreeMap<Sort, (usize, Vec<Change>)> {
    crate::support::ship();
    let (mut files, _) = package::open(id);
    let unread = ["stamps.toml", "scenarios/", "texts/"];
    files.files.retain(|file| !unread.iter().any(|part| files.sources.file(file.file).name.contains(part)));
    let (package, _) = model::read_package(&files);
    assert!(CompiledGame::from_files(files.clone(), Vec::new()).diagnostics.is_empty(), "{id}");
    let is_missed = |change: &&Change| {
        CompiledGame::from_files(changed(&files, &[change]), Vec::new()).diagnostics.is_empty()
    };
    let missed = |of: &[Change]| of.iter().filter(is_missed).cloned().collect();
    sample(changes(&package), most).into_iter().map(|(sort, of)| (sort, (of.len(), missed(&of)))).collect()
}

#[test]
fn comparison_alone_finds_most_numbers_words_and_names() {
    let most = std::env::var("CARDWRIGHT_DRIFT").ok().and_then(|most| most.parse().ok()).unwrap_or(12);
    let mut low = Vec::new();
    for id in ["fantasy-realms", "minute-realms"] {
        for (sort, (all, missed)) in found_by_comparison(id, most) {
            println!("{id} {sort:?}: {} of {all}", all - missed.len());
            missed.iter().for_each(|change| println!("    {} -> {:?}", change.card, change.to));
            let least = match sort {
                Sort::TextWord | Sort::RuleName | Sort::TextName => 90,
                Sort::RuleNumber | Sort::TextNumber | Sort::RuleWord => 80,
                _ => 0,
            };
            if percent(all, missed.len()) < least {
                low.push((id, sort, missed));
            }
        }
    }
    assert!(low.is_empty(), "{low:?}");
}

/// A card without a text whose rule copies a member of an expression that is no variable.
#[test]
fn copies_that_have_no_words_are_not_worded() {
    let dir = tempfile::tempdir().expect("a folder");
    let game = dir.path().join("g");
    crate::support::ship();
    package::copy_out("fantasy-realms", &game, |_, bytes| bytes.to_vec()).expect("copied");
    for rule in
        ["self.suit = self.source.suit", "for each c in others { (first(others) ?? self).suit = c.suit }"]
    {
        let card =
            format!("kind = \"card\"\n[cards.odd]\nsuit = \"wild\"\nstrength = 0\nbecome = \"{rule}\"\n");
        std::fs::write(game.join("cards/odd.toml"), card).expect("written");
        let output = crate::process::cardwright().args(["check"]).arg(&game).ended();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(0 | 1)) && !said.contains("panicked"), "{rule}: {said}");
    }
}

//! Packages that nobody wrote: the shipped games, the starter and the cases of this suite, with bytes, words,
//! numbers, lines and brackets put out of place. Each is reported or played, and in time.
//!
//! `CARDWRIGHT_MUTATIONS=10000` says how many; `CARDWRIGHT_MUTANT=4711` shows one: its changes, and its
//! diagnostics.

use super::{Files, expand, files_below, suite};
use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::diagnostics::{Diagnostic, Format, Severity, render};
use cardwright::ir::{self, PlayerId, StartPoint};
use cardwright::package::{PackageFiles, embedded};
use cardwright::source::Sources;
use cardwright::table::{Names, Stop, Table};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

/// The number of mutants by default.
const MUTANTS: u64 = 1_000;
/// The time limit of one. Tests run unoptimised, side by side, and on slow machines: endless work takes
/// longer still.
const BOUND: Duration = Duration::from_secs(if cfg!(debug_assertions) { 180 } else { 20 });
/// How much may be done between two choices, in instructions.
const FUEL: u64 = 200_000;
/// How many choices are answered of a game that compiles.
const PLIES: usize = 30;

/// SplitMix64 (Steele, Lea and Flood): the same mutants everywhere.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    fn one_of<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

/// Returns the packages that are mutated.
fn originals() -> Vec<Files> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut all: Vec<Files> = Vec::new();
    for name in support::ids().chain(["starter"]) {
        let files = embedded(name).expect("it is part of the program");
        let read = |(path, bytes): (&str, &[u8])| {
            let filled = text(bytes).replace("{{ id }}", "soup").replace("{{ name }}", "Soup");
            (path.to_owned(), if name == "starter" { filled } else { text(bytes) })
        };
        let read: Files = files.into_iter().map(read).collect();
        // Each as often as it takes to be a good part of all.
        all.extend(std::iter::repeat_n(read, 40));
    }
    all.extend(std::iter::repeat_n(files_below(&suite().join("base")), 40));
    let mut cases: Vec<_> = files_below(&suite().join("cases")).into_iter().collect();
    cases.sort();
    all.extend(cases.iter().map(|(_, text)| expand(text).1));
    for files in &mut all {
        files.retain(|path, _| {
            (path.ends_with(".toml") || path.ends_with(".csv")) && !path.starts_with("../")
        });
    }
    all
}

/// Words, numbers and single signs with their places.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match found.last_mut() {
            Some(last) if in_word && is_word(c) => last.end = end,
            _ if c.is_whitespace() => {}
            _ => found.push(at..end),
        }
        in_word = is_word(c);
    }
    found
}

/// Strings in quotes, without them.
fn strings(text: &str) -> Vec<std::ops::Range<usize>> {
    let quotes: Vec<usize> = text.match_indices('"').map(|(i, _)| i).collect();
    quotes.chunks(2).filter_map(|pair| Some(pair.first()? + 1..*pair.get(1)?)).collect()
}

const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "63",
    "64",
    "255",
    "65536",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "99999999999999999999",
    "1.5",
];
const SIGNS: [&str; 20] = [
    "{", "}", "[", "]", "(", ")", "\"", "'''", "\n", ",", ".", "=", "#", "where ", "is ", "{{ ", " }}", "\\",
    "\u{0}", "é",
];

/// Changes a package at one place; returns a description of the change.
fn mutate(files: &mut Files, chance: &mut Chance) -> String {
    let paths: Vec<String> = files.keys().cloned().collect();
    let Some(path) = chance.one_of(&paths).cloned() else { return "nothing".into() };
    let other = chance.one_of(&paths).cloned().unwrap_or_else(|| path.clone());
    let other = files[&other].clone();
    let text = files.get_mut(&path).expect("it is one of them");
    let found = tokens(text);
    let (Some(here), Some(there)) = (chance.one_of(&found).cloned(), chance.one_of(&found).cloned()) else {
        return "nothing".into();
    };
    let what = match chance.below(18) {
        0 => {
            let mut bytes = std::mem::take(text).into_bytes();
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
            *text = String::from_utf8_lossy(&bytes).into_owned();
            format!("byte {at} flipped")
        }
        1 => {
            let end = text.char_indices().map(|(i, _)| i).find(|i| *i >= here.start + 1 + chance.below(40));
            text.replace_range(here.start..end.unwrap_or(text.len()).max(here.start), "");
            "some deleted".to_owned()
        }
        2 | 3 => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (a, b) = (chance.below(lines.len()), chance.below(lines.len()));
            let what = match chance.below(3) {
                0 => {
                    lines.insert(b, lines[a]);
                    format!("line {} again as {}", a + 1, b + 1)
                }
                1 => {
                    lines.swap(a, b);
                    format!("lines {} and {} swapped", a + 1, b + 1)
                }
                _ => {
                    lines.remove(a);
                    format!("line {} deleted", a + 1)
                }
            };
            *text = lines.join("\n") + "\n";
            what
        }
        4 => {
            let word = text[here.clone()].to_owned();
            text.insert_str(here.end, &format!(" {word}"));
            format!("`{word}` doubled")
        }
        5 => {
            let word = text[here.clone()].to_owned();
            text.replace_range(here, "");
            format!("`{word}` deleted")
        }
        6 | 7 => {
            let (a, b) = if here.start < there.start { (here, there) } else { (there, here) };
            if a.end > b.start {
                return "nothing".into();
            }
            let (first, second) = (text[a.clone()].to_owned(), text[b.clone()].to_owned());
            text.replace_range(b, &first);
            text.replace_range(a, &second);
            format!("`{first}` and `{second}` swapped")
        }
        8 | 9 => {
            let is_number =
                |r: &&std::ops::Range<usize>| text[(*r).clone()].starts_with(|c: char| c.is_ascii_digit());
            let numbers: Vec<_> = found.iter().filter(is_number).collect();
            let Some(&number) = chance.one_of(&numbers) else { return "nothing".into() };
            let new = chance.one_of(&NUMBERS).expect("there are some");
            let what = format!("{} became {new}", &text[number.clone()]);
            text.replace_range(number.clone(), new);
            what
        }
        10 | 11 => {
            let (mine, theirs) = (strings(text), strings(&other));
            let (Some(a), Some(b)) = (chance.one_of(&mine), chance.one_of(&theirs)) else {
                return "nothing".into();
            };
            let what = format!("{:?} became {:?}", &text[a.clone()], &other[b.clone()]);
            text.replace_range(a.clone(), &other[b.clone()]);
            what
        }
        12..=15 => {
            // Words for words and numbers near to the old ones: most mutants that still compile come from
            // these.
            let is_word = |r: &&std::ops::Range<usize>| {
                text[(*r).clone()].starts_with(|c: char| c.is_ascii_alphanumeric())
            };
            let words: Vec<_> = found.iter().filter(is_word).collect();
            let (Some(&a), Some(&b)) = (chance.one_of(&words), chance.one_of(&words)) else {
                return "nothing".into();
            };
            let (old, new) = (text[a.clone()].to_owned(), text[b.clone()].to_owned());
            let new = match old.parse::<i64>() {
                Ok(number) => number.saturating_add(chance.below(5) as i64 - 2).to_string(),
                Err(_) => new,
            };
            text.replace_range(a.clone(), &new);
            format!("`{old}` became `{new}`")
        }
        16 => {
            let is_bracket = |r: &&std::ops::Range<usize>| "()[]{}\"'".contains(&text[(*r).clone()]);
            let brackets: Vec<_> = found.iter().filter(is_bracket).collect();
            let Some(&bracket) = chance.one_of(&brackets) else { return "nothing".into() };
            text.replace_range(bracket.clone(), "");
            "a bracket dropped".to_owned()
        }
        _ => {
            let sign = chance.one_of(&SIGNS).expect("there are some");
            text.insert_str(here.start, sign);
            format!("{sign:?} put in")
        }
    };
    format!("{path}: {what}")
}

/// A mutant, and a description of its change.
fn mutant(originals: &[Files], number: u64) -> (Files, Vec<String>) {
    let mut chance = Chance(number);
    let mut files = chance.one_of(originals).expect("there are some").clone();
    let times = [1, 1, 1, 2, 3][chance.below(5)];
    let done = (0..times).map(|_| mutate(&mut files, &mut chance)).collect();
    (files, done)
}

fn tell(diagnostics: &[Diagnostic], sources: &Sources) {
    for unicode in [true, false] {
        render(diagnostics, sources, Format::Human { color: unicode, width: 80, unicode });
    }
    for format in [Format::Json, Format::Short, Format::Github] {
        render(diagnostics, sources, format);
    }
}

/// Compiles a package and, if it compiles, plays it for a while. Returns whether it compiles.
fn try_out(files: &Files, seed: u64) -> bool {
    let package = PackageFiles::from_texts(files.clone());
    let opened = CompiledGame::from_files(package, Vec::new());
    for label in opened.diagnostics.iter().flat_map(|d| &d.labels) {
        let text = &opened.sources.file(label.span.file).text;
        let (start, end) = (label.span.start as usize, label.span.end as usize);
        assert!(start <= end && end <= text.len(), "{start}..{end} of {}", text.len());
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "{start}..{end} cuts a character"
        );
    }
    tell(&opened.diagnostics, &opened.sources);
    let errors = opened.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let Some(game) = opened.game else {
        assert!(errors > 0, "nothing came of it, and nothing is said");
        return false;
    };
    assert!(errors == 0 || !opened.broken.is_empty(), "a game in spite of errors");
    ir::listing(&game.ir);
    assert_eq!(
        ir::bytes::from_bytes(&ir::bytes::to_bytes(&game.ir)).as_ref().ok(),
        Some(&game.ir),
        "not as it was written"
    );
    let table =
        Table::new(&game.ir).unwrap_or_else(|e| panic!("what was compiled does not hold together: {e:?}"));
    let names = Names::new(&game.ir);
    let mut machine = table.machine();
    machine.set_fuel(FUEL);
    let Ok(mut state) = machine.lay(game.ir.game.players.0, &[], seed) else { return true };
    machine.start(&mut state, StartPoint::Setup);
    let mut chance = Chance(seed);
    for _ in 0..PLIES {
        match machine.advance(&mut state) {
            Stop::Choice => {}
            Stop::Fault(fault) => {
                tell(&[fault.to_diagnostic(&table)], game.sources());
                fault.trace_text(&table);
                break;
            }
            _ => break,
        }
        for viewer in [None, Some(PlayerId(0))] {
            table.view(&state, viewer);
        }
        let Ok(options) = machine.options(&mut state) else { break };
        let count = options.len();
        assert!(count > 0, "a choice without an option");
        let index = chance.below(count);
        let pick = options.nth(index).expect("it is one of them");
        let name = names.name(options, &pick);
        names.label(options, &pick);
        if count < 100 {
            let found = names.find(options, &name);
            assert!(found.is_ok(), "`{name}` is no name of an option");
        }
        machine.choose(&mut state, index).expect("it is one of them");
    }
    true
}

#[test]
fn whatever_is_written_is_told_or_played() {
    let originals = originals();
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    if let Some(one) = number("CARDWRIGHT_MUTANT") {
        let (files, done) = mutant(&originals, one);
        let began = Instant::now();
        let opened = support::opened(files.clone());
        let said = support::report(&opened.diagnostics, &opened.sources, 100);
        println!("{}\n\n{said}\n{:?}", done.join("\n"), began.elapsed());
        try_out(&files, one);
        println!("{:?}", began.elapsed());
        return;
    }
    let mutants = number("CARDWRIGHT_MUTATIONS").unwrap_or(MUTANTS);
    let next = AtomicU64::new(0);
    let clean = AtomicUsize::new(0);
    let wrong: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let slowest: Mutex<(Duration, u64)> = Mutex::new((Duration::ZERO, 0));
    let began = Instant::now();
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get().min(8));
    let (done, all_done) = mpsc::channel::<()>();
    // The current mutant of each worker, to report one that does not end.
    let at: Vec<Mutex<Option<(u64, Instant)>>> = (0..workers).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for now in &at {
            let (done, originals, next, clean, wrong, slowest) =
                (done.clone(), &originals, &next, &clean, &wrong, &slowest);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= mutants {
                        break;
                    }
                    let (files, _) = mutant(originals, number);
                    let began = Instant::now();
                    *now.lock().unwrap() = Some((number, began));
                    match catch_unwind(AssertUnwindSafe(|| try_out(&files, number))) {
                        Ok(compiles) => {
                            clean.fetch_add(usize::from(compiles), Ordering::Relaxed);
                        }
                        Err(panic) => {
                            let words = panic.downcast_ref::<String>().map(String::as_str);
                            let words =
                                words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no words");
                            wrong.lock().unwrap().push(format!("{number}: {words}"));
                        }
                    }
                    let took = began.elapsed();
                    let mut slowest = slowest.lock().unwrap();
                    *slowest = (*slowest).max((took, number));
                }
                *now.lock().unwrap() = None;
                drop(done);
            });
        }
        drop(done);
        while all_done.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout) {
            for now in &at {
                if let Some((number, began)) = *now.lock().unwrap()
                    && began.elapsed() > BOUND * 10
                {
                    eprintln!("mutant {number} does not come to an end");
                    std::process::abort();
                }
            }
        }
    });
    let (took, number) = *slowest.lock().unwrap();
    println!(
        "{mutants} mutants in {:.1?}: {} compile; the slowest, {number}, took {took:.1?}",
        began.elapsed(),
        clean.load(Ordering::Relaxed)
    );
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "CARDWRIGHT_MUTANT=… shows each:\n{}", wrong.join("\n"));
    assert!(took <= BOUND, "mutant {number} took {took:?}");
}

/// Excessive demands are refused, end in a fault, or are met; but soon.
#[test]
fn what_asks_too_much_is_told_or_played() {
    let long = |part: &str, n: usize| part.repeat(n);
    let statements = [
        "let n = -9223372036854775807 - 1\nlog \"{{ n }}\"\nlet m = n / -1".to_owned(),
        "let n = (-9223372036854775807 - 1) % -1\nlet m = abs(-9223372036854775807 - 1)".to_owned(),
        "let n = 9223372036854775807 + p.coins".to_owned(),
        "let n = -9223372036854775808".to_owned(),
        "let n = roll(9223372036854775807, d6)".to_owned(),
        "let n = roll(2, d9223372036854775807)".to_owned(),
        "let n = roll(d0) + roll(d99999999999999999999)".to_owned(),
        "let n = roll(-5, d6)".to_owned(),
        "repeat 9223372036854775807 { }".to_owned(),
        "repeat -9223372036854775807 { p.coins += 1 }".to_owned(),
        "for each i in -9223372036854775807..9223372036854775807 { }".to_owned(),
        "for each i in 9223372036854775806..9223372036854775807 { }".to_owned(),
        "let s = 0..9223372036854775807".to_owned(),
        "let s = {64}\nlet t = {-1}".to_owned(),
        "deal(deck, p.hand, 9223372036854775807)".to_owned(),
        "deal(deck, p.hand, -9223372036854775807)".to_owned(),
        "deal(deck, deck, 9223372036854775807)".to_owned(),
        "move(cards, deck)\nmove(deck, deck)\nmove(cards, box)\nmove(cards, deck, bottom)\nmove(cards, p.hand)".to_owned(),
        "swap(luna, luna)\nmove(luna, box)\nswap(luna, lily)".to_owned(),
        "choose up to 9223372036854775807 cs from cards by p".to_owned(),
        "choose up to -5 cs from cards by p".to_owned(),
        "choose exactly 9223372036854775807 cs from cards by p".to_owned(),
        "choose exactly -1 cs from cards by p".to_owned(),
        "choose exactly 3 cs from {luna} by p".to_owned(),
        "let q = players[0]".to_owned(),
        "let q = players[9223372036854775807]".to_owned(),
        "let q = players[-9223372036854775807]".to_owned(),
        "while true { log \"{{ p }}\" }".to_owned(),
        "wrong(p)".to_owned(),
        "wrong(p)\nwrong(p)".to_owned(),
        format!("let n = 1{}", long(" + 1", 5_000)),
        format!("let n = {}1{}", long("(", 5_000), long(")", 5_000)),
        format!("let n = {}1", long("-", 5_000)),
        format!("let n = {}true", long("not ", 5_000)),
        format!("{}{}", long("if true { ", 2_000), long("}", 2_000)),
        format!("if false {{ }}{}", long(" else if false { }", 2_000)),
        long("let n = 1\n", 20_000),
        long("p.coins += 0\n", 20_000),
        format!("let c = luna{}", long(".name", 2_000)),
        format!("let s = cards{}", long(" where it is moth", 2_000)),
        format!("let s = cards where {}true", long("any(cards where ", 150)) + &long(")", 150),
        format!("let s = {{{}luna}}", long("luna, ", 5_000)),
        format!("let n = {}", long("9", 5_000)),
        format!("log \"{}\"", long("{{ p }}", 5_000)),
        "let n = sum(cards, sum(cards, sum(cards, sum(cards, sum(cards, sum(cards, sum(cards, worth)))))))"
            .to_owned(),
    ];
    let declarations = [
        "[kinds.card]\ntext = \"{{ 'x' * 1000000000000 }}\"".to_owned(),
        "[kinds.card]\ntext = \"{% for i in range(1000000000) %}xxxxxxxxxx{% endfor %}\"".to_owned(),
        "[kinds.card]\ntext = \"{% for i in range(99999) %}{% for j in range(99999) %}x{% endfor %}{% endfor %}\"".to_owned(),
        "[kinds.card]\ntext = \"{{ range(99999) | list | string * 99999 }}\"".to_owned(),
        "[kinds.card]\ntext = \"{{ 'x' | indent(999999999999) }}\"".to_owned(),
        "[kinds.card]\ntext = \"{{ '%999999999d' | format(1) }}\"".to_owned(),
        "[kinds.card]\ntext = \"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}\"".to_owned(),
        "[kinds.card]\ntext = \"{% set x = 'xxxxxxxx' %}{% for i in range(60) %}{% set x = x ~ x %}{% endfor %}{{ x }}\"".to_owned(),
        "[kinds.card]\ntext = \"{% set ns = namespace(x='xxxxxxxx') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x }}\"".to_owned(),
        format!("[kinds.card]\ntext = \"{{{{ {}1{} }}}}\"", long("(", 3_000), long(")", 3_000)),
        format!("[kinds.card]\ntext = \"{{{{ 'x'{} }}}}\"", long(" | replace('x', 'xxxxxxxxxx')", 30)),
        format!("[kinds.card]\ntext = \"{{{{ 'xxxx'{} }}}}\"", long(" | join('yyyyyyyy')", 30)),
        format!("[kinds.card]\ntext = \"{}{{{{ name }}}}{}\"", long("{% for c in name %}", 40), long("{% endfor %}", 40)),
        format!("[kinds.card]\ntext = \"{}\"", long("{{ name ~ name }}", 20_000)),
        "[kinds.card]\ntext = \"{% for c in [1, [2]] recursive %}{{ loop(c) }}{% endfor %}\"".to_owned(),
        "[kinds.card]\ntext = \"{% include 'game.toml' %}{% import 'x' as y %}\"".to_owned(),
        "[kinds.card]\ntext = \"{{ '*' }}{{ worth * 2 }}\"".to_owned(),
        format!("[enums]\nbig = [{}]", (0..20_000).map(|n| format!("\"v{n}\"")).collect::<Vec<_>>().join(", ")),
        format!("[state.player]\nseen = \"{}card\"", long("set of ", 3_000)),
        format!("[state.player]\nseen = \"card{}\"", long("?", 3_000)),
        "[state.player]\nn = \"int -9223372036854775808..9223372036854775807\"".to_owned(),
        "[state.player]\nn = \"int 9223372036854775807..9223372036854775807\"".to_owned(),
        "[options.big]\nrange = [-9223372036854775808, 9223372036854775807]\ndefault = 0".to_owned(),
        (1..2_000).map(|n| format!("[kinds.k{n}]\nbase = \"k{}\"\n", n + 1)).collect(),
        (1..2_000).map(|n| format!("[functions.f{n}]\nreturns = \"int\"\ncode = \"f{}\"\n", n % 1_999 + 1)).collect(),
        (1..2_000).map(|n| format!("[functions.f{n}]\nreturns = \"int\"\ncode = \"f{}\"\n", n + 1)).collect(),
        "[[reactions]]\nafter = \"draw\"\ndo = \"draw(p, 1)\"".to_owned(),
        "[boards.b]\ngrid = [9223372036854775807, 9223372036854775807]".to_owned(),
        "[boards.b]\ngrid = [26, 99]\n[boards.c]\nhex = 99".to_owned(),
        "[boards.b]\nhex = 9223372036854775807".to_owned(),
        "[cards]".to_owned(),
    ];
    let of_statements = statements.iter().map(|code| {
        let rules = format!("[verbs.wrong]\nparams = {{ p = \"player\" }}\ndo = '''\n{code}\n'''\n");
        (code, rules)
    });
    let of_declarations = declarations.iter().map(|rules| (rules, rules.clone()));
    for (what, rules) in of_statements.chain(of_declarations) {
        let mut files = files_below(&suite().join("base"));
        let game = files.get_mut("game.toml").expect("it has one");
        *game = game.replace(
            "shuffle(deck)",
            if rules.contains("verbs.wrong") { "wrong(players[1])" } else { "shuffle(deck)" },
        );
        files.insert("rules/wrong.toml".to_owned(), rules);
        let began = Instant::now();
        let shown: String = what.chars().take(120).collect();
        eprintln!("{shown}");
        let compiles = try_out(&files, 1);
        let took = began.elapsed();
        eprintln!("   {compiles} {took:.2?}");
        assert!(took <= BOUND, "{shown}: {took:?}");
    }
    for cards in [20_000, 16_320, 16_319] {
        let mut files = files_below(&suite().join("base"));
        let many: String = (0..cards / 999).map(|n| format!("c{n},red,1,999\n")).collect();
        files.insert(
            "cards/many.csv".to_owned(),
            format!("id,hue,worth,copies\n{many}rest,red,1,{}\n", cards % 999),
        );
        let began = Instant::now();
        let compiles = try_out(&files, 1);
        eprintln!("{cards} {compiles} {:.2?}", began.elapsed());
        assert!(began.elapsed() <= BOUND, "{cards}");
    }
}

//! The examples of the pages of `cardwright explain`: the wrong ones yield the code of their page and no
//! other, the right ones none.
//!
//! An example is the blocks after a line that begins with `Wrong`, with `Right`, or that is `or`; blocks
//! before the first of these belong to all examples of the page. They are put into the game of
//! `tests/suite/example`, where their declarations replace those of the game:
//!
//! | block | place |
//! |---|---|
//! | one whose first line is a comment with a path: `# decks/mine.toml`, `<!-- faces/hero.svg.j2 -->` | this file, seen from the package. A whole `game.toml` replaces the game |
//! | `toml` | each table in the file where such tables stand: cards, sheets, all others among the rules |
//! | `csv` | a file of cards |
//! | `svg` | the face of all cards |
//! | `sh` | run beside the package `my-game`. Without one, the package is checked; its scenarios are run, and its sheets printed, if the example has any |
//! | `text` | nowhere |
//! | none of these | the code of a verb, in which `you` is a player. The page of a fault in play calls it |

use std::collections::BTreeSet;

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::codes::{self, Explained};
use cardwright::diagnostics::{Code, Diagnostic, Severity, render};
use cardwright::play::{check_decks, check_setups, run_scenario, sources_of};
use cardwright::print::{self, Request};
use cardwright::table::{Names, Table, check_starts};
use toml::Value;

use super::Files;
use crate::process::{Ends, shell};

/// Pages without examples that could be run, and why.
const NOT_RUN: &[(u16, &str)] = &[
    (13, "only in the formats for programs"),
    (136, "needs a workbook: see tests/sheets.rs"),
    (137, "needs a workbook: see tests/sheets.rs"),
    (300, "only for files in memory: on disk it is CW0002"),
    (605, "the right one would be a whole translation"),
    (707, "only by rules that the check refuses"),
    (710, "only by rules that the check refuses"),
    (712, "only by rules that the check refuses"),
    (715, "only by a damaged game"),
    (717, "needs an interrupt"),
    (841, "comes with the code of what is wrong with the value"),
    (843, "only by a bug of ours"),
    (873, "needs two programs that write one file"),
    (925, "needs a font: see tests/print/faces.rs"),
];

/// Warnings that an example may leave beside its own: a name that it declares and does not use, and all that
/// it does not translate.
const UNFINISHED: [Code; 2] = [Code(600), Code(605)];

/// Number of lines that an example may have.
const LONGEST: usize = 12;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Common,
    Wrong,
    Right,
}

struct Block {
    language: &'static str,
    text: String,
}

/// Returns the examples of a page, the first of them what all have in common.
fn examples(page: &Explained) -> Vec<(Kind, Vec<Block>)> {
    let mut found = vec![(Kind::Common, Vec::new())];
    let mut lines = page.text.lines();
    while let Some(line) = lines.next() {
        match line {
            "or" => found.push((Kind::Right, Vec::new())),
            _ if line.starts_with("Wrong") => found.push((Kind::Wrong, Vec::new())),
            _ if line.starts_with("Right") => found.push((Kind::Right, Vec::new())),
            _ => {
                let Some(language) = line.strip_prefix("```") else { continue };
                let text = lines.by_ref().take_while(|l| *l != "```").map(|l| format!("{l}\n")).collect();
                found.last_mut().expect("the first is there").1.push(Block { language, text });
            }
        }
    }
    found
}

/// Returns the path in the comment that a block begins with.
fn named_path(text: &str) -> Option<&str> {
    let first = text.lines().next()?;
    let svg = first.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->"));
    let path = svg.or_else(|| first.strip_prefix("# "))?;
    let is_path =
        !path.contains(' ') && [".toml", ".csv", ".svg", ".j2", ".md"].iter().any(|end| path.ends_with(end));
    is_path.then_some(path)
}

/// Returns the file in which a table of this header stands.
fn file_of_table(header: &str) -> &'static str {
    match header.split('.').next().unwrap_or_default() {
        "cards" => "cards/example.toml",
        "sheets" | "pieces" => "print.toml",
        "game" => "game.toml",
        _ => "rules/example.toml",
    }
}

/// Returns the path of a table's header: `[zones.hand]` is `zones.hand`.
fn header(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('[')?;
    let inside = inside.strip_prefix('[').unwrap_or(inside);
    Some(inside.split(']').next().unwrap_or(inside))
}

/// Adds a block to the files.
fn put(block: &Block, files: &mut Files) {
    let mut add = |path: &str, text: &str| files.entry(path.to_owned()).or_default().push_str(text);
    let drawn = || {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n{}</svg>\n", block.text)
    };
    match (block.language, named_path(&block.text)) {
        ("svg", path) => add(path.unwrap_or("faces/example.svg.j2"), &drawn()),
        (_, Some(path)) => add(path, &block.text),
        ("csv", None) => add("cards/example.csv", &block.text),
        (_, None) => {
            let mut at = "rules/example.toml";
            for line in block.text.lines() {
                at = header(line).map_or(at, file_of_table);
                add(at, &format!("{line}\n"));
            }
        }
    }
}

/// Returns whether a table only holds declarations, each a declaration of its own.
fn is_container(path: &[&str]) -> bool {
    match path {
        [whole] => !matches!(*whole, "scoring" | "deck"),
        ["kinds", _] | ["kinds", _, "attributes" | "state" | "slots"] => true,
        ["state", _] => true,
        _ => false,
    }
}

/// Removes declarations from the game around an example that the example makes itself. The example need not
/// be TOML: only headers and keys are looked for.
fn make_room(text: &str, game: &mut toml::Table) {
    let mut table = Vec::new();
    for line in text.lines() {
        if let Some(path) = header(line) {
            table = path.split('.').collect();
            if !is_container(&table) {
                remove(game, &table[..table.len().min(if table[0] == "cards" { 2 } else { 9 })]);
            }
            continue;
        }
        let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
        if end > 0 && line[end..].trim_start().starts_with(['=', '.']) {
            let path: Vec<&str> = table.iter().copied().chain([&line[..end]]).collect();
            remove(game, &path);
        }
    }
}

fn remove(table: &mut toml::Table, path: &[&str]) {
    match path {
        [] => {}
        [last] => drop(table.remove(*last)),
        [first, rest @ ..] => {
            if let Some(Value::Table(inner)) = table.get_mut(*first) {
                remove(inner, rest);
            }
        }
    }
}

/// The files of a package, and the commands to run on it.
struct Example {
    files: Files,
    commands: Vec<String>,
}

fn example<'b>(code: Code, blocks: impl Iterator<Item = &'b Block>) -> Example {
    let (mut files, mut commands, mut statements) = (Files::new(), Vec::new(), String::new());
    for block in blocks {
        match block.language {
            "sh" => commands.push(block.text.clone()),
            "text" => {}
            "" => statements.push_str(&block.text),
            _ => put(block, &mut files),
        }
    }
    // A block that names the file is a game of its own.
    if files.get("game.toml").is_none_or(|text| named_path(text).is_none()) {
        surround(&mut files, &statements);
    }
    if files.contains_key("faces/example.svg.j2") {
        let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"example\"\n";
        files.entry("print.toml".to_owned()).or_insert_with(|| sheet.to_owned());
    }
    if (700..800).contains(&code.0) {
        let play = "begin = \"setup\"\n[[steps]]\nplay = \"first\"\nuntil = \"end\"\n";
        let step = if statements.is_empty() { play } else { "[[steps]]\ndo = \"example(players[1])\"\n" };
        files.insert("scenarios/example.toml".to_owned(), format!("name = \"example\"\n{step}"));
    }
    Example { files, commands }
}

/// Adds the game that an example is put into.
fn surround(files: &mut Files, statements: &str) {
    let mut game = toml::Table::new();
    for text in super::files_below(&super::suite().join("example")).values() {
        game.extend(text.parse::<toml::Table>().expect("the game is TOML"));
    }
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("../")) {
        match path.split_once('/').map_or("", |(folder, _)| folder) {
            "cards" if path.ends_with(".csv") => {
                let rows = text.lines().filter_map(|row| row.split(',').next());
                rows.for_each(|id| remove(&mut game, &["cards", id]));
            }
            "cards" | "rules" | "" => make_room(text, &mut game),
            _ => {}
        }
    }
    if !statements.is_empty() {
        let text = format!("[example]\nparams = {{ you = \"player\" }}\ndo = '''\n{statements}'''\n");
        let verb: toml::Table = text.parse().expect("a verb");
        game["verbs"].as_table_mut().expect("the game has verbs").extend(verb);
    }
    let rest = game.remove("game").expect("the game says what it is");
    let rest = format!("[game]\n{}", toml::to_string(&rest).expect("a table"));
    let own = files.remove("game.toml").unwrap_or_default();
    files.insert("game.toml".to_owned(), format!("{rest}{}", own.strip_prefix("[game]\n").unwrap_or(&own)));
    let cards = toml::Table::from_iter(game.remove("cards").map(|cards| ("cards".to_owned(), cards)));
    files.insert("cards/base.toml".to_owned(), toml::to_string(&cards).expect("a table"));
    files.insert("rules/base.toml".to_owned(), toml::to_string(&game).expect("a table"));
}

/// The codes of an example, and all its messages.
#[derive(Default)]
struct Found {
    codes: BTreeSet<Code>,
    text: String,
}

impl Found {
    /// Adds diagnostics, without those of unused names in the game around the example.
    fn add(&mut self, diagnostics: Vec<Diagnostic>, sources: &cardwright::place::Sources) {
        let is_around = |d: &Diagnostic| {
            let file = d.labels.first().map(|label| sources.file(label.span.file).name.as_str());
            d.code == Code(600) && file.is_some_and(|name| name.ends_with("/base.toml"))
        };
        let diagnostics: Vec<Diagnostic> = diagnostics.into_iter().filter(|d| !is_around(d)).collect();
        self.text += &render(&diagnostics, sources, super::PLAIN);
        self.codes.extend(diagnostics.iter().map(|d| d.code));
    }
}

/// Lays an example out in a folder, and does what its page is about.
fn found(example: &Example) -> Found {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("my-game");
    for (path, text) in &example.files {
        let path = match path.strip_prefix("../") {
            Some(beside) => folder.path().join(beside),
            None => package.join(path),
        };
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let mut found = Found::default();
    if example.commands.is_empty() {
        let opened = CompiledGame::open(&package.to_string_lossy());
        let printed = example.files.contains_key("print.toml");
        let played = example.files.keys().any(|path| path.starts_with("scenarios/"));
        look_at(opened, played, printed, &mut found);
    }
    for script in &example.commands {
        let output = shell(script).current_dir(folder.path()).env("XDG_CONFIG_HOME", folder.path()).ended();
        let text =
            format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        let codes = text.split("[CW").skip(1).filter_map(|rest| rest.get(..4)?.parse().ok());
        found.codes.extend(codes.map(Code));
        found.text += &text;
        if !output.status.success() && found.codes.is_empty() {
            found.text += &format!("{}\n", output.status);
            found.codes.insert(Code(0));
        }
    }
    found
}

/// Collects all diagnostics of a package; plays its scenarios and prints its sheets on request.
fn look_at(opened: OpenResult, played: bool, printed: bool, found: &mut Found) {
    let is_sound = opened.diagnostics.iter().all(|d| d.severity == Severity::Warning);
    found.add(opened.diagnostics, &opened.sources);
    let Some(game) = opened.game.filter(|_| is_sound) else { return };
    let table = Table::new(&game.ir).expect("it is sound");
    let on_the_table =
        [check_starts(&table), check_setups(&table), check_decks(&game, &opened.sources)].concat();
    found.add(on_the_table, &opened.sources);
    for of_lists in game.scenario_tables() {
        found.add(of_lists.diagnostics, &of_lists.sources);
    }
    if played && !game.ir.lists.are_brought() {
        let names = Names::new(&game.ir);
        for n in 0..game.ir.scenarios.len() {
            found.add(run_scenario(&table, &names, n).diagnostics, &sources_of(&game.ir));
        }
    }
    if printed {
        found.add(print::print(&game.ir, &Request::default()).found, &sources_of(&game.ir));
    }
}

/// Returns the errors in the examples of a page.
fn troubles(page: &Explained) -> Vec<String> {
    let mut examples = examples(page);
    let (_, common) = examples.remove(0);
    let mut troubles = Vec::new();
    for kind in [Kind::Wrong, Kind::Right] {
        if !examples.iter().any(|(k, blocks)| *k == kind && !blocks.is_empty()) {
            troubles.push(format!("{} has nothing {kind:?}", page.code));
        }
    }
    for (kind, blocks) in &examples {
        let Found { mut codes, text } = found(&example(page.code, common.iter().chain(blocks)));
        codes.retain(|code| *code == page.code || !UNFINISHED.contains(code));
        let expected = BTreeSet::from_iter((*kind == Kind::Wrong).then_some(page.code));
        if codes != expected {
            troubles.push(format!("{}, {kind:?}:\n{text}", page.code));
        }
        let lines: usize = blocks.iter().map(|block| block.text.lines().count()).sum();
        if lines > LONGEST {
            troubles.push(format!("{}, {kind:?}: {lines} lines", page.code));
        }
    }
    troubles
}

/// Tries the pages of these numbers.
fn hold(numbers: std::ops::Range<u16>) {
    let is_run = |page: &&Explained| NOT_RUN.iter().all(|(code, _)| *code != page.code.0);
    let uses_shell = |page: &&Explained| cfg!(unix) || !page.text.contains("```sh");
    let pages = codes::all().filter(|page| numbers.contains(&page.code.0)).filter(is_run).filter(uses_shell);
    let troubles: Vec<String> = pages.flat_map(troubles).collect();
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

#[test]
fn of_packages_and_declarations() {
    hold(0..400);
}

#[test]
fn of_rules() {
    hold(400..700);
}

#[test]
fn of_play() {
    hold(700..900);
}

#[test]
fn of_sheets() {
    hold(900..10_000);
}

#[test]
fn all_that_are_not_run_are_pages() {
    for (code, why) in NOT_RUN {
        assert!(
            codes::all().any(|page| page.code.0 == *code),
            "there is no page of {code}, which is not run: {why}"
        );
    }
}

#[test]
fn the_game_around_them_is_sound() {
    let opened = CompiledGame::open(&super::suite().join("example").to_string_lossy());
    let errors: Vec<&Diagnostic> =
        opened.diagnostics.iter().filter(|d| !UNFINISHED.contains(&d.code)).collect();
    assert!(opened.game.is_some() && errors.is_empty(), "{errors:?}");
}

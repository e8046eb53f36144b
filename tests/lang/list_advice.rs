//! Messages about games with lists and about scenarios: the place that they mark, and advice that works.

use std::collections::BTreeMap;

use crate::support::{opened, report};
use cardwright::compile::OpenResult;
use cardwright::diagnostics::Severity;
use cardwright::play::{check_deck, check_decks, read_deck, run_scenario, sources_of};
use cardwright::table::{Names, Table};

/// The game of `docs/decks.md`.
fn files() -> BTreeMap<String, String> {
    let pages = crate::cookbook::sections(include_str!("../../docs/decks.md"));
    pages.into_iter().flat_map(|(_, files)| files).collect()
}

/// Returns the files with a text in one of them replaced.
fn with(path: &str, from: &str, to: &str) -> BTreeMap<String, String> {
    let mut files = files();
    let text = files.get_mut(path).expect("it is there");
    assert!(text.contains(from), "{from}");
    *text = text.replace(from, to);
    files
}

/// Returns the errors of an opened package, of its lists and of its scenarios.
fn errors(opened: &OpenResult) -> String {
    let mut found = opened.diagnostics.clone();
    if let Some(game) = &opened.game {
        found.extend(check_decks(game, &opened.sources));
        found.extend(game.scenario_tables().into_iter().flat_map(|table| table.diagnostics));
    }
    found.retain(|d| d.severity == Severity::Error);
    report(&found, &opened.sources, 200)
}

/// Returns the errors of the game with a scenario of these lines.
fn scenario(lines: &str) -> String {
    let mut files = files();
    files.insert("scenarios/own.toml".into(), format!("name = \"Own\"\n{lines}\n"));
    errors(&opened(files))
}

/// Returns the code in backticks of a message that begins with a text.
fn proposed(report: &str, begins: &str) -> String {
    let found = report.split('`').skip(1).step_by(2).find(|code| code.starts_with(begins));
    found.unwrap_or_else(|| panic!("no `{begins}`: {report}")).to_owned()
}

/// Returns the text above the label of the line that is marked so.
fn marked(report: &str, label: &str) -> String {
    let lines: Vec<&str> = report.lines().collect();
    let at = lines.iter().position(|line| line.contains(label)).unwrap_or_else(|| panic!("{report}"));
    let is_mark = |c: char| "─┬".contains(c);
    let marks: Vec<char> = lines[at - 1].chars().collect();
    let from = marks.iter().position(|c| is_mark(*c)).expect("marks");
    let to = marks.iter().rposition(|c| is_mark(*c)).expect("marks");
    lines[at - 2].chars().skip(from).take(to + 1 - from).collect()
}

#[test]
fn what_may_be_none_is_opened_by_code_that_compiles_in_a_step() {
    let base = "[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n";
    let expect = |code: &str| scenario(&format!("{base}[[steps]]\nexpect = \"{code}\""));
    let value = |code: &str| scenario(&format!("{base}[[steps]]\nvalue = \"{code}\"\nequals = 14"));
    let wrong = expect("only(players[1].champion).life == 14");
    assert!(wrong.contains("CW0506") && !wrong.contains("if let"), "{wrong}");
    assert_eq!(expect(&proposed(&wrong, "any(").replace('…', "life == 14")), "");
    assert_eq!(value(&proposed(&wrong, "sum(").replace('…', "life")), "");
    let top = "top(players[1].library)";
    let wrong = expect(&format!("{top}.name == spark"));
    assert!(wrong.contains("CW0506") && !wrong.contains("if let"), "{wrong}");
    let asked = proposed(&wrong, "top(players[1].library) is not none and");
    assert_eq!(expect(&asked.replace('…', &format!("{top}.name == spark"))), "");
    let asked = proposed(&wrong, "… if top(");
    assert_eq!(value(&asked.replace('…', &format!("count(cards where name == {top}.name)"))), "");
    // In statements it is opened as before.
    let act = scenario(&format!("{base}[[steps]]\ndo = \"let n = only(players[1].champion).life\""));
    assert!(act.contains("open it, `if let c = only(players[1].champion)"), "{act}");
    // Nor is it opened in the start of a state.
    let start = "[state.player]\nharm = { type = \"int 0..99\", start = \"only(champion).life\" }\n";
    let start = with("game.toml", "[state.player]\nharm = \"int 0..99\"\n", start);
    let start = errors(&opened(start));
    assert!(start.contains("CW0506") && !start.contains("if let"), "{start}");
}

#[test]
fn a_copy_is_looked_for_where_it_may_lie() {
    let base = "[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n[zones]\n\"hand[1]\" = [\"spark\"]\n";
    let wrong = scenario(&format!("{base}[[steps]]\ndo = \"move(spark, box)\""));
    assert!(wrong.contains("there are 17 copies of `spark`"), "{wrong}");
    let first = proposed(&wrong, "first(");
    let right = format!("{base}[[steps]]\ndo = \"if let c = {first} {{ move(c, box) }}\"");
    assert_eq!(scenario(&right), "");
}

#[test]
fn advice_about_numbers_of_players_is_true() {
    let two = |lines: &str| {
        let mut files = with("game.toml", "players = [2, 4]", "players = [2, 2]");
        files.insert("scenarios/own.toml".into(), format!("name = \"Own\"\n{lines}\n"));
        errors(&opened(files))
    };
    let third = two("[decks]\n3 = \"raiders\"");
    assert!(third.contains("there is no seat 3") && !third.contains("say `players"), "{third}");
    assert!(third.contains("the game for 2 at most"), "{third}");
    let three = two("players = 3");
    assert!(three.contains("this game is for 2 players"), "{three}");
    let third = scenario("[decks]\n3 = \"raiders\"");
    let players = proposed(&third, "players = ");
    assert_eq!(scenario(&format!("{players}\n[decks]\n3 = \"raiders\"")), "");
}

#[test]
fn the_number_of_a_card_of_lists_is_not_its_copies() {
    let top = ["comet"; 4].map(|card| format!("\"{card}\"")).join(", ");
    let shuffle = format!("[chance]\n\"library[1]\" = [{top}]");
    let wrong = scenario(&format!("[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n{shuffle}"));
    assert!(wrong.contains("this table has 3 copies") && !wrong.contains("raise"), "{wrong}");
    let laid = "[zones]\n\"hand[2]\" = [\"comet\"]\n";
    assert_eq!(scenario(&format!("[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n{laid}{shuffle}")), "");
    // That of an ember is.
    let embers = scenario(&format!("[zones]\n\"hand[1]\" = [{}]", ["\"glow\""; 7].join(", ")));
    assert!(embers.contains("the game has 6 copies") && embers.contains("raise its `copies`"), "{embers}");
}

#[test]
fn a_condition_on_lists_is_marked_as_a_whole() {
    for condition in [
        "2 * count(cards where basic) >= count(cards)",
        "count(cards where it is spell) >= 40",
        "count(values(cards, name)) == 1",
        "2 * count(cards where basic) <= count(cards) and none(cards where name == comet)",
        "few(cards)",
    ] {
        let require = "2 * count(cards where basic) >= count(cards)";
        let mut files = with("game.toml", require, condition);
        let few = "[functions.few]\nparams = { s = \"set of spell\" }\nreturns = \"bool\"\ncode = \"count(s) < 2\"\n";
        files.get_mut("game.toml").expect("it is there").push_str(few);
        let list = "[hero]\nroan = 1\n[cards]\nspark = 4\ncomet = 4\nbolt = 3\n";
        let opened = opened(files);
        let game = opened.game.expect("it can be played");
        let mut sources = sources_of(&game.ir);
        let file = sources.add("mine.toml", list);
        let (list, _) = read_deck(&game.ir, &sources, file);
        let found = check_deck(&game, None, &[], &[&list]).expect("it can be laid").concat();
        let report = report(&found, &sources, 200);
        assert_eq!(marked(&report, "asked for here"), condition, "{report}");
    }
}

#[test]
fn the_option_that_is_not_offered_is_marked() {
    let base = "begin = \"play\"\n[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n[zones]\n\"hand[1]\" = [\"comet\"]\n\
                \"library[1]\" = [\"spark\"]\n[[steps]]\noptions = OPTIONS\n";
    for (options, label, mark) in [
        ("[\"cast comet\", \"cast bolt\", \"pass\"]", "not among them: cast bolt", "cast bolt"),
        ("[\"cast comet\"]", "not expected: ", "[\"cast comet\"]"),
        ("[\"cast bolt\", \"pass\", \"cast comet\"]", "not among them: cast bolt", "cast bolt"),
    ] {
        let mut files = files();
        let text = format!("name = \"Own\"\n{}", base.replace("OPTIONS", options));
        files.insert("scenarios/comet.toml".into(), text);
        let game = opened(files).game.expect("it can be played");
        for table in game.scenario_tables() {
            let ir = table.game.expect("it can be laid").ir;
            let laid = Table::new(&ir).expect("sound");
            let result = run_scenario(&laid, &Names::new(&ir), 0);
            let report = report(&result.diagnostics, &sources_of(&ir), 200);
            assert_eq!(marked(&report, label), mark, "{report}");
        }
    }
}

#[test]
fn messages_name_the_mistake_and_not_what_follows_from_it() {
    // A copy, not a zone.
    let base = "[decks]\n1 = \"keepers\"\n2 = \"raiders\"\n[[steps]]\n";
    for (named, says) in [
        ("comet#9", "there are 3 copies of it"),
        ("Comet#0", "there are 3 copies of it"),
        ("roan#2", "there is 1 copy of it"),
    ] {
        let wrong = scenario(&format!("{base}visible = \"{named}\"\nto = 1"));
        assert!(wrong.contains(&format!("there is no `{named}`")) && wrong.contains(says), "{wrong}");
    }
    // A kind that is not known has no further errors.
    let kinds = errors(&opened(with("game.toml", "kinds  = [\"spell\"]", "kinds  = [\"spells\"]")));
    assert_eq!(kinds.matches("error[").count(), 1, "{kinds}");
    assert!(kinds.contains("there is no kind `spells`"), "{kinds}");
    // An option is no fault of a list.
    let game = opened(files()).game.expect("it can be played");
    let mut sources = sources_of(&game.ir);
    let file = sources.add("mine.toml", "[hero]\nroan = 1\n[cards]\nspark = 30\n");
    let (list, _) = read_deck(&game.ir, &sources, file);
    let options = [("lng".to_owned(), "true".to_owned())];
    let refused = check_deck(&game, None, &options, &[&list]).expect_err("there is no such option");
    assert!(refused.starts_with("Sparring has no option `lng`"), "{refused}");
    let refused = check_deck(&game, Some(9), &[], &[&list]).expect_err("there are not so many");
    assert!(refused.contains("is for 2 to 4 players"), "{refused}");
    // A reaction names the parameters of its verb.
    let reaction = "[verbs.burn]\nparams = { u = \"spell\", n = \"int\" }\ndo = \"log \\\"{{ n }}\\\"\"\n\
                    [[reactions]]\nafter = \"burn\"\nwhere = \"target.basic\"\ndo = \"log \\\"burnt\\\"\"\n";
    let mut files = files();
    files.insert("rules/more.toml".into(), reaction.into());
    let wrong = errors(&opened(files));
    assert!(wrong.contains("the parameters of `burn` are `u` and `n`"), "{wrong}");
}

/// Returns the errors of a list in a file of this name, read for the game.
fn of_list(name: &str, text: &str) -> String {
    let game = opened(files()).game.expect("it can be played");
    let mut sources = sources_of(&game.ir);
    let file = sources.add(name, text);
    report(&read_deck(&game.ir, &sources, file).1, &sources, 200)
}

#[test]
fn a_key_of_a_list_that_is_no_part_is_a_misspelt_one() {
    let list = "[hero]\nroan = 1\n[cards]\nspark = 8\n";
    for (line, says) in [
        ("nam = \"X\"", "did you mean `name`?"),
        ("Name = \"X\"", "did you mean `name`?"),
        ("card = \"X\"", "did you mean `cards`?"),
        ("title = \"X\"", "what may stand here: `name`, `cards`"),
        ("title = [\"X\"]", "what may stand here: `name`, `cards`"),
        ("spark = 8", "write `[cards]` above it, or the heading of another part"),
    ] {
        let key = line.split(' ').next().expect("a key");
        let read = of_list("mine.toml", &format!("{line}\n{list}"));
        assert!(read.contains(says) && read.contains("mine.toml:1:"), "{line}: {read}");
        assert!(read.matches("error[").count() == 1 && read.contains(&format!("`{key}`")), "{line}: {read}");
        let mut files = files();
        files.insert("decks/own.toml".into(), format!("{line}\n{list}"));
        let checked = errors(&opened(files));
        assert!(checked.contains(says) && checked.matches("error[").count() == 1, "{line}: {checked}");
    }
}

#[test]
fn a_line_of_plain_text_with_a_wrong_number_is_told_how_to_be_written() {
    for (line, place, says) in [
        ("0 comet", "0", "write a number from 1 to 100,000, or leave the line out"),
        ("-1 comet", "-1", "write a number from 1 to 100,000, or leave the line out"),
        ("99999999999 comet", "99999999999", "write a number from 1 to 100,000, or leave the line out"),
        ("2.5 comet", "2.5", "write a number from 1 to 100,000, or leave the line out"),
        ("1,000 comet", "1,000", "write it so: `1000 comet`"),
        ("x3 comet", "x3 comet", "write it so: `3 comet`"),
        ("× 3 comet", "× 3 comet", "write it so: `3 comet`"),
        ("+2 comet", "+2 comet", "write it so: `2 comet`"),
        ("- 2x comet", "- 2x comet", "write it so: `2 comet`"),
        ("comet", "comet", "write it so: `1 comet`"),
        ("comet x3", "comet x3", "write it so: `3 comet`"),
        ("comet (3)", "comet (3)", "write it so: `3 comet`"),
        ("3", "3", "write the card behind the number"),
        ("3x", "3x", "write the card behind the number"),
    ] {
        let read = of_list("mine.txt", &format!("[hero]\n1 roan\n[cards]\n{line}  # as it stood\n4 spark\n"));
        assert!(read.contains("error[CW0844]") && read.contains(says), "{line}: {read}");
        assert!(read.contains("mine.txt:4:1") && read.matches("error[").count() == 1, "{line}: {read}");
        // The marks below the line are as long as what is wrong.
        let marks = read.lines().find(|line| line.trim_start().starts_with('·')).expect("marks");
        let count = marks.chars().filter(|c| "─┬".contains(*c)).count();
        assert_eq!(count, place.chars().count(), "{line}: {read}");
        if let Some((_, meant)) = says.split_once("so: `") {
            let meant = meant.trim_end_matches('`');
            assert_eq!(of_list("mine.txt", &format!("{meant}\n")), "", "{line}");
        }
    }
    for line in ["4 comet", "4x comet", "4 x comet", "4× Comet", "4comet"] {
        assert_eq!(of_list("mine.txt", line), "", "{line}");
    }
}

#[test]
fn a_list_as_plain_text_of_too_many_cards_is_wrong_itself() {
    let read = of_list("mine.txt", "1 roan\n9000 spark\n1000 comet\n");
    assert!(read.contains("CW0204") && read.contains("a list has at most 10,000 cards"), "{read}");
    assert!(read.contains("mine.txt:3:6") && read.matches("error[").count() == 1, "{read}");
}

#[test]
fn a_part_of_too_few_cards_is_told_to_be_written_only_if_it_is_not() {
    let game = opened(files()).game.expect("it can be played");
    let checked = |text: &str| {
        let mut sources = sources_of(&game.ir);
        let file = sources.add("mine.toml", text);
        let (list, read) = read_deck(&game.ir, &sources, file);
        assert!(read.is_empty(), "{}", report(&read, &sources, 200));
        let found = check_deck(&game, None, &[], &[&list]).expect("a table").concat();
        report(&found, &sources, 200)
    };
    let cards = "[cards]\nspark = 8\n";
    for (text, help) in [
        (cards.to_owned(), "write `[hero]`, and the cards below it"),
        (format!("[hero]\n{cards}"), "help: add 1\n"),
        (format!("[hero]\nroan = 2\n{cards}"), "help: take out 1\n"),
        ("[hero]\nroan = 1\n[cards]\n".to_owned(), "help: add 8 or more\n"),
        ("[hero]\nroan = 1\n[cards]\nspark = 41\n".to_owned(), "help: take out 1 or more\n"),
    ] {
        let found = checked(&text) + "\n";
        assert!(found.contains("CW0832") && found.contains(help), "{text}: {found}");
    }
}

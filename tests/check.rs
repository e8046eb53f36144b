//! Names and types, through whole packages.

use cardwright::compile::CompiledGame;
use cardwright::diagnostics::{Format, Severity, render};
use cardwright::inspect::{inspect, open_and_inspect};
use cardwright::ir::FunctionId;

#[path = "../benches/generated.rs"]
mod generated;

fn report(name: &str) -> String {
    let opened = CompiledGame::open(name);
    render(&opened.diagnostics, &opened.sources, Format::Human { color: false, width: 120, unicode: true })
}

#[test]
fn shipped_games_are_clean() {
    for game in crate::support::ids() {
        assert_eq!(report(&format!("cards/{game}")), "", "{game}");
    }
}

/// A bench of a package with errors would measure the wrong thing.
#[test]
fn the_package_of_the_benches_has_no_errors() {
    crate::support::playable(crate::support::opened(generated::texts(54)));
}

#[test]
fn texts_of_a_large_box_are_compared_to_the_last() {
    let mut texts = generated::texts(900);
    let cards = &mut texts[2].1;
    for card in [3, 450, 899] {
        let start = cards.find(&format!("[cards.card_{card}]")).expect("the card");
        let above = start + cards[start..].find(" above ").expect("its text");
        cards.replace_range(above..above + 7, " above 7");
    }
    let opened = crate::support::opened(texts);
    let errors = opened.diagnostics.iter().filter(|d| d.severity == Severity::Error);
    let places: Vec<u32> = errors.map(|d| d.labels[0].span.start).collect();
    assert_eq!(places.len(), 3, "{places:?}");
    assert!(places.is_sorted(), "{places:?}");
}

/// `check` inspects compiled rules while their texts are still compared: nothing may be lost, or said for a game
/// that there is not.
#[test]
fn a_package_inspected_beside_its_check_has_the_same_findings() {
    let dir = tempfile::tempdir().expect("a folder");
    let zone = "[zones.attic]\nholds = \"card\"\n";
    let wrong_text = |texts: &mut Vec<(&str, String)>| {
        let cards = &mut texts[2].1;
        *cards = cards.replacen(" above ", " above 7", 1);
    };
    let unused = |texts: &mut Vec<(&str, String)>| texts[1].1.push_str(zone);
    type Change<'c> = &'c dyn Fn(&mut Vec<(&str, String)>);
    let changes: [(&str, Change); 3] = [("sound", &|_| ()), ("text", &wrong_text), ("zone", &unused)];
    for (name, change) in changes {
        let mut texts = generated::texts(54);
        change(&mut texts);
        for (path, text) in texts {
            let path = dir.path().join(name).join(path);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
    }
    let folders = changes.map(|(name, _)| dir.path().join(name).to_string_lossy().into_owned());
    let shipped = crate::support::ids().map(|id| format!("cards/{id}"));
    let mut said = Vec::new();
    for name in shipped.chain(folders) {
        let mut opened = CompiledGame::open(&name);
        let scenarios = inspect(&mut opened, None).expect("the game is sound");
        let (beside, counted) = open_and_inspect(&name, None).expect("the game is sound");
        assert_eq!(beside.diagnostics, opened.diagnostics, "{name}");
        assert_eq!((beside.game.is_some(), counted), (opened.game.is_some(), scenarios), "{name}");
        said.push(opened.diagnostics.len());
    }
    // Two functions are of no use to these cards, which an error leaves open.
    assert_eq!(said[said.len() - 3..], [2, 1, 3], "{said:?}");
}

#[test]
fn what_is_included_may_go_unused() {
    let shared = "[functions.lucky]\nreturns = \"int\"\ncode = \"7\"\n";
    let game = "[game]\nid = \"red\"\nname = \"Red\"\nplayers = [2, 2]\ninclude = [\"shared\"]\n";
    let dir = tempfile::tempdir().expect("a folder");
    for (file, text) in [("shared/rules/a.toml", shared), ("red/game.toml", game), ("red/rules/b.toml", "")] {
        let path = dir.path().join(file);
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let red = dir.path().join("red");
    assert_eq!(report(&red.to_string_lossy()), "");
    std::fs::write(red.join("rules/b.toml"), shared.replace("lucky", "unlucky")).expect("written");
    let said = report(&red.to_string_lossy());
    assert!(said.contains("nothing uses the function `unlucky`") && !said.contains("`lucky`"), "{said}");
}

#[test]
fn a_game_can_be_laid_and_asked() {
    use cardwright::table::{Stop, Table};
    let mut game = CompiledGame::open("cards/fantasy-realms").game.expect("it is clean");
    let f = game.snippet("score(players[1])").expect("it compiles");
    let table = Table::new(&game.ir).expect("the IR is sound");
    let mut machine = table.machine();
    let mut state = machine.lay(3, &[], 1).map_err(|e| format!("{e:?}")).expect("it can be laid");
    let stop = machine.call(&mut state, FunctionId(f), &[]);
    assert_eq!(stop, Stop::Returned, "{state:?}");
}

/// The rules of a game whose cards have a value and a slot for a rule.
const WOODS: &str = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [2, 2]\n[kinds.card.attributes]\ncost = \"int 0..9\"\n\
    [kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\" }\n[zones.deck]\nstart = \"cards\"\n\
    [state.table]\ntotal = \"int -999..999\"\n[flow]\nplay = \"for each c in deck { total += c.bonus + c.cost }; end\"\n";

/// The diagnostics of a game with these cards.
fn of_cards(cards: &str) -> String {
    of_printed_cards(cards, "")
}

/// The diagnostics of a game with these cards, and with these settings of print.
fn of_printed_cards(cards: &str, settings: &str) -> String {
    let files = [("game.toml", WOODS), ("cards/cards.toml", cards), ("print.toml", settings)];
    let opened = crate::support::opened(files);
    render(&opened.diagnostics, &opened.sources, Format::Short)
}

#[test]
fn cards_of_one_name_are_told_apart_by_something_printed() {
    let two = |more: &str, other: &str| {
        of_cards(&format!(
            "[cards.a]\nname = \"Guard\"\ncost = 2\n{more}\n[cards.b]\nname = \"Guard\"\ncost = 2\n{other}\n"
        ))
    };
    let said = two("text = \"Watch.\"", "text = \"Watch.\"");
    assert!(said.contains("CW0618") && said.contains("on paper, `b` looks as `a` does"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let guards = "[cards.a]\nname = \"Guard\"\ncost = 2\n[cards.b]\nname = \"Guard\"\ncost = 2\n";
    assert!(of_cards(guards).contains("CW0618"));
    assert_eq!(of_printed_cards(guards, "[colours]\na = \"#ff0000\"\n"), "");
    // The rule is not printed, but the text is.
    let rule = "text = \"+2 for each other card.\"\nbonus = \"2 * count(cards where it != self)\"";
    assert!(!two(rule, "text = \"Watch.\"").contains("CW0618"));
    assert_eq!(two("", "flavour = \"At night.\""), "");
    assert_eq!(
        of_cards(
            "[cards.a]\nname = \"Guard\"\ncost = 2\ncopies = 2\n[cards.b]\nname = \"Guard\"\ncost = 3\n"
        ),
        ""
    );
    // Without a text, the rule may be printed in words.
    assert_eq!(two("bonus = \"2\"", "bonus = \"3\""), "");
}

#[test]
fn a_rule_that_replaces_that_of_a_keyword_is_said_unless_the_card_names_it() {
    let heavy = "[keywords.heavy]\ntext = \"−2.\"\n[keywords.heavy.slots]\nbonus = \"-2\"\n";
    let card = |text: &str, bonus: &str, keywords: &str| {
        let cards = format!(
            "[cards.a]\ncost = 2\nkeywords = {keywords}\n{bonus}\n{text}\n[cards.b]\ncost = 1\nkeywords = [\"heavy\"]\n"
        );
        let light = "[keywords.light]\ntext = \"+2.\"\n[keywords.light.slots]\nbonus = \"2\"\n";
        let other = "[cards.c]\ncost = 3\nkeywords = [\"light\"]\n";
        let game = format!("{WOODS}{heavy}{light}");
        let opened = crate::support::opened([
            ("game.toml", game.as_str()),
            ("cards/cards.toml", &*format!("{cards}{other}")),
        ]);
        render(&opened.diagnostics, &opened.sources, Format::Short)
    };
    let said = card("text = \"+3.\"", "bonus = \"3\"", "[\"heavy\"]");
    assert!(said.contains("CW0617") && said.contains("cards/cards.toml:4:1"), "{said}");
    assert_eq!(card("text = \"Instead of Heavy: +3.\"", "bonus = \"3\"", "[\"heavy\"]"), "");
    assert_eq!(card("", "", "[\"heavy\"]"), "");
    // Two keywords of one slot ask for a rule of the card's own.
    assert_eq!(card("text = \"+3.\"", "bonus = \"3\"", "[\"heavy\", \"light\"]"), "");
}

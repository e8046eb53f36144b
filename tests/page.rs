//! The page of a report: it has the same results as the output for programs, it needs nothing else, and no
//! name breaks it.

use crate::process::Ends;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use usvg::roxmltree::{Document, Node, ParsingOptions};

use crate::play::compiled;
use crate::support;
use cardwright::ir::Ir;
use cardwright::lab::{CountSelection, Simulation, StudyQuestion, simulate};
use cardwright::play::{Agreement, BotKind};
use cardwright::report::{StudySimulation, page, study_json};
use cardwright::table::Table;

/// The player with the thorn loses; some of the rules never run, one runs in part.
const GAME: &str = r#"
[game]
id = "thorns"
name = "Thorns & Roses"
players = [2, 2]
[zones.deck]
ordered = true
start = "cards where it != never_dealt"
[zones.hand]
per = "player"
[zones.gone]
[scoring]
score = "-3 if any(p.hand where it == thorn) else count(p.hand)"
[flow]
play = """
shuffle(deck)
for each p in players {
  deal(deck, p.hand, 3)
}
for each p in players {
  choose card from p.hand by p "Which <b>goes</b>?"
  if card == never_dealt { win p }
  if count(p.hand) > 5 {
    lose p
  }
  move(card, gone)
  if card != thorn {
    choose more from p.hand by p "Another?" { move(more, gone) }
  }
}
end
"""
"#;

const HOSTILE: &str = "<script>alert('&amp;\")</script>";

fn thorns() -> Ir {
    let cards = format!(
        "kind = \"card\"\n[cards.thorn]\nname = {}\n[cards.rose]\nname = \"Rose\"\ncopies = 5\n[cards.never_dealt]\nname = \"Never\"\n",
        Value::from(HOSTILE)
    );
    compiled(&[("game.toml", GAME), ("cards/cards.toml", &cards)])
}

/// The object of a simulation between random bots.
fn report(ir: &Ir, games: u64, change: impl FnOnce(Simulation) -> Simulation) -> Value {
    let table = Table::new(ir).expect("sound");
    let agreement = Agreement::settle(&mut table.machine(), None, [], 1).expect("they agree");
    let bots = vec![BotKind::Random; agreement.players as usize];
    let simulation =
        change(Simulation { wants: CountSelection::ALL, ..Simulation::new(agreement, bots, games) });
    let played = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid");
    let shown = StudySimulation {
        label: "",
        package: "thorns",
        ir,
        simulation: &simulation,
        results: &played.results,
        played: played.count(),
        speed: None,
    };
    study_json(&StudyQuestion::One, &[shown])
}

/// The page as a strict reader takes it, which is refused if anything in it is not closed, or not escaped.
fn parsed(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|why| panic!("{why}\n{page}"))
}

/// All texts within, a blank between.
fn text(node: Node) -> String {
    let pieces = node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text());
    pieces.map(str::trim).filter(|t| !t.is_empty()).collect::<Vec<&str>>().join(" ")
}

fn all<'a>(node: Node<'a, 'a>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(move |n| n.has_tag_name(tag))
}

/// The section below a heading.
fn section<'a>(doc: &'a Document, title: &str) -> Node<'a, 'a> {
    let mut sections = all(doc.root(), "section");
    sections
        .find(|s| all(*s, "h2").any(|h| text(h) == title))
        .unwrap_or_else(|| panic!("no section {title}: {}", text(doc.root())))
}

fn rows(node: Node) -> Vec<String> {
    // Descriptions of a drawing are left out: the numbers stand beside it.
    let cells = |row: Node| {
        let cells = row.children().filter(|c| c.is_element() && !c.children().any(|c| c.has_tag_name("svg")));
        cells.map(text).collect::<Vec<String>>().join(" | ")
    };
    all(node, "tr").map(cells).collect()
}

fn needs_nothing(page: &str) {
    let doc = parsed(page);
    for node in doc.root().descendants().filter(Node::is_element) {
        let tag = node.tag_name().name();
        assert!(
            !["script", "link", "img", "iframe", "object", "embed", "base", "use", "image"].contains(&tag),
            "{tag}"
        );
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!["src", "href", "action", "srcset", "data"].contains(&name), "{name}={value}");
            assert!(!name.starts_with("on") && !value.contains("url("), "{name}={value}");
        }
    }
    for style in all(doc.root(), "style") {
        assert!(!text(style).contains("url(") && !text(style).contains("@import"));
    }
    assert_eq!(page.matches("://").count(), 1, "the namespace alone");
}

#[test]
fn a_page_needs_nothing_and_no_name_breaks_it() {
    let ir = thorns();
    let report = report(&ir, 200, |s| s);
    let made = page(&ir, &report).expect("a page");
    needs_nothing(&made);
    let doc = parsed(&made);
    let said = text(doc.root());
    assert!(
        said.contains(HOSTILE) && said.contains("Thorns & Roses") && said.contains("Which <b>goes</b>?"),
        "{said}"
    );
    assert_eq!(page(&ir, &report).expect("a page"), made);
}

#[test]
fn options_are_named_by_words() {
    let options = "[options.hit_points]\nvalues = [\"nine_more\", \"ten\"]\ndefault = \"nine_more\"\ntext = \"?\"\n\
                   [options.open_hands]\ndefault = true\ntext = \"?\"\n";
    let cards = "kind = \"card\"\n[cards.thorn]\n[cards.rose]\ncopies = 5\n[cards.never_dealt]\n";
    let ir = compiled(&[("game.toml", &format!("{GAME}{options}")), ("cards/cards.toml", cards)]);
    let made = page(&ir, &report(&ir, 2, |s| s)).expect("a page");
    assert!(made.contains("<dt>Hit points</dt><dd>Nine more</dd>"), "{made}");
    assert!(made.contains("<dt>Open hands</dt><dd>yes</dd>"), "{made}");
}

#[test]
fn a_page_says_what_programs_are_told() {
    let ir = thorns();
    let report = report(&ir, 300, |s| s);
    let made = page(&ir, &report).expect("a page");
    let doc = parsed(&made);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let wins = rows(section(&doc, "Who wins"));
    let scores = rows(section(&doc, "Scores"));
    for (at, seat) in report["seats"].as_array().expect("seats").iter().enumerate() {
        let share = percent(seat["share"].as_f64().expect("a share"));
        let within = ["low", "high"]
            .map(|end| format!("{:.1}", seat[end].as_f64().expect("an end") * 100.0))
            .join("–");
        assert!(wins[at + 1].ends_with(&format!("| {share} {within}")), "{wins:?}");
        assert!(wins[at + 1].starts_with(&format!("{} · random {} wins", at + 1, seat["wins"])), "{wins:?}");
        let score = &seat["score"];
        let mean = format!("{:.1}", score["mean"].as_f64().expect("a mean")).replace('-', "−");
        assert!(
            scores[at + 1]
                .contains(&format!("| {mean} SD {:.1}", score["sd"].as_f64().expect("a deviation")))
        );
    }
    let decided = section(&doc, "What is decided");
    let bins = &report["choices"]["options"]["bins"];
    assert_eq!((&bins["width"], bins["times"].as_array().map(Vec::len)), (&json!(1), Some(2)));
    for bin in bins["times"].as_array().expect("bins") {
        let row = format!("{} | {} | ", bin[0], bin[1]);
        assert!(rows(decided).iter().any(|r| r.starts_with(&row)), "{row} {:?}", rows(decided));
    }
    let cards = section(&doc, "Cards");
    for card in report["cards"]["cards"].as_array().expect("cards") {
        let name = card["name"].as_str().expect("a name");
        if card["dead"] == true {
            assert!(text(cards).contains(&format!("Never chosen or held: {name}.")));
            continue;
        }
        let of = |relation: &str| card[relation]["times"].as_f64().expect("a number");
        let players = report["cards"]["players"].as_f64().expect("a number");
        let offered = format!("{name} offered to {}", percent(of("offered") / players));
        let taken = format!("{offered}, taken by {}, win ", percent(of("chosen") / of("offered")));
        for (relation, begins) in
            [("chosen", taken), ("kept", format!("{name} kept by {}", percent(of("kept") / players)))]
        {
            let difference = &card[relation]["difference"];
            let Some(share) = difference["share"].as_f64() else { continue };
            let star = if difference["marked"] == true { " ★" } else { "" };
            let value = format!("| {:+.1}{star} ", share * 100.0).replace('-', "−");
            let row = rows(cards).into_iter().find(|r| r.starts_with(&begins));
            assert!(row.as_ref().is_some_and(|r| r.contains(&value)), "{begins} {value} {:?}", rows(cards));
        }
    }
    // The thorn decides, and stands out.
    assert!(rows(cards).iter().any(|r| r.starts_with(&format!("{HOSTILE} kept by")) && r.contains('★')));
}

#[test]
fn rules_that_never_ran_are_marked_on_the_source() {
    let ir = thorns();
    let report = report(&ir, 100, |s| s);
    let made = page(&ir, &report).expect("a page");
    let doc = parsed(&made);
    let rules = section(&doc, "Rules");
    let line = |needle: &str| {
        let mut lines = all(rules, "tr");
        lines.find(|row| text(*row).contains(needle)).unwrap_or_else(|| panic!("no line {needle}"))
    };
    assert_eq!(line("lose p").attribute("class"), Some("never"));
    assert!(text(line("lose p")).contains(" never "), "in words too");
    assert_eq!(line("win p").attribute("class"), Some("part"));
    assert!(all(line("win p"), "mark").any(|m| text(m).contains("win p")), "what of it never ran");
    assert_eq!(line("shuffle(deck)").attribute("class"), Some("whole"));
    assert_eq!(line("[zones.gone]").attribute("class"), None);
    for said in report["rules"]["lines"].as_array().expect("lines") {
        let number = said["line"].to_string();
        let row = all(rules, "tr").find(|row| {
            row.children().find(|c| c.has_tag_name("td")).is_some_and(|c| text(c) == number)
                && text(row.parent().and_then(|b| b.parent()).and_then(|t| t.parent()).expect("its file"))
                    .starts_with(said["file"].as_str().expect("a file"))
        });
        let row = row.expect("each line is there");
        let look = match (said["never"].as_array().expect("pieces").is_empty(), said["ran"].as_u64()) {
            (true, _) => "whole",
            (false, Some(0)) => "never",
            _ => "part",
        };
        assert_eq!(row.attribute("class"), Some(look), "{said}");
    }
    // Files of which all ran are folded.
    let open: Vec<String> =
        all(rules, "details").filter(|d| d.attribute("open").is_some()).map(|d| text(d)).collect();
    assert!(open.len() == 1 && open[0].starts_with("game.toml"), "{open:?}");
}

#[test]
fn what_is_partial_given_up_or_faulty_is_said_with_its_command() {
    let ir = thorns();
    let mut report = report(&ir, 10, |s| Simulation { part: 0..4, max_plies: 1, ..s });
    assert_eq!(report["unfinished"], 4);
    report["faults"] = json!(2);
    report["first_fault"] =
        json!({ "game": 3, "seed": 5, "code": "CW0701", "again": "cardwright play <x> --seed 5" });
    let made = page(&ir, &report).expect("a page");
    let said = text(parsed(&made).root());
    assert!(said.contains("This is part of a simulation: 4 of 10 games."), "{said}");
    assert!(said.contains("4 games stopped after 1 choices."), "{said}");
    assert!(said.contains(report["first_unfinished"]["again"].as_str().expect("a command")), "{said}");
    assert!(
        said.contains("2 games ended in a fault (CW0701). The first: cardwright play <x> --seed 5"),
        "{said}"
    );
}

#[test]
fn many_cards_fold_but_for_the_best_and_the_worst() {
    let ir = thorns();
    let mut report = report(&ir, 50, |s| s);
    let card = |i: u64| {
        let share = 0.4 - i as f64 / 1000.0;
        let d = json!({ "share": share, "low": share - 0.1, "high": share + 0.1, "p": 0.5, "marked": i < 3 });
        let effect = json!({ "times": 10, "wins": 5, "difference": d });
        let by = if i == 7 {
            json!([{ "id": "c1", "name": "Card <1>", "met": 1200, "taken": 9 }])
        } else {
            json!([])
        };
        json!({
            "id": format!("c{i}"), "name": format!("Card {i}"), "dead": false, "offered": effect, "taken": 0.25,
            "chosen": effect, "held": effect, "kept": effect, "dominated_by": by,
        })
    };
    report["cards"]["cards"] = (0..540).map(card).collect();
    let made = page(&ir, &report).expect("a page");
    let doc = parsed(&made);
    let cards = section(&doc, "Cards");
    let folded = |row: &Node| row.ancestors().any(|a| a.has_tag_name("details"));
    let rows: Vec<Node> = all(cards, "tr").filter(|r| text(*r).contains("taken by")).collect();
    let seen: Vec<String> = rows.iter().filter(|r| !folded(r)).map(|r| text(*r)).collect();
    assert_eq!((rows.len(), seen.len()), (540, 60));
    assert!(seen[0].starts_with("Card 0 ") && seen[59].starts_with("Card 539 "), "{seen:?}");
    assert!(crate::page::rows(cards).contains(&"Card 7 | Card <1> | 9 of 1,200 | 0.8 %".to_owned()));
    assert!(text(cards).contains("480 more between") && text(cards).contains("3 of 540 cards stand out"));
}

/// Three simulations of one game, as entries of a question.
fn entries(ir: &Ir) -> Value {
    let labels = ["cost 1", "cost <2>", "cost 3"];
    let entry = |(label, games): (&str, u64)| json!({ "label": label, "report": report(ir, games, |s| s) });
    labels.into_iter().zip([20, 30, 40]).map(entry).collect()
}

#[test]
fn a_sweep_is_a_curve_for_each_figure() {
    let ir = thorns();
    let point = |at: &str, value: f64| json!({ "at": at, "value": value, "low": value - 0.02, "high": value + 0.02, "count": 1000 });
    let report = json!({
        "question": "sweep", "game": "thorns", "version": "1", "played": 1200, "seed": 7, "entries": entries(&ir),
        "sweep": { "of": "cards.rose.cost", "values": ["1", "<2>", "3"], "figures": [
            { "figure": "win.seat1", "unit": "share", "values": [point("1", 0.51), point("<2>", 0.55), point("3", 0.61)] },
            { "figure": "turns", "unit": "number", "values": [point("1", 31.25), point("<2>", 30.0), point("3", 1234.5)] },
        ] },
    });
    let made = page(&ir, &report).expect("a page");
    needs_nothing(&made);
    let doc = parsed(&made);
    let said = text(doc.root_element());
    assert!(said.contains("Simulations 3 Games in all 1,200 Seed 7"), "{said}");
    assert!(said.contains("part of a simulation: 1,200 of 90 games"), "{said}");
    let sweep = section(&doc, "cards.rose.cost");
    assert_eq!(all(sweep, "polyline").count(), 2);
    let said = rows(sweep);
    assert!(said.contains(&"<2> | 55.0 % | 53.0 % to 57.0 % | 1,000".to_owned()), "{said:?}");
    assert!(said.iter().any(|r| r.starts_with("1 | 31.25 | 31.23 to 31.27")), "{said:?}");
    assert!(said.iter().any(|r| r.starts_with("3 | 1234 | ") || r.starts_with("3 | 1235 | ")), "{said:?}");
    // Each simulation is there, folded.
    let each = section(&doc, "Each by itself");
    let said = text(each);
    assert!(said.contains("cost <2>") && said.contains("Games 30") && said.contains("game.toml:"), "{said}");
}

#[test]
fn a_league_is_a_table_of_everybody_against_everybody() {
    let ir = thorns();
    let met = |bot: &str, share: f64| json!({ "bot": bot, "share": share, "low": share - 0.05, "high": share + 0.05, "games": 1000 });
    let report = json!({
        "question": "league", "game": "thorns", "version": "1", "played": 90, "seed": 7, "entries": entries(&ir),
        "league": { "bots": ["greedy", "random"], "fair": 0.5, "table": [
            { "bot": "greedy", "against": [met("random", 0.9)], "mean": 0.9 },
            { "bot": "random", "against": [met("greedy", 0.1)], "mean": 0.1 },
        ] },
    });
    let made = page(&ir, &report).expect("a page");
    needs_nothing(&made);
    let doc = parsed(&made);
    let said = rows(section(&doc, "Everybody against everybody"));
    assert_eq!(said[1], "greedy | 90.0 % | – | 90.0 % 85.0–95.0");
    assert_eq!(said[2], "random | 10.0 % | 10.0 % 5.0–15.0 | –");
}

#[test]
fn a_comparison_shows_what_changed_first() {
    let ir = thorns();
    let change = |figure: &str, unit: &str, before: f64, after: f64, marked: bool| {
        let d = after - before;
        json!({
            "figure": figure, "before": before, "after": after, "difference": d, "low": d - 0.02, "high": d + 0.02,
            "p": if marked { 0.000_01 } else { 0.5 }, "marked": marked, "unit": unit,
        })
    };
    let report = json!({
        "question": "compare", "game": "thorns", "version": "1", "played": 1200, "seed": 7, "entries": entries(&ir),
        "compare": { "before": "HEAD~1", "after": "<here>", "figures": [
            change("win.seat1", "share", 0.5, 0.51, false), change("win.seat2", "share", 0.5, 0.42, true),
            change("plies", "number", 20.0, 25.5, true), change("turns", "number", 0.0, 1.0, false),
        ] },
    });
    let made = page(&ir, &report).expect("a page");
    needs_nothing(&made);
    let doc = parsed(&made);
    let said = rows(section(&doc, "What changed"));
    assert!(
        said[1].starts_with("win.seat2 50.0 % → 42.0 %, p below 0.0001 | −8.0 ★ −10.0 to −6.0"),
        "{said:?}"
    );
    assert!(said[2].starts_with("win.seat1 50.0 % → 51.0 %, p 0.5000 | +1.0 "), "{said:?}");
    assert!(said[4].starts_with("plies 20 → 25.5") && said[4].contains("+5.5 ★ +5.48 to +5.52"), "{said:?}");
    assert!(text(section(&doc, "What changed")).contains("From HEAD~1 to <here>, 2 of 4 figures changed"));
}

#[test]
fn what_is_no_report_makes_no_page() {
    let ir = thorns();
    for nothing in [json!({}), json!([]), json!({ "entries": 3 }), json!({ "game": "thorns" })] {
        assert!(page(&ir, &nothing).is_err(), "{nothing}");
    }
}

fn sim(folder: &Path, args: &[&str]) {
    let output = crate::process::cardwright().args(args).current_dir(folder).ended();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn pages_are_the_same_for_any_number_of_threads_and_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let run = ["sim", "minute-realms", "-n", "60", "--players", "3", "--stats", "all"];
    sim(folder, &[&run[..], &["-j", "1", "--save", "one.html", "--save", "one.json"]].concat());
    sim(folder, &[&run[..], &["-j", "2", "--save", "two.html"]].concat());
    let parts = ["1.part", "2.part", "3.part"];
    for (k, part) in parts.iter().enumerate() {
        sim(folder, &[&run[..], &["--shard", &format!("{}/3", k + 1), "--save", part]].concat());
    }
    sim(folder, &[&["sim", "merge", "2.part", "3.part", "1.part"][..], &["--save", "merged.html"]].concat());
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("saved");
    let one = read("one.html");
    assert!(one == read("two.html") && one == read("merged.html"));
    needs_nothing(&one);
    // It is made from the results saved for programs.
    let ir = support::shipped("minute-realms").ir;
    let report: Value = serde_json::from_str(&read("one.json")).expect("JSON");
    assert!(page(&ir, &report).expect("a page") == one);
}

#[test]
fn questions_have_pages_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/tic-tac-toe");
    let shipped = shipped.to_str().expect("UTF-8");
    let asked: [(&[&str], &str); 3] = [
        (&["tic-tac-toe", "--league", "first,random,greedy", "-n", "20"], "Everybody against everybody"),
        (&["fantasy-realms", "--sweep", "players=3..4", "-n", "6", "--stats", "cards"], "players"),
        (&[shipped, "--compare", shipped, "-n", "30", "--stats", "all"], "What changed"),
    ];
    for (args, title) in asked {
        sim(folder, &[&["sim"], args, &["--save", "x.html", "--save", "x.json"]].concat());
        let made = fs::read_to_string(folder.join("x.html")).expect("saved");
        needs_nothing(&made);
        let report: Value =
            serde_json::from_slice(&fs::read(folder.join("x.json")).expect("saved")).expect("JSON");
        let doc = parsed(&made);
        let said = text(section(&doc, title));
        assert!(said.len() > 40, "{said}");
        let each = text(section(&doc, "Each by itself"));
        for entry in report["entries"].as_array().expect("entries") {
            assert!(each.contains(entry["label"].as_str().expect("a label")), "{each}");
        }
    }
}

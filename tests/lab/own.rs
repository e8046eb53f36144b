//! The game's own figures: asked at the end of each game, told in every table.

use std::sync::atomic::AtomicBool;

use crate::support;
use cardwright::ir::Ir;
use cardwright::lab::{Simulation, SimulationResults, StudyQuestion, figures, simulate};
use cardwright::play::{Agreement, BotKind};
use cardwright::report::{StudySimulation, page, rows, study_json, study_text};
use cardwright::table::Table;

/// Each player draws two of four cards that are worth 1, 2, 4 and 8. The player with the dove wins, in half
/// of all games.
const GAME: &str = r#"
[game]
id = "birds"
name = "Birds"
players = [2, 2]
[enums]
wood = ["oak", "pine", "elm"]
[kinds.card.attributes]
worth = "int 1..9"
wood = "wood"
[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
[flow]
setup = "shuffle(deck)"
play = '''
for each p in players { deal(deck, p.hand, 2) }
for each p in players {
  choose c from p.hand by p
  if any(p.hand where it == dove) and p == players[1] { win p "early" }
  if any(p.hand where it == dove) { win p "late" }
}
'''
"#;

const FIGURES: &str = r#"
[figures]
all = "sum(players, sum(hand, worth))"
worth = { value = "sum(p.hand, worth)", per = "player" }
close = "all(players, any(hand where worth <= 2))"
trees = { value = "values(p.hand, wood)", per = "player" }
best = "best(union(players, hand), worth)"
lone = { value = "only(p.hand where wood == oak)", per = "player" }
"#;

const CARDS: &str = "[cards.crow]\nworth = 1\nwood = \"oak\"\n[cards.dove]\nworth = 2\nwood = \"oak\"\n\
    [cards.kite]\nworth = 4\nwood = \"pine\"\n[cards.owl]\nworth = 8\nwood = \"pine\"\n";

fn opened(figures: &str) -> cardwright::compile::OpenResult {
    let game = format!("{GAME}{figures}");
    support::opened([("game.toml", game.as_str()), ("cards/c.toml", CARDS)])
}

fn birds() -> Ir {
    opened(FIGURES).game.expect("it compiles").ir
}

fn run(ir: &Ir, change: impl FnOnce(&mut Simulation)) -> (Simulation, SimulationResults) {
    let table = Table::new(ir).expect("sound");
    let agreement = Agreement { players: 2, seed: 5, options: Vec::new() };
    let mut simulation = Simulation::new(agreement, vec![BotKind::Random, BotKind::First], 600);
    change(&mut simulation);
    let results = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
    (simulation, results)
}

fn shown<'a>(ir: &'a Ir, (simulation, results): &'a (Simulation, SimulationResults)) -> StudySimulation<'a> {
    StudySimulation { label: "", package: "birds", ir, simulation, results, played: 600, speed: None }
}

#[test]
fn they_are_what_can_be_worked_out_by_hand() {
    let ir = birds();
    let played = run(&ir, |_| {});
    let all = figures(&ir, &played.0, &played.1);
    let value =
        |name: &str| all.iter().find(|f| f.name() == name).unwrap_or_else(|| panic!("{name}")).measure;
    // All four cards are always held.
    assert_eq!((value("figure.all").value(), value("figure.all").count()), (15.0, 600));
    assert_eq!((value("figure.worth").value(), value("figure.worth").count()), (7.5, 600));
    let seats = value("figure.worth.seat1").value() + value("figure.worth.seat2").value();
    assert!((seats - 15.0).abs() < 1e-9, "{seats}");
    // Who has the dove wins: 2 and, as likely as not, 1, 4 or 8 besides; the others have the rest of 15.
    let (won, lost) = (value("figure_won.worth").value(), value("figure_not_won.worth").value());
    assert!((won + lost - 15.0).abs() < 1e-9 && (won - 6.33).abs() < 0.4, "{won} {lost}");
    // The crow and the dove lie apart in two of three deals.
    let close = value("figure.close").value();
    assert!((close - 2.0 / 3.0).abs() < 0.07, "{close}");
    // Then each has an oak and a pine; otherwise one has both oaks, who wins.
    let (oak, won_oak) = (value("figure.trees.oak"), value("figure_won.trees.oak"));
    assert_eq!(oak.count(), 600, "each table once");
    assert!((oak.value() - (close + (1.0 - close) / 2.0)).abs() < 1e-9, "{}", oak.value());
    assert!((won_oak.value() * oak.value() - 0.5).abs() < 1e-9, "whoever wins has an oak");
    assert_eq!(value("figure.best.owl").value(), 1.0);
    assert!(!all.iter().any(|f| f.name() == "figure.best.crow"));
    // Two oaks are no lone one.
    assert!((value("figure.lone.dove").value() - close / 2.0).abs() < 1e-9);
    assert_eq!(value("figure_won.lone.dove").value(), 1.0);
    assert_eq!(value("figure_won.lone.crow").value(), 0.0);
    assert_eq!(value("figure_ending.all.early").value(), 15.0);
    let early = value("figure_ending.best.owl.early").value();
    assert_eq!(early, value("ending.early").value());
}

#[test]
fn threads_and_seats_do_not_show() {
    let ir = birds();
    let (_, one) = run(&ir, |_| {});
    let (_, many) = run(&ir, |s| s.jobs = std::num::NonZero::new(3).expect("three"));
    assert_eq!(one.counts, many.counts);
    // If seats rotate, the bots are counted.
    let (simulation, results) = run(&ir, |s| s.rotate = true);
    let names: Vec<String> =
        figures(&ir, &simulation, &results).iter().map(cardwright::lab::SimulationFigure::name).collect();
    assert!(names.contains(&"figure.worth.first".to_owned()), "{names:?}");
}

#[test]
fn every_table_has_them() {
    let ir = birds();
    let played = run(&ir, |_| {});
    let one = shown(&ir, &played);
    let text = study_text(&StudyQuestion::One, &[one], 100);
    for part in ["worth   all players   7.50", "worth   seat1", "trees   oak", "close   yes", "late"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json = study_json(&StudyQuestion::One, &[one]);
    assert_eq!(
        (json["figures"][0]["figure"].as_str(), json["figures"][0]["number"]["mean"].as_f64()),
        (Some("all"), Some(15.0))
    );
    assert!(page(&ir, &json).expect("a page").contains("figures</h2>"));
    let written = rows(&StudyQuestion::One, &[one]);
    assert!(
        written.iter().any(|row| row.figure == "figure_won" && row.of == "lone.dove" && row.value == 1.0)
    );
    let sweep = StudyQuestion::Sweep { of: vec!["players".into()], at: vec![vec!["2".into()]] };
    assert!(study_text(&sweep, &[one], 100).contains("figure.worth.seat1"));
    let bots = vec!["random".to_owned(), "first".to_owned()];
    let league = StudyQuestion::League { bots, meetings: vec![(0, 1)] };
    let text = study_text(&league, &[one], 100);
    assert!(text.contains("Means of the game's own figures:"), "{text}");
    let compare = study_text(&StudyQuestion::Compare, &[one, one], 100);
    assert!(compare.contains("figure.all"), "{compare}");
}

#[test]
fn a_figure_that_fails_is_a_fault_of_the_game() {
    let ir = opened("[figures]\nhalf = \"10 / (count(players) - 2)\"\n").game.expect("it compiles").ir;
    let (_, results) = run(&ir, |_| {});
    assert_eq!(results.counts.stats.faults, 600);
}

#[test]
fn slips_are_told() {
    let told = |figure: &str| {
        let found = opened(&format!("[figures]\nx = {figure}\n")).diagnostics;
        found.iter().map(|d| (d.code.to_string(), d.help.clone().unwrap_or_default())).collect::<Vec<_>>()
    };
    let found = told("\"count(p.hand)\"");
    assert_eq!(found[0].0, "CW0500");
    assert!(found[0].1.contains("per = \"player\""), "{found:?}");
    assert_eq!(told("\"zone_of(dove)\"")[0].0, "CW0502");
    assert_eq!(told("{ value = \"p.hands\", per = \"player\" }")[0].0, "CW0503");
    assert_eq!(told("{ value = \"1\", per = \"seat\" }")[0].0, "CW0205");
    assert_eq!(told("{ per = \"player\" }")[0].0, "CW0201");
    assert_eq!(told("\"shuffle(deck)\"").len(), 1);
}

/// A turn is a player's choices without another's in between, so alone there is one to a game: nothing is
/// reported about it.
#[test]
fn turns_and_rounds_are_told_of_several_players_only() {
    for (players, is_told) in [(1, false), (2, true)] {
        let ir = crate::play::compiled(&[
            ("game.toml", &GAME.replace("players = [2, 2]", &format!("players = [{players}, {players}]"))),
            ("cards/birds.toml", CARDS),
        ]);
        let ran = run(&ir, |s| {
            s.agreement.players = players;
            s.bots.truncate(players.into());
        });
        let shown = [shown(&ir, &ran)];
        let text = study_text(&StudyQuestion::One, &shown, 100);
        assert!(text.contains("Choices in a game"), "{text}");
        assert_eq!((text.contains("Rounds"), text.contains("Turns")), (is_told, is_told), "{text}");
        let json = study_json(&StudyQuestion::One, &shown);
        assert_eq!((json["rounds"].is_null(), json["turns"].is_null()), (!is_told, !is_told));
        let names: Vec<&str> = figures(&ir, &ran.0, &ran.1).iter().map(|figure| figure.what).collect();
        assert!(names.contains(&"choices") && names.contains(&"rounds") == is_told, "{names:?}");
    }
}

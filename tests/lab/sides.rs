//! Games with sides in the lab: a row for each, endings, seats that rotate.

use std::sync::atomic::AtomicBool;

use cardwright::compile::CompiledGame;
use cardwright::ir::Ir;
use cardwright::lab::{CountSelection, Simulation, SimulationResults, figures, seatings, sides_at, simulate};
use cardwright::package::PackageFiles;
use cardwright::play::{Agreement, BotKind};
use cardwright::table::Table;

/// Two teams. `SEATS` says who is red.
const TEAMS: &str = r#"
[game]
id = "teams"
name = "Teams"
players = [4, 4]
[enums]
team = ["red", "blue"]
[kinds.card.attributes]
worth = "int 1..9"
[zones.deck]
ordered = true
start = "cards"
[zones.hand]
per = "player"
[state.player]
team = { type = "team", start = "red if SEATS else blue" }
[flow]
setup = "shuffle(deck)"
play = '''
for each p in players { deal(deck, p.hand, 1) }
for each p in players {
  choose c from p.hand by p
  if c.worth == 1 { win p "the smallest" }
  if c.worth == 2 { lose players "the second" }
}
end
'''
[scoring]
together = "p.team"
score = "sum(players where team == p.team, sum(hand, worth))"
"#;

fn game(toml: &str) -> Ir {
    let cards: String = (1..=9).map(|n| format!("[cards.c{n}]\nworth = {n}\n")).collect();
    let files = PackageFiles::from_texts([("game.toml", toml), ("cards/c.toml", &cards)]);
    CompiledGame::from_files(files, Vec::new()).game.expect("it compiles").ir
}

fn run(ir: &Ir, change: impl FnOnce(&mut Simulation, &Table)) -> (Simulation, SimulationResults) {
    let table = Table::new(ir).expect("sound");
    let agreement = Agreement { players: 4, seed: 5, options: Vec::new() };
    let mut simulation = Simulation::new(agreement, vec![BotKind::Random; 4], 300);
    simulation.wants = CountSelection { cards: true, scores: true, ..CountSelection::default() };
    change(&mut simulation, &table);
    let results = simulate(&table, &simulation, &AtomicBool::new(false), |_| {}).expect("laid").results;
    (simulation, results)
}

#[test]
fn each_side_is_a_row_and_counts_tables() {
    let ir = game(&TEAMS.replace("SEATS", "seat(self) == 1"));
    let (simulation, results) = run(&ir, |_, _| {});
    let found = figures(&ir, &simulation, &results);
    let named =
        |name: &str| found.iter().find(|f| f.name() == name).unwrap_or_else(|| panic!("{name}")).measure;
    let names: Vec<String> = found.iter().map(|f| f.name()).filter(|n| n.starts_with("win.")).collect();
    assert_eq!(names, ["win.red", "win.blue"]);
    // One against three: each is counted once a game.
    let (red, blue, lost) = (named("win.red"), named("win.blue"), named("lost"));
    assert_eq!((red.count(), blue.count(), lost.count()), (300, 300, 300));
    let shared = named("shared").value();
    assert!((red.value() + blue.value() - shared + lost.value() - 1.0).abs() < 1e-9);
    let (smallest, second) = (named("ending.the smallest"), named("ending.the second"));
    assert!(smallest.value() > 0.2 && smallest.interval().is_some());
    assert_eq!(second.value(), lost.value(), "that is how all lose");
    assert_eq!(named("drawn").value(), 0.0);
    // Two results a game, not four.
    let cards = results.counts.cards.expect("they were counted");
    assert_eq!(cards.players.times, 600);
    assert!(cards.names.iter().all(|card| card.chosen.times <= 300));
}

#[test]
fn the_table_is_one_row() {
    let ir = game(&TEAMS.replace("SEATS", "true").replace("\"p.team\"", "\"true\""));
    let (simulation, results) = run(&ir, |_, _| {});
    let found = figures(&ir, &simulation, &results);
    let names: Vec<String> =
        found.iter().map(|f| f.name()).filter(|n| n.starts_with("win.") || n.starts_with("score.")).collect();
    assert_eq!(names, ["win.table", "score.table"]);
    let counts = results.counts;
    assert_eq!(counts.cards.expect("counted").players.times, 300, "a table each");
    assert_eq!(counts.leads.expect("counted").margins.count, 0, "nobody is ahead of anybody");
    assert_eq!(counts.stats.drawn, 0);
}

#[test]
fn partners_rotate_together() {
    let across = [0, 1, 0, 1];
    assert_eq!(seatings(&across).expect("they can")[1], [1, 2, 3, 0], "each goes on by a seat");
    let beside = [0, 0, 2, 2];
    let found = seatings(&beside).expect("they can");
    assert_eq!(found, [[0, 1, 2, 3], [2, 3, 0, 1], [1, 0, 3, 2], [3, 2, 1, 0]], "each comes to each seat");
    assert_eq!(seatings(&[0, 1, 1, 1]), None, "one against three");
    assert_eq!(seatings(&[0, 0, 0]).expect("they can").len(), 3);

    let ir = game(&TEAMS.replace("SEATS", "seat(self) <= 2"));
    let (simulation, results) = run(&ir, |simulation, table| {
        let sides = sides_at(table, &simulation.agreement);
        assert_eq!(sides, beside);
        simulation.seatings = seatings(&sides).expect("they can");
        simulation.rotate = true;
        simulation.bots = vec![BotKind::First, BotKind::First, BotKind::Random, BotKind::Random];
    });
    let names: Vec<String> = figures(&ir, &simulation, &results)
        .iter()
        .map(|f| f.name())
        .filter(|n| n.starts_with("win."))
        .collect();
    assert_eq!(names, ["win.first", "win.random"]);
    for game in 0..4 {
        let seats = simulation.seats(game);
        assert!(seats[0] == seats[1] && seats[2] == seats[3], "{seats:?}");
    }
}

#[test]
fn intervals_of_what_players_are_asked_count_tables() {
    // Partners answer alike, and four sit at each table: forty tables are not a hundred and sixty.
    let asked = "[figures]\npoints = { value = \"sum(players where team == p.team, sum(hand, worth))\", per = \"player\" }\n\
                   red = { value = \"p.team == red\", per = \"player\" }\n";
    let ir = game(&format!("{}{asked}", TEAMS.replace("SEATS", "seat(self) == 1 or seat(self) == 3")));
    let (simulation, results) = run(&ir, |simulation, _| simulation.part = 0..40);
    let all = figures(&ir, &simulation, &results);
    let find =
        |name: &str| all.iter().find(|f| f.name() == name).unwrap_or_else(|| panic!("no {name}")).measure;
    let (whole, seat) = (find("figure.points"), find("figure.points.seat1"));
    assert_eq!((whole.count(), seat.count()), (40, 40));
    let width = |measure: cardwright::lab::Measure| measure.interval().map_or(0.0, |i| i.high - i.low);
    // As wide as that of one seat, since the others add little that is new.
    assert!(width(whole) > 0.8 * width(seat), "{whole:?} {seat:?}");
    let red = find("figure.red");
    assert_eq!((red.value(), red.count()), (0.5, 40));
    assert!(width(red) > 0.25, "{red:?}");
}

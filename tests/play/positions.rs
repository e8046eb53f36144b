//! Positions of games, written as scenarios that begin there.

use super::{BIDS, agreed, answer, bots, compiled, shipped, shown};
use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::ir::{ComponentId, ZonePlaceId};
use cardwright::package::{self, FileRole};
use cardwright::play::{
    BotKind, PregameSettings, Session, check_scenario_id, position_as_scenario, run_scenario, scenario_start,
    sources_of,
};
use cardwright::table::{Names, State, Stop, Table};

const FILE: &str = "scenarios/here.toml";

/// The components in each zone, by name.
fn contents(table: &Table, state: &State) -> Vec<(String, Vec<String>)> {
    let names = Names::new(table.ir());
    let zones = (0..table.ir().layout.zones.len() as u16)
        .filter(|zone| !names.zone(ZonePlaceId(*zone)).starts_with("box"));
    let ids = |zone| {
        table
            .contents(state, zone)
            .iter()
            .map(|c| table.ir().components[ComponentId(c.0)].id.clone())
            .collect()
    };
    zones.map(|zone| (names.zone(ZonePlaceId(zone)), ids(ZonePlaceId(zone)))).collect()
}

/// Plays a game of a package, writes the position as a scenario, and begins again from that.
fn comes_back(name: &str, players: u8, options: &[(&str, &str)], answers: usize) {
    support::ship();
    let (mut files, _) = package::open(name);
    // Each of the scenarios could need a table of its own.
    files.files.retain(|file| file.role != FileRole::Scenario);
    let game = CompiledGame::from_files(files.clone(), Vec::new()).game.expect("a shipped game compiles");
    let sitting = PregameSettings {
        players: Some(players),
        options: options.iter().map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect(),
        ..PregameSettings::default()
    };
    let laid = sitting.compile_for_lists(&game).expect("lists that are legal");
    let table = Table::new(laid.as_ref().map_or(&game.ir, |laid| &laid.ir)).expect("sound");
    let mut session = Session::new(&table, agreed(&table, players, options, 11)).expect("laid");
    let mut random = bots(&session, BotKind::Random);
    assert_eq!(answer(&mut session, &mut random, answers), Stop::Choice, "{name}");
    let text = position_as_scenario(&session).expect("it can be saved");
    files.add(FILE, &text);
    let opened = CompiledGame::from_files(files, Vec::new());
    assert_eq!(shown(&opened.diagnostics, &opened.sources), "", "{name}\n{text}");
    let game = opened.game.expect("it compiles");
    let tables = game.scenario_tables();
    let games = [&game].into_iter().chain(tables.iter().filter_map(|opened| opened.game.as_ref()));
    let here = |game: &CompiledGame| game.ir.scenarios.iter().position(|scenario| scenario.id == "here");
    let (ir, scenario) =
        games.filter_map(|game| Some((&game.ir, here(game)?))).next_back().expect("a scenario");
    let (again, names) = (Table::new(ir).expect("sound"), Names::new(ir));
    let start = scenario_start(&again, &names, &ir.scenarios[scenario])
        .unwrap_or_else(|d| panic!("{name}: {}", d.message));
    if tables.is_empty() {
        assert!(start.state.words() == session.state().words(), "{name}: another position\n{text}");
    } else {
        // The table of a scenario may have copies that only other scenarios lay out.
        assert_eq!(contents(&again, &start.state), contents(&table, session.state()), "{name}");
    }
    assert_eq!(start.agreement(&again).options, session.agreement().options);
    let result = run_scenario(&again, &names, scenario);
    assert!(result.diagnostics.is_empty(), "{}", shown(&result.diagnostics, &sources_of(ir)));
}

#[test]
fn a_scenario_comes_to_the_very_bytes_of_the_position() {
    comes_back("fantasy-realms", 3, &[], 14);
    comes_back("crazy-eights", 3, &[("reshuffle", "true")], 25);
    comes_back("chess", 2, &[], 17);
    comes_back("leduc-poker", 2, &[], 2);
    comes_back("minute-realms", 2, &[], 9);
}

#[test]
fn a_scenario_names_the_lists_that_are_played() {
    comes_back("realm-builder", 2, &[], 12);
}

/// A game with a scenario, and what running that scenario says.
fn run(scenario: &str) -> String {
    let texts: Vec<(&str, &str)> = BIDS.iter().copied().chain([(FILE, scenario)]).collect();
    let opened = support::opened(texts);
    if !opened.broken.is_empty() || opened.game.is_none() {
        return shown(&opened.diagnostics, &opened.sources);
    }
    let game = opened.game.expect("it compiles");
    let table = Table::new(&game.ir).expect("sound");
    shown(&run_scenario(&table, &Names::new(&game.ir), 0).diagnostics, &sources_of(&game.ir))
}

#[test]
fn steps_come_after_the_position() {
    let ir = compiled(BIDS);
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 3)).expect("laid");
    let mut random = bots(&session, BotKind::Random);
    assert_eq!(answer(&mut session, &mut random, 1), Stop::Choice);
    let text = position_as_scenario(&session).expect("it can be saved");
    let seat = session.observation().expect("it waits").player() + 1;
    let next = answer(&mut session, &mut random, 1);
    assert_eq!(next, Stop::Choice);
    let chosen = &session.steps().last().expect("an answer").answer;
    assert_eq!(run(&format!("{text}\n[[steps]]\nchoose = \"{chosen}\"\nby = {seat}\n")), "");
}

#[test]
fn choices_that_do_not_fit_are_said_at_their_line() {
    let begins = "begin = \"setup\"\nplayers = 2\n";
    let cases = [
        ("choices = [[1, \"pass\"]]".to_owned(), "no flow begins"),
        (format!("{begins}choices = [[1, \"nonsense\"]]"), "`nonsense` is not an option"),
        (format!("{begins}choices = [[3, \"pass\"]]"), "nobody sits at seat 3"),
        (format!("{begins}choices = [[0, \"pass\"]]"), "nobody sits at seat 0"),
        (format!("{begins}choices = [[\"pass\", 1]]"), "a choice is a seat and the name of an option"),
        (format!("{begins}choices = [[1]]"), "CW02"),
        (format!("{begins}choices = [1]"), "CW02"),
    ];
    for (text, expected) in cases {
        let said = run(&text);
        assert!(said.contains(expected) && said.contains("choices = ["), "{text}\n{said}");
    }
}

#[test]
fn a_game_that_is_over_or_began_elsewhere_is_no_scenario() {
    let ir = shipped("tic-tac-toe");
    let table = Table::new(&ir).expect("sound");
    let mut session = Session::new(&table, agreed(&table, 2, &[], 3)).expect("laid");
    let mut random = bots(&session, BotKind::Random);
    assert_eq!(answer(&mut session, &mut random, 1), Stop::Choice);
    let resumed =
        Session::resume(&table, session.agreement().clone(), session.state().clone()).expect("laid");
    assert!(position_as_scenario(&resumed).is_err_and(|words| words.contains("began with setup")));
    assert_eq!(answer(&mut session, &mut random, usize::MAX), Stop::Over);
    assert!(position_as_scenario(&session).is_err_and(|words| words.contains("is over")));
}

#[test]
fn hostile_names_are_refused() {
    for good in ["a", "endgame", "from-the-browser", "a_2"] {
        assert_eq!(check_scenario_id(good), Ok(()), "{good}");
    }
    let long = "a".repeat(65);
    let bad = [
        "", ".", "..", "../x", "x/y", "x\\y", "/x", "X", "é", "a b", "a.toml", "-a", "2a", "con", "lpt1",
        "a\0", "a\n", &long,
    ];
    for bad in bad {
        assert!(check_scenario_id(bad).is_err(), "{bad:?}");
    }
}

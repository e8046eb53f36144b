//! The record of a shipped game tells a fall once, in whatever way the turn goes on.

use super::shown;
use crate::support;
use cardwright::compile::CompiledGame;
use cardwright::package::{self, FileRole};
use cardwright::play::{run_scenario, sources_of};
use cardwright::table::{Names, Table};

/// A self that burns when its turn starts, among three players. The last step fails, so the record is shown.
const BURNS: &str = r#"
name = "burns"
players = 3
decks = { 2 = "tide", 3 = "forge" }
[zones]
"square[h8]" = ["ash_warden"]
"square[o8]" = ["tide_speaker"]
"square[m3]" = ["clockmaker"]
[state]
"lord[ash_warden]" = 1
"me[1]" = "ash_warden"
"lord[tide_speaker]" = 2
"me[2]" = "tide_speaker"
"lord[clockmaker]" = 3
"me[3]" = "clockmaker"
"hurt[ash_warden]" = 10
"land[h8]" = true
"fire[h8]" = true
[[steps]]
do = "turn = 4; begin_turn(players[1])"
[[steps]]
expect = "count(playing) == 3"
"#;

#[test]
fn who_burns_at_the_start_of_a_turn_falls_once() {
    support::ship();
    let (mut files, _) = package::open("realm-builder");
    files.files.retain(|file| file.role != FileRole::Scenario);
    files.add("scenarios/burns.toml", BURNS);
    let opened = CompiledGame::from_files(files, Vec::new());
    assert_eq!(shown(&opened.diagnostics, &opened.sources), "");
    let game = opened.game.expect("it compiles");
    let tables = game.scenario_tables();
    let ir = [&game]
        .into_iter()
        .chain(tables.iter().filter_map(|opened| opened.game.as_ref()))
        .map(|game| &game.ir)
        .rfind(|ir| !ir.scenarios.is_empty())
        .expect("the scenario");
    let table = Table::new(ir).expect("sound");
    let report = shown(&run_scenario(&table, &Names::new(ir), 0).diagnostics, &sources_of(ir));
    assert_eq!(report.matches("player 1 has fallen").count(), 1, "{report}");
    assert!(!report.contains("player 1 draws a card"), "{report}");
}

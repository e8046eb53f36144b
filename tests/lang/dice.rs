//! `[dice]`: dice of a game's own.

use super::lab::Lab;
use cardwright::play::run_scenario;
use cardwright::table::{Names, Table};

const DICE: &str = r#"
[enums]
talent = ["combat", "magic", "crown"]
[words]
magic = "Sorcery"
[dice]
talent = ["combat", "combat", "magic"]
crowns = ["crown"]
pips   = [-1, 0, 0, 4]
[state.player]
got = "int 0..99 per talent"
sum = "int -99..99"
"#;

fn lab() -> Lab {
    Lab::base().rules(DICE)
}

#[test]
fn a_die_shows_one_of_its_faces() {
    let go =
        "repeat 60 { you.got[roll(talent)] += 1 }\nyou.got[roll(crowns)] += 2\nyou.sum = roll(2, pips) + roll(3, pips)
let t = roll(talent)\nlog \"{{ t }}\"";
    let played = lab().go(go).asks(&[
        "go(players[1])",
        "players[1].got[crown]",
        "sum(players[1].got)",
        "players[1].got[combat] > players[1].got[magic]",
        "players[1].got[magic] > 5",
        "players[1].sum in -5..20",
    ]);
    assert_eq!(played.values, ["done", "2", "62", "yes", "yes", "yes"]);
    assert!(["combat", "Sorcery"].contains(&played.log[0].as_str()), "{:?}", played.log);
}

#[test]
fn what_is_no_die_is_refused() {
    let go =
        "let x = roll(talent)\nlog \"{{ x }}\"\nlet y = roll(crowns)\nlog \"{{ y }}\"\nyou.sum = roll(pips)";
    assert_eq!(lab().go(go).told_of("the die"), [""; 0]);
    assert_eq!(lab().told_of("the die"), ["CW0600"; 3], "nobody rolls the dice");
    let wrong = |code: &str| lab().go(code).errors();
    assert_eq!(wrong("let x = roll(2, talent)\nlog \"{{ x }}\""), ["CW0502"]);
    assert_eq!(wrong("let x = roll(tallent)\nlog \"{{ x }}\""), ["CW0502"]);
    assert_eq!(wrong("you.sum = roll(talent)"), ["CW0502"]);
    let dice = |dice: &str| {
        Lab::base()
            .rules(&format!("[enums]\na = [\"x\", \"y\"]\nb = [\"y\", \"z\"]\n[dice]\n{dice}\n"))
            .errors()
    };
    assert_eq!(dice("d8 = [1, 2]"), ["CW0512"]);
    assert_eq!(dice("d = [1, \"x\"]"), ["CW0512"]);
    assert_eq!(dice("d = [\"x\", \"z\"]"), ["CW0512"]);
    assert_eq!(dice("d = [\"y\"]"), ["CW0512"]);
    assert_eq!(dice("d = [\"w\"]"), ["CW0514"]);
    assert_eq!(dice("d = []"), ["CW0206"]);
    assert_eq!(dice("a = [\"y\"]\nb = [\"y\"]"), [""; 0]);
}

/// Returns the messages of a scenario that is played.
fn scenario(lab: &Lab, text: &str) -> String {
    let game = lab.clone().file("scenarios/try.toml", &format!("name = \"a try\"\n{text}")).game();
    let table = Table::new(&game.ir).expect("the IR is sound");
    let result = run_scenario(&table, &Names::new(&game.ir), 0);
    assert_eq!(result.holds(), result.diagnostics.is_empty());
    result.diagnostics.into_iter().map(|d| d.message).collect()
}

#[test]
fn scenarios_fix_dice_and_numbers_of_amounts() {
    let rules = r#"
[state.table]
pool = "int 0..9 per talent per 1..2"
[kinds.card.state]
worn = "int 0..9 per talent"
"#;
    let lab = lab().rules(rules).go("repeat 2 { you.got[roll(talent)] += 1 }\nyou.sum += roll(pips)");
    let fixed = r#"
[state]
"got[1]" = { combat = 2 }
"got[2][crown]" = 5
"pool[2][magic]" = 4
"worn[hill]" = { crown = 1 }
"worn[twin#2][magic]" = 2
[chance]
roll = ["Sorcery", "combat", 4]
[[steps]]
do = "go(players[1])"
[[steps]]
expect = "players[1].got == {combat = 3, magic = 1} and players[1].sum == 4 and players[2].got[crown] == 5"
[[steps]]
expect = "pool == {2 = {magic = 4}} and hill.worn == {crown = 1} and count(cards where worn[magic] == 2) == 1"
"#;
    assert_eq!(scenario(&lab, fixed), "");
    let wrong = scenario(&lab, "[chance]\nroll = [4]\n[[steps]]\ndo = \"go(players[1])\"\n");
    assert!(wrong.contains("the die `talent` is rolled, and the next fixed roll is 4"), "{wrong}");
    for (state, code) in [
        ("roll = [\"lead\"]", "CW0801"),
        ("\"got[1][lead]\" = 1", "CW0500"),
        ("\"got[1][crown][1]\" = 1", "CW0500"),
        ("\"pool[3]\" = 1", "CW0500"),
        ("\"got[crown]\" = 1", "CW0500"),
        ("\"got[1][crown]\" = { crown = 1 }", "CW0512"),
        ("\"got[1]\" = { lead = 1 }", "CW0514"),
        ("\"got[1][crown]\" = 100", "CW0513"),
    ] {
        let part = if state.starts_with("roll") { "chance" } else { "state" };
        let text = format!("name = \"a try\"\n[{part}]\n{state}\n[[steps]]\nexpect = \"true\"\n");
        assert_eq!(lab.clone().file("scenarios/try.toml", &text).errors(), [code], "{state}");
    }
}

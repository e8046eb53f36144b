//! Scenarios: those that hold, those that fail, and their messages; deck lists too.

use crate::process::Ends;

use crate::support;
use cardwright::diagnostics::{self, Format};
use cardwright::play::{ScenarioResult, check_deck, check_decks, read_deck, run_scenario, sources_of};
use cardwright::table::{Names, Table};

/// A game in which cards ask, dice are rolled, and somebody wins.
const GAME: &str = r#"
[game]
id = "boats"
name = "Boats"
players = [2, 4]

[options.tide]
range = [0, 3]

[state.player]
coins = "int 0..9"
[state.table]
round = "int 0..9"

[kinds.card.attributes]
worth = "int 0..9"
[kinds.card.slots]
land = { do = true }

[zones.deck]
holds = "card"
ordered = true
seen_by = "none"
start = "cards"
[zones.hand]
per = "player"
holds = "card"
seen_by = "owner"
[zones.quay]
holds = "card"

[verbs.score]
params = { you = "player" }
returns = "int"
do = '''
let total = coins + tide
for each c in hand {
  c.land
  if c in quay { tally(c) } else { tally(c, c.worth); total += c.worth }
}
return total
'''

[verbs.pay]
params = { you = "player", n = "int" }
do = "you.coins -= n"
log = "{{ you }} pays {{ n }}"

[verbs.fish]
params = { you = "player" }
do = '''
choose c from hand "Fish with which?"
move(c, quay)
you.coins += roll(d6)
'''

[actions.sail]
when = "any(deck)"
do = '''
deal(deck, hand, 1)
you.coins += 1
'''
[actions.rest]
do = "let x = 1"

[flow]
setup = '''
shuffle(deck)
for each p in players { deal(deck, p.hand, 1) }
'''
play = '''
repeat 2 {
  for each p in players { act p }
  round += 1
}
let lucky = random(players) ?? players[1]
lucky.coins += 3
end
'''

[scoring]
score = "p.coins"
ties = ["count(p.hand)"]

[deck]
size = [2, 4]
copies = [0, 2]
kinds = ["card"]
[[deck.require]]
that = "none(cards where worth > 8)"
text = "No card may be worth more than 8."
"#;

const CARDS: &str = r#"
[cards.punt]
worth = 1
copies = 3
[cards.ketch]
worth = 4
land = '''may choose c from you.hand - self "Leave which?" { move(c, quay) } else { may choose n from {1, 2} { you.coins += n } }'''
[cards.galleon]
worth = 9
[cards.dory]
worth = 2
[cards.buoy]
kind = "piece"
"#;

/// Compiles the game with a scenario, and runs it.
fn run(scenario: &str) -> (ScenarioResult, String) {
    run_in(GAME, scenario)
}

/// Compiles another game with a scenario, and runs it.
fn run_in(game: &str, scenario: &str) -> (ScenarioResult, String) {
    let text = format!("name = \"a try\"\n{scenario}");
    let files = [("game.toml", game), ("cards/cards.toml", CARDS), ("scenarios/try.toml", text.as_str())];
    let opened = support::opened(files);
    let format = Format::Human { color: false, width: 100, unicode: true };
    let said = diagnostics::render(&opened.diagnostics, &opened.sources, format);
    assert!(opened.broken.is_empty(), "{said}");
    let ir = opened.game.unwrap_or_else(|| panic!("{said}")).ir;
    let table = Table::new(&ir).expect("it is sound");
    let result = run_scenario(&table, &Names::new(&ir), 0);
    let shown = diagnostics::render(&result.diagnostics, &sources_of(&ir), format);
    (result, shown)
}

fn holds(scenario: &str) {
    let (result, shown) = run(scenario);
    assert!(result.holds() && shown.is_empty(), "{shown}");
}

/// Returns the messages of a failing scenario, without the frame around the source.
fn fails(scenario: &str) -> String {
    let (result, shown) = run(scenario);
    assert!(!result.holds(), "it holds");
    shown
}

#[test]
fn shipped_games_and_the_starter_hold() {
    let dir = tempfile::tempdir().expect("a folder");
    let starter = dir.path().join("starter");
    support::ship();
    cardwright::package::copy_out("starter", &starter, |_, bytes| {
        String::from_utf8_lossy(bytes)
            .replace("{{ id }}", "kitchen")
            .replace("{{ name }}", "Kitchen")
            .into_bytes()
    })
    .expect("written");
    let starter = starter.to_string_lossy().into_owned();
    let games: Vec<String> = support::ids().map(String::from).chain([starter]).collect();
    for name in &games {
        let opened = support::open(name);
        assert_eq!(diagnostics::render(&opened.diagnostics, &opened.sources, Format::Short), "");
        let game = opened.game.expect("nothing is wrong");
        let ir = &game.ir;
        let table = Table::new(ir).expect("it is sound");
        let names = Names::new(ir);
        for i in 0..ir.scenarios.len() {
            let result = run_scenario(&table, &names, i);
            assert_eq!(diagnostics::render(&result.diagnostics, &sources_of(ir), Format::Short), "");
            assert_eq!(result.steps, ir.scenarios[i].steps.len());
        }
        assert_eq!(check_decks(&game, &sources_of(ir)), []);
    }
}

#[test]
fn a_copy_lies_in_one_zone() {
    let laid = |hand: &str, deck: &str| {
        format!(
            "players = 3\n[zones]\n\"hand[3]\" = {hand}\ndeck = {deck}\n[[steps]]\nexpect = \"count(players[3].hand) == 1 and count(deck) == 2\"\n"
        )
    };
    holds(&laid(r#"["Punt"]"#, r#"["Punt", "Punt"]"#));
    // A component named by its number is not used again, wherever it is named.
    holds(
        "players = 3\n[zones]\n\"hand[3]\" = [\"Punt\", \"Punt\"]\ndeck = [\"punt#2\"]\n[[steps]]\nexpect = \"count(players[3].hand) == 2 and count(deck) == 1\"\n",
    );
    let text = format!("name = \"a try\"\n{}", laid(r#"["Punt", "Punt"]"#, r#"["Punt", "Punt"]"#));
    let files = [("game.toml", GAME), ("cards/cards.toml", CARDS), ("scenarios/try.toml", text.as_str())];
    let opened = support::opened(files);
    let said = diagnostics::render(&opened.diagnostics, &opened.sources, Format::Short);
    assert!(said.contains("there is no further `Punt`"), "{said}");
}

#[test]
fn zones_state_options_and_players_are_laid_out() {
    holds(
        r#"
players = 3
options = { tide = 2 }
[zones]
"hand[3]" = ["Punt", "punt", "Ketch"]
deck = ["Dory", "Galleon"]
[state]
"coins[3]" = 4
round = 7
[[steps]]
expect = "player_count == 3 and round == 7 and players[3].coins == 4 and tide == 2"
[[steps]]
expect = "count(players[3].hand) == 3 and count(players[3].hand where name == punt) == 2"
[[steps]]
expect = "count(deck) == 2 and any(deck where name == dory and top(deck) == it)"
[[steps]]
expect = "count(box) == 2"
"#,
    );
}

#[test]
fn an_expectation_changes_nothing_and_a_value_happens() {
    let zones = "[zones]\n\"hand[1]\" = [\"Ketch\", \"Dory\"]\n[answers]\nKetch = \"Dory\"\n";
    holds(&format!(
        "{zones}
[[steps]]
expect = \"score(players[1]) == 4\"
[[steps]]
expect = \"none(quay) and count(players[1].hand) == 2\"
[[steps]]
value = \"score(players[1])\"
equals = 4
detail = {{ Ketch = 4, Dory = \"blank\" }}
[[steps]]
expect = \"count(quay) == 1 and count(players[1].hand) == 1\"
"
    ));
}

#[test]
fn a_name_passes_over_choices_that_do_not_have_it() {
    holds(
        r#"
[zones]
"hand[1]" = ["Ketch", "Punt"]
[answers]
Ketch = 2
[[steps]]
value = "score(players[1])"
equals = 5
[[steps]]
expect = "players[1].coins == 2"
"#,
    );
}

#[test]
fn what_nobody_answers_is_declined_in_a_call_and_waits_in_the_flow() {
    holds(
        r#"
begin = "play"
[zones]
"hand[1]" = ["Ketch", "Punt"]
deck = ["Dory"]
[chance]
random = ["player 2"]
[[steps]]
value = "score(players[1])"
equals = 5
[[steps]]
options = ["rest", "sail"]
[[steps]]
choose = "Sail"
by = 1
[[steps]]
options = ["rest"]
[[steps]]
play = "first"
plies = 2
[[steps]]
expect = "round == 1"
[[steps]]
play = "random"
until = "end"
[[steps]]
winners = [2]
"#,
    );
}

#[test]
fn a_do_waits_for_the_steps_that_answer_it() {
    holds(
        r#"
[zones]
"hand[1]" = ["Ketch", "Punt"]
[chance]
roll = [6, 2]
[[steps]]
do = "fish(players[1])"
[[steps]]
expect = "none(quay)"
[[steps]]
options = ["ketch", "punt"]
[[steps]]
choose = "Punt"
[[steps]]
expect = "count(quay) == 1 and players[1].coins == 6"
[[steps]]
do = "fish(players[1])"
[[steps]]
play = "random"
until = "end"
[[steps]]
expect = "players[1].coins == 8"
"#,
    );
}

#[test]
fn a_list_answers_one_choice_after_the_other() {
    holds(
        r#"
[zones]
"hand[1]" = ["Ketch", "Punt", "Dory"]
[answers]
c = ["Dory", "Punt"]
[chance]
roll = [1, 1]
[[steps]]
do = """
fish(players[1])
fish(players[1])
"""
[[steps]]
expect = "players[1].hand == {} or count(players[1].hand) == 1 and any(quay where name == dory)"
"#,
    );
}

#[test]
fn chance_comes_as_it_is_fixed() {
    holds(
        r#"
players = 3
begin = "setup"
[chance]
deck = ["Galleon", "Dory", "punt#3"]
[[steps]]
expect = "any(players[1].hand where name == galleon) and any(players[2].hand where name == dory)"
[[steps]]
expect = "count(deck) == 3"
[[steps]]
hidden = "hand[2]"
from = 1
[[steps]]
hidden = "deck"
from = 3
[[steps]]
visible = "hand[1]"
to = 1
"#,
    );
}

#[test]
fn each_shuffle_of_a_zone_may_be_fixed() {
    holds(
        r#"
players = 3
begin = "setup"
[chance]
deck = [["Galleon", "Dory"], [], ["Dory"]]
[[steps]]
expect = "any(players[1].hand where name == galleon) and any(players[2].hand where name == dory)"
[[steps]]
do = "move(players[2].hand, deck)"
[[steps]]
do = "shuffle(deck)"
[[steps]]
do = "shuffle(deck)"
[[steps]]
expect = "any(deck where name == dory and top(deck) == it)"
"#,
    );
}

#[test]
fn a_fault_may_be_what_must_come() {
    holds(
        r#"
begin = "play"
[state]
"coins[1]" = 9
[[steps]]
fault = "CW0701"
do = "pay(players[1], 10)"
[[steps]]
expect = "players[1].coins == 9"
[[steps]]
fault = "CW0701"
[[steps]]
choose = "sail"
"#,
    );
}

#[test]
fn an_answer_in_a_step_that_ends_in_a_fault_is_used() {
    holds(
        r#"
[zones]
"hand[1]" = ["dory"]
[answers]
c = "dory"
[[steps]]
fault = "CW0701"
do = '''
choose c from players[1].hand by players[1] "Which?"
pay(players[1], 10)
'''
"#,
    );
}

#[test]
fn failures_show_their_line_both_values_and_what_led_there() {
    let cases = [
        (
            "an expectation",
            "[[steps]]\ndo = \"pay(players[1], 0)\"\n[[steps]]\nexpect = \"any(deck) and count(deck) - 1 == 2 * 3\"\n",
        ),
        (
            "a value and its detail",
            "[zones]\n\"hand[1]\" = [\"Ketch\", \"Dory\"]\n[[steps]]\nvalue = \"score(players[1])\"\nequals = 7\n\
             detail = { Ketch = \"blank\", Punt = 1, Dory = 2 }\n",
        ),
        (
            "a detail alone",
            "[zones]\n\"hand[1]\" = [\"Dory\"]\n[[steps]]\nvalue = \"score(players[1])\"\nequals = 2\ndetail = { Dory = 3 }\n",
        ),
        (
            "the trace of a game",
            "begin = \"play\"\n[[steps]]\nplay = \"first\"\nuntil = \"end\"\n[[steps]]\nexpect = \"round == 3\"\n",
        ),
        ("other options", "begin = \"play\"\n[[steps]]\noptions = [\"sail\", \"row\"]\n"),
        (
            "options of another player",
            "begin = \"play\"\n[[steps]]\noptions = [\"sail\", \"rest\"]\nby = 2\n",
        ),
        ("no option", "begin = \"play\"\n[[steps]]\nchoose = \"sial\"\n"),
        ("another player", "begin = \"play\"\n[[steps]]\nchoose = \"sail\"\nby = 2\n"),
        ("nobody asks", "[[steps]]\nchoose = \"sail\"\n"),
        ("not over", "begin = \"play\"\n[[steps]]\nwinners = [1]\n"),
        (
            "other winners",
            "begin = \"play\"\n[chance]\nrandom = [\"player 2\"]\n[[steps]]\nplay = \"first\"\nuntil = \"end\"\n[[steps]]\nwinners = [1]\n",
        ),
        (
            "another ending",
            "[[steps]]\ndo = 'win players[1] \"becalmed\"'\n[[steps]]\nending = \"becalmd\"\n",
        ),
        (
            "an ending without a name",
            "[[steps]]\ndo = \"win players[1]\"\n[[steps]]\nending = \"becalmed\"\n",
        ),
        ("seen after all", "[[steps]]\nhidden = \"hand[2]\"\nfrom = 2\n"),
        (
            "not seen",
            "[zones]\n\"hand[2]\" = [\"Dory\"]\n[[steps]]\nvisible = \"hand[2]\"\nto = 2\n[[steps]]\nvisible = \"hand[2]\"\nto = 1\n",
        ),
        (
            "no answer",
            "[zones]\n\"hand[1]\" = [\"Punt\", \"Dory\"]\n[[steps]]\nvalue = \"players[1].coins\"\nequals = 0\n[[steps]]\ndo = \"fish(players[1])\"\n",
        ),
        (
            "an answer that is no option",
            "[zones]\n\"hand[1]\" = [\"Ketch\", \"Dory\"]\n[answers]\nKetch = \"Dori\"\n[[steps]]\nvalue = \"score(players[1])\"\nequals = 6\n",
        ),
        ("an answer for nobody", "[answers]\nKech = \"Dory\"\n[[steps]]\nexpect = \"round == 0\"\n"),
        ("a fault", "[[steps]]\ndo = \"pay(players[1], 1)\"\n"),
        ("no fault", "[[steps]]\nfault = \"CW0701\"\ndo = \"pay(players[1], 0)\"\n"),
        ("another fault", "[[steps]]\nfault = \"CW0704\"\ndo = \"pay(players[1], 1)\"\n"),
        (
            "a roll that no die shows",
            "[zones]\n\"hand[1]\" = [\"Punt\"]\n[answers]\nc = \"Punt\"\n[chance]\nroll = [7]\n[[steps]]\ndo = \"fish(players[1])\"\n",
        ),
        (
            "a pick that is not there",
            "begin = \"play\"\n[chance]\nrandom = [\"player 3\"]\n[[steps]]\nplay = \"first\"\nuntil = \"end\"\n",
        ),
        (
            "a shuffle of what is not there",
            "begin = \"setup\"\n[zones]\nquay = [\"Dory\"]\n[chance]\ndeck = [\"Dory\"]\n[[steps]]\nexpect = \"any(quay)\"\n",
        ),
    ];
    let said: Vec<String> =
        cases.iter().map(|(what, scenario)| format!("--- {what}\n{}", fails(scenario))).collect();
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_requirement_that_is_not_met_is_shown_at_its_line() {
    let required = "that = \"player_count > 2 or tide > 1\"\ntext = \"Two play at high tide alone.\"\n";
    let game = format!("{GAME}\n[[require]]\n{required}");
    let scenario =
        |tide| format!("players = 2\noptions = {{ tide = {tide} }}\n[[steps]]\nexpect = \"any(deck)\"\n");
    let (refused, shown) = run_in(&game, &scenario(1));
    assert!(!refused.holds());
    let parts = [
        "Two play at high tide alone.",
        "options = { tide = 1 }",
        "that = \"player_count > 2",
        "required here",
        "give the scenario other options",
    ];
    for part in parts {
        assert!(shown.contains(part), "{part}:\n{shown}");
    }
    assert!(run_in(&game, &scenario(2)).0.holds());
}

#[test]
fn a_scenario_names_the_ending() {
    holds(
        "[[steps]]\ndo = 'win players[1] \"becalmed\"'\n[[steps]]\nending = \"becalmed\"\n[[steps]]\nwinners = [1]\n",
    );
}

#[test]
fn what_was_prepared_and_not_used_is_said() {
    let (result, shown) = run(r#"
[zones]
"hand[1]" = ["Ketch", "Dory"]
[answers]
Ketch = "Dory"
Dory = "Ketch"
c = "Punt"
[chance]
roll = [3]
deck = ["Punt"]
[[steps]]
value = "score(players[1])"
equals = 4
"#);
    assert!(result.holds());
    insta::assert_snapshot!(shown);
}

/// Returns the diagnostics of a deck list of the game.
fn deck(list: &str) -> String {
    deck_of(GAME, list)
}

/// Returns the diagnostics of a list of cards for a game.
fn deck_of(game: &str, list: &str) -> String {
    let files = [("game.toml", game), ("cards/cards.toml", CARDS), ("decks/mine.toml", list)];
    let opened = support::opened(files);
    let format = Format::Human { color: false, width: 100, unicode: true };
    let Some(game) = opened.game.filter(|_| opened.broken.is_empty()) else {
        return diagnostics::render(&opened.diagnostics, &opened.sources, format);
    };
    let file =
        opened.sources.files().find(|(_, f)| f.package_path == "decks/mine.toml").expect("it is there").0;
    let (list, mut found) = read_deck(&game.ir, &opened.sources, file);
    if found.is_empty() {
        found = check_deck(&game, None, &[], &[&list]).expect("it can be laid").concat();
    }
    diagnostics::render(&found, &opened.sources, format)
}

#[test]
fn deck_lists_are_held_against_what_the_game_asks() {
    assert_eq!(deck("name = \"Fine\"\n[cards]\npunt = 2\n\"Ketch\" = 1\n"), "");
    let lists = [
        "name = \"Small\"\n[cards]\npunt = 1\n",
        "name = \"Many\"\n[cards]\npunt = 3\nketch = 2\n",
        "name = \"Heavy\"\n[cards]\ngalleon = 1\npunt = 1\n",
        "name = \"Odd\"\n[cards]\nbuoy = 1\npunt = 1\n",
        "name = \"Twice\"\n[cards]\npunt = 1\nPunt = 1\n",
    ];
    insta::assert_snapshot!(lists.map(deck).join("\n"));
}

#[test]
fn a_deck_of_the_whole_game_has_every_copy_of_every_card() {
    let game = GAME.replace("size = [2, 4]\ncopies = [0, 2]\n", "complete = true\n");
    let deck = |list: &str| deck_of(&game, &format!("[cards]\n{list}"));
    let one = deck("punt = 3\nketch = 1\ngalleon = 1\n");
    assert!(one.contains("Dory is missing from this deck"), "{one}");
    assert!(one.contains("help: a deck of this game has every copy of every card"), "{one}");
    let two = deck("punt = 3\nketch = 1\n");
    assert!(two.contains("Galleon and 1 more card are missing from this deck"), "{two}");
    let three = deck("punt = 2\n");
    assert!(three.contains("Ketch and 2 more cards are missing from this deck"), "{three}");
    assert!(three.contains("the game has 3 of Punt, and this deck has 2"), "{three}");
    assert!(three.contains("help: write 3: a deck of this game has every copy of every card"), "{three}");
}

#[test]
fn the_known_cards_of_a_list_with_an_unknown_one_are_checked() {
    let list = "name = \"Many\"\n[cards]\npnut = 1\nketch = 3\n";
    let mut opened =
        support::opened([("game.toml", GAME), ("cards/cards.toml", CARDS), ("decks/mine.toml", list)]);
    cardwright::inspect::inspect(&mut opened, None).expect("the game is sound");
    let said: Vec<String> = opened.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect();
    let told: Vec<&String> = said.iter().filter(|said| said.starts_with("CW08")).collect();
    assert_eq!(told[0], "CW0830: there is no card `pnut`", "{told:?}");
    assert!(told[1].starts_with("CW0833: ") && told[1].contains("Ketch"), "{told:?}");
    assert_eq!(told.len(), 2, "{told:?}");
}

fn cardwright(args: &[&str]) -> (Option<i32>, String, String) {
    let output = crate::process::cardwright().args(args).ended();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_runs_files_and_games() {
    let (code, out, err) = cardwright(&["run", "fantasy-realms"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(
        out.ends_with("scenarios: ok\n") && out.contains("ok      fantasy-realms/scenarios/tie-break.toml  "),
        "{out}"
    );
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cards/fantasy-realms/scenarios");
    let files = ["tie-break", "first-draw"].map(|f| format!("{folder}/{f}.toml"));
    let (code, out, _) = cardwright(&["run", &files[0], &files[1], "--format", "json"]);
    assert_eq!(code, Some(0));
    let lines: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let ids: Vec<&str> = lines.iter().filter_map(|l| l["scenario"].as_str()).collect();
    assert_eq!(ids, ["first-draw", "tie-break"]);
    assert!(lines.iter().all(|l| l["ok"] == true));
}

#[test]
fn the_command_fails_where_a_scenario_does() {
    let dir = tempfile::tempdir().expect("a folder");
    for (path, text) in [
        ("game.toml", GAME),
        ("cards/cards.toml", CARDS),
        ("scenarios/bad.toml", "name = \"Bad\"\n[[steps]]\nexpect = \"count(deck) == 5\"\n"),
        ("scenarios/good.toml", "name = \"Good\"\n[[steps]]\nexpect = \"count(deck) == 6\"\n"),
        ("decks/short.toml", "name = \"Short\"\n[cards]\ndory = 1\n"),
    ] {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    }
    let game = dir.path().to_str().expect("UTF-8");
    let (code, out, err) = cardwright(&["run", game]);
    assert_eq!(code, Some(1));
    assert!(out.starts_with("ok  ") && out.contains("\nFAILED  "), "failures come last: {out}");
    assert!(out.ends_with("2 scenarios: 1 ok, 1 failed\n"), "{out}");
    assert!(err.contains("left is 6, right is 5"), "{err}");
    let (code, out, _) = cardwright(&["run", game, "--format", "short"]);
    assert_eq!(code, Some(1));
    assert!(
        out.ends_with("scenarios/bad.toml:3:11: error[CW0811]: “Bad”: an expectation does not hold\n"),
        "{out}"
    );
    let list = format!("{game}/decks/short.toml");
    let (code, _, err) = cardwright(&["deck", "check", &list]);
    assert_eq!(code, Some(1));
    assert!(err.contains("a deck has 2 to 4 cards, and this one has 1"), "{err}");
    let (code, out, _) = cardwright(&["check", game, "--format", "short"]);
    assert_eq!(code, Some(1), "a package with a deck that is not legal");
    assert!(out.contains("error[CW0832]"), "{out}");
    let full = concat!(env!("CARGO_MANIFEST_DIR"), "/cards/fantasy-realms/decks/full.toml");
    let (code, out, _) = cardwright(&["deck", "check", full, "--game", "fantasy-realms"]);
    assert_eq!((code, out.contains(": ok: 53 cards\n")), (Some(0), true), "{out}");
    let (code, _, err) = cardwright(&["deck", "check", full, "--game", game]);
    assert_eq!(code, Some(1));
    assert!(err.contains("there is no card `"), "{err}");
}

/// Which copies a zone holds is not known where a scenario is written.
#[test]
fn a_fixed_shuffle_names_copies_that_the_zone_holds() {
    let game = "[game]\nid = \"two\"\nname = \"Two\"\nplayers = [2, 2]\n[zones.deck]\nper = \"player\"\nordered = true\nseen_by = \"none\"\n\
                [zones.box_of]\nstart = \"cards\"\n[flow]\nsetup = '''\nfor each c in box_of where name == copper { if count(players[1].deck) < 2 \
                { move(c, players[1].deck) } else { move(c, players[2].deck) } }\nshuffle(players[2].deck)\n'''\nplay = \"end\"\n";
    let cards = "[cards.copper]\nname = \"Copper\"\ncopies = 4\n[cards.red]\nname = \"Swiftness (red)\"\ncopies = 2\n";
    let scenario = |top: &str, zone: &str| {
        format!(
            "name = \"Coppers\"\nbegin = \"setup\"\n[zones]\nbox_of = [\"Copper#1\", \"copper#2\", \"Copper\", \"Copper#4\", \
             \"Swiftness (red)#2\"]\n[chance]\n\"{zone}\" = [{top}]\n[[steps]]\nexpect = \"count(players[2].deck) == 2\"\n"
        )
    };
    let result = |scenario: String| {
        let files = [("game.toml", game), ("cards/c.toml", cards), ("scenarios/s.toml", scenario.as_str())];
        let opened = support::opened(files);
        let said = diagnostics::render(&opened.diagnostics, &opened.sources, Format::Short);
        let game = opened.game.unwrap_or_else(|| panic!("{said}"));
        let table = Table::new(&game.ir).expect("sound");
        run_scenario(&table, &Names::new(&game.ir), 0)
    };
    for top in ["\"Copper\"", "\"Copper\", \"Copper\"", "\"Copper#4\"", "\"copper#3\", \"Copper#4\""] {
        let result = result(scenario(top, "deck[2]"));
        assert!(result.holds(), "{top}: {:?}", result.diagnostics);
    }
    let result = result(scenario("\"Swiftness (red)#1\"", "deck[2]"));
    assert!(!result.holds(), "it is not there");
}

#[test]
fn a_scenario_asks_what_somebody_knows_of_one_card() {
    let laid = "[zones]\ndeck = [\"dory\", \"punt#2\"]\n\"hand[1]\" = [\"galleon\"]\nquay = [\"ketch\"]\n[[steps]]\n";
    for step in [
        "visible = \"galleon\"\nto = 1",
        "hidden = \"Galleon\"\nfrom = 2",
        "hidden = \"deck 1\"\nfrom = 1",
        "hidden = \"dory\"\nfrom = 2",
        "hidden = \"punt#2\"\nfrom = 1",
        "visible = \"ketch\"\nto = 2",
        "do = \"show(top(deck), players[2])\"\n[[steps]]\nvisible = \"deck 1\"\nto = 2\n[[steps]]\nhidden = \"deck 2\"\nfrom = 2\n\
         [[steps]]\nhidden = \"deck 1\"\nfrom = 1",
    ] {
        let step =
            step.replace("show(top(deck), players[2])", "if let c = top(deck) { show(c, players[2]) }");
        holds(&format!("{laid}{step}"));
    }
    let says = |step: &str, words: &str| {
        let said = fails(&format!("{laid}{step}"));
        assert!(said.contains(words), "{said}");
    };
    says("hidden = \"galleon\"\nfrom = 1", "player 1 knows Galleon");
    says("visible = \"dory\"\nto = 1", "player 1 does not know Dory");
    says("visible = \"deck 2\"\nto = 1", "lies in `deck`");
    says("hidden = \"deck 3\"\nfrom = 1", "`deck` holds 2 components, so there is no number 3");
}

#[test]
fn what_came_from_a_zone_in_sight_names_that_zone() {
    let laid = "[zones]\ndeck = [\"dory\"]\n\"hand[1]\" = [\"galleon\"]\nquay = [\"ketch\"]\n";
    let moved = "[[steps]]\ndo = \"if let c = first(quay) { move(c, players[1].hand) }\"\n";
    let told = |steps: &str| fails(&format!("{laid}{steps}"));
    for what in ["hand[1]", "ketch"] {
        let said = told(&format!("{moved}[[steps]]\nhidden = \"{what}\"\nfrom = 2\n"));
        assert!(said.contains("it came from `quay`, which player 2 sees"), "{said}");
        assert!(said.contains("let `seen_by` hide `quay` too"), "{said}");
    }
    // From a zone that the player does not see; a question that is asked aside moves nothing.
    let drawn = "[[steps]]\ndo = \"if let c = top(deck) { move(c, players[1].hand) }\"\n";
    let said = told(&format!("{drawn}[[steps]]\nhidden = \"dory\"\nfrom = 1\n"));
    assert!(said.contains("player 1 knows Dory") && !said.contains("it came from"), "{said}");
}

#[test]
fn what_is_known_must_be_a_zone_a_place_or_one_card() {
    let refused = |step: &str| {
        let text = format!("name = \"a try\"\n[[steps]]\n{step}\n");
        let files = [("game.toml", GAME), ("cards/cards.toml", CARDS), ("scenarios/try.toml", text.as_str())];
        let opened = support::opened(files);
        opened
            .diagnostics
            .iter()
            .map(|d| format!("{} {}", d.message, d.help.as_deref().unwrap_or_default()))
            .collect::<String>()
    };
    assert!(
        refused("hidden = \"punt\"\nfrom = 1").contains("there are 3 copies of `punt` name one, `punt#2`")
    );
    assert!(refused("hidden = \"hand[1] 2\"\nfrom = 1").contains("keeps no order"));
    assert!(refused("hidden = \"deck 0\"\nfrom = 1").contains("counted from 1"));
    assert!(refused("hidden = \"dek\"\nfrom = 1").contains("`deck`"));
}

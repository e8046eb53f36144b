//! Copies that scenarios lay out besides the lists of their table: whose they are, and where they exist.

use crate::support::{opened, report};
use cardwright::diagnostics::{Format, render};
use cardwright::play::{run_scenario, sources_of};
use cardwright::table::{Names, Table};

/// A game with lists of units, tokens that stand for units in a `WISPS` of their own, and embers of the box.
const GAME: &str = r#"
[game]
id = "wisps"
name = "Wisps"
players = [2, 2]
[kinds.unit]
base = "card"
[kinds.ember]
base = "card"
[kinds.wisp]
base = "token"
stands_for = "unit"
WISPS
[zones.hand]
per = "player"
start = "list"
[zones.wood]
holds = "wisp"
start = "wisps"
[deck]
kinds = ["unit"]
[flow]
play = "end"
[scoring]
score = "count(p.hand)"
"#;
const CARDS: &str = "[cards.a]\nkind = \"unit\"\n[cards.glow]\nkind = \"ember\"\ncopies = 2\n";

/// Runs the scenarios of the game, each given by what follows its name. Returns the errors of all of them.
fn ran(wisps: &str, cards: &str, list: u32, scenarios: &[&str]) -> String {
    let mut files = vec![
        ("game.toml".to_owned(), GAME.replace("WISPS", wisps)),
        ("cards/c.toml".to_owned(), cards.to_owned()),
        ("decks/l.toml".to_owned(), format!("[cards]\na = {list}\n")),
    ];
    for (at, scenario) in scenarios.iter().enumerate() {
        files.push((format!("scenarios/s{at}.toml"), format!("name = \"{at}\"\n{scenario}")));
    }
    let opened = opened(files);
    let game = opened.game.unwrap_or_else(|| panic!("{}", report(&opened.diagnostics, &opened.sources, 100)));
    let (mut errors, mut count) = (String::new(), 0);
    for table in game.scenario_tables() {
        errors += &render(&table.diagnostics, &table.sources, Format::Short);
        let ir = table.game.expect("it can be laid").ir;
        let laid = Table::new(&ir).expect("sound");
        for scenario in 0..ir.scenarios.len() {
            let result = run_scenario(&laid, &Names::new(&ir), scenario);
            errors += &render(&result.diagnostics, &sources_of(&ir), Format::Short);
            count += 1;
        }
    }
    assert!(count == scenarios.len() || !errors.is_empty(), "{count} of them are run");
    errors
}

/// Writes expectations as steps.
fn expects(conditions: &[&str]) -> String {
    conditions.iter().map(|condition| format!("[[steps]]\nexpect = \"{condition}\"\n")).collect()
}

#[test]
fn components_that_no_list_may_hold_are_those_of_the_box() {
    let held = "[zones]\n\"hand[1]\" = [\"glow\"]\n".to_owned()
        + &expects(&[
            "count(embers) == 2",
            "count(box where it is ember) == 1",
            "all(players[1].hand, owner(it) is none and it is ember)",
        ]);
    assert_eq!(ran("", CARDS, 1, &[&held, &expects(&["count(box) == 2", "count(embers) == 2"])]), "");
    let too_many = "[zones]\n\"hand[1]\" = [\"glow\", \"glow\"]\n\"hand[2]\" = [\"glow\"]\n";
    let errors = ran("", CARDS, 1, &[too_many]);
    assert!(errors.contains("CW0511") && errors.contains("there is no further `glow`"), "{errors}");
}

#[test]
fn further_copies_of_a_card_of_the_box_and_the_lists_have_an_owner() {
    let both = CARDS.replace("kind = \"unit\"", "kind = \"unit\"\ncopies = 1");
    let laid = "[zones]\n\"hand[1]\" = [\"a\", \"a\"]\n".to_owned()
        + &expects(&[
            "count(players[1].hand where owner(it) == players[1]) == 2",
            "count(units where owner(it) is none) == 1",
        ]);
    assert_eq!(ran("", &both, 1, &[&laid]), "");
}

#[test]
fn tokens_of_further_copies_are_in_no_other_scenario() {
    let lays = "[zones]\n\"hand[1]\" = [\"a\", \"a\", \"a\"]\n".to_owned();
    for list in [1, 2] {
        let more = 3 - list;
        let of_lists = 2 * list;
        let own = lays.clone()
            + &expects(&[
                &format!("count(units) == {}", of_lists + more),
                &format!("count(wood) == {}", of_lists + more),
                &format!("count(wisps where owner(it) == players[1]) == {}", list + more),
            ]);
        let other = expects(&[
            &format!("count(units) == {of_lists}"),
            &format!("count(wood) == {of_lists}"),
            &format!("count(wisps) == {of_lists}"),
            &format!("count(wisps where owner(it) == players[1]) == {list}"),
            "none(box where it is wisp)",
        ]);
        assert_eq!(ran("", CARDS, list, &[&own, &other]), "", "{list}");
        assert_eq!(ran("", CARDS, list, &[&other, &own]), "", "{list}");
    }
    // Tokens in a number of their own.
    let own = lays.clone() + &expects(&["count(units) == 5", "count(wood) == 10"]);
    let other = expects(&["count(units) == 4", "count(wood) == 8"]);
    assert_eq!(ran("copies = \"2 * copies\"", CARDS, 2, &[&own, &other]), "");
    let fixed = [lays + &expects(&["count(units) == 5", "count(wood) == 3"]), expects(&["count(wood) == 3"])];
    assert_eq!(ran("copies = \"3\"", CARDS, 2, &[&fixed[0], &fixed[1]]), "");
}

#[test]
fn a_scenario_that_cannot_be_read_is_reported_once() {
    let lists = ["1 = \"l\"", "2 = \"l\""];
    let scenario = |decks: &str, zones: &str| {
        format!("[decks]\n{decks}\n[zones]\n{zones}\n") + &expects(&["count(units) >= 2"])
    };
    // The second has two copies more than the lists, so that it has a table of its own.
    let fine = [scenario(lists[0], ""), scenario(lists[1], "\"hand[1]\" = [\"a\", \"a\"]")];
    let unread = format!("bogus = 1\n{}", fine[0]);
    let unknown = fine[0].replace("units", "unots");
    let errors = ran("", CARDS, 1, &[&fine[0], &unread, &unknown, &fine[1]]);
    assert_eq!(errors.matches("bogus").count(), 1, "{errors}");
    assert_eq!(errors.matches("unots").count(), 1, "{errors}");
}

#[test]
fn numbered_names_and_plain_names_are_counted_together() {
    let lays = |zones: &str, conditions: &[&str]| format!("[zones]\n{zones}\n") + &expects(conditions);
    // Each seat's list has two: `a#1` and `a#2` are seat 1's, `a#3` and `a#4` seat 2's.
    let in_hand = |hand: &str, count: u32| {
        let held = format!("count(players[1].hand where owner(it) == players[1]) == {count}");
        let all = format!("count(units) == {}", count + 2);
        ran("", CARDS, 2, &[&lays(&format!("\"hand[1]\" = [{hand}]"), &[&held, &all])])
    };
    // The copy that the number takes is one of the list's, so a further one is laid.
    assert_eq!(in_hand(r#""a#1", "a", "a""#, 3), "");
    assert_eq!(in_hand(r#""a", "a", "a#2""#, 3), "");
    assert_eq!(in_hand(r#""a", "A", "A#1""#, 3), "");
    // A number beyond those of the lists is that of a further copy.
    assert_eq!(in_hand(r#""a", "a", "a#5""#, 3), "");
    assert_eq!(in_hand(r#""a#5", "a", "a", "a", "a#6""#, 5), "");
    let gap = in_hand(r#""a", "a", "a#7""#, 3);
    assert!(gap.contains("CW0511") && gap.contains("there is no `a#7`"), "{gap}");
    let twice = in_hand(r#""a#1", "A#1""#, 2);
    assert!(twice.contains("CW0511") && twice.contains("there is only one `A#1`"), "{twice}");
    // A copy of the other's list leaves one's own where they are.
    let others = lays(
        "\"hand[1]\" = [\"a\", \"a\", \"a#3\"]\n\"hand[2]\" = [\"a\", \"a\"]",
        &["count(units) == 5", "count(players[1].hand where owner(it) == players[2]) == 1"],
    );
    assert_eq!(ran("", CARDS, 2, &[&others]), "");
}

#[test]
fn numbered_copies_on_squares_are_counted_too() {
    let field = "[boards.field]\ngrid = [2, 1]\n[zones.square]\nper = \"cell\"\nholds = \"unit\"";
    let lays = |squares: &str, units: u32| {
        let all = format!("count(units) == {units}");
        ran(field, CARDS, 1, &[&(format!("[zones]\n{squares}\n") + &expects(&[&all]))])
    };
    // Each list has one; each square takes one of them, and a third is laid for a hand.
    assert_eq!(lays("\"square[a1]\" = [\"a#1\"]\n\"square[b1]\" = [\"a\"]", 2), "");
    assert_eq!(lays("\"square[a1]\" = [\"a#1\"]\n\"square[b1]\" = [\"a\", \"a\"]", 3), "");
    assert_eq!(lays("\"square[a1]\" = [\"a#1\"]\n\"hand[1]\" = [\"a\"]", 3), "");
    assert_eq!(lays("\"square[a1]\" = [\"a#3\", \"a\", \"a\"]", 3), "");
}

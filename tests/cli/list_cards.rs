//! Effects of cards within their lists: `sim --stats lists`.

use std::fs;
use std::path::Path;

use cardwright::lab::{Trials, stratified};
use serde_json::Value;

use super::lists::said;

/// A game in which crowns in hand win, and its lists: the rich one has many.
fn crowns(here: &Path) {
    let put = |path: &str, text: &str| {
        let path = here.join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    put(
        "crowns/game.toml",
        "[game]\nid = \"crowns\"\nname = \"Crowns\"\nplayers = [2, 2]\n[zones.library]\nper = \"player\"\nordered = true\nseen_by = \"none\"\n\
         start = \"list\"\n[zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.spent]\nper = \"player\"\n\
         [flow]\nsetup = \"for each p in players { shuffle(p.library); deal(p.library, p.hand, 4) }\"\n\
         play = \"for each p in players { choose c from p.hand by p; move(c, p.spent) }\\nend\"\n[scoring]\n\
         score = \"count(p.hand where name == crown) + count(p.spent where name == crown)\"\n",
    );
    put("crowns/cards/all.toml", "[cards.crown]\n[cards.pebble]\n[cards.dust]\n");
    put("crowns/decks/rich.toml", "[cards]\ncrown = 5\npebble = 4\ndust = 3\n");
    put("crowns/decks/poor.toml", "[cards]\ncrown = 2\npebble = 1\ndust = 9\n");
}

fn effect<'r>(report: &'r Value, list: &str, card: &str, what: &str) -> &'r Value {
    let lists = report["lists"].as_array().expect("lists");
    let of = lists.iter().find(|of| of["list"] == list).expect("the list");
    let card = of["cards"].as_array().expect("cards").iter().find(|of| of["card"] == card).expect("the card");
    &card[what]
}

#[test]
fn a_card_is_credited_with_what_it_does_and_not_with_its_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    crowns(here);
    let meet = ["sim", "crowns", "--decks", "rich,poor", "--stats", "lists", "-n", "600"];
    let json = |args: &[&str]| -> Value {
        let (code, text) = said(here, &[&meet[..], args, &["--format", "json"]].concat());
        assert_eq!(code, Some(0), "{text}");
        serde_json::from_str(&text).expect("JSON")
    };
    let report = json(&["-j", "1"]);
    assert_eq!(report, json(&["-j", "3"]));
    let share = |list: &str, card: &str| {
        effect(&report, list, card, "opening")["difference"]["share"].as_f64().expect("a number")
    };
    // A crown in the opening wins; the rest of the hand is worth nothing, so a pebble in a crown's place
    // costs something.
    assert!(share("poor", "crown") > 0.2 && share("rich", "crown") > 0.1, "{report}");
    assert_eq!(effect(&report, "poor", "crown", "opening")["marked"], true);
    assert!(share("rich", "pebble") < 0.05, "pebbles are not credited with the rich list: {report}");
    // A card that is always there has no games to compare with.
    let dust = effect(&report, "poor", "dust", "opening");
    assert_eq!((&dust["difference"], dust["games"].as_u64()), (&Value::Null, Some(1200)));
    // Who chooses one card of four plays it in fewer games than they draw it in.
    let games = |what: &str| effect(&report, "rich", "crown", what)["games"].as_u64().expect("a number");
    assert!(games("played") < games("drawn") && games("drawn") >= games("opening"));

    let (code, text) = said(here, &[&meet[..], &["--save", "m.csv", "--save", "m.html"]].concat());
    assert_eq!((code, text.contains("Opening") && text.contains("★")), (Some(0), true), "{text}");
    let csv = fs::read_to_string(here.join("m.csv")).expect("rows");
    assert!(csv.contains("poor,effect_opening,crown,"), "{csv}");
    assert!(fs::read_to_string(here.join("m.html")).expect("a page").contains("What the cards of a list do"));
    // Without `--decks`, each seat's list is shown, too.
    let (code, text) = said(here, &["sim", "crowns", "--stats", "lists", "-n", "50"]);
    assert_eq!((code, text.contains("poor") && text.contains("rich")), (Some(0), true), "{text}");
}

#[test]
fn strata_are_compared_within_themselves() {
    let tries = |wins: u64, times: u64| Trials { times, wins };
    // Nine of ten on both sides of one, one of ten on both sides of the other: all together the first side
    // would seem far ahead.
    let same =
        stratified(&[(tries(90, 100), tries(9, 10)), (tries(1, 10), tries(10, 100))]).expect("a difference");
    assert!(same.share.abs() < 1e-12 && same.low < 0.0 && same.high > 0.0, "{same:?}");
    // One stratum is a plain difference.
    let one = stratified(&[(tries(60, 100), tries(40, 100))]).expect("a difference");
    assert!((one.share - 0.2).abs() < 1e-12 && one.low > 0.05 && one.high < 0.35 && one.p < 0.01, "{one:?}");
    // A stratum with only one side says nothing.
    assert_eq!(stratified(&[(tries(5, 10), tries(0, 0))]), None);
}

//! Copies of a card by the agreed options.

use super::lab::Lab;

fn supply(copies: &str) -> Lab {
    Lab::base()
        .rules("[options.wide]\n[options.extra]\nrange = [0, 3]\ndefault = 1\n")
        .cards(&format!("[cards.duchy]\ncopies = \"{copies}\"\n"))
}

const THERE: [(&str, &str); 1] = [("count(cards where name == duchy)", "")];

fn there(lab: &Lab) -> String {
    lab.asks(&[THERE[0].0]).values.remove(0)
}

#[test]
fn players_and_options_say_how_many_there_are() {
    let by_players = "8 if player_count == 2 else 12";
    assert_eq!(there(&supply(by_players).players(2)), "8");
    assert_eq!(there(&supply(by_players).players(3)), "12");
    assert_eq!(there(&supply("2 * player_count - extra").players(3)), "5");
    assert_eq!(there(&supply("max(extra - 1, 0) + min(player_count, 2)").players(3)), "2");
    assert_eq!(there(&supply("4 if wide else 1").options(&[1, 1])), "4");
    assert_eq!(there(&supply("3 if wide").options(&[0, 1])), "0");
}

#[test]
fn a_kind_says_how_many_there_are_of_each_of_its_cards() {
    let decks = |code: &str| {
        supply("2").rules(&format!(
            "[kinds.card]\ncopies = \"{code}\"\n[kinds.spare]\nbase = \"card\"\ncopies = \"extra\"\n"
        ))
    };
    let decks = |code: &str| {
        decks(code).cards("[cards.wheel]\nkind = \"spare\"\n[cards.jack]\nkind = \"spare\"\ncopies = 1\n")
    };
    let counts = |players: u8, extra: i64| {
        let lab = decks("2 if player_count >= 4 else 1").players(players).options(&[0, extra]);
        let of = |name: &str| format!("count(cards where name == {name})");
        let asked = ["hill", "lake", "guard", "duchy", "wheel", "jack"].map(of);
        lab.asks(&asked.each_ref().map(String::as_str)).values.join(" ")
    };
    // A card's own number goes before its kind's, a kind's before that of the kind above it.
    assert_eq!(counts(2, 3), "1 2 1 2 3 1");
    assert_eq!(counts(4, 0), "2 2 2 2 0 1");
    let told = decks("3 if coins else 1").errors();
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn copies_that_cannot_be_counted() {
    supply("count(hand)").refuses("CW0318");
    supply("extra - 3").refuses("CW0318");
    supply("0 if wide else 0").refuses("CW0318");
    supply("12 if").refuses("CW0407");
    supply("8 if coins == 2 else 12").refuses("CW0500");
}

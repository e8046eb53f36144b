//! Copies of a card as what the players agree says.

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
fn copies_that_cannot_be_counted() {
    supply("count(hand)").refuses("CW0318");
    supply("extra - 3").refuses("CW0318");
    supply("0 if wide else 0").refuses("CW0318");
    supply("12 if").refuses("CW0407");
    supply("8 if coins == 2 else 12").refuses("CW0500");
}

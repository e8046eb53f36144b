//! The flow, and how a game ends: `win`, `lose`, `end`, scoring, ties.

use super::lab::Lab;
use cardwright::ir::PlayerId;
use cardwright::table::Ending;

const SCORING: &str = "[scoring]\nscore = \"p.coins\"\nties = [\"-count(p.hand)\", \"seat(p)\"]";

/// Ranks, and who has won.
fn ranks(lab: &Lab) -> (Ending, Vec<u8>, Vec<u8>) {
    let outcome = lab.play(&[]).outcome.expect("it is over");
    let winners = outcome.winners().map(|w| w.seat().0).collect();
    (outcome.ending, outcome.standings.iter().map(|s| s.rank).collect(), winners)
}

#[test]
fn setup_then_play() {
    let rules = "[flow]\nsetup = '''\nfor each p in players { deal(deck, p.hand, 2) }\nlog \"setup\"\n'''\nplay = '''\nlog \"play\"\nchoose c from players[1].hand by players[1]\nmove(c, discards)\nend\nlog \"never\"\n'''";
    let played = Lab::base().rules(rules).answers(&["lake"]).play(&["discards", "count(deck)"]);
    assert_eq!(played.log, ["setup", "play"]);
    assert_eq!((played.stop.as_str(), played.values), ("over", vec!["{lake}".to_string(), "6".to_string()]));
    let played = Lab::base().rules("[flow]\nsetup = \"deal(deck, discards, 1)\"").play(&["discards"]);
    assert_eq!((played.stop.as_str(), played.values), ("idle", vec!["{hill}".to_string()]));
    assert_eq!(Lab::base().play(&[]).stop, "idle");
}

#[test]
fn play_that_runs_out_has_ended() {
    let lab = Lab::base().rules(SCORING).flow("players[2].coins = 9");
    assert_eq!(ranks(&lab), (Ending::Scored, vec![2, 1], vec![2]));
}

#[test]
fn scores_rank_and_ties_break() {
    let lab = Lab::base().rules(SCORING).players(4);
    let go = |code: &str| ranks(&lab.clone().flow(&format!("{code}\nend")));
    assert_eq!(go("players[1].coins = 9\nplayers[3].coins = 5"), (Ending::Scored, vec![1, 4, 2, 3], vec![1]));
    assert_eq!(go("deal(deck, players[4].hand, 1)"), (Ending::Scored, vec![3, 2, 1, 4], vec![3]));
    let even = Lab::base().rules("[scoring]\nscore = \"p.coins\"").players(4);
    let lab = even.flow("players[2].coins = 7\nplayers[3].coins = 7\nplayers[4].coins = 1\nend");
    assert_eq!(ranks(&lab), (Ending::Scored, vec![3, 1, 1, 4], vec![2, 3]));
    let outcome = lab.play(&[]).outcome.expect("it is over");
    assert_eq!(outcome.standings[3].score, Some(1));
}

#[test]
fn win_settles_it() {
    let lab = Lab::base().rules(SCORING).players(3);
    let go = |code: &str| ranks(&lab.clone().flow(code));
    assert_eq!(
        go("players[1].coins = 50\nwin players[2]\nlog \"never\""),
        (Ending::Settled, vec![2, 1, 3], vec![2])
    );
    assert_eq!(go("win players - players[1]"), (Ending::Settled, vec![3, 2, 1], vec![2, 3]));
    assert_eq!(go("win players where seat(it) == 3"), (Ending::Settled, vec![3, 2, 1], vec![3]));
    // Scores are told for every ending, and rank behind winning.
    let outcome =
        lab.clone().flow("players[1].coins = 50\nwin players[2]").play(&[]).outcome.expect("it is over");
    assert_eq!(outcome.standings.iter().map(|s| s.score).collect::<Vec<_>>(), [Some(50), Some(3), Some(3)]);
}

#[test]
fn lose_goes_on_while_others_are_left() {
    let lab = Lab::base().players(3);
    let go = |code: &str| {
        let played = lab.clone().flow(code).play(&[]);
        (
            played.log.join(" "),
            played.outcome.expect("it is over").winners().map(|w| w.seat().0).collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        go("lose players[1]\nlog \"on\"\nlose players[3]\nlog \"never\""),
        ("on".to_string(), vec![2])
    );
    assert_eq!(go("lose players - players[1]\nlog \"never\""), (String::new(), vec![1]));
    assert_eq!(go("lose players\nlog \"never\""), (String::new(), vec![]));
    let lab = Lab::base().rules(SCORING).players(3).flow("players[1].coins = 50\nlose players[1]\nend");
    assert_eq!(ranks(&lab), (Ending::Scored, vec![3, 2, 1], vec![3]));
}

#[test]
fn end_in_draw_and_end_without_scoring() {
    let lab = Lab::base().rules(SCORING).flow("players[1].coins = 50\nend in draw");
    assert_eq!(ranks(&lab), (Ending::Draw, vec![1, 1], vec![]));
    let lab = Lab::base().flow("end");
    assert_eq!(ranks(&lab), (Ending::Scored, vec![1, 1], vec![]));
}

#[test]
fn the_game_may_end_deep_inside() {
    let rules = "[verbs.strike]\nparams = { you = \"player\" }\ndo = '''\ncoins -= 1\nif coins == 0 { lose you }\nlog \"{{ you }}\"\n'''\n[[reactions]]\nafter = \"strike\"\nwhere = \"players[1].coins == 1\"\ndo = \"win you\"";
    let lab = Lab::base().rules(rules).flow("while true { for each p in players { strike(p) } }");
    let played = lab.play(&["players[1].coins"]);
    assert_eq!(played.log, ["player 1", "player 2", "player 1"]);
    assert_eq!(played.outcome.expect("over").winners().collect::<Vec<_>>(), [PlayerId(0)]);
}

#[test]
fn what_comes_after_an_ending_is_never_reached() {
    let warnings = Lab::base().flow("end\nlog \"x\"").diagnostics();
    assert!(warnings.iter().any(|w| w == "CW0539"), "{warnings:?}");
    let warnings = Lab::base().flow("while true { log \"x\" }").diagnostics();
    assert!(warnings.iter().any(|w| w == "CW0540"), "{warnings:?}");
}

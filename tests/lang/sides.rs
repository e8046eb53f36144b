//! Sides: who wins, loses and ranks together; named endings; players who are out.

use super::lab::Lab;
use cardwright::ir::PlayerId;
use cardwright::table::{Ending, TableOutcome};

const TEAMS: &str = r#"
[enums]
team = ["red", "blue"]
[state.player]
team = { type = "team", start = "red if seat(self) % 2 == 1 else blue" }
"#;

/// A game for four in two teams, with scoring.
fn teams(scoring: &str) -> Lab {
    Lab::base().rules(&format!("{TEAMS}[scoring]\ntogether = \"p.team\"\n{scoring}")).players(4)
}

fn outcome(lab: &Lab, flow: &str) -> TableOutcome {
    lab.clone().flow(flow).play(&[]).outcome.expect("it is over")
}

/// Who has won, from 1; everybody's rank.
fn result(lab: &Lab, flow: &str) -> (Vec<u8>, Vec<u8>) {
    let outcome = outcome(lab, flow);
    (outcome.winners().map(|w| w.seat().0).collect(), outcome.standings.iter().map(|s| s.rank).collect())
}

#[test]
fn partners_win_and_lose_together() {
    let lab = teams("");
    assert_eq!(result(&lab, "win players[2]"), (vec![2, 4], vec![2, 1, 2, 1]));
    assert_eq!(
        result(&lab, "lose players[2]\nwin players[2]"),
        (vec![1, 3], vec![1, 2, 1, 2]),
        "the last side has won"
    );
    let all = outcome(&lab, "lose players");
    assert!(all.all_lost());
    assert_eq!((all.side_count(), all.sides.as_slice()), (2, &[0, 1][..]));
}

#[test]
fn a_side_that_loses_leaves_the_others_to_play_on() {
    // Two against one against one.
    let rules = "[state.player]\nside = { type = \"int 0..2\", start = \"max(0, seat(self) - 2)\" }\n[scoring]\ntogether = \"p.side\"";
    let lab = Lab::base().rules(rules).players(4);
    let played = lab.clone().flow("lose players[4]\nlog \"on\"\nlose players[3]\nlog \"never\"").play(&[]);
    assert_eq!(played.log, ["on"]);
    assert_eq!(played.outcome.expect("over").winners().collect::<Vec<_>>(), [PlayerId(0), PlayerId(1)]);
}

#[test]
fn partners_rank_together_by_the_best_of_their_scores() {
    let lab = teams("score = \"p.coins\"\nties = [\"seat(p)\"]");
    assert_eq!(
        result(&lab, "players[3].coins = 5\nplayers[2].coins = 4\nend"),
        (vec![1, 3], vec![1, 2, 1, 2])
    );
    assert_eq!(result(&lab, "end"), (vec![2, 4], vec![2, 1, 2, 1]), "the tie-break of the best of them");
    let settled = outcome(&lab, "players[3].coins = 5\nwin players[4]");
    assert_eq!((settled.ending, settled.standings[2].score), (Ending::Settled, Some(5)));
    assert_eq!(result(&lab, "players[3].coins = 5\nend in draw"), (vec![], vec![1, 1, 1, 1]));
}

#[test]
fn all_are_one_side() {
    let lab = Lab::base().rules("[scoring]\ntogether = \"true\"\nscore = \"p.coins\"").players(3);
    assert_eq!(result(&lab, "win players[2]"), (vec![1, 2, 3], vec![1, 1, 1]));
    let lost = outcome(&lab, "players[1].coins = 3\nlose players[2]");
    assert!(lost.all_lost() && lost.side_count() == 1);
    assert_eq!(lost.standings[0].score, Some(3), "how close it was");
}

#[test]
fn endings_have_names() {
    let lab = Lab::base().players(2);
    let named = |flow: &str| {
        let lab = lab.clone().flow(flow);
        let outcome = lab.play(&[]).outcome.expect("it is over");
        (outcome.ending, outcome.named.map(|n| lab.game().ir.endings[usize::from(n)].clone()))
    };
    let called = |ending, name: &str| (ending, Some(name.to_owned()));
    assert_eq!(named("win players[1] \"ten points\""), called(Ending::Settled, "ten points"));
    assert_eq!(
        named("if player_count > 5 { win players \"many\" }\nlose players \"overrun\""),
        called(Ending::Settled, "overrun")
    );
    assert_eq!(named("end \"the deck is empty\""), called(Ending::Scored, "the deck is empty"));
    assert_eq!(named("end in draw \"stalemate\""), called(Ending::Draw, "stalemate"));
    assert_eq!(named("end"), (Ending::Scored, None));
}

#[test]
fn who_is_out_is_passed_over() {
    let lab = Lab::base().players(4);
    let go = |flow: &str, ask: &str| lab.clone().flow(flow).play(&[ask]).values[0].clone();
    assert_eq!(go("out players[2]", "playing"), "{player 1, player 3, player 4}");
    assert_eq!(go("out players[2]", "next(players[1])"), "player 3");
    assert_eq!(go("out players - players[1]", "next(players[1])"), "player 1");
    assert_eq!(go("out players", "next(players[4])"), "player 1");
    assert_eq!(go("log \"all play\"", "next(players[1])"), "player 2");
    for (n, seat) in [(0, 1), (1, 3), (2, 4), (3, 1), (4, 3), (-1, 4), (-2, 3), (-3, 1), (-4, 4)] {
        assert_eq!(go("out players[2]", &format!("next(players[1], {n})")), format!("player {seat}"), "{n}");
    }
    // Somebody who is out is passed over like everybody else, but for 0.
    for (n, seat) in [(0, 2), (1, 3), (3, 1), (4, 3), (-1, 1), (-3, 3), (-4, 1)] {
        assert_eq!(go("out players[2]", &format!("next(players[2], {n})")), format!("player {seat}"), "{n}");
    }
    assert_eq!(go("out players", "next(players[4], 2)"), "player 2");
    assert_eq!(go("log \"all play\"", "next(players[1], -1)"), "player 4");
    let log = |flow: &str| lab.clone().flow(flow).play(&[]).log.join(" ");
    let round = |first: &str| {
        format!("out players[2]\nfor each p in turn_order(players[{first}]) {{ log \"{{{{ p }}}}\" }}")
    };
    assert_eq!(log(&round("3")), "player 3 player 4 player 1");
    assert_eq!(log(&round("2")), "player 3 player 4 player 1");
    // Whom the loop has not come to yet is passed over too, and nobody comes twice.
    let falls =
        "for each p in turn_order(players[1]) {\nlog \"{{ p }}\"\nif seat(p) == 1 { out players[3] }\n}";
    assert_eq!(log(falls), "player 1 player 2 player 4");
}

#[test]
fn who_is_out_passes_in_a_window() {
    let rules = "[actions.wave]\ndo = 'log \"{{ you }}\"'\nwhen = \"coins == 3\"";
    let flow = "out players[2]\nmay act turn_order(players[1]) from {wave}";
    let played = Lab::base().rules(rules).players(3).flow(flow).answers(&["pass", "pass", "pass"]).play(&[]);
    assert_eq!(played.asked, ["1: wave, pass", "3: wave, pass"]);
}

#[test]
fn who_has_lost_is_out() {
    let lab = Lab::base().players(4).flow("lose players[2]");
    assert_eq!(
        lab.play(&["playing", "next(players[1])"]).values,
        ["{player 1, player 3, player 4}", "player 3"]
    );
}

#[test]
fn out_is_a_word_only_where_a_player_follows() {
    let rules = "[state.player]\nout = \"bool\"\n[verbs.fall]\nparams = { you = \"player\" }\ndo = '''\nout = true\nout you\n'''";
    let played =
        Lab::base().rules(rules).flow("fall(players[1])").play(&["players[1].out", "count(playing)"]);
    assert_eq!(played.values, ["yes", "1"]);
}

//! `seen_by` as an expression: permitted reads, and refused ones.

use super::lab::Lab;

/// A zone for each suit of which an expression says who sees it, and state that rules set and that they do
/// not.
fn seen_by(expression: &str) -> Lab {
    Lab::base().rules(&format!(
        r#"
[state.player]
side = {{ type = "suit", start = "flood if seat(self) == 1 else flame" }}
[functions.of_side]
params = {{ s = "suit" }}
returns = "set of player"
code = "players where side == s"
[functions.rich]
params = {{ p = "player" }}
returns = "bool"
code = "p.coins > 1"
[zones.store]
per = "suit"
seen_by = "{expression}"
"#
    ))
}

#[test]
fn players_of_a_side_a_seat_an_option_and_a_function() {
    let go = "let three = 3\ncoins = three";
    for fine in [
        "players where side == self",
        "of_side(self)",
        "players[1]",
        "players",
        "players - players[2]",
        "players where seat(it) < player_count",
        "{p in players where p.side == self and seat(p) > 1}",
        "players if self == flood else {}",
    ] {
        seen_by(fine).go(go).check(&[("go(players[1])", "done")]);
    }
}

#[test]
fn what_play_changes_is_refused_and_show_is_the_way_out() {
    let go = "let three = 3\ncoins = three";
    for changes in [
        "players where coins > 1",
        "players where rich(it)",
        "players where any(hand)",
        "playing",
        "players where any(store[flood])",
    ] {
        let lab = seen_by(changes).go(go);
        lab.refuses("CW0576");
        assert!(lab.help()[0].contains("`show(S, p)`"), "{:?}", lab.help());
    }
}

#[test]
fn likely_slips_are_shown_the_way() {
    let slip = |written: &str, error: &str, help: &str| {
        let lab = seen_by(written);
        lab.refuses(error);
        assert!(lab.help()[0].contains(help), "{written}: {:?}", lab.help());
    };
    slip("side == self", "CW0500", "`players where side == self`");
    slip("true", "CW0502", "`players where true`");
    slip("players where side == you.side", "CW0500", "`players where side == self`");
    slip("ownr", "CW0205", "did you mean `owner`?");
    slip("side", "CW0205", "`players where side == self`");
    slip("owner", "CW0572", "`seen_by = \"players where side == self\"`");
    slip("others", "CW0572", "`show(S, p)`");
}

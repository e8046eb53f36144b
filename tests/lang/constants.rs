//! Constants out of range are refused when a package is compiled, at the constant.

use super::lab::Lab;

#[track_caller]
fn refused(code: &str, place: &str) {
    let rules = "[state.table]\nround = \"int 1..9\"\n[functions.up]\nparams = { n = \"int 1..3\" }\nreturns = \"int\"\ncode = \"n\"";
    let lab = Lab::base().rules(rules).go(code);
    assert_eq!(
        (lab.errors(), lab.wrong_places()),
        (vec!["CW0513".to_string()], vec![place.to_string()]),
        "{code}"
    );
}

#[test]
fn state_keeps_to_its_range() {
    refused("coins = 100", "100");
    refused("coins = -1", "-1");
    refused("coins = 99 + 1", "99 + 1");
    refused("coins = 12 if any(deck) else 120", "120");
    refused("round = 0", "0");
    refused("coins += 100", "100");
    refused("for each p in players { p.coins = 100 }", "100");
}

#[test]
fn seats_counts_and_parameters_do_too() {
    refused("players[0].coins = 1", "0");
    refused("players[5].coins = 1", "5");
    refused("repeat -1 { coins = 3 }", "-1");
    refused("deal(deck, hand, -1)", "-1");
    refused("choose up to -1 cs from hand\nmove(cs, deck)", "-1");
    refused("coins = up(4)", "4");
    refused("coins = up(3) + up(0 if any(deck) else 1)", "0");
}

#[test]
fn what_may_be_right_is_not_refused() {
    let code = "coins = 99\ncoins = 0\ncoins -= 3\nlet k = 100\nif coins == 100 { coins = k }\nplayers[4].coins = 3\nrepeat 0 { coins = 1 }";
    assert_eq!(Lab::base().go(code).errors(), [""; 0]);
}

#[test]
fn a_scenario_may_try_what_ends_in_a_fault() {
    let scenario = "name = \"Too rich\"\n[[steps]]\nfault = \"CW0701\"\ndo = \"players[1].coins = 1000\"\n";
    assert_eq!(Lab::base().file("scenarios/rich.toml", scenario).errors(), [""; 0]);
}

//! `may act`, and windows in which several players act until all have passed.

use super::lab::Lab;

/// Cards of an open row and of hidden hands may be played; others may answer a card from a hand.
const WINDOWS: &str = r#"
[zones.row]
per = "player"
[actions.show]
params = { c = "you.row" }
do = """
move(c, discards)
log "{{ you }} shows {{ c }}"
"""
[actions.answer]
params = { c = "hand" }
do = """
move(c, discards)
log "{{ c }} is played"
may act turn_order(next(you)) from {answer}
log "{{ c }} happens"
"""
[actions.work]
when = "coins < 5"
do = "coins += 1"
[actions.look]
do = "marked_by = you"
[state.table]
marked_by = "player?"
"#;

fn lab(code: &str) -> Lab {
    Lab::base().rules(WINDOWS).go(code)
}

#[test]
fn one_player_acts_or_passes() {
    let code = "may act you from {work} { log \"worked\" } else { log \"passed\" }\nlog \"on\"";
    let played = lab(code).answers(&["work"]).asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.asked, ["1: work, pass"]);
    assert_eq!(
        (played.log, played.values),
        (vec!["worked".into(), "on".into()], vec!["done".to_string(), "4".into()])
    );
    let played = lab(code).answers(&["pass"]).asks(&["go(players[1])"]);
    assert_eq!(played.log, ["passed", "on"]);
    // Nobody is asked when everybody sees that there is nothing to do.
    let played = lab(&format!("coins = 9\n{code}")).asks(&["go(players[1])"]);
    assert_eq!((played.log, played.asked), (vec!["passed".to_string(), "on".into()], vec![]));
    let played = lab("may act you from {work}\nlog \"on\"").answers(&["pass"]).asks(&["go(players[1])"]);
    assert_eq!(played.log, ["on"]);
}

#[test]
fn a_window_closes_when_all_have_passed_in_a_row() {
    let lab = lab("may act turn_order(players[2]) from {work}\nlog \"closed\"").players(3);
    let played = lab.clone().answers(&["pass", "work", "pass", "pass", "pass"]).asks(&["go(players[1])"]);
    assert_eq!(played.asked.iter().map(|a| &a[..1]).collect::<String>(), "23123");
    assert_eq!(played.values, ["done"]);
    let played = lab.answers(&["pass", "pass", "work", "pass", "pass", "pass"]).asks(&["go(players[1])"]);
    assert_eq!(played.asked.iter().map(|a| &a[..1]).collect::<String>(), "231231");
    assert_eq!(played.log, ["closed"]);
}

#[test]
fn a_set_of_players_goes_by_seats() {
    let lab = lab("may act players - you from {work}\nlog \"closed\"").players(4);
    let played = lab.answers(&["work", "pass", "pass", "pass"]).asks(&["go(players[3])"]);
    assert_eq!(played.asked.iter().map(|a| &a[..1]).collect::<String>(), "1241");
    assert_eq!(played.log, ["closed"]);
    let lab = self::lab("may act players where false from {work}\nlog \"closed\"");
    assert_eq!(lab.asks(&["go(players[1])"]).log, ["closed"]);
}

#[test]
fn answers_to_answers_come_last_in_first_out() {
    let code = "move({hill, moss}, players[1].hand)\nmove({blaze}, players[2].hand)\nmay act turn_order(you) from {answer}";
    let answers = [
        "answer hill",
        "answer blaze",
        "answer moss",
        "pass",
        "pass",
        "pass",
        "pass",
        "pass",
        "pass",
        "pass",
        "pass",
    ];
    let played = lab(code).answers(&answers).asks(&["go(players[1])"]);
    let log = [
        "Hill is played",
        "Blaze is played",
        "Moss is played",
        "Moss happens",
        "Blaze happens",
        "Hill happens",
    ];
    assert_eq!((played.log, &played.values[..]), (log.map(String::from).to_vec(), &["done".to_string()][..]));
}

#[test]
fn who_can_only_pass_is_asked_where_that_is_secret() {
    // Six players, open rows: nobody is asked in vain.
    let open =
        lab("move(hill, players[2].row)\nmay act turn_order(you) from {show}\nlog \"closed\"").players(4);
    let played = open.answers(&["show hill"]).asks(&["go(players[1])"]);
    assert_eq!(played.asked, ["2: show hill, pass"]);
    assert_eq!(played.log, ["player 2 shows Hill", "closed"]);
    // Hidden hands: a pass must not tell that there is nothing to play. An empty hand tells that by itself.
    let splash =
        "[actions.splash]\nparams = { c = \"hand where suit == flood\" }\ndo = \"move(c, discards)\"\n";
    let deal = "move(hill, players[1].hand)\nmove(moss, players[3].hand)\n";
    let hidden = |from: &str| {
        let lab = lab(&format!("{deal}may act turn_order(you) from {from}\nlog \"closed\""))
            .rules(splash)
            .players(3);
        lab.answers(&["pass"; 6]).asks(&["go(players[1])"]).asked
    };
    assert_eq!(hidden("{splash}"), ["1: pass", "3: pass"]);
    // One action that is secret is enough.
    assert_eq!(hidden("{show, splash}"), ["1: pass", "3: pass"]);
    // Coins lie open: a player without coins cannot pay, with any hand.
    let paid = |coins: &str| {
        let pay = format!("{splash}when = \"coins > 3 and count(hand) < 9\"\n");
        let lab =
            lab(&format!("{deal}{coins}\nmay act turn_order(you) from {{splash}}")).rules(&pay).players(3);
        lab.answers(&["pass"; 6]).asks(&["go(players[1])"]).asked
    };
    assert_eq!(paid("for each p in players { p.coins = 3 }"), [""; 0]);
    assert_eq!(paid("for each p in players { p.coins = 3 }\nplayers[3].coins = 4"), ["3: pass"]);
}

#[test]
fn what_decides_a_pass_in_public() {
    let asked_with = |hand: &str, params: &str, when: &str| {
        let action =
            format!("[actions.try]\nparams = {{ {params} }}\nwhen = \"{when}\"\ndo = \"log \\\"tried\\\"\"");
        let helpers = r#"
[functions.held]
params = { c = "card", p = "player" }
returns = "bool"
code = "holder(c) == p"
"#;
        let lab = lab(&format!("move(hill, deck)\n{hand}\nmay act you from {{try}}"))
            .rules(&action)
            .rules(helpers)
            .answers(&["pass"]);
        lab.asks(&["go(players[1])"]).asked.len()
    };
    let asked = |params: &str, when: &str| asked_with("", params, when);
    // Open rows, counts of hidden zones, counters: all see that nothing can be tried.
    assert_eq!(asked("c = \"you.row\"", "true"), 0);
    assert_eq!(asked("c = \"you.row where suit == flood and not marked\"", "any(hand)"), 0);
    assert_eq!(asked("n = \"1..3\"", "n > 3 and count(you.hand) > 0"), 0);
    assert_eq!(asked("c = \"you.row where held(it, you)\"", "true"), 0);
    assert_eq!(asked("c = \"cards where it in you.row\"", "true"), 0);
    assert_eq!(asked("p = \"players - you where any(row)\"", "true"), 0);
    // The contents of hands, and the zone of a card that may be in one.
    assert_eq!(asked_with("move(moss, you.hand)", "c = \"hand\"", "c.suit == flood"), 1);
    assert_eq!(asked_with("move(moss, you.row)", "c = \"you.row\"", "any(hand, suit == flood)"), 1);
    assert_eq!(asked("c = \"cards where held(it, you)\"", "true"), 1);
    assert_eq!(asked("c = \"cards where marked\"", "true"), 1);
    assert_eq!(asked("c = \"discards + hand where false\"", "true"), 1);
    // State that names a card tells as much as the card, but not by naming any.
    let named = "[state.table]\nfavourite = \"card?\"\nlaid = \"set of card\"\n";
    let asked_of = |hand: &str, when: &str| {
        let action = format!("[actions.try]\nwhen = \"{when}\"\ndo = \"log \\\"tried\\\"\"");
        let lab = lab(&format!("{hand}\nmay act you from {{try}}")).rules(&action).rules(named);
        lab.answers(&["pass"]).asks(&["go(players[1])"]).asked.len()
    };
    let moss = "move(moss, you.hand)\nfavourite = moss\nlaid = {moss}";
    assert_eq!(asked_of(moss, "(favourite ?? hill).suit == flood"), 1);
    assert_eq!(asked_of(moss, "favourite == hill"), 1);
    assert_eq!(asked_of(moss, "hill in laid"), 1);
    assert_eq!(asked_of(moss, "favourite is none"), 0);
    assert_eq!(asked_of(moss, "favourite is none and count(hand) > 0"), 0);
}

#[test]
fn actions_of_components_pass_over_who_can_only_pass() {
    let cast = |of: &str, zone: &str, when: &str| {
        format!(
            "[kinds.{of}]\nbase = \"unit\"\n[kinds.{of}.actions.cast]\nin = \"{zone}\"\nwhen = \"{when}\"\ndo = \"\"\"\n\
             move(self, discards)\nmay act turn_order(next(you)) from {{cast}}\nlog \"{{{{ self }}}} is cast\"\n\"\"\"\n"
        )
    };
    let cards = "[cards.imp]\nkind = \"spirit\"\nspeed = 4\n[cards.elf]\nkind = \"spirit\"\nspeed = 1\n\
                 [cards.orc]\nkind = \"brute\"\nspeed = 5\n";
    let asked = |rules: &str, code: &str, answers: &[&str]| {
        let lab = lab(&format!("{code}\nmay act turn_order(you) from {{cast}}\nlog \"closed\"")).rules(rules);
        let brute = if rules.contains("kinds.brute") { "" } else { "[kinds.brute]\nbase = \"unit\"\n" };
        let played = lab.rules(brute).cards(cards).players(3).answers(answers).asks(&["go(players[1])"]);
        assert_eq!(played.values, ["done"], "{rules}");
        played.asked
    };
    // Nobody sees the hands, but everybody sees how many cards they hold: the windows that the action opens
    // ask the second player, whose card may not be cast, and neither those whose hands are empty.
    let hidden = cast("spirit", "hand", "self.speed > 3");
    let deal = "move(imp, players[1].hand)\nmove(elf, players[2].hand)";
    let answers = ["cast imp", "pass", "pass"];
    assert_eq!(asked(&hidden, deal, &answers), ["1: cast imp, pass", "2: pass", "2: pass"]);
    // A card without an action fills a hand as well.
    let other = "move(imp, players[1].hand)\nmove(hill, players[3].hand)";
    assert_eq!(asked(&hidden, other, &answers), ["1: cast imp, pass", "3: pass", "3: pass"]);
    // Coins lie open.
    let paid = cast("spirit", "hand", "you.coins > 3 and self.speed > 3");
    assert_eq!(asked(&paid, deal, &[]), [""; 0]);
    assert_eq!(asked(&paid, &format!("{deal}\nplayers[2].coins = 9"), &["pass"]), ["2: pass"]);
    // Each action must have such a condition.
    let both = paid.clone() + &cast("brute", "hand", "self.speed > 6");
    assert_eq!(asked(&both, deal, &["pass", "pass"]), ["1: pass", "2: pass"]);
    let both = paid + &cast("brute", "hand", "you.coins > 8");
    assert_eq!(asked(&both, deal, &[]), [""; 0]);
    assert_eq!(
        asked(&both, &format!("{deal}\nmove(orc, players[3].hand)\nplayers[3].coins = 9"), &["pass"]),
        ["3: cast orc, pass"]
    );
    // In open rows, everything is public.
    let open = cast("spirit", "row", "self.speed > 3");
    let deal = "move(imp, players[1].row)\nmove(elf, players[2].row)\nmove(hill, players[3].hand)";
    assert_eq!(asked(&open, deal, &["cast imp"]), ["1: cast imp, pass"]);
}

#[test]
fn a_window_that_never_closes_is_a_fault() {
    let rules = "[flow]\nplay = \"may act turn_order(players[1]) from {look}\"";
    let answers = vec!["look"; 1_001];
    let played = Lab::base().rules(WINDOWS).rules(rules).answers(&answers).play(&[]);
    assert_eq!((played.stop.as_str(), played.asked.len()), ("CW0722", 1_001));
}

#[test]
fn what_is_wrong_with_a_window_is_said() {
    lab("act turn_order(you) from {work}").refuses("CW0580");
    lab("act players from {work}").refuses("CW0580");
    lab("may act players from {work} { log \"x\" }").refuses("CW0580");
    lab("may act turn_order(you) from {work} else { log \"x\" }").refuses("CW0580");
    lab("may act you from {work, pass}").refuses("CW0527");
    lab("may act you from {pass}").rules("[actions.pass]\ndo = \"coins += 1\"").refuses("CW0580");
    lab("may act from {work}").refuses("CW0407");
    lab("act you from {work} { log \"x\" }").refuses("CW0419");
    lab("may act cards from {work}").refuses("CW0502");
}

#[test]
fn a_window_may_be_part_of_a_move_and_of_a_loop() {
    let code = "repeat 2 { may act more you from {work} { break } }\nlog \"out\"";
    let played = lab(code).answers(&["work"]).asks(&["go(players[1])"]);
    assert_eq!((played.log, played.asked.len()), (vec!["out".to_string()], 1));
}

#[test]
fn an_act_without_actions_is_refused() {
    for code in ["act you from {}", "may act you from {}", "may act players from {}"] {
        Lab::base().go(code).refuses("CW0533");
    }
}

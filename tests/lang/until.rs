//! State that begins anew after a verb or an action, and modifiers in stages.

use super::lab::Lab;

const UNTIL: &str = r#"
[verbs.begin_turn]
params = { you = "player", n = "int" }
do = 'log "{{ you }} begins"'
log = "begun"
[verbs.end_turn]
do = 'log "over"'
[verbs.wake]
params = { c = "card" }
do = "cancelled += 0"
[actions.rest]
do = "coins += 1"
[kinds.card.state]
acted = { type = "bool", until = "end_turn" }
lent = { type = "int 2..9", until = "begin_turn(holder)" }
lord = { type = "player?", until = "begin_turn(lord, 7)" }
asleep = { type = "bool", start = "true", until = "wake(self)" }
tags = { type = "set of suit", until = "end_turn" }
ready = { type = "suit", printed = true, default = "flame", until = "rest(holder)" }
[state.player]
drawn = { type = "int 0..9", until = "begin_turn(self)" }
[state.table]
cancelled = { type = "int 0..9", start = "4", until = "end_turn" }
"#;

const MARK: &str = "move(guard, you.hand)\nmove(hill, next(you).hand)\n\
    for each c in cards where name in {guard, hill, moss} { c.acted = true; c.lent = 7; c.lord = you; c.asleep = false; c.tags = {flood}; c.ready = army }\n\
    for each p in players { p.drawn = 3 }\ncancelled = 9\n";

/// Checks the state after these statements, which begin with everything marked: of the guard, the hill, moss,
/// the players and the table.
fn after(what: &str) -> String {
    let lab = Lab::base().rules(UNTIL).go(&format!("{MARK}{what}"));
    let mut questions = vec!["go(players[1])".to_owned()];
    for c in ["guard", "hill", "moss"] {
        questions.extend(["acted", "lent", "lord", "asleep", "tags", "ready"].map(|id| format!("{c}.{id}")));
    }
    questions.extend(["players[1].drawn", "players[2].drawn", "cancelled"].map(String::from));
    let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
    let values = lab.answers(&["rest"]).asks(&questions).values;
    assert_eq!(values[0], "done");
    values[1..].join(" ")
}

#[test]
fn a_verb_ends_it_for_whom_it_is() {
    let held = "yes 7 player 1 no {flood} army";
    assert_eq!(after(""), format!("{held} {held} {held} 3 3 9"));
    let ended = "no 7 player 1 no {} army";
    assert_eq!(after("end_turn()"), format!("{ended} {ended} {ended} 3 3 4"));
    assert_eq!(after("begin_turn(1)"), format!("yes 2 player 1 no {{flood}} army {held} {held} 0 3 9"));
    let free = "yes 7 none no {flood} army";
    assert_eq!(after("begin_turn(7)"), format!("yes 2 none no {{flood}} army {free} {free} 0 3 9"));
    assert_eq!(
        after("begin_turn(next(you), 7)"),
        format!("{held} yes 2 player 1 no {{flood}} army {held} 3 0 9")
    );
    assert_eq!(after("wake(hill)"), format!("{held} yes 7 player 1 yes {{flood}} army {held} 3 3 9"));
    assert_eq!(after("act you"), format!("yes 7 player 1 no {{flood}} flame {held} {held} 3 3 9"));
}

#[test]
fn reactions_see_it_once_more_and_sets_know_of_it() {
    let rules = "[[reactions]]\nafter = \"end_turn\"\ndo = '''\nlet n = count(cards where acted)\nlog \"{{ n }} acted\"\n'''\n";
    let played = Lab::base().rules(&format!("{UNTIL}{rules}")).go(&format!("{MARK}end_turn()")).asks(&[
        "go(players[1])",
        "count(cards where acted)",
        "count(cards where not acted)",
        "count(cards where tags == {})",
    ]);
    assert_eq!(played.values, ["done", "0", "10", "10"]);
    assert!(played.log.contains(&"3 acted".to_owned()), "{:?}", played.log);
}

#[test]
fn what_was_cancelled_ends_nothing() {
    let rules = "[[reactions]]\nbefore = \"end_turn\"\nwhere = \"hill.acted\"\ndo = \"cancel\"\n";
    let lab = Lab::base().rules(&format!("{UNTIL}{rules}")).go(&format!("{MARK}end_turn()"));
    lab.check(&[("go(players[1])", "done"), ("guard.acted", "yes"), ("cancelled", "9")]);
}

#[test]
fn it_goes_together_with_a_place() {
    let rules = "[zones.square]\n[verbs.dusk]\ndo = 'log \"dusk\"'\n[kinds.card.state]\n\
        tired = { type = \"bool\", in = \"square\", until = \"dusk\", start = \"true\" }\n";
    let lab =
        |go: &str| Lab::base().rules(rules).go(&format!("move(hill, square)\nhill.tired = false\n{go}"));
    lab("").check(&[("go(players[1])", "done"), ("hill.tired", "no"), ("moss.tired", "yes")]);
    lab("dusk()").check(&[("go(players[1])", "done"), ("hill.tired", "yes")]);
    lab("move(hill, discards)").check(&[("go(players[1])", "done"), ("hill.tired", "yes")]);
}

#[test]
fn a_place_has_it_as_well() {
    let rules = "[boards.field]\ngrid = [2, 2]\n[boards.field.state]\nfogged = { type = \"bool\", until = \"dawn\" }\n\
        depth = { type = \"int 0..9\", start = \"row\", until = \"fill(self)\" }\n[verbs.dawn]\ndo = 'log \"dawn\"'\n\
        [verbs.fill]\nparams = { c = \"cell\" }\ndo = 'log \"{{ c }}\"'\n";
    let lab = |go: &str| {
        let mark = "for each c in cells { c.fogged = true; c.depth = 7 }\n";
        Lab::base().rules(rules).go(&format!("{mark}{go}"))
    };
    lab("").check(&[
        ("go(players[1])", "done"),
        ("count(cells where fogged)", "4"),
        ("sum(cells, depth)", "28"),
    ]);
    lab("dawn()").check(&[
        ("go(players[1])", "done"),
        ("count(cells where fogged)", "0"),
        ("sum(cells, depth)", "28"),
    ]);
    lab("fill(a2)").check(&[
        ("go(players[1])", "done"),
        ("count(cells where fogged)", "4"),
        ("a2.depth", "2"),
        ("sum(cells, depth)", "23"),
    ]);
}

#[test]
fn slips_are_told() {
    let with = |until: &str| {
        let rules = "[verbs.end_turn]\nparams = { p = \"player\", all = \"set of card\" }\ndo = \"p.coins += count(all)\"\n";
        Lab::base().rules(rules).rules(&format!(
            "[kinds.card.state]\nacted = {{ type = \"bool\", until = \"{until}\" }}\nowner = \"player?\"\n"
        ))
    };
    assert_eq!(with("end_turn(owner)").errors(), Vec::<String>::new());
    with("end_trun").refuses("CW0528");
    with("shuffle").refuses("CW0528");
    with("1 + 1").refuses("CW0528");
    with("end_turn(holder, {}, 3)").refuses("CW0504");
    with("end_turn(holder, {})").refuses("CW0502");
    with("end_turn(suit)").refuses("CW0502");
    with("end_turn(you)").refuses("CW0500");
    with("end_turn(nobody)").refuses("CW0500");
}

#[test]
fn it_begins_anew_as_it_began() {
    let with = |start: &str| {
        let functions =
            "[functions.held]\nparams = { you = \"player\" }\nreturns = \"int\"\ncode = \"count(hand)\"\n";
        let state = format!(
            "[state.player]\ndrawn = {{ type = \"int 0..9\", start = \"{start}\", until = \"end_turn\" }}\n"
        );
        Lab::base().rules(&format!("[verbs.end_turn]\ndo = 'log \"over\"'\n{functions}{state}"))
    };
    assert_eq!(with("1 + seat(self)").errors(), Vec::<String>::new());
    with("count(self.hand)").refuses("CW0507");
    with("self.held").refuses("CW0507");
    with("1 if any(discards) else 2").refuses("CW0507");
}

const STAGES: &str = r#"
[kinds.card.state]
guts = "int 0..9"
[[modifiers]]
attribute = "speed"
where = "it == rider"
stage = 2
set = "(it.speed + 1) / 2"
[[modifiers]]
attribute = "speed"
where = "it == rider"
add = "3"
[[modifiers]]
attribute = "guts"
add = "2"
"#;

#[test]
fn a_later_stage_reads_what_the_earlier_have_made() {
    let lab = Lab::base().rules(STAGES);
    lab.check(&[("rider.speed", "4"), ("guard.speed", "1")]);
    let third = "[[modifiers]]\nattribute = \"speed\"\nstage = 3\nwhere = \"it.speed >= 4\"\nadd = \"it.guts + guard.guts\"\n";
    lab.clone().rules(third).check(&[("rider.speed", "8"), ("guard.speed", "1")]);
    // Within a stage it is as before: they do not see each other.
    let again = "[[modifiers]]\nattribute = \"speed\"\nstage = 2\nwhere = \"it == rider\"\nadd = \"1\"\n";
    lab.clone().rules(again).check(&[("rider.speed", "5")]);
    // Stored values stay: bonuses do not pile up.
    let lab = lab.go("rider.guts += 1");
    lab.check(&[("go(players[1])", "done"), ("rider.guts", "3"), ("rider.printed.speed", "4")]);
}

#[test]
fn a_stage_that_needs_itself_is_refused() {
    let lab = |add: &str| {
        let rules = format!("[[modifiers]]\nattribute = \"speed\"\nstage = 2\nadd = \"{add}\"\n");
        Lab::base().rules(&rules)
    };
    assert_eq!(lab("sum(units, printed.speed)").errors(), Vec::<String>::new());
    lab("guard.speed").refuses("CW0508");
    lab("sum(units, speed)").refuses("CW0508");
    let more = "[[modifiers]]\nattribute = \"strength\"\nstage = 2\nadd = \"rider.speed\"\n";
    lab("it.strength").rules(more).refuses("CW0508");
}

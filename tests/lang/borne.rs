//! Actions of components: a kind's frame and a card's part, modes, keywords, and conditions that are checked
//! again in play.

use super::lab::Lab;

/// Spells that cost coins, go to a chain, may be answered, and then happen if that is still possible.
const SPELLS: &str = r#"
[kinds.spell]
base = "card"
[kinds.spell.attributes]
cost = { type = "int 0..9", default = 1 }
[kinds.spell.actions.cast]
in = "hand"
when = "self.cost <= coins"
do = '''
coins -= self.cost
move(self, chain)
log "{{ self }} is cast"
may act turn_order(next(you)) from {cast}
if self in chain and still { self.cast } else { log "{{ self }} fizzles" }
if self in chain { move(self, discards) }
'''
[zones.chain]
ordered = true
[zones.row]
per = "player"
"#;

const CARDS: &str = r#"
[cards.bolt]
kind = "spell"
[cards.bolt.actions.cast]
params = { target = "units where it in discards" }
do = """
move(target, deck)
log "{{ self }} of {{ you }} hits {{ target }}"
"""
[cards.snuff]
kind = "spell"
cost = 2
[cards.snuff.actions.cast]
params = { other = "chain - self" }
do = "move(other, discards)"
[cards.idle]
kind = "spell"
cost = 0
"#;

fn lab(code: &str) -> Lab {
    Lab::base().rules(SPELLS).cards(CARDS).go(code)
}

#[test]
fn a_card_fills_in_its_kinds_action() {
    let code = "move({bolt, idle}, hand)\nmove({guard, rider}, discards)\nact you from {cast}";
    let answers = ["cast bolt rider", "pass", "pass", "pass"];
    let played =
        lab(code).answers(&answers).asks(&["go(players[1])", "players[1].coins", "zone_of(rider) == deck"]);
    assert_eq!(played.asked[0], "1: cast bolt guard, cast bolt rider, cast idle");
    assert_eq!(played.log, ["Bolt is cast", "Bolt of player 1 hits Rider"]);
    assert_eq!(played.values, ["done", "2", "yes"]);
}

#[test]
fn what_a_kind_asks_for_holds_for_all_its_cards() {
    // Not from another hand, another zone, or without the coins.
    let code = "move(hill, hand)\nmove(bolt, players[2].hand)\nmove(snuff, discards)\nmove(guard, discards)\nmay act you from {cast}";
    assert_eq!(lab(code).answers(&["pass"]).asks(&["go(players[1])"]).asked, ["1: pass"]);
    let code = "move(bolt, hand)\nmove(guard, discards)\ncoins = 0\nmay act you from {cast}";
    assert_eq!(lab(code).answers(&["pass"]).asks(&["go(players[1])"]).asked, ["1: pass"]);
    // A card that adds nothing is the frame alone.
    let played = lab("move(idle, hand)\nact you from {cast}").answers(&["cast idle", "pass", "pass"]);
    let played = played.asks(&["go(players[1])", "zone_of(idle) == discards"]);
    assert_eq!((played.log, &*played.values[1]), (vec!["Idle is cast".to_string()], "yes"));
}

#[test]
fn answers_are_asked_again_when_it_happens() {
    // Player 2 counters the bolt: it is in the chain no more.
    let code = "move(bolt, hand)\nmove(snuff, players[2].hand)\nmove(guard, discards)\nact you from {cast}";
    let played = lab(code).answers(&["cast bolt guard", "cast snuff bolt", "pass", "pass", "pass", "pass"]);
    let played = played.asks(&["go(players[1])", "zone_of(guard) == discards"]);
    assert_eq!(played.log, ["Bolt is cast", "Snuff is cast", "Bolt fizzles"]);
    assert_eq!(played.values[1], "yes");
    // Two bolts at one target: the first to happen takes it away, so the other has none.
    let code = "move(bolt, hand)\nmove(bolt_2, players[2].hand)\nmove(guard, discards)\nact you from {cast}";
    let twin = "[cards.bolt_2]\nkind = \"spell\"\n[cards.bolt_2.actions.cast]\nparams = { target = \"units & discards\" }\ndo = \"move(target, deck)\"\n";
    let played = lab(code).cards(twin).answers(&[
        "cast bolt guard",
        "cast bolt_2 guard",
        "pass",
        "pass",
        "pass",
        "pass",
    ]);
    let played = played.asks(&["go(players[1])", "players[2].coins"]);
    assert_eq!(played.log, ["Bolt is cast", "Bolt 2 is cast", "Bolt fizzles"]);
    assert_eq!(played.values[1], "2");
}

#[test]
fn a_cards_condition_holds_beside_its_kinds() {
    let card = r#"
[cards.late]
kind = "spell"
[cards.late.actions.cast]
params = { n = "1..3" }
when = "n > 1 and any(discards)"
do = "coins += n"
text = "cast {{ self }} for {{ n }}"
log = "{{ you }} has cast {{ self }} for {{ n }}"
"#;
    let code = "move(late, hand)\nmove(moss, discards)\nmay act you from {cast}";
    let played = lab(code).cards(card).answers(&["cast late 3", "pass", "pass"]);
    let played = played.asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.asked[0], "1: cast late 2, cast late 3, pass");
    assert_eq!(played.values[1], "5");
    assert_eq!(played.log, ["Late is cast", "player 1 has cast Late for 3"]);
    let code = "move(late, hand)\nmay act you from {cast}";
    assert_eq!(lab(code).cards(card).answers(&["pass"]).asks(&["go(players[1])"]).asked, ["1: pass"]);
}

#[test]
fn a_card_alone_brings_an_action() {
    let card = r#"
[cards.well]
[cards.well.actions.drink]
in = ["row", "discards"]
params = { n = "1..coins" }
do = "coins -= n"
"#;
    let code =
        "coins = 2\nmove(well, row)\nmay act you from {drink}\nmove(well, players[2].row)\nmay act you from {drink}
move(well, discards)\nmay act you from {drink}\nmove(well, deck)\nmay act you from {drink}";
    let played =
        lab(code).cards(card).answers(&["drink well 1", "drink well 1", "pass"]).asks(&["go(players[1])"]);
    // In my row; in another's; where nobody holds it; in another zone. Rows are open, so nobody is asked in
    // vain.
    assert_eq!(played.asked, ["1: drink well 1, drink well 2, pass", "1: drink well 1, pass"]);
}

#[test]
fn what_lies_where_nobody_holds_it_is_whoevers_who_acts() {
    let rules = r#"
[boards.map]
areas = { town = ["wood"], wood = [] }
[zones.square]
per = "map"
[zones.pack]
per = "unit"
[kinds.scout]
base = "unit"
[kinds.scout.actions.walk]
in = "square"
params = { to = "neighbours(cell_of(self) ?? town)" }
do = "move(self, to.square)"
[kinds.scout.actions.rest]
when = "self.speed > 1"
do = "coins += self.speed"
"#;
    let cards = "kind = \"scout\"\n[cards.digger]\n[cards.ranger]\nspeed = 4\n";
    let code = "move(digger, town.square)\nmove(ranger, hand)\nmove(hill, digger.pack)\nact you from {walk}\nact you from {rest}";
    let lab = Lab::base().rules(rules).cards(cards).go(code).answers(&["walk digger wood", "rest ranger"]);
    let played = lab.asks(&["go(players[2])", "players[2].coins", "cell_of(digger)", "cell_of(hill)"]);
    assert_eq!(played.asked, ["2: walk digger wood", "2: rest ranger"]);
    assert_eq!(played.values, ["done", "7", "wood", "wood"]);
}

#[test]
fn modes_of_a_card_are_options_of_their_own() {
    let card = r#"
[cards.charm]
kind = "spell"
[[cards.charm.actions.cast]]
mode = "gain"
do = "coins += 5"
[[cards.charm.actions.cast]]
mode = "raise"
params = { u = "units & discards" }
do = "move(u, hand)"
"#;
    let code = "move(charm, hand)\nmove(guard, discards)\nact you from {cast}";
    let lab = lab(code).cards(card);
    let played = lab
        .clone()
        .answers(&["cast charm gain", "pass", "pass"])
        .asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.asked[0], "1: cast charm gain, cast charm raise guard");
    assert_eq!(played.values[1], "7");
    let played = lab
        .answers(&["Cast Charm raise Guard", "pass", "pass"])
        .asks(&["go(players[1])", "count(players[1].hand)"]);
    assert_eq!(played.values[1], "1");
}

#[test]
fn a_keyword_brings_an_action_with_its_parameters() {
    let rules = r#"
[keywords.leafy]
params = { level = "int 1..5" }
[keywords.leafy.actions.grow]
in = "hand"
when = "level > 1 or coins > 3"
do = "coins += level"
"#;
    let cards = "[cards.fern]\nkeywords = [\"leafy 1\"]\n[cards.oak]\nkeywords = [\"leafy 4\"]\n";
    let code = "move({fern, oak}, hand)\nact you from {grow}\nact you from {grow}";
    let played = lab(code).rules(rules).cards(cards).answers(&["grow oak", "grow fern"]);
    let played = played.asks(&["go(players[1])", "players[1].coins", "cards where it has grow"]);
    assert_eq!(played.asked, ["1: grow oak", "1: grow fern, grow oak"]);
    assert_eq!(played.values, ["done", "8", "{fern, oak}"]);
    // It fills in a kind's action of the same id.
    let rules = "[keywords.kindling]\nparams = { n = \"int 1..9\" }\n[keywords.kindling.actions.cast]\ndo = \"coins += n\"\n";
    let cards = "[cards.tinder]\nkind = \"spell\"\nkeywords = [\"kindling 6\"]\n";
    let played = lab("move(tinder, hand)\nact you from {cast}").rules(rules).cards(cards);
    let played =
        played.answers(&["cast tinder", "pass", "pass"]).asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.values[1], "8");
}

#[test]
fn actions_can_be_reacted_to() {
    let rules = r#"
[actions.work]
params = { n = "1..3" }
do = "coins += n"
log = "{{ you }} works {{ n }}"
[[reactions]]
before = "work"
where = "n == 2"
do = "n = 9"
[[reactions]]
after = "work"
do = "log \"after {{ you }}\""
[[reactions]]
before = "cast"
where = "self == snuff"
do = "cancel"
"#;
    let watcher = r#"
[cards.watcher]
[[cards.watcher.reactions]]
after = "cast"
in = "row"
where = "source is spell and source.cost > 0 and actor != you"
do = "log \"{{ you }} sees {{ source }}\""
"#;
    let played = lab("act you from {work}\nact you from {work}").rules(rules).answers(&["work 1", "work 2"]);
    let played = played.asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(played.log, ["player 1 works 1", "after player 1", "player 1 works 9", "after player 1"]);
    assert_eq!(played.values[1], "13");
    let code = "move(watcher, players[2].row)\nmove({bolt, idle, snuff}, hand)\nmove({guard, hill}, discards)\nmove(moss, chain)
coins = 9\nact you from {cast}\nact you from {cast}\nact you from {cast}";
    // The hand of the second player is empty.
    let answers = ["cast bolt guard", "pass", "cast idle", "pass", "cast snuff moss"];
    let played =
        lab(code).rules(rules).cards(watcher).answers(&answers).asks(&["go(players[1])", "players[1].coins"]);
    assert_eq!(
        played.log,
        ["Bolt is cast", "Bolt of player 1 hits Guard", "player 2 sees Bolt", "Idle is cast"]
    );
    assert_eq!(played.values, ["done", "8"]);
}

#[test]
fn an_action_of_the_game_may_ask_what_still_holds() {
    let rules = r#"
[actions.aim]
params = { c = "discards" }
when = "c.strength > 1"
do = '''
may act next(you) from {take}
if still { log "hits {{ c }}" } else { log "misses" }
'''
[actions.take]
params = { c = "discards" }
do = "move(c, hand)"
"#;
    let code = "move({hill, moss, spark}, discards)\nact you from {aim}\nact you from {aim}";
    let played = lab(code).rules(rules).answers(&["aim hill", "take moss", "aim hill", "take hill"]);
    assert_eq!(played.asks(&["go(players[1])"]).log, ["hits Hill", "misses"]);
}

#[test]
fn options_stand_in_order_and_copies_are_one() {
    let card = "[cards.dart]\nkind = \"spell\"\ncopies = 2\n[cards.dart.actions.cast]\nparams = { p = \"players - you\" }\ndo = \"p.coins -= 1\"\n";
    let code = "move(cards where name == dart, hand)\nmove(idle, hand)\nact you";
    let played = lab(code).cards(card).rules("[actions.wait]\ndo = \"coins += 1\"").answers(&[
        "cast dart#2 player 2",
        "pass",
        "pass",
    ]);
    let played = played.asks(&["go(players[1])", "players[2].coins"]);
    assert_eq!(played.asked[0], "1: wait, cast idle, cast dart player 2");
    assert_eq!(played.values[1], "2");
}

#[test]
fn only_if_and_what_is_out_of_play() {
    let rules = "[options.magic]\ndefault = false\n";
    let cards = "[cards.ring]\n[cards.ring.actions.rub]\nonly_if = \"magic\"\ndo = \"coins += 1\"\n";
    let code = "move(ring, hand)\nmay act you from {rub}\nmove(ring, box)\nmay act you from {rub}";
    let with = |magic: i64| Lab::base().rules(rules).cards(cards).go(code).options(&[magic]);
    assert_eq!(
        with(1).answers(&["rub ring", "pass"]).asks(&["go(players[1])"]).asked,
        ["1: rub ring, pass", "1: pass"]
    );
    // Options are public: everybody sees that nothing can be rubbed.
    assert_eq!(with(0).asks(&["go(players[1])"]).asked, [""; 0]);
}

#[test]
fn what_is_wrong_with_an_action_of_components_is_said() {
    let with = |rules: &str, cards: &str| lab("may act you from {cast}").rules(rules).cards(cards).errors();
    let card = |body: &str| format!("[cards.odd]\nkind = \"spell\"\n{body}");
    assert_eq!(with("[actions.cast]\ndo = \"coins += 1\"", ""), ["CW0581"]);
    assert_eq!(
        with("[kinds.trick]\nbase = \"spell\"\n[kinds.trick.actions.cast]\ndo = \"coins += 1\"", ""),
        ["CW0581"]
    );
    assert_eq!(with("[kinds.card.actions.strength]\ndo = \"coins += 1\"", ""), ["CW0581", "CW0600"][..1]);
    let modes = "[[cards.odd.actions.cast]]\ndo = \"coins += 1\"\n[[cards.odd.actions.cast]]\nmode = \"b\"\ndo = \"coins += 2\"";
    assert_eq!(with("", &card(modes)), ["CW0581"]);
    assert_eq!(with("", &card("[cards.odd.actions.cast]\ndo = \"self.cast\"")), ["CW0581"]);
    assert_eq!(with("", &card("[cards.odd.actions.cast]\nin = \"attic\"\ndo = \"coins += 1\"")), ["CW0529"]);
    assert_eq!(
        with("", &card("[cards.odd.actions.cast]\nparams = { n = \"coins\" }\ndo = \"coins += 1\"")),
        ["CW0505"]
    );
    assert_eq!(
        with("", &card("[cards.odd.actions.cast]\ntext = \"cast {{ me }}\"\ndo = \"coins += 1\"")),
        ["CW0521"]
    );
    let many: Vec<String> = (0..7).map(|i| format!("p{i} = \"1..2\"")).collect();
    let many = format!("[cards.odd.actions.cast]\nparams = {{ {} }}\ndo = \"coins += 1\"", many.join(", "));
    assert_eq!(with("", &card(&many)), ["CW0582"]);
    lab("if still { coins += 1 }").refuses("CW0500");
    lab("act you from {cats}").refuses("CW0527");
    // An error of the kind's action is reported once, however many cards complete it.
    let kind = "[kinds.trap]\nbase = \"card\"\n[kinds.trap.actions.spring]\nin = \"row\"\ndo = \"coins += self.costs\"";
    let traps: String = (0..5)
        .map(|i| format!("[cards.t{i}]\nkind = \"trap\"\n[cards.t{i}.actions.spring]\nparams = {{ n = \"1..{}\" }}\ndo = \"coins += n\"\n", i + 1))
        .collect();
    assert_eq!(with(kind, &traps), ["CW0503"]);
}

#[test]
fn a_token_brings_what_fills_in_its_own_kinds_actions() {
    let rules = r#"
[kinds.beast]
base = "card"
[kinds.beast.actions.call]
in = "hand"
do = "log \"called\""
[kinds.foe]
base = "token"
stands_for = "beast"
[kinds.foe.actions.fight]
in = "discards"
do = "self.fight"
"#;
    let cards = r#"
kind = "beast"
[cards.wolf]
[cards.wolf.actions.fight]
do = "log \"{{ self }} bites\""
[cards.wolf.actions.call]
do = "log \"howls\""
"#;
    let code = "move(wolf_foe, discards)\nmove(wolf, discards)\nact you from {fight}\nmove({wolf, wolf_foe}, hand)\nact you from {call}";
    let lab = Lab::base().rules(rules).cards(cards).go(code).answers(&["fight wolf_foe", "call wolf"]);
    let played = lab.asks(&["go(players[1])"]);
    assert_eq!(
        (played.asked, played.log),
        (
            vec!["1: fight wolf, fight wolf_foe".to_string(), "1: call wolf".into()],
            vec!["Wolf bites".to_string(), "called".into()]
        )
    );
}

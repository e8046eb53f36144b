//! Reactions: `before` and `after`, on the game, on cards and on keywords; their permitted changes, and their
//! order.

use super::lab::Lab;

const VERBS: &str = r#"
[verbs.damage]
params = { target = "card", amount = "int" }
returns = "int"
do = '''
log "{{ target }} takes {{ amount }}"
return amount
'''
[verbs.discard]
params = { you = "player", card = "card" }
do = "move(card, discards)"
log = "{{ you }} discards {{ card }}"
"#;

fn lab(reactions: &str) -> Lab {
    Lab::base().rules(VERBS).rules(reactions)
}

#[track_caller]
fn log_of(lab: &Lab, question: &str) -> String {
    let played = lab.asks(&[question]);
    format!("{} = {}", played.log.join(", "), played.values[0])
}

#[test]
fn before_may_change_parameters() {
    let lab = lab(
        "[[reactions]]\nbefore = \"damage\"\nwhere = \"target.suit == army and amount > 1\"\ndo = \"amount -= 1\"\n[[reactions]]\nbefore = \"damage\"\nwhere = \"target == hill\"\ndo = '''\ntarget = moss\namount = amount * 10\n'''",
    );
    assert_eq!(log_of(&lab, "damage(guard, 5)"), "Guard takes 4 = 4");
    assert_eq!(log_of(&lab, "damage(guard, 1)"), "Guard takes 1 = 1");
    assert_eq!(log_of(&lab, "damage(spark, 5)"), "Spark takes 5 = 5");
    assert_eq!(log_of(&lab, "damage(hill, 5)"), "Moss takes 50 = 50");
}

#[test]
fn before_may_cancel() {
    let reactions = r#"
[[reactions]]
before = "damage"
where = "amount > 3"
do = '''
log "blocked"
if amount > 5 { cancel }
log "almost"
'''
[[reactions]]
before = "damage"
do = "log \"second\""
[[reactions]]
after = "damage"
do = "log \"after\""
"#;
    let lab = lab(reactions);
    assert_eq!(log_of(&lab, "damage(hill, 6)"), "blocked = 0");
    assert_eq!(log_of(&lab, "damage(hill, 5)"), "blocked, almost, second, Hill takes 5, after = 5");
    assert_eq!(log_of(&lab, "damage(hill, 1)"), "second, Hill takes 1, after = 1");
}

#[test]
fn what_a_cancelled_verb_returns() {
    let rules = r#"
[verbs.found]
returns = "card?"
do = "return top(deck)"
[verbs.some]
returns = "set of card"
do = "return units"
[verbs.whether]
returns = "bool"
do = "return true"
[[reactions]]
before = "found"
do = "cancel"
[[reactions]]
before = "some"
do = "cancel"
[[reactions]]
before = "whether"
do = "cancel"
"#;
    Lab::base().rules(rules).check(&[("found()", "none"), ("some()", "{}"), ("whether()", "no")]);
    let rules = "[verbs.pick]\nreturns = \"card\"\ndo = \"return hill\"\n[[reactions]]\nbefore = \"pick\"\ndo = \"cancel\"";
    Lab::base().rules(rules).refuses("CW0502");
    Lab::base().go("cancel").refuses("CW0526");
    lab("[[reactions]]\nafter = \"damage\"\ndo = \"cancel\"").refuses("CW0526");
}

#[test]
fn return_leaves_the_reaction_only() {
    let reactions = "[[reactions]]\nbefore = \"damage\"\ndo = '''\nif amount > 3 { return }\nlog \"small\"\n'''\n[[reactions]]\nafter = \"damage\"\ndo = '''\nfor each n in 1..3 { if n == 2 { return }; log \"{{ n }}\" }\n'''\n[[reactions]]\nafter = \"damage\"\ndo = \"log \\\"end\\\"\"";
    let lab = lab(reactions);
    assert_eq!(log_of(&lab, "damage(hill, 6)"), "Hill takes 6, 1, end = 6");
    assert_eq!(log_of(&lab, "damage(hill, 2)"), "small, Hill takes 2, 1, end = 2");
}

#[test]
fn after_comes_also_when_the_verb_returned_early() {
    let rules = "[verbs.try_it]\nparams = { n = \"int\" }\nreturns = \"int\"\ndo = '''\nif n > 3 { return 1 }\nlog \"low\"\nreturn 2\n'''\nlog = \"tried {{ n }}\"\n[[reactions]]\nafter = \"try_it\"\nwhere = \"n != 4\"\ndo = \"log \\\"after {{ n }}\\\"\"";
    let lab = Lab::base().rules(rules);
    assert_eq!(log_of(&lab, "try_it(5)"), "tried 5, after 5 = 1");
    assert_eq!(log_of(&lab, "try_it(4)"), "tried 4 = 1");
    assert_eq!(log_of(&lab, "try_it(1)"), "low, tried 1, after 1 = 2");
}

#[test]
fn on_a_card_self_is_the_bearer() {
    let cards = r#"
[cards.phoenix]
suit = "flame"
[[cards.phoenix.reactions]]
after = "discard"
where = "card == self"
in = "discards"
do = '''
log "{{ self }} rises"
move(self, deck)
'''
"#;
    let lab = Lab::base().rules(VERBS).cards(cards).go("discard(you, hill)\ndiscard(you, phoenix)");
    let played = lab.asks(&["go(players[1])", "discards", "top(deck)"]);
    assert_eq!(played.log, ["player 1 discards Hill", "player 1 discards Phoenix", "Phoenix rises"]);
    assert_eq!(played.values, ["done", "{hill}", "phoenix"]);
}

#[test]
fn a_component_reacts_in_play_or_in_its_zone() {
    let cards = r#"
[cards.owl]
[[cards.owl.reactions]]
after = "damage"
do = "log \"owl\""
[cards.fox]
[[cards.fox.reactions]]
after = "damage"
in = "hand"
do = "log \"fox of {{ you }}\""
[cards.elk]
[[cards.elk.reactions]]
before = "damage"
in = "discards"
do = "log \"elk\""
"#;
    let lab = Lab::base().rules(VERBS).cards(cards);
    let all = |code: &str| log_of(&lab.clone().go(&format!("{code}\ndamage(hill, 1)")), "go(players[2])");
    assert_eq!(all(""), "Hill takes 1, owl = done");
    assert_eq!(all("move(owl, box)\nmove(fox, hand)"), "Hill takes 1, fox of player 2 = done");
    assert_eq!(
        all("move(owl, discards)\nmove(fox, players[1].hand)\nmove(elk, discards)"),
        "elk, Hill takes 1, owl, fox of player 1 = done"
    );
}

#[test]
fn you_is_the_bearers_holder() {
    let cards = "[cards.spy]\n[[cards.spy.reactions]]\nafter = \"discard\"\nwhere = \"coins < 50\"\ndo = \"you.coins += 1\"";
    let lab = Lab::base()
        .rules(VERBS)
        .cards(cards)
        .go("move(spy, next(you).hand)\ndiscard(you, hill)\nmove(spy, discards)\ndiscard(you, moss)");
    // Nobody holds it in the end: then there is no `you`, and it does not react.
    lab.check(&[("go(players[1])", "done"), ("players[1].coins", "3"), ("players[2].coins", "4")]);
}

#[test]
fn on_the_game_you_and_self_are_the_verbs() {
    let rules = "[verbs.tap]\nparams = { self = \"card\" }\ndo = \"marked = true\"\n[[reactions]]\nafter = \"tap\"\nwhere = \"suit == flame\"\ndo = \"log \\\"{{ self }}\\\"\"\n[[reactions]]\nafter = \"discard\"\ndo = \"coins += 2\"";
    let lab = lab(rules).go("spark.tap\nhill.tap\ndiscard(next(you), moss)");
    let played = lab.asks(&["go(players[1])", "players[2].coins"]);
    assert_eq!(
        (played.log, &*played.values[1]),
        (vec!["Spark".to_string(), "player 2 discards Moss".to_string()], "5")
    );
}

#[test]
fn the_games_come_first_then_by_component_in_the_order_of_the_box() {
    let rules = r#"
[[reactions]]
after = "damage"
do = "log \"game 1\""
[[reactions]]
after = "damage"
do = "log \"game 2\""
[keywords.echo]
[[keywords.echo.reactions]]
after = "damage"
do = "log \"echo {{ self }}\""
"#;
    let cards = r#"
[cards.zed]
keywords = ["echo"]
copies = 2
[[cards.zed.reactions]]
after = "damage"
do = "log \"first {{ self }}\""
[[cards.zed.reactions]]
after = "damage"
do = "log \"second {{ self }}\""
[cards.abe]
keywords = ["echo"]
[cards.bob]
[[cards.bob.reactions]]
after = "damage"
do = "log \"bob\""
[cards.cat]
keywords = ["echo"]
"#;
    let lab = lab(rules).cards(cards);
    assert_eq!(
        log_of(&lab, "damage(hill, 1)"),
        "Hill takes 1, game 1, game 2, first Zed, second Zed, echo Zed, first Zed, second Zed, echo Zed, echo Abe, bob, echo Cat = 1"
    );
}

#[test]
fn an_earlier_reaction_may_take_a_later_ones_bearer_out_of_play() {
    let cards = r#"
[cards.one]
[[cards.one.reactions]]
after = "damage"
do = "move(two, box)"
[cards.two]
[[cards.two.reactions]]
after = "damage"
do = "log \"two\""
[cards.three]
[[cards.three.reactions]]
after = "damage"
do = "log \"three\""
"#;
    assert_eq!(log_of(&lab("").cards(cards), "damage(hill, 1)"), "Hill takes 1, three = 1");
}

#[test]
fn reactions_set_off_verbs_that_are_reacted_to() {
    let rules =
        "[[reactions]]\nafter = \"damage\"\nwhere = \"amount > 1\"\ndo = \"damage(target, amount / 2)\"";
    assert_eq!(log_of(&lab(rules), "damage(hill, 5)"), "Hill takes 5, Hill takes 2, Hill takes 1 = 5");
    let endless = "[[reactions]]\nafter = \"damage\"\ndo = \"damage(target, amount)\"";
    assert_eq!(lab(endless).asks(&["damage(hill, 1)"]).values, ["CW0713"]);
}

#[test]
fn a_spell_answered_by_a_spell_resolves_last_in_first_out() {
    let rules = r#"
[state.table]
countered = "set of card"
[verbs.cast]
params = { you = "player", spell = "card" }
do = '''
if spell in countered { log "{{ spell }} fizzles" } else { log "{{ spell }} works" }
move(spell, discards)
'''
[[reactions]]
before = "cast"
do = '''
move(spell, table)
log "{{ you }} casts {{ spell }}"
act next(you) from {answer, accept}
'''
[actions.answer]
params = { c = "hand where suit == flame" }
do = '''
let below = only(table - countered)
if let target = below { countered += target }
cast(you, c)
'''
[actions.accept]
do = "log \"{{ you }} accepts\""
[zones.table]
"#;
    let go = "move(spark, hand)\nmove(blaze, next(you).hand)\ncast(you, guard)";
    let lab = Lab::base().rules(rules).go(go);
    // Guard is answered by Blaze, Blaze by Spark: Spark works first, so that Blaze fizzles, and Guard is
    // still countered.
    let played = lab.clone().answers(&["answer blaze", "answer spark", "accept"]).asks(&["go(players[1])"]);
    assert_eq!(
        played.log,
        [
            "player 1 casts Guard",
            "player 2 casts Blaze",
            "player 1 casts Spark",
            "player 2 accepts",
            "Spark works",
            "Blaze fizzles",
            "Guard fizzles"
        ]
    );
    let played = lab.answers(&["accept"]).asks(&["go(players[1])"]);
    assert_eq!(played.log, ["player 1 casts Guard", "player 2 accepts", "Guard works"]);
}

#[test]
fn reactions_may_choose() {
    let cards = "[cards.shield]\n[[cards.shield.reactions]]\nbefore = \"damage\"\ndo = '''\nmay by players[1] \"Block?\" { cancel } else { choose n from 1..3 by players[2]; amount += n }\n'''";
    let lab = lab("").cards(cards);
    let played = lab.clone().answers(&["yes"]).asks(&["damage(hill, 5)"]);
    assert_eq!((played.values, played.log), (vec!["0".to_string()], vec![]));
    let played = lab.answers(&["no", "2"]).asks(&["damage(hill, 5)"]);
    assert_eq!((played.values, played.asked[1].as_str()), (vec!["7".to_string()], "2: 1, 2, 3"));
}

#[test]
fn what_cannot_be_reacted_to_is_said() {
    lab("[[reactions]]\nafter = \"move\"\ndo = \"log \\\"x\\\"\"").refuses("CW0528");
    lab("[[reactions]]\nafter = \"damage\"\nin = \"attic\"\ndo = \"log \\\"x\\\"\"").refuses("CW0529");
}

#[test]
fn variables_of_one_are_not_seen_by_another() {
    let rules = "[[reactions]]\nbefore = \"damage\"\ndo = \"let extra = 3; amount += extra\"\n[[reactions]]\nafter = \"damage\"\ndo = \"log \\\"{{ extra }}\\\"\"";
    lab(rules).refuses("CW0500");
}

#[test]
fn keyword_reactions_see_their_parameters() {
    let rules = "[keywords.armoured]\nparams = { level = \"int 1..5\" }\n[[keywords.armoured.reactions]]\nbefore = \"damage\"\nwhere = \"target == self\"\ndo = \"amount = max(0, amount - level)\"";
    let cards = "[cards.tank]\nkeywords = [\"armoured 3\"]\n[cards.jeep]\nkeywords = [\"armoured 1\"]";
    let lab = lab(rules).cards(cards);
    assert_eq!(log_of(&lab, "damage(tank, 5)"), "Tank takes 2 = 2");
    assert_eq!(log_of(&lab, "damage(jeep, 5)"), "Jeep takes 4 = 4");
    assert_eq!(log_of(&lab, "damage(hill, 5)"), "Hill takes 5 = 5");
}

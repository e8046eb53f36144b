//! Sets: algebra, ranges, membership, aggregates.

use super::lab::Lab;

const STATE: &str = r#"
[state.table]
some = "set of card"
colours = "set of suit"
numbers = "set of int 0..63"
seats = "set of player"
labels = "set of name"
"#;

#[test]
fn algebra() {
    Lab::base().rules(STATE).check(&[
        ("{flood, flame} + {land}", "{land, flood, flame}"),
        ("{flood, flame} + land", "{land, flood, flame}"),
        ("{flood, flame} - flame", "{flood}"),
        ("{flood, flame} - {flame, land}", "{flood}"),
        ("suits & {flame, land}", "{land, flame}"),
        ("suits & flame", "{flame}"),
        ("units - guard", "{rider}"),
        ("units + hill - guard", "{hill, rider}"),
        ("players - players[1]", "{player 2}"),
        ("{1, 2} + 3", "{1, 2, 3}"),
        ("{1, 2} + (4..6) - 5", "{1, 2, 4, 6}"),
        ("some + deck & units", "{guard, rider}"),
        ("deck + discards == cards", "yes"),
        ("deck & units", "{guard, rider}"),
        ("some", "{}"),
        ("some - hill", "{}"),
        ("some + {}", "{}"),
        ("deck & {}", "{}"),
        ("units + {}", "{guard, rider}"),
        ("units - {}", "{guard, rider}"),
        ("{} + units", "{guard, rider}"),
    ]);
}

#[test]
fn of_base_and_subkind() {
    Lab::base().rules(STATE).check(&[
        ("units + hill", "{hill, guard, rider}"),
        ("units & cards", "{guard, rider}"),
        ("cards & units", "{guard, rider}"),
        ("units - hill", "{guard, rider}"),
        ("cards - rider - guard == cards - units", "yes"),
        ("any(units & deck, it.speed > 3)", "yes"),
        ("hill in units", "no"),
        ("units + {hill, moss}", "{hill, moss, guard, rider}"),
        ("units & {hill, guard}", "{guard}"),
        ("only(units) ?? hill", "hill"),
        ("guard in deck", "yes"),
    ]);
    Lab::base().go("let s = units + hill\nfor each c in s { coins += c.speed }").refuses("CW0503");
}

#[test]
fn ranges() {
    Lab::base().rules(STATE).check(&[
        ("1..4", "{1, 2, 3, 4}"),
        ("4..1", "{}"),
        ("0..63 == (0..62) + 63", "yes"),
        ("3 in 1..4", "yes"),
        ("5 in 1..4", "no"),
        ("5 not in 1..4", "yes"),
        ("-3 in -5..5", "yes"),
        ("100 in 10..1000", "yes"),
        ("7 in 10..1000", "no"),
        ("-12 in -15..-10", "yes"),
        ("-9 in -15..-10", "no"),
        ("any(units, it.strength - 20 in -13..-12)", "yes"),
        ("70 in 65..80", "yes"),
        ("3 in 4..1", "no"),
        ("cards where strength in 7..8", "{guard, rider}"),
        ("cards where strength in 7..100", "{blaze, guard, rider}"),
        ("cards where strength not in 2..5", "{spark, blaze, twin, twin#2, guard, rider}"),
        ("count(cards where strength in -5..2)", "4"),
        ("sum(1..4, it)", "10"),
        ("sum(x in 1..4, x * x)", "30"),
        ("max(1..4, 5 - it)", "4"),
        ("(1..6) where it % 2 == 0", "{2, 4, 6}"),
        ("first(3..9)", "3"),
        ("numbers", "{}"),
        ("0..64", "CW0711"),
        ("-1..3", "CW0711"),
        ("{5, 64}", "CW0711"),
        ("count(c in cards, c.strength in 3..c.strength)", "6"),
    ]);
}

#[test]
fn membership() {
    Lab::base().rules(STATE).check(&[
        ("flood in {flood, flame}", "yes"),
        ("land in {flood, flame}", "no"),
        ("land not in {flood, flame}", "yes"),
        ("hill in deck", "yes"),
        ("hill in discards", "no"),
        ("hill in players[1].hand", "no"),
        ("players[1] in players", "yes"),
        ("players[2] in players - players[2]", "no"),
        ("name_of(hill) in {hill, lake}", "yes"),
        ("hill.name in {lake}", "no"),
        ("hill in {hill, spark}", "yes"),
        ("100 in {1, 2}", "no"),
        ("-1 in {1, 2}", "no"),
        ("-1 in numbers", "no"),
        ("cards where suit in {flood, flame}", "{lake, lake#2, spark, blaze}"),
        ("cards where suit not in {flood, flame, land}", "{guard, rider}"),
        ("cards where name in {hill, moss, lake}", "{hill, lake, lake#2, moss}"),
        ("cards where suit in colours", "{}"),
        ("count(cards where suit not in colours)", "10"),
        ("cards where it in units", "{guard, rider}"),
        ("cards where it not in cards - units", "{guard, rider}"),
        ("cards where it == hill or it in {spark}", "{hill, spark}"),
        ("cards where it != hill and strength == 4", "{}"),
    ]);
}

#[test]
fn counting() {
    Lab::base().check(&[
        ("count(deck)", "10"),
        ("count(discards)", "0"),
        ("count(cards where suit == flame)", "2"),
        ("count(cards, suit == flame)", "2"),
        ("any(deck)", "yes"),
        ("any(discards)", "no"),
        ("none(discards)", "yes"),
        ("none(deck)", "no"),
        ("any(deck, strength > 8)", "yes"),
        ("none(deck, strength > 9)", "yes"),
        ("all(deck, strength >= 0)", "yes"),
        ("all(deck, strength > 0)", "no"),
        ("all(discards, strength > 99)", "yes"),
        ("any(discards, strength < 99)", "no"),
        ("any(players, it.coins == 3)", "yes"),
        ("any(players, coins > 3)", "no"),
        ("all(suits, it != flood)", "no"),
        ("count(p in players, none(p.hand))", "2"),
        ("1 if any(discards) else 2", "2"),
        ("1 if none(discards) else 2", "1"),
        ("not any(discards) and not none(deck)", "yes"),
    ]);
}

#[test]
fn sums_and_extremes() {
    Lab::base().check(&[
        ("sum(deck, strength)", "41"),
        ("sum(units, strength * speed)", "39"),
        ("sum(discards, strength)", "0"),
        ("max(deck, strength)", "9"),
        ("min(deck, strength)", "0"),
        ("max(deck, -strength)", "0"),
        ("min(units, strength)", "7"),
        ("max(discards, strength)", "0"),
        ("min(discards, strength)", "0"),
        ("max(units, strength - 20)", "-12"),
        ("min(units, strength - 20)", "-13"),
        ("max(max(units, strength), min(3, 20))", "8"),
        ("sum(cards where suit == flame, strength) + 1", "11"),
        ("sum(players, coins * seat(it))", "9"),
    ]);
}

#[test]
fn best_takes_the_first_of_equals() {
    Lab::base().check(&[
        ("best(deck, strength)", "blaze"),
        ("best(deck, -strength)", "twin"),
        ("best(cards where suit == flood, strength)", "lake"),
        ("best(discards, strength)", "none"),
        ("best(players, coins)", "player 1"),
        ("best(players, seat(it))", "player 2"),
        ("best(suits, count(s in cards, 1 == 2))", "land"),
        ("best(s in suits, count(cards where suit == s))", "land"),
        ("best(s in suits, sum(cards where suit == s, strength))", "army"),
        ("best(x in 1..9, 6 * x - x * x)", "3"),
        ("(best(units, speed) ?? guard).strength", "8"),
    ]);
}

#[test]
fn unions_and_values() {
    Lab::base().rules(STATE).check(&[
        ("union(suits, cards where strength > 7)", "{blaze, rider}"),
        ("union(s in {flame, army}, cards where suit == s)", "{spark, blaze, guard, rider}"),
        ("union(players, it.hand)", "{}"),
        ("union(discards, units)", "{}"),
        ("values(cards, suit)", "{land, flood, flame, army}"),
        ("count(values(cards where strength > 6, suit))", "2"),
        ("values(units, strength)", "{7, 8}"),
        ("values(cards where strength == 5, name)", "{lake}"),
        ("values(cards where it is unit, it)", "{guard, rider}"),
        ("values(players, next(it))", "{player 1, player 2}"),
        ("values(discards, suit)", "{}"),
        ("values(p in players, seat(p) * 10)", "{10, 20}"),
        ("values(units, strength * 10)", "CW0711"),
        ("values(units, strength - 8)", "CW0711"),
    ]);
}

#[test]
fn first_and_only() {
    Lab::base().check(&[
        ("first(deck)", "hill"),
        ("first(units)", "guard"),
        ("first(discards)", "none"),
        ("first(suits - land)", "flood"),
        ("first(players)", "player 1"),
        ("only(units)", "none"),
        ("only(units - guard)", "rider"),
        ("only(discards)", "none"),
        ("only(cards where strength > 8)", "blaze"),
        ("only({flood})", "flood"),
    ]);
}

#[test]
fn nested_and_bound_elements() {
    Lab::base().check(&[
        ("count(a in cards, any(b in cards, b != a and b.name == a.name))", "4"),
        ("count(a in cards, any(cards where it != a and name == a.name))", "4"),
        (
            "cards where any(c in cards, c.strength == strength + 1)",
            "{hill, spark, twin, twin#2, guard, rider}",
        ),
        ("cards where any(cards where strength > 8) and suit == army", "{guard, rider}"),
        ("count(cards where count(o in cards, o.suit == suit) > 2)", "4"),
        ("sum(s in suits, max(cards where suit == s, strength))", "26"),
        ("sum(a in units, sum(b in units, a.strength * b.speed))", "75"),
        ("count(x in cards where strength > 7, x.suit == army)", "1"),
        ("count(x in cards where x.strength > 7 and it != blaze, x.suit == army)", "1"),
        ("any(x in cards where suit == flood, x == hill)", "no"),
        ("max(p in players, count(q in players, seat(q) >= seat(p)))", "2"),
    ]);
}

#[test]
fn bare_names_in_a_where_are_its() {
    let rules = "[kinds.card.slots]\nbonus = { returns = \"int\" }\npeers = { returns = \"set of card\", from = \"cards\" }";
    let cards = "[cards.queen]\nsuit = \"army\"\nstrength = 3\nbonus = \"count(cards where suit == self.suit and strength > self.strength)\"\npeers = \"suit == self.suit and printed.strength == 3\"";
    let lab = Lab::base().rules(rules).cards(cards);
    lab.check(&[
        ("queen.bonus", "2"),
        ("queen.peers", "{queen}"),
        ("cards where printed.suit == army", "{queen, guard, rider}"),
    ]);
}

#[test]
fn what_is_no_set_is_said() {
    for (code, error) in [
        ("let x = count(3)", "CW0505"),
        ("let x = hill.strength where it > 3", "CW0505"),
        ("let x = 3 in 4", "CW0505"),
        ("let x = 3 & 4", "CW0505"),
        ("let x = {units}", "CW0502"),
        ("let x = {}", "CW0502"),
        ("let x = {flood, 3}", "CW0502"),
        ("let x = hill in suits", "CW0502"),
        ("let x = sum(units)", "CW0504"),
        ("let x = values(units, marked)", "CW0502"),
        ("let x = turn_order(you)", "CW0505"),
        ("let x = any(units, roll(d6) > 3)", "CW0507"),
    ] {
        Lab::base().go(code).refuses(error);
    }
}

#[test]
fn sets_in_state() {
    let code = r#"
some = units + hill
some -= guard
colours = {flood}
colours += values(some, suit)
numbers = 1..3
numbers += 63
seats = players - you
labels = {hill, lake}
labels += spark.name
some = some
"#;
    Lab::base().rules(STATE).go(code).check(&[
        ("go(players[1])", "done"),
        ("some", "{hill, rider}"),
        ("colours", "{land, flood, army}"),
        ("numbers", "{1, 2, 3, 63}"),
        ("seats", "{player 2}"),
        ("labels", "{hill, lake, spark}"),
        ("cards where name in labels", "{hill, lake, lake#2, spark}"),
        ("cards where suit in colours and it in some", "{hill, rider}"),
        ("players where it in seats", "{player 2}"),
        ("some == {hill, rider}", "yes"),
        ("some where strength in numbers", "{}"),
    ]);
}

#[test]
fn elements_may_have_names_in_braces() {
    Lab::base().check(&[
        ("{c in cards where c.strength > 6}", "{blaze, guard, rider}"),
        ("{c in units where any(d in cards, d.strength > c.strength)}", "{guard, rider}"),
        ("count({n in 1..9 where n * n > 20})", "5"),
        ("{s in suits where any(c in cards, c.suit == s)} == suits", "yes"),
        ("count({c in cards where any({d in cards where d.strength == c.strength} - c)})", "4"),
        ("{c in cards where strength > 6}", "{blaze, guard, rider}"),
    ]);
    let go = "for each c in {d in deck where d.strength > 8} { move(c, you.hand) }
choose c from {u in units where u.strength > 7}\nmove(c, you.hand)";
    let played = Lab::base().go(go).answers(&["rider"]).asks(&["go(players[1])", "players[1].hand"]);
    assert_eq!(played.values, ["done", "{blaze, rider}"]);
    Lab::base().go("let x = count(c in deck where c.strength > 3)\nyou.coins = x").refuses("CW0504");
    Lab::base().go("choose c from x in deck where x.strength > 3\nmove(c, you.hand)").refuses("CW0500");
}

//! Amounts: a number for each value of an enum, each name or each number of a range.

use super::lab::Lab;

/// Foes with up to three groups of talents, a stock of elements for each player and one of the table's.
const AMOUNTS: &str = r#"
[enums]
element = ["fire", "earth", "water"]
talent  = ["combat", "magic", "crown"]
[kinds.foe]
base = "card"
[kinds.foe.attributes]
cost   = "int 0..9 per element"
groups = "int 0..4 per talent per 1..3"
[kinds.foe.state]
wounds = "int 0..5 per talent"
aura   = { type = "int 0..9 per element", printed = true }
[kinds.foe.slots]
bounty = { returns = "int 0..9 per element", default = "{}" }
[state.player]
stock = { type = "int 0..60 per element", start = "{fire = 2, water = seat(self)}" }
[state.table]
common = "int -5..9 per element"
tithe  = "int 1..9 per 2..4"
known  = "int 0..3 per name"
[functions.need]
params  = { f = "foe", g = "int" }
returns = "int per talent"
code    = "f.groups[g]"
[functions.double]
params  = { a = "int per element" }
returns = "int per element"
code    = "let twice = 2 * a; return twice"
"#;

const FOES: &str = r#"
[cards.ogre]
kind   = "foe"
cost   = { fire = 1, earth = 3 }
groups = [{ combat = 2 }, { magic = 1, crown = 1 }]
aura   = { water = 4 }
bounty = "{earth = 2} if you.stock[fire] > 0 else {}"
[cards.imp]
kind   = "foe"
"#;

fn lab() -> Lab {
    Lab::base().rules(AMOUNTS).cards(FOES)
}

#[test]
fn what_is_not_written_is_nothing() {
    lab().check(&[
        ("ogre.cost", "{fire = 1, earth = 3}"),
        ("imp.cost", "{}"),
        ("ogre.groups", "{1 = {combat = 2}, 2 = {magic = 1, crown = 1}}"),
        ("ogre.groups[2]", "{magic = 1, crown = 1}"),
        ("ogre.groups[2][crown]", "1"),
        ("need(ogre, 1)[combat]", "2"),
        ("count(1..3 where sum(ogre.groups[it]) > 0)", "2"),
        ("players[2].stock", "{fire = 2, water = 2}"),
        ("common", "{}"),
        // A range without 0 begins at its end that is nearest to it.
        ("tithe", "{2 = 1, 3 = 1, 4 = 1}"),
        ("ogre.aura", "{water = 4}"),
        ("ogre.aura[water]", "4"),
        ("imp.wounds", "{}"),
    ]);
}

#[test]
fn arithmetic_goes_value_by_value() {
    lab().check(&[
        ("ogre.cost + players[1].stock", "{fire = 3, earth = 3, water = 1}"),
        ("ogre.cost - players[1].stock", "{fire = -1, earth = 3, water = -1}"),
        ("max(ogre.cost - players[1].stock, {})", "{earth = 3}"),
        ("max({}, ogre.cost - players[1].stock)", "{earth = 3}"),
        ("sum(max(ogre.cost - players[1].stock, {}))", "3"),
        ("min(ogre.cost, {fire = 5, earth = 1})", "{fire = 1, earth = 1}"),
        ("2 * ogre.cost", "{fire = 2, earth = 6}"),
        ("ogre.cost * 2 - ogre.cost == ogre.cost", "yes"),
        ("-ogre.cost", "{fire = -1, earth = -3}"),
        ("{} - ogre.cost", "{fire = -1, earth = -3}"),
        ("double(ogre.cost)", "{fire = 2, earth = 6}"),
        ("double({})", "{}"),
        ("double({water = 1 + 1})", "{water = 4}"),
        ("sum({fire = 2, water = 3})", "5"),
        ("sum(foes, it.cost)", "{fire = 1, earth = 3}"),
        ("sum(foes, cost[earth])", "3"),
        ("ogre.cost if imp.cost == {} else {}", "{fire = 1, earth = 3}"),
        ("{water = 1} if imp.cost != {}", "{}"),
        ("elements where ogre.cost[it] > 0", "{fire, earth}"),
    ]);
}

#[test]
fn comparisons_ask_all_values() {
    lab().check(&[
        ("ogre.cost <= ogre.cost", "yes"),
        ("imp.cost <= ogre.cost", "yes"),
        ("ogre.cost <= players[1].stock", "no"),
        ("players[1].stock >= {fire = 2}", "yes"),
        ("players[1].stock >= {fire = 3}", "no"),
        ("{} <= ogre.cost", "yes"),
        ("not (ogre.cost >= players[1].stock)", "yes"),
        ("ogre.cost == {earth = 3, fire = 1}", "yes"),
        ("ogre.cost != {earth = 3, fire = 1}", "no"),
        ("ogre.groups[1] == need(ogre, 1) and ogre.groups[1] != ogre.groups[2]", "yes"),
        ("count(foes where cost <= {fire = 1})", "1"),
        ("any(1..3, ogre.groups[it] >= {crown = 1})", "yes"),
    ]);
}

#[test]
fn numbers_and_wholes_change() {
    let go = "you.stock[fire] += 1\nyou.stock -= {water = 1}\ncommon = {earth = 4} + you.stock\ncommon[fire] -= 5
for each e in elements { common[e] -= 1 }\ntithe[2 + 1] = 9\nogre.wounds[crown] = 5\nlet mine = you.stock\nmine[water] += 4
known[imp] += 2\nogre.aura += mine\nlet n = 3\nlog \"{{ mine }}; {{ n }}; {{ common }}\"";
    let played = lab().go(go).asks(&["go(players[1])"]);
    assert_eq!(played.log, ["3 fire, 4 water; 3; -3 fire, 3 earth, -1 water"]);
    lab().go(go).check(&[
        ("go(players[1])", "done"),
        ("players[1].stock", "{fire = 3}"),
        ("players[2].stock", "{fire = 2, water = 2}"),
        ("common", "{fire = -3, earth = 3, water = -1}"),
        ("tithe", "{2 = 1, 3 = 9, 4 = 1}"),
        ("ogre.wounds", "{crown = 5}"),
        ("known", "{imp = 2}"),
        ("known[imp]", "2"),
        ("ogre.aura", "{fire = 3, water = 8}"),
    ]);
}

#[test]
fn what_stands_in_brackets_may_be_known_in_play_alone() {
    let go = "for each e in elements { you.stock[e] += 1 }\nfor each n in 2..4 { tithe[n] += n }
let sum = 0\nfor each n in 1..3 { for each t in talents { sum += ogre.groups[n][t] * n } }\nyou.stock[fire] = sum
let table = ogre.groups\nfor each n in 1..2 { table[n + 1][magic] += n }\ntable[1] = {crown = 3}\nlog \"{{ table }}\"
let one = 1\ntable[one] = ogre.groups[one + 1]\nlog \"{{ table }}\"
let e = earth\nlet a = {e = 2, fire = 1} + you.stock\nlog \"{{ a }}\"\nlet k = moss.name\nknown[k] = 3";
    let lab = lab().go(go);
    let played = lab.asks(&["go(players[1])", "players[1].stock", "tithe", "known", "ogre.groups[1]"]);
    assert_eq!(
        played.values,
        ["done", "{fire = 6, earth = 1, water = 2}", "{2 = 3, 3 = 4, 4 = 5}", "{moss = 3}", "{combat = 2}"]
    );
    assert_eq!(
        played.log,
        [
            "3 crown / 2 magic, 1 crown / 2 magic",
            "1 magic, 1 crown / 2 magic, 1 crown / 2 magic",
            "7 fire, 3 earth, 2 water"
        ]
    );
}

#[test]
fn whose_it_is_and_which_value_is_worked_out_once() {
    let rules = "[verbs.pick]\nparams = { n = \"int\" }\nreturns = \"element\"\ndo = \"log \\\"asked {{ n }}\\\"; return earth if n == 1 else fire\"
[verbs.who]\nreturns = \"player\"\ndo = \"log \\\"who\\\"; return players[2]\"\n";
    let go = "who.stock[pick(1)] += 3\nlet e = pick(2)\ncommon[e] = 2\nlet mine = you.stock\nmine[pick(1)] -= 1\nlog \"{{ mine }}\"";
    let played = lab().rules(rules).go(go).asks(&["go(players[1])", "players[2].stock", "common"]);
    assert_eq!(played.log, ["who", "asked 1", "asked 2", "asked 1", "2 fire, -1 earth, 1 water"]);
    assert_eq!(played.values[1..], ["{fire = 2, earth = 3, water = 2}", "{fire = 2}"]);
}

#[test]
fn leaving_a_range_is_a_fault() {
    for (go, fault) in [
        ("you.stock[fire] -= 3", "CW0701"),
        ("you.stock -= {fire = 1, earth = 1}", "CW0701"),
        ("common = 5 * {water = 2}", "CW0701"),
        ("let n = 5\ntithe[n] = 2", "CW0726"),
        ("let n = 1\nlog \"{{ n }}\"\nlet x = tithe[n]\nlog \"{{ x }}\"", "CW0726"),
    ] {
        let played = lab().go(go).asks(&["go(players[1])", "players[1].stock", "tithe"]);
        assert_eq!(played.values, [fault, "{fire = 2, water = 1}", "{2 = 1, 3 = 1, 4 = 1}"], "{go}");
    }
}

#[test]
fn slots_and_parameters_take_amounts() {
    let rules =
        "[verbs.pay]\nparams = { p = \"player\", what = \"int per element\" }\ndo = \"p.stock -= what\"\n";
    let go = "move(ogre, you.hand)\nyou.stock += ogre.bounty + imp.bounty\npay(you, {fire = 2})";
    let played = lab().rules(rules).go(go).asks(&["go(players[1])", "players[1].stock"]);
    assert_eq!(played.values, ["done", "{earth = 2, water = 1}"]);
}

#[test]
fn defaults_are_written_as_cards_write_them() {
    let rules = "[kinds.gem]\nbase = \"card\"\n[kinds.gem.attributes]\nworth = { type = \"int 0..9 per element\", default = { earth = 4 } }
rows = { type = \"int 1..9 per talent per 1..2\", default = [{ crown = 3 }, { magic = 2, combat = 9 }] }
[state.table]\nbank = { type = \"int 0..9 per 1..3\", start = \"{2 = 4}\" }\n";
    lab().rules(rules).cards("[cards.ruby]\nkind = \"gem\"\n[cards.opal]\nkind = \"gem\"\nworth = { fire = 1 }\nrows = [{ crown = 2 }]\n").check(&[
        ("ruby.worth", "{earth = 4}"),
        ("opal.worth", "{fire = 1}"),
        ("ruby.rows", "{1 = {combat = 1, magic = 1, crown = 3}, 2 = {combat = 9, magic = 2, crown = 1}}"),
        ("opal.rows[2]", "{combat = 1, magic = 1, crown = 1}"),
        ("opal.rows[1][crown]", "2"),
        ("bank", "{2 = 4}"),
    ]);
}

#[test]
fn a_rule_need_not_write_numbers_either() {
    let rules = r#"
[functions.made]
params = { n = "int" }
returns = "int 2..5 per element"
code = "{fire = n} if n > 0 else {}"
[functions.given]
params = { what = "int 2..5 per element" }
returns = "int"
code = "what[earth]"
[functions.rows]
returns = "int -9..-3 per talent per 1..2"
code = "{2 = {magic = -5}}"
[verbs.earn]
params = { you = "player" }
returns = "int 2..5 per element"
do = "return {fire = 4, earth = 4, water = 4}"
[kinds.gem]
base = "card"
[kinds.gem.slots]
worth = { returns = "int 2..5 per element", default = "{}" }
[[reactions]]
before = "earn"
do = "cancel"
"#;
    let lab = lab().rules(rules).cards("[cards.ruby]\nkind = \"gem\"\n").go("tithe = {3 = 5}");
    let played = lab.asks(&[
        "made(4)",
        "made(0)",
        "given({fire = 4})",
        "rows()",
        "earn(players[1])",
        "ruby.worth",
        "go(players[1])",
        "tithe",
    ]);
    assert_eq!(
        played.values,
        [
            "{fire = 4, earth = 2, water = 2}",
            "{fire = 2, earth = 2, water = 2}",
            "2",
            "{1 = {combat = -3, magic = -3, crown = -3}, 2 = {combat = -3, magic = -5, crown = -3}}",
            "{fire = 2, earth = 2, water = 2}",
            "{fire = 2, earth = 2, water = 2}",
            "done",
            "{2 = 1, 3 = 5, 4 = 1}",
        ]
    );
}

#[test]
fn modifiers_add_to_amounts() {
    let rules =
        "[[modifiers]]\nattribute = \"cost\"\nwhere = \"it == ogre\"\nadd = \"{water = 1} + it.aura\"\n";
    lab().rules(rules).check(&[
        ("ogre.cost", "{fire = 1, earth = 3, water = 5}"),
        ("ogre.printed.cost", "{fire = 1, earth = 3}"),
        ("imp.cost", "{}"),
        ("ogre.cost[water]", "5"),
    ]);
}

#[test]
fn tables_of_cards_write_amounts_in_a_cell() {
    let csv = "id,kind,cost,groups\ntroll,foe,fire 2; water 1,combat 2 / magic 1; crown 3\nrat,foe,,\n";
    Lab::base().rules(AMOUNTS).file("cards/foes.csv", csv).check(&[
        ("troll.cost", "{fire = 2, water = 1}"),
        ("troll.groups", "{1 = {combat = 2}, 2 = {magic = 1, crown = 3}}"),
        ("rat.cost", "{}"),
        ("count(1..3 where sum(rat.groups[it]) > 0)", "0"),
    ]);
    for (row, code) in [
        ("troll,foe,fire,", "CW0512"),
        ("troll,foe,fire x,", "CW0512"),
        ("troll,foe,fire 1; fire 2,", "CW0512"),
        ("troll,foe,ash 1,", "CW0514"),
        ("troll,foe,fire 10,", "CW0513"),
        ("troll,foe,,combat 1 / combat 1 / combat 1 / combat 1", "CW0513"),
    ] {
        let csv = format!("id,kind,cost,groups\n{row}\n");
        let lab = Lab::base().rules(&AMOUNTS.replace("bounty =", "other =")).file("cards/foes.csv", &csv);
        assert_eq!(lab.errors(), [code], "{row}");
    }
}

#[test]
fn what_is_no_amount_is_refused() {
    let wrong = |rules: &str| lab().rules(rules).errors();
    let says = |code: &str| lab().go(code).errors();
    assert_eq!(wrong("[state.table]\nx = \"int per element\"\n"), ["CW0531"]);
    assert_eq!(wrong("[state.table]\nx = \"bool per element\"\n"), ["CW0501"]);
    assert_eq!(wrong("[state.table]\nx = \"int 0..9 per player\"\n"), ["CW0501"]);
    assert_eq!(wrong("[state.table]\nx = \"int 0..9 per elment\"\n"), ["CW0501"]);
    assert_eq!(wrong("[state.table]\nx = \"int 0..9 per 1..300\"\n"), ["CW0538"]);
    assert_eq!(wrong("[state.table]\nx = \"int 0..9 per element per talent per 1..3\"\n"), ["CW0501"]);
    assert_eq!(wrong("[state.table]\nx = \"int 0..9 per element?\"\n"), ["CW0501"]);
    assert_eq!(wrong("[state.table]\nx = \"set of int 0..9 per element\"\n"), ["CW0501"]);
    for code in [
        "let x = 1 if ogre.cost < you.stock else 2\nlog \"{{ x }}\"",
        "you.stock += 1",
        "you.stock = max(you.stock, 0)",
        "you.stock = you.stock * you.stock",
        "you.stock = you.stock / 2",
        "you.stock = {fire = 1, fire = 2}",
        "you.stock = {combat = 1}",
        "you.stock = ogre.groups[1]",
        "let n = count(you.stock)\nlog \"{{ n }}\"",
        "if you.stock { lose you }",
        "let n = you.stock\nlet m = n + ogre.groups\nlog \"{{ m }}\"",
        "if you.stock > 3 { lose you }",
    ] {
        let errors = says(code);
        assert!(matches!(errors.as_slice(), [one] if one.starts_with("CW050")), "{code}: {errors:?}");
    }
    assert_eq!(says("you.stock[fire] = 61"), ["CW0513"]);
    assert_eq!(says("you.stock = {fire = 61}"), ["CW0513"]);
    assert_eq!(says("tithe[5] = 2"), ["CW0513"]);
    assert_eq!(says("ogre.cost[fire] = 2"), ["CW0517"]);
    assert_eq!(says("you.stock = {fire = 1, earth}"), ["CW0408"]);
}

#[test]
fn a_result_may_be_wider_than_what_is_given() {
    let rules = "[functions.grand]\nreturns = \"int per element\"
code = \"let total: int per element = {}; for each f in foes { total += f.cost + f.aura }; return total\"
[functions.every]\nreturns = \"int per talent per 1..3\"\ncode = \"let all = imp.groups; for each f in foes { all += f.groups }; return all\"\n";
    let lab = lab().rules(rules).go("let x = grand()\nyou.stock = x");
    lab.check(&[
        ("go(players[1])", "done"),
        ("players[1].stock", "{fire = 1, earth = 3, water = 4}"),
        ("every == ogre.groups", "yes"),
        ("sum(every()[2])", "2"),
    ]);
}

#[test]
fn sets_of_numbers_are_written_as_the_advice_says() {
    let rules = "[kinds.card.attributes]\nlucky = \"set of int 0..9\"\n";
    let in_toml = |value: &str| {
        let card = format!("[cards.pip]\nlucky = {value}\n");
        Lab::base().rules(rules).file("cards/pips.toml", &card)
    };
    for (wrong, advice) in [
        ("\"{}\"", "an empty set is `lucky = []`"),
        ("\"none\"", "an empty set is `lucky = []`"),
        ("\"1\"", "write a list of numbers: `lucky = [1, 2]`"),
        ("1", "write a list of numbers: `lucky = [1, 2]`"),
    ] {
        assert_eq!(in_toml(wrong).help(), [advice], "{wrong}");
    }
    assert!(in_toml("[]").errors().is_empty() && in_toml("[1, 2]").errors().is_empty());
    let in_csv =
        |cell: &str| Lab::base().rules(rules).file("cards/pips.csv", &format!("id,lucky\npip,{cell}\n"));
    for wrong in ["1 2", "{}", "none"] {
        let advice = "write `;` between the numbers: `1; 2`; an empty cell is an empty set";
        assert_eq!(in_csv(wrong).help(), [advice], "{wrong}");
    }
    assert!(in_csv("1; 2").errors().is_empty() && in_csv("").errors().is_empty());
    let large = in_csv("99999999999999999999").help();
    assert_eq!(large, ["whole numbers go up to 9223372036854775807"]);
}

#[test]
fn copies_below_one_in_a_cell_are_out_of_range() {
    for copies in ["0", "-1", "1000"] {
        let csv = format!("id,copies\npip,{copies}\n");
        let lab = Lab::base().file("cards/pips.csv", &csv);
        assert_eq!(lab.told_of(&format!("`copies` must be from 1 to 999, not {copies}")), ["CW0204"]);
    }
}

//! Every fault that rules can run into, by code that does.

use super::lab::Lab;
use cardwright::ir::{FileTextId, FunctionId, StartPoint};
use cardwright::table::{Stop, Table};

#[track_caller]
fn faults(lab: Lab, code: &str, fault: &str) {
    assert_eq!(lab.go(code).asks(&["go(players[1])"]).values, [fault], "{code}");
}

#[test]
fn numbers() {
    let lab = || Lab::base().rules("[state.table]\nn = \"int -99..99\"");
    faults(lab(), "let k = 100\ncoins = k", "CW0701");
    faults(lab(), "let k = -1\ncoins = k", "CW0701");
    faults(lab(), "coins += n + 97", "CW0701");
    faults(lab(), "n = 5 / n", "CW0704");
    faults(lab(), "n = 5 % n", "CW0704");
    faults(lab(), "let k = 1\nwhile true { k = k * 10 }", "CW0705");
    faults(lab(), "let k = 9223372036854775807\nk += 1", "CW0705");
    faults(lab(), "let k = -9223372036854775807\nk -= 2", "CW0705");
    faults(lab(), "let k = -9223372036854775807 - 1\nlet m = -k", "CW0705");
    faults(lab(), "let k = -9223372036854775807 - 1\nlet m = abs(k)", "CW0705");
    faults(lab(), "let k = sum(1..63, 9223372036854775807 / 2)", "CW0705");
    Lab::base().go("let n = 5 / 0").refuses("CW0536");
}

#[test]
fn numbers_of_sets_and_numbers_that_may_be_none() {
    let rules = "[state.table]\nmarks = \"set of int 1..5\"\nbest = \"int 0..9?\"\n\
                 [state.player]\nseen = { type = \"set of int 0..3\", start = \"{2}\" }";
    let lab = || Lab::base().rules(rules);
    faults(lab(), "let k = 9\nmarks = {k}", "CW0701");
    faults(lab(), "let k = 0\nmarks += {2, k}", "CW0701");
    faults(lab(), "for each p in players { let k = 4\np.seen += k }", "CW0701");
    faults(lab(), "let k = 10\nbest = k", "CW0701");
    let right = "let k = 5\nmarks = {1, k}\nmarks -= {9}\nbest = 9\nlet b = best\nbest = none\nyou.seen += 0";
    let lab = lab().go(right);
    lab.check(&[
        ("best is none", "yes"),
        ("go(players[1])", "done"),
        ("marks", "{1, 5}"),
        ("best is none", "yes"),
        ("players[1].seen", "{0, 2}"),
        ("players[2].seen", "{2}"),
    ]);
}

#[test]
fn a_fault_of_a_set_names_the_number() {
    let rules = "[state.player]\nseen = \"set of int 0..3\"";
    let game = Lab::base().rules(rules).flow("let k = 9\nplayers[2].seen = {1, k}").game();
    let table = Table::new(&game.ir).expect("it is sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("two players");
    machine.start(&mut state, StartPoint::Setup);
    let Stop::Fault(fault) = machine.advance(&mut state) else { panic!("it is a fault") };
    let diagnostic = fault.to_diagnostic(&table);
    assert_eq!(diagnostic.message, "`seen` of player 2 cannot hold 9: its range is 0..3");
    assert!(
        diagnostic.help.as_ref().is_some_and(|help| help.contains("`… & (0..3)`")),
        "{:?}",
        diagnostic.help
    );
}

/// Functions and verbs whose arguments and results have a range.
const RANGED: &str = r#"
[functions.twice]
params = { n = "int" }
returns = "int 0..3"
code = "n * 2"
[functions.steps]
params = { n = "int" }
returns = "int 1..3"
code = "let all = 0\nfor each i in 1..n { all += i }\nreturn all"
[functions.marks]
params = { n = "int" }
returns = "set of int 0..3"
code = "{1, n}"
[functions.finest]
params = { n = "int" }
returns = "int 0..3?"
code = "if n == 9 { return none }\nreturn n"
[functions.cost]
params = { n = "int" }
returns = "int 0..3 per suit"
code = "{land = 1, flood = n}"
[functions.fixed]
params = { n = "int 1..6" }
returns = "int"
code = "7"
[verbs.take]
params = { n = "int -1..6" }
returns = "int 0..3"
do = "let taken = n\nreturn taken"
[verbs.heard]
params = { n = "int" }
returns = "int 2..3"
do = "let taken = n\nreturn taken"
[[reactions]]
before = "heard"
where = "n == 9"
do = "cancel"
"#;

#[test]
fn arguments_and_results_keep_to_their_range() {
    let lab = || Lab::base().rules(RANGED);
    for (code, wrong) in [
        ("let m = twice(k)", &[-1, 2, 9][..]),
        ("let m = steps(k)", &[-1, 0, 3]),
        ("let m = marks(k)", &[4, 63]),
        ("let m = finest(k)", &[-1, 4]),
        ("let m = cost(k)", &[-1, 4]),
        ("let m = fixed(k)", &[0, 7]),
        ("let m = take(k)", &[-2, -1, 4, 7]),
        ("take(k)", &[-1, 4]),
        ("let m = heard(k)", &[1, 4]),
        ("coins = sum(1..3, twice(it + k))", &[0, 1]),
        ("if none(1..3 where twice(it + k) > 9) { coins = 1 }", &[1]),
    ] {
        for k in wrong {
            faults(lab(), &format!("let k = {k}\n{code}"), "CW0701");
        }
    }
    let right = "let k = 1\nlet a = twice(k)\nlet b = steps(k)\nlet c = marks(k + 2)\nlet d = finest(k)\nlet e = finest(k + 8)\n\
                 let f = cost(k + 2)\nlet g = fixed(k + 5)\ntake(k + 2)\nlet h = heard(k + 1)\nlet i = heard(k + 8)\n\
                 coins = a + b + count(c) + (d ?? 0) + (e ?? 40) + f[flood] + g + h + i";
    let lab = lab().go(right);
    lab.check(&[("go(players[1])", "done"), ("players[1].coins", "60")]);
}

#[test]
fn a_fault_of_a_result_is_at_what_is_returned() {
    let told = |code: &str| {
        let game = Lab::base().rules(RANGED).flow(&format!("let k = 9\n{code}")).game();
        let table = Table::new(&game.ir).expect("it is sound");
        let mut machine = table.machine();
        let mut state = machine.lay(2, &[], 1).expect("two players");
        machine.start(&mut state, StartPoint::Setup);
        let Stop::Fault(fault) = machine.advance(&mut state) else { panic!("it is a fault") };
        let diagnostic = fault.to_diagnostic(&table);
        let span = diagnostic.labels[0].span;
        let text = &game.ir.files[FileTextId(span.file.0)].text;
        (diagnostic.message, text[span.start as usize..span.end as usize].to_owned())
    };
    let said = |message: &str, place: &str| (message.to_owned(), place.to_owned());
    assert_eq!(
        told("let m = twice(k)"),
        said("the result of `twice` cannot be 18: its range is 0..3", "n * 2")
    );
    assert_eq!(
        told("let m = marks(k)"),
        said("the result of `marks` cannot hold 9: its range is 0..3", "{1, n}")
    );
    assert_eq!(told("let m = fixed(k)"), said("`n` of `fixed` cannot be 9: its range is 1..6", "k"));
    assert_eq!(
        told("let m = heard(k - 8)"),
        said("the result of `heard` cannot be 1: its range is 2..3", "taken")
    );
    assert_eq!(
        told("let m = cost(k)"),
        said("`[flood]` of the result of `cost` cannot be 9: its range is 0..3", "{land = 1, flood = n}")
    );
}

#[test]
fn choices() {
    faults(Lab::base(), "choose c from discards", "CW0702");
    faults(Lab::base(), "choose exactly 3 cs from units", "CW0702");
    faults(Lab::base(), "choose { option \"a\" when coins > 90 { log \"a\" } }", "CW0702");
    let rules = "[actions.a]\nwhen = \"coins > 90\"\ndo = \"coins = 1\"";
    faults(Lab::base().rules(rules), "act you from {a}", "CW0703");
}

#[test]
fn nobody() {
    let rules = "[kinds.card.slots]\nbonus = { returns = \"int\" }\n[functions.wealth]\nparams = { self = \"card\" }\nreturns = \"int\"\ncode = \"you.coins\"";
    let cards = "[cards.purse]\nbonus = \"coins\"";
    let lab = || Lab::base().rules(rules).cards(cards);
    faults(lab(), "coins = purse.bonus", "CW0706");
    faults(lab(), "coins = hill.wealth", "CW0706");
    faults(
        lab(),
        "move(purse, hand)\ncoins = purse.bonus + purse.wealth\nmove(purse, box)\ncoins = purse.wealth",
        "CW0706",
    );
    // A rule that says `you` needs a holder even where it does not come to it.
    let cards = "[cards.purse]\nbonus = \"coins if marked else 3\"";
    faults(Lab::base().rules(rules).cards(cards), "coins = purse.bonus", "CW0706");
    let rules = "[functions.wealth]\nparams = { self = \"card\" }\nreturns = \"int\"\ncode = \"you.coins if self.marked else 3\"";
    faults(Lab::base().rules(rules), "coins = hill.wealth", "CW0706");
}

#[test]
fn places_and_seats() {
    let rules = "[zones.camp]\nholds = \"unit\"";
    faults(Lab::base().rules(rules), "for each c in deck { move(c, camp) }", "CW0708");
    faults(Lab::base().rules(rules), "move(deck, camp)", "CW0708");
    faults(Lab::base().rules(rules), "deal(deck, camp, 1)", "CW0708");
    faults(Lab::base(), "players[3].coins = 1", "CW0709");
    faults(Lab::base(), "let k = 0\nplayers[k].coins = 1", "CW0709");
    faults(Lab::base(), "let k = -1\nplayers[k].coins = 1", "CW0709");
}

#[test]
fn what_sets_cannot_hold() {
    faults(Lab::base(), "let s = {-1, 100}", "CW0711");
    faults(Lab::base(), "let n = 64\nlet s = {n}", "CW0711");
    faults(Lab::base(), "let n = 64\nlet s = 1..n", "CW0711");
    faults(Lab::base(), "let n = -1\nlet s = {1, 2} + n", "CW0711");
    faults(Lab::base(), "let s = values(units, strength * 9)", "CW0711");
    // To take out what cannot be in it takes out nothing.
    Lab::base()
        .go("let n = 99\nlet s = {1, 2} - n\ncoins = count(s)")
        .check(&[("go(players[1])", "done"), ("players[1].coins", "2")]);
}

#[test]
fn what_never_ends() {
    faults(Lab::base().rules("[verbs.again]\ndo = \"again()\""), "again()", "CW0713");
    faults(Lab::base(), "while coins == 3 { log \"still\" }", "CW0714");
    faults(Lab::base(), "let n = 0\nwhile true { n += 1; if n == -1 { break } }", "CW0714");
    faults(Lab::base(), "repeat 9000000000 { coins = 4 }", "CW0714");
    faults(Lab::base(), "for each n in 1..9000000000 { coins = 4 }", "CW0714");
    let rules = "[kinds.card.slots]\nworth = { returns = \"int\" }";
    let cards = "[cards.hen]\nworth = \"egg.worth + 1\"\n[cards.egg]\nworth = \"hen.worth + 1\"";
    faults(Lab::base().rules(rules).cards(cards), "coins = hen.worth", "CW0713");
}

#[test]
fn after_a_fault_of_a_call_the_table_stands() {
    Lab::base().go("coins = 9\nmove(hill, hand)\nlet k = 500\ncoins = k").check(&[
        ("go(players[1])", "CW0701"),
        ("players[1].coins", "9"),
        ("players[1].hand", "{hill}"),
    ]);
}

#[test]
fn a_fault_is_shown_at_its_line() {
    use cardwright::table::{Stop, Table};
    let mut game = Lab::base().go("log \"a\"\nlet k = 500\ncoins = k").game();
    let f = game.snippet("go(players[1])").expect("it compiles");
    let table = Table::new(&game.ir).expect("the IR is sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    let Stop::Fault(fault) = machine.call(&mut state, FunctionId(f), &[]) else { panic!("it faults") };
    let shown = fault.to_diagnostic(&table);
    assert_eq!(shown.message, "`coins` of player 1 cannot become 500: its range is 0..99");
    let label = shown.labels.first().expect("a place");
    let text = &game.ir.files[FileTextId(label.span.file.0)].text;
    assert_eq!(&text[label.span.start as usize..label.span.end as usize], "k");
}

/// The help of the fault of a choice in play.
fn help_of_choice(code: &str) -> String {
    let game = Lab::base().flow(code).game();
    let table = Table::new(&game.ir).expect("sound");
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    let Stop::Fault(fault) = machine.advance(&mut state) else { panic!("no fault: {code}") };
    let told = fault.to_diagnostic(&table);
    assert_eq!(told.code.to_string(), "CW0702");
    told.help.expect("a way out")
}

#[test]
fn what_a_choice_without_options_is_advised_compiles_and_helps() {
    let of = |help: &str| help.split('`').rev().nth(1).expect("a piece of code").to_owned();
    let plays = |code: &str| {
        let game = Lab::base().flow(code).game();
        let table = Table::new(&game.ir).expect("sound");
        let mut machine = table.machine();
        let mut state = machine.lay(2, &[], 1).expect("it can be laid");
        machine.start(&mut state, StartPoint::Play);
        let stop = machine.advance(&mut state);
        assert!(matches!(stop, Stop::Choice | Stop::Over), "{code}: {stop:?}");
    };
    let options = "choose by players[1] {\n  option \"a\" when player_count > 7 { log \"a\" }\n}\nend";
    let advice = of(&help_of_choice(options));
    assert!(advice.starts_with("option "), "{advice}");
    plays(&options.replace("\n}\n", &format!("\n  {advice}\n}}\n")));
    for alone in ["choose c from discards by players[1]", "choose exactly 3 c from units by players[1]"] {
        let advice = of(&help_of_choice(&format!("{alone}\nend")));
        let blocks = advice.strip_prefix("choose c from … ").expect("a choice with blocks");
        assert_eq!(blocks, "{ … } else { … }");
        plays(&format!("{alone} {}\nend", blocks.replace('…', "log \"on\"")));
    }
}

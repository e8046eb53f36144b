//! Options as bundles.

use super::lab::Lab;
use cardwright::play::{options, setup};

const SETUPS: &str = "[options.size]\nrange = [1, 9]\ndefault = 3\n[options.mood]\nvalues = [\"calm\", \"wild\"]\n[options.hard]\n\
    [setups.epic]\nsize = 7\nhard = true\n[setups.basic]\n";

/// The values of all options of a setup, with these besides.
fn agreed(lab: &Lab, id: &str, besides: &[(&str, &str)]) -> Result<Vec<i64>, String> {
    let game = lab.game();
    let bundle = setup(&game.ir, id)?;
    let given = bundle.iter().map(|(id, value)| (id.as_str(), value.as_str()));
    options(&game.ir, given.chain(besides.iter().copied()))
}

#[test]
fn a_setup_is_its_options() {
    let lab = Lab::base().rules(SETUPS);
    assert_eq!(agreed(&lab, "epic", &[]), Ok(vec![7, 0, 1]));
    assert_eq!(
        agreed(&lab, "epic", &[("size", "2"), ("mood", "wild")]),
        Ok(vec![2, 1, 1]),
        "options go before it"
    );
    assert_eq!(agreed(&lab, "basic", &[]), Ok(vec![3, 0, 0]));
    let unknown = agreed(&lab, "epik", &[]).expect_err("there is none");
    assert!(unknown.contains("did you mean `epic`?"), "{unknown}");
}

#[test]
fn what_is_no_option_or_value_is_refused() {
    let with = |setup: &str| Lab::base().rules(&format!("{SETUPS}[setups.wrong]\n{setup}")).errors();
    assert_eq!(with("mood = \"wilt\""), ["CW0514"]);
    assert_eq!(with("size = 12").len(), 1);
    assert_eq!(with("moood = \"wild\"").len(), 1);
}

#[test]
fn scenarios_have_setups() {
    let scenario = |head: &str| format!("name = \"x\"\n{head}\n[[steps]]\nvalue = \"size\"\nequals = 7\n");
    let game = |head: &str| Lab::base().rules(SETUPS).file("scenarios/x.toml", &scenario(head));
    let values = |head: &str| {
        let ir = game(head).game().ir;
        ir.options_with(&ir.scenarios[0].options)
    };
    assert_eq!(values("setup = \"epic\"\noptions = { mood = \"wild\" }"), [7, 1, 1]);
    assert_eq!(values("setup = \"epic\"\noptions = { size = 4 }"), [4, 0, 1]);
    assert_eq!(game("setup = \"epik\"").errors().len(), 1);
}

#[test]
fn words_may_name_them() {
    let lab = Lab::base().rules(&format!("{SETUPS}[words]\nepic = \"The long evening\"\n"));
    assert_eq!(lab.errors(), Vec::<String>::new());
}

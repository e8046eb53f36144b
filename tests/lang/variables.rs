//! Variables that nothing reads, and those that hide others.

use super::lab::Lab;

#[track_caller]
fn warns(code: &str, expected: &[&str]) {
    let quiet = |code: &String| code.as_str() == "CW0600" || code.as_str() == "CW0609";
    let without = Lab::base().go("coins = 1").diagnostics().len();
    let found: Vec<String> = Lab::base().go(code).diagnostics().into_iter().filter(quiet).collect();
    let of_variables = &found[..found.len().saturating_sub(without)];
    let mut of_variables = of_variables.to_vec();
    of_variables.sort();
    assert_eq!(of_variables.len(), expected.len(), "{code}: {found:?}");
    assert!(expected.iter().all(|e| found.iter().any(|f| f == e)), "{code}: {found:?}");
}

#[test]
fn unread_variables_are_told() {
    warns("let x = 3", &["CW0600"]);
    warns("let x = 3\nx = 4", &["CW0600"]);
    warns("if let c = top(deck) { coins = 1 }", &["CW0600"]);
    warns("let _x = roll(d6)", &[]);
    warns("let x = 3\ncoins = x", &[]);
    warns("let x = 3\nlog \"{{ x }}\"", &[]);
    warns("let x = 3\nrepeat 3 { x += 1 }\ncoins = x", &[]);
    warns("for each c in deck { coins += 1 }", &[]);
    warns("choose c from hand { coins = 1 }", &[]);
}

#[test]
fn hidden_variables_are_told() {
    warns("let x = 3\nif coins == 3 { let x = 4; coins = x }\ncoins = x", &["CW0609"]);
    warns("for each c in deck { for each c in hand { coins = c.strength } }", &["CW0609"]);
    warns("let c = top(deck)\nif let c = c { move(c, hand) }", &[]);
    warns("choose c from deck\nmove(c, hand)\nchoose c from deck\nmove(c, hand)", &[]);
    warns("if coins == 3 { let x = 4; coins = x } else { let x = 5; coins = x }", &[]);
}

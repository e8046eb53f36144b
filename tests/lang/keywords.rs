//! Keywords: parameters, rules that they write into slots, queries for them.

use super::lab::Lab;

const RULES: &str = r#"
[kinds.card.slots]
penalty = { returns = "int" }
enter = { do = true }
[keywords.heavy]
params = { level = "int 1..5" }
[keywords.heavy.slots]
penalty = "-level * 2"
enter = "you.coins -= level"
[keywords.flying]
text = "Flies."
[keywords.hates]
params = { what = "suit", n = "int 0..9" }
[keywords.hates.slots]
penalty = "-n * count(cards where suit == what)"
"#;

const CARDS: &str = r#"
[cards.ox]
keywords = ["heavy 2", "flying"]
[cards.mole]
keywords = ["hates flame 3"]
[cards.whale]
keywords = ["heavy 5"]
penalty = "-1"
"#;

#[test]
fn borne_and_asked_for() {
    Lab::base().rules(RULES).cards(CARDS).check(&[
        ("ox has heavy", "yes"),
        ("hill has heavy", "no"),
        ("cards where it has heavy", "{ox, whale}"),
        ("cards where has flying", "{ox}"),
        ("count(cards where not it has heavy)", "11"),
        ("ox.heavy.level", "2"),
        ("hill.heavy.level", "0"),
        ("mole.hates.what", "flame"),
        ("mole.hates.n", "3"),
        ("hill.hates.what", "land"),
        ("sum(cards, it.heavy.level)", "7"),
        ("cards where it.heavy.level > 2", "{whale}"),
        ("max(c in cards, c.heavy.level)", "5"),
    ]);
}

#[test]
fn they_fill_slots_that_their_bearer_leaves_empty() {
    let lab = Lab::base().rules(RULES).cards(CARDS);
    lab.check(&[
        ("ox.penalty", "-4"),
        ("mole.penalty", "-6"),
        ("whale.penalty", "-1"),
        ("hill.penalty", "0"),
        ("cards where it has penalty", "{ox, mole, whale}"),
        ("ox.penalty as hill", "-4"),
    ]);
    lab.go("move(ox, hand)\nox.enter\nhill.enter")
        .check(&[("go(players[1])", "done"), ("players[1].coins", "1")]);
}

#[test]
fn what_is_wrong_is_said() {
    let lab =
        |keywords: &str| Lab::base().rules(RULES).cards(&format!("[cards.yak]\nkeywords = [{keywords}]"));
    lab("\"flyng\"").refuses("CW0510");
    lab("\"flying\", \"flying\"").refuses("CW0530");
    lab("\"heavy\"").refuses("CW0504");
    lab("\"heavy 9\"").refuses("CW0513");
    lab("\"heavy two\"").refuses("CW0512");
    lab("\"hates fire 1\"").refuses("CW0514");
    lab("\"heavy 1\", \"hates flood 1\"").refuses("CW0530");
    Lab::base().rules(RULES).cards(CARDS).go("if you has heavy { coins = 1 }").refuses("CW0502");
    Lab::base().rules(RULES).cards(CARDS).go("coins = you.heavy.level").refuses("CW0502");
    Lab::base().rules(RULES).cards(CARDS).go("if ox has havy { coins = 1 }").refuses("CW0510");
}

#[test]
fn a_text_and_its_rule_may_say_different_numbers_where_the_keyword_says_so() {
    let lab = |unchecked: &str| {
        let keyword = format!(
            "[keywords.doom]\ntext = \"Grow rich.\"\n{unchecked}[[keywords.doom.reactions]]\nafter = \"go\"\n"
        );
        let rule = "do = \"players[1].coins = 6\"\n";
        Lab::base().go("").rules(&format!("{keyword}{rule}")).cards("[cards.omen]\nkeywords = [\"doom\"]\n")
    };
    lab("").refuses("CW0601");
    assert_eq!(lab("").help(), ["say it in the text; if both are right as they are: `unchecked = [\"6\"]`"]);
    assert_eq!(lab("unchecked = [\"6\"]\n").told_of("doom"), [""; 0]);
    assert_eq!(lab("unchecked = [\"6\", \"4\"]\n").told_of("doom"), ["CW0603"], "one too many");
}

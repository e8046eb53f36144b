//! Options that differ only in which of several alike copies they name are one option.

use super::lab::Lab;
use cardwright::ir::StartPoint;
use cardwright::play::{
    Agreement, BotKind, Moves, Observation, ReplaySpans, SavedGame, Session, choice_json, run_scenario,
};
use cardwright::source::Sources;
use cardwright::table::{Names, State, Stop, Table};
use serde_json::json;
use std::collections::BTreeSet;

/// Two lakes, two twins and a hill lie in a hand, which keeps no order.
const LAID: &str = "
let p = players[1]
for each c in cards where name in {lake, twin, hill} { move(c, p.hand) }
";

fn laid(lab: &Lab, code: &str) -> Lab {
    lab.clone().flow(&format!("{LAID}{code}"))
}

/// Returns the questions that player 1 is asked, in order, with these answers.
fn asked(code: &str, answers: &[&str]) -> Vec<String> {
    laid(&Lab::base(), code).answers(answers).play(&[]).asked
}

/// The options of the first question.
fn options(code: &str) -> String {
    asked(code, &[]).remove(0)
}

const JOINED: &str = "1: hill, lake, twin";
const APART: &str = "1: hill, lake, lake#2, twin";

#[test]
fn copies_that_nothing_tells_apart_are_one_option() {
    assert_eq!(options("choose c from p.hand by p"), JOINED);
    assert_eq!(options("move(p.hand, discards); choose c from discards by p"), JOINED);
    assert_eq!(options("move(p.hand, box); choose c from box where name in {lake, twin, hill} by p"), JOINED);
    // Two components elsewhere are not represented by the one in hand.
    assert_eq!(
        options(
            "if let l = first(p.hand where name == lake) { move(l, discards) }\nchoose c from p.hand by p"
        ),
        "1: hill, lake#2, twin"
    );
}

#[test]
fn what_the_rules_could_ask_tells_copies_apart() {
    let with = |what: &str| options(&format!("if let one = first(p.hand where name == lake) {{ {what} }}"));
    assert_eq!(with("one.marked = true; choose c from p.hand by p"), APART, "another state");
    assert_eq!(with("move(one, discards); choose c from p.hand + discards by p"), APART, "another zone");
    assert_eq!(
        with("choose c from p.hand by p; if c == one { end }"),
        APART,
        "a rule that goes on with one of them"
    );
    assert_eq!(with("choose c from p.hand by p; log \"{{ one }}\""), APART);
    assert_eq!(with("choose c from p.hand by p"), JOINED, "nobody asks for it any more");
    let order = "move(p.hand, deck); choose c from deck where name in {lake, twin, hill} by p";
    assert_eq!(options(order), "1: hill, lake, lake#2, twin, twin#2", "places in an order");
    // A loop that has yet to come to one of them.
    let loops = "for each l in p.hand where name == lake { choose c from p.hand where name == lake by p }";
    assert_eq!(asked(loops, &["lake"]), ["1: lake, lake#2", "1: lake"], "one is yet to come, then none");
}

/// The rules with a pile that nobody sees.
fn with_pile() -> Lab {
    Lab::base()
        .rules("[zones.pile]\nordered = true\nseen_by = \"none\"\n[kinds.card.state]\nfriend = \"card?\"\n")
}

#[test]
fn what_the_chooser_cannot_know_tells_no_copy_apart() {
    let secret = "let x = random(p.hand where name == lake)\nchoose c from p.hand by p\n\
                  if let y = x { if y in deck { end } }";
    assert_eq!(options(secret), JOINED, "a variable that nobody knows");
    // A lake is the friend of a twin that player 1 does not see, or sees.
    let friend = |zone: &str, top: &str| {
        let code = format!(
            "for each t in p.hand where name == twin {{ move(t, {zone}) }}\nshuffle(pile)\n\
             if let t = {top} {{ t.friend = first(p.hand where name == lake) }}\nchoose c from p.hand by p"
        );
        laid(&with_pile(), &code).play(&[]).asked.remove(0)
    };
    assert_eq!(friend("pile", "top(pile)"), "1: hill, lake");
    assert_eq!(friend("discards", "first(discards)"), "1: hill, lake, lake#2");
}

#[test]
fn of_copies_in_a_hand_the_one_that_others_know_goes_first() {
    // The others know which cards are in the hand, but none of them by sight.
    let dealt = "move(p.hand, pile)\nshuffle(pile)\nmove(pile, p.hand)\n";
    let taken = |seen: &str, seed: u64| {
        let code = format!("{dealt}{seen}choose c from p.hand by p\nmove(c, discards)\nend");
        let lab = laid(&with_pile(), &code).seed(seed).answers(&["Lake"]);
        lab.play(&["first(discards)"]).values.concat()
    };
    let seen = "let one = first(p.hand where name == lake)\n\
                for each l in p.hand where name == lake and it != one { show(l, players[2]) }\n";
    let of = |seen: &str| (1..20).map(|seed| taken(seen, seed)).collect::<BTreeSet<String>>();
    assert_eq!(of(seen), ["lake#2".to_owned()].into());
    // If others know none, the number of the copy says nothing: in some games it is the first, in some not.
    assert_eq!(of(""), ["lake".to_owned(), "lake#2".to_owned()].into());
}

#[test]
fn state_and_attachments_that_name_one_copy_tell_it_apart() {
    let lab = Lab::base().rules(
        "[state.table]\nlast = \"card?\"\nkept = { type = \"set of card\" }\n[zones.under]\nper = \"card\"\n",
    );
    let options = |code: &str| laid(&lab, code).play(&[]).asked.remove(0);
    let one = "first(p.hand where name == lake)";
    assert_eq!(options("choose c from p.hand by p"), JOINED);
    assert_eq!(options(&format!("last = {one}; choose c from p.hand by p")), APART);
    assert_eq!(options(&format!("if let l = {one} {{ kept = {{l}} }}\nchoose c from p.hand by p")), APART);
    assert_eq!(options("kept = p.hand; choose c from p.hand by p"), JOINED, "all of them are named");
    assert_eq!(
        options(&format!("if let l = {one} {{ move(spark, l.under) }}\nchoose c from p.hand by p")),
        APART,
        "something lies under one of them"
    );
}

#[test]
fn options_that_name_two_cards_are_joined_where_both_can_be_exchanged() {
    let lab = Lab::base().rules(
        "[actions.pair]\nparams = { a = \"you.hand where name == lake or name == hill\", b = \"you.hand where name == lake or name == hill\" }\ndo = \"you.coins += 1\"\n",
    );
    let asked = laid(&lab, "act p from {pair}").play(&[]).asked.remove(0);
    // The same lake twice is not two lakes.
    assert_eq!(asked, "1: pair hill hill, pair hill lake, pair lake hill, pair lake lake, pair lake lake#2");
}

#[test]
fn each_set_of_copies_is_selected_in_one_way() {
    let counted = |choose: &str| {
        let game = laid(&Lab::base(), &format!("choose {choose} cs from p.hand by p; end")).game();
        let table = Table::new(&game.ir).expect("sound");
        let (state, _) = at_first(&table);
        let mut ends = 0;
        let mut waiting = vec![state];
        while let Some(mut state) = waiting.pop() {
            let mut machine = table.machine();
            let count = machine.options(&mut state).expect("it waits").len();
            for index in 0..count {
                let mut next = state.clone();
                machine.choose(&mut next, index).expect("offered");
                match machine.advance(&mut next) {
                    Stop::Choice => waiting.push(next),
                    _ => ends += 1,
                }
            }
        }
        ends
    };
    // Choosing from a hill, two lakes and two twins: hl ht ll lt tt.
    assert_eq!(counted("exactly 2"), 5);
    assert_eq!(counted("exactly 4"), 3);
    assert_eq!(counted("any"), 2 * 3 * 3);
}

fn at_first(table: &Table) -> (State, Stop) {
    let mut machine = table.machine();
    let mut state = machine.lay(2, &[], 1).expect("laid");
    machine.start(&mut state, StartPoint::Setup);
    let stop = machine.advance(&mut state);
    (state, stop)
}

/// A game in which two cards are taken out of the hand.
fn taking() -> Lab {
    let play = "choose c from p.hand by p \"Which?\"\nmove(c, discards)\nchoose d from p.hand by p\nmove(d, discards)\nend";
    laid(&Lab::base(), play)
}

#[test]
fn an_answer_may_name_any_copy_and_means_that_one() {
    let last = "first(discards)";
    for (answer, taken) in
        [("lake#1", "lake"), ("Lake#1", "lake"), ("lake#2", "lake#2"), ("Lake#2", "lake#2")]
    {
        assert_eq!(taking().answers(&[answer]).play(&[last]).values, [taken], "{answer}");
    }
    // The remaining components are listed by themselves.
    assert_eq!(taking().answers(&["lake#2"]).play(&[]).asked[1], "1: hill, lake, twin");
}

#[test]
fn games_saved_with_another_copy_are_replayed_as_they_were() {
    let game = taking().game();
    let table = Table::new(&game.ir).expect("sound");
    let agreed = || Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("agreed");
    let mut session = Session::new(&table, agreed()).expect("laid");
    for answer in ["twin#2", "lake#2"] {
        assert_eq!(session.advance(), Stop::Choice);
        let index = Names::new(&game.ir)
            .find(session.observation().expect("it waits").options(), answer)
            .expect("a copy");
        session.choose(index).expect("it can be answered");
    }
    assert_eq!(session.advance(), Stop::Over);
    assert_eq!(
        session.steps().iter().map(|step| step.answer.as_str()).collect::<Vec<&str>>(),
        ["twin#2", "lake#2"]
    );
    let text = SavedGame::of(&session, "lab", &["first".into(), "first".into()]).to_toml();
    let mut sources = Sources::default();
    let file = sources.add("game.toml", text.as_str());
    let (saved, places): (SavedGame, ReplaySpans) =
        SavedGame::parse(&sources, file).expect("it reads what it wrote");
    let mut again = Session::new(&table, agreed()).expect("laid");
    saved.replay(&places, &mut again, usize::MAX, |_| false).expect("it fits");
    assert_eq!(again.state(), session.state());
}

#[test]
fn people_and_programs_are_told_what_an_option_stands_for() {
    let game = taking().game();
    let table = Table::new(&game.ir).expect("sound");
    let agreed = Agreement::settle(&mut table.machine(), Some(2), [], 1).expect("agreed");
    let mut session = Session::new(&table, agreed).expect("laid");
    session.advance();
    let lines: Vec<(String, usize)> =
        session.lines().expect("it waits").into_iter().map(|line| (line.label, line.options.len())).collect();
    assert_eq!(lines, [("Hill".to_string(), 1), ("Lake".to_string(), 2), ("Twin".to_string(), 2)]);
    let seen = session.observation().expect("it waits");
    let said = choice_json(&seen, &Names::new(&game.ir));
    assert_eq!(
        said["options"],
        json!([
            { "name": "hill", "label": "Hill", "element": "hill" },
            { "name": "lake", "label": "Lake", "element": "lake", "also": ["lake#2"] },
            { "name": "twin", "label": "Twin", "element": "twin", "also": ["twin#2"] },
        ])
    );
}

#[test]
fn all_count_and_choose_among_the_same_options() {
    let game = taking().game();
    let table = Table::new(&game.ir).expect("sound");
    let (state, _) = at_first(&table);
    let mut moves = Moves::new(&table);
    assert_eq!(moves.perft(&state, 1), Ok(3));
    // After the hill two are left to choose between, after a lake or a twin three.
    assert_eq!(moves.perft(&state, 2), Ok(2 + 3 + 3));
    // A bot that takes any option takes that of two lakes no more often than that of one hill.
    let mut taken = [0; 3];
    for seed in 0..600 {
        let mut machine = table.machine();
        let mut state = state.clone();
        let options = machine.options(&mut state).expect("it waits");
        let mut bot = BotKind::Random.make(&table);
        bot.begin(seed);
        taken[bot.choose(&Observation::new(&table, &state, options))] += 1;
    }
    assert!(taken.iter().all(|times| (150..250).contains(times)), "{taken:?}");
}

#[test]
fn scenarios_list_what_is_offered_and_choose_any_copy() {
    let told = |steps: &str| {
        let scenario = format!("name = \"Taking\"\nbegin = \"play\"\n{steps}");
        let game = taking().file("scenarios/taking.toml", &scenario).game();
        let table = Table::new(&game.ir).expect("sound");
        let found = run_scenario(&table, &Names::new(&game.ir), 0).diagnostics;
        found.into_iter().map(|d| d.message).collect::<Vec<String>>()
    };
    let lists = |options: &str| format!("[[steps]]\noptions = [{options}]\n");
    assert_eq!(told(&lists("'hill', 'lake', 'twin'")), [""; 0]);
    // A list that names each copy says the same.
    assert_eq!(told(&lists("'hill', 'lake', 'lake#2', 'twin#2'")), [""; 0]);
    assert_eq!(told(&lists("'hill', 'twin'")), ["the options of “Which?” are not as expected"]);
    // The other lake is left, whichever was taken.
    let takes = |copy: &str| format!("[[steps]]\nchoose = '{copy}'\n");
    assert_eq!(told(&format!("{}{}", takes("lake#2"), lists("'hill', 'lake', 'twin'"))), [""; 0]);
    assert_eq!(told(&format!("{}{}", takes("lake"), lists("'hill', 'lake#2', 'twin'"))), [""; 0]);
    // A name without a number means the first copy that is offered.
    assert_eq!(told(&format!("{}{}", takes("lake"), takes("lake"))), [""; 0]);
    assert_eq!(told(&takes("moss")), ["`moss` is not an option of “Which?”"]);
}

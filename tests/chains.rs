//! Chains of functions as long as a game may have them: the work is proportional to their length, and the
//! stack does not grow with it. With work in proportion to the square of the length, or with a call for each
//! function, these tests would take minutes, or would break off.

use crate::support::{opened, playable, report};
use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::ir::{Op, PlayerId, StartPoint};
use cardwright::table::{Sampler, State, Stop, Table};

const HEAD: &str = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 1]\n";

/// The number of functions.
const LONG: usize = 20_000;

/// Returns a package whose functions `f0` … each consist of this code.
fn functions(count: usize, rest: &str, code: impl Fn(usize) -> String) -> OpenResult {
    package(
        rest,
        "",
        (0..count).map(|i| format!("[functions.f{i}]\nreturns = \"int\"\ncode = \"{}\"\n", code(i))),
    )
}

fn package(rest: &str, cards: &str, declarations: impl Iterator<Item = String>) -> OpenResult {
    let game = format!("{HEAD}{rest}{}", declarations.collect::<String>());
    let cards = format!("kind = \"card\"\n[cards.a]\nname = \"A\"\n{cards}");
    opened([("game.toml", game), ("cards/c.toml", cards)])
}

/// Returns the score of the player of a game without choices.
fn score(game: &CompiledGame) -> i64 {
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Play);
    assert_eq!(machine.advance(&mut state), Stop::Over);
    machine.outcome(&state).expect("it is over").standings[0].score.expect("a score")
}

fn scored(by: &str) -> String {
    format!("[flow]\nplay = \"end\"\n[scoring]\nscore = \"{by}\"\n")
}

#[test]
fn a_chain_of_small_functions_is_compiled_and_played() {
    let last = LONG - 1;
    for (first, code) in [
        (
            last,
            Box::new(|i: usize| if i == 0 { "7".into() } else { format!("f{}()", i - 1) })
                as Box<dyn Fn(usize) -> String>,
        ),
        (0, Box::new(|i: usize| if i == last { "7".into() } else { format!("f{}()", i + 1) })),
    ] {
        let game = playable(functions(LONG, &scored(&format!("f{first}()")), code));
        assert_eq!(score(&game), 7);
        // All of it is inlined.
        assert!(!game.ir.code.iter().any(|op| matches!(op, Op::Call { .. })));
    }
}

#[test]
fn a_chain_of_large_functions_is_compiled() {
    // Too large to be inlined, so that each is called.
    let sum = "+ n * n ".repeat(40);
    let state = "[state.table]\nn = \"int 0..9\"\n";
    let code = |i: usize| if i == 4999 { "7".into() } else { format!("f{}() {sum}", i + 1) };
    let game = playable(functions(5000, &format!("{state}{}", scored("f4990()")), code));
    assert_eq!(score(&game), 7);
}

#[test]
fn functions_that_read_others_twice_are_looked_at_once() {
    let code = |i: usize| match i {
        0 => "7".to_owned(),
        i => format!("max(f{0}(), f{0}())", i - 1),
    };
    // Who sees into a zone, and the start of state that is reset, are followed through all that they call.
    let rest = "[zones.hand]\nholds = \"card\"\nseen_by = \"players where f99() == 7\"\n\
                [state.table]\nn = { type = \"int 0..9\", start = \"f99()\", until = \"rest\" }\n\
                [verbs.rest]\ndo = \"n = 1\"\n";
    let opened = functions(100, &format!("{rest}{}", scored("f99()")), code);
    assert_eq!(score(&playable(opened)), 7);
}

#[test]
fn viewers_are_followed_to_the_end_of_a_chain_and_round_a_cycle() {
    let rest = "[state.table]\nn = \"int 0..9\"\n[verbs.rise]\ndo = \"n = 1\"\n\
                [zones.hand]\nholds = \"card\"\nseen_by = \"players where f0() == 7\"\n";
    let found = |last: &str| {
        let code = |i: usize| if i == LONG - 1 { last.to_owned() } else { format!("f{}()", i + 1) };
        let opened = functions(LONG, &format!("{rest}{}", scored("0")), code);
        let codes = opened.diagnostics.iter().map(|d| d.code.to_string());
        // Nothing uses the zone and the verb.
        codes.filter(|code| code != "CW0600").collect::<Vec<_>>()
    };
    assert_eq!(found("7"), [""; 0]);
    assert_eq!(found("n"), ["CW0576"]);
    assert_eq!(found("f0()"), ["CW0508"]);
}

#[test]
fn states_are_found_at_the_end_of_a_chain() {
    let rest = "[state.player]\ncoins = \"int 0..99\"\ngems = \"int 0..99\"\n[kinds.card.slots]\nbonus = { returns = \"int\" }\n";
    let chain = |state: &'static str| {
        (0..LONG).map(move |i| {
            let code =
                if i == LONG - 1 { format!("3 * sum(players, it.{state})") } else { format!("f{}()", i + 1) };
            format!("[functions.f{i}]\nreturns = \"int\"\ncode = \"{code}\"\n")
        })
    };
    let card = "bonus = \"f0()\"\ntext = \"Worth 3 coins.\"\n";
    let found = |state| {
        let opened = package(&format!("{rest}{}", scored("0")), card, chain(state));
        let told = opened.diagnostics.iter().filter(|d| d.code.to_string() != "CW0600");
        told.map(|d| d.message.clone()).collect::<Vec<_>>()
    };
    assert_eq!(found("coins"), [""; 0]);
    assert!(found("gems").iter().any(|message| message.contains("coins")), "{:?}", found("gems"));
}

#[test]
fn a_long_cycle_is_told_in_short_and_many_are_told_in_part() {
    let rest = scored("0");
    let round = functions(LONG, &rest, |i| format!("f{}()", (i + 1) % LONG));
    let [only] = &round.diagnostics[..] else { panic!("{}", round.diagnostics.len()) };
    assert_eq!(only.code.to_string(), "CW0508");
    let why =
        &report(&round.diagnostics, &round.sources, 100).split_whitespace().collect::<Vec<_>>().join(" ");
    let way = "It goes f0 → f1 → f2 → f3 → f4 → f5 → f6 → f7 → f8 → f9 → f10 → f11 → f12 → f13 → f14 → f15 → \
               f16 → … (19,981 more) → f19998 → f19999 → f0.";
    assert!(why.contains(way), "{why}");
    // Each function is in a cycle of its own with the first.
    let many = functions(3000, &rest, |i| format!("f{}() + f0()", (i + 1) % 3000));
    assert!(many.diagnostics.iter().all(|d| d.code.to_string() == "CW0508"));
    assert_eq!(many.diagnostics.len(), 20);
}

#[test]
fn a_chain_of_verbs_is_analysed_for_what_it_hides() {
    // The choice at its end suspends all of them, and what is hidden is followed through their arguments.
    let rest = "[zones.deck]\nholds = \"card\"\nordered = true\nseen_by = \"none\"\nstart = \"cards\"\n\
                [zones.hand]\nper = \"player\"\nholds = \"card\"\nseen_by = \"owner\"\n\
                [flow]\nsetup = \"for each p in players { deal(deck, p.hand, 1) }\"\n\
                play = \"for each p in players { f9(p, count(p.hand)) }; end\"\n[scoring]\nscore = \"0\"\n";
    let verbs = (0..LONG).map(|i| {
        let code = match i {
            0 => "choose card from p.hand by p { move(card, deck) }; log \\\"{{ n }}\\\"".to_owned(),
            i => format!("f{}(p, n)", i - 1),
        };
        format!("[verbs.f{i}]\nparams = {{ p = \"player\", n = \"int\" }}\ndo = \"{code}\"\n")
    });
    let game = playable(package(rest, "", verbs));
    let table = Table::new(&game.ir).expect("it is well formed");
    let mut machine = table.machine();
    let mut state = machine.lay(1, &[], 1).expect("it can be laid");
    machine.start(&mut state, StartPoint::Setup);
    assert_eq!(machine.advance(&mut state), Stop::Choice);
    let mut sample = State::default();
    Sampler::default().sample(&mut machine, &state, PlayerId(0), 1, &mut sample);
    assert_eq!(machine.options(&mut sample).expect("a choice").len(), 1);
}

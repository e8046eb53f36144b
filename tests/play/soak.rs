//! Invariants that are watched in random games.

use super::{compiled, shipped};
use cardwright::play::{BrokenInvariant, Combinations, Disagreement, Soak, SoakResult, soak};
use cardwright::table::{FaultKind, Table};
use std::num::NonZero;

fn played(ir: &cardwright::ir::Ir, games: u64, jobs: usize) -> SoakResult {
    let table = Table::new(ir).expect("sound");
    let plan = Soak { games, seed: 1, max_plies: 200, jobs: NonZero::new(jobs).expect("not 0") };
    soak(&table, &plan, |_| {}).expect("tables can be laid")
}

/// A race of tokens: `end` is the code at each step.
fn race(at_each_step: &str) -> cardwright::ir::Ir {
    let game = format!(
        "[game]\nid = \"race\"\nname = \"Race\"\nplayers = [2, 3]\n[options.long]\n[options.goal]\nrange = [3, 90]\ndefault = 5\n\
         [options.track]\nvalues = [\"mud\", \"sand\", \"ice\"]\ndefault = \"sand\"\n[[require]]\nthat = \"not long or goal > 3\"\n\
         text = \"A long race has a goal that is far.\"\n[state.player]\nsteps = \"int 0..90\"\n[actions.step]\ndo = \"steps += 1\"\n\
         [actions.rest]\ndo = \"\"\n[flow]\nplay = '''\nlet p = players[1]\nwhile true {{\n  act p from {{step, rest}}\n  \
         {at_each_step}\n  p = next(p)\n}}\n'''\n"
    );
    compiled(&[("game.toml", &game)])
}

#[test]
fn every_combination_is_played() {
    let ir = race("if p.steps == goal { win p }\n  if random(1..6) == 6 { end }");
    let combinations = Combinations::new(&ir);
    assert_eq!(combinations.count(), Some(2 * 2 * 3 * 3), "players, long or not, three goals, three tracks");
    let mut met: Vec<_> = (0..36).map(|i| combinations.get(i, 1)).map(|a| (a.players, a.options)).collect();
    met.sort();
    met.dedup();
    assert_eq!(met.len(), 36);

    let soaked = played(&ir, 100, 2);
    assert_eq!(soaked.broken, None);
    assert_eq!(
        (soaked.combinations, soaked.laid, soaked.tried, soaked.games),
        (Some(36), 36, 30, 100),
        "a long race to 3 is ruled out"
    );
    assert_eq!(played(&ir, 10, 1).tried, 10, "no more than there are games");
    assert_eq!(played(&ir, 100, 1), soaked, "however many threads");
}

/// A game of so many options that are true or false, one value each by default, of which `that` is required.
fn options(count: usize, default: bool, that: &str) -> cardwright::ir::Ir {
    let options: String = (0..count).map(|n| format!("[options.o{n}]\ndefault = {default}\n")).collect();
    let game = format!(
        "[game]\nid = \"many\"\nname = \"Many\"\nplayers = [2, 2]\n{options}[[require]]\nthat = \"{that}\"\n\
         text = \"Not so.\"\n[actions.go]\ndo = \"\"\n[flow]\nplay = \"act players[1] from {{go}}\"\n"
    );
    compiled(&[("game.toml", &game)])
}

#[test]
fn a_combination_that_is_hard_to_find_is_found() {
    let all = |count: usize| (0..count).map(|n| format!("o{n}")).collect::<Vec<_>>().join(" and ");
    let soaked = played(&options(14, false, &all(14)), 10, 1);
    assert_eq!((soaked.combinations, soaked.tried, soaked.games), (Some(1 << 14), 1, 10), "one of 16,384");
    assert!(soaked.laid > 1 && soaked.laid <= 1 << 14, "each once: {}", soaked.laid);
    assert_eq!(soaked.refused.as_deref(), Some("Not so."));

    let soaked = played(&options(70, true, &all(70)), 10, 1);
    assert_eq!(soaked.combinations, None, "2 to the power of 70 are not a number that is known");
    assert!(soaked.tried == 1 && soaked.games == 10, "the defaults hold: {soaked:?}");

    let soaked = played(&options(70, false, "o69"), 10, 1);
    assert_eq!(soaked.tried, 10, "half of all, though the last option is beyond every number of 64 bits");
}

#[test]
fn only_what_is_agreed_is_played() {
    let ir = race("if p.steps == goal { win p }\n  if random(1..6) == 6 { end }");
    let agreed = |players, given: &[(&str, &str)]| {
        Combinations::new(&ir).agreed(&ir, players, given.iter().copied()).map(|all| all.count())
    };
    assert_eq!(agreed(Some(3), &[]), Ok(Some(18)));
    assert_eq!(agreed(None, &[("goal", "7"), ("track", "ice")]), Ok(Some(4)), "a value in between, too");
    let words = |players, given: &[(&str, &str)]| match agreed(players, given) {
        Err(Disagreement::Words(words)) => words,
        other => panic!("{other:?}"),
    };
    assert_eq!(words(Some(4), &[]), "Race is for 2 to 3 players, not for 4");
    assert!(words(None, &[("tracks", "ice")]).contains("did you mean `track`?"));
    assert!(words(None, &[("goal", "91")]).contains("from 3 to 90"));
}

#[test]
fn where_nothing_can_be_played_nothing_is() {
    let soaked = played(&options(3, false, "o0 and not o0"), 10, 1);
    assert_eq!((soaked.combinations, soaked.laid, soaked.tried), (Some(8), 8, 0));
    assert_eq!((soaked.games, soaked.plies, soaked.broken), (0, 0, None));
}

#[test]
fn a_game_without_an_end_is_found() {
    let soaked = played(&race(""), 50, 1);
    let broken = soaked.broken.as_ref().expect("it never ends");
    assert_eq!((broken.index, broken.plies, &broken.what), (0, 200, &BrokenInvariant::Endless));
    assert_eq!(played(&race(""), 50, 3).broken, soaked.broken, "however many threads");
}

#[test]
fn a_rule_that_fails_is_found() {
    let ir = race("if p.steps == goal { p.steps += p.steps + 90 }\n  if p.steps > 5 { end }");
    let soaked = played(&ir, 200, 1);
    let broken = soaked.broken.expect("some reach the goal");
    let BrokenInvariant::Fault(fault) = &broken.what else { panic!("{:?}", broken.what) };
    assert!(matches!(fault.kind, FaultKind::OutOfRange { .. }), "{:?}", fault.kind);
    assert!(broken.agreement.options[1] < 90, "a far goal is not reached: {:?}", broken.agreement);
    assert_eq!(played(&ir, 200, 2).broken.map(|b| b.index), Some(broken.index));
}

#[test]
fn state_of_one_kind_may_be_without_0_where_others_lack_it() {
    let rules = "[game]\nid = \"k\"\nname = \"K\"\nplayers = [2, 2]\n[kinds.unit]\nbase = \"card\"\n[kinds.unit.state]\n\
                 hurt = \"int 3..9\"\n[kinds.coin]\nbase = \"token\"\n[zones.a]\nstart = \"units + coins\"\n[flow]\n\
                 play = \"for each p in players { choose c from units by p { c.hurt += 1 } }\"\n";
    let cards = "[cards.x]\nkind = \"unit\"\n[cards.gold]\nkind = \"coin\"\n";
    let soaked = played(&compiled(&[("game.toml", rules), ("cards/cards.toml", cards)]), 20, 1);
    assert_eq!(soaked.broken, None);
}

/// The longer run of this is `cardwright soak`, which CI calls for each game.
#[test]
fn shipped_games_keep_what_is_promised() {
    for id in crate::support::ids() {
        let soaked = played(&shipped(id), 3, 2);
        assert_eq!(
            soaked.broken.map(|b| b.what).filter(|what| *what != BrokenInvariant::Endless),
            None,
            "{id}"
        );
        assert!(soaked.plies > 0, "{id}");
    }
}

//! Several cards chosen among those that the chooser does not see: nothing tells which were taken.

use super::hidden::{ZONES, game, reach, ten};
use cardwright::ir::{Ir, Op};
use cardwright::play::{Alike, Soak, soak};
use cardwright::table::{Stop, Table};
use std::num::NonZero;

/// The first player takes cards out of the other's hand; `by` says who is asked.
fn robbers(choose: &str, by: &str) -> Ir {
    let rules = format!(
        r#"
[flow]
setup = "shuffle(deck); for each p in players {{ deal(deck, p.hand, 5) }}"
play = '''
let p = players[1]
let q = next(p)
choose {choose} cs from q.hand + p.hand where it in q.hand by {by} "Which?"
p.points += sum(cs, rank)
end
'''
"#
    );
    game(&format!("{ZONES}{rules}"), &ten())
}

#[test]
fn what_is_left_to_take_does_not_tell_what_was_taken() {
    for (choose, first, second) in [("exactly 2", 5, 4), ("up to 2", 6, 5), ("any", 6, 5), ("exactly 5", 5, 4)] {
        let ir = robbers(choose, "p");
        let table = Table::new(&ir).expect("sound");
        let mut machine = table.machine();
        for seed in 0..10 {
            for option in 0..5 {
                let (_, mut state) = reach(&mut machine, seed, &[]);
                assert_eq!(machine.options(&mut state).expect("asked").len(), first, "{choose}");
                machine.choose(&mut state, option).expect("offered");
                assert_eq!(machine.advance(&mut state), Stop::Choice);
                assert_eq!(machine.options(&mut state).expect("asked").len(), second, "{choose}: {option}");
            }
        }
    }
}

#[test]
fn of_seen_cards_each_set_is_reached_in_one_way() {
    let ir = robbers("exactly 2", "q");
    let table = Table::new(&ir).expect("sound");
    let mut machine = table.machine();
    let mut sets = 0;
    for option in 0..4 {
        let (_, mut state) = reach(&mut machine, 1, &[]);
        assert_eq!(machine.options(&mut state).expect("asked").len(), 4);
        machine.choose(&mut state, option).expect("offered");
        assert_eq!(machine.advance(&mut state), Stop::Choice);
        sets += machine.options(&mut state).expect("asked").len();
    }
    assert_eq!(sets, 10);
}

/// As selections once were: what is left stands in the order of the box, as for somebody who sees the cards.
fn in_the_order_of_the_box() -> Ir {
    let mut ir = robbers("exactly 2", "p");
    let seeing = robbers("exactly 2", "q");
    let asks = |op: &Op| match op {
        Op::Selected { by, .. } => Some(*by),
        _ => None,
    };
    let owner = seeing.code.iter().find_map(asks).expect("a selection");
    for op in &mut ir.code {
        match op {
            Op::Selected { by, .. } | Op::Selectable { by, .. } => *by = owner,
            _ => {}
        }
    }
    ir
}

#[test]
fn soak_sees_what_a_selection_tells() {
    let plan = Soak { games: 40, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
    for (ir, tells) in [(robbers("exactly 2", "p"), false), (in_the_order_of_the_box(), true)] {
        let table = Table::new(&ir).expect("sound");
        let broken = soak(&table, &plan, |_| {}).expect("laid").broken;
        assert_eq!(broken.is_some(), tells, "{broken:?}");
        let mut machine = table.machine();
        let mut differ = 0;
        for seed in 0..40 {
            let (laid, _) = reach(&mut machine, seed, &[]);
            let alike = Alike::new(&table, &laid, &[2], 1, seed).expect("it comes there");
            differ += usize::from(alike.shown(&table).is_some());
        }
        assert_eq!(differ > 0, tells, "{differ} of 40");
    }
}

//! Several cards chosen among those that the chooser does not see: nothing tells which were taken.

use super::agreed;
use super::hidden::{ZONES, game, reach, ten};
use cardwright::ir::{Ir, Op, PlayerId};
use cardwright::play::{InformationSet, Opening, Session, Soak, soak, story};
use cardwright::table::{Players, Stop, Table};
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
    for (choose, first, second) in
        [("exactly 2", 5, 4), ("up to 2", 6, 5), ("any", 6, 5), ("exactly 5", 5, 4)]
    {
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

/// The old form of selections: the rest is in the order of the box, as for somebody who sees the cards.
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
            let alike = InformationSet::new(&table, &Opening::before_setup(laid.clone()), &[2], 1, seed)
                .expect("it comes there");
            differ += usize::from(alike.first_visible_difference(&table).is_some());
        }
        assert_eq!(differ > 0, tells, "{differ} of 40");
    }
}

/// Samples exchange unseen cards in the options, too, when the second of two is chosen.
#[test]
fn bots_choose_alike_among_several_that_nobody_sees() {
    let rules = "[zones]\ndeck = { ordered = true, seen_by = \"none\", start = \"cards\" }\nhand = { per = \"player\", seen_by = \"owner\" }\n\
                 [flow]\nsetup = \"shuffle(deck)\"\nplay = \"choose exactly 2 cs from deck by players[1]; end\"\n";
    let nine: String = (0..9).map(|i| format!("[cards.c{i}]\n")).collect();
    let ir = game(rules, &nine);
    let table = Table::new(&ir).expect("sound");
    let plan = Soak { games: 200, seed: 1, max_plies: 500, jobs: NonZero::new(2).expect("not 0") };
    let broken = soak(&table, &plan, |_| {}).expect("laid").broken;
    assert!(broken.is_none(), "{broken:?}");
}

#[test]
fn cards_given_together_are_told_together() {
    let told_by_the_other = |to: &str| {
        let rules = format!(
            "[zones.pit]\nseen_by = \"none\"\n[flow]\nsetup = \"shuffle(deck); for each p in players {{ deal(deck, p.hand, 5) }}\"\n\
             play = '''\nchoose exactly 3 cs from players[1].hand by players[1] \"Give which?\"\nmove(cs, {to})\nend\n'''\n"
        );
        let ir = game(&format!("{ZONES}{rules}"), &ten());
        let table = Table::new(&ir).expect("sound");
        let mut session = Session::new(&table, agreed(&table, 2, &[], 4)).expect("laid");
        let mut given = Vec::new();
        for _ in 0..3 {
            assert_eq!(session.advance(), Stop::Choice);
            given.push(session.lines().expect("asked")[0].label.clone());
            session.choose(0).expect("offered");
        }
        assert_eq!(session.advance(), Stop::Over);
        let told: Vec<String> =
            story(session.record(), Players::one(PlayerId(1))).iter().map(|turn| turn.text()).collect();
        (told.last().expect("a line").clone(), given)
    };
    let (told, given) = told_by_the_other("players[2].hand");
    assert!(given.iter().all(|card| told.contains(card.as_str())) && !told.contains("hidden"), "{told}");
    let (told, given) = told_by_the_other("pit");
    assert!(given.iter().all(|card| !told.contains(card.as_str())), "{told}");
}

/// Until all are picked, nobody else may know one of them, whatever is taken back meanwhile.
#[test]
fn a_pick_that_is_taken_back_leaves_the_earlier_ones_secret() {
    let rules = "[flow]\nsetup = \"shuffle(deck); for each p in players { deal(deck, p.hand, 5) }\"\n\
         play = '''\nchoose exactly 3 cs from players[1].hand by players[1] \"Give which?\"\n\
         move(cs, players[2].hand)\nend\n'''\n";
    let ir = game(&format!("{ZONES}{rules}"), &ten());
    let table = Table::new(&ir).expect("sound");
    let begin = || Session::new(&table, agreed(&table, 2, &[], 4)).expect("laid");
    let pick = |session: &mut Session| {
        assert_eq!(session.advance(), Stop::Choice);
        session.mark();
        session.choose(0).expect("offered");
    };
    let mut straight = begin();
    (0..3).for_each(|_| pick(&mut straight));
    assert_eq!(straight.advance(), Stop::Over);

    let mut session = begin();
    pick(&mut session);
    pick(&mut session);
    assert!(session.undo());
    pick(&mut session);
    assert_eq!(session.advance(), Stop::Choice);
    let before = session.record().to_vec();
    pick(&mut session);
    assert_eq!(session.advance(), Stop::Over);
    assert_eq!(session.record(), straight.record());

    // Once the cards lie in the other hand, all three are known; taken back, the first two are not.
    let mut copy = session.copy_to(&table).expect("no chance is fixed");
    for session in [&mut session, &mut copy] {
        assert!(session.undo());
        assert_eq!(session.record(), before);
        pick(session);
        assert_eq!(session.advance(), Stop::Over);
        assert_eq!(session.record(), straight.record());
    }
}

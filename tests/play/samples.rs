//! Samples of states: drawn by a sampler that has drawn before, and by a new one.

use super::shipped;
use cardwright::ir::{PlayerId, StartPoint};
use cardwright::play::Agreement;
use cardwright::table::{Machine, Sampler, State, Stop, Table};

fn drawn(sampler: &mut Sampler, machine: &mut Machine, state: &State, player: PlayerId, seed: u64) -> State {
    let mut sample = State::default();
    sampler.sample(machine, state, player, seed, &mut sample);
    sample
}

/// A sampler keeps what all samples of a state have in common: only until the state or the player is another.
#[test]
fn a_sampler_draws_the_same_whatever_it_drew_before() {
    for id in ["leduc-poker", "minute-realms", "fantasy-realms", "twelve-realms", "realm-featured"] {
        let ir = shipped(id);
        let table = Table::new(&ir).expect("it is sound");
        let mut machine = table.machine();
        let agreement = Agreement::settle(&mut machine, None, [], 1).expect("they agree");
        let laid = agreement.lay(&mut machine).expect("it can be laid");
        let mut used = Sampler::default();
        let (mut differ, mut compared) = (0, 0);
        for seed in 1..=2u64 {
            let mut state = laid.clone();
            state.reseed(seed);
            machine.start(&mut state, StartPoint::Setup);
            for ply in 0..40u64 {
                if machine.advance(&mut state) != Stop::Choice {
                    break;
                }
                let count = machine.options(&mut state).expect("a choice").len() as u64;
                for player in PlayerId::all(state.players()) {
                    let first = drawn(&mut used, &mut machine, &state, player, ply);
                    let second = drawn(&mut used, &mut machine, &state, player, ply + 1);
                    let new = drawn(&mut Sampler::default(), &mut machine, &state, player, ply + 1);
                    assert_eq!(second, new, "{id}, seed {seed}, choice {ply}, player {player}");
                    differ += u32::from(first != second);
                    compared += 1;
                }
                machine.options(&mut state).expect("a choice");
                machine.choose(&mut state, ((ply * 7 + seed) % count) as usize).expect("an option");
            }
        }
        assert!(differ * 2 > compared, "{id}: {differ} of {compared} pairs of samples differ");
    }
}

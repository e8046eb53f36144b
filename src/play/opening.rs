//! Where games begin: a table as it is laid, before setup, or as a scenario leaves it.

use super::scenario::{FixedChance, ScenarioStart};
use crate::ir::Begin;
use crate::table::{Machine, Names, State, Stop};

/// Where a game begins.
#[derive(Clone, Debug)]
pub struct Opening<'t> {
    /// The table as it is laid, or as a scenario leaves it.
    pub state: State,
    /// What a scenario fixes of chance; none if it fixes nothing.
    pub chance: Option<FixedChance<'t>>,
    /// It is at the first choice that a scenario leaves open; otherwise nothing has happened yet.
    pub is_of_scenario: bool,
}

impl<'t> Opening<'t> {
    /// A table as it is laid.
    pub fn laid(state: State) -> Self {
        Opening { state, chance: None, is_of_scenario: false }
    }

    /// Where a scenario begins.
    pub fn of_scenario(start: ScenarioStart<'t>) -> Self {
        let chance = Some(start.chance).filter(|chance| !chance.is_empty());
        Opening { state: start.state, chance, is_of_scenario: true }
    }

    /// Has a machine begin a game in `state`. Returns what is fixed of chance in it, for [`go_on`].
    pub fn begin(&self, machine: &mut Machine, state: &mut State) -> Option<FixedChance<'t>> {
        state.copy_from(&self.state);
        machine.ask_chance(self.chance.is_some());
        if !self.is_of_scenario {
            machine.start(state, Begin::Setup);
        }
        self.chance.clone()
    }
}

/// Goes on to the next stop, with what is fixed of chance.
pub fn go_on(chance: &mut Option<FixedChance>, names: &Names, machine: &mut Machine, state: &mut State) -> Stop {
    match chance {
        Some(chance) => chance.advance(names, machine, state),
        None => machine.advance(state),
    }
}

//! Starting points of games: a table before setup, or the position of a scenario.

use super::scenario::ScenarioStart;
use super::scenario::chance::FixedChance;
use crate::ir::StartPoint;
use crate::table::{Machine, Names, State, Stop};

/// A starting point of games.
#[derive(Clone, Debug)]
pub struct Opening<'t> {
    /// State before setup, or at the scenario's first open choice.
    pub state: State,
    /// Results of chance that a scenario fixes, if there are any.
    pub chance: Option<FixedChance<'t>>,
    /// True if it is the first open choice of a scenario; otherwise nothing has happened yet.
    pub is_of_scenario: bool,
}

impl<'t> Opening<'t> {
    /// Creates a starting point before setup.
    pub fn before_setup(state: State) -> Self {
        Opening { state, chance: None, is_of_scenario: false }
    }

    /// Creates a starting point from a scenario.
    pub fn of_scenario(start: ScenarioStart<'t>) -> Self {
        let chance = Some(start.chance).filter(|chance| !chance.is_empty());
        Opening { state: start.state, chance, is_of_scenario: true }
    }

    /// Begins a game in `state`. Returns the fixed results of chance, for [`go_on`].
    pub fn begin(&self, machine: &mut Machine, state: &mut State) -> Option<FixedChance<'t>> {
        state.copy_from(&self.state);
        machine.ask_chance(self.chance.is_some());
        if !self.is_of_scenario {
            machine.start(state, StartPoint::Setup);
        }
        self.chance.clone()
    }
}

/// Advances to the next stop, with fixed results of chance.
pub fn go_on(
    chance: &mut Option<FixedChance>,
    names: &Names,
    machine: &mut Machine,
    state: &mut State,
) -> Stop {
    match chance {
        Some(chance) => chance.advance(names, machine, state),
        None => machine.advance(state),
    }
}

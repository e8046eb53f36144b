//! Evaluation functions of a bot: of positions, and of moves by themselves.

use super::payoff;
use crate::ir::{BotInfo, ChoiceId, FunctionId, Ir, PreferenceTarget};
use crate::table::{Machine, Pick, PickKind, State};

/// Evaluation functions of a bot.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// Evaluation of a position: a player → an int. Without it, only the end of the game counts.
    pub evaluate: Option<FunctionId>,
    /// For each of `Ir::actions`, its preference function; empty if no action has one.
    actions: Vec<Option<FunctionId>>,
    /// For each of `Ir::choices`, the preference function of its elements; empty if none has one.
    choices: Vec<Option<FunctionId>>,
}

impl Judge {
    /// Creates the functions of a bot of the game; without an evaluation, the score is used.
    pub fn of(ir: &Ir, bot: Option<&BotInfo>) -> Judge {
        let evaluate = bot.and_then(|bot| bot.evaluate).or(ir.score);
        let mut judge = Judge { evaluate, ..Judge::default() };
        for preference in bot.iter().flat_map(|bot| &bot.prefers) {
            let function = Some(preference.function);
            match &preference.of {
                PreferenceTarget::Action(action) => {
                    judge.actions.resize(ir.actions.len(), None);
                    judge.actions.get_mut(usize::from(action.0)).into_iter().for_each(|of| *of = function);
                }
                PreferenceTarget::Variable(name) => {
                    judge.choices.resize(ir.choices.len(), None);
                    let by_name = ir.choices.iter().map(|c| c.selection.is_none() && c.variable == *name);
                    judge
                        .choices
                        .iter_mut()
                        .zip(by_name)
                        .filter(|(_, is)| *is)
                        .for_each(|(of, _)| *of = function);
                }
            }
        }
        judge
    }

    /// Returns the preference value of the `index`-th option of a state; `None` if the rule faults. The state
    /// is a sample for the chooser; hidden components of the option have their identity from the sample.
    pub fn prefers(&self, machine: &mut Machine, state: &mut State, index: usize) -> Option<i64> {
        if self.actions.is_empty() && self.choices.is_empty() {
            return Some(0);
        }
        let options = machine.options(state).ok()?;
        let (you, choice, pick) = (options.chooser(), options.choice(), options.truth(index)?);
        let Some(function) = self.function(choice, &pick) else { return Some(0) };
        let params = usize::from(machine.table().ir().functions.find(function)?.param_words);
        let mut args = vec![u64::from(you)];
        args.extend(pick.values().iter().take(params.saturating_sub(1)));
        payoff::answer(machine, state, function, &args)
    }

    /// Returns the preference function for an option of a choice point.
    fn function(&self, choice: ChoiceId, pick: &Pick) -> Option<FunctionId> {
        match pick.kind {
            PickKind::Action(action) => self.actions.get(action.index()).copied()?,
            PickKind::Element => self.choices.get(choice.index()).copied()?,
            PickKind::Arm(_) => None,
        }
    }
}

//! What a bot goes by: how good the table after a move is, and what the move is worth by itself.

use super::worth;
use crate::ir::{BotInfo, Ir, Preferred};
use crate::table::{Machine, Pick, PickKind, State};

/// How a bot judges tables and moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// How good the table is: a player → an int. Without it the end of the game alone counts.
    pub evaluate: Option<u16>,
    /// For each of `Ir::actions` what it is worth by itself; empty where no action is judged.
    actions: Vec<Option<u16>>,
    /// For each of `Ir::choices` what its elements are; empty where none are.
    choices: Vec<Option<u16>>,
}

impl Judge {
    /// As a bot of the game says; of what it leaves out, the score.
    pub fn of(ir: &Ir, bot: Option<&BotInfo>) -> Judge {
        let evaluate = bot.and_then(|bot| bot.evaluate).map(|f| f.0).or(ir.score);
        let mut judge = Judge { evaluate, ..Judge::default() };
        for preference in bot.iter().flat_map(|bot| &bot.prefers) {
            let function = Some(preference.function.0);
            match &preference.of {
                Preferred::Action(action) => {
                    judge.actions.resize(ir.actions.len(), None);
                    judge.actions.get_mut(usize::from(action.0)).into_iter().for_each(|of| *of = function);
                }
                Preferred::Variable(name) => {
                    judge.choices.resize(ir.choices.len(), None);
                    let by_name = ir.choices.iter().map(|c| c.selection.is_none() && c.variable == *name);
                    judge.choices.iter_mut().zip(by_name).filter(|(_, is)| *is).for_each(|(of, _)| *of = function);
                }
            }
        }
        judge
    }

    /// What the `index`-th option of a state is worth by itself; `None` where the rule that says so fails. The state is a sample of
    /// what the chooser sees, and the option is looked at as it truly is there.
    pub fn prefers(&self, machine: &mut Machine, state: &mut State, index: usize) -> Option<i64> {
        if self.actions.is_empty() && self.choices.is_empty() {
            return Some(0);
        }
        let options = machine.options(state).ok()?;
        let (you, choice, pick) = (options.chooser(), options.choice(), options.truth(index)?);
        let Some(function) = self.function(choice, &pick) else { return Some(0) };
        let params = usize::from(machine.table().ir().functions.get(usize::from(function))?.param_words);
        let mut args = vec![u64::from(you)];
        args.extend(pick.values().iter().take(params.saturating_sub(1)));
        worth::answer(machine, state, function, &args)
    }

    /// What judges an option of a choice point.
    fn function(&self, choice: u16, pick: &Pick) -> Option<u16> {
        match pick.kind {
            PickKind::Action(action) => self.actions.get(usize::from(action)).copied()?,
            PickKind::Element => self.choices.get(usize::from(choice)).copied()?,
            PickKind::Arm(_) => None,
        }
    }
}

//! Bots of the game's own.

use serde::{Deserialize, Serialize};

use super::verify::{Verified, check};
use super::{FunctionId, Ir};

/// One of `Ir::actions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActionId(pub u16);

/// A bot of the game's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BotInfo {
    /// Its id.
    pub id: String,
    /// How it plays, in a sentence; empty if nothing is said.
    pub text: String,
    /// A player → an int: how good the table is for them. Without it the score counts.
    pub evaluate: Option<FunctionId>,
    /// What moves are worth by themselves.
    pub prefers: Vec<PreferenceInfo>,
    /// It picks each move with probability proportional to its value, not the best.
    pub mixed: bool,
    /// For one that plays games out: after how many choices it judges them instead.
    pub after: u32,
}

/// What a move is worth by itself, asked before it is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PreferenceInfo {
    /// Which moves.
    pub of: Preferred,
    /// An int, from who moves and the first so many values of the option.
    pub function: FunctionId,
}

/// Moves that are judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Preferred {
    /// An action.
    Action(ActionId),
    /// The elements of every choice of one thing that goes by this variable.
    Variable(String),
}

impl BotInfo {
    /// All functions that it goes by.
    pub fn functions(&self) -> impl Iterator<Item = u16> + '_ {
        self.evaluate.iter().chain(self.prefers.iter().map(|p| &p.function)).map(|f| f.0)
    }
}

impl Preferred {
    /// How many values an option of such a move has; none of an action that does not exist.
    fn values(&self, ir: &Ir) -> Option<u16> {
        match self {
            Preferred::Action(action) => ir.actions.get(usize::from(action.0)).map(|info| info.params.len() as u16),
            Preferred::Variable(_) => Some(1),
        }
    }
}

/// Functions that bots go by.
pub(super) fn bots(ir: &Ir) -> Verified {
    let params =
        |f: FunctionId| ir.functions.get(usize::from(f.0)).filter(|f| f.result_words == 1).map(|f| f.param_words);
    for bot in &ir.bots {
        let judges = bot.evaluate.is_none_or(|f| params(f) == Some(1));
        // Of an option as many values as the function takes, after who moves.
        let fits = |p: &PreferenceInfo| {
            p.of.values(ir).zip(params(p.function)).is_some_and(|(values, params)| (1..=values + 1).contains(&params))
        };
        check(judges && bot.prefers.iter().all(fits), || format!("what the bot `{}` goes by", bot.id))?;
    }
    Ok(())
}

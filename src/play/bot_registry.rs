//! Bots by name.

use super::bot::{FirstBot, Random};
use super::greedy::Greedy;
use super::judge::Judge;
use super::mcts::Mcts;
use super::mixed::MixedBot;
use super::seat::TableBot;
use crate::diagnostics::nearest;
use crate::ir::{self, BotInfo, BotWord, Ir, SearchBudget};
use crate::table::Table;

/// A bot by the algorithm that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BotKind {
    /// [`Random`]: uniformly random options.
    Random,
    /// [`FirstBot`]: always the first option.
    First,
    /// [`Greedy`], by the game's `[bots.greedy]` or its scoring.
    Greedy,
    /// The bot with this index in `Ir::bots`, played by [`Greedy`] or [`MixedBot`].
    Own(u16),
    /// [`Mcts`]: tree search with this budget for each choice.
    Mcts(SearchBudget),
}

/// Returns the names of a game's bots.
pub fn bot_names(ir: &Ir) -> Vec<&str> {
    let own = ir.bots.iter().map(|b| b.id.as_str()).filter(|id| !ir::BOTS.contains(id));
    ir::BOTS.into_iter().chain(own).collect()
}

impl BotKind {
    /// Parses the name of a bot. The error lists the bots there are.
    pub fn of(ir: &Ir, written: &str) -> Result<Self, String> {
        match ir::bot(written)? {
            BotWord::Random => Ok(BotKind::Random),
            BotWord::First => Ok(BotKind::First),
            BotWord::Greedy => Ok(BotKind::Greedy),
            BotWord::Mcts(budget) => Ok(BotKind::Mcts(budget)),
            BotWord::Own(id) => match ir.bots.iter().position(|b| b.id == id) {
                Some(own) => Ok(BotKind::Own(own as u16)),
                None => {
                    let known = bot_names(ir);
                    // "--seats 3", for a game with three players
                    if written.parse::<u32>().is_ok() {
                        return Err(format!(
                            "there is no bot `{written}`; is it the number of players, `--players {written}`?"
                        ));
                    }
                    Err(match nearest(written, known.iter().copied()) {
                        Some(near) => format!("there is no bot `{written}`; did you mean `{near}`?"),
                        None => format!("there is no bot `{written}`; there are: {}", known.join(", ")),
                    })
                }
            },
        }
    }

    /// Returns the bot's name: `random`, `mcts:1000`.
    pub fn name(self, ir: &Ir) -> String {
        match self {
            BotKind::Random => "random".into(),
            BotKind::First => "first".into(),
            BotKind::Greedy => "greedy".into(),
            BotKind::Own(own) => ir.bots.get(usize::from(own)).map_or_else(String::new, |b| b.id.clone()),
            BotKind::Mcts(SearchBudget::Iterations(n)) => format!("mcts:{n}"),
            BotKind::Mcts(SearchBudget::Milliseconds(n)) => format!("mcts:{n}ms"),
        }
    }

    /// Creates the bot, for games at this table.
    pub fn make<'t>(self, table: &'t Table<'t>) -> Box<dyn TableBot + 't> {
        let ir = table.ir();
        match self {
            BotKind::Random => Box::new(Random::new(table)),
            BotKind::First => Box::new(FirstBot),
            BotKind::Greedy => Box::new(Greedy::new(table, declared_bot(ir, "greedy"))),
            BotKind::Own(own) => match ir.bots.get(usize::from(own)) {
                Some(bot) if bot.mixed => Box::new(MixedBot::new(table, bot)),
                bot => Box::new(Greedy::new(table, bot)),
            },
            BotKind::Mcts(budget) => {
                let judge = declared_bot(ir, "mcts").and_then(|bot| Some((bot.evaluate?, bot.after)));
                Box::new(Mcts::new(table, budget, judge, Judge::of(ir, declared_bot(ir, "greedy")).evaluate))
            }
        }
    }
}

/// Returns a game's bot declaration by its id.
fn declared_bot<'i>(ir: &'i Ir, id: &str) -> Option<&'i BotInfo> {
    ir.bots.iter().find(|bot| bot.id == id)
}

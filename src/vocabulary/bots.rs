//! The built-in bots and their notation.

use std::num::IntErrorKind;

/// The search budget of a bot, for each choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SearchBudget {
    /// Number of playouts for each choice, at least 1.
    Iterations(u32),
    /// Milliseconds for each choice, at least 1.
    Milliseconds(u32),
}

impl SearchBudget {
    /// The budget of `mcts` without a number.
    pub const DEFAULT: SearchBudget = SearchBudget::Iterations(1000);
}

/// A bot as written in a scenario, in `--seats` and in `--bots`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotWord<'w> {
    /// `random`: uniformly random options
    Random,
    /// `first`: always the first option
    First,
    /// `greedy`: the option with the best position after it
    Greedy,
    /// `mcts`, `mcts:1000`, `mcts:200ms`
    Mcts(SearchBudget),
    /// One of a game's own bots, if it exists.
    Own(&'w str),
}

/// The names of the built-in bots.
pub const BOTS: [&str; 4] = ["random", "first", "greedy", "mcts"];

/// Reserved names that a game's own bot cannot have. (`greedy` and `mcts` are allowed: with them a game
/// defines its evaluation for these bots.)
pub const TAKEN_BOTS: [&str; 3] = ["random", "first", "human"];

/// Parses a bot's name. The error describes an invalid budget.
pub fn bot(written: &str) -> Result<BotWord<'_>, String> {
    let (name, budget) = match written.split_once(':') {
        Some((name, budget)) => (name, Some(budget)),
        None => (written, None),
    };
    match (name, budget) {
        ("random", None) => Ok(BotWord::Random),
        ("first", None) => Ok(BotWord::First),
        ("greedy", None) => Ok(BotWord::Greedy),
        ("mcts", None) => Ok(BotWord::Mcts(SearchBudget::DEFAULT)),
        ("mcts", Some(budget)) => {
            let (number, time) = match budget.strip_suffix("ms") {
                Some(number) => (number, true),
                None => (budget, false),
            };
            match number.parse::<u32>() {
                Ok(n) if n > 0 && time => Ok(BotWord::Mcts(SearchBudget::Milliseconds(n))),
                Ok(n) if n > 0 => Ok(BotWord::Mcts(SearchBudget::Iterations(n))),
                Err(wrong) if *wrong.kind() == IntErrorKind::PosOverflow => Err(format!(
                    "`{written}` is more than `mcts` can do: the greatest number is {}",
                    u32::MAX
                )),
                _ => Err(format!(
                    "`{written}` says neither how many games `mcts` may play out nor for how long: write `mcts:1000` or `mcts:200ms`"
                )),
            }
        }
        (_, Some(_)) => Err(format!("only `mcts` takes something after a colon: `{name}` goes without")),
        (name, None) => Ok(BotWord::Own(name)),
    }
}

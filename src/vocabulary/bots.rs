//! The bots that every game has, and how they are written.

/// How long a bot that looks ahead may do so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Budget {
    /// So many games played out for each choice, at least one.
    Iterations(u32),
    /// So many milliseconds for each choice, at least one.
    Milliseconds(u32),
}

impl Budget {
    /// What `mcts` alone means.
    pub const DEFAULT: Budget = Budget::Iterations(1000);
}

/// A bot as it is written in a scenario, in `--seats` and in `--bots`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotWord<'w> {
    /// `random`
    Random,
    /// `first`
    First,
    /// `greedy`
    Greedy,
    /// `mcts`, `mcts:1000`, `mcts:200ms`
    Mcts(Budget),
    /// A game's own, if it has one of this name.
    Own(&'w str),
}

/// The bots that every game has.
pub const BOTS: [&str; 4] = ["random", "first", "greedy", "mcts"];

/// What no game may call a bot of its own: whoever is there already. (`greedy` and `mcts` it may: that is how it tells them what
/// is good.)
pub const TAKEN_BOTS: [&str; 3] = ["random", "first", "human"];

/// Reads a bot's name. The error says what is wrong with a budget.
pub fn bot(written: &str) -> Result<BotWord<'_>, String> {
    let (name, budget) = match written.split_once(':') {
        Some((name, budget)) => (name, Some(budget)),
        None => (written, None),
    };
    match (name, budget) {
        ("random", None) => Ok(BotWord::Random),
        ("first", None) => Ok(BotWord::First),
        ("greedy", None) => Ok(BotWord::Greedy),
        ("mcts", None) => Ok(BotWord::Mcts(Budget::DEFAULT)),
        ("mcts", Some(budget)) => {
            let (number, time) = match budget.strip_suffix("ms") {
                Some(number) => (number, true),
                None => (budget, false),
            };
            match number.parse::<u32>() {
                Ok(n) if n > 0 && time => Ok(BotWord::Mcts(Budget::Milliseconds(n))),
                Ok(n) if n > 0 => Ok(BotWord::Mcts(Budget::Iterations(n))),
                _ => Err(format!(
                    "`{written}` says neither how many games `mcts` may play out nor for how long: write `mcts:1000` or `mcts:200ms`"
                )),
            }
        }
        (_, Some(_)) => Err(format!("only `mcts` takes something after a colon: `{name}` goes without")),
        (name, None) => Ok(BotWord::Own(name)),
    }
}

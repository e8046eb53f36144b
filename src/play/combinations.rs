//! All that the players of a game may agree.

use super::agreement::{Agreement, Disagreement};
use super::bot::game_seed;
use crate::ir::{Ir, OptionInfo, ValueType};
use crate::table::{Fault, Machine};

/// The combinations of a game's options and numbers of players, in a fixed order, numbered from 0. Some of them may be against the
/// game's `[[require]]`s.
#[derive(Clone, Debug)]
pub struct Combinations {
    players: (u8, u8),
    /// What is tried of each option.
    values: Vec<Vec<i64>>,
}

impl Combinations {
    /// Those of a game.
    pub fn new(ir: &Ir) -> Self {
        Combinations { players: ir.game.players, values: ir.options.iter().map(tried).collect() }
    }

    /// How many there are; `u64::MAX` stands for all numbers beyond it.
    pub fn count(&self) -> u64 {
        let players = u64::from(self.players.1 - self.players.0) + 1;
        self.values.iter().fold(players, |n, values| n.saturating_mul(values.len() as u64))
    }

    /// The `index`-th, to be played from a seed. Numbers of players change first, then the first option.
    pub fn get(&self, mut index: u64, seed: u64) -> Agreement {
        let mut digit = |base: u64| {
            let rest = index % base;
            index /= base;
            rest
        };
        let players = self.players.0 + digit(u64::from(self.players.1 - self.players.0) + 1) as u8;
        let options = self.values.iter().map(|values| values[digit(values.len() as u64) as usize]).collect();
        Agreement { players, options, seed }
    }

    /// Up to `most` of those that can be laid: all, or as many drawn by the seed.
    ///
    /// # Errors
    /// A rule that fails when a table is laid.
    pub fn playable(&self, machine: &mut Machine, most: u64, seed: u64) -> Result<Vec<Agreement>, Box<Fault>> {
        let (all, mut found) = (self.count(), Vec::new());
        let drawn = all > most;
        // A draw may meet what cannot be played, or what was drawn before: it is given a few more, not any number.
        for draw in 0..if drawn { most.saturating_mul(4) } else { all } {
            let agreement = self.get(if drawn { game_seed(seed, draw) % all } else { draw }, seed);
            if found.contains(&agreement) {
                continue;
            }
            match agreement.lay(machine) {
                Ok(_) => found.push(agreement),
                Err(Disagreement::Fault(fault)) => return Err(fault),
                Err(Disagreement::Words(_)) => {}
            }
            if found.len() as u64 == most {
                break;
            }
        }
        Ok(found)
    }
}

/// What is tried of an option: every value, or of a range its ends and what holds by default.
fn tried(option: &OptionInfo) -> Vec<i64> {
    let (least, greatest) = option.range;
    let mut values: Vec<i64> = match option.ty {
        ValueType::Int => vec![least, option.default, greatest],
        _ => (least..=greatest).collect(),
    };
    values.sort_unstable();
    values.dedup();
    values
}

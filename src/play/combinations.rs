//! All that the players of a game may agree.

use super::agreement::{Agreement, Disagreement, options};
use super::bot::game_seed;
use crate::ir::{Ir, OptionInfo, ValueType};
use crate::table::{Fault, LayFault, Machine};
use std::collections::BTreeSet;

/// The most combinations that are laid in search of one that holds: some seconds for a table of a hundred components.
const MOST_LAID: u64 = 1 << 22;
/// The most that are laid in search of more, once there is one; or so many for each that is wanted.
const MOST_LAID_FOR_MORE: u64 = 1 << 14;

/// The combinations of a game's options and numbers of players, in a fixed order, numbered from 0. Some of them may be against the
/// game's `[[require]]`s.
#[derive(Clone, Debug)]
pub struct Combinations {
    players: (u8, u8),
    /// What is tried of each option.
    values: Vec<Vec<i64>>,
    defaults: Vec<i64>,
}

/// The combinations that can be played, as far as they were looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playable {
    /// Those that can be played, each with the seed that they were looked for with.
    pub agreements: Vec<Agreement>,
    /// How many were laid in search of them.
    pub laid: u64,
    /// Why the first of the others cannot be played.
    pub refused: Option<String>,
}

impl Combinations {
    /// Those of a game.
    pub fn new(ir: &Ir) -> Self {
        let defaults = ir.options.iter().map(|option| option.default).collect();
        Combinations { players: ir.game.players, values: ir.options.iter().map(tried).collect(), defaults }
    }

    /// Those in which this is agreed: the number of players, and options as `id`, `value`. Says what cannot be agreed.
    ///
    /// # Errors
    /// The game is not for so many, has no such option, or no such value of it.
    pub fn agreed<'s>(
        mut self,
        ir: &Ir,
        players: Option<u8>,
        given: impl IntoIterator<Item = (&'s str, &'s str)>,
    ) -> Result<Self, Disagreement> {
        if let Some(asked) = players {
            if !(self.players.0..=self.players.1).contains(&asked) {
                return Err(Disagreement::from_lay(ir, LayFault::Players { asked, range: self.players }));
            }
            self.players = (asked, asked);
        }
        for (id, value) in given {
            let values = options(ir, [(id, value)]).map_err(Disagreement::Words)?;
            let index = ir.options.iter().position(|option| option.id == id);
            if let Some((index, value)) = index.and_then(|index| Some((index, *values.get(index)?))) {
                self.values[index] = vec![value];
                self.defaults[index] = value;
            }
        }
        Ok(self)
    }

    /// How many there are; `None` for 2⁶⁴ and more.
    pub fn count(&self) -> Option<u64> {
        let players = u64::from(self.players.1 - self.players.0) + 1;
        self.values.iter().try_fold(players, |n, values| n.checked_mul(values.len() as u64))
    }

    /// The `index`-th, to be played from a seed. Numbers of players change first, then the first option.
    pub fn get(&self, mut index: u64, seed: u64) -> Agreement {
        self.made(seed, |base| {
            let rest = index % base;
            index /= base;
            rest
        })
    }

    /// The combination of which `digit` picks each part, below a bound: the number of players, then each option.
    fn made(&self, seed: u64, mut digit: impl FnMut(u64) -> u64) -> Agreement {
        let players = self.players.0 + digit(u64::from(self.players.1 - self.players.0) + 1) as u8;
        let options = self.values.iter().map(|values| values[digit(values.len() as u64) as usize]).collect();
        Agreement { players, options, seed }
    }

    /// Up to `most` of those that can be laid: all; or, where there are more, the defaults with each number of players, and then as
    /// many as it takes of the others, in an order that the seed scatters. The search for the first
    /// of them ends after some millions, that for more after 64 for each.
    ///
    /// # Errors
    /// A rule that fails when a table is laid.
    pub fn playable(&self, machine: &mut Machine, most: u64, seed: u64) -> Result<Playable, Box<Fault>> {
        let mut found = Playable::default();
        let mut met = BTreeSet::new();
        let mut lay = |agreement: Agreement, found: &mut Playable| -> Result<bool, Box<Fault>> {
            found.laid += 1;
            match agreement.lay(machine) {
                Ok(_) if met.insert((agreement.players, agreement.options.clone())) => found.agreements.push(agreement),
                Ok(_) => {}
                Err(Disagreement::Fault(fault)) => return Err(fault),
                Err(Disagreement::Words(words)) => found.refused = found.refused.take().or(Some(words)),
            }
            Ok(found.agreements.len() as u64 >= most)
        };
        if let Some(all) = self.count().filter(|all| *all <= most) {
            for index in 0..all {
                lay(self.get(index, seed), &mut found)?;
            }
            return Ok(found);
        }
        for players in self.players.0..=self.players.1 {
            if lay(Agreement { players, options: self.defaults.clone(), seed }, &mut found)? {
                return Ok(found);
            }
        }
        let bound = |found: &Playable| match found.agreements.is_empty() {
            true => MOST_LAID,
            false => most.saturating_mul(64).clamp(MOST_LAID_FOR_MORE, MOST_LAID),
        };
        match self.count() {
            Some(all) => {
                for index in scattered(all, seed) {
                    if found.laid >= bound(&found) {
                        break;
                    }
                    let agreement = self.get(index, seed);
                    if agreement.options != self.defaults && lay(agreement, &mut found)? {
                        break;
                    }
                }
            }
            None => {
                let mut draw = 0;
                while found.laid < bound(&found) {
                    let agreement = self.made(seed, |base| {
                        draw += 1;
                        game_seed(seed, draw) % base
                    });
                    if agreement.options != self.defaults && lay(agreement, &mut found)? {
                        break;
                    }
                }
            }
        }
        Ok(found)
    }
}

/// The numbers below `all`, each once, in an order that the seed scatters: steps of one length that has no divisor in common with `all`.
pub fn scattered(all: u64, seed: u64) -> impl Iterator<Item = u64> {
    let within = |n: u64| n.checked_rem(all).unwrap_or(0);
    let mut step = within(game_seed(seed, 0)) | 1;
    while all > 0 && greatest_common_divisor(step, all) != 1 {
        step += 2;
    }
    let mut index = within(game_seed(seed, 1));
    (0..all).map(move |_| {
        let this = index;
        index = ((u128::from(index) + u128::from(step)) % u128::from(all)) as u64;
        this
    })
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
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

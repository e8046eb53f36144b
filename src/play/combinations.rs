//! All combinations of options and player counts of a game.

use super::agreement::{Agreement, Disagreement, options};
use super::seeds::game_seed;
use crate::ir::{Ir, OptionInfo, ToIndex, ValueType};
use crate::table::{Fault, LayFault, Machine};
use std::collections::BTreeSet;

/// Maximum number of combinations laid out to find a first valid one: some seconds for a table of a hundred
/// components.
const MOST_LAID: u64 = 1 << 22;
/// Minimum of the limit on combinations laid out to find more, once there is one. The limit is 64 for each
/// one wanted, at most `MOST_LAID`.
const MOST_LAID_FOR_MORE: u64 = 1 << 14;

/// Combinations of a game's options and player counts, in a fixed order, numbered from 0. Some may violate
/// the game's `[[require]]`s.
#[derive(Clone, Debug)]
pub struct Combinations {
    players: (u8, u8),
    /// Values to try, for each option.
    values: Vec<Vec<i64>>,
    defaults: Vec<i64>,
}

/// The playable combinations found by a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayableCombinations {
    /// Combinations that can be played, each with the random seed of the search.
    pub agreements: Vec<Agreement>,
    /// Number of combinations laid out.
    pub laid: u64,
    /// The reason why the first of the others cannot be played.
    pub refused: Option<String>,
}

impl Combinations {
    /// Creates all combinations of a game.
    pub fn new(ir: &Ir) -> Self {
        let defaults = ir.options.iter().map(|option| option.default).collect();
        Combinations {
            players: ir.game.players,
            values: ir.options.iter().map(values_to_try).collect(),
            defaults,
        }
    }

    /// Keeps only the combinations with these settings: a number of players, and options as pairs of id and
    /// value.
    ///
    /// # Errors
    /// The number of players is not allowed, or there is no such option or value.
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

    /// Returns the number of combinations; `None` for 2⁶⁴ and more.
    pub fn count(&self) -> Option<u64> {
        let players = u64::from(self.players.1 - self.players.0) + 1;
        self.values.iter().try_fold(players, |n, values| n.checked_mul(values.len() as u64))
    }

    /// Returns the `index`-th combination, with a random seed. The number of players varies fastest, then the
    /// first option.
    pub fn get(&self, mut index: u64, seed: u64) -> Agreement {
        self.build_combination(seed, |base| {
            let rest = index % base;
            index /= base;
            rest
        })
    }

    /// Builds a combination: `digit` returns a number below its argument, first for the number of players,
    /// then for each option.
    fn build_combination(&self, seed: u64, mut digit: impl FnMut(u64) -> u64) -> Agreement {
        let players = self.players.0 + digit(u64::from(self.players.1 - self.players.0) + 1) as u8;
        let options = self.values.iter().map(|values| values[digit(values.len() as u64).index()]).collect();
        Agreement { players, options, seed }
    }

    /// Returns up to `most` combinations that can be laid out: all of them; or, if there are more, the
    /// defaults with each number of players, then others in a pseudorandom order. The search for the first
    /// one stops after some millions, the search for more after 64 for each one wanted.
    ///
    /// # Errors
    /// A rule faulted while a table was laid out.
    pub fn playable(
        &self,
        machine: &mut Machine,
        most: u64,
        seed: u64,
    ) -> Result<PlayableCombinations, Box<Fault>> {
        let mut found = PlayableCombinations::default();
        let mut met = BTreeSet::new();
        let mut lay = |agreement: Agreement, found: &mut PlayableCombinations| -> Result<bool, Box<Fault>> {
            found.laid += 1;
            match agreement.lay(machine) {
                Ok(_) if met.insert((agreement.players, agreement.options.clone())) => {
                    found.agreements.push(agreement)
                }
                Ok(_) => {}
                Err(Disagreement::Fault(fault)) => return Err(fault),
                Err(Disagreement::Words(words)) => found.refused = found.refused.take().or(Some(words)),
            }
            Ok(found.agreements.len() as u64 >= most)
        };
        // Few combinations are enumerated.
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
        let bound = |found: &PlayableCombinations| match found.agreements.is_empty() {
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
                    let agreement = self.build_combination(seed, |base| {
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

/// Iterates over the numbers below `all`, each once, in a pseudorandom order: steps of a constant length
/// coprime to `all`.
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

/// Returns the values to try for an option: all of them; for an integer its least, default and greatest.
fn values_to_try(option: &OptionInfo) -> Vec<i64> {
    let (least, greatest) = option.range;
    let mut values: Vec<i64> = match option.ty {
        ValueType::Int => vec![least, option.default, greatest],
        _ => (least..=greatest).collect(),
    };
    values.sort_unstable();
    values.dedup();
    values
}

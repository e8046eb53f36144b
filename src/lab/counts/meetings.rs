//! Which card is taken where another could be had.

use super::readers::{Readers, Reads};
use crate::table::{Options, Pick};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One game in so many is looked at: every pair of every choice costs time.
pub const ONE_IN: u64 = 16;

/// How often one card was taken where another was offered too.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meetings {
    /// For two names, how often the first was taken where the second could have been.
    pub over: BTreeMap<(u16, u16), u64>,
    /// The game under way is looked at.
    #[serde(skip)]
    open: bool,
    /// The names of the choice at hand.
    #[serde(skip)]
    offered: Vec<u16>,
}

impl Meetings {
    /// A game begins, which is looked at or not.
    pub fn begin(&mut self, looked_at: bool) {
        self.open = looked_at;
    }

    /// Somebody took an option.
    #[inline]
    pub fn chosen(&mut self, options: &Options, pick: &Pick, readers: &Readers) {
        if self.open && options.len() > 1 {
            self.count(options, pick, readers);
        }
    }

    fn count(&mut self, options: &Options, pick: &Pick, readers: &Readers) {
        let names = |place| readers.name(options.choice(), pick, place);
        let taken: Vec<u16> = (0..pick.values().len()).filter_map(names).collect();
        if taken.is_empty() {
            return;
        }
        self.offered.clear();
        for (kind, fixed, set) in options.groups() {
            let mut add = |place: usize, value: u64| {
                self.offered.extend(match readers.reads(options.choice(), kind, place) {
                    Reads::Nothing => None,
                    Reads::Component => readers.name_of(value as u32),
                    Reads::Name => Some(value as u16),
                });
            };
            fixed.iter().enumerate().for_each(|(place, value)| add(place, *value));
            for (word, bits) in set.iter().enumerate() {
                let mut rest = *bits;
                while rest != 0 {
                    add(fixed.len(), word as u64 * 64 + u64::from(rest.trailing_zeros()));
                    rest &= rest - 1;
                }
            }
        }
        self.offered.sort_unstable();
        self.offered.dedup();
        for other in self.offered.iter().filter(|name| !taken.contains(name)) {
            for name in &taken {
                *self.over.entry((*name, *other)).or_default() += 1;
            }
        }
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Meetings) {
        for (pair, times) in &other.over {
            *self.over.entry(*pair).or_default() += times;
        }
    }
}

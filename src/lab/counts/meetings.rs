//! Counts pairs of cards offered in the same choice: which of the two was taken.

use super::readers::OptionReaders;
use crate::ir::NameId;
use crate::table::{Pick, TableOptions, elements};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// One game in this many is counted, since every pair of every choice costs time.
pub const ONE_IN: u64 = 16;

/// Maximum number of names for which pairs are counted in a dense matrix while games are played.
const FEW: usize = 512;

/// Counts of pairs of cards offered in the same choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeetingCounts {
    /// For a pair of names, the number of choices in which the first was taken and the second was offered.
    pub over: BTreeMap<(NameId, NameId), u64>,
    /// True if the current game is counted.
    #[serde(skip)]
    open: bool,
    /// The names offered in the current choice, as a bitset.
    #[serde(skip)]
    offered: Vec<u64>,
    /// Counts not yet in `over`, if there are few names: a matrix with a row for each name taken.
    #[serde(skip)]
    pairs: Vec<u64>,
    #[serde(skip)]
    names: usize,
    /// The pairs of the current game, to be taken back if it is interrupted.
    #[serde(skip)]
    log: Vec<(NameId, NameId)>,
}

/// Maximum number of pairs of a game that can be taken back. If there are more, the first ones stay counted.
const LOGGED: usize = 1 << 20;

impl MeetingCounts {
    /// Begins a game. `looked_at` is true if it is sampled; `names` is the number of card names.
    pub fn begin(&mut self, looked_at: bool, names: usize) {
        self.open = looked_at;
        self.log.clear();
        if looked_at && self.names != names {
            self.names = names;
            self.offered = vec![0; names.div_ceil(64)];
            self.pairs = if names <= FEW { vec![0; names * names] } else { Vec::new() };
        }
    }

    /// Counts an option that was taken.
    #[inline]
    pub fn count_choice(&mut self, options: &TableOptions, pick: &Pick, readers: &OptionReaders) {
        if self.open && options.len() > 1 {
            self.count(options, pick, readers);
        }
    }

    fn count(&mut self, options: &TableOptions, pick: &Pick, readers: &OptionReaders) {
        let name = |kind, place, value| {
            let component = readers.component(options.choice(), kind, place, value)?;
            readers.name_of(component)
        };
        let taken = |place: usize| name(pick.kind, place, *pick.values().get(place)?);
        let places = 0..pick.values().len();
        if places.clone().all(|place| taken(place).is_none()) {
            return;
        }
        self.offered.fill(0);
        let mut mark = |name: Option<NameId>, there: bool| {
            if let Some(name) = name
                && let Some(word) = self.offered.get_mut(name.index() / 64)
            {
                let bit = 1 << (name.index() % 64);
                *word = if there { *word | bit } else { *word & !bit };
            }
        };
        for (kind, fixed, set) in options.groups() {
            fixed.iter().enumerate().for_each(|(place, value)| mark(name(kind, place, *value), true));
            elements(set).for_each(|value| mark(name(kind, fixed.len(), value), true));
        }
        places.clone().for_each(|place| mark(taken(place), false));
        for place in places {
            let Some(one) = taken(place).filter(|one| (0..place).all(|before| taken(before) != Some(*one)))
            else {
                continue;
            };
            for other in elements(&self.offered).map(|name| NameId(name as u16)) {
                match self.pairs.get_mut(one.index() * self.names + other.index()) {
                    Some(times) => *times += 1,
                    None => *self.over.entry((one, other)).or_default() += 1,
                }
                if self.log.len() == LOGGED {
                    self.log.clear();
                }
                self.log.push((one, other));
            }
        }
    }

    /// Takes back the current game, which was interrupted.
    pub fn take_back(&mut self) {
        for (one, other) in std::mem::take(&mut self.log) {
            match self.pairs.get_mut(one.index() * self.names + other.index()) {
                Some(times) => *times -= 1,
                None => {
                    if let Entry::Occupied(mut times) = self.over.entry((one, other)) {
                        *times.get_mut() -= 1;
                        if *times.get() == 0 {
                            times.remove();
                        }
                    }
                }
            }
        }
    }

    /// Moves the counts of the matrix into `over`, after the last game.
    pub fn settle(&mut self) {
        let names = self.names.max(1);
        for (at, times) in
            std::mem::take(&mut self.pairs).into_iter().enumerate().filter(|(_, times)| *times > 0)
        {
            *self.over.entry((NameId((at / names) as u16), NameId((at % names) as u16))).or_default() +=
                times;
        }
        *self = MeetingCounts { over: std::mem::take(&mut self.over), ..MeetingCounts::default() };
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &MeetingCounts) {
        for (pair, times) in &other.over {
            *self.over.entry(*pair).or_default() += times;
        }
    }
}

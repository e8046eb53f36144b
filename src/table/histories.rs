//! Histories: how often a position has been there.
//!
//! A position is kept as a number of 64 bits, worked out from the words that make it. Where a field has an index that takes fewer
//! words than its values, the index is read instead: both say the same.

use super::program::Table;
use super::run::WINDOW;
use super::zones;
use crate::ir::{HistoryInfo, Layout, Op};

/// Carries out an instruction about histories; what it costs in fuel.
pub(super) fn run(table: &Table, words: &mut [u64], frame: &mut [u64; WINDOW], op: Op) -> u32 {
    let (Op::Record { h } | Op::Times { h, .. } | Op::Forget { h }) = op else { return 0 };
    let Some(history) = table.histories.get(h as usize) else { return 0 };
    match op {
        Op::Record { .. } => history.record(table, words),
        Op::Times { d, .. } => frame[d as usize] = history.times(table, words),
        _ => history.forget(words),
    }
    history.cost
}

/// A history as the machine sees it.
#[derive(Clone, Debug)]
pub(super) struct History {
    base: usize,
    keep: usize,
    /// Stretches of the state that make a position.
    stretches: Vec<(usize, usize)>,
    /// Ordered zones, whose order counts too, and zones that keep no set: which of `Layout::zones`.
    orders: Vec<usize>,
    /// What working out a position costs in fuel.
    cost: u32,
}

impl History {
    pub fn new(layout: &Layout, info: &HistoryInfo, component_words: usize) -> History {
        let mut stretches: Vec<(usize, usize)> = Vec::new();
        for field in info.fields.iter().map(|f| &layout.fields[*f as usize]) {
            let values = (field.base as usize, field.owners as usize * field.words as usize);
            let index = field.index.map(|index| {
                let sets = index.values as usize + usize::from(index.none);
                (index.base as usize, sets * index.words as usize)
            });
            stretches.push(index.filter(|(_, words)| *words < values.1).unwrap_or(values));
        }
        let mut orders = Vec::new();
        for (i, place) in layout.zones.iter().enumerate().filter(|(_, place)| info.zones.contains(&place.zone)) {
            match (place.set, place.order) {
                (0, _) | (_, Some(_)) => orders.push(i),
                (set, None) => stretches.push((set as usize, component_words)),
            }
        }
        let words: usize = stretches.iter().map(|(_, words)| words).sum();
        let keep = info.keep as usize;
        let cost = (words + orders.len() * component_words * 64 + keep) / 8 + 1;
        History { base: info.base as usize, keep, stretches, orders, cost: cost as u32 }
    }

    /// The number of the position as it is now.
    fn position(&self, table: &Table, words: &[u64]) -> u64 {
        let mut hash = 0x243f_6a88_85a3_08d3;
        for (from, count) in &self.stretches {
            words[*from..from + count].iter().for_each(|word| hash = mixed(hash, *word));
        }
        for zone in &self.orders {
            let zone = &table.zones[*zone];
            let order = zones::in_order(table, words, zone);
            hash = mixed(hash, order.len() as u64);
            order.iter().for_each(|component| hash = mixed(hash, *component));
        }
        hash
    }

    /// How many positions it has, and where the next one goes. A damaged save could say more than there is room for.
    fn head(&self, words: &[u64]) -> (usize, usize) {
        let (count, next) = (words[self.base] as usize, words[self.base + 1] as usize);
        (count.min(self.keep), next % self.keep)
    }

    fn record(&self, table: &Table, words: &mut [u64]) {
        let position = self.position(table, words);
        let (count, next) = self.head(words);
        words[self.base + HistoryInfo::HEAD + next] = position;
        words[self.base] = (count + 1).min(self.keep) as u64;
        words[self.base + 1] = ((next + 1) % self.keep) as u64;
    }

    fn times(&self, table: &Table, words: &[u64]) -> u64 {
        let (count, _) = self.head(words);
        if count == 0 {
            return 0;
        }
        let position = self.position(table, words);
        let kept = &words[self.base + HistoryInfo::HEAD..][..count];
        kept.iter().filter(|other| **other == position).count() as u64
    }

    /// What was kept leaves no trace, so that what is equal is equal byte for byte.
    fn forget(&self, words: &mut [u64]) {
        let (count, _) = self.head(words);
        words[self.base..][..HistoryInfo::HEAD + count].fill(0);
    }
}

/// A word more. Both halves of a product of 128 bits, so that each bit tells on all others, as in wyhash (Wang Yi).
fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xa076_1d64_78bd_642f)
}

//! Histories: counts of how often a position has occurred.
//!
//! A position is stored as a 64-bit hash of its words. If some players do not see all of it, it is stored as
//! several hashes, each of the words that the same players see. If the index of a field takes fewer words
//! than its values, the index is hashed instead: both hold the same information.

use super::frame_layout::WINDOW;
use super::history_data::{HashInput, HistoryData};
use super::program::Table;
use super::zones;
use crate::ir::{HistoryInfo, Op, PlayerId, ToIndex};

/// Executes an instruction about histories; returns its cost in fuel.
pub(super) fn run(table: &Table, words: &mut [u64], frame: &mut [u64; WINDOW], op: Op) -> u32 {
    let (Op::Record { h } | Op::Times { h, .. } | Op::Forget { h }) = op else { return 0 };
    let Some(history) = table.histories.get(h.index()) else { return 0 };
    match op {
        Op::Record { .. } => history.record(table, words),
        Op::Times { d, .. } => frame[d.index()] = history.times(table, words),
        _ => history.forget(words),
    }
    history.cost
}

impl HistoryData {
    /// Returns the number of positions, and the index of the next one. Both are clamped, because a damaged
    /// save may exceed the capacity.
    fn head(&self, words: &[u64]) -> (usize, usize) {
        let (count, next) = (words[self.base].index(), words[self.base + 1].index());
        (count.min(self.keep), next % self.keep)
    }

    /// Returns the address of the hashes of a position.
    fn at(&self, position: usize) -> usize {
        self.base + HistoryInfo::HEAD + position * self.parts.len()
    }

    fn record(&self, table: &Table, words: &mut [u64]) {
        let (count, next) = self.head(words);
        let at = self.at(next);
        for (k, part) in self.parts.iter().enumerate() {
            words[at + k] = part.number(table, words);
        }
        words[self.base] = (count + 1).min(self.keep) as u64;
        words[self.base + 1] = ((next + 1) % self.keep) as u64;
    }

    fn times(&self, table: &Table, words: &[u64]) -> u64 {
        let (count, _) = self.head(words);
        let (Some(public), true) = (self.parts.first(), count > 0) else { return 0 };
        let number = public.number(table, words);
        let kept = words[self.at(0)..self.at(count)].chunks_exact(self.parts.len());
        let alike = kept.filter(|kept| kept[0] == number);
        if self.parts.len() == 1 {
            return alike.count() as u64;
        }
        let mut numbers = [0; HistoryInfo::MOST_PARTS];
        for (number, part) in numbers.iter_mut().zip(&self.parts).skip(1) {
            *number = part.number(table, words);
        }
        alike.filter(|kept| kept[1..] == numbers[1..self.parts.len()]).count() as u64
    }

    /// Clears all words, so that equal states are equal byte for byte.
    fn forget(&self, words: &mut [u64]) {
        let (count, _) = self.head(words);
        words[self.base..self.at(count)].fill(0);
    }

    /// Replaces the hidden parts of all stored positions, for a player, by those of the current position. The
    /// true ones would reveal hidden information.
    pub fn blur(&self, table: &Table, words: &mut [u64], player: PlayerId) {
        let (count, _) = self.head(words);
        for (k, part) in self.parts.iter().enumerate().skip(HistoryInfo::HIDDEN) {
            if k == HistoryInfo::HIDDEN + 1 + player.index() {
                continue;
            }
            let number = part.number(table, words);
            (0..count).for_each(|position| words[self.at(position) + k] = number);
        }
    }
}

impl HashInput {
    /// Returns the hash of the current words.
    fn number(&self, table: &Table, words: &[u64]) -> u64 {
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
}

/// Mixes a word into a hash. It folds both halves of a 128-bit product, so that each bit affects all others,
/// as in wyhash (Wang Yi).
fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xa076_1d64_78bd_642f)
}

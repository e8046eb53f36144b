//! Histories: how often a position has been there.
//!
//! A position is kept as a number of 64 bits, worked out from the words that make it; where somebody does not see all of it, as several,
//! each of what the same players see. Where a field has an index that takes fewer words than its values, the index is read instead:
//! both say the same.

use super::program::Table;
use super::run::WINDOW;
use super::zones;
use crate::ir::{HistoryInfo, Ir, Op, SeenBy};

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
    parts: Vec<Part>,
    /// What working out a position costs in fuel.
    cost: u32,
}

/// What one number of a position is made of.
#[derive(Clone, Debug, Default)]
struct Part {
    /// Stretches of the state.
    stretches: Vec<(usize, usize)>,
    /// Ordered zones, whose order counts too, and zones that keep no set: which of `Layout::zones`.
    orders: Vec<usize>,
}

impl History {
    pub fn new(ir: &Ir, info: &HistoryInfo) -> History {
        let (layout, component_words) = (&ir.layout, ir.component_words());
        let mut parts = vec![Part::default(); info.parts as usize];
        // A history of one part has nothing in it that somebody does not see.
        let last = parts.len() - 1;
        for field in info.fields.iter().map(|f| &layout.fields[*f as usize]) {
            let values = (field.base as usize, field.owners as usize * field.words as usize);
            let index = field.index.map(|index| {
                let sets = index.values as usize + usize::from(index.none);
                (index.base as usize, sets * index.words as usize)
            });
            let part = if field.tells_of_components() { HistoryInfo::HIDDEN.min(last) } else { 0 };
            parts[part].stretches.push(index.filter(|(_, words)| *words < values.1).unwrap_or(values));
        }
        for (i, place) in layout.zones.iter().enumerate().filter(|(_, place)| info.zones.contains(&place.zone)) {
            let part = match (ir.zones.get(place.zone as usize).map(|zone| zone.seen_by), place.owner) {
                (Some(SeenBy::All), _) => 0,
                (Some(SeenBy::Owner), Some(player)) => HistoryInfo::HIDDEN + 1 + player as usize,
                _ => HistoryInfo::HIDDEN,
            };
            let part = &mut parts[part.min(last)];
            match (place.set, place.order) {
                (0, _) | (_, Some(_)) => part.orders.push(i),
                (set, None) => part.stretches.push((set as usize, component_words)),
            }
        }
        let words: usize = parts.iter().flat_map(|part| &part.stretches).map(|(_, words)| words).sum();
        let orders: usize = parts.iter().map(|part| part.orders.len()).sum();
        let keep = info.keep as usize;
        let cost = (words + orders * component_words * 64 + keep * parts.len()) / 8 + 1;
        History { base: info.base as usize, keep, parts, cost: cost as u32 }
    }

    /// How many positions it has, and where the next one goes. A damaged save could say more than there is room for.
    fn head(&self, words: &[u64]) -> (usize, usize) {
        let (count, next) = (words[self.base] as usize, words[self.base + 1] as usize);
        (count.min(self.keep), next % self.keep)
    }

    /// Where the numbers of a position stand.
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

    /// What was kept leaves no trace, so that what is equal is equal byte for byte.
    fn forget(&self, words: &mut [u64]) {
        let (count, _) = self.head(words);
        words[self.base..self.at(count)].fill(0);
    }

    /// Has all positions that are kept be, in what a player does not see, as the table is now. What truly was there then would tell
    /// what is there now.
    pub fn blur(&self, table: &Table, words: &mut [u64], player: u8) {
        let (count, _) = self.head(words);
        for (k, part) in self.parts.iter().enumerate().skip(HistoryInfo::HIDDEN) {
            if k == HistoryInfo::HIDDEN + 1 + player as usize {
                continue;
            }
            let number = part.number(table, words);
            (0..count).for_each(|position| words[self.at(position) + k] = number);
        }
    }
}

impl Part {
    /// The number of it, as it is now.
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

/// A word more. Both halves of a product of 128 bits, so that each bit tells on all others, as in wyhash (Wang Yi).
fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64 ^ (product >> 64) as u64).wrapping_add(0xa076_1d64_78bd_642f)
}

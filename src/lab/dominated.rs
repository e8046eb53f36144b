//! Cards that are hardly ever taken where another could be had.

use super::counts::Cards;
use super::shares::wilson;
use std::collections::BTreeSet;

/// Fewer meetings than these say nothing.
const MEETINGS: u64 = 30;
/// The end of the interval that a dominated card's share has to be below.
const SHARE: f64 = 0.1;

/// A card and another that dominates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dominated {
    /// Which of `Ir::names` is hardly ever taken.
    pub name: u16,
    /// Which is taken in its place.
    pub by: u16,
    /// In how many choices that offered both one of the two was taken.
    pub met: u64,
    /// How often it was the dominated one.
    pub taken: u64,
}

impl Cards {
    /// The cards that others dominate, in the order of names, and for each first the one that it met most.
    pub fn dominated(&self) -> Vec<Dominated> {
        let over = &self.meetings.over;
        let pairs: BTreeSet<(u16, u16)> = over.keys().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        let times = |pair: (u16, u16)| over.get(&pair).copied().unwrap_or_default();
        let all = pairs.into_iter().filter_map(|(name, by)| {
            let taken = times((name, by));
            let met = taken + times((by, name));
            (met >= MEETINGS && wilson(taken, met).high < SHARE).then_some(Dominated { name, by, met, taken })
        });
        let mut all: Vec<Dominated> = all.collect();
        all.sort_by(|a, b| (a.name, b.met, a.by).cmp(&(b.name, a.met, b.by)));
        all
    }
}

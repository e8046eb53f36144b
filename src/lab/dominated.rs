//! Dominated cards: cards that are rarely taken where a certain other card is offered, too.

use super::counts::CardCounts;
use super::statistics::wilson;
use crate::ir::NameId;
use std::collections::BTreeSet;

/// Minimum sample size: pairs of cards with fewer meetings are ignored.
const MEETINGS: u64 = 30;
/// Threshold that the upper bound of a dominated card's share must be below.
const SHARE: f64 = 0.1;

/// A card and another that dominates it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DominatedCard {
    /// The dominated card, an index of `Ir::names`.
    pub name: NameId,
    /// The card taken in its place, an index of `Ir::names`.
    pub by: NameId,
    /// Number of choices that offered both and in which one of the two was taken.
    pub met: u64,
    /// Number of them in which the dominated one was taken.
    pub taken: u64,
}

impl CardCounts {
    /// Returns all pairs of a dominated card and one that dominates it, in the order of the dominated cards'
    /// names. The pairs of one card begin with the one that was offered most often.
    pub fn dominated(&self) -> Vec<DominatedCard> {
        let over = &self.meetings.over;
        let pairs: BTreeSet<(NameId, NameId)> = over.keys().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        let times = |pair: (NameId, NameId)| over.get(&pair).copied().unwrap_or_default();
        let all = pairs.into_iter().filter_map(|(name, by)| {
            let taken = times((name, by));
            let met = taken + times((by, name));
            (met >= MEETINGS && wilson(taken, met).high < SHARE).then_some(DominatedCard {
                name,
                by,
                met,
                taken,
            })
        });
        let mut all: Vec<DominatedCard> = all.collect();
        all.sort_by(|a, b| (a.name, b.met, a.by).cmp(&(b.name, a.met, b.by)));
        all
    }
}

//! The options of a choice point, kept as sets: counting them is a popcount, and the n-th is found without listing them.

use super::hints::Told;
use super::sets;
use super::unseen::Place;
use crate::ir::verify::MAX_PARAMS;

/// What an option is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PickKind {
    /// An element of the set that is chosen from: [`Pick::values`] holds it.
    Element,
    /// A fixed option: an index into `ChoiceInfo::arms`.
    Arm(u16),
    /// An action, an index into `Ir::actions`, with its parameters in [`Pick::values`].
    Action(u16),
}

/// One option, as its chooser knows it: a component that they cannot see is given by its [`Place`], never as itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick {
    /// What it is.
    pub kind: PickKind,
    length: u8,
    values: [u64; MAX_PARAMS],
}

impl Pick {
    /// Its element, or the action's parameters.
    pub fn values(&self) -> &[u64] {
        &self.values[..self.length as usize]
    }

    /// The places of the components among its values that the chooser cannot see.
    pub fn unseen(&self) -> impl Iterator<Item = Place> + '_ {
        self.values().iter().filter_map(|value| Place::of(*value))
    }

    pub(super) fn values_mut(&mut self) -> &mut [u64] {
        &mut self.values[..self.length as usize]
    }
}

/// An option that names components which its chooser cannot see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Concealed {
    /// As the chooser knows it.
    pub known: Pick,
    /// With the components themselves.
    pub truth: Pick,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: PickKind,
    /// Options in the entries before this one.
    before: u32,
    /// Where its fixed parameters stand in `words`; its set follows them.
    start: u32,
    /// How many fixed parameters.
    fixed: u8,
    /// Words of the set; 0 for a single option without one.
    words: u8,
}

/// The options of the choice point at which a table waits.
#[derive(Clone, Debug, Default)]
pub struct Options {
    choice: u16,
    chooser: u8,
    total: u32,
    entries: Vec<Entry>,
    words: Vec<u64>,
    /// All options in the order in which they are offered, where some name what the chooser cannot see; empty otherwise.
    concealed: Vec<Concealed>,
    /// What the chooser was told of components that they cannot see.
    told: Vec<(Place, Vec<Told>)>,
}

impl Options {
    /// The most options of a choice: what lists, names or weighs them all stays within some hundred megabytes.
    pub const MOST: usize = 1 << 20;
    /// The most words that they take, so far as that is looked at: 32 MiB.
    pub const MOST_WORDS: usize = 1 << 22;

    /// Whether the list is longer than one may be.
    pub(super) fn is_too_long(&self) -> bool {
        self.len() > Options::MOST || self.words.len() > Options::MOST_WORDS
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Who chooses: a player, from 0.
    pub fn chooser(&self) -> u8 {
        self.chooser
    }

    /// Which of `Ir::choices` this is.
    pub fn choice(&self) -> u16 {
        self.choice
    }

    /// The `index`-th option, as the chooser knows it.
    #[inline]
    pub fn nth(&self, index: usize) -> Option<Pick> {
        if self.concealed.is_empty() { self.listed(index) } else { self.concealed.get(index).map(|c| c.known) }
    }

    /// The `index`-th option with the components that it truly is about, whether or not the chooser sees them. For those who watch
    /// or judge the game; whoever chooses must never be told.
    #[inline]
    pub(crate) fn truth(&self, index: usize) -> Option<Pick> {
        if self.concealed.is_empty() { self.listed(index) } else { self.concealed.get(index).map(|c| c.truth) }
    }

    /// The `index`-th option in the order of the sets.
    fn listed(&self, index: usize) -> Option<Pick> {
        let index = u32::try_from(index).ok().filter(|&i| i < self.total)?;
        let mut values = [0; MAX_PARAMS];
        if let ([Entry { kind, fixed: 0, words: 1, .. }], [word]) = (self.entries.as_slice(), self.words.as_slice()) {
            values[0] = sets::nth(std::slice::from_ref(word), index as usize)?;
            return Some(Pick { kind: *kind, length: 1, values });
        }
        let place = self.entries.partition_point(|e| e.before <= index) - 1;
        let entry = self.entries.get(place)?;
        let mut length = entry.fixed;
        let start = entry.start as usize;
        let fixed = entry.fixed as usize;
        values.get_mut(..fixed)?.copy_from_slice(self.words.get(start..start + fixed)?);
        if entry.words > 0 {
            let set = self.words.get(start + fixed..start + fixed + entry.words as usize)?;
            *values.get_mut(fixed)? = sets::nth(set, (index - entry.before) as usize)?;
            length += 1;
        }
        Some(Pick { kind: entry.kind, length, values })
    }

    /// All of them, in order, as the chooser knows them.
    pub fn iter(&self) -> impl Iterator<Item = Pick> + '_ {
        (0..self.len()).filter_map(|i| self.nth(i))
    }

    /// All of them, in the same order, with the components that they truly are about: see [`Options::truth`].
    pub(crate) fn truths(&self) -> impl Iterator<Item = Pick> + '_ {
        (0..self.len()).filter_map(|i| self.truth(i))
    }

    /// Whether an option is among them.
    pub fn contains(&self, pick: &Pick) -> bool {
        self.position(pick).is_some()
    }

    /// Where an option stands.
    pub fn position(&self, pick: &Pick) -> Option<usize> {
        self.iter().position(|p| p == *pick)
    }

    /// All of them, as they are kept: what they are, the parameters that a group has in common, and the set of the last one's values, which is
    /// empty for a single option that takes none. Components are given whether or not the chooser sees them.
    #[inline]
    pub(crate) fn groups(&self) -> impl Iterator<Item = (PickKind, &[u64], &[u64])> {
        self.entries.iter().filter_map(|entry| {
            let start = entry.start as usize;
            let (fixed, words) = (entry.fixed as usize, entry.words as usize);
            let (fixed, set) = self.words.get(start..start + fixed + words)?.split_at_checked(fixed)?;
            Some((entry.kind, fixed, set))
        })
    }

    pub(super) fn begin(&mut self, choice: u16) {
        self.choice = choice;
        self.total = 0;
        self.entries.clear();
        self.words.clear();
        self.concealed.clear();
        self.told.clear();
    }

    /// Offers the options in this order from now on, each as the chooser knows it.
    pub(super) fn conceal(&mut self, concealed: Vec<Concealed>, told: Vec<(Place, Vec<Told>)>) {
        debug_assert!(concealed.is_empty() || concealed.len() == self.len());
        self.concealed = concealed;
        self.told = told;
    }

    /// What the chooser was told of the component at a place.
    pub fn told(&self, place: Place) -> &[Told] {
        self.told.iter().find(|(at, _)| *at == place).map_or(&[], |(_, told)| told)
    }

    pub(super) fn asks(&mut self, chooser: u8) {
        self.chooser = chooser;
    }

    /// Adds an option for every element of `set`, after the parameters `fixed`.
    #[inline]
    pub(super) fn add(&mut self, kind: PickKind, fixed: &[u64], set: &[u64]) {
        let count = sets::count(set) as u32;
        if count > 0 {
            let start = self.words.len() as u32;
            // Words are few: one by one is quicker than a block.
            fixed.iter().chain(set).for_each(|w| self.words.push(*w));
            let (fixed, words) = (fixed.len() as u8, set.len() as u8);
            self.entries.push(Entry { kind, before: self.total, start, fixed, words });
            self.total = self.total.saturating_add(count);
        }
    }

    /// Adds an option that has no parameter.
    pub(super) fn add_plain(&mut self, kind: PickKind) {
        self.entries.push(Entry { kind, before: self.total, start: 0, fixed: 0, words: 0 });
        self.total = self.total.saturating_add(1);
    }
}

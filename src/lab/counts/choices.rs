//! Counts choices: how often each was asked, its number of options, and the distribution of the answers.

use super::limit::MOST;
use super::readers::OptionReaders;
use super::rules::in_play;
use crate::ir::{ActionId, ArmId, ChoiceId, Ir};
use crate::lab::histogram::Histogram;
use crate::table::{Pick, PickKind, TableOptions};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The counts of choices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceCounts {
    /// Number of options of a choice.
    pub options: Histogram,
    /// Number of choices of a player in a game.
    pub each: Histogram,
    /// Choices of a single option.
    pub forced: u64,
    /// The counts of each choice point, in the order of `Ir::choices`.
    pub sites: Vec<ChoicePointCounts>,
    /// Number of choices of each seat in the current game.
    #[serde(skip)]
    open: Vec<u64>,
    /// The answers of the current game: index in `sites`, number of options, option taken.
    #[serde(skip)]
    log: Vec<(ChoiceId, u64, CountedAnswer)>,
    #[serde(skip)]
    readers: OptionReaders,
}

impl ChoiceCounts {
    /// Returns the choice points of play, each with its index in `Ir::choices`. Scenarios are compiled along
    /// with the game, but are not part of play.
    pub fn in_play<'c>(&'c self, ir: &'c Ir) -> impl Iterator<Item = (usize, &'c ChoicePointCounts)> {
        let place = |at: usize| ir.choices.get(at).and_then(|info| ir.places.find(info.place));
        self.sites
            .iter()
            .enumerate()
            .filter(move |(at, _)| place(*at).is_some_and(|place| in_play(ir, place)))
    }
}

/// Maximum number of choices of a game that can be taken back. In a longer game, the first ones stay counted.
const LOGGED: usize = 1 << 20;

/// The answers at one choice point, over all games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoicePointCounts {
    /// Number of times the choice was offered.
    pub asked: u64,
    /// Sum of the numbers of options.
    pub offered: u64,
    /// Frequency of each answer. Components are counted by name, and actions regardless of their parameters.
    pub taken: BTreeMap<CountedAnswer, u64>,
}

/// An answer, in the form that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum CountedAnswer {
    /// An element by its value; a component by the index of its name.
    Element(u64),
    /// A fixed option, by its index.
    Arm(ArmId),
    /// An action, by its index.
    Action(ActionId),
}

impl ChoiceCounts {
    /// Creates empty counts for a game with `players` players.
    pub fn new(ir: &Ir, players: u8) -> ChoiceCounts {
        ChoiceCounts {
            sites: vec![ChoicePointCounts::default(); ir.choices.len()],
            open: vec![0; usize::from(players)],
            readers: OptionReaders::of(ir),
            ..ChoiceCounts::default()
        }
    }

    /// Begins a game: the choices of the last one can no longer be taken back.
    pub fn begin(&mut self) {
        self.log.clear();
    }

    /// Counts an option that was taken.
    #[inline]
    pub fn count_choice(&mut self, options: &TableOptions, pick: &Pick) {
        let count = options.len() as u64;
        self.options.add(count);
        self.forced += u64::from(count == 1);
        if let Some(open) = self.open.get_mut(options.chooser().index()) {
            *open += 1;
        }
        if let Some(site) = self.sites.get_mut(options.choice().index()) {
            site.asked += 1;
            site.offered += count;
            let taken = match pick.kind {
                PickKind::Element => CountedAnswer::Element(self.readers.element(options.choice(), pick)),
                PickKind::Arm(arm) => CountedAnswer::Arm(arm),
                PickKind::Action(action) => CountedAnswer::Action(action),
            };
            *site.taken.entry(taken).or_default() += 1;
            if self.log.len() == LOGGED {
                self.log.clear();
            }
            self.log.push((options.choice(), count, taken));
        }
    }

    /// Takes back the current game, which was interrupted.
    pub fn take_back(&mut self) {
        self.give_up();
        for (choice, count, taken) in std::mem::take(&mut self.log) {
            self.options.take_back(count);
            self.forced -= u64::from(count == 1);
            if let Some(site) = self.sites.get_mut(choice.index()) {
                site.asked -= 1;
                site.offered -= count;
                if let Entry::Occupied(mut times) = site.taken.entry(taken) {
                    *times.get_mut() -= 1;
                    if *times.get() == 0 {
                        times.remove();
                    }
                }
            }
        }
    }

    /// Returns whether no count exceeds its upper bound.
    pub(super) fn is_sound(&self, most: impl Fn(u64) -> bool) -> bool {
        let site = |site: &ChoicePointCounts| {
            most(site.asked) && most(site.offered) && site.taken.values().all(|times| *times <= site.asked)
        };
        let seen = |all: &Histogram| all.is_sound(MOST);
        seen(&self.options) && seen(&self.each) && most(self.forced) && self.sites.iter().all(site)
    }

    /// Ends the current game.
    pub fn finish(&mut self) {
        for open in &mut self.open {
            self.each.add(std::mem::take(open));
        }
    }

    /// Discards the current game, which was stopped unfinished.
    pub fn give_up(&mut self) {
        self.open.fill(0);
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &ChoiceCounts) {
        self.options.merge(&other.options);
        self.each.merge(&other.each);
        self.forced += other.forced;
        for (site, other) in self.sites.iter_mut().zip(&other.sites) {
            site.asked += other.asked;
            site.offered += other.offered;
            for (taken, times) in &other.taken {
                *site.taken.entry(*taken).or_default() += times;
            }
        }
    }
}

impl ChoicePointCounts {
    /// Returns the normalized entropy of the answers: 0 if all are the same, 1 if each answer that ever
    /// occurred is equally frequent. `None` if it was never asked, and for a single action with several
    /// options, since the parameters of actions are not counted.
    pub fn evenness(&self) -> Option<f64> {
        let is_single_action = || {
            matches!(self.taken.keys().next(), Some(CountedAnswer::Action(_))) && self.offered > self.asked
        };
        if self.taken.len() < 2 {
            return (self.asked > 0 && !is_single_action()).then_some(0.0);
        }
        let share = |times: &u64| *times as f64 / self.asked as f64;
        let entropy: f64 = self.taken.values().map(share).map(|p| -p * libm::log(p)).sum();
        Some(entropy / libm::log(self.taken.len() as f64))
    }
}

/// Returns the name of a choice point: its question, or its actions.
pub fn site_question(ir: &Ir, at: usize) -> String {
    let Some(info) = ir.choices.get(at) else { return String::new() };
    match (&info.prompt, info.actions.as_slice()) {
        (Some(prompt), _) => prompt.clone(),
        (None, []) => info.variable.clone(),
        (None, actions) => {
            let mut ids: Vec<&str> = Vec::new();
            for action in actions.iter().filter_map(|a| ir.action(*a)) {
                // The actions of components share an id and stand next to each other.
                if ids.last() != Some(&action.id.as_str()) {
                    ids.push(&action.id);
                }
            }
            ids.join(", ")
        }
    }
}

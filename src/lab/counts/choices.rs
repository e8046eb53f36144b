//! What was decided: how often, among how many options, and how evenly.

use super::readers::Readers;
use super::rules::in_play;
use crate::ir::Ir;
use crate::lab::Histogram;
use crate::table::{Options, Pick, PickKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// What was decided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choices {
    /// How many options a choice had.
    pub options: Histogram,
    /// How many choices a player had in a game.
    pub each: Histogram,
    /// Choices of a single option.
    pub forced: u64,
    /// Each of `Ir::choices`.
    pub sites: Vec<Site>,
    /// Choices of each seat in the game under way.
    #[serde(skip)]
    open: Vec<u64>,
    /// What was taken in the game under way: which of `sites`, among how many options, and what.
    #[serde(skip)]
    log: Vec<(u16, u64, Taken)>,
    #[serde(skip)]
    readers: Readers,
}

impl Choices {
    /// The places at which play chooses, each with its number in `Ir::choices`. What scenarios do is compiled along with the game, and is no
    /// part of play.
    pub fn in_play<'c>(&'c self, ir: &'c Ir) -> impl Iterator<Item = (usize, &'c Site)> {
        let place = |at: usize| ir.choices.get(at).and_then(|info| ir.places.get(info.place as usize));
        self.sites.iter().enumerate().filter(move |(at, _)| place(*at).is_some_and(|place| in_play(ir, place)))
    }
}

/// Choices of a game that can be taken back; if it goes on for longer, the first ones stay.
const LOGGED: usize = 1 << 20;

/// A place of the rules at which something is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    /// How often it came to be asked.
    pub asked: u64,
    /// All options that it offered.
    pub offered: u64,
    /// How often each was taken. Elements are joined by what they are: a card by its name, an action whatever its parameters.
    pub taken: BTreeMap<Taken, u64>,
}

/// What was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Taken {
    /// An element by its number; of a component, its name's.
    Element(u64),
    /// A fixed option.
    Arm(u16),
    /// An action.
    Action(u16),
}

impl Choices {
    /// For a game and so many players.
    pub fn new(ir: &Ir, players: u8) -> Choices {
        Choices {
            sites: vec![Site::default(); ir.choices.len()],
            open: vec![0; players as usize],
            readers: Readers::of(ir),
            ..Choices::default()
        }
    }

    /// A game begins.
    pub fn begin(&mut self) {
        self.log.clear();
    }

    /// Somebody was asked, and took this.
    #[inline]
    pub fn chosen(&mut self, options: &Options, pick: &Pick) {
        let count = options.len() as u64;
        self.options.add(count);
        self.forced += u64::from(count == 1);
        if let Some(open) = self.open.get_mut(options.chooser() as usize) {
            *open += 1;
        }
        if let Some(site) = self.sites.get_mut(options.choice() as usize) {
            site.asked += 1;
            site.offered += count;
            let taken = match pick.kind {
                PickKind::Element => Taken::Element(self.readers.element(options.choice(), pick)),
                PickKind::Arm(arm) => Taken::Arm(arm),
                PickKind::Action(action) => Taken::Action(action),
            };
            *site.taken.entry(taken).or_default() += 1;
            if self.log.len() == LOGGED {
                self.log.clear();
            }
            self.log.push((options.choice(), count, taken));
        }
    }

    /// The game under way counts in nothing: takes back what was chosen in it.
    pub fn take_back(&mut self) {
        self.give_up();
        for (choice, count, taken) in std::mem::take(&mut self.log) {
            self.options.take_back(count);
            self.forced -= u64::from(count == 1);
            if let Some(site) = self.sites.get_mut(choice as usize) {
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

    /// Whether nothing was counted more often than can be.
    pub(super) fn is_sound(&self, most: impl Fn(u64) -> bool) -> bool {
        let site = |site: &Site| {
            most(site.asked) && most(site.offered) && site.taken.values().all(|times| *times <= site.asked)
        };
        let seen = |all: &Histogram| all.is_sound(super::MOST);
        seen(&self.options) && seen(&self.each) && most(self.forced) && self.sites.iter().all(site)
    }

    /// The game is over.
    pub fn finish(&mut self) {
        for open in &mut self.open {
            self.each.add(std::mem::take(open));
        }
    }

    /// The game was stopped unfinished.
    pub fn give_up(&mut self) {
        self.open.fill(0);
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Choices) {
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

impl Site {
    /// How evenly its options are taken: 0 where all choose alike, 1 where each that ever was is taken as often as any other
    /// (the entropy of what was taken, in shares of the greatest that it could be). None where nothing was asked, and where several options
    /// were offered of a single action: parameters of actions are not counted apart.
    pub fn evenness(&self) -> Option<f64> {
        let is_single_action =
            || matches!(self.taken.keys().next(), Some(Taken::Action(_))) && self.offered > self.asked;
        if self.taken.len() < 2 {
            return (self.asked > 0 && !is_single_action()).then_some(0.0);
        }
        let share = |times: &u64| *times as f64 / self.asked as f64;
        let entropy: f64 = self.taken.values().map(share).map(|p| -p * p.ln()).sum();
        Some(entropy / (self.taken.len() as f64).ln())
    }
}

/// How a place at which something is chosen is called: its question, or its actions.
pub fn site_question(ir: &Ir, at: usize) -> String {
    let Some(info) = ir.choices.get(at) else { return String::new() };
    match (&info.prompt, info.actions.as_slice()) {
        (Some(prompt), _) => prompt.clone(),
        (None, []) => info.variable.clone(),
        (None, actions) => {
            let mut ids: Vec<&str> = Vec::new();
            for action in actions.iter().filter_map(|a| ir.actions.get(*a as usize)) {
                // Of components there are many of one id, side by side.
                if ids.last() != Some(&action.id.as_str()) {
                    ids.push(&action.id);
                }
            }
            ids.join(", ")
        }
    }
}

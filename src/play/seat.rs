//! What somebody who must choose is given: what they see, and the options. Never the state, so nobody can look at what is hidden.

use super::moves::Moves;
use super::record;
use crate::table::{Machine, Names, Options, Sampler, SelectionProgress, State, Table, View};

/// How many choices are tried to count the moves of one.
const MOST_TRIED: u64 = 4096;

/// The table through the eyes of the player who must choose.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    table: &'a Table<'a>,
    // Not to be given out: it holds what others have in hand, and what the deck brings.
    state: &'a State,
    options: &'a Options,
}

impl<'a> Seen<'a> {
    /// The options that the state waits at.
    pub fn new(table: &'a Table<'a>, state: &'a State, options: &'a Options) -> Self {
        Seen { table, state, options }
    }

    /// The game.
    pub fn table(&self) -> &'a Table<'a> {
        self.table
    }

    /// Who must choose, from 0.
    pub fn player(&self) -> u8 {
        self.options.chooser()
    }

    /// The options; there is at least one.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// What is asked, if anything is written or can be said of it, with the component that asks.
    pub fn question(&self, names: &Names) -> Option<String> {
        record::question(names, self.table, self.state, self.options)
    }

    /// Returns the progress of a choice that selects a set element by element.
    pub fn selection(&self) -> Option<SelectionProgress> {
        self.table.selection(self.state)
    }

    /// Whether this is a later step of a selection that the chooser, who sees each element, makes as a whole.
    pub fn is_within_selection(&self) -> bool {
        self.table.is_within_selection(self.state, self.options)
    }

    /// How many whole moves begin with each option, where a move from here may take several choices. False where each option is a
    /// move, and where there are too many to be counted.
    ///
    /// They are counted on a sample drawn from a seed, so that no roll is foreseen and nothing hidden shows. An option that the sample
    /// does not offer counts as one move.
    pub fn weigh(&self, moves: &mut Moves, seed: u64, weights: &mut Vec<u64>) -> bool {
        if !self.table.continues(self.options.choice()) {
            return false;
        }
        if self.table.is_open() {
            return moves.weigh(self.state, MOST_TRIED, weights).is_ok();
        }
        moves.weigh_sample(self, seed, MOST_TRIED, weights)
    }

    /// Makes `into` a table that looks the same to this player, with all that they cannot see drawn anew from a seed.
    pub fn sample(&self, sampler: &mut Sampler, machine: &mut Machine, seed: u64, into: &mut State) {
        sampler.sample(machine, self.state, self.player(), seed, into);
    }

    /// Whether samples say what may come. Not where the rules have come to a place that itself tells what this player does not see:
    /// then nobody may look ahead from it.
    pub fn may_look_ahead(&self, sampler: &mut Sampler, machine: &mut Machine, seed: u64) -> bool {
        sampler.may_look_ahead(machine, self.state, self.player(), seed)
    }

    /// How many choices have been answered so far.
    pub fn plies(&self) -> u64 {
        self.state.plies()
    }

    /// All that the player sees.
    pub fn view(&self) -> View {
        self.table.view(self.state, Some(self.player()))
    }

    /// How many components are in a zone of `Layout::zones`.
    pub fn count(&self, zone: u16) -> usize {
        self.table.zone_count(self.state, zone)
    }

    /// The components in a zone, from the top down where it keeps an order; `None` where the player does not see them.
    pub fn zone(&self, zone: u16) -> Option<Vec<u32>> {
        self.table.sees(Some(self.player()), zone).then(|| self.table.contents(self.state, zone))
    }
}

/// What a bot has played out in order to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Games.
    pub playouts: u64,
    /// Choices made in them.
    pub plies: u64,
}

/// Something that chooses for a player.
pub trait Bot: Send {
    /// Before a game. The bot's choices may depend on this seed and on what it is shown, and on nothing else.
    fn begin(&mut self, seed: u64);

    /// The index of an option. One that does not exist is taken for the last.
    fn choose(&mut self, seen: &Seen) -> usize;

    /// What it has played out in order to choose, since it was made.
    fn work(&self) -> Work {
        Work::default()
    }
}

//! The view of a player who must choose, and the `TableBot` trait. A bot gets the view and the options, never
//! the state, so it cannot read hidden information.

use super::moves::Moves;
use super::record;
use crate::ir::{ComponentId, PlayerId, ZonePlaceId};
use crate::table::{
    FailedEvaluations, Machine, Names, Sampler, SelectionProgress, State, Table, TableOptions, TableView,
};

/// Maximum number of choices tried to count the moves of one choice.
const MOST_TRIED: u64 = 4096;

/// The table as seen by the player who must choose.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    table: &'a Table<'a>,
    // Must not be exposed: it contains other players' hands and the order of decks.
    state: &'a State,
    options: &'a TableOptions,
}

impl<'a> Observation<'a> {
    /// Creates the view of a state that waits at these options.
    pub fn new(table: &'a Table<'a>, state: &'a State, options: &'a TableOptions) -> Self {
        Observation { table, state, options }
    }

    /// Returns the table, which holds the rules and no position.
    pub fn table(&self) -> &'a Table<'a> {
        self.table
    }

    /// Returns the player who must choose, from 0.
    pub fn player(&self) -> PlayerId {
        self.options.chooser()
    }

    /// Returns the options; there is at least one.
    pub fn options(&self) -> &'a TableOptions {
        self.options
    }

    /// Returns the question with the component that asks, if there is any text.
    pub fn question(&self, names: &Names) -> Option<String> {
        record::question(names, self.table, self.state, self.options)
    }

    /// Returns the labels of the options, no two alike.
    pub(super) fn labels(&self, names: &Names) -> Vec<String> {
        names.distinct_labels(self.table, self.state, self.options)
    }

    /// Returns the progress of a choice that selects a set element by element.
    pub fn selection(&self) -> Option<SelectionProgress> {
        self.table.selection(self.state)
    }

    /// Returns whether this is a later step of a selection that the chooser, who sees each element, makes as
    /// a whole.
    pub fn is_within_selection(&self) -> bool {
        self.table.is_within_selection(self.state, self.options)
    }

    /// Returns whether nothing is left to choose: there is one option and, if it begins a selection that the
    /// chooser makes as a whole, only one set that can be selected, apart from copies. With two cats and a
    /// dog, the first of exactly two is a cat, but the second need not be one.
    pub fn is_forced(&self) -> bool {
        let one_set = |all: TableOptions| {
            let most = self.selection().and_then(|progress| progress.most);
            all.len() == 1 || most.is_some_and(|most| all.whole_len() as i64 <= most)
        };
        self.options.len() == 1 && self.table.selectable(self.state, self.options).is_none_or(one_set)
    }

    /// Counts the whole moves that begin with each option, if a move from here may take several choices.
    /// Returns false if each option is a whole move, or if there are too many to count.
    ///
    /// They are counted on a random sample, so that neither future rolls nor hidden information leak. An
    /// option that the sample does not offer counts as one move.
    pub fn weigh(&self, moves: &mut Moves, seed: u64, weights: &mut Vec<u64>) -> bool {
        if !self.table.continues(self.options.choice()) {
            return false;
        }
        if self.table.is_open() {
            return moves.weigh(self.state, MOST_TRIED, weights).is_ok();
        }
        moves.weigh_sample(self.state, self.options, seed, MOST_TRIED, weights)
    }

    /// Copies into `into` a state of this player's information set; all that they cannot see is redrawn from
    /// a seed.
    pub fn sample(&self, sampler: &mut Sampler, machine: &mut Machine, seed: u64, into: &mut State) {
        sampler.sample(machine, self.state, self.player(), seed, into);
    }

    /// Returns whether samples predict the future. They do not if the current position in the rules itself
    /// reveals hidden information; then bots must not look ahead.
    pub fn may_look_ahead(&self, sampler: &mut Sampler, machine: &mut Machine, seed: u64) -> bool {
        sampler.may_look_ahead(machine, self.state, self.player(), seed)
    }

    /// Returns the number of choices answered so far.
    pub fn plies(&self) -> u64 {
        self.state.plies()
    }

    /// Returns the player's view.
    pub fn view(&self) -> TableView {
        self.table.view(self.state, Some(self.player()))
    }

    /// Returns the number of components in a zone of `Layout::zones`.
    pub fn count(&self, zone: ZonePlaceId) -> usize {
        self.table.zone_count(self.state, zone)
    }

    /// Returns the components in a zone, from the top if it is ordered; `None` if the player does not see
    /// them.
    pub fn zone(&self, zone: ZonePlaceId) -> Option<Vec<ComponentId>> {
        self.table.sees(self.state, Some(self.player()), zone).then(|| self.table.contents(self.state, zone))
    }
}

/// Search effort of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEffort {
    /// Number of playouts.
    pub playouts: u64,
    /// Number of choices made in playouts.
    pub plies: u64,
}

/// The result of a bot's search for one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preference {
    /// Index of the option.
    pub option: usize,
    /// Number of playouts whose first choice was the option.
    pub visits: u64,
    /// Mean share of the win in these playouts, from 0 to 1.
    pub value: f64,
}

/// A player that is a program.
pub trait TableBot: Send {
    /// Begins a game. The bot's choices may depend only on this seed and on the views that it gets.
    fn begin(&mut self, seed: u64);

    /// Returns the index of an option. An index out of range counts as the last option.
    fn choose(&mut self, seen: &Observation) -> usize;

    /// Returns the search effort since the bot was created.
    fn work(&self) -> SearchEffort {
        SearchEffort::default()
    }

    /// Returns the basis of the last choice, the most visited option first; empty for a bot that does not
    /// search.
    fn preferences(&self, seen: &Observation) -> Vec<Preference> {
        let _ = seen;
        Vec::new()
    }

    /// Starts or ends counting the executions of each instruction, and returns the counts so far, in the
    /// order of `Ir::code`; empty for a bot that evaluates nothing.
    fn count(&mut self, counts: bool) -> Vec<u64> {
        let _ = counts;
        Vec::new()
    }

    /// Returns the evaluations that have failed since this was last called.
    fn failed(&mut self) -> FailedEvaluations {
        FailedEvaluations::default()
    }
}

/// Adds execution counts of instructions to others, which may be fewer.
pub(crate) fn add_counts(all: &mut Vec<u64>, some: &[u64]) {
    if all.len() < some.len() {
        all.resize(some.len(), 0);
    }
    all.iter_mut().zip(some).for_each(|(all, some)| *all += some);
}

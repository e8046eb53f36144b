//! The counts of a simulation, and which of them to collect.

use super::cards::CardCounts;
use super::choices::ChoiceCounts;
use super::leads::LeadCounts;
use super::limit::MOST;
use super::list_cards::ListCardCounts;
use super::own_figures::OwnFigureCounts;
use super::results::Stats;
use super::rules::RuleCounts;
use crate::ir::Ir;
use crate::table::{Pick, TableOptions};
use serde::{Deserialize, Serialize};

/// The counts to collect besides the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountSelection {
    /// Counts of choices.
    pub choices: bool,
    /// Counts of cards.
    pub cards: bool,
    /// Counts of the rules that ran.
    pub rules: bool,
    /// Counts of margins and leads.
    pub scores: bool,
    /// Counts of the cards of each list.
    pub lists: bool,
}

impl CountSelection {
    /// Selects every count.
    pub const ALL: CountSelection =
        CountSelection { choices: true, cards: true, rules: true, scores: true, lists: true };
}

/// The counts of a simulation: results always, the others if they were selected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulationCounts {
    /// Results, scores and lengths.
    pub stats: Stats,
    /// Answers to the game's own figures.
    pub asked: OwnFigureCounts,
    /// Answers by choice point; `None` if not selected.
    pub choices: Option<ChoiceCounts>,
    /// Relations of players to cards; `None` if not selected.
    pub cards: Option<CardCounts>,
    /// Counts of margins and leads.
    pub leads: Option<LeadCounts>,
    /// Counts of the rules that ran.
    pub rules: Option<RuleCounts>,
    /// Counts of the cards of each list.
    pub lists: Option<ListCardCounts>,
}

impl SimulationCounts {
    /// Creates empty counts for a game with `players` players.
    pub fn new(ir: &Ir, players: u8, wants: CountSelection) -> SimulationCounts {
        SimulationCounts {
            stats: Stats::of(ir, players),
            asked: OwnFigureCounts::new(ir, players),
            choices: wants.choices.then(|| ChoiceCounts::new(ir, players)),
            cards: wants.cards.then(|| CardCounts::new(ir, players)),
            leads: wants.scores.then(LeadCounts::default),
            rules: wants.rules.then(RuleCounts::default),
            lists: (wants.lists && ir.lists.by_seat).then(|| ListCardCounts::new(ir, players)),
        }
    }

    /// Counts an option that was taken.
    #[inline]
    pub fn count_choice(&mut self, options: &TableOptions, pick: &Pick) {
        if let Some(cards) = &mut self.cards {
            cards.count_choice(options, pick);
        }
        if let Some(lists) = &mut self.lists {
            lists.count_choice(options, pick);
        }
        if let Some(choices) = &mut self.choices {
            choices.count_choice(options, pick);
        }
    }

    /// Discards the current game, which was stopped unfinished.
    pub fn give_up(&mut self) {
        self.choices.iter_mut().for_each(ChoiceCounts::give_up);
        self.cards.iter_mut().for_each(CardCounts::give_up);
        self.lists.iter_mut().for_each(ListCardCounts::give_up);
    }

    /// Takes back the current game, which was interrupted. Only its last choices and pairs of cards are
    /// logged: the earlier ones of a very long game stay counted.
    pub fn take_back(&mut self) {
        self.choices.iter_mut().for_each(ChoiceCounts::take_back);
        self.cards.iter_mut().for_each(CardCounts::take_back);
        self.lists.iter_mut().for_each(ListCardCounts::give_up);
    }

    /// Returns whether the counts are possible for `games` games.
    pub fn is_sound(&self, games: u64) -> bool {
        let most = |count: u64| count < MOST;
        self.stats.is_sound(games)
            && self.asked.is_sound(games, self.stats.seats.len() as u64)
            && self.choices.as_ref().is_none_or(|choices| choices.is_sound(most))
            && self.cards.as_ref().is_none_or(|cards| cards.is_sound(most))
            && self.lists.as_ref().is_none_or(|lists| lists.is_sound(games))
            && self
                .leads
                .as_ref()
                .is_none_or(|leads| leads.margins.count <= games && leads.changes.is_sound(games))
            && self.rules.as_ref().is_none_or(|rules| {
                rules.games <= games && rules.ran.iter().chain(&rules.of_bots).all(|ran| most(*ran))
            })
    }

    /// Adds the other's counts.
    pub fn merge(&mut self, other: &SimulationCounts) {
        fn add_optional<T>(mine: &mut Option<T>, other: &Option<T>, add: impl Fn(&mut T, &T)) {
            if let (Some(mine), Some(other)) = (mine, other) {
                add(mine, other);
            }
        }
        self.stats.merge(&other.stats);
        self.asked.merge(&other.asked);
        add_optional(&mut self.choices, &other.choices, ChoiceCounts::merge);
        add_optional(&mut self.cards, &other.cards, CardCounts::merge);
        add_optional(&mut self.leads, &other.leads, LeadCounts::merge);
        add_optional(&mut self.rules, &other.rules, RuleCounts::merge);
        add_optional(&mut self.lists, &other.lists, ListCardCounts::merge);
    }
}

//! Prepares a list of options for the chooser: conceals hidden components, and joins copies.

use super::choice_data::RevealingParts;
use super::copies::{collect_named, join};
use super::knowledge::names_unseen;
use super::machine::Machine;
use super::options::hole_bit;
use super::state::State;
use super::unseen_components::OptionConcealer;

impl Machine<'_> {
    /// Collects the components that options of the current list name, if any of them may be hidden or a copy.
    #[inline]
    pub(super) fn collect_named(&mut self) {
        if std::mem::take(&mut self.has_named) {
            return;
        }
        let choice = self.options.choice();
        let hides = self.table.shows.get(choice.index()).is_some_and(|shows| shows.components);
        if hides || self.table.copies.are_offered(choice) {
            collect_named(self.table, &self.options, &mut self.named);
        }
    }

    /// Joins the options of the current list that differ only in which interchangeable copies they name.
    #[inline]
    pub(super) fn join_copies(&mut self, state: &State) {
        if self.table.copies.are_offered(self.options.choice()) {
            join(self.table, state, &mut self.options, &self.named, &mut self.joining);
        }
    }
}

impl Machine<'_> {
    /// Conceals the unseen components in the current list of options, whose components are in `named`.
    #[inline]
    pub(super) fn conceal(&mut self, state: &State) {
        let choice = self.options.choice();
        let Some(shows) =
            self.table.shows.get(choice.index()).filter(|shows| **shows != RevealingParts::default())
        else {
            return;
        };
        // The cheap test comes first: most lists name nothing hidden, and the secrets of the rules take long
        // to compute.
        if shows.components
            && names_unseen(self.table, &state.words, self.options.chooser(), &self.named)
            && !self.table.secrets().offers_openly(choice)
        {
            let (concealed, told) = OptionConcealer::of(self.table, state, &self.options);
            self.options.conceal(concealed, told);
        }
        if shows.holes {
            let (table, chooser) = (self.table, self.options.chooser());
            let veil = |mask, (hole, component)| match table.is_unseen(state, Some(chooser), component) {
                true => mask | hole_bit(hole),
                false => mask,
            };
            let veiled = table.named_in_texts(state, choice).fold(0, veil);
            self.options.fill(table.holes(state, choice), veiled);
        }
    }
}

//! Labels that distinguish options of equal names by the places of the copies that they name, and the
//! ambiguity that an answer may have.

use super::component_place::ComponentPlace;
use super::folded_name::fold;
use super::names::{NameStyle, Names};
use super::options::{Pick, PickKind, TableOptions};
use super::program::Table;
use super::state::State;
use crate::diagnostics::{capitalised, printable_line};
use crate::ir::{ChoiceId, ComponentId, ToIndex, ValueType, ZonePlaceId, ZoneViewers};
use std::collections::{BTreeMap, BTreeSet};

impl Names<'_> {
    /// Returns the labels of all options, in order. If options about different copies of a card would share a
    /// label, the place of the copy is added (`March Salters (Reedbed)`), or else its number (`March
    /// Salters#2`).
    pub fn distinct_labels(&self, table: &Table, state: &State, options: &TableOptions) -> Vec<String> {
        let mut labels = self.labels(options);
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (index, label) in labels.iter().enumerate() {
            groups.entry(label).or_default().push(index);
        }
        let groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
        for group in groups {
            let picks: Vec<Pick> = group.iter().filter_map(|index| options.nth(*index)).collect();
            let apart = self.by_place(table, state, options, &picks, |_| true).or_else(|| {
                let numbered = picks.iter().map(|pick| printable_line(&self.numbered(options, pick)));
                Some(numbered.collect::<Vec<_>>()).filter(|labels| are_distinct(labels))
            });
            for (index, label) in group.into_iter().zip(apart.unwrap_or_default()) {
                labels[index] = label;
            }
        }
        labels
    }

    /// Returns the label of an answer for the record, which others read: of several options with one label,
    /// it says which by a place that everybody sees.
    pub fn recorded_label(
        &self,
        table: &Table,
        state: &State,
        options: &TableOptions,
        pick: &Pick,
    ) -> String {
        let label = self.label(options, pick);
        let copies = |(ty, word): (&ValueType, &u64)| {
            let info = self.ir.components.get(word.index()).and_then(|c| self.ir.names.find(c.name));
            *ty == ValueType::Component && info.is_some_and(|name| name.copies > 1)
        };
        if !self.types(options.choice(), pick).zip(pick.values()).any(copies) {
            return label;
        }
        let others =
            options.iter().filter(|other| other != pick && self.are_copies(options.choice(), pick, other));
        let picks: Vec<Pick> = std::iter::once(*pick).chain(others).collect();
        let open =
            |zone: ZonePlaceId| self.ir.zone_at(zone).is_some_and(|zone| zone.seen_by == ZoneViewers::All);
        let apart = if picks.len() > 1 { self.by_place(table, state, options, &picks, open) } else { None };
        apart.and_then(|labels| labels.into_iter().next()).unwrap_or(label)
    }

    /// Returns the labels of options that differ in the copies that they name, each with the places of these;
    /// `None` if that does not tell them apart, or a place is not among the `open` ones.
    fn by_place(
        &self,
        table: &Table,
        state: &State,
        options: &TableOptions,
        picks: &[Pick],
        open: impl Fn(ZonePlaceId) -> bool,
    ) -> Option<Vec<String>> {
        let first = picks.first()?;
        let differs = |at: &usize| picks.iter().any(|pick| pick.values().get(*at) != first.values().get(*at));
        let at: Vec<usize> = (0..first.values().len()).filter(differs).collect();
        let zone = |pick: &Pick, at: usize| {
            let component = u32::try_from(*pick.values().get(at)?).ok()?;
            table.zone_of(state, ComponentId(component)).filter(|zone| open(*zone))
        };
        let is_in_one_zone = |at: usize| picks.iter().all(|pick| zone(pick, at) == zone(first, at));
        let place = |pick: &Pick, at: usize| {
            let zone = zone(pick, at)?;
            // Components in one row differ by their positions in it.
            if !is_in_one_zone(at) || !self.ir.is_ordered(zone) {
                return Some(self.place_label(zone));
            }
            let number =
                table.contents(state, zone).iter().position(|c| u64::from(*c) == pick.values()[at])? as u32
                    + 1;
            Some(self.place(ComponentPlace::new(zone, number), NameStyle::Printed))
        };
        let label = |pick: &Pick| {
            let places: Option<Vec<String>> = at.iter().map(|at| place(pick, *at)).collect();
            Some(printable_line(&format!("{} ({})", self.label(options, pick), places?.join(", "))))
        };
        picks.iter().map(label).collect::<Option<Vec<String>>>().filter(|labels| are_distinct(labels))
    }

    /// Returns the label of an option with the number of each copy: `March Salters#2`.
    fn numbered(&self, options: &TableOptions, pick: &Pick) -> String {
        capitalised(&self.option(options, pick, NameStyle::Copy))
    }

    /// Returns the indices of the options that begin with the text, in whole words of their names, without
    /// the numbers of copies, or of their `labels`.
    pub fn beginning_with(&self, options: &TableOptions, labels: &[String], written: &str) -> Vec<usize> {
        let wanted = fold(written);
        let begins =
            |text: &str| fold(text).strip_prefix(&wanted).is_some_and(|rest| rest.starts_with([' ', '#']));
        let is_meant = |(index, (name, label)): (usize, (&String, &String))| {
            let spells = |pick: Pick| reads_as(&wanted, &self.spellings(options.choice(), &pick), false);
            let begun = || options.nth(index).is_some_and(spells);
            (begins(name) || begins(label) || begun()).then_some(index)
        };
        if wanted.is_empty() {
            return Vec::new();
        }
        self.names(options).iter().zip(labels).enumerate().filter_map(is_meant).collect()
    }

    /// Returns the index of the only option whose action and values are written so (folded), each by its id
    /// or its printed name.
    pub(super) fn find_mixed(&self, options: &TableOptions, wanted: &str) -> Option<usize> {
        let mut found = (0..options.len()).filter(|index| {
            let spells = |pick: Pick| reads_as(wanted, &self.spellings(options.choice(), &pick), true);
            options.nth(*index).is_some_and(spells)
        });
        found.next().filter(|_| found.next().is_none())
    }

    /// Returns the spellings of each word of an action's option; empty for other options.
    fn spellings(&self, choice: ChoiceId, pick: &Pick) -> Vec<Vec<String>> {
        let PickKind::Action(action) = pick.kind else { return Vec::new() };
        let Some(action) = self.ir.action(action) else { return Vec::new() };
        let mut words = vec![vec![fold(&action.id), fold(&self.terminal_name(&action.id))]];
        for (i, (ty, value)) in self.types(choice, pick).zip(pick.values()).enumerate() {
            let styles = [NameStyle::Id, NameStyle::Printed, NameStyle::Copy];
            words.push(styles.map(|style| fold(&self.text(ty, std::slice::from_ref(value), style))).into());
            if let (0, Some(mode)) = (i, &action.mode) {
                words.push(vec![fold(mode)]);
            }
        }
        words
    }
}

fn are_distinct(labels: &[String]) -> bool {
    let mut met = BTreeSet::new();
    labels.iter().all(|label| met.insert(label))
}

/// Returns whether a text is one spelling of each word, in order, with spaces between them; if it need not be
/// `whole`, of the first words.
fn reads_as(text: &str, words: &[Vec<String>], whole: bool) -> bool {
    let Some((first, rest)) = words.split_first() else { return false };
    first.iter().any(|spelling| match text.strip_prefix(spelling.as_str()) {
        Some("") => rest.is_empty() || !whole,
        Some(after) => after.strip_prefix(' ').is_some_and(|after| reads_as(after, rest, whole)),
        None => false,
    })
}

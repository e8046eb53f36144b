//! Hints: facts that players were told about components whose faces they do not know.
//!
//! The state stores which values were *asked about* for each component and player. The knowledge of the
//! player follows from that and from the face. So if a sample puts another card in a component's place, the
//! stored hints stay valid for the other players; only samples for the player who got the hints must agree
//! with them.
//!
//! Hints are stored for components in ordered zones, where places distinguish components, while the player
//! does not know the face.

use super::component_hint::ComponentHint;
use super::program::Table;
use super::seats::players;
use super::sets;
use crate::ir::{HintInfo, PlayerId, ToIndex};

/// Returns the address range of a set in the state: the components that a player has got a hint about for
/// value number `value` of a hinted attribute.
pub(super) fn asked_at(
    table: &Table,
    hint: &HintInfo,
    value: usize,
    player: PlayerId,
) -> std::ops::Range<usize> {
    let base = table.fields.get(hint.first.index() + value).map_or(0, |field| field.base.index());
    let start = base + player.index() * table.component_words();
    start..start + table.component_words()
}

/// Returns the hints that a player has about a component: the values, each with its attribute's hint.
fn hinted_values<'a>(
    table: &'a Table,
    words: &'a [u64],
    player: PlayerId,
    component: u64,
) -> impl Iterator<Item = (&'a HintInfo, u64)> {
    table.ir.hints.iter().flat_map(move |hint| {
        let asked = move |value: usize| {
            words.get(asked_at(table, hint, value, player)).is_some_and(|set| sets::has(set, component))
        };
        hint.values.iter().enumerate().filter(move |(i, _)| asked(*i)).map(move |(_, value)| (hint, *value))
    })
}

/// Removes a player's hints about a component: the player can no longer identify it, or knows its face.
pub(super) fn forget(table: &Table, words: &mut [u64], player: PlayerId, component: u64) {
    for hint in &table.ir.hints {
        for value in 0..hint.values.len() {
            if let Some(set) = words.get_mut(asked_at(table, hint, value, player)) {
                sets::remove(set, component);
            }
        }
    }
}

/// Copies the hints about `component` to `other`, which takes its place in a sample.
pub(super) fn hand_on(table: &Table, words: &[u64], component: u64, into: &mut [u64], other: u64) {
    for player in players(words) {
        for hint in &table.ir.hints {
            for value in 0..hint.values.len() {
                let at = asked_at(table, hint, value, player);
                let told = words.get(at.clone()).is_some_and(|set| sets::has(set, component));
                let Some(set) = into.get_mut(at) else { continue };
                if told {
                    sets::insert(set, other);
                } else {
                    sets::remove(set, other);
                }
            }
        }
    }
}

/// Returns whether a player has a hint about a component.
pub(super) fn is_told_of(table: &Table, words: &[u64], player: PlayerId, component: u64) -> bool {
    hinted_values(table, words, player, component).next().is_some()
}

/// Returns whether `other` could be at the place of `component`, according to a player's hints.
pub(super) fn agrees(table: &Table, words: &[u64], player: PlayerId, component: u64, other: u64) -> bool {
    let prints =
        |hint: &HintInfo, c: u64, value: u64| table.ir.printed_word(hint.attribute, c) == Some(value);
    hinted_values(table, words, player, component)
        .all(|(hint, value)| prints(hint, component, value) == prints(hint, other, value))
}

/// Returns a player's hints about a component: for each attribute its value if known, otherwise the values
/// that it does not have.
pub(super) fn hints_about(
    table: &Table,
    words: &[u64],
    player: PlayerId,
    component: u64,
) -> Vec<ComponentHint> {
    let all: Vec<ComponentHint> = hinted_values(table, words, player, component)
        .map(|(hint, value)| {
            let is = table.ir.printed_word(hint.attribute, component) == Some(value);
            ComponentHint { attribute: hint.attribute, value, is }
        })
        .collect();
    let settled =
        |told: &ComponentHint| all.iter().any(|other| other.is && other.attribute == told.attribute);
    all.iter().filter(|told| told.is || !settled(told)).copied().collect()
}

//! Hints: what players were told about components whose faces they do not know.
//!
//! The state stores which values were *asked about* for each component and player. What the player has
//! learned follows from that and from the face. So if a sample puts another card in a component's place, the
//! stored hints stay valid for the other players; only samples for the player who got the hints must agree
//! with them.
//!
//! Hints are stored for components in ordered zones, where places distinguish components, while the player
//! does not know the face.

use super::knowledge;
use super::program::{Table, ZoneData};
use super::{sets, zones};
use crate::ir::{AttributeId, HintId, HintInfo, Layout, ToIndex};

/// A hint about a component: it does or does not have a value in an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComponentHint {
    /// The attribute.
    pub attribute: AttributeId,
    /// The value.
    pub value: u64,
    /// Whether the component has the value.
    pub is: bool,
}

/// Returns the address range of the set of components of which a player was told whether they have value
/// number `value` of a hint's attribute.
fn asked_at(table: &Table, hint: &HintInfo, value: usize, player: u8) -> std::ops::Range<usize> {
    let base = table.fields.get(hint.first.index() + value).map_or(0, |field| field.base.index());
    let start = base + usize::from(player) * table.component_words();
    start..start + table.component_words()
}

/// Returns the values that a player was told about for a component, each with its hint.
fn hinted_values<'a>(
    table: &'a Table,
    words: &'a [u64],
    player: u8,
    component: u64,
) -> impl Iterator<Item = (&'a HintInfo, u64)> {
    table.ir.hints.iter().flat_map(move |hint| {
        let asked = move |value: usize| {
            words.get(asked_at(table, hint, value, player)).is_some_and(|set| sets::has(set, component))
        };
        hint.values.iter().enumerate().filter(move |(i, _)| asked(*i)).map(move |(_, value)| (hint, *value))
    })
}

/// Tells players whether a component has a value in print. It has no effect for players who know the face,
/// nor in an unordered zone, where the component cannot be told from others.
pub(super) fn give_hint(table: &Table, words: &mut [u64], hint: HintId, component: u64, to: u64, value: u64) {
    let ordered =
        table.zones.get(zones::place(table, words, component).index()).is_some_and(ZoneData::is_ordered);
    let Some(hint) = table.ir.hints.find(hint).filter(|_| ordered) else { return };
    // Everybody knows that no component has a value that none has in print.
    let Ok(at) = hint.values.binary_search(&value) else { return };
    for player in (0..words[Layout::PLAYERS].min(64) as u8).filter(|p| to >> p & 1 == 1) {
        if !knowledge::knows(table, words, player, component)
            && let Some(set) = words.get_mut(asked_at(table, hint, at, player))
        {
            sets::insert(set, component);
        }
    }
}

/// Removes a player's hints about a component: the player can no longer identify it, or knows its face.
pub(super) fn forget(table: &Table, words: &mut [u64], player: u8, component: u64) {
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
    for player in 0..words[Layout::PLAYERS].min(64) as u8 {
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

/// Whether a player has a hint about a component.
pub(super) fn is_told_of(table: &Table, words: &[u64], player: u8, component: u64) -> bool {
    hinted_values(table, words, player, component).next().is_some()
}

/// Whether `other` could be at the place of `component`, according to a player's hints.
pub(super) fn agrees(table: &Table, words: &[u64], player: u8, component: u64, other: u64) -> bool {
    let prints =
        |hint: &HintInfo, c: u64, value: u64| table.ir.printed_word(hint.attribute, c) == Some(value);
    hinted_values(table, words, player, component)
        .all(|(hint, value)| prints(hint, component, value) == prints(hint, other, value))
}

/// Returns a player's hints about a component: for each attribute its value if known, otherwise the values
/// that it does not have.
pub(super) fn hints_about(table: &Table, words: &[u64], player: u8, component: u64) -> Vec<ComponentHint> {
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

//! Hints: what a player was told of components whose faces they do not know.
//!
//! What is kept is which values were *asked about* of each component, for each player: what the player has learned follows from
//! that and from the face. So whoever puts another card in its place, as samples do, keeps who was told what; only the samples of
//! the player who was told have to agree with it.
//!
//! Hints are kept in zones that keep an order, where places tell components apart, and as long as their player does not know the face.

use super::knowledge;
use super::program::{Table, Zone};
use super::{sets, zones};
use crate::ir::{AttributeId, HintId, HintInfo, Layout};

/// Something that a player was told of a component: it does or does not print a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Told {
    /// The attribute.
    pub attribute: AttributeId,
    /// The value.
    pub value: u64,
    /// Whether it is that.
    pub is: bool,
}

/// The components of which a player was told whether they print the `value`-th value of a hint's attribute: where the set stands.
fn asked_at(table: &Table, hint: &HintInfo, value: usize, player: u8) -> std::ops::Range<usize> {
    let base = table.fields.get(usize::from(hint.first) + value).map_or(0, |field| field.base as usize);
    let start = base + usize::from(player) * table.component_words();
    start..start + table.component_words()
}

/// What the player was told of a component, each value with its hint.
fn asked<'a>(
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

/// Tells players whether a component prints a value. Who knows its face knows, and in a heap nothing tells which one it was.
pub(super) fn tell(table: &Table, words: &mut [u64], hint: HintId, component: u64, to: u64, value: u64) {
    let ordered = table.zones.get(zones::place(table, words, component) as usize).is_some_and(Zone::is_ordered);
    let Some(hint) = table.ir.hints.get(usize::from(hint.0)).filter(|_| ordered) else { return };
    // What no component prints, everybody knows not to be there.
    let Ok(at) = hint.values.binary_search(&value) else { return };
    for player in (0..words[Layout::PLAYERS].min(64) as u8).filter(|p| to >> p & 1 == 1) {
        if !knowledge::knows(table, words, player, component)
            && let Some(set) = words.get_mut(asked_at(table, hint, at, player))
        {
            sets::insert(set, component);
        }
    }
}

/// A player can no longer tell which component it was that they were told of, or knows its face and needs no hint.
pub(super) fn forget(table: &Table, words: &mut [u64], player: u8, component: u64) {
    for hint in &table.ir.hints {
        for value in 0..hint.values.len() {
            if let Some(set) = words.get_mut(asked_at(table, hint, value, player)) {
                sets::remove(set, component);
            }
        }
    }
}

/// Has players have been told of `other`, in a sample, what they truly were told of `component`, in whose place it lies there.
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

/// Whether a player was told anything of a component.
pub(super) fn is_told_of(table: &Table, words: &[u64], player: u8, component: u64) -> bool {
    asked(table, words, player, component).next().is_some()
}

/// Whether `other` could lie where `component` does, as far as a player was told.
pub(super) fn agrees(table: &Table, words: &[u64], player: u8, component: u64, other: u64) -> bool {
    let prints = |hint: &HintInfo, c: u64, value: u64| table.ir.printed_word(hint.attribute, c) == Some(value);
    asked(table, words, player, component)
        .all(|(hint, value)| prints(hint, component, value) == prints(hint, other, value))
}

/// What a player was told of a component: of an attribute the value, or else which values it does not have.
pub(super) fn told(table: &Table, words: &[u64], player: u8, component: u64) -> Vec<Told> {
    let all: Vec<Told> = asked(table, words, player, component)
        .map(|(hint, value)| {
            let is = table.ir.printed_word(hint.attribute, component) == Some(value);
            Told { attribute: hint.attribute, value, is }
        })
        .collect();
    let settled = |told: &Told| all.iter().any(|other| other.is && other.attribute == told.attribute);
    all.iter().filter(|told| told.is || !settled(told)).copied().collect()
}

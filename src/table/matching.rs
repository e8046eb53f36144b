//! Rearranges components that were dealt at random, so that they are consistent with a player's hints.
//!
//! The result is a matching of places and components. One exists, because the true state is one. Components
//! are first placed along augmenting paths, then exchanged at random many times wherever both still fit. So
//! the result does not depend on the initial matching, and all matchings are almost equally probable.

use super::chance;
use crate::ir::ToIndex;

/// A place in a hidden zone, or out of play, with a component that the player does not know.
pub(super) struct HiddenSlot {
    /// The index of the zone among the hidden zones.
    pub zone: usize,
    /// The index of the place among those of the zone that are dealt to.
    pub nth: usize,
    /// The component that is actually there.
    pub truly: u64,
    /// True if the player has a hint about the component there.
    pub told: bool,
}

/// The average number of exchanges of each place with a hint.
const EXCHANGES: usize = 8;

/// Rearranges the components until all of them fit. Depends only on the random generator and on which
/// components fit where.
pub(super) fn arrange(
    rng: &mut [u64],
    spots: &[HiddenSlot],
    holds: &mut [Vec<u64>],
    fits: impl Fn(&HiddenSlot, u64) -> bool,
) {
    // For each place, the index in `dealt` of its component.
    let dealt: Vec<u64> = spots.iter().map(|spot| holds[spot.zone][spot.nth]).collect();
    let mut at: Vec<Option<usize>> =
        spots.iter().zip(&dealt).enumerate().map(|(i, (spot, c))| fits(spot, *c).then_some(i)).collect();
    // For each component, the place that it is in.
    let mut of = at.clone();
    for place in 0..spots.len() {
        if at[place].is_none() {
            let mut tried = vec![false; dealt.len()];
            augment(place, &mut |place, c| fits(&spots[place], dealt[c]), &mut at, &mut of, &mut tried);
        }
    }
    let told: Vec<usize> = (0..spots.len()).filter(|place| spots[*place].told).collect();
    // A random walk over the matchings.
    for _ in 0..EXCHANGES * told.len() {
        let a = told[chance::below(rng, told.len() as u64).index()];
        let b = chance::below(rng, spots.len() as u64).index();
        if let (Some(x), Some(y)) = (at[a], at[b])
            && fits(&spots[a], dealt[y])
            && fits(&spots[b], dealt[x])
        {
            at.swap(a, b);
        }
    }
    for (spot, component) in spots.iter().zip(&at) {
        if let Some(component) = component {
            holds[spot.zone][spot.nth] = dealt[*component];
        }
    }
}

/// Finds a component for a place along an augmenting path, which moves other components to other places where
/// they fit.
fn augment(
    place: usize,
    fits: &mut impl FnMut(usize, usize) -> bool,
    at: &mut [Option<usize>],
    of: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for component in 0..of.len() {
        if tried[component] || !fits(place, component) {
            continue;
        }
        tried[component] = true;
        let free = match of[component] {
            None => true,
            Some(other) => augment(other, fits, at, of, tried),
        };
        if free {
            at[place] = Some(component);
            of[component] = Some(place);
            return true;
        }
    }
    false
}

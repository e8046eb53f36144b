//! Has components that were dealt out at random fit where a player was told what fits.
//!
//! What is to fit is a matching of places and components, and the true table is one, so there is one. Components are first put right along
//! augmenting paths, then exchanged at random many times wherever both still fit: from that nobody can tell where it began, and all
//! matchings come about nearly equally often.

use super::chance;
use super::sample::Spot;

/// How often each place exchanges what lies there, on average.
const EXCHANGES: usize = 8;

/// Exchanges what lies in the places until all of it fits. Depends on the generator and on what fits where alone.
pub(super) fn arrange(rng: &mut [u64], spots: &[Spot], holds: &mut [Vec<u64>], fits: impl Fn(&Spot, u64) -> bool) {
    // For each place the component in it, as an index into `dealt`.
    let dealt: Vec<u64> = spots.iter().map(|spot| holds[spot.zone][spot.nth]).collect();
    let mut at: Vec<Option<usize>> =
        spots.iter().zip(&dealt).enumerate().map(|(i, (spot, c))| fits(spot, *c).then_some(i)).collect();
    // For each component the place that it is in.
    let mut of = at.clone();
    for place in 0..spots.len() {
        if at[place].is_none() {
            let mut tried = vec![false; dealt.len()];
            augment(place, &mut |place, c| fits(&spots[place], dealt[c]), &mut at, &mut of, &mut tried);
        }
    }
    let told: Vec<usize> = (0..spots.len()).filter(|place| spots[*place].told).collect();
    for _ in 0..EXCHANGES * told.len() {
        let a = told[chance::below(rng, told.len() as u64) as usize];
        let b = chance::below(rng, spots.len() as u64) as usize;
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

/// Finds a component for a place, moving others to other places where they fit.
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

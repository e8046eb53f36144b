//! What one player sees of a table: never what is hidden from them.

use super::hints::{self, Told};
use super::program::Table;
use super::sets;
use super::state::{State, Status};
use crate::ir::layout::Owner;
use crate::ir::{NONE, ValueType, ZoneThing};

/// A zone as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewedZone {
    /// Which of `Layout::zones`.
    pub zone: u16,
    /// Its id.
    pub name: String,
    /// The player who owns it, from 0.
    pub owner: Option<u8>,
    /// How many components are in it.
    pub count: usize,
    /// Which, if they see them: from the top down where it keeps an order.
    pub contents: Option<Vec<u32>>,
    /// Where they do not see all of it, what they know of it.
    pub known: Vec<KnownFace>,
    /// What they were told of others there.
    pub told: Vec<ToldPlace>,
}

/// What somebody was told of a component whose face they do not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldPlace {
    /// How far from the top it lies, from 1.
    pub place: usize,
    /// What they were told.
    pub told: Vec<Told>,
}

/// A component that somebody knows in a zone into which they do not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownFace {
    /// How far from the top it lies, from 1; 0 in a zone that keeps no order.
    pub place: usize,
    /// Which it is.
    pub component: u32,
}

/// A field as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewedField {
    /// Which of `Layout::fields`.
    pub field: u16,
    /// Its id.
    pub name: String,
    /// Whose: a player or a component; 0 for the table's.
    pub owner: u32,
    /// Its words.
    pub words: Vec<u64>,
}

/// What one player, or a spectator, sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks, from 0; `None`: a spectator.
    pub viewer: Option<u8>,
    /// What the table is doing.
    pub status: Status,
    /// Who must choose.
    pub chooser: Option<u8>,
    /// How many players there are.
    pub players: u8,
    /// The zones of the table and of the players who sit at it.
    pub zones: Vec<ViewedZone>,
    /// Cells of boards that are not in the game.
    pub absent: Vec<u32>,
    /// What is out of play, but for what they did not see go there.
    pub out_of_play: Vec<u32>,
    /// State of the table, of players, and of components in zones whose contents they see.
    pub fields: Vec<ViewedField>,
}

impl Table<'_> {
    /// Adds the components that lie where a player does not see them to a set of components.
    pub(super) fn add_hidden(&self, state: &State, player: u8, set: &mut [u64]) {
        let unseen = |zone: &u16| !self.sees(Some(player), *zone);
        self.hidden.iter().copied().filter(unseen).for_each(|zone| self.add_contents(state, zone, set));
        if self.hidden_without_sets {
            // One pass over the components: zones that keep no set are as many as a board has cells.
            let places = &state.words[self.place..self.place + self.components as usize];
            for (component, place) in (0u64..).zip(places) {
                let scanned = self.zones.get(*place as usize).is_some_and(|zone| zone.set == 0);
                if scanned && unseen(&(*place as u16)) {
                    sets::insert(set, component);
                }
            }
        }
    }

    /// What a player (or, for `None`, a spectator) sees. A field that names a component whose place is hidden from them is left out.
    pub fn view(&self, state: &State, viewer: Option<u8>) -> View {
        let players = state.players();
        let mut seen = vec![false; self.ir.components.len()];
        let mut zones = Vec::new();
        let absent = self.absent(state);
        let counts = self.counts(state);
        for (i, place) in self.ir.layout.zones.iter().enumerate() {
            let zone = i as u16;
            let of_absent = || {
                let on = self.ir.zones.get(place.zone as usize)?;
                matches!(on.per.thing, ZoneThing::Cell(_)).then(|| absent.contains(&(on.of_place(zone).0 as u32)))
            };
            if place.owner.is_some_and(|p| p >= players) || !absent.is_empty() && of_absent() == Some(true) {
                continue;
            }
            let count = counts.get(i).copied().unwrap_or(0);
            let contents =
                self.sees(viewer, zone).then(|| if count == 0 { Vec::new() } else { self.contents(state, zone) });
            let known = if contents.is_none() { self.known_in(state, viewer, zone) } else { Vec::new() };
            for component in contents.iter().flatten().chain(known.iter().map(|face| &face.component)) {
                if let Some(seen) = seen.get_mut(*component as usize) {
                    *seen = true;
                }
            }
            zones.push(ViewedZone {
                zone,
                name: self.ir.zones.get(place.zone as usize).map_or(String::new(), |z| z.id.clone()),
                owner: place.owner,
                count,
                known,
                told: if contents.is_none() { self.told_in(state, viewer, zone) } else { Vec::new() },
                contents,
            });
        }
        let mut fields = Vec::new();
        for (i, info) in self.ir.layout.fields.iter().enumerate().filter(|(_, info)| info.is_declared()) {
            for owner in 0..info.owners {
                let visible = match info.owner {
                    Owner::Table => true,
                    Owner::Cell => absent.is_empty() || !absent.contains(&owner),
                    Owner::Player => owner < u32::from(players),
                    Owner::Component => seen.get(owner as usize) == Some(&true),
                };
                if let (true, Some(words)) = (visible, self.field(state, i as u16, owner)) {
                    // What a rule has noted down of hidden components is as hidden as they are.
                    let hidden = |c: u64| u32::try_from(c).is_ok_and(|c| self.is_unseen(state, viewer, c));
                    if named(&info.ty, words).any(hidden) {
                        continue;
                    }
                    let words = words.to_vec();
                    fields.push(ViewedField { field: i as u16, name: info.id.clone(), owner, words });
                }
            }
        }
        let away = |c: &u32| self.zone_of(state, *c).is_none() && !self.is_unseen(state, viewer, *c);
        let out_of_play = (0..self.components as u32).filter(away).collect();
        View { viewer, status: state.status(), chooser: state.chooser(), players, zones, absent, out_of_play, fields }
    }

    /// How many components lie in each zone, in one pass over the components.
    fn counts(&self, state: &State) -> Vec<usize> {
        let mut counts = vec![0; self.zones.len()];
        for place in &state.words[self.place..self.place + self.components as usize] {
            if let Some(count) = counts.get_mut(*place as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// What a player, or a spectator, knows of a zone into which they do not see.
    fn known_in(&self, state: &State, viewer: Option<u8>, zone: u16) -> Vec<KnownFace> {
        if self.known.is_none() {
            return Vec::new();
        }
        let ordered = self.ir.is_ordered(zone);
        let lie = self.contents(state, zone).into_iter().enumerate();
        let known = lie.filter(|(_, component)| !self.is_unseen(state, viewer, *component));
        known.map(|(i, component)| KnownFace { place: if ordered { i + 1 } else { 0 }, component }).collect()
    }

    /// What a player was told of what lies in a zone into which they do not see.
    fn told_in(&self, state: &State, viewer: Option<u8>, zone: u16) -> Vec<ToldPlace> {
        let Some(player) = viewer.filter(|_| !self.ir.hints.is_empty()) else { return Vec::new() };
        let lie = self.contents(state, zone).into_iter().enumerate();
        let told =
            lie.map(|(i, c)| ToldPlace { place: i + 1, told: hints::told(self, &state.words, player, u64::from(c)) });
        told.filter(|place| !place.told.is_empty()).collect()
    }

    /// The cells of boards that options leave out.
    fn absent(&self, state: &State) -> Vec<u32> {
        let there = self.ir.geometry.in_game.and_then(|field| self.field(state, field, 0));
        let cells = 0..self.ir.cells.len() as u32;
        there.map_or_else(Vec::new, |there| cells.filter(|c| !sets::has(there, u64::from(*c))).collect())
    }
}

/// Whether a value can name components.
pub(super) fn holds_components(ty: &ValueType) -> bool {
    match ty {
        ValueType::Component => true,
        ValueType::Optional(of) | ValueType::Set(of) => **of == ValueType::Component,
        _ => false,
    }
}

/// The components that a value names.
fn named<'w>(ty: &ValueType, words: &'w [u64]) -> impl Iterator<Item = u64> + use<'w> {
    let one = || words.first().copied().filter(|word| *word != NONE);
    let (one, set) = match ty {
        ValueType::Component => (one(), &[][..]),
        ValueType::Optional(of) if **of == ValueType::Component => (one(), &[][..]),
        ValueType::Set(of) if **of == ValueType::Component => (None, words),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(sets::elements(set))
}

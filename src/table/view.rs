//! The view of a table by one player, without anything hidden from them.

use super::component_hint::ComponentHint;
use super::component_place::ComponentPlace;
use super::hints;
use super::program::Table;
use super::sets;
use super::state::{State, Status};
use crate::ir::layout::Owner;
use crate::ir::{
    CellId, ComponentId, FieldId, FieldInfo, NONE, PlayerId, ToIndex, ValueType, ZoneOwner, ZonePlace,
    ZonePlaceId,
};

/// The part of a zone that a viewer may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewedZone {
    /// Index into `Layout::zones`. If the viewer cannot see the component that owns the zone, the first zone
    /// with the same declaration and value.
    pub zone: ZonePlaceId,
    /// The place of the component that owns the zone, if the viewer cannot see that component: see
    /// [`Names::viewed_zone`](super::Names::viewed_zone).
    pub of_unseen: Option<ComponentPlace>,
    /// The id of its declaration.
    pub name: String,
    /// The player who owns it, from 0; `None` for zones of the table, cells and components.
    pub owner: Option<PlayerId>,
    /// The number of components in it.
    pub count: usize,
    /// Its contents, if the viewer sees them; from the top down if it is ordered.
    pub contents: Option<Vec<ComponentId>>,
    /// The components in it that the viewer knows, if they do not see its contents.
    pub known: Vec<KnownFace>,
    /// Hints that the viewer has about components in it whose faces they do not know.
    pub told: Vec<HintedPlace>,
}

/// Hints that a viewer has about a component whose face they do not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintedPlace {
    /// Its position from the top, from 1.
    pub place: usize,
    /// The hints about the component there.
    pub told: Vec<ComponentHint>,
}

/// A component that a viewer knows in a zone that they cannot see into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownFace {
    /// Its position from the top, from 1; 0 in an unordered zone.
    pub place: usize,
    /// The known component, an index into `Ir::components`.
    pub component: ComponentId,
}

/// The value of a field for one owner, which the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewedField {
    /// Index into `Layout::fields`.
    pub field: FieldId,
    /// The id of its declaration.
    pub name: String,
    /// Its owner: a player, a component or a cell; 0 for the table.
    pub owner: u32,
    /// Its value; a set or an amount may take several words.
    pub words: Vec<u64>,
}

/// The view of one player, or of a spectator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView {
    /// The player who looks, from 0; `None`: a spectator.
    pub viewer: Option<PlayerId>,
    /// The status of the state.
    pub status: Status,
    /// The player who must choose.
    pub chooser: Option<PlayerId>,
    /// The number of players.
    pub players: u8,
    /// The set of players who are out, including those who have lost.
    pub out: u64,
    /// The set of players who have lost.
    pub losers: u64,
    /// The zones of the table and of the players who sit at it.
    pub zones: Vec<ViewedZone>,
    /// Cells of boards that are not in the game.
    pub absent: Vec<CellId>,
    /// The components out of play, except those that the viewer did not see go there.
    pub out_of_play: Vec<ComponentId>,
    /// State of the table, of players, and of components in zones whose contents they see.
    pub fields: Vec<ViewedField>,
}

/// The contents of a zone as a viewer sees them: the parts of a [`ViewedZone`] that depend on the state.
struct ZoneContents {
    count: usize,
    contents: Option<Vec<ComponentId>>,
    known: Vec<KnownFace>,
    told: Vec<HintedPlace>,
}

/// A visitor of everything that a viewer sees, in the same order for every state of a game.
trait Witness {
    fn zone(
        &mut self,
        zone: ZonePlaceId,
        of_unseen: Option<ComponentPlace>,
        place: &ZonePlace,
        lying: ZoneContents,
    );
    fn field(&mut self, field: FieldId, info: &FieldInfo, owner: u32, words: &[u64]);
    fn out_of_play(&mut self, component: ComponentId);
}

/// A visitor that stores everything.
struct Recorder<'t, 'i> {
    table: &'t Table<'i>,
    zones: Vec<ViewedZone>,
    fields: Vec<ViewedField>,
    out_of_play: Vec<ComponentId>,
}

impl Witness for Recorder<'_, '_> {
    fn zone(
        &mut self,
        zone: ZonePlaceId,
        of_unseen: Option<ComponentPlace>,
        place: &ZonePlace,
        lying: ZoneContents,
    ) {
        let ZoneContents { count, contents, known, told } = lying;
        let name = self.table.ir.zones.find(place.zone).map_or(String::new(), |z| z.id.clone());
        self.zones.push(ViewedZone {
            zone,
            of_unseen,
            name,
            owner: place.owner,
            count,
            contents,
            known,
            told,
        });
    }

    fn field(&mut self, field: FieldId, info: &FieldInfo, owner: u32, words: &[u64]) {
        self.fields.push(ViewedField { field, name: info.id.to_string(), owner, words: words.to_vec() });
    }

    fn out_of_play(&mut self, component: ComponentId) {
        self.out_of_play.push(component);
    }
}

/// A visitor that hashes everything, so that thousands of views can be compared without storing them.
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        // Bijective in the hash for each word, and in the word for each hash: views that differ in one word
        // have different hashes.
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Witness for Digest {
    fn zone(
        &mut self,
        zone: ZonePlaceId,
        of_unseen: Option<ComponentPlace>,
        _: &ZonePlace,
        lying: ZoneContents,
    ) {
        self.add(u64::from(zone) << 32 | lying.count as u64);
        self.add(of_unseen.map_or(0, ComponentPlace::value));
        let contents = lying.contents.iter().flatten();
        contents.for_each(|component| self.add(u64::from(*component)));
        for face in &lying.known {
            self.add((face.place as u64) << 32 | u64::from(face.component));
        }
        for HintedPlace { place, told } in &lying.told {
            self.add(*place as u64);
            for told in told {
                self.add(u64::from(told.attribute.0) << 1 | u64::from(told.is));
                self.add(told.value);
            }
        }
    }

    fn field(&mut self, field: FieldId, _: &FieldInfo, owner: u32, words: &[u64]) {
        self.add(u64::from(field) << 32 | u64::from(owner));
        words.iter().for_each(|word| self.add(*word));
    }

    fn out_of_play(&mut self, component: ComponentId) {
        self.add(u64::from(component));
    }
}

impl Table<'_> {
    /// Adds the components that are hidden from a player to a set of components.
    pub(super) fn add_hidden(&self, state: &State, player: PlayerId, set: &mut [u64]) {
        let unseen = |zone: &ZonePlaceId| !self.sees(state, Some(player), *zone);
        self.hidden.iter().copied().filter(unseen).for_each(|zone| self.add_contents(state, zone, set));
        if self.hidden_without_sets {
            // One pass over the components: there may be as many zones without a set as a board has cells.
            let places = &state.words[self.place..self.place + self.components.index()];
            for (component, place) in (0u64..).zip(places) {
                let scanned = self.zones.get(place.index()).is_some_and(|zone| zone.set == 0);
                if scanned && unseen(&ZonePlaceId(*place as u16)) {
                    sets::insert(set, component);
                }
            }
        }
    }

    /// Returns the view of a player, or of a spectator for `None`. Omits fields that name a component hidden
    /// from the viewer.
    pub fn view(&self, state: &State, viewer: Option<PlayerId>) -> TableView {
        let absent = self.absent(state);
        let mut kept =
            Recorder { table: self, zones: Vec::new(), fields: Vec::new(), out_of_play: Vec::new() };
        self.witness(state, viewer, &absent, &mut kept);
        let Recorder { zones, fields, out_of_play, .. } = kept;
        let (status, chooser, players) = (state.status(), state.chooser(), state.players());
        let (out, losers) = (state.out(), state.losers());
        TableView { viewer, status, chooser, players, out, losers, zones, absent, out_of_play, fields }
    }

    /// Returns the state of components that have been in no zone since the start `laid`, such as markers
    /// whose place is a number: nothing hides them. Only state that has changed since then, and that names no
    /// other component.
    pub fn state_aside(&self, view: &TableView, (now, laid): (&State, &State)) -> Vec<ViewedField> {
        let mut fields = Vec::new();
        for component in view.out_of_play.iter().filter(|c| self.zone_of(laid, **c).is_none()) {
            for (field, info) in self.ir.layout.fields.iter_ids() {
                let is_plain = matches!(
                    info.ty,
                    ValueType::Int
                        | ValueType::Bool
                        | ValueType::Enum(_)
                        | ValueType::Player
                        | ValueType::Cell
                );
                let is_of = info.owner == Owner::Component && info.is_declared();
                if !is_plain || !is_of || !self.ir.bears_field(component.0, info) {
                    continue;
                }
                let Some(words) = self.field(now, field, component.0) else { continue };
                if self.field(laid, field, component.0) != Some(words) {
                    let (name, words) = (info.id.to_string(), words.to_vec());
                    fields.push(ViewedField { field, name, owner: component.0, words });
                }
            }
        }
        fields
    }

    /// Returns a hash that is equal for equal views, and almost certainly different for others. For callers
    /// that compare many views.
    pub(crate) fn view_digest(&self, state: &State, viewer: Option<PlayerId>) -> u64 {
        let absent = self.absent(state);
        let mut digest = Digest(viewer.map_or(0, |viewer| u64::from(viewer) + 1));
        digest.add(state.status().word());
        digest.add(state.chooser().map_or(0, |chooser| u64::from(chooser) + 1));
        digest.add(state.out());
        digest.add(state.losers());
        absent.iter().for_each(|cell| digest.add(u64::from(*cell)));
        self.witness(state, viewer, &absent, &mut digest);
        digest.0
    }

    /// Visits everything that a player, or a spectator, sees of a table. `absent` are the cells not in the
    /// game.
    fn witness(
        &self,
        state: &State,
        viewer: Option<PlayerId>,
        absent: &[CellId],
        witness: &mut impl Witness,
    ) {
        let players = state.players();
        let mut seen = vec![false; self.ir.components.len()];
        let counts = self.counts(state);
        let mut of_unseen = Vec::new();
        for (i, place) in self.ir.layout.zones.iter().enumerate() {
            let zone = ZonePlaceId::from_index(i);
            let of_absent = || {
                let on = self.ir.zones.find(place.zone)?;
                matches!(on.per.thing, ZoneOwner::Cell(_))
                    .then(|| absent.contains(&CellId(on.of_place(zone).0 as u32)))
            };
            if place.owner.is_some_and(|p| p.0 >= players) || !absent.is_empty() && of_absent() == Some(true)
            {
                continue;
            }
            let count = counts.get(i).copied().unwrap_or(0);
            // The owner of the zone would reveal the component at that place; an empty zone has nothing to
            // show.
            let bearer = self.unseen_bearer(state, viewer, zone);
            if bearer.is_some() && count == 0 {
                continue;
            }
            let contents = self
                .sees(state, viewer, zone)
                .then(|| if count == 0 { Vec::new() } else { self.contents(state, zone) });
            let known = if contents.is_none() { self.known_in(state, viewer, zone) } else { Vec::new() };
            for component in contents.iter().flatten().chain(known.iter().map(|face| &face.component)) {
                if let Some(seen) = seen.get_mut(component.index()) {
                    *seen = true;
                }
            }
            let told = if contents.is_none() { self.told_in(state, viewer, zone) } else { Vec::new() };
            let lying = ZoneContents { count, contents, known, told };
            match bearer {
                Some(lies) => of_unseen.push((self.first_like(zone), lies, place, lying)),
                None => witness.zone(zone, None, place, lying),
            }
        }
        // Their order must not reveal it, either.
        of_unseen.sort_by_cached_key(|(zone, lies, _, lying)| (*zone, *lies, lying.contents.clone()));
        for (zone, lies, place, lying) in of_unseen {
            witness.zone(zone, Some(lies), place, lying);
        }
        for (i, info) in self.ir.layout.fields.iter().enumerate().filter(|(_, info)| info.is_declared()) {
            for owner in 0..info.owners {
                let visible = match info.owner {
                    Owner::Table => true,
                    Owner::Cell => absent.is_empty() || !absent.contains(&CellId(owner)),
                    Owner::Player => owner < u32::from(players),
                    Owner::Component => {
                        seen.get(owner.index()) == Some(&true) && self.ir.bears_field(owner, info)
                    }
                };
                if let (true, Some(words)) = (visible, self.field(state, FieldId(i as u16), owner)) {
                    // A field that names hidden components is hidden too.
                    let hidden = |c: u64| {
                        u32::try_from(c).is_ok_and(|c| self.is_unseen(state, viewer, ComponentId(c)))
                    };
                    let zone = |z: u64| {
                        u16::try_from(z)
                            .is_ok_and(|z| self.unseen_bearer(state, viewer, ZonePlaceId(z)).is_some())
                    };
                    if named_components(&info.ty, words).any(hidden)
                        || named_zone(&info.ty, words).is_some_and(zone)
                    {
                        continue;
                    }
                    witness.field(FieldId(i as u16), info, owner, words);
                }
            }
        }
        let away = |c: &ComponentId| self.zone_of(state, *c).is_none() && !self.is_unseen(state, viewer, *c);
        self.ir.components.ids().filter(away).for_each(|component| witness.out_of_play(component));
    }

    /// Returns the component that owns a zone of `Layout::zones`.
    pub(crate) fn bearer(&self, zone: ZonePlaceId) -> Option<ComponentId> {
        (u32::try_from(self.zones.get(zone.index())?.bearer).ok()).map(ComponentId)
    }

    /// Returns the place of the component that owns a zone, if a player (or, for `None`, a spectator) cannot
    /// see which component that is. In an unordered zone, its position is 0.
    pub(crate) fn unseen_bearer(
        &self,
        state: &State,
        viewer: Option<PlayerId>,
        zone: ZonePlaceId,
    ) -> Option<ComponentPlace> {
        let bearer = self.bearer(zone)?;
        if !self.is_unseen(state, viewer, bearer) {
            return None;
        }
        let Some(lies) = self.zone_of(state, bearer) else {
            return Some(ComponentPlace::new(ZonePlaceId(ComponentPlace::BOX.0), 0));
        };
        if self.unseen_bearer(state, viewer, lies).is_some() {
            return Some(ComponentPlace::new(self.first_like(lies), 0).of_unseen());
        }
        let down =
            || self.contents(state, lies).iter().position(|c| *c == bearer).map_or(0, |i| i as u32 + 1);
        Some(ComponentPlace::new(lies, if self.ir.is_ordered(lies) { down() } else { 0 }))
    }

    /// Returns the first zone of the same declaration and value.
    pub(super) fn first_like(&self, zone: ZonePlaceId) -> ZonePlaceId {
        let declared = self.ir.layout.zones.find(zone).and_then(|place| self.ir.zones.find(place.zone));
        declared.map_or(zone, |info| ZonePlaceId(info.first_with_value_of(zone).0))
    }

    /// Returns the number of components in each zone, in one pass over the components.
    fn counts(&self, state: &State) -> Vec<usize> {
        let mut counts = vec![0; self.zones.len()];
        for place in &state.words[self.place..self.place + self.components.index()] {
            if let Some(count) = counts.get_mut(place.index()) {
                *count += 1;
            }
        }
        counts
    }

    /// Returns the components that a player, or a spectator, knows in a zone that they cannot see into.
    fn known_in(&self, state: &State, viewer: Option<PlayerId>, zone: ZonePlaceId) -> Vec<KnownFace> {
        if self.known.is_none() {
            return Vec::new();
        }
        let ordered = self.ir.is_ordered(zone);
        let lie = self.contents(state, zone).into_iter().enumerate();
        let known = lie.filter(|(_, component)| !self.is_unseen(state, viewer, *component));
        known.map(|(i, component)| KnownFace { place: if ordered { i + 1 } else { 0 }, component }).collect()
    }

    /// Returns the hints that a player has about components in a zone that they cannot see into.
    fn told_in(&self, state: &State, viewer: Option<PlayerId>, zone: ZonePlaceId) -> Vec<HintedPlace> {
        let Some(player) = viewer.filter(|_| !self.ir.hints.is_empty()) else { return Vec::new() };
        let lie = self.contents(state, zone).into_iter().enumerate();
        let told = lie.map(|(i, c)| HintedPlace {
            place: i + 1,
            told: hints::hints_about(self, &state.words, player, u64::from(c)),
        });
        told.filter(|place| !place.told.is_empty()).collect()
    }

    /// Returns the cells of boards that options leave out.
    fn absent(&self, state: &State) -> Vec<CellId> {
        let there = self.ir.geometry.in_game.and_then(|field| self.field(state, field, 0));
        let cells = self.ir.cells.ids();
        there.map_or_else(Vec::new, |there| cells.filter(|c| !sets::has(there, u64::from(*c))).collect())
    }
}

/// Returns whether a value of this type can name components.
pub(super) fn holds_components(ty: &ValueType) -> bool {
    match ty {
        ValueType::Component => true,
        ValueType::Optional(of) | ValueType::Set(of) => **of == ValueType::Component,
        _ => false,
    }
}

/// Returns the zone that a value names, if it names one.
fn named_zone(ty: &ValueType, words: &[u64]) -> Option<u64> {
    let zone =
        matches!(ty, ValueType::Zone) || matches!(ty, ValueType::Optional(of) if **of == ValueType::Zone);
    words.first().copied().filter(|word| zone && *word != NONE)
}

fn named_components<'w>(ty: &ValueType, words: &'w [u64]) -> impl Iterator<Item = u64> + use<'w> {
    let one = || words.first().copied().filter(|word| *word != NONE);
    let (one, set) = match ty {
        ValueType::Component => (one(), &[][..]),
        ValueType::Optional(of) if **of == ValueType::Component => (one(), &[][..]),
        ValueType::Set(of) if **of == ValueType::Component => (None, words),
        _ => (None, &[][..]),
    };
    one.into_iter().chain(sets::elements(set))
}

//! The view of a seat in names, for clients to show.

use std::collections::{BTreeMap, HashSet};

use serde::{Serialize, Serializer};

use super::state_names::{component_id, named_fields};
use crate::ir::{PlayerId, SeatNumber};
use crate::play::Session;
use crate::table::{self, HintedPlace, ViewedZone};

/// The part of the table that a seat or a spectator may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct View {
    /// The zones by name, `hand[1]`, in the order of the rules.
    #[serde(serialize_with = "as_object")]
    pub zones: Vec<(String, ZoneView)>,
    /// State by name and, for players, components and cells, by owner: `coins[1]`. Values are text.
    #[serde(serialize_with = "as_object")]
    pub state: Vec<(String, String)>,
    /// The seats that play no longer.
    pub out: Vec<SeatNumber>,
}

/// The part of a zone that a seat may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ZoneView {
    /// Number of components in the zone.
    pub count: usize,
    /// Ids of the components, from the top of an ordered zone; `None` if the seat does not see into it.
    pub contents: Option<Vec<String>>,
    /// The components that the seat knows in a zone into which it does not see, by their place from the top;
    /// `?` in an unordered zone.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub known: BTreeMap<String, Vec<String>>,
    /// Hints about other components, by their place.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub told: BTreeMap<String, Vec<String>>,
}

impl View {
    /// Names everything in a view of the table.
    pub(super) fn of(session: &Session, view: &table::TableView) -> View {
        let mut zones: Vec<(String, ZoneView)> = Vec::new();
        let mut taken = HashSet::new();
        for zone in &view.zones {
            let name = session.names().viewed_zone(zone);
            // Zones of components with the same name and without an order get numbered names.
            let mut names = std::iter::once(name.clone()).chain((2..).map(|n| format!("{name} ({n})")));
            let free = names.find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(free.clone());
            zones.push((free, ZoneView::of(session, zone)));
        }
        let fields = view.fields.iter().map(|field| (field.field, field.owner, field.words.as_slice()));
        let out =
            PlayerId::all(view.players).filter(|p| view.out >> p.0 & 1 == 1).map(PlayerId::seat).collect();
        View { zones, state: named_fields(session, fields), out }
    }

    /// Returns the zone of a name; `None` if the view has none.
    pub fn zone(&self, name: &str) -> Option<&ZoneView> {
        self.zones.iter().find(|(zone, _)| zone == name).map(|(_, zone)| zone)
    }

    /// Returns a value of state by its name.
    pub fn state(&self, name: &str) -> Option<&str> {
        self.state.iter().find(|(state, _)| state == name).map(|(_, value)| value.as_str())
    }
}

impl ZoneView {
    fn of(session: &Session, zone: &ViewedZone) -> ZoneView {
        let ir = session.table().ir();
        let place = |place: usize| if place == 0 { "?".into() } else { place.to_string() };
        let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for face in &zone.known {
            known.entry(place(face.place)).or_default().push(component_id(ir, face.component).to_owned());
        }
        let names = session.names();
        let told =
            |told: &HintedPlace| (place(told.place), told.told.iter().map(|t| names.hint_text(t)).collect());
        ZoneView {
            count: zone.count,
            contents: zone
                .contents
                .as_ref()
                .map(|all| all.iter().map(|c| component_id(ir, *c).to_owned()).collect()),
            known,
            told: zone.told.iter().map(told).collect(),
        }
    }
}

/// Serialises pairs as an object.
fn as_object<V: Serialize, S: Serializer>(pairs: &[(String, V)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

//! Hash tables from names to components and zones, for exact spellings. Other spellings take the slow search.

use rustc_hash::FxHashMap;

use crate::ir::{ComponentId, Ir, ZonePlaceId};
use crate::table::{Names, fold};

/// Index of the first component, and number of copies.
pub(super) type CopyRange = (ComponentId, u32);

/// The names of a game's components and zones. The hash need not resist attacks, because the package itself
/// provides the names; nothing iterates over the tables.
pub(super) struct Lookup {
    components: FxHashMap<Box<str>, CopyRange>,
    zones: FxHashMap<Box<str>, ZonePlaceId>,
}

impl Lookup {
    pub(super) fn new(ir: &Ir, names: &Names) -> Self {
        let mut lookup = Lookup { components: FxHashMap::default(), zones: FxHashMap::default() };
        for name in &ir.names {
            lookup.components.entry(name.id.as_str().into()).or_insert((name.first, name.copies));
        }
        for name in &ir.names {
            lookup.components.entry(name.printed.as_str().into()).or_insert((name.first, name.copies));
        }
        for (i, component) in ir.components.iter().enumerate() {
            lookup.components.entry(component.id.as_str().into()).or_insert((ComponentId(i as u32), 1));
        }
        for zone in 0..ir.layout.zones.len() as u16 {
            lookup.zones.insert(names.zone(ZonePlaceId(zone)).into(), ZonePlaceId(zone));
        }
        lookup
    }

    /// Returns the copies of a name, or a single one of them. The error suggests the nearest name.
    pub(super) fn components(&self, names: &Names, written: &str) -> Result<CopyRange, String> {
        if let Some(copies) = self.components.get(written) {
            return Ok(*copies);
        }
        let mut found = names.find_components(written).map_err(|unknown| match unknown.nearest {
            Some(near) => format!("there is no component `{written}`: did you mean `{near}`?"),
            None => format!("there is no component `{written}`"),
        })?;
        let copies = found.len() as u32;
        Ok((found.next().unwrap_or_default(), copies))
    }

    /// Returns the index of a zone in `Layout::zones`.
    pub(super) fn zone(&self, ir: &Ir, names: &Names, written: &str) -> Result<ZonePlaceId, String> {
        if let Some(zone) = self.zones.get(written) {
            return Ok(*zone);
        }
        let unknown = match names.find_zone(written) {
            Ok(zone) => return Ok(zone),
            Err(unknown) => unknown,
        };
        let wanted = fold(written);
        let mut alike = ir.layout.zones.ids().filter(|zone| fold(&names.zone(*zone)) == wanted);
        if let (Some(zone), None) = (alike.next(), alike.next()) {
            return Ok(zone);
        }
        let id = written.split('[').next().unwrap_or(written).trim();
        Err(match (ir.zones.iter().find(|z| z.id == id), unknown.nearest) {
            (Some(zone), _) if zone.per_player() && !written.contains('[') => {
                format!("`{id}` is each player's own: write `{id}[1]` for who sits at seat 1")
            }
            (Some(zone), _) if zone.per_player() => {
                format!("there is no zone `{written}`: seats are 1 to {}", ir.layout.max_players)
            }
            (Some(zone), _) if zone.places().len() > 1 => {
                format!(
                    "there is no zone `{written}`: there are several, such as `{}`",
                    names.zone(zone.first)
                )
            }
            (Some(_), _) => format!("`{id}` is the table's and has no seats: write `{id}`"),
            (None, Some(near)) => format!("there is no zone `{written}`: did you mean `{near}`?"),
            (None, None) => format!("there is no zone `{written}`"),
        })
    }
}

//! Names of zones, and their lookup by what people write: `deck`, `hand[1]`, `lines[1][red]`, `pack[lion]`.

use super::component_place::ComponentPlace;
use super::names::{NameStyle, Names, UnknownName};
use super::view::ViewedZone;
use crate::diagnostics::nearest;
use crate::ir::{ValueType, ZoneKey, ZoneOwner, ZonePlaceId};

/// The context of a zone's label, which the label does not repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelContext {
    /// The player who owns the zone.
    Player,
    /// The cell that owns the zone.
    Cell,
    /// Neither.
    Nothing,
}

impl Names<'_> {
    /// Returns the name of a zone of `Layout::zones`: `deck`, `hand[1]`, `discards[red]`, `pack[lion]`.
    pub fn zone(&self, zone: ZonePlaceId) -> String {
        self.zone_for(zone, NameStyle::Id, |thing| self.value(&ValueType::Component, &[thing]))
    }

    /// Returns the label of a zone for people: its name, and the printed names of its cell, component and
    /// value in brackets. Labels of the things it is shown `within` are left out.
    pub fn zone_label(&self, zone: &ViewedZone, within: LabelContext) -> String {
        let called = |thing: u64| match zone.of_unseen {
            Some(place) => self.place(place, NameStyle::Printed),
            None => self.component(thing),
        };
        self.zone_in(zone.zone, (NameStyle::Printed, within), called)
    }

    /// Returns the label of a zone on its own line. A zone of a cell has the label of the cell.
    pub(super) fn place_label(&self, zone: ZonePlaceId) -> String {
        match self.ir.zone_at(zone).map(|info| (info.per.thing, info.of_place(zone).0)) {
            Some((ZoneOwner::Cell(_), cell)) => self.format_value(&ValueType::Cell, &[cell]),
            _ => self.zone_for(zone, NameStyle::Printed, |thing| self.component(thing)),
        }
    }

    /// Returns the name of a zone as its viewer knows it. The zone of an unseen component is named by the
    /// component's place: `pack[deck 1]`.
    pub fn viewed_zone(&self, zone: &ViewedZone) -> String {
        match zone.of_unseen {
            Some(place) => self.zone_for(zone.zone, NameStyle::Id, |_| self.place(place, NameStyle::Id)),
            None => self.zone(zone.zone),
        }
    }

    /// Returns the public name of a zone of an unseen component: `pack[?]`.
    pub fn veiled_zone(&self, zone: ZonePlaceId) -> String {
        self.zone_for(zone, NameStyle::Id, |_| "?".into())
    }

    /// Returns the public label of a zone of an unseen component: `pack[?]`.
    pub fn veiled_label(&self, zone: ZonePlaceId) -> String {
        self.zone_for(zone, NameStyle::Printed, |_| "?".into())
    }

    /// Returns the label of a zone that everybody can name.
    pub fn open_label(&self, zone: ZonePlaceId) -> String {
        self.zone_for(zone, NameStyle::Printed, |thing| self.component(thing))
    }

    /// Returns the name of a zone that is a value, or its label for people. A `veiled` one is of an unseen
    /// component.
    pub(super) fn zone_text(&self, zone: ZonePlaceId, veiled: bool, style: NameStyle) -> String {
        match (style, veiled) {
            (NameStyle::Id, false) => self.zone(zone),
            (NameStyle::Id, true) => self.veiled_zone(zone),
            (NameStyle::Printed | NameStyle::Copy, false) => self.open_label(zone),
            (NameStyle::Printed | NameStyle::Copy, true) => self.veiled_label(zone),
        }
    }

    /// Returns the name of the place of a component, or its label for people: `deck 3`, `hand[2] 1`.
    pub(super) fn place(&self, place: ComponentPlace, style: NameStyle) -> String {
        let zone = self.zone_text(place.zone, place.of_unseen, style);
        match place.number {
            0 => format!("{zone} ?"),
            number => format!("{zone} {number}"),
        }
    }

    fn zone_for(&self, zone: ZonePlaceId, style: NameStyle, component: impl Fn(u64) -> String) -> String {
        self.zone_in(zone, (style, LabelContext::Nothing), component)
    }

    fn zone_in(
        &self,
        zone: ZonePlaceId,
        (style, within): (NameStyle, LabelContext),
        component: impl Fn(u64) -> String,
    ) -> String {
        if zone == ZonePlaceId(ComponentPlace::BOX.0) {
            return "box".into();
        }
        let place = self.ir.layout.zones.find(zone);
        let Some((place, info)) = place.and_then(|p| Some((p, self.ir.zones.find(p.zone)?))) else {
            return "no zone".into();
        };
        let (thing, value) = info.of_place(zone);
        let mut name = if style == NameStyle::Id { info.id.clone() } else { self.terminal_name(&info.id) };
        match info.per.thing {
            ZoneOwner::Table => {}
            ZoneOwner::Player if within == LabelContext::Player => {}
            ZoneOwner::Cell(_) if within == LabelContext::Cell => {}
            ZoneOwner::Player => name += &format!("[{}]", u64::from(place.owner.unwrap_or_default()) + 1),
            ZoneOwner::Cell(_) => name += &format!("[{}]", self.text(&ValueType::Cell, &[thing], style)),
            ZoneOwner::Component(_) => name += &format!("[{}]", component(thing)),
        }
        match info.per.key {
            None => {}
            Some(ZoneKey::Enum(e)) => {
                name += &format!("[{}]", self.text(&ValueType::Enum(e), &[value], style))
            }
            Some(ZoneKey::Name) => name += &format!("[{}]", self.text(&ValueType::Name, &[value], style)),
            Some(ZoneKey::Int(_)) => name += &format!("[{}]", value as i64),
        }
        name
    }

    /// Returns the zone of `Layout::zones` with a name: `deck`, `hand[1]`.
    pub fn find_zone(&self, written: &str) -> Result<ZonePlaceId, UnknownName> {
        self.zone_called(written).ok_or_else(|| {
            let known: Vec<String> = self.ir.layout.zones.ids().map(|z| self.zone(z)).collect();
            UnknownName {
                written: written.into(),
                nearest: nearest(written, known.iter().map(String::as_str)).map(String::from),
            }
        })
    }

    fn zone_called(&self, written: &str) -> Option<ZonePlaceId> {
        let mut parts = written.trim().split('[');
        let id = parts.next()?.trim();
        let mut brackets = parts.map(|part| part.trim().strip_suffix(']').map(str::trim));
        let zone = self.ir.zones.iter().find(|z| z.id == id)?;
        let per = &zone.per;
        let thing = match per.thing {
            ZoneOwner::Table => 0,
            ZoneOwner::Player => brackets.next()??.parse::<u64>().ok()?.checked_sub(1)?,
            ZoneOwner::Cell(first) => {
                let cell = brackets.next()??;
                (self.ir.cells.iter().position(|c| c.id == cell)? as u64).checked_sub(u64::from(first))?
            }
            ZoneOwner::Component(first) => {
                self.find_components(brackets.next()??).ok()?.next()?.after(first)? as u64
            }
        };
        let value = match per.key {
            None => 0,
            Some(ZoneKey::Enum(e)) => {
                let value = brackets.next()??;
                self.ir.enums.find(e)?.values.iter().position(|v| v == value)? as u64
            }
            Some(ZoneKey::Name) => u64::from(self.name_called(brackets.next()??)?),
            Some(ZoneKey::Int(first)) => {
                u64::try_from(brackets.next()??.parse::<i64>().ok()?.checked_sub(first)?).ok()?
            }
        };
        let exists =
            thing < u64::from(per.things) && value < u64::from(per.values) && brackets.next().is_none();
        exists.then(|| zone.first + (thing * u64::from(per.values) + value) as u16)
    }
}

//! Places that stand in options for components that the chooser cannot see.

use crate::ir::ZonePlaceId;

/// The place of a component that its chooser cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ComponentPlace {
    /// Index into `Layout::zones`; [`ComponentPlace::BOX`]: out of play.
    pub zone: ZonePlaceId,
    /// From 1: the position from the top in an ordered zone; otherwise a random number without meaning.
    pub number: u32,
    /// True if the zone belongs to a component that the chooser cannot see either: `zone` then stands for all
    /// zones of its declaration.
    pub of_unseen: bool,
}

/// Marks a value of an option as a place: no index of a component, cell or player, and no int of a set, is as
/// great.
pub(super) const MARK: u64 = 1 << 62;

/// Marks a place in a zone of an unseen component; the bit above the number.
const OF_UNSEEN: u32 = 1 << 31;

impl ComponentPlace {
    /// The value of `zone` for out of play.
    pub const BOX: ZonePlaceId = ZonePlaceId(u16::MAX);

    /// Returns the place that a value of an option encodes, if it is one.
    pub(super) fn of(value: u64) -> Option<ComponentPlace> {
        let (zone, low) = ((value >> 32) as u16, value as u32);
        let place = ComponentPlace {
            zone: ZonePlaceId(zone),
            number: low & !OF_UNSEEN,
            of_unseen: low & OF_UNSEEN != 0,
        };
        (value >> 48 == MARK >> 48).then_some(place)
    }

    pub(super) fn new(zone: ZonePlaceId, number: u32) -> ComponentPlace {
        ComponentPlace { zone, number, of_unseen: false }
    }

    pub(super) fn of_unseen(self) -> ComponentPlace {
        ComponentPlace { of_unseen: true, ..self }
    }

    pub(super) fn value(self) -> u64 {
        let low = self.number | if self.of_unseen { OF_UNSEEN } else { 0 };
        MARK | u64::from(self.zone) << 32 | u64::from(low)
    }
}

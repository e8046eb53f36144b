//! Owners of state and zones, and start values.

use crate::check::hir::tree::{HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::COMPONENT;
use crate::check::symbols::symbol_table::{SymbolTable, full_set};
use crate::check::symbols::values::nearest_to_0;
use crate::ir::{ComponentId, FieldId, KindId, NONE, Owner, ToIndex, ZoneId, ZoneKey, ZoneOwner};

impl SymbolTable {
    /// Returns the most special kind whose components are these: `count` from `first` on.
    pub(in crate::check) fn kind_at(&self, first: ComponentId, count: u32) -> KindId {
        let kind = self.kinds.iter().rposition(|kind| kind.first == first && kind.count == count);
        kind.map_or(COMPONENT, KindId::from_index)
    }

    /// Returns the start value of a field for an owner; none for 0, false or the empty set.
    pub(in crate::check) fn starts_as(&self, f: FieldId, owner: Option<HExpr>) -> Option<HKind> {
        let field = &self.fields[f];
        match (field.start, field.printed, &field.ty) {
            (Some(start), ..) => Some(HKind::Call(start, owner.into_iter().collect())),
            (None, Some(a), _) => owner.map(|o| HKind::Attribute(a, Box::new(o))),
            (None, None, Ty::Optional(_)) => Some(HKind::Value(NONE)),
            // A number whose range excludes 0 starts at the bound nearest to 0.
            (None, None, Ty::Int | Ty::Amount(_)) => match (nearest_to_0(field.range), &field.ty) {
                (0, _) => None,
                (least, Ty::Int) => Some(HKind::Int(least)),
                (least, ty) => Some(HKind::ConstSet(vec![least as u64; self.words(ty)])),
            },
            _ => None,
        }
    }

    /// Returns the type and the set of a field's owners; none for a field of the table.
    pub(in crate::check) fn owners(&self, f: FieldId) -> Option<(Ty, HKind)> {
        let field = &self.fields[f];
        match field.owner {
            Owner::Table => None,
            Owner::Player => Some((Ty::Player, HKind::Players)),
            Owner::Cell => Some((Ty::Cell, HKind::ConstSet(full_set(self.cells.len())))),
            Owner::Component => {
                let kind = &self.kinds[field.kind];
                let all = HKind::ConstSet(self.span_set(kind.first, kind.count));
                Some((Ty::Component(field.kind), all))
            }
        }
    }
}

/// Returns the type and the set of a zone's owners; none for a single zone of the table, and for zones that
/// are per two things.
pub(in crate::check) fn zone_owners(symbols: &SymbolTable, z: ZoneId) -> Option<(Ty, HKind)> {
    let zone = &symbols.zones[z];
    let numbers = |first: u32, count: u32, words: usize| {
        let mut set = vec![0; words];
        (first..first + count).for_each(|c| set[c.index() / 64] |= 1 << (c % 64));
        HKind::ConstSet(set)
    };
    match (zone.per.thing, zone.per.key) {
        (ZoneOwner::Player, None) => Some((Ty::Player, HKind::Players)),
        (ZoneOwner::Cell(first), None) => {
            let words = symbols.words(&Ty::Cell.set());
            Some((Ty::Cell, numbers(first.0, zone.per.things, words)))
        }
        (ZoneOwner::Component(first), None) => {
            let set = numbers(first.0, zone.per.things, symbols.component_words());
            Some((Ty::Component(symbols.kind_at(first, zone.per.things)), set))
        }
        (ZoneOwner::Table, Some(ZoneKey::Int(first))) => {
            let last = first + i64::from(zone.per.values) - 1;
            if first < 0 || last > 63 {
                return None;
            }
            Some((Ty::Int, numbers(first as u32, zone.per.values, 1)))
        }
        (ZoneOwner::Table, Some(_)) => {
            let key = zone.key()?;
            let words = symbols.words(&key.clone().set());
            Some((key, numbers(0, zone.per.values, words)))
        }
        _ => None,
    }
}

//! Lowering of expressions about zones: the zone itself, its contents, the place of a component.

use super::emit::FunctionLowering;
use crate::check::hir::tree::{HExpr, HKind};
use crate::ir::code::{Op, Reg};

impl FunctionLowering<'_, '_> {
    /// Lowers an expression about zones into `d`; a set takes `n` words.
    pub(super) fn zone(&mut self, e: &HExpr, d: Reg, n: u8) {
        match &e.kind {
            HKind::Zone(z) => self.int(d, i64::from(self.l.symbols.zones[*z].first.0)),
            HKind::PlayerZone(z, p) => {
                let p = self.value(p);
                let zone = self.l.symbols.zones[*z].first;
                self.emit(Op::ZoneOf { d, zone, p });
            }
            HKind::ZoneAt(z, thing, value) => {
                let at = self.temp(2);
                for (i, part) in [thing, value].into_iter().enumerate() {
                    match part {
                        Some(part) => self.into(part, at + Reg::from_index(i).0),
                        None => self.int(at + Reg::from_index(i).0, 0),
                    }
                }
                self.emit(Op::ZoneAt { d, zone: *z, at });
            }
            HKind::Contents(zone) => self.contents(zone, d, n),
            HKind::OutOfPlay => {
                self.emit(Op::OutOfPlay { n, d });
            }
            HKind::InZones(place, z) => {
                let place = self.value(place);
                let zone = &self.l.symbols.zones[*z];
                let (first, last) =
                    (i64::from(zone.first.0), i64::from(zone.first.0) + i64::from(zone.places()) - 1);
                let (low, high, at_least) = (self.temp(1), self.temp(1), self.temp(1));
                self.int(low, first);
                self.int(high, last);
                self.emit(Op::Le { d: at_least, a: low, b: place });
                self.emit(Op::Le { d: high, a: place, b: high });
                self.emit(Op::Mul { d, a: at_least, b: high });
            }
            HKind::CellOf(c) | HKind::Bearer(c) | HKind::Holder(c) | HKind::ZoneOf(c) => {
                let c = self.value(c);
                self.emit(match e.kind {
                    HKind::CellOf(_) => Op::CellOf { d, c },
                    HKind::Bearer(_) => Op::Bearer { d, c },
                    HKind::Holder(_) => Op::Holder { d, c },
                    _ => Op::Place { d, c },
                });
            }
            HKind::Top(z) => {
                let z = self.value(z);
                self.emit(Op::Top { d, z });
            }
            HKind::Bottom(z) => {
                let z = self.value(z);
                self.emit(Op::Bottom { d, z });
            }
            _ => unreachable!("asked of expressions about zones only"),
        }
    }

    /// Lowers the contents of a zone. The sets of the table's single zones and of players' zones have fixed
    /// addresses; others are looked up.
    fn contents(&mut self, zone: &HExpr, d: Reg, n: u8) {
        match &zone.kind {
            HKind::Zone(z) => {
                let first = self.l.symbols.zones[*z].first;
                let addr = self.l.ir.layout.zones[first].set;
                self.emit(Op::LoadSet { n, d, addr });
            }
            HKind::PlayerZone(z, p) => {
                let p = self.value(p);
                let zone = self.l.symbols.zones[*z].first;
                self.emit(Op::PlayerZone { n, d, zone, p });
            }
            _ => {
                let z = self.value(zone);
                self.emit(Op::ZoneSet { n, d, z });
            }
        }
    }
}

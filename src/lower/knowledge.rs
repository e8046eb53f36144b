//! Analysis of which games must store players' knowledge of components out of their sight, and in how many
//! bits.
//!
//! If everything hidden begins in one place, and no component moves out of the sight of somebody who has seen
//! it, the zones alone determine who knows what. All other games store a few bits for each player and
//! component.

use super::lowering::Lowering;
use crate::check::hir::tree::{HEffect, HExpr, HKind};
use crate::check::symbols::items::ZoneSymbol;
use crate::ir::{Layout, Op, ToIndex, ZoneViewers};

/// The number of groups formed in play that are kept apart from the groups of the start.
const GROUPS_IN_PLAY: usize = 2;

impl Lowering<'_> {
    /// Records whether an effect may move a component out of sight of a player who has seen it.
    pub(super) fn note_travel(&mut self, effect: &HEffect) {
        // Initial placement is known from the rules.
        if self.ir.functions.len() == self.ir.lay.index() {
            return;
        }
        let zones = &self.symbols.zones;
        let zone = |e: &HExpr| match e.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) => zones.find(z),
            _ => None,
        };
        let takes = |from: Option<&ZoneSymbol>, to: Option<&ZoneSymbol>| {
            let goes = |to: &ZoneSymbol| {
                to.seen_by != ZoneViewers::All
                    && zones.iter().any(|from| hides(from, to) && overlap(self, from, to))
            };
            match (from, to) {
                (Some(from), Some(to)) => hides(from, to),
                (_, Some(to)) => goes(to),
                (_, None) => zones.iter().any(goes),
            }
        };
        self.takes_out_of_sight |= match effect {
            HEffect::Move(_, to, _) | HEffect::MoveAll(_, to, _) => takes(None, zone(to)),
            HEffect::Deal(from, to, _) => takes(zone(from), zone(to)),
            HEffect::Swap(..) => takes(None, None),
            _ => false,
        };
    }

    /// Lays out players' knowledge of components out of their sight, in games in which zones alone do not
    /// determine it.
    pub(super) fn lay_out_known(&mut self) {
        let ir = &self.ir;
        let hides = ir.zones.iter().any(|zone| zone.seen_by != ZoneViewers::All);
        if !hides || ir.layout.fields.iter().any(|field| field.id == Layout::KNOWN) {
            return;
        }
        let shows = ir.code.iter().any(|op| matches!(op, Op::Show { .. } | Op::Hint { .. }));
        let by_others =
            |seen_by: ZoneViewers| matches!(seen_by, ZoneViewers::Others | ZoneViewers::Expression);
        let told = ir.zones.iter().any(|z| by_others(z.seen_by) || z.top_seen_by != ZoneViewers::None);
        let begin = self.places_to_begin_in();
        if self.takes_out_of_sight || shows || told || begin > 1 {
            // Two more codes besides these groups: known faces, and no group.
            let groups = if begin > 1 { begin } else { 0 } + GROUPS_IN_PLAY + 2;
            let bits = ((groups - 1).ilog2()).index() + 1;
            for _ in 0..bits.min(Layout::GROUP_BITS) {
                self.lay_out_faces(Layout::KNOWN);
            }
        }
    }

    /// Counts the places in which components begin unseen and whose possible contents overlap with those of
    /// another such place.
    fn places_to_begin_in(&self) -> usize {
        let symbols = self.symbols;
        let begin =
            || symbols.zones.iter().filter(|zone| zone.start.is_some() && zone.seen_by != ZoneViewers::All);
        let meets = |a: &ZoneSymbol| a.places() > 1 || begin().any(|b| a.id != b.id && overlap(self, a, b));
        begin().filter(|zone| meets(zone)).map(|zone| zone.places().index()).sum()
    }
}

/// Returns whether a player who sees the contents of one zone may not see those of another. A zone that its
/// owner sees may belong to another player.
fn hides(from: &ZoneSymbol, to: &ZoneSymbol) -> bool {
    from.seen_by != ZoneViewers::None && to.seen_by != ZoneViewers::All
}

fn overlap(lowering: &Lowering, a: &ZoneSymbol, b: &ZoneSymbol) -> bool {
    let range = |zone: &ZoneSymbol| {
        let kind = &lowering.symbols.kinds[zone.kind];
        kind.components()
    };
    let (a, b) = (range(a), range(b));
    a.overlaps(&b)
}

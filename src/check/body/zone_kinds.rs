//! Static checks, by kinds, of which components a zone can hold.

use crate::check::body::messages;
use crate::check::body::scope::Cx;
use crate::check::hir::tree::{HExpr, HKind};
use crate::check::hir::types::Ty;
use crate::ir::{KindId, ToIndex};
use crate::source::Span;

impl Cx<'_> {
    /// Returns the kind of a component, or of the components of a set or zone.
    pub(in crate::check) fn kind_of(&self, what: &HExpr) -> Option<KindId> {
        match (&what.ty, &what.kind) {
            (Ty::Component(kind) | Ty::Zone(kind), _) => Some(*kind),
            (Ty::Set(inner), _) => match **inner {
                Ty::Component(kind) => Some(kind),
                _ => None,
            },
            (Ty::Name, HKind::Value(name)) => self.symbols.names.get(name.index()).map(|name| name.kind),
            _ => None,
        }
    }

    /// Reports an error if a zone can never hold a component of the kind. A scenario may try it, to observe
    /// the fault.
    pub(in crate::check) fn can_lie_in(&mut self, kind: KindId, span: Span, zone: &HExpr) {
        let Ty::Zone(holds) = zone.ty else { return };
        let symbols = self.symbols;
        if self.trial || !symbols.apart(kind, holds) {
            return;
        }
        let (kind, holds) = (Ty::Component(kind).a(symbols), &symbols.kinds[holds].id);
        let id = self.source_text(zone.span).unwrap_or("this zone");
        let d = messages::never_in_zone(span, &kind, id, zone.span, holds);
        let d = match zone.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                d.at(symbols.zones[z].span, "declared here")
            }
            _ => d,
        };
        self.report(d.help("move it elsewhere, or give the zone a kind above both: `holds = \"component\"`"));
    }
}

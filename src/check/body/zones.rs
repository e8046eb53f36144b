//! The selection of one of several zones.

use crate::check::body::messages;
use crate::check::body::scope::{Cx, You};
use crate::check::hir::tree::{HExpr, HKind, error_expr};
use crate::check::hir::types::Ty;
use crate::check::symbols::items::ZoneSymbol;
use crate::diagnostics::plural;
use crate::ir::{KindId, ZoneId, ZoneKey};
use crate::source::Span;
use crate::syntax::ast::Expr;

impl Cx<'_> {
    /// Returns the zone of a player, cell, component or (`None`) the table. If the declaration has a zone per
    /// value, the result must be indexed.
    pub(in crate::check) fn zone_of(&self, z: ZoneId, thing: Option<HExpr>, span: Span) -> HExpr {
        let zone = &self.symbols.zones[z];
        if self.symbols.unclear.contains(&zone.id) {
            return error_expr(span);
        }
        let thing = thing.map(Box::new);
        if zone.per.key.is_some() {
            return HExpr { ty: Ty::Zones(z), span, kind: HKind::ZoneAt(z, thing, None) };
        }
        let kind = match thing {
            None => HKind::Zone(z),
            Some(player) if zone.per_player() => HKind::PlayerZone(z, player),
            thing => HKind::ZoneAt(z, thing, None),
        };
        HExpr { ty: Ty::Zone(zone.kind), span, kind }
    }

    /// Checks `zones[value]`, which selects the zone for a value.
    pub(in crate::check) fn zone_for(&mut self, zones: HExpr, value: &Expr, span: Span) -> HExpr {
        let HExpr { ty: Ty::Zones(z), kind: HKind::ZoneAt(_, thing, _), .. } = zones else {
            return error_expr(span);
        };
        let symbols = self.symbols;
        let zone = &symbols.zones[z];
        let key = zone.key().unwrap_or(Ty::Error);
        let value = self.typed(value, &key);
        if let (HKind::Int(number), Some(ZoneKey::Int(first))) = (&value.kind, zone.per.key) {
            let last = first + i64::from(zone.per.values) - 1;
            if !(first..=last).contains(number) {
                return self.wrong(
                    messages::outside_zones(value.span, &zone.id, *number, (first, last), zone.span),
                    span,
                );
            }
        }
        HExpr { ty: Ty::Zone(zone.kind), span, kind: HKind::ZoneAt(z, thing, Some(Box::new(value))) }
    }

    /// Returns a zone in which components of a kind may be looked for, as it is written here: `hand`,
    /// `players[1].hand`; if there is none, the set of all of them.
    pub(in crate::check) fn place_to_look(&self, kind: KindId) -> String {
        let may_hold = |zone: &&ZoneSymbol| !self.symbols.apart(kind, zone.kind);
        let zones = || self.symbols.zones.iter().filter(may_hold);
        let of_player = zones().find(|zone| zone.per_player() && zone.id == "hand");
        match of_player.or_else(|| zones().find(|zone| zone.per_player())) {
            Some(zone) if self.you != You::Nobody => zone.id.clone(),
            Some(zone) => format!("{}.{}", self.player_in_scope(), zone.id),
            None => match zones().find(|zone| zone.is_single()) {
                Some(zone) => zone.id.clone(),
                None => self.symbols.kinds[kind].plural.clone(),
            },
        }
    }

    /// Reports that one of several zones must be selected.
    pub(in crate::check) fn which_zone(&mut self, zones: &HExpr) -> HExpr {
        let (span, Ty::Zones(z)) = (zones.span, &zones.ty) else { return error_expr(zones.span) };
        let zone = &self.symbols.zones[*z];
        let written = self.source_text(span).unwrap_or(&zone.id);
        let (each, example, all) = match zone.per.key {
            Some(ZoneKey::Enum(e)) => {
                let info = &self.symbols.enums[e];
                (info.id.as_str(), info.values.first().map_or("…", String::as_str), Some(plural(&info.id)))
            }
            Some(ZoneKey::Name) => ("name", "…", None),
            _ => ("number", "1", None),
        };
        let d = messages::which_zone(span, &zone.id, each, zone.span);
        let d = match all {
            Some(all) => d.help(format!(
                "write `{written}[{example}]`, or `union({all}, {written}[it])` for all of them"
            )),
            None => d.help(format!("write `{written}[{example}]`")),
        };
        self.wrong(d, span)
    }
}

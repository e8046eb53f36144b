//! Static checks, by kinds, of which components a zone can hold.

use super::hir::{HExpr, HKind};
use super::rules::Rules;
use super::scope::Cx;
use super::types::Ty;
use super::world::World;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::check as codes;
use crate::model::{Ident, ScenarioDecl};
use crate::source::Span;

impl World {
    /// Whether two kinds are disjoint.
    pub(super) fn apart(&self, a: u16, b: u16) -> bool {
        !self.is_below(a, b) && !self.is_below(b, a)
    }
}

impl Cx<'_> {
    /// Returns the kind of a component, or of the components of a set or zone.
    pub(super) fn kind_of(&self, what: &HExpr) -> Option<u16> {
        match (&what.ty, &what.kind) {
            (Ty::Component(kind) | Ty::Zone(kind), _) => Some(*kind),
            (Ty::Set(inner), _) => match **inner {
                Ty::Component(kind) => Some(kind),
                _ => None,
            },
            (Ty::Name, HKind::Value(name)) => self.world.names.get(*name as usize).map(|name| name.kind),
            _ => None,
        }
    }

    /// Reports an error if a zone can never hold a component of the kind. A scenario may try it, to observe the fault.
    pub(super) fn can_lie_in(&mut self, kind: u16, span: Span, zone: &HExpr) {
        let Ty::Zone(holds) = zone.ty else { return };
        let world = self.world;
        if self.trial || !world.apart(kind, holds) {
            return;
        }
        let (kind, holds) = (Ty::Component(kind).a(world), &world.kinds[holds as usize].id);
        let id = self.written(zone.span).unwrap_or("this zone");
        let d = Diagnostic::error(codes::TYPE_MISMATCH, format!("{kind} can never lie in `{id}`"))
            .at(span, format!("this is {kind}"))
            .at(zone.span, format!("holds `{holds}` only"));
        let d = match zone.kind {
            HKind::Zone(z) | HKind::PlayerZone(z, _) | HKind::ZoneAt(z, ..) => {
                d.at(world.zones[z as usize].span, "declared here")
            }
            _ => d,
        };
        self.report(d.help("move it elsewhere, or give the zone a kind above both: `holds = \"component\"`"));
    }
}

impl Rules<'_> {
    /// Reports cards in a scenario's layout that their zone can never hold.
    pub(super) fn kinds_fit(&mut self, place: u16, zone: &Ident, cards: &[Ident]) {
        let world = &self.world;
        let Some(info) = world.zones.iter().find(|z| (z.first..z.first + z.places() as u16).contains(&place)) else {
            return;
        };
        let mut found = Vec::new();
        for card in cards {
            let name = card.text.rsplit_once('#').filter(|_| self.copy_named(card).is_some()).map(|(name, _)| name);
            let name = name.unwrap_or(&card.text);
            let named =
                world.names.iter().find(|n| n.id == name).or_else(|| world.names.iter().find(|n| n.printed == name));
            let Some(named) = named.filter(|n| world.apart(n.kind, info.kind)) else { continue };
            let (kind, holds) = (Ty::Component(named.kind).a(world), &world.kinds[info.kind as usize].id);
            let d = Diagnostic::error(codes::WRONG_VALUE, format!("`{}` can never lie in `{}`", card.text, zone.text));
            let d = d.at(card.span, format!("this is {kind}")).at(info.span, format!("holds `{holds}` only"));
            found.push(d.help("lay it elsewhere, or change `holds` where the zone is declared"));
        }
        self.diagnostics.extend(found);
    }

    /// Adds to errors about missing copies the place where the scenario has used the copies. The errors to look at start at index `said`.
    pub(super) fn say_where_laid(&mut self, said: usize, decl: &ScenarioDecl) {
        let laid: Vec<&Ident> = decl.zones.iter().flat_map(|(_, cards)| cards).collect();
        for d in &mut self.diagnostics[said..] {
            let Some(at) = d.labels.first().map(|l| l.span).filter(|_| d.message.starts_with("there is no further"))
            else {
                continue;
            };
            let Some(one_more) = laid.iter().position(|card| card.span == at) else { continue };
            if let Some(before) = laid[..one_more].iter().rev().find(|card| card.text == laid[one_more].text) {
                *d = d.clone().at(before.span, "it lies here already");
            }
        }
    }
}

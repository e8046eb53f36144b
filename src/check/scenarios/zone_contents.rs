//! Checks of the components that a scenario lays into zones.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::scenarios::messages;
use crate::ir::ZonePlaceId;
use crate::model::{Ident, ScenarioDecl};

impl RuleChecker<'_> {
    /// Reports cards in a scenario's layout that their zone can never hold.
    pub(in crate::check) fn kinds_fit(&mut self, place: ZonePlaceId, zone: &Ident, cards: &[Ident]) {
        let world = &self.world;
        let Some(info) = world.zones.iter().find(|z| (z.first..z.first + z.places() as u16).contains(&place))
        else {
            return;
        };
        let mut found = Vec::new();
        for card in cards {
            let name =
                card.text.rsplit_once('#').filter(|_| self.copy_named(card).is_some()).map(|(name, _)| name);
            let name = name.unwrap_or(&card.text);
            let named = world
                .names
                .iter()
                .find(|n| n.id == name)
                .or_else(|| world.names.iter().find(|n| n.printed == name));
            let Some(named) = named.filter(|n| world.apart(n.kind, info.kind)) else { continue };
            let (kind, holds) = (Ty::Component(named.kind).a(world), &world.kinds[info.kind].id);
            found.push(messages::never_in_zone(card.span, &card.text, &kind, (&zone.text, info.span), holds));
        }
        self.diagnostics.extend(found);
    }

    /// Adds to errors about missing copies the place where the scenario has used the copies. The errors to
    /// look at start at index `said`.
    pub(in crate::check) fn say_where_laid(&mut self, said: usize, decl: &ScenarioDecl) {
        let laid: Vec<&Ident> = decl.zones.iter().flat_map(|(_, cards)| cards).collect();
        for d in &mut self.diagnostics[said..] {
            let Some(at) =
                d.labels.first().map(|l| l.span).filter(|_| d.message.starts_with("there is no further"))
            else {
                continue;
            };
            let Some(one_more) = laid.iter().position(|card| card.span == at) else { continue };
            if let Some(before) = laid[..one_more].iter().rev().find(|card| card.text == laid[one_more].text)
            {
                *d = d.clone().at(before.span, "it lies here already");
            }
        }
    }
}

//! Checks of the components that a scenario lays into zones.

use crate::check::hir::types::Ty;
use crate::check::rules::checker::RuleChecker;
use crate::check::scenarios::messages;
use crate::ir::{ComponentId, ZonePlaceId};
use crate::model::Ident;
use crate::place::Span;

/// The components that a scenario lays into zones.
#[derive(Default)]
pub(in crate::check) struct LaidComponents<'d> {
    /// The copies in zones so far, and those that are named by their numbers.
    pub taken: Vec<ComponentId>,
    /// All names in the zones, in the order of the file; empty outside of zones.
    pub written: Vec<&'d Ident>,
    /// The copies that are named by their numbers, so far, each with its place.
    pub numbered: Vec<(ComponentId, Span)>,
}

impl LaidComponents<'_> {
    /// Records a copy that is named by its number. Returns the place where the same copy is laid already.
    pub(in crate::check) fn lay_numbered(&mut self, copy: ComponentId, at: Span) -> Option<Span> {
        let first = self.numbered.iter().find(|(other, _)| *other == copy).map(|(_, at)| *at);
        self.numbered.push((copy, at));
        first
    }

    /// Returns the last place before a card at which the same name is laid.
    pub(in crate::check) fn before(&self, card: &Ident) -> Option<Span> {
        let at = self.written.iter().position(|other| other.span == card.span)?;
        self.written[..at].iter().rev().find(|other| other.text == card.text).map(|other| other.span)
    }
}

impl RuleChecker<'_> {
    /// Reports cards in a scenario's layout that their zone can never hold.
    pub(in crate::check) fn kinds_fit(&mut self, place: ZonePlaceId, zone: &Ident, cards: &[Ident]) {
        let symbols = &self.symbols;
        let Some(info) =
            symbols.zones.iter().find(|z| (z.first..z.first + z.places() as u16).contains(&place))
        else {
            return;
        };
        let mut found = Vec::new();
        for card in cards {
            let name =
                card.text.rsplit_once('#').filter(|_| self.copy_named(card).is_some()).map(|(name, _)| name);
            let name = name.unwrap_or(&card.text);
            let named = symbols
                .names
                .iter()
                .find(|n| n.id == name)
                .or_else(|| symbols.names.iter().find(|n| n.printed == name));
            let Some(named) = named.filter(|n| symbols.apart(n.kind, info.kind)) else { continue };
            let (kind, holds) = (Ty::Component(named.kind).a(symbols), &symbols.kinds[info.kind].id);
            found.push(messages::never_in_zone(card.span, &card.text, &kind, (&zone.text, info.span), holds));
        }
        self.diagnostics.extend(found);
    }
}

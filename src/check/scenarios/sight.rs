//! `hidden` and `visible` in scenarios: a zone, a place in it by number, or a component.

use crate::check::rules::checker::RuleChecker;
use crate::check::scenarios::messages;
use crate::ir::VisibilitySubject;
use crate::model::Ident;

impl RuleChecker<'_> {
    /// Resolves `hand[2]`, `ship 3` or `Wine 1`. Zones take precedence over components.
    pub(in crate::check) fn seen_named(&mut self, written: &Ident) -> Option<VisibilitySubject> {
        let text = written.text.trim();
        if let Some((zone, number)) = text.rsplit_once(' ')
            && let Ok(number) = number.parse::<u32>()
            && self.is_zone(zone)
        {
            return self.lying(&Ident { text: zone.trim().to_owned(), span: written.span }, number);
        }
        if !self.is_zone(text) {
            if let Some(copy) = self.copy_named(written) {
                return Some(VisibilitySubject::Component(copy));
            }
            if let Some((card, copies)) = self.card_of_copy(text) {
                self.diagnostics.push(messages::no_such_copy(written.span, text, card, copies));
                return None;
            }
            let name =
                self.symbols.name_ids.get(text).map(|name| name.index()).or_else(|| self.printed_so(text));
            if let Some(info) = name.and_then(|name| self.symbols.names.get(name)) {
                if info.copies == 1 {
                    return Some(VisibilitySubject::Component(info.first));
                }
                self.diagnostics.push(messages::which_copy(written.span, text, info.copies, &info.id));
                return None;
            }
        }
        self.zone_named(written).map(VisibilitySubject::Zone)
    }

    fn is_zone(&self, written: &str) -> bool {
        let id = written.split('[').next().unwrap_or(written);
        self.symbols.zones.iter().any(|zone| zone.id == id)
    }

    fn lying(&mut self, zone: &Ident, number: u32) -> Option<VisibilitySubject> {
        let place = self.zone_named(zone)?;
        let ordered =
            self.symbols.zones.iter().rev().find(|zone| zone.first <= place).is_some_and(|zone| zone.ordered);
        if ordered && number > 0 {
            return Some(VisibilitySubject::Lying(place, number));
        }
        let d = match ordered {
            true => messages::no_place_0(zone.span),
            false => messages::no_numbered_places(zone.span, &zone.text),
        };
        self.diagnostics.push(d);
        None
    }
}

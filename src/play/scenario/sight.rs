//! The steps `hidden` and `visible`: a player's knowledge of a zone, of a place in it, or of a component.

use super::runner::{Runner, StepFailure};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::play as codes;
use crate::diagnostics::count_noun;
use crate::ir::{ComponentId, PlayerId, VisibilitySubject, ZonePlaceId};
use crate::source::Span;

/// The way out if a player knows something or not.
const HELP: &str = "`seen_by` of the zone says who sees it, `show(c, p)` shows what lies there";

impl Runner<'_> {
    /// Checks that a player does not know the subject.
    pub(super) fn hidden(
        &self,
        what: VisibilitySubject,
        from: PlayerId,
        at: Span,
    ) -> Result<(), StepFailure> {
        let component = match what {
            VisibilitySubject::Zone(zone) => return self.zone_hidden(zone, from, at),
            VisibilitySubject::Lying(zone, number) => self.lying(zone, number, at)?,
            VisibilitySubject::Component(component) => component,
        };
        if self.table.is_unseen(&self.state, Some(from), component) {
            return Ok(());
        }
        let message = format!("player {} knows {}", from.seat(), self.names.component(u64::from(component)));
        Err(Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, "not hidden").help(HELP).into())
    }

    /// Checks that a player knows the subject.
    pub(super) fn visible(&self, what: VisibilitySubject, to: PlayerId, at: Span) -> Result<(), StepFailure> {
        let component = match what {
            VisibilitySubject::Zone(zone) => return self.zone_visible(zone, to, at),
            VisibilitySubject::Lying(zone, number) => self.lying(zone, number, at)?,
            VisibilitySubject::Component(component) => component,
        };
        if !self.table.is_unseen(&self.state, Some(to), component) {
            return Ok(());
        }
        let lies = match self.table.zone_of(&self.state, component) {
            Some(zone) => format!("lies in `{}`", self.names.zone(zone)),
            None => "is out of play".to_owned(),
        };
        let message =
            format!("player {} does not know {}", to.seat(), self.names.component(u64::from(component)));
        Err(Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, lies).help(HELP).into())
    }

    /// Returns the component at a place of an ordered zone.
    fn lying(&self, zone: ZonePlaceId, number: u32, at: Span) -> Result<ComponentId, StepFailure> {
        let contents = self.table.contents(&self.state, zone);
        let lies = usize::try_from(number).ok().and_then(|number| contents.get(number.checked_sub(1)?));
        lies.copied().ok_or_else(|| {
            let (count, zone) = (contents.len(), self.names.zone(zone));
            let message = format!(
                "`{zone}` holds {}, so there is no number {number}",
                count_noun(count as u64, "component")
            );
            let d = Diagnostic::error(codes::SCENARIO_HIDDEN, message);
            d.at(at, "nothing lies there").into()
        })
    }

    fn zone_hidden(&self, zone: ZonePlaceId, from: PlayerId, at: Span) -> Result<(), StepFailure> {
        let view = self.table.view(&self.state, Some(from));
        let seen = view.zones.iter().find(|z| z.zone == zone);
        let known = seen.and_then(|zone| zone.known.first());
        let message = match known {
            Some(face) => {
                let component = self.names.component(u64::from(face.component));
                format!("player {} knows of {component} in `{}`", from.seat(), self.names.zone(zone))
            }
            None if !self.table.sees(&self.state, Some(from), zone)
                && seen.is_none_or(|z| z.contents.is_none()) =>
            {
                return Ok(());
            }
            None => format!("player {} sees what is in `{}`", from.seat(), self.names.zone(zone)),
        };
        let diagnostic = Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, "not hidden");
        Err(diagnostic.help("`seen_by` of the zone says who sees it").into())
    }

    fn zone_visible(&self, zone: ZonePlaceId, to: PlayerId, at: Span) -> Result<(), StepFailure> {
        let lie = self.table.contents(&self.state, zone);
        let unseen: Vec<String> = lie
            .into_iter()
            .filter(|component| self.table.is_unseen(&self.state, Some(to), *component))
            .map(|component| self.names.component(u64::from(component)))
            .collect();
        if unseen.is_empty() {
            return Ok(());
        }
        let message = format!("player {} does not see all of `{}`", to.seat(), self.names.zone(zone));
        let d =
            Diagnostic::error(codes::SCENARIO_HIDDEN, message).at(at, format!("not {}", unseen.join(", ")));
        Err(d.help(HELP).into())
    }
}

//! The steps `hidden` and `visible`: a player's knowledge of a zone, of a place in it, or of a component.

use super::messages;
use super::runner::{Runner, StepFailure};
use crate::ir::{ComponentId, PlayerId, VisibilitySubject, ZonePlaceId};
use crate::source::Span;
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
        let origin = self.visible_origin(component, from);
        let component = self.names.component(u64::from(component));
        Err(messages::component_known(at, from.seat(), &component, origin.as_deref()).into())
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
        let component = self.names.component(u64::from(component));
        Err(messages::component_unknown(at, to.seat(), &component, lies).into())
    }

    /// Returns the name of the zone, seen by a player, that a component has left last.
    fn visible_origin(&self, component: ComponentId, player: PlayerId) -> Option<String> {
        let mut left = self.left.get(&component)?.iter().rev();
        let seen = left.find(|zone| self.table.sees(&self.state, Some(player), **zone))?;
        Some(self.names.zone(*seen))
    }

    /// Returns the component at a place of an ordered zone.
    fn lying(&self, zone: ZonePlaceId, number: u32, at: Span) -> Result<ComponentId, StepFailure> {
        let contents = self.table.contents(&self.state, zone);
        let lies = usize::try_from(number).ok().and_then(|number| contents.get(number.checked_sub(1)?));
        lies.copied().ok_or_else(|| {
            messages::nothing_lies_there(at, &self.names.zone(zone), contents.len(), number).into()
        })
    }

    fn zone_hidden(&self, zone: ZonePlaceId, from: PlayerId, at: Span) -> Result<(), StepFailure> {
        let view = self.table.view(&self.state, Some(from));
        let seen = view.zones.iter().find(|z| z.zone == zone);
        match seen.and_then(|zone| zone.known.first()) {
            Some(face) => {
                let origin = self.visible_origin(face.component, from);
                let component = self.names.component(u64::from(face.component));
                let zone = self.names.zone(zone);
                let known = (component.as_str(), zone.as_str());
                Err(messages::zone_partly_known(at, from.seat(), known, origin.as_deref()).into())
            }
            None if !self.table.sees(&self.state, Some(from), zone)
                && seen.is_none_or(|z| z.contents.is_none()) =>
            {
                Ok(())
            }
            None => Err(messages::zone_seen(at, from.seat(), &self.names.zone(zone)).into()),
        }
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
        Err(messages::zone_unseen(at, to.seat(), &self.names.zone(zone), &unseen).into())
    }
}

//! Layout of a table by hand, shared by scenarios, evaluation and driven games.

use crate::ir::{Bringer, ComponentId, InitialValue, NameInfo, Owner, ToIndex, ZonePlaceId};
use crate::place::TextRange;
use crate::table::{Fault, Machine, Names, State, Table};

/// Sets state variables. The error is a message for people.
pub(super) fn lay_values(table: &Table, state: &mut State, laid: &[InitialValue]) -> Result<(), String> {
    laid.iter().try_for_each(|laid| lay_value(table, state, laid))?;
    // The players who see a zone may depend on state that rules never set.
    if laid.is_empty() || !table.sight_varies {
        return Ok(());
    }
    Machine::new(table).look_into_zones(state).map_err(|fault| fault_words(table, &fault))
}

fn lay_value(table: &Table, state: &mut State, laid: &InitialValue) -> Result<(), String> {
    table.lay_value(state, laid).map_err(|_| {
        let info = table.ir().layout.fields.find(laid.field);
        let id = info.map_or("state", |info| info.id.as_str());
        match info.map(|info| info.owner) {
            Some(Owner::Player) if laid.owner >= u32::from(state.players()) => {
                format!("there is no seat for `{id}[{}]` at a table of {}", laid.owner + 1, state.players())
            }
            _ => format!("`{id}` does not take this value"),
        }
    })
}

/// Returns a fault as one line for people: its place, code and message.
pub(crate) fn fault_words(table: &Table, fault: &Fault) -> String {
    let diagnostic = fault.to_diagnostic(table);
    let ir = table.ir();
    let place = diagnostic.labels.first().and_then(|label| {
        let file = ir.files.get(label.span.file.0.index())?;
        let before = file.text.get(..label.span.first_byte())?;
        Some(format!("{}:{}: ", file.name, before.matches('\n').count() + 1))
    });
    format!("{}{} {}", place.unwrap_or_default(), diagnostic.code, diagnostic.message)
}

/// The reason why a zone cannot be laid out.
pub(super) struct ZoneLayingError {
    pub(super) zone: ZonePlaceId,
    pub(super) why: ZoneLayingErrorKind,
}

/// Reasons why a zone cannot be laid out.
pub(super) enum ZoneLayingErrorKind {
    /// The zone belongs to a seat that is not at the table.
    NoSeat,
    /// The options or the number of players leave this component out.
    OutOfGame(ComponentId),
    /// The zone does not hold this component's kind.
    HoldsOthers(ComponentId),
}

impl ZoneLayingError {
    /// Returns the error message for people.
    pub(super) fn message(&self, names: &Names, state: &State) -> String {
        let zone = names.zone(self.zone);
        let what = |component: ComponentId| names.component(u64::from(component));
        match self.why {
            ZoneLayingErrorKind::NoSeat => {
                format!("there is no seat for `{zone}` at a table of {}", state.players())
            }
            ZoneLayingErrorKind::OutOfGame(c) => {
                format!("{} is not in the game with these options and players", what(c))
            }
            ZoneLayingErrorKind::HoldsOthers(c) => format!("{} cannot be in `{zone}`", what(c)),
        }
    }
}

/// Removes from the game the cards that other scenarios with the same lists lay out besides their lists,
/// unless this one does, too; with each, the tokens that stand for it.
pub(super) fn leave_out_others(table: &Table, state: &mut State, zones: &[(ZonePlaceId, Vec<ComponentId>)]) {
    let ir = table.ir();
    let Some(played) = &ir.lists.played else { return };
    let is_laid = |component: ComponentId| zones.iter().any(|(_, laid)| laid.contains(&component));
    for laid in &played.laid {
        let bringer = laid.seat.map(Bringer::Seat);
        let Some((id, card)) = ir.names.iter_ids().find(|(_, name)| name.id == laid.card) else { continue };
        let tokens: Vec<&NameInfo> = ir.names.iter().filter(|name| name.card == Some(id)).collect();
        // These copies come last among the card's copies; a component whose origin has a part is in a list.
        let is_one = |component: &ComponentId| {
            let origin = ir.components.find(*component).and_then(|info| info.origin.as_ref());
            origin.map(|origin| origin.bringer) == bringer
                && origin.is_none_or(|origin| origin.part.is_none())
        };
        let copies = card.components().rev().filter(is_one).take(laid.count.index());
        for component in copies.filter(|component| !is_laid(*component)) {
            table.leave_out(state, component);
            // Tokens have the order of the copies that they stand for. If a kind has a number of its own, no
            // other scenario at this table lays out further copies of its cards.
            let Some(copy) = component.after(card.first) else { continue };
            for token in tokens.iter().filter_map(|name| name.components().nth(copy)) {
                table.leave_out(state, token);
            }
        }
    }
}

/// Makes zones contain exactly these components, in order from the top.
pub(super) fn lay_zones<'z>(
    table: &Table,
    state: &mut State,
    zones: impl Iterator<Item = (ZonePlaceId, &'z [ComponentId])> + Clone,
) -> Result<(), ZoneLayingError> {
    // All zones are cleared first, so that components that move between them are not cleared again.
    zones.clone().for_each(|(zone, _)| table.clear_zone(state, zone));
    for (zone, components) in zones {
        let owner = table.ir().layout.zones.find(zone).and_then(|z| z.owner);
        if owner.is_some_and(|seat| seat.0 >= state.players()) {
            return Err(ZoneLayingError { zone, why: ZoneLayingErrorKind::NoSeat });
        }
        for component in components.iter().rev() {
            if table.place_component(state, *component, zone, false).is_err() {
                return Err(ZoneLayingError { zone, why: ZoneLayingErrorKind::HoldsOthers(*component) });
            }
            if !table.is_in_game(state, *component) {
                return Err(ZoneLayingError { zone, why: ZoneLayingErrorKind::OutOfGame(*component) });
            }
        }
    }
    Ok(())
}

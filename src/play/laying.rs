//! A table laid out by hand: what scenarios, evaluation and driven games have in common.

use crate::ir::{Bringer, LaidValue, Owner};
use crate::table::{Names, State, Table};

/// Sets a state. The error is for people.
pub(super) fn lay_value(table: &Table, state: &mut State, laid: &LaidValue) -> Result<(), String> {
    table.lay_value(state, laid).map_err(|_| {
        let info = table.ir().layout.fields.get(usize::from(laid.field.0));
        let id = info.map_or("state", |info| info.id.as_str());
        match info.map(|info| info.owner) {
            Some(Owner::Player) if laid.owner >= u32::from(state.players()) => {
                format!("there is no seat for `{id}[{}]` at a table of {}", laid.owner + 1, state.players())
            }
            _ => format!("`{id}` does not take this value"),
        }
    })
}

/// Why a zone cannot be laid so.
pub(super) struct Unlaid {
    /// The zone.
    pub(super) zone: u16,
    /// The reason.
    pub(super) why: NotLaid,
}

/// The reasons.
pub(super) enum NotLaid {
    /// It is the zone of a player who does not sit at the table.
    NoSeat,
    /// This component is left out by the options or the number of players.
    OutOfGame(u32),
    /// It does not hold such components.
    HoldsOthers(u32),
}

impl Unlaid {
    /// The error for people.
    pub(super) fn message(&self, names: &Names, state: &State) -> String {
        let zone = names.zone(self.zone);
        let what = |component: u32| names.component(u64::from(component));
        match self.why {
            NotLaid::NoSeat => format!("there is no seat for `{zone}` at a table of {}", state.players()),
            NotLaid::OutOfGame(c) => format!("{} is not in the game with these options and players", what(c)),
            NotLaid::HoldsOthers(c) => format!("{} cannot be in `{zone}`", what(c)),
        }
    }
}

/// Takes out of the game what other scenarios of the same lists lay out besides these lists, and this one does not.
pub(super) fn leave_out_others(table: &Table, state: &mut State, zones: &[(u16, Vec<u32>)]) {
    let ir = table.ir();
    let Some(played) = &ir.lists.played else { return };
    let is_laid = |component: u32| zones.iter().any(|(_, laid)| laid.contains(&component));
    for laid in &played.laid {
        let bringer = laid.seat.map(Bringer::Seat);
        let Some(card) = ir.names.iter().find(|name| name.id == laid.card) else { continue };
        // They come last of the card's copies; of a part is what is in a list.
        let is_one = |component: &u32| {
            let origin = ir.components.get(*component as usize).and_then(|info| info.origin.as_ref());
            origin.map(|origin| origin.bringer) == bringer && origin.is_none_or(|origin| origin.part.is_none())
        };
        let copies = (card.first..card.first + card.copies).rev().filter(is_one).take(laid.count as usize);
        copies.filter(|component| !is_laid(*component)).for_each(|component| table.leave_out(state, component));
    }
}

/// Makes zones hold just these components, the topmost first.
pub(super) fn lay_zones<'z>(
    table: &Table,
    state: &mut State,
    zones: impl Iterator<Item = (u16, &'z [u32])> + Clone,
) -> Result<(), Unlaid> {
    // What moves from one of them to another must not be cleared away there.
    zones.clone().for_each(|(zone, _)| table.clear_zone(state, zone));
    for (zone, components) in zones {
        let owner = table.ir().layout.zones.get(usize::from(zone)).and_then(|z| z.owner);
        if owner.is_some_and(|seat| seat >= state.players()) {
            return Err(Unlaid { zone, why: NotLaid::NoSeat });
        }
        for component in components.iter().rev() {
            if table.put(state, *component, zone, false).is_err() {
                return Err(Unlaid { zone, why: NotLaid::HoldsOthers(*component) });
            }
            if !table.is_in_game(state, *component) {
                return Err(Unlaid { zone, why: NotLaid::OutOfGame(*component) });
            }
        }
    }
    Ok(())
}

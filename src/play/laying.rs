//! A table laid out by hand: what scenarios, evaluation and driven games have in common.

use crate::ir::{LaidValue, Owner};
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

/// Makes zones hold just these components, the topmost first. The error is for people.
pub(super) fn lay_zones<'z>(
    table: &Table,
    names: &Names,
    state: &mut State,
    zones: impl Iterator<Item = (u16, &'z [u32])>,
) -> Result<(), String> {
    for (zone, components) in zones {
        let owner = table.ir().layout.zones.get(usize::from(zone)).and_then(|z| z.owner);
        if owner.is_some_and(|seat| seat >= state.players()) {
            let zone = names.zone(zone);
            return Err(format!("there is no seat for `{zone}` at a table of {}", state.players()));
        }
        table.clear_zone(state, zone);
        for component in components.iter().rev() {
            if !table.is_in_game(state, *component) {
                let what = names.component(u64::from(*component));
                return Err(format!("{what} is not in the game with these options and players"));
            }
            if table.put(state, *component, zone, false).is_err() {
                let (what, zone) = (names.component(u64::from(*component)), names.zone(zone));
                return Err(format!("{what} cannot be in `{zone}`"));
            }
        }
    }
    Ok(())
}

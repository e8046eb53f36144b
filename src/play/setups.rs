//! Setups of a game: named bundles of options.

use super::agreement::{Agreement, Disagreement};
use super::messages;
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::{Ir, SetupInfo};
use crate::source::{FileId, Span};
use crate::table::Table;

/// Returns all options of the game with their values in a setup; those that it does not set have their
/// defaults.
///
/// # Errors
/// The game has no setup of this id; a message.
pub fn setup(ir: &Ir, id: &str) -> Result<Vec<(String, String)>, String> {
    let Some(setup) = ir.setups.iter().find(|setup| setup.id == id) else {
        let ids: Vec<&str> = ir.setups.iter().map(|setup| setup.id.as_str()).collect();
        let name = &ir.game.name;
        return Err(match (nearest(id, ids.iter().copied()), ids.is_empty()) {
            (Some(near), _) => format!("{name} has no setup `{id}`; did you mean `{near}`?"),
            (None, true) => {
                format!("{name} has no setup `{id}`, nor any other: `[setups.{id}]` would declare it")
            }
            (None, false) => format!("{name} has no setup `{id}`; it has: {}", ids.join(", ")),
        });
    };
    let values = ir.options_with(&setup.options);
    Ok(ir
        .options
        .iter()
        .zip(values)
        .map(|(info, value)| (info.id.clone(), info.option_value_text(ir, value)))
        .collect())
}

/// Returns a warning for each setup that no number of players can play, because a requirement of the game
/// never holds.
pub fn check_setups(table: &Table) -> Vec<Diagnostic> {
    table.ir().setups.iter().filter_map(|setup| never_laid(table, setup)).collect()
}

fn never_laid(table: &Table, setup: &SetupInfo) -> Option<Diagnostic> {
    let ir = table.ir();
    let mut machine = table.machine();
    let mut refused = None;
    for players in ir.game.players.0..=ir.game.players.1 {
        match (Agreement { players, options: ir.options_with(&setup.options), seed: 0 }).lay(&mut machine) {
            // A faulting rule is reported where it is played.
            Ok(_) | Err(Disagreement::Fault(_)) => return None,
            Err(Disagreement::Words(words)) => refused = refused.or(Some(words)),
        }
    }
    let place = ir.places.find(setup.place);
    let at = place.map(|place| Span { file: FileId(place.file.0), start: place.start, end: place.end });
    Some(messages::setup_refused(at, &setup.id, &refused?))
}

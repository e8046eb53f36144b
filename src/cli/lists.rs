//! The game for the lists that a command names.

use super::open::Agreed;
use super::{Stop, ui::Ui};
use crate::compile::{Game, Opened};
use crate::play::ListError;

impl From<ListError> for Stop {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Words(words) => Stop::Usage(words),
            ListError::Found(found, sources) => Stop::Found(found, sources),
        }
    }
}

/// The game for the lists that are played: as it is, where nobody brings one. `at_least` is how many seats were named.
pub(super) fn laid(game: Game, agreed: &Agreed, at_least: u8) -> Result<Game, Stop> {
    Ok(match agreed.sitting(at_least).laid(&game)? {
        Some(laid) => laid,
        None => game,
    })
}

/// The game as a scenario of it is played: with the scenario's lists.
pub(super) fn for_scenario(game: Game, id: &str, ui: &Ui) -> Result<Game, Stop> {
    if !game.ir.lists.are_brought() {
        return Ok(game);
    }
    for Opened { game, sources, diagnostics, .. } in game.scenario_tables() {
        match game {
            Some(game) if game.ir.scenarios.iter().any(|s| s.id == id) => return Ok(game),
            Some(_) => {}
            None => {
                ui.report_found(&diagnostics, &sources)?;
            }
        }
    }
    Ok(game)
}

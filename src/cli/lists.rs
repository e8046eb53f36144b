//! Prepares a game for the deck lists named by a command.

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

/// Prepares the game for the lists brought; unchanged if there are none. `at_least` is the number of seats named.
pub(super) fn laid(game: Game, agreed: &Agreed, at_least: u8) -> Result<Game, Stop> {
    Ok(match agreed.sitting(at_least).laid(&game)? {
        Some(laid) => laid,
        None => game,
    })
}

/// Prepares the game for the lists of a scenario.
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

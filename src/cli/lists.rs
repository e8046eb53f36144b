//! Prepares a game for the deck lists named by a command.

use super::command_result::CommandError;
use super::open::{self, AgreementArgs};
use super::ui::Ui;
use crate::compile::{CompiledGame, OpenResult};
use crate::play::ListError;

impl From<ListError> for CommandError {
    fn from(error: ListError) -> Self {
        match error {
            ListError::Words(words) => CommandError::Usage(words),
            ListError::Found(found, sources) => CommandError::Found(found, sources),
        }
    }
}

/// Prepares the game for the lists brought; unchanged if there are none. `at_least` is the number of seats
/// named.
pub(super) fn compile_for_lists(
    game: CompiledGame,
    agreed: &AgreementArgs,
    at_least: u8,
) -> Result<CompiledGame, CommandError> {
    Ok(match agreed.sitting(at_least).compile_for_lists(&game)? {
        Some(laid) => laid,
        None => game,
    })
}

/// Opens a game that starts from a scenario, or else from its setup with the lists brought. `at_least` is the
/// number of seats named.
pub(super) fn open_to_start(
    package: &str,
    scenario: Option<&String>,
    agreed: &AgreementArgs,
    at_least: u8,
    ui: &Ui,
) -> Result<CompiledGame, CommandError> {
    let game = open::game(package)?;
    match scenario {
        Some(id) => for_scenario(game, id, ui),
        None => compile_for_lists(game, agreed, at_least),
    }
}

/// Prepares the game for the lists of a scenario. Fails with the errors of a scenario that does not compile.
pub(super) fn for_scenario(game: CompiledGame, id: &str, ui: &Ui) -> Result<CompiledGame, CommandError> {
    refuse_broken(&game, id)?;
    if !game.ir.lists.are_brought() {
        return Ok(game);
    }
    for OpenResult { game, sources, diagnostics, .. } in game.scenario_tables() {
        match game {
            Some(game) if game.ir.scenarios.iter().any(|s| s.id == id) => return Ok(game),
            Some(game) => refuse_broken(&game, id)?,
            None => {
                ui.report_found(&diagnostics, &sources)?;
            }
        }
    }
    Ok(game)
}

/// Fails with the errors of a scenario that does not compile.
pub(super) fn refuse_broken(game: &CompiledGame, id: &str) -> Result<(), CommandError> {
    match game.errors_of_scenario(id) {
        [] => Ok(()),
        errors => Err(CommandError::Found(errors.to_vec(), Box::new(game.sources().clone()))),
    }
}

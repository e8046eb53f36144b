//! Opens saved games, for `play --load` and `replay`.

use std::path::Path;

use super::ui::Ui;
use super::{CommandError, open};
use crate::compile::CompiledGame;
use crate::play::{Observation, ReplayError, ReplaySpans, SavedGame, Session, sources_of};
use crate::source::Sources;
use crate::table::{self, Table};

/// A saved game and the game it belongs to.
pub(super) struct OpenSave {
    /// The contents of the file.
    pub(super) saved: SavedGame,
    /// The places of the contents in the file.
    pub(super) places: ReplaySpans,
    /// The source of the file.
    pub(super) sources: Sources,
    /// The game.
    pub(super) game: CompiledGame,
    /// The path or id with which the game was opened.
    pub(super) package: String,
}

/// Reads a saved game and opens its game: the one named, or the package that the file names, or a shipped
/// game with its id.
pub(super) fn open(file: &Path, game: Option<&str>) -> Result<OpenSave, CommandError> {
    let name = file.display().to_string();
    let text = open::text_of(file)?;
    let mut sources = Sources::default();
    let id = sources.add(name, text);
    let (saved, places) = match SavedGame::parse(&sources, id) {
        Ok(read) => read,
        Err(found) => return Err(CommandError::Found(found, Box::new(sources))),
    };
    let package = match game {
        Some(game) => game.to_string(),
        None if !saved.package.is_empty() && Path::new(&saved.package).exists() => saved.package.clone(),
        None => saved.game.clone(),
    };
    let game = open::game(&package)?;
    let lists = saved.laid_for(&game.ir, &places);
    let lists = lists.map_err(|wrong| CommandError::Found(vec![wrong], Box::new(sources.clone())))?;
    // Errors of the game with these lists are in the game's own files.
    let game = match game.ir.lists.are_brought() {
        true => game
            .laid_for(&lists)
            .map_err(|found| CommandError::Found(found, Box::new(sources_of(&game.ir))))?,
        false => game,
    };
    Ok(OpenSave { saved, places, sources, game, package })
}

/// Replays the first `to` answers, or all until a rule fails. Warns if the rules have changed since.
pub(super) fn replay<'t>(
    opened: &OpenSave,
    table: &'t Table<'t>,
    to: usize,
    mark: impl Fn(&Observation) -> bool,
    ui: &Ui,
) -> Result<(Session<'t>, table::Stop), CommandError> {
    let OpenSave { saved, places, sources, game, .. } = opened;
    let stop = |why: ReplayError| match why {
        ReplayError::Saved(diagnostic) => CommandError::Found(vec![*diagnostic], Box::new(sources.clone())),
        ReplayError::Fault(fault) => open::fault_stop(&game.ir, table, &fault),
    };
    let agreement = saved.agreement(places, &mut table.machine()).map_err(stop)?;
    let mut session =
        Session::new(table, agreement).map_err(|why| open::disagreement(&game.ir, table, why))?;
    let stopped = match saved.replay(places, &mut session, to, mark) {
        Err(ReplayError::Fault(fault)) => table::Stop::Fault(fault),
        replayed => replayed.map_err(stop)?,
    };
    if let Some(changed) = saved.changed(places, table) {
        ui.report(&[changed], sources)?;
    }
    Ok((session, stopped))
}

//! Saved games: opens them, for `play --load` and `replay`, and writes them and scenarios.

use std::path::{Component, Path, PathBuf};

use super::command_result::CommandError;
use super::ui::Ui;
use super::{messages, open};
use crate::compile::CompiledGame;
use crate::diagnostics::{Diagnostic, shell_path};
use crate::package::{self, write_file};
use crate::play::{
    Observation, ReplayError, ReplaySpans, SavedGame, Session, check_scenario_id, position_as_scenario,
    sources_of,
};
use crate::source::{Sources, TomlNode, parse_toml};
use crate::table::{self, Table};

/// A saved game and the game it belongs to.
pub(super) struct OpenSave {
    /// The contents of the file.
    pub(super) saved: SavedGame,
    /// The places of the contents in the file.
    pub(super) places: ReplaySpans,
    /// The source of the file.
    pub(super) sources: Sources,
    pub(super) game: CompiledGame,
    /// The path or id with which the game was opened.
    pub(super) package: String,
}

/// Reads a saved game and opens its game: the one named, or the package that the file names, or a shipped
/// game with its id. `again` is the command with which the user can name a package.
pub(super) fn open(
    file: &Path,
    game: Option<&str>,
    again: impl Fn(&str) -> String,
) -> Result<OpenSave, CommandError> {
    let name = file.display().to_string();
    let text = open::text_of(file)?;
    let mut sources = Sources::default();
    let id = sources.add(name, text);
    let (saved, places) = match SavedGame::parse(&sources, id) {
        Ok(read) => read,
        Err(found) => return Err(CommandError::Found(found, Box::new(sources))),
    };
    let named = game;
    let package = match named {
        Some(game) => game.to_string(),
        None if is_package(&saved.package) => saved.package.clone(),
        None if saved.package.is_empty() || is_shipped(&saved.game) => saved.game.clone(),
        None => {
            let missing = missing_package(file, &saved, &places, again);
            return Err(CommandError::Found(vec![missing], Box::new(sources)));
        }
    };
    let game = open::game(&package)?;
    let is_of_other = named.is_none() && saved.game != game.ir.game.id;
    if let Some(near) = is_of_other.then(|| package_around(file, &saved)).flatten() {
        let ids = (saved.game.as_str(), game.ir.game.id.as_str());
        let other = messages::other_game_at_path(places.package(), ids, &again(&near.to_string_lossy()));
        return Err(CommandError::Found(vec![other], Box::new(sources)));
    }
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

/// Returns whether a name opens a shipped game: no folder with this name, which may hold another game, comes
/// before it.
fn is_shipped(name: &str) -> bool {
    !is_package(name) && package::shipped().any(|id| id == name)
}

/// Returns whether a path from a saved game may name a package: it is that of a file, or of a folder with a
/// `game.toml`. `.` is a folder everywhere, mostly one without.
fn is_package(path: &str) -> bool {
    let folder = Path::new(path);
    !path.is_empty() && (folder.is_file() || folder.join("game.toml").is_file())
}

/// Returns whether a folder is the package of the game with this id.
fn is_package_of(folder: &Path, game: &str) -> bool {
    let Ok(text) = package::text_of(&folder.join("game.toml")) else { return false };
    let mut sources = Sources::default();
    let file = sources.add("game.toml", text);
    let (tree, _) = parse_toml(&sources, file);
    let id = tree.get("game").and_then(TomlNode::as_table).and_then(|about| about.get("id"));
    id.and_then(TomlNode::as_text).is_some_and(|id| id.value == game)
}

/// Looks for the package of a saved game around its file: at its relative path from a folder above the file;
/// that folder itself, as of a game that was saved from inside its package; or one in it with the game's id.
fn package_around(file: &Path, saved: &SavedGame) -> Option<PathBuf> {
    let whole = std::path::absolute(file).unwrap_or_default();
    let above = file.ancestors().chain(whole.ancestors()).filter(|path| !path.is_file());
    let mut folders =
        above.flat_map(|at| [at.join(&saved.package), at.to_owned(), at.join(&saved.game)]).map(plain);
    folders.find(|folder| is_package_of(folder, &saved.game))
}

/// Removes each `.` from a path, unless nothing else is left of it.
fn plain(path: PathBuf) -> PathBuf {
    let parts = path.components().filter(|part| *part != Component::CurDir);
    Some(parts.collect::<PathBuf>()).filter(|path| !path.as_os_str().is_empty()).unwrap_or_else(|| ".".into())
}

/// Reports a package that is not found. If its path is relative, it is looked for around the saved game, too.
fn missing_package(
    file: &Path,
    saved: &SavedGame,
    places: &ReplaySpans,
    again: impl Fn(&str) -> String,
) -> Diagnostic {
    let from = Some(Path::new(&saved.package)).filter(|path| path.is_relative());
    let from = from.and_then(|_| std::env::current_dir().ok());
    let near = from.as_ref().and_then(|_| package_around(file, saved));
    let named = near.as_ref().map_or_else(|| "PACKAGE".into(), |path| path.to_string_lossy());
    let is_shipped = package::shipped().any(|id| id == saved.game);
    let names = (saved.package.as_str(), Some(saved.game.as_str()).filter(|_| !is_shipped));
    messages::no_package_of_saved(places.package(), names, from.as_deref(), (&again(&named), near.is_some()))
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

/// Refuses to overwrite a file that is not a saved game, such as the rules of the game.
pub(super) fn may_be_written(file: &Path) -> Result<(), CommandError> {
    if !file.is_file() {
        return Ok(());
    }
    let text = open::text_of(file)?;
    let is_blank = text.trim().is_empty();
    let mut sources = Sources::default();
    let id = sources.add(file.display().to_string(), text);
    if is_blank || SavedGame::parse(&sources, id).is_ok() {
        return Ok(());
    }
    Err(CommandError::Usage(format!(
        "`{}` is there already and is not a saved game: name another file",
        file.display()
    )))
}

/// Writes the position of a session to a file that does not exist yet; returns a message with its name.
pub(super) fn save_scenario(session: &Session, file: &Path) -> Result<String, CommandError> {
    let text = position_as_scenario(session).map_err(CommandError::Usage)?;
    if file.symlink_metadata().is_ok() {
        return Err(CommandError::Usage(format!("`{}` is there already: name another file", file.display())));
    }
    let is_placed = file.parent().is_some_and(|folder| folder.ends_with("scenarios"));
    let schema = if is_placed { "#:schema ../schema/scenario.schema.json\n" } else { "" };
    write_file(file, format!("{schema}{text}").as_bytes())?;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let is_named = file.extension().is_some_and(|ending| ending == "toml") && check_scenario_id(stem).is_ok();
    let then = match is_named && is_placed {
        true => "",
        false => " Games read scenarios from files such as `scenarios/endgame.toml`.",
    };
    let picks = match session.picks() {
        [] => "",
        _ => " It begins before what you have picked so far.",
    };
    Ok(format!("Written to {}.{then}{picks}", file.display()))
}

/// Writes a session to a file; returns a message with its name.
pub(super) fn save(
    session: &Session,
    package: &str,
    seats: &[String],
    file: &Path,
) -> Result<String, CommandError> {
    if !session.is_whole() {
        let words = "a game that began from a scenario cannot be saved: a saved game begins with setup";
        return Err(CommandError::Usage(words.into()));
    }
    let text = SavedGame::of(session, package, seats).to_toml();
    write_file(file, text.as_bytes())?;
    Ok(format!("Saved to {}; `cardwright play --load {}` goes on.", file.display(), shell_path(file)))
}

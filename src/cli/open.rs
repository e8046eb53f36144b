//! Shared by commands that play a game: opening it, and the settings of its tables.

use std::hash::{BuildHasher, RandomState};
use std::num::NonZero;
use std::path::Path;
use std::str::FromStr;

use super::command_result::CommandError;
use super::ctrl_c;
use crate::compile::CompiledGame;
use crate::diagnostics::Severity;
use crate::ir::Ir;
use crate::package::{self, FileRole};
use crate::play::{Agreement, Disagreement, NamedList, PregameSettings, sources_of};
use crate::table::{Fault, Machine, Players, State, Table};
use crate::threads;

/// Opens a package's folder, or a shipped game by its id. Fails on errors that make it unplayable. Warnings,
/// and errors of scenarios, deck lists, translations and `print.toml`, are left to `check`.
pub(super) fn game(name_or_path: &str) -> Result<CompiledGame, CommandError> {
    let mut opened = CompiledGame::open(name_or_path);
    opened.game.ok_or_else(|| {
        opened.diagnostics.retain(|d| d.severity == Severity::Error);
        CommandError::Found(opened.diagnostics, Box::new(opened.sources))
    })
}

/// Like `game`, but fails on any error.
pub(super) fn whole_game(name_or_path: &str) -> Result<CompiledGame, CommandError> {
    game_without_errors(name_or_path, |_| true)
}

/// Like `game`, but fails on errors in `print.toml`, too.
pub(super) fn printable_game(name_or_path: &str) -> Result<CompiledGame, CommandError> {
    game_without_errors(name_or_path, |role| role == FileRole::Print)
}

/// Opens a package. Fails on errors that make it unplayable, and on those in files of these roles.
fn game_without_errors(
    name_or_path: &str,
    roles: fn(FileRole) -> bool,
) -> Result<CompiledGame, CommandError> {
    let mut opened = CompiledGame::open(name_or_path);
    match opened.game {
        Some(game) if !opened.broken.iter().any(|(_, role)| roles(*role)) => Ok(game),
        _ => {
            opened.diagnostics.retain(|d| d.severity == Severity::Error);
            Err(CommandError::Found(opened.diagnostics, Box::new(opened.sources)))
        }
    }
}

/// Translates the game's texts.
pub(super) fn speak(game: &mut CompiledGame, language: &str) -> Result<(), CommandError> {
    game.speak(language).map_err(|wrong| CommandError::Found(vec![wrong], Box::new(game.sources().clone())))
}

/// Reads a text file named by the user.
pub(super) fn text_of(path: &Path) -> Result<String, CommandError> {
    Ok(package::text_of(path)?)
}

/// Returns the number of threads: the one given, or one for each core.
pub(super) fn threads(said: Option<NonZero<usize>>) -> NonZero<usize> {
    threads::count(said)
}

/// Creates the table of a game.
pub(super) fn table(ir: &Ir) -> Result<Table<'_>, CommandError> {
    let mut table = Table::of_compiled(ir).map_err(CommandError::Usage)?;
    table.stop_when(ctrl_c::flag());
    Ok(table)
}

/// Settings that the players agree on before play
#[derive(Clone, clap::Args)]
pub(super) struct AgreementArgs {
    /// Number of players [default: the fewest with which the game's `[[require]]` hold]
    #[arg(long, value_name = "N")]
    pub(super) players: Option<u8>,

    /// Setup of the game, a bundle of options; --option overrides it
    #[arg(long, value_name = "ID")]
    pub(super) setup: Option<String>,

    /// Game option, such as variant=base; repeatable
    #[arg(long = "option", visible_alias = "options", short = 'o', value_delimiter = ',', value_name = "ID=VALUE", value_parser = pair)]
    pub(super) options: Vec<(String, String)>,

    /// Deck list, such as 1=swift, 2=./mine.toml or table=common; without a seat, for all seats; repeatable
    #[arg(long = "deck", value_name = "[SEAT=]LIST", value_parser = NamedList::from_str)]
    pub(super) decks: Vec<NamedList>,

    /// Random seed: the same seed gives the same game [default: 1; in `demo` the game's, in `play` drawn]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub(super) seed: Option<u64>,
}

/// Parses `id=value`.
pub(super) fn pair(written: &str) -> Result<(String, String), String> {
    match written.split_once('=') {
        Some((id, value)) if !id.trim().is_empty() => Ok((id.trim().into(), value.trim().into())),
        _ => Err("write an option as `id=value`".into()),
    }
}

impl AgreementArgs {
    /// Returns whether no setting is given.
    pub(super) fn is_empty(&self) -> bool {
        let nobody = self.players.is_none() && self.decks.is_empty();
        nobody && self.setup.is_none() && self.options.is_empty() && self.seed.is_none()
    }

    /// Returns the settings without the seed. `seats` is the number of seats named.
    pub(super) fn sitting(&self, seats: u8) -> PregameSettings {
        let AgreementArgs { players, setup, options, decks, .. } = self.clone();
        PregameSettings { players, seats, decks, setup, options }
    }

    /// Returns the seed given on the command line, else `seed`, else a random one that is short to type.
    pub(super) fn seed_or_drawn(&self, seed: Option<u64>) -> u64 {
        self.seed.or(seed).unwrap_or_else(|| RandomState::new().hash_one(0) % 1_000_000)
    }

    /// Completes the agreement with defaults. `at_least` is the number of seats named. See
    /// [`AgreementArgs::seed_or_drawn`].
    pub(super) fn settle(
        &self,
        machine: &mut Machine,
        at_least: u8,
        seed: Option<u64>,
    ) -> Result<Agreement, CommandError> {
        let settled = self.sitting(at_least).settle(machine, self.seed_or_drawn(seed));
        settled.map_err(|why| disagreement(machine.table().ir(), machine.table(), why))
    }
}

/// Converts the reason why a game cannot be played as agreed.
pub(super) fn disagreement(ir: &Ir, table: &Table, why: Disagreement) -> CommandError {
    match why {
        Disagreement::Words(words) => CommandError::Usage(words),
        Disagreement::Fault(fault) => fault_stop(ir, table, &fault),
    }
}

/// Converts a fault for these readers, without information that is hidden from them. Nothing is hidden from
/// the empty set.
pub(super) fn fault_stop_for(table: &Table, state: &State, players: Players, fault: &Fault) -> CommandError {
    CommandError::Found(
        vec![fault.to_diagnostic_for(table, state, players)],
        Box::new(sources_of(table.ir())),
    )
}

/// Converts a fault, shown at its line.
pub(super) fn fault_stop(ir: &Ir, table: &Table, fault: &Fault) -> CommandError {
    CommandError::Found(vec![fault.to_diagnostic(table)], Box::new(sources_of(ir)))
}

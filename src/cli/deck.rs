//! `cardwright deck`: deck lists.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::ui::{Format, Ui};
use super::{Outcome, Stop, open};
use crate::package::package_of;
use crate::play::{check_deck, read_deck, sources_of};

/// Look at deck lists
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say whether a deck list is legal
    Check(CheckArgs),
}

#[derive(clap::Args)]
struct CheckArgs {
    /// The deck list: a TOML file, or plain text (.txt)
    deck: PathBuf,

    /// The game's folder, or the id of a shipped game; needed where the list is in no game's folder
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// An option of the game, such as variant=base; as often as you like
    #[arg(long = "option", visible_alias = "options", short = 'o', value_delimiter = ',', value_name = "ID=VALUE", value_parser = open::pair)]
    options: Vec<(String, String)>,
}

pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    match &args.command {
        Command::Check(args) => check(args, ui),
    }
}

/// Checks a list against the game; fails where it is not legal.
fn check(args: &CheckArgs, ui: &Ui) -> Outcome {
    let text = open::text_of(&args.deck)?;
    let named = args.game.clone().or_else(|| Some(package_of(&args.deck)?.to_string_lossy().into_owned()));
    let Some(named) = named else {
        let message = format!("`{}` is in no game's folder: say which game with --game", args.deck.display());
        return Err(Stop::Usage(message));
    };
    let game = open::game(&named)?;
    let mut sources = sources_of(&game.ir);
    let file = sources.add(shown(&args.deck), text);
    let (list, mut found) = read_deck(&game.ir, &sources, file);
    // What a list lacks that could not be read is no news.
    if found.is_empty() {
        found = check_deck(&game, &args.options, &[&list]).map_err(Stop::Usage)?.concat();
    }
    let wrong = ui.report_found(&found, &sources)?;
    if !wrong && ui.format == Format::Human {
        let total = list.total();
        let cards = if total == 1 { "1 card".into() } else { format!("{total} cards") };
        let asks = if game.ir.deck_rules.is_some() { "" } else { " (the game has no rules for decks)" };
        writeln!(ui.out(), "{}: ok: {cards}{asks}", args.deck.display())?;
    }
    Ok(if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A path as diagnostics show it.
fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

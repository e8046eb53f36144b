//! `cardwright texts`: updates a file of translations.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::ui::Ui;
use super::{Outcome, Stop};
use crate::compile::Game;
use crate::diagnostics::Severity;
use crate::package::{self, Role, write_atomically};

/// Update the translations of a game: missing texts are added, empty, with the original beside them
///
/// Rewrites `texts/de.toml`, for `--lang de`, in the order of the game; your comments stay where they are. A translation whose original
/// has changed is marked. When you have reviewed it, delete its line under `[of]`, or use `--done`, and run this again.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game's folder
    folder: PathBuf,

    /// Language tag, such as de, fr or pt-BR
    #[arg(long, value_name = "LANGUAGE", value_parser = tag)]
    lang: String,

    /// Mark every translation as reviewed
    #[arg(long)]
    done: bool,
}

/// Validates a language tag.
pub(super) fn tag(written: &str) -> Result<String, String> {
    let letters = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let mut parts = written.split('-');
    let first = parts.next().is_some_and(|p| letters(p, 2, 3) && p.bytes().all(|b| b.is_ascii_lowercase()));
    if first && parts.all(|p| letters(p, 2, 8)) {
        Ok(written.to_owned())
    } else {
        Err("a language is a tag such as `de` or `pt-BR`".to_owned())
    }
}

/// Updates the file.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    let (mut files, found) = package::load(&args.folder);
    let path = format!("texts/{}.toml", args.lang);
    // A new language starts with an empty file.
    if !args.folder.join(&path).is_file() {
        files.add(&path, "");
    }
    let mut opened = Game::from_files(files, found);
    // Rewriting a file that cannot be read completely would lose translations.
    let unreadable = opened.broken.iter().any(|(_, role)| *role == Role::Texts);
    let Some(game) = opened.game.filter(|_| !unreadable) else {
        opened.diagnostics.retain(|d| d.severity == Severity::Error);
        return Err(Stop::Found(opened.diagnostics, Box::new(opened.sources)));
    };
    let before = game.sources().files().find(|(_, file)| file.package_path == path);
    let before = before.map_or("", |(_, file)| file.text.as_str());
    let (text, counts) = game.languages.to_toml(&args.lang, args.done, before);
    let path = write_atomically(&args.folder, &path, text.as_bytes())?;
    writeln!(
        ui.out(),
        "{}: {} translated, {} missing, {} changed since",
        path.display(),
        counts.translated,
        counts.missing,
        counts.stale
    )?;
    Ok(ExitCode::SUCCESS)
}

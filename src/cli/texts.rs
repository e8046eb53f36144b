//! `cardwright texts`: updates a file of translations, or stamps texts that were read beside their rules.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
use super::ui::Ui;
use crate::compile::CompiledGame;
use crate::diagnostics::{self, Severity};
use crate::model;
use crate::package::{self, FileRole, write_atomically};
use crate::wording;

/// Update the translations of a game, or accept its texts as agreeing with their rules
///
/// `--lang de` rewrites `texts/de.toml` in the order of the game: missing texts are added, empty, with the
/// original beside them; your comments stay where they are. A translation whose original has changed is
/// marked. When you have reviewed it, delete its line under `[of]`, or use `--done`, and run this again.
///
/// `--accept` notes in `stamps.toml` that you have read text and rule and that they agree. `cardwright check`
/// then reports every change of either.
#[derive(clap::Args)]
pub(super) struct TextsArgs {
    /// The game's folder
    folder: PathBuf,

    /// Language tag, such as de, fr or pt-BR
    #[arg(long, value_name = "LANGUAGE", value_parser = tag)]
    lang: Option<String>,

    /// Mark every translation as reviewed
    #[arg(long, requires = "lang")]
    done: bool,

    /// Accept these texts as agreeing with their rules [default: all texts]
    #[arg(long, value_name = "CARD", num_args = 0.., conflicts_with = "lang")]
    accept: Option<Vec<String>>,
}

/// Validates a language tag.
pub(super) fn tag(written: &str) -> Result<String, String> {
    if wording::is_language_tag(written) {
        Ok(written.to_owned())
    } else {
        Err("a language is a tag such as `de` or `pt-BR`".to_owned())
    }
}

/// Updates the file.
pub(super) fn run(args: &TextsArgs, ui: &Ui) -> CommandResult {
    match (&args.lang, &args.accept) {
        (Some(language), _) => translate(args, language, ui),
        (None, Some(ids)) => accept(args, ids, ui),
        (None, None) => {
            let words = "say what to do: `--lang de` writes the texts to translate, \
                         `--accept` accepts texts as agreeing with their rules";
            Err(CommandError::Usage(words.into()))
        }
    }
}

/// Stamps texts; all of them if none is named.
fn accept(args: &TextsArgs, ids: &[String], ui: &Ui) -> CommandResult {
    let (files, found) = package::load(&args.folder);
    let (package, _) = model::read_package(&files);
    let mut opened = CompiledGame::from_files(files, found);
    // Rewriting a file that cannot be read completely would lose stamps.
    let unreadable = opened.broken.iter().any(|(_, role)| *role == FileRole::Stamps);
    if opened.game.is_none() || unreadable {
        opened.diagnostics.retain(|d| d.severity == Severity::Error);
        return Err(CommandError::Found(opened.diagnostics, Box::new(opened.sources)));
    }
    let readings = wording::readings(&package);
    let is_known = |id: &str| readings.iter().any(|reading| reading.id == id);
    let ids: Vec<String> = ids.iter().flat_map(|written| ids_of_card(&package, written, is_known)).collect();
    if let Some(id) = ids.iter().find(|id| !is_known(id)) {
        return Err(CommandError::Usage(no_text(id, readings.iter().map(|reading| reading.id.as_str()))));
    }
    let before = opened.sources.files().find(|(_, file)| file.package_path == "stamps.toml");
    let before = before.map_or("", |(_, file)| file.text.as_str());
    let (text, count) =
        wording::stamps_to_toml(&readings, before, |reading| ids.is_empty() || ids.contains(&reading.id));
    if readings.is_empty() {
        writeln!(ui.out(), "nothing to stamp: the game has no texts")?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = if text == before {
        args.folder.join("stamps.toml")
    } else {
        write_atomically(&args.folder, "stamps.toml", text.as_bytes())?
    };
    writeln!(ui.out(), "{}: {} stamped", path.display(), diagnostics::count_noun(count as u64, "text"))?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the ids of what is meant: an id that is known, or those of the cards with this printed name.
pub(super) fn ids_of_card(
    package: &model::Package,
    written: &str,
    is_known: impl Fn(&str) -> bool,
) -> Vec<String> {
    let is_named =
        |card: &&model::CardDecl| card.card.is_none() && card.name.text.eq_ignore_ascii_case(written);
    let named: Vec<String> = match is_known(written) {
        true => Vec::new(),
        false => package.cards.iter().filter(is_named).map(|card| card.id.text.clone()).collect(),
    };
    if named.is_empty() { vec![written.to_owned()] } else { named }
}

/// Describes an id that no text has.
pub(super) fn no_text<'i>(id: &str, known: impl IntoIterator<Item = &'i str>) -> String {
    let near = diagnostics::nearest(id, known);
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("no card, keyword, function, verb or slot `{id}` has a text or a rule{near}")
}

fn translate(args: &TextsArgs, language: &str, ui: &Ui) -> CommandResult {
    let (mut files, found) = package::load(&args.folder);
    let path = format!("texts/{language}.toml");
    // A new language starts with an empty file.
    if !args.folder.join(&path).is_file() {
        files.add(&path, "");
    }
    let mut opened = CompiledGame::from_files(files, found);
    // Rewriting a file that cannot be read completely would lose translations.
    let unreadable = opened.broken.iter().any(|(_, role)| *role == FileRole::Texts);
    let Some(game) = opened.game.filter(|_| !unreadable) else {
        opened.diagnostics.retain(|d| d.severity == Severity::Error);
        return Err(CommandError::Found(opened.diagnostics, Box::new(opened.sources)));
    };
    let before = game.sources().files().find(|(_, file)| file.package_path == path);
    let before = before.map_or("", |(_, file)| file.text.as_str());
    let (text, counts) = game.languages.to_toml(language, args.done, before);
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

//! `cardwright new`: creates a package.

use crate::compile::CompiledGame;
use crate::diagnostics::{printable, shell_word, shows_nothing};
use crate::place::TextRange;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::command_result::{CommandError, CommandResult};
#[cfg(feature = "sheets")]
use super::messages;
use super::ui::Ui;
#[cfg(feature = "sheets")]
use crate::package::{PackageFiles, embedded};
use crate::package::{PlacedFiles, StagedFiles, load, place_copy};
use crate::source::{Sources, parse_toml};
use crate::{editor, model, schema};

/// The cards of the starter that cannot be rows of its workbook.
const CARDS_BESIDE_SHEET: &[u8] = include_bytes!("../../templates/starter-sheet.toml");

/// Create a small game that checks, builds and plays, as a start
#[derive(clap::Args)]
pub(super) struct NewArgs {
    /// The folder; it is empty, or does not exist yet
    folder: PathBuf,

    /// Copy a shipped game instead
    #[arg(long, value_name = "GAME")]
    from: Option<String>,

    /// Put the cards into a workbook, cards/cards.xlsx; for a copied game, see `cardwright sheet`
    #[cfg(feature = "sheets")]
    #[arg(long, conflicts_with = "from")]
    sheet: bool,

    /// Name of the game [default: made from the folder's name]
    #[arg(long)]
    name: Option<String>,
}

/// Writes the package and its schemas, and suggests the next steps.
pub(super) fn run(args: &NewArgs, ui: &Ui) -> CommandResult {
    let folder = &args.folder;
    let called = folder_name(folder)?;
    let id = id_of(&called);
    if id.is_empty() {
        return Err(CommandError::Usage(format!(
            "no game can be called `{called}`: a folder's name needs a letter"
        )));
    }
    let name = args.name.clone().unwrap_or_else(|| title_of(&id));
    let name = name.trim().to_owned();
    // Marks of direction would turn what stands behind the name, too. Emoji and some scripts need joiners.
    let is_unfit = |c: char| {
        let is_mark = matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{200b}' | '\u{2060}');
        c.is_control() || printable(c) != c || is_mark || matches!(c, '\u{2028}' | '\u{2029}')
    };
    if shows_nothing(&name) || name.chars().any(is_unfit) {
        return Err(CommandError::Usage(
            "a game's name is one line of visible letters, and not empty".into(),
        ));
    }
    #[cfg(feature = "sheets")]
    let with_sheet = args.sheet;
    #[cfg(not(feature = "sheets"))]
    let with_sheet = false;
    let title = |path: &str, bytes: &[u8]| match path {
        "cards/cards.toml" if with_sheet => CARDS_BESIDE_SHEET.to_vec(),
        // The texts of the starter have no name in their titles.
        "rules.md" if args.from.is_none() => bytes.to_vec(),
        "README.md" if args.from.is_some() => headed(bytes, &name),
        "game.toml" | "README.md" if with_sheet => with_workbook(&titled(path, bytes, &id, &name)),
        _ => titled(path, bytes, &id, &name),
    };
    // Undone if the schemas or the workbook cannot be written.
    let placed = place_copy(args.from.as_deref().unwrap_or("starter"), folder, title)?;
    let (files, found) = load(folder);
    let package = model::read_package(&files).0;
    let mut more = StagedFiles::new(folder, "")?;
    for (file, schema) in editor::schemas(&package) {
        more.file(&format!("schema/{file}"), schema::to_text(&schema).as_bytes())?;
    }
    #[cfg(feature = "sheets")]
    if args.sheet {
        more.file("cards/cards.xlsx", &starter_workbook(&package)?)?;
    }
    // Translations note the texts that they are of, and the name is another one now.
    if package.texts.iter().any(|texts| !texts.of.is_empty())
        && let Some(game) = CompiledGame::from_files(files, found).game
    {
        for texts in &package.texts {
            let path = format!("texts/{}.toml", texts.language);
            let before = game.sources().files().find(|(_, file)| file.package_path == path);
            let before = before.map_or("", |(_, file)| file.text.as_str());
            let (text, _) = game.languages.to_toml(&texts.language, true, before);
            more.file(&path, text.as_bytes())?;
        }
    }
    more.finish()?;
    let written: Vec<PathBuf> = placed.into_iter().flat_map(PlacedFiles::keep).collect();
    let mut out = ui.out();
    let shown = folder.display().to_string();
    let folder_word = shell_word(&shown);
    let width = folder_word.chars().count() + 20;
    let (inside, beside): (Vec<&PathBuf>, Vec<&PathBuf>) =
        written.iter().partition(|file| !file.starts_with(folder.join("..")));
    writeln!(out, "{name}: {} files in {shown}", inside.len() + usize::from(with_sheet))?;
    let others = beside.iter().filter_map(|file| file.strip_prefix(folder.join("..")).ok()?.iter().next());
    let others: BTreeSet<String> = others.map(|other| other.to_string_lossy().into_owned()).collect();
    let others: Vec<String> = others.into_iter().collect();
    match others.as_slice() {
        [] => {}
        [other] => writeln!(out, "It includes {other}, which now lies beside it.")?,
        _ => writeln!(out, "It includes {}, which now lie beside it.", others.join(", "))?,
    }
    writeln!(out, "\nNext:")?;
    for (command, what) in [("check", "is all well?"), ("play", "play it"), ("run", "run its scenarios")] {
        writeln!(out, "  {:width$} {what}", format!("cardwright {command} {folder_word}"))?;
    }
    let first = if with_sheet { "cards/cards.xlsx" } else { "game.toml" };
    writeln!(out, "\nThen open {} and change something.", folder.join(first).display())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a text of the starter that names the workbook, where it names the file of cards.
fn with_workbook(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).replace("cards/cards.toml", "cards/cards.xlsx");
    let row = "`cards/cards.xlsx` | twelve cards: plain ones, formulas, a keyword, a reaction |";
    let both = "`cards/cards.xlsx` | a workbook with a row for each card: plain ones, formulas, a keyword |\n\
                | `cards/cards.toml` | a card with a reaction, which does not fit into a cell |";
    text.replace(row, both).into_bytes()
}

/// Returns the workbook of the starter: all of its cards that can be rows.
#[cfg(feature = "sheets")]
fn starter_workbook(package: &model::Package) -> Result<Vec<u8>, CommandError> {
    let starter: Vec<(&str, &str)> = embedded("starter")
        .into_iter()
        .flatten()
        .filter_map(|(path, bytes)| Some((path, std::str::from_utf8(bytes).ok()?)))
        .collect();
    let (cards, _) = model::read_package(&PackageFiles::from_texts(starter));
    let rows: Vec<&model::CardDecl> = cards.cards.iter().filter(|card| editor::is_row(card)).collect();
    editor::workbook(package, &rows).map_err(|why| messages::workbook_not_written("the workbook", why).into())
}

/// Returns the name of the folder.
fn folder_name(folder: &Path) -> Result<String, CommandError> {
    let own = folder.file_name().map(|n| n.to_string_lossy().into_owned());
    // `.` and `..` have no name of their own.
    let name = own.or_else(|| {
        let full = std::fs::canonicalize(folder).ok()?;
        Some(full.file_name()?.to_string_lossy().into_owned())
    });
    name.ok_or_else(|| CommandError::Usage(format!("`{}` is not a folder for a game", folder.display())))
}

/// Derives an id from the name of a folder: `My Game` becomes `my-game`. Empty if no character can be used.
fn id_of(name: &str) -> String {
    let mut id = String::new();
    for c in crate::table::fold(name).chars() {
        match c {
            'a'..='z' => id.push(c),
            '0'..='9' if !id.is_empty() => id.push(c),
            _ if !id.is_empty() && !id.ends_with('-') => id.push('-'),
            _ => {}
        }
    }
    id.trim_end_matches('-').into()
}

/// Derives the name of a game from its id: `my-game` becomes `My Game`.
fn title_of(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns a text in Markdown with another title, if it begins with one.
fn headed(bytes: &[u8], title: &str) -> Vec<u8> {
    match String::from_utf8_lossy(bytes).split_once('\n') {
        Some((heading, rest)) if heading.starts_with("# ") => format!("# {title}\n{rest}").into_bytes(),
        _ => bytes.to_vec(),
    }
}

/// Returns a file of the new package. In `game.toml` the game's id and name are replaced, and the name in
/// translations and above rules; everything else is unchanged.
fn titled(path: &str, bytes: &[u8], id: &str, name: &str) -> Vec<u8> {
    if path.starts_with("rules.") && path.ends_with(".md") {
        return headed(bytes, name);
    }
    let has_title = path == "game.toml" || path.starts_with("texts/") && path.ends_with(".toml");
    let (true, Ok(text)) = (has_title, std::str::from_utf8(bytes)) else { return bytes.to_vec() };
    let mut sources = Sources::default();
    let file = sources.add(path, text);
    let (root, _) = parse_toml(&sources, file);
    let game = root.get("game").and_then(|g| g.as_table());
    let mut places: Vec<(std::ops::Range<usize>, &str)> = [("id", id), ("name", name)]
        .into_iter()
        .filter_map(|(key, value)| {
            let span = game?.get(key)?.span;
            Some(((span.first_byte())..span.end_byte(), value))
        })
        .collect();
    places.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut text = text.to_owned();
    for (range, value) in places {
        // A JSON string without control characters is also a TOML string.
        text.replace_range(range, &serde_json::Value::from(value).to_string());
    }
    text.into_bytes()
}

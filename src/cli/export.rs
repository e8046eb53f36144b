//! `cardwright export`: exports a game as pictures and tables for other programs.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::ValueEnum;

use super::command_result::{CommandError, CommandResult};
use super::face_progress::watched;
use super::open;
use super::perft::{command_error, find_scenario};
use super::print::{PrintDeny, deck_request, deny, is_whole, open_stage, separation};
use super::ui::Ui;
use crate::compile::CompiledGame;
use crate::diagnostics::{Diagnostic, list};
use crate::inspect;
use crate::ir::print::CardStyle;
use crate::package::StagedFiles;
use crate::place::{is_plain_in_address, percent_encoded, shown_path};
use crate::play::scenario_table;
use crate::print::export::{self, ExportForm, ExportOptions, Receiver, Shop, Simulator, TableSetting};
use crate::print::rule_figures::SETUP;
use crate::print::{FaceProgress, Request};
use crate::table::Names;

/// Export a game: pictures of faces, tables, files for print shops and other programs
#[derive(clap::Args)]
pub(super) struct ExportArgs {
    /// Game folder, or id of a shipped game
    #[arg(default_value = ".")]
    game: String,

    /// Output format
    #[arg(long = "to", value_enum, value_name = "FORM")]
    form: FormArg,

    /// Output folder; each game gets a subfolder
    #[arg(long, visible_alias = "output", default_value = "output", value_name = "FOLDER")]
    out: PathBuf,

    /// Only components and boards with this attribute value, such as suit=root; repeatable
    #[arg(long, value_name = "ATTRIBUTE=VALUE", value_parser = open::pair)]
    only: Vec<(String, String)>,

    /// Only the cards in this deck list, in the listed quantities: the name of one of the game's lists, or a
    /// file
    #[arg(long, value_name = "LIST")]
    deck: Option<String>,

    /// Only these sheets, by their names in print.toml; repeatable
    #[arg(long = "sheet", value_name = "SHEET")]
    sheets: Vec<String>,

    /// Language of the texts, such as de
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<String>,

    /// Style of cards whose sheet names no face [default: the game's]
    #[arg(long, value_parser = super::print::style, value_name = "classic|full_art|minimal|fan")]
    style: Option<CardStyle>,

    /// Resolution in pixels per inch
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=2400))]
    dpi: Option<u16>,

    /// Include the bleed
    #[arg(long)]
    bleed: bool,

    /// For tts and cockatrice: URL prefix of the pictures, such as https://example.org/my-game/ [default: the
    /// output folder]
    #[arg(long, value_name = "PREFIX")]
    url: Option<String>,

    /// For tts: one deck per value of this attribute
    #[arg(long, value_name = "ATTRIBUTE")]
    split: Option<String>,

    /// For tts: lay out the table as in this scenario; `setup`: as at the start of a game with the fewest
    /// players
    #[arg(long, value_name = "SCENARIO")]
    scenario: Option<String>,

    /// For drive-thru-cards: PDF/X-4, in the inks of this ICC profile of a printing condition
    #[arg(long, value_name = "PROFILE")]
    pdfx: Option<PathBuf>,

    /// With `--pdfx`: maximum sum of the inks, in per cent of one [default: 240]
    #[arg(long, value_name = "PERCENT", requires = "pdfx", value_parser = clap::value_parser!(u32).range(100..=400))]
    total_ink: Option<u32>,

    /// Treat warnings as errors: write nothing if a text does not fit, a picture is too small …; repeatable
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Vec<PrintDeny>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// PNG of each face and back
    Png,
    /// SVG of each face and back
    Svg,
    /// Table of all components
    Csv,
    /// The table as JSON
    Json,
    /// Searchable page with all faces
    Gallery,
    /// Decks for Tabletop Simulator
    Tts,
    /// Cards and decks for Cockatrice
    Cockatrice,
    /// Cards and decks for Card Game Simulator
    CardGameSimulator,
    /// Table of cards for DragnCards
    Dragncards,
    /// PNG for The Game Crafter
    GameCrafter,
    /// PNG for MakePlayingCards
    MakePlayingCards,
    /// PDF for DriveThruCards
    DriveThruCards,
}

/// Maximum sum of the inks that DriveThruCards takes, in per cent of one.
const DRIVE_THRU_INK: u32 = 240;

/// Compiles, exports and writes the files.
pub(super) fn run(args: &ExportArgs, ui: &Ui) -> CommandResult {
    refuse_unused(args)?;
    let mut game = open::printable_game(&args.game)?;
    if let Some(id) = &args.scenario {
        game = super::lists::for_scenario(game, id, ui)?;
    }
    if let Some(language) = &args.lang {
        open::speak(&mut game, language)?;
    }
    if let Some(style) = args.style {
        super::print::say_idle_style(style, &game.ir, ui);
        game.ir.print.style = style;
    }
    let request = Request { only: args.only.clone(), sheets: args.sheets.clone(), ..Request::default() };
    let request = deck_request(&game, args.deck.as_deref(), request, (&args.deny, ui))?;
    let form = match args.form {
        FormArg::Png => ExportForm::Png,
        FormArg::Svg => ExportForm::Svg,
        FormArg::Csv => ExportForm::Csv,
        FormArg::Json => ExportForm::Json,
        FormArg::Gallery => ExportForm::Gallery,
        FormArg::Tts => ExportForm::Tts,
        FormArg::Cockatrice => ExportForm::Simulator(Simulator::Cockatrice),
        FormArg::CardGameSimulator => ExportForm::Simulator(Simulator::CardGameSimulator),
        FormArg::Dragncards => ExportForm::Simulator(Simulator::DragnCards),
        FormArg::GameCrafter => ExportForm::Shop(Shop::GameCrafter),
        FormArg::MakePlayingCards => ExportForm::Shop(Shop::MakePlayingCards),
        FormArg::DriveThruCards => ExportForm::Shop(Shop::DriveThruCards),
    };
    let separation = match &args.pdfx {
        None => None,
        Some(path) => Some(separation(path, Some(args.total_ink.unwrap_or(DRIVE_THRU_INK)))?),
    };
    let request = Request { separation, ..request };
    // Figures of the rules show tables.
    let request = match form {
        ExportForm::Shop(Shop::GameCrafter) => inspect::with_game_scenes(&game, request),
        _ => request,
    };
    let folder = args.out.join(&game.ir.game.id);
    let options = ExportOptions {
        form,
        dpi: args.dpi.map(f64::from),
        bleed: args.bleed,
        url: Some(args.url.as_deref().map_or_else(|| file_url(&folder.join("tts")), prefix)),
        split: args.split.clone(),
        setting: match form {
            ExportForm::Tts => setting(&game, args.scenario.as_deref())?,
            _ => TableSetting::default(),
        },
    };
    let mut stage = open_stage(&args.out, &game.ir.game.id, ui)?;
    let name = args.form.to_possible_value();
    let group = format!("export {}", name.as_ref().map_or("", |name| name.get_name()));
    let weigh = |found: &mut Vec<Diagnostic>| deny(found, &args.deny);
    let exported = stage_export(&game, &request, &options, weigh, (&mut stage, &group, &folder), ui)?;
    let Some(text) = exported else { return Ok(ExitCode::FAILURE) };
    stage.finish()?;
    write!(ui.out(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses options that the form does not use.
fn refuse_unused(args: &ExportArgs) -> Result<(), CommandError> {
    use FormArg::{
        CardGameSimulator, Cockatrice, Csv, Dragncards, DriveThruCards, Gallery, Json, Png, Svg, Tts,
    };
    let with_faces: Vec<FormArg> =
        FormArg::value_variants().iter().copied().filter(|form| !matches!(form, Csv | Json)).collect();
    let options: [(&str, bool, &[FormArg], &str); 7] = [
        (
            "dpi",
            args.dpi.is_some(),
            &[Png, Gallery, Cockatrice, CardGameSimulator, Dragncards],
            "it has no pixels, or as many as its program or shop asks for",
        ),
        ("bleed", args.bleed, &[Png, Svg], "it has no bleed, or that which its program or shop asks for"),
        ("style", args.style.is_some(), &with_faces, "it has no faces"),
        ("url", args.url.is_some(), &[Tts, Cockatrice], "it has no addresses of pictures"),
        ("split", args.split.is_some(), &[Tts], "it has no decks to split"),
        ("scenario", args.scenario.is_some(), &[Tts], "it sets up no table"),
        ("pdfx", args.pdfx.is_some(), &[DriveThruCards], "it is RGB"),
    ];
    let name =
        |form: &FormArg| form.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
    let unused = options.iter().find(|(_, is_given, forms, _)| *is_given && !forms.contains(&args.form));
    let Some((option, _, forms, why)) = unused else { return Ok(()) };
    let forms: Vec<String> = forms.iter().map(|form| format!("--to {}", name(form))).collect();
    Err(CommandError::Usage(format!(
        "`--{option}` cannot be used with `--to {}`: {why}. Use it with {}",
        name(&args.form),
        list(&forms)
    )))
}

/// Returns the table to set up: that of a scenario, or only the pieces on boards.
fn setting(game: &CompiledGame, scenario: Option<&str>) -> Result<TableSetting, CommandError> {
    let Some(id) = scenario else { return Ok(inspect::pieces_set_up(&game.ir)) };
    let table = open::table(&game.ir)?;
    if id == SETUP {
        let begun = inspect::set_up(&table);
        let why = "the default options allow no number of players: name a scenario";
        return begun.ok_or_else(|| CommandError::Usage(why.into()));
    }
    let names = Names::new(&game.ir);
    let laid = scenario_table(&table, &names, find_scenario(&game.ir, id)?);
    let state = laid.map_err(|said| command_error(&game.ir, *said))?;
    Ok(inspect::set_up_as(&table, &names, &state))
}

/// Returns the prefix of addresses that a URL stands for: the address of a folder ends with `/`.
fn prefix(url: &str) -> String {
    if url.ends_with(['/', '=']) { url.to_owned() } else { format!("{url}/") }
}

/// Returns a folder as a file URL that ends in `/`.
fn file_url(folder: &Path) -> String {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let path = format!("/{}/", shown_path(&whole).trim_start_matches('/'));
    // The colon of a drive stays.
    format!("file://{}", percent_encoded(&path, |byte| byte == b':' || is_plain_in_address(byte)))
}

/// Exports a game to a stage. Returns a report, or `None` if there is an error. `weigh` may change the
/// diagnostics before they are printed.
pub(super) fn stage_export(
    game: &CompiledGame,
    request: &Request,
    options: &ExportOptions,
    weigh: impl FnOnce(&mut Vec<Diagnostic>),
    (stage, group, folder): (&mut StagedFiles, &str, &Path),
    ui: &Ui,
) -> Result<Option<String>, CommandError> {
    let progress = Arc::new(FaceProgress::default());
    let mut writer = ExportWriter { stage, group, progress: Arc::clone(&progress) };
    let mut exported = watched(&progress, || export::export(&game.ir, request, options, &mut writer));
    weigh(&mut exported.found);
    if ui.report(&exported.found, game.sources())? {
        return Ok(None);
    }
    if is_whole(request) {
        stage.complete(group);
    }
    let mut text: String =
        exported.made.iter().map(|line| format!("{}/{line}\n", folder.display())).collect();
    if !exported.report.is_empty() {
        text.push_str(&format!("\n{}\n", exported.report.trim_end()));
    }
    Ok(Some(text))
}

/// Writes the files of an export, and counts the faces.
struct ExportWriter<'s> {
    stage: &'s mut StagedFiles,
    group: &'s str,
    progress: Arc<FaceProgress>,
}

impl Receiver for ExportWriter<'_> {
    fn expect(&mut self, faces: usize) {
        self.progress.all.store(faces, Ordering::Relaxed);
    }

    fn faces_drawn(&mut self, faces: usize) {
        self.progress.done.fetch_add(faces, Ordering::Relaxed);
    }

    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.stage.file_of(self.group, path, bytes)
    }
}

//! `cardwright print`: prints a game as PDFs.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::ValueEnum;

use super::command_result::{CommandError, CommandResult};
use super::face_progress::watched;
use super::ui::Ui;
use super::{messages, open, print_watch, revision, settings};
use crate::compile::CompiledGame;
use crate::diagnostics::codes::export::WHITE_BLEED;
use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Code, Diagnostic, Severity, count_noun, did_you_mean, list, list_some};
use crate::inspect::{leaf, with_game_scenes};
use crate::ir::Ir;
use crate::ir::print::{
    BackPlacement, CardStyle, CutMarks, PaperInfo, RulesFormat, SheetInfo, SizeInfo, SubjectInfo,
};
use crate::package::StagedFiles;
use crate::play::{check_deck, in_no_list, read_list, sources_of};
use crate::print::ink::Ink;
use crate::print::separation::{MOST_PROFILE, Separation};
use crate::print::{self, Request, units};
use crate::report::list_pages;
use crate::source::Sources;

/// The word that replaces the game to print the calibration page.
const CALIBRATION: &str = "calibration";
/// Maximum number of cards named in the note about cards that are in no list.
const MOST_LEFT_OUT: usize = 10;
/// Maximum number of cards of a deck that is printed.
const MOST: u64 = 20_000;

/// Print a game: PDF sheets of components to cut out and play with
#[derive(clap::Args)]
pub(super) struct PrintArgs {
    /// Game folder, or id of a shipped game; `calibration` prints a page that measures the offset of a
    /// printer
    #[arg(default_value = ".")]
    game: String,

    /// Output folder; each game gets a subfolder
    #[arg(long, visible_alias = "output", default_value = "output", value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    wanted: PrintOptions,

    /// Shift backs by the offset saved for this printer
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,

    /// Only components that look different in another state of the package: a folder, or a git revision
    #[arg(long, value_name = "FOLDER|REVISION")]
    changed_since: Option<String>,

    /// With `calibration`: save the offset of the printer's backs, in millimetres to the right and down
    #[arg(long, value_name = "X,Y", requires = "printer", allow_hyphen_values = true, value_parser = settings::parse_offset)]
    offset: Option<(f64, f64)>,

    /// PDF/X-4 for a print shop, in the inks of the ICC profile that it names
    #[arg(long, value_name = "PROFILE")]
    pdfx: Option<PathBuf>,

    /// With `--pdfx`: maximum sum of the inks, in per cent of one [default: the profile's]
    #[arg(long, value_name = "PERCENT", requires = "pdfx", value_parser = clap::value_parser!(u32).range(100..=400))]
    total_ink: Option<u32>,

    /// Language of the texts, such as de
    #[arg(long, value_name = "LANGUAGE", value_parser = super::texts::tag)]
    lang: Option<String>,

    /// Print again whenever a file of the package is saved, until interrupted
    #[arg(long, conflicts_with_all = ["changed_since", "offset"])]
    watch: bool,

    /// Treat warnings as errors: write nothing if a text does not fit, a picture is too small …; repeatable
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Vec<PrintDeny>,
}

/// Sheets to print, and the paper
#[derive(clap::Args, Clone, Default)]
pub(super) struct PrintOptions {
    /// Paper size: A4, A3, A5, letter, legal, tabloid, or WIDTHxHEIGHT in millimetres
    #[arg(long, value_name = "PAPER", value_parser = paper)]
    paper: Option<SizeInfo>,

    /// Layout of the backs
    #[arg(long, value_enum, value_name = "HOW")]
    duplex: Option<DuplexArg>,

    /// Cut marks
    #[arg(long, value_enum, value_name = "HOW")]
    marks: Option<MarksArg>,

    /// Gap between components, in millimetres
    #[arg(long, value_name = "MM", allow_hyphen_values = true, value_parser = gutter)]
    gutter: Option<f64>,

    /// Print all faces small on few pages instead of the sheets
    #[arg(long)]
    contact: bool,

    /// Use of ink
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    ink: InkArg,

    /// Style of cards whose sheet names no face [default: the game's]
    #[arg(long, value_parser = style, value_name = "classic|full_art|minimal|fan")]
    pub(super) style: Option<CardStyle>,

    /// Form of the rules: pages of the paper's size, or a booklet of half that size to fold and staple
    /// [default: the game's]
    #[arg(long, value_parser = rules_form, value_name = "sheet|booklet")]
    pub(super) rules: Option<RulesFormat>,

    /// Only components and boards with this attribute value, such as suit=root; repeatable
    #[arg(long, value_name = "ATTRIBUTE=VALUE", value_parser = open::pair)]
    only: Vec<(String, String)>,

    /// Only the cards in this deck list, in the listed quantities, and a page with the list: the name of one
    /// of the game's lists, or a file
    #[arg(long, value_name = "LIST")]
    deck: Option<String>,

    /// Only these sheets, by their names in print.toml; repeatable
    #[arg(long = "sheet", value_name = "SHEET")]
    sheets: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum PrintDeny {
    /// All warnings
    Warnings,
    /// Texts that do not fit
    Overflow,
    /// Characters that no font has
    Glyphs,
    /// Missing icons
    Icons,
    /// Pictures below 300 pixels per inch
    Pictures,
    /// Texts outside the safe area
    Safe,
    /// Bleed that is left white
    Bleed,
}

impl PrintDeny {
    /// Returns whether it turns this warning into an error.
    fn denies(self, code: Code) -> bool {
        match self {
            PrintDeny::Warnings => true,
            PrintDeny::Overflow => code == codes::OVERFLOW,
            PrintDeny::Glyphs => code == codes::MISSING_GLYPH,
            PrintDeny::Icons => code == codes::MISSING_ICON,
            PrintDeny::Pictures => code == codes::LOW_RESOLUTION,
            PrintDeny::Safe => code == codes::UNSAFE,
            PrintDeny::Bleed => code == WHITE_BLEED,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum DuplexArg {
    /// Duplex, flipped on the long edge
    Long,
    /// Duplex, flipped on the short edge
    Short,
    /// Backs beside the fronts, to fold and glue
    Fold,
    /// Fronts only
    Off,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum InkArg {
    /// Faces in full
    #[default]
    Full,
    /// In shades of grey
    Grey,
    /// Outlines, pale greys and texts, without pictures
    Low,
}

#[derive(Clone, Copy, ValueEnum)]
enum MarksArg {
    /// Short lines beside the components
    Crop,
    /// Lines across the whole page
    Guides,
    /// No marks
    None,
}

fn paper(written: &str) -> Result<SizeInfo, String> {
    let size = match written.split_once(['x', '×']) {
        Some((width, height)) => match (width.trim().parse(), height.trim().parse()) {
            (Ok(width), Ok(height)) => SizeInfo::Given(width, height),
            _ => SizeInfo::Named(written.into()),
        },
        None => SizeInfo::Named(written.into()),
    };
    match (&size, units::size(&size, &units::PAPERS)) {
        (SizeInfo::Given(w, h), _) if [w, h].iter().any(|mm| !(50.0..=2000.0).contains(*mm)) => {
            Err("a paper is between 50 and 2000 mm wide and high".into())
        }
        (_, Ok(_)) => Ok(size),
        (_, Err((_, near))) => {
            let near = near.map_or_else(|| ".".to_owned(), |near| format!("; did you mean `{near}`?"));
            let known: Vec<&str> = units::PAPERS.iter().map(|(name, ..)| *name).collect();
            Err(format!(
                "there is no such paper{near} There are {}, or write WIDTHxHEIGHT in millimetres",
                known.join(", ")
            ))
        }
    }
}

pub(super) fn style(written: &str) -> Result<CardStyle, String> {
    let known = CardStyle::ALL.into_iter().find(|style| style.name() == written);
    known.ok_or_else(|| format!("the styles are {}", list(&CardStyle::ALL.map(CardStyle::name))))
}

fn rules_form(written: &str) -> Result<RulesFormat, String> {
    let known = RulesFormat::ALL.into_iter().find(|form| form.name() == written);
    known.ok_or_else(|| format!("the forms are {}", list(&RulesFormat::ALL.map(RulesFormat::name))))
}

fn gutter(written: &str) -> Result<f64, String> {
    let number = written.trim().parse().ok().filter(|mm| (0.0..=50.0).contains(mm));
    number.ok_or_else(|| "a gutter is between 0 and 50 mm wide".into())
}

impl PrintOptions {
    fn request(&self) -> Request {
        let paper = PaperInfo {
            size: self.paper.clone(),
            marks: self.marks.map(|m| match m {
                MarksArg::Crop => CutMarks::Crop,
                MarksArg::Guides => CutMarks::Guides,
                MarksArg::None => CutMarks::None,
            }),
            duplex: self.duplex.map(|d| match d {
                DuplexArg::Long => BackPlacement::Long,
                DuplexArg::Short => BackPlacement::Short,
                DuplexArg::Fold => BackPlacement::Fold,
                DuplexArg::Off => BackPlacement::Off,
            }),
            gutter: self.gutter,
            ..PaperInfo::default()
        };
        let ink = match self.ink {
            InkArg::Full => Ink::Full,
            InkArg::Grey => Ink::Grey,
            InkArg::Low => Ink::Low,
        };
        let contact = self.contact;
        Request {
            paper,
            ink,
            contact,
            only: self.only.clone(),
            sheets: self.sheets.clone(),
            ..Request::default()
        }
    }
}

/// Compiles, prints and writes the files.
pub(super) fn run(args: &PrintArgs, ui: &Ui) -> CommandResult {
    if args.game == CALIBRATION && !Path::new(CALIBRATION).is_dir() {
        return calibrate(args, ui);
    }
    if args.offset.is_some() {
        return Err(CommandError::Usage(format!("`--offset` is saved by `cardwright print {CALIBRATION}`")));
    }
    if args.watch {
        return print_watch::run(&args.game, |lists| print_once(args, lists, ui), ui);
    }
    Ok(if print_once(args, true, ui)?.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints, and returns the files that were written; `None` if there is an error, which was reported. `lists`
/// says whether to list them.
fn print_once(
    args: &PrintArgs,
    lists: bool,
    ui: &Ui,
) -> Result<Option<Vec<print::PrintedFile>>, CommandError> {
    let back = args.printer.as_deref().map_or(Ok((0.0, 0.0)), settings::offset_of)?;
    let mut game = open::printable_game(&args.game)?;
    if let Some(language) = &args.lang {
        open::speak(&mut game, language)?;
    }
    game.ir.print.style = args.wanted.style.unwrap_or(game.ir.print.style);
    game.ir.print.rules = args.wanted.rules.unwrap_or(game.ir.print.rules);
    let request = deck_request(&game, args.wanted.deck.as_deref(), args.wanted.request(), (&args.deny, ui))?;
    let separation = args.pdfx.as_deref().map(|path| separation(path, args.total_ink)).transpose()?;
    let mut request = Request { back, separation, ..request };
    if let Some(state) = &args.changed_since {
        let old = revision::open_revision(&args.game, state)?.ir;
        if old.game.id != game.ir.game.id {
            return Err(messages::revision_of_other_game(state, &old.game.id, &game.ir.game.id).into());
        }
        request.since = Some(Arc::new(old));
    }
    let Some(output) = print_files(&game, &request, &args.deny, ui)? else { return Ok(None) };
    let id = &game.ir.game.id;
    let mut stage = open_stage(&args.out, id, ui)?;
    let lines = stage_print(&output, &request, &mut stage, &args.out.join(id))?;
    stage.finish()?;
    if lists {
        let mut to = ui.out();
        lines.iter().try_for_each(|line| writeln!(to, "{}", ui.wrap_line(line)))?;
        if request.deck.is_some() {
            say_left_out(&game.ir, ui);
        }
        if let Some(style) = args.wanted.style {
            say_idle_style(style, &game.ir, ui);
        }
    }
    Ok(Some(output.files))
}

/// Reads the profile of a printing condition.
pub(super) fn separation(path: &Path, total_ink: Option<u32>) -> Result<Arc<Separation>, CommandError> {
    /// The sum of the inks where all four are printed in full.
    const ALL: u32 = 400;
    // A device has no end.
    let mut profile = Vec::new();
    let open = File::open(path).and_then(|file| file.take(MOST_PROFILE + 1).read_to_end(&mut profile));
    let read = open.map(|_| profile).map_err(|e| e.to_string());
    match read.and_then(|profile| Separation::of(profile, total_ink.unwrap_or(ALL))) {
        Ok(separation) => Ok(Arc::new(separation)),
        Err(why) => Err(CommandError::Found(vec![messages::bad_profile(path, why)], Box::default())),
    }
}

/// Notes the cards that a player needs in addition to a list.
fn say_left_out(ir: &Ir, ui: &Ui) {
    let names: Vec<&str> =
        in_no_list(ir).iter().filter_map(|name| Some(ir.names.find(*name)?.id.as_str())).collect();
    if let [first, ..] = names[..] {
        let shown = list_some(&names, MOST_LEFT_OUT);
        ui.print_message(&format!(
            "Not printed, as no list may hold it: {shown}. `--only name={first}` in place of `--deck` prints it."
        ));
    }
}

/// Says that a style changes nothing, if all sheets of components name their faces.
pub(super) fn say_idle_style(style: CardStyle, ir: &Ir, ui: &Ui) {
    let has_default_face =
        |sheet: &SheetInfo| sheet.face.is_none() && matches!(sheet.subject, SubjectInfo::Components(_));
    if !print::sheets(ir).iter().any(has_default_face) {
        ui.print_message(&format!(
            "`--style {}` changes nothing: this game has no sheet of components without a `face`.",
            style.name()
        ));
    }
}

/// Prints the calibration page, or saves a printer's offset.
fn calibrate(args: &PrintArgs, ui: &Ui) -> CommandResult {
    if let (Some(printer), Some(offset)) = (&args.printer, args.offset) {
        let path = settings::save(printer, offset)?;
        writeln!(
            ui.out(),
            "{}: backs of `{printer}` are moved by {} mm, {} mm",
            path.display(),
            offset.0,
            offset.1
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let output = print::calibration::calibration(&args.wanted.request());
    if ui.report(&output.found, &Sources::default())? {
        return Ok(ExitCode::FAILURE);
    }
    let mut stage = open_stage(&args.out, "", ui)?;
    for file in &output.files {
        stage.file(&file.name, &file.bytes)?;
    }
    for (path, file) in stage.finish()?.iter().zip(&output.files) {
        writeln!(ui.out(), "{}: {}; {}", path.display(), file.what, file.how)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Creates a stage for the files of a game. Reports if it had to finish the writes of an interrupted run
/// first.
pub(super) fn open_stage(out: &Path, inside: &str, ui: &Ui) -> Result<StagedFiles, CommandError> {
    let stage = StagedFiles::new(out, inside)?;
    if stage.finished_earlier() {
        let folder = out.join(inside);
        ui.print_message(&format!(
            "An earlier run was ended while it put its files into `{}`: they are all in place now.",
            folder.display()
        ));
    }
    Ok(stage)
}

/// Fails if no component and no cell has an attribute that `--only` names, or has the value of it.
fn check_attributes(ir: &Ir, request: &Request) -> Result<(), CommandError> {
    let ids = || ir.attributes.iter().map(|a| a.id.as_str()).chain(["name", "id"]);
    for (key, wanted) in &request.only {
        if ids().all(|id| id != key) {
            let near = did_you_mean(key, ids());
            return Err(CommandError::Usage(format!("no component has an attribute `{key}`{near}")));
        }
        let values = print::attribute_values(ir, key);
        let is_name = matches!(key.as_str(), "name" | "id");
        if !values.iter().any(|value| value == wanted || is_name && value.eq_ignore_ascii_case(wanted)) {
            return Err(CommandError::Usage(no_such_value(key, wanted, &values)));
        }
    }
    Ok(())
}

/// Returns the message about a value that no component and no cell has.
fn no_such_value(key: &str, wanted: &str, values: &[String]) -> String {
    /// Maximum number of values in the message.
    const NAMED: usize = 12;
    let near = did_you_mean(wanted, values.iter().map(String::as_str));
    let values = match values {
        [] => String::new(),
        some => format!("; the values are {}", list_some(some, NAMED)),
    };
    format!("nothing has `{key} = {wanted}`{near}{values}")
}

/// Adds the cards of a deck list to a request, if one is named. Checks the attributes that it names. Reports
/// why the list is not legal as warnings.
pub(super) fn deck_request(
    game: &CompiledGame,
    deck: Option<&str>,
    request: Request,
    (denied, ui): (&[PrintDeny], &Ui),
) -> Result<Request, CommandError> {
    check_attributes(&game.ir, &request)?;
    let Some(name) = deck else { return Ok(request) };
    let mut sources = sources_of(&game.ir);
    let (list, found) = read_list(game, name, &mut sources)?;
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(CommandError::Found(found, Box::new(sources)));
    }
    let total = list.total();
    if total > MOST {
        return Err(CommandError::Usage(format!(
            "{total} cards are more than are printed at once, which is {MOST}"
        )));
    }
    // Half a list is worth a proof, so that it is not legal stops nothing. That the table of the game cannot
    // be made ready is no fault of the list.
    let mut illegal = check_deck(game, None, &[], &[&list]).unwrap_or_default().concat();
    illegal.iter_mut().for_each(|d| d.severity = Severity::Warning);
    deny(&mut illegal, denied);
    if illegal.iter().any(|d| d.severity == Severity::Error) {
        return Err(CommandError::Found(illegal, Box::new(sources)));
    }
    ui.report(&illegal, &sources)?;
    let request = request.of_cards(list.cards().into_iter().map(|listed| (listed.name, listed.count)));
    let list = Some(list_pages(&game.ir, &list).into_iter().map(leaf).collect());
    Ok(Request { list, ..request })
}

/// Turns denied warnings into errors.
pub(super) fn deny(found: &mut [Diagnostic], denied: &[PrintDeny]) {
    for d in found {
        if denied.iter().any(|deny| deny.denies(d.code)) {
            d.severity = Severity::Error;
        }
    }
}

/// Prints a game and reports its diagnostics; `None` if there is an error.
pub(super) fn print_files(
    game: &CompiledGame,
    request: &Request,
    denied: &[PrintDeny],
    ui: &Ui,
) -> Result<Option<print::PrintResult>, CommandError> {
    let request = with_game_scenes(game, request.clone());
    let mut output = watched(&request.progress, || print::print(&game.ir, &request));
    deny(&mut output.found, denied);
    Ok(if ui.report(&output.found, game.sources())? { None } else { Some(output) })
}

/// Stages the printed files; returns a line for each.
pub(super) fn stage_print(
    printed: &print::PrintResult,
    request: &Request,
    stage: &mut StagedFiles,
    folder: &Path,
) -> Result<Vec<String>, CommandError> {
    let group = if request.contact { "print contact" } else { "print" };
    let mut lines = Vec::new();
    for file in &printed.files {
        stage.file_of(group, &file.name, &file.bytes)?;
        let pages = count_noun(file.pages as u64, "page");
        let path = folder.join(&file.name);
        lines.push(format!("{}: {} on {pages}; {}", path.display(), file.what, file.how));
    }
    if is_whole(request) && request.since.is_none() {
        stage.complete(group);
    }
    if lines.is_empty() {
        lines.push("nothing has changed".into());
    }
    Ok(lines)
}

/// Returns whether the request is for the whole game, so that other files of an earlier run are obsolete.
pub(super) fn is_whole(request: &Request) -> bool {
    request.only.is_empty() && request.sheets.is_empty() && request.deck.is_none()
}

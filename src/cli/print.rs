//! `cardwright print`: a game as PDFs to print, cut out and play with.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use clap::ValueEnum;

use super::ui::{Ui, progress};
use super::{Outcome, Stop, open, revision, settings};
use crate::compile::Game;
use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::Ir;
use crate::ir::print::{Duplex, Marks, PaperInfo, SizeInfo};
use crate::package::write_atomically;
use crate::play::{read_deck, sources_of};
use crate::print::ink::Ink;
use crate::print::{self, Request};
use crate::source::Sources;

/// What is named instead of a game to measure a printer.
const CALIBRATION: &str = "calibration";
/// Most cards of a deck that are printed.
const MOST: u64 = 20_000;

/// Print a game: sheets of components as PDFs, to be cut out and played with
#[derive(clap::Args)]
pub(super) struct Args {
    /// The game's folder, or the id of a shipped game, by default the folder you are in; `calibration` prints the page
    /// that shows how far a printer is off
    #[arg(default_value = ".")]
    game: String,

    /// The folder to write to; the game gets one of its own inside
    #[arg(long, visible_alias = "output", default_value = "output", value_name = "FOLDER")]
    out: PathBuf,

    #[command(flatten)]
    wanted: Wanted,

    /// Move backs as was measured and saved of this printer
    #[arg(long, value_name = "NAME")]
    printer: Option<String>,

    /// Only what looks otherwise than in another state of the package: a folder, or a revision that git knows
    #[arg(long, value_name = "FOLDER|REVISION")]
    changed_since: Option<String>,

    /// With `calibration`: save how far the printer's backs have to be moved, in millimetres to the right and down
    #[arg(long, value_name = "X,Y", requires = "printer", allow_hyphen_values = true, value_parser = settings::parse_offset)]
    offset: Option<(f64, f64)>,

    /// The language, where the game has texts in others: de
    #[arg(long, value_name = "LANGUAGE", value_parser = super::texts::tag)]
    lang: Option<String>,

    /// Make warnings errors: nothing is written where a text does not fit, a picture is too small …; as often as you like
    #[arg(long, value_enum, value_name = "WHAT")]
    deny: Vec<Deny>,
}

/// What is printed, and on what
#[derive(clap::Args, Clone, Default)]
pub(super) struct Wanted {
    /// A4, A3, A5, letter, legal, tabloid, or WIDTHxHEIGHT in millimetres
    #[arg(long, value_name = "PAPER", value_parser = paper)]
    paper: Option<SizeInfo>,

    /// How backs are printed
    #[arg(long, value_enum, value_name = "HOW")]
    duplex: Option<DuplexArg>,

    /// Where to cut
    #[arg(long, value_enum, value_name = "HOW")]
    marks: Option<MarksArg>,

    /// Millimetres between two components
    #[arg(long, value_name = "MM")]
    gutter: Option<f64>,

    /// All faces small on few pages, instead of the sheets
    #[arg(long)]
    contact: bool,

    /// How much ink it takes
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    ink: InkArg,

    /// Only components of which an attribute is this value, such as suit=root; as often as you like
    #[arg(long, value_name = "ATTRIBUTE=VALUE", value_parser = open::pair)]
    only: Vec<(String, String)>,

    /// Only the cards of this deck list, each in its number
    #[arg(long, value_name = "FILE")]
    deck: Option<PathBuf>,

    /// Only these sheets, as print.toml calls them
    #[arg(long = "sheet", value_name = "SHEET")]
    sheets: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Deny {
    /// Any warning
    Warnings,
    /// Texts that do not fit
    Overflow,
    /// Letters that no font has
    Glyphs,
    /// Icons that are not there
    Icons,
    /// Pictures of fewer than 300 pixels to the inch
    Pictures,
    /// Texts outside of the safe zone
    Safe,
}

impl Deny {
    /// Whether it makes an error of this warning.
    fn denies(self, code: Code) -> bool {
        match self {
            Deny::Warnings => true,
            Deny::Overflow => code == codes::OVERFLOW,
            Deny::Glyphs => code == codes::MISSING_GLYPH,
            Deny::Icons => code == codes::MISSING_ICON,
            Deny::Pictures => code == codes::LOW_RESOLUTION,
            Deny::Safe => code == codes::UNSAFE,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum DuplexArg {
    /// Backs on the other side, flipped on the long edge
    Long,
    /// Backs on the other side, flipped on the short edge
    Short,
    /// Backs beside the fronts, to be folded over and glued
    Fold,
    /// Fronts only
    Off,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum InkArg {
    /// As the faces are drawn
    #[default]
    Full,
    /// In greys
    Grey,
    /// Lines and texts, no pictures
    Low,
}

#[derive(Clone, Copy, ValueEnum)]
enum MarksArg {
    /// Short lines at the edge of the page
    Crop,
    /// Lines across the page
    Guides,
    /// Nothing
    None,
}

fn paper(written: &str) -> Result<SizeInfo, String> {
    let Some((width, height)) = written.split_once(['x', '×']) else { return Ok(SizeInfo::Named(written.into())) };
    match (width.trim().parse::<f64>(), height.trim().parse::<f64>()) {
        (Ok(w), Ok(h)) if (50.0..=2000.0).contains(&w) && (50.0..=2000.0).contains(&h) => Ok(SizeInfo::Given(w, h)),
        (Ok(_), Ok(_)) => Err("a paper is between 50 and 2000 mm wide and high".into()),
        _ => Ok(SizeInfo::Named(written.into())),
    }
}

impl Wanted {
    fn request(&self) -> Request {
        let paper = PaperInfo {
            size: self.paper.clone(),
            marks: self.marks.map(|m| match m {
                MarksArg::Crop => Marks::Crop,
                MarksArg::Guides => Marks::Guides,
                MarksArg::None => Marks::None,
            }),
            duplex: self.duplex.map(|d| match d {
                DuplexArg::Long => Duplex::Long,
                DuplexArg::Short => Duplex::Short,
                DuplexArg::Fold => Duplex::Fold,
                DuplexArg::Off => Duplex::Off,
            }),
            gutter: self.gutter.filter(|g| g.is_finite()).map(|g| g.clamp(0.0, 50.0)),
            ..PaperInfo::default()
        };
        let ink = match self.ink {
            InkArg::Full => Ink::Full,
            InkArg::Grey => Ink::Grey,
            InkArg::Low => Ink::Low,
        };
        let contact = self.contact;
        Request { paper, ink, contact, only: self.only.clone(), sheets: self.sheets.clone(), ..Request::default() }
    }
}

/// Compiles, prints and writes.
pub(super) fn run(args: &Args, ui: &Ui) -> Outcome {
    if args.game == CALIBRATION && !Path::new(CALIBRATION).is_dir() {
        return calibrate(args, ui);
    }
    if args.offset.is_some() {
        return Err(Stop::Usage(format!("`--offset` is saved by `cardwright print {CALIBRATION}`")));
    }
    let back = args.printer.as_deref().map_or(Ok((0.0, 0.0)), settings::offset_of)?;
    let mut game = open::game(&args.game)?;
    if let Some(language) = &args.lang {
        open::speak(&mut game, language)?;
    }
    let request = deck_request(&game, args.wanted.deck.as_deref(), args.wanted.request())?;
    let mut request = Request { back, ..request };
    if let Some(state) = &args.changed_since {
        request.since = Some(Arc::new(revision::other(&args.game, state)?.ir));
    }
    print_game(&game, &request, &args.deny, &args.out, ui)
}

/// Prints the page that shows how far a printer is off, or saves how far it is.
fn calibrate(args: &Args, ui: &Ui) -> Outcome {
    if let (Some(printer), Some(offset)) = (&args.printer, args.offset) {
        let path = settings::save(printer, offset)?;
        writeln!(ui.out(), "{}: backs of `{printer}` are moved by {} mm, {} mm", path.display(), offset.0, offset.1)?;
        return Ok(ExitCode::SUCCESS);
    }
    let output = print::calibration::calibration(&args.wanted.request());
    if ui.report(&output.found, &Sources::default())? {
        return Ok(ExitCode::FAILURE);
    }
    for file in &output.files {
        let path = write_atomically(&args.out, &file.name, &file.bytes)?;
        writeln!(ui.out(), "{}: {}; {}", path.display(), file.what, file.how)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A request for the cards of a deck list, if there is one.
pub(super) fn deck_request(game: &Game, deck: Option<&Path>, request: Request) -> Result<Request, Stop> {
    let Some(path) = deck else { return Ok(request) };
    let text = std::fs::read_to_string(path)
        .map_err(|error| Stop::Usage(format!("`{}` cannot be read: {error}", path.display())))?;
    let mut sources = sources_of(&game.ir);
    let file = sources.add(path.to_string_lossy().replace('\\', "/"), text);
    let (cards, found) = read_deck(&game.ir, &sources, file);
    if found.iter().any(|d| d.severity == Severity::Error) {
        return Err(Stop::Found(found, Box::new(sources)));
    }
    let total: u64 = cards.iter().map(|(_, count)| u64::from(*count)).sum();
    if total > MOST {
        return Err(Stop::Usage(format!("{total} cards are more than are printed at once, which is {MOST}")));
    }
    Ok(Request { deck: Some(cards), ..request })
}

/// Makes errors of warnings that are denied.
pub(super) fn deny(found: &mut [Diagnostic], denied: &[Deny]) {
    for d in found {
        if denied.iter().any(|deny| deny.denies(d.code)) {
            d.severity = Severity::Error;
        }
    }
}

/// Prints a game and writes the files to a folder of its own; says what they are.
pub(super) fn print_game(game: &Game, request: &Request, denied: &[Deny], out: &Path, ui: &Ui) -> Outcome {
    let mut output = watched(&game.ir, request);
    deny(&mut output.found, denied);
    if ui.report(&output.found, game.sources())? {
        return Ok(ExitCode::FAILURE);
    }
    let mut to = ui.out();
    if output.files.is_empty() {
        writeln!(to, "nothing has changed")?;
    }
    for file in &output.files {
        let path = write_atomically(out, &format!("{}/{}", game.ir.game.id, file.name), &file.bytes)?;
        let pages = if file.pages == 1 { "1 page".to_owned() } else { format!("{} pages", file.pages) };
        writeln!(to, "{}: {} on {pages}; {}", path.display(), file.what, file.how)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints, and shows how far it has come where that takes more than a second.
fn watched(ir: &Ir, request: &Request) -> print::Output {
    if !std::io::stderr().is_terminal() {
        return print::print(ir, request);
    }
    let (done, finished) = mpsc::channel::<()>();
    let made = Arc::clone(&request.progress);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            let mut bar = None;
            // Ends as soon as the other side is dropped.
            while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                if start.elapsed() > Duration::from_secs(1) {
                    let all = made.all.load(Ordering::Relaxed) as u64;
                    let bar = bar.get_or_insert_with(|| progress(all, "faces"));
                    bar.set_length(all);
                    bar.set_position(made.done.load(Ordering::Relaxed) as u64);
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let output = print::print(ir, request);
        drop(done);
        output
    })
}

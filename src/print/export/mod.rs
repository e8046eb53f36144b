//! Exports pictures and tables for other programs and print shops.
//!
//! Files are handed to a receiver as they are made, so that only a few faces are in memory at a time. The receiver makes sure that either
//! all files or none are written.

pub(super) mod batch;
mod files;
mod gallery;
mod live;
mod shops;
mod simulators;
mod tables;
mod trial;
mod tts;
mod tts_table;

use self::batch::Batch;
pub use self::live::{LiveFace, LiveFaces, draw_faces};
pub use self::shops::{ProductInfo, Shop, products_of};
pub use self::simulators::Simulator;
pub use self::trial::check_faces;
pub use self::tts_table::Standing;
use super::Request;
use super::faces::Press;
use super::materials::Materials;
use crate::diagnostics::codes::export as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::Ir;

/// The export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A PNG of each face.
    Png,
    /// An SVG of each face.
    Svg,
    /// A table of all components, as CSV.
    Csv,
    /// The same table as JSON.
    Json,
    /// A gallery page of all faces.
    Gallery,
    /// Decks for Tabletop Simulator.
    Tts,
    /// Cards for a program that plays card games.
    Simulator(Simulator),
    /// The files that a print shop requires.
    Shop(Shop),
}

/// Options of an export.
#[derive(Clone, Debug)]
pub struct Options {
    /// The export format.
    pub form: Form,
    /// Resolution in pixels per inch, for forms that do not fix it; `None` for the form's default.
    pub dpi: Option<f64>,
    /// Whether to include the bleed.
    pub bleed: bool,
    /// For Tabletop Simulator: the URL prefix of pictures.
    pub url: Option<String>,
    /// For Tabletop Simulator: the attribute by which decks are split, one for each value.
    pub split: Option<String>,
    /// For Tabletop Simulator: the pieces that stand on boards.
    pub standing: Vec<Standing>,
}

impl Options {
    /// Creates the default options of a form.
    pub fn new(form: Form) -> Options {
        Options { form, dpi: None, bleed: false, url: None, split: None, standing: Vec::new() }
    }
}

/// Receives the files of an export.
pub trait Receiver {
    /// Announces the number of faces that will be drawn.
    fn expect(&mut self, faces: usize);

    /// Reports that more faces have been drawn.
    fn done(&mut self, faces: usize);

    /// Takes a file. `path` is relative to the folder of the game, with `/` as the separator.
    ///
    /// # Errors
    /// The reason why it could not be taken; the export then stops.
    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic>;
}

/// The result of an export.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// Descriptions of what was made, one line each.
    pub made: Vec<String>,
    /// The report on a print shop's requirements.
    pub report: String,
    /// All diagnostics. If there is an error, the files handed over are incomplete and must be discarded.
    pub found: Vec<Diagnostic>,
}

impl Exported {
    /// Whether there is an error.
    pub fn failed(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Exports a game.
pub fn export(ir: &Ir, request: &Request, options: &Options, to: &mut dyn Receiver) -> Exported {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let press = materials.press(request, &mut found);
    let mut exported = Exported { found, ..Exported::default() };
    if exported.failed() {
        return exported;
    }
    let job = Job { press: &press, request, options };
    // Errors are already in `found`, or returned here.
    if let Err(Some(d)) = job.run(to, &mut exported) {
        exported.found.push(d);
    }
    exported
}

/// The reason for stopping; `None` if it is already recorded.
type Failed = Option<Diagnostic>;

/// An export in progress.
struct Job<'a> {
    press: &'a Press<'a>,
    request: &'a Request,
    options: &'a Options,
}

impl Job<'_> {
    fn run(&self, to: &mut dyn Receiver, out: &mut Exported) -> Result<(), Failed> {
        match self.options.form {
            Form::Csv | Form::Json => {
                let batches = self.batches(Batch::components, out)?;
                tables::write(self, &batches, to, out)
            }
            Form::Png | Form::Svg => {
                let batches = self.batches(Batch::all, out)?;
                files::write(self, &batches, to, out)
            }
            Form::Gallery => {
                let batches = self.batches(Batch::all, out)?;
                gallery::write(self, &batches, to, out)
            }
            Form::Tts => {
                let batches = self.batches(Batch::all, out)?;
                tts::write(self, &batches, to, out)
            }
            Form::Simulator(simulator) => {
                let batches = self.batches(Batch::components, out)?;
                simulators::write(self, simulator, &batches, to, out)
            }
            Form::Shop(shop) => {
                let batches = self.batches(Batch::all, out)?;
                shops::write(self, shop, &batches, to, out)
            }
        }
    }

    /// Returns the batches to be exported; an error if there are none.
    fn batches(
        &self,
        gather: fn(&Press, &Request, &mut Vec<Diagnostic>) -> Vec<Batch>,
        out: &mut Exported,
    ) -> Result<Vec<Batch>, Failed> {
        let batches = gather(self.press, self.request, &mut out.found);
        if out.failed() {
            return Err(None);
        }
        if batches.is_empty() {
            return Err(Some(
                Diagnostic::error(codes::NOTHING_TO_EXPORT, "there is nothing to export")
                    .because("nothing that can be exported so is left of what was asked for"),
            ));
        }
        Ok(batches)
    }
}

//! Pictures and tables for elsewhere: what others take who do not print our pages.
//!
//! Files are handed over as they are made, so that no more than a few faces are ever kept. Who takes them sees to it that either all
//! of them or none come to their places.

pub(super) mod batch;
mod files;
mod gallery;
mod shop_pdf;
mod shops;
mod tables;
mod tts;

use self::batch::Batch;
pub use self::shops::Shop;
use super::Request;
use super::faces::Press;
use super::materials::Materials;
use crate::diagnostics::codes::export as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::Ir;

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A picture of each face.
    Png,
    /// A drawing of each face.
    Svg,
    /// A table of all components.
    Csv,
    /// The same as JSON.
    Json,
    /// A page to look at.
    Gallery,
    /// Decks for Tabletop Simulator.
    Tts,
    /// What a print shop asks for.
    Shop(Shop),
}

/// How it is wanted.
#[derive(Clone, Debug)]
pub struct Options {
    /// What comes out.
    pub form: Form,
    /// Pixels to the inch, where that is not given by the form; as usual for the form if not said.
    pub dpi: Option<f64>,
    /// With what lies beyond the cut.
    pub bleed: bool,
    /// For Tabletop Simulator: what comes before the names of pictures.
    pub url: Option<String>,
    /// For Tabletop Simulator: the attribute of which each value gets a deck.
    pub split: Option<String>,
}

impl Options {
    /// As usual for a form.
    pub fn new(form: Form) -> Options {
        Options { form, dpi: None, bleed: false, url: None, split: None }
    }
}

/// Who takes the files.
pub trait Receiver {
    /// So many faces are going to be drawn.
    fn expect(&mut self, faces: usize);

    /// So many have been.
    fn done(&mut self, faces: usize);

    /// A file: its path below the folder of the game, with `/`.
    ///
    /// # Errors
    /// Why it could not be taken; nothing more is made then.
    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic>;
}

/// What exporting gave.
#[derive(Clone, Debug, Default)]
pub struct Exported {
    /// What was made, a line each.
    pub made: Vec<String>,
    /// What of the wishes of a print shop is met.
    pub report: String,
    /// All there is to say; with an error, what was handed over is not the whole and has to be thrown away.
    pub found: Vec<Diagnostic>,
}

impl Exported {
    /// Whether something is wrong.
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
    // What is wrong has been noted, or comes as the error.
    if let Err(Some(d)) = job.run(to, &mut exported) {
        exported.found.push(d);
    }
    exported
}

/// Why there is nothing more: the reason, if it has not been noted yet.
type Failed = Option<Diagnostic>;

/// An export.
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
                let batches = self.batches(Batch::components, out)?;
                tts::write(self, &batches, to, out)
            }
            Form::Shop(shop) => {
                let batches = self.batches(Batch::components, out)?;
                shops::write(self, shop, &batches, to, out)
            }
        }
    }

    /// What is exported; it is an error if there is nothing.
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

//! Paper: PDFs of a game, or of some of its cards.

use super::error::{Error, ErrorKind};
use super::game::Game;
use crate::diagnostics::{Diagnostic, Severity, did_you_mean};
use crate::inspect::with_scenes;
use crate::ir::print::{PaperInfo, SizeInfo};
use crate::play::sources_of;
use crate::print::{self as press, Request, units};

/// The settings of a print. Everything that is not set is as in the game's `print.toml`.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct PrintConfig {
    cards: Vec<(String, u32)>,
    sheets: Vec<String>,
    paper: Option<String>,
}

impl PrintConfig {
    /// Prints only cards that are named, by id, each in a quantity.
    pub fn card(mut self, id: impl Into<String>, copies: u32) -> Self {
        self.cards.push((id.into(), copies));
        self
    }

    /// Prints only sheets that are named, by their ids in `print.toml`.
    pub fn sheet(mut self, id: impl Into<String>) -> Self {
        self.sheets.push(id.into());
        self
    }

    /// Sets the size of the paper: `A4`, `letter`.
    pub fn paper(self, name: impl Into<String>) -> Self {
        PrintConfig { paper: Some(name.into()), ..self }
    }
}

/// A file of a print, in memory: nothing is written to the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintFile {
    /// Its name: `cards.pdf`.
    pub name: String,
    /// The file as it is to be written.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
}

/// The result of a print.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PrintOutput {
    /// The files, in the order of the sheets.
    pub files: Vec<PrintFile>,
    /// Warnings: texts that do not fit, pictures that are too small.
    pub warnings: Vec<Diagnostic>,
}

/// Number of cards that one print may have, as on the command line.
const MOST_CARDS: u64 = 20_000;

/// Prints a game as PDFs. Nothing is written to the disk.
///
/// # Errors
/// There is no such card or paper, or a file of the package cannot be used.
pub fn print(game: &Game, config: &PrintConfig) -> Result<PrintOutput, Error> {
    game.check_printable()?;
    let ir = game.ir();
    let mut cards = Vec::new();
    for (id, copies) in &config.cards {
        let Some(name) = ir.names.iter_ids().find(|(_, name)| name.id == *id).map(|(name, _)| name) else {
            let near = did_you_mean(id, ir.names.iter().map(|name| name.id.as_str()));
            return Err(Error::settings(format!("{} has no card `{id}`{near}", ir.game.name)));
        };
        cards.push((name, *copies));
    }
    if cards.iter().map(|(_, copies)| u64::from(*copies)).sum::<u64>() > MOST_CARDS {
        return Err(Error::settings(format!("a print has at most {MOST_CARDS} cards")));
    }
    let size = config.paper.clone().map(SizeInfo::Named);
    if let Some(size) = &size
        && units::size(size, &units::PAPERS).is_err()
    {
        let known: Vec<&str> = units::PAPERS.iter().map(|(name, ..)| *name).collect();
        return Err(Error::settings(format!("there is no such paper; there are {}", known.join(", "))));
    }
    let paper = PaperInfo { size, ..PaperInfo::default() };
    let request = Request { paper, sheets: config.sheets.clone(), ..Request::default() };
    let request = if cards.is_empty() { request } else { request.of_cards(cards) };
    let output = press::print(ir, &with_scenes(ir, request));
    if output.found.iter().any(|d| d.severity == Severity::Error) {
        return Err(Error::from_diagnostics(ErrorKind::Print, output.found, sources_of(ir)));
    }
    let file = |file: press::PrintedFile| PrintFile { name: file.name, bytes: file.bytes, pages: file.pages };
    Ok(PrintOutput { files: output.files.into_iter().map(file).collect(), warnings: output.found })
}

//! A request to print: the subjects and the settings.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::diagnostics::Diagnostic;
use crate::ir::print::PaperInfo;
use crate::ir::{Ir, NameId};
use crate::print::inks::{ink, separation};
use crate::print::request::changes::FaceChanges;
use crate::print::request::leaf::InsertedPage;
use crate::print::request::scenes::Scene;

/// A print request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Settings that override those of the game.
    pub paper: PaperInfo,
    /// Filters: only components with this value of the attribute, and boards in which every cell has it.
    pub only: Vec<(String, String)>,
    /// Only these cards (indices into `Ir::names`), in these quantities.
    pub deck: Option<Vec<(NameId, u32)>>,
    /// Pages with the list of these cards, printed beside their sheets.
    pub list: Option<Vec<InsertedPage>>,
    /// The tables that figures of the rules show.
    pub scenes: Vec<Scene>,
    /// Scenarios that figures show and that cannot be laid out: the id and the error of each.
    pub failed_scenes: Vec<(String, Diagnostic)>,
    /// Only these sheets.
    pub sheets: Vec<String>,
    /// The ink setting: full, grey, or low.
    pub ink: ink::Ink,
    /// The printing condition of a print shop: PDFs are PDF/X-4 in its inks.
    pub separation: Option<Arc<separation::Separation>>,
    /// Offset of a printer's backs to be compensated, to the right and down in millimetres, for a portrait
    /// sheet flipped on its long edge.
    pub back: (f64, f64),
    /// True to print a contact sheet, with all faces small on few pages, instead of the sheets.
    pub contact: bool,
    /// Another state of the game: only faces that look different from it are printed.
    pub since: Option<Arc<Ir>>,
    /// The changes since that state; computed when printing begins.
    pub changes: Option<Arc<FaceChanges>>,
    /// The state of this game in the footer; defaults to a hash of the game.
    pub state: Option<String>,
    /// Progress of making faces.
    pub progress: Arc<FaceProgress>,
    /// Number of threads; 0: as many as available.
    pub threads: usize,
}

/// Progress of making faces, readable from another thread.
#[derive(Debug, Default)]
pub struct FaceProgress {
    /// Number of faces to make, as far as known.
    pub all: AtomicUsize,
    /// Number of faces made.
    pub done: AtomicUsize,
}

impl Request {
    /// Restricts the request to these cards. The quantities of entries of the same card add up.
    pub fn of_cards(self, entries: impl IntoIterator<Item = (NameId, u32)>) -> Request {
        let mut cards: Vec<(NameId, u32)> = Vec::new();
        for (NameId(name), count) in entries {
            match cards.iter_mut().find(|(known, _)| *known == NameId(name)) {
                Some((_, sum)) => *sum += count,
                None => cards.push((NameId(name), count)),
            }
        }
        Request { deck: Some(cards), ..self }
    }

    /// Returns whether a component of a sheet passes the filter of changed faces.
    pub fn wants(&self, sheet: &str, id: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.component(sheet, id))
    }

    /// Returns whether a board, a page or a piece passes the filter of changed faces: `map`, `mats`,
    /// `pieces/scout`.
    pub fn wants_other(&self, of: &str) -> bool {
        self.changes.as_ref().is_none_or(|c| c.has_changed(of))
    }
}

//! Attaches diagnostics to the places of a game that they are about.

use crate::diagnostics::Diagnostic;
use crate::ir::print::SheetInfo;
use crate::ir::{Ir, PlaceId, ToIndex};
use crate::place::{FileId, Span};

/// Attaches a diagnostic to the sheet that it is about, if that is declared in a file.
pub fn attach_to_sheet(ir: &Ir, sheet: &SheetInfo, d: Diagnostic) -> Diagnostic {
    // Sheets of kinds and boards that are not declared have no place.
    if ir.print.sheets.iter().all(|declared| declared.id != sheet.id) {
        return d;
    }
    at(ir, sheet.place, d)
}

/// Attaches a diagnostic to a word of a sheet, or to the sheet if the word has no place.
pub fn attach_to_word(ir: &Ir, sheet: &SheetInfo, word: Option<PlaceId>, d: Diagnostic) -> Diagnostic {
    match word {
        Some(place) => at(ir, place, d),
        None => attach_to_sheet(ir, sheet, d),
    }
}

/// Attaches a diagnostic to a place of the game.
pub fn at(ir: &Ir, place: PlaceId, d: Diagnostic) -> Diagnostic {
    match ir.places.get(place.index()) {
        Some(place) => d.at(Span::new(FileId(place.file.0), place.start.index(), place.end.index()), ""),
        None => d,
    }
}

/// Attaches diagnostics about the faces of a sheet to it, from one on, that have no place of their own.
pub fn attach_faces_to_sheet(ir: &Ir, sheet: &SheetInfo, found: &mut [Diagnostic], first: usize) {
    for d in found.iter_mut().skip(first).filter(|d| d.labels.is_empty()) {
        *d = attach_to_sheet(ir, sheet, d.clone());
    }
}

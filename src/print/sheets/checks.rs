//! Checks a package's print settings and files, before anything is printed.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::print::face::assets;
use crate::print::game::alike_colours::{check_bands, check_pieces};
use crate::print::game::data::WordLooks;
use crate::print::game::sheet_list::sheets;
use crate::print::inks::ink::Ink;
use crate::print::sheets::{area_overlap, image_subject};

/// Reports problems of the package's fonts and pictures, figures of nothing in the rules, areas that overlap,
/// and colours of a sheet, or of pieces, that are hard to tell apart.
pub fn check_files(ir: &Ir) -> Vec<Diagnostic> {
    let mut found = assets::check(ir);
    found.extend(image_subject::check(ir));
    for sheet in &sheets(ir) {
        check_bands(ir, sheet, &mut found);
        area_overlap::check(ir, sheet, &mut found);
    }
    if !ir.print.pieces.is_empty() {
        check_pieces(ir, &WordLooks::of(ir), Ink::Full, &mut found);
    }
    found
}

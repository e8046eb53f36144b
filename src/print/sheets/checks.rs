//! Checks a package's print settings and files, before anything is printed.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::print::face::assets;
use crate::print::game::alike_colours::{check_bands, check_pieces};
use crate::print::game::data::WordLooks;
use crate::print::game::sheet_list::sheets;
use crate::print::inks::ink::Ink;
use crate::print::request::print_request::Request;
use crate::print::sheets::{area_overlap, board_shape, fits, image_subject, missing_texts, unused_files};

/// Reports problems of the package's fonts and pictures, figures of nothing in the rules of every language,
/// files that nothing uses, areas that overlap, colours of a sheet, or of pieces, that are hard to tell
/// apart, sheets that do not fit their paper, and, of sheets that are declared, components and texts that
/// they do not show.
pub fn check_files(ir: &Ir) -> Vec<Diagnostic> {
    let mut found = assets::check(ir);
    found.extend(image_subject::check(ir));
    found.extend(image_subject::check_translations(ir));
    let are_declared = !ir.print.sheets.is_empty();
    if are_declared {
        missing_texts::unshown(ir, &mut found);
    }
    fits::check(ir, &mut found);
    for sheet in &sheets(ir) {
        if are_declared {
            missing_texts::unsaid(ir, sheet, &mut found);
            missing_texts::too_small_for_texts(ir, sheet, &Request::default(), &mut found);
        }
        check_bands(ir, sheet, &mut found);
        area_overlap::check(ir, sheet, &mut found);
        board_shape::check(ir, sheet, &mut found);
    }
    unused_files::check(ir, &mut found);
    if !ir.print.pieces.is_empty() {
        check_pieces(ir, &WordLooks::of(ir), Ink::Full, &mut found);
    }
    found
}

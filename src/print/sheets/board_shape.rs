//! A warning about a board whose sheet has a size of another shape than its cells.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::print::draw::units::{SIZES, Size, size};
use crate::print::game::places::attach_to_sheet;
use crate::print::messages::sheets as messages;
use crate::print::sheets::board_geometry::BoardGeometry;
use crate::print::sheets::paper::SheetSettings;

/// Difference in millimetres that the cut does not show.
const TOLERANCE: f64 = 1.0;

/// Warns of a sheet with a size that the cells of its board cannot fill.
pub fn check(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Board(number) = sheet.subject else { return };
    let (Some(board), Some(size_given)) = (ir.boards.find(number), &sheet.size) else { return };
    let Ok(given) = size(size_given, &SIZES) else { return };
    let Ok(paper) = SheetSettings::settle(&[&sheet.paper, &ir.print.paper]) else { return };
    let ground = BoardGeometry::of(ir, board);
    let Ok((cell, whole)) = ground.sized(sheet, &paper) else { return };
    // A size without room for the rim is an error of its own.
    if cell <= 0.0 {
        return;
    }
    if given.width - whole.width <= TOLERANCE && given.height - whole.height <= TOLERANCE {
        return;
    }
    let round = |size: Size| (rounded(size.width), rounded(size.height));
    let d = messages::board_of_another_shape(&sheet.id, round(given), round(whole), rounded(cell));
    found.push(attach_to_sheet(ir, sheet, d));
}

/// Rounds down to tenths of a millimetre, so that the board still fits.
fn rounded(length: f64) -> f64 {
    (length * 10.0 + 1e-6).floor() / 10.0
}

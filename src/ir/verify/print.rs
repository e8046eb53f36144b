//! Checks the print data.

use super::error::{VerifyResult, check};
use crate::ir::ids::PlaceId;
use crate::ir::print::SubjectInfo;
use crate::ir::root::Ir;

/// Checks the indices of the print data.
pub(super) fn print(ir: &Ir) -> VerifyResult {
    let are_known =
        |words: [Option<PlaceId>; 2]| words.into_iter().flatten().all(|place| ir.places.has(place));
    for sheet in &ir.print.sheets {
        let subject = match sheet.subject {
            SubjectInfo::Components(kind) => ir.kinds.has(kind),
            SubjectInfo::Board(board) => ir.boards.has(board),
            SubjectInfo::Page(..) => sheet.face.is_some(),
        };
        check(subject && ir.places.has(sheet.place), || format!("sheet `{}`", sheet.id))?;
        let words = [sheet.word_places.face, sheet.word_places.back];
        check(are_known(words), || format!("words of the sheet `{}`", sheet.id))?;
    }
    for piece in &ir.print.pieces {
        check(ir.places.has(piece.place), || format!("piece `{}`", piece.id))?;
        let mut words = piece.word_places.icons.iter().chain(&piece.word_places.backs);
        check(words.all(|place| ir.places.has(*place)), || format!("words of the piece `{}`", piece.id))?;
    }
    for (cell, place) in &ir.print.area_places {
        check(ir.cells.has(*cell) && ir.places.has(*place), || "place of an area".to_owned())?;
    }
    for (name, places) in &ir.print.text_places {
        let are_known = ir.names.has(*name) && places.iter().all(|place| ir.places.has(*place));
        check(are_known, || "place of a text".to_owned())?;
    }
    for (attribute, cell) in &ir.print.given_zeros {
        check(ir.attributes.has(*attribute) && ir.cells.has(*cell), || "number of an area".to_owned())?;
    }
    for asset in &ir.print.assets {
        check(asset.file.is_none_or(|f| ir.files.has(f)), || format!("file `{}`", asset.path))?;
    }
    Ok(())
}

//! The names that a request may give to sheets.

use crate::ir::Ir;
use crate::print::game::sheet_list::{PIECES, RULES, sheets};
use crate::print::request::leaf::sheet_of_list;
use crate::print::sheets::{rules_text, tuck_box};

/// Returns the names of all sheets that are printed, with the page of a deck list if there is one.
pub fn of_print(ir: &Ir, has_list: bool) -> Vec<String> {
    let mut names: Vec<String> = sheets(ir).into_iter().map(|sheet| sheet.id).collect();
    names.extend(ir.print.sheets.iter().filter(|sheet| sheet.tuck_box.is_some()).map(tuck_box::id_of));
    names.extend(has_pieces(ir).then(|| PIECES.to_owned()));
    names.extend(has_rules(ir).then(|| RULES.to_owned()));
    names.extend(has_list.then(|| sheet_of_list(&sheets(ir)).to_owned()));
    names
}

/// Returns the names of the sheets that are exported: those of components, boards and pages, and the pieces,
/// if there are any.
pub fn of_export(ir: &Ir) -> Vec<String> {
    let mut names: Vec<String> = sheets(ir).into_iter().map(|sheet| sheet.id).collect();
    names.extend(has_pieces(ir).then(|| PIECES.to_owned()));
    names
}

fn has_pieces(ir: &Ir) -> bool {
    !ir.print.pieces.is_empty()
}

/// Returns whether a game has rules to print.
pub fn has_rules(ir: &Ir) -> bool {
    rules_text::source(ir).is_some()
}

/// Returns the first requested sheet that is not among the known ones.
pub fn unknown<'a>(asked: &'a [String], known: &[String]) -> Option<&'a String> {
    asked.iter().find(|sheet| !known.contains(sheet))
}

//! Makes a few faces of each sheet, to find templates that fail before anything is printed.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::diagnostics::codes::export::WHITE_BLEED;
use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::Ir;
use crate::print::face::materials::Materials;
use crate::print::game::data::WordLooks;
use crate::print::game::missing_icons;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::{Batch, ExportSubject};
use crate::print::sheets::bleed::BleedCheck;
use crate::print::sheets::{face_names, missing_texts, pieces, rules, text_icons};

/// Returns faces and icons of the print settings that do not exist, and the problems of the package's own
/// faces.
pub fn check_faces(ir: &Ir) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    face_names::check(ir, &mut found);
    let words = WordLooks::of(ir);
    for piece in &ir.print.pieces {
        pieces::check_icons(ir, &words, piece, &mut found);
    }
    rules::check_icons(ir, &words, &mut found);
    // The same problem may be found by a face, too.
    let same = |a: &Diagnostic, b: &Diagnostic| {
        let place = |d: &Diagnostic| d.labels.first().map(|label| label.span);
        a.code == b.code && a.message == b.message && place(a) == place(b)
    };
    let faces = own_faces(ir);
    let new: Vec<Diagnostic> =
        faces.into_iter().filter(|d| !found.iter().any(|other| same(other, d))).collect();
    found.extend(new);
    text_icons::check(ir, &words, &mut found);
    missing_icons::check_aliases(ir, &words, &mut found);
    found
}

/// Returns the errors of the package's own faces, icons that are missing, shapes that their components do not
/// have, texts near the cut, what they write outside of blocks, bleed that they leave white, and texts of
/// components that they leave out. For each sheet, the first front of each kind and the first back are
/// rendered. Only printing can tell whether all texts fit.
fn own_faces(ir: &Ir) -> Vec<Diagnostic> {
    if !ir.print.assets.iter().any(|asset| asset.path.starts_with("faces/")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    // `check_files` reports the fonts.
    let materials = Materials::load(ir, &mut Vec::new());
    let request = Request { threads: 1, ..Request::default() };
    let press = materials.press(&request, &mut found);
    for batch in Batch::all(&press, &request, &mut found) {
        let mut kinds = HashSet::new();
        let mut is_first = |of: ExportSubject| {
            let kind = match of {
                ExportSubject::Name(name, _) => ir.names.find(name).map(|name| name.kind),
                ExportSubject::Back | ExportSubject::OwnBack(_) | ExportSubject::Other(_) => None,
            };
            kinds.insert((of.is_back(), kind))
        };
        let first: Vec<usize> =
            batch.faces.iter().enumerate().filter(|(_, face)| is_first(face.of)).map(|(i, _)| i).collect();
        let batch = batch.select(first);
        let mut bleed = BleedCheck::new(&press, batch.size, batch.bleed, batch.shape);
        let Ok(_) = batch.make(&press, batch.bleed, batch.safe, &mut found, |made, first, _| {
            bleed.look(made.faces, made.drawings, first);
            Ok::<(), Infallible>(())
        });
        bleed.tell(&|i| batch.wanted(i), &mut found);
    }
    const KEPT: [Code; 5] =
        [codes::MISSING_ICON, codes::OTHER_SHAPE, codes::UNSAFE, codes::UNDRAWN, WHITE_BLEED];
    found.retain(|d| d.severity == Severity::Error || KEPT.contains(&d.code));
    missing_texts::left_out_by_faces(&press, &mut found);
    found
}

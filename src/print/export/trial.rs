//! Makes a few faces of each sheet, to find templates that fail before anything is printed.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::Ir;
use crate::print::face::materials::Materials;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::{Batch, ExportSubject};

/// Returns the errors of the package's own faces, and the icons that they lack: of each sheet the first front of each kind and the first
/// back are made. Whether all texts fit is only known of what is printed.
pub fn check_faces(ir: &Ir) -> Vec<Diagnostic> {
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
        let Ok(_) = batch.make(&press, batch.bleed, batch.safe, &mut found, |_, _, _| Ok::<(), Infallible>(()));
    }
    found.retain(|d| d.severity == Severity::Error || d.code == codes::MISSING_ICON);
    found
}

//! Diagnostics about the contents of faces: pictures, fonts, characters that no font has.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Diagnostic;
use crate::print::draw::svg::SvgProblem;
use crate::print::draw::units::Size;
use crate::print::face::face_parts::TemplateFailure;
use crate::print::messages::faces as messages;

/// Diagnostics already reported for earlier faces, and those that are collected until the end.
#[derive(Default)]
pub struct FaceDiagnostics {
    /// Hashes of drawings that have been reported on.
    pub drawings: BTreeSet<u128>,
    /// Failures: the failure, the template, the first face, and the number of further faces.
    pub failures: Vec<(TemplateFailure, String, String, usize)>,
    /// Families without a bold font that have been reported.
    pub families: BTreeSet<String>,
    /// Missing icons by template and icon: the first face, and the number of faces.
    pub icons: BTreeMap<(String, String), (String, usize)>,
    /// Templates whose `viewBox` has another shape than their component: the message, the first face, and the
    /// number of faces.
    pub shapes: BTreeMap<String, (String, String, usize)>,
}

impl FaceDiagnostics {
    /// Adds a failure of a template, which is counted if it is known.
    pub fn add_failure(&mut self, failure: TemplateFailure, template: String, of: String) {
        match self.failures.iter_mut().find(|(other, t, ..)| *other == failure && *t == template) {
            Some((.., more)) => *more += 1,
            None => self.failures.push((failure, template, of, 0)),
        }
    }
}

/// Warns of characters that no font has, if there are any; `needed` names the text that needs them.
pub fn missing_glyphs(missing: &BTreeSet<char>, needed: &str) -> Option<Diagnostic> {
    (!missing.is_empty()).then(|| messages::missing_glyphs(missing, needed))
}

/// Returns the warning for a problem with the drawing of a face.
pub(in crate::print) fn drawing_problem(of: &SvgProblem, face: &str) -> Diagnostic {
    match of {
        SvgProblem::Picture(name, why) => messages::picture_not_printed(name, face, why),
        SvgProblem::Forbidden(name, what) => messages::forbidden_in_picture(name, face, what),
        SvgProblem::Profile(name, why) => messages::bad_profile(name, face, why),
        SvgProblem::Soft(name, dpi) => messages::low_resolution(name, face, *dpi),
        SvgProblem::Other(what) => messages::bad_drawing(face, what),
    }
}

/// Returns whether a problem matters only where the picture is printed, which `--ink low` leaves out.
pub(in crate::print) fn is_of_printed_picture(problem: &SvgProblem) -> bool {
    matches!(problem, SvgProblem::Soft(..) | SvgProblem::Profile(..))
}

/// Returns how the `viewBox` of a face differs from its component in shape; `None` if it does not.
pub(in crate::print) fn shape_of(view: Option<(f64, f64)>, size: Size) -> Option<String> {
    /// Difference of the heights at which the shapes are equal, in millimetres.
    const EVEN: f64 = 0.1;
    let Some((width, height)) = view else { return Some("no `viewBox`".to_owned()) };
    let scaled = height * size.width / width;
    ((scaled - size.height).abs() > EVEN).then(|| format!("a `viewBox` of {width} × {height}"))
}

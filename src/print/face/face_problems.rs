//! Diagnostics about the contents of faces: pictures, fonts, characters that no font has.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::diagnostics::Diagnostic;
use crate::print::draw::svg::SvgProblem;
use crate::print::draw::units::Size;
use crate::print::face::face_parts::{TemplateFailure, TemplateLine};
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
    /// Blend modes by template and mode: the first face, and the number of faces.
    pub blends: BTreeMap<(String, String), (String, usize)>,
    /// Templates whose `viewBox` is not that of their component: the fault, the first face, and the number of
    /// faces.
    pub views: BTreeMap<String, (ViewMismatch, String, usize)>,
    /// Parts that are not printed as the SVG says: template, message and line, the first face, and the number
    /// of further faces.
    pub notes: Vec<((String, String, TemplateLine), String, usize)>,
    /// Lines that were found, by template and by what is there.
    lines: FxHashMap<(String, String), TemplateLine>,
}

impl FaceDiagnostics {
    /// Returns the line of a template with `what`. It is looked for once, since the template is filled in for
    /// it.
    pub fn line(
        &mut self,
        template: &str,
        what: String,
        find: impl FnOnce() -> TemplateLine,
    ) -> TemplateLine {
        self.lines.entry((template.to_owned(), what)).or_insert_with(find).clone()
    }

    /// Adds a part that is not printed as the SVG says, which is counted if it is known.
    pub fn add_note(&mut self, note: (String, String, TemplateLine), of: &str) {
        match self.notes.iter_mut().find(|(other, ..)| *other == note) {
            Some((.., more)) => *more += 1,
            None => self.notes.push((note, of.to_owned(), 0)),
        }
    }

    /// Adds a failure of a template, which is counted if it is known.
    pub fn add_failure(&mut self, failure: TemplateFailure, template: &str, of: &str) {
        match self.failures.iter_mut().find(|(other, t, ..)| *other == failure && *t == template) {
            Some((.., more)) => *more += 1,
            None => self.failures.push((failure, template.to_owned(), of.to_owned(), 0)),
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
        SvgProblem::Turned(name) => messages::turned_by_tag(name, face),
        SvgProblem::Blend(mode) => messages::without_blend_mode(face, mode),
        SvgProblem::Other(what) => messages::bad_drawing(face, what),
    }
}

/// Returns whether a problem matters only where the picture is printed, which `--ink low` leaves out.
pub(in crate::print) fn is_of_printed_picture(problem: &SvgProblem) -> bool {
    matches!(problem, SvgProblem::Soft(..) | SvgProblem::Profile(..) | SvgProblem::Turned(..))
}

/// A `viewBox` that is not that of a component.
#[derive(Clone, Debug)]
pub enum ViewMismatch {
    /// It has another shape, in words.
    Shape(String),
    /// Its units are not millimetres: the `viewBox` in words, and millimetres per unit.
    Scale(String, f64),
}

/// Returns how the `viewBox` of a face differs from its component; `None` if it does not. A face may serve
/// sheets of several sizes, so only a size that makes texts unreadable is a fault.
pub(in crate::print) fn view_fault(
    view: Option<(f64, f64)>,
    size: Size,
    has_text: bool,
) -> Option<ViewMismatch> {
    /// Difference of the heights at which the shapes are equal, in millimetres.
    const EVEN: f64 = 0.1;
    /// Sizes of texts that are so many times too small or too large are a fault.
    const FAR: f64 = 2.0;
    let Some((width, height)) = view else { return Some(ViewMismatch::Shape("no `viewBox`".to_owned())) };
    let scale = size.width / width;
    let what = || format!("a `viewBox` of {width} × {height}");
    if (height * scale - size.height).abs() > EVEN {
        return Some(ViewMismatch::Shape(what()));
    }
    (has_text && !(1.0 / FAR..=FAR).contains(&scale)).then(|| ViewMismatch::Scale(what(), scale))
}

/// Returns the name of a face, and the number of further ones of which the same is said.
pub(in crate::print) fn and_more(of: String, more: usize) -> String {
    if more == 0 { of } else { format!("{of} and {more} more") }
}

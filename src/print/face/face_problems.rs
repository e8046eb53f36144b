//! Diagnostics about the contents of faces: pictures, fonts, characters that no font has.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::print as codes;
use crate::print::draw::svg::SvgProblem;
use crate::print::draw::units::Size;
use crate::print::face::face_parts::TemplateFailure;

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
    /// Maximum number of characters in the message.
    const SHOWN: usize = 8;
    if missing.is_empty() {
        return None;
    }
    let shown: Vec<String> =
        missing.iter().take(SHOWN).map(|c| format!("`{c}` (U+{:04X})", *c as u32)).collect();
    let more = missing.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("no font has {}{more}, which {needed}", shown.join(", "));
    let it = if missing.len() == 1 { "it" } else { "them" };
    let help = format!("put a font that has {it} into the package's `fonts/`");
    Some(Diagnostic::warning(codes::MISSING_GLYPH, message).help(help))
}

/// Warns of a font family without a bold font, if a text in it has bold words.
pub(in crate::print) fn without_bold(family: &str, text_box: &str, of: &str) -> Diagnostic {
    let message = format!("the font `{family}` has no bold, which {of} asks for in {text_box}");
    Diagnostic::warning(codes::NO_BOLD, message)
        .because("its regular letters are printed in its place")
        .help("put its bold font into `fonts/`, too, or take another family; or say `highlight = false`, if only known words are bold")
}

/// Returns the diagnostic of a problem of a drawing.
pub(in crate::print) fn drawing_problem(of: &SvgProblem, face: &str) -> Diagnostic {
    match of {
        SvgProblem::Picture(name, why) => Diagnostic::error(
            codes::PICTURE,
            format!("{name} in the face of {face} cannot be printed: {why}"),
        ),
        SvgProblem::Forbidden(name, what) => {
            Diagnostic::error(codes::NOT_ALLOWED, format!("in {name}, in the face of {face}: {what}"))
        }
        SvgProblem::Profile(name, why) => {
            let message = format!("the colour profile of {name} in the face of {face} cannot be used: {why}");
            Diagnostic::warning(codes::PROFILE, message)
                .because("its colours are printed as those of sRGB, and may look different")
                .help("save the picture again, with the sRGB profile")
        }
        SvgProblem::Soft(name, dpi) => {
            let message = format!("{name} in the face of {face} has {dpi} pixels to the inch");
            Diagnostic::warning(codes::LOW_RESOLUTION, message)
                .help("300 are sharp; take a larger picture, or print it smaller")
        }
        SvgProblem::Other(what) => {
            Diagnostic::error(codes::FACE_SVG, format!("in the face of {face}: {what}"))
        }
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

/// Warns of a face whose `viewBox` has another shape than its component.
pub(in crate::print) fn other_shape(what: &str, face: &str, of: &str, size: Size) -> Diagnostic {
    let Size { width, height } = size;
    let message = format!("the face `{face}` of {of} has {what}, and the component is {width} × {height} mm");
    Diagnostic::warning(codes::OTHER_SHAPE, message)
        .because("it is scaled to the width, and does not end where the component does")
        .help("write `viewBox=\"0 0 {{ w }} {{ h }}\"`, or give the sheet the `size` of the face")
}

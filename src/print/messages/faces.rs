//! The messages about faces, and the files that they show.

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, list};

/// CW0905: a template that cannot be filled in; `of` is empty, or begins with ` of`.
pub(in crate::print) fn not_filled_in(of: &str, why: &str, is_common_back: bool) -> Diagnostic {
    let found = Diagnostic::error(codes::FACE_TEMPLATE, format!("the face{of} cannot be filled in: {why}"));
    match is_common_back {
        true => found.help(
            "a back has what is the same for all components of its sheet; with `two_sided = true`, each has \
             its own",
        ),
        false => found,
    }
}

/// CW0906: a face that cannot be read as an SVG; `of` is empty, or begins with ` of`.
pub(in crate::print) fn not_an_svg(of: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::FACE_SVG, format!("the face{of} is no SVG that can be drawn: {why}"))
}

/// CW0907: a text box that cannot be used; `of` is empty, or begins with ` of`.
pub(in crate::print) fn bad_text_box(of: &str, what: &str) -> Diagnostic {
    Diagnostic::error(codes::TEXT_BOX, format!("in the face{of}: {what}"))
}

/// CW0910: a text that is larger than its box, by so many millimetres across and down, at a size in points.
pub(in crate::print) fn text_overflows(
    of: &str,
    text_box: &str,
    (wide, high): (f64, f64),
    size: f64,
) -> Diagnostic {
    let over = match (wide, high) {
        _ if wide > 0.05 && high > 0.05 => format!("{wide:.1} mm too wide and {high:.1} mm too high"),
        _ if wide > 0.05 => format!("{wide:.1} mm too wide"),
        _ => format!("{high:.1} mm too high"),
    };
    let message = format!("the text of {of} does not fit into {text_box}: it is {over} at {size} pt");
    Diagnostic::warning(codes::OVERFLOW, message)
        .help("make the text shorter, the box larger, or its `data-min-size` smaller")
}

/// CW0913: content that is not allowed in a face; `of` is empty, or begins with ` of`.
pub(in crate::print) fn forbidden(of: &str, what: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ALLOWED, format!("in the face{of}: {what}"))
}

/// CW0914: a file of the package that cannot be printed.
pub(in crate::print) fn file_not_printed(path: &str, why: String) -> Diagnostic {
    Diagnostic::error(codes::PICTURE, format!("`{path}` cannot be printed")).because(why)
}

/// CW0917: a font of the package that cannot be used.
pub(in crate::print) fn bad_font(path: &str, why: String) -> Diagnostic {
    Diagnostic::error(codes::FONT, format!("`{path}` cannot be used"))
        .because(why)
        .help("take the file anew from where it came from, or another font")
}

/// CW0917: a font that is not there.
pub(in crate::print) fn unknown_font<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Diagnostic {
    Diagnostic::error(codes::FONT, format!("there is no font `{name}`")).suggest(name, known)
}

/// CW0917: texts that no font can be used for; `own` are the fonts of the package.
pub(in crate::print) fn fonts_fail(of: &str, why: &str, own: &[&String]) -> Diagnostic {
    let found = Diagnostic::error(codes::FONT, format!("the texts{of} cannot be laid out")).because(why);
    match own {
        [] => found,
        own => found.help(format!("take another font than {}", list(own))),
    }
}

/// CW0919: a text too near to the cut, in millimetres, or beyond it.
pub(in crate::print) fn text_near_cut(of: &str, text_box: &str, nearest: f64, safe: f64) -> Diagnostic {
    let how =
        if nearest < 0.0 { "beyond the cut".to_owned() } else { format!("{nearest:.1} mm from the cut") };
    let message = format!("the text of {of} in {text_box} ends {how}, nearer than {safe} mm");
    Diagnostic::warning(codes::UNSAFE, message).help("move it inwards, or make the sheet's `safe` smaller")
}

//! The messages about faces, and the files that they show.

use std::collections::BTreeSet;

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, count_noun, list};

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

/// CW0906: something else in a drawing that cannot be drawn.
pub(in crate::print) fn bad_drawing(face: &str, what: &str) -> Diagnostic {
    Diagnostic::error(codes::FACE_SVG, format!("in the face of {face}: {what}"))
}

/// CW0907: a text box that cannot be used; `of` is empty, or begins with ` of`.
pub(in crate::print) fn bad_text_box(of: &str, what: &str) -> Diagnostic {
    Diagnostic::error(codes::TEXT_BOX, format!("in the face{of}: {what}"))
}

/// CW0908: a face whose `viewBox`, in the words of `what`, is not of the size of its component, in
/// millimetres.
pub(in crate::print) fn other_shape(
    what: &str,
    face: &str,
    of: &str,
    (width, height): (f64, f64),
) -> Diagnostic {
    let message = format!("the face `{face}` of {of} has {what}, and the component is {width} × {height} mm");
    Diagnostic::warning(codes::OTHER_SHAPE, message)
        .because("it is scaled to the width, and does not end where the component does")
        .help("write `viewBox=\"0 0 {{ w }} {{ h }}\"`, or give the sheet the `size` of the face")
}

/// CW0908: a face whose `viewBox`, in the words of `what`, is not in millimetres; `scale` is how many of them
/// a unit is.
pub(in crate::print) fn other_scale(
    what: &str,
    scale: f64,
    face: &str,
    of: &str,
    (width, height): (f64, f64),
) -> Diagnostic {
    let message = format!("the face `{face}` of {of} has {what}, and the component is {width} × {height} mm");
    let times = if scale < 0.1 { format!("{scale:.3}") } else { format!("{scale:.2}") };
    let whole = (10.0 / scale).round();
    Diagnostic::warning(codes::OTHER_SHAPE, message)
        .because(format!(
            "a `viewBox` is in millimetres, and texts are scaled with it: 10 points are printed as {:.1}",
            10.0 * scale
        ))
        .help(format!(
            "write `viewBox=\"0 0 {{{{ w }}}} {{{{ h }}}}\"`, and put the drawing into \
             `<g transform=\"scale({times})\">`; or write `data-size=\"{whole}\"` for 10 points"
        ))
}

/// CW0910: a text larger than its box. `wide` and `high` are the excess in millimetres, `size` is the size of
/// its letters in points.
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
    let message = format!("the text of {of} does not fit into {text_box}: it is {over} at {}", pt(size));
    Diagnostic::warning(codes::OVERFLOW, message)
        .help("make the text shorter, the box larger, or its `data-min-size` smaller")
}

/// CW0910: a text of more lines than its box may have, `over` of its `lines`; `size` is the size of its
/// letters in points.
pub(in crate::print) fn too_many_lines(
    of: &str,
    text_box: &str,
    lines: usize,
    over: usize,
    size: f64,
) -> Diagnostic {
    let (printed, most) = (count_noun(lines as u64, "line"), lines.saturating_sub(over));
    let message = format!(
        "the text of {of} does not fit into {text_box}: it has {printed} at {}, and `data-lines` is {most}",
        pt(size)
    );
    Diagnostic::warning(codes::OVERFLOW, message)
        .help("make the text shorter, the box wider, its `data-min-size` smaller, or `data-lines` larger")
}

/// Returns a font size for people. Sizes are found by steps, whose errors of rounding nobody wants to read.
fn pt(size: f64) -> String {
    format!("{} pt", (size * 100.0).round() / 100.0)
}

/// Returns the reason against a picture or an icon, and the way out if it has one of its own: there are no
/// text boxes in it, as there are on a face.
fn of_picture(why: &str) -> (String, Option<&'static str>) {
    const NO_TEXT: &str = "`<text>` is not drawn";
    match why.starts_with(NO_TEXT) {
        true => (NO_TEXT.to_owned(), Some("convert its text to paths in the program that it was drawn with")),
        false => (why.to_owned(), None),
    }
}

fn helped(d: Diagnostic, help: Option<&str>) -> Diagnostic {
    match help {
        Some(help) => d.help(help),
        None => d,
    }
}

/// CW0911: a file of an icon that cannot be drawn; `asked_by` continues the sentence.
pub(in crate::print) fn icon_not_drawn(icon: &str, asked_by: &str, why: String) -> Diagnostic {
    let message = format!("`icons/{icon}.svg` cannot be drawn{asked_by}");
    let (why, help) = of_picture(&why);
    helped(Diagnostic::warning(codes::MISSING_ICON, message).because(why), help)
}

/// CW0911: an icon that `[icons]` names for a word, and that is not there; `asked_by` continues the sentence.
pub(in crate::print) fn missing_icon_of_word<'a>(
    icon: &str,
    word: &str,
    asked_by: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("there is no icon `{icon}`, which `[icons]` names for `{word}`{asked_by}");
    Diagnostic::warning(codes::MISSING_ICON, message).suggest(icon, known)
}

/// CW0911: an icon that is not there; `asked_by` continues the sentence.
pub(in crate::print) fn missing_icon<'a>(
    word: &str,
    asked_by: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::warning(codes::MISSING_ICON, format!("there is no icon `{word}`{asked_by}"))
        .suggest(word, known)
}

/// CW0912: characters that no font has; `needed` names the text that needs them.
pub(in crate::print) fn missing_glyphs(missing: &BTreeSet<char>, needed: &str) -> Diagnostic {
    /// Maximum number of characters in the message.
    const SHOWN: usize = 8;
    let shown: Vec<String> =
        missing.iter().take(SHOWN).map(|c| format!("`{c}` (U+{:04X})", *c as u32)).collect();
    let more = missing.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = format!("no font has {}{more}, which {needed}", shown.join(", "));
    let it = if missing.len() == 1 { "it" } else { "them" };
    Diagnostic::warning(codes::MISSING_GLYPH, message)
        .help(format!("put a font that has {it} into the package's `fonts/`"))
}

/// CW0913: content that is not allowed in a face; `of` is empty, or begins with ` of`.
pub(in crate::print) fn forbidden(of: &str, what: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_ALLOWED, format!("in the face{of}: {what}"))
}

/// CW0913: content that is not allowed in a picture on a face.
pub(in crate::print) fn forbidden_in_picture(picture: &str, face: &str, what: &str) -> Diagnostic {
    let (what, help) = of_picture(what);
    helped(
        Diagnostic::error(codes::NOT_ALLOWED, format!("in {picture}, in the face of {face}: {what}")),
        help,
    )
}

/// CW0914: a picture on a face that cannot be printed.
pub(in crate::print) fn picture_not_printed(picture: &str, face: &str, why: &str) -> Diagnostic {
    let (why, help) = of_picture(why);
    let message = format!("{picture} in the face of {face} cannot be printed: {why}");
    helped(Diagnostic::error(codes::PICTURE, message), help)
}

/// CW0914: a file of the package that cannot be printed.
pub(in crate::print) fn file_not_printed(path: &str, why: String) -> Diagnostic {
    let (why, help) = of_picture(&why);
    helped(Diagnostic::error(codes::PICTURE, format!("`{path}` cannot be printed")).because(why), help)
}

/// CW0915: a picture of too few pixels to the inch.
pub(in crate::print) fn low_resolution(picture: &str, face: &str, dpi: u32) -> Diagnostic {
    let message = format!("{picture} in the face of {face} has {dpi} pixels to the inch");
    Diagnostic::warning(codes::LOW_RESOLUTION, message)
        .help("300 are sharp; take a larger picture, or print it smaller")
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

/// CW0924: a picture whose colour profile cannot be used.
pub(in crate::print) fn bad_profile(picture: &str, face: &str, why: &str) -> Diagnostic {
    let message = format!("the colour profile of {picture} in the face of {face} cannot be used: {why}");
    Diagnostic::warning(codes::PROFILE, message)
        .because("its colours are printed as those of sRGB, and may look different")
        .help("save the picture again, with the sRGB profile")
}

/// CW0925: a font family without bold letters, if a text in it has bold words.
pub(in crate::print) fn without_bold(family: &str, text_box: &str, of: &str) -> Diagnostic {
    let message = format!("the font `{family}` has no bold, which {of} asks for in {text_box}");
    Diagnostic::warning(codes::NO_BOLD, message).because("its regular letters are printed in its place").help(
        "put its bold font into `fonts/`, too, or take another family; or say `highlight = false`, if only \
             known words are bold",
    )
}

/// CW0937: a face that extends another, and writes something outside of its blocks. `blocks` are those of the
/// other face.
pub(in crate::print) fn outside_blocks(template: &str, blocks: &[&str]) -> Diagnostic {
    let message =
        format!("the face `{template}` extends another, and writes something outside of its blocks");
    // Most faces have a foot, below which nothing is drawn.
    let block = blocks.iter().find(|block| **block == "foot").or(blocks.last());
    Diagnostic::warning(codes::UNDRAWN, message)
        .because("only blocks replace parts of the other face: this is not drawn")
        .help(match block {
            Some(block) => {
                format!("put it into a block of the other face: `{{% block {block} %}} … {{% endblock %}}`")
            }
            None => "the other face has no blocks: take it over with `{% include %}` instead".to_owned(),
        })
}

/// CW0937: a face that extends another, and has a block that the other one does not have.
pub(in crate::print) fn unknown_block(template: &str, block: &str) -> Diagnostic {
    let message =
        format!("the face `{template}` has a block `{block}`, which the face that it extends does not have");
    Diagnostic::warning(codes::UNDRAWN, message).because("it replaces nothing: what it writes is not drawn")
}

/// CW0938: a part of a face that is not printed as its SVG says, in the words of `what`.
pub(in crate::print) fn not_as_drawn(what: &str, face: &str) -> Diagnostic {
    Diagnostic::warning(codes::NOT_AS_DRAWN, format!("in the face of {face}, {what}"))
        .because("texts are printed on top of the drawing, each where its rectangle stands")
        .help("move the rectangle out of there, and give its text the look that it is to have")
}

/// CW0938: a drawing with a blend mode.
pub(in crate::print) fn without_blend_mode(face: &str, mode: &str) -> Diagnostic {
    let message = format!("in the face of {face}, `mix-blend-mode: {mode}` has no effect");
    Diagnostic::warning(codes::NOT_AS_DRAWN, message)
        .because("inks and screens mix colours in different ways, so what blends would not look the same")
        .help("give the part the colour that it is to have, or an `opacity`")
}

/// CW0938: a picture that a tag of its file asks to turn.
pub(in crate::print) fn turned_by_tag(picture: &str, face: &str) -> Diagnostic {
    let message = format!("{picture} in the face of {face} is printed as its pixels lie");
    Diagnostic::warning(codes::NOT_AS_DRAWN, message)
        .because("a tag of its file (the Exif orientation of a camera) asks to turn it, and has no effect")
        .help("turn it in a program for pictures, and save it again")
}

/// CW0940: a picture that no card and no file names; `near` is the path of one that would be used.
pub(in crate::print) fn unused_picture(path: &str, id: &str, near: Option<String>) -> Diagnostic {
    let why = format!("no card and no board has the id `{id}`, and no face names the file");
    unused(path, why, near)
}

/// CW0940: an icon of a word that nothing has.
pub(in crate::print) fn unused_icon(path: &str, word: &str, near: Option<String>) -> Diagnostic {
    unused(path, format!("nothing is called `{word}`, and no text and no face names the icon"), near)
}

/// CW0940: a face that no sheet and no other face names.
pub(in crate::print) fn unused_face(path: &str, face: &str, near: Option<String>) -> Diagnostic {
    unused(path, format!("no sheet and no other face names the face `{face}`"), near)
}

fn unused(path: &str, why: String, near: Option<String>) -> Diagnostic {
    Diagnostic::warning(codes::UNUSED_FILE, format!("nothing uses `{path}`")).because(why).help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "name it after what it is for, or take it out of the package".to_owned(),
    })
}

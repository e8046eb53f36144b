//! The messages about pictures, tables and print shops.

use crate::diagnostics::codes::export as codes;
use crate::diagnostics::{Diagnostic, nearest};
use crate::print::messages::sheets::sheets_among;

/// CW0930: a sheet that is not exported; `known` are those that are.
pub(in crate::print) fn no_such_sheet(sheet: &str, known: &[String]) -> Diagnostic {
    let d = Diagnostic::error(codes::NOTHING_TO_EXPORT, format!("there is no sheet `{sheet}`"));
    d.near_or(nearest(sheet, known.iter().map(String::as_str)), sheets_among(known))
}

/// CW0930: a request of which nothing is left.
pub(in crate::print) fn nothing_to_export() -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "there is nothing to export")
        .because("nothing that can be exported so is left of what was asked for")
}

/// CW0930: a game without rules and components for a shop.
pub(in crate::print) fn no_rules() -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "there is nothing to export").because("the game has no rules")
}

/// CW0930: a gallery whose template fails.
pub(in crate::print) fn no_page(why: String) -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "the page cannot be made").because(why)
}

/// CW0930: an order whose list of parts fails.
pub(in crate::print) fn no_list_of_parts(why: String) -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "no list of parts can be made").because(why)
}

/// CW0930: cards for a simulator that cannot be written.
pub(in crate::print) fn cards_not_written(why: String) -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "the cards cannot be written").because(why)
}

/// CW0930: a table that cannot be written.
pub(in crate::print) fn no_table(why: String) -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_EXPORT, "no table can be made").because(why)
}

/// CW0931: a booklet of more pages than the shop staples; `message` is the same as in the report.
pub(in crate::print) fn booklet_too_thick(message: String) -> Diagnostic {
    Diagnostic::warning(codes::SHOP_SIZE, message).help("shorten `rules.md`, or print `rules.pdf` yourself")
}

/// CW0931: a sheet that a shop does not take.
pub(in crate::print) fn left_out(shop: &str, why: &str, mend: &str) -> Diagnostic {
    // Some reasons name the shop themselves.
    let message = match why.contains(shop) {
        true => format!("{why}; left out"),
        false => format!("{why}; left out for {shop}"),
    };
    Diagnostic::warning(codes::SHOP_SIZE, message).help(mend)
}

/// CW0931: a game of which a shop takes nothing.
pub(in crate::print) fn nothing_fits(shop: &str, why: String, mend: String) -> Diagnostic {
    Diagnostic::error(codes::SHOP_SIZE, format!("nothing here has a size of {shop}")).because(why).help(mend)
}

/// CW0932: a letter too near to the cut, or beyond it: of a face, and of a number of others less so.
/// `distance` and `safe` are in millimetres.
pub(in crate::print) fn letter_near_cut(
    shop: &str,
    (of, others): (&str, usize),
    (distance, safe): (f64, f64),
    mend: &str,
) -> Diagnostic {
    let message = match others {
        0 => format!("a letter of {of} is {}", from_cut(distance)),
        n if distance < 0.0 => format!("letters of {of} and {n} more reach {}", from_cut(distance)),
        n => format!("letters of {of} and {n} more are as near as {}", from_cut(distance)),
    };
    let message = format!("{message}; {shop} wants {safe:.1} mm");
    Diagnostic::warning(codes::SHOP_SAFE, message).help(mend)
}

/// Returns the way out for letters outside the safe zone of a face, given its template. That of another
/// package, or one that comes with Cardwright, cannot be changed.
pub(in crate::print) fn move_text_box(template: &str, is_own: bool) -> String {
    match is_own {
        true => format!("move its text box inwards, in the face `{template}`"),
        false => format!(
            "give the sheet a `face` of your own that extends `{template}`, with its text box moved inwards"
        ),
    }
}

/// Returns a distance from the cut in words, in millimetres; a negative one is beyond it.
pub(in crate::print) fn from_cut(distance: f64) -> String {
    if distance < 0.0 {
        format!("{:.1} mm beyond the cut", -distance)
    } else {
        format!("{distance:.1} mm from the cut")
    }
}

/// CW0933: faces for a shop with a white edge; `first` is one of them, and `mend` says how far beyond the cut
/// the shop needs colour.
pub(in crate::print) fn white_bleed_for_shop(first: &str, others: usize, mend: String) -> Diagnostic {
    let more = if others == 0 { String::new() } else { format!(" and {others} more") };
    let s = if others == 0 { "s" } else { "" };
    let message = format!("{first}{more} leave{s} the bleed white in part");
    Diagnostic::warning(codes::WHITE_BLEED, message).help(mend)
}

/// CW0933: faces of a sheet with a white edge, by their template; `bleed` is in millimetres.
pub(in crate::print) fn white_bleed(template: &str, of: &str, bleed: f64) -> Diagnostic {
    let message = format!("the face `{template}` leaves the bleed white in part, of {of}");
    Diagnostic::warning(codes::WHITE_BLEED, message)
        .because("a cut that is a little off shows a white edge")
        .help(draw_beyond_cut(bleed))
}

/// Returns the way out for a bleed that is left white, given how far beyond the cut colour is needed, in
/// millimetres.
pub(in crate::print) fn draw_beyond_cut(bleed: f64) -> String {
    // A thousandth is less than any scissors see, and more than errors of rounding.
    let bleed = ((bleed - 0.001) * 10.0).ceil() / 10.0;
    format!("draw what is at the edge as far as {bleed} mm beyond the cut")
}

/// CW0934: a picture on a face that cannot be read.
pub(in crate::print) fn picture_not_drawn(sheet: &str, why: &str) -> Diagnostic {
    let message = format!("a picture on a face of `{sheet}` cannot be drawn: {why}");
    Diagnostic::error(codes::NOT_DRAWN, message).help("open it and save it anew")
}

/// CW0934: a page of the rules with a picture that cannot be read.
pub(in crate::print) fn page_not_drawn(number: usize, why: &str) -> Diagnostic {
    let message = format!("page {number} of the rules cannot be drawn: {why}");
    Diagnostic::error(codes::NOT_DRAWN, message).help("open the pictures on it and save them anew")
}

/// CW0934: a face that cannot be encoded.
pub(in crate::print) fn face_not_written(why: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_DRAWN, format!("a face cannot be written as PNG: {why}"))
}

/// CW0934: a sheet of faces that cannot be encoded.
pub(in crate::print) fn sheet_not_written(name: &str, why: &str) -> Diagnostic {
    Diagnostic::error(codes::NOT_DRAWN, format!("`{name}` cannot be written: {why}"))
}

/// CW0935: faces that are drawn at a lower resolution than the default.
pub(in crate::print) fn fewer_pixels(sheet: &str, dpi: f64, most: f64) -> Diagnostic {
    let message = format!("at {dpi} to the inch, `{sheet}` has too many pixels; it is drawn at {most}");
    Diagnostic::warning(codes::TOO_MANY_PIXELS, message).help("say how many with `--dpi`")
}

/// CW0935: faces of too many pixels at the resolution that was asked for.
pub(in crate::print) fn too_many_pixels(
    sheet: &str,
    dpi: f64,
    (across, down): (f64, f64),
    most: f64,
) -> Diagnostic {
    let message = format!("at {dpi} to the inch, `{sheet}` has {across} × {down} pixels, which is too many");
    Diagnostic::error(codes::TOO_MANY_PIXELS, message).help(format!("take `--dpi {most:.0}`, or less"))
}

/// CW0936: an attribute to split decks by that no component has.
pub(in crate::print) fn unknown_split(attribute: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("no component has an attribute `{attribute}`");
    let found = Diagnostic::error(codes::UNKNOWN_SPLIT, message);
    match near {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found,
    }
}

//! The messages about sheets, their paper, and the figures of rules.

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, list, nearest, plural};

/// CW0903: a size that is not known; `example` is one in millimetres.
pub(in crate::print) fn unknown_size(name: &str, near: Option<&str>, example: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no size `{name}`"))
        .near_or(near, format!("write width and height in millimetres: `{example}`"))
}

/// CW0903: a paper that is not known.
pub(in crate::print) fn unknown_paper(name: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no paper `{name}`"))
        .near_or(near, "papers are A4, A3, A5, letter, legal and tabloid; or write `[210, 297]`")
}

/// CW0904: a face that is not among the known ones.
pub(in crate::print) fn unknown_face(face: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_FACE, format!("there is no face `{face}`"))
        .near_or(near, format!("write it as `faces/{face}.svg.j2`"))
}

/// CW0905: the face of dice on a sheet that is not one of the game's dice.
pub(in crate::print) fn not_a_die(sheet: &str, dice: &[&str]) -> Diagnostic {
    let message = format!("the face `die_net` draws a die of the game, and `{sheet}` is not one");
    Diagnostic::error(codes::FACE_TEMPLATE, message).help(match dice.first() {
        Some(first) => {
            format!("name the page after the die, as in `[sheets.{first}]`; the dice are {}", list(dice))
        }
        None => format!("declare the die: `[dice]` with `{sheet} = [1, 2, 3, 4, 5, 6]`"),
    })
}

/// CW0905: a face that comes with Cardwright on a sheet of another sort; `draws` and `shows` say what the
/// face is for, and what the sheet shows.
pub(in crate::print) fn face_of_others(face: &str, draws: &str, sheet: &str, shows: &str) -> Diagnostic {
    let message = format!("the face `{face}` draws {draws}, and the sheet `{sheet}` shows {shows}");
    Diagnostic::error(codes::FACE_TEMPLATE, message)
        .help("name a face that suits it, or write one of your own in `faces/`")
}

/// CW0909: areas of a board that are drawn over each other. `apart` is the distance of their middles and
/// `wide` their width, in millimetres; `others` is the number of further such pairs.
pub(in crate::print) fn areas_overlap(
    sheet: &str,
    (a, b): (&str, &str),
    (apart, wide): (f64, f64),
    others: usize,
) -> Diagnostic {
    let more = match others {
        0 => String::new(),
        1 => ", and so do two others".to_owned(),
        n => format!(", and so do {n} other pairs"),
    };
    let message = format!("the areas `{a}` and `{b}` overlap on the sheet `{sheet}`{more}");
    Diagnostic::warning(codes::AREAS_OVERLAP, message)
        .because(format!("their middles are {apart:.1} mm apart, and an area is {wide:.1} mm wide"))
}

/// CW0910: a table in the rules of more columns than its width has room for.
pub(in crate::print) fn table_too_wide(columns: usize) -> Diagnostic {
    let message = format!("a table of {columns} columns in the rules is wider than its place on the page");
    Diagnostic::warning(codes::OVERFLOW, message)
        .because("its letters are as small as letters of tables get")
        .help("leave out columns, or make two tables of it")
}

/// CW0916: a component larger than its paper; sizes are in millimetres.
pub(in crate::print) fn component_too_large(
    sheet: &str,
    (width, height): (f64, f64),
    (w, h): (f64, f64),
) -> Diagnostic {
    let message =
        format!("one of `{sheet}` is {width} × {height} mm, and does not fit a page of {w} × {h} mm");
    Diagnostic::error(codes::DOES_NOT_FIT, message)
        .help("take a larger paper, a smaller size, or a smaller `margin`")
}

/// CW0916: a piece larger than what its paper has for pieces; sizes are in millimetres.
pub(in crate::print) fn piece_too_large(
    piece: &str,
    (width, height): (f64, f64),
    (w, h): (f64, f64),
) -> Diagnostic {
    let message = format!(
        "the piece `{piece}` is {width:.0} × {height:.0} mm, and its paper has room for {w:.0} × {h:.0} mm"
    );
    Diagnostic::error(codes::DOES_NOT_FIT, message).help("take a larger paper, or a smaller `size`")
}

/// CW0916: a page of a game, such as a mat, larger than its paper; sizes are in millimetres.
pub(in crate::print) fn page_too_large(
    sheet: &str,
    (width, height): (f64, f64),
    (w, h): (f64, f64),
) -> Diagnostic {
    let message = format!("`{sheet}` is {width} × {height} mm, and does not fit a page of {w} × {h} mm");
    Diagnostic::error(codes::DOES_NOT_FIT, message).help("take a larger paper")
}

/// CW0916: a paper that is too small for the calibration page; sizes are in millimetres.
pub(in crate::print) fn paper_too_small((width, height): (f64, f64), (w, h): (f64, f64)) -> Diagnostic {
    let message =
        format!("the calibration page needs {w} × {h} mm at least, and the page has {width} × {height} mm");
    Diagnostic::error(codes::DOES_NOT_FIT, message)
        .help("take a larger paper: the offset is the same on any that your printer takes")
}

/// CW0916: a tuck box for a number of cards, larger than its paper once unfolded.
pub(in crate::print) fn tuck_box_too_large(
    sheet: &str,
    count: u64,
    (width, height): (f64, f64),
    (w, h): (f64, f64),
) -> Diagnostic {
    let message = format!(
        "the tuck box of `{sheet}`, for {count} cards, is {width:.1} × {height:.1} mm, and does not fit a page \
         of {w} × {h} mm"
    );
    Diagnostic::error(codes::DOES_NOT_FIT, message).help(
        "take a larger paper for the sheet (`paper = \"A3\"`), a smaller `card_thickness`, or leave out \
         `tuck_box`",
    )
}

/// CW0917: a font that cannot be embedded.
pub(in crate::print) fn font_not_embedded(why: String) -> Diagnostic {
    Diagnostic::error(codes::FONT, "a font cannot be cut down to what is used").because(why)
}

/// CW0918: a sheet that is not printed; `known` are those that are.
pub(in crate::print) fn no_such_sheet(sheet: &str, known: &[String]) -> Diagnostic {
    let d = Diagnostic::error(codes::NOTHING_TO_PRINT, format!("there is no sheet `{sheet}`"));
    d.near_or(nearest(sheet, known.iter().map(String::as_str)), sheets_among(known))
}

/// Names the sheets that there are.
pub(super) fn sheets_among(known: &[String]) -> String {
    match known {
        [] => "the game has no sheets".to_owned(),
        [one] => format!("the only sheet is `{one}`"),
        known => format!("the sheets are {}", list(known)),
    }
}

/// CW0918: a request of which nothing is left.
pub(in crate::print) fn nothing_to_print() -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_PRINT, "there is nothing to print")
        .because("no component and no board is left of what was asked for")
}

/// CW0920: kinds with components that no sheet shows; `first` is one of them.
pub(in crate::print) fn unshown(kinds: &[&str], first: &str) -> Diagnostic {
    let message = format!("no sheet shows components of the kind {}: they are not printed", list(kinds));
    Diagnostic::warning(codes::UNSHOWN, message)
        .because("where a game declares sheets of components, only these are made")
        .help(format!("declare one: `[sheets.{}]` with `components = \"{first}\"`", plural(first)))
}

/// CW0921: cards that have rules and no text; `of` names some.
pub(in crate::print) fn unsaid(of: &str) -> Diagnostic {
    Diagnostic::warning(codes::UNSAID, format!("rules of {of} stand nowhere on the card"))
        .because("the card has no `text`, and neither have the slots of its rules")
        .help("write the card's `text`, or give the slot a `text` that is made of the rule")
}

/// CW0921: cards whose default face is too small for texts; sizes are in millimetres.
pub(in crate::print) fn too_small_for_texts(
    of: &str,
    (width, height): (f64, f64),
    (least_width, least_height): (f64, f64),
) -> Diagnostic {
    Diagnostic::warning(codes::UNSAID, format!("texts of {of} stand nowhere on the card"))
        .because(format!("components of {width} × {height} mm are tiles, which have no room for texts"))
        .help(format!(
            "make them {least_width} mm wide and {least_height} mm high at least, or give the sheet a `face`"
        ))
}

/// CW0921: tokens with texts, for which their default face has no room.
pub(in crate::print) fn no_room_on_tokens(of: &str) -> Diagnostic {
    Diagnostic::warning(codes::UNSAID, format!("texts of {of} stand nowhere on the token"))
        .because("the face of tokens shows a number or an emblem, and the name")
        .help("give the sheet a `face` that shows texts, such as `face = \"card\"`, and a `size` for it")
}

/// CW0921: cards whose texts a face of the package leaves out; `has_keywords_alone` if they have no other
/// text.
pub(in crate::print) fn left_out_by_face(of: &str, face: &str, has_keywords_alone: bool) -> Diagnostic {
    let shown = if has_keywords_alone { "keywords | join(\", \")" } else { "text" };
    Diagnostic::warning(codes::UNSAID, format!("texts of {of} stand nowhere on the card"))
        .because(format!("the face `{face}` is the same without them"))
        .help(format!(
            "give it a box for them: `<rect data-text=\"{{{{ {shown} }}}}\" x=\"5\" y=\"50\" width=\"53\" \
             height=\"30\"/>`"
        ))
}

/// CW0926: a figure of something that no sheet shows.
pub(in crate::print) fn figure_not_drawn(shown: &str) -> Diagnostic {
    let message = format!("the figure of `{shown}`, which the rules show, cannot be drawn");
    Diagnostic::warning(codes::UNKNOWN_FIGURE, message).because("no sheet shows it")
}

/// CW0926: the anatomy of a card whose parts have no names.
pub(in crate::print) fn figure_without_parts(shown: &str) -> Diagnostic {
    let message = format!("the figure of `{shown}`, which the rules show, names no part of the card");
    Diagnostic::warning(codes::UNKNOWN_FIGURE, message)
        .because("no text box of its face has a name")
        .help("name the boxes in the face: `data-name=\"number\"`, `data-name=\"rules\"`")
}

/// CW0926: an id of a scenario and of a card; the prefixes tell them apart.
pub(in crate::print) fn figure_of_two(id: &str, card_prefix: &str, scenario_prefix: &str) -> Diagnostic {
    let message = format!("`{id}` is a scenario and a card; the figure shows the scenario");
    Diagnostic::warning(codes::UNKNOWN_FIGURE, message)
        .help(format!("write `{card_prefix}:{id}` for the card, or `{scenario_prefix}:{id}`"))
}

/// CW0926: a figure of something that the game does not have.
pub(in crate::print) fn unknown_figure<'a>(
    shown: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    no_figure(shown).near_or(
        nearest(shown, known),
        "figures show `setup`, `anatomy`, the id of a scenario, a card or a board, or `after:` and the id of a \
         scenario",
    )
}

/// CW0926: the anatomy of a card, in a game without cards.
pub(in crate::print) fn figure_without_cards(shown: &str) -> Diagnostic {
    no_figure(shown).because("the game has no cards")
}

fn no_figure(shown: &str) -> Diagnostic {
    let message = format!("there is no figure of `{shown}`, which the rules show");
    Diagnostic::warning(codes::UNKNOWN_FIGURE, message)
}

/// CW0928: colours of two values that can hardly be told apart, each with its colour. `whom` says by
/// whom, and `others` is the number of further such pairs.
pub(in crate::print) fn confused_colours(
    (a, colour_a): (&str, String),
    (b, colour_b): (&str, String),
    whom: &str,
    others: usize,
    help: String,
) -> Diagnostic {
    let more = match others {
        0 => String::new(),
        1 => ", and so can another pair".to_owned(),
        more => format!(", and so can {more} other pairs"),
    };
    let message = format!("the colours of `{a}` and `{b}` can hardly be told apart {whom}{more}");
    Diagnostic::warning(codes::CONFUSED_COLOURS, message)
        .because(format!("they are {colour_a} and {colour_b}"))
        .help(help)
}

/// CW0928: pieces that differ in their colour at most.
pub(in crate::print) fn confused_pieces(message: String, why: String) -> Diagnostic {
    Diagnostic::warning(codes::CONFUSED_COLOURS, message)
        .because(why)
        .help("give each an `icon`, a `label` or a `form` of its own")
}

/// CW0929: a figure between words.
pub(in crate::print) fn figure_in_line(shown: &str) -> Diagnostic {
    let message = format!("the figure of `{shown}` stands inside a line, so only its caption is printed");
    Diagnostic::warning(codes::FIGURE_IN_LINE, message)
        .help("put it on a line of its own, with an empty line before and after it")
}

/// CW0929: an image whose address has a space.
pub(in crate::print) fn unread_image() -> Diagnostic {
    Diagnostic::warning(
        codes::FIGURE_IN_LINE,
        "an image with a space in its address is printed as it is written",
    )
    .help("write the address without spaces, such as `(after:an-evening)`")
}

/// CW0929: the second line of a table, with another number of columns than the first.
pub(in crate::print) fn unread_table() -> Diagnostic {
    let message = "this line makes no table of the one above it, so both are printed as they are written";
    Diagnostic::warning(codes::FIGURE_IN_LINE, message)
        .help("give it one `---` for each column of the line above, and put an empty line before that")
}

/// CW0939: a board whose cells do not fill the size of its sheet; sizes are in millimetres.
pub(in crate::print) fn board_of_another_shape(
    sheet: &str,
    (width, height): (f64, f64),
    (w, h): (f64, f64),
    cell: f64,
) -> Diagnostic {
    let message =
        format!("the board of `{sheet}` is printed as {w} × {h} mm, and not as {width} × {height} mm");
    Diagnostic::warning(codes::BOARD_SHAPE, message)
        .because("its cells are of one size, and `size` has another shape than all of them together")
        .help(format!("write `size = [{w}, {h}]`, or `cell = {cell}` instead of it"))
}

/// CW0941: a component, page, board or cell that is tiny; `wide` and `high` are its sides in millimetres, and
/// `key` is the key that gives them.
pub(in crate::print) fn tiny(what: &str, key: &str, wide: f64, high: Option<f64>) -> Diagnostic {
    let tenfold = |side: f64| (side * 100.0).round() / 10.0;
    let (size, instead) = match high {
        Some(high) => (format!("{wide} × {high}"), format!("[{}, {}]", tenfold(wide), tenfold(high))),
        None => (format!("{wide}"), tenfold(wide).to_string()),
    };
    Diagnostic::warning(codes::TINY, format!("{what} is {size} mm: all sizes are in millimetres"))
        .help(format!("if these are centimetres, write `{key} = {instead}`"))
}

/// How the backs of two sheets differ.
pub(in crate::print) enum BackDifference {
    Size,
    Face,
    /// In their colours, of which this is the first.
    Colour(String),
    /// Those of one sheet have a back for each component.
    Own,
    /// Those of one sheet are not printed.
    Missing,
}

/// CW0942: components of two sheets whose backs differ, face down in one zone.
pub(in crate::print) fn different_backs(
    [a, b]: [&str; 2],
    zone: &str,
    difference: BackDifference,
) -> Diagnostic {
    let (what, help) = match difference {
        BackDifference::Size => {
            ("sizes", format!("write the same `size` in `[sheets.{a}]` and `[sheets.{b}]`"))
        }
        BackDifference::Face => {
            ("backs", format!("write the same `back` in `[sheets.{a}]` and `[sheets.{b}]`"))
        }
        BackDifference::Colour(colour) => {
            ("backs", format!("give all backs one colour: `back = \"{colour}\"` in `[colours]`"))
        }
        BackDifference::Own => {
            ("backs", format!("write the same `two_sided` in `[sheets.{a}]` and `[sheets.{b}]`"))
        }
        BackDifference::Missing => (
            "backs",
            format!("write `duplex = \"off\"` in both `[sheets.{a}]` and `[sheets.{b}]`, or in neither"),
        ),
    };
    let message = format!("`{a}` and `{b}` have different {what}, and lie face down together in `{zone}`");
    Diagnostic::warning(codes::DIFFERENT_BACKS, message)
        .because("so everybody sees which of them is on top")
        .help(help)
}

//! The messages about sheets, their paper, and the figures of rules.

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, nearest};

/// CW0903: a size that is not known; `example` is one in millimetres.
pub(in crate::print) fn unknown_size(name: &str, example: &str) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no size `{name}`"))
        .help(format!("write width and height in millimetres: `{example}`"))
}

/// CW0903: a paper that is not known.
pub(in crate::print) fn unknown_paper(name: &str, near: Option<&str>) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no paper `{name}`")).help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "papers are A4, A3, A5, letter, legal and tabloid; or write `[210, 297]`".to_owned(),
    })
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

/// CW0918: a request of which nothing is left.
pub(in crate::print) fn nothing_to_print() -> Diagnostic {
    Diagnostic::error(codes::NOTHING_TO_PRINT, "there is nothing to print")
        .because("no component and no board is left of what was asked for")
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
    no_figure(shown).help(match nearest(shown, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "figures show `setup`, `anatomy`, or the id of a scenario, a card or a board".to_owned(),
    })
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

//! Warnings of colours on a sheet, and of pieces, that are mistaken for each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{Diagnostic, list};
use crate::ir::print::{PieceForm, PieceInfo, SheetInfo, SubjectInfo};
use crate::ir::{EnumId, Ir};
use crate::print::draw::colours::{hex, mixed};
use crate::print::draw::scene::Rgb;
use crate::print::game::data::{SheetAttributes, WordLooks};
use crate::print::game::palette::{PLAIN, colours_of};
use crate::print::game::places::{at, attach_to_sheet};
use crate::print::inks::colour_vision::{Confusion, confusion, is_mistaken_in_colour};
use crate::print::inks::ink::Ink;
use crate::print::messages::sheets as messages;

/// Warns of values in the band of a sheet whose colours are easily confused. Equal colours are taken as
/// intended.
pub fn check_bands(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    let shown = SheetAttributes::of(ir, sheet);
    let mut used: BTreeMap<EnumId, BTreeSet<String>> = BTreeMap::new();
    for name in ir.names.iter().filter(|name| name.copies > 0 && ir.is_below(name.kind, kind)) {
        if let (Some(e), Some(value)) = (shown.band_enum(ir, name.first), shown.band_of(ir, name.first)) {
            used.entry(e).or_default().insert(value);
        }
    }
    for (e, used) in used {
        let values = &ir.enums[e].values;
        let colours: Vec<(&String, Rgb)> = values.iter().zip(colours_of(values, &ir.print.colours)).collect();
        let colours: Vec<(&String, Rgb)> =
            colours.into_iter().filter(|(value, _)| used.contains(*value)).collect();
        let pairs =
            colours.iter().enumerate().flat_map(|(i, a)| colours[i + 1..].iter().map(move |b| (a, b)));
        let alike = pairs.filter(|(a, b)| a.1 != b.1).filter_map(|(a, b)| Some((confusion(a.1, b.1)?, a, b)));
        let mut alike: Vec<_> = alike.collect();
        alike.sort_by_key(|(why, ..)| *why);
        let Some((why, a, b)) = alike.first() else { continue };
        let whom = match why {
            Confusion::Grey => "in grey",
            Confusion::FewerCones => "by a colour-blind reader",
        };
        let others = alike.len() - 1;
        let help = way_out(b, &colours);
        let d = messages::confused_colours((a.0, hex(a.1)), (b.0, hex(b.1)), whom, others, help);
        found.push(attach_to_sheet(ir, sheet, d));
    }
}

/// Returns the line to write so that a value is distinguishable from all others: its colour, changed in
/// lightness as little as possible.
fn way_out((value, colour): &(&String, Rgb), all: &[(&String, Rgb)]) -> String {
    const STEPS: u8 = 40;
    let is_clear = |tried: &Rgb| {
        all.iter().filter(|(other, _)| other != value).all(|(_, other)| confusion(*tried, *other).is_none())
    };
    let tried = (1..=STEPS).flat_map(|step| {
        let share = f64::from(step) / f64::from(STEPS) * 0.8;
        [[0xff; 3], [0; 3]].map(|other| mixed(*colour, other, share))
    });
    match tried.into_iter().find(is_clear) {
        Some(clear) => {
            format!("make one of them lighter or darker: `{value} = \"{}\"` in `[colours]`", hex(clear))
        }
        None => "make one of them lighter or darker in `[colours]`".to_owned(),
    }
}

/// Maximum number of dots on a piece of the table: more do not fit into a row.
const DOTS: usize = 6;

/// Pieces of the table that look the same but for their colours: each with the number of dots that its colour
/// has, up to [`DOTS`] of them on paper.
type PieceGroup<'a> = Vec<(&'a PieceInfo, usize)>;

/// Returns the colour of a piece of the table.
pub fn colour_of_piece(words: &WordLooks, piece: &PieceInfo) -> Rgb {
    words.colour(&piece.id).unwrap_or(PLAIN)
}

/// Returns the groups of pieces with different colours that this ink prints alike. Standees are distinguished
/// by their names.
fn alike_pieces<'a>(ir: &'a Ir, words: &WordLooks, ink: Ink) -> Vec<PieceGroup<'a>> {
    let mut groups: Vec<(Vec<&PieceInfo>, Vec<Rgb>)> = Vec::new();
    for piece in ir.print.pieces.iter().filter(|p| !p.per_player && p.form != PieceForm::Standee) {
        match groups.iter_mut().find(|(pieces, _)| has_same_shape(pieces[0], piece)) {
            Some((pieces, _)) => pieces.push(piece),
            None => groups.push((vec![piece], Vec::new())),
        }
    }
    for (pieces, colours) in &mut groups {
        for colour in pieces.iter().map(|piece| colour_of_piece(words, piece)) {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
    }
    let is_alike = |a: Rgb, b: Rgb| match ink {
        Ink::Full => is_mistaken_in_colour(a, b),
        Ink::Grey => confusion(a, b) == Some(Confusion::Grey),
        Ink::Low => true,
    };
    groups.retain(|(_, colours)| {
        colours.iter().enumerate().any(|(i, a)| colours[i + 1..].iter().any(|b| is_alike(*a, *b)))
    });
    let numbered = |(pieces, colours): (Vec<&'a PieceInfo>, Vec<Rgb>)| {
        // Pieces of players have as many dots as the player's number, so pieces of the table that look like
        // them have none, or more.
        let is_of_players = |other: &PieceInfo| other.per_player && has_same_shape(pieces[0], other);
        let of_players = ir.print.pieces.iter().any(is_of_players);
        let taken = if of_players { usize::from(ir.game.players.1) } else { 0 };
        let number = |piece| match colours.iter().position(|c| *c == colour_of_piece(words, piece)) {
            None | Some(0) => 0,
            Some(number) => number + taken,
        };
        pieces.iter().map(|piece| (*piece, number(piece))).collect()
    };
    groups.into_iter().map(numbered).collect()
}

/// Returns whether two pieces look the same but for their colour.
fn has_same_shape(a: &PieceInfo, b: &PieceInfo) -> bool {
    /// Widths that differ by less than this are not told apart, in millimetres.
    const STEP: f64 = 2.0;
    // Letters stand only on pieces without an icon.
    fn signs(piece: &PieceInfo) -> &[String] {
        if piece.icons.is_empty() { &piece.labels } else { &piece.icons }
    }
    (a.form, a.points) == (b.form, b.points) && signs(a) == signs(b) && (a.size - b.size).abs() < STEP
}

/// Returns the number of dots on a piece of the table: without colours, they tell it from pieces that only
/// differ from it in colour.
pub fn dots_of_piece(ir: &Ir, words: &WordLooks, ink: Ink, piece: &PieceInfo) -> u8 {
    if ink == Ink::Full {
        return 0;
    }
    let groups = alike_pieces(ir, words, ink);
    let number = groups.iter().flatten().find(|(other, _)| other.id == piece.id);
    number.map_or(0, |(_, number)| (*number).min(DOTS) as u8)
}

/// Warns of pieces of the table that are mistaken for each other in the requested ink.
pub fn check_pieces(ir: &Ir, words: &WordLooks, ink: Ink, found: &mut Vec<Diagnostic>) {
    let groups = alike_pieces(ir, words, ink);
    let Some((group, more)) = groups.split_first() else { return };
    let ids: Vec<&str> = group.iter().map(|(piece, _)| piece.id.as_str()).collect();
    let more = match more.len() {
        0 => String::new(),
        1 => ", and so it is with another group".to_owned(),
        more => format!(", and so it is with {more} other groups"),
    };
    let dots = |(piece, number): &(&PieceInfo, usize)| match number {
        0 => format!("`{}` has none", piece.id),
        number => format!("`{}` has {}", piece.id, number.min(&DOTS)),
    };
    let dots = || group.iter().map(dots).collect::<Vec<_>>().join(", ");
    // Those whose dots do not all fit have equally many.
    let full: BTreeSet<usize> = group.iter().map(|(_, number)| *number).filter(|n| *n >= DOTS).collect();
    let unlike = match full.len() {
        0 | 1 => "only dots tell the pieces",
        _ => "not even dots tell all of the pieces",
    };
    let (message, why) = match ink {
        Ink::Full => (
            format!("a colour-blind reader takes the pieces {} for each other{more}", list(&ids)),
            "they differ only in colour".to_owned(),
        ),
        Ink::Grey => (
            format!("in grey, {unlike} {} apart{more}", list(&ids)),
            format!("they differ only in colour, and some of their greys are alike: {}", dots()),
        ),
        Ink::Low => (
            format!("with little ink, {unlike} {} apart{more}", list(&ids)),
            format!("they differ only in colour: {}", dots()),
        ),
    };
    found.push(at(ir, group[0].0.place, messages::confused_pieces(message, why)));
}

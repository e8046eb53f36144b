//! Warnings of colours on a sheet that are mistaken for each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::print as codes;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{EnumId, Ir};
use crate::print::draw::colours::{hex, mixed};
use crate::print::draw::scene::Rgb;
use crate::print::game::data::{SheetAttributes, is_below};
use crate::print::game::palette::colours_of;
use crate::print::game::places::attach_to_sheet;
use crate::print::inks::colour_vision::{Confusion, confusion};

/// Warns of values in the band of a sheet whose colours are easily confused. Equal colours are taken as
/// intended.
pub fn check_bands(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    let shown = SheetAttributes::of(ir, sheet);
    let mut used: BTreeMap<EnumId, BTreeSet<String>> = BTreeMap::new();
    for name in ir.names.iter().filter(|name| name.copies > 0 && is_below(ir, name.kind, kind)) {
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
        let more = match alike.len() - 1 {
            0 => String::new(),
            1 => ", and so can another pair".to_owned(),
            more => format!(", and so can {more} other pairs"),
        };
        let message = format!("the colours of `{}` and `{}` can hardly be told apart {whom}{more}", a.0, b.0);
        let why = format!("they are {} and {}", hex(a.1), hex(b.1));
        let d = Diagnostic::warning(codes::CONFUSED_COLOURS, message).because(why);
        found.push(attach_to_sheet(ir, sheet, d.help(way_out(b, &colours))));
    }
}

/// Returns the line to write so that a value can be told from all others: its colour, made lighter or darker
/// as little as possible.
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

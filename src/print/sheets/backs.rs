//! Warnings of backs by which components that lie face down together are told apart.

use std::collections::BTreeSet;

use crate::diagnostics::Diagnostic;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{ComponentId, Ir};
use crate::print::draw::colours::hex;
use crate::print::draw::scene::Rgb;
use crate::print::draw::units::Size;
use crate::print::game::data::WordLooks;
use crate::print::game::places::attach_to_sheet;
use crate::print::game::sheet_list::sheets;
use crate::print::messages::sheets::{self as messages, BackDifference};
use crate::print::request::setting::{Sight, ZoneSetting};
use crate::print::sheets::cards::{colour_of_backs, size_of};

/// The back that all components of a sheet have in common.
struct CommonBack<'a> {
    sheet: &'a SheetInfo,
    face: &'a str,
    colour: Rgb,
    size: Option<Size>,
}

impl CommonBack<'_> {
    fn is_like(&self, other: &CommonBack) -> bool {
        self.face == other.face && self.colour == other.colour && self.size == other.size
    }
}

/// Warns of zones that nobody sees, with components of sheets whose backs differ. `zones` returns those of
/// the first table of a game; it is called only if any backs differ.
pub fn check(ir: &Ir, zones: impl FnOnce() -> Vec<ZoneSetting>) -> Vec<Diagnostic> {
    let sheets = sheets(ir);
    if sheets.len() < 2 {
        return Vec::new();
    }
    let words = WordLooks::of(ir);
    let backs = sheets.iter().filter(|sheet| !sheet.two_sided).filter_map(|sheet| match sheet.subject {
        SubjectInfo::Components(kind) => {
            let face = sheet.back.as_deref().unwrap_or("back");
            // A size that does not exist is reported elsewhere.
            let size = size_of(ir, sheet, kind, &mut Vec::new());
            Some(CommonBack { sheet, face, colour: colour_of_backs(ir, &words, kind), size })
        }
        SubjectInfo::Board(_) | SubjectInfo::Page(..) => None,
    });
    let backs: Vec<CommonBack> = backs.collect();
    if backs.windows(2).all(|two| two[0].is_like(&two[1])) {
        return Vec::new();
    }
    // A component on several sheets has a back of each, of which the designer chooses one.
    let back_of = |component: &ComponentId| {
        let kind = ir.names.find(ir.components.find(*component)?.name)?.kind;
        let is_on = |back: &&CommonBack| match back.sheet.subject {
            SubjectInfo::Components(of) => ir.is_below(kind, of),
            SubjectInfo::Board(_) | SubjectInfo::Page(..) => false,
        };
        let mut on = backs.iter().filter(is_on);
        on.next().filter(|_| on.next().is_none())
    };
    let mut told: BTreeSet<[&str; 2]> = BTreeSet::new();
    let mut found = Vec::new();
    for zone in zones().iter().filter(|zone| zone.sight == Sight::Nobody) {
        let mut backs = zone.components.iter().filter_map(back_of);
        let Some(first) = backs.next() else { continue };
        let Some(other) = backs.find(|back| !back.is_like(first)) else { continue };
        if !told.insert([&first.sheet.id, &other.sheet.id]) {
            continue;
        }
        let together = [&*first.sheet.id, &*other.sheet.id];
        let difference = if first.size != other.size {
            BackDifference::Size
        } else if first.face != other.face {
            BackDifference::Face
        } else {
            BackDifference::Colour(hex(first.colour))
        };
        let zone = ir.zone_at(zone.key).map_or("", |info| &info.id);
        let d = messages::different_backs(together, zone, difference);
        found.push(attach_to_sheet(ir, other.sheet, d));
    }
    found
}

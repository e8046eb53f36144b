//! Warnings of backs by which components that lie face down together are told apart.

use std::collections::BTreeSet;

use crate::diagnostics::Diagnostic;
use crate::ir::print::{BackPlacement, PaperInfo, SheetInfo, SubjectInfo};
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
use crate::print::sheets::paper::SheetSettings;

/// The backs of the components of a sheet.
struct SheetBacks<'a> {
    sheet: &'a SheetInfo,
    size: Option<Size>,
    look: BackLook<'a>,
}

/// The look of components that lie face down.
#[derive(PartialEq)]
enum BackLook<'a> {
    /// The back that all have in common: its face and its colour.
    Common(&'a str, Rgb),
    /// A back of its own for each.
    Own,
    /// Blank paper.
    None,
}

impl SheetBacks<'_> {
    fn is_like(&self, other: &SheetBacks) -> bool {
        self.size == other.size && self.look == other.look
    }

    /// Returns how they differ from others that are not like them.
    fn difference(&self, other: &SheetBacks) -> BackDifference {
        match (&self.look, &other.look) {
            _ if self.size != other.size => BackDifference::Size,
            (BackLook::None, _) | (_, BackLook::None) => BackDifference::Missing,
            (BackLook::Common(face, colour), BackLook::Common(other, _)) if face == other => {
                BackDifference::Colour(hex(*colour))
            }
            (BackLook::Common(..), BackLook::Common(..)) => BackDifference::Face,
            (BackLook::Own, _) | (_, BackLook::Own) => BackDifference::Own,
        }
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
    let backs = sheets.iter().filter_map(|sheet| match sheet.subject {
        SubjectInfo::Components(kind) => {
            let face = sheet.back.as_deref().unwrap_or("back");
            // Sizes and papers that do not exist are reported elsewhere.
            let size = size_of(ir, sheet, kind, &mut Vec::new());
            let paper = SheetSettings::of_sheet(&PaperInfo::default(), &sheet.paper, &ir.print.paper);
            let look = match paper.map_or(BackPlacement::Long, |paper| paper.duplex) {
                BackPlacement::Off => BackLook::None,
                _ if sheet.two_sided => BackLook::Own,
                _ => BackLook::Common(face, colour_of_backs(ir, &words, kind)),
            };
            Some(SheetBacks { sheet, size, look })
        }
        SubjectInfo::Board(_) | SubjectInfo::Page(..) => None,
    });
    let backs: Vec<SheetBacks> = backs.collect();
    if backs.windows(2).all(|two| two[0].is_like(&two[1])) {
        return Vec::new();
    }
    // A component on several sheets has a back of each, of which the designer chooses one.
    let back_of = |component: &ComponentId| {
        let kind = ir.names.find(ir.components.find(*component)?.name)?.kind;
        let is_on = |back: &&SheetBacks| match back.sheet.subject {
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
        let zone = ir.zone_at(zone.key).map_or("", |info| &info.id);
        let d = messages::different_backs(together, zone, first.difference(other));
        found.push(attach_to_sheet(ir, other.sheet, d));
    }
    found
}

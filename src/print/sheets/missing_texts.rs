//! Warnings of components that no sheet shows, and of cards whose rules or texts stand nowhere on them.

use crate::diagnostics::{Diagnostic, list_some};
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{ComponentId, Ir, KindId, PlaceId, SlotInfo};
use crate::print::game::data;
use crate::print::game::places::{at, attach_to_sheet};
use crate::print::game::sheet_list::has_components;
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;
use crate::print::sheets::cards;

/// Maximum number of ids in a message.
const NAMED: usize = 5;

/// Warns of kinds that no declared sheet shows, and that are therefore not printed.
pub fn unshown(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let on_sheets: Vec<KindId> = ir
        .print
        .sheets
        .iter()
        .filter_map(|s| if let SubjectInfo::Components(kind) = s.subject { Some(kind) } else { None })
        .collect();
    let shown = |kind: KindId| on_sheets.iter().any(|above| ir.is_below(kind, *above));
    let left: Vec<&str> = (0..)
        .zip(&ir.kinds)
        .filter(|(k, _)| has_components(ir, KindId(*k)) && !shown(KindId(*k)))
        .map(|(_, kind)| kind.id.as_str())
        .collect();
    if let Some(first) = left.first().filter(|_| !on_sheets.is_empty()) {
        let place = ir.print.sheets.last().map_or(PlaceId(0), |s| s.place);
        found.push(at(ir, place, messages::unshown(&left, first)));
    }
}

/// Warns of cards of a sheet that have rules but no text, so that their text box stays empty.
pub fn unsaid(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    if sheet.face.is_some() {
        return;
    }
    // The compiler's own slots hold the options of actions, which a kind may give all its cards.
    let declared: Vec<&SlotInfo> = ir.slots.iter().filter(|slot| slot.id.is_declared()).collect();
    let has_rule = |first: ComponentId| {
        let rule = |slot: &&SlotInfo| slot.rules.get(first.index()).is_some_and(|f| *f != SlotInfo::EMPTY);
        declared.iter().any(rule)
    };
    let silent: Vec<&str> = ir
        .names
        .iter()
        .filter(|n| n.copies > 0 && ir.is_below(n.kind, kind))
        .filter(|n| n.text.is_empty() && n.keywords.is_empty() && (n.acts || has_rule(n.first)))
        .map(|n| n.id.as_str())
        .collect();
    if !silent.is_empty() {
        found.push(attach_to_sheet(ir, sheet, messages::unsaid(&list_some(&silent, NAMED))));
    }
}

/// Warns of components with texts whose default face has no room for these: tokens, and small cards.
pub fn too_small_for_texts(ir: &Ir, sheet: &SheetInfo, request: &Request, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    // An unknown size is reported when the sheet is printed.
    let Some(size) = cards::size_of(ir, sheet, kind, &mut Vec::new()) else { return };
    let face = cards::default_face(ir, kind, cards::by_size(ir, size));
    let is_token = face == cards::TOKEN;
    let has_own = |face: &str| ir.print.asset(&format!("faces/{face}.svg.j2")).is_some();
    if sheet.face.is_some() || !is_token && face != cards::TILE || has_own(&face) {
        return;
    }
    let shown = data::SheetAttributes::of(ir, sheet);
    let names = cards::components(ir, kind, &shown, request).into_iter().map(|(name, _)| &ir.names[name]);
    let lost: Vec<&str> = names
        .filter(|name| !name.text.is_empty() || !name.keywords.is_empty())
        .map(|name| name.id.as_str())
        .collect();
    if !lost.is_empty() {
        let (lost, size) = (list_some(&lost, NAMED), (size.width, size.height));
        let d = match is_token {
            true => messages::no_room_on_tokens(&lost),
            false => messages::too_small_for_texts(&lost, size, cards::LEAST_CARD),
        };
        found.push(attach_to_sheet(ir, sheet, d));
    }
}

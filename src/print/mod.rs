//! Prints a compiled game: sheets to print, cut out and play with.
//!
//! The input is an [`Ir`], the output PDFs. `face` renders a template for each component and lays out its
//! texts ([`text`]); `sheets` computes where on a sheet each lies; [`pdf`] writes the display list
//! ([`scene`]). Each folder imports only those listed before it.

mod messages;
pub mod defaults;
mod draw;
mod inks;
mod game;
pub mod text;
mod request;
pub mod face;
pub mod pdf;
mod sheets;
pub mod export;

use std::sync::Arc;

pub use self::draw::{picture, scene, svg, units};
pub use self::export::vector;
use self::face::materials::Materials;
pub use self::face::raster;
use self::game::alike_colours;
pub use self::game::attribute_values::attribute_values;
pub use self::game::data;
use self::game::places::{at, attach_to_sheet};
pub use self::game::sheet_list::sheets;
use self::game::sheet_list::{PIECES, RULES, has_components};
pub use self::game::word_icons::word_icons;
pub use self::inks::{colour_vision, ink, separation};
pub use self::request::changes;
pub use self::request::leaf::InsertedPage;
use self::request::leaf::{LIST, sheet_of_list};
use self::request::output::output;
pub use self::request::output::{PrintResult, PrintedFile};
pub use self::request::print_request::{FaceProgress, Request};
pub use self::sheets::board::{BoardPlan, board_plans};
use self::sheets::changes::compare;
pub use self::sheets::checks::check_files;
pub use self::sheets::leaves::leaves;
use self::sheets::leaves::print as list_pages;
use self::sheets::{area_overlap, board, contact, pages, pieces, sheet_names};
pub use self::sheets::{calibration, cards, image_subject, paper, rule_figures, rules, tuck_box};
pub use self::text::{fonts, hyphens, quotes, rich};
use crate::diagnostics::{Diagnostic, list};
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{Ir, KindId, PlaceId, SlotInfo, ToIndex};

/// Prints a game.
pub fn print(ir: &Ir, request: &Request) -> PrintResult {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let press = materials.press(request, &mut found);
    let with_changes;
    let request = match &request.since {
        Some(other) => {
            let changes = compare(&press, other, request);
            with_changes = Request { changes: Some(Arc::new(changes)), ..request.clone() };
            &with_changes
        }
        None => request,
    };
    let mut files = Vec::new();
    if request.contact {
        files.extend(contact::print(&press, request, &mut found));
        return output(files, found, request);
    }
    if request.sheets.is_empty() && request.only.is_empty() && request.deck.is_none() {
        unshown(ir, &mut found);
    }
    for sheet in sheets(ir).iter().filter(|s| request.sheets.is_empty() || request.sheets.contains(&s.id)) {
        unsaid(ir, sheet, &mut found);
        too_small_for_texts(ir, sheet, request, &mut found);
        alike_colours::check_bands(ir, sheet, &mut found);
        area_overlap::check(ir, sheet, &mut found);
        match sheet.subject {
            SubjectInfo::Board(_) | SubjectInfo::Page(..) if !request.wants_other(&sheet.id) => {}
            SubjectInfo::Components(_) => files.extend(cards::print(&press, sheet, request, &mut found)),
            SubjectInfo::Board(n)
                if request.deck.is_none() && board::has_all(ir, &ir.boards[n], &request.only) =>
            {
                files.extend(board::print(&press, sheet, request, &mut found));
            }
            SubjectInfo::Page(copies, per_player) if request.only.is_empty() && request.deck.is_none() => {
                files.extend(pages::print(&press, sheet, (copies, per_player), request, &mut found));
            }
            SubjectInfo::Board(_) | SubjectInfo::Page(..) => {}
        }
    }
    let named = |id: &str| request.sheets.iter().any(|s| s == id);
    let boxed = |s: &&SheetInfo| request.sheets.is_empty() || named(&s.id) || named(&tuck_box::id_of(s));
    for sheet in sheets(ir).iter().filter(boxed) {
        files.extend(tuck_box::print(&press, sheet, request, &mut found));
    }
    let page_of_list = sheet_of_list(&sheets(ir));
    let wants_list = || request.sheets.is_empty() || request.sheets.iter().any(|s| s == page_of_list);
    if let Some(list) = request.list.as_ref().filter(|_| !files.is_empty() && wants_list()) {
        files.extend(list_pages(&press, request, page_of_list, &ir.print.label(LIST), list, &mut found));
    }
    let asked = |id: &str| request.sheets.is_empty() || request.sheets.iter().any(|s| s == id);
    if asked(PIECES) {
        files.extend(pieces::print(&press, request, &mut found));
    }
    if asked(RULES) && request.wants_other(RULES) {
        files.extend(rules::print(&press, request, &mut found));
    }
    let known = sheet_names::of_print(ir, request.list.is_some());
    let unknown = sheet_names::unknown(&request.sheets, &known);
    found.extend(unknown.map(|sheet| messages::sheets::no_such_sheet(sheet, &known)));
    output(files, found, request)
}

/// Warns of kinds that no declared sheet shows, and that are therefore not printed.
fn unshown(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let on_sheets: Vec<KindId> = ir
        .print
        .sheets
        .iter()
        .filter_map(|s| if let SubjectInfo::Components(kind) = s.subject { Some(kind) } else { None })
        .collect();
    let shown = |kind: KindId| on_sheets.iter().any(|above| data::is_below(ir, kind, *above));
    let left: Vec<&str> = (0..)
        .zip(&ir.kinds)
        .filter(|(k, _)| has_components(ir, KindId(*k)) && !shown(KindId(*k)))
        .map(|(_, kind)| kind.id.as_str())
        .collect();
    if let Some(first) = left.first().filter(|_| !on_sheets.is_empty()) {
        let place = ir.print.sheets.last().map_or(PlaceId(0), |s| s.place);
        found.push(at(ir, place, messages::sheets::unshown(&left, first)));
    }
}

/// Warns of cards of a sheet that have rules but no text, so that their text box stays empty.
fn unsaid(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    if sheet.face.is_some() {
        return;
    }
    let has_rule = |first: u32| {
        let rule =
            |slot: &SlotInfo| slot.rules.get(first.index()).is_some_and(|rule| *rule != SlotInfo::EMPTY);
        ir.slots.iter().any(rule)
    };
    let silent: Vec<&str> = ir
        .names
        .iter()
        .filter(|n| n.copies > 0 && data::is_below(ir, n.kind, kind))
        .filter(|n| n.text.is_empty() && n.keywords.is_empty() && (n.reacts || has_rule(n.first.0)))
        .map(|n| n.id.as_str())
        .collect();
    if !silent.is_empty() {
        found.push(attach_to_sheet(ir, sheet, messages::sheets::unsaid(&some_of(&silent))));
    }
}

/// Warns of cards with texts that are so small that their default face has no room for these.
fn too_small_for_texts(ir: &Ir, sheet: &SheetInfo, request: &Request, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Components(kind) = sheet.subject else { return };
    // An unknown size is reported when the sheet is printed.
    let Some(size) = cards::size_of(ir, sheet, kind, &mut Vec::new()) else { return };
    let face = cards::default_face(ir, kind, cards::by_size(ir, size));
    if sheet.face.is_some() || face != cards::TILE || ir.print.asset("faces/tile.svg.j2").is_some() {
        return;
    }
    let shown = data::SheetAttributes::of(ir, sheet);
    let names = cards::components(ir, kind, &shown, request).into_iter().map(|(name, _)| &ir.names[name]);
    let lost: Vec<&str> = names
        .filter(|name| !name.text.is_empty() || !name.keywords.is_empty())
        .map(|name| name.id.as_str())
        .collect();
    if !lost.is_empty() {
        let size = (size.width, size.height);
        let d = messages::sheets::too_small_for_texts(&some_of(&lost), size, cards::LEAST_CARD);
        found.push(attach_to_sheet(ir, sheet, d));
    }
}

/// Lists some ids, and counts the others.
fn some_of(ids: &[&str]) -> String {
    /// Maximum number of ids in a message.
    const NAMED: usize = 5;
    match ids.get(NAMED..).filter(|more| !more.is_empty()) {
        Some(more) => format!("{} and {} more", list(&ids[..NAMED]), more.len()),
        None => list(ids),
    }
}

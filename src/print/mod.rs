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
pub use self::game::face_paths::{component_path, lies_flat, piece_on_cell, piece_path};
pub use self::game::sheet_list::sheets;
use self::game::sheet_list::{PIECES, RULES};
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
use self::sheets::{area_overlap, board, board_shape, contact, missing_texts, pages, pieces, sheet_names};
pub use self::sheets::{backs, calibration, cards, image_subject, paper, rule_figures, rules, tuck_box};
pub use self::text::{fonts, hyphens, quotes, rich};
use crate::ir::Ir;
use crate::ir::print::{SheetInfo, SubjectInfo};

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
        missing_texts::unshown(ir, &mut found);
    }
    for sheet in sheets(ir).iter().filter(|s| request.sheets.is_empty() || request.sheets.contains(&s.id)) {
        missing_texts::unsaid(ir, sheet, &mut found);
        missing_texts::too_small_for_texts(ir, sheet, request, &mut found);
        alike_colours::check_bands(ir, sheet, &mut found);
        area_overlap::check(ir, sheet, &mut found);
        board_shape::check(ir, sheet, &mut found);
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
        files.extend(list_pages(
            &press,
            request,
            page_of_list,
            &ir.print.phrase(LIST, &[]),
            list,
            &mut found,
        ));
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

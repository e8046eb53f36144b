//! Errors about sheets and pieces that do not fit their paper, and warnings of those that are tiny, before
//! anything is printed.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::{PaperInfo, SheetInfo, SizeInfo, SubjectInfo};
use crate::print::game::data::SheetAttributes;
use crate::print::game::places::attach_to_sheet;
use crate::print::game::sheet_list::sheets;
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::{cards, pages, pieces, tuck_box};

/// Reports components, pages, tuck boxes and pieces that do not fit the paper of the game.
pub fn check(ir: &Ir, found: &mut Vec<Diagnostic>) {
    // Sizes and papers that do not exist are reported elsewhere.
    let mut said = Vec::new();
    let asked = PaperInfo::default();
    for sheet in &sheets(ir) {
        found.extend(tiny(ir, sheet));
        match sheet.subject {
            SubjectInfo::Components(kind) => {
                let Ok(paper) = SheetSettings::of_sheet(&asked, &sheet.paper, &ir.print.paper) else {
                    continue;
                };
                let Some(one) = cards::size_of(ir, sheet, kind, &mut said) else { continue };
                let shown = SheetAttributes::of(ir, sheet);
                let chosen = cards::components(ir, kind, &shown, &Request::default());
                let count: u64 = chosen.iter().map(|(_, copies)| u64::from(*copies)).sum();
                if count > 0 {
                    found.extend(cards::misfit(ir, sheet, &paper, one));
                    found.extend(tuck_box::misfit(ir, sheet, &paper, one, count));
                }
            }
            SubjectInfo::Page(..) => {
                if let Some((paper, one)) = pages::sized(ir, sheet, &asked, &mut said) {
                    found.extend(pages::misfit(ir, sheet, &paper, one));
                }
            }
            // A board that is larger than a page is printed in parts.
            SubjectInfo::Board(_) => {}
        }
    }
    pieces::check_sizes(ir, found);
}

/// Returns a warning of a sheet with a size or a cell that looks as if it were written in centimetres.
fn tiny(ir: &Ir, sheet: &SheetInfo) -> Option<Diagnostic> {
    /// Shorter and longer side below which components are tiny, in millimetres: no card is as short in
    /// centimetres.
    const COMPONENT: (f64, f64) = (9.0, 15.0);
    /// The same for pages and boards.
    const LARGE: (f64, f64) = (40.0, 40.0);
    /// Width below which cells are tiny, in millimetres.
    const CELL: f64 = 6.0;
    let id = &sheet.id;
    let (what, least) = match sheet.subject {
        SubjectInfo::Components(_) => (format!("one of `{id}`"), COMPONENT),
        SubjectInfo::Page(..) | SubjectInfo::Board(_) => (format!("`{id}`"), LARGE),
    };
    let size = match sheet.size {
        Some(SizeInfo::Given(w, h)) if w.min(h) < least.0 && w.max(h) < least.1 => {
            Some(messages::tiny(&what, "size", w, Some(h)))
        }
        _ => None,
    };
    let cell = sheet.cell.filter(|cell| *cell < CELL);
    let d = size.or_else(|| Some(messages::tiny(&format!("a cell of `{id}`"), "cell", cell?, None)))?;
    Some(attach_to_sheet(ir, sheet, d))
}

//! Errors about sheets and pieces that do not fit their paper, before anything is printed.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::{PaperInfo, SubjectInfo};
use crate::print::game::data::SheetAttributes;
use crate::print::game::sheet_list::sheets;
use crate::print::request::print_request::Request;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::{cards, pages, pieces, tuck_box};

/// Reports components, pages, tuck boxes and pieces that do not fit the paper of the game.
pub fn check(ir: &Ir, found: &mut Vec<Diagnostic>) {
    // Sizes and papers that do not exist are reported elsewhere.
    let mut said = Vec::new();
    let asked = PaperInfo::default();
    for sheet in &sheets(ir) {
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

//! The faces that sheets name.

use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::Ir;
use crate::ir::print::{BackPlacement, PaperInfo, SheetInfo, SubjectInfo};
use crate::print::defaults;
use crate::print::game::places::attach_to_sheet;
use crate::print::messages::sheets as messages;
use crate::print::sheets::paper::SheetSettings;

/// Reports the faces of sheets that do not exist, or that their sheets cannot have.
pub fn check(ir: &Ir, found: &mut Vec<Diagnostic>) {
    let own = ir.print.assets.iter().filter_map(|asset| asset.path.strip_prefix("faces/"));
    let own = own.map(|file| file.trim_end_matches(".j2").trim_end_matches(".svg"));
    let names: Vec<&str> = defaults::faces().map(|(name, _)| name).chain(own).collect();
    for sheet in &ir.print.sheets {
        let paper = SheetSettings::of_sheet(&PaperInfo::default(), &sheet.paper, &ir.print.paper);
        let has_back = paper.is_ok_and(|paper| paper.duplex != BackPlacement::Off);
        let back =
            sheet.back.as_ref().filter(|_| has_back && !matches!(sheet.subject, SubjectInfo::Board(_)));
        for face in sheet.face.iter().chain(back) {
            let d = not_a_die(ir, sheet, face)
                .or_else(|| of_others(ir, sheet, face))
                .or_else(|| unknown(face, &names));
            found.extend(d.map(|d| attach_to_sheet(ir, sheet, d)));
        }
    }
}

/// Reports a face that is not among the known ones.
pub fn unknown(face: &str, known: &[impl AsRef<str>]) -> Option<Diagnostic> {
    if known.iter().any(|name| name.as_ref() == face) {
        return None;
    }
    Some(messages::unknown_face(face, nearest(face, known.iter().map(AsRef::as_ref))))
}

/// Reports the face of dice that comes with Cardwright on a sheet that is not a die.
pub fn not_a_die(ir: &Ir, sheet: &SheetInfo, face: &str) -> Option<Diagnostic> {
    let is_die =
        matches!(sheet.subject, SubjectInfo::Page(..)) && ir.dice.iter().any(|die| die.id == sheet.id);
    if face != "die_net" || is_die || ir.print.asset("faces/die_net.svg.j2").is_some() {
        return None;
    }
    let dice: Vec<&str> = ir.dice.iter().map(|die| die.id.as_str()).collect();
    Some(messages::not_a_die(&sheet.id, &dice))
}

/// Reports a face that comes with Cardwright on a sheet of another sort than those that it draws.
fn of_others(ir: &Ir, sheet: &SheetInfo, face: &str) -> Option<Diagnostic> {
    const COMPONENTS: &str = "components";
    const BOARD: &str = "a board";
    const PAGE: &str = "a page of its own";
    let draws = match face {
        "card" | "full_art" | "minimal" | "fan" | "tile" | "token" => COMPONENTS,
        "board" => BOARD,
        "mat" | "scores" => PAGE,
        _ => return None,
    };
    let shows = match sheet.subject {
        SubjectInfo::Components(_) => COMPONENTS,
        SubjectInfo::Board(_) => BOARD,
        SubjectInfo::Page(..) => PAGE,
    };
    let is_own = ir.print.asset(&format!("faces/{face}.svg.j2")).is_some();
    (draws != shows && !is_own).then(|| messages::face_of_others(face, draws, &sheet.id, shows))
}

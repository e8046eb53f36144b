//! The faces that sheets name.

use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::print::{BackPlacement, PaperInfo, SheetInfo, SubjectInfo};
use crate::ir::{Ir, PlaceId};
use crate::print::defaults;
use crate::print::game::places::attach_to_word;
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
            found.extend(unsuitable(ir, sheet, face).or_else(|| unknown(ir, sheet, face, &names)));
        }
    }
}

/// Returns the source place of the word of a sheet that names this face.
fn place_of(sheet: &SheetInfo, face: &str) -> Option<PlaceId> {
    let places = &sheet.word_places;
    if sheet.face.as_deref() == Some(face) { places.face } else { places.back }
}

/// Reports a face that is not among the known ones.
pub fn unknown(ir: &Ir, sheet: &SheetInfo, face: &str, known: &[impl AsRef<str>]) -> Option<Diagnostic> {
    if known.iter().any(|name| name.as_ref() == face) {
        return None;
    }
    let d = messages::unknown_face(face, nearest(face, known.iter().map(AsRef::as_ref)));
    Some(attach_to_word(ir, sheet, place_of(sheet, face), d))
}

/// Reports a face that comes with Cardwright on a sheet that it cannot be filled in for.
pub fn unsuitable(ir: &Ir, sheet: &SheetInfo, face: &str) -> Option<Diagnostic> {
    if ir.print.asset(&format!("faces/{face}.svg.j2")).is_some() {
        return None;
    }
    let d = if face == "die_net" { not_a_die(ir, sheet) } else { of_others(sheet, face) };
    d.map(|d| attach_to_word(ir, sheet, place_of(sheet, face), d))
}

/// Reports the face of dice on a sheet that is not a die.
fn not_a_die(ir: &Ir, sheet: &SheetInfo) -> Option<Diagnostic> {
    let is_page = matches!(sheet.subject, SubjectInfo::Page(..));
    let dice: Vec<&str> = ir.dice.iter().map(|die| die.id.as_str()).collect();
    (!is_page || !dice.contains(&sheet.id.as_str())).then(|| messages::not_a_die(&sheet.id, &dice))
}

/// Reports a face on a sheet of another sort than those that it draws.
fn of_others(sheet: &SheetInfo, face: &str) -> Option<Diagnostic> {
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
    (draws != shows).then(|| messages::face_of_others(face, draws, &sheet.id, shows))
}

//! The faces that sheets name.

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, list, nearest};
use crate::ir::Ir;
use crate::ir::print::{BackPlacement, PaperInfo, SheetInfo, SubjectInfo};
use crate::print::defaults;
use crate::print::game::places::attach_to_sheet;
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
            let d = not_a_die(ir, sheet, face).or_else(|| unknown(face, &names));
            found.extend(d.map(|d| attach_to_sheet(ir, sheet, d)));
        }
    }
}

/// Reports a face that is not among the known ones.
pub fn unknown(face: &str, known: &[impl AsRef<str>]) -> Option<Diagnostic> {
    if known.iter().any(|name| name.as_ref() == face) {
        return None;
    }
    let d = Diagnostic::error(codes::UNKNOWN_FACE, format!("there is no face `{face}`"));
    Some(match nearest(face, known.iter().map(AsRef::as_ref)) {
        Some(near) => d.help(format!("did you mean `{near}`?")),
        None => d.help(format!("write it as `faces/{face}.svg.j2`")),
    })
}

/// Reports the face of dice that comes with Cardwright on a sheet that is not a die.
pub fn not_a_die(ir: &Ir, sheet: &SheetInfo, face: &str) -> Option<Diagnostic> {
    let is_die =
        matches!(sheet.subject, SubjectInfo::Page(..)) && ir.dice.iter().any(|die| die.id == sheet.id);
    if face != "die_net" || is_die || ir.print.asset("faces/die_net.svg.j2").is_some() {
        return None;
    }
    let message = format!("the face `die_net` draws a die of the game, and `{}` is not one", sheet.id);
    let dice: Vec<&str> = ir.dice.iter().map(|die| die.id.as_str()).collect();
    let help = match dice.first() {
        Some(first) => {
            format!("name the page after the die, as in `[sheets.{first}]`; the dice are {}", list(&dice))
        }
        None => format!("declare the die: `[dice]` with `{} = [1, 2, 3, 4, 5, 6]`", sheet.id),
    };
    Some(Diagnostic::error(codes::FACE_TEMPLATE, message).help(help))
}

//! The sheets of a game.

use crate::ir::print::{PaperInfo, SheetInfo, SheetWordPlaces, SubjectInfo};
use crate::ir::{BoardId, Ir, KindId, KindInfo, PlaceId};

/// The id of the sheet of pieces.
pub const PIECES: &str = "pieces";
/// The id of the sheet of rules.
pub const RULES: &str = "rules";

/// Returns the sheets of a game: those that it declares; if none of these is of components, one for each kind
/// with components; and one for each board without a sheet.
pub fn sheets(ir: &Ir) -> Vec<SheetInfo> {
    let mut sheets = ir.print.sheets.clone();
    let said = |subject: SubjectInfo| ir.print.sheets.iter().any(|s| s.subject == subject);
    let plain = |id: String, subject| SheetInfo {
        id,
        subject,
        size: None,
        face: None,
        back: None,
        two_sided: false,
        tuck_box: None,
        foot: None,
        band: None,
        number: None,
        cell: None,
        reminders: true,
        paper: PaperInfo::default(),
        place: PlaceId(0),
        word_places: SheetWordPlaces::default(),
    };
    let own = |kind: KindId| has_components(ir, kind);
    if !ir.print.sheets.iter().any(|s| matches!(s.subject, SubjectInfo::Components(_))) {
        // Kinds below a kind with a sheet are on that sheet.
        let above = |kind: KindId| ir.kinds.ids().take(kind.index()).any(|k| own(k) && ir.is_below(kind, k));
        let kinds =
            ir.kinds.iter().enumerate().filter(|(k, _)| own(KindId(*k as u16)) && !above(KindId(*k as u16)));
        let taken = |id: &str| {
            [PIECES, RULES].contains(&id)
                || ir.boards.iter().any(|b| b.id == id)
                || ir.print.sheets.iter().any(|s| s.id == id)
        };
        let called = |kind: &KindInfo| Some(kind.plural.clone()).filter(|id| !taken(id));
        let id = |kind: &KindInfo| called(kind).unwrap_or_else(|| format!("{}-components", kind.id));
        sheets.extend(kinds.map(|(k, kind)| plain(id(kind), SubjectInfo::Components(KindId(k as u16)))));
    }
    for (b, board) in ir.boards.iter().enumerate() {
        let subject = SubjectInfo::Board(BoardId(b as u16));
        if !said(subject) {
            sheets.push(plain(board.id.clone(), subject));
        }
    }
    sheets
}

/// Returns whether a kind has components of its own.
pub fn has_components(ir: &Ir, kind: KindId) -> bool {
    ir.names.iter().any(|n| n.kind == kind && n.copies > 0)
}

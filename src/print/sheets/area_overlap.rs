//! A warning about areas of a board that are drawn over each other.

use crate::diagnostics::Diagnostic;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{BoardForm, BoardInfo, CellInfo, Ir};
use crate::place::{FileId, Span};
use crate::print::draw::units::Size;
use crate::print::game::places::attach_to_sheet;
use crate::print::messages::sheets as messages;
use crate::print::sheets::board_geometry::{BoardGeometry, place_of};
use crate::print::sheets::paper::SheetSettings;

/// Diameter of an area that the face `board` draws, in widths of a cell: one with a name in it, and one that
/// goes by its coordinates.
const DRAWN: (f64, f64) = (0.84, 0.4);

/// Warns of a sheet of a board whose areas overlap, as the face that comes with Cardwright draws them.
pub fn check(ir: &Ir, sheet: &SheetInfo, found: &mut Vec<Diagnostic>) {
    let SubjectInfo::Board(number) = sheet.subject else { return };
    let Some(board) = ir.boards.find(number).filter(|board| board.form == BoardForm::Areas) else { return };
    let own = ["faces/board.svg.j2", "faces/board.svg"];
    if sheet.face.as_deref().is_some_and(|face| face != "board")
        || own.iter().any(|path| ir.print.asset(path).is_some())
    {
        return;
    }
    let Ok(paper) = SheetSettings::settle(&[&sheet.paper, &ir.print.paper]) else { return };
    let ground = BoardGeometry::of(ir, board);
    let Ok((cell, whole)) = ground.sized(sheet, &paper) else { return };
    let cells = &ir.cells[board.cells()];
    let has_names = cells.first().is_some_and(|cell| place_of(&cell.id).is_none());
    let wide = cell * if has_names { DRAWN.0 } else { DRAWN.1 };
    let places: Vec<(f64, f64)> =
        ground.middles.iter().map(|middle| ground.place(*middle, cell, whole)).collect();
    let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
    for (i, (x, y)) in places.iter().enumerate() {
        for (j, (other_x, other_y)) in places.iter().enumerate().skip(i + 1) {
            let apart = ((x - other_x).powi(2) + (y - other_y).powi(2)).sqrt();
            if apart < wide {
                pairs.push((i, j, apart));
            }
        }
    }
    let Some((i, j, apart)) = pairs.first().copied() else { return };
    let (Some(a), Some(b)) = (cells.get(i), cells.get(j)) else { return };
    let d = messages::areas_overlap(&sheet.id, (&a.id, &b.id), (apart, wide), pairs.len() - 1);
    let d = d.help(way_out(&ground, whole));
    found.push(match place_of_area(ir, board, b) {
        Some(span) => d.at(span, "overlaps the other"),
        None => attach_to_sheet(ir, sheet, d),
    });
}

fn way_out(ground: &BoardGeometry, whole: Size) -> String {
    let Size { width, height } = whole;
    match ground.shares {
        true => format!(
            "move them apart: `at` is in hundredths of {width:.0} × {height:.0} mm; or give the sheet of the board both its `size` and a smaller `cell`: one alone scales the other"
        ),
        false => "say where each area lies: `at = [30, 50]`".to_owned(),
    }
}

/// Returns the place where a file declares an area: a header of its own, or a line below that of its board.
fn place_of_area(ir: &Ir, board: &BoardInfo, area: &CellInfo) -> Option<Span> {
    let (board, id) = (&board.id, &area.id);
    let own = format!("[boards.{board}.areas.");
    let below = [
        (format!("[boards.{board}.areas]"), id.clone()),
        (format!("[boards.{board}]"), format!("areas.{id}")),
    ];
    ir.files.iter().enumerate().find_map(|(number, file)| {
        let at = match file.text.find(&format!("{own}{id}]")) {
            Some(header) => header + own.len(),
            None => below
                .iter()
                .find_map(|(header, key)| Some(key_below(&file.text, header, key)? + key.len() - id.len()))?,
        };
        Some(Span::new(FileId(number.try_into().ok()?), at, at + id.len()))
    })
}

/// Returns the place of a key in the table of a header.
fn key_below(text: &str, header: &str, key: &str) -> Option<usize> {
    let mut at = text.find(header)?;
    for (row, line) in text.get(at..)?.split_inclusive('\n').enumerate() {
        if row > 0 && line.starts_with('[') {
            return None;
        }
        let rest = line.trim_start().strip_prefix(key);
        if rest.is_some_and(|rest| rest.trim_start().starts_with('=')) {
            return Some(at + line.len() - line.trim_start().len());
        }
        at += line.len();
    }
    None
}

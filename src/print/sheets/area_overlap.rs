//! A warning about areas of a board that are drawn over each other.

use crate::diagnostics::Diagnostic;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{BoardForm, CellId, Ir, ToIndex};
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
    // Areas without names, such as coordinates, are drawn smaller.
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
    let place =
        ir.print.area_places.get(&CellId(board.first.0 + j as u32)).and_then(|place| ir.places.find(*place));
    found.push(match place {
        Some(place) => {
            let span = Span::new(FileId(place.file.0), place.start.index(), place.end.index());
            d.at(span, "overlaps the other")
        }
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

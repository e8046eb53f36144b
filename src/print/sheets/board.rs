//! Boards: their faces, and the sheets that they are assembled from.

use crate::diagnostics::{Diagnostic, error_count};
use crate::ir::print::{BackPlacement, CutMarks, SheetInfo, SubjectInfo};
use crate::ir::{BoardForm, BoardId, BoardInfo, CellId, Ir};
use crate::print::draw::scene::{Clip, Matrix, SceneItem, Stroke, line, rectangle};
use crate::print::draw::units::Size;
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{self};
use crate::print::game::places::{attach_faces_to_sheet, attach_to_sheet};
use crate::print::game::sheet_list::sheets;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::bleed::{BleedCheck, CutShape};
use crate::print::sheets::board_data::BoardPicture;
use crate::print::sheets::board_geometry::{BoardGeometry, HEX_ROW};
use crate::print::sheets::face_names;
use crate::print::sheets::footer::FooterSide;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks::at_corner;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::tiles::{Tiles, tiles};

/// Prints a board.
pub fn print(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let ir = press.ir;
    let paper = SheetSettings::of_sheet_or_report(ir, sheet, &request.paper, found)?;
    let paper = SheetSettings { duplex: BackPlacement::Off, ..paper };
    let (wanted, whole) = face(press, sheet, &paper, found)?;
    let (before, unplaced) = (error_count(found), found.len());
    let made = press.make(
        std::slice::from_ref(&wanted),
        FaceEdge { size: whole, bleed: paper.bleed, safe: 0.0 },
        found,
    );
    attach_faces_to_sheet(ir, sheet, found, unplaced);
    let mut bleed = BleedCheck::new(press, whole, paper.bleed, CutShape::Rectangle);
    bleed.look(&made.faces, &made.drawings, 0);
    bleed.tell(&|_| wanted.clone(), found);
    if error_count(found) > before {
        return None;
    }
    let mut job = PrintJob::new(press, &press.ir.print.label(&sheet.id));
    let b = paper.bleed as f32;
    let bounds = [-b, -b, whole.width as f32 + b, whole.height as f32 + b];
    let drawing = job.faces(made, bounds).first().copied().unwrap_or_default();
    job.describe(drawing, &format!("{}: {}", ir.game.name, ir.print.label(&sheet.id)));
    let tiles = tiles(&paper, whole);
    for (row, column) in (0..tiles.rows).flat_map(|row| (0..tiles.columns).map(move |column| (row, column))) {
        let items = tile(&tiles, drawing, whole, (row, column), &paper);
        let what = if tiles.count() == 1 {
            ir.print.display_name(&sheet.id)
        } else {
            let part =
                [row * tiles.columns + column + 1, tiles.count(), row + 1, column + 1].map(|n| n.to_string());
            let part = [("n", &*part[0]), ("of", &part[1]), ("row", &part[2]), ("column", &part[3])];
            format!("{} · {}", ir.print.display_name(&sheet.id), ir.print.phrase("part", &part))
        };
        job.page(tiles.page, tiles.window(), &paper, items, &what);
    }
    let pages = tiles.count();
    let how = if pages == 1 {
        "print on one side, at 100 %"
    } else {
        "print on one side, at 100 %, and join along the dashed lines"
    };
    let what = format!("the board, {:.0} × {:.0} mm", whole.width, whole.height);
    job.finish(&sheet.id, what, how.to_owned(), found)
}

/// Returns whether every cell of a board has all the given attribute values. True if none are given.
pub fn has_all(ir: &Ir, board: &BoardInfo, asked: &[(String, String)]) -> bool {
    let has = |cell: CellId, key: &str, wanted: &str| {
        data::of_cell(ir, cell)
            .any(|(_, attribute, value)| attribute.id == key && data::value_text(&value) == wanted)
    };
    asked.iter().all(|(key, wanted)| board.cells().all(|cell| has(cell, key, wanted)))
}

/// Returns the face of a board and its size; `None` if its sheet has an error.
pub fn face(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    paper: &SheetSettings,
    found: &mut Vec<Diagnostic>,
) -> Option<(FaceRequest, Size)> {
    let ir = press.ir;
    let SubjectInfo::Board(number) = sheet.subject else { return None };
    let board = &ir.boards[number];
    let ground = BoardGeometry::of(ir, board);
    let (cell, whole) = match ground.sized(sheet, paper) {
        Ok(sized) => sized,
        Err(d) => {
            found.push(attach_to_sheet(ir, sheet, d));
            return None;
        }
    };
    let template = sheet.face.as_deref().unwrap_or("board");
    if press.templates.unreadable.iter().any(|n| n == template) {
        return None;
    }
    let wrong = face_names::unsuitable(ir, sheet, template);
    if let Some(d) = wrong.or_else(|| face_names::unknown(ir, sheet, template, &press.templates.names)) {
        found.push(d);
        return None;
    }
    let mut data = data::page(ir, whole, paper.bleed);
    data.extend(BoardPicture { press, board, ground: &ground, cell, whole }.data());
    let wanted =
        FaceRequest { template: template.to_owned(), data: data.into(), of: format!("board `{}`", board.id) };
    Some((wanted, whole))
}

/// A board's picture: its size, and the boxes of its cells.
#[derive(Clone, Debug)]
pub struct BoardPlan {
    /// The id of the sheet, which is the name of the exported picture, too.
    pub sheet: String,
    /// Index into `Ir::boards`.
    pub board: BoardId,
    /// Size of the picture, in millimetres.
    pub size: Size,
    /// The box of each cell, in the order of `Ir::cells`: left, top, width and height in millimetres from the
    /// top left.
    pub cells: Vec<[f64; 4]>,
}

/// Returns the plan of each board that is printed.
pub fn board_plans(ir: &Ir) -> Vec<BoardPlan> {
    let plan = |sheet: SheetInfo| {
        let SubjectInfo::Board(number) = sheet.subject else { return None };
        let board = ir.boards.find(number)?;
        let paper = SheetSettings::settle(&[&sheet.paper, &ir.print.paper]).ok()?;
        let ground = BoardGeometry::of(ir, board);
        let (cell, size) = ground.sized(&sheet, &paper).ok()?;
        let high = if board.form == BoardForm::Hex { cell * HEX_ROW * 4.0 / 3.0 } else { cell };
        let boxed = |middle: &(f64, f64)| {
            let (x, y) = ground.place(*middle, cell, size);
            [x - cell / 2.0, y - high / 2.0, cell, high]
        };
        let cells = ground.middles.iter().map(boxed).collect();
        Some(BoardPlan { sheet: sheet.id, board: number, size, cells })
    };
    sheets(ir).into_iter().filter_map(plan).collect()
}

/// Draws a part of a board on its page, with marks where it meets the next.
fn tile(
    tiles: &Tiles,
    drawing: u32,
    whole: Size,
    (row, column): (usize, usize),
    paper: &SheetSettings,
) -> Vec<SceneItem> {
    let window = tiles.window();
    let (from_x, from_y) = tiles.from(row, column);
    let matrix = Matrix::shift(window.x - from_x, window.y - from_y);
    // The bleed is printed at the edges of the board, not where it goes on in another part.
    let bleed = |outer: bool| if outer { paper.bleed } else { 0.0 };
    let (left, top) = (bleed(column == 0), bleed(row == 0));
    let (right, bottom) = (bleed(column + 1 == tiles.columns), bleed(row + 1 == tiles.rows));
    let (width, height) = (window.width + left + right, window.height + top + bottom);
    let segments = rectangle(window.x - left, window.y - top, width, height);
    let clip = Some(Clip { segments, even_odd: false });
    let mut items = vec![SceneItem::Group {
        matrix: Matrix::IDENTITY,
        opacity: 1.0,
        clip,
        items: vec![SceneItem::Use { drawing, matrix }],
    }];
    let dashed = || Stroke { dashes: vec![2.0, 1.5], ..Stroke::plain([0x77, 0x77, 0x77], 0.15) };
    // Marks the overlap with the next part: on both pages the line is at the same place of the board.
    let half = tiles.overlap / 2.0;
    if column > 0 {
        let x = window.x + half;
        items.push(line(x, window.y - 4.0, x, window.bottom() + 4.0, dashed()));
    }
    if column + 1 < tiles.columns {
        let x = window.right() - half;
        items.push(line(x, window.y - 4.0, x, window.bottom() + 4.0, dashed()));
    }
    if row > 0 {
        let y = window.y + half;
        items.push(line(window.x - 4.0, y, window.right() + 4.0, y, dashed()));
    }
    if row + 1 < tiles.rows {
        let y = window.bottom() - half;
        items.push(line(window.x - 4.0, y, window.right() + 4.0, y, dashed()));
    }
    // Crop marks at the board's own corners, as far as the printer prints and the footer lets them.
    let (left, bottom) = match FooterSide::of(tiles.page, window, paper) {
        Some(FooterSide::Below(y)) => (paper.margin, (tiles.page.height - paper.margin).min(y - 0.5)),
        Some(FooterSide::Left(x)) => (paper.margin.max(x + 0.5), tiles.page.height - paper.margin),
        None => (paper.margin, tiles.page.height - paper.margin),
    };
    if paper.marks == CutMarks::None {
        return items;
    }
    for (x, y) in [(0.0, 0.0), (whole.width, 0.0), (0.0, whole.height), (whole.width, whole.height)] {
        let (px, py) = (window.x - from_x + x, window.y - from_y + y);
        let here = px > window.x - 0.1
            && px < window.right() + 0.1
            && py > window.y - 0.1
            && py < window.bottom() + 0.1;
        if here {
            let (out_x, room_x) =
                if x == 0.0 { (-1.0, px - left) } else { (1.0, tiles.page.width - paper.margin - px) };
            let (out_y, room_y) = if y == 0.0 { (-1.0, py - paper.margin) } else { (1.0, bottom - py) };
            items.extend(at_corner((px, py), (out_x, out_y), (room_x, room_y), paper.bleed));
        }
    }
    items
}

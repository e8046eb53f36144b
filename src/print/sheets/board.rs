//! Boards: the layout of their cells, and the sheets that they are assembled from.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::diagnostics::codes::print as codes;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::print::{BackPlacement, CutMarks, SheetInfo, SubjectInfo};
use crate::ir::{AttributeId, AttributeInfo, BoardForm, BoardId, BoardInfo, CellId, Ir, ToIndex, ValueType};
use crate::print::draw::scene::{Clip, Matrix, SceneItem, Stroke, line, rectangle};
use crate::print::draw::units::{SIZES, Size, size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{self, hex, mixed};
use crate::print::game::places::attach_to_sheet;
use crate::print::game::sheet_list::sheets;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::bleed::{BleedCheck, CutShape};
use crate::print::sheets::footer::FooterSide;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks::at_corner;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::tiles::{Tiles, tiles};

/// Width of the rim around the cells, for their names, in millimetres.
const RIM: f64 = 7.0;
/// Default width of a cell, in millimetres: that of a token with some room.
const CELL: f64 = 24.0;
/// Minimum width of a cell that is scaled to fit a page; only a sheet can set a smaller one.
const LEAST: f64 = 15.0;
/// Height of a row of hexagons, in widths of one: three quarters of 2/√3.
const HEX_ROW: f64 = 0.866_025_403_784;

/// Prints a board.
pub fn print(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let ir = press.ir;
    let paper = match SheetSettings::settle(&[&request.paper, &sheet.paper, &ir.print.paper]) {
        Ok(paper) => SheetSettings { duplex: BackPlacement::Off, ..paper },
        Err(d) => {
            found.push(attach_to_sheet(ir, sheet, d));
            return None;
        }
    };
    let (wanted, whole) = face(press, sheet, &paper, found)?;
    let before = found.iter().filter(|d| d.severity == Severity::Error).count();
    let made = press.make(
        std::slice::from_ref(&wanted),
        FaceEdge { size: whole, bleed: paper.bleed, safe: 0.0 },
        found,
    );
    let mut bleed = BleedCheck::new(press, whole, paper.bleed, CutShape::Rectangle);
    bleed.look(&made.faces, &made.drawings, 0);
    bleed.tell(&|_| wanted.clone(), found);
    if found.iter().filter(|d| d.severity == Severity::Error).count() > before {
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

/// Whether every cell of a board has all the given attribute values. True if none are given.
pub fn has_all(ir: &Ir, board: &BoardInfo, asked: &[(String, String)]) -> bool {
    let has = |cell: CellId, key: &str, wanted: &str| {
        data::of_cell(ir, cell)
            .any(|(attribute, value)| attribute.id == key && data::value_text(&value) == wanted)
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
    if !press.templates.names.iter().any(|n| n == template) {
        let d = Diagnostic::error(codes::UNKNOWN_FACE, format!("there is no face `{template}`"));
        found.push(attach_to_sheet(ir, sheet, d.help(format!("write it as `faces/{template}.svg.j2`"))));
        return None;
    }
    let mut data = data::page(ir, whole, paper.bleed);
    data.extend(ground.data(press, board, cell, whole));
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
    let footer = match FooterSide::of(tiles.page, window, paper) {
        Some(FooterSide::Below(y)) => y - 0.5,
        _ => tiles.page.height - paper.margin,
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
            let (out_x, room_x) = if x == 0.0 {
                (-1.0, px - paper.margin)
            } else {
                (1.0, tiles.page.width - paper.margin - px)
            };
            let (out_y, room_y) = if y == 0.0 { (-1.0, py - paper.margin) } else { (1.0, footer - py) };
            items.extend(at_corner((px, py), (out_x, out_y), (room_x, room_y), paper.bleed));
        }
    }
    items
}

/// The layout of a board's cells, in widths of a cell.
struct BoardGeometry {
    width: f64,
    height: f64,
    /// Centres of the cells, from the top left.
    middles: Vec<(f64, f64)>,
    /// Lines between centres of cells, as pairs of indices; on boards that do not consist of squares or
    /// hexagons.
    edges: Vec<(usize, usize)>,
    /// Whether the centres are fractions of the whole board, from 0 to 1, because each area gives its own
    /// position.
    shares: bool,
}

impl BoardGeometry {
    fn of(ir: &Ir, board: &BoardInfo) -> BoardGeometry {
        let cells = &ir.cells[board.cells()];
        let (columns, rows) = (f64::from(board.size.0), f64::from(board.size.1));
        match board.form {
            BoardForm::Grid => {
                let middle =
                    |c: &crate::ir::CellInfo| (f64::from(c.column) - 0.5, rows - f64::from(c.row) + 0.5);
                BoardGeometry {
                    width: columns,
                    height: rows,
                    middles: cells.iter().map(middle).collect(),
                    edges: Vec::new(),
                    shares: false,
                }
            }
            BoardForm::Hex => {
                // Each row is shifted half a cell to the right of the row below it.
                let middle = |c: &crate::ir::CellInfo| {
                    let x = f64::from(c.column) - 0.5 + (f64::from(c.row) - 1.0) / 2.0;
                    (x, (rows - f64::from(c.row)) * HEX_ROW + HEX_ROW * 2.0 / 3.0)
                };
                let height = (rows - 1.0) * HEX_ROW + HEX_ROW * 4.0 / 3.0;
                let middles = cells.iter().map(middle).collect();
                BoardGeometry {
                    width: columns + (rows - 1.0) / 2.0,
                    height,
                    middles,
                    edges: Vec::new(),
                    shares: false,
                }
            }
            BoardForm::Areas => BoardGeometry::free(ir, board),
        }
    }

    /// Places cells named by coordinates on a grid, and computes positions for the others.
    fn free(ir: &Ir, board: &BoardInfo) -> BoardGeometry {
        let _first = board.first.index();
        let cells = &ir.cells[board.cells()];
        let edges = edges(ir, board);
        let said =
            |c: &crate::ir::CellInfo| c.at.map(|[x, y]| (f64::from(x) / 10_000.0, f64::from(y) / 10_000.0));
        if let Some(middles) = cells.iter().map(said).collect::<Option<Vec<_>>>() {
            // The gaps between areas are as wide as the areas.
            let side = (cells.len() as f64).sqrt().ceil() * 2.0;
            return BoardGeometry { width: side, height: side, middles, edges, shares: true };
        }
        let named: Option<Vec<(f64, f64)>> = cells.iter().map(|c| place_of(&c.id)).collect();
        let middles = named.unwrap_or_else(|| apart(cells.len(), &edges));
        let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (x, y) in &middles {
            (left, top, right, bottom) = (left.min(*x), top.min(*y), right.max(*x), bottom.max(*y));
        }
        if middles.is_empty() {
            (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0);
        }
        // Row numbers count from the bottom.
        let middles = middles.iter().map(|(x, y)| (x - left + 0.5, bottom - y + 0.5)).collect();
        BoardGeometry { width: right - left + 1.0, height: bottom - top + 1.0, middles, edges, shares: false }
    }

    /// Returns the width of a cell, and the size of the whole board.
    fn sized(&self, sheet: &SheetInfo, paper: &SheetSettings) -> Result<(f64, Size), Diagnostic> {
        let given = match &sheet.size {
            Some(given) => Some(size(given, &SIZES).map_err(|(name, _)| {
                let d = Diagnostic::error(codes::UNKNOWN_SIZE, format!("there is no size `{name}`"));
                d.help("write width and height in millimetres: `[200, 200]`")
            })?),
            None => None,
        };
        let cell = match (given, sheet.cell) {
            (Some(size), _) => {
                ((size.width - 2.0 * RIM) / self.width).min((size.height - 2.0 * RIM) / self.height)
            }
            (None, Some(cell)) => cell,
            (None, None) => self.cell_for(paper),
        };
        let whole = Size { width: self.width * cell + 2.0 * RIM, height: self.height * cell + 2.0 * RIM };
        if !self.shares {
            return Ok((cell, whole));
        }
        // A given size sets the board, and a given cell size its cells: an area is as wide as fits.
        Ok((sheet.cell.unwrap_or(cell), given.unwrap_or(whole)))
    }

    /// Returns the place of a centre on the board, in millimetres from the top left.
    fn place(&self, (x, y): (f64, f64), cell: f64, whole: Size) -> (f64, f64) {
        let round = |x: f64| (x * 100.0).round() / 100.0;
        match self.shares {
            true => (round(x * whole.width), round(y * whole.height)),
            false => (round(RIM + x * cell), round(RIM + y * cell)),
        }
    }

    /// Returns the width of a cell that fits the whole board on one page; for large boards, the default
    /// width.
    fn cell_for(&self, paper: &SheetSettings) -> f64 {
        let fit = |page: Size| {
            let (w, h) = (
                page.width - 2.0 * paper.rim() - 2.0 * RIM,
                page.height - 2.0 * paper.rim() - 8.0 - 2.0 * RIM,
            );
            (w / self.width).min(h / self.height)
        };
        let on_one = fit(paper.size).max(fit(paper.size.turned()));
        // Rounded down to half millimetres.
        let on_one = (on_one * 2.0).floor() / 2.0;
        if on_one >= LEAST { on_one.min(30.0) } else { CELL }
    }

    /// Returns the template data of the board.
    fn data(
        &self,
        press: &FaceRenderer,
        board: &BoardInfo,
        cell: f64,
        whole: Size,
    ) -> BTreeMap<String, Value> {
        let ir = press.ir;
        let round = |x: f64| (x * 100.0).round() / 100.0;
        let place = |middle: (f64, f64)| self.place(middle, cell, whole);
        let colour = |word: &str, default| press.words.colour(word).unwrap_or(default);
        let base = colour(&board.id, [0x8a, 0x6f, 0x4d]);
        let light = colour("light_cell", mixed(base, [0xff, 0xf8, 0xea], 0.82));
        let dark = colour("dark_cell", mixed(base, [0xff, 0xf8, 0xea], 0.38));
        let cells = &ir.cells[board.cells()];
        let of = |attribute: Option<AttributeId>, at: usize| {
            let a = attribute.and_then(|a| ir.attributes.find(a))?;
            ir.stored(a, (board.first + at as u32).0).first().copied()
        };
        let alike = |a: &AttributeInfo| {
            let first = ir.stored(a, board.first.0);
            let all = cells.len() > 1 && !first.is_empty();
            all && board.cells().all(|cell| ir.stored(a, cell.0) == first)
        };
        let each =
            data::of_cell(ir, board.first).filter(|(a, _)| alike(a)).map(|(a, value)| (a.id.clone(), value));
        let each: BTreeMap<String, Value> = each.collect();
        let paths = self.edges.iter().map(|(a, b)| {
            let ((x1, y1), (x2, y2)) = (place(self.middles[*a]), place(self.middles[*b]));
            let id = |cell: usize| Value::from(cells.get(cell).map_or("", |c| c.id.as_str()));
            let ends = [("from", id(*a)), ("to", id(*b))];
            let places =
                [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)].map(|(key, at)| (key, Value::from(at)));
            Value::from(BTreeMap::from_iter(ends.into_iter().chain(places)))
        });
        let paths: Vec<Value> = paths.collect();
        let art = ["svg", "png", "jpg", "jpeg"].map(|ending| format!("art/{}.{ending}", board.id));
        let art = art.into_iter().find(|path| ir.print.asset(path).is_some());
        let coordinates = place_of(cells.first().map_or("", |c| c.id.as_str())).is_some();
        let shown = cells.iter().enumerate().map(|(i, c)| {
            let (x, y) = place(self.middles[i]);
            // The two shades alternate between the blocks of the board, or else between its cells.
            let shade = match of(board.blocks, i) {
                Some(block) => {
                    let above = cells.iter().enumerate().find(|(j, _)| of(board.blocks, *j) == Some(block));
                    let (column, row) = above.map_or((0, 0), |(_, a)| (a.column, a.row));
                    let width = cells
                        .iter()
                        .enumerate()
                        .filter(|(j, o)| o.row == row && of(board.blocks, *j) == Some(block))
                        .count();
                    (usize::from(column) / width.max(1) + usize::from(row) / width.max(1)) % 2
                }
                // Hexagons meet in threes, so two shades would only make stripes.
                None if board.form == BoardForm::Hex => 1,
                None => usize::from(c.column + c.row) % 2,
            };
            let declared =
                |word: &str| ir.print.colours.iter().find(|(id, _)| id == word).map(|(_, colour)| *colour);
            let printed = data::of_cell(ir, board.first + i as u32);
            let mut values = printed.filter(|(a, _)| matches!(a.ty, ValueType::Enum(_)));
            let own =
                press.words.colour(&c.id).or_else(|| values.find_map(|(_, value)| declared(value.as_str()?)));
            let fill = own.unwrap_or(if shade == 0 { dark } else { light });
            let outline = match board.form {
                BoardForm::Grid => {
                    let (left, top) = (round(x - cell / 2.0), round(y - cell / 2.0));
                    format!("M{left} {top}h{cell}v{cell}h-{cell}z")
                }
                BoardForm::Hex => {
                    let (w, h) = (cell / 2.0, cell * HEX_ROW / 3.0);
                    let corners = [(0.0, -2.0 * h), (w, -h), (w, h), (0.0, 2.0 * h), (-w, h), (-w, -h)];
                    let corners: Vec<String> = corners
                        .iter()
                        .map(|(dx, dy)| format!("{} {}", round(x + dx), round(y + dy)))
                        .collect();
                    format!("M{}z", corners.join("L"))
                }
                BoardForm::Areas => String::new(),
            };
            let label = match coordinates || c.printed != c.id {
                true => c.printed.clone(),
                false => press.ir.print.label(&c.id),
            };
            // Attributes equal on all cells are not printed on each.
            let differing =
                data::of_cell(ir, board.first + i as u32).filter(|(a, v)| !alike(a) && *v != Value::from(0));
            let stored = |a| ir.stored(a, (board.first + i as u32).0);
            let stats: Vec<String> =
                differing.filter_map(|(a, _)| data::stat(ir, press.words, a, stored(a))).collect();
            let prints = data::of_cell(ir, board.first + i as u32).map(|(a, value)| (a.id.clone(), value));
            let mut of_cell: BTreeMap<String, Value> = prints.collect();
            of_cell.extend([
                ("id".to_owned(), Value::from(c.id.as_str())),
                ("name".to_owned(), Value::from(label.as_str())),
                ("label".to_owned(), Value::from(label)),
                ("stats".to_owned(), Value::from(stats.join(" · "))),
                ("x".to_owned(), x.into()),
                ("y".to_owned(), y.into()),
                ("column".to_owned(), c.column.into()),
                ("row".to_owned(), c.row.into()),
                ("outline".to_owned(), outline.into()),
                ("colour".to_owned(), hex(fill).into()),
                ("coloured".to_owned(), own.is_some().into()),
                ("dot".to_owned(), (of(board.dots, i) == Some(1)).into()),
            ]);
            Value::from(of_cell)
        });
        let shown: Vec<Value> = shown.collect();
        let edges: Vec<String> = self
            .edges
            .iter()
            .map(|(a, b)| {
                let ((ax, ay), (bx, by)) = (place(self.middles[*a]), place(self.middles[*b]));
                format!("M{ax} {ay}L{bx} {by}")
            })
            .collect();
        // Lines between squares of different blocks.
        let mut walls = String::new();
        if board.form == BoardForm::Grid && board.blocks.is_some() {
            for (i, c) in cells.iter().enumerate() {
                let (x, y) = place(self.middles[i]);
                let (left, top, right) =
                    (round(x - cell / 2.0), round(y - cell / 2.0), round(x + cell / 2.0));
                let other =
                    |column: u16, row: u16| cells.iter().position(|o| (o.column, o.row) == (column, row));
                if other(c.column + 1, c.row).is_some_and(|o| of(board.blocks, o) != of(board.blocks, i)) {
                    walls.push_str(&format!("M{right} {top}v{cell}"));
                }
                if other(c.column, c.row + 1).is_some_and(|o| of(board.blocks, o) != of(board.blocks, i)) {
                    walls.push_str(&format!("M{left} {top}h{cell}"));
                }
            }
        }
        // Letters below a grid and numbers beside it.
        let mut names: Vec<Value> = Vec::new();
        let mut name = |text: String, x: f64, y: f64| {
            names.push(Value::from(BTreeMap::from([
                ("text", Value::from(text)),
                ("x", round(x).into()),
                ("y", round(y).into()),
            ])));
        };
        if board.form != BoardForm::Areas {
            for (i, c) in cells.iter().enumerate() {
                let (x, y) = place(self.middles[i]);
                let column: String = c.id.chars().take_while(char::is_ascii_alphabetic).collect();
                let number = c.id[column.len()..].to_owned();
                let (aside, below) = if board.form == BoardForm::Hex {
                    (cell * 0.5 + 3.0, cell * 0.6 + 2.2)
                } else {
                    (cell / 2.0 + 3.4, cell / 2.0 + 3.4)
                };
                if c.row == 1 {
                    name(column, x, y + below);
                }
                if c.column == 1 {
                    name(number, x - aside, y);
                }
            }
        }
        BTreeMap::from([
            ("cell".to_owned(), cell.into()),
            (
                "form".to_owned(),
                match board.form {
                    BoardForm::Grid => "grid",
                    BoardForm::Hex => "hex",
                    BoardForm::Areas => "areas",
                }
                .into(),
            ),
            ("id".to_owned(), board.id.as_str().into()),
            ("name".to_owned(), board.name.clone().unwrap_or_else(|| ir.print.label(&board.id)).into()),
            ("each".to_owned(), each.into()),
            ("paths".to_owned(), Value::from(paths)),
            ("art".to_owned(), art.map_or(Value::from(()), Value::from)),
            ("players".to_owned(), data::players(press.ir, press.words)),
            ("cells".to_owned(), Value::from(shown)),
            ("edges".to_owned(), edges.concat().into()),
            ("walls".to_owned(), walls.into()),
            ("names".to_owned(), Value::from(names)),
            ("labelled".to_owned(), (!coordinates).into()),
            ("colour".to_owned(), hex(base).into()),
        ])
    }
}

/// Parses coordinates: `c4` is the third column and the fourth row.
fn place_of(id: &str) -> Option<(f64, f64)> {
    let (letter, digits) = id.split_at_checked(1)?;
    let column = letter.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: u16 = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some((f64::from(column - b'a') + 1.0, f64::from(row)))
}

/// Returns the pairs of adjacent cells, each pair once.
fn edges(ir: &Ir, board: &BoardInfo) -> Vec<(usize, usize)> {
    let words = usize::from(ir.geometry.words);
    let first = board.first.index();
    let mut edges = Vec::new();
    for a in 0..board.count.index() {
        let from = ir.geometry.neighbours.index() + (first + a) * words;
        let set = ir.pool.get(from..from + words).unwrap_or_default();
        for b in a + 1..board.count.index() {
            if set.get((first + b) / 64).is_some_and(|word| word >> ((first + b) % 64) & 1 == 1) {
                edges.push((a, b));
            }
        }
    }
    edges
}

/// Computes positions for `count` cells by a force-directed layout: adjacent cells attract, all cells repel
/// each other. Uses only operations that give the same result on every machine.
fn apart(count: usize, edges: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let side = (count as f64).sqrt().ceil().max(1.0);
    let mut at: Vec<(f64, f64)> = (0..count)
        .map(|i| ((i as f64 % side) * 1.7, (i as f64 / side).floor() * 1.7 + (i as f64 % side) * 0.21))
        .collect();
    for round in 0..400 {
        let step = 0.12 * (1.0 - f64::from(round) / 420.0);
        let mut force = vec![(0.0, 0.0); count];
        for a in 0..count {
            for b in a + 1..count {
                let (dx, dy) = (at[a].0 - at[b].0, at[a].1 - at[b].1);
                let square = (dx * dx + dy * dy).max(0.01);
                // Repulsion as between equal charges.
                let push = 2.2 / square;
                force[a].0 += dx * push;
                force[a].1 += dy * push;
                force[b].0 -= dx * push;
                force[b].1 -= dy * push;
            }
        }
        for (a, b) in edges {
            let (dx, dy) = (at[*b].0 - at[*a].0, at[*b].1 - at[*a].1);
            let length = (dx * dx + dy * dy).sqrt().max(0.01);
            let pull = (length - 1.6) / length;
            force[*a].0 += dx * pull;
            force[*a].1 += dy * pull;
            force[*b].0 -= dx * pull;
            force[*b].1 -= dy * pull;
        }
        for (place, (fx, fy)) in at.iter_mut().zip(force) {
            let length = (fx * fx + fy * fy).sqrt().max(1.0);
            place.0 += fx / length * step.min(1.0) * length.min(3.0);
            place.1 += fy / length * step.min(1.0) * length.min(3.0);
        }
    }
    at
}

//! The data of a board for its template: its cells, the lines between them, and their names.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::ir::{AttributeId, AttributeInfo, BoardForm, BoardInfo, CellInfo, ValueType};
use crate::print::draw::scene::Rgb;
use crate::print::draw::units::Size;
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::game::data::{self, hex, mixed};
use crate::print::sheets::board_geometry::{BoardGeometry, HEX_ROW, place_of};

/// A board, ready to draw.
pub(in crate::print) struct BoardPicture<'a> {
    pub press: &'a FaceRenderer<'a>,
    pub board: &'a BoardInfo,
    pub ground: &'a BoardGeometry,
    /// Width of a cell, in millimetres.
    pub cell: f64,
    /// Size of the board.
    pub whole: Size,
}

/// The colours of cells that have none of their own.
struct CellShades {
    base: Rgb,
    light: Rgb,
    dark: Rgb,
}

/// Rounds to hundredths of a millimetre.
fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

impl BoardPicture<'_> {
    /// Returns the template data of the board.
    pub fn data(&self) -> BTreeMap<String, Value> {
        let (ir, board) = (self.press.ir, self.board);
        let shades = self.shades();
        let each = data::of_cell(ir, board.first)
            .filter(|(_, a, _)| self.is_alike(a))
            .map(|(_, a, value)| (a.id.to_string(), value));
        let each: BTreeMap<String, Value> = each.collect();
        let art = ["svg", "png", "jpg", "jpeg"].map(|ending| format!("art/{}.{ending}", board.id));
        let art = art.into_iter().find(|path| ir.print.asset(path).is_some());
        let coordinates = place_of(self.cells().first().map_or("", |c| c.id.as_str())).is_some();
        let shown = self.cells().iter().enumerate().map(|(i, c)| self.cell_data(i, c, coordinates, &shades));
        let shown: Vec<Value> = shown.collect();
        let form = match board.form {
            BoardForm::Grid => "grid",
            BoardForm::Hex => "hex",
            BoardForm::Areas => "areas",
        };
        BTreeMap::from([
            ("cell".to_owned(), self.cell.into()),
            ("form".to_owned(), form.into()),
            ("id".to_owned(), board.id.as_str().into()),
            ("name".to_owned(), board.name.clone().unwrap_or_else(|| ir.print.label(&board.id)).into()),
            ("each".to_owned(), each.into()),
            ("paths".to_owned(), Value::from(self.paths())),
            ("art".to_owned(), art.map_or(Value::from(()), Value::from)),
            ("players".to_owned(), data::players(ir, self.press.words)),
            ("cells".to_owned(), Value::from(shown)),
            ("edges".to_owned(), self.edges().into()),
            ("walls".to_owned(), self.walls().into()),
            ("names".to_owned(), Value::from(self.names())),
            ("labelled".to_owned(), (!coordinates).into()),
            ("colour".to_owned(), hex(shades.base).into()),
        ])
    }

    fn cells(&self) -> &[CellInfo] {
        &self.press.ir.cells[self.board.cells()]
    }

    /// Returns the place of the centre of a cell, in millimetres from the top left.
    fn middle(&self, cell: usize) -> (f64, f64) {
        self.ground.place(self.ground.middles[cell], self.cell, self.whole)
    }

    fn shades(&self) -> CellShades {
        let colour = |word: &str, default| self.press.words.colour(word).unwrap_or(default);
        let base = colour(&self.board.id, [0x8a, 0x6f, 0x4d]);
        CellShades {
            base,
            light: colour("light_cell", mixed(base, [0xff, 0xf8, 0xea], 0.82)),
            dark: colour("dark_cell", mixed(base, [0xff, 0xf8, 0xea], 0.38)),
        }
    }

    /// Returns the stored value of an attribute of a cell.
    fn stored(&self, attribute: Option<AttributeId>, at: usize) -> Option<u64> {
        let ir = self.press.ir;
        let a = attribute.and_then(|a| ir.attributes.find(a))?;
        ir.stored(a, (self.board.first + at as u32).0).first().copied()
    }

    /// Returns whether all cells have the same value of an attribute.
    fn is_alike(&self, a: &AttributeInfo) -> bool {
        let ir = self.press.ir;
        let first = ir.stored(a, self.board.first.0);
        let all = self.cells().len() > 1 && !first.is_empty();
        all && self.board.cells().all(|cell| ir.stored(a, cell.0) == first)
    }

    /// Returns the lines between cells, each with the ids and places of its ends.
    fn paths(&self) -> Vec<Value> {
        let path = |(a, b): &(usize, usize)| {
            let ((x1, y1), (x2, y2)) = (self.middle(*a), self.middle(*b));
            let id = |cell: usize| Value::from(self.cells().get(cell).map_or("", |c| c.id.as_str()));
            let ends = [("from", id(*a)), ("to", id(*b))];
            let places =
                [("x1", x1), ("y1", y1), ("x2", x2), ("y2", y2)].map(|(key, at)| (key, Value::from(at)));
            Value::from(BTreeMap::from_iter(ends.into_iter().chain(places)))
        };
        self.ground.edges.iter().map(path).collect()
    }

    /// Returns the shade of a cell: 0 is dark, 1 is light. The two alternate between the blocks of the board,
    /// or else between its cells.
    fn shade(&self, i: usize, c: &CellInfo) -> usize {
        let blocks = self.board.blocks;
        let cells = self.cells();
        match self.stored(blocks, i) {
            Some(block) => {
                let above = cells.iter().enumerate().find(|(j, _)| self.stored(blocks, *j) == Some(block));
                let (column, row) = above.map_or((0, 0), |(_, a)| (a.column, a.row));
                let width = cells
                    .iter()
                    .enumerate()
                    .filter(|(j, o)| o.row == row && self.stored(blocks, *j) == Some(block))
                    .count();
                (usize::from(column) / width.max(1) + usize::from(row) / width.max(1)) % 2
            }
            // Hexagons meet in threes, so two shades would only make stripes.
            None if self.board.form == BoardForm::Hex => 1,
            None => usize::from(c.column + c.row) % 2,
        }
    }

    /// Returns the outline of a cell as an SVG path; empty for areas.
    fn outline(&self, (x, y): (f64, f64)) -> String {
        let cell = self.cell;
        match self.board.form {
            BoardForm::Grid => {
                let (left, top) = (round(x - cell / 2.0), round(y - cell / 2.0));
                format!("M{left} {top}h{cell}v{cell}h-{cell}z")
            }
            BoardForm::Hex => {
                let (w, h) = (cell / 2.0, cell * HEX_ROW / 3.0);
                let corners = [(0.0, -2.0 * h), (w, -h), (w, h), (0.0, 2.0 * h), (-w, h), (-w, -h)];
                let corners: Vec<String> =
                    corners.iter().map(|(dx, dy)| format!("{} {}", round(x + dx), round(y + dy))).collect();
                format!("M{}z", corners.join("L"))
            }
            BoardForm::Areas => String::new(),
        }
    }

    fn cell_data(&self, i: usize, c: &CellInfo, coordinates: bool, shades: &CellShades) -> Value {
        let (ir, words, id) = (self.press.ir, self.press.words, self.board.first + i as u32);
        let (x, y) = self.middle(i);
        let declared =
            |word: &str| ir.print.colours.iter().find(|(id, _)| id == word).map(|(_, colour)| *colour);
        let printed = data::of_cell(ir, id);
        let mut values = printed.filter(|(_, a, _)| matches!(a.ty, ValueType::Enum(_)));
        let own = words.colour(&c.id).or_else(|| values.find_map(|(_, _, value)| declared(value.as_str()?)));
        let fill = own.unwrap_or(if self.shade(i, c) == 0 { shades.dark } else { shades.light });
        let label = match coordinates || c.printed != c.id {
            true => c.printed.clone(),
            false => ir.print.label(&c.id),
        };
        // Attributes equal on all cells are not printed on each, nor is a 0 that nobody wrote.
        let is_given = |attribute| ir.print.given_zeros.contains(&(attribute, id));
        let differing = data::of_cell(ir, id)
            .filter(|(at, a, v)| !self.is_alike(a) && (*v != Value::from(0) || is_given(*at)));
        let stats: Vec<String> =
            differing.filter_map(|(_, a, _)| data::stat(ir, words, a, ir.stored(a, id.0))).collect();
        let prints = data::of_cell(ir, id).map(|(_, a, value)| (a.id.to_string(), value));
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
            ("outline".to_owned(), self.outline((x, y)).into()),
            ("colour".to_owned(), hex(fill).into()),
            ("coloured".to_owned(), own.is_some().into()),
            ("dot".to_owned(), (self.stored(self.board.dots, i) == Some(1)).into()),
        ]);
        Value::from(of_cell)
    }

    /// Returns the lines between centres of cells as an SVG path.
    fn edges(&self) -> String {
        let edge = |(a, b): &(usize, usize)| {
            let ((ax, ay), (bx, by)) = (self.middle(*a), self.middle(*b));
            format!("M{ax} {ay}L{bx} {by}")
        };
        self.ground.edges.iter().map(edge).collect()
    }

    /// Returns the lines between squares of different blocks as an SVG path.
    fn walls(&self) -> String {
        let (cells, cell, blocks) = (self.cells(), self.cell, self.board.blocks);
        let mut walls = String::new();
        if self.board.form != BoardForm::Grid || blocks.is_none() {
            return walls;
        }
        for (i, c) in cells.iter().enumerate() {
            let (x, y) = self.middle(i);
            let (left, top, right) = (round(x - cell / 2.0), round(y - cell / 2.0), round(x + cell / 2.0));
            let other = |column: u16, row: u16| cells.iter().position(|o| (o.column, o.row) == (column, row));
            let is_apart = |o: usize| self.stored(blocks, o) != self.stored(blocks, i);
            if other(c.column + 1, c.row).is_some_and(is_apart) {
                walls.push_str(&format!("M{right} {top}v{cell}"));
            }
            if other(c.column, c.row + 1).is_some_and(is_apart) {
                walls.push_str(&format!("M{left} {top}h{cell}"));
            }
        }
        walls
    }

    /// Returns the letters below a grid and the numbers beside it.
    fn names(&self) -> Vec<Value> {
        let (board, cell) = (self.board, self.cell);
        let mut names: Vec<Value> = Vec::new();
        if board.form == BoardForm::Areas {
            return names;
        }
        let mut name = |text: String, x: f64, y: f64| {
            names.push(Value::from(BTreeMap::from([
                ("text", Value::from(text)),
                ("x", round(x).into()),
                ("y", round(y).into()),
            ])));
        };
        for (i, c) in self.cells().iter().enumerate() {
            let (x, y) = self.middle(i);
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
        names
    }
}

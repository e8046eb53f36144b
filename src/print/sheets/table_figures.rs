//! Figures of tables: boards with what lies on their cells, then the contents of all other zones.

use std::collections::BTreeSet;

use crate::ir::print::PieceForm;
use crate::ir::{BoardForm, CellId};
use crate::print::draw::scene::{Clip, Matrix, SceneItem, Stroke, circle, rectangle};
use crate::print::draw::units::{Rect, Size};
use crate::print::request::scenes::{Scene, SceneZone, StandingPiece};
use crate::print::sheets::board::BoardPlan;
use crate::print::sheets::cell_layout::{CellLayout, CellRoom, split};
use crate::print::sheets::figure_drawings::{
    FigureDrawing, FigureDrawings, HIGHEST, LINE, RuleFigure, outline,
};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::pieces;
use crate::print::text::style::TextAlign;

/// Height of the highest component beside the boards, in millimetres.
const BESIDE: f64 = 21.0;
/// Height of a common card, in millimetres.
const CARD: f64 = 88.0;
/// Height of the name above a zone, in millimetres.
const LABEL: f64 = 3.6;
/// Space between zones, in millimetres.
const APART: f64 = 3.0;
/// Minimum width of the name of a zone, in millimetres.
const NAMED: f64 = 24.0;
/// Zones of more components than this show one of them, and their number.
const FANNED: usize = 12;
/// Share of its place that a piece on a cell may fill.
const ON_CELL: f64 = 0.9;

/// A board in a figure: its upper left corner, and its scale.
#[derive(Clone, Copy)]
struct BoardView {
    x: f64,
    y: f64,
    scale: f64,
}

impl BoardView {
    /// Returns a point of the figure, given in millimetres from the upper left corner of the board.
    fn point(self, x: f64, y: f64) -> (f64, f64) {
        (self.x + x * self.scale, self.y + y * self.scale)
    }
}

/// A zone beside the boards, and its components that are shown.
struct ZoneRow<'z> {
    zone: &'z SceneZone,
    shown: Vec<FigureDrawing>,
}

impl FigureDrawings<'_, '_> {
    /// Draws a table: boards with what lies on their cells one below the other, then zones.
    pub fn table(
        &mut self,
        job: &mut PrintJob,
        plans: &[BoardPlan],
        scene: &Scene,
        width: f64,
    ) -> Option<RuleFigure> {
        let mut figure = RuleFigure { width, height: 0.0, items: Vec::new() };
        // Zones whose contents lie on cells.
        let mut on_cells: BTreeSet<usize> = BTreeSet::new();
        let mut largest: Option<f64> = None;
        for plan in plans {
            let Some(info) = self.press.ir.boards.get(plan.board.index()) else { continue };
            let Some(drawn) = self.board(job, &info.id) else { continue };
            let scale = (width / drawn.size.width).min(HIGHEST / drawn.size.height);
            let x = (width - drawn.size.width * scale) / 2.0;
            let view = BoardView { x, y: content_bottom(&figure), scale };
            figure.items.push(drawn.at(view.x, view.y, scale));
            let (items, shown) = self.on_board(job, plan, scene, view);
            figure.items.extend(items);
            figure.height = view.y + drawn.size.height * scale;
            on_cells.extend(shown);
            largest = Some(largest.map_or(scale, |known| known.max(scale)));
        }
        let rest = scene.zones.iter().enumerate().filter(|(i, _)| !on_cells.contains(i));
        let rows: Vec<ZoneRow> =
            rest.map(|(_, zone)| ZoneRow { zone, shown: self.sides_of(job, zone) }).collect();
        self.beside(job, &rows, largest.unwrap_or(1.0), &mut figure);
        (!figure.items.is_empty()).then_some(figure)
    }

    /// Draws what lies and stands on the cells of a board. Returns the indices of the zones that are shown,
    /// too.
    fn on_board(
        &mut self,
        job: &mut PrintJob,
        plan: &BoardPlan,
        scene: &Scene,
        view: BoardView,
    ) -> (Vec<SceneItem>, Vec<usize>) {
        let (mut items, mut shown) = (Vec::new(), Vec::new());
        let Some(info) = self.press.ir.boards.get(plan.board.index()) else { return (items, shown) };
        let is_of_areas = info.form == BoardForm::Areas;
        let zones_by_cell = scene.zones_by_cell(&(info.first..info.first + info.count));
        let texts = self.texts_on_board(&info.id);
        for (i, [x, y, width, height]) in plan.cells.iter().copied().enumerate() {
            let cell = CellId(info.first.0 + i as u32);
            let standing = scene.standing.iter().find(|standing| standing.cell == cell);
            let zones = zones_by_cell.get(&i).map_or(&[][..], Vec::as_slice);
            if zones.is_empty() && standing.is_none() {
                continue;
            }
            let room = CellRoom::of(Rect { x, y, width, height }, &texts);
            let [for_piece, for_zones] = room.parts();
            let place = if standing.is_some() { for_zones } else { room.largest };
            // A name in the picture of an area, rather than in a text, is most often in its middle.
            let low = if is_of_areas && !room.has_text { 1.0 } else { 0.5 };
            let before = shown.len();
            for (zone, part) in zones.iter().zip(split(place, zones.len())) {
                let drawn = self.on_cell(job, &scene.zones[*zone], Size { width, height }, (part, low), view);
                shown.extend(drawn.is_some().then_some(*zone));
                items.extend(drawn.into_iter().flatten());
            }
            let place = if shown.len() > before { for_piece } else { room.largest };
            items.extend(standing.and_then(|standing| self.standing(job, standing, place, view)));
        }
        (items, shown)
    }

    /// Draws the contents of a zone of a cell in its place on the board, at the scale of the board or
    /// smaller; `None` if one of them is larger than the cell, or if they are too many for the place. `low`
    /// is the share of the free height that is above them.
    fn on_cell(
        &mut self,
        job: &mut PrintJob,
        zone: &SceneZone,
        cell: Size,
        (place, low): (Rect, f64),
        view: BoardView,
    ) -> Option<Vec<SceneItem>> {
        let all = self.sides_of(job, zone);
        let longest = |side: fn(&Size) -> f64| all.iter().map(|drawn| side(&drawn.size)).reduce(f64::max);
        let one = Size { width: longest(|size| size.width)?, height: longest(|size| size.height)? };
        if one.width > cell.width + 0.01 || one.height > cell.height + 0.01 {
            return None;
        }
        // The number of those that are not drawn has a line below the others.
        let is_counted = zone.names.len() > all.len();
        let line = if is_counted { (LINE / view.scale).min(place.height / 2.0) } else { 0.0 };
        let room = Size { width: place.width, height: place.height - line };
        let layout = CellLayout::new(all.len(), one, room, low)?;
        let scale = view.scale * layout.scale;
        let mut items = Vec::new();
        for (drawn, (left, top)) in all.iter().zip(layout.corners) {
            let Size { width, height } = drawn.size;
            // Smaller ones lie in the middle of the place that the largest needs.
            let inset = |most: f64, own: f64| (most - own) * layout.scale / 2.0;
            let (left, top) = (left + inset(one.width, width), top + inset(one.height, height));
            let (x, y) = view.point(place.x + left, place.y + top);
            items.push(drawn.at(x, y, scale));
            items.push(outline(x, y, width * scale, height * scale));
        }
        if is_counted {
            let (x, y) = view.point(place.x, place.bottom());
            let at = (x, y - LINE, place.width * view.scale);
            items.extend(self.words(job, &format!("× {}", zone.names.len()), at, TextAlign::Center, 1));
        }
        Some(items)
    }

    /// Draws the components of a zone that are shown: of many, or of those that nobody sees, one.
    fn sides_of(&mut self, job: &mut PrintJob, zone: &SceneZone) -> Vec<FigureDrawing> {
        let many = zone.names.len() > FANNED;
        let shown = if many || zone.is_hidden { 1 } else { zone.names.len() };
        (zone.names.iter().take(shown))
            .filter_map(|name| if zone.is_hidden { self.back(job, *name) } else { self.front(job, *name) })
            .collect()
    }

    /// Draws a piece in its place on a cell, at the scale of the board or as large as there is room.
    fn standing(
        &mut self,
        job: &mut PrintJob,
        standing: &StandingPiece,
        place: Rect,
        view: BoardView,
    ) -> Option<SceneItem> {
        let drawn = self.piece(job, standing)?;
        let piece = self.press.ir.print.pieces.get(standing.piece)?;
        let wide = drawn.size.width;
        // A standee is drawn only from the front.
        let (top, high) = match piece.form {
            PieceForm::Standee => (pieces::upright(piece), pieces::panel(piece)),
            PieceForm::Round | PieceForm::Square => (0.0, drawn.size.height),
        };
        let segments = match piece.form {
            PieceForm::Round => circle(wide / 2.0, wide / 2.0, wide / 2.0),
            _ => rectangle(0.0, top, wide, high),
        };
        let (x, y) = view.point(place.x + place.width / 2.0, place.y + place.height / 2.0);
        let room = place.width.min(place.height) * view.scale * ON_CELL;
        let s = view.scale.min(room / wide.max(high));
        let to = [(x - wide * s / 2.0) as f32, (y - (top + high / 2.0) * s) as f32];
        let matrix = Matrix([s as f32, 0.0, 0.0, s as f32, to[0], to[1]]);
        let edge = SceneItem::Path {
            segments: segments.clone(),
            fill: None,
            stroke: Some(Stroke::plain([0x55, 0x55, 0x55], 0.3)),
        };
        let items = vec![SceneItem::Use { drawing: drawn.drawing, matrix: Matrix::IDENTITY }, edge];
        Some(SceneItem::Group { matrix, opacity: 1.0, clip: Some(Clip { segments, even_odd: false }), items })
    }

    /// Draws zones below the boards, in rows. All components have the same scale, at which the highest is as
    /// high as a card in a figure, but none is larger than on the largest board, unless cards would be
    /// smaller than that.
    fn beside(&self, job: &mut PrintJob, rows: &[ZoneRow], board_scale: f64, figure: &mut RuleFigure) {
        let heights = rows.iter().flat_map(|row| &row.shown).map(|drawn| drawn.size.height);
        let Some(highest) = heights.reduce(f64::max) else { return };
        let scale = (BESIDE / highest).min(board_scale.max(BESIDE / CARD));
        let width = figure.width;
        let (mut x, mut y, mut lowest) = (0.0, content_bottom(figure), figure.height);
        let mut groups: Vec<SceneItem> = Vec::new();
        let mut widest: f64 = 0.0;
        for row in rows {
            let Some((items, size)) = self.zone(job, row, scale, width) else { continue };
            if x > 0.0 && x + size.width > width {
                (x, y) = (0.0, lowest + APART);
            }
            let matrix = Matrix::shift(x, y);
            groups.push(SceneItem::Group { matrix, opacity: 1.0, clip: None, items });
            widest = widest.max(x + size.width);
            (x, lowest) = (x + size.width + APART, lowest.max(y + size.height));
        }
        // The caption is centred, and so are the zones above it.
        let matrix = Matrix::shift((width - widest) / 2.0, 0.0);
        figure.items.push(SceneItem::Group { matrix, opacity: 1.0, clip: None, items: groups });
        figure.height = lowest;
    }

    /// Draws a zone: its name, and its components side by side or overlapping. Returns its size, too.
    fn zone(
        &self,
        job: &mut PrintJob,
        row: &ZoneRow,
        scale: f64,
        width: f64,
    ) -> Option<(Vec<SceneItem>, Size)> {
        /// Space between two components, in millimetres.
        const BETWEEN: f64 = 1.0;
        let ZoneRow { zone, shown } = row;
        let longest = |side: fn(&Size) -> f64| shown.iter().map(move |drawn| side(&drawn.size) * scale);
        let widest = longest(|size| size.width).reduce(f64::max)?;
        let high = longest(|size| size.height).reduce(f64::max)?;
        // The left edges, if there is room for all.
        let mut lefts = Vec::with_capacity(shown.len());
        let mut end = 0.0;
        for drawn in shown {
            lefts.push(end);
            end += drawn.size.width * scale + BETWEEN;
        }
        let last = lefts.last().copied().unwrap_or_default();
        let share = if end - BETWEEN > width { (width - widest).max(0.0) / last } else { 1.0 };
        let wide = if share < 1.0 { width } else { end - BETWEEN };
        let count =
            if zone.names.len() > shown.len() { format!(" × {}", zone.names.len()) } else { String::new() };
        let label = format!("{}{count}", zone.label);
        let label_width = wide.max(NAMED).min(width);
        let mut items = self.words(job, &label, (0.0, 0.0, label_width), TextAlign::Left, 1);
        for (drawn, left) in shown.iter().zip(lefts) {
            let (own_width, own_height) = (drawn.size.width * scale, drawn.size.height * scale);
            let (x, y) = (left * share, LABEL + high - own_height);
            items.push(drawn.at(x, y, scale));
            items.push(outline(x, y, own_width, own_height));
        }
        Some((items, Size { width: label_width, height: LABEL + high }))
    }
}

/// Returns the top of the next part of a figure.
fn content_bottom(figure: &RuleFigure) -> f64 {
    if figure.items.is_empty() { 0.0 } else { figure.height + APART }
}

//! Figures of the rules, drawn from the game: tables, cards, boards, and the parts of a card.

use crate::ir::{BoardForm, BoardId, CellId, KindId, NameId, SeatNumber};
use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::print::{PieceForm, SheetInfo, SubjectInfo};
use crate::print::draw::scene::{Clip, Fill, Matrix, Paint, SceneItem, Stroke, circle, line, rectangle};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_parts::TextBox;
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::{SheetAttributes, is_below};
use crate::print::game::sheet_list::sheets;
use crate::print::inks::ink::Ink;
use crate::print::messages::sheets as messages;
use crate::print::request::print_request::Request;
use crate::print::request::scenes::StandingPiece;
pub use crate::print::request::scenes::{SETUP, Scene, SceneName, SceneZone};
use crate::print::sheets::board::{self, BoardPlan, board_plans};
use crate::print::sheets::cards::{self, SheetSides};
use crate::print::sheets::cell_layout::CellLayout;
use crate::print::sheets::image_subject::ImageSubject;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::pieces;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};

/// Maximum height of a figure, in millimetres.
const HIGHEST: f64 = 110.0;
/// Width of a single card, in millimetres.
const CARD: f64 = 42.0;
/// Height of a card in a zone, in millimetres.
const IN_ZONE: f64 = 21.0;
/// Height of the name above a zone, in millimetres.
const LABEL: f64 = 3.6;
/// Space between zones, in millimetres.
const APART: f64 = 3.0;
/// Zones of more cards than this show one of them, and their number.
const FANNED: usize = 12;
/// Share of a cell that a piece on it may fill.
const ON_CELL: f64 = 0.9;
/// Height of a line of a part's name, in millimetres.
const LINE: f64 = 3.3;

/// A figure. Lengths are millimetres.
pub struct RuleFigure {
    /// The width of the figure.
    pub width: f64,
    /// The height of all that is drawn in it.
    pub height: f64,
    /// Items to draw, relative to the figure's upper left corner.
    pub items: Vec<SceneItem>,
}

impl RuleFigure {
    /// Makes a figure smaller that is too large for a column.
    pub fn within(self, room: Size) -> RuleFigure {
        let scale = (room.height / self.height).min(room.width / self.width);
        if scale >= 1.0 {
            return self;
        }
        let s = scale as f32;
        let matrix = Matrix([s, 0.0, 0.0, s, 0.0, 0.0]);
        let items = vec![SceneItem::Group { matrix, opacity: 1.0, clip: None, items: self.items }];
        RuleFigure { width: self.width * scale, height: self.height * scale, items }
    }
}

/// A drawing of a document, and its size.
#[derive(Clone, Copy)]
struct FigureDrawing {
    drawing: u32,
    size: Size,
}

impl FigureDrawing {
    /// Returns the item that draws it with its upper left corner at a point.
    fn at(self, x: f64, y: f64, scale: f64) -> SceneItem {
        let s = scale as f32;
        SceneItem::Use { drawing: self.drawing, matrix: Matrix([s, 0.0, 0.0, s, x as f32, y as f32]) }
    }
}

/// A subject that is drawn once for all figures.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum FigureSubject {
    Front(NameId),
    /// The back of the components of a kind.
    Back(KindId),
    Board(String),
    Piece(usize, Option<SeatNumber>),
}

/// A card for a figure that names its parts.
struct CardParts {
    /// The request of its front.
    wanted: FaceRequest,
    size: Size,
    /// Its text boxes by their names, each name once.
    boxes: Vec<(String, TextBox)>,
}

/// Draws figures into a document.
pub struct Illustrator<'p, 'a> {
    press: &'p FaceRenderer<'a>,
    scenes: &'p [Scene],
    failed: &'p [(String, Diagnostic)],
    sheets: Vec<SheetInfo>,
    plans: Vec<BoardPlan>,
    drawn: BTreeMap<FigureSubject, Option<FigureDrawing>>,
}

impl<'p, 'a> Illustrator<'p, 'a> {
    /// Creates an illustrator that has drawn nothing.
    pub fn new(press: &'p FaceRenderer<'a>, request: &'p Request) -> Illustrator<'p, 'a> {
        let (sheets, plans) = (sheets(press.ir), board_plans(press.ir));
        let (scenes, failed) = (&request.scenes[..], &request.failed_scenes[..]);
        Illustrator { press, scenes, failed, sheets, plans, drawn: BTreeMap::new() }
    }

    /// Returns the error of a scenario that cannot be laid out or played, as a warning about its figure.
    fn failure(&self, scene: SceneName) -> Option<Diagnostic> {
        let (id, key) = (scene.scenario, scene.key());
        let (_, own) = self.failed.iter().find(|(failed, _)| *failed == key || failed == id)?;
        let message =
            format!("the figure of `{id}` cannot be drawn, since its scenario fails: {}", own.message);
        Some(Diagnostic { severity: Severity::Warning, message, ..own.clone() })
    }

    /// Draws the subject of an image of the rules, in the width of a column; `None` if it cannot be drawn,
    /// with a warning unless it is a table.
    pub fn draw(
        &mut self,
        job: &mut PrintJob,
        shown: &str,
        room: Size,
        found: &mut Vec<Diagnostic>,
    ) -> Option<RuleFigure> {
        // `check` reports images without a figure.
        let depicted = ImageSubject::of(self.press.ir, shown)?;
        let width = room.width;
        let figure = match depicted {
            ImageSubject::Scene(name) => {
                // The caller has laid out the tables.
                let key = name.key();
                let Some(scene) = self.scenes.iter().find(|scene| scene.id == key) else {
                    // Several figures may show one scenario.
                    found.extend(self.failure(name).filter(|failure| !found.contains(failure)));
                    return None;
                };
                self.table(job, scene, width)
            }
            ImageSubject::Card(name) => self.front(job, name).map(|drawn| single(drawn, width)),
            ImageSubject::Board(id) => self.board(job, id).map(|drawn| scaled(drawn, width)),
            ImageSubject::Anatomy(None) => self.richest().and_then(|name| self.anatomy(job, name, width)),
            ImageSubject::Anatomy(Some(name)) => self.anatomy(job, name, width),
        };
        if figure.is_none() {
            found.push(messages::figure_not_drawn(shown));
        }
        figure.map(|figure| figure.within(room))
    }

    fn once(
        &mut self,
        job: &mut PrintJob,
        subject: FigureSubject,
        wanted: impl FnOnce(&mut Self) -> Option<(FaceRequest, Size)>,
    ) -> Option<FigureDrawing> {
        if let Some(drawn) = self.drawn.get(&subject) {
            return *drawn;
        }
        let drawn = wanted(self).and_then(|(wanted, size)| {
            // Errors of a face are reported with its sheet.
            let made = self.press.make(&[wanted], FaceEdge { size, bleed: 0.0, safe: 0.0 }, &mut Vec::new());
            let drawing = *job.faces(made, [0.0, 0.0, size.width as f32, size.height as f32]).first()?;
            Some(FigureDrawing { drawing, size })
        });
        self.drawn.insert(subject, drawn);
        drawn
    }

    /// Returns the sheet that a kind is printed on.
    fn sheet_of(&self, kind: KindId) -> Option<(&SheetInfo, KindId)> {
        self.sheets.iter().find_map(|sheet| match sheet.subject {
            SubjectInfo::Components(above) if is_below(self.press.ir, kind, above) => Some((sheet, above)),
            _ => None,
        })
    }

    /// Returns the request for the front of a card, or the back of its sheet.
    fn side(&self, name: NameId, is_back: bool) -> Option<(FaceRequest, Size)> {
        let ir = self.press.ir;
        let (sheet, kind) = self.sheet_of(ir.names.find(name)?.kind)?;
        let mut found = Vec::new();
        let one = cards::size_of(ir, sheet, kind, &mut found)?;
        let shown = SheetAttributes::of(ir, sheet);
        let sides = SheetSides { press: self.press, sheet, kind, shown: &shown, one, bleed: 0.0 };
        let wanted = match is_back {
            true => {
                let face = cards::template(self.press, sheet, &sheet.back, "back", &mut found)?;
                sides.backs(&face, &[name]).into_iter().next()?
            }
            false => {
                let default = cards::default_face(ir, kind, cards::by_size(ir, one));
                sides.front(&cards::template(self.press, sheet, &sheet.face, &default, &mut found)?, name)
            }
        };
        Some((wanted, one))
    }

    fn front(&mut self, job: &mut PrintJob, name: NameId) -> Option<FigureDrawing> {
        self.once(job, FigureSubject::Front(name), |me| me.side(name, false))
    }

    fn back(&mut self, job: &mut PrintJob, name: NameId) -> Option<FigureDrawing> {
        let (_, kind) = self.sheet_of(self.press.ir.names.find(name)?.kind)?;
        self.once(job, FigureSubject::Back(kind), |me| me.side(name, true))
    }

    fn board(&mut self, job: &mut PrintJob, id: &str) -> Option<FigureDrawing> {
        let ir = self.press.ir;
        let number = ir.boards.iter().position(|board| board.id == id)?;
        let subject = SubjectInfo::Board(BoardId(number as u16));
        self.once(job, FigureSubject::Board(id.to_owned()), |me| {
            let sheet = me.sheets.iter().find(|sheet| sheet.subject == subject)?;
            let paper = SheetSettings::settle(&[&sheet.paper, &ir.print.paper]).ok()?;
            board::face(me.press, sheet, &paper, &mut Vec::new())
        })
    }

    fn piece(&mut self, job: &mut PrintJob, standing: &StandingPiece) -> Option<FigureDrawing> {
        let piece = self.press.ir.print.pieces.get(standing.piece)?;
        self.once(job, FigureSubject::Piece(standing.piece, standing.player), |me| {
            Some((pieces::face(me.press, piece, standing.player, false), pieces::size_of(piece)))
        })
    }

    /// Draws a table: boards with what lies on their cells one below the other, then zones.
    fn table(&mut self, job: &mut PrintJob, scene: &Scene, width: f64) -> Option<RuleFigure> {
        let mut figure = RuleFigure { width, height: 0.0, items: Vec::new() };
        let ir = self.press.ir;
        let plans: Vec<BoardPlan> = self.plans.clone();
        // Zones whose contents lie on cells.
        let mut shown: BTreeSet<usize> = BTreeSet::new();
        for plan in plans {
            let Some(info) = ir.boards.get(plan.board.index()) else { continue };
            let here =
                |standing: &&StandingPiece| (info.first..info.first + info.count).contains(&standing.cell);
            let Some(drawn) = self.board(job, &info.id) else { continue };
            let scale = (width / drawn.size.width).min(HIGHEST / drawn.size.height);
            let x = (width - drawn.size.width * scale) / 2.0;
            let y = content_bottom(&figure);
            figure.items.push(drawn.at(x, y, scale));
            let cells = info.first..info.first + info.count;
            // Cells with a piece above the contents of their zones.
            let mut shared: BTreeSet<CellId> = BTreeSet::new();
            for (i, zones) in scene.zones_by_cell(&cells) {
                let [left, top, wide, high] = plan.cells[i];
                let cell = CellId(info.first.0 + i as u32);
                let is_shared = scene.standing.iter().any(|standing| standing.cell == cell);
                let (top, room) = if is_shared { (top + high / 2.0, high / 2.0) } else { (top, high) };
                let row = room / zones.len() as f64;
                for (number, zone) in zones.iter().enumerate() {
                    let place = Rect { x: left, y: top + row * number as f64, width: wide, height: row };
                    // Small components must not cover the name of an area, which is in its middle.
                    let low = if info.form == BoardForm::Areas { 1.0 } else { 0.5 };
                    let (largest, corner) = (Size { width: wide, height: high }, (x, y, scale));
                    if let Some(items) = self.on_cell(job, &scene.zones[*zone], largest, (place, low), corner)
                    {
                        figure.items.extend(items);
                        shown.insert(*zone);
                        shared.extend(Some(cell).filter(|_| is_shared));
                    }
                }
            }
            for standing in scene.standing.iter().filter(here) {
                let [left, top, wide, high] = plan.cells[(standing.cell - info.first.0).index()];
                let high = if shared.contains(&standing.cell) { high / 2.0 } else { high };
                let middle = (x + (left + wide / 2.0) * scale, y + (top + high / 2.0) * scale);
                let room = wide.min(high) * scale * ON_CELL;
                figure.items.extend(self.standing(job, standing, middle, (room, scale)));
            }
            figure.height = y + drawn.size.height * scale;
        }
        let (mut x, mut y, mut lowest) = (0.0, content_bottom(&figure), figure.height);
        let mut rows: Vec<SceneItem> = Vec::new();
        let mut widest: f64 = 0.0;
        for (_, zone) in scene.zones.iter().enumerate().filter(|(i, _)| !shown.contains(i)) {
            let Some((items, wide, high)) = self.zone(job, zone, width) else { continue };
            if x > 0.0 && x + wide > width {
                (x, y) = (0.0, lowest + APART);
            }
            let matrix = Matrix::shift(x, y);
            rows.push(SceneItem::Group { matrix, opacity: 1.0, clip: None, items });
            widest = widest.max(x + wide);
            (x, lowest) = (x + wide + APART, lowest.max(y + high));
        }
        if !rows.is_empty() {
            // The caption is centred, and so are the zones above it.
            let matrix = Matrix::shift((width - widest) / 2.0, 0.0);
            figure.items.push(SceneItem::Group { matrix, opacity: 1.0, clip: None, items: rows });
        }
        figure.height = lowest;
        (!figure.items.is_empty()).then_some(figure)
    }

    /// Draws the contents of a zone of a cell in its place on the board, at the scale of the board or
    /// smaller; `None` if one of them is larger than the cell, or if they are too many for the place. `low`
    /// is the share of the free height that is above them; the board is given by its upper left corner and
    /// its scale.
    fn on_cell(
        &mut self,
        job: &mut PrintJob,
        zone: &SceneZone,
        cell: Size,
        (place, low): (Rect, f64),
        (board_x, board_y, scale): (f64, f64, f64),
    ) -> Option<Vec<SceneItem>> {
        let all = self.sides_of(job, zone);
        let longest = |side: fn(&Size) -> f64| all.iter().map(|drawn| side(&drawn.size)).reduce(f64::max);
        let one = Size { width: longest(|size| size.width)?, height: longest(|size| size.height)? };
        if one.width > cell.width + 0.01 || one.height > cell.height + 0.01 {
            return None;
        }
        let room = Size { width: place.width, height: place.height };
        let layout = CellLayout::new(all.len(), one, room, low)?;
        let mut items = Vec::new();
        for (drawn, (left, top)) in all.iter().zip(layout.corners) {
            let (x, y) = (board_x + (place.x + left) * scale, board_y + (place.y + top) * scale);
            let scale = scale * layout.scale;
            items.push(drawn.at(x, y, scale));
            items.push(outline(x, y, drawn.size.width * scale, drawn.size.height * scale));
        }
        if zone.names.len() > all.len() {
            let at =
                (board_x + place.x * scale, board_y + place.bottom() * scale - LINE, place.width * scale);
            items.extend(self.words(job, &format!("× {}", zone.names.len()), at, TextAlign::Center, 1));
        }
        Some(items)
    }

    /// Draws the components of a zone: all of them, or only one if there are many or nobody sees them.
    fn sides_of(&mut self, job: &mut PrintJob, zone: &SceneZone) -> Vec<FigureDrawing> {
        let many = zone.names.len() > FANNED;
        let shown = if many || zone.is_hidden { 1 } else { zone.names.len() };
        (zone.names.iter().take(shown))
            .filter_map(|name| if zone.is_hidden { self.back(job, *name) } else { self.front(job, *name) })
            .collect()
    }

    /// Draws a piece on its cell, at the scale of the board or as large as there is room.
    fn standing(
        &mut self,
        job: &mut PrintJob,
        standing: &StandingPiece,
        (x, y): (f64, f64),
        (room, scale): (f64, f64),
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
        let s = scale.min(room / wide.max(high));
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

    /// Draws a zone in a row: its name, and its cards side by side or overlapping. Returns its width and
    /// height.
    fn zone(
        &mut self,
        job: &mut PrintJob,
        zone: &SceneZone,
        width: f64,
    ) -> Option<(Vec<SceneItem>, f64, f64)> {
        let all = self.sides_of(job, zone);
        let widest =
            all.iter().map(|drawn| drawn.size.width * IN_ZONE / drawn.size.height).reduce(f64::max)?;
        let step = (widest + 1.0).min((width - widest) / (all.len() - 1).max(1) as f64);
        let wide = widest + step * (all.len() - 1) as f64;
        let count =
            if zone.names.len() > all.len() { format!(" × {}", zone.names.len()) } else { String::new() };
        let label_width = wide.max(24.0).min(width);
        let mut items =
            self.words(job, &format!("{}{count}", zone.label), (0.0, 0.0, label_width), TextAlign::Left, 1);
        for (i, drawn) in all.iter().enumerate() {
            let (scale, x) = (IN_ZONE / drawn.size.height, i as f64 * step);
            items.push(drawn.at(x, LABEL, scale));
            items.push(outline(x, LABEL, drawn.size.width * scale, IN_ZONE));
        }
        Some((items, label_width, LABEL + IN_ZONE))
    }

    /// Returns words in a box: left edge, top, and width.
    fn words(
        &self,
        job: &mut PrintJob,
        words: &str,
        (x, y, width): (f64, f64, f64),
        align: TextAlign,
        lines: usize,
    ) -> Vec<SceneItem> {
        let style = TextStyle {
            families: job.families("text"),
            bold: false,
            italic: false,
            size: 8.0,
            least: 5.0,
            leading: 1.1,
            gap: 0.0,
            spacing: 0.0,
            align,
            valign: Valign::Middle,
            colour: INK,
            lines: Some(lines),
            hyphens: Hyphens::Off,
            break_words: true,
        };
        let words = Paragraph { text: words.to_owned(), ..Paragraph::default() };
        let laid = job.shaper.lay(&[words], &style, width, LINE * lines as f64);
        vec![SceneItem::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items: laid.items }]
    }

    /// Returns a card's front with its named text boxes; `None` if the front cannot be rendered.
    fn parts(&self, name: NameId) -> Option<CardParts> {
        let (wanted, size) = self.side(name, false)?;
        let known = |href: &str| self.press.ir.print.asset(href).is_some_and(|asset| asset.file.is_none());
        let parts = self.press.templates.face(&wanted.template, &wanted.data, size.width, &known).ok()?;
        let mut boxes: Vec<(String, TextBox)> = Vec::new();
        for text_box in parts.boxes {
            let Some(id) = text_box.name.strip_prefix("box `").and_then(|id| id.strip_suffix('`')) else {
                continue;
            };
            if !boxes.iter().any(|(known, _)| known == id) {
                boxes.push((id.to_owned(), text_box));
            }
        }
        Some(CardParts { wanted, size, boxes })
    }

    /// Returns the first card with the most parts.
    fn richest(&self) -> Option<NameId> {
        /// Maximum number of cards that are examined.
        const MOST: usize = 300;
        let ir = self.press.ir;
        let all = (0_u16..).zip(&ir.names).filter(|(_, name)| name.copies > 0).take(MOST);
        let counted = all.filter_map(|(name, _)| Some((name, self.parts(NameId(name))?.boxes.len())));
        (counted.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(name, _)| name))
            .map(NameId)
    }

    /// Draws a card with the names of its parts on both sides.
    fn anatomy(&mut self, job: &mut PrintJob, name: NameId, width: f64) -> Option<RuleFigure> {
        /// Share of the width that the card has.
        const SHARE: f64 = 0.48;
        /// Distance of a name from the card.
        const OUT: f64 = 3.5;
        /// Radius of the dot beside a part.
        const DOT: f64 = 0.5;
        /// Distance of the dot from the part's text.
        const BESIDE: f64 = 0.4;
        let CardParts { wanted, size, boxes } = self.parts(name)?;
        let drawn = self.front(job, name)?;
        let scale = (width * SHARE / size.width).min(CARD / size.width).min(HIGHEST / size.height);
        let (left, high) = ((width - size.width * scale) / 2.0, size.height * scale);
        let right = width - left;
        let mut figure = RuleFigure { width, height: high, items: vec![drawn.at(left, 0.0, scale)] };
        let edge = rectangle(left, 0.0, size.width * scale, high);
        figure.items.push(SceneItem::Path {
            segments: edge,
            fill: None,
            stroke: Some(Stroke::plain([0x55; 3], 0.15)),
        });
        // Each part is named on the side that it is nearer to.
        let mut sides: [Vec<(f64, f64, String)>; 2] = Default::default();
        for (id, text_box) in boxes {
            // Boxes are wider than their texts, and several may share a line.
            let [begin, top, end, bottom] = self.press.printed_bounds(text_box);
            let is_left = (begin + end) / 2.0 < size.width * 0.49;
            let end = if is_left { left + begin * scale } else { left + end * scale };
            // The dot lies beside the text, but not beyond the card.
            let x = if is_left { (end - BESIDE - DOT).max(left) } else { (end + BESIDE + DOT).min(right) };
            let y = (top + bottom) / 2.0 * scale;
            sides[usize::from(!is_left)].push((y, x, self.part_name(&wanted, &id)));
        }
        let grey = if self.press.ink == Ink::Full { [0x8a, 0x5a, 0x3c] } else { [0x66; 3] };
        for (is_left, mut side) in [true, false].into_iter().zip(sides) {
            side.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Names of two lines, unless there are too many parts for that.
            let lines = if side.len() as f64 * 2.0 * LINE <= high.max(HIGHEST) { 2 } else { 1 };
            let pitch = lines as f64 * LINE;
            let heights = spread(&side.iter().map(|(y, ..)| *y).collect::<Vec<_>>(), pitch, high);
            for ((y, x, called), to_y) in side.into_iter().zip(heights) {
                let to_x = if is_left { left - OUT } else { right + OUT };
                let edge_x = if is_left { left - 1.0 } else { right + 1.0 };
                let stroke = || Stroke::plain(grey, 0.25);
                figure.items.push(line(x, y, edge_x, y, stroke()));
                figure.items.push(line(edge_x, y, to_x, to_y, stroke()));
                let dot = Fill { paint: Paint::Solid(grey), opacity: 1.0, even_odd: false, icon: None };
                figure.items.push(SceneItem::Path {
                    segments: circle(x, y, DOT),
                    fill: Some(dot),
                    stroke: None,
                });
                let (from, align) =
                    if is_left { (0.0, TextAlign::Right) } else { (to_x + 0.8, TextAlign::Left) };
                let room = (from, to_y - pitch / 2.0, left - OUT - 0.8);
                figure.items.extend(self.words(job, &called, room, align, lines));
                figure.height = figure.height.max(to_y + pitch / 2.0);
            }
        }
        Some(figure)
    }

    /// Returns the name of a part of a card for people.
    fn part_name(&self, wanted: &FaceRequest, id: &str) -> String {
        let print = &self.press.ir.print;
        let said =
            |key: &str| wanted.data.get_attr(key).ok().and_then(|label| label.as_str().map(str::to_owned));
        let own = match id {
            "number" => said("number_label"),
            "band" => said("band_label"),
            "name" => Some(print.phrase("part_name", &[])),
            "rules" | "text" => Some(print.phrase("part_text", &[])),
            "flavour" => Some(print.phrase("part_flavour", &[])),
            "kind" => Some(print.phrase("part_kind", &[])),
            "stats" => Some(print.phrase("part_stats", &[])),
            _ => None,
        };
        let called = own.unwrap_or_else(|| print.label(id));
        let mut letters = called.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }
}

/// Returns positions at a distance of at least `pitch`, each as near to the wanted one as its predecessors
/// and the lower end allow. The lower end is exceeded only if there is not enough room.
fn spread(wanted: &[f64], pitch: f64, end: f64) -> Vec<f64> {
    let mut heights = Vec::with_capacity(wanted.len());
    let mut free = pitch / 2.0;
    for (i, y) in wanted.iter().enumerate() {
        let after = (wanted.len() - i) as f64 - 0.5;
        let at = y.min(end - after * pitch).max(free);
        heights.push(at);
        free = at + pitch;
    }
    heights
}

/// Returns the top of the next part of a figure.
fn content_bottom(figure: &RuleFigure) -> f64 {
    if figure.items.is_empty() { 0.0 } else { figure.height + APART }
}

/// Returns the edge of a component.
fn outline(x: f64, y: f64, width: f64, height: f64) -> SceneItem {
    SceneItem::Path {
        segments: rectangle(x, y, width, height),
        fill: None,
        stroke: Some(Stroke::plain([0x55; 3], 0.15)),
    }
}

/// Returns a figure of one card.
fn single(drawn: FigureDrawing, width: f64) -> RuleFigure {
    scaled(drawn, width.min(CARD).min(drawn.size.width))
}

/// Returns a figure of a drawing, as large as there is room.
fn scaled(drawn: FigureDrawing, width: f64) -> RuleFigure {
    let scale = (width / drawn.size.width).min(HIGHEST / drawn.size.height);
    let (width, height) = (drawn.size.width * scale, drawn.size.height * scale);
    let edge = SceneItem::Path {
        segments: rectangle(0.0, 0.0, width, height),
        fill: None,
        stroke: Some(Stroke::plain([0x55; 3], 0.15)),
    };
    RuleFigure { width, height, items: vec![drawn.at(0.0, 0.0, scale), edge] }
}

//! The drawings that figures of the rules are made of: cards, boards and pieces, each drawn once.

use std::collections::BTreeMap;

use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{BoardId, KindId, NameId, SeatNumber};
use crate::print::draw::scene::{Matrix, SceneItem, Stroke, rectangle};
use crate::print::draw::svg;
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_parts::TextBox;
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::game::data::SheetAttributes;
use crate::print::game::sheet_list::sheets;
use crate::print::inks::spots::draw_as_picture;
use crate::print::request::scenes::StandingPiece;
use crate::print::sheets::board;
use crate::print::sheets::cards::{self, SheetSides};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::pieces;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};

/// Maximum height of a figure, in millimetres.
pub const HIGHEST: f64 = 110.0;
/// Height of a line of words in a figure, in millimetres.
pub const LINE: f64 = 3.3;

/// A figure. Lengths are millimetres.
pub struct RuleFigure {
    /// Its width.
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
pub struct FigureDrawing {
    /// Index into the drawings of the document.
    pub drawing: u32,
    /// Its size, in millimetres.
    pub size: Size,
}

impl FigureDrawing {
    /// Places it with its upper left corner at a point.
    pub fn at(self, x: f64, y: f64, scale: f64) -> SceneItem {
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

/// Draws the subjects of figures into a document.
pub struct FigureDrawings<'p, 'a> {
    /// The renderer of faces.
    pub press: &'p FaceRenderer<'a>,
    sheets: Vec<SheetInfo>,
    drawn: BTreeMap<FigureSubject, Option<FigureDrawing>>,
}

impl<'p, 'a> FigureDrawings<'p, 'a> {
    /// Creates a set of drawings that is empty.
    pub fn new(press: &'p FaceRenderer<'a>) -> FigureDrawings<'p, 'a> {
        FigureDrawings { press, sheets: sheets(press.ir), drawn: BTreeMap::new() }
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
            let edge = FaceEdge { size, bleed: 0.0, safe: 0.0 };
            let mut made = self.press.make(&[wanted], edge, &mut Vec::new());
            // A figure is a picture of the component: it has no foil, and no line of a knife.
            if self.press.separation.is_some() {
                let (spots, ink) = (&self.press.ir.print.spots, self.press.ink);
                let drawings = made.drawings.iter_mut().map(|drawing| &mut drawing.items);
                let items = made.faces.iter_mut().chain(drawings);
                items.for_each(|items| draw_as_picture(items, spots, &|colour| ink.of(colour)));
            }
            let drawing = *job.faces(made, [0.0, 0.0, size.width as f32, size.height as f32]).first()?;
            Some(FigureDrawing { drawing, size })
        });
        self.drawn.insert(subject, drawn);
        drawn
    }

    /// Returns the sheet that a kind is printed on.
    fn sheet_of(&self, kind: KindId) -> Option<(&SheetInfo, KindId)> {
        self.sheets.iter().find_map(|sheet| match sheet.subject {
            SubjectInfo::Components(above) if self.press.ir.is_below(kind, above) => Some((sheet, above)),
            _ => None,
        })
    }

    /// Returns the request for the front of a card, or the back of its sheet.
    pub fn side(&self, name: NameId, is_back: bool) -> Option<(FaceRequest, Size)> {
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

    /// Draws the front of a card.
    pub fn front(&mut self, job: &mut PrintJob, name: NameId) -> Option<FigureDrawing> {
        self.once(job, FigureSubject::Front(name), |me| me.side(name, false))
    }

    /// Draws the back of a card.
    pub fn back(&mut self, job: &mut PrintJob, name: NameId) -> Option<FigureDrawing> {
        let (_, kind) = self.sheet_of(self.press.ir.names.find(name)?.kind)?;
        self.once(job, FigureSubject::Back(kind), |me| me.side(name, true))
    }

    /// Draws a board.
    pub fn board(&mut self, job: &mut PrintJob, id: &str) -> Option<FigureDrawing> {
        self.once(job, FigureSubject::Board(id.to_owned()), |me| me.face_of_board(id))
    }

    fn face_of_board(&self, id: &str) -> Option<(FaceRequest, Size)> {
        let ir = self.press.ir;
        let number = ir.boards.iter().position(|board| board.id == id)?;
        let subject = SubjectInfo::Board(BoardId(number as u16));
        let sheet = self.sheets.iter().find(|sheet| sheet.subject == subject)?;
        let paper = SheetSettings::settle(&[&sheet.paper, &ir.print.paper]).ok()?;
        board::face(self.press, sheet, &paper, &mut Vec::new())
    }

    /// Returns the places of the texts on a board with some space around them, in millimetres from its upper
    /// left corner.
    pub fn texts_on_board(&self, id: &str) -> Vec<Rect> {
        /// Space around a text, in millimetres; letters may be higher than capitals.
        const AROUND: f64 = 1.2;
        let Some((wanted, size)) = self.face_of_board(id) else { return Vec::new() };
        let boxes = self.text_boxes(&wanted, size).unwrap_or_default();
        let is_written =
            |text_box: &TextBox| text_box.text.iter().any(|p| !p.text.is_empty() || !p.icons.is_empty());
        let place = |text_box| {
            let [left, top, right, bottom] = self.press.printed_bounds(text_box);
            Rect { x: left, y: top, width: right - left, height: bottom - top }.grown(AROUND)
        };
        boxes.into_iter().filter(is_written).map(place).collect()
    }

    /// Returns the text boxes of a face; `None` if the face has an error.
    pub fn text_boxes(&self, wanted: &FaceRequest, size: Size) -> Option<Vec<TextBox>> {
        let known = |href: &str| self.press.ir.print.asset(href).is_some_and(|asset| asset.file.is_none());
        let parts = self.press.templates.face(&wanted.template, &wanted.data, size.width, &known).ok()?;
        Some(parts.boxes)
    }

    /// Returns the boxes around the icons of a face, except those inside texts, in millimetres: left, top,
    /// right and bottom.
    pub fn icons(&self, wanted: &FaceRequest, size: Size) -> Vec<[f64; 4]> {
        let known = |href: &str| self.press.ir.print.asset(href).is_some_and(|asset| asset.file.is_none());
        let parts = self.press.templates.face(&wanted.template, &wanted.data, size.width, &known);
        let drawn =
            parts.ok().and_then(|parts| svg::read(&parts.drawing, size.width, &self.press.ir.print).ok());
        drawn.map_or_else(Vec::new, |drawn| drawn.icons.iter().map(|icon| icon.map(f64::from)).collect())
    }

    /// Draws a piece.
    pub fn piece(&mut self, job: &mut PrintJob, standing: &StandingPiece) -> Option<FigureDrawing> {
        let piece = self.press.ir.print.pieces.get(standing.piece)?;
        self.once(job, FigureSubject::Piece(standing.piece, standing.player), |me| {
            Some((pieces::face(me.press, piece, standing.player, false), pieces::size_of(piece)))
        })
    }

    /// Returns words in a box: left edge, top, and width.
    pub fn words(
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
}

/// Returns the edge of a component.
pub fn outline(x: f64, y: f64, width: f64, height: f64) -> SceneItem {
    SceneItem::Path {
        segments: rectangle(x, y, width, height),
        fill: None,
        stroke: Some(Stroke::plain([0x55; 3], 0.15)),
    }
}

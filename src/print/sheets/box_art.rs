//! The art of a tuck box: the back of its cards on its own back, the name of the game on the other sides.

use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::KindId;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::print::draw::scene::{Clip, Fill, Matrix, Paint, Rgb, SceneItem, rectangle};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer};
use crate::print::game::data::{self, SheetAttributes};
use crate::print::inks::ink::Ink;
use crate::print::request::print_request::Request;
use crate::print::sheets::cards::{self, BACK, SheetSides};
use crate::print::sheets::job::PrintJob;
use crate::print::text::quotes::curled;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{Hyphens, TextAlign, TextStyle, Valign};

/// Least width of a side on which letters can be read, in millimetres.
const LEAST_SIDE: f64 = 6.0;

/// The sides of an unfolded box that show something, in millimetres. The lid hangs on the back.
pub struct BoxSides {
    /// The side with the back of the cards.
    pub back: Rect,
    /// The side with the notch for the thumb, at its upper edge.
    pub front: Rect,
    /// The narrow sides.
    pub sides: [Rect; 2],
    /// The upper end, which is seen from the other side.
    pub lid: Rect,
    /// Radius of the notch, in millimetres.
    pub notch: f64,
    /// Distance of letters from the long folds of narrow sides, in millimetres.
    pub rim: f64,
    /// True if the cards lie on their side in the box.
    pub turned: bool,
}

/// The contents of a tuck box, and how it looks.
pub struct BoxArt<'a> {
    press: &'a FaceRenderer<'a>,
    sheet: &'a SheetInfo,
    kind: KindId,
    shown: SheetAttributes<'a>,
    /// The size of a card, in millimetres.
    pub one: Size,
    /// The number of cards, at least 1.
    pub count: u64,
}

impl<'a> BoxArt<'a> {
    /// Returns the box of a sheet; `None` if it has none, if only some of its cards are requested, or on an
    /// error.
    pub fn of(
        press: &'a FaceRenderer<'a>,
        sheet: &'a SheetInfo,
        request: &Request,
        found: &mut Vec<Diagnostic>,
    ) -> Option<BoxArt<'a>> {
        let SubjectInfo::Components(kind) = sheet.subject else { return None };
        if sheet.tuck_box.is_none() || !request.only.is_empty() || request.since.is_some() {
            return None;
        }
        let one = cards::size_of(press.ir, sheet, kind, found)?;
        let shown = SheetAttributes::of(press.ir, sheet);
        let chosen = cards::components(press.ir, kind, &shown, request);
        let count = chosen.iter().map(|(_, copies)| u64::from(*copies)).sum();
        (count > 0).then_some(BoxArt { press, sheet, kind, shown, one, count })
    }

    /// Returns the colour of the box; `None` if it stays white to save ink.
    pub fn ground(&self) -> Option<Rgb> {
        let words = self.press.words;
        let colour = words.colour("back").or_else(|| words.colour(&self.press.ir.kinds[self.kind].id));
        (self.press.ink != Ink::Low).then(|| self.press.ink.of(colour.unwrap_or(BACK)))
    }

    /// Draws the sides. The back of the cards goes on as far as its side, or for `bleed` millimetres, if that
    /// is more. Returns `None` on an error, which is then in `found`.
    pub fn draw(
        &self,
        job: &mut PrintJob,
        sides: &BoxSides,
        bleed: f64,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Vec<SceneItem>> {
        let ground = self.ground().unwrap_or([0xff; 3]);
        let colour = data::colour(data::on(ground)).unwrap_or_default();
        let name = TitleText { text: curled(&self.press.ir.game.name, &self.press.language), colour };
        let inset = 6.0_f64.min(self.one.width / 8.0);
        let Rect { x, y, width, height } = sides.front;
        let front = Rect { x, y: y + sides.notch, width, height: height - 2.0 * sides.notch }.grown(-inset);
        let mut items = vec![name.fit_name(job, front, 0, 30.0)];
        let rim = sides.rim;
        let within = |side: Rect, x: f64, y: f64| Rect {
            x: side.x + x,
            y: side.y + y,
            width: side.width - 2.0 * x,
            height: side.height - 2.0 * y,
        };
        if sides.lid.height >= LEAST_SIDE {
            items.extend(sides.sides.map(|side| name.fit_name(job, within(side, rim, rim + 3.0), 1, 18.0)));
            items.push(name.fit_name(job, within(sides.lid, rim + 3.0, rim), 2, 18.0));
        }
        if self.sheet.two_sided {
            items.push(name.fit_name(job, sides.back.grown(-inset), 0, 30.0));
        } else {
            items.extend(self.back_of_cards(job, sides, bleed, found)?);
        }
        Some(items)
    }

    /// Draws the common back of the cards in the middle of the back; `None` on an error.
    fn back_of_cards(
        &self,
        job: &mut PrintJob,
        sides: &BoxSides,
        bleed: f64,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Option<SceneItem>> {
        let BoxArt { press, sheet, kind, shown, one, .. } = self;
        let Rect { x, y, width, height } = sides.back;
        let (across, down) = if sides.turned { (height, width) } else { (width, height) };
        // The bleed of the back fills the room around it.
        let (left, above) = ((across - one.width) / 2.0, (down - one.height) / 2.0);
        let bleed = bleed.max(left).max(above);
        let mut said = Vec::new();
        let face = cards::template(press, sheet, &sheet.back, "back", &mut said);
        let sides_of_cards = SheetSides { press, sheet, kind: *kind, shown, one: *one, bleed };
        let made = face.map(|face| {
            let edge = FaceEdge { size: *one, bleed, safe: 0.0 };
            press.make(&sides_of_cards.backs(&face, &[]), edge, &mut said)
        });
        let is_wrong = said.iter().any(|d| d.severity == Severity::Error);
        found.extend(said);
        let made = made.filter(|_| !is_wrong)?;
        let b = bleed as f32;
        let drawings = job.faces(made, [-b, -b, one.width as f32 + b, one.height as f32 + b]);
        let matrix = match sides.turned {
            true => Matrix::turned(1, one.width, one.height, x + above, y + left),
            false => Matrix::shift(x + left, y + above),
        };
        let segments = rectangle(-left, -above, across, down);
        Some(drawings.first().map(|drawing| SceneItem::Group {
            matrix,
            opacity: 1.0,
            clip: Some(Clip { segments, even_odd: false }),
            items: vec![SceneItem::Use { drawing: *drawing, matrix: Matrix::IDENTITY }],
        }))
    }
}

/// Returns a rectangle filled with a colour.
pub fn filled(part: Rect, colour: Rgb) -> SceneItem {
    let fill = Fill { paint: Paint::Solid(colour), opacity: 1.0, even_odd: false, icon: None };
    let segments = rectangle(part.x, part.y, part.width, part.height);
    SceneItem::Path { segments, fill: Some(fill), stroke: None }
}

/// The name of the game, in the colour of letters.
struct TitleText {
    text: String,
    colour: Rgb,
}

impl TitleText {
    /// Sets the name as large as it fits a rectangle, up to a size in points, turned by quarters clockwise. A
    /// word is broken only if it does not fit whole at the least size.
    fn fit_name(&self, job: &mut PrintJob, part: Rect, quarters: u8, size: f64) -> SceneItem {
        let (width, height) =
            if quarters % 2 == 1 { (part.height, part.width) } else { (part.width, part.height) };
        let style = TextStyle {
            families: job.families("title"),
            bold: true,
            italic: false,
            size,
            least: 5.0,
            leading: 1.1,
            gap: 0.0,
            spacing: 0.0,
            align: TextAlign::Center,
            valign: Valign::Middle,
            colour: self.colour,
            lines: (quarters > 0).then_some(1),
            hyphens: Hyphens::Off,
            break_words: false,
        };
        let words = [Paragraph { text: self.text.clone(), ..Paragraph::default() }];
        let mut laid = job.shaper.lay(&words, &style, width, height);
        if laid.over.0 > 0.01 {
            laid = job.shaper.lay(&words, &TextStyle { break_words: true, ..style }, width, height);
        }
        let matrix = Matrix::turned(quarters, width, height, part.x, part.y);
        SceneItem::Group { matrix, opacity: 1.0, clip: None, items: laid.items }
    }
}

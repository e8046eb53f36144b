//! Tuck boxes: one piece of card, cut out, folded and glued, in which the cards of a sheet fit.
//!
//! From the left: glue flap, back, side, front, side. The lid hangs on the back, the outer bottom on the
//! front.

use crate::diagnostics::{Diagnostic, Severity, count_noun};
use crate::ir::Ir;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::print::draw::scene::{
    Clip, Fill, Matrix, Paint, Rgb, SceneItem, Segment, Stroke, line, rectangle,
};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer};
use crate::print::game::data::{self, SheetAttributes};
use crate::print::inks::ink::Ink;
use crate::print::messages::sheets as messages;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::cards::{self, BACK, SheetSides};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::paper::SheetSettings;
use crate::print::text::quotes::curled;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{Hyphens, TextAlign, TextStyle, Valign};

/// Room for the cards in a box beyond their own size, in each direction, in millimetres.
pub const CLEARANCE: f64 = 1.0;

/// The measures of a tuck box, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuckBox {
    /// Width of front and back.
    pub width: f64,
    /// Height of front, back and sides.
    pub height: f64,
    /// Depth: width of the sides.
    pub depth: f64,
}

impl TuckBox {
    /// Returns the box of a stack of cards. Lengths are millimetres.
    pub fn of(card: Size, count: u64, card_thickness: f64) -> TuckBox {
        TuckBox {
            width: card.width + CLEARANCE,
            height: card.height + CLEARANCE,
            depth: count as f64 * card_thickness + CLEARANCE,
        }
    }

    /// Width of the flap that is glued behind the last side.
    fn glue(&self) -> f64 {
        self.depth.clamp(6.0, 12.0)
    }

    /// Length of the part of the lid that is tucked in.
    fn tuck(&self) -> f64 {
        (self.height / 3.0).min(15.0)
    }

    /// Length of the dust flaps.
    fn dust(&self) -> f64 {
        (0.9 * self.depth).min(0.45 * self.width)
    }

    /// Radius of the notch for the thumb.
    fn notch(&self) -> f64 {
        (self.width / 5.0).min(self.height / 4.0).min(9.0)
    }

    /// Positions of the vertical edges, from the left: glue flap, back, side, front, side, right end.
    fn across(&self) -> [f64; 6] {
        let (w, d, g) = (self.width, self.depth, self.glue());
        [0.0, g, g + w, g + w + d, g + 2.0 * w + d, g + 2.0 * (w + d)]
    }

    /// Positions of the horizontal edges, from the top: tuck, lid, body, bottom, lower end.
    fn down(&self) -> [f64; 5] {
        let (h, d, t) = (self.height, self.depth, self.tuck());
        [0.0, t, t + d, t + d + h, t + 2.0 * d + h]
    }

    /// Returns the size of the piece that is cut out.
    pub fn unfolded(&self) -> Size {
        Size { width: self.across()[5], height: self.down()[4] }
    }

    /// Returns the outline to cut.
    fn outline(&self) -> Vec<Segment> {
        /// Share of a radius at which the control points of a quarter circle lie.
        const K: f64 = 0.552_284_8;
        let [x0, x1, x2, x3, x4, x5] = self.across();
        let [y0, y1, y2, y3, y4] = self.down();
        let (dust, r) = (self.dust(), self.notch());
        let round = self.tuck().min(self.width / 4.0);
        // Flaps taper, so that they do not jam.
        let (c, s, e) =
            ((self.depth / 4.0).min(2.0), (self.height / 8.0).min(4.0), 0.5_f64.min(self.width / 8.0));
        let middle = f64::midpoint(x3, x4);
        let to = |x: f64, y: f64| Segment::Line(x as f32, y as f32);
        let curve = |a: (f64, f64), b: (f64, f64), p: (f64, f64)| {
            Segment::Curve(a.0 as f32, a.1 as f32, b.0 as f32, b.1 as f32, p.0 as f32, p.1 as f32)
        };
        let k = round * (1.0 - K);
        vec![
            Segment::Move(x1 as f32, y2 as f32),
            to(x1, y1),
            to(x1, y0 + round),
            curve((x1, y0 + k), (x1 + k, y0), (x1 + round, y0)),
            to(x2 - round, y0),
            curve((x2 - k, y0), (x2, y0 + k), (x2, y0 + round)),
            to(x2, y2),
            to(x2 + c, y2 - dust),
            to(x3 - c, y2 - dust),
            to(x3, y2),
            to(middle - r, y2),
            curve((middle - r, y2 + K * r), (middle - K * r, y2 + r), (middle, y2 + r)),
            curve((middle + K * r, y2 + r), (middle + r, y2 + K * r), (middle + r, y2)),
            to(x4, y2),
            to(x4 + c, y2 - dust),
            to(x5 - c, y2 - dust),
            to(x5, y2),
            to(x5, y3),
            to(x5 - c, y3 + dust),
            to(x4 + c, y3 + dust),
            to(x4, y3),
            to(x4 - e, y4),
            to(x3 + e, y4),
            to(x3, y3),
            to(x3 - c, y3 + dust),
            to(x2 + c, y3 + dust),
            to(x2, y3),
            to(x2 - e, y4),
            to(x1 + e, y4),
            to(x1, y3),
            to(x0, y3 - s),
            to(x0, y2 + s),
            Segment::Close,
        ]
    }

    /// Returns the lines to fold, each with both ends.
    fn folds(&self) -> Vec<[f64; 4]> {
        let [_, x1, x2, x3, x4, x5] = self.across();
        let [_, y1, y2, y3, _] = self.down();
        let mut folds: Vec<[f64; 4]> = [x1, x2, x3, x4].map(|x| [x, y2, x, y3]).to_vec();
        folds.extend([
            [x1, y1, x2, y1],
            [x1, y2, x2, y2],
            [x2, y2, x3, y2],
            [x4, y2, x5, y2],
            [x1, y3, x5, y3],
        ]);
        folds
    }

    /// Returns the parts that are printed with colour, each with its bleed.
    fn painted(&self, bleed: f64) -> [Rect; 5] {
        let [_, x1, x2, x3, x4, x5] = self.across();
        let [y0, _, y2, y3, y4] = self.down();
        let part = |x: f64, y: f64, to_x: f64, to_y: f64| {
            Rect { x, y, width: to_x - x, height: to_y - y }.grown(bleed)
        };
        let dust = |x: f64, to_x: f64| part(x, y2 - self.dust(), to_x, y2);
        [part(x1, y2, x5, y3), part(x1, y0, x2, y2), part(x3, y3, x4, y4), dust(x2, x3), dust(x4, x5)]
    }

    /// Returns lines across the parts to be glued.
    fn hatching(&self) -> Vec<SceneItem> {
        /// Distance of two lines, in millimetres.
        const STEP: f64 = 4.0;
        let [x0, x1, x2, ..] = self.across();
        let [_, _, y2, y3, y4] = self.down();
        let stroke = || Stroke::plain(marks::GREY, 0.2);
        let (short, inset) = (2.0_f64.min(self.depth / 4.0), (self.height / 8.0).min(4.0) + 1.0);
        let steps = |from: f64, to: f64| {
            (0..).map(move |i| from + STEP * f64::from(i)).take_while(move |at| *at < to)
        };
        let flap =
            steps(y2 + inset, y3 - inset - short).map(|y| line(x0 + 1.5, y + short, x1 - 3.0, y, stroke()));
        let bottom =
            steps(x1 + 3.0, x2 - 3.0 - short).map(|x| line(x, y4 - 1.5, x + short, y3 + 3.0, stroke()));
        flap.chain(bottom.filter(|_| self.depth > 6.0)).collect()
    }
}

/// Returns the id of the box of a sheet, which is also the name of its file.
pub fn id_of(sheet: &SheetInfo) -> String {
    format!("{}-box", sheet.id)
}

/// Prints the tuck box of a sheet of components; `None` if it has none, or on an error.
pub fn print(
    press: &FaceRenderer,
    sheet: &SheetInfo,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let (ir, thickness) = (press.ir, sheet.tuck_box?);
    let SubjectInfo::Components(kind) = sheet.subject else { return None };
    if !request.only.is_empty() || request.since.is_some() {
        return None;
    }
    // Errors in these settings are reported with the sheet.
    let mut said = Vec::new();
    let paper = SheetSettings::of_sheet(&request.paper, &sheet.paper, &ir.print.paper).ok()?;
    let one = cards::size_of(ir, sheet, kind, &mut said)?;
    let shown = SheetAttributes::of(ir, sheet);
    let chosen = cards::components(ir, kind, &shown, request);
    let count: u64 = chosen.iter().map(|(_, copies)| u64::from(*copies)).sum();
    if count == 0 {
        return None;
    }
    let tuck_box = TuckBox::of(one, count, thickness);
    let Some((page, (x, y))) = place(&tuck_box, &paper) else {
        found.extend(misfit(ir, sheet, &paper, one, count));
        return None;
    };
    let mut job = PrintJob::new(press, &ir.print.label(&sheet.id));
    let colour = press.words.colour("back").or_else(|| press.words.colour(&ir.kinds[kind].id));
    let is_low = press.ink == Ink::Low;
    let colour = if is_low { [0xff; 3] } else { press.ink.of(colour.unwrap_or(BACK)) };
    let letters = data::colour(data::on(colour)).unwrap_or_default();
    let [_, x1, x2, x3, x4, _] = tuck_box.across();
    let [_, y1, y2, y3, _] = tuck_box.down();

    let mut items = Vec::new();
    let ground = || Fill { paint: Paint::Solid(colour), opacity: 1.0, even_odd: false, icon: None };
    for part in tuck_box.painted(paper.bleed).into_iter().filter(|_| !is_low) {
        let segments = rectangle(part.x, part.y, part.width, part.height);
        items.push(SceneItem::Path { segments, fill: Some(ground()), stroke: None });
    }
    let name = TitleText { text: curled(&ir.game.name, &press.language), colour: letters };
    let (inset, notch) = (6.0_f64.min(one.width / 8.0), tuck_box.notch());
    let front = Rect { x: x3, y: y2 + notch, width: x4 - x3, height: y3 - y2 - 2.0 * notch }.grown(-inset);
    items.push(name.fit_name(&mut job, front, 0, 30.0));
    let body =
        |x: f64| Rect { x: x + 1.0, y: y2 + 4.0, width: tuck_box.depth - 2.0, height: tuck_box.height - 8.0 };
    // Letters on narrow sides could not be read.
    if tuck_box.depth >= 6.0 {
        items.extend([x2, x4].map(|x| name.fit_name(&mut job, body(x), 1, 18.0)));
        // The lid is seen from the other side.
        let lid =
            Rect { x: x1 + 4.0, y: y1 + 1.0, width: tuck_box.width - 8.0, height: tuck_box.depth - 2.0 };
        items.push(name.fit_name(&mut job, lid, 2, 18.0));
    }
    if sheet.two_sided {
        let back = Rect { x: x1, y: y2, width: x2 - x1, height: y3 - y2 }.grown(-inset);
        items.push(name.fit_name(&mut job, back, 0, 30.0));
    } else {
        let sides = SheetSides { press, sheet, kind, shown: &shown, one, bleed: paper.bleed };
        items.extend(back_of_cards(&mut job, &sides, (x1, y2))?);
    }
    items.extend(tuck_box.hatching());
    items.extend(marks::cut_line(tuck_box.outline()));
    items.extend(tuck_box.folds().into_iter().flat_map(marks::fold_line));
    let Size { width, height } = tuck_box.unfolded();
    let items = vec![SceneItem::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items }];
    let inside = format!("{:.1} × {:.1} × {:.1} mm", tuck_box.width, tuck_box.height, tuck_box.depth);
    let what = format!("{} · {inside}", ir.print.display_name(&sheet.id));
    job.uncut_page(page, Rect { x, y, width, height }, &paper, items, &what);
    let how =
        "print on one side of card, at 100 %, cut along lines, fold along dashes, glue where it is hatched";
    let cards = count_noun(count, "card");
    job.finish(&id_of(sheet), format!("a tuck box for {cards}, {inside}"), how.to_owned(), found)
}

/// Draws the common back of the cards at a place, with its bleed in the clearance; `None` on an error, which
/// is reported with the sheet.
fn back_of_cards(job: &mut PrintJob, sides: &SheetSides, (x, y): (f64, f64)) -> Option<Option<SceneItem>> {
    let SheetSides { press, sheet, one, bleed, .. } = sides;
    let mut said = Vec::new();
    let face = cards::template(press, sheet, &sheet.back, "back", &mut said)?;
    let made =
        press.make(&sides.backs(&face, &[]), FaceEdge { size: *one, bleed: *bleed, safe: 0.0 }, &mut said);
    if said.iter().any(|d| d.severity == Severity::Error) {
        return None;
    }
    let b = *bleed as f32;
    let drawings = job.faces(made, [-b, -b, one.width as f32 + b, one.height as f32 + b]);
    // The bleed of the back fills the clearance.
    let half = CLEARANCE / 2.0;
    let segments = rectangle(-half, -half, one.width + CLEARANCE, one.height + CLEARANCE);
    Some(drawings.first().map(|drawing| SceneItem::Group {
        matrix: Matrix::shift(x + half, y + half),
        opacity: 1.0,
        clip: Some(Clip { segments, even_odd: false }),
        items: vec![SceneItem::Use { drawing: *drawing, matrix: Matrix::IDENTITY }],
    }))
}

/// Returns the page, portrait or landscape, and the position of the unfolded box in its middle; `None` if it
/// does not fit.
fn place(tuck_box: &TuckBox, paper: &SheetSettings) -> Option<(Size, (f64, f64))> {
    let Size { width, height } = tuck_box.unfolded();
    let rim = paper.margin + paper.bleed;
    let fits = |page: &Size| width <= page.width - 2.0 * rim && height <= page.height - 2.0 * rim;
    let page = [paper.size, paper.size.turned()].into_iter().find(fits)?;
    Some((page, ((page.width - width) / 2.0, (page.height - height) / 2.0)))
}

/// Reports the tuck box of a sheet, for as many cards, that does not fit a page.
pub fn misfit(
    ir: &Ir,
    sheet: &SheetInfo,
    paper: &SheetSettings,
    one: Size,
    count: u64,
) -> Option<Diagnostic> {
    let tuck_box = TuckBox::of(one, count, sheet.tuck_box?);
    if count == 0 || place(&tuck_box, paper).is_some() {
        return None;
    }
    let too_large = |id: &str, one, page| messages::tuck_box_too_large(id, count, one, page);
    Some(paper.misfit(ir, sheet, tuck_box.unfolded(), too_large))
}

/// The name of the game, in the colour of letters.
struct TitleText {
    text: String,
    colour: Rgb,
}

impl TitleText {
    /// Sets the name as large as it fits a rectangle, up to a size in points, turned by quarters clockwise.
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
            break_words: true,
        };
        let words = [Paragraph { text: self.text.clone(), ..Paragraph::default() }];
        let laid = job.shaper.lay(&words, &style, width, height);
        let matrix = Matrix::turned(quarters, width, height, part.x, part.y);
        SceneItem::Group { matrix, opacity: 1.0, clip: None, items: laid.items }
    }
}

//! Tuck boxes: one piece of card, cut out, folded and glued, in which the cards of a sheet fit.
//!
//! From the left: glue flap, back, side, front, side. The lid hangs on the back, the outer bottom on the
//! front.

use crate::diagnostics::{Diagnostic, count_noun};
use crate::ir::Ir;
use crate::ir::print::SheetInfo;
use crate::print::draw::scene::{Matrix, SceneItem, Segment, Stroke, line};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::messages::sheets as messages;
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::box_art::{BoxArt, BoxSides, filled};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::marks;
use crate::print::sheets::paper::SheetSettings;

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

    /// Returns the sides that show something.
    fn sides(&self) -> BoxSides {
        let [_, x1, x2, x3, x4, x5] = self.across();
        let [_, y1, y2, y3, _] = self.down();
        let side = |x: f64, y: f64, to_x: f64, to_y: f64| Rect { x, y, width: to_x - x, height: to_y - y };
        BoxSides {
            back: side(x1, y2, x2, y3),
            front: side(x3, y2, x4, y3),
            sides: [side(x2, y2, x3, y3), side(x4, y2, x5, y3)],
            lid: side(x1, y1, x2, y2),
            notch: self.notch(),
            rim: 1.0,
            turned: false,
        }
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
    // Errors in these settings are reported with the sheet.
    let mut said = Vec::new();
    let paper = SheetSettings::of_sheet(&request.paper, &sheet.paper, &ir.print.paper).ok()?;
    let art = BoxArt::of(press, sheet, request, &mut said)?;
    let (one, count) = (art.one, art.count);
    let tuck_box = TuckBox::of(one, count, thickness.of_card(paper.duplex));
    let Some((page, (x, y))) = place(&tuck_box, &paper) else {
        found.extend(misfit(ir, sheet, &paper, one, count));
        return None;
    };
    let mut job = PrintJob::new(press, &ir.print.label(&sheet.id));

    let mut items = Vec::new();
    if let Some(ground) = art.ground() {
        items.extend(tuck_box.painted(paper.bleed).map(|part| filled(part, ground)));
    }
    items.extend(art.draw(&mut job, &tuck_box.sides(), paper.bleed, &mut said)?);
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
    let tuck_box = TuckBox::of(one, count, sheet.tuck_box?.of_card(paper.duplex));
    if count == 0 || place(&tuck_box, paper).is_some() {
        return None;
    }
    let too_large = |id: &str, one, page| messages::tuck_box_too_large(id, count, one, page);
    Some(paper.misfit(ir, sheet, tuck_box.unfolded(), too_large))
}

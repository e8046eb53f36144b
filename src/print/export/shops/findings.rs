//! Problems of faces that a print shop would find.

use crate::ir::ToIndex;
use crate::print::messages::export as messages;
use resvg::tiny_skia::Pixmap;

use crate::diagnostics::Diagnostic;
use crate::print::draw::scene::{Matrix, SceneItem, Segment};
use crate::print::export::job::ExportJob;
use crate::print::export::shops::fit::FacePlacement;
use crate::print::export::shops::shop::Shop;
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::game::places::attach_to_sheet;
use crate::print::sheets::batch::{Batch, BatchChunk, CutShape};
use crate::print::text::outlines::Outlines;
use crate::threads::in_parallel;

/// Problems of the faces of a batch.
#[derive(Default)]
pub struct Findings {
    /// Faces with text outside the safe zone, its distance from the cut in millimetres, and the number of
    /// each in the batch.
    pub outside: Vec<(String, f64, usize)>,
    /// Faces without bleed, each with its number in the batch.
    pub bare: Vec<(String, usize)>,
    /// The distance of the text nearest to the cut, in millimetres, and its face.
    pub nearest: Option<(f64, String)>,
}

impl Findings {
    /// Adds the findings on a face: the bounds of its letters in its own coordinates, and whether its bleed
    /// is white.
    pub fn add(
        &mut self,
        batch: &Batch,
        number: usize,
        ink: Option<[f64; 4]>,
        place: &FacePlacement,
        shop: Shop,
        bare: bool,
    ) {
        let face = &batch.faces[number];
        let of = if face.of.is_back() { "the back".to_owned() } else { format!("`{}`", face.title) };
        if let Some(ink) = ink {
            let distance = place.distance_from_cut(ink);
            if distance < shop.safe() - 0.01 {
                self.outside.push((of.clone(), distance, number));
            }
            if self.nearest.as_ref().is_none_or(|(d, _)| distance < *d) {
                self.nearest = Some((distance, of.clone()));
            }
        }
        if bare {
            self.bare.push((of, number));
        }
    }

    /// Adds warnings about a batch to `found`.
    pub fn tell(
        &self,
        (press, batch): (&FaceRenderer, &Batch),
        shop: Shop,
        place: &FacePlacement,
        found: &mut Vec<Diagnostic>,
    ) {
        // Faces of one sheet are laid out alike, so only the one whose letter is nearest to the cut is named.
        if let Some((of, distance, number)) = self.outside.iter().min_by(|a, b| a.1.total_cmp(&b.1)) {
            let template = batch.wanted(*number).template;
            let is_own = press.file_of(&template).is_some();
            let others = self.outside.len() - 1;
            let mend = messages::move_text_box(&template, is_own);
            let d = messages::letter_near_cut(shop.name(), (of, others), (*distance, shop.safe()), &mend);
            found.push(match press.ir.print.sheets.iter().find(|sheet| sheet.id == batch.sheet) {
                Some(sheet) if !is_own => attach_to_sheet(press.ir, sheet, d),
                _ => press.at_view_box(d, &template),
            });
        }
        // A template without bleed affects all its faces, so only the first is named.
        if let Some(((first, number), others)) = self.bare.split_first() {
            let d = messages::white_bleed_for_shop(first, others.len(), mend_bleed(place));
            found.push(press.at_view_box(d, &batch.wanted(*number).template));
        }
    }
}

/// The way out for letters outside the safe zone.
pub const MEND_LETTERS: &str = "move its text box inwards";

/// Returns the way out for a bleed that is left white.
pub fn mend_bleed(place: &FacePlacement) -> String {
    messages::draw_beyond_cut(place.beyond_cut())
}

/// Returns whether any pixel beyond the cut, and within the bleed, is not drawn.
pub fn is_bare(picture: &Pixmap, dpi: f64, place: &FacePlacement) -> bool {
    let (x, y) = place.product.bleed();
    let pixels = |mm: f64| mm / 25.4 * dpi;
    let (left, above) = (pixels(x).floor() as usize, pixels(y).floor() as usize);
    let (width, height) = (picture.width().index(), picture.height().index());
    let radius = pixels(place.product.cut.width) / 2.0;
    let is_beyond = |x: usize, y: usize| match place.product.shape {
        CutShape::Rectangle => y < above || y >= height - above || x < left || x >= width - left,
        CutShape::Round => {
            let (dx, dy) = (x as f64 + 0.5 - width as f64 / 2.0, y as f64 + 0.5 - height as f64 / 2.0);
            let distance = libm::hypot(dx, dy);
            distance > radius && distance < width as f64 / 2.0
        }
    };
    let mut rows = picture.pixels().chunks_exact(width).enumerate();
    rows.any(|(y, row)| row.iter().enumerate().any(|(x, p)| p.alpha() < 250 && is_beyond(x, y)))
}

/// Returns the bounds of the glyphs and icons in the texts of each face, in its own coordinates.
pub fn letters(job: &ExportJob, made: &BatchChunk) -> Vec<Option<[f64; 4]>> {
    in_parallel(
        made.faces,
        job.press.threads,
        || Outlines::new(job.press.fonts),
        |outlines, items| {
            let mut bounds = None;
            ink(items, outlines, Matrix::IDENTITY, &mut bounds);
            bounds.map(|b: [f32; 4]| b.map(f64::from))
        },
    )
}

fn ink(items: &[SceneItem], outlines: &mut Outlines, at: Matrix, bounds: &mut Option<[f32; 4]>) {
    let mut add = |(x, y): (f32, f32)| {
        let b = bounds.get_or_insert([x, y, x, y]);
        *b = [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)];
    };
    for item in items {
        match item {
            SceneItem::Text(run) if run.hidden.is_none() => {
                for glyph in &run.glyphs {
                    let here = Matrix([run.size, 0.0, 0.0, run.size, glyph.x, glyph.y]).then(at);
                    for segment in outlines.glyph(run.font, glyph.id) {
                        match *segment {
                            Segment::Move(x, y) | Segment::Line(x, y) | Segment::Curve(.., x, y) => {
                                add(here.point(x, y))
                            }
                            Segment::Close => {}
                        }
                    }
                }
            }
            // An icon in a text is moved to a square; the drawing of the face itself is not moved.
            SceneItem::Use { matrix, .. } if *matrix != Matrix::IDENTITY => {
                let here = matrix.then(at);
                add(here.point(0.0, 0.0));
                add(here.point(1.0, 1.0));
            }
            _ => {}
        }
    }
    for item in items {
        if let SceneItem::Group { matrix, items, .. } = item {
            ink(items, outlines, matrix.then(at), bounds);
        }
    }
}

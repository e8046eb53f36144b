//! Finds faces that leave their bleed white: a cut that is a little off would then show a white edge.

use crate::ir::ToIndex;
use crate::print::messages::export as messages;
use std::collections::{BTreeMap, BTreeSet};

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::diagnostics::Diagnostic;
use crate::print::draw::scene::{Clip, Drawing, Matrix, Picture, Pixels, Rgb, SceneItem, Segment, rectangle};
use crate::print::draw::units::Size;
use crate::print::face::face_problems::and_more;
use crate::print::face::face_renderer::{FaceRenderer, FaceRequest};
use crate::print::face::raster::{Painter, RasterView};
use crate::print::inks::ink::Ink;
use crate::print::inks::spots::hide;
use crate::threads::in_parallel;

/// Resolution at which faces are examined, in pixels per millimetre.
const DENSITY: f64 = 6.0;
/// Maximum width and height of an examined face, in pixels; larger faces are examined at a lower resolution.
const LONGEST: f64 = 2400.0;
/// Distances within the cut at which a colour counts as touching it, in millimetres.
const INSIDE: f64 = 0.3;
/// Minimum length of the white edge, in millimetres.
const SEEN: f64 = 1.5;
/// Maximum number of examined drawings of a sheet. The faces of a template mostly have the same edge.
const MOST: usize = 256;
/// Lengths that differ by less than this are equal, in millimetres.
const NEAR: f32 = 0.01;
/// The least part of a colour that counts as white.
const WHITE: u8 = 0xf4;

/// The shape that is cut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutShape {
    /// The whole rectangle.
    Rectangle,
    /// A circle that touches the edges.
    Round,
}

/// A point on the cut, and the direction outwards.
type EdgePoint = ((f64, f64), (f64, f64));

/// The bleed of the faces of a sheet.
pub struct BleedCheck<'a> {
    press: &'a FaceRenderer<'a>,
    size: Size,
    bleed: f64,
    shape: CutShape,
    /// Colours that are printed on their own, or not at all.
    spots: Vec<Rgb>,
    looked_at: usize,
    /// Indices of the faces with a white edge.
    bare: Vec<usize>,
}

impl<'a> BleedCheck<'a> {
    /// Creates the check of a sheet; lengths are millimetres.
    pub fn new(press: &'a FaceRenderer<'a>, size: Size, bleed: f64, shape: CutShape) -> BleedCheck<'a> {
        let spots = press.ir.print.spots.iter().map(|spot| spot.colour).collect();
        BleedCheck { press, size, bleed, shape, spots, looked_at: 0, bare: Vec::new() }
    }

    /// Checks faces, the first of which has the number `first` in the sheet.
    pub fn look(&mut self, faces: &[Vec<SceneItem>], drawings: &[Drawing], first: usize) {
        // With little ink, areas are outlines.
        if self.bleed < INSIDE || self.press.ink == Ink::Low {
            return;
        }
        let drawing_of = |face: &Vec<SceneItem>| match face.first() {
            Some(SceneItem::Use { drawing, .. }) => Some(*drawing),
            _ => None,
        };
        let all: BTreeSet<u32> = faces.iter().filter_map(drawing_of).collect();
        let b = self.bleed as f32;
        let whole = [-b, -b, self.size.width as f32 + b, self.size.height as f32 + b];
        let is_open =
            |n: &u32| drawings.get(n.index()).is_some_and(|d| !covers(&d.items, Matrix::IDENTITY, whole));
        let open: Vec<u32> = all.into_iter().filter(is_open).take(MOST - self.looked_at.min(MOST)).collect();
        self.looked_at += open.len();
        let bare = in_parallel(
            &open,
            self.press.threads,
            || Painter::new(self.press.fonts),
            |painter, n| self.is_bare(painter, &drawings[n.index()].items, drawings),
        );
        let bare: BTreeSet<u32> =
            open.into_iter().zip(bare).filter(|(_, bare)| *bare).map(|(n, _)| n).collect();
        let is_bare = |face: &Vec<SceneItem>| drawing_of(face).is_some_and(|n| bare.contains(&n));
        self.bare.extend((first..).zip(faces).filter(|(_, face)| is_bare(face)).map(|(i, _)| i));
    }

    /// Warns of the faces with a white edge, once for each template.
    pub fn tell(&self, wanted: &dyn Fn(usize) -> FaceRequest, found: &mut Vec<Diagnostic>) {
        let mut templates: BTreeMap<String, (String, usize)> = BTreeMap::new();
        for FaceRequest { template, of, .. } in self.bare.iter().map(|i| wanted(*i)) {
            templates.entry(template).or_insert((of, 0)).1 += 1;
        }
        for (template, (of, count)) in templates {
            let of = and_more(of, count - 1);
            let d = messages::white_bleed(&template, &of, self.bleed);
            found.push(self.press.at_view_box(d, &template));
        }
    }

    /// Returns whether a colour ends at the cut that should go on to the end of the bleed.
    fn is_bare(&self, painter: &mut Painter, items: &[SceneItem], drawings: &[Drawing]) -> bool {
        let (width, height) = (self.size.width + 2.0 * self.bleed, self.size.height + 2.0 * self.bleed);
        let density = DENSITY.min(LONGEST / width.max(height));
        let (scale, shift) = (density as f32, (self.bleed * density) as f32);
        let matrix = Matrix([scale, 0.0, 0.0, scale, shift, shift]);
        let pixels = |mm: f64| (mm * density).ceil() as u32;
        let mut items = items.to_vec();
        hide(&mut items, &self.spots);
        let view = RasterView { width: pixels(width), height: pixels(height), matrix };
        let Some(picture) = painter.paint(&items, drawings, view) else { return false };
        let at = |x: f64, y: f64| {
            let pixel = |mm: f64| ((mm + self.bleed).max(0.0) * density) as u32;
            is_white(&picture, pixel(x), pixel(y))
        };
        // Depths from the cut outwards, to just before the bleed ends.
        let depths = [0.35, 0.65, 1.0].map(|part| part * (self.bleed - 1.0 / density));
        let step = 1.0 / density;
        let white = self.edge(step).filter(|((x, y), (out_x, out_y))| {
            !at(x - out_x * INSIDE, y - out_y * INSIDE)
                && depths.iter().any(|d| at(x + out_x * d, y + out_y * d))
        });
        white.count() as f64 * step >= SEEN
    }

    /// Returns points along the cut.
    fn edge(&self, step: f64) -> Box<dyn Iterator<Item = EdgePoint>> {
        let Size { width, height } = self.size;
        match self.shape {
            CutShape::Rectangle => {
                let along = move |length: f64| (1..(length / step) as usize).map(move |n| n as f64 * step);
                let across =
                    along(width).flat_map(move |x| [((x, 0.0), (0.0, -1.0)), ((x, height), (0.0, 1.0))]);
                let down =
                    along(height).flat_map(move |y| [((0.0, y), (-1.0, 0.0)), ((width, y), (1.0, 0.0))]);
                Box::new(across.chain(down))
            }
            CutShape::Round => {
                let radius = width / 2.0;
                let count = (std::f64::consts::TAU * radius / step) as usize;
                Box::new((0..count).map(move |n| {
                    let (y, x) = libm::sincos(n as f64 * step / radius);
                    ((radius + x * radius, radius + y * radius), (x, y))
                }))
            }
        }
    }
}

/// Returns whether a pixel is white, or not drawn, on white paper.
fn is_white(picture: &Pixmap, x: u32, y: u32) -> bool {
    let pixel = picture.pixel(x.min(picture.width() - 1), y.min(picture.height() - 1));
    pixel.is_none_or(|p: PremultipliedColorU8| {
        [p.red(), p.green(), p.blue()].iter().all(|part| part.saturating_add(255 - p.alpha()) >= WHITE)
    })
}

/// Returns whether an item covers a rectangle: an opaque rectangle or picture.
fn covers(items: &[SceneItem], at: Matrix, whole: [f32; 4]) -> bool {
    items.iter().any(|item| match item {
        SceneItem::Path { segments, fill: Some(fill), .. } if fill.opacity >= 1.0 => {
            is_rectangle_over(segments, at, whole)
        }
        SceneItem::Group { matrix, opacity, clip, items } if *opacity >= 1.0 => {
            let inner = matrix.then(at);
            let is_open = |clip: &Clip| is_rectangle_over(&clip.segments, inner, whole);
            clip.as_ref().is_none_or(is_open) && covers(items, inner, whole)
        }
        SceneItem::Picture { picture, matrix } if is_opaque(picture) => {
            is_rectangle_over(&rectangle(0.0, 0.0, 1.0, 1.0), matrix.then(at), whole)
        }
        _ => false,
    })
}

fn is_opaque(picture: &Picture) -> bool {
    matches!(picture.data, Pixels::Jpeg(..) | Pixels::Png(_, false))
}

/// Returns whether an outline is an upright rectangle that contains another.
fn is_rectangle_over(segments: &[Segment], at: Matrix, [left, top, right, bottom]: [f32; 4]) -> bool {
    let [Segment::Move(a, b), Segment::Line(c, d), Segment::Line(e, f), Segment::Line(g, h), Segment::Close] =
        segments[..]
    else {
        return false;
    };
    let corners = [(a, b), (c, d), (e, f), (g, h)].map(|(x, y)| at.point(x, y));
    let [(x1, y1), (x2, y2), (x3, y3), (x4, y4)] = corners;
    let is_upright =
        (x1 == x2 && y2 == y3 && x3 == x4 && y4 == y1) || (y1 == y2 && x2 == x3 && y3 == y4 && x4 == x1);
    let (xs, ys) = (corners.map(|(x, _)| x), corners.map(|(_, y)| y));
    let least = |of: [f32; 4]| of.into_iter().fold(f32::INFINITY, f32::min);
    let most = |of: [f32; 4]| of.into_iter().fold(f32::NEG_INFINITY, f32::max);
    let reaches = least(xs) <= left + NEAR && least(ys) <= top + NEAR;
    is_upright && reaches && most(xs) >= right - NEAR && most(ys) >= bottom - NEAR
}

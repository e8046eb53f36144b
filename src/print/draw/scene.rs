//! The display list. Lengths are millimetres; x goes right and y goes down.

use std::sync::Arc;

use crate::print::draw::profile::ColourProfile;

/// An affine transformation: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`, in the order a, b, c, d, e, f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [f32; 6]);

impl Matrix {
    /// The identity transformation.
    pub const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Returns a translation.
    pub fn shift(x: f64, y: f64) -> Matrix {
        Matrix([1.0, 0.0, 0.0, 1.0, x as f32, y as f32])
    }

    /// Returns a rotation of a rectangle of this size by quarter turns clockwise, followed by a translation
    /// that moves the upper left corner of the rotated rectangle to (x, y).
    pub fn turned(quarters: u8, width: f64, height: f64, x: f64, y: f64) -> Matrix {
        let (x, y, w, h) = (x as f32, y as f32, width as f32, height as f32);
        match quarters % 4 {
            0 => Matrix([1.0, 0.0, 0.0, 1.0, x, y]),
            1 => Matrix([0.0, 1.0, -1.0, 0.0, x + h, y]),
            2 => Matrix([-1.0, 0.0, 0.0, -1.0, x + w, y + h]),
            _ => Matrix([0.0, -1.0, 1.0, 0.0, x, y + w]),
        }
    }

    /// Returns the factor by which the unit along the longer of its axes is stretched.
    pub fn stretch(self) -> f32 {
        let [a, b, c, d, ..] = self.0;
        (a * a + b * b).max(c * c + d * d).sqrt()
    }

    /// Returns the composition: first `self`, then `next`.
    pub fn then(self, next: Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Matrix([
            a * p + b * r,
            a * q + b * s,
            c * p + d * r,
            c * q + d * s,
            e * p + f * r + t,
            e * q + f * s + u,
        ])
    }

    /// Transforms a point.
    pub fn point(self, x: f32, y: f32) -> (f32, f32) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// Returns the bounds of a transformed rectangle. Both are left, top, right, bottom.
    pub fn bounds(self, [left, top, right, bottom]: [f32; 4]) -> [f32; 4] {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let points = corners.map(|(x, y)| self.point(x, y));
        let start = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        points.iter().fold(start, |b, (x, y)| [b[0].min(*x), b[1].min(*y), b[2].max(*x), b[3].max(*y)])
    }
}

/// A colour as red, green, blue.
pub type Rgb = [u8; 3];

/// A segment of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a new contour at a point.
    Move(f32, f32),
    /// A straight line to a point.
    Line(f32, f32),
    /// A cubic Bézier curve: two control points and the end point.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Closes the contour with a line to its start.
    Close,
}

/// Returns the left, top, right and bottom edge of a transformed outline, control points included; `None` if
/// it has no point.
pub fn outline_bounds(segments: &[Segment], at: Matrix) -> Option<[f32; 4]> {
    let mut bounds: Option<[f32; 4]> = None;
    let mut see = |x: f32, y: f32| {
        let (x, y) = at.point(x, y);
        bounds = Some(bounds.map_or([x, y, x, y], |[l, t, r, b]| [l.min(x), t.min(y), r.max(x), b.max(y)]));
    };
    for segment in segments {
        match *segment {
            Segment::Move(x, y) | Segment::Line(x, y) => see(x, y),
            Segment::Curve(a, b, c, d, x, y) => {
                [(a, b), (c, d), (x, y)].into_iter().for_each(|(x, y)| see(x, y))
            }
            Segment::Close => {}
        }
    }
    bounds
}

/// A linear or radial gradient.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// The start point, in the gradient's own coordinates.
    pub from: (f32, f32),
    /// The end point, in the gradient's own coordinates.
    pub to: (f32, f32),
    /// The radii at start and end; `None` for a linear gradient.
    pub radii: Option<(f32, f32)>,
    /// The transformation from its own coordinates to those of the filled outline.
    pub matrix: Matrix,
    /// The colours with their positions, between 0 and 1.
    pub stops: Vec<(f32, Rgb)>,
}

/// The colour or colours of a fill or stroke.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One colour, as red, green and blue.
    Solid(Rgb),
    /// A gradient, which several outlines may share.
    Gradient(Arc<Gradient>),
    /// Black on every plate of a print shop, as marks are printed.
    Registration,
}

/// The fill of an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// The colour or colours of the interior.
    pub paint: Paint,
    /// Opacity, from 0 (invisible) to 1.
    pub opacity: f32,
    /// True if the even-odd rule determines the interior.
    pub even_odd: bool,
    /// The longer side in millimetres of the icon that it is part of. All fills of the icon have the same
    /// paint.
    pub icon: Option<f32>,
}

/// The stroke of an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// The colour or colours of the line.
    pub paint: Paint,
    /// Opacity, from 0 (invisible) to 1.
    pub opacity: f32,
    /// Width of the line.
    pub width: f32,
    /// Line cap: 0 butt, 1 round, 2 square.
    pub cap: u8,
    /// Line join: 0 mitre, 1 round, 2 bevel.
    pub join: u8,
    /// Mitre limit, in line widths.
    pub miter: f32,
    /// Lengths of dashes and gaps.
    pub dashes: Vec<f32>,
    /// Offset into the dash pattern.
    pub dash_from: f32,
}

impl Stroke {
    /// Creates a solid opaque stroke.
    pub fn plain(colour: Rgb, width: f32) -> Stroke {
        Stroke {
            paint: Paint::Solid(colour),
            opacity: 1.0,
            width,
            cap: 0,
            join: 0,
            miter: 4.0,
            dashes: Vec::new(),
            dash_from: 0.0,
        }
    }
}

/// An outline to which items are clipped.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// The outline, in the coordinates of the items.
    pub segments: Vec<Segment>,
    /// True if the even-odd rule determines the interior.
    pub even_odd: bool,
}

/// A glyph and its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its index in the font.
    pub id: u16,
    /// Origin, from the left.
    pub x: f32,
    /// Origin, from above.
    pub y: f32,
}

/// Glyphs of one font and size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GlyphRun {
    /// Index of the font.
    pub font: u16,
    /// Font size, in millimetres.
    pub size: f32,
    /// Colour of all its glyphs.
    pub colour: Rgb,
    /// The glyphs, from left to right.
    pub glyphs: Vec<Glyph>,
    /// True if black text replaces the inks below it, on which it would overprint.
    pub replaces: bool,
    /// For invisible text, which serves search and copy: the width to which it is stretched.
    pub hidden: Option<f32>,
}

/// An item of the display list.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneItem {
    /// An outline, filled, stroked or both.
    Path {
        /// Its segments, in drawing order.
        segments: Vec<Segment>,
        /// The fill; none is transparent.
        fill: Option<Fill>,
        /// The stroke, on top of the fill.
        stroke: Option<Stroke>,
    },
    /// A group of items.
    Group {
        /// The transformation of the group.
        matrix: Matrix,
        /// Opacity of the group as a whole, from 0 (invisible) to 1.
        opacity: f32,
        /// The clip, in the group's own coordinates.
        clip: Option<Clip>,
        /// The items in drawing order, in the group's own coordinates.
        items: Vec<SceneItem>,
    },
    /// Text, as glyphs at their positions.
    Text(GlyphRun),
    /// A picture in the unit square.
    Picture {
        /// The picture, which several items may share.
        picture: Arc<Picture>,
        /// The transformation of the unit square.
        matrix: Matrix,
    },
    /// A reference to a shared drawing.
    Use {
        /// Index of the drawing.
        drawing: u32,
        /// The transformation of the drawing.
        matrix: Matrix,
    },
}

impl SceneItem {
    /// Replaces the index of every drawing that the item refers to.
    pub fn renumber(&mut self, to: &dyn Fn(u32) -> u32) {
        match self {
            SceneItem::Use { drawing, .. } => *drawing = to(*drawing),
            SceneItem::Group { items, .. } => items.iter_mut().for_each(|item| item.renumber(to)),
            SceneItem::Path { .. } | SceneItem::Text(_) | SceneItem::Picture { .. } => {}
        }
    }
}

/// A raster picture.
#[derive(Debug, PartialEq)]
pub struct Picture {
    /// A hash of the file.
    pub key: u64,
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// The encoded file of the picture.
    pub data: Pixels,
    /// True if it is printed in greyscale.
    pub grey: bool,
    /// The profile of its colours; `None` if they are sRGB.
    pub profile: Option<Arc<ColourProfile>>,
    /// The reason why the profile in its file is not used.
    pub profile_fault: Option<String>,
    /// True if a tag of the file asks to show it turned or mirrored, which is not done.
    pub asks_to_be_turned: bool,
}

/// The file of a picture. Pixels take fifty times as much memory, so they are decoded when used, and dropped
/// again.
#[derive(Debug, PartialEq)]
pub enum Pixels {
    /// A JPEG, and its number of channels.
    Jpeg(Arc<Vec<u8>>, u8),
    /// A PNG, and whether it has transparency.
    Png(Arc<Vec<u8>>, bool),
}

/// A drawing that several items refer to by its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The clip rectangle: left, top, right, bottom.
    pub bounds: [f32; 4],
    /// The items in drawing order, in millimetres.
    pub items: Vec<SceneItem>,
}

/// Returns a rectangle as an outline.
pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Segment> {
    let (x, y, r, b) = (x as f32, y as f32, (x + width) as f32, (y + height) as f32);
    vec![Segment::Move(x, y), Segment::Line(r, y), Segment::Line(r, b), Segment::Line(x, b), Segment::Close]
}

/// Returns a straight line.
pub fn line(x: f64, y: f64, to_x: f64, to_y: f64, stroke: Stroke) -> SceneItem {
    let segments = vec![Segment::Move(x as f32, y as f32), Segment::Line(to_x as f32, to_y as f32)];
    SceneItem::Path { segments, fill: None, stroke: Some(stroke) }
}

/// Returns a circle as an outline.
pub fn circle(x: f64, y: f64, radius: f64) -> Vec<Segment> {
    let (x, y, r) = (x as f32, y as f32, radius as f32);
    // The usual distance of the control points for a quarter circle.
    let k = r * 0.552_284_8;
    vec![
        Segment::Move(x + r, y),
        Segment::Curve(x + r, y + k, x + k, y + r, x, y + r),
        Segment::Curve(x - k, y + r, x - r, y + k, x - r, y),
        Segment::Curve(x - r, y - k, x - k, y - r, x, y - r),
        Segment::Curve(x + k, y - r, x + r, y - k, x + r, y),
        Segment::Close,
    ]
}

//! What is drawn: a small display list. Lengths are millimetres; x goes right and y goes down.

use std::sync::Arc;

/// `x' = a·x + c·y + e`, `y' = b·x + d·y + f`, in the order a, b, c, d, e, f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Matrix(pub [f32; 6]);

impl Matrix {
    /// Everything stays where it is.
    pub const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// A shift.
    pub fn shift(x: f64, y: f64) -> Matrix {
        Matrix([1.0, 0.0, 0.0, 1.0, x as f32, y as f32])
    }

    /// Turned about the middle of a rectangle of this size, in quarters clockwise, and then shifted so that the turned rectangle's
    /// top left corner comes to a place.
    pub fn turned(quarters: u8, width: f64, height: f64, x: f64, y: f64) -> Matrix {
        let (x, y, w, h) = (x as f32, y as f32, width as f32, height as f32);
        match quarters % 4 {
            0 => Matrix([1.0, 0.0, 0.0, 1.0, x, y]),
            1 => Matrix([0.0, 1.0, -1.0, 0.0, x + h, y]),
            2 => Matrix([-1.0, 0.0, 0.0, -1.0, x + w, y + h]),
            _ => Matrix([0.0, -1.0, 1.0, 0.0, x, y + w]),
        }
    }

    /// First `self`, then `next`.
    pub fn then(self, next: Matrix) -> Matrix {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (self.0, next.0);
        Matrix([a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u])
    }

    /// Where a point comes to.
    pub fn point(self, x: f32, y: f32) -> (f32, f32) {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }
}

/// Red, green, blue.
pub type Colour = [u8; 3];

/// A part of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// A new line begins here.
    Move(f32, f32),
    /// Straight on to here.
    Line(f32, f32),
    /// A cubic curve: two controls and where it ends.
    Curve(f32, f32, f32, f32, f32, f32),
    /// Back to where it began.
    Close,
}

/// A linear or radial course of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient {
    /// From and to, as x and y; and, where it is radial, the radius of each.
    pub from: (f32, f32),
    /// Where it ends.
    pub to: (f32, f32),
    /// The radii.
    pub radii: Option<(f32, f32)>,
    /// From its own coordinates to those of what it fills.
    pub matrix: Matrix,
    /// Where between 0 and 1 which colour is.
    pub stops: Vec<(f32, Colour)>,
}

/// What an area is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Paint {
    /// One colour.
    Solid(Colour),
    /// Several.
    Gradient(Arc<Gradient>),
}

/// How an outline is filled.
#[derive(Clone, Debug, PartialEq)]
pub struct Fill {
    /// With what.
    pub paint: Paint,
    /// 0 to 1.
    pub opacity: f32,
    /// What is inside is said by the even-odd rule.
    pub even_odd: bool,
}

/// How an outline is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// With what.
    pub paint: Paint,
    /// 0 to 1.
    pub opacity: f32,
    /// How wide.
    pub width: f32,
    /// 0 butt, 1 round, 2 square.
    pub cap: u8,
    /// 0 mitre, 1 round, 2 bevel.
    pub join: u8,
    /// How far mitres may go, in widths.
    pub miter: f32,
    /// Lengths of dashes and gaps.
    pub dashes: Vec<f32>,
    /// Where in them it begins.
    pub dash_from: f32,
}

impl Stroke {
    /// A plain line.
    pub fn plain(colour: Colour, width: f32) -> Stroke {
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

/// An outline that bounds what is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    /// The outline.
    pub segments: Vec<Segment>,
    /// By the even-odd rule.
    pub even_odd: bool,
}

/// A glyph and where its origin is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Its number in the font.
    pub id: u16,
    /// Where.
    pub x: f32,
    /// Where.
    pub y: f32,
}

/// Glyphs of one font and size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Which of the fonts.
    pub font: u16,
    /// Millimetres.
    pub size: f32,
    /// Colour.
    pub colour: Colour,
    /// From left to right.
    pub glyphs: Vec<Glyph>,
    /// Drawn for those who search and copy, and not to be seen: stretched to this width.
    pub hidden: Option<f32>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// An outline.
    Path {
        /// The outline.
        segments: Vec<Segment>,
        /// What is inside.
        fill: Option<Fill>,
        /// The line itself, on top.
        stroke: Option<Stroke>,
    },
    /// Several things as one.
    Group {
        /// Where they come to.
        matrix: Matrix,
        /// 0 to 1.
        opacity: f32,
        /// What bounds them, in their own coordinates.
        clip: Option<Clip>,
        /// The things.
        items: Vec<Item>,
    },
    /// Text.
    Text(Run),
    /// A picture, which fills the square from 0, 0 to 1, 1.
    Picture {
        /// Which.
        picture: Arc<Picture>,
        /// Where the square comes to.
        matrix: Matrix,
    },
    /// A drawing that is shared.
    Use {
        /// Which of the drawings.
        drawing: u32,
        /// Where it comes to.
        matrix: Matrix,
    },
}

impl Item {
    /// Gives the drawings that it uses other numbers.
    pub fn renumber(&mut self, to: &dyn Fn(u32) -> u32) {
        match self {
            Item::Use { drawing, .. } => *drawing = to(*drawing),
            Item::Group { items, .. } => items.iter_mut().for_each(|item| item.renumber(to)),
            Item::Path { .. } | Item::Text(_) | Item::Picture { .. } => {}
        }
    }
}

/// A picture of pixels.
#[derive(Debug, PartialEq)]
pub struct Picture {
    /// What tells it from others: a hash of the file.
    pub key: u64,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The file that holds it.
    pub data: Pixels,
    /// It is printed without colours.
    pub grey: bool,
}

/// The file of a picture. Pixels take fifty times as much memory, so they are decoded where they are used, and dropped again.
#[derive(Debug, PartialEq)]
pub enum Pixels {
    /// A JPEG, and how many channels it has.
    Jpeg(Arc<Vec<u8>>, u8),
    /// A PNG, and whether what is transparent in it counts.
    Png(Arc<Vec<u8>>, bool),
}

/// A drawing that several things share.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// Left, top, right, bottom: nothing outside is drawn.
    pub bounds: [f32; 4],
    /// What is drawn.
    pub items: Vec<Item>,
}

/// A rectangle as an outline.
pub fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Segment> {
    let (x, y, r, b) = (x as f32, y as f32, (x + width) as f32, (y + height) as f32);
    vec![Segment::Move(x, y), Segment::Line(r, y), Segment::Line(r, b), Segment::Line(x, b), Segment::Close]
}

/// A straight line.
pub fn line(x: f64, y: f64, to_x: f64, to_y: f64, stroke: Stroke) -> Item {
    let segments = vec![Segment::Move(x as f32, y as f32), Segment::Line(to_x as f32, to_y as f32)];
    Item::Path { segments, fill: None, stroke: Some(stroke) }
}

/// A circle as an outline.
pub fn circle(x: f64, y: f64, radius: f64) -> Vec<Segment> {
    let (x, y, r) = (x as f32, y as f32, radius as f32);
    // The usual distance of a quarter's controls from its ends.
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

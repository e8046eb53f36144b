//! Hashes of what items look like: to find parts that many faces have, and pages that have changed.

use crate::hash::{WideHasher, wide_hash};
use crate::ir::ToIndex;
use crate::print::draw::scene::{Clip, Fill, Matrix, Paint, Picture, SceneItem, Segment, Stroke};

/// Number of segments from which on drawing once is shorter than drawing again.
pub const WORTH: usize = 12;

/// The appearance of an item, and the amount of drawing in it, which decides whether sharing it saves space.
#[derive(Clone, Copy, Default)]
pub struct ItemAppearance {
    hash: WideHasher,
    /// The number of segments of its outlines; a gradient counts as [`WORTH`].
    pub segments: usize,
}

impl ItemAppearance {
    /// Returns the hash of what was added.
    pub fn hash(&self) -> u128 {
        self.hash.finish()
    }

    /// Begins a group, whose items follow.
    pub fn begin_group(&mut self, matrix: &Matrix, opacity: f32, clip: Option<&Clip>) {
        self.floats(&[7.0, opacity]);
        self.floats(&matrix.0);
        if let Some(Clip { segments, even_odd }) = clip {
            self.add(u64::from(*even_odd));
            self.outline(segments);
        }
    }

    /// Adds an item of a group.
    pub fn inner(&mut self, item: ItemAppearance) {
        self.hash.add_hash(item.hash());
        self.segments += item.segments;
    }

    /// Ends a group.
    pub fn end_group(&mut self) {
        self.add(8);
    }

    /// Adds a picture.
    pub fn picture(&mut self, picture: &Picture, matrix: &Matrix) {
        self.add(picture.key);
        self.floats(&matrix.0);
    }

    fn add(&mut self, word: u64) {
        self.hash.add(word);
    }

    fn floats(&mut self, numbers: &[f32]) {
        numbers.iter().for_each(|number| self.add(u64::from(number.to_bits())));
    }

    fn outline(&mut self, segments: &[Segment]) {
        self.segments += segments.len();
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => self.floats(&[1.0, x, y]),
                Segment::Line(x, y) => self.floats(&[2.0, x, y]),
                Segment::Curve(a, b, c, d, x, y) => self.floats(&[3.0, a, b, c, d, x, y]),
                Segment::Close => self.add(4),
            }
        }
    }

    fn paint(&mut self, paint: &Paint) {
        match paint {
            Paint::Solid([r, g, b]) => self.floats(&[5.0, f32::from(*r), f32::from(*g), f32::from(*b)]),
            Paint::Registration => self.add(11),
            Paint::Gradient(gradient) => {
                self.segments += WORTH;
                let (a, b) = (gradient.from, gradient.to);
                let (r, s) = gradient.radii.unwrap_or((-1.0, -1.0));
                self.floats(&[6.0, a.0, a.1, b.0, b.1, r, s]);
                self.floats(&gradient.matrix.0);
                for (offset, [r, g, b]) in &gradient.stops {
                    self.floats(&[*offset, f32::from(*r), f32::from(*g), f32::from(*b)]);
                }
            }
        }
    }

    /// Adds an outline.
    pub fn path(&mut self, segments: &[Segment], fill: Option<&Fill>, stroke: Option<&Stroke>) {
        self.outline(segments);
        if let Some(Fill { paint, opacity, even_odd, .. }) = fill {
            self.floats(&[9.0, *opacity, f32::from(u8::from(*even_odd))]);
            self.paint(paint);
        }
        if let Some(Stroke { paint, opacity, width, cap, join, miter, dashes, dash_from }) = stroke {
            let ends = [10.0, *opacity, *width, f32::from(*cap), f32::from(*join), *miter, *dash_from];
            self.floats(&ends);
            self.floats(dashes);
            self.paint(paint);
        }
    }
}

/// Returns a hash of the content of a page. `drawings` are the hashes of the drawings that it uses.
pub fn page_look(items: &[SceneItem], drawings: &[u128]) -> u64 {
    fn add(look: &mut ItemAppearance, items: &[SceneItem], drawings: &[u128]) {
        for item in items {
            match item {
                SceneItem::Group { matrix, opacity, clip, items } => {
                    look.begin_group(matrix, *opacity, clip.as_ref());
                    add(look, items, drawings);
                    look.end_group();
                }
                SceneItem::Use { drawing, matrix } => {
                    look.hash.add_hash(drawings.get(drawing.index()).copied().unwrap_or_default());
                    look.floats(&matrix.0);
                }
                SceneItem::Picture { picture, matrix } => look.picture(picture, matrix),
                SceneItem::Path { segments, fill, stroke } => {
                    look.path(segments, fill.as_ref(), stroke.as_ref());
                }
                SceneItem::Text(run) => look.hash.add_hash(wide_hash(format!("{run:?}").as_bytes())),
            }
        }
    }
    let mut look = ItemAppearance::default();
    add(&mut look, items, drawings);
    look.hash() as u64
}

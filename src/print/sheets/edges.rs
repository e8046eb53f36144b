//! Compares what the faces of a sheet draw beyond their cuts: faces that differ there must not share a cut.

use std::collections::BTreeSet;

use crate::hash::wide_hash;
use crate::ir::ToIndex;
use crate::print::draw::scene::{Drawing, Matrix, SceneItem, Segment, rectangle};
use crate::print::draw::units::Size;

/// The distance from the cut within which nothing is beyond it, in millimetres.
const NEAR: f32 = 0.05;

/// A comparison of faces by what they draw beyond their cuts.
pub struct EdgeLooks {
    size: Size,
    /// A hash of each, of which two are enough.
    looks: BTreeSet<u128>,
}

impl EdgeLooks {
    /// Creates the comparison of faces whose trim has a size.
    pub fn new(size: Size) -> EdgeLooks {
        EdgeLooks { size, looks: BTreeSet::new() }
    }

    /// Adds faces.
    pub fn look(&mut self, faces: &[Vec<SceneItem>], drawings: &[Drawing]) {
        for face in faces {
            if self.differ() {
                return;
            }
            let Some(SceneItem::Use { drawing, .. }) = face.first() else { continue };
            let Some(drawing) = drawings.get(drawing.index()) else { continue };
            let mut look = String::new();
            self.add(&drawing.items, Matrix::IDENTITY, &mut look);
            self.looks.insert(wide_hash(look.as_bytes()));
        }
    }

    /// Returns whether two of the faces differ.
    pub fn differ(&self) -> bool {
        self.looks.len() > 1
    }

    fn add(&self, items: &[SceneItem], at: Matrix, look: &mut String) {
        for item in items {
            match item {
                SceneItem::Path { segments, fill, stroke } if self.is_beyond(segments, at) => {
                    let fill = fill.as_ref().map(|fill| (&fill.paint, fill.opacity));
                    let stroke = stroke.as_ref().map(|stroke| &stroke.paint);
                    look.push_str(&format!("{segments:?}{:?}{fill:?}{stroke:?}", at.0));
                }
                SceneItem::Picture { picture, matrix } => {
                    let matrix = matrix.then(at);
                    if self.is_beyond(&rectangle(0.0, 0.0, 1.0, 1.0), matrix) {
                        look.push_str(&format!("{}{:?}", picture.key, matrix.0));
                    }
                }
                SceneItem::Group { matrix, clip, items, .. } => {
                    let inner = matrix.then(at);
                    if clip.as_ref().is_none_or(|clip| self.is_beyond(&clip.segments, inner)) {
                        self.add(items, inner, look);
                    }
                }
                SceneItem::Path { .. } | SceneItem::Text(_) | SceneItem::Use { .. } => {}
            }
        }
    }

    /// Returns whether an outline reaches beyond the cut.
    fn is_beyond(&self, segments: &[Segment], at: Matrix) -> bool {
        let (right, bottom) = (self.size.width as f32 + NEAR, self.size.height as f32 + NEAR);
        let is_out = |x: f32, y: f32| {
            let (x, y) = at.point(x, y);
            x < -NEAR || y < -NEAR || x > right || y > bottom
        };
        segments.iter().any(|segment| match *segment {
            Segment::Move(x, y) | Segment::Line(x, y) => is_out(x, y),
            Segment::Curve(a, b, c, d, x, y) => is_out(a, b) || is_out(c, d) || is_out(x, y),
            Segment::Close => false,
        })
    }
}

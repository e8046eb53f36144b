//! Reads the outlines of glyphs.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use crate::print::draw::scene::Segment;

/// Returns the outline of a glyph; `None` if the font has none or it cannot be read.
pub fn outline(file: &[u8], units: f32, glyph: u16) -> Option<Vec<Segment>> {
    let file = FontRef::from_index(file, 0).ok()?;
    let outline = file.outline_glyphs().get(GlyphId::from(glyph))?;
    let mut pen = SegmentPen { scale: 1.0 / units, at: (0.0, 0.0), segments: Vec::new() };
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    outline.draw(settings, &mut pen).ok()?;
    Some(pen.segments)
}

struct SegmentPen {
    /// Ems per unit.
    scale: f32,
    at: (f32, f32),
    segments: Vec<Segment>,
}

impl SegmentPen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale, -y * self.scale)
    }
}

impl OutlinePen for SegmentPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.segments.push(Segment::Move(self.at.0, self.at.1));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.at = self.place(x, y);
        self.segments.push(Segment::Line(self.at.0, self.at.1));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (control, to) = (self.place(cx, cy), self.place(x, y));
        // Converts the quadratic curve to an equal cubic one.
        let third = |from: f32, control: f32| from + (control - from) * 2.0 / 3.0;
        let (from, c) = (self.at, control);
        let segment = Segment::Curve(
            third(from.0, c.0),
            third(from.1, c.1),
            third(to.0, c.0),
            third(to.1, c.1),
            to.0,
            to.1,
        );
        self.segments.push(segment);
        self.at = to;
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let ((a, b), (c, d), to) = (self.place(cx0, cy0), self.place(cx1, cy1), self.place(x, y));
        self.segments.push(Segment::Curve(a, b, c, d, to.0, to.1));
        self.at = to;
    }

    fn close(&mut self) {
        self.segments.push(Segment::Close);
    }
}

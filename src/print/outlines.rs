//! Outlines of glyphs, cached.

use std::collections::BTreeMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::fonts::{Font, Fonts};
use super::scene::Segment;

/// A cache of outlines of glyphs. One for each thread.
pub struct Outlines<'a> {
    fonts: &'a Fonts,
    known: BTreeMap<(u16, u16), Vec<Segment>>,
}

impl<'a> Outlines<'a> {
    /// Creates an empty cache for these fonts.
    pub fn new(fonts: &'a Fonts) -> Outlines<'a> {
        Outlines { fonts, known: BTreeMap::new() }
    }

    /// Returns the outline of a glyph in ems, y down, from its origin. Empty for a blank, and for a glyph that the font does not have.
    pub fn glyph(&mut self, font: u16, glyph: u16) -> &[Segment] {
        let fonts = self.fonts;
        self.known
            .entry((font, glyph))
            .or_insert_with(|| fonts.all.get(font as usize).and_then(|font| outline(font, glyph)).unwrap_or_default())
    }
}

/// Returns the outline of a glyph; `None` if the font has none or it cannot be read.
pub fn outline(font: &Font, glyph: u16) -> Option<Vec<Segment>> {
    let file = FontRef::from_index(font.data.data(), 0).ok()?;
    let outline = file.outline_glyphs().get(GlyphId::from(glyph))?;
    let mut pen = Pen { scale: 1.0 / font.units, at: (0.0, 0.0), segments: Vec::new() };
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    outline.draw(settings, &mut pen).ok()?;
    Some(pen.segments)
}

struct Pen {
    /// Ems per unit.
    scale: f32,
    at: (f32, f32),
    segments: Vec<Segment>,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale, -y * self.scale)
    }
}

impl OutlinePen for Pen {
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
        let segment =
            Segment::Curve(third(from.0, c.0), third(from.1, c.1), third(to.0, c.0), third(to.1, c.1), to.0, to.1);
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

//! Outlines of glyphs, cached.

use std::collections::BTreeMap;

use crate::print::draw::scene::Segment;
use crate::print::text::fonts::FontCollection;
use crate::print::text::glyph_outline::outline;

/// A cache of outlines of glyphs. One for each thread.
pub struct Outlines<'a> {
    fonts: &'a FontCollection,
    known: BTreeMap<(u16, u16), Vec<Segment>>,
}

impl<'a> Outlines<'a> {
    /// Creates an empty cache for these fonts.
    pub fn new(fonts: &'a FontCollection) -> Outlines<'a> {
        Outlines { fonts, known: BTreeMap::new() }
    }

    /// Returns the outline of a glyph in ems, y down, from its origin. Empty for a blank, and for a glyph
    /// that the font does not have.
    pub fn glyph(&mut self, font: u16, glyph: u16) -> &[Segment] {
        let fonts = self.fonts;
        self.known.entry((font, glyph)).or_insert_with(|| {
            fonts
                .all
                .get(usize::from(font))
                .and_then(|font| outline(font.data.data(), font.units, glyph))
                .unwrap_or_default()
        })
    }
}

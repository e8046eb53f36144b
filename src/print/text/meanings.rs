//! The texts that glyphs stand for.

use rustc_hash::FxHashMap;

/// The text that each glyph stands for, by font and glyph: the shortest one seen, and of those the first in
/// order.
#[derive(Clone, Debug, Default)]
pub struct GlyphTexts(FxHashMap<(u16, u16), String>);

impl GlyphTexts {
    /// Returns the text that a glyph of a font stands for.
    pub fn of(&self, font: u16, glyph: u16) -> Option<&String> {
        self.0.get(&(font, glyph))
    }

    /// Records a text that a glyph of a font stands for.
    pub fn means(&mut self, font: u16, glyph: u16, text: &str) {
        match self.0.get_mut(&(font, glyph)) {
            Some(known) if (known.len(), known.as_str()) <= (text.len(), text) => {}
            Some(known) => *known = text.to_owned(),
            None => {
                self.0.insert((font, glyph), text.to_owned());
            }
        }
    }

    /// Merges the other meanings.
    pub fn also(&mut self, others: &GlyphTexts) {
        others.0.iter().for_each(|((font, glyph), text)| self.means(*font, *glyph, text));
    }
}

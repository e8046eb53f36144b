//! Fonts: those that come with Cardwright and those of the package.

use std::sync::Arc;

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};

use crate::diagnostics::Diagnostic;
use crate::guard::guarded;
use crate::ir::Ir;
use crate::print::defaults;
use crate::print::game::places::at;
use crate::print::messages::faces as messages;
use crate::print::text::glyph_outline::outline;

/// A font file.
#[derive(Clone)]
pub struct Font {
    /// The contents of the file.
    pub data: Blob<u8>,
    /// The file's path in the package; empty for one that comes with Cardwright.
    pub file: String,
    /// The name of its family, by which faces ask for it.
    pub family: String,
    /// Its PostScript name.
    pub name: String,
    /// Units per em.
    pub units: f32,
    /// The advance of each glyph, in units.
    pub advances: Vec<u16>,
    /// Ascent, descent (negative below the baseline), and height of capitals, in units.
    pub heights: (f32, f32, f32),
    /// Bounds of all glyphs: left, bottom, right, top, in units.
    pub bounds: [f32; 4],
    /// True if its strokes are bold.
    pub bold: bool,
    /// Italic angle, in degrees counter-clockwise.
    pub slant: f32,
    /// True if outlines are cubic (CFF).
    pub cff: bool,
    /// The glyphs of the ASCII characters.
    ascii: [u16; 128],
}

impl Font {
    /// Returns the glyph of an ASCII character.
    pub fn glyph(&self, letter: char) -> Option<u16> {
        self.ascii.get(letter as usize).copied().filter(|g| *g != 0)
    }
}

/// All fonts. A clone serves another thread.
#[derive(Clone)]
pub struct FontCollection {
    /// The fonts; a [`GlyphRun`](crate::print::draw::scene::GlyphRun) names one by its index.
    pub all: Arc<Vec<Font>>,
    /// The names of families in order of preference.
    pub families: Arc<Vec<String>>,
    /// The families that `title` and `text` stand for.
    themes: [String; 2],
    /// The context of the shaper.
    pub context: FontContext,
}

impl FontCollection {
    /// Loads the fonts that come with Cardwright and those of a package, which override them by name.
    pub fn load(ir: &Ir, found: &mut Vec<Diagnostic>) -> FontCollection {
        let mut all: Vec<Font> = Vec::new();
        let own = ir.print.assets.iter().filter(|a| a.path.starts_with("fonts/"));
        let mut unusable = false;
        for asset in own {
            match proved(&asset.path, &asset.bytes) {
                Ok(font) => all.push(font),
                Err(why) => {
                    unusable = true;
                    found.push(messages::bad_font(&asset.path, why));
                }
            }
        }
        for file in defaults::fonts() {
            // The tests check the fonts that come with Cardwright; a broken one is treated as missing.
            all.extend(read("", Blob::new(Arc::new(file))).ok());
        }
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut context =
            FontContext { collection: Collection::new(options), source_cache: SourceCache::default() };
        let mut families: Vec<String> = Vec::new();
        for font in &all {
            let name = FontInfoOverride { family_name: Some(&font.family), ..FontInfoOverride::default() };
            context.collection.register_fonts(font.data.clone(), Some(name));
            if !families.contains(&font.family) {
                families.push(font.family.clone());
            }
        }
        let mut fonts = FontCollection {
            all: Arc::new(all),
            families: Arc::new(families),
            themes: [defaults::SERIF, defaults::SANS].map(str::to_owned),
            context,
        };
        for (i, said) in ir.print.fonts.iter().enumerate() {
            let Some((name, place)) = said else { continue };
            match fonts.fallback_families(name).and_then(|tried| tried.first().cloned()) {
                Some(family) if !["title", "text"].contains(&name.as_str()) => fonts.themes[i] = family,
                // Perhaps it is a font that could not be used, which has been reported.
                _ if unusable => {}
                _ => {
                    let known = fonts.families.iter().map(String::as_str).chain(["serif", "sans"]);
                    found.push(at(ir, *place, messages::unknown_font(name, known)));
                }
            }
        }
        fonts
    }

    /// Returns the index of the font with this file.
    pub fn number(&self, blob: u64) -> Option<u16> {
        self.all.iter().position(|f| f.data.id() == blob).map(|i| i as u16)
    }

    /// Returns whether a family of the package has no bold font.
    pub fn lacks_bold(&self, family: &str) -> bool {
        let mut of_it = self.all.iter().filter(|f| f.family == family).peekable();
        of_it.peek().is_some() && of_it.all(|f| !f.bold && !f.file.is_empty())
    }

    /// Returns the families to try for a family, itself first; `None` if it does not exist.
    pub fn fallback_families(&self, family: &str) -> Option<Vec<String>> {
        let family = match family {
            "title" => &self.themes[0],
            "text" => &self.themes[1],
            "serif" => defaults::SERIF,
            "sans" => defaults::SANS,
            other => other,
        };
        let asked = self.families.iter().find(|f| f.eq_ignore_ascii_case(family))?;
        let mut tried = vec![asked.clone()];
        tried.extend(self.families.iter().filter(|f| *f != asked).cloned());
        Some(tried)
    }
}

/// Reads a font of a package and tests it: draws all its outlines and cuts a subset, as printing will.
fn proved(path: &str, bytes: &[u8]) -> Result<Font, String> {
    guarded(|| {
        let font = read(path, Blob::new(Arc::new(bytes.to_vec())))?;
        let count = u16::try_from(font.advances.len()).unwrap_or(u16::MAX);
        for glyph in 0..count {
            // A missing or damaged outline is left blank.
            let _ = outline(font.data.data(), font.units, glyph);
        }
        let glyphs: Vec<u16> = (0..count).collect();
        let all = subsetter::GlyphRemapper::new_from_glyphs_sorted(&glyphs);
        subsetter::subset(bytes, 0, &all)
            .map_err(|e| format!("it cannot be cut down to what is used: {e}"))?;
        let options = CollectionOptions { shared: false, system_fonts: false };
        Collection::new(options).register_fonts(font.data.clone(), None);
        Ok(font)
    })?
}

/// Reads the tables of a font file.
fn read(path: &str, data: Blob<u8>) -> Result<Font, String> {
    let bytes = data.data();
    let font =
        FontRef::from_index(bytes, 0).map_err(|e| format!("it is not a TrueType or OpenType font: {e}"))?;
    let licence = font.os2().map_or(0, |os2| os2.fs_type());
    // Bit 1 alone: restricted licence embedding. Bit 9: bitmap embedding only.
    if licence & 0x000f == 0x0002 || licence & 0x0200 != 0 {
        return Err("its maker does not allow it to be embedded".into());
    }
    if licence & 0x0100 != 0 {
        return Err(
            "its maker allows it to be embedded as a whole alone, and only what is used of a font is embedded".into()
        );
    }
    let metrics = font.metrics(Size::unscaled(), LocationRef::default());
    let glyphs = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let count = font.maxp().map_err(|e| e.to_string())?.num_glyphs();
    let advances = (0..count)
        .map(|g| glyphs.advance_width(skrifa::GlyphId::from(g)).unwrap_or_default() as u16)
        .collect();
    let name = |id| {
        let mut strings = font.localized_strings(id);
        strings.next().map(|s| s.chars().filter(|c| !c.is_control()).collect::<String>())
    };
    use skrifa::string::StringId;
    let family =
        name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME)).unwrap_or_default();
    let postscript: String = name(StringId::POSTSCRIPT_NAME)
        .unwrap_or_else(|| family.clone())
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let charmap = font.charmap();
    let glyph = |c: usize| charmap.map(c as u32).map_or(0, |g| g.to_u32() as u16);
    let bounds =
        metrics.bounds.map_or([0.0, -200.0, 1000.0, 900.0], |b| [b.x_min, b.y_min, b.x_max, b.y_max]);
    Ok(Font {
        file: path.to_owned(),
        family,
        name: postscript,
        units: f32::from(metrics.units_per_em),
        advances,
        heights: (metrics.ascent, metrics.descent, metrics.cap_height.unwrap_or(metrics.ascent * 0.8)),
        bounds,
        bold: font.attributes().weight.value() >= 600.0,
        slant: metrics.italic_angle,
        cff: font.cff().is_ok(),
        ascii: std::array::from_fn(glyph),
        data,
    })
}

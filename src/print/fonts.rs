//! Fonts: those that come with Cardwright, and those of the package.

use std::sync::Arc;

use parley::FontContext;
use parley::fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
use skrifa::{FontRef, MetadataProvider};

use super::defaults;
use super::guard::guarded;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::print as codes;
use crate::ir::Ir;

/// A font file.
#[derive(Clone)]
pub struct Font {
    /// The file.
    pub data: Blob<u8>,
    /// The file's path in the package; empty for one that comes with Cardwright.
    pub file: String,
    /// The name of its family.
    pub family: String,
    /// Its PostScript name.
    pub name: String,
    /// Units to the em.
    pub units: f32,
    /// The advance of each glyph, in units.
    pub advances: Vec<u16>,
    /// Ascent, descent (below is negative), height of capitals, in units.
    pub heights: (f32, f32, f32),
    /// Bounds of all glyphs: left, bottom, right, top, in units.
    pub bounds: [f32; 4],
    /// Degrees counter-clockwise.
    pub slant: f32,
    /// Outlines are cubic ones.
    pub cff: bool,
    /// The glyphs of ASCII.
    ascii: [u16; 128],
}

impl Font {
    /// The glyph of a letter of ASCII.
    pub fn glyph(&self, letter: char) -> Option<u16> {
        self.ascii.get(letter as usize).copied().filter(|g| *g != 0)
    }
}

/// All fonts, ready to be asked. A clone is for another thread.
#[derive(Clone)]
pub struct Fonts {
    /// The fonts; a [`Run`](super::scene::Run) names one by its index.
    pub all: Arc<Vec<Font>>,
    /// The names of families in the order in which they are tried.
    pub families: Arc<Vec<String>>,
    /// The families that `title` and `text` stand for.
    themes: [String; 2],
    /// For the shaper.
    pub context: FontContext,
}

impl Fonts {
    /// The fonts that come with Cardwright and those of a package, which go by the same name instead of them.
    pub fn load(ir: &Ir, found: &mut Vec<Diagnostic>) -> Fonts {
        let mut all: Vec<Font> = Vec::new();
        let own = ir.print.assets.iter().filter(|a| a.path.starts_with("fonts/"));
        let mut unusable = false;
        for asset in own {
            match proved(&asset.path, &asset.bytes) {
                Ok(font) => all.push(font),
                Err(why) => {
                    unusable = true;
                    let d = Diagnostic::error(codes::FONT, format!("`{}` cannot be used", asset.path)).because(why);
                    found.push(d.help("take the file anew from where it came from, or another font"));
                }
            }
        }
        for file in defaults::fonts() {
            // These are tried by the tests; one that is broken is as good as missing.
            all.extend(read("", Blob::new(Arc::new(file))).ok());
        }
        let options = CollectionOptions { shared: false, system_fonts: false };
        let mut context = FontContext { collection: Collection::new(options), source_cache: SourceCache::default() };
        let mut families: Vec<String> = Vec::new();
        for font in &all {
            let name = FontInfoOverride { family_name: Some(&font.family), ..FontInfoOverride::default() };
            context.collection.register_fonts(font.data.clone(), Some(name));
            if !families.contains(&font.family) {
                families.push(font.family.clone());
            }
        }
        let mut fonts = Fonts {
            all: Arc::new(all),
            families: Arc::new(families),
            themes: [defaults::SERIF, defaults::SANS].map(str::to_owned),
            context,
        };
        for (i, said) in ir.print.fonts.iter().enumerate() {
            let Some((name, place)) = said else { continue };
            match fonts.tried(name).and_then(|tried| tried.first().cloned()) {
                Some(family) if !["title", "text"].contains(&name.as_str()) => fonts.themes[i] = family,
                // It may be one that could not be used, which has been said.
                _ if unusable => {}
                _ => {
                    let d = Diagnostic::error(codes::FONT, format!("there is no font `{name}`"));
                    let known = fonts.families.iter().map(String::as_str).chain(["serif", "sans"]);
                    found.push(super::job::at(ir, *place, d.suggest(name, known)));
                }
            }
        }
        fonts
    }

    /// Which font a file is.
    pub fn number(&self, blob: u64) -> Option<u16> {
        self.all.iter().position(|f| f.data.id() == blob).map(|i| i as u16)
    }

    /// The families to try for one that was asked for, itself first; `None` if there is none of that name.
    pub fn tried(&self, family: &str) -> Option<Vec<String>> {
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

/// Reads a font of a package, and tries out what will be asked of it: its letters as outlines, and all of them cut out.
fn proved(path: &str, bytes: &[u8]) -> Result<Font, String> {
    guarded(|| {
        let font = read(path, Blob::new(Arc::new(bytes.to_vec())))?;
        let count = u16::try_from(font.advances.len()).unwrap_or(u16::MAX);
        for glyph in 0..count {
            // One that has no outline, or a damaged one, stays blank.
            let _ = super::outlines::outline(&font, glyph);
        }
        let glyphs: Vec<u16> = (0..count).collect();
        let all = subsetter::GlyphRemapper::new_from_glyphs_sorted(&glyphs);
        subsetter::subset(bytes, 0, &all).map_err(|e| format!("it cannot be cut down to what is used: {e}"))?;
        let options = CollectionOptions { shared: false, system_fonts: false };
        Collection::new(options).register_fonts(font.data.clone(), None);
        Ok(font)
    })?
}

/// Looks into a font file.
fn read(path: &str, data: Blob<u8>) -> Result<Font, String> {
    let bytes = data.data();
    let font = FontRef::from_index(bytes, 0).map_err(|e| format!("it is no TrueType or OpenType font: {e}"))?;
    let licence = font.os2().map_or(0, |os2| os2.fs_type());
    // Bit 1 alone: only by those who have a licence for it. Bit 9: as pixels alone.
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
    let advances =
        (0..count).map(|g| glyphs.advance_width(skrifa::GlyphId::from(g)).unwrap_or_default() as u16).collect();
    let name = |id| {
        let mut strings = font.localized_strings(id);
        strings.next().map(|s| s.chars().filter(|c| !c.is_control()).collect::<String>())
    };
    use skrifa::string::StringId;
    let family = name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME)).unwrap_or_default();
    let postscript: String = name(StringId::POSTSCRIPT_NAME)
        .unwrap_or_else(|| family.clone())
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let charmap = font.charmap();
    let glyph = |c: usize| charmap.map(c as u32).map_or(0, |g| g.to_u32() as u16);
    let bounds = metrics.bounds.map_or([0.0, -200.0, 1000.0, 900.0], |b| [b.x_min, b.y_min, b.x_max, b.y_max]);
    Ok(Font {
        file: path.to_owned(),
        family,
        name: postscript,
        units: f32::from(metrics.units_per_em),
        advances,
        heights: (metrics.ascent, metrics.descent, metrics.cap_height.unwrap_or(metrics.ascent * 0.8)),
        bounds,
        slant: metrics.italic_angle,
        cff: font.cff().is_ok(),
        ascii: std::array::from_fn(glyph),
        data,
    })
}

//! Fonts in a PDF: subsets of the glyphs used, each with the text it stands for.
//!
//! Not written by printpdf, which finds glyphs only in the text of pages, and embeds whole files.

use crate::ir::ToIndex;
use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, Stream, dictionary};
use printpdf::cmap::ToUnicodeCMap;
use subsetter::GlyphRemapper;

use crate::guard::guarded;
use crate::print::pdf::content::Content;
use crate::print::pdf::operators::renumber_glyphs;
use crate::print::pdf::syntax::{compressed, name};
use crate::print::text::fonts::{Font, FontCollection};
use crate::print::text::meanings::GlyphTexts;

/// The glyphs that a document uses, by font, numbered in the order of their first use: so a stream can be
/// compressed before the next is drawn.
#[derive(Clone, Debug, Default)]
pub struct UsedFonts {
    fonts: BTreeMap<u16, UsedGlyphs>,
}

/// The glyphs of a font that are used.
#[derive(Clone, Debug, Default)]
struct UsedGlyphs {
    map: GlyphRemapper,
    /// The number of each glyph in the subset, as far as it is known.
    numbers: Vec<Option<u16>>,
}

impl UsedGlyphs {
    fn number(&mut self, glyph: u16) -> u16 {
        let at = usize::from(glyph);
        if self.numbers.len() <= at {
            self.numbers.resize(at + 1, None);
        }
        *self.numbers[at].get_or_insert_with(|| self.map.remap(glyph))
    }
}

impl UsedFonts {
    /// Numbers the glyphs of a stream as in the subsets of their fonts.
    pub fn number(&mut self, content: &mut Content) {
        for row in &content.rows {
            let used = self.fonts.entry(row.font).or_default();
            let (at, count) = (row.at.index(), row.count.index());
            // Every glyph has four digits, so that its number is replaced in place.
            renumber_glyphs(&mut content.bytes, at, count, |glyph| used.number(glyph));
        }
        content.used.groups.iter_mut().for_each(|group| self.number(group));
    }

    /// Writes the fonts into a document, and returns the font dictionary for streams.
    ///
    /// # Errors
    /// The reason why a font cannot be subset.
    pub fn write(
        &self,
        pdf: &mut Document,
        fonts: &FontCollection,
        meanings: &GlyphTexts,
    ) -> Result<Dictionary, String> {
        let mut written = Dictionary::new();
        for (number, used) in &self.fonts {
            let font = &fonts.all[usize::from(*number)];
            let id = write(pdf, font, &used.map, &|glyph| meanings.of(*number, glyph))?;
            written.set(format!("F{number}"), Object::Reference(id));
        }
        Ok(written)
    }
}

/// Writes a font (ISO 32000-1, 9.7).
fn write<'a>(
    pdf: &mut Document,
    font: &Font,
    map: &GlyphRemapper,
    meaning: &dyn Fn(u16) -> Option<&'a String>,
) -> Result<lopdf::ObjectId, String> {
    let called = if font.file.is_empty() { &font.name } else { &font.file };
    let cut = guarded(|| subsetter::subset(font.data.data(), 0, map))
        .map_err(|why| format!("`{called}`: {why}"))?;
    let cut = cut.map_err(|e| format!("`{called}`: {e}"))?;
    // A tag of six letters that identifies the subset, as the format requires.
    let mut hash = crate::hash::content_hash(&cut);
    let tag: String = (0..6)
        .map(|_| {
            let letter = char::from(b'A' + (hash % 26) as u8);
            hash /= 26;
            letter
        })
        .collect();
    let called = || name(format!("{tag}+{}", font.name));
    // Lengths of fonts in a PDF are thousandths of an em.
    let thousandth = |units: f32| (units / font.units * 1e4).round() / 10.0;
    let flags = SYMBOLIC | if font.slant == 0.0 { 0 } else { ITALIC };
    let (ascent, descent, capital) = font.heights;
    let mut descriptor = dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => called(),
        "Flags" => flags,
        "FontBBox" => font.bounds.map(|b| Object::Real(thousandth(b))).to_vec(),
        "ItalicAngle" => font.slant,
        "Ascent" => thousandth(ascent),
        "Descent" => thousandth(descent),
        "CapHeight" => thousandth(capital),
        "StemV" => 80,
    };
    let (key, about) = if font.cff {
        ("FontFile3", dictionary! { "Subtype" => "OpenType" })
    } else {
        ("FontFile2", dictionary! { "Length1" => cut.len() as i64 })
    };
    descriptor.set(key, pdf.add_object(stream(about, &cut)));
    // The subset is numbered without gaps, so a single array holds all widths.
    let widths =
        map.remapped_gids().map(|g| Object::Real(thousandth(f32::from(font.advances[usize::from(g)]))));
    let mut cid = dictionary! {
        "Type" => "Font",
        "Subtype" => if font.cff { "CIDFontType0" } else { "CIDFontType2" },
        "BaseFont" => called(),
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => pdf.add_object(descriptor),
        "DW" => 0,
        "W" => vec![Object::Integer(0), Object::Array(widths.collect())],
    };
    // The subset numbers its glyphs as the streams do, so CIDs are glyph ids.
    if !font.cff {
        cid.set("CIDToGIDMap", "Identity");
    }
    // Without the text of each glyph, the document could be neither searched nor copied from.
    let mappings: BTreeMap<u32, Vec<u32>> = map
        .remapped_gids()
        .enumerate()
        .filter_map(|(new, old)| Some((new as u32, meaning(old)?.chars().map(u32::from).collect::<Vec<_>>())))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let means = ToUnicodeCMap { mappings }.to_cmap_string(&font.name);
    let type0 = dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => called(),
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![Object::Reference(pdf.add_object(cid))],
        "ToUnicode" => pdf.add_object(stream(Dictionary::new(), means.as_bytes())),
    };
    Ok(pdf.add_object(type0))
}

/// Font flag: contains glyphs outside the standard Latin character set (ISO 32000-1, table 123).
const SYMBOLIC: i64 = 1 << 2;
/// Font flag: italic.
const ITALIC: i64 = 1 << 6;

fn stream(mut about: Dictionary, bytes: &[u8]) -> Stream {
    about.set("Filter", "FlateDecode");
    Stream::new(about, compressed(bytes)).with_compression(false)
}

//! Fonts in a PDF: cut down to the glyphs used, with what each of these means.

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Chunk, Filter, Finish, Name, Rect, Ref, Str};
use subsetter::GlyphRemapper;

use super::{Ids, LEVEL};
use crate::print::fonts::Fonts;
use crate::print::scene::Item;
use crate::print::text::Meanings;

const IDENTITY: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// Which glyphs of which fonts a document uses, while it is looked through.
pub struct Used {
    glyphs: Vec<Vec<bool>>,
}

/// Which glyphs of which fonts a document uses, and the numbers that they get.
pub struct UsedFonts {
    fonts: Vec<Option<GlyphRemapper>>,
}

impl Used {
    pub fn new(fonts: &Fonts) -> Used {
        Used { glyphs: fonts.all.iter().map(|f| vec![false; f.advances.len()]).collect() }
    }

    pub fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Text(run) => {
                    for glyph in &run.glyphs {
                        if let Some(used) = self.glyphs[run.font as usize].get_mut(glyph.id as usize) {
                            *used = true;
                        }
                    }
                }
                Item::Group { items, .. } => self.items(items),
                _ => {}
            }
        }
    }

    pub fn finish(self) -> UsedFonts {
        let numbered = |used: Vec<bool>| {
            let glyphs: Vec<u16> = used.iter().enumerate().filter(|(_, u)| **u).map(|(g, _)| g as u16).collect();
            (!glyphs.is_empty()).then(|| GlyphRemapper::new_from_glyphs_sorted(&glyphs))
        };
        UsedFonts { fonts: self.glyphs.into_iter().map(numbered).collect() }
    }
}

impl UsedFonts {
    /// The fonts used, in order.
    pub fn fonts(&self) -> impl Iterator<Item = u16> {
        self.fonts.iter().enumerate().filter(|(_, f)| f.is_some()).map(|(i, _)| i as u16)
    }

    /// The number that a glyph gets.
    pub fn number(&self, font: u16, glyph: u16) -> u16 {
        self.fonts[font as usize].as_ref().and_then(|f| f.get(glyph)).unwrap_or(0)
    }
}

/// Writes a font.
///
/// # Errors
/// Why it cannot be cut down.
pub fn write(
    chunk: &mut Chunk,
    ids: &mut Ids,
    fonts: &Fonts,
    used: &UsedFonts,
    number: u16,
    meanings: &Meanings,
) -> Result<Ref, String> {
    let font = &fonts.all[number as usize];
    let Some(map) = &used.fonts[number as usize] else { return Err("it is not used".into()) };
    let cut = subsetter::subset(font.data.data(), 0, map).map_err(|e| format!("{}: {e}", font.name))?;
    // Six letters that tell one cut from another, as the format asks.
    let mut hash = crate::ir::bytes::content_hash(&cut);
    let tag: String = (0..6)
        .map(|_| {
            let letter = char::from(b'A' + (hash % 26) as u8);
            hash /= 26;
            letter
        })
        .collect();
    let name = format!("{tag}+{}", font.name);
    let (type0, cid, descriptor, cmap, data) = (ids.next(), ids.next(), ids.next(), ids.next(), ids.next());
    let mut written = chunk.type0_font(type0);
    written.base_font(Name(name.as_bytes()));
    written.encoding_predefined(Name(b"Identity-H"));
    written.descendant_font(cid);
    written.to_unicode(cmap);
    written.finish();

    let thousandth = |units: f32| (units / font.units * 1e4).round() / 10.0;
    let mut written = chunk.cid_font(cid);
    written.subtype(if font.cff { CidFontType::Type0 } else { CidFontType::Type2 });
    written.base_font(Name(name.as_bytes()));
    written.system_info(IDENTITY);
    written.font_descriptor(descriptor);
    written.default_width(0.0);
    if !font.cff {
        written.cid_to_gid_map_predefined(Name(b"Identity"));
    }
    let widths = map.remapped_gids().map(|g| thousandth(f32::from(font.advances[g as usize])));
    written.widths().consecutive(0, widths);
    written.finish();

    let mut flags = FontFlags::SYMBOLIC;
    if font.slant != 0.0 {
        flags |= FontFlags::ITALIC;
    }
    let [left, bottom, right, top] = font.bounds.map(thousandth);
    let (ascent, descent, capital) = font.heights;
    let mut written = chunk.font_descriptor(descriptor);
    written
        .name(Name(name.as_bytes()))
        .flags(flags)
        .bbox(Rect::new(left, bottom, right, top))
        .italic_angle(font.slant)
        .ascent(thousandth(ascent))
        .descent(thousandth(descent))
        .cap_height(thousandth(capital))
        .stem_v(80.0);
    if font.cff {
        written.font_file3(data);
    } else {
        written.font_file2(data);
    }
    written.finish();

    let mut means = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
    for (new, old) in map.remapped_gids().enumerate() {
        if let Some(text) = meanings.get(&(number, old)).filter(|t| !t.is_empty()) {
            means.pair_with_multiple(new as u16, text.chars());
        }
    }
    let means = means.finish();
    let bytes = miniz_oxide::deflate::compress_to_vec_zlib(means.as_slice(), LEVEL);
    chunk.cmap(cmap, &bytes).filter(Filter::FlateDecode);
    let bytes = miniz_oxide::deflate::compress_to_vec_zlib(&cut, 9);
    let mut stream = chunk.stream(data, &bytes);
    stream.filter(Filter::FlateDecode);
    if font.cff {
        stream.pair(Name(b"Subtype"), Name(b"OpenType"));
    } else {
        stream.pair(Name(b"Length1"), cut.len() as i32);
    }
    stream.finish();
    Ok(type0)
}

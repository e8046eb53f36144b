//! What streams name: gradients, pictures, opacities, groups; and the table of contents.

use std::collections::BTreeMap;
use std::sync::Arc;

use pdf_writer::types::FunctionShadingType;
use pdf_writer::{Chunk, Filter, Finish, Name, Rect, Ref, TextStr};

use super::content::{Content, Used};
use super::{Bookmark, Ids, LEVEL};
use crate::print::scene::{Colour, Gradient, Picture, Pixels};

/// What several streams name is written once.
#[derive(Default)]
pub struct Shared {
    pictures: BTreeMap<u64, Ref>,
    gradients: Vec<(Arc<Gradient>, Ref)>,
    opacities: BTreeMap<u8, Ref>,
}

impl Shared {
    /// The resources of a stream.
    pub fn resources(
        &mut self,
        chunk: &mut Chunk,
        ids: &mut Ids,
        used: &Used,
        drawings: &[Ref],
        fonts: &BTreeMap<u16, Ref>,
    ) -> Ref {
        let pictures: Vec<Ref> = used.pictures.iter().map(|p| self.picture(chunk, ids, p)).collect();
        let gradients: Vec<Ref> = used.gradients.iter().map(|g| self.gradient(chunk, ids, g)).collect();
        let opacities: Vec<(u8, Ref)> = used.opacities.iter().map(|o| (*o, self.opacity(chunk, ids, *o))).collect();
        let groups: Vec<Ref> = used
            .groups
            .iter()
            .map(|(bounds, content)| self.group(chunk, ids, (bounds, content), drawings, fonts))
            .collect();
        let id = ids.next();
        let mut dict = chunk.indirect(id).dict();
        if !used.fonts.is_empty() {
            let mut of = dict.insert(Name(b"Font")).dict();
            for font in &used.fonts {
                if let Some(id) = fonts.get(font) {
                    of.pair(Name(format!("F{font}").as_bytes()), *id);
                }
            }
        }
        if !(pictures.is_empty() && groups.is_empty() && used.drawings.is_empty()) {
            let mut of = dict.insert(Name(b"XObject")).dict();
            for drawing in &used.drawings {
                if let Some(id) = drawings.get(*drawing as usize) {
                    of.pair(Name(format!("D{drawing}").as_bytes()), *id);
                }
            }
            for (i, id) in pictures.iter().enumerate() {
                of.pair(Name(format!("P{i}").as_bytes()), *id);
            }
            for (i, id) in groups.iter().enumerate() {
                of.pair(Name(format!("G{i}").as_bytes()), *id);
            }
        }
        if !gradients.is_empty() {
            let mut of = dict.insert(Name(b"Shading")).dict();
            for (i, id) in gradients.iter().enumerate() {
                of.pair(Name(format!("S{i}").as_bytes()), *id);
            }
        }
        if !opacities.is_empty() {
            let mut of = dict.insert(Name(b"ExtGState")).dict();
            for (step, id) in &opacities {
                of.pair(Name(format!("O{step}").as_bytes()), *id);
            }
        }
        dict.finish();
        id
    }

    fn group(
        &mut self,
        chunk: &mut Chunk,
        ids: &mut Ids,
        (bounds, content): (&[f32; 4], &Content),
        drawings: &[Ref],
        fonts: &BTreeMap<u16, Ref>,
    ) -> Ref {
        let resources = self.resources(chunk, ids, &content.used, drawings, fonts);
        let id = ids.next();
        let mut form = chunk.form_xobject(id, &content.bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]));
        form.group().transparency().isolated(true);
        form.pair(Name(b"Resources"), resources);
        id
    }

    fn opacity(&mut self, chunk: &mut Chunk, ids: &mut Ids, step: u8) -> Ref {
        *self.opacities.entry(step).or_insert_with(|| {
            let id = ids.next();
            let share = (f32::from(step) / 255.0 * 1000.0).round() / 1000.0;
            chunk.ext_graphics(id).non_stroking_alpha(share).stroking_alpha(share);
            id
        })
    }

    fn picture(&mut self, chunk: &mut Chunk, ids: &mut Ids, picture: &Picture) -> Ref {
        if let Some(id) = self.pictures.get(&picture.key) {
            return *id;
        }
        let id = ids.next();
        self.pictures.insert(picture.key, id);
        let (width, height) = (picture.width as i32, picture.height as i32);
        match &picture.data {
            Pixels::Jpeg(bytes, channels) => {
                let mut image = chunk.image_xobject(id, bytes);
                image.filter(Filter::DctDecode);
                image.width(width).height(height).bits_per_component(8);
                match channels {
                    1 => image.color_space().device_gray(),
                    3 => image.color_space().device_rgb(),
                    _ => {
                        image.color_space().device_cmyk();
                        // Programs that write such files write them inverted.
                        image.decode([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
                    }
                }
            }
            Pixels::Rgb(colours, alpha) => {
                let mask = alpha.as_ref().map(|alpha| {
                    let id = ids.next();
                    let bytes = miniz_oxide::deflate::compress_to_vec_zlib(alpha, LEVEL);
                    let mut mask = chunk.image_xobject(id, &bytes);
                    mask.filter(Filter::FlateDecode);
                    mask.width(width).height(height).bits_per_component(8);
                    mask.color_space().device_gray();
                    id
                });
                let bytes = miniz_oxide::deflate::compress_to_vec_zlib(colours, LEVEL);
                let mut image = chunk.image_xobject(id, &bytes);
                image.filter(Filter::FlateDecode);
                image.width(width).height(height).bits_per_component(8);
                image.color_space().device_rgb();
                if let Some(mask) = mask {
                    image.s_mask(mask);
                }
            }
        }
        id
    }

    fn gradient(&mut self, chunk: &mut Chunk, ids: &mut Ids, gradient: &Arc<Gradient>) -> Ref {
        if let Some((_, id)) = self.gradients.iter().find(|(g, _)| g == gradient) {
            return *id;
        }
        let function = course(chunk, ids, &gradient.stops);
        let id = ids.next();
        let mut shading = chunk.function_shading(id);
        let ((x0, y0), (x1, y1)) = (gradient.from, gradient.to);
        match gradient.radii {
            None => shading.shading_type(FunctionShadingType::Axial).coords([x0, y0, x1, y1]),
            Some((r0, r1)) => shading.shading_type(FunctionShadingType::Radial).coords([x0, y0, r0, x1, y1, r1]),
        };
        shading.color_space().device_rgb();
        shading.extend([true, true]).function(function);
        shading.finish();
        self.gradients.push((Arc::clone(gradient), id));
        id
    }
}

/// A course of colours as a function from 0..1.
fn course(chunk: &mut Chunk, ids: &mut Ids, stops: &[(f32, Colour)]) -> Ref {
    let mut stops = stops.to_vec();
    if let Some(first) = stops.first().copied().filter(|(at, _)| *at > 0.0) {
        stops.insert(0, (0.0, first.1));
    }
    if let Some(last) = stops.last().copied().filter(|(at, _)| *at < 1.0 || stops.len() == 1) {
        stops.push((1.0, last.1));
    }
    // Two stops in one place are a hard edge, which a stitch cannot be: the second comes a little later.
    for i in 1..stops.len() {
        if stops[i].0 <= stops[i - 1].0 {
            stops[i].0 = stops[i - 1].0 + 1e-4;
        }
    }
    let parts: Vec<Ref> = stops
        .windows(2)
        .map(|pair| {
            let id = ids.next();
            let of = |c: Colour| c.map(|c| (f32::from(c) / 255.0 * 1000.0).round() / 1000.0);
            let mut part = chunk.exponential_function(id);
            part.domain([0.0, 1.0]).c0(of(pair[0].1)).c1(of(pair[1].1)).n(1.0);
            id
        })
        .collect();
    if let [only] = parts[..] {
        return only;
    }
    let id = ids.next();
    let mut whole = chunk.stitching_function(id);
    whole.domain([0.0, 1.0]);
    whole.bounds(stops[1..stops.len() - 1].iter().map(|s| s.0));
    whole.encode(parts.iter().flat_map(|_| [0.0, 1.0]));
    whole.functions(parts);
    whole.finish();
    id
}

/// The table of contents; none if it is empty.
pub fn outline(chunk: &mut Chunk, ids: &mut Ids, bookmarks: &[Bookmark], pages: &[Ref]) -> Option<Ref> {
    if bookmarks.is_empty() {
        return None;
    }
    let root = ids.next();
    let (first, last) = level(chunk, ids, bookmarks, root, pages);
    chunk.outline(root).first(first).last(last).count(bookmarks.len() as i32);
    Some(root)
}

/// The lines of a level, which is not empty: its first and last.
fn level(chunk: &mut Chunk, ids: &mut Ids, bookmarks: &[Bookmark], parent: Ref, pages: &[Ref]) -> (Ref, Ref) {
    let refs: Vec<Ref> = bookmarks.iter().map(|_| ids.next()).collect();
    for (i, bookmark) in bookmarks.iter().enumerate() {
        let below = (!bookmark.below.is_empty()).then(|| level(chunk, ids, &bookmark.below, refs[i], pages));
        let mut item = chunk.outline_item(refs[i]);
        item.title(TextStr(&bookmark.title)).parent(parent);
        if i > 0 {
            item.prev(refs[i - 1]);
        }
        if let Some(next) = refs.get(i + 1) {
            item.next(*next);
        }
        if let Some((first, last)) = below {
            // Closed at first.
            item.first(first).last(last).count(-(bookmark.below.len() as i32));
        }
        if let Some(page) = pages.get(bookmark.page) {
            item.dest().page(*page).fit();
        }
    }
    (refs[0], refs[refs.len() - 1])
}

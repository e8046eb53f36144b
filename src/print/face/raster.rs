//! Rasterizes the display list.

use crate::ir::ToIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use resvg::tiny_skia as skia;
use resvg::tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, Mask, PathBuilder, Pixmap, PixmapPaint,
    Point, RadialGradient, Rect, Shader, SpreadMode, StrokeDash, Transform,
};

use crate::guard::guarded;
use crate::print::draw::picture;
use crate::print::draw::scene::{
    Clip, Drawing, Gradient, Matrix, Paint, Picture, Rgb, SceneItem, Segment, Stroke, rectangle,
};
use crate::print::text::fonts::FontCollection;
use crate::print::text::outlines::Outlines;

/// Maximum number of pixels of a picture.
pub const MOST_PIXELS: u64 = 50_000_000;

/// Maximum size of the cache of decoded pictures, in bytes; may be exceeded by the last picture.
const MOST_KEPT: usize = 64 << 20;

/// The part of a face to rasterize, and its resolution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterView {
    /// Width, in pixels.
    pub width: u32,
    /// Height, in pixels.
    pub height: u32,
    /// The transformation from millimetres to pixels.
    pub matrix: Matrix,
}

/// Rasterizes items, with caches of glyphs and pictures. One for each thread.
pub struct Painter<'a> {
    outlines: Outlines<'a>,
    glyphs: BTreeMap<(u16, u16), Option<skia::Path>>,
    pictures: BTreeMap<u64, Option<Arc<Pixmap>>>,
    /// The reasons why pictures could not be read.
    pub failed: BTreeSet<String>,
}

impl<'a> Painter<'a> {
    /// Creates a painter with these fonts.
    pub fn new(fonts: &'a FontCollection) -> Painter<'a> {
        Painter {
            outlines: Outlines::new(fonts),
            glyphs: BTreeMap::new(),
            pictures: BTreeMap::new(),
            failed: BTreeSet::new(),
        }
    }

    /// Rasterizes items on a transparent background; `None` for no pixels, or more than [`MOST_PIXELS`].
    pub fn paint(&mut self, items: &[SceneItem], drawings: &[Drawing], view: RasterView) -> Option<Pixmap> {
        if u64::from(view.width) * u64::from(view.height) > MOST_PIXELS {
            return None;
        }
        let mut canvas = Pixmap::new(view.width, view.height)?;
        let at = RasterState { matrix: transform(view.matrix), mask: None };
        // Outlines come from the package, and third-party code fills them.
        match guarded(|| self.items(items, drawings, &mut canvas, at)) {
            Ok(()) => Some(canvas),
            Err(why) => {
                self.failed.insert(why);
                None
            }
        }
    }

    fn items(&mut self, items: &[SceneItem], drawings: &[Drawing], canvas: &mut Pixmap, at: RasterState) {
        for item in items {
            match item {
                SceneItem::Path { segments, fill, stroke } => {
                    let Some(path) = path(segments) else { continue };
                    if let Some(fill) = fill {
                        let rule = rule(fill.even_odd);
                        let paint = paint_of(&fill.paint, fill.opacity);
                        canvas.fill_path(&path, &paint, rule, at.matrix, at.mask.as_deref());
                    }
                    if let Some(stroke) = stroke {
                        let paint = paint_of(&stroke.paint, stroke.opacity);
                        canvas.stroke_path(&path, &paint, &line(stroke), at.matrix, at.mask.as_deref());
                    }
                }
                SceneItem::Group { matrix, opacity, clip, items } => {
                    let inner = at.moved(*matrix);
                    let inner = match clip {
                        Some(clip) => inner.clipped(clip, canvas),
                        None => inner,
                    };
                    if *opacity >= 1.0 {
                        self.items(items, drawings, canvas, inner);
                    } else if let Some(mut layer) = Pixmap::new(canvas.width(), canvas.height()) {
                        self.items(items, drawings, &mut layer, inner);
                        let paint = PixmapPaint { opacity: *opacity, ..PixmapPaint::default() };
                        canvas.draw_pixmap(0, 0, layer.as_ref(), &paint, Transform::identity(), None);
                    }
                }
                // Invisible text is not drawn.
                SceneItem::Text(run) if run.hidden.is_none() => {
                    let paint = paint_of(&Paint::Solid(run.colour), 1.0);
                    for glyph in &run.glyphs {
                        let matrix = at
                            .matrix
                            .pre_concat(Transform::from_row(run.size, 0.0, 0.0, run.size, glyph.x, glyph.y));
                        let outlines = &mut self.outlines;
                        let known = self.glyphs.entry((run.font, glyph.id));
                        if let Some(path) = known.or_insert_with(|| path(outlines.glyph(run.font, glyph.id)))
                        {
                            canvas.fill_path(path, &paint, FillRule::Winding, matrix, at.mask.as_deref());
                        }
                    }
                }
                SceneItem::Text(_) => {}
                SceneItem::Picture { picture, matrix } => self.picture(picture, canvas, at.moved(*matrix)),
                SceneItem::Use { drawing, matrix } => {
                    // A drawing may only refer to earlier ones, so the recursion terminates.
                    let Some((drawing, before)) =
                        drawings.get(..=drawing.index()).and_then(<[Drawing]>::split_last)
                    else {
                        continue;
                    };
                    let [left, top, right, bottom] = drawing.bounds;
                    let segments =
                        rectangle(left.into(), top.into(), (right - left).into(), (bottom - top).into());
                    let inner = at.moved(*matrix).clipped(&Clip { segments, even_odd: false }, canvas);
                    self.items(&drawing.items, before, canvas, inner);
                }
            }
        }
    }

    fn picture(&mut self, picture: &Picture, canvas: &mut Pixmap, at: RasterState) {
        // The cache is cleared when it gets too large.
        let kept: usize = self.pictures.values().flatten().map(|pixels| pixels.data().len()).sum();
        if kept > MOST_KEPT {
            self.pictures.clear();
        }
        let failed = &mut self.failed;
        let known = self.pictures.entry(picture.key).or_insert_with(|| match decoded(picture) {
            Ok(pixels) => Some(Arc::new(pixels)),
            Err(why) => {
                failed.insert(why);
                None
            }
        });
        let Some(pixels) = known else { return };
        // Downscaling by sampling would skip pixels, so they are averaged first.
        let (sx, sy) = at.matrix.get_scale();
        let times = (pixels.width() as f32 / sx.max(1e-3)).min(pixels.height() as f32 / sy.max(1e-3));
        let smaller = (times >= 2.0).then(|| reduced(pixels, times as u32)).flatten();
        let pixels = smaller.as_ref().unwrap_or(pixels);
        let (width, height) = (pixels.width() as f32, pixels.height() as f32);
        let matrix = at.matrix.pre_scale(1.0 / width, 1.0 / height);
        let Some(area) = Rect::from_xywh(0.0, 0.0, width, height) else { return };
        let shader = skia::Pattern::new(
            pixels.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Bicubic,
            1.0,
            Transform::identity(),
        );
        let paint = skia::Paint { shader, ..skia::Paint::default() };
        canvas.fill_rect(area, &paint, matrix, at.mask.as_deref());
    }
}

/// The current transformation and clip.
#[derive(Clone)]
struct RasterState {
    matrix: Transform,
    mask: Option<Arc<Mask>>,
}

impl RasterState {
    fn moved(&self, by: Matrix) -> RasterState {
        RasterState { matrix: self.matrix.pre_concat(transform(by)), mask: self.mask.clone() }
    }

    fn clipped(self, clip: &Clip, canvas: &Pixmap) -> RasterState {
        if covers(clip, self.matrix, canvas) {
            return self;
        }
        let path = path(&clip.segments);
        let mask = match &self.mask {
            Some(mask) => {
                let mut mask = mask.as_ref().clone();
                match &path {
                    Some(path) => mask.intersect_path(path, rule(clip.even_odd), true, self.matrix),
                    None => mask.clear(),
                }
                Some(mask)
            }
            None => Mask::new(canvas.width(), canvas.height()).map(|mut mask| {
                if let Some(path) = &path {
                    mask.fill_path(path, rule(clip.even_odd), true, self.matrix);
                }
                mask
            }),
        };
        RasterState { mask: mask.map(Arc::new), ..self }
    }
}

/// Returns whether a clip is a rectangle that covers the whole canvas.
fn covers(clip: &Clip, matrix: Transform, canvas: &Pixmap) -> bool {
    let [
        Segment::Move(left, top),
        Segment::Line(right, _),
        Segment::Line(_, bottom),
        Segment::Line(..),
        Segment::Close,
    ] = clip.segments[..]
    else {
        return false;
    };
    if rectangle(left.into(), top.into(), (right - left).into(), (bottom - top).into()) != clip.segments
        || matrix.has_skew()
    {
        return false;
    }
    let mut corners = [Point::from_xy(left, top), Point::from_xy(right, bottom)];
    matrix.map_points(&mut corners);
    let [a, b] = corners;
    a.x.min(b.x) <= 0.01
        && a.y.min(b.y) <= 0.01
        && a.x.max(b.x) >= canvas.width() as f32 - 0.01
        && a.y.max(b.y) >= canvas.height() as f32 - 0.01
}

fn transform(Matrix([a, b, c, d, e, f]): Matrix) -> Transform {
    Transform::from_row(a, b, c, d, e, f)
}

fn rule(even_odd: bool) -> FillRule {
    if even_odd { FillRule::EvenOdd } else { FillRule::Winding }
}

fn path(segments: &[Segment]) -> Option<skia::Path> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(x, y) => builder.move_to(x, y),
            Segment::Line(x, y) => builder.line_to(x, y),
            Segment::Curve(a, b, c, d, x, y) => builder.cubic_to(a, b, c, d, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn colour([r, g, b]: Rgb, opacity: f32) -> Color {
    let mut colour = Color::from_rgba8(r, g, b, 255);
    colour.set_alpha(opacity.clamp(0.0, 1.0));
    colour
}

fn paint_of(paint: &Paint, opacity: f32) -> skia::Paint<'static> {
    let shader = match paint {
        Paint::Solid(c) => Shader::SolidColor(colour(*c, opacity)),
        Paint::Registration => Shader::SolidColor(colour([0; 3], opacity)),
        Paint::Gradient(gradient) => shader(gradient, opacity),
    };
    skia::Paint { shader, anti_alias: true, ..skia::Paint::default() }
}

fn shader(of: &Gradient, opacity: f32) -> Shader<'static> {
    let stops: Vec<GradientStop> =
        of.stops.iter().map(|(at, c)| GradientStop::new(*at, colour(*c, opacity))).collect();
    let (from, to) = (Point::from_xy(of.from.0, of.from.1), Point::from_xy(of.to.0, of.to.1));
    let matrix = transform(of.matrix);
    let shader = match of.radii {
        None => skia::LinearGradient::new(from, to, stops, SpreadMode::Pad, matrix),
        Some((r, s)) => RadialGradient::new(from, r, to, s, stops, SpreadMode::Pad, matrix),
    };
    // A degenerate gradient is its last colour.
    let last = of.stops.last().map_or([0, 0, 0], |(_, c)| *c);
    shader.unwrap_or(Shader::SolidColor(colour(last, opacity)))
}

fn line(of: &Stroke) -> skia::Stroke {
    skia::Stroke {
        width: of.width,
        miter_limit: of.miter.max(1.0),
        line_cap: match of.cap {
            0 => LineCap::Butt,
            1 => LineCap::Round,
            _ => LineCap::Square,
        },
        line_join: match of.join {
            0 => LineJoin::Miter,
            1 => LineJoin::Round,
            _ => LineJoin::Bevel,
        },
        dash: dashes(&of.dashes).and_then(|dashes| StrokeDash::new(dashes, of.dash_from)),
    }
}

/// Returns a dash pattern of even length: an odd pattern is repeated.
fn dashes(of: &[f32]) -> Option<Vec<f32>> {
    if of.is_empty() {
        return None;
    }
    let times = 1 + of.len() % 2;
    Some(of.iter().copied().cycle().take(of.len() * times).collect())
}

/// Decodes the pixels of a picture.
fn decoded(picture: &Picture) -> Result<Pixmap, String> {
    let mut pixmap = Pixmap::new(picture.width, picture.height).ok_or("it is empty")?;
    let set = |pixmap: &mut Pixmap, colours: &[u8], alpha: Option<&[u8]>| {
        for (i, (pixel, c)) in pixmap.pixels_mut().iter_mut().zip(colours.chunks_exact(3)).enumerate() {
            let alpha = alpha.and_then(|a| a.get(i).copied()).unwrap_or(255);
            *pixel = skia::ColorU8::from_rgba(c[0], c[1], c[2], alpha).premultiply();
        }
    };
    let (colours, alpha) = picture::pixels(picture)?;
    set(&mut pixmap, &colours, alpha.as_deref());
    Ok(pixmap)
}

/// Downscales a picture by averaging squares of `times` pixels.
fn reduced(of: &Pixmap, times: u32) -> Option<Pixmap> {
    let (width, height) = (of.width().div_ceil(times), of.height().div_ceil(times));
    let mut smaller = Pixmap::new(width, height)?;
    let across = of.width();
    let pixels = of.pixels();
    for (i, to) in smaller.pixels_mut().iter_mut().enumerate() {
        let (x, y) = (i as u32 % width * times, i as u32 / width * times);
        let mut sum = [0_u32; 4];
        let mut count = 0;
        for row in y..(y + times).min(of.height()) {
            for column in x..(x + times).min(across) {
                let p = pixels[(row * across + column).index()];
                for (sum, part) in sum.iter_mut().zip([p.red(), p.green(), p.blue(), p.alpha()]) {
                    *sum += u32::from(part);
                }
                count += 1;
            }
        }
        let [r, g, b, a] = sum.map(|s| ((s + count / 2) / count.max(1)) as u8);
        *to = skia::PremultipliedColorU8::from_rgba(r.min(a), g.min(a), b.min(a), a).unwrap_or(*to);
    }
    Some(smaller)
}

//! Writes the display list as a standalone SVG.
//!
//! Glyphs are written as outlines, so that the file looks the same everywhere. Invisible text lies over them
//! for search and copy. Ids are derived from contents, so output is deterministic.

use crate::ir::ToIndex;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::diagnostics::escape_xml;
use crate::print::draw::picture::{encode_png, pixels};
use crate::print::draw::scene::{
    Clip, Drawing, Fill, GlyphRun, Gradient, Matrix, Paint, Picture, Pixels, SceneItem, Segment, Stroke,
    rectangle,
};
use crate::print::game::data::hex;
use crate::print::text::fonts::FontCollection;
use crate::print::text::meanings::GlyphTexts;
use crate::print::text::outlines::Outlines;

/// The texts and the visible area of an SVG.
#[derive(Clone, Copy, Debug)]
pub struct SvgMetadata<'a> {
    /// The content of `<title>`.
    pub title: &'a str,
    /// The content of `<desc>`.
    pub description: &'a str,
    /// The visible part of the face, in millimetres: left, top, width, height.
    pub view: [f64; 4],
}

/// Writes SVGs. One for each thread.
pub struct SvgWriter<'a> {
    outlines: Outlines<'a>,
    fonts: &'a FontCollection,
    meanings: &'a GlyphTexts,
}

/// The shared definitions that the SVG in progress refers to.
#[derive(Default)]
struct SvgDefinitions {
    glyphs: BTreeSet<(u16, u16)>,
    gradients: Vec<Arc<Gradient>>,
    clips: Vec<String>,
    pictures: BTreeMap<u64, Arc<Picture>>,
    drawings: BTreeSet<u32>,
}

impl<'a> SvgWriter<'a> {
    /// Creates a writer with these fonts. `meanings` are the texts that glyphs stand for.
    pub fn new(fonts: &'a FontCollection, meanings: &'a GlyphTexts) -> SvgWriter<'a> {
        SvgWriter { outlines: Outlines::new(fonts), fonts, meanings }
    }

    /// Writes items as an SVG. It contains only the drawings, glyphs and gradients that the items use.
    pub fn write(&mut self, items: &[SceneItem], drawings: &[Drawing], about: SvgMetadata) -> String {
        let mut named = SvgDefinitions::default();
        let mut body = String::new();
        self.items(items, &mut named, &mut body);
        // Drawings refer only to earlier drawings.
        let mut shared: BTreeMap<u32, String> = BTreeMap::new();
        while let Some(next) = named.drawings.iter().rev().find(|d| !shared.contains_key(d)).copied() {
            let mut inside = String::new();
            if let Some(drawing) = drawings.get(next.index()) {
                let [left, top, right, bottom] = drawing.bounds;
                let bounds = rectangle(left.into(), top.into(), (right - left).into(), (bottom - top).into());
                let clip = named.clip(&Clip { segments: bounds, even_odd: false });
                let _ = write!(inside, "<g id=\"d{next}\" clip-path=\"url(#c{clip})\">");
                self.items(&drawing.items, &mut named, &mut inside);
                inside.push_str("</g>\n");
            }
            shared.insert(next, inside);
        }
        let [left, top, width, height] = about.view.map(|n| n as f32).map(number);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"{left} {top} {width} {height}\">\n<title>{}</title>\n",
            escape_xml(about.title)
        );
        if !about.description.is_empty() {
            let _ = writeln!(out, "<desc>{}</desc>", escape_xml(about.description));
        }
        out.push_str("<defs>\n");
        for (font, glyph) in &named.glyphs {
            let outline = outline(self.outlines.glyph(*font, *glyph), 5);
            let _ = writeln!(out, "<path id=\"g{font}-{glyph}\" d=\"{outline}\"/>");
        }
        for (i, gradient) in named.gradients.iter().enumerate() {
            write_gradient(&mut out, i, gradient);
        }
        for (i, clip) in named.clips.iter().enumerate() {
            let _ = writeln!(out, "<clipPath id=\"c{i}\">{clip}</clipPath>");
        }
        for (key, picture) in &named.pictures {
            write_picture(&mut out, *key, picture);
        }
        for drawing in shared.into_values() {
            out.push_str(&drawing);
        }
        out.push_str("</defs>\n");
        out.push_str(&body);
        out.push_str("</svg>\n");
        out
    }

    fn items(&mut self, items: &[SceneItem], named: &mut SvgDefinitions, out: &mut String) {
        for item in items {
            match item {
                SceneItem::Path { segments, fill, stroke } => {
                    let _ = write!(out, "<path d=\"{}\"", outline(segments, 3));
                    write_fill(out, named, fill.as_ref());
                    write_stroke(out, named, stroke.as_ref());
                    out.push_str("/>\n");
                }
                SceneItem::Group { matrix, opacity, clip, items } => {
                    out.push_str("<g");
                    write_matrix(out, *matrix);
                    if *opacity < 1.0 {
                        let _ = write!(out, " opacity=\"{}\"", number(*opacity));
                    }
                    if let Some(clip) = clip {
                        let _ = write!(out, " clip-path=\"url(#c{})\"", named.clip(clip));
                    }
                    out.push_str(">\n");
                    self.items(items, named, out);
                    out.push_str("</g>\n");
                }
                SceneItem::Text(run) => self.run(run, named, out),
                SceneItem::Picture { picture, matrix } => {
                    named.pictures.entry(picture.key).or_insert_with(|| Arc::clone(picture));
                    let _ = write!(out, "<use href=\"#i{:016x}\"", picture.key);
                    write_matrix(out, *matrix);
                    out.push_str("/>\n");
                }
                SceneItem::Use { drawing, matrix } => {
                    named.drawings.insert(*drawing);
                    let _ = write!(out, "<use href=\"#d{drawing}\"");
                    write_matrix(out, *matrix);
                    out.push_str("/>\n");
                }
            }
        }
    }

    fn run(&mut self, run: &GlyphRun, named: &mut SvgDefinitions, out: &mut String) {
        let (Some(first), Some(last)) = (run.glyphs.first(), run.glyphs.last()) else { return };
        if run.hidden.is_none() {
            let size = number(run.size);
            let _ = write!(out, "<g fill=\"{}\" transform=\"scale({size})\">", hex(run.colour));
            for glyph in &run.glyphs {
                // Blanks have no outline.
                if self.outlines.glyph(run.font, glyph.id).is_empty() {
                    continue;
                }
                named.glyphs.insert((run.font, glyph.id));
                let (x, y) = (fine(glyph.x / run.size, 5), fine(glyph.y / run.size, 5));
                let _ = write!(out, "<use href=\"#g{}-{}\" x=\"{x}\" y=\"{y}\"/>", run.font, glyph.id);
            }
            out.push_str("</g>\n");
        }
        let says: String =
            run.glyphs.iter().filter_map(|g| self.meanings.of(run.font, g.id)).map(String::as_str).collect();
        if says.trim().is_empty() {
            return;
        }
        let font = self.fonts.all.get(usize::from(run.font));
        let advance = font.map_or(0.0, |f| {
            f32::from(f.advances.get(usize::from(last.id)).copied().unwrap_or(0)) / f.units * run.size
        });
        let width = run.hidden.unwrap_or(last.x + advance - first.x);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"none\" \
             style=\"white-space:pre\">{}</text>",
            number(first.x),
            number(first.y),
            number(run.size),
            number(width.max(0.01)),
            escape_xml(&says)
        );
    }
}

impl SvgDefinitions {
    /// Returns the index of a clip.
    fn clip(&mut self, clip: &Clip) -> usize {
        let rule = if clip.even_odd { " clip-rule=\"evenodd\"" } else { "" };
        let written = format!("<path d=\"{}\"{rule}/>", outline(&clip.segments, 3));
        self.clips.iter().position(|c| *c == written).unwrap_or_else(|| {
            self.clips.push(written);
            self.clips.len() - 1
        })
    }

    /// Returns a paint as the value of `fill` and `stroke`.
    fn paint(&mut self, paint: &Paint) -> String {
        match paint {
            Paint::Solid(colour) => hex(*colour),
            Paint::Registration => hex([0; 3]),
            Paint::Gradient(gradient) => {
                let known = self.gradients.iter().position(|g| g == gradient);
                let at = known.unwrap_or_else(|| {
                    self.gradients.push(Arc::clone(gradient));
                    self.gradients.len() - 1
                });
                format!("url(#p{at})")
            }
        }
    }
}

fn write_fill(out: &mut String, named: &mut SvgDefinitions, fill: Option<&Fill>) {
    let Some(fill) = fill else {
        out.push_str(" fill=\"none\"");
        return;
    };
    let _ = write!(out, " fill=\"{}\"", named.paint(&fill.paint));
    if fill.opacity < 1.0 {
        let _ = write!(out, " fill-opacity=\"{}\"", number(fill.opacity));
    }
    if fill.even_odd {
        out.push_str(" fill-rule=\"evenodd\"");
    }
}

fn write_stroke(out: &mut String, named: &mut SvgDefinitions, stroke: Option<&Stroke>) {
    let Some(stroke) = stroke else { return };
    let _ =
        write!(out, " stroke=\"{}\" stroke-width=\"{}\"", named.paint(&stroke.paint), number(stroke.width));
    if stroke.opacity < 1.0 {
        let _ = write!(out, " stroke-opacity=\"{}\"", number(stroke.opacity));
    }
    match stroke.cap {
        0 => {}
        1 => out.push_str(" stroke-linecap=\"round\""),
        _ => out.push_str(" stroke-linecap=\"square\""),
    }
    match stroke.join {
        0 => {
            let _ = write!(out, " stroke-miterlimit=\"{}\"", number(stroke.miter.max(1.0)));
        }
        1 => out.push_str(" stroke-linejoin=\"round\""),
        _ => out.push_str(" stroke-linejoin=\"bevel\""),
    }
    if !stroke.dashes.is_empty() {
        let dashes: Vec<String> = stroke.dashes.iter().map(|d| number(*d)).collect();
        let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
        if stroke.dash_from != 0.0 {
            let _ = write!(out, " stroke-dashoffset=\"{}\"", number(stroke.dash_from));
        }
    }
}

fn write_matrix(out: &mut String, matrix: Matrix) {
    if matrix != Matrix::IDENTITY {
        let [a, b, c, d, e, f] = matrix.0;
        let scales = [a, b, c, d].map(|n| fine(n, 6));
        let _ = write!(out, " transform=\"matrix({} {} {})\"", scales.join(" "), number(e), number(f));
    }
}

fn write_gradient(out: &mut String, id: usize, of: &Gradient) {
    let (x, y) = (fine(of.from.0, 5), fine(of.from.1, 5));
    let (to_x, to_y) = (fine(of.to.0, 5), fine(of.to.1, 5));
    let [a, b, c, d, e, f] = of.matrix.0.map(|n| fine(n, 6));
    let transform = format!("gradientTransform=\"matrix({a} {b} {c} {d} {e} {f})\"");
    let name = match of.radii {
        None => {
            let _ = write!(
                out,
                "<linearGradient id=\"p{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" \
                 y2=\"{to_y}\" {transform}>"
            );
            "linearGradient"
        }
        Some((first, last)) => {
            let _ = write!(
                out,
                "<radialGradient id=\"p{id}\" gradientUnits=\"userSpaceOnUse\" fx=\"{x}\" fy=\"{y}\" fr=\"{}\" cx=\"{to_x}\" \
                 cy=\"{to_y}\" r=\"{}\" {transform}>",
                fine(first, 5),
                fine(last, 5)
            );
            "radialGradient"
        }
    };
    for (at, colour) in &of.stops {
        let _ = write!(out, "<stop offset=\"{}\" stop-color=\"{}\"/>", fine(*at, 5), hex(*colour));
    }
    let _ = writeln!(out, "</{name}>");
}

fn write_picture(out: &mut String, key: u64, picture: &Picture) {
    let (mime, bytes) = match &picture.data {
        // Programs that show SVG obey a tag that asks to turn it.
        Pixels::Jpeg(bytes, 1 | 3) if !picture.grey && !picture.asks_to_be_turned => ("jpeg", bytes.to_vec()),
        // Programs that show SVG differ in the colours of inks.
        Pixels::Jpeg(..) | Pixels::Png(..) => {
            // Decoding succeeded when the face was made.
            let (colours, alpha) = pixels(picture).unwrap_or_default();
            (
                "png",
                encode_png(picture.width, picture.height, &colours, alpha.as_deref(), None)
                    .unwrap_or_default(),
            )
        }
    };
    let _ = writeln!(
        out,
        "<image id=\"i{key:016x}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"data:image/{mime};base64,{}\"/>",
        STANDARD.encode(bytes)
    );
}

fn outline(segments: &[Segment], digits: i32) -> String {
    let mut out = String::with_capacity(segments.len() * 16);
    let n = |x: f32| fine(x, digits);
    for segment in segments {
        let _ = match *segment {
            Segment::Move(x, y) => write!(out, "M{} {}", n(x), n(y)),
            Segment::Line(x, y) => write!(out, "L{} {}", n(x), n(y)),
            Segment::Curve(a, b, c, d, x, y) => {
                write!(out, "C{} {} {} {} {} {}", n(a), n(b), n(c), n(d), n(x), n(y))
            }
            Segment::Close => {
                out.push('Z');
                Ok(())
            }
        };
    }
    out
}

/// Formats a number with three decimals.
fn number(x: f32) -> String {
    fine(x, 3)
}

/// Formats a number with at most `digits` decimals, without trailing zeros.
fn fine(x: f32, digits: i32) -> String {
    let unit = 10_f64.powi(digits);
    let rounded = (f64::from(x) * unit).round() / unit;
    // Adding 0 turns −0 into 0.
    format!("{}", rounded + 0.0)
}

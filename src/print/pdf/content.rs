//! Items as the operators of a page.

use std::collections::BTreeSet;
use std::sync::Arc;

use pdf_writer::types::{LineCapStyle, LineJoinStyle, TextRenderingMode};
use pdf_writer::{Content as Writer, Name, Str};

use super::fonts::UsedFonts;
use crate::print::fonts::Fonts;
use crate::print::scene::{Clip, Colour, Gradient, Item, Matrix, Paint, Picture, Run, Segment, Stroke};
use crate::print::units::{POINT, Size};

/// A stream, not yet compressed, and what it names.
pub struct Content {
    pub bytes: Vec<u8>,
    pub used: Used,
}

/// What a stream names: fonts and drawings by their number in the document, everything else by its place here.
#[derive(Default)]
pub struct Used {
    pub fonts: BTreeSet<u16>,
    pub drawings: BTreeSet<u32>,
    /// Opacities of filling and drawing, in 255ths.
    pub opacities: BTreeSet<u8>,
    pub gradients: Vec<Arc<Gradient>>,
    pub pictures: Vec<Arc<Picture>>,
    /// What is see-through as a whole, and its bounds.
    pub groups: Vec<([f32; 4], Content)>,
}

/// The stream of some items: of a page of a size, or of a drawing.
pub fn stream_of(items: &[Item], fonts: &Fonts, glyphs: &UsedFonts, page: Option<Size>) -> Content {
    let mut stream = Streamer { out: Writer::new(), used: Used::default(), fonts, glyphs };
    if let Some(size) = page {
        let k = (1.0 / POINT) as f32;
        stream.out.transform([k, 0.0, 0.0, -k, 0.0, (size.height / POINT) as f32]);
    }
    stream.items(items);
    Content { bytes: stream.out.finish().into_vec(), used: stream.used }
}

struct Streamer<'a> {
    out: Writer,
    used: Used,
    fonts: &'a Fonts,
    glyphs: &'a UsedFonts,
}

/// To thousandths of a millimetre: what is finer no printer shows.
fn r(x: f32) -> f32 {
    (x * 1000.0).round() / 1000.0
}

fn parts([red, green, blue]: Colour) -> [f32; 3] {
    [red, green, blue].map(|c| r(f32::from(c) / 255.0))
}

impl Streamer<'_> {
    fn items(&mut self, items: &[Item]) {
        let mut i = 0;
        while i < items.len() {
            match &items[i] {
                Item::Text(_) => {
                    // Texts that follow each other are written as one.
                    let end = items[i..].iter().take_while(|item| matches!(item, Item::Text(_))).count() + i;
                    self.texts(&items[i..end]);
                    i = end;
                    continue;
                }
                Item::Path { segments, fill, stroke } => {
                    if let Some(fill) = fill {
                        match &fill.paint {
                            Paint::Solid(colour) => {
                                self.opacity(fill.opacity, |me| {
                                    me.out.set_fill_rgb(parts(*colour)[0], parts(*colour)[1], parts(*colour)[2]);
                                    me.outline(segments);
                                    if fill.even_odd {
                                        me.out.fill_even_odd()
                                    } else {
                                        me.out.fill_nonzero()
                                    };
                                });
                            }
                            Paint::Gradient(gradient) => {
                                self.opacity(fill.opacity, |me| me.gradient(segments, fill.even_odd, gradient));
                            }
                        }
                    }
                    if let Some(stroke) = stroke {
                        self.opacity(stroke.opacity, |me| me.stroke(segments, stroke));
                    }
                }
                Item::Group { matrix, opacity, clip, items } => {
                    if *opacity < 1.0 && !items.is_empty() {
                        self.group(*matrix, *opacity, clip.as_ref(), items);
                    } else {
                        self.out.save_state();
                        self.place(*matrix);
                        self.clip(clip.as_ref());
                        self.items(items);
                        self.out.restore_state();
                    }
                }
                Item::Picture { picture, matrix } => {
                    let known = self.used.pictures.iter().position(|p| p.key == picture.key);
                    let at = known.unwrap_or_else(|| {
                        self.used.pictures.push(Arc::clone(picture));
                        self.used.pictures.len() - 1
                    });
                    self.out.save_state();
                    // A picture stands upright in a square whose y goes up.
                    self.place(Matrix([1.0, 0.0, 0.0, -1.0, 0.0, 1.0]).then(*matrix));
                    self.out.x_object(Name(format!("P{at}").as_bytes()));
                    self.out.restore_state();
                }
                Item::Use { drawing, matrix } => {
                    self.used.drawings.insert(*drawing);
                    self.out.save_state();
                    self.place(*matrix);
                    self.out.x_object(Name(format!("D{drawing}").as_bytes()));
                    self.out.restore_state();
                }
            }
            i += 1;
        }
    }

    fn place(&mut self, matrix: Matrix) {
        if matrix != Matrix::IDENTITY {
            // Scales need more digits than lengths.
            let [a, b, c, d, e, f] = matrix.0;
            let fine = |x: f32| (x * 1e6).round() / 1e6;
            self.out.transform([fine(a), fine(b), fine(c), fine(d), r(e), r(f)]);
        }
    }

    fn opacity(&mut self, opacity: f32, draw: impl FnOnce(&mut Self)) {
        let step = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        if step == 255 {
            draw(self);
            return;
        }
        self.used.opacities.insert(step);
        self.out.save_state();
        self.out.set_parameters(Name(format!("O{step}").as_bytes()));
        draw(self);
        self.out.restore_state();
    }

    fn outline(&mut self, segments: &[Segment]) {
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => self.out.move_to(r(x), r(y)),
                Segment::Line(x, y) => self.out.line_to(r(x), r(y)),
                Segment::Curve(a, b, c, d, x, y) => self.out.cubic_to(r(a), r(b), r(c), r(d), r(x), r(y)),
                Segment::Close => self.out.close_path(),
            };
        }
    }

    fn clip(&mut self, clip: Option<&Clip>) {
        if let Some(clip) = clip {
            self.outline(&clip.segments);
            if clip.even_odd {
                self.out.clip_even_odd()
            } else {
                self.out.clip_nonzero()
            };
            self.out.end_path();
        }
    }

    fn gradient(&mut self, segments: &[Segment], even_odd: bool, gradient: &Arc<Gradient>) {
        let known = self.used.gradients.iter().position(|g| g == gradient);
        let at = known.unwrap_or_else(|| {
            self.used.gradients.push(Arc::clone(gradient));
            self.used.gradients.len() - 1
        });
        self.out.save_state();
        self.outline(segments);
        if even_odd {
            self.out.clip_even_odd()
        } else {
            self.out.clip_nonzero()
        };
        self.out.end_path();
        self.place(gradient.matrix);
        self.out.shading(Name(format!("S{at}").as_bytes()));
        self.out.restore_state();
    }

    fn stroke(&mut self, segments: &[Segment], stroke: &Stroke) {
        // Lines that are drawn in a course of colours come as pixels.
        let Paint::Solid(colour) = &stroke.paint else { return };
        self.out.save_state();
        let [red, green, blue] = parts(*colour);
        self.out.set_stroke_rgb(red, green, blue);
        self.out.set_line_width(r(stroke.width));
        self.out.set_line_cap(match stroke.cap {
            0 => LineCapStyle::ButtCap,
            1 => LineCapStyle::RoundCap,
            _ => LineCapStyle::ProjectingSquareCap,
        });
        self.out.set_line_join(match stroke.join {
            0 => LineJoinStyle::MiterJoin,
            1 => LineJoinStyle::RoundJoin,
            _ => LineJoinStyle::BevelJoin,
        });
        self.out.set_miter_limit(stroke.miter.max(1.0));
        if !stroke.dashes.is_empty() {
            self.out.set_dash_pattern(stroke.dashes.iter().map(|d| r(*d)), r(stroke.dash_from));
        }
        self.outline(segments);
        self.out.stroke();
        self.out.restore_state();
    }

    /// Several things that are see-through as one.
    fn group(&mut self, matrix: Matrix, opacity: f32, clip: Option<&Clip>, items: &[Item]) {
        let mut inner = Streamer { out: Writer::new(), used: Used::default(), fonts: self.fonts, glyphs: self.glyphs };
        inner.clip(clip);
        inner.items(items);
        let content = Content { bytes: inner.out.finish().into_vec(), used: inner.used };
        let at = self.used.groups.len();
        // Bounds that hold whatever a page may hold.
        self.used.groups.push(([-5000.0, -5000.0, 5000.0, 5000.0], content));
        let step = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.used.opacities.insert(step);
        self.out.save_state();
        self.place(matrix);
        self.out.set_parameters(Name(format!("O{step}").as_bytes()));
        self.out.x_object(Name(format!("G{at}").as_bytes()));
        self.out.restore_state();
    }

    fn texts(&mut self, items: &[Item]) {
        self.out.begin_text();
        let (mut font, mut colour) = (None, None);
        for item in items {
            let Item::Text(run) = item else { continue };
            if run.glyphs.is_empty() {
                continue;
            }
            if font != Some((run.font, run.size.to_bits())) {
                self.used.fonts.insert(run.font);
                self.out.set_font(Name(format!("F{}", run.font).as_bytes()), (run.size * 1e4).round() / 1e4);
                font = Some((run.font, run.size.to_bits()));
            }
            if colour != Some(run.colour) {
                let [red, green, blue] = parts(run.colour);
                self.out.set_fill_rgb(red, green, blue);
                colour = Some(run.colour);
            }
            self.run(run);
        }
        self.out.end_text();
    }

    fn run(&mut self, run: &Run) {
        let font = &self.fonts.all[run.font as usize];
        let advance = |id: u16| f32::from(font.advances.get(id as usize).copied().unwrap_or(0)) / font.units * run.size;
        if let Some(width) = run.hidden {
            let natural: f32 = run.glyphs.iter().map(|g| advance(g.id)).sum();
            self.out.set_text_rendering_mode(TextRenderingMode::Invisible);
            self.out.set_horizontal_scaling((width / natural.max(1e-3) * 100.0).round());
        }
        let mut i = 0;
        while i < run.glyphs.len() {
            let first = run.glyphs[i];
            self.out.set_text_matrix([1.0, 0.0, 0.0, -1.0, r(first.x), r(first.y)]);
            let mut shown = self.out.show_positioned();
            let mut list = shown.items();
            let mut bytes: Vec<u8> = Vec::new();
            let mut pen = first.x;
            while let Some(glyph) = run.glyphs.get(i).filter(|g| (g.y - first.y).abs() < 1e-3) {
                // Thousandths of an em, backwards; where the word is stretched it has no kerning.
                let off = if run.hidden.is_some() { 0.0 } else { ((pen - glyph.x) / run.size * 1000.0).round() };
                if off != 0.0 {
                    list.show(Str(&bytes));
                    bytes.clear();
                    list.adjust(off);
                    pen -= off / 1000.0 * run.size;
                }
                bytes.extend(self.glyphs.number(run.font, glyph.id).to_be_bytes());
                pen += advance(glyph.id);
                i += 1;
            }
            list.show(Str(&bytes));
        }
        if run.hidden.is_some() {
            self.out.set_text_rendering_mode(TextRenderingMode::Fill);
            self.out.set_horizontal_scaling(100.0);
        }
    }
}

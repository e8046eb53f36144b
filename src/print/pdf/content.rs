//! Writes items as content streams.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::hash::{WideHasher, wide_hash};
use crate::print::draw::scene::{
    Clip, Glyph, GlyphRun, Gradient, Matrix, Paint, Picture, Rgb, SceneItem, Segment, Stroke,
};
use crate::print::draw::units::POINT;
use crate::print::inks::separation::{Separation, is_black, is_grey};
use crate::print::pdf::operators::Operators;
use crate::print::pdf::page::DocumentPage;
use crate::print::pdf::tags::StructureTag;
use crate::print::text::fonts::FontCollection;

/// An uncompressed content stream, and the resources it refers to. Glyphs are numbered as in the whole font,
/// because the subset of a font is known only when everything is drawn.
#[derive(Clone, Debug, Default)]
pub struct Content {
    pub bytes: Vec<u8>,
    pub rows: Vec<GlyphRow>,
    pub used: StreamResources,
}

impl Content {
    /// Returns a hash of its appearance.
    pub fn hash(&self) -> u128 {
        let mut hash = WideHasher::default();
        hash.add_hash(wide_hash(&self.bytes));
        self.used.pictures.iter().for_each(|p| hash.add(p.key));
        self.used.gradients.iter().for_each(|g| hash.add_hash(wide_hash(format!("{g:?}").as_bytes())));
        self.used.groups.iter().for_each(|group| hash.add_hash(group.hash()));
        hash.finish()
    }
}

/// The position of a run of glyphs in a stream.
#[derive(Clone, Copy, Debug)]
pub struct GlyphRow {
    pub at: u32,
    pub count: u32,
    pub font: u16,
}

/// The resources of a stream: fonts and drawings by their index in the document, all others by their index
/// here.
#[derive(Clone, Debug, Default)]
pub struct StreamResources {
    pub fonts: BTreeSet<u16>,
    pub drawings: BTreeSet<u32>,
    /// Opacities of fills and strokes, in 255ths.
    pub opacities: BTreeSet<u8>,
    pub gradients: Vec<Arc<Gradient>>,
    pub pictures: Vec<Arc<Picture>>,
    /// The streams of transparency groups; group i is the resource `Gi`.
    pub groups: Vec<Content>,
    /// Spot colours, by their index in the printing condition.
    pub spots: BTreeSet<u16>,
    /// True if the graphics state sets overprinting.
    pub overprint: bool,
    /// True if the stream draws in registration black, as crop marks do.
    pub registration: bool,
}

/// Returns the stream of a drawing of this width, in its own units. With a separation, its colours are inks.
pub fn stream_of(
    items: &[SceneItem],
    width: f32,
    fonts: &FontCollection,
    inks: Option<&Separation>,
) -> Content {
    /// Width of the smallest drawings whose units are millimetres. Icons have less, and are enlarged.
    const LEAST: f32 = 10.0;
    let unit = if width < LEAST { LARGE_UNIT } else { 1.0 };
    let mut stream = Streamer::new(fonts, inks, unit);
    stream.items(items);
    stream.finish()
}

/// Returns the stream of a page. With tags, all that it shows is marked: as content of a tag, by its number,
/// or as ornament.
pub fn page_of(
    page: &DocumentPage,
    tags: Option<&[StructureTag]>,
    fonts: &FontCollection,
    inks: Option<&Separation>,
) -> Content {
    let mut stream = Streamer::new(fonts, inks, LARGE_UNIT);
    let k = (1.0 / POINT) as f32;
    stream.out.matrix([k, 0.0, 0.0, -k, 0.0, (page.size.height / POINT) as f32], "cm");
    let Some(tags) = tags else {
        stream.items(&page.items);
        return stream.finish();
    };
    let mut done = 0;
    for (number, tag) in tags.iter().enumerate() {
        stream.ornament(page.items.get(done..tag.items.start).unwrap_or_default());
        stream.out.begin_content(tag.role.name(), number);
        stream.items(page.items.get(tag.items.clone()).unwrap_or_default());
        stream.out.op(&[], "EMC");
        done = tag.items.end;
    }
    stream.ornament(page.items.get(done..).unwrap_or_default());
    stream.finish()
}

/// The operation that a colour is set for: each has its own operator or overprint rule.
#[derive(Clone, Copy)]
enum ColourUse {
    Fill,
    Stroke,
    Text,
}

/// The graphics state, as far as it was set since the beginning of a stream. Unset parts are those of the
/// stream's user.
#[derive(Clone, Copy, Default)]
struct GraphicsState {
    fill: Option<(Rgb, bool)>,
    stroke: Option<Rgb>,
    /// Width, cap, join and mitre limit of lines.
    line: [Option<f32>; 4],
}

struct Streamer<'a> {
    out: Operators,
    state: GraphicsState,
    /// The states to return to.
    saved: Vec<GraphicsState>,
    /// The opacity, in 255ths, that holds up to the end of the state that was saved for it.
    opacity: u8,
    rows: Vec<GlyphRow>,
    used: StreamResources,
    fonts: &'a FontCollection,
    inks: Option<&'a Separation>,
    /// The largest size that a unit may have, in millimetres.
    unit: f32,
}

/// The unit of drawings that may be enlarged wherever they are used, in millimetres.
const LARGE_UNIT: f32 = 10.0;

impl<'a> Streamer<'a> {
    fn new(fonts: &'a FontCollection, inks: Option<&'a Separation>, unit: f32) -> Streamer<'a> {
        Streamer {
            unit,
            out: Operators::default(),
            state: GraphicsState::default(),
            saved: Vec::new(),
            opacity: OPAQUE,
            rows: Vec::new(),
            used: StreamResources::default(),
            fonts,
            inks,
        }
    }

    fn finish(self) -> Content {
        Content { bytes: self.out.finish(), rows: self.rows, used: self.used }
    }

    fn save(&mut self) {
        self.out.op(&[], "q");
        self.saved.push(self.state);
    }

    fn restore(&mut self) {
        self.out.op(&[], "Q");
        self.state = self.saved.pop().unwrap_or_default();
    }

    /// Writes items that are not read aloud, such as crop marks.
    fn ornament(&mut self, items: &[SceneItem]) {
        if !items.is_empty() {
            self.out.op(&[], "/Artifact BMC");
            self.items(items);
            self.out.op(&[], "EMC");
        }
    }

    fn items(&mut self, items: &[SceneItem]) {
        self.all(items);
        self.set_opacity(1.0);
    }

    fn all(&mut self, items: &[SceneItem]) {
        let mut i = 0;
        while i < items.len() {
            if !matches!(items[i], SceneItem::Path { .. }) {
                self.set_opacity(1.0);
            }
            match &items[i] {
                SceneItem::Text(_) => {
                    // Consecutive texts are written as one text object.
                    let end =
                        items[i..].iter().take_while(|item| matches!(item, SceneItem::Text(_))).count() + i;
                    self.texts(&items[i..end]);
                    i = end;
                    continue;
                }
                SceneItem::Path { segments, fill, stroke } => {
                    if let Some(fill) = fill {
                        match &fill.paint {
                            Paint::Solid(colour) => {
                                let over = self.is_spot(*colour);
                                self.set_opacity(fill.opacity);
                                if over {
                                    self.overprint(true);
                                }
                                self.colour(*colour, ColourUse::Fill);
                                self.outline(segments);
                                self.out.op(&[], if fill.even_odd { "f*" } else { "f" });
                                if over {
                                    self.overprint(false);
                                }
                            }
                            Paint::Gradient(gradient) => {
                                self.set_opacity(fill.opacity);
                                self.gradient(segments, fill.even_odd, gradient);
                            }
                            // Marks are lines.
                            Paint::Registration => {}
                        }
                    }
                    if let Some(stroke) = stroke {
                        self.set_opacity(stroke.opacity);
                        self.stroke(segments, stroke);
                    }
                }
                SceneItem::Group { matrix, opacity, clip, items } => {
                    if *opacity < 1.0 && !items.is_empty() {
                        self.group(*matrix, *opacity, clip.as_ref(), items);
                    } else {
                        let outer = self.unit;
                        self.save();
                        self.place(*matrix);
                        self.unit *= matrix.stretch();
                        self.clip(clip.as_ref());
                        self.items(items);
                        self.restore();
                        self.unit = outer;
                    }
                }
                SceneItem::Picture { picture, matrix } => {
                    let known = self.used.pictures.iter().position(|p| p.key == picture.key);
                    let at = known.unwrap_or_else(|| {
                        self.used.pictures.push(Arc::clone(picture));
                        self.used.pictures.len() - 1
                    });
                    self.out.op(&[], "q");
                    // A picture fills a unit square whose y goes up.
                    self.place(Matrix([1.0, 0.0, 0.0, -1.0, 0.0, 1.0]).then(*matrix));
                    self.out.named('P', at, &[], "Do");
                    self.out.op(&[], "Q");
                }
                SceneItem::Use { drawing, matrix } => {
                    self.used.drawings.insert(*drawing);
                    self.out.op(&[], "q");
                    self.place(*matrix);
                    self.out.named('D', drawing, &[], "Do");
                    self.out.op(&[], "Q");
                }
            }
            i += 1;
        }
    }

    /// Sets a colour. A grey is set by its lightness alone: a printer would mix red, green and blue of it
    /// from coloured inks.
    fn colour(&mut self, colour: Rgb, of: ColourUse) {
        let is_set = match of {
            ColourUse::Stroke => self.state.stroke.replace(colour) == Some(colour),
            ColourUse::Fill | ColourUse::Text => {
                // Black text may be of other inks than a black area.
                let fill = (colour, matches!(of, ColourUse::Text) && self.inks.is_some());
                self.state.fill.replace(fill) == Some(fill)
            }
        };
        if is_set {
            return;
        }
        let part = |c: u8| f32::from(c) / 255.0;
        let [r, ..] = colour;
        if let Some(spot) = self.inks.and_then(|inks| inks.spot(colour)) {
            self.used.spots.insert(spot as u16);
            let (space, tint) = if matches!(of, ColourUse::Stroke) { ("CS", "SCN") } else { ("cs", "scn") };
            self.out.named('C', spot, &[], space);
            self.out.op(&[1.0], tint);
            return;
        }
        match (self.inks, of) {
            // Overprinting holds for inks, not for greys, so black text is set in inks.
            (Some(inks), ColourUse::Text) if is_black(colour) || !is_grey(colour) => {
                self.out.op(&inks.text(colour).map(part), "k");
            }
            (_, ColourUse::Fill | ColourUse::Text) if is_grey(colour) => self.out.op(&[part(r)], "g"),
            (_, ColourUse::Stroke) if is_grey(colour) => self.out.op(&[part(r)], "G"),
            (Some(inks), ColourUse::Stroke) => self.out.op(&inks.inks(colour).map(part), "K"),
            (Some(inks), _) => self.out.op(&inks.inks(colour).map(part), "k"),
            (None, ColourUse::Stroke) => self.out.op(&colour.map(part), "RG"),
            (None, _) => self.out.op(&colour.map(part), "rg"),
        }
    }

    fn is_spot(&self, colour: Rgb) -> bool {
        self.inks.is_some_and(|inks| inks.spot(colour).is_some())
    }

    /// Lets black text overprint the colours below it, so that no white is seen around its letters; other
    /// text replaces the colours below.
    fn overprint(&mut self, over: bool) {
        if self.inks.is_some() {
            self.used.overprint = true;
            self.out.named('V', u8::from(over), &[], "gs");
        }
    }

    fn place(&mut self, matrix: Matrix) {
        if matrix != Matrix::IDENTITY {
            self.out.matrix(matrix.0, "cm");
        }
    }

    /// Sets the opacity of paths.
    fn set_opacity(&mut self, opacity: f32) {
        let step = (opacity.clamp(0.0, 1.0) * f32::from(OPAQUE)).round() as u8;
        if step == self.opacity {
            return;
        }
        if self.opacity != OPAQUE {
            self.restore();
        }
        if step != OPAQUE {
            self.save();
            self.used.opacities.insert(step);
            self.out.named('O', step, &[], "gs");
        }
        self.opacity = step;
    }

    fn outline(&mut self, segments: &[Segment]) {
        let unit = self.unit;
        for segment in segments {
            match *segment {
                Segment::Move(x, y) => self.out.outline(&[x, y], "m", unit),
                Segment::Line(x, y) => self.out.outline(&[x, y], "l", unit),
                Segment::Curve(a, b, c, d, x, y) => self.out.outline(&[a, b, c, d, x, y], "c", unit),
                Segment::Close => self.out.op(&[], "h"),
            }
        }
    }

    fn clip(&mut self, clip: Option<&Clip>) {
        if let Some(clip) = clip {
            self.clip_to(&clip.segments, clip.even_odd);
        }
    }

    fn clip_to(&mut self, segments: &[Segment], even_odd: bool) {
        self.outline(segments);
        self.out.op(&[], if even_odd { "W*" } else { "W" });
        self.out.op(&[], "n");
    }

    fn gradient(&mut self, segments: &[Segment], even_odd: bool, gradient: &Arc<Gradient>) {
        let known = self.used.gradients.iter().position(|g| g == gradient);
        let at = known.unwrap_or_else(|| {
            self.used.gradients.push(Arc::clone(gradient));
            self.used.gradients.len() - 1
        });
        self.out.op(&[], "q");
        // A shading has no outline: it fills the current clip.
        self.clip_to(segments, even_odd);
        self.place(gradient.matrix);
        self.out.named('S', at, &[], "sh");
        self.out.op(&[], "Q");
    }

    fn stroke(&mut self, segments: &[Segment], stroke: &Stroke) {
        // Only solid strokes reach this point; others were rasterized.
        let colour = match &stroke.paint {
            Paint::Solid(colour) => Some(*colour),
            Paint::Registration => None,
            Paint::Gradient(_) => return,
        };
        let over = colour.is_some_and(|colour| self.is_spot(colour));
        if over {
            self.overprint(true);
        }
        let is_dashed = !stroke.dashes.is_empty();
        if is_dashed {
            self.save();
            self.out.dashes(&stroke.dashes, stroke.dash_from);
        }
        match colour {
            Some(colour) => self.colour(colour, ColourUse::Stroke),
            None if self.inks.is_none() => self.colour([0; 3], ColourUse::Stroke),
            None => {
                self.used.registration = true;
                self.state.stroke = None;
                self.out.named('C', REGISTRATION, &[], "CS");
                self.out.op(&[1.0], "SCN");
            }
        }
        let (cap, join) = (f32::from(stroke.cap.min(2)), f32::from(stroke.join.min(2)));
        let line = [(stroke.width, "w"), (cap, "J"), (join, "j"), (stroke.miter.max(1.0), "M")];
        for (i, (value, operator)) in line.into_iter().enumerate() {
            if self.state.line[i].replace(value) != Some(value) {
                self.out.op(&[value], operator);
            }
        }
        self.outline(segments);
        self.out.op(&[], "S");
        if is_dashed {
            self.restore();
        }
        if over {
            self.overprint(false);
        }
    }

    /// Writes items as a transparency group.
    fn group(&mut self, matrix: Matrix, opacity: f32, clip: Option<&Clip>, items: &[SceneItem]) {
        let mut inner = Streamer::new(self.fonts, self.inks, self.unit * matrix.stretch());
        inner.clip(clip);
        inner.items(items);
        let at = self.used.groups.len();
        self.used.groups.push(inner.finish());
        let step = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
        self.used.opacities.insert(step);
        self.out.op(&[], "q");
        self.place(matrix);
        self.out.named('O', step, &[], "gs");
        self.out.named('G', at, &[], "Do");
        self.out.op(&[], "Q");
    }

    fn texts(&mut self, items: &[SceneItem]) {
        self.out.op(&[], "BT");
        let (mut font, mut colour) = (None, None);
        let mut over = false;
        for item in items {
            let SceneItem::Text(run) = item else { continue };
            if run.glyphs.is_empty() {
                continue;
            }
            if font != Some((run.font, run.size.to_bits())) {
                self.used.fonts.insert(run.font);
                self.out.named('F', run.font, &[run.size], "Tf");
                font = Some((run.font, run.size.to_bits()));
            }
            if colour != Some(run.colour) {
                self.colour(run.colour, ColourUse::Text);
                colour = Some(run.colour);
            }
            let is_over = (is_black(run.colour) && !run.replaces) || self.is_spot(run.colour);
            if over != is_over {
                over = is_over;
                self.overprint(over);
            }
            self.run(run);
        }
        self.out.op(&[], "ET");
        if over {
            self.overprint(false);
        }
    }

    fn run(&mut self, run: &GlyphRun) {
        let font = &self.fonts.all[usize::from(run.font)];
        let advance = |id: u16| {
            f32::from(font.advances.get(usize::from(id)).copied().unwrap_or(0)) / font.units * run.size
        };
        // Stretches the invisible word to the width of the icon in its place.
        if let Some(width) = run.hidden {
            let natural: f32 = run.glyphs.iter().map(|g| advance(g.id)).sum();
            self.out.op(&[INVISIBLE], "Tr");
            self.out.op(&[(width / natural.max(1e-3) * 100.0).round()], "Tz");
        }
        let mut rest = run.glyphs.as_slice();
        while let Some(first) = rest.first() {
            // Glyphs on one baseline share a text matrix.
            let count = rest.iter().take_while(|g| (g.y - first.y).abs() < 1e-3).count().max(1);
            let (row, after) = rest.split_at(count);
            self.out.matrix([1.0, 0.0, 0.0, -1.0, first.x, first.y], "Tm");
            self.out.begin_glyphs();
            // The reader moves the pen by the advances; only deviations from them are written.
            let (mut from, mut pen) = (0, first.x);
            for (i, glyph) in row.iter().enumerate() {
                // The offset in thousandths of an em, with reversed sign. Invisible stretched text has no
                // kerning.
                let off =
                    if run.hidden.is_some() { 0.0 } else { ((pen - glyph.x) / run.size * 1000.0).round() };
                if off != 0.0 {
                    self.glyphs(run.font, &row[from..i]);
                    self.out.adjust(off);
                    (from, pen) = (i, pen - off / 1000.0 * run.size);
                }
                pen += advance(glyph.id);
            }
            self.glyphs(run.font, &row[from..]);
            self.out.end_glyphs();
            rest = after;
        }
        if run.hidden.is_some() {
            self.out.op(&[VISIBLE], "Tr");
            self.out.op(&[100.0], "Tz");
        }
    }

    fn glyphs(&mut self, font: u16, glyphs: &[Glyph]) {
        if !glyphs.is_empty() {
            let at = self.out.glyphs(glyphs.iter().map(|g| g.id)) as u32;
            self.rows.push(GlyphRow { at, count: glyphs.len() as u32, font });
        }
    }
}

/// Full opacity, in 255ths.
const OPAQUE: u8 = 255;
/// The name of the registration colour, which is printed on every plate (ISO 32000-1, 8.6.6.4).
pub const REGISTRATION: &str = "All";
/// Text rendering mode: filled.
const VISIBLE: f32 = 0.0;
/// Text rendering mode: invisible, for search.
const INVISIBLE: f32 = 3.0;

//! Makes the faces of many components: rendered and laid out in parallel, with shared drawings.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use minijinja::Value;
use rustc_hash::FxHashMap;

use crate::diagnostics::{Diagnostic, list};
use crate::guard::guarded;
use crate::hash::{content_hash, wide_hash};
use crate::ir::bytes::to_bytes;
use crate::ir::{FileTextId, Ir, ToIndex};
use crate::place::{FileId, Span};
use crate::print::draw::scene::{Drawing, GlyphRun, Matrix, Rgb, SceneItem};
use crate::print::draw::svg::{self, SvgDrawing, SvgProblem};
use crate::print::draw::units::Size;
use crate::print::face::face_parts::{FaceNote, FaceParts, TemplateFailure, TemplateLine, TextBox};
use crate::print::face::face_problems::{
    FaceDiagnostics, ViewMismatch, and_more, drawing_problem, is_of_printed_picture, view_fault,
};
use crate::print::face::templates::Templates;
use crate::print::game::data::WordLooks;
use crate::print::game::missing_icons;
use crate::print::inks::ink::Ink;
use crate::print::inks::overprint::limit_overprint;
use crate::print::inks::separation::Separation;
use crate::print::inks::spots::hide;
use crate::print::messages::faces as messages;
use crate::print::request::print_request::{FaceProgress, Request};
use crate::print::text::fonts::FontCollection;
use crate::print::text::meanings::GlyphTexts;
use crate::print::text::rich::spell_out_unknown;
use crate::print::text::shaper::Shaper;
use crate::print::text::text_layout::{PlacedIcon, TextLayout};
use crate::print::text::word_highlight::Highlights;
use crate::threads::{self, in_parallel, in_parallel_with, one_ahead};

/// Name of the common back of a sheet's components in diagnostics.
pub const COMMON_BACK: &str = "the back";
/// The property of a blend mode.
const BLEND: &str = "mix-blend-mode";

/// The materials and settings for making faces.
pub struct FaceRenderer<'a> {
    /// The game whose faces are made.
    pub ir: &'a Ir,
    /// The fonts of the package and those that come with Cardwright.
    pub fonts: &'a FontCollection,
    /// Colours and icons.
    pub words: &'a WordLooks,
    /// Words that stand out in texts.
    pub highlights: &'a Highlights,
    /// The templates of all faces, compiled.
    pub templates: &'a Templates<'a>,
    /// Number of threads to make faces with.
    pub threads: usize,
    /// The state of the game in footers.
    pub hash: String,
    /// The language of its texts, as a tag.
    pub language: String,
    /// The ink setting.
    pub ink: Ink,
    /// The printing condition of a print shop.
    pub separation: Option<Arc<Separation>>,
    /// Progress of making faces.
    pub progress: Arc<FaceProgress>,
}

/// A face to be made.
#[derive(Clone)]
pub struct FaceRequest {
    /// The name of the template to render.
    pub template: String,
    /// The template data.
    pub data: Value,
    /// Its name in diagnostics.
    pub of: String,
}

/// Faces and their shared drawings.
#[derive(Default)]
pub struct FaceBatch {
    /// The items of each face, in millimetres from the upper left corner of its cut.
    pub faces: Vec<Vec<SceneItem>>,
    /// The drawings that the items refer to.
    pub drawings: Vec<Drawing>,
    /// The texts that glyphs stand for.
    pub meanings: GlyphTexts,
}

/// A face before conversion.
struct UnconvertedFace {
    /// Its SVG text, and the items of that if they are known.
    drawing: String,
    items: Option<Vec<SceneItem>>,
    /// Its text boxes, laid out.
    boxes: Vec<(TextBox, TextLayout)>,
    /// Names of icons that the face uses and that do not exist.
    missing: Vec<String>,
    /// Width and height of its `viewBox`, if it has one.
    view: Option<(f64, f64)>,
    /// Text boxes that are not printed as the SVG says.
    notes: Vec<FaceNote>,
}

/// A face before conversion, after its template, its name in diagnostics, and its data.
type LaidRequest = (String, String, Value, Result<UnconvertedFace, TemplateFailure>);

/// Number of faces that are laid out at a time. Three such batches are in progress, which bounds memory.
const AT_ONCE: usize = 128;

/// The edge of a face.
#[derive(Clone, Copy, Debug)]
pub struct FaceEdge {
    /// The component at its trim.
    pub size: Size,
    /// Bleed, in millimetres.
    pub bleed: f64,
    /// Minimum distance of text from the cut, in millimetres.
    pub safe: f64,
}

/// The drawings that the faces of a batch share.
#[derive(Default)]
struct SharedDrawings {
    drawings: Vec<Drawing>,
    /// The problems of each drawing of a face, and why it cannot be read.
    problems: Vec<(Vec<SvgProblem>, Option<String>)>,
    /// The drawings of icons in texts by name and colour; they are numbered last.
    icons: BTreeMap<(String, Rgb), u32>,
}

impl<'a> FaceRenderer<'a> {
    /// Creates a press for a game.
    pub fn new(
        ir: &'a Ir,
        fonts: &'a FontCollection,
        words: &'a WordLooks,
        highlights: &'a Highlights,
        templates: &'a Templates<'a>,
        request: &Request,
    ) -> FaceRenderer<'a> {
        let threads = if request.threads == 0 { threads::count(None).get() } else { request.threads };
        let hash = || format!("{:08x}", content_hash(&to_bytes(ir)) >> 32);
        FaceRenderer {
            ir,
            fonts,
            words,
            highlights,
            templates,
            threads,
            hash: request.state.clone().unwrap_or_else(hash),
            language: ir.game.language.clone(),
            ink: request.ink,
            separation: request.separation.as_ref().map(|s| s.with_spots(&ir.print.spots)),
            progress: Arc::clone(&request.progress),
        }
    }
}

impl FaceRenderer<'_> {
    /// Makes all requested faces, with one numbering of their drawings.
    pub fn make(&self, wanted: &[FaceRequest], edge: FaceEdge, found: &mut Vec<Diagnostic>) -> FaceBatch {
        let mut all = FaceBatch::default();
        self.make_each(wanted.len(), &|i| wanted[i].clone(), edge, found, &mut |made| {
            let before = all.drawings.len() as u32;
            all.faces.extend(made.faces.into_iter().map(|mut face| {
                face.iter_mut().for_each(|item| item.renumber(&|n| n + before));
                face
            }));
            all.drawings.extend(made.drawings);
            all.meanings.also(&made.meanings);
        });
        all
    }

    /// Makes `count` faces and hands them over in order, in batches, so that memory does not grow with their
    /// number.
    pub fn make_each(
        &self,
        count: usize,
        wanted: &(dyn Fn(usize) -> FaceRequest + Sync),
        edge: FaceEdge,
        found: &mut Vec<Diagnostic>,
        take: &mut dyn FnMut(FaceBatch),
    ) {
        let mut told = FaceDiagnostics::default();
        let all: Vec<usize> = (0..count).collect();
        let shapers = Mutex::new(Vec::new());
        self.progress.all.fetch_add(count, Ordering::Relaxed);
        let parts: Vec<&[usize]> = all.chunks(AT_ONCE).collect();
        let lay_out = |part: &&[usize]| self.lay_out_batch(part, wanted, edge.size, &shapers);
        // Much of what follows a layout is done by one thread, beside which the next batch is laid out.
        one_ahead(&parts, self.threads, lay_out, |part, mut laid| {
            take(self.convert_batch(&mut laid, edge, &mut told, found));
            self.progress.done.fetch_add(part.len(), Ordering::Relaxed);
            laid
        });
        for (failure, template, of, more) in told.failures {
            // An error of a template is an error of each of its faces, and is reported once.
            let of = and_more(of, more);
            found.push(self.failure(&failure, Some(&template), &of));
        }
        for ((template, icon), (of, count)) in told.icons {
            let of = and_more(of, count - 1);
            let asked_by = format!(", which the face `{template}` asks for, of {of}");
            let file = self.file_of(&template);
            found.push(missing_icons::in_template(self.ir, self.words, &icon, &asked_by, file));
        }
        for ((template, mode), (of, count)) in told.blends {
            let of = and_more(of, count - 1);
            let d = messages::without_blend_mode(&of, &mode);
            // A template that it includes may have the mode.
            let is_written = self.text_of(&template).is_some_and(|text| text.contains(BLEND));
            found.push(if is_written { self.at_word(d, &template, BLEND) } else { d });
        }
        for (template, (fault, of, count)) in told.views {
            let of = and_more(of, count - 1);
            let size = (edge.size.width, edge.size.height);
            let d = match fault {
                ViewMismatch::Shape(what) => messages::other_shape(&what, &template, &of, size),
                ViewMismatch::Scale(what, scale) => messages::other_scale(&what, scale, &template, &of, size),
            };
            found.push(self.at_view_box(d, &template));
        }
        for ((template, what, line), of, more) in told.notes {
            let of = and_more(of, more);
            let d = messages::not_as_drawn(&what, &of);
            found.push(self.on_line(d, Some(&template), &line));
        }
    }

    /// Converts faces that are laid out, and reports their problems.
    fn convert_batch(
        &self,
        (halves, meanings): &mut (Vec<LaidRequest>, GlyphTexts),
        edge: FaceEdge,
        told: &mut FaceDiagnostics,
        found: &mut Vec<Diagnostic>,
    ) -> FaceBatch {
        let mut made = FaceBatch { meanings: std::mem::take(meanings), ..FaceBatch::default() };
        let items: Vec<_> = halves.iter_mut().map(|(.., half)| half.as_mut().ok()?.items.take()).collect();
        // Drawings are numbered in the order of first use.
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        let mut texts: Vec<(&str, Option<Vec<SceneItem>>)> = Vec::new();
        let mut icons: BTreeSet<(&str, Rgb)> = BTreeSet::new();
        let mut which: Vec<u32> = Vec::with_capacity(halves.len());
        for ((.., half), items) in halves.iter().zip(items) {
            let number = half.as_ref().map_or(0, |half| {
                icons.extend(
                    half.boxes.iter().flat_map(|(_, laid)| &laid.icons).map(|i| (&*i.name, i.colour)),
                );
                *numbers.entry(&half.drawing).or_insert_with(|| {
                    texts.push((&half.drawing, items));
                    texts.len() as u32 - 1
                })
            });
            which.push(number);
        }
        let shared = self.draw_shared(texts, icons, edge);
        made.drawings = shared.drawings;
        let (hidden, kept) = (self.hidden_spots(), self.own_inks());
        let mut shaper = Shaper::new(self.fonts, &self.language);
        for ((template, of, data, half), number) in halves.iter_mut().zip(which) {
            let mut items = Vec::new();
            match half {
                Err(failure) => {
                    told.add_failure(failure.clone(), template, of);
                }
                Ok(UnconvertedFace { drawing, boxes, missing, view, notes, .. }) => {
                    if let Some(fault) = view_fault(*view, edge.size, !boxes.is_empty())
                        && self.file_of(template).is_some()
                    {
                        told.views.entry(template.clone()).or_insert((fault, of.clone(), 0)).2 += 1;
                    }
                    for note in notes {
                        let what = format!("the text of {} {}", note.name, note.what);
                        let find = || self.templates.line_of_note(template, data, note);
                        let line = told.line(template, what.clone(), find);
                        told.add_note((template.clone(), what, line), of);
                    }
                    for icon in std::mem::take(missing).into_iter().collect::<BTreeSet<_>>() {
                        told.icons.entry((template.clone(), icon)).or_insert((of.clone(), 0)).1 += 1;
                    }
                    let (trouble, why) = &shared.problems[number.index()];
                    if let Some(why) = why {
                        found.push(self.failure(
                            &TemplateFailure::Svg(why.clone(), None),
                            Some(&*template),
                            of,
                        ));
                    }
                    let is_new = !trouble.is_empty() && told.drawings.insert(wide_hash(drawing.as_bytes()));
                    for t in trouble {
                        match t {
                            SvgProblem::Blend(mode) => {
                                let blend = (template.clone(), mode.clone());
                                told.blends.entry(blend).or_insert((of.clone(), 0)).1 += 1;
                            }
                            t if !is_new || self.ink == Ink::Low && is_of_printed_picture(t) => {}
                            t => found.push(self.at_picture(drawing_problem(t, of), data)),
                        }
                    }
                    items.push(SceneItem::Use { drawing: number, matrix: Matrix::IDENTITY });
                    for (b, laid) in boxes {
                        let problems = (&mut *told, &mut *found);
                        self.report_text_problems((&*template, &*b), laid, (&*of, &*data), edge, problems);
                        if let Some(family) = self.without_bold(b)
                            && told.families.insert(family.to_owned())
                        {
                            found.push(messages::without_bold(family, &b.name, of));
                        }
                        items.extend(self.text_items(b, std::mem::take(laid), &shared.icons, &mut shaper));
                    }
                }
            }
            hide(&mut items, &hidden);
            self.ink.items(&mut items, Matrix::IDENTITY, &kept);
            if let Some(inks) = &self.separation {
                limit_overprint(&mut items, &made.drawings, inks);
            }
            made.faces.push(items);
        }
        made.meanings.also(&shaper.meanings);
        made
    }

    /// Renders faces and lays out their texts. Returns each with its template and its name in diagnostics,
    /// and the texts that glyphs stand for.
    fn lay_out_batch(
        &self,
        part: &[usize],
        wanted: &(dyn Fn(usize) -> FaceRequest + Sync),
        size: Size,
        shapers: &Mutex<Vec<Shaper>>,
    ) -> (Vec<LaidRequest>, GlyphTexts) {
        let known = |href: &str| self.ir.print.asset(href).is_some_and(|a| a.file.is_none());
        // Shapers keep what they have laid out for the next batch.
        let idle = || shapers.lock().ok().and_then(|mut idle| idle.pop());
        let (laid, used) = in_parallel_with(
            part,
            self.threads,
            || idle().unwrap_or_else(|| Shaper::new(self.fonts, &self.language)),
            |shaper, i| {
                let w = wanted(*i);
                let parts = self.templates.face(&w.template, &w.data, size.width, &known);
                let half = parts.and_then(|p| match guarded(|| self.lay_out_face(shaper, p)) {
                    Ok(half) => half.map_err(|(why, family)| {
                        let has_family = |b: &TextBox| b.family == family;
                        let line = self.templates.line_of_box(&w.template, &w.data, &has_family);
                        TemplateFailure::Box(why, line)
                    }),
                    Err(why) => {
                        // The shaper may have panicked with its caches in an inconsistent state.
                        *shaper = Shaper::new(self.fonts, &self.language);
                        Err(TemplateFailure::Fonts(why))
                    }
                });
                (w.template, w.of, w.data, half)
            },
        );
        let mut meanings = GlyphTexts::default();
        for mut shaper in used {
            meanings.also(&std::mem::take(&mut shaper.meanings));
            if let Ok(mut idle) = shapers.lock() {
                idle.push(shaper);
            }
        }
        (laid, meanings)
    }

    /// Reads the drawings that faces share: their SVG texts, and then the icons in their texts.
    fn draw_shared(
        &self,
        texts: Vec<(&str, Option<Vec<SceneItem>>)>,
        icons: BTreeSet<(&str, Rgb)>,
        edge: FaceEdge,
    ) -> SharedDrawings {
        let FaceEdge { size, bleed, .. } = edge;
        let mut shared = SharedDrawings::default();
        let faces = texts.len();
        let unread: Vec<&str> =
            texts.iter().filter(|(_, items)| items.is_none()).map(|(text, _)| *text).collect();
        let read =
            in_parallel(&unread, self.threads, || (), |(), text| svg::read(text, size.width, &self.ir.print));
        let mut read = read.into_iter();
        let drawn = texts.into_iter().filter_map(|(_, items)| match items {
            Some(items) => Some(Ok(SvgDrawing { items, ..SvgDrawing::default() })),
            None => read.next(),
        });
        let bounds =
            [-bleed as f32, -bleed as f32, (size.width + bleed) as f32, (size.height + bleed) as f32];
        for result in drawn {
            let (items, trouble, why) = match result {
                Ok(SvgDrawing { items, found, .. }) => (items, found, None),
                Err(why) => (Vec::new(), Vec::new(), Some(why)),
            };
            shared.drawings.push(Drawing { bounds, items });
            shared.problems.push((trouble, why));
        }
        // The drawings of icons in texts are numbered last.
        for (name, colour) in icons {
            let Some(text) = self.words.icon_svg(name, colour) else { continue };
            if let Ok(drawn) = svg::read(&text, 1.0, &self.ir.print) {
                shared.icons.insert((name.to_owned(), colour), shared.drawings.len() as u32);
                shared.drawings.push(Drawing { bounds: [-0.2, -0.2, 1.2, 1.2], items: drawn.items });
            }
        }
        let (hidden, kept) = (self.hidden_spots(), self.own_inks());
        for (i, drawing) in shared.drawings.iter_mut().enumerate() {
            hide(&mut drawing.items, &hidden);
            // The drawings of icons in texts are last.
            if i < faces { self.ink.drawing(drawing, 1.0, &kept) } else { self.ink.icon(drawing, &kept) }
        }
        shared
    }

    /// Returns the spot colours that are for the print shop only, such as a cut line.
    fn hidden_spots(&self) -> Vec<Rgb> {
        let spots = self.ir.print.spots.iter().filter(|spot| !spot.is_shown && self.separation.is_none());
        spots.map(|spot| spot.colour).collect()
    }

    /// Returns the colours that a print shop prints with inks of their own, which are not made grey.
    pub fn own_inks(&self) -> Vec<Rgb> {
        self.separation
            .iter()
            .flat_map(|separation| separation.spots.iter().map(|spot| spot.colour))
            .collect()
    }

    /// Lays out the texts of a face.
    ///
    /// # Errors
    /// The reason why a text box cannot be laid out, and the font family that it names.
    fn lay_out_face(
        &self,
        shaper: &mut Shaper,
        mut parts: FaceParts,
    ) -> Result<UnconvertedFace, (String, String)> {
        let mut boxes = Vec::new();
        for mut b in std::mem::take(&mut parts.boxes) {
            let laid = self.lay_out_box(shaper, &mut b)?;
            boxes.push((b, laid));
        }
        let FaceParts { drawing, items, missing, view, notes, .. } = parts;
        Ok(UnconvertedFace { drawing, items, boxes, missing, view, notes })
    }

    fn lay_out_box(&self, shaper: &mut Shaper, b: &mut TextBox) -> Result<TextLayout, (String, String)> {
        b.style.families = self.fonts.fallback_families(&b.family).ok_or_else(|| {
            let known: Vec<&String> = self.fonts.families.iter().collect();
            let why = format!("{}: there is no font `{}`; there are {}", b.name, b.family, list(&known));
            (why, b.family.clone())
        })?;
        for paragraph in &mut b.text {
            // A word in braces that is not an icon is printed as a word.
            spell_out_unknown(paragraph, |name| self.words.icon(name).is_some());
        }
        if b.is_rules {
            let ground = b.ground_for_words().filter(|_| self.ink.has_coloured_words());
            b.text.iter_mut().for_each(|paragraph| self.highlights.set(paragraph, ground));
        }
        Ok(shaper.lay(&b.text, &b.style, b.width, b.height))
    }

    /// Returns the bounds on the face of what is printed in a text box, in millimetres: left, top, right and
    /// bottom. Those of a box with nothing in it are its own.
    pub fn printed_bounds(&self, mut b: TextBox) -> [f64; 4] {
        let mut shaper = Shaper::new(self.fonts, &self.language);
        let laid = self.lay_out_box(&mut shaper, &mut b).unwrap_or_default();
        let icons = laid.icons.iter().map(|icon| [icon.x, icon.y, icon.x + icon.size, icon.y + icon.size]);
        let printed = laid.ink.into_iter().chain(icons).reduce(|[l, t, r, b], [left, top, right, bottom]| {
            [l.min(left), t.min(top), r.max(right), b.max(bottom)]
        });
        let printed = printed.unwrap_or([0.0, 0.0, b.width as f32, b.height as f32]);
        // The box may be rotated.
        b.matrix.bounds(printed).map(f64::from)
    }

    /// Returns the items of a text box, in the coordinates of the face.
    fn text_items(
        &self,
        b: &TextBox,
        mut laid: TextLayout,
        icons: &BTreeMap<(String, Rgb), u32>,
        shaper: &mut Shaper,
    ) -> Vec<SceneItem> {
        let mut items = std::mem::take(&mut laid.items);
        for (i, PlacedIcon { name, x, y, size, colour, .. }) in laid.icons.iter().enumerate() {
            let Some(drawing) = icons.get(&(name.clone(), *colour)) else { continue };
            let matrix = Matrix([*size, 0.0, 0.0, *size, *x, *y]);
            items.push(SceneItem::Use { drawing: *drawing, matrix });
            if let Some(word) = laid.word_of(i) {
                items.extend(shaper.hidden(&word, &b.style.families, (*x, y + size * 0.85), *size));
            }
        }
        let Matrix([a, s, t, d, e, f]) = b.matrix;
        if (a, s, t, d) != (1.0, 0.0, 0.0, 1.0) {
            return vec![SceneItem::Group { matrix: b.matrix, opacity: 1.0, clip: None, items }];
        }
        // Most boxes are only translated, which needs no group.
        items.iter_mut().for_each(|item| shift(item, e, f));
        items
    }

    /// Returns the file of a template of the package.
    pub fn file_of(&self, template: &str) -> Option<FileTextId> {
        let paths = [format!("faces/{template}.svg.j2"), format!("faces/{template}.svg")];
        paths.iter().find_map(|path| self.ir.print.asset(path)?.file)
    }

    /// Returns the text of a template of the package.
    fn text_of(&self, template: &str) -> Option<&str> {
        Some(&self.ir.files.find(self.file_of(template)?)?.text)
    }

    /// Attaches a diagnostic to a range of a template, or to its beginning.
    pub fn at_face(&self, d: Diagnostic, template: &str, range: Option<Range<usize>>) -> Diagnostic {
        let Some(file) = self.file_of(template) else {
            return d.because(format!("the face is `faces/{template}.svg.j2`"));
        };
        let length = self.ir.files.find(file).map_or(0, |f| f.text.len());
        let range = range.filter(|r| r.end <= length).unwrap_or(0..0);
        d.at(Span::new(FileId(file.0), range.start, range.end), "")
    }

    /// Attaches a diagnostic to a line of a template; without one, to the beginning of `template`.
    pub fn on_line(&self, d: Diagnostic, template: Option<&str>, line: &TemplateLine) -> Diagnostic {
        match line {
            Some((name, range)) => self.at_face(d, name, Some(range.clone())),
            None => self.at_face(d, template.unwrap_or_default(), None),
        }
    }

    /// Attaches a diagnostic about the extent of a face to the `viewBox` of its template, if that is in the
    /// package.
    pub fn at_view_box(&self, d: Diagnostic, template: &str) -> Diagnostic {
        self.at_word(d, template, "viewBox")
    }

    /// Attaches a diagnostic to a word of a template, if that is in the package.
    fn at_word(&self, d: Diagnostic, template: &str, word: &str) -> Diagnostic {
        let Some(text) = self.text_of(template) else { return d };
        let at = text.find(word).map(|at| at..at + word.len());
        self.at_face(d, template, at)
    }

    /// Returns the diagnostic of a failure; `of` names the component.
    pub fn failure(&self, failure: &TemplateFailure, template: Option<&str>, of: &str) -> Diagnostic {
        let of = if of.is_empty() { String::new() } else { format!(" of {of}") };
        let place = |d, name: &str, range| self.at_face(d, name, range);
        let on_line = |d, line| self.on_line(d, template, line);
        match failure {
            TemplateFailure::Template(why, name, range) => {
                let d = messages::not_filled_in(&of, why, of.ends_with(COMMON_BACK));
                place(d, name, range.clone())
            }
            TemplateFailure::Svg(why, line) => on_line(messages::not_an_svg(&of, why), line),
            TemplateFailure::Fonts(why) => {
                let own: Vec<&String> =
                    self.fonts.all.iter().map(|f| &f.file).filter(|f| !f.is_empty()).collect();
                messages::fonts_fail(&of, why, &own)
            }
            TemplateFailure::Forbidden(what, line) => on_line(messages::forbidden(&of, what), line),
            TemplateFailure::Box(what, line) => on_line(messages::bad_text_box(&of, what), line),
        }
    }
}

/// Translates an item of a text.
fn shift(item: &mut SceneItem, x: f32, y: f32) {
    match item {
        SceneItem::Text(run) => {
            for glyph in &mut run.glyphs {
                glyph.x += x;
                glyph.y += y;
            }
        }
        SceneItem::Use { matrix, .. }
        | SceneItem::Picture { matrix, .. }
        | SceneItem::Group { matrix, .. } => {
            matrix.0[4] += x;
            matrix.0[5] += y;
        }
        SceneItem::Path { .. } => {
            let inner = std::mem::replace(item, SceneItem::Text(GlyphRun::default()));
            *item = SceneItem::Group {
                matrix: Matrix([1.0, 0.0, 0.0, 1.0, x, y]),
                opacity: 1.0,
                clip: None,
                items: vec![inner],
            };
        }
    }
}

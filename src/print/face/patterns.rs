//! Faces that differ in texts and outlines alone: what they have in common is read once.
//!
//! The cards of a suit have the same frame and the same text boxes; the outlines of their scenery, their
//! names and their rules differ. The second face of a form makes a pattern, which is tried on that face, and
//! the others fill it. A face that does not fit a pattern is read as a whole: the result is the same.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

use rustc_hash::FxHashMap;
use usvg::roxmltree::Node;
use usvg::tiny_skia_path::Path;

use crate::guard::guarded;
use crate::ir::print::PrintInfo;
use crate::print::draw::scene::{Paint, SceneItem, Segment};
use crate::print::draw::{shapes, svg, xml};
use crate::print::face::cut_face::{CutFace, decoded};
use crate::print::face::face_parts::{FaceParts, FaceTexts, TextBox, given_name, is_set_off};
use crate::print::text::quotes::curled;
use crate::print::text::rich;

/// Maximum number of forms that are noticed.
const MOST_FORMS: usize = 20_000;
/// Maximum number of patterns of a form, and of faces that gave none. Patterns of a form differ in values
/// that cannot be filled in, such as icons.
const MOST_OF_FORM: usize = 32;
/// Maximum number of all patterns, which bounds memory.
const MOST_PATTERNS: usize = 256;
/// Elements by which an outline may affect the drawing of others.
const FAR_REACHING: [&str; 7] = ["style", "filter", "mask", "pattern", "marker", "use", "switch"];
/// Parts of a text by which the same is the case.
const BOUNDS: [&str; 3] = ["objectBoundingBox", "paint-order", svg::MARK];

/// The patterns of all faces.
#[derive(Default)]
pub struct FacePatterns {
    /// The known patterns, by a hash of the form.
    known: RwLock<FxHashMap<u64, KnownForm>>,
    /// Number of patterns.
    count: AtomicUsize,
}

/// The patterns of faces of one form.
#[derive(Default)]
struct KnownForm {
    /// The form, and the width of the face in millimetres, once there is a pattern.
    form: String,
    width: f64,
    patterns: Vec<Arc<FacePattern>>,
    /// Number of faces that gave no pattern.
    failures: usize,
}

impl FacePatterns {
    /// Returns the parts of a face whose pattern is known.
    pub fn fill(&self, cut: &CutFace, width: f64, texts: FaceTexts) -> Option<FaceParts> {
        let pattern = {
            let known = self.known.read().ok()?;
            let form = known.get(&cut.hash()).filter(|form| form.width == width && form.form == cut.form)?;
            Arc::clone(form.patterns.iter().find(|pattern| pattern.fits(cut))?)
        };
        guarded(|| pattern.fill(cut, texts)).ok()?
    }

    /// Makes a pattern of a face that was read as a whole, unless it is the first of its form.
    pub fn learn(&self, face: ReadFace) {
        let ReadFace { cut, width, .. } = face;
        let hash = cut.hash();
        {
            let Ok(mut known) = self.known.write() else { return };
            let has_room = known.len() < MOST_FORMS;
            let Some(form) = known.get_mut(&hash) else {
                known.extend(has_room.then(|| (hash, KnownForm::default())));
                return;
            };
            let most = self.count.load(Ordering::Relaxed) >= MOST_PATTERNS;
            if most || form.failures + form.patterns.len() >= MOST_OF_FORM {
                return;
            }
            form.failures += 1;
        }
        let pattern = guarded(|| FacePattern::of(face)).ok().flatten();
        let (Some(pattern), Ok(mut known)) = (pattern, self.known.write()) else { return };
        let Some(form) = known.get_mut(&hash) else { return };
        if form.patterns.is_empty() {
            (form.form, form.width) = (cut.form.clone(), width);
        }
        if form.form == cut.form && form.width == width {
            form.failures -= 1;
            form.patterns.push(Arc::new(pattern));
            self.count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// A face that was read as a whole.
#[derive(Clone, Copy)]
pub struct ReadFace<'t> {
    /// The rendered template.
    pub text: &'t str,
    pub cut: &'t CutFace<'t>,
    /// Its width, in millimetres.
    pub width: f64,
    pub texts: FaceTexts<'t>,
    pub parts: &'t FaceParts,
    /// The pictures of the package.
    pub print: &'t PrintInfo,
}

/// The common parts of faces of one form.
struct FacePattern {
    /// The values that are the same in all faces, by their index.
    fixed: Vec<(usize, String)>,
    /// The SVG without its text boxes.
    drawing: Vec<DrawingPiece>,
    /// Its items, with the outlines of one face.
    items: Vec<SceneItem>,
    /// The outlines that differ, in the order in which they are drawn.
    outlines: Vec<OutlineSlot>,
    boxes: Vec<BoxSlot>,
    /// Width and height of their `viewBox`.
    view: Option<(f64, f64)>,
}

/// A part of the SVG of a drawing.
enum DrawingPiece {
    Text(String),
    /// A value, by its index.
    Value(usize),
}

/// An outline to be filled in.
struct OutlineSlot {
    /// Its index among all outlines of the drawing.
    at: usize,
    numbers: OutlineNumbers,
    /// The index of the width of its line.
    width: Option<usize>,
}

/// The values that make an outline, by their indices.
#[derive(Clone, Copy)]
enum OutlineNumbers {
    Path(usize),
    /// Centre and radius of a circle; zero if not written.
    Circle([Option<usize>; 3]),
}

/// A text box to be filled in.
struct BoxSlot {
    /// The index of its text.
    value: usize,
    /// The box with the text of one face.
    frame: TextBox,
    /// True if its name is not its number.
    is_named: bool,
    /// True if the element has `data-highlight`, which turns bold words on or off.
    is_set_off: bool,
}

impl OutlineNumbers {
    fn path(self, cut: &CutFace) -> Option<Path> {
        match self {
            OutlineNumbers::Path(value) => shapes::path(value_of(cut, value)?),
            OutlineNumbers::Circle(values) => {
                let number =
                    |value: Option<usize>| value.map_or(Some(0.0), |i| shapes::number(value_of(cut, i)?));
                let [cx, cy, r] = values;
                shapes::circle(number(cx)?, number(cy)?, number(r)?)
            }
        }
    }

    fn values(self) -> impl Iterator<Item = usize> {
        let all = match self {
            OutlineNumbers::Path(value) => [Some(value), None, None],
            OutlineNumbers::Circle(values) => values,
        };
        all.into_iter().flatten()
    }
}

fn value_of<'t>(cut: &CutFace<'t>, index: usize) -> Option<&'t str> {
    cut.values.get(index).map(|(_, value)| *value)
}

impl OutlineSlot {
    /// Returns the outline of a face, and the width of its line.
    fn outline(&self, cut: &CutFace) -> Option<(Vec<Segment>, Option<f32>)> {
        let width = match self.width {
            Some(value) => Some(shapes::number(value_of(cut, value)?).filter(|w| *w > 0.0 && w.is_finite())?),
            None => None,
        };
        Some((svg::outline(&self.numbers.path(cut)?), width))
    }
}

impl FacePattern {
    /// Returns whether the values of a face that cannot be filled in are those of the pattern.
    fn fits(&self, cut: &CutFace) -> bool {
        self.fixed.iter().all(|(i, value)| value_of(cut, *i) == Some(value.as_str()))
    }

    /// Leaves out the outlines that each face replaces by its own, so that they are not copied for it.
    fn empty_slots(&mut self) {
        let empty = self.outlines.iter().map(|slot| (slot.at, (Vec::new(), None)));
        replace(&mut self.items, &mut 0, &mut empty.peekable());
    }

    /// Returns the parts of a face; `None` if it must be read as a whole.
    fn fill(&self, cut: &CutFace, texts: FaceTexts) -> Option<FaceParts> {
        let outlines = self.outlines.iter().map(|slot| Some((slot.at, slot.outline(cut)?)));
        let outlines: Vec<_> = outlines.collect::<Option<_>>()?;
        let mut items = self.items.clone();
        replace(&mut items, &mut 0, &mut outlines.into_iter().peekable());
        let mut drawing = String::with_capacity(cut.form.len());
        for piece in &self.drawing {
            drawing.push_str(match piece {
                DrawingPiece::Text(text) => text,
                DrawingPiece::Value(value) => value_of(cut, *value)?,
            });
        }
        let mut boxes: Vec<TextBox> = Vec::with_capacity(self.boxes.len());
        for slot in &self.boxes {
            let said = decoded(value_of(cut, slot.value)?)?;
            let text = rich::parse(&curled(&said, texts.language));
            if text.is_empty() {
                continue;
            }
            let is_rules = if slot.is_set_off { slot.frame.is_rules } else { texts.are_in(&said) };
            let name =
                if slot.is_named { slot.frame.name.clone() } else { TextBox::numbered(boxes.len() + 1) };
            boxes.push(TextBox {
                name,
                text,
                is_rules,
                style: slot.frame.style.clone(),
                family: slot.frame.family.clone(),
                ..slot.frame
            });
        }
        Some(FaceParts { drawing, items: Some(items), boxes, view: self.view, ..FaceParts::default() })
    }
}

/// Replaces outlines by their indices. `at` is the index of the next outline of the items.
fn replace(
    items: &mut [SceneItem],
    at: &mut usize,
    with: &mut std::iter::Peekable<impl Iterator<Item = (usize, (Vec<Segment>, Option<f32>))>>,
) {
    for item in items {
        match item {
            SceneItem::Path { segments, stroke, .. } => {
                if let Some((_, (outline, width))) = with.next_if(|(index, _)| index == at) {
                    *segments = outline;
                    if let (Some(stroke), Some(width)) = (stroke, width) {
                        stroke.width = width;
                    }
                }
                *at += 1;
            }
            SceneItem::Group { items, .. } => replace(items, at, with),
            SceneItem::Text(_) | SceneItem::Picture { .. } | SceneItem::Use { .. } => {}
        }
    }
}

impl FacePattern {
    /// Makes a pattern of a face and its parts; `None` if there is none, or if it gives another face.
    fn of(ReadFace { text, cut, width, texts, parts, print }: ReadFace) -> Option<FacePattern> {
        let is_plain = parts.missing.is_empty() && parts.notes.is_empty() && !parts.has_hidden;
        if !is_plain || BOUNDS.iter().any(|part| text.contains(part)) {
            return None;
        }
        let document = xml::parse(text).ok()?;
        document.root_element().attribute("viewBox")?;
        if document.descendants().any(|node| FAR_REACHING.contains(&node.tag_name().name())) {
            return None;
        }
        let mut draft =
            PatternDraft { cut, text, outlines: Vec::new(), boxes: Vec::new(), edits: Vec::new() };
        let mut made = parts.boxes.iter();
        for node in document.descendants().filter(Node::is_element) {
            draft.add(node, texts, &mut made)?;
        }
        let mut pattern = FacePattern { view: parts.view, ..draft.finish(width, print)? };
        pattern.empty_slots();
        let filled = pattern.fill(cut, texts)?;
        let read = svg::read(&parts.drawing, width, print).ok().filter(|read| read.found.is_empty())?;
        let is_same = filled.drawing == parts.drawing
            && filled.boxes == parts.boxes
            && filled.items.is_some_and(|items| items == read.items);
        is_same.then_some(pattern)
    }
}

/// A change of the text of a face.
#[derive(Clone, Copy)]
enum TextEdit {
    /// A text box is left out.
    LeaveOut,
    /// A value is cut out.
    Value(usize),
    /// The id of an outline is inserted.
    Mark(usize),
}

/// A pattern under construction.
struct PatternDraft<'t> {
    cut: &'t CutFace<'t>,
    text: &'t str,
    /// Outlines that may be filled in: the values, and the width of the line.
    outlines: Vec<(OutlineNumbers, Option<usize>)>,
    boxes: Vec<BoxSlot>,
    edits: Vec<(Range<usize>, TextEdit)>,
}

impl<'t> PatternDraft<'t> {
    /// Returns the index of the value of an attribute.
    fn value(&self, node: Node, name: &str) -> Option<usize> {
        let at = node.attribute_node(name)?.range_value().start;
        self.cut.values.binary_search_by_key(&at, |(place, _)| *place).ok()
    }

    /// Adds an element; `None` if it cannot be part of a pattern. `made` are the text boxes that follow.
    fn add(
        &mut self,
        node: Node,
        texts: FaceTexts,
        made: &mut dyn Iterator<Item = &'t TextBox>,
    ) -> Option<()> {
        if node.has_attribute("data-text") {
            let value = self.value(node, "data-text")?;
            self.edits.push((node.range(), TextEdit::LeaveOut));
            let said = decoded(value_of(self.cut, value)?)?;
            if !rich::parse(&curled(&said, texts.language)).is_empty() {
                self.boxes.push(BoxSlot {
                    value,
                    frame: made.next()?.clone(),
                    is_named: given_name(node).is_some(),
                    is_set_off: is_set_off(node),
                });
            }
            return Some(());
        }
        let has = |name: &str| node.has_attribute(name);
        let above = || node.ancestors().skip(1).filter(Node::is_element);
        if has("id")
            || has("style")
            || has("class")
            || !above().all(|node| matches!(node.tag_name().name(), "svg" | "g"))
            // The size of an icon decides how it is drawn with little ink.
            || above().any(|node| node.attribute("id") == Some(svg::ICON))
        {
            return Some(());
        }
        let name = node.tag_name().name();
        let numbers = match name {
            "path" => self.value(node, "d").map(OutlineNumbers::Path),
            "circle" => {
                let all = ["cx", "cy", "r"].map(|name| (has(name), self.value(node, name)));
                all.iter()
                    .all(|(is_written, value)| *is_written == value.is_some())
                    .then_some(OutlineNumbers::Circle(all.map(|(_, value)| value)))
            }
            _ => None,
        };
        let behind_name = node.range().start + 1 + name.len();
        let is_name = self.text.get(node.range().start + 1..behind_name) == Some(name);
        if let Some(numbers) = numbers.filter(|_| is_name) {
            self.edits.push((behind_name..behind_name, TextEdit::Mark(self.outlines.len())));
            self.outlines.push((numbers, self.value(node, "stroke-width")));
        }
        Some(())
    }

    /// Reads the drawing with marked outlines, and takes those that can be filled in.
    fn finish(mut self, width: f64, print: &PrintInfo) -> Option<FacePattern> {
        let values = self.cut.values.iter().enumerate();
        self.edits.extend(values.map(|(i, (at, value))| (*at..at + value.len(), TextEdit::Value(i))));
        self.edits.sort_by_key(|(range, _)| range.start);
        let (mut drawing, mut marked, mut from) = (Vec::new(), String::new(), 0);
        for (range, edit) in &self.edits {
            // An edit within a text box that is left out.
            if range.start < from {
                continue;
            }
            let piece = self.text.get(from..range.start)?;
            from = range.end;
            marked.push_str(piece);
            match drawing.last_mut() {
                Some(DrawingPiece::Text(before)) => before.push_str(piece),
                _ => drawing.push(DrawingPiece::Text(piece.to_owned())),
            }
            match edit {
                TextEdit::LeaveOut => {}
                TextEdit::Mark(number) => marked.push_str(&format!(" id=\"{}{number}\"", svg::MARK)),
                TextEdit::Value(value) => {
                    marked.push_str(value_of(self.cut, *value)?);
                    drawing.push(DrawingPiece::Value(*value));
                }
            }
        }
        let rest = self.text.get(from..)?;
        marked.push_str(rest);
        drawing.push(DrawingPiece::Text(rest.to_owned()));
        let read = svg::read(&marked, width, print).ok().filter(|read| read.found.is_empty())?;
        let mut all = Vec::new();
        list_outlines(&read.items, &mut all);
        let mut outlines = Vec::new();
        for (number, (numbers, width)) in self.outlines.into_iter().enumerate() {
            let mut places = read.marked.iter().filter(|(marked, _)| *marked == number);
            if let (Some((_, at)), None) = (places.next(), places.next()) {
                let slot = OutlineSlot { at: *at, numbers, width };
                outlines.extend(all.get(*at).is_some_and(|item| slot.suits(item, self.cut)).then_some(slot));
            }
        }
        outlines.sort_by_key(|slot| slot.at);
        let filled = outlines.iter().flat_map(|slot| slot.numbers.values().chain(slot.width));
        let filled: BTreeSet<usize> = filled.chain(self.boxes.iter().map(|slot| slot.value)).collect();
        let values = self.cut.values.iter().enumerate().filter(|(i, _)| !filled.contains(i));
        let fixed = values.map(|(i, (_, value))| (i, (*value).to_owned())).collect();
        Some(FacePattern { fixed, drawing, items: read.items, outlines, boxes: self.boxes, view: None })
    }
}

impl OutlineSlot {
    /// Returns whether an item depends on the values of the slot in its outline alone: shapes without area
    /// and gradients have other rules.
    fn suits(&self, item: &SceneItem, cut: &CutFace) -> bool {
        let SceneItem::Path { segments, fill, stroke } = item else { return false };
        let is_solid = |paint: &Paint| matches!(paint, Paint::Solid(_));
        let has_area = self.numbers.path(cut).is_some_and(|path| {
            path.bounds().width() > 0.0 && path.bounds().height() > 0.0 && svg::outline(&path) == *segments
        });
        has_area
            && self.outline(cut).is_some()
            && fill.as_ref().is_none_or(|fill| is_solid(&fill.paint) && fill.icon.is_none())
            && stroke.as_ref().is_none_or(|stroke| is_solid(&stroke.paint))
    }
}

/// Lists the outlines among items, in the order in which they are drawn.
fn list_outlines<'i>(items: &'i [SceneItem], out: &mut Vec<&'i SceneItem>) {
    for item in items {
        match item {
            SceneItem::Path { .. } => out.push(item),
            SceneItem::Group { items, .. } => list_outlines(items, out),
            SceneItem::Text(_) | SceneItem::Picture { .. } | SceneItem::Use { .. } => {}
        }
    }
}

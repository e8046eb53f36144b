//! Decides which parts of faces are shared: a part of many faces becomes one shared drawing, and a drawing of
//! only one face is drawn in that face itself.

use crate::ir::ToIndex;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::print::draw::scene::{Drawing, Matrix, SceneItem};
use crate::print::face::face_renderer::FaceBatch;
use crate::print::sheets::appearance::{ItemAppearance, WORTH};
use crate::threads::in_parallel;

/// Number of faces from which on a part is drawn once for all.
const MANY: u32 = 3;
/// Bounds of a shared part, in whose coordinates it is not known where the face ends.
const EVERYWHERE: [f32; 4] = [-5000.0, -5000.0, 5000.0, 5000.0];

/// Draws what only one face uses, or faces that are alike, in that face itself, which is a stream less to
/// write, and then draws parts of many faces once. Returns the indices of the drawings that faces use then.
pub fn share(made: &mut FaceBatch, bounds: [f32; 4], threads: usize) -> Vec<u32> {
    draw_single(made, bounds);
    let looks = in_parallel(&made.faces, threads, || (), |(), face| looks_of(face));
    let mut counts = FxHashMap::default();
    looks.iter().for_each(|face| count(face, &mut counts));
    let mut parts =
        SharedParts { counts, numbers: BTreeMap::new(), drawings: std::mem::take(&mut made.drawings) };
    made.faces.iter_mut().zip(looks).for_each(|(face, looks)| parts.take_out(face, looks));
    made.drawings = parts.drawings;
    let uses = uses(made);
    (0..).zip(uses).filter(|(_, count)| *count > 0).map(|(n, _)| n).collect()
}

/// Counts how often each drawing is used. Drawings do not use each other.
fn uses(made: &FaceBatch) -> Vec<u32> {
    fn add(items: &[SceneItem], uses: &mut [u32]) {
        for item in items {
            match item {
                SceneItem::Use { drawing, .. } => uses[drawing.index()] += 1,
                SceneItem::Group { items, .. } => add(items, uses),
                SceneItem::Path { .. } | SceneItem::Text(_) | SceneItem::Picture { .. } => {}
            }
        }
    }
    let mut uses = vec![0; made.drawings.len()];
    made.faces.iter().for_each(|face| add(face, &mut uses));
    uses
}

fn draw_single(made: &mut FaceBatch, bounds: [f32; 4]) {
    let uses = uses(made);
    let mut by_drawing: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, face) in made.faces.iter().enumerate() {
        if let Some(SceneItem::Use { drawing, matrix: Matrix::IDENTITY }) = face.first() {
            by_drawing.entry(drawing.index()).or_default().push(i);
        }
    }
    for (n, faces) in by_drawing {
        // Faces that are alike are one drawing.
        let is_one = faces.windows(2).all(|two| made.faces[two[0]] == made.faces[two[1]]);
        if uses[n].index() != faces.len() || !is_one || made.drawings[n].bounds != bounds {
            continue;
        }
        // The drawing is used by these faces alone, so it may be moved into them.
        let items = std::mem::take(&mut made.drawings[n].items);
        if let [face] = faces[..] {
            made.faces[face].splice(..1, items);
            continue;
        }
        faces.into_iter().for_each(|face| {
            made.faces[face].splice(..1, items.iter().cloned());
        });
    }
}

/// Counts how many items look the same, at every level of groups.
fn count(looks: &[ItemLook], counts: &mut FxHashMap<u128, u32>) {
    for ItemLook { appearance, inner } in looks {
        if let Some(appearance) = appearance {
            *counts.entry(appearance.hash()).or_default() += 1;
        }
        count(inner, counts);
    }
}

struct SharedParts {
    counts: FxHashMap<u128, u32>,
    /// The drawing of each shared run of items, by their hashes.
    numbers: BTreeMap<Vec<u128>, u32>,
    drawings: Vec<Drawing>,
}

impl SharedParts {
    /// Replaces runs of items that are in many faces by uses of drawings.
    fn take_out(&mut self, items: &mut Vec<SceneItem>, looks: Vec<ItemLook>) {
        let mut out = Vec::with_capacity(items.len());
        let mut run: Vec<(SceneItem, ItemAppearance)> = Vec::new();
        for (mut item, ItemLook { appearance, inner }) in std::mem::take(items).into_iter().zip(looks) {
            let is_shared = |look: &ItemAppearance| self.counts.get(&look.hash()).is_some_and(|n| *n >= MANY);
            match appearance.filter(is_shared) {
                // Neighbouring shared items become one drawing.
                Some(appearance) => run.push((item, appearance)),
                None => {
                    self.end_run(&mut run, &mut out);
                    // A group with an opacity is a stream of its own already.
                    if let SceneItem::Group { items, opacity: 1.0, .. } = &mut item {
                        self.take_out(items, inner);
                    }
                    out.push(item);
                }
            }
        }
        self.end_run(&mut run, &mut out);
        *items = out;
    }

    fn end_run(&mut self, run: &mut Vec<(SceneItem, ItemAppearance)>, out: &mut Vec<SceneItem>) {
        // Less than this is shorter to draw again than to refer to.
        let worth: usize = run.iter().map(|(_, look)| look.segments).sum();
        if worth < WORTH {
            out.extend(run.drain(..).map(|(item, _)| item));
            return;
        }
        let hashes: Vec<u128> = run.iter().map(|(_, look)| look.hash()).collect();
        let items: Vec<SceneItem> = run.drain(..).map(|(item, _)| item).collect();
        // The hashes find the drawing; that it is the same one is compared.
        let known = self.numbers.get(&hashes).filter(|n| self.drawings[n.index()].items == items);
        let drawing = known.copied().unwrap_or_else(|| {
            self.drawings.push(Drawing { bounds: EVERYWHERE, items });
            let number = self.drawings.len() as u32 - 1;
            self.numbers.insert(hashes, number);
            number
        });
        out.push(SceneItem::Use { drawing, matrix: Matrix::IDENTITY });
    }
}

/// The appearance of an item, with those of its parts.
struct ItemLook {
    /// `None` if it has texts, or uses drawings.
    appearance: Option<ItemAppearance>,
    inner: Vec<ItemLook>,
}

/// Returns the appearance of each item, with those of its parts.
fn looks_of(items: &[SceneItem]) -> Vec<ItemLook> {
    items.iter().map(look).collect()
}

fn look(item: &SceneItem) -> ItemLook {
    let mut look = ItemAppearance::default();
    match item {
        SceneItem::Group { matrix, opacity, clip, items } => {
            look.begin_group(matrix, *opacity, clip.as_ref());
            let inner = looks_of(items);
            inner.iter().filter_map(|inner| inner.appearance).for_each(|appearance| look.inner(appearance));
            look.end_group();
            let is_drawing = inner.iter().all(|inner| inner.appearance.is_some());
            return ItemLook { appearance: is_drawing.then_some(look), inner };
        }
        SceneItem::Path { segments, fill, stroke } => look.path(segments, fill.as_ref(), stroke.as_ref()),
        SceneItem::Picture { picture, matrix } => look.picture(picture, matrix),
        SceneItem::Text(_) | SceneItem::Use { .. } => {
            return ItemLook { appearance: None, inner: Vec::new() };
        }
    }
    ItemLook { appearance: Some(look), inner: Vec::new() }
}

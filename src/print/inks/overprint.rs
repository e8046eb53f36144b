//! Black text on dark grounds. For a print shop, black text overprints: its ink is added to those below it.
//! If the sum of the inks is limited, text replaces what would become too much.

use std::collections::BTreeMap;

use crate::ir::ToIndex;
use crate::print::draw::scene::{Drawing, GlyphRun, Matrix, Paint, Rgb, SceneItem, outline_bounds};
use crate::print::inks::separation::{Separation, is_black, is_grey};

/// Lets black text of a face replace the inks below it if their sum would exceed the limit. The first item is
/// the drawing of the face, and its texts follow.
pub fn limit_overprint(items: &mut [SceneItem], drawings: &[Drawing], inks: &Separation) {
    let Some((SceneItem::Use { drawing, matrix }, texts)) = items.split_first_mut() else { return };
    if !inks.is_limited() || !texts.iter().any(has_black) {
        return;
    }
    let Some(drawing) = drawings.get(drawing.index()) else { return };
    let mut grounds = DarkGrounds { inks, known: BTreeMap::new(), areas: Vec::new() };
    grounds.add(&drawing.items, *matrix);
    if !grounds.areas.is_empty() {
        texts.iter_mut().for_each(|text| replace(text, Matrix::IDENTITY, &grounds.areas));
    }
}

/// Areas on which black ink is too much.
struct DarkGrounds<'a> {
    inks: &'a Separation,
    /// True for colours on whose inks black ink is too much.
    known: BTreeMap<Rgb, bool>,
    /// Left, top, right and bottom of each.
    areas: Vec<[f32; 4]>,
}

impl DarkGrounds<'_> {
    fn add(&mut self, items: &[SceneItem], at: Matrix) {
        for item in items {
            match item {
                SceneItem::Path { segments, fill, stroke } => {
                    let is_dark = fill.as_ref().is_some_and(|fill| self.is_dark(&fill.paint));
                    let line = stroke.as_ref().filter(|stroke| self.is_dark(&stroke.paint));
                    if is_dark || line.is_some() {
                        let half = line.map_or(0.0, |line| line.width / 2.0);
                        let outline = outline_bounds(segments, Matrix::IDENTITY);
                        let area = outline.map(|[l, t, r, b]| [l - half, t - half, r + half, b + half]);
                        self.areas.extend(area.map(|area| at.bounds(area)));
                    }
                }
                SceneItem::Group { matrix, items, .. } => self.add(items, matrix.then(at)),
                // Pixels are not looked at: they may be as dark as the limit allows.
                SceneItem::Picture { matrix, .. } => {
                    self.areas.push(matrix.then(at).bounds([0.0, 0.0, 1.0, 1.0]));
                }
                SceneItem::Text(_) | SceneItem::Use { .. } => {}
            }
        }
    }

    fn is_dark(&mut self, paint: &Paint) -> bool {
        match paint {
            Paint::Solid(colour) => !is_grey(*colour) && self.is_dark_colour(*colour),
            // Only a gradient of greys alone is printed in black ink.
            Paint::Gradient(gradient) => {
                let mut colours = gradient.stops.iter().map(|(_, colour)| *colour);
                !colours.clone().all(is_grey) && colours.any(|colour| self.is_dark_colour(colour))
            }
            Paint::Registration => false,
        }
    }

    fn is_dark_colour(&mut self, colour: Rgb) -> bool {
        let inks = self.inks;
        *self.known.entry(colour).or_insert_with(|| inks.are_too_dark_for_black(inks.inks(colour)))
    }
}

fn has_black(item: &SceneItem) -> bool {
    match item {
        SceneItem::Text(run) => is_black(run.colour),
        SceneItem::Group { items, .. } => items.iter().any(has_black),
        _ => false,
    }
}

fn replace(item: &mut SceneItem, at: Matrix, areas: &[[f32; 4]]) {
    match item {
        SceneItem::Text(run) if is_black(run.colour) => {
            let [l, t, r, b] = at.bounds(around(run));
            let lies_on =
                |[left, top, right, bottom]: &[f32; 4]| *left < r && l < *right && *top < b && t < *bottom;
            run.replaces = areas.iter().any(lies_on);
        }
        SceneItem::Group { matrix, items, .. } => {
            let at = matrix.then(at);
            items.iter_mut().for_each(|item| replace(item, at, areas));
        }
        _ => {}
    }
}

/// Returns bounds that no letter of a run exceeds: an em around each origin.
fn around(run: &GlyphRun) -> [f32; 4] {
    let start = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
    let em = run.size;
    run.glyphs.iter().fold(start, |[l, t, r, b], glyph| {
        [l.min(glyph.x - em), t.min(glyph.y - em), r.max(glyph.x + em), b.max(glyph.y + em)]
    })
}

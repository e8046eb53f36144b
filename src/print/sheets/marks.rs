//! Crop marks and fold lines.

use crate::ir::print::CutMarks;
use crate::print::draw::scene::{
    Clip, Matrix, Paint, Rgb, SceneItem, Segment, Stroke, line, outline_bounds, rectangle,
};
use crate::print::draw::units::{Rect, Size};
use crate::print::sheets::footer::FooterSide;
use crate::print::sheets::paper::{FoldAxis, Imposition, SheetSettings};

/// Length of crop marks, in millimetres.
const LENGTH: f64 = 5.0;
/// Gap between bleed and crop mark, in millimetres.
const AWAY: f64 = 0.8;
/// Gap between a crop mark and the footer, in millimetres.
const APART: f64 = 0.5;
/// Minimum length of a crop mark that begins beyond the bleed, in millimetres.
const SHORTEST: f64 = 1.5;
/// Gap between a component and a crop mark that begins in the bleed, in millimetres.
const NEAR: f64 = 0.5;
/// Length below which a crop mark would not be seen, in millimetres.
const SEEN: f64 = 0.5;
/// Width of the white line below a crop mark in the bleed, in millimetres.
const HALO: f32 = 0.5;
/// Width of the lines, in millimetres.
const HAIR: f32 = 0.12;
/// Width of a line to cut along, in millimetres.
const CUT: f32 = 0.15;
/// Colour and width in millimetres of the two lines of a fold, one above the other.
const WHITE_FOLD: (Rgb, f32) = (WHITE, 0.4);
const BLACK_FOLD: (Rgb, f32) = ([0x44, 0x44, 0x44], HAIR);

const WHITE: Rgb = [0xff, 0xff, 0xff];
const BLACK: Rgb = [0, 0, 0];
/// The colour of lines that are neither cut nor printed matter.
pub(in crate::print) const GREY: Rgb = [0x9a, 0x9a, 0x9a];

/// Returns the marks of a page with fronts.
pub fn marks(paper: &SheetSettings, plan: &Imposition) -> Vec<SceneItem> {
    let mut items = Vec::new();
    let (block, page) = (plan.block, plan.page);
    match paper.marks {
        CutMarks::None => {}
        CutMarks::Crop => {
            // Marks end where the printer leaves the page white, and before the footer, which would otherwise
            // run across them.
            let footer = FooterSide::of(page, block, paper);
            let left = match footer {
                Some(FooterSide::Left(x)) => paper.margin.max(x + APART),
                _ => paper.margin,
            };
            let bottom = match footer {
                Some(FooterSide::Below(y)) => (page.height - paper.margin).min(y - APART),
                _ => page.height - paper.margin,
            };
            let sides = [
                (block.x - left, block.x, -1.0, false),
                (page.width - paper.margin - block.right(), block.right(), 1.0, false),
                (block.y - paper.margin, block.y, -1.0, true),
                (bottom - block.bottom(), block.bottom(), 1.0, true),
            ];
            for (room, edge, out, down) in sides {
                let Some((from, to)) = extent(room, paper.bleed) else { continue };
                let (from, to) = (edge + out * from, edge + out * to);
                let cuts = if down { &plan.cuts_down } else { &plan.cuts_across };
                for stroke in strokes(room, paper.bleed) {
                    items.extend(cuts.iter().map(|at| match down {
                        true => line(*at, from, *at, to, stroke.clone()),
                        false => line(from, *at, to, *at, stroke.clone()),
                    }));
                }
            }
        }
        CutMarks::Guides => {
            for x in &plan.cuts_down {
                items.push(line(*x, 0.0, *x, page.height, Stroke::plain(GREY, HAIR)));
            }
            for y in &plan.cuts_across {
                items.push(line(0.0, *y, page.width, *y, Stroke::plain(GREY, HAIR)));
            }
        }
    }
    if let Some(fold) = plan.fold {
        let [x, y, to_x, to_y] = fold_ends(fold, page, block, paper);
        let dashed = Stroke { dashes: vec![3.0, 2.0], ..Stroke::plain(GREY, 0.2) };
        items.push(line(x, y, to_x, to_y, dashed));
    }
    items
}

/// Returns the ends of the line to fold a page along. It ends before the footer, which it would otherwise run
/// across; `cut` is the area beside which the footer stands.
pub fn fold_ends(fold: FoldAxis, page: Size, cut: Rect, paper: &SheetSettings) -> [f64; 4] {
    let [x, y, to_x, to_y] = fold.ends(page, paper.margin);
    match (fold, FooterSide::of(page, cut, paper)) {
        (FoldAxis::Vertical, Some(FooterSide::Below(footer))) => [x, y, to_x, to_y.min(footer - APART)],
        (FoldAxis::Horizontal, Some(FooterSide::Left(footer))) => [x.max(footer + APART), y, to_x, to_y],
        _ => [x, y, to_x, to_y],
    }
}

/// Returns a solid cutting line around a shape that is visible on any colour: a black one, and a white one
/// outside of it, so that nothing of the white remains on the cut piece.
pub fn cut_line(segments: Vec<Segment>) -> [SceneItem; 2] {
    /// Distance from the shape beyond which nothing of the line is drawn, in millimetres.
    const AROUND: f64 = 1.0;
    let path = |stroke| SceneItem::Path { segments: segments.clone(), fill: None, stroke: Some(stroke) };
    let white = path(Stroke::plain(WHITE, 3.0 * CUT));
    let [left, top, right, bottom] =
        outline_bounds(&segments, Matrix::IDENTITY).unwrap_or_default().map(f64::from);
    let (width, height) = (right - left + 2.0 * AROUND, bottom - top + 2.0 * AROUND);
    let mut outside = rectangle(left - AROUND, top - AROUND, width, height);
    outside.extend(segments.iter().copied());
    let clip = Some(Clip { segments: outside, even_odd: true });
    let halo = SceneItem::Group { matrix: Matrix::IDENTITY, opacity: 1.0, clip, items: vec![white] };
    [halo, path(Stroke::plain(BLACK, CUT))]
}

/// Returns a line to fold along that is seen on any colour.
pub fn fold_line([x, y, to_x, to_y]: [f64; 4]) -> [SceneItem; 2] {
    let dashed = |colour, width| Stroke { dashes: vec![1.5, 1.2], ..Stroke::plain(colour, width) };
    [WHITE_FOLD, BLACK_FOLD].map(|(colour, width)| line(x, y, to_x, to_y, dashed(colour, width)))
}

/// Returns crop marks at one corner of a component: outwards from it across and down, with this much room to
/// print on either side.
pub fn at_corner(
    (x, y): (f64, f64),
    (out_x, out_y): (f64, f64),
    room: (f64, f64),
    bleed: f64,
) -> Vec<SceneItem> {
    let mut items = Vec::new();
    for (room, down) in [(room.0, false), (room.1, true)] {
        let Some((from, to)) = extent(room, bleed) else { continue };
        for stroke in strokes(room, bleed) {
            items.push(match down {
                true => line(x, y + out_y * from, x, y + out_y * to, stroke),
                false => line(x + out_x * from, y, x + out_x * to, y, stroke),
            });
        }
    }
    items
}

/// Returns the lines that make a crop mark: on the bleed it must be seen on any colour.
fn strokes(room: f64, bleed: f64) -> impl Iterator<Item = Stroke> {
    let below = (room < bleed + AWAY + SHORTEST).then(|| Stroke::plain(WHITE, HALO));
    below.into_iter().chain([Stroke { paint: Paint::Registration, ..Stroke::plain(BLACK, HAIR) }])
}

/// Returns where a crop mark begins and ends, as distances from a component beside which there is this much
/// room to print. Without room beyond the bleed it begins in it, and where the bleed is cut off, at the
/// component; without any room, there is no mark.
fn extent(room: f64, bleed: f64) -> Option<(f64, f64)> {
    let away = bleed + AWAY;
    if room >= away + SHORTEST {
        Some((away, room.min(away + LENGTH)))
    } else {
        (room >= SEEN).then_some(((room - SHORTEST).clamp(0.0, NEAR), room))
    }
}

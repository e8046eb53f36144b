//! Figures of the parts of a card, each with its name beside it.

use crate::ir::NameId;
use crate::print::draw::scene::{Fill, Paint, Rgb, SceneItem, Stroke, circle, line};
use crate::print::draw::units::Size;
use crate::print::face::face_parts::TextBox;
use crate::print::face::face_renderer::FaceRequest;
use crate::print::inks::ink::Ink;
use crate::print::sheets::figure_drawings::{FigureDrawings, HIGHEST, LINE, RuleFigure, outline};
use crate::print::sheets::job::PrintJob;
use crate::print::text::style::TextAlign;

/// Maximum width of the card, in millimetres.
const CARD: f64 = 42.0;

/// The parts of a card.
struct CardParts {
    /// The request of its front.
    wanted: FaceRequest,
    size: Size,
    /// Its text boxes by their names, each name once.
    boxes: Vec<(String, TextBox)>,
}

impl FigureDrawings<'_, '_> {
    /// Returns the parts of a card.
    fn parts(&self, name: NameId) -> Option<CardParts> {
        let (wanted, size) = self.side(name, false)?;
        let mut boxes: Vec<(String, TextBox)> = Vec::new();
        for text_box in self.text_boxes(&wanted, size)? {
            let Some(id) = text_box.name.strip_prefix("box `").and_then(|id| id.strip_suffix('`')) else {
                continue;
            };
            if !boxes.iter().any(|(known, _)| known == id) {
                boxes.push((id.to_owned(), text_box));
            }
        }
        Some(CardParts { wanted, size, boxes })
    }

    /// Returns the first card with the most parts.
    pub fn richest(&self) -> Option<NameId> {
        /// Maximum number of cards that are examined.
        const MOST: usize = 300;
        let ir = self.press.ir;
        let all = (0_u16..).zip(&ir.names).filter(|(_, name)| name.copies > 0).take(MOST);
        let counted = all.filter_map(|(name, _)| Some((name, self.parts(NameId(name))?.boxes.len())));
        (counted.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(name, _)| name))
            .map(NameId)
    }

    /// Returns whether a card has parts with names; true if its face cannot be made.
    pub fn has_parts(&self, name: NameId) -> bool {
        self.parts(name).is_none_or(|parts| !parts.boxes.is_empty())
    }

    /// Draws a card with the names of its parts on both sides.
    pub fn anatomy(&mut self, job: &mut PrintJob, name: NameId, width: f64) -> Option<RuleFigure> {
        /// Share of the width that the card has.
        const SHARE: f64 = 0.48;
        /// Distance of a name from the card.
        const OUT: f64 = 3.5;
        /// Radius of the dot beside a part.
        const DOT: f64 = 0.5;
        /// Width of the line from a part to its name.
        const POINTER: f64 = 0.25;
        /// Width of the outline of dot and line.
        const AROUND: f64 = 0.2;
        /// The colour of the paper.
        const PAGE: Rgb = [0xff; 3];
        /// Distance of the dot from the part's text.
        const BESIDE: f64 = 0.4;
        let CardParts { wanted, size, boxes } = self.parts(name)?;
        let drawn = self.front(job, name)?;
        let scale = (width * SHARE / size.width).min(CARD / size.width).min(HIGHEST / size.height);
        let (left, high) = ((width - size.width * scale) / 2.0, size.height * scale);
        let right = width - left;
        let mut figure = RuleFigure { width, height: high, items: vec![drawn.at(left, 0.0, scale)] };
        figure.items.push(outline(left, 0.0, size.width * scale, high));
        // Each part is named on the side that it is nearer to.
        let icons = self.icons(&wanted, size);
        let mut sides: [Vec<(f64, f64, String)>; 2] = Default::default();
        for (id, text_box) in boxes {
            // Boxes are wider than their texts, and several may share a line.
            let [begin, top, end, bottom] = self.press.printed_bounds(text_box);
            let is_left = (begin + end) / 2.0 < size.width * 0.49;
            let (begin, end) = with_icons((begin, end), (top + bottom) / 2.0, is_left, &icons);
            let end = if is_left { left + begin * scale } else { left + end * scale };
            // The dot lies beside the text and its icon, but not beyond the card.
            let x = if is_left { (end - BESIDE - DOT).max(left) } else { (end + BESIDE + DOT).min(right) };
            let y = (top + bottom) / 2.0 * scale;
            sides[usize::from(!is_left)].push((y, x, self.part_name(&wanted, &id)));
        }
        let grey = if self.press.ink == Ink::Full { [0x8a, 0x5a, 0x3c] } else { [0x66; 3] };
        for (is_left, mut side) in [true, false].into_iter().zip(sides) {
            side.sort_by(|a, b| a.0.total_cmp(&b.0));
            // Names of two lines, unless there are too many parts for that.
            let lines = if side.len() as f64 * 2.0 * LINE <= high.max(HIGHEST) { 2 } else { 1 };
            let pitch = lines as f64 * LINE;
            let heights = spread(&side.iter().map(|(y, ..)| *y).collect::<Vec<_>>(), pitch, high);
            for ((y, x, called), to_y) in side.into_iter().zip(heights) {
                let to_x = if is_left { left - OUT } else { right + OUT };
                let edge_x = if is_left { left - 1.0 } else { right + 1.0 };
                // A wider line in the colour of the paper lies below, so that it is seen on a card of any
                // colour.
                for (colour, around) in [(PAGE, AROUND), (grey, 0.0)] {
                    let stroke = || Stroke::plain(colour, (POINTER + 2.0 * around) as f32);
                    figure.items.push(line(x, y, edge_x, y, stroke()));
                    figure.items.push(line(edge_x, y, to_x, to_y, stroke()));
                    let dot = Fill { paint: Paint::Solid(colour), opacity: 1.0, even_odd: false, icon: None };
                    figure.items.push(SceneItem::Path {
                        segments: circle(x, y, DOT + around),
                        fill: Some(dot),
                        stroke: None,
                    });
                }
                let (from, align) =
                    if is_left { (0.0, TextAlign::Right) } else { (to_x + 0.8, TextAlign::Left) };
                let room = (from, to_y - pitch / 2.0, left - OUT - 0.8);
                figure.items.extend(self.words(job, &called, room, align, lines));
                figure.height = figure.height.max(to_y + pitch / 2.0);
            }
        }
        Some(figure)
    }

    /// Returns the name of a part of a card for people.
    fn part_name(&self, wanted: &FaceRequest, id: &str) -> String {
        let print = &self.press.ir.print;
        let said =
            |key: &str| wanted.data.get_attr(key).ok().and_then(|label| label.as_str().map(str::to_owned));
        let own = match id {
            "number" => said("number_label"),
            "band" => said("band_label"),
            "name" => Some(print.phrase("part_name", &[])),
            "rules" | "text" => Some(print.phrase("part_text", &[])),
            "flavour" => Some(print.phrase("part_flavour", &[])),
            "kind" => Some(print.phrase("part_kind", &[])),
            "stats" => Some(print.phrase("part_stats", &[])),
            _ => None,
        };
        let called = own.unwrap_or_else(|| print.label(id));
        let mut letters = called.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    }
}

/// Returns the left and right end of a text, in a line at height `y`, together with the icons beside it on
/// one side.
fn with_icons((mut begin, mut end): (f64, f64), y: f64, is_left: bool, icons: &[[f64; 4]]) -> (f64, f64) {
    let mut in_line: Vec<[f64; 4]> =
        icons.iter().filter(|[_, top, _, bottom]| (*top..=*bottom).contains(&y)).copied().collect();
    in_line.sort_by(|a, b| if is_left { b[2].total_cmp(&a[2]) } else { a[0].total_cmp(&b[0]) });
    for [left, _, right, _] in in_line {
        // A gap wider than the icon parts them.
        let gap = if is_left { begin - right } else { left - end };
        let is_beyond = if is_left { left < begin } else { right > end };
        if is_beyond && gap <= right - left {
            (begin, end) = if is_left { (left, end) } else { (begin, right) };
        }
    }
    (begin, end)
}

/// Returns heights at a distance of at least `pitch`, each as near to the wanted one as those before and the
/// lower end allow. The lower end is exceeded only if there is no room for all.
fn spread(wanted: &[f64], pitch: f64, end: f64) -> Vec<f64> {
    let mut heights = Vec::with_capacity(wanted.len());
    let mut free = pitch / 2.0;
    for (i, y) in wanted.iter().enumerate() {
        let after = (wanted.len() - i) as f64 - 0.5;
        let at = y.min(end - after * pitch).max(free);
        heights.push(at);
        free = at + pitch;
    }
    heights
}

//! Shaped text in a box: broken into lines, and shrunk until it fits.

use std::borrow::Cow;

use parley::Layout;

use crate::print::draw::units::POINT;
use crate::print::text::hyphens::SOFT;
use crate::print::text::rich::Paragraph;
use crate::print::text::style::{TextAlign, TextStyle, Tint};

/// Units per em while shaping. Everything scales, so a text is shaped once for all sizes.
pub(in crate::print) const EM: f32 = 100.0;
/// Hanging indent of a list item, in ems.
const HANG: f32 = 0.8;
/// Hanging indent of an item with a number, in ems: of one digit, and of each further digit.
const HANG_NUMBER: (f32, f32) = (1.15, 0.55);
/// Indent of a quotation, in ems.
const QUOTED: f32 = 1.2;
/// Step in which the font size shrinks, in points.
const STEP: f64 = 0.25;

/// Returns the hanging indent of a paragraph, in ems: those of the lists that it is nested in, and its own;
/// of a quotation, its indent.
pub(in crate::print) fn hang(paragraph: &Paragraph) -> f32 {
    let own = paragraph.longest_number.max(paragraph.number.len());
    let levels = paragraph.outer.iter().copied().chain([own]);
    match (paragraph.bullet, paragraph.quoted) {
        (true, _) => levels.map(hang_behind).sum(),
        (false, true) => QUOTED,
        (false, false) => 0.0,
    }
}

/// Returns the hanging indent of a list with numbers of this length, in ems; 0 stands for bullets.
fn hang_behind(number: usize) -> f32 {
    if number == 0 { HANG } else { HANG_NUMBER.0 + HANG_NUMBER.1 * number.saturating_sub(2) as f32 }
}

/// Returns the hanging indent of the lists that a paragraph is nested in, in ems.
pub(in crate::print) fn nested(paragraph: &Paragraph) -> f32 {
    paragraph.outer.iter().copied().map(hang_behind).sum()
}

/// Returns how far the number of an item stands to the right of the left edge of all lists, so that the dots
/// of all numbers of its list stand below each other, in ems.
pub(in crate::print) fn number_indent(paragraph: &Paragraph) -> f32 {
    nested(paragraph) + HANG_NUMBER.1 * paragraph.longest_number.saturating_sub(paragraph.number.len()) as f32
}

/// Returns the space between two paragraphs, in ems.
pub(in crate::print) fn gap(style: &TextStyle, before: &Paragraph, after: &Paragraph) -> f32 {
    let gap = style.gap as f32;
    match (before.bullet && after.bullet, after.heading) {
        (true, _) => gap * 0.4,
        (_, 0) if before.heading > 0 => gap * 0.6,
        (_, 0) => gap,
        _ => gap * 2.2,
    }
}

/// The extent of a text at a font size, in millimetres.
#[derive(Clone, Copy)]
pub(in crate::print) struct TextExtent {
    pub(in crate::print) width: f64,
    /// Height of capitals.
    pub(in crate::print) cap: f64,
    /// Depth of the descenders of the last line.
    pub(in crate::print) below: f64,
    /// The first baseline from the top of the first layout.
    pub(in crate::print) first: f64,
    /// The last baseline, from the same origin.
    pub(in crate::print) last: f64,
    /// Number of lines.
    pub(in crate::print) lines: usize,
}

impl TextExtent {
    /// Returns the height from the capitals of the first line to the descenders of the last.
    pub(in crate::print) fn height(&self) -> f64 {
        if self.lines == 0 { 0.0 } else { self.cap + (self.last - self.first) + self.below }
    }
}

/// Shaped paragraphs, to be broken into lines of any width.
pub(in crate::print) struct ShapedText<'t> {
    /// The layout of each paragraph.
    pub(in crate::print) layouts: Vec<Layout<Tint>>,
    pub(in crate::print) text: Cow<'t, [Paragraph]>,
    /// The width of a hyphen at the end of a line.
    pub(in crate::print) hyphen: f32,
    /// The font size and the width for which lines are broken, and the extent.
    measured: Option<(f64, f64, TextExtent)>,
}

impl<'t> ShapedText<'t> {
    /// Creates a text of shaped paragraphs.
    pub(in crate::print) fn new(
        layouts: Vec<Layout<Tint>>,
        text: Cow<'t, [Paragraph]>,
        hyphen: f32,
    ) -> ShapedText<'t> {
        ShapedText { layouts, text, hyphen, measured: None }
    }

    /// Returns the largest font size in points that fits, or else the smallest allowed.
    pub(in crate::print) fn largest(&mut self, style: &TextStyle, width: f64, height: f64) -> f64 {
        let steps = (((style.size - style.least) / STEP).ceil().max(0.0)) as usize;
        let size_of = |step: usize| (style.size - STEP * step as f64).max(style.least.min(style.size));
        if self.fits(style, size_of(0), width, height) {
            return size_of(0);
        }
        // Binary search: if a size fits, smaller ones do, too, except for rare line breaks.
        let (mut low, mut high) = (0, steps);
        while low < high {
            let middle = (low + high) / 2;
            if self.fits(style, size_of(middle), width, height) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        size_of(low)
    }

    /// Returns whether the text fits into a box in millimetres at a font size in points.
    pub(in crate::print) fn fits(&mut self, style: &TextStyle, size: f64, width: f64, height: f64) -> bool {
        let block = self.measure(style, size, width);
        // A tolerance of a hundredth of a millimetre.
        block.width <= width + 0.01
            && block.height() <= height + 0.01
            && style.lines.is_none_or(|most| block.lines <= most)
    }

    /// Breaks the lines for a font size in points and a width in millimetres.
    pub(in crate::print) fn measure(&mut self, style: &TextStyle, size: f64, width: f64) -> TextExtent {
        if let Some((_, _, extent)) = self.measured.filter(|(s, w, _)| (*s, *w) == (size, width)) {
            return extent;
        }
        let k = size * POINT / f64::from(EM);
        let mut block = TextExtent { width: 0.0, cap: 0.0, below: 0.0, first: 0.0, last: 0.0, lines: 0 };
        let mut top = 0.0;
        for (i, (layout, paragraph)) in self.layouts.iter_mut().zip(self.text.iter()).enumerate() {
            if i > 0 {
                top += f64::from(gap(style, &self.text[i - 1], paragraph) * EM);
            }
            let indent = f64::from(hang(paragraph) * EM);
            break_lines(layout, &paragraph.text, (width / k - indent).max(1.0) as f32, self.hyphen, None);
            for line in layout.lines() {
                let baseline = top + f64::from(line.metrics().baseline);
                let metrics = line.runs().next().map(|r| *r.font_metrics());
                if block.lines == 0 {
                    block.first = baseline;
                    block.cap = metrics
                        .map_or(f64::from(EM) * 0.65, |m| f64::from(m.cap_height.unwrap_or(m.ascent * 0.7)));
                }
                block.last = baseline;
                block.below = metrics.map_or(f64::from(EM) * 0.22, |m| f64::from(m.descent) * 0.8);
                block.lines += 1;
                let advance = line.metrics().advance - line.metrics().hanging_advance;
                block.width = block.width.max(f64::from(advance) + indent);
            }
            top += f64::from(layout.height());
        }
        for length in [&mut block.width, &mut block.cap, &mut block.below, &mut block.first, &mut block.last]
        {
            *length *= k;
        }
        self.measured = Some((size, width, block));
        block
    }
}

/// Most lines of a paragraph that is balanced; in longer ones a short last line is not seen.
const BALANCED: usize = 6;
/// A last line shorter than this share of the longest is too short in centred text.
const SHORT: f32 = 0.6;
/// A single word that is shorter than this share of the longest line is no line of its own.
const LONELY: f32 = 0.25;
/// Number of halvings in the search for the narrowest width.
const HALVINGS: usize = 6;

impl ShapedText<'_> {
    /// Balances centred paragraphs whose last line is much shorter than the others: the lines become about
    /// equally wide, and their number stays. Returns the width in which each paragraph is broken, in units.
    pub(in crate::print) fn balance(&mut self, size: f64, width: f64) -> Vec<f32> {
        self.measured = None;
        let full = (width / (size * POINT / f64::from(EM))).max(1.0) as f32;
        let mut widths = Vec::with_capacity(self.layouts.len());
        for (layout, paragraph) in self.layouts.iter_mut().zip(self.text.iter()) {
            let lines = advances(layout);
            let longest = lines.iter().copied().fold(0.0, f32::max);
            let short = lines.last().is_some_and(|last| *last < SHORT * longest);
            if paragraph.bullet || !(2..=BALANCED).contains(&lines.len()) || !short || longest > full {
                widths.push(full);
                continue;
            }
            let (mut low, mut high) = (full / 2.0, full);
            for _ in 0..HALVINGS {
                let middle = (low + high) / 2.0;
                break_lines(layout, &paragraph.text, middle, self.hyphen, None);
                let tried = advances(layout);
                let fits =
                    tried.len() == lines.len() && tried.iter().all(|advance| *advance <= middle + 0.01);
                (low, high) = if fits { (low, middle) } else { (middle, high) };
            }
            break_lines(layout, &paragraph.text, high, self.hyphen, None);
            // A long word may keep the lines above from becoming narrower.
            while lengthen_last(layout, &paragraph.text, high, self.hyphen, (SHORT, 0.5)) {}
            widths.push(high);
        }
        widths
    }

    /// Brings a word down to the last line of each paragraph that would be a single short word, unless lines
    /// are justified: the line above would be stretched. `widths` are those of balanced paragraphs, in units.
    pub(in crate::print) fn fill_last_lines(
        &mut self,
        align: TextAlign,
        size: f64,
        width: f64,
        widths: &[f32],
    ) {
        if align == TextAlign::Justify {
            return;
        }
        let full = (width / (size * POINT / f64::from(EM))).max(1.0) as f32;
        for (i, (layout, paragraph)) in self.layouts.iter_mut().zip(self.text.iter()).enumerate() {
            let last = layout.lines().last().filter(|_| layout.len() > 1);
            let words = last.and_then(|line| paragraph.text.get(line.text_range()));
            if words.is_some_and(|words| !words.trim().contains(' ')) {
                let balanced = widths.get(i).copied().filter(|own| *own < full);
                let own = balanced.unwrap_or_else(|| (full - hang(paragraph) * EM).max(1.0));
                let side = match (align, layout.is_rtl()) {
                    (TextAlign::Center, _) if !paragraph.bullet => 0.5,
                    (TextAlign::Right, _) if !paragraph.bullet => 1.0,
                    (TextAlign::Left, _) if !paragraph.bullet => 0.0,
                    (_, is_rtl) => f32::from(u8::from(is_rtl)),
                };
                lengthen_last(layout, &paragraph.text, own, self.hyphen, (LONELY, side));
                self.measured = None;
            }
        }
    }
}

/// Returns the width of each line.
fn advances(layout: &Layout<Tint>) -> Vec<f32> {
    layout.lines().map(|l| l.metrics().advance - l.metrics().hanging_advance).collect()
}

/// Brings a word down to the last line of a paragraph, if that is shorter than a share of the longest. The
/// paragraph is left as it is if other lines would change, or if the last line became the longest. `side` is
/// the share of a line's free space that stands to the left of it. Returns whether the line is longer now.
fn lengthen_last(
    layout: &mut Layout<Tint>,
    text: &str,
    width: f32,
    hyphen: f32,
    (share, side): (f32, f32),
) -> bool {
    let before = advances(layout);
    let longest = before.iter().copied().fold(0.0, f32::max);
    let [.., above, last] = before[..] else { return false };
    // A word that is wider than the box has no room to give.
    if above > width {
        return false;
    }
    let end = layout.get(before.len() - 2).and_then(|line| text.get(line.text_range()));
    // The author's own line breaks stay.
    if last >= share * longest || end.is_none_or(|end| end.ends_with(['\n', SOFT])) {
        return false;
    }
    let line = before.len() - 2;
    let limit = LineLimit { line, width: (above - 0.5).max(1.0), side };
    break_lines(layout, text, width, hyphen, Some(limit));
    let after = advances(layout);
    let is_better = after.len() == before.len()
        && after[..line] == before[..line]
        && after[line + 1] > last
        && after[line + 1] <= longest.min(width);
    if !is_better {
        break_lines(layout, text, width, hyphen, Some(LineLimit { width: above + 0.05, ..limit }));
    }
    is_better
}

/// A line that is narrower than the others of its paragraph.
#[derive(Clone, Copy)]
struct LineLimit {
    /// Its index.
    line: usize,
    width: f32,
    /// The share of the free space that stands to the left of it.
    side: f32,
}

/// Breaks a paragraph into lines of a width. A line that ends in a hyphenated word leaves room for the
/// hyphen.
fn break_lines(layout: &mut Layout<Tint>, text: &str, width: f32, hyphen: f32, limit: Option<LineLimit>) {
    if limit.is_none() && !text.contains(SOFT) {
        layout.break_all_lines(Some(width));
        return;
    }
    let mut narrow: Vec<usize> = Vec::new();
    loop {
        let mut breaker = layout.break_lines();
        breaker.state_mut().set_layout_max_advance(width);
        for line in 0.. {
            let limit = limit.filter(|limit| limit.line == line);
            // The library admits no line that is wider than its layout.
            let room = limit.map_or(width, |limit| limit.width.min(width));
            // Lines are aligned within their own widths.
            breaker.state_mut().set_line_x(limit.map_or(0.0, |limit| (width - room) * limit.side));
            let room = if narrow.contains(&line) { (room - hyphen).max(1.0) } else { room };
            breaker.state_mut().set_line_max_advance(room);
            if breaker.break_next().is_none() {
                break;
            }
        }
        breaker.finish();
        // Lines above one that is narrowed keep their breaks, so the loop terminates.
        let parted = layout.lines().enumerate().find(|(i, line)| {
            !narrow.contains(i) && text.get(line.text_range()).is_some_and(|t| t.ends_with(SOFT))
        });
        match parted {
            Some((i, _)) => narrow.push(i),
            None => return,
        }
    }
}

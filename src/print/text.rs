//! Text in boxes: shaped once, broken into lines, and made smaller until it fits.

use std::collections::BTreeMap;

use parley::{
    Alignment, AlignmentOptions, FontContext, FontFamily, FontFamilyName, FontFeatures, FontStyle, FontWeight,
    InlineBox, InlineBoxKind, Layout, LayoutContext, LineHeight, PositionedLayoutItem, StyleProperty, VerticalAlign,
};

use super::fonts::Fonts;
use super::rich::Paragraph;
use super::scene::{Colour, Fill, Glyph, Item, Paint, Run, circle};
use super::units::POINT;

/// Units to the em while shaping: everything scales, so a text is shaped once for all sizes.
const EM: f32 = 100.0;
/// Steps in which a text becomes smaller, in points.
const STEP: f64 = 0.25;
/// Height and width of an icon in the text, in ems.
const ICON: f32 = 0.92;
/// How far an icon reaches below the line.
const ICON_BELOW: f32 = 0.14;
/// How far an item of a list hangs, in ems.
const HANG: f32 = 0.8;

/// Where lines stand in their box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right.
    Right,
    /// From edge to edge.
    Justify,
}

/// Where a text stands in its box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Valign {
    /// Capitals of the first line touch the upper edge.
    #[default]
    Top,
    /// As far from above as from below.
    Middle,
    /// The last line stands on the lower edge.
    Bottom,
}

/// How a text looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// Families in the order in which they are tried.
    pub families: Vec<String>,
    /// All of it is bold.
    pub bold: bool,
    /// All of it is italic.
    pub italic: bool,
    /// Points.
    pub size: f64,
    /// Points.
    pub least: f64,
    /// From line to line, in ems.
    pub leading: f64,
    /// Between paragraphs, in ems.
    pub gap: f64,
    /// Between letters, in ems.
    pub spacing: f64,
    /// Where lines stand.
    pub align: Align,
    /// Where the text stands.
    pub valign: Valign,
    /// Its colour.
    pub colour: Colour,
    /// Most lines.
    pub lines: Option<usize>,
}

/// A text laid out. Its places count from the box's upper left corner.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    /// Text and bullets.
    pub items: Vec<Item>,
    /// Icons by name: upper left corner and size.
    pub icons: Vec<(String, f32, f32, f32)>,
    /// How far it runs over, in millimetres: to the right and below.
    pub over: (f64, f64),
    /// The size that was used, in points.
    pub size: f64,
    /// Letters that no font has.
    pub missing: Vec<char>,
    /// Where its letters lie: left, top, right, bottom. None if there are none.
    pub ink: Option<[f32; 4]>,
    /// Height from the capitals of the first line to below the last, in millimetres.
    pub height: f64,
}

/// Which text each glyph stands for: of each font and glyph the shortest seen.
pub type Meanings = BTreeMap<(u16, u16), String>;

/// What shapes texts. One for each thread.
pub struct Shaper {
    fonts: Fonts,
    context: FontContext,
    layouts: LayoutContext<()>,
    /// Which text each glyph stands for.
    pub meanings: Meanings,
}

impl Shaper {
    /// With these fonts.
    pub fn new(fonts: &Fonts) -> Shaper {
        Shaper {
            context: fonts.context.clone(),
            fonts: fonts.clone(),
            layouts: LayoutContext::new(),
            meanings: Meanings::new(),
        }
    }

    /// Lays a text into a box of this width and height in millimetres. `icons` says whether there is an icon of a name.
    pub fn lay(&mut self, text: &[Paragraph], style: &Style, width: f64, height: f64) -> Laid {
        let mut layouts: Vec<Layout<()>> = text.iter().map(|p| self.shape(p, style)).collect();
        let steps = ((style.size - style.least) / STEP).ceil().max(0.0) as usize;
        let size_of = |step: usize| (style.size - STEP * step as f64).max(style.least.min(style.size));
        let mut step = 0;
        if !fits(&mut layouts, text, style, size_of(0), width, height) {
            // The largest that fits; smaller sizes always fit if a larger one does, but for the odd line break.
            let (mut low, mut high) = (0, steps);
            while low < high {
                let middle = (low + high) / 2;
                if fits(&mut layouts, text, style, size_of(middle), width, height) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            step = low;
        }
        let size = size_of(step);
        let block = measure(&mut layouts, text, style, size, width);
        let over = ((block.width - width).max(0.0), (block.height() - height).max(0.0));
        let k = (size * POINT) as f32 / EM;
        let mut y = match style.valign {
            Valign::Top => block.cap,
            Valign::Middle => block.cap + (height - (block.cap + block.last - block.first)) / 2.0,
            Valign::Bottom => height - block.below - (block.last - block.first),
        } as f32;
        let mut laid = Laid { over, size, height: block.height(), ..Laid::default() };
        // From the first line's baseline to the top of the first layout.
        y -= block.first as f32;
        let align = match style.align {
            Align::Left => Alignment::Start,
            Align::Center => Alignment::Center,
            Align::Right => Alignment::End,
            Align::Justify => Alignment::Justify,
        };
        for (i, (layout, paragraph)) in layouts.iter_mut().zip(text).enumerate() {
            if i > 0 {
                y += gap(style, &text[i - 1], paragraph) * EM * k;
            }
            layout.align(align, AlignmentOptions::default());
            let indent = if paragraph.bullet { HANG * EM * k } else { 0.0 };
            self.draw(layout, paragraph, style, (indent, y, k), &mut laid);
            y += layout.height() * k;
        }
        laid
    }

    /// Shapes a paragraph.
    fn shape(&mut self, paragraph: &Paragraph, style: &Style) -> Layout<()> {
        let text = paragraph.text.as_str();
        // An icon needs a letter to stand beside.
        let text = if text.is_empty() { " " } else { text };
        let mut builder = self.layouts.ranged_builder(&mut self.context, text, 1.0, false);
        let families: Vec<FontFamilyName> = style.families.iter().map(|f| FontFamilyName::named(f)).collect();
        builder.push_default(StyleProperty::FontFamily(FontFamily::List(families.into())));
        let scale = match paragraph.heading {
            0 => 1.0,
            1 => 1.9,
            2 => 1.35,
            _ => 1.1,
        };
        builder.push_default(StyleProperty::FontSize(EM * scale));
        let leading = if paragraph.heading > 0 { 1.1 * scale } else { style.leading as f32 };
        builder.push_default(StyleProperty::LineHeight(LineHeight::Absolute(leading * EM)));
        // Figures as high as capitals: numbers count on cards.
        builder.push_default(StyleProperty::FontFeatures(FontFeatures::Source("\"lnum\" 1".into())));
        if style.bold || paragraph.heading > 0 {
            builder.push_default(StyleProperty::FontWeight(FontWeight::BOLD));
        }
        if style.italic {
            builder.push_default(StyleProperty::FontStyle(FontStyle::Italic));
        }
        if style.spacing != 0.0 {
            builder.push_default(StyleProperty::LetterSpacing(style.spacing as f32 * EM));
        }
        for range in &paragraph.bold {
            builder.push(StyleProperty::FontWeight(FontWeight::BOLD), range.clone());
        }
        for range in &paragraph.italic {
            let turned = if style.italic { FontStyle::Normal } else { FontStyle::Italic };
            builder.push(StyleProperty::FontStyle(turned), range.clone());
        }
        for (i, (at, _)) in paragraph.icons.iter().enumerate() {
            builder.push_inline_box(InlineBox {
                id: i as u64,
                kind: InlineBoxKind::InFlow,
                index: *at,
                width: ICON * EM,
                height: ICON * EM,
                baseline: Some((ICON - ICON_BELOW) * EM),
                vertical_align: VerticalAlign::BASELINE,
            });
        }
        builder.build(text)
    }

    /// Takes the glyphs of a layout.
    fn draw(
        &mut self,
        layout: &Layout<()>,
        paragraph: &Paragraph,
        style: &Style,
        (left, top, k): (f32, f32, f32),
        laid: &mut Laid,
    ) {
        for (i, line) in layout.lines().enumerate() {
            let m = line.metrics();
            if m.advance > m.hanging_advance {
                let font = line.runs().next().map(|r| *r.font_metrics());
                let (cap, below) =
                    font.map_or((EM * 0.65, EM * 0.2), |f| (f.cap_height.unwrap_or(f.ascent * 0.7), f.descent * 0.8));
                let (x, y) = (left + m.offset * k, top + m.baseline * k);
                let here = [x, y - cap * k, x + (m.advance - m.hanging_advance) * k, y + below * k];
                laid.ink = Some(
                    laid.ink
                        .map_or(here, |[l, t, r, b]| [l.min(here[0]), t.min(here[1]), r.max(here[2]), b.max(here[3])]),
                );
            }
            if i == 0 && paragraph.bullet {
                let y = top + line.metrics().baseline * k - 0.27 * EM * k;
                let fill = Fill { paint: Paint::Solid(style.colour), opacity: 1.0, even_odd: false };
                let segments = circle(f64::from(left - 0.45 * EM * k), f64::from(y), f64::from(0.12 * EM * k));
                laid.items.push(Item::Path { segments, fill: Some(fill), stroke: None });
            }
            for item in line.items() {
                match item {
                    PositionedLayoutItem::GlyphRun(run) => {
                        let Some(font) = self.fonts.number(run.run().font().data.id()) else { continue };
                        let glyphs: Vec<Glyph> = run
                            .positioned_glyphs()
                            .map(|g| Glyph { id: g.id as u16, x: left + g.x * k, y: top + g.y * k })
                            .collect();
                        let size = run.run().font_size() * k;
                        laid.items.push(Item::Text(Run { font, size, colour: style.colour, glyphs, hidden: None }));
                    }
                    PositionedLayoutItem::InlineBox(at) => {
                        if let Some((_, name)) = paragraph.icons.get(at.id as usize) {
                            laid.icons.push((name.clone(), left + at.x * k, top + at.y * k, ICON * EM * k));
                        }
                    }
                }
            }
            for run in line.runs() {
                let Some(font) = self.fonts.number(run.font().data.id()) else { continue };
                let clusters: Vec<_> = run.clusters().collect();
                for (c, cluster) in clusters.iter().enumerate() {
                    let mut range = cluster.text_range();
                    let after = clusters[c + 1..].iter();
                    range.end = after
                        .take_while(|n| n.is_ligature_continuation())
                        .last()
                        .map_or(range.end, |n| n.text_range().end);
                    let Some(text) = paragraph.text.get(range) else { continue };
                    for (g, glyph) in cluster.glyphs().enumerate() {
                        if glyph.id == 0 {
                            laid.missing.extend(text.chars().next());
                        } else if g == 0 {
                            self.means(font, glyph.id as u16, text);
                        }
                    }
                }
            }
        }
    }

    fn means(&mut self, font: u16, glyph: u16, text: &str) {
        match self.meanings.get_mut(&(font, glyph)) {
            Some(known) if (known.len(), known.as_str()) <= (text.len(), text) => {}
            Some(known) => *known = text.to_owned(),
            None => {
                self.meanings.insert((font, glyph), text.to_owned());
            }
        }
    }

    /// A word that is there for those who search and copy: from the left, on a baseline, stretched to a width.
    pub fn hidden(&mut self, word: &str, families: &[String], (x, y): (f32, f32), size: f32) -> Option<Item> {
        let font = self.fonts.all.iter().position(|f| families.first() == Some(&f.family))?;
        let glyphs: Vec<(u16, char)> =
            word.chars().filter_map(|c| self.fonts.all[font].glyph(c).map(|g| (g, c))).collect();
        let units = self.fonts.all[font].units;
        let mut at = x;
        let mut run = Vec::new();
        for (id, c) in glyphs {
            self.means(font as u16, id, c.encode_utf8(&mut [0; 4]));
            run.push(Glyph { id, x: at, y });
            at += f32::from(*self.fonts.all[font].advances.get(id as usize)?) / units * size;
        }
        Some(Item::Text(Run { font: font as u16, size, colour: [0, 0, 0], glyphs: run, hidden: Some(size * ICON) }))
    }
}

/// Room between two paragraphs, in ems.
fn gap(style: &Style, before: &Paragraph, after: &Paragraph) -> f32 {
    let gap = style.gap as f32;
    match (before.bullet && after.bullet, after.heading) {
        (true, _) => gap * 0.4,
        (_, 0) if before.heading > 0 => gap * 0.6,
        (_, 0) => gap,
        _ => gap * 2.2,
    }
}

/// The extent of a text at a size, in millimetres.
struct Block {
    width: f64,
    /// Height of capitals.
    cap: f64,
    /// What hangs below the last line.
    below: f64,
    /// The first baseline from the top of the first layout.
    first: f64,
    /// The last baseline from there.
    last: f64,
    lines: usize,
}

impl Block {
    fn height(&self) -> f64 {
        if self.lines == 0 { 0.0 } else { self.cap + (self.last - self.first) + self.below }
    }
}

fn fits(layouts: &mut [Layout<()>], text: &[Paragraph], style: &Style, size: f64, width: f64, height: f64) -> bool {
    let block = measure(layouts, text, style, size, width);
    // A hundredth of a millimetre is nobody's business.
    block.width <= width + 0.01 && block.height() <= height + 0.01 && style.lines.is_none_or(|most| block.lines <= most)
}

/// Breaks the lines for a size in points and a width in millimetres.
fn measure(layouts: &mut [Layout<()>], text: &[Paragraph], style: &Style, size: f64, width: f64) -> Block {
    let k = size * POINT / f64::from(EM);
    let mut block = Block { width: 0.0, cap: 0.0, below: 0.0, first: 0.0, last: 0.0, lines: 0 };
    let mut top = 0.0;
    for (i, (layout, paragraph)) in layouts.iter_mut().zip(text).enumerate() {
        if i > 0 {
            top += f64::from(gap(style, &text[i - 1], paragraph) * EM);
        }
        let indent = if paragraph.bullet { f64::from(HANG * EM) } else { 0.0 };
        layout.break_all_lines(Some((width / k - indent).max(1.0) as f32));
        for line in layout.lines() {
            let baseline = top + f64::from(line.metrics().baseline);
            let metrics = line.runs().next().map(|r| *r.font_metrics());
            if block.lines == 0 {
                block.first = baseline;
                block.cap = metrics.map_or(f64::from(EM) * 0.65, |m| f64::from(m.cap_height.unwrap_or(m.ascent * 0.7)));
            }
            block.last = baseline;
            block.below = metrics.map_or(f64::from(EM) * 0.22, |m| f64::from(m.descent) * 0.8);
            block.lines += 1;
            let advance = line.metrics().advance - line.metrics().hanging_advance;
            block.width = block.width.max(f64::from(advance) + indent);
        }
        top += f64::from(layout.height());
    }
    for length in [&mut block.width, &mut block.cap, &mut block.below, &mut block.first, &mut block.last] {
        *length *= k;
    }
    block
}

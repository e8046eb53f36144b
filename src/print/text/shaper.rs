//! Text in boxes: shaped once, broken into lines, and shrunk until it fits.

use crate::ir::ToIndex;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use parley::{
    Alignment, AlignmentOptions, Cluster, FontContext, FontFamily, FontFamilyName, FontFeatures, FontStyle,
    FontWeight, InlineBox, InlineBoxKind, Layout, LayoutContext, Line, LineHeight, OverflowWrap,
    PositionedLayoutItem, StyleProperty, VerticalAlign,
};

use crate::print::draw::scene::{Fill, Glyph, GlyphRun, Paint, Rgb, SceneItem, Stroke, circle};
use crate::print::draw::units::POINT;
use crate::print::text::fitting::{EM, ShapedText, gap, hang, number_indent};
use crate::print::text::fonts::FontCollection;
use crate::print::text::hyphens::{SOFT, parted};
use crate::print::text::layout_memo::{LayoutMemo, LayoutMemory, LayoutOrder};
use crate::print::text::meanings::GlyphTexts;
use crate::print::text::rich::Paragraph;
use crate::print::text::strikes::strike;
use crate::print::text::style::{Hyphens, TextAlign, TextStyle, Tint, Valign};
use crate::print::text::text_layout::{PlacedIcon, TextLayout, TextLine};

/// Height and width of an icon in the text, in ems.
const ICON: f32 = 0.92;
/// Depth of an icon below the baseline, in ems.
const ICON_BELOW: f32 = 0.14;

/// Hyphenation threshold: words are hyphenated if the text would otherwise shrink below this share of its
/// size.
const SMALL: f64 = 0.85;

/// Returns the colour of a paragraph at a byte offset.
fn colour_at(paragraph: &Paragraph, at: usize, style: &TextStyle) -> Rgb {
    let own = paragraph.colours.iter().find(|(range, _)| range.contains(&at));
    own.map_or(style.colour, |(_, colour)| *colour)
}

/// Shapes texts. One for each thread.
pub struct Shaper {
    fonts: FontCollection,
    context: FontContext,
    layouts: LayoutContext<Tint>,
    language: String,
    known: LayoutMemo,
    /// The text that each glyph stands for.
    pub meanings: GlyphTexts,
    /// Characters of all texts that no font has.
    pub missing: BTreeSet<char>,
}

impl Shaper {
    /// Creates a shaper with these fonts, for a language tag such as `de`.
    pub fn new(fonts: &FontCollection, language: &str) -> Shaper {
        Shaper {
            context: fonts.context.clone(),
            fonts: fonts.clone(),
            language: language.to_owned(),
            layouts: LayoutContext::new(),
            known: LayoutMemo::default(),
            meanings: GlyphTexts::default(),
            missing: BTreeSet::new(),
        }
    }

    /// Lays a text out in a box of this width and height in millimetres.
    pub fn lay(&mut self, text: &[Paragraph], style: &TextStyle, width: f64, height: f64) -> TextLayout {
        let order = LayoutOrder { text, style, width, height };
        match self.known.find(&order) {
            LayoutMemory::Kept(laid, meanings) => {
                self.meanings.also(meanings);
                self.missing.extend(&laid.missing);
                laid.clone()
            }
            LayoutMemory::Repeated => {
                let before = std::mem::take(&mut self.meanings);
                let laid = self.lay_anew(text, style, width, height);
                let own = std::mem::replace(&mut self.meanings, before);
                self.meanings.also(&own);
                self.known.keep(&order, laid.clone(), own);
                laid
            }
            LayoutMemory::New => self.lay_anew(text, style, width, height),
        }
    }

    fn lay_anew(&mut self, text: &[Paragraph], style: &TextStyle, width: f64, height: f64) -> TextLayout {
        let mut shaped = self.shaped(Cow::Borrowed(text), style, 0.0);
        let mut size = shaped.largest(style, width, height);
        // Hyphens make the edges of centred text look ragged: there they are the last resort.
        let is_small = style.align != TextAlign::Center && size < SMALL * style.size;
        let small = is_small || !shaped.fits(style, size, width, height);
        let may_part = match style.hyphens {
            Hyphens::Auto => small && style.lines.is_none(),
            Hyphens::On => true,
            Hyphens::Off => false,
        };
        if may_part && style.spacing == 0.0 {
            let parts: Vec<Option<_>> = text.iter().map(|p| parted(p, &self.language)).collect();
            if parts.iter().any(Option::is_some) {
                let parts =
                    parts.into_iter().zip(text).map(|(part, whole)| part.unwrap_or_else(|| whole.clone()));
                let mut parts = self.shaped(Cow::Owned(parts.collect()), style, self.hyphen(style));
                let larger = parts.largest(style, width, height);
                if style.hyphens == Hyphens::On || larger > size || parts.fits(style, larger, width, height) {
                    (shaped, size) = (parts, larger);
                }
            }
        }
        let block = shaped.measure(style, size, width);
        let widths = if style.align == TextAlign::Center { shaped.balance(size, width) } else { Vec::new() };
        shaped.fill_last_lines(style.align, size, width, &widths);
        let ShapedText { mut layouts, text, .. } = shaped;
        let over = ((block.width - width).max(0.0), (block.height() - height).max(0.0));
        let lines_over = style.lines.map_or(0, |most| block.lines.saturating_sub(most));
        let k = (size * POINT) as f32 / EM;
        let mut y = match style.valign {
            Valign::Top => block.cap,
            Valign::Middle => block.cap + (height - (block.cap + block.last - block.first)) / 2.0,
            Valign::Bottom => height - block.below - (block.last - block.first),
        } as f32;
        let mut laid = TextLayout { over, lines_over, size, height: block.height(), ..TextLayout::default() };
        // From the baseline of the first line to the top of the first layout.
        y -= block.first as f32;
        let align = match style.align {
            TextAlign::Start => Alignment::Start,
            TextAlign::Left => Alignment::Left,
            TextAlign::Center => Alignment::Center,
            TextAlign::Right => Alignment::Right,
            TextAlign::Justify => Alignment::Justify,
        };
        // The width of the longest line of all lists.
        let listed = layouts.iter().zip(text.iter()).filter(|(_, p)| p.bullet);
        let listed = listed.flat_map(|(layout, p)| layout.lines().map(move |l| (l, hang(p) * EM)));
        let list = listed
            .map(|(l, hang)| l.metrics().advance - l.metrics().hanging_advance + hang)
            .fold(0.0, f32::max);
        let list = (list * k).min(width as f32);
        for (i, (layout, paragraph)) in layouts.iter_mut().zip(text.iter()).enumerate() {
            if i > 0 {
                y += gap(style, &text[i - 1], paragraph) * EM * k;
            }
            // A list is aligned as a block, and its lines begin where they do in a text of their direction.
            let is_rtl = layout.is_rtl();
            let listed = paragraph.bullet && !matches!(style.align, TextAlign::Start | TextAlign::Justify);
            layout.align(if listed { Alignment::Start } else { align }, AlignmentOptions::default());
            let aside = match (style.align, is_rtl) {
                (TextAlign::Center, false) if listed => (width as f32 - list) / 2.0,
                (TextAlign::Center, true) if listed => (list - width as f32) / 2.0,
                (TextAlign::Right, false) if listed => width as f32 - list,
                (TextAlign::Left, true) if listed => list - width as f32,
                // A balanced paragraph is broken in a narrower box, which stands in the middle.
                (TextAlign::Center, _) => {
                    widths.get(i).map_or(0.0, |own| ((width as f32 - own * k) / 2.0).max(0.0))
                }
                _ => 0.0,
            };
            // Bullets hang before the beginning of the lines.
            let hang = hang(paragraph) * EM * k;
            let (indent, bullet) = match (paragraph.bullet, is_rtl) {
                (false, false) => (aside + hang, None),
                (false, true) => (aside, None),
                (true, false) => (aside + hang, Some(aside + hang - 0.45 * EM * k)),
                (true, true) => (aside, Some(aside + width as f32 - hang + 0.45 * EM * k)),
            };
            if !paragraph.number.is_empty() {
                let before = number_indent(paragraph) * EM * k;
                let edge = if is_rtl { aside + width as f32 - before } else { indent - hang + before };
                self.marker(&paragraph.number, style, is_rtl, (edge, y, k), &mut laid);
            }
            let bullet = bullet.filter(|_| paragraph.number.is_empty() && !paragraph.continues);
            self.draw(layout, paragraph, style, (indent, y, k), &mut laid);
            if let (Some(x), Some(line)) = (bullet, layout.lines().next()) {
                let middle = y + line.metrics().baseline * k - 0.27 * EM * k;
                laid.items.push(dot(x, middle, 0.12 * EM * k, style.colour, paragraph.outer.len() % 2 == 1));
            }
            y += layout.height() * k;
        }
        laid
    }

    /// Draws the number of a list item at the height of its first line: from an edge to the right, or to the
    /// left of it in text that runs from right to left.
    fn marker(
        &mut self,
        number: &str,
        style: &TextStyle,
        is_rtl: bool,
        (edge, y, k): (f32, f32, f32),
        laid: &mut TextLayout,
    ) {
        let text = if is_rtl { mirrored(number) } else { number.to_owned() };
        let paragraph = Paragraph { text, ..Paragraph::default() };
        let mut layout = self.shape(&paragraph, style);
        layout.break_all_lines(None);
        let left = if is_rtl { edge - layout.width() * k } else { edge };
        let lines = laid.lines.len();
        self.draw(&layout, &paragraph, style, (left, y, k), laid);
        // It belongs to the first line of its item.
        laid.lines.truncate(lines);
    }

    /// Shapes all paragraphs. `hyphen` is the width of a hyphen at the end of a line.
    fn shaped<'t>(&mut self, text: Cow<'t, [Paragraph]>, style: &TextStyle, hyphen: f32) -> ShapedText<'t> {
        ShapedText::new(text.iter().map(|p| self.shape(p, style)).collect(), text, hyphen)
    }

    /// Returns the width of a hyphen.
    fn hyphen(&self, style: &TextStyle) -> f32 {
        let font = self.fonts.all.iter().find(|f| style.families.first() == Some(&f.family));
        let advance =
            font.and_then(|f| Some(f32::from(*f.advances.get(usize::from(f.glyph('-')?))?) / f.units));
        advance.unwrap_or(0.3) * EM
    }

    /// Shapes a paragraph.
    fn shape(&mut self, paragraph: &Paragraph, style: &TextStyle) -> Layout<Tint> {
        let text = paragraph.text.as_str();
        // An icon needs a character to attach to, which must not push it aside: a zero-width space.
        let text = if text.is_empty() { "\u{200b}" } else { text };
        let mut builder = self.layouts.ranged_builder(&mut self.context, text, 1.0, false);
        let families: Vec<FontFamilyName> = style.families.iter().map(|f| FontFamilyName::named(f)).collect();
        builder.push_default(StyleProperty::FontFamily(FontFamily::List(families.into())));
        let scale = match paragraph.heading {
            0 => 1.0,
            1 => 1.9,
            2 => 1.35,
            3 => 1.1,
            _ => 1.0,
        };
        builder.push_default(StyleProperty::FontSize(EM * scale));
        let leading = if paragraph.heading > 0 { 1.1 * scale } else { style.leading as f32 };
        builder.push_default(StyleProperty::LineHeight(LineHeight::Absolute(leading * EM)));
        // Lining figures, since numbers matter on cards.
        builder.push_default(StyleProperty::FontFeatures(FontFeatures::Source("\"lnum\" 1".into())));
        if style.break_words {
            builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::BreakWord));
        }
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
        for range in &paragraph.struck {
            builder.push(StyleProperty::Strikethrough(true), range.clone());
        }
        for (range, colour) in &paragraph.colours {
            builder.push(StyleProperty::Brush(Tint(Some(*colour))), range.clone());
        }
        for (at, _) in &paragraph.glued {
            // A line may break at an inline box; at a no-break space as wide it may not.
            let space = *at..*at + '\u{a0}'.len_utf8();
            builder.push(StyleProperty::LetterSpacing(ICON * EM), space);
        }
        for (i, (at, _)) in paragraph.icons.iter().enumerate() {
            if let Some(space) = space_of_amount(paragraph, i) {
                builder.push(StyleProperty::LetterSpacing(ICON * EM), space);
                continue;
            }
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

    /// Converts the glyphs of a layout to items.
    fn draw(
        &mut self,
        layout: &Layout<Tint>,
        paragraph: &Paragraph,
        style: &TextStyle,
        (left, top, k): (f32, f32, f32),
        laid: &mut TextLayout,
    ) {
        let mut hyphens = Vec::new();
        for line in layout.lines() {
            let m = line.metrics();
            let first_item = laid.items.len();
            let font = line.runs().next().map(|r| *r.font_metrics());
            let (cap, below) = font
                .map_or((EM * 0.65, EM * 0.2), |f| (f.cap_height.unwrap_or(f.ascent * 0.7), f.descent * 0.8));
            let (x, y) = (left + (m.inline_min_coord + m.offset) * k, top + m.baseline * k);
            if m.advance > m.hanging_advance {
                let here = [x, y - cap * k, x + (m.advance - m.hanging_advance) * k, y + below * k];
                laid.ink = Some(laid.ink.map_or(here, |[l, t, r, b]| {
                    [l.min(here[0]), t.min(here[1]), r.max(here[2]), b.max(here[3])]
                }));
            }
            let parted = paragraph.text.get(line.text_range()).is_some_and(|t| t.ends_with(SOFT));
            let amounts = icons_of_amounts(layout, paragraph, &line);
            let (icon_top, size) = (y - (ICON - ICON_BELOW) * EM * k, ICON * EM * k);
            let runs = line.items().filter(|i| matches!(i, PositionedLayoutItem::GlyphRun(_))).count();
            for (number, item) in line.items().enumerate() {
                match item {
                    PositionedLayoutItem::GlyphRun(run) => {
                        let Some(font) = self.fonts.number(run.run().font().data.id()) else { continue };
                        let all = &self.fonts.all[usize::from(font)];
                        // Characters without a visible glyph are shaped as a space of width 0; PDF/A forbids
                        // the glyph of missing characters, which is number 0 (ISO 19005-2, 6.2.11.8).
                        let seen = |g: &parley::Glyph| {
                            g.id != 0 && (g.advance != 0.0 || Some(g.id as u16) != all.glyph(' '))
                        };
                        let at = |g: &parley::Glyph, id| Glyph { id, x: left + g.x * k, y: top + g.y * k };
                        let mut glyphs: Vec<Glyph> =
                            run.positioned_glyphs().filter(seen).map(|g| at(&g, g.id as u16)).collect();
                        // The line ends at a soft hyphen, which is invisible: a hyphen takes its place.
                        if parted && number + 1 == runs {
                            let end = run.positioned_glyphs().last().filter(|g| !seen(g));
                            glyphs.extend(end.and_then(|g| Some(at(&g, all.glyph('-')?))));
                            hyphens.extend(all.glyph('-').map(|g| (font, g)));
                        }
                        if !glyphs.is_empty() {
                            let size = run.run().font_size() * k;
                            let colour = run.style().brush.0.unwrap_or(style.colour);
                            let text = GlyphRun { font, size, colour, glyphs, replaces: false, hidden: None };
                            laid.items.push(SceneItem::Text(text));
                            laid.items.extend(strike(&run, all.glyph(' '), colour, (left, top, k)));
                        }
                        let here = run.offset()..run.offset() + run.advance();
                        for (x, index, name) in amounts.iter().filter(|(x, ..)| here.contains(x)) {
                            let (name, x) = ((*name).clone(), left + x * k);
                            let colour = colour_at(paragraph, *index, style);
                            let before = laid.items.len();
                            let icon =
                                PlacedIcon { name, x, y: icon_top, size, colour, is_word: true, before };
                            laid.icons.push(icon);
                        }
                    }
                    PositionedLayoutItem::InlineBox(at) => {
                        if let Some((index, name)) = paragraph.icons.get(at.id.index()) {
                            let colour = colour_at(paragraph, *index, style);
                            let (name, x, y) = (name.clone(), left + at.x * k, top + at.y * k);
                            laid.icons.push(PlacedIcon {
                                name,
                                x,
                                y,
                                size,
                                colour,
                                is_word: true,
                                before: laid.items.len(),
                            });
                        }
                    }
                }
            }
            laid.lines.push(TextLine {
                top: y - cap * k,
                bottom: y + below * k,
                items: first_item..laid.items.len(),
            });
            self.read_meanings(&line, paragraph, laid);
        }
        place_glued(layout, paragraph, style, (left, top, k), laid);
        hyphens.into_iter().for_each(|(font, glyph)| self.meanings.means(font, glyph, "-"));
    }

    /// Notes the text that each glyph of a line stands for, and the characters that no font has.
    fn read_meanings(&mut self, line: &Line<'_, Tint>, paragraph: &Paragraph, laid: &mut TextLayout) {
        for run in line.runs() {
            let Some(font) = self.fonts.number(run.font().data.id()) else { continue };
            let clusters: Vec<_> = run.clusters().collect();
            for (c, cluster) in clusters.iter().enumerate() {
                let mut range = cluster.text_range();
                let after = clusters[c + 1..].iter();
                // A ligature stands for the text of all its characters.
                range.end = after
                    .take_while(|n| n.is_ligature_continuation())
                    .last()
                    .map_or(range.end, |n| n.text_range().end);
                // Soft hyphens and newlines are not drawn.
                let Some(text) = paragraph.text.get(range).filter(|t| !t.starts_with([SOFT, '\n'])) else {
                    continue;
                };
                let glyphs: Vec<u16> = cluster.glyphs().map(|glyph| glyph.id as u16).collect();
                let missing = missing_of(text, &glyphs);
                laid.missing.extend(&missing);
                self.missing.extend(missing);
                if let Some(first) = glyphs.first().filter(|glyph| **glyph != 0) {
                    self.meanings.means(font, *first, text);
                }
            }
        }
    }

    /// Returns a word as invisible text for search and copy: from the left, on a baseline, stretched to a
    /// width.
    pub fn hidden(
        &mut self,
        word: &str,
        families: &[String],
        (x, y): (f32, f32),
        size: f32,
    ) -> Option<SceneItem> {
        let font = self.fonts.all.iter().position(|f| families.first() == Some(&f.family))?;
        let glyphs: Vec<(u16, char)> =
            word.chars().filter_map(|c| self.fonts.all[font].glyph(c).map(|g| (g, c))).collect();
        let units = self.fonts.all[font].units;
        let mut at = x;
        let mut run = Vec::new();
        for (id, c) in glyphs {
            self.meanings.means(font as u16, id, c.encode_utf8(&mut [0; 4]));
            run.push(Glyph { id, x: at, y });
            at += f32::from(*self.fonts.all[font].advances.get(usize::from(id))?) / units * size;
        }
        Some(SceneItem::Text(GlyphRun {
            font: font as u16,
            size,
            colour: [0, 0, 0],
            glyphs: run,
            replaces: false,
            hidden: Some(size * ICON),
        }))
    }
}

/// Returns the bullet of a list: a disc, or a ring in a list that is nested in one with discs.
fn dot(x: f32, y: f32, radius: f32, colour: Rgb, is_ring: bool) -> SceneItem {
    let (x, y, radius) = (f64::from(x), f64::from(y), f64::from(radius));
    if is_ring {
        let stroke = Stroke::plain(colour, (radius * 0.4) as f32);
        SceneItem::Path { segments: circle(x, y, radius * 0.9), fill: None, stroke: Some(stroke) }
    } else {
        // As a part of an icon, it is printed solid with little ink, however small it is.
        let icon = Some(2.0 * radius as f32);
        let fill = Fill { paint: Paint::Solid(colour), opacity: 1.0, even_odd: false, icon };
        SceneItem::Path { segments: circle(x, y, radius), fill: Some(fill), stroke: None }
    }
}

/// Returns the no-break space before an icon, by which it is joined to its amount. The icon is drawn at the
/// end of that space, which is as much wider.
fn space_of_amount(paragraph: &Paragraph, icon: usize) -> Option<Range<usize>> {
    const SPACE: char = '\u{a0}';
    let (at, _) = paragraph.icons.get(icon)?;
    let is_first = paragraph.icons[..icon].last().is_none_or(|(before, _)| before != at);
    let is_joined = is_first && paragraph.text.get(..*at).is_some_and(|text| text.ends_with(SPACE));
    is_joined.then(|| at - SPACE.len_utf8()..*at)
}

/// Returns the icons on a line that are joined to their amounts: the left edge, the position in the text, and
/// the name of each.
fn icons_of_amounts<'p>(
    layout: &Layout<Tint>,
    paragraph: &'p Paragraph,
    line: &Line<'_, Tint>,
) -> Vec<(f32, usize, &'p String)> {
    let here = line.text_range();
    let joined = paragraph.icons.iter().enumerate().filter_map(|(i, (at, name))| {
        let space = space_of_amount(paragraph, i).filter(|space| here.contains(&space.start))?;
        let space = Cluster::from_byte_index(layout, space.start)?;
        let end = line.metrics().inline_min_coord + space.visual_offset()? + space.advance();
        Some((end - ICON * EM, *at, name))
    });
    joined.collect()
}

/// Places the icons of a paragraph that are glued to a word.
fn place_glued(
    layout: &Layout<Tint>,
    paragraph: &Paragraph,
    style: &TextStyle,
    (left, top, k): (f32, f32, f32),
    laid: &mut TextLayout,
) {
    for (at, name) in &paragraph.glued {
        let Some(space) = Cluster::from_byte_index(layout, *at) else { continue };
        let Some(offset) = space.visual_offset() else { continue };
        let colour = colour_at(paragraph, *at, style);
        let line = *space.line().metrics();
        let baseline = top + line.baseline * k;
        let size = ICON * EM * k;
        let (x, y) = (left + (line.inline_min_coord + offset) * k, baseline - (ICON - ICON_BELOW) * EM * k);
        let (name, before) = (name.clone(), laid.items.len());
        laid.icons.push(PlacedIcon { name, x, y, size, colour, is_word: false, before });
    }
}

/// Returns the number of a list item as it looks in text that runs from right to left: its stop stands on the
/// left, and a bracket is turned round.
fn mirrored(number: &str) -> String {
    let digits = number.trim_end_matches(|c: char| !c.is_alphanumeric());
    let behind = number[digits.len()..].chars().rev();
    let turned = behind.map(|c| match c {
        ')' => '(',
        '(' => ')',
        c => c,
    });
    turned.chain(digits.chars()).collect()
}

/// Returns the characters of a cluster whose glyph is 0, which no font has. A joined emoji is one cluster of
/// several characters, each of which may be left out.
fn missing_of(text: &str, glyphs: &[u16]) -> Vec<char> {
    // Joiners and selectors of variants have no look of their own.
    let is_seen = |c: &char| !matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
    let lost = glyphs.iter().filter(|glyph| **glyph == 0).count();
    if lost == 0 {
        return Vec::new();
    }
    let seen: Vec<char> = text.chars().filter(is_seen).collect();
    let missing: Vec<char> = if glyphs.len() == text.chars().count() {
        let pairs = text.chars().zip(glyphs).filter(|(_, glyph)| **glyph == 0);
        pairs.map(|(c, _)| c).filter(is_seen).collect()
    } else if lost >= seen.len() || lost == glyphs.len() {
        seen
    } else {
        Vec::new()
    };
    if missing.is_empty() { text.chars().take(1).collect() } else { missing }
}

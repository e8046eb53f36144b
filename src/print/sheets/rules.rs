//! The sheet of rules, made from the package's texts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::ir::print::{BackPlacement, RulesFormat};
use crate::print::draw::scene::{Drawing, Matrix, Rgb, SceneItem, Stroke, line};
use crate::print::draw::svg;
use crate::print::draw::units::{POINT, Rect, Size};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::game::sheet_list::RULES;
use crate::print::inks::ink::Ink;
use crate::print::pdf::page::Bookmark;
use crate::print::pdf::tags::{StructureRole, StructureTag};
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::rule_figures::{Illustrator, RuleFigure};
use crate::print::sheets::rules_text::text_with;
use crate::print::sheets::{booklet, image_subject};
use crate::print::text::columns::{Columns, ParagraphBlock, ParagraphPiece};
use crate::print::text::markdown::{FIGURE, FigureHandling};
use crate::print::text::quotes::curled;
use crate::print::text::rich::{self, Paragraph};
use crate::print::text::shaper::Shaper;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};
use crate::print::text::text_layout::{PlacedIcon, TextLayout};

/// Gap between two columns, in millimetres.
const BETWEEN: f64 = 8.0;
/// Margin around the text, in millimetres.
const RIM: f64 = 15.0;
/// Margin around the text of a booklet's page, in millimetres.
const BOOKLET_RIM: f64 = 13.0;
/// Space above a heading, in font sizes.
const ABOVE: f64 = 0.8;
/// Space between items of a list, in font sizes.
const BULLETS: f64 = 0.6;
/// Space below a heading, in font sizes.
const HEADED: f64 = 0.45;
/// Space below a paragraph, in font sizes.
const AFTER: f64 = 0.8;
/// The smallest font size, in points.
const LEAST: f64 = 9.5;
/// Larger font sizes: the first that needs no more pages than the smallest is used.
const LETTERS: [f64; 5] = [12.0, 11.5, 11.0, 10.5, 10.0];
/// Height of the footer, in millimetres.
const FOOT: f64 = 6.0;

/// The colour of the pages.
const PAGE: Rgb = [0xff, 0xff, 0xff];
/// How much smaller the letters of captions are, in points.
const CAPTION: f64 = 1.0;
/// Height that a figure leaves for its caption, in millimetres.
const CAPTION_ROOM: f64 = 14.0;
/// Space between a figure and its caption, in millimetres.
const UNDER: f64 = 1.6;

/// The layout of the pages of rules.
#[derive(Clone, Copy)]
struct RulesLayout {
    /// The size of a page.
    page: Size,
    /// The area of the text on a page.
    area: Rect,
    /// Pages come by this number: letters are as large as the same number of sheets allows.
    per_sheet: usize,
}

impl RulesLayout {
    /// Returns the layout of pages with a margin and a footer.
    fn of(page: Size, rim: f64, per_sheet: usize) -> RulesLayout {
        let area =
            Rect { x: rim, y: rim, width: page.width - 2.0 * rim, height: page.height - 2.0 * rim - FOOT };
        RulesLayout { page, area, per_sheet }
    }
}

/// Pages as they lie one after the other in a booklet that a print shop folds.
pub struct BookletPages {
    /// The items of each page.
    pub pages: Vec<Vec<SceneItem>>,
    /// The drawings that they refer to.
    pub drawings: Vec<Drawing>,
}

/// Lays out the rules on the pages of a booklet; `None` if the game has none, or if only a part of it is
/// asked for.
pub fn booklet_pages(
    press: &FaceRenderer,
    request: &Request,
    page: Size,
    found: &mut Vec<Diagnostic>,
) -> Option<BookletPages> {
    if !request.only.is_empty() || request.deck.is_some() {
        return None;
    }
    let text = text_with(press.ir, FigureHandling::Drawn)?;
    let mut job = PrintJob::new(press, RULES);
    job.keep_drawings();
    let layout = RulesLayout::of(page, BOOKLET_RIM.min(page.width / 8.0), booklet::PER_SHEET);
    let mut pages: Vec<Vec<SceneItem>> =
        compose(press, request, &mut job, &text, layout, found).into_iter().map(|(items, _)| items).collect();
    for (number, items) in pages.iter_mut().enumerate() {
        // The first page is the cover, which has no number.
        if number > 0 {
            let style = TextStyle { size: 8.5, least: 8.5, align: TextAlign::Center, ..text_style(press) };
            let words = plain(&(number + 1).to_string(), &press.language);
            let laid = job.shaper.lay(&words, &style, layout.area.width, FOOT);
            items.push(moved(laid.items, layout.area.x, layout.area.bottom() + 2.0));
        }
        if press.ink != Ink::Full {
            Ink::Grey.items(items, Matrix::IDENTITY, &press.own_inks());
        }
    }
    Some(BookletPages { pages, drawings: job.take_drawings() })
}

fn text_style(press: &FaceRenderer) -> TextStyle {
    TextStyle {
        families: press.fonts.fallback_families("text").unwrap_or_default(),
        bold: false,
        italic: false,
        size: LEAST,
        least: LEAST,
        leading: 1.27,
        gap: 0.55,
        spacing: 0.0,
        align: TextAlign::Left,
        valign: Valign::Top,
        colour: INK,
        lines: None,
        hyphens: Hyphens::Auto,
        break_words: true,
    }
}

/// Prints the rules of a game; `None` if it has none.
pub fn print(press: &FaceRenderer, request: &Request, found: &mut Vec<Diagnostic>) -> Option<PrintedFile> {
    let ir = press.ir;
    if !request.only.is_empty() || request.deck.is_some() {
        return None;
    }
    let text = text_with(ir, FigureHandling::Drawn)?;
    let paper = match SheetSettings::settle(&[&request.paper, &ir.print.paper]) {
        Ok(paper) => paper,
        Err(d) => {
            found.push(d);
            return None;
        }
    };
    let called = ir.print.phrase("rules", &[]);
    let heading = ir.print.label(&called);
    let mut job = PrintJob::new(press, &heading);
    job.document.bookmarks.push(Bookmark { title: heading, page: 0, below: Vec::new() });
    let is_booklet = ir.print.rules == RulesFormat::Booklet;
    let (page, rim) = match is_booklet {
        true => (booklet::page_size(&paper), BOOKLET_RIM.min(booklet::page_size(&paper).width / 6.0)),
        false => (paper.size, RIM),
    };
    let per_sheet = if is_booklet { booklet::PER_SHEET } else { 1 };
    let layout = RulesLayout::of(page, rim, per_sheet);
    let RulesLayout { page, area, .. } = layout;
    let pages = compose(press, request, &mut job, &text, layout, found);
    let count = pages.len();
    let mut halves = Vec::new();
    for (number, (mut items, tags)) in pages.into_iter().enumerate() {
        // There are no areas to save ink on, and `Low` would leave out bullets with them.
        if press.ink != Ink::Full {
            Ink::Grey.items(&mut items, Matrix::IDENTITY, &press.own_inks());
        }
        let (n, of) = ((number + 1).to_string(), count.to_string());
        let page_of = ir.print.phrase("page", &[("n", &n), ("of", &of)]);
        let what = format!("{called} · {page_of}");
        if is_booklet {
            items.extend(job.footer(page, area, &paper, &what));
            halves.push(items);
        } else {
            job.tag(tags);
            job.uncut_page(page, area, &paper, items, &what);
        }
    }
    booklet::impose(&mut job, halves, &paper, request.back);
    let (what, how) = match (is_booklet, paper.duplex) {
        (false, _) => ("the rules".to_owned(), "print on one side or both"),
        (true, BackPlacement::Long) => {
            (booklet_of(count), "print on both sides, flip on the long edge, fold and staple")
        }
        (true, _) => (booklet_of(count), "print on both sides, flip on the short edge, fold and staple"),
    };
    job.finish(RULES, what, how.into(), found)
}

/// The heading of the rules: the name of the game, and a line about it.
struct RulesHeading {
    items: Vec<SceneItem>,
    tags: Vec<StructureTag>,
    /// Titles that are too long for it; they are set as paragraphs before the rules.
    paragraphs: Vec<Paragraph>,
    /// The top of the text below it.
    bottom: f64,
}

/// The paragraphs of the rules, and how they are set.
struct RulesText {
    paragraphs: Vec<Paragraph>,
    /// The figures by the paragraphs that are their captions.
    figures: BTreeMap<usize, RuleFigure>,
    style: TextStyle,
    /// The width of a column.
    width: f64,
}

/// Lays out the text of the rules on pages. Returns the items of each page, and their roles.
fn compose(
    press: &FaceRenderer,
    request: &Request,
    job: &mut PrintJob,
    text: &str,
    RulesLayout { area, per_sheet, .. }: RulesLayout,
    found: &mut Vec<Diagnostic>,
) -> Vec<(Vec<SceneItem>, Vec<StructureTag>)> {
    let (ir, style) = (press.ir, text_style(press));
    let columns = if area.width > 140.0 { 2 } else { 1 };
    let width = (area.width - BETWEEN * (columns as f64 - 1.0)) / columns as f64;
    let RulesHeading { mut items, mut tags, mut paragraphs, bottom: top } = heading(press, job, &style, area);

    let mut pages: Vec<(Vec<SceneItem>, Vec<StructureTag>)> = Vec::new();
    // Names of cards are looked for with the apostrophes that are printed. No quotation goes on in another
    // paragraph.
    let curled_text: Vec<String> = text.split("\n\n").map(|part| curled(part, &press.language)).collect();
    paragraphs.extend(rich::parse(&curled_text.join("\n\n")));
    let room = Size { width, height: area.height - CAPTION_ROOM };
    let figures = illustrate(press, request, job, &mut paragraphs, room, found);
    let mut rules = RulesText { paragraphs, figures, style, width };
    let flow = Columns { count: columns, first: top, top: area.y, bottom: area.bottom() };
    let (mut all, mut blocks) = rules.lay(&mut job.shaper, LEAST);
    // A booklet has pages by the sheet: blank ones are used for larger letters.
    let sheets = |blocks: &[ParagraphBlock]| flow.pages(blocks).div_ceil(per_sheet);
    let mut size = LEAST;
    for letters in LETTERS {
        let larger = rules.lay(&mut job.shaper, letters);
        if sheets(&larger.1) == sheets(&blocks) {
            ((all, blocks), size) = (larger, letters);
            break;
        }
    }
    if rules.fit_first_page(&flow, &blocks) {
        (all, blocks) = rules.lay(&mut job.shaper, size);
    }
    let icons = icons(job, press, &all);
    for piece in flow.places(&blocks) {
        let ParagraphPiece { at, .. } = piece;
        while at.page > pages.len() {
            pages.push((std::mem::take(&mut items), std::mem::take(&mut tags)));
        }
        let (x, mut y, mut lines) =
            (area.x + at.column as f64 * (width + BETWEEN), at.y, piece.lines.clone());
        if let Some(figure) = rules.figures.remove(&piece.block) {
            items.push(moved(figure.items, x + (width - figure.width) / 2.0, y));
            let caption =
                Some(rules.paragraphs[piece.block].text.clone()).filter(|caption| !caption.is_empty());
            let alt = caption.unwrap_or_else(|| ir.game.name.clone());
            tags.push(StructureTag { alt, ..StructureTag::of_last(&items, StructureRole::Figure, false) });
            (y, lines) = (y + figure.height + UNDER, 0..all[piece.block].lines.len());
        }
        let some = lines_of(&all[piece.block], &lines, &icons, &mut job.shaper, &rules.style.families);
        items.push(moved(some, x, y));
        tags.push(StructureTag::of_last(
            &items,
            role_of(&rules.paragraphs[piece.block]),
            piece.lines.start > 0,
        ));
    }
    pages.push((items, tags));
    pages
}

/// Sets the name of the game and a line about it across all columns.
fn heading(press: &FaceRenderer, job: &mut PrintJob, style: &TextStyle, area: Rect) -> RulesHeading {
    let ir = press.ir;
    let title = TextStyle {
        families: press.fonts.fallback_families("title").unwrap_or_default(),
        bold: true,
        size: 26.0,
        least: 14.0,
        lines: Some(1),
        ..style.clone()
    };
    let under = TextStyle {
        families: press.fonts.fallback_families("title").unwrap_or_default(),
        italic: true,
        size: 11.5,
        least: 8.0,
        ..style.clone()
    };
    let (least, most) = ir.game.players;
    let key = if least == most { "just_players" } else { "players" };
    let players = ir.print.phrase(key, &[("least", &least.to_string()), ("most", &most.to_string())]);
    let mut items: Vec<SceneItem> = Vec::new();
    let mut tags: Vec<StructureTag> = Vec::new();
    let line_under = format!("{} {players}.", ir.game.summary);
    let (heading, summary) = (plain(&ir.game.name, &press.language), plain(&line_under, &press.language));
    let mut paragraphs = Vec::new();
    let mut top = area.y;
    for (words, style, height, above) in [(heading, title, 12.0, 14.0), (summary, under, 14.0, 0.0)] {
        let laid = job.shaper.lay(&words, &style, area.width, height);
        if laid.over.0 > 0.0 || laid.over.1 > 0.0 {
            // A title too long for that is set as paragraphs before the rules.
            paragraphs.extend(words);
            continue;
        }
        items.push(moved(laid.items, area.x, top));
        let role = if above > 0.0 { StructureRole::Heading(1) } else { StructureRole::Paragraph };
        tags.push(StructureTag::of_last(&items, role, false));
        top += if above > 0.0 { above } else { laid.height + 3.0 };
    }
    // The line below the title has the colour of the game's backs.
    let accent = press.words.colour("back").unwrap_or([0x9a, 0x8a, 0x6a]);
    let stroke = Stroke::plain(press.ink.of(accent), 0.4);
    items.push(line(area.x, top, area.x + area.width, top, stroke));
    RulesHeading { items, tags, paragraphs, bottom: top + 5.0 }
}

/// Draws the figures, makes their captions paragraphs, and lets names of cards stand out. Returns the figures
/// by their paragraphs.
fn illustrate(
    press: &FaceRenderer,
    request: &Request,
    job: &mut PrintJob,
    paragraphs: &mut [Paragraph],
    room: Size,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<usize, RuleFigure> {
    let mut illustrator = Illustrator::new(press, request);
    found.extend(image_subject::check(press.ir));
    let mut figures = BTreeMap::new();
    for (i, paragraph) in paragraphs.iter_mut().enumerate() {
        if let Some((shown, caption)) =
            paragraph.text.strip_prefix(FIGURE).and_then(|text| text.split_once(FIGURE))
        {
            let figure = illustrator.draw(job, shown, room, found);
            let caption = caption.to_owned();
            let whole = 0..caption.len();
            *paragraph = Paragraph { text: caption, ..Paragraph::default() };
            paragraph.italic.push(whole);
            figures.extend(figure.map(|figure| (i, figure)));
            continue;
        }
        // A word in braces that is not an icon is printed as a word.
        while let Some(at) = paragraph.icons.iter().position(|(_, name)| press.words.icon(name).is_none()) {
            rich::spell_out(paragraph, at);
        }
        if paragraph.heading == 0 {
            press.highlights.set(paragraph, Some(PAGE));
        }
    }
    let missing: BTreeSet<&String> = paragraphs.iter().flat_map(|paragraph| &paragraph.unknown).collect();
    found.extend(missing.into_iter().map(|icon| press.words.missing_icon(icon, ", which the rules ask for")));
    figures
}

impl RulesText {
    /// Makes a figure smaller that would begin the second page, if it then fits what is left of the first
    /// one and is still large enough; the first page, a booklet's cover, would otherwise stay nearly empty.
    /// Returns whether it has.
    fn fit_first_page(&mut self, flow: &Columns, blocks: &[ParagraphBlock]) -> bool {
        /// The least share of its height that a figure keeps.
        const KEPT: f64 = 0.6;
        let Some((block, room)) = flow.left_on_first(blocks) else { return false };
        let Some(figure) = self.figures.get(&block) else { return false };
        // A hundredth of a millimetre less, so that rounding does not move it to the next page.
        let height = room - (blocks[block].height - figure.height) - 0.01;
        if height < KEPT * figure.height {
            return false;
        }
        let width = self.width;
        let smaller = self.figures.remove(&block).map(|figure| figure.within(Size { width, height }));
        self.figures.extend(smaller.map(|figure| (block, figure)));
        true
    }

    /// Lays out all paragraphs in a font size. Returns the blocks that make up the columns, too.
    fn lay(&self, shaper: &mut Shaper, size: f64) -> (Vec<TextLayout>, Vec<ParagraphBlock>) {
        let RulesText { paragraphs, figures, width, .. } = self;
        let listed = |i: usize| paragraphs[i].bullet && paragraphs.get(i + 1).is_some_and(|next| next.bullet);
        let below = |i: usize| match paragraphs[i].heading {
            0 if listed(i) => BULLETS,
            0 => AFTER,
            _ => HEADED,
        };
        let above = |i: usize| if paragraphs[i].heading > 0 { ABOVE } else { 0.0 };
        let style = TextStyle { size, least: size, ..self.style.clone() };
        let small = TextStyle {
            size: size - CAPTION,
            least: size - CAPTION,
            align: TextAlign::Center,
            ..style.clone()
        };
        let lay = |(i, p): (usize, &Paragraph)| {
            let style = if figures.contains_key(&i) { &small } else { &style };
            shaper.lay(std::slice::from_ref(p), style, *width, f64::INFINITY)
        };
        let all: Vec<_> = paragraphs.iter().enumerate().map(lay).collect();
        let em = size * POINT;
        let block = |(i, l): (usize, &TextLayout)| ParagraphBlock {
            height: figures.get(&i).map_or(0.0, |figure| figure.height + UNDER) + l.height,
            // A figure and its caption are not parted.
            lines: if figures.contains_key(&i) {
                Vec::new()
            } else {
                l.lines.iter().map(|line| (f64::from(line.top), f64::from(line.bottom))).collect()
            },
            above: above(i) * em,
            below: below(i) * em,
            keep: paragraphs[i].heading > 0 || paragraphs[i].text.ends_with(':'),
        };
        let blocks: Vec<ParagraphBlock> = all.iter().enumerate().map(block).collect();
        (all, blocks)
    }
}

/// Returns the role of a paragraph in the structure of the document, whose title is its only heading of the
/// first level.
fn role_of(paragraph: &Paragraph) -> StructureRole {
    match paragraph.heading {
        0 if paragraph.bullet || !paragraph.number.is_empty() => StructureRole::Entry,
        0 => StructureRole::Paragraph,
        level => StructureRole::Heading(level.max(2)),
    }
}

fn booklet_of(pages: usize) -> String {
    format!("the rules, a booklet of {pages} page{}", if pages == 1 { "" } else { "s" })
}

/// The drawings of icons by name and colour.
type Icons = BTreeMap<(String, Rgb), u32>;

/// Draws the icons in the paragraphs. Returns the index of each one's drawing.
fn icons(job: &mut PrintJob, press: &FaceRenderer, all: &[TextLayout]) -> Icons {
    let icons = all.iter().flat_map(|laid| &laid.icons);
    let wanted: BTreeSet<(&String, Rgb)> = icons.map(|icon| (&icon.name, icon.colour)).collect();
    let mut numbers = BTreeMap::new();
    for (name, colour) in wanted {
        let Some(text) = press.words.icon_svg(name, colour) else { continue };
        let Ok(drawn) = svg::read(&text, 1.0, &press.ir.print) else { continue };
        let mut drawing = Drawing { bounds: [-0.2, -0.2, 1.2, 1.2], items: drawn.items };
        press.ink.icon(&mut drawing, &press.own_inks());
        numbers.insert((name.clone(), colour), job.keep(&drawing));
    }
    numbers
}

/// Returns some lines of a paragraph with their icons, moved so that the first begins at the top.
fn lines_of(
    laid: &TextLayout,
    lines: &Range<usize>,
    icons: &Icons,
    shaper: &mut Shaper,
    families: &[String],
) -> Vec<SceneItem> {
    let line_at = |y: f32| laid.lines.iter().rposition(|line| line.top <= y).unwrap_or(0);
    // Items that belong to no line, such as a bullet, go with the first line.
    let line_of = |item: usize| laid.lines.iter().position(|line| line.items.contains(&item)).unwrap_or(0);
    let mut items: Vec<SceneItem> = laid
        .items
        .iter()
        .enumerate()
        .filter(|(i, _)| lines.contains(&line_of(*i)))
        .map(|(_, i)| i.clone())
        .collect();
    for PlacedIcon { name, x, y, size, colour, is_word } in &laid.icons {
        let Some(drawing) =
            icons.get(&(name.clone(), *colour)).filter(|_| lines.contains(&line_at(y + size / 2.0)))
        else {
            continue;
        };
        items.push(SceneItem::Use { drawing: *drawing, matrix: Matrix([*size, 0.0, 0.0, *size, *x, *y]) });
        if *is_word {
            items.extend(shaper.hidden(name, families, (*x, y + size * 0.85), *size));
        }
    }
    let top = if lines.start == 0 { 0.0 } else { laid.lines.get(lines.start).map_or(0.0, |line| line.top) };
    if top == 0.0 { items } else { vec![moved(items, 0.0, -f64::from(top))] }
}

fn moved(items: Vec<SceneItem>, x: f64, y: f64) -> SceneItem {
    SceneItem::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items }
}

/// Returns a text as one paragraph, without parsing markup.
fn plain(text: &str, language: &str) -> Vec<Paragraph> {
    vec![Paragraph { text: curled(text, language), ..Paragraph::default() }]
}

//! The sheet of rules, made from the package's texts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::RulesFormat;
use crate::place::{FileId, Span};
use crate::print::draw::scene::{Drawing, Matrix, Rgb, SceneItem, Stroke, line};
use crate::print::draw::svg;
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::game::data::WordLooks;
use crate::print::game::missing_icons::missing_icon;
use crate::print::game::sheet_list::RULES;
use crate::print::inks::ink::Ink;
use crate::print::messages::sheets as messages;
use crate::print::pdf::page::Bookmark;
use crate::print::pdf::tags::{StructureRole, StructureTag};
use crate::print::request::output::PrintedFile;
use crate::print::request::print_request::Request;
use crate::print::sheets::figure_drawings::RuleFigure;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::rule_figures::Illustrator;
use crate::print::sheets::rules_blocks::RulesBlock;
use crate::print::sheets::rules_layout::{LaidBlock, RulesText, UNDER};
use crate::print::sheets::rules_table::LaidRow;
use crate::print::sheets::rules_text::text_with;
use crate::print::sheets::{booklet, image_subject, rules_blocks, rules_text};
use crate::print::text::columns::{Columns, ParagraphBlock, ParagraphPiece};
use crate::print::text::markdown::RulesMedium;
use crate::print::text::markdown_reader::read;
use crate::print::text::quotes::curled;
use crate::print::text::rich::{self, Paragraph};
use crate::print::text::rich_marks::FIGURE;
use crate::print::text::shaper::Shaper;
use crate::print::text::style::{Hyphens, INK, TextAlign, TextStyle, Valign};
use crate::print::text::text_layout::{PlacedIcon, TextLayout};

/// Gap between two columns, in millimetres.
const BETWEEN: f64 = 8.0;
/// Margin around the text, in millimetres.
const RIM: f64 = 15.0;
/// Margin around the text of a booklet's page, in millimetres.
const BOOKLET_RIM: f64 = 13.0;
/// The smallest font size, in points.
const LEAST: f64 = 9.5;
/// Larger font sizes: the first that needs no more pages than the smallest is used.
const LETTERS: [f64; 5] = [12.0, 11.5, 11.0, 10.5, 10.0];
/// Height of the footer, in millimetres.
const FOOT: f64 = 6.0;

/// The end of a warning about an icon.
const RULES_ASK: &str = ", which the rules ask for";

/// The colour of the pages.
const PAGE: Rgb = [0xff, 0xff, 0xff];
/// Height that a figure leaves for its caption, in millimetres.
const CAPTION_ROOM: f64 = 14.0;

/// The layout of the pages of rules.
#[derive(Clone, Copy)]
struct RulesLayout {
    /// The size of a page of the rules: the paper, or half of it for a booklet.
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
    let text = text_with(press.ir, RulesMedium::Paper)?;
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
        align: TextAlign::Start,
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
    let text = text_with(ir, RulesMedium::Paper)?;
    let paper = SheetSettings::settle_or_report(&[&request.paper, &ir.print.paper], found)?;
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
        // There are no areas to save ink on.
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
    let (what, how) = match is_booklet {
        true => booklet::instructions(count, paper.duplex),
        false => ("the rules".to_owned(), "print on one side or both".to_owned()),
    };
    job.finish(RULES, what, how, found)
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
    let RulesHeading { mut items, mut tags, paragraphs, bottom: top } = heading(press, job, &style, area);

    let mut pages: Vec<(Vec<SceneItem>, Vec<StructureTag>)> = Vec::new();
    let mut blocks: Vec<RulesBlock> =
        paragraphs.into_iter().map(|p| RulesBlock::Paragraph(Box::new(p))).collect();
    let tables = rules_blocks::read(text, &press.language, &mut blocks);
    // A figure must fit into a column together with its caption.
    let room = Size { width, height: area.height - CAPTION_ROOM };
    let figures = illustrate(press, request, job, &mut blocks, room, found);
    let mut rules = RulesText { blocks, tables, figures, style, width };
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
    // A smaller figure changes the layout.
    if rules.fit_first_page(&flow, &blocks) {
        (all, blocks) = rules.lay(&mut job.shaper, size);
    }
    let too_wide = |laid: &LaidBlock| matches!(laid, LaidBlock::Row(row) if row.overflows);
    // One warning is enough for all tables.
    let first = all.iter().position(too_wide).and_then(|row| rules.blocks.get(row)?.row());
    found.extend(first.map(|row| {
        let d = messages::table_too_wide(row.cells.len());
        match rules_text::place_of_table(ir, row.table) {
            Some(place) => d.at(place, ""),
            None => d,
        }
    }));
    let icons = icons(job, press, &all);
    for piece in flow.places(&blocks) {
        let ParagraphPiece { at, .. } = piece;
        while at.page > pages.len() {
            pages.push((std::mem::take(&mut items), std::mem::take(&mut tags)));
        }
        let x = area.x + at.column as f64 * (width + BETWEEN);
        match &all[piece.block] {
            LaidBlock::Paragraph(laid) => {
                let (mut y, mut lines) = (at.y, piece.lines.clone());
                let paragraph = rules.blocks[piece.block].paragraph();
                if let Some(figure) = rules.figures.remove(&piece.block) {
                    items.push(moved(figure.items, x + (width - figure.width) / 2.0, y));
                    let caption = paragraph.map(|p| p.text.clone()).filter(|caption| !caption.is_empty());
                    let alt = caption.unwrap_or_else(|| ir.game.name.clone());
                    let tag = StructureTag::of_last(&items, StructureRole::Figure, false);
                    tags.push(StructureTag { alt, ..tag });
                    (y, lines) = (y + figure.height + UNDER, 0..laid.lines.len());
                }
                let some = lines_of(laid, &lines, &icons, &mut job.shaper, &rules.style.families);
                items.push(moved(some, x, y));
                let is_continued = piece.lines.start > 0 || paragraph.is_some_and(|p| p.continues);
                let role = paragraph.map_or(StructureRole::Paragraph, role_of);
                tags.push(StructureTag::of_last(&items, role, is_continued));
            }
            LaidBlock::Row(laid) => {
                let mut row = RowPlace { items: &mut items, tags: &mut tags, x };
                let height = blocks[piece.block].height_of(&piece.lines);
                let tag = |column| rules.tag_of_cell(piece.block, column);
                row.draw(laid, &piece, height, tag, |cell, lines| {
                    lines_of(cell, lines, &icons, &mut job.shaper, &rules.style.families)
                });
            }
        }
    }
    pages.push((items, tags));
    pages
}

/// The place of rows on a page.
struct RowPlace<'p> {
    items: &'p mut Vec<SceneItem>,
    tags: &'p mut Vec<StructureTag>,
    /// The left edge of the column.
    x: f64,
}

impl RowPlace<'_> {
    /// Draws a part of a row, each cell with a tag. A header that stands on the page again is ornament.
    fn draw(
        &mut self,
        row: &LaidRow,
        piece: &ParagraphPiece,
        height: f64,
        tag: impl Fn(usize) -> StructureRole,
        mut lines_of: impl FnMut(&TextLayout, &Range<usize>) -> Vec<SceneItem>,
    ) {
        let y = piece.at.y + row.padding;
        for (column, (left, cell)) in row.cells.iter().enumerate() {
            let lines = row.lines_of(column, &piece.lines);
            let is_continued = piece.lines.start > 0;
            if lines.is_empty() && is_continued {
                continue;
            }
            self.items.push(moved(lines_of(cell, &lines), self.x + left, y));
            if !piece.is_repeated {
                self.tags.push(StructureTag::of_last(self.items, tag(column), is_continued));
            }
        }
        self.items.push(row.line_below(piece.lines.end, self.x, piece.at.y + height));
    }
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
    // No line begins within the number of players.
    let line_under = format!("{} {}.", ir.game.summary, players.replace(' ', "\u{a0}"));
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
    blocks: &mut [RulesBlock],
    room: Size,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<usize, RuleFigure> {
    let mut illustrator = Illustrator::new(press, request);
    found.extend(image_subject::check(press.ir));
    let mut figures = BTreeMap::new();
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for (i, block) in blocks.iter_mut().enumerate() {
        if let RulesBlock::Paragraph(paragraph) = block
            && let Some((shown, caption)) =
                paragraph.text.strip_prefix(FIGURE).and_then(|text| text.split_once(FIGURE))
        {
            let figure = illustrator.draw(job, shown, room, found);
            let caption = caption.to_owned();
            let whole = 0..caption.len();
            **paragraph = Paragraph { text: caption, ..Paragraph::default() };
            paragraph.italic.push(whole);
            figures.extend(figure.map(|figure| (i, figure)));
            continue;
        }
        for paragraph in block.paragraphs_mut() {
            // A word in braces that is not an icon is printed as a word.
            rich::spell_out_unknown(paragraph, |name| press.words.icon(name).is_some());
            if paragraph.heading == 0 {
                press.highlights.set(paragraph, press.ink.has_coloured_words().then_some(PAGE));
            }
            missing.extend(paragraph.unknown.iter().cloned());
        }
    }
    let texts = rules_text::place(press.ir);
    found.extend(
        missing.iter().map(|icon| missing_icon(press.ir, press.words, icon, RULES_ASK, texts.as_slice())),
    );
    figures
}

/// Warns of icons that the rules ask for, in any language, and that do not exist.
pub fn check_icons(ir: &Ir, words: &WordLooks, found: &mut Vec<Diagnostic>) {
    let own = text_with(ir, RulesMedium::PlainText).map(|text| (rules_text::place(ir), text));
    let translated = rules_text::translated_files(ir).into_iter().map(|(file, text)| {
        let place = Span::new(FileId(file.0), 0, text.len());
        (Some(place), read(text, RulesMedium::PlainText).rich)
    });
    for (place, text) in own.into_iter().chain(translated).filter(|(_, text)| text.contains('{')) {
        let paragraphs = rich::parse(&text);
        let icons = paragraphs.iter().flat_map(|paragraph| &paragraph.icons).map(|(_, icon)| icon);
        let missing: BTreeSet<&String> = icons.filter(|icon| words.icon(icon).is_none()).collect();
        let warn = |icon: &String| missing_icon(ir, words, icon, RULES_ASK, place.as_slice());
        found.extend(missing.into_iter().map(warn));
    }
}

/// Returns the role of a paragraph in the structure of the document, whose title is its only heading of the
/// first level.
fn role_of(paragraph: &Paragraph) -> StructureRole {
    match paragraph.heading {
        0 if paragraph.bullet => StructureRole::Entry(paragraph.outer.len()),
        0 => StructureRole::Paragraph,
        level => StructureRole::Heading(level.max(2)),
    }
}

/// The drawings of icons by name and colour.
type Icons = BTreeMap<(String, Rgb), u32>;

/// Draws the icons in the paragraphs. Returns the index of each one's drawing.
fn icons(job: &mut PrintJob, press: &FaceRenderer, all: &[LaidBlock]) -> Icons {
    let icons = all.iter().flat_map(LaidBlock::texts).flat_map(|laid| &laid.icons);
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
    let (mut drawings, mut words) = (Vec::new(), Vec::new());
    for (i, PlacedIcon { name, x, y, size, colour, before, .. }) in laid.icons.iter().enumerate() {
        let Some(drawing) =
            icons.get(&(name.clone(), *colour)).filter(|_| lines.contains(&line_at(y + size / 2.0)))
        else {
            continue;
        };
        drawings.push(SceneItem::Use { drawing: *drawing, matrix: Matrix([*size, 0.0, 0.0, *size, *x, *y]) });
        let word = laid.word_of(i);
        let word = word.and_then(|word| shaper.hidden(&word, families, (*x, y + size * 0.85), *size));
        words.extend(word.map(|word| (*before, word)));
    }
    // Programs read a tagged text in the order of its items, so the words of icons stand among the others.
    let mut words = words.into_iter().peekable();
    let mut items = Vec::new();
    for (i, item) in laid.items.iter().enumerate() {
        while let Some((_, word)) = words.next_if(|(before, _)| *before <= i) {
            items.push(word);
        }
        if lines.contains(&line_of(i)) {
            items.push(item.clone());
        }
    }
    items.extend(words.map(|(_, word)| word));
    items.extend(drawings);
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

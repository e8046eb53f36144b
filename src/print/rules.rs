//! The sheet of rules, made from the package's texts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::booklet;
use super::columns::{Block, Columns, Piece};
use super::faces::Press;
use super::ink::Ink;
use super::job::Job;
use super::markdown::{self, FIGURE, Figures};
use super::paper::Paper;
use super::pdf::Form;
use super::pdf::tags::{Role, Tag};
use super::quotes::curled;
use super::rich::{self, Paragraph};
use super::rule_figures::Illustrator;
use super::scene::{Colour, Drawing, Item, Matrix, Stroke, line};
use super::svg;
use super::text::{Align, Hyphens, Laid, PlacedIcon, Shaper, Style, Valign};
use super::units::{POINT, Rect};
use super::{Printed, Request};
use crate::diagnostics::Diagnostic;
use crate::ir::print::{Duplex, RulesForm};
use crate::ir::{DieInfo, Ir, OptionId, OptionInfo, ValueType};

/// The name of its file.
pub const SHEET: &str = "rules";
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

/// How much smaller the letters of captions are, in points.
const CAPTION: f64 = 1.0;
/// Space between a figure and its caption, in millimetres.
const UNDER: f64 = 1.6;

/// Prints the rules of a game; `None` if it has none.
pub fn print(press: &Press, request: &Request, found: &mut Vec<Diagnostic>) -> Option<Printed> {
    let ir = press.ir;
    if !request.only.is_empty() || request.deck.is_some() {
        return None;
    }
    let text = text_with(ir, Figures::Drawn)?;
    let paper = match Paper::settle(&[&request.paper, &ir.print.paper]) {
        Ok(paper) => paper,
        Err(d) => {
            found.push(d);
            return None;
        }
    };
    let called = ir.print.phrase("rules", &[]);
    let heading = ir.print.label(&called);
    let mut job = Job::new(press, &heading);
    job.document.bookmarks.push(super::pdf::Bookmark { title: heading, page: 0, below: Vec::new() });
    let style = Style {
        families: press.fonts.tried("text").unwrap_or_default(),
        bold: false,
        italic: false,
        size: LEAST,
        least: LEAST,
        leading: 1.27,
        gap: 0.55,
        spacing: 0.0,
        align: Align::Left,
        valign: Valign::Top,
        colour: super::face::INK,
        lines: None,
        hyphens: Hyphens::Auto,
        break_words: true,
    };
    let is_booklet = ir.print.rules == RulesForm::Booklet;
    let (page, rim) = match is_booklet {
        true => (booklet::page_size(&paper), BOOKLET_RIM.min(booklet::page_size(&paper).width / 6.0)),
        false => (paper.size, RIM),
    };
    let area = Rect { x: rim, y: rim, width: page.width - 2.0 * rim, height: page.height - 2.0 * rim - FOOT };
    let columns = if area.width > 140.0 { 2 } else { 1 };
    let width = (area.width - BETWEEN * (columns as f64 - 1.0)) / columns as f64;
    // The title spans all columns.
    let title = Style {
        families: press.fonts.tried("title").unwrap_or_default(),
        bold: true,
        size: 26.0,
        least: 14.0,
        lines: Some(1),
        ..style.clone()
    };
    let under = Style {
        families: press.fonts.tried("title").unwrap_or_default(),
        italic: true,
        size: 11.5,
        least: 8.0,
        ..style.clone()
    };
    let (least, most) = ir.game.players;
    let key = if least == most { "just_players" } else { "players" };
    let players = ir.print.phrase(key, &[("least", &least.to_string()), ("most", &most.to_string())]);
    let mut items: Vec<Item> = Vec::new();
    let mut tags: Vec<Tag> = Vec::new();
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
        let role = if above > 0.0 { Role::Heading(1) } else { Role::Paragraph };
        tags.push(Tag::of_last(&items, role, false));
        top += if above > 0.0 { above } else { laid.height + 3.0 };
    }
    items.push(line(area.x, top, area.x + area.width, top, Stroke::plain(press.ink.of([0x9a, 0x8a, 0x6a]), 0.4)));
    top += 5.0;

    let mut pages: Vec<(Vec<Item>, Vec<Tag>)> = Vec::new();
    // Names of cards are looked for with the apostrophes that are printed. No quotation goes on in another paragraph.
    let curled_text: Vec<String> = text.split("\n\n").map(|part| curled(part, &press.language)).collect();
    paragraphs.extend(rich::parse(&curled_text.join("\n\n")));
    let mut illustrator = Illustrator::new(press, request);
    let mut figures = BTreeMap::new();
    for (i, paragraph) in paragraphs.iter_mut().enumerate() {
        if let Some((shown, caption)) = paragraph.text.strip_prefix(FIGURE).and_then(|text| text.split_once(FIGURE)) {
            let figure = illustrator.draw(&mut job, shown, width, found);
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
            press.highlights.set(paragraph, true);
        }
    }
    let missing: BTreeSet<&String> = paragraphs.iter().flat_map(|paragraph| &paragraph.unknown).collect();
    found.extend(missing.into_iter().map(|icon| press.words.missing_icon(icon, ", which the rules ask for")));
    let listed = |i: usize| paragraphs[i].bullet && paragraphs.get(i + 1).is_some_and(|next| next.bullet);
    let below = |i: usize| match paragraphs[i].heading {
        0 if listed(i) => BULLETS,
        0 => AFTER,
        _ => HEADED,
    };
    let above = |i: usize| if paragraphs[i].heading > 0 { ABOVE } else { 0.0 };
    let mut laid_at = |size: f64| {
        let style = Style { size, least: size, ..style.clone() };
        let small = Style { size: size - CAPTION, least: size - CAPTION, align: Align::Center, ..style.clone() };
        let lay = |(i, p): (usize, &Paragraph)| {
            let style = if figures.contains_key(&i) { &small } else { &style };
            job.shaper.lay(std::slice::from_ref(p), style, width, f64::INFINITY)
        };
        let all: Vec<_> = paragraphs.iter().enumerate().map(lay).collect();
        let em = size * POINT;
        let block = |(i, l): (usize, &Laid)| Block {
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
        let blocks: Vec<Block> = all.iter().enumerate().map(block).collect();
        (all, blocks)
    };
    let flow = Columns { count: columns, first: top, top: area.y, bottom: area.bottom() };
    let (mut all, mut blocks) = laid_at(LEAST);
    // A booklet has pages by the sheet: blank ones are used for larger letters.
    let sheets = |blocks: &[Block]| flow.pages(blocks).div_ceil(if is_booklet { booklet::PER_SHEET } else { 1 });
    for size in LETTERS {
        let larger = laid_at(size);
        if sheets(&larger.1) == sheets(&blocks) {
            (all, blocks) = larger;
            break;
        }
    }
    let icons = icons(&mut job, press, &all);
    for piece in flow.places(&blocks) {
        let Piece { at, .. } = piece;
        while at.page > pages.len() {
            pages.push((std::mem::take(&mut items), std::mem::take(&mut tags)));
        }
        let (x, mut y, mut lines) = (area.x + at.column as f64 * (width + BETWEEN), at.y, piece.lines.clone());
        if let Some(figure) = figures.remove(&piece.block) {
            items.push(moved(figure.items, x + (width - figure.width) / 2.0, y));
            let caption = Some(paragraphs[piece.block].text.clone()).filter(|caption| !caption.is_empty());
            let alt = caption.unwrap_or_else(|| ir.game.name.clone());
            tags.push(Tag { alt, ..Tag::of_last(&items, Role::Figure, false) });
            (y, lines) = (y + figure.height + UNDER, 0..all[piece.block].lines.len());
        }
        let some = lines_of(&all[piece.block], &lines, &icons, &mut job.shaper, &style.families);
        items.push(moved(some, x, y));
        tags.push(Tag::of_last(&items, role_of(&paragraphs[piece.block]), piece.lines.start > 0));
    }
    pages.push((items, tags));
    let count = pages.len();
    let mut halves = Vec::new();
    for (number, (mut items, tags)) in pages.into_iter().enumerate() {
        // There are no areas to save ink on, and `Low` would leave out bullets with them.
        if press.ink != Ink::Full {
            Ink::Grey.items(&mut items, Matrix::IDENTITY);
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
        (true, Duplex::Long) => (booklet_of(count), "print on both sides, flip on the long edge, fold and staple"),
        (true, _) => (booklet_of(count), "print on both sides, flip on the short edge, fold and staple"),
    };
    job.finish(SHEET, what, how.into(), found)
}

/// Returns the role of a paragraph in the structure of the document, whose title is its only heading of the first level.
fn role_of(paragraph: &Paragraph) -> Role {
    match paragraph.heading {
        0 if paragraph.bullet || !paragraph.number.is_empty() => Role::Entry,
        0 => Role::Paragraph,
        level => Role::Heading(level.max(2)),
    }
}

fn booklet_of(pages: usize) -> String {
    format!("the rules, a booklet of {pages} page{}", if pages == 1 { "" } else { "s" })
}

/// The drawings of icons by name and colour.
type Icons = BTreeMap<(String, Colour), u32>;

/// Draws the icons in the paragraphs. Returns the index of each one's drawing.
fn icons(job: &mut Job, press: &Press, all: &[Laid]) -> Icons {
    let icons = all.iter().flat_map(|laid| &laid.icons);
    let wanted: BTreeSet<(&String, Colour)> = icons.map(|icon| (&icon.name, icon.colour)).collect();
    let mut numbers = BTreeMap::new();
    for (name, colour) in wanted {
        let Some(text) = press.words.icon_svg(name, colour) else { continue };
        let Ok(drawn) = svg::read(&text, 1.0, &press.ir.print) else { continue };
        let mut drawing = Drawing { bounds: [-0.2, -0.2, 1.2, 1.2], items: drawn.items };
        press.ink.icon(&mut drawing);
        let form = Form::new(drawing.bounds, &drawing.items, press.fonts, press.separation.as_deref());
        numbers.insert((name.clone(), colour), job.keep(form));
    }
    numbers
}

/// Returns some lines of a paragraph with their icons, moved so that the first begins at the top.
fn lines_of(laid: &Laid, lines: &Range<usize>, icons: &Icons, shaper: &mut Shaper, families: &[String]) -> Vec<Item> {
    let line_at = |y: f32| laid.lines.iter().rposition(|line| line.top <= y).unwrap_or(0);
    // Items that belong to no line, such as a bullet, go with the first line.
    let line_of = |item: usize| laid.lines.iter().position(|line| line.items.contains(&item)).unwrap_or(0);
    let mut items: Vec<Item> =
        laid.items.iter().enumerate().filter(|(i, _)| lines.contains(&line_of(*i))).map(|(_, i)| i.clone()).collect();
    for PlacedIcon { name, x, y, size, colour, is_word } in &laid.icons {
        let Some(drawing) = icons.get(&(name.clone(), *colour)).filter(|_| lines.contains(&line_at(y + size / 2.0)))
        else {
            continue;
        };
        items.push(Item::Use { drawing: *drawing, matrix: Matrix([*size, 0.0, 0.0, *size, *x, *y]) });
        if *is_word {
            items.extend(shaper.hidden(name, families, (*x, y + size * 0.85), *size));
        }
    }
    let top = if lines.start == 0 { 0.0 } else { laid.lines.get(lines.start).map_or(0.0, |line| line.top) };
    if top == 0.0 { items } else { vec![moved(items, 0.0, -f64::from(top))] }
}

fn moved(items: Vec<Item>, x: f64, y: f64) -> Item {
    Item::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items }
}

/// Returns a text as one paragraph, without parsing markup.
fn plain(text: &str, language: &str) -> Vec<Paragraph> {
    vec![Paragraph { text: curled(text, language), ..Paragraph::default() }]
}

/// Returns the text of the rules: `rules.de.md` of the language, or `rules.md`, or else the introduction of `README.md`; followed by the
/// options.
pub fn text(ir: &Ir) -> Option<String> {
    text_with(ir, Figures::LeftOut)
}

fn text_with(ir: &Ir, figures: Figures) -> Option<String> {
    let mut text = markdown::printable(&source(ir)?, figures);
    add_options(ir, &mut text);
    Some(text)
}

/// Returns the author's text of the rules, without its title.
pub fn source(ir: &Ir) -> Option<String> {
    let of = |path: &str| {
        let file = ir.print.asset(path)?.file?;
        ir.files.get(file as usize).map(|f| f.text.as_str())
    };
    let own = of(&format!("rules.{}.md", ir.game.language));
    Some(match (own.or(of("rules.md")), of("README.md")) {
        (Some(rules), _) => without_title(rules).to_owned(),
        (None, Some(readme)) => {
            let body = without_title(readme);
            body.find("\n## ").map_or(body, |end| &body[..end]).to_owned()
        }
        (None, None) => return None,
    })
}

/// Adds what the game itself says: its options, setups, dice and keywords.
fn add_options(ir: &Ir, text: &mut String) {
    if !ir.options.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("agree", &[])));
        for (what, default) in agreed(ir) {
            let line = ir.print.phrase("unless", &[("what", &what), ("value", &default)]);
            text.push_str(&format!("\n- {line}"));
        }
    }
    if !ir.setups.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("setups", &[])));
        for setup in &ir.setups {
            let of = |(option, value): &(OptionId, i64)| {
                let option = ir.option(*option)?;
                let what = option_text(ir, option);
                // What is so is said by the option's own text.
                let is_so = option.ty == ValueType::Bool && *value != 0;
                Some(if is_so { what } else { format!("{what}: *{}*", option_value(ir, option, *value)) })
            };
            let options: Vec<String> = setup.options.iter().filter_map(of).collect();
            text.push_str(&format!("\n- **{}**. {}", ir.print.label(&setup.id), options.join("; ")));
        }
    }
    if !ir.dice.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("dice", &[])));
        for die in &ir.dice {
            text.push_str(&format!("\n- **{}**: {}", ir.print.label(&die.id), faces_of(ir, die)));
        }
    }
    // Every keyword as printed on cards, in the order of their names.
    let borne = ir.names.iter().flat_map(|n| n.keywords.iter().zip(&n.reminders));
    let keywords: BTreeMap<&String, &String> = borne.filter(|(_, says)| !says.is_empty()).collect();
    if !keywords.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("keywords", &[])));
        for (keyword, says) in keywords {
            text.push_str(&format!("\n- **{}**: {says}", ir.print.keyword(keyword)));
        }
    }
}

/// Returns the options with their defaults. Many in a row that are to be answered by yes or no, with the same default, are one entry.
fn agreed(ir: &Ir) -> Vec<(String, String)> {
    /// The number of options from which on they are put together.
    const MANY: usize = 4;
    let alike = |a: &OptionInfo, b: &OptionInfo| a.ty == ValueType::Bool && b.ty == a.ty && a.default == b.default;
    let mut entries = Vec::new();
    for run in ir.options.chunk_by(alike) {
        let texts: Vec<String> = run.iter().map(|option| option_text(ir, option)).collect();
        let default = |option: &OptionInfo| option_value(ir, option, option.default);
        match run {
            [first, ..] if run.len() >= MANY => entries.push((texts.join("; "), default(first))),
            _ => entries.extend(texts.into_iter().zip(run.iter().map(default))),
        }
    }
    entries
}

/// Lists the faces of a die, each once, with how often it occurs: `combat ×2, magic`.
fn faces_of(ir: &Ir, die: &DieInfo) -> String {
    let mut counts: Vec<(i64, usize)> = Vec::new();
    for face in &die.faces {
        match counts.iter_mut().find(|(known, _)| known == face) {
            Some((_, count)) => *count += 1,
            None => counts.push((*face, 1)),
        }
    }
    let listed = counts.into_iter().map(|(face, count)| {
        let printed = match die.ty {
            ValueType::Enum(e) => ir.enums.get(usize::from(e)).and_then(|e| e.printed.get(face as usize)).cloned(),
            _ => Some(face.to_string()),
        };
        let printed = printed.unwrap_or_default();
        if count == 1 { printed } else { format!("{printed} ×{count}") }
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// Returns a document without its title.
fn without_title(text: &str) -> &str {
    let body = text.trim_start();
    match body.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
        None => body,
    }
}

/// Returns the name of an option for people: its text, or else its id.
fn option_text(ir: &Ir, option: &OptionInfo) -> String {
    match option.text.trim_end_matches('.') {
        "" => ir.print.label(&option.id),
        text => text.to_owned(),
    }
}

/// Returns the value of an option for people.
fn option_value(ir: &Ir, option: &OptionInfo, value: i64) -> String {
    match &option.ty {
        ValueType::Enum(e) => {
            let values = ir.enums.get(usize::from(*e)).map(|e| e.values.as_slice()).unwrap_or_default();
            values.get(value as usize).map(|v| ir.print.label(v)).unwrap_or_default()
        }
        ValueType::Bool => ir.print.phrase(if value == 0 { "no" } else { "yes" }, &[]),
        _ => value.to_string(),
    }
}

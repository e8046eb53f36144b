//! The sheet of rules, from the package's own words.

use std::collections::BTreeMap;

use super::columns::{Block, Columns};
use super::faces::Press;
use super::job::Job;
use super::paper::Paper;
use super::rich::{self, Paragraph};
use super::scene::{Item, Matrix, Stroke, line};
use super::text::{Align, Hyphens, Laid, Style, Valign};
use super::units::{POINT, Rect};
use super::{Printed, Request};
use crate::diagnostics::Diagnostic;
use crate::ir::{Ir, ValueType};

/// The name of its file.
pub const SHEET: &str = "rules";
/// Between two columns, in millimetres.
const BETWEEN: f64 = 8.0;
/// White around the text.
const RIM: f64 = 15.0;
/// Room above a heading, in heights of letters.
const ABOVE: f64 = 0.8;
/// Room between items of a list: they are a little farther from each other than lines are.
const BULLETS: f64 = 0.6;
/// Room below a heading.
const HEADED: f64 = 0.45;
/// Room below a paragraph.
const AFTER: f64 = 0.8;
/// The smallest letters, in points.
const LEAST: f64 = 9.5;
/// Larger ones: the first at which no more pages are needed is taken.
const LETTERS: [f64; 5] = [12.0, 11.5, 11.0, 10.5, 10.0];
/// Small print at the foot.
const FOOT: f64 = 6.0;

/// Prints the rules of a game; none if it says nothing of them.
pub fn print(press: &Press, request: &Request, found: &mut Vec<Diagnostic>) -> Option<Printed> {
    let ir = press.ir;
    if !request.only.is_empty() || request.deck.is_some() {
        return None;
    }
    let text = text(ir)?;
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
    };
    let page = paper.size;
    let area = Rect { x: RIM, y: RIM, width: page.width - 2.0 * RIM, height: page.height - 2.0 * RIM - FOOT };
    let columns = if area.width > 140.0 { 2 } else { 1 };
    let width = (area.width - BETWEEN * (columns as f64 - 1.0)) / columns as f64;
    // The title goes across.
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
    let heading = job.shaper.lay(&plain(&ir.game.name), &title, area.width, 12.0);
    items.push(moved(heading.items, area.x, area.y));
    let line_under = format!("{} {players}.", ir.game.summary);
    let summary = job.shaper.lay(&plain(&line_under), &under, area.width, 14.0);
    items.push(moved(summary.items, area.x, area.y + 14.0));
    let mut top = area.y + 14.0 + summary.height + 3.0;
    items.push(line(area.x, top, area.x + area.width, top, Stroke::plain(press.ink.of([0x9a, 0x8a, 0x6a]), 0.4)));
    top += 5.0;

    let mut pages: Vec<Vec<Item>> = Vec::new();
    let paragraphs = rich::parse(&text);
    let listed = |i: usize| paragraphs[i].bullet && paragraphs.get(i + 1).is_some_and(|next| next.bullet);
    let below = |i: usize| match paragraphs[i].heading {
        0 if listed(i) => BULLETS,
        0 => AFTER,
        _ => HEADED,
    };
    let above = |i: usize| if paragraphs[i].heading > 0 { ABOVE } else { 0.0 };
    let mut laid_at = |size: f64| {
        let style = Style { size, least: size, ..style.clone() };
        let lay = |p| job.shaper.lay(std::slice::from_ref(p), &style, width, f64::INFINITY);
        let all: Vec<_> = paragraphs.iter().map(lay).collect();
        let em = size * POINT;
        let block = |(i, l): (usize, &Laid)| Block {
            height: l.height,
            above: above(i) * em,
            below: below(i) * em,
            keep: paragraphs[i].heading > 0 || paragraphs[i].text.ends_with(':'),
        };
        let blocks: Vec<Block> = all.iter().enumerate().map(block).collect();
        (all, blocks)
    };
    let flow = Columns { count: columns, first: top, top: area.y, bottom: area.bottom() };
    let (mut all, mut blocks) = laid_at(LEAST);
    for size in LETTERS {
        let larger = laid_at(size);
        if flow.pages(&larger.1) == flow.pages(&blocks) {
            (all, blocks) = larger;
            break;
        }
    }
    for (laid, at) in all.into_iter().zip(flow.places(&blocks)) {
        if at.page > pages.len() {
            pages.push(std::mem::take(&mut items));
        }
        items.push(moved(laid.items, area.x + at.column as f64 * (width + BETWEEN), at.y));
    }
    pages.push(items);
    let count = pages.len();
    for (number, items) in pages.into_iter().enumerate() {
        let (n, of) = ((number + 1).to_string(), count.to_string());
        let page_of = ir.print.phrase("page", &[("n", &n), ("of", &of)]);
        job.page(page, area, &paper, items, &format!("{called} · {page_of}"));
    }
    job.finish(SHEET, "the rules".into(), "print on one side or both".into(), found)
}

fn moved(items: Vec<Item>, x: f64, y: f64) -> Item {
    Item::Group { matrix: Matrix::shift(x, y), opacity: 1.0, clip: None, items }
}

/// Words without marks.
fn plain(text: &str) -> Vec<Paragraph> {
    vec![Paragraph { text: text.to_owned(), ..Paragraph::default() }]
}

/// `rules.de.md` of the language, or `rules.md`; else what `README.md` says before its first section; and what is agreed before play.
pub fn text(ir: &Ir) -> Option<String> {
    let of = |path: &str| {
        let file = ir.print.asset(path)?.file?;
        ir.files.get(file as usize).map(|f| f.text.as_str())
    };
    let own = of(&format!("rules.{}.md", ir.game.language));
    let mut text = match (own.or(of("rules.md")), of("README.md")) {
        (Some(rules), _) => without_title(rules).to_owned(),
        (None, Some(readme)) => {
            let body = without_title(readme);
            body.find("\n## ").map_or(body, |end| &body[..end]).to_owned()
        }
        (None, None) => return None,
    };
    text = printable(&text);
    if !ir.options.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("agree", &[])));
        for option in &ir.options {
            let of = |value: i64| match &option.ty {
                ValueType::Enum(e) => {
                    ir.enums.get(*e as usize).and_then(|e| e.values.get(value as usize)).map(|v| ir.print.label(v))
                }
                ValueType::Bool => Some(ir.print.phrase(if value == 0 { "no" } else { "yes" }, &[])),
                _ => Some(value.to_string()),
            };
            let default = of(option.default).unwrap_or_default();
            let text_of = option.text.trim_end_matches('.');
            let line = ir.print.phrase("unless", &[("what", text_of), ("value", &default)]);
            text.push_str(&format!("\n- {line}"));
        }
    }
    // Every keyword as cards bear it, in the order of their names.
    let borne = ir.names.iter().flat_map(|n| n.keywords.iter().zip(&n.reminders));
    let keywords: BTreeMap<&String, &String> = borne.filter(|(_, says)| !says.is_empty()).collect();
    if !keywords.is_empty() {
        text.push_str(&format!("\n\n## {}\n", ir.print.phrase("keywords", &[])));
        for (keyword, says) in keywords {
            text.push_str(&format!("\n- **{}**: {says}", super::data::keyword(ir, keyword)));
        }
    }
    Some(text)
}

/// A document without the heading that it begins with.
fn without_title(text: &str) -> &str {
    let body = text.trim_start();
    match body.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, rest)| rest),
        None => body,
    }
}

/// Without code blocks and tables; what stands in backticks is italic, and links are their words.
fn printable(text: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced || line.trim_start().starts_with('|') {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find(['`', '[']) {
            out.push_str(&rest[..at]);
            let (mark, after) = (&rest[at..=at], &rest[at + 1..]);
            let end = if mark == "`" { after.find('`') } else { after.find("](") };
            match end {
                Some(end) if mark == "`" => {
                    out.push_str(&format!("*{}*", &after[..end]));
                    rest = &after[end + 1..];
                }
                Some(end) => {
                    out.push_str(&after[..end]);
                    rest = after[end..].split_once(')').map_or("", |(_, rest)| rest);
                }
                None => {
                    out.push_str(mark);
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

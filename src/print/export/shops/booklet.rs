//! The rules as a booklet: a picture of each page, which the shop folds and staples.

use crate::print::draw::scene::Matrix;
use crate::print::export::files::rectangular_pngs;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::shops::catalogue::{BOOKLETS, Product};
use crate::print::export::shops::order::OrderItem;
use crate::print::export::shops::shop::{DPI, Shop};
use crate::print::face::raster::RasterView;
use crate::print::game::sheet_list::RULES;
use crate::print::messages::export as messages;
use crate::print::sheets::booklet::PER_SHEET;
use crate::print::sheets::rules::{self, BookletPages};

/// Maximum number of pages that the shop staples.
const MOST: usize = 40;

/// Writes the pages of the rules for the first booklet that has enough pages for them. Adds to the parts and
/// to the report. Does nothing if the game has no rules, or if they are not requested.
pub fn write(
    job: &ExportJob,
    parts: &mut Vec<OrderItem>,
    report: &mut String,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let sheets = &job.request.sheets;
    if !sheets.is_empty() && !sheets.iter().any(|sheet| sheet == RULES) {
        return Ok(());
    }
    let mut pages = 0;
    for product in &BOOKLETS {
        let mut found = Vec::new();
        let laid = rules::booklet_pages(job.press, job.request, product.cut, &mut found);
        let Some(BookletPages { pages: laid, drawings }) = laid else { return Ok(()) };
        pages = laid.len();
        if pages > MOST {
            continue;
        }
        out.found.extend(found);
        let files = draw(job, product, &BookletPages { pages: laid, drawings }, to)?;
        let (shop, count) = (Shop::GameCrafter.folder(), files.len());
        let (width, height) = product.pixels();
        out.made
            .push(format!("{shop}/{}: {count} pages of {width} × {height} pixels, {}", RULES, product.name));
        report.push_str(&format!("\n{}: {}\n", RULES, product.name));
        report.push_str(&format!("  met     {count} pages, a multiple of {PER_SHEET} and at most {MOST}\n"));
        if count > pages {
            report.push_str(&format!("  note    {} blank at the end\n", count - pages));
        }
        parts.extend(
            files.into_iter().enumerate().map(|(i, file)| OrderItem::page(product, RULES, i + 1, file)),
        );
        return Ok(());
    }
    let message = format!(
        "the rules have {pages} pages in the largest booklet; {} staples {MOST}",
        Shop::GameCrafter.name()
    );
    report.push_str(&format!("\n{RULES}: left out\n  NOT MET {message}\n"));
    out.found.push(messages::booklet_too_thick(message));
    Ok(())
}

/// Draws the pages, and blank ones at the end up to whole sheets. Returns their files.
fn draw(
    job: &ExportJob,
    product: &Product,
    booklet: &BookletPages,
    to: &mut dyn Receiver,
) -> Result<Vec<String>, ExportStop> {
    let (width, height) = product.pixels();
    let scale = (DPI / 25.4) as f32;
    let (x, y) = product.bleed();
    let matrix = Matrix::shift(x, y).then(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]));
    let view = RasterView { width, height, matrix };
    let mut all: Vec<&[_]> = booklet.pages.iter().map(Vec::as_slice).collect();
    while !all.len().is_multiple_of(PER_SHEET) {
        all.push(&[]);
    }
    let pictures = rectangular_pngs(job, &all, &booklet.drawings, view, DPI);
    let mut files = Vec::new();
    for (number, picture) in (1..).zip(pictures) {
        let bytes = picture.map_err(|why| messages::page_not_drawn(number, &why))?;
        let file = format!("{RULES}/page-{number:02}.png");
        to.file(&format!("{}/{file}", Shop::GameCrafter.folder()), &bytes?)?;
        files.push(file);
    }
    Ok(files)
}

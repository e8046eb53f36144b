//! The game's own dice: a picture of each face, which the shop prints on a blank die.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::diagnostics::Severity;
use crate::ir::print::SubjectInfo;
use crate::ir::{DieInfo, Ir};
use crate::print::draw::scene::Matrix;
use crate::print::export::files::rectangular_pngs;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::shops::catalogue::{DICE, Product};
use crate::print::export::shops::order::OrderItem;
use crate::print::export::shops::shop::{DPI, Shop};
use crate::print::face::face_renderer::{FaceBatch, FaceEdge, FaceRequest};
use crate::print::face::raster::RasterView;
use crate::print::game::data;
use crate::print::messages::export as messages;
use crate::print::request::print_request::Request;
use crate::print::sheets::pages;

/// The template of one face.
const FACE: &str = "die_side";
/// On a cube, whose edges are rounded: the share of the picture's width that icon and name have, and the
/// height of their middle as a share of the picture's.
const ON_CUBE: (f64, f64) = (0.8, 0.5);
/// The same on the part with three corners that is cut out of a picture for eight faces. The corners are at
/// (150, 70.8), (72.4, 200.6) and (227.6, 200.6) of 300 pixels; icon or name is in the circle that touches
/// the edges between them.
const ON_OCTAHEDRON: (f64, f64) = (0.28, 0.522);

/// One of the game's own dice, as the shop prints it.
pub struct PrintedDie<'a> {
    /// The die as the game declares it.
    pub die: &'a DieInfo,
    product: &'static Product,
    /// Quantity: the copies of the page with its net, else one.
    copies: u32,
}

/// Returns the product on which a die is printed; `None` if the shop sells no die with this number of faces.
fn product_of(die: &DieInfo) -> Option<&'static Product> {
    DICE.iter().find(|(faces, _)| *faces == die.faces.len()).map(|(_, product)| product)
}

/// Returns the ids of the dice that the shop prints.
pub fn ids(ir: &Ir) -> impl Iterator<Item = &str> {
    ir.dice.iter().filter(|die| product_of(die).is_some()).map(|die| die.id.as_str())
}

/// Returns the requested dice that the shop prints. `--only` and `--deck` choose cards, so no die is left
/// then.
pub fn requested<'a>(ir: &'a Ir, request: &Request) -> Vec<PrintedDie<'a>> {
    if !request.only.is_empty() || request.deck.is_some() {
        return Vec::new();
    }
    let is_requested = |id: &String| request.sheets.is_empty() || request.sheets.contains(id);
    let copies = |id: &str| {
        let page = ir.print.sheets.iter().find(|sheet| sheet.id == id).map(|sheet| sheet.subject);
        if let Some(SubjectInfo::Page(copies, _)) = page { copies.max(1) } else { 1 }
    };
    let dice = ir.dice.iter().filter(|die| is_requested(&die.id));
    dice.filter_map(|die| Some(PrintedDie { die, product: product_of(die)?, copies: copies(&die.id) }))
        .collect()
}

/// Writes a picture of each face of the dice. Adds to the parts and to the report.
pub fn write(
    job: &ExportJob,
    dice: &[PrintedDie],
    parts: &mut Vec<OrderItem>,
    report: &mut String,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let shop = Shop::GameCrafter.folder();
    for PrintedDie { die, product, copies } in dice {
        let made = faces(job, die, product, out)?;
        let (width, height) = product.pixels();
        let scale = (DPI / 25.4) as f32;
        let view = RasterView { width, height, matrix: Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]) };
        let pictures = rectangular_pngs(job, &made.faces, &made.drawings, view, DPI);
        for (number, picture) in (1..).zip(pictures) {
            let bytes = picture.map_err(|why| messages::picture_not_drawn(&die.id, &why))?;
            let file = format!("{}/side-{number}.png", die.id);
            to.file(&format!("{shop}/{file}"), &bytes?)?;
            parts.push(OrderItem::side(product, &die.id, number, file, *copies));
        }
        to.faces_drawn(die.faces.len());
        let (count, name) = (die.faces.len(), product.name);
        out.made.push(format!("{shop}/{}: {count} pictures of {width} × {height} pixels, {name}", die.id));
        let pieces = if *copies == 1 { "1 die".to_owned() } else { format!("{copies} dice") };
        report.push_str(&format!(
            "\n{}: {name}\n  met     {count} faces, a picture of {width} × {height} pixels for each\n  \
             met     colours: RGB with 8 bits, nothing see-through\n  \
             note    {pieces}; compare the faces with the shop's template\n",
            die.id
        ));
    }
    Ok(())
}

/// Makes the faces of a die.
fn faces(
    job: &ExportJob,
    die: &DieInfo,
    product: &Product,
    out: &mut ExportResult,
) -> Result<FaceBatch, ExportStop> {
    let press = job.press;
    let (share, middle) = if die.faces.len() == 6 { ON_CUBE } else { ON_OCTAHEDRON };
    let colour = press.words.colour(&die.id).unwrap_or(data::PLAIN);
    let label = press.ir.print.label(&die.id);
    let wanted = die.faces.iter().zip(1..).map(|(face, number)| {
        let mut page: BTreeMap<String, Value> = data::page(press.ir, product.page, 0.0);
        page.insert("side".to_owned(), pages::die_face(press, die, *face, colour));
        page.insert("share".to_owned(), share.into());
        page.insert("middle".to_owned(), middle.into());
        FaceRequest {
            template: FACE.to_owned(),
            data: Value::from(page),
            of: format!("face {number} of {label}"),
        }
    });
    let wanted: Vec<FaceRequest> = wanted.collect();
    let edge = FaceEdge { size: product.page, bleed: 0.0, safe: 0.0 };
    let before = out.found.len();
    let made = press.make(&wanted, edge, &mut out.found);
    if out.found[before..].iter().any(|d| d.severity == Severity::Error) {
        return Err(ExportStop::Recorded);
    }
    Ok(made)
}

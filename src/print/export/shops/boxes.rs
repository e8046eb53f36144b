//! Tuck boxes of a shop: a picture of the outside, unfolded, on which the shop cuts and folds.

use crate::diagnostics::{Severity, count_noun};
use crate::ir::Ir;
use crate::print::draw::scene::{Matrix, SceneItem};
use crate::print::draw::units::{Rect, Size};
use crate::print::export::files::rectangular_pngs;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::shops::catalogue::{BOXES, ShopBox};
use crate::print::export::shops::fit::round;
use crate::print::export::shops::order::OrderItem;
use crate::print::export::shops::shop::{DPI, Shop};
use crate::print::face::raster::RasterView;
use crate::print::messages::export as messages;
use crate::print::sheets::box_art::{BoxArt, BoxSides, filled};
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::tuck_box;

/// Distance of letters from folds, in millimetres.
const RIM: f64 = 2.0;
/// Width of the strip of the glued flap that is coloured, so that no white is seen beside the fold, in
/// millimetres.
const BESIDE_FOLD: f64 = 25.4 / 8.0;
/// Millimetres by which a card may be larger or smaller than the cards for which a box is made.
const ROOM: (f64, f64) = (0.3, 2.0);
/// The colour of the flap that is glued.
const WHITE: [u8; 3] = [0xff; 3];

/// The box of a sheet.
pub struct PrintedBox<'a> {
    art: BoxArt<'a>,
    id: String,
    title: String,
    product: Result<BoxFit, BoxMisfit>,
}

impl PrintedBox<'_> {
    /// Returns whether the shop has a box for the cards.
    pub fn is_sold(&self) -> bool {
        self.product.is_ok()
    }
}

/// The box of the shop, and whether cards lie on their side in it.
#[derive(Clone, Copy)]
struct BoxFit {
    product: &'static ShopBox,
    turned: bool,
}

/// The reason why the shop has no box.
#[derive(Clone, Copy)]
enum BoxMisfit {
    /// None is made for cards of the size.
    Size,
    /// The largest one holds fewer cards.
    Count(&'static ShopBox),
}

/// Returns the ids of the boxes of a game.
pub fn ids(ir: &Ir) -> impl Iterator<Item = String> {
    ir.print.sheets.iter().filter(|sheet| sheet.tuck_box.is_some()).map(tuck_box::id_of)
}

/// Returns the requested boxes.
///
/// # Errors
/// The size of a card is unknown.
pub fn requested<'a>(job: &'a ExportJob, out: &mut ExportResult) -> Result<Vec<PrintedBox<'a>>, ExportStop> {
    let (press, request) = (job.press, job.request);
    let is_requested = |id: &String| request.sheets.is_empty() || request.sheets.contains(id);
    let mut found = Vec::new();
    let boxes = press.ir.print.sheets.iter().filter(|sheet| is_requested(&tuck_box::id_of(sheet)));
    let boxes = boxes.filter_map(|sheet| {
        let art = BoxArt::of(press, sheet, request, &mut found)?;
        let title = press.ir.print.display_name(&sheet.id).to_owned();
        let product = box_for(art.one, art.count);
        Some(PrintedBox { art, id: tuck_box::id_of(sheet), title, product })
    });
    let boxes = boxes.collect();
    let is_wrong = found.iter().any(|d| d.severity == Severity::Error);
    out.found.extend(found);
    if is_wrong { Err(ExportStop::Recorded) } else { Ok(boxes) }
}

/// Writes a picture of each box for which the shop has one. Adds to the parts and to the report.
pub fn write(
    job: &ExportJob,
    boxes: &[PrintedBox],
    parts: &mut Vec<OrderItem>,
    report: &mut String,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let shop = Shop::GameCrafter;
    for PrintedBox { art, id, title, product } in boxes {
        let BoxFit { product, turned } = match product {
            Ok(fit) => *fit,
            Err(unfit) => {
                let (why, mend) = unfit.told(art);
                report.push_str(&format!("\n{id}: left out\n  NOT MET {why}\n          {mend}\n"));
                if matches!(unfit, BoxMisfit::Count(_)) {
                    out.found.push(messages::left_out(shop.name(), &why, mend));
                }
                continue;
            }
        };
        let picture = draw(job, art, product, turned, title, out)?;
        let bytes = picture.map_err(|why| messages::picture_not_drawn(id, &why))??;
        let file = format!("{id}.png");
        to.file(&format!("{}/{file}", shop.folder()), &bytes)?;
        to.faces_drawn(1);
        let (width, height) = product.pixels;
        let (name, cards) = (product.name, count_noun(art.count, "card"));
        out.made.push(format!("{}/{file}: {width} × {height} pixels, {name}", shop.folder()));
        report.push_str(&format!(
            "\n{id}: {name}\n  met     room for {} cards: there are {cards}\n  \
             met     colours: RGB with 8 bits, nothing see-through\n  \
             note    the flap to be glued is white; compare cuts and folds with the shop's template\n",
            product.holds
        ));
        parts.push(OrderItem::outside(name, id, file));
    }
    Ok(())
}

impl BoxMisfit {
    /// Returns the reason, and a way out.
    fn told(self, art: &BoxArt) -> (String, &'static str) {
        match self {
            BoxMisfit::Count(largest) => (
                format!(
                    "the box of {}: {} holds {} at most",
                    count_noun(art.count, "card"),
                    largest.name,
                    largest.holds
                ),
                "give some of the cards a kind and a sheet of their own, or print the box yourself: `cardwright print`",
            ),
            BoxMisfit::Size => {
                let (width, height) = (round(art.one.width), round(art.one.height));
                let why = format!("no box for cards of {width} × {height} mm is known");
                (why, "print it yourself: `cardwright print`")
            }
        }
    }
}

/// Returns the smallest box for as many cards of a size.
fn box_for(card: Size, count: u64) -> Result<BoxFit, BoxMisfit> {
    let (larger, smaller) = ROOM;
    let suits = |card: Size, product: &ShopBox| {
        let of = product.card();
        let fits = |card: f64, room: f64| card - room <= larger && room - card <= smaller;
        fits(card.width, of.width) && fits(card.height, of.height)
    };
    let of_size = |card: Size| BOXES.iter().filter(move |product| suits(card, product));
    let upright = of_size(card).next().is_some();
    let lying = if upright { card } else { card.turned() };
    let holding = of_size(lying).find(|product| u64::from(product.holds) >= count);
    match (holding, of_size(lying).next_back()) {
        (Some(product), _) => Ok(BoxFit { product, turned: !upright }),
        (None, Some(largest)) => Err(BoxMisfit::Count(largest)),
        (None, None) => Err(BoxMisfit::Size),
    }
}

/// Draws the outside of a box.
fn draw(
    job: &ExportJob,
    art: &BoxArt,
    product: &ShopBox,
    turned: bool,
    title: &str,
    out: &mut ExportResult,
) -> Result<Result<Result<Vec<u8>, ExportStop>, String>, ExportStop> {
    let page = product.page();
    let mut print = PrintJob::new(job.press, title);
    print.keep_drawings();
    let mut items = Vec::new();
    if let Some(ground) = art.ground() {
        items.push(filled(Rect { x: 0.0, y: 0.0, width: page.width, height: page.height }, ground));
    }
    let BoxPanels { sides, flap } = panels(product, turned);
    let x = flap + BESIDE_FOLD;
    items.push(filled(Rect { x, y: 0.0, width: page.width - x, height: page.height }, WHITE));
    items.extend(art.draw(&mut print, &sides, 0.0, &mut out.found).ok_or(ExportStop::Recorded)?);
    let (width, height) = product.pixels;
    let scale = (DPI / 25.4) as f32;
    let view = RasterView { width, height, matrix: Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0]) };
    let drawings = print.take_drawings();
    let pictures: [Vec<SceneItem>; 1] = [items];
    let picture = rectangular_pngs(job, &pictures, &drawings, view, DPI).pop();
    Ok(picture.unwrap_or(Ok(Err(ExportStop::Recorded))))
}

/// The panels of an unfolded box.
struct BoxPanels {
    sides: BoxSides,
    /// Left edge of the flap that is glued, in millimetres.
    flap: f64,
}

/// Returns the panels of a box: from the left a side, the back with the lid, a side, the front, the flap.
fn panels(product: &ShopBox, turned: bool) -> BoxPanels {
    let mm = |pixels: f64| pixels / DPI * 25.4;
    let (left, top) = product.body;
    let (wide, high) = product.front;
    let deep = product.depth;
    let panel = |x: f64, y: f64, w: f64, h: f64| Rect { x: mm(x), y: mm(y), width: mm(w), height: mm(h) };
    let (back, side) = (left + deep, left + deep + wide);
    let front = side + deep;
    let sides = BoxSides {
        back: panel(back, top, wide, high),
        front: panel(front, top, wide, high),
        sides: [panel(left, top, deep, high), panel(side, top, deep, high)],
        lid: panel(back, top - deep, wide, deep),
        notch: mm(ShopBox::NOTCH),
        rim: RIM,
        turned,
    };
    BoxPanels { sides, flap: mm(front + wide) }
}

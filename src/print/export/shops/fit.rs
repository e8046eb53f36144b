//! Finds the product of a shop that a face fits, and where the face lies on it.

use crate::ir::Ir;
use crate::ir::print::PieceForm;
use crate::print::draw::scene::Matrix;
use crate::print::draw::units::{SIZES, Size};
use crate::print::export::shops::catalogue::{Product, ProductUse, products};
use crate::print::export::shops::shop::{Shop, TOLERANCE};
use crate::print::game::sheet_list::PIECES;
use crate::print::sheets::batch::{Batch, BatchSource, CutShape};

/// Bleed that is drawn beyond the page, in millimetres, so that no edge of it is half a pixel short.
const SLACK: f64 = 0.1;

/// The placement of a face on the page of a product.
pub struct FacePlacement {
    /// The product on whose page the face is printed.
    pub product: Product,
    /// The transformation from the face to the page.
    pub matrix: Matrix,
    /// True if the face is rotated by a quarter turn.
    pub turned: bool,
    /// Bleed of the face beyond its own cut, in millimetres.
    pub bleed: f64,
    /// The shop's cut in the face's coordinates: left, top, right, bottom.
    cut: [f64; 4],
}

/// The reason why a batch is left out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct FitError {
    /// The problem that was found.
    pub why: String,
    /// The help text: a way to make the batch fit; may be empty.
    pub mend: String,
    /// True if the shop sells such a product, in another size.
    pub is_sold: bool,
    /// True if it is a sheet of components that are folded and stand, which no shop cuts.
    pub stands: bool,
}

impl FacePlacement {
    /// Returns the placement on the product nearest in size.
    ///
    /// # Errors
    /// The reason why no product fits.
    pub fn of(shop: Shop, ir: &Ir, batch: &Batch) -> Result<FacePlacement, FitError> {
        let id = id_of(ir, batch);
        let (kind, wares) = wares(ir, batch);
        let on_sale = || products(shop).iter().filter(|p| p.shape == batch.shape && wares.contains(&p.ware));
        let order = |p: &Product| wares.iter().position(|ware| *ware == p.ware).unwrap_or(usize::MAX);
        // Differences of less than a hundredth of a millimetre are the shop's rounding.
        let rank = |p: &&Product| ((difference(p, batch.size).0 * 100.0).round() as u64, order(p));
        if wares.is_empty() || on_sale().next().is_none() {
            let why = format!("`{id}` is {kind}; none of that shape is known for {}", shop.name());
            let mend = "print it yourself: `cardwright print`".to_owned();
            return Err(FitError { why, mend, is_sold: false, stands: batch.foot(ir).is_some() });
        }
        let nearest = on_sale().min_by_key(rank).copied();
        // Advice stays with what the page is: a smaller score pad, but not a mat.
        let advised = on_sale().filter(|p| is_advised(ir, batch, p.ware)).min_by_key(rank).copied();
        match nearest.map(|product| (product, difference(&product, batch.size))) {
            Some((product, (distance, turned))) if distance <= TOLERANCE => {
                Ok(FacePlacement::on(product, batch.size, turned))
            }
            Some((nearest, _)) => {
                let product = advised.unwrap_or(nearest);
                let turned = difference(&product, batch.size).1;
                let Size { width, height } = batch.size;
                let (w, h) = (round(width), round(height));
                let why = match batch.source {
                    BatchSource::Components => format!("components of `{id}` are {w} × {h} mm"),
                    _ => format!("`{id}` is {w} × {h} mm"),
                };
                let cut = if turned { product.cut.turned() } else { product.cut };
                let size = size_to_write(ir, batch, cut);
                let (w, h) = (round(cut.width), round(cut.height));
                let mend = format!("{} cuts {} × {} mm: {size}", product.name, w, h);
                Err(FitError { why, mend, is_sold: true, stands: false })
            }
            None => Err(FitError { why: String::new(), mend: String::new(), is_sold: false, stands: false }),
        }
    }

    fn on(product: Product, size: Size, turned: bool) -> FacePlacement {
        let Product { page, cut, .. } = product;
        let lying = if turned { size.turned() } else { size };
        let (x, y) = ((page.width - lying.width) / 2.0, (page.height - lying.height) / 2.0);
        let matrix = Matrix::turned(u8::from(turned), size.width, size.height, x, y);
        let across = if turned { cut.turned() } else { cut };
        let (left, top) = ((size.width - across.width) / 2.0, (size.height - across.height) / 2.0);
        let cut = [left, top, left + across.width, top + across.height];
        FacePlacement { product, matrix, turned, bleed: x.max(y) + SLACK, cut }
    }

    /// Returns how far beyond its own cut a face needs colour, in millimetres.
    pub fn beyond_cut(&self) -> f64 {
        self.bleed - SLACK
    }

    /// Returns the distance of bounds in the face from the cut, in millimetres; negative beyond it.
    pub fn distance_from_cut(&self, [left, top, right, bottom]: [f64; 4]) -> f64 {
        let [l, t, r, b] = self.cut;
        match self.product.shape {
            CutShape::Rectangle => (left - l).min(top - t).min(r - right).min(b - bottom),
            CutShape::Round => {
                let (x, y) = ((l + r) / 2.0, (t + b) / 2.0);
                let far = libm::hypot(
                    (left - x).abs().max((right - x).abs()),
                    (top - y).abs().max((bottom - y).abs()),
                );
                (r - l) / 2.0 - far
            }
        }
    }
}

/// Returns the id of a batch for people: that of its sheet, or `pieces.scout`.
pub fn id_of(ir: &Ir, batch: &Batch) -> String {
    match batch.source {
        BatchSource::Piece(number) => {
            let id = ir.print.pieces.get(number).map_or("", |piece| &piece.id);
            format!("{PIECES}.{id}")
        }
        _ => batch.sheet.clone(),
    }
}

/// Returns a description of a batch, and the wares that it may be printed as, the best first.
fn wares(ir: &Ir, batch: &Batch) -> (&'static str, &'static [ProductUse]) {
    let is_standee = |n: usize| ir.print.pieces.get(n).is_some_and(|piece| piece.form == PieceForm::Standee);
    match batch.source {
        BatchSource::Components if batch.foot(ir).is_some() => ("a standee to fold", &[]),
        BatchSource::Components => ("a sheet of cards", &[ProductUse::Deck, ProductUse::Token]),
        BatchSource::Board => ("a board", &[ProductUse::Board, ProductUse::Mat]),
        BatchSource::Page => {
            ("a page", &[ProductUse::Pad, ProductUse::Mat, ProductUse::Board, ProductUse::Screen])
        }
        BatchSource::Piece(number) if is_standee(number) => ("a standee to fold", &[]),
        BatchSource::Piece(_) => ("a token", &[ProductUse::Token]),
    }
}

/// Returns whether a batch that fits no product may be advised to become this one. A page with a face that
/// comes with Cardwright is what that face draws.
fn is_advised(ir: &Ir, batch: &Batch, ware: ProductUse) -> bool {
    let sheet = ir.print.sheets.iter().find(|sheet| sheet.id == batch.sheet);
    let face = sheet.and_then(|sheet| sheet.face.as_deref());
    match (batch.source, face) {
        (BatchSource::Page, Some("scores")) => ware == ProductUse::Pad,
        (BatchSource::Page, None | Some("mat")) => matches!(ware, ProductUse::Mat | ProductUse::Board),
        _ => true,
    }
}

/// Returns the greatest difference between the edges of a product and a face, in millimetres, and whether it
/// is less if the face is turned.
fn difference(product: &Product, size: Size) -> (f64, bool) {
    let of = |s: Size| (s.width - product.cut.width).abs().max((s.height - product.cut.height).abs());
    let (upright, turned) = (of(size), of(size.turned()));
    if turned < upright { (turned, true) } else { (upright, false) }
}

/// Returns what to write in `print.toml` for this size.
fn size_to_write(ir: &Ir, batch: &Batch, size: Size) -> String {
    let named =
        SIZES.iter().find(|(_, w, h)| (w - size.width).abs() < 0.01 && (h - size.height).abs() < 0.01);
    match (batch.source, named) {
        (BatchSource::Piece(_), _) => format!("`size = {}` in `[{}]`", round(size.width), id_of(ir, batch)),
        (_, Some((name, ..))) => format!("`size = \"{name}\"` in `[sheets.{}]`", batch.sheet),
        _ => {
            format!("`size = [{}, {}]` in `[sheets.{}]`", round(size.width), round(size.height), batch.sheet)
        }
    }
}

/// Returns a length without needless digits.
pub fn round(mm: f64) -> f64 {
    (mm * 100.0).round() / 100.0
}

//! Print shops: the requirements of each, and whether they are met.

use crate::diagnostics::codes::print;
use crate::diagnostics::{Diagnostic, count_noun};
use crate::print::draw::scene::Matrix;
use crate::print::export::files::{painted, png};
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::shops::catalogue::{self, ProductUse, products};
use crate::print::export::shops::findings::{Findings, MEND_LETTERS, is_bare, letters, mend_bleed};
use crate::print::export::shops::fit::{FacePlacement, FitError, id_of, round};
use crate::print::export::shops::line::RequirementLine;
use crate::print::export::shops::order::{self, OrderItem};
use crate::print::export::shops::pages::{self, ShopPage};
use crate::print::export::shops::shop::{DPI, Shop};
use crate::print::export::shops::{booklet, boxes, dice};
use crate::print::face::raster::RasterView;
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, BatchSource, CutShape, ExportSubject};
use crate::threads::in_parallel;

/// Resolution for checking the bleed of a face that is not exported as a picture, in pixels per inch.
const COARSE: f64 = 100.0;
/// The cards that the desktop uploader of MakePlayingCards orders, by name.
const UPLOADED: &str = "game cards 63 × 88 mm";

/// Writes the files that a shop requires, and a report.
pub fn write(
    job: &ExportJob,
    shop: Shop,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let ir = job.press.ir;
    let is_crafter = shop == Shop::GameCrafter;
    let dice = if is_crafter { dice::requested(ir, job.request) } else { Vec::new() };
    let boxes = if is_crafter { boxes::requested(job, out)? } else { Vec::new() };
    // A printed die needs no net.
    let is_net = |b: &Batch| b.source == BatchSource::Page && dice.iter().any(|die| die.die.id == b.sheet);
    let batches = batches.iter().filter(|b| !is_net(b));
    let fits: Vec<(&Batch, Result<FacePlacement, FitError>)> =
        batches.map(|b| (b, FacePlacement::of(shop, ir, b))).collect();
    let unfit: Vec<&FitError> = fits.iter().filter_map(|(_, fit)| fit.as_ref().err()).collect();
    if !fits.is_empty() && unfit.len() == fits.len() && dice.is_empty() {
        return Err(nothing_fits(shop, &unfit).into());
    }
    let of_batches = fits.iter().filter(|(_, fit)| fit.is_ok()).map(|(b, _)| b.faces.len());
    let of_dice = dice.iter().map(|die| die.die.faces.len());
    let of_boxes = boxes.iter().filter(|b| b.is_sold()).map(|_| 1);
    to.expect(of_batches.chain(of_dice).chain(of_boxes).sum());
    let mut report = format!("{} {}for {}\n", ir.game.name, version(job), shop.name());
    let mut parts: Vec<OrderItem> = Vec::new();
    for (batch, fit) in &fits {
        let id = id_of(ir, batch);
        match fit {
            Ok(place) => {
                report.push_str(&format!("\n{id}: {}\n", place.product.name));
                let (lines, notes) = sheet(job, shop, batch, place, to, out)?;
                for RequirementLine { text, mend } in lines {
                    report.push_str(&format!(
                        "  {} {text}\n",
                        if mend.is_none() { "met    " } else { "NOT MET" }
                    ));
                    report.extend(mend.map(|mend| format!("          {mend}\n")));
                }
                report.extend(notes.into_iter().map(|note| format!("  note    {note}\n")));
                let own = order::parts(batch, &id, &place.product);
                if shop == Shop::MakePlayingCards && place.product.name == UPLOADED {
                    uploads(&batch.sheet, &own, to, out)?;
                }
                parts.extend(own);
            }
            Err(unfit) => {
                report.push_str(&format!(
                    "\n{id}: left out\n  NOT MET {}\n          {}\n",
                    unfit.why, unfit.mend
                ));
                if unfit.is_sold || unfit.stands {
                    out.found.push(messages::left_out(shop.name(), &unfit.why, &unfit.mend));
                }
            }
        }
    }
    let folder = shop.folder();
    if is_crafter {
        boxes::write(job, &boxes, &mut parts, &mut report, to, out)?;
        dice::write(job, &dice, &mut parts, &mut report, to, out)?;
        booklet::write(job, &mut parts, &mut report, to, out)?;
        if parts.is_empty() {
            return Err(messages::no_rules().into());
        }
        let name = format!("{folder}/parts.csv");
        to.file(&name, &order::list(&parts)?)?;
        out.made.push(format!("{name}: each part with its product, its pictures and its quantity"));
    }
    to.file(&format!("{folder}/report.txt"), report.as_bytes())?;
    out.made.push(format!("{folder}/report.txt"));
    out.report = report;
    Ok(())
}

/// Returns the error of a game for which the shop prints nothing.
fn nothing_fits(shop: Shop, unfit: &[&FitError]) -> Diagnostic {
    /// Maximum number of sheets named.
    const NAMED: usize = 3;
    let joined = |texts: Vec<&str>| {
        let more = texts.len().saturating_sub(NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        format!("{}{more}", texts[..texts.len().min(NAMED)].join("; "))
    };
    // Sheets whose product is sold in another size come first, since these can be corrected.
    let mut sorted: Vec<&&FitError> = unfit.iter().collect();
    sorted.sort_by_key(|unfit| !unfit.is_sold);
    let why = joined(sorted.iter().map(|unfit| unfit.why.as_str()).collect());
    let mut mends: Vec<&str> = sorted.iter().map(|unfit| unfit.mend.as_str()).collect();
    mends.dedup();
    messages::nothing_fits(shop.name(), why, joined(mends))
}

/// Writes the orders of a sheet for the desktop uploader.
fn uploads(
    sheet: &str,
    parts: &[OrderItem],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let orders = order::uploads(parts);
    for (number, order) in orders.iter().enumerate() {
        let number = if orders.len() == 1 { String::new() } else { format!("-{}", number + 1) };
        let name = format!("{}/{sheet}{number}.xml", Shop::MakePlayingCards.folder());
        to.file(&name, order.as_bytes())?;
        out.made.push(format!("{name}: an order for the desktop uploader"));
    }
    Ok(())
}

fn version(job: &ExportJob) -> String {
    let version = &job.press.ir.game.version;
    if version.is_empty() { String::new() } else { format!("{version} ") }
}

/// Writes the faces of one batch. Returns the lines of the report, and notes.
fn sheet(
    job: &ExportJob,
    shop: Shop,
    batch: &Batch,
    place: &FacePlacement,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(Vec<RequirementLine>, Vec<String>), ExportStop> {
    let is_pdf = shop == Shop::DriveThruCards;
    let dpi = if is_pdf { COARSE } else { DPI };
    let scale = (dpi / 25.4) as f32;
    let page = place.product.page;
    let (width, height) = match is_pdf {
        true => ((page.width / 25.4 * dpi).round() as u32, (page.height / 25.4 * dpi).round() as u32),
        false => place.product.pixels(),
    };
    let view =
        RasterView { width, height, matrix: place.matrix.then(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0])) };
    let mut findings = Findings::default();
    let before = out.found.len();
    // Round tokens keep their bleed: the shop cuts them. Pictures reach to the end of the shop's bleed.
    let whole = batch.shaped(CutShape::Rectangle).with_bleed(place.bleed);
    let well = whole.make(job.press, place.bleed, 0.0, &mut out.found, |made, first, found| {
        let pictures = painted(job, &whole, made, view, found)?;
        for (i, (picture, ink)) in pictures.iter().zip(letters(job, made)).enumerate() {
            // A pad is of paper, which may stay white.
            let bare = place.product.ware != ProductUse::Pad && is_bare(picture, dpi, place);
            findings.add(batch, first + i, ink, place, shop, bare);
        }
        if !is_pdf {
            let files =
                in_parallel(&pictures, job.press.threads, || (), |(), p| png(p, CutShape::Rectangle, DPI));
            for (i, bytes) in files.into_iter().enumerate() {
                to.file(&format!("{}/{}.png", shop.folder(), order::file_of(batch, first + i)), &bytes?)?;
            }
        }
        to.faces_drawn(pictures.len());
        Ok::<(), ExportStop>(())
    })?;
    if !well {
        return Err(ExportStop::Recorded);
    }
    let soft = out.found[before..].iter().filter(|d| d.code == print::LOW_RESOLUTION).count();
    findings.tell((job.press, batch), shop, place, &mut out.found);
    let (mut lines, notes) = checked(shop, batch, place, &findings, soft);
    if is_pdf {
        let name = format!("{}/{}.pdf", shop.folder(), batch.sheet);
        let (w, h) = (page.width / 25.4, page.height / 25.4);
        let page =
            ShopPage { size: page, margin: place.product.bleed(), matrix: place.matrix, bleed: place.bleed };
        let (bytes, pages) = pages::write(job, &whole, page)?;
        to.file(&name, &bytes)?;
        let (w, h) = (round(w), round(h));
        out.made.push(format!(
            "{name}: {pages} pages of {w} × {h} inches, of each card the back, then the front"
        ));
        lines.extend(pages::lines(job));
    } else {
        let pictures = count_noun(batch.faces.len() as u64, "picture");
        let id = id_of(job.press.ir, batch).replace('.', "/");
        let product = place.product.name;
        out.made.push(format!("{}/{id}: {pictures} of {width} × {height} pixels, {product}", shop.folder()));
    }
    Ok((lines, notes))
}

fn checked(
    shop: Shop,
    batch: &Batch,
    place: &FacePlacement,
    findings: &Findings,
    soft: usize,
) -> (Vec<RequirementLine>, Vec<String>) {
    let (product, size, safe) = (place.product, batch.size, shop.safe());
    let fronts = batch.fronts();
    let mut lines = Vec::new();
    let (w, h) = (product.cut.width, product.cut.height);
    lines.push(RequirementLine::requirement_met(format!(
        "size: {:.2} × {:.2} mm, cut to {w:.2} × {h:.2} mm",
        product.page.width, product.page.height
    )));
    let drawn = if shop == Shop::DriveThruCards {
        "resolution: drawn as outlines"
    } else {
        "resolution: drawn at 300 pixels to the inch"
    };
    lines.push(match soft {
        0 => RequirementLine::requirement_met(format!("{drawn}, and no picture on them has fewer")),
        n => RequirementLine::of(
            false,
            format!("{drawn}; {n} pictures on them have fewer than 300 to the inch"),
            "draw them larger; each warning names its picture",
        ),
    });
    let nearest = match &findings.nearest {
        Some((distance, of)) if *distance < 0.0 => {
            format!("the letter farthest out is {}, on {of}", messages::from_cut(*distance))
        }
        Some((distance, of)) => format!("the letter nearest to the cut is {distance:.1} mm inside, on {of}"),
        None => "there is none".to_owned(),
    };
    let text = format!("letters {} mm inside the cut: {nearest}", round(safe));
    lines.push(RequirementLine::of(findings.outside.is_empty(), text, MEND_LETTERS));
    let (x, y) = product.bleed();
    let (x, y) = (round(x), round(y));
    let bleed = if (x - y).abs() < 0.05 { format!("{x} mm") } else { format!("{x} and {y} mm") };
    lines.push(match product.ware {
        ProductUse::Pad => RequirementLine::requirement_met(format!(
            "{bleed} beyond the cut, which may be left to the paper"
        )),
        _ => RequirementLine::of(
            findings.bare.is_empty(),
            format!("colour {bleed} beyond the cut, on all sides"),
            mend_bleed(place),
        ),
    });
    if shop != Shop::DriveThruCards {
        lines.push(RequirementLine::requirement_met("colours: RGB with 8 bits, nothing see-through"));
        lines.push(RequirementLine::requirement_met("fonts: none needed, letters are pixels"));
    }
    let pieces: u32 = (0..fronts).map(|i| order::copies(batch, i)).sum();
    let backs = match batch.faces.len() - fronts {
        0 => "no back".to_owned(),
        1 => "one back".to_owned(),
        many => format!("{many} backs"),
    };
    let what = if matches!(batch.faces[0].of, ExportSubject::Name(..)) { "card" } else { "piece" };
    let noun = count_noun(u64::from(pieces), what);
    let different = count_noun(fronts as u64, "different front");
    let mut notes = vec![format!("{noun}, {different}, {backs}")];
    let across = if place.turned { size.turned() } else { size };
    let (wider, higher) = (across.width - w, across.height - h);
    if wider.abs().max(higher.abs()) > 0.05 {
        let lost = wider.max(higher) / 2.0;
        notes.push(match lost > 0.05 {
            true => format!("faces of {} × {} mm: the cut takes {lost:.1} mm off", size.width, size.height),
            false => {
                let (w, h) = (size.width, size.height);
                format!("faces of {w} × {h} mm stand in the middle; their bleed goes on further")
            }
        });
    }
    if place.turned {
        notes.push("faces lie on their side".to_owned());
    }
    (lines, notes)
}

/// A product of a print shop, for its table in the documents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProductInfo {
    /// The name under which the shop sells it.
    pub name: &'static str,
    /// The purpose of the product: `cards`.
    pub ware: &'static str,
    /// True if it is round.
    pub is_round: bool,
    /// Width and height with bleed, in pixels at 300 to the inch.
    pub pixels: (u32, u32),
    /// Width and height after the cut, in millimetres; of a tuck box, those of its cards.
    pub cut: (f64, f64),
}

/// Returns the products of a shop that Cardwright knows.
pub fn products_of(shop: Shop) -> Vec<ProductInfo> {
    let is_crafter = shop == Shop::GameCrafter;
    let booklets: &[catalogue::Product] = if is_crafter { &catalogue::BOOKLETS } else { &[] };
    let dice: &[(usize, catalogue::Product)] = if is_crafter { &catalogue::DICE } else { &[] };
    let info = |p: &catalogue::Product| ProductInfo {
        name: p.name,
        ware: p.ware.name(),
        is_round: p.shape == CutShape::Round,
        pixels: p.pixels(),
        cut: (round(p.cut.width), round(p.cut.height)),
    };
    let boxes: &[catalogue::ShopBox] = if is_crafter { &catalogue::BOXES } else { &[] };
    let of_box = |p: &catalogue::ShopBox| ProductInfo {
        name: p.name,
        ware: ProductUse::TuckBox.name(),
        is_round: false,
        pixels: p.pixels,
        cut: (round(p.card().width), round(p.card().height)),
    };
    let by_size = products(shop).iter().chain(booklets).chain(dice.iter().map(|(_, die)| die)).map(info);
    by_size.chain(boxes.iter().map(of_box)).collect()
}

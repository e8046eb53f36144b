//! Print shops: the requirements of each, and whether they are met.

use super::batch::{Batch, Of, Part, Shape};
use super::files::{painted, png};
use super::shop_pdf::{self, Page};
use super::{Exported, Failed, Job, Receiver};
use crate::diagnostics::codes::{export as codes, print};
use crate::diagnostics::{Diagnostic, list};
use crate::print::outlines::Outlines;
use crate::print::raster::View;
use crate::print::scene::{Item, Matrix, Segment};
use crate::print::threads::in_parallel;
use crate::print::units::{SIZES, Size};
use resvg::tiny_skia::Pixmap;

/// Resolution required by all shops, in pixels per inch.
const DPI: f64 = 300.0;
/// Resolution for checking the bleed of a face that is not exported as a picture, in pixels per inch.
const COARSE: f64 = 100.0;
/// Tolerance between the size of a face and the shop's cut, in millimetres; the difference becomes bleed.
const TOLERANCE: f64 = 1.0;

/// A print shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shop {
    /// The Game Crafter.
    GameCrafter,
    /// MakePlayingCards.
    MakePlayingCards,
    /// DriveThruCards.
    DriveThruCards,
}

impl Shop {
    /// Returns the name of the shop.
    fn name(self) -> &'static str {
        match self {
            Shop::GameCrafter => "The Game Crafter",
            Shop::MakePlayingCards => "MakePlayingCards",
            Shop::DriveThruCards => "DriveThruCards",
        }
    }

    /// Returns the folder of its files.
    fn folder(self) -> &'static str {
        match self {
            Shop::GameCrafter => "game-crafter",
            Shop::MakePlayingCards => "make-playing-cards",
            Shop::DriveThruCards => "drive-thru-cards",
        }
    }

    /// Returns the size of a card with bleed, in pixels.
    fn pixels(self) -> (u32, u32) {
        match self {
            Shop::MakePlayingCards => (822, 1122),
            // 2.75 × 3.75 inches.
            Shop::GameCrafter | Shop::DriveThruCards => (825, 1125),
        }
    }

    /// Returns the size of a card with bleed, in millimetres.
    fn page(self) -> Size {
        let (width, height) = self.pixels();
        Size { width: mm(f64::from(width)), height: mm(f64::from(height)) }
    }

    /// Returns the width of the safe border inside the cut, which is also the width of the bleed outside, in millimetres.
    fn margin(self) -> f64 {
        match self {
            Shop::MakePlayingCards => mm(36.0),
            Shop::GameCrafter | Shop::DriveThruCards => mm(37.5),
        }
    }

    /// Returns the size of the cut card, in millimetres.
    fn cut(self) -> Size {
        let page = self.page();
        Size { width: page.width - 2.0 * self.margin(), height: page.height - 2.0 * self.margin() }
    }
}

/// Converts a shop's pixels to millimetres.
fn mm(pixels: f64) -> f64 {
    pixels / DPI * 25.4
}

/// The placement of a face on the shop's page.
struct Place {
    /// The transformation from the face to the page.
    matrix: Matrix,
    /// Whether the face is rotated by a quarter turn.
    turned: bool,
    /// Bleed of the face beyond its own cut, in millimetres.
    bleed: f64,
    /// The shop's cut in the face's coordinates: left, top, right, bottom.
    cut: [f64; 4],
}

impl Place {
    /// Returns the placement; `None` if the shop does not offer that size.
    fn of(shop: Shop, size: Size) -> Option<Place> {
        let (page, cut) = (shop.page(), shop.cut());
        let near = |s: Size| (s.width - cut.width).abs() <= TOLERANCE && (s.height - cut.height).abs() <= TOLERANCE;
        let turned = !near(size);
        if turned && !near(size.turned()) {
            return None;
        }
        let lying = if turned { size.turned() } else { size };
        let (x, y) = ((page.width - lying.width) / 2.0, (page.height - lying.height) / 2.0);
        let matrix = Matrix::turned(u8::from(turned), size.width, size.height, x, y);
        let across = if turned { cut.turned() } else { cut };
        let (left, top) = ((size.width - across.width) / 2.0, (size.height - across.height) / 2.0);
        Some(Place {
            matrix,
            turned,
            bleed: x.max(y) + 0.1,
            cut: [left, top, left + across.width, top + across.height],
        })
    }
}

/// The requirements met by a sheet.
struct Met {
    lines: Vec<(bool, String)>,
    notes: Vec<String>,
}

/// Writes the files that a shop requires, and a report.
pub fn write(
    job: &Job,
    shop: Shop,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut Exported,
) -> Result<(), Failed> {
    let places = places(shop, batches)?;
    to.expect(batches.iter().map(|b| b.faces.len()).sum());
    let mut report = format!("{} {}for {}\n", job.press.ir.game.name, version(job), shop.name());
    for (batch, place) in batches.iter().zip(&places) {
        let met = sheet(job, shop, batch, place, to, out)?;
        report.push_str(&format!("\n{}\n", batch.sheet));
        for (well, line) in &met.lines {
            report.push_str(&format!("  {} {line}\n", if *well { "met    " } else { "NOT MET" }));
        }
        for note in &met.notes {
            report.push_str(&format!("  note    {note}\n"));
        }
    }
    let folder = shop.folder();
    to.file(&format!("{folder}/report.txt"), report.as_bytes())?;
    out.made.push(format!("{folder}/report.txt"));
    out.report = report;
    Ok(())
}

fn version(job: &Job) -> String {
    let version = &job.press.ir.game.version;
    if version.is_empty() { String::new() } else { format!("{version} ") }
}

fn places(shop: Shop, batches: &[Batch]) -> Result<Vec<Place>, Failed> {
    let fit = |b: &&Batch| Place::of(shop, b.size).is_some();
    if let Some(other) = batches.iter().find(|b| !fit(b)) {
        let cut = shop.cut();
        let message = format!(
            "components of `{}` are {} × {} mm; {} cuts cards to {:.1} × {:.1} mm",
            other.sheet,
            other.size.width,
            other.size.height,
            shop.name(),
            cut.width,
            cut.height
        );
        let rest: Vec<&str> = batches.iter().filter(fit).map(|b| b.sheet.as_str()).collect();
        let named = SIZES.iter().filter(|(_, w, h)| Place::of(shop, Size { width: *w, height: *h }).is_some());
        let named: Vec<String> = named.map(|(name, ..)| format!("\"{name}\"")).collect();
        let help = format!("in `print.toml`, `size` may be {}", list(&named));
        let help = if rest.is_empty() {
            help
        } else {
            format!("export what fits alone: `--sheet {}`; or, {help}", rest.join(" --sheet "))
        };
        return Err(Some(Diagnostic::error(codes::SHOP_SIZE, message).help(help)));
    }
    Ok(batches.iter().filter_map(|b| Place::of(shop, b.size)).collect())
}

/// Writes one sheet of components.
fn sheet(
    job: &Job,
    shop: Shop,
    batch: &Batch,
    place: &Place,
    to: &mut dyn Receiver,
    out: &mut Exported,
) -> Result<Met, Failed> {
    let dpi = if shop == Shop::DriveThruCards { COARSE } else { DPI };
    let scale = (dpi / 25.4) as f32;
    let (page, margin) = (shop.page(), shop.margin());
    let (width, height) = ((page.width / 25.4 * dpi).round() as u32, (page.height / 25.4 * dpi).round() as u32);
    let view = View { width, height, matrix: place.matrix.then(Matrix([scale, 0.0, 0.0, scale, 0.0, 0.0])) };
    let pages = shop == Shop::DriveThruCards;
    let mut findings = Findings::default();
    let before = out.found.len();
    let well = batch.make(job.press, place.bleed, 0.0, &mut out.found, |made, first, found| {
        let pictures = painted(job, batch, made, view, found)?;
        let looked = looked_at(job, made);
        for (i, (picture, ink)) in pictures.iter().zip(looked).enumerate() {
            findings.add(batch, first + i, ink, place, shop, bare(picture, dpi, margin));
        }
        if !pages {
            let files = in_parallel(&pictures, job.press.threads, || (), |(), p| png(p, Shape::Rectangle, DPI));
            for (i, bytes) in files.into_iter().enumerate() {
                to.file(&format!("{}/{}.png", shop.folder(), file_of(batch, first + i)), &bytes?)?;
            }
        }
        to.done(pictures.len());
        Ok::<(), Failed>(())
    })?;
    if !well {
        return Err(None);
    }
    let soft = out.found[before..].iter().filter(|d| d.code == print::LOW_RESOLUTION).count();
    findings.tell(shop, &mut out.found);
    let mut met = met(shop, batch, place, &findings, soft);
    if pages {
        let name = format!("{}/{}.pdf", shop.folder(), batch.sheet);
        let page = Page { size: page, margin, matrix: place.matrix, bleed: place.bleed };
        let (bytes, pages) = shop_pdf::write(job, batch, page)?;
        to.file(&name, &bytes)?;
        out.made.push(format!("{name}: {pages} pages of 2.75 × 3.75 inches, of each card the back, then the front"));
        met.lines.extend(shop_pdf::met());
    } else {
        let (w, h) = shop.pixels();
        let count = batch.faces.len();
        out.made.push(format!("{}/{}: {count} pictures of {w} × {h} pixels", shop.folder(), batch.sheet));
    }
    Ok(met)
}

/// Returns the path of a face, which includes its quantity.
fn file_of(batch: &Batch, face: usize) -> String {
    let face = &batch.faces[face];
    match face.of {
        Of::Name(_, copies) if copies > 1 => format!("{}-x{copies}", face.file),
        _ => face.file.clone(),
    }
}

fn met(shop: Shop, batch: &Batch, place: &Place, findings: &Findings, soft: usize) -> Met {
    let (page, cut, size, margin) = (shop.page(), shop.cut(), batch.size, shop.margin());
    let cards: u32 = batch.faces.iter().map(|f| if let Of::Name(_, copies) = f.of { copies } else { 0 }).sum();
    let fronts = batch.fronts();
    let backs = match batch.faces.len() - fronts {
        1 => "one back".to_owned(),
        many => format!("{many} backs"),
    };
    let mut lines = Vec::new();
    lines.push((
        true,
        format!("size: {:.2} × {:.2} mm, cut to {:.2} × {:.2} mm", page.width, page.height, cut.width, cut.height),
    ));
    let drawn = if shop == Shop::DriveThruCards {
        "resolution: drawn as outlines"
    } else {
        "resolution: drawn at 300 pixels to the inch"
    };
    lines.push(match soft {
        0 => (true, format!("{drawn}, and no picture on them has fewer")),
        n => (false, format!("{drawn}; {n} pictures on them have fewer than 300 to the inch")),
    });
    let nearest = match &findings.nearest {
        Some((distance, of)) => format!("the letter nearest to the cut is {distance:.1} mm inside, on {of}"),
        None => "there is none".to_owned(),
    };
    lines.push((findings.outside.is_empty(), format!("letters {margin:.2} mm inside the cut: {nearest}")));
    lines.push((findings.bare.is_empty(), format!("colour {margin:.2} mm beyond the cut, on all sides")));
    if shop != Shop::DriveThruCards {
        lines.push((true, "colours: RGB with 8 bits, nothing see-through".to_owned()));
        lines.push((true, "fonts: none needed, letters are pixels".to_owned()));
    }
    let mut notes = vec![format!("{cards} cards, {fronts} different fronts, {backs}")];
    if (size.width - cut.width).abs() > 0.01 && !place.turned || (size.height - cut.width).abs() > 0.01 && place.turned
    {
        notes.push(format!(
            "faces of {} × {} mm stand in the middle; their bleed goes on further",
            size.width, size.height
        ));
    }
    if place.turned {
        notes.push("faces lie on their side".to_owned());
    }
    Met { lines, notes }
}

/// Problems of faces.
#[derive(Default)]
struct Findings {
    /// Faces with text outside the safe zone, and its distance from the cut in millimetres.
    outside: Vec<(String, f64)>,
    /// Faces without bleed.
    bare: Vec<String>,
    /// The distance of the text nearest to the cut, in millimetres, and its face.
    nearest: Option<(f64, String)>,
}

impl Findings {
    fn add(&mut self, batch: &Batch, face: usize, ink: Option<[f64; 4]>, place: &Place, shop: Shop, bare: bool) {
        let face = &batch.faces[face];
        let of = if face.of == Of::Back { "the back".to_owned() } else { format!("`{}`", face.title) };
        if let Some([left, top, right, bottom]) = ink {
            let [l, t, r, b] = place.cut;
            let distance = (left - l).min(top - t).min(r - right).min(b - bottom);
            if distance < shop.margin() - 0.01 {
                self.outside.push((of.clone(), distance));
            }
            if self.nearest.as_ref().is_none_or(|(d, _)| distance < *d) {
                self.nearest = Some((distance, of.clone()));
            }
        }
        if bare {
            self.bare.push(of);
        }
    }

    fn tell(&self, shop: Shop, found: &mut Vec<Diagnostic>) {
        let margin = shop.margin();
        for (of, distance) in &self.outside {
            let where_is = if *distance < 0.0 {
                format!("{:.1} mm beyond the cut", -distance)
            } else {
                format!("{distance:.1} mm from the cut")
            };
            let message = format!("a letter of {of} is {where_is}; {} wants {margin:.1} mm", shop.name());
            found.push(Diagnostic::warning(codes::SHOP_SAFE, message).help("move its text box inwards"));
        }
        // A template without bleed affects all its faces, so only the first is named.
        if let Some((first, others)) = self.bare.split_first() {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            let message =
                format!("{first}{more} leave{} the bleed white in part", if others.is_empty() { "s" } else { "" });
            let help = format!("draw what is at the edge {:.0} mm further", (margin + TOLERANCE).ceil());
            found.push(Diagnostic::warning(codes::SHOP_BLEED, message).help(help));
        }
    }
}

/// Whether any pixel beyond the cut is not drawn.
fn bare(picture: &Pixmap, dpi: f64, margin: f64) -> bool {
    let margin = (margin / 25.4 * dpi).floor() as usize;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    picture.pixels().chunks_exact(width).enumerate().any(|(y, row)| {
        let whole = y < margin || y >= height - margin;
        let beyond = |x: usize| whole || x < margin || x >= width - margin;
        row.iter().enumerate().any(|(x, p)| p.alpha() < 250 && beyond(x))
    })
}

/// Returns the bounds of the glyphs and icons in the texts of each face, in its own coordinates.
fn looked_at(job: &Job, made: &Part) -> Vec<Option<[f64; 4]>> {
    in_parallel(
        made.faces,
        job.press.threads,
        || Outlines::new(job.press.fonts),
        |outlines, items| {
            let mut bounds = None;
            ink(items, outlines, Matrix::IDENTITY, &mut bounds);
            bounds.map(|b: [f32; 4]| b.map(f64::from))
        },
    )
}

fn ink(items: &[Item], outlines: &mut Outlines, at: Matrix, bounds: &mut Option<[f32; 4]>) {
    let mut add = |(x, y): (f32, f32)| {
        let b = bounds.get_or_insert([x, y, x, y]);
        *b = [b[0].min(x), b[1].min(y), b[2].max(x), b[3].max(y)];
    };
    for item in items {
        match item {
            Item::Text(run) if run.hidden.is_none() => {
                for glyph in &run.glyphs {
                    let here = Matrix([run.size, 0.0, 0.0, run.size, glyph.x, glyph.y]).then(at);
                    for segment in outlines.glyph(run.font, glyph.id) {
                        match *segment {
                            Segment::Move(x, y) | Segment::Line(x, y) | Segment::Curve(.., x, y) => {
                                add(here.point(x, y))
                            }
                            Segment::Close => {}
                        }
                    }
                }
            }
            // An icon in a text is moved to a square; the drawing of the face itself is not moved.
            Item::Use { matrix, .. } if *matrix != Matrix::IDENTITY => {
                let here = matrix.then(at);
                add(here.point(0.0, 0.0));
                add(here.point(1.0, 1.0));
            }
            _ => {}
        }
    }
    for item in items {
        if let Item::Group { matrix, items, .. } = item {
            ink(items, outlines, matrix.then(at), bounds);
        }
    }
}

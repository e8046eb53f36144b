//! Cards as a PDF with pages of one size: for each card the back, then the front.

use crate::print::draw::scene::{Matrix, SceneItem};
use crate::print::draw::units::{Rect, Size};
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::ExportStop;
use crate::print::export::shops::line::RequirementLine;
use crate::print::pdf;
use crate::print::sheets::batch::{Batch, ExportSubject};
use crate::print::sheets::job::PrintJob;

/// The page of a print shop.
#[derive(Clone, Copy)]
pub struct ShopPage {
    /// The size of the page.
    pub size: Size,
    /// Width of the border that is cut off at the sides, and above and below, in millimetres.
    pub margin: (f64, f64),
    /// The transformation of faces to the page.
    pub matrix: Matrix,
    /// Bleed of the faces beyond their own cut, in millimetres.
    pub bleed: f64,
}

/// Returns the document and its number of pages.
pub fn write(of: &ExportJob, batch: &Batch, page: ShopPage) -> Result<(Vec<u8>, usize), ExportStop> {
    let mut job = PrintJob::new(of.press, &of.press.ir.print.label(&batch.sheet));
    job.document.standard = pdf::PdfStandard::Plain;
    let (b, size) = (page.bleed as f32, batch.size);
    let bounds = [-b, -b, size.width as f32 + b, size.height as f32 + b];
    let mut faces: Vec<u32> = Vec::new();
    // Their diagnostics were reported when the faces were checked.
    let mut said = Vec::new();
    batch.make_all(of.press, page.bleed, 0.0, &mut said, &mut |made| faces.extend(job.faces(made, bounds)));
    let whole = Rect { x: 0.0, y: 0.0, width: page.size.width, height: page.size.height };
    let (x, y) = page.margin;
    let trim = Rect { x, y, width: whole.width - 2.0 * x, height: whole.height - 2.0 * y };
    let side = |drawing: u32| pdf::DocumentPage {
        size: page.size,
        trim,
        bleed: whole,
        items: vec![SceneItem::Use { drawing, matrix: page.matrix }],
        tags: Vec::new(),
    };
    for (i, (face, drawing)) in batch.faces.iter().zip(&faces).enumerate() {
        let ExportSubject::Name(_, copies) = face.of else { continue };
        let Some(back) = batch.behind(i).and_then(|back| faces.get(back).copied()) else {
            return Err(ExportStop::Recorded);
        };
        for _ in 0..copies {
            job.document.pages.extend([side(back), side(*drawing)]);
        }
    }
    let mut failed = Vec::new();
    match job.finish(&batch.sheet, String::new(), String::new(), &mut failed) {
        Some(printed) => Ok((printed.bytes, printed.pages)),
        None => Err(failed.pop().map_or(ExportStop::Recorded, ExportStop::from)),
    }
}

/// The most ink that DriveThruCards takes, in per cent of one.
const MOST_INK: u32 = 240;

/// Returns the requirements of PDF/X-1a.
pub fn lines(of: &ExportJob) -> Vec<RequirementLine> {
    let separation = of.press.separation.as_deref();
    let (inks, limit) = match separation {
        Some(separation) => (format!("CMYK colours, of {}", separation.condition), separation.total_ink()),
        None => ("CMYK colours; they are RGB".to_owned(), u32::MAX),
    };
    let ink = match limit {
        u32::MAX => format!("ink of at most {MOST_INK} %, which is not known"),
        limit => {
            let has_spots = separation.is_some_and(|separation| !separation.spots.is_empty());
            let aside = if has_spots { ", spot colours aside" } else { "" };
            format!("ink of at most {MOST_INK} %; here at most {limit} %{aside}")
        }
    };
    let profile = "give the profile of the printing condition: `--pdfx PROFILE`";
    let convert = "convert it with a program that makes PDF/X-1a; what is see-through becomes solid there";
    vec![
        RequirementLine::requirement_met("PDF/X-1a: all pages of one size, with TrimBox and BleedBox"),
        RequirementLine::requirement_met("PDF/X-1a: every font embedded"),
        RequirementLine::requirement_met("PDF/X-1a: no scripts, forms, notes, sound or encryption"),
        RequirementLine::requirement_met("PDF/X-1a: title and producer"),
        RequirementLine::of(separation.is_some(), format!("PDF/X-1a: {inks}"), profile),
        RequirementLine::of(
            limit <= MOST_INK,
            format!("PDF/X-1a: {ink}"),
            "`--pdfx PROFILE --total-ink 240`",
        ),
        RequirementLine::of(separation.is_some(), "PDF/X-1a: an output intent", profile),
        RequirementLine::of(false, "PDF/X-1a: nothing see-through; faces may be", convert),
        RequirementLine::of(false, "PDF/X-1a: version 1.3 or 1.4, and GTS_PDFXVersion", convert),
    ]
}

//! Cards as a PDF with pages of one size: for each card the back, then the front.

use super::Failed;
use super::batch::{Batch, Of};
use crate::print::job::Job;
use crate::print::pdf;
use crate::print::scene::{Item, Matrix};
use crate::print::units::{Rect, Size};

/// The page of a print shop.
#[derive(Clone, Copy)]
pub struct Page {
    /// The size of the page.
    pub size: Size,
    /// Width of the border that is cut off on each side, in millimetres.
    pub margin: f64,
    /// The transformation of faces to the page.
    pub matrix: Matrix,
    /// Bleed of the faces beyond their own cut, in millimetres.
    pub bleed: f64,
}

/// Returns the document and its number of pages.
pub fn write(of: &super::Job, batch: &Batch, page: Page) -> Result<(Vec<u8>, usize), Failed> {
    let mut job = Job::new(of.press, &of.press.ir.print.label(&batch.sheet));
    let (b, size) = (page.bleed as f32, batch.size);
    let bounds = [-b, -b, size.width as f32 + b, size.height as f32 + b];
    let mut faces: Vec<u32> = Vec::new();
    // Their diagnostics were reported when the faces were checked.
    let mut said = Vec::new();
    batch.make_all(of.press, page.bleed, 0.0, &mut said, &mut |made| faces.extend(job.faces(made, bounds)));
    let whole = Rect { x: 0.0, y: 0.0, width: page.size.width, height: page.size.height };
    let side = |drawing: u32| pdf::Page {
        size: page.size,
        trim: whole.grown(-page.margin),
        bleed: whole,
        items: vec![Item::Use { drawing, matrix: page.matrix }],
    };
    for (i, (face, drawing)) in batch.faces.iter().zip(&faces).enumerate() {
        let Of::Name(_, copies) = face.of else { continue };
        let Some(back) = batch.behind(i).and_then(|back| faces.get(back).copied()) else { return Err(None) };
        for _ in 0..copies {
            job.document.pages.extend([side(back), side(*drawing)]);
        }
    }
    let mut failed = Vec::new();
    match job.finish(&batch.sheet, String::new(), String::new(), &mut failed) {
        Some(printed) => Ok((printed.bytes, printed.pages)),
        None => Err(failed.pop()),
    }
}

/// Returns the requirements of PDF/X-1a, each with whether it is met.
pub fn met() -> Vec<(bool, String)> {
    let lines = [
        (true, "PDF/X-1a: all pages of one size, with TrimBox and BleedBox"),
        (true, "PDF/X-1a: every font embedded"),
        (true, "PDF/X-1a: no scripts, forms, notes, sound or encryption"),
        (true, "PDF/X-1a: title and producer"),
        (false, "PDF/X-1a: CMYK colours; they are RGB, so that ink of at most 240 % is not known to be kept"),
        (false, "PDF/X-1a: an output intent"),
        (false, "PDF/X-1a: nothing see-through; faces may be"),
        (false, "PDF/X-1a: version 1.3 or 1.4, dates and GTS_PDFXVersion"),
    ];
    lines.map(|(well, line)| (well, line.to_owned())).into()
}

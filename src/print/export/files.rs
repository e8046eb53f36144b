//! Writes a file for each face: PNG or SVG.

use resvg::tiny_skia::Pixmap;

use crate::diagnostics::codes::export as codes;
use crate::diagnostics::{Diagnostic, count_noun};
use crate::print::draw::picture::encode_png;
use crate::print::draw::scene::{Clip, Drawing, Matrix, SceneItem, circle};
use crate::print::export::form::ExportForm;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::vector::{SvgMetadata, SvgWriter};
use crate::print::face::raster::{MOST_PIXELS, Painter, RasterView};
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, BatchChunk, CutShape};
use crate::threads::in_parallel;

/// Default resolution, in pixels per inch.
const DPI: f64 = 300.0;
/// Maximum width and height of a picture, in pixels.
const LONGEST: f64 = 60_000.0;

/// Writes a file for each face.
pub fn write(
    job: &ExportJob,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let (folder, is_svg) = if job.options.form == ExportForm::Svg { ("svg", true) } else { ("png", false) };
    to.expect(batches.iter().map(|b| b.faces.len()).sum());
    for batch in batches {
        let around = if job.options.bleed { batch.bleed } else { 0.0 };
        let sharp = if is_svg { None } else { Some(view_at(job, batch, around, DPI, &mut out.found)?) };
        let view = sharp.map(|(view, _)| view);
        let written =
            batch.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
                let files = match sharp {
                    Some((view, dpi)) => pngs(job, batch, made, view, dpi, found)?,
                    None => svgs(job, batch, made, first, around),
                };
                for (i, bytes) in files.iter().enumerate() {
                    to.file(&format!("{folder}/{}.{folder}", batch.faces[first + i].file), bytes)?;
                }
                to.faces_drawn(files.len());
                Ok::<(), ExportStop>(())
            })?;
        if !written {
            return Err(ExportStop::Recorded);
        }
        let what = count_noun(batch.faces.len() as u64, "file");
        let (w, h) = (batch.size.width + 2.0 * around, batch.size.height + 2.0 * around);
        let size = match view {
            Some(view) => format!("{} × {} pixels", view.width, view.height),
            None => format!("{w:.1} × {h:.1} mm"),
        };
        out.made.push(format!("{folder}: {what} of {}, {size}", batch.sheet));
    }
    Ok(())
}

/// Returns the view of a batch at the requested resolution, and that resolution. Without a request it is
/// `default`, or less, with a warning, if the picture would be too large, so that the other sheets are
/// exported.
pub fn view_at(
    job: &ExportJob,
    batch: &Batch,
    around: f64,
    default: f64,
    found: &mut Vec<Diagnostic>,
) -> Result<(RasterView, f64), ExportStop> {
    let dpi = job.options.dpi.unwrap_or(default);
    match view(batch, around, dpi) {
        Err(ExportStop::Failed(_)) if job.options.dpi.is_none() => {
            let (w, h) = (batch.size.width + 2.0 * around, batch.size.height + 2.0 * around);
            let most = (MOST_PIXELS as f64 / (w * h)).sqrt().min(LONGEST / w.max(h)) * 25.4;
            let most = (most.floor() - 1.0).max(1.0);
            found.push(messages::fewer_pixels(&batch.sheet, dpi, most));
            Ok((view(batch, around, most)?, most))
        }
        view => view.map(|view| (view, dpi)),
    }
}

/// Returns the view of a batch at a resolution, with a border of `around` millimetres outside the cut.
///
/// # Errors
/// The picture would be too large.
pub fn view(batch: &Batch, around: f64, dpi: f64) -> Result<RasterView, ExportStop> {
    let (w, h) = (batch.size.width + 2.0 * around, batch.size.height + 2.0 * around);
    let pixels = |mm: f64| (mm / 25.4 * dpi).round().max(1.0);
    let (across, down) = (pixels(w), pixels(h));
    if across * down > MOST_PIXELS as f64 || across > LONGEST || down > LONGEST {
        let most = (MOST_PIXELS as f64 / (w * h)).sqrt() * 25.4;
        let most = (most.floor() - 1.0).max(1.0);
        return Err(messages::too_many_pixels(&batch.sheet, dpi, (across, down), most).into());
    }
    // Edges of the face are aligned to pixels.
    let (x, y) = (across / w, down / h);
    let matrix = Matrix([x as f32, 0.0, 0.0, y as f32, (around * x) as f32, (around * y) as f32]);
    Ok(RasterView { width: across as u32, height: down as u32, matrix })
}

/// Rasterizes faces of a batch in parallel.
pub fn painted(
    job: &ExportJob,
    batch: &Batch,
    made: &BatchChunk,
    view: RasterView,
    found: &mut Vec<Diagnostic>,
) -> Result<Vec<Pixmap>, ExportStop> {
    let drawn = in_parallel(
        made.faces,
        job.press.threads,
        || Painter::new(job.press.fonts),
        |painter, items| {
            let pixels = match batch.shape {
                CutShape::Rectangle => painter.paint(items, made.drawings, view),
                CutShape::Round => painter.paint(&[clip_to_shape(batch, items)], made.drawings, view),
            };
            (pixels, std::mem::take(&mut painter.failed))
        },
    );
    let mut pictures = Vec::new();
    let mut failed = std::collections::BTreeSet::new();
    for (pixels, troubles) in drawn {
        failed.extend(troubles);
        pictures.extend(pixels);
    }
    for why in failed {
        found.push(messages::picture_not_drawn(&batch.sheet, &why));
    }
    if pictures.len() < made.faces.len() || found.iter().any(|d| d.code == codes::NOT_DRAWN) {
        return Err(ExportStop::Recorded);
    }
    Ok(pictures)
}

/// Clips a round piece.
fn clip_to_shape(batch: &Batch, items: &[SceneItem]) -> SceneItem {
    let radius = batch.size.width / 2.0;
    let clip = Clip { segments: circle(radius, batch.size.height / 2.0, radius), even_odd: false };
    SceneItem::Group { matrix: Matrix::IDENTITY, opacity: 1.0, clip: Some(clip), items: items.to_vec() }
}

fn pngs(
    job: &ExportJob,
    batch: &Batch,
    made: &BatchChunk,
    view: RasterView,
    dpi: f64,
    found: &mut Vec<Diagnostic>,
) -> Result<Vec<Vec<u8>>, ExportStop> {
    let pictures = painted(job, batch, made, view, found)?;
    let encoded = in_parallel(&pictures, job.press.threads, || (), |(), p| png(p, batch.shape, dpi));
    encoded.into_iter().collect::<Result<Vec<_>, _>>()
}

/// Paints rectangular pictures that all have the same view, in parallel. Returns each as a PNG, or why it was
/// not drawn.
pub fn rectangular_pngs<T: AsRef<[SceneItem]> + Sync>(
    job: &ExportJob,
    pictures: &[T],
    drawings: &[Drawing],
    view: RasterView,
    dpi: f64,
) -> Vec<Result<Result<Vec<u8>, ExportStop>, String>> {
    in_parallel(
        pictures,
        job.press.threads,
        || Painter::new(job.press.fonts),
        |painter, items| match painter.paint(items.as_ref(), drawings, view) {
            Some(picture) => Ok(png(&picture, CutShape::Rectangle, dpi)),
            None => Err(std::mem::take(&mut painter.failed).into_iter().next().unwrap_or_default()),
        },
    )
}

/// Encodes a picture as a PNG: on white, but transparent outside a round piece.
pub fn png(picture: &Pixmap, shape: CutShape, dpi: f64) -> Result<Vec<u8>, ExportStop> {
    let (mut colours, mut alpha) = (Vec::with_capacity(picture.pixels().len() * 3), Vec::new());
    match shape {
        CutShape::Rectangle => {
            for p in picture.pixels() {
                let white = 255 - p.alpha();
                colours.extend([p.red() + white, p.green() + white, p.blue() + white]);
            }
        }
        CutShape::Round => {
            for p in picture.pixels() {
                let p = p.demultiply();
                colours.extend([p.red(), p.green(), p.blue()]);
                alpha.push(p.alpha());
            }
        }
    }
    let alpha = (shape == CutShape::Round).then_some(alpha.as_slice());
    encode_png(picture.width(), picture.height(), &colours, alpha, Some(dpi))
        .map_err(|why| messages::face_not_written(&why).into())
}

/// Writes each face as an SVG.
pub fn svgs(job: &ExportJob, batch: &Batch, made: &BatchChunk, first: usize, around: f64) -> Vec<Vec<u8>> {
    let (w, h) = (batch.size.width + 2.0 * around, batch.size.height + 2.0 * around);
    let faces: Vec<(usize, &Vec<SceneItem>)> = made.faces.iter().enumerate().collect();
    in_parallel(
        &faces,
        job.press.threads,
        || SvgWriter::new(job.press.fonts, made.meanings),
        |writer, (i, items)| {
            let face = &batch.faces[first + i];
            let about =
                SvgMetadata { title: &face.title, description: &face.says, view: [-around, -around, w, h] };
            let svg = match batch.shape {
                CutShape::Rectangle => writer.write(items, made.drawings, about),
                CutShape::Round => writer.write(&[clip_to_shape(batch, items)], made.drawings, about),
            };
            svg.into_bytes()
        },
    )
}

//! Tabletop Simulator: components that are folded and stand up, in a bag for each sheet.

use serde_json::{Value, json};

use crate::print::export::address::address;
use crate::print::export::guids::Guids;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::tts_standee::mesh;
use crate::print::export::tts_table::{draw_part, figure, thing, units, url_of};
use crate::print::sheets::batch::{Batch, ExportSubject};

/// Width of a bag, in units.
pub const BAG: f64 = 2.0;

/// Writes the mesh and the pictures of components that stand. Returns a bag with all of them.
pub fn bag(
    job: &ExportJob,
    (batch, foot): (&Batch, f64),
    at: (f64, f64, f64),
    guids: &mut Guids,
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<Value, ExportStop> {
    let ir = job.press.ir;
    // The lower half is read from the front, without its foot.
    let half = batch.size.height / 2.0;
    let height = half - foot;
    let fronts = batch.select((0..batch.faces.len()).filter(|i| !batch.faces[*i].of.is_back()));
    let pictures = draw_part(job, &fronts, (half, height), to, out)?;
    let file = format!("{}.obj", batch.sheet);
    to.file(&format!("tts/{file}"), mesh(units(batch.size.width), units(height)).as_bytes())?;
    let mesh = address(url_of(job), &file);
    let mut figures = Vec::new();
    for (face, (_, picture)) in fronts.faces.iter().zip(&pictures) {
        let ExportSubject::Name(name, copies) = face.of else { continue };
        for copy in 1..=copies {
            let guid = guids.of(&format!("{}/{}#{copy}", batch.sheet, ir.names[name].id));
            figures.push(figure(&guid, &face.title, &mesh, picture, at));
        }
    }
    out.made.push(format!("tts/{file}: {} figures", figures.len()));
    let title = format!("{}: {}", ir.game.name, ir.print.label(&batch.sheet));
    let mut bag = thing("Bag", &guids.of(&format!("bag/{}", batch.sheet)), &title, at);
    bag["MaterialIndex"] = json!(-1);
    bag["MeshIndex"] = json!(-1);
    bag["ContainedObjects"] = figures.into();
    Ok(bag)
}

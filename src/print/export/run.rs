//! Exports pictures and tables for other programs and print shops.
//!
//! Files are handed to a receiver as they are made, so that only a few faces are in memory at a time. The
//! receiver makes sure that either all files or none are written.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::print::export::form::{ExportForm, ExportOptions};
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::export::shops::shop::Shop;
use crate::print::export::shops::{boxes, dice};
use crate::print::export::{files, gallery, shops, simulators, tables, tts};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::face::materials::Materials;
use crate::print::game::sheet_list::RULES;
use crate::print::messages::export as messages;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::Batch;
use crate::print::sheets::sheet_names;

/// Exports a game.
pub fn export(ir: &Ir, request: &Request, options: &ExportOptions, to: &mut dyn Receiver) -> ExportResult {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let press = materials.press(request, &mut found);
    let mut exported = ExportResult { found, ..ExportResult::default() };
    if exported.failed() {
        return exported;
    }
    let mut known = sheet_names::of_export(ir);
    if options.form == ExportForm::Shop(Shop::GameCrafter) {
        known.extend(sheet_names::has_rules(ir).then(|| RULES.to_owned()));
        for aside in dice::ids(ir).map(str::to_owned).chain(boxes::ids(ir)) {
            if !known.contains(&aside) {
                known.push(aside);
            }
        }
    }
    if let Some(sheet) = sheet_names::unknown(&request.sheets, &known) {
        exported.found.push(messages::no_such_sheet(sheet, &known));
        return exported;
    }
    let job = ExportJob { press: &press, request, options };
    // Errors are already in `found`, or returned here.
    if let Err(ExportStop::Failed(d)) = job.run(to, &mut exported) {
        exported.found.push(*d);
    }
    exported
}

impl ExportJob<'_> {
    fn run(&self, to: &mut dyn Receiver, out: &mut ExportResult) -> Result<(), ExportStop> {
        match self.options.form {
            ExportForm::Csv | ExportForm::Json => {
                let batches = self.batches(Batch::components, out)?;
                tables::write(self, &batches, to, out)
            }
            ExportForm::Png | ExportForm::Svg => {
                let batches = self.batches(Batch::all, out)?;
                files::write(self, &batches, to, out)
            }
            ExportForm::Gallery => {
                let batches = self.batches(Batch::all, out)?;
                gallery::write(self, &batches, to, out)
            }
            ExportForm::Tts => {
                let batches = self.batches(Batch::all, out)?;
                tts::write(self, &batches, to, out)
            }
            ExportForm::Simulator(simulator) => {
                let batches = self.batches(Batch::components, out)?;
                simulators::write(self, simulator, &batches, to, out)
            }
            ExportForm::Shop(shop) => {
                // The rules, dice and boxes are exported by themselves, not as batches.
                let ir = self.press.ir;
                let is_aside = |sheet: &String| {
                    sheet == RULES
                        || dice::ids(ir).any(|id| id == sheet)
                        || boxes::ids(ir).any(|id| id == *sheet)
                };
                let sheets = &self.request.sheets;
                let is_aside = !sheets.is_empty() && sheets.iter().all(is_aside);
                let batches = if shop == Shop::GameCrafter && is_aside {
                    Vec::new()
                } else {
                    self.batches(Batch::all, out)?
                };
                shops::write::write(self, shop, &batches, to, out)
            }
        }
    }

    /// Returns the batches to be exported; an error if there are none.
    fn batches(
        &self,
        gather: fn(&FaceRenderer, &Request, &mut Vec<Diagnostic>) -> Vec<Batch>,
        out: &mut ExportResult,
    ) -> Result<Vec<Batch>, ExportStop> {
        let batches = gather(self.press, self.request, &mut out.found);
        if out.failed() {
            return Err(ExportStop::Recorded);
        }
        if batches.is_empty() {
            return Err(messages::nothing_to_export().into());
        }
        Ok(batches)
    }
}

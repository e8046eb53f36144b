//! Checks the fonts and pictures of a package before anything is printed.

use crate::diagnostics::Diagnostic;
use crate::ir::Ir;
use crate::ir::print::AssetInfo;
use crate::print::draw::{picture, svg, xml};
use crate::print::messages::faces as messages;
use crate::print::text::fonts::FontCollection;

/// Reports problems of the package's files that third-party code reads, whether they are used or not. PNGs
/// and JPEGs have only their header checked; their pixels are read when they are printed.
pub fn check(ir: &Ir) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let own_fonts = ir.print.assets.iter().any(|a| a.path.starts_with("fonts/"));
    if own_fonts || ir.print.fonts.iter().any(Option::is_some) {
        FontCollection::load(ir, &mut found);
    }
    for asset in &ir.print.assets {
        if let Err(why) = look(ir, asset) {
            found.push(messages::file_not_printed(&asset.path, why));
        }
    }
    found
}

fn look(ir: &Ir, asset: &AssetInfo) -> Result<(), String> {
    let ending = asset.path.rsplit('.').next().unwrap_or_default();
    match (asset.file, ending) {
        (Some(file), "svg") if asset.path.starts_with("icons/") => {
            let text = ir.files.find(file).map(|f| f.text.as_str()).unwrap_or_default();
            xml::parse(text).map(|_| ())
        }
        (None, "svg") => svg::look(&asset.path, &ir.print),
        (None, "png") => picture::png_header(&asset.bytes),
        (None, "jpg" | "jpeg") => picture::jpeg(&std::sync::Arc::new(asset.bytes.clone())).map(|_| ()),
        _ => Ok(()),
    }
}

//! The face of a card as a picture, for hovers.

use crate::ir::NameId;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::packages::OpenPackage;
use crate::compile::CompiledGame;
use crate::diagnostics::Diagnostic;
use crate::print::Request;
use crate::print::export::{ExportForm, ExportOptions, Receiver, export};

/// Resolution in pixels per inch: a poker card is 175 pixels wide.
const DPI: f64 = 70.0;

/// Most bytes of a picture. Editors cut long texts off.
const MOST: usize = 64 << 10;

/// Returns the front of a card as an image in Markdown; `None` if it cannot be drawn.
pub fn card_picture(package: &OpenPackage, id: &str) -> Option<String> {
    let game = CompiledGame::from_files(package.files().clone(), Vec::new()).game?;
    let name = game.ir.names.iter().position(|name| name.id == id)?;
    let request = Request {
        deck: Some(vec![(NameId(u16::try_from(name).ok()?), 1)]),
        threads: 1,
        ..Request::default()
    };
    let options = ExportOptions { dpi: Some(DPI), ..ExportOptions::new(ExportForm::Png) };
    let mut pictures = ExportFiles::default();
    export(&game.ir, &request, &options, &mut pictures);
    let (_, bytes) = pictures
        .files
        .into_iter()
        .find(|(path, _)| path.rsplit('/').next().is_some_and(|file| file.starts_with(id)))?;
    (bytes.len() <= MOST).then(|| format!("![{id}](data:image/png;base64,{})", BASE64_STANDARD.encode(bytes)))
}

/// Keeps the files of an export.
#[derive(Default)]
struct ExportFiles {
    files: Vec<(String, Vec<u8>)>,
}

impl Receiver for ExportFiles {
    fn expect(&mut self, _: usize) {}

    fn faces_drawn(&mut self, _: usize) {}

    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        self.files.push((path.to_owned(), bytes.to_vec()));
        Ok(())
    }
}

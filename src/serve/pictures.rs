//! The faces of a game as pictures, for its tables.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::ir::print::SubjectInfo;
use crate::ir::{Ir, KindId, NameId};
use crate::print::cards::size_of;
use crate::print::export::{ExportForm, ExportOptions, Receiver, export};
use crate::print::{Request, sheets, word_icons};

/// The faces of a game as SVG, by path without extension: `cards/badger`, `cards-back`, `map`, `icons/herb`.
#[derive(Debug, Default)]
pub struct FacePictures {
    files: BTreeMap<String, Vec<u8>>,
}

impl FacePictures {
    /// Draws all faces of a game. Faces that cannot be drawn are left out; `check` reports the reasons.
    pub fn of(ir: &Ir) -> FacePictures {
        let mut pictures = FacePictures::default();
        export(ir, &Request::default(), &ExportOptions::new(ExportForm::Svg), &mut pictures);
        let icons = word_icons(ir).into_iter();
        pictures.files.extend(icons.map(|(word, svg)| (format!("icons/{word}"), svg.into_bytes())));
        pictures
    }

    /// Returns a picture by its path.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}

impl Receiver for FacePictures {
    fn expect(&mut self, _: usize) {}

    fn faces_drawn(&mut self, _: usize) {}

    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        let path = path.strip_prefix("svg/").unwrap_or(path);
        self.files.insert(path.trim_end_matches(".svg").to_owned(), bytes.to_vec());
        Ok(())
    }
}

/// Paths of the faces of components, without the pictures.
#[derive(Debug, Default)]
pub struct FacePaths {
    /// By index into `Ir::names`.
    fronts: Vec<Option<String>>,
    /// By index into `Ir::kinds`.
    backs: Vec<Option<String>>,
    /// By index into `Ir::kinds`: width and height in millimetres.
    sizes: Vec<Option<(f64, f64)>>,
    /// Words with an icon.
    icons: Vec<String>,
}

impl FacePaths {
    /// Finds the sheet of each component.
    pub fn of(ir: &Ir) -> FacePaths {
        let sheets = sheets(ir);
        let sheet_of = |kind: KindId| {
            sheets.iter().find(|sheet| match sheet.subject {
                SubjectInfo::Components(above) => ir.is_below(kind, above),
                _ => false,
            })
        };
        let fronts = ir.names.iter().map(|name| {
            // The copies that a list brings look like the card in the box.
            let card = name.card.and_then(|card| ir.names.find(card)).unwrap_or(name);
            sheet_of(name.kind).map(|sheet| format!("{}/{}", sheet.id, card.id))
        });
        let backs = (0..ir.kinds.len()).map(|kind| {
            let sheet = sheet_of(KindId(u16::try_from(kind).ok()?)).filter(|sheet| !sheet.two_sided)?;
            Some(format!("{}-back", sheet.id))
        });
        let sizes = (0..ir.kinds.len()).map(|kind| {
            let kind = u16::try_from(kind).ok()?;
            // Errors are reported by `check`.
            let size = size_of(ir, sheet_of(KindId(kind))?, KindId(kind), &mut Vec::new())?;
            Some((size.width, size.height))
        });
        let sizes = sizes.collect();
        FacePaths {
            fronts: fronts.collect(),
            backs: backs.collect(),
            sizes,
            icons: word_icons(ir).into_keys().collect(),
        }
    }

    /// Returns the path of a card's front; `None` if it is on no sheet.
    pub fn front(&self, name: NameId) -> Option<&str> {
        self.fronts.get(name.index())?.as_deref()
    }

    /// Returns the path of the back that all components of a kind share.
    pub fn back(&self, kind: KindId) -> Option<&str> {
        self.backs.get(usize::from(kind.0))?.as_deref()
    }

    /// Returns width and height of a kind's components, in millimetres.
    pub fn size(&self, kind: KindId) -> Option<(f64, f64)> {
        *self.sizes.get(usize::from(kind.0))?
    }

    /// Returns the path of a word's icon.
    pub fn icon(&self, word: &str) -> Option<String> {
        self.icons.iter().any(|known| known == word).then(|| format!("icons/{word}"))
    }
}

//! The faces of a game as pictures, for its tables.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::ir::print::{SheetInfo, SubjectInfo};
use crate::ir::{Ir, KindId, NameId, NameInfo, SeatNumber};
use crate::print::cards::size_of;
use crate::print::export::{ExportForm, ExportOptions, Receiver, export};
use crate::print::{Request, component_path, lies_flat, piece_on_cell, piece_path, sheets, word_icons};

/// Follows the path of a folded face for the part of it that stands upright. No id contains a hyphen.
const UPRIGHT: &str = "-upright";

/// The part of a folded face that stands upright, read from the front: width, top and height in millimetres.
#[derive(Clone, Copy, Debug)]
struct UprightPart {
    width: f64,
    top: f64,
    height: f64,
}

impl UprightPart {
    /// Returns the upright part of the components of a sheet; `None` if they are not folded.
    fn of(ir: &Ir, sheet: &SheetInfo) -> Option<UprightPart> {
        let SubjectInfo::Components(kind) = sheet.subject else { return None };
        // Errors are reported by `check`.
        let size = size_of(ir, sheet, kind, &mut Vec::new())?;
        let half = size.height / 2.0;
        let foot = sheet.foot.filter(|foot| *foot < half)?;
        Some(UprightPart { width: size.width, top: half, height: half - foot })
    }

    /// Returns an SVG that shows this part alone; `None` if the picture is not an SVG.
    fn cut_out(self, svg: &[u8]) -> Option<Vec<u8>> {
        let UprightPart { width, top, height } = self;
        let (_, content) = std::str::from_utf8(svg).ok()?.split_once("<svg ")?.1.split_once('>')?;
        let cut = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 {top} {width} {height}\">{content}"
        );
        Some(cut.into_bytes())
    }
}

/// The faces of a game as SVG, by path without extension: `cards/badger`, `cards-back`, `map`, `icons/herb`.
#[derive(Debug, Default)]
pub struct FacePictures {
    files: BTreeMap<String, Vec<u8>>,
    /// The upright parts, by the id of the sheet.
    upright: BTreeMap<String, UprightPart>,
}

impl FacePictures {
    /// Draws all faces of a game. Faces that cannot be drawn are left out; `check` reports the reasons.
    pub fn of(ir: &Ir) -> FacePictures {
        let mut pictures = FacePictures::default();
        export(ir, &Request::default(), &ExportOptions::new(ExportForm::Svg), &mut pictures);
        let icons = word_icons(ir).into_iter();
        pictures.files.extend(icons.map(|(word, svg)| (format!("icons/{word}"), svg.into_bytes())));
        let folded = sheets(ir).into_iter().filter_map(|s| Some((UprightPart::of(ir, &s)?, s.id)));
        pictures.upright = folded.map(|(part, sheet)| (sheet, part)).collect();
        pictures
    }

    /// Returns a picture by its path.
    pub fn get(&self, path: &str) -> Option<Cow<'_, [u8]>> {
        let Some(folded) = path.strip_suffix(UPRIGHT) else {
            return self.files.get(path).map(|svg| Cow::Borrowed(svg.as_slice()));
        };
        let part = self.upright.get(folded.split_once('/')?.0)?;
        part.cut_out(self.files.get(folded)?).map(Cow::Owned)
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

/// The paths of a component's faces.
#[derive(Clone, Debug)]
struct ComponentPaths {
    front: String,
    /// The face of what stands for it on a board; `None` if that is its front.
    figure: Option<String>,
}

impl ComponentPaths {
    /// Returns the paths on these sheets, in their order; `None` if there are none.
    fn on(ir: &Ir, component: &NameInfo, sheets: &[&SheetInfo]) -> Option<ComponentPaths> {
        let (first, others) = sheets.split_first()?;
        let area = |sheet: &SheetInfo| {
            let size = size_of(ir, sheet, component.kind, &mut Vec::new());
            size.map_or(f64::INFINITY, |size| size.width * size.height)
        };
        let upright = sheets.iter().find(|sheet| UprightPart::of(ir, sheet).is_some());
        let smallest = || {
            let smaller = others.iter().filter(|sheet| area(sheet) < area(first));
            smaller.min_by(|a, b| area(a).total_cmp(&area(b)))
        };
        let figure = match upright {
            Some(sheet) => Some(component_path(sheet, component) + UPRIGHT),
            None => smallest().map(|sheet| component_path(sheet, component)),
        };
        Some(ComponentPaths { front: component_path(first, component), figure })
    }
}

/// Paths of the faces of components, without the pictures.
#[derive(Debug, Default)]
pub struct FacePaths {
    /// By index into `Ir::names`.
    components: Vec<Option<ComponentPaths>>,
    /// By index into `Ir::kinds`.
    backs: Vec<Option<String>>,
    /// By index into `Ir::kinds`: width and height in millimetres.
    sizes: Vec<Option<(f64, f64)>>,
    /// Words with an icon.
    icons: Vec<String>,
}

impl FacePaths {
    /// Finds the sheets of each component.
    pub fn of(ir: &Ir) -> FacePaths {
        let sheets = sheets(ir);
        let sheets_of = |kind: KindId| -> Vec<&SheetInfo> {
            let shows = |sheet: &&SheetInfo| match sheet.subject {
                SubjectInfo::Components(above) => ir.is_below(kind, above),
                _ => false,
            };
            sheets.iter().filter(shows).collect()
        };
        let sheet_of = |kind: KindId| sheets_of(kind).into_iter().next();
        let components = ir.names.iter().map(|name| {
            let of_card = || {
                // A token that stands for a card, and is on no sheet, looks like the card.
                let card = ir.names.find(name.card?)?;
                ComponentPaths::on(ir, card, &sheets_of(card.kind))
            };
            ComponentPaths::on(ir, name, &sheets_of(name.kind)).or_else(of_card)
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
            components: components.collect(),
            backs: backs.collect(),
            sizes,
            icons: word_icons(ir).into_keys().collect(),
        }
    }

    /// Returns the path of a card's front; `None` if it is on no sheet.
    pub fn front(&self, name: NameId) -> Option<&str> {
        Some(&self.components.get(name.index())?.as_ref()?.front)
    }

    /// Returns the path of the face that stands for a component on a board; `None` if that is its front.
    pub fn figure(&self, name: NameId) -> Option<&str> {
        self.components.get(name.index())?.as_ref()?.figure.as_deref()
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

/// Returns the path of the printed piece that shows the state of a cell, and the value that it is called as,
/// if it is called as one; `None` if there is no such piece, or if it does not lie flat.
pub fn piece_of_cell<'v>(
    ir: &Ir,
    values: &'v [String],
    player: Option<SeatNumber>,
) -> Option<(String, Option<&'v str>)> {
    let piece = ir.print.pieces.get(piece_on_cell(ir, values, player)?).filter(|piece| lies_flat(piece))?;
    let named = values.iter().find(|value| **value == piece.id).map(String::as_str);
    Some((piece_path(piece, player), named))
}

//! Faces that are drawn again and again while a package is edited: only those that may look different are
//! made.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::hash::content_hash;
use crate::ir::print::{PieceInfo, PieceWordPlaces, PrintInfo, SheetInfo, SheetWordPlaces};
use crate::ir::{Ir, NameId, PlaceId};
use crate::print::export::files::svgs;
use crate::print::export::form::{ExportForm, ExportOptions};
use crate::print::export::job::ExportJob;
use crate::print::face::materials::Materials;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::{Batch, ExportSubject};

/// A face as it was last drawn.
#[derive(Clone, Debug)]
pub struct LiveFace {
    /// The sheet's id, or `pieces`.
    pub sheet: String,
    /// The name of the card, board or back that it shows, as people read it.
    pub title: String,
    /// The text that the face shows, for people who do not see it.
    pub says: String,
    /// The card of which it is the front or the back; `None` for all other faces.
    pub name: Option<NameId>,
    /// Number of copies in the game.
    pub copies: u32,
    /// True if it is a back.
    pub is_back: bool,
    /// The path of its back, if it has one.
    pub back: Option<String>,
    /// Width and height in millimetres.
    pub size: (f64, f64),
    /// A hash of everything that it is made from. Equal faces have equal hashes; the pictures of equal faces
    /// may differ in the names inside.
    pub made_from: u64,
    /// The picture as an SVG file.
    pub svg: Arc<[u8]>,
}

/// All faces of a game, by path: `cards/badger`, `cards-back`, `map`.
#[derive(Clone, Debug, Default)]
pub struct LiveFaces {
    /// The faces, in the order of sheets.
    pub faces: Vec<(String, LiveFace)>,
    /// Diagnostics of the faces that were drawn now.
    pub found: Vec<Diagnostic>,
}

impl LiveFaces {
    /// Returns the face at a path.
    pub fn get(&self, path: &str) -> Option<&LiveFace> {
        self.faces.iter().find(|(known, _)| known == path).map(|(_, face)| face)
    }
}

/// Draws the faces of a game. Faces with the same inputs as in `before` are taken from there.
pub fn draw_faces(ir: &Ir, before: &LiveFaces) -> LiveFaces {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let request = Request::default();
    let press = materials.press(&request, &mut found);
    let options = ExportOptions::new(ExportForm::Svg);
    let job = ExportJob { press: &press, request: &request, options: &options };
    // Words that stand out come from other cards, too.
    let common = common(ir) ^ content_hash(format!("{:?}", press.highlights).as_bytes());
    let known: BTreeMap<&str, &LiveFace> =
        before.faces.iter().map(|(path, face)| (path.as_str(), face)).collect();
    let mut faces = Vec::new();
    for batch in Batch::all(&press, &request, &mut found) {
        let made_from: Vec<u64> = (0..batch.faces.len()).map(|face| common ^ batch.made_from(face)).collect();
        let mut drawn: Vec<Option<Arc<[u8]>>> = batch
            .faces
            .iter()
            .zip(&made_from)
            .map(|(face, made)| {
                known.get(face.file.as_str()).filter(|f| f.made_from == *made).map(|f| Arc::clone(&f.svg))
            })
            .collect();
        let missing: Vec<usize> = (0..drawn.len()).filter(|i| drawn[*i].is_none()).collect();
        if !missing.is_empty() {
            let some = batch.select(missing.iter().copied());
            // A face that cannot be made is left out; the error is in `found`.
            let Ok(_) = some.make(&press, batch.bleed, batch.safe, &mut found, |made, first, _| {
                for (i, svg) in svgs(&job, &some, made, first, 0.0).into_iter().enumerate() {
                    drawn[missing[first + i]] = Some(svg.into());
                }
                Ok::<(), Infallible>(())
            });
        }
        for (i, ((face, svg), made_from)) in batch.faces.iter().zip(drawn).zip(made_from).enumerate() {
            let Some(svg) = svg else { continue };
            let (name, copies) = match face.of {
                ExportSubject::Name(name, copies) => (Some(name), copies),
                ExportSubject::OwnBack(name) => (Some(name), 0),
                ExportSubject::Back => (None, 0),
                ExportSubject::Other(copies) => (None, copies),
            };
            let back = if face.of.is_back() { None } else { batch.behind(i) };
            let shown = LiveFace {
                sheet: batch.sheet.clone(),
                title: face.title.clone(),
                says: face.says.clone(),
                name,
                copies,
                is_back: face.of.is_back(),
                back: back.map(|back| batch.faces[back].file.clone()),
                size: (batch.size.width, batch.size.height),
                made_from,
                svg,
            };
            faces.push((face.file.clone(), shown));
        }
    }
    LiveFaces { faces, found }
}

/// Returns a hash of what all faces are made from: templates, icons, pictures, fonts, colours and words.
fn common(ir: &Ir) -> u64 {
    let info = &ir.print;
    let PrintInfo {
        style,
        highlight,
        rules: _,
        paper,
        colours,
        fonts,
        icons,
        icon_places: _,
        area_places: _,
        text_places: _,
        given_zeros: _,
        sheets,
        pieces,
        assets: _,
        words,
        phrases,
        said,
        spots,
    } = info;
    // Places in files change with every line above them, and no face shows them.
    let fonts = fonts.each_ref().map(|font| font.as_ref().map(|(family, _)| family));
    let without_place = |sheet: &SheetInfo| {
        let word_places = SheetWordPlaces::default();
        SheetInfo { place: PlaceId(0), word_places, ..sheet.clone() }
    };
    let sheets: Vec<SheetInfo> = sheets.iter().map(without_place).collect();
    let without_place = |piece: &PieceInfo| {
        let word_places = PieceWordPlaces::default();
        PieceInfo { place: PlaceId(0), word_places, ..piece.clone() }
    };
    let pieces: Vec<PieceInfo> = pieces.iter().map(without_place).collect();
    let game = &ir.game;
    let mut text = format!(
        "{game:?} {style:?} {highlight} {paper:?} {colours:?} {fonts:?} {icons:?} {sheets:?} {pieces:?}\n"
    );
    text.push_str(&format!("{words:?} {phrases:?} {said:?} {spots:?}\n"));
    for asset in &ir.print.assets {
        let contents = match asset.file.and_then(|file| ir.files.find(file)) {
            Some(file) => content_hash(file.text.as_bytes()),
            None => content_hash(&asset.bytes),
        };
        text.push_str(&format!("{} {contents:x}\n", asset.path));
    }
    content_hash(text.as_bytes())
}

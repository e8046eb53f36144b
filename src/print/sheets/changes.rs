//! Finds the faces that look different from those of another state of the game.

use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::hash::content_hash;
use crate::ir::{Ir, ToIndex};
use crate::print::draw::scene::{Drawing, SceneItem};
use crate::print::face::face_renderer::FaceRenderer;
use crate::print::face::materials::Materials;
use crate::print::game::sheet_list::RULES;
use crate::print::request::changes::FaceChanges;
use crate::print::request::print_request::Request;
use crate::print::sheets::batch::{Batch, ExportSubject};
use crate::print::sheets::rules_text;
use crate::print::text::markdown::RulesMedium;

/// Compares a game with another.
pub fn compare(press: &FaceRenderer, other: &Ir, request: &Request) -> FaceChanges {
    // Errors are reported when the game is printed.
    let mut ignored = Vec::new();
    let before = {
        let materials = Materials::load(other, &mut ignored);
        let press = materials.press(request, &mut ignored);
        faces(&press, request, &mut ignored)
    };
    let now = faces(press, request, &mut ignored);
    let mut changes = FaceChanges::default();
    let changed: Vec<&(String, FaceSubject)> =
        now.iter().filter(|(key, hash)| before.get(*key) != Some(*hash)).map(|(key, _)| key).collect();
    for (sheet, shown) in changed {
        match shown {
            FaceSubject::Name(id) | FaceSubject::OwnBack(id) => {
                changes.components.insert((sheet.clone(), id.clone()));
            }
            // A changed back changes every card of the sheet.
            FaceSubject::Back => {
                for (of, shown) in now.keys() {
                    if let (true, FaceSubject::Name(id)) = (of == sheet, shown) {
                        changes.components.insert((sheet.clone(), id.clone()));
                    }
                }
            }
            FaceSubject::Other(file) => {
                changes.others.insert(file.clone());
            }
        }
    }
    let rules = |ir| rules_text::text_with(ir, RulesMedium::Paper);
    if rules(press.ir) != rules(other) {
        changes.others.insert(RULES.to_owned());
    }
    changes
}

/// The subject of a face, by names that stay when indices change between two versions of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FaceSubject {
    Name(String),
    Back,
    OwnBack(String),
    Other(String),
}

/// Returns a hash of every face of a game, by sheet and subject.
fn faces(
    press: &FaceRenderer,
    request: &Request,
    found: &mut Vec<Diagnostic>,
) -> BTreeMap<(String, FaceSubject), u64> {
    let fonts: Vec<u64> = press.fonts.all.iter().map(|f| content_hash(f.data.data())).collect();
    let mut all = BTreeMap::new();
    for batch in Batch::all(press, request, found) {
        let mut next = 0;
        batch.make_all(press, batch.bleed, batch.safe, found, &mut |made| {
            for items in &made.faces {
                let mut look = format!("{:?} {}", batch.size, batch.bleed).into_bytes();
                write(items, &made.drawings, &fonts, &mut look);
                if let Some(face) = batch.faces.get(next) {
                    let shown = match face.of {
                        ExportSubject::Name(name, _) => FaceSubject::Name(press.ir.names[name].id.clone()),
                        ExportSubject::Back => FaceSubject::Back,
                        ExportSubject::OwnBack(name) => FaceSubject::OwnBack(press.ir.names[name].id.clone()),
                        ExportSubject::Other(_) => FaceSubject::Other(face.file.clone()),
                    };
                    all.insert((batch.sheet.clone(), shown), content_hash(&look));
                }
                next += 1;
            }
        });
    }
    all
}

/// Serializes the appearance of items, independent of the order of other faces and of fonts.
fn write(items: &[SceneItem], drawings: &[Drawing], fonts: &[u64], out: &mut Vec<u8>) {
    for item in items {
        match item {
            SceneItem::Path { .. } => out.extend(format!("{item:?}").bytes()),
            SceneItem::Group { matrix, opacity, clip, items } => {
                out.extend(format!("group {matrix:?} {opacity:?} {clip:?} (").bytes());
                write(items, drawings, fonts, out);
                out.push(b')');
            }
            SceneItem::Text(run) => {
                let font = fonts.get(usize::from(run.font)).copied().unwrap_or_default();
                out.extend(format!("text {font} {:?} {:?} {:?}", run.size, run.colour, run.glyphs).bytes());
            }
            SceneItem::Picture { picture, matrix } => {
                out.extend(format!("picture {} {matrix:?}", picture.key).bytes())
            }
            SceneItem::Use { drawing, matrix } => {
                out.extend(format!("use {matrix:?} (").bytes());
                if let Some(drawing) = drawings.get(drawing.index()) {
                    write(&drawing.items, drawings, fonts, out);
                }
                out.push(b')');
            }
        }
    }
}

//! Pages with contents from outside the game: the bracket of a tournament, a table, a list.

use std::collections::BTreeMap;

use minijinja::Value;

use crate::diagnostics::{Diagnostic, error_count};
use crate::ir::Ir;
use crate::print::draw::scene::{Matrix, SceneItem};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_renderer::{FaceEdge, FaceRenderer, FaceRequest};
use crate::print::face::materials::Materials;
use crate::print::game::data;
use crate::print::pdf::page::Bookmark;
use crate::print::request::leaf::InsertedPage;
use crate::print::request::output::{PrintResult, PrintedFile, output};
use crate::print::request::print_request::Request;
use crate::print::sheets::job::PrintJob;
use crate::print::sheets::paper::SheetSettings;

/// Margin around a page, in millimetres.
const RIM: f64 = 12.0;
/// Height of the footer, in millimetres.
const FOOT: f64 = 4.0;

/// Prints the pages as one file.
pub fn leaves(ir: &Ir, request: &Request, id: &str, title: &str, leaves: &[InsertedPage]) -> PrintResult {
    let mut found = Vec::new();
    let materials = Materials::load(ir, &mut found);
    let press = materials.press(request, &mut found);
    let file = print(&press, request, id, title, leaves, &mut found);
    output(file.into_iter().collect(), found, request)
}

/// Prints the pages together with other sheets of a game.
pub(in crate::print) fn print(
    press: &FaceRenderer,
    request: &Request,
    id: &str,
    title: &str,
    leaves: &[InsertedPage],
    found: &mut Vec<Diagnostic>,
) -> Option<PrintedFile> {
    let paper = SheetSettings::settle_or_report(&[&request.paper, &press.ir.print.paper], found)?;
    let mut job = PrintJob::new(press, title);
    for (number, leaf) in leaves.iter().enumerate() {
        let Size { width, height } = paper.size;
        let page = if leaf.across { Size { width: height, height: width } } else { paper.size };
        let rim = paper.margin.max(RIM);
        let one = Size { width: page.width - 2.0 * rim, height: page.height - 2.0 * rim - FOOT };
        let mut data = data::page(press.ir, one, 0.0);
        if let serde_json::Value::Object(told) = &leaf.data {
            data.extend(told.iter().map(|(key, value)| (key.clone(), plain(value))));
        }
        let of = format!("{title}, page {}", number + 1);
        let wanted = [FaceRequest { template: leaf.face.clone(), data: Value::from(data), of }];
        let before = error_count(found);
        let made = press.make(&wanted, FaceEdge { size: one, bleed: 0.0, safe: 0.0 }, found);
        if error_count(found) > before {
            return None;
        }
        let bounds = [0.0, 0.0, one.width as f32, one.height as f32];
        let faces = job.faces(made, bounds);
        for face in &faces {
            job.describe(*face, &wanted[0].of);
        }
        let items: Vec<SceneItem> = faces
            .iter()
            .map(|face| SceneItem::Use { drawing: *face, matrix: Matrix::shift(rim, rim) })
            .collect();
        let cut = Rect { x: rim, y: rim, width: one.width, height: one.height };
        let (n, of) = ((number + 1).to_string(), leaves.len().to_string());
        let what = press.ir.print.phrase("page", &[("n", &n), ("of", &of)]);
        job.uncut_page(page, cut, &paper, items, &format!("{title} · {what}"));
    }
    job.document.bookmarks.push(Bookmark { title: title.to_owned(), page: 0, below: Vec::new() });
    job.finish(id, title.to_owned(), "print on one side or both".into(), found)
}

/// Converts JSON to template data, and escapes the markup in texts.
fn plain(value: &serde_json::Value) -> Value {
    use serde_json::Value as Json;
    match value {
        Json::Null => Value::from(()),
        Json::Bool(yes) => Value::from(*yes),
        Json::Number(number) => number.as_i64().map_or_else(|| Value::from(number.as_f64()), Value::from),
        Json::String(text) => {
            let mut plain = String::with_capacity(text.len());
            for c in text.chars() {
                if matches!(c, '*' | '{' | '\\') {
                    plain.push('\\');
                }
                plain.push(if c.is_control() { ' ' } else { c });
            }
            Value::from(plain)
        }
        Json::Array(values) => Value::from(values.iter().map(plain).collect::<Vec<Value>>()),
        Json::Object(map) => Value::from(
            map.iter().map(|(key, value)| (key.clone(), plain(value))).collect::<BTreeMap<String, Value>>(),
        ),
    }
}

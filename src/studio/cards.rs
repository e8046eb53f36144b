//! The faces of a package, with the data of their cards.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::card_source::{CardSource, card_sources};
use super::package::PackageState;
use crate::ir::layout::Owner;
use crate::ir::{Ir, NameInfo};
use crate::model::read_package;
use crate::print::export::{LiveFace, LiveFaces};
use crate::table::Names;

/// Formats all faces as the page's JSON.
pub fn json(game: &str, state: &PackageState) -> Value {
    let Some(compiled) = &state.game else {
        return json!({ "version": state.version, "attributes": [], "sheets": [], "cards": [] });
    };
    let ir = &compiled.ir;
    let (package, _) = read_package(&state.files);
    let sources = card_sources(&package);
    let problems = state.problems();
    let cards = state.faces.faces.iter().filter(|(_, face)| !face.is_back);
    let cards = cards.map(|(path, face)| {
        let info = face.name.and_then(|name| ir.names.find(name));
        let source = info.and_then(|info| sources.get(info.id.as_str()));
        json!({
            "file": path,
            "id": info.map(|info| info.id.as_str()),
            "title": face.title,
            "sheet": face.sheet,
            "kind": info.and_then(|info| ir.kinds.find(info.kind)).map(|kind| kind.id.as_str()),
            "copies": face.copies,
            "attributes": info.map_or_else(Map::new, |info| attributes(ir, info)),
            "says": face.says,
            "rule": info.and_then(|info| state.rules.get(&info.id)).map(|words| &words.text),
            "rule_is_whole": info.and_then(|info| state.rules.get(&info.id)).is_none_or(|words| words.is_whole),
            "face": address(game, path, face),
            "before": previous_address(game, path, face, &state.before),
            "back": face.back.as_ref().and_then(|back| Some(address(game, back, state.faces.get(back)?))),
            "source": source.map(|s| json!({ "file": s.file, "line": s.line, "text": s.text })),
            "problems": source.map_or_else(Vec::new, |source| about(source, &problems)),
            "lab": info.and_then(|info| state.lab.get(&info.id)),
        })
    });
    let cards: Vec<Value> = cards.collect();
    let names =
        |card: &Value| card["attributes"].as_object().map(|all| all.keys().cloned().collect::<Vec<String>>());
    let attributes: BTreeSet<String> = cards.iter().filter_map(names).flatten().collect();
    json!({ "version": state.version, "attributes": attributes, "sheets": sheets(ir, &state.faces), "cards": cards })
}

/// Returns the address of a face. It has a hash of the face's inputs, so that a browser may keep it.
fn address(game: &str, path: &str, face: &LiveFace) -> String {
    format!("/studio/{game}/face/{path}.svg?v={:x}", face.made_from)
}

/// Returns the address of the face in its earlier state, if it looked different.
fn previous_address(game: &str, path: &str, face: &LiveFace, before: &LiveFaces) -> Option<String> {
    let old = before.get(path)?;
    (old.made_from != face.made_from).then(|| address(game, path, old))
}

/// Returns the values of a card's attributes.
fn attributes(ir: &Ir, info: &NameInfo) -> Map<String, Value> {
    let names = Names::new(ir);
    let has = ir.attributes.iter().filter(|a| a.owner == Owner::Component && ir.is_below(info.kind, a.kind));
    // Parameters of keywords are attributes, too, which every card has.
    let has = has.filter(|a| a.id.is_declared());
    has.map(|attribute| {
        let value = names.format_value(&attribute.ty, ir.stored(attribute, info.first.0));
        (attribute.id.to_string(), Value::from(value))
    })
    .collect()
}

fn sheets(ir: &Ir, faces: &LiveFaces) -> Vec<Value> {
    let mut known: Vec<&str> = Vec::new();
    let mut sheets = Vec::new();
    for (_, face) in &faces.faces {
        if !known.contains(&face.sheet.as_str()) {
            known.push(&face.sheet);
            let (width, height) = face.size;
            let title = ir.print.label(&face.sheet);
            sheets.push(json!({ "id": face.sheet, "title": title, "width": width, "height": height }));
        }
    }
    sheets
}

/// Returns the indices of the problems in a card's lines.
fn about(source: &CardSource, problems: &[Value]) -> Vec<usize> {
    let end = source.line + source.text.lines().count();
    let lines = source.line..end;
    let concerns = |problem: &Value| {
        problem["labels"].as_array().and_then(|labels| labels.first()).is_some_and(|label| {
            let line = label["line"].as_u64().and_then(|line| usize::try_from(line).ok());
            label["file"] == source.file.as_str() && line.is_some_and(|line| lines.contains(&line))
        })
    };
    problems.iter().enumerate().filter(|(_, problem)| concerns(problem)).map(|(i, _)| i).collect()
}

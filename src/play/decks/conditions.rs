//! The places of conditions on deck lists, in the files of the game.

use crate::ir::{Ir, RequireInfo};
use crate::place::TextRange;
use crate::source::{FileId, Sources, Span, TomlNode, TomlValue, parse_toml};
use crate::table::span_of;

/// Returns the span of the whole condition of a requirement. The code of its function leads to a part of the
/// condition, or to a function that it calls.
pub(super) fn condition_span(ir: &Ir, require: &RequireInfo) -> Option<Span> {
    let first = ir.functions.find(require.function).and_then(|f| span_of(ir, f.entry));
    let mut written: Vec<(Span, String)> = Vec::new();
    for (at, file) in ir.files.iter().enumerate().filter(|(_, file)| file.text.contains("require")) {
        let mut sources = Sources::default();
        let id = sources.add(file.display_path(), file.text.as_str());
        let (root, _) = parse_toml(&sources, id);
        let mut found = Vec::new();
        root.entries.iter().for_each(|entry| add_conditions(&entry.key, &entry.value, &mut found));
        let file = FileId(u32::try_from(at).ok()?);
        written.extend(found.into_iter().map(|(span, text)| (Span { file, ..span }, text)));
    }
    let holds_first = |that: &Span| {
        first.is_some_and(|at| {
            that.file == at.file && (that.first_byte()..=that.end_byte()).contains(&at.first_byte())
        })
    };
    let of_code = written.iter().find(|(that, _)| holds_first(that));
    // A text tells conditions apart only if no other has it.
    let of_text = || {
        let mut alike = written.iter().filter(|(_, text)| !text.is_empty() && *text == require.text);
        alike.next().filter(|_| alike.next().is_none())
    };
    of_code.or_else(of_text).map(|(that, _)| *that).or(first)
}

/// Adds the conditions in arrays called `require`, each with its text.
fn add_conditions(key: &str, node: &TomlNode, found: &mut Vec<(Span, String)>) {
    match &node.value {
        TomlValue::Table(table) => {
            table.entries.iter().for_each(|entry| add_conditions(&entry.key, &entry.value, found));
        }
        TomlValue::Array(items) if key == "require" => {
            for require in items.iter().filter_map(TomlNode::as_table) {
                let text = |key: &str| require.get(key).and_then(TomlNode::as_text);
                let Some(that) = text("that") else { continue };
                let says = text("text").map_or_else(String::new, |text| text.value.clone());
                found.push((that.span_of(0, that.value.len()), says));
            }
        }
        _ => {}
    }
}

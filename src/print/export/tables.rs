//! Writes all components as a table: CSV and JSON.

use std::collections::BTreeSet;

use serde_json::Map;

use crate::diagnostics::{Diagnostic, count_noun, plain_cell};
use crate::ir::{AttributeInfo, Ir, NameId};
use crate::print::export::form::ExportForm;
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::game::{data, written_values};
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, ExportSubject};

/// Writes the table of all components.
pub fn write(
    job: &ExportJob,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let ir = job.press.ir;
    // A component on several sheets is listed once.
    let mut seen = BTreeSet::new();
    let names: Vec<(NameId, u32)> = batches
        .iter()
        .flat_map(|b| &b.faces)
        .filter_map(|face| match face.of {
            ExportSubject::Name(name, copies) => seen.insert(name).then_some((name, copies)),
            _ => None,
        })
        .collect();
    let attributes: Vec<&AttributeInfo> =
        data::printed(ir).filter(|a| names.iter().any(|(name, _)| has(ir, a, *name))).collect();
    let (file, bytes) = match job.options.form {
        ExportForm::Csv => ("components.csv", csv(ir, &names, &attributes)?),
        _ => ("components.json", json(ir, &names, &attributes)?),
    };
    to.file(file, &bytes)?;
    let ids: BTreeSet<&str> = attributes.iter().map(|a| a.id.as_str()).collect();
    out.made.push(format!(
        "{file}: {}, {}",
        count_noun(names.len() as u64, "component"),
        count_noun(ids.len() as u64, "attribute")
    ));
    Ok(())
}

fn has(ir: &Ir, attribute: &AttributeInfo, name: NameId) -> bool {
    ir.is_below(ir.names[name].kind, attribute.kind)
}

/// Returns the rows in the format of a game's own tables of cards.
fn csv(ir: &Ir, names: &[(NameId, u32)], attributes: &[&AttributeInfo]) -> Result<Vec<u8>, Diagnostic> {
    let failed = |e: csv::Error| messages::no_table(e.to_string());
    let mut rows = csv::Writer::from_writer(Vec::new());
    let mut header = vec!["id", "name", "kind", "copies"];
    // Attributes of different kinds may share a name and a column: a component has at most one of them.
    let mut columns: Vec<&str> = Vec::new();
    for attribute in attributes {
        if !columns.contains(&attribute.id.as_str()) {
            columns.push(&attribute.id);
        }
    }
    header.extend(&columns);
    header.extend(["keywords", "text", "flavour"]);
    rows.write_record(&header).map_err(failed)?;
    for (name, copies) in names {
        let info = &ir.names[*name];
        let kind = ir.kinds[info.kind].id.clone();
        let mut row = vec![info.id.clone(), info.printed.clone(), kind, copies.to_string()];
        let of = |id: &&str| attributes.iter().find(|a| a.id == **id && has(ir, a, *name));
        let cell = |a: &&AttributeInfo| written_values::cell(ir, a, info.first);
        row.extend(columns.iter().map(|id| of(id).map(cell).unwrap_or_default()));
        row.extend([info.keywords.join(";"), info.text.clone(), info.flavour.clone()]);
        rows.write_record(row.iter().map(|cell| plain_cell(cell).into_owned())).map_err(failed)?;
    }
    rows.into_inner().map_err(|e| failed(e.into_error().into()))
}

fn json(ir: &Ir, names: &[(NameId, u32)], attributes: &[&AttributeInfo]) -> Result<Vec<u8>, Diagnostic> {
    let failed = |e: serde_json::Error| messages::no_table(e.to_string());
    let mut components = Vec::new();
    for (name, copies) in names {
        let info = &ir.names[*name];
        let mut of = Map::new();
        for attribute in attributes.iter().filter(|a| has(ir, a, *name)) {
            let value = written_values::json(ir, attribute, info.first);
            if !value.is_null() {
                of.insert(attribute.id.to_string(), value);
            }
        }
        components.push(serde_json::json!({
            "id": info.id,
            "name": info.printed,
            "kind": ir.kinds[info.kind].id,
            "copies": copies,
            "attributes": of,
            "keywords": info.keywords,
            "text": info.text,
            "flavour": info.flavour,
        }));
    }
    let game = &ir.game;
    let all = serde_json::json!({
        "game": { "id": game.id, "name": game.name, "version": game.version, "summary": game.summary },
        "components": components,
    });
    let mut bytes = serde_json::to_vec_pretty(&all).map_err(failed)?;
    bytes.push(b'\n');
    Ok(bytes)
}

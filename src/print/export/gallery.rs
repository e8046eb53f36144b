//! A gallery page of every face, with search and filters, that needs no server.

use std::collections::BTreeMap;

use minijinja::{AutoEscape, Environment, Value, context};

use crate::ir::{AttributeInfo, Ir, NameId, ValueType};
use crate::print::export::files::{painted, png, view};
use crate::print::export::job::ExportJob;
use crate::print::export::receiver::{ExportResult, ExportStop, Receiver};
use crate::print::game::data;
use crate::print::messages::export as messages;
use crate::print::sheets::batch::{Batch, CutShape, ExportSubject, Face};
use crate::threads::in_parallel;

const PAGE: &str = include_str!("../../../templates/export/gallery.html.j2");
const STYLE: &str = include_str!("../../../templates/export/gallery.css");
const SCRIPT: &str = include_str!("../../../templates/export/gallery.js");

/// Default resolution, in pixels per inch: sharp on a phone.
const DPI: f64 = 180.0;
/// Maximum width and height of a picture, in pixels, since boards can be large.
const MOST: f64 = 1800.0;

/// Writes the page and its pictures.
pub fn write(
    job: &ExportJob,
    batches: &[Batch],
    to: &mut dyn Receiver,
    out: &mut ExportResult,
) -> Result<(), ExportStop> {
    let ir = job.press.ir;
    to.expect(batches.iter().map(|b| b.faces.len()).sum());
    let filters = filters(ir, batches);
    let mut sections: Vec<(String, &str, Vec<Value>)> = Vec::new();
    for batch in batches {
        let longest = batch.size.width.max(batch.size.height);
        let dpi = job.options.dpi.unwrap_or(DPI).min(MOST / longest * 25.4);
        let view = view(batch, 0.0, dpi)?;
        let title = batch.heading(ir);
        let look = match batch.size.width {
            _ if batch.shape == CutShape::Round => " small plain",
            w if w > 130.0 => " wide plain",
            w if w < 34.0 => " small",
            _ => "",
        };
        if sections.last().is_none_or(|(last, ..)| *last != title) {
            sections.push((title, look, Vec::new()));
        }
        let well = batch.make(job.press, batch.bleed, batch.safe, &mut out.found, |made, first, found| {
            let pictures = painted(job, batch, made, view, found)?;
            let files = in_parallel(&pictures, job.press.threads, || (), |(), p| png(p, batch.shape, dpi));
            for (i, bytes) in files.into_iter().enumerate() {
                let face = &batch.faces[first + i];
                to.file(&format!("gallery/{}.png", face.file), &bytes?)?;
                if let Some((.., faces)) = sections.last_mut() {
                    faces.push(face_data(ir, face, &filters, (view.width, view.height)));
                }
            }
            to.faces_drawn(pictures.len());
            Ok::<(), ExportStop>(())
        })?;
        if !well {
            return Err(ExportStop::Recorded);
        }
    }
    let page = page(job, &filters, sections).map_err(|e| messages::no_page(e.to_string()))?;
    to.file("gallery/index.html", page.as_bytes())?;
    let faces: usize = batches.iter().map(|b| b.faces.len()).sum();
    out.made.push(format!("gallery/index.html: {faces} faces; open it in a browser"));
    Ok(())
}

/// An attribute to filter by, with the values that occur. Kinds may each have one of the same id.
struct Filter<'a> {
    attributes: Vec<&'a AttributeInfo>,
    values: Vec<String>,
}

impl Filter<'_> {
    fn id(&self) -> &str {
        self.attributes.first().map_or("", |attribute| &attribute.id)
    }

    /// Returns the values that a component has.
    fn values_of(&self, ir: &Ir, name: NameId) -> Vec<String> {
        self.attributes.iter().flat_map(|attribute| had(ir, attribute, name)).collect()
    }
}

/// Returns the attributes by which the gallery can be filtered: those with few possible values, of which
/// components have at least two.
fn filters<'a>(ir: &'a Ir, batches: &[Batch]) -> Vec<Filter<'a>> {
    let few = |ty: &ValueType| {
        let inner = match ty {
            ValueType::Optional(inner) | ValueType::Set(inner) => inner,
            plain => plain,
        };
        matches!(inner, ValueType::Enum(_) | ValueType::Bool)
    };
    let names: Vec<NameId> = batches.iter().flat_map(|b| &b.faces).filter_map(name).collect();
    let mut filters: Vec<Filter> = Vec::new();
    for attribute in data::printed(ir).filter(|a| few(&a.ty)) {
        match filters.iter_mut().find(|filter| attribute.id == filter.id()) {
            Some(filter) => filter.attributes.push(attribute),
            None => filters.push(Filter { attributes: vec![attribute], values: Vec::new() }),
        }
    }
    for filter in &mut filters {
        let mut values: Vec<String> = names.iter().flat_map(|name| filter.values_of(ir, *name)).collect();
        // In the order in which the enum is declared.
        let enums = filter.attributes.iter().filter_map(|attribute| match &attribute.ty {
            ValueType::Enum(e) => Some(&ir.enums[*e].values),
            _ => None,
        });
        let order: BTreeMap<&str, usize> = enums.flatten().map(String::as_str).zip(0..).collect();
        values.sort_by(|a, b| order.get(a.as_str()).cmp(&order.get(b.as_str())).then_with(|| a.cmp(b)));
        values.dedup();
        filter.values = values;
    }
    filters.retain(|filter| filter.values.len() > 1);
    filters
}

fn name(face: &Face) -> Option<NameId> {
    match face.of {
        ExportSubject::Name(name, _) => Some(name),
        _ => None,
    }
}

/// Returns the values of a component's attribute: none, one, or those of a set.
fn had(ir: &Ir, attribute: &AttributeInfo, name: NameId) -> Vec<String> {
    let info = &ir.names[name];
    if !ir.is_below(info.kind, attribute.kind) {
        return Vec::new();
    }
    let value = data::value(ir, attribute, info.first);
    match (&attribute.ty, value.try_iter()) {
        (ValueType::Set(_), Ok(of)) => of.map(|v| data::value_text(&v)).collect(),
        _ if value.is_none() => Vec::new(),
        _ => vec![data::value_text(&value)],
    }
}

/// Returns the template data of a face.
fn face_data(ir: &Ir, face: &Face, filters: &[Filter], (width, height): (u32, u32)) -> Value {
    let mut has: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    if let Some(name) = name(face) {
        for filter in filters {
            has.insert(filter.id(), filter.values_of(ir, name));
        }
    }
    let copies = match face.of {
        ExportSubject::Name(_, copies) | ExportSubject::Other(copies) => copies,
        ExportSubject::Back | ExportSubject::OwnBack(_) => 1,
    };
    let alt =
        if face.says.is_empty() { face.title.clone() } else { format!("{}\n{}", face.title, face.says) };
    context! {
        has => serde_json::to_string(&has).unwrap_or_default(),
        // Ids consist of letters, digits and underscores.
        src => Value::from_safe_string(format!("{}.png", face.file)),
        alt, width, height, copies,
        name => face.title.as_str(),
    }
}

fn page(
    job: &ExportJob,
    filters: &[Filter],
    sections: Vec<(String, &str, Vec<Value>)>,
) -> Result<String, minijinja::Error> {
    let mut env = Environment::new();
    env.set_auto_escape_callback(|_| AutoEscape::Html);
    env.add_template("gallery", PAGE)?;
    let game = &job.press.ir.game;
    let print = &job.press.ir.print;
    let filters: Vec<Value> = filters
        .iter()
        .map(|f| {
            let is_bool = f.attributes.iter().any(|attribute| attribute.ty == ValueType::Bool);
            let word = |value: &str| match value {
                "true" if is_bool => print.phrase("yes", &[]),
                "false" if is_bool => print.phrase("no", &[]),
                _ => print.label(value),
            };
            let values: Vec<[String; 2]> = f.values.iter().map(|v| [v.clone(), word(v)]).collect();
            let label = print.label(f.id());
            let any = print.phrase("any", &[("what", &label)]);
            context! { id => f.id(), label, any, values }
        })
        .collect();
    let sections: Vec<Value> =
        sections.into_iter().map(|(title, look, faces)| context! { title, look, faces }).collect();
    env.get_template("gallery")?.render(context! {
        game => context! {
            language => game.language.as_str(),
            name => game.name.as_str(),
            summary => game.summary.as_str(),
            version => game.version.as_str(),
        },
        css => Value::from_safe_string(STYLE.to_owned()),
        js => Value::from_safe_string(SCRIPT.to_owned()),
        hash => job.press.hash.as_str(),
        phrases => context! {
            search => print.phrase("search", &[]),
            // The script fills in both numbers.
            shown => print.phrase("shown", &[("n", "{n}"), ("of", "{of}")]),
            made => print.phrase("made", &[]),
        },
        filters,
        sections,
    })
}

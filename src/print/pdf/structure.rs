//! The structure of a tagged PDF: the parts that are read aloud, and their order.

use lopdf::{Dictionary, Document as Pdf, Object, ObjectId, dictionary};

use crate::print::pdf::document::DocumentContent;
use crate::print::pdf::syntax::text;
use crate::print::pdf::tags::{StructureRole, StructureTag};

/// Writes the structure of a document. `tags` are those of each page, in the order of their marked content;
/// `first_sheet` is the number of the stream of the first page.
pub fn write(
    pdf: &mut Pdf,
    document: &DocumentContent,
    tags: &[Vec<StructureTag>],
    first_sheet: u32,
) -> lopdf::Result<()> {
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    let root = pdf.new_object_id();
    let whole = pdf.new_object_id();
    let mut elements: Vec<StructureElement> = Vec::new();
    let mut parents: Vec<Object> = Vec::new();
    for (number, (page, tags)) in pages.iter().zip(tags).enumerate() {
        let sheet: ObjectId = (first_sheet + number as u32, 0);
        let mut of_page: Vec<Object> = Vec::new();
        for (content, tag) in tags.iter().enumerate() {
            if !tag.is_continued || elements.is_empty() {
                elements.push(StructureElement {
                    id: pdf.new_object_id(),
                    role: tag.role,
                    alt: &tag.alt,
                    contents: Vec::new(),
                });
            }
            // A row that goes on has several cells, which all do.
            let same = elements.iter().rposition(|element| element.role == tag.role);
            let is_cell = tag.is_continued && matches!(tag.role, StructureRole::Cell { .. });
            let at = same.filter(|_| is_cell).unwrap_or(elements.len().saturating_sub(1));
            let Some(element) = elements.get_mut(at) else { continue };
            // Marked content lies in the page's form stream, which the page itself only invokes.
            element.contents.push(Object::Dictionary(dictionary! {
                "Type" => "MCR", "Pg" => *page, "Stm" => sheet, "MCID" => content as i64,
            }));
            of_page.push(Object::Reference(element.id));
        }
        let stream = &mut pdf.get_object_mut(sheet)?.as_stream_mut()?.dict;
        stream.set("StructParents", number as i64);
        pdf.get_dictionary_mut(*page)?.set("Tabs", "S");
        parents.extend([Object::Integer(number as i64), Object::Array(of_page)]);
    }
    let mut kids: Vec<Object> = Vec::new();
    for run in
        elements.chunk_by(|a, b| group_of(a.role) != Group::Single && group_of(a.role) == group_of(b.role))
    {
        match group_of(run.first().map_or(StructureRole::Paragraph, |element| element.role)) {
            Group::List => kids.push(Object::Reference(list(pdf, whole, run, 0))),
            Group::Table(_) => kids.push(Object::Reference(table(pdf, whole, run))),
            Group::Single => {
                for element in run {
                    pdf.objects.insert(element.id, Object::Dictionary(element.dictionary(whole)));
                    kids.push(Object::Reference(element.id));
                }
            }
        }
    }
    let whole_element = dictionary! { "Type" => "StructElem", "S" => "Document", "P" => root, "K" => kids };
    pdf.objects.insert(whole, Object::Dictionary(whole_element));
    let count = document.pages.len() as i64;
    let tree = pdf.add_object(dictionary! { "Nums" => parents });
    let root_dictionary = dictionary! {
        "Type" => "StructTreeRoot", "K" => whole, "ParentTree" => tree, "ParentTreeNextKey" => count,
    };
    pdf.objects.insert(root, Object::Dictionary(root_dictionary));
    let catalog = pdf.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

/// An element of the structure tree, with the marked content that belongs to it.
struct StructureElement<'a> {
    id: ObjectId,
    role: StructureRole,
    alt: &'a str,
    contents: Vec<Object>,
}

impl StructureElement<'_> {
    fn dictionary(&self, parent: ObjectId) -> Dictionary {
        let mut of = dictionary! { "Type" => "StructElem", "S" => self.role.name(), "P" => parent };
        if self.role == StructureRole::Figure {
            of.set("Alt", text(self.alt));
        }
        of.set("K", self.contents.clone());
        of
    }
}

/// The structure that encloses an element. Neighbours of one group are written together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Single,
    List,
    /// The table of this number.
    Table(usize),
}

fn group_of(role: StructureRole) -> Group {
    match role {
        StructureRole::Entry(_) => Group::List,
        StructureRole::Cell { table, .. } => Group::Table(table),
        _ => Group::Single,
    }
}

/// Returns how many lists an entry is nested in.
fn level_of(element: &StructureElement) -> usize {
    if let StructureRole::Entry(level) = element.role { level } else { 0 }
}

/// Writes a list of entries, and returns its object. Entries of deeper levels are lists in the entry before
/// them.
fn list(pdf: &mut Pdf, parent: ObjectId, entries: &[StructureElement], level: usize) -> ObjectId {
    let list_id = pdf.new_object_id();
    let mut kids: Vec<Object> = Vec::new();
    for run in entries.chunk_by(|_, next| level_of(next) > level) {
        let Some((entry, nested)) = run.split_first() else { continue };
        let item = pdf.add_object(dictionary! {
            "Type" => "StructElem", "S" => "LI", "P" => list_id, "K" => entry.id,
        });
        let mut of = entry.dictionary(item);
        if !nested.is_empty() {
            let mut contents = entry.contents.clone();
            contents.push(Object::Reference(list(pdf, entry.id, nested, level + 1)));
            of.set("K", contents);
        }
        pdf.objects.insert(entry.id, Object::Dictionary(of));
        kids.push(Object::Reference(item));
    }
    let of = dictionary! { "Type" => "StructElem", "S" => "L", "P" => parent, "K" => kids };
    pdf.objects.insert(list_id, Object::Dictionary(of));
    list_id
}

/// Writes the structure of a table from its cells, row by row. Returns its object.
fn table(pdf: &mut Pdf, parent: ObjectId, cells: &[StructureElement]) -> ObjectId {
    let row_of = |element: &StructureElement| match element.role {
        StructureRole::Cell { row, .. } => row,
        _ => 0,
    };
    let table = pdf.new_object_id();
    let mut rows: Vec<Object> = Vec::new();
    for run in cells.chunk_by(|a, b| row_of(a) == row_of(b)) {
        let row = pdf.new_object_id();
        for cell in run {
            let mut of = cell.dictionary(row);
            if matches!(cell.role, StructureRole::Cell { is_header: true, .. }) {
                of.set("A", dictionary! { "O" => "Table", "Scope" => "Column" });
            }
            pdf.objects.insert(cell.id, Object::Dictionary(of));
        }
        let kids: Vec<Object> = run.iter().map(|cell| Object::Reference(cell.id)).collect();
        let of = dictionary! { "Type" => "StructElem", "S" => "TR", "P" => table, "K" => kids };
        pdf.objects.insert(row, Object::Dictionary(of));
        rows.push(Object::Reference(row));
    }
    let of = dictionary! { "Type" => "StructElem", "S" => "Table", "P" => parent, "K" => rows };
    pdf.objects.insert(table, Object::Dictionary(of));
    table
}

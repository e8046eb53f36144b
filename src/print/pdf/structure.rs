//! The structure of a tagged PDF: the parts that are read aloud, and their order.

use lopdf::{Dictionary, Object, ObjectId, dictionary};

use crate::print::pdf::document::DocumentContent;
use crate::print::pdf::file::{PdfFile, written};
use crate::print::pdf::syntax::text;
use crate::print::pdf::tags::{StructureRole, StructureTag};
use crate::threads::in_parallel;

/// Writes the structure of a document. `tags` are those of each page, in the order of their marked content;
/// `first_sheet` is the number of the stream of the first page.
pub fn write(
    file: &mut PdfFile,
    document: &DocumentContent,
    tags: &[Vec<StructureTag>],
    first_sheet: u32,
    threads: usize,
) -> lopdf::Result<()> {
    let pages: Vec<ObjectId> = file.document.page_iter().collect();
    let root = file.document.new_object_id();
    let whole = file.document.new_object_id();
    let mut elements: Vec<StructureElement> = Vec::new();
    let mut parents: Vec<Object> = Vec::new();
    for (number, (page, tags)) in pages.iter().zip(tags).enumerate() {
        let sheet: ObjectId = (first_sheet + number as u32, 0);
        let mut of_page: Vec<Object> = Vec::new();
        for (content, tag) in tags.iter().enumerate() {
            if !tag.is_continued || elements.is_empty() {
                elements.push(StructureElement {
                    id: file.document.new_object_id(),
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
            element.contents.push(MarkedContent { page: *page, sheet, number: content });
            of_page.push(Object::Reference(element.id));
        }
        file.add_entry(sheet.0, "StructParents", &(number as i64).into());
        file.document.get_dictionary_mut(*page)?.set("Tabs", "S");
        parents.extend([Object::Integer(number as i64), Object::Array(of_page)]);
    }
    let mut kids: Vec<Object> = Vec::new();
    for run in elements.chunk_by(|a, b| group_of(a.role) == group_of(b.role)) {
        match group_of(run.first().map_or(StructureRole::Paragraph, |element| element.role)) {
            Group::List => kids.push(Object::Reference(list(file, whole, run, 0))),
            Group::Table(_) => kids.push(Object::Reference(table(file, whole, run))),
            Group::Single => {
                // Thousands of cards are as many figures.
                let written = in_parallel(
                    run,
                    threads,
                    || (),
                    |(), element| written(&Object::Dictionary(element.dictionary(whole))),
                );
                for (element, written) in run.iter().zip(written) {
                    file.keep(element.id, written);
                    kids.push(Object::Reference(element.id));
                }
            }
        }
    }
    let whole_element = dictionary! { "Type" => "StructElem", "S" => "Document", "P" => root, "K" => kids };
    file.write(whole, &Object::Dictionary(whole_element));
    let count = document.pages.len() as i64;
    let tree = file.document.new_object_id();
    file.write(tree, &Object::Dictionary(dictionary! { "Nums" => parents }));
    let root_dictionary = dictionary! {
        "Type" => "StructTreeRoot", "K" => whole, "ParentTree" => tree, "ParentTreeNextKey" => count,
    };
    file.write(root, &Object::Dictionary(root_dictionary));
    let catalog = file.document.catalog_mut()?;
    catalog.set("StructTreeRoot", root);
    catalog.set("MarkInfo", dictionary! { "Marked" => true });
    Ok(())
}

/// An element of the structure tree, with the marked content that belongs to it.
struct StructureElement<'a> {
    id: ObjectId,
    role: StructureRole,
    alt: &'a str,
    contents: Vec<MarkedContent>,
}

/// A part of a page that an element consists of.
struct MarkedContent {
    page: ObjectId,
    /// The stream that the page shows, in which the part lies.
    sheet: ObjectId,
    /// Its number on the page.
    number: usize,
}

impl MarkedContent {
    fn reference(&self) -> Object {
        Object::Dictionary(dictionary! {
            "Type" => "MCR", "Pg" => self.page, "Stm" => self.sheet, "MCID" => self.number as i64,
        })
    }
}

impl StructureElement<'_> {
    /// Returns references to its contents.
    fn kids(&self) -> Vec<Object> {
        self.contents.iter().map(MarkedContent::reference).collect()
    }

    fn dictionary(&self, parent: ObjectId) -> Dictionary {
        let mut of = dictionary! { "Type" => "StructElem", "S" => self.role.name(), "P" => parent };
        if self.role == StructureRole::Figure {
            of.set("Alt", text(self.alt));
        }
        of.set("K", self.kids());
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
fn list(file: &mut PdfFile, parent: ObjectId, entries: &[StructureElement], level: usize) -> ObjectId {
    let list_id = file.document.new_object_id();
    let mut kids: Vec<Object> = Vec::new();
    for run in entries.chunk_by(|_, next| level_of(next) > level) {
        let Some((entry, nested)) = run.split_first() else { continue };
        let item = file.document.new_object_id();
        let of_item = dictionary! { "Type" => "StructElem", "S" => "LI", "P" => list_id, "K" => entry.id };
        file.write(item, &Object::Dictionary(of_item));
        let mut of = entry.dictionary(item);
        if !nested.is_empty() {
            let mut contents = entry.kids();
            contents.push(Object::Reference(list(file, entry.id, nested, level + 1)));
            of.set("K", contents);
        }
        file.write(entry.id, &Object::Dictionary(of));
        kids.push(Object::Reference(item));
    }
    let of = dictionary! { "Type" => "StructElem", "S" => "L", "P" => parent, "K" => kids };
    file.write(list_id, &Object::Dictionary(of));
    list_id
}

/// Writes the structure of a table from its cells, row by row. Returns its object.
fn table(file: &mut PdfFile, parent: ObjectId, cells: &[StructureElement]) -> ObjectId {
    let row_of = |element: &StructureElement| match element.role {
        StructureRole::Cell { row, .. } => row,
        _ => 0,
    };
    let table = file.document.new_object_id();
    let mut rows: Vec<Object> = Vec::new();
    for run in cells.chunk_by(|a, b| row_of(a) == row_of(b)) {
        let row = file.document.new_object_id();
        for cell in run {
            let mut of = cell.dictionary(row);
            if matches!(cell.role, StructureRole::Cell { is_header: true, .. }) {
                of.set("A", dictionary! { "O" => "Table", "Scope" => "Column" });
            }
            file.write(cell.id, &Object::Dictionary(of));
        }
        let kids: Vec<Object> = run.iter().map(|cell| Object::Reference(cell.id)).collect();
        let of = dictionary! { "Type" => "StructElem", "S" => "TR", "P" => table, "K" => kids };
        file.write(row, &Object::Dictionary(of));
        rows.push(Object::Reference(row));
    }
    let of = dictionary! { "Type" => "StructElem", "S" => "Table", "P" => parent, "K" => rows };
    file.write(table, &Object::Dictionary(of));
    table
}

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
            let Some(element) = elements.last_mut() else { continue };
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
    for run in elements.chunk_by(|a, b| (a.role == StructureRole::Entry) == (b.role == StructureRole::Entry))
    {
        if run.iter().all(|element| element.role == StructureRole::Entry) {
            kids.push(Object::Reference(list(pdf, whole, run)));
        } else {
            for element in run {
                pdf.objects.insert(element.id, Object::Dictionary(element.dictionary(whole)));
                kids.push(Object::Reference(element.id));
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

/// An element of the structure.
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

/// Writes a list of entries, and returns its object.
fn list(pdf: &mut Pdf, parent: ObjectId, entries: &[StructureElement]) -> ObjectId {
    let list = pdf.new_object_id();
    let mut kids: Vec<Object> = Vec::new();
    for entry in entries {
        let item = pdf.add_object(dictionary! {
            "Type" => "StructElem", "S" => "LI", "P" => list, "K" => entry.id,
        });
        pdf.objects.insert(entry.id, Object::Dictionary(entry.dictionary(item)));
        kids.push(Object::Reference(item));
    }
    let of = dictionary! { "Type" => "StructElem", "S" => "L", "P" => parent, "K" => kids };
    pdf.objects.insert(list, Object::Dictionary(of));
    list
}

//! Tagged PDF (ISO 32000-1, 14.7 and 14.8): what is read aloud of a document, in which order, and what is only ornament.

use std::ops::Range;

use lopdf::{Dictionary, Document as Pdf, Object, ObjectId, dictionary};

use super::{Document, text};
use crate::print::scene::Item;

/// The role of items in the structure of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A drawing with an alternative text, such as a card.
    Figure,
    /// A heading of this level, from 1.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// An entry of a list.
    Entry,
}

impl Role {
    /// Returns the standard structure type.
    pub fn name(self) -> &'static str {
        match self {
            Role::Figure => "Figure",
            Role::Heading(1) => "H1",
            Role::Heading(2) => "H2",
            Role::Heading(3) => "H3",
            Role::Heading(_) => "H4",
            Role::Paragraph => "P",
            Role::Entry => "LBody",
        }
    }
}

/// Items of a page that have a role. All other items are ornament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag {
    /// The items: a range of those of the page.
    pub items: Range<usize>,
    /// The role.
    pub role: Role,
    /// The alternative text of a figure.
    pub alt: String,
    /// Whether the element began with the tag before, in another column or on another page.
    pub is_continued: bool,
}

impl Tag {
    /// Returns a tag of the last item.
    pub fn of_last(items: &[Item], role: Role, is_continued: bool) -> Tag {
        let last = items.len().saturating_sub(1);
        Tag { items: last..items.len(), role, alt: String::new(), is_continued }
    }
}

/// Returns the tags of a page: its own, or one for each item that draws something with an alternative text.
pub fn of_page(own: &[Tag], items: &[Item], alts: &[Option<String>]) -> Vec<Tag> {
    if !own.is_empty() {
        return own.to_vec();
    }
    let figure = |(i, item): (usize, &Item)| {
        let alt = alt_of(item, alts)?.clone();
        Some(Tag { items: i..i + 1, role: Role::Figure, alt, is_continued: false })
    };
    items.iter().enumerate().filter_map(figure).collect()
}

/// Returns the alternative text of the first drawing in an item that has one.
fn alt_of<'a>(item: &Item, alts: &'a [Option<String>]) -> Option<&'a String> {
    match item {
        Item::Use { drawing, .. } => alts.get(*drawing as usize)?.as_ref(),
        Item::Group { items, .. } => items.iter().find_map(|item| alt_of(item, alts)),
        _ => None,
    }
}

/// Writes the structure of a document. `tags` are those of each page, in the order of their marked content; `first_sheet` is the number of
/// the stream of the first page.
pub fn write(pdf: &mut Pdf, document: &Document, tags: &[Vec<Tag>], first_sheet: u32) -> lopdf::Result<()> {
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    let root = pdf.new_object_id();
    let whole = pdf.new_object_id();
    let mut elements: Vec<Element> = Vec::new();
    let mut parents: Vec<Object> = Vec::new();
    for (number, (page, tags)) in pages.iter().zip(tags).enumerate() {
        let sheet: ObjectId = (first_sheet + number as u32, 0);
        let mut of_page: Vec<Object> = Vec::new();
        for (content, tag) in tags.iter().enumerate() {
            if !tag.is_continued || elements.is_empty() {
                elements.push(Element { id: pdf.new_object_id(), role: tag.role, alt: &tag.alt, contents: Vec::new() });
            }
            let Some(element) = elements.last_mut() else { continue };
            // What is marked lies in the page's stream, which the page itself only shows.
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
    for run in elements.chunk_by(|a, b| (a.role == Role::Entry) == (b.role == Role::Entry)) {
        if run.iter().all(|element| element.role == Role::Entry) {
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
struct Element<'a> {
    id: ObjectId,
    role: Role,
    alt: &'a str,
    contents: Vec<Object>,
}

impl Element<'_> {
    fn dictionary(&self, parent: ObjectId) -> Dictionary {
        let mut of = dictionary! { "Type" => "StructElem", "S" => self.role.name(), "P" => parent };
        if self.role == Role::Figure {
            of.set("Alt", text(self.alt));
        }
        of.set("K", self.contents.clone());
        of
    }
}

/// Writes a list of entries, and returns its object.
fn list(pdf: &mut Pdf, parent: ObjectId, entries: &[Element]) -> ObjectId {
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

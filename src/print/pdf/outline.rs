//! The table of contents of a PDF.

use lopdf::{Document, Object, ObjectId, dictionary};

use crate::print::pdf::page::Bookmark;
use crate::print::pdf::syntax::text;

/// Writes the table of contents; `None` if it is empty.
pub fn outline(pdf: &mut Document, bookmarks: &[Bookmark], pages: &[ObjectId]) -> Option<ObjectId> {
    let root = pdf.new_object_id();
    let (first, last) = level(pdf, bookmarks, root, pages)?;
    let count = bookmarks.len() as i64;
    pdf.set_object(
        root,
        dictionary! { "Type" => "Outlines", "First" => first, "Last" => last, "Count" => count },
    );
    Some(root)
}

/// Writes the entries of a level; returns the first and the last.
fn level(
    pdf: &mut Document,
    bookmarks: &[Bookmark],
    parent: ObjectId,
    pages: &[ObjectId],
) -> Option<(ObjectId, ObjectId)> {
    let ids: Vec<ObjectId> = bookmarks.iter().map(|_| pdf.new_object_id()).collect();
    for (i, bookmark) in bookmarks.iter().enumerate() {
        let mut line = dictionary! { "Title" => text(&bookmark.title), "Parent" => parent };
        if i > 0 {
            line.set("Prev", ids[i - 1]);
        }
        if let Some(next) = ids.get(i + 1) {
            line.set("Next", *next);
        }
        if let Some((first, last)) = level(pdf, &bookmark.below, ids[i], pages) {
            line.set("First", first);
            line.set("Last", last);
            // A negative count means collapsed.
            line.set("Count", -(bookmark.below.len() as i64));
        }
        if let Some(page) = pages.get(bookmark.page) {
            line.set("Dest", vec![Object::Reference(*page), "Fit".into()]);
        }
        pdf.set_object(ids[i], line);
    }
    Some((*ids.first()?, *ids.last()?))
}

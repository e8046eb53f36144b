//! Tagged PDF (ISO 32000-1, 14.7 and 14.8): the parts of a document that are read aloud, their order, and the
//! parts that are only ornament.

use crate::ir::ToIndex;
use std::ops::Range;

use crate::print::draw::scene::SceneItem;

/// The role of items in the structure of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StructureRole {
    /// A drawing with an alternative text, such as a card.
    Figure,
    /// A heading of this level, from 1.
    Heading(u8),
    /// A paragraph of running text.
    Paragraph,
    /// An entry of a list; the number of lists around that list.
    Entry(usize),
    /// A cell of a table, which stands behind the cells before it. Tables and rows are numbered in the
    /// document.
    Cell {
        /// The number of its table.
        table: usize,
        /// The number of its row.
        row: usize,
        /// The number of its column in the row, from 0.
        column: usize,
        /// True if it is the heading of its column.
        is_header: bool,
    },
}

impl StructureRole {
    /// Returns the standard structure type.
    pub fn name(self) -> &'static str {
        match self {
            StructureRole::Figure => "Figure",
            StructureRole::Heading(1) => "H1",
            StructureRole::Heading(2) => "H2",
            StructureRole::Heading(3) => "H3",
            StructureRole::Heading(_) => "H4",
            StructureRole::Paragraph => "P",
            StructureRole::Entry(_) => "LBody",
            StructureRole::Cell { is_header: true, .. } => "TH",
            StructureRole::Cell { .. } => "TD",
        }
    }
}

/// Items of a page that have a role. All other items are ornament.
#[derive(Clone, Debug, PartialEq)]
pub struct StructureTag {
    /// The items: a range of those of the page.
    pub items: Range<usize>,
    /// The role of these items in the structure.
    pub role: StructureRole,
    /// The alternative text of a figure.
    pub alt: String,
    /// True if the element began with the tag before, in another column or on another page.
    pub is_continued: bool,
}

impl StructureTag {
    /// Creates a tag for the item that was drawn last.
    pub fn of_last(items: &[SceneItem], role: StructureRole, is_continued: bool) -> StructureTag {
        let last = items.len().saturating_sub(1);
        StructureTag { items: last..items.len(), role, alt: String::new(), is_continued }
    }
}

/// Returns the tags of a page: its own, or one for each item that draws something with an alternative text.
pub fn of_page(own: &[StructureTag], items: &[SceneItem], alts: &[Option<String>]) -> Vec<StructureTag> {
    if !own.is_empty() {
        return own.to_vec();
    }
    let figure = |(i, item): (usize, &SceneItem)| {
        let alt = alt_of(item, alts)?.clone();
        Some(StructureTag { items: i..i + 1, role: StructureRole::Figure, alt, is_continued: false })
    };
    items.iter().enumerate().filter_map(figure).collect()
}

/// Returns the alternative text of the first drawing in an item that has one.
fn alt_of<'a>(item: &SceneItem, alts: &'a [Option<String>]) -> Option<&'a String> {
    match item {
        SceneItem::Use { drawing, .. } => alts.get(drawing.index())?.as_ref(),
        SceneItem::Group { items, .. } => items.iter().find_map(|item| alt_of(item, alts)),
        _ => None,
    }
}

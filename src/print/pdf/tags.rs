//! Tagged PDF (ISO 32000-1, 14.7 and 14.8): what is read aloud of a document, in which order, and what is only ornament.

use std::ops::Range;

use crate::print::draw::scene::Item;

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

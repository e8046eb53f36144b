//! The pages of a document, and its table of contents.

use crate::print::draw::scene::SceneItem;
use crate::print::draw::units::{Rect, Size};
use crate::print::pdf::tags::StructureTag;

/// A page of a document. Lengths are millimetres from its upper left corner.
#[derive(Clone, Debug)]
pub struct DocumentPage {
    /// The size of the paper.
    pub size: Size,
    /// The trim box: the area that is left after the cut.
    pub trim: Rect,
    /// The bleed box: the trim box with its bleed.
    pub bleed: Rect,
    /// The items in drawing order.
    pub items: Vec<SceneItem>,
    /// Roles of items. If there are none, items that draw something with an alternative text are figures.
    pub tags: Vec<StructureTag>,
}

/// An entry of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The heading that it leads to.
    pub title: String,
    /// The page to which it leads, from 0.
    pub page: usize,
    /// The nested entries, such as the sections of a chapter.
    pub below: Vec<Bookmark>,
}

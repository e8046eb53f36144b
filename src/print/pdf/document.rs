//! A document: its pages and shared drawings.

use std::sync::Arc;

use crate::hash::WideHasher;
use crate::print::draw::scene::SceneItem;
use crate::print::inks::separation::Separation;
use crate::print::pdf::content::{Content, stream_of};
use crate::print::pdf::fonts::UsedFonts;
use crate::print::pdf::objects::CompressedContent;
use crate::print::pdf::page::{Bookmark, DocumentPage};
use crate::print::text::fonts::FontCollection;
use crate::threads::in_parallel;

/// The standard that a document conforms to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PdfStandard {
    /// PDF/A-2b, tagged. With a separation, PDF/X-4.
    #[default]
    Archive,
    /// None; with a separation, PDF/X-4.
    Plain,
}

/// The contents of a PDF, before it is serialized.
#[derive(Clone, Debug, Default)]
pub struct DocumentContent {
    /// The title in the metadata of the PDF.
    pub title: String,
    /// The name of the game, as the author in the metadata of the PDF.
    pub author: String,
    /// The summary of the game, in the metadata of the PDF.
    pub subject: String,
    /// The language of its texts, as a tag.
    pub language: String,
    /// The printing condition of a print shop, for PDF/X-4 in its inks.
    pub separation: Option<Arc<Separation>>,
    /// The standard that it conforms to.
    pub standard: PdfStandard,
    /// The pages in order.
    pub pages: Vec<DocumentPage>,
    /// The shared drawings; an [`SceneItem::Use`] refers to one by its index.
    pub drawings: Vec<PackedForm>,
    /// The glyphs of the drawings.
    pub glyphs: UsedFonts,
    /// The alternative text of each drawing, for those that have one.
    pub alts: Vec<Option<String>>,
    /// The table of contents.
    pub bookmarks: Vec<Bookmark>,
}

/// A shared drawing, as a compressed stream.
#[derive(Clone, Debug)]
pub struct PackedForm {
    /// The clip rectangle: left, top, right, bottom.
    pub(in crate::print) bounds: [f32; 4],
    pub(in crate::print) packed: CompressedContent,
}

impl DocumentContent {
    /// Adds shared drawings.
    pub fn add(&mut self, forms: Vec<DrawingStream>, threads: usize) {
        let forms = self.pack(forms, threads);
        self.drawings.extend(forms);
    }

    /// Numbers the glyphs of drawings as in the subsets of their fonts, and compresses their streams.
    pub(in crate::print) fn pack(
        &mut self,
        mut forms: Vec<DrawingStream>,
        threads: usize,
    ) -> Vec<PackedForm> {
        forms.iter_mut().for_each(|form| self.glyphs.number(&mut form.content));
        let pack = |form: &DrawingStream| PackedForm {
            bounds: form.bounds,
            packed: CompressedContent::of(&form.content),
        };
        in_parallel(&forms, threads, || (), |(), form| pack(form))
    }
}

/// A shared drawing, as a stream.
#[derive(Clone, Debug)]
pub struct DrawingStream {
    pub(in crate::print) bounds: [f32; 4],
    pub(in crate::print) content: Content,
    hash: u128,
}

impl DrawingStream {
    /// Creates a drawing of items, clipped to left, top, right, bottom.
    pub fn new(
        bounds: [f32; 4],
        items: &[SceneItem],
        fonts: &FontCollection,
        inks: Option<&Separation>,
    ) -> DrawingStream {
        DrawingStream::of(bounds, stream_of(items, bounds[2] - bounds[0], fonts, inks))
    }

    /// Creates a drawing of a stream, clipped to left, top, right, bottom.
    pub(in crate::print) fn of(bounds: [f32; 4], content: Content) -> DrawingStream {
        let mut hash = WideHasher::default();
        bounds.iter().for_each(|b| hash.add(b.to_bits().into()));
        hash.add_hash(content.hash());
        DrawingStream { bounds, content, hash: hash.finish() }
    }

    /// Returns a hash of its appearance, before its glyphs were numbered.
    pub fn hash(&self) -> u128 {
        self.hash
    }
}

//! The display list as a PDF: fonts cut down to what is used, drawings shared, the same bytes every time.

mod content;
mod fonts;
mod objects;

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Chunk, Filter, Finish, Name, Pdf, Rect as PdfRect, Ref, TextStr};

use self::content::{Content, Used, stream_of};
use self::fonts::Used as UsedFonts;
use super::fonts::Fonts;
use super::scene::{Drawing, Item};
use super::text::Meanings;
use super::threads::in_parallel;
use super::units::{POINT, Rect, Size};
use crate::ir::bytes::content_hash;

/// How hard streams are compressed: beyond this it takes longer and gains little.
const LEVEL: u8 = 5;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Of the paper.
    pub size: Size,
    /// What remains when it is cut.
    pub trim: Rect,
    /// How far colour goes.
    pub bleed: Rect,
    /// What is drawn.
    pub items: Vec<Item>,
}

/// A line of the table of contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// What it says.
    pub title: String,
    /// Which page, from 0.
    pub page: usize,
    /// What lies below it.
    pub below: Vec<Bookmark>,
}

/// A document.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What it is called.
    pub title: String,
    /// Whose it is.
    pub author: String,
    /// What it is about.
    pub subject: String,
    /// The language of its texts.
    pub language: String,
    /// The pages.
    pub pages: Vec<Page>,
    /// What they share; a [`Item::Use`] names one by its index, and only one that stands before.
    pub drawings: Vec<Drawing>,
    /// The table of contents.
    pub bookmarks: Vec<Bookmark>,
}

/// Writes a document with so many threads, whose number never shows.
///
/// # Errors
/// A font that cannot be cut down, and why.
pub fn write(document: &Document, fonts: &Fonts, meanings: &Meanings, threads: usize) -> Result<Vec<u8>, String> {
    let mut used = UsedFonts::new(fonts);
    document.drawings.iter().for_each(|d| used.items(&d.items));
    document.pages.iter().for_each(|p| used.items(&p.items));
    let used = used.finish();

    // Streams first, side by side; then everything gets its number in order.
    let drawings =
        in_parallel(&document.drawings, threads, || (), |(), d| compressed(stream_of(&d.items, fonts, &used, None)));
    let pages = in_parallel(
        &document.pages,
        threads,
        || (),
        |(), p| compressed(stream_of(&p.items, fonts, &used, Some(p.size))),
    );

    let mut pdf = Pdf::new();
    pdf.set_version(1, 7);
    let mut ids = Ids(1);
    let (catalog, tree, info) = (ids.next(), ids.next(), ids.next());
    let mut shared = objects::Shared::default();
    let mut font_refs = BTreeMap::new();
    let mut chunk = Chunk::new();
    for font in used.fonts() {
        font_refs.insert(font, fonts::write(&mut chunk, &mut ids, fonts, &used, font, meanings)?);
    }
    let drawing_refs: Vec<Ref> = drawings.iter().map(|_| ids.next()).collect();
    let page_refs: Vec<Ref> = pages.iter().map(|_| ids.next()).collect();
    for ((stream, drawing), id) in drawings.iter().zip(&document.drawings).zip(&drawing_refs) {
        let resources = shared.resources(&mut chunk, &mut ids, &stream.used, &drawing_refs, &font_refs);
        let mut form = chunk.form_xobject(*id, &stream.bytes);
        form.filter(Filter::FlateDecode);
        let [left, top, right, bottom] = drawing.bounds;
        form.bbox(PdfRect::new(left, top, right, bottom));
        form.pair(Name(b"Resources"), resources);
    }
    for ((stream, page), id) in pages.iter().zip(&document.pages).zip(&page_refs) {
        let resources = shared.resources(&mut chunk, &mut ids, &stream.used, &drawing_refs, &font_refs);
        let content = ids.next();
        chunk.stream(content, &stream.bytes).filter(Filter::FlateDecode);
        let mut written = chunk.page(*id);
        written.parent(tree);
        written
            .media_box(rectangle(Rect { x: 0.0, y: 0.0, width: page.size.width, height: page.size.height }, page.size));
        written.bleed_box(rectangle(page.bleed, page.size));
        written.trim_box(rectangle(page.trim, page.size));
        written.contents(content);
        written.pair(Name(b"Resources"), resources);
    }
    let outline = objects::outline(&mut chunk, &mut ids, &document.bookmarks, &page_refs);
    pdf.extend(&chunk);
    {
        let mut root = pdf.catalog(catalog);
        root.pages(tree);
        root.lang(TextStr(&document.language));
        root.viewer_preferences().display_doc_title(true);
        if let Some(outline) = outline {
            root.outlines(outline);
            root.page_mode(pdf_writer::types::PageMode::UseOutlines);
        }
        root.finish();
    }
    pdf.pages(tree).kids(page_refs.iter().copied()).count(page_refs.len() as i32);
    pdf.document_info(info)
        .title(TextStr(&document.title))
        .author(TextStr(&document.author))
        .subject(TextStr(&document.subject))
        .creator(TextStr(concat!("Cardwright ", env!("CARGO_PKG_VERSION"))))
        .producer(TextStr(concat!("Cardwright ", env!("CARGO_PKG_VERSION"))));
    // What a document is called by is a matter of what it holds, not of when it was made.
    let first = content_hash(pdf.as_bytes());
    let id = [first.to_be_bytes(), content_hash(&first.to_le_bytes()).to_be_bytes()].concat();
    pdf.set_file_id((id.clone(), id));
    Ok(pdf.finish())
}

/// A stream, and what it names.
struct Stream {
    bytes: Vec<u8>,
    used: Used,
}

fn compressed(content: Content) -> Stream {
    let Content { bytes, used } = content;
    let groups = used.groups.into_iter().map(|(bounds, inner)| (bounds, inner_compressed(inner))).collect();
    Stream { bytes: compress_to_vec_zlib(&bytes, LEVEL), used: Used { groups, ..used } }
}

fn inner_compressed(content: Content) -> Content {
    let Content { bytes, used } = content;
    let groups = used.groups.into_iter().map(|(bounds, inner)| (bounds, inner_compressed(inner))).collect();
    Content { bytes: compress_to_vec_zlib(&bytes, LEVEL), used: Used { groups, ..used } }
}

/// Numbers of objects, in the order in which they are asked for.
struct Ids(i32);

impl Ids {
    fn next(&mut self) -> Ref {
        let id = Ref::new(self.0);
        self.0 += 1;
        id
    }
}

/// A rectangle of the page, in points from below.
fn rectangle(of: Rect, page: Size) -> PdfRect {
    let points = |mm: f64| (mm / POINT * 1e4).round() as f32 / 1e4;
    PdfRect::new(points(of.x), points(page.height - of.bottom()), points(of.right()), points(page.height - of.y))
}

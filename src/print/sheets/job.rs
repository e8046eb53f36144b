//! A document under construction, shared by its sheets.

use crate::ir::ToIndex;
use crate::print::messages::sheets as messages;
use std::collections::BTreeMap;

use crate::diagnostics::Diagnostic;
use crate::print::draw::scene::{Drawing, SceneItem};
use crate::print::draw::units::{Rect, Size};
use crate::print::face::face_problems::missing_glyphs;
use crate::print::face::face_renderer::{FaceBatch, FaceRenderer};
use crate::print::pdf;
use crate::print::pdf::document::{DocumentContent, DrawingStream};
use crate::print::pdf::page::DocumentPage;
use crate::print::pdf::tags::StructureTag;
use crate::print::request::output::PrintedFile;
use crate::print::sheets::appearance::page_look;
use crate::print::sheets::footer::{FooterSide, PageFooter};
use crate::print::sheets::paper::SheetSettings;
use crate::print::sheets::sharing::share;
use crate::print::text::meanings::GlyphTexts;
use crate::print::text::shaper::Shaper;
use crate::threads::{in_parallel, in_parallel_with};

/// A document under construction.
pub struct PrintJob<'a> {
    press: &'a FaceRenderer<'a>,
    /// The document as far as it is made.
    pub document: DocumentContent,
    /// The shaper of its footers.
    pub shaper: Shaper,
    meanings: GlyphTexts,
    /// The indices of its drawings, by hash. Drawings with one hash are one: their streams are compressed by
    /// then, and can no longer be compared.
    known: BTreeMap<u128, u32>,
    /// The hash of each drawing.
    hashes: Vec<u128>,
    /// A hash of the content of each page, without its footer.
    looks: Vec<u64>,
    /// The roles of the items of the next page.
    tags: Vec<StructureTag>,
    /// Pages that are still to be hashed, by their indices, with the footers that they get then.
    unfooted: Vec<(usize, Option<PageFooter>)>,
    /// The document's drawings, if pages are to become pictures, too.
    pictures: Option<Vec<Drawing>>,
}

impl<'a> PrintJob<'a> {
    /// Creates a document of a game with this title.
    pub fn new(press: &'a FaceRenderer<'a>, title: &str) -> PrintJob<'a> {
        let game = &press.ir.game;
        let document = DocumentContent {
            title: format!("{}: {title}", game.name),
            author: game.name.clone(),
            subject: game.summary.clone(),
            language: press.language.clone(),
            separation: press.separation.clone(),
            ..DocumentContent::default()
        };
        let shaper = Shaper::new(press.fonts, &press.language);
        PrintJob {
            press,
            document,
            shaper,
            meanings: GlyphTexts::default(),
            known: BTreeMap::new(),
            hashes: Vec::new(),
            looks: Vec::new(),
            tags: Vec::new(),
            unfooted: Vec::new(),
            pictures: None,
        }
    }

    /// Keeps drawings from now on, so that pages can become pictures. See [`PrintJob::take_drawings`].
    pub fn keep_drawings(&mut self) {
        self.pictures = Some(Vec::new());
    }

    /// Returns the drawings that the pages refer to by index.
    pub fn take_drawings(&mut self) -> Vec<Drawing> {
        self.pictures.take().unwrap_or_default()
    }

    /// Adds faces as drawings clipped to `bounds`, and returns the index of each. Equal drawings are stored
    /// once.
    pub fn faces(&mut self, mut made: FaceBatch, bounds: [f32; 4]) -> Vec<u32> {
        self.meanings.also(&std::mem::take(&mut made.meanings));
        let (fonts, inks) = (self.press.fonts, self.press.separation.as_deref());
        let threads = self.press.threads;
        let shared = share(&mut made, bounds, threads);
        let shared_forms = in_parallel(
            &shared,
            threads,
            || (),
            |(), n| {
                let d = &made.drawings[n.index()];
                DrawingStream::new(d.bounds, &d.items, fonts, inks)
            },
        );
        let kept = self.keep_all(shared_forms, &|i| made.drawings[shared[i].index()].clone());
        let numbers: BTreeMap<u32, u32> = shared.into_iter().zip(kept).collect();
        for item in made.faces.iter_mut().flatten() {
            item.renumber(&|n| numbers.get(&n).copied().unwrap_or_default());
        }
        let faces = in_parallel(
            &made.faces,
            threads,
            || (),
            |(), items| DrawingStream::new(bounds, items, fonts, inks),
        );
        self.keep_all(faces, &|i| Drawing { bounds, items: made.faces[i].clone() })
    }

    /// Adds a drawing and returns its index. Equal drawings are stored once.
    pub fn keep(&mut self, drawing: &Drawing) -> u32 {
        let inks = self.press.separation.as_deref();
        let form = DrawingStream::new(drawing.bounds, &drawing.items, self.press.fonts, inks);
        self.keep_all(vec![form], &|_| drawing.clone()).first().copied().unwrap_or_default()
    }

    /// Adds drawings and returns the index of each. Equal drawings are stored once. `drawing` returns the
    /// source of a stream.
    fn keep_all(&mut self, forms: Vec<DrawingStream>, drawing: &dyn Fn(usize) -> Drawing) -> Vec<u32> {
        let mut new = Vec::new();
        let pictures = &mut self.pictures;
        let first = self.document.drawings.len();
        let hashes = &mut self.hashes;
        let numbers = forms.into_iter().enumerate().map(|(i, form)| {
            let hash = form.hash();
            *self.known.entry(hash).or_insert_with(|| {
                hashes.push(hash);
                if let Some(pictures) = pictures {
                    pictures.push(drawing(i));
                }
                new.push(form);
                (first + new.len()) as u32 - 1
            })
        });
        let numbers = numbers.collect();
        self.document.add(new, self.press.threads);
        numbers
    }

    /// Gives a drawing an alternative text: it is then a figure wherever it is drawn on a page.
    pub fn describe(&mut self, drawing: u32, alt: &str) {
        let alts = &mut self.document.alts;
        let at = drawing.index();
        if alts.len() <= at {
            alts.resize(at + 1, None);
        }
        // Drawings that are equal are one; the first text stays.
        alts[at].get_or_insert_with(|| alt.to_owned());
    }

    /// Gives the items of the next page their roles.
    pub fn tag(&mut self, tags: Vec<StructureTag>) {
        self.tags = tags;
    }

    /// Adds a page that is not cut along one rectangle. `area` is its printed part, beside which the footer
    /// is placed.
    pub fn uncut_page(
        &mut self,
        size: Size,
        area: Rect,
        paper: &SheetSettings,
        items: Vec<SceneItem>,
        what: &str,
    ) {
        self.foot(size, area, paper, what);
        let page = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
        let tags = std::mem::take(&mut self.tags);
        self.document.pages.push(DocumentPage { size, trim: page, bleed: page, items, tags });
    }

    /// Adds a page with a footer, at its foot or beside the components where there is room.
    pub fn page(&mut self, size: Size, cut: Rect, paper: &SheetSettings, items: Vec<SceneItem>, what: &str) {
        self.foot(size, cut, paper, what);
        let page = Rect { x: 0.0, y: 0.0, width: size.width, height: size.height };
        let bleed = cut.grown(paper.bleed);
        let (left, top) = (bleed.x.max(page.x), bleed.y.max(page.y));
        let bleed = Rect {
            x: left,
            y: top,
            width: bleed.right().min(page.right()) - left,
            height: bleed.bottom().min(page.bottom()) - top,
        };
        let tags = std::mem::take(&mut self.tags);
        self.document.pages.push(DocumentPage { size, trim: cut, bleed, items, tags });
    }

    /// Returns the footer of a page; `None` if there is no room for one.
    pub fn footer(&mut self, page: Size, cut: Rect, paper: &SheetSettings, what: &str) -> Option<SceneItem> {
        let footer = self.page_footer(page, cut, paper, what)?;
        Some(footer.lay(&mut self.shaper, self.press.fonts))
    }

    /// Records that the next page has a footer, if there is room for it. Footers are laid out later, in
    /// parallel.
    fn foot(&mut self, page: Size, cut: Rect, paper: &SheetSettings, what: &str) {
        let footer = self.page_footer(page, cut, paper, what);
        self.unfooted.push((self.document.pages.len(), footer));
    }

    fn page_footer(&self, page: Size, cut: Rect, paper: &SheetSettings, what: &str) -> Option<PageFooter> {
        let side = FooterSide::of(page, cut, paper)?;
        let FaceRenderer { ir, hash, language, .. } = self.press;
        Some(PageFooter::of(&ir.game, hash, side, (page, cut), what, language))
    }

    /// Hashes the pages that were noted, and gives them their footers.
    fn finish_pages(&mut self) {
        let unfooted = std::mem::take(&mut self.unfooted);
        let (fonts, language) = (self.press.fonts, &self.press.language);
        let (pages, hashes) = (&self.document.pages, &self.hashes);
        let (finished, shapers) = in_parallel_with(
            &unfooted,
            self.press.threads,
            || Shaper::new(fonts, language),
            |shaper, (page, footer)| {
                let footer = footer.as_ref().map(|footer| footer.lay(shaper, fonts));
                (page_look(&pages[*page].items, hashes), footer)
            },
        );
        for ((page, _), (look, footer)) in unfooted.iter().zip(finished) {
            self.looks.push(look);
            self.document.pages[*page].items.extend(footer);
        }
        for shaper in shapers {
            self.shaper.meanings.also(&shaper.meanings);
            self.shaper.missing.extend(shaper.missing);
        }
    }

    /// Returns the font families to try for one that comes with Cardwright.
    pub fn families(&self, family: &str) -> Vec<String> {
        self.press.fonts.fallback_families(family).unwrap_or_default()
    }

    /// Writes the document to a file of this name.
    pub fn finish(
        mut self,
        id: &str,
        what: String,
        how: String,
        found: &mut Vec<Diagnostic>,
    ) -> Option<PrintedFile> {
        self.finish_pages();
        found.extend(missing_glyphs(&self.shaper.missing, &format!("`{id}.pdf` needs")));
        let mut meanings = self.meanings;
        meanings.also(&self.shaper.meanings);
        let pages = self.document.pages.len();
        match pdf::write(self.document, self.press.fonts, &meanings, self.press.threads) {
            Ok(bytes) => {
                Some(PrintedFile { name: format!("{id}.pdf"), bytes, pages, looks: self.looks, what, how })
            }
            Err(why) => {
                found.push(messages::font_not_embedded(why));
                None
            }
        }
    }
}

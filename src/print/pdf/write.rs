//! Writes the display list as a PDF: with font subsets and shared drawings; deterministic.

use lopdf::{Dictionary, Object, ObjectId, dictionary};
use printpdf::{Op, PdfDocument, PdfPage, PdfSaveOptions, Pt, Rect as PdfRect, XObjectTransform};

use crate::diagnostics::is_xml_text;
use crate::hash::content_hash;
use crate::print::pdf::content::page_of;
use crate::print::pdf::document::{DocumentContent, DrawingStream, PackedForm, PdfStandard};
use crate::print::pdf::file::PdfFile;
use crate::print::pdf::objects::DocumentStreams;
use crate::print::pdf::page::DocumentPage;
use crate::print::pdf::syntax::{points, rectangle, text};
use crate::print::pdf::tags::{self, StructureTag};
use crate::print::pdf::{archive, outline, print_shop, structure};
use crate::print::text::fonts::FontCollection;
use crate::print::text::meanings::GlyphTexts;
use crate::threads::in_parallel;

/// Writes a document. The bytes do not depend on the number of threads.
///
/// All drawing goes into streams of our own, of which printpdf knows nothing: as its operators, 5,400 cards
/// would take a gigabyte. Features that it does not support (font subsets, a bleed box, nested bookmarks,
/// deterministic ids) are added to the document that it makes, before that is written.
///
/// # Errors
/// The reason why a font cannot be subset.
pub fn write(
    mut document: DocumentContent,
    fonts: &FontCollection,
    meanings: &GlyphTexts,
    threads: usize,
) -> Result<Vec<u8>, String> {
    // These stand in the metadata, too, which must say the same, and is XML.
    for text in [&mut document.title, &mut document.author, &mut document.subject] {
        *text = text.replace(['\t', '\n'], " ");
        text.retain(is_xml_text);
    }
    let is_archive = document.separation.is_none() && document.standard == PdfStandard::Archive;
    let tagged =
        |page: &DocumentPage| is_archive.then(|| tags::of_page(&page.tags, &page.items, &document.alts));
    let pages: Vec<(&DocumentPage, Option<Vec<StructureTag>>)> =
        document.pages.iter().map(|page| (page, tagged(page))).collect();
    let sheets: Vec<DrawingStream> = in_parallel(
        &pages,
        threads,
        || (),
        |(), (page, tags)| {
            let (width, height) = (points(page.size.width), points(page.size.height));
            let content = page_of(page, tags.as_deref(), fonts, document.separation.as_deref());
            DrawingStream::of([0.0, 0.0, width, height], content)
        },
    );
    let tags: Vec<Vec<StructureTag>> = pages.into_iter().filter_map(|(_, tags)| tags).collect();
    document.pages.iter_mut().for_each(|page| page.items = Vec::new());
    let sheets = document.pack(sheets, threads);
    let first_sheet = document.drawings.len() as u32 + 1;
    let mut forms = std::mem::take(&mut document.drawings);
    forms.extend(sheets);
    let mut streams = DocumentStreams::new(forms.len(), document.separation.clone());
    // The document id is derived from the contents, not from the time.
    let mut hashes: Vec<u8> = Vec::new();
    for PackedForm { bounds, packed } in forms {
        hashes.extend(packed.hash().to_be_bytes());
        streams.form(bounds, packed);
    }

    let mut pdf = PdfDocument::new(&document.title);
    let info = &mut pdf.metadata.info;
    info.author.clone_from(&document.author);
    info.subject.clone_from(&document.subject);
    info.creator = concat!("Cardwright ", env!("CARGO_PKG_VERSION")).into();
    info.producer.clone_from(&info.creator);
    pdf.pages = document.pages.iter().zip(first_sheet..).map(|(page, sheet)| sheet_of(page, sheet)).collect();
    let options =
        PdfSaveOptions { optimize: false, subset_fonts: false, secure: true, image_optimization: None };
    let made = pdf.to_lopdf_document(&options, &mut Vec::new());
    drop(pdf);
    let mut file = PdfFile::new(made, streams.finish());
    let fonts = document.glyphs.write(&mut file.document, fonts, meanings)?;
    put_right(&mut file, &document, first_sheet, fonts).map_err(|e| e.to_string())?;
    if let Some(separation) = &document.separation {
        hashes.extend(separation.hash().to_be_bytes());
    }
    let id =
        [content_hash(&hashes).to_be_bytes(), content_hash(document.title.as_bytes()).to_be_bytes()].concat();
    if let Some(separation) = &document.separation {
        print_shop::mark(&mut file.document, &document, separation, &id).map_err(|e| e.to_string())?;
    }
    if is_archive {
        archive::mark(&mut file.document, &document, &id).map_err(|e| e.to_string())?;
        structure::write(&mut file, &document, &tags, first_sheet, threads).map_err(|e| e.to_string())?;
    }
    let id = Object::String(id, lopdf::StringFormat::Hexadecimal);
    file.document.trailer.set("ID", vec![id.clone(), id]);
    let is_packed = document.separation.is_none();
    drop((document, tags));
    Ok(file.save(is_packed, threads))
}

/// Returns a page that shows a stream.
fn sheet_of(page: &DocumentPage, sheet: u32) -> PdfPage {
    let size = PdfRect::from_wh(Pt(points(page.size.width)), Pt(points(page.size.height)));
    let shown = Op::UseXobject { id: DocumentStreams::id(sheet), transform: XObjectTransform::default() };
    PdfPage { media_box: size.clone(), trim_box: size.clone(), crop_box: size, ops: vec![shown] }
}

/// Corrects what printpdf leaves out or writes differently.
fn put_right(
    file: &mut PdfFile,
    document: &DocumentContent,
    first_sheet: u32,
    fonts: Dictionary,
) -> lopdf::Result<()> {
    file.add_fonts(fonts);
    let pdf = &mut file.document;
    pdf.version = "1.7".into();
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    for ((id, page), sheet) in pages.iter().zip(&document.pages).zip(first_sheet..) {
        let own = pdf.get_dictionary_mut(*id)?;
        own.set("TrimBox", rectangle(page.trim, page.size));
        own.set("BleedBox", rectangle(page.bleed, page.size));
        own.remove(b"CropBox");
        own.remove(b"Annots");
        let resources = own.get(b"Resources")?.as_reference()?;
        let named = dictionary! { DocumentStreams::id(sheet).0 => (sheet, 0) };
        let all = pdf.objects.insert(resources, Object::Dictionary(dictionary! { "XObject" => named }));
        for (_, shared) in all.iter().filter_map(|o| o.as_dict().ok()).flat_map(Dictionary::iter) {
            if let Ok(shared) = shared.as_reference() {
                pdf.objects.remove(&shared);
            }
        }
    }
    let outline = outline::outline(pdf, &document.bookmarks, &pages);
    let catalog = pdf.catalog_mut()?;
    catalog.remove(b"PageLayout");
    catalog.set("Lang", text(&document.language));
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    if let Some(outline) = outline {
        catalog.set("Outlines", outline);
        catalog.set("PageMode", "UseOutlines");
    }
    let info = pdf.trailer.get(b"Info")?.as_reference()?;
    let info = pdf.get_dictionary_mut(info)?;
    for date in ["CreationDate", "ModDate", "GTS_PDFXVersion", "Identifier", "Keywords", "Trapped"] {
        info.remove(date.as_bytes());
    }
    Ok(())
}

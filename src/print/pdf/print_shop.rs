//! PDF/X-4 (ISO 15930-7): a document's metadata about the printing condition that it is made for.

use lopdf::{Dictionary, Document as Pdf, Object, ObjectId, Stream, dictionary};

use crate::print::inks::separation::Separation;
use crate::print::pdf::document::DocumentContent;
use crate::print::pdf::metadata::xmp;
use crate::print::pdf::syntax::{compressed, text};

/// The date of every document, since the standard asks for one and the same game is to give the same bytes.
const DATE: &str = "D:20000101000000Z";
/// The same in XMP.
const XMP_DATE: &str = "2000-01-01T00:00:00Z";

/// Makes a PDF/X-4 of a document whose colours are inks already: output intent, metadata, the space in which
/// transparency is mixed.
pub fn mark(
    pdf: &mut Pdf,
    document: &DocumentContent,
    separation: &Separation,
    id: &[u8],
) -> lopdf::Result<()> {
    pdf.version = "1.6".into();
    let profile = dictionary! { "N" => 4, "Filter" => "FlateDecode" };
    let profile = pdf.add_object(Stream::new(profile, compressed(&separation.profile)));
    let intent = pdf.add_object(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text(&separation.condition),
        "Info" => text(&separation.condition),
        "DestOutputProfile" => profile,
    });
    // Metadata is read by programs that know nothing of PDF, so it is not compressed.
    let about = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let properties = [
        ("xmp:CreateDate", XMP_DATE),
        ("xmp:ModifyDate", XMP_DATE),
        ("xmp:MetadataDate", XMP_DATE),
        ("pdf:Trapped", "False"),
        ("pdfxid:GTS_PDFXVersion", "PDF/X-4"),
    ];
    let namespace = r#"xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/""#;
    let metadata = pdf.add_object(Stream::new(about, xmp(document, id, namespace, &properties).into_bytes()));
    let catalog = pdf.catalog_mut()?;
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    catalog.set("Metadata", metadata);
    let pages: Vec<ObjectId> = pdf.page_iter().collect();
    for page in pages {
        let group = dictionary! { "S" => "Transparency", "CS" => "DeviceCMYK", "I" => true };
        pdf.get_dictionary_mut(page)?.set("Group", group);
    }
    let info = pdf.trailer.get(b"Info")?.as_reference()?;
    let info: &mut Dictionary = pdf.get_dictionary_mut(info)?;
    info.set("CreationDate", text(DATE));
    info.set("ModDate", text(DATE));
    info.set("Trapped", "False");
    Ok(())
}

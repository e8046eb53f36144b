//! PDF/X-4 (ISO 15930-7): what a document says of the printing condition that it is made for.

use lopdf::{Dictionary, Document as Pdf, Object, ObjectId, Stream, dictionary};

use super::{Document, compressed, text};
use crate::print::separation::Separation;

/// The date of every document, since the standard asks for one and the same game is to give the same bytes.
const DATE: &str = "D:20000101000000Z";
/// The same in XMP.
const XMP_DATE: &str = "2000-01-01T00:00:00Z";

/// Makes a PDF/X-4 of a document whose colours are inks already: output intent, metadata, the space in which transparency is mixed.
pub fn mark(pdf: &mut Pdf, document: &Document, separation: &Separation, id: &[u8]) -> lopdf::Result<()> {
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
    let metadata = pdf.add_object(Stream::new(about, xmp(document, id).into_bytes()));
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

/// Returns the metadata of a document.
fn xmp(document: &Document, id: &[u8]) -> String {
    let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let (title, author, subject) = (xml(&document.title), xml(&document.author), xml(&document.subject));
    let program = concat!("Cardwright ", env!("CARGO_PKG_VERSION"));
    format!(
        r#"<?xpacket begin="{bom}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>{XMP_DATE}</xmp:CreateDate>
<xmp:ModifyDate>{XMP_DATE}</xmp:ModifyDate>
<xmp:MetadataDate>{XMP_DATE}</xmp:MetadataDate>
<xmp:CreatorTool>{program}</xmp:CreatorTool>
<xmpMM:DocumentID>urn:cardwright:{hex}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{program}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"#,
        bom = '\u{feff}'
    )
}

/// Escapes a text for XML.
fn xml(words: &str) -> String {
    let plain: String = words.chars().filter(|c| !c.is_control()).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

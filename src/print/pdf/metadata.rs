//! Metadata of a document in XMP.

use crate::diagnostics::escape_xml;
use crate::print::pdf::document::DocumentContent;

/// A property of the standard that a document conforms to: `pdfaid:part`, and its value.
pub type Property<'a> = (&'a str, &'a str);

/// Returns the metadata of a document. `namespaces` are those of `properties`, as attributes.
pub fn xmp(document: &DocumentContent, id: &[u8], namespaces: &str, properties: &[Property]) -> String {
    let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    let (title, author, subject) =
        (escape_xml(&document.title), escape_xml(&document.author), escape_xml(&document.subject));
    let language =
        if document.language.is_empty() { String::new() } else { language(&escape_xml(&document.language)) };
    let program = concat!("Cardwright ", env!("CARGO_PKG_VERSION"));
    let properties: String =
        properties.iter().map(|(name, value)| format!("<{name}>{value}</{name}>\n")).collect();
    format!(
        r#"<?xpacket begin="{bom}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" {namespaces}>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
{language}<xmp:CreatorTool>{program}</xmp:CreatorTool>
<xmpMM:DocumentID>urn:cardwright:{hex}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
<pdf:Producer>{program}</pdf:Producer>
{properties}</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>
"#,
        bom = '\u{feff}'
    )
}

fn language(tag: &str) -> String {
    format!("<dc:language><rdf:Bag><rdf:li>{tag}</rdf:li></rdf:Bag></dc:language>\n")
}

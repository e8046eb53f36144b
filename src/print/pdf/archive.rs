//! PDF/A-2b (ISO 19005-2): a document's metadata about its colours and itself, so that it looks the same in
//! any program, and later.

use std::sync::OnceLock;

use lopdf::{Document as Pdf, Object, Stream, dictionary};
use moxcms::ColorProfile;

use crate::print::pdf::document::DocumentContent;
use crate::print::pdf::metadata::xmp;
use crate::print::pdf::syntax::{compressed, text};

/// The name of the colour space of all colours.
const SRGB: &str = "sRGB IEC61966-2.1";

/// Makes a PDF/A-2b of a document whose colours are sRGB or greys: output intent and metadata.
pub fn mark(pdf: &mut Pdf, document: &DocumentContent, id: &[u8]) -> lopdf::Result<()> {
    let profile = dictionary! { "N" => 3, "Filter" => "FlateDecode" };
    let profile = pdf.add_object(Stream::new(profile, compressed(srgb())));
    let intent = pdf.add_object(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFA1",
        "OutputConditionIdentifier" => text(SRGB),
        "Info" => text(SRGB),
        "DestOutputProfile" => profile,
    });
    let properties = [("pdfaid:part", "2"), ("pdfaid:conformance", "B")];
    let namespace = r#"xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/""#;
    let about = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    // Metadata is read by programs that know nothing of PDF, so it is not compressed.
    let metadata = pdf.add_object(Stream::new(about, xmp(document, id, namespace, &properties).into_bytes()));
    let catalog = pdf.catalog_mut()?;
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    catalog.set("Metadata", metadata);
    Ok(())
}

/// Returns the profile of sRGB.
fn srgb() -> &'static [u8] {
    /// The place of the date of creation in a profile (ICC.1, 7.2.8): year, month, day, hours, minutes,
    /// seconds.
    const DATE: std::ops::Range<usize> = 24..36;
    static PROFILE: OnceLock<Vec<u8>> = OnceLock::new();
    PROFILE.get_or_init(|| {
        let mut profile = ColorProfile::new_srgb();
        // A tag of version 4.4, which PDF/A-2 does not know.
        profile.cicp = None;
        let mut bytes = profile.encode().unwrap_or_default();
        // The same game gives the same bytes.
        if let Some(date) = bytes.get_mut(DATE) {
            date.copy_from_slice(&[0x07, 0xd0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
        }
        bytes
    })
}

//! PDF/X-4, read by a reader of our own: what ISO 15930-7 asks of a file, as far as our files have it.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardwright::print::ink::Ink;
use cardwright::print::separation::Separation;

use super::export::Png;
use super::*;
use crate::process::Ends;

/// Points of the table of [`profile`] along each axis.
const POINTS: usize = 17;

/// The profile of a simple printing condition: ICC, version 2, CMYK, with a table from Lab to inks. Black is
/// all four inks, so that it is seen who limits their sum.
pub fn profile(class: &[u8; 4], space: &[u8; 4]) -> Vec<u8> {
    let mut table = b"mft1\0\0\0\0".to_vec();
    table.extend([3, 4, POINTS as u8, 0]);
    for i in 0..9 {
        table.extend(if i % 4 == 0 { 0x1_0000_u32 } else { 0 }.to_be_bytes());
    }
    (0..3).for_each(|_| table.extend(0..=255_u8));
    let step = |i: usize| i as f64 * 255.0 / (POINTS - 1) as f64;
    for l in 0..POINTS {
        for a in 0..POINTS {
            for b in 0..POINTS {
                let light = step(l) / 255.0 * 100.0;
                table.extend(
                    inks_of(light, step(a) - 128.0, step(b) - 128.0).map(|ink| (ink * 255.0).round() as u8),
                );
            }
        }
    }
    (0..4).for_each(|_| table.extend(0..=255_u8));
    icc(class, space, &[(b"B2A0", table)])
}

/// The profile of pictures in inks: a table from them to Lab.
pub fn profile_of_pictures() -> Vec<u8> {
    const POINTS: usize = 5;
    let mut table = b"mft1\0\0\0\0".to_vec();
    table.extend([4, 3, POINTS as u8, 0]);
    for i in 0..9 {
        table.extend(if i % 4 == 0 { 0x1_0000_u32 } else { 0 }.to_be_bytes());
    }
    (0..4).for_each(|_| table.extend(0..=255_u8));
    for i in 0..POINTS.pow(4) {
        let [c, m, y, k] = [125, 25, 5, 1].map(|step| (i / step % POINTS) as f64 / (POINTS - 1) as f64);
        let light = (1.0 - 0.4 * c - 0.4 * m - 0.1 * y) * (1.0 - k);
        let (a, b) = (60.0 * (m - c) * (1.0 - k), 60.0 * (y - 0.5 * c - 0.3 * m) * (1.0 - k));
        table.extend([light * 255.0, a + 128.0, b + 128.0].map(|part| part.round() as u8));
    }
    (0..3).for_each(|_| table.extend(0..=255_u8));
    icc(b"prtr", b"CMYK", &[(b"A2B0", table)])
}

/// Returns a profile of version 2 with these tables.
fn icc(class: &[u8; 4], space: &[u8; 4], tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let name = b"Test Press";
    let mut desc = b"desc\0\0\0\0".to_vec();
    desc.extend((name.len() as u32 + 1).to_be_bytes());
    desc.extend(name);
    desc.resize(desc.len() + 1 + 4 + 4 + 2 + 1 + 67, 0);
    let white: Vec<u8> =
        [&b"XYZ \0\0\0\0"[..], &63190_u32.to_be_bytes(), &65536_u32.to_be_bytes(), &54061_u32.to_be_bytes()]
            .concat();
    let mut tags: Vec<(&[u8; 4], Vec<u8>)> = vec![(b"desc", desc), (b"wtpt", white)];
    tags.extend_from_slice(tables);
    let mut directory = (tags.len() as u32).to_be_bytes().to_vec();
    let mut data = Vec::new();
    let start = 128 + 4 + 12 * tags.len();
    for (tag, mut bytes) in tags {
        directory.extend(tag);
        directory.extend(((start + data.len()) as u32).to_be_bytes());
        directory.extend((bytes.len() as u32).to_be_bytes());
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        data.extend(bytes);
    }
    let mut header = vec![0; 128];
    header[..4].copy_from_slice(&((start + data.len()) as u32).to_be_bytes());
    header[8..12].copy_from_slice(&[2, 0x40, 0, 0]);
    header[12..16].copy_from_slice(class);
    header[16..20].copy_from_slice(space);
    header[20..24].copy_from_slice(b"Lab ");
    header[24..36].copy_from_slice(&[0x07, 0xd0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    header[36..40].copy_from_slice(b"acsp");
    header[68..72].copy_from_slice(&63190_u32.to_be_bytes());
    header[72..76].copy_from_slice(&65536_u32.to_be_bytes());
    header[76..80].copy_from_slice(&54061_u32.to_be_bytes());
    [header, directory, data].concat()
}

/// Inks of a colour in Lab: the difference to white in red, green and blue, and the part common to all of
/// them in black besides.
fn inks_of(l: f64, a: f64, b: f64) -> [f64; 4] {
    let f = (l + 16.0) / 116.0;
    let inverse =
        |t: f64| if t > 6.0 / 29.0 { t.powi(3) } else { 3.0 * (6.0_f64 / 29.0).powi(2) * (t - 4.0 / 29.0) };
    let (x, y, z) = (0.9642 * inverse(f + a / 500.0), inverse(f), 0.8249 * inverse(f - b / 200.0));
    let linear = [
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9788 * x + 1.9161 * y + 0.0335 * z,
        0.0719 * x - 0.2290 * y + 1.4052 * z,
    ];
    let [c, m, y] = linear.map(|part| 1.0 - part.clamp(0.0, 1.0).powf(1.0 / 2.2));
    [c, m, y, c.min(m).min(y)]
}

pub fn press(total_ink: u32) -> Option<Arc<Separation>> {
    Some(Arc::new(Separation::of(profile(b"prtr", b"CMYK"), total_ink).expect("a profile")))
}

#[test]
fn colours_become_inks() {
    let press = press(400).expect("a press");
    assert_eq!(press.condition, "Test Press");
    assert_eq!(press.inks([255; 3]), [0; 4], "white is the paper");
    let near = |colour, wanted: [u8; 4]| {
        let inks = press.inks(colour);
        assert!(
            inks.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 26),
            "{colour:?}: {inks:?}, not {wanted:?}"
        );
    };
    near([0, 0, 0], [255; 4]);
    near([128, 128, 128], [127; 4]);
    near([200, 60, 60], [55, 195, 195, 55]);
    // Black and nearly black text takes one ink; nothing else does.
    assert_eq!(press.text([0x23, 0x1f, 0x1a]), [0, 0, 0, 255]);
    assert_ne!(press.text([0x00, 0x10, 0x40]), [0, 0, 0, 255]);
    let limited = Separation::of(profile(b"prtr", b"CMYK"), 240).expect("a profile");
    for colour in [[0, 0, 0], [10, 60, 20], [90, 0, 0], [255, 255, 255]] {
        let sum: u32 = limited.inks(colour).iter().map(|ink| u32::from(*ink)).sum();
        assert!(sum <= 612, "{colour:?}: {sum}");
    }
}

#[test]
fn what_is_no_printing_condition_is_refused_with_its_reason() {
    for (bytes, why) in [
        (b"[paper]\n".to_vec(), "it is not an ICC profile"),
        (profile(b"prtr", b"CMYK")[..300].to_vec(), "it is not an ICC profile"),
        (profile(b"prtr", b"RGB "), "it describes other colours"),
        (profile(b"scnr", b"CMYK"), "it is not the profile of a printing condition"),
    ] {
        let refused = Separation::of(bytes, 400).expect_err("refused");
        assert!(refused.starts_with(why), "{refused}");
    }
}

/// Returns the findings of a shop's preflight: none, if all is well.
fn preflight(bytes: &[u8], limit: f32) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |met: bool, what: &str| {
        if !met {
            found.push(what.to_owned());
        }
    };
    expect(bytes.starts_with(b"%PDF-1.6"), "version 1.6");
    let document = Document::load_mem(bytes).expect("a PDF");
    expect(document.trailer.has(b"ID") && !document.trailer.has(b"Encrypt"), "an id, and no encryption");
    let info = document.trailer.get_deref(b"Info", &document).and_then(Object::as_dict).expect("info");
    for key in ["Title", "CreationDate", "ModDate"] {
        expect(info.has(key.as_bytes()), key);
    }
    expect(info.get(b"Trapped").and_then(Object::as_name).is_ok_and(|n| n == b"False"), "Trapped");
    let catalog = document.catalog().expect("a catalog");
    let metadata = catalog.get_deref(b"Metadata", &document).and_then(Object::as_stream).expect("metadata");
    let xmp = String::from_utf8(metadata.content.clone()).expect("text");
    expect(!metadata.dict.has(b"Filter"), "plain metadata");
    expect(usvg::roxmltree::Document::parse(&xmp).is_ok(), "metadata that can be read");
    for part in [
        "GTS_PDFXVersion>PDF/X-4<",
        "xmp:CreateDate>",
        "xmpMM:DocumentID>",
        "xmpMM:VersionID>",
        "pdf:Trapped>False",
    ] {
        expect(xmp.contains(part), part);
    }
    let intents = catalog.get(b"OutputIntents").and_then(Object::as_array).expect("intents");
    expect(intents.len() == 1, "one output intent");
    let intent = document
        .get_object(intents[0].as_reference().expect("a reference"))
        .and_then(Object::as_dict)
        .expect("an intent");
    expect(intent.get(b"S").and_then(Object::as_name).is_ok_and(|s| s == b"GTS_PDFX"), "GTS_PDFX");
    expect(intent.has(b"OutputConditionIdentifier"), "a condition");
    let embedded =
        intent.get_deref(b"DestOutputProfile", &document).and_then(Object::as_stream).expect("a profile");
    expect(embedded.dict.get(b"N").and_then(Object::as_i64).is_ok_and(|n| n == 4), "four inks");
    expect(
        embedded.decompressed_content().is_ok_and(|p| p == profile(b"prtr", b"CMYK")),
        "the profile as it was",
    );
    for page in document.page_iter() {
        let [media, bleed, trim] =
            [b"MediaBox".as_slice(), b"BleedBox", b"TrimBox"].map(|b| page_box(&document, page, b));
        let inside = |a: [f64; 4], b: [f64; 4]| {
            a[0] >= b[0] - 0.01 && a[1] >= b[1] - 0.01 && a[2] <= b[2] + 0.01 && a[3] <= b[3] + 0.01
        };
        expect(inside(trim, bleed) && inside(bleed, media), "trim in bleed in media");
        let dict = document.get_dictionary(page).expect("a page");
        expect(!dict.has(b"ArtBox") && !dict.has(b"Annots"), "no art box, no notes");
        let group = dict.get(b"Group").and_then(Object::as_dict).expect("a group");
        expect(
            group.get(b"CS").and_then(Object::as_name).is_ok_and(|s| s == b"DeviceCMYK"),
            "inks are mixed",
        );
    }
    let sum = |parts: &[Object]| parts.iter().filter_map(|p| p.as_float().ok()).sum::<f32>();
    for (id, object) in &document.objects {
        if let Ok(font) = object.as_dict()
            && font.get(b"Type").and_then(Object::as_name).is_ok_and(|t| t == b"FontDescriptor")
        {
            expect(font.has(b"FontFile2") || font.has(b"FontFile3"), "embedded fonts");
        }
        expect(!format!("{object:?}").contains("DeviceRGB"), &format!("no DeviceRGB in {id:?}"));
        let Ok(stream) = object.as_stream() else { continue };
        let resources = stream.dict.get_deref(b"Resources", &document).and_then(Object::as_dict);
        if let Ok(spaces) =
            resources.and_then(|r| r.get_deref(b"ColorSpace", &document)).and_then(Object::as_dict)
        {
            let is_spot = |space: &Object| {
                let parts = space.as_array().map(Vec::as_slice).unwrap_or_default();
                matches!(parts, [Object::Name(kind), _, Object::Name(other), _] if kind == b"Separation" && other == b"DeviceCMYK")
            };
            expect(
                spaces.iter().all(|(_, space)| is_spot(space)),
                "no other colours than inks and spot colours",
            );
        }
        if let Ok(shadings) = stream
            .dict
            .get_deref(b"Resources", &document)
            .and_then(Object::as_dict)
            .and_then(|r| r.get_deref(b"Shading", &document))
            .and_then(Object::as_dict)
        {
            colours_of(shadings, &mut |parts| {
                expect(sum(parts) <= limit + 0.02, &format!("{parts:?} in a gradient"))
            });
        }
        match stream.dict.get(b"Subtype").and_then(Object::as_name) {
            Ok(b"Form") => {
                let content = stream.decompressed_content().expect("a stream");
                for operation in Content::decode(&content).expect("operators").operations {
                    match operation.operator.as_str() {
                        "rg" | "RG" | "sc" | "SC" | "ri" => {
                            expect(false, &format!("{operation:?}"));
                        }
                        "k" | "K" => {
                            expect(sum(&operation.operands) <= limit + 0.02, &format!("{operation:?}"));
                        }
                        _ => {}
                    }
                }
            }
            Ok(b"Image") => {
                let space = stream.dict.get(b"ColorSpace").and_then(Object::as_name).expect("a space");
                expect([b"DeviceCMYK".as_slice(), b"DeviceGray"].contains(&space), "pictures in inks");
            }
            _ => {}
        }
    }
    found
}

/// Calls for the colours of all functions in a dictionary.
fn colours_of(dict: &Dictionary, see: &mut dyn FnMut(&[Object])) {
    for (key, value) in dict {
        match (key.as_slice(), value) {
            (b"C0" | b"C1", Object::Array(parts)) => see(parts),
            (_, Object::Dictionary(inner)) => colours_of(inner, see),
            (_, Object::Array(all)) => {
                all.iter().filter_map(|o| o.as_dict().ok()).for_each(|d| colours_of(d, see))
            }
            _ => {}
        }
    }
}

#[test]
fn a_preflight_finds_nothing_in_whole_games() {
    for id in ["fantasy-realms", "minute-realms", "connect-four", "realm-featured"] {
        let game = crate::support::shipped(id);
        let output = print::print(&game.ir, &Request { separation: press(300), ..Request::default() });
        assert!(output.files.len() > 2, "{}", said(&game, &output));
        for file in &output.files {
            assert_eq!(preflight(&file.bytes, 3.0), [""; 0], "{id}/{}", file.name);
            assert!(poppler(&file.bytes).is_none_or(|text| !text.is_empty()), "{id}/{}", file.name);
        }
    }
    // The reader is none that finds nothing anywhere.
    let plain =
        print::print(&crate::support::open("connect-four").game.expect("a game").ir, &Request::default());
    let told = std::panic::catch_unwind(|| preflight(&plain.files[0].bytes, 3.0));
    assert!(told.is_err() || told.is_ok_and(|found| found.len() > 3));
}

#[test]
fn black_text_is_black_ink_that_overprints_and_pictures_are_inks() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect x=\"-2\" y=\"-2\" width=\"67\" height=\"92\" fill=\"#208060\"/><image href=\"art/red.png\" x=\"5\" y=\"40\" width=\"20\" height=\"20\"/><g opacity=\"0.5\"><rect x=\"30\" y=\"40\" width=\"9\" height=\"9\" fill=\"#c03020\"/><circle cx=\"36\" cy=\"46\" r=\"5\" fill=\"#2030c0\"/></g><rect data-text=\"Black\" x=\"5\" y=\"5\" width=\"50\" height=\"10\"/><rect data-text=\"White\" x=\"5\" y=\"15\" width=\"50\" height=\"10\" data-colour=\"#fffaf0\"/></svg>";
    let picture = print::picture::encode_png(2, 2, &[200, 20, 30].repeat(4), None, None).expect("a PNG");
    let face = face.replace("art/red.png", &format!("data:image/png;base64,{}", STANDARD.encode(picture)));
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let rules = "[game]\nid = \"woods\"\nname = \"Wood & <Co>\"\nversion = \"1.0.0\"\nplayers = [1, 4]\nsummary = \"Walk about.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let game = game(1, &[("game.toml", rules), ("print.toml", sheet), ("faces/own.svg.j2", &face)]);
    let output = print::print(&game.ir, &Request { separation: press(400), ..Request::default() });
    assert_eq!(preflight(&output.files[0].bytes, 4.0), [""; 0]);
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let (mut over, mut inks, mut shown) = (false, Vec::new(), Vec::new());
    for (operation, resources) in everything_on(&document, page) {
        match operation.operator.as_str() {
            "gs" => {
                let states =
                    resources.get_deref(b"ExtGState", &document).and_then(Object::as_dict).expect("states");
                let state = states.get_deref(operation.operands[0].as_name().expect("a name"), &document);
                let state = state.and_then(Object::as_dict).expect("a state");
                over = state.get(b"op").and_then(Object::as_bool).unwrap_or(over);
            }
            "k" => inks = operation.operands.iter().map(|o| o.as_float().expect("a number")).collect(),
            "TJ" => shown.push((inks.clone(), over)),
            _ => {}
        }
    }
    assert!(shown.contains(&(vec![0.0, 0.0, 0.0, 1.0], true)), "{shown:?}");
    assert!(shown.iter().any(|(inks, over)| inks.len() == 4 && inks[3] < 0.1 && !over), "{shown:?}");
    let image = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .find(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image"));
    let pixels = image.expect("a picture").decompressed_content().expect("pixels");
    let wanted = press(400).expect("a press").inks([200, 20, 30]);
    assert_eq!(pixels, wanted.repeat(4));
    // The reader that is not ours draws the same picture of it.
    let Png { data, .. } = seen::page_picture(output.files[0].bytes.clone(), 0, 0.5);
    assert!(data.chunks_exact(3).any(|p| p[1] > p[0] && p[1] > p[2]), "the green face is seen");
}

/// A JPEG of 8 × 8 pixels with all of each ink.
const FULL: &str = "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/9sAQwECAgICAgIFAwMFCgcGBwoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAkK/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADgQBAAIRAxEEAAA/AH8BP+//2Q==";

/// Returns how often overprinting is turned on, on a page with black text on a card with this below it, if the
/// sum of the inks is limited.
fn overprints(below: &str, total_ink: u32) -> usize {
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{below}<rect data-text=\"Black\" x=\"5\" y=\"5\" width=\"50\" height=\"10\"/></svg>"
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face)]);
    let output = print::print(&game.ir, &Request { separation: press(total_ink), ..Request::default() });
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let all = everything_on(&document, page);
    let is_over = |operation: &Operation| {
        operation.operator == "gs" && operation.operands[0].as_name().is_ok_and(|name| name == b"V1")
    };
    all.iter().filter(|(operation, _)| is_over(operation)).count()
}

#[test]
fn black_text_adds_no_ink_where_there_would_be_too_much() {
    let dark = "<rect width=\"63\" height=\"88\" fill=\"#0a2a50\"/>";
    let light = "<rect width=\"63\" height=\"88\" fill=\"#d0e0f0\"/>";
    let dark_elsewhere = "<rect y=\"30\" width=\"63\" height=\"50\" fill=\"#0a2a50\"/>";
    let gradient = "<linearGradient id=\"g\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#0a2a50\"/></linearGradient>\
                    <g transform=\"scale(2)\"><rect width=\"31\" height=\"44\" fill=\"url(#g)\"/></g>";
    // A grey beside another colour is printed in all inks, among greys in black alone.
    let blend = |from: &str| {
        format!(
            "<linearGradient id=\"g\"><stop stop-color=\"{from}\"/><stop offset=\"1\" stop-color=\"#303030\"/></linearGradient>\
                 <rect width=\"63\" height=\"88\" fill=\"url(#g)\"/>"
        )
    };
    let (mixed, greys) = (blend("#f0e0d0"), blend("#f0f0f0"));
    let picture = format!("<image href=\"data:image/jpeg;base64,{FULL}\" width=\"20\" height=\"20\"/>");
    // Black takes the place of black.
    let grey = "<rect width=\"63\" height=\"88\" fill=\"#303030\"/>";
    for (below, is_too_much) in [
        (dark, true),
        (gradient, true),
        (&*picture, true),
        (&*mixed, true),
        (&*greys, false),
        (light, false),
        (dark_elsewhere, false),
        (grey, false),
    ] {
        let (free, limited) = (overprints(below, 400), overprints(below, 240));
        assert_eq!(free - limited, usize::from(is_too_much), "{below}: {free}, {limited}");
    }
}

#[test]
fn a_picture_of_inks_has_no_more_than_the_limit() {
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><image href=\"data:image/jpeg;base64,{FULL}\" width=\"63\" height=\"88\"/></svg>"
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face)]);
    let image = |total_ink: u32| {
        let output = print::print(&game.ir, &Request { separation: press(total_ink), ..Request::default() });
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let mut streams = document.objects.values().filter_map(|o| o.as_stream().ok());
        let is_image =
            |s: &&Stream| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image");
        streams.find(is_image).cloned().expect("a picture")
    };
    assert_eq!(image(400).content, STANDARD.decode(FULL).expect("base64"), "the file as it was");
    let pixels = image(240).decompressed_content().expect("pixels");
    assert_eq!(pixels.len(), 8 * 8 * 4);
    for inks in pixels.chunks(4) {
        let sum: u32 = inks.iter().map(|ink| u32::from(*ink)).sum();
        assert!((600..=612).contains(&sum), "{inks:?}");
    }
}

#[test]
fn a_gradient_between_spot_colours_is_grey_in_greys() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><linearGradient id=\"g\"><stop stop-color=\"{{ spots.foil }}\"/><stop offset=\"1\" stop-color=\"#00ff00\"/></linearGradient><rect width=\"63\" height=\"88\" fill=\"url(#g)\"/></svg>";
    let sheet = "[spots.foil]\ncolour = \"#c9a227\"\n[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face)]);
    let request = Request { separation: press(400), ink: Ink::Grey, ..Request::default() };
    let output = print::print(&game.ir, &request);
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let streams = document.objects.values().filter_map(|o| o.as_stream().ok());
    let shadings = streams.filter_map(|s| s.dict.get(b"Resources").and_then(Object::as_dict).ok());
    let shadings: Vec<&Dictionary> = shadings
        .filter_map(|r| r.get_deref(b"Shading", &document).and_then(Object::as_dict).ok())
        .flat_map(|all| all.iter().filter_map(|(_, shading)| shading.as_dict().ok()))
        .collect();
    assert_eq!(shadings.len(), 1);
    let space = shadings[0].get(b"ColorSpace").and_then(Object::as_name).expect("a space");
    assert_eq!(String::from_utf8_lossy(space), "DeviceGray");
}

#[test]
fn figures_of_rules_have_no_inks_of_their_own() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect width=\"30\" height=\"30\" fill=\"{{ spots.foil }}\"/><rect x=\"1\" y=\"1\" width=\"61\" height=\"86\" fill=\"none\" stroke=\"{{ spots.cut }}\"/><rect data-text=\"{{ name }}\" data-name=\"name\" x=\"5\" y=\"40\" width=\"50\" height=\"10\" data-colour=\"{{ spots.foil }}\"/></svg>";
    let sheet = "[spots.foil]\ncolour = \"#c9a227\"\n[spots.cut]\ncolour = \"#ff00fe\"\nshown = false\n\
                 [sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let rules = "# Woods\n\nRead on.\n\n![The parts](anatomy)\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face), ("rules.md", rules)]);
    let output = print::print(&game.ir, &Request { separation: press(400), ..Request::default() });
    let plates = |name: &str| {
        let file = output.files.iter().find(|file| file.name == name).expect("a file");
        String::from_utf8_lossy(&file.bytes).matches("/Separation").count()
    };
    assert!(plates("cards.pdf") > 0);
    assert_eq!(plates("rules.pdf"), 0);
}

#[test]
fn the_same_game_for_the_same_press_gives_the_same_bytes() {
    let game = game(5, &[]);
    let bytes = |total, threads| {
        let request = Request { separation: press(total), threads, ..Request::default() };
        print::print(&game.ir, &request).files[0].bytes.clone()
    };
    assert!(bytes(300, 1) == bytes(300, 3));
    assert!(bytes(300, 1) != bytes(240, 1));
}

/// The ink of each line on the sheet itself, if it is a separation.
fn inks_of_lines(document: &Document) -> Vec<Option<String>> {
    let page = document.page_iter().next().expect("a page");
    let (mut ink, mut lines) = (None, Vec::new());
    for (operation, resources) in everything_on(document, page) {
        match operation.operator.as_str() {
            "CS" => {
                let spaces =
                    resources.get_deref(b"ColorSpace", document).and_then(Object::as_dict).expect("spaces");
                let name = operation.operands[0].as_name().expect("a name");
                let space = spaces.get_deref(name, document).and_then(Object::as_array).expect("a space");
                ink = Some(String::from_utf8_lossy(space[1].as_name().expect("a name")).into_owned());
            }
            "K" | "G" | "RG" => ink = None,
            "S" => lines.push(ink.clone()),
            _ => {}
        }
    }
    lines
}

#[test]
fn crop_marks_are_on_every_plate() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"/>";
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face)]);
    let marked = printed(&game, &Request { separation: press(300), ..Request::default() });
    let lines = inks_of_lines(&marked);
    assert!(lines.len() >= 8 && lines.iter().all(|ink| ink.as_deref() == Some("All")), "{lines:?}");
    let output = print::print(&game.ir, &Request { separation: press(300), ..Request::default() });
    assert_eq!(preflight(&output.files[0].bytes, 3.0), [""; 0]);
    // At home, they are black.
    let plain = printed(&game, &Request::default());
    assert!(inks_of_lines(&plain).iter().all(Option::is_none));
}

#[test]
fn with_less_ink_spot_colours_stay_and_hidden_ones_are_not_drawn() {
    let spots = "[spots.foil]\nname = \"Gold foil\"\ncolour = \"#c9a227\"\n[spots.cut]\ncolour = \"#ff00fe\"\nshown = false\n\
         [sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\nmarks = \"none\"\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect x=\"9\" y=\"9\" width=\"20\" height=\"20\" fill=\"{{ spots.foil }}\"/><path d=\"M 1 1 H 62\" stroke=\"{{ spots.cut }}\" stroke-width=\"0.2\"/><rect data-text=\"Gold\" x=\"5\" y=\"50\" width=\"50\" height=\"10\" data-colour=\"{{ spots.foil }}\"/></svg>";
    let game = game(1, &[("print.toml", spots), ("faces/own.svg.j2", face)]);
    for ink in [Ink::Full, Ink::Grey, Ink::Low] {
        let shop = printed(&game, &Request { ink, separation: press(300), ..Request::default() });
        let page = shop.page_iter().next().expect("a page");
        let tints = everything_on(&shop, page)
            .iter()
            .filter(|(o, _)| ["scn", "SCN"].contains(&o.operator.as_str()))
            .count();
        assert!(tints >= 3, "{ink:?}: {tints} of foil, its text and the cut line");
        assert_eq!(inks_of_lines(&shop), [Some("Cut".to_owned())], "{ink:?}");
        let home = printed(&game, &Request { ink, ..Request::default() });
        let lines = inks_of_lines(&home).len();
        // With little ink, an area is an outline.
        assert_eq!(lines, usize::from(ink == Ink::Low), "{ink:?}");
    }
}

#[test]
fn spot_colours_are_separations_that_overprint() {
    let spots = "[spots.foil]\nname = \"Gold foil\"\ncolour = \"#c9a227\"\n[spots.cut]\ncolour = \"#ff00fe\"\nshown = false\n\
         [spots.black]\ncolour = \"#010203\"\n[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect x=\"-2\" y=\"-2\" width=\"67\" height=\"92\" fill=\"#208060\"/><rect x=\"9\" y=\"9\" width=\"20\" height=\"20\" fill=\"{{ spots.foil }}\"/><rect x=\"1\" y=\"1\" width=\"61\" height=\"86\" fill=\"none\" stroke=\"{{ spots.cut }}\" stroke-width=\"0.2\"/><rect data-text=\"Gold\" x=\"5\" y=\"50\" width=\"50\" height=\"10\" data-colour=\"{{ spots.foil }}\"/><circle cx=\"30\" cy=\"70\" r=\"4\" fill=\"{{ spots.black }}\"/></svg>";
    let game = game(1, &[("print.toml", spots), ("faces/own.svg.j2", face)]);
    let output = print::print(&game.ir, &Request { separation: press(300), ..Request::default() });
    assert_eq!(preflight(&output.files[0].bytes, 3.0), [""; 0]);
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let (mut over, mut spaces, mut drawn) = (false, [String::new(), String::new()], Vec::new());
    for (operation, resources) in everything_on(&document, page) {
        let named = || operation.operands[0].as_name().expect("a name").to_vec();
        let of =
            |kind: &[u8]| resources.get_deref(kind, &document).and_then(Object::as_dict).expect("a resource");
        match operation.operator.as_str() {
            "gs" => {
                let state = of(b"ExtGState")
                    .get_deref(&named(), &document)
                    .and_then(Object::as_dict)
                    .expect("a state");
                over = state.get(b"op").and_then(Object::as_bool).unwrap_or(over);
            }
            operator @ ("cs" | "CS") => {
                let space =
                    of(b"ColorSpace").get_deref(&named(), &document).and_then(Object::as_array).expect("it");
                assert_eq!(space[0].as_name().expect("a name"), b"Separation");
                assert_eq!(space[2].as_name().expect("a name"), b"DeviceCMYK");
                let ink = String::from_utf8(space[1].as_name().expect("a name").to_vec()).expect("UTF-8");
                spaces[usize::from(operator == "CS")] = ink;
            }
            "k" | "g" => spaces[0].clear(),
            "K" | "G" => spaces[1].clear(),
            operator @ ("f" | "S" | "TJ") => {
                let ink = &spaces[usize::from(operator == "S")];
                if !ink.is_empty() && ink != "All" {
                    drawn.push((operator.to_owned(), ink.clone()));
                    assert!(over, "{operator} {ink}");
                }
            }
            _ => {}
        }
    }
    let wanted = [("f", "Gold foil"), ("S", "Cut"), ("f", "Black spot"), ("TJ", "Gold foil")];
    for (operator, ink) in wanted {
        assert!(drawn.iter().any(|(o, i)| o == operator && i == ink), "{operator} {ink}: {drawn:?}");
    }
    // At home, foil is a colour, and there is no cut line.
    let home = print::print(&game.ir, &Request::default());
    let document = Document::load_mem(&home.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let colours: Vec<String> = everything_on(&document, page)
        .iter()
        .filter(|(o, _)| ["rg", "RG"].contains(&o.operator.as_str()))
        .map(|(o, _)| format!("{:?}", o.operands))
        .collect();
    assert!(colours.iter().any(|c| c.contains("0.788")), "{colours:?}");
    assert!(!colours.iter().any(|c| c.contains("0.996")), "{colours:?}");
}

#[cfg(unix)]
#[test]
fn a_profile_without_an_end_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| crate::process::cardwright().current_dir(folder.path()).args(args).ended();
    assert!(run(&["new", "soup"]).status.success());
    let refused = run(&["print", "soup", "--pdfx", "/dev/zero"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && said.contains("CW0924") && said.contains("larger than 16 MiB"),
        "{said}"
    );
}

#[test]
fn two_spots_of_one_plate_are_refused() {
    let said = |second: &str| {
        let print = format!(
            "[spots.a]\nname = \"Black\"\ncolour = \"#ff00fe\"\n[spots.b]\nname = \"{second}\"\ncolour = \"#ff00fd\"\n"
        );
        let opened = opened(1, &[("print.toml", &print)]);
        render(&opened.diagnostics, &opened.sources, Format::Short)
    };
    assert!(said("Black spot").contains("CW0927") && said("Black spot").contains("the same ink"));
    assert!(said("Black").contains("the same name"));
    assert!(!said("Gloss").contains("CW0927"));
}

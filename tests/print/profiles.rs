//! Colour profiles of pictures.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cardwright::print::export::{ExportForm, ExportOptions};
use moxcms::{ColorProfile, Layout, TransformOptions};

use super::export::{Png, all};
use super::*;

/// JPEGs of 8 × 8 pixels of one colour: red 200, green 50, blue 50; and no cyan, much magenta and yellow, a
/// little black.
const RGB: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAIAAgDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ACceLIf/2Q==";
const CMYK: &str = "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAgJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCqYeB4o6//2Q==";
/// The same as YCCK, which most programs write.
const YCCK: &str = "/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoKCgYICwwLCgwJCgoK/9sAQwECAgICAgIFAwMFCgcGBwoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAYJ/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAgJ/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAA4EAQACEQMRBAAAPwBgRCN61j//2Q==";

fn jpeg(base64: &str, profile: &[u8]) -> Vec<u8> {
    let plain = STANDARD.decode(base64).expect("base64");
    if profile.is_empty() {
        return plain;
    }
    // In two parts, as large ones are.
    let (first, second) = profile.split_at(profile.len() / 2);
    let part = |number: u8, data: &[u8]| {
        let length = (data.len() + 16) as u16;
        [&[0xff, 0xe2], &length.to_be_bytes()[..], b"ICC_PROFILE\0", &[number, 2], data].concat()
    };
    [&plain[..2], &part(2, second), &part(1, first), &plain[2..]].concat()
}

fn png_with(profile: &ColorProfile, colour: [u8; 3]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut info = png::Info::with_size(2, 2);
    info.color_type = png::ColorType::Rgb;
    info.icc_profile = Some(profile.encode().expect("a profile").into());
    let encoder = png::Encoder::with_info(&mut bytes, info).expect("an encoder");
    encoder.write_header().and_then(|mut w| w.write_image_data(&colour.repeat(4))).expect("written");
    bytes
}

/// The colour in the middle of a card whose face is this picture.
fn exported(kind: &str, picture: &[u8]) -> [u8; 3] {
    let files = all(&with(kind, picture), &Request::default(), &ExportOptions::new(ExportForm::Png));
    let card = Png::read(&files["png/cards/c0.png"]);
    card.pixel(card.width / 2, card.height / 2).try_into().expect("three parts")
}

fn with(kind: &str, picture: &[u8]) -> CompiledGame {
    let data = STANDARD.encode(picture);
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><image href=\"data:image/{kind};base64,{data}\" x=\"-2\" y=\"-2\" width=\"67\" height=\"92\" preserveAspectRatio=\"none\"/></svg>"
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face)])
}

fn near(a: [u8; 3], b: [u8; 3], most: u8) -> bool {
    a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= most)
}

#[test]
fn pixels_are_converted_by_their_profile() {
    let adobe = ColorProfile::new_adobe_rgb();
    let mut wanted = [0; 3];
    let transform = adobe
        .create_transform_8bit(
            Layout::Rgb,
            &ColorProfile::new_srgb(),
            Layout::Rgb,
            TransformOptions::default(),
        )
        .expect("a transform");
    transform.transform(&[200, 50, 50], &mut wanted).expect("converted");
    assert!(!near(wanted, [200, 50, 50], 20), "{wanted:?}");
    assert!(near(exported("png", &png_with(&adobe, [200, 50, 50])), wanted, 2));
    assert!(near(exported("png", &png_with(&ColorProfile::new_srgb(), [200, 50, 50])), [200, 50, 50], 0));
    let profile = adobe.encode().expect("a profile");
    assert!(near(exported("jpeg", &jpeg(RGB, &profile)), wanted, 4));
    assert!(near(exported("jpeg", &jpeg(RGB, &[])), [200, 50, 50], 3));
    // Bytes that are no profile change nothing.
    assert!(near(exported("jpeg", &jpeg(RGB, &[7; 300])), [200, 50, 50], 3));
}

#[test]
fn a_profile_that_cannot_be_used_is_said() {
    let said = |kind: &str, picture: &[u8]| {
        let game = with(kind, picture);
        let output = print::print(&game.ir, &Request::default());
        assert_eq!(output.files.len(), 1);
        let found = output.found.iter().filter(|d| d.code.to_string() == "CW0924");
        found.map(|d| d.message.clone()).collect::<Vec<_>>().join("\n")
    };
    let adobe = ColorProfile::new_adobe_rgb().encode().expect("a profile");
    let inks = print_shop::profile(b"prtr", b"CMYK");
    assert_eq!(said("jpeg", &jpeg(RGB, &adobe)), "");
    assert_eq!(said("jpeg", &jpeg(RGB, &[])), "");
    assert!(said("jpeg", &jpeg(RGB, &[7; 300])).ends_with("it is not an ICC profile"));
    assert!(said("jpeg", &jpeg(RGB, &inks)).contains("other colours than red, green and blue"));
    assert!(said("jpeg", &jpeg(CMYK, &adobe)).contains("other colours than cyan"));
    // One of its two parts is not there.
    let whole = jpeg(RGB, &adobe);
    let second = 2 + 4 + 14 + (adobe.len() - adobe.len() / 2);
    let half = [&whole[..2], &whole[second..]].concat();
    assert!(said("jpeg", &half).ends_with("it has 1 of its 2 parts"), "{}", said("jpeg", &half));
    let png = png_with(&ColorProfile::new_adobe_rgb(), [200, 50, 50]);
    assert_eq!(said("png", &png), "");
    let zeros = |count: usize| {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&vec![0; count]).expect("packed");
        packed.finish().expect("packed")
    };
    // What does not unpack, what unpacks to too much, and a checksum that is wrong.
    for profile in [b"no zlib".to_vec(), zeros(100 << 20)] {
        let said = said("png", &png_with_chunk(&png, &[b"x\0\0", &profile[..]].concat(), 0));
        assert!(said.ends_with("it is damaged, or far too long"), "{said}");
    }
    let nonsense = [b"x\0\0", &zeros(1000)[..]].concat();
    assert!(said("png", &png_with_chunk(&png, &nonsense, 0)).ends_with("it is not an ICC profile"));
    assert!(said("png", &png_with_chunk(&png, &nonsense, 1)).ends_with("it is damaged, or far too long"));
    // Such a picture is printed as one without a profile.
    let plain = png_with_chunk(&png, b"xxx", 0);
    assert!(near(exported("png", &plain), [200, 50, 50], 0));
}

/// Returns a PNG with another profile, whose checksum is wrong by a number.
fn png_with_chunk(png: &[u8], profile: &[u8], wrong_by: u32) -> Vec<u8> {
    let at = png.windows(4).position(|name| name == b"iCCP").expect("a profile") - 4;
    let length = u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]) as usize;
    let named = [b"iCCP", profile].concat();
    let mut crc = flate2::Crc::new();
    crc.update(&named);
    let sum = crc.sum().wrapping_add(wrong_by).to_be_bytes();
    let size = (profile.len() as u32).to_be_bytes();
    [&png[..at], &size, &named, &sum, &png[at + 12 + length..]].concat()
}

#[test]
fn a_jpeg_that_is_cut_off_is_refused_like_a_png() {
    let whole = STANDARD.decode(RGB).expect("base64");
    let png = png_with(&ColorProfile::new_srgb(), [200, 50, 50]);
    let preview = [&[0xff, 0xe1, 0, 8][..], &[1, 2, 0xff, 0xd9, 5, 6]].concat();
    let with_preview = [&whole[..2], &preview, &whole[2..]].concat();
    for (kind, picture, is_cut) in [
        ("jpeg", whole.clone(), false),
        ("jpeg", with_preview.clone(), false),
        ("jpeg", [&whole[..], b"more of it"].concat(), false),
        ("jpeg", whole[..whole.len() - 2].to_vec(), true),
        ("jpeg", whole[..whole.len() - 9].to_vec(), true),
        ("jpeg", with_preview[..with_preview.len() - 9].to_vec(), true),
        ("png", png[..png.len() - 20].to_vec(), true),
    ] {
        let game = with(kind, &picture);
        let output = print::print(&game.ir, &Request::default());
        assert_eq!(
            said(&game, &output).contains("CW0914"),
            is_cut,
            "{kind} {} {}",
            picture.len(),
            said(&game, &output)
        );
        assert_eq!(output.files.is_empty(), is_cut);
    }
}

#[test]
fn a_pdf_keeps_the_profile_of_a_jpeg_and_has_no_inks() {
    let adobe = ColorProfile::new_adobe_rgb().encode().expect("a profile");
    let picture = jpeg(RGB, &adobe);
    let document = printed(&with("jpeg", &picture), &Request::default());
    let images: Vec<&Stream> = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image"))
        .collect();
    assert_eq!(images.len(), 1);
    assert_eq!(images[0].content, picture, "the file as it was");
    let space = images[0].dict.get(b"ColorSpace").and_then(Object::as_array).expect("an array");
    assert_eq!(space[0].as_name().expect("a name"), b"ICCBased");
    let kept =
        document.get_object(space[1].as_reference().expect("it")).and_then(Object::as_stream).expect("it");
    assert_eq!(kept.decompressed_content().expect("it"), adobe);
    // Inks become red, green and blue.
    let output = print::print(&with("jpeg", &jpeg(CMYK, &[])).ir, &Request::default());
    assert!(!String::from_utf8_lossy(&output.files[0].bytes).contains("DeviceCMYK"));
    let roughly = exported("jpeg", &jpeg(CMYK, &[]));
    assert!(roughly[0] > 180 && roughly[1] < 110 && roughly[2] < 110, "{roughly:?}");
}

#[test]
fn inks_in_two_codings_are_one_colour() {
    let profile = print_shop::profile_of_pictures();
    for profile in [&profile[..], &[]] {
        let cmyk = exported("jpeg", &jpeg(CMYK, profile));
        assert!(cmyk[0] > 150 && cmyk[1] < 110 && cmyk[2] < 110, "{cmyk:?}");
        let ycck = exported("jpeg", &jpeg(YCCK, profile));
        assert!(near(cmyk, ycck, 4), "{cmyk:?} and {ycck:?}");
        // A PDF has the same pixels.
        let document = printed(&with("jpeg", &jpeg(YCCK, profile)), &Request::default());
        let is_image =
            |s: &&Stream| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image");
        let image = document.objects.values().filter_map(|o| o.as_stream().ok()).find(is_image).expect("it");
        let pixels = image.decompressed_content().expect("pixels");
        assert_eq!(pixels.len(), 8 * 8 * 3);
        assert!(near(pixels[..3].try_into().expect("three"), ycck, 2), "{:?} and {ycck:?}", &pixels[..3]);
    }
}

#[test]
fn a_jpeg_of_a_rare_sort_is_refused() {
    // Start of a frame with arithmetic coding.
    let rare: Vec<u8> = STANDARD.decode(CMYK).expect("base64");
    let at = rare.windows(2).position(|two| two == [0xff, 0xc0]).expect("a frame");
    let mut rare = rare;
    rare[at + 1] = 0xc9;
    let game = with("jpeg", &rare);
    let output = print::print(&game.ir, &Request::default());
    assert!(said(&game, &output).contains("baseline or progressive"), "{}", said(&game, &output));
    assert!(output.files.is_empty());
}

#[test]
fn an_svg_has_no_picture_in_inks() {
    for (picture, kind) in [(CMYK, "png"), (YCCK, "png"), (RGB, "jpeg")] {
        let game = with("jpeg", &jpeg(picture, &[]));
        let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Svg));
        let svg = String::from_utf8_lossy(&files["svg/cards/c0.svg"]).into_owned();
        assert_eq!(svg.matches("data:image/").count(), 1, "{svg}");
        assert!(svg.contains(&format!("data:image/{kind};base64,")), "{svg}");
    }
}

#[test]
fn a_picture_that_a_tag_asks_to_turn_is_said() {
    let plain = jpeg(RGB, &[]);
    let tagged = |orientation: u16, is_little: bool| {
        let number = |n: u16| if is_little { n.to_le_bytes() } else { n.to_be_bytes() };
        let entry =
            [number(0x0112), number(3), number(1), number(0), number(orientation), number(0)].concat();
        // The count of an entry has four bytes, the lower two first or last.
        let entry = match is_little {
            true => entry,
            false => [&entry[..4], &[0, 0, 0, 1], &entry[8..]].concat(),
        };
        let (order, first) = if is_little { (b"II", [8, 0, 0, 0]) } else { (b"MM", [0, 0, 0, 8]) };
        let tags = [b"Exif\0\0", &order[..], &number(42), &first, &number(1), &entry, &[0; 4]].concat();
        let length = (tags.len() as u16 + 2).to_be_bytes();
        [&plain[..2], &[0xff, 0xe1], &length, &tags, &plain[2..]].concat()
    };
    let said = |picture: &[u8]| {
        let output = print::print(&with("jpeg", picture).ir, &Request::default());
        let found = output.found.iter().filter(|d| d.message.contains("is printed as its pixels lie"));
        found.map(|d| d.code.to_string()).collect::<Vec<_>>()
    };
    for is_little in [true, false] {
        assert_eq!(said(&tagged(6, is_little)), ["CW0938"]);
        assert!(said(&tagged(1, is_little)).is_empty());
    }
    assert!(said(&plain).is_empty());
    // A browser would turn the JPEG itself, so it does not get one.
    let svg = |picture: &[u8]| {
        let files = all(&with("jpeg", picture), &Request::default(), &ExportOptions::new(ExportForm::Svg));
        String::from_utf8(files["svg/cards/c0.svg"].clone()).expect("UTF-8")
    };
    assert!(svg(&plain).contains("image/jpeg"));
    assert!(svg(&tagged(6, true)).contains("image/png"));
}

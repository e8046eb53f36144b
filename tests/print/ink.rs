//! Less ink: as it stands in the PDF.

use cardwright::ir::print::AssetInfo;
use cardwright::print::export::{ExportForm, ExportOptions};
use cardwright::print::ink::Ink;

use super::*;

const SHEET: &str =
    "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\nmarks = \"none\"\n";

/// A card with a dark field, a bright disc, a picture, an icon, a star and text on it.
fn card() -> CompiledGame {
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<rect x="-2" y="-2" width="67" height="92" fill="#204060"/>
<circle cx="30" cy="30" r="12" fill="#ffd080"/>
<circle cx="50" cy="10" r="0.2" fill="#ffffff"/>
<rect x="5" y="70" width="4" height="4" fill="#ffffff"/>
<linearGradient id="g"><stop offset="0" stop-color="#ff0000"/><stop offset="1" stop-color="#0000ff"/></linearGradient>
<rect x="5" y="50" width="30" height="10" fill="url(#g)" stroke="#c02020" stroke-width="3"/>
<rect data-text="Some {coin} words" x="5" y="5" width="50" height="8" data-colour="#ffffff"/>
</svg>"##;
    game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", face)])
}

fn colours(ink: Ink) -> (Vec<[f32; 3]>, Vec<f32>) {
    drawn_with(&printed(&card(), &Request { ink, ..Request::default() }))
}

/// Colours that are filled and drawn with, of every page and every drawing of a document, and the widths of
/// lines.
fn drawn_with(document: &Document) -> (Vec<[f32; 3]>, Vec<f32>) {
    let mut parts: Vec<Vec<u8>> = document.page_iter().map(|p| document.get_page_content(p)).collect();
    for object in document.objects.values() {
        let Ok(stream) = object.as_stream() else { continue };
        if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Form") {
            parts.push(stream.decompressed_content().unwrap_or_else(|_| stream.content.clone()));
        }
    }
    let (mut colours, mut widths) = (Vec::new(), Vec::new());
    for part in parts {
        for o in Content::decode(&part).expect("operators").operations {
            let numbers: Vec<f32> = o.operands.iter().filter_map(|n| n.as_float().ok()).collect();
            match (o.operator.as_str(), numbers.as_slice()) {
                ("rg" | "RG", [r, g, b]) => colours.push([*r, *g, *b]),
                ("g" | "G", [g]) => colours.push([*g; 3]),
                ("w", [width]) => widths.push(*width),
                _ => {}
            }
        }
    }
    (colours, widths)
}

fn grey(c: &[f32; 3]) -> bool {
    (c[0] - c[1]).abs() < 0.004 && (c[1] - c[2]).abs() < 0.004
}

#[test]
fn words_that_stand_out_in_the_rules_are_grey_too() {
    let game = crate::support::open("fantasy-realms").game.expect("a shipped game");
    let rules = |ink| Request { ink, sheets: vec!["rules".into()], ..Request::default() };
    assert!(drawn_with(&printed(&game, &rules(Ink::Full))).0.iter().any(|c| !grey(c)), "words have colours");
    for ink in [Ink::Grey, Ink::Low] {
        let (less, _) = drawn_with(&printed(&game, &rules(ink)));
        assert!(less.iter().all(grey), "{ink:?} {less:?}");
    }
    let drawn = |ink| {
        let document = printed(&game, &rules(ink));
        let pages =
            document.page_iter().map(|p| Content::decode(&document.get_page_content(p)).expect("operators"));
        pages.map(|page| page.operations.len()).collect::<Vec<_>>()
    };
    assert_eq!(drawn(Ink::Low), drawn(Ink::Grey), "bullets stay, too");
}

#[test]
fn greys_are_grey() {
    let (full, _) = colours(Ink::Full);
    assert!(full.iter().any(|c| !grey(c)), "{full:?}");
    for ink in [Ink::Grey, Ink::Low] {
        let (less, _) = colours(ink);
        assert!(less.len() > 2 && less.iter().all(grey), "{ink:?} {less:?}");
    }
}

#[test]
fn with_little_ink_areas_are_nearly_white_and_signs_are_dark() {
    let (colours, widths) = colours(Ink::Low);
    for c in &colours {
        assert!(c[0] > 0.865 || c[0] < 0.6, "an area of {c:?}");
    }
    assert!(colours.iter().any(|c| c[0] < 0.25), "letters are dark: {colours:?}");
    assert!(widths.iter().all(|w| *w < 0.51), "{widths:?}");
    let text = text(&printed(&card(), &Request { ink: Ink::Low, ..Request::default() }), 1);
    assert!(text.contains("Some") && text.contains("words"), "{text}");
}

#[test]
fn with_little_ink_the_squares_of_a_board_are_told_apart() {
    let game = crate::support::open("chess").game.expect("a shipped game");
    let request = Request { ink: Ink::Low, sheets: vec!["board".into()], ..Request::default() };
    let (colours, _) = drawn_with(&printed(&game, &request));
    let pale = |c: &&[f32; 3]| grey(c) && (0.865..0.97).contains(&c[0]);
    assert!(colours.iter().any(|c| c[0] > 0.97) && colours.iter().find(pale).is_some(), "{colours:?}");
}

#[test]
fn a_wide_line_is_an_area_between_two_edges() {
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<path d="M0 30C20 20 40 50 63 40" fill="none" stroke="#d8ece6" stroke-width="8"/>
<path d="M0 60H63" fill="none" stroke="#802020" stroke-width="2"/>
</svg>"##;
    let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", face)]);
    let (colours, widths) = drawn_with(&printed(&game, &Request { ink: Ink::Low, ..Request::default() }));
    let mut wide: Vec<f32> = widths.iter().copied().filter(|w| *w > 1.0).collect();
    wide.sort_by(f32::total_cmp);
    assert_eq!(wide.len(), 2, "the river, within its edges: {widths:?}");
    assert!((wide[1] - 8.0).abs() < 0.01 && (wide[1] - wide[0] - 0.28).abs() < 0.01, "{widths:?}");
    assert!(colours.iter().any(|c| c[0] > 0.97) && colours.iter().any(|c| c[0] < 0.25), "{colours:?}");
    assert!(widths.iter().any(|w| (*w - 0.5).abs() < 0.01), "a line stays a line: {widths:?}");
}

#[test]
fn every_shipped_kind_of_sheet_prints_with_less() {
    for id in ["fantasy-realms", "chess", "realm-classic"] {
        let game = crate::support::open(id).game.expect("a shipped game");
        for ink in [Ink::Grey, Ink::Low] {
            let output = print::print(&game.ir, &Request { ink, ..Request::default() });
            assert_eq!(said(&game, &output), "", "{id}");
            assert!(!output.files.is_empty());
        }
    }
}

#[test]
fn icons_are_solid_and_bright_discs_are_not_black() {
    let fills = |inside: &str| {
        let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
        let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)]);
        drawn_with(&printed(&game, &Request { ink: Ink::Low, ..Request::default() })).0
    };
    // Small parts of a large icon are as dark as its large ones: the paw's toes, and the balls of a crown.
    for icon in ["paw", "crown", "cloud"] {
        for size in [5.0, 14.0, 40.0] {
            let mut found = fills(&format!("{{{{ icon(\"{icon}\", 5, 5, {size}, \"#b98a2f\") }}}}"));
            let around = fills("");
            found.retain(|colour| !around.contains(colour));
            found.dedup();
            assert_eq!(found.len(), 1, "{icon} of {size} mm: {found:?}");
            assert!(found[0][0] < 0.5, "{icon} of {size} mm: {found:?}");
        }
    }
    // A moon of 6 mm on a dark sky.
    let sky = "<rect width=\"63\" height=\"88\" fill=\"#204060\"/>";
    let moon = format!("{sky}<circle cx=\"30\" cy=\"30\" r=\"3\" fill=\"#fff8e1\"/>");
    let dark = |colours: &[[f32; 3]]| colours.iter().filter(|c| c[0] < 0.3).count();
    assert_eq!(dark(&fills(&moon)), dark(&fills(sky)));
}

#[test]
fn pieces_of_players_are_told_apart_without_colours() {
    for form in ["round", "square", "standee"] {
        let piece = format!("[pieces.scout]\nform = \"{form}\"\nsize = 20\nlabel = \"S\"\n");
        let game = game(0, &[("print.toml", &piece)]);
        let shapes = |ink| -> Vec<usize> {
            let svg = ExportOptions::new(ExportForm::Svg);
            let files = export::all(&game, &Request { ink, ..Request::default() }, &svg);
            let pieces = files.into_iter().filter(|(name, _)| name.contains("pieces/"));
            pieces.map(|(_, svg)| String::from_utf8_lossy(&svg).matches("<path").count()).collect()
        };
        let full = shapes(Ink::Full);
        assert_eq!(full.len(), 4, "a scout for each player");
        let sides = if form == "standee" { 2 } else { 1 };
        for ink in [Ink::Grey, Ink::Low] {
            let more: Vec<usize> = shapes(ink).iter().zip(&full).map(|(less, full)| less - full).collect();
            assert_eq!(more, [1, 2, 3, 4].map(|dots| dots * sides), "{form} {ink:?}");
        }
    }
}

#[test]
fn with_little_ink_bullets_of_every_size_are_dark() {
    let dark = |size: u32, words: &str| {
        let face = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n<rect data-text=\"{words}\" x=\"5\" y=\"5\" width=\"50\" height=\"40\" data-size=\"{size}\" data-colour=\"#c0a040\"/>\n</svg>"
        );
        let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)]);
        let document = printed(&game, &Request { ink: Ink::Low, ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        everything_on(&document, page).iter().filter(|(o, _)| o.operator == "f").count()
    };
    for size in [6, 7, 9, 11, 14] {
        assert_eq!(dark(size, "- Oak&#10;- Elm") - dark(size, "Oak Elm"), 2, "{size} points");
    }
}

#[test]
fn with_little_ink_pale_lines_stay_pale_and_thin() {
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<path d="M5 20H50" fill="none" stroke="#ccb0b4" stroke-width="0.35"/>
<path d="M5 40H50" fill="none" stroke="#7a2f3b" stroke-width="0.4"/>
<path d="M5 60H50" fill="none" stroke="#c79a22" stroke-width="1.4"/>
</svg>"##;
    let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", face)]);
    let document = printed(&game, &Request { ink: Ink::Low, ..Request::default() });
    let page = document.page_iter().next().expect("a page");
    let (mut grey, mut width, mut lines) = (0.0, 0.0, Vec::new());
    for (operation, _) in everything_on(&document, page) {
        let number = || operation.operands[0].as_float().expect("a number");
        match operation.operator.as_str() {
            "G" | "RG" => grey = number(),
            "w" => width = number(),
            "S" => lines.push((grey, width)),
            _ => {}
        }
    }
    assert!(lines.iter().any(|(grey, width)| *grey > 0.5 && (*width - 0.2).abs() < 0.01), "{lines:?}");
    assert!(lines.iter().any(|(grey, width)| *grey < 0.25 && (*width - 0.4).abs() < 0.01), "{lines:?}");
    assert!(lines.iter().any(|(grey, width)| *grey < 0.25 && (*width - 0.5).abs() < 0.01), "{lines:?}");
}

#[test]
fn pictures_that_are_not_printed_have_no_warnings() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 2, 2);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&[0x80; 12])).expect("written");
    let mut game = game(1, &[]);
    let picture = AssetInfo { path: "art/c0.png".into(), file: None, bytes: png };
    game.ir.print.assets.push(picture);
    let found = |ink| said(&game, &print::print(&game.ir, &Request { ink, ..Request::default() }));
    assert!(found(Ink::Full).contains("CW0915") && found(Ink::Grey).contains("CW0915"));
    assert_eq!(found(Ink::Low), "");
}

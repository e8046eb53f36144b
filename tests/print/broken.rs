//! Fonts and pictures that break those who read them: they are named, and nothing panics.

use crate::process::Ends;
use cardwright::ir::print::AssetInfo;
use cardwright::print::export::{ExportForm, ExportOptions};
use cardwright::print::scene::{Pixels, SceneItem};
use cardwright::print::{picture, svg};

use super::export::exported;
use super::*;

/// A font of which four bytes were changed: its outlines break the reader.
const FONT: &[u8] = include_bytes!("../data/broken-font.ttf");
const DRAWING: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1e-30 1e30\"><rect width=\"1\" height=\"1\"/></svg>";

/// Returns the diagnostics of a game with one more file, from checking, printing and exporting it.
fn told(path: &str, bytes: &[u8], print_toml: &str) -> [String; 3] {
    let mut game = game(2, &[("print.toml", print_toml)]);
    game.ir.print.assets.push(AssetInfo { path: path.into(), file: None, bytes: bytes.to_vec() });
    let checked = print::check_files(&game.ir);
    let printed = print::print(&game.ir, &Request::default());
    assert!(printed.files.is_empty());
    let (_, exported) = exported(&game, &Request::default(), &ExportOptions::new(ExportForm::Png));
    [checked, printed.found, exported.found].map(|found| render(&found, game.sources(), Format::Short))
}

#[test]
fn a_font_that_breaks_its_reader_is_named() {
    for said in told("fonts/Zed.ttf", FONT, "[fonts]\ntitle = \"Zed\"\n") {
        assert!(said.contains("error[CW0917]: `fonts/Zed.ttf` cannot be used"), "{said}");
    }
}

#[test]
fn a_drawing_that_breaks_its_reader_is_named() {
    for said in told("art/c0.svg", DRAWING.as_bytes(), "") {
        assert!(said.contains("error[CW0914]: `art/c0.svg`"), "{said}");
    }
}

#[test]
fn a_picture_that_is_cut_off_is_named() {
    for said in told("art/c0.png", b"\x89PNG\r\n\x1a\nIHDR", "") {
        assert!(said.contains("error[CW0914]: `art/c0.png`"), "{said}");
    }
}

#[test]
fn what_breaks_a_reader_is_no_bug_of_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, bytes: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, bytes).expect("written");
    };
    write("g/game.toml", b"[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n");
    write("g/cards/c.toml", b"[cards.a]\nname = \"A\"\n");
    write("g/art/a.svg", DRAWING.as_bytes());
    write("g/fonts/Zed.ttf", FONT);
    for command in ["check", "print", "export"] {
        let output = crate::process::cardwright()
            .args([command, "g", "--format", "short"])
            .current_dir(folder.path())
            .ended();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(if command == "export" { 2 } else { 1 }), "{command}: {said}");
        assert!(!said.contains("bug in Cardwright"), "{command}: {said}");
    }
}

/// With any number of large pictures, only the file of each is kept while others are made.
#[test]
fn pictures_are_kept_as_files() {
    let mut game = game(1, &[]);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 2000, 2000);
    encoder.set_color(png::ColorType::Rgb);
    let pixels = vec![77; 2000 * 2000 * 3];
    encoder.write_header().and_then(|mut w| w.write_image_data(&pixels)).expect("written");
    game.ir.print.assets.push(AssetInfo { path: "art/c0.png".into(), file: None, bytes: bytes.clone() });
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><image href=\"art/c0.png\" width=\"9\" height=\"9\"/><mask id=\"m\"><rect width=\"5\" height=\"5\" fill=\"white\"/></mask><rect width=\"9\" height=\"9\" mask=\"url(#m)\"/></svg>";
    let drawn = svg::read(drawing, 63.0, &game.ir.print).expect("an SVG");
    let mut pictures = Vec::new();
    let mut items: Vec<&SceneItem> = drawn.items.iter().collect();
    while let Some(item) = items.pop() {
        match item {
            SceneItem::Group { items: inner, .. } => items.extend(inner),
            SceneItem::Picture { picture, .. } => pictures.push(std::sync::Arc::clone(picture)),
            _ => {}
        }
    }
    assert_eq!(pictures.len(), 2, "the picture, and what is masked");
    for drawn in pictures {
        let Pixels::Png(file, _) = &drawn.data else { panic!("a PNG") };
        assert!(file.len() < 100_000, "{}", file.len());
        let (colours, alpha) = picture::pixels(&drawn).expect("pixels");
        assert_eq!(colours.len() as u32, drawn.width * drawn.height * 3);
        assert_eq!(alpha.is_some(), **file != bytes);
        assert!(alpha.is_some() || colours == pixels);
    }
}

/// Returns the diagnostics of a card whose face has these elements, and an included template.
fn said_of_face(inside: &str, other: &str) -> String {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n{inside}\n</svg>");
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face), ("faces/other.svg.j2", other)]);
    let output = print::print(&game.ir, &Request::default());
    said(&game, &output)
}

#[test]
fn odd_attributes_are_said_on_their_line() {
    for (attributes, words) in [
        ("data-=\"\"", "there is no `data-`"),
        ("DATA-TEXT=\"x\"", "there is no `DATA-TEXT`; did you mean `data-text`?"),
        ("data-text=\"x\" data-size=\"0\"", "`data-size` is 0; it must be more than 0"),
        ("data-text=\"x\" data-size=\"-4\"", "`data-size` is -4; it must be more than 0"),
        ("data-text=\"x\" data-size=\"9000\"", "`data-size` is 9000; it may be 500 at most"),
        ("data-text=\"x\" data-min-size=\"0\"", "`data-min-size` is 0"),
        ("data-text=\"x\" data-leading=\"0\"", "`data-leading` is 0"),
        ("data-text=\"x\" data-gap=\"-1\"", "`data-gap` is -1; it must be 0 at least"),
        ("data-text=\"x\" data-lines=\"-1\"", "`data-lines` is -1; it must be a whole number"),
        ("data-text=\"x\" data-lines=\"1.5\"", "`data-lines` is 1.5; it must be a whole number"),
    ] {
        let said =
            said_of_face(&format!("<rect x=\"5\" y=\"5\" width=\"50\" height=\"9\" {attributes}/>"), "");
        assert!(said.contains("CW0907") && said.contains(words), "{attributes}: {said}");
        assert!(said.contains("faces/own.svg.j2:2:"), "{attributes}: {said}");
    }
    assert_eq!(
        said_of_face(
            "<rect x=\"5\" y=\"5\" width=\"50\" height=\"9\" data-text=\"x\" data-size=\"0.5\" data-lines=\"0\"/>",
            ""
        ),
        ""
    );
}

#[test]
fn templates_that_include_each_other_in_a_circle_are_said() {
    for (own, other) in [
        ("{% include 'other' %}", "{% include 'own' %}"),
        ("{% include 'own' %}", ""),
        ("{% include 'other' %}", "{% include 'other' %}"),
    ] {
        let said = said_of_face(own, other);
        assert!(said.contains("CW0905") && said.contains("include each other in a circle"), "{said}");
        assert!(said.contains("faces/own.svg.j2:2:"), "{said}");
    }
    // An error of an included template is reported with its own message, at its own line.
    let said = said_of_face("{% include 'other' %}", "<g/>\n{{ strenght + 1 }}");
    assert!(said.contains("faces/other.svg.j2:2:") && said.contains("strenght"), "{said}");
}

#[test]
fn a_size_that_is_not_a_number_is_said() {
    let found = opened(1, &[("print.toml", "[sheets.cards]\ncomponents = \"card\"\nsize = [nan, 88]\n")]);
    let said = render(&found.diagnostics, &found.sources, Format::Short);
    assert!(said.contains("print.toml:3:9") && said.contains("must be a number, not `nan`"), "{said}");
}

//! Faces at unusual sizes: the default back and token, tiles, and faces drawn for another component.

use std::sync::Arc;

use cardwright::ir::Ir;
use cardwright::print::data::{SheetAttributes, WordLooks};
use cardwright::print::export::{ExportForm, ExportOptions};
use cardwright::print::face::{FaceParts, Templates};
use cardwright::print::sheets;
use cardwright::print::units::Size;
use resvg::usvg::roxmltree::{Document as Xml, Node};

use super::*;

/// Sizes that are small, narrow or lie on their side.
const SIZES: [(f64, f64); 9] = [
    (15.0, 15.0),
    (20.0, 20.0),
    (28.0, 28.0),
    (30.0, 40.0),
    (30.0, 100.0),
    (44.0, 68.0),
    (88.0, 63.0),
    (120.0, 40.0),
    (63.0, 88.0),
];

/// A face that comes with Cardwright, of the first card.
fn face(ir: &Ir, template: &str, (width, height): (f64, f64)) -> FaceParts {
    let words = Arc::new(WordLooks::of(ir));
    let (templates, failures) = Templates::load(ir, &words);
    assert!(failures.is_empty(), "{failures:?}");
    let sheets = sheets(ir);
    let shown = SheetAttributes::of(ir, &sheets[0]);
    let data =
        shown.data(ir, &words, ir.names.iter().next().expect("a card").first, Size { width, height }, 2.0);
    templates.face(template, &data, width, &|_| true).expect("a face")
}

fn number(node: &Node, key: &str) -> f64 {
    node.attribute(key).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{key} of {node:?}"))
}

/// The squares of the icons: left, top, right, bottom.
fn icons(xml: &Xml) -> Vec<[f64; 4]> {
    let inner = xml.descendants().filter(|n| n.has_tag_name("svg") && n.parent_element().is_some());
    let square = |n: Node| {
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|key| number(&n, key));
        [x, y, x + w, y + h]
    };
    inner.map(square).collect()
}

fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// The rectangle of a text box of a face.
fn text_boxes(parts: &FaceParts) -> Vec<[f64; 4]> {
    let of = |b: &print::face::TextBox| {
        let (x, y) = b.matrix.point(0.0, 0.0);
        [f64::from(x), f64::from(y), f64::from(x) + b.width, f64::from(y) + b.height]
    };
    parts.boxes.iter().map(of).collect()
}

#[test]
fn the_default_back_of_any_size_stays_on_the_card_and_its_stars_beside_the_name() {
    let game = game(1, &[]);
    for (w, h) in SIZES {
        let parts = face(&game.ir, "back", (w, h));
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let names = text_boxes(&parts);
        assert_eq!(names.len(), usize::from(w.min(h) >= 30.0), "{w} × {h}");
        let stars = icons(&xml);
        assert!(!stars.is_empty(), "{w} × {h}");
        for star in stars {
            assert!(names.iter().all(|name| !overlap(star, *name)), "{w} × {h}: {star:?} on {names:?}");
        }
        // The diamonds are the paths that begin at their upper corner.
        let diamonds: Vec<Vec<f64>> = xml
            .descendants()
            .filter_map(|n| n.attribute("d").filter(|d| d.ends_with('z') && d.matches('L').count() == 3))
            .map(|d| d.split(['M', 'L', ' ', 'z']).filter_map(|n| n.parse().ok()).collect())
            .collect();
        let diamonds: Vec<&Vec<f64>> = diamonds.iter().filter(|d| d[0] == w / 2.0).collect();
        assert_eq!(diamonds.len(), 2, "{w} × {h}");
        for corner in diamonds.iter().flat_map(|d| d.chunks(2)) {
            let inside = corner[0] > 1.0 && corner[1] > 1.0 && corner[0] < w - 1.0 && corner[1] < h - 1.0;
            assert!(inside, "{w} × {h}: {corner:?}");
        }
    }
}

#[test]
fn all_of_a_default_token_of_any_size_lies_on_its_disc() {
    let game = game(1, &[("print.toml", "[sheets.cards]\ncomponents = \"card\"\nnumber = \"strength\"\n")]);
    for (w, h) in SIZES {
        let parts = face(&game.ir, "token", (w, h));
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let discs = xml.descendants().filter(|n| n.has_tag_name("circle"));
        let [x, y, r] = discs
            .map(|n| ["cx", "cy", "r"].map(|key| number(&n, key)))
            .max_by(|a, b| a[2].total_cmp(&b[2]))
            .expect("a disc");
        assert!(x - r >= 0.0 && y - r >= 0.0 && x + r <= w && y + r <= h, "{w} × {h}");
        let boxes = text_boxes(&parts);
        assert_eq!(boxes.len(), 2, "a number and a name");
        assert!(!overlap(boxes[0], boxes[1]), "{w} × {h}: {boxes:?}");
        for [left, top, right, bottom] in boxes {
            let far = (left - x).abs().max((right - x).abs()).hypot((top - y).abs().max((bottom - y).abs()));
            assert!(far <= r * 1.02, "{w} × {h}: {far} on a disc of {r}");
        }
    }
}

#[test]
fn texts_that_a_tile_has_no_room_for_are_said() {
    let report = |size: &str, more: &str| {
        let sheet =
            format!("[paper]\nsafe = 0\n[sheets.cards]\ncomponents = \"card\"\nsize = {size}\n{more}");
        let game = game(7, &[("print.toml", &sheet)]);
        let output = print::print(&game.ir, &Request::default());
        said(&game, &output)
    };
    let small = report("[30, 40]", "");
    assert!(
        small.contains("CW0921") && small.contains("`c4` and 2 more stand nowhere on the card"),
        "{small}"
    );
    assert!(!report("[34, 52]", "").contains("CW0921"));
    assert!(!report("[30, 40]", "face = \"minimal\"\n").contains("CW0921"));
}

#[test]
fn a_picture_of_a_card_without_text_leaves_the_foot_of_the_card_free() {
    let card = "[cards.elf]\nname = \"Elf\"\nsuit = \"root\"\nstrength = 2\n";
    let art =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><path d=\"M0 0h63v88h-63z\"/></svg>";
    for style in ["classic", "minimal"] {
        let print = format!("style = \"{style}\"\n");
        let files = [("cards/cards.toml", card), ("art/elf.svg", art), ("print.toml", print.as_str())];
        let game = game(0, &files);
        let parts = face(&game.ir, if style == "classic" { "card" } else { style }, (63.0, 88.0));
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let picture = xml.descendants().find(|n| n.has_tag_name("image")).expect("a picture");
        let [x, y, w, h] = ["x", "y", "width", "height"].map(|key| number(&picture, key));
        let band = parts.boxes.iter().position(|b| b.name.contains("band")).expect("a band");
        let band = text_boxes(&parts)[band];
        assert!(h > 40.0 && !overlap([x, y, x + w, y + h - 0.01], band), "{style}: {y} and {h} on {band:?}");
    }
}

#[test]
fn a_face_of_another_shape_than_its_component_is_said_at_its_view_box() {
    let report = |root: &str| {
        let face =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\"\n  {root}><path d=\"M0 0h9v9z\"/></svg>");
        let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
        let game = game(3, &[("print.toml", sheet), ("faces/own.svg.j2", &face)]);
        let printed = said(&game, &print::print(&game.ir, &Request::default()));
        let checked = print::export::check_faces(&game.ir);
        let checked = render(&checked, game.sources(), Format::Short);
        assert_eq!(printed.contains("CW0908"), checked.contains("CW0908"), "{printed}{checked}");
        printed
    };
    let other = report("viewBox=\"0 0 60 80\"");
    assert!(
        other.contains("faces/own.svg.j2:2:3")
            && other.contains("`own` of `Card 0` and 2 more has a `viewBox` of 60 × 80"),
        "{other}"
    );
    assert!(report("width=\"63mm\" height=\"88mm\"").contains("has no `viewBox`"));
    for fine in ["viewBox=\"0 0 63 88\"", "viewBox=\"0 0 630 880\"", "viewBox=\"0 0 {{ w }} {{ h }}\""] {
        assert!(!report(fine).contains("CW0908"), "{fine}");
    }
}

#[test]
fn both_sides_of_a_standee_are_on_its_front() {
    let pieces = |more: &str| {
        let sheet = format!("[pieces.guard]\nform = \"standee\"\nicon = \"sword\"\n{more}");
        let game = game(0, &[("print.toml", &sheet)]);
        let request = Request { sheets: vec!["pieces".into()], ..Request::default() };
        let files = export::all(&game, &request, &ExportOptions::new(ExportForm::Svg));
        (printed(&game, &request).get_pages().len(), files)
    };
    let (pages, plain) = pieces("");
    assert_eq!((pages, plain.len()), (1, 4));
    let (pages, with_back) = pieces("back = \"crown\"\n[colours]\nguard_back = \"#12ab34\"\n");
    assert_eq!((pages, with_back.len()), (1, 4));
    for (name, svg) in &with_back {
        assert!(String::from_utf8_lossy(svg) != String::from_utf8_lossy(&plain[name]), "{name} has no crown");
    }
}

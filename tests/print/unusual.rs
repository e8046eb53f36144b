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
fn texts_that_a_token_has_no_room_for_are_said() {
    let report = |more: &str| {
        let sheet = format!("[sheets.boxes]\ncomponents = \"box\"\n{more}");
        let files = [
            ("print.toml", sheet.as_str()),
            ("rules/boxes.toml", "[kinds.box]\nbase = \"token\"\n"),
            ("cards/boxes.toml", "kind = \"box\"\n[cards.crate]\ntext = \"Gain 2.\"\n[cards.chest]\n"),
        ];
        let game = game(1, &files);
        said(&game, &print::print(&game.ir, &Request::default()))
    };
    let small = report("");
    assert!(small.contains("CW0921") && small.contains("`crate` stand nowhere on the token"), "{small}");
    let card = report("face = \"card\"\nsize = \"bridge\"\n");
    assert!(!card.contains("CW0921"), "{card}");
}

#[test]
fn tokens_that_stand_for_cards_leave_the_texts_to_these() {
    let sheets = "[sheets.cards]\ncomponents = \"crate\"\n[sheets.chips]\ncomponents = \"chip\"\n";
    let kinds = "[kinds.crate]\nbase = \"card\"\n[kinds.chip]\nbase = \"token\"\nstands_for = \"crate\"\n";
    let card = "kind = \"crate\"\n[cards.tin]\nname = \"Tin\"\nsuit = \"root\"\nstrength = 1\ntext = \"A box of metal.\"\n";
    let files = [("print.toml", sheets), ("rules/chips.toml", kinds), ("cards/crates.toml", card)];
    let game = game(1, &files);
    let found = said(&game, &print::print(&game.ir, &Request::default()));
    assert!(!found.contains("`tin_chip`"), "{found}");
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

#[test]
fn the_number_of_a_tile_of_any_size_lies_beside_its_disc_and_its_disc_within_the_line() {
    let game = game(1, &[("print.toml", "[sheets.cards]\ncomponents = \"card\"\nnumber = \"strength\"\n")]);
    let more =
        [(29.9, 29.9), (30.0, 30.0), (40.0, 40.0), (20.0, 32.0), (32.0, 20.0), (14.0, 29.0), (33.0, 34.0)];
    for (w, h) in SIZES.into_iter().chain(more) {
        let parts = face(&game.ir, "tile", (w, h));
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let disc = xml.descendants().find(|n| n.has_tag_name("circle")).expect("a disc");
        let [x, y, r] = ["cx", "cy", "r"].map(|key| number(&disc, key));
        assert!(x.min(w - x).min(y).min(h - y) - r > 2.85, "{w} × {h}: {x} {y} {r}");
        let boxes = text_boxes(&parts);
        assert_eq!(boxes.len(), 2, "a number and a name");
        for [left, top, right, bottom] in &boxes {
            let nearest = (x.clamp(*left, *right) - x).hypot(y.clamp(*top, *bottom) - y);
            assert!(nearest >= r, "{w} × {h}: {nearest} from a disc of {r}");
        }
        let [left, top, right, bottom] = boxes[0];
        assert!(right - left > 3.3 && bottom - top > 2.7, "{w} × {h}: {:?}", boxes[0]);
    }
}

/// The two digits of a number on the smallest tile are at least 2 mm high, in a colour that can be read.
#[test]
fn the_number_of_a_counter_can_be_read() {
    let card = "[cards.beet]\nname = \"Beetroot\"\nsuit = \"herb\"\nstrength = 24\n";
    for size in ["counter", "token"] {
        let print = format!(
            "[sheets.c]\ncomponents = \"card\"\nsize = \"{size}\"\nnumber = \"strength\"\nduplex = \"off\"\n"
        );
        let game = game(0, &[("cards/cards.toml", card), ("print.toml", &print)]);
        let request = Request { sheets: vec!["c".into()], ..Request::default() };
        let output = print::print(&game.ir, &request);
        assert_eq!(said(&game, &output), "");
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let page = document.page_iter().next().expect("a page");
        let sizes = everything_on(&document, page).into_iter().filter(|(o, _)| o.operator == "Tf");
        let sizes: Vec<f32> = sizes.map(|(o, _)| o.operands[1].as_float().expect("a size")).collect();
        assert!(sizes.iter().any(|size| *size > 3.0), "{size}: {sizes:?}");
    }
}

/// Each bank of clouds is one path of arcs, from beyond the left edge of the picture to beyond the right one.
#[test]
fn banks_of_clouds_reach_the_right_edge_of_the_picture() {
    let print = "[icons]\nroot = \"cloud\"\nherb = \"cloud\"\nmoss = \"cloud\"\n";
    let game = game(30, &[("print.toml", print)]);
    let words = Arc::new(WordLooks::of(&game.ir));
    let (templates, _) = Templates::load(&game.ir, &words);
    let sheets = sheets(&game.ir);
    let shown = SheetAttributes::of(&game.ir, &sheets[0]);
    let size = Size { width: 63.0, height: 88.0 };
    let mut banks = 0;
    for name in &game.ir.names {
        let data = shown.data(&game.ir, &words, name.first, size, 2.0);
        let parts = templates.face("card", &data, 63.0, &|_| true).expect("a face");
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let paths = xml.descendants().filter_map(|n| n.attribute("d"));
        for path in paths.filter(|d| d.matches('a').count() > 4 && d.ends_with("V57z")) {
            let (start, arcs) = path.strip_prefix('M').and_then(|d| d.split_once('a')).expect("arcs");
            let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{path}"));
            let left = number(start.split(' ').next().expect("a number"));
            let arcs = arcs.strip_suffix("V57z").expect("a foot").split('a');
            let across: f64 = arcs.map(|arc| number(arc.split(' ').nth(5).expect("a width"))).sum();
            assert!(left < 0.0 && left + across > 100.0, "{}: from {left} to {}", name.id, left + across);
            banks += 1;
        }
    }
    assert_eq!(banks, 4 * 30);
}

/// The guides draw a card of the game with the values of that card, as far as its picture shows them.
#[test]
fn the_cards_on_guides_are_those_of_the_game() {
    for (id, card, kind) in
        [("realm-builder", "tide_speaker", "unit"), ("twelve-realms", "mirror_witch", "creature")]
    {
        let game = crate::support::shipped(id);
        let ir = &game.ir;
        let guide = ir.files.iter().find(|file| file.name.ends_with("faces/guide.svg.j2")).expect("a guide");
        let of =
            ir.names.iter().find(|name| name.id == card && ir.kinds[name.kind].id == kind).expect("a card");
        let words = WordLooks::of(ir);
        let sheets = sheets(ir);
        let named = |sheet: &&cardwright::ir::print::SheetInfo| ["units", "cards"].contains(&&*sheet.id);
        let shown = SheetAttributes::of(ir, sheets.iter().find(named).expect("a sheet"));
        let data = shown.data(ir, &words, of.first, Size { width: 63.0, height: 88.0 }, 2.0);
        let value = |key: &str| data.get_attr(key).expect("a value");
        let listed = |key: &str| -> Vec<String> {
            value(key).try_iter().expect("a list").map(|n| n.to_string()).collect()
        };
        for line in [
            format!("for name in [\"{}\"]", of.printed),
            format!("for flavour in [\"{}\"]", of.flavour),
            format!("for theme in [\"{}\"]", value("theme")),
            format!("for noise in [[{}]]", listed("noise").join(", ")),
            format!("for colour in [\"{}\"]", value("colour")),
        ] {
            assert!(guide.text.contains(&line), "{id}: {line}");
        }
    }
}

#[test]
fn a_negative_number_in_the_corner_has_a_minus_sign() {
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\nstrength = \"int -99..99\"\n\
                 worth = \"int -99..99\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let card = "[cards.debt]\nname = \"Debt\"\nstrength = -12\nworth = -3\ntext = \"Take -4 (-5), **-6**; 7-8 and \\\\-9 stay.\"\n";
    for style in ["classic", "full_art", "minimal", "fan"] {
        let print = format!("style = \"{style}\"\n");
        let files = [("game.toml", rules), ("cards/cards.toml", card), ("print.toml", &print)];
        let text = text(&printed(&game(0, &files), &Request::default()), 1);
        assert!(text.contains("−12") && !text.contains("-12"), "{style}: {text}");
        assert!(["−4", "−5", "−6", "7-8", "-9"].iter().all(|n| text.contains(n)), "{style}: {text}");
    }
}

//! The appearance of faces that come with Cardwright: their moon, their number, their labels.

use std::sync::Arc;

use cardwright::ir::print::SubjectInfo;
use cardwright::print::data::{SheetAttributes, WordLooks};
use cardwright::print::face::{FaceParts, Templates};
use cardwright::print::scene::SceneItem;
use cardwright::print::sheets;
use cardwright::print::text::{Shaper, TextLayout};
use cardwright::print::units::Size;
use resvg::usvg::roxmltree::{Document as Xml, Node};

use super::*;

const POKER: Size = Size { width: 63.0, height: 88.0 };

/// The fronts of all cards of a shipped game, as a template makes them.
fn fronts(id: &str, template: &str, size: Size) -> Vec<(String, FaceParts)> {
    let game = crate::support::shipped(id);
    let words = Arc::new(WordLooks::of(&game.ir));
    let (templates, failures) = Templates::load(&game.ir, &words);
    assert!(failures.is_empty(), "{failures:?}");
    let mut all = Vec::new();
    for sheet in sheets(&game.ir).iter().filter(|s| matches!(s.subject, SubjectInfo::Components(_))) {
        let shown = SheetAttributes::of(&game.ir, sheet);
        for name in game.ir.names.iter().filter(|name| name.copies > 0) {
            let data = shown.data(&game.ir, &words, name.first, size, 2.0);
            let parts = templates.face(template, &data, size.width, &|_| false).expect("a face");
            all.push((name.id.clone(), parts));
        }
    }
    all
}

fn number(node: &Node, key: &str) -> f64 {
    node.attribute(key).and_then(|n| n.parse().ok()).unwrap_or_else(|| panic!("{key} of {node:?}"))
}

/// A circle: its middle and its radius.
fn circle(node: &Node) -> [f64; 3] {
    [number(node, "cx"), number(node, "cy"), number(node, "r")]
}

#[test]
fn the_moon_stands_beside_the_emblem_and_before_the_stars() {
    let all = fronts("fantasy-realms", "card", POKER);
    assert!(all.len() > 50);
    for (id, parts) in all {
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let circles: Vec<Node> = xml.descendants().filter(|n| n.has_tag_name("circle")).collect();
        let moon = circles.iter().find(|n| n.attribute("fill-opacity") == Some("0.9")).expect("a moon");
        let stars =
            xml.descendants().find(|n| n.attribute("stroke-linecap") == Some("round")).expect("stars");
        assert!(stars.range().start < moon.range().start, "{id}: stars are drawn over the moon");
        // The picture fills a box of the card, whose middle is the middle of the emblem.
        let sky = moon.ancestors().find(|n| n.attribute("preserveAspectRatio").is_some()).expect("a picture");
        let (width, height) = (number(&sky, "width"), number(&sky, "height"));
        let scale = (width / 100.0).max(height / 57.0);
        let [x, y, r] = circle(moon);
        let (x, y) = (3.0 + width / 2.0 + (x - 50.0) * scale, 13.0 + height / 2.0 + (y - 28.5) * scale);
        let ring = circles
            .iter()
            .map(circle)
            .find(|c| (c[0] - 31.5).abs() < 0.01 && (c[1] - 13.0 - height / 2.0).abs() < 0.01);
        let [ex, ey, ring] = ring.expect("a ring around the emblem");
        let apart = (x - ex).hypot(y - ey);
        assert!(
            apart > ring + 0.5 * r * scale,
            "{id}: {apart:.1} from the emblem of {ring:.1}, the moon has {:.1}",
            r * scale
        );
    }
}

#[test]
fn the_number_stands_clear_of_the_frame() {
    for (id, parts) in fronts("minute-realms", "card", POKER) {
        let xml = Xml::parse(&parts.drawing).expect("an SVG");
        let Some(number_box) = parts.boxes.iter().find(|b| b.name == "box `number`") else { continue };
        let (x, y) =
            number_box.matrix.point((number_box.width / 2.0) as f32, (number_box.height / 2.0) as f32);
        let around = xml
            .descendants()
            .filter(|n| n.has_tag_name("circle") && n.has_attribute("cx"))
            .map(|n| circle(&n));
        let [cx, cy, r] = around
            .filter(|c| (c[0] - f64::from(x)).abs() < 0.5 && (c[1] - f64::from(y)).abs() < 0.5)
            .max_by(|a, b| a[2].total_cmp(&b[2]))
            .expect("a circle");
        // The frame is 3 mm inside the cut.
        let (right, top) = (60.0 - (cx + r), (cy - r) - 3.0);
        assert!(right.abs() >= 1.0 && top.abs() >= 1.0, "{id}: {right} mm and {top} mm from the frame");
    }
}

fn lay(
    boxed: &print::face::TextBox,
    shaper: &mut Shaper,
    fonts: &print::fonts::FontCollection,
) -> TextLayout {
    let mut style = boxed.style.clone();
    style.families = fonts.fallback_families(&boxed.family).expect("a font");
    shaper.lay(&boxed.text, &style, boxed.width, boxed.height)
}

#[test]
fn rules_begin_below_the_band_and_do_not_touch_it() {
    let game = crate::support::open("minute-realms").game.expect("a game");
    let fonts = print::fonts::FontCollection::load(&game.ir, &mut Vec::new());
    let mut shaper = Shaper::new(&fonts, "en");
    let mut seen = 0;
    for (id, parts) in fronts("minute-realms", "card", POKER) {
        let find = |name: &str| parts.boxes.iter().find(|b| b.name == format!("box `{name}`"));
        let (Some(band), Some(rules)) = (find("band"), find("rules")) else { continue };
        let ink = lay(rules, &mut shaper, &fonts).ink.expect("letters");
        let top = rules.matrix.point(0.0, ink[1]).1;
        let bottom = band.matrix.point(0.0, band.height as f32).1;
        assert!(top - bottom >= 1.4, "{id}: {} mm below the band", top - bottom);
        seen += 1;
    }
    assert!(seen > 40, "{seen}");
}

#[test]
fn figures_are_of_one_height() {
    let fonts = print::fonts::FontCollection::load(&cardwright::ir::Ir::default(), &mut Vec::new());
    let mut shaper = Shaper::new(&fonts, "en");
    let (_, parts) = fronts("kuhn-poker", "card", POKER).remove(0);
    let mut boxed = parts.boxes[0].clone();
    boxed.family = "title".into();
    // Old-style figures have other glyphs than those of the characters.
    boxed.text = print::rich::parse("0123456789");
    let TextLayout { items, .. } = lay(&boxed, &mut shaper, &fonts);
    let Some(SceneItem::Text(run)) = items.first() else { panic!("{items:?}") };
    let font = &fonts.all[usize::from(run.font)];
    let plain: Vec<u16> = ('0'..='9').filter_map(|c| font.glyph(c)).collect();
    let lining: Vec<u16> = run.glyphs.iter().map(|glyph| glyph.id).collect();
    assert_eq!(lining.len(), 10);
    assert!(lining.iter().zip(&plain).all(|(a, b)| a != b), "{lining:?} {plain:?}");
}

#[test]
fn boards_have_labels_where_they_serve_and_off_their_lines() {
    let text_of = |id: &str| {
        let game = crate::support::shipped(id);
        let output = print::print(&game.ir, &Request { sheets: vec!["board".into()], ..Request::default() });
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        (text(&document, 1), output.files[0].bytes.clone())
    };
    assert!(!text_of("tic-tac-toe").0.contains("a1"));
    let (text, bytes) = text_of("connect-four");
    assert!(text.contains('a') && text.contains('6'), "{text}");
    // The labels are the only light pixels of the rim, and the frame is the darkest line in it: a dark line
    // is not interrupted by them.
    let document = Document::load_mem(&bytes).expect("a PDF");
    let picture = seen::page_picture(bytes, 0, 2.0);
    let page = document.page_iter().next().expect("a page");
    let [left, top, right, bottom] = page_box(&document, page, b"TrimBox");
    let pixels = |mm: f64| (mm / POINT * 2.0) as u32;
    let is_light = |x: u32, y: u32| picture.pixel(x, y).iter().all(|part| *part > 0xd0);
    for inset in [1.0, 1.4, 1.8] {
        let (l, t, r, b) =
            (pixels(left + inset), pixels(top + inset), pixels(right - inset), pixels(bottom - inset));
        let corner = pixels(6.0);
        assert!((l + corner..r - corner).all(|x| !is_light(x, t) && !is_light(x, b)), "{inset}");
        assert!((t + corner..b - corner).all(|y| !is_light(l, y) && !is_light(r, y)), "{inset}");
    }
}

#[test]
fn few_cards_stand_on_an_upright_page() {
    let game = crate::support::open("kuhn-poker").game.expect("a game");
    let output = print::print(&game.ir, &Request { sheets: vec!["cards".into()], ..Request::default() });
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    for page in document.page_iter() {
        let [_, _, right, bottom] = page_box(&document, page, b"MediaBox");
        assert!(right < bottom, "{right} × {bottom}");
    }
}

#[test]
fn counts_of_one_are_singular() {
    let game = game(1, &[]);
    let output = print::print(&game.ir, &Request { sheets: vec!["cards".into()], ..Request::default() });
    assert_eq!(output.files[0].what, "1 card");
}

#[test]
fn every_face_that_comes_with_cardwright_can_be_a_face_of_a_package() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/print/faces");
    let mut faces = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name").to_owned();
        faces.push((format!("faces/{name}"), std::fs::read_to_string(&path).expect("a text")));
    }
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\"]\n[kinds.card.attributes]\nsuit = \"suit\"\n\
         [zones.deck]\nstart = \"cards\"\n[dice]\nfate = [1, 2, 3, 4, 5, 6]\nluck = [1, 2, 3, 4, 5, 6, 7, 8]\n[flow]\nplay = \"end\"\n";
    let sheets = "[sheets.cards]\ncomponents = \"card\"\n[sheets.fate]\nface = \"die_net\"\n[sheets.luck]\nface = \"die_net\"\n";
    let cards = "[cards.elm]\nsuit = \"root\"\ntext = \"Walk.\"\n";
    let mut files = vec![("game.toml", rules), ("print.toml", sheets), ("cards/cards.toml", cards)];
    let plain = game(0, &files);
    files.extend(faces.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let own = game(0, &files);
    let state = Some("same".to_owned());
    let print =
        |game: &CompiledGame| print::print(&game.ir, &Request { state: state.clone(), ..Request::default() });
    let (output, default) = (print(&own), print(&plain));
    assert!(!said(&own, &output).contains("error"), "{}", said(&own, &output));
    assert_eq!(output.files.len(), default.files.len());
    for (own, default) in output.files.iter().zip(&default.files) {
        assert_eq!(own.looks, default.looks, "{}", own.name);
    }
}

#[test]
fn a_net_of_a_die_needs_a_die() {
    let rules = |dice: &str| {
        format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card]\n[zones.deck]\nstart = \"cards\"\n{dice}[flow]\nplay = \"end\"\n"
        )
    };
    let printed = |dice: &str, sheet: &str| {
        let game = game(
            0,
            &[("game.toml", &rules(dice)), ("cards/cards.toml", "[cards.elm]\n"), ("print.toml", sheet)],
        );
        let output = print::print(&game.ir, &Request::default());
        render(&output.found, game.sources(), Format::Human { color: false, width: 200, unicode: false })
    };
    let die = "[dice]\nfate = [1, 2, 3, 4, 5, 6]\n";
    assert!(!printed(die, "[sheets.fate]\nface = \"die_net\"\n").contains("CW0905"));
    for (dice, sheet, help) in [
        (die, "[sheets.luck]\nface = \"die_net\"\n", "[sheets.fate]"),
        ("", "[sheets.luck]\nface = \"die_net\"\n", "luck = [1, 2, 3, 4, 5, 6]"),
        (die, "[sheets.cards]\ncomponents = \"card\"\nface = \"die_net\"\n", "[sheets.fate]"),
    ] {
        let said = printed(dice, sheet);
        assert!(
            said.contains("CW0905") && said.contains("draws a die of the game") && said.contains(help),
            "{said}"
        );
        assert!(said.contains("print.toml:2:9") || said.contains("print.toml:3:9"), "{said}");
    }
}

//! Tuck boxes: their measures, and where they do not fit.

use cardwright::print::tuck_box::TuckBox;
use cardwright::print::units::Size;

use super::*;

const BOX: &str = "[sheets.cards]\ncomponents = \"card\"\ntuck_box = true\n";

fn only_box() -> Request {
    Request { sheets: vec!["cards-box".into()], ..Request::default() }
}

/// The positions of folds from top to bottom of the body, from the left, in millimetres.
fn folds(document: &Document) -> Vec<f64> {
    let page = document.page_iter().next().expect("a page");
    let lines = cutting::marks(document, page);
    let upright = lines.into_iter().filter(|line| (line[0] - line[2]).abs() < 0.001);
    let mut at: Vec<f64> = upright.map(|line| line[0]).collect();
    at.sort_by(f64::total_cmp);
    // A fold is a white line and a dark one.
    at.dedup();
    at
}

#[test]
fn a_tuck_box_is_as_wide_as_its_cards_and_as_deep_as_their_stack() {
    for (count, thickness) in [(54, None), (20, None), (54, Some(0.5)), (1, None)] {
        let said = thickness.map(|mm: f64| format!("card_thickness = {mm}\n")).unwrap_or_default();
        let game = game(count, &[("print.toml", &format!("{BOX}{said}"))]);
        let at = folds(&printed(&game, &only_box()));
        let [back, side, front, last] = at[..] else { panic!("{at:?}") };
        let depth = count as f64 * thickness.unwrap_or(0.3) + 1.0;
        for (found, expected) in [(side - back, 64.0), (front - side, depth), (last - front, 64.0)] {
            assert!((found - expected).abs() < 0.01, "{count} cards: {found} mm, not {expected}");
        }
        let expected = TuckBox { width: 64.0, height: 89.0, depth };
        assert_eq!(
            TuckBox::of(Size { width: 63.0, height: 88.0 }, count as u64, thickness.unwrap_or(0.3)),
            expected
        );
    }
}

#[test]
fn the_weight_of_the_paper_makes_the_box_deep() {
    let depth = |more: &str| {
        let game = game(50, &[("print.toml", &format!("{BOX}{more}"))]);
        let at = folds(&printed(&game, &only_box()));
        at[2] - at[1] - 1.0
    };
    let is_close = |more: &str, wanted: f64| {
        let found = depth(more);
        assert!((found - wanted).abs() < 0.01, "{more}: {found} mm, not {wanted}");
    };
    is_close("paper_weight = 300\n", 50.0 * 0.33);
    is_close("paper_weight = 160\n", 50.0 * 0.176);
    // A card that is folded over and glued is two layers of paper; one that was measured is what it is.
    is_close("paper_weight = 160\nduplex = \"fold\"\n", 100.0 * 0.176);
    is_close("duplex = \"fold\"\n", 100.0 * 0.3);
    is_close("paper_weight = 160\nduplex = \"fold\"\ncard_thickness = 0.4\n", 50.0 * 0.4);
}

#[test]
fn a_sheet_and_its_tuck_box_are_printed_together_and_apart() {
    let game = game(9, &[("print.toml", BOX)]);
    let names = |request: &Request| {
        let files = print::print(&game.ir, request).files;
        files.into_iter().map(|file| file.name).filter(|name| name.starts_with("cards")).collect::<Vec<_>>()
    };
    assert_eq!(names(&Request::default()), ["cards.pdf", "cards-box.pdf"]);
    assert_eq!(names(&only_box()), ["cards-box.pdf"]);
    let document = printed(&game, &only_box());
    assert_eq!(document.get_pages().len(), 1);
    assert!(!text(&document, 1).trim().is_empty(), "the name stands on the box");
    let some = Request { only: vec![("suit".into(), "root".into())], ..Request::default() };
    assert_eq!(names(&some), ["cards.pdf"]);
}

#[test]
fn a_tuck_box_that_does_not_fit_its_paper_is_refused() {
    let game = game(54, &[("print.toml", &format!("{BOX}card_thickness = 1.0\n"))]);
    let output = print::print(&game.ir, &Request::default());
    assert!(output.files.is_empty());
    let said = said(&game, &output);
    assert!(said.contains("CW0916") && said.contains("the tuck box of `cards`, for 54 cards, is"), "{said}");
    let large = PaperInfo { size: Some(SizeInfo::Named("tabloid".into())), ..PaperInfo::default() };
    let output = print::print(&game.ir, &Request { paper: large, ..only_box() });
    assert_eq!(output.files.len(), 1);
}

#[test]
fn a_tuck_box_and_a_foot_are_for_a_sheet_of_components() {
    for key in ["tuck_box = true", "foot = 6"] {
        let page = format!("[sheets.notes]\nface = \"scores\"\n{key}\n");
        let opened = opened(1, &[("print.toml", &page)]);
        let said = render(&opened.diagnostics, &opened.sources, Format::Short);
        assert!(
            said.starts_with("print.toml:1:9: error[CW0900]") && said.contains("shows no components"),
            "{said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// The areas of the box's own colour, each with its left and upper edge and its size, in millimetres from the
/// lower left corner.
fn painted(document: &Document) -> Vec<[f64; 4]> {
    let page = document.page_iter().next().expect("a page");
    let mut paths: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut path = Vec::new();
    for operation in sheet(document, page) {
        let numbers: Vec<f64> =
            operation.operands.iter().filter_map(|n| n.as_float().ok()).map(f64::from).collect();
        match (operation.operator.as_str(), numbers.as_slice()) {
            ("m" | "l", [x, y]) => path.push((*x, *y)),
            ("f", _) => paths.push(std::mem::take(&mut path)),
            ("S" | "n", _) => path.clear(),
            _ => {}
        }
    }
    let range = |of: &dyn Fn(&(f64, f64)) -> f64, path: &[(f64, f64)]| {
        let all = || path.iter().map(of);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let rectangle = |path: &Vec<(f64, f64)>| {
        let ((left, right), (top, bottom)) = (range(&|p| p.0, path), range(&|p| p.1, path));
        [left, top, right - left, bottom - top]
    };
    paths.iter().filter(|path| path.len() == 4).map(rectangle).collect()
}

#[test]
fn every_flap_that_is_seen_when_the_lid_is_open_is_printed() {
    let game = game(54, &[("print.toml", BOX)]);
    let areas = painted(&printed(&game, &only_box()));
    // The body; the lid with its tuck flap; the bottom; the two upper dust flaps, as wide as the sides.
    assert_eq!(areas.len(), 5, "{areas:?}");
    let bleed = 2.0;
    let depth = 54.0 * 0.3 + 1.0;
    let flaps = areas.iter().filter(|area| (area[2] - 2.0 * bleed - depth).abs() < 0.01);
    assert_eq!(flaps.count(), 2, "{areas:?}");
}

#[test]
fn the_line_to_cut_is_solid_and_those_to_fold_are_dashed() {
    let document = printed(&game(54, &[("print.toml", BOX)]), &only_box());
    let page = document.page_iter().next().expect("a page");
    let (mut dashes, mut saved, mut points) = (0, Vec::new(), 0);
    let mut lines = Vec::new();
    for operation in sheet(&document, page) {
        match operation.operator.as_str() {
            "q" => saved.push(dashes),
            "Q" => dashes = saved.pop().expect("balanced"),
            "d" => dashes = operation.operands[0].as_array().expect("dashes").len(),
            "m" | "l" | "c" => points += 1,
            "S" | "s" => lines.push((std::mem::take(&mut points), dashes > 0)),
            "f" | "f*" | "n" => points = 0,
            _ => {}
        }
    }
    // The outline has many points; a fold has two.
    let outlines: Vec<bool> = lines.iter().filter(|line| line.0 > 20).map(|line| line.1).collect();
    assert_eq!(outlines, [false, false], "black, and white outside of it");
    assert_eq!(lines.iter().filter(|line| line.1).count(), 18, "nine folds, each white and dark: {lines:?}");
}

#[test]
fn no_word_of_the_name_is_broken_on_a_tuck_box() {
    let game_toml = "[game]\nid = \"k\"\nname = \"Kesselflickers Zählung\"\nplayers = [2, 2]\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let page = "[sheets.cards]\ncomponents = \"card\"\ntuck_box = true\nsize = \"poker\"\n";
    let game = game(32, &[("game.toml", game_toml), ("print.toml", page)]);
    let text = text(&printed(&game, &only_box()), 1);
    let whole = |word: &str| text.matches(word).count();
    assert_eq!(whole("Kesselflickers"), whole("Zählung"), "{text}");
}

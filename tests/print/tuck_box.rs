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
        assert_eq!(TuckBox::of(Size { width: 63.0, height: 88.0 }, count as u64, thickness.unwrap_or(0.3)), expected);
    }
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

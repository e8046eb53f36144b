//! Figures of tables in the rules: sizes and places of what lies on boards and beside them.

use super::*;

/// The diameter of a token, in millimetres.
const TOKEN: f64 = 20.0;

/// A game with a map of two areas, and these tokens in one of them and on the table; and a card.
fn on_map(on_bar: usize, beside: usize) -> CompiledGame {
    let token = |id: &str, count: usize| match count {
        0 => String::new(),
        count => format!("[cards.{id}_one]\nkind = \"{id}\"\ncopies = {count}\n"),
    };
    let cards = format!(
        "{}{}[cards.c0]\nname = \"Card\"\nsuit = \"root\"\nstrength = 1\n",
        token("shell", on_bar),
        token("stone", beside)
    );
    let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[enums]\nsuit = [\"root\"]\n[kinds.card.attributes]\nsuit = \"suit\"\n\
                 strength = \"int 0..9\"\n[kinds.shell]\nbase = \"token\"\n[kinds.stone]\nbase = \"token\"\n[boards.beach.areas]\ndunes = { at = [25, 50], adjoins = [\"bar\"] }\nbar = { at = [75, 50] }\n\
                 [zones.strand]\nper = \"beach\"\nstart = \"shells where self == bar\"\n[zones.deck]\nseen_by = \"all\"\nstart = \"cards\"\n\
                 [zones.heap]\nseen_by = \"all\"\nstart = \"stones\"\n[flow]\nplay = \"end\"\n";
    game(
        0,
        &[
            ("game.toml", rules),
            ("cards/cards.toml", &cards),
            ("rules.md", "# Beach\n\n![Begun](setup)\n"),
            (
                "print.toml",
                "[sheets.cards]\ncomponents = \"card\"\n[sheets.tokens]\ncomponents = \"token\"\n",
            ),
        ],
    )
}

/// The transformation of each drawing on the first page of the rules, from millimetres of the drawing.
fn drawings(game: &CompiledGame) -> Vec<[f64; 6]> {
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &cardwright::inspect::with_scenes(&game.ir, request));
    assert_eq!(said(game, &output), "");
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let (mut now, mut saved, mut drawings) = ([1.0, 0.0, 0.0, 1.0, 0.0, 0.0], Vec::new(), Vec::new());
    for operation in sheet(&document, page) {
        let number = |i: usize| f64::from(operation.operands[i].as_float().expect("a number"));
        match operation.operator.as_str() {
            "q" => saved.push(now),
            "Q" => now = saved.pop().expect("balanced"),
            "cm" => {
                let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(number);
                let [p, q, r, s, t, u] = now;
                now = [
                    a * p + b * r,
                    a * q + b * s,
                    c * p + d * r,
                    c * q + d * s,
                    e * p + f * r + t,
                    e * q + f * s + u,
                ];
            }
            "Do" => drawings.push(now),
            _ => {}
        }
    }
    drawings
}

/// The left, lower, right and upper edge of a token on the page.
fn edges([a, _, _, d, e, f]: [f64; 6]) -> [f64; 4] {
    let (x, y) = (e + a * TOKEN, f + d * TOKEN);
    [e.min(x), f.min(y), e.max(x), f.max(y)]
}

#[test]
fn tokens_beside_a_board_are_in_proportion_to_cards() {
    let drawings = drawings(&on_map(0, 5));
    let [_board, card, tokens @ ..] = &drawings[..] else { panic!("{drawings:?}") };
    assert_eq!(tokens.len(), 5);
    for token in tokens {
        assert!((token[0] - card[0]).abs() < 1e-4, "{token:?} beside {card:?}");
    }
    for two in tokens.windows(2) {
        assert!(edges(two[0])[2] < edges(two[1])[0], "side by side: {two:?}");
    }
}

#[test]
fn tokens_on_an_area_lie_side_by_side_and_leave_its_name_uncovered() {
    for count in [1, 2, 3, 5, 6] {
        let drawings = drawings(&on_map(count, 0));
        let [board, rest @ ..] = &drawings[..] else { panic!("{drawings:?}") };
        // The card beside the board is the last.
        let tokens: Vec<[f64; 4]> = rest[..rest.len() - 1].iter().map(|token| edges(*token)).collect();
        assert_eq!(tokens.len(), count);
        // The board is 134 mm wide and high, with the middle of the area at three quarters of its width.
        let [a, _, _, d, e, f] = *board;
        let (x, y) = (e + a * 134.0 * 0.75, f + d * 134.0 * 0.5);
        // Half of the name `Bar` in letters of 11 points, and half their height with some space, at the scale
        // of the board.
        let (wide, high) = (3.0 * a.abs(), 2.0 * a.abs());
        for (i, [left, low, right, up]) in tokens.iter().enumerate() {
            let is_apart = *right < x - wide || *left > x + wide || *up < y - high || *low > y + high;
            assert!(is_apart, "{count}: {:?} covers the name at {x} {y}", tokens[i]);
            for [l, b, r, t] in &tokens[..i] {
                let overlap = (right.min(*r) - left.max(*l)).min(up.min(*t) - low.max(*b));
                assert!(overlap < 0.01, "{count}: {tokens:?}");
            }
            // No larger than in proportion to the board.
            assert!(right - left < TOKEN * a.abs() + 0.01, "{count}: {tokens:?}");
        }
    }
}

#[test]
fn the_name_of_a_token_stays_inside_of_its_ring() {
    use super::export::{Png, all};
    use cardwright::print::export::{ExportForm, ExportOptions};
    let drawn = |name: &str| {
        let cards = format!("[cards.shell]\nname = \"{name}\"\nkind = \"token\"\n");
        let print = "[sheets.tokens]\ncomponents = \"token\"\n";
        let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[kinds.token]\n[zones.heap]\nstart = \"tokens\"\n[flow]\nplay = \"end\"\n";
        let game = game(0, &[("game.toml", rules), ("cards/cards.toml", &cards), ("print.toml", print)]);
        let options = ExportOptions { dpi: Some(508.0), ..ExportOptions::new(ExportForm::Png) };
        Png::read(&all(&game, &Request::default(), &options)["png/tokens/shell.png"])
    };
    let short = drawn("I");
    for name in ["Wolf of the Woods", "Marketplace", "Northwestern Brotherhood", "Wide Wide Waters of Wonder"]
    {
        let long = drawn(name);
        assert_eq!((long.width, long.height), (400, 400));
        // The ring begins at 0.4 of the width from the middle.
        let outside = (0..400 * 400_u32).map(|i| (i % 400, i / 400)).filter(|(x, y)| {
            let from_middle = |at: u32| (f64::from(at) + 0.5) / 400.0 - 0.5;
            from_middle(*x).hypot(from_middle(*y)) > 0.4
        });
        let crossed = outside.filter(|(x, y)| short.pixel(*x, *y) != long.pixel(*x, *y)).count();
        assert_eq!(crossed, 0, "{name}");
    }
}

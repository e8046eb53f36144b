//! Positions of components, front and back.

use proptest::prelude::*;
use std::collections::BTreeSet;

use super::*;

/// A placed component as the rectangle that it is cut to: left, top, right, bottom; and whether it stands on
/// its head.
fn cut([a, b, _, d, x, y]: [f64; 6], width: f64, height: f64) -> ([f64; 4], bool) {
    assert!(b == 0.0 && a == d && a.abs() == 1.0, "upright or on its head");
    if a == 1.0 { ([x, y, x + width, y + height], false) } else { ([x - width, y - height, x, y], true) }
}

/// Returns a rectangle of the front as seen from behind, when the sheet is flipped about its vertical or
/// horizontal axis.
fn behind([left, top, right, bottom]: [f64; 4], page: (f64, f64), vertical: bool) -> [f64; 4] {
    if vertical {
        [page.0 - right, top, page.0 - left, bottom]
    } else {
        [left, page.1 - bottom, right, page.1 - top]
    }
}

fn near(a: [f64; 4], b: [f64; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.01)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// For every component and paper, each back lies behind its front, and has its rotation.
    #[test]
    fn each_back_lies_behind_its_front(
        (width, height) in (20.0f64..120.0, 20.0f64..150.0),
        (paper_width, paper_height) in (150.0f64..450.0, 150.0f64..450.0),
        gutter in prop_oneof![Just(0.0), 0.5f64..12.0],
        duplex in prop_oneof![Just(BackPlacement::Long), Just(BackPlacement::Short), Just(BackPlacement::Fold)],
        cards in 1usize..40,
        (off_x, off_y) in prop_oneof![Just((0.0, 0.0)), (-3.0f64..3.0, -3.0f64..3.0)],
    ) {
        let round = |x: f64| (x * 10.0).round() / 10.0;
        let (width, height) = (round(width), round(height));
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\nsize = [{width:?}, {height:?}]\n");
        let game = game(cards, &[("print.toml", &sheet)]);
        let paper = PaperInfo { gutter: Some(round(gutter)), ..on(round(paper_width), round(paper_height), duplex) };
        let output = print::print(&game.ir, &Request { paper, back: (off_x, off_y), ..Request::default() });
        let Some(file) = output.files.first() else {
            // Too large for the paper, which is reported.
            prop_assert!(said(&game, &output).contains("CW0916"));
            return Ok(());
        };
        let document = Document::load_mem(&file.bytes).expect("a PDF");
        let pages: Vec<ObjectId> = document.page_iter().collect();
        let mut seen = 0;
        for pair in pages.chunks(if duplex == BackPlacement::Fold { 1 } else { 2 }) {
            let media = page_box(&document, pair[0], b"MediaBox");
            let page = (media[2], media[3]);
            let (fronts, backs) = match pair {
                [front, back] => (placed(&document, *front), placed(&document, *back)),
                _ => {
                    let mut fronts = placed(&document, pair[0]);
                    let backs = fronts.split_off(fronts.len() / 2);
                    (fronts, backs)
                }
            };
            prop_assert_eq!(fronts.len(), backs.len());
            seen += fronts.len();
            let mut taken: Vec<[f64; 4]> = Vec::new();
            for (front, back) in fronts.into_iter().zip(backs) {
                let (front, front_turned) = cut(front, width, height);
                let (mut back, back_turned) = cut(back, width, height);
                // As the printer needs it: turned with the sheet, and where it is folded not at all.
                let (moved_x, moved_y) = match (duplex, page.1 >= page.0) {
                    (BackPlacement::Long, true) => (off_x, off_y),
                    (BackPlacement::Short, true) => (-off_x, -off_y),
                    (BackPlacement::Long, false) => (-off_y, off_x),
                    (BackPlacement::Short, false) => (off_y, -off_x),
                    _ => (0.0, 0.0),
                };
                let apart = [moved_x, moved_y, moved_x, moved_y];
                back.iter_mut().zip(apart).for_each(|(at, by)| *at -= by);
                prop_assert!(!front_turned);
                let upright = page.1 >= page.0;
                let flips: Vec<bool> = match duplex {
                    BackPlacement::Long => vec![upright],
                    BackPlacement::Short => vec![!upright],
                    _ => vec![true, false],
                };
                let flip = flips.into_iter().find(|vertical| near(behind(front, page, *vertical), back));
                prop_assert!(flip.is_some(), "{:?} is not behind {:?} on {:?}", back, front, page);
                // Flipped about the horizontal axis, a component on its head stands upright.
                prop_assert_eq!(back_turned, flip == Some(false));
                for rect in [front, back] {
                    prop_assert!(rect[0] > 4.99 && rect[1] > 4.99 && rect[2] < page.0 - 4.99 && rect[3] < page.1 - 4.99);
                }
                for other in &taken {
                    let apart = front[2] <= other[0] + 0.01 || other[2] <= front[0] + 0.01
                        || front[3] <= other[1] + 0.01 || other[3] <= front[1] + 0.01;
                    prop_assert!(apart, "{:?} lies over {:?}", front, other);
                }
                taken.push(front);
            }
        }
        prop_assert_eq!(seen, cards);
    }
}

#[test]
fn marks_stand_at_the_cuts_outside_of_the_bleed() {
    let document = printed(&game(9, &[]), &Request::default());
    let page = document.page_iter().next().expect("a page");
    let operations = sheet(&document, page);
    let number = |o: &Operation, i: usize| f64::from(o.operands[i].as_float().expect("a number"));
    let mut down = Vec::new();
    for pair in operations.windows(2) {
        let [from, to] = pair else { continue };
        if from.operator == "m" && to.operator == "l" && number(from, 0) == number(to, 0) {
            let (top, bottom) = (number(from, 1), number(to, 1));
            if (bottom - top).abs() < 6.0 && (bottom < 14.6 || top > 282.4) {
                down.push(number(from, 0));
            }
        }
    }
    down.sort_by(f64::total_cmp);
    down.dedup();
    assert_eq!(down, [10.5, 73.5, 136.5, 199.5]);
}

#[test]
fn copies_share_what_is_drawn() {
    let cards = "[cards.twig]\nname = \"Twig\"\nsuit = \"root\"\nstrength = 1\ncopies = 90\n";
    let many = print::print(&game(0, &[("cards/cards.toml", cards)]).ir, &Request::default());
    let one =
        print::print(&game(0, &[("cards/cards.toml", &cards.replace("90", "1"))]).ir, &Request::default());
    let (many, one) = (many.files[0].bytes.len(), one.files[0].bytes.len());
    assert!(many < one + 20_000, "{many} bytes for ninety, {one} for one");
}

#[test]
fn what_is_too_large_for_its_paper_is_said_at_its_sheet() {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nsize = [300, 250]\n";
    let game = game(2, &[("print.toml", sheet)]);
    let output = print::print(&game.ir, &Request::default());
    assert!(output.files.is_empty());
    assert_eq!(
        said(&game, &output).trim(),
        "print.toml:1:1: error[CW0916]: one of `cards` is 300 × 250 mm, and does not fit a page of 210 × 297 mm"
    );
}

#[test]
fn kinds_below_stand_on_the_sheet_of_the_kind_above() {
    let kinds = "[kinds.unit]\n[kinds.unit.attributes]\npower = \"int 0..9\"\n";
    let cards = "[cards.twig]\nsuit = \"root\"\nstrength = 1\n[cards.scout]\nkind = \"unit\"\nsuit = \"herb\"\nstrength = 2\npower = 4\n";
    let game = game(0, &[("rules/kinds.toml", kinds), ("cards/cards.toml", cards)]);
    let document = printed(&game, &Request::default());
    assert_eq!(placed(&document, document.page_iter().next().expect("a page")).len(), 2);
    let text = text(&document, 1);
    assert!(
        text.contains("Twig") && text.contains("Scout") && text.matches("Power 4").count() == 1,
        "{text}"
    );
}

#[test]
fn a_page_of_a_games_own_is_its_face_and_there_are_as_many_as_said() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{ w }} {{ h }}\"><rect width=\"9\" height=\"9\" fill=\"{{ colour }}\"/><rect data-text=\"{{ name }} of {% if player is not none %}{{ player }}{% else %}all{% endif %}{% for v in values.suit %}, {{ v.name }}{% endfor %}\" width=\"{{ w }}\" height=\"20\"/></svg>";
    // All of a page, if it gives no size, on any paper.
    let sheet = "[sheets.our_scores]\nface = \"page\"\ncopies = 3\n";
    let game = game(2, &[("print.toml", sheet), ("faces/page.svg.j2", face)]);
    let asked = |paper| Request { paper, sheets: vec!["our_scores".into()], ..Request::default() };
    for (width, height) in [(210.0, 297.0), (215.9, 279.4)] {
        let document = printed(&game, &asked(on(width, height, BackPlacement::Long)));
        let pages: Vec<ObjectId> = document.page_iter().collect();
        assert_eq!(pages.len(), 3);
        // It is not cut out.
        let trim = page_box(&document, pages[0], b"TrimBox");
        let wanted = [0.0, 0.0, width, height];
        assert!(near(trim, wanted), "{trim:?} {wanted:?}");
    }
    // Mats for four players, each in their colour, with a back.
    let sheet = "[sheets.mats]\nface = \"page\"\nback = \"back\"\nper = \"player\"\nsize = [90, 130]\n[colours]\nplayer_3 = \"#0a141e\"\n";
    let game = super::game(2, &[("print.toml", sheet), ("faces/page.svg.j2", face)]);
    let request = Request { sheets: vec!["mats".into()], ..Request::default() };
    let document = printed(&game, &request);
    assert_eq!(document.get_pages().len(), 2);
    let first = text(&document, 1);
    assert!((1..=4).all(|p| first.contains(&format!("Mats of {p}, Root"))), "{first}");
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(placed(&document, pages[0]).len(), 4);
    assert_eq!(placed(&document, pages[1]).len(), 4);
}

#[test]
fn every_default_page_can_be_used_on_every_paper() {
    for face in ["scores", "mat"] {
        for size in ["", "size = \"mat\"\n", "size = [90, 130]\n"] {
            let sheet = format!("[sheets.page]\nface = \"{face}\"\nper = \"player\"\n{size}");
            let game = game(2, &[("print.toml", &sheet)]);
            let output =
                print::print(&game.ir, &Request { sheets: vec!["page".into()], ..Request::default() });
            assert_eq!(said(&game, &output), "", "{face} {size}");
            assert_eq!(output.files.len(), 1);
        }
    }
}

#[test]
fn a_mat_has_the_name_of_its_sheet_and_of_its_player() {
    let sheet = "[sheets.mats]\nface = \"mat\"\nper = \"player\"\n";
    let game = game(1, &[("print.toml", sheet)]);
    let document = printed(&game, &Request { sheets: vec!["mats".into()], ..Request::default() });
    let text = text(&document, 1);
    assert!(text.contains("Mats") && text.contains("Player 2"), "{text}");
    // The name of the game stands only in the small print.
    assert_eq!(text.matches("Woods").count(), 1, "{text}");
}

#[test]
fn a_mat_names_its_player_in_the_language_of_the_print() {
    let sheet = "[sheets.mats]\nface = \"mat\"\nper = \"player\"\n";
    for (texts, name) in [
        ("[phrases]\nplayer = \"{n}. Spieler\"\n", "2. Spieler"),
        ("[words]\nplayer = \"Heldin\"\n[phrases]\nplayer = \"{n}. Spieler\"\n", "Heldin 2"),
    ] {
        let mut game = game(1, &[("print.toml", sheet), ("texts/de.toml", texts)]);
        game.speak("de").expect("a language");
        let document = printed(&game, &Request { sheets: vec!["mats".into()], ..Request::default() });
        let text = text(&document, 1);
        assert!(text.contains(name) && !text.contains("Player"), "{text}");
    }
}

/// A mat without a size is as large as mats are; other pages are as large as the paper.
#[test]
fn a_mat_without_a_size_is_no_empty_page() {
    let cut = |sheet: &str, more: &[(&str, &str)]| {
        let files: Vec<(&str, &str)> =
            [("print.toml", sheet)].into_iter().chain(more.iter().copied()).collect();
        let game = game(1, &files);
        let document = printed(&game, &Request { sheets: vec!["mats".into()], ..Request::default() });
        document.get_pages().len()
    };
    // Two mats lie on one page of A4.
    assert_eq!(cut("[sheets.mats]\nface = \"mat\"\nper = \"player\"\n", &[]), 2);
    assert_eq!(cut("[sheets.mats]\nface = \"scores\"\nper = \"player\"\n", &[]), 4);
    let own =
        ("faces/mat.svg.j2", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{ w }} {{ h }}\"/>");
    assert_eq!(cut("[sheets.mats]\nface = \"mat\"\nper = \"player\"\n", &[own]), 4);
}

#[test]
fn only_a_page_of_a_games_own_says_how_many_there_are() {
    let files = |sheet: &'static str| {
        PackageFiles::from_texts([
            (
                "game.toml",
                "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[boards.map]\ngrid = [3, 3]\n[flow]\nplay = \"end\"\n",
            ),
            ("print.toml", sheet),
        ])
    };
    let told = |sheet| {
        let opened = CompiledGame::from_files(files(sheet), Vec::new());
        render(&opened.diagnostics, &opened.sources, Format::Short)
    };
    for sheet in
        ["[sheets.map]\nboard = \"map\"\ncopies = 2\n", "[sheets.map]\nboard = \"map\"\nper = \"player\"\n"]
    {
        let said = told(sheet);
        assert!(said.contains("CW0900") && said.contains("`map`"), "{said}");
    }
    assert!(told("[sheets.page]\ncopies = 2\n").contains("CW0900"));
    assert_eq!(told("[sheets.page]\nface = \"mat\"\ncopies = 2\n"), "");
}

#[test]
fn sizes_go_by_the_names_that_they_are_sold_under() {
    use cardwright::print::units::{PAPERS, SIZES, Size, size};
    let sizes = [
        ("poker", 63.0, 88.0),
        ("poker-us", 63.5, 88.9),
        ("tarot", 70.0, 120.0),
        ("mini-euro", 44.0, 68.0),
        ("mini-usa", 41.0, 63.0),
        ("square", 70.0, 70.0),
        ("Euro", 59.0, 92.0),
    ];
    for (name, width, height) in sizes {
        assert_eq!(size(&SizeInfo::Named(name.into()), &SIZES), Ok(Size { width, height }), "{name}");
    }
    for (name, width, height) in [("a4", 210.0, 297.0), ("Letter", 215.9, 279.4), ("A3", 297.0, 420.0)] {
        assert_eq!(size(&SizeInfo::Named(name.into()), &PAPERS), Ok(Size { width, height }), "{name}");
    }
    assert_eq!(size(&SizeInfo::Named("taort".into()), &SIZES), Err(("taort".into(), Some("tarot"))));
    // Every one of them, and any other, is printed with a default face.
    for (name, ..) in SIZES {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\nsize = \"{name}\"\n");
        let game = game(2, &[("print.toml", &sheet)]);
        let output = print::print(&game.ir, &Request::default());
        // Small ones are tiles, which have no room for texts.
        let said = said(&game, &output).lines().filter(|line| !line.contains("CW0921")).count();
        assert_eq!((said, output.files.len()), (0, 1), "{name}");
    }
}

/// A game of cards and pieces, with this `print.toml`: its files, and its diagnostics.
fn files_of(print_toml: &str, cards: &str) -> (Vec<String>, String) {
    files_with("", print_toml, cards)
}

/// Like [`files_of`], of a game that declares `more`.
fn files_with(more: &str, print_toml: &str, cards: &str) -> (Vec<String>, String) {
    let declared = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[kinds.card.slots]\nbonus = { returns = \"int\", default = \"0\" }\n[zones.deck]\nstart = \"cards\"\n[zones.bag]\nstart = \"pieces\"\n[verbs.dawn]\ndo = \"log \\\"dawn\\\"\"\n[flow]\nplay = \"dawn(); end\"\n[scoring]\nscore = \"0\"\n";
    let key = "kind = \"piece\"\n[cards.key]\nname = \"Key\"\ncopies = 30\n";
    let game = game(
        0,
        &[
            ("game.toml", &format!("{declared}{more}")),
            ("cards/cards.toml", cards),
            ("cards/pieces.toml", key),
            ("print.toml", print_toml),
            ("rules.md", "# Rules\n\nPlay.\n"),
        ],
    );
    let output = print::print(&game.ir, &Request::default());
    (output.files.iter().map(|f| f.name.clone()).collect(), said(&game, &output))
}

const CARD: &str = "[cards.a]\nname = \"A\"\n";

#[test]
fn each_sheet_is_a_file_of_its_own() {
    let (files, said) = files_of("[pieces.pawn]\nname = \"Pawn\"\ncount = 2\n", CARD);
    assert_eq!(said, "");
    assert_eq!(files, ["cards.pdf", "piece-components.pdf", "pieces.pdf", "rules.pdf"]);
    let (files, _) = files_of("", CARD);
    assert_eq!(files, ["cards.pdf", "piece-components.pdf", "rules.pdf"]);
}

#[test]
fn no_sheet_takes_the_name_of_another_file() {
    let named = |print_toml: &str| {
        let texts = [
            (
                "game.toml",
                "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
            ),
            ("cards/cards.toml", CARD),
            ("rules.md", "# Rules\n"),
            ("print.toml", print_toml),
        ];
        let opened = CompiledGame::from_files(PackageFiles::from_texts(texts), Vec::new());
        render(&opened.diagnostics, &opened.sources, Format::Short)
    };
    assert!(named("[sheets.rules]\ncomponents = \"card\"\n").contains("error[CW0922]: the file `rules.pdf`"));
    let pieces = "[sheets.pieces]\ncomponents = \"card\"\n[pieces.pawn]\nname = \"Pawn\"\n";
    assert!(named(pieces).contains("error[CW0922]: the file `pieces.pdf`"));
    assert_eq!(named("[sheets.pieces]\ncomponents = \"card\"\n"), "");
}

#[test]
fn a_sheet_that_does_not_exist_is_said_with_those_that_do() {
    let game = game(
        0,
        &[
            (
                "game.toml",
                "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
            ),
            ("cards/cards.toml", CARD),
        ],
    );
    let asked = |sheet: &str| {
        let output = print::print(&game.ir, &Request { sheets: vec![sheet.into()], ..Request::default() });
        assert!(output.files.is_empty());
        render(&output.found, game.sources(), Format::Human { color: false, width: 200, unicode: true })
    };
    let said = asked("map");
    assert!(said.contains("there is no sheet `map`") && said.contains("the only sheet is `cards`"), "{said}");
    assert!(asked("card").contains("did you mean `cards`?"), "{}", asked("card"));
}

#[test]
fn kinds_that_no_sheet_shows_are_named() {
    let (files, said) = files_of("[sheets.cards]\ncomponents = \"card\"\n", CARD);
    assert_eq!(files, ["cards.pdf", "rules.pdf"]);
    assert!(
        said.contains("print.toml:1:")
            && said.contains("warning[CW0920]")
            && said.contains("the kind `piece`"),
        "{said}"
    );
    let both = "[sheets.cards]\ncomponents = \"card\"\n[sheets.keys]\ncomponents = \"piece\"\n";
    assert_eq!(files_of(both, CARD).1, "");
}

#[test]
fn a_rule_that_stands_nowhere_on_its_card_is_warned_of() {
    let (_, said) = files_of(
        "",
        "[cards.a]\nname = \"A\"\nbonus = \"5\"\n[cards.b]\nname = \"B\"\nbonus = \"5\"\ntext = \"Counts 5.\"\n",
    );
    assert!(said.contains("warning[CW0921]: rules of `a` stand nowhere"), "{said}");
    // So has an action of the card, but not one that the kind gives to all of its cards.
    let acts = "do = \"log \\\"A\\\"\"\n";
    let (_, said) = files_of(
        "",
        &format!("[cards.a]\nname = \"A\"\n[cards.a.actions.ring]\n{acts}[cards.b]\nname = \"B\"\n"),
    );
    assert!(said.contains("warning[CW0921]: rules of `a` stand nowhere"), "{said}");
    let (_, said) = files_with(
        &format!("[kinds.card.actions.ring]\n{acts}"),
        "",
        "[cards.a]\nname = \"A\"\n[cards.b]\nname = \"B\"\n",
    );
    assert!(!said.contains("CW0921"), "{said}");
    // A reaction has no text of its own.
    let (_, said) = files_of(
        "",
        "[cards.a]\nname = \"A\"\n[[cards.a.reactions]]\nafter = \"dawn\"\ndo = \"log \\\"A\\\"\"\n[cards.b]\nname = \"B\"\n",
    );
    assert!(said.contains("warning[CW0921]: rules of `a` stand nowhere"), "{said}");
}

#[test]
fn crop_marks_end_before_the_footer() {
    // With tokens so small, the footer passes several columns or rows; it stands below them or, if they fill
    // the page, on the left.
    for (size, left) in
        [("[31, 31]", true), ("[17, 17]", false), ("[30, 30]", false), ("\"mini-usa\"", false)]
    {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\nsize = {size}\nsafe = 0\n");
        let game = game(300, &[("print.toml", &sheet)]);
        let output = print::print(&game.ir, &Request::default());
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let page = document.page_iter().next().expect("a page");
        let (mut from, mut marks, mut footer) = ((0.0, 0.0), Vec::new(), Vec::new());
        for operation in super::sheet(&document, page) {
            let numbers: Vec<f64> =
                operation.operands.iter().filter_map(|n| n.as_float().ok()).map(f64::from).collect();
            match (operation.operator.as_str(), &numbers[..]) {
                ("m", [x, y]) => from = (*x, *y),
                // The lines around the components are as long as those.
                ("l", [x, y]) if (x - from.0).hypot(y - from.1) < 5.1 => marks.push((from, (*x, *y))),
                ("cm", _) => footer = numbers,
                _ => {}
            }
        }
        let [_, up, _, _, x, y] = footer[..] else { panic!("{footer:?}") };
        assert_eq!(up != 0.0, left, "{size}: {footer:?}");
        assert!(marks.len() > 20, "{size}: {marks:?}");
        for ((x1, y1), (x2, y2)) in marks {
            let beyond = if left { x1.min(x2) > x + 3.0 || x1.min(x2) > 105.0 } else { y1.max(y2) < y + 0.6 };
            let across = if left { y1 == y2 } else { x1 == x2 };
            assert!(beyond || !across, "{size}: a mark from {x1} {y1} to {x2} {y2}, the footer at {x} {y}");
        }
    }
}

#[test]
fn dice_are_cubes_to_fold() {
    let rules = |dice: &str| {
        format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n\
             [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n\
             [dice]\n{dice}\n[flow]\nplay = \"roll(fate)\"\n"
        )
    };
    let sheet = "[sheets.fate]\nface = \"die_net\"\n";
    for (dice, words, squares) in [
        ("fate = [1, 2, 3, 4, 5, 60]", ["1", "60"], 6),
        ("fate = [\"root\", \"root\", \"herb\", \"herb\", \"moss\", \"moss\"]", ["Root", "Moss"], 6),
        ("fate = [10, 20, 30, 40, 50, 60, 70, 80]", ["10", "80"], 8),
        (
            "fate = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]",
            ["10", "29"],
            20,
        ),
    ] {
        let game = game(1, &[("game.toml", &rules(dice)), ("print.toml", sheet)]);
        let request = Request { sheets: vec!["fate".into()], ..Request::default() };
        let output = print::print(&game.ir, &request);
        assert_eq!(said(&game, &output), "");
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let text = text(&document, 1);
        assert!(words.iter().all(|word| text.contains(word)), "{dice}: {text}");
        let page = document.page_iter().next().expect("a page");
        let corner = |operation: &Operation| {
            let numbers: Vec<f32> = operation.operands.iter().filter_map(|n| n.as_float().ok()).collect();
            matches!(operation.operator.as_str(), "m" | "re")
                .then(|| format!("{:.0} {:.0}", numbers[0], numbers[1]))
        };
        let corners: BTreeSet<String> =
            everything_on(&document, page).iter().filter_map(|(operation, _)| corner(operation)).collect();
        assert!(corners.len() >= squares, "{dice}: squares at {corners:?}");
    }
}

#[test]
fn squares_of_a_die_that_is_no_cube_stand_in_rows_in_their_order() {
    for (faces, across) in [(5, 5), (8, 4), (10, 5), (12, 4), (20, 5)] {
        let numbers: Vec<String> = (1..=faces).map(|n| n.to_string()).collect();
        let toml = format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\nstrength = \"int 0..9\"\n\
             [dice]\nfate = [{}]\n[flow]\nplay = \"roll(fate)\"\n",
            numbers.join(", ")
        );
        let files = [
            ("game.toml", toml.as_str()),
            ("cards/cards.toml", ""),
            ("print.toml", "[sheets.fate]\nface = \"die_net\"\n"),
        ];
        let document =
            printed(&game(0, &files), &Request { sheets: vec!["fate".into()], ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        // The last text is the footer.
        let places: Vec<(f64, f64)> = rules::written(&document, page).into_iter().take(faces).collect();
        assert_eq!(places.len(), faces);
        for (n, two) in places.windows(2).enumerate() {
            let ((x, y), (next_x, next_y)) = (two[0], two[1]);
            if (n + 1) % across == 0 {
                assert!(next_y < y - 15.0 && next_x < x, "{faces} faces: {n} at {x} {y}, {next_x} {next_y}");
            } else {
                assert!((next_y - y).abs() < 0.1 && next_x > x + 15.0, "{faces} faces: {n} at {x}, {next_x}");
            }
        }
    }
}

/// Cuts go along solid lines and folds along dashes: five lines where no square and no flap is, and eight
/// between squares and at flaps.
#[test]
fn edges_of_a_die_are_dashed_where_it_is_folded() {
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\nstrength = \"int 0..9\"\n\
                 [dice]\nfate = [1, 2, 3, 4, 5, 6]\n[flow]\nplay = \"roll(fate)\"\n";
    let files = [
        ("game.toml", rules),
        ("cards/cards.toml", ""),
        ("print.toml", "[sheets.fate]\nface = \"die_net\"\n"),
    ];
    let document = printed(&game(0, &files), &Request { sheets: vec!["fate".into()], ..Request::default() });
    let page = document.page_iter().next().expect("a page");
    let (mut dashed, mut from, mut path) = (false, [0.0; 2], Vec::new());
    let (mut solid, mut folds) = (Vec::new(), Vec::new());
    for (operation, _) in everything_on(&document, page) {
        let number = |i: usize| f64::from(operation.operands[i].as_float().expect("a number"));
        match operation.operator.as_str() {
            "d" => dashed = operation.operands[0].as_array().is_ok_and(|dashes| !dashes.is_empty()),
            "m" => from = [number(0), number(1)],
            "l" => {
                path.push([from[0], from[1], number(0), number(1)]);
                from = [number(0), number(1)];
            }
            "S" | "s" | "B" | "b" => (if dashed { &mut folds } else { &mut solid }).append(&mut path),
            "f" | "n" => path.clear(),
            _ => {}
        }
    }
    // The cube is 24 mm wide. Folds run over one square or three.
    let is_edge = |line: &&[f64; 4]| {
        let (across, down) = ((line[2] - line[0]).abs(), (line[3] - line[1]).abs());
        (across < 0.01 || down < 0.01) && across.max(down) > 23.9
    };
    let cuts = solid.iter().filter(is_edge).filter(|l| (l[2] - l[0]).abs().max((l[3] - l[1]).abs()) < 72.5);
    // A light line lies below each, for dark faces.
    assert_eq!(folds.iter().filter(is_edge).count(), 2 * 8, "{folds:?}");
    assert_eq!(cuts.count(), 5, "{solid:?}");
}

#[test]
fn the_sum_of_a_score_pad_has_columns() {
    let sheet = "[sheets.pad]\nface = \"scores\"\nsize = [60, 90]\n";
    let game = game(1, &[("print.toml", sheet)]);
    let document = printed(&game, &Request { sheets: vec!["pad".into()], ..Request::default() });
    let page = document.page_iter().next().expect("a page");
    let (mut points, mut columns, mut sizes) = (Vec::new(), 0, Vec::new());
    for (operation, _) in everything_on(&document, page) {
        let number = |i: usize| operation.operands[i].as_float().expect("a number");
        match operation.operator.as_str() {
            "m" => points = vec![(number(0), number(1))],
            "l" => points.push((number(0), number(1))),
            // An area at the foot of the pad hides what was drawn before it.
            "f" if points.contains(&(60.0, 90.0)) => columns = 0,
            "S" if matches!(points[..], [(x, _), (to, y)] if x == to && y == 90.0) => columns += 1,
            "Tf" => sizes.push(number(1)),
            _ => {}
        }
    }
    assert_eq!(columns, 4, "columns are drawn over the ground of the sum");
    // The smallest letters are those of the rows, whose lines are 3.07 mm apart.
    let rows = sizes.iter().copied().fold(f32::MAX, f32::min);
    assert!(rows < 2.2, "{sizes:?}");
}

#[test]
fn the_components_of_a_sheet_with_an_error_are_on_no_sheet_for_no_other_reason() {
    let page = "[sheets.cards]\ncomponents = \"card\"\n[sheets.keys]\ncomponents = \"pieces\"\n";
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[kinds.card]\n[kinds.piece]\n[zones.deck]\nstart = \"cards\"\n\
                [zones.bag]\nstart = \"pieces\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.a]\n[cards.b]\nkind = \"piece\"\n";
    let files = [("game.toml", game), ("cards/cards.toml", cards), ("print.toml", page)];
    let mut opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    cardwright::inspect::inspect(&mut opened, None).expect("it is sound");
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    assert!(said.contains("CW0509") && !said.contains("CW0920"), "{said}");
}

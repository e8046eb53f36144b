//! Print shops: products, pictures, reports and orders.

use cardwright::print::export::{ExportForm, ExportOptions, Shop};

use super::export::{Png, all, exported, told};
use super::*;

fn options(form: ExportForm) -> ExportOptions {
    ExportOptions::new(form)
}

const SHEET: &str = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nsafe = 0\n";

/// A game whose cards are 63 × 88 and have this on them.
fn with_face(inside: &str) -> CompiledGame {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    game(3, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)])
}

#[test]
fn shops_get_pictures_of_their_size_and_a_report() {
    let whole = r##"<rect x="-9" y="-9" width="81" height="106" fill="#204060"/><rect width="63" height="1" fill="#ff0000"/>"##;
    for (shop, folder, size) in [
        (Shop::GameCrafter, "game-crafter", (825, 1125)),
        (Shop::MakePlayingCards, "make-playing-cards", (816, 1110)),
    ] {
        let (files, exported) =
            exported(&with_face(whole), &Request::default(), &options(ExportForm::Shop(shop)));
        assert!(exported.found.is_empty(), "{:?}", exported.found);
        let picture = Png::read(&files.files[&format!("{folder}/cards/c1.png")]);
        assert_eq!((picture.width, picture.height, picture.channels), (size.0, size.1, 3));
        assert_eq!(picture.to_the_metre, Some(11_811));
        // A face of 63 × 88 mm stands in the middle; its upper edge is 88 mm, 1039.4 pixels, over its lower
        // one.
        let top = (f64::from(size.1) - 88.0 / 25.4 * 300.0) / 2.0;
        assert_eq!(picture.pixel(400, top as u32 + 3), [255, 0, 0]);
        assert_eq!(picture.pixel(400, top as u32 - 2), [0x20, 0x40, 0x60]);
        assert_eq!(picture.pixel(0, 0), [0x20, 0x40, 0x60]);
        assert_eq!(files.files[&format!("{folder}/report.txt")], exported.report.as_bytes());
        assert!(exported.report.contains("3 cards, 3 different fronts, one back"), "{}", exported.report);
        assert!(!exported.report.contains("NOT MET"), "{}", exported.report);
    }
}

#[test]
fn what_a_shop_wants_and_does_not_get_is_told() {
    let paint = r##"<rect x="-9" y="-9" width="81" height="106" fill="#204060"/>"##;
    let near = format!(
        r#"{paint}<rect data-text="{{{{ name }}}}" x="1" y="40" width="50" height="8" data-size="9"/>"#
    );
    let far = near.replace("x=\"1\"", "x=\"6\"");
    let said = |inside: &str| {
        let game = with_face(inside);
        let (_, exported) =
            exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
        (told(&game, &exported), exported.report)
    };
    let (found, report) = said(&near);
    // Once for the face, at the template.
    assert_eq!(found.matches("CW0932").count(), 1, "{found}");
    let line = found.lines().find(|line| line.contains("CW0932")).expect("a warning");
    assert!(
        line.starts_with("faces/own.svg.j2:1:")
            && line.contains("letters of `Card 0` and 2 more are as near as 1.")
            && line.contains("mm from the cut; The Game Crafter wants 3.2 mm"),
        "{found}"
    );
    assert!(report.contains("NOT MET letters"), "{report}");
    let (found, report) = said(&far);
    assert!(found.is_empty() && report.contains("met     letters"), "{found}{report}");
    let (found, report) = said(r##"<rect x="-2" y="-2" width="67" height="92" fill="#204060"/>"##);
    assert!(
        found.contains("CW0933") && found.contains("`Card 0` and 2 more leave the bleed white"),
        "{found}"
    );
    // The shop's page is 3.4 mm wider than the card on either side, and 3.6 mm higher; the warning is at the
    // template.
    assert!(found.lines().any(|line| line.starts_with("faces/own.svg.j2:1:") && line.contains("CW0933")));
    assert!(report.contains("draw what is at the edge as far as 3.7 mm beyond the cut"), "{report}");
    assert!(report.contains("NOT MET colour"), "{report}");
}

#[test]
fn letters_of_a_face_that_comes_with_cardwright_have_a_place_and_a_way_out() {
    let print =
        "[paper]\nsafe = 0\n[sheets.cards]\ncomponents = \"card\"\nface = \"tile\"\nsize = \"poker\"\n";
    let game = game(3, &[("print.toml", print)]);
    let (_, exported) = exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
    let found = told(&game, &exported);
    let near: Vec<_> = exported.found.iter().filter(|d| d.code.to_string() == "CW0932").collect();
    let [d] = near[..] else { panic!("{found}") };
    assert!(found.contains("print.toml:3:1: warning[CW0932]: letters of `Card "), "{found}");
    assert!(d.message.contains(" and 2 more are as near as 3.1 mm from the cut"), "{}", d.message);
    let help = d.help.as_deref().unwrap_or_default();
    assert!(help.contains("a `face` of your own that extends `tile`"), "{help}");
}

#[test]
fn letters_beyond_the_cut_are_told_as_beyond_it() {
    let game = with_face(
        r##"<rect x="-9" y="-9" width="81" height="106" fill="#204060"/><rect data-text="{{ name }}" x="-8" y="40" width="50" height="8" data-size="9"/>"##,
    );
    let (_, exported) = exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
    let report = &exported.report;
    assert!(
        report.contains("the letter farthest out is 7.") && report.contains(" mm beyond the cut, on `Card "),
        "{report}"
    );
    assert!(!report.contains("-7."), "{report}");
    let found = told(&game, &exported);
    assert!(
        found.contains("letters of `Card 0` and 2 more reach 7.") && found.contains(" mm beyond the cut"),
        "{found}"
    );
}

#[test]
fn what_is_left_out_names_the_shop_once() {
    let print = "[sheets.cards]\ncomponents = \"card\"\n[sheets.stand]\ncomponents = \"card\"\nfoot = 10\n";
    let game = game(3, &[("print.toml", print)]);
    let (_, exported) = exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
    let left: Vec<_> = exported.found.iter().filter(|d| d.code.to_string() == "CW0931").collect();
    let [d] = left[..] else { panic!("{}", told(&game, &exported)) };
    assert_eq!(d.message.matches("The Game Crafter").count(), 1, "{}", d.message);
    assert!(d.message.ends_with("; left out"), "{}", d.message);
}

#[test]
fn each_sheet_becomes_the_product_nearest_in_size() {
    let kinds = [
        ("\"poker-us\"", Some(("PokerDeck", 825, 1125)), Some(("poker", 822, 1122))),
        ("\"poker\"", Some(("EuroPokerDeck", 825, 1125)), Some(("game cards 63 × 88 mm", 816, 1110))),
        ("\"bridge\"", Some(("BridgeDeck", 750, 1125)), Some(("bridge", 747, 1122))),
        ("\"tarot\"", Some(("TarotDeck", 900, 1500)), Some(("tarot", 897, 1497))),
        ("\"jumbo\"", Some(("JumboDeck", 1125, 1725)), None),
        ("\"square\"", Some(("EuroSquareDeck", 900, 900)), None),
        ("\"usa\"", Some(("USGameDeck", 750, 1125)), None),
        ("[44.45, 63.5]", Some(("MiniDeck", 600, 825)), Some(("mini", 597, 822))),
        ("[31.75, 44.45]", Some(("MicroDeck", 450, 600)), Some(("micro", 447, 597))),
        ("\"token\"", Some(("MediumSquareChit", 300, 300)), None),
        // A card that lies on its side is turned.
        ("[88.9, 63.5]", Some(("PokerDeck", 825, 1125)), Some(("poker", 822, 1122))),
        ("\"mini-euro\"", None, None),
    ];
    for (size, crafter, cards) in kinds {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\nsize = {size}\n");
        let game = game(1, &[("print.toml", &sheet)]);
        for (shop, folder, wanted) in [
            (Shop::GameCrafter, "game-crafter", crafter),
            (Shop::MakePlayingCards, "make-playing-cards", cards),
        ] {
            let (files, exported) = exported(&game, &Request::default(), &options(ExportForm::Shop(shop)));
            let told = told(&game, &exported);
            let Some((name, width, height)) = wanted else {
                assert!(exported.failed() && files.files.is_empty(), "{size}: {told}");
                let whole = format!("{:?}", exported.found);
                assert!(
                    told.contains("CW0931") && whole.contains(" cuts ") && whole.contains("`size = "),
                    "{whole}"
                );
                continue;
            };
            assert!(!exported.failed(), "{size}: {told}");
            assert!(exported.report.contains(&format!("\ncards: {name}\n")), "{size}: {}", exported.report);
            for side in ["cards/c0.png", "cards-back.png"] {
                let picture = Png::read(&files.files[&format!("{folder}/{side}")]);
                assert_eq!((picture.width, picture.height), (width, height), "{size} {side}");
            }
        }
    }
}

/// A board of 200 × 200 mm, round tokens that fit and square ones that do not, standees and a score sheet,
/// beside cards.
fn whole_game() -> CompiledGame {
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\nsummary = \"Walk.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n\
         [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n\
         [boards.board]\ngrid = [4, 4]\n[flow]\nplay = \"end\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\n[sheets.board]\nboard = \"board\"\nsize = [203.2, 203.2]\n\
         [sheets.scores]\nface = \"scores\"\nsize = [114.3, 203.2]\n\
         [pieces.scout]\nform = \"round\"\nsize = 19\ncount = 4\nicon = \"shield\"\nback = \"crown\"\n\
         [pieces.wall]\nform = \"square\"\nsize = 15\ncount = 2\nicon = \"tower\"\n\
         [pieces.hero]\nform = \"standee\"\nsize = 20\ncount = 1\nicon = \"man\"\n";
    game(2, &[("game.toml", own), ("print.toml", print)])
}

#[test]
fn components_that_stand_are_left_out() {
    let report = |foot: &str| {
        let print = format!(
            "[sheets.cards]\ncomponents = \"card\"\n[sheets.figures]\ncomponents = \"card\"\nsize = [25.4, 50.8]\n{foot}"
        );
        let game = game(2, &[("print.toml", &print)]);
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter))).1.report
    };
    assert!(report("").contains("figures: DominoChit"), "{}", report(""));
    let standing = report("foot = 6\n");
    assert!(standing.contains("figures: left out\n  NOT MET `figures` is a standee to fold"), "{standing}");
}

#[test]
fn a_score_pad_that_does_not_fit_is_not_advised_to_be_a_mat() {
    let report = |face: &str| {
        let print = format!(
            "[sheets.cards]\ncomponents = \"card\"\n[sheets.notes]\nface = \"{face}\"\nsize = [142, 181]\n"
        );
        let game = game(2, &[("print.toml", &print)]);
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter))).1.report
    };
    let pad = report("scores");
    assert!(
        pad.contains("notes: left out") && pad.contains("MediumScorePadColor cuts 114.3 × 203.2 mm"),
        "{pad}"
    );
    let mat = report("mat");
    assert!(mat.contains("notes: left out") && mat.contains("SmallBiFoldMat cuts 139.7 × 177.8 mm"), "{mat}");
}

#[test]
fn what_does_not_fit_is_left_out_and_the_rest_is_written() {
    let game = whole_game();
    let (files, exported) =
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
    let (told, report) = (told(&game, &exported), &exported.report);
    assert!(!exported.failed(), "{told}");
    for line in [
        "\ncards: EuroPokerDeck\n",
        "\nboard: SquareBoard\n",
        "\nscores: MediumScorePadColor\n",
        "\npieces.scout: MediumCircleChit\n",
    ] {
        assert!(report.contains(line), "{line}{report}");
    }
    assert!(told.contains("CW0931") && told.contains("`pieces.wall` is 15 × 15 mm"), "{told}");
    assert!(
        report.contains("pieces.wall: left out") && report.contains("`size = 12.7` in `[pieces.wall]`"),
        "{report}"
    );
    assert!(
        report.contains("pieces.hero: left out\n  NOT MET `pieces.hero` is a standee to fold"),
        "{report}"
    );
    for (file, size) in [
        ("board.png", (2475, 2475)),
        ("scores.png", (1425, 2475)),
        ("pieces/scout-1-x4.png", (300, 300)),
        ("pieces/scout-1-back.png", (300, 300)),
    ] {
        let picture = Png::read(&files.files[&format!("game-crafter/{file}")]);
        assert_eq!((picture.width, picture.height, picture.channels), (size.0, size.1, 3), "{file}");
    }
    assert!(
        !files.files.keys().any(|file| file.contains("wall") || file.contains("hero")),
        "{:?}",
        files.files.keys()
    );
    let parts = std::str::from_utf8(&files.files["game-crafter/parts.csv"]).expect("UTF-8");
    for row in [
        "product,sheet,name,front,back,copies",
        "EuroPokerDeck,cards,Card 0,cards/c0.png,cards-back.png,1",
        "SquareBoard,board,Woods: board,board.png,,1",
        "MediumCircleChit,pieces.scout,\"Scout, Player 1\",pieces/scout-1-x4.png,pieces/scout-1-back.png,4",
    ] {
        assert!(parts.lines().any(|line| line == row), "{row}\n{parts}");
    }
    // Every picture is part of something, and every part has its pictures.
    let pictures =
        files.files.keys().filter_map(|f| f.strip_prefix("game-crafter/")).filter(|f| f.ends_with(".png"));
    for picture in pictures {
        assert!(parts.contains(picture), "{picture}");
    }
}

#[test]
fn boards_are_not_cards() {
    let game = whole_game();
    let (files, exported) =
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::DriveThruCards)));
    assert!(!exported.failed() && exported.found.is_empty(), "{}", told(&game, &exported));
    assert!(files.files.keys().all(|file| !file.contains("board")), "{:?}", files.files.keys());
    assert!(exported.report.contains("board: left out\n  NOT MET `board` is a board"), "{}", exported.report);
}

#[test]
fn an_order_names_each_picture_once_with_its_places() {
    let cards = "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\n[cards.elm]\nname = \"Elm\"\nsuit = \"herb\"\nstrength = 2\ncopies = 2\n";
    let order = |print: &str| {
        let game = game(0, &[("cards/cards.toml", cards), ("print.toml", print)]);
        let files = all(&game, &Request::default(), &options(ExportForm::Shop(Shop::MakePlayingCards)));
        files
            .get("make-playing-cards/cards.xml")
            .map(|order| String::from_utf8(order.clone()).expect("UTF-8"))
    };
    let one_back = order("[sheets.cards]\ncomponents = \"card\"\n").expect("an order");
    let wanted = "<order>\n  <details>\n    <quantity>3</quantity>\n    <bracket>18</bracket>\n    \
         <stock>(S30) Standard Smooth</stock>\n    <foil>false</foil>\n  </details>\n  <fronts>\n    <card>\n      \
         <id>cards/oak.png</id>\n      <slots>0</slots>\n      <name>oak.png</name>\n    </card>\n    <card>\n      \
         <id>cards/elm-x2.png</id>\n      <slots>1,2</slots>\n      <name>elm-x2.png</name>\n    </card>\n  </fronts>\n  \
         <cardback>cards-back.png</cardback>\n</order>\n";
    assert_eq!(one_back, wanted);
    let two_sided = order("[sheets.cards]\ncomponents = \"card\"\nback = \"card\"\ntwo_sided = true\n")
        .expect("an order");
    assert!(
        two_sided.contains("<backs>\n    <card>\n      <id>cards/oak-back.png</id>\n      <slots>0</slots>"),
        "{two_sided}"
    );
    assert!(two_sided.contains("<id>cards/elm-back.png</id>\n      <slots>1,2</slots>"), "{two_sided}");
    // The uploader orders cards of 63 × 88 mm only.
    assert_eq!(order("[sheets.cards]\ncomponents = \"card\"\nsize = \"tarot\"\n"), None);
}

#[test]
fn a_large_order_is_parted() {
    let cards = "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ncopies = 613\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Shop(Shop::MakePlayingCards)));
    for (file, count) in [("cards-1.xml", 612), ("cards-2.xml", 1)] {
        let order = std::str::from_utf8(&files[&format!("make-playing-cards/{file}")]).expect("UTF-8");
        assert!(order.contains(&format!("<quantity>{count}</quantity>")), "{file}: {order}");
    }
}

#[test]
fn products_have_the_bleed_of_their_shop() {
    use cardwright::print::export::products_of;
    for (shop, pixels) in
        [(Shop::GameCrafter, 37.5), (Shop::MakePlayingCards, 36.0), (Shop::DriveThruCards, 37.5)]
    {
        for product in products_of(shop) {
            let bleed = |whole: u32, cut: f64| (f64::from(whole) - cut / 25.4 * 300.0) / 2.0;
            let (x, y) = (bleed(product.pixels.0, product.cut.0), bleed(product.pixels.1, product.cut.1));
            // Sizes in millimetres lie within a picture of whole inches.
            // These are not cut along the edges of the picture.
            if matches!(product.ware, "dice" | "tuck boxes") {
                continue;
            }
            let most = if product.name == "MintTinDeck" { 68.0 } else { pixels + 12.0 };
            assert!(x > pixels - 2.0 && y > pixels - 2.0 && x < most && y < most, "{product:?}: {x} {y}");
        }
    }
}

#[test]
fn pages_for_a_shop_are_backs_and_fronts_in_turn() {
    let cards = "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\n[cards.elm]\nname = \"Elm\"\nsuit = \"herb\"\nstrength = 2\ncopies = 2\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let (files, exported) =
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::DriveThruCards)));
    let document = Document::load_mem(&files.files["drive-thru-cards/cards.pdf"]).expect("a PDF");
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(pages.len(), 6);
    for (i, page) in pages.iter().enumerate() {
        for (name, from) in [(&b"MediaBox"[..], 0.0), (b"BleedBox", 0.0), (b"TrimBox", 3.175)] {
            let found = page_box(&document, *page, name);
            let wanted = [from, from, 69.342 - from, 94.234 - from];
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01), "page {i}: {found:?}");
        }
        let shown = text(&document, i as u32 + 1);
        let wanted = if i % 2 == 0 { "Woods" } else { ["Oak", "Elm", "Elm"][i / 2] };
        assert!(shown.contains(wanted), "page {i}: {shown}");
    }
    assert!(exported.report.contains("NOT MET PDF/X-1a: CMYK"), "{}", exported.report);
}

/// Returns the export of rules of some hundred lines.
fn booklet(lines: usize, sheets: &[&str]) -> (export::Files, print::export::ExportResult) {
    let rules: String = (0..lines)
        .map(|i| format!("## Part {i}\n\nTake {{coin}} and go on until nobody has any.\n\n"))
        .collect();
    let game = game(1, &[("rules.md", &rules)]);
    let request = Request { sheets: sheets.iter().map(|s| (*s).to_owned()).collect(), ..Request::default() };
    exported(&game, &request, &options(ExportForm::Shop(Shop::GameCrafter)))
}

#[test]
fn rules_become_a_booklet_with_pages_by_the_sheet() {
    for (lines, pages, size, product) in [
        (1, 4, (1575, 2475), "LargeBooklet"),
        (60, 8, (1575, 2475), "LargeBooklet"),
        (900, 40, (2475, 3075), "JumboBooklet"),
    ] {
        let (files, exported) = booklet(lines, &["rules"]);
        assert!(!exported.failed(), "{:?}", exported.found);
        let own: Vec<&String> = files.files.keys().filter(|f| f.starts_with("game-crafter/rules/")).collect();
        assert!(
            own.len().is_multiple_of(4) && own.len() <= pages && own.len() + 4 > pages / 2,
            "{lines}: {own:?}"
        );
        for file in &own {
            let page = Png::read(&files.files[*file]);
            assert_eq!((page.width, page.height, page.channels), (size.0, size.1, 3));
        }
        // The cover bears the title; letters stay well inside the cut.
        let cover = Png::read(&files.files["game-crafter/rules/page-01.png"]);
        let dark = |x: u32, y: u32| cover.pixel(x, y)[0] < 100;
        assert!((0..cover.width).any(|x| (0..cover.height).any(|y| dark(x, y))));
        let rim = 37 + 37;
        let outside =
            |x: u32, y: u32| x < rim || y < rim || x >= cover.width - rim || y >= cover.height - rim;
        assert!(!(0..cover.width).any(|x| (0..cover.height).any(|y| outside(x, y) && dark(x, y))));
        let parts = std::str::from_utf8(&files.files["game-crafter/parts.csv"]).expect("UTF-8");
        assert!(parts.contains(&format!("{product},rules,page 1,rules/page-01.png,,1\n")), "{parts}");
        assert_eq!(parts.lines().count(), own.len() + 1);
        assert!(exported.report.contains(&format!("\nrules: {product}\n")), "{}", exported.report);
    }
}

#[test]
fn rules_that_are_too_long_for_a_booklet_do_not_refuse_the_rest() {
    let (files, exported) = booklet(1500, &[]);
    assert!(!exported.failed() && exported.report.contains("\nrules: left out\n"), "{}", exported.report);
    assert!(files.files.contains_key("game-crafter/cards/c0.png"));
    assert!(!files.files.keys().any(|f| f.starts_with("game-crafter/rules/")));
}

#[test]
fn pictures_reach_to_the_end_of_a_shops_bleed() {
    let art = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\
               <rect width=\"63\" height=\"88\" fill=\"#00a000\"/></svg>";
    for style in ["full_art", "fan"] {
        let print = format!("style = \"{style}\"\n");
        let game = game(1, &[("print.toml", print.as_str()), ("art/c0.svg", art)]);
        let files = all(&game, &Request::default(), &options(ExportForm::Shop(Shop::GameCrafter)));
        let picture = Png::read(&files["game-crafter/cards/c0.png"]);
        // The upper right corner, and the middle of the right edge, where `fan` has its picture, too.
        for y in [0, 200] {
            assert_eq!(picture.pixel(picture.width - 1, y), [0, 0xa0, 0], "{style} at {y}");
        }
        let pdf = all(&game, &Request::default(), &options(ExportForm::Shop(Shop::DriveThruCards)));
        let page = seen::page_picture(pdf["drive-thru-cards/cards.pdf"].clone(), 1, 2.0);
        assert_eq!(page.pixel(page.width - 2, 1), [0, 0xa0, 0], "{style}");
    }
}

#[test]
fn a_sheet_that_stands_and_is_left_out_is_said_on_the_screen() {
    let sheets =
        "[sheets.figures]\ncomponents = \"card\"\nfoot = 10\n[sheets.cards]\ncomponents = \"card\"\n";
    let game = game(2, &[("print.toml", sheets)]);
    let (_, exported) =
        exported(&game, &Request::default(), &options(ExportForm::Shop(Shop::MakePlayingCards)));
    let found = told(&game, &exported);
    assert!(found.contains("`figures` is a standee to fold") && found.contains("; left out"), "{found}");
}

/// Two dice of the game's own that the shop prints, the first with a net of two copies, and two that it does
/// not print.
fn game_of_dice() -> CompiledGame {
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\nsummary = \"Walk.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n\
         [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n\
         [dice]\nsuit = [\"root\", \"root\", \"herb\", \"herb\", \"moss\", \"moss\"]\n\
         pips = [0, 1, 1, 2, 2, 3, 3, 12]\nfour = [1, 2, 3, 4]\nfive = [1, 2, 3, 4, 5]\n[flow]\nplay = \"end\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\n[sheets.suit]\nface = \"die_net\"\ncopies = 2\n\
         [colours]\nroot = \"#7a5a2f\"\n[icons]\nherb = \"leaf\"\n";
    game(2, &[("game.toml", own), ("print.toml", print)])
}

#[test]
fn dice_are_printed_face_by_face() {
    let game = game_of_dice();
    let crafter = options(ExportForm::Shop(Shop::GameCrafter));
    let (files, exported) = exported(&game, &Request::default(), &crafter);
    assert!(!exported.failed() && exported.found.is_empty(), "{}", told(&game, &exported));
    let faces = |die: &str| {
        let folder = format!("game-crafter/{die}/side-");
        files.files.iter().filter(|(f, _)| f.starts_with(&folder)).map(|(_, bytes)| bytes).collect::<Vec<_>>()
    };
    for (die, count, pixels) in [("suit", 6, 180), ("pips", 8, 300), ("four", 0, 0), ("five", 0, 0)] {
        let faces = faces(die);
        assert_eq!(faces.len(), count, "{die}");
        for face in &faces {
            let picture = Png::read(face);
            assert_eq!((picture.width, picture.height, picture.channels), (pixels, pixels, 3), "{die}");
            // The colour fills the picture, and something stands in its middle.
            let ground = picture.pixel(0, 0);
            assert_eq!(picture.pixel(pixels - 1, pixels - 1), ground, "{die}");
            let middle = pixels / 4..pixels * 3 / 4;
            assert!(middle.clone().any(|x| middle.clone().any(|y| picture.pixel(x, y) != ground)), "{die}");
            // A face of eight is a triangle; nothing stands outside of it.
            let is_outside = |x: u32, y: u32| {
                let (x, y) = (f64::from(x), f64::from(y));
                !(70.0..=201.0).contains(&y) || (x - 150.0).abs() > (y - 70.0) * 77.6 / 130.0
            };
            let is_drawn = |x: u32, y: u32| picture.pixel(x, y) != ground;
            let beyond = (0..300).flat_map(|y| (0..300).map(move |x| (x, y)));
            let beyond = beyond.filter(|(x, y)| is_outside(*x, *y));
            assert!(count != 8 || beyond.into_iter().all(|(x, y)| !is_drawn(x, y)), "{die}");
        }
        // Faces that show the same are the same picture, and only these.
        let different: std::collections::BTreeSet<_> = faces.iter().collect();
        assert_eq!(
            different.len(),
            [("suit", 3), ("pips", 5)].iter().find(|(d, _)| *d == die).map_or(0, |d| d.1)
        );
    }
    // The net of a printed die is left out.
    assert!(!files.files.contains_key("game-crafter/suit.png") && !exported.report.contains("left out"));
    let parts = std::str::from_utf8(&files.files["game-crafter/parts.csv"]).expect("UTF-8");
    for row in
        ["CustomColorD6,suit,side 6,suit/side-6.png,,2", "CustomColorD8,pips,side 1,pips/side-1.png,,1"]
    {
        assert!(parts.lines().any(|line| line == row), "{row}\n{parts}");
    }
    assert!(exported.report.contains("\nsuit: CustomColorD6\n"), "{}", exported.report);
    // One die alone, and none for cards that are chosen, or for a shop that prints no dice.
    let alone = Request { sheets: vec!["pips".to_owned()], ..Request::default() };
    assert!(all(&game, &alone, &crafter).keys().all(|f| f.contains("/pips/") || !f.ends_with(".png")));
    let root = Request { only: vec![("name".to_owned(), "c0".to_owned())], ..Request::default() };
    assert!(all(&game, &root, &crafter).keys().all(|f| !f.contains("/side-")));
    let cards = all(&game, &Request::default(), &options(ExportForm::Shop(Shop::MakePlayingCards)));
    assert!(cards.keys().all(|f| !f.contains("/side-")));
}

/// A game with a sheet of cards of this size and number, in a tuck box.
fn game_in_a_box(size: &str, cards: u32) -> CompiledGame {
    let print = format!(
        "[sheets.cards]\ncomponents = \"card\"\nsize = {size}\ntuck_box = true\n[colours]\nback = \"#204060\"\n"
    );
    let own = format!(
        "kind = \"card\"\n[cards.many]\nname = \"Many\"\nsuit = \"root\"\nstrength = 1\ncopies = {cards}\n"
    );
    game(0, &[("print.toml", &print), ("cards/cards.toml", &own)])
}

#[test]
fn a_tuck_box_is_the_smallest_of_the_shop_that_holds_the_cards() {
    let crafter = options(ExportForm::Shop(Shop::GameCrafter));
    for (size, cards, product) in [
        ("\"poker\"", 36, "PokerTuckBox36"),
        ("[63, 88]", 37, "PokerTuckBox54"),
        ("[88.9, 63.5]", 108, "PokerTuckBox108"),
        ("[57.15, 88.9]", 55, "BridgeTuckBox108"),
        ("[69.85, 120.65]", 40, "TarotTuckBox40"),
        ("[88.9, 88.9]", 49, "SquareTuckBox96"),
        ("[88.9, 139.7]", 1, "JumboTuckBox90"),
    ] {
        let (files, exported) = exported(&game_in_a_box(size, cards), &Request::default(), &crafter);
        assert!(exported.found.is_empty(), "{size}: {:?}", exported.found);
        let product = print::export::products_of(Shop::GameCrafter)
            .into_iter()
            .find(|known| known.name == product)
            .expect("a product of the shop");
        let line = format!("\ncards-box: {}\n", product.name);
        assert!(exported.report.contains(&line), "{size}, {cards}: {}", exported.report);
        let picture = Png::read(&files.files["game-crafter/cards-box.png"]);
        assert_eq!((picture.width, picture.height), product.pixels, "{size}");
        let parts = std::str::from_utf8(&files.files["game-crafter/parts.csv"]).expect("UTF-8");
        let row = format!("{},cards-box,outside,cards-box.png,,1", product.name);
        assert!(parts.lines().any(|line| line == row), "{parts}");
    }
}

#[test]
fn the_outside_of_a_shops_box_shows_the_back_of_the_cards_and_the_name() {
    let crafter = options(ExportForm::Shop(Shop::GameCrafter));
    let alone = Request { sheets: vec!["cards-box".to_owned()], ..Request::default() };
    let files = all(&game_in_a_box("\"poker\"", 54), &alone, &crafter);
    assert!(files.keys().all(|f| f.ends_with("cards-box.png") || !f.ends_with(".png")), "{:?}", files.keys());
    let picture = Png::read(&files["game-crafter/cards-box.png"]);
    let ground = [0x20, 0x40, 0x60];
    let is_drawn_on = |x: std::ops::Range<u32>, y: std::ops::Range<u32>| {
        y.step_by(3).any(|y| x.clone().step_by(3).any(|x| picture.pixel(x, y) != ground))
    };
    // Letters on both sides, on the lid and on the front; the back of the cards on the back.
    for (x, y) in
        [(60..256, 460..1450), (1060..1260, 460..1450), (320..1000, 210..400), (1300..2020, 560..1400)]
    {
        assert!(is_drawn_on(x.clone(), y.clone()), "{x:?} {y:?}");
    }
    assert!(is_drawn_on(300..1020, 450..1470));
    // Nothing else: the ends that are tucked in, the bottom, and the rims at the folds.
    for (x, y) in
        [(300..1020, 50..180), (300..1020, 1500..1870), (40..56, 440..1480), (1260..1300, 440..1480)]
    {
        assert!(!is_drawn_on(x.clone(), y.clone()), "{x:?} {y:?}");
    }
    // The flap is white but for a strip at its fold.
    assert_eq!(picture.pixel(2045, 900), ground);
    assert_eq!(picture.pixel(2100, 900), [0xff; 3]);
    // Part of the cards, or another shop: no box.
    let root = Request { only: vec![("name".to_owned(), "many".to_owned())], ..Request::default() };
    assert!(all(&game_in_a_box("\"poker\"", 54), &root, &crafter).keys().all(|f| !f.contains("-box")));
    let cards = options(ExportForm::Shop(Shop::MakePlayingCards));
    assert!(
        all(&game_in_a_box("\"poker\"", 54), &Request::default(), &cards).keys().all(|f| !f.contains("-box"))
    );
}

#[test]
fn cards_without_a_box_in_the_shop_are_told() {
    let crafter = options(ExportForm::Shop(Shop::GameCrafter));
    let game = game_in_a_box("\"poker\"", 109);
    let (files, exported_many) = exported(&game, &Request::default(), &crafter);
    let said = told(&game, &exported_many);
    assert!(said.contains("PokerTuckBox108 holds 108 at most; left out for The Game Crafter"), "{said}");
    assert!(files.files.keys().all(|f| !f.contains("-box")), "{:?}", files.files.keys());
    let mini = game_in_a_box("[44.45, 63.5]", 20);
    let (_, exported_mini) = exported(&mini, &Request::default(), &crafter);
    assert!(exported_mini.found.is_empty(), "{}", told(&mini, &exported_mini));
    let line = "\ncards-box: left out\n  NOT MET no box for cards of 44.45 × 63.5 mm is known\n";
    assert!(exported_mini.report.contains(line), "{}", exported_mini.report);
}

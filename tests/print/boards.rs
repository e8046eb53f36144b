//! Boards, pieces and rules.

use cardwright::print::ink::Ink;

use super::*;

/// A game with a board of this form, and more files.
pub fn board(form: &str, more: &[(&str, &str)]) -> CompiledGame {
    let text = format!(
        "[game]\nid = \"field\"\nname = \"Field\"\nplayers = [2, 2]\nsummary = \"Walk.\"\n[boards.field]\n{form}\n[boards.field.state]\nside = \"player?\"\n[flow]\nplay = \"end\"\n"
    );
    let files = [("game.toml", text.as_str())];
    let opened =
        CompiledGame::from_files(PackageFiles::from_texts(files.iter().chain(more).copied()), Vec::new());
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    opened.game.unwrap_or_else(|| panic!("{said}"))
}

fn only(sheet: &str) -> Request {
    Request { sheets: vec![sheet.into()], ..Request::default() }
}

/// The parts of a board: for each page where its part begins on the board and where on the page it is seen,
/// in millimetres.
fn parts(document: &Document) -> Vec<([f64; 2], [f64; 4])> {
    let page_of = |page: ObjectId| {
        let operations = sheet(document, page);
        let number = |o: &Operation, i: usize| f64::from(o.operands[i].as_float().expect("a number"));
        let clip: Vec<_> = operations
            .iter()
            .take_while(|o| o.operator != "W")
            .filter(|o| ["m", "l"].contains(&o.operator.as_str()))
            .collect();
        let place = operations
            .iter()
            .take_while(|o| o.operator != "Do")
            .filter(|o| o.operator == "cm")
            .last()
            .expect("a place");
        let seen = [number(clip[0], 0), number(clip[0], 1), number(clip[2], 0), number(clip[2], 1)];
        ([seen[0] - number(place, 4), seen[1] - number(place, 5)], seen)
    };
    document.page_iter().map(page_of).collect()
}

#[test]
fn a_small_board_comes_on_one_page_and_a_large_one_in_parts_that_overlap() {
    let small = printed(&board("grid = [8, 8]", &[]), &only("field"));
    assert_eq!(parts(&small).len(), 1);
    let sheet = "[sheets.field]\nboard = \"field\"\ncell = 30\n";
    let large = printed(&board("grid = [12, 12]", &[("print.toml", sheet)]), &only("field"));
    let parts = parts(&large);
    // 374 mm in all.
    assert!(parts.len() >= 4, "{}", parts.len());
    let whole = 12.0 * 30.0 + 14.0;
    let (mut right, mut bottom) = (0.0_f64, 0.0_f64);
    for (from, seen) in &parts {
        let (width, height) = (seen[2] - seen[0], seen[3] - seen[1]);
        right = right.max(from[0] + width);
        bottom = bottom.max(from[1] + height);
        // Every part but the first begins within another, by the overlap.
        for axis in 0..2 {
            let length = [width, height][axis];
            let meets = from[axis] < 0.01
                || parts.iter().any(|(other, _)| (other[axis] + length - from[axis] - 10.0).abs() < 0.02);
            assert!(meets, "{from:?}");
        }
    }
    // The last part shows the bleed, too.
    let whole = whole + 2.0;
    assert!((right - whole).abs() < 0.02 && (bottom - whole).abs() < 0.02, "{right} {bottom}");
}

#[test]
fn every_form_of_board_is_drawn_with_the_names_of_its_cells() {
    for (form, names) in [
        ("grid = [5, 4]", vec!["a", "e", "1", "4"]),
        ("hex = [5, 5]", vec!["a", "e", "5"]),
        (
            "areas = { town = [\"wood\", \"ford\"], wood = [\"ford\"], hill = [\"wood\"], ford = [] }",
            vec!["Town", "Wood", "Ford", "Hill"],
        ),
        ("lines = [[\"a1\", \"b1\", \"c1\"], [\"a1\", \"a2\", \"a3\"]]", vec![]),
    ] {
        let game = board(form, &[]);
        let output = print::print(&game.ir, &only("field"));
        assert_eq!(said(&game, &output), "", "{form}");
        let Some(text) = poppler(&output.files[0].bytes) else { continue };
        for name in names {
            assert!(text.split_whitespace().any(|w| w == name), "{form}: {text}");
        }
    }
}

#[test]
fn pieces_come_in_their_number_and_in_each_players_colour() {
    let sheet = "[colours]\nplayer_1 = \"#c82814\"\nplayer_2 = \"#1446c8\"\n[pieces.scout]\nicon = \"shield\"\ncount = 7\npoints = true\n[pieces.gate]\nper = \"table\"\nlabel = \"IV\"\nform = \"square\"\n[pieces.hero]\nform = \"standee\"\nicon = \"crown\"\n";
    let game = board("grid = [5, 5]", &[("print.toml", sheet)]);
    let document = printed(&game, &only("pieces"));
    let page = document.page_iter().next().expect("a page");
    assert_eq!(placed(&document, page).len(), 2 * 7 + 1 + 2);
    if let Some(text) = poppler(&print::print(&game.ir, &only("pieces")).files[0].bytes) {
        assert!(text.contains("IV") && text.contains("Hero"), "{text}");
    }
    let colour = |r: &str, g: &str, b: &str| {
        let wanted = format!("{r} {g} {b} rg");
        document
            .objects
            .values()
            .filter_map(|o| o.as_stream().ok())
            .filter_map(|s| s.decompressed_content().ok())
            .any(|c| String::from_utf8_lossy(&c).contains(&wanted))
    };
    assert!(colour("0.784", "0.157", "0.078") && colour("0.078", "0.275", "0.784"));
}

#[test]
fn each_player_may_have_a_sign_and_a_back_of_their_own() {
    let sheet = "[colours]\nplayer_1 = \"#c82814\"\nplayer_1_back = \"#28c814\"\nplayer_2 = \"#1446c8\"\nmark_back = \"#646414\"\n\
                 [pieces.mark]\nlabel = [\"XI\", \"OX\", \"TO\", \"LO\"]\nback = \"crown\"\n";
    let game = board("grid = [3, 3]", &[("print.toml", sheet)]);
    let document = printed(&game, &only("pieces"));
    let front = text(&document, 1);
    let signs = ["XI", "OX", "TO", "LO"].map(|sign| front.matches(sign).count());
    assert_eq!(
        signs[..usize::from(game.ir.game.players.1)],
        [1, 1, 1, 1][..usize::from(game.ir.game.players.1)],
        "{front}"
    );
    let streams: Vec<String> = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok()?.decompressed_content().ok())
        .map(|content| String::from_utf8_lossy(&content).into_owned())
        .collect();
    for colour in ["0.784 0.157 0.078", "0.157 0.784 0.078", "0.078 0.275 0.784", "0.392 0.392 0.078"] {
        assert!(streams.iter().any(|s| s.contains(&format!("{colour} rg"))), "{colour}");
    }
}

#[test]
fn what_is_turned_over_has_another_side_behind_it() {
    let game = board(
        "grid = [5, 5]",
        &[("print.toml", "[pieces.man]\nicon = \"man\"\nback = \"crown\"\ncount = 5\n")],
    );
    let document = printed(&game, &only("pieces"));
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(pages.len(), 2);
    let fronts = placed(&document, pages[0]);
    let operations = sheet(&document, pages[1]);
    let number = |o: &Operation, i: usize| f64::from(o.operands[i].as_float().expect("a number"));
    for front in fronts {
        // 20 mm wide, on a page of 210.
        let wanted = 210.0 - front[4] - 20.0;
        let behind = operations
            .iter()
            .filter(|o| o.operator == "cm")
            .any(|o| (number(o, 4) - wanted).abs() < 0.01 && (number(o, 5) - front[5]).abs() < 0.01);
        assert!(behind, "{front:?}");
    }
}

#[test]
fn square_pieces_lie_in_columns_and_bleed_stays_out_of_the_margin() {
    let sheet = "[pieces.scout]\nsize = 21\ncount = 5\nper = \"table\"\n[pieces.wall]\nsize = 17\ncount = 13\nper = \"table\"\nform = \"square\"\n";
    let game = board("grid = [5, 5]", &[("print.toml", sheet)]);
    let document = printed(&game, &only("pieces"));
    let places = placed(&document, document.page_iter().next().expect("a page"));
    assert_eq!(places.len(), 5 + 13);
    let distinct = |i: usize| {
        let all = places[5..].iter().map(|place| (place[i] * 100.0).round() as i64);
        all.collect::<std::collections::BTreeSet<i64>>()
    };
    // Ten of 17 mm, 3 mm apart, fit beside each other; the rest begin a row of their own below.
    assert_eq!((distinct(4).len(), distinct(5).len()), (10, 2), "{places:?}");
    let margin = places.iter().map(|place| place[4]).fold(f64::INFINITY, f64::min);
    assert!(margin >= 5.0 + 1.4 - 0.01, "{margin}");
}

#[test]
fn without_colours_a_side_of_another_colour_has_a_bar() {
    let bars = |ink, colours: &str| {
        let sheet = format!("{colours}[pieces.man]\nper = \"table\"\nicon = \"man\"\nback = \"man\"\n");
        let game = board("grid = [5, 5]", &[("print.toml", sheet.as_str())]);
        let document = printed(&game, &Request { ink, ..only("pieces") });
        let streams = document.objects.values().filter_map(|o| o.as_stream().ok());
        let bars = streams.map(|stream| {
            let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
            let operations = Content::decode(&content).map(|content| content.operations).unwrap_or_default();
            let drawn: Vec<&str> = operations.iter().map(|o| o.operator.as_str()).collect();
            drawn.windows(3).filter(|three| *three == ["m", "l", "S"]).count()
        });
        bars.sum::<usize>()
    };
    let two = "[colours]\nman = \"#9a3440\"\nman_back = \"#8d8a86\"\n";
    let plain = bars(Ink::Grey, "");
    for ink in [Ink::Grey, Ink::Low] {
        assert!(bars(ink, two) > plain, "{ink:?}");
    }
    assert_eq!(bars(Ink::Full, two), bars(Ink::Full, ""));
}

#[test]
fn what_points_may_do_so_on_its_front_alone() {
    let sizes = ["true", "\"front\"", "false"].map(|points| {
        let piece = format!("[pieces.man]\nicon = \"man\"\nback = \"man\"\npoints = {points}\n");
        let game = board("grid = [5, 5]", &[("print.toml", &piece)]);
        let document = printed(&game, &only("pieces"));
        // Equal faces are one drawing; only the arrow differs.
        document.objects.values().filter(|o| o.as_stream().is_ok()).count()
    });
    assert!(sizes[1] > sizes[0] && sizes[0] == sizes[2], "{sizes:?}");
}

#[test]
fn rules_are_printed_from_the_packages_words() {
    let rules = "# Field\n\nWalk on. Do not look back.\n\n## Your turn\n\n- Go **one** cell.\n- Or stay.\n\n```\ncode\n```\n";
    let option = "[options.long]\nrange = [1, 9]\ndefault = 3\ntext = \"How long it takes\"\n\
                  [options.by_night]\n[dice]\npips = [0, 0, 1, 1, 1, 3]\n[setups.the_whole_way]\nlong = 9\nby_night = true\n";
    let game = board("grid = [5, 5]", &[("rules.md", rules), ("rules/more.toml", option)]);
    let text = text(&printed(&game, &only("rules")), 1);
    for words in [
        "Field",
        "Walk on. Do not look back.",
        "Your turn",
        "Go one cell.",
        "How long it takes: 3",
        "By Night: no",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(text.contains("Or choose one of these"), "{text}");
    assert!(text.contains("How long it takes: 9 . By Night"), "{text}");
    assert!(text.contains("Dice") && text.contains("Pips : 0 ×2, 1 ×3, 3"), "{text}");
    assert!(!text.contains("code"), "{text}");
    // Many pages, and nothing lost on the way.
    let long: String = (0..400)
        .map(|i| format!("Paragraph {i} has a few words of its own to say, and says them.\n\n"))
        .collect();
    let document = printed(&board("grid = [5, 5]", &[("rules.md", &long)]), &only("rules"));
    let all: String = (1..=document.get_pages().len() as u32).map(|p| super::text(&document, p)).collect();
    assert!((0..400).all(|i| all.contains(&format!("Paragraph {i} has"))));
}

#[test]
fn rules_are_as_large_as_their_pages_let_them() {
    let lines = |count: usize| -> Vec<f64> {
        let text: String = (0..count).map(|i| format!("Rule {i} is one of many.\n\n")).collect();
        let document = printed(&board("grid = [5, 5]", &[("rules.md", &text)]), &only("rules"));
        let page = document.page_iter().next().expect("a page");
        let drawn = everything_on(&document, page);
        let sizes = drawn.iter().filter(|(o, _)| o.operator == "Tf").map(|(o, _)| o.operands[1].as_float());
        sizes.map(|s| f64::from(s.expect("a size"))).collect()
    };
    let has = |sizes: &[f64], size: f64| sizes.iter().any(|s| (s - size * POINT).abs() < 0.01);
    let (few, many) = (lines(5), lines(72));
    assert!(has(&few, 12.0) && !has(&few, 9.5), "{few:?}");
    assert!(!has(&many, 12.0), "{many:?}");
}

#[test]
fn every_shipped_game_prints_without_a_word() {
    for id in crate::support::ids() {
        let opened = crate::support::open(id);
        let game = opened.game.unwrap_or_else(|| panic!("{id}"));
        let output = print::print(&game.ir, &Request::default());
        assert_eq!(said(&game, &output), "", "{id}");
        assert!(output.files.len() >= 2, "{id}");
        for file in &output.files {
            let document = Document::load_mem(&file.bytes).expect("a PDF");
            assert_eq!(document.get_pages().len(), file.pages, "{id}: {}", file.name);
        }
    }
}

#[test]
fn keywords_are_explained_on_cards_and_on_the_sheet_of_rules() {
    let rules = "[keywords.blast]\nparams = { level = \"int 1..5\" }\ntext = \"Hurts {{ level }} beside {{ name }}.\"\n[keywords.shy]\ntext = \"Nobody sees it.\"\n";
    let cards = "[cards.twig]\nsuit = \"root\"\nstrength = 1\nkeywords = [\"blast 2\", \"shy\"]\n[cards.leaf]\nsuit = \"moss\"\nstrength = 2\nkeywords = [\"shy\"]\ntext = \"Hide. Nobody sees it.\"\n";
    let files = |sheet: &'static str| {
        [
            ("rules/keywords.toml", rules),
            ("cards/cards.toml", cards),
            ("rules.md", "Be quick."),
            ("print.toml", sheet),
        ]
    };
    let explained = game(0, &files("[sheets.cards]\ncomponents = \"card\"\n"));
    let output = print::print(&explained.ir, &Request::default());
    assert_eq!(said(&explained, &output), "");
    let of = |name: &str| {
        let file = output.files.iter().find(|f| f.name == name).expect("a file");
        text(&Document::load_mem(&file.bytes).expect("a PDF"), 1)
    };
    let text = of("cards.pdf");
    assert!(text.contains("(Hurts 2 beside Twig"), "{text}");
    assert_eq!(text.matches("Nobody sees it.").count(), 2, "once on each card: {text}");
    let text = of("rules.pdf");
    // Bold text is a piece of its own.
    let text = text.replace(" :", ":").replace(" .", ".");
    assert!(text.contains("Keywords Blast 2: Hurts 2 beside Twig. Shy: Nobody sees it."), "{text}");
    let short = game(0, &files("[sheets.cards]\ncomponents = \"card\"\nreminders = false\n"));
    let only = Request { sheets: vec!["cards".into()], ..Request::default() };
    let text = super::text(&printed(&short, &only), 1);
    assert!(text.contains("Blast 2, Shy") && !text.contains("Hurts"), "{text}");
}

/// Two realms, of one of which a face of the game's own draws the map, with a track around it.
#[test]
fn a_face_draws_areas_paths_and_a_track_from_their_data() {
    let game = r#"
[game]
id = "maps"
name = "Maps"
players = [2, 2]
summary = "Walk."
[kinds.realm]
base = "card"
[kinds.realm.attributes]
spaces = "int 1..60"
reds = "set of int 0..63"
[boards.map.attributes]
realm = "realm"
number = { type = "int 0..6", default = 0 }
[boards.thornwood]
base = "map"
name = "The Thornwood"
each = { realm = "thorn" }
[boards.thornwood.areas]
briar = { at = [50, 50], adjoins = ["old_oak"] }
old_oak = { at = [20, 30], name = "Old Oak", number = 4 }
[boards.fen]
base = "map"
each = { realm = "thorn" }
areas = { reeds = { at = [10, 10] }, mud = { at = [90, 90] } }
[flow]
play = "end"
"#;
    let cards = "[cards.thorn]\nname = \"Thorn\"\nkind = \"realm\"\nspaces = 12\nreds = [6, 9]\n";
    let sheets = "[sheets.maps]\nboard = \"map\"\nsize = [100, 80]\nface = \"realm\"\n[sheets.realms]\ncomponents = \"realm\"\n";
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{ w }}mm" height="{{ h }}mm" viewBox="0 0 {{ w }} {{ h }}">
{%- for p in paths %}<path d="M{{ p.x1 }} {{ p.y1 }}L{{ p.x2 }} {{ p.y2 }}" stroke="#000000"/>
<rect data-text="{{ p.from }}-{{ p.to }} {{ p.x1 }} {{ p.y1 }} {{ p.x2 }} {{ p.y2 }}" x="10" y="70" width="80" height="6" data-size="8"/>{% endfor %}
{%- for s in along(each.realm.spaces, 5, 5, w - 10, h - 10) %}
{%- if s.n in each.realm.reds %}<rect data-text="red{{ s.n }}" x="{{ s.x - 5 }}" y="{{ s.y - 3 }}" width="10" height="6" data-size="8"/>{% endif %}
{%- endfor %}
{%- for a in cells %}<rect data-text="{{ a.name }} {{ a.number }}" x="{{ a.x - 13 }}" y="{{ a.y - 6 }}" width="26" height="12" data-size="8"/>{% endfor %}
<rect data-text="{{ name }} of {{ each.realm.name }}, {{ each.realm }}" x="20" y="8" width="70" height="8" data-size="8"/>
</svg>"##;
    let files =
        [("game.toml", game), ("cards/a.toml", cards), ("print.toml", sheets), ("faces/realm.svg.j2", face)];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    let game = opened
        .game
        .unwrap_or_else(|| panic!("{}", render(&opened.diagnostics, &opened.sources, Format::Short)));
    let output = print::print(&game.ir, &only("thornwood"));
    assert_eq!(said(&game, &output), "");
    assert_eq!(output.files.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), ["thornwood.pdf"]);
    let Some(text) = poppler(&output.files[0].bytes) else { return };
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    for part in [
        "briar-old_oak 50.0 40.0 20.0 24.0",
        "red6",
        "red9",
        "Briar 0",
        "Old Oak 4",
        "The Thornwood of Thorn, thorn",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("red7"), "{text}");
    assert_eq!(print::print(&game.ir, &only("fen")).files.len(), 1);
}

#[test]
fn a_number_of_an_area_that_is_0_is_printed_if_it_was_given() {
    let form = "attributes = { number = { type = \"int 0..6\", default = 0 }, depth = { type = \"int 0..6\", default = 0 } }\n\
                each = { depth = 0 }\nareas.glade = { adjoins = [\"brook\"], number = 0, depth = 2 }\n\
                areas.brook = { adjoins = [\"moor\"], number = 3 }\nareas.moor = {}";
    let said = text(&printed(&board(form, &[]), &only("field")), 1);
    let count = |words: &str| said.matches(words).count();
    assert_eq!((count("Number 0"), count("Number 3"), count("Number")), (1, 1, 2), "{said}");
    // What a board gives for each of its areas is given, too, unless the area overrides it.
    assert_eq!((count("Depth 0"), count("Depth 2"), count("Depth")), (2, 1, 3), "{said}");
}

#[test]
fn a_size_of_another_shape_than_its_board_is_told_and_the_board_is_as_large_as_fits() {
    let with = |form: &str, size: &str| {
        let sheet = format!("[sheets.field]\nboard = \"field\"\n{size}\n");
        let game = board(form, &[("print.toml", &sheet)]);
        let output = print::print(&game.ir, &only("field"));
        let found = print::check_files(&game.ir);
        let checked = render(&found, game.sources(), Format::Short);
        assert_eq!(said(&game, &output), checked, "`print` and `check` say the same");
        let help = found.first().and_then(|d| d.help.clone()).unwrap_or_default();
        checked + &help
    };
    let told = with("grid = [4, 2]", "size = [200, 200]");
    assert!(told.contains("print.toml:1:") && told.contains("warning[CW0939]"), "{told}");
    assert!(told.contains("printed as 200 × 107 mm, and not as 200 × 200 mm"), "{told}");
    assert!(told.contains("`size = [200, 107]`, or `cell = 46.5`"), "{told}");
    // Both ways out mend it, and a millimetre is none of its business.
    for size in ["size = [200, 107]", "cell = 46.5", "size = [200.4, 107.9]", ""] {
        assert_eq!(with("grid = [4, 2]", size), "", "{size}");
    }
    let hexagons = with("hex = [5, 5]", "size = [150, 150]");
    assert!(hexagons.contains("CW0939"), "{hexagons}");
    // Areas that say where they lie fill any size.
    let areas = "areas = { town = { at = [20, 50], adjoins = [\"wood\"] }, wood = { at = [80, 50] } }";
    assert_eq!(with(areas, "size = [200, 100]"), "");
}

#[test]
fn no_shipped_board_has_a_size_of_another_shape() {
    for id in crate::support::ids() {
        let game = crate::support::open(id).game.expect("a shipped game");
        assert!(print::check_files(&game.ir).iter().all(|d| d.code.0 != 939), "{id}");
    }
}

//! Faces: templates, texts, and their diagnostics.

use super::*;
use crate::process::Ends;
use cardwright::ir::PlaceId;

const SHEET: &str = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";

/// A game with a face of its own, whose root holds this.
fn with_face(cards: usize, inside: &str) -> CompiledGame {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    game(cards, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)])
}

/// Returns the diagnostics of such a face.
fn told(inside: &str) -> String {
    let game = with_face(1, inside);
    let output = print::print(&game.ir, &Request::default());
    said(&game, &output)
}

#[test]
fn a_face_shows_what_its_template_asks_for() {
    let game = with_face(
        2,
        r#"<rect data-text="{{ name }} of {{ suit }}, {{ strength + 1 }}" x="5" y="5" width="50" height="20"/>"#,
    );
    let text = text(&printed(&game, &Request::default()), 1);
    assert!(text.contains("Card 0 of root, 1") && text.contains("Card 1 of herb, 2"), "{text}");
}

#[test]
fn numbers_are_varied_by_noise() {
    let face = "<rect data-text=\"{{ noise | length }} {{ noise[9] }} {{ vary(noise, 9, 0, 1) }} {{ vary(noise, 9, 30, -8) }} \
                {{ 30 - (noise[9] | times(8)) }} {{ vary([0.5], 0, 2, 3) }}\" x=\"5\" y=\"5\" width=\"50\" height=\"20\"/>";
    let shown = text(&printed(&with_face(1, face), &Request::default()), 1);
    let words: Vec<String> = shown.split_whitespace().map(str::to_owned).collect();
    let [count, listed, called, varied, in_full, own, ..] = words.as_slice() else { panic!("{words:?}") };
    assert_eq!((count.as_str(), listed, varied, own.as_str()), ("64", called, in_full, "3.5"));
    let said =
        told("<rect data-text=\"{{ vary(noise, 64, 0, 1) }}\" x=\"5\" y=\"5\" width=\"50\" height=\"20\"/>");
    assert!(said.contains("there is no number 64 for `vary`: the first is 0"), "{said}");
}

#[test]
fn a_value_called_like_a_colour_has_it() {
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect data-text="{{ suit }} {{ colour }}" x="5" y="5" width="50" height="20"/></svg>"##;
    let sheet = format!("{SHEET}band = \"suit\"\n");
    let colours = |suits: [&str; 3], more: &str| -> Vec<String> {
        let named = |text: &str| {
            ["root", "herb", "moss"].iter().zip(suits).fold(text.to_owned(), |t, (a, b)| t.replace(a, b))
        };
        let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n[kinds.card.attributes]\nsuit = \"suit\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
        let cards = "[cards]\na = { suit = \"root\" }\nb = { suit = \"herb\" }\nc = { suit = \"moss\" }\n";
        let (rules, cards, sheet) = (named(rules), named(cards), format!("{sheet}{more}"));
        let files = [
            ("game.toml", &*rules),
            ("cards/cards.toml", &*cards),
            ("print.toml", &*sheet),
            ("faces/own.svg.j2", face),
        ];
        let text = text(&printed(&game(0, &files), &Request::default()), 1);
        text.split_whitespace().filter(|word| word.starts_with('#')).map(String::from).collect()
    };
    let parts = |colour: &String| -> Vec<i32> {
        [1, 3, 5].iter().map(|at| i32::from_str_radix(&colour[*at..*at + 2], 16).expect("hex")).collect()
    };
    let found = colours(["green", "white", "amber"], "");
    let (green, white, amber) = (parts(&found[0]), parts(&found[1]), parts(&found[2]));
    assert!(green[1] > green[0] && green[1] > green[2], "{found:?}");
    assert!(white.iter().all(|part| *part > 0xc0), "{found:?}");
    assert!(amber[0] > amber[1] && amber[1] > amber[2], "{found:?}");
    // Words of other sorts are unchanged, and take no colour that is named after another value.
    let plain = colours(["root", "herb", "moss"], "");
    assert_eq!(plain, ["#2f6f8f", "#892f23", "#568140"]);
    let mixed = colours(["green", "herb", "moss"], "");
    assert!(mixed[0] != mixed[1] && mixed[0] != mixed[2] && mixed[1] != mixed[2], "{mixed:?}");
    assert_eq!(colours(["green", "herb", "moss"], "[colours]\ngreen = \"#010203\"\n")[0], "#010203");
}

/// A card with a cost and an area that yields goods, both of these two values.
fn with_amounts(first: &str, second: &str, print: &str) -> CompiledGame {
    let rules = format!(
        "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[enums]\nthing = [\"{first}\", \"{second}\"]\nland = [\"marsh\", \"dike\"]\n\
         [kinds.card.attributes]\ncost = \"int 0..9 per thing\"\n[zones.deck]\nstart = \"cards\"\n\
         [boards.delta.attributes]\nyields = \"int 0..9 per thing\"\nland = \"land\"\n\
         [boards.delta.areas]\nmoor = {{ adjoins = [\"fen\"], yields = {{ {first} = 3, {second} = 1 }}, land = \"marsh\" }}\n\
         fen = {{ adjoins = [], yields = {{ {second} = 2 }}, land = \"dike\" }}\n[flow]\nplay = \"end\"\n"
    );
    let cards = format!("[cards.ogre]\ncost = {{ {first} = 2, {second} = 1 }}\n");
    game(0, &[("game.toml", rules.as_str()), ("cards/cards.toml", &cards), ("print.toml", print)])
}

/// Number of drawings used on the first page of a sheet, and its words.
fn drawings_and_words(game: &CompiledGame, sheet: &str) -> (usize, String) {
    let document = printed(game, &Request { sheets: vec![sheet.into()], ..Request::default() });
    let page = document.page_iter().next().expect("a page");
    let drawings = everything_on(&document, page).iter().filter(|(o, _)| o.operator == "Do").count();
    (drawings, text(&document, 1).split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn amounts_are_shown_by_icon_where_every_value_has_one() {
    // Crown and star come with Cardwright; grit is nothing but a word until `[icons]` gives it an icon.
    let by_icon = with_amounts("crown", "star", "");
    let in_words = with_amounts("crown", "grit", "");
    let given = with_amounts("crown", "grit", "[icons]\ngrit = \"gem\"\n");
    for (sheet, icons, words) in
        [("cards", 2, "Cost 2 crown, 1 grit"), ("delta", 3, "Yields 3 crown, 1 grit")]
    {
        let (fewer, said) = drawings_and_words(&in_words, sheet);
        assert!(said.contains(words), "{said}");
        for game in [&by_icon, &given] {
            let (more, said) = drawings_and_words(game, sheet);
            assert!(!said.contains(','), "{said}");
            assert_eq!(more, fewer + icons, "{sheet}: {said}");
        }
    }
}

#[test]
fn areas_take_the_colour_of_their_id_or_of_a_value() {
    let fills = |print: &str| {
        let game = with_amounts("crown", "grit", print);
        let document = printed(&game, &Request { sheets: vec!["delta".into()], ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        let fills = everything_on(&document, page).into_iter().filter(|(o, _)| o.operator == "rg");
        fills.map(|(o, _)| format!("{:?}", o.operands)).collect::<std::collections::BTreeSet<_>>().len()
    };
    let plain = fills("");
    assert_eq!(fills("[colours]\nmarsh = \"#5f7a4a\"\n"), plain + 1);
    assert_eq!(fills("[colours]\nmarsh = \"#5f7a4a\"\ndike = \"#8a5a3c\"\n"), plain + 2);
    assert_eq!(fills("[colours]\nmarsh = \"#5f7a4a\"\nmoor = \"#3d5a99\"\n"), plain + 1, "the id goes first");
    assert_eq!(fills("[colours]\nbog = \"#5f7a4a\"\n"), plain);
}

#[test]
fn no_line_of_an_area_ends_in_a_dot() {
    let (_, said) = drawings_and_words(&with_amounts("crown", "grit", ""), "delta");
    let (board, _) = said.split_once("G 0.1.0").expect("a footer");
    assert!(board.contains("Land Marsh") && !board.contains('·'), "{board}");
}

#[test]
fn fractions_are_written_in_decimals() {
    let face = (
        "faces/scenery.svg.j2",
        "<rect data-text=\"is {{ 0.1 + 0.2 }} {{ 1 / 10000000 }} {{ 10000000000000000 | times(100) }} {{ 0 - 2 | times(1) }} {{ 7 / 2 }} end\" \
         x=\"3\" y=\"20\" width=\"57\" height=\"6\" data-size=\"3\" data-lines=\"1\"/>",
    );
    let said = text(&printed(&game(1, &[face]), &Request::default()), 1);
    let written = "is 0.30000000000000004 0.0000001 1000000000000000000.0 −2.0 3.5 end";
    assert!(said.contains(written), "{said}");
}

#[test]
fn the_picture_takes_the_room_of_a_text_that_is_not_there() {
    let height = |card: &str, more: &[(&str, &str)]| {
        let face = (
            "faces/scenery.svg.j2",
            "<rect data-text=\"high {{ art_height }}\" x=\"5\" y=\"20\" width=\"50\" height=\"6\"/>",
        );
        let files: Vec<(&str, &str)> =
            [("cards/cards.toml", card), face].into_iter().chain(more.iter().copied()).collect();
        let text = text(&printed(&game(0, &files), &Request::default()), 1);
        let (_, rest) = text.split_once("high ").expect("the height");
        rest.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).expect("a number")
    };
    let card = "[cards.a]\nsuit = \"root\"\nstrength = 1\n";
    assert_eq!(height(card, &[]), 88.0 - 21.4);
    for more in ["text = \"Sing.\"\n", "flavour = \"La.\"\n"] {
        assert_eq!(height(&format!("{card}{more}"), &[]), 32.56, "{more}");
    }
    // A face of the game's own has its own layout.
    let own = ("faces/card-root.svg.j2", "{% extends \"card\" %}");
    assert_eq!(height(card, &[own]), 32.56);
}

#[test]
fn a_text_shrinks_to_its_box_and_says_where_it_cannot() {
    let words = "word ".repeat(60);
    let fits = format!(
        r#"<rect data-text="{words}" x="5" y="5" width="53" height="50" data-size="12" data-min-size="5"/>"#
    );
    assert_eq!(told(&fits), "");
    let over = told(&fits.replace("height=\"50\"", "height=\"6\" data-name=\"rules\""));
    assert!(
        over.contains("CW0910") && over.contains("`Card 0` does not fit into box `rules`: it is"),
        "{over}"
    );
    // A size that steps lead to has no errors of rounding.
    for least in ["2.4", "2.1", "3.3"] {
        let smaller = fits.replace("height=\"50\"", "height=\"1\"");
        let over = told(&smaller.replace("data-min-size=\"5\"", &format!("data-min-size=\"{least}\"")));
        let (_, size) = over.trim().rsplit_once(" at ").expect("a size");
        assert!(size.ends_with(" pt") && size.len() <= "12.34 pt".len(), "{over}");
    }
    assert!(over.contains("mm too high at 5 pt"), "{over}");
    let wide = told(
        r#"<rect data-text="incomprehensibilities" x="5" y="5" width="10" height="10" data-size="9" data-min-size="7" data-hyphens="off"/>"#,
    );
    assert!(wide.contains("mm too wide"), "{wide}");
}

#[test]
fn the_largest_size_that_fits_is_taken() {
    let sizes = |height: &str| {
        let inside = format!(
            r#"<rect data-text="one two three four five six seven eight nine ten" x="5" y="5" width="30" height="{height}" data-size="14" data-min-size="4"/>"#
        );
        let document = printed(&with_face(1, &inside), &Request::default());
        let page = document.page_iter().next().expect("a page");
        let drawn = everything_on(&document, page);
        let sizes = drawn
            .iter()
            .filter(|(o, _)| o.operator == "Tf")
            .map(|(o, _)| o.operands[1].as_float().expect("a size"));
        sizes.fold(0.0_f32, f32::max) / POINT as f32
    };
    let (low, middle, high) = (sizes("5"), sizes("12"), sizes("60"));
    assert!(low < middle && middle < high, "{low} {middle} {high}");
    assert!((high - 14.0).abs() < 0.01, "{high}");
}

#[test]
fn what_is_wrong_with_a_face_is_said() {
    let cases = [
        ("{{ strenght }}", "CW0905"),
        ("{% set x = 1 %}", "CW0905"),
        ("<g>", "CW0906"),
        (r#"<rect data-text="x" width="10" height="wide"/>"#, "CW0907"),
        (r#"<rect data-text="x" width="10" height="5" data-align="centre"/>"#, "CW0907"),
        (r#"<rect data-text="x" width="10" height="5" data-font="Wingding"/>"#, "CW0907"),
        (r#"<circle data-text="x" width="10" height="5"/>"#, "CW0907"),
        (r#"<rect data-text="x" width="10" height="5" data-siez="9"/>"#, "CW0907"),
        (r#"<rect data-txt="x" width="10" height="5"/>"#, "CW0907"),
        (r#"<rect data-text="x" x="1" y="1" width="10" height="5"/>"#, "CW0919"),
        (r##"{{ icon("coyn", 5, 5, 5, "#000000") }}"##, "CW0911"),
        (r#"<rect data-text="{coyn}" x="5" y="5" width="20" height="5"/>"#, "CW0911"),
        (r#"<rect data-text="龍" x="5" y="5" width="20" height="5"/>"#, "CW0912"),
        (r#"<text x="5" y="5">Hello</text>"#, "CW0913"),
    ];
    for (inside, code) in cases {
        let said = told(inside);
        assert!(said.contains(code), "{inside}: {said}");
    }
    let circle = told(r##"<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>"##);
    assert!(circle.contains("CW0906") && circle.contains("as when a `<use>` shows itself"), "{circle}");
    for view in ["0 0 0 0", "0 0 63 0", "0 0 -63 88", "0 0 inf 88", "0 0 63"] {
        let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\"/>");
        let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)]);
        let said = said(&game, &print::print(&game.ir, &Request::default()));
        assert!(said.contains("CW0906") && said.contains(&format!("its `viewBox` is `{view}`")), "{said}");
    }
    assert!(told(r#"<rect data-text="{coyn}" x="5" y="5" width="20" height="5"/>"#).contains("`coyn`"));
}

#[test]
fn a_face_that_cannot_be_read_is_not_said_to_be_missing() {
    let said = told("{% if %}");
    assert!(said.contains("faces/own.svg.j2") && !said.contains("there is no face"), "{said}");
}

#[test]
fn a_template_is_shown_where_it_is_wrong() {
    let game = with_face(1, "\n<g>\n{{ strenght }}\n</g>");
    let output = print::print(&game.ir, &Request::default());
    assert!(said(&game, &output).starts_with("faces/own.svg.j2:3:"), "{}", said(&game, &output));
}

/// Faces with an error at a line of the template that is another line of the rendered text.
#[test]
fn what_a_template_makes_is_shown_on_the_line_that_makes_it() {
    let above = "{# A comment\nof two lines. #}\n{%- for suit in values.suit %}\n{%- if suit.id == \"none\" %}\n<g/>\n{%- endif %}\n\
        <rect width=\"1\" height=\"1\"/>\n{%- endfor %}\n";
    let cases = [
        ("  <g fill=red/>\n", "CW0906", 10),
        ("  <circle r=\"1\">\n  <g/>\n</rect>", "CW0906", 12),
        ("{{ name }} <text>Hello</text>", "CW0913", 10),
        (
            "<g>\n{% if name %}\n  <rect data-text=\"{{ name }}\" width=\"1\" height=\"wide\"/>{% endif %}</g>",
            "CW0907",
            12,
        ),
        ("\n<rect data-text=\"{{ name }}\" width=\"9\" height=\"9\" data-siez=\"4\"/>", "CW0907", 11),
    ];
    for (inside, code, line) in cases {
        let said = told(&format!("\n{above}{inside}"));
        assert!(
            said.starts_with(&format!("faces/own.svg.j2:{line}:")) && said.contains(code),
            "{inside}: {said}"
        );
    }
    // The line of a template that another one extends.
    let part =
        "{% extends \"card\" %}\n{% block name %}\n<rect data-text=\"x\" width=\"9\"/>\n{% endblock %}\n";
    let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", part)]);
    let output = print::print(&game.ir, &Request::default());
    assert!(said(&game, &output).starts_with("faces/own.svg.j2:3:"), "{}", said(&game, &output));
}

#[test]
fn an_icon_of_a_word_in_prose_is_told() {
    let cards = "# many cards\n[cards.owl]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {Gold}, as many as you like.\"\n";
    let icons = "[icons]\ngold = \"coin\"\nmany = \"many\"\n";
    let opened = opened(1, &[("cards/owl.toml", cards), ("print.toml", icons)]);
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    assert!(
        said.contains("print.toml:3:1: warning[CW0923]: nothing printed has the icon of `many`"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn words_of_icons_that_nothing_has_are_said() {
    let cards = "[cards.owl]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {gold}.\"\n";
    let icons = "[icons]\nroot = \"leaf\"\ngold = \"coin\"\nmany = \"star\"\nrooot = \"leaf\"\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{{ icon(\"many\", 1, 1, 9, ink) }}</svg>";
    let files = [("cards/owl.toml", cards), ("print.toml", icons), ("faces/spare.svg.j2", face)];
    let opened = opened(1, &files);
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("CW0923") && said.contains("rooot") && said.contains("print.toml:5:"), "{said}");
}

#[test]
fn masks_and_filters_are_drawn_as_pixels() {
    let inside = r##"<defs><mask id="m"><rect x="5" y="5" width="20" height="20" fill="#888"/></mask></defs><rect x="5" y="5" width="20" height="20" fill="#c00" mask="url(#m)"/>"##;
    let document = printed(&with_face(1, inside), &Request::default());
    let pictures: Vec<_> = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image"))
        .collect();
    assert_eq!(pictures.len(), 2, "colours and how far they are seen");
    // 20 mm at 300 to the inch.
    let width = pictures[0].dict.get(b"Width").and_then(Object::as_i64).expect("a width");
    assert!((236..=238).contains(&width), "{width}");
}

#[test]
fn every_default_face_can_be_used() {
    for name in ["card", "tile", "token"] {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\nface = \"{name}\"\nsize = \"square\"\n");
        let game = game(3, &[("print.toml", &sheet)]);
        let output = print::print(&game.ir, &Request::default());
        assert_eq!(said(&game, &output), "", "{name}");
    }
}

#[test]
fn what_is_said_names_the_card_and_the_box() {
    let boxed = |text: &str, more: &str| {
        told(&format!(r#"<rect data-name="rules" data-text="{text}" width="20" height="5" {more}/>"#))
    };
    let inside = r#"x="5" y="5""#;
    assert!(boxed("龍", inside).contains("no font has `龍` (U+9F8D), which `Card 0` needs in box `rules`"));
    assert!(boxed("{coyn}", inside).contains("no icon `coyn`, which `Card 0` asks for in box `rules`"));
    let near = boxed("word", r#"x="1.5" y="5""#);
    assert!(
        near.contains("the text of `Card 0` in box `rules` ends 1.5 mm from the cut, nearer than 2.5 mm"),
        "{near}"
    );
    let beyond = boxed("word", r#"x="-3" y="5""#);
    assert!(beyond.contains("ends beyond the cut"), "{beyond}");
    let turned = boxed("word", r#"x="5" y="5" transform="rotate(180 32 10)""#);
    assert_eq!(turned, "");
    // The box goes beyond the safe zone, its letters do not.
    assert_eq!(boxed("x", r#"x="0" y="0" data-align="right" data-valign="bottom" data-size="4""#), "");
}

#[test]
fn an_icon_that_a_template_misses_is_said_once() {
    let game = with_face(3, r##"{{ icon("coyn", 5, 5, 5, "#000000") }}{{ icon("", 5, 5, 5, "#000000") }}"##);
    let output = print::print(&game.ir, &Request::default());
    assert_eq!(
        said(&game, &output).trim(),
        "faces/own.svg.j2:1:70: warning[CW0911]: there is no icon `coyn`, which the face `own` asks for, of `Card 0` and 2 more"
    );
}

/// A font that comes with Cardwright, whose licence says this.
fn font(licence: u16) -> Vec<u8> {
    let mut bytes =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/print/fonts/Alegreya-Bold.ttf"))
            .expect("a font");
    let count = u16::from_be_bytes([bytes[4], bytes[5]]);
    let table = (0..usize::from(count))
        .map(|i| 12 + 16 * i)
        .find(|at| &bytes[*at..at + 4] == b"OS/2")
        .expect("a table");
    let offset = u32::from_be_bytes(bytes[table + 8..table + 12].try_into().expect("four")) as usize;
    bytes[offset + 8..offset + 10].copy_from_slice(&licence.to_be_bytes());
    bytes
}

#[test]
fn fonts_that_may_not_be_embedded_are_refused() {
    let told = |licence: u16| {
        let mut game = game(1, &[]);
        let asset = cardwright::ir::print::AssetInfo {
            path: "fonts/Own.ttf".into(),
            file: None,
            bytes: font(licence),
        };
        game.ir.print.assets.push(asset);
        let output = print::print(&game.ir, &Request::default());
        let said = said(&game, &output);
        assert_eq!(output.files.is_empty(), !said.is_empty(), "{said}");
        said
    };
    assert_eq!((told(0), told(8)), (String::new(), String::new()));
    for licence in [2, 0x0100, 0x0200] {
        assert!(told(licence).contains("error[CW0917]: `fonts/Own.ttf` cannot be used"), "{licence}");
    }
}

#[test]
fn a_face_extends_another_and_a_suit_has_its_own() {
    let own = "{% extends \"card\" %}{% block foot %}<rect data-text=\"Own foot\" x=\"6\" y=\"76\" width=\"50\" height=\"6\"/>{% endblock %}";
    let herb = "{% extends \"card\" %}{% block name %}<rect data-text=\"Herbal {{ name }}\" x=\"6\" y=\"5\" width=\"40\" height=\"6\"/>{% endblock %}";
    let files = [("print.toml", SHEET), ("faces/own.svg.j2", own), ("faces/own-herb.svg.j2", herb)];
    let game = game(3, &files);
    let document = printed(&game, &Request::default());
    let text = text(&document, 1);
    assert_eq!(text.matches("Own foot").count(), 2, "{text}");
    assert!(text.contains("Herbal Card 1") && text.contains("Card 2"), "{text}");
    // A face that extends itself, or a missing one, is reported.
    assert!(told("{% extends \"nothing\" %}").contains("CW0905"));
    let circle = super::game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", "{% extends \"own\" %}")]);
    let output = print::print(&circle.ir, &Request::default());
    assert!(said(&circle, &output).contains("error[CW0905]"), "{}", said(&circle, &output));
}

#[test]
fn what_an_extending_face_writes_outside_of_its_blocks_is_said_at_its_place() {
    for (outside, column) in [
        ("  <rect width=\"9\" height=\"9\"/>", Some(3)),
        ("<!-- A mark: --> <path d=\"M0 0h9\"/>", Some(18)),
        ("{{ name }}", Some(1)),
        ("{% include \"scenery\" %}", Some(1)),
        ("{% if name %}<path d=\"M0 0h9\"/>{% endif %}", Some(14)),
        ("<!-- Nothing more. -->", None),
        ("{# {{ name }} #}", None),
        // Statements that a face cannot have are an error of their own.
        ("{% macro m() %}<path d=\"M0 0h9\"/>{% endmacro %}", None),
        ("{% set x %}<path d=\"M0 0h9\"/>{% endset %}", None),
        ("{% if name %}{% block name %}{{ icon(\"star\", 5, 5, 5, ink) }}{% endblock %}{% endif %}", None),
    ] {
        let face = format!(
            "{{% extends \"card\" %}}\n{{% block foot %}}<path d=\"M9 9h9\"/>{{% endblock %}}\n{outside}\n"
        );
        let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)]);
        let printed = said(&game, &print::print(&game.ir, &Request::default()));
        let checked = render(&print::export::check_faces(&game.ir), game.sources(), Format::Short);
        for said in [printed, checked] {
            let place = column.map(|column| format!("faces/own.svg.j2:3:{column}: warning[CW0937]: "));
            assert_eq!(said.contains("CW0937"), place.is_some(), "{outside}: {said}");
            assert!(place.is_none_or(|place| said.contains(&place)), "{outside}: {said}");
        }
    }
}

#[test]
fn blocks_that_the_other_face_lacks_are_said_at_their_places() {
    let base = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{% block middle %}{% endblock %}</svg>";
    for (extends, block, said_of_it) in [
        ("card", "{% block fot %}<path d=\"M0 0h9\"/>{% endblock %}", Some(("2:10", "did you mean `foot`?"))),
        (
            "base",
            "{%- block zebra -%}<path d=\"M0 0h9\"/>{%- endblock -%}",
            Some(("2:11", "there is only `middle`")),
        ),
        // A block of the face that the other one extends, and one within a block that replaces something.
        ("between", "{% block foot %}{% endblock %}", None),
        ("card", "{% block foot %}{% block mine %}<path d=\"M0 0h9\"/>{% endblock %}{% endblock %}", None),
        // A face that is not there is an error of its own.
        ("nothing", "{% block fot %}{% endblock %}", None),
    ] {
        let face = format!("{{% extends \"{extends}\" %}}\n{block}\n");
        let between = "{% extends \"card\" %}{% block art %}{% endblock %}";
        let files = [
            ("print.toml", SHEET),
            ("faces/base.svg.j2", base),
            ("faces/between.svg.j2", between),
            ("faces/own.svg.j2", &face),
        ];
        let game = game(1, &files);
        let found = print::export::check_faces(&game.ir);
        let checked = render(&found, game.sources(), Format::Short);
        let found: Vec<_> = found.iter().filter(|d| d.code.to_string() == "CW0937").collect();
        let Some((place, help)) = said_of_it else {
            assert!(found.is_empty(), "{block}: {checked}");
            continue;
        };
        assert!(
            checked.contains(&format!("faces/own.svg.j2:{place}: warning[CW0937]: ")),
            "{block}: {checked}"
        );
        assert_eq!(found.len(), 1, "{block}: {checked}");
        assert_eq!(found[0].help.as_deref(), Some(help), "{block}");
        assert!(said(&game, &print::print(&game.ir, &Request::default())).contains("CW0937"), "{block}");
    }
}

#[test]
fn a_statement_that_a_face_cannot_have_is_refused_with_those_that_it_can() {
    let face = "{% set x = 1 %}<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"/>";
    let game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", face)]);
    let said = said(&game, &print::print(&game.ir, &Request::default()));
    assert!(said.contains("`{% set %}` is not for faces") && said.contains("`{% block … %}`"), "{said}");
}

#[test]
fn a_block_of_the_other_face_is_named_for_what_is_outside_of_blocks() {
    let stray = |base: &str| {
        let face = "{% extends \"base\" %}\n<path d=\"M0 0h9\"/>\n";
        let files = [("print.toml", SHEET), ("faces/base.svg.j2", base), ("faces/own.svg.j2", face)];
        let game = game(1, &files);
        let output = print::print(&game.ir, &Request::default());
        let d = output.found.iter().find(|d| d.code.to_string() == "CW0937").expect("a warning").clone();
        d.help.expect("a way out")
    };
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{}</svg>";
    for (inside, help) in [
        ("{% block middle %}{% endblock %}", "`{% block middle %} … {% endblock %}`"),
        (
            "{% block foot %}{% endblock %}{% block top %}{% endblock %}",
            "`{% block foot %} … {% endblock %}`",
        ),
        ("", "the other face has no blocks"),
    ] {
        let said = stray(&svg.replace("{}", inside));
        assert!(said.contains(help), "{inside}: {said}");
    }
    // The blocks of a face that the other one extends.
    assert!(stray("{% extends \"card\" %}").contains("{% block foot %}"));
}

#[test]
fn fonts_are_chosen_once_for_all_faces() {
    let fonts_of = |toml: &str| {
        let game = game(1, &[("print.toml", toml)]);
        let output = print::print(&game.ir, &Request::default());
        let said = said(&game, &output);
        let mut names = Vec::new();
        for file in &output.files {
            let document = Document::load_mem(&file.bytes).expect("a PDF");
            for object in document.objects.values() {
                let Ok(name) = object.as_dict().and_then(|d| d.get(b"FontName")).and_then(Object::as_name)
                else {
                    continue;
                };
                names.push(String::from_utf8_lossy(name).split_once('+').expect("a part").1.to_owned());
            }
        }
        names.sort();
        (names, said)
    };
    let (plain, _) = fonts_of("");
    assert!(
        plain.iter().any(|n| n.starts_with("Alegreya-"))
            && plain.iter().any(|n| n.starts_with("AlegreyaSans-"))
    );
    let (sans, _) = fonts_of("[fonts]\ntitle = \"sans\"\n");
    assert!(sans.iter().all(|n| n.starts_with("AlegreyaSans-")), "{sans:?}");
    let (none, said) = fonts_of("[fonts]\ntext = \"Alegreja\"\n");
    assert!(
        none.is_empty() && said.starts_with("print.toml:2:9: error[CW0917]: there is no font `Alegreja`"),
        "{said}"
    );
}

#[test]
fn what_is_denied_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("woods");
    let face = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>")
    };
    let over =
        r#"<rect data-text="many words in no room at all" x="5" y="5" width="9" height="3" data-size="9"/>"#;
    let cases = [
        ("overflow", over),
        ("glyphs", r#"<rect data-text="龍" x="5" y="5" width="20" height="8"/>"#),
        ("icons", r#"<rect data-text="{coyn}" x="5" y="5" width="20" height="8"/>"#),
        ("safe", r#"<rect data-text="x" x="0.5" y="5" width="20" height="8"/>"#),
        ("warnings", over),
    ];
    for folder in ["faces", "cards"] {
        std::fs::create_dir_all(package.join(folder)).expect("made");
    }
    let files = [
        (
            "game.toml",
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
        ),
        ("cards/cards.toml", "[cards.twig]\nname = \"Twig\"\n"),
        ("print.toml", SHEET),
    ];
    for (path, text) in files {
        std::fs::write(package.join(path), text).expect("written");
    }
    for (what, inside) in cases {
        std::fs::write(package.join("faces/own.svg.j2"), face(inside)).expect("written");
        let print = |deny: &[&str]| {
            let out = folder.path().join("out");
            let mut command = crate::process::cardwright();
            command.current_dir(folder.path()).args(["print", "woods", "--out", "out"]).args(deny);
            let code = command.ended().status.code();
            let written = out.exists();
            let _ = std::fs::remove_dir_all(out);
            (code, written)
        };
        assert_eq!(print(&[]), (Some(0), true), "{what}");
        assert_eq!(print(&["--deny", what]), (Some(1), false), "{what}");
        assert_eq!(print(&["--deny", "pictures"]), (Some(0), true), "{what}");
    }
}

#[test]
fn a_face_goes_through_amounts_and_dice() {
    let game = r#"
[game]
id = "costs"
name = "Costs"
players = [2, 2]
[enums]
talent = ["combat", "magic", "crown"]
[words]
magic = "Sorcery"
[dice]
talent = ["combat", "combat", "crown"]
[kinds.foe]
base = "card"
[kinds.foe.attributes]
cost = "int 0..9 per talent"
groups = "int 0..9 per talent per 1..3"
[flow]
play = "let t = roll(talent); log \"{{ t }}\"; end"
"#;
    let cards = "kind = \"foe\"\n[cards.ogre]\nname = \"Ogre\"\ncost = { crown = 2, combat = 1 }\ngroups = [{ magic = 3 }, { combat = 1 }]\n
[cards.imp]\nname = \"Imp\"\n";
    let face = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
<rect data-text="{{ name }}:{% for t in cost %} {{ t }}={{ cost[t] }}{% endfor %} magic {{ cost.magic }}; {% for g in groups %}({{ g }}){% endfor %} {{ stats }}" x="5" y="5" width="50" height="40" data-size="7"/>
<rect data-text="{{ dice.talent | join('+') }}" x="5" y="50" width="50" height="20" data-size="7"/>
</svg>"##;
    let files =
        [("game.toml", game), ("cards/a.toml", cards), ("print.toml", SHEET), ("faces/own.svg.j2", face)];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    let game = opened
        .game
        .unwrap_or_else(|| panic!("{}", render(&opened.diagnostics, &opened.sources, Format::Short)));
    let text = text(&printed(&game, &Request::default()), 1);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "Ogre: combat=1 crown=2 magic 0; (3 Sorcery)(1 combat)",
        "Cost 1 combat, 2 crown",
        "Imp: magic 0;",
        "combat+combat+crown",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_face_says_the_word_of_a_value() {
    let inside = r#"<rect data-text="{{ suit }} is {{ say(suit) }}, {{ say('plain') }}" x="5" y="5" width="50" height="20"/>"#;
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    let mut game = game(1, &[("print.toml", SHEET), ("faces/own.svg.j2", &face)]);
    game.ir.print.words.push(("root".into(), "Old Root".into()));
    let text = text(&printed(&game, &Request::default()), 1);
    assert!(text.contains("root is Old Root, plain"), "{text}");
}

#[test]
fn colours_that_nobody_chose_are_none_that_somebody_did() {
    // By default the third player is red, and the first value of an enum is drawn in the palette's first
    // colour.
    let face = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><rect data-text="{% for v in values.suit %}{{ v.colour }} {% endfor %}{% for p in players %}{{ p.colour }} {% endfor %}" x="5" y="5" width="53" height="70" data-min-size="4"/></svg>"#;
    let colours = |set: &str| -> Vec<String> {
        let print = format!("[sheets.mat]\nface = \"mat2\"\n[colours]\n{set}");
        let game = game(0, &[("print.toml", &print), ("faces/mat2.svg.j2", face)]);
        let output = print::print(&game.ir, &Request::default());
        let file = output.files.iter().find(|file| file.name == "mat.pdf").expect("a page");
        let document = Document::load_mem(&file.bytes).expect("a PDF");
        text(&document, 1)
            .split_whitespace()
            .filter(|word| word.starts_with('#'))
            .map(str::to_owned)
            .collect()
    };
    let plain = colours("");
    let values = 3;
    assert_eq!(plain.len(), values + 4, "{plain:?}");
    let set = format!("herb = \"{}\"\nplayer_1 = \"{}\"\n", plain[0], plain[values + 2]);
    let set = colours(&set);
    assert_eq!((&set[1], &set[values]), (&plain[0], &plain[values + 2]));
    for group in [&set[..values], &set[values..]] {
        let mut different: Vec<&String> = group.iter().collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), group.len(), "{group:?}");
    }
}

#[test]
fn a_font_without_bold_letters_is_named_once() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/print/fonts/Alegreya-Regular.ttf");
    let mut bytes = std::fs::read(file).expect("a font");
    // Another name of the same length, so that its family has no other font.
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    for (from, to) in [(wide("Alegreya"), wide("Inkblots")), (b"Alegreya".to_vec(), b"Inkblots".to_vec())] {
        let places: Vec<usize> =
            bytes.windows(from.len()).enumerate().filter(|(_, w)| *w == from).map(|(i, _)| i).collect();
        places.into_iter().for_each(|at| bytes[at..at + to.len()].copy_from_slice(&to));
    }
    let mut game = game(3, &[]);
    let asset = cardwright::ir::print::AssetInfo { path: "fonts/Inkblots.ttf".into(), file: None, bytes };
    game.ir.print.assets.push(asset);
    let told = |game: &CompiledGame| said(game, &print::print(&game.ir, &Request::default()));
    assert_eq!(told(&game), "");
    game.ir.print.fonts[0] = Some(("Inkblots".into(), PlaceId(0)));
    let said = told(&game);
    assert_eq!(said.matches("CW0925").count(), 1, "{said}");
    let found = print::print(&game.ir, &Request::default()).found;
    assert!(found.iter().any(|d| format!("{d:?}").contains("highlight = false")), "{found:?}");
    assert!(
        said.contains("the font `Inkblots` has no bold, which `Card 0` asks for in box `number`"),
        "{said}"
    );
}

#[test]
fn buildings_of_minute_realms_name_their_category() {
    let game = crate::support::open("minute-realms").game.expect("a shipped game");
    let request = Request { sheets: vec!["cards".into()], ..Request::default() };
    let document = printed(&game, &request);
    let pages = document.get_pages().len() as u32;
    let all: String = (1..=pages).step_by(2).map(|page| text(&document, page)).collect();
    // 56 cards of six categories; texts of cards name some of them besides.
    for word in ["Harvest", "Craft", "Commerce", "Learning", "Faith", "Crown"] {
        assert!(all.matches(word).count() >= 8, "{word}");
    }
}

#[test]
fn a_text_of_more_lines_than_its_box_may_have_is_said() {
    let name = |lines: u8| {
        told(&format!(
            r#"<rect data-name="name" data-text="one two three four five six seven eight nine" x="5" y="5" width="30" height="30" data-size="11" data-min-size="9" data-lines="{lines}"/>"#
        ))
    };
    let said = name(1);
    assert!(said.contains("CW0910") && said.contains("does not fit into box `name`"), "{said}");
    assert!(said.contains("it has 2 lines at 9 pt, and `data-lines` is 1"), "{said}");
    assert_eq!(name(2), "");
}

#[test]
fn outlines_are_as_exact_in_enlarged_drawings_as_in_others() {
    /// The rounding of a coordinate, in millimetres.
    const ROUNDING: f64 = 0.0051;
    for scale in [1.0, 3.7, 100.0, 0.1] {
        // Two triangles, the second 11.1113 mm to the right of the first.
        let triangle = |x: f64| {
            let (x, y, side) = ((7.2347 + x) / scale, 21.7789 / scale, 9.0 / scale);
            format!("<path d=\"M{x} {y}h{side}v{side}z\" fill=\"#aa3311\"/>")
        };
        let inside = format!("<g transform=\"scale({scale})\">{}{}</g>", triangle(0.0), triangle(11.1113));
        let document = printed(&with_face(1, &inside), &Request::default());
        let page = document.page_iter().next().expect("a page");
        let (mut unit, mut saved, mut corners) = (1.0, Vec::new(), Vec::new());
        let number = |o: &Operation, at: usize| f64::from(o.operands[at].as_float().expect("a number"));
        let mut colour = Vec::new();
        for (o, _) in everything_on(&document, page) {
            match o.operator.as_str() {
                "q" => saved.push(unit),
                "Q" => unit = saved.pop().expect("a state"),
                "cm" => unit *= number(&o, 0).abs(),
                "rg" => colour = (0..3).map(|at| (number(&o, at) * 255.0).round() as u8).collect(),
                "m" if colour == [0xaa, 0x33, 0x11] => corners.push(number(&o, 0) * unit * POINT),
                _ => {}
            }
        }
        let [first, second, ..] = corners[..] else { panic!("{scale}: {corners:?}") };
        assert!((second - first - 11.1113).abs() < 2.0 * ROUNDING, "{scale}: {first} {second}");
    }
}

#[test]
fn what_no_page_can_show_is_refused() {
    let text = r#"<rect data-name="b" data-text="word" x="5" y="5" width="30" height="30"/>"#;
    for transform in ["scale(1e308) scale(1e308)", "translate(1e30 0)"] {
        let said = told(&format!("<g transform=\"{transform}\">{text}</g>"));
        assert!(said.contains("further away than any page reaches") && said.contains("error"), "{said}");
    }
    let said = told(&format!("<g transform=\"scale(1e20)\"><g transform=\"scale(1e20)\">{text}</g></g>"));
    assert!(said.contains("further away than any page reaches"), "{said}");
    for transform in ["scale(0)", "scale(1 0)", "matrix(1 2 2 4 0 0)"] {
        let said = told(&format!("<g transform=\"{transform}\">{text}</g>"));
        assert!(
            said.contains("leaves nothing of it to see") && said.contains("error"),
            "{transform}: {said}"
        );
    }
    assert_eq!(told(&text.replace("/>", " data-lines=\"0\"/>")), "", "any number of lines");
    assert_eq!(told(&text.replace("/>", " data-ground=\"#fffdf8 #e8dfd0\"/>")), "");
    let said = told(&text.replace("/>", " data-ground=\"#fffdf8 pale\"/>"));
    assert!(said.contains("`pale` is not a colour"), "{said}");
}

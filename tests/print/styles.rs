//! Styles of cards, the contrast of their texts, and words that stand out in texts.

use std::sync::Arc;

use cardwright::ir::Ir;
use cardwright::ir::print::{CardStyle, SubjectInfo};
use cardwright::package;
use cardwright::print::data::{LEAST_CONTRAST, SheetAttributes, WordLooks, contrast, readable};
use cardwright::print::export::{ExportForm, ExportOptions};
use cardwright::print::face::Templates;
use cardwright::print::fonts::FontCollection;
use cardwright::print::ink::Ink;
use cardwright::print::sheets;
use cardwright::print::text::Shaper;
use cardwright::print::units::Size;
use resvg::{tiny_skia, usvg};

use super::export::all;
use super::*;
use crate::process::cardwright;

/// English names of colours, each of which colours the cards of a value with its name.
const COLOURS: &str = "amber azure black blue bronze brown copper crimson cyan gold green grey indigo magenta olive orange pink purple \
                       red scarlet silver teal violet white yellow plain";

/// A game with a suit for each colour, and a card of each suit.
fn coloured(print_toml: &str) -> CompiledGame {
    let suits: Vec<String> = COLOURS.split(' ').map(|c| format!("\"{c}\"")).collect();
    let card = |c: &str| {
        format!(
            "[cards.{c}_card]\nname = \"Keeper of {c}\"\nsuit = \"{c}\"\nstrength = 7\ncost = 2\ntext = \"Take +2 from any Azure.\"\nflavour = \"It is late.\"\n"
        )
    };
    let cards: String = COLOURS.split(' ').map(card).collect();
    let toml = format!(
        "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [{}]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..99\"\ncost = \"int 0..9\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
        suits.join(", ")
    );
    let files =
        [("game.toml", toml.as_str()), ("cards/cards.toml", cards.as_str()), ("print.toml", print_toml)];
    game(0, &files)
}

/// The texts of a face whose contrast with their background is too low, for words that stand out in them, too.
fn faint(ir: &Ir, style: CardStyle, size: Size) -> Vec<String> {
    const SCALE: f32 = 8.0;
    let words = Arc::new(WordLooks::of(ir));
    let (templates, failures) = Templates::load(ir, &words);
    assert!(failures.is_empty());
    let mut found = Vec::new();
    for sheet in sheets(ir).iter().filter(|s| matches!(s.subject, SubjectInfo::Components(_))) {
        let shown = SheetAttributes::of(ir, sheet);
        for name in &ir.names {
            let data = shown.data(ir, &words, name.first, size, 2.0);
            let parts = templates.face(style.face(), &data, size.width, &|_| false).expect("a face");
            let tree = usvg::Tree::from_str(&parts.drawing, &usvg::Options::default()).expect("an SVG");
            let (w, h) = ((size.width as f32 * SCALE) as u32, (size.height as f32 * SCALE) as u32);
            let mut map = tiny_skia::Pixmap::new(w, h).expect("a picture");
            let scale = tiny_skia::Transform::from_scale(
                w as f32 / tree.size().width(),
                h as f32 / tree.size().height(),
            );
            resvg::render(&tree, scale, &mut map.as_mut());
            for b in &parts.boxes {
                // The middle of the box, where its letters are.
                let at =
                    (0..=20).flat_map(|x| (6..=14).map(move |y| (f64::from(x) / 20.0, f64::from(y) / 20.0)));
                // The text, and any word that stands out in it.
                let ground = b.ground_for_words().filter(|_| b.is_rules);
                let suits = COLOURS.split(' ').filter_map(|suit| words.colour(suit));
                let of_words = suits.filter_map(|colour| Some(readable(colour, ground?)));
                let colours: Vec<_> = of_words.chain([b.style.colour]).collect();
                let worst = at.filter_map(|(x, y)| {
                    let (x, y) = b.matrix.point((x * b.width) as f32, (y * b.height) as f32);
                    let pixel = map.pixel((x * SCALE) as u32, (y * SCALE) as u32)?.demultiply();
                    let below = [pixel.red(), pixel.green(), pixel.blue()];
                    colours.iter().map(|colour| contrast(below, *colour)).reduce(f64::min)
                });
                let worst = worst.fold(f64::INFINITY, f64::min);
                if worst < LEAST_CONTRAST - 0.05 {
                    found.push(format!("{} of {} in {}: {worst:.2}", b.name, name.id, style.name()));
                }
            }
        }
    }
    found
}

#[test]
fn texts_of_every_style_can_be_read_on_every_colour() {
    let game = coloured("");
    for style in CardStyle::ALL {
        for (width, height) in [(63.0, 88.0), (44.0, 68.0), (70.0, 120.0)] {
            assert_eq!(
                faint(&game.ir, style, Size { width, height }),
                Vec::<String>::new(),
                "{width} × {height}"
            );
        }
    }
}

#[test]
fn every_style_suits_the_cards_of_shipped_games_and_of_the_starter() {
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/templates/starter");
    for id in crate::support::ids().chain([starter]) {
        let (files, found) = package::open(id);
        let Some(mut game) = CompiledGame::from_files(files, found).game else { continue };
        if !sheets(&game.ir)
            .iter()
            .any(|s| matches!(s.subject, SubjectInfo::Components(_)) && s.face.is_none())
        {
            continue;
        }
        for style in CardStyle::ALL {
            game.ir.print.style = style;
            let of_cards = |s: &cardwright::ir::print::SheetInfo| {
                matches!(s.subject, SubjectInfo::Components(_)) && s.face.is_none()
            };
            let wanted = sheets(&game.ir).into_iter().filter(of_cards).map(|s| s.id).collect();
            let output = print::print(&game.ir, &Request { sheets: wanted, ..Request::default() });
            assert!(!output.files.is_empty(), "{id}: {}", said(&game, &output));
            let found: Vec<_> =
                output.found.iter().filter(|d| !d.message.contains("stand nowhere")).collect();
            assert!(found.is_empty(), "{id} in {}: {}", style.name(), said(&game, &output));
        }
    }
}

#[test]
fn a_style_is_one_line_and_a_sheet_with_a_face_keeps_it() {
    let printed = |toml: &str| {
        let game = game(2, &[("print.toml", toml)]);
        all(&game, &Request::default(), &ExportOptions::new(ExportForm::Svg))
            .remove("svg/cards/c0.svg")
            .expect("a face")
    };
    let classic = printed("");
    assert_eq!(printed("style = \"classic\"\n"), classic);
    let fan = printed("style = \"fan\"\n");
    assert_ne!(fan, classic);
    let own =
        |style: &str| printed(&format!("{style}[sheets.cards]\ncomponents = \"card\"\nface = \"minimal\"\n"));
    assert_eq!(own("style = \"fan\"\n"), own(""));
}

/// The SVG of a card with a text.
fn card_with(text: &str, print_toml: &str) -> String {
    let card = format!(
        "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ntext = \"{text}\"\n[cards.old_elm]\nname = \"Old Elm\"\nsuit = \"moss\"\nstrength = 2\n"
    );
    let game = game(0, &[("cards/cards.toml", card.as_str()), ("print.toml", print_toml)]);
    let mut files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Svg));
    String::from_utf8(files.remove("svg/cards/oak.svg").expect("a face")).expect("text")
}

#[test]
fn words_of_the_game_stand_out_in_its_texts() {
    let colours = "[colours]\nroot = \"#aa1122\"\nmoss = \"#115599\"\n[icons]\nmoss = \"leaf\"\n";
    let count = |text: &str, toml: &str| card_with(text, toml).matches("#115599").count();
    let plain = count("Nothing here.", colours);
    // The word and its icon are in its colour, as is the name of a card of that suit.
    assert!(count("One for each Moss.", colours) >= plain + 2);
    assert!(count("One for each Mosses.", colours) >= plain + 2);
    assert!(count("One for the Old Elm.", colours) > plain);
    // Other words are not, nor is a word in lowercase or a part of one.
    assert_eq!(count("All moss, Mossy or not.", colours), plain);
    let off = format!("highlight = false\n{colours}");
    assert_eq!(count("One for each Moss.", &off), plain);
    // If the author has put the icon, there is no second one.
    let icons = |text: &str| card_with(text, colours).matches("M").count();
    assert!(icons("{leaf} Moss") <= icons("Moss") + 1);
}

#[test]
fn in_grey_words_that_stand_out_are_as_dark_as_the_text() {
    let card = |moss: &str, ink| {
        let print = format!("[colours]\nroot = \"#aa1122\"\nmoss = \"{moss}\"\n");
        let cards =
            "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ntext = \"One for each Moss.\"\n";
        let game = game(0, &[("cards/cards.toml", cards), ("print.toml", print.as_str())]);
        let request = Request { ink, ..Request::default() };
        all(&game, &request, &ExportOptions::new(ExportForm::Svg))
            .remove("svg/cards/oak.svg")
            .expect("a face")
    };
    assert_ne!(card("#dba92a", Ink::Full), card("#115599", Ink::Full));
    assert_eq!(card("#dba92a", Ink::Grey), card("#115599", Ink::Grey));
}

#[test]
fn the_icon_of_a_word_stays_in_its_line_and_is_not_copied() {
    let game = game(
        0,
        &[
            (
                "cards/cards.toml",
                "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ntext = \"One for each Moss.\"\n",
            ),
            ("print.toml", "[icons]\nmoss = \"leaf\"\n"),
        ],
    );
    let document = printed(&game, &Request { sheets: vec!["cards".into()], ..Request::default() });
    let text = text(&document, 1);
    assert!(text.contains("Moss") && !text.contains("leaf") && !text.contains("moss"), "{text}");
}

#[test]
fn a_readable_colour_has_enough_contrast_on_any_ground() {
    let parts = [0_u8, 64, 112, 120, 128, 136, 176, 255];
    let grounds: Vec<[u8; 3]> = parts
        .iter()
        .flat_map(|r| parts.iter().map(move |g| [*r, *g, 136]))
        .chain(parts.map(|p| [p; 3]))
        .collect();
    let hex = |[r, g, b]: [u8; 3]| format!("#{r:02x}{g:02x}{b:02x}");
    for some in grounds.chunks(18) {
        let words: Vec<String> =
            some.iter().map(|g| format!("{{{{ '{0}' | readable('{0}') }}}}", hex(*g))).collect();
        let face = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\
            <rect data-text=\"{}\" x=\"4\" y=\"4\" width=\"55\" height=\"80\" data-size=\"6\"/></svg>",
            words.join(" ")
        );
        let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
        let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face)]);
        let text = text(&printed(&game, &Request::default()), 1);
        let part =
            |word: &str, at: usize| u8::from_str_radix(&word[at..at + 2], 16).expect("a hexadecimal number");
        let said: Vec<[u8; 3]> = text
            .split_whitespace()
            .filter(|word| word.len() == 7 && word.starts_with('#'))
            .map(|word| [part(word, 1), part(word, 3), part(word, 5)])
            .collect();
        assert_eq!(said.len(), some.len(), "{text}");
        for (colour, ground) in said.iter().zip(some) {
            assert!(contrast(*colour, *ground) >= 4.5, "{} on {}", hex(*colour), hex(*ground));
        }
    }
}

#[test]
fn letters_on_a_band_have_enough_contrast_whatever_its_colour() {
    let steps: Vec<u8> = (0..=255).step_by(15).collect();
    for (r, g, b) in
        steps.iter().flat_map(|r| steps.iter().flat_map(move |g| [(*r, *g, 0), (*r, *g, 128), (*r, *g, 255)]))
    {
        let letters = print::data::on([r, g, b]);
        let letters = print::data::colour(letters).expect("a colour");
        assert!(contrast(letters, [r, g, b]) >= LEAST_CONTRAST, "{letters:?} on {r} {g} {b}");
    }
}

#[test]
fn texts_of_every_style_can_be_read_on_every_paper_and_in_every_ink() {
    for colours in [
        "paper = \"#102030\"\nink = \"#f0f0f0\"",
        "ink = \"#ffffff\"",
        "paper = \"#333333\"",
        "paper = \"#808080\"",
        "paper = \"#000000\"\nink = \"#777777\"",
    ] {
        let game = coloured(&format!("[colours]\n{colours}\n"));
        for style in CardStyle::ALL {
            let faint = faint(&game.ir, style, Size { width: 63.0, height: 88.0 });
            assert_eq!(faint, Vec::<String>::new(), "{colours}");
        }
    }
    // Panels follow the paper.
    let dark = |style: &str| {
        let game = game(
            1,
            &[("print.toml", format!("style = \"{style}\"\n[colours]\npaper = \"#102030\"\n").as_str())],
        );
        let options = ExportOptions { dpi: Some(50.0), ..ExportOptions::new(ExportForm::Png) };
        let picture = export::Png::read(&all(&game, &Request::default(), &options)["png/cards/c0.png"]);
        // Beside the text, near the lower right corner of its panel.
        let (x, y) = (picture.width * 54 / 63, picture.height * 77 / 88);
        picture.pixel(x, y).iter().all(|part| *part < 0x60)
    };
    assert!(["classic", "full_art", "fan"].into_iter().all(dark));
}

/// The colours of the letters and icons of a card in SVG, except one.
fn colours_besides(svg: &str, ground: &str) -> Vec<[u8; 3]> {
    let fills = svg.split("fill=\"").skip(1).filter_map(|rest| rest.get(..7));
    fills.filter(|fill| *fill != ground).filter_map(print::data::colour).collect()
}

#[test]
fn words_that_stand_out_can_be_read_on_the_rectangle_below_them() {
    let ground = "#d5a92a";
    let face = |below: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{below}\
             <rect data-text=\"{{{{ text }}}}\" x=\"4\" y=\"4\" width=\"55\" height=\"80\" data-size=\"9\"/></svg>"
        )
    };
    let card = "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ntext = \"One for each Moss, or Herb.\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n[colours]\nmoss = \"#d8b040\"\nherb = \"#70a060\"\n";
    let drawn = |below: &str| {
        let face = face(below);
        let files = [("cards/cards.toml", card), ("print.toml", print), ("faces/own.svg.j2", face.as_str())];
        let mut files = all(&game(0, &files), &Request::default(), &ExportOptions::new(ExportForm::Svg));
        String::from_utf8(files.remove("svg/cards/oak.svg").expect("a face")).expect("text")
    };
    let whole = format!("<rect x=\"-9\" y=\"-9\" width=\"81\" height=\"106\" fill=\"{ground}\"/>");
    // A rectangle that is cut away, or beside the text, is not below it.
    let other = "<clipPath id=\"c\"><rect width=\"63\" height=\"88\" fill=\"#000000\"/></clipPath>";
    let behind = print::data::colour(ground).expect("a colour");
    let found = colours_besides(&drawn(&format!("{whole}{other}")), ground);
    let found: Vec<_> = found.into_iter().filter(|colour| *colour != [0; 3]).collect();
    assert!(found.len() >= 3, "{found:?}");
    for colour in found {
        assert!(contrast(colour, behind) >= LEAST_CONTRAST, "{colour:?}");
    }
}

#[test]
fn the_example_of_a_face_in_the_documents_can_be_read() {
    let page = include_str!("../../docs/print.md");
    let from = page.find("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\"").expect("an example");
    let face = &page[from..from + page[from..].find("```").expect("its end")];
    for colour in ["#d5a92a", "#20304a", "#b33324", "#808080"] {
        let print = format!(
            "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n[colours]\nroot = \"{colour}\"\n"
        );
        let game = game(1, &[("print.toml", print.as_str()), ("faces/own.svg.j2", face)]);
        let mut files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Svg));
        let svg = String::from_utf8(files.remove("svg/cards/c0.svg").expect("a face")).expect("text");
        let behind = print::data::colour(colour).expect("a colour");
        let found = colours_besides(&svg, colour);
        assert!(!found.is_empty(), "{svg}");
        for letters in found {
            assert!(contrast(letters, behind) >= LEAST_CONTRAST, "{letters:?} on {colour}");
        }
    }
}

#[test]
fn without_highlights_numbers_with_a_sign_are_not_bold() {
    assert_ne!(card_with("Take +2 now.", "highlight = false\n"), card_with("Take +2 now.", ""));
    assert_eq!(card_with("Take 2 now.", "highlight = false\n"), card_with("Take 2 now.", ""));
}

/// The picture of a card's face as SVG.
fn front(game: &CompiledGame, card: &str) -> String {
    let only = vec![("id".to_owned(), card.to_owned())];
    let request = Request { only, ..Request::default() };
    let files = all(game, &request, &ExportOptions::new(ExportForm::Svg));
    let (_, bytes) = files.iter().find(|(name, _)| name.ends_with(&format!("/{card}.svg"))).expect("a front");
    String::from_utf8(bytes.clone()).expect("UTF-8")
}

#[test]
fn a_card_can_have_a_colour_of_its_own() {
    let (plain, own) =
        (game(3, &[]), game(3, &[("print.toml", "[colours]\nc1 = \"#12ab34\"\nroot = \"#654321\"\n")]));
    assert!(front(&own, "c1").contains("#12ab34") && !front(&plain, "c1").contains("#12ab34"));
    assert!(front(&own, "c0").contains("#654321") && !front(&own, "c0").contains("#12ab34"));
}

#[test]
fn cards_without_a_picture_show_the_land_of_their_bands_icon() {
    let with = |icon: &str| {
        let print = format!("[icons]\nroot = \"{icon}\"\n[colours]\nroot = \"#335577\"\n");
        front(&game(1, &[("print.toml", &print)]), "c0")
    };
    // Outlines depend on the card alone, so those of one land are the same with another emblem.
    let outlines = |icon: &str| -> std::collections::BTreeSet<String> {
        let svg = with(icon);
        svg.split(" d=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
    };
    let common = |one: &str, other: &str| outlines(one).intersection(&outlines(other)).count();
    let lands = [
        ["wave", "drop"],
        ["tree", "leaf"],
        ["mountain", "gem"],
        ["flame", "bolt"],
        ["tower", "crown"],
        ["cloud", "moon"],
        ["sun", "hourglass"],
        ["hand", "arrow"],
    ];
    for (n, [icon, same]) in lands.iter().enumerate() {
        for [other, _] in &lands[..n] {
            assert!(common(icon, same) > common(icon, other) + 3, "{icon}, {same}, {other}");
        }
    }
}

#[test]
fn a_long_name_has_two_lines_where_one_would_be_small() {
    let long = "Keeper of the Long Forgotten Autumn Flame";
    let card = format!("[cards.a]\nname = \"{long}\"\nsuit = \"root\"\nstrength = 1\n");
    let game = game(0, &[("cards/cards.toml", card.as_str())]);
    let words = Arc::new(WordLooks::of(&game.ir));
    let (templates, _) = Templates::load(&game.ir, &words);
    let fonts = FontCollection::load(&game.ir, &mut Vec::new());
    for style in [CardStyle::Classic, CardStyle::FullArt, CardStyle::Minimal] {
        let size = Size { width: 63.0, height: 88.0 };
        let sheets = sheets(&game.ir);
        let shown = SheetAttributes::of(&game.ir, &sheets[0]);
        let data =
            shown.data(&game.ir, &words, game.ir.names.iter().next().expect("a card").first, size, 2.0);
        let parts = templates.face(style.face(), &data, size.width, &|_| false).expect("a face");
        let mut name = parts.boxes.into_iter().find(|b| b.name.contains("name")).expect("a name");
        name.style.families = fonts.fallback_families(&name.family).expect("a font");
        let laid = Shaper::new(&fonts, "en").lay(&name.text, &name.style, name.width, name.height);
        assert!(laid.size >= 8.5 && laid.lines_over == 0, "{}: {} pt", style.name(), laid.size);
        assert_eq!(laid.lines.len(), 2, "{}", style.name());
    }
    assert_eq!(said(&game, &print::print(&game.ir, &Request::default())), "");
}

#[test]
fn a_style_that_changes_nothing_is_said() {
    let toml = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 2]\n[zones.deck]\nstart = \"cards\"\n\
                [flow]\nplay = \"end\"\n";
    let cards = "[cards.a]\nname = \"A\"\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><path d=\"M-9 -9h90v120h-90z\"/></svg>";
    let folder = tempfile::tempdir().expect("a folder");
    let tried = |print_toml: &str, style: &str| {
        let files = [
            ("game.toml", toml),
            ("cards/c.toml", cards),
            ("print.toml", print_toml),
            ("faces/own.svg.j2", face),
        ];
        for (path, text) in files {
            let path = folder.path().join("g").join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let mut command = cardwright();
        command
            .current_dir(&folder)
            .args(["print", "g", "--out", "out", "--sheet", "cards", "--style", style]);
        let output = command.output().expect("it runs");
        assert!(output.status.success());
        String::from_utf8(output.stderr).expect("a text")
    };
    let own = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    let said = tried(own, "fan");
    assert!(said.contains("`--style fan` changes nothing"), "{said}");
    let said = tried("[sheets.cards]\ncomponents = \"card\"\n", "fan");
    assert!(!said.contains("changes nothing"), "{said}");
}

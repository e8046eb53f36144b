//! Components with a back of their own.

use cardwright::print::export::{ExportForm, ExportOptions, Shop};
use serde_json::Value;

use super::export::{all, exported};
use super::*;

/// Cards whose back says their name and strength, in black or white by their suit.
fn two_sided(cards: usize, strength: &str) -> CompiledGame {
    let back = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{{{{ w }}}}mm" height="{{{{ h }}}}mm" viewBox="0 0 {{{{ w }}}} {{{{ h }}}}">
<rect x="-3" y="-3" width="{{{{ w + 6 }}}}" height="{{{{ h + 6 }}}}" fill="{{% if suit == "root" %}}#000000{{% else %}}#ffffff{{% endif %}}"/>
<rect data-text="Behind {{{{ name }}}}: {strength}" x="5" y="5" width="{{{{ w - 10 }}}}" height="20" data-size="12" data-min-size="6" data-colour="#808080"/>
</svg>"##
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"card\"\nback = \"other\"\nband = \"suit\"\ntwo_sided = true\n";
    game(cards, &[("print.toml", sheet), ("faces/other.svg.j2", &back)])
}

#[test]
fn behind_each_component_is_its_own_back() {
    let game = two_sided(12, "{{ strength }}");
    let document = printed(&game, &Request::default());
    assert_eq!(document.get_pages().len(), 4);
    for (page, cards) in [(2, 0..9), (4, 9..12)] {
        let text = text(&document, page);
        for card in cards.clone() {
            assert!(text.contains(&format!("Behind Card {card}: {card}")), "page {page}: {text}");
        }
        assert_eq!(text.matches("Behind").count(), cards.len(), "page {page}: {text}");
    }
    // The sheet is flipped on its long edge, so the first row of backs runs the other way. Each back is a
    // drawing of its own.
    let pages: Vec<ObjectId> = document.page_iter().collect();
    let drawn = |page: ObjectId| {
        let uses = sheet(&document, page).into_iter().filter(|operation| operation.operator == "Do");
        uses.map(|operation| operation.operands[0].as_name().expect("a name").to_vec()).collect::<Vec<_>>()
    };
    let backs = drawn(pages[1]);
    let mut different = backs.clone();
    different.sort();
    different.dedup();
    assert_eq!((backs.len(), different.len()), (9, 9));
}

#[test]
fn beside_their_fronts_backs_are_as_many() {
    let game = two_sided(3, "{{ strength }}");
    let request = Request { paper: on(297.0, 210.0, BackPlacement::Fold), ..Request::default() };
    let document = printed(&game, &request);
    assert_eq!(document.get_pages().len(), 1);
    let text = text(&document, 1);
    assert!((0..3).all(|card| text.contains(&format!("Behind Card {card}: {card}"))), "{text}");
}

#[test]
fn the_simulator_has_a_sheet_of_backs() {
    let game = two_sided(3, "{{ strength }}");
    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Tts));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["tts/cards-back.png", "tts/cards.png", "tts/woods.json"]);
    let saved: Value = serde_json::from_slice(&files["tts/woods.json"]).expect("JSON");
    let sheet = &saved["ObjectStates"][0]["CustomDeck"]["1"];
    assert_eq!(sheet["UniqueBack"], true, "{sheet}");
    assert!(sheet["BackURL"].as_str().expect("a path").ends_with("cards-back.png"), "{sheet}");
    let (fronts, backs) =
        (export::Png::read(&files["tts/cards.png"]), export::Png::read(&files["tts/cards-back.png"]));
    assert_eq!((fronts.width, fronts.height), (backs.width, backs.height));
    // Two columns and two rows: the first card is of the suit whose back is black.
    let (w, h) = (backs.width / 2, backs.height / 2);
    let at = |column: u32, row: u32| backs.pixel(column * w + w / 2, row * h + h / 2 + h / 4).to_vec();
    assert_eq!([at(0, 0), at(1, 0), at(0, 1)], [vec![0; 3], vec![255; 3], vec![255; 3]]);
}

#[test]
fn shops_and_pictures_get_a_back_for_each_front() {
    let game = two_sided(3, "{{ strength }}");
    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Png));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let sides = ["c0", "c1", "c2"]
        .iter()
        .flat_map(|id| [format!("png/cards/{id}-back.png"), format!("png/cards/{id}.png")]);
    assert_eq!(names, sides.collect::<Vec<_>>());
    let (_, exported) =
        exported(&game, &Request::default(), &ExportOptions::new(ExportForm::Shop(Shop::MakePlayingCards)));
    assert!(exported.report.contains("3 cards, 3 different fronts, 3 backs"), "{}", exported.report);
}

#[test]
fn a_changed_back_prints_its_component_again() {
    let (before, now) = (
        two_sided(3, "{{ strength }}"),
        two_sided(3, "{% if strength == 1 %}one{% else %}{{ strength }}{% endif %}"),
    );
    let request = Request { since: Some(std::sync::Arc::new(before.ir.clone())), ..Request::default() };
    let document = printed(&now, &request);
    let text = text(&document, 2);
    assert_eq!((text.contains("Behind Card 1: one"), text.matches("Behind").count()), (true, 1), "{text}");
}

#[test]
fn what_is_no_component_has_no_back_of_its_own() {
    let files = [
        (
            "game.toml",
            "[game]\nid = \"mats\"\nname = \"Mats\"\nversion = \"0.1.0\"\nplayers = [1, 4]\n[flow]\nplay = \"end\"\n",
        ),
        ("print.toml", "[sheets.mat]\nface = \"card\"\ntwo_sided = true\n"),
    ];
    let opened = CompiledGame::from_files(PackageFiles::from_texts(files), Vec::new());
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    assert!(said.contains("shows no components, and only they have backs of their own"), "{said}");
}

#[test]
fn a_back_without_its_card_is_told_how_to_have_it() {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nback = \"other\"\n";
    let back = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">{% if strength > 3 %}<rect width="63" height="88"/>{% endif %}</svg>"#;
    let game = game(2, &[("print.toml", sheet), ("faces/other.svg.j2", back)]);
    let output = print::print(&game.ir, &Request::default());
    let said =
        render(&output.found, game.sources(), Format::Human { color: false, width: 200, unicode: true });
    assert!(said.contains("does not have: `strength"), "{said}");
    assert!(said.contains("with `two_sided = true`, each has its own"), "{said}");
}

#[test]
fn a_back_has_colours_of_its_own() {
    // The first value of the band's enum, drawn in the second's colour.
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nback = \"other\"\ntwo_sided = true\n[colours]\nherb = \"#12ab34\"\n";
    let back = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"><rect x="-3" y="-3" width="69" height="94" fill="{{ values.suit[1].colour }}"/></svg>"#;
    let game = game(1, &[("print.toml", sheet), ("faces/other.svg.j2", back)]);
    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Png));
    let picture = export::Png::read(&files["png/cards/c0-back.png"]);
    assert_eq!(picture.pixel(picture.width / 2, picture.height / 2), [0x12, 0xab, 0x34]);
}

#[test]
fn a_value_called_back_does_not_take_the_place_of_the_backs() {
    let game_toml = "[game]\nid = \"woods\"\nname = \"Woods\"\nversion = \"0.3.0\"\nplayers = [1, 4]\n[enums]\nside = [\"back\", \"front\"]\n[kinds.card.attributes]\nside = \"side?\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.a]\n[cards.b]\nside = \"back\"\n[cards.c]\nside = \"front\"\n";
    for (two_sided, files) in [(true, 7), (false, 5)] {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\ntwo_sided = {two_sided}\n");
        let game = game(0, &[("game.toml", game_toml), ("cards/cards.toml", cards), ("print.toml", &sheet)]);
        let made = all(
            &game,
            &Request::default(),
            &ExportOptions { split: Some("side".into()), ..ExportOptions::new(ExportForm::Tts) },
        );
        assert_eq!(made.len(), files, "{:?}", made.keys().collect::<Vec<_>>());
        let saved: Value = serde_json::from_slice(&made["tts/woods.json"]).expect("JSON");
        let mut pictures: Vec<String> = Vec::new();
        for object in saved["ObjectStates"].as_array().expect("objects") {
            let sheets = object["CustomDeck"].as_object().expect("sheets").values();
            sheets.for_each(|sheet| pictures.push(sheet["FaceURL"].as_str().expect("a file").to_owned()));
        }
        pictures.sort();
        pictures.dedup();
        assert_eq!(pictures.len(), 3, "{pictures:?}");
    }
}

/// A request says where backs are placed, and a sheet that it has none.
#[test]
fn a_sheet_without_backs_has_none_whatever_is_asked_for() {
    let pages = |duplex: &str| {
        let sheet = format!("[sheets.cards]\ncomponents = \"card\"\n{duplex}");
        let paper = PaperInfo { duplex: Some(BackPlacement::Long), ..PaperInfo::default() };
        let request = Request { paper, sheets: vec!["cards".into()], ..Request::default() };
        printed(&game(9, &[("print.toml", &sheet)]), &request).get_pages().len()
    };
    assert_eq!((pages(""), pages("duplex = \"off\"\n")), (2, 1));
}

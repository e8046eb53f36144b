//! Tabletop Simulator, the gallery.

use crate::process::Ends;
use cardwright::print::export::{ExportForm, ExportOptions, Simulator};
use serde_json::Value;

use super::export::{Png, all, exported, told};
use super::*;

fn options(form: ExportForm) -> ExportOptions {
    ExportOptions::new(form)
}

#[test]
fn a_deck_for_the_simulator_has_its_cards_on_sheets() {
    let cards: String = (0..75)
        .map(|i| {
            let suit = ["root", "herb", "moss"][i % 3];
            let copies = if i == 70 { "copies = 4\n" } else { "" };
            format!("[cards.c{i}]\nname = \"Card {i}\"\nsuit = \"{suit}\"\nstrength = {i}\ntext = \"Pay {{2 coin}}, **now**.\"\n{copies}")
        })
        .collect();
    let game = game(0, &[("cards/cards.toml", &cards)]);
    let files = all(
        &game,
        &Request::default(),
        &ExportOptions { url: Some("https://example.org/w/".into()), ..options(ExportForm::Tts) },
    );
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["tts/cards-1.png", "tts/cards-2.png", "tts/cards-back.png", "tts/woods.json"]);
    let saved: Value = serde_json::from_slice(&files["tts/woods.json"]).expect("JSON");
    let [deck] = &saved["ObjectStates"].as_array().expect("objects")[..] else { panic!("{saved}") };
    assert_eq!((&deck["Name"], &deck["Nickname"]), (&"DeckCustom".into(), &"Woods: Cards".into()));
    let ids: Vec<u64> =
        deck["DeckIDs"].as_array().expect("ids").iter().map(|i| i.as_u64().expect("a number")).collect();
    let mut wanted: Vec<u64> = (100..169).chain(200..206).collect();
    wanted.splice(70..71, [201; 4]);
    assert_eq!(ids, wanted);
    let contained = deck["ContainedObjects"].as_array().expect("cards");
    assert_eq!(contained.len(), 78);
    for (card, id) in contained.iter().zip(&ids) {
        assert_eq!(card["CardID"], *id);
        let key = (id / 100).to_string();
        assert_eq!(card["CustomDeck"][&key], deck["CustomDeck"][&key]);
    }
    assert_eq!(
        (&contained[71]["Nickname"], &contained[71]["Description"]),
        (&"Card 70".into(), &"Pay 2 coin, now.".into())
    );
    for (key, faces) in [("1", 69), ("2", 6)] {
        let sheet = &deck["CustomDeck"][key];
        let name = format!("tts/cards-{key}.png");
        assert_eq!(sheet["FaceURL"], format!("https://example.org/w/cards-{key}.png"));
        assert_eq!(sheet["BackURL"], "https://example.org/w/cards-back.png");
        let number = |what: &str| sheet[what].as_u64().expect("a number") as u32;
        let (columns, rows) = (number("NumWidth"), number("NumHeight"));
        assert!((2..=10).contains(&columns) && (2..=7).contains(&rows) && columns * rows > faces, "{sheet}");
        let picture = Png::read(&files[&name]);
        assert!(picture.width <= 4096 && picture.height <= 4096);
        assert_eq!((picture.width % columns, picture.height % rows), (0, 0));
        let shape = f64::from(picture.width / columns) / f64::from(picture.height / rows);
        assert!((shape - 63.0 / 88.0).abs() < 0.004, "{shape}");
        // The last place shows the back, which is dark; places between are white.
        let middle = |place: u32| {
            let (w, h) = (picture.width / columns, picture.height / rows);
            picture.pixel((place % columns) * w + w / 8, (place / columns) * h + h / 2).to_vec()
        };
        assert!(middle(columns * rows - 1)[0] < 120, "{:?}", middle(columns * rows - 1));
        assert!((faces..columns * rows - 1).all(|place| middle(place) == [255; 3]));
    }
}

#[test]
fn decks_are_split_by_an_attribute_and_one_card_is_a_card() {
    let game = game(4, &[]);
    let split = |by: &str| ExportOptions { split: Some(by.into()), ..options(ExportForm::Tts) };
    let files = all(&game, &Request::default(), &split("suit"));
    let saved: Value = serde_json::from_slice(&files["tts/woods.json"]).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let shown: Vec<(&str, &str)> =
        objects.iter().map(|o| (o["Name"].as_str().unwrap(), o["Nickname"].as_str().unwrap())).collect();
    assert_eq!(shown, [("DeckCustom", "Woods: Root"), ("Card", "Card 1"), ("Card", "Card 2")]);
    assert_eq!(objects[0]["DeckIDs"], serde_json::json!([100, 101]));
    assert_eq!((&objects[1]["CardID"], &objects[2]["CardID"]), (&200.into(), &300.into()));
    assert_eq!(objects[1]["CustomDeck"]["2"]["FaceURL"], "cards-herb.png");
    assert!(objects.iter().all(|o| o["GUID"].as_str().is_some_and(|g| g.len() == 6)));
    let (files, failed) = exported(&game, &Request::default(), &split("siut"));
    let told = told(&game, &failed);
    assert!(files.files.is_empty() && told.contains("CW0936"), "{told}");
}

#[test]
fn decks_of_a_yes_or_no_and_of_a_number_are_named_by_their_attribute() {
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\nhero = \"bool\"\nstrength = \"int 0..9\"\n\
                 [zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.ann]\nhero = true\nstrength = 1\n[cards.bob]\nhero = true\nstrength = 1\n\
                 [cards.cat]\nhero = false\nstrength = 2\n[cards.dog]\nhero = false\nstrength = 2\n";
    let game = game(0, &[("game.toml", rules), ("cards/cards.toml", cards)]);
    let names = |by: &str| {
        let options = ExportOptions { split: Some(by.into()), ..options(ExportForm::Tts) };
        let saved: Value =
            serde_json::from_slice(&all(&game, &Request::default(), &options)["tts/woods.json"])
                .expect("JSON");
        let objects = saved["ObjectStates"].as_array().expect("objects").clone();
        objects.iter().map(|o| o["Nickname"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("hero"), ["Woods: Hero: yes", "Woods: Hero: no"]);
    assert_eq!(names("strength"), ["Woods: Strength: 1", "Woods: Strength: 2"]);
}

#[test]
fn the_notebook_has_no_captions_of_figures() {
    let rules = "# Rules\n\nBegin.\n\n![The strongest card](c0)\n\nThe end.\n";
    let game = game(1, &[("rules.md", rules)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Tts));
    let saved: Value = serde_json::from_slice(&files["tts/woods.json"]).expect("JSON");
    let body = saved["TabStates"]["0"]["body"].as_str().expect("the rules");
    assert!(body.contains("Begin.") && body.contains("The end."), "{body}");
    assert!(!body.contains("strongest"), "{body}");
}

const TREES: &str = r#"
[cards.oak]
name = "Oak & <Ash>"
suit = "root"
strength = 1
copies = 2
keywords = ["old 2"]
flavour = "It creaks."
text = "Pay {2 coin}, **now**."
[cards.elm]
name = "Elm/Yew?"
suit = "herb"
strength = 2
[cards.yew]
name = "Elm/Yew?"
suit = "moss"
strength = 3
"#;

const KEYWORDS: &str = "[keywords.old]\nparams = { years = \"int 1..9\" }\ntext = \"It is {{ years }}.\"\n";

type Simulated = std::collections::BTreeMap<String, Vec<u8>>;

fn simulated(simulator: Simulator, print: &str) -> Simulated {
    let game =
        game(0, &[("cards/cards.toml", TREES), ("rules/keywords.toml", KEYWORDS), ("print.toml", print)]);
    all(&game, &Request::default(), &options(ExportForm::Simulator(simulator)))
}

fn utf8<'a>(files: &'a Simulated, name: &str) -> &'a str {
    std::str::from_utf8(files.get(name).unwrap_or_else(|| panic!("{name}: {:?}", files.keys())))
        .expect("UTF-8")
}

#[test]
fn cockatrice_gets_a_database_decks_and_pictures_by_name() {
    let files = simulated(Simulator::Cockatrice, "");
    let database = utf8(&files, "cockatrice/woods.xml");
    let parsed = usvg::roxmltree::Document::parse(database).expect("XML");
    let root = parsed.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("version")), ("cockatrice_carddatabase", Some("4")));
    let of = |tag: &str| -> Vec<String> {
        let in_card = |n: &usvg::roxmltree::Node| n.parent().is_some_and(|p| p.has_tag_name("card"));
        let all = parsed.descendants().filter(|n| n.has_tag_name(tag) && in_card(n));
        all.map(|n| n.text().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(of("name"), ["Oak & <Ash>", "Elm/Yew?", "Elm/Yew? (yew)"]);
    assert_eq!(of("text")[0], "Suit: Root\nStrength: 1\nOld 2\nPay 2 coin, now.\nIt creaks.");
    assert_eq!(of("set"), ["WOODS"; 3]);
    let deck = utf8(&files, "cockatrice/cards.cod");
    assert!(deck.contains("<card number=\"2\" name=\"Oak &amp; &lt;Ash&gt;\"/>"), "{deck}");
    let pictures: Vec<&str> = files.keys().filter_map(|f| f.strip_prefix("cockatrice/pics/")).collect();
    assert_eq!(
        pictures,
        ["CUSTOM/Elm Yew (yew).png", "CUSTOM/Elm Yew.png", "CUSTOM/Oak & Ash.png", "cards-back.png"]
    );
}

/// The names of cards in Cockatrice, and the files of their pictures.
fn cockatrice_names(names: &[(&str, &str)], url: Option<&str>) -> (Vec<String>, Vec<String>, String) {
    let card = |(id, name): &(&str, &str)| {
        format!("[cards.{id}]\nname = {}\nsuit = \"root\"\nstrength = 1\n", Value::from(*name))
    };
    let cards: String = names.iter().map(card).collect();
    let game = game(0, &[("cards/cards.toml", &cards)]);
    let options =
        ExportOptions { url: url.map(Into::into), ..options(ExportForm::Simulator(Simulator::Cockatrice)) };
    let files = all(&game, &Request::default(), &options);
    let database = utf8(&files, "cockatrice/woods.xml").to_owned();
    let parsed = usvg::roxmltree::Document::parse(&database).expect("XML");
    let in_card = |n: &usvg::roxmltree::Node| {
        n.has_tag_name("name") && n.parent().is_some_and(|p| p.has_tag_name("card"))
    };
    let found =
        parsed.descendants().filter(in_card).map(|n| n.text().unwrap_or_default().to_owned()).collect();
    let pictures =
        files.keys().filter_map(|f| f.strip_prefix("cockatrice/pics/CUSTOM/")).map(str::to_owned).collect();
    (found, pictures, database)
}

#[test]
fn cockatrice_has_a_picture_for_each_card_whatever_it_is_called() {
    let long = "ü".repeat(300);
    let hostile = [
        ("a1", "A/B"),
        ("a2", "A B"),
        ("a3", "ace"),
        ("a4", "Ace"),
        ("a5", "ace (a6)"),
        ("a6", "ACE"),
        ("b1", "CON"),
        ("b2", "aux.png"),
        ("b3", ".."),
        ("b4", ".hidden"),
        ("b5", "???"),
        ("b6", "Fire // Ice"),
        ("b7", "FireIce"),
        ("c1", "🦊 \"Fox\""),
        ("c2", "שועל"),
        ("c3", &long),
        ("c4", &format!("{long}!")),
        ("c5", "Ace (a4)"),
    ];
    let (names, pictures, _) = cockatrice_names(&hostile, None);
    assert_eq!((names.len(), pictures.len()), (hostile.len(), hostile.len()), "{pictures:#?}");
    let different = |all: &[String]| {
        all.iter().map(|n| n.to_lowercase()).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!(
        (different(&names), different(&pictures)),
        (hostile.len(), hostile.len()),
        "{names:#?} {pictures:#?}"
    );
    for picture in &pictures {
        let stem = picture.strip_suffix(".png").expect("a PNG").to_lowercase();
        assert!(picture.len() <= 255 && !stem.trim().is_empty(), "{picture}");
        assert!(!["con", "aux"].contains(&stem.split('.').next().expect("a name")), "{picture}");
        assert!(!picture.contains(['/', '"', '?', ':', '\\', '*', '<', '>', '|']), "{picture}");
    }
    // A valid name stays.
    for fine in ["A/B", "ace", "..", ".hidden", "שועל", "🦊 \"Fox\""] {
        assert!(names.iter().any(|name| name == fine), "{fine}: {names:#?}");
    }
}

#[test]
fn a_name_in_several_lines_is_one_line_for_each_simulator() {
    let cards: String =
        [("a", "Old\\nTown"), ("b", "Old Town"), ("c", "Old\\tTown"), ("d", "New\\uFFFETown")]
            .iter()
            .map(|(id, name)| format!("[cards.{id}]\nname = \"{name}\"\nsuit = \"root\"\nstrength = 1\n"))
            .collect();
    let game = game(0, &[("cards/cards.toml", &cards)]);
    let of = |simulator| all(&game, &Request::default(), &options(ExportForm::Simulator(simulator)));
    let deck = of(Simulator::CardGameSimulator);
    let deck = utf8(&deck, "card-game-simulator/decks/cards.txt");
    assert_eq!(deck.lines().count(), 4, "{deck}");
    assert!(deck.contains("1 Old Town\n1 Old Town (b)\n1 Old Town (c)\n"), "{deck}");
    let cockatrice = of(Simulator::Cockatrice);
    let read = |file: &str| {
        let text = utf8(&cockatrice, file);
        usvg::roxmltree::Document::parse(text).unwrap_or_else(|why| panic!("{file}: {why}"))
    };
    let (database, deck) = (read("cockatrice/woods.xml"), read("cockatrice/cards.cod"));
    let known: Vec<&str> =
        database.descendants().filter(|n| n.has_tag_name("name")).filter_map(|n| n.text()).collect();
    let mut named = deck.descendants().filter(|n| n.has_tag_name("card")).filter_map(|n| n.attribute("name"));
    assert!(named.all(|name| known.contains(&name)), "{known:?}");
    let rows = of(Simulator::DragnCards);
    let rows: Vec<&str> = utf8(&rows, "dragncards/cards.tsv").lines().collect();
    let names: std::collections::BTreeSet<&str> =
        rows[1..].iter().filter_map(|row| row.split('\t').nth(1)).collect();
    assert_eq!(names.len(), 4, "{names:?}");
}

#[test]
fn a_component_on_two_sheets_is_a_card_on_each() {
    let print =
        "[sheets.cards]\ncomponents = \"card\"\n[sheets.pawns]\ncomponents = \"card\"\nsize = [20, 30]\n";
    let files = simulated(Simulator::Cockatrice, print);
    let deck = |sheet: &str| {
        let text = utf8(&files, &format!("cockatrice/{sheet}.cod"));
        let parsed = usvg::roxmltree::Document::parse(text).expect("XML");
        let cards = parsed.descendants().filter(|n| n.has_tag_name("card"));
        let names = cards.filter_map(|n| n.attribute("name"));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(deck("cards"), ["Oak & <Ash>", "Elm/Yew?", "Elm/Yew? (yew)"]);
    assert_eq!(deck("pawns"), ["Oak & <Ash> (pawns)", "Elm/Yew? (pawns)", "Elm/Yew? (pawns 2)"]);
    let width = |name: &str| Png::read(&files[&format!("cockatrice/pics/CUSTOM/{name}.png")]).width;
    assert!(width("Oak & Ash") > 400 && width("Oak & Ash (pawns)") < 200);
    let database = utf8(&files, "cockatrice/woods.xml");
    assert_eq!(database.matches("<name>Oak &amp; &lt;Ash&gt;</name>").count(), 1, "{database}");
    let cards = simulated(Simulator::CardGameSimulator, print);
    let cards: Value = serde_json::from_str(utf8(&cards, "card-game-simulator/AllCards.json")).expect("JSON");
    let ids: Vec<&str> =
        cards.as_array().expect("cards").iter().map(|c| c["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["oak", "elm", "yew", "oak-pawns", "elm-pawns", "yew-pawns"]);
    let tables = simulated(Simulator::DragnCards, print);
    assert!(utf8(&tables, "dragncards/cards.tsv").contains("\noak\t"));
    assert!(
        utf8(&tables, "dragncards/pawns.tsv").contains("\noak-pawns\tOak & <Ash> (pawns)\tpawns/oak.png\t")
    );
}

#[test]
fn an_id_stands_behind_a_name_unless_a_device_has_it_even_so() {
    let (names, _, _) = cockatrice_names(&[("a3", "CON"), ("a4", "aux.png")], None);
    assert_eq!(names, ["CON (a3)", "(a4) aux.png"]);
}

#[test]
fn a_tab_in_a_text_is_a_space() {
    let cards = "[cards.oak]\nname = \"Oak\"\nsuit = \"root\"\nstrength = 1\ntext = \"Tab\\there.\"\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Simulator(Simulator::Cockatrice)));
    let database = utf8(&files, "cockatrice/woods.xml");
    assert!(database.contains("Tab here."), "{database}");
}

#[test]
fn addresses_of_pictures_are_encoded() {
    let (_, _, database) =
        cockatrice_names(&[("a", "100 % Äpfel & #1")], Some("https://example.org/my game/"));
    let address = "https://example.org/my%20game/pics/CUSTOM/100%20%25%20%C3%84pfel%20%26%20%231.png";
    assert!(database.contains(&format!("picURL=\"{address}\"")), "{database}");
}

#[test]
fn players_read_words_in_their_language() {
    let texts = "[words]\nsuit = \"Farbe\"\nroot = \"Wurzel\"\nstrength = \"Stärke\"\ncard = \"Karte\"\n[phrases]\npart_kind = \"Art\"\n";
    let mut game = game(1, &[("texts/de.toml", texts)]);
    game.speak("de").expect("a language");
    let made = |simulator| all(&game, &Request::default(), &options(ExportForm::Simulator(simulator)));
    let database = made(Simulator::Cockatrice);
    assert!(
        utf8(&database, "cockatrice/woods.xml").contains("<text>Farbe: Wurzel&#10;Stärke: 0&#10;"),
        "{database:?}"
    );
    let cards = made(Simulator::CardGameSimulator);
    let card: Value = serde_json::from_str(utf8(&cards, "card-game-simulator/AllCards.json")).expect("JSON");
    assert_eq!((&card[0]["suit"], &card[0]["kind"]), (&"Wurzel".into(), &"Karte".into()));
    let properties: Value = serde_json::from_str(utf8(&cards, "card-game-simulator/cgs.json")).expect("JSON");
    assert_eq!(properties["cardProperties"][0]["display"], "Art");
    let table = made(Simulator::DragnCards);
    assert!(utf8(&table, "dragncards/cards.tsv").contains("\tWurzel\t0\t"), "{table:?}");
}

/// Cards with attributes of every kind that has names, and a kind without a sheet that shares one of them.
fn with_homes() -> CompiledGame {
    let declared = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n\
         [enums]\nsuit = [\"red_root\", \"herb\"]\n\
         [boards.map.areas]\nold_glade = { adjoins = [\"brook\"] }\nbrook = {}\n\
         [kinds.realm]\nbase = \"token\"\n[kinds.realm.attributes]\nrealm = \"realm?\"\n\
         [kinds.card.attributes]\nrealm = \"realm\"\nhome = \"cell\"\ncost = \"int 0..9 per suit\"\n\
         steps = \"int 0..9 per suit per 1..3\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.misty_isles]\nkind = \"realm\"\nname = \"Isles of Mist\"\n\
         [cards.moor]\nkind = \"realm\"\nname = \"The Moor\"\n\
         [cards.oak]\nkind = \"card\"\nrealm = \"misty_isles\"\nhome = \"old_glade\"\n\
         cost = { red_root = 2, herb = 1 }\nsteps = [{ red_root = 3 }, { herb = 1 }]\n\
         [cards.elm]\nkind = \"card\"\nrealm = \"misty_isles\"\nhome = \"brook\"\ncost = {}\nsteps = []\n\
         [cards.yew]\nkind = \"card\"\nrealm = \"moor\"\nhome = \"brook\"\ncost = {}\nsteps = []\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\n";
    game(0, &[("game.toml", declared), ("cards/cards.toml", cards), ("print.toml", print)])
}

#[test]
fn components_areas_and_amounts_are_words_for_people() {
    let game = with_homes();
    let made = |simulator| all(&game, &Request::default(), &options(ExportForm::Simulator(simulator)));
    let database = made(Simulator::Cockatrice);
    let text = "Realm: Isles of Mist&#10;Home: Old Glade&#10;Cost: 2 Red Root, 1 Herb&#10;Steps: 3 Red Root / 1 Herb";
    assert!(utf8(&database, "cockatrice/woods.xml").contains(text), "{database:?}");
    let cards = made(Simulator::CardGameSimulator);
    let cards: Value = serde_json::from_str(utf8(&cards, "card-game-simulator/AllCards.json")).expect("JSON");
    let oak = cards.as_array().and_then(|all| all.iter().find(|card| card["id"] == "oak")).expect("the oak");
    assert_eq!((&oak["realm"], &oak["home"]), (&"Isles of Mist".into(), &"Old Glade".into()));
    assert_eq!(oak["cost"], "2 Red Root, 1 Herb");
    let table = made(Simulator::DragnCards);
    let row = "\tIsles of Mist\tOld Glade\t2 Red Root, 1 Herb\t3 Red Root / 1 Herb\t";
    assert!(utf8(&table, "dragncards/cards.tsv").contains(row), "{table:?}");
}

#[test]
fn decks_are_split_by_an_attribute_that_another_kind_has_too() {
    let game = with_homes();
    let options = ExportOptions { split: Some("realm".into()), ..options(ExportForm::Tts) };
    let request = Request { sheets: vec!["cards".into()], ..Request::default() };
    let files = all(&game, &request, &options);
    let saved: Value = serde_json::from_slice(&files["tts/woods.json"]).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let shown: Vec<(&str, &str)> =
        objects.iter().map(|o| (o["Name"].as_str().unwrap(), o["Nickname"].as_str().unwrap())).collect();
    assert_eq!(shown, [("DeckCustom", "Woods: Isles of Mist"), ("Card", "Yew")]);
}

#[test]
fn names_of_icons_side_by_side_are_words_of_their_own() {
    let cards = "[cards.oak]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {coin}{leaf}{leaf}, or {2 coin} {leaf}.\"\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Simulator(Simulator::DragnCards)));
    let table = utf8(&files, "dragncards/cards.tsv");
    assert!(table.contains("\tPay coin leaf leaf, or 2 coin leaf.\t"), "{table}");
}

#[test]
fn folders_that_become_empty_go_with_their_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    assert!(run(at, &["new", "my-game"]).status.success());
    let pieces = "[pieces.scout]\nform = \"round\"\nsize = 20\nicon = \"shield\"\n";
    let print = std::fs::read_to_string(at.join("my-game/print.toml")).unwrap_or_default();
    std::fs::write(at.join("my-game/print.toml"), format!("{print}\n{pieces}")).expect("it is written");
    let export = || {
        assert!(run(at, &["export", "my-game", "--to", "png", "--dpi", "40", "--out", "."]).status.success())
    };
    export();
    let pieces = at.join("my-game/png/pieces");
    assert!(pieces.is_dir());
    std::fs::write(at.join("my-game/print.toml"), &print).expect("it is written");
    export();
    assert!(!pieces.exists() && at.join("my-game/png/cards").is_dir());
}

#[test]
fn card_game_simulator_gets_its_folder() {
    let files = simulated(Simulator::CardGameSimulator, "");
    let json = |name: &str| -> Value {
        serde_json::from_str(utf8(&files, &format!("card-game-simulator/{name}"))).expect("JSON")
    };
    let game = json("cgs.json");
    assert_eq!(
        (&game["name"], &game["cardSize"]),
        (&"Woods".into(), &serde_json::json!({ "x": 2.48, "y": 3.46 }))
    );
    let properties = game["cardProperties"].as_array().expect("properties").clone();
    let properties: Vec<&str> = properties.iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(properties, ["kind", "suit", "strength", "text"]);
    let cards = json("AllCards.json");
    for card in cards.as_array().expect("cards") {
        let id = card["id"].as_str().expect("an id");
        assert_eq!(card["set"], "cards");
        Png::read(&files[&format!("card-game-simulator/sets/cards/{id}.png")]);
        assert!(properties.iter().all(|p| card[p].is_string()), "{card}");
    }
    assert_eq!(json("AllSets.json"), serde_json::json!([{ "code": "cards", "name": "Cards" }]));
    Png::read(&files["card-game-simulator/CardBack.png"]);
    let deck = utf8(&files, "card-game-simulator/decks/cards.txt");
    assert_eq!(deck, "2 Oak & <Ash>\n1 Elm/Yew?\n1 Elm/Yew? (yew)\n");
}

#[test]
fn dragncards_gets_a_table_with_a_row_for_each_side() {
    let rows = |files: &Simulated| -> Vec<Vec<String>> {
        let table = utf8(files, "dragncards/cards.tsv");
        table.lines().map(|line| line.split('\t').map(String::from).collect()).collect()
    };
    let files = simulated(Simulator::DragnCards, "");
    let table = rows(&files);
    assert_eq!(
        table[0].join(" "),
        "databaseId name imageUrl cardBack type suit strength keywords text flavour copies"
    );
    let row = "oak|Oak & <Ash>|cards/oak.png|cards|cards|Root|1|Old 2|Pay 2 coin, now.|It creaks.|2";
    assert_eq!(table[1].join("|"), row);
    assert!(files.contains_key("dragncards/images/cards/oak.png"));
    let both = "[sheets.cards]\ncomponents = \"card\"\nback = \"card\"\ntwo_sided = true\n";
    let table = rows(&simulated(Simulator::DragnCards, both));
    assert_eq!(table.len(), 7);
    assert_eq!(table[1][3], "multi_sided");
    assert_eq!(table[2][..3].join("|"), "oak|Oak & <Ash>|cards/oak-back.png");
}

#[test]
fn no_picture_of_a_back_is_written_that_nothing_refers_to() {
    let both = "[sheets.cards]\ncomponents = \"card\"\nback = \"card\"\ntwo_sided = true\n";
    let game = game(3, &[("print.toml", both)]);
    for simulator in [Simulator::Cockatrice, Simulator::CardGameSimulator] {
        let form = options(ExportForm::Simulator(simulator));
        let (files, made) = exported(&game, &Request::default(), &form);
        let pictures: Vec<&String> = files.files.keys().filter(|file| file.ends_with(".png")).collect();
        assert_eq!(pictures.len(), 3, "{pictures:?}");
        assert!(pictures.iter().all(|file| !file.ends_with("-back.png")), "{pictures:?}");
        assert!(made.made[0].ends_with("; backs are left out"), "{:?}", made.made);
    }
}

#[test]
fn the_gallery_speaks_the_language_of_the_print() {
    let texts = "[words]\nsuit = \"Farbe\"\n[phrases]\nsearch = \"Suchen\"\nany = \"{what}: alle\"\nshown = \"{n} von {of}\"\n\
                 made = \"gemacht mit Cardwright\"\nplayer = \"Spieler {n}\"\nback = \"Rückseite: {what}\"\nturned = \"{what}, umgedreht\"\npieces = \"Figuren\"\n";
    let pieces =
        "[pieces.scout]\nform = \"round\"\nsize = 20\ncount = 4\nicon = \"shield\"\nback = \"crown\"\n";
    let mut game = game(3, &[("texts/de.toml", texts), ("print.toml", pieces)]);
    game.speak("de").expect("a language");
    let files = all(&game, &Request::default(), &options(ExportForm::Gallery));
    let page = std::str::from_utf8(&files["gallery/index.html"]).expect("UTF-8");
    for said in [
        "placeholder=\"Suchen\"",
        ">Farbe: alle<",
        "\"{n} von {of}\"",
        "gemacht mit Cardwright",
        ">Woods: Rückseite: cards<",
        "<h2>Figuren</h2>",
        ">Scout, Spieler 1 <",
        ">Scout, Spieler 1, umgedreht",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    for english in ["Search", ": any", "back of", "turned over", "layer 1"] {
        assert!(!page.contains(english), "{english}: {page}");
    }
}

#[test]
fn attributes_of_one_name_are_one_filter_of_the_gallery() {
    let toml = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nhue = [\"red\", \"blue\", \"grey\"]\n[kinds.tree.attributes]\nhue = \"hue\"\n[kinds.bird.attributes]\nhue = \"hue\"\n[zones.deck]\nstart = \"trees\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak]\nkind = \"tree\"\nhue = \"red\"\n[cards.elm]\nkind = \"tree\"\nhue = \"blue\"\n[cards.owl]\nkind = \"bird\"\nhue = \"grey\"\n";
    let game = game(0, &[("game.toml", toml), ("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Gallery));
    let page = std::str::from_utf8(&files["gallery/index.html"]).expect("UTF-8");
    assert_eq!(page.matches("<select").count(), 1, "{page}");
    for (value, name) in [("red", "Red"), ("blue", "Blue"), ("grey", "Grey")] {
        assert_eq!(page.matches(&format!("<option value=\"{value}\">{name}</option>")).count(), 1, "{page}");
        assert!(page.contains(&format!("{{&quot;hue&quot;:[&quot;{value}&quot;]}}")), "{page}");
    }
}

#[test]
fn the_gallery_is_one_page_that_needs_nothing_from_elsewhere() {
    let cards = "[cards.oak]\nname = \"Oak & <Ash>\"\nsuit = \"root\"\nstrength = 1\ncopies = 2\ntext = \"It is \\\"old\\\".\"\n[cards.elm]\nsuit = \"herb\"\nstrength = 2\n";
    let pieces = "[pieces.scout]\nform = \"round\"\nsize = 20\ncount = 4\nicon = \"shield\"\n";
    let game = game(0, &[("cards/cards.toml", cards), ("print.toml", pieces)]);
    let files = all(&game, &Request::default(), &options(ExportForm::Gallery));
    let page = std::str::from_utf8(&files["gallery/index.html"]).expect("UTF-8");
    for outside in ["http:", "https:", "//cdn", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Every picture that it shows is there, as large as it says, and every one that is there is shown.
    let mut shown = Vec::new();
    for tag in page.split("<img ").skip(1).map(|t| t.split('>').next().expect("an end")) {
        let value = |key: &str| {
            tag.split(&format!(" {key}=\""))
                .nth(1)
                .or(tag.strip_prefix(&format!("{key}=\"")))
                .and_then(|v| v.split('"').next())
        };
        let Some(src) = value("src").filter(|s| !s.is_empty()) else { continue };
        let picture = Png::read(&files[&format!("gallery/{src}")]);
        assert_eq!(value("width"), Some(picture.width.to_string().as_str()));
        assert_eq!(value("height"), Some(picture.height.to_string().as_str()));
        shown.push(format!("gallery/{src}"));
    }
    let mut there: Vec<String> = files.keys().filter(|f| f.ends_with(".png")).cloned().collect();
    shown.sort();
    there.sort();
    assert_eq!(shown, there);
    assert!(shown.len() > 4 && shown.contains(&"gallery/pieces/scout-1.png".to_owned()), "{shown:?}");
    assert!(
        page.contains("Oak &amp; &lt;Ash&gt;\nIt is &quot;old&quot;.\"") && !page.contains("<Ash>"),
        "{page}"
    );
    assert!(page.contains("<small>× 2</small>"));
    assert!(page.contains("<option value=\"herb\">Herb</option>"));
    assert!(page.contains("data-has=\"{&quot;suit&quot;:[&quot;root&quot;]}\""), "{page}");
    balanced(page);
}

/// Every tag of a page that has an end has it where it should be.
fn balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once('<') {
        let (tag, after) = after.split_once('>').expect("an end");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().expect("a name");
        if ["!doctype", "meta", "input", "img", "br"].contains(&name) {
            continue;
        }
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
        } else {
            open.push(name);
            if ["style", "script"].contains(&name) {
                rest = &rest[rest.find(&format!("</{name}>")).expect("its end")..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

/// Runs the program in a folder.
fn run(folder: &std::path::Path, args: &[&str]) -> std::process::Output {
    crate::process::cardwright().current_dir(folder).args(args).ended()
}

/// Every file below a folder.
fn below(folder: &std::path::Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for path in entries.map(|e| e.expect("an entry").path()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let inside = below(&path);
            found.extend(inside.iter().map(|f| format!("{name}/{f}")));
            found.extend(inside.is_empty().then(|| format!("{name}/")));
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

#[test]
fn the_command_writes_whole_sets_or_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    assert!(run(at, &["new", "my-game"]).status.success());
    let out = run(at, &["export", "my-game", "--to", "gallery", "--dpi", "40", "--out", "there"]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let files = below(&at.join("there"));
    assert!(files.contains(&"my-game/gallery/index.html".to_owned()), "{files:?}");
    let said = String::from_utf8_lossy(&out.stdout).replace('\\', "/");
    assert!(said.contains("there/my-game/gallery/index.html"), "{said}");

    let out = run(at, &["export", "my-game", "--to", "tts", "--out", "there"]);
    assert!(out.status.success());
    let json = std::fs::read_to_string(at.join("there/my-game/tts/my-game.json")).expect("it is there");
    assert!(
        json.contains("\"FaceURL\": \"file:///") && json.contains("/there/my-game/tts/cards.png\""),
        "{json}"
    );

    // A failure writes nothing, and files that are there are left alone.
    let before = below(&at.join("there"));
    for wrong in [
        &["export", "my-game", "--to", "tts", "--split", "nothing", "--out", "there"][..],
        &["export", "my-game", "--to", "png", "--sheet", "none", "--out", "there"],
        &["export", "my-game", "--to", "png", "--dpi", "2400", "--bleed", "--out", "there"],
    ] {
        let out = run(at, wrong);
        assert_eq!(out.status.code(), Some(1), "{wrong:?}");
        assert!(
            String::from_utf8_lossy(&out.stderr).contains("CW093"),
            "{}",
            String::from_utf8_lossy(&out.stderr)
        );
        assert_eq!(below(&at.join("there")), before, "{wrong:?}");
    }
}

#[test]
fn chess_for_the_simulator_is_a_board_ready_to_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = run(
        folder.path(),
        &["export", "chess", "--to", "tts", "--url", "https://example.org/", "--out", "."],
    );
    assert_eq!(out.status.code(), Some(0));
    let json = std::fs::read(folder.path().join("chess/tts/chess.json")).expect("it is there");
    let saved: Value = serde_json::from_slice(&json).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let number = |object: &Value, key: &str| object["Transform"][key].as_f64().expect("a number");
    let [board] = &objects.iter().filter(|o| o["Locked"] == true).collect::<Vec<_>>()[..] else {
        panic!("one board")
    };
    assert_eq!(board["AttachedSnapPoints"].as_array().expect("places").len(), 64);
    // The 32 pieces stand on the first two and the last two rows; a second queen of each side lies beside the
    // board.
    let (middle, half) = (number(board, "posX"), number(board, "scaleX"));
    let on_board = |o: &&Value| o["Locked"] == false && number(o, "posZ").abs() < half;
    let pieces: Vec<&Value> = objects.iter().filter(on_board).collect();
    assert_eq!((pieces.len(), objects.len()), (32, 35));
    let king: Vec<_> = pieces.iter().filter(|p| p["Nickname"] == "King").collect();
    assert_eq!(king.len(), 2);
    let white = king.iter().find(|k| number(k, "posZ") < 0.0).expect("the king of player 1");
    assert!(white["CustomImage"]["ImageURL"] == "https://example.org/pieces-king-1.png");
    assert!(number(white, "posX") > middle, "e1 is right of the middle");
    assert!(pieces.iter().all(|p| number(p, "posZ").abs() > half * 0.4), "on the outer rows");
    // A king is as wide beside a cell as on paper: 20 of 22.5 mm.
    let cell = number(pieces[1], "posX") - number(pieces[0], "posX");
    assert!((number(white, "scaleX") * 2.0 / cell - 20.0 / 22.5).abs() < 0.01, "{cell}");
    assert!(saved["TabStates"]["0"]["body"].as_str().is_some_and(|rules| rules.contains("castl")));
    for object in objects {
        let url = object["CustomImage"]["ImageURL"].as_str().expect("an address");
        let file = url.strip_prefix("https://example.org/").expect("the prefix");
        assert!(folder.path().join("chess/tts").join(file).is_file(), "{file}");
    }
}

/// The ground that an object covers: left, right, front and back, in the simulator's units.
fn ground(object: &Value) -> [f64; 4] {
    let number = |key: &str| object["Transform"][key].as_f64().expect("a number");
    let (width, depth) = match object["Name"].as_str().expect("a name") {
        "Custom_Tile" | "Custom_Tile_Stack" => (2.0, 2.0),
        "DeckCustom" | "Card" if object["SidewaysCard"] == true => (3.17, 2.27),
        "DeckCustom" | "Card" => (2.27, 3.17),
        _ => (0.9, 0.9),
    };
    let (width, depth) = (width * number("scaleX") / 2.0, depth * number("scaleZ") / 2.0);
    let (x, z) = (number("posX"), number("posZ"));
    [x - width, x + width, z - depth, z + depth]
}

#[test]
fn nothing_on_the_simulators_table_lies_on_something_else() {
    let wide = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nsafe = 0\nsize = [120, 60]\n\
        [sheets.more]\ncomponents = \"card\"\nface = \"own\"\nsafe = 0\nsize = [120, 60]\n[sheets.third]\ncomponents = \"card\"\nface = \"own\"\nsafe = 0\n\
        [pieces.marker]\nname = \"Marker\"\ncount = 2\n[pieces.giant]\nname = \"Giant\"\nsize = 90\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"></svg>";
    let own = game(3, &[("print.toml", wide), ("faces/own.svg.j2", face)]);
    let files = all(&own, &Request::default(), &options(ExportForm::Tts));
    let mut tables =
        vec![("own".to_owned(), serde_json::from_slice::<Value>(&files["tts/woods.json"]).expect("JSON"))];
    let folder = tempfile::tempdir().expect("a folder");
    for shipped in ["chess", "minute-realms", "realm-oriental"] {
        let out = run(
            folder.path(),
            &["export", shipped, "--to", "tts", "--url", "https://example.org/", "--out", "."],
        );
        assert_eq!(out.status.code(), Some(0));
        let json =
            std::fs::read(folder.path().join(format!("{shipped}/tts/{shipped}.json"))).expect("it is there");
        tables.push((shipped.to_owned(), serde_json::from_slice(&json).expect("JSON")));
    }
    for (id, table) in &tables {
        let objects = table["ObjectStates"].as_array().expect("objects");
        // Pieces stand on boards, which are locked.
        let boards: Vec<[f64; 4]> = objects.iter().filter(|o| o["Locked"] == true).map(ground).collect();
        let within =
            |a: &[f64; 4], b: &[f64; 4]| a[0] >= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] <= b[3];
        let lying: Vec<(&Value, [f64; 4])> = objects
            .iter()
            .map(|o| (o, ground(o)))
            .filter(|(_, g)| !boards.iter().any(|b| b != g && within(g, b)))
            .collect();
        for (i, (a, g)) in lying.iter().enumerate() {
            for (b, h) in &lying[i + 1..] {
                let overlap = g[0] < h[1] && h[0] < g[1] && g[2] < h[3] && h[2] < g[3];
                assert!(!overlap, "{id}: {} {g:?} and {} {h:?}", a["Nickname"], b["Nickname"]);
            }
        }
    }
}

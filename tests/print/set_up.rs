//! Tables for Tabletop Simulator that a scenario sets up.

use std::collections::BTreeMap;
use std::path::Path;

use crate::process::Ends;
use serde_json::Value;

/// Exports a shipped game with these arguments, and returns its objects.
fn objects(game: &str, more: &[&str]) -> (tempfile::TempDir, Vec<Value>) {
    let folder = tempfile::tempdir().expect("a folder");
    let objects = objects_in(&folder, game, more);
    (folder, objects)
}

/// The same in a folder, for a shipped game or a package in it.
fn objects_in(folder: &tempfile::TempDir, game: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["export", game, "--to", "tts", "--url", "https://example.org/a b/", "--out", "out"], more]
        .concat();
    let out = crate::process::cardwright().current_dir(folder.path()).args(args).ended();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let saved = saved(folder.path(), game);
    saved["ObjectStates"].as_array().expect("objects").clone()
}

fn saved(folder: &Path, game: &str) -> Value {
    let json = std::fs::read(folder.join(format!("out/{game}/tts/{game}.json"))).expect("it is there");
    serde_json::from_slice(&json).expect("JSON")
}

fn text<'v>(object: &'v Value, key: &str) -> &'v str {
    object[key].as_str().expect("a text")
}

fn place(object: &Value, key: &str) -> f64 {
    object["Transform"][key].as_f64().expect("a number")
}

fn named<'v>(objects: &'v [Value], name: &str) -> Vec<&'v Value> {
    objects.iter().filter(|o| text(o, "Name") == name).collect()
}

/// Every card by its id, also those in decks.
fn cards(objects: &[Value]) -> BTreeMap<String, String> {
    let inside = objects.iter().filter_map(|o| o["ContainedObjects"].as_array()).flatten();
    let all = objects.iter().chain(inside).filter(|o| text(o, "Name") == "Card");
    all.map(|card| (text(card, "GUID").to_owned(), text(card, "Nickname").to_owned())).collect()
}

#[test]
fn a_scenario_deals_hands_and_lays_zones_and_numbers() {
    let (folder, table) = objects("crazy-eights", &["--scenario", "ace-turns"]);
    let (boxed, box_of_cards) = objects("crazy-eights", &[]);
    // It is a game to load, with hands; without a scenario it is an object.
    assert_eq!(saved(folder.path(), "crazy-eights")["Table"], "Table_RPG");
    assert_eq!(saved(boxed.path(), "crazy-eights")["Table"], "");
    assert_eq!(named(&box_of_cards, "HandTrigger").len(), 0);
    // No card is lost, doubled or another one.
    assert_eq!(cards(&table), cards(&box_of_cards));
    assert_eq!(cards(&table).len(), 104);
    let zones = named(&table, "HandTrigger");
    let colours: Vec<&str> = zones.iter().map(|zone| text(zone, "FogColor")).collect();
    assert_eq!(colours, ["White", "Red", "Yellow"]);
    // Each hand holds the cards that the scenario gives its player, face up and turned to the player.
    let held = |zone: &Value| -> Vec<&str> {
        let inside = |card: &&&Value| {
            (place(card, "posX") - place(zone, "posX")).abs() < place(zone, "scaleX") / 2.0
                && (place(card, "posZ") - place(zone, "posZ")).abs() < place(zone, "scaleZ") / 2.0
        };
        let cards = named(&table, "Card");
        let cards: Vec<&&Value> = cards.iter().filter(inside).collect();
        for card in &cards {
            assert_eq!(place(card, "rotZ"), 0.0);
            assert_eq!((place(card, "rotY") - place(zone, "rotY")).abs(), 180.0);
        }
        let mut names: Vec<&str> = cards.iter().map(|card| text(card, "Nickname")).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(held(zones[0]), ["Ace of Hearts", "King of Clubs"]);
    assert_eq!(held(zones[1]), ["Queen of Diamonds", "Three of Clubs"]);
    assert_eq!(held(zones[2]), ["King of Hearts", "Queen of Hearts", "Two of Hearts"]);
    // The first sits in front, the third behind.
    assert!(place(zones[0], "posZ") < 0.0 && place(zones[2], "posZ") > 0.0);
    // Hidden components are face down, components seen by all are face up.
    let down: Vec<&str> = named(&table, "DeckCustom").iter().map(|deck| text(deck, "Nickname")).collect();
    assert!(down.contains(&"Stock"), "{down:?}");
    let pile =
        table.iter().find(|o| place(o, "rotZ") == 0.0 && place(o, "posY") < 2.0 && text(o, "Name") == "Card");
    assert_eq!(text(pile.expect("the pile of one card"), "Nickname"), "Nine of Hearts");
    let numbers: BTreeMap<&str, &Value> =
        named(&table, "Counter").into_iter().map(|c| (text(c, "Nickname"), &c["Counter"]["value"])).collect();
    assert_eq!(numbers["Passes"], &Value::from(0));
}

#[test]
fn a_table_is_set_up_as_a_game_begins() {
    let (_kept, table) = objects("minute-realms", &["--scenario", "setup"]);
    let (_box, box_of_cards) = objects("minute-realms", &[]);
    assert_eq!(cards(&table), cards(&box_of_cards));
    assert_eq!(named(&table, "HandTrigger").len(), 2);
    // Addresses are such as every program reads.
    let deck = named(&table, "DeckCustom")[0]["CustomDeck"].as_object().expect("sheets").clone();
    let sheet = deck.values().next().expect("a sheet");
    assert!(text(sheet, "FaceURL").starts_with("https://example.org/a%20b/"), "{sheet}");
}

#[test]
fn pieces_stand_as_the_scenario_has_them() {
    let (_begun, begun) = objects("chess", &["--scenario", "setup"]);
    let (_mate, mate) = objects("chess", &["--scenario", "back-rank-mate"]);
    let on_board = |objects: &[Value]| {
        let board = objects
            .iter()
            .find(|o| o["Locked"] == true && text(o, "Name") == "Custom_Tile")
            .expect("a board");
        let half = place(board, "scaleZ");
        assert_eq!((place(board, "posX"), place(board, "posZ")), (0.0, 0.0), "in the middle of the table");
        named(objects, "Custom_Tile")
            .iter()
            .filter(|o| o["Locked"] == false && place(o, "posZ").abs() < half)
            .count()
    };
    assert_eq!(on_board(&begun), 32);
    assert!(on_board(&mate) < 12, "{}", on_board(&mate));
}

#[test]
fn a_scenario_that_does_not_begin_is_set_up_as_it_lies() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"pond\"\nname = \"Pond\"\nplayers = [2, 2]\n[zones.hand]\nper = \"player\"\nholds = \"card\"\n\
        [zones.deck]\nholds = \"card\"\nordered = true\nstart = \"cards\"\n[flow]\nplay = \"end\"\n\
        [scoring]\nscore = \"count(p.hand)\"\n";
    let laid =
        "name = \"Laid\"\n[zones]\n\"hand[1]\" = [\"frog\"]\n[[steps]]\nexpect = \"count(deck) == 1\"\n";
    let texts = [
        ("game.toml", game),
        ("cards/all.toml", "[cards.frog]\n[cards.newt]\n"),
        ("scenarios/laid.toml", laid),
    ];
    for (path, text) in texts {
        let path = folder.path().join("pond").join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("it is written");
    }
    let table = objects_in(&folder, "pond", &["--scenario", "laid"]);
    let lies = |name: &str| table.iter().any(|o| text(o, "Name") == "Card" && text(o, "Nickname") == name);
    assert!(lies("Frog") && cards(&table).len() == 2, "{table:?}");
}

#[test]
fn a_scenario_that_is_not_there_is_named_and_others_set_up_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let out = crate::process::cardwright().current_dir(folder.path()).args(args).ended();
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    let (code, said) = run(&["export", "chess", "--to", "tts", "--scenario", "back-rank-mat"]);
    assert!(code != Some(0) && said.contains("back-rank-mate"), "{said}");
    let (code, said) = run(&["export", "chess", "--to", "png", "--scenario", "back-rank-mate"]);
    assert!(code == Some(2) && said.contains("--to tts"), "{said}");
    assert!(!folder.path().join("output/chess/tts").exists());
}

#[test]
fn standees_stand_and_cards_are_as_sharp_as_two_sheets_allow() {
    let (folder, table) = objects("fantasy-realms", &[]);
    let standees = named(&table, "Custom_Model");
    assert_eq!(standees.len(), 1);
    let mesh = text(&standees[0]["CustomMesh"], "MeshURL").rsplit('/').next().expect("a name");
    let mesh =
        std::fs::read_to_string(folder.path().join("out/fantasy-realms/tts").join(mesh)).expect("a mesh");
    let corners: Vec<Vec<f64>> = mesh
        .lines()
        .filter_map(|line| line.strip_prefix("v "))
        .map(|line| line.split(' ').map(|n| n.parse().expect("a number")).collect())
        .collect();
    let of = |axis: usize| corners.iter().map(move |c| c[axis]);
    let span = |axis: usize| of(axis).fold(f64::MIN, f64::max) - of(axis).fold(f64::MAX, f64::min);
    // It stands on the table, and is higher than wide, as on paper.
    assert_eq!(of(1).fold(f64::MAX, f64::min), 0.0);
    assert!(
        (span(1) - 0.08) / span(0) > 1.34 && (span(1) - 0.08) / span(0) < 1.36,
        "{} {}",
        span(0),
        span(1)
    );
    let faces: Vec<&str> = mesh.lines().filter(|line| line.starts_with("f ")).collect();
    assert_eq!((faces.len(), corners.len()), (12, 48));
    // 53 cards on one sheet would be 455 pixels wide.
    let deck = named(&table, "DeckCustom")[0];
    let sheets = deck["CustomDeck"].as_object().expect("sheets");
    assert_eq!(sheets.len(), 2);
    for sheet in sheets.values() {
        let name = text(sheet, "FaceURL").rsplit('/').next().expect("a name").to_owned();
        let bytes = std::fs::read(folder.path().join("out/fantasy-realms/tts").join(name)).expect("a sheet");
        let wide = u32::from_be_bytes(bytes[16..20].try_into().expect("a width"));
        assert!(u64::from(wide) / sheet["NumWidth"].as_u64().expect("columns") > 550, "{sheet}");
    }
}

#[test]
fn many_boards_lie_in_rows_around_the_middle() {
    let (_folder, table) = objects("twelve-realms", &[]);
    let boards: Vec<&Value> = table.iter().filter(|object| object["Locked"] == true).collect();
    assert_eq!(boards.len(), 12);
    let span = |key: &str| {
        let at: Vec<f64> = boards.iter().map(|board| place(board, key)).collect();
        (at.iter().copied().fold(f64::MAX, f64::min), at.iter().copied().fold(f64::MIN, f64::max))
    };
    let ((left, right), (near, far)) = (span("posX"), span("posZ"));
    assert!(right - left < 44.0 && (left + right).abs() < 0.01, "{left} to {right}");
    assert!(far > near && (near + far).abs() < 0.01, "{near} to {far}");
    let mut places: Vec<(i64, i64)> = boards
        .iter()
        .map(|board| (place(board, "posX").round() as i64, place(board, "posZ").round() as i64))
        .collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), 12, "no board lies on another");
}

#[test]
fn a_game_whose_options_refuse_the_fewest_players_begins_with_more() {
    // Its default variant is for three players or more, the game itself for two.
    let (_folder, begun) = objects("fantasy-realms", &["--scenario", "setup"]);
    assert_eq!(named(&begun, "HandTrigger").len(), 3);
    assert_eq!(cards(&begun).len(), 53);
}

#[test]
fn no_two_objects_lie_in_one_place() {
    for id in ["twelve-realms", "realm-builder", "minute-realms"] {
        for more in [&["--scenario", "setup"][..], &[]] {
            let (_folder, table) = objects(id, more);
            let mut places = std::collections::BTreeSet::new();
            for object in &table {
                let at = ["posX", "posY", "posZ"].map(|key| (place(object, key) * 100.0).round() as i64);
                assert!(places.insert(at), "{id}: {} at {at:?}", text(object, "Nickname"));
            }
        }
    }
}

#[test]
fn components_with_a_foot_stand_and_are_no_deck() {
    let (folder, table) = objects("realm-builder", &[]);
    let called = |name: &str| {
        let all: Vec<&Value> = table.iter().filter(|o| text(o, "Nickname").ends_with(name)).collect();
        assert_eq!(all.len(), 1, "{name}");
        all[0]
    };
    let bag = called(": Standees");
    assert_eq!(text(bag, "Name"), "Bag");
    let figures = bag["ContainedObjects"].as_array().expect("figures");
    assert_eq!(figures.len(), called(": Units")["ContainedObjects"].as_array().expect("cards").len());
    for figure in figures {
        assert_eq!(text(figure, "Name"), "Custom_Model");
        let mesh = &figure["CustomMesh"];
        assert_eq!(text(mesh, "MeshURL"), "https://example.org/a%20b/standees.obj");
        let picture = text(mesh, "DiffuseURL").rsplit('/').next().expect("a file");
        assert!(folder.path().join("out/realm-builder/tts").join(picture).is_file(), "{picture}");
    }
    let mesh =
        std::fs::read_to_string(folder.path().join("out/realm-builder/tts/standees.obj")).expect("a mesh");
    // The upright part is 18 mm wide and 20 mm high, beside a card of 88 mm for 3.17 units.
    let unit = 3.17 / 88.0;
    let corner = |v: &str| v.split(' ').skip(1).map(|n| n.parse().expect("a number")).collect::<Vec<f64>>();
    let corners: Vec<Vec<f64>> = mesh.lines().filter(|l| l.starts_with("v ")).map(corner).collect();
    let most = |axis: usize| corners.iter().map(|c| c[axis]).fold(0.0, f64::max);
    assert!((most(0) - 9.0 * unit).abs() < 0.001 && (most(1) - 20.0 * unit - 0.08).abs() < 0.001);
}

#[test]
fn a_foot_leaves_something_to_stand_that_has_one_side() {
    let sized = |size: &str, more: &str| {
        let print = format!("[sheets.figures]\ncomponents = \"card\"\n{size}{more}");
        let game = "[game]\nid = \"woods\"\nname = \"Woods\"\nversion = \"1.0.0\"\nplayers = [1, 2]\n[flow]\nplay = \"end\"\n";
        let files = [
            ("game.toml", game),
            ("cards/all.toml", "[cards.elf]\nname = \"Elf\"\n"),
            ("print.toml", print.as_str()),
        ];
        let opened = crate::support::opened(files);
        crate::support::report(&opened.diagnostics, &opened.sources, 100)
    };
    let report = |more: &str| sized("size = [18, 52]\n", more);
    assert_eq!(report("foot = 25\n"), "");
    // The height of a named size, and of none: that of a poker card.
    for size in ["size = \"poker\"\n", ""] {
        assert_eq!(sized(size, "foot = 43\n"), "");
        let high = sized(size, "foot = 44\n");
        assert!(high.contains("has feet of 44 mm at both ends of 88 mm"), "{high}");
    }
    let high = report("foot = 26\n");
    assert!(high.contains("has feet of 26 mm at both ends of 52 mm: nothing is left to stand"), "{high}");
    let two = report("foot = 6\ntwo_sided = true\n");
    assert!(two.contains("both of their sides are on the front"), "{two}");
}

#[test]
fn a_die_of_the_game_is_no_net_of_paper_too() {
    let (folder, table) = objects("twelve-realms", &[]);
    assert_eq!(named(&table, "Die_6").len(), 1);
    assert!(!folder.path().join("out/twelve-realms/tts/fate.png").exists());
    assert!(!table.iter().any(|object| object.to_string().contains("fate.png")));
}

#[test]
fn components_of_a_cell_lie_beside_each_other_unless_they_are_many_or_in_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let package = folder.path().join("woods");
    std::fs::create_dir_all(package.join("cards")).expect("a folder");
    let laid = |imps: usize, order: &str| {
        let game = format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nversion = \"1.0.0\"\nplayers = [1, 2]\n\
             [boards.map.areas]\nglade = {{ adjoins = [\"brook\"] }}\nbrook = {{}}\n[kinds.token]\n\
             [zones.camp]\nper = \"map\"\n{order}start = \"tokens where self == glade\"\n[flow]\nplay = \"end\"\n"
        );
        let tokens =
            format!("[cards.elf]\nkind = \"token\"\n[cards.imp]\nkind = \"token\"\ncopies = {imps}\n");
        std::fs::write(package.join("game.toml"), game).expect("written");
        std::fs::write(package.join("cards/all.toml"), tokens).expect("written");
        objects_in(&folder, "woods", &["--scenario", "setup"])
    };
    for imps in [1, 3, 8] {
        let objects = laid(imps, "");
        let tokens = named(&objects, "Card");
        assert_eq!((tokens.len(), named(&objects, "DeckCustom").len()), (imps + 1, 0));
        // A token is 20 mm wide and high, beside a card of 88 mm for 3.17 units.
        let apart = 20.0 * 3.17 / 88.0;
        for (i, one) in tokens.iter().enumerate() {
            assert_eq!(place(one, "rotZ"), 0.0, "face up");
            for other in &tokens[..i] {
                let between = |key: &str| (place(one, key) - place(other, key)).abs();
                assert!(between("posX") > apart || between("posZ") > apart, "{imps}: {one} {other}");
            }
        }
    }
    for (imps, order) in [(9, ""), (3, "ordered = true\n")] {
        let objects = laid(imps, order);
        assert_eq!((named(&objects, "Card").len(), named(&objects, "DeckCustom").len()), (0, 1));
    }
}

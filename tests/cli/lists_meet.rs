//! Lists against each other, and against the rules of the table that they are brought to.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::lists::said;

/// A game of lists in which a hand of one card decides; `end` determines the result if no card has decided.
fn showdown(here: &Path, end: &str, more: &str) {
    let game = format!(
        "[game]\nid = \"showdown\"\nname = \"Showdown\"\nplayers = [2, 4]\n[kinds.card.attributes]\nn = \"int 0..9\"\n\
         [zones.library]\nper = \"player\"\nordered = true\nseen_by = \"none\"\nstart = \"list\"\n\
         [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n{more}\n\
         [flow]\nsetup = \"for each p in players {{ shuffle(p.library); deal(p.library, p.hand, 1) }}\"\n\
         play = \"for each p in players {{ choose c from p.hand by p; if c.n > 3 {{ win p }} }}\\n{end}\"\n"
    );
    let cards = "[cards.good]\nn = 4\n[cards.dud]\nn = 0\n";
    let put = |path: &str, text: &str| {
        let path = here.join("showdown").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    put("game.toml", &game);
    put("cards/cards.toml", cards);
    put("decks/nil.toml", "[cards]\ndud = 99\n");
    put("decks/strong.toml", "[cards]\ngood = 4\ndud = 6\n");
    put("decks/weak.toml", "[cards]\ngood = 1\ndud = 99\n");
}

fn report(here: &Path, lists: &str) -> Value {
    let (code, text) = said(here, &["sim", "showdown", "--decks", lists, "-n", "300", "--format", "json"]);
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

/// How much of the mixture a list is.
fn mixture(report: &Value, list: &str) -> f64 {
    let rows = report["decks"]["table"].as_array().expect("a table");
    let row = rows.iter().find(|row| row["list"] == list).expect("it is there");
    row["mixture"].as_f64().expect("a share")
}

#[test]
fn a_drawn_game_is_half_a_win_for_each_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    showdown(here, "end in draw", "");
    for lists in ["weak,strong", "strong,weak", "weak,nil,strong"] {
        let report = report(here, lists);
        assert!(mixture(&report, "strong") > 0.99, "{lists}: {report}");
        for row in report["decks"]["table"].as_array().expect("a table") {
            for against in row["against"].as_array().expect("a list") {
                // Most games are drawn, so that nobody is far from half.
                let share = against["share"].as_f64().expect("a share");
                assert!((0.2..=0.8).contains(&share), "{against}");
            }
        }
        let first = report["decks"]["first_seat"]["share"].as_f64().expect("a share");
        assert!((0.4..=0.7).contains(&first), "{report}");
    }
    // Among lists that do equally well, none is preferred for its name.
    let (code, _) = said(here, &["sim", "showdown", "--decks", "nil,strong", "-n", "2", "--save", "m.csv"]);
    assert_eq!(code, Some(0));
    fs::copy(here.join("showdown/decks/nil.toml"), here.join("other.toml")).expect("copied");
    let same = report(here, "nil,./other.toml");
    assert_eq!((mixture(&same, "nil"), mixture(&same, "./other.toml")), (0.5, 0.5), "{same}");
}

#[test]
fn lists_that_cannot_meet_are_refused_before_any_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    showdown(here, "end in draw", "");
    let many: Vec<String> = (0..3000).map(|n| format!("./x{n}.toml")).collect();
    let (code, told) = said(here, &["sim", "showdown", "-n", "1", "--decks", &many.join(",")]);
    assert_eq!(
        (code, told.contains("at most 32 lists can meet, and these are 3000")),
        (Some(2), true),
        "{told}"
    );
    let together = "[scoring]\ntogether = \"true\"\n";
    showdown(here, "lose players", together);
    let (code, told) = said(here, &["sim", "showdown", "-n", "1", "--decks", "weak,strong"]);
    assert_eq!((code, told.contains("all players are one side")), (Some(2), true), "{told}");
}

#[test]
fn lists_are_legal_for_those_who_sit_down() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let rules = "[deck]\nsize = [1, 200]\ncopies = \"99 if n == 0 else player_count + 1\"\n\
                 [[deck.require]]\nthat = \"count(cards) <= 5 * player_count\"\ntext = \"small\"\n";
    showdown(here, "end in draw", rules);
    for list in ["nil", "strong", "weak"] {
        fs::write(here.join(format!("showdown/decks/{list}.toml")), "[cards]\ndud = 5\n").expect("a file");
    }
    fs::write(here.join("five.toml"), "[cards]\ngood = 5\ndud = 15\n").expect("a file");
    for (players, ends) in [("4", Some(0)), ("3", Some(1)), ("2", Some(1))] {
        let args = ["sim", "showdown", "-n", "4", "--deck", "./five.toml", "--players", players];
        let (code, told) = said(here, &args);
        assert_eq!(code, ends, "{players}: {told}");
        let check = ["deck", "check", "five.toml", "--game", "showdown", "--players", players];
        let (code, told) = said(here, &check);
        assert_eq!(code, ends, "{players}: {told}");
    }
    let (code, told) = said(here, &["deck", "check", "five.toml", "--game", "showdown"]);
    assert_eq!((code, told.contains("at most 3 of this card")), (Some(1), true), "{told}");
    let (code, told) = said(here, &["deck", "check", "five.toml", "--game", "showdown", "--players", "9"]);
    assert_eq!((code, told.contains("is for 2 to 4 players, not for 9")), (Some(2), true), "{told}");
}

/// The page of the list is a file beside all others.
#[test]
fn a_sheet_that_is_called_list_is_printed_beside_the_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    showdown(here, "end in draw", "");
    let print = |args: &[&str]| {
        let (code, told) =
            said(here, &[&["print", "showdown", "--deck", "strong", "--out", "out"], args].concat());
        assert_eq!(code, Some(0), "{told}");
        let mut made: Vec<String> = fs::read_dir(here.join("out/showdown"))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .filter(|name| name.ends_with(".pdf"))
            .collect();
        made.sort();
        fs::remove_dir_all(here.join("out")).expect("removed");
        made
    };
    assert!(print(&[]).contains(&"list.pdf".to_owned()));
    fs::write(here.join("showdown/print.toml"), "[sheets.list]\ncomponents = \"card\"\n").expect("a file");
    let made = print(&[]);
    assert!(["deck-list.pdf", "list.pdf"].iter().all(|file| made.contains(&(*file).to_owned())), "{made:?}");
    assert_eq!(print(&["--sheet", "list"]), ["list.pdf"]);
}

#[test]
fn lists_name_one_card_each_and_say_so_where_they_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    showdown(here, "end in draw", "");
    let cards = "[cards.good]\nn = 4\n[cards.dud]\nn = 0\n[cards.free]\nname = \"Free\"\nn = 1\n[cards.other]\nname = \"Free\"\nn = 2\n";
    fs::write(here.join("showdown/cards/cards.toml"), cards).expect("a file");
    let check = |file: &str, text: &str| {
        fs::write(here.join(file), text).expect("a file");
        said(here, &["deck", "check", file, "--game", "showdown"])
    };
    for (file, list) in [("a.txt", "3 Free\n"), ("a.toml", "[cards]\nFree = 3\n")] {
        let (code, told) = check(file, list);
        assert_eq!((code, told.contains("they are `free` and `other`")), (Some(1), true), "{told}");
    }
    for (file, list) in [
        ("a.txt", "3 free\n2 other\n"),
        ("b.txt", "\u{feff}3 Good\n"),
        ("b.toml", "\u{feff}[cards]\nGood = 3\n"),
    ] {
        let (code, told) = check(file, list);
        assert_eq!(code, Some(0), "{told}");
    }
    // With very many errors, the first ones are shown, and the number of all.
    let (code, told) = check("many.txt", &"1 Good\n".repeat(5001));
    assert_eq!((code, told.matches("is in this list twice").count()), (Some(1), 100), "{told}");
    assert!(told.contains("There are 4,900 more of this sort."), "{told}");
}

#[test]
fn a_scenario_that_names_a_file_is_told_to_bring_it_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    showdown(here, "end in draw", "");
    fs::create_dir(here.join("showdown/scenarios")).expect("made");
    let scenario = "name = \"Mine\"\nplayers = 2\n[decks]\n1 = \"../mine.toml\"\n";
    fs::write(here.join("showdown/scenarios/mine.toml"), scenario).expect("a file");
    let (code, told) = said(here, &["check", "showdown"]);
    assert_eq!((code, told.contains("put the file into `decks/`")), (Some(1), true), "{told}");
}

#[test]
fn what_no_list_may_hold_is_named_when_a_list_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    super::lists::sparring(&here.join("sparring"));
    let (code, told) = said(here, &["print", "sparring", "--deck", "raiders", "--out", "out"]);
    assert_eq!((code, told.contains("no list may hold it: `glow`")), (Some(0), true), "{told}");
    let (code, told) = said(here, &["print", "sparring", "--only", "name=glow", "--out", "out"]);
    assert_eq!((code, told.contains("no list may hold")), (Some(0), false), "{told}");
}

#[test]
fn a_list_that_is_not_legal_is_printed_with_warnings() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    super::lists::sparring(&here.join("sparring"));
    let short = "name = \"Mine\"\n[hero]\nroan = 1\n[cards]\nspark = 2\n";
    fs::write(here.join("mine.toml"), short).expect("a file");
    let print = ["print", "sparring", "--deck", "./mine.toml", "--out", "out"];
    let (code, told) = said(here, &print);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("warning[CW0832]") && told.contains("list.pdf"), "{told}");
    let (code, told) = said(here, &[&print[..], &["--deny", "warnings"]].concat());
    assert_eq!((code, told.contains("error[CW0832]")), (Some(1), true), "{told}");
    assert!(!told.contains("list.pdf"), "{told}");
    let (code, told) = said(here, &["print", "sparring", "--deck", "raiders", "--out", "out"]);
    assert_eq!((code, told.contains("warning")), (Some(0), false), "{told}");
}

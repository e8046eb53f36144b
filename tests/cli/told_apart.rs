//! The terminal: distinct labels, incomplete answers, the game's own words.

use super::play::typed;
use super::text;
use crate::process::Ends;
use std::fs;

/// Crews in marshes, some of them twice, and two windows.
const MARSHES: &str = r#"
[game]
id = "marshes"
name = "Marshes"
players = [1, 2]
[enums]
good = ["salt", "iron"]
[dice]
sky = ["salt", "iron"]
[words]
camp = "Landing"
store = "Warehouse"
crew = "Mannschaft"
crews = "Mannschaften"
glory = "Ruhm"
strength = "Kraft"
sky = "Heaven"
sail = "Set sail for"
[boards.delta.areas.north_harbour]
name = "North Harbour"
adjoins = ["old_reeds"]
[boards.delta.areas.old_reeds]
adjoins = ["long_dike"]
[boards.delta.areas.long_dike]
name = "Long Dike"
[kinds.crew]
base = "card"
[kinds.crew.attributes]
strength = "int 0..9"
[kinds.crew.state]
tired = "bool"
[state.player]
glory = "int 0..9"
[zones.stock]
start = "cards"
[zones.camp]
per = "delta"
holds = "crew"
[zones.pile]
ordered = true
[zones.store]
per = "player"
seen_by = "owner"
[actions.ferry]
params = { c = "crews", to = "cells" }
do = "move(c, to.camp)"
[actions.lay]
params = { c = "crews", n = "1..3" }
do = "move(c, pile)"
text = "lay {{ c }} as worth {{ n }}"
[actions.stow]
params = { c = "pile", n = "1..3" }
do = "move(c, stock)"
text = "put {{ c }} away at {{ n }}"
[actions.sail]
params = { to = "cells" }
do = "glory += 1"
[flow]
setup = """
for each c in crews { move(c, old_reeds.camp) }
if let s = first(crews where name == salters) { move(s, long_dike.camp) }
"""
play = """
PLAY
"""
"#;
const CREWS: &str = "[cards.salters]\nkind = \"crew\"\nname = \"Salt Boilers\"\nstrength = 2\ncopies = 2\n\
                     [cards.eelers]\nkind = \"crew\"\nstrength = 1\n";

/// Output of a game with this `play`, for this input.
fn played(play: &str, seats: &str, input: &str) -> String {
    let args = ["play", "marshes", "--players", "2", "--seats", seats, "--seed", "1"];
    ran(&MARSHES.replace("PLAY", play), &args, input)
}

/// Output of a command about a game of these rules, for this input.
fn ran(rules: &str, args: &[&str], input: &str) -> String {
    ran_with(rules, CREWS, args, input)
}

/// Like `ran`, with these crews.
fn ran_with(rules: &str, crews: &str, args: &[&str], input: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("marshes");
    fs::create_dir_all(game.join("cards")).expect("a folder");
    fs::create_dir_all(game.join("texts")).expect("a folder");
    fs::write(game.join("game.toml"), rules).expect("written");
    fs::write(game.join("cards/crews.toml"), crews).expect("written");
    fs::write(game.join("texts/de.toml"), "[words]\npile = \"Stapel\"\nsecret = \"Versteck\"\n")
        .expect("written");
    let output = typed(folder.path(), args, input);
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn options_with_one_label_say_where_their_copies_lie() {
    let shown = played(
        "act players[1] from {ferry}\nlog \"done\"\nend",
        "human,first",
        "ferry salters#2 long_dike\n",
    );
    for label in
        ["Ferry Salt Boilers North Harbour (Long Dike)", "Ferry Salt Boilers North Harbour (Old Reeds)"]
    {
        assert_eq!(shown.matches(label).count(), 1, "{label}: {shown}");
    }
    // Eelers are there once; nothing has to tell them apart.
    assert!(
        shown.contains("Ferry Eelers North Harbour\n") || shown.contains("Ferry Eelers North Harbour "),
        "{shown}"
    );
    assert!(!shown.contains("Eelers North Harbour ("), "{shown}");
    // The record says it, too.
    assert!(shown.contains("player 1: Ferry Salt Boilers Long Dike (Old Reeds)"), "{shown}");
    let by_label = played(
        "act players[1] from {ferry}\nend",
        "human,first",
        "ferry salt boilers north harbour (old reeds)\n",
    );
    assert!(by_label.contains("player 1: Ferry Salt Boilers North Harbour (Old Reeds)"), "{by_label}");
}

#[test]
fn a_program_is_told_which_options_share_a_label() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("marshes");
    fs::create_dir_all(game.join("cards")).expect("a folder");
    fs::write(game.join("game.toml"), MARSHES.replace("PLAY", "act players[1] from {ferry}\nend"))
        .expect("written");
    fs::write(game.join("cards/crews.toml"), CREWS).expect("written");
    let choose = |option: &str| {
        let lines = format!(
            "{{\"do\": \"new\", \"players\": 2}}\n{{\"do\": \"choose\", \"option\": \"{option}\"}}\n"
        );
        let output = typed(folder.path(), &["drive", "marshes"], &lines);
        text(&output.stdout).lines().last().unwrap_or_default().to_owned()
    };
    let shared = choose("Ferry Salt Boilers North Harbour");
    assert!(
        shared.contains(
            "is none of the options; options that begin so: Ferry Salt Boilers North Harbour (Long Dike), "
        ),
        "{shared}"
    );
    for one in [
        "Ferry Salt Boilers North Harbour (Long Dike)",
        "ferry salters north_harbour",
        "Ferry Eelers North Harbour",
    ] {
        assert!(choose(one).contains("\"status\":\"over\""), "{one}: {}", choose(one));
    }
}

#[test]
fn a_row_tells_its_copies_apart_by_place_and_a_heap_by_number() {
    let row = "for each c in crews { move(c, pile) }\nchoose c from pile by players[1]\nlog \"{{ c }}\"\nend";
    let shown = played(row, "human,first", "quit\n");
    assert!(shown.contains("Salt Boilers (pile 3)") && shown.contains("Salt Boilers (pile 2)"), "{shown}");
    let heap = "for each c in crews { move(c, stock) }\nif let s = first(crews where name == salters) { s.tired = true }\n\
                choose c from stock by players[1]\nlog \"{{ c }}\"\nend";
    let shown = played(heap, "human,first", "quit\n");
    assert!(shown.contains("Salt Boilers#1") && shown.contains("Salt Boilers#2"), "{shown}");
}

#[test]
fn half_an_answer_is_told_what_begins_so() {
    let shown = played(
        "act players[1] from {lay, sail}\nend",
        "human,first",
        "lay eelers\nsail\nset sail for\nlay\n",
    );
    assert!(
        shown.contains(
            "`lay eelers` is not an option. Options that begin so: Lay Eelers as worth 1, Lay Eelers as worth 2, "
        ),
        "{shown}"
    );
    assert!(
        shown.contains("`sail` is not an option. Options that begin so: Set sail for North Harbour, "),
        "{shown}"
    );
    assert!(
        shown
            .contains("`set sail for` is not an option. Options that begin so: Set sail for North Harbour, "),
        "{shown}"
    );
}

#[test]
fn ids_and_printed_names_may_be_mixed() {
    for line in ["lay eelers 2", "Lay Eelers as worth 2", "lay EELERS 2"] {
        let shown = played("act players[1] from {lay, sail}\nend", "human,first", &format!("{line}\n"));
        assert!(shown.contains("player 1: Lay Eelers as worth 2"), "{line}: {shown}");
    }
    for line in
        ["sail old_reeds", "sail Old Reeds", "set sail for old_reeds", "ferry Salt Boilers#2 long_dike"]
    {
        let shown = played("act players[1] from {ferry, sail}\nend", "human,first", &format!("{line}\n"));
        assert!(shown.contains("player 1: "), "{line}: {shown}");
    }
    // An ambiguous answer is refused.
    let shown = played("act players[1] from {ferry}\nend", "human,first", "ferry Salt Boilers old_reeds\n");
    let both = "Options that begin so: Ferry Salt Boilers Old Reeds (Long Dike), Ferry Salt Boilers Old Reeds (Old Reeds)";
    assert!(!shown.contains("player 1: ") && shown.contains(both), "{shown}");
}

#[test]
fn areas_without_a_name_are_called_as_on_paper() {
    let shown = played("act players[1] from {sail}\nend", "human,first", "table\nsail old_reeds\n");
    assert!(shown.contains("    Old Reeds  ") && !shown.contains("    old_reeds"), "{shown}");
    assert!(shown.contains("player 1: Set sail for Old Reeds"), "{shown}");
}

#[test]
fn what_the_game_calls_otherwise_is_called_so_at_the_table() {
    let play = "for each c in crews { move(c, players[2].store) }\nplayers[1].glory = 3\nlet x = roll(sky)\nshuffle(pile)\n\
                choose c from crews by players[1]\nlog \"{{ c }} {{ x }}\"\nend";
    let shown = played(play, "human,first", "? eelers\nquit\n");
    for words in
        ["Warehouse 3 Mannschaften", "Ruhm 3", "the Heaven die shows", "Eelers  Mannschaft · Kraft 1"]
    {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let refused = |word: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = MARSHES.replace("PLAY", "end").replace("sail = \"Set", &format!("{word} = \"Set"));
        fs::create_dir(folder.path().join("cards")).expect("a folder");
        fs::write(folder.path().join("cards/c.toml"), CREWS).expect("written");
        fs::write(folder.path().join("game.toml"), rules).expect("written");
        let output = super::cardwright().args(["check"]).arg(folder.path()).ended();
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    let said = refused("sial");
    assert!(
        said.contains("there is nothing called `sial` that people read")
            && said.contains("did you mean `sail`?"),
        "{said}"
    );
}

#[test]
fn help_names_what_is_there() {
    let shown = played("act players[1] from {sail}\nend", "human,first", "?\nquit\n");
    assert!(shown.contains("1, Set sail for North Harbour  answer with"), "{shown}");
    assert!(shown.contains("? Eelers") || shown.contains("? Salt Boilers"), "{shown}");
    assert!(!shown.contains("badger"), "{shown}");
}

#[test]
fn headlines_say_what_is_not_as_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [1, 1]\n[options.long]\nrange = [1, 9]\ndefault = 3\n[options.late]\ndefault = false\n\
                [zones.hand]\nper = \"player\"\nseen_by = \"owner\"\n[zones.deck]\nstart = \"cards\"\n\
                [flow]\nsetup = \"move(deck, players[1].hand)\"\nplay = \"choose n from 1..2 by players[1]; end\"\n";
    fs::create_dir_all(folder.path().join("g/cards")).expect("a folder");
    fs::write(folder.path().join("g/game.toml"), game).expect("written");
    let cards = "[cards.ant]\nname = \"Ant\"\ncopies = 3\n[cards.bee]\nname = \"Bee\"\n";
    fs::write(folder.path().join("g/cards/c.toml"), cards).expect("written");
    let said = |args: &[&str]| {
        let output = typed(folder.path(), args, "quit\n");
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    };
    let head = |args: &[&str]| said(args).lines().next().unwrap_or_default().to_owned();
    assert_eq!(head(&["sim", "g", "-n", "2"]), "G 0.1.0 · 2 games · 1 player · seed 1");
    assert_eq!(
        head(&["sim", "g", "-n", "2", "-o", "long=4"]),
        "G 0.1.0 · 2 games · 1 player · seed 1 · long 4"
    );
    assert!(said(&["demo", "g"]).contains("1 bot that chooses at random"), "{}", said(&["demo", "g"]));
    // Cards of one's own hand that are alike are one line, as options are.
    let hand = said(&["play", "g", "--seed", "1"]);
    assert!(hand.contains("your hand  Ant ×3\n             Bee\n"), "{hand}");
}

#[test]
fn a_card_that_asks_nothing_asks_what_one_does() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[game]\nid = \"g\"\nname = \"G\"\nplayers = [2, 2]\n[zones.hand]\nper = \"player\"\n[zones.used]\n\
                [kinds.card.actions.play]\nin = \"hand\"\ndo = \"move(self, used); may act next(you) from {thwart}\"\n\
                [actions.thwart]\nparams = { c = \"hand\" }\ndo = \"move(c, used)\"\n[flow]\n\
                setup = \"for each p in players { deal(box, p.hand, 1) }\"\nplay = \"act players[1] from {play}; end\"\n";
    fs::create_dir_all(folder.path().join("g/cards")).expect("a folder");
    fs::write(
        folder.path().join("g/game.toml"),
        game.replace("deal(box, p.hand, 1)", "if let c = first(box) { move(c, p.hand) }"),
    )
    .expect("written");
    fs::write(folder.path().join("g/cards/c.toml"), "[cards.ant]\n[cards.bee]\n").expect("written");
    let output = typed(folder.path(), &["play", "g", "--seats", "human,human", "--seed", "1"], "1\npass\n");
    let shown = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert!(shown.contains("\nAnt: what do you do?\n"), "{shown}");
    assert!(shown.contains("player 2: Ant: pass\n"), "{shown}");
}

#[test]
fn a_zone_in_an_option_and_in_the_record_is_called_as_the_table_calls_it() {
    let play = "let z = pile if seat(players[1]) == 1 else stock\nchoose by players[1] \"Where to?\" {\n  option \"To {{ z }}\" { log \"off to {{ z }}\" }\n  option \"Nowhere\" { }\n}\nend";
    let rules = MARSHES.replace("[words]", "[words]\npile = \"Shop\"").replace("PLAY", play);
    let play = ["play", "marshes", "--players", "2", "--seats", "human,first", "--seed", "1"];
    for (args, shop) in [(&play[..], "Shop"), (&[&play[..], &["--lang", "de"]].concat(), "Stapel")] {
        let told = ran(&rules, args, "1\n");
        assert!(told.contains(&format!("To {shop}")) && told.contains(&format!("off to {shop}")), "{told}");
    }
}

#[test]
fn a_place_in_an_option_is_called_as_the_table_calls_it() {
    let secret = "[zones.secret]\nordered = true\nseen_by = \"none\"\n[zones.store]";
    let named = MARSHES.replace("[words]", "[words]\npile = \"Shop\"\nsecret = \"Hideout\"");
    let rules = |play: &str| named.replace("PLAY", play).replace("[zones.store]", secret);
    let (seen, unseen) = (
        rules(
            "for each c in crews { move(c, pile) }\nchoose c from pile by players[1]\nlog \"{{ c }}\"\nend",
        ),
        rules(
            "for each c in crews { move(c, secret) }\nshuffle(secret)\nchoose c from secret by players[1]\nlog \"{{ c }}\"\nend",
        ),
    );
    let play = ["play", "marshes", "--players", "2", "--seats", "human,first", "--seed", "1"];
    let german = [&play[..], &["--lang", "de"]].concat();
    for (rules, args, shown, answer, record) in [
        (
            &seen,
            &play[..],
            ["  Shop ", "Salt Boilers (Shop 3)", "Salt Boilers (Shop 2)"],
            "salt boilers (shop 2)",
            "Salt Boilers (Shop 2)",
        ),
        (
            &seen,
            &german,
            ["  Stapel ", "Salt Boilers (Stapel 3)", "Salt Boilers (Stapel 2)"],
            "salters#2",
            "Salt Boilers (Stapel 2)",
        ),
        (
            &unseen,
            &play,
            ["  Hideout ", "  Hideout 1\n", "  Hideout 3\n"],
            "secret 1",
            "player 1: c? Hideout 1",
        ),
        (
            &unseen,
            &german,
            ["  Versteck ", "  Versteck 1\n", "  Versteck 3\n"],
            "Versteck 1",
            "player 1: c? Versteck 1",
        ),
    ] {
        let told = ran(rules, args, &format!("{answer}\n"));
        assert!(shown.iter().all(|words| told.contains(words)), "{shown:?}: {told}");
        assert!(told.contains(record), "{answer}: {told}");
        assert!(!told.contains("pile ") && !told.contains("secret "), "{told}");
    }
    // Names are the same in every language.
    let drive = ran(&unseen, &["drive", "marshes"], "{\"do\": \"new\", \"players\": 2}\n");
    assert!(drive.contains("\"name\":\"secret 1\",\"label\":\"Hideout 1\""), "{drive}");
}

#[test]
fn the_beginning_of_a_name_lists_what_begins_so() {
    // Of the two salters, only the second can be stowed, so its name has a number.
    let play = "for each c in old_reeds.camp where name == salters { move(c, pile) }\nact players[1] from {stow, sail}\nend";
    for line in ["stow salters", "stow Salt Boilers", "put Salt Boilers away at", "stow salters#2"] {
        let told = played(play, "human,first", &format!("{line}\nquit\n"));
        let listed =
            format!("`{line}` is not an option. Options that begin so: Put Salt Boilers away at 1, ");
        assert!(told.contains(&listed), "{line}: {told}");
    }
    let rules = MARSHES.replace("PLAY", play);
    let lines = "{\"do\": \"new\", \"players\": 2}\n{\"do\": \"choose\", \"option\": \"stow salters\"}\n";
    let told = ran(&rules, &["drive", "marshes"], lines);
    let refused =
        "`stow salters` is none of the options; options that begin so: Put Salt Boilers away at 1, ";
    assert!(told.contains(refused), "{told}");
    // Options that share a label are listed with the places of their copies.
    let told = played("act players[1] from {ferry}\nend", "human,first", "ferry salters\nquit\n");
    let both = "Ferry Salt Boilers North Harbour (Long Dike), ";
    assert!(told.contains("Options that begin so: ") && told.contains(both), "{told}");
}

#[test]
fn alike_copies_are_one_line_of_a_selection_of_a_fixed_number() {
    let crews = format!("{CREWS}[cards.divers]\nkind = \"crew\"\nstrength = 1\ncopies = 3\n");
    // Copies of the last card are not all possible first picks, as enough others must follow; and of five out
    // of six, the first must be one of the salters, which is no reason to ask for the others only.
    for (choose, lines, picks, record) in [
        (
            "exactly 2 cs from p.store",
            &["Salt Boilers ×2", "Eelers", "Divers ×3"][..],
            "divers\ndivers",
            "Divers ×2",
        ),
        (
            "exactly 2 cs from p.store",
            &["Salt Boilers ×2", "Eelers", "Divers ×3"],
            "3 2",
            "Eelers; Which? Divers",
        ),
        (
            "exactly 5 cs from p.store",
            &["Salt Boilers ×2", "Eelers", "Divers ×3"],
            "1 1 3 3 3",
            "Salt Boilers ×2; Which? Divers ×3",
        ),
        (
            "exactly 2 cs from p.store where name != salters",
            &["Eelers", "Divers ×3"],
            "divers, divers#3",
            "Divers ×2",
        ),
        (
            "exactly 3 cs from p.store where name != salters",
            &["Eelers", "Divers ×3"],
            "2 1 2",
            "Eelers; Which? Divers ×2",
        ),
        ("up to 2 cs from p.store where name != salters", &["Eelers", "Divers ×3"], "2 2", "Divers ×2"),
    ] {
        let play = format!(
            "let p = players[1]\nfor each c in crews {{ move(c, p.store) }}\nchoose {choose} by p \"Which?\"\n\
             let n = count(cs)\nlog \"{{{{ n }}}}\"\nend"
        );
        let rules = MARSHES.replace("PLAY", &play);
        let args = ["play", "marshes", "--players", "2", "--seats", "human,first", "--seed", "1"];
        let told = ran_with(&rules, &crews, &args, &format!("{picks}\n"));
        let listed: Vec<String> = (1..).zip(lines).map(|(at, line)| format!("  {at}  {line}\n")).collect();
        assert!(told.contains(&listed.concat()) && !told.contains('#'), "{choose}: {told}");
        assert!(told.contains(&format!("player 1: Which? {record}\n")), "{choose}: {told}");
        // The options themselves, which bots and `perft` see one by one, are joined as they were.
        if choose.starts_with("exactly 2") {
            let counted =
                ran_with(&rules, &crews, &["perft", "marshes", "--players", "2", "--depth", "1"], "");
            assert!(counted.contains(&format!("    1  {:>17}  ", lines.len())), "{choose}: {counted}");
        }
    }
}

#[test]
fn the_columns_of_the_table_fit_the_words_of_its_zones() {
    let hold = "[zones.hold]\nper = [\"player\", \"good\"]\n[zones.store]";
    let play = "for each c in crews where name == salters { move(c, players[1].hold[salt]) }\n\
                for each c in crews where name == eelers { move(c, pile) }\nchoose c from crews by players[1]\nend";
    for (word, above) in [("Very Long Hold Name", false), ("A Hold With Far Too Long A Name", true)] {
        let rules = MARSHES.replace("[words]", &format!("[words]\nhold = \"{word}\""));
        let rules = rules.replace("[zones.store]", hold).replace("PLAY", play);
        let args = ["play", "marshes", "--players", "2", "--seats", "human,first", "--seed", "1"];
        let told = ran(&rules, &args, "quit\n");
        let column =
            |of: &str| told.lines().find_map(|line| line.find(of)).unwrap_or_else(|| panic!("{of}: {told}"));
        assert_eq!(column("Salt Boilers ×2"), column("Eelers"), "{told}");
        assert_eq!(told.contains(&format!("  your {word}[salt]\n")), above, "{told}");
    }
}

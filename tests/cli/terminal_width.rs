//! Long lines at a terminal: they are wrapped, and nothing is cut off.

use super::lists::sparring;
use super::play::typed_at_width;
use super::text;
use std::fs;

const SCROLLS: &str = r#"
[game]
id = "scrolls"
name = "Scrolls"
players = [1, 2]
[zones.hand]
per = "player"
holds = "card"
seen_by = "owner"
[flow]
setup = "for each c in cards { move(c, players[1].hand) }"
play = "choose c from players[1].hand by players[1]\nend"
"#;
const OATH: &str = "Whoever holds this scroll at the end of the day keeps a lantern for each river that was \
                    crossed before noon.";

/// The cards of the player at this width, line by line, without the spaces before and behind each.
#[track_caller]
fn hand(name: &str, width: usize) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("scrolls");
    fs::create_dir_all(game.join("cards")).expect("a folder");
    fs::write(game.join("game.toml"), SCROLLS).expect("written");
    let cards = format!("[cards.oath]\nname = \"{name}\"\ntext = \"{OATH}\"\n[cards.rime]\n");
    fs::write(game.join("cards/cards.toml"), cards).expect("written");
    let args = ["play", "scrolls", "--players", "1", "--seats", "human", "--seed", "1"];
    let output = typed_at_width(Some(&width.to_string()), folder.path(), &args, "quit\n");
    let told = text(&output.stdout);
    let lines = told.lines().skip_while(|line| !line.contains("your hand")).take_while(|l| !l.is_empty());
    let lines: Vec<&str> = lines.collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.chars().count() <= width), "{told}");
    lines.into_iter().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn texts_of_own_cards_are_wrapped() {
    for width in [60, 80, 110] {
        let lines = hand("Oath", width);
        assert!(lines[0].starts_with("your hand  Oath  Whoever holds this"), "{lines:?}");
        let all = lines.join(" ");
        assert!(all.contains(OATH) && all.ends_with("noon. Rime"), "{lines:?}");
    }
    // Beside a long name there is no room: the text stands below it.
    let name = "The Oath of the Ferrymen at the Third Bridge";
    let lines = hand(name, 80);
    assert_eq!(lines[0], format!("your hand  {name}"), "{lines:?}");
    assert!(lines[1].starts_with("Whoever holds this") && lines.join(" ").contains(OATH), "{lines:?}");
}

#[test]
fn lines_of_print_are_wrapped_at_a_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    sparring(&here.join("sparring"));
    let args = ["print", "sparring", "--deck", "raiders", "--out", "out"];
    let told = |width: Option<&str>| {
        let output = typed_at_width(width, here, &args, "");
        assert_eq!(output.status.code(), Some(0));
        [text(&output.stdout), text(&output.stderr)].concat()
    };
    let (whole, narrow) = (told(None), told(Some("60")));
    let widest = |told: &str| told.lines().map(|line| line.chars().count()).max();
    assert!(widest(&whole) > Some(60) && widest(&narrow) <= Some(60), "{whole}{narrow}");
    let words = |told: &str| told.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&narrow), words(&whole));
}

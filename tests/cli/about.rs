//! Answers to `? card` at the terminal, the texts of cards there, and names of lists in other languages.

use crate::support;
use cardwright::play::{read_list, sources_of};
use cardwright::report::list_pages;
use std::fs;
use std::path::Path;

use super::lists::sparring;
use super::play::typed_at_width;
use super::text;

/// Plays beside the game of `docs/decks.md`, with lines to read; returns all output.
fn played(folder: &Path, columns: Option<&str>, args: &[&str], input: &str) -> String {
    let output = typed_at_width(columns, folder, args, input);
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

/// The game of `docs/decks.md` in a folder, with a card that is in none of its lists, and marks in texts.
fn marked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("sparring");
    sparring(&game);
    let path = game.join("cards/cards.toml");
    let cards = fs::read_to_string(&path).expect("a file").replace(
        "[cards.spark]\n",
        "[cards.spark]\ntext = \"Deals **1** point, whatever the weather, and *never* **2**, nor **3**, nor **4**, nor **5**.\"\n",
    );
    let meteor = "[cards.meteor]\nkind = \"spell\"\nharm = 7\ntext = \"**{{ harm }}** points, {2 fire}{coin} or *none*: 2 \\\\* 3.\"\n\
                  flavour = \"*Duck*, it says.\"\n";
    fs::write(path, cards + meteor).expect("written");
    let german = "[words]\nharm = \"Schaden\"\nfire = \"Feuer\"\n[cards.meteor]\nname = \"Meteorit\"\ntext = \"**{{ harm }}** Punkte, {2 fire}.\"\n\
                  [decks.raiders]\nname = \"Plünderer\"\n";
    fs::create_dir(game.join("texts")).expect("a folder");
    fs::write(game.join("texts/de.toml"), german).expect("written");
    folder
}

const PLAY: [&str; 6] = ["play", "sparring", "--seed", "1", "--deck", "raiders"];

#[test]
fn a_card_that_is_in_no_list_is_described_like_any_other() {
    let folder = marked();
    let shown = played(folder.path(), None, &PLAY, "? comet\n? meteor\n? sable\n? bolt\n");
    for card in [
        "  Comet  spell · harm 5 · basic no\n",
        "  Meteor  spell · harm 7 · basic no\n  7 points, 2 fire coin or none: 2 * 3.\n  Duck, it says.\n",
        "  Sable  hero · life 14\n",
        "  Bolt  spell · harm 3 · basic no · 8 copies\n",
    ] {
        assert!(shown.contains(card), "{card}\n{shown}");
    }
    // From a scenario, and from a saved game.
    let id = fs::read_dir(folder.path().join("sparring/scenarios")).expect("a folder").next();
    let file = id.expect("a scenario").expect("an entry").file_name();
    let id = file.to_str().and_then(|file| file.strip_suffix(".toml")).expect("a scenario");
    let shown = played(folder.path(), None, &["play", "sparring", "--scenario", id], "? meteor\n");
    assert!(shown.contains("  Meteor  spell · harm 7 · basic no\n  7 points"), "{shown}");
    played(folder.path(), None, &PLAY, "save it.toml\n");
    let shown = played(folder.path(), None, &["play", "--load", "it.toml"], "? comet\n");
    assert!(shown.contains("  Comet  spell · harm 5 · basic no\n"), "{shown}");
    let german = played(folder.path(), None, &[&PLAY[..], &["--lang", "de"]].concat(), "? meteorit\n");
    assert!(german.contains("  Meteorit  spell · Schaden 7 · basic no\n  7 Punkte, 2 "), "{german}");
}

#[test]
fn texts_at_the_terminal_have_no_marks_even_if_they_are_wrapped() {
    let folder = marked();
    let shown = played(folder.path(), None, &PLAY, "? spark\n");
    let marks = shown.lines().filter(|line| line.contains('*')).collect::<Vec<_>>();
    assert!(marks.is_empty(), "{marks:?}");
    assert!(
        shown.contains(" · Deals 1 point, whatever the weather,\n     ") && !shown.contains('…'),
        "{shown}"
    );
    assert!(
        shown.contains("\n  Deals 1 point, whatever the weather, and never 2, nor 3, nor 4, nor 5."),
        "{shown}"
    );
}

#[test]
fn answers_about_cards_are_wrapped_like_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (1..=12).map(|n| format!("figure_{n}")).collect();
    let declared: String = names.iter().map(|name| format!("{name} = \"int 0..99\"\n")).collect();
    let printed: String = names.iter().map(|name| format!("{name} = 7\n")).collect();
    let areas: String =
        (1..=30).map(|n| format!("[boards.coast.areas.harbour_{n}]\nadjoins = [\"harbour_31\"]\n")).collect();
    let game = format!(
        "[game]\nid = \"wide\"\nname = \"Wide\"\nplayers = [1, 1]\n[kinds.card.attributes]\n{declared}\
         [zones.deck]\nstart = \"cards\"\n[boards.coast.areas.harbour_31]\n{areas}\
         [flow]\nplay = \"choose c from deck by players[1]\"\n"
    );
    let long = "The Very Long Name of a Very Old Oak";
    let cards = format!("[cards.oak]\n{printed}[cards.ash]\nname = \"{long}\"\n{printed}");
    fs::create_dir_all(folder.path().join("wide/cards")).expect("a folder");
    fs::write(folder.path().join("wide/game.toml"), game).expect("written");
    fs::write(folder.path().join("wide/cards/cards.toml"), cards).expect("written");
    let asked = format!("? oak\n? {long}\n? harbour_31\n");
    for (columns, most) in
        [(None, 80), (Some("60"), 60), (Some("100"), 100), (Some("300"), 110), (Some("x"), 80)]
    {
        let shown = played(folder.path(), columns, &["play", "wide", "--seed", "1"], &asked);
        let widest = shown.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!((most - 12..=most).contains(&widest), "{columns:?}: {widest}\n{shown}");
        // The facts stand below each other, beside the name or below it.
        assert!(shown.contains("  Oak  figure 1 7 · figure 2 7"), "{shown}");
        assert!(shown.contains(&format!("  {long}\n    figure 1 7")), "{shown}");
        assert!(shown.contains("\n       figure ") || shown.contains("\n       · figure "), "{shown}");
        assert!(shown.contains("  adjoins "), "{shown}");
    }
}

#[test]
fn names_of_lists_are_translated() {
    let folder = marked();
    let at = folder.path().join("sparring");
    let mut game = support::shipped(at.to_str().expect("UTF-8"));
    let (text, _) = game.languages.to_toml("de", false, "");
    assert!(text.contains("[decks.raiders]\nname = \"Plünderer\"\n"), "{text}");
    assert!(text.contains("[decks.keepers]\n# Keepers\nname = \"\"\n"), "{text}");
    assert!(text.contains("\"decks.raiders\" = "), "{text}");
    let title = |game: &cardwright::compile::CompiledGame, id: &str| {
        let (list, _) = read_list(game, id, &mut sources_of(&game.ir)).expect("a list");
        list_pages(&game.ir, &list)[0].data["title"].clone()
    };
    assert_eq!(title(&game, "raiders"), "Raiders");
    game.speak("de").expect("there is German");
    assert_eq!((title(&game, "raiders"), title(&game, "keepers")), ("Plünderer".into(), "Keepers".into()));
    let mut realms = support::shipped("fantasy-realms");
    realms.speak("de").expect("there is German");
    assert_eq!(title(&realms, "full"), "Das ganze Spiel");

    // At the terminal, and in a game that was saved in the other language.
    let german = [&PLAY[..], &["--lang", "de"]].concat();
    let shown = played(folder.path(), None, &german, "save it.toml\n");
    assert!(shown.lines().next().is_some_and(|head| head.ends_with("Plünderer, Plünderer")), "{shown}");
    for (args, name) in [
        (&["play", "--load", "it.toml"][..], "Raiders, Raiders"),
        (&["play", "--load", "it.toml", "--lang", "de"], "Plünderer, Plünderer"),
    ] {
        let shown = played(folder.path(), None, args, "");
        assert!(shown.lines().next().is_some_and(|head| head.ends_with(name)), "{shown}");
    }
    // A list that has changed since, and one that is not there.
    fs::write(
        at.join("texts/de.toml"),
        "[decks.raiders]\nname = \"Plünderer\"\n[decks.reiders]\nname = \"Räuber\"\n[of]\n\"decks.raiders\" = \"00000000\"\n",
    )
    .expect("written");
    let told = played(folder.path(), None, &["check", "sparring"], "");
    assert!(told.contains("the game has no `decks.reiders.name` to translate"), "{told}");
    assert!(told.contains("did you mean `decks.raiders.name`?") && told.contains("CW0607"), "{told}");
}

#[test]
fn keywords_are_explained_with_a_card_and_by_themselves() {
    let folder = marked();
    let path = folder.path().join("sparring/cards/cards.toml");
    let cards = fs::read_to_string(&path).expect("a file");
    let cards = cards
        .replace("[cards.comet]\n", "[cards.comet]\nkeywords = [\"swift\", \"echo 2\", \"plain\"]\n")
        .replace("[cards.bolt]\n", "[cards.bolt]\nkeywords = [\"echo 1\"]\ntext = \"Costs 1 more.\"\n")
        .replace("[cards.meteor]\n", "[cards.meteor]\nkeywords = [\"echo 1\"]\n");
    fs::write(path, cards).expect("written");
    let game = folder.path().join("sparring/game.toml");
    let rules = fs::read_to_string(&game).expect("a file");
    let keywords = "[keywords.swift]\ntext = \"Goes *first*.\"\n[keywords.plain]\n\
                    [keywords.echo]\nparams = { price = \"int 0..9\" }\ntext = \"Costs {{ price }} more.\"\n";
    fs::write(game, rules + keywords).expect("written");
    let shown = played(folder.path(), None, &PLAY, "? comet\n? bolt\n? echo\n? Echo 2\n? plain\n? ecko\n");
    for said in [
        "  Comet  spell · harm 5 · basic no\n  Plain\n  Swift: Goes first.\n  Echo 2: Costs 2 more.\n",
        // The card says it itself.
        "  Bolt  spell · harm 3 · basic no · 8 copies\n  Echo 1\n  Costs 1 more.\n",
        // Whether or not somebody has the cards in a list.
        "  Echo 1  Bolt · Meteor\n  Costs 1 more.\n  Echo 2  Comet\n  Costs 2 more.\n",
        "? Echo 2  Comet\n  Costs 2 more.\n",
        "  Plain  Comet\n",
        "There is no card `ecko`.",
    ] {
        let said = said.strip_prefix("? ").unwrap_or(said);
        assert!(shown.contains(said), "{said}\n{shown}");
    }
}

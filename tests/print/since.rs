//! Reprints of changed components, and the contact sheet.

use crate::process::{Ends, git};
use std::path::Path;
use std::sync::Arc;

use super::*;

/// Returns the reprint of a game of which another state was printed before: the files, and the text of each.
fn since(old: &CompiledGame, new: &CompiledGame) -> Vec<(String, String)> {
    let request = Request { since: Some(Arc::new(old.ir.clone())), ..Request::default() };
    let output = print::print(&new.ir, &request);
    assert_eq!(said(new, &output), "");
    let of = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).expect("a PDF");
        (1..=document.get_pages().len() as u32).map(|p| text(&document, p)).collect::<Vec<_>>().join(" ")
    };
    output.files.iter().map(|f| (f.name.clone(), of(&f.bytes))).collect()
}

fn cards(texts: [&str; 4]) -> String {
    let card = |(i, text): (usize, &str)| {
        format!("[cards.c{i}]\nname = \"Card {i}\"\nsuit = \"root\"\nstrength = {i}\ntext = \"{text}\"\n")
    };
    texts.into_iter().enumerate().map(card).collect()
}

#[test]
fn only_what_looks_otherwise_is_printed_anew() {
    let with = |texts: [&str; 4], more: &[(&str, &str)]| {
        let cards = cards(texts);
        let mut files = vec![("cards/cards.toml", cards.as_str()), ("rules.md", "Be quick.")];
        files.extend(more.iter().copied().filter(|(p, _)| *p != "rules.md"));
        if let Some(rules) = more.iter().find(|(p, _)| *p == "rules.md") {
            files[1] = *rules;
        }
        game(0, &files)
    };
    let old = with(["One.", "Two.", "Three.", "Four."], &[]);
    assert_eq!(since(&old, &old), []);
    let new = with(["One.", "Two more.", "Three.", "Five."], &[]);
    let printed = since(&old, &new);
    assert_eq!(printed.len(), 1);
    assert_eq!(printed[0].0, "cards.pdf");
    let text = &printed[0].1;
    assert!(text.contains("Card 1") && text.contains("Card 3"), "{text}");
    assert!(!text.contains("Card 0") && !text.contains("Card 2"), "{text}");
    // Data that no face shows are no change, and neither is the order of cards.
    let quiet = with(["One.", "Two.", "Three.", "Four."], &[("decks/all.toml", "[cards]\nc0 = 1\n")]);
    assert_eq!(since(&old, &quiet), []);
    // A colour changes the cards that have it; a back changes all.
    let green =
        with(["One.", "Two.", "Three.", "Four."], &[("print.toml", "[colours]\nback = \"#00ff00\"\n")]);
    let printed = since(&old, &green);
    assert!((0..4).all(|i| printed[0].1.contains(&format!("Card {i}"))), "{printed:?}");
    let rules = with(["One.", "Two.", "Three.", "Four."], &[("rules.md", "Be slow.")]);
    let printed = since(&old, &rules);
    assert!(printed.len() == 1 && printed[0].0 == "rules.pdf", "{printed:?}");
    let pieces = |icon: &str| {
        let toml = format!("[pieces.scout]\nicon = \"{icon}\"\n[pieces.tower]\nicon = \"tower\"\n");
        with(["One.", "Two.", "Three.", "Four."], &[("print.toml", toml.as_str())])
    };
    let printed = since(&pieces("shield"), &pieces("star"));
    assert!(printed.len() == 1 && printed[0].0 == "pieces.pdf", "{printed:?}");
}

#[test]
fn changed_faces_are_seen_at_a_glance() {
    let pieces =
        |icon: &str| format!("[pieces.scout]\nicon = \"{icon}\"\n[pieces.tower]\nicon = \"tower\"\n");
    let with = |texts: [&str; 4], icon: &str| {
        let (cards, print) = (cards(texts), pieces(icon));
        game(0, &[("cards/cards.toml", cards.as_str()), ("print.toml", print.as_str())])
    };
    let contact = |old: &CompiledGame, new: &CompiledGame| {
        let request = Request { contact: true, since: Some(Arc::new(old.ir.clone())), ..Request::default() };
        let output = print::print(&new.ir, &request);
        assert_eq!(said(new, &output), "");
        let [file] = output.files.as_slice() else { return None };
        let document = Document::load_mem(&file.bytes).expect("a PDF");
        Some((file.what.clone(), text(&document, 1)))
    };
    let old = with(["One.", "Two.", "Three.", "Four."], "shield");
    assert_eq!(contact(&old, &old), None);
    let (what, seen) = contact(&old, &with(["One.", "Two.", "More.", "Four."], "shield")).expect("a file");
    assert!(what == "2 faces" && seen.contains("Card 2") && seen.contains("back"), "{what}: {seen}");
    assert!(
        ["Card 0", "Card 1", "Card 3", "Scout", "Tower"].iter().all(|name| !seen.contains(name)),
        "{seen}"
    );
    let (_, seen) = contact(&old, &with(["One.", "Two.", "Three.", "Four."], "star")).expect("a file");
    assert!(seen.contains("Scout") && !seen.contains("Tower") && !seen.contains("Card 2"), "{seen}");
}

#[test]
fn all_faces_are_seen_at_a_glance() {
    let pieces = "[pieces.scout]\nicon = \"shield\"\ncount = 3\n";
    let game = game(60, &[("print.toml", pieces)]);
    let output = print::print(&game.ir, &Request { contact: true, ..Request::default() });
    assert_eq!(said(&game, &output), "");
    let [file] = output.files.as_slice() else { panic!("one file") };
    assert_eq!(file.name, "contact.pdf");
    let document = Document::load_mem(&file.bytes).expect("a PDF");
    assert!(document.get_pages().len() <= 3, "{}", document.get_pages().len());
    let all: String = (1..=document.get_pages().len() as u32).map(|p| text(&document, p)).collect();
    for i in 0..60 {
        assert!(all.contains(&format!("Card {i}")), "{all}");
    }
    assert!(all.contains("3 × Scout"), "{all}");
    assert!(all.contains("Contact · page 1 of"), "{all}");
}

#[test]
fn captions_at_a_glance_are_cut_off_before_they_become_too_small() {
    let pieces =
        "[pieces.scout]\nname = \"Ambassador of the Farthest Shore\"\nicon = \"shield\"\nsize = 14\n";
    let game = game(1, &[("print.toml", pieces)]);
    let output = print::print(&game.ir, &Request { contact: true, ..Request::default() });
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let text = text(&document, 1);
    assert!(text.contains("Ambass") && text.contains('…'), "{text}");
    assert!(!text.contains("Farthest Shore"), "{text}");
}

#[test]
fn a_page_of_one_component_names_no_range() {
    let game = game(10, &[]);
    let document = printed(&game, &Request::default());
    assert!(text(&document, 1).contains("1–9 of 10"), "{}", text(&document, 1));
    let last = text(&document, 3);
    assert!(last.contains("10 of 10") && !last.contains("10–10"), "{last}");
}

#[test]
fn a_page_of_one_component_has_a_phrase_of_its_own_in_each_language() {
    let german =
        "[phrases]\nrange = \"{what} {first} bis {last} von {of}\"\nsingle = \"{what} Nr. {n} von {of}\"\n";
    let mut game = game(10, &[("texts/de.toml", german)]);
    game.speak("de").expect("there is German");
    let document = printed(&game, &Request::default());
    assert!(text(&document, 1).contains("1 bis 9 von 10"), "{}", text(&document, 1));
    assert!(text(&document, 3).contains("Nr. 10 von 10"), "{}", text(&document, 3));
}

#[test]
fn a_caption_that_is_cut_off_keeps_its_player() {
    let pieces = "[pieces.scout]\nname = \"Ambassador of the Farthest Shore\"\nicon = \"shield\"\nper = \"player\"\nsize = 35\n";
    let game = game(1, &[("print.toml", pieces)]);
    let text = text(&printed(&game, &Request { contact: true, ..Request::default() }), 1);
    for player in 1..=4 {
        assert!(text.contains(&format!("…, Player {player}")), "{text}");
    }
}

fn cardwright(folder: &Path, args: &[&str]) -> (i32, String) {
    let mut command = crate::process::cardwright();
    command.current_dir(folder).args(["--color=never", "--format=short", "print"]).args(args);
    let run = command.ended();
    let said = [run.stdout, run.stderr].concat();
    (run.status.code().expect("an end"), String::from_utf8(said).expect("UTF-8"))
}

#[test]
fn another_state_is_a_folder_or_what_git_remembers() {
    let folder = tempfile::tempdir().expect("a folder");
    let shelf = folder.path();
    let game = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\ninclude = [\"base\"]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let base = "[game]\nid = \"base\"\nname = \"Base\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9\"\n";
    for (path, text) in [
        ("woods/game.toml", game.to_owned()),
        ("base/game.toml", base.to_owned()),
        ("woods/cards/cards.toml", cards(["One.", "Two.", "Three.", "Four."])),
    ] {
        let path = shelf.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    let (code, told) = cardwright(shelf, &["woods", "--changed-since", "no-such-thing"]);
    assert!(code == 1 && told.contains("error[CW0952]: `no-such-thing`"), "{told}");
    std::fs::create_dir(shelf.join("before")).expect("made");
    std::fs::create_dir(shelf.join("before/cards")).expect("made");
    for file in ["game.toml", "cards/cards.toml"] {
        std::fs::copy(shelf.join("woods").join(file), shelf.join("before").join(file)).expect("copied");
    }
    let commands = [&["init", "-q"][..], &["add", "."], &["commit", "-qm", "first"]];
    let in_git = commands.iter().all(|args| git(shelf, shelf, args).is_some());
    let (code, told) = cardwright(shelf, &["woods", "--changed-since", "before"]);
    assert!(code == 0 && told.contains("nothing has changed"), "{told}");
    let new = cards(["One.", "Two.", "Three.", "Anew."]);
    std::fs::write(shelf.join("woods/cards/cards.toml"), new).expect("written");
    let (code, told) = cardwright(shelf, &["woods", "--changed-since", "before"]);
    assert!(code == 0 && told.contains("1 card on 2 pages"), "{told}");
    if in_git {
        let (code, told) = cardwright(shelf, &["woods", "--changed-since", "HEAD"]);
        assert!(code == 0 && told.contains("1 card on 2 pages"), "{told}");
        for wrong in ["HEAD~5", "--all", "v9"] {
            let (code, told) = cardwright(shelf, &["woods", &format!("--changed-since={wrong}")]);
            assert!(code == 1 && told.contains("error[CW0952]"), "{wrong}: {told}");
        }
        let (code, told) = cardwright(&shelf.join("woods"), &["--changed-since", "HEAD"]);
        assert!(code == 0 && told.contains("1 card on 2 pages"), "{told}");
    }
    let other = std::fs::read_to_string(shelf.join("before/game.toml")).expect("read");
    let other = other.replace("id = \"woods\"", "id = \"moors\"");
    std::fs::write(shelf.join("before/game.toml"), other).expect("written");
    let (code, told) = cardwright(shelf, &["woods", "--changed-since", "before"]);
    assert!(code == 1 && told.contains("a state of another game: `moors`, not `woods`"), "{told}");
    let (code, told) = cardwright(shelf, &["fantasy-realms", "--changed-since", "HEAD"]);
    assert!(code == 1 && told.contains("CW0952"), "{told}");
}

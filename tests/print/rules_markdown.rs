//! Markdown of the rules: headings, quotations, lists, links, and icons in another case.

use super::rules::GAME;
use super::*;
use cardwright::print::rich;

/// Prints rules, and returns their words on the first page and the diagnostics.
fn printed_rules(rules: &str) -> (String, String) {
    let game = game(1, &[("rules.md", rules), ("game.toml", GAME)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &request);
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let words: Vec<String> = text(&document, 1).split_whitespace().map(str::to_owned).collect();
    (words.join(" "), said(&game, &output))
}

#[test]
fn markdown_marks_are_not_printed() {
    let rules = "# Rules\n\n#### Fourth\n\n> A bard\n> sang.\n>\n> So it is.\nStill.\n\n1) One.\n2)\tTwo.\n\n-\tTabbed.\n*\tStarred.\n";
    let (words, said) = printed_rules(rules);
    assert_eq!(said, "");
    for part in
        ["Fourth", "A bard sang.", "So it is. Still.", "1) ", "One.", "2) ", "Two.", "Tabbed.", "Starred."]
    {
        assert!(words.contains(part), "{part}: {words}");
    }
    for mark in ["#", ">", "*", "- "] {
        assert!(!words.contains(mark), "{mark}: {words}");
    }
}

#[test]
fn underscores_rules_and_comments_are_read_as_markdown() {
    let rules = "# Rules\n\nOne __bold__ and _italic, too_.\n<!-- Not\nthis. -->\n\n---\n\nTwo\n* * *\nsnake_case_name, \\_as is\\_, ______ and `<!-- code -->`.\n";
    let (words, said) = printed_rules(rules);
    assert_eq!(said, "");
    for part in ["One bold and italic, too", "Two snake_case_name, _as is_, ______ and <!-- code -->"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    for mark in ["__bold", "*", "Not", "---"] {
        assert!(!words.contains(mark), "{mark}: {words}");
    }
}

#[test]
fn headings_and_lists_are_read_from_their_marks() {
    let parsed = rich::parse("###### Deep\n1) a\n1) b\n-\tc\n10.\td\n####none");
    let read: Vec<(u8, bool, &str, &str)> =
        parsed.iter().map(|p| (p.heading, p.bullet, p.number.as_str(), p.text.as_str())).collect();
    let wanted = [
        (4, false, "", "Deep"),
        (0, true, "1)", "a"),
        (0, true, "2)", "b"),
        (0, true, "", "c"),
        (0, true, "10.", "d ####none"),
    ];
    assert_eq!(read, wanted);
}

#[test]
fn the_address_of_a_link_stands_behind_its_text() {
    let link = |text: &str| {
        let (words, said) = printed_rules(&format!("# Rules\n\nSee {text}, then go.\n"));
        assert_eq!(said, "");
        words
    };
    for (written, shown) in [
        (
            "[the errata](https://example.org/a_(b)*c*)",
            "See the errata (https://example.org/a_(b)*c*), then go.",
        ),
        ("[errata](https://example.org \"Title\")", "See errata (https://example.org), then go."),
        ("[me](mailto:me@example.org)", "See me (me@example.org), then go."),
        ("[https://example.org](https://example.org)", "See https://example.org, then go."),
        ("<https://example.org>", "See https://example.org, then go."),
        ("[the cards](cards/cards.toml)", "See the cards, then go."),
    ] {
        let words = link(written);
        assert!(words.contains(shown), "{written}: {words}");
    }
}

#[test]
fn an_icon_is_found_in_another_case_or_missed() {
    let (words, said) = printed_rules("# Rules\n\nTake {Coin} and {2 COIN}.\n");
    assert_eq!(said, "");
    assert!(!words.contains('{'), "{words}");
    let (words, said) = printed_rules("# Rules\n\nTake {Coyn}.\n");
    assert!(said.contains("CW0911") && said.contains("there is no icon `Coyn`"), "{said}");
    assert!(said.contains("rules.md:3:7"), "{said}");
    assert!(words.contains("{Coyn}"), "{words}");
}

//! Markdown of the rules: headings, quotations, lists, links, and icons in another case.

use super::rules::{GAME, written};
use super::*;
use cardwright::print::rich;

/// Prints rules, and returns the document and the diagnostics.
fn document_of(rules: &str) -> (Document, String) {
    let game = game(1, &[("rules.md", rules), ("game.toml", GAME)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &request);
    (Document::load_mem(&output.files[0].bytes).expect("a PDF"), said(&game, &output))
}

/// Prints rules, and returns their words on the first page and the diagnostics.
fn printed_rules(rules: &str) -> (String, String) {
    let (document, said) = document_of(rules);
    let words: Vec<String> = text(&document, 1).split_whitespace().map(str::to_owned).collect();
    (words.join(" "), said)
}

/// Prints rules that nothing is wrong with, and returns the operators of the first page.
fn drawn(rules: &str) -> Vec<String> {
    let (document, said) = document_of(rules);
    assert_eq!(said, "", "{rules}");
    let all = everything_on(&document, document.get_pages()[&1]).into_iter();
    all.map(|(operation, _)| operation.operator).collect()
}

/// Prints rules that nothing is wrong with, and returns how their first page looks above the footer.
fn look(rules: &str) -> Vec<u8> {
    let game = game(1, &[("rules.md", rules), ("game.toml", GAME)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &request);
    assert_eq!(said(&game, &output), "", "{rules}");
    let picture = seen::page_picture(output.files[0].bytes.clone(), 0, 1.5);
    let above = 0..picture.height - picture.height / 16;
    let pixels = above.flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    pixels.flat_map(|(x, y)| picture.pixel(x, y).iter().copied()).collect()
}

/// Checks that two texts below a title are printed alike.
fn assert_alike(rules: &str, as_if: &str) {
    let [one, other] = [rules, as_if].map(|rules| look(&format!("# Rules\n\n{rules}")));
    assert!(one == other, "{rules:?} is not printed like {as_if:?}");
}

#[test]
fn an_item_may_begin_with_an_indented_table_or_list() {
    let table = "| A | B |\n|---|---|\n| 1 | 2 |\n";
    let indented = |mark: &str, next: &str| {
        let lines = table.lines().enumerate();
        lines
            .map(|(i, line)| format!("{}     {line}\n", if i == 0 { mark } else { next }))
            .collect::<String>()
    };
    assert_alike(&indented("-", " "), table);
    assert_alike("-     - One.\n", "- One.\n");
    // A mark that is printed as a character has no glyph.
    drawn(&format!("# Rules\n\n{}", indented(">", ">")));
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

#[test]
fn headings_may_be_underlined() {
    assert_alike("First\nheading\n===\n\nSecond\n---\nWords.\n", "# First heading\n\n## Second\n\nWords.\n");
    assert_alike("###### Sixth\n\nWords.\n", "#### Sixth\n\nWords.\n");
    assert!(look("Rules\n=====\n\nWords.\n") == look("<!-- For printing. -->\n\n# Rules\n\nWords.\n"));
    assert!(look("# Rules\n\nWords.\n") == look("Rules\n=====\n\nWords.\n"));
}

#[test]
fn the_readme_is_printed_before_its_first_section() {
    for section in ["## Install\n", "Install\n-------\n"] {
        let readme = format!("Woods\n=====\n\nWalk.\n\n{section}\nRun it.\n");
        let game = game(1, &[("README.md", &readme), ("game.toml", GAME)]);
        let document = printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let text = text(&document, 1);
        assert!(text.contains("Walk."), "{text}");
        assert!(!text.contains("Install") && !text.contains("Run it"), "{text}");
    }
}

#[test]
fn a_line_is_broken_where_the_text_breaks_it() {
    let lines = |rules: &str| {
        let (document, said) = document_of(&format!("# Rules\n\n{rules}"));
        assert_eq!(said, "", "{rules}");
        let mut heights: Vec<f64> =
            written(&document, document.get_pages()[&1]).into_iter().map(|(_, y)| y).collect();
        heights.dedup_by(|a, b| (*a - *b).abs() < 0.05);
        heights.len()
    };
    let one = lines("One two three four.\n");
    assert_eq!(lines("One\ntwo\nthree\nfour.\n"), one);
    assert_eq!(lines("One  \ntwo\\\nthree<br>four.\n"), one + 3);
    assert_alike("- **One\\\n  two**<BR/> *three*\n", "- **One**<br />**two**<br>*three*\n");
    let (words, _) = printed_rules("# Rules\n\nOne  \ntwo.\n");
    assert!(words.contains("One two."), "{words}");
}

#[test]
fn struck_text_has_a_line_through_it() {
    let lines = |rules: &str| drawn(rules).iter().filter(|operation| operation.as_str() == "S").count();
    let plain = lines("# Rules\n\nDraw two, three cards.\n");
    assert_eq!(lines("# Rules\n\nDraw ~~two~~, three cards.\n"), plain + 1);
    assert_eq!(lines("# Rules\n\nDraw ~~two\\\nor~~, three cards.\n"), plain + 2);
    assert_eq!(lines("# Rules\n\nDraw \\~~two~~, three cards.\n"), plain);
    let (words, _) = printed_rules("# Rules\n\nDraw ~~two~~, three cards.\n");
    assert!(words.contains("Draw two , three cards."), "{words}");
    // The notebook of a simulator has no such lines.
    let game = game(1, &[("rules.md", "Draw ~~two~~ three.\n"), ("game.toml", GAME)]);
    let options = print::export::ExportOptions::new(print::export::ExportForm::Tts);
    let files = export::all(&game, &Request::default(), &options);
    let (_, table) = files.iter().find(|(path, _)| path.ends_with(".json")).expect("a table");
    assert!(String::from_utf8_lossy(table).contains("Draw ~~two~~ three."));
}

#[test]
fn emphasis_is_nested_and_ends_as_in_markdown() {
    assert_alike("***a*** *e _f_ g* **h __i__ j**\n", "**_a_** *e f g* **h i j**\n");
    assert_alike("*a*_b_ **c**__d__ 2 * 3 * 4 snake_case_\n", "*ab* **cd** 2 \\* 3 \\* 4 snake\\_case\\_\n");
    assert_alike("**a\nb**\n", "**a b**\n");
}

#[test]
fn a_character_behind_a_backslash_is_printed_as_it_is() {
    let rules =
        "# Rules\n\n\\*a\\* \\{coin} &lbrace;coin} \\\\ C:\\dir \\[b] \\`c\\` \\# \\_d\\_ `{coin}` `e*\\`\n";
    let (words, said) = printed_rules(rules);
    assert_eq!(said, "");
    assert!(words.contains(r"*a* {coin} {coin} \ C:\dir [b] `c` # _d_ {coin} e*\"), "{words}");
    // A line that only looks like an item or a heading is text.
    let (words, _) = printed_rules("# Rules\n\nAs of\n\n\\- a\n\n1\\. b\n\n\\# c\n");
    assert!(words.contains("- a 1. b # c"), "{words}");
    let (words, _) = printed_rules("# Rules\n\nA 'b' \\'c\\' \"d\" \\\"e\\\" &quot;f&quot;\n");
    assert!(words.contains("A ‘b’ 'c' “d” \"e\" \"f\""), "{words}");
    let (words, _) = printed_rules("# Rules\n\nTwo&mdash;or &frac12; &amp; &lt;b&gt; &unknown;\n");
    assert!(words.contains("Two—or ½ & <b> &unknown;"), "{words}");
    assert_alike("A&nbsp;b\n", "A\u{a0}b\n");
}

#[test]
fn tags_are_left_out_and_their_text_stays() {
    for (rules, shown) in [
        ("Take <b>two</b> <i class=\"x\">coins</i> <!-- or so -->now.\n", "Take two coins now."),
        ("Pay <cost> to <b-player>.\n", "Pay <cost> to <b-player>."),
        (
            "<div align=\"center\">\nTake <i>two</i>.\n  Then <br/>go.\n</div>\n\nOn.\n",
            "Take two. Then go. On.",
        ),
        ("<p>One</p><p>*Two*</p>\n", "One Two"),
        ("- <p>One</p>\n- <!-- No -->Two\n", "One Two"),
        ("Go.\n\n<style>\np { x }\n\n</style>\n<script>no()</script>\nOn.\n", "Go. On."),
        ("Go.\n\n<!-- On\n\nand on.\n", "Go. On and on."),
    ] {
        let (words, said) = printed_rules(&format!("# Rules\n\n{rules}"));
        assert_eq!(said, "", "{rules}");
        assert!(words.contains(shown), "{rules}: {words}");
    }
    assert_alike("<center>\nOne\n</center>\n", "One\n");
}

#[test]
fn a_list_may_follow_a_line_and_be_indented_by_two_spaces() {
    assert_alike("Do:\n- a\n- b\n", "Do:\n\n* a\n* b\n");
    assert_alike("+ a\n+ b\n", "- a\n- b\n");
    assert_alike("1. a\n  - b\n\n  More.\n\n2. c\n", "1. a\n   - b\n\n   More.\n2. c\n");
    assert_alike("> - a\n>   - b\n", "- a\n  - b\n");
    assert_alike("1. a\n\n   ![](c0)\n1. b\n", "1. a\n\n   ![](c0)\n2. b\n");
    // An item may begin with any block, or on the line below.
    let (words, said) = printed_rules("# Rules\n\n- # A\n- > b\n-\n  c\n- ```\n  d\n  ```\n  e\n");
    assert_eq!(said, "");
    assert!(words.contains("A b c e"), "{words}");
}

#[test]
fn an_indented_block_is_printed_and_one_in_fences_is_not() {
    assert_alike("Words.\n\n    More *of\n    them*.\n", "Words.\n\nMore *of them*.\n");
    assert_alike("- a\n\n      More.\n", "- a\n\n  More.\n");
    let (words, _) = printed_rules(
        "# Rules\n\n~~~~ sh\nno\n```\n~~~~\n\n> ```\n> no\n> ```\n\n1. ```\n   no\n   ```\n\nYes.\n",
    );
    assert!(words.contains("Yes.") && !words.contains("no "), "{words}");
}

#[test]
fn links_may_be_defined_below() {
    let (words, said) =
        printed_rules("# Rules\n\nSee [the errata][e] and [e], not [f].\n\n[e]: ftp://x.org\n");
    assert_eq!(said, "");
    assert!(words.contains("See the errata (ftp://x.org) and e (ftp://x.org), not [f]."), "{words}");
    let (words, _) = printed_rules("# Rules\n\n<me@example.org> <mailto:us@example.org>\n");
    assert!(words.contains("me@example.org us@example.org"), "{words}");
}

#[test]
fn images_are_named_by_the_place_of_their_subject() {
    for (rules, place) in [
        ("![A](nothing)", "rules.md:3:6"),
        ("![A](<nothing> \"B\")", "rules.md:3:7"),
        ("Text\n  ![A *b* [c]](nothing)  \nmore", "rules.md:4:16"),
        ("![A][n]\n\n[n]: nothing", "rules.md:3:1"),
        ("Text\n\n     ![A](nothing)\n     more", "rules.md:5:11"),
        ("- a\n\n  ![A](nothing)", "rules.md:5:8"),
    ] {
        let (_, said) = printed_rules(&format!("# Rules\n\n{rules}\n"));
        assert!(said.starts_with(place) && said.contains("CW0926"), "{rules}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    for (rules, place) in [("> ![A](c0)", "rules.md:3:8"), ("| ![A](c0) |\n|---|", "rules.md:3:8")] {
        let (_, said) = printed_rules(&format!("# Rules\n\n{rules}\n"));
        assert!(said.starts_with(place) && said.contains("CW0929"), "{rules}: {said}");
    }
    for (rules, place) in [
        ("![After](after: the-end)", "rules.md:3:1"),
        ("| a | b | c |\n|---|:-:|\n| 1 | 2 | 3 |", "rules.md:4:1"),
    ] {
        let (_, said) = printed_rules(&format!("# Rules\n\n{rules}\n"));
        assert!(said.starts_with(place) && said.contains("CW0929"), "{rules}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
    for rules in ["Write `![A](b c)`.", "| a |\n|---|\n| 1 |", "```\n| a | b |\n|---|\n```", "A\n\n---\n\nB"]
    {
        let (_, said) = printed_rules(&format!("# Rules\n\n{rules}\n"));
        assert_eq!(said, "", "{rules}");
    }
    // A figure stands between the lines of a paragraph.
    assert_alike("One\n![It](c0)\ntwo\n", "One\n\n![It](c0)\n\ntwo\n");
    assert_alike("**One\n![It](c0)\ntwo**\n", "**One**\n\n![It](c0)\n\n**two**\n");
}

#[test]
fn markdown_of_any_depth_is_printed_soon() {
    let start = std::time::Instant::now();
    for part in [
        "[",
        "![",
        "*",
        "**a ",
        "`",
        "<",
        "\\",
        "> ",
        "- ",
        "1. ",
        "|",
        "![](",
        "<!--",
        "<b>",
        "&",
        "~~",
        "    a\n\n",
    ] {
        for end in ["", "a\n", "\n|---|\n"] {
            let rules = format!("{}{end}", part.repeat(4000));
            let game = game(1, &[("rules.md", &rules), ("game.toml", GAME)]);
            drop(print::check_files(&game.ir));
        }
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

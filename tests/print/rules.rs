//! The rules on paper: every word of them, inside the margins, however long a paragraph is.

use std::collections::BTreeMap;

use super::*;
use crate::process::Ends;
use cardwright::ir::FileTextId;

/// Returns the texts of a page, and the origin of each: millimetres from the lower left corner.
pub fn written(document: &Document, page: ObjectId) -> Vec<(f64, f64)> {
    let then = |m: [f64; 6], n: [f64; 6]| {
        let ([a, b, c, d, e, f], [p, q, r, s, t, u]) = (m, n);
        [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u]
    };
    let mut at = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let (mut kept, mut places) = (Vec::new(), Vec::new());
    for (operation, _) in everything_on(document, page) {
        let numbers = || -> [f64; 6] {
            std::array::from_fn(|i| f64::from(operation.operands[i].as_float().expect("a number")))
        };
        match operation.operator.as_str() {
            "q" => kept.push(at),
            "Q" => at = kept.pop().expect("what was kept"),
            "cm" => at = then(numbers(), at),
            "Tm" => {
                let [.., x, y] = then(numbers(), at);
                places.push((x * POINT, y * POINT));
            }
            _ => {}
        }
    }
    places
}

/// The rules of a game on paper: the text of each page, after a check that all of it lies inside the margins.
pub fn pages(rules: &str, game: &str, paper: PaperInfo) -> Vec<String> {
    let game = super::game(1, &[("rules.md", rules), ("game.toml", game)]);
    let output =
        print::print(&game.ir, &Request { sheets: vec!["rules".into()], paper, ..Request::default() });
    assert_eq!(said(&game, &output), "");
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let numbers = document.get_pages();
    let page = |(number, id): (&u32, &ObjectId)| {
        let [_, _, width, height] = page_box(&document, *id, b"MediaBox");
        for (x, y) in written(&document, *id) {
            assert!(
                (4.0..width - 4.0).contains(&x) && (4.0..height - 4.0).contains(&y),
                "page {number}: {x}, {y}"
            );
        }
        text(&document, *number)
    };
    numbers.iter().map(page).collect()
}

pub const GAME: &str = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";

fn words(count: usize) -> String {
    (0..count).map(|i| format!("word{i} ")).collect()
}

#[test]
fn a_paragraph_goes_on_in_the_next_column_and_on_the_next_page() {
    for count in [400, 3000] {
        let rules = format!("# Rules\n\n## First\n\n{}\n\nThe end.\n", words(count));
        for paper in [PaperInfo::default(), on(120.0, 100.0, BackPlacement::Off)] {
            let pages = pages(&rules, GAME, paper);
            assert!(count < 1000 || pages.len() > 1);
            let all = pages.join(" ");
            // A word may be parted at the end of a line.
            let all = all.replace("- ", "").replace(' ', "");
            let mut from = 0;
            for i in 0..count {
                let word = format!("word{i}");
                let found = all[from..].find(&word);
                from += found.unwrap_or_else(|| panic!("{word} is lost")) + word.len();
            }
            assert!(all[from..].contains("Theend."));
        }
    }
}

#[test]
fn the_last_of_several_pages_of_one_column_is_not_nearly_empty() {
    let mut several = 0;
    for count in 10..40 {
        let lines: String = (0..count).map(|i| format!("Line {i} is here.\n\n")).collect();
        let pages = pages(&format!("# Rules\n\n{lines}"), GAME, on(120.0, 150.0, BackPlacement::Off));
        let counts: Vec<usize> = pages.iter().map(|page| page.matches("is here").count()).collect();
        let (most, last) = (counts.iter().max(), counts.last());
        let (Some(most), Some(last)) = (most, last) else { panic!("a page") };
        assert!(last * 4 >= *most, "{counts:?}");
        several += usize::from(pages.len() > 1);
    }
    assert!(several > 5, "{several}");
}

#[test]
fn a_word_without_an_end_is_broken_at_the_ends_of_lines() {
    let all =
        pages(&format!("# Rules\n\nBegin {} end.\n", "x".repeat(900)), GAME, PaperInfo::default()).join("");
    assert_eq!(all.matches('x').count(), 900, "{all}");
}

#[test]
fn a_name_and_a_summary_of_any_length_are_printed() {
    let long =
        GAME.replace("name = \"Woods\"", &format!("name = \"{}\"\nsummary = \"{}\"", words(60), words(900)));
    let all = pages("# Rules\n\nThe end.\n", &long, PaperInfo::default()).join(" ");
    assert!(
        all.contains("word59") && all.replace(' ', "").contains("word899") && all.contains("The end."),
        "{all}"
    );
}

#[test]
fn icons_of_the_rules_are_drawn_and_found() {
    let all = pages("# Rules\n\nTake {coin}.\n", GAME, PaperInfo::default()).join(" ");
    assert!(all.contains("coin"), "{all}");
}

#[test]
fn icons_of_the_rules_are_read_in_their_place() {
    let rules = "# Rules\n\nTake {coin}, then move {leaf} onwards.\n";
    let all = pages(rules, GAME, PaperInfo::default()).join(" ");
    let at = ["Take", "coin", "then move", "leaf", "onwards"].map(|word| all.find(word).expect(word));
    assert!(at.is_sorted(), "{all}");
}

#[test]
fn icons_that_are_missing_are_named_with_what_asks_for_them() {
    let print = |rules: &str, print_toml: &str| {
        let game = game(1, &[("rules.md", rules), ("game.toml", GAME), ("print.toml", print_toml)]);
        let output = print::print(&game.ir, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        assert!(
            !rules.contains("coyn") || text(&document, 1).contains("{coyn}"),
            "a word is printed as it is"
        );
        render(&output.found, game.sources(), Format::Human { color: false, width: 200, unicode: true })
    };
    let said = print("# Rules\n\nPay {coyn}, then {coyn}.\n", "");
    assert_eq!(said.matches("CW0911").count(), 1, "{said}");
    assert!(said.contains("there is no icon `coyn`, which the rules ask for"), "{said}");
    let said = print("# Rules\n\nPay {grain}.\n", "[icons]\ngrain = \"leef\"\n");
    assert!(
        said.contains("there is no icon `leef`, which `[icons]` names for `grain`, which the rules ask for"),
        "{said}"
    );
    assert!(said.contains("did you mean `leaf`?"), "{said}");
    assert_eq!(print("# Rules\n\nPay {grain}.\n", "[icons]\ngrain = \"leaf\"\n"), "");
}

#[test]
fn many_options_of_yes_or_no_are_put_together() {
    let option = |id: &str, text: &str, default: &str| {
        format!("[options.{id}]\ntext = \"{text}\"\ndefault = {default}\n")
    };
    let options = |with: &[&str]| {
        with.iter().map(|w| option(w, &format!("The {w} is now open"), "false")).collect::<String>()
    };
    let rules = |options: &str| {
        let text = format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n{options}[setups.dry]\npond = true\nmill = false\n[setups.wet]\npond = true\nmill = true\n[kinds.card.attributes]\nsuit = \"int 0..3\"\nstrength = \"int 0..9\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"if pond and mill {{ end }}; end\"\n"
        );
        let game = game(0, &[("game.toml", &text), ("rules.md", "Walk.")]);
        let output = print::print(&game.ir, &Request::default());
        let file = output.files.iter().find(|file| file.name == "rules.pdf").expect("rules");
        text_of(&Document::load_mem(&file.bytes).expect("a PDF"))
    };
    let long = option("long", "It takes long", "true");
    let three = rules(&format!("{}{long}", options(&["pond", "mill", "gate"])));
    assert!(three.contains("The pond is now open: no unless you say otherwise"), "{three}");
    let four = rules(&format!("{}{long}", options(&["pond", "mill", "gate", "well"])));
    assert!(
        four.contains("The pond / The mill / The gate / The well is now open: no unless you say otherwise"),
        "{four}"
    );
    // What has another end has an entry of its own, even if it shares a part of that end.
    let turning = option("wheel", "The wheel may now open", "false");
    let five = rules(&format!("{}{turning}", options(&["pond", "mill", "gate", "well"])));
    assert!(five.contains("The well is now open: no unless you say otherwise."), "{five}");
    assert!(five.contains("The wheel may now open: no unless you say otherwise."), "{five}");
    assert!(four.contains("It takes long: yes unless"), "{four}");
    // A setup names its yes-or-no options alone, and other options with their values.
    assert!(four.contains("Dry. The pond is now open. The mill is now open: no ."), "{four}");
    assert!(four.contains("Wet. The pond / The mill is now open."), "{four}");
}

/// The text of all pages, with one space between words.
fn text_of(document: &Document) -> String {
    let pages = (1..=document.get_pages().len() as u32).map(|page| text(document, page));
    pages.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_icon_that_cannot_be_drawn_is_named_with_its_file_and_the_cause() {
    let game = game(1, &[("icons/coin.svg", "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0")]);
    let output = print::print(&game.ir, &Request { sheets: vec!["cards".into()], ..Request::default() });
    let said =
        render(&output.found, game.sources(), Format::Human { color: false, width: 200, unicode: true });
    assert!(said.contains("`icons/coin.svg` cannot be drawn, which `Card 0` asks for in"), "{said}");
    assert!(!said.contains("there is no icon"), "{said}");
}

#[test]
fn a_tab_inside_of_a_line_is_a_space() {
    let rules = "# The\tgame\n\nDraw\ttwo, **and\tdiscard** `one\tcard`.\n\n- An\titem\n\t- Another\n\n|\tA\t|\tB\t|\n|---|---|\n| c\td | e |\n";
    let game = game(1, &[("rules.md", rules)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    assert_eq!(said(&game, &print::print(&game.ir, &request)), "");
}

#[test]
fn code_spans_tables_and_ordered_lists_are_printed() {
    let rules = "# Rules\n\nSee `scenarios/*.toml` and *this*.\n\n1. Draw a card,\n   or two.\n2. Play one.\n\n\
                 | Bird | Cost | Worth |\n|---|---|---|\n| Goose | 3 | 2 |\n| **Owl** | 5 | |\n\n| Key | |\n|---|---|\n| A | Attack |\n";
    // An icon or a change of weight may leave a space in the text.
    let all = pages(rules, GAME, PaperInfo::default()).join(" ").replace(' ', "");
    for part in ["scenarios/*.toml and this.", "1. Draw a card, or two.", "2. Play one."] {
        assert!(all.contains(&part.replace(' ', "")), "{part}: {all}");
    }
    for part in ["Bird Cost Worth Goose 3 2 Owl 5", "A Attack"] {
        assert!(all.contains(&part.replace(' ', "")), "{part}: {all}");
    }
    assert!(!all.contains('`') && !all.contains('|') && !all.contains("---"), "{all}");
}

/// The rules of a game as a booklet: the document, and its diagnostics.
fn booklet(rules: &str, paper: PaperInfo) -> (Document, String) {
    let files = [("rules.md", rules), ("game.toml", GAME), ("print.toml", "rules = \"booklet\"\n")];
    let game = game(1, &files);
    let output =
        print::print(&game.ir, &Request { sheets: vec!["rules".into()], paper, ..Request::default() });
    assert_eq!(said(&game, &output), "");
    let file = &output.files[0];
    (Document::load_mem(&file.bytes).expect("a PDF"), format!("{}; {}", file.what, file.how))
}

/// The half of a side on which a footer says `page N`: the numbers on the left and on the right of each side.
fn halves(document: &Document) -> Vec<[Vec<usize>; 2]> {
    let of = |page: u32| {
        let all = text(document, page);
        let mut numbers =
            all.split("page ").skip(1).filter_map(|rest| rest.split_whitespace().next()?.parse().ok());
        [numbers.next().into_iter().collect(), numbers.next().into_iter().collect()]
    };
    (1..=document.get_pages().len() as u32).map(of).collect()
}

#[test]
fn a_booklet_has_its_pages_in_the_order_that_folding_gives_them() {
    let short = PaperInfo { duplex: Some(BackPlacement::Short), ..PaperInfo::default() };
    let (document, what) = booklet(&format!("# Rules\n\n{}\n", words(3400)), short);
    // Written from left to right, so the numbers of footers come in the order of the halves.
    let sides = halves(&document);
    let count: usize = sides.iter().flatten().map(Vec::len).sum();
    assert!(count > 4 && sides.len().is_multiple_of(2), "{sides:?}");
    assert_eq!(sides.len(), count.div_ceil(4) * 2);
    let (sheets, blank) = (count.div_ceil(4), count.next_multiple_of(4) - count);
    let begin = match blank {
        0 => format!("the rules, a booklet of {count} pages, which lie in pairs; "),
        1 => format!("the rules, a booklet of {count} pages and 1 blank one, which lie in pairs; "),
        _ => format!("the rules, a booklet of {count} pages and {blank} blank ones, which lie in pairs; "),
    };
    let how = format!(
        "print on both sides of {sheets} sheets, flip on the short edge, at 100 %, lay the sheets into each other, \
         the first outermost, fold them at the dashed marks inside, and staple the fold"
    );
    assert_eq!(what, begin + &how);
    // Turned over, read and turned over again: the leaves of the stack, from the outermost to the innermost.
    let last = sides.len() * 2;
    for (sheet, two) in sides.chunks(2).enumerate() {
        let page = |number: usize| if number <= count { vec![number] } else { Vec::new() };
        let [left, right] = [last - 2 * sheet, 2 * sheet + 1];
        let expected = |left: usize, right: usize| [page(left), page(right)].concat();
        assert_eq!(two[0].concat(), expected(left, right), "outer side of sheet {sheet}");
        assert_eq!(two[1].concat(), expected(right + 1, left - 1), "inner side of sheet {sheet}");
    }
}

#[test]
fn a_long_row_of_headings_fills_its_columns() {
    let headings: String = (0..300).map(|i| format!("## Heading{i}\n\n")).collect();
    let game = game(1, &[("rules.md", &format!("# Rules\n\n{headings}The end.\n"))]);
    let document = printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() });
    let pages = document.get_pages().len() as u32;
    assert!(pages < 12, "{pages} pages");
    let all: Vec<String> = (1..=pages).map(|page| text(&document, page)).collect();
    let all = all.join(" ");
    let mut at = 0;
    for i in 0..300 {
        let next = all[at..].find(&format!("Heading{i}")).unwrap_or_else(|| panic!("Heading{i} is lost"));
        at += next;
    }
    assert!(all[at..].contains("The end."));
}

#[test]
fn a_booklet_of_one_sheet_is_only_folded() {
    let (_, what) = booklet("# Rules\n\nWalk on.\n", PaperInfo::default());
    assert_eq!(
        what,
        "the rules, a booklet of 1 page and 3 blank ones, which lie in pairs; print on both sides of 1 sheet, flip \
         on the long edge, at 100 %, and fold it at the dashed marks inside"
    );
}

#[test]
fn a_booklet_is_half_as_large_as_its_paper_and_stays_on_its_halves() {
    for (name, width, height) in [("A4", 297.0, 210.0), ("letter", 279.4, 215.9)] {
        for duplex in [BackPlacement::Long, BackPlacement::Short] {
            let size = Some(SizeInfo::Named(name.into()));
            let paper = PaperInfo { size, duplex: Some(duplex), ..PaperInfo::default() };
            let (document, _) = booklet(&format!("# Rules\n\n{}\n", words(900)), paper);
            let pages: Vec<ObjectId> = document.page_iter().collect();
            assert!(pages.len().is_multiple_of(2));
            for (number, page) in pages.iter().enumerate() {
                let [_, _, right, top] = page_box(&document, *page, b"MediaBox");
                assert!((right - width).abs() < 0.1 && (top - height).abs() < 0.1, "{right} × {top}");
                for (x, y) in written(&document, *page) {
                    assert!(
                        (4.9..width - 4.9).contains(&x) && (4.9..height - 4.9).contains(&y),
                        "page {number}: {x} {y}"
                    );
                    assert!((x - width / 2.0).abs() > 5.0, "page {number}: {x} is in the fold");
                }
                // Inner sides have the dashes of the fold, at both ends.
                let lines = cutting::marks(&document, *page);
                let folds = lines.iter().filter(|line| line[0] == line[2]);
                assert_eq!(folds.count(), if number % 2 == 1 { 2 } else { 0 }, "page {number}");
            }
        }
    }
}

#[test]
fn a_heading_is_on_the_page_of_the_list_that_its_first_line_introduces() {
    let small = on(120.0, 100.0, BackPlacement::Off);
    for filled in 20..90 {
        let rules = format!(
            "# Rules\n\n{}\n\n## Heading\n\nDo one of these:\n\n- First.\n- Second.\n",
            words(filled)
        );
        let pages = pages(&rules, GAME, small.clone());
        let page = pages.iter().find(|page| page.contains("Heading")).expect("a heading");
        assert!(page.contains("Do one of these") && page.contains("First."), "{filled} words: {page}");
    }
}

#[test]
fn a_heading_is_in_the_column_of_two_items_of_its_list() {
    let small = on(120.0, 100.0, BackPlacement::Off);
    for lead_in in ["The game is a draw\n\n", ""] {
        for filled in 20..90 {
            let rules = format!(
                "# Rules\n\n{}\n\n## Heading\n\n{lead_in}- First.\n- Second.\n- Third.\n",
                words(filled)
            );
            let pages = pages(&rules, GAME, small.clone());
            let page = pages.iter().find(|page| page.contains("Heading")).expect("a heading");
            assert!(page.contains(lead_in.trim()) && page.contains("Second."), "{filled} words: {page}");
        }
    }
}

#[test]
fn a_name_inside_the_name_of_a_variant_does_not_stand_out() {
    // Colours that letters have on the page.
    let colours = |rules: &str| {
        let cards = "[cards.needle]\nname = \"The Needle\"\nsuit = \"root\"\nstrength = 1\n";
        let colours =
            "[colours]\nroot = \"#b02020\"\n[sheets.cards]\ncomponents = \"card\"\nband = \"suit\"\n";
        let more =
            [("rules.md", rules), ("game.toml", GAME), ("cards/k.toml", cards), ("print.toml", colours)];
        let document =
            printed(&game(1, &more), &Request { sheets: vec!["rules".into()], ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        let all = everything_on(&document, page);
        let set = all.iter().filter(|(o, _)| o.operator == "rg").map(|(o, _)| format!("{:?}", o.operands));
        set.collect::<std::collections::BTreeSet<String>>()
    };
    let plain = colours("# Rules\n\n- **The hammer.** Take it.\n");
    assert_eq!(colours("# Rules\n\n- **The Needle and the hammer.** Take both.\n"), plain);
    for named in ["- **The Needle.** Take it.", "- Take **The Needle and the hammer.**", "- Take The Needle."]
    {
        assert_ne!(colours(&format!("# Rules\n\n{named}\n")), plain, "{named}");
    }
}

#[test]
fn no_line_of_the_subtitle_begins_within_the_number_of_players() {
    for count in 20..90 {
        let toml =
            GAME.replace("players", &format!("summary = \"{}.\"\nplayers", "oo ".repeat(count).trim()));
        let game = game(1, &[("rules.md", "Walk."), ("game.toml", &toml)]);
        let document = printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        // Each line is shown by one operator.
        let (mut encoding, mut lines) = (None, Vec::new());
        for (operation, resources) in everything_on(&document, page) {
            match operation.operator.as_str() {
                "Tf" => {
                    let fonts =
                        resources.get_deref(b"Font", &document).and_then(Object::as_dict).expect("fonts");
                    let name = operation.operands[0].as_name().expect("a name");
                    let font = fonts.get_deref(name, &document).and_then(Object::as_dict).expect("a font");
                    encoding = Some(font.get_font_encoding(&document).expect("an encoding"));
                }
                "TJ" => {
                    let pieces = operation.operands[0].as_array().expect("glyphs").iter();
                    let encoding = encoding.as_ref().expect("a font first");
                    let decode = |piece: &[u8]| Document::decode_text(encoding, piece).expect("text");
                    lines.push(pieces.filter_map(|p| p.as_str().ok()).map(decode).collect::<String>());
                }
                _ => {}
            }
        }
        let lines: Vec<String> = lines.iter().map(|line| line.replace('\u{a0}', " ")).collect();
        let line = lines.iter().find(|line| line.contains("players")).expect("a subtitle");
        assert!(line.contains("1 to 4 players."), "{count}: {line}");
    }
}

#[test]
fn a_name_with_an_apostrophe_stands_out_in_the_rules() {
    let bold = |rules: &str| {
        let cards = "[cards.kiln]\nname = \"Potter's Kiln\"\nsuit = \"root\"\nstrength = 1\n";
        let game = game(1, &[("rules.md", rules), ("game.toml", GAME), ("cards/kiln.toml", cards)]);
        let output = print::print(&game.ir, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let name = |object: &Object| {
            object.as_dict().ok()?.get(b"BaseFont").ok()?.as_name().ok().map(<[u8]>::to_vec)
        };
        let fonts: Vec<Vec<u8>> = document.objects.values().filter_map(name).collect();
        fonts.iter().any(|font| String::from_utf8_lossy(font).contains("AlegreyaSans-Bold"))
    };
    assert!(!bold("# Rules\n\nGo to the kiln.\n"));
    assert!(bold("# Rules\n\nGo to the Potter's Kiln.\n"));
    assert!(bold("# Rules\n\nGo to the Potter’s Kiln.\n"));
}

/// The rules of a game on paper, and their diagnostics.
fn with_figures(game: &CompiledGame) -> (Document, String) {
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &cardwright::inspect::with_scenes(&game.ir, request));
    (Document::load_mem(&output.files[0].bytes).expect("a PDF"), said(game, &output))
}

#[test]
fn figures_of_the_rules_are_drawn_from_the_game() {
    let rules = "# Rules\n\n## First\n\n![Parts of it](anatomy)\n\n![A card](c2)\n\n![Nothing](anatomie)\n\nThe end.\n";
    let (document, said) = with_figures(&game(3, &[("rules.md", rules)]));
    let text = text(&document, 1);
    for words in ["Parts of it", "Strength", "Suit", "Name", "What it does", "A card", "Nothing", "The end"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(said.contains("CW0926") && said.contains("`anatomie`"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let page = document.page_iter().next().expect("a page");
    assert_eq!(everything_used(&document, page), 2, "two cards");
}

/// Returns the diagnostics about the figures of some rules; `print` and `check` must agree.
fn said_of_figures(rules: &str, more: &[(&str, &str)]) -> String {
    let game = game(3, &[&[("rules.md", rules)], more].concat());
    let (_, said) = with_figures(&game);
    let found = print::check_files(&game.ir);
    let checked = render(&found, game.sources(), Format::Short);
    assert_eq!(checked, said, "`check` says the same");
    said
}

#[test]
fn figures_of_nothing_and_inside_lines_are_said_with_their_place() {
    let said = said_of_figures("# Rules\n\nLook: ![A card](c2) there.\n\n![B](c1) ![C](c2)\n", &[]);
    assert_eq!(said.matches("CW0929").count(), 3, "{said}");
    assert!(
        said.contains("rules.md:3:17") && said.contains("rules.md:5:6") && said.contains("rules.md:5:15"),
        "{said}"
    );
    let said = said_of_figures(
        "# Rules\n\n- ![A card](c2)\n\n```\n![No](figure)\n```\n\nWrite `![No](figure)`.\n",
        &[],
    );
    assert_eq!(said.matches("CW09").count(), 1, "{said}");
    let said = said_of_figures("# Rules\n\n  ![Nothing](anatomie)\n", &[]);
    assert!(said.contains("CW0926") && said.contains("rules.md:3:14"), "{said}");
    // The words of an image inside a line stay.
    let (document, _) = with_figures(&game(3, &[("rules.md", "# Rules\n\nLook: ![A card](c2) there.\n")]));
    assert!(text(&document, 1).contains("Look: A card there."), "{}", text(&document, 1));
}

#[test]
fn rules_in_other_languages_are_checked_too() {
    let german = "# Regeln\n\n![Der Tisch](setpu)\n\n{nosuchicon} Karten.\n";
    let game = game(3, &[("rules.md", "# Rules\n\n![It](c2)\n"), ("rules.de.md", german)]);
    let found = print::check_files(&game.ir);
    let said = render(&found, game.sources(), Format::Short);
    assert!(said.contains("rules.de.md:3:14") && said.contains("CW0926"), "{said}");
    let icons = print::export::check_faces(&game.ir);
    let said = render(&icons, game.sources(), Format::Short);
    assert!(said.contains("rules.de.md:5:2") && said.contains("`nosuchicon`"), "{said}");
}

#[test]
fn a_scenario_with_the_name_of_a_card_does_not_hide_it_unsaid() {
    let scenario = (
        "scenarios/c1.toml",
        "name = \"Begin\"\nbegin = \"setup\"\n[[steps]]\nplay = \"first\"\nuntil = \"end\"\n",
    );
    let said = said_of_figures("# Rules\n\n![It](c1)\n", &[scenario]);
    assert!(said.contains("CW0926") && said.contains("`c1` is a scenario and a card"), "{said}");
    assert_eq!(
        said_of_figures(
            "# Rules\n\n![It](card:c1)\n\n![It](scenario:c1)\n\n![Parts](anatomy:c1)\n",
            &[scenario]
        ),
        ""
    );
    assert!(said_of_figures("# Rules\n\n![It](card:c9)\n", &[scenario]).contains("CW0926"));
}

/// The leftmost and rightmost places of drawing on a page below a height, in millimetres, by the independent
/// reader.
fn drawn_below(bytes: &[u8], from: f64, to: f64) -> (f64, f64) {
    const SCALE: f32 = 2.0;
    let picture = seen::page_picture(bytes.to_vec(), 0, SCALE);
    let mm = |pixels: u32| f64::from(pixels) * POINT / f64::from(SCALE);
    let rows = (0..picture.height).filter(|y| (from..to).contains(&mm(*y)));
    let dark = rows.flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    let dark: Vec<f64> = dark.filter(|(x, y)| picture.pixel(*x, *y)[0] < 0xc0).map(|(x, _)| mm(x)).collect();
    (dark.iter().copied().fold(f64::INFINITY, f64::min), dark.iter().copied().fold(0.0, f64::max))
}

#[test]
fn an_anatomy_of_many_parts_stays_in_its_column() {
    let boxes: String = (0..60)
        .map(|i| {
            let (x, y) = (2 + i % 2 * 40, 1 + i / 2 * 3);
            format!("<rect data-name=\"a_very_long_name_of_part_{i}\" data-text=\"{i}\" x=\"{x}\" y=\"{y}\" width=\"10\" height=\"3\" data-size=\"4\"/>")
        })
        .collect();
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{boxes}</svg>");
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nsafe = 0\n";
    let files =
        [("print.toml", sheet), ("faces/own.svg.j2", &*face), ("rules.md", "# Rules\n\n![Parts](anatomy)\n")];
    let game = game(1, &files);
    for (width, height) in [(210.0, 297.0), (105.0, 148.0)] {
        let paper = on(width, height, BackPlacement::Off);
        let request = Request { sheets: vec!["rules".into()], paper, ..Request::default() };
        let output = print::print(&game.ir, &request);
        let (left, right) = drawn_below(&output.files[0].bytes, 40.0, height - 25.0);
        let column = if width > 200.0 { 15.0 + (width - 38.0) / 2.0 } else { width - 15.0 };
        assert!(left >= 14.5 && right <= column + 0.5, "{left} to {right}, column to {column}");
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        for page in document.page_iter() {
            assert!(written(&document, page).iter().all(|(_, y)| *y < height - 4.0));
        }
    }
}

#[test]
fn a_pointer_of_an_anatomy_leaves_the_icon_beside_a_name_free() {
    let block =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><path d=\"M0 0h24v24H0z\"/></svg>";
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    // Returns how many pixels the icon has in the figure, with a text at this place of the card.
    let red = |x: u32, y: u32| {
        let face = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{{{{ icon(\"block\", 12, 40, 6, \"#ff0000\") }}}}\
             {{{{ icon(\"block\", 45, 40, 6, \"#ff0000\") }}}}\
             <rect data-name=\"part\" data-text=\"Moss\" x=\"{x}\" y=\"{y}\" width=\"12\" height=\"6\" data-size=\"7\" data-valign=\"middle\"/></svg>"
        );
        let rules = "# Rules\n\n![Parts](anatomy)\n";
        let files = [
            ("print.toml", sheet),
            ("faces/own.svg.j2", &*face),
            ("icons/block.svg", block),
            ("rules.md", rules),
        ];
        let request = Request { sheets: vec!["rules".into()], ..Request::default() };
        let output = print::print(&game(1, &files).ir, &request);
        let picture = seen::page_picture(output.files[0].bytes.to_vec(), 0, 4.0);
        let all = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        all.filter(|(x, y)| matches!(picture.pixel(*x, *y)[..3], [0xf0..=0xff, 0..=0x10, 0..=0x10])).count()
    };
    // Above both icons, beside the left one and beside the right one.
    let free = red(19, 20);
    assert!(free > 1000, "{free}");
    let (left, right) = (red(19, 40), red(36, 40));
    assert!(left + 20 > free && right + 20 > free, "{left} and {right} of {free}");
}

#[test]
fn an_anatomy_of_a_face_whose_boxes_have_no_names_is_warned_of() {
    for (name, count) in [("", 1), ("data-name=\"number\" ", 0)] {
        let face = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect {name}data-text=\"7\" x=\"10\" y=\"40\" width=\"40\" height=\"8\"/></svg>"
        );
        let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
        let rules = "# Rules\n\n![Parts](anatomy)\n";
        let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face), ("rules.md", rules)]);
        let output = print::print(&game.ir, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let said = said(&game, &output);
        assert_eq!(said.matches("CW0926").count(), count, "{said}");
        assert_eq!(said.matches("`anatomy`, which the rules show, names no part").count(), count, "{said}");
    }
}

#[test]
fn an_anatomy_names_parts_in_the_language_of_the_print() {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect data-name=\"stats\" data-text=\"7\" x=\"10\" y=\"40\" width=\"40\" height=\"8\"/></svg>";
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    let files = [
        ("print.toml", sheet),
        ("faces/own.svg.j2", face),
        ("rules.md", "# Rules\n\n![Parts](anatomy)\n"),
        ("texts/de.toml", "[phrases]\npart_stats = \"Werte\"\n"),
    ];
    let mut game = game(1, &files);
    game.speak("de").expect("a language");
    let text = text(&with_figures(&game).0, 1);
    assert!(text.contains("Werte") && !text.contains("Stats"), "{text}");
}

#[test]
fn the_dot_of_a_part_lies_beside_its_text() {
    // The box of the second is so wide that its middle lies right of the card's, though its text does not.
    for width in [40, 50] {
        assert_dot_beside_text(width);
    }
}

fn assert_dot_beside_text(width: u32) {
    // A text that is not seen, from 10 mm on, in a box of this width on a card 63 mm wide, which is 42 mm wide
    // in the figure.
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><rect data-name=\"part\" data-text=\"Text\" x=\"10\" y=\"40\" width=\"{width}\" height=\"8\" data-size=\"12\" data-colour=\"#ffffff\"/></svg>"
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    let files =
        [("print.toml", sheet), ("faces/own.svg.j2", &*face), ("rules.md", "# Rules\n\n![Parts](anatomy)\n")];
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game(1, &files).ir, &request);
    let picture = seen::page_picture(output.files[0].bytes.clone(), 0, 4.0);
    let pixels = |mm: f64| (mm / POINT * 4.0) as u32;
    let is_dark = |x: u32, y: u32| picture.pixel(x, y)[0] < 0xd0;
    let left = 15.0 + ((210.0 - 38.0) / 2.0 - 42.0) / 2.0;
    // The card begins where its upper edge is.
    let within = pixels(left + 30.0);
    let top = (pixels(38.0)..picture.height).find(|y| is_dark(within, *y)).expect("an upper edge");
    let rows = top + pixels(5.0)..top + pixels(50.0);
    let text = pixels(left + 10.0 * 2.0 / 3.0);
    let dark = |from: u32, to: u32| rows.clone().any(|y| (from..to).any(|x| is_dark(x, y)));
    assert!(!dark(text, within), "nothing lies on the text");
    assert!(dark(text - pixels(1.6), text), "a dot lies beside it");
}

#[test]
fn numbers_of_a_list_stand_below_each_other_before_one_edge() {
    let items: String = (1..=12).map(|i| format!("{i}. Item\n")).collect();
    let (document, _) = with_figures(&game(1, &[("rules.md", &format!("# Rules\n\n{items}"))]));
    let page = document.page_iter().next().expect("a page");
    let mut rows: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for (x, y) in written(&document, page) {
        rows.entry((y * 10.0).round() as i64).or_default().push(x);
    }
    // In each row of the two columns: a number, a text, a number, a text. Columns are 94 mm apart.
    let mut items = Vec::new();
    for row in rows.values_mut().filter(|row| row.len() == 4) {
        row.sort_by(f64::total_cmp);
        items.extend([row[1], row[3] - 94.0]);
    }
    assert_eq!(items.len(), 12, "{rows:?}");
    assert!(items.iter().all(|x| (x - items[0]).abs() < 0.02), "{items:?}");
}

#[test]
fn a_sign_that_stands_alone_begins_no_line() {
    let bound = |text: &str| print::rich::parse(text)[0].text.clone();
    assert_eq!(bound("Nobody passes. ◆"), "Nobody passes.\u{a0}◆");
    assert_eq!(bound("1. From the left ◆ to – say – four"), "From the left\u{a0}◆ to\u{a0}– say\u{a0}– four");
    assert_eq!(bound("- 3 + 4, −5 and «so»"), "3 + 4, −5 and «so»");
}

#[test]
fn a_figure_stands_above_the_middle_of_its_caption() {
    let mut game = crate::support::open("kuhn-poker").game.expect("a shipped game");
    let file = game.ir.print.asset("rules.md").and_then(|asset| asset.file).expect("rules");
    game.ir.files[file].text = "# Kuhn Poker\n\n![Dealt](setup)\n".to_owned();
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let output = print::print(&game.ir, &cardwright::inspect::with_scenes(&game.ir, request));
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let page = document.page_iter().next().expect("a page");
    let column = (15.0 + 15.0 + (210.0 - 38.0) / 2.0) / 2.0;
    let (left, right) = drawn_below(&output.files[0].bytes, 45.0, 70.0);
    let middle = f64::midpoint(left, right);
    assert!((middle - column).abs() < 6.0, "{left} to {right}, the column's middle is {column}");
    assert!(!written(&document, page).is_empty());
}

#[test]
fn areas_go_by_their_names_in_figures() {
    let files = [
        (
            "game.toml",
            "[game]\nid = \"bay\"\nname = \"Bay\"\nplayers = [2, 2]\n[boards.bay.areas.quay]\nname = \"Old Quay\"\nadjoins = [\"sea\"]\n[boards.bay.areas.sea]\n[zones.spot]\nper = \"cell\"\nstart = \"cards where self == quay\"\n[flow]\nplay = \"end\"\n",
        ),
        ("cards/cards.toml", "[cards.ann]\n[cards.bob]\n"),
        ("rules.md", "# Bay\n\n![Here](setup)\n"),
    ];
    let (document, said) = with_figures(&game(0, &files));
    let text = text(&document, 1);
    assert!(text.contains("Spot: Old Quay"), "{text}{said}");
}

#[test]
fn a_figure_shows_the_table_of_a_scenario() {
    let game = crate::support::open("chess").game.expect("a shipped game");
    let count = |rules: &str| {
        let mut game = crate::support::open("chess").game.expect("a shipped game");
        let file = game.ir.print.asset("rules.md").and_then(|asset| asset.file).expect("rules");
        game.ir.files[FileTextId(file.0)].text = rules.to_owned();
        let (document, said) = with_figures(&game);
        assert_eq!(said, "");
        document.page_iter().map(|page| everything_used(&document, page)).sum::<usize>()
    };
    let none = count("# Chess\n\nNo figure.\n");
    assert_eq!(count("# Chess\n\n![Ready](setup)\n") - none, 1 + 32);
    assert_eq!(count("# Chess\n\n![Mate](back-rank-mate)\n") - none, 1 + 6);
    assert!(game.ir.scenarios.iter().any(|scenario| scenario.id == "back-rank-mate"));
}

#[test]
fn a_figure_shows_the_table_after_the_steps_of_its_scenario() {
    let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.row]\n[zones.heap]\n\
                 [actions.wait]\ndo = \"\"\n[flow]\nplay = \"for each p in players { act p from {wait} }\"\n";
    let played = |step: &str| {
        let scenario = format!("name = \"Laid\"\n[zones]\nheap = [\"Apple\"]\n[[steps]]\n{step}\n");
        let opened = crate::support::opened([
            ("game.toml", rules),
            ("cards/all.csv", "id,name,copies\napple,Apple,9\n"),
            ("scenarios/laid.toml", scenario.as_str()),
            ("rules.md", "# Beach\n\n![Before](laid)\n\n![Behind](after:laid)\n"),
        ]);
        let (document, said) = with_figures(&crate::support::playable(opened));
        (text(&document, 1), said)
    };
    let (text, said) = played("do = \"for each c in heap { move(c, row) }\"");
    assert_eq!(said, "");
    let (before, behind) = text.split_once("Before").expect("a caption");
    assert!(before.contains("Heap") && !before.contains("Row"), "{text}");
    assert!(behind.contains("Row") && !behind.contains("Heap"), "{text}");
    // A step that fails is said, and the other figure is drawn.
    let (text, said) = played("expect = \"count(heap) == 7\"");
    assert!(said.contains("the figure of `laid` cannot be drawn, since its scenario fails"), "{said}");
    assert_eq!(text.matches("Heap").count(), 1, "{text}");
    assert!(text.contains("Behind"), "{text}");
}

#[test]
fn an_image_after_a_scenario_that_does_not_exist_is_told() {
    let game = with_tokens("[15, 15]", &[("rules.md", "# Beach\n\n![Begun](after:lade)\n")]);
    let found = print::check_files(&game.ir);
    assert!(
        found.iter().any(|d| d.message == "there is no figure of `after:lade`, which the rules show"),
        "{found:?}"
    );
}

#[test]
fn tokens_on_one_cell_do_not_hide_each_other() {
    let tokens = |more: usize| -> String {
        (0..more).map(|i| format!("[cards.shell_{i}]\nkind = \"token\"\n")).collect()
    };
    let rules = ("rules.md", "# Beach\n\n![Begun](setup)\n");
    // The places of the drawings on a page, but for the board, which is the first.
    let places = |size: &str, more: usize| {
        let tokens = tokens(more);
        let (document, said) = with_figures(&with_tokens(size, &[rules, ("cards/more.toml", &tokens)]));
        assert_eq!(said, "");
        let page = document.page_iter().next().expect("a page");
        let beside = text(&document, 1).contains("Strand: Bar");
        (drawings_at(&document, page).split_off(1), beside)
    };
    for size in ["[5, 5]", "[15, 15]"] {
        let (places, beside) = places(size, 5);
        assert_eq!((places.len(), beside), (7, false), "{size}: {places:?}");
        for (i, a) in places.iter().enumerate() {
            for b in &places[..i] {
                assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) > 1.0, "{size}: {places:?}");
            }
        }
    }
    // Tokens as large as the cell would be too small: they are shown beside the board.
    let (places, beside) = places("[20, 20]", 10);
    assert_eq!((places.len(), beside), (12, true));
}

/// The places of the drawings that a page shows, as the sum of all shifts.
fn drawings_at(document: &Document, page: ObjectId) -> Vec<(f64, f64)> {
    let (mut at, mut saved, mut places) = ((0.0, 0.0), Vec::new(), Vec::new());
    for operation in sheet(document, page) {
        let number = |i: usize| f64::from(operation.operands[i].as_float().expect("a number"));
        match operation.operator.as_str() {
            "q" => saved.push(at),
            "Q" => at = saved.pop().expect("balanced"),
            "cm" => at = (at.0 + number(4), at.1 + number(5)),
            "Do" => places.push(at),
            _ => {}
        }
    }
    places
}

/// The number of drawings that a page shows.
fn everything_used(document: &Document, page: ObjectId) -> usize {
    sheet(document, page).iter().filter(|o| o.operator == "Do").count()
}

#[test]
fn a_table_of_cards_shows_its_zones() {
    let mut game = crate::support::open("kuhn-poker").game.expect("a shipped game");
    let file = game.ir.print.asset("rules.md").and_then(|asset| asset.file).expect("rules");
    game.ir.files[FileTextId(file.0)].text = "# Kuhn Poker\n\n![Dealt](setup)\n".to_owned();
    let (document, said) = with_figures(&game);
    assert_eq!(said, "");
    let text = text(&document, 1);
    for words in ["Dealt", "Deck", "Hand 1", "Hand 2"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn a_figure_shows_the_zones_of_places_and_tables_that_ask_nobody() {
    let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[boards.beach.areas.dunes]\nadjoins = [\"sand_bar\"]\n\
                 [boards.beach.areas.sand_bar]\n[zones.deck]\nordered = true\nstart = \"cards\"\n[zones.strand]\nper = \"beach\"\n[zones.row]\n\
                 [actions.wait]\ndo = \"\"\n[flow]\nsetup = \"deal(deck, sand_bar.strand, 2)\"\n\
                 play = \"for each p in players { act p from {wait} }\"\n";
    let laid = "name = \"laid\"\n[zones]\n\"strand[dunes]\" = [\"Apple\"]\n[[steps]]\nexpect = \"count(row) == 0\"\n";
    let game = crate::support::playable(crate::support::opened([
        ("game.toml", rules),
        ("cards/all.csv", "id,name,copies\napple,Apple,9\n"),
        ("scenarios/laid.toml", laid),
        ("rules.md", "# Beach\n\n![Begun](setup)\n\n![Laid](laid)\n"),
    ]));
    let (document, said) = with_figures(&game);
    assert_eq!(said, "");
    let text = text(&document, 1);
    for words in ["Begun", "Strand: Sand Bar", "Laid", "Strand: Dunes"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

/// A game with tokens on the areas of a board, and these scenarios.
fn with_tokens(size: &str, more: &[(&str, &str)]) -> CompiledGame {
    let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[boards.beach.areas]\ndunes = { at = [25, 50], adjoins = [\"bar\"] }\nbar = { at = [75, 50] }\n\
                 [kinds.token]\n[zones.strand]\nper = \"beach\"\nstart = \"tokens where self == bar\"\n[flow]\nplay = \"end\"\n";
    let print_toml = format!("[sheets.tokens]\ncomponents = \"token\"\nsize = {size}\n");
    let files = [
        ("game.toml", rules),
        ("cards/all.toml", "[cards.shell]\nkind = \"token\"\n[cards.stone]\nkind = \"token\"\n"),
        ("print.toml", print_toml.as_str()),
    ];
    game(0, &[&files[..], more].concat())
}

#[test]
fn what_fits_its_cell_lies_there_in_a_figure_and_the_rest_beside_the_board() {
    let rules = ("rules.md", "# Beach\n\n![Begun](setup)\n");
    let (small, said_of_small) = with_figures(&with_tokens("[15, 15]", &[rules]));
    assert_eq!(said_of_small, "");
    let text_of_small = text(&small, 1);
    assert!(text_of_small.contains("Begun") && !text_of_small.contains("Strand: Bar"), "{text_of_small}");
    let page = small.page_iter().next().expect("a page");
    assert_eq!(everything_used(&small, page), 3, "the board and two tokens");
    let (large, _) = with_figures(&with_tokens("[60, 60]", &[rules]));
    assert!(text(&large, 1).contains("Strand: Bar"));
    // Tokens on the board make the figure no higher.
    let lowest = |document: &Document| {
        let page = document.page_iter().next().expect("a page");
        written(document, page)
            .into_iter()
            .map(|(_, y)| y)
            .filter(|y| *y > 15.0)
            .fold(f64::INFINITY, f64::min)
    };
    assert!(lowest(&large) < lowest(&small) - 10.0);
}

#[test]
fn a_figure_of_a_scenario_that_fails_gives_its_error() {
    let rules = ("rules.md", "# Beach\n\n![It](broken)\n\n![Again](broken)\n\n![Then](after:broken)\n");
    for (scenario, message) in [
        ("name = \"Broken\"\n[zones]\n\"strand[nowhere]\" = [\"Shell\"]\n", "nowhere"),
        ("name = \"Broken\"\n[zones]\n\"strand[dunes]\" = [\"Shel\"]\n", "Shel"),
        ("name = \"Broken\"\nbegin = \"setup\"\n[[steps]]\nplay = \"nothing\"\n", "nothing"),
    ] {
        let more = [rules, ("scenarios/broken.toml", scenario)];
        let rules = "[game]\nid = \"beach\"\nname = \"Beach\"\nplayers = [2, 2]\n[boards.beach.areas]\ndunes = { at = [25, 50], adjoins = [\"bar\"] }\nbar = { at = [75, 50] }\n\
                     [kinds.token]\n[zones.strand]\nper = \"beach\"\nstart = \"tokens where self == bar\"\n[actions.wait]\ndo = \"\"\n[flow]\nplay = \"for each p in players { act p from {wait} }\"\n";
        let files = [
            ("game.toml", rules),
            ("cards/all.toml", "[cards.shell]\nkind = \"token\"\n[cards.stone]\nkind = \"token\"\n"),
        ];
        let opened = opened(0, &[&files[..], &more].concat());
        let game = opened.game.expect("it is playable");
        let request = Request { sheets: vec!["rules".into()], ..Request::default() };
        let output = print::print(&game.ir, &cardwright::inspect::with_game_scenes(&game, request));
        let said = said(&game, &output);
        let once = "the figure of `broken` cannot be drawn, since its scenario fails";
        assert_eq!(said.matches(once).count(), 1, "{said}");
        assert!(said.contains("scenarios/broken.toml:") && said.contains(message), "{said}");
        assert!(!said.contains("there is no figure"), "{said}");
        assert_eq!(print::check_files(&game.ir), [], "`check` reports the scenario itself");
        assert!(text(&Document::load_mem(&output.files[0].bytes).expect("a PDF"), 1).contains("It"));
    }
}

#[test]
fn the_starter_has_rules_with_a_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    let made = crate::process::cardwright().current_dir(folder.path()).args(["new", "soup"]).ended();
    assert!(made.status.success());
    let printed = crate::process::cardwright().current_dir(folder.path()).args(["print", "soup"]).ended();
    assert!(
        printed.status.success() && printed.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&printed.stderr)
    );
    let bytes = std::fs::read(folder.path().join("output/soup/rules.pdf")).expect("rules");
    let text = text(&Document::load_mem(&bytes).expect("a PDF"), 1);
    assert!(text.contains("The parts of a card") && text.contains("Taste"), "{text}");
    assert!(!text.contains("cardwright sim"), "{text}");
}

#[test]
fn a_high_figure_at_the_beginning_does_not_leave_the_first_page_empty() {
    for (form, size, pages) in [("sheet", "[84, 255]", 1), ("booklet", "[60, 160]", 0)] {
        let print = format!("rules = \"{form}\"\n[sheets.cards]\ncomponents = \"card\"\nsize = {size}\n");
        for rules in
            ["# Rules\n\n![It](c0)\n\nAnd so on.\n", "# Rules\n\n## Cards\n\n![It](c0)\n\nAnd so on.\n"]
        {
            let game = game(1, &[("print.toml", &print), ("rules.md", rules)]);
            let (document, said) = with_figures(&game);
            assert_eq!(said, "");
            let page = document.page_iter().last().expect("a page");
            assert!(
                pages == 0 || document.get_pages().len() == pages,
                "{form}: {}",
                document.get_pages().len()
            );
            // A booklet's cover is the right half of its first side; a figure uses the drawing of its card.
            let first = document.page_iter().next().expect("a page");
            let page = if pages == 0 { first } else { page };
            assert!(everything_used(&document, page) > 0, "{form}: no figure on the first page");
        }
    }
}

/// In a booklet, pages are shortened together if the last one would be nearly empty, but not so that a figure
/// no longer fits on its page.
#[test]
fn the_figure_of_a_booklet_is_not_moved_off_the_first_page() {
    for (id, caption) in
        [("fantasy-realms", "The parts of a card"), ("minute-realms", "The parts of a building")]
    {
        let mut game = crate::support::shipped(id);
        game.ir.print.rules = cardwright::ir::print::RulesFormat::Booklet;
        let (document, said) = with_figures(&game);
        assert_eq!(said, "");
        // The first page of a booklet lies on the right of the first side.
        let text = text(&document, 1);
        assert!(text.contains(caption), "{id}: {text}");
    }
}

#[test]
fn faces_of_dice_are_words_as_printed() {
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"dry_herb\", \"moss\"]\n\
                 [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9\"\n[zones.deck]\nstart = \"cards\"\n\
                 [dice]\nfate = [\"root\", \"root\", \"dry_herb\", \"moss\"]\nsteps = [1, 1, 2]\n[flow]\nplay = \"roll(fate)\"\n";
    let files = [
        ("game.toml", rules),
        ("cards/cards.toml", ""),
        ("rules.md", "# Rules\n\nRoll.\n"),
        ("texts/de.toml", "[words]\nroot = \"Wurzel\"\n"),
        ("print.toml", "[icons]\nroot = \"leaf\"\n"),
    ];
    let mut game = game(0, &files);
    let (document, _) = with_figures(&game);
    let english = text(&document, 1);
    assert!(english.contains("Root ×2, Dry Herb, Moss") && english.contains("1 ×2, 2"), "{english}");
    game.speak("de").expect("a language");
    let (document, _) = with_figures(&game);
    assert!(text(&document, 1).contains("Wurzel ×2"), "{}", text(&document, 1));
}

/// Below each leader of an anatomy lies a wider one in white, which is seen on a band of its colour.
#[test]
fn leaders_of_an_anatomy_have_an_outline() {
    let game = game(3, &[("rules.md", "# Rules\n\n![Parts of it](anatomy)\n")]);
    let (document, _) = with_figures(&game);
    let page = document.page_iter().next().expect("a page");
    let mut lines: Vec<(f32, bool)> = Vec::new();
    let (mut width, mut white) = (0.0, false);
    for operation in sheet(&document, page) {
        let number = |i: usize| operation.operands[i].as_float().expect("a number");
        match operation.operator.as_str() {
            "w" => width = number(0),
            "RG" | "G" => white = (0..operation.operands.len()).all(|i| number(i) == 1.0),
            "S" => lines.push((width, white)),
            _ => {}
        }
    }
    let leaders = lines.iter().filter(|line| **line == (0.25, false)).count();
    let outlines = lines.iter().filter(|line| **line == (0.65, true)).count();
    assert!(leaders >= 4 && leaders == outlines, "{lines:?}");
}

#[test]
fn a_title_of_its_own_is_printed() {
    let first = |rules: &str| {
        let game = game(
            0,
            &[("cards/cards.toml", "[cards.elm]\nsuit = \"root\"\nstrength = 1\n"), ("rules.md", rules)],
        );
        text(&printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() }), 1)
    };
    assert!(first("# My own title\n\nWalk.\n").contains("My own title"));
    for known in ["# Woods", "# *Woods* #", "# Rules", "# woods"] {
        let text = first(&format!("{known}\n\nWalk.\n"));
        assert_eq!(
            text.matches("Woods").count(),
            first("Walk.\n").matches("Woods").count(),
            "{known}: {text}"
        );
        assert!(!text.contains("Rules") && !text.contains("woods"), "{known}: {text}");
    }
}

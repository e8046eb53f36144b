//! Text in boxes: how it is broken, parted, and in which direction it runs.

use cardwright::print::fonts::FontCollection;
use cardwright::print::rich;
use cardwright::print::scene::{GlyphRun, SceneItem, Segment};
use cardwright::print::text::{Hyphens, Shaper, TextAlign, TextLayout, TextStyle, Valign};

use super::*;
use crate::process::Ends;

fn style() -> TextStyle {
    TextStyle {
        families: vec!["Alegreya Sans".into()],
        bold: false,
        italic: false,
        size: 10.0,
        least: 10.0,
        leading: 1.2,
        gap: 0.3,
        spacing: 0.0,
        align: TextAlign::Left,
        valign: Valign::Top,
        colour: [0, 0, 0],
        lines: None,
        hyphens: Hyphens::On,
        break_words: false,
    }
}

/// A text in a box of a width, in a language.
fn lay(text: &str, style: &TextStyle, width: f64, language: &str) -> TextLayout {
    let fonts = FontCollection::load(&cardwright::ir::Ir::default(), &mut Vec::new());
    Shaper::new(&fonts, language).lay(&rich::parse(text), style, width, 200.0)
}

fn runs(laid: &TextLayout) -> Vec<&GlyphRun> {
    laid.items
        .iter()
        .filter_map(|item| if let SceneItem::Text(run) = item { Some(run) } else { None })
        .collect()
}

/// Heights at which lines stand, from above.
fn lines(laid: &TextLayout) -> Vec<f32> {
    let mut lines: Vec<f32> = runs(laid).iter().filter_map(|run| Some(run.glyphs.first()?.y)).collect();
    lines.dedup();
    lines
}

#[test]
fn words_are_parted_as_their_language_parts_them() {
    let text = "Donaudampfschifffahrtsgesellschaft";
    let whole = TextStyle { hyphens: Hyphens::Off, ..style() };
    assert_eq!(lines(&lay(text, &whole, 25.0, "de")).len(), 1);
    assert!(lay(text, &whole, 25.0, "de").over.0 > 10.0);
    let parted = lay(text, &style(), 25.0, "de");
    assert!(lines(&parted).len() >= 3 && parted.over == (0.0, 0.0), "{:?}", parted.over);
    assert_eq!(lines(&lay(text, &style(), 25.0, "de-CH")).len(), lines(&parted).len());
    // A language whose words nobody knows how to part, and a tag that is none.
    for language in ["tlh", "x", "", "d\u{e9}"] {
        assert_eq!(lines(&lay(text, &style(), 25.0, language)).len(), 1, "{language}");
    }
    let glyphs = |laid: &TextLayout| runs(laid).iter().map(|run| run.glyphs.len()).sum::<usize>();
    let whole = lay(text, &whole, 200.0, "de");
    assert_eq!(
        glyphs(&parted),
        glyphs(&whole) + lines(&parted).len() - 1,
        "a hyphen at the end of each line but the last"
    );
}

#[test]
fn a_hyphen_keeps_within_the_box_however_lines_stand() {
    let text =
        "**Extraordinarily** considerate *representatives* unconditionally recommended {coin} understanding.";
    for align in [TextAlign::Left, TextAlign::Center, TextAlign::Right, TextAlign::Justify] {
        for width in [18.0, 21.5, 26.0, 31.0] {
            let laid = lay(text, &TextStyle { align, ..style() }, width, "en");
            assert_eq!(laid.over, (0.0, 0.0), "{align:?} {width}");
            let fonts = FontCollection::load(&cardwright::ir::Ir::default(), &mut Vec::new());
            for run in runs(&laid) {
                let font = &fonts.all[run.font as usize];
                let last = run.glyphs.last().expect("a glyph");
                let end = last.x + f32::from(font.advances[last.id as usize]) / font.units * run.size;
                let space = font.glyph(' ') == Some(last.id);
                assert!(space || f64::from(end) < width + 0.02, "{align:?} {width}: {end}");
            }
        }
    }
}

#[test]
fn words_stay_whole_as_long_as_that_leaves_them_large() {
    let auto = TextStyle { hyphens: Hyphens::Auto, least: 5.0, ..style() };
    let text = "Considerate representatives.";
    let roomy = lay(text, &auto, 30.0, "en");
    assert_eq!((roomy.size, lines(&roomy).len()), (10.0, 2));
    let narrow = lay(text, &auto, 14.0, "en");
    let whole = lay(text, &TextStyle { hyphens: Hyphens::Off, ..auto.clone() }, 14.0, "en");
    assert!(narrow.size > whole.size, "{} {}", narrow.size, whole.size);
    // Centred text is made smaller first, and parted only where it would not fit.
    let centred = TextStyle { align: TextAlign::Center, ..auto.clone() };
    assert_eq!(lay(text, &centred, 14.0, "en").size, whole.size);
    let tight = TextStyle { least: 9.0, ..centred };
    assert!(lay(text, &tight, 14.0, "en").over.0 == 0.0, "parted");
    // A line that must stay one is made smaller.
    let one = lay(text, &TextStyle { lines: Some(1), ..auto }, 30.0, "en");
    assert_eq!(lines(&one).len(), 1);
}

#[test]
fn a_parted_word_is_found_whole_on_paper() {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let face = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect data-text="extraordinarily *representative*" x="5" y="5" width="13" height="60" data-size="10" data-hyphens="on"/></svg>"#;
    let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face)]);
    let output = print::print(&game.ir, &Request::default());
    assert_eq!(said(&game, &output), "");
    let Some(text) = poppler(&output.files[0].bytes) else { return };
    let joined = text.replace("-\n", "");
    assert!(joined.contains("extraordinarily") && joined.contains("representative"), "{text}");
}

#[test]
fn text_may_run_from_right_to_left() {
    // The shipped fonts have no script that does so by itself; text marked in this way goes the same way.
    let order = |text: &str| -> Vec<f32> {
        runs(&lay(text, &style(), 100.0, "en"))[0].glyphs.iter().map(|g| g.x).collect()
    };
    let glyphs = |text: &str| -> Vec<u16> {
        runs(&lay(text, &style(), 100.0, "en"))[0].glyphs.iter().map(|g| g.id).collect()
    };
    let (there, back) = (glyphs("abcd"), glyphs("\u{202e}abcd\u{202c}"));
    assert_eq!(there.iter().rev().copied().collect::<Vec<_>>(), back);
    assert!(order("\u{202e}abcd\u{202c}").is_sorted(), "from left to right on paper");
    // A paragraph that begins with a letter of such a script stands at the right, and so does its bullet.
    let start = TextStyle { align: TextAlign::Start, ..style() };
    let hebrew = lay("- \u{5d0}", &start, 50.0, "he");
    assert_eq!(hebrew.missing, ['\u{5d0}']);
    let bullet = hebrew.items.iter().find_map(|item| match item {
        SceneItem::Path { segments, .. } => segments.first().copied(),
        _ => None,
    });
    let Some(Segment::Move(x, _)) = bullet else { panic!("a bullet") };
    assert!((47.0..50.0).contains(&x), "{x}");
}

#[test]
fn left_and_right_are_sides_of_the_page() {
    let at = |text: &str, align| {
        let laid = lay(text, &TextStyle { align, ..style() }, 50.0, "he");
        runs(&laid).iter().flat_map(|run| &run.glyphs).map(|g| g.x).fold(f32::INFINITY, f32::min)
    };
    let hebrew = "\u{5d0} abc";
    assert!(at(hebrew, TextAlign::Start) > 40.0 && at("abc", TextAlign::Start) < 1.0);
    for text in [hebrew, "abc"] {
        assert!(at(text, TextAlign::Right) > 40.0, "{text:?}");
        assert!(at(text, TextAlign::Left) < 3.0, "{text:?}");
        // Lists go with their bullets.
        let listed = format!("- {text}");
        assert!(at(&listed, TextAlign::Right) > 40.0, "{listed:?}");
        assert!(at(&listed, TextAlign::Left) < 6.0, "{listed:?}");
    }
}

#[test]
fn numbers_stand_on_the_side_where_lines_start() {
    let start = TextStyle { align: TextAlign::Start, ..style() };
    let laid = lay("9. \u{5d0} abc\n10) \u{5d0} de", &start, 50.0, "he");
    let glyph = |text: &str| runs(&lay(text, &style(), 50.0, "en"))[0].glyphs[0].id;
    let ids = |run: &GlyphRun| run.glyphs.iter().map(|g| g.id).collect::<Vec<_>>();
    let all = runs(&laid);
    let at = |first: &str| all.iter().position(|run| ids(run)[0] == glyph(first)).expect("a number");
    let (first, second) = (at("."), at("("));
    assert_eq!(ids(all[first]), [glyph("."), glyph("9")], "the stop stands on the left");
    assert_eq!(ids(all[second]), [glyph("("), glyph("1"), glyph("0")]);
    // Digits stand at the right, the stops of all numbers below each other, and texts end before them.
    let stop = |run: usize| all[run].glyphs[0].x;
    assert!(
        stop(first) > 44.0 && (stop(first) - stop(second)).abs() < 0.5,
        "{} {}",
        stop(first),
        stop(second)
    );
    let last = |from: usize, to: usize| {
        all[from + 1..to].iter().flat_map(|run| &run.glyphs).map(|g| g.x).fold(0.0_f32, f32::max)
    };
    let ends = (last(first, second), last(second, all.len()));
    assert!((ends.0 - ends.1).abs() < 0.1 && ends.0 + 0.8 < stop(first), "{ends:?} {}", stop(first));
}

#[test]
fn marks_stand_on_their_letters() {
    let of = |text: &str| -> Vec<(u16, f32)> {
        let laid = lay(text, &style(), 100.0, "en");
        assert!(laid.missing.is_empty(), "{text}");
        runs(&laid).iter().flat_map(|run| run.glyphs.iter().map(|g| (g.id, g.x))).collect()
    };
    // A letter and its mark become one where the font has it.
    assert_eq!(of("caf\u{e9}"), of("cafe\u{301}"));
    // Else the mark is put over the letter, and the next letter stands where it would without.
    let (plain, marked) = (of("mx"), of("m\u{301}x"));
    assert_eq!(marked.len(), 3);
    assert_eq!(plain[1], marked[2]);
    assert!(marked[1].1 < plain[1].1, "{marked:?}");
}

#[test]
fn a_centred_text_does_not_end_in_a_single_word() {
    let centred = TextStyle { align: TextAlign::Center, least: 10.0, ..style() };
    let width_of = |laid: &TextLayout| -> Vec<f32> {
        let ends = |line: &print::text::TextLine| {
            let glyphs = laid.items[line.items.clone()].iter().filter_map(|item| match item {
                SceneItem::Text(run) => Some((run.glyphs.first()?.x, run.glyphs.last()?.x)),
                _ => None,
            });
            glyphs.fold((f32::MAX, f32::MIN), |(l, r), (from, to)| (l.min(from), r.max(to)))
        };
        laid.lines.iter().map(|line| ends(line).1 - ends(line).0).collect()
    };
    let text = "+30 with the Princess, or else +15 with Empress, Queen or Enchantress.";
    for width in [36.0, 40.0, 46.0, 52.0, 60.0] {
        let left = lay(text, &TextStyle { align: TextAlign::Left, ..centred.clone() }, width, "en");
        let laid = lay(text, &centred, width, "en");
        assert_eq!(laid.lines.len(), left.lines.len(), "{width}: no line more");
        let widths = width_of(&laid);
        let longest = widths.iter().copied().fold(0.0, f32::max);
        assert!(widths.last().is_some_and(|last| *last > 0.45 * longest), "{width}: {widths:?}");
        let ink = laid.ink.expect("letters");
        // The space at the end of a line counts as a part of it.
        assert!((ink[0] + ink[2] - width as f32).abs() < 1.3, "{width}: {ink:?} is not in the middle");
    }
}

/// Returns the number of words of each line.
fn words_of_lines(laid: &TextLayout) -> Vec<usize> {
    let count = |line: &print::text::TextLine| {
        let letters = laid.items[line.items.clone()].iter().flat_map(|item| match item {
            SceneItem::Text(run) => run.glyphs.iter().map(|glyph| glyph.x).collect(),
            _ => Vec::new(),
        });
        let mut letters: Vec<f32> = letters.collect();
        letters.sort_by(f32::total_cmp);
        // All words of these texts are of the letter o, at least two of it, so that other steps are spaces.
        let step = letters[1] - letters[0];
        1 + letters.windows(2).filter(|two| (two[1] - two[0] - step).abs() > 0.02).count()
    };
    laid.lines.iter().map(count).collect()
}

#[test]
fn a_centred_text_below_a_long_word_does_not_end_in_a_single_word() {
    // The first line is one word that is as wide as the box: no narrower box has room for it.
    let text = format!("{} oooo ooo oo ooo oooo oo ooo", "o".repeat(16));
    let plain = TextStyle { hyphens: Hyphens::Off, ..style() };
    let centred = TextStyle { align: TextAlign::Center, ..plain.clone() };
    let mut seen = 0;
    for tenth in 310..420 {
        let width = f64::from(tenth) / 10.0;
        let justified = TextStyle { align: TextAlign::Justify, ..plain.clone() };
        let before = words_of_lines(&lay(&text, &justified, width, "en"));
        let laid = lay(&text, &centred, width, "en");
        let after = words_of_lines(&laid);
        assert_eq!(before.len(), after.len(), "{width}: no line more");
        assert_eq!(before[0], after[0], "{width}");
        if before[0] == 1 && before.last() == Some(&1) {
            seen += 1;
            assert!(after.last() > Some(&1), "{width}: {before:?} {after:?}");
            // Each line stands in the middle, also one that has lost a word.
            for line in &laid.lines {
                let letters = laid.items[line.items.clone()].iter().flat_map(|item| match item {
                    SceneItem::Text(run) => run.glyphs.iter().map(|glyph| glyph.x).collect(),
                    _ => Vec::new(),
                });
                let (left, right) = letters.fold((f32::MAX, f32::MIN), |(l, r), x| (l.min(x), r.max(x)));
                // The last glyph is a letter or a space.
                assert!(
                    ((left + right) / 2.0 + 0.6 - width as f32 / 2.0).abs() < 1.2,
                    "{width}: {left} {right}"
                );
            }
        }
    }
    assert!(seen > 0, "no width leaves one word");
}

#[test]
fn no_text_ends_in_a_line_of_a_short_word() {
    let text = "oooo ooo oooo oo oooo ooo ooooo oo oooo ooo oooo oo ooo oo";
    let plain = TextStyle { hyphens: Hyphens::Off, ..style() };
    let mut seen = 0;
    for width in 25..110 {
        let width = f64::from(width);
        for (before, after) in
            [(text.to_owned(), text.to_owned()), (format!("- {text}"), format!("- {text}"))]
        {
            let justified = TextStyle { align: TextAlign::Justify, ..plain.clone() };
            let before = words_of_lines(&lay(&before, &justified, width, "en"));
            let laid = lay(&after, &plain, width, "en");
            let after = words_of_lines(&laid);
            assert!(laid.over == (0.0, 0.0) && before.len() == after.len(), "{width}");
            if before.len() > 1 && before.last() == Some(&1) {
                seen += 1;
                assert_eq!(after.last(), Some(&2), "{width}: {before:?} {after:?}");
                // The lines above stay.
                assert_eq!(after[..after.len() - 2], before[..before.len() - 2], "{width}");
            } else {
                assert_eq!(after, before, "{width}");
            }
        }
    }
    assert!(seen > 2, "no width leaves one word");
}

#[test]
fn quotation_marks_are_those_of_the_language() {
    let cases = [
        ("en", "Potter's Kiln", "Potter’s Kiln"),
        ("en", "Nine Men's Morris, the boys' hut, 'tis", "Nine Men’s Morris, the boys’ hut, ’tis"),
        ("en", "Say \"Hold!\" once.", "Say “Hold!” once."),
        ("en", "\"It's 'mine'\", he said", "“It’s ‘mine’”, he said"),
        ("en", "a board of 6\" and \\\"this\\\"", "a board of 6\" and \\\"this\\\""),
        ("en", "{coin} \"**bold**\" 'n", "{coin} “**bold**” ’n"),
        ("de", "Sag \"Halt!\" und geh's an", "Sag „Halt!“ und geh’s an"),
        ("fr", "Dites \"halte\" à l'ami", "Dites «\u{a0}halte\u{a0}» à l’ami"),
        ("xx", "Say \"so\", it's", "Say \"so\", it’s"),
    ];
    for (language, text, expected) in cases {
        assert_eq!(print::quotes::curled(text, language), expected, "{language}");
    }
}

/// A game whose name no shipped font can write, with a tuck box and rules.
fn unwritable(more: &[(&str, &str)]) -> CompiledGame {
    let rules = "[game]\nid = \"woods\"\nname = \"\u{68ee}\"\nversion = \"0.3.0\"\nplayers = [1, 4]\n[kinds.card]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let sheet = "[sheets.cards]\ncomponents = \"card\"\ntuck_box = true\n";
    let files = [
        ("game.toml", rules),
        ("cards/cards.toml", "[cards.elm]\nname = \"Elm \u{6728}\"\n"),
        ("print.toml", sheet),
        ("rules.md", "# Woods\n\nWalk \u{6b69}.\n"),
    ];
    game(0, &[&files, more].concat())
}

#[test]
fn letters_that_no_font_has_are_said_of_every_file_and_not_drawn() {
    let game = unwritable(&[]);
    let output = print::print(&game.ir, &Request::default());
    let found: Vec<&str> =
        output.found.iter().filter(|d| d.code.to_string() == "CW0912").map(|d| d.message.as_str()).collect();
    for words in [
        "`\u{6728}` (U+6728), which `Elm",
        "`\u{6b69}` (U+6B69)",
        "`rules.pdf` needs",
        "`cards-box.pdf` needs",
    ] {
        assert!(found.iter().any(|message| message.contains(words)), "{words}: {found:?}");
    }
    let mut glyphs = 0;
    for file in &output.files {
        let document = Document::load_mem(&file.bytes).expect("a PDF");
        for page in document.page_iter() {
            for (operation, _) in
                everything_on(&document, page).into_iter().filter(|(o, _)| o.operator == "TJ")
            {
                for part in
                    operation.operands[0].as_array().expect("glyphs").iter().filter_map(|p| p.as_str().ok())
                {
                    glyphs += part.len() / 2;
                    assert!(
                        part.chunks(2).all(|glyph| glyph != [0, 0]),
                        "{}: the glyph of what is missing",
                        file.name
                    );
                }
            }
        }
    }
    assert!(glyphs > 20, "{glyphs}");
}

#[test]
fn denied_glyphs_of_rules_and_boxes_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| crate::process::cardwright().current_dir(folder.path()).args(args).ended();
    assert!(run(&["new", "soup"]).status.success());
    assert!(run(&["print", "soup", "--deny", "glyphs"]).status.success());
    let rules = folder.path().join("soup/rules.md");
    let text = std::fs::read_to_string(&rules).expect("a text");
    std::fs::write(&rules, format!("{text}\n\u{6b69}\n")).expect("written");
    let denied = run(&["print", "soup", "--out", "denied", "--deny", "glyphs"]);
    assert!(!denied.status.success() && !folder.path().join("denied").exists());
    assert!(String::from_utf8_lossy(&denied.stderr).contains("CW0912"));
    // In Chinese and Japanese, lines break without a dictionary, and nobody says that there is none.
    let output = run(&["print", "soup"]);
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains("ICU"),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn footers_and_captions_have_the_apostrophes_of_the_language() {
    let toml = rules::GAME.replace("name = \"Woods\"", "name = \"Walker's Woods\"");
    let cards = "[cards.kiln]\nname = \"Potter's Kiln\"\nsuit = \"root\"\nstrength = 1\n";
    let game = game(0, &[("game.toml", &*toml), ("cards/cards.toml", cards)]);
    for contact in [false, true] {
        let text = text(&printed(&game, &Request { contact, ..Request::default() }), 1);
        assert!(text.contains("Walker’s Woods") && text.contains("Potter’s Kiln"), "{contact}: {text}");
        assert!(!text.contains('\''), "{contact}: {text}");
    }
    let output = print::calibration::calibration(&Request::default());
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    assert!(text(&document, 2).contains("this side’s zero"));
}

#[test]
fn a_footer_goes_from_left_to_right_whatever_the_name_of_the_game() {
    let rules = |name: &str| {
        format!(
            "[game]\nid = \"woods\"\nname = \"{name}\"\nversion = \"0.3.0\"\nplayers = [1, 4]\n[kinds.card]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n"
        )
    };
    let place = |name: &str| {
        let files = [
            ("game.toml", &*rules(name)),
            ("cards/cards.toml", "[cards.elm]\n"),
            ("rules.md", "# Woods\n\nWalk.\n"),
        ];
        let game = game(0, &files);
        let document = printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() });
        let text = text(&document, 1);
        assert!(
            text.contains("0.3.0 \u{b7} ") && text.ends_with("\u{b7} rules \u{b7} page 1 of 1"),
            "{name}: {text}"
        );
        // The lowest letters of the page.
        let page = document.page_iter().next().expect("a page");
        let lows = rules::written(&document, page);
        let low = lows.iter().map(|(_, y)| *y).fold(0.0, f64::max);
        lows.iter().filter(|(_, y)| (*y - low).abs() < 0.2).map(|(x, _)| *x).fold(f64::INFINITY, f64::min)
    };
    let (latin, hebrew) = (place("Woods"), place("\u{5d9}\u{5e2}\u{5e8}"));
    assert!((latin - hebrew).abs() < 8.0, "{latin} {hebrew}");
}

#[test]
fn a_word_wider_than_its_box_before_a_short_last_word_is_printed_with_a_warning() {
    for key in ["name", "text", "flavour"] {
        let name = if key == "name" { "" } else { "name = \"Long\"\n" };
        let long = format!(
            "[cards.long]\n{name}{key} = \"{} ab.\"\nsuit = \"root\"\nstrength = 1\n",
            "x".repeat(90)
        );
        let game = game(0, &[("cards/cards.toml", long.as_str())]);
        let output = print::print(&game.ir, &Request::default());
        let said = said(&game, &output);
        assert!(said.contains("warning[CW0910]") && !said.contains("error"), "{key}: {said}");
        assert_eq!(output.files.len(), 1, "{key}: {said}");
    }
}

#[test]
fn an_amount_stays_beside_its_icon_however_wide_the_box_is() {
    for tenths in 60..320 {
        let laid = lay("Pay {12 coin} for it, then {3 star}.", &style(), f64::from(tenths) / 10.0, "en");
        assert_eq!(laid.icons.len(), 2, "{tenths}");
        for icon in &laid.icons {
            // The amount, and the space behind it.
            let [.., SceneItem::Text(amount), SceneItem::Text(_)] = &laid.items[..icon.before] else {
                panic!("an amount at {tenths}")
            };
            let digit = amount.glyphs.last().expect("a digit");
            let below = digit.y - icon.y;
            assert!(below > 0.0 && below < icon.size, "on one line, at {tenths}: {below}");
            assert!(icon.x > digit.x && icon.x < digit.x + 2.0 * icon.size, "beside it, at {tenths}");
        }
    }
}

#[test]
fn a_negative_amount_has_a_minus_sign() {
    let text = &rich::parse("Take -8 and {-8 coin}.")[0];
    assert_eq!(text.text, "Take −8 and −8\u{a0}.");
    let amount = text.bold.first().and_then(|range| text.text.get(range.clone()));
    assert_eq!(amount, Some("−8"));
}

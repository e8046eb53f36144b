//! Tables and nested lists of the rules on paper.

use super::rules::{GAME, pages, written};
use super::*;
use cardwright::print::rich;

/// Prints rules on paper of this size, and returns the document after a check that nothing is wrong.
fn printed_rules(rules: &str, paper: PaperInfo) -> Document {
    let game = game(1, &[("rules.md", rules), ("game.toml", GAME)]);
    let output =
        print::print(&game.ir, &Request { sheets: vec!["rules".into()], paper, ..Request::default() });
    assert_eq!(said(&game, &output), "");
    Document::load_mem(&output.files[0].bytes).expect("a PDF")
}

/// The origins of the texts of a page below its heading, by rows from the top.
fn rows(document: &Document, number: u32) -> Vec<Vec<f64>> {
    let page = document.get_pages()[&number];
    let mut rows: Vec<(f64, Vec<f64>)> = Vec::new();
    let mut places = written(document, page);
    places.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.total_cmp(&b.0)));
    for (x, y) in places {
        match rows.last_mut() {
            Some((row, all)) if (*row - y).abs() < 0.05 => all.push(x),
            _ => rows.push((y, vec![x])),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

const BUILDINGS: &str = "| Building | Cost | What it does |\n|:---|---:|---|\n| Mill | 3 | Take grain. |\n| Kiln | 12 | Turn clay into **brick**. |\n";

#[test]
fn columns_of_a_table_stand_below_each_other_as_they_are_aligned() {
    let document = printed_rules(&format!("# Rules\n\n{BUILDINGS}"), on(120.0, 150.0, BackPlacement::Off));
    // The bold word is a text of its own.
    let is_row = |row: &Vec<f64>| row.len() >= 3 && (row[0] - 15.0).abs() < 0.1;
    let table: Vec<Vec<f64>> = rows(&document, 1).into_iter().filter(is_row).collect();
    assert_eq!(table.len(), 3, "{table:?}");
    for row in &table {
        assert!((row[0] - table[0][0]).abs() < 0.01, "the first column is on the left: {table:?}");
        assert!((row[2] - table[0][2]).abs() < 0.01, "the third column is on the left: {table:?}");
    }
    // Numbers end at one edge: the longer one begins further to the left, and so does the longest, `Cost`.
    let [header, mill, kiln] = &table[..] else { panic!("three rows") };
    assert!(header[1] < kiln[1] && kiln[1] < mill[1] - 1.0, "{table:?}");
    // The table is no wider than its content asks for.
    assert!(table[0][2] < 50.0, "{table:?}");
}

#[test]
fn long_cells_wrap_and_columns_follow_their_content() {
    let long =
        "Take two coins whenever you lay a field beside water, and one more for each neighbour. ".repeat(3);
    let rules = format!(
        "# Rules\n\n| Building | | Effect |\n|---|---|---|\n| Mill | a | {long} |\n| Kiln | b | Nothing. |\n"
    );
    let all = pages(&rules, GAME, on(120.0, 150.0, BackPlacement::Off)).join(" ");
    assert_eq!(all.matches("whenever").count(), 3, "{all}");
    let document = printed_rules(&rules, on(120.0, 150.0, BackPlacement::Off));
    let all = rows(&document, 1);
    let first = all.iter().find(|row| row.len() == 3).expect("a row of three cells");
    let wrapped = all.iter().filter(|row| row.len() == 1 && (row[0] - first[2]).abs() < 0.01).count();
    assert!(wrapped >= 2, "the lines of the long cell stand in its column: {all:?}");
    assert!(first[2] < 50.0, "short columns are narrow: {first:?}");
}

#[test]
fn a_table_that_goes_on_has_its_header_again() {
    let lines: String = (0..60).map(|i| format!("| Row{i} | {i} |\n")).collect();
    let rules = format!("# Rules\n\nBefore.\n\n| Thing | Number |\n|---|--:|\n{lines}\nThe end.\n");
    let pages = pages(&rules, GAME, on(120.0, 120.0, BackPlacement::Off));
    assert!(pages.len() > 2);
    for page in &pages {
        assert_eq!(page.matches("Thing").count(), usize::from(page.contains("Row")), "{page}");
    }
    let all = pages.join(" ");
    assert!((0..60).all(|i| all.contains(&format!("Row{i} {i} "))), "{all}");
    // In two columns, each has one.
    let document = printed_rules(&rules, PaperInfo::default());
    assert_eq!(text(&document, 1).matches("Thing").count(), 2);
    // A table without a header has none to repeat.
    let document = printed_rules(&format!("# Rules\n\n| | |\n|---|---|\n{lines}"), PaperInfo::default());
    assert!(text(&document, 1).contains("Row0 0 "));
}

#[test]
fn no_word_of_a_table_is_lost_however_wide_or_high_it_is() {
    let words = |count: usize| (0..count).map(|i| format!("cell{i} ")).collect::<String>();
    let header: String = (0..9).map(|i| format!("| Heading{i} ")).collect();
    let rule = "|---".repeat(9);
    let row: String = (0..9).map(|i| format!("| extraordinarily{i} ")).collect();
    let tables = [
        format!("{header}|\n{rule}|\n{row}|\n"),
        format!("| A | B |\n|---|---|\n| x | {} |\n| last | one |\n", words(900)),
        format!("| A | B |\n|---|---|\n| x | {} |\n", "y".repeat(700)),
        format!("| {} |\n|---|\n| x |\n", words(400)),
        "|\n|\n".to_owned(),
        "| one | row |\n".to_owned(),
        "|---|\n|---|\n".to_owned(),
        "| a | b |\n|---|---|\n| c | d | e | f |\n| g |\n".to_owned(),
        "| head |\n|---|\n| |\n| below |\n".to_owned(),
    ];
    for table in &tables {
        for paper in [PaperInfo::default(), on(90.0, 100.0, BackPlacement::Off)] {
            let all = pages(&format!("# Rules\n\n{table}\nThe end.\n"), GAME, paper).join(" ");
            let all = all.replace("- ", "").replace(' ', "");
            assert!(all.contains("Theend."), "{all}");
            for word in table.split_whitespace().filter(|word| word.chars().all(char::is_alphanumeric)) {
                assert!(all.contains(word) || word.len() > 100, "{word}: {all}");
            }
            assert_eq!(all.matches('y').count() / 700, table.matches('y').count() / 700);
        }
    }
}

#[test]
fn cells_have_markup_icons_bars_and_lines() {
    let rules =
        "# Rules\n\n| A | B |\n|---|---|\n| take {coin} | one<br>two |\n| left \\| right | `code` |\n";
    let all = pages(rules, GAME, PaperInfo::default()).join(" ").replace(' ', "");
    for part in ["takecoin", "one", "two", "left|right", "code"] {
        assert!(all.contains(part), "{part}: {all}");
    }
    assert!(!all.contains("<br>") && !all.contains('`'), "{all}");
    // Bars at the ends of rows may be left out; a look may span lines of a cell.
    let all =
        pages("# Rules\n\nA | B\n--|:-:\n**one<br>two** | `a` \n", GAME, PaperInfo::default()).join(" ");
    assert!(!all.contains('*') && !all.contains('|') && all.contains("one"), "{all}");
    // A cell beyond the header may have a bar, too.
    let wide = "# Rules\n\n| A | B |\n|---|---|\n| a | b | c \\| d | e |\n";
    let all = pages(wide, GAME, PaperInfo::default()).join(" ").replace(' ', "");
    assert!(all.contains("c|d") && all.contains('e') && !all.contains('\\'), "{all}");
    // What a cell asks for and is not there is said as elsewhere in the rules.
    let game = game(1, &[("rules.md", "# Rules\n\n| A |\n|---|\n| {coyn} |\n"), ("game.toml", GAME)]);
    let output = print::print(&game.ir, &Request { sheets: vec!["rules".into()], ..Request::default() });
    let said = said(&game, &output);
    assert!(said.contains("CW0911") && said.contains("rules.md:5:4"), "{said}");
}

#[test]
fn lists_are_nested_and_their_numbers_continue() {
    let rules = "# Rules\n\n1. First\n   - inner\n     1. inmost\n   - other\n\n   Still first.\n1. Second\n\nBetween.\n\n3. Third\n";
    let document = printed_rules(rules, on(120.0, 150.0, BackPlacement::Off));
    let all = text(&document, 1);
    for part in ["1. First", "inner", "1. inmost", "other", "Still first.", "2. Second", "3. Third"] {
        assert!(all.contains(part), "{part}: {all}");
    }
    // Rows below those of the heading: level by level, texts begin further to the right.
    let rows = rows(&document, 1);
    let at = |row: usize| *rows[rows.len() - 9 + row].last().expect("a text");
    let [first, inner, inmost, other, still, second] = [0, 1, 2, 3, 4, 5].map(at);
    assert!(first + 2.0 < inner && inner + 2.0 < inmost, "{rows:?}");
    for (a, b) in [(inner, other), (first, still), (first, second)] {
        assert!((a - b).abs() < 0.02, "{rows:?}");
    }
}

#[test]
fn levels_come_from_indentation_and_numbers_count_on() {
    let levels = |text: &str| -> Vec<(usize, String, bool)> {
        rich::parse(text).into_iter().map(|p| (p.outer.len(), p.number, p.continues)).collect()
    };
    let item = |level: usize, number: &str| (level, number.to_owned(), false);
    assert_eq!(levels("- a\n  - b\n    - c\n- d"), [item(0, ""), item(1, ""), item(2, ""), item(0, "")]);
    assert_eq!(
        levels("1. a\n1. b\n   1. c\n   1. d\n1. e").iter().map(|l| &*l.1).collect::<Vec<_>>(),
        ["1.", "2.", "1.", "2.", "3."]
    );
    // Numbers that rise are those that are written; a tab is four spaces.
    assert_eq!(levels("4. a\n7. b\n\t- c"), [item(0, "4."), item(0, "7."), item(1, "")]);
    // Texts of cards may be indented as a whole.
    assert_eq!(levels("    - a\n    - b\n\n    Then."), [item(0, ""), item(0, ""), item(0, "")]);
    assert_eq!(levels("- a\n\n  More of a.\n\nNo item.")[1], (0, String::new(), true));
    // Items of all levels leave room for the longest number of their list.
    let parsed = rich::parse("9. a\n   - b\n10. c\n    1. d");
    let room: Vec<(usize, Vec<usize>)> = parsed.into_iter().map(|p| (p.longest_number, p.outer)).collect();
    assert_eq!(room, [(3, vec![]), (0, vec![3]), (3, vec![]), (2, vec![3])]);
    // However deep, there is an end.
    let deep: String = (0..200).map(|i| format!("{}- x\n", "  ".repeat(i))).collect();
    assert!(rich::parse(&deep).iter().all(|p| p.outer.len() < 8));
}

#[test]
fn plain_text_has_items_in_place_of_rows() {
    let rules = format!("# Rules\n\n{BUILDINGS}\n- a\n  - b\n");
    let game = game(1, &[("rules.md", &rules), ("game.toml", GAME)]);
    let options = print::export::ExportOptions::new(print::export::ExportForm::Tts);
    let files = export::all(&game, &Request::default(), &options);
    let table =
        files.iter().find(|(path, _)| path.ends_with(".json")).map(|(_, bytes)| bytes).expect("a table");
    let table = String::from_utf8_lossy(table);
    assert!(table.contains("• Mill: Cost: 3; What it does: Take grain."), "{table}");
    assert!(table.contains("• a\\n   • b"), "{table}");
}

#[test]
fn a_table_of_too_many_columns_is_warned_of() {
    let row = |cell: &str| format!("|{}\n", format!(" {cell} |").repeat(40));
    let rules = format!("# Rules\n\n{}{}{}", row("a"), row("---"), row("b"));
    let game = game(1, &[("rules.md", &rules), ("game.toml", GAME)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let said = said(&game, &print::print(&game.ir, &request));
    assert!(said.contains("CW0910") && said.contains("a table of 40 columns"), "{said}");
    assert_eq!(said.matches("CW0910").count(), 1, "{said}");
    assert!(said.starts_with("rules.md:3:1: warning[CW0910]"), "{said}");
}

#[test]
fn the_second_table_that_is_too_wide_is_named_by_its_line() {
    let row = |cell: &str| format!("|{}\n", format!(" {cell} |").repeat(40));
    let narrow = "| a | b |\n|---|---|\n| c | d |\n";
    let code = format!("```\n{}```\n", row("x"));
    let wide = format!("{}{}{}", row("a"), row("---"), row("b"));
    let rules = format!("# Rules\n\n{narrow}\n{code}\n  {wide}\nThe end.\n");
    let game = game(1, &[("rules.md", &rules), ("game.toml", GAME)]);
    let request = Request { sheets: vec!["rules".into()], ..Request::default() };
    let said = said(&game, &print::print(&game.ir, &request));
    assert!(said.starts_with("rules.md:11:3: warning[CW0910]"), "{said}");
}

#[test]
fn a_row_that_continues_keeps_its_distance_from_the_header() {
    let long = "Turn<br>".repeat(120);
    let rules = format!("# Rules\n\n| A | B |\n|---|---|\n| {long} | y |\n");
    let document = printed_rules(&rules, on(120.0, 150.0, BackPlacement::Off));
    let first_lines = |page: u32| {
        let mut places: Vec<f64> =
            written(&document, document.get_pages()[&page]).into_iter().map(|(_, y)| y).collect();
        places.sort_by(|a, b| b.total_cmp(a));
        places.dedup_by(|a, b| (*a - *b).abs() < 0.05);
        places
    };
    let below = first_lines(2);
    // The header, the first line of the row, and the second: lines of one row are nearer to each other.
    assert!(below[0] - below[1] > (below[1] - below[2]) + 0.5, "{below:?}");
}

#[test]
fn a_word_wider_than_its_column_before_a_short_last_word_is_printed() {
    let address = "https://example.org/this/is/an/address/of/a/page/that/is/longer/than/the/line/of/the/rules/index.html";
    let cells = "|Misunderstandings II".repeat(5);
    let rules = format!(
        "# R\n\n|a|b|c|d|e|\n|---|---|---|---|---|\n{cells}|\n\n|a|b|\n|---|---|\n|{address} ok|c|\n"
    );
    let all = pages(&rules, GAME, on(120.0, 150.0, BackPlacement::Off)).join(" ");
    assert_eq!(all.matches("II").count(), 5, "{all}");
    assert!(all.contains("ok"), "{all}");
}

#[test]
fn sentences_have_room_beside_long_words() {
    let effect =
        "Draw a card from the deck, then put one card from your hand back on top of the deck. ".repeat(2);
    let rules = format!(
        "# Rules\n\n| Place | Sort | Cost | Pays | Effect |\n|---|---|---|---|---|\n| Market | Extraordinary | {{10 coin}} | {{12 coin}} | {effect} |\n"
    );
    let document = printed_rules(&rules, on(100.0, 150.0, BackPlacement::Off));
    let all = rows(&document, 1);
    let most_left = all.iter().filter(|row| row.len() == 1).map(|row| row[0]).fold(0.0, f64::max);
    let lines =
        all.iter().filter(|row| row.last().is_some_and(|x| (x - most_left).abs() < 15.0 && *x > 40.0));
    assert!(lines.count() < 14, "the long cell has few lines: {all:?}");
}

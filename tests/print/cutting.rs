//! Requirements of a knife and of a printer's margin: bleed, boxes, marks, gutters.

use super::seen::page_picture;
use super::*;

/// Crop marks: the lines that are drawn, not clipped to.
pub(crate) fn marks(document: &Document, page: ObjectId) -> Vec<[f64; 4]> {
    let operations = sheet(document, page);
    let mut marks = Vec::new();
    for three in operations.windows(3) {
        let [from, to, end] = three else { continue };
        if (from.operator.as_str(), to.operator.as_str(), end.operator.as_str()) == ("m", "l", "S") {
            let number = |o: &Operation, i: usize| f64::from(o.operands[i].as_float().expect("a number"));
            marks.push([number(from, 0), number(from, 1), number(to, 0), number(to, 1)]);
        }
    }
    marks
}

const TOKENS: &str = "[sheets.cards]\ncomponents = \"card\"\nsize = \"token\"\nsafe = 0\n";

#[test]
fn marks_stay_where_the_printer_prints() {
    let letter = PaperInfo { size: Some(SizeInfo::Named("letter".into())), ..PaperInfo::default() };
    for (cards, sheet, paper, per_page) in [
        (300, TOKENS, PaperInfo::default(), 9 * 14),
        (9, "", PaperInfo::default(), 9),
        // Nine poker cards leave 2.7 mm on a letter between themselves and the margin: the marks begin in the
        // bleed.
        (9, "", letter, 9),
    ] {
        let files: &[(&str, &str)] = if sheet.is_empty() { &[] } else { &[("print.toml", sheet)] };
        let document = printed(&game(cards, files), &Request { paper, ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        assert_eq!(placed(&document, page).len(), per_page);
        let [_, _, right, bottom] = page_box(&document, page, b"MediaBox");
        let marks = marks(&document, page);
        assert!(marks.len() >= 16, "{marks:?}");
        for [x1, y1, x2, y2] in marks {
            let inside = x1.min(x2) > 4.99
                && y1.min(y2) > 4.99
                && x1.max(x2) < right - 4.99
                && y1.max(y2) < bottom - 4.99;
            assert!(inside, "{x1} {y1} {x2} {y2} on a page of {right} × {bottom}");
            assert!((x2 - x1).hypot(y2 - y1) > 1.4, "a mark of {x1} {y1} to {x2} {y2} is not seen");
        }
    }
}

#[test]
fn few_components_stand_in_the_middle_with_room_between_them() {
    let document = printed(&game(12, &[("print.toml", TOKENS)]), &Request::default());
    let page = document.page_iter().next().expect("a page");
    let places = placed(&document, page);
    assert_eq!(places.len(), 12);
    let [left, top, right, bottom] = page_box(&document, page, b"TrimBox");
    assert!(
        (left + right - 210.0).abs() < 0.01 && (top + bottom - 297.0).abs() < 0.01,
        "{left} {top} {right} {bottom}"
    );
    // Each has its own bleed of 2 mm.
    let columns: std::collections::BTreeSet<i64> =
        places.iter().map(|p| (p[4] * 100.0).round() as i64).collect();
    let columns: Vec<i64> = columns.into_iter().collect();
    assert!(columns.len() > 1 && columns.windows(2).all(|two| two[1] - two[0] == 2400), "{columns:?}");
    // Marks stand at components only.
    for [x1, _, x2, _] in marks(&document, page).into_iter().filter(|m| m[0] == m[2]) {
        assert!(x1 > left - 0.01 && x2 < right + 0.01, "{x1} beside {left}–{right}");
    }
}

#[test]
fn the_last_sheet_of_many_stands_in_the_middle_on_both_sides() {
    let document = printed(&game(11, &[]), &Request::default());
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(pages.len(), 4);
    for page in &pages[2..] {
        let [left, top, right, bottom] = page_box(&document, *page, b"TrimBox");
        assert!((left + right - 210.0).abs() < 0.01 && (top + bottom - 297.0).abs() < 0.01);
        assert_eq!(placed(&document, *page).len(), 2);
    }
}

#[test]
fn few_components_lie_on_an_upright_page_if_it_holds_them() {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nsize = \"bridge\"\n";
    let document = printed(&game(3, &[("print.toml", sheet)]), &Request::default());
    for page in document.page_iter() {
        let [_, _, right, bottom] = page_box(&document, page, b"MediaBox");
        assert!(bottom > right);
        assert_eq!(
            placed(&document, page).iter().map(|p| p[0]).collect::<Vec<_>>(),
            [1.0; 3],
            "nothing is upside down"
        );
    }
}

#[test]
fn sheets_that_are_not_cut_are_trimmed_at_the_page() {
    let rules =
        [("rules.md", "# Woods\n\nWalk about.\n"), ("print.toml", "[pieces.scout]\nicon = \"shield\"\n")];
    let game = game(1, &rules);
    for sheet in ["rules", "pieces"] {
        let document = printed(&game, &Request { sheets: vec![sheet.into()], ..Request::default() });
        for page in document.page_iter() {
            assert_eq!(
                page_box(&document, page, b"TrimBox"),
                page_box(&document, page, b"MediaBox"),
                "{sheet}"
            );
        }
    }
}

#[test]
fn boards_of_every_form_are_coloured_beyond_the_cut() {
    for form in ["grid = [5, 4]", "hex = [4, 4]", "areas = { town = [\"wood\"], wood = [] }"] {
        let game = boards::board(form, &[("print.toml", "[colours]\npaper = \"#104070\"\n")]);
        let output = print::print(&game.ir, &Request { sheets: vec!["field".into()], ..Request::default() });
        let bytes = output.files[0].bytes.clone();
        let document = Document::load_mem(&bytes).expect("a PDF");
        let page = document.page_iter().next().expect("a page");
        let [left, top, right, bottom] = page_box(&document, page, b"TrimBox");
        /// Pixels to a point.
        const SCALE: f32 = 2.0;
        let picture = page_picture(bytes, 0, SCALE);
        let colour = |x: f64, y: f64| {
            let at = |mm: f64| (mm / POINT * f64::from(SCALE)) as usize;
            let pixel = (at(y) * picture.width as usize + at(x)) * picture.channels;
            picture.data[pixel..pixel + 3].to_vec()
        };
        let (x, y) = ((left + right) / 2.0, (top + bottom) / 2.0);
        for (x, y) in [(left - 1.5, y), (right + 1.5, y), (x, top - 1.5), (x, bottom + 1.5)] {
            assert_eq!(colour(x, y), [0x10, 0x40, 0x70], "{form}: {x} {y}");
        }
        assert_eq!(colour(left - 2.5, y), [0xff; 3], "{form}: the bleed ends");
    }
}

#[test]
fn line_breaks_of_a_box_are_those_of_its_text() {
    let boxed = "<rect data-text=\"**One** &amp; 'two'\n\n   three\n   four\" x=\"5\" y=\"5\" width=\"50\" height=\"40\"/>";
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{boxed}</svg>");
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\n";
    let document =
        printed(&game(1, &[("print.toml", sheet), ("faces/own.svg.j2", &face)]), &Request::default());
    let found = text(&document, 1);
    assert!(found.contains("One & ‘two’ three four"), "{found}");
    let page = document.page_iter().next().expect("a page");
    let baselines: std::collections::BTreeSet<String> = everything_on(&document, page)
        .into_iter()
        .filter(|(o, _)| o.operator == "Tm")
        .map(|(o, _)| format!("{:.2}", o.operands[5].as_float().expect("a number")))
        .collect();
    // Two paragraphs, and the footer.
    assert_eq!(baselines.len(), 3, "{baselines:?}");
}

#[test]
fn greys_need_no_coloured_ink() {
    use cardwright::print::ink::Ink;
    for ink in [Ink::Low, Ink::Grey] {
        let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"#f00\"/><stop offset=\"0.5\" stop-color=\"#0f0\"/><stop offset=\"1\" stop-color=\"#00f\"/></linearGradient><rect x=\"5\" y=\"5\" width=\"40\" height=\"40\" fill=\"url(#g)\" stroke=\"#804020\"/></svg>";
        let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
        let game = game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face)]);
        let document = printed(&game, &Request { ink, ..Request::default() });
        for object in document.objects.values() {
            assert!(!format!("{object:?}").contains("DeviceRGB"), "{ink:?}: {object:?}");
            let Ok(stream) = object.as_stream() else { continue };
            if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Form") {
                let content = stream.decompressed_content().expect("a stream");
                for operation in Content::decode(&content).expect("operators").operations {
                    assert!(!["rg", "RG"].contains(&operation.operator.as_str()), "{ink:?}: {operation:?}");
                }
            }
        }
    }
}

/// The paper on which backs are folded over.
fn folded() -> Request {
    let paper = PaperInfo { duplex: Some(BackPlacement::Fold), ..PaperInfo::default() };
    Request { paper, ..Request::default() }
}

#[test]
fn few_components_to_fold_stand_in_the_middle_of_the_fold() {
    for cards in [1, 3, 5] {
        let document = printed(&game(cards, &[("print.toml", TOKENS)]), &folded());
        let page = document.page_iter().next().expect("a page");
        assert_eq!((placed(&document, page).len(), document.get_pages().len()), (2 * cards, 1));
        let [_, _, width, height] = page_box(&document, page, b"MediaBox");
        let [left, top, right, bottom] = page_box(&document, page, b"TrimBox");
        let is_even = (left + right - width).abs() < 0.01 && (top + bottom - height).abs() < 0.01;
        assert!(is_even, "{left} {top} {right} {bottom}");
        // It is hardly larger than its components.
        assert!((right - left) * (bottom - top) < (2.0 * cards as f64 + 2.5) * 24.0 * 24.0);
    }
}

#[test]
fn pieces_are_folded_too() {
    let pieces = |size: u32, count: u32| {
        let sheet = format!(
            "[pieces.scout]\nicon = \"sword\"\nback = \"crown\"\nper = \"table\"\ncount = {count}\nsize = {size}\nform = \"square\"\n"
        );
        let game = game(0, &[("print.toml", &sheet)]);
        let request = Request { sheets: vec!["pieces".into()], ..folded() };
        let output = print::print(&game.ir, &request);
        assert!(output.files[0].how.contains("fold and glue"), "{}", output.files[0].how);
        let document = printed(&game, &request);
        assert_eq!(document.get_pages().len(), 1);
        page_picture(output.files[0].bytes.clone(), 0, 1.0)
    };
    // A back lies behind its front when the page is folded: the halves have the same outline.
    let dark = |page: &export::Png, x: u32, y: u32| page.pixel(x, y)[0] < 0xc0;
    let small = pieces(30, 3);
    let (w, h) = (small.width, small.height);
    let places = || (10..h - 30).step_by(9).flat_map(|y| (10..w / 2 - 10).step_by(9).map(move |x| (x, y)));
    let count = places().filter(|(x, y)| dark(&small, *x, *y)).count();
    assert!(count > 50, "{count}");
    let other = places().filter(|(x, y)| dark(&small, w - 1 - x, *y)).count();
    assert!(other.abs_diff(count) < count / 4, "{count} and {other}");
    // Pieces wider than half of the page are folded down.
    let wide = pieces(99, 1);
    assert!(dark(&wide, w * 3 / 10, h / 4) && dark(&wide, w * 3 / 10, h * 3 / 4));
}

#[test]
fn a_board_with_a_millimetre_beside_it_has_crop_marks() {
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 2]\n[boards.field]\ngrid = [8, 8]\n\
                 [flow]\nplay = \"end\"\n";
    for (cell, least) in [(22.5, 2.4), (22.7, 1.6), (22.8, 1.4), (23.0, 0.9)] {
        let sheet = format!("[sheets.field]\nboard = \"field\"\ncell = {cell:?}\n");
        let files = [("game.toml", rules), ("cards/cards.toml", ""), ("print.toml", &sheet)];
        let document =
            printed(&game(0, &files), &Request { sheets: vec!["field".into()], ..Request::default() });
        let page = document.page_iter().next().expect("a page");
        let across: Vec<[f64; 4]> =
            marks(&document, page).into_iter().filter(|m| m[1] == m[3] && m[0] != m[2]).collect();
        let edge = (210.0 - 8.0 * cell - 14.0) / 2.0;
        for (left, at) in [(true, edge), (false, 210.0 - edge)] {
            let beside = across
                .iter()
                .filter(|m| if left { m[0].max(m[2]) <= at + 0.01 } else { m[0].min(m[2]) >= at - 0.01 });
            let long = beside.filter(|m| (m[2] - m[0]).abs() >= least);
            assert!(long.count() >= 2, "{cell}: {across:?} beside {at}");
        }
    }
}

#[test]
fn a_fold_line_ends_before_the_footer() {
    // The lowest end of a line in the middle of the page, and the baseline of the footer.
    let ends = |more: &[(&str, &str)], request: &Request| {
        let game = game(12, more);
        let output = print::print(&game.ir, request);
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let page = document.page_iter().next().expect("a page");
        let (mut ends, mut footer) = (Vec::new(), 0.0);
        for operation in sheet(&document, page) {
            let numbers: Vec<f64> =
                operation.operands.iter().filter_map(|n| n.as_float().ok()).map(f64::from).collect();
            match (operation.operator.as_str(), &numbers[..]) {
                ("m" | "l", [x, y]) if (x - 148.5).abs() < 0.01 => ends.push(*y),
                ("cm", [.., y]) => footer = *y,
                _ => {}
            }
        }
        (ends.into_iter().fold(0.0, f64::max), footer)
    };
    let paper = on(297.0, 210.0, BackPlacement::Fold);
    let pieces = "[pieces.scout]\nicon = \"shield\"\nback = \"sword\"\ncount = 4\nsize = 20\n";
    for sheets in ["cards", "pieces"] {
        let request = Request { paper: paper.clone(), sheets: vec![sheets.into()], ..Request::default() };
        let (end, footer) = ends(&[("print.toml", pieces)], &request);
        assert!(end > 150.0 && end <= footer + 0.7, "{sheets}: {end} {footer}");
    }
}

#[test]
fn cards_that_differ_beyond_their_cuts_share_none() {
    let steps = |print_toml: &str| {
        let document = printed(&game(18, &[("print.toml", print_toml)]), &Request::default());
        let page = document.page_iter().next().expect("a page");
        let places = placed(&document, page);
        assert_eq!(places.len(), 9, "no page holds fewer");
        let columns: std::collections::BTreeSet<i64> =
            places.iter().map(|p| (p[4] * 100.0).round() as i64).collect();
        let columns: Vec<i64> = columns.into_iter().collect();
        columns.windows(2).map(|two| two[1] - two[0]).collect::<Vec<_>>()
    };
    assert_eq!(steps("style = \"classic\"\n"), [6300, 6300], "their borders have one colour");
    assert_eq!(steps("style = \"full_art\"\n"), [6650, 6650]);
    let chosen = "style = \"full_art\"\n[paper]\ngutter = 0\n";
    assert_eq!(steps(chosen), [6300, 6300], "a gutter that was chosen stays");
    let backs = "[sheets.cards]\ncomponents = \"card\"\ntwo_sided = true\nback = \"full_art\"\n";
    assert_eq!(steps(backs), [6650, 6650], "backs, too");
    let without_bleed = "style = \"full_art\"\n[paper]\nbleed = 0\n";
    assert_eq!(steps(without_bleed), [6300, 6300], "nothing is beyond the cut");
}

//! Paper, as it comes out: asserted from the PDFs themselves.

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::diagnostics::{Format, render};
use cardwright::ir::print::{BackPlacement, PaperInfo, SizeInfo};
use cardwright::package::PackageFiles;
use cardwright::print::{self, PrintResult, Request};
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::process::Command;

use crate::process::run_installed;

#[path = "print/archive.rs"]
mod archive;
#[path = "print/art.rs"]
mod art;
#[path = "print/bleed.rs"]
mod bleed;
#[path = "print/boards.rs"]
mod boards;
#[path = "print/broken.rs"]
mod broken;
#[path = "print/calibration.rs"]
mod calibration;
#[path = "print/checks.rs"]
mod checks;
#[path = "print/colour_vision.rs"]
mod colour_vision;
#[path = "print/cutting.rs"]
mod cutting;
#[path = "print/elsewhere.rs"]
mod elsewhere;
#[path = "print/export.rs"]
mod export;
#[path = "print/faces.rs"]
mod faces;
#[path = "print/hostile.rs"]
mod hostile;
#[path = "print/ink.rs"]
mod ink;
#[path = "print/patterns.rs"]
mod patterns;
#[path = "print/pictures.rs"]
mod pictures;
#[path = "print/print_shop.rs"]
mod print_shop;
#[path = "print/profiles.rs"]
mod profiles;
#[path = "print/rule_figures.rs"]
mod rule_figures;
#[path = "print/rules.rs"]
mod rules;
#[path = "print/rules_markdown.rs"]
mod rules_markdown;
#[path = "print/rules_tables.rs"]
mod rules_tables;
#[path = "print/seen.rs"]
mod seen;
#[path = "print/set_up.rs"]
mod set_up;
#[path = "print/settings.rs"]
mod settings;
#[path = "print/sheets.rs"]
mod sheets;
#[path = "print/shops.rs"]
mod shops;
#[path = "print/since.rs"]
mod since;
#[path = "print/styles.rs"]
mod styles;
#[path = "print/surroundings.rs"]
mod surroundings;
#[path = "print/texts.rs"]
mod texts;
#[path = "print/thumbnail.rs"]
mod thumbnail;
#[path = "print/tuck_box.rs"]
mod tuck_box;
#[path = "print/two_sided.rs"]
mod two_sided;
#[path = "print/unusual.rs"]
mod unusual;
#[path = "print/watch.rs"]
mod watch;

/// Millimetres to a point.
const POINT: f64 = 25.4 / 72.0;

/// A small game of so many cards, and more files of its package.
fn game(cards: usize, more: &[(&str, &str)]) -> CompiledGame {
    let opened = opened(cards, more);
    let said = render(&opened.diagnostics, &opened.sources, Format::Short);
    opened.game.unwrap_or_else(|| panic!("{said}"))
}

/// The same, with its diagnostics.
fn opened(cards: usize, more: &[(&str, &str)]) -> OpenResult {
    let mut list = String::new();
    for i in 0..cards {
        let suit = ["root", "herb", "moss"][i % 3];
        list.push_str(&format!("[cards.c{i}]\nname = \"Card {i}\"\nsuit = \"{suit}\"\nstrength = {i}\ntext = \"Counts {{{{ strength }}}}, and {{coin}} besides.\"\n"));
    }
    let files = [
        (
            "game.toml",
            "[game]\nid = \"woods\"\nname = \"Woods\"\nversion = \"0.3.0\"\nplayers = [1, 4]\nsummary = \"Walk about.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n",
        ),
        ("cards/cards.toml", list.as_str()),
    ];
    let texts = files
        .iter()
        .copied()
        .filter(|(path, _)| !more.iter().any(|(p, _)| p == path))
        .chain(more.iter().copied());
    CompiledGame::from_files(PackageFiles::from_texts(texts), Vec::new())
}

/// Returns the diagnostics of a print, one a line.
fn said(game: &CompiledGame, output: &PrintResult) -> String {
    render(&output.found, game.sources(), Format::Short)
}

/// Prints, and reads the one file that came out.
fn printed(game: &CompiledGame, request: &Request) -> Document {
    let output = print::print(&game.ir, request);
    assert_eq!(output.files.len(), 1, "{}", said(game, &output));
    Document::load_mem(&output.files[0].bytes).expect("a PDF")
}

/// Returns the operations of a page itself: its one stream, without the streams that it uses.
fn sheet(document: &Document, page: ObjectId) -> Vec<Operation> {
    let shown = Content::decode(&document.get_page_content(page)).expect("operators");
    assert!(shown.operations.iter().any(|o| o.operator == "Do"), "a page shows a stream");
    let resources =
        document.get_dictionary(page).and_then(|p| p.get_deref(b"Resources", document)).expect("resources");
    let mut streams = named(document, resources.as_dict().expect("a dictionary"));
    assert_eq!(streams.len(), 1);
    let stream = streams.remove(0).1;
    Content::decode(&stream.decompressed_content().expect("a stream")).expect("operators").operations
}

/// The streams that a dictionary of resources names.
fn named<'a>(document: &'a Document, resources: &'a Dictionary) -> Vec<(Vec<u8>, &'a Stream)> {
    let Ok(objects) = resources.get_deref(b"XObject", document).and_then(Object::as_dict) else {
        return Vec::new();
    };
    let stream = |(name, object): (&Vec<u8>, &'a Object)| {
        let id = object.as_reference().expect("a reference");
        (name.clone(), document.get_object(id).and_then(Object::as_stream).expect("a stream"))
    };
    objects.iter().map(stream).collect()
}

/// Every operation that is drawn with these resources, and in the streams that it uses: each operator with
/// the resources that it may name.
fn everything<'a>(
    document: &'a Document,
    resources: &'a Dictionary,
    bytes: &[u8],
) -> Vec<(Operation, &'a Dictionary)> {
    let mut all = Vec::new();
    for operation in Content::decode(bytes).expect("operators").operations {
        if operation.operator == "Do" {
            let name = operation.operands[0].as_name().expect("a name");
            let (_, stream) =
                named(document, resources).into_iter().find(|(n, _)| n == name).expect("what it names");
            if stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|s| s == b"Form") {
                let inner = stream
                    .dict
                    .get_deref(b"Resources", document)
                    .and_then(Object::as_dict)
                    .expect("resources");
                all.extend(everything(document, inner, &stream.decompressed_content().expect("a stream")));
            }
        }
        all.push((operation, resources));
    }
    all
}

fn everything_on(document: &Document, page: ObjectId) -> Vec<(Operation, &Dictionary)> {
    let resources =
        document.get_dictionary(page).and_then(|p| p.get_deref(b"Resources", document)).expect("resources");
    everything(document, resources.as_dict().expect("a dictionary"), &document.get_page_content(page))
}

/// The text of a page as one who searches finds it.
fn text(document: &Document, page: u32) -> String {
    let page = document.get_pages()[&page];
    let (mut text, mut encoding) = (String::new(), None);
    for (operation, resources) in everything_on(document, page) {
        match operation.operator.as_str() {
            "Tf" => {
                let fonts = resources.get_deref(b"Font", document).and_then(Object::as_dict).expect("fonts");
                let name = operation.operands[0].as_name().expect("a name");
                let font = fonts.get_deref(name, document).and_then(Object::as_dict).expect("a font");
                encoding = Some(font.get_font_encoding(document).expect("an encoding"));
            }
            "TJ" => {
                for piece in
                    operation.operands[0].as_array().expect("glyphs").iter().filter_map(|p| p.as_str().ok())
                {
                    let encoding = encoding.as_ref().expect("a font first");
                    text.push_str(&Document::decode_text(encoding, piece).expect("text"));
                }
                text.push(' ');
            }
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A box of a page, in millimetres from the upper left corner: left, top, right, bottom.
fn page_box(document: &Document, page: ObjectId, name: &[u8]) -> [f64; 4] {
    let dict = document.get_dictionary(page).expect("a page");
    let numbers = |key: &[u8]| -> Vec<f64> {
        let array = dict.get(key).and_then(Object::as_array).expect("a box");
        array.iter().map(|n| f64::from(n.as_float().expect("a number")) * POINT).collect()
    };
    let (of, media) = (numbers(name), numbers(b"MediaBox"));
    [of[0], media[3] - of[3], of[2], media[3] - of[1]]
}

/// Returns the positions of components on a page, in millimetres: the upper left corner of each as it was
/// drawn, and its rotation. A component is content with a position that is clipped by a rectangle.
fn placed(document: &Document, page: ObjectId) -> Vec<[f64; 6]> {
    let mut places = Vec::new();
    let operations = sheet(document, page);
    for (i, operation) in operations.iter().enumerate().filter(|(_, o)| o.operator == "cm").skip(1) {
        let clipped = operations[i + 1..]
            .iter()
            .take(8)
            .map(|o| o.operator.as_str())
            .take_while(|o| *o != "Q")
            .any(|o| o == "W");
        if clipped {
            let numbers: Vec<f64> =
                operation.operands.iter().map(|n| f64::from(n.as_float().expect("a number"))).collect();
            places.push(numbers.try_into().expect("six"));
        }
    }
    places
}

#[test]
fn a_page_is_as_large_as_paper_and_its_boxes_are_where_the_cuts_are() {
    let document = printed(&game(18, &[]), &Request::default());
    let pages: Vec<ObjectId> = document.page_iter().collect();
    assert_eq!(pages.len(), 4, "two sheets, both sides");
    for page in pages {
        let near = |name: &[u8], wanted: [f64; 4]| {
            let found = page_box(&document, page, name);
            assert!(
                found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 0.01),
                "{}: {found:?}",
                String::from_utf8_lossy(name)
            );
        };
        near(b"MediaBox", [0.0, 0.0, 210.0, 297.0]);
        near(b"TrimBox", [10.5, 16.5, 199.5, 280.5]);
        near(b"BleedBox", [8.5, 14.5, 201.5, 282.5]);
    }
    assert_eq!(document.version, "1.7");
}

#[test]
fn texts_can_be_searched_and_icons_give_their_names() {
    let document = printed(&game(3, &[]), &Request::default());
    let text = text(&document, 1);
    for i in 0..3 {
        assert!(text.contains(&format!("Card {i}")), "{text}");
    }
    assert!(text.contains("Counts 2, and"), "{text}");
    assert!(text.contains("coin"), "{text}");
    assert!(text.contains("Woods 0.3.0"), "{text}");
}

#[test]
fn every_font_is_embedded_and_cut_down() {
    let output = print::print(&game(3, &[]).ir, &Request::default());
    let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
    let mut fonts = 0;
    for object in document.objects.values() {
        let Ok(dict) = object.as_dict() else { continue };
        if dict.get(b"Type").and_then(Object::as_name).is_ok_and(|n| n == b"FontDescriptor") {
            fonts += 1;
            assert!(dict.has(b"FontFile2"), "{dict:?}");
            let name = dict.get(b"FontName").and_then(Object::as_name).expect("a name");
            assert_eq!(name.iter().position(|b| *b == b'+'), Some(6), "{}", String::from_utf8_lossy(name));
        }
    }
    assert!(fonts >= 3, "{fonts}");
    // Whole, one font alone has a quarter of a megabyte.
    assert!(output.files[0].bytes.len() < 120_000, "{}", output.files[0].bytes.len());
}

#[test]
fn the_same_game_gives_the_same_bytes_with_any_number_of_threads() {
    let game = game(40, &[]);
    let bytes =
        |threads| print::print(&game.ir, &Request { threads, ..Request::default() }).files.remove(0).bytes;
    let one = bytes(1);
    assert!(one == bytes(1) && one == bytes(2) && one == bytes(5));
    // Read back from its own bytes, too.
    let again = cardwright::ir::bytes::from_bytes(&cardwright::ir::bytes::to_bytes(&game.ir)).expect("an IR");
    assert!(one == print::print(&again, &Request::default()).files.remove(0).bytes);
}

#[test]
fn bookmarks_and_names_say_what_is_where() {
    let document = printed(&game(20, &[]), &Request::default());
    let info = document.trailer.get(b"Info").and_then(Object::as_reference).expect("an info");
    let info = document.get_dictionary(info).expect("a dictionary");
    let entry = |key: &[u8]| lopdf::decode_text_string(info.get(key).expect("an entry")).expect("text");
    assert_eq!(entry(b"Title"), "Woods: Cards");
    assert_eq!(entry(b"Author"), "Woods");
    let titles: Vec<String> = document
        .objects
        .values()
        .filter_map(|o| o.as_dict().ok())
        .filter(|d| d.has(b"Dest") && d.has(b"Title"))
        .map(|d| lopdf::decode_text_string(d.get(b"Title").expect("a title")).expect("text"))
        .collect();
    for title in ["Card (20)", "Root", "Herb", "Moss"] {
        assert!(titles.iter().any(|t| t == title), "{titles:?}");
    }
}

#[test]
fn only_what_was_asked_for_is_printed() {
    let game = game(9, &[]);
    let only =
        |key: &str, value: &str| Request { only: vec![(key.into(), value.into())], ..Request::default() };
    let document = printed(&game, &only("suit", "herb"));
    let page = document.page_iter().next().expect("a page");
    assert_eq!(placed(&document, page).len(), 3);
    assert!(text(&document, 1).contains("Card 4") && !text(&document, 1).contains("Card 3"));
    let document = printed(&game, &only("name", "Card 5"));
    assert_eq!(placed(&document, document.page_iter().next().expect("a page")).len(), 1);
    let output = print::print(&game.ir, &only("suit", "swords"));
    assert!(output.files.is_empty() && said(&game, &output).contains("CW0918"), "{}", said(&game, &output));
}

/// Poppler, where it is installed, opens every file without a word.
#[test]
fn poppler_reads_it_without_a_warning() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("cards.pdf");
    let output = print::print(&game(12, &[]).ir, &Request::default());
    std::fs::write(&file, &output.files[0].bytes).expect("written");
    for tool in ["pdftotext", "pdffonts", "pdfinfo"] {
        let Some(run) = run_installed(Command::new(tool).arg(&file)) else { continue };
        assert!(
            run.status.success() && run.stderr.is_empty(),
            "{tool}: {}",
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

/// The text of a page as Poppler finds it, in shared streams too; `None` if it is not installed.
fn poppler(bytes: &[u8]) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file.pdf");
    std::fs::write(&file, bytes).expect("written");
    let run = run_installed(Command::new("pdftotext").arg(&file).arg("-"))?;
    Some(String::from_utf8(run.stdout).expect("UTF-8"))
}

/// A request for a paper and a way of printing backs.
fn on(width: f64, height: f64, duplex: BackPlacement) -> PaperInfo {
    PaperInfo { size: Some(SizeInfo::Given(width, height)), duplex: Some(duplex), ..PaperInfo::default() }
}

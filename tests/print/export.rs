//! Exports: looked at pixel by pixel, and read back.

use std::collections::BTreeMap;

use cardwright::diagnostics::Diagnostic;
use cardwright::print::export::{ExportForm, ExportOptions, ExportResult, Receiver, export};
use resvg::{tiny_skia, usvg};

use super::*;

/// Receives the files of an export.
#[derive(Default)]
pub struct Files {
    pub files: BTreeMap<String, Vec<u8>>,
    expected: usize,
    done: usize,
}

impl Receiver for Files {
    fn expect(&mut self, faces: usize) {
        self.expected = faces;
    }
    fn faces_drawn(&mut self, faces: usize) {
        self.done += faces;
    }
    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        assert!(self.files.insert(path.to_owned(), bytes.to_vec()).is_none(), "{path} comes twice");
        Ok(())
    }
}

/// Exports, and returns the files and the messages.
pub fn exported(game: &CompiledGame, request: &Request, options: &ExportOptions) -> (Files, ExportResult) {
    let mut files = Files::default();
    let exported = export(&game.ir, request, options, &mut files);
    if !exported.failed() {
        assert_eq!(files.done, files.expected);
    }
    (files, exported)
}

/// The files that come out where all is well.
pub fn all(game: &CompiledGame, request: &Request, options: &ExportOptions) -> BTreeMap<String, Vec<u8>> {
    let (files, exported) = exported(game, request, options);
    assert!(!exported.failed(), "{}", told(game, &exported));
    files.files
}

pub fn told(game: &CompiledGame, exported: &ExportResult) -> String {
    render(&exported.found, game.sources(), Format::Short)
}

fn at(dpi: f64, form: ExportForm) -> ExportOptions {
    ExportOptions { dpi: Some(dpi), ..ExportOptions::new(form) }
}

/// A picture read back: its size, channels, pixels to the metre, and pixels.
pub struct Png {
    pub width: u32,
    pub height: u32,
    pub channels: usize,
    pub to_the_metre: Option<u32>,
    pub data: Vec<u8>,
}

impl Png {
    pub fn read(bytes: &[u8]) -> Png {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
        let mut data = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut data).expect("pixels");
        let to_the_metre = reader.info().pixel_dims.map(|d| d.xppu);
        Png {
            width: info.width,
            height: info.height,
            channels: info.color_type.samples(),
            to_the_metre,
            data,
        }
    }

    pub fn pixel(&self, x: u32, y: u32) -> &[u8] {
        let from = (y * self.width + x) as usize * self.channels;
        &self.data[from..from + self.channels]
    }
}

/// A game of cards 20 × 30 mm, with this on them.
fn with_face(cards: usize, inside: &str) -> CompiledGame {
    let sheet =
        "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nsize = [20, 30]\nsafe = 0\nbleed = 3\n";
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 30\">{inside}</svg>");
    game(cards, &[("print.toml", sheet), ("faces/own.svg.j2", &face)])
}

/// The first card of such a game at ten pixels to the millimetre.
fn drawn(inside: &str) -> Png {
    let files = all(&with_face(1, inside), &Request::default(), &at(254.0, ExportForm::Png));
    assert_eq!(files.keys().collect::<Vec<_>>(), ["png/cards-back.png", "png/cards/c0.png"]);
    Png::read(&files["png/cards/c0.png"])
}

#[test]
fn a_face_becomes_pixels_of_its_size() {
    let red = r##"<rect x="5" y="10" width="5" height="5" fill="#ff0000"/>"##;
    let picture = drawn(red);
    assert_eq!((picture.width, picture.height, picture.channels), (200, 300, 3));
    assert_eq!(picture.to_the_metre, Some(10_000));
    for (x, y, colour) in [
        (50, 100, [255, 0, 0]),
        (99, 149, [255, 0, 0]),
        (49, 120, [255; 3]),
        (100, 120, [255; 3]),
        (70, 99, [255; 3]),
        (70, 150, [255; 3]),
    ] {
        assert_eq!(picture.pixel(x, y), colour, "{x}, {y}");
    }
}

#[test]
fn bleed_is_there_if_it_is_wanted() {
    let inside = r##"<rect x="-3" y="-3" width="26" height="36" fill="#0000ff"/><rect width="20" height="30" fill="#00ff00"/>"##;
    let game = with_face(1, inside);
    let files = all(&game, &Request::default(), &ExportOptions { bleed: true, ..at(254.0, ExportForm::Png) });
    let picture = Png::read(&files["png/cards/c0.png"]);
    assert_eq!((picture.width, picture.height), (260, 360));
    for (x, y, colour) in
        [(0, 0, [0, 0, 255]), (29, 180, [0, 0, 255]), (30, 180, [0, 255, 0]), (259, 359, [0, 0, 255])]
    {
        assert_eq!(picture.pixel(x, y), colour, "{x}, {y}");
    }
    assert_eq!(drawn(inside).pixel(0, 0), [0, 255, 0]);
}

#[test]
fn gradients_clips_opacities_and_turns_are_drawn() {
    let picture = drawn(
        r##"<linearGradient id="g"><stop offset="0" stop-color="#000000"/><stop offset="1" stop-color="#ffffff"/></linearGradient>
        <rect width="20" height="5" fill="url(#g)"/>
        <clipPath id="c"><circle cx="5" cy="10" r="3"/></clipPath>
        <rect y="5" width="20" height="10" fill="#ff0000" clip-path="url(#c)"/>
        <g opacity="0.5"><rect x="10" y="16" width="6" height="4" fill="#000000"/><rect x="12" y="16" width="6" height="4" fill="#000000"/></g>
        <rect x="-2" y="-2" width="4" height="4" transform="translate(5 25) rotate(45)" fill="#00ff00"/>
        <path d="M10 22h8" stroke="#0000ff" stroke-width="1" stroke-dasharray="2 2"/>"##,
    );
    let grey = |x| picture.pixel(x, 20)[0];
    assert!(
        grey(10) < 20 && (grey(100) as i32 - 128).abs() < 4 && grey(190) > 235,
        "{} {}",
        grey(10),
        grey(100)
    );
    assert_eq!(picture.pixel(50, 100), [255, 0, 0]);
    assert_eq!((picture.pixel(24, 74), picture.pixel(120, 100)), (&[255; 3][..], &[255; 3][..]));
    // Overlapping items of a group are no darker.
    assert_eq!(picture.pixel(110, 180), picture.pixel(130, 180));
    assert!((i32::from(picture.pixel(130, 180)[0]) - 128).abs() <= 1);
    assert_eq!((picture.pixel(50, 225), picture.pixel(32, 233)), (&[0, 255, 0][..], &[255; 3][..]));
    assert_eq!((picture.pixel(105, 220), picture.pixel(130, 220)), (&[0, 0, 255][..], &[255; 3][..]));
}

#[test]
fn letters_stand_in_their_box() {
    let picture = drawn(
        r##"<rect data-text="HHHH" x="5" y="10" width="10" height="5" data-size="8" data-weight="bold" data-colour="#000000"/>"##,
    );
    let (mut inside, mut outside) = (0, 0);
    for (x, y) in (0..300).flat_map(|y| (0..200).map(move |x| (x, y))) {
        if picture.pixel(x, y)[0] < 128 {
            if (50..150).contains(&x) && (100..150).contains(&y) { inside += 1 } else { outside += 1 }
        }
    }
    // Four letters of 8 points, 1.8 mm high, in strokes of 0.4 mm.
    assert!((500..3000).contains(&inside) && outside == 0, "{inside}, {outside}");
}

#[test]
fn threads_do_not_show() {
    let game = game(40, &[]);
    for form in [ExportForm::Png, ExportForm::Svg] {
        let with = |threads| all(&game, &Request { threads, ..Request::default() }, &at(40.0, form));
        assert!(with(1) == with(3));
    }
}

#[test]
fn an_svg_stands_alone_and_looks_the_same() {
    let game = game(2, &[]);
    let options = ExportOptions { bleed: true, ..at(100.0, ExportForm::Svg) };
    let svgs = all(&game, &Request::default(), &options);
    let pngs = all(&game, &Request::default(), &ExportOptions { form: ExportForm::Png, ..options });
    assert_eq!(
        svgs.keys().collect::<Vec<_>>(),
        ["svg/cards-back.svg", "svg/cards/c0.svg", "svg/cards/c1.svg"]
    );
    for (name, svg) in &svgs {
        let text = std::str::from_utf8(svg).expect("UTF-8");
        let tree = usvg::Tree::from_str(text, &usvg::Options::default()).expect("an SVG");
        let picture = Png::read(&pngs[&name.replace("svg", "png")]);
        let mut canvas = tiny_skia::Pixmap::new(picture.width, picture.height).expect("a size");
        canvas.fill(tiny_skia::Color::WHITE);
        let (x, y) =
            (picture.width as f32 / tree.size().width(), picture.height as f32 / tree.size().height());
        resvg::render(&tree, tiny_skia::Transform::from_scale(x, y), &mut canvas.as_mut());
        let mut other = 0;
        for (a, b) in canvas.data().chunks_exact(4).zip(picture.data.chunks_exact(3)) {
            other += usize::from(a.iter().zip(b).any(|(a, b)| a.abs_diff(*b) > 24));
        }
        assert!(other < picture.data.len() / 3 / 500, "{name}: {other} pixels are others");
    }
    let card = std::str::from_utf8(&svgs["svg/cards/c1.svg"]).expect("UTF-8");
    for words in ["<title>Card 1</title>", ">Card 1</text>", ">Counts 1, and </text>", ">coin</text>"] {
        assert!(card.contains(words), "{words} is not in\n{card}");
    }
    assert!(card.contains("width=\"67mm\"") && !card.contains("http://www.w3.org/1999/xlink"));
}

#[test]
fn a_table_has_every_attribute() {
    let declared = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"herb\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nalso = \"set of suit\"\nheavy = \"bool\"\n[kinds.hero]\nbase = \"card\"\n[kinds.hero.attributes]\nspeed = \"int\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak]\nname = \"Oak, \\\"Old\\\"\"\nsuit = \"root\"\nalso = [\"root\", \"herb\"]\nheavy = true\ncopies = 3\ntext = \"Pay {2 coin}.\"\n[cards.elf]\nkind = \"hero\"\nsuit = \"herb\"\nalso = []\nheavy = false\nspeed = -4\n";
    let game = game(0, &[("game.toml", declared), ("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Csv));
    let mut rows = csv::Reader::from_reader(&files["components.csv"][..]);
    let header: Vec<String> = rows.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(
        header,
        ["id", "name", "kind", "copies", "suit", "also", "heavy", "speed", "keywords", "text", "flavour"]
    );
    let rows: Vec<Vec<String>> =
        rows.records().map(|r| r.expect("a row").iter().map(str::to_owned).collect()).collect();
    let oak = ["oak", "Oak, \"Old\"", "card", "3", "root", "root;herb", "true", "", "", "Pay {2 coin}.", ""];
    assert_eq!(rows[0], oak);
    assert_eq!(rows[1][..8], ["elf", "Elf", "hero", "1", "herb", "", "false", "-4"]);

    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Json));
    let json: serde_json::Value = serde_json::from_slice(&files["components.json"]).expect("JSON");
    assert_eq!(json["game"]["id"], "woods");
    let [oak, elf] = &json["components"].as_array().expect("a list")[..] else { panic!("{json}") };
    assert_eq!(
        oak["attributes"],
        serde_json::json!({ "suit": "root", "also": ["root", "herb"], "heavy": true })
    );
    assert_eq!((&oak["copies"], &oak["text"]), (&3.into(), &"Pay {2 coin}.".into()));
    assert_eq!(elf["attributes"]["speed"], -4);
    // A table of one's own can be made of it.
    let back = String::from_utf8(files["components.json"].clone()).expect("UTF-8");
    assert!(back.ends_with("}\n"));
}

#[test]
fn only_what_is_asked_for_comes() {
    let game = game(6, &[]);
    let request = Request { only: vec![("suit".into(), "herb".into())], ..Request::default() };
    let files = all(&game, &request, &at(30.0, ExportForm::Png));
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["png/cards-back.png", "png/cards/c1.png", "png/cards/c4.png"]
    );
    let (files, exported) = exported(
        &game,
        &Request { only: vec![("suit".into(), "fern".into())], ..Request::default() },
        &ExportOptions::new(ExportForm::Csv),
    );
    assert!(exported.failed() && files.files.is_empty());
    assert!(told(&game, &exported).contains("CW0930"), "{}", told(&game, &exported));
}

#[test]
fn boards_and_pieces_are_drawn_and_round_ones_are_round() {
    let declared = "[game]\nid = \"field\"\nname = \"Field\"\nplayers = [2, 2]\n[boards.map]\ngrid = [3, 2]\n[flow]\nplay = \"end\"\n";
    let pieces =
        "[pieces.scout]\nform = \"round\"\nsize = 20\ncount = 4\nicon = \"shield\"\nback = \"crown\"\n";
    let game = game(0, &[("game.toml", declared), ("cards/cards.toml", ""), ("print.toml", pieces)]);
    let files = all(&game, &Request::default(), &at(127.0, ExportForm::Png));
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "png/map.png",
            "png/pieces/scout-1-back.png",
            "png/pieces/scout-1.png",
            "png/pieces/scout-2-back.png",
            "png/pieces/scout-2.png"
        ]
    );
    let piece = Png::read(&files["png/pieces/scout-1.png"]);
    assert_eq!((piece.width, piece.height, piece.channels), (100, 100, 4));
    assert_eq!((piece.pixel(0, 0)[3], piece.pixel(50, 50)[3], piece.pixel(50, 1)[3]), (0, 255, 255));
    assert_eq!(Png::read(&files["png/map.png"]).channels, 3);
    assert!(files["png/pieces/scout-1.png"] != files["png/pieces/scout-2.png"]);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    // A JPEG without the tables that its pixels need.
    let header = "/9j/wAARCAAIAAgDASIAAhEBAxEB/9oADAMBAAIRAxEAPwD/2Q==";
    let game = with_face(
        1,
        &format!(
            "<image href=\"data:image/jpeg;base64,{header}\" x=\"1\" y=\"1\" width=\"0.5\" height=\"0.5\"/>"
        ),
    );
    let (files, broken) = exported(&game, &Request::default(), &at(100.0, ExportForm::Png));
    assert!(files.files.is_empty() && told(&game, &broken).contains("CW0934"), "{}", told(&game, &broken));

    let board = "[game]\nid = \"field\"\nname = \"Field\"\nplayers = [2, 2]\n[boards.map]\ngrid = [20, 20]\n[flow]\nplay = \"end\"\n";
    let game = super::game(0, &[("game.toml", board), ("cards/cards.toml", "")]);
    let (files, large) = exported(&game, &Request::default(), &at(1200.0, ExportForm::Png));
    let told = told(&game, &large);
    assert!(files.files.is_empty() && told.contains("CW0935") && told.contains("too many"), "{told}");
}

#[test]
fn a_table_has_each_column_once_and_no_formulas() {
    let declared = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\nfewest = \"int\"\n[kinds.token.attributes]\nfewest = \"int\"\n[zones.deck]\nstart = \"cards\"\n[zones.bag]\nstart = \"tokens\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak]\nname = \"=1+1\"\nfewest = -3\ntext = \"+1 {coin}\"\nflavour = \"@home\"\n[cards.elm]\nname = \"'=1+1\"\nfewest = 2\nflavour = \"''-\"\ntext = \"'quoted'\"\n[cards.seed]\nkind = \"token\"\nname = \"-\"\nfewest = 5\n";
    let game = game(0, &[("game.toml", declared), ("cards/cards.toml", cards)]);
    let files = all(&game, &Request::default(), &ExportOptions::new(ExportForm::Csv));
    let table = std::str::from_utf8(&files["components.csv"]).expect("UTF-8");
    assert_eq!(
        table,
        "id,name,kind,copies,fewest,keywords,text,flavour\noak,'=1+1,card,1,-3,,'+1 {coin},'@home\nelm,''=1+1,card,1,2,,'quoted','''-\nseed,'-,token,1,5,,,\n"
    );
    // Read again, it has the texts of the cards.
    let again =
        super::game(0, &[("game.toml", declared), ("cards/cards.csv", table), ("cards/cards.toml", "")]);
    let names = |game: &CompiledGame| -> Vec<(String, String, String)> {
        game.ir.names.iter().map(|n| (n.printed.clone(), n.text.clone(), n.flavour.clone())).collect()
    };
    assert_eq!(names(&again), names(&game));
}

#[test]
fn a_table_names_cells_cards_and_amounts_by_their_ids() {
    let declared = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"herb\"]\n\
         [boards.map.areas]\nglade = { name = \"The Glade\", adjoins = [\"brook\"] }\nbrook = { name = \"Old Brook\" }\n\
         [kinds.card.attributes]\nhome = \"cell\"\nseen = \"set of cell\"\nelse_where = \"cell?\"\nlike = \"name?\"\n\
         friend = \"card?\"\ncost = \"int 0..9 per suit\"\nsteps = \"int 0..9 per suit per 1..3\"\n\
         [zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak]\nname = \"Old Oak\"\nhome = \"glade\"\nseen = [\"glade\", \"brook\"]\nlike = \"elf\"\nfriend = \"elf\"\n\
         cost = { root = 2, herb = 1 }\nsteps = [{ root = 3 }, {}, { herb = 1, root = 2 }]\n\
         [cards.elf]\nname = \"The Elf\"\nhome = \"brook\"\nseen = []\ncost = {}\nsteps = []\n";
    let game = game(0, &[("game.toml", declared), ("cards/cards.toml", cards)]);
    let table = |game: &CompiledGame, form| all(game, &Request::default(), &ExportOptions::new(form));
    let files = table(&game, ExportForm::Csv);
    let csv = std::str::from_utf8(&files["components.csv"]).expect("UTF-8");
    assert_eq!(
        csv,
        "id,name,kind,copies,home,seen,else_where,like,friend,cost,steps,keywords,text,flavour\n\
         oak,Old Oak,card,1,glade,glade;brook,,elf,elf,root 2;herb 1,root 3/root 0/root 2;herb 1,,,\n\
         elf,The Elf,card,1,brook,,,,,,,,,\n"
    );
    let json = table(&game, ExportForm::Json).remove("components.json").expect("a table");
    let of: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
    let oak = &of["components"][0]["attributes"];
    assert_eq!((&oak["home"], &oak["friend"], &oak["like"]), (&"glade".into(), &"elf".into(), &"elf".into()));
    assert_eq!(oak["steps"], serde_json::json!([{ "root": 3 }, {}, { "herb": 1, "root": 2 }]));
    // Read again, each card has the same.
    let again =
        super::game(0, &[("game.toml", declared), ("cards/cards.csv", csv), ("cards/cards.toml", "")]);
    assert!(table(&again, ExportForm::Json)["components.json"] == json);
}

#[test]
fn a_sheet_with_too_many_pixels_does_not_refuse_the_rest() {
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\nsummary = \"Walk.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n\
         [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n\
         [boards.wall]\ngrid = [1, 1]\n[flow]\nplay = \"end\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\n[sheets.wall]\nboard = \"wall\"\nsize = [620, 600]\n";
    let game = game(1, &[("game.toml", own), ("print.toml", print)]);
    let (files, exported) =
        exported(&game, &Request { threads: 1, ..Request::default() }, &ExportOptions::new(ExportForm::Png));
    let told = told(&game, &exported);
    assert!(!exported.failed() && told.contains("CW0935") && told.contains("`wall`"), "{told}");
    assert_eq!(Png::read(&files.files["png/cards/c0.png"]).width, 744);
    assert!(files.files.contains_key("png/wall.png"));
}

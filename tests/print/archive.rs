//! PDF/A-2b and tags: the rules of a validator, and the text for a screen reader.

use std::collections::BTreeMap;

use super::*;

fn name<'a>(of: &'a Dictionary, key: &[u8]) -> &'a [u8] {
    of.get(key).and_then(Object::as_name).unwrap_or_default()
}

/// Everything that a validator of PDF/A-2b would find in this program's files: nothing, if all is well.
fn validate(bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |met: bool, what: &str| {
        if !met && !found.iter().any(|f| f == what) {
            found.push(what.to_owned());
        }
    };
    expect(
        bytes.starts_with(b"%PDF-1.7\n%") && bytes[10..14].iter().all(|b| *b >= 0x80),
        "a header of binary data",
    );
    let document = Document::load_mem(bytes).expect("a PDF");
    expect(document.trailer.has(b"ID") && !document.trailer.has(b"Encrypt"), "an id, and no encryption");
    let catalog = document.catalog().expect("a catalog");
    for key in ["OpenAction", "AA", "Names", "AcroForm", "OCProperties", "Requirements"] {
        expect(!catalog.has(key.as_bytes()), key);
    }
    let metadata = catalog.get_deref(b"Metadata", &document).and_then(Object::as_stream).expect("metadata");
    expect(!metadata.dict.has(b"Filter"), "plain metadata");
    let xmp = String::from_utf8(metadata.content.clone()).expect("UTF-8");
    let parsed = usvg::roxmltree::Document::parse(&xmp);
    expect(parsed.is_ok(), "metadata that can be read");
    let texts: Vec<String> =
        parsed.iter().flat_map(|xml| xml.descendants()).filter_map(|n| n.text().map(str::to_owned)).collect();
    expect(xmp.contains("<pdfaid:part>2<") && xmp.contains("<pdfaid:conformance>B<"), "pdfaid");
    let info = document.trailer.get_deref(b"Info", &document).and_then(Object::as_dict).expect("info");
    for (key, inside) in [("Title", "dc:title"), ("Producer", "pdf:Producer"), ("Creator", "xmp:CreatorTool")]
    {
        let value = info.get(key.as_bytes()).and_then(lopdf::decode_text_string).expect("a text");
        expect(texts.contains(&value) && xmp.contains(inside), key);
    }
    let intents = catalog.get(b"OutputIntents").and_then(Object::as_array).expect("intents");
    expect(intents.len() == 1, "one output intent");
    let intent =
        document.get_object(intents[0].as_reference().expect("one")).and_then(Object::as_dict).expect("one");
    expect(
        name(intent, b"S") == b"GTS_PDFA1" && intent.has(b"OutputConditionIdentifier"),
        "an output intent",
    );
    let profile =
        intent.get_deref(b"DestOutputProfile", &document).and_then(Object::as_stream).expect("a profile");
    let icc = profile.decompressed_content().expect("a profile");
    expect(&icc[16..20] == b"RGB " && &icc[36..40] == b"acsp" && icc[8] <= 4, "a profile of RGB");
    expect(icc.len() == u32::from_be_bytes([icc[0], icc[1], icc[2], icc[3]]) as usize, "a whole profile");
    for (id, object) in &document.objects {
        let dict = match object {
            Object::Dictionary(dict) => dict,
            Object::Stream(stream) => {
                for key in ["F", "FFilter", "FDecodeParms"] {
                    expect(!stream.dict.has(key.as_bytes()), "no outer files");
                }
                expect(name(&stream.dict, b"Filter") != b"LZWDecode", "no LZW");
                &stream.dict
            }
            _ => continue,
        };
        match name(dict, b"Type") {
            b"FontDescriptor" => expect(dict.has(b"FontFile2") || dict.has(b"FontFile3"), "embedded fonts"),
            b"Font" if name(dict, b"Subtype") == b"Type0" => expect(dict.has(b"ToUnicode"), "ToUnicode"),
            b"Font" if name(dict, b"Subtype") == b"CIDFontType2" => {
                expect(dict.has(b"CIDToGIDMap"), "CIDToGIDMap")
            }
            b"Action" | b"Annot" | b"Filespec" => expect(false, "no actions, notes and files"),
            _ => {}
        }
        expect(!format!("{dict:?}").contains("DeviceCMYK"), &format!("no DeviceCMYK in {id:?}"));
        let Object::Stream(stream) = object else { continue };
        match name(dict, b"Subtype") {
            b"Image" => expect(!dict.has(b"Alternates") && !dict.has(b"OPI"), "plain pictures"),
            b"Form" => {
                expect(!dict.has(b"PS") && !dict.has(b"Ref") && !dict.has(b"OPI"), "plain forms");
                let content = stream.decompressed_content().expect("a stream");
                let mut depth = 0;
                for operation in Content::decode(&content).expect("operators").operations {
                    match operation.operator.as_str() {
                        "q" => depth += 1,
                        "Q" => depth -= 1,
                        "k" | "K" => expect(false, "no inks"),
                        _ => {}
                    }
                    expect((0..=28).contains(&depth), "at most 28 states within each other");
                }
                expect(depth == 0, "as many Q as q");
            }
            _ => {}
        }
    }
    found
}

/// An element of the structure: its type, its alternative text, the text that it shows, and the elements in
/// it.
struct Element {
    role: String,
    alt: Option<String>,
    shows: String,
    inside: Vec<Element>,
}

/// The text of each marked content of each page, by page and number; `None` is the key of ornament.
fn contents(document: &Document) -> BTreeMap<(ObjectId, Option<i64>), String> {
    let mut all: BTreeMap<(ObjectId, Option<i64>), String> = BTreeMap::new();
    for page in document.page_iter() {
        let resources =
            document.get_dictionary(page).and_then(|p| p.get_deref(b"Resources", document)).expect("them");
        let (_, stream) = named(document, resources.as_dict().expect("a dictionary")).remove(0);
        let inner =
            stream.dict.get_deref(b"Resources", document).and_then(Object::as_dict).expect("resources");
        let mut open: Option<Option<i64>> = None;
        for operation in
            Content::decode(&stream.decompressed_content().expect("a stream")).expect("it").operations
        {
            match operation.operator.as_str() {
                "BMC" => open = Some(None),
                "BDC" => {
                    let about = operation.operands[1].as_dict().expect("a dictionary");
                    open = Some(about.get(b"MCID").and_then(Object::as_i64).ok());
                    all.entry((page, open.flatten())).or_default();
                }
                "EMC" => open = None,
                "f" | "f*" | "S" | "Do" | "TJ" | "sh" => {
                    let number = open.unwrap_or_else(|| panic!("{operation:?} is not marked"));
                    if operation.operator == "TJ" {
                        all.entry((page, number)).or_default().push('t');
                    }
                    if operation.operator == "Do" {
                        let name = operation.operands[0].as_name().expect("a name");
                        let (_, drawn) =
                            named(document, inner).into_iter().find(|(n, _)| n == name).expect("it");
                        let text = drawn.decompressed_content().expect("a stream");
                        if text.windows(2).any(|two| two == b"TJ") {
                            all.entry((page, number)).or_default().push('t');
                        }
                    }
                }
                _ => {}
            }
        }
    }
    all
}

/// The structure of a document. Each marked content is in it once, and the tree of parents agrees.
fn structure(document: &Document) -> Vec<Element> {
    let catalog = document.catalog().expect("a catalog");
    let marked = catalog.get(b"MarkInfo").and_then(Object::as_dict).expect("MarkInfo");
    assert!(marked.get(b"Marked").and_then(Object::as_bool).expect("a truth"));
    let root = catalog.get_deref(b"StructTreeRoot", document).and_then(Object::as_dict).expect("a tree");
    let parents = root.get_deref(b"ParentTree", document).and_then(Object::as_dict).expect("parents");
    let numbers = parents.get(b"Nums").and_then(Object::as_array).expect("numbers");
    let mut contents = contents(document);
    contents.retain(|(_, number), _| number.is_some());
    let whole = root.get(b"K").and_then(Object::as_reference).expect("one element");
    let whole_element = document.get_dictionary(whole).expect("it");
    assert_eq!(name(whole_element, b"S"), b"Document");
    let kids = whole_element.get(b"K").and_then(Object::as_array).expect("elements");
    let elements = kids.iter().map(|kid| element(document, kid, whole, numbers, &mut contents)).collect();
    assert!(contents.is_empty(), "not in the structure: {:?}", contents.keys());
    elements
}

fn element(
    document: &Document,
    at: &Object,
    parent: ObjectId,
    parents: &[Object],
    contents: &mut BTreeMap<(ObjectId, Option<i64>), String>,
) -> Element {
    let id = at.as_reference().expect("a reference");
    let dict = document.get_dictionary(id).expect("an element");
    assert_eq!(dict.get(b"P").and_then(Object::as_reference).expect("a parent"), parent);
    let role = String::from_utf8(name(dict, b"S").to_vec()).expect("a name");
    let alt = dict.get(b"Alt").and_then(lopdf::decode_text_string).ok();
    let mut of = Element { role, alt, shows: String::new(), inside: Vec::new() };
    let kids = dict.get(b"K").expect("contents");
    let kids = kids.as_array().cloned().unwrap_or_else(|_| vec![kids.clone()]);
    for kid in &kids {
        let Ok(content) = kid.as_dict() else {
            of.inside.push(element(document, kid, id, parents, contents));
            continue;
        };
        let page = content.get(b"Pg").and_then(Object::as_reference).expect("a page");
        let number = content.get(b"MCID").and_then(Object::as_i64).expect("a number");
        of.shows.push_str(&contents.remove(&(page, Some(number))).expect("marked content, once"));
        let stream = content.get(b"Stm").and_then(Object::as_reference).expect("a stream");
        let stream = document.get_object(stream).and_then(Object::as_stream).expect("a stream");
        let key = stream.dict.get(b"StructParents").and_then(Object::as_i64).expect("a key");
        let own = parents.chunks(2).find(|two| two[0].as_i64().is_ok_and(|k| k == key)).expect("its parents");
        let own = own[1].as_array().expect("parents")[number as usize].as_reference().expect("a parent");
        assert_eq!(own, id);
    }
    of
}

#[test]
fn characters_that_xml_does_not_allow_are_left_out() {
    let rules = "[game]\nid = \"woods\"\nname = \"Wo\\u0001ods\\uFFFE\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let cards = "[cards.oak]\nname = \"O\\uFFFFak\"\ntext = \"It\\uFFFE stands.\"\n";
    let game = game(0, &[("game.toml", rules), ("cards/cards.toml", cards)]);
    let output = print::print(&game.ir, &Request::default());
    assert!(!output.files.is_empty(), "{}", said(&game, &output));
    for file in &output.files {
        assert_eq!(validate(&file.bytes), [] as [String; 0], "{}", file.name);
    }
}

#[test]
fn whole_games_are_pdf_a_and_all_is_in_their_structure() {
    for id in ["fantasy-realms", "minute-realms", "chess", "kuhn-poker"] {
        let game = crate::support::open(id).game.expect("a sound game");
        let output = print::print(&game.ir, &Request::default());
        assert!(output.files.len() >= 2, "{id}");
        for file in &output.files {
            assert_eq!(validate(&file.bytes), [""; 0], "{id}/{}", file.name);
            let document = Document::load_mem(&file.bytes).expect("a PDF");
            let elements = structure(&document);
            assert!(!elements.is_empty(), "{id}/{}", file.name);
            for figure in elements.iter().filter(|e| e.role == "Figure") {
                assert!(figure.alt.as_ref().is_some_and(|alt| !alt.is_empty()), "{id}/{}", file.name);
            }
        }
    }
    // The validator finds something in another document.
    let press = print_shop::press(300);
    let request = Request { separation: press, ..Request::default() };
    let inks = print::print(&crate::support::open("connect-four").game.expect("a sound game").ir, &request);
    let found = std::panic::catch_unwind(|| validate(&inks.files[0].bytes));
    assert!(found.map_or(true, |found| found.len() > 3));
}

#[test]
fn a_card_is_a_figure_with_its_texts_and_a_back_is_ornament() {
    let game = game(3, &[]);
    let document = printed(&game, &Request { sheets: vec!["cards".into()], ..Request::default() });
    let elements = structure(&document);
    let alts: Vec<&str> = elements.iter().filter_map(|e| e.alt.as_deref()).collect();
    assert_eq!(alts.len(), 3);
    assert!(alts[1].starts_with("Card 1.") && alts[1].ends_with("Counts 1, and coin besides."), "{alts:?}");
    assert!(elements.iter().all(|e| e.role == "Figure" && e.shows == "t" && e.inside.is_empty()));
    assert_eq!(document.page_iter().count(), 2);
    let language =
        document.catalog().expect("it").get(b"Lang").and_then(lopdf::decode_text_string).expect("a tag");
    assert_eq!(language, "en");
}

#[test]
fn alternative_texts_of_hundreds_of_cards_have_all_their_signs() {
    // Parentheses without a partner, backslashes, and letters that need two bytes each.
    let names = ["Keeper (of", "Keeper) (of", "Back\\\\slash (all)", "Wächter – Ω"];
    let card =
        |i: usize| format!("[cards.n{i}]\nname = \"{} {i}\"\nsuit = \"root\"\nstrength = 1\n", names[i % 4]);
    let cards: String = (0..450).map(card).collect();
    let game = game(0, &[("cards/cards.toml", &cards)]);
    let document = printed(&game, &Request { sheets: vec!["cards".into()], ..Request::default() });
    let elements = structure(&document);
    assert_eq!(elements.len(), 450);
    for (i, element) in elements.iter().enumerate() {
        let name = format!("{} {i}.", names[i % 4].replace("\\\\", "\\"));
        assert!(element.alt.as_ref().is_some_and(|alt| alt.starts_with(&name)), "{name}: {:?}", element.alt);
    }
}

#[test]
fn a_piece_says_whose_it_is() {
    let pieces = "[pieces.scout]\nsize = 20\ncount = 1\nper = \"player\"\nicon = \"man\"\nback = \"crown\"\n[pieces.coin]\nsize = 20\ncount = 1\nper = \"table\"\n";
    let game = game(1, &[("print.toml", pieces)]);
    let document = printed(&game, &Request { sheets: vec!["pieces".into()], ..Request::default() });
    let elements = structure(&document);
    let alts: Vec<&str> = elements.iter().filter_map(|e| e.alt.as_deref()).collect();
    for alt in ["Scout, Player 1", "Scout, Player 2", "Scout, Player 3", "Scout, Player 4", "Coin"] {
        assert!(alts.iter().any(|a| a.eq_ignore_ascii_case(alt)), "{alt}: {alts:?}");
    }
}

#[test]
fn rules_are_read_in_order() {
    let long = "Walk on and on, and tell of it. ".repeat(400);
    let rules = format!("# Woods\n\n## Begin\n\nWalk.\n\n- one\n- two\n\n### Far\n\n{long}\n\n1. last\n");
    let game = game(1, &[("rules.md", &rules)]);
    let document = printed(&game, &Request { sheets: vec!["rules".into()], ..Request::default() });
    assert!(document.page_iter().count() >= 2);
    let elements = structure(&document);
    let roles: Vec<&str> = elements.iter().map(|e| e.role.as_str()).collect();
    assert_eq!(roles, ["H1", "P", "H2", "P", "L", "H3", "P", "L"]);
    let list: Vec<&str> = elements[4].inside.iter().map(|e| e.role.as_str()).collect();
    assert_eq!(list, ["LI", "LI"]);
    assert!(elements[4].inside.iter().all(|e| e.inside.len() == 1 && e.inside[0].role == "LBody"));
    // The long paragraph goes over columns and pages, and is one element.
    assert!(elements[6].shows.len() > 100, "{}", elements[6].shows);
}

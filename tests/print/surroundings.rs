//! The elements around text boxes, and the units of faces.

use super::*;

/// A game with a card of this face, which has a viewBox of 63 × 88.
fn with(inside: &str) -> CompiledGame {
    with_face(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n{inside}\n</svg>"))
}

fn with_face(face: &str) -> CompiledGame {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\nsafe = 0\n";
    game(1, &[("print.toml", sheet), ("faces/own.svg.j2", face)])
}

/// The text of the first page, and the diagnostics.
fn shown(game: &CompiledGame) -> (String, String) {
    let output = print::print(&game.ir, &Request::default());
    let said = said(game, &output);
    let pages = output.files.first().map(|file| Document::load_mem(&file.bytes).expect("a PDF"));
    (pages.map(|document| text(&document, 1)).unwrap_or_default(), said)
}

const BOX: &str = "<rect data-text=\"Mushroom\" x=\"5\" y=\"5\" width=\"50\" height=\"10\"/>";

#[test]
fn a_text_whose_box_would_not_be_drawn_is_not_printed() {
    for around in [
        "<g style=\"fill: red; display: none\">@</g>",
        "<g display=\"none\"><g>@</g></g>",
        "<g visibility=\"hidden\">@</g>",
        "<g opacity=\"0\">@</g>",
        "<switch><g><rect x=\"9\" y=\"30\" width=\"3\" height=\"3\"/></g><g>@</g></switch>",
        "<switch><g systemLanguage=\"tlh\">@</g><g><rect x=\"9\" y=\"30\" width=\"3\" height=\"3\"/></g></switch>",
    ] {
        let (text, said) = shown(&with(&around.replace('@', BOX)));
        assert!(!text.contains("Mushroom") && said.is_empty(), "{around}: {text}\n{said}");
    }
    for around in [
        "<g display=\"inline\">@</g>",
        "<g visibility=\"hidden\"><g visibility=\"visible\">@</g></g>",
        "<switch><g systemLanguage=\"en\">@</g><g/></switch>",
        "<g opacity=\"1\" style=\"mix-blend-mode:normal;filter:none\">@</g>",
    ] {
        let (text, said) = shown(&with(&around.replace('@', BOX)));
        assert!(text.contains("Mushroom") && said.is_empty(), "{around}: {text}\n{said}");
    }
}

#[test]
fn what_does_not_hold_for_a_text_is_said_on_its_line() {
    let clip = "<clipPath id=\"c\"><rect width=\"3\" height=\"3\"/></clipPath>";
    for (around, words, is_printed) in [
        ("<g opacity=\"0.5\">\n@</g>", "without the `opacity` of `<g>`", true),
        ("<g style=\"opacity:50%\">\n@</g>", "without the `opacity` of `<g>`", true),
        (&format!("{clip}<g clip-path=\"url(#c)\">\n@</g>"), "without the `clip-path`", true),
        (
            "<g mask=\"url(#m)\"><rect x=\"9\" y=\"30\" width=\"3\" height=\"3\"/>\n@</g>",
            "without the `mask`",
            true,
        ),
        ("<defs>\n@</defs>", "`<use>` shows no texts", false),
        ("<g id=\"twice\">\n@</g><use href=\"#twice\" y=\"20\"/>", "`<use>` shows no texts", true),
    ] {
        let (text, said) = shown(&with(&around.replace('@', BOX)));
        assert_eq!(text.matches("Mushroom").count(), usize::from(is_printed), "{around}: {text}");
        assert!(said.starts_with("faces/own.svg.j2:3:1: warning[CW0938]: "), "{around}: {said}");
        assert!(said.contains(words), "{around}: {said}");
    }
}

/// The place of the first text on a page, in millimetres.
fn first_text(game: &CompiledGame) -> [f32; 2] {
    let document = printed(game, &Request::default());
    let page = document.page_iter().next().expect("a page");
    let all = everything_on(&document, page);
    let tm = all.iter().find(|(o, _)| o.operator == "Tm").expect("a text");
    [4, 5].map(|i| tm.0.operands[i].as_float().expect("a number"))
}

#[test]
fn an_inner_svg_moves_and_scales_its_texts() {
    let inner = |attributes: &str| {
        let inside = format!(
            "<svg {attributes}><rect data-text=\"Mushroom\" x=\"10\" y=\"10\" width=\"50\" height=\"30\"/></svg>"
        );
        let output = print::print(&with(&inside).ir, &Request::default());
        let document = Document::load_mem(&output.files[0].bytes).expect("a PDF");
        let page = document.page_iter().next().expect("a page");
        let all = everything_on(&document, page);
        // The group of the text, if its box is not only moved.
        let text = all.iter().position(|(o, _)| o.operator == "Tm").expect("a text");
        let cm = all[..text].iter().rev().find(|(o, _)| o.operator == "cm").expect("a group");
        [0, 3, 4, 5].map(|i| cm.0.operands[i].as_float().expect("a number"))
    };
    let twice = inner("x=\"4\" y=\"6\" width=\"50\" height=\"60\" viewBox=\"0 0 100 100\"");
    // The drawing is 50 wide and stands in the middle of 60: 5 below, and 10 units are 5.
    assert!(twice.iter().zip([0.5, 0.5, 9.0, 16.0]).all(|(a, b)| (a - b).abs() < 0.01), "{twice:?}");
    let stretched =
        inner("width=\"50\" height=\"60\" viewBox=\"10 10 100 100\" preserveAspectRatio=\"none\"");
    assert!(stretched.iter().zip([0.5, 0.6, 0.0, 0.0]).all(|(a, b)| (a - b).abs() < 0.01), "{stretched:?}");
    // As a face in millimetres stands in another one.
    let in_units = inner("width=\"10mm\" height=\"10mm\" viewBox=\"0 0 100 100\"");
    assert!((in_units[0] - 96.0 / 254.0).abs() < 0.001, "{in_units:?}");
    let [x, y] = first_text(&with(BOX));
    let moved = first_text(&with(&format!("<svg x=\"7\" y=\"9\">{BOX}</svg>")));
    assert!((moved[0] - x - 7.0).abs() < 0.01 && (moved[1] - y - 9.0).abs() < 0.01, "{moved:?}");
    let (_, said) = shown(&with(&format!("<svg width=\"50%\" height=\"9\" viewBox=\"0 0 9 9\">{BOX}</svg>")));
    assert!(said.contains("CW0907") && said.contains("needs a length as its `width`"), "{said}");
}

#[test]
fn a_view_box_in_pixels_is_said() {
    let face = |view: &str, inside: &str| {
        with_face(&format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\">{inside}</svg>"))
    };
    let (_, said) = shown(&face("0 0 744 1039.24", BOX));
    assert!(said.contains("warning[CW0908]") && said.contains("744"), "{said}");
    // It is at the template.
    assert!(said.starts_with("faces/own.svg.j2:1:"), "{said}");
    for (view, inside) in
        [("0 0 63 88", BOX), ("0 0 31.6 44.14", BOX), ("0 0 744 1039.24", "<rect width=\"9\" height=\"9\"/>")]
    {
        let (_, said) = shown(&face(view, inside));
        assert!(!said.contains("CW0908"), "{view}: {said}");
    }
}

#[test]
fn a_blend_mode_is_said_and_its_part_keeps_its_vectors() {
    let game = with(
        "\n<g style=\"mix-blend-mode:multiply\"><rect x=\"20\" y=\"20\" width=\"9\" height=\"9\" fill=\"#c03020\"/></g>",
    );
    let output = print::print(&game.ir, &Request::default());
    let said = said(&game, &output);
    assert!(said.starts_with("faces/own.svg.j2:3:11: warning[CW0938]: "), "{said}");
    assert!(said.contains("`mix-blend-mode: multiply` has no effect"), "{said}");
    assert!(!String::from_utf8_lossy(&output.files[0].bytes).contains("/Subtype/Image"));
}

#[test]
fn a_blend_mode_of_many_parts_and_faces_is_said_once() {
    let part = "<g style=\"mix-blend-mode:multiply\"><rect width=\"9\" height=\"{{ id | length }}\"/></g>";
    let marked = format!("{part}<g id=\"{{{{ id }}}}\"/>");
    let own = |inside: &str| {
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>")
    };
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\nsafe = 0\n";
    let said = |face: &str| {
        let files = [("print.toml", sheet), ("faces/own.svg.j2", face), ("faces/part.svg.j2", &marked)];
        shown(&game(3, &files)).1
    };
    let inner = format!("<g style=\"mix-blend-mode:multiply\">{BOX}{marked}</g>{marked}");
    let written = said(&own(&inner));
    assert_eq!(written.matches("CW0938").count(), 1, "{written}");
    assert!(written.starts_with("faces/own.svg.j2:1:") && written.contains(" and 2 more, "), "{written}");
    let included = said(&own("{% include \"part\" %}"));
    assert_eq!(included.matches("CW0938").count(), 1, "{included}");
    // The face itself has no such word to point at.
    assert!(included.contains("print.toml:1:1: warning[CW0938]"), "{included}");
}

#[test]
fn a_length_of_a_text_box_has_no_unit() {
    let with_box = |attributes: &str| {
        shown(&with(&format!("<rect data-text=\"x\" width=\"50\" height=\"10\" {attributes}/>"))).1
    };
    for attributes in [
        "x=\"5mm\"",
        "y=\"5px\"",
        "x=\"10%\"",
        "data-size=\"12mm\"",
        "data-padding=\"2pt\"",
        "data-leading=\"1.2em\"",
        "data-lines=\"2pt\"",
        "data-lines=\"two\"",
    ] {
        let said = with_box(attributes);
        assert!(said.starts_with("faces/own.svg.j2:2:1: error[CW0907]"), "{attributes}: {said}");
        assert!(said.contains(", which is not a number"), "{attributes}: {said}");
    }
    for (attributes, hint) in [
        ("x=\"5mm\"", "a number; it is in the units of the `viewBox`, and has no unit"),
        ("data-min-size=\"5mm\"", "a number; it is in `pt`"),
        ("data-padding=\"5pt\"", "a number; it is in `mm`"),
        ("data-gap=\"1em\"", "a number; it is in ems, and has no unit"),
        ("data-spacing=\"1em\"", "a number; it is in ems, and has no unit"),
    ] {
        assert!(with_box(attributes).contains(hint), "{attributes}: {}", with_box(attributes));
    }
    assert!(!with_box("data-lines=\"2pt\"").contains("; it is"));
    for attributes in
        ["x=\"5\"", "data-size=\"12pt\" data-min-size=\"6 pt\"", "data-padding=\"1mm\"", "x=\"1e1\""]
    {
        assert_eq!(with_box(attributes), "", "{attributes}");
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said_on_the_line_of_its_box() {
    let wrong = "<g/>\n<rect data-text=\"a\" width=\"9\" height=\"9\"/>\n<rect data-text=\"{{ name }}\" @/>";
    for (attributes, code) in [
        ("x=\"5\" y=\"5\" width=\"40\" height=\"9\" data-font=\"Comic Sans\"", "CW0907"),
        ("x=\"5\" y=\"5\" width=\"1\" height=\"1\"", "CW0910"),
        ("x=\"-1\" y=\"5\" width=\"40\" height=\"9\"", "CW0919"),
    ] {
        let (_, said) = shown(&with(&wrong.replace('@', attributes)));
        assert!(said.starts_with("faces/own.svg.j2:4:1: ") && said.contains(code), "{said}");
    }
}

#[test]
fn a_box_of_the_face_that_is_extended_is_not_said_to_be_in_a_block() {
    let face = "{% extends \"card\" %}\n{% block ground %}<rect x=\"-9\" y=\"-9\" width=\"99\" height=\"110\"/>{% endblock %}\n";
    let cards = format!(
        "[cards.c0]\nname = \"C\"\nsuit = \"root\"\nstrength = 1\nflavour = \"{}\"\n",
        "Long ".repeat(900)
    );
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    let files = [("print.toml", sheet), ("faces/own.svg.j2", face), ("cards/cards.toml", &cards)];
    let (_, said) = shown(&game(0, &files));
    let overflow = said.lines().find(|line| line.contains("CW0910")).unwrap_or_else(|| panic!("{said}"));
    assert!(!overflow.starts_with("faces/own.svg.j2:2:"), "{overflow}");
}

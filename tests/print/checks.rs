//! Problems that `check` finds before anything is printed.

use super::*;

/// Returns the diagnostics of print settings and faces, one a line.
fn checked(game: &CompiledGame) -> String {
    let mut found = print::check_files(&game.ir);
    found.extend(print::export::check_faces(&game.ir));
    render(&found, game.sources(), Format::Short)
}

#[test]
fn what_does_not_fit_its_paper_is_found_by_the_check() {
    let print = "[sheets.cards]\ncomponents = \"card\"\nsize = [300, 250]\n[sheets.notes]\nface = \"scores\"\nsize = [400, 400]\n\
                 [pieces.wall]\nform = \"square\"\nsize = 320\ncount = 2\n";
    let game = game(2, &[("print.toml", print)]);
    let found = checked(&game);
    for part in [
        "print.toml:1:1: error[CW0916]: one of `cards` is 300 × 250 mm, and does not fit a page of 210 × 297 mm",
        "print.toml:4:1: error[CW0916]: `notes` is 400 × 400 mm",
        "print.toml:7:1: error[CW0916]: the piece `wall` is 320 × 320 mm, and its paper has room for 200 × 282 mm",
    ] {
        assert!(found.contains(part), "{part}\n{found}");
    }
    let output = print::print(&game.ir, &Request::default());
    let printed = said(&game, &output);
    assert!(found.lines().all(|line| printed.contains(line)), "{found}\n{printed}");
}

#[test]
fn sizes_in_centimetres_are_told_by_the_check() {
    let board = "[boards.pond]\ngrid = [4, 2]\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\nsize = [6.3, 8.8]\n[sheets.pond]\nboard = \"pond\"\ncell = 4.5\n";
    let found = checked(&game(2, &[("rules/boards.toml", board), ("print.toml", print)]));
    for part in [
        "print.toml:1:1: warning[CW0941]: one of `cards` is 6.3 × 8.8 mm: all sizes are in millimetres",
        "print.toml:4:1: warning[CW0941]: a cell of `pond` is 4.5 mm: all sizes are in millimetres",
    ] {
        assert!(found.contains(part), "{part}\n{found}");
    }
    let print =
        "[sheets.cards]\ncomponents = \"card\"\nsize = [8, 30]\n[sheets.pond]\nboard = \"pond\"\ncell = 6\n";
    let found = checked(&game(2, &[("rules/boards.toml", board), ("print.toml", print)]));
    assert!(!found.contains("CW0941"), "{found}");
}

#[test]
fn a_tuck_box_that_does_not_fit_is_found_by_the_check() {
    let print = "[sheets.cards]\ncomponents = \"card\"\ntuck_box = true\ncard_thickness = 1.0\n";
    let found = checked(&game(54, &[("print.toml", print)]));
    assert!(
        found.contains("print.toml:1:1: error[CW0916]: the tuck box of `cards`, for 54 cards, is"),
        "{found}"
    );
}

#[test]
fn texts_near_the_cut_are_found_in_their_face() {
    let print = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nsafe = 3\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n\
                <rect data-name=\"title\" data-text=\"{{ name }}\" x=\"1\" y=\"40\" width=\"50\" height=\"8\"/>\n</svg>";
    let found = checked(&game(2, &[("print.toml", print), ("faces/own.svg.j2", face)]));
    assert!(
        found.contains("faces/own.svg.j2:2:7: warning[CW0919]: the text of `Card 0` in box `title`"),
        "{found}"
    );
    assert_eq!(found.matches("CW0919").count(), 1, "{found}");
}

#[test]
fn problems_of_texts_on_faces_that_come_with_cardwright_have_a_place() {
    let said_of = |files: &[(&str, &str)]| {
        let game = game(1, files);
        said(&game, &print::print(&game.ir, &Request::default()))
    };
    let print = "\n[sheets.cards]\ncomponents = \"card\"\nsafe = 14\n";
    let near = said_of(&[("print.toml", print)]);
    assert!(near.contains("CW0919"), "{near}");
    // Those of a card are shown at its name or text, those of the back at the sheet.
    let places = ["cards/cards.toml:2:8: ", "cards/cards.toml:5:", "print.toml:2:1: "];
    let is_placed = |line: &str| places.iter().any(|place| line.starts_with(place));
    assert!(near.lines().all(|line| is_placed(line) && line.contains("warning[CW0919]")), "{near}");
    assert!(near.contains("cards/cards.toml:2:8: warning[CW0919]"), "{near}");
    // A row of a table, and a card without a name.
    for (file, cards, place) in [
        ("cards/owls.csv", "id,suit,strength\nowl,root,1\n", "cards/owls.csv:2:1: "),
        ("cards/cards.toml", "[cards.owl]\nsuit = \"root\"\nstrength = 1\n", "cards/cards.toml:1:2: "),
        ("cards/cards.toml", "[cards]\nowl = { suit = \"root\", strength = 1 }\n", "cards/cards.toml:2:1: "),
    ] {
        let files = [("print.toml", print), (file, cards)];
        let rows = match file {
            "cards/cards.toml" => said_of(&files),
            _ => said_of(&[&files[..], &[("cards/cards.toml", "")]].concat()),
        };
        assert!(rows.contains(&format!("{place}warning[CW0919]")), "{cards}: {rows}");
    }
    let long = format!(
        "[cards.owl]\nname = \"Owl\"\nsuit = \"root\"\nstrength = 1\ntext = \"{}\"\n",
        "It flies. ".repeat(200)
    );
    let over = said_of(&[("cards/cards.toml", &long)]);
    assert!(over.contains("cards/cards.toml:5:") && over.contains("warning[CW0910]"), "{over}");
}

#[test]
fn letters_that_no_font_has_are_shown_at_the_card() {
    let cards = "[cards.owl]\nname = \"Owl \u{6728}\"\nsuit = \"root\"\nstrength = 1\n\
                 text = \"Fly \u{6b69}.\"\nflavour = \"Hoo \u{9ce5}.\"\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let said =
        said(&game, &print::print(&game.ir, &Request { sheets: vec!["cards".into()], ..Request::default() }));
    for (place, code) in [("2:8", "6728"), ("5:", "6B69"), ("6:", "9CE5")] {
        let is_said = |line: &str| {
            line.starts_with(&format!("cards/cards.toml:{place}"))
                && line.contains("warning[CW0912]: no font has")
                && line.contains(code)
        };
        assert!(said.lines().any(is_said), "{code}: {said}");
    }
}

#[test]
fn all_parts_of_a_joined_emoji_that_no_font_has_are_named() {
    let cards = "[cards.owl]\nname = \"Owl\"\nsuit = \"root\"\nstrength = 1\n\
                 text = \"A \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}.\"\n";
    let game = game(0, &[("cards/cards.toml", cards)]);
    let said = said(&game, &print::print(&game.ir, &Request::default()));
    for code in ["U+1F468", "U+1F469", "U+1F467"] {
        assert!(said.contains(code), "{code}: {said}");
    }
    assert!(!said.contains("U+200D"), "{said}");
}

#[test]
fn cards_without_texts_are_found_where_sheets_are_declared() {
    let own = "[cards.owl]\nsuit = \"root\"\nstrength = 1\ntext = \"It flies.\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\nsize = [20, 20]\n";
    let found = checked(&game(0, &[("print.toml", print), ("cards/cards.toml", own)]));
    assert!(
        found.contains("print.toml:1:1: warning[CW0921]: texts of `owl` stand nowhere on the card"),
        "{found}"
    );
    assert_eq!(checked(&game(0, &[("cards/cards.toml", own)])), "");
}

/// Returns the warnings of texts that stand nowhere, for cards with a face of their own that holds this.
fn left_out(cards: &str, inside: &str, more: &[(&str, &str)]) -> Vec<String> {
    let print = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">\n\
         <rect data-text=\"{{{{ name }}}}\" x=\"8\" y=\"8\" width=\"47\" height=\"10\"/>\n{inside}</svg>"
    );
    let files = [("print.toml", print), ("faces/own.svg.j2", &*face), ("cards/cards.toml", cards)];
    let files: Vec<(&str, &str)> = files
        .into_iter()
        .filter(|(path, _)| more.iter().all(|(p, _)| p != path))
        .chain(more.iter().copied())
        .collect();
    let found = checked(&game(0, &files));
    found.lines().filter(|line| line.contains("CW0921")).map(str::to_owned).collect()
}

#[test]
fn texts_that_a_face_of_the_package_leaves_out_are_found() {
    let cards = "[cards.owl]\nsuit = \"root\"\nstrength = 1\ntext = \"Draw two more cards.\"\n\
                 [cards.elk]\nsuit = \"herb\"\nstrength = 2\ntext = \"Every opponent discards.\"\n\
                 [cards.fox]\nsuit = \"moss\"\nstrength = 2\n";
    let rules =
        |text: &str| format!("<rect data-text=\"{text}\" x=\"8\" y=\"40\" width=\"47\" height=\"30\"/>");
    assert_eq!(
        left_out(cards, "", &[]),
        ["faces/own.svg.j2:1:1: warning[CW0921]: texts of `owl` and `elk` stand nowhere on the card",]
    );
    // Shown in a box, in a loop, or on one of the cards' backs; or written anew in the template.
    for shown in [
        rules("{{ text }}"),
        rules("{% for t in [text] %}{{ t }}{% endfor %}"),
        rules("{% if id == 'owl' %}Draw two cards.{% else %}Each opponent discards.{% endif %}"),
    ] {
        assert_eq!(left_out(cards, &shown, &[]), [""; 0], "{shown}");
    }
    let back = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{}</svg>",
        rules("{{ text }}")
    );
    let print = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nback = \"other\"\ntwo_sided = true\n";
    assert_eq!(left_out(cards, "", &[("print.toml", print), ("faces/other.svg.j2", &back)]), [""; 0]);
    // Another sheet of the same cards shows them.
    let print =
        "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n[sheets.large]\ncomponents = \"card\"\n";
    assert_eq!(left_out(cards, "", &[("print.toml", print)]), [""; 0]);
    // A condition on the text is not the text.
    assert_eq!(left_out(cards, "{% if text %}<path d=\"M5 5h9\"/>{% endif %}", &[]).len(), 1);
}

#[test]
fn a_face_for_one_suit_that_leaves_out_texts_is_found() {
    let cards = "[cards.owl]\nsuit = \"root\"\nstrength = 1\ntext = \"Draw two more cards.\"\n\
                 [cards.elk]\nsuit = \"herb\"\nstrength = 2\ntext = \"Every opponent discards.\"\n";
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"/>";
    let text = "<rect data-text=\"{{ text }}\" x=\"8\" y=\"40\" width=\"47\" height=\"30\"/>";
    assert_eq!(
        left_out(cards, text, &[("faces/own-herb.svg.j2", face)]),
        ["faces/own-herb.svg.j2:1:1: warning[CW0921]: texts of `elk` stand nowhere on the card"]
    );
}

#[test]
fn a_missing_icon_of_a_piece_names_the_piece() {
    let print = "[pieces.wall]\nform = \"square\"\nsize = 15\ncount = 2\nicon = \"towr\"\n";
    let found = checked(&game(1, &[("print.toml", print)]));
    assert!(found.contains("there is no icon `towr`, which the piece `wall` asks for"), "{found}");
}

#[test]
fn signs_of_a_piece_are_one_for_each_player() {
    let told = |piece: &str| {
        let opened = opened(1, &[("print.toml", &format!("[pieces.mark]\n{piece}\n"))]);
        let found = render(&opened.diagnostics, &opened.sources, Format::Short);
        found.lines().filter(|line| line.contains("CW0943")).collect::<Vec<_>>().join("\n")
    };
    let said = told("icon = [\"cross\", \"ring\"]\nper = \"table\"");
    assert_eq!(
        said,
        "print.toml:2:10: error[CW0943]: `icon` has a sign for each player, and the piece is the table's"
    );
    let said = told("label = [\"X\", \"O\", \"T\"]");
    assert_eq!(said, "print.toml:2:11: error[CW0943]: `label` has 3 signs for 4 players");
    assert_eq!(told("label = [\"X\", \"O\", \"T\", \"L\"]"), "");
    assert!(
        told("label = [\"X\", \"O\", \"T\", \"L\", \"V\"]").ends_with("`label` has 5 signs for 4 players")
    );
    assert_eq!(told("icon = [\"cross\"]\nper = \"table\""), "");
}

#[test]
fn the_colour_of_a_back_needs_a_back() {
    let told = |piece: &str| {
        let print = format!("[colours]\nmark_back = \"#112233\"\n[pieces.mark]\nicon = \"cross\"\n{piece}\n");
        let opened = opened(1, &[("print.toml", &print)]);
        let found = render(
            &opened.diagnostics,
            &opened.sources,
            Format::Human { color: false, width: 100, unicode: true },
        );
        found.contains("nothing printed has the colour of `mark_back`")
            && found.contains("the piece `mark` has no `back`")
    };
    assert!(told("form = \"round\""));
    assert!(!told("back = \"crown\"") && !told("form = \"standee\""));
}

#[test]
fn icons_that_texts_of_printed_cards_ask_for_in_vain_are_shown_once() {
    let cards = "[cards]\nelk = { text = \"Pay {2 coin}. Gain {2 con}.\" }\nfox = { text = \"Gain {con}.\", flavour = \"A {moon} rises.\" }\n";
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let files = [("game.toml", own), ("cards/cards.toml", cards)];
    let found = checked(&game(0, &files));
    let icons: Vec<&str> = found.lines().filter(|line| line.contains("CW0911")).collect();
    let [con] = icons[..] else { panic!("{found}") };
    assert!(con.starts_with("cards/cards.toml:2:"), "{con}");
    assert!(con.contains("there is no icon `con`, which the texts of `Elk` and 1 more ask for"), "{con}");
    // Kinds that no sheet shows are not printed.
    let other = "[sheets.pieces]\ncomponents = \"token\"\n";
    let unprinted = checked(&game(0, &[files[0], files[1], ("print.toml", other)]));
    assert!(!unprinted.contains("CW0911"), "{unprinted}");
}

#[test]
fn faces_icons_and_areas_are_shown_at_their_words() {
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\nsummary = \"Walk.\"\n[enums]\nsuit = [\"root\", \"herb\", \"moss\"]\n\
               [kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..9999\"\n[zones.deck]\nstart = \"cards\"\n\
               [boards.valley]\n# town wood\nareas = { town = { at = [50, 50], adjoins = [\"wood\"] }, wood = { at = [53, 50] } }\n\
               [flow]\nplay = \"end\"\n";
    let print = "[sheets.cards]\ncomponents = \"card\"\nback = \"backk\"\n  face = \"cardd\"\n\
                 [pieces.wall]\nform = \"square\"\nsize = 15\ncount = 2\nicon = \"towr\"\nback = \"crwn\"\n";
    let found = checked(&game(1, &[("game.toml", own), ("print.toml", print)]));
    for part in [
        "print.toml:3:9: error[CW0904]: there is no face `backk`",
        "print.toml:4:11: error[CW0904]: there is no face `cardd`",
        "print.toml:9:9: warning[CW0911]: there is no icon `towr`",
        "print.toml:10:9: warning[CW0911]: there is no icon `crwn`",
        "game.toml:15:57: warning[CW0909]: the areas `town` and `wood` overlap",
    ] {
        assert!(found.contains(part), "{part}\n{found}");
    }
}

#[test]
fn areas_that_only_lines_name_are_shown_where_they_are_first_named() {
    // Each of thirty areas adjoins all others, so that some come to lie on each other.
    let ids: Vec<String> = (b'a'..=b'z').take(30).map(|c| format!("by_{}", c as char)).collect();
    let more: Vec<String> = ["at_a", "at_b", "at_c", "at_d"].map(str::to_owned).to_vec();
    let ids = [ids, more].concat();
    let pairs = ids.iter().enumerate().flat_map(|(i, a)| ids[i + 1..].iter().map(move |b| (a, b)));
    let lines: Vec<String> = pairs.map(|(a, b)| format!("[\"{a}\", \"{b}\"]")).collect();
    let own = format!(
        "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\nsummary = \"Walk.\"\n[boards.valley]\nlines = [{}]\n\
         [flow]\nplay = \"end\"\n",
        lines.join(", ")
    );
    let found = checked(&game(0, &[("game.toml", &own), ("cards/cards.toml", "")]));
    let at = found.split("game.toml:7:").nth(1).and_then(|rest| rest.split(':').next());
    let column: usize = at.expect("a place").parse().expect("a column");
    // The message names two areas; the place is that of the second, where it is named first.
    let second = found.split('`').nth(3).expect("two areas");
    let line = own.lines().nth(6).expect("the lines");
    assert_eq!(Some(column - 1), line.find(second), "{found}");
}

/// Returns the warnings of files that nothing uses, and their ways out.
fn unused(files: &[(&str, &str)]) -> Vec<String> {
    let cards = "[cards.turnip]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {plum}.\"\n\
                 [cards.beetroot]\nsuit = \"root\"\nstrength = 2\n";
    let files: Vec<(&str, &str)> =
        [("cards/cards.toml", cards)].into_iter().chain(files.iter().copied()).collect();
    let game = game(0, &files);
    let found = print::check_files(&game.ir);
    let of_code = found.into_iter().filter(|d| d.code.to_string() == "CW0940");
    of_code.map(|d| format!("{}; {}", d.message, d.help.unwrap_or_default())).collect()
}

const DRAWING: &str =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><path d=\"M2 2h20v20H2z\"/></svg>";

/// Returns a face that holds this, and the sheet that has it.
fn face_with(inside: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>")
}

#[test]
fn files_that_nothing_uses_are_named_with_the_nearest_that_something_would() {
    for (path, near) in [
        ("art/turnpi.svg", "did you mean `art/turnip.svg`?"),
        ("art/Beetroot.svg", "did you mean `art/beetroot.svg`?"),
        ("icons/turnpi.svg", "did you mean `icons/turnip.svg`?"),
        ("icons/zzz.svg", "name it after what it is for, or take it out of the package"),
        ("faces/card-rot.svg.j2", "did you mean `faces/card-root.svg.j2`?"),
        ("faces/spare.svg.j2", "name it after what it is for, or take it out of the package"),
    ] {
        assert_eq!(unused(&[(path, DRAWING)]), [format!("nothing uses `{path}`; {near}")]);
    }
}

#[test]
fn files_that_something_uses_are_not_named() {
    for path in [
        "art/turnip.svg",
        "icons/turnip.svg",
        "icons/herb.svg",
        // In the text of a card, and one of the same name comes with Cardwright.
        "icons/plum.svg",
        "icons/coin.svg",
        "faces/card.svg.j2",
        "faces/card-root.svg.j2",
        "faces/scenery_sea.svg.j2",
        "faces/table.svg.j2",
    ] {
        assert_eq!(unused(&[(path, DRAWING)]), [""; 0], "{path}");
    }
    let sheet = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n[icons]\nroot = \"spade\"\n";
    for (inside, path) in [
        ("<image href=\"art/frame.svg\" width=\"9\" height=\"9\"/>", "art/frame.svg"),
        ("{{ icon(\"swirl\", 1, 1, 9, ink) }}", "icons/swirl.svg"),
        ("{% include \"part\" %}", "faces/part.svg.j2"),
        ("", "icons/spade.svg"),
        // Names that are built from parts.
        ("<image href=\"art/{{ id }}-night.svg\" width=\"9\" height=\"9\"/>", "art/turnip-night.svg"),
        ("{% if \"art/\" ~ id %}{% endif %}", "art/turnip-night.svg"),
        ("{{ icon(\"big_\" ~ suit, 1, 1, 9, ink) }}", "icons/big_leek.svg"),
    ] {
        let face = face_with(inside);
        let found = unused(&[("print.toml", sheet), ("faces/own.svg.j2", &face), (path, DRAWING)]);
        assert_eq!(found, [""; 0], "{inside}");
    }
}

#[test]
fn different_backs_in_one_hidden_zone_are_told_by_the_check() {
    let own = |zones: &str| {
        format!(
            "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[kinds.card.attributes]\n[kinds.hero]\nbase = \"card\"\n[kinds.foe]\n\
             base = \"card\"\n{zones}[flow]\nplay = \"end\"\n"
        )
    };
    let cards = "[cards]\nelk = { kind = \"hero\" }\nfox = { kind = \"foe\" }\n";
    let sheets = "[sheets.heroes]\ncomponents = \"hero\"\n[sheets.foes]\ncomponents = \"foe\"\n";
    let colours = "[colours]\nhero = \"#7a2f2f\"\n";
    let told = |zones: &str, print: &str| -> Vec<String> {
        let own = own(zones);
        let files = [("game.toml", own.as_str()), ("cards/cards.toml", cards), ("print.toml", print)];
        let mut opened = opened(0, &files);
        cardwright::inspect::inspect(&mut opened, None).expect("a sound game");
        let said = render(&opened.diagnostics, &opened.sources, Format::Short);
        assert!(opened.game.is_some(), "{said}");
        said.lines().filter(|line| line.contains("CW0942")).map(str::to_owned).collect()
    };
    let deck = "[zones.deck]\nseen_by = \"none\"\nstart = \"cards\"\n";
    assert_eq!(
        told(deck, &format!("{sheets}{colours}")),
        [
            "print.toml:3:1: warning[CW0942]: `heroes` and `foes` have different backs, and lie face down together in `deck`"
        ]
    );
    let faces = sheets.replace("[sheets.foes]", "back = \"token\"\n[sheets.foes]");
    assert_eq!(told(deck, &faces).len(), 1);
    let sizes = told(deck, &sheets.replace("[sheets.foes]", "size = \"bridge\"\n[sheets.foes]"));
    assert!(sizes[0].contains("`heroes` and `foes` have different sizes"), "{sizes:?}");
    // A sheet whose components have a back each, and one without backs.
    let own = told(deck, &sheets.replace("[sheets.foes]", "two_sided = true\n[sheets.foes]"));
    assert!(own[0].contains("`heroes` and `foes` have different backs"), "{own:?}");
    let blank = told(deck, &format!("{sheets}duplex = \"off\"\n"));
    assert!(blank[0].contains("`heroes` and `foes` have different backs"), "{blank:?}");
    assert_eq!(told(deck, &format!("[paper]\nduplex = \"off\"\n{sheets}{colours}")), [""; 0]);
    // One colour for all backs, a deck that all see, a deck for each kind.
    assert_eq!(told(deck, &format!("{sheets}{colours}back = \"#333333\"\n")), [""; 0]);
    assert_eq!(told("[zones.deck]\nstart = \"cards\"\n", &format!("{sheets}{colours}")), [""; 0]);
    let two = "[zones.deck]\nseen_by = \"none\"\nstart = \"cards where it is hero\"\n[zones.dungeon]\nseen_by = \"none\"\nstart = \"cards where it is foe\"\n";
    assert_eq!(told(two, &format!("{sheets}{colours}")), [""; 0]);
}

#[test]
fn a_piece_called_as_the_state_of_its_player_stands_on_its_cell() {
    let own = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [2, 4]\n[boards.town]\ngrid = [2, 1]\n[boards.town.state]\nstall = \"player?\"\n\
               [flow]\nsetup = \"for each c in cells { c.stall = players[2] }\"\nplay = \"end\"\n";
    let print = "[pieces.cook]\nform = \"standee\"\nsize = 20\ncount = 1\n[pieces.stall]\nform = \"square\"\nsize = 15\ncount = 3\n";
    let game = game(0, &[("game.toml", own), ("cards/cards.toml", ""), ("print.toml", print)]);
    let standing = cardwright::inspect::pieces_set_up(&game.ir).standing;
    let stalls: Vec<_> = standing.iter().map(|piece| &game.ir.print.pieces[piece.piece].id).collect();
    assert_eq!(stalls, ["stall", "stall"]);
}

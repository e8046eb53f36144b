//! Settings of `print.toml` that printing could not use: `check` says them first, with their lines.

use super::*;

/// The diagnostics of opening the small game with these settings.
fn opening(print_toml: &str) -> String {
    let opened = opened(2, &[("print.toml", print_toml)]);
    render(&opened.diagnostics, &opened.sources, Format::Short)
}

/// The diagnostics of `check` about faces and icons.
fn checking(more: &[(&str, &str)]) -> String {
    let game = game(2, more);
    render(&print::export::check_faces(&game.ir), game.sources(), Format::Short)
}

#[test]
fn sizes_and_papers_are_known_by_name() {
    for (settings, line, message) in [
        ("[sheets.cards]\ncomponents = \"card\"\nsize = \"pokr\"\n", 3, "there is no size `pokr`"),
        ("[sheets.cards]\ncomponents = \"card\"\npaper = \"A9\"\n", 3, "there is no paper `A9`"),
        ("[paper]\npaper = \"leter\"\n", 2, "there is no paper `leter`"),
    ] {
        let said = opening(settings);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(&format!("print.toml:{line}:")) && said.contains("CW0903"), "{said}");
        assert!(said.contains(message), "{said}");
    }
    assert_eq!(
        opening("[paper]\npaper = \"Letter\"\n[sheets.cards]\ncomponents = \"card\"\nsize = \"tarot\"\n"),
        ""
    );
}

#[test]
fn an_unknown_paper_is_reported_once() {
    for settings in [
        "[paper]\npaper = \"A9\"\n[sheets.cards]\ncomponents = \"card\"\n",
        "[sheets.cards]\ncomponents = \"card\"\nsize = \"pokr\"\n",
    ] {
        let mut opened = opened(2, &[("print.toml", settings)]);
        cardwright::inspect::inspect(&mut opened, None).expect("the game is sound");
        let codes: Vec<String> = opened.diagnostics.iter().map(|d| d.code.to_string()).collect();
        assert_eq!(codes, ["CW0903"], "{settings}");
    }
}

#[test]
fn faces_of_sheets_exist_and_fit_them() {
    let sheet = |more: &str| format!("[sheets.cards]\ncomponents = \"card\"\n{more}\n");
    let said = checking(&[("print.toml", &*sheet("face = \"crad\""))]);
    assert!(said.contains("print.toml:3:9:") && said.contains("CW0904"), "{said}");
    assert!(said.contains("there is no face `crad`"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        checking(&[("print.toml", &*sheet("back = \"nothing\""))]).contains("there is no face `nothing`")
    );
    // Backs that are not printed are not looked for, as `print` does not.
    assert_eq!(checking(&[("print.toml", &*sheet("back = \"nothing\"\nduplex = \"off\""))]), "");
    assert_eq!(checking(&[("print.toml", &*sheet("face = \"fan\""))]), "");
    assert!(checking(&[("print.toml", "[sheets.page]\nface = \"die_net\"\n")]).contains("die_net"));
    // A face that draws something else cannot be filled in.
    for (face, draws) in [("board", "a board"), ("scores", "a page of its own")] {
        let said = checking(&[("print.toml", &*sheet(&format!("face = \"{face}\"")))]);
        assert!(said.contains("print.toml:3:9:") && said.contains("CW0905"), "{said}");
        assert!(said.contains(&format!("the face `{face}` draws {draws}")), "{said}");
    }
    assert!(checking(&[("print.toml", "[sheets.page]\nface = \"card\"\n")]).contains("CW0905"));
    // It is said once, if the package has faces of its own, too.
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\"/>";
    let said = checking(&[("print.toml", &*sheet("face = \"crad\"")), ("faces/own.svg.j2", own)]);
    assert_eq!(said.lines().count(), 1, "{said}");
}

#[test]
fn print_says_of_faces_what_check_says() {
    let settings = "[sheets.cards]\ncomponents = \"card\"\nface = \"board\"\n";
    let game = game(1, &[("print.toml", settings)]);
    let printed = said(&game, &print::print(&game.ir, &Request::default()));
    assert!(printed.contains("the face `board` draws a board"), "{printed}");
    assert!(!printed.contains("cannot be filled in"), "{printed}");
}

#[test]
fn icons_that_settings_name_exist() {
    let said = checking(&[("print.toml", "[icons]\nroot = \"leef\"\n")]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("print.toml:2:") && said.contains("CW0911") && said.contains("`leef`"), "{said}");
    let said = checking(&[("print.toml", "[pieces.scout]\nsize = 20\nicon = \"mann\"\n")]);
    assert!(said.contains("print.toml:3:9:") && said.contains("`mann`"), "{said}");
    let said = checking(&[("rules.md", "# Rules\n\nPay {2 coyn}.\n")]);
    assert!(said.contains("rules.md:3:8") && said.contains("`coyn`"), "{said}");
    assert_eq!(
        checking(&[("print.toml", "[icons]\nroot = \"leaf\"\n"), ("rules.md", "# Rules\n\nPay {root}.\n")]),
        ""
    );
    // Printing names the same place, and so it does for an icon of a card's text.
    let game = game(
        2,
        &[(
            "cards/more.toml",
            "[cards.pay]\nname = \"Pay\"\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {2 coyn}.\"\n",
        )],
    );
    let output = print::print(&game.ir, &Request::default());
    let said = super::said(&game, &output);
    assert!(said.contains("cards/more.toml:5:16") && said.contains("CW0911"), "{said}");
}

#[test]
fn sheets_of_a_sort_of_boards_do_not_move_the_places_of_others() {
    let rules = "[game]\nid = \"sea\"\nname = \"Sea\"\nplayers = [1, 2]\n[boards.map.state]\ntide = \"int 0..9\"\n\
                 [boards.bay]\nbase = \"map\"\nareas.quay = [\"isle\"]\nareas.isle = []\n\
                 [boards.cove]\nbase = \"map\"\nareas.rock = [\"sand\"]\nareas.sand = []\n\
                 [kinds.card]\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let print_toml =
        "[sheets.maps]\nboard = \"map\"\n[sheets.cards]\ncomponents = \"card\"\nface = \"crad\"\n";
    let game = game(0, &[("game.toml", rules), ("cards/c.toml", "[cards.a]\n"), ("print.toml", print_toml)]);
    let said = render(&print::export::check_faces(&game.ir), game.sources(), Format::Short);
    assert!(said.contains("print.toml:5:9:"), "{said}");
}

#[test]
fn areas_that_lie_over_each_other_are_named() {
    let board = |at: &str| {
        format!(
            "[game]\nid = \"sea\"\nname = \"Sea\"\nplayers = [1, 2]\n[boards.bay.areas]\nquay = {{ at = [50, 50], adjoins = [\"isle\"] }}\nisle = {{ at = {at} }}\n\
             [flow]\nplay = \"end\"\n"
        )
    };
    let said = |at: &str, print_toml: &str| {
        let game = game(0, &[("game.toml", &*board(at)), ("print.toml", print_toml)]);
        render(&print::check_files(&game.ir), game.sources(), Format::Short)
    };
    let overlap = said("[54, 50]", "");
    assert!(overlap.contains("CW0909") && overlap.contains("game.toml:7:1"), "{overlap}");
    assert!(overlap.contains("`quay` and `isle` overlap"), "{overlap}");
    assert_eq!(said("[95, 50]", ""), "");
    let rules = "[game]\nid = \"sea\"\nname = \"Sea\"\nplayers = [1, 2]\n[boards.bay]\nareas.quay = { at = [50, 50], adjoins = [\"isle\"] }\n\
                 areas.isle = { at = [54, 50] }\n[flow]\nplay = \"end\"\n";
    let below = game(0, &[("game.toml", rules)]);
    let overlap = render(&print::check_files(&below.ir), below.sources(), Format::Short);
    assert!(overlap.contains("game.toml:7:7"), "{overlap}");
    assert_eq!(said("[54, 50]", "[sheets.bay]\nboard = \"bay\"\nsize = [400, 400]\ncell = 15\n"), "");
    // A face of one's own draws areas as it likes.
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"/>";
    let game = game(0, &[("game.toml", &*board("[54, 50]")), ("faces/board.svg.j2", face)]);
    assert_eq!(render(&print::check_files(&game.ir), game.sources(), Format::Short), "");
}

#[test]
fn a_missing_icon_is_shown_in_the_text_that_asks_for_it() {
    // Other texts have the same word in braces before it: a comment, and another card.
    let cards = "# {coyn}\n[cards.old]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {coyn}.\"\n\
                 [cards.pay]\nsuit = \"root\"\nstrength = 1\ntext = \"Pay {2 coyn}.\"\nflavour = \"{2 wave}, {buoy}.\"\n";
    let files = [("cards/cards.toml", cards), ("rules.md", "# Rules\n\nTake {coyn}.\n")];
    let game = game(0, &files);
    let output = print::print(&game.ir, &Request::default());
    let said = said(&game, &output);
    let found = |place: &str, word: &str| {
        said.lines().any(|line| line.starts_with(place) && line.contains(&format!("no icon `{word}`")))
    };
    assert!(found("cards/cards.toml:5:14: ", "coyn"), "{said}");
    assert!(found("cards/cards.toml:9:16: ", "coyn"), "{said}");
    assert!(found("cards/cards.toml:10:23: ", "buoy"), "{said}");
    assert!(found("rules.md:3:7: ", "coyn"), "{said}");
}

#[test]
fn a_label_that_is_too_long_is_told_its_limit() {
    let print = "[pieces.wall]\nlabel = \"Longlabel word\"\n";
    let opened = opened(1, &[("print.toml", print)]);
    let found: Vec<_> = opened.diagnostics.iter().filter(|d| d.code.to_string() == "CW0208").collect();
    let [d] = found[..] else { panic!("{:?}", opened.diagnostics) };
    assert_eq!(d.message, "`label` is too long");
    assert_eq!(d.cause.as_deref(), Some("it has 14 characters, and may have 12 at most"));
}

//! Bleed that a face leaves white.

use cardwright::print::export::check_faces;

use super::*;

const SHEET: &str = "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\n";

/// A game whose cards have this on them, with no bleed outside of it.
fn with_face(inside: &str, sheet: &str) -> CompiledGame {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    game(3, &[("print.toml", sheet), ("faces/own.svg.j2", &face)])
}

/// The warnings of white bleed when such a game is printed.
fn warnings(inside: &str) -> Vec<String> {
    let game = with_face(inside, SHEET);
    let output = print::print(&game.ir, &Request::default());
    assert!(!output.files.is_empty(), "{}", said(&game, &output));
    let of_code = output.found.into_iter().filter(|d| d.code.to_string() == "CW0933");
    of_code.map(|d| format!("{} {:?}", d.message, d.help)).collect()
}

#[test]
fn printing_warns_of_a_colour_that_ends_at_the_cut() {
    for bare in [
        r##"<rect width="63" height="88" fill="#204060"/>"##,
        // As far as the bleed on three sides only.
        r##"<rect x="-2" y="-2" width="67" height="90" fill="#204060"/>"##,
        // Half of the bleed.
        r##"<rect x="-1" y="-1" width="65" height="90" fill="#204060"/>"##,
        r##"<circle cx="31.5" cy="0" r="20" fill="#204060" clip-path="url(#c)"/><clipPath id="c"><rect width="63" height="88"/></clipPath>"##,
        // A face whose colour differs between cards is one face.
        r##"<rect width="63" height="88" fill="#2040{{ strength }}0"/>"##,
    ] {
        let found = warnings(bare);
        assert_eq!(found.len(), 1, "{bare}: {found:?}");
        assert!(
            found[0].contains("the face `own` leaves the bleed white in part, of `Card 0` and 2 more"),
            "{found:?}"
        );
    }
}

#[test]
fn the_warning_says_how_far_to_draw_and_names_the_template() {
    // Half of the bleed is there already, so what counts is the distance from the cut.
    let half = r##"<rect x="-0.5" y="-0.5" width="64" height="89" fill="#204060"/>"##;
    for bleed in ["1.1", "2", "3.25"] {
        let game = with_face(half, &format!("{SHEET}bleed = {bleed}\n"));
        let output = print::print(&game.ir, &Request::default());
        let found = output.found.iter().find(|d| d.code.to_string() == "CW0933").expect("a warning");
        let to = if bleed == "3.25" { "3.3" } else { bleed };
        let help = format!("draw what is at the edge as far as {to} mm beyond the cut");
        assert_eq!(found.help.as_deref(), Some(&*help));
        let said = said(&game, &output);
        assert!(said.lines().any(|line| line.starts_with("faces/own.svg.j2:1:41: ")), "{said}");
    }
}

#[test]
fn a_face_that_fills_its_bleed_or_is_white_at_the_edge_needs_no_warning() {
    for whole in [
        r##"<rect x="-2" y="-2" width="67" height="92" fill="#204060"/>"##,
        r##"<rect x="-9" y="-9" width="81" height="106" rx="3" fill="#204060"/>"##,
        r##"<circle cx="31.5" cy="44" r="70" fill="#204060"/>"##,
        // Nothing is drawn near the cut.
        r##"<rect x="5" y="5" width="53" height="78" fill="#204060"/>"##,
        r##"<rect width="63" height="88" fill="#ffffff"/><rect x="5" y="5" width="53" height="78" fill="#204060"/>"##,
        // The outline of the cut is no colour at the edge.
        r##"<rect x="-9" y="-9" width="81" height="44" fill="#204060"/><rect x="-9" y="30" width="81" height="90" fill="#602040"/>"##,
        "",
    ] {
        assert_eq!(warnings(whole), [""; 0], "{whole}");
    }
    // A sheet without bleed, and one with little ink, have nothing to fill.
    let bare = r##"<rect width="63" height="88" fill="#204060"/>"##;
    let game = with_face(bare, &format!("{SHEET}bleed = 0\n"));
    assert!(!said(&game, &print::print(&game.ir, &Request::default())).contains("CW0933"));
    let request = Request { ink: print::ink::Ink::Low, ..Request::default() };
    let game = with_face(bare, SHEET);
    assert!(!said(&game, &print::print(&game.ir, &request)).contains("CW0933"));
}

#[test]
fn check_sees_bare_bleed_of_faces_boards_and_round_pieces() {
    let warned =
        |game: &CompiledGame| check_faces(&game.ir).iter().filter(|d| d.code.to_string() == "CW0933").count();
    assert_eq!(warned(&with_face(r##"<rect width="63" height="88" fill="#204060"/>"##, SHEET)), 1);
    assert_eq!(
        warned(&with_face(r##"<rect x="-2" y="-2" width="67" height="92" fill="#204060"/>"##, SHEET)),
        0
    );
    let rules = "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 2]\n[boards.map]\ngrid = [4, 4]\n[flow]\nplay = \"end\"\n";
    let pieces = "[pieces.scout]\nform = \"round\"\nsize = 20\ncount = 4\n";
    let piece = |radius: f64| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\"><circle cx=\"10\" cy=\"10\" r=\"{radius}\" fill=\"#204060\"/></svg>"
        )
    };
    let board = |more: f64| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {{{{ w }}}} {{{{ h }}}}\"><rect x=\"-{more}\" y=\"-{more}\" width=\"{{{{ w + {more} + {more} }}}}\" height=\"{{{{ h + {more} + {more} }}}}\" fill=\"#204060\"/></svg>"
        )
    };
    for (radius, more, count) in [(10.0, 0.0, 2), (11.5, 0.0, 1), (10.0, 3.0, 1), (11.5, 3.0, 0)] {
        let files = [("game.toml", rules), ("print.toml", pieces)];
        let (piece, board) = (piece(radius), board(more));
        let own = [("faces/piece_round.svg.j2", piece.as_str()), ("faces/board.svg.j2", board.as_str())];
        let game = game(0, &[files, own].concat());
        assert_eq!(warned(&game), count, "{radius} {more}");
        let output = print::print(&game.ir, &Request::default());
        assert_eq!(said(&game, &output).matches("CW0933").count(), count, "{}", said(&game, &output));
    }
}

#[test]
fn every_face_that_comes_with_cardwright_fills_its_bleed() {
    for id in [
        "fantasy-realms",
        "minute-realms",
        "chess",
        "hex",
        "nine-mens-morris",
        "realm-featured",
        "kuhn-poker",
        "fog-bell",
    ] {
        let game = crate::support::shipped(id);
        let output = print::print(&game.ir, &Request::default());
        assert!(!said(&game, &output).contains("CW0933"), "{id}: {}", said(&game, &output));
    }
}

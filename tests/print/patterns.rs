//! Faces of one form are read once. Each is the same as if it were alone.

use cardwright::print::export::{ExportForm, ExportOptions};

use super::export::all;
use super::*;

/// Compares the faces of cards that are drawn together with those of each card alone.
fn is_same_alone(game: &CompiledGame, cards: usize) {
    let options = ExportOptions::new(ExportForm::Svg);
    let together = all(game, &Request::default(), &options);
    assert!(together.len() >= cards);
    for card in 0..cards {
        let only = vec![("id".to_owned(), format!("c{card}"))];
        let alone = all(game, &Request { only, ..Request::default() }, &options);
        assert!(!alone.is_empty());
        for (name, bytes) in alone {
            let (one, many) = (unnumbered(&bytes), unnumbered(&together[&name]));
            assert_eq!(one, many, "{name} is drawn in another way among others");
        }
    }
}

/// Returns a drawing without the numbers of its parts, which are counted through all faces.
fn unnumbered(svg: &[u8]) -> String {
    let text = String::from_utf8_lossy(svg);
    let mut parts = text.split("d");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_number = out.ends_with(['"', '#']);
        out.push('d');
        out.push_str(if is_number { part.trim_start_matches(|c: char| c.is_ascii_digit()) } else { part });
    }
    out
}

fn cards(count: usize) -> String {
    let texts = [
        "Pay {2 coin}; **keep** \\\"it\\\" & don't <b> lose it.",
        "Draw {card}.\\n\\nThen draw one more, *if you can*, from the top of the deck of someone else.",
        "",
        "- one\\n- two",
    ];
    let card = |i: usize| {
        let (suit, text) = (["root", "herb"][i % 2], texts[i / 2 % texts.len()]);
        format!(
            "[cards.c{i}]\nname = \"Keeper & Son {}\"\nsuit = \"{suit}\"\nstrength = {}\ntext = \"{text}\"\nflavour = \"{}\"\n",
            i / 3,
            i % 7,
            if i.is_multiple_of(5) { "" } else { "Nobody asks." },
        )
    };
    (0..count).map(card).collect()
}

#[test]
fn a_card_among_many_is_drawn_as_it_is_alone() {
    for style in ["classic", "minimal"] {
        let style = format!("style = \"{style}\"\n");
        let game = game(0, &[("cards/cards.toml", &cards(24)), ("print.toml", &style)]);
        is_same_alone(&game, 24);
    }
}

const SHEET: &str =
    "[sheets.cards]\ncomponents = \"card\"\nface = \"own\"\nduplex = \"off\"\nband = \"suit\"\n";

/// A game whose face holds this.
fn with_face(inside: &str) -> CompiledGame {
    let face = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63 88\">{inside}</svg>");
    game(0, &[("cards/cards.toml", &cards(24)), ("print.toml", SHEET), ("faces/own.svg.j2", &face)])
}

#[test]
fn outlines_that_differ_are_filled_in() {
    // Shapes of strength 0 have no area or no line, and are not drawn.
    let game = with_face(
        r##"<g transform="rotate({{ 3 }})"><circle cx="30" cy="40" r="{{ strength }}" stroke="#123456" stroke-width="{{ strength | times(0.5) }}"/></g>
<path d="M40 20h{{ strength + 1 }}v9q3 4 5 6z" fill-opacity="0.5" stroke="#000" stroke-dasharray="1 2" stroke-width='0.3'/>
<g stroke="#ff0000"><path fill="none" d="M5 5l{{ strength }} {{ strength }}h2"/></g>
<svg x="9" y="9" width="9" height="9" viewBox="0 0 100 57"><circle cy="{{ strength }}" r="9"/><path d="M0 0h9v{{ strength + 1 }}A5 5 0 0 1 3 3z"/></svg>
<rect data-text="{{ name }}, {{ text }}" x="5" y="50" width="50" height="20" data-hyphens="on"/><rect data-text="{{ strength }}" x="5" y="75" width="9" height="9"/>"##,
    );
    is_same_alone(&game, 24);
}

#[test]
fn outlines_that_affect_more_than_themselves_are_read_with_the_face() {
    // Paints that follow their shape, clips, icons, broken commands, lengths with units, shapes with an id or
    // a style; texts in other quotes.
    let inside = r##"<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="{{ colour }}"/></linearGradient>
<radialGradient id="h" cx="0.{{ strength + 1 }}" cy="0.5" r="0.5"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient>
<clipPath id="c"><circle cx="30" cy="40" r="{{ strength + 10 }}"/></clipPath><g clip-path="url(#c)"><circle cx="30" cy="40" r="{{ strength }}"/></g>
<path d="M5 5h{{ strength }}v{{ strength }}z" fill="url(#g)"/><circle cy="{{ strength }}" r="3" fill="url(#h)"/>
<g fill="url(#g)"><path d="M9 9h4v{{ strength }}z"/></g><path d="M1 1h{{ strength }}v3h broken"/><path stroke="#000" d="M5 5h{{ strength }}"/><circle cx="50%" cy="{{ strength }}mm" r="9"/>
<path id="own" d="M20 20h{{ strength + 1 }}v9z" opacity="0.5"/><path style="fill:#00ff00" d="M20 30h{{ strength + 1 }}v9z"/>
<!-- d="{{ strength }}" -->{{ icon("coin", 50, 4, 4 + strength, colour) }}<rect data-text="{{ text }}" x="5" y="50" width="50" height="20"/>"##;
    is_same_alone(&with_face(inside), 24);
    is_same_alone(&with_face(&inside.replace("data-text=\"{{ text }}\"", "data-text='{{ text }}'")), 24);
    let filter = r#"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>"#;
    is_same_alone(&with_face(&format!("{filter}{inside}")), 24);
}

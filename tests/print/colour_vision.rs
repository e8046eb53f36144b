//! Colours that are told apart in grey, and by readers who see fewer colours.

use cardwright::print::colour_vision::{Confusion, confusion};
use cardwright::print::data::WordLooks;
use cardwright::print::ink::Ink;

use super::*;

/// A game with one card of each of these suits.
fn with_suits(suits: &[&str], print: &str) -> CompiledGame {
    let rules = format!(
        "[game]\nid = \"woods\"\nname = \"Woods\"\nplayers = [1, 4]\n[enums]\nsuit = {suits:?}\n[kinds.card.attributes]\nsuit = \"suit\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n"
    );
    let card = |suit: &&str| format!("[cards.c_{suit}]\nname = \"{suit}\"\nsuit = \"{suit}\"\n");
    let cards: String = suits.iter().map(card).collect();
    game(0, &[("game.toml", &rules), ("cards/cards.toml", &cards), ("print.toml", print)])
}

fn warnings(game: &CompiledGame) -> Vec<String> {
    let output = print::print(&game.ir, &Request::default());
    let of_code = output.found.iter().filter(|d| d.code.to_string() == "CW0928");
    let printed: Vec<String> = of_code.map(|d| format!("{} {:?} {:?}", d.message, d.cause, d.help)).collect();
    let checked = print::check_files(&game.ir).iter().filter(|d| d.code.to_string() == "CW0928").count();
    assert_eq!(checked, printed.len(), "`check` says the same");
    printed
}

#[test]
fn colours_of_one_lightness_are_one_grey_and_red_and_green_are_one_to_some() {
    assert_eq!(confusion([0x4f, 0x7a, 0x3a], [0x8a, 0x5a, 0x3c]), Some(Confusion::Grey));
    assert_eq!(confusion([0x14, 0x14, 0x14], [0x2b, 0x2a, 0x2e]), None);
    // A reader without red cones sees the same yellow.
    assert_eq!(confusion([0xc0, 0x30, 0x00], [0x54, 0x4e, 0x00]), Some(Confusion::FewerCones));
    assert_eq!(confusion([0; 3], [0xff; 3]), None);
}

#[test]
fn default_colours_are_told_apart() {
    let plain = [
        "ash", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ilex", "juniper", "kauri",
        "larch",
    ];
    let named = [
        "black", "brown", "purple", "blue", "red", "green", "grey", "orange", "pink", "gold", "yellow",
        "white",
    ];
    let mixed = ["red", "ash", "green", "birch", "blue", "cedar", "dogwood", "yellow", "elm"];
    for suits in [&plain[..], &named, &mixed, &plain[..4]] {
        let game = with_suits(suits, "");
        let words = WordLooks::of(&game.ir);
        let colours: Vec<_> = suits.iter().map(|suit| words.colour(suit).expect("a colour")).collect();
        for (i, a) in colours.iter().enumerate() {
            for (j, b) in colours.iter().enumerate().skip(i + 1) {
                assert_eq!(confusion(*a, *b), None, "{} {}", suits[i], suits[j]);
            }
        }
        assert_eq!(warnings(&game), [""; 0]);
    }
    for player in 1..=8 {
        let words = WordLooks::of(&with_suits(&["ash"], "").ir);
        let colour = |n: usize| words.colour(&format!("player_{n}")).expect("a colour");
        assert!((1..player).all(|other| confusion(colour(other), colour(player)).is_none()), "{player}");
    }
}

#[test]
fn suits_that_look_alike_are_said_with_a_colour_that_does_not() {
    let sheet = "[sheets.cards]\ncomponents = \"card\"\n[colours]\nash = \"#4f7a3a\"\nelm = \"#8a5a3c\"\n";
    let game = with_suits(&["ash", "elm", "fir"], sheet);
    let found = warnings(&game);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("the colours of `ash` and `elm` can hardly be told apart in grey"),
        "{found:?}"
    );
    let way_out = found[0]
        .split("`elm = \\\"")
        .nth(1)
        .and_then(|rest| rest.get(..7))
        .unwrap_or_else(|| panic!("{found:?}"));
    let mended = sheet.replace("#8a5a3c", way_out);
    assert_eq!(warnings(&with_suits(&["ash", "elm", "fir"], &mended)), [""; 0]);
    // Suits of the very same colour are intended, as are colours of things that are not on the sheet.
    let same = sheet.replace("#8a5a3c", "#4f7a3a");
    assert_eq!(warnings(&with_suits(&["ash", "elm", "fir"], &same)), [""; 0]);
}

#[test]
fn shipped_games_have_suits_that_are_told_apart() {
    for id in ["fantasy-realms", "minute-realms", "fog-bell", "realm-builder", "kuhn-poker"] {
        let game = crate::support::shipped(id);
        let found = print::check_files(&game.ir);
        assert!(!found.iter().any(|d| d.code.to_string() == "CW0928"), "{id}: {found:?}");
    }
}

/// A game with pieces that differ only in colour, and what is said of them in an ink.
fn with_pieces(ink: Ink, print: &str) -> (CompiledGame, Vec<String>) {
    let game = game(0, &[("print.toml", print)]);
    let output = print::print(&game.ir, &Request { ink, ..Request::default() });
    let of_code = output.found.iter().filter(|d| d.code.to_string() == "CW0928");
    let found = of_code.map(|d| format!("{} {:?}", d.message, d.cause)).collect();
    (game, found)
}

/// Of one lightness: one grey, but seen to differ by every reader.
const COINS: &str = "[colours]\nred_coin = \"#9a3440\"\nblue_coin = \"#2f5f9a\"\nold_coin = \"#94690a\"\n[pieces.red_coin]\nper = \"table\"\nicon = \"coin\"\n[pieces.blue_coin]\nper = \"table\"\nicon = \"coin\"\n[pieces.old_coin]\nper = \"table\"\nicon = \"crown\"\n";

#[test]
fn pieces_that_the_ink_prints_alike_are_said_and_have_dots() {
    assert_eq!(with_pieces(Ink::Full, COINS).1, [""; 0]);
    for (ink, whom) in [(Ink::Grey, "in grey"), (Ink::Low, "with little ink")] {
        let (game, found) = with_pieces(ink, COINS);
        assert_eq!(found.len(), 1, "{found:?}");
        let message = format!("{whom}, only dots tell the pieces `red_coin` and `blue_coin` apart");
        assert!(found[0].contains(&message), "{found:?}");
        assert!(found[0].contains("`red_coin` has none, `blue_coin` has 1"), "{found:?}");
        let checked = print::check_files(&game.ir);
        assert!(!checked.iter().any(|d| d.code.to_string() == "CW0928"), "`check` has full ink");
    }
    // Of another form, or of one colour, nothing is said.
    let square = COINS.replace("[pieces.blue_coin]", "[pieces.blue_coin]\nform = \"square\"");
    assert_eq!(with_pieces(Ink::Low, &square).1, [""; 0]);
    let same = COINS.replace("#2f5f9a", "#9a3440");
    assert_eq!(with_pieces(Ink::Low, &same).1, [""; 0]);
    // Faces that look the same are one drawing, and the dot makes two of them.
    let drawings = |print: &str| drawings(&with_pieces(Ink::Low, print).0, Ink::Low).len();
    assert_eq!(drawings(COINS), drawings(&same) + 1);
    // In grey, colours of different lightness do.
    let light = COINS.replace("#2f5f9a", "#c0d8f0");
    assert_eq!(with_pieces(Ink::Grey, &light).1, [""; 0]);
    assert_eq!(with_pieces(Ink::Low, &light).1.len(), 1);
}

#[test]
fn dots_are_those_of_nobody_else_and_the_warning_says_when_they_do_not_fit() {
    let coin = |i: usize| format!("[pieces.c{i}]\nper = \"table\"\nsize = 20\n");
    let colours =
        |n: usize| (0..n).map(|i| format!("c{i} = \"#{:02x}4050\"\n", 40 + 20 * i)).collect::<String>();
    let coins = |n: usize| format!("[colours]\n{}{}", colours(n), (0..n).map(coin).collect::<String>());
    let said = |print: &str| with_pieces(Ink::Low, print).1.concat();
    let seven = said(&coins(7));
    assert!(seven.contains("only dots tell") && seven.contains("`c6` has 6"), "{seven}");
    let nine = said(&coins(9));
    assert!(nine.contains("not even dots tell all of the pieces") && nine.contains("`c8` has 6"), "{nine}");
    // Pieces of players that look the same have one dot, two dots, and so on.
    let beside = said(&format!("{}[pieces.pawn]\nper = \"player\"\nsize = 20\n", coins(2)));
    assert!(beside.contains("`c0` has none") && !beside.contains("`c1` has 1"), "{beside}");
}

#[test]
fn pieces_that_a_colour_blind_reader_mistakes_are_said_in_full_ink() {
    let print = COINS.replace("#9a3440", "#c03000").replace("#2f5f9a", "#544e00");
    let (game, found) = with_pieces(Ink::Full, &print);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("a colour-blind reader takes the pieces"), "{found:?}");
    assert!(print::check_files(&game.ir).iter().any(|d| d.code.to_string() == "CW0928"));
}

/// The shared drawings of a game's pieces.
fn drawings(game: &CompiledGame, ink: Ink) -> Vec<ObjectId> {
    let document = printed(game, &Request { ink, sheets: vec!["pieces".into()], ..Request::default() });
    let is_form = |o: &Object| {
        let name =
            |stream: &Stream| stream.dict.get(b"Subtype").and_then(Object::as_name).map(<[u8]>::to_vec);
        o.as_stream().is_ok_and(|stream| name(stream).is_ok_and(|name| name == b"Form"))
    };
    document.objects.iter().filter(|(_, o)| is_form(o)).map(|(id, _)| *id).collect()
}

//! Paper: decks of 54, 540 and 5,400 cards with title, rules text with inline icons, art and border.
//!
//! `cargo bench --bench print` for divan's figures; `PRINT_MEMORY=5400 cargo bench --bench print` prints one deck and says how much memory
//! the process took at most (Linux).

#![allow(clippy::print_stdout)] // what a bench may do, a library may not

use cardwright::compile::Game;
use cardwright::package::PackageFiles;
use cardwright::print::{Request, print};

fn main() {
    if let Some(cards) = std::env::var("PRINT_MEMORY").ok().and_then(|n| n.parse().ok()) {
        let game = game(cards);
        let start = std::time::Instant::now();
        let output = print(&game.ir, &Request::default());
        let took = start.elapsed();
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find(|l| l.starts_with("VmHWM")).unwrap_or("VmHWM: not known here");
        println!("{cards} cards: {took:?}, {} bytes, {peak}", output.files[0].bytes.len());
        return;
    }
    divan::main();
}

/// A game of so many cards, all different.
fn game(cards: usize) -> Game {
    let suits = ["root", "herb", "moss", "fern", "bark", "seed"];
    let mut list = String::new();
    for i in 0..cards {
        let suit = suits[i % suits.len()];
        list.push_str(&format!(
            "[cards.c{i}]\nname = \"Keeper of the Gate {i}\"\nsuit = \"{suit}\"\nstrength = {}\ntext = \"Pay {{2 coin}} to look at the top card of the \
             deck; **keep it** if it is worth {} {{star}} or more, else put it *below* the others. Then draw {{card}}.\"\nflavour = \"Nobody \
             has asked its name in {i} years.\"\n",
            i % 40,
            i % 17,
        ));
    }
    let declared = "[game]\nid = \"deck\"\nname = \"Deck\"\nversion = \"0.1.0\"\nplayers = [1, 4]\n[enums]\nsuit = [\"root\", \"herb\", \"moss\", \"fern\", \
                    \"bark\", \"seed\"]\n[kinds.card.attributes]\nsuit = \"suit\"\nstrength = \"int 0..99\"\n[zones.deck]\nstart = \"cards\"\n[flow]\nplay = \"end\"\n";
    let files = PackageFiles::from_texts([("game.toml", declared), ("cards/cards.toml", list.as_str())]);
    Game::from_files(files, Vec::new()).game.expect("a sound game")
}

#[divan::bench(args = [54, 540, 5400], sample_count = 5)]
fn all_threads(bencher: divan::Bencher, cards: usize) {
    let game = game(cards);
    bencher.bench(|| print(&game.ir, &Request::default()));
}

#[divan::bench(args = [540], sample_count = 5)]
fn one_thread(bencher: divan::Bencher, cards: usize) {
    let game = game(cards);
    bencher.bench(|| print(&game.ir, &Request { threads: 1, ..Request::default() }));
}

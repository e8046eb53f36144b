//! Paper: decks of 54, 540 and 5,400 cards with title, rules text with inline icons, art and border.
//!
//! `cargo bench --bench print` for divan's figures; `PRINT_MEMORY=5400 cargo bench --bench print` prints one
//! deck and says how much memory the process took at most (Linux).
//!
//! Beside them the same cards in Typst, if there is such a command (`TYPST` says which, `typst` if it does
//! not): a page of nine cards with a name, a number, a landscape, a text with icons, and a border, each drawn
//! by a function of the document.

#![allow(clippy::print_stdout)] // a bench may print, a library may not

use cardwright::compile::CompiledGame;
use cardwright::package::PackageFiles;
use cardwright::print::{Request, print};

fn main() {
    if let Some(cards) = std::env::var("PRINT_MEMORY").ok().and_then(|n| n.parse().ok()) {
        let game = game(cards);
        let before = peak();
        let start = std::time::Instant::now();
        let output = print(&game.ir, &Request::default());
        let took = start.elapsed();
        println!(
            "{cards} cards: {took:?}, {} bytes, at most {}, {before} of it when compiled",
            output.files[0].bytes.len(),
            peak()
        );
        return;
    }
    divan::main();
}

/// How much memory the process took at most until now.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.map_or("not known here".into(), |l| l.trim().to_owned())
}

/// A game of so many cards, all different.
fn game(cards: usize) -> CompiledGame {
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
    CompiledGame::from_files(files, Vec::new()).game.expect("a sound game")
}

/// The command that Typst is, if there is one.
fn typst() -> Option<std::ffi::OsString> {
    let command = std::env::var_os("TYPST").unwrap_or_else(|| "typst".into());
    std::process::Command::new(&command).arg("--version").output().is_ok().then_some(command)
}

/// The same cards as a document for Typst.
fn document(cards: usize) -> String {
    let mut text = String::from(
        r##"#set page(paper: "a4", margin: (x: 10.5mm, y: 16.5mm))
#set text(font: "Alegreya Sans", size: 9pt, fill: rgb("#231f1a"))
#let icon(name) = box(height: 0.8em, baseline: 10%, image("/icons/" + name + ".svg", height: 0.8em))
#let card(name, suit, number, colour, seed, body, flavour) = block(width: 63mm, height: 88mm, clip: true, fill: rgb("#fffaf0"))[
  #place(dx: 3mm, dy: 3mm, rect(width: 57mm, height: 82mm, radius: 2mm, fill: colour.lighten(85%), stroke: 0.45mm + colour.darken(40%)))
  #place(dx: 3mm, dy: 13mm, rect(width: 57mm, height: 32mm, fill: gradient.linear(colour.lighten(25%), colour.lighten(70%), angle: 90deg)))
  #place(dx: 3mm + 40mm * seed.at(0), dy: 15mm + 8mm * seed.at(1), circle(radius: 4mm, fill: rgb("#fff3d6")))
  #for layer in range(3) {
    place(dx: 3mm, dy: 13mm, polygon(fill: colour.darken(15% * layer),
      (0mm, 32mm), ..range(9).map(i => (i * 57mm / 8, 14mm + layer * 5mm + 5mm * seed.at(2 + layer * 9 + i))), (57mm, 32mm)))
  }
  #place(dx: 3mm, dy: 3mm, rect(width: 57mm, height: 10mm, radius: (top: 2mm), fill: colour))
  #place(dx: 5.5mm, dy: 6mm, text(font: "Alegreya", weight: "bold", size: 12pt, fill: white, name))
  #place(dx: 47mm, dy: 3mm, circle(radius: 6mm, fill: rgb("#fffaf0"), stroke: 0.45mm + colour.darken(40%), align(center + horizon, text(weight: "bold", size: 15pt, str(number)))))
  #place(dx: 5.5mm, dy: 46.5mm, text(weight: "bold", size: 8pt, suit))
  #place(dx: 5.8mm, dy: 54mm, box(width: 51.4mm, height: 20mm, align(center + horizon, body)))
  #place(dx: 5.8mm, dy: 76mm, box(width: 51.4mm, align(center, text(font: "Alegreya", style: "italic", size: 7pt, flavour))))
]
#grid(columns: 3,
"##,
    );
    let colours = ["#7a5a2f", "#4f7a3a", "#2f7a74", "#5b6f86", "#7d3b3b", "#a8782a"];
    let suits = ["Root", "Herb", "Moss", "Fern", "Bark", "Seed"];
    for i in 0..cards {
        let seed: Vec<String> =
            (0..29).map(|k| format!("{:.3}", ((i * 7919 + k * 104_729) % 997) as f64 / 997.0)).collect();
        text.push_str(&format!(
            "card(\"Keeper of the Gate {i}\", \"{}\", {}, rgb(\"{}\"), ({}), [Pay 2 #icon(\"coin\") to look at the top card of the deck; *keep it* if it is \
             worth {} #icon(\"star\") or more, else put it _below_ the others. Then draw #icon(\"card\").], [Nobody has asked its name in {i} years.]),\n",
            suits[i % 6],
            i % 40,
            colours[i % 6],
            seed.join(", "),
            i % 17,
        ));
    }
    text + ")\n"
}

#[divan::bench(args = [54, 540, 5400], sample_count = 3)]
fn typst_beside(bencher: divan::Bencher, cards: usize) {
    let Some(command) = typst() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let print = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/print");
    let file = folder.path().join("deck.typ");
    std::fs::write(&file, document(cards)).expect("written");
    std::fs::create_dir(folder.path().join("icons")).expect("a folder");
    for icon in ["coin", "star", "card"] {
        let from = print.join(format!("icons/{icon}.svg"));
        std::fs::copy(from, folder.path().join(format!("icons/{icon}.svg"))).expect("an icon");
    }
    bencher.bench_local(|| {
        let run = std::process::Command::new(&command)
            .arg("compile")
            .args(["--ignore-system-fonts", "--font-path"])
            .arg(print.join("fonts"))
            .arg("--root")
            .arg(folder.path())
            .args([&file, &folder.path().join("deck.pdf")])
            .output()
            .expect("it runs");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    });
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

//! Checking a package of up to 5,400 cards with rules: from text to IR (`compile`), and with everything else that
//! `cardwright check` looks at (`check`).
//!
//! `cargo bench --bench check`

use cardwright::compile::{CompiledGame, OpenResult};
use cardwright::inspect::inspect;
use cardwright::package::PackageFiles;
use divan::Bencher;
use generated::texts;

mod generated;

const CARDS: [usize; 3] = [54, 540, 5400];

fn main() {
    divan::main();
}

fn opened(texts: &[(&'static str, String)]) -> OpenResult {
    let opened = CompiledGame::from_files(PackageFiles::from_texts(texts.iter().cloned()), Vec::new());
    assert!(opened.game.is_some());
    opened
}

#[divan::bench(args = CARDS)]
fn compile(bencher: Bencher, cards: usize) {
    let texts = texts(cards);
    bencher.bench_local(|| opened(&texts));
}

#[divan::bench(args = CARDS)]
fn check(bencher: Bencher, cards: usize) {
    let texts = texts(cards);
    bencher.bench_local(|| {
        let mut opened = opened(&texts);
        inspect(&mut opened, None).expect("the game is sound");
        opened
    });
}

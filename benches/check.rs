//! Checking a package of 5,400 cards with rules, from text to IR.
//!
//! `cargo bench --bench check`

use cardwright::compile::CompiledGame;
use cardwright::package::PackageFiles;
use divan::Bencher;
use generated::texts;

mod generated;

fn main() {
    divan::main();
}

#[divan::bench(args = [54, 540, 5400])]
fn check(bencher: Bencher, cards: usize) {
    let texts = texts(cards);
    bencher.bench_local(|| {
        let opened = CompiledGame::from_files(PackageFiles::from_texts(texts.clone()), Vec::new());
        assert!(opened.game.is_some());
        opened
    });
}

//! Checking a package of 5,400 cards with rules, from text to IR.
//!
//! `cargo bench --bench check`

use cardwright::compile::Game;
use cardwright::package::PackageFiles;
use divan::Bencher;
use std::fmt::Write;

fn main() {
    divan::main();
}

/// The shipped rules with so many made-up cards, each with two formulas and a condition of its own.
fn texts(cards: usize) -> Vec<(&'static str, String)> {
    let suits = ["land", "flood", "weather", "flame", "army", "wizard", "leader", "beast", "weapon", "artifact"];
    let mut text = String::from("kind = \"card\"\n");
    for i in 0..cards {
        let (s, t) = (suits[i % 10], suits[i / 10 % 10]);
        let other = i * 7 % cards;
        write!(
            text,
            "[cards.card_{i}]\nname = \"Card {i}\"\nsuit = \"{s}\"\nstrength = {}\n\
             bonus = \"{} * count(others where suit == {t}) + ({i} if with({{card_{other}}}))\"\n\
             penalty = \"-{} if none(active where suit in words({{{t}, {s}}}))\"\n\
             blanks = \"suit == {t} and strength > {}\"\ntext = \"Plus something for each {t}. Strength {{{{ strength }}}}.\"\n",
            i % 41,
            i % 20,
            i % 30,
            i % 40,
        )
        .expect("a string takes all");
    }
    vec![
        ("game.toml", include_str!("../cards/fantasy-realms/game.toml").to_string()),
        ("rules/scoring.toml", include_str!("../cards/fantasy-realms/rules/scoring.toml").to_string()),
        ("cards/all.toml", text),
    ]
}

#[divan::bench(args = [54, 540, 5400])]
fn check(bencher: Bencher, cards: usize) {
    let texts = texts(cards);
    bencher.bench_local(|| {
        let opened = Game::from_files(PackageFiles::from_texts(texts.clone()), Vec::new());
        assert!(opened.game.is_some());
        opened
    });
}

//! A generated package, for `check` and `editing`.

use std::fmt::Write;

/// The shipped rules with so many made-up cards, each with two formulas and a condition of its own.
pub fn texts(cards: usize) -> Vec<(&'static str, String)> {
    let suits =
        ["land", "flood", "weather", "flame", "army", "wizard", "leader", "beast", "weapon", "artifact"];
    let mut text = String::from("kind = \"card\"\n");
    for i in 0..cards {
        let (s, t) = (suits[i % 10], suits[i / 10 % 10]);
        let other = i * 7 % cards;
        write!(
            text,
            "[cards.card_{i}]\nname = \"Card {i}\"\nsuit = \"{s}\"\nstrength = {}\n\
             bonus = \"{} * count(others where suit == {t}) + ({i} if with({{card_{other}}}))\"\n\
             penalty = \"-{} if none(active where suit in words({{{t}, {s}}}))\"\n\
             blanks = \"suit == {t} and strength > {}\"\ntext = \"+{} for each other {t}, and +{i} with Card {other}. −{} unless with \
             any {t} or {s}. BLANKS each {t} above {}.\"\n",
            i % 41,
            i % 20,
            i % 30,
            i % 40,
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

//! The rules as a calculator: scores two hands of cards.

#![allow(clippy::print_stdout)] // the library never prints, a program may

use std::error::Error;

use cardwright::Game;
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::open("cards/fantasy-realms")?;
    let hands = [
        ["Dragon", "Swamp", "Island", "Knights", "Rangers", "Forest", "Candle"],
        ["Unicorn", "Princess", "Queen", "King", "Knights", "Candle", "Forest"],
    ];
    let lines: Vec<_> = hands
        .iter()
        .map(|hand| json!({ "zones": { "hand[1]": hand }, "eval": "score(players[1])" }))
        .collect();
    for (hand, answer) in hands.iter().zip(game.evaluate(&lines)?) {
        match answer.get("error") {
            Some(error) => println!("{}: {error}", hand.join(", ")),
            None => println!("{}: {} points", hand.join(", "), answer["value"]),
        }
    }
    Ok(())
}

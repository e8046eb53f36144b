//! Plays a match of random answers, shows it, and simulates a thousand more.

#![allow(clippy::print_stdout)] // the library never prints, a program may

use std::error::Error;

use cardwright::{Game, Match, MatchConfig, Position, SimulationConfig, simulate};

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::open("cards/connect-four")?;
    println!("{}, for {:?} players", game.name(), game.players());

    let mut table = Match::new(&game, &MatchConfig::default().seed(7))?;
    let mut answer = 0;
    while let Position::Choice(options) = table.position() {
        answer += 5;
        table.choose(answer % options.options.len())?;
    }
    for line in table.record(None)? {
        println!("  {line}");
    }
    for (seat, result) in (1..).zip(table.outcome().iter().flat_map(|outcome| &outcome.seats)) {
        println!("seat {seat}: {}", if result.won { "won" } else { "did not win" });
    }

    let report = simulate(&game, &SimulationConfig::new(1000).bots(["random", "greedy"]))?;
    for contender in &report.contenders {
        println!("{} ({}) wins {:.1} %", contender.name, contender.bot, contender.win_rate * 100.0);
    }
    Ok(())
}

//! A turn of a server: the message to each client, an answer that comes back, and a match that outlives the
//! process.

#![allow(clippy::print_stdout)] // the library never prints, a program may

use std::error::Error;

use cardwright::{ErrorKind, Game, Match, MatchConfig, SeatNumber};
use serde_json::json;

/// A match as a server keeps it: a plain struct, without lifetimes.
struct Room {
    table: Match,
    players: Vec<String>,
}

impl Room {
    /// The message for the client in a seat.
    fn message(&mut self, seat: SeatNumber) -> Result<serde_json::Value, cardwright::Error> {
        let mut message = json!({
            "you": self.players[seat.index()],
            "view": self.table.view(Some(seat))?,
            "record": self.table.record(Some(seat))?,
        });
        // Only the seat that must choose gets its options: they name its hidden components.
        if self.table.seat() == Some(seat) {
            message["choice"] = json!(self.table.options());
        }
        Ok(message)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = Game::open("cards/gin-rummy")?;
    let table = Match::new(&game, &MatchConfig::default().players(2).seed(3))?;
    let mut room = Room { table, players: vec!["Ada".into(), "Ben".into()] };

    for seat in SeatNumber::all(2) {
        println!("to seat {seat}: {}", room.message(seat)?);
    }

    // An answer by name. A wrong one changes nothing, and the error is for the client.
    if let Err(error) = room.table.choose_named("dance") {
        assert_eq!(error.kind(), ErrorKind::Answer);
        println!("refused: {error}");
    }
    let answer = room.table.options().map(|choice| choice.options[0].name.clone()).unwrap_or_default();
    room.table.choose_named(&answer)?;
    println!("answered: {answer}");

    // The process ends here, and another goes on; rooms may also move between threads.
    let saved = room.table.save()?;
    room.table = Match::load(&game, &saved)?;
    let room = std::thread::spawn(move || room).join().map_err(|_| "the thread panicked")?;
    if let Some(seat) = room.table.seat() {
        println!("after {} answers seat {seat} is to choose", room.table.answers());
    }
    Ok(())
}

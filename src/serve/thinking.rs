//! Bots that think beside the matches: each on a copy of the state.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};

use serde_json::{Value, json};

use super::hosted::{Connection, with_id};
use super::room::Command;
use crate::play::{Bot, BotKind, Preference, Seen, bot_seed};
use crate::protocol::wrong;
use crate::table::{Names, State, Table};

/// A position that a bot is to think about.
pub struct Job {
    /// The match.
    pub id: String,
    /// The bot.
    pub bot: BotKind,
    /// Its seat, from 0.
    pub seat: u8,
    /// The random seed of the game.
    pub seed: u64,
    /// The number of the position.
    pub turn: u64,
    /// The position.
    pub state: State,
    /// The purpose.
    pub wanted: Wanted,
}

/// What a bot thinks for.
pub enum Wanted {
    /// Its own answer.
    Choice,
    /// Advice for a connection, whose line has this `id`.
    Advice(Connection, Option<Value>),
}

/// Works on jobs until the room closes.
pub fn think(table: &Table, todo: &Mutex<Receiver<Job>>, room: &Sender<Command>) {
    let mut machine = table.machine();
    // A bot depends on nothing but its seed and what it sees, so one serves all matches.
    let mut bots: HashMap<BotKind, Box<dyn Bot + '_>> = HashMap::new();
    loop {
        let job = match todo.lock() {
            Ok(todo) => todo.recv(),
            Err(_) => return,
        };
        let Ok(mut job) = job else { return };
        let bot = bots.entry(job.bot).or_insert_with(|| job.bot.make(table));
        bot.begin(bot_seed(job.seed, job.seat));
        let Ok(options) = machine.options(&mut job.state) else { continue };
        let seen = Seen::new(table, &job.state, options);
        let chosen = bot.choose(&seen).min(options.len().saturating_sub(1));
        let command = match job.wanted {
            Wanted::Choice => Command::Chosen(job.id, job.turn, chosen),
            Wanted::Advice(connection, id) => {
                let names = Names::new(table.ir());
                let name = |index: usize| names.name_at(options, index);
                let preferences = bot.preferences(&seen);
                let weighed = preferences.iter().map(|Preference { option, visits, value }| {
                    json!({ "name": name(*option), "visits": visits, "value": value })
                });
                let said = match name(chosen) {
                    Some(best) => json!({
                        "ok": true,
                        "bot": job.bot.name(table.ir()),
                        "best": best,
                        "playouts": preferences.iter().map(|p| p.visits).sum::<u64>(),
                        "options": weighed.collect::<Vec<Value>>(),
                    }),
                    None => wrong("there is no advice for this position"),
                };
                Command::Advised(job.id, connection, with_id(said, id))
            }
        };
        if room.send(command).is_err() {
            return;
        }
    }
}

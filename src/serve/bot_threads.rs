//! Bots that think beside the matches: each on a copy of the state.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender};

use serde_json::{Value, json};

use super::live_match::{Connection, SUBSTITUTE};
use super::room_command::RoomCommand;
use crate::ir::PlayerId;
use crate::play::{BotKind, Observation, Preference, TableBot, bot_seed};
use crate::protocol::{refuse, with_id};
use crate::table::{Names, State, Table};

/// Maximum number of bots that a thread keeps: each holds the memory of its last search.
const MOST_BOTS: usize = 8;

/// A position that a bot is to think about.
pub struct BotJob {
    /// The id of the match.
    pub id: String,
    /// The bot that plays the seat.
    pub bot: BotKind,
    /// The seat that chooses, from 0.
    pub seat: PlayerId,
    /// The random seed of the game.
    pub seed: u64,
    /// The number of the position.
    pub turn: u64,
    /// A copy of the position, at a choice of that seat.
    pub state: State,
    /// The use of the answer.
    pub purpose: BotPurpose,
}

/// The purpose of a search.
pub enum BotPurpose {
    /// The bot's own answer, which is then played.
    Choice,
    /// Advice for a connection, whose line has this `id`.
    Advice(Connection, Option<Value>),
}

/// Works on jobs until the room closes.
pub fn think(table: &Table, todo: &Mutex<Receiver<BotJob>>, room: &Sender<RoomCommand>) {
    let mut machine = table.machine();
    // A bot depends only on its seed and its view, so one serves all matches.
    let mut bots: HashMap<BotKind, Box<dyn TableBot + '_>> = HashMap::new();
    loop {
        let job = match todo.lock() {
            Ok(todo) => todo.recv(),
            Err(_) => return,
        };
        let Ok(mut job) = job else { return };
        if bots.len() >= MOST_BOTS && !bots.contains_key(&job.bot) {
            bots.clear();
        }
        let bot = bots.entry(job.bot).or_insert_with(|| job.bot.make(table));
        let Ok(options) = machine.options(&mut job.state) else { continue };
        let seen = Observation::new(table, &job.state, options);
        let answer = |bot: &mut dyn TableBot| {
            // A panic would stop the bots of all matches. The panic hook writes it to the server's log.
            let choice = catch_unwind(AssertUnwindSafe(|| {
                bot.begin(bot_seed(job.seed, job.seat));
                bot.choose(&seen)
            }));
            choice.ok().map(|chosen| chosen.min(options.len().saturating_sub(1)))
        };
        let choice = answer(&mut **bot);
        if table.is_stopped() {
            // An interrupted search has no result.
            return;
        }
        let command = match job.purpose {
            BotPurpose::Choice => {
                // After a panic, another bot answers, so that the match does not wait for ever.
                let chosen = choice.or_else(|| answer(&mut *SUBSTITUTE.make(table))).unwrap_or_default();
                RoomCommand::Chosen(job.id, job.turn, chosen)
            }
            BotPurpose::Advice(connection, id) => {
                let names = Names::new(table.ir());
                let name = |index: usize| names.name_at(options, index);
                let preferences = if choice.is_some() { bot.preferences(&seen) } else { Vec::new() };
                let weighed = preferences.iter().map(|Preference { option, visits, value }| {
                    json!({ "name": name(*option), "visits": visits, "value": value })
                });
                let said = match choice.and_then(name) {
                    Some(best) => json!({
                        "ok": true,
                        "bot": job.bot.name(table.ir()),
                        "best": best,
                        "playouts": preferences.iter().map(|p| p.visits).sum::<u64>(),
                        "options": weighed.collect::<Vec<Value>>(),
                    }),
                    None => refuse("there is no advice for this position"),
                };
                RoomCommand::Advised(job.id, connection, with_id(said, id))
            }
        };
        if choice.is_none() {
            // A bot that panicked may have been left in an invalid state.
            bots.clear();
        }
        if room.send(command).is_err() {
            return;
        }
    }
}

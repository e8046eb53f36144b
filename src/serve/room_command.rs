//! The commands to a room, and the answers to them.

use serde_json::Value;
use tokio::sync::oneshot;

use super::journal::StoredMatch;
use super::live_match::{Connection, Outgoing};
use super::settings::NewMatch;
use crate::ir::SeatNumber;

/// The reason why a command for an unknown match fails.
pub const UNKNOWN: &str = "there is no such match";
/// The reason why a room takes no further match.
pub const FULL: &str = "there are too many matches: come back later";

/// The answer to a command: a value, or the reason for people.
pub type Reply<T> = oneshot::Sender<Result<T, String>>;

pub enum RoomCommand {
    /// Makes a match.
    Create(Box<NewMatch>, Reply<MatchLinks>),
    /// Takes up a match from its journal.
    Restore(Box<StoredMatch>, Reply<()>),
    /// Connects a client to a match: its number, the secret, the `id` of its line, and where messages go.
    Join(String, Connection, String, Option<Value>, tokio::sync::mpsc::Sender<Outgoing>, Reply<()>),
    /// Disconnects a client.
    Leave(String, Connection),
    /// A line of a client.
    Line(String, Connection, String),
    /// Gives an open seat to a client; replies with its secret.
    TakeSeat(String, SeatNumber, Option<String>, Reply<String>),
    /// Requests a match's data for the lobby.
    Summary(String, Reply<Value>),
    /// Requests the data that a page needs to draw a match.
    Stage(String, Reply<Value>),
    /// A bot has chosen an option for a match, in the position of this number.
    Chosen(String, u64, usize),
    /// A bot has advice for a connection.
    Advised(String, Connection, Value),
}

/// A match that was made.
#[derive(Debug)]
pub struct MatchLinks {
    /// The id by which commands name the match.
    pub id: String,
    /// The link of each seat; `None` for bots.
    pub seats: Vec<Option<String>>,
    /// The link of onlookers who see what every player sees.
    pub public: String,
    /// For each seat, the link of onlookers who see what it sees.
    pub shoulder: Vec<String>,
    /// The link of onlookers who see everything.
    pub referee: String,
}

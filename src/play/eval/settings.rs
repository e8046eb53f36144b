//! Settings of an evaluation, and the reasons why it stops.

use std::io;

use crate::play::answer_search;
use crate::play::decks::{ListError, NamedList};

/// Settings of an evaluation: defaults for everything that a line leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Options as pairs of id and value.
    pub options: Vec<(String, String)>,
    /// Number of players; `None` for the fewest that the game, its options and the seats named by a line
    /// allow.
    pub players: Option<u8>,
    /// Deck lists, with the seat or table that brings each.
    pub decks: Vec<NamedList>,
    /// True if a line may name a list by its file, which is then read from disk.
    pub list_files: bool,
    /// Random seed.
    pub seed: u64,
    /// Expression for lines without an `eval` of their own.
    pub eval: Option<String>,
    /// True if choices without an answer are answered by a search for the greatest value.
    pub best: bool,
    /// Most answers that a search may try for one line.
    pub best_limit: u64,
    /// Number of threads; 0 counts as 1.
    pub jobs: usize,
}

impl Default for Settings {
    fn default() -> Self {
        let best_limit = answer_search::LIMIT;
        Settings {
            options: Vec::new(),
            players: None,
            decks: Vec::new(),
            list_files: true,
            seed: 0,
            eval: None,
            best: false,
            best_limit,
            jobs: 1,
        }
    }
}

/// The reason why a batch stopped before the end of its input.
#[derive(Debug)]
pub enum BatchError {
    /// Reading or writing failed.
    Io(io::Error),
    /// The game cannot be laid for the lists of the settings.
    Lists(ListError),
}

impl From<io::Error> for BatchError {
    fn from(error: io::Error) -> Self {
        BatchError::Io(error)
    }
}

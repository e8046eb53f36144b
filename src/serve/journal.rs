//! The journal of a match: an append-only file. A line is on the disk before its content is sent to anybody,
//! so a match survives a crash of the program or of the machine.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::settings::{Clock, NewMatch};
use crate::ir::SeatNumber;
use crate::package::{GrowingFile, damaged};
use crate::web::Secret;

/// The format of journals that this program writes and reads.
const FORMAT: u32 = 1;
/// Ending of the files.
const ENDING: &str = "match";
/// Maximum size of a journal that is read, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// The first line: all that was agreed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Format version, [`FORMAT`] of the program that wrote the file.
    pub format: u32,
    /// Id of the match.
    pub id: String,
    /// Id of the game.
    pub game: String,
    /// Hash of the rules; a match cannot be resumed with other rules.
    pub rules: String,
    /// Number of players.
    pub players: u8,
    /// Values of all options, by id.
    pub options: Vec<(String, String)>,
    /// Deck lists by seat, from 1, or by `table`.
    pub decks: BTreeMap<String, String>,
    /// Random seed.
    pub seed: u64,
    /// The scenario from which the match began; `None` for setup.
    pub scenario: Option<String>,
    /// The seats in order, beginning with seat 1.
    pub seats: Vec<SeatHeader>,
    /// The secret of onlookers with the view of all players together.
    pub public: Secret,
    /// The secrets of onlookers with the view of one seat.
    pub shoulder: Vec<Secret>,
    /// The secret of onlookers who see everything.
    pub referee: Secret,
    /// The time that each person has.
    pub clock: Option<Clock>,
    /// True if the lobby lists the match.
    pub listed: bool,
    /// True if answers can be taken back.
    pub undo: bool,
}

/// A seat, as agreed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatHeader {
    /// `human`, or a bot.
    pub kind: String,
    /// The name of the person.
    pub name: Option<String>,
    /// The secret in the link of the person who plays the seat.
    pub secret: Secret,
    /// True if no person has taken the seat yet.
    pub open: bool,
}

/// A line after the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum JournalEntry {
    /// An answer to a choice.
    Answer {
        /// Seat that answered, from 1.
        seat: SeatNumber,
        /// Stable name of the chosen option.
        option: String,
        /// The time that is left to the seat after the answer, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// The last answers were taken back.
    Undo {
        /// Number of answers left.
        plies: usize,
        /// Seat whose clock ran until then, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatNumber>,
        /// The time that is left to that seat, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u64>,
    },
    /// A person took an open seat.
    Taken {
        /// Seat that was taken, from 1.
        seat: SeatNumber,
        /// The name of the person.
        name: Option<String>,
    },
    /// The game is over.
    Over {},
    /// A seat's time is up: a bot plays on.
    Late {
        /// Seat whose time is up, from 1.
        seat: SeatNumber,
    },
}

/// A journal that is being written.
#[derive(Debug, Default)]
pub struct Journal {
    /// None: nothing is kept.
    file: Option<GrowingFile>,
}

impl Header {
    /// Returns the current format.
    pub fn format() -> u32 {
        FORMAT
    }

    /// Returns the settings of the table.
    pub fn settings(&self) -> NewMatch {
        NewMatch {
            players: Some(self.players),
            options: self.options.iter().map(|(id, value)| (id.clone(), value.as_str().into())).collect(),
            decks: self.decks.clone(),
            scenario: self.scenario.clone(),
            ..NewMatch::default()
        }
    }
}

impl Journal {
    /// Creates a journal with its first line. Only its owner may read it, since it holds secrets.
    ///
    /// # Errors
    /// The file cannot be written, or exists.
    pub fn create(folder: &Path, header: &Header) -> io::Result<Journal> {
        let file = GrowingFile::begin(&path(folder, &header.id), &serde_json::to_string(header)?)?;
        Ok(Journal { file: Some(file) })
    }

    /// Adds a line; returns once it is on the disk.
    ///
    /// # Errors
    /// It could not be written.
    pub fn add(&mut self, entry: &JournalEntry) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.add(&serde_json::to_string(entry)?)
    }
}

/// A journal that was read.
#[derive(Debug)]
pub struct StoredMatch {
    /// The first line: the settings of the match.
    pub header: Header,
    /// The other lines, in the order in which they were written.
    pub entries: Vec<JournalEntry>,
    /// The journal, to be continued.
    pub journal: Journal,
}

impl StoredMatch {
    /// Returns whether the game is over: it ended, and no answer was taken back since.
    pub fn is_over(&self) -> bool {
        let ends = |entry: &&JournalEntry| matches!(entry, JournalEntry::Over {} | JournalEntry::Undo { .. });
        self.entries.iter().rfind(ends).is_some_and(|entry| *entry == JournalEntry::Over {})
    }
}

/// Reads a journal, and opens it for appending. An incomplete last line was not sent to anybody, so it is
/// removed.
///
/// # Errors
/// The file cannot be read, or a line is wrong.
pub fn read(folder: &Path, id: &str) -> io::Result<StoredMatch> {
    let (file, lines) = GrowingFile::open(&path(folder, id), MOST_BYTES)?;
    let mut lines = lines.iter();
    let header: Header = match lines.next() {
        Some(first) => serde_json::from_slice(first)?,
        None => return Err(damaged("the journal has no first line")),
    };
    if header.format != FORMAT {
        let words = format!("the journal has format {}, and this program reads {FORMAT}", header.format);
        return Err(damaged(words));
    }
    let players = usize::from(header.players);
    if header.id != id || header.seats.len() != players || header.shoulder.len() != players || players > 64 {
        return Err(damaged("the first line of the journal does not fit the match"));
    }
    let entries = lines.map(|line| serde_json::from_slice(line)).collect::<Result<Vec<JournalEntry>, _>>()?;
    Ok(StoredMatch { header, entries, journal: Journal { file: Some(file) } })
}

/// Returns the ids of the matches in a folder, sorted.
///
/// # Errors
/// The folder cannot be read.
pub fn ids(folder: &Path) -> io::Result<Vec<String>> {
    let mut ids = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let id = path.file_stem().and_then(|stem| stem.to_str());
        if let Some(id) = id.filter(|id| path.extension().is_some_and(|e| e == ENDING) && is_id(id)) {
            ids.push(id.to_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

/// Returns whether a text can be the id of a match. Nothing else is made part of a path.
pub fn is_id(text: &str) -> bool {
    (1..=32).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

fn path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.{ENDING}"))
}

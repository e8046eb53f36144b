//! Settings of a new match.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::diagnostics::{json_text, printable_line, shows_nothing};
use crate::ir::{Ir, SearchBudget};
use crate::play::{BotKind, NamedList, PregameSettings};

/// Maximum number of iterations of a bot that searches.
const MOST_ITERATIONS: u32 = 20_000;
/// Maximum time that a bot may think about a choice, in milliseconds.
const MOST_MILLISECONDS: u32 = 5_000;
/// Maximum length of a person's name, in characters.
const LONGEST_NAME: usize = 40;
/// The name of a seat that a person takes.
pub const HUMAN: &str = "human";

/// A request for a match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NewMatch {
    /// Id of the game; may be left out if only one is served.
    pub game: Option<String>,
    /// Number of players.
    pub players: Option<u8>,
    /// Setup of the game.
    pub setup: Option<String>,
    /// Values of options, by id.
    pub options: Map<String, Value>,
    /// Names of the game's deck lists, by seat from 1, or by `table`.
    pub decks: BTreeMap<String, String>,
    /// Random seed.
    pub seed: Option<u64>,
    /// `human` or a bot, for each seat.
    pub seats: Vec<String>,
    /// True if the lobby lists the match, so that anybody can join.
    pub listed: bool,
    /// The time that each person has.
    pub clock: Option<Clock>,
    /// True if answers can be taken back.
    pub undo: bool,
    /// The scenario to begin from.
    pub scenario: Option<String>,
    /// The name of the person in the first seat.
    pub name: Option<String>,
}

/// The time that each person has, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// At the beginning.
    pub seconds: u32,
    /// Added after each of their turns to choose.
    #[serde(default)]
    pub increment: u32,
}

impl NewMatch {
    /// Returns the settings of the table.
    ///
    /// # Errors
    /// A list is not one of the game's, or there are too many seats; a message.
    pub fn sitting(&self, ir: &Ir) -> Result<PregameSettings, String> {
        sitting(ir, self.players, self.seats.len(), self.setup.as_deref(), &self.options, &self.decks)
    }
}

/// Returns the settings of a table, as pages write them. `seats` is the number of seats that are named.
///
/// # Errors
/// A list is not one of the game's, or there are too many seats; a message.
pub fn sitting(
    ir: &Ir,
    players: Option<u8>,
    seats: usize,
    setup: Option<&str>,
    options: &Map<String, Value>,
    decks: &BTreeMap<String, String>,
) -> Result<PregameSettings, String> {
    Ok(PregameSettings {
        players,
        seats: u8::try_from(seats).map_err(|_| "there are too many seats")?,
        decks: named_lists(ir, decks)?,
        setup: setup.map(str::to_owned),
        options: options.iter().map(|(id, value)| (id.clone(), json_text(value))).collect(),
    })
}

/// Returns lists by seat, from 1, or by `table`.
///
/// # Errors
/// A list is not one of the game's; a message. Clients must not name files of the server's machine.
pub fn named_lists(ir: &Ir, decks: &BTreeMap<String, String>) -> Result<Vec<NamedList>, String> {
    let known = |list: &str| ir.decks.iter().any(|deck| deck.id == list);
    if let Some(list) = decks.values().find(|list| !known(list)) {
        let lists: Vec<&str> = ir.decks.iter().map(|deck| deck.id.as_str()).collect();
        return Err(format!("there is no list `{list}`; there are: {}", lists.join(", ")));
    }
    decks.iter().map(|(who, list)| NamedList::parse(who, list)).collect()
}

/// Parses who takes a seat; `None` is a person.
///
/// # Errors
/// There is no such bot, or it would think for too long; a message.
pub fn sitter(ir: &Ir, written: &str) -> Result<Option<BotKind>, String> {
    if written == HUMAN {
        return Ok(None);
    }
    let bot = BotKind::of(ir, written)?;
    match bot {
        BotKind::Mcts(SearchBudget::Iterations(n)) if n > MOST_ITERATIONS => {
            Err(format!("`{written}` thinks for too long; the most is `mcts:{MOST_ITERATIONS}`"))
        }
        BotKind::Mcts(SearchBudget::Milliseconds(n)) if n > MOST_MILLISECONDS => {
            Err(format!("`{written}` thinks for too long; the most is `mcts:{MOST_MILLISECONDS}ms`"))
        }
        bot => Ok(Some(bot)),
    }
}

/// Checks a person's name, and trims it; `None` if it is empty.
///
/// # Errors
/// It is too long, or has characters that are not printed; a message.
pub fn person(name: Option<&str>) -> Result<Option<String>, String> {
    let name = name.unwrap_or_default().trim();
    if name.chars().count() > LONGEST_NAME {
        return Err(format!("a name has at most {LONGEST_NAME} characters"));
    }
    let is_shown = printable_line(name) == name && !name.chars().any(char::is_control);
    let breaks = name.contains(['\u{2028}', '\u{2029}']);
    if !is_shown || breaks || !name.is_empty() && shows_nothing(name) {
        return Err("a name is one line of characters that can be seen".into());
    }
    Ok(Some(name.to_owned()).filter(|name| !name.is_empty()))
}

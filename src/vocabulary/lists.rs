//! Lists as players bring them to a table. `model` builds the box from them, and the IR keeps them for
//! records.

use crate::ids::PlayerId;
use serde::{Deserialize, Serialize};

/// The part of a list under `[cards]`.
pub const MAIN_PART: &str = "cards";

/// The player who brings a list, or the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bringer {
    /// The table: one list for all.
    Table,
    /// The player in a seat, from 0.
    Seat(PlayerId),
}

impl Bringer {
    /// Returns the index of the package's list that is brought by default, modulo their number: the table has
    /// the first.
    pub fn turn(self) -> usize {
        match self {
            Bringer::Table => 0,
            Bringer::Seat(seat) => seat.index(),
        }
    }
}

impl std::fmt::Display for Bringer {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Bringer::Table => write!(f, "table"),
            Bringer::Seat(seat) => write!(f, "{}", seat.seat()),
        }
    }
}

impl std::str::FromStr for Bringer {
    type Err = String;

    /// Parses `table`, or the number of a seat, from 1.
    fn from_str(written: &str) -> Result<Self, String> {
        match written.parse::<u8>() {
            _ if written == "table" => Ok(Bringer::Table),
            // `01` would be a second notation of the same seat.
            Ok(seat @ 1..) if seat.to_string() == written => Ok(Bringer::Seat(PlayerId(seat - 1))),
            _ => Err(format!("`{written}` is not a seat: write its number, from 1, or `table`")),
        }
    }
}

/// A card in a list, with its quantity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ListedCard {
    /// The part of the list.
    pub part: String,
    /// The card's id.
    pub card: String,
    /// Number of copies.
    pub count: u32,
}

/// A list as brought by a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayedList {
    /// The player who brings it.
    pub bringer: Bringer,
    /// The name of its file in `decks/`, or the path of a file elsewhere.
    pub id: String,
    /// The name of the list for people.
    pub name: String,
    /// Its cards, in the order of the file.
    pub cards: Vec<ListedCard>,
}

/// A card that a scenario lays out and that is in no list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScenarioCard {
    /// Its owner's seat; `None` if it has no owner.
    pub seat: Option<PlayerId>,
    /// The card's id.
    pub card: String,
    /// Number of copies.
    pub count: u32,
}

/// The lists for which a table is laid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayedLists {
    /// Number of players.
    pub players: u8,
    /// Their lists, the table's first, then by seat.
    pub lists: Vec<PlayedList>,
    /// Further cards that scenarios need.
    pub laid: Vec<ScenarioCard>,
}

/// The list, and its part, from which a component comes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ComponentOrigin {
    /// The bringer of its list.
    pub bringer: Bringer,
    /// The part of the list; `None` for a component that stands for a card, and for one that a scenario lays
    /// out.
    pub part: Option<String>,
}

/// Returns whether the name of a list is a file path.
pub fn is_list_file(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    name.contains(['/', '\\']) || ["toml", "txt"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

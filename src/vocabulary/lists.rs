//! Lists that players bring, as they are played: what `model` makes the box of, and the IR keeps for records.

use serde::{Deserialize, Serialize};

/// The part of a list that stands under `[cards]`.
pub const MAIN_PART: &str = "cards";

/// Who brings a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bringer {
    /// All together: it is the table's.
    Table,
    /// Who sits in this seat, from 0.
    Seat(u8),
}

impl Bringer {
    /// Returns which of the package's lists is brought by default, in turn: the table has the first.
    pub fn turn(self) -> usize {
        match self {
            Bringer::Table => 0,
            Bringer::Seat(seat) => usize::from(seat),
        }
    }
}

impl std::fmt::Display for Bringer {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Bringer::Table => write!(f, "table"),
            Bringer::Seat(seat) => write!(f, "{}", u32::from(*seat) + 1),
        }
    }
}

impl std::str::FromStr for Bringer {
    type Err = String;

    /// `table`, or the number of a seat, from 1.
    fn from_str(written: &str) -> Result<Self, String> {
        match written.parse::<u8>() {
            _ if written == "table" => Ok(Bringer::Table),
            // `01` would be a second name of one seat.
            Ok(seat @ 1..) if seat.to_string() == written => Ok(Bringer::Seat(seat - 1)),
            _ => Err(format!("`{written}` is not a seat: write its number, from 1, or `table`")),
        }
    }
}

/// Some copies of a card in a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ListedCard {
    /// The part of the list that it stands in.
    pub part: String,
    /// The card's id.
    pub card: String,
    /// How many.
    pub count: u32,
}

/// A list as somebody brings it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayedList {
    /// Who.
    pub bringer: Bringer,
    /// The name of its file in `decks/`, or the path of a file elsewhere.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Its cards, in the order of the file.
    pub cards: Vec<ListedCard>,
}

/// A card that a scenario lays out and no list has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaidCard {
    /// Whose it is; of nobody, if it comes by no list.
    pub seat: Option<u8>,
    /// The card's id.
    pub card: String,
    /// How many.
    pub count: u32,
}

/// What a table is laid for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayedLists {
    /// How many sit down.
    pub players: u8,
    /// Their lists, the table's first, then by seat.
    pub lists: Vec<PlayedList>,
    /// What scenarios need besides.
    pub laid: Vec<LaidCard>,
}

/// Where a component comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Origin {
    /// Whose list.
    pub bringer: Bringer,
    /// The part of it; none for what stands for a card, and for what a scenario lays out.
    pub part: Option<String>,
}

/// Whether what names a list is a file.
pub fn is_list_file(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml") || name.ends_with(".txt")
}

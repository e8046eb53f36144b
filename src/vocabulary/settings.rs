//! Settings with named values, for the table and the printer.

use serde::{Deserialize, Serialize};

/// The players who see the contents of a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ZoneViewers {
    /// Everybody.
    #[default]
    All,
    /// The player who owns the zone.
    Owner,
    /// Everybody but its owner.
    Others,
    /// Nobody.
    None,
    /// The players that an expression returns when a table is laid.
    Expression,
}

/// The point at which a scenario starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartPoint {
    /// Nothing before the scenario's own steps.
    #[default]
    Nothing,
    /// Setup, then play.
    Setup,
    /// Lay out the zones, then play.
    Play,
}

/// The sort of cut marks on a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CutMarks {
    /// Short lines beside the components, at every cut.
    #[default]
    Crop,
    /// Lines across the whole page.
    Guides,
    /// No marks.
    None,
}

/// The style of cards whose sheet names no face.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardStyle {
    /// A framed picture, the name above it, the text below.
    #[default]
    Classic,
    /// A picture as large as the card, with the text on it.
    FullArt,
    /// Letters on paper, and a picture only if there is one.
    Minimal,
    /// An index on the left, for a hand of cards held as a fan.
    Fan,
}

impl CardStyle {
    /// All styles, in the order of the documentation.
    pub const ALL: [CardStyle; 4] =
        [CardStyle::Classic, CardStyle::FullArt, CardStyle::Minimal, CardStyle::Fan];

    /// Returns its name in `print.toml`.
    pub fn name(self) -> &'static str {
        match self {
            CardStyle::Classic => "classic",
            CardStyle::FullArt => "full_art",
            CardStyle::Minimal => "minimal",
            CardStyle::Fan => "fan",
        }
    }

    /// Returns the name of the built-in face that the style stands for.
    pub fn face(self) -> &'static str {
        match self {
            CardStyle::Classic => "card",
            other => other.name(),
        }
    }
}

/// The form in which the rules are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RulesFormat {
    /// Pages of the size of the paper.
    #[default]
    Sheet,
    /// Pages of half that size, to be folded and stapled in the middle.
    Booklet,
}

impl RulesFormat {
    /// All forms, in the order of the documentation.
    pub const ALL: [RulesFormat; 2] = [RulesFormat::Sheet, RulesFormat::Booklet];

    /// Returns its name in `print.toml`.
    pub fn name(self) -> &'static str {
        match self {
            RulesFormat::Sheet => "sheet",
            RulesFormat::Booklet => "booklet",
        }
    }
}

/// Thickness of a card, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum CardThickness {
    /// That of the card, in millimetres.
    Card(f64),
    /// That of the paper on which it is printed, in millimetres.
    Paper(f64),
}

impl CardThickness {
    /// Returns the millimetres that a card adds to a stack: two layers of paper, if it is folded over and
    /// glued.
    pub fn of_card(self, duplex: BackPlacement) -> f64 {
        match self {
            CardThickness::Card(mm) => mm,
            CardThickness::Paper(mm) if duplex == BackPlacement::Fold => 2.0 * mm,
            CardThickness::Paper(mm) => mm,
        }
    }
}

/// The position of backs in relation to their fronts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BackPlacement {
    /// On the reverse side; the sheet is flipped on its long edge.
    #[default]
    Long,
    /// On the reverse side; the sheet is flipped on its short edge.
    Short,
    /// Beside the fronts, to be folded and glued.
    Fold,
    /// No backs.
    Off,
}

/// The shape that is cut out for a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceForm {
    /// A disc.
    #[default]
    Round,
    /// A square tile.
    Square,
    /// A strip folded to stand up.
    Standee,
}

/// The sides of a piece on which an arrow shows its facing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArrowSides {
    /// Neither side.
    #[default]
    No,
    /// Only the front; turned over, the piece has no facing.
    Front,
    /// Both sides.
    Both,
}

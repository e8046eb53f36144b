//! Settings that an author picks by a word, and the table or the printer obeys.

use serde::{Deserialize, Serialize};

/// Who sees what lies in a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenBy {
    /// Everybody.
    #[default]
    All,
    /// Its owner.
    Owner,
    /// Everybody but its owner.
    Others,
    /// Nobody.
    None,
}

/// Where a scenario starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Begin {
    /// Only what the steps say.
    #[default]
    Nothing,
    /// Setup, then play.
    Setup,
    /// Lay out the zones, then play.
    Play,
}

/// Where a printed sheet says to cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Marks {
    /// Short lines beside the components, at every cut.
    #[default]
    Crop,
    /// Lines across the whole page.
    Guides,
    /// Nowhere.
    None,
}

/// How backs are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duplex {
    /// On the other side; the sheet is flipped on its long edge.
    #[default]
    Long,
    /// On the other side; the sheet is flipped on its short edge.
    Short,
    /// Beside the fronts, to be folded over and glued.
    Fold,
    /// Not at all.
    Off,
}

/// What is cut out for a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PieceForm {
    /// A disc.
    #[default]
    Round,
    /// A square tile.
    Square,
    /// A strip folded so that it stands up.
    Standee,
}

/// On which sides of a piece an arrow says where it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Points {
    /// On none.
    #[default]
    No,
    /// On its front; turned over it looks nowhere.
    Front,
    /// On both.
    Both,
}

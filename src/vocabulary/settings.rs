//! Settings that an author picks by a word, and the table obeys.

use serde::{Deserialize, Serialize};

/// Who sees what lies in a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenBy {
    /// Everybody.
    #[default]
    All,
    /// Its owner.
    Owner,
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

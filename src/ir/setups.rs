//! Setups: bundles of options.

use serde::{Deserialize, Serialize};

use super::ids::{OptionId, PlaceId};

/// `[setups.x]`: a bundle of options. Options that it does not name keep their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SetupInfo {
    /// The name by which `--setup` refers to it.
    pub id: String,
    /// Options and their values.
    pub options: Vec<(OptionId, i64)>,
    /// Its source place: an index into `places`.
    pub place: PlaceId,
}

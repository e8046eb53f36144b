//! The settings of a match.

use crate::ir::is_list_file;
use crate::play::{NamedList, PregameSettings};

use super::error::Error;

/// The settings of a match. Everything that is not set has the game's default.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct MatchConfig {
    players: Option<u8>,
    setup: Option<String>,
    options: Vec<(String, String)>,
    lists: Vec<(String, String)>,
    pub(super) seed: Option<u64>,
}

impl MatchConfig {
    /// The random seed if none is set, as in `drive` and `sim`.
    pub const SEED: u64 = 1;

    /// Sets the number of players. The default is the fewest that the game allows.
    pub fn players(self, players: u8) -> Self {
        MatchConfig { players: Some(players), ..self }
    }

    /// Sets the setup, a bundle of options.
    pub fn setup(self, id: impl Into<String>) -> Self {
        MatchConfig { setup: Some(id.into()), ..self }
    }

    /// Sets an option of the game: `option("variant", "base")`.
    pub fn option(mut self, id: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((id.into(), value.into()));
        self
    }

    /// Gives a seat one of the package's deck lists: `list("1", "swift")`, or `"table"` where the table
    /// brings one. A seat without one gets the package's lists in turn.
    pub fn list(mut self, bringer: impl Into<String>, list: impl Into<String>) -> Self {
        self.lists.push((bringer.into(), list.into()));
        self
    }

    /// Sets the random seed: the same seed and answers give the same match. The default is
    /// [`MatchConfig::SEED`].
    pub fn seed(self, seed: u64) -> Self {
        MatchConfig { seed: Some(seed), ..self }
    }

    pub(super) fn seed_or_default(&self) -> u64 {
        self.seed.unwrap_or(MatchConfig::SEED)
    }

    /// Returns the settings for `play`. Lists in files are refused: settings may come from a client, who must
    /// not read the server's disk.
    pub(super) fn sitting(&self) -> Result<PregameSettings, Error> {
        let list = |(bringer, list): &(String, String)| {
            let named = NamedList::parse(bringer, list).map_err(Error::settings)?;
            // Only the parsed name tells: the text is trimmed and split first.
            if is_list_file(&named.list) {
                return Err(Error::settings(format!("`{list}` is a file: name a list of the package")));
            }
            Ok(named)
        };
        let decks = self.lists.iter().map(list).collect::<Result<Vec<_>, _>>()?;
        Ok(PregameSettings {
            players: self.players,
            seats: 0,
            decks,
            setup: self.setup.clone(),
            options: self.options.clone(),
        })
    }
}

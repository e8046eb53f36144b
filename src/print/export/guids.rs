//! Ids of objects on a table of Tabletop Simulator.

use std::collections::BTreeSet;

use crate::hash::content_hash;

/// The ids of objects. They depend on nothing but the ids of the game, the component and the copy, so that an
/// object of a saved table is the same one after a change of the game.
pub struct Guids {
    game: String,
    taken: BTreeSet<u64>,
}

impl Guids {
    /// Creates the ids of a game; none is taken.
    pub fn new(game: &str) -> Guids {
        Guids { game: game.to_owned(), taken: BTreeSet::new() }
    }

    /// Returns the id of an object: six hexadecimal digits.
    pub fn of(&mut self, object: &str) -> String {
        // Among 500 objects, two have the same hash in one game of a hundred.
        let candidates = (0_u64..).map(|salt| {
            let salt = if salt == 0 { String::new() } else { format!("/{salt}") };
            let hash = content_hash(format!("{}/{object}{salt}", self.game).as_bytes());
            // Folded, because similar names differ in a few bits of the hash only.
            (hash ^ hash >> 24 ^ hash >> 48) & 0xff_ffff
        });
        let guid = candidates.into_iter().find(|guid| !self.taken.contains(guid)).unwrap_or_default();
        self.taken.insert(guid);
        format!("{guid:06x}")
    }
}

//! Studies: one or several simulations that answer a question together. Their bytes are eight of magic and
//! version, eight of a hash over the rest, then the study in postcard's encoding.

use serde::{Deserialize, Serialize};

use super::shard::{Shard, ShardError};
use crate::hash::content_hash;

const MAGIC: [u8; 6] = *b"CWPART";
/// The format that this version of Cardwright writes and reads.
const FORMAT: u16 = 11;

/// The question that the simulations of a study answer together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StudyQuestion {
    /// The figures of one simulation.
    One,
    /// The change of figures with a varied input.
    Sweep {
        /// The inputs that are varied.
        of: Vec<String>,
        /// The values of each entry, one for each of `of`.
        at: Vec<Vec<String>>,
    },
    /// The results of bots against each other.
    League {
        /// The bots, to which `meetings` refers by index.
        bots: Vec<String>,
        /// For each entry, the indices in `bots` of the bot that sits alone and of the bot in all other
        /// seats.
        meetings: Vec<(u16, u16)>,
    },
    /// The differences between two states of a game, the first and the second entry.
    Compare,
    /// The matchups of lists at two players.
    Decks {
        /// The lists, to which `pairs` refers by index.
        lists: Vec<String>,
        /// For each entry, the indices in `lists` of the first seat's list and the second's.
        pairs: Vec<(u16, u16)>,
    },
}

impl StudyQuestion {
    /// Returns whether it fits a study of this number of entries: it has a row for each, and its indices are
    /// in range.
    fn fits(&self, entries: usize) -> bool {
        let pairs_fit = |pairs: &[(u16, u16)], count: usize| {
            pairs.len() == entries
                && pairs.iter().all(|(a, b)| usize::from(*a) < count && usize::from(*b) < count)
        };
        match self {
            StudyQuestion::One => entries == 1,
            StudyQuestion::Sweep { of, at } => {
                at.len() == entries && at.iter().all(|values| values.len() == of.len())
            }
            StudyQuestion::League { bots, meetings } => pairs_fit(meetings, bots.len()),
            StudyQuestion::Compare => entries == 2,
            StudyQuestion::Decks { lists, pairs } => pairs_fit(pairs, lists.len()),
        }
    }
}

/// A simulation of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudyEntry {
    /// Its name beside the other entries; empty if it is the only one.
    pub label: String,
    /// The counts of its games.
    pub part: Shard,
}

/// Simulations that answer a question together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    /// The question that all entries answer together.
    pub question: StudyQuestion,
    /// The simulations, in order.
    pub entries: Vec<StudyEntry>,
}

impl Study {
    /// Serializes the study; deterministic.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Serializing to memory fails only for types that postcard cannot encode; this is not one.
        let body = postcard::to_allocvec(self).unwrap_or_default();
        let head = [MAGIC.as_slice(), &FORMAT.to_le_bytes(), &content_hash(&body).to_le_bytes()].concat();
        [head, body].concat()
    }

    /// Reads a study from its bytes.
    ///
    /// # Errors
    /// The bytes are not a study of this format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Study, ShardError> {
        let (head, body) = bytes.split_at_checked(16).ok_or(ShardError::Damaged)?;
        if !head.starts_with(&MAGIC) {
            return Err(ShardError::Damaged);
        }
        let has = u16::from_le_bytes([head[6], head[7]]);
        if has != FORMAT {
            return Err(ShardError::OtherFormat { has, reads: FORMAT });
        }
        if head[8..] != content_hash(body).to_le_bytes() {
            return Err(ShardError::Damaged);
        }
        let study: Study = postcard::from_bytes(body).map_err(|_| ShardError::Damaged)?;
        let sound = study.question.fits(study.entries.len())
            && study.entries.iter().all(|entry| entry.part.is_sound());
        if sound { Ok(study) } else { Err(ShardError::Damaged) }
    }

    /// Merges another shard of the same study into this one.
    ///
    /// # Errors
    /// The other shard belongs to another study, or both contain the same game.
    pub fn join(&mut self, other: &Study) -> Result<(), ShardError> {
        let label = |study: &Study| study.entries.iter().map(|e| e.label.clone()).collect::<Vec<String>>();
        if self.question != other.question || label(self) != label(other) {
            return Err(ShardError::Other("what is asked"));
        }
        // All entries are checked before any is merged, so that an error changes nothing.
        for (mine, theirs) in self.entries.iter().zip(&other.entries) {
            mine.part.check_join(&theirs.part)?;
        }
        for (mine, theirs) in self.entries.iter_mut().zip(&other.entries) {
            mine.part.merge(&theirs.part);
        }
        Ok(())
    }
}

//! One or several simulations that answer a question together, and their bytes: eight of magic and version, eight of a hash over what
//! follows, then the study in postcard's encoding.

use serde::{Deserialize, Serialize};

use super::part::{Part, PartError};
use crate::ir::bytes::content_hash;

const MAGIC: [u8; 6] = *b"CWPART";
/// The format that this version of Cardwright writes and reads.
const FORMAT: u16 = 8;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// What one simulation gives.
    One,
    /// How figures change with something.
    Sweep {
        /// What is varied.
        of: Vec<String>,
        /// The values of each entry, one for each of `of`.
        at: Vec<Vec<String>>,
    },
    /// Who beats whom.
    League {
        /// Who plays.
        bots: Vec<String>,
        /// Of each entry the bot that sits alone among others, and which others: places in `bots`.
        meetings: Vec<(u16, u16)>,
    },
    /// What differs between two states of a game, the first and the second entry.
    Compare,
    /// Which list beats which, at two players.
    Decks {
        /// The lists.
        lists: Vec<String>,
        /// Of each entry the list of the first seat and that of the second: places in `lists`.
        pairs: Vec<(u16, u16)>,
    },
}

/// A simulation of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is called beside the others; empty if there are none.
    pub label: String,
    /// What was counted.
    pub part: Part,
}

/// Simulations that answer a question together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Study {
    /// The question.
    pub question: Question,
    /// The simulations, in order.
    pub entries: Vec<Entry>,
}

impl Study {
    /// Its bytes; the same for the same study.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Whatever can be serialised at all fits into memory.
        let body = postcard::to_allocvec(self).unwrap_or_default();
        let head = [MAGIC.as_slice(), &FORMAT.to_le_bytes(), &content_hash(&body).to_le_bytes()].concat();
        [head, body].concat()
    }

    /// The study of such bytes.
    ///
    /// # Errors
    /// Why it is none.
    pub fn from_bytes(bytes: &[u8]) -> Result<Study, PartError> {
        let (head, body) = bytes.split_at_checked(16).ok_or(PartError::Damaged)?;
        if !head.starts_with(&MAGIC) {
            return Err(PartError::Damaged);
        }
        let has = u16::from_le_bytes([head[6], head[7]]);
        if has != FORMAT {
            return Err(PartError::OtherFormat { has, reads: FORMAT });
        }
        if head[8..] != content_hash(body).to_le_bytes() {
            return Err(PartError::Damaged);
        }
        let study: Study = postcard::from_bytes(body).map_err(|_| PartError::Damaged)?;
        let sound = study.entries.iter().all(|entry| entry.part.is_sound());
        if sound { Ok(study) } else { Err(PartError::Damaged) }
    }

    /// Adds another part of the same study.
    ///
    /// # Errors
    /// It is of another one, or has games that this has.
    pub fn join(&mut self, other: &Study) -> Result<(), PartError> {
        let label = |study: &Study| study.entries.iter().map(|e| e.label.clone()).collect::<Vec<String>>();
        if self.question != other.question || label(self) != label(other) {
            return Err(PartError::Other("what is asked"));
        }
        // Nothing is joined unless all of it can be.
        for (mine, theirs) in self.entries.iter().zip(&other.entries) {
            mine.part.same(&theirs.part)?;
        }
        self.entries.iter_mut().zip(&other.entries).try_for_each(|(mine, theirs)| mine.part.join(&theirs.part))
    }
}

//! Search for the greatest value: every choice without an answer is tried, depth first, on copies of the
//! state.
//!
//! Ties go to the first, in the order of the options, so the result is deterministic. Transpositions (equal
//! states) are searched once. States and lists are reused from one search to the next: once they are large
//! enough, nothing is allocated.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::answers::{AnswerError, AnswerProgress, Decision, ResolvedAnswers};
use crate::ir::{FunctionId, Layout, ToIndex, ValueType};
use crate::table::{Fault, Machine, Names, Rejection, State, Stop};

/// Default limit of [`AnswerSearch::run`]: number of choices answered.
pub const LIMIT: u64 = 20_000_000;
/// Maximum search depth, in choices.
const DEPTH: usize = 2_000;
/// Maximum number of states remembered as searched.
const REMEMBERED: usize = 1 << 22;

/// The reason why a search found no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// A rule faulted.
    Fault(Box<Fault>),
    /// A given answer is not an option.
    Answer(AnswerError),
    /// The search exceeded its limit, given here, or its maximum depth.
    TooMany(u64),
    /// The game ended before there was a value.
    Ended,
    /// The value is not a number.
    NoNumber,
}

/// The buffers of searches.
#[derive(Debug, Default)]
pub struct AnswerSearch {
    levels: Vec<SearchLevel>,
    seen: HashSet<u64, BuildHasherDefault<DigestHasher>>,
    path: Vec<u32>,
}

/// A choice point on the search stack: its state, and the range of its options still to try.
#[derive(Debug)]
struct SearchLevel {
    state: State,
    progress: AnswerProgress,
    next: u32,
    end: u32,
}

/// An identity hasher: digests are already well distributed.
#[derive(Debug, Default)]
struct DigestHasher(u64);

impl Hasher for DigestHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

impl AnswerSearch {
    /// Calls `function` on copies of `state`, and tries every option of each choice that `answers` leave
    /// open. Returns the greatest value and the options that lead to it, one for each choice point.
    pub fn run(
        &mut self,
        machine: &mut Machine,
        names: &Names,
        state: &State,
        function: FunctionId,
        answers: &ResolvedAnswers,
        limit: u64,
    ) -> Result<(i64, &[u32]), SearchError> {
        let function_info = machine.table().ir().functions.find(function);
        if function_info.and_then(|info| info.result.as_ref()) != Some(&ValueType::Int) {
            return Err(SearchError::NoNumber);
        }
        self.seen.clear();
        self.path.clear();
        let mut best = None;
        let mut tried = 0;
        let mut depth = 0;
        self.room(0, state);
        self.levels[0].state.copy_from(state);
        answers.start(&mut self.levels[0].progress);
        let mut stop = machine.call(&mut self.levels[0].state, function, &[]);
        loop {
            let level = &mut self.levels[depth];
            (level.next, level.end) = (0, 0);
            match stop {
                Stop::Choice => {
                    if depth + 1 >= DEPTH {
                        return Err(SearchError::TooMany(limit));
                    }
                    let fresh =
                        depth == 0 || self.seen.insert(digest(&level.state) ^ level.progress.digest());
                    if fresh {
                        (level.next, level.end) = open(machine, names, answers, level)?;
                    }
                    if self.seen.len() >= REMEMBERED {
                        self.seen.clear();
                    }
                }
                Stop::Returned => {
                    let value = match machine.result() {
                        [word] => *word as i64,
                        _ => return Err(SearchError::NoNumber),
                    };
                    if best.is_none_or(|b| value > b) {
                        best = Some(value);
                        self.path.clear();
                        self.path.extend(self.levels[..depth].iter().map(|l| l.next - 1));
                    }
                }
                Stop::Fault(fault) => return Err(SearchError::Fault(fault)),
                Stop::Over | Stop::Idle | Stop::Chance(_) => return Err(SearchError::Ended),
            }
            while self.levels[depth].next == self.levels[depth].end {
                match depth.checked_sub(1) {
                    Some(above) => depth = above,
                    None => return best.map(|b| (b, self.path.as_slice())).ok_or(SearchError::Ended),
                }
            }
            tried += 1;
            if tried > limit {
                return Err(SearchError::TooMany(limit));
            }
            depth += 1;
            if self.levels.len() == depth {
                self.room(depth, state);
            }
            let (above, below) = self.levels.split_at_mut(depth);
            let (above, below) = (&mut above[depth - 1], &mut below[0]);
            let index = above.next;
            above.next += 1;
            below.progress.copy_from(&above.progress);
            if above.next == above.end {
                // This was the last option, so the state above is not needed again.
                std::mem::swap(&mut above.state, &mut below.state);
            } else {
                below.state.copy_from(&above.state);
            }
            if let Err(refused) = machine.choose(&mut below.state, index.index()) {
                return Err(match refused {
                    Rejection::Fault(fault) => SearchError::Fault(fault),
                    Rejection::NotAsked | Rejection::NotPossible => SearchError::Ended,
                });
            }
            stop = machine.advance(&mut below.state);
        }
    }

    fn room(&mut self, depth: usize, state: &State) {
        if self.levels.len() <= depth {
            let progress = AnswerProgress::default();
            self.levels.push(SearchLevel { state: state.clone(), progress, next: 0, end: 0 });
        }
    }
}

/// Returns the range of options to try at a choice point: the given answer, or all.
fn open(
    machine: &mut Machine,
    names: &Names,
    answers: &ResolvedAnswers,
    level: &mut SearchLevel,
) -> Result<(u32, u32), SearchError> {
    let table = machine.table();
    let options = machine.options(&mut level.state).map_err(|refused| match refused {
        Rejection::Fault(fault) => SearchError::Fault(fault),
        Rejection::NotAsked | Rejection::NotPossible => SearchError::Ended,
    })?;
    match answers.decide(names, table, &level.state, options, &mut level.progress) {
        Decision::Option(index) | Decision::Pass(index, _) => Ok((index as u32, index as u32 + 1)),
        Decision::Open => Ok((0, options.len() as u32)),
        Decision::Wrong(wrong) => Err(SearchError::Answer(wrong)),
    }
}

/// Returns a hash of a state without its ply count. Four lanes, because hashing is the main cost of a search
/// besides the rules.
fn digest(state: &State) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let words = state.words();
    let mut lanes = [1, 2, 3, 4u64];
    let (head, rest) = words.split_at(Layout::OPTIONS.min(words.len()));
    for (i, word) in head.iter().enumerate() {
        if i != Layout::PLIES {
            lanes[i % 4] = (lanes[i % 4].rotate_left(25) ^ word).wrapping_mul(MIX);
        }
    }
    let mut chunks = rest.chunks_exact(4);
    for chunk in &mut chunks {
        for (lane, word) in lanes.iter_mut().zip(chunk) {
            *lane = (lane.rotate_left(25) ^ word).wrapping_mul(MIX);
        }
    }
    for word in chunks.remainder() {
        lanes[0] = (lanes[0].rotate_left(25) ^ word).wrapping_mul(MIX);
    }
    let folded =
        lanes.iter().fold(words.len() as u64, |hash, lane| (hash.rotate_left(17) ^ lane).wrapping_mul(MIX));
    folded ^ folded >> 32
}

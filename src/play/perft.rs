//! Perft: counts move sequences, in parallel.

use super::moves::{MoveList, Moves, MovesError};
use super::scenario::chance::FixedChance;
use crate::ir::ToIndex;
use crate::table::{State, Table};
use crate::threads::side_by_side;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Least number of positions for each thread, so that the load is balanced.
const EACH: usize = 24;

/// Move sequences from a state, counted by first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// Whole moves of the state.
    pub moves: MoveList,
    /// For each move, the number of sequences that begin with the move.
    pub counts: Vec<u64>,
}

impl MoveCounts {
    /// Returns the total number of sequences.
    pub fn total(&self) -> u64 {
        self.counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// A position to search: its first move, and all options that led to it. Its state is computed on demand, to
/// save memory.
struct PerftPosition {
    first: u32,
    path: Vec<u32>,
}

/// Counts the sequences of `depth` whole moves (at least 1) from a state that waits at a choice, by first
/// move. A sequence that ends the game earlier is not counted. The result does not depend on `jobs`, the
/// number of threads.
pub fn perft(
    table: &Table,
    state: &State,
    depth: u32,
    jobs: NonZero<usize>,
) -> Result<MoveCounts, MovesError> {
    perft_from(table, state, None, depth, jobs)
}

/// The depth from which the time to compile machine code is repaid.
const COMPILED_FROM: u32 = 4;

/// Like `perft`, from a scenario, with its fixed results of chance.
pub fn perft_from<'t>(
    table: &'t Table<'t>,
    state: &State,
    chance: Option<&FixedChance<'t>>,
    depth: u32,
    jobs: NonZero<usize>,
) -> Result<MoveCounts, MovesError> {
    if depth >= COMPILED_FROM {
        // Without machine code the same counting takes longer.
        let _ = table.compile();
    }
    let mut searcher = Moves::new(table).fixing(chance);
    let moves = searcher.list(state)?;
    let mut counts = vec![0; moves.len()];
    if depth <= 1 {
        counts.fill(1);
        return Ok(MoveCounts { moves, counts });
    }
    let mut positions = Vec::with_capacity(moves.len());
    let mut first = 0;
    searcher.for_each_move(state, |path, _, waits| {
        if waits {
            positions.push(PerftPosition { first, path: path.to_vec() });
        }
        first += 1;
    })?;
    let mut left = depth - 1;
    while left > 1 && jobs.get() > 1 && positions.len() < jobs.get() * EACH && !positions.is_empty() {
        let mut next = Vec::with_capacity(positions.len() * 8);
        for PerftPosition { first, path } in &positions {
            searcher.each_after(state, path, |then, _, waits| {
                if waits {
                    next.push(PerftPosition { first: *first, path: [path, then].concat() });
                }
            })?;
        }
        positions = next;
        left -= 1;
    }
    for (first, count) in count_all(table, (state, chance), &positions, left, jobs)? {
        if let Some(sum) = counts.get_mut(first.index()) {
            *sum = sum.saturating_add(count);
        }
    }
    Ok(MoveCounts { moves, counts })
}

/// Counts the sequences from each position; returns them with the first moves. If several fail, returns the
/// first error.
fn count_all<'t>(
    table: &'t Table<'t>,
    (root, chance): (&State, Option<&FixedChance<'t>>),
    positions: &[PerftPosition],
    depth: u32,
    jobs: NonZero<usize>,
) -> Result<Vec<(u32, u64)>, MovesError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut moves = Moves::new(table).fixing(chance);
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(index) else { return done };
            let counted = moves.perft_after(root, &position.path, depth);
            let failed = counted.is_err();
            done.push((index, counted.map(|count| (position.first, count))));
            if failed {
                return done;
            }
        }
    };
    let mut all = side_by_side(jobs.get().min(positions.len()), work).concat();
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, counted)| counted).collect()
}

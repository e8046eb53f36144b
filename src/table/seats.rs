//! Sets of seats, and the way around the table.

use crate::ir::{Layout, PlayerId, ToIndex};

/// Returns the set of all players at a table of `players`.
pub(super) fn seats(players: u64) -> u64 {
    if players >= 64 { u64::MAX } else { (1 << players) - 1 }
}

/// Returns the players at the table of a state.
pub(super) fn players(words: &[u64]) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
    PlayerId::all(words[Layout::PLAYERS].min(64) as u8)
}

/// Returns the player `by` seats after `player` (before them if negative), among players who are not out, or
/// among all if everybody is out. `None` if `player` is not at the table.
pub(super) fn seats_on(fixed: &[u64], player: u64, by: i64) -> Option<u64> {
    let players = fixed[Layout::PLAYERS];
    if player >= players || by == 0 {
        return (player < players).then_some(player);
    }
    let playing = match seats(players) & !fixed[Layout::OUT] {
        0 => seats(players),
        some => some,
    };
    let steps = (by.unsigned_abs() - 1) % u64::from(playing.count_ones());
    let seat = |step: u64| (player + if by > 0 { step } else { players - step }) % players;
    (1..=players).map(seat).filter(|seat| playing >> seat & 1 == 1).nth(steps.index())
}

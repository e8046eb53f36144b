//! What the end of a game is worth to each player, without listing anything: searches ask for it thousands of times a second.

use crate::table::{Ending, Machine, State};

/// What a draw is worth to each of so many players.
pub(super) fn draw(players: u8) -> f64 {
    // Alone, between having won and having lost.
    if players < 2 { 0.5 } else { 1.0 / f64::from(players) }
}

/// Writes what the end of a game is worth to each player, from 0 (lost) to 1 (won): who has the best score shares the win with
/// those who have it too, a draw is [`draw`]. False where scoring fails.
pub(super) fn shares(machine: &mut Machine, state: &mut State, shares: &mut [f64]) -> bool {
    let players = shares.len();
    shares.fill(0.0);
    match state.ending() {
        Ending::Open | Ending::Draw => shares.fill(draw(players as u8)),
        Ending::Settled => {
            let winners = state.winners();
            shares.iter_mut().enumerate().for_each(|(p, share)| *share = (winners >> p & 1) as f64);
        }
        Ending::Scored => {
            let ir = machine.table().ir();
            let mut ahead = state.seats() & !state.losers();
            let Some(score) = ir.score else {
                shares.fill(draw(players as u8));
                return true;
            };
            for function in std::iter::once(&score).chain(&ir.ties) {
                if ahead.count_ones() < 2 {
                    break;
                }
                match best_by(machine, state, *function, ahead) {
                    Some(best) => ahead = best,
                    None => return false,
                }
            }
            give(ahead, shares);
        }
    }
    true
}

/// Writes who leads by a function of the player, in a game that goes on: as though whoever has most of it had won. False where it
/// fails.
pub(super) fn lead(machine: &mut Machine, state: &mut State, function: u16, shares: &mut [f64]) -> bool {
    let all = state.seats();
    match best_by(machine, state, function, all) {
        Some(ahead) if ahead == all => shares.fill(draw(shares.len() as u8)),
        Some(ahead) => give(ahead, shares),
        None => return false,
    }
    true
}

/// How far apart players were when games were judged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread {
    sum: f64,
    count: f64,
    /// Of a player who plays alone: what they had, all together.
    alone: f64,
}

/// Writes what a game that goes on promises each player, by a function of the player: a draw's worth where all have the same, more
/// for who has more than the others have in the mean, up to a win. How much more is measured by how far apart players usually are.
/// False where it fails.
pub(super) fn judge(
    machine: &mut Machine,
    state: &mut State,
    function: u16,
    spread: &mut Spread,
    shares: &mut [f64],
) -> bool {
    for (player, share) in shares.iter_mut().enumerate() {
        match value(machine, state, function, player as u8) {
            Some(value) => *share = value as f64,
            None => return false,
        }
    }
    let (players, all) = (shares.len() as f64, shares.iter().sum::<f64>());
    spread.count += 1.0;
    spread.alone += all;
    let others = |own: f64| if players > 1.0 { (all - own) / (players - 1.0) } else { spread.alone / spread.count };
    spread.sum += shares.iter().map(|own| (own - others(*own)).abs()).sum::<f64>() / players;
    let usual = spread.sum / spread.count;
    let draw = draw(shares.len() as u8);
    for share in shares.iter_mut() {
        let ahead = *share - others(*share);
        *share = if usual > 0.0 { draw * (1.0 + ahead / (ahead.abs() + usual)) } else { draw };
    }
    true
}

/// Shares the win among a set of players.
fn give(ahead: u64, shares: &mut [f64]) {
    let each = 1.0 / f64::from(ahead.count_ones().max(1));
    for (p, share) in shares.iter_mut().enumerate() {
        *share = if ahead >> p & 1 == 1 { each } else { 0.0 };
    }
}

/// Those of a set of players for whom a function is greatest.
fn best_by(machine: &mut Machine, state: &mut State, function: u16, among: u64) -> Option<u64> {
    let mut best = None;
    let mut ahead = 0;
    let mut left = among;
    while left != 0 {
        let player = left.trailing_zeros();
        left &= left - 1;
        let value = value(machine, state, function, player as u8)?;
        match best {
            Some(b) if value < b => {}
            Some(b) if value == b => ahead |= 1 << player,
            _ => (best, ahead) = (Some(value), 1 << player),
        }
    }
    Some(ahead)
}

/// A function's value for a player; `None` where it fails.
pub(super) fn value(machine: &mut Machine, state: &mut State, function: u16, player: u8) -> Option<i64> {
    let result = machine.evaluate(state, function, &[u64::from(player)]).ok()?;
    result.first().map(|word| *word as i64)
}

//! The payoff of a game for each player, without listing anything: searches ask for it thousands of times a second.
//!
//! Players of one side have the same payoff, so whoever chooses in a tree chooses for the side.

use crate::ir::SidesInfo;
use crate::table::{Ending, Machine, Players, State};

/// The payoff of a draw for each of so many sides.
pub(super) fn draw(sides: u8) -> f64 {
    // Alone, between having won and having lost.
    if sides < 2 { 0.5 } else { 1.0 / f64::from(sides) }
}

/// Who is on whose side in a state.
#[derive(Clone, Debug, Default)]
pub(super) struct Sides {
    /// For each player the set of those on the same side.
    mates: Vec<Players>,
    values: Vec<u64>,
    count: u8,
    /// Each player is a side.
    each: bool,
}

impl Sides {
    /// Looks at a state. False where the rule that tells sides apart fails.
    pub(super) fn look(&mut self, machine: &mut Machine, state: &mut State) -> bool {
        let by_rule = matches!(machine.table().ir().sides, SidesInfo::By(_));
        if self.mates.len() == state.players() as usize && !by_rule {
            // As ever.
            return true;
        }
        if machine.side_values(state, &mut self.values).is_err() {
            return false;
        }
        let values = &self.values;
        let mates = |own: &u64| (0..).zip(values).filter(|(_, v)| *v == own).map(|(p, _)| p).collect::<Players>();
        self.mates.clear();
        self.mates.extend(values.iter().map(mates));
        self.count = (0..).zip(&self.mates).filter(|(p, set)| set.first() == Some(*p)).count() as u8;
        self.each = usize::from(self.count) == self.mates.len();
        true
    }

    /// Whether all players are on one side, one player alone included.
    pub(super) fn is_table(&self) -> bool {
        self.count == 1
    }

    /// The payoff of a draw.
    pub(super) fn draw(&self) -> f64 {
        draw(self.count)
    }

    /// The set of players on a player's side.
    pub(super) fn mates(&self, player: u8) -> Players {
        self.mates.get(player as usize).copied().unwrap_or(Players::one(player))
    }

    /// Shares a win among the sides of a set of players; all of them are a draw.
    fn give(&self, ahead: Players, shares: &mut [f64]) {
        let leads = |p: usize| if self.each { ahead.has(p as u8) } else { self.mates(p as u8).meet(ahead) };
        let first = |p: usize| self.each || self.mates(p as u8).first() == Some(p as u8);
        let sides = (0..shares.len()).filter(|p| leads(*p) && first(*p)).count();
        let each = 1.0 / sides.max(1) as f64;
        for (p, share) in shares.iter_mut().enumerate() {
            *share = if leads(p) { each } else { 0.0 };
        }
    }

    /// Whether a set of players has somebody of every side.
    fn all_in(&self, ahead: Players) -> bool {
        self.mates.iter().all(|mates| mates.meet(ahead))
    }
}

/// Writes the payoff of the end of a game for each player, from 0 (lost) to 1 (won): whose side has the best score shares the win
/// with those that have it too, a draw is [`Sides::draw`]. False where scoring fails.
pub(super) fn shares(machine: &mut Machine, state: &mut State, sides: &mut Sides, shares: &mut [f64]) -> bool {
    if !sides.look(machine, state) {
        return false;
    }
    shares.fill(0.0);
    match state.ending() {
        Ending::Open | Ending::Draw => shares.fill(sides.draw()),
        Ending::Settled => {
            let winners = state.winners();
            shares.iter_mut().enumerate().for_each(|(p, share)| *share = (winners >> p & 1) as f64);
        }
        Ending::Scored => {
            let ir = machine.table().ir();
            let mut ahead = Players::of_word(state.seats() & !state.losers());
            let Some(score) = ir.score else {
                shares.fill(sides.draw());
                return true;
            };
            for function in std::iter::once(&score).chain(&ir.ties) {
                if ahead.count() < 2 {
                    break;
                }
                match best_by(machine, state, *function, ahead) {
                    Some(best) => ahead = best,
                    None => return false,
                }
            }
            sides.give(ahead, shares);
        }
    }
    true
}

/// Writes who leads by a function of the player, in a game that goes on: as though whoever has most of it had won. False where it
/// fails.
pub(super) fn lead(
    machine: &mut Machine,
    state: &mut State,
    function: u16,
    sides: &mut Sides,
    shares: &mut [f64],
) -> bool {
    let all = Players::of_word(state.seats());
    match best_by(machine, state, function, all).filter(|_| sides.look(machine, state)) {
        Some(ahead) if sides.all_in(ahead) => shares.fill(sides.draw()),
        Some(ahead) => sides.give(ahead, shares),
        None => return false,
    }
    true
}

/// How far apart sides were when games were judged.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread {
    sum: f64,
    count: f64,
}

/// Writes what a game that goes on promises each player, by a function of the player: a draw's payoff where all sides have the same in
/// the mean of their players, more for a side that has more than the others, up to a win. How much more is measured by how far apart
/// sides usually are. False where it fails.
pub(super) fn judge(
    machine: &mut Machine,
    state: &mut State,
    function: u16,
    sides: &mut Sides,
    spread: &mut Spread,
    shares: &mut [f64],
) -> bool {
    for (player, share) in shares.iter_mut().enumerate() {
        match value(machine, state, function, player as u8) {
            Some(value) => *share = value as f64,
            None => return false,
        }
    }
    if !sides.look(machine, state) {
        return false;
    }
    let mut all = shares.iter().sum::<f64>();
    if !sides.each {
        all = 0.0;
        for player in 0..shares.len() {
            let mates = sides.mates(player as u8);
            if mates.first() != Some(player as u8) {
                continue;
            }
            let of = |p: &usize| mates.has(*p as u8);
            let mean = (0..shares.len()).filter(of).map(|p| shares[p]).sum::<f64>() / f64::from(mates.count());
            (0..shares.len()).filter(of).for_each(|p| shares[p] = mean);
            all += mean;
        }
    }
    let count = f64::from(sides.count);
    spread.count += 1.0;
    let others = |own: f64| if count > 1.0 { (all - own) / (count - 1.0) } else { own };
    spread.sum += shares.iter().map(|own| (own - others(*own)).abs()).sum::<f64>() / shares.len() as f64;
    let usual = spread.sum / spread.count;
    let draw = sides.draw();
    for share in shares.iter_mut() {
        let ahead = *share - others(*share);
        *share = if usual > 0.0 { draw * (1.0 + ahead / (ahead.abs() + usual)) } else { draw };
    }
    true
}

/// Those of a set of players for whom a function is greatest.
fn best_by(machine: &mut Machine, state: &mut State, function: u16, among: Players) -> Option<Players> {
    let mut best = None;
    let mut ahead = Players::NONE;
    for player in among.iter() {
        let value = value(machine, state, function, player)?;
        match best {
            Some(b) if value < b => {}
            Some(b) if value == b => ahead = ahead | Players::one(player),
            _ => (best, ahead) = (Some(value), Players::one(player)),
        }
    }
    Some(ahead)
}

/// A function's value for a player; `None` where it fails.
pub(super) fn value(machine: &mut Machine, state: &mut State, function: u16, player: u8) -> Option<i64> {
    answer(machine, state, function, &[u64::from(player)])
}

/// The number that a function gives; `None` where it fails.
pub(super) fn answer(machine: &mut Machine, state: &mut State, function: u16, args: &[u64]) -> Option<i64> {
    machine.evaluate(state, function, args).ok()?.first().map(|word| *word as i64)
}

/// A function's values for a set of players, all together; `None` where it fails.
pub(super) fn sum(machine: &mut Machine, state: &mut State, function: u16, players: Players) -> Option<i128> {
    let mut sum = 0;
    for player in players.iter() {
        sum += i128::from(value(machine, state, function, player)?);
    }
    Some(sum)
}

//! Payoffs of a game for each player, computed without a list of standings, because searches need them
//! thousands of times a second.
//!
//! Players of one side have the same payoff, so each chooser in a tree maximises the payoff of its side.

use crate::ir::{FunctionId, PlayerId, SidesInfo};
use crate::table::{Ending, Machine, Players, State};

/// Returns the payoff of a draw between this many sides.
pub(super) fn draw(sides: u8) -> f64 {
    // A single side: between a win and a loss.
    if sides < 2 { 0.5 } else { 1.0 / f64::from(sides) }
}

/// Sides of the players in a state.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerSides {
    /// For each player, the set of players on the same side.
    mates: Vec<Players>,
    values: Vec<u64>,
    count: u8,
    /// True if each player is a side of their own.
    each: bool,
}

impl PlayerSides {
    /// Updates the sides from a state. Returns false if the rule that determines them faults.
    pub(super) fn look(&mut self, machine: &mut Machine, state: &mut State) -> bool {
        let by_rule = matches!(machine.table().ir().sides, SidesInfo::By(_));
        if self.mates.len() == usize::from(state.players()) && !by_rule {
            // Sides that do not come from a rule never change.
            return true;
        }
        if machine.side_values(state, &mut self.values).is_err() {
            return false;
        }
        let values = &self.values;
        let mates = |own: &u64| {
            (0..).zip(values).filter(|(_, v)| *v == own).map(|(p, _)| PlayerId(p)).collect::<Players>()
        };
        self.mates.clear();
        self.mates.extend(values.iter().map(mates));
        self.count =
            (0..).map(PlayerId).zip(&self.mates).filter(|(p, set)| set.first() == Some(*p)).count() as u8;
        self.each = usize::from(self.count) == self.mates.len();
        true
    }

    /// Returns whether all players are on one side, including a single player.
    pub(super) fn is_table(&self) -> bool {
        self.count == 1
    }

    /// Returns the payoff of a draw.
    pub(super) fn draw(&self) -> f64 {
        draw(self.count)
    }

    /// Returns the set of players on a player's side.
    pub(super) fn mates(&self, player: PlayerId) -> Players {
        self.mates.get(player.index()).copied().unwrap_or(Players::one(player))
    }

    /// Divides a win among the sides of a set of players.
    fn give(&self, ahead: Players, shares: &mut [f64]) {
        let leads = |p: PlayerId| if self.each { ahead.has(p) } else { self.mates(p).meet(ahead) };
        let first = |p: PlayerId| self.each || self.mates(p).first() == Some(p);
        let sides = PlayerId::all(shares.len() as u8).filter(|p| leads(*p) && first(*p)).count();
        let each = 1.0 / sides.max(1) as f64;
        for (p, share) in (0..).map(PlayerId).zip(shares) {
            *share = if leads(p) { each } else { 0.0 };
        }
    }

    /// Returns whether a set of players contains a member of every side.
    fn all_in(&self, ahead: Players) -> bool {
        self.mates.iter().all(|mates| mates.meet(ahead))
    }
}

/// Writes the payoff of each player at the end of a game, from 0 (lost) to 1 (won). Sides with the best score
/// divide the win; a draw is [`PlayerSides::draw`]. Returns false if scoring faults.
pub(super) fn shares(
    machine: &mut Machine,
    state: &mut State,
    sides: &mut PlayerSides,
    shares: &mut [f64],
) -> bool {
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

/// Writes payoffs in an unfinished game, as though the players with the greatest value of a function had won.
/// Returns false if it faults.
pub(super) fn lead(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    sides: &mut PlayerSides,
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

/// Differences of the evaluation between sides, over the playouts so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PayoffSpread {
    sum: f64,
    count: f64,
}

/// Writes estimated payoffs in an unfinished game, from the mean of a function over the players of each side:
/// the payoff of a draw if all sides are equal, more for a side that is ahead, up to a win. The lead is
/// measured relative to the usual spread between sides. Returns false if the function faults.
pub(super) fn judge(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    sides: &mut PlayerSides,
    spread: &mut PayoffSpread,
    shares: &mut [f64],
) -> bool {
    for (player, share) in (0..).map(PlayerId).zip(shares.iter_mut()) {
        match value(machine, state, function, player) {
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
        let players = PlayerId::all(shares.len() as u8);
        for player in players.clone() {
            let mates = sides.mates(player);
            if mates.first() != Some(player) {
                continue;
            }
            let of = |p: &PlayerId| mates.has(*p);
            let mean =
                players.clone().filter(of).map(|p| shares[p.index()]).sum::<f64>() / f64::from(mates.count());
            players.clone().filter(of).for_each(|p| shares[p.index()] = mean);
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

/// Returns the players of a set with the greatest value of a function.
fn best_by(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    among: Players,
) -> Option<Players> {
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

/// Returns a function's value for a player; `None` if it faults.
pub(super) fn value(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    player: PlayerId,
) -> Option<i64> {
    answer(machine, state, function, &[u64::from(player)])
}

/// Returns a function's int result; `None` if it faults.
pub(super) fn answer(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    args: &[u64],
) -> Option<i64> {
    match machine.evaluate(state, function, args) {
        Ok(words) => words.first().map(|word| *word as i64),
        Err(fault) => {
            machine.note_failed(fault);
            None
        }
    }
}

/// Returns the sum of a function over a set of players; `None` if it faults.
pub(super) fn sum(
    machine: &mut Machine,
    state: &mut State,
    function: FunctionId,
    players: Players,
) -> Option<i128> {
    let mut sum = 0;
    for player in players.iter() {
        sum += i128::from(value(machine, state, function, player)?);
    }
    Some(sum)
}

//! Exact game value of small games for two players: alpha-beta search to the end.
//!
//! A transposition table keyed by [`Table::key`] searches each position once. The value of a position must
//! not depend on the path to it, so a game in which a position can repeat is refused.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::payoff;
use crate::ir::{CodeAddress, PlayerId, ToIndex, ZoneId, ZoneViewers};
use crate::table::{Fault, Machine, Pick, PickKind, Rejection, State, Stop, Table};

/// Default limit of positions.
pub const LIMIT: u64 = 5_000_000;
/// Maximum search depth, in choices.
const DEEPEST: usize = 1_000;
/// Size of the history table.
const HISTORY: usize = 1 << 12;

/// Game value under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameValue {
    /// The second player wins.
    Second,
    /// Neither player can force a win.
    Draw,
    /// The first player wins.
    First,
}

impl GameValue {
    /// Returns the winner, from 0; `None` for a draw.
    pub fn winner(self) -> Option<PlayerId> {
        match self {
            GameValue::First => Some(PlayerId(0)),
            GameValue::Draw => None,
            GameValue::Second => Some(PlayerId(1)),
        }
    }
}

/// A solved game: the outcome between perfect players, as far as the limit allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The outcome between perfect players.
    pub value: GameValue,
    /// Number of choices to the win, with a winner who hurries and a loser who delays; `None` for a draw, or
    /// if the limit was reached.
    pub choices: Option<u32>,
    /// Principal variation, as option indices; as far as it was found within the limit.
    pub line: Vec<u32>,
    /// Number of positions searched.
    pub positions: u64,
}

/// The reason why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// The number of players, given here, is not two.
    Players(u8),
    /// Both players are on the same side.
    Together,
    /// A zone, an index into `Ir::zones`, is hidden from some player.
    Hidden(ZoneId),
    /// A rule of play uses chance; the index of its instruction.
    Chance(CodeAddress),
    /// The given state does not wait at a choice.
    NotAsked,
    /// A position repeats after these options.
    Circle(Vec<u32>),
    /// The maximum search depth was exceeded.
    TooLong,
    /// The limit of positions, given here, was reached.
    TooMany(u64),
    /// A rule faulted after these options.
    Fault(Vec<u32>, Box<Fault>),
}

/// The key of a position; it is already well distributed, so it is its own hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PositionKey([u64; 2]);

impl PositionKey {
    fn of(table: &Table, state: &State) -> Self {
        let key = table.key(state);
        PositionKey([key as u64, (key >> 64) as u64])
    }
}

impl Hash for PositionKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0[0]);
    }
}

#[derive(Debug, Default)]
struct PositionHasher(u64);

impl Hasher for PositionHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}

type SolvedPositions<T> = HashMap<PositionKey, T, BuildHasherDefault<PositionHasher>>;

/// Bounds of a position's value.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: GameValue,
    high: GameValue,
    /// The option that was best or caused a cutoff.
    best: u16,
}

impl Bounds {
    const NOTHING: Bounds = Bounds { low: GameValue::Second, high: GameValue::First, best: u16::MAX };

    fn exact(value: GameValue) -> Bounds {
        Bounds { low: value, high: value, best: u16::MAX }
    }
}

/// Bounds of the number of choices to the win: certainly at most `within`, certainly more than `beyond`.
#[derive(Clone, Copy, Debug)]
struct Distance {
    within: u32,
    beyond: u32,
}

impl Distance {
    const UNKNOWN: Distance = Distance { within: u32::MAX, beyond: 0 };
}

/// A position on the search stack.
struct SolveLevel<'t> {
    machine: Machine<'t>,
    state: State,
    key: PositionKey,
    /// Its options in search order, each with the bounds known before.
    order: Vec<(u32, u32, Bounds)>,
}

/// A search in progress.
struct Solver<'t> {
    table: &'t Table<'t>,
    levels: Vec<SolveLevel<'t>>,
    values: SolvedPositions<Bounds>,
    distances: SolvedPositions<Distance>,
    /// History heuristic: number of cutoffs that each option has caused, by its content and chooser.
    history: Vec<u32>,
    left: u64,
    sides: payoff::PlayerSides,
    shares: [f64; 2],
}

/// Solves a state that waits at a choice, within `limit` positions.
pub fn solve(table: &Table, state: &State, limit: u64) -> Result<Solution, SolveError> {
    let players = state.players();
    if players != 2 {
        return Err(SolveError::Players(players));
    }
    if let Some(zone) = table.ir().zones.id_where(|z| z.seen_by != ZoneViewers::All) {
        return Err(SolveError::Hidden(zone));
    }
    if let Some(pc) = table.chance_in_play() {
        return Err(SolveError::Chance(pc));
    }
    // Without machine code the same search takes longer.
    let _ = table.compile();
    let mut solver = Solver {
        table,
        levels: Vec::new(),
        values: SolvedPositions::default(),
        distances: SolvedPositions::default(),
        history: vec![0; HISTORY],
        left: limit,
        sides: payoff::PlayerSides::default(),
        shares: [0.0; 2],
    };
    if solver.sides.look(&mut table.machine(), &mut state.clone()) && solver.sides.is_table() {
        return Err(SolveError::Together);
    }
    solver.begin(state)?;
    let value =
        solver.value(0, GameValue::Second, GameValue::First).map_err(|stop| stop.with_limit(limit))?;
    let choices = match value.winner() {
        None => None,
        Some(winner) => match solver.distance(winner) {
            Ok(choices) => choices,
            Err(SolveError::TooMany(_)) => None,
            Err(other) => return Err(other),
        },
    };
    solver.begin(state)?;
    let line = solver.line(value, choices);
    Ok(Solution { value, choices, line, positions: limit - solver.left })
}

impl SolveError {
    fn with_limit(self, limit: u64) -> Self {
        match self {
            SolveError::TooMany(_) => SolveError::TooMany(limit),
            other => other,
        }
    }
}

impl<'t> Solver<'t> {
    fn reach(&mut self, level: usize) {
        while self.levels.len() <= level {
            let (machine, state) = (self.table.machine(), State::default());
            self.levels.push(SolveLevel { machine, state, key: PositionKey([0; 2]), order: Vec::new() });
        }
    }

    fn begin(&mut self, state: &State) -> Result<(), SolveError> {
        self.reach(0);
        let level = &mut self.levels[0];
        level.state.copy_from(state);
        match level.machine.options(&mut level.state) {
            Ok(_) => {}
            Err(Rejection::Fault(fault)) => return Err(SolveError::Fault(Vec::new(), fault)),
            Err(_) => return Err(SolveError::NotAsked),
        }
        level.key = PositionKey::of(self.table, &level.state);
        Ok(())
    }

    /// Applies an option of a level; the result is in the next level. Returns the value if the game is over.
    fn step(&mut self, level: usize, index: u32) -> Result<Option<GameValue>, SolveError> {
        if level + 1 >= DEEPEST {
            return Err(SolveError::TooLong);
        }
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let (Some(from), Some(to)) = (above.last_mut(), below.first_mut()) else {
            return Err(SolveError::NotAsked);
        };
        to.state.copy_from(&from.state);
        let failed = |fault: Box<Fault>| Err(SolveError::Fault(Vec::new(), fault));
        // The copy carries the stamp of the option list in this machine, so options are not listed again.
        match from.machine.choose(&mut to.state, index.index()) {
            Ok(()) => {}
            Err(Rejection::Fault(fault)) => return failed(fault),
            Err(_) => return Err(SolveError::NotAsked),
        }
        match to.machine.advance(&mut to.state) {
            Stop::Choice => {
                to.key = PositionKey::of(self.table, &to.state);
                Ok(None)
            }
            Stop::Fault(fault) => failed(fault),
            _ => {
                if !payoff::shares(&mut to.machine, &mut to.state, &mut self.sides, &mut self.shares) {
                    // `outcome` returns the fault.
                    return match to.machine.outcome(&to.state) {
                        Err(fault) => failed(fault),
                        Ok(_) => Err(SolveError::NotAsked),
                    };
                }
                let [first, second] = self.shares;
                Ok(Some(match first.total_cmp(&second) {
                    Ordering::Greater => GameValue::First,
                    Ordering::Equal => GameValue::Draw,
                    Ordering::Less => GameValue::Second,
                }))
            }
        }
    }

    /// Returns the number of options of a level, and the chooser, from 0.
    fn list_options(&mut self, level: usize) -> Result<(u32, PlayerId), SolveError> {
        let SolveLevel { machine, state, .. } = &mut self.levels[level];
        match machine.options(state) {
            Ok(options) => Ok((options.len() as u32, options.chooser())),
            Err(Rejection::Fault(fault)) => Err(SolveError::Fault(Vec::new(), fault)),
            Err(_) => Err(SolveError::NotAsked),
        }
    }

    /// Looks one ply ahead at every option of a level and sorts them, most promising first. Returns the value
    /// if one option decides it: by ending the game, or by reaching a position of known value.
    fn look(
        &mut self,
        level: usize,
        low: GameValue,
        high: GameValue,
    ) -> Result<Option<GameValue>, SolveError> {
        let (count, chooser) = self.list_options(level)?;
        let known = self.values.get(&self.levels[level].key).map_or(u16::MAX, |b| b.best);
        let mut order = std::mem::take(&mut self.levels[level].order);
        order.clear();
        for index in 0..count {
            self.left = self.left.checked_sub(1).ok_or(SolveError::TooMany(0))?;
            let bounds = match self.step(level, index).map_err(|stop| stop.prepend(index))? {
                Some(value) => Bounds::exact(value),
                None => {
                    let key = self.levels[level + 1].key;
                    // A position that repeats one of its own line would make the search endless.
                    if self.levels[..=level].iter().any(|above| above.key == key) {
                        return Err(SolveError::Circle(vec![index]));
                    }
                    self.values.get(&key).copied().unwrap_or(Bounds::NOTHING)
                }
            };
            let settled = if chooser == PlayerId(0) { bounds.low >= high } else { bounds.high <= low };
            if settled {
                self.levels[level].order = order;
                return Ok(Some(if chooser == PlayerId(0) { bounds.low } else { bounds.high }));
            }
            // Move ordering: known good values first, then the best option from before, then the history
            // heuristic.
            let promise = match (chooser, bounds.low, bounds.high) {
                (PlayerId(0), low, high) => (low as u32) * 3 + high as u32,
                (_, low, high) => (2 - high as u32) * 3 + 2 - low as u32,
            };
            let level = &mut self.levels[level];
            let pick =
                level.machine.options(&mut level.state).ok().and_then(|options| options.nth(index.index()));
            let cuts = pick.map_or(0, |pick| self.history[place(&pick, chooser)]).min((1 << 24) - 1);
            let best = u32::from(index == u32::from(known));
            order.push((promise << 26 | best << 25 | cuts, index, bounds));
        }
        // A stable sort: ties keep the order of the options.
        order.sort_by_key(|(promise, ..)| std::cmp::Reverse(*promise));
        self.levels[level].order = order;
        Ok(None)
    }

    /// Returns the value of a level's state if it is between `low` and `high`; otherwise a bound on the side
    /// where it lies.
    fn value(
        &mut self,
        level: usize,
        mut low: GameValue,
        mut high: GameValue,
    ) -> Result<GameValue, SolveError> {
        let key = self.levels[level].key;
        // Bounds of earlier visits narrow the window, or decide the value.
        if let Some(known) = self.values.get(&key) {
            if known.low >= high || known.low == known.high {
                return Ok(known.low);
            }
            if known.high <= low {
                return Ok(known.high);
            }
            (low, high) = (low.max(known.low), high.min(known.high));
        }
        let (_, chooser) = self.list_options(level)?;
        if let Some(value) = self.look(level, low, high)? {
            return Ok(value);
        }
        let (from_low, from_high) = (low, high);
        let mut best: Option<(GameValue, u32)> = None;
        for place in 0..self.levels[level].order.len() {
            let (_, index, bounds) = self.levels[level].order[place];
            let value = if bounds.low == bounds.high {
                bounds.low
            } else {
                match self.step(level, index).map_err(|stop| stop.prepend(index))? {
                    Some(value) => value,
                    None => self.value(level + 1, low, high).map_err(|stop| stop.prepend(index))?,
                }
            };
            if best.is_none_or(|(b, _)| if chooser == PlayerId(0) { value > b } else { value < b }) {
                best = Some((value, index));
            }
            if chooser == PlayerId(0) {
                low = low.max(value);
            } else {
                high = high.min(value);
            }
            if low >= high {
                // A cutoff: the other player would avoid this position.
                self.shorten_line(level, index, chooser);
                break;
            }
        }
        let Some((value, index)) = best else { return Err(SolveError::NotAsked) };
        // Inside the window, the value is exact; outside, it is a bound.
        let known = self.values.entry(key).or_insert(Bounds::NOTHING);
        if value < from_high {
            known.high = known.high.min(value);
        }
        if value > from_low {
            known.low = known.low.max(value);
        }
        known.best = index.min(u32::from(u16::MAX)) as u16;
        Ok(value)
    }

    fn shorten_line(&mut self, level: usize, index: u32, chooser: PlayerId) {
        let level = &mut self.levels[level];
        if let Some(pick) = level.machine.options(&mut level.state).ok().and_then(|o| o.nth(index.index())) {
            let cuts = &mut self.history[place(&pick, chooser)];
            *cuts = cuts.saturating_add(1);
        }
    }

    /// Returns the least number of choices in which the winner can force the end of the game.
    fn distance(&mut self, winner: PlayerId) -> Result<Option<u32>, SolveError> {
        // Iterative deepening: the first success is the least number.
        for choices in 1..DEEPEST as u32 {
            if self.can_force_end_within(0, choices, winner)? {
                return Ok(Some(choices));
            }
        }
        Ok(None)
    }

    /// Returns whether the winner can force the end of the game within this many choices, at least one, from
    /// the state of a level.
    fn can_force_end_within(
        &mut self,
        level: usize,
        choices: u32,
        winner: PlayerId,
    ) -> Result<bool, SolveError> {
        let key = self.levels[level].key;
        let won = if winner == PlayerId(0) { GameValue::First } else { GameValue::Second };
        let values = self.values.get(&key).copied().unwrap_or(Bounds::NOTHING);
        if won < values.low || won > values.high {
            return Ok(false);
        }
        match self.distances.get(&key) {
            Some(known) if known.within <= choices => return Ok(true),
            Some(known) if known.beyond >= choices => return Ok(false),
            _ => {}
        }
        let (count, chooser) = self.list_options(level)?;
        // The winner needs one good option; the loser needs one bad one.
        let own = chooser == winner;
        let mut settled = false;
        let mut order = std::mem::take(&mut self.levels[level].order);
        order.clear();
        for index in 0..count {
            self.left = self.left.checked_sub(1).ok_or(SolveError::TooMany(0))?;
            let known = match self.step(level, index).map_err(|stop| stop.prepend(index))? {
                Some(value) => Some(value == won),
                None if choices == 1 => Some(false),
                None => {
                    let key = self.levels[level + 1].key;
                    let known = self.distances.get(&key).copied().unwrap_or(Distance::UNKNOWN);
                    let good = (known.within < choices).then_some(true);
                    let known_so_far = good.or((known.beyond >= choices - 1).then_some(false));
                    if known_so_far.is_none() {
                        // Ordered by `beyond`: the option that resisted longest is likely to do so again.
                        let promise = if own { known.beyond } else { u32::MAX - known.beyond };
                        order.push((promise, index, Bounds::NOTHING));
                    }
                    known_so_far
                }
            };
            if known == Some(own) {
                settled = true;
                break;
            }
        }
        order.sort_by_key(|(promise, ..)| *promise);
        self.levels[level].order = order;
        let mut place = 0;
        while let Some((_, index, _)) = self.levels[level].order.get(place).copied().filter(|_| !settled) {
            place += 1;
            self.step(level, index).map_err(|stop| stop.prepend(index))?;
            settled = self
                .can_force_end_within(level + 1, choices - 1, winner)
                .map_err(|stop| stop.prepend(index))?
                == own;
        }
        let holds = settled == own;
        let known = self.distances.entry(key).or_insert(Distance::UNKNOWN);
        if holds {
            known.within = known.within.min(choices);
        } else {
            known.beyond = known.beyond.max(choices);
        }
        Ok(holds)
    }

    /// Returns the principal variation, as far as it is found within the limit. Ties go to the first option.
    fn line(&mut self, value: GameValue, choices: Option<u32>) -> Vec<u32> {
        let mut line = Vec::new();
        let mut left = choices;
        loop {
            let level = line.len();
            match self.best(level, value, left) {
                Ok(Some((index, over))) => {
                    line.push(index);
                    left = left.map(|left| left.saturating_sub(1));
                    if over {
                        return line;
                    }
                }
                // The limit was reached; the line so far is correct.
                Ok(None) | Err(_) => return line,
            }
        }
    }

    /// Returns the best option of a level, and whether it ends the game; the next level holds the result. If
    /// `left` gives the number of choices left, the winner takes no more than these, and the loser no fewer.
    fn best(
        &mut self,
        level: usize,
        value: GameValue,
        left: Option<u32>,
    ) -> Result<Option<(u32, bool)>, SolveError> {
        let (count, chooser) = self.list_options(level)?;
        for index in 0..count {
            let ended = self.step(level, index)?;
            let good = match (ended, left, value.winner()) {
                (Some(end), None | Some(1), _) => end == value,
                (Some(end), Some(_), winner) => end == value && winner == Some(chooser),
                (None, Some(left), Some(winner)) if winner == chooser => {
                    left > 1 && self.can_force_end_within(level + 1, left - 1, winner)?
                }
                (None, Some(left), Some(winner)) => {
                    left <= 2 || !self.can_force_end_within(level + 1, left - 2, winner)?
                }
                (None, ..) => self.value(level + 1, GameValue::Second, GameValue::First)? == value,
            };
            if good {
                // The search may have overwritten the next level, so the option is applied again.
                let ended = self.step(level, index)?;
                return Ok(Some((index, ended.is_some())));
            }
        }
        Ok(None)
    }
}

impl SolveError {
    /// Prepends an option to the path, which is built from its end.
    fn prepend(mut self, index: u32) -> Self {
        if let SolveError::Circle(path) | SolveError::Fault(path, _) = &mut self {
            path.insert(0, index);
        }
        self
    }
}

/// Returns the index of an option in the history table.
fn place(pick: &Pick, chooser: PlayerId) -> usize {
    let kind = match pick.kind {
        PickKind::Element => 1,
        PickKind::Arm(arm) => 2 + (u64::from(arm) << 8),
        PickKind::Action(action) => 3 + (u64::from(action.0) << 8),
    };
    let add = |hash: u64, word: &u64| (hash.rotate_left(9) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let hash = pick.values().iter().fold(add(u64::from(chooser), &kind), add);
    (hash >> 32).index() % HISTORY
}

//! The bot that takes the move after which the table is best for it.

use super::bot::{draw_below, mix};
use super::seat::{Bot, Seen};
use super::worth;
use crate::table::{Machine, Pick, Sampler, State, Stop, Table};

/// On how many samples a move is tried where chance or hidden things have a part in it.
const SAMPLES: u64 = 16;
/// How many choices of one move may be tried.
const MOST_TRIED: u32 = 4096;
/// The most choices of a move that are looked at.
const DEEPEST: usize = 64;
/// What having won is worth: more than any value that an expression can have.
const WON: i128 = 1 << 80;

/// Takes the move after which a function of the player is greatest; of equals any, each as likely. A move is tried to its end.
///
/// It never sees the table itself: it tries moves on samples of what its player sees.
pub struct Greedy<'t> {
    table: &'t Table<'t>,
    /// How good the table is: a player → an int. Without it the end of the game alone counts.
    evaluate: Option<u16>,
    seed: u64,
    sampler: Sampler,
    sample: State,
    /// A machine and a state for each choice of a move.
    levels: Vec<(Machine<'t>, State)>,
    shares: Vec<f64>,
    /// For each option what it came to, on how many samples.
    sums: Vec<(i128, u32)>,
    picks: Vec<Pick>,
    tried: u32,
}

impl<'t> Greedy<'t> {
    /// For a game, by one of `Ir::functions`: a player → an int.
    pub fn new(table: &'t Table<'t>, evaluate: Option<u16>) -> Self {
        Greedy {
            table,
            evaluate,
            seed: 0,
            sampler: Sampler::default(),
            sample: State::default(),
            levels: Vec::new(),
            shares: Vec::new(),
            sums: Vec::new(),
            picks: Vec::new(),
            tried: 0,
        }
    }

    fn reach(&mut self, level: usize) {
        while self.levels.len() <= level {
            self.levels.push((self.table.machine(), State::default()));
        }
    }

    /// What the state at a level comes to for a player: it stands right after a choice. `None` where a rule fails.
    fn worth(&mut self, level: usize, you: u8) -> Option<i128> {
        let (machine, state) = &mut self.levels[level];
        match machine.advance(state) {
            Stop::Choice => {}
            Stop::Over => {
                if !worth::shares(machine, state, &mut self.shares) {
                    return None;
                }
                let (share, draw) = (self.shares.get(you as usize)?, worth::draw(state.players()));
                return Some(match share.total_cmp(&draw) {
                    std::cmp::Ordering::Less => -WON,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => WON,
                });
            }
            _ => return None,
        }
        let options = machine.options(state).ok()?;
        let more = self.table.ir().choices.get(options.choice() as usize).is_some_and(|c| c.more);
        let count = options.len();
        if more && options.chooser() == you && level < DEEPEST && self.tried < MOST_TRIED {
            return (0..count).filter_map(|index| self.try_option(level, index, you)).max();
        }
        match self.evaluate {
            Some(function) => worth::value(machine, state, function, you).map(i128::from),
            None => Some(0),
        }
    }

    /// What an option of the state at a level comes to, tried at the next.
    fn try_option(&mut self, level: usize, index: usize, you: u8) -> Option<i128> {
        self.tried += 1;
        self.reach(level + 1);
        let (above, below) = self.levels.split_at_mut(level + 1);
        let ((machine, from), (_, to)) = (above.last_mut()?, below.first_mut()?);
        // What was listed last may have been evaluated away: a copy is answered as its original would be.
        machine.options(from).ok()?;
        to.copy_from(from);
        machine.choose(to, index).ok()?;
        self.worth(level + 1, you)
    }
}

impl Bot for Greedy<'_> {
    fn begin(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn choose(&mut self, seen: &Seen) -> usize {
        let options = seen.options();
        if options.len() == 1 {
            return 0;
        }
        let you = seen.player();
        let seed = mix(self.seed, seen.plies());
        self.reach(0);
        self.sums.clear();
        self.sums.resize(options.len(), (0, 0));
        let open = self.table.is_open();
        self.picks.clear();
        if !open {
            self.picks.extend(options.iter());
        }
        for sample in 0..if open { 1 } else { SAMPLES } {
            let (machine, _) = &mut self.levels[0];
            seen.sample(&mut self.sampler, machine, mix(seed, sample), &mut self.sample);
            self.shares.resize(self.sample.players() as usize, 0.0);
            let (machine, state) = &mut self.levels[0];
            state.copy_from(&self.sample);
            if machine.options(state).is_err() {
                continue;
            }
            for index in 0..self.sums.len() {
                let (machine, state) = &mut self.levels[0];
                // The sample may offer other things, where what is hidden has a say in what is legal.
                let place = match (self.picks.get(index), machine.options(state)) {
                    (None, _) => Some(index),
                    (Some(pick), Ok(options)) => options.position(pick),
                    (Some(_), Err(_)) => None,
                };
                self.tried = 0;
                if let Some(value) = place.and_then(|place| self.try_option(0, place, you)) {
                    let (sum, count) = &mut self.sums[index];
                    *sum += value;
                    *count += 1;
                }
            }
        }
        // Means are compared without dividing; what could be tried on no sample comes last.
        let better = |a: (i128, u32), b: (i128, u32)| match (a.1, b.1) {
            (0, _) => false,
            (_, 0) => true,
            (n, m) => a.0 * i128::from(m) > b.0 * i128::from(n),
        };
        let best = self.sums.iter().copied().fold((0, 0), |best, sum| if better(sum, best) { sum } else { best });
        let equal = |sum: &(i128, u32)| !better(*sum, best) && !better(best, *sum);
        let ways = self.sums.iter().filter(|sum| equal(sum)).count();
        let nth = draw_below(seed, u64::MAX, ways);
        self.sums.iter().enumerate().filter(|(_, sum)| equal(sum)).nth(nth).map_or(0, |(index, _)| index)
    }
}

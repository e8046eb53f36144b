//! What is counted over many games, in whole numbers only: so the order in which games are added never matters.

use crate::table::Outcome;

/// Sums over a number that was seen several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    /// How often it was seen.
    pub count: u64,
    sum: i128,
    squares: i128,
    range: Option<(i64, i64)>,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum = self.sum.saturating_add(i128::from(value));
        self.squares = self.squares.saturating_add(i128::from(value) * i128::from(value));
        self.range = Some(self.range.map_or((value, value), |(low, high)| (low.min(value), high.max(value))));
    }

    /// Adds all that the other has seen.
    pub fn merge(&mut self, other: &Moments) {
        self.count += other.count;
        self.sum = self.sum.saturating_add(other.sum);
        self.squares = self.squares.saturating_add(other.squares);
        self.range = match (self.range, other.range) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
    }

    /// Least and greatest; `None` if nothing was seen.
    pub fn range(&self) -> Option<(i64, i64)> {
        self.range
    }

    /// The mean; 0 if nothing was seen.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation of a sample (divided by n − 1); 0 for fewer than two values.
    pub fn deviation(&self) -> f64 {
        if self.count < 2 {
            return 0.0;
        }
        let n = i128::from(self.count);
        // n·Σx² − (Σx)² is exact; only numbers that no score reaches would leave 128 bits.
        let spread = match (self.squares.checked_mul(n), self.sum.checked_mul(self.sum)) {
            (Some(a), Some(b)) => (a - b).max(0) as f64,
            _ => self.squares as f64 * n as f64 - (self.sum as f64).powi(2),
        };
        (spread / (n as f64 * (n - 1) as f64)).max(0.0).sqrt()
    }
}

/// Within which the true share lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// From …
    pub low: f64,
    /// … to, both between 0 and 1.
    pub high: f64,
}

/// The 95 % Wilson score interval of `successes` out of `trials`; 0 to 1 where nothing was tried.
pub fn wilson(successes: u64, trials: u64) -> Interval {
    // The 97.5th percentile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let n = trials as f64;
    let p = successes.min(trials) as f64 / n;
    let scale = 1.0 + Z * Z / n;
    let centre = p + Z * Z / (2.0 * n);
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    // At the ends the interval touches 0 and 1, which rounding may miss by a hair.
    let low = if successes == 0 { 0.0 } else { (centre - reach) / scale };
    let high = if successes >= trials { 1.0 } else { (centre + reach) / scale };
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

/// What a seat did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatStats {
    /// Games in which it was among the winners.
    pub wins: u64,
    /// Of those, games that it did not win alone.
    pub shared: u64,
    /// Its scores, in games that scores decided.
    pub scores: Moments,
}

/// What is counted over many games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Games that came to an end.
    pub finished: u64,
    /// Games given up because they went on too long.
    pub unfinished: u64,
    /// Games that ended in a fault.
    pub faults: u64,
    /// Finished games with more than one winner.
    pub shared: u64,
    /// Finished games without a winner.
    pub drawn: u64,
    /// Each seat, in order.
    pub seats: Vec<SeatStats>,
    /// Choices made in all games, unfinished and faulted ones included.
    pub plies: u64,
    /// How many finished games had so many choices.
    lengths: Vec<u64>,
}

impl Stats {
    /// Nothing counted yet, for so many players.
    pub fn new(players: u8) -> Self {
        Stats { seats: vec![SeatStats::default(); players as usize], ..Stats::default() }
    }

    /// Adds a finished game, in which everybody sat so many seats behind their own.
    pub fn finish(&mut self, outcome: &Outcome, plies: u64, shift: usize) {
        self.finished += 1;
        let winners = outcome.winners().count();
        self.shared += u64::from(winners > 1);
        self.drawn += u64::from(winners == 0);
        for (seat, standing) in self.seats.iter_mut().zip(outcome.standings.iter().cycle().skip(shift)) {
            seat.wins += u64::from(standing.won);
            seat.shared += u64::from(standing.won && winners > 1);
            if let Some(score) = standing.score {
                seat.scores.add(score);
            }
        }
        let plies = plies as usize;
        if self.lengths.len() <= plies {
            self.lengths.resize(plies + 1, 0);
        }
        self.lengths[plies] += 1;
    }

    /// Adds all that the other has counted.
    pub fn merge(&mut self, other: &Stats) {
        self.finished += other.finished;
        self.unfinished += other.unfinished;
        self.faults += other.faults;
        self.shared += other.shared;
        self.drawn += other.drawn;
        self.plies += other.plies;
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.wins += other.wins;
            seat.shared += other.shared;
            seat.scores.merge(&other.scores);
        }
        if self.lengths.len() < other.lengths.len() {
            self.lengths.resize(other.lengths.len(), 0);
        }
        for (length, other) in self.lengths.iter_mut().zip(&other.lengths) {
            *length += other;
        }
    }

    /// The length, in choices, that `percent` of the finished games do not exceed (nearest rank; 0: the shortest, 100: the
    /// longest); `None` if none finished.
    pub fn length(&self, percent: u8) -> Option<u64> {
        let rank = (u128::from(self.finished) * u128::from(percent)).div_ceil(100).max(1) as u64;
        let mut games = 0;
        self.lengths
            .iter()
            .position(|n| {
                games += n;
                games >= rank
            })
            .map(|plies| plies as u64)
    }
}

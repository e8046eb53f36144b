//! The time that people have.

use crate::ir::PlayerId;
use std::time::{Duration, Instant};

/// The time left of each seat.
#[derive(Debug)]
pub struct Clocks {
    /// By seat, without the time since the running clock was started.
    pub left: Vec<Duration>,
    /// Added after each answer.
    pub increment: Duration,
    /// The seat whose time runs, since when.
    pub running: Option<(PlayerId, Instant)>,
}

impl Clocks {
    pub fn time_left(&self, seat: PlayerId, now: Instant) -> Duration {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        match self.running {
            Some((running, since)) if running == seat => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// Returns the time that a seat has left after an answer.
    pub fn left_after(&self, seat: PlayerId, now: Instant) -> Duration {
        let runs = self.running.is_some_and(|(running, _)| running == seat);
        let increment = if runs { self.increment } else { Duration::ZERO };
        self.time_left(seat, now).saturating_add(increment)
    }

    /// Stops the running clock, and starts that of `seat`.
    pub fn run(&mut self, seat: Option<PlayerId>, now: Instant) {
        if let Some((before, _)) = self.running {
            let left = self.time_left(before, now);
            if let Some(own) = self.left.get_mut(before.index()) {
                *own = left;
            }
        }
        self.running = seat.map(|seat| (seat, now));
    }

    /// Stops a seat's clock after an answer.
    pub fn stop(&mut self, seat: PlayerId, now: Instant) {
        let left = self.left_after(seat, now);
        if let Some(own) = self.left.get_mut(seat.index()) {
            *own = left;
        }
        self.running.take_if(|(running, _)| *running == seat);
    }
}

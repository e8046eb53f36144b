//! A simulation: the games to play, their players, and the figures to count.

use super::counts::CountSelection;
use crate::ir::ToIndex;
use crate::play::{Agreement, BotKind, game_seed};
use crate::table::Table;
use std::num::NonZero;
use std::ops::Range;

/// Default number of games watched closely.
pub const WATCH: u64 = 64;
/// Default limit of choices in a game.
pub const MAX_PLIES: u64 = 100_000;

/// A simulation to be run.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The agreement of the players. Its seed is the simulation's; each game's seed is derived from it (see
    /// [`game_seed`]).
    pub agreement: Agreement,
    /// The bot of each seat.
    pub bots: Vec<BotKind>,
    /// True if every bot moves to another seat with each game. Results are then counted by bot, in the order
    /// of `bots`.
    pub rotate: bool,
    /// The seat of each bot, game after game, where bots rotate. If empty, each bot moves on to the next
    /// seat.
    pub seatings: Vec<Vec<usize>>,
    /// True if each random seed is used for as many games as there are seats, which differ only in the seats
    /// of the bots.
    pub mirror: bool,
    /// Number of games.
    pub games: u64,
    /// The games that this run plays; all of them unless the simulation is split into parts.
    pub part: Range<u64>,
    /// The counts to collect besides the results.
    pub wants: CountSelection,
    /// Number of games watched closely where rules are counted.
    pub watch: u64,
    /// Limit of choices after which a game is stopped.
    pub max_plies: u64,
    /// The id of the scenario from which games start; `None` to start with setup.
    pub scenario: Option<String>,
    /// Number of threads.
    pub jobs: NonZero<usize>,
}

impl Simulation {
    /// Creates a simulation of games between `bots`, one for each seat, in one thread, that counts only the
    /// results.
    pub fn new(agreement: Agreement, bots: Vec<BotKind>, games: u64) -> Simulation {
        Simulation {
            agreement,
            bots,
            rotate: false,
            seatings: Vec::new(),
            mirror: false,
            games,
            part: 0..games,
            wants: CountSelection::default(),
            watch: WATCH,
            max_plies: MAX_PLIES,
            scenario: None,
            jobs: NonZero::<usize>::MIN,
        }
    }

    /// Returns the seat of each bot in the game `index`.
    pub fn seating(&self, index: u64) -> impl Iterator<Item = usize> + '_ {
        let count = self.bots.len();
        let by = if self.rotate { (index % count.max(1) as u64).index() } else { 0 };
        let seats = self.seatings.get(by).filter(|_| self.rotate);
        (0..count)
            .map(move |bot| seats.and_then(|seats| seats.get(bot)).copied().unwrap_or((bot + by) % count))
    }

    /// Returns the bot of each seat in the game `index`.
    pub fn seats(&self, index: u64) -> Vec<BotKind> {
        let mut bots = self.bots.clone();
        for (bot, seat) in self.bots.iter().zip(self.seating(index)) {
            if let Some(place) = bots.get_mut(seat) {
                *place = *bot;
            }
        }
        bots
    }

    /// Returns the random seed of the game `index`.
    pub fn seed(&self, index: u64) -> u64 {
        let seats = self.bots.len().max(1) as u64;
        game_seed(self.agreement.seed, if self.mirror { index / seats } else { index })
    }

    /// Returns whether machines can answer choices themselves: every bot is uniformly random, and no selected
    /// count needs the choices.
    pub(super) fn plays_out(&self, table: &Table) -> bool {
        let CountSelection { cards, choices, lists, scores, .. } = self.wants;
        let looks = cards || choices || lists || scores;
        !looks
            && !table.has_more()
            && !table.is_profiled()
            && self.bots.iter().all(|bot| *bot == BotKind::Random)
    }

    /// Returns whether the game `index` is watched closely. Watched games are evenly spread.
    pub(super) fn watches(&self, index: u64) -> bool {
        self.wants.rules && index.is_multiple_of(self.games.div_ceil(self.watch.max(1)).max(1))
    }
}

//! Bots: those of other programs, the game's own, and the matches that they play.

use std::cell::RefCell;
use std::sync::Arc;

use self_cell::self_cell;

use super::error::{Error, ErrorKind};
use super::game::GameCell;
use super::game_match::{Match, Position};
use crate::ir::{PlayerId, SeatNumber};
use crate::play::{self, BotKind, Options, Outcome, bot_seed};
use crate::protocol::View;

/// A player that is a program.
pub trait Bot: Send {
    /// Begins a match. A bot whose choices depend only on this seed and on its turns plays the same match
    /// again.
    fn begin(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Returns the index of an option in [`Options::options`]. An index out of range counts as the last
    /// option.
    fn choose(&mut self, turn: &Turn) -> usize;
}

/// A choice of a bot: its options, and the information of its seat.
pub struct Turn<'m> {
    /// Must not be exposed: it has the other seats' hands. In a cell, because the machine lists options in
    /// buffers of its own.
    of: RefCell<&'m mut Match>,
    options: Options,
}

impl<'m> Turn<'m> {
    pub(super) fn new(of: &'m mut Match, options: Options) -> Self {
        Turn { of: RefCell::new(of), options }
    }

    /// Returns the options; there is at least one.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the seat that must choose.
    #[must_use]
    pub fn seat(&self) -> SeatNumber {
        self.options.seat
    }

    /// Returns the number of answers so far.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.of.borrow().answers()
    }

    /// Returns the view of the seat.
    ///
    /// # Errors
    /// None: the seat exists.
    pub fn view(&self) -> Result<View, Error> {
        self.of.borrow().view(Some(self.seat()))
    }

    /// Returns the record of the match, as the seat may read it.
    ///
    /// # Errors
    /// None: the seat exists.
    pub fn record(&self) -> Result<Vec<String>, Error> {
        self.of.borrow().record(Some(self.seat()))
    }

    /// Returns a match in this position, in which everything that the seat cannot see is drawn at random from
    /// a seed, and future chance, too. Option names may differ if they name hidden components; the seat's own
    /// options are in the same order.
    #[must_use]
    pub fn sample(&self, seed: u64) -> Option<Match> {
        self.of.borrow_mut().sample(seed)
    }
}

type AnyBot<'t> = Box<dyn play::TableBot + 't>;

self_cell!(
    struct BotCell {
        owner: Arc<GameCell>,

        #[not_covariant]
        dependent: AnyBot,
    }
);

/// One of the game's bots. It plays matches of the game, and with the lists, for which it was created; in
/// others it takes the first option.
pub struct ShippedBot {
    kept: BotCell,
    name: String,
}

impl ShippedBot {
    pub(super) fn new(prepared: &Arc<GameCell>, name: &str) -> Result<ShippedBot, Error> {
        let kind = BotKind::of(prepared.ir(), name).map_err(Error::settings)?;
        let kept = BotCell::new(Arc::clone(prepared), |prepared| kind.make(prepared.table()));
        Ok(ShippedBot { kept, name: kind.name(prepared.ir()) })
    }

    /// Returns the bot's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Bot for ShippedBot {
    fn begin(&mut self, seed: u64) {
        self.kept.with_dependent_mut(|_, bot| bot.begin(seed));
    }

    fn choose(&mut self, turn: &Turn) -> usize {
        let mut of = turn.of.borrow_mut();
        if !Arc::ptr_eq(self.kept.borrow_owner(), of.prepared()) {
            return 0;
        }
        of.with_seen(|seen| self.kept.with_dependent_mut(|_, bot| bot.choose(seen))).unwrap_or(0)
    }
}

impl std::fmt::Debug for ShippedBot {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("ShippedBot").field(&self.name).finish()
    }
}

impl Match {
    /// Creates one of the game's bots for a seat of this match: `random`, `greedy`, `mcts:200`, or one that
    /// the game declares.
    ///
    /// # Errors
    /// There is no such bot.
    pub fn bot(&self, name: &str) -> Result<ShippedBot, Error> {
        ShippedBot::new(self.prepared(), name)
    }

    /// Plays to the end: the first bot in seat 1, and so on. Begins each bot with a random seed of its own.
    ///
    /// # Errors
    /// There are not as many bots as seats, or a rule failed.
    pub fn play(&mut self, bots: &mut [Box<dyn Bot>]) -> Result<Outcome, Error> {
        let (players, seed) = (self.players(), self.seed());
        if bots.len() != usize::from(players) {
            return Err(Error::settings(format!("there are {} bots for {players} seats", bots.len())));
        }
        for (bot, seat) in bots.iter_mut().zip(PlayerId::all(players)) {
            bot.begin(bot_seed(seed, seat));
        }
        loop {
            match self.position() {
                Position::Choice(options) => {
                    let (count, seat) = (options.options.len(), options.seat);
                    let Some(bot) = bots.get_mut(seat.index()) else {
                        return Err(Error::new(
                            ErrorKind::Bug,
                            format!("seat {seat} must choose and does not exist"),
                        ));
                    };
                    let option = bot.choose(&Turn::new(self, options));
                    self.choose(option.min(count.saturating_sub(1)))?;
                }
                Position::Over(outcome) => return Ok(outcome),
                Position::Fault(fault) => {
                    return Err(Error::new(ErrorKind::Fault, format!("{} {}", fault.code, fault.message)));
                }
            }
        }
    }
}

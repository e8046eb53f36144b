//! The library for other programs: owned handles of games, matches and bots, re-exported at the crate's root.
//! `docs/embedding.md` documents it, and which parts are stable.
//!
//! It wraps [`play`](crate::play), [`protocol`](crate::protocol), [`lab`](crate::lab) and `print`, and adds
//! no capability of its own. Seats are [`SeatNumber`]s, from 1, as in the protocol. The layers above have
//! players, from 0: [`PlayerId`](crate::ir::PlayerId).

mod bot;
mod config;
mod error;
mod game;
mod game_match;
#[cfg(feature = "print")]
mod printing;
mod simulation;

pub use bot::{Bot, ShippedBot, Turn};
pub use config::MatchConfig;
pub use error::{Error, ErrorKind};
pub use game::{CardEntry, Game};
pub use game_match::{FaultReport, Match, Position};
#[cfg(feature = "print")]
pub use printing::{PrintConfig, PrintFile, PrintOutput, print};
pub use simulation::{Contender, ScoreFigures, SimulationConfig, SimulationReport, simulate};

pub use crate::ir::SeatNumber;
pub use crate::play::{OptionEntry, Options, Outcome, SeatOutcome};
pub use crate::protocol::{View, ZoneView};

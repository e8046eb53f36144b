//! A match in progress, which owns all that it needs.

use std::sync::Arc;

use self_cell::self_cell;
use serde::Serialize;
use serde_json::Value;

use super::config::MatchConfig;
use super::error::{Error, ErrorKind};
use super::game::{Game, GameCell};
use crate::ir::{PlayerId, SeatNumber};
use crate::play::{Agreement, Disagreement, Observation, Options, Outcome, SavedGame, Session};
use crate::protocol::{DrivenGame, View};
use crate::source::Sources;
use crate::table::{Players, Sampler, State};

self_cell!(
    /// A game in progress with the table that it borrows.
    struct MatchCell {
        owner: Arc<GameCell>,

        #[not_covariant]
        dependent: DrivenGame,
    }
);

/// A match in progress. It knows the whole table, hidden cards included: send a client only what
/// [`Match::view`], [`Match::record`] and, if the client's seat must choose, [`Match::options`] return.
///
/// A clone is an independent copy of the position.
pub struct Match {
    game: Game,
    running: MatchCell,
}

/// The position of a match. It is a choice until the match has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Position {
    /// A seat must choose.
    Choice(Options),
    /// The match is over.
    Over(Outcome),
    /// A rule failed, and the match cannot continue.
    Fault(FaultReport),
}

/// A fault of a rule in play. It tells only what everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FaultReport {
    /// The code for `cardwright explain`.
    pub code: String,
    /// The message, in one line.
    pub message: String,
}

impl MatchCell {
    /// Lays out the table and plays to the first choice.
    fn begin(prepared: &Arc<GameCell>, agreement: Agreement) -> Result<MatchCell, Error> {
        MatchCell::try_new(Arc::clone(prepared), |prepared| {
            let session = Session::new(prepared.table(), agreement);
            session.map(DrivenGame::new).map_err(|why| disagreement(prepared, why))
        })
    }

    /// Goes on from a state, without record.
    fn resume(prepared: &Arc<GameCell>, agreement: Agreement, state: State) -> Result<MatchCell, Error> {
        MatchCell::try_new(Arc::clone(prepared), |prepared| {
            let session = Session::resume(prepared.table(), agreement, state);
            session.map(DrivenGame::new).map_err(|why| disagreement(prepared, why))
        })
    }
}

impl Match {
    /// Begins a match, and plays to its first choice.
    ///
    /// # Errors
    /// The game does not allow these settings.
    pub fn new(game: &Game, config: &MatchConfig) -> Result<Match, Error> {
        let sitting = config.sitting()?;
        let prepared = match sitting.compile_for_lists(game.prepared().game()).map_err(Error::of_lists)? {
            Some(laid) => GameCell::compiled(laid)?,
            None => Arc::clone(game.prepared()),
        };
        let agreement = sitting.settle(&mut prepared.table().machine(), config.seed_or_default());
        let agreement = agreement.map_err(|why| disagreement(&prepared, why))?;
        Ok(Match { game: game.clone(), running: MatchCell::begin(&prepared, agreement)? })
    }

    /// Begins another match with the same settings and lists, but another random seed.
    ///
    /// # Errors
    /// A rule failed while the table was laid out.
    pub fn restart(&self, seed: u64) -> Result<Match, Error> {
        let agreement = self.with(|driven| Agreement { seed, ..driven.session().agreement().clone() });
        Ok(Match { game: self.game.clone(), running: MatchCell::begin(self.prepared(), agreement)? })
    }

    /// Loads a match from the text of [`Match::save`], or from a file that `cardwright play` has saved.
    ///
    /// # Errors
    /// The text is not a saved match, or does not fit the current rules.
    pub fn load(game: &Game, saved: &str) -> Result<Match, Error> {
        let mut sources = Sources::default();
        let file = sources.add("saved match", saved);
        let (saved, places) = SavedGame::parse(&sources, file)
            .map_err(|found| Error::from_diagnostics(ErrorKind::Saved, found, sources.clone()))?;
        let compiled = game.prepared().game();
        let wrong = |d| Error::from_diagnostics(ErrorKind::Saved, vec![d], sources.clone());
        let lists = saved.laid_for(&compiled.ir, &places).map_err(wrong)?;
        let prepared = match lists.lists.is_empty() {
            true => Arc::clone(game.prepared()),
            false => {
                let laid = compiled.laid_for(&lists);
                GameCell::compiled(laid.map_err(|found| {
                    Error::from_diagnostics(ErrorKind::Saved, found, compiled.sources().clone())
                })?)?
            }
        };
        let running = MatchCell::try_new(prepared, |prepared| {
            let table = prepared.table();
            let wrong = |why| Error::of_replay(why, sources.clone(), table);
            let agreement = saved.agreement(&places, &mut table.machine()).map_err(wrong)?;
            let mut session = Session::new(table, agreement).map_err(|why| disagreement(prepared, why))?;
            saved.replay(&places, &mut session, usize::MAX, |_| true).map_err(wrong)?;
            Ok(DrivenGame::new(session))
        })?;
        Ok(Match { game: game.clone(), running })
    }

    /// Returns the match as text for [`Match::load`]. It contains the random seed and all answers, so players
    /// must not see it.
    ///
    /// # Errors
    /// The match is a bot's sample, which did not begin with setup.
    pub fn save(&self) -> Result<String, Error> {
        self.with(|driven| driven.save(self.game.package())).map_err(|why| Error::new(ErrorKind::Saved, why))
    }

    /// Returns the game that is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of players.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.with(|driven| driven.session().agreement().players)
    }

    /// Returns the random seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.with(|driven| driven.session().agreement().seed)
    }

    /// Returns the number of answers so far.
    #[must_use]
    pub fn answers(&self) -> u64 {
        self.with(|driven| driven.plies())
    }

    /// Returns the seat that must choose; `None` if the match has ended.
    #[must_use]
    pub fn seat(&self) -> Option<SeatNumber> {
        self.with(|driven| driven.chooser()).map(PlayerId::seat)
    }

    /// Returns the position: a choice with its options, or how the match has ended.
    pub fn position(&mut self) -> Position {
        self.with_mut(|driven| {
            if let Some((code, message)) = driven.fault() {
                return Position::Fault(FaultReport { code: code.to_string(), message });
            }
            let position = match driven.options() {
                Ok(Some(options)) => Ok(Some(Position::Choice(options))),
                Ok(None) => driven.outcome().map(|outcome| outcome.map(Position::Over)),
                Err(message) => Err(message),
            };
            let fault = |message| Position::Fault(FaultReport { code: String::new(), message });
            position.map_or_else(fault, |position| {
                position.unwrap_or_else(|| fault("nobody is to choose".into()))
            })
        })
    }

    /// Returns the options of the seat that must choose; `None` if the match has ended.
    pub fn options(&mut self) -> Option<Options> {
        match self.position() {
            Position::Choice(options) => Some(options),
            _ => None,
        }
    }

    /// Returns the result; `None` during the match, and after a fault.
    pub fn outcome(&mut self) -> Option<Outcome> {
        match self.position() {
            Position::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Answers the choice with an option, by its index in [`Options::options`], and plays to the next choice.
    ///
    /// # Errors
    /// There is no such option, or no choice.
    pub fn choose(&mut self, option: usize) -> Result<(), Error> {
        self.answer(&Value::from(option))
    }

    /// Answers the choice with an option, by its name or label, and plays to the next choice. Case and
    /// accents do not matter.
    ///
    /// # Errors
    /// There is no such option, or no choice.
    pub fn choose_named(&mut self, option: &str) -> Result<(), Error> {
        self.answer(&Value::from(option))
    }

    fn answer(&mut self, option: &Value) -> Result<(), Error> {
        self.with_mut(|driven| driven.choose(option)).map_err(|why| Error::new(ErrorKind::Answer, why))
    }

    /// Takes back the last answer. Returns false if there is none.
    pub fn undo(&mut self) -> bool {
        self.with_mut(|driven| driven.undo().is_ok())
    }

    /// Returns the view of a seat; for `None`, of a spectator.
    ///
    /// # Errors
    /// There is no such seat.
    pub fn view(&self, seat: Option<SeatNumber>) -> Result<View, Error> {
        self.with(|driven| {
            let viewer = driven.seat(seat).map_err(Error::settings)?;
            Ok(driven.named_view(&driven.view(viewer)))
        })
    }

    /// Returns the record of the match, in lines that a seat may read; for `None`, that everybody may read.
    ///
    /// # Errors
    /// There is no such seat.
    pub fn record(&self, seat: Option<SeatNumber>) -> Result<Vec<String>, Error> {
        self.with(|driven| {
            let reader = driven.seat(seat).map_err(Error::settings)?;
            Ok(driven.record(reader.map_or_else(|| driven.everybody(), Players::one)))
        })
    }

    /// Returns a sample: a position in which everything that a seat does not see is drawn at random. `None`
    /// if the position in the rules reveals hidden information, which samples would reveal, too.
    pub(super) fn sample(&mut self, seed: u64) -> Option<Match> {
        let (agreement, state) = self.running.with_dependent_mut(|prepared, driven| {
            // With the match's own seed, a bot could restart the sample and see hidden information.
            let agreement = Agreement { seed, ..driven.session().agreement().clone() };
            let (mut sampler, mut state) = (Sampler::default(), State::default());
            let mut machine = prepared.table().machine();
            let seen = driven.observation()?;
            if !seen.may_look_ahead(&mut sampler, &mut machine, !seed) {
                return None;
            }
            seen.sample(&mut sampler, &mut machine, seed, &mut state);
            Some((agreement, state))
        })?;
        let running = MatchCell::resume(self.prepared(), agreement, state).ok()?;
        Some(Match { game: self.game.clone(), running })
    }

    pub(super) fn with_seen<T>(&mut self, work: impl FnOnce(&Observation) -> T) -> Option<T> {
        self.with_mut(|driven| Some(work(&driven.observation()?)))
    }

    pub(super) fn prepared(&self) -> &Arc<GameCell> {
        self.running.borrow_owner()
    }

    fn with<T>(&self, work: impl FnOnce(&DrivenGame) -> T) -> T {
        self.running.with_dependent(|_, driven| work(driven))
    }

    fn with_mut<T>(&mut self, work: impl for<'t> FnOnce(&mut DrivenGame<'t>) -> T) -> T {
        self.running.with_dependent_mut(|_, driven| work(driven))
    }
}

impl Clone for Match {
    fn clone(&self) -> Match {
        let running = self.running.with_dependent(|prepared, driven| {
            MatchCell::new(Arc::clone(prepared), |prepared| {
                // Scenarios alone fix chance, and no match begins from one.
                driven.copy_to(prepared.table()).expect("a match has no fixed chance")
            })
        });
        Match { game: self.game.clone(), running }
    }
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.game.id())
            .field("answers", &self.answers())
            .finish_non_exhaustive()
    }
}

pub(super) fn disagreement(prepared: &GameCell, why: Disagreement) -> Error {
    match why {
        Disagreement::Words(words) => Error::settings(words),
        Disagreement::Fault(fault) => Error::fault(&fault, prepared.table()),
    }
}

//! Replays of saved games under the current rules.

use super::agreement::{Agreement, Disagreement, options};
use super::messages;
use super::saved_game::{ReplaySpans, ReplayStep, SavedGame};
use super::seat::Observation;
use super::session::Session;
use crate::diagnostics::Diagnostic;
use crate::ir::{Ir, PlayerId};
use crate::source::{Sources, Span};
use crate::table::{Fault, Machine, Rejection, Stop, Table};

/// Maximum number of options listed in a message.
const LISTED: usize = 12;

/// The reason why a saved game cannot be replayed to its end.
#[derive(Clone, Debug)]
pub enum ReplayError {
    /// The saved game does not fit the rules; the span is in its file.
    Saved(Box<Diagnostic>),
    /// A rule faulted during the replay.
    Fault(Box<Fault>),
}

impl SavedGame {
    /// Creates a saved game from a session.
    pub fn of(session: &Session, package: &str, seats: &[String]) -> SavedGame {
        let table = session.table();
        let (ir, agreement) = (table.ir(), session.agreement());
        SavedGame {
            game: ir.game.id.clone(),
            version: ir.game.version.clone(),
            package: package.into(),
            rules: table.fingerprint(),
            players: agreement.players,
            seed: agreement.seed,
            seats: seats.to_vec(),
            options: agreement.option_texts(ir).map(|(option, value)| (option.into(), value)).collect(),
            lists: ir.lists.played.as_ref().map_or_else(Vec::new, |played| played.lists.clone()),
            steps: session.steps().to_vec(),
            picks: session.picks().to_vec(),
        }
    }

    /// Returns the settings, checked against the game's current rules.
    pub fn agreement(&self, places: &ReplaySpans, machine: &mut Machine) -> Result<Agreement, ReplayError> {
        let ir = machine.table().ir();
        let not_saved = |d: Diagnostic| ReplayError::Saved(Box::new(d));
        if self.game != ir.game.id {
            return Err(not_saved(messages::other_game(places.game, &self.game, &ir.game.id)));
        }
        for (option, place) in self.options.iter().zip(&places.options) {
            let (id, value) = option;
            options(ir, [(id.as_str(), value.as_str())])
                .map_err(|words| not_saved(messages::cannot_be_laid(*place, words)))?;
        }
        let given = self.options.iter().map(|(id, value)| (id.as_str(), value.as_str()));
        Agreement::settle(machine, Some(self.players), given, self.seed).map_err(|why| match why {
            Disagreement::Words(words) => not_saved(messages::cannot_be_laid(places.players, words)),
            Disagreement::Fault(fault) => ReplayError::Fault(fault),
        })
    }

    /// Returns the error for the seat of a player who is unknown. `why` is the reason.
    pub fn unknown_player(&self, places: &ReplaySpans, player: PlayerId, why: String) -> Diagnostic {
        let at = places.seats.get(player.index()).copied().unwrap_or(places.players);
        messages::nobody_of_this_name(at, player.seat(), why)
    }

    /// Returns a warning if the rules have changed since the game was saved.
    pub fn changed(&self, places: &ReplaySpans, table: &Table) -> Option<Diagnostic> {
        let now = table.fingerprint();
        (self.rules != now).then(|| messages::rules_have_changed(places.rules, now))
    }

    /// Gives the first `to` answers to a session that has just begun. `mark` decides from the chooser's view
    /// which choices become undo points. Stops before the next choice, with the picks that were made there.
    pub fn replay(
        &self,
        places: &ReplaySpans,
        session: &mut Session,
        to: usize,
        mark: impl Fn(&Observation) -> bool,
    ) -> Result<Stop, ReplayError> {
        let mut stop = session.advance();
        for (number, (step, place)) in self.steps.iter().zip(&places.steps).enumerate().take(to) {
            if let Stop::Fault(fault) = stop {
                return Err(ReplayError::Fault(fault));
            }
            let index =
                find(session, step, number, *place).map_err(|why| self.explained(why, session.table()))?;
            if session.observation().is_ok_and(|seen| mark(&seen)) {
                session.mark();
            }
            session.choose(index).map_err(refused)?;
            stop = session.advance();
        }
        if let Stop::Fault(fault) = stop {
            return Err(ReplayError::Fault(fault));
        }
        if to >= self.steps.len() && !self.picks.is_empty() {
            self.pick(places, session).map_err(|d| self.explained(ReplayError::Saved(d), session.table()))?;
        }
        Ok(stop)
    }

    /// Restores the picks of an incomplete selection.
    fn pick(&self, places: &ReplaySpans, session: &mut Session) -> Result<(), Box<Diagnostic>> {
        let place = |at: usize| places.picks.get(at).copied().unwrap_or(places.game);
        let Some(offered) = session.selectable() else {
            return Err(Box::new(messages::no_selection(place(0))));
        };
        for (at, pick) in self.picks.iter().enumerate() {
            if !offered.names.contains(pick) {
                let those = list_names(&offered.names);
                return Err(Box::new(messages::pick_not_offered(place(at), pick, &those)));
            }
            if self.picks[..at].contains(pick) {
                return Err(Box::new(messages::pick_twice(place(at), pick)));
            }
        }
        let (count, most) = (self.picks.len(), offered.most());
        if count >= most {
            return Err(Box::new(messages::selection_complete(place(0), count, most)));
        }
        session.set_picks(self.picks.clone());
        Ok(())
    }
}

impl SavedGame {
    /// Adds whether the rules or the file have changed, as the reason why an answer does not fit.
    fn explained(&self, why: ReplayError, table: &Table) -> ReplayError {
        let ReplayError::Saved(mut diagnostic) = why else { return why };
        let said = diagnostic.cause.take().map_or_else(String::new, |cause| format!("{cause}\n"));
        let because = if self.rules == table.fingerprint() {
            "The rules are the same as when the game was saved, so the file has changed."
        } else {
            "The rules have changed since the game was saved."
        };
        diagnostic.cause = Some(said + because);
        ReplayError::Saved(diagnostic)
    }
}

fn refused(why: Rejection) -> ReplayError {
    match why {
        Rejection::Fault(fault) => ReplayError::Fault(fault),
        // An option that was just found is legal.
        _ => ReplayError::Saved(Box::new(messages::answer_refused())),
    }
}

/// Returns the index of the option that an answer names.
fn find(session: &mut Session, step: &ReplayStep, number: usize, place: Span) -> Result<usize, ReplayError> {
    let stop = |d: Diagnostic| Err(ReplayError::Saved(Box::new(d)));
    let number = number + 1;
    let (player, answer) = (step.seat.seat(), &step.answer);
    let ir = session.table().ir();
    let names = crate::table::Names::new(ir);
    let seen = match session.observation() {
        Ok(seen) => seen,
        Err(Rejection::Fault(fault)) => return Err(ReplayError::Fault(fault)),
        Err(_) => return stop(messages::over_before(place, number)),
    };
    let options = seen.options();
    let chooser = seen.player().seat();
    let asked: String =
        seen.question(&names).map_or_else(|| "must choose".into(), |q| format!("is asked: {q}"));
    let listed = list_names(&names.names(options));
    if chooser != player {
        return stop(messages::other_chooser(place, number, player, (chooser, &asked), &listed));
    }
    names.find(options, answer).or_else(|unknown| {
        stop(messages::not_an_option(place, (number, answer), (player, &asked), &listed, unknown.nearest))
    })
}

/// Lists the first names, and the number of the others.
fn list_names(names: &[String]) -> String {
    let first = names.iter().take(LISTED).map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Returns the source files of a game, to which the spans of faults refer.
pub fn sources_of(ir: &Ir) -> Sources {
    let mut sources = Sources::default();
    for file in &ir.files {
        sources.add_of_package(file.display_path(), file.name.clone(), file.text.clone());
    }
    sources
}
